"""Profile of a text or of training data (script, language, labels, words), and a test of whether a model matches a
text."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice

from spectral_core.data import EMPTY, Sentence
from spectral_core.data.tree import strip_function_tags
from spectral_core.data.universal import base_relation
from spectral_core.morphology.arabic.spelling import to_unvowelled
from spectral_core.morphology.catalogue import detect_language
from spectral_core.morphology.label_schemes import detect_arabic_tagset

_SAMPLE_SIZE = 200  # sentences per profile
_MIN_WORDS = 12  # minimum number of words for coverage to be evidence
_MIN_COVERAGE = 0.1  # minimum share of a text's words that a ranker knows
_MIN_TAG_COVERAGE = 0.25  # minimum share of a text's labels that it knows
MIN_COVERAGE_RATIO = 0.5  # share of the best word coverage; of the models above it, the newest is preferred
SCRIPT, LANGUAGE, WORDS, TAGS = "script", "language", "words", "tags"  # properties that can mismatch
RELATIONS = "relations"


@dataclass(frozen=True, slots=True)
class TextProfile:
    """Profile of a text, or of a ranker's training data: words with letters, and their labels."""

    script: str  # of most words, by the Unicode name of their first letter; "" without letters
    language: str | None  # None if no analyser supports it
    tagset: str  # of Arabic tags; "" for other scripts
    words: Counter[str]  # lower-cased, without Arabic vowels
    tags: Counter[str]
    relations: Counter[str] = field(default_factory=Counter)  # dependency relations without subtypes

    @classmethod
    def from_sentences(cls, sentences: Iterable[Sentence], column: str = "", limit: int = _SAMPLE_SIZE) -> TextProfile:
        """Profile the first `limit` sentences; tags come from `column`, by default from the most specific one of each
        word."""
        sample = [sentence for sentence in islice(sentences, limit) if sentence.is_readable]
        if column in ("upos", "xpos"):
            return cls.from_words(
                [form for sample_sentence in sample for form in sample_sentence.forms],
                [tag for sample_sentence in sample for tag in sample_sentence.column(column)],
                detect_language(sample, sample),
                detect_arabic_tagset(sample) if column == "xpos" else "",
                collect_relation_labels(sample),
            )
        forms = [form for sentence in sample for form in sentence.forms]
        tags = [tag for sentence in sample for pair in zip(sentence.xpos, sentence.upos, strict=True)
                if (tag := pair[0] if pair[0] != EMPTY else pair[1]) != EMPTY]  # fmt: skip
        return cls.from_words(
            forms, tags, detect_language(sample, sample), detect_arabic_tagset(sample), collect_relation_labels(sample)
        )

    @classmethod
    def from_tagged_words(cls, forms: Sequence[str], tags: Sequence[tuple[str, str]]) -> TextProfile:
        """Profile training data from its words with their UPOS and XPOS."""
        upos, xpos = zip(*tags, strict=True) if tags else ((), ())
        sentences = [Sentence.of(forms, upos=upos, xpos=xpos)]
        finest = [fine_tag if fine_tag != EMPTY else coarse_tag for coarse_tag, fine_tag in tags]
        return cls.from_words(forms, finest, detect_language(sentences, sentences), detect_arabic_tagset(sentences))

    @classmethod
    def from_words(
        cls, forms: Iterable[str], tags: Iterable[str], language: str | None, tagset: str,
        relations: Iterable[str] = (),
    ) -> TextProfile:  # fmt: skip
        """Make a profile from words, tags and relations; words without letters are left out."""
        words = Counter(to_unvowelled(form.lower()) for form in forms if any(map(str.isalpha, form)))
        scripts: Counter[str] = Counter()
        for word, times in words.items():
            scripts[get_unicode_script(next(character for character in word if character.isalpha()))] += times
        script = scripts.most_common(1)[0][0] if scripts else ""
        return cls(script, language, tagset, words, Counter(tag for tag in tags if tag != EMPTY), Counter(relations))

    def measure_coverage(self, ranker: TextProfile) -> float:
        """Return the share of this text's words that occur in a ranker's training data."""
        total = self.words.total()
        return sum(times for word, times in self.words.items() if word in ranker.words) / total if total else 0.0

    def find_mismatch(self, ranker: TextProfile) -> str:
        """Return the first property (SCRIPT, LANGUAGE, WORDS, TAGS or RELATIONS) in which a ranker's training data does
        not match this text; '' if it matches."""
        if not self.script or not ranker.script:
            return ""
        if self.script != ranker.script:
            return SCRIPT
        if None not in (self.language, ranker.language) and self.language != ranker.language:
            return LANGUAGE
        if self.words.total() >= _MIN_WORDS and self.measure_coverage(ranker) < _MIN_COVERAGE:
            return WORDS
        if self._has_different_tags(ranker):
            return TAGS
        return RELATIONS if _are_mostly_unknown(self.relations, ranker.relations) else ""

    def _has_different_tags(self, ranker: TextProfile) -> bool:
        """Test whether the tagsets differ, or most tags of the text are unknown to the ranker."""
        if "none" in (self.tagset, ranker.tagset) or not self.tags or not ranker.tags:
            return False
        if self.tagset != ranker.tagset:
            return True
        return _are_mostly_unknown(self.tags, ranker.tags)


def collect_relation_labels(sentences: Sequence[Sentence]) -> list[str]:
    """Return the relations of all words without subtypes, and the labels of the trees without function tags."""
    relations = [base_relation(label) for sentence in sentences for label in sentence.deprels if label != EMPTY]
    trees = [sentence.tree for sentence in sentences if sentence.tree is not None]
    return relations + [strip_function_tags(node.label) for tree in trees for node in tree.nodes()]


def _are_mostly_unknown(labels: Counter[str], known_labels: Counter[str]) -> bool:
    """Test whether most labels are unknown to a model."""
    total = labels.total()
    return (
        bool(known_labels)
        and total >= _MIN_WORDS
        and sum(labels[label] for label in labels.keys() & known_labels.keys()) < _MIN_TAG_COVERAGE * total
    )


@lru_cache(maxsize=1 << 12)
def get_unicode_script(letter: str) -> str:
    """Return the script of a letter, the first word of its Unicode name."""
    return unicodedata.name(letter, "").partition(" ")[0]

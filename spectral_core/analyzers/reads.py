"""What a text is written in, and a model was learnt from: script, language, labels, words; and whether they fit."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice

from spectral_core.analyzers.catalogue import language_of
from spectral_core.analyzers.elements import manner_of
from spectral_core.analyzers.vowels import as_printed
from spectral_core.data import EMPTY, Sentence

_READ = 200  # sentences that tell what a text is
_FEW = 12  # words, of which a ranker of the same language may know none
_SHARE = 0.1  # of the words of a text that a ranker must know: its commonest, in the same language
_TAGS_SHARE = 0.25  # of a text's tagged words whose tag it must know
SCRIPT, LANGUAGE, WORDS, TAGS = "script", "language", "words", "tags"  # in which a model does not fit
RELATIONS = "relations"


@dataclass(frozen=True, slots=True)
class Reads:
    """The words with letters of a text, or those that a ranker has seen, and how they are tagged."""

    script: str  # of most letters, as Unicode names it; "" where there are none
    language: str | None  # where an analyser is for it
    manner: str  # of Arabic tags; "" for other scripts
    words: Counter[str]  # in small letters, without Arabic vowels
    tags: Counter[str]
    relations: Counter[str] = field(default_factory=Counter)  # of dependencies, without their subtypes

    @classmethod
    def of(cls, sentences: Iterable[Sentence], column: str = "", most: int = _READ) -> Reads:
        """Of the first sentences; the tags are those of a column, or of each word the finest that it has."""
        read = [sentence for sentence in islice(sentences, most) if sentence.readable]
        if column in ("upos", "xpos"):
            return cls.of_words(
                [form for one in read for form in one.forms],
                [tag for one in read for tag in one.column(column)],
                language_of(read, read), manner_of(read) if column == "xpos" else "", relations_in(read),
            )  # fmt: skip
        forms = [form for sentence in read for form in sentence.forms]
        tags = [tag for sentence in read for pair in zip(sentence.xpos, sentence.upos, strict=True)
                if (tag := pair[0] if pair[0] != EMPTY else pair[1]) != EMPTY]  # fmt: skip
        return cls.of_words(forms, tags, language_of(read, read), manner_of(read), relations_in(read))

    @classmethod
    def seen(cls, forms: Sequence[str], tags: Sequence[tuple[str, str]]) -> Reads:
        """What was seen in learning: words, and UPOS and XPOS of each."""
        upos, xpos = zip(*tags, strict=True) if tags else ((), ())
        whole = [Sentence.of(forms, upos=upos, xpos=xpos)]
        told = [own if own != EMPTY else other for other, own in tags]
        return cls.of_words(forms, told, language_of(whole, whole), manner_of(whole))

    @classmethod
    def of_words(
        cls, forms: Iterable[str], tags: Iterable[str], language: str | None, manner: str,
        relations: Iterable[str] = (),
    ) -> Reads:  # fmt: skip
        words = Counter(as_printed(form.lower()) for form in forms if any(map(str.isalpha, form)))
        scripts: Counter[str] = Counter()
        for word, times in words.items():
            scripts[script_of(next(sign for sign in word if sign.isalpha()))] += times
        script = scripts.most_common(1)[0][0] if scripts else ""
        return cls(script, language, manner, words, Counter(tag for tag in tags if tag != EMPTY), Counter(relations))

    def known_to(self, ranker: Reads) -> float:
        """The share of the words of this text that a ranker has seen."""
        total = self.words.total()
        return sum(times for word, times in self.words.items() if word in ranker.words) / total if total else 0.0

    def misfit(self, ranker: Reads) -> str:
        """In what a ranker does not fit this text; "" where it does."""
        if not self.script or not ranker.script:
            return ""
        if self.script != ranker.script:
            return SCRIPT
        if None not in (self.language, ranker.language) and self.language != ranker.language:
            return LANGUAGE
        if self.words.total() >= _FEW and self.known_to(ranker) < _SHARE:
            return WORDS
        if self._other_tags(ranker):
            return TAGS
        return RELATIONS if _others(self.relations, ranker.relations) else ""

    def _other_tags(self, ranker: Reads) -> bool:
        if "none" in (self.manner, ranker.manner) or not self.tags or not ranker.tags:
            return False
        if self.manner != ranker.manner:
            return True
        return _others(self.tags, ranker.tags)


def relations_in(sentences: Sequence[Sentence]) -> list[str]:
    """The relations of all words that have one, without their subtypes, and the labels of trees, likewise."""
    found = [label.partition(":")[0] for one in sentences for label in one.deprels if label != EMPTY]
    trees = [one.tree for one in sentences if one.tree is not None]
    return found + [node.label.partition("-")[0] for tree in trees for node in tree.nodes()]


def _others(own: Counter[str], known: Counter[str]) -> bool:
    """Whether labels are others than those that are known."""
    total = own.total()
    return bool(known) and total >= _FEW and sum(own[one] for one in own.keys() & known.keys()) < _TAGS_SHARE * total


@lru_cache(maxsize=1 << 12)
def script_of(letter: str) -> str:
    """The script of a letter, by the first word of its name."""
    return unicodedata.name(letter, "").partition(" ")[0]

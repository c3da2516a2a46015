"""Label schemes: decomposition of readings into the elements that rankers count and are evaluated on; Arabic and
universal."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import ClassVar, Protocol

from spectral_core.data import EMPTY, Analysis, Segment, Sentence
from spectral_core.errors import FormatError
from spectral_core.morphology.arabic.padt import POSITIONAL_TAG, convert_unimorph_tag, to_coarse_tag
from spectral_core.morphology.arabic.spelling import (
    is_arabic,
    normalise_arabic_lemma,
    strip_buckwalter_diacritics,
    to_buckwalter,
)
from spectral_core.morphology.features import parse_features, parse_key_values

ARABIC_ELEMENTS = (
    *("lemma", "pre1", "pre2", "det", "pos", "dpos", "suf", "perpos", "numpos", "genpos", "persuf", "numsuf", "gensuf"),
    *("mood", "pron", "case"),
)
ATTACHED_PRONOUNS = parse_key_values(  # letters of an attached pronoun: person, gender, number
    "y:1-S ny:1-S nA:1-P k:2MS kmA:2-D km:2MP kn:2FP h:3MS hA:3FS hmA:3-D hm:3MP hn:3FP"
)
PROCLITICS = frozenset("wfblks>A")  # letters written as part of the next word; A is a careless spelling of >
_PROCLITIC_TAGS = frozenset(
    (
        *("CONJ", "PREP", "FUT", "SUBJUNC", "EMPHATIC_PARTICLE", "RESULT_CLAUSE_PARTICLE", "INTERROG_PART"),  # BAMA
        *("FUT_PART", "EMPHATIC_PART", "RC_PART", "SUB_CONJ", "JUS_PART", "CONNEC_PART"),  # SAMA
        *("CNJ", "ADP", "PUR", "FUT", "PRT", "INT"),  # the sample's lexicon
    )
)
_INFLECTIONAL_PREFIX = re.compile(r"ART|DET|I?[VS]\d.*")  # precede a stem but are no words: article, person of a verb
_PERSON_AT_END = re.compile(r"(?:P|G|O|PRON_|DO:)([123])([MF]?)([SDP]U?)$")
_PERSON = re.compile(rf"(?:.*_)?{_PERSON_AT_END.pattern}")
_UNSEGMENTED_POS = "UXYG"  # tags of words without segmentation
_UNIMORPH = re.compile(r"[A-Z0-9]+(?:;[A-Z0-9/]+)*")
_TAG_FEATURES = (
    (re.compile(r"CASE_(DEF|INDEF)_(NOM|ACC|GEN)"), ("Definite", "Case")),
    (re.compile(r"NSUFF_(MASC|FEM)_(SG|DU|PL)"), ("Gender", "Number")),
    (re.compile(r"(?:IV|[PIC]VSUFF_SUBJ:)([123])([MF]?)([SDP])"), ("Person", "Gender", "Number")),
    (re.compile(r"IVSUFF_.*MOOD:([A-Z]+)"), ("Mood",)),
)
_LABEL_FEATURES = ("Definite", "Person", "Number", "Gender", "Mood", "Case")  # in the order in which they are read
_SAMPLE_SIZE = 200  # sentences examined to detect script and tagset

Label = tuple[str, ...]
MAX_ATTRIBUTES = 15  # rarer attributes share the element `rest`


class LabelScheme(Protocol):
    """Decomposition of analyses into elements; rankers treat analyses with equal labels as the same reading."""

    @property
    def name(self) -> str:
        """Name of the scheme, stored with models."""

    @property
    def element_names(self) -> tuple[str, ...]:
        """Names of the label elements; the first is the lemma."""

    def label(self, form: str, analysis: Analysis) -> Label:
        """Return the value of each element of an analysis of the word `form`, `_` for none; the first is the lemma."""

    def to_text(self) -> str:
        """Serialise the scheme for `parse_label_scheme`, its name in the first line."""


@dataclass(frozen=True, slots=True)
class ArabicScheme:
    """The sixteen elements of Shah et al. 2010 (table 2, plus case) of a whole orthographic word. They are read from
    PADT's positional tags and the segments of the word, or else from features and joined tags. A coarse scheme
    distinguishes only what UniMorph tags do, and can read these."""

    coarse: bool = False
    element_names: ClassVar[Label] = ARABIC_ELEMENTS

    @property
    def name(self) -> str:
        return "arabic-coarse" if self.coarse else "arabic"

    def label(self, form: str, analysis: Analysis) -> Label:  # noqa: ARG002 - other schemes read the form
        """Return the values of the sixteen elements of an analysis, `_` for none; the lemma is the first."""
        tag, segments = analysis.xpos, analysis.segments
        if POSITIONAL_TAG.fullmatch(tag):
            return _label_positional_tag(analysis.lemma, to_coarse_tag(tag) if self.coarse else tag, segments)
        if self.coarse:
            untagged_segments = tuple(Segment(segment.form) for segment in segments)
            return _label_positional_tag(analysis.lemma, convert_unimorph_tag(tag), untagged_segments)
        return _label_joined_tags(analysis)

    def to_text(self) -> str:
        """Serialise the scheme, which has only a name, for `parse_label_scheme`."""
        return self.name


ARABIC = ArabicScheme()
COARSE_ARABIC = ArabicScheme(coarse=True)


def detect_arabic_tagset(sentences: Iterable[Sentence]) -> str:
    """Return the tagset of Arabic words: `positional` (PADT), `unimorph`, `joined` by + (SAMA, the sample), `none`,
    `other`; "" if most words are not in Arabic script."""
    word_count = arabic_count = tagged_count = positional_count = unimorph_count = joined_count = 0
    for sentence in islice(sentences, _SAMPLE_SIZE):
        for word, tag in zip(sentence.forms, sentence.xpos, strict=True):
            if any(map(str.isalpha, word)):
                word_count += 1
                arabic_count += is_arabic(word)
                tagged_count += tag != EMPTY
                positional_count += bool(POSITIONAL_TAG.fullmatch(tag))
                unimorph_count += tag.count(";") > 1 and bool(_UNIMORPH.fullmatch(tag))
                joined_count += "+" in tag
    if 2 * arabic_count <= word_count:
        return ""
    if not tagged_count:
        return "none"
    counts = {"positional": positional_count, "unimorph": unimorph_count, "joined": joined_count}
    commonest = max(counts, key=counts.__getitem__)
    return commonest if 4 * counts[commonest] > tagged_count else "other"


def choose_label_scheme(treebank: Iterable[Sentence]) -> LabelScheme:
    """Return the Arabic scheme if Arabic words have no tags or tags that it can read; else the universal one."""
    match detect_arabic_tagset(treebank):
        case "positional" | "joined" | "none":
            return ARABIC
        case "unimorph":
            return COARSE_ARABIC
    return make_universal_scheme(treebank)


def parse_label_scheme(text: str) -> LabelScheme:
    """Parse a scheme serialised by `to_text`."""
    name = text.partition("\n")[0]
    for scheme in (ARABIC, COARSE_ARABIC):
        if name == scheme.name:
            return scheme
    if name == "universal":
        return parse_universal_scheme(text)
    message = f"there is no scheme of label elements called {name[:40]!r}"
    raise FormatError(None, None, message, "The model was written by another version: learn it again")


def _label_positional_tag(lemma: str, tag: str, segments: tuple[Segment, ...]) -> Label:
    """Return the Arabic label of a reading with a PADT tag; the characters of the tag are pos, subtype, mood, voice, -,
    person, gender, number, case, state."""
    outer = inner = pronoun = EMPTY
    if tag[0] not in _UNSEGMENTED_POS:
        outer, inner, pronoun = _find_clitics(segments, tag)
    person, gender, number = tuple(pronoun if len(pronoun) == 3 and pronoun[0] in "123" else EMPTY * 3)
    return (
        *(
            normalise_arabic_lemma(lemma),
            inner,
            outer,
            tag[9],
            tag[0],
            tag[1] + tag[3],
            tag[2] + tag[5:],
            tag[5],
            tag[7],
            tag[6],
        ),
        *(person, number, gender, tag[2], pronoun, tag[8]),
    )


def _find_clitics(segments: Sequence[Segment], tag: str) -> tuple[str, str, str]:
    """Return the outer proclitics, the inner proclitic (next to the stem), and the pronoun or other enclitic of a word;
    EMPTY for those that it lacks."""
    if len(segments) < 2:
        return EMPTY, EMPTY, EMPTY
    letters = [_to_buckwalter_skeleton(segment.form) for segment in segments]
    stem = 0
    while stem < len(letters) - 1 and _is_proclitic(letters[stem], segments[stem].tag):
        stem += 1
    if stem and tag[0] == "P" and _parse_pronoun(letters[stem], segments[stem].tag):
        stem -= 1  # a one-letter preposition with a pronoun is itself the word
    inner = letters[stem - 1] if stem else EMPTY
    outer = "+".join(letters[: stem - 1]) if stem > 1 else EMPTY
    enclitic = ""
    if len(letters) > stem + 1:
        enclitic = _parse_pronoun(letters[-1], segments[-1].tag)
        if not enclitic and segments[-1].tag == EMPTY:
            enclitic = "+".join(letters[stem + 1 :])
    return outer, inner, enclitic or EMPTY


@lru_cache(maxsize=1 << 14)
def _to_buckwalter_skeleton(form: str) -> str:
    """Return a segment in Buckwalter transliteration without diacritics."""
    return strip_buckwalter_diacritics(to_buckwalter(form))


def _is_proclitic(letters: str, tag: str) -> bool:
    """Test whether a segment is a proclitic, by its letters and its tag, if any."""
    return letters in PROCLITICS and (tag == EMPTY or tag in _PROCLITIC_TAGS)


def _parse_pronoun(letters: str, tag: str) -> str:
    """Return person, gender and number of an attached pronoun, such as 3MS; '' for any other segment."""
    if tag == EMPTY:
        return ATTACHED_PRONOUNS.get(letters, "")
    match = _PERSON_AT_END.search(tag)
    return "" if match is None else ATTACHED_PRONOUNS.get(letters, f"{match[1]}{match[2] or '-'}{match[3][0]}")


def _label_joined_tags(analysis: Analysis) -> Label:
    """Return the Arabic label of an analysis with UD features and tags joined by +; the lemma keeps its sense
    number."""
    tags = [] if analysis.xpos == EMPTY else analysis.xpos.split("+")
    features = _parse_sama_features(tags)
    features.update(parse_features(analysis.feats))
    stem = next(
        (
            index
            for index, tag in enumerate(tags)
            if tag not in _PROCLITIC_TAGS and not _INFLECTIONAL_PREFIX.fullmatch(tag)
        ),
        -1,
    )
    if stem < 0 or (stem and _PERSON.fullmatch(tags[stem])):
        stem = max(stem, len(tags) if stem < 0 else 0) - 1
    proclitics = [tag for tag in tags[: max(stem, 0)] if tag in _PROCLITIC_TAGS]
    pronouns = [match for match in map(_PERSON.fullmatch, tags[stem + 1 :]) if match]
    subtypes = [tags[stem] if tags else "", features.get("Voice", ""), features.get("Aspect", "")]
    dpos, suffix = " ".join(filter(None, subtypes)) or EMPTY, "+".join(tags[stem + 1 :]) or EMPTY
    definite, person, number, gender, mood, case = (features.get(name, EMPTY) for name in _LABEL_FEATURES)
    persons = [value or EMPTY for value in pronouns[-1].group(1, 3, 2)] if pronouns else [EMPTY] * 3
    pronoun = "+".join(match[0] for match in pronouns) or EMPTY
    inner, outer = proclitics[-1] if proclitics else EMPTY, "+".join(proclitics[:-1]) or EMPTY
    return (
        *(analysis.lemma, inner, outer, definite, analysis.upos, dpos, suffix, person, number, gender),
        *(*persons, mood, pronoun, case),
    )


def _parse_sama_features(tags: list[str]) -> dict[str, str]:
    """Parse the features encoded in SAMA tags, for a lexicon without a `tags` file."""
    features: dict[str, str] = {}
    for tag in tags:
        for pattern, names in _TAG_FEATURES:
            if (match := pattern.match(tag)) is not None:
                features.update((name, value) for name, value in zip(names, match.groups(), strict=True) if value)
    return features


@dataclass(frozen=True, slots=True)
class UniversalScheme:
    """Labels of lemma, UPOS, XPOS, one element per attribute of FEATS, and `rest`: the other attributes."""

    attributes: tuple[str, ...]
    _cache: dict[str, tuple[str, ...]] = field(default_factory=dict, repr=False, compare=False)
    name: ClassVar[str] = "universal"

    @property
    def element_names(self) -> tuple[str, ...]:
        """Names of the label elements: lemma, UPOS, XPOS, the attributes and `rest`."""
        return ("lemma", "upos", "xpos", *self.attributes, "rest")

    def label(self, form: str, analysis: Analysis) -> tuple[str, ...]:  # noqa: ARG002 - other schemes read the form
        """Return the value of each element of an analysis; EMPTY for those that it lacks."""
        if (features := self._cache.get(analysis.feats)) is None:
            features = self._cache[analysis.feats] = self._split_features(analysis.feats)
        return (analysis.lemma, analysis.upos, analysis.xpos, *features)

    def _split_features(self, feats: str) -> tuple[str, ...]:
        """Return the values of the scheme's attributes in FEATS, then the remaining features in alphabetical order, so
        that reordered FEATS give the same label."""
        values: dict[str, str] = {}
        rest: list[str] = []
        for pair in feats.split("|"):
            name, equals, value = pair.partition("=")
            if equals and name in self.attributes and name not in values:
                values[name] = value
            elif pair != EMPTY:
                rest.append(pair)
        return (*(values.get(name, EMPTY) for name in self.attributes), "|".join(sorted(rest)) or EMPTY)

    def to_text(self) -> str:
        """Serialise the name and, below it, the attributes, for `parse_universal_scheme`."""
        return f"{self.name}\n{'|'.join(self.attributes)}"


def make_universal_scheme(sentences: Iterable[Sentence]) -> UniversalScheme:
    """Return the scheme with the most frequent attributes of these sentences, sorted by name."""
    feats_counts = Counter(feats for sentence in sentences for feats in sentence.feats)
    counts: Counter[str] = Counter()
    for feats, count in feats_counts.items():
        for pair in feats.split("|"):
            name, equals, _ = pair.partition("=")
            if equals and name:
                counts[name] += count
    frequent = sorted(counts, key=lambda name: (-counts[name], name))[:MAX_ATTRIBUTES]
    return UniversalScheme(tuple(sorted(frequent)))


def parse_universal_scheme(text: str) -> UniversalScheme:
    """Parse a universal scheme serialised by `to_text`."""
    return UniversalScheme(tuple(filter(None, text.partition("\n")[2].split("|"))))

"""Label elements: the parts of which an analysis is made up, by which rankers count and by which they are judged."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import ClassVar, Protocol

from spectral_core.analyzers.features import table
from spectral_core.analyzers.padt import POSITIONAL, coarse, from_unimorph
from spectral_core.analyzers.transliteration import is_arabic, skeleton, to_buckwalter
from spectral_core.data import EMPTY, Analysis, Segment, Sentence
from spectral_core.errors import FormatError

ELEMENTS = (
    *("lemma", "pre1", "pre2", "det", "pos", "dpos", "suf", "perpos", "numpos", "genpos", "persuf", "numsuf", "gensuf"),
    *("mood", "pron", "case"),
)
PRONOUNS = table(  # the letters of an attached pronoun: person, gender, number
    "y:1-S ny:1-S nA:1-P k:2MS kmA:2-D km:2MP kn:2FP h:3MS hA:3FS hmA:3-D hm:3MP hn:3FP"
)
PROCLITICS = frozenset("wfblks>A")  # letters that are written on the next word; A is a > of careless spelling
_PROCLITIC_TAGS = frozenset(
    (
        *("CONJ", "PREP", "FUT", "SUBJUNC", "EMPHATIC_PARTICLE", "RESULT_CLAUSE_PARTICLE", "INTERROG_PART"),  # BAMA
        *("FUT_PART", "EMPHATIC_PART", "RC_PART", "SUB_CONJ", "JUS_PART", "CONNEC_PART"),  # SAMA
        *("CNJ", "ADP", "PUR", "FUT", "PRT", "INT"),  # the sample's lexicon
    )
)
_BETWEEN = re.compile(r"ART|DET|I?[VS]\d.*")  # stands before a stem without being a word: article, person of a verb
_PERSON_AT_END = re.compile(r"(?:P|G|O|PRON_|DO:)([123])([MF]?)([SDP]U?)$")
_PERSON = re.compile(rf"(?:.*_)?{_PERSON_AT_END.pattern}")
_UNANALYSED = "UXYG"  # of such words nobody has said what their parts are
_UNIMORPH = re.compile(r"[A-Z0-9]+(?:;[A-Z0-9/]+)*")
_TELLING = (
    (re.compile(r"CASE_(DEF|INDEF)_(NOM|ACC|GEN)"), ("Definite", "Case")),
    (re.compile(r"NSUFF_(MASC|FEM)_(SG|DU|PL)"), ("Gender", "Number")),
    (re.compile(r"(?:IV|[PIC]VSUFF_SUBJ:)([123])([MF]?)([SDP])"), ("Person", "Gender", "Number")),
    (re.compile(r"IVSUFF_.*MOOD:([A-Z]+)"), ("Mood",)),
)
_TOLD = ("Definite", "Person", "Number", "Gender", "Mood", "Case")  # features, in the order in which they are read
_SENSE = re.compile(r"(?<=.)[-_].*")
_HAMZA = str.maketrans("><|{`", "AAAAA", "o")
_READ = 200  # sentences that tell the script and the tags of a treebank

Label = tuple[str, ...]


class Scheme(Protocol):
    """A way to take analyses apart; two are the same for a ranker where their labels are equal."""

    @property
    def name(self) -> str: ...
    @property
    def elements(self) -> tuple[str, ...]: ...
    def label(self, form: str, analysis: Analysis) -> Label:
        """What the analysis of the word `form` says of each element, `_` where nothing; the first is the lemma."""

    def to_text(self) -> str:
        """The scheme as `from_text` reads it, its name in the first line."""


@dataclass(frozen=True, slots=True)
class ArabicScheme:
    """The sixteen elements of Shah et al. 2010 (table 2, and case), of the whole orthographic word. They are read from
    the positional tags of PADT and the segments of the word; from features and joined tags where a lexicon or a
    treebank has those instead. A coarse scheme tells no more than tags of UniMorph do, and reads them."""

    coarse: bool = False
    elements: ClassVar[Label] = ELEMENTS

    @property
    def name(self) -> str:
        return "arabic-coarse" if self.coarse else "arabic"

    def label(self, form: str, analysis: Analysis) -> Label:  # noqa: ARG002 - other schemes read the form
        tag, segments = analysis.xpos, analysis.segments
        if POSITIONAL.fullmatch(tag):
            return _positional(analysis.lemma, coarse(tag) if self.coarse else tag, segments)
        if self.coarse:
            untagged = tuple(Segment(segment.form) for segment in segments)
            return _positional(analysis.lemma, from_unimorph(tag), untagged)
        return _featural(analysis)

    def to_text(self) -> str:
        return self.name


ARABIC = ArabicScheme()
COARSE_ARABIC = ArabicScheme(coarse=True)


def manner_of(sentences: Iterable[Sentence]) -> str:
    """How Arabic words are tagged: `positional` (PADT), `unimorph`, `joined` by + (SAMA, the sample), `none`, `other`.
    An empty string where most words are not in Arabic script."""
    words = arabic = tagged = positional = unimorph = joined = 0
    for sentence in islice(sentences, _READ):
        for word, tag in zip(sentence.forms, sentence.xpos, strict=True):
            if any(map(str.isalpha, word)):
                words += 1
                arabic += is_arabic(word)
                tagged += tag != EMPTY
                positional += bool(POSITIONAL.fullmatch(tag))
                unimorph += tag.count(";") > 1 and bool(_UNIMORPH.fullmatch(tag))
                joined += "+" in tag
    if 2 * arabic <= words:
        return ""
    if not tagged:
        return "none"
    found = {"positional": positional, "unimorph": unimorph, "joined": joined}
    most = max(found, key=found.__getitem__)
    return most if 4 * found[most] > tagged else "other"


def scheme_for(treebank: Iterable[Sentence]) -> Scheme:
    """The Arabic scheme where Arabic words are tagged as it reads them, or not at all; else the universal one."""
    match manner_of(treebank):
        case "positional" | "joined" | "none":
            return ARABIC
        case "unimorph":
            return COARSE_ARABIC
    from spectral_core.analyzers.universal import universal

    return universal(treebank)


def from_text(text: str) -> Scheme:
    """The scheme that `to_text` wrote down."""
    name = text.partition("\n")[0]
    for scheme in (ARABIC, COARSE_ARABIC):
        if name == scheme.name:
            return scheme
    if name == "universal":
        from spectral_core.analyzers.universal import from_text as universal_from_text

        return universal_from_text(text)
    what = f"there is no scheme of label elements called {name[:40]!r}"
    raise FormatError(None, None, what, "The model was written by another version: learn it again")


@lru_cache(maxsize=1 << 16)
def lemma_key(lemma: str) -> str:
    """What two spellings of one Arabic lemma have in common, in Buckwalter's transliteration. The number of the sense,
    sukun and the kind of hamza on an alif go, and so does the short a before an alif; the an of an adverb is written
    before its alif."""
    if not is_arabic(lemma):
        return lemma
    key = _SENSE.sub("", to_buckwalter(lemma)).translate(_HAMZA)
    return key.replace("aA", "A").replace("AF", "FA") or lemma


def _positional(lemma: str, tag: str, segments: tuple[Segment, ...]) -> Label:
    """From a tag of PADT: its signs are pos, subtype, mood, voice, -, person, gender, number, case, state."""
    outer = inner = pronoun = EMPTY
    if tag[0] not in _UNANALYSED:
        outer, inner, pronoun = _attached(segments, tag)
    person, gender, number = tuple(pronoun if len(pronoun) == 3 and pronoun[0] in "123" else EMPTY * 3)
    return (
        *(lemma_key(lemma), inner, outer, tag[9], tag[0], tag[1] + tag[3], tag[2] + tag[5:], tag[5], tag[7], tag[6]),
        *(person, number, gender, tag[2], pronoun, tag[8]),
    )


def _attached(segments: Sequence[Segment], tag: str) -> tuple[str, str, str]:
    """The outer proclitics, the one next to the word, and the pronoun (or whatever else) behind the word."""
    if len(segments) < 2:
        return EMPTY, EMPTY, EMPTY
    bare = [_bare(segment.form) for segment in segments]
    main = 0
    while main < len(bare) - 1 and _is_proclitic(bare[main], segments[main].tag):
        main += 1
    if main and tag[0] == "P" and _pronoun(bare[main], segments[main].tag):
        main -= 1  # a preposition of one letter with a pronoun is the word itself
    inner = bare[main - 1] if main else EMPTY
    outer = "+".join(bare[: main - 1]) if main > 1 else EMPTY
    behind = ""
    if len(bare) > main + 1:
        behind = _pronoun(bare[-1], segments[-1].tag)
        if not behind and segments[-1].tag == EMPTY:
            behind = "+".join(bare[main + 1 :])
    return outer, inner, behind or EMPTY


@lru_cache(maxsize=1 << 14)
def _bare(form: str) -> str:
    return skeleton(to_buckwalter(form))


def _is_proclitic(bare: str, tag: str) -> bool:
    return bare in PROCLITICS and (tag == EMPTY or tag in _PROCLITIC_TAGS)


def _pronoun(bare: str, tag: str) -> str:
    """Person, gender and number of an attached pronoun; '' for any other segment."""
    if tag == EMPTY:
        return PRONOUNS.get(bare, "")
    found = _PERSON_AT_END.search(tag)
    return "" if found is None else PRONOUNS.get(bare, f"{found[1]}{found[2] or '-'}{found[3][0]}")


def _featural(analysis: Analysis) -> Label:
    """From features of Universal Dependencies and tags joined by +; the lemma keeps the number of its sense."""
    tags = [] if analysis.xpos == EMPTY else analysis.xpos.split("+")
    features = _told(tags)
    features.update(pair.partition("=")[::2] for pair in analysis.feats.split("|") if "=" in pair)
    main = next((at for at, tag in enumerate(tags) if tag not in _PROCLITIC_TAGS and not _BETWEEN.fullmatch(tag)), -1)
    if main < 0 or (main and _PERSON.fullmatch(tags[main])):
        main = max(main, len(tags) if main < 0 else 0) - 1
    before = [tag for tag in tags[: max(main, 0)] if tag in _PROCLITIC_TAGS]
    behind = [found for found in map(_PERSON.fullmatch, tags[main + 1 :]) if found]
    kinds = [tags[main] if tags else "", features.get("Voice", ""), features.get("Aspect", "")]
    dpos, suffix = " ".join(filter(None, kinds)) or EMPTY, "+".join(tags[main + 1 :]) or EMPTY
    definite, person, number, gender, mood, case = (features.get(name, EMPTY) for name in _TOLD)
    persons = [told or EMPTY for told in behind[-1].group(1, 3, 2)] if behind else [EMPTY] * 3
    pronoun = "+".join(found[0] for found in behind) or EMPTY
    inner, outer = before[-1] if before else EMPTY, "+".join(before[:-1]) or EMPTY
    return (
        *(analysis.lemma, inner, outer, definite, analysis.upos, dpos, suffix, person, number, gender),
        *(*persons, mood, pronoun, case),
    )


def _told(tags: list[str]) -> dict[str, str]:
    """The features that the tags of SAMA name, for a lexicon that does not say what its tags mean."""
    found: dict[str, str] = {}
    for tag in tags:
        for pattern, names in _TELLING:
            if (told := pattern.match(tag)) is not None:
                found.update((name, value) for name, value in zip(names, told.groups(), strict=True) if value)
    return found

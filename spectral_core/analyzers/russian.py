"""Analyses by pymorphy3, where it is installed, in Universal Dependencies' tags; and how Russian ones become those."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache

from spectral_core.analyzers.features import named, remembered, rows_by_word, table, written
from spectral_core.data import EMPTY, Analysis

PARTS = rows_by_word(
    {
        "NOUN": "NOUN",
        "ADJ": "ADJF ADJS",
        "ADJ ADV": "COMP",
        "VERB": "VERB INFN PRTF PRTS GRND",
        "NUM": "NUMR NUMB ROMN",
        "ADV": "ADVB",
        "PRON": "NPRO",
        "ADV VERB": "PRED",
        "ADP": "PREP",
        "CCONJ SCONJ": "CONJ",
        "PART": "PRCL",
        "INTJ": "INTJ",
        "PUNCT": "PNCT",
        "X": "LATN",
    }
)
_NAMES = frozenset(("Name", "Surn", "Patr", "Geox", "Orgn", "Trad"))
_AND = frozenset(("и", "а", "но", "или", "да", "либо", "ни", "однако", "зато", "ибо", "также", "тоже"))
FEATURES = table(
    "anim:Animacy=Anim inan:Animacy=Inan masc:Gender=Masc femn:Gender=Fem neut:Gender=Neut sing:Number=Sing "
    "plur:Number=Plur nomn:Case=Nom gent:Case=Gen gen1:Case=Gen gen2:Case=Par datv:Case=Dat accs:Case=Acc "
    "acc2:Case=Acc ablt:Case=Ins loct:Case=Loc loc1:Case=Loc loc2:Case=Loc voct:Case=Voc perf:Aspect=Perf "
    "impf:Aspect=Imp 1per:Person=1 2per:Person=2 3per:Person=3 pres:Tense=Pres past:Tense=Past futr:Tense=Fut "
    "indc:Mood=Ind impr:Mood=Imp actv:Voice=Act pssv:Voice=Pass Supr:Degree=Sup Abbr:Abbr=Yes LATN:Foreign=Yes"
)
_FORMS = table(
    "VERB:VerbForm=Fin INFN:VerbForm=Inf PRTF:VerbForm=Part PRTS:VerbForm=Part|Variant=Short GRND:VerbForm=Conv "
    "ADJF:Degree=Pos ADJS:Degree=Pos|Variant=Short ADVB:Degree=Pos COMP:Degree=Cmp NUMR:NumType=Card NUMB:NumType=Card"
)


_Parses = Callable[[str], Iterable[tuple[frozenset[str], str]]]  # the grammemes and the lemma of each reading


@dataclass(frozen=True, slots=True)
class Pymorphy:
    """A dictionary of pymorphy3, and its guesses for words that are not in it; the likeliest reading first."""

    parses: _Parses
    universal: Callable[[frozenset[str], str], Iterator[tuple[str, str, bool]]]
    _known: dict[str, tuple[Analysis, ...]] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def russian(cls) -> Pymorphy:
        return cls(_dictionary("ru"), _universal)

    @classmethod
    def ukrainian(cls) -> Pymorphy:
        from spectral_core.analyzers.ukrainian import readings_of

        return cls(_dictionary("uk"), readings_of)

    def analyse(self, word: str, transliterated: bool | None = None) -> tuple[Analysis, ...]:  # noqa: ARG002
        """Its readings with universal tags; XPOS stays empty, for no treebank has OpenCorpora's tags."""
        return remembered(self._known, word, lambda: self._readings(word))

    def _readings(self, word: str) -> Iterator[Analysis]:
        for grammemes, lemma in self.parses(word):
            for upos, feats, capital in self.universal(grammemes, lemma):
                yield Analysis(lemma[:1].upper() + lemma[1:] if capital else lemma, EMPTY, upos, EMPTY, feats)


def _dictionary(language: str) -> _Parses:
    import pymorphy3

    program = pymorphy3.MorphAnalyzer(lang=language)
    return lambda word: [(parse.tag.grammemes, parse.normal_form) for parse in program.parse(word)]


@cache
def _readings_of(grammemes: frozenset[str]) -> tuple[tuple[str, str], ...]:
    part = next((name for name in PARTS if name in grammemes), "")
    told = "|".join(FEATURES.get(sign, "") for sign in sorted(grammemes))
    features = named(_FORMS.get(part, "")) | named(told)
    if part in ("VERB", "INFN", "GRND"):
        features.setdefault("Voice", "Act")
    if part == "NPRO" or "Apro" in grammemes:
        features.pop("Degree", None)
        if part == "NPRO" and not {"1per", "2per", "3per"}.isdisjoint(grammemes):
            features["PronType"] = "Prs"
    kinds = PARTS.get(part, "X").split()
    if "Apro" in grammemes:
        kinds = ["DET", "PRON"]
    elif part == "NOUN" and not _NAMES.isdisjoint(grammemes):
        kinds = ["PROPN"]
    genders = ("Masc", "Fem") if "ms-f" in grammemes or "Ms-f" in grammemes else (features.get("Gender", ""),)
    plain = {name: value for name, value in features.items() if name != "Gender"}
    if part in ("ADJF", "PRTF") and "Case" in features and features["Case"] != "Acc":
        plain.pop("Animacy", None)
    feats = [written({**plain, "Gender": gender} if gender else plain) for gender in genders]
    return tuple((kind, each) for kind in kinds for each in feats)


def _universal(grammemes: frozenset[str], lemma: str) -> Iterator[tuple[str, str, bool]]:
    for upos, feats in _readings_of(grammemes):
        if (upos == "CCONJ" and lemma not in _AND) or (upos == "SCONJ" and lemma in _AND):
            continue
        if lemma in ("быть", "бы") and upos in ("VERB", "PART"):
            yield "AUX", feats, False
        if upos == "VERB" and "Voice=Act" in feats and lemma.endswith(("ся", "сь")):
            yield upos, feats.replace("Voice=Act", "Voice=Mid"), False
        yield upos, feats, upos == "PROPN"

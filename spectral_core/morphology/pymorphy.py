"""Russian and Ukrainian readings by pymorphy3, if it is installed, in the tags of Universal Dependencies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache

from spectral_core.data import EMPTY, Analysis
from spectral_core.morphology.features import format_features, get_cached, invert_rows, parse_features, parse_table

PARTS = invert_rows(
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
_NAME_GRAMMEMES = frozenset(("Name", "Surn", "Patr", "Geox", "Orgn", "Trad"))
_COORDINATING = frozenset(("и", "а", "но", "или", "да", "либо", "ни", "однако", "зато", "ибо", "также", "тоже"))
FEATURES = parse_table(
    "anim:Animacy=Anim inan:Animacy=Inan masc:Gender=Masc femn:Gender=Fem neut:Gender=Neut sing:Number=Sing "
    "plur:Number=Plur nomn:Case=Nom gent:Case=Gen gen1:Case=Gen gen2:Case=Par datv:Case=Dat accs:Case=Acc "
    "acc2:Case=Acc ablt:Case=Ins loct:Case=Loc loc1:Case=Loc loc2:Case=Loc voct:Case=Voc perf:Aspect=Perf "
    "impf:Aspect=Imp 1per:Person=1 2per:Person=2 3per:Person=3 pres:Tense=Pres past:Tense=Past futr:Tense=Fut "
    "indc:Mood=Ind impr:Mood=Imp actv:Voice=Act pssv:Voice=Pass Supr:Degree=Sup Abbr:Abbr=Yes LATN:Foreign=Yes"
)
_FORMS = parse_table(
    "VERB:VerbForm=Fin INFN:VerbForm=Inf PRTF:VerbForm=Part PRTS:VerbForm=Part|Variant=Short GRND:VerbForm=Conv "
    "ADJF:Degree=Pos ADJS:Degree=Pos|Variant=Short ADVB:Degree=Pos COMP:Degree=Cmp NUMR:NumType=Card NUMB:NumType=Card"
)


_Parses = Callable[[str], Iterable[tuple[frozenset[str], str]]]  # grammemes and lemma of each reading


@dataclass(frozen=True, slots=True)
class Pymorphy:
    """Dictionary of pymorphy3 with its guesses for unknown words; the most probable reading first."""

    parse: _Parses
    map_grammemes: Callable[[frozenset[str], str], Iterator[tuple[str, str, bool]]]
    _cache: dict[str, tuple[Analysis, ...]] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def open_russian(cls) -> Pymorphy:
        return cls(_load_dictionary("ru"), _map_russian_reading)

    @classmethod
    def open_ukrainian(cls) -> Pymorphy:
        # IMPORT-DROPPED

        return cls(_load_dictionary("uk"), map_ukrainian_reading)

    def analyse(self, word: str, transliterated: bool | None = None) -> tuple[Analysis, ...]:  # noqa: ARG002
        """Return the readings with universal tags; XPOS stays empty, for no treebank has OpenCorpora's tags."""
        return get_cached(self._cache, word, lambda: self._analyse_word(word))

    def _analyse_word(self, word: str) -> Iterator[Analysis]:
        for grammemes, lemma in self.parse(word):
            for upos, feats, is_name in self.map_grammemes(grammemes, lemma):
                yield Analysis(lemma[:1].upper() + lemma[1:] if is_name else lemma, EMPTY, upos, EMPTY, feats)


def _load_dictionary(language: str) -> _Parses:
    import pymorphy3

    program = pymorphy3.MorphAnalyzer(lang=language)
    return lambda word: [(parse.tag.grammemes, parse.normal_form) for parse in program.parse(word)]


@cache
def _map_russian(grammemes: frozenset[str]) -> tuple[tuple[str, str], ...]:
    part = next((name for name in PARTS if name in grammemes), "")
    value_text = "|".join(FEATURES.get(sign, "") for sign in sorted(grammemes))
    features = parse_features(_FORMS.get(part, "")) | parse_features(value_text)
    if part in ("VERB", "INFN", "GRND"):
        features.setdefault("Voice", "Act")
    if part == "NPRO" or "Apro" in grammemes:
        features.pop("Degree", None)
        if part == "NPRO" and not {"1per", "2per", "3per"}.isdisjoint(grammemes):
            features["PronType"] = "Prs"
    upos_choices = PARTS.get(part, "X").split()
    if "Apro" in grammemes:
        upos_choices = ["DET", "PRON"]
    elif part == "NOUN" and not _NAME_GRAMMEMES.isdisjoint(grammemes):
        upos_choices = ["PROPN"]
    genders = ("Masc", "Fem") if "ms-f" in grammemes or "Ms-f" in grammemes else (features.get("Gender", ""),)
    without_gender = {name: value for name, value in features.items() if name != "Gender"}
    if part in ("ADJF", "PRTF") and "Case" in features and features["Case"] != "Acc":
        without_gender.pop("Animacy", None)
    feats = [format_features({**without_gender, "Gender": gender} if gender else without_gender) for gender in genders]
    return tuple((upos, feats_choice) for upos in upos_choices for feats_choice in feats)


def _map_russian_reading(grammemes: frozenset[str], lemma: str) -> Iterator[tuple[str, str, bool]]:
    for upos, feats in _map_russian(grammemes):
        if (upos == "CCONJ" and lemma not in _COORDINATING) or (upos == "SCONJ" and lemma in _COORDINATING):
            continue
        if lemma in ("быть", "бы") and upos in ("VERB", "PART"):
            yield "AUX", feats, False
        if upos == "VERB" and "Voice=Act" in feats and lemma.endswith(("ся", "сь")):
            yield upos, feats.replace("Voice=Act", "Voice=Mid"), False
        yield upos, feats, upos == "PROPN"


_UKRAINIAN_PARTS = {**PARTS, "ADVB": "ADV", "PRED": "ADV", "CONJ": "CCONJ SCONJ"}
_AUXILIARIES = {"бути": "VERB", "б": "PART", "би": "PART"}
_TENSES = ("pres", "past", "futr")


def map_ukrainian_reading(grammemes: frozenset[str], lemma: str) -> Iterator[tuple[str, str, bool]]:
    """Iterate over the universal tags with their features that a set of grammemes can stand for, and whether the lemma
    is a name."""
    for upos, feats in _map_ukrainian(grammemes):
        if _AUXILIARIES.get(lemma) == upos:
            yield "AUX", feats, False
        yield upos, feats, upos == "PROPN"


@cache
def _map_ukrainian(grammemes: frozenset[str]) -> tuple[tuple[str, str], ...]:
    part = next((name for name in _UKRAINIAN_PARTS if name in grammemes), "")
    features = dict(FEATURES[sign].split("=") for sign in sorted(grammemes) if sign in FEATURES)
    upos_choices = _UKRAINIAN_PARTS.get(part, "X").split()
    if "Case" in features and part != "PREP":
        features.setdefault("Number", "Sing")  # which the dictionary leaves out
    match part:
        case "NOUN" if grammemes & {"Name", "Surn", "Patr"}:
            upos_choices = ["PROPN"]
        case "ADJF" | "COMP":
            features |= _map_adjective(grammemes)
        case "VERB":
            features |= _map_verb(grammemes, features)
        case "GRND":
            features["VerbForm"] = "Conv"
        case "NPRO" if grammemes & {"pers", "1per", "2per", "3per"}:
            features["PronType"] = "Prs"
        case "NPRO":
            is_determiner = "Gender" in features or "plur" in grammemes
            upos_choices = ["DET"] if is_determiner else ["PRON"] if "Case" in features else ["ADV"]
        case "CONJ" if grammemes & {"coord", "subord"}:
            upos_choices = ["CCONJ" if "coord" in grammemes else "SCONJ"]
        case "NUMR" | "NUMB":
            features["NumType"] = "Card"
    return tuple((upos, format_features(features)) for upos in upos_choices)


def _map_adjective(grammemes: frozenset[str]) -> dict[str, str]:
    if grammemes & {"actv", "pssv"}:
        return {"VerbForm": "Part"}
    return {"Degree": "Sup" if "Supr" in grammemes else "Cmp" if "COMP" in grammemes else "Pos"}


def _map_verb(grammemes: frozenset[str], features: dict[str, str]) -> dict[str, str]:
    """Return what the form adds: an infinitive is not always marked as one, a finite verb is never marked."""
    if "impr" not in grammemes and "Impe" not in grammemes and grammemes.isdisjoint(_TENSES):
        return {"VerbForm": "Inf"}
    verb_features = {"Mood": features.get("Mood", "Ind"), "VerbForm": "Fin"}
    if "Impe" in grammemes:
        verb_features["Person"] = "0"
    elif "Gender" in features:
        verb_features["Number"] = "Sing"
    return verb_features

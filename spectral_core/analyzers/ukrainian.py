"""The tags of pymorphy3's Ukrainian dictionary in those of Universal Dependencies."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from spectral_core.analyzers.features import written
from spectral_core.analyzers.russian import FEATURES, PARTS

_PARTS = {**PARTS, "ADVB": "ADV", "PRED": "ADV", "CONJ": "CCONJ SCONJ"}
_AUXILIARIES = {"бути": "VERB", "б": "PART", "би": "PART"}
_TIMES = ("pres", "past", "futr")


def readings_of(grammemes: frozenset[str], lemma: str) -> Iterator[tuple[str, str, bool]]:
    """Each universal tag with its features that a set of grammemes can stand for, and whether the lemma is a name."""
    for upos, feats in _readings_of(grammemes):
        if _AUXILIARIES.get(lemma) == upos:
            yield "AUX", feats, False
        yield upos, feats, upos == "PROPN"


@cache
def _readings_of(grammemes: frozenset[str]) -> tuple[tuple[str, str], ...]:
    part = next((name for name in _PARTS if name in grammemes), "")
    features = dict(FEATURES[sign].split("=") for sign in sorted(grammemes) if sign in FEATURES)
    kinds = _PARTS.get(part, "X").split()
    if "Case" in features and part != "PREP":
        features.setdefault("Number", "Sing")  # which the dictionary leaves unsaid
    match part:
        case "NOUN" if grammemes & {"Name", "Surn", "Patr"}:
            kinds = ["PROPN"]
        case "ADJF" | "COMP":
            features |= _of_adjective(grammemes)
        case "VERB":
            features |= _of_verb(grammemes, features)
        case "GRND":
            features["VerbForm"] = "Conv"
        case "NPRO" if grammemes & {"pers", "1per", "2per", "3per"}:
            features["PronType"] = "Prs"
        case "NPRO":
            agrees = "Gender" in features or "plur" in grammemes
            kinds = ["DET"] if agrees else ["PRON"] if "Case" in features else ["ADV"]
        case "CONJ" if grammemes & {"coord", "subord"}:
            kinds = ["CCONJ" if "coord" in grammemes else "SCONJ"]
        case "NUMR" | "NUMB":
            features["NumType"] = "Card"
    return tuple((kind, written(features)) for kind in kinds)


def _of_adjective(grammemes: frozenset[str]) -> dict[str, str]:
    if grammemes & {"actv", "pssv"}:
        return {"VerbForm": "Part"}
    return {"Degree": "Sup" if "Supr" in grammemes else "Cmp" if "COMP" in grammemes else "Pos"}


def _of_verb(grammemes: frozenset[str], features: dict[str, str]) -> dict[str, str]:
    """What the form adds: an infinitive is not always marked as one, a finite verb is never marked."""
    if "impr" not in grammemes and "Impe" not in grammemes and grammemes.isdisjoint(_TIMES):
        return {"VerbForm": "Inf"}
    found = {"Mood": features.get("Mood", "Ind"), "VerbForm": "Fin"}
    if "Impe" in grammemes:
        found["Person"] = "0"
    elif "Gender" in features:
        found["Number"] = "Sing"
    return found

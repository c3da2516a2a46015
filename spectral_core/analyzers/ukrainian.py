"""Tags of pymorphy3's Ukrainian dictionary in those of Universal Dependencies."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from spectral_core.analyzers.features import format_features
from spectral_core.analyzers.russian import FEATURES, PARTS

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

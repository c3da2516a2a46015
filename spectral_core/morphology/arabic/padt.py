"""Positional tags of the Prague Arabic Dependency Treebank: composition, features, and conversion from UniMorph."""

from __future__ import annotations

import re
from functools import lru_cache

from spectral_core.morphology.features import format_features, parse_key_values

POSITIONAL_TAG = re.compile(r"[A-Z][A-Z-][A-Z-]{2}-[1-3-][MF-][SDP-][124-][A-Z-]")
CASES = {"1": "Nom", "2": "Gen", "4": "Acc"}
STATES = {"D": "Def", "I": "Ind", "R": "Red", "C": "Com"}
_GENDERS = {"M": "Masc", "F": "Fem"}
_NUMBERS = {"S": "Sing", "D": "Dual", "P": "Plur"}
_MOODS = {"I": "Ind", "S": "Sub", "J": "Jus", "E": "Ene", "L": "Ene"}
_VOICES = {"A": "Act", "P": "Pass"}
_UPOS = parse_key_values("N:NOUN Z:PROPN A:ADJ V:VERB P:ADP C:SCONJ S:PRON D:ADV F:PART Q:NUM I:INTJ G:PUNCT")
_PRONOUN_KINDS = {"P": "Prs", "D": "Dem", "R": "Rel"}
_NUMERAL_VALUES = {"I": "1", "Y": "2", "V": "3"}
_UNIMORPH_POS = parse_key_values("V:V N:N ADJ:A PROPN:Z NUM:Q ADP:P CONJ:C PART:F ADV:D PRO:SP DET:S")
_UNIMORPH_VOICES = {"ACT": "A", "PASS": "P"}
_UNIMORPH_GENDERS = {"MASC": "M", "FEM": "F"}
_UNIMORPH_NUMBERS = {"SG": "S", "DU": "D", "PL": "P"}
_UNIMORPH_CASES = {"NOM": "1", "GEN": "2", "ACC": "4"}
_UNIMORPH_STATES = {"DEF": "D", "INDF": "I", "PSSD": "R"}


def make_positional_tag(
    pos: str,
    mood: str = "-",
    voice: str = "-",
    person: str = "-",
    gender: str = "-",
    number: str = "-",
    case: str = "-",
    state: str = "-",
) -> str:
    """Return the ten-character PADT tag; `pos` is the part of speech with its subtype, if any."""
    return f"{pos:-<2}{mood}{voice}-{person}{gender}{number}{case}{state}"


def convert_unimorph_tag(tag: str) -> str:
    """Return the positional tag of a UniMorph tag (`GEN;INDF;N;SG`), with the granularity of `to_coarse_tag`."""
    values = set(tag.split(";"))
    pos = next((pos for value, pos in _UNIMORPH_POS.items() if value in values), "X")
    mood = voice = "-"
    if pos == "V":
        pos = "VP" if "PFV" in values else "VI" if "IPFV" in values else "VC"
        if pos != "VP":  # UniMorph tags the jussive as IMP
            mood = "S" if "SBJV" in values else "J" if "IMP" in values else "I"
        voice = _get_positional_code(values, _UNIMORPH_VOICES)
    elif pos == "P" and not values.isdisjoint(_UNIMORPH_CASES):
        pos = "PI"
    person = next((value for value in "123" if value in values), "-")
    tables = (_UNIMORPH_GENDERS, _UNIMORPH_NUMBERS, _UNIMORPH_CASES, _UNIMORPH_STATES)
    return make_positional_tag(pos, mood, voice, person, *(_get_positional_code(values, table) for table in tables))


def _get_positional_code(values: set[str], table: dict[str, str]) -> str:
    """Return the code in a positional tag of the first UniMorph value in `table` that a tag has; - if it has none."""
    return next((sign for value, sign in table.items() if value in values), "-")


def to_coarse_tag(tag: str) -> str:
    """Return a positional tag without distinctions that UniMorph lacks: kinds of numerals, pronouns and unanalysed
    words."""
    match tag[0]:
        case "U" | "X" | "Y" | "G" | "I":
            return make_positional_tag("X")
        case "Q":
            return "Q-" + tag[2:]
        case "S" if tag[1] != "P":
            return "S-" + tag[2:]
        case "N" | "A" if tag[9] in "AC":
            return tag[:9] + ("D" if tag[9] == "C" else "-")
    return tag


def to_upos(tag: str) -> str:
    """Return the UPOS of a positional tag; a conjunction counts as subordinating, a demonstrative as a pronoun."""
    return _UPOS.get(tag[0], "X")


@lru_cache(maxsize=1 << 12)
def to_feats(tag: str) -> str:
    """Return the FEATS of a positional tag, named as in the first UD version of PADT."""
    pos, subtype, mood, voice = tag[0], tag[1], tag[2], tag[3]
    feature_values = {
        "Person": tag[5] if tag[5] != "-" else "",
        "Gender": _GENDERS.get(tag[6], ""),
        "Number": _NUMBERS.get(tag[7], ""),
        "Case": CASES.get(tag[8], ""),
        "Definite": STATES.get(tag[9], ""),
        "Negative": "Neg" if tag[9] == "A" else "",
        "Voice": _VOICES.get(voice, ""),
    }
    match pos:
        case "V":
            feature_values["Aspect"] = {"P": "Perf", "I": "Imp"}.get(subtype, "")
            feature_values["Mood"] = "Imp" if subtype == "C" else _MOODS.get(mood, "")
            feature_values["VerbForm"] = "" if subtype == "P" else "Fin"
        case "S":
            feature_values["PronType"] = _PRONOUN_KINDS.get(subtype, "")
        case "Q":
            feature_values["NumForm"] = "Digit" if subtype == "-" else "Word"
            feature_values["NumValue"] = _NUMERAL_VALUES.get(subtype, "")
        case "P":
            feature_values["AdpType"] = "Prep"
        case "X":
            feature_values["Foreign"] = "Foreign"
        case "Y":
            feature_values["Abbr"] = "Yes"
    return format_features({name: value for name, value in feature_values.items() if value})

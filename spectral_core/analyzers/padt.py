"""The positional tags of the Prague Arabic Dependency Treebank, composed, told in features, and read from UniMorph."""

from __future__ import annotations

import re
from functools import lru_cache

from spectral_core.analyzers.features import table, written

POSITIONAL = re.compile(r"[A-Z][A-Z-][A-Z-]{2}-[1-3-][MF-][SDP-][124-][A-Z-]")
CASES = {"1": "Nom", "2": "Gen", "4": "Acc"}
STATES = {"D": "Def", "I": "Ind", "R": "Red", "C": "Com"}
_GENDERS = {"M": "Masc", "F": "Fem"}
_NUMBERS = {"S": "Sing", "D": "Dual", "P": "Plur"}
_MOODS = {"I": "Ind", "S": "Sub", "J": "Jus", "E": "Ene", "L": "Ene"}
_VOICES = {"A": "Act", "P": "Pass"}
_KINDS = table("N:NOUN Z:PROPN A:ADJ V:VERB P:ADP C:SCONJ S:PRON D:ADV F:PART Q:NUM I:INTJ G:PUNCT")
_PRONOUN_KINDS = {"P": "Prs", "D": "Dem", "R": "Rel"}
_NUMERAL_VALUES = {"I": "1", "Y": "2", "V": "3"}
_UNIMORPH_KINDS = table("V:V N:N ADJ:A PROPN:Z NUM:Q ADP:P CONJ:C PART:F ADV:D PRO:SP DET:S")
_UNIMORPH_VOICES = {"ACT": "A", "PASS": "P"}
_UNIMORPH_GENDERS = {"MASC": "M", "FEM": "F"}
_UNIMORPH_NUMBERS = {"SG": "S", "DU": "D", "PL": "P"}
_UNIMORPH_CASES = {"NOM": "1", "GEN": "2", "ACC": "4"}
_UNIMORPH_STATES = {"DEF": "D", "INDF": "I", "PSSD": "R"}


def positional(
    kind: str,
    mood: str = "-",
    voice: str = "-",
    person: str = "-",
    gender: str = "-",
    number: str = "-",
    case: str = "-",
    state: str = "-",
) -> str:
    """The tag of ten signs; `kind` is the part of speech with its subtype, if it has one."""
    return f"{kind:-<2}{mood}{voice}-{person}{gender}{number}{case}{state}"


def from_unimorph(tag: str) -> str:
    """The positional tag that says what a tag of UniMorph says (`GEN;INDF;N;SG`), under the names of `coarse`."""
    values = set(tag.split(";"))
    kind = next((kind for value, kind in _UNIMORPH_KINDS.items() if value in values), "X")
    mood = voice = "-"
    if kind == "V":
        kind = "VP" if "PFV" in values else "VI" if "IPFV" in values else "VC"
        if kind != "VP":  # the jussive stands as IMP there
            mood = "S" if "SBJV" in values else "J" if "IMP" in values else "I"
        voice = _one(values, _UNIMORPH_VOICES)
    elif kind == "P" and not values.isdisjoint(_UNIMORPH_CASES):
        kind = "PI"
    person = next((value for value in "123" if value in values), "-")
    tables = (_UNIMORPH_GENDERS, _UNIMORPH_NUMBERS, _UNIMORPH_CASES, _UNIMORPH_STATES)
    return positional(kind, mood, voice, person, *(_one(values, table) for table in tables))


def _one(values: set[str], table: dict[str, str]) -> str:
    return next((sign for value, sign in table.items() if value in values), "-")


def coarse(tag: str) -> str:
    """A positional tag without what UniMorph does not tell: kinds of numerals and pronouns, and of unanalysed words."""
    match tag[0]:
        case "U" | "X" | "Y" | "G" | "I":
            return positional("X")
        case "Q":
            return "Q-" + tag[2:]
        case "S" if tag[1] != "P":
            return "S-" + tag[2:]
        case "N" | "A" if tag[9] in "AC":
            return tag[:9] + ("D" if tag[9] == "C" else "-")
    return tag


def universal_tag(tag: str) -> str:
    """The universal tag of a positional one; a conjunction counts as subordinating, a demonstrative as a pronoun."""
    return _KINDS.get(tag[0], "X")


@lru_cache(maxsize=1 << 12)
def features(tag: str) -> str:
    """What a positional tag says in the features of Universal Dependencies, as PADT's first version names them."""
    kind, subtype, mood, voice = tag[0], tag[1], tag[2], tag[3]
    found = {
        "Person": tag[5] if tag[5] != "-" else "",
        "Gender": _GENDERS.get(tag[6], ""),
        "Number": _NUMBERS.get(tag[7], ""),
        "Case": CASES.get(tag[8], ""),
        "Definite": STATES.get(tag[9], ""),
        "Negative": "Neg" if tag[9] == "A" else "",
        "Voice": _VOICES.get(voice, ""),
    }
    match kind:
        case "V":
            found["Aspect"] = {"P": "Perf", "I": "Imp"}.get(subtype, "")
            found["Mood"] = "Imp" if subtype == "C" else _MOODS.get(mood, "")
            found["VerbForm"] = "" if subtype == "P" else "Fin"
        case "S":
            found["PronType"] = _PRONOUN_KINDS.get(subtype, "")
        case "Q":
            found["NumForm"] = "Digit" if subtype == "-" else "Word"
            found["NumValue"] = _NUMERAL_VALUES.get(subtype, "")
        case "P":
            found["AdpType"] = "Prep"
        case "X":
            found["Foreign"] = "Foreign"
        case "Y":
            found["Abbr"] = "Yes"
    return written({name: value for name, value in found.items() if value})

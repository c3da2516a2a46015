"""How token tables are laid out: the layouts known by name, and those a user describes in a TOML file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from spectral_core.errors import FormatError, SettingsError
from spectral_core.files import Location
from spectral_core.formats.toml import read_toml

COLUMNS = (
    *("form", "lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc"),
    *("vocalised", "gloss", "segments", "candidates"),
)
BLANK_LINE, COMMENT_LINE, CHANGE = "blank line", "comment line", "change"  # what parts two sentences
_RULES = (BLANK_LINE, COMMENT_LINE, CHANGE)
_PARTS = (("form",), ("form", "tag"), ("form", "lemma", "tag"))
_MAIN = ("", "first", "last", "longest")


@dataclass(frozen=True, slots=True)
class SegmentRule:
    """How one cell holds the segments of a word."""

    between: str = "+"  # what stands between two segments
    inside: str = "/"  # what stands between the parts of one
    parts: tuple[str, ...] = ("form", "tag")  # or ("form",), or ("form", "lemma", "tag")
    escapes: bool = True  # whether %2B is a plus sign; otherwise every sign stands for itself
    vocalised: bool = False  # whether the forms, joined, are the vocalised word
    main: str = ""  # which segment gives the word its lemma and xpos: first, last, longest, or none of them
    enclitics: tuple[str, ...] = ()  # tags of segments that are never the main one unless they come first
    values: str = ""  # what stands between the values of a tag, where their order means nothing


@dataclass(frozen=True, slots=True)
class Profile:
    """One way to lay out a table: what its columns mean, and where its sentences end."""

    name: str
    title: str
    columns: tuple[tuple[str, str], ...]  # (one of COLUMNS, the table's name for it)
    header: bool = True  # whether the first line names the columns
    order: tuple[str, ...] = ()  # the table's columns, where no header names them
    sentences: str = BLANK_LINE
    changing: tuple[str, ...] = ()  # the table's columns whose change begins a sentence
    segments: SegmentRule = SegmentRule()
    stand_in: str = ""  # the table's column that gives the word where the form's own cell is empty
    features: str = "|"  # what stands between the features of a word
    status: str = ""  # the table's column that says whether a person has analysed the word
    unanalysed: str = "unanalysed"  # what it says where nobody has; such a word has no chosen analysis
    analysed: str = "ok"  # and what is written there once somebody has

    def their(self, column: str) -> str:
        """The table's name for one of `COLUMNS`, or an empty string."""
        return next((theirs for ours, theirs in self.columns if ours == column), "")


def _columns(names: str) -> tuple[tuple[str, str], ...]:
    pairs = (pair.partition(":") for pair in names.split())
    return tuple((ours, theirs) for ours, _, theirs in pairs)


TABLE = Profile("table", "Token table", tuple((name, name) for name in COLUMNS))
PROFILES = {
    profile.name: profile
    for profile in (
        TABLE,
        Profile(
            "padt-tokens",
            "PADT words with vocalised segments",
            _columns("form:surface lemma:lemma xpos:xpos feats:feats segments:vocalised_segments"),
            sentences=COMMENT_LINE,
            segments=SegmentRule(parts=("form",), escapes=False, vocalised=True),
            stand_in="vocalised_segments",  # a word of lengthening strokes alone has an empty surface
            status="gold_status",
        ),
        Profile(
            "sigmorphon-segments",
            "Words with their segments as form/lemma/features",
            (("form", "surface"), ("segments", "segments")),
            header=False,
            order=("surface", "segments"),
            sentences=COMMENT_LINE,
            segments=SegmentRule(
                between=" ",
                parts=("form", "lemma", "tag"),
                escapes=False,
                main="longest",
                enclitics=("PRO;GEN", "PRO;ACC"),  # of a preposition with a pronoun the preposition is the word
                values=";",
            ),
        ),
        Profile(
            "quran-morphology",
            "Quranic words with lemma and morphology, a sentence an aya",
            _columns(
                "form:surface_normalised vocalised:uthmani xpos:pos lemma:lemma_qac_buckwalter feats:morphology_qac"
            ),
            sentences=CHANGE,
            changing=("sura", "aya"),
            features=" ",
        ),
    )
}


def profile_named(name: str) -> Profile:
    """The profile of this name, or the one that the TOML file of this name describes."""
    if name in PROFILES:
        return PROFILES[name]
    if name.lower().endswith(".toml"):
        return read_profile(Path(name))
    what = f"there is no table profile {name!r}; there are {', '.join(PROFILES)}"
    raise SettingsError(f"{what}, or name a .toml file that describes one")


def read_profile(path: Location) -> Profile:
    """The profile that a TOML file describes; what is wrong in it is said by the name of its key."""
    path = Path(path)
    return _checked(path, read_toml(path))


def _checked(path: Path, given: Mapping[str, object]) -> Profile:
    keys = {"name": str, "title": str, "header": bool, "order": list, "sentences": str, "changing": list}
    keys |= {"stand_in": str, "features": str, "columns": dict, "segments": dict, "status": dict}
    _check_keys(path, given, keys, "")
    name = _text(path, given, "name", "")
    if not name or name in PROFILES:
        what = "the profile has no name" if not name else f"the name {name!r} belongs to a profile of the program"
        raise FormatError(path, None, what, 'Give it one of its own: name = "my-table"')
    columns = given.get("columns")
    if not isinstance(columns, dict) or "form" not in columns:
        what = "the profile does not say which column holds the words"
        raise FormatError(path, None, what, 'Add a part [columns] with form = "the table\'s name for it"')
    _check_keys(path, columns, dict.fromkeys(COLUMNS, str), "columns.")
    rule = given.get("segments", {})
    status = given.get("status", {})
    assert isinstance(rule, dict)
    assert isinstance(status, dict)
    _check_keys(path, status, dict.fromkeys(("column", "unanalysed", "analysed"), str), "status.")
    profile = Profile(
        name,
        _text(path, given, "title", name),
        tuple((ours, _text(path, columns, ours, "")) for ours in columns),
        bool(given.get("header", True)),
        _names(path, given, "order", ()),
        _text(path, given, "sentences", CHANGE if "changing" in given else BLANK_LINE),
        _names(path, given, "changing", ()),
        _checked_rule(path, rule),
        _text(path, given, "stand_in", ""),
        _text(path, given, "features", "|"),
        _text(path, status, "column", ""),
        _text(path, status, "unanalysed", "unanalysed"),
        _text(path, status, "analysed", "ok"),
    )
    _check_whole(path, profile)
    return profile


def _checked_rule(path: Path, given: Mapping[str, object]) -> SegmentRule:
    keys = {"between": str, "inside": str, "parts": list, "escapes": bool, "vocalised": bool}
    keys |= {"main": str, "enclitics": list, "values": str}
    _check_keys(path, given, keys, "segments.")
    plain = SegmentRule()
    rule = SegmentRule(
        _text(path, given, "between", plain.between),
        _text(path, given, "inside", plain.inside),
        _names(path, given, "parts", plain.parts),
        bool(given.get("escapes", plain.escapes)),
        bool(given.get("vocalised", plain.vocalised)),
        _text(path, given, "main", plain.main),
        _names(path, given, "enclitics", plain.enclitics),
        _text(path, given, "values", plain.values),
    )
    if rule.parts not in _PARTS:
        known = " or ".join(str(list(parts)).replace("'", '"') for parts in _PARTS)
        raise FormatError(path, None, f"segments.parts is {list(rule.parts)}", f"It may be {known}")
    if rule.main not in _MAIN:
        raise FormatError(path, None, f"segments.main is {rule.main!r}", "It may be first, last or longest")
    marks = (rule.between, rule.inside)
    if rule.between == rule.inside or any(len(mark) != 1 or not " " <= mark <= "~" or mark in "%_" for mark in marks):
        what = f"segments.between {rule.between!r} and segments.inside {rule.inside!r} do not tell segments apart"
        raise FormatError(path, None, what, "Use two different ASCII signs, neither of them % or _")
    if rule.values and rule.values in (*marks, "\t"):
        raise FormatError(path, None, f"segments.values is {rule.values!r}", "Use a sign of its own")
    return rule


def _check_whole(path: Path, profile: Profile) -> None:
    """What only all keys together can get wrong."""
    if profile.sentences not in _RULES:
        what = f"sentences is {profile.sentences!r}"
        raise FormatError(path, None, what, f"It may be {', '.join(repr(rule) for rule in _RULES)}")
    if (profile.sentences == CHANGE) != bool(profile.changing):
        what = "sentences that end where a column changes need the key changing, and only they"
        raise FormatError(path, None, what, 'Write both: sentences = "change" and changing = ["document", "sentence"]')
    used = [theirs for _, theirs in profile.columns] + [*profile.changing]
    used += [name for name in (profile.stand_in, profile.status) if name]
    if profile.header:
        if profile.order:
            raise FormatError(path, None, "order is for tables without a header", "Remove it, or write header = false")
        return
    if len(set(profile.order)) != len(profile.order) or not profile.order or "" in profile.order:
        what = "a table without a header needs the key order with a name for each column, no two alike"
        raise FormatError(path, None, what, 'For instance: order = ["word", "lemma", "tag"]')
    if missing := [name for name in used if name not in profile.order]:
        remedy = f"It names {', '.join(profile.order)}"
        raise FormatError(path, None, f"there is no column {missing[0]!r} in order", remedy)


def _check_keys(path: Path, given: Mapping[str, object], keys: Mapping[str, type], where: str) -> None:
    kinds = {
        str: "a text in quotation marks",
        bool: "true or false",
        list: "a list in brackets",
        dict: "a part of its own",
    }
    for key, value in given.items():
        if key not in keys:
            raise FormatError(path, None, f"there is no key {where}{key}", f"There are {', '.join(keys)}")
        if not isinstance(value, keys[key]):
            raise FormatError(path, None, f"{where}{key} is {value!r:.60}", f"It has to be {kinds[keys[key]]}")


def _text(path: Path, given: Mapping[str, object], key: str, default: str) -> str:
    value = given.get(key, default)
    if not isinstance(value, str) or any(mark in value for mark in "\t\n\r\0"):
        raise FormatError(path, None, f"{key} is {value!r:.60}", "It has to be a text without tabs and line breaks")
    return value


def _names(path: Path, given: Mapping[str, object], key: str, default: tuple[str, ...]) -> tuple[str, ...]:
    values = given.get(key, default)
    if not isinstance(values, list | tuple):
        raise FormatError(path, None, f"{key} is {values!r:.60}", "It has to be a list in brackets")
    return tuple(_text(path, {key: value}, key, "") for value in values)

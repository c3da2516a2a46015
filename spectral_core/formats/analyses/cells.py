"""What single cells of a token table hold, read and written: heads, segments, candidates, the user's own columns."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import NamedTuple

from spectral_core.data import EMPTY, Analysis, Segment
from spectral_core.formats.analyses.profiles import SegmentRule

_COMMON = {EMPTY: None, "": None, **{str(number): number for number in range(512)}}
_NUMBER = re.compile(r"(?:0|[1-9][0-9]{0,8})\Z")
_ESCAPE = re.compile("%(.{0,2})", re.DOTALL)
_PRINTED = re.compile("[2-6][0-9A-Fa-f]|7[0-9A-Ea-e]")
_UNSAFE = re.compile("[\x00-\x1f\ud800-\udfff]")  # what no cell can hold
KEYS = ("lemma", "vocalised", "upos", "xpos", "feats", "gloss", "segments")  # of a candidate


class CellError(ValueError):
    """A cell that cannot be read; its row turns this into a problem with a line number."""

    def __init__(self, what: str, remedy: str):
        super().__init__(what)
        self.what, self.remedy = what, remedy


def short(cell: str) -> str:
    """A cell as a message quotes it."""
    return repr(cell if len(cell) <= 40 else cell[:37] + "...")


def read_head(cell: str) -> int | None:
    """The number of the head; 0 is the root, None is open."""
    try:
        return _COMMON[cell]
    except KeyError:
        if not _NUMBER.match(cell):
            remedy = "Write the number of a word of this sentence, 0 for the root, or _ for none"
            raise CellError(f"the head {short(cell)} is not a number", remedy) from None
        return int(cell)


def read_segments(cell: str, rule: SegmentRule) -> tuple[tuple[Segment, ...], tuple[str, ...]]:
    """The segments of a word and the lemma of each, which is `_` where the table does not tell."""
    if cell in ("", EMPTY):
        return (), ()
    pieces = cell.split(rule.between)
    if rule.parts == ("form",):
        if not rule.escapes and "" in pieces:  # the sign itself is the word, as in a row about a plus sign
            pieces = [cell]
        return tuple(Segment(_plain(piece, rule)) for piece in pieces), (EMPTY,) * len(pieces)
    segments, lemmas = [], []
    for piece in pieces:
        form, lemma, tag = _parts(piece, rule)
        segments.append(Segment(form, ordered(tag, rule)))
        lemmas.append(lemma)
    return tuple(segments), tuple(lemmas)


def ordered(tag: str, rule: SegmentRule) -> str:
    """The tag with its values in one order, where the table's order means nothing."""
    between = rule.values
    return between.join(sorted(tag.split(between))) if between and between in tag else tag


def _parts(piece: str, rule: SegmentRule) -> tuple[str, str, str]:
    parts = piece.split(rule.inside)
    wanted = len(rule.parts)
    if len(parts) > wanted and not rule.escapes:
        *front, tag = parts  # the sign is part of the form; a lemma repeats it, so the middle one divides the two
        half = len(front) // (wanted - 1)
        if half * (wanted - 1) == len(front):
            parts = [rule.inside.join(front[at : at + half]) for at in range(0, len(front), half)] + [tag]
    if len(parts) == wanted - 1 and rule.escapes:
        parts.append(EMPTY)
    if len(parts) != wanted or "" in parts:
        shown = rule.between.join([rule.inside.join(rule.parts)] * 2)
        remedy = f"Write {shown}"
        if rule.escapes:
            remedy += f", with {escaped(rule.inside)} and {escaped(rule.between)} for those signs inside a form"
        raise CellError(f"the segment {short(piece)} is not {rule.inside.join(rule.parts)}", remedy)
    form, *lemma, tag = (_plain(part, rule) for part in parts)
    return form, (lemma[0] if lemma else EMPTY), tag


def _plain(text: str, rule: SegmentRule) -> str:
    if not text:
        raise CellError("a segment is empty", f"Write {escaped(rule.between)} for {rule.between!r} inside a form")
    return _ESCAPE.sub(_sign, text) if rule.escapes and "%" in text else text


def _sign(found: re.Match[str]) -> str:
    if _PRINTED.fullmatch(found[1]):
        return chr(int(found[1], 16))
    raise CellError(f"{short(found[0])} is no escaped sign", "Write %25 for a percent sign, %2B for +, %2F for /")


def escaped(text: str, signs: str = "") -> str:
    """`text` with each of `signs` (all of it where none are named) as %XX."""
    return "".join(f"%{ord(sign):02X}" if not signs or sign in signs else sign for sign in text)


def write_segments(segments: Sequence[Segment], lemmas: Sequence[str], rule: SegmentRule) -> str:
    """The cell that `read_segments` reads as these; whether it does is for the caller to try."""

    def safe(text: str) -> str:
        return escaped(text, f"%{rule.between}{rule.inside}") if rule.escapes else text

    if not segments:
        return EMPTY
    pairs = zip(segments, lemmas, strict=True)
    values = ({"form": safe(one.form), "lemma": safe(lemma), "tag": safe(one.tag)} for one, lemma in pairs)
    return rule.between.join(rule.inside.join(value[part] for part in rule.parts) for value in values)


def main_segment(segments: Sequence[Segment], rule: SegmentRule) -> int:
    """The place of the segment that gives a word its lemma and xpos, counted from 0."""
    enclitics = [set(tag.split(rule.values)) if rule.values else {tag} for tag in rule.enclitics]
    places = [0]
    for at, segment in enumerate(segments[1:], 1):
        values = set(segment.tag.split(rule.values)) if rule.values else {segment.tag}
        if not any(enclitic <= values for enclitic in enclitics):
            places.append(at)
    if rule.main == "longest":
        return max(places, key=lambda at: (len(segments[at].form), -at))
    return places[-1] if rule.main == "last" else 0


def read_candidates(cell: str) -> tuple[Analysis, ...]:
    """The readings offered for a word, from a JSON list of objects."""
    if cell in ("", EMPTY):
        return ()
    try:
        given = json.loads(cell, object_pairs_hook=_Pairs)
    except json.JSONDecodeError as error:
        what = f"the candidates are not JSON: {error.msg} at sign {error.colno}"
        raise CellError(what, 'Write a list: [{"lemma":"go","xpos":"VB"}]') from None
    except RecursionError:
        raise CellError("the candidates are nested too deeply", "Write a list of objects") from None
    except ValueError as error:  # a number of thousands of digits
        raise CellError(f"the candidates are not JSON: {error}", "Write a list of objects") from None
    if not isinstance(given, list) or not all(isinstance(item, _Pairs) for item in given):
        raise CellError("the candidates are not a list of objects", 'Write a list: [{"lemma":"go","xpos":"VB"}]')
    return tuple(_candidate(item.pairs) for item in given)


class _Pairs(NamedTuple):
    """A JSON object as it was written, so that a key given twice is seen."""

    pairs: list[tuple[str, object]]


def _candidate(pairs: list[tuple[str, object]]) -> Analysis:
    values: dict[str, str] = {}
    segments: tuple[Segment, ...] = ()
    seen: set[str] = set()
    for key, value in pairs:
        if key not in KEYS:
            raise CellError(f"a candidate has the unknown key {short(key)}", f"There are {', '.join(KEYS)}")
        if key in seen:
            raise CellError(f"a candidate has the key {key} twice", "Give it once")
        seen.add(key)
        if key == "segments":
            segments = _candidate_segments(value)
        else:
            values[key] = _candidate_text(value, key) or EMPTY
    return Analysis(**values, segments=segments)


def _candidate_segments(value: object) -> tuple[Segment, ...]:
    if not isinstance(value, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in value):
        raise CellError("the segments of a candidate are not pairs", 'Write [["form","TAG"],["form","TAG"]]')
    segments = []
    for form, tag in value:
        written = _candidate_text(form, "form of a segment")
        if not written:
            raise CellError("a segment of a candidate is empty", "Leave it out, or write _ for its form")
        segments.append(Segment(written, _candidate_text(tag, "tag of a segment") or EMPTY))
    return tuple(segments)


def _candidate_text(value: object, name: str) -> str:
    if not isinstance(value, str):
        shown = value.pairs if isinstance(value, _Pairs) else value
        raise CellError(f"the {name} of a candidate is {shown!r:.40}", "Write it in quotation marks")
    if _UNSAFE.search(value):
        what = f"the {name} of a candidate holds a sign that no cell can hold"
        raise CellError(what, "Take it out: a tab, or the like")
    return value


def write_candidates(candidates: Sequence[Analysis]) -> str:
    """The candidates as compact JSON; empty values are left out."""
    if not candidates:
        return EMPTY
    objects = []
    for candidate in candidates:
        said = ((key, getattr(candidate, key)) for key in KEYS[:-1])
        item: dict[str, object] = {key: value for key, value in said if value != EMPTY}
        if candidate.segments:
            item["segments"] = [[segment.form, segment.tag] for segment in candidate.segments]
        objects.append(item)
    return json.dumps(objects, ensure_ascii=False, separators=(",", ":"))


def read_features(cell: str, between: str) -> str:
    """The features of a word as `Name=Value|Name=Value`, from a table that parts them otherwise."""
    return cell.replace("|", "%7C").replace(between, "|")


def write_features(feats: str, between: str) -> str:
    return feats.replace("|", between).replace("%7C", "|")


def extra_item(name: str, value: str) -> str:
    """A value of a column that we have no place for, as an item of MISC."""
    return f"{escaped(name, '%|=')}={escaped(value, '%|') if '%' in value or '|' in value else value}"


def without_extras(misc: str, names: Sequence[str]) -> tuple[str, list[str]]:
    """MISC without the items that `extra_item` made for these columns, and the value of each."""
    items = [] if misc == EMPTY else misc.split("|")
    values = []
    for name in names:
        prefix = f"{escaped(name, '%|=')}="
        at = next((at for at in range(len(items) - 1, -1, -1) if items[at].startswith(prefix)), None)
        value = EMPTY if at is None else items.pop(at)[len(prefix) :]
        values.append(value.replace("%7C", "|").replace("%25", "%"))
    return "|".join(items) or EMPTY, values

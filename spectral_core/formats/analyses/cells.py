"""Cells of a token table, read and written: heads, segments, candidates, further columns."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import NamedTuple

from spectral_core.data import EMPTY, Analysis, Segment
from spectral_core.formats.analyses.profiles import SegmentRule

_CACHED_HEADS = {EMPTY: None, "": None, **{str(number): number for number in range(512)}}
_NUMBER = re.compile(r"(?:0|[1-9][0-9]{0,8})\Z")
_ESCAPE = re.compile("%(.{0,2})", re.DOTALL)
_PRINTABLE = re.compile("[2-6][0-9A-Fa-f]|7[0-9A-Ea-e]")
_UNSAFE = re.compile("[\x00-\x1f\ud800-\udfff]")  # no cell can hold these
CANDIDATE_KEYS = ("lemma", "vocalised", "upos", "xpos", "feats", "gloss", "segments")  # of a candidate


class CellError(ValueError):
    """A cell that cannot be read; its row turns this into a problem with a line number."""

    def __init__(self, message: str, remedy: str):
        super().__init__(message)
        self.message, self.remedy = message, remedy


def quote_cell(cell: str) -> str:
    """Quote a cell for a message, shortened."""
    return repr(cell if len(cell) <= 40 else cell[:37] + "...")


def read_head(cell: str) -> int | None:
    """Return the number of the head; 0 is the root, None is open."""
    try:
        return _CACHED_HEADS[cell]
    except KeyError:
        if not _NUMBER.match(cell):
            remedy = "Write the number of a word of this sentence, 0 for the root, or _ for none"
            raise CellError(f"the head {quote_cell(cell)} is not a number", remedy) from None
        return int(cell)


def read_segments(cell: str, rule: SegmentRule) -> tuple[tuple[Segment, ...], tuple[str, ...]]:
    """Return the segments of a word and the lemma of each, which is `_` where the table has none."""
    if cell in ("", EMPTY):
        return (), ()
    pieces = cell.split(rule.between)
    if rule.parts == ("form",):
        if not rule.escapes and "" in pieces:  # the sign itself is the word, as in a row about a plus sign
            pieces = [cell]
        return tuple(Segment(_unescape(piece, rule)) for piece in pieces), (EMPTY,) * len(pieces)
    segments, lemmas = [], []
    for piece in pieces:
        form, lemma, tag = _split_segment(piece, rule)
        segments.append(Segment(form, sort_tag(tag, rule)))
        lemmas.append(lemma)
    return tuple(segments), tuple(lemmas)


def sort_tag(tag: str, rule: SegmentRule) -> str:
    """Return the tag with its values sorted, where the table's order means nothing."""
    separator = rule.values
    return separator.join(sorted(tag.split(separator))) if separator and separator in tag else tag


def _split_segment(piece: str, rule: SegmentRule) -> tuple[str, str, str]:
    parts = piece.split(rule.inside)
    part_count = len(rule.parts)
    if len(parts) > part_count and not rule.escapes:
        *front, tag = parts  # the sign is part of the form; a lemma repeats it, so the middle one divides the two
        half = len(front) // (part_count - 1)
        if half * (part_count - 1) == len(front):
            parts = [rule.inside.join(front[position : position + half]) for position in range(0, len(front), half)] + [
                tag
            ]
    if len(parts) == part_count - 1 and rule.escapes:
        parts.append(EMPTY)
    if len(parts) != part_count or "" in parts:
        example = rule.between.join([rule.inside.join(rule.parts)] * 2)
        remedy = f"Write {example}"
        if rule.escapes:
            remedy += (
                f", with {percent_encode(rule.inside)} and {percent_encode(rule.between)} for those signs inside a form"
            )
        raise CellError(f"the segment {quote_cell(piece)} is not {rule.inside.join(rule.parts)}", remedy)
    form, *lemma, tag = (_unescape(part, rule) for part in parts)
    return form, (lemma[0] if lemma else EMPTY), tag


def _unescape(text: str, rule: SegmentRule) -> str:
    if not text:
        raise CellError(
            "a segment is empty", f"Write {percent_encode(rule.between)} for {rule.between!r} inside a form"
        )
    return _ESCAPE.sub(_decode_escape, text) if rule.escapes and "%" in text else text


def _decode_escape(match: re.Match[str]) -> str:
    if _PRINTABLE.fullmatch(match[1]):
        return chr(int(match[1], 16))
    raise CellError(f"{quote_cell(match[0])} is no escaped sign", "Write %25 for a percent sign, %2B for +, %2F for /")


def percent_encode(text: str, signs: str = "") -> str:
    """Return `text` with each of `signs` (all of it where none are named) as %XX."""
    return "".join(f"%{ord(sign):02X}" if not signs or sign in signs else sign for sign in text)


def write_segments(segments: Sequence[Segment], lemmas: Sequence[str], rule: SegmentRule) -> str:
    """Return the cell that `read_segments` reads as these; the caller has to verify that it does."""

    def safe(part: str) -> str:
        return percent_encode(part, f"%{rule.between}{rule.inside}") if rule.escapes else part

    if not segments:
        return EMPTY
    pairs = zip(segments, lemmas, strict=True)
    values = ({"form": safe(segment.form), "lemma": safe(lemma), "tag": safe(segment.tag)} for segment, lemma in pairs)
    return rule.between.join(rule.inside.join(value[part] for part in rule.parts) for value in values)


def find_main_segment(segments: Sequence[Segment], rule: SegmentRule) -> int:
    """Return the index of the segment that gives a word its lemma and xpos, from 0."""
    enclitics = [set(tag.split(rule.values)) if rule.values else {tag} for tag in rule.enclitics]
    candidates = [0]
    for position, segment in enumerate(segments[1:], 1):
        values = set(segment.tag.split(rule.values)) if rule.values else {segment.tag}
        if not any(enclitic <= values for enclitic in enclitics):
            candidates.append(position)
    if rule.main == "longest":
        return max(candidates, key=lambda position: (len(segments[position].form), -position))
    return candidates[-1] if rule.main == "last" else 0


def read_candidates(cell: str) -> tuple[Analysis, ...]:
    """Return the candidate readings of a word, from a JSON list of objects."""
    if cell in ("", EMPTY):
        return ()
    try:
        objects = json.loads(cell, object_pairs_hook=_Pairs)
    except json.JSONDecodeError as error:
        message = f"the candidates are not JSON: {error.msg} at sign {error.colno}"
        raise CellError(message, 'Write a list: [{"lemma":"go","xpos":"VB"}]') from None
    except RecursionError:
        raise CellError("the candidates are nested too deeply", "Write a list of objects") from None
    except ValueError as error:  # a number of thousands of digits
        raise CellError(f"the candidates are not JSON: {error}", "Write a list of objects") from None
    if not isinstance(objects, list) or not all(isinstance(item, _Pairs) for item in objects):
        raise CellError("the candidates are not a list of objects", 'Write a list: [{"lemma":"go","xpos":"VB"}]')
    return tuple(_make_candidate(item.pairs) for item in objects)


class _Pairs(NamedTuple):
    """JSON object as it was written, so that a repeated key is seen."""

    pairs: list[tuple[str, object]]


def _make_candidate(pairs: list[tuple[str, object]]) -> Analysis:
    values: dict[str, str] = {}
    segments: tuple[Segment, ...] = ()
    read_keys: set[str] = set()
    for key, value in pairs:
        if key not in CANDIDATE_KEYS:
            raise CellError(
                f"a candidate has the unknown key {quote_cell(key)}", f"There are {', '.join(CANDIDATE_KEYS)}"
            )
        if key in read_keys:
            raise CellError(f"a candidate has the key {key} twice", "Give it once")
        read_keys.add(key)
        if key == "segments":
            segments = _read_candidate_segments(value)
        else:
            values[key] = _read_candidate_text(value, key) or EMPTY
    return Analysis(**values, segments=segments)


def _read_candidate_segments(value: object) -> tuple[Segment, ...]:
    if not isinstance(value, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in value):
        raise CellError("the segments of a candidate are not pairs", 'Write [["form","TAG"],["form","TAG"]]')
    segments = []
    for form, tag in value:
        form_text = _read_candidate_text(form, "form of a segment")
        if not form_text:
            raise CellError("a segment of a candidate is empty", "Leave it out, or write _ for its form")
        segments.append(Segment(form_text, _read_candidate_text(tag, "tag of a segment") or EMPTY))
    return tuple(segments)


def _read_candidate_text(value: object, name: str) -> str:
    if not isinstance(value, str):
        content = value.pairs if isinstance(value, _Pairs) else value
        raise CellError(f"the {name} of a candidate is {content!r:.40}", "Write it in quotation marks")
    if _UNSAFE.search(value):
        message = f"the {name} of a candidate holds a sign that no cell can hold"
        raise CellError(message, "Take it out: a tab, or the like")
    return value


def write_candidates(candidates: Sequence[Analysis]) -> str:
    """Return the candidates as compact JSON; empty values are left out."""
    if not candidates:
        return EMPTY
    objects = []
    for candidate in candidates:
        items = ((key, getattr(candidate, key)) for key in CANDIDATE_KEYS[:-1])
        item: dict[str, object] = {key: value for key, value in items if value != EMPTY}
        if candidate.segments:
            item["segments"] = [[segment.form, segment.tag] for segment in candidate.segments]
        objects.append(item)
    return json.dumps(objects, ensure_ascii=False, separators=(",", ":"))


def read_features(cell: str, separator: str) -> str:
    """Return the features of a word as `Name=Value|Name=Value`, from a table with another separator."""
    return cell.replace("|", "%7C").replace(separator, "|")


def write_features(feats: str, separator: str) -> str:
    return feats.replace("|", separator).replace("%7C", "|")


def make_extra_item(name: str, value: str) -> str:
    """Return a value of a column without a meaning for us as an item of MISC."""
    return f"{percent_encode(name, '%|=')}={percent_encode(value, '%|') if '%' in value or '|' in value else value}"


def split_extras(misc: str, names: Sequence[str]) -> tuple[str, list[str]]:
    """Return MISC without the items that `make_extra_item` made for these columns, and the value of each."""
    items = [] if misc == EMPTY else misc.split("|")
    values = []
    for name in names:
        prefix = f"{percent_encode(name, '%|=')}="
        position = next(
            (position for position in range(len(items) - 1, -1, -1) if items[position].startswith(prefix)), None
        )
        value = EMPTY if position is None else items.pop(position)[len(prefix) :]
        values.append(value.replace("%7C", "|").replace("%25", "%"))
    return "|".join(items) or EMPTY, values

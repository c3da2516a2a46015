"""Parser of the rows and cells of a token table, row by row where something is malformed; also formats cells."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from spectral_core.data import EMPTY, Analysis, Problem, Segment, Sentence
from spectral_core.data.problem import quote
from spectral_core.data.sentence import empty_column
from spectral_core.formats.token_table.layout import TableLayout
from spectral_core.formats.token_table.profiles import CHANGE, SegmentNotation

_CACHED_HEADS = {EMPTY: None, "": None, **{str(number): number for number in range(512)}}
_NUMBER = re.compile(r"(?:0|[1-9][0-9]{0,8})\Z")
_ESCAPE = re.compile("%(.{0,2})", re.DOTALL)
_PRINTABLE = re.compile("[2-6][0-9A-Fa-f]|7[0-9A-Ea-e]")
_UNSAFE = re.compile("[\x00-\x1f\ud800-\udfff]")  # not allowed in any cell
CANDIDATE_KEYS = ("lemma", "vocalised", "upos", "xpos", "feats", "gloss", "segments")  # keys of a candidate
_MAX_ROW_BYTES = 1 << 20  # a longer line is not a word


class CellError(ValueError):
    """A malformed cell; its row turns this into a problem with a line number."""

    def __init__(self, message: str, remedy: str):
        super().__init__(message)
        self.message, self.remedy = message, remedy


def quote_cell(cell: str) -> str:
    """Quote a cell for a message, shortened."""
    return quote(cell if len(cell) <= 40 else cell[:37] + "...")


def parse_head(cell: str) -> int | None:
    """Parse the head of a word; 0 is the root, None is no head."""
    try:
        return _CACHED_HEADS[cell]
    except KeyError:
        if not _NUMBER.match(cell):
            remedy = "Write the number of a word of this sentence, 0 for the root, or _ for none"
            raise CellError(f"the head {quote_cell(cell)} is not a number", remedy) from None
        return int(cell)


def parse_segments(cell: str, notation: SegmentNotation) -> tuple[tuple[Segment, ...], tuple[str, ...]]:
    """Parse the segments of a word and their lemmas, which are `_` where the table has none."""
    if cell in ("", EMPTY):
        return (), ()
    pieces = cell.split(notation.between)
    if notation.parts == ("form",):
        if not notation.escapes and "" in pieces:  # the separator itself is the word, as in a row for a plus sign
            pieces = [cell]
        return tuple(Segment(_unescape(piece, notation)) for piece in pieces), (EMPTY,) * len(pieces)
    segments, lemmas = [], []
    for piece in pieces:
        form, lemma, tag = _split_segment(piece, notation)
        segments.append(Segment(form, sort_tag_values(tag, notation)))
        lemmas.append(lemma)
    return tuple(segments), tuple(lemmas)


def sort_tag_values(tag: str, notation: SegmentNotation) -> str:
    """Return the tag with its values sorted where their order is irrelevant in the table."""
    separator = notation.values
    return separator.join(sorted(tag.split(separator))) if separator and separator in tag else tag


def _split_segment(piece: str, notation: SegmentNotation) -> tuple[str, str, str]:
    """Split a segment into form, lemma and tag."""
    parts = piece.split(notation.inside)
    part_count = len(notation.parts)
    if len(parts) > part_count and not notation.escapes:
        *front, tag = parts  # the separator is in the form and again in the lemma: the middle one divides the two
        half = len(front) // (part_count - 1)
        if half * (part_count - 1) == len(front):
            parts = [notation.inside.join(front[first : first + half]) for first in range(0, len(front), half)] + [tag]
    if len(parts) == part_count - 1 and notation.escapes:
        parts.append(EMPTY)
    if len(parts) != part_count or "" in parts:
        example = notation.between.join([notation.inside.join(notation.parts)] * 2)
        remedy = f"Write {example}"
        if notation.escapes:
            remedy += (
                f", with {percent_encode(notation.inside)} and {percent_encode(notation.between)}"
                " for those signs inside a form"
            )
        raise CellError(f"the segment {quote_cell(piece)} is not {notation.inside.join(notation.parts)}", remedy)
    form, *lemma, tag = (_unescape(part, notation) for part in parts)
    return form, (lemma[0] if lemma else EMPTY), tag


def _unescape(text: str, notation: SegmentNotation) -> str:
    """Return a part of a segment with its percent-encoded characters decoded, if the table uses them; CellError if
    it is empty."""
    if not text:
        raise CellError(
            "a segment is empty", f"Write {percent_encode(notation.between)} for {notation.between!r} inside a form"
        )
    return _ESCAPE.sub(_decode_escape, text) if notation.escapes and "%" in text else text


def _decode_escape(match: re.Match[str]) -> str:
    """Return the character of a percent escape; CellError if it is not one."""
    if _PRINTABLE.fullmatch(match[1]):
        return chr(int(match[1], 16))
    raise CellError(
        f"{quote_cell(match[0])} is not an escaped character", "Write %25 for a percent sign, %2B for +, %2F for /"
    )


def percent_encode(text: str, signs: str = "") -> str:
    """Percent-encode each of `signs` in `text`, or all of it if there are none."""
    return "".join(f"%{ord(character):02X}" if not signs or character in signs else character for character in text)


def format_segments(segments: Sequence[Segment], lemmas: Sequence[str], notation: SegmentNotation) -> str:
    """Format segments as the cell that `parse_segments` parses; the caller must verify the round trip."""

    def escape_part(part: str) -> str:
        return percent_encode(part, f"%{notation.between}{notation.inside}") if notation.escapes else part

    if not segments:
        return EMPTY
    pairs = zip(segments, lemmas, strict=True)
    values = (
        {"form": escape_part(segment.form), "lemma": escape_part(lemma), "tag": escape_part(segment.tag)}
        for segment, lemma in pairs
    )
    return notation.between.join(notation.inside.join(value[part] for part in notation.parts) for value in values)


def find_main_segment(segments: Sequence[Segment], notation: SegmentNotation) -> int:
    """Return the index, from 0, of the segment that gives a word its lemma and xpos."""
    enclitics = [set(tag.split(notation.values)) if notation.values else {tag} for tag in notation.enclitics]
    candidates = [0]
    for position, segment in enumerate(segments[1:], 1):
        values = set(segment.tag.split(notation.values)) if notation.values else {segment.tag}
        if not any(enclitic <= values for enclitic in enclitics):
            candidates.append(position)
    if notation.main == "longest":
        return max(candidates, key=lambda position: (len(segments[position].form), -position))
    return candidates[-1] if notation.main == "last" else 0


def parse_candidates(cell: str) -> tuple[Analysis, ...]:
    """Parse the candidate readings of a word from a JSON list of objects."""
    if cell in ("", EMPTY):
        return ()
    try:
        objects = json.loads(cell, object_pairs_hook=_JsonObject)
    except json.JSONDecodeError as error:
        message = f"the candidates are not JSON: {error.msg} at sign {error.colno}"
        raise CellError(message, 'Write a list: [{"lemma":"go","xpos":"VB"}]') from None
    except RecursionError:
        raise CellError("the candidates are nested too deeply", "Write a list of objects") from None
    except ValueError as error:  # a number of thousands of digits
        raise CellError(f"the candidates are not JSON: {error}", "Write a list of objects") from None
    if not isinstance(objects, list) or not all(isinstance(item, _JsonObject) for item in objects):
        raise CellError("the candidates are not a list of objects", 'Write a list: [{"lemma":"go","xpos":"VB"}]')
    return tuple(_make_candidate(item.pairs) for item in objects)


class _JsonObject(NamedTuple):
    """JSON object as key-value pairs, so that duplicate keys are noticed."""

    pairs: list[tuple[str, object]]


def _make_candidate(pairs: list[tuple[str, object]]) -> Analysis:
    """Make a candidate from the key-value pairs of a JSON object."""
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
            segments = _parse_candidate_segments(value)
        else:
            values[key] = _parse_candidate_text(value, key) or EMPTY
    return Analysis(**values, segments=segments)


def _parse_candidate_segments(value: object) -> tuple[Segment, ...]:
    """Parse the segments of a candidate from pairs of form and tag."""
    if not isinstance(value, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in value):
        raise CellError("the segments of a candidate are not pairs", 'Write [["form","TAG"],["form","TAG"]]')
    segments = []
    for form, tag in value:
        form_text = _parse_candidate_text(form, "form of a segment")
        if not form_text:
            raise CellError("a segment of a candidate is empty", "Leave it out, or write _ for its form")
        segments.append(Segment(form_text, _parse_candidate_text(tag, "tag of a segment") or EMPTY))
    return tuple(segments)


def _parse_candidate_text(value: object, name: str) -> str:
    """Return the text of a JSON value; CellError if it is no text, or not storable in a cell."""
    if not isinstance(value, str):
        content = value.pairs if isinstance(value, _JsonObject) else value
        raise CellError(f"the {name} of a candidate is {content!r:.40}", "Write it in quotation marks")
    if _UNSAFE.search(value):
        message = f"the {name} of a candidate holds a sign that no cell can hold"
        raise CellError(message, "Take it out: a tab, or the like")
    return value


def format_candidates(candidates: Sequence[Analysis]) -> str:
    """Format the candidates as compact JSON; empty values are left out."""
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


def parse_features_cell(cell: str, separator: str) -> str:
    """Convert the features of a word to `Name=Value|Name=Value` from a table with another separator."""
    return cell.replace("|", "%7C").replace(separator, "|")


def format_features_cell(feats: str, separator: str) -> str:
    """Convert `Name=Value|Name=Value` to the separator of the table."""
    return feats.replace("|", separator).replace("%7C", "|")


def format_extra_column_item(name: str, value: str) -> str:
    """Format the value of an extra column of the table, which no field of a sentence holds, as an item of MISC."""
    return f"{percent_encode(name, '%|=')}={percent_encode(value, '%|') if '%' in value or '|' in value else value}"


def split_extra_column_items(misc: str, names: Sequence[str]) -> tuple[str, list[str]]:
    """Return MISC without the items of these columns (`format_extra_column_item`), and the value of each column."""
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


def parse_table_sentence(chunk: bytes, line: int, layout: TableLayout) -> Sentence:
    """Parse a sentence from its rows; malformed rows are listed in its `problems` and make it unreadable."""
    if len(chunk) > _MAX_ROW_BYTES and max(map(len, chunk.split(b"\n"))) > _MAX_ROW_BYTES:
        return _parse_row_by_row(chunk, line, layout)
    try:
        text = chunk.decode()
    except UnicodeDecodeError:
        return _parse_row_by_row(chunk, line, layout)
    if "\r" in text:
        text = text.replace("\r\n", "\n")
    if "\0" in text or "\r" in text:
        return _parse_row_by_row(chunk, line, layout)
    comments: tuple[str, ...] = ()
    if text.startswith("#") or "\n#" in text:
        lines = text.split("\n")
        comments = tuple(filter(layout.is_comment, lines))
        text = "\n".join(row for row in lines if not layout.is_comment(row))
    # One split gives all cells; line breaks at the end of each row and nowhere else prove the number of columns.
    width = len(layout.names)
    cells = text.replace("\n", "\t\n\t").split("\t")
    size = (len(cells) + 1) // (width + 1)
    breaks = cells[width :: width + 1].count("\n")
    if len(cells) != size * (width + 1) - 1 or breaks != size - 1 or text.count("\n") != breaks:
        return _parse_row_by_row(chunk, line, layout)
    try:
        return _make_sentence([cells[column :: width + 1] for column in range(width)], comments, chunk, line, layout)
    except CellError:
        return _parse_row_by_row(chunk, line, layout)


def _make_sentence(
    columns: Sequence[list[str]], comments: tuple[str, ...], chunk: bytes, line: int, layout: TableLayout
) -> Sentence:
    """Make the sentence of well-formed rows, passed as columns; CellError for a malformed cell."""
    column_index, profile = layout.column_index, layout.profile
    size = len(columns[0])

    def get_column(name: str) -> tuple[str, ...]:
        """Return the cells of one of `COLUMNS`, `_` for empty ones; all `_` if the table does not have it."""
        if name not in column_index:
            return empty_column(size)
        column = columns[column_index[name]]
        return tuple(cell or EMPTY for cell in column) if "" in column else tuple(column)

    forms = tuple(columns[column_index["form"]])
    lemmas, xpos, feats, vocalised = map(get_column, ("lemma", "xpos", "feats", "vocalised"))
    if profile.features != "|":
        feats = tuple([parse_features_cell(cell, profile.features) for cell in feats])
    segments: tuple[tuple[Segment, ...], ...] = ((),) * size
    if "segments" in column_index:
        segmented = _parse_segment_column(columns[column_index["segments"]], profile.segments)
        segments = segmented.segments
        vocalised = segmented.vocalised if segmented.vocalised and "vocalised" not in column_index else vocalised
        lemmas = segmented.lemmas if segmented.lemmas and "lemma" not in column_index else lemmas
        xpos = segmented.xpos if segmented.xpos and "xpos" not in column_index else xpos
    if "" in forms:
        forms = _fill_empty_forms(forms, columns, vocalised, layout)
    upos, gloss = get_column("upos"), get_column("gloss")
    chosen: list[Analysis | None] = list(map(Analysis, lemmas, vocalised, upos, xpos, feats, gloss, segments))
    for index in _find_unannotated_words((lemmas, vocalised, upos, xpos, feats, gloss), segments):
        chosen[index] = None
    unanalysed: list[int] = []
    if layout.status_column is not None:
        unanalysed = [
            index for index, status in enumerate(columns[layout.status_column]) if status == profile.unanalysed
        ]
        for index in unanalysed:
            chosen[index] = None
    candidates: tuple[tuple[Analysis, ...], ...] = ()
    if "candidates" in column_index:
        candidates = tuple(map(parse_candidates, columns[column_index["candidates"]]))
    if profile.sentences == CHANGE:
        comments = (*comments, make_sent_id_comment([columns[index][0] for index in layout.boundary_columns]))
    heads: tuple[int | None, ...] = (
        tuple(map(parse_head, columns[column_index["head"]])) if "head" in column_index else (None,) * size
    )
    misc = (
        _add_extra_columns_to_misc(get_column("misc"), columns, layout) if layout.extra_columns else get_column("misc")
    )
    basic_columns = (forms, lemmas, upos, xpos, feats, heads, get_column("deprel"), get_column("deps"), misc)
    return Sentence(
        *basic_columns,
        comments,
        analyses=tuple(chosen) if chosen.count(None) < size else (),
        candidates=candidates if any(candidates) else (),
        unanalysed=tuple([index + 1 for index in unanalysed]),
        source=chunk,
        line=line,
    )


class _SegmentColumn(NamedTuple):
    """Segments of words, and the columns derived from them; () for a column that is not derived."""

    segments: tuple[tuple[Segment, ...], ...]
    lemmas: tuple[str, ...]
    xpos: tuple[str, ...]
    vocalised: tuple[str, ...]


def _parse_segment_column(cells: Sequence[str], notation: SegmentNotation) -> _SegmentColumn:
    """Parse the column of segments, and derive the columns that the table lacks."""
    segments_and_lemmas = [parse_segments(cell, notation) for cell in cells]
    segments = tuple([parts for parts, _ in segments_and_lemmas])
    lemmas: tuple[str, ...] = ()
    xpos: tuple[str, ...] = ()
    vocalised: tuple[str, ...] = ()
    if notation.vocalised:
        vocalised = tuple(["".join([part.form for part in parts]) or EMPTY for parts in segments])
    if notation.main:
        main_indices = [find_main_segment(parts, notation) if parts else -1 for parts in segments]
        indexed_lemmas = zip(segments_and_lemmas, main_indices, strict=True)
        lemmas = tuple([parts[index] if index >= 0 else EMPTY for (_, parts), index in indexed_lemmas])
        indexed_segments = zip(segments, main_indices, strict=True)
        xpos = tuple([parts[index].tag if index >= 0 else EMPTY for parts, index in indexed_segments])
    return _SegmentColumn(segments, lemmas, xpos, vocalised)


def make_sent_id_comment(values: Sequence[str]) -> str:
    """Return the comment that names a sentence by the columns whose change began it."""
    return f"# sent_id = {':'.join(values)}"


def _find_unannotated_words(columns: Sequence[tuple[str, ...]], segments: Sequence[tuple[Segment, ...]]) -> list[int]:
    """Return the indices of words that are empty in all these columns."""
    size = len(segments)
    empty: list[int] | None = None
    for column in columns:
        if column is empty_column(size):
            continue
        if EMPTY not in column:
            return []
        empty = [index for index in (range(size) if empty is None else empty) if column[index] == EMPTY]
    return [index for index in (range(size) if empty is None else empty) if not segments[index]]


def _fill_empty_forms(
    forms: tuple[str, ...], columns: Sequence[list[str]], vocalised: tuple[str, ...], layout: TableLayout
) -> tuple[str, ...]:
    """Return the forms, with empty cells filled from the stand-in column."""
    if (column := layout.stand_in_column) is None:
        raise CellError("the word is empty", "Write a word into the column form, or remove the row")
    joins_segments = (
        column == layout.column_index.get("segments")
        and layout.profile.segments.vocalised
        and "vocalised" not in layout.column_index
    )
    substitutes = vocalised if joins_segments else columns[column]
    filled = tuple(form or substitute for form, substitute in zip(forms, substitutes, strict=True))
    if "" in filled or any(
        not form and substitute == EMPTY for form, substitute in zip(forms, substitutes, strict=True)
    ):
        remedy = f"Write a word into the column {layout.names[layout.column_index['form']]} or {layout.names[column]}"
        raise CellError("the word is empty", remedy)
    return filled


def _add_extra_columns_to_misc(
    misc: tuple[str, ...], columns: Sequence[list[str]], layout: TableLayout
) -> tuple[str, ...]:
    """Return the MISC column with the values of the table's extra columns added to it, as `name=value`."""
    misc_items: list[list[str]] = [[] if cell == EMPTY else [cell] for cell in misc]
    for column in layout.extra_columns:
        prefix = format_extra_column_item(layout.names[column], "")
        for items, cell in zip(misc_items, columns[column], strict=True):
            if cell not in ("", EMPTY):
                needs_no_escape = "|" not in cell and "%" not in cell
                items.append(prefix + cell if needs_no_escape else format_extra_column_item(layout.names[column], cell))
            elif items and any(item.startswith(prefix) for item in "|".join(items).split("|")):
                items.append(prefix + EMPTY)  # distinguishes this item from the same in the table's own MISC
    return tuple(["|".join(items) or EMPTY for items in misc_items])


def _parse_row_by_row(chunk: bytes, line: int, layout: TableLayout) -> Sentence:
    """Parse a sentence row by row, with a problem for each fault."""
    comments: list[str] = []
    forms: list[str] = []
    problems: list[Problem] = []
    for number, raw in enumerate(chunk.replace(b"\r\n", b"\n").split(b"\n"), line):

        def refuse(message: str, remedy: str, number: int = number) -> None:
            problems.append(Problem(number, message, remedy, unreadable=True))

        row = raw[:_MAX_ROW_BYTES].decode(errors="replace")
        if layout.is_comment(row) and len(raw) <= _MAX_ROW_BYTES:
            comments.append(row)
            _check_row_bytes(raw, refuse)
            continue
        cells = row.split("\t", len(layout.names))
        form_column = layout.column_index["form"]
        forms.append((cells[form_column] if form_column < len(cells) else cells[0])[:200] or EMPTY)
        if len(raw) > _MAX_ROW_BYTES:
            remedy = "Write one word with its analysis per row, and end each row with a line break"
            refuse(f"this row is {len(raw):,} bytes long", remedy)
        elif _check_row_bytes(raw, refuse) and _check_column_count(row, layout, refuse):
            _check_cells(cells, layout, refuse)
    return Sentence.of(forms, comments=comments, problems=problems, source=chunk, line=line)


def _check_row_bytes(raw: bytes, refuse: Callable[[str, str], None]) -> bool:
    """Report invalid UTF-8, a NUL or a lone carriage return in a row through `refuse`; return whether there is none."""
    try:
        raw.decode()
    except UnicodeDecodeError as error:
        message = f"byte {error.start + 1} of this line, 0x{raw[error.start]:02x}, is not UTF-8"
        refuse(message, "Convert the file to UTF-8, for instance with iconv")
        return False
    if b"\0" in raw:
        refuse(f"byte {raw.index(0) + 1} of this line is a NUL", "Take it out; a table is plain text")
        return False
    if b"\r" in raw:
        message = f"this line contains a carriage return, at byte {raw.index(13) + 1}"
        refuse(message, "End lines with a line feed, or with a carriage return and a line feed")
        return False
    return True


def _check_column_count(row: str, layout: TableLayout, refuse: Callable[[str, str], None]) -> bool:
    """Report a wrong number of columns in a row through `refuse`; return whether it is right."""
    expected, actual = len(layout.names), row.count("\t") + 1
    if actual == expected:
        return True
    listed_names = " ".join(layout.names[:20])
    if actual == 1 and len(row.split(None, expected)) == expected:
        remedy = f"Part the columns with tabs, not spaces: {listed_names}"
    elif actual < expected:
        remedy = f"Give all of {listed_names}; write _ for nothing"
    else:
        remedy = f"Give only {listed_names}; a cell has no tabs in it"
    refuse(f"this row has {actual:,} column{'s' * (actual != 1)} instead of {expected}", remedy)
    return False


def _check_cells(cells: list[str], layout: TableLayout, refuse: Callable[[str, str], None]) -> None:
    """Report the malformed cells of a row through `refuse`."""
    column_index = layout.column_index
    checks: list[tuple[str, Callable[[str], object]]] = [
        ("head", parse_head),
        ("segments", lambda cell: parse_segments(cell, layout.profile.segments)),
        ("candidates", parse_candidates),
    ]
    failed = False
    for name, check in checks:
        if name in column_index:
            try:
                check(cells[column_index[name]])
            except CellError as error:
                failed = True
                refuse(error.message, error.remedy)
    if failed:
        return
    try:
        _make_sentence([[cell] for cell in cells], (), b"", 1, layout)
    except CellError as error:
        word = cells[0] if len(cells) == 1 else cells[(column_index["form"] + 1) % len(cells)]
        refuse(f"{error.message} (at {quote_cell(word)})" if word else error.message, error.remedy)

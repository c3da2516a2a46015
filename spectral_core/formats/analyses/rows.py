"""Rows of one sentence of a token table, read column by column, or row by row where something is wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from spectral_core.data import EMPTY, Analysis, Problem, Segment, Sentence
from spectral_core.data.sentence import empty_column
from spectral_core.formats.analyses.cells import (
    CellError,
    find_main_segment,
    make_extra_item,
    quote_cell,
    read_candidates,
    read_features,
    read_head,
    read_segments,
)
from spectral_core.formats.analyses.layout import Layout
from spectral_core.formats.analyses.profiles import CHANGE

_MAX_ROW_BYTES = 1 << 20  # bytes; beyond it a line is not a word, whatever it is


def parse(chunk: bytes, line: int, layout: Layout) -> Sentence:
    """Parse a sentence; where rows are malformed, its `problems` tell and it is not readable."""
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
    # One split gives all cells; line breaks at every place where a row ends, and at no other, prove its width.
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
    columns: Sequence[list[str]], comments: tuple[str, ...], chunk: bytes, line: int, layout: Layout
) -> Sentence:
    """Return the sentence of well-formed rows, given as the table's columns; CellError for a malformed cell."""
    column_index, profile = layout.column_index, layout.profile
    size = len(columns[0])

    def values(name: str) -> tuple[str, ...]:
        if name not in column_index:
            return empty_column(size)
        column = columns[column_index[name]]
        return tuple(cell or EMPTY for cell in column) if "" in column else tuple(column)

    forms = tuple(columns[column_index["form"]])
    lemmas, xpos, feats, vocalised = values("lemma"), values("xpos"), values("feats"), values("vocalised")
    if profile.features != "|":
        feats = tuple([read_features(cell, profile.features) for cell in feats])
    segments: tuple[tuple[Segment, ...], ...] = ((),) * size
    if "segments" in column_index:
        rule = profile.segments
        segments_and_lemmas = [read_segments(cell, rule) for cell in columns[column_index["segments"]]]
        segments = tuple([parts for parts, _ in segments_and_lemmas])
        if rule.vocalised and "vocalised" not in column_index:
            vocalised = tuple(["".join([part.form for part in parts]) or EMPTY for parts in segments])
        if rule.main:
            main_indices = [find_main_segment(parts, rule) if parts else -1 for parts in segments]
            if "lemma" not in column_index:
                indexed_lemmas = zip(segments_and_lemmas, main_indices, strict=True)
                lemmas = tuple(
                    [segment_lemmas[index] if index >= 0 else EMPTY for (_, segment_lemmas), index in indexed_lemmas]
                )
            if "xpos" not in column_index:
                indexed_segments = zip(segments, main_indices, strict=True)
                xpos = tuple([parts[index].tag if index >= 0 else EMPTY for parts, index in indexed_segments])
    if "" in forms:
        forms = _fill_forms(forms, columns, vocalised, layout)
    upos, gloss = values("upos"), values("gloss")
    chosen: list[Analysis | None] = list(map(Analysis, lemmas, vocalised, upos, xpos, feats, gloss, segments))
    for index in _find_empty_words((lemmas, vocalised, upos, xpos, feats, gloss), segments):
        chosen[index] = None
    unanalysed: list[int] = []
    if layout.status is not None:
        unanalysed = [index for index, status in enumerate(columns[layout.status]) if status == profile.unanalysed]
        for index in unanalysed:
            chosen[index] = None
    candidates: tuple[tuple[Analysis, ...], ...] = ()
    if "candidates" in column_index:
        candidates = tuple(map(read_candidates, columns[column_index["candidates"]]))
    if profile.sentences == CHANGE:
        comments = (*comments, make_name_comment([columns[index][0] for index in layout.changing]))
    heads: tuple[int | None, ...] = (
        tuple(map(read_head, columns[column_index["head"]])) if "head" in column_index else (None,) * size
    )
    misc = _add_extras(values("misc"), columns, layout) if layout.extras else values("misc")
    basic_columns = (forms, lemmas, upos, xpos, feats, heads, values("deprel"), values("deps"), misc)
    return Sentence(
        *basic_columns,
        comments,
        analyses=tuple(chosen) if chosen.count(None) < size else (),
        candidates=candidates if any(candidates) else (),
        unanalysed=tuple([index + 1 for index in unanalysed]),
        source=chunk,
        line=line,
    )


def make_name_comment(values: Sequence[str]) -> str:
    """Return the comment that names a sentence by the columns whose change began it."""
    return f"# sent_id = {':'.join(values)}"


def _find_empty_words(columns: Sequence[tuple[str, ...]], segments: Sequence[tuple[Segment, ...]]) -> list[int]:
    """Return the indices of words with nothing in any of these columns."""
    size = len(segments)
    empty: list[int] | None = None
    for column in columns:
        if column is empty_column(size):
            continue
        if EMPTY not in column:
            return []
        empty = [index for index in (range(size) if empty is None else empty) if column[index] == EMPTY]
    return [index for index in (range(size) if empty is None else empty) if not segments[index]]


def _fill_forms(
    forms: tuple[str, ...], columns: Sequence[list[str]], vocalised: tuple[str, ...], layout: Layout
) -> tuple[str, ...]:
    """Return the words, those with an empty cell taken from the column that stands in for it."""
    if (column := layout.stand_in) is None:
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


def _add_extras(misc: tuple[str, ...], columns: Sequence[list[str]], layout: Layout) -> tuple[str, ...]:
    """Return MISC with the values of the columns that have no meaning for us, as `name=value`."""
    misc_items: list[list[str]] = [[] if cell == EMPTY else [cell] for cell in misc]
    for column in layout.extras:
        prefix = make_extra_item(layout.names[column], "")
        for items, cell in zip(misc_items, columns[column], strict=True):
            if cell not in ("", EMPTY):
                needs_no_escape = "|" not in cell and "%" not in cell
                items.append(prefix + cell if needs_no_escape else make_extra_item(layout.names[column], cell))
            elif items and any(item.startswith(prefix) for item in "|".join(items).split("|")):
                items.append(prefix + EMPTY)  # so that the item in the table's own MISC is not taken for this column's
    return tuple(["|".join(items) or EMPTY for items in misc_items])


def _parse_row_by_row(chunk: bytes, line: int, layout: Layout) -> Sentence:
    """Return the sentence with a problem for everything that is wrong in it."""
    comments: list[str] = []
    forms: list[str] = []
    problems: list[Problem] = []
    for number, raw in enumerate(chunk.replace(b"\r\n", b"\n").split(b"\n"), line):

        def refuse(message: str, remedy: str, number: int = number) -> None:
            problems.append(Problem(number, message, remedy, unreadable=True))

        row = raw[:_MAX_ROW_BYTES].decode(errors="replace")
        if layout.is_comment(row) and len(raw) <= _MAX_ROW_BYTES:
            comments.append(row)
            _check_text(raw, refuse)
            continue
        cells = row.split("\t", len(layout.names))
        form_column = layout.column_index["form"]
        forms.append((cells[form_column] if form_column < len(cells) else cells[0])[:200] or EMPTY)
        if len(raw) > _MAX_ROW_BYTES:
            remedy = "A row is one word and what is said of it; end each with a line break"
            refuse(f"this row is {len(raw):,} bytes long", remedy)
        elif _check_text(raw, refuse) and _check_width(row, layout, refuse):
            _check_cells(cells, layout, refuse)
    return Sentence.of(forms, comments=comments, problems=problems, source=chunk, line=line)


def _check_text(raw: bytes, refuse: Callable[[str, str], None]) -> bool:
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
        message = f"a carriage return stands inside this line, at byte {raw.index(13) + 1}"
        refuse(message, "End lines with a line feed, or with a carriage return and a line feed")
        return False
    return True


def _check_width(row: str, layout: Layout, refuse: Callable[[str, str], None]) -> bool:
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


def _check_cells(cells: list[str], layout: Layout, refuse: Callable[[str, str], None]) -> None:
    column_index = layout.column_index
    checks: list[tuple[str, Callable[[str], object]]] = [
        ("head", read_head),
        ("segments", lambda cell: read_segments(cell, layout.profile.segments)),
        ("candidates", read_candidates),
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
        refuse(f"{error.message} (beside {quote_cell(word)})" if word else error.message, error.remedy)

"""The rows of one sentence of a token table, read column by column, or row by row where something is wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from spectral_core.data import EMPTY, Analysis, Problem, Segment, Sentence
from spectral_core.data.sentence import empty_column
from spectral_core.formats.analyses.cells import (
    CellError,
    extra_item,
    main_segment,
    read_candidates,
    read_features,
    read_head,
    read_segments,
    short,
)
from spectral_core.formats.analyses.layout import Layout
from spectral_core.formats.analyses.profiles import CHANGE

_LONGEST_ROW = 1 << 20  # bytes; beyond it a line is not a word, whatever it is


def parse(chunk: bytes, line: int, layout: Layout) -> Sentence:
    """The sentence in these bytes; where rows are malformed, its `problems` say so and it is not readable."""
    if len(chunk) > _LONGEST_ROW and max(map(len, chunk.split(b"\n"))) > _LONGEST_ROW:
        return _row_by_row(chunk, line, layout)
    try:
        text = chunk.decode()
    except UnicodeDecodeError:
        return _row_by_row(chunk, line, layout)
    if "\r" in text:
        text = text.replace("\r\n", "\n")
    if "\0" in text or "\r" in text:
        return _row_by_row(chunk, line, layout)
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
        return _row_by_row(chunk, line, layout)
    try:
        return _sentence([cells[place :: width + 1] for place in range(width)], comments, chunk, line, layout)
    except CellError:
        return _row_by_row(chunk, line, layout)


def _sentence(
    columns: Sequence[list[str]], comments: tuple[str, ...], chunk: bytes, line: int, layout: Layout
) -> Sentence:
    """The sentence of well-formed rows, given as the table's columns; a cell that cannot be read is raised."""
    at, profile = layout.at, layout.profile
    size = len(columns[0])

    def values(name: str) -> tuple[str, ...]:
        if name not in at:
            return empty_column(size)
        column = columns[at[name]]
        return tuple(cell or EMPTY for cell in column) if "" in column else tuple(column)

    forms = tuple(columns[at["form"]])
    lemmas, xpos, feats, vocalised = values("lemma"), values("xpos"), values("feats"), values("vocalised")
    if profile.features != "|":
        feats = tuple([read_features(cell, profile.features) for cell in feats])
    segments: tuple[tuple[Segment, ...], ...] = ((),) * size
    if "segments" in at:
        rule = profile.segments
        read = [read_segments(cell, rule) for cell in columns[at["segments"]]]
        segments = tuple([parts for parts, _ in read])
        if rule.vocalised and "vocalised" not in at:
            vocalised = tuple(["".join([part.form for part in parts]) or EMPTY for parts in segments])
        if rule.main:
            places = [main_segment(parts, rule) if parts else -1 for parts in segments]
            if "lemma" not in at:
                owned = zip(read, places, strict=True)
                lemmas = tuple([own[place] if place >= 0 else EMPTY for (_, own), place in owned])
            if "xpos" not in at:
                parted = zip(segments, places, strict=True)
                xpos = tuple([parts[place].tag if place >= 0 else EMPTY for parts, place in parted])
    if "" in forms:
        forms = _stood_in(forms, columns, vocalised, layout)
    upos, gloss = values("upos"), values("gloss")
    chosen: list[Analysis | None] = list(map(Analysis, lemmas, vocalised, upos, xpos, feats, gloss, segments))
    for place in _without((lemmas, vocalised, upos, xpos, feats, gloss), segments):
        chosen[place] = None
    unanalysed: list[int] = []
    if layout.status is not None:
        unanalysed = [at for at, said in enumerate(columns[layout.status]) if said == profile.unanalysed]
        for place in unanalysed:
            chosen[place] = None
    candidates: tuple[tuple[Analysis, ...], ...] = ()
    if "candidates" in at:
        candidates = tuple(map(read_candidates, columns[at["candidates"]]))
    if profile.sentences == CHANGE:
        comments = (*comments, name_comment([columns[place][0] for place in layout.changing]))
    heads: tuple[int | None, ...] = tuple(map(read_head, columns[at["head"]])) if "head" in at else (None,) * size
    misc = _with_extras(values("misc"), columns, layout) if layout.extras else values("misc")
    said = (forms, lemmas, upos, xpos, feats, heads, values("deprel"), values("deps"), misc)
    return Sentence(
        *said,
        comments,
        analyses=tuple(chosen) if chosen.count(None) < size else (),
        candidates=candidates if any(candidates) else (),
        unanalysed=tuple([place + 1 for place in unanalysed]),
        source=chunk,
        line=line,
    )


def name_comment(values: Sequence[str]) -> str:
    """The comment that names a sentence by the columns whose change began it."""
    return f"# sent_id = {':'.join(values)}"


def _without(columns: Sequence[tuple[str, ...]], segments: Sequence[tuple[Segment, ...]]) -> list[int]:
    """The words with nothing in any of these columns."""
    size = len(segments)
    left: list[int] | None = None
    for column in columns:
        if column is empty_column(size):
            continue
        if EMPTY not in column:
            return []
        left = [place for place in (range(size) if left is None else left) if column[place] == EMPTY]
    return [place for place in (range(size) if left is None else left) if not segments[place]]


def _stood_in(
    forms: tuple[str, ...], columns: Sequence[list[str]], vocalised: tuple[str, ...], layout: Layout
) -> tuple[str, ...]:
    """The words, those with an empty cell taken from the column that stands in for it."""
    if (place := layout.stand_in) is None:
        raise CellError("the word is empty", "Write a word into the column form, or remove the row")
    joined = place == layout.at.get("segments") and layout.profile.segments.vocalised and "vocalised" not in layout.at
    others = vocalised if joined else columns[place]
    found = tuple(form or other for form, other in zip(forms, others, strict=True))
    if "" in found or any(not form and other == EMPTY for form, other in zip(forms, others, strict=True)):
        remedy = f"Write a word into the column {layout.names[layout.at['form']]} or {layout.names[place]}"
        raise CellError("the word is empty", remedy)
    return found


def _with_extras(misc: tuple[str, ...], columns: Sequence[list[str]], layout: Layout) -> tuple[str, ...]:
    """MISC with the values of the columns that have no meaning for us, as `name=value`."""
    joined: list[list[str]] = [[] if cell == EMPTY else [cell] for cell in misc]
    for place in layout.extras:
        prefix = extra_item(layout.names[place], "")
        for items, cell in zip(joined, columns[place], strict=True):
            if cell not in ("", EMPTY):
                plain = "|" not in cell and "%" not in cell
                items.append(prefix + cell if plain else extra_item(layout.names[place], cell))
            elif items and any(item.startswith(prefix) for item in "|".join(items).split("|")):
                items.append(prefix + EMPTY)  # so that the item in the table's own MISC is not taken for this column's
    return tuple(["|".join(items) or EMPTY for items in joined])


def _row_by_row(chunk: bytes, line: int, layout: Layout) -> Sentence:
    """The sentence with an answer to everything that is wrong in it."""
    comments: list[str] = []
    forms: list[str] = []
    problems: list[Problem] = []
    for number, raw in enumerate(chunk.replace(b"\r\n", b"\n").split(b"\n"), line):

        def refuse(what: str, remedy: str, number: int = number) -> None:
            problems.append(Problem(number, what, remedy, unreadable=True))

        row = raw[:_LONGEST_ROW].decode(errors="replace")
        if layout.is_comment(row) and len(raw) <= _LONGEST_ROW:
            comments.append(row)
            _check_text(raw, refuse)
            continue
        cells = row.split("\t", len(layout.names))
        place = layout.at["form"]
        forms.append((cells[place] if place < len(cells) else cells[0])[:200] or EMPTY)
        if len(raw) > _LONGEST_ROW:
            remedy = "A row is one word and what is said of it; end each with a line break"
            refuse(f"this row is {len(raw):,} bytes long", remedy)
        elif _check_text(raw, refuse) and _check_width(row, layout, refuse):
            _check_cells(cells, layout, refuse)
    return Sentence.of(forms, comments=comments, problems=problems, source=chunk, line=line)


def _check_text(raw: bytes, refuse: Callable[[str, str], None]) -> bool:
    try:
        raw.decode()
    except UnicodeDecodeError as error:
        what = f"byte {error.start + 1} of this line, 0x{raw[error.start]:02x}, is not UTF-8"
        refuse(what, "Convert the file to UTF-8, for instance with iconv")
        return False
    if b"\0" in raw:
        refuse(f"byte {raw.index(0) + 1} of this line is a NUL", "Take it out; a table is plain text")
        return False
    if b"\r" in raw:
        what = f"a carriage return stands inside this line, at byte {raw.index(13) + 1}"
        refuse(what, "End lines with a line feed, or with a carriage return and a line feed")
        return False
    return True


def _check_width(row: str, layout: Layout, refuse: Callable[[str, str], None]) -> bool:
    wanted, given = len(layout.names), row.count("\t") + 1
    if given == wanted:
        return True
    shown = " ".join(layout.names[:20])
    if given == 1 and len(row.split(None, wanted)) == wanted:
        remedy = f"Part the columns with tabs, not spaces: {shown}"
    elif given < wanted:
        remedy = f"Give all of {shown}; write _ for nothing"
    else:
        remedy = f"Give only {shown}; a cell has no tabs in it"
    refuse(f"this row has {given:,} column{'s' * (given != 1)} instead of {wanted}", remedy)
    return False


def _check_cells(cells: list[str], layout: Layout, refuse: Callable[[str, str], None]) -> None:
    at = layout.at
    checks: list[tuple[str, Callable[[str], object]]] = [
        ("head", read_head),
        ("segments", lambda cell: read_segments(cell, layout.profile.segments)),
        ("candidates", read_candidates),
    ]
    failed = False
    for name, check in checks:
        if name in at:
            try:
                check(cells[at[name]])
            except CellError as error:
                failed = True
                refuse(error.what, error.remedy)
    if failed:
        return
    try:
        _sentence([[cell] for cell in cells], (), b"", 1, layout)
    except CellError as error:
        word = cells[0] if len(cells) == 1 else cells[(at["form"] + 1) % len(cells)]
        refuse(f"{error.what} (beside {short(word)})" if word else error.what, error.remedy)

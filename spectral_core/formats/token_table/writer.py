"""Writer of sentences as rows: new ones, or edited ones into their original rows, of which only changed cells
change."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from spectral_core.data import EMPTY, Analysis, Segment, Sentence
from spectral_core.data.sentence import empty_column
from spectral_core.errors import FormatError
from spectral_core.formats.token_table.layout import NEW_LAYOUT, TableLayout, find_sentence_ranges
from spectral_core.formats.token_table.profiles import CHANGE
from spectral_core.formats.token_table.rows import (
    find_main_segment,
    format_candidates,
    format_features_cell,
    format_segments,
    make_sent_id_comment,
    parse_segments,
    parse_table_sentence,
    quote_cell,
    sort_tag_values,
    split_extra_column_items,
)

_STRING_COLUMNS = ("form", "lemma", "upos", "xpos", "feats", "deprel", "deps", "misc")
_EMPTY_READING = Analysis()


@dataclass(frozen=True, slots=True, repr=False)
class SourceFile:
    """The file that sentences were read from: locates the rows of an edited sentence by its line."""

    content: bytes
    starts: array[int]  # (sentences,) as in LazySentences
    ends: array[int]  # (sentences,)
    lines: array[int]  # (sentences,)
    path: Path | None = None

    def find_sentence_bytes(self, sentence: Sentence) -> bytes:
        """Return the bytes of `sentence` in this file, by its line; b"" if it was not read from this file."""
        index = bisect_left(self.lines, sentence.line)
        is_listed = index < len(self.lines) and self.lines[index] == sentence.line
        return self.content[self.starts[index] : self.ends[index]] if is_listed else b""


def format_rows(sentence: Sentence, layout: TableLayout = NEW_LAYOUT, origin: SourceFile | None = None) -> str:
    """Format a sentence as rows, without a final line break; unchanged cells are copied. Annotation that the table
    cannot hold raises an error and is never dropped: the text is read back and compared."""
    path = None if origin is None else origin.path
    if not len(sentence):
        raise _make_write_error(sentence, "it has no words", path)
    if origin is not None and (sentence.tree, sentence.ranges, sentence.empty_nodes) != (None, (), ()):
        raise _make_write_error(sentence, "a table has no place for trees, multiword ranges and empty nodes", path)
    chunk = b"" if origin is None else origin.find_sentence_bytes(sentence)
    original = parse_table_sentence(chunk, sentence.line, layout) if chunk else None
    if original is None or not original.is_readable or len(original) != len(sentence):
        reconciled = _reconcile_columns(sentence, layout, fill=True)
        rows = zip(*_format_columns(reconciled, layout), strict=True)
        text = "\n".join([*_select_comment_lines(reconciled, layout), *map("\t".join, rows)])
    else:
        reconciled = _reconcile_columns(sentence, layout, fill=False)
        text = _rewrite_rows(reconciled, chunk.decode(), original, layout)
    _check_round_trip(reconciled, text, layout, path)
    return text


def reconcile_readings(sentence: Sentence, layout: TableLayout) -> Sentence:
    """Return an edited sentence with the chosen readings that its rows will have when read again."""
    old_readings = sentence.analyses or (None,) * len(sentence)
    analyses = list(old_readings)
    rows = zip(sentence.lemmas, sentence.upos, sentence.xpos, sentence.feats, strict=True)
    for position, (lemma, upos, xpos, feats) in enumerate(rows):
        if old_readings[position] is None and position + 1 not in sentence.unanalysed:
            analyses[position] = Analysis(lemma, upos=upos, xpos=xpos, feats=feats)
    reconciled = _reconcile_columns(replace(sentence, analyses=tuple(analyses)), layout, fill=False)
    unanalysed = set(sentence.unanalysed)
    if layout.status_column is not None:  # marks a word that loses its reading
        pairs = enumerate(zip(old_readings, reconciled.analyses, strict=True), 1)
        unanalysed |= {word for word, (old, new) in pairs if old is not None and new is None}
    chosen = reconciled.analyses if any(reconciled.analyses) else ()
    if (chosen, len(unanalysed)) == (sentence.analyses, len(sentence.unanalysed)):
        return sentence
    return replace(sentence, analyses=chosen, unanalysed=tuple(sorted(unanalysed)))


def _reconcile_columns(sentence: Sentence, layout: TableLayout, fill: bool) -> Sentence:
    """Return the sentence as a table stores it: columns and chosen readings agree, and the columns decide. With `fill`,
    an empty cell of lemma, tags or features takes the value of the chosen reading."""
    if not sentence.analyses:
        return sentence
    columns = [sentence.lemmas, sentence.upos, sentence.xpos, sentence.feats]
    if fill:
        for position, name in enumerate(("lemma", "upos", "xpos", "feats")):
            chosen = [EMPTY if analysis is None else str(getattr(analysis, name)) for analysis in sentence.analyses]
            pairs = zip(columns[position], chosen, strict=True)
            columns[position] = tuple([value if cell == EMPTY else cell for cell, value in pairs])
    analyses = []
    for analysis, *values in zip(sentence.analyses, *columns, strict=True):
        reconciled = None if analysis is None else _fit_reading_to_columns(analysis, values, layout)
        analyses.append(None if reconciled == _EMPTY_READING else reconciled)
    lemmas, upos, xpos, feats = columns
    return replace(sentence, lemmas=lemmas, upos=upos, xpos=xpos, feats=feats, analyses=tuple(analyses))


def _fit_reading_to_columns(analysis: Analysis, values: Sequence[str], layout: TableLayout) -> Analysis:
    """Return the reading with the lemma, tags and features of its word, and with vowels or segments filled in from
    the other if one column has both."""
    lemma, upos, xpos, feats = values
    notation, segments, vocalised = layout.profile.segments, analysis.segments, analysis.vocalised
    if "segments" in layout.column_index and notation.vocalised and "vocalised" not in layout.column_index:
        if not segments and vocalised != EMPTY:
            segments = (Segment(vocalised),)
        elif vocalised == EMPTY:
            vocalised = "".join(segment.form for segment in segments) or EMPTY
    if "segments" in layout.column_index and notation.main and segments and "xpos" not in layout.column_index:
        main = find_main_segment(segments, notation)
        segments = (*segments[:main], segments[main]._replace(tag=xpos), *segments[main + 1 :])
    return Analysis(lemma, vocalised, upos, xpos, feats, analysis.gloss, segments)


def _format_columns(sentence: Sentence, layout: TableLayout) -> list[Sequence[str]]:
    """Return the cells of all words by column, in canonical form."""
    column_index, profile, size = layout.column_index, layout.profile, len(sentence)
    columns: list[Sequence[str]] = [empty_column(size)] * len(layout.names)
    misc: Sequence[str] = sentence.misc
    if layout.extra_columns:
        names = [layout.names[column] for column in layout.extra_columns]
        split = [split_extra_column_items(cell, names) for cell in misc]
        misc = [rest for rest, _ in split]
        for number, column in enumerate(layout.extra_columns):
            columns[column] = [values[number] for _, values in split]
    chosen = sentence.analyses or (None,) * size
    cell_makers: dict[str, Callable[[], Sequence[str]]] = {
        "form": lambda: sentence.forms,
        "lemma": lambda: sentence.lemmas,
        "upos": lambda: sentence.upos,
        "xpos": lambda: sentence.xpos,
        "feats": lambda: [format_features_cell(cell, profile.features) for cell in sentence.feats],
        "head": lambda: [EMPTY if head is None else str(head) for head in sentence.heads],
        "deprel": lambda: sentence.deprels,
        "deps": lambda: sentence.deps,
        "misc": lambda: misc,
        "vocalised": lambda: [EMPTY if analysis is None else analysis.vocalised for analysis in chosen],
        "gloss": lambda: [EMPTY if analysis is None else analysis.gloss for analysis in chosen],
        "segments": lambda: [_format_segments_cell(sentence, index, layout, "") for index in range(size)],
        "candidates": lambda: [format_candidates(readings) for readings in sentence.candidates] or empty_column(size),
    }
    for name, column in column_index.items():
        columns[column] = cell_makers[name]()
    if layout.status_column is not None:
        columns[layout.status_column] = [
            profile.unanalysed if analysis is None else profile.analysed for analysis in chosen
        ]
    return columns


def _format_segments_cell(sentence: Sentence, index: int, layout: TableLayout, cell: str) -> str:
    """Format the segments of a word; those already in its `cell` are copied from there."""
    analysis, notation = sentence.analyses[index] if sentence.analyses else None, layout.profile.segments
    if analysis is None or not analysis.segments:
        return EMPTY
    if "lemma" not in notation.parts:
        return format_segments(analysis.segments, empty_column(len(analysis.segments)), notation)
    main = find_main_segment(analysis.segments, notation) if notation.main else None
    cell_segments, lemmas = parse_segments(cell, notation)
    old_segments = list(zip(cell_segments, lemmas, cell.split(notation.between), strict=False))
    pieces = []
    for position, segment in enumerate(analysis.segments):
        matches = [old_segment for old_segment in old_segments if old_segment[0] == segment]
        lemma, piece = matches[0][1:] if matches else (segment.form, "")
        if matches:
            old_segments.remove(matches[0])
        if position == main and sentence.lemmas[index] != lemma:
            lemma, piece = sentence.lemmas[index], ""
        pieces.append(piece or format_segments((segment,), (lemma,), notation))
    return notation.between.join(pieces)


def _rewrite_rows(sentence: Sentence, text: str, original: Sentence, layout: TableLayout) -> str:
    """Return the original rows, `text`, with the cells of changed values replaced."""
    same_comments = sentence.comments == original.comments
    lines = [] if same_comments else _select_comment_lines(sentence, layout)
    new = zip(*_format_columns(sentence, layout), strict=True)
    old = zip(*_format_columns(_reconcile_columns(original, layout, fill=False), layout), strict=True)
    index = 0
    for line in text.replace("\r\n", "\n").split("\n"):
        if layout.is_comment(line):
            lines += [line] if same_comments else []
            continue
        new_cells, old_cells = next(new), next(old)
        if new_cells != old_cells:
            cells = line.split("\t")
            row = [
                cell if old_cell == new_cell else new_cell
                for cell, old_cell, new_cell in zip(cells, old_cells, new_cells, strict=True)
            ]
            if (segments_column := layout.column_index.get("segments")) is not None and new_cells[
                segments_column
            ] != old_cells[segments_column]:
                row[segments_column] = _format_segments_cell(sentence, index, layout, cells[segments_column])
            form = layout.column_index["form"]
            if (
                layout.stand_in_column is not None
                and not row[form]
                and row[layout.stand_in_column] != cells[layout.stand_in_column]
            ):
                row[form] = sentence.forms[index]  # the stand-in of the form has changed, the form has not
            line = "\t".join(row)
        lines.append(line)
        index += 1
    return "\n".join(lines)


def _select_comment_lines(sentence: Sentence, layout: TableLayout) -> list[str]:
    """Return the comments to be written as lines: all but the sent_id that is derived from columns."""
    name_comment_line = ""
    if layout.profile.sentences == CHANGE:
        name_comment_line = make_sent_id_comment(
            split_extra_column_items(sentence.misc[0], [layout.names[column] for column in layout.boundary_columns])[1]
        )
    return [line for line in sentence.comments if line != name_comment_line]


def _make_write_error(sentence: Sentence, message: str, path: Path | None) -> FormatError:
    """Make the error for a sentence that its table cannot hold."""
    remedy = "Save the treebank in another format, or as a table with all columns"
    return FormatError(path, sentence.line, f"this sentence cannot be written into its table: {message}", remedy)


def _check_round_trip(sentence: Sentence, text: str, layout: TableLayout, path: Path | None) -> None:
    """Raise an error if `text` would not be parsed as `sentence`."""
    try:
        chunk = text.encode()
    except UnicodeEncodeError as error:
        raise _make_write_error(sentence, f"{quote_cell(text[error.start])} is no sign of Unicode text", path) from None
    reread = parse_table_sentence(chunk, sentence.line, layout)
    for problem in reread.problems:
        raise _make_write_error(sentence, problem.message, path)
    if len(reread) != len(sentence) or [
        sentence_range for sentence_range, _ in find_sentence_ranges(chunk, 0, 1, layout)
    ] != [(0, len(chunk), 1)]:
        raise _make_write_error(sentence, "its rows would not be read as one sentence", path)
    for name in _STRING_COLUMNS:
        expected: Sequence[object] = sentence.column(name)
        if name == "xpos" and "xpos" not in layout.column_index:
            expected = tuple(sort_tag_values(tag, layout.profile.segments) for tag in sentence.xpos)
        _require_equal_column(name, expected, reread.column(name), sentence, path)
    _require_equal_column("head", sentence.heads, reread.heads, sentence, path)
    no_candidates: tuple[tuple[Analysis, ...], ...] = ((),) * len(sentence)
    _require_equal_column(
        "candidates", sentence.candidates or no_candidates, reread.candidates or no_candidates, sentence, path
    )
    chosen = sentence.analyses or (None,) * len(sentence)
    reread_analyses = reread.analyses or (None,) * len(sentence)
    for name in ("vocalised", "gloss", "segments"):
        values = [_get_comparable_value(analysis, name, layout) for analysis in chosen]
        pairs = zip(chosen, reread_analyses, strict=True)
        # without a status column, a table cannot distinguish a word without a chosen reading from its columns
        reread_values = [
            None
            if reading is None and layout.status_column is None
            else _get_comparable_value(reread_reading, name, layout)
            for reading, reread_reading in pairs
        ]
        _require_equal_column(name, values, reread_values, sentence, path)
    if lost_comments := [line for line in sentence.comments if line not in reread.comments]:
        raise _make_write_error(sentence, f"the comment {quote_cell(lost_comments[0])} would not be read as one", path)


def _get_comparable_value(analysis: Analysis | None, name: str, layout: TableLayout) -> object:
    """Return a field of an analysis, with tag values sorted if their order is irrelevant."""
    if analysis is None:
        return None
    if name == "segments" and layout.profile.segments.values:
        notation = layout.profile.segments
        return tuple(segment._replace(tag=sort_tag_values(segment.tag, notation)) for segment in analysis.segments)
    return getattr(analysis, name)


def _require_equal_column(
    name: str, expected: Sequence[object], actual: Sequence[object], sentence: Sentence, path: Path | None
) -> None:
    """Raise an error for the first word whose value would change."""
    if expected == actual:
        return
    for number, (expected_value, actual_value) in enumerate(zip(expected, actual, strict=True), 1):
        if expected_value != actual_value:
            form = quote_cell(sentence.forms[number - 1])
            message = f"it has no place for the {name} of word {number} {form}, or would change it"
            raise _make_write_error(sentence, message, path)

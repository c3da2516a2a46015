"""HTML tables of rankings, with scores and probabilities, and of metrics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from spectral_core.data.ranked import Ranked
from spectral_core.data.sentence import EMPTY, Analysis, Sentence
from spectral_core.formats.export.markup import escape_xml
from spectral_core.notebook.constituents import tree_svg
from spectral_core.notebook.dependencies import sentence_svg

_MAX_ROWS = 100  # rows shown; the number of the rest is given
V = TypeVar("V")

_READING_COLUMNS = ("vocalised", "lemma", "upos", "xpos", "feats", "gloss")


class Markup(str):
    """Table cell that is already HTML."""

    __slots__ = ()


def table_html(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return an HTML table; all texts are escaped except `Markup` cells."""
    head = "".join(f"<th>{escape_xml(name)}</th>" for name in header)
    lines = ["".join(f'<td dir="auto">{_render_cell(cell)}</td>' for cell in row) for row in rows[:_MAX_ROWS]]
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    remainder = f"<p>and {len(rows) - _MAX_ROWS:,} more</p>" if len(rows) > _MAX_ROWS else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{remainder}"


def _render_cell(cell: str) -> str:
    return cell if isinstance(cell, Markup) else escape_xml(cell)


def ranking_html(ranking: Sequence[Ranked[V]]) -> str:
    """Return a table of values with rank, score and probability; sentences are drawn, readings split into columns."""
    columns = _select_filled_columns([candidate.value for candidate in ranking])
    rows = [_make_candidate_row(rank, candidate, columns) for rank, candidate in enumerate(ranking, 1)]
    return table_html(["rank", "score", "probability", *(columns or ["value"])], rows)


def rankings_html(words: Sequence[str], rankings: Sequence[Sequence[Ranked[V]]]) -> str:
    """Return a table of the readings of all words of a sentence, best first."""
    columns = _select_filled_columns([candidate.value for ranking in rankings for candidate in ranking])
    rows: list[list[str]] = []
    for word, ranking in zip(words, rankings, strict=True):
        rows += [
            [word if rank == 1 else "", *_make_candidate_row(rank, candidate, columns)]
            for rank, candidate in enumerate(ranking, 1)
        ]
        rows += [] if ranking else [[word, *[""] * (3 + len(columns or ["value"]))]]
    return table_html(["word", "rank", "score", "probability", *(columns or ["value"])], rows)


def scores_html(metrics: Mapping[str, float], facts: Mapping[str, int]) -> str:
    """Return a table of metrics, with the number of sentences they are computed over."""
    rows = [[name.replace("_", " "), f"{value:.2f}"] for name, value in metrics.items()]
    rows += [[name, f"{number:,}"] for name, number in facts.items()]
    return table_html(["measure", "value"], rows)


def _select_filled_columns(values: Sequence[object]) -> list[str]:
    """Return the columns that are filled in any reading."""
    readings = [value for value in values if isinstance(value, Analysis)]
    return [name for name in _READING_COLUMNS if any(getattr(reading, name) != EMPTY for reading in readings)]


def _make_candidate_row(rank: int, candidate: Ranked[V], columns: Sequence[str]) -> list[str]:
    """Return the cells of a candidate: rank, score, probability, and its value."""
    probability = "" if candidate.probability is None else f"{candidate.probability:.3f}"
    cells = [str(rank), f"{candidate.score:.3f}", probability]
    value: object = candidate.value
    if isinstance(value, Analysis):
        return cells + [text if (text := str(getattr(value, name))) != EMPTY else "" for name in columns]
    svg = None
    if isinstance(value, Sentence):
        svg = sentence_svg(value) if value.tree is None else tree_svg(value.tree)
    return [*cells, str(value) if svg is None else Markup(svg)]

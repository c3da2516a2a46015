"""Tables as HTML: rankings with what stands behind each rank, and the figures of a measurement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from spectral_core.data.ranked import Ranked
from spectral_core.data.sentence import Sentence
from spectral_core.data.words import EMPTY, Analysis
from spectral_core.notebook.constituents import tree_svg
from spectral_core.notebook.dependencies import sentence_svg
from spectral_core.notebook.picture import plain

_MOST = 100  # rows; the others are counted
V = TypeVar("V")

_READING = ("vocalised", "lemma", "upos", "xpos", "feats", "gloss")


class Markup(str):
    """A cell that is HTML already."""

    __slots__ = ()


def table_html(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table; all of its texts stand as they are written, but for cells that are `Markup`."""
    head = "".join(f"<th>{plain(name)}</th>" for name in header)
    lines = ["".join(f'<td dir="auto">{_cell(cell)}</td>' for cell in row) for row in rows[:_MOST]]
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    more = f"<p>and {len(rows) - _MOST:,} more</p>" if len(rows) > _MOST else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def _cell(cell: str) -> str:
    return cell if isinstance(cell, Markup) else plain(cell)


def ranking_html(ranking: Sequence[Ranked[V]]) -> str:
    """Values with their ranks, scores and probabilities: sentences drawn, readings by their columns."""
    columns = _columns([one.value for one in ranking])
    rows = [_row(rank, one, columns) for rank, one in enumerate(ranking, 1)]
    return table_html(["rank", "score", "probability", *(columns or ["value"])], rows)


def rankings_html(words: Sequence[str], rankings: Sequence[Sequence[Ranked[V]]]) -> str:
    """The readings of all the words of a sentence, the best of each first."""
    columns = _columns([one.value for ranking in rankings for one in ranking])
    rows: list[list[str]] = []
    for word, ranking in zip(words, rankings, strict=True):
        rows += [[word if rank == 1 else "", *_row(rank, one, columns)] for rank, one in enumerate(ranking, 1)]
        rows += [] if ranking else [[word, *[""] * (3 + len(columns or ["value"]))]]
    return table_html(["word", "rank", "score", "probability", *(columns or ["value"])], rows)


def scores_html(metrics: Mapping[str, float], facts: Mapping[str, int]) -> str:
    """The figures of a measurement, and over how many sentences they are."""
    rows = [[name.replace("_", " "), f"{value:.2f}"] for name, value in metrics.items()]
    rows += [[name, f"{number:,}"] for name, number in facts.items()]
    return table_html(["measure", "value"], rows)


def _columns(values: Sequence[object]) -> list[str]:
    """The columns of readings in which anything stands."""
    readings = [value for value in values if isinstance(value, Analysis)]
    return [name for name in _READING if any(getattr(one, name) != EMPTY for one in readings)]


def _row(rank: int, one: Ranked[V], columns: Sequence[str]) -> list[str]:
    probability = "" if one.probability is None else f"{one.probability:.3f}"
    start = [str(rank), f"{one.score:.3f}", probability]
    value: object = one.value
    if isinstance(value, Analysis):
        return start + [text if (text := str(getattr(value, name))) != EMPTY else "" for name in columns]
    drawn = None
    if isinstance(value, Sentence):
        drawn = sentence_svg(value) if value.tree is None else tree_svg(value.tree)
    return [*start, str(value) if drawn is None else Markup(drawn)]

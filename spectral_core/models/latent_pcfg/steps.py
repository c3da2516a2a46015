"""The chart of a sentence as it is filled: what the kernel of inside numbers wrote, span by span, and what follows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from spectral_core.data.trace import CellPlace, Trace, TraceStep, TraceTable, WordLink, quoted
from spectral_core.errors import DataError
from spectral_core.inference import cky
from spectral_core.inference.cky.arrays import Floats, Numbers, Places, SpanChart

if TYPE_CHECKING:
    from spectral_core.inference.uncompiled import Writing
    from spectral_core.models.latent_pcfg.model import LatentPcfg, SpanAnswer

CHART = "chart"
_TOLD = 3  # labels of a span
_INSIDE, _POSTERIORS = range(2)  # tables

Cell = tuple[int, int]


def chart_steps(model: LatentPcfg, forms: Sequence[str], answer: SpanAnswer, kept: Places) -> Trace:
    """How the first of the grammars fills the chart, what all of them together then say of each span, and the `kept`
    items of the best tree, parents first."""
    if not answer.charts.found:
        raise DataError("the grammar has no tree for this sentence, and so there is nothing to step through")
    filling = _Filling.of(model, answer)
    items, words = answer.charts.items, tuple(forms)
    cells: dict[Cell, list[int]] = {}  # their items
    for item, cell in enumerate(zip(items.starts.tolist(), items.ends.tolist(), strict=True)):
        cells.setdefault(cell, []).append(item)
    names = [model.grammar.parts[label] for label in items.labels.tolist()]
    made = [
        TraceStep(
            f"{len(items.starts):,} labelled spans are looked at; rules without hidden states left the others out"
        ),
        *(filling.step(words, cell, own, names) for cell, own in cells.items()),
        *_judged(words, cells, names, answer.posteriors, len(model.members)),
        *_chosen(words, [(int(items.starts[at]), int(items.ends[at]), names[at]) for at in kept.tolist()]),
    ]
    tables = (
        TraceTable("Log of the largest inside number of each span", words, words, spans=True),
        TraceTable("Largest posterior", words, words, heat=True),
    )
    return Trace(CHART, "Filling of the chart", words, tables, tuple(made))


@dataclass(frozen=True, slots=True, eq=False)
class _Filling:
    """What inside numbers the kernel wrote."""

    logs: Floats  # (items,) of the absolute sum over hidden states
    ways: dict[int, int]  # by item, how many rules and groups of divisions added to it

    @classmethod
    def of(cls, model: LatentPcfg, answer: SpanAnswer) -> _Filling:
        from spectral_core.inference.uncompiled import Uncompiled

        told = Uncompiled(("inside", "numbers"), made=False)
        last: list[Floats] = []

        def run(kernel: cky.Kernel) -> cky.Kernel:
            told.taken()  # of single precision, where that was left

            def filled(chart: SpanChart, tensors: Numbers, weights: Numbers, numbers: Numbers) -> None:
                told.python(kernel)(chart, tensors, weights, numbers)
                last[:] = [numbers.astype(np.float64)]

            return filled

        model.members[0].sums(answer.charts, 0, run=run)
        ways: dict[int, int] = {}
        writings: list[Writing] = told.taken()
        for one in writings:
            if one.at[1] == 0:
                ways[one.at[0]] = ways.get(one.at[0], 0) + 1
        sums = np.abs(last[0].sum(axis=1))
        logs = np.log(np.maximum(sums, np.finfo(np.float64).tiny)) + answer.charts.items.scales
        return cls(logs, ways)

    def step(self, words: Sequence[str], cell: Cell, own: Sequence[int], names: Sequence[str]) -> TraceStep:
        """The step in which a span gets its labels."""
        start, end = cell
        ranked = sorted(own, key=lambda item: -self.logs[item])
        best = ranked[0]
        lines = ["inside(label)[state] = sum over rules and divisions of rule[state, left, right] · left · right"]
        for item in ranked[:_TOLD]:
            many = self.ways.get(item, 0)
            by = f" by {many} rule{'' if many == 1 else 's'}" if many else " by its word"
            lines.append(f"{names[item]}{by}: log = {self.logs[item]:.3f}")
        if len(ranked) > _TOLD:
            lines.append(f"and {len(ranked) - _TOLD} more")
        parts = [(start, k, k, end) for k in range(start + 1, end)]
        read = [CellPlace(_INSIDE, a, b - 1) for low, k, j, high in parts for a, b in ((low, k), (j, high))]
        labels = f"{len(own)} label{'' if len(own) == 1 else 's'}"
        return TraceStep(
            f"{quoted(words[start:end])} has {labels}; {names[best]} has most",
            tuple(lines),
            ((CellPlace(_INSIDE, start, end - 1), float(self.logs[best])),),
            tuple(read),
        )


def _judged(
    words: Sequence[str], cells: dict[Cell, list[int]], names: Sequence[str], posteriors: Floats, members: int
) -> Iterator[TraceStep]:
    """The posterior of each span, the longest first, as outside numbers come."""
    mean = "" if members == 1 else f", the mean of {members} grammars"
    for (start, end), own in sorted(cells.items(), key=lambda row: (row[0][0] - row[0][1], row[0][0])):
        ranked = sorted(own, key=lambda item: -posteriors[item])
        lines = [f"posterior = inside · outside / sum over all trees{mean}"]
        lines += [f"{names[item]}: {posteriors[item]:.4f}" for item in ranked[:_TOLD]]
        yield TraceStep(
            f"{quoted(words[start:end])}: {names[ranked[0]]} has the largest posterior",
            tuple(lines),
            ((CellPlace(_POSTERIORS, start, end - 1), float(posteriors[ranked[0]])),),
            (CellPlace(_INSIDE, start, end - 1),),
        )


def _chosen(words: Sequence[str], spans: Sequence[tuple[int, int, str]]) -> Iterator[TraceStep]:
    """The binary tree with the most spans that are expected to be right, from the top down."""
    links: tuple[WordLink, ...] = ()
    for start, end, name in spans:
        if end - start > 1:
            new = WordLink("bracket", start, end - 1, True)
            yield TraceStep(
                f"Chosen: {name} over {quoted(words[start:end])}",
                read=(CellPlace(_POSTERIORS, start, end - 1),),
                links=(*links, new),
            )
            links += (WordLink("bracket", start, end - 1),)

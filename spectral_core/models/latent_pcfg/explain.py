"""Trace of chart parsing: inside values as the kernel writes them span by span, posteriors, and the best tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from spectral_core.arrays import Floats, Indexes
from spectral_core.data.trace import TableCell, Trace, TraceStep, TraceTable, WordLink, quote_words
from spectral_core.errors import DataError
from spectral_core.structured import cky
from spectral_core.structured.cky import RealArray, SpanChart

if TYPE_CHECKING:
    from spectral_core.models.latent_pcfg.model import LatentPcfg, SpanPosteriors
    from spectral_core.structured.kernel_tracer import ArrayWrite

CHART = "chart"
_MAX_LABELS = 3  # labels of a span
_INSIDE_TABLE, _POSTERIOR_TABLE = range(2)  # tables

Cell = tuple[int, int]


def trace_chart(model: LatentPcfg, forms: Sequence[str], posteriors: SpanPosteriors, best_items: Indexes) -> Trace:
    """Trace the filling of the first grammar's chart, the posteriors averaged over all grammars, and the best tree
    (`best_items`, parents first)."""
    if not posteriors.charts.has_trees:
        raise DataError("the grammar has no tree for this sentence, and so there is nothing to step through")
    recording = _ChartRecording.record(model, posteriors)
    items, words = posteriors.charts.items, tuple(forms)
    cells: dict[Cell, list[int]] = {}  # chart items of each cell
    for item, cell in enumerate(zip(items.starts.tolist(), items.ends.tolist(), strict=True)):
        cells.setdefault(cell, []).append(item)
    names = [model.grammar.display_names[label] for label in items.labels.tolist()]
    steps = [
        TraceStep(
            f"{len(items.starts):,} labelled spans are looked at; rules without hidden states left the others out"
        ),
        *(recording.make_step(words, cell, cell_items, names) for cell, cell_items in cells.items()),
        *_trace_posteriors(words, cells, names, posteriors.posteriors, len(model.members)),
        *_trace_tree(
            words,
            [
                (int(items.starts[best_item]), int(items.ends[best_item]), names[best_item])
                for best_item in best_items.tolist()
            ],
        ),
    ]
    tables = (
        TraceTable("Log of the largest inside number of each span", words, words, is_chart=True),
        TraceTable("Largest posterior", words, words, is_heat_map=True),
    )
    return Trace(CHART, "Filling of the chart", words, tables, tuple(steps))


@dataclass(frozen=True, slots=True, eq=False)
class _ChartRecording:
    """Inside values recorded from the kernel."""

    logs: Floats  # (items,) log absolute sum over hidden states
    rule_counts: dict[int, int]  # by item: number of rules and split groups added to it

    @classmethod
    def record(cls, model: LatentPcfg, posteriors: SpanPosteriors) -> _ChartRecording:
        """Run the inside pass of the first grammar with its kernel as Python, and record what it writes."""
        from spectral_core.structured.kernel_tracer import KernelTracer

        recorder = KernelTracer(("inside_pass", "inside_scores"), watch_created=False)
        last_inside: list[Floats] = []

        def record(kernel: cky.Kernel) -> cky.Kernel:
            recorder.take_writes()  # discards the writes of an abandoned single-precision run

            def fill(chart: SpanChart, tensors: RealArray, weights: RealArray, numbers: RealArray) -> None:
                recorder.as_python(kernel)(chart, tensors, weights, numbers)
                last_inside[:] = [numbers.astype(np.float64)]

            return fill

        model.members[0].run_inside_outside(posteriors.charts, 0, run=record)
        rule_counts: dict[int, int] = {}
        writes: list[ArrayWrite] = recorder.take_writes()
        for write in writes:
            if write.index[1] == 0:
                rule_counts[write.index[0]] = rule_counts.get(write.index[0], 0) + 1
        sums = np.abs(last_inside[0].sum(axis=1))
        logs = np.log(np.maximum(sums, np.finfo(np.float64).tiny)) + posteriors.charts.items.scales
        return cls(logs, rule_counts)

    def make_step(self, words: Sequence[str], cell: Cell, cell_items: Sequence[int], names: Sequence[str]) -> TraceStep:
        """Make the step in which a span gets its labels."""
        start, end = cell
        ranked = sorted(cell_items, key=lambda item: -self.logs[item])
        best = ranked[0]
        lines = ["inside(label)[state] = sum over rules and divisions of rule[state, left, right] · left · right"]
        for item in ranked[:_MAX_LABELS]:
            rules = self.rule_counts.get(item, 0)
            source = f" by {rules} rule{'' if rules == 1 else 's'}" if rules else " by its word"
            lines.append(f"{names[item]}{source}: log = {self.logs[item]:.3f}")
        if len(ranked) > _MAX_LABELS:
            lines.append(f"and {len(ranked) - _MAX_LABELS} more")
        parts = [(start, k, k, end) for k in range(start + 1, end)]
        cells_read = [TableCell(_INSIDE_TABLE, a, b - 1) for low, k, j, high in parts for a, b in ((low, k), (j, high))]
        labels = f"{len(cell_items)} label{'' if len(cell_items) == 1 else 's'}"
        return TraceStep(
            f"{quote_words(words[start:end])} has {labels}; {names[best]} has most",
            tuple(lines),
            ((TableCell(_INSIDE_TABLE, start, end - 1), float(self.logs[best])),),
            tuple(cells_read),
        )


def _trace_posteriors(
    words: Sequence[str], cells: dict[Cell, list[int]], names: Sequence[str], posteriors: Floats, members: int
) -> Iterator[TraceStep]:
    """Yield steps with the posterior of each span, longest first, in the order of the outside pass."""
    mean = "" if members == 1 else f", the mean of {members} grammars"
    for (start, end), cell_items in sorted(cells.items(), key=lambda row: (row[0][0] - row[0][1], row[0][0])):
        ranked = sorted(cell_items, key=lambda item: -posteriors[item])
        lines = [f"posterior = inside · outside / sum over all trees{mean}"]
        lines += [f"{names[item]}: {posteriors[item]:.4f}" for item in ranked[:_MAX_LABELS]]
        yield TraceStep(
            f"{quote_words(words[start:end])}: {names[ranked[0]]} has the largest posterior",
            tuple(lines),
            ((TableCell(_POSTERIOR_TABLE, start, end - 1), float(posteriors[ranked[0]])),),
            (TableCell(_INSIDE_TABLE, start, end - 1),),
        )


def _trace_tree(words: Sequence[str], spans: Sequence[tuple[int, int, str]]) -> Iterator[TraceStep]:
    """Yield steps that build the best binary tree from the top down."""
    links: tuple[WordLink, ...] = ()
    for start, end, name in spans:
        if end - start > 1:
            new = WordLink("bracket", start, end - 1, True)
            yield TraceStep(
                f"Chosen: {name} over {quote_words(words[start:end])}",
                read_cells=(TableCell(_POSTERIOR_TABLE, start, end - 1),),
                links=(*links, new),
            )
            links += (WordLink("bracket", start, end - 1),)

"""The search of the least tree, span by span: what its kernel wrote where it ran as Python."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from spectral_core.arrays import Floats
from spectral_core.data import FREE, Sentence
from spectral_core.data.trace import TableCell, Trace, TraceStep, TraceTable, WordLink, quote
from spectral_core.errors import DataError
from spectral_core.inference.locks.general import Span
from spectral_core.models.bracketing.trees import LockedWords

if TYPE_CHECKING:
    from spectral_core.inference.uncompiled import ArrayWrite
    from spectral_core.models.bracketer.model import Bracketer

ALGORITHM = "least tree"
_TOLD = 3  # divisions of a span
_BELOW, _DISTANCES = range(2)  # tables


def steps(model: Bracketer, sentence: Sentence) -> Trace:
    """How the least tree of the metric is found: the length below every span, then the edges that are chosen."""
    if not sentence.forms:
        raise DataError("there is nothing to step through: the sentence has no words")
    words = LockedWords.of(model.read.bare(sentence), sentence, FREE)
    forms = tuple(sentence.forms[at] for at in words.bare.places)
    searched: list[_Search] = []

    def find(distances: Floats, penalties: Floats, part: Span, top: int) -> list[Span]:
        from spectral_core.inference.metric_tree import shortest_tree
        from spectral_core.inference.uncompiled import KernelTracer
        from spectral_core.models.bracketer.model import least_spans

        told = KernelTracer(("_fill_lengths", "subtree_lengths"), ("shortest_tree", "spans"))
        spans = least_spans(distances, penalties, part, top, told.as_python(shortest_tree))
        if spans:
            searched.append(_Search(part, tuple(spans), told.take_writes()))
        return spans

    whole = model.spans(sentence, words, 0, find)
    distances = model.distances(sentence, words)
    made = [TraceStep(f"The metric: how far each of {len(forms)} words is from each other, by their classes")]
    chosen: list[Span] = []
    for search in searched:
        made += search.steps(forms, chosen)
        chosen += search.spans
    rest = sorted(whole - set(chosen))
    said = (
        "The tree: the least one" if not rest else "The tree: the least one of each fragment, fragments right-branching"
    )
    made.append(TraceStep(f"{said}, {len(whole)} brackets", links=_links([*chosen, *rest], rest)))
    tables = (
        TraceTable("Length below each span", forms, forms, spans=True),
        TraceTable("Distances", forms, forms, tuple(map(tuple, distances.tolist())), heat=True),
    )
    return Trace(ALGORITHM, "Least tree over the metric", forms, tables, tuple(made), algorithms=(ALGORITHM,))


@dataclass(frozen=True, slots=True, eq=False)
class _Search:
    """What was written while the least tree over a part of the words was searched."""

    part: Span
    spans: tuple[Span, ...]  # that were chosen, over all words
    writings: list[ArrayWrite]

    def steps(self, forms: Sequence[str], before: Sequence[Span]) -> Iterator[TraceStep]:
        """`before` has what was chosen in other parts."""
        low, high = self.part
        filled = [one for one in self.writings if one.array == "subtree_lengths"]
        links = _links(before, ())
        for (i, j), ways in groupby(filled, lambda one: one.index[:2]):
            yield self._filled(forms, (low + i, low + j), list(ways), links)
        names = self.writings[-1].local_numbers
        root, least = int(names["root"]), names["shortest"]
        first, second = int(names["first"]), int(names["second"])
        divided = [
            f"{_said(forms, start, end)} behind {quote([forms[low + at - 1]])}"
            for start, end, at in ((low, low + root, first), (low + root, high, second))
            if end - start > 1
        ]
        halves = [(start, end) for start, end in ((low, low + root), (low + root, high)) if end - start > 1]
        yield TraceStep(
            f"The top edge stands between {_said(forms, low, low + root)} and {_said(forms, low + root, high)}",
            (f"least length of the whole tree = {least:.3f}", f"which divides {' and '.join(divided)}"),
            read=tuple(TableCell(_BELOW, start, end - 1) for start, end in halves),
            links=links,
        )
        for number, (start, end) in enumerate(self.spans):
            yield TraceStep(
                f"Chosen: the edge above {_said(forms, start, end)}",
                read=(TableCell(_BELOW, start, end - 1),),
                links=_links([*before, *self.spans[: number + 1]], [(start, end)]),
            )

    def _filled(
        self, forms: Sequence[str], span: Span, ways: list[ArrayWrite], links: tuple[WordLink, ...]
    ) -> TraceStep:
        """The step that gives a span its least length, of all places where it may be divided."""
        low, (start, end) = self.part[0], span
        ranked = sorted(ways, key=lambda one: one.value)
        least = ranked[0]
        at = low + least.index[2]
        lines = ["below(i, j | k) = edge(i, k) + edge(k, j) − shared means"]
        for one in ranked[:_TOLD]:
            numbers = one.local_numbers
            sum_ = f"{numbers['left']:.3f} + {numbers['right']:.3f} − {numbers['shared_means']:.3f}"
            penalty = f" + {numbers['penalty']:g} (locks)" if numbers["penalty"] else ""
            lines.append(f"behind {quote([forms[low + one.index[2] - 1]])}: {sum_}{penalty} = {one.value:.3f}")
        if len(ranked) > _TOLD:
            lines.append(f"and {len(ranked) - _TOLD} more, all longer")
        read = [TableCell(_BELOW, *cell) for cell in ((start, at - 1), (at, end - 1)) if cell[1] > cell[0]]
        return TraceStep(
            f"{_said(forms, start, end)} is shortest divided behind {quote([forms[at - 1]])}",
            tuple(lines),
            ((TableCell(_BELOW, start, end - 1), least.value),),
            tuple(read),
            links,
        )


def _links(spans: Iterable[Span], new: Iterable[Span]) -> tuple[WordLink, ...]:
    fresh = set(new)
    return tuple(WordLink("bracket", start, end - 1, (start, end) in fresh) for start, end in spans)


def _said(forms: Sequence[str], start: int, end: int) -> str:
    return quote(forms[start:end])

"""Trace of the search for the minimum tree, span by span, as executed by the uncompiled kernel."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from spectral_core.arrays import Floats
from spectral_core.data import UNCONSTRAINED, Sentence
from spectral_core.data.trace import TableCell, Trace, TraceStep, TraceTable, WordLink, quote_words
from spectral_core.errors import DataError
from spectral_core.models.bracketing.trees import LockedSentence
from spectral_core.structured.locks import Span

if TYPE_CHECKING:
    from spectral_core.models.bracketer.model import Bracketer
    from spectral_core.structured.kernel_tracer import ArrayWrite

ALGORITHM = "least tree"
_MAX_SHOWN_SPLITS = 3  # splits shown of a span
_INSIDE_TABLE, _DISTANCE_TABLE = range(2)  # tables


def trace_minimum_tree(model: Bracketer, sentence: Sentence) -> Trace:
    """Trace the search for the minimum tree: the inside length of every span, then the chosen edges."""
    if not sentence.forms:
        raise DataError("there is nothing to step through: the sentence has no words")
    locked_sentence = LockedSentence.from_sentence(
        model.word_classifier.strip_punctuation(sentence), sentence, UNCONSTRAINED
    )
    forms = tuple(sentence.forms[position] for position in locked_sentence.unpunctuated.positions)
    searches: list[_MinimumTreeSearch] = []

    def record_search(distances: Floats, penalties: Floats, part: Span, top: int) -> list[Span]:
        from spectral_core.models.bracketer.model import find_minimum_tree_spans
        from spectral_core.structured.kernel_tracer import KernelTracer
        from spectral_core.structured.unlabelled_trees import shortest_tree

        recorder = KernelTracer(("_fill_lengths", "subtree_lengths"), ("shortest_tree", "spans"))
        spans = find_minimum_tree_spans(distances, penalties, part, top, recorder.as_python(shortest_tree))
        if spans:
            searches.append(_MinimumTreeSearch(part, tuple(spans), recorder.take_writes()))
        return spans

    tree_spans = model.find_tree_spans(sentence, locked_sentence, 0, record_search)
    distances = model.distances(sentence, locked_sentence)
    trace_steps = [TraceStep(f"The metric: how far each of {len(forms)} words is from each other, by their classes")]
    chosen: list[Span] = []
    for search in searches:
        trace_steps += search.trace_steps(forms, chosen)
        chosen += search.spans
    fragment_spans = sorted(tree_spans - set(chosen))
    summary = (
        "The tree: the least one"
        if not fragment_spans
        else "The tree: the least one of each fragment, fragments right-branching"
    )
    trace_steps.append(
        TraceStep(
            f"{summary}, {len(tree_spans)} brackets", links=_make_links([*chosen, *fragment_spans], fragment_spans)
        )
    )
    tables = (
        TraceTable("Length below each span", forms, forms, is_chart=True),
        TraceTable("Distances", forms, forms, tuple(map(tuple, distances.tolist())), is_heat_map=True),
    )
    return Trace(ALGORITHM, "Least tree over the metric", forms, tables, tuple(trace_steps), algorithms=(ALGORITHM,))


@dataclass(frozen=True, slots=True, eq=False)
class _MinimumTreeSearch:
    """Recorded search for the minimum tree over a part of the words."""

    part: Span
    spans: tuple[Span, ...]  # chosen ones, over all words
    writes: list[ArrayWrite]

    def trace_steps(self, forms: Sequence[str], spans_elsewhere: Sequence[Span]) -> Iterator[TraceStep]:
        """Yield the steps of the search; `before` holds the spans chosen in other parts."""
        low, high = self.part
        inside_writes = [writing for writing in self.writes if writing.array == "subtree_lengths"]
        links = _make_links(spans_elsewhere, ())
        for (i, j), splits in groupby(inside_writes, lambda writing: writing.index[:2]):
            yield self._trace_span(forms, (low + i, low + j), list(splits), links)
        variables = self.writes[-1].local_numbers
        root, shortest = int(variables["root"]), variables["shortest"]
        first, second = int(variables["first"]), int(variables["second"])
        descriptions = [
            f"{_quote_words(forms, start, end)} behind {quote_words([forms[low + split - 1]])}"
            for start, end, split in ((low, low + root, first), (low + root, high, second))
            if end - start > 1
        ]
        halves = [(start, end) for start, end in ((low, low + root), (low + root, high)) if end - start > 1]
        left_words, right_words = _quote_words(forms, low, low + root), _quote_words(forms, low + root, high)
        yield TraceStep(
            f"The top edge is between {left_words} and {right_words}",
            (f"minimum length of the tree = {shortest:.3f}", f"which divides {' and '.join(descriptions)}"),
            read_cells=tuple(TableCell(_INSIDE_TABLE, start, end - 1) for start, end in halves),
            links=links,
        )
        for index, (start, end) in enumerate(self.spans):
            yield TraceStep(
                f"Chosen: the edge above {_quote_words(forms, start, end)}",
                read_cells=(TableCell(_INSIDE_TABLE, start, end - 1),),
                links=_make_links([*spans_elsewhere, *self.spans[: index + 1]], [(start, end)]),
            )

    def _trace_span(
        self, forms: Sequence[str], span: Span, splits: list[ArrayWrite], links: tuple[WordLink, ...]
    ) -> TraceStep:
        """Return the step that gives a span its minimum length over all its splits."""
        low, (start, end) = self.part[0], span
        ranked = sorted(splits, key=lambda split_write: split_write.value)
        best = ranked[0]
        split = low + best.index[2]
        lines = ["below(i, j | k) = edge(i, k) + edge(k, j) − shared means"]
        for split_write in ranked[:_MAX_SHOWN_SPLITS]:
            variables = split_write.local_numbers
            terms = f"{variables['left']:.3f} + {variables['right']:.3f} − {variables['shared_means']:.3f}"
            penalty = f" + {variables['penalty']:g} (locks)" if variables["penalty"] else ""
            word = quote_words([forms[low + split_write.index[2] - 1]])
            lines.append(f"behind {word}: {terms}{penalty} = {split_write.value:.3f}")
        if len(ranked) > _MAX_SHOWN_SPLITS:
            lines.append(f"and {len(ranked) - _MAX_SHOWN_SPLITS} more, all longer")
        read = [TableCell(_INSIDE_TABLE, *cell) for cell in ((start, split - 1), (split, end - 1)) if cell[1] > cell[0]]
        return TraceStep(
            f"{_quote_words(forms, start, end)} is shortest divided behind {quote_words([forms[split - 1]])}",
            tuple(lines),
            ((TableCell(_INSIDE_TABLE, start, end - 1), best.value),),
            tuple(read),
            links,
        )


def _make_links(spans: Iterable[Span], new: Iterable[Span]) -> tuple[WordLink, ...]:
    fresh = set(new)
    return tuple(WordLink("bracket", start, end - 1, (start, end) in fresh) for start, end in spans)


def _quote_words(forms: Sequence[str], start: int, end: int) -> str:
    return quote_words(forms[start:end])

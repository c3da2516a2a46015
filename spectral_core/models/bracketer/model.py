"""Bracketer: settings, parsing into minimum-length trees, and the trace of the search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, ClassVar, Self

import numpy as np

from spectral_core.arrays import Floats, Indexes, Integers, NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.data import UNCONSTRAINED, BestFirst, Constraints, Ranked, Sentence
from spectral_core.data.structure import SpanMarginals
from spectral_core.data.trace import TableCell, Trace, TraceStep, TraceTable, WordLink, quote_words
from spectral_core.deprecated import old_keywords, old_members
from spectral_core.errors import DataError
from spectral_core.model import (
    Arrays,
    Settings,
    add_prefix,
    choose_algorithm,
    pack_strings,
    select_part,
    setting,
    unpack_strings,
    validate_settings,
)
from spectral_core.models.bracketing.sentences import CROSSING_PENALTY, LockedSentence, hash_forms
from spectral_core.models.bracketing.word_classes import (
    CLASS_SOURCES,
    WordClassifier,
    find_finite_verbs,
)
from spectral_core.models.branching import find_top_split
from spectral_core.structured.locks import Span

if TYPE_CHECKING:
    from spectral_core.structured.kernel_tracer import ArrayWrite

TreeSearch = Callable[[Floats, int, Floats], tuple[float, Indexes]]

_JITTER = 1e-6  # relative to the standard deviation of distances: breaks ties
METRICS = ("spectral", "distance", "constant")
ALGORITHM = "least tree"
_MAX_SHOWN_SPLITS = 3  # splits shown of a span
_INSIDE_TABLE, _DISTANCE_TABLE = range(2)  # indexes of the tables of a trace


@validate_settings("bracketer")
@dataclass(frozen=True, slots=True)
class BracketerSettings:
    """Training settings of a metric bracketer, tuned on dev sets."""

    tags: str = setting(
        "auto",
        "Word classes",
        "Source of the word classes. words: clusters of the words. upos, xpos: classes of the tags in that column. "
        "auto: tags if most words have one, otherwise clusters.",
        choices=CLASS_SOURCES,
    )
    metric: str = setting(
        "spectral",
        "Metric",
        "Distance between words. spectral: learnt from covariances. As controls, distance: number of words between "
        "them; constant: the same for all pairs.",
        choices=METRICS,
    )
    states: int = setting(
        20, "Singular values", "Number of singular values from which a distance is computed.", low=1, high=200
    )
    dimensions: int = setting(50, "Dimensions", "Number of dimensions of the word vectors.", low=1, high=400)
    bandwidth: float = setting(
        0.4,
        "Bandwidth",
        "Kernel bandwidth for pooling the covariances of word pairs at similar distances in the sentence. Larger "
        "values pool more distances.",
        low=0.01,
    )
    shrinkage: float = setting(
        0.0,
        "Weight of linear distance",
        "Weight of the logarithm of the distance in words that is added to the spectral metric, in standard "
        "deviations; 0 adds nothing.",
        low=0.0,
    )
    top: str = setting(
        "heuristic",
        "Top split",
        "First split of the sentence. heuristic: at a comma or before the first verb. none: no such split; the tree "
        "is rooted at the last word. Locked spans always take precedence.",
        choices=("heuristic", "none"),
    )
    fragments: bool = setting(True, "Fragments", "Bracket the stretches between punctuation marks separately.")
    classes: int = setting(10, "Number of classes", "Number of word classes if no tags are used.", low=2, high=200)
    longest: int = setting(
        39,
        "Longest distance",
        "Largest distance in words; words further apart are treated as this far.",
        low=2,
        high=200,
    )
    seed: int = setting(0, "Seed", "Seed of the random number generator.", low=0, high=2**31 - 1)


@old_members(step_through="trace_algorithm")
@dataclass(frozen=True, slots=True, eq=False)
class Bracketer:
    """Parses sentences into the minimum-length binary tree over word distances."""

    method: ClassVar[str] = "bracketer"
    settings: BracketerSettings
    word_classifier: WordClassifier
    names: tuple[str, ...]  # word classes
    tables: Floats  # (metrics, classes + 1, classes + 1, longest), that of the settings first
    __repr__ = brief_repr

    def arrays(self) -> NamedArrays:
        return {
            "names": pack_strings(self.names),
            "tables": self.tables,
            **add_prefix("read_", self.word_classifier.arrays()),
        }

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:
        if not isinstance(settings, BracketerSettings):
            raise TypeError("these are the settings of another method")
        names, tables = unpack_strings(arrays["names"]), arrays["tables"].astype(np.float64)
        if tables.shape[1:] != (len(names) + 1, len(names) + 1, settings.longest):
            raise ValueError("distances and classes do not fit")
        return cls(settings, WordClassifier.from_arrays(select_part(arrays, "read_")), names, tables)

    def parse(self, sentence: Sentence, k: int = 1, constraints: Constraints = UNCONSTRAINED) -> BestFirst[Sentence]:
        """Return the minimum tree under the locks, then those of the alternative metrics that differ; the score is
        minus the rank."""
        if not sentence.forms:
            return BestFirst([Ranked(sentence, 0.0)][:k])
        locked_sentence = LockedSentence.from_sentence(
            self.word_classifier.strip_punctuation(sentence), sentence, constraints
        )
        alternatives = (
            self.find_tree_spans(sentence, locked_sentence, metric_index) for metric_index in range(len(self.tables))
        )
        return locked_sentence.rank_distinct_trees(sentence, alternatives, k)

    def marginals(self, sentence: Sentence, constraints: Constraints = UNCONSTRAINED) -> SpanMarginals:
        """Return for each bracket the share of metrics with the bracket in their minimum tree: not a probability."""
        if not sentence.forms:
            return SpanMarginals({}, 0)
        locked_sentence = LockedSentence.from_sentence(
            self.word_classifier.strip_punctuation(sentence), sentence, constraints
        )
        votes: Counter[Span] = Counter()
        for metric_index in range(len(self.tables)):
            votes.update(self.find_tree_spans(sentence, locked_sentence, metric_index))
        return locked_sentence.to_marginals({span: times / len(self.tables) for span, times in sorted(votes.items())})

    @old_keywords(among="document")
    def trace_algorithm(
        self,
        sentence: Sentence,
        algorithm: str = "",
        document: Sequence[Sentence] = (),  # noqa: ARG002 - one sentence is enough
    ) -> Trace:
        """Trace the search for the minimum tree."""
        choose_algorithm(algorithm, [ALGORITHM])
        return trace_minimum_tree(self, sentence)

    def find_tree_spans(
        self,
        sentence: Sentence,
        locked_sentence: LockedSentence,
        metric_index: int = 0,
        search: Callable[..., list[Span]] | None = None,
    ) -> set[Span]:
        """Return the spans of the minimum tree under one of the metrics, without punctuation; `search` replaces
        `find_minimum_tree_spans`."""
        search = search or find_minimum_tree_spans
        distances, penalties = (
            self.distances(sentence, locked_sentence, metric_index),
            locked_sentence.compute_span_penalties(),
        )
        sentence = self.word_classifier.drop_unused_tags(sentence)
        if not self.settings.fragments:
            top = (
                locked_sentence.unpunctuated.count_words_before(find_top_split(sentence))
                if self.settings.top == "heuristic"
                else -1
            )
            return set(search(distances, penalties, (0, len(distances)), top))
        fragments = locked_sentence.find_fragments()
        spans = set(locked_sentence.branch_fragments_right(fragments))
        verbs = (
            find_finite_verbs(sentence, locked_sentence.unpunctuated.positions)
            if self.settings.top == "heuristic"
            else []
        )
        for low, high in fragments:
            top = -1
            if self.settings.top == "heuristic":
                top = next((verb for verb in verbs if low < verb < high), low + 1) - low
            spans.update(search(distances, penalties, (low, high), top))
        return spans

    def distances(self, sentence: Sentence, locked_sentence: LockedSentence, metric_index: int = 0) -> Floats:
        """Return (words, words) the distances between non-punctuation words by one of the metrics, with random jitter
        to break ties."""
        class_ids = {name: number for number, name in enumerate(self.names)}
        class_names = self.word_classifier.class_names(sentence, locked_sentence.unpunctuated)[1]
        classes: Integers = np.array([class_ids.get(name, len(class_ids)) for name in class_names], dtype=np.int64)
        size = len(classes)
        positions = np.arange(size)
        gaps = np.clip(positions - positions[:, None], 1, self.settings.longest) - 1
        table = self.tables[metric_index]
        spread = float(table.std()) or 1.0
        random = np.random.default_rng([self.settings.seed, hash_forms(sentence)])
        upper = np.triu(table[classes[:, None], classes, gaps] + _JITTER * spread * random.random((size, size)), 1)
        distances: Floats = upper + upper.T
        return distances


def find_minimum_tree_spans(
    distances: Floats, penalties: Floats, part: Span, top: int, search: TreeSearch | None = None
) -> list[Span]:
    """Return the spans of the minimum tree over a part of the words, without the part itself; its top split is as close
    to `top` (relative to its first word) as locks allow, or before its last word for -1. `search` replaces the compiled
    search."""
    from spectral_core.structured.unlabelled_trees import shortest_tree

    low, high = part
    size = high - low
    if size < 3:
        return []
    part_penalties = penalties[low:high, low : high + 1] if len(penalties) else penalties
    top = size - 1 if top < 0 else min(max(top, 1), size - 1)
    if len(part_penalties):
        allowed = [
            split
            for split in range(1, size)
            if part_penalties[0, split] < CROSSING_PENALTY and part_penalties[split, size] < CROSSING_PENALTY
        ]
        top = min(allowed, key=lambda split: (part_penalties[0, split] + part_penalties[split, size], abs(split - top)))
    _, spans = (search or shortest_tree)(
        np.ascontiguousarray(distances[low:high, low:high]), top, np.ascontiguousarray(part_penalties)
    )
    return [(low + start, low + end) for start, end in spans.tolist()]


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
        """Run the search uncompiled, and keep the array writes of its kernel."""
        from spectral_core.structured.kernel_tracer import KernelTracer
        from spectral_core.structured.unlabelled_trees import shortest_tree

        recorder = KernelTracer(("_fill_lengths", "subtree_lengths"), ("shortest_tree", "spans"))
        spans = find_minimum_tree_spans(distances, penalties, part, top, recorder.as_python(shortest_tree))
        if spans:
            searches.append(_MinimumTreeSearch(part, tuple(spans), recorder.take_writes()))
        return spans

    tree_spans = model.find_tree_spans(sentence, locked_sentence, 0, record_search)
    distances = model.distances(sentence, locked_sentence)
    trace_steps = [TraceStep(f"The distances between all {len(forms)} words, by their classes")]
    chosen: list[Span] = []
    for search in searches:
        trace_steps += search.trace_steps(forms, chosen)
        chosen += search.spans
    fragment_spans = sorted(tree_spans - set(chosen))
    summary = (
        "The minimum tree of each fragment, with right-branching fragments" if fragment_spans else "The minimum tree"
    )
    trace_steps.append(
        TraceStep(
            f"{summary}: {len(tree_spans)} brackets", links=_make_links([*chosen, *fragment_spans], fragment_spans)
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
        """Yield the steps of the search; `spans_elsewhere` holds the spans chosen in other parts."""
        low, high = self.part
        inside_writes = [writing for writing in self.writes if writing.array == "subtree_lengths"]
        links = _make_links(spans_elsewhere, ())
        for (i, j), splits in groupby(inside_writes, lambda writing: writing.index[:2]):
            yield self._trace_span(forms, (low + i, low + j), list(splits), links)
        variables = self.writes[-1].local_numbers
        root, shortest = int(variables["root"]), variables["shortest"]
        first, second = int(variables["first"]), int(variables["second"])
        descriptions = [
            f"{_quote_words(forms, start, end)} after {quote_words([forms[low + split - 1]])}"
            for start, end, split in ((low, low + root, first), (low + root, high, second))
            if end - start > 1
        ]
        halves = [(start, end) for start, end in ((low, low + root), (low + root, high)) if end - start > 1]
        left_words, right_words = _quote_words(forms, low, low + root), _quote_words(forms, low + root, high)
        yield TraceStep(
            f"The top edge is between {left_words} and {right_words}",
            (f"minimum length of the tree = {shortest:.3f}", f"which splits {' and '.join(descriptions)}"),
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
            lines.append(f"after {word}: {terms}{penalty} = {split_write.value:.3f}")
        if len(ranked) > _MAX_SHOWN_SPLITS:
            lines.append(f"and {len(ranked) - _MAX_SHOWN_SPLITS} more, all longer")
        read = [TableCell(_INSIDE_TABLE, *cell) for cell in ((start, split - 1), (split, end - 1)) if cell[1] > cell[0]]
        return TraceStep(
            f"The shortest tree over {_quote_words(forms, start, end)} splits after {quote_words([forms[split - 1]])}",
            tuple(lines),
            ((TableCell(_INSIDE_TABLE, start, end - 1), best.value),),
            tuple(read),
            links,
        )


def _make_links(spans: Iterable[Span], new: Iterable[Span]) -> tuple[WordLink, ...]:
    """Return a bracket for each span, to be drawn in a trace; those in `new` are marked as new."""
    fresh = set(new)
    return tuple(WordLink("bracket", start, end - 1, (start, end) in fresh) for start, end in spans)


def _quote_words(forms: Sequence[str], start: int, end: int) -> str:
    return quote_words(forms[start:end])

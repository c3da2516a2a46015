"""Charts of labelled spans: log-linear potentials, pruned CKY within a beam, its trace, and the fallback parser."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Flags, Floats, Indexes, Integers, Keys, Singles
from spectral_core.data import Constraints
from spectral_core.data.trace import TableCell, Trace, TraceStep, TraceTable, WordLink, quote_words
from spectral_core.data.tree import CHAIN_SEPARATOR, INTERMEDIATE_MARK, escape_chain_label, split_chain_label
from spectral_core.errors import DataError
from spectral_core.model import Arrays
from spectral_core.models.latent_pcfg.grammar import INTERMEDIATE, Grammar
from spectral_core.models.latent_pcfg.lexicon import SignatureLexicon, WordLabels
from spectral_core.models.word_features import TagClasses
from spectral_core.structured import cky
from spectral_core.structured.cky import CellConstraints, PrunedItems, RealArray, SpanChart
from spectral_core.structured.locks import make_cell_locks, make_unlocked_cells

if TYPE_CHECKING:
    from spectral_core.models.latent_pcfg.model import LatentPcfg, SpanPosteriors
    from spectral_core.structured.cky.span_features import LabelKeys
    from spectral_core.structured.kernel_tracer import ArrayWrite

POTENTIAL_WEIGHT = 0.35  # weight of the potentials in a chart, below 1 because rules and features overlap
MIN_PROBABILITY = 3e-4  # a labelled span stays in the chart from this probability
BEAM = 1e-3  # relative to the best label of a span, weighted by label frequencies
_WIDER_BEAM = 1e-7  # used where the beam leaves no tree
_NARROW_BEAM = 3e-2  # used where the sentence is too expensive
POSTERIOR_THRESHOLD = 1e-4  # posteriors under the grammar without hidden states: spans below are pruned
Span = tuple[int, int]
SpanScores = Mapping[Span, Mapping[int, float]]  # a score for labels of the grammar, by span
CHART = "chart"
_MAX_LABELS = 3  # labels of a span
_INSIDE_TABLE, _POSTERIOR_TABLE = range(2)  # indexes of the tables of a trace
Cell = tuple[int, int]


@dataclass(frozen=True, slots=True, eq=False)
class LikelySpans:
    """Sentences with the labelled spans that are probable under the grammar without hidden states."""

    sentences: Sequence[Sequence[str]]
    word_labels: WordLabels
    items: PrunedItems
    is_narrowed: bool = False  # whether a narrow beam was used because the full chart was too expensive


@dataclass(frozen=True, slots=True, eq=False)
class SentenceCharts:
    """Sentences with the chart of labelled spans left after pruning."""

    likely_spans: LikelySpans
    items: PrunedItems
    chart: SpanChart
    weights: Floats  # (items,) multiplied into each item's score
    has_trees: bool  # whether every sentence has a parse


def find_likely_spans(
    grammar: Grammar,
    word_labels: WordLabels,
    sentences: Sequence[Sequence[str]],
    cells: CellConstraints,
    limits: tuple[float, float] = (BEAM, POSTERIOR_THRESHOLD),
) -> LikelySpans:
    """Return the labelled spans of sentences within the beam and above the posterior threshold of `limits`."""
    open_cells = cells._replace(starts=word_labels.can_start_phrase, ends=word_labels.can_end_phrase)
    items = cky.prune_spans(
        grammar.rules, grammar.root_frequencies, grammar.label_prior, word_labels.words, open_cells, *limits
    )
    return LikelySpans(sentences, word_labels, items)


def build_charts(
    grammar: Grammar, likely_spans: LikelySpans, potentials: SpanPotentials | None, words: SignatureLexicon
) -> SentenceCharts:
    """Build the chart of all likely labelled spans; with potentials, prune it further by their probability."""
    items = likely_spans.items
    has_trees = bool(np.isfinite(items.sums).all())
    if potentials is None or not has_trees:
        chart = cky.build_chart(grammar.rules, items, likely_spans.word_labels.words.offsets)
        return SentenceCharts(likely_spans, items, chart, np.ones(len(items.starts)), has_trees)
    span_sentences = HashedSentences.from_sentences(
        grammar, words, likely_spans.sentences, likely_spans.word_labels.find_best_labels(grammar.label_counts).tolist()
    )
    scores = potentials.scores(grammar, span_sentences, items)
    likely = scores + logit(items.posteriors) >= np.log(MIN_PROBABILITY)
    for mask in (likely, np.ones(len(scores), dtype=bool)):
        kept_items = cky.select_items(items, mask)
        chart = cky.build_chart(grammar.rules, kept_items, likely_spans.word_labels.words.offsets)
        weights = np.exp(POTENTIAL_WEIGHT * scores[mask])
        charts = SentenceCharts(likely_spans, kept_items, chart, weights, True)
        word_positions, entries = find_lexicon_entries(charts)
        word_weights = np.zeros(len(weights))
        word_weights[word_positions] = (
            likely_spans.word_labels.words.weights[entries]
            * np.exp(-kept_items.scales[word_positions])
            * weights[word_positions]
        )
        chart, parsed_sentences = cky.rescale_chart(chart, grammar.rules, weights, word_weights)
        if len(parsed_sentences) == len(likely_spans.sentences):
            break
    return SentenceCharts(likely_spans, kept_items._replace(scales=chart.scales), chart, weights, True)


def find_likely_spans_under_locks(
    grammar: Grammar, label_words: Callable[[bool], WordLabels], forms: Sequence[str], constraints: Constraints
) -> LikelySpans:
    """Return the labelled spans of one sentence under locks. The beam is widened and then dropped where it leaves no
    tree, and narrowed where the chart is too expensive; `label_words` labels the words, pruned or not."""
    cells = make_unlocked_cells(len(forms), len(grammar.labels))
    if constraints:
        locks, masks = make_cell_locks(constraints, forms, grammar.phrases, grammar.word_phrases)
        cells = cells._replace(locks=locks, masks=masks)
    likely_spans = find_likely_spans(grammar, label_words(True), [forms], cells)
    if np.isnan(likely_spans.items.sums).any():
        return replace(
            find_likely_spans(grammar, label_words(True), [forms], cells, (_NARROW_BEAM, POSTERIOR_THRESHOLD)),
            is_narrowed=True,
        )
    for beam in (_WIDER_BEAM, 0.0):
        if np.isfinite(likely_spans.items.sums).all():
            break
        likely_spans = find_likely_spans(grammar, label_words(False), [forms], cells, (beam, POSTERIOR_THRESHOLD))
    return likely_spans


def describe_limits(charts: SentenceCharts, clipped: bool, k: int) -> str:
    """Describe in a sentence which limits of time, memory or rules affected the trees of a sentence; "" if none did."""
    likely_spans, sums = charts.likely_spans, charts.items.sums
    if likely_spans.is_narrowed or np.isnan(sums).any():
        if charts.has_trees:
            return "This sentence has too many possible trees; only the most probable parts were searched."
        return (
            "This sentence has too many possible trees; this one was built without the rules of the "
            "grammar. Split the sentence, or lock phrases of it."
        )
    if not charts.has_trees:
        return "The grammar has no tree for this sentence; this one was built without its rules."
    if clipped:
        return "The hidden states give this sentence no valid score; its trees are those of the rules without them."
    tree_limit = cky.max_ranked_trees(charts.chart)
    if tree_limit >= k:
        return ""
    trees = "one tree" if tree_limit == 1 else f"{tree_limit:,} trees"
    return f"Memory allows only {trees} of a sentence as long as this."


def find_lexicon_entries(charts: SentenceCharts) -> tuple[Integers, Integers]:
    """Return the indexes of the items over single words, and of the lexicon entry that each comes from."""
    items, words = charts.items, charts.likely_spans.word_labels.words
    word_positions = np.flatnonzero(items.ends - items.starts == 1)
    sentences = np.repeat(np.arange(len(words.offsets) - 1), np.diff(items.bounds))[word_positions]
    word = words.offsets[sentences] + items.starts[word_positions]
    owners = charts.likely_spans.word_labels.words_of_entries
    size = int(words.labels.max(initial=0)) + 1
    codes = owners * size + words.labels  # sorted
    return word_positions, np.searchsorted(codes, word * size + items.labels[word_positions])


@dataclass(frozen=True, slots=True, eq=False)
class FallbackParser:
    """Fallback parser for one sentence under locks, with scores of its labelled spans."""

    grammar: Grammar
    forms: Sequence[str]
    constraints: Constraints
    span_scores: SpanScores
    tags: Sequence[str]  # one for each word

    def find_spans(self) -> list[tuple[int, int, str]]:
        """Return the labelled binary spans of the tree with the largest sum of span scores under the locks, parents
        first."""
        size = len(self.forms)
        locks, masks = make_cell_locks(self.constraints, self.forms, self.grammar.phrases, self.grammar.word_phrases)
        scores = np.zeros((size, size + 1))
        names: dict[Span, str] = {}
        for start in range(size):
            for end in range(start + 1, size + 1):
                lock = int(locks[start, end])
                if lock == cky.CLOSED:
                    scores[start, end] = -np.inf
                else:
                    mask = None if lock == cky.OPEN else masks[lock]
                    scores[start, end], names[start, end] = self._find_best_label((start, end), mask)
        return [(start, end, names[start, end]) for start, end in cky.best_binary_tree(scores)]

    def _find_best_label(self, span: Span, mask: Flags | None) -> tuple[float, str]:
        """Return the best label of a span, and its score."""
        label_scores = self.span_scores.get(span, {})
        allowed = {label: number for label, number in label_scores.items() if mask is None or mask[label]}
        label = max(allowed, key=lambda candidate: (allowed[candidate], -candidate), default=-1)
        single = span[1] - span[0] == 1
        if mask is None:
            if label >= 0 and (single or allowed[label] > 0):
                return allowed[label], self.grammar.names[label]
            return 0.0, escape_chain_label(self.tags[span[0]]) if single else INTERMEDIATE
        if label >= 0:
            return allowed[label], self.grammar.names[label]
        return 0.0, self._choose_locked_label(span, mask)

    def _choose_locked_label(self, span: Span, mask: Flags) -> str:
        """Return a label for a locked span without scored labels."""
        required = sorted(
            label for start, end, label in self.constraints.required_spans if (start, end) == span and label
        )
        chain = [escape_chain_label(label) for label in required]
        if span[1] - span[0] == 1:
            return CHAIN_SEPARATOR.join([*chain, escape_chain_label(self.tags[span[0]])])
        if chain:
            return CHAIN_SEPARATOR.join(chain)
        if span != (0, len(self.forms)) and (*span, "") not in self.constraints.required_spans:
            return INTERMEDIATE  # some label is forbidden here
        frequencies = np.where(mask & ~self.grammar.is_intermediate, self.grammar.label_counts, 0)
        return self.grammar.names[int(frequencies.argmax())] if frequencies.any() else "X"


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

        def wrap_kernel(kernel: cky.Kernel) -> cky.Kernel:
            """Return the kernel as Python that records its writes and keeps the last inside scores."""
            recorder.take_writes()  # discards the writes of an abandoned single-precision run

            def run_as_python(chart: SpanChart, tensors: RealArray, weights: RealArray, numbers: RealArray) -> None:
                recorder.as_python(kernel)(chart, tensors, weights, numbers)
                last_inside[:] = [numbers.astype(np.float64)]

            return run_as_python

        model.members[0].run_inside_outside(posteriors.charts, 0, wrap_kernel=wrap_kernel)
        rule_counts: dict[int, int] = {}
        writes: list[ArrayWrite] = recorder.take_writes()
        for write in writes:
            if write.index[1] == 0:
                rule_counts[write.index[0]] = rule_counts.get(write.index[0], 0) + 1
        sums = np.abs(last_inside[0].sum(axis=1))
        logs = np.log(np.maximum(sums, np.finfo(np.float64).tiny)) + posteriors.charts.items.scales
        return cls(logs, rule_counts)

    def make_step(self, words: Sequence[str], cell: Cell, cell_items: Sequence[int], names: Sequence[str]) -> TraceStep:
        """Return the step of the trace that fills the cell of a span, with its best labels."""
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


_HASH_SIZE = 1 << 22  # size of the weight table; colliding features share a weight
_EPOCHS, _LEARNING_RATE, _PENALTY = 4, 0.1, 1e-3
_MIN_MARGIN = 1e-6  # posteriors are clipped this far from 0 and 1


@dataclass(frozen=True, slots=True, eq=False)
class HashedSentences:
    """Forms and tags of sentences as hashes, for the features of spans."""

    offsets: Integers
    forms: Keys
    tags: Keys
    tag_initials: Keys

    @classmethod
    def from_sentences(
        cls, grammar: Grammar, words: SignatureLexicon, sentences: Sequence[Sequence[str]], best: Sequence[int]
    ) -> HashedSentences:
        """Hash sentences; the tag is the `best` label of each word, and rare words are replaced by their signatures."""
        symbols = [
            words.get_word_or_signature(form, position == 0)
            for forms in sentences
            for position, form in enumerate(forms)
        ]
        tags = [grammar.get_tag(label) for label in best]
        offsets = np.append(0, np.cumsum([len(forms) for forms in sentences])).astype(np.int64)
        return cls(offsets, _hash_names(symbols), _hash_names(tags), _hash_names([tag[:1] for tag in tags]))


def _hash_names(names: Sequence[str]) -> Keys:
    """Return the hash of each name."""
    from spectral_core.structured.feature_templates import FORM

    return TagClasses.empty().extract_feature_keys(names)[:, FORM]


def logit(posteriors: Floats) -> Floats:
    """Return the log odds of posteriors clipped away from 0 and 1."""
    clipped = np.clip(posteriors, _MIN_MARGIN, 1 - _MIN_MARGIN)
    return np.log(clipped) - np.log1p(-clipped)


@dataclass(frozen=True, slots=True, eq=False)
class SpanPotentials:
    """Logistic regression that predicts gold spans, with the log odds of the grammar without hidden states as
    offset."""

    weights: Singles  # (_HASH_SIZE,)

    @classmethod
    def learn(
        cls,
        grammar: Grammar,
        sentences: HashedSentences,
        items: PrunedItems,
        gold: Flags,
        seed: int,
        on_epoch: Callable[[int, int, float], None],
    ) -> SpanPotentials:
        """Train on labelled spans with the flags `gold`; `on_epoch` receives the epoch, their number and the mean
        loss."""
        from spectral_core.structured.cky.span_features import SpanItems, SpanWords, train_labelled_epoch

        weights, squares = np.zeros(_HASH_SIZE, dtype=np.float32), np.zeros(_HASH_SIZE, dtype=np.float32)
        words = SpanWords(sentences.offsets, sentences.forms, sentences.tags, sentences.tag_initials)
        rng, scale = np.random.default_rng(seed), np.array([_LEARNING_RATE, _PENALTY, 0.0, 0.0])
        posterior_logits, labels = logit(items.posteriors), _make_label_keys(grammar)
        spans = SpanItems(items.bounds, items.starts, items.ends, items.labels)
        for epoch in range(_EPOCHS):
            order = rng.permutation(len(items.bounds) - 1)
            loss = train_labelled_epoch(words, spans, gold, posterior_logits, labels, order, weights, squares, scale)
            on_epoch(epoch + 1, _EPOCHS, loss / max(len(gold), 1))
        return cls(weights)

    def scores(self, grammar: Grammar, sentences: HashedSentences, items: PrunedItems) -> Floats:
        """Return (items,) the potential of each item: log odds added to those of its posterior."""
        from spectral_core.structured.cky.span_features import SpanItems, SpanWords, score_spans

        words = SpanWords(sentences.offsets, sentences.forms, sentences.tags, sentences.tag_initials)
        spans = SpanItems(items.bounds, items.starts, items.ends, items.labels)
        return score_spans(words, spans, _make_label_keys(grammar), self.weights)

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """Return the weights that are not 0, and their indexes, as arrays."""
        nonzero = np.flatnonzero(self.weights)
        return {"places": nonzero.astype(np.int32), "weights": self.weights[nonzero]}

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> SpanPotentials:
        """Restore potentials from their arrays; ValueError if these are inconsistent."""
        positions, values = arrays["places"].astype(np.int64), arrays["weights"].astype(np.float32)
        in_range = bool(((positions >= 0) & (positions < _HASH_SIZE)).all())
        if positions.shape != values.shape or not in_range or not np.isfinite(values).all():
            raise ValueError("these are no weights of spans")
        weights = np.zeros(_HASH_SIZE, dtype=np.float32)
        weights[positions] = values
        return cls(weights)


def _make_label_keys(grammar: Grammar) -> LabelKeys:
    """Return the hashes of the grammar's labels, with and without binarisation marks."""
    from spectral_core.structured.cky.span_features import LabelKeys

    base_labels = [
        split_chain_label(name.lstrip(INTERMEDIATE_MARK).partition("[")[0].rstrip("<>"))[-1] for name in grammar.names
    ]
    return LabelKeys(_hash_names(grammar.labels), _hash_names(base_labels))

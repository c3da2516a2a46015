"""Pruned CKY charts: labelled spans within a beam, discriminative span potentials and their training, and the fallback
tree."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Flags, Floats, Integers, Keys, Singles
from spectral_core.data import Constraints
from spectral_core.data.tree import CHAIN_SEPARATOR, INTERMEDIATE_MARK, escape_chain_label, split_chain_label
from spectral_core.model import Arrays
from spectral_core.models.latent_pcfg.grammar import INTERMEDIATE, BinarisedTreebank, Grammar
from spectral_core.models.latent_pcfg.lexicon import ContextLexicon, LabelLexicon, SignatureLexicon, WordLabels
from spectral_core.models.word_features import TagClasses
from spectral_core.progress import Progress, Report
from spectral_core.structured import cky
from spectral_core.structured.cky import CellConstraints, PrunedItems, SpanChart
from spectral_core.structured.locks import lock_cells, make_unlocked_cells

if TYPE_CHECKING:
    from spectral_core.structured.cky.span_features import LabelKeys

_HASH_SIZE = 1 << 22  # size of the weight table; colliding features share a weight
_EPOCHS, _LEARNING_RATE, _PENALTY = 4, 0.1, 1e-3
_MIN_MARGIN = 1e-6  # posteriors are clipped this far from 0 and 1
POTENTIAL_WEIGHT = 0.35  # weight of the potentials in a chart, below 1 because rules and features overlap
MIN_PROBABILITY = 3e-4  # a labelled span stays in the chart from this probability
BEAM = 1e-3  # relative to the best label of a span, weighted by label frequencies
_WIDER_BEAM = 1e-7  # used where the beam leaves no tree
_NARROW_BEAM = 3e-2  # used where the sentence is too expensive
POSTERIOR_THRESHOLD = 1e-4  # posteriors under the grammar without hidden states: spans below are pruned
_MIN_TREES_WITHOUT_SPLIT = 2000  # from this many trees, the tagger labels its own training trees
MIN_TREES = 20  # minimum for training
_BLOCK_SIZE = 400  # sentences between progress reports
_TRAINING_LIMITS = (1e-2, 1e-3)  # beam and posterior of the spans used in training
Span = tuple[int, int]
SpanScores = Mapping[Span, Mapping[int, float]]  # a score for labels of the grammar, by span


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
        locks, masks = lock_cells(constraints, forms, grammar.phrases, grammar.word_phrases)
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
        return "The grammar has no tree for this sentence as it is; this one is put together without its rules."
    if clipped:
        return "The hidden states say nothing sound of this sentence; its trees are those of the rules without them."
    tree_limit = cky.max_ranked_trees(charts.chart)
    return f"There is room for {tree_limit:,} tree(s) of a sentence as long as this." if tree_limit < k else ""


def find_lexicon_entries(charts: SentenceCharts) -> tuple[Integers, Integers]:
    """Return the indexes of the items over single words, and of the lexicon entry that each comes from."""
    items, words = charts.items, charts.likely_spans.word_labels.words
    word_positions = np.flatnonzero(items.ends - items.starts == 1)
    sentences = np.repeat(np.arange(len(words.offsets) - 1), np.diff(items.bounds))[word_positions]
    word = words.offsets[sentences] + items.starts[word_positions]
    owners = charts.likely_spans.word_labels.owners
    size = int(words.labels.max(initial=0)) + 1
    codes = owners * size + words.labels  # sorted
    return word_positions, np.searchsorted(codes, word * size + items.labels[word_positions])


def learn_potentials(
    forest: BinarisedTreebank, grammar: Grammar, lexicon: LabelLexicon, seed: int, report: Report
) -> SpanPotentials | None:
    """Train span potentials on jackknifed trees, in which rare words are treated as unseen; None for very few trees."""
    trees = len(forest.offsets) - 1
    if trees < MIN_TREES:
        return None
    sentences: list[Sequence[str]] = []
    best: list[int] = []
    items: list[PrunedItems] = []
    order: list[int] = []
    for tree_indexes, held_out_lexicon in _iterate_held_out_lexicons(forest, lexicon, seed, report):
        for start in range(0, len(tree_indexes), _BLOCK_SIZE):
            report(Progress("spans", len(sentences), trees))
            batch = [forest.get_forms(tree) for tree in tree_indexes[start : start + _BLOCK_SIZE].tolist()]
            word_labels = held_out_lexicon.label_words(batch)
            cells = make_unlocked_cells(sum(map(len, batch)), len(grammar.labels))
            items.append(find_likely_spans(grammar, word_labels, batch, cells, _TRAINING_LIMITS).items)
            sentences += batch
            best += word_labels.find_best_labels(grammar.label_counts).tolist()
        order += tree_indexes.tolist()
    report(Progress("spans", trees, trees))
    all_items = _concatenate_items(items)

    def on_epoch(epoch: int, epochs: int, loss: float) -> None:
        report(Progress("potentials", epoch, epochs, {"loss": loss}))

    span_sentences = HashedSentences.from_sentences(grammar, lexicon.word_lexicon, sentences, best)
    return SpanPotentials.learn(
        grammar, span_sentences, all_items, _flag_gold_items(forest, np.array(order), all_items), seed, on_epoch
    )


def _iterate_held_out_lexicons(
    forest: BinarisedTreebank, lexicon: LabelLexicon, seed: int, report: Report
) -> Iterator[tuple[Integers, LabelLexicon]]:
    """Yield the indexes of trees with the lexicon that labels their words: in small treebanks each half is labelled by
    a tagger trained on the other."""
    trees, held_out_lexicon = len(forest.offsets) - 1, lexicon.without_hapaxes()
    if trees >= _MIN_TREES_WITHOUT_SPLIT or not isinstance(held_out_lexicon, ContextLexicon):
        yield np.arange(trees), held_out_lexicon
        return
    shuffled = np.random.default_rng(seed).permutation(trees)
    halves = np.sort(shuffled[: trees // 2]), np.sort(shuffled[trees // 2 :])
    for tree_half, training_half, stage in zip(
        halves, halves[::-1], ("words of one half", "words of the other half"), strict=True
    ):
        yield tree_half, ContextLexicon.learn(forest, held_out_lexicon.word_lexicon, seed, report, training_half, stage)


def _concatenate_items(items: Sequence[PrunedItems]) -> PrunedItems:
    firsts = np.append(0, np.cumsum([part.bounds[-1] for part in items]))
    bounds = np.concatenate([[0], *(part.bounds[1:] + first for part, first in zip(items, firsts, strict=False))])
    parts = [np.concatenate([part[column] for part in items]) for column in range(1, len(items[0]))]
    return PrunedItems(bounds.astype(np.int64), *parts)


def _flag_gold_items(forest: BinarisedTreebank, order: Integers, items: PrunedItems) -> Flags:
    """Return (items,) the items that are in their gold tree; sentence n belongs to tree order[n]."""
    labels, longest = len(forest.labels), int(forest.ends.max()) + 1
    tree = np.repeat(np.arange(len(forest.offsets) - 1), np.diff(forest.offsets))
    gold_codes = ((tree * longest + forest.starts) * longest + forest.ends) * labels + forest.node_labels
    item_trees = np.repeat(order, np.diff(items.bounds))
    item_codes = ((item_trees * longest + items.starts) * longest + items.ends) * labels + items.labels
    return np.isin(item_codes, gold_codes)


@dataclass(frozen=True, slots=True, eq=False)
class FallbackParser:
    """Fallback parser for one sentence under locks, with scores of its labelled spans."""

    grammar: Grammar
    forms: Sequence[str]
    constraints: Constraints
    span_scores: SpanScores
    tags: Sequence[str]  # one for each word

    def find_spans(self) -> list[tuple[int, int, str]]:
        """Return the binary spans of the tree with the largest summed scores under the locks, parents first."""
        size = len(self.forms)
        locks, masks = lock_cells(self.constraints, self.forms, self.grammar.phrases, self.grammar.word_phrases)
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

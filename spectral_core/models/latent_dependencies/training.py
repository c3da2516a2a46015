"""Training of latent dependency grammars: spectral estimation, EM, and their combination."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from spectral_core.arrays import Flags, Floats, Integers, Singles
from spectral_core.data import Sentence, Treebank
from spectral_core.maths.clustering import assign_clusters, kmeans
from spectral_core.maths.em import EmIteration, EmRun, run_em
from spectral_core.model import MAX_SEED, require_text
from spectral_core.models.latent_dependencies.features import (
    ITEMS_PER_STATE,
    ReducedItems,
    TreeContext,
    extract_half_views,
    extract_head_views,
    extract_node_views,
    reduce_views,
)
from spectral_core.models.latent_dependencies.grammar import (
    AttachmentCounts,
    LatentParameters,
    count_attachments,
    count_pruner_moments,
    make_observed_trees,
)
from spectral_core.models.latent_dependencies.model import LatentDependencies
from spectral_core.models.latent_dependencies.settings import LatentDependenciesSettings
from spectral_core.models.latent_dependencies.training_trees import FormClasses, HeadedTrees, TreeItems, count
from spectral_core.models.parsing.auxiliary_models import (
    Outcomes,
    number_progress_stages,
    pair_arcs_with_gold,
    train_companions,
)
from spectral_core.progress import Progress, Report, ignore_progress
from spectral_core.structured.latent_split_head import (
    ExpectedStateCounts,
    ObservedDependencyTrees,
    StateTensors,
    TreeVectors,
    observed_tree_kernels,
)

_PAIR_BACKOFF = 5.0  # weight of the back-off from pair moments, relative to the square root of their count
MIN_FORM_COUNT = 3  # minimum frequency of a tagged word with states of its own
_CLUSTER_SMOOTHING = 0.1  # share of the counts that is spread evenly over all states
_STATE_SMOOTHING = 0.003  # interpolation weight of the mean over parent states, in every distribution
_FORM_SHRINKAGE = 5.0  # pseudo-counts that shrink a word to the distribution of its tag
_MAX_DEVIATIONS = 4.0  # standard deviations at which points are clipped before clustering
_LOG_RANGE = np.log(3.0)  # bound of the random log factors of a random start


@dataclass(frozen=True, slots=True, eq=False)
class ReducedViews:
    """Inside and outside features of all items, reduced to a few dimensions: heads and halves by tag * 2 + side, nodes
    by tag."""

    heads: ReducedItems
    halves: ReducedItems
    nodes: ReducedItems


def reduce_item_views(
    items: TreeItems, settings: LatentDependenciesSettings, report: Report = ignore_progress
) -> ReducedViews:
    """Reduce the inside and outside features of all items of trees to a few dimensions by SVD."""
    context, words, seed = TreeContext.from_items(items), settings.words, settings.seed
    report(Progress("decompose", 0, 3))
    owners = items.owners
    heads = reduce_views(
        owners[items.head_slots], 2 * items.symbols, extract_head_views(items, context, words), settings.states, seed
    )
    report(Progress("decompose", 1, 3))
    halves = reduce_views(
        owners, 2 * items.symbols, extract_half_views(items, context, words), settings.half_states, seed
    )
    report(Progress("decompose", 2, 3))
    nodes = reduce_views(
        items.tags, items.symbols, extract_node_views(items, context, words), settings.node_states, seed
    )
    report(Progress("decompose", 3, 3))
    return ReducedViews(heads, halves, nodes)


def count_item_attachments(items: TreeItems) -> AttachmentCounts:
    """Count attachments, halves, roots and tags, regardless of hidden states."""
    return count_attachments(
        items.tags, items.owners, items.attachment_codes, np.flatnonzero(items.heads < 0), items.symbols
    )


def estimate_spectral_grammar(
    items: TreeItems, reduced: ReducedViews, forms: int, settings: LatentDependenciesSettings,
    report: Report = ignore_progress
) -> LatentParameters:  # fmt: skip
    """Estimate the grammar over `forms` form classes in closed form from the moments of the items (spectral)."""
    report(Progress("multiply", 0, 3))
    counts, size, owners = count_item_attachments(items), items.symbols, items.owners
    head_owners = owners[items.head_slots]
    heads_inside, heads_outside = reduced.heads.inside, reduced.heads.outside
    mean_before = _average_by_owner(head_owners, heads_inside, 2 * size)
    mean_after = _average_by_owner(head_owners, heads_outside, 2 * size)
    mean_below = _average_by_owner(items.tags, reduced.nodes.inside, size)
    mean_above = _average_by_owner(items.tags, reduced.nodes.outside, size)
    mean_half = _average_by_owner(owners, reduced.halves.inside, 2 * size)
    smoothing, modifier_shares = settings.smoothing, counts.modifier_shares
    smoothed_counts = counts.head_item_counts + smoothing
    denominators = np.where(smoothed_counts > 0, smoothed_counts, 1.0)

    rule_of_modifier = np.searchsorted(counts.attachment_codes, items.attachment_codes)
    rule_moments = observed_tree_kernels.triple_moments(
        rule_of_modifier, len(counts.attachment_codes), heads_outside[items.head_items_before + 1],
        reduced.nodes.inside[items.modifiers], heads_inside[items.head_items_before]
    )  # fmt: skip
    owner, tag = counts.attachment_codes // size, counts.attachment_codes % size
    independent = mean_after[owner][:, :, None, None] * mean_below[tag][:, None, :, None]
    independent = independent * mean_before[owner][:, None, None, :]
    observed_tree_kernels.back_off_triple_means(
        rule_moments, _compute_backoff_weights(rule_moments.counts, settings.backoff), independent,
        np.arange(len(owner))
    )  # fmt: skip
    rule_weights = (counts.attachments + smoothing * modifier_shares[owner % 2, tag]) / denominators[owner]
    rules = (rule_moments.triple * rule_weights[:, None, None, None]).astype(np.float32)
    report(Progress("multiply", 1, 3))

    slots = 2 * np.arange(len(items.tags))
    views = reduced.nodes.outside, reduced.halves.inside[slots], reduced.halves.inside[slots + 1]
    node_moments = observed_tree_kernels.triple_moments(items.tags, size, *views)
    independent = mean_above[:, :, None, None] * mean_half[0::2][:, None, :, None] * mean_half[1::2][:, None, None, :]
    observed_tree_kernels.back_off_triple_means(
        node_moments, _compute_backoff_weights(node_moments.counts, settings.backoff), independent, np.arange(size)
    )
    nodes = node_moments.triple
    nodes[counts.tags == 0, 0, 0, 0] = 1.0
    report(Progress("multiply", 2, 3))
    form_codes, form_tensors = _estimate_form_tensors(items, forms, views, nodes, settings)
    report(Progress("multiply", 3, 3))

    starts = _average_by_owner(owners, heads_outside[items.first_head_items], 2 * size)
    starts *= (counts.stops / denominators)[:, None]
    starts[counts.stops == 0, 0] = 1.0
    for part in (mean_before, mean_after):
        part[counts.stops == 0, 0] = 1.0
    mean_below[counts.tags == 0, 0] = 1.0
    roots = _estimate_root_scores(items, reduced, counts, mean_below)
    halves = _estimate_half_tensors(owners, items, reduced, counts)
    return LatentParameters(
        roots, starts.reshape(size, 2, -1), halves, nodes, counts.attachment_codes, rules,
        mean_after * (smoothing / denominators)[:, None], mean_below, mean_before, modifier_shares, form_codes,
        form_tensors, (counts.tags + 1.0) / (counts.tags + 1.0).sum(),
    )  # fmt: skip


def _compute_backoff_weights(counts: Floats, backoff: float) -> Floats:
    """Return (groups, 4) interpolation weights of the full moments, the pair moments, the single-item means, and the
    tag."""
    roots = np.sqrt(counts)
    weight = roots / np.maximum(backoff + roots, 1e-300)
    rest = 1.0 - weight
    return np.stack((weight, rest * weight, rest * rest * weight, rest**3), axis=1)


def _average_by_owner(owners: Integers, values: Floats, count: int) -> Floats:
    """Return (owners, dimensions) the mean of the values of each of `count` owners."""
    sums = np.stack([np.bincount(owners, column, count) for column in values.T], axis=1)
    sizes = np.bincount(owners, minlength=count)
    return sums / np.maximum(sizes, 1)[:, None]


def _estimate_root_scores(
    items: TreeItems, reduced: ReducedViews, counts: AttachmentCounts, mean_below: Floats
) -> Floats:
    """Return (tags, node states) the root scores; a tag unseen at the root gets those of its mean node."""
    size = items.symbols
    root_words = np.flatnonzero(items.heads < 0)
    roots = _average_by_owner(items.tags[root_words], reduced.nodes.inside[root_words], size)
    roots[counts.tags == 0, 0] = 1.0
    root_shares = (counts.roots + 1.0 / size) / (counts.roots.sum() + 1.0)
    roots[counts.roots == 0] = mean_below[counts.roots == 0]
    scores: Floats = roots * root_shares[:, None]
    return scores


def _estimate_half_tensors(
    owners: Integers, items: TreeItems, reduced: ReducedViews, counts: AttachmentCounts
) -> Floats:
    """Return (tags, 2, half states, states) the tensors that map a head after its last modifier to its half."""
    outside, inside = reduced.halves.outside, reduced.heads.inside[items.last_head_items]
    order = np.argsort(owners, kind="stable")
    bounds = np.searchsorted(owners[order], np.arange(len(counts.stops) + 1))
    tensors = np.zeros((len(counts.stops), outside.shape[1], inside.shape[1]))
    for owner, times in enumerate(counts.stops.tolist()):
        if not times:
            tensors[owner, 0, 0] = 1.0
            continue
        half_items = order[bounds[owner] : bounds[owner + 1]]
        outside_rows, inside_rows = outside[half_items], inside[half_items]
        weight = np.sqrt(times) / (_PAIR_BACKOFF + np.sqrt(times))
        tensors[owner] = weight * outside_rows.T @ inside_rows / times + (1 - weight) * np.outer(
            outside_rows.mean(axis=0), inside_rows.mean(axis=0)
        )
    return tensors.reshape(-1, 2, *tensors.shape[1:])


def _estimate_form_tensors(
    items: TreeItems,
    forms: int,
    views: tuple[Floats, Floats, Floats],
    nodes: Floats,
    settings: LatentDependenciesSettings,
) -> tuple[Integers, Singles]:
    """Return the codes of the frequent words of each tag, and their node tensors, backed off to those of the tag."""
    no_forms = np.zeros(0, dtype=np.int64), np.zeros((0, *nodes.shape[1:]), dtype=np.float32)
    if not settings.words:
        return no_forms
    codes = items.tags * forms + items.forms
    form_codes, form_index, times = np.unique(codes, return_inverse=True, return_counts=True)
    frequent = times >= MIN_FORM_COUNT
    if not frequent.any():
        return no_forms
    rows = np.flatnonzero(frequent[form_index])
    groups = (np.cumsum(frequent) - 1)[form_index[rows]]
    form_codes, times = form_codes[frequent], times[frequent]
    sums = observed_tree_kernels.triple_moments(groups, len(form_codes), *(view[rows] for view in views))
    form_weight = times / (times + settings.word_backoff)
    triple_weight = np.sqrt(times) / (_PAIR_BACKOFF + np.sqrt(times))
    shares = np.stack(
        (form_weight * triple_weight, form_weight * (1 - triple_weight), np.zeros(len(form_codes)), 1 - form_weight),
        axis=1,
    )
    observed_tree_kernels.back_off_triple_means(sums, shares, nodes, form_codes // forms)
    return form_codes, sums.triple.astype(np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class RuleProbabilities:
    """Probabilities of rules given the parent state: the parameters of EM."""

    grammar: StateTensors  # the kind of a word is its tag
    form_weights: Floats  # (kinds + 1, node states) factor of a form on its tag's states; the last row is 1
    unseen_rules: Floats  # (tags * 2, states) probability of an unseen rule, without the factor of its modifier


@dataclass(frozen=True, slots=True, eq=False)
class TreeEmTrainer:
    """EM trainer over observed trees, with a number of hidden states for each tag."""

    counts: AttachmentCounts
    trees: ObservedDependencyTrees
    state_masks: tuple[Flags, Flags, Flags]  # (symbols, states): heads and halves by tag * 2 + side, nodes by tag
    kinds: Integers  # (kinds,) tag * forms + form, sorted: words with form weights of their own
    forms: int
    smoothing: float

    @classmethod
    def from_items(cls, items: TreeItems, forms: int, settings: LatentDependenciesSettings) -> TreeEmTrainer:
        """Make the trainer for the items of these trees."""
        counts = count_item_attachments(items)
        sizes = (settings.states, settings.half_states, settings.node_states)
        frequencies = counts.head_item_counts, counts.stops, counts.tags
        state_masks = [
            np.arange(size) < (1 + symbol_frequencies // ITEMS_PER_STATE)[:, None]
            for size, symbol_frequencies in zip(sizes, frequencies, strict=True)
        ]
        codes = items.tags * forms + items.forms
        kinds, kind_counts = np.unique(codes, return_counts=True)
        kinds = kinds[kind_counts >= MIN_FORM_COUNT] if settings.words else kinds[:0]
        positions = np.minimum(np.searchsorted(kinds, codes), max(len(kinds) - 1, 0))
        kind_of_word = (
            np.where(kinds[positions] == codes, positions, len(kinds)) if len(kinds) else np.zeros(len(codes), np.int64)
        )
        trees = make_observed_trees(
            items, np.searchsorted(counts.attachment_codes, items.attachment_codes), items.tags, kind_of_word
        )
        return cls(counts, trees, (state_masks[0], state_masks[1], state_masks[2]), kinds, forms, settings.smoothing)

    @property
    def _state_limits(self) -> tuple[int, int, int]:
        """Maximal numbers of states of heads, halves and nodes."""
        heads, halves, nodes = self.state_masks
        return heads.shape[1], halves.shape[1], nodes.shape[1]

    def make_zero_counts(self) -> ExpectedStateCounts:
        """Make expected counts of 0."""
        size, rules = len(self.counts.tags), len(self.counts.attachment_codes)
        states, halves, nodes = self._state_limits
        return ExpectedStateCounts(
            np.zeros((size, nodes)), np.zeros((size, 2, states)), np.zeros((size, 2, halves, states)),
            np.zeros((size, nodes, halves, halves)), np.zeros((rules, states, nodes, states)),
            np.zeros((len(self.kinds) + 1, nodes)),
        )  # fmt: skip

    def make_uniform_counts(self) -> ExpectedStateCounts:
        """Make expected counts that spread the frequency of each rule evenly over all states."""
        heads, halves, nodes = (part / np.maximum(part.sum(axis=1, keepdims=True), 1) for part in self.state_masks)
        counts, size = self.counts, len(self.counts.tags)
        owners, modifier_tags = counts.attachment_codes // size, counts.attachment_codes % size
        forms = np.bincount(self.trees.forms, minlength=len(self.kinds) + 1)
        return ExpectedStateCounts(
            counts.roots[:, None] * nodes,
            (counts.stops[:, None] * heads).reshape(size, 2, -1),
            (counts.stops[:, None, None] * _compute_row_products(halves, heads)).reshape(size, 2, halves.shape[1], -1),
            counts.tags[:, None, None, None] * _compute_row_products(nodes, halves[0::2], halves[1::2]),
            counts.attachments[:, None, None, None]
            * _compute_row_products(heads[owners], nodes[modifier_tags], heads[owners]),
            forms[:, None] * nodes[np.append(self.kinds // self.forms, 0)],
        )

    def make_random_start(self, seed: int) -> RuleProbabilities:
        """Make a random start: rule frequencies, perturbed at random for each state."""
        rng = np.random.default_rng(seed)
        parts = (part * np.exp(rng.uniform(-_LOG_RANGE, _LOG_RANGE, part.shape)) for part in self.make_uniform_counts())
        return self.run_m_step(ExpectedStateCounts(*parts))

    def make_clustered_start(self, items: TreeItems, item_states: ReducedViews, seed: int) -> RuleProbabilities:
        """Make a start whose states are k-means clusters of the reduced features."""
        owners = items.owners
        rng = np.random.default_rng(seed)
        heads = _cluster_items(owners[items.head_slots], item_states.heads, self.state_masks[0], rng)
        halves = _cluster_items(owners, item_states.halves, self.state_masks[1], rng)
        nodes = _cluster_items(items.tags, item_states.nodes, self.state_masks[2], rng)
        counts, roots = self.make_zero_counts(), np.flatnonzero(items.heads < 0)
        tags, sides, slots = items.tags, owners % 2, 2 * np.arange(len(items.tags))
        np.add.at(counts.roots, (tags[roots], nodes[roots]), 1.0)
        np.add.at(counts.starts, (owners // 2, sides, heads[items.first_head_items]), 1.0)
        np.add.at(counts.halves, (owners // 2, sides, halves, heads[items.last_head_items]), 1.0)
        np.add.at(counts.nodes, (tags, nodes, halves[slots], halves[slots + 1]), 1.0)
        states_before, modifier_states = heads[items.head_items_before], nodes[items.modifiers]
        np.add.at(
            counts.rules, (self.trees.rules, heads[items.head_items_before + 1], modifier_states, states_before), 1.0
        )
        np.add.at(counts.forms, (self.trees.forms, nodes), 1.0)
        pairs = zip(counts, self.make_uniform_counts(), strict=True)
        return self.run_m_step(
            ExpectedStateCounts(*((1 - _CLUSTER_SMOOTHING) * hard + _CLUSTER_SMOOTHING * soft for hard, soft in pairs))
        )

    def run_m_step(self, expected: ExpectedStateCounts) -> RuleProbabilities:
        """Return the smoothed probabilities that maximise the likelihood of the expected counts (M step)."""
        counts, size, smoothing = self.counts, len(self.counts.tags), self.smoothing
        head_mask, half_mask, node_mask = self.state_masks
        owners, modifier_tags = counts.attachment_codes // size, counts.attachment_codes % size
        state_counts = [part.sum(axis=1) for part in self.state_masks]
        starts = expected.starts.reshape(2 * size, -1)
        totals = starts + smoothing * head_mask / state_counts[0][:, None]
        np.add.at(totals, owners, expected.rules.sum(axis=(2, 3)))
        scale = 1.0 / np.where(totals > 0, totals, 1.0)
        prior = (
            smoothing
            * counts.modifier_shares[owners % 2, modifier_tags]
            / (state_counts[0][owners] ** 2 * state_counts[2][modifier_tags])
        )
        allowed = (
            head_mask[owners][:, :, None, None]
            & node_mask[modifier_tags][:, None, :, None]
            & head_mask[owners][:, None, None, :]
        )
        rules = (expected.rules + prior[:, None, None, None] * allowed) * scale[owners][:, :, None, None]
        start_rules = np.where((counts.stops == 0)[:, None], head_mask, starts * scale)
        half_rules = _normalise_per_state(expected.halves.reshape(2 * size, *expected.halves.shape[2:]))
        node_rules = _normalise_per_state(expected.nodes)
        for part, mask in (
            (rules, head_mask[owners]),
            (start_rules, head_mask),
            (half_rules, half_mask),
            (node_rules, node_mask),
        ):
            self._smooth_over_parent_states(part, mask)
        half_rules[counts.stops == 0, 0, 0] = node_rules[counts.tags == 0, 0, 0, 0] = 1.0
        root_prior = min(smoothing, 1.0) / size
        roots = expected.roots + root_prior * node_mask / state_counts[2][:, None]
        node_tensors = np.ascontiguousarray(np.stack((node_rules.swapaxes(2, 3), node_rules), axis=1))
        grammar = StateTensors(
            roots / roots.sum(),
            start_rules.reshape(size, 2, -1),
            half_rules.reshape(size, 2, *half_rules.shape[1:]),
            node_tensors,
            rules,
        )
        return RuleProbabilities(
            grammar, self._estimate_form_weights(expected), smoothing * head_mask / state_counts[0][:, None] * scale
        )

    def _smooth_over_parent_states(self, part: Floats, mask: Flags) -> None:
        """Interpolate every distribution with its mean over the parent states."""
        if self.smoothing > 0:
            trailing = tuple(range(2, part.ndim))
            mean = part.sum(axis=1, keepdims=True) / np.expand_dims(mask.sum(axis=1, keepdims=True), trailing)
            part *= 1 - _STATE_SMOOTHING
            part += _STATE_SMOOTHING * mean * np.expand_dims(mask, trailing)

    def _estimate_form_weights(self, expected: ExpectedStateCounts) -> Floats:
        """Return (kinds + 1, node states) the ratio of a form's state distribution to its tag's, shrunk to 1."""
        shares = expected.nodes.sum(axis=(2, 3))
        shares /= np.maximum(shares.sum(axis=1, keepdims=True), 1e-300)
        tag_shares = shares[self.kinds // self.forms]
        form_counts = expected.forms[:-1]
        form_shares = (form_counts + _FORM_SHRINKAGE * tag_shares) / (
            form_counts.sum(axis=1, keepdims=True) + _FORM_SHRINKAGE
        )
        weights = np.ones_like(expected.forms)
        weights[:-1] = np.where(tag_shares > 0, form_shares / np.where(tag_shares > 0, tag_shares, 1.0), 1.0)
        return weights

    def run_em_iteration(self, probabilities: RuleProbabilities) -> tuple[RuleProbabilities, float]:
        """Run one EM iteration; return the new probabilities, and the log-likelihood under the current ones."""
        words, heads = len(self.trees.tags), len(self.trees.modifiers) + 2 * len(self.trees.tags)
        states, halves, nodes = self._state_limits
        inside, outside = (
            TreeVectors(
                np.zeros((heads, states)), np.zeros((2 * words, halves)), np.zeros((words, nodes)), np.ones(heads),
                np.ones(words),
            )
            for _ in range(2)
        )  # fmt: skip
        observed_tree_kernels.inside_pass(self.trees, probabilities.grammar, probabilities.form_weights, inside)
        expected = self.make_zero_counts()
        log_likelihood = observed_tree_kernels.outside_pass(
            self.trees, probabilities.grammar, probabilities.form_weights, inside, outside, expected, True
        )
        return self.run_m_step(expected), log_likelihood

    def run_em(
        self, start: RuleProbabilities, iterations: int, on_iteration: Callable[[int, EmIteration], None]
    ) -> EmRun[RuleProbabilities]:
        """Run EM from `start` for `iterations` iterations."""
        return run_em(
            start,
            lambda probabilities, _: self.run_em_iteration(probabilities),
            None,
            len(self.trees.tags),
            iterations,
            0.0,
            on_iteration,
        )

    def to_parameters(self, probabilities: RuleProbabilities) -> LatentParameters:
        """Convert probabilities to the parameters of the parser."""
        counts, grammar = self.counts, probabilities.grammar
        heads, _, nodes = (part / part.sum(axis=1, keepdims=True) for part in self.state_masks)
        return LatentParameters(
            grammar.roots, grammar.starts, grammar.halves, np.ascontiguousarray(grammar.nodes[:, 1]),
            counts.attachment_codes, grammar.rules.astype(np.float32), probabilities.unseen_rules, nodes, heads,
            counts.modifier_shares, self.kinds, probabilities.form_weights[:-1].astype(np.float32),
            (counts.tags + 1.0) / (counts.tags + 1.0).sum(),
        )  # fmt: skip


def _compute_row_products(*parts: Floats) -> Floats:
    """Return the outer product of the corresponding rows of all parts."""
    product = parts[0]
    for part in parts[1:]:
        product = product[..., None] * part.reshape(len(part), *(1,) * (product.ndim - 1), part.shape[1])
    return product


def _normalise_per_state(counts: Floats) -> Floats:
    """Return (symbols, states, ...) counts normalised to sum to 1 for each state."""
    sums = counts.sum(axis=tuple(range(2, counts.ndim)), keepdims=True)
    return counts / np.where(sums > 0, sums, 1.0)


def _cluster_items(symbols: Integers, reduced: ReducedItems, mask: Flags, rng: np.random.Generator) -> Integers:
    """Return (items,) the state of each item: its k-means cluster among the items of its symbol."""
    states = np.zeros(len(symbols), dtype=np.int64)
    order = np.argsort(symbols, kind="stable")
    bounds = np.searchsorted(symbols[order], np.arange(len(mask) + 1))
    for symbol, clusters in enumerate(mask.sum(axis=1).tolist()):
        symbol_items, rank = order[bounds[symbol] : bounds[symbol + 1]], int(reduced.ranks[symbol])
        if clusters < 2 or rank < 2:
            continue
        spectrum = reduced.spectra[symbol, :rank]
        points = np.concatenate((reduced.inside[symbol_items, :rank], reduced.outside[symbol_items, :rank]), axis=1)
        deviations = points.std(axis=0)
        points /= np.where(deviations > 0, deviations, 1.0)
        points = np.clip(points, -_MAX_DEVIATIONS, _MAX_DEVIATIONS) * np.tile(np.sqrt(spectrum / spectrum[0]), 2)
        states[symbol_items] = assign_clusters(points, kmeans(points, clusters, rng))
    return states


def learn(
    treebank: Treebank,
    settings: LatentDependenciesSettings,
    report: Report = ignore_progress,
    dev: Treebank | None = None,
) -> LatentDependencies:
    """Train on the dependency trees of a treebank; arc posteriors are calibrated on `dev`, or on a held-out tenth."""
    model = solve(count(treebank, settings, report), settings, report)

    def score_held_out(source: Treebank, sentences: Sequence[Sentence], on_progress: Report) -> Iterator[Outcomes]:
        """Score the arcs of held-out sentences with a model of the given treebank."""
        parser = model if source is treebank else solve(count(source, settings, on_progress), settings, on_progress)
        return pair_arcs_with_gold(sentences, parser.all_posteriors(sentences))

    return replace(model, companions=train_companions(treebank, settings, score_held_out, report, dev))


def add(model: LatentDependencies, treebank: Treebank, report: Report = ignore_progress) -> LatentDependencies:
    """Retrain the model on its own trees and those of `treebank`; labeller, tagger and arc calibration are kept."""
    trees = require_text(model.trees).merge(count(treebank, model.settings, report))
    return replace(solve(trees, model.settings, report), companions=model.companions)


def solve(
    trees: HeadedTrees, settings: LatentDependenciesSettings, report: Report = ignore_progress
) -> LatentDependencies:
    """Train a model on these trees."""
    forms = FormClasses.from_names(())
    word_forms = np.zeros(len(trees.words), dtype=np.int64)
    if settings.words and trees.forms:
        forms = FormClasses.from_frequencies(trees.forms, np.bincount(trees.words[:, 1], minlength=len(trees.forms)))
        word_forms = forms.encode(trees.forms)[trees.words[:, 1]]
    items = TreeItems.from_trees(trees, word_forms)
    reduced_items = None if settings.estimator == "em" else reduce_item_views(items, settings, report)
    members, iterations = [], np.zeros(0)
    for member_index, member_settings in enumerate(_iterate_member_settings(settings)):
        report_member = number_progress_stages(member_index, report)
        if member_settings.estimator == "spectral":
            assert reduced_items is not None
            members.append(estimate_spectral_grammar(items, reduced_items, len(forms), member_settings, report_member))
            continue
        trainer = TreeEmTrainer.from_items(items, len(forms), member_settings)
        start = (
            trainer.make_random_start(member_settings.seed)
            if reduced_items is None
            else trainer.make_clustered_start(items, reduced_items, member_settings.seed)
        )
        on_iteration = _make_iteration_callback(member_settings, report_member)
        em = trainer.run_em(start, member_settings.iterations, on_iteration)
        members.append(trainer.to_parameters(em.best))
        if not member_index:
            iterations = np.array([iteration.log_likelihood for iteration in em.iterations], dtype=np.float64)
    moments = count_pruner_moments(trees, items)
    return LatentDependencies.from_members(settings, trees, moments, forms, members, iterations)


def _iterate_member_settings(settings: LatentDependenciesSettings) -> Iterator[LatentDependenciesSettings]:
    """Yield the settings of each grammar of the ensemble: as requested, then with the other estimator, then EM from
    other clusters."""
    yield settings
    second_estimator = "spectral" if settings.estimator == "spectral-em" else "spectral-em"
    for number in range(1, settings.members):
        estimator = (
            settings.estimator if settings.estimator == "em" else second_estimator if number == 1 else "spectral-em"
        )
        yield replace(settings, estimator=estimator, seed=(settings.seed + number) % MAX_SEED)


def _make_iteration_callback(
    settings: LatentDependenciesSettings, report: Report
) -> Callable[[int, EmIteration], None]:
    """Return a callback that reports the log-likelihood of each EM iteration."""

    def on_iteration(number: int, iteration: EmIteration) -> None:
        """Report the log-likelihood of an iteration."""
        measures = {"log_likelihood": iteration.log_likelihood}
        report(Progress("iterate", number, settings.iterations, measures))

    return on_iteration

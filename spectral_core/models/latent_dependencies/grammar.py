"""Latent dependency grammars: parameters, inside-outside over observed trees, and averaged arc posteriors of an
ensemble over pruned arcs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Self

import numpy as np

from spectral_core.arrays import Flags, Floats, Integers, NamedArrays, Singles
from spectral_core.brief import brief_repr
from spectral_core.data import Sentence
from spectral_core.model import Arrays
from spectral_core.models import head_automata
from spectral_core.models.head_automata import HeadAutomata, HeadAutomataSettings, Moments
from spectral_core.models.head_automata.moments import ModifierSequences
from spectral_core.models.latent_dependencies.settings import LatentDependenciesSettings
from spectral_core.models.latent_dependencies.training_trees import FormClasses, HeadedTrees, TreeItems
from spectral_core.structured import eisner, latent_split_head
from spectral_core.structured.latent_split_head import (
    ExpectedStateCounts,
    ObservedDependencyTrees,
    StateTensors,
    TreeVectors,
    observed_tree_kernels,
)

_MODIFIER_SMOOTHING = 0.1  # pseudo-count of each modifier on each side
_MAX_POSTERIOR = 2.0  # upper bound of posteriors from signed estimates
_PRUNING_STATES = 8
_NO_IDS = (np.zeros(0, dtype=np.int64),) * 2


@dataclass(frozen=True, slots=True, eq=False)
class AttachmentCounts:
    """Frequencies of attachments, halves, roots and tags, regardless of hidden states; the last tag stands for unseen
    tags."""

    attachment_codes: Integers  # (rules,) (head tag * 2 + side) * tags + modifier tag, sorted
    attachments: Integers  # (rules,) counts
    stops: Integers  # (tags * 2,) number of halves
    roots: Integers  # (tags,)
    tags: Integers  # (tags,) frequencies

    @property
    def modifier_shares(self) -> Floats:
        """(2, tags) smoothed distribution of the modifiers of all heads, by side."""
        size = len(self.tags)
        counts = np.full((2, size), _MODIFIER_SMOOTHING)
        np.add.at(counts, ((self.attachment_codes // size) % 2, self.attachment_codes % size), self.attachments)
        shares: Floats = counts / counts.sum(axis=1, keepdims=True)
        return shares

    @property
    def head_item_counts(self) -> Integers:
        """(tags * 2,) number of head items: one for each half and one for each modifier."""
        modifiers = np.bincount(self.attachment_codes // len(self.tags), self.attachments, len(self.stops))
        return self.stops + modifiers.astype(np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class LatentParameters:
    """Parameters of a grammar: tensors of seen rules, and rank-one back-off tensors of unseen ones. The last tag stands
    for unseen tags."""

    roots: Floats  # (tags, node states)
    starts: Floats  # (tags, 2, states)
    halves: Floats  # (tags, 2, half states, states)
    nodes: Floats  # (tags, node states, left, right)
    steps: Integers  # (rules,) attachment codes, as in `AttachmentCounts`
    rules: Singles  # (rules, states after, node states, states before)
    after: Floats  # (tags * 2, states): an unseen rule is the product of after, below, before and chances
    below: Floats  # (tags, node states)
    before: Floats  # (tags * 2, states)
    chances: Floats  # (2, tags) probability of a modifier, by side
    kinds: Integers  # (kinds,) tag * forms + form, sorted: words with tensors of their own
    forms: Singles  # (kinds, node states, left, right), or (kinds, node states) factors on the tag's tensor
    shares: Floats  # (tags,) relative frequency, by which the rule of a modifier is divided
    __repr__ = brief_repr

    def gather_tensors(
        self, tags: Integers, words: Integers, steps: Integers
    ) -> tuple[StateTensors, Integers, Integers]:
        """Return the tensors of these words and attachments, and for each word and each attachment the index of its
        tensor; `words` (words,) are tag * forms + form, -1 for unknown forms."""
        kinds, kind_of = np.unique(np.where(np.isin(words, self.kinds), words, -1 - tags), return_inverse=True)
        nodes = self._gather_nodes(kinds, tags, kind_of)
        different_steps, rule_of = np.unique(steps, return_inverse=True)
        tensors = StateTensors(self.roots, self.starts, self.halves, nodes, self._gather_rules(different_steps))
        return tensors, kind_of.reshape(-1), rule_of.reshape(-1)

    def _gather_nodes(self, kinds: Integers, tags: Integers, kind_of: Integers) -> Floats:
        """Return the node tensors of kinds of words: those of the form, or else of the tag."""
        kind_tags = np.zeros(len(kinds), dtype=np.int64)
        kind_tags[kind_of.reshape(-1)] = tags
        nodes = self.nodes[kind_tags]
        has_form = kinds >= 0
        positions = np.searchsorted(self.kinds, kinds[has_form])
        if self.forms.ndim == 2:
            nodes[has_form] *= self.forms[positions][:, :, None, None]
        else:
            nodes[has_form] = self.forms[positions]
        return np.ascontiguousarray(np.stack((nodes.swapaxes(2, 3), nodes), axis=1))

    def _gather_rules(self, steps: Integers) -> Floats:
        """Return the rule tensors of attachments; unseen ones are the product of their back-off vectors."""
        size = len(self.shares)
        positions = np.minimum(np.searchsorted(self.steps, steps), max(len(self.steps) - 1, 0))
        in_rules = self.steps[positions] == steps if len(self.steps) else np.zeros(len(steps), dtype=bool)
        rules = np.empty((len(steps), *self.rules.shape[1:]))
        rules[in_rules] = self.rules[positions[in_rules]]
        owners, modifiers = steps[~in_rules] // size, steps[~in_rules] % size
        weights = self.chances[owners % 2, modifiers][:, None] * self.after[owners]
        below_and_before = self.below[modifiers][:, None, :, None] * self.before[owners][:, None, None, :]
        rules[~in_rules] = weights[:, :, None, None] * below_and_before
        return rules

    def arrays(self) -> NamedArrays:
        """Return the fields by name, in the precision used for parsing."""
        return {part.name: getattr(self, part.name) for part in fields(self)}

    @classmethod
    def from_arrays(cls, arrays: Arrays, tags: int) -> Self:
        """Restore the parameters over `tags` tags; ValueError if the arrays are inconsistent."""
        kinds = {"steps": np.int64, "kinds": np.int64, "rules": np.float32, "forms": np.float32}
        parameters = cls(
            **{part.name: arrays[part.name].astype(kinds.get(part.name, np.float64)) for part in fields(cls)}
        )
        nodes, states, halves = parameters.roots.shape[-1], parameters.starts.shape[-1], parameters.halves.shape[2]
        shapes = {
            "roots": (tags, nodes), "starts": (tags, 2, states), "halves": (tags, 2, halves, states),
            "nodes": (tags, nodes, halves, halves), "rules": (len(parameters.steps), states, nodes, states),
            "after": (2 * tags, states), "below": (tags, nodes), "before": (2 * tags, states), "chances": (2, tags),
            "shares": (tags,),
        }  # fmt: skip
        for name, shape in shapes.items():
            if getattr(parameters, name).shape != shape:
                raise ValueError(f"{name} has shape {getattr(parameters, name).shape} and should have {shape}")
        if parameters.forms.shape not in (
            (len(parameters.kinds), nodes),
            (len(parameters.kinds), nodes, halves, halves),
        ):
            raise ValueError("the states of words are not those of these tags")
        if not all(np.isfinite(getattr(parameters, part.name)).all() for part in fields(cls)):
            raise ValueError("the grammar holds values that are no numbers")
        if (np.diff(parameters.steps) <= 0).any() or (np.diff(parameters.kinds) <= 0).any():
            raise ValueError("the rules of the grammar are in disorder")
        return parameters


def count_attachments(
    tags: Integers, owners: Integers, steps: Integers, roots: Integers, symbols: int
) -> AttachmentCounts:
    """Count words by tag, halves by owner, attachments by rule, and roots."""
    kinds, frequencies = np.unique(steps, return_counts=True)
    return AttachmentCounts(
        kinds, frequencies, np.bincount(owners, minlength=2 * symbols), np.bincount(tags[roots], minlength=symbols),
        np.bincount(tags, minlength=symbols),
    )  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class TreeInsideOutside:
    """Observed trees with the tensors of their items, for inside-outside."""

    items: TreeItems
    trees: ObservedDependencyTrees
    grammar: StateTensors
    weights: Floats  # (forms, node states)

    @classmethod
    def from_items(cls, items: TreeItems, parameters: LatentParameters, forms: int) -> TreeInsideOutside:
        """Gather the tensors of a grammar with `forms` form classes."""
        codes = items.tags * forms + items.forms
        grammar, kinds, rules = parameters.gather_tensors(items.tags, codes, items.attachment_codes)
        no_forms = np.zeros(len(items.tags), dtype=np.int64)
        return cls(
            items, make_observed_trees(items, rules, kinds, no_forms), grammar, np.ones((1, grammar.roots.shape[1]))
        )

    def compute_inside(self) -> TreeVectors:
        """Return the inside vectors of all items."""
        vectors = self._make_initial_vectors()
        observed_tree_kernels.inside_pass(self.trees, self.grammar, self.weights, vectors)
        return vectors

    def compute_outside(self, inside: TreeVectors) -> TreeVectors:
        """Return the outside vectors: gradients of the log absolute score. The products of inside and outside vectors
        of an item sum to 1."""
        outside = self._make_initial_vectors()
        flat, deep = np.zeros((0, 0)), np.zeros((0, 0, 0, 0))
        # empty: expected counts are not computed
        counts = ExpectedStateCounts(flat, np.zeros((0, 0, 0)), deep, deep, deep, flat)
        observed_tree_kernels.outside_pass(self.trees, self.grammar, self.weights, inside, outside, counts, False)
        return outside

    def _make_initial_vectors(self) -> TreeVectors:
        """Make zero vectors with scales of 1 for all items."""
        words, heads = len(self.items.tags), len(self.items.modifiers) + 2 * len(self.items.tags)
        shape = self.grammar.halves.shape
        return TreeVectors(
            np.zeros((heads, shape[3])), np.zeros((2 * words, shape[2])),
            np.zeros((words, self.grammar.roots.shape[1])), np.ones(heads), np.ones(words),
        )  # fmt: skip

    def compute_log_scores(self, owners: Integers, count: int) -> tuple[Floats, Integers]:
        """Return (trees,) the log absolute score of each tree, and its sign; `owners` (words,) is the tree index of
        each word."""
        inside = self.compute_inside()
        logs: Floats = np.bincount(owners, np.log(inside.node_scales), count).astype(np.float64)
        logs += np.bincount(owners[self.items.head_slots // 2], np.log(inside.head_scales), count)
        roots = np.flatnonzero(self.trees.root_words)
        root_sums = np.zeros(count)
        root_sums[owners[roots]] = (self.grammar.roots[self.trees.tags[roots]] * inside.nodes[roots]).sum(axis=1)
        with np.errstate(divide="ignore"):
            logs += np.log(np.abs(root_sums))
        return logs, np.sign(root_sums).astype(np.int64)


def make_observed_trees(items: TreeItems, rules: Integers, kinds: Integers, forms: Integers) -> ObservedDependencyTrees:
    """Make the observed trees of the kernels: items with the indexes of their tensors."""
    return ObservedDependencyTrees(
        items.order_bottom_up(), items.starts, items.modifiers, rules, items.tags, kinds, forms, items.heads < 0
    )


@dataclass(frozen=True, slots=True, eq=False)
class GrammarEnsemble:
    """Ensemble of grammars, whose arc posteriors are averaged, and the head automata that prune the arcs."""

    settings: LatentDependenciesSettings
    tags: dict[str, int]
    forms: FormClasses
    pruner: HeadAutomata
    members: tuple[LatentParameters, ...]
    __repr__ = brief_repr

    def encode_words(self, sentence: Sentence) -> tuple[Integers, Integers]:
        """Return the tag and form ids of a sentence's words."""
        tags = np.array([self.tags.get(tag, len(self.tags)) for tag in sentence.column(self.settings.column)], np.int64)
        forms = self.forms.encode(sentence.forms) if self.settings.words else np.zeros(len(tags), dtype=np.int64)
        return tags, forms

    def build_items(self, sentences: Sequence[Sentence], heads: Sequence[Sequence[int]]) -> TreeItems:
        """Build the items of sentences with these heads."""
        word_ids = [self.encode_words(sentence) for sentence in sentences]
        sizes = np.array([len(sentence_heads) for sentence_heads in heads], dtype=np.int64)
        first_words = np.repeat(np.cumsum(sizes) - sizes, sizes)
        flat_heads = np.array([head for sentence_heads in heads for head in sentence_heads], dtype=np.int64)
        tags, forms = (
            np.concatenate([none, *(sentence_ids[part] for sentence_ids in word_ids)])
            for part, none in enumerate(_NO_IDS)
        )
        return TreeItems.from_heads(
            tags, np.where(flat_heads > 0, flat_heads - 1 + first_words, -1), forms, len(self.tags) + 1
        )

    def average_posteriors(
        self, sentences: Sequence[Sentence], locks: eisner.Locks | None, pruned: Sequence[eisner.Posteriors]
    ) -> list[eisner.Posteriors]:
        """Return the posteriors of the unpruned arcs, averaged over the grammars and normalised for each word; those of
        the pruner if no grammar gives the sentence a score. Locks are for a single sentence."""
        allowed_arcs = [_prune_arcs(arc_posteriors, locks, self.settings.pruning) for arc_posteriors in pruned]
        word_ids = [self.encode_words(sentence) for sentence in sentences]
        member_posteriors = [
            self._compute_member_posteriors(member, word_ids, allowed_arcs, locks).to_list() for member in self.members
        ]
        return [
            _average_posteriors(list(parts), automata_posteriors)
            for *parts, automata_posteriors in zip(*member_posteriors, pruned, strict=True)
        ]

    def _compute_member_posteriors(
        self, member: LatentParameters, word_ids: Sequence[tuple[Integers, Integers]], allowed_arcs: Sequence[Flags],
        locks: eisner.Locks | None,
    ) -> eisner.ArcPosteriorBatch:  # fmt: skip
        """Run inside-outside with one grammar over the allowed arcs of a batch of sentences."""
        tags, forms = (np.concatenate([sentence_ids[part] for sentence_ids in word_ids]) for part in range(2))
        sizes = np.array([len(word_tags) for word_tags, _ in word_ids], dtype=np.int64)
        offsets = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
        size = len(self.tags) + 1
        rules = np.full(int((sizes * sizes).sum()), -1, dtype=np.int32)
        positions, steps, first_cell = [], [], 0
        for (sentence_tags, _), arcs in zip(word_ids, allowed_arcs, strict=True):
            heads, words = np.nonzero(arcs[1:])
            positions.append(first_cell + heads * len(sentence_tags) + words)
            steps.append((sentence_tags[heads] * 2 + (words > heads)) * size + sentence_tags[words])
            first_cell += len(sentence_tags) ** 2
        codes = tags * len(self.forms) + forms
        grammar, kinds, rule_of = member.gather_tensors(tags, codes, np.concatenate(steps))
        rules[np.concatenate(positions)] = rule_of
        root_arcs = np.concatenate([arcs[0] for arcs in allowed_arcs])
        reach = np.zeros(0, dtype=bool) if locks is None else locks.half_trees.ravel()
        return latent_split_head.arc_posteriors(
            grammar,
            latent_split_head.WordBatch(offsets, tags, kinds, 1.0 / member.shares[tags], rules, root_arcs, reach),
        )


def _prune_arcs(pruned: eisner.Posteriors, locks: eisner.Locks | None, threshold: float) -> Flags:
    """Return (words + 1, words) [head, modifier] which arcs are kept: those of probable heads, and those of the best
    tree."""
    distributions = pruned.head_distributions()
    size = distributions.shape[1]
    allowed: Flags = distributions >= threshold * distributions.max(axis=0, initial=0.0)
    for _, heads in eisner.k_best_trees(pruned.arcs, locks, 1):
        allowed[np.array(heads, dtype=np.int64), np.arange(size)] = True
    allowed[np.arange(1, size + 1), np.arange(size)] = False
    return allowed if locks is None else allowed & locks.arcs


def _average_posteriors(member_posteriors: list[eisner.Posteriors], pruned: eisner.Posteriors) -> eisner.Posteriors:
    """Average the posteriors of the members that have a nonzero sum over trees; if none has, normalise those of the
    pruner."""
    valid_posteriors = [posteriors for posteriors in member_posteriors if posteriors.sign]
    clipped = len(member_posteriors) - len(valid_posteriors)
    if not valid_posteriors:
        return eisner.Posteriors(pruned.head_distributions(), pruned.log_score, pruned.sign, clipped)
    arcs: Floats = np.mean([_normalise_arcs(posteriors.arcs) for posteriors in valid_posteriors], axis=0)
    return eisner.Posteriors(arcs, valid_posteriors[0].log_score, valid_posteriors[0].sign, clipped)


def _normalise_arcs(arcs: Floats) -> Floats:
    """Normalise the absolute posteriors, bounded above, to sum to 1 for each word."""
    sizes = np.minimum(np.abs(arcs), _MAX_POSTERIOR)
    sums = sizes.sum(axis=0)
    return sizes / np.where(sums > 0, sums, 1.0)


def count_pruner_moments(trees: HeadedTrees, items: TreeItems) -> Moments:
    """Count the modifier sequences of the training trees, on which the pruner depends."""
    sequences = ModifierSequences.from_repeated(
        items.owners, items.tags[items.modifiers], items.starts, np.ones(2 * len(items.tags))
    )
    root_words = np.flatnonzero(items.heads < 0)
    roots = np.bincount(items.tags[root_words], minlength=len(trees.tags)).astype(np.float64)
    return Moments(trees.tags, sequences, roots, None, trees.skipped, trees.lifted)


def train_pruner(moments: Moments, column: str) -> HeadAutomata:
    """Train the pruner, head automata without words, on the sequences of the same trees."""
    settings = HeadAutomataSettings(
        states=_PRUNING_STATES, column=column, lexical="none", relations=False, tagger=False, calibration=False
    )
    return head_automata.solve(moments, settings)

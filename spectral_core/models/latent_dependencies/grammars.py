"""Parsing with the combined grammars: pruning of arcs by head automata, and averaged posteriors of the arcs left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Flags, Floats, Integers
from spectral_core.brief import brief_repr
from spectral_core.data import Sentence
from spectral_core.models import head_automata
from spectral_core.models.head_automata import HeadAutomata, HeadAutomataSettings, Moments
from spectral_core.models.head_automata.moments import ModifierSequences
from spectral_core.models.latent_dependencies.items import TreeItems
from spectral_core.models.latent_dependencies.parameters import LatentParameters
from spectral_core.models.latent_dependencies.settings import LatentDependenciesSettings
from spectral_core.models.latent_dependencies.trees import HeadedTrees
from spectral_core.models.latent_dependencies.words import FormClasses
from spectral_core.structured import eisner, latent_split_head

_MAX_POSTERIOR = 2.0  # maximum for posteriors of signed estimates
_PRUNING_STATES = 8
_NO_NUMBERS = (np.zeros(0, dtype=np.int64),) * 2


@dataclass(frozen=True, slots=True, eq=False)
class Grammars:
    """Head automata that prune arcs, and grammars whose posteriors are averaged."""

    settings: LatentDependenciesSettings
    tags: dict[str, int]
    forms: FormClasses
    pruner: HeadAutomata
    members: tuple[LatentParameters, ...]
    __repr__ = brief_repr

    def encode(self, sentence: Sentence) -> tuple[Integers, Integers]:
        """Return the numbers of the tags and forms of a sentence's words."""
        tags = np.array([self.tags.get(tag, len(self.tags)) for tag in sentence.column(self.settings.column)], np.int64)
        forms = self.forms.encode(sentence.forms) if self.settings.words else np.zeros(len(tags), dtype=np.int64)
        return tags, forms

    def build_items(self, sentences: Sequence[Sentence], heads: Sequence[Sequence[int]]) -> TreeItems:
        """Build the items of sentences with these heads."""
        numbers = [self.encode(sentence) for sentence in sentences]
        sizes = [len(sentence_heads) for sentence_heads in heads]
        first_words = np.repeat(np.cumsum(sizes) - sizes, sizes)
        flat_heads = np.array([head for sentence_heads in heads for head in sentence_heads], dtype=np.int64)
        tags, forms = (
            np.concatenate([none, *(sentence_numbers[part] for sentence_numbers in numbers)])
            for part, none in enumerate(_NO_NUMBERS)
        )
        return TreeItems.of(tags, np.where(flat_heads > 0, flat_heads - 1 + first_words, -1), forms, len(self.tags) + 1)

    def average_posteriors(
        self, sentences: Sequence[Sentence], locks: eisner.Locks | None, pruned: Sequence[eisner.Posteriors]
    ) -> list[eisner.Posteriors]:
        """Return the posteriors of the arcs that head automata leave, averaged over the grammars and summing to 1 for
        each word; those of the automata where no grammar gives any. Locks are for a single sentence."""
        allowed_arcs = [_prune_arcs(arc_posteriors, locks, self.settings.pruning) for arc_posteriors in pruned]
        numbers = [self.encode(sentence) for sentence in sentences]
        member_posteriors = [self._sum_trees(member, numbers, allowed_arcs, locks).to_list() for member in self.members]
        return [
            _average(list(parts), automata_posteriors)
            for *parts, automata_posteriors in zip(*member_posteriors, pruned, strict=True)
        ]

    def _sum_trees(
        self, member: LatentParameters, numbers: Sequence[tuple[Integers, Integers]], allowed_arcs: Sequence[Flags],
        locks: eisner.Locks | None,
    ) -> eisner.ArcSums:  # fmt: skip
        """Run inside-outside with one grammar over the allowed arcs of a batch of sentences."""
        tags, forms = (np.concatenate([sentence_numbers[part] for sentence_numbers in numbers]) for part in range(2))
        sizes = np.array([len(word_tags) for word_tags, _ in numbers], dtype=np.int64)
        offsets = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
        size = len(self.tags) + 1
        rules = np.full(int((sizes * sizes).sum()), -1, dtype=np.int32)
        positions, steps, first_cell = [], [], 0
        for (sentence_tags, _), arcs in zip(numbers, allowed_arcs, strict=True):
            heads, words = np.nonzero(arcs[1:])
            positions.append(first_cell + heads * len(sentence_tags) + words)
            steps.append((sentence_tags[heads] * 2 + (words > heads)) * size + sentence_tags[words])
            first_cell += len(sentence_tags) ** 2
        codes = tags * len(self.forms) + forms
        grammar, kinds, rule_of = member.gather_tensors(tags, codes, np.concatenate(steps))
        rules[np.concatenate(positions)] = rule_of
        root_arcs = np.concatenate([arcs[0] for arcs in allowed_arcs])
        reach = np.zeros(0, dtype=bool) if locks is None else locks.reach.ravel()
        return latent_split_head.sums(
            grammar,
            latent_split_head.WordBatch(offsets, tags, kinds, 1.0 / member.shares[tags], rules, root_arcs, reach),
        )


def _prune_arcs(pruned: eisner.Posteriors, locks: eisner.Locks | None, threshold: float) -> Flags:
    """Return (words + 1, words) [head, modifier]: the arcs that remain, among them those of a complete tree."""
    shares = pruned.head_distributions()
    size = shares.shape[1]
    allowed: Flags = shares >= threshold * shares.max(axis=0, initial=0.0)
    for _, heads in eisner.best_trees(pruned.arcs, locks, 1):
        allowed[np.array(heads, dtype=np.int64), np.arange(size)] = True
    allowed[np.arange(1, size + 1), np.arange(size)] = False
    return allowed if locks is None else allowed & locks.arcs


def _average(member_posteriors: list[eisner.Posteriors], pruned: eisner.Posteriors) -> eisner.Posteriors:
    """Average the posteriors that have a sign; without any, normalise those of the pruner."""
    signed = [posteriors for posteriors in member_posteriors if posteriors.sign]
    clipped = len(member_posteriors) - len(signed)
    if not signed:
        return eisner.Posteriors(pruned.head_distributions(), pruned.log_score, pruned.sign, clipped)
    arcs: Floats = np.mean([_normalise(posteriors.arcs) for posteriors in signed], axis=0)
    return eisner.Posteriors(arcs, signed[0].log_score, signed[0].sign, clipped)


def _normalise(arcs: Floats) -> Floats:
    """Normalise the absolute values of arcs, bounded above, to sum to 1 for each word."""
    sizes = np.minimum(np.abs(arcs), _MAX_POSTERIOR)
    sums = sizes.sum(axis=0)
    shares: Floats = sizes / np.where(sums > 0, sums, 1.0)
    return shares


def make_pruner(trees: HeadedTrees, items: TreeItems, column: str) -> HeadAutomata:
    """Train head automata on the same trees."""
    sequences = ModifierSequences.from_repeated(
        items.owners, items.tags[items.modifiers], items.starts, np.ones(2 * len(items.tags))
    )
    root_words = np.flatnonzero(items.heads < 0)
    roots = np.bincount(items.tags[root_words], minlength=len(trees.tags)).astype(np.float64)
    settings = HeadAutomataSettings(
        states=_PRUNING_STATES, column=column, lexical="none", relations=False, tagger=False, calibration=False
    )
    return head_automata.solve(Moments(trees.tags, sequences, roots), settings)

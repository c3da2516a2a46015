"""The grammars of a model at work: which arcs of a sentence they look at, and what they say of these together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Flags, Floats, Integers
from spectral_core.brief import brief
from spectral_core.data import Sentence
from spectral_core.inference import eisner, latent_halves
from spectral_core.models import head_automata
from spectral_core.models.head_automata import HeadAutomata, HeadAutomataSettings, Moments
from spectral_core.models.head_automata.moments import ModifierSequences
from spectral_core.models.latent_dependencies.items import TreeItems
from spectral_core.models.latent_dependencies.parameters import LatentParameters
from spectral_core.models.latent_dependencies.settings import LatentDependenciesSettings
from spectral_core.models.latent_dependencies.trees import HeadedTrees
from spectral_core.models.latent_dependencies.words import FormClasses

_MOST = 2.0  # of posteriors of estimates that are no probabilities
_PRUNING_STATES = 8
_NONE = (np.zeros(0, dtype=np.int64),) * 2


@dataclass(frozen=True, slots=True, eq=False)
class Grammars:
    """Head automata that leave arcs out, and grammars of which the mean is taken."""

    settings: LatentDependenciesSettings
    tags: dict[str, int]
    forms: FormClasses
    pruner: HeadAutomata
    members: tuple[LatentParameters, ...]
    __repr__ = brief

    def numbers(self, sentence: Sentence) -> tuple[Integers, Integers]:
        """The tags and forms of its words as the grammars see them."""
        tags = np.array([self.tags.get(tag, len(self.tags)) for tag in sentence.column(self.settings.column)], np.int64)
        forms = self.forms.numbers(sentence.forms) if self.settings.words else np.zeros(len(tags), dtype=np.int64)
        return tags, forms

    def items(self, sentences: Sequence[Sentence], heads: Sequence[Sequence[int]]) -> TreeItems:
        """The parts of the trees that these heads make of sentences."""
        numbers = [self.numbers(sentence) for sentence in sentences]
        sizes = [len(own) for own in heads]
        begins = np.repeat(np.cumsum(sizes) - sizes, sizes)
        above = np.array([head for own in heads for head in own], dtype=np.int64)
        tags, forms = (np.concatenate([none, *(one[part] for one in numbers)]) for part, none in enumerate(_NONE))
        return TreeItems.of(tags, np.where(above > 0, above - 1 + begins, -1), forms, len(self.tags) + 1)

    def posteriors(
        self, sentences: Sequence[Sentence], locks: eisner.Locks | None, pruned: Sequence[eisner.Posteriors]
    ) -> list[eisner.Posteriors]:
        """What all trees of each sentence say of the arcs that head automata leave, in shares that sum to 1 for each
        word; where no grammar says anything, what the automata say. Locks are of the one sentence there is."""
        kept = [_kept(one, locks, self.settings.pruning) for one in pruned]
        numbers = [self.numbers(sentence) for sentence in sentences]
        found = [self._sums(member, numbers, kept, locks).each() for member in self.members]
        return [_mean(list(parts), below) for *parts, below in zip(*found, pruned, strict=True)]

    def _sums(
        self, member: LatentParameters, numbers: Sequence[tuple[Integers, Integers]], kept: Sequence[Flags],
        locks: eisner.Locks | None,
    ) -> eisner.Sums:  # fmt: skip
        tags, forms = (np.concatenate([one[part] for one in numbers]) for part in range(2))
        sizes = np.array([len(one) for one, _ in numbers], dtype=np.int64)
        offsets = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
        size = len(self.tags) + 1
        rules = np.full(int((sizes * sizes).sum()), -1, dtype=np.int32)
        places, steps, begin = [], [], 0
        for (own, _), arcs in zip(numbers, kept, strict=True):
            heads, words = np.nonzero(arcs[1:])
            places.append(begin + heads * len(own) + words)
            steps.append((own[heads] * 2 + (words > heads)) * size + own[words])
            begin += len(own) ** 2
        codes = tags * len(self.forms) + forms
        grammar, kinds, rule_of = member.grammar(tags, codes, np.concatenate(steps))
        rules[np.concatenate(places)] = rule_of
        tops = np.concatenate([arcs[0] for arcs in kept])
        reach = np.zeros(0, dtype=bool) if locks is None else locks.reach.ravel()
        return latent_halves.sums(
            grammar, latent_halves.WordBatch(offsets, tags, kinds, 1.0 / member.shares[tags], rules, tops, reach)
        )


def _kept(pruned: eisner.Posteriors, locks: eisner.Locks | None, least: float) -> Flags:
    """(words + 1, words) [head, modifier]: the arcs that are looked at, among them those of a whole tree."""
    shares = pruned.shares()
    size = shares.shape[1]
    kept: Flags = shares >= least * shares.max(axis=0, initial=0.0)
    for _, heads in eisner.best_trees(pruned.arcs, locks, 1):
        kept[np.array(heads, dtype=np.int64), np.arange(size)] = True
    kept[np.arange(1, size + 1), np.arange(size)] = False
    return kept if locks is None else kept & locks.arcs


def _mean(found: list[eisner.Posteriors], pruned: eisner.Posteriors) -> eisner.Posteriors:
    sound = [one for one in found if one.sign]
    silent = len(found) - len(sound)
    if not sound:
        return eisner.Posteriors(pruned.shares(), pruned.log_score, pruned.sign, silent)
    arcs: Floats = np.mean([_shares(one.arcs) for one in sound], axis=0)
    return eisner.Posteriors(arcs, sound[0].log_score, sound[0].sign, silent)


def _shares(arcs: Floats) -> Floats:
    sizes = np.minimum(np.abs(arcs), _MOST)
    sums = sizes.sum(axis=0)
    found: Floats = sizes / np.where(sums > 0, sums, 1.0)
    return found


def pruner_of(trees: HeadedTrees, items: TreeItems, column: str) -> HeadAutomata:
    """Head automata of the same trees."""
    sequences = ModifierSequences.summed(
        items.owners, items.tags[items.modifiers], items.starts, np.ones(2 * len(items.tags))
    )
    tops = np.flatnonzero(items.heads < 0)
    roots = np.bincount(items.tags[tops], minlength=len(trees.tags)).astype(np.float64)
    settings = HeadAutomataSettings(
        states=_PRUNING_STATES, column=column, lexical="none", relations=False, tagger=False, calibration=False
    )
    return head_automata.solve(Moments(trees.tags, sequences, roots), settings)

"""All that a latent dependency grammar scores trees with, and how it is laid out for the sentences that are parsed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Self

import numpy as np

from spectral_core.arrays import Floats, Integers, Named, Singles
from spectral_core.brief import brief
from spectral_core.inference.latent_halves import StateTensors
from spectral_core.model import Arrays

_SPREAD = 0.1  # added to how often each modifier hangs on each side


@dataclass(frozen=True, slots=True, eq=False)
class StepCounts:
    """How often words of each tag hang where, whatever their states; the last tag was never seen."""

    steps: Integers  # (rules,) (tag of the head * 2 + side) * tags + tag of the modifier, sorted
    times: Integers  # (rules,)
    stops: Integers  # (tags * 2,) halves
    roots: Integers  # (tags,)
    tags: Integers  # (tags,)

    @property
    def chances(self) -> Floats:
        """(2, tags) how the modifiers of all heads are spread, by side."""
        size = len(self.tags)
        counts = np.full((2, size), _SPREAD)
        np.add.at(counts, ((self.steps // size) % 2, self.steps % size), self.times)
        found: Floats = counts / counts.sum(axis=1, keepdims=True)
        return found

    @property
    def heads(self) -> Integers:
        """(tags * 2,) heads after some or none of their modifiers."""
        below = np.bincount(self.steps // len(self.tags), self.times, len(self.stops))
        return self.stops + below.astype(np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class LatentParameters:
    """Tensors of the rules that were seen, and products in place of others. The last tag was never seen."""

    roots: Floats  # (tags, node states)
    starts: Floats  # (tags, 2, states)
    halves: Floats  # (tags, 2, half states, states)
    nodes: Floats  # (tags, node states, left, right)
    steps: Integers  # (rules,) as in `StepCounts`
    rules: Singles  # (rules, states after, node states, states before)
    after: Floats  # (tags * 2, states): a rule that was not seen is the product of these and the chance of its modifier
    below: Floats  # (tags, node states)
    before: Floats  # (tags * 2, states)
    chances: Floats  # (2, tags)
    kinds: Integers  # (kinds,) tag * forms + form, sorted: words with states of their own
    forms: Singles  # (kinds, node states, left, right), or (kinds, node states) what multiplies the tensor of the tag
    shares: Floats  # (tags,) of all words: what a modifier's rule is divided by
    __repr__ = brief

    def grammar(self, tags: Integers, words: Integers, steps: Integers) -> tuple[StateTensors, Integers, Integers]:
        """The tensors for words of these tags and forms and for these steps, and which is whose; `words` (words,) are
        tag * forms + form, -1 where forms are not known."""
        kinds, kind_of = np.unique(np.where(np.isin(words, self.kinds), words, -1 - tags), return_inverse=True)
        nodes = self._nodes(kinds, tags, kind_of)
        wanted, rule_of = np.unique(steps, return_inverse=True)
        grammar = StateTensors(self.roots, self.starts, self.halves, nodes, self._rules(wanted))
        return grammar, kind_of.reshape(-1), rule_of.reshape(-1)

    def _nodes(self, kinds: Integers, tags: Integers, kind_of: Integers) -> Floats:
        own = np.zeros(len(kinds), dtype=np.int64)
        own[kind_of.reshape(-1)] = tags
        nodes = self.nodes[own]
        spelt = kinds >= 0
        places = np.searchsorted(self.kinds, kinds[spelt])
        if self.forms.ndim == 2:
            nodes[spelt] *= self.forms[places][:, :, None, None]
        else:
            nodes[spelt] = self.forms[places]
        return np.ascontiguousarray(np.stack((nodes.swapaxes(2, 3), nodes), axis=1))

    def _rules(self, wanted: Integers) -> Floats:
        size = len(self.shares)
        places = np.minimum(np.searchsorted(self.steps, wanted), max(len(self.steps) - 1, 0))
        seen = self.steps[places] == wanted if len(self.steps) else np.zeros(len(wanted), dtype=bool)
        rules = np.empty((len(wanted), *self.rules.shape[1:]))
        rules[seen] = self.rules[places[seen]]
        owner, modifier = wanted[~seen] // size, wanted[~seen] % size
        weight = self.chances[owner % 2, modifier][:, None] * self.after[owner]
        both = self.below[modifier][:, None, :, None] * self.before[owner][:, None, None, :]
        rules[~seen] = weight[:, :, None, None] * both
        return rules

    def arrays(self) -> Named:
        """All of it by name, as short as it can be without a loss."""
        return {row.name: getattr(self, row.name) for row in fields(self)}

    @classmethod
    def from_arrays(cls, arrays: Arrays, tags: int) -> Self:
        """The parameters over so many tags; ValueError where the arrays do not fit together."""
        whole = {"steps": np.int64, "kinds": np.int64, "rules": np.float32, "forms": np.float32}
        made = cls(**{row.name: arrays[row.name].astype(whole.get(row.name, np.float64)) for row in fields(cls)})
        nodes, states, halves = made.roots.shape[-1], made.starts.shape[-1], made.halves.shape[2]
        shapes = {
            "roots": (tags, nodes), "starts": (tags, 2, states), "halves": (tags, 2, halves, states),
            "nodes": (tags, nodes, halves, halves), "rules": (len(made.steps), states, nodes, states),
            "after": (2 * tags, states), "below": (tags, nodes), "before": (2 * tags, states), "chances": (2, tags),
            "shares": (tags,),
        }  # fmt: skip
        for name, shape in shapes.items():
            if getattr(made, name).shape != shape:
                raise ValueError(f"{name} has shape {getattr(made, name).shape} and should have {shape}")
        if made.forms.shape not in ((len(made.kinds), nodes), (len(made.kinds), nodes, halves, halves)):
            raise ValueError("the states of words are not those of these tags")
        if not all(np.isfinite(getattr(made, row.name)).all() for row in fields(cls)):
            raise ValueError("the grammar holds values that are no numbers")
        if (np.diff(made.steps) <= 0).any() or (np.diff(made.kinds) <= 0).any():
            raise ValueError("the rules of the grammar are in disorder")
        return made


def step_counts(tags: Integers, owners: Integers, steps: Integers, tops: Integers, symbols: int) -> StepCounts:
    """Of words with these tags, halves of these owners, modifiers with these steps, and roots."""
    kinds, times = np.unique(steps, return_counts=True)
    return StepCounts(
        kinds, times, np.bincount(owners, minlength=2 * symbols), np.bincount(tags[tops], minlength=symbols),
        np.bincount(tags, minlength=symbols),
    )  # fmt: skip


def padded(parts: Sequence[Floats], rank: int) -> Floats:
    """Rows of different length with zeros behind them."""
    made = np.zeros((len(parts), rank))
    for row, part in enumerate(parts):
        made[row, : len(part)] = part
    return made

"""Parameters of a latent dependency grammar, and the tensors gathered from them for the sentences to be parsed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Self

import numpy as np

from spectral_core.arrays import Floats, Integers, NamedArrays, Singles
from spectral_core.brief import brief_repr
from spectral_core.model import Arrays
from spectral_core.structured.latent_split_head import StateTensors

_MODIFIER_SMOOTHING = 0.1  # added to the count of each modifier on each side


@dataclass(frozen=True, slots=True, eq=False)
class AttachmentCounts:
    """Counts of modifiers, halves and roots by tag, whatever their states; the last tag is the unseen one."""

    steps: Integers  # (rules,) (tag of the head * 2 + side) * tags + tag of the modifier, sorted
    times: Integers  # (rules,)
    stops: Integers  # (tags * 2,) halves
    roots: Integers  # (tags,)
    tags: Integers  # (tags,)

    @property
    def modifier_shares(self) -> Floats:
        """(2, tags) distribution of the modifiers of all heads, by side."""
        size = len(self.tags)
        counts = np.full((2, size), _MODIFIER_SMOOTHING)
        np.add.at(counts, ((self.steps // size) % 2, self.steps % size), self.times)
        shares: Floats = counts / counts.sum(axis=1, keepdims=True)
        return shares

    @property
    def head_items(self) -> Integers:
        """(tags * 2,) number of heads after some or none of their modifiers."""
        modifiers = np.bincount(self.steps // len(self.tags), self.times, len(self.stops))
        return self.stops + modifiers.astype(np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class LatentParameters:
    """Tensors of the rules that were seen, and rank-one products in place of others. The last tag is the unseen one."""

    roots: Floats  # (tags, node states)
    starts: Floats  # (tags, 2, states)
    halves: Floats  # (tags, 2, half states, states)
    nodes: Floats  # (tags, node states, left, right)
    steps: Integers  # (rules,) as in `AttachmentCounts`
    rules: Singles  # (rules, states after, node states, states before)
    after: Floats  # (tags * 2, states): an unseen rule is the product of these and its modifier's probability
    below: Floats  # (tags, node states)
    before: Floats  # (tags * 2, states)
    chances: Floats  # (2, tags)
    kinds: Integers  # (kinds,) tag * forms + form, sorted: words with states of their own
    forms: Singles  # (kinds, node states, left, right), or (kinds, node states) what multiplies the tensor of the tag
    shares: Floats  # (tags,) of all words: divides the rule of a modifier
    __repr__ = brief_repr

    def gather_tensors(
        self, tags: Integers, words: Integers, steps: Integers
    ) -> tuple[StateTensors, Integers, Integers]:
        """Return the tensors for words of these tags and forms and for these attachments, and the number of each word's
        and each attachment's tensor; `words` (words,) are tag * forms + form, -1 where forms are not known."""
        kinds, kind_of = np.unique(np.where(np.isin(words, self.kinds), words, -1 - tags), return_inverse=True)
        nodes = self._gather_nodes(kinds, tags, kind_of)
        different_steps, rule_of = np.unique(steps, return_inverse=True)
        tensors = StateTensors(self.roots, self.starts, self.halves, nodes, self._gather_rules(different_steps))
        return tensors, kind_of.reshape(-1), rule_of.reshape(-1)

    def _gather_nodes(self, kinds: Integers, tags: Integers, kind_of: Integers) -> Floats:
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
        """Return the fields by name, in the precision they are used in."""
        return {part.name: getattr(self, part.name) for part in fields(self)}

    @classmethod
    def from_arrays(cls, arrays: Arrays, tags: int) -> Self:
        """Restore the parameters over so many tags; ValueError where the arrays do not fit together."""
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
    """Count words with these tags, halves of these owners, modifiers with these steps, and roots."""
    kinds, frequencies = np.unique(steps, return_counts=True)
    return AttachmentCounts(
        kinds, frequencies, np.bincount(owners, minlength=2 * symbols), np.bincount(tags[roots], minlength=symbols),
        np.bincount(tags, minlength=symbols),
    )  # fmt: skip


def pad_rows(parts: Sequence[Floats], rank: int) -> Floats:
    """Pad rows of different lengths with zeros."""
    matrix = np.zeros((len(parts), rank))
    for row, part in enumerate(parts):
        matrix[row, : len(part)] = part
    return matrix

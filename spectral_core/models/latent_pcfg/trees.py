"""One tree that is given, by the tensors of a grammar: its score, and the hidden state of each of its nodes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from spectral_core.data import Tree
from spectral_core.inference.cky.arrays import Floats
from spectral_core.maths.anchors import convex_weights
from spectral_core.model import NodeState
from spectral_core.models.latent_pcfg.counts import flattened
from spectral_core.models.latent_pcfg.grammar import Grammar
from spectral_core.models.latent_pcfg.hidden import Hidden
from spectral_core.models.latent_pcfg.lexicon import WordLabels
from spectral_core.models.latent_pcfg.settings import LatentPcfgSettings


@dataclass(frozen=True, slots=True)
class NumberedNode:
    """A node of a binary tree, each before those below it."""

    label: int  # -1 where the grammar does not know it
    rule: int  # -1 for words, and where the grammar has none
    left: int  # places of the nodes below; -1 for words
    right: int
    start: int
    end: int
    numbers: Floats  # (states,) of all that is below it, the largest absolute one 1


@dataclass(frozen=True, slots=True)
class NumberedTree:
    """A tree with the inside numbers of its nodes."""

    grammar: Grammar
    hidden: Hidden
    nodes: tuple[NumberedNode, ...]
    log: float  # natural log by which the numbers of the root were divided
    unknown: int  # words and rules that the grammar does not have, or of which it makes nothing

    @classmethod
    def of(
        cls, tree: Tree, settings: LatentPcfgSettings, grammar: Grammar, hidden: Hidden, read: WordLabels, means: Floats
    ) -> NumberedTree:
        """A prepared tree; what the grammar does not know says nothing: its numbers are the `means` of its label."""
        flat = list(flattened(tree, settings))
        states = hidden.roots.shape[1]
        means, given = means[:, :states], read.states[:, :states]
        made: list[NumberedNode] = []  # from the last
        waiting: list[int] = []
        log, word, unknown = 0.0, len(read.starts), 0
        for label, form in reversed(flat):
            place, rule, left, right = grammar.places.get(label, -1), -1, -1, -1
            numbers = means[place] if place >= 0 else np.zeros(states)
            if form is not None:
                word -= 1
                start, end = word, word + 1
                part = slice(*read.words.bounds[word : word + 2].tolist())
                found = part.start + np.flatnonzero(read.words.labels[part] == place)
                if len(found):
                    numbers = given[found[0]] * read.words.weights[found[0]]
                known = len(found) > 0
            else:
                left, right = waiting.pop(), waiting.pop()
                one, two = made[left], made[right]
                start, end = one.start, two.end
                rule = grammar.rule_places.get((place, one.label, two.label), -1)
                if rule >= 0:
                    numbers = np.outer(one.numbers, two.numbers).ravel() @ hidden.tensors[rule].astype(np.float64)
                known = rule >= 0
            size = float(np.abs(numbers).max())
            unknown += not (known and size > 0)
            log += float(np.log(size)) if size > 0 else 0.0
            waiting.append(len(made))
            made.append(NumberedNode(place, rule, left, right, start, end, numbers / size if size > 0 else numbers))
        return cls(grammar, hidden, tuple(made), log, unknown)

    def score(self) -> tuple[float, int]:
        """The natural log of the absolute score of the tree, and its sign; -inf and 0 where there is no such tree
        (Cohen et al. 2012, equation 4)."""
        total = 0.0 if self.unknown else self._total
        return (self.log + float(np.log(abs(total))), int(np.sign(total))) if total else (-np.inf, 0)

    @property
    def _total(self) -> float:
        top = self.nodes[-1]
        return float(self.hidden.roots[top.label].astype(np.float64) @ top.numbers)

    def above(self) -> list[Floats]:
        """(nodes,) the outside numbers of each node, the largest absolute one 1; where the rule above it is not known,
        those of a node of which nothing is."""
        hidden, states = self.hidden, self.hidden.roots.shape[1]
        found = [hidden.around[node.label] for node in self.nodes]
        found[-1] = hidden.roots[self.nodes[-1].label].astype(np.float64)
        for place in range(len(self.nodes) - 1, -1, -1):
            node = self.nodes[place]
            size = float(np.abs(found[place]).max())
            found[place] = found[place] / size if size > 0 else hidden.around[node.label]
            if node.rule >= 0:
                tensor = hidden.tensors[node.rule].astype(np.float64).reshape(states, states, states) @ found[place]
                found[node.left] = tensor @ self.nodes[node.right].numbers
                found[node.right] = self.nodes[node.left].numbers @ tensor
        return found

    def states(self) -> list[NodeState]:
        """The states of the phrases and words whose label has several, each before those in it."""
        made = []
        for node, above in reversed(list(zip(self.nodes, self.above(), strict=True))):
            if node.label < 0 or self.grammar.grows[node.label] or self.hidden.ranks[node.label] < 2:
                continue
            rank = int(self.hidden.ranks[node.label])
            below, around = node.numbers[:rank], above[:rank]
            shares = _shares(below, around, self.hidden.corners[node.label, :, :rank])
            vector = np.concatenate([part / max(float(np.linalg.norm(part)), 1e-300) for part in (below, around)])
            phrase = node.end - node.start > 1 or self.grammar.over_words[node.label]
            place = (node.start, node.end) if phrase else node.end
            made.append(NodeState(self.grammar.parts[node.label], place, "", shares, vector))
        return made


def _shares(below: Floats, around: Floats, corners: Floats) -> Floats:
    """(states,) the posterior of each state: how near what is below comes to what the state has by itself, times how
    well the state suits what is around."""
    rank = len(below)
    found = np.zeros(rank)
    kept = corners[:rank][np.abs(corners[:rank]).max(axis=1) > 0]
    if len(kept):
        sums = float(np.linalg.pinv(kept).sum(axis=1) @ below)  # 1 for each corner
        if abs(sums) > 1e-9:
            near = convex_weights((below / sums)[None], kept)[0]
            found[: len(kept)] = near * np.maximum(kept @ around, 0.0)
    if not found.sum() > 0:
        found = np.abs(below * around)
    total = float(found.sum())
    return found / total if total > 0 else np.full(rank, 1.0 / rank)

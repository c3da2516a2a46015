"""Inside and outside vectors of one given tree: its score, and the hidden state of each of its nodes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from spectral_core.arrays import Floats
from spectral_core.data import Tree
from spectral_core.maths.anchors import fit_convex_weights
from spectral_core.model import NodeState
from spectral_core.models.latent_pcfg.counts import flatten_tree
from spectral_core.models.latent_pcfg.grammar import Grammar
from spectral_core.models.latent_pcfg.hidden import RuleTensors
from spectral_core.models.latent_pcfg.lexicon import WordLabels
from spectral_core.models.latent_pcfg.settings import LatentPcfgSettings


@dataclass(frozen=True, slots=True)
class InsideNode:
    """A node of a binary tree."""

    label: int  # -1 where the grammar does not know it
    rule: int  # -1 for words, and where the grammar has none
    left: int  # places of the nodes below; -1 for words
    right: int
    start: int
    end: int
    inside: Floats  # (states,) of all that is below it, the largest absolute one 1


@dataclass(frozen=True, slots=True)
class InsideTree:
    """A tree with the inside vectors of its nodes."""

    grammar: Grammar
    hidden: RuleTensors
    nodes: tuple[InsideNode, ...]
    log: float  # natural log by which the numbers of the root were divided
    unknown: int  # words and rules that the grammar does not have, or of which it makes nothing

    @classmethod
    def of(
        cls,
        tree: Tree,
        settings: LatentPcfgSettings,
        grammar: Grammar,
        hidden: RuleTensors,
        word_labels: WordLabels,
        means: Floats,
    ) -> InsideTree:
        """Compute the inside vectors of a prepared tree; unknown nodes get the `means` of their label."""
        flat = list(flatten_tree(tree, settings))
        states = hidden.roots.shape[1]
        means, word_states = means[:, :states], word_labels.states[:, :states]
        nodes: list[InsideNode] = []  # from the last
        stack: list[int] = []
        log, word, unknown = 0.0, len(word_labels.starts), 0
        for label, form in reversed(flat):
            label_number, rule, left, right = grammar.label_index.get(label, -1), -1, -1, -1
            inside = means[label_number] if label_number >= 0 else np.zeros(states)
            if form is not None:
                word -= 1
                start, end = word, word + 1
                entries = slice(*word_labels.words.bounds[word : word + 2].tolist())
                matches = entries.start + np.flatnonzero(word_labels.words.labels[entries] == label_number)
                if len(matches):
                    inside = word_states[matches[0]] * word_labels.words.weights[matches[0]]
                is_known = len(matches) > 0
            else:
                left, right = stack.pop(), stack.pop()
                left_node, right_node = nodes[left], nodes[right]
                start, end = left_node.start, right_node.end
                rule = grammar.rule_index.get((label_number, left_node.label, right_node.label), -1)
                if rule >= 0:
                    inside = np.outer(left_node.inside, right_node.inside).ravel() @ hidden.tensors[rule].astype(
                        np.float64
                    )
                is_known = rule >= 0
            size = float(np.abs(inside).max())
            unknown += not (is_known and size > 0)
            log += float(np.log(size)) if size > 0 else 0.0
            stack.append(len(nodes))
            nodes.append(InsideNode(label_number, rule, left, right, start, end, inside / size if size > 0 else inside))
        return cls(grammar, hidden, tuple(nodes), log, unknown)

    def score(self) -> tuple[float, int]:
        """Return the natural log of the absolute score of the tree, and its sign; -inf and 0 where there is no such
        tree (Cohen et al. 2012, equation 4)."""
        total = 0.0 if self.unknown else self._total
        return (self.log + float(np.log(abs(total))), int(np.sign(total))) if total else (-np.inf, 0)

    @property
    def _total(self) -> float:
        top = self.nodes[-1]
        return float(self.hidden.roots[top.label].astype(np.float64) @ top.inside)

    def compute_outside(self) -> list[Floats]:
        """Return (nodes,) the outside vectors of each node, scaled to a maximum of 1; where the rule above it is not
        known, the default of its label."""
        hidden, states = self.hidden, self.hidden.roots.shape[1]
        outside = [hidden.default_outside[node.label] for node in self.nodes]
        outside[-1] = hidden.roots[self.nodes[-1].label].astype(np.float64)
        for number in range(len(self.nodes) - 1, -1, -1):
            node = self.nodes[number]
            size = float(np.abs(outside[number]).max())
            outside[number] = outside[number] / size if size > 0 else hidden.default_outside[node.label]
            if node.rule >= 0:
                tensor = hidden.tensors[node.rule].astype(np.float64).reshape(states, states, states) @ outside[number]
                outside[node.left] = tensor @ self.nodes[node.right].inside
                outside[node.right] = self.nodes[node.left].inside @ tensor
        return outside

    def states(self) -> list[NodeState]:
        """Return the states of the phrases and words whose label has several, each before those in it."""
        states = []
        for node, outside in reversed(list(zip(self.nodes, self.compute_outside(), strict=True))):
            if node.label < 0 or self.grammar.is_intermediate[node.label] or self.hidden.ranks[node.label] < 2:
                continue
            rank = int(self.hidden.ranks[node.label])
            inside_vector, outside_vector = node.inside[:rank], outside[:rank]
            shares = _state_posterior(inside_vector, outside_vector, self.hidden.anchor_states[node.label, :, :rank])
            vector = np.concatenate(
                [part / max(float(np.linalg.norm(part)), 1e-300) for part in (inside_vector, outside_vector)]
            )
            is_phrase = node.end - node.start > 1 or self.grammar.word_phrases[node.label]
            location = (node.start, node.end) if is_phrase else node.end
            states.append(NodeState(self.grammar.display_names[node.label], location, "", shares, vector))
        return states


def _state_posterior(inside: Floats, outside: Floats, anchor_states: Floats) -> Floats:
    """Return (states,) the posterior of each state: the convex weight of its anchor in the inside vector, times the fit
    of the anchor to the outside vector."""
    rank = len(inside)
    posterior = np.zeros(rank)
    known_anchors = anchor_states[:rank][np.abs(anchor_states[:rank]).max(axis=1) > 0]
    if len(known_anchors):
        scale = float(np.linalg.pinv(known_anchors).sum(axis=1) @ inside)  # 1 for each corner
        if abs(scale) > 1e-9:
            weights = fit_convex_weights((inside / scale)[None], known_anchors)[0]
            posterior[: len(known_anchors)] = weights * np.maximum(known_anchors @ outside, 0.0)
    if not posterior.sum() > 0:
        posterior = np.abs(inside * outside)
    total = float(posterior.sum())
    return posterior / total if total > 0 else np.full(rank, 1.0 / rank)

"""Rule tensors, inside-outside over charts, and the inside tree of a given analysis."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Floats, Integers
from spectral_core.data import Tree
from spectral_core.maths.anchors import fit_convex_weights
from spectral_core.model import Arrays, NodeState
from spectral_core.models.latent_pcfg.charts import SentenceCharts, find_lexicon_entries
from spectral_core.models.latent_pcfg.estimators import EstimatedTensors
from spectral_core.models.latent_pcfg.grammar import Grammar, flatten_binarised_tree
from spectral_core.models.latent_pcfg.lexicon import WordLabels
from spectral_core.models.latent_pcfg.settings import LatentPcfgSettings
from spectral_core.structured import cky
from spectral_core.structured.cky import BinaryRules, ItemPosteriors, RealArray, SpanChart


@dataclass(frozen=True, slots=True, eq=False)
class RuleTensors:
    """Parameters of a latent-variable PCFG: a tensor of rule probabilities over states for each rule."""

    ranks: Integers  # (labels,) number of states
    tensors: RealArray  # (rules, left x right, parent)
    transposed: RealArray  # (rules, parent, left x right)
    roots: RealArray  # (labels, states)
    default_outside: Floats  # (labels, states) the outside vector of an isolated node
    anchor_states: Floats  # (labels, states, states) inside vectors of pivots; 0 without pivots
    spectra: tuple[Floats, ...]  # (labels,) singular values; empty without a decomposition

    @classmethod
    def from_estimated_tensors(cls, estimates: EstimatedTensors, single: bool) -> RuleTensors:
        """Convert estimated states, to single precision if requested."""
        dtype = np.float32 if single else np.float64
        tensors: RealArray = np.ascontiguousarray(estimates.tensors, dtype=dtype)
        transposed = np.ascontiguousarray(tensors.swapaxes(1, 2))
        return cls(
            estimates.ranks,
            tensors,
            transposed,
            estimates.roots.astype(dtype),
            estimates.default_outside,
            estimates.anchor_states,
            estimates.spectra,
        )

    @classmethod
    def from_rules(cls, rules: BinaryRules, roots: Floats) -> RuleTensors:
        """Make one-state tensors from rule probabilities."""
        labels = len(roots)
        tensors, ones = rules.weights[:, None, None], np.ones((labels, 1))
        spectra = (np.zeros(0),) * labels
        ranks = np.ones(labels, dtype=np.int64)
        return cls(ranks, tensors, tensors, roots[:, None], ones, ones[:, :, None], spectra)

    def truncate(self, states: int) -> RuleTensors:
        """Keep the leading states: closed-form estimates are nested."""
        rules, width = len(self.tensors), self.roots.shape[1]
        truncated = self.tensors.reshape(rules, width, width, width)[:, :states, :states, :states]
        tensors = np.ascontiguousarray(truncated.reshape(rules, states * states, states))
        return RuleTensors(
            np.minimum(self.ranks, states), tensors, np.ascontiguousarray(tensors.swapaxes(1, 2)),
            self.roots[:, :states].copy(), self.default_outside[:, :states],
            self.anchor_states[:, :states, :states], self.spectra,
        )  # fmt: skip

    def run_inside_outside(
        self,
        charts: SentenceCharts,
        member: int,
        rule_chart: SpanChart | None = None,
        wrap_kernel: cky.KernelWrapper | None = None,
    ) -> ItemPosteriors:
        """Run inside-outside over the charts of sentences with this grammar as member `member` of an ensemble; for
        `rule_chart` and `wrap_kernel` see `cky.item_posteriors`."""
        sums = self._run_with_tensors(charts, member, self.tensors, self.transposed, rule_chart, wrap_kernel)
        if self.tensors.dtype != np.float64 and not sums.signs.all():  # out of single-precision range
            double = self.tensors.astype(np.float64), self.transposed.astype(np.float64)
            sums = self._run_with_tensors(charts, member, *double, rule_chart, wrap_kernel)
        return sums

    def _run_with_tensors(
        self, charts: SentenceCharts, member: int, tensors: RealArray, transposed: RealArray,
        rule_chart: SpanChart | None, wrap_kernel: cky.KernelWrapper | None,
    ) -> ItemPosteriors:  # fmt: skip
        """Run inside-outside with these tensors, in their precision."""
        items = charts.items
        word_positions, entries = find_lexicon_entries(charts)
        width = self.roots.shape[1]
        states = charts.likely_spans.word_labels.states[entries, member * width : (member + 1) * width]
        scale = charts.likely_spans.word_labels.words.weights[entries] * np.exp(-items.scales[word_positions])
        word_vectors = np.zeros((len(items.starts), self.roots.shape[1]), dtype=tensors.dtype)
        word_vectors[word_positions] = states * (scale * charts.weights[word_positions])[:, None]
        roots, weights = self.roots.astype(tensors.dtype), charts.weights.astype(tensors.dtype)
        return cky.item_posteriors(
            charts.chart, tensors, transposed, roots, weights, word_vectors, rule_chart, wrap_kernel
        )

    def arrays(self, rules: BinaryRules) -> dict[str, NDArray[np.generic]]:
        """Return all parameters by name, without zero padding."""
        mask = _make_unpadded_mask(self.ranks, rules, self.roots.shape[1])
        sizes = np.array([len(values) for values in self.spectra], dtype=np.int64)
        spectra = np.concatenate([np.zeros(0), *self.spectra])
        return {
            "ranks": self.ranks,
            "tensors": self.tensors[mask],
            "roots": self.roots,
            "around": self.default_outside,
            "corners": self.anchor_states,
            "spectra": spectra,
            "spectra_sizes": sizes,
        }

    @classmethod
    def from_arrays(cls, arrays: Arrays, rules: BinaryRules, single: bool) -> RuleTensors:
        """Restore the tensors from their arrays; ValueError if they do not fit the rules."""
        ranks, roots = arrays["ranks"].astype(np.int64), arrays["roots"].astype(np.float64)
        labels = len(rules.left_bounds) - 1
        if ranks.shape != (labels,) or roots.ndim != 2 or len(roots) != labels or (ranks > roots.shape[1]).any():
            raise ValueError("these are the hidden states of another grammar")
        mask = _make_unpadded_mask(ranks, rules, roots.shape[1])
        values = arrays["tensors"].astype(np.float64)
        if values.shape != (int(mask.sum()),) or not np.isfinite(values).all() or not np.isfinite(roots).all():
            raise ValueError("these are the tensors of other rules")
        tensors = np.zeros(mask.shape)
        tensors[mask] = values
        sizes, decomposed = arrays["spectra_sizes"].astype(np.int64), arrays["spectra"].astype(np.float64)
        if sizes.shape != (labels,) or (sizes < 0).any() or decomposed.shape != (int(sizes.sum()),):
            raise ValueError("these are the singular values of another grammar")
        spectra = np.split(decomposed, np.cumsum(sizes)[:-1])
        default_outside, anchor_states = (arrays[name].astype(np.float64) for name in ("around", "corners"))
        shapes_fit = default_outside.shape == roots.shape and anchor_states.shape == (*roots.shape, roots.shape[1])
        if not shapes_fit or not np.isfinite(default_outside).all() or not np.isfinite(anchor_states).all():
            raise ValueError("these are the states of other labels")
        none = np.zeros((0, roots.shape[1]))
        return cls.from_estimated_tensors(
            EstimatedTensors(ranks, tensors, roots, none, none, default_outside, anchor_states, tuple(spectra)), single
        )


def _make_unpadded_mask(ranks: Integers, rules: BinaryRules, states: int) -> NDArray[np.bool_]:
    """Return (rules, left x right, parent) the mask of entries that are not padding."""
    has_state = np.arange(states) < ranks[:, None]
    left, right = has_state[rules.lefts[rules.pairs]], has_state[rules.rights[rules.pairs]]
    pairs = (left[:, :, None] & right[:, None, :]).reshape(len(left), -1)
    return pairs[:, :, None] & has_state[rules.parents][:, None, :]


@dataclass(frozen=True, slots=True)
class InsideNode:
    """Node of a binary tree."""

    label: int  # -1 if unknown to the grammar
    rule: int  # -1 for words and unknown rules
    left: int  # index of the child; -1 for words
    right: int
    start: int
    end: int
    inside: Floats  # (states,) inside vector, scaled so that the largest absolute value is 1


@dataclass(frozen=True, slots=True)
class InsideTree:
    """Binary tree with the inside vectors of its nodes."""

    grammar: Grammar
    tensors: RuleTensors
    nodes: tuple[InsideNode, ...]
    log: float  # log of the scale factor of the root's inside vector
    unknown: int  # number of words and rules unknown to the grammar, or with zero inside vectors

    @classmethod
    def from_tree(
        cls,
        tree: Tree,
        settings: LatentPcfgSettings,
        grammar: Grammar,
        hidden: RuleTensors,
        word_labels: WordLabels,
        means: Floats,
    ) -> InsideTree:
        """Compute the inside vectors of a tree from `simplify_tree`, which is binarised here. A node whose rule or word
        the grammar lacks gets the mean vector of its label, or zeros if it lacks the label as well."""
        flat = list(flatten_binarised_tree(tree, settings))
        states = hidden.roots.shape[1]
        means, word_states = means[:, :states], word_labels.states[:, :states]
        nodes: list[InsideNode] = []  # in postorder
        stack: list[int] = []
        log, word, unknown = 0.0, len(word_labels.can_start_phrase), 0
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
        """Return the natural log of the absolute score of the tree, and its sign; -inf and 0 where the grammar cannot
        derive it (Cohen et al. 2012, equation 4)."""
        total = 0.0 if self.unknown else self._root_score
        return (self.log + float(np.log(abs(total))), int(np.sign(total))) if total else (-np.inf, 0)

    @property
    def _root_score(self) -> float:
        """Score of the tree without the scale factor `log`; only for trees without unknown nodes."""
        top = self.nodes[-1]
        return float(self.tensors.roots[top.label].astype(np.float64) @ top.inside)

    def compute_outside(self) -> list[Floats]:
        """Return (nodes,) the outside vectors, scaled to a maximum of 1; the default of the label where the rule above
        is unknown."""
        hidden, states = self.tensors, self.tensors.roots.shape[1]
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
        """Return the states of the nodes whose label has several, in preorder."""
        states = []
        for node, outside in reversed(list(zip(self.nodes, self.compute_outside(), strict=True))):
            if node.label < 0 or self.grammar.is_intermediate[node.label] or self.tensors.ranks[node.label] < 2:
                continue
            rank = int(self.tensors.ranks[node.label])
            inside_vector, outside_vector = node.inside[:rank], outside[:rank]
            shares = _compute_state_posterior(
                inside_vector, outside_vector, self.tensors.anchor_states[node.label, :, :rank]
            )
            vector = np.concatenate(
                [part / max(float(np.linalg.norm(part)), 1e-300) for part in (inside_vector, outside_vector)]
            )
            is_phrase = node.end - node.start > 1 or self.grammar.word_phrases[node.label]
            location = (node.start, node.end) if is_phrase else node.end
            states.append(NodeState(self.grammar.display_names[node.label], location, "", shares, vector))
        return states


def _compute_state_posterior(inside: Floats, outside: Floats, anchor_states: Floats) -> Floats:
    """Return (states,) the posterior of each state: the convex weight of its anchor in the inside vector, times the
    match of the anchor with the outside vector."""
    rank = len(inside)
    posterior = np.zeros(rank)
    known_anchors = anchor_states[:rank][np.abs(anchor_states[:rank]).max(axis=1) > 0]
    if len(known_anchors):
        scale = float(np.linalg.pinv(known_anchors).sum(axis=1) @ inside)  # 1 at each anchor
        if abs(scale) > 1e-9:
            weights = fit_convex_weights((inside / scale)[None], known_anchors)[0]
            posterior[: len(known_anchors)] = weights * np.maximum(known_anchors @ outside, 0.0)
    if not posterior.sum() > 0:
        posterior = np.abs(inside * outside)
    total = float(posterior.sum())
    return posterior / total if total > 0 else np.full(rank, 1.0 / rank)

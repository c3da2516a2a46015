"""Sufficient statistics of a treebank as binarised trees, and the grammar without hidden states read off them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Flags, Floats, Indexes, Integers
from spectral_core.data import EMPTY, Tree, Treebank
from spectral_core.data.head_rules import COLLINS, HeadRules, HeadSearch, binarise, is_intermediate_label, unbinarise
from spectral_core.data.tree import INTERMEDIATE_MARK, TRACE_TAG, split_chain_label
from spectral_core.deprecated import old_members
from spectral_core.errors import DataError
from spectral_core.model import Arrays, pack_strings, unpack_strings
from spectral_core.models.latent_pcfg.settings import LatentPcfgSettings
from spectral_core.progress import Progress, Report, ignore_progress, track_progress
from spectral_core.structured.cky import BinaryRules

REPORT_INTERVAL = 1000  # sentences between progress reports
PARENT_SEPARATOR = "\x1f"  # between a label and its parent annotation; occurs in no treebank label
SKIP_REASONS = ("unreadable", "no_words", "no_tree")  # why sentences are left out

_EDGE_HEAD_RULES = {
    "left": HeadRules("left", default=(HeadSearch("left"),), punctuation=frozenset()),
    "right": HeadRules("right", default=(HeadSearch("right"),), punctuation=frozenset()),
}


def select_head_rules(binarisation: str) -> HeadRules:
    """Return the head rules for a kind of binarisation: Collins's, or the left or right edge."""
    return _EDGE_HEAD_RULES.get(binarisation, COLLINS)


@old_members(joined="merge")
@dataclass(frozen=True, slots=True, eq=False)
class TreeCounts:
    """Binarised trees in sorted order, each in preorder (parents before children); counts of two corpora can be
    merged."""

    labels: tuple[str, ...]  # sorted
    forms: tuple[str, ...]  # sorted
    nodes: Indexes  # (nodes,) indexes into `labels`
    words: Indexes  # (nodes,) indexes into `forms`, or -1 for inner nodes
    offsets: Integers  # (trees + 1,)
    empty_root_count: int  # number of trees with an empty root label in the treebank
    left_out: Integers  # (REASONS,) sentences left out

    def merge(self, other: TreeCounts) -> TreeCounts:
        """Return the trees of both corpora."""
        labels, forms = tuple(sorted({*self.labels, *other.labels})), tuple(sorted({*self.forms, *other.forms}))
        nodes, words = [], []
        for part in (self, other):
            nodes.append(_find_indexes(part.labels, labels)[part.nodes])
            words.append(np.append(_find_indexes(part.forms, forms), np.int32(-1))[part.words])
        offsets = np.concatenate((self.offsets, other.offsets[1:] + self.offsets[-1]))
        trees = _sort_trees(np.concatenate(nodes), np.concatenate(words), offsets)
        return TreeCounts(
            labels, forms, *trees, self.empty_root_count + other.empty_root_count, self.left_out + other.left_out
        )

    @property
    def tree_count(self) -> int:
        """Number of trees."""
        return len(self.offsets) - 1

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """Return the trees as arrays, for `from_arrays`."""
        return {
            "labels": pack_strings(self.labels),
            "forms": pack_strings(self.forms),
            "nodes": self.nodes,
            "words": self.words,
            "offsets": self.offsets,
            "outer": np.array(self.empty_root_count, dtype=np.int64),
            "left_out": self.left_out,
        }

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> TreeCounts:
        """Restore trees from their arrays; ValueError if these are invalid."""
        # A grammar whose only label is empty would be packed as no label.
        labels, forms = unpack_strings(arrays["labels"]) or ("",), unpack_strings(arrays["forms"]) or ("",)
        nodes, words = arrays["nodes"].astype(np.int32), arrays["words"].astype(np.int32)
        offsets, left_out = arrays["offsets"].astype(np.int64), arrays["left_out"].astype(np.int64)
        counts = cls(labels, forms, nodes, words, offsets, int(arrays["outer"].astype(np.int64)), left_out)
        if not counts.is_valid:
            raise ValueError("these are not the trees of a grammar")
        return counts

    @property
    def is_valid(self) -> bool:
        """True if the nodes of every tree are a binary tree in preorder."""
        if self.nodes.shape != self.words.shape or self.left_out.shape != (len(SKIP_REASONS),) or len(self.offsets) < 2:
            return False
        if self.offsets[0] != 0 or self.offsets[-1] != len(self.nodes) or (np.diff(self.offsets) < 1).any():
            return False
        in_range = self.nodes.min() >= 0 and self.nodes.max() < len(self.labels) and self.words.max() < len(self.forms)
        # Number of nodes still expected after each: one more after an inner node, one fewer after a leaf.
        open_nodes = np.cumsum(np.where(self.words < 0, 1, -1))
        ends = open_nodes[self.offsets[1:] - 1]
        base = np.repeat(np.append(0, ends[:-1]), np.diff(self.offsets))
        tree_open_nodes = open_nodes - base
        last = np.zeros(len(tree_open_nodes), dtype=bool)
        last[self.offsets[1:] - 1] = True
        return bool(in_range and (tree_open_nodes[last] == -1).all() and (tree_open_nodes[~last] >= 0).all())


def _sort_trees(nodes: Indexes, words: Indexes, offsets: Integers) -> tuple[Indexes, Indexes, Integers]:
    """Return the trees sorted, independently of the order of the corpus."""
    nodes_and_words = np.stack((nodes, words), axis=1)
    parts = [nodes_and_words[low:high] for low, high in zip(offsets[:-1].tolist(), offsets[1:].tolist(), strict=True)]
    parts.sort(key=lambda part: part.tobytes())
    sorted_rows = np.concatenate(parts)
    return sorted_rows[:, 0].copy(), sorted_rows[:, 1].copy(), np.append(0, np.cumsum([len(part) for part in parts]))


def _find_indexes(names: tuple[str, ...], all_names: tuple[str, ...]) -> Indexes:
    """Return the index of each name in `all_names`."""
    index = {name: number for number, name in enumerate(all_names)}
    return np.array([index[name] for name in names], dtype=np.int32)


def simplify_tree(tree: Tree) -> Tree | None:
    """Return the tree as the grammar uses it: without traces, function tags and empty outer label, chains of equal
    labels collapsed, and every word under a tag; None if no word is left."""
    bare = tree.without_traces()
    if bare is None:
        return None

    def simplify_node(node: Tree, children: list[Tree | str]) -> Tree:
        if node.is_tag:
            return node
        only = children[0]
        if len(children) == 1 and isinstance(only, Tree) and not only.is_tag and only.label == node.label:
            return only
        return node.rebuild(
            node.label, [Tree(EMPTY, (child,)) if isinstance(child, str) else child for child in children]
        )

    return bare.without_functions().without_root().fold(simplify_node)


def count(treebank: Treebank, settings: LatentPcfgSettings, report: Report = ignore_progress) -> TreeCounts:
    """Count the binarised trees of all readable sentences that have one."""
    labels: dict[str, int] = {}
    forms: dict[str, int] = {}
    nodes: list[int] = []
    words: list[int] = []
    offsets = [0]
    empty_root_count = 0
    left_out: Counter[str] = Counter()
    for sentence in track_progress(treebank, "count", len(treebank), report, REPORT_INTERVAL):
        tree = simplify_tree(sentence.tree) if sentence.is_readable and sentence.tree is not None else None
        if tree is None or sentence.tree is None:
            reason = "no_tree" if sentence.forms else "no_words"
            left_out[reason if sentence.is_readable else "unreadable"] += 1
            continue
        empty_root_count += not sentence.tree.label
        for label, form in flatten_binarised_tree(tree, settings):
            nodes.append(labels.setdefault(label, len(labels)))
            words.append(-1 if form is None else forms.setdefault(form, len(forms)))
        offsets.append(len(nodes))
    report(Progress("count", len(treebank), len(treebank)))
    if len(offsets) == 1:
        raise DataError("there is nothing to learn a grammar from: no sentence here has a constituency tree")
    sorted_labels, sorted_forms = tuple(sorted(labels)), tuple(sorted(forms))
    trees = _sort_trees(
        _find_indexes(tuple(labels), sorted_labels)[np.array(nodes)],
        np.append(_find_indexes(tuple(forms), sorted_forms), np.int32(-1))[np.array(words)],
        np.array(offsets, dtype=np.int64),
    )
    return TreeCounts(
        sorted_labels,
        sorted_forms,
        *trees,
        empty_root_count,
        np.array([left_out[reason] for reason in SKIP_REASONS], dtype=np.int64),
    )


def flatten_binarised_tree(tree: Tree, settings: LatentPcfgSettings) -> Iterator[tuple[str, str | None]]:
    """Binarise a tree from `simplify_tree`; yield the labels of its nodes in preorder, leaves with their word."""
    stack = [(binarise(tree, select_head_rules(settings.binarisation), horizontal=settings.horizontal), "", "")]
    while stack:
        node, parent_label, grandparent_label = stack.pop()  # with its parent and grandparent label
        label = node.label
        if isinstance(node.children[0], str):
            yield label, node.children[0]
            continue
        intermediate = is_intermediate_label(label)
        context = (parent_label, grandparent_label) if intermediate else (split_chain_label(label)[-1], parent_label)
        yield (
            label + PARENT_SEPARATOR + (grandparent_label if intermediate else parent_label)
            if settings.vertical > 1
            else label,
            None,
        )
        for child in reversed(node.children):
            assert isinstance(child, Tree)
            stack.append((child, *context))


INTERMEDIATE = INTERMEDIATE_MARK  # represents any intermediate phrase of binarisation


@dataclass(frozen=True, slots=True, eq=False)
class BinarisedTreebank:
    """Binarised treebank as arrays: the nodes of all trees in preorder, with rule ids and spans."""

    labels: tuple[str, ...]
    forms: tuple[str, ...]
    node_labels: Integers  # (nodes,) label
    node_words: Integers  # (nodes,) form, or -1
    offsets: Integers  # (trees + 1,)
    lefts: Integers
    rights: Integers
    parents: Integers
    starts: Integers
    ends: Integers
    node_rules: Integers  # (nodes,) rule, or -1 for leaves
    rules: BinaryRules
    head_right: NDArray[np.bool_]  # (rules,) whether the head is the right child

    @classmethod
    def from_counts(cls, counts: TreeCounts, settings: LatentPcfgSettings) -> BinarisedTreebank:
        """Build the arrays from the counted trees, with rules and their heads."""
        from spectral_core.structured.cky.observed_tree_kernels import compute_tree_structure

        structures = compute_tree_structure(counts.words, counts.offsets)
        nodes, words = counts.nodes.astype(np.int64), counts.words.astype(np.int64)
        size = len(counts.labels)
        inner = np.flatnonzero(words < 0)
        codes = (nodes[structures.lefts[inner]] * size + nodes[structures.rights[inner]]) * size + nodes[inner]
        rule_codes, rule_numbers, frequencies = np.unique(codes, return_inverse=True, return_counts=True)
        node_rules = np.full(len(nodes), -1)
        node_rules[inner] = rule_numbers
        parents = rule_codes % size
        weights = frequencies / np.bincount(nodes, minlength=size)[parents]
        lefts, rights = rule_codes // size // size, rule_codes // size % size
        rules = BinaryRules.from_rules(parents, lefts, rights, weights, size)
        heads = _flag_right_headed_rules(counts.labels, parents, lefts, rights, settings)
        return cls(counts.labels, counts.forms, nodes, words, counts.offsets, *structures, node_rules, rules, heads)

    @property
    def label_counts(self) -> Integers:
        """(labels,) frequency of each label."""
        return np.bincount(self.node_labels, minlength=len(self.labels))

    @property
    def root_frequencies(self) -> Floats:
        """(labels,) relative frequency of each label at the root."""
        counts = np.bincount(self.node_labels[self.offsets[:-1]], minlength=len(self.labels))
        return counts / (len(self.offsets) - 1)

    def get_forms(self, tree: int) -> list[str]:
        """Return the words of a tree."""
        words = self.node_words[self.offsets[tree] : self.offsets[tree + 1]]
        return [self.forms[word] for word in words[words >= 0].tolist()]

    @property
    def leaves(self) -> Integers:
        """(leaves,) indexes of the nodes that are leaves."""
        return np.flatnonzero(self.node_words >= 0)


def strip_parent_annotation(symbol: str) -> str:
    """Return a label without its parent annotation."""
    return symbol.partition(PARENT_SEPARATOR)[0]


def _flag_right_headed_rules(
    labels: tuple[str, ...], parents: Integers, lefts: Integers, rights: Integers, settings: LatentPcfgSettings
) -> NDArray[np.bool_]:
    """Return (rules,) whether each rule's head is the right child."""
    rules = select_head_rules(settings.binarisation)
    intermediate = [is_intermediate_label(label) for label in labels]
    first = [split_chain_label(strip_parent_annotation(label))[0] for label in labels]
    last = [split_chain_label(strip_parent_annotation(label))[-1] for label in labels]
    head_right = np.zeros(len(parents), dtype=bool)
    for rule, (parent, left, right) in enumerate(zip(parents.tolist(), lefts.tolist(), rights.tolist(), strict=True)):
        if intermediate[left] or intermediate[right]:
            head_right[rule] = intermediate[right]
        elif intermediate[parent]:
            head_right[rule] = strip_parent_annotation(labels[parent]).partition("[")[0].endswith("<")
        else:
            head_right[rule] = rules.find_head(last[parent], [first[left], first[right]]) == 1
    return head_right


@dataclass(frozen=True, slots=True, eq=False)
class Grammar:
    """Binarised PCFG without hidden states: labels and rules with their relative frequencies in the treebank."""

    labels: tuple[str, ...]
    rules: BinaryRules
    root_frequencies: Floats  # (labels,) relative frequency at the root
    label_counts: NDArray[np.int64]  # (labels,) frequency
    names: tuple[str, ...]  # (labels,) without parent annotation
    phrases: tuple[tuple[str, ...], ...]  # (labels,) chain of phrases over several words
    word_phrases: tuple[tuple[str, ...], ...]  # (labels,) the same over a single word
    is_intermediate: Flags  # (labels,) whether it is an intermediate symbol of binarisation
    has_empty_root: bool  # whether trees have an empty outer label
    label_index: Mapping[str, int]  # label: index
    rule_index: Mapping[tuple[int, int, int], int]  # (label, left, right): index

    @classmethod
    def from_treebank(cls, treebank: BinarisedTreebank, has_empty_root: bool) -> Grammar:
        """Read off the grammar of a binarised treebank."""
        return cls.from_rules(
            treebank.labels, treebank.rules, treebank.root_frequencies, treebank.label_counts, has_empty_root
        )

    @classmethod
    def from_rules(
        cls,
        labels: tuple[str, ...],
        rules: BinaryRules,
        root_frequencies: Floats,
        label_counts: NDArray[np.int64],
        has_empty_root: bool,
    ) -> Grammar:
        """Make the grammar from labels and rules."""
        names = tuple(strip_parent_annotation(label) for label in labels)
        is_intermediate = np.array([name.startswith(INTERMEDIATE_MARK) for name in names], dtype=bool)
        chains = [
            () if intermediate else tuple(split_chain_label(name))
            for name, intermediate in zip(names, is_intermediate.tolist(), strict=True)
        ]
        word_phrases = tuple(chain[:-1] for chain in chains)
        label_index = {label: number for number, label in enumerate(labels)}
        lefts, rights = (side[rules.pairs].tolist() for side in (rules.lefts, rules.rights))
        keys = zip(rules.parents.tolist(), lefts, rights, strict=True)
        rule_index = {key: rule for rule, key in enumerate(keys)}
        return cls(
            labels,
            rules,
            root_frequencies,
            label_counts,
            names,
            tuple(chains),
            word_phrases,
            is_intermediate,
            has_empty_root,
            label_index,
            rule_index,
        )

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """Return labels and rules with their frequencies as arrays, for `from_arrays`."""
        rules = self.rules
        children = rules.lefts[rules.pairs], rules.rights[rules.pairs]
        return {
            "labels": pack_strings(self.labels),
            "rules": np.stack((rules.parents, *children), axis=1).astype(np.int32),
            "weights": rules.weights,
            "roots": self.root_frequencies,
            "counts": self.label_counts,
            "empty_root": np.array(self.has_empty_root),
        }

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Grammar:
        """Restore the grammar from its arrays; ValueError if these are inconsistent."""
        # a grammar whose only label is empty is packed as no label
        labels, triples = unpack_strings(arrays["labels"]) or ("",), arrays["rules"].astype(np.int64)
        weights, roots = arrays["weights"].astype(np.float64), arrays["roots"].astype(np.float64)
        label_counts, size = arrays["counts"].astype(np.int64), len(labels)
        if triples.shape != (len(weights), 3) or (triples < 0).any() or (triples >= size).any():
            raise ValueError("the rules of the grammar are not over its labels")
        parents, lefts, rights = (np.ascontiguousarray(column) for column in triples.T)
        if (np.diff((lefts * size + rights) * size + parents) <= 0).any():
            raise ValueError("the rules of the grammar are not in order")
        if roots.shape != (size,) or label_counts.shape != (size,) or (label_counts < 1).any():
            raise ValueError("the frequencies of the grammar are not over its labels")
        if not (np.isfinite(weights).all() and np.isfinite(roots).all()):
            raise ValueError("a frequency of the grammar is no number")
        rules = BinaryRules.from_rules(parents, lefts, rights, weights, size)
        return cls.from_rules(labels, rules, roots, label_counts, bool(arrays["empty_root"]))

    @property
    def label_prior(self) -> Floats:
        """(labels,) relative frequency of each label among all nodes."""
        shares: Floats = self.label_counts / self.label_counts.sum()
        return shares

    @property
    def rule_codes(self) -> NDArray[np.int64]:
        """(rules,) left child, right child and label encoded as one integer, sorted."""
        rules, size = self.rules, len(self.labels)
        return (rules.lefts[rules.pairs] * size + rules.rights[rules.pairs]) * size + rules.parents

    @property
    def display_names(self) -> tuple[str, ...]:
        """(labels,) display names with parent annotation, as in NP^S."""
        return tuple(label.replace(PARENT_SEPARATOR, "^") for label in self.labels)

    def get_tag(self, label: int) -> str:
        """Return the part-of-speech tag in a label."""
        return split_chain_label(self.names[label])[-1]

    def build_tree(self, forms: Sequence[str], spans: Iterable[tuple[int, int, str]]) -> Tree:
        """Build the tree of labelled binary spans, parents first."""
        stack: list[Tree] = []
        for start, end, name in reversed(list(spans)):
            if end - start == 1:
                stack.append(Tree(name, (forms[start],)))
            else:
                left, right = stack.pop(), stack.pop()
                stack.append(Tree(name, (left, right)))
        (binary_tree,) = stack
        tree = _replace_trace_tags(unbinarise(binary_tree))
        return tree.with_root() if self.has_empty_root else tree


def _replace_trace_tags(tree: Tree) -> Tree:
    """Replace trace tags over real words, so that these are not removed from the sentence."""

    def replace_tag(node: Tree, children: list[Tree | str]) -> Tree:
        return node.rebuild(EMPTY if node.is_tag and node.label == TRACE_TAG else node.label, children)

    return tree.fold(replace_tag) if any(tag == TRACE_TAG for tag, _ in tree.leaves()) else tree

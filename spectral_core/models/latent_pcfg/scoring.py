"""Scores of given phrase-structure and dependency trees under a grammar."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from spectral_core.arrays import Flags, Integers
from spectral_core.data import EMPTY, Sentence, Tree
from spectral_core.data.head_rules import make_projected_label, with_tree_from_heads
from spectral_core.data.tree import CHAIN_SEPARATOR, INTERMEDIATE_MARK, TRACE_TAG, escape_chain_label
from spectral_core.errors import DataError
from spectral_core.model import LogScore
from spectral_core.models.latent_pcfg.grammar import Grammar, flatten_binarised_tree, simplify_tree
from spectral_core.models.latent_pcfg.settings import LatentPcfgSettings
from spectral_core.models.parsing.training_sentences import require_projective_heads

if TYPE_CHECKING:
    from spectral_core.models.latent_pcfg.model import LatentPcfg

_UNKNOWN_SCORE = 1e-6  # score of unknown rules and words
_LEAF_KEY = 1 << 40  # sorts leaves after all inner nodes


class BinaryTrees(NamedTuple):
    """Binary trees over the words of one sentence in preorder; -1 for a missing value."""

    offsets: Integers  # (trees + 1,)
    labels: Integers  # (nodes,) -1 if unknown to the grammar
    words: Integers  # (nodes,) leaf word
    lefts: Integers
    rights: Integers

    @classmethod
    def from_trees(cls, trees: Sequence[Tree], settings: LatentPcfgSettings, grammar: Grammar) -> BinaryTrees:
        """Convert prepared trees to arrays."""
        from spectral_core.structured.cky.observed_tree_kernels import compute_tree_structure

        rows = [list(flatten_binarised_tree(tree, settings)) for tree in trees]
        flat = [node for row in rows for node in row]
        words = np.array([-1 if form is None else 0 for _, form in flat], dtype=np.int32)
        offsets = np.append(0, np.cumsum([len(row) for row in rows])).astype(np.int64)
        structures = compute_tree_structure(words, offsets)
        labels = np.array([grammar.label_index.get(label, -1) for label, _ in flat], dtype=np.int64)
        return cls(offsets, labels, np.where(words < 0, -1, structures.starts), structures.lefts, structures.rights)

    @classmethod
    def from_heads(cls, heads: Integers, tags: Sequence[str], grammar: Grammar) -> BinaryTrees:
        """Convert projective dependency trees, given as (trees, words) heads, to the binarised phrases that
        `with_tree_from_heads` derives, without horizontal context. Node word - 1 is the phrase that a word adds to its
        head; the nodes of single words follow all of these."""
        trees, size = heads.shape
        across, root = np.arange(trees)[:, None], heads == 0
        sibling_nodes, ranks, phrase_nodes, counts = _order_attachments(heads)
        kinds = np.array(
            [[grammar.label_index.get(name, -1) for name in _list_phrase_labels(tag)] for tag in tags], dtype=np.int64
        )
        on_right, head_words = np.arange(1, size + 1) > heads, np.maximum(heads - 1, 0)
        is_last = ranks == counts[across, heads]
        phrase_labels = np.where(
            is_last, kinds[head_words, 4], np.where(on_right, kinds[head_words, 3], kinds[head_words, 2])
        )
        word_labels = np.where(counts[:, 1:] > 0, kinds[:, 0], kinds[:, 1])
        none = np.full(heads.shape, -1)
        keys = np.concatenate(
            ((_count_ancestors(heads) + 1) * (size + 1) - ranks, np.full(heads.shape, _LEAF_KEY)), axis=1
        )
        keys[:, :size][root] = -1  # the root adds nothing to a head, so it has no such node
        order = np.argsort(keys, axis=1, kind="stable")[:, 1:]  # (trees, nodes)
        positions = np.full((trees, 2 * size + 1), -1)  # by node, in that order; last column: none
        positions[across, order] = np.arange(2 * size - 1)
        starts = np.arange(trees + 1) * (2 * size - 1)

        def reorder(phrase_values: Integers, word_values: Integers) -> Integers:
            return np.concatenate((phrase_values, word_values), axis=1)[across, order]

        def child_positions(nodes: Integers) -> Integers:
            children = positions[across, reorder(nodes, none)]
            return np.where(children >= 0, children + starts[:-1, None], -1).ravel()

        words = reorder(none, np.broadcast_to(np.arange(size), heads.shape)).ravel()
        lefts, rights = np.where(on_right, sibling_nodes, phrase_nodes), np.where(on_right, phrase_nodes, sibling_nodes)
        return cls(
            starts, reorder(phrase_labels, word_labels).ravel(), words, child_positions(lefts), child_positions(rights)
        )


def score_trees(model: LatentPcfg, sentences: Sequence[Sentence]) -> list[LogScore]:
    """Return the log scores of sentences with their constituency trees; DataError for a sentence without one."""
    scores: list[LogScore] = []
    for forms, group in groupby(sentences, lambda sentence: sentence.forms):
        trees = [None if sentence.tree is None else simplify_tree(sentence.tree) for sentence in group]
        usable = [tree for tree in trees if tree is not None]
        if len(usable) < len(trees):
            raise DataError("a sentence without a constituency tree has no score of its tree; parse it first")
        scores += _score_binary_trees(model, BinaryTrees.from_trees(usable, model.settings, model.grammar), forms)
    return scores


def score_dependency_trees(model: LatentPcfg, sentences: Sequence[Sentence], column: str) -> list[LogScore]:
    """Return the log scores of dependency trees by the phrases projected from them, with the tags of a column;
    nonprojective arcs are lifted. DataError for a sentence whose heads are not a tree."""
    if model.settings.vertical > 1 or model.settings.horizontal:  # whose labels contain more context
        return score_trees(model, [with_tree_from_heads(sentence, column) for sentence in sentences])
    scores: list[LogScore] = []
    for (forms, tags), group in groupby(sentences, lambda parse: (parse.forms, parse.column(column))):
        heads = np.array([require_projective_heads(parse) for parse in group], dtype=np.int64)
        scores += _score_binary_trees(model, BinaryTrees.from_heads(heads, tags, model.grammar), forms)
    return scores


def _score_binary_trees(model: LatentPcfg, trees: BinaryTrees, forms: Sequence[str]) -> list[LogScore]:
    """Score trees over the same words, averaged over the grammars."""
    from spectral_core.structured.cky.observed_tree_kernels import ObservedNodes, tree_log_scores

    grammar, members, labels, inner = model.grammar, model.members, trees.labels, trees.words < 0
    word_labels, means, size = (
        model.lexicon.label_words([forms], pruned=False),
        model.lexicon.word_lexicon.means,
        len(grammar.labels),
    )
    has_rule = inner & (labels >= 0) & (labels[trees.lefts] >= 0) & (labels[trees.rights] >= 0)
    rules = _find_codes(
        grammar.rule_codes, (labels[trees.lefts] * size + labels[trees.rights]) * size + labels, has_rule
    )
    entries = _find_codes(
        word_labels.words_of_entries * size + word_labels.words.labels,
        trees.words * size + labels,
        ~inner & (labels >= 0),
    )
    nodes = ObservedNodes(trees.offsets, trees.lefts, trees.rights, labels, rules, entries)
    width, count = members[0].roots.shape[1], len(trees.offsets) - 1
    logs, clipped = np.zeros(count), np.zeros(count, dtype=np.int64)
    for number, member in enumerate(members):
        columns = slice(number * width, (number + 1) * width)
        words = word_labels.states[:, columns] * word_labels.words.weights[:, None]
        default_outside = np.ascontiguousarray(means[:, columns])
        member_logs, unknown, signs = tree_log_scores(
            nodes, member.tensors, words, default_outside, member.roots, _UNKNOWN_SCORE
        )
        logs += member_logs / len(members)
        clipped += unknown + (signs <= 0)
    rows = zip(logs.tolist(), clipped.tolist(), strict=True)
    return [LogScore(log, len(forms), 0, clipped_members) for log, clipped_members in rows]


def _find_codes(sorted_codes: Integers, codes: Integers, usable: Flags) -> Integers:
    """Return (codes,) the index of each code in `sorted_codes`; -1 if missing or not usable."""
    positions = np.minimum(np.searchsorted(sorted_codes, codes), max(len(sorted_codes) - 1, 0))
    return (
        np.where(usable & (sorted_codes[positions] == codes), positions, -1)
        if len(sorted_codes)
        else np.full(len(codes), -1)
    )


def _list_phrase_labels(tag: str) -> tuple[str, ...]:
    """Return the labels that a word with this tag projects: the tag alone, the tag in a phrase, the partial phrases
    with modifiers on the left and on the right, and the complete phrase."""
    tag = EMPTY if tag == TRACE_TAG else tag
    tag_label, phrase = escape_chain_label(tag), make_projected_label(tag)
    return (
        tag_label,
        phrase + CHAIN_SEPARATOR + tag_label,
        f"{INTERMEDIATE_MARK}{phrase}<",
        f"{INTERMEDIATE_MARK}{phrase}>",
        phrase,
    )


def _order_attachments(heads: Integers) -> tuple[Integers, Integers, Integers, Integers]:
    """Return (trees, words) the node of the head's phrase that each word attaches to, its index in the order of
    attachment, and the node of its complete phrase; and (trees, words + 1) the number of modifiers of each head. Right
    modifiers attach first."""
    trees, size = heads.shape
    across = np.arange(trees)
    sibling_nodes, ranks = np.full((2, trees, size), -1)
    counts = np.zeros((trees, size + 1), dtype=np.int64)
    phrase_nodes = np.broadcast_to(np.arange(size - 1, 2 * size), (trees, size + 1)).copy()
    for on_right, order in ((True, range(1, size + 1)), (False, range(size, 0, -1))):
        for word in order:
            head_words = heads[:, word - 1]
            attached = ((word > head_words) == on_right) & (head_words > 0)
            rows, head_words = across[attached], head_words[attached]
            sibling_nodes[rows, word - 1] = phrase_nodes[rows, head_words]
            counts[rows, head_words] += 1
            ranks[rows, word - 1] = counts[rows, head_words]
            phrase_nodes[rows, head_words] = word - 1
    return sibling_nodes, ranks, phrase_nodes[:, 1:], counts


def _count_ancestors(heads: Integers) -> Integers:
    """Return (trees, words) the number of ancestors of each word."""
    depths, ancestors = np.zeros_like(heads), heads
    head_table = np.concatenate((np.zeros((len(heads), 1), dtype=np.int64), heads), axis=1)
    while ancestors.any():
        depths += ancestors > 0
        ancestors = head_table[np.arange(len(heads))[:, None], ancestors]
    return depths

"""Many trees that are given: as rows of nodes, also of phrases that heads make, and what they score together."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from spectral_core.arrays import Flags, Integers
from spectral_core.data import EMPTY, Sentence, Tree
from spectral_core.data.phrases import projected, with_phrases
from spectral_core.data.tree import JOINT, MARK, TRACE, escaped
from spectral_core.errors import DataError
from spectral_core.model import Scored
from spectral_core.models.latent_pcfg.counts import flattened, prepared
from spectral_core.models.latent_pcfg.grammar import Grammar
from spectral_core.models.latent_pcfg.settings import LatentPcfgSettings
from spectral_core.models.parsing.sentences import scored_heads

if TYPE_CHECKING:
    from spectral_core.models.latent_pcfg.model import LatentPcfg

_FLOOR = 1e-6  # in place of what the grammar does not have
_LAST = 1 << 40  # behind all inner nodes


class GivenTrees(NamedTuple):
    """Binary trees over the words of one sentence, each node before those below it; -1 for what there is not."""

    offsets: Integers  # (trees + 1,)
    labels: Integers  # (nodes,) -1 where the grammar does not know it
    words: Integers  # (nodes,) of leaves
    lefts: Integers
    rights: Integers

    @classmethod
    def of(cls, trees: Sequence[Tree], settings: LatentPcfgSettings, grammar: Grammar) -> GivenTrees:
        """Trees that are prepared."""
        from spectral_core.inference.cky.tree_kernels import structure

        rows = [list(flattened(tree, settings)) for tree in trees]
        flat = [node for row in rows for node in row]
        words = np.array([-1 if form is None else 0 for _, form in flat], dtype=np.int32)
        offsets = np.append(0, np.cumsum([len(row) for row in rows])).astype(np.int64)
        made = structure(words, offsets)
        labels = np.array([grammar.places.get(label, -1) for label, _ in flat], dtype=np.int64)
        return cls(offsets, labels, np.where(words < 0, -1, made.starts), made.lefts, made.rights)

    @classmethod
    def of_heads(cls, heads: Integers, tags: Sequence[str], grammar: Grammar) -> GivenTrees:
        """The phrases of trees given as (trees, words) heads without crossing arcs, as `phrases` makes them and
        binarisation without memory takes them apart. In what follows the phrase that a word gives its head is node
        word - 1, and words by themselves are the nodes behind."""
        trees, size = heads.shape
        across, root = np.arange(trees)[:, None], heads == 0
        before, passed, tops, counts = _grown(heads)
        kinds = np.array([[grammar.places.get(name, -1) for name in _names(tag)] for tag in tags], dtype=np.int64)
        right, above = np.arange(1, size + 1) > heads, np.maximum(heads - 1, 0)
        last = passed == counts[across, heads]
        inner = np.where(last, kinds[above, 4], np.where(right, kinds[above, 3], kinds[above, 2]))
        alone = np.where(counts[:, 1:] > 0, kinds[:, 0], kinds[:, 1])
        none = np.full(heads.shape, -1)
        keys = np.concatenate(((_depths(heads) + 1) * (size + 1) - passed, np.full(heads.shape, _LAST)), axis=1)
        keys[:, :size][root] = -1  # no node: the root gives itself to nothing
        order = np.argsort(keys, axis=1, kind="stable")[:, 1:]  # (trees, nodes)
        places = np.full((trees, 2 * size + 1), -1)  # of nodes in that order; the last for none
        places[across, order] = np.arange(2 * size - 1)
        starts = np.arange(trees + 1) * (2 * size - 1)

        def ordered(one: Integers, two: Integers) -> Integers:
            return np.concatenate((one, two), axis=1)[across, order]

        def below(nodes: Integers) -> Integers:
            found = places[across, ordered(nodes, none)]
            return np.where(found >= 0, found + starts[:-1, None], -1).ravel()

        words = ordered(none, np.broadcast_to(np.arange(size), heads.shape)).ravel()
        lefts, rights = np.where(right, before, tops), np.where(right, tops, before)
        return cls(starts, ordered(inner, alone).ravel(), words, below(lefts), below(rights))


def tree_scores(model: LatentPcfg, sentences: Sequence[Sentence]) -> list[Scored]:
    """The scores of sentences with the trees that they have; DataError for one without."""
    scores: list[Scored] = []
    for forms, group in groupby(sentences, lambda one: one.forms):
        trees = [None if one.tree is None else prepared(one.tree) for one in group]
        sound = [tree for tree in trees if tree is not None]
        if len(sound) < len(trees):
            raise DataError("a sentence without a constituency tree has no score of its tree; parse it first")
        scores += _scores(model, GivenTrees.of(sound, model.settings, model.grammar), forms)
    return scores


def head_scores(model: LatentPcfg, sentences: Sequence[Sentence], column: str) -> list[Scored]:
    """The same of the phrases that words make with their modifiers, under the tags of a column; crossing arcs are
    lifted. DataError for a sentence whose heads are no tree."""
    if model.settings.vertical > 1 or model.settings.horizontal:  # in whose labels there is more
        return tree_scores(model, [with_phrases(sentence, column) for sentence in sentences])
    scores: list[Scored] = []
    for (forms, tags), group in groupby(sentences, lambda one: (one.forms, one.column(column))):
        heads = np.array([scored_heads(one) for one in group], dtype=np.int64)
        scores += _scores(model, GivenTrees.of_heads(heads, tags, model.grammar), forms)
    return scores


def _scores(model: LatentPcfg, trees: GivenTrees, forms: Sequence[str]) -> list[Scored]:
    from spectral_core.inference.cky.tree_kernels import GivenNodes, tree_logs

    grammar, members, labels, inner = model.grammar, model.members, trees.labels, trees.words < 0
    read, means, size = model.lexicon.read([forms], pruned=False), model.lexicon.words.means, len(grammar.labels)
    known = inner & (labels >= 0) & (labels[trees.lefts] >= 0) & (labels[trees.rights] >= 0)
    rules = _found(grammar.codes, (labels[trees.lefts] * size + labels[trees.rights]) * size + labels, known)
    entries = _found(read.owners * size + read.words.labels, trees.words * size + labels, ~inner & (labels >= 0))
    nodes = GivenNodes(trees.offsets, trees.lefts, trees.rights, labels, rules, entries)
    width, count = members[0].roots.shape[1], len(trees.offsets) - 1
    logs, clipped = np.zeros(count), np.zeros(count, dtype=np.int64)
    for place, member in enumerate(members):
        own = slice(place * width, (place + 1) * width)
        words = read.states[:, own] * read.words.weights[:, None]
        around = np.ascontiguousarray(means[:, own])
        found, unknown, signs = tree_logs(nodes, member.tensors, words, around, member.roots, _FLOOR)
        logs += found / len(members)
        clipped += unknown + (signs <= 0)
    rows = zip(logs.tolist(), clipped.tolist(), strict=True)
    return [Scored(log, len(forms), 0, times) for log, times in rows]


def _found(known: Integers, codes: Integers, sound: Flags) -> Integers:
    """(codes,) the place of each among those known, which rise; -1 where it is not among them."""
    at = np.minimum(np.searchsorted(known, codes), max(len(known) - 1, 0))
    return np.where(sound & (known[at] == codes), at, -1) if len(known) else np.full(len(codes), -1)


def _names(tag: str) -> tuple[str, ...]:
    """The labels of a word with this tag: with modifiers and without, its phrase as it grows to the left and to the
    right, and when it is whole."""
    tag = EMPTY if tag == TRACE else tag
    own, phrase = escaped(tag), projected(tag)
    return own, phrase + JOINT + own, f"{MARK}{phrase}<", f"{MARK}{phrase}>", phrase


def _grown(heads: Integers) -> tuple[Integers, Integers, Integers, Integers]:
    """For each word of each tree the node of its head's phrase that it joins, and how many have joined that one with
    it; the node of its own phrase when that is whole, and how many joined each head. Those on the right come first."""
    trees, size = heads.shape
    across = np.arange(trees)
    before, passed = np.full((2, trees, size), -1)
    counts = np.zeros((trees, size + 1), dtype=np.int64)
    tops = np.broadcast_to(np.arange(size - 1, 2 * size), (trees, size + 1)).copy()
    for on_right, order in ((True, range(1, size + 1)), (False, range(size, 0, -1))):
        for word in order:
            above = heads[:, word - 1]
            here = ((word > above) == on_right) & (above > 0)
            rows, above = across[here], above[here]
            before[rows, word - 1] = tops[rows, above]
            counts[rows, above] += 1
            passed[rows, word - 1] = counts[rows, above]
            tops[rows, above] = word - 1
    return before, passed, tops[:, 1:], counts


def _depths(heads: Integers) -> Integers:
    """(trees, words) how many words are above each."""
    found, above = np.zeros_like(heads), heads
    upwards = np.concatenate((np.zeros((len(heads), 1), dtype=np.int64), heads), axis=1)
    while above.any():
        found += above > 0
        above = upwards[np.arange(len(heads))[:, None], above]
    return found

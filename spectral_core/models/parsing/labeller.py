"""Relations for the arcs of a tree: a chain over the modifiers of each head; part of parsers that find only arcs."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from spectral_core.arrays import Floats, Integers, Named, Places
from spectral_core.brief import brief
from spectral_core.data import EMPTY, Ranked, Sentence, Treebank
from spectral_core.errors import DataError
from spectral_core.model import COLUMN_CHOICES, Arrays, pack, part_in, prefixed, unpack
from spectral_core.models.linear_chain import NONE, FeatureSequences, LinearChain, Plan
from spectral_core.models.words import WordClasses
from spectral_core.progress import Progress, Report, silent, watched

_EPOCHS = 12
_DROPOUT = 0.4
_MINIMUM = 2  # features seen fewer times are left out
_BLOCK = 1000  # sentences between two reports
_SMALLEST = 1e-12  # posterior whose log is still taken


@dataclass(frozen=True, slots=True, eq=False)
class Labeller:
    """Names the relation of each word to its head, from both words, their tags and what else hangs from the head."""

    column: str  # where the tags stand: xpos or upos
    root: str  # the relation of the word that hangs from the root, and of no other
    labels: tuple[str, ...]  # of all other arcs, sorted
    lexicon: WordClasses
    chain: LinearChain
    __repr__ = brief

    @classmethod
    def learn(cls, treebank: Treebank, report: Report = silent, seed: int = 0, column: str = "xpos") -> Labeller:
        """The labeller trained on the sentences in which every word has a head, a relation and a tag in `column`."""
        used = []
        for sentence in watched(treebank, "read relations", len(treebank), report, _BLOCK):
            whole = sentence.readable and sentence.has_heads and not sentence.structural_problems()
            if whole and EMPTY not in sentence.deprels and EMPTY not in sentence.column(column):
                used.append(sentence)
        report(Progress("read relations", len(treebank), len(treebank)))
        if not used:
            raise DataError(f"no sentence here has heads, relations and tags in {column} for all its words")
        arcs = [(head, label) for one in used for head, label in zip(one.heads, one.deprels, strict=True)]
        tops = Counter(label for head, label in arcs if head == 0)
        root = min(tops, key=lambda label: (-tops[label], label))
        others = {label for head, label in arcs if head != 0}
        labels = tuple(sorted(others - {root} or others))
        codes = {label: code for code, label in enumerate(labels)}
        forms = [form for one in used for form in one.forms]
        values = [value for one in used for value in one.column(column)]
        tags = {value: number for number, value in enumerate(sorted(set(values)))}
        lexicon = WordClasses.learn(forms, np.array([tags[value] for value in values], dtype=np.int32))
        given, owned = _arcs(lexicon, column, used, [one.heads for one in used])
        relations = np.array([codes.get(label, NONE) for _, label in arcs], dtype=np.int32)[owned]
        sound = np.ones(len(given.starts) - 1, dtype=bool)  # a root relation inside the tree teaches nothing
        sound[np.searchsorted(given.starts, np.flatnonzero(relations == NONE), side="right") - 1] = False
        taught, positions = given.select(np.flatnonzero(sound & (np.diff(given.starts) > 0)))

        def passed(epoch: int, likelihood: float, right: float) -> None:
            report(Progress("label", epoch, _EPOCHS, {"log_likelihood": likelihood, "label_accuracy": 100 * right}))

        plan = Plan(_EPOCHS, _DROPOUT, _MINIMUM, seed)
        chain = LinearChain.learn(taught, relations[positions], len(labels), plan, passed)
        return cls(column, root, labels, lexicon, chain)

    def label(
        self, sentence: Sentence, heads: Sequence[int | None], locked: Mapping[int, str] | None = None
    ) -> tuple[str, ...]:
        """The most probable relation of each word to its head; EMPTY where the head is open. `locked` has the relations
        that words, counted from 1, must get; those beside them are chosen accordingly."""
        (found,) = self.label_all([sentence], [heads], None if locked is None else [locked])
        return found

    def label_all(
        self,
        sentences: Sequence[Sentence],
        heads: Sequence[Sequence[int | None]],
        locked: Sequence[Mapping[int, str]] | None = None,
    ) -> list[tuple[str, ...]]:
        """As `label`, for many sentences at once, which is quicker."""
        return self._labelled(heads, locked, *self._posteriors(sentences, heads, locked))

    def label_trees(
        self, sentence: Sentence, trees: Sequence[Sequence[int | None]], locked: Mapping[int, str]
    ) -> list[tuple[str, ...]]:
        """As `label`, for several trees of one sentence: what they have in common is looked at once."""
        rules = [locked] * len(trees)
        return self._labelled(trees, rules, *self._posteriors([sentence], trees, rules))

    def _labelled(
        self, heads: Sequence[Sequence[int | None]], locked: Sequence[Mapping[int, str]] | None, found: Places,
        _: Floats, owned: Integers,
    ) -> list[tuple[str, ...]]:  # fmt: skip
        flat = [self.root if head == 0 else EMPTY for each in heads for head in each]
        for at, place in zip(owned.tolist(), found[:, 0].tolist(), strict=True):
            flat[at] = self.labels[place]
        made, begin = [], 0
        for number, each in enumerate(heads):
            labels = flat[begin : begin + len(each)]
            begin += len(each)
            for word, label in (locked[number] if locked else {}).items():
                labels[word - 1] = label
            made.append(tuple(labels))
        return made

    def relations(self, sentence: Sentence, heads: Sequence[int | None], k: int = 1) -> list[list[Ranked[str]]]:
        """For each word up to `k` relations to its head by log posterior; none of an open head."""
        found, shares, owned = self._posteriors([sentence], [heads], None)
        ranked: list[list[Ranked[str]]] = [[Ranked(self.root, 0.0)] if head == 0 else [] for head in heads]
        for row, at in enumerate(owned.tolist()):
            pairs = zip(found[row, :k].tolist(), shares[row, :k].tolist(), strict=True)
            ranked[at] = [
                Ranked(self.labels[place], math.log(max(share, _SMALLEST))) for place, share in pairs if place != NONE
            ]
        return ranked

    def _posteriors(
        self,
        sentences: Sequence[Sentence],
        heads: Sequence[Sequence[int | None]],
        locked: Sequence[Mapping[int, str]] | None,
    ) -> tuple[Places, Floats, Integers]:
        given, owned = _arcs(self.lexicon, self.column, sentences, heads)
        fixed = None
        if locked is not None and any(locked):
            codes = {label: code for code, label in enumerate(self.labels)}
            flat = np.full(sum(map(len, heads)), NONE, dtype=np.int32)
            begin = 0
            for each, rules in zip(heads, locked, strict=True):
                for word, label in rules.items():
                    flat[begin + word - 1] = codes.get(label, NONE)
                begin += len(each)
            fixed = flat[owned]
        if not self.labels:  # learnt from words that hang from the root alone
            return np.zeros((0, 1), dtype=np.int32), np.zeros((0, 1)), owned[:0]
        if len(heads) == len(sentences):
            return *self.chain.posteriors(given, fixed), owned
        chains, rows = _different(given, fixed)
        few, kept = given.select(chains)
        found, shares = self.chain.posteriors(few, None if fixed is None else fixed[kept])
        return found[rows], shares[rows], owned

    def arrays(self) -> Named:
        return {
            "column": pack([self.column]), "root": pack([self.root]), "labels": pack(self.labels),
            **prefixed("chain_", self.chain.arrays()), **prefixed("lexicon_", self.lexicon.arrays()),
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Self:
        labels = unpack(arrays["labels"])
        (column,), (root,) = unpack(arrays["column"]), unpack(arrays["root"])
        if column not in COLUMN_CHOICES:
            raise ValueError(f"{column!r} is no column that a labeller reads")
        chain = LinearChain.from_arrays(part_in(arrays, "chain_"), len(labels))
        return cls(column, root, labels, WordClasses.from_arrays(part_in(arrays, "lexicon_")), chain)


def _arcs(
    lexicon: WordClasses, column: str, sentences: Sequence[Sentence], heads: Sequence[Sequence[int | None]]
) -> tuple[FeatureSequences, Integers]:
    """The arcs between words, a sequence for each head, and where their modifiers stand in all sentences together; of
    more trees than sentences, those of each sentence follow one another in rounds."""
    from spectral_core.inference.word_keys import label_keys

    rounds = max(len(heads) // max(len(sentences), 1), 1)
    starts = np.concatenate(([0], np.cumsum([len(one) for one in sentences] * rounds))).astype(np.int64)
    words = lexicon.keys([form for sentence in sentences for form in sentence.forms])
    values = [value for sentence in sentences for value in sentence.column(column)]
    kinds = sorted(set(values))
    tag_of = dict(zip(kinds, lexicon.keys(kinds)[:, 0].tolist(), strict=True))
    tags = np.array([tag_of[value] for value in values], dtype=np.uint64)
    flat = [
        -1 if not head else begin + head - 1
        for begin, each in zip(starts.tolist(), heads, strict=False)
        for head in each
    ]
    positions = np.array(flat, dtype=np.int64)
    sizes = np.diff(starts)
    fitting = [len(each) for each in heads] == sizes.tolist()
    if not fitting or (positions >= np.repeat(starts[1:], sizes)).any() or (positions < -1).any():
        raise ValueError("the heads do not fit the words of their sentences")  # the kernel does not look
    keys, owned, bounds = label_keys(np.tile(words, (rounds, 1)), np.tile(tags, rounds), positions, starts)
    return FeatureSequences(keys, bounds), owned


def _different(given: FeatureSequences, fixed: Places | None) -> tuple[Integers, Integers]:
    """One of each kind of sequences that are alike, and of every position the row that it has in these."""
    random = np.random.default_rng(0)  # of numbers that tell sequences apart
    sizes = np.diff(given.starts)
    filled = np.flatnonzero(sizes)
    if not len(filled):
        return filled, np.zeros(0, dtype=np.int64)
    sizes = sizes[filled]
    places = np.arange(given.starts[-1]) - np.repeat(given.starts[filled], sizes)
    factors = random.integers(0, 1 << 63, given.keys.shape[1] + int(sizes.max()), dtype=np.uint64) * np.uint64(2) + 1
    codes = given.keys @ factors[: given.keys.shape[1]]
    if fixed is not None:
        codes += fixed.astype(np.uint64)
    codes = (codes ^ (codes >> np.uint64(29))) * factors[given.keys.shape[1] + places]
    _, first, kinds = np.unique(np.add.reduceat(codes, given.starts[filled]), return_index=True, return_inverse=True)
    begun = np.concatenate(([0], np.cumsum(sizes[first])))[:-1]
    return filled[first], np.repeat(begun[kinds], sizes) + places

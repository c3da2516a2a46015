"""Relations for the arcs of a tree: a chain over the modifiers of each head; part of parsers that find only arcs."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from spectral_core.arrays import Floats, Integers, Keys, Named, Places
from spectral_core.brief import brief
from spectral_core.data import EMPTY, Ranked, Sentence, Treebank
from spectral_core.errors import DataError
from spectral_core.model import COLUMN_CHOICES, Arrays, pack, part_in, prefixed, unpack
from spectral_core.models.linear_chain import NONE, FeatureSequences, LinearChain, Plan
from spectral_core.models.parsing.sentences import other_of
from spectral_core.models.words import WordClasses, form_key
from spectral_core.progress import Progress, Report, silent, watched

_EPOCHS = 10
_DROPOUT = 0.4
_MINIMUM = 2  # features seen fewer times are left out
_SHARE = 0.5  # of the words that have a tag in the other column: from which it is read
_BLOCK = 1000  # sentences between two reports
_NEAR = 6.0  # nats: relations whose own scores are further below the best are not tried
_SMALLEST = 1e-12  # posterior whose log is still taken


@dataclass(frozen=True, slots=True, eq=False)
class Labeller:
    """Names the relation of each word to its head, from both words, their tags and what else hangs from the head."""

    column: str  # where the tags stand: xpos or upos
    usual: Mapping[str, str]  # what stands with each tag in the other column; nothing where that is not read
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
        usual = _usual(used, column)
        given, owned = _arcs(lexicon, column, usual, used, [one.heads for one in used])
        relations = np.array([codes.get(label, NONE) for _, label in arcs], dtype=np.int32)[owned]
        sound = np.ones(len(given.starts) - 1, dtype=bool)  # a root relation inside the tree teaches nothing
        sound[np.searchsorted(given.starts, np.flatnonzero(relations == NONE), side="right") - 1] = False
        taught, positions = given.select(np.flatnonzero(sound & (np.diff(given.starts) > 0)))

        def passed(epoch: int, likelihood: float, right: float) -> None:
            report(Progress("label", epoch, _EPOCHS, {"log_likelihood": likelihood, "label_accuracy": 100 * right}))

        plan = Plan(_EPOCHS, _DROPOUT, _MINIMUM, seed)
        chain = LinearChain.learn(taught, relations[positions], len(labels), plan, passed)
        return cls(column, usual, root, labels, lexicon, chain)

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
        found, _, owned = self._posteriors(sentences, heads, locked)
        flat = [self.root if head == 0 else EMPTY for each in heads for head in each]
        for at, place in zip(owned.tolist(), found[:, 0].tolist(), strict=True):
            flat[at] = self.labels[place] if place != NONE else EMPTY
        made, begin = [], 0
        for number, each in enumerate(heads):
            labels = flat[begin : begin + len(each)]
            begin += len(each)
            for word, label in (locked[number] if locked else {}).items():
                labels[word - 1] = label
            made.append(tuple(labels))
        return made

    def label_trees(
        self, sentence: Sentence, trees: Sequence[Sequence[int]], locked: Mapping[int, str]
    ) -> list[tuple[str, ...]]:
        """As `label`, for several whole trees of one sentence: what they have in common is looked at once."""
        from spectral_core.inference.word_keys import tree_keys

        heads = np.array(trees, dtype=np.int64).reshape(len(trees), len(sentence))
        if heads.size and not 0 <= heads.min() <= heads.max() <= len(sentence):
            raise ValueError("the heads do not fit the words of their sentence")  # the kernel does not look
        words = _words(self.lexicon, self.column, self.usual, [sentence])
        keys, starts, owned, lines, arcs, of = tree_keys(*words, heads - 1)
        fixed = None
        if locked:
            fixed = np.full(len(keys), NONE, dtype=np.int32)
            fixed[lines] = self._codes(len(sentence), locked)[owned % len(sentence)]
        found = self._chosen(FeatureSequences(keys, starts, arcs, of), fixed)[0][:, 0]
        names = np.array((*self.labels, self.root, EMPTY), dtype=object)  # of which NONE is the last
        codes = np.where(heads == 0, len(self.labels), NONE)
        codes.reshape(-1)[owned] = found[lines]
        chosen = names[codes]
        for word, label in locked.items():
            chosen[:, word - 1] = label
        return list(map(tuple, chosen.tolist()))

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
        given, owned = _arcs(self.lexicon, self.column, self.usual, sentences, heads)
        fixed = None
        if locked is not None and any(locked):
            codes = [self._codes(len(each), rules) for each, rules in zip(heads, locked, strict=True)]
            fixed = np.concatenate(codes)[owned]
        return *self._chosen(given, fixed), owned

    def _codes(self, size: int, locked: Mapping[int, str]) -> Places:
        """(words,) the relations that are locked, as places in `labels`."""
        found = np.full(size, NONE, dtype=np.int32)
        for word, label in locked.items():
            found[word - 1] = self.labels.index(label) if label in self.labels else NONE
        return found

    def _chosen(self, given: FeatureSequences, fixed: Places | None) -> tuple[Places, Floats]:
        if not self.labels:  # learnt from words that hang from the root alone
            return np.full((len(given.keys), 1), NONE, dtype=np.int32), np.zeros((len(given.keys), 1))
        return self.chain.posteriors(given, fixed, _NEAR)

    def arrays(self) -> Named:
        return {
            "column": pack([self.column]), "root": pack([self.root]), "labels": pack(self.labels),
            "usual": pack([f"{tag} {other}" for tag, other in sorted(self.usual.items())]),
            **prefixed("chain_", self.chain.arrays()), **prefixed("lexicon_", self.lexicon.arrays()),
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Self:
        labels = unpack(arrays["labels"])
        (column,), (root,) = unpack(arrays["column"]), unpack(arrays["root"])
        if column not in COLUMN_CHOICES:
            raise ValueError(f"{column!r} is no column that a labeller reads")
        chain = LinearChain.from_arrays(part_in(arrays, "chain_"), len(labels))
        told = unpack(arrays["usual"]) if "usual" in arrays else ()  # older ones read one column
        usual = {tag: other for tag, _, other in (text.rpartition(" ") for text in told)}
        return cls(column, usual, root, labels, WordClasses.from_arrays(part_in(arrays, "lexicon_")), chain)


def _usual(sentences: Sequence[Sentence], column: str) -> dict[str, str]:
    """The commonest tag of the other column beside each tag; nothing where most words have none, or the same."""
    other = other_of(column)
    pairs = Counter(pair for one in sentences for pair in zip(one.column(column), one.column(other), strict=True))
    filled = sum(count for (_, second), count in pairs.items() if second != EMPTY)
    if filled < _SHARE * pairs.total() or all(first == second for first, second in pairs):
        return {}
    found: dict[str, str] = {}
    for first, second in sorted(pairs, key=lambda pair: (-pairs[pair], pair)):
        if second != EMPTY:
            found.setdefault(first, second)
    return found


def _words(
    lexicon: WordClasses, column: str, usual: Mapping[str, str], sentences: Sequence[Sentence]
) -> tuple[Keys, Keys]:
    """The keys of the words of sentences, and (words, 2) those of their coarse and fine tags."""
    words = lexicon.keys([form for sentence in sentences for form in sentence.forms])
    first = [value for sentence in sentences for value in sentence.column(column)]
    coarse, fine = first, list[str]()
    if usual:
        second = [value for sentence in sentences for value in sentence.column(other_of(column))]
        second = [usual.get(tag, EMPTY) if value == EMPTY else value for tag, value in zip(first, second, strict=True)]
        coarse, fine = (second, first) if column == "xpos" else (first, second)
    tags = np.zeros((len(first), 2), dtype=np.uint64)
    for at, values in enumerate((coarse, fine)):
        if values:
            tags[:, at] = list(map(form_key, values))
    return words, tags


def _arcs(
    lexicon: WordClasses, column: str, usual: Mapping[str, str], sentences: Sequence[Sentence],
    heads: Sequence[Sequence[int | None]],
) -> tuple[FeatureSequences, Integers]:  # fmt: skip
    """The arcs between words, a sequence for each head, and where their modifiers stand in all sentences together."""
    from spectral_core.inference.word_keys import label_keys

    starts = np.concatenate(([0], np.cumsum([len(one) for one in sentences]))).astype(np.int64)
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
    keys, owned, bounds = label_keys(*_words(lexicon, column, usual, sentences), positions, starts)
    return FeatureSequences(keys, bounds), owned

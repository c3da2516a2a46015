"""Fine tags: the tag of a word with that of the other column and what case and verb form it has, as far as a treebank
has them; hides how they are put together, taken apart, and filled in where a sentence lacks them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import NamedTuple, Self

import numpy as np

from spectral_core.arrays import Named
from spectral_core.brief import brief
from spectral_core.data import EMPTY, Ranked, Sentence, Treebank
from spectral_core.model import Arrays, pack, unpack
from spectral_core.models.parsing.sentences import other_of
from spectral_core.models.tagger import ChainTagger

_BETWEEN = "\x1f"  # the parts of a fine tag
_NAMES = ("Case", "VerbForm")
_SHARE = 0.5  # of the words that have a tag: from which those of the other column are read
_DOUBT = 0.3  # of the posterior of the best tag: from which the second is looked at too
_FEW = 0.02  # of the words: from which features are


class FineTag(NamedTuple):
    """What is read of the tags of a word."""

    tag: str
    other: str
    features: str

    @property
    def label(self) -> str:
        return _BETWEEN.join(self)

    @classmethod
    def of(cls, label: str) -> Self:
        tag, other, features = label.split(_BETWEEN)
        return cls(tag, other, features)


@dataclass(frozen=True, slots=True, eq=False)
class FineTags:
    """Which parts fine tags have, and the usual one of each tag."""

    column: str
    has_other: bool
    has_features: bool
    usual: Mapping[str, FineTag]  # by the tag
    pairs: frozenset[tuple[str, str]]  # the tags of both columns that were seen together
    __repr__ = brief

    @property
    def parts(self) -> tuple[str, ...]:
        """What fine tags have beside the tag: `other`, `features`."""
        return tuple(name for name, has in (("other", self.has_other), ("features", self.has_features)) if has)

    def coarse(self, tag: FineTag) -> str:
        """The universal one of both tags, or the only one."""
        return tag.other if self.has_other and self.column == "xpos" else tag.tag

    @classmethod
    def learn(cls, sentences: Sequence[Sentence], column: str) -> Self:
        """The fine tags of a treebank."""
        other = other_of(column)
        rows = [row for one in sentences for row in zip(one.column(column), one.column(other), one.feats, strict=True)]
        filled = sum(second != EMPTY for _, second, _ in rows)
        has_other = filled >= _SHARE * len(rows) and any(first != second for first, second, _ in rows)
        has_features = sum(_features(feats) != "" for _, _, feats in rows) >= max(_FEW * len(rows), 1)
        counts = Counter(
            FineTag(first, second if has_other else "", _features(feats) if has_features else "")
            for first, second, feats in rows
        )
        usual: dict[str, FineTag] = {}
        for fine in sorted(counts, key=lambda one: (-counts[one], one)):
            usual.setdefault(fine.tag, fine)
        return cls(column, has_other, has_features, usual, frozenset((fine.tag, fine.other) for fine in counts))

    def of(self, sentence: Sentence, guessed: Sequence[FineTag] | None = None) -> list[FineTag]:
        """The fine tags of a sentence; what it lacks is `guessed` where that agrees with its tags, or the usual."""
        bare = sentence.feats.count(EMPTY) == len(sentence)
        found = []
        columns = zip(sentence.column(self.column), sentence.column(other_of(self.column)), strict=True)
        for at, (tag, second) in enumerate(columns):
            usual = self.usual.get(tag, FineTag(tag, "" if second == EMPTY else second, ""))
            near = usual if guessed is None or guessed[at].tag != tag else guessed[at]
            other = second if self.has_other else ""
            if self.has_other and (tag, other) not in self.pairs:
                other = near.other
            features = (near.features if bare else _features(sentence.feats[at])) if self.has_features else ""
            found.append(FineTag(tag, other, features))
        return found

    def labelled(self, treebank: Treebank) -> Treebank:
        """The treebank with fine tags in the column, where all its words have tags there."""
        made = []
        for sentence in treebank:
            if sentence.readable and EMPTY not in sentence.column(self.column):
                labels = tuple(fine.label for fine in self.of(sentence))
                made.append(replace(Sentence.of(sentence.forms), **{self.column: labels}))  # type: ignore[arg-type]
        return Treebank.of(made)

    def arrays(self) -> Named:
        return {
            "fine_usual": pack([fine.label for _, fine in sorted(self.usual.items())]),
            "fine_pairs": pack([_BETWEEN.join(pair) for pair in sorted(self.pairs)]),
            "fine_parts": pack(self.parts),
        }

    @classmethod
    def from_arrays(cls, arrays: Arrays, column: str) -> Self:
        parts = unpack(arrays["fine_parts"])
        usual = [FineTag.of(label) for label in unpack(arrays["fine_usual"])]
        pairs = (tuple(pair.split(_BETWEEN)) for pair in unpack(arrays["fine_pairs"]))
        return cls(
            column, "other" in parts, "features" in parts, {fine.tag: fine for fine in usual},
            frozenset((first, second) for first, second in pairs),
        )  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class FineTagger:
    """A tagger of fine tags, as one of plain tags."""

    fine: FineTags
    chain: ChainTagger
    __repr__ = brief

    @property
    def labels(self) -> tuple[str, ...]:
        """The tags that it can give."""
        return tuple(sorted({FineTag.of(label).tag for label in self.chain.labels}))

    def tag(self, sentence: Sentence) -> Sentence:
        """The sentence with the most probable tag of each word, in both columns where both are read."""
        (tagged,) = self.tag_all([sentence])
        return tagged

    def tag_all(self, sentences: Sequence[Sentence]) -> list[Sentence]:
        """As `tag`, for many sentences at once, which is quicker."""
        made = []
        column, other = self.fine.column, other_of(self.fine.column)
        for sentence, found in zip(sentences, self.guessed(sentences), strict=True):
            parts = {column: tuple(fine.tag for fine in found)}
            if self.fine.has_other:
                parts[other] = tuple(fine.other for fine in found)
            tree = sentence.tree
            if tree is not None and "xpos" in parts:
                tree = tree.with_leaves(sentence.forms, parts["xpos"])
            made.append(replace(sentence, tree=tree, source=None, **parts))  # type: ignore[arg-type]
        return made

    def guessed(self, sentences: Sequence[Sentence]) -> list[list[FineTag]]:
        """The most probable fine tags of all words."""
        return [best for best, _ in self.doubted(sentences)]

    def doubted(self, sentences: Sequence[Sentence]) -> list[tuple[list[FineTag], list[FineTag]]]:
        """The most probable fine tags of all words, and the same with the second of each word that is in doubt."""
        places, shares = self.chain.posteriors([Sentence.of(sentence.forms) for sentence in sentences])
        tags = _parted(self.chain.labels)
        doubtful = shares[:, 1] > _DOUBT * shares[:, 0]
        best = [tags[place] for place in places[:, 0].tolist()]
        other = [tags[place] for place in np.where(doubtful, places[:, 1], places[:, 0]).tolist()]
        bounds = list(accumulate((len(sentence) for sentence in sentences), initial=0))
        return [(best[begin:end], other[begin:end]) for begin, end in pairwise(bounds)]

    def tags(self, sentence: Sentence, k: int = 1) -> list[list[Ranked[str]]]:
        """For each word up to `k` tags, best first: the log of the sum over their fine tags."""
        ranked = []
        for row in self.chain.tags(Sentence.of(sentence.forms), len(self.chain.labels)):
            sums: dict[str, float] = {}
            for one in row:
                tag = FineTag.of(one.value).tag
                sums[tag] = sums.get(tag, 0.0) + math.exp(one.score)
            first = FineTag.of(row[0].value).tag  # what `tag` fills in
            order = sorted(sums, key=lambda tag: (tag != first, -sums[tag]))[:k]
            top = max(sums.values())
            scores = [math.log(top if tag == first else sums[tag]) for tag in order]
            ranked.append([Ranked(tag, score) for tag, score in zip(order, scores, strict=True)])
        return ranked


@lru_cache(maxsize=8)
def _parted(labels: tuple[str, ...]) -> tuple[FineTag, ...]:
    return tuple(map(FineTag.of, labels))


def _features(feats: str) -> str:
    """The case and the verb form of a word."""
    if feats == EMPTY:
        return ""
    return "|".join(pair for pair in feats.split("|") if pair.partition("=")[0] in _NAMES)

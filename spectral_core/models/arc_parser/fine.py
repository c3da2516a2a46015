"""Fine tags: a tag with that of the other column and with case and verb form, as far as a treebank has them; hides how
they are composed, split, and filled in where a sentence lacks them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import NamedTuple, Self

import numpy as np

from spectral_core.arrays import NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.data import EMPTY, Ranked, Sentence, Treebank
from spectral_core.model import Arrays, pack, unpack
from spectral_core.models.parsing.sentences import other_tag_column
from spectral_core.models.tagger import ChainTagger

_SEPARATOR = "\x1f"  # the parts of a fine tag
_FEATURE_NAMES = ("Case", "VerbForm")
_MIN_OTHER_SHARE = 0.5  # of the words that have a tag: from which those of the other column are read
_SECOND_TAG_RATIO = 0.3  # of the posterior of the best tag: from which the second is looked at too
_MIN_FEATURE_SHARE = 0.02  # of the words: from which features are


class FineTag(NamedTuple):
    """Tag of a word with that of the other column and its features."""

    tag: str
    other_tag: str
    features: str

    @property
    def label(self) -> str:
        return _SEPARATOR.join(self)

    @classmethod
    def from_label(cls, label: str) -> Self:
        tag, other_tag, features = label.split(_SEPARATOR)
        return cls(tag, other_tag, features)


@dataclass(frozen=True, slots=True, eq=False)
class FineTags:
    """Parts that the fine tags of a treebank have, and the commonest fine tag of each tag."""

    column: str
    has_other: bool
    has_features: bool
    commonest: Mapping[str, FineTag]  # by the tag
    pairs: frozenset[tuple[str, str]]  # the tags of both columns that were seen together
    __repr__ = brief_repr

    @property
    def parts(self) -> tuple[str, ...]:
        """Parts of fine tags beside the tag: `other`, `features`."""
        return tuple(name for name, has in (("other", self.has_other), ("features", self.has_features)) if has)

    def coarse_tag(self, tag: FineTag) -> str:
        """Return the universal one of both tags, or the only one."""
        return tag.other_tag if self.has_other and self.column == "xpos" else tag.tag

    @classmethod
    def learn(cls, sentences: Sequence[Sentence], column: str) -> Self:
        """Learn the fine tags of a treebank."""
        other_column = other_tag_column(column)
        rows = [
            row
            for sentence in sentences
            for row in zip(sentence.column(column), sentence.column(other_column), sentence.feats, strict=True)
        ]
        filled = sum(second != EMPTY for _, second, _ in rows)
        has_other = filled >= _MIN_OTHER_SHARE * len(rows) and any(first != second for first, second, _ in rows)
        has_features = sum(_select_features(feats) != "" for _, _, feats in rows) >= max(
            _MIN_FEATURE_SHARE * len(rows), 1
        )
        counts = Counter(
            FineTag(first, second if has_other else "", _select_features(feats) if has_features else "")
            for first, second, feats in rows
        )
        commonest: dict[str, FineTag] = {}
        for fine in sorted(counts, key=lambda candidate: (-counts[candidate], candidate)):
            commonest.setdefault(fine.tag, fine)
        return cls(column, has_other, has_features, commonest, frozenset((fine.tag, fine.other_tag) for fine in counts))

    def read_fine_tags(self, sentence: Sentence, guesses: Sequence[FineTag] | None = None) -> list[FineTag]:
        """Return the fine tags of a sentence; missing parts are those of `guesses` where these agree with its tags, or
        the commonest."""
        lacks_features = sentence.feats.count(EMPTY) == len(sentence)
        fine = []
        columns = zip(sentence.column(self.column), sentence.column(other_tag_column(self.column)), strict=True)
        for word, (tag, second) in enumerate(columns):
            commonest = self.commonest.get(tag, FineTag(tag, "" if second == EMPTY else second, ""))
            fallback = commonest if guesses is None or guesses[word].tag != tag else guesses[word]
            other_tag = second if self.has_other else ""
            if self.has_other and (tag, other_tag) not in self.pairs:
                other_tag = fallback.other_tag
            features = (
                (fallback.features if lacks_features else _select_features(sentence.feats[word]))
                if self.has_features
                else ""
            )
            fine.append(FineTag(tag, other_tag, features))
        return fine

    def add_labels(self, treebank: Treebank) -> Treebank:
        """Return the sentences whose words all have tags, with fine tags in the column."""
        labelled = []
        for sentence in treebank:
            if sentence.readable and EMPTY not in sentence.column(self.column):
                labels = tuple(fine.label for fine in self.read_fine_tags(sentence))
                labelled.append(replace(Sentence.of(sentence.forms), **{self.column: labels}))  # type: ignore[arg-type]
        return Treebank.of(labelled)

    def arrays(self) -> NamedArrays:
        return {
            "fine_usual": pack([fine.label for _, fine in sorted(self.commonest.items())]),
            "fine_pairs": pack([_SEPARATOR.join(pair) for pair in sorted(self.pairs)]),
            "fine_parts": pack(self.parts),
        }

    @classmethod
    def from_arrays(cls, arrays: Arrays, column: str) -> Self:
        parts = unpack(arrays["fine_parts"])
        commonest = [FineTag.from_label(label) for label in unpack(arrays["fine_usual"])]
        pairs = (tuple(pair.split(_SEPARATOR)) for pair in unpack(arrays["fine_pairs"]))
        return cls(
            column, "other" in parts, "features" in parts, {fine.tag: fine for fine in commonest},
            frozenset((first, second) for first, second in pairs),
        )  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class FineTagger:
    """Tagger of fine tags with the interface of a plain tagger."""

    fine: FineTags
    chain: ChainTagger
    __repr__ = brief_repr

    @property
    def labels(self) -> tuple[str, ...]:
        """The tag set, of plain tags."""
        return tuple(sorted({FineTag.from_label(label).tag for label in self.chain.labels}))

    def tag(self, sentence: Sentence) -> Sentence:
        """Return the sentence with the most probable tag of each word, in both columns where both are read."""
        (tagged,) = self.tag_all([sentence])
        return tagged

    def tag_all(self, sentences: Sequence[Sentence]) -> list[Sentence]:
        """Tag many sentences at once, which is quicker."""
        tagged = []
        column, other_column = self.fine.column, other_tag_column(self.fine.column)
        for sentence, fine_tags in zip(sentences, self.tag_finely(sentences), strict=True):
            parts = {column: tuple(fine.tag for fine in fine_tags)}
            if self.fine.has_other:
                parts[other_column] = tuple(fine.other_tag for fine in fine_tags)
            tree = sentence.tree
            if tree is not None and "xpos" in parts:
                tree = tree.with_leaves(sentence.forms, parts["xpos"])
            tagged.append(replace(sentence, tree=tree, source=None, **parts))  # type: ignore[arg-type]
        return tagged

    def tag_finely(self, sentences: Sequence[Sentence]) -> list[list[FineTag]]:
        """Return the most probable fine tags of all words."""
        return [best for best, _ in self.tag_two_best(sentences)]

    def tag_two_best(self, sentences: Sequence[Sentence]) -> list[tuple[list[FineTag], list[FineTag]]]:
        """Return the most probable fine tags of all words, and the same with the second best of each uncertain word."""
        label_indexes, posteriors = self.chain.posteriors([Sentence.of(sentence.forms) for sentence in sentences])
        tags = _split_labels(self.chain.labels)
        is_uncertain = posteriors[:, 1] > _SECOND_TAG_RATIO * posteriors[:, 0]
        best = [tags[label_index] for label_index in label_indexes[:, 0].tolist()]
        second_best = [
            tags[label_index]
            for label_index in np.where(is_uncertain, label_indexes[:, 1], label_indexes[:, 0]).tolist()
        ]
        bounds = list(accumulate((len(sentence) for sentence in sentences), initial=0))
        return [(best[begin:end], second_best[begin:end]) for begin, end in pairwise(bounds)]

    def tags(self, sentence: Sentence, k: int = 1) -> list[list[Ranked[str]]]:
        """Return for each word up to `k` tags, best first, with the log of the sum over their fine tags."""
        ranked = []
        for fine_ranking in self.chain.tags(Sentence.of(sentence.forms), len(self.chain.labels)):
            sums: dict[str, float] = {}
            for fine in fine_ranking:
                tag = FineTag.from_label(fine.value).tag
                sums[tag] = sums.get(tag, 0.0) + math.exp(fine.score)
            first = FineTag.from_label(fine_ranking[0].value).tag  # what `tag` fills in
            order = sorted(sums, key=lambda tag: (tag != first, -sums[tag]))[:k]
            top = max(sums.values())
            scores = [math.log(top if tag == first else sums[tag]) for tag in order]
            ranked.append([Ranked(tag, score) for tag, score in zip(order, scores, strict=True)])
        return ranked


@lru_cache(maxsize=8)
def _split_labels(labels: tuple[str, ...]) -> tuple[FineTag, ...]:
    return tuple(map(FineTag.from_label, labels))


def _select_features(feats: str) -> str:
    """Return the case and the verb form among the features of a word."""
    if feats == EMPTY:
        return ""
    return "|".join(pair for pair in feats.split("|") if pair.partition("=")[0] in _FEATURE_NAMES)

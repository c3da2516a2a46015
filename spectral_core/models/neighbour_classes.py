"""Classes of words that stand among the same neighbours, from text without annotation; hides how it is counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from spectral_core.arrays import Floats, Integers, Keys, Named
from spectral_core.brief import brief
from spectral_core.data import EMPTY, Treebank
from spectral_core.maths.canonical import beside, projections, unit_rows
from spectral_core.maths.em import assigned, kmeans
from spectral_core.maths.hashing import mixed
from spectral_core.model import Arrays
from spectral_core.models.words import WordClasses
from spectral_core.progress import Report, silent, watched

UNKNOWN = 0  # the class of a word that has none
SIZES = (20, 50, 100, 200, 20, 50, 100, 200)  # classes of each partition, at most; no two have the same borders
_FEWEST = 1_000  # words of text from which neighbours say something
_MUCH, _TIMES = 50_000, 2  # words with tags, beyond which text must have so many times as many
_SEEN = 2  # times from which a word has classes
_MOST = 50_000  # words that have classes
_FITTED = 10_000  # of them that classes are made of; the others join the nearest
_EACH = 5  # words of a class, at least, on average
_DIMENSIONS = 50
_SMOOTHING = 30.0
_BLOCK = 1000  # sentences that are read at a time
_KIND = 1_000  # of the keys of features: other than those that spelling gives
_EDGE, _RARE = 0, 1  # numbers of what stands beside sentences, and of words without classes; those with them follow


@dataclass(frozen=True, slots=True, eq=False)
class NeighbourClasses:
    """Of each known word, in lower case with digits made one, a class from 1 in every partition of `SIZES`."""

    words: Keys  # (words,) rising
    classes: Integers  # (words, partitions)
    __repr__ = brief

    @classmethod
    def learn(cls, treebank: Treebank, report: Report = silent) -> Self | None:
        """The classes of the words of a text, from all its sentences, whatever is annotated; None where it is too
        short, or so much of it has tags that these say more."""
        text, tagged = _text(treebank, report)
        known = np.count_nonzero(text)
        if known < _FEWEST or (tagged > _MUCH and known < _TIMES * tagged):
            return None
        words, places, times = np.unique(text, return_inverse=True, return_counts=True)
        order = np.argsort(-times, kind="stable")
        kept = order[(times[order] >= _SEEN) & (words[order] != _EDGE)][:_MOST]
        if len(kept) < _EACH * min(SIZES):
            return None
        names = np.full(len(words), _RARE, dtype=np.int64)
        names[words == _EDGE] = _EDGE
        names[kept] = np.arange(len(kept)) + _RARE + 1
        points = _points(names[places], len(kept))
        classes = np.column_stack([_partition(points, size, seed) for seed, size in enumerate(SIZES)])
        rising = np.argsort(words[kept])
        return cls(words[kept][rising], classes[rising] + 1)

    def of(self, words: Keys) -> Integers:
        """(words, partitions) the classes of words by the keys of their lower case."""
        at = np.minimum(np.searchsorted(self.words, words), len(self.words) - 1)
        return np.where((self.words[at] == words)[:, None], self.classes[at], UNKNOWN)

    def keys(self, words: Keys) -> Keys:
        """(words, partitions) the same as keys of features; 0 for none."""
        found = self.of(words)
        return np.where(found == UNKNOWN, np.uint64(0), mixed(_KIND, np.arange(len(SIZES)), found))

    def arrays(self) -> Named:
        return {"words": self.words, "classes": self.classes.astype(np.uint8)}

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Self:
        """Those that `arrays` were taken from; ValueError where they do not fit each other."""
        words, classes = arrays["words"].astype(np.uint64), arrays["classes"].astype(np.int64)
        if words.ndim != 1 or not len(words) or (words[1:] <= words[:-1]).any():
            raise ValueError("the words with classes are not in order")
        if classes.shape != (len(words), len(SIZES)) or classes.min() <= UNKNOWN:
            raise ValueError("every word needs a class in each partition")
        return cls(words, classes)


def _text(treebank: Treebank, report: Report) -> tuple[Keys, int]:
    """The words of all readable sentences by their keys, with an edge before, between and after them; and how many of
    them stand in sentences with tags."""
    from spectral_core.inference.word_keys import LOWER

    lexicon = WordClasses.empty()
    parts = [np.full(1, _EDGE, dtype=np.uint64)]

    def read(sentences: Sequence[Sequence[str]]) -> None:
        keys = lexicon.keys([form for forms in sentences for form in forms])[:, LOWER]
        ends = np.cumsum([len(forms) for forms in sentences])
        parts.append(np.insert(keys, ends, np.uint64(_EDGE)))

    tagged, block = 0, list[Sequence[str]]()
    for sentence in watched(treebank, "read words", len(treebank), report, _BLOCK):
        if sentence.readable and sentence.forms:
            block.append(sentence.forms)
            tagged += len(sentence) * any(one.count(EMPTY) < len(one) for one in (sentence.xpos, sentence.upos))
        if len(block) == _BLOCK:
            read(block)
            block = []
    if block:
        read(block)
    return np.concatenate(parts), tagged


def _points(text: Integers, size: int) -> Floats:
    """(size, dimensions) the points of length 1 of the words numbered from 2, by canonical correlations with their
    neighbours, as `embeddings` has them."""
    pairs, counts = np.unique((text[:-1] << 32) | text[1:], return_counts=True)
    first, second = pairs >> 32, pairs & ((1 << 32) - 1)
    found = projections(beside(first, second, counts, size), _DIMENSIONS, "cca", _SMOOTHING, 0.5)
    return unit_rows(found.points * found.values)


def _partition(points: Floats, size: int, seed: int) -> Integers:
    """(words,) a class from 0 of each."""
    centres = kmeans(points[:_FITTED], min(size, len(points) // _EACH), np.random.default_rng(seed))
    return assigned(points, centres)

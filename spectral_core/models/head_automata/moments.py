"""What a corpus is for head automata: every different sequence of modifiers with how often it occurs; counts add."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from spectral_core.arrays import Floats, Integers, Keys, Named
from spectral_core.brief import brief
from spectral_core.data import Treebank
from spectral_core.model import Arrays, pack, unpack
from spectral_core.models.head_automata.settings import HeadAutomataSettings
from spectral_core.models.head_automata.words import WordEvents
from spectral_core.models.parsing.sentences import projective_trees
from spectral_core.progress import Report, silent

LEFT, RIGHT = 0, 1
_MOST_SEQUENCES = 1e15  # beyond that, one more is lost in a float


@dataclass(frozen=True, slots=True, eq=False)
class ModifierSequences:
    """Sequences of modifiers, from the head outwards, each different one once; the order depends on nothing else."""

    owners: Integers  # (sequences,) head symbol * 2 + side
    symbols: Integers  # (modifiers,)
    starts: Integers  # (sequences + 1,)
    weights: Floats  # (sequences,) how often each occurs
    __repr__ = brief

    @classmethod
    def summed(cls, owners: Integers, symbols: Integers, starts: Integers, weights: Floats) -> ModifierSequences:
        """Each different sequence once, with the sum of its weights."""
        keys = _fingerprints(owners, symbols, starts)
        order = np.lexsort(keys)
        keys = keys[:, order]
        fresh = np.ones(len(order), dtype=bool)
        fresh[1:] = (keys[:, 1:] != keys[:, :-1]).any(axis=0)
        first = np.flatnonzero(fresh)
        sums = np.add.reduceat(weights[order], first) if len(first) else np.zeros(0)
        return _chosen(owners, symbols, starts, order[first], sums)

    def renamed(self, names: Integers) -> ModifierSequences:
        """The same sequences where symbol i is called names[i]."""
        owners = names[self.owners // 2] * 2 + self.owners % 2
        return ModifierSequences.summed(owners, names[self.symbols], self.starts, self.weights)

    def joined(self, other: ModifierSequences) -> ModifierSequences:
        """The sequences of both, which are over the same symbols."""
        return ModifierSequences.summed(
            np.concatenate((self.owners, other.owners)),
            np.concatenate((self.symbols, other.symbols)),
            np.concatenate((self.starts, other.starts[1:] + self.starts[-1])),
            np.concatenate((self.weights, other.weights)),
        )

    def check(self, symbols: int) -> None:
        """ValueError where these are not sequences over so many symbols, as in a damaged file."""
        starts, size = self.starts, len(self.owners)
        fit = (
            starts.shape == (size + 1,) and self.weights.shape == (size,) and self.symbols.ndim == self.owners.ndim == 1
        )
        if not (fit and starts[0] == 0 and starts[-1] == len(self.symbols) and (np.diff(starts) >= 0).all()):
            raise ValueError("the counted sequences are cut short")
        numbered = ((self.owners, 2 * symbols), (self.symbols, symbols))
        if any(part.size and not 0 <= part.min() <= part.max() < most for part, most in numbered):
            raise ValueError(f"the counted sequences are not over {symbols} tags")
        if not (np.isfinite(self.weights) & (self.weights > 0) & (self.weights < _MOST_SEQUENCES)).all():
            raise ValueError("the counted sequences have weights that are no counts")

    def lengths(self) -> Integers:
        """The length of each sequence."""
        return np.diff(self.starts)

    def of(self, owner: int) -> list[tuple[tuple[int, ...], float]]:
        """The sequences of one head and side, with their weights."""
        flat, starts = self.symbols.tolist(), self.starts.tolist()
        which = np.flatnonzero(self.owners == owner).tolist()
        return [(tuple(flat[starts[at] : starts[at + 1]]), float(self.weights[at])) for at in which]


@dataclass(frozen=True, slots=True, eq=False)
class Moments:
    """The counts of a corpus, over all its tags."""

    symbols: tuple[str, ...]  # sorted, each once
    sequences: ModifierSequences
    roots: Floats  # (symbols,) how often each hangs from the root
    words: WordEvents | None = None  # where words are wanted
    skipped: Counter[str] = field(default_factory=Counter)  # sentences left out, by reason
    lifted: int = 0  # sentences whose arcs crossed and were lifted
    __repr__ = brief

    @property
    def sentences(self) -> float:
        """How many sentences were counted."""
        return float(self.roots.sum())

    def joined(self, other: Moments) -> Moments:
        """The counts of both corpora, the same as if they had been counted as one."""
        symbols = tuple(sorted({*self.symbols, *other.symbols}))
        places = {symbol: place for place, symbol in enumerate(symbols)}
        names = [np.array([places[symbol] for symbol in part.symbols], dtype=np.int64) for part in (self, other)]
        roots = np.zeros(len(symbols))
        for part, own in zip((self, other), names, strict=True):
            roots[own] += part.roots
        words = None
        if self.words is not None and other.words is not None:
            words = self.words.renamed(names[0]).joined(other.words.renamed(names[1]))
        sequences = self.sequences.renamed(names[0]).joined(other.sequences.renamed(names[1]))
        return Moments(symbols, sequences, roots, words, self.skipped + other.skipped, self.lifted + other.lifted)

    def arrays(self) -> Named:
        """All that it is made of, by name."""
        mine = self.sequences
        return {
            "counted_symbols": pack(self.symbols), "counted_owners": mine.owners.astype(np.int32),
            "counted_modifiers": mine.symbols.astype(np.int32), "counted_starts": mine.starts.astype(np.int32),
            "counted_weights": mine.weights, "counted_roots": self.roots,
            "skipped": np.array([self.skipped[reason] for reason in sorted(self.skipped)], dtype=np.int64),
            "skipped_reasons": pack(sorted(self.skipped)), "lifted": np.array(self.lifted),
            **({} if self.words is None else self.words.arrays()),
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Moments:
        """The moments that gave these arrays."""
        sequences = ModifierSequences(
            arrays["counted_owners"].astype(np.int64),
            arrays["counted_modifiers"].astype(np.int64),
            arrays["counted_starts"].astype(np.int64),
            arrays["counted_weights"].astype(np.float64),
        )
        symbols, roots = unpack(arrays["counted_symbols"]), arrays["counted_roots"].astype(np.float64)
        sequences.check(len(symbols))
        if roots.shape != (len(symbols),) or not np.isfinite(roots).all():
            raise ValueError(f"counted_roots should be {len(symbols)} numbers")
        reasons = zip(unpack(arrays["skipped_reasons"]), arrays["skipped"].astype(np.int64).tolist(), strict=True)
        return cls(
            symbols, sequences, roots, WordEvents.from_arrays(arrays, len(symbols)) if "word_forms" in arrays else None,
            Counter(dict(reasons)), int(arrays["lifted"]),
        )  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class HeadedWords:
    """The words of all usable sentences, one after the other, under their heads."""

    tags: Integers  # (words,)
    heads: Integers  # (words,) the place of the head here; -1 for the root
    forms: list[str]  # (words,) lower-cased

    def slots(self) -> tuple[Integers, Integers, Integers]:
        """(owner of every word's left and right sequence, bounds of their modifiers, these from the head outwards)."""
        size = len(self.tags)
        below = np.flatnonzero(self.heads >= 0)
        above = self.heads[below]
        slot = above * 2 + (below > above)
        order = np.lexsort((np.abs(below - above), slot))
        starts = np.concatenate(([0], np.cumsum(np.bincount(slot, minlength=2 * size)))).astype(np.int64)
        owners = np.repeat(self.tags * 2, 2)
        owners[1::2] += 1
        return owners, starts, below[order]


def count(treebank: Treebank, settings: HeadAutomataSettings, report: Report = silent) -> Moments:
    """The counts of a corpus. Left out, and counted by reason: sentences that could not be read, that lack heads or
    tags, whose heads are not a tree, and, where that is set, those whose arcs cross."""
    numbers: dict[str, int] = {}
    tags: list[int] = []
    heads: list[int] = []
    forms: list[str] = []
    skipped: Counter[str] = Counter()
    lifted = 0
    trees = projective_trees(treebank, settings.column, settings.crossing == "lifted", "head automata", skipped, report)
    for sentence, above in trees:
        base = len(tags) - 1
        lifted += above != sentence.heads
        tags.extend([numbers.setdefault(tag, len(numbers)) for tag in sentence.column(settings.column)])
        heads.extend([base + head if head else -1 for head in above])
        if settings.lexical != "none":
            forms.extend([form.lower() for form in sentence.forms])
    symbols = tuple(sorted(numbers))
    names = np.empty(len(symbols), dtype=np.int64)
    names[[numbers[symbol] for symbol in symbols]] = np.arange(len(symbols))
    words = HeadedWords(names[np.array(tags, dtype=np.int64)], np.array(heads, dtype=np.int64), forms)
    owners, starts, modifiers = words.slots()
    sequences = ModifierSequences.summed(owners, words.tags[modifiers], starts, np.ones(len(owners)))
    roots = np.bincount(words.tags[words.heads < 0], minlength=len(symbols)).astype(np.float64)
    events = (
        WordEvents.of(symbols, words.tags, forms, owners, starts, modifiers) if settings.lexical != "none" else None
    )
    return Moments(symbols, sequences, roots, events, skipped, lifted)


def _fingerprints(owners: Integers, symbols: Integers, starts: Integers) -> Keys:
    """(2, sequences): two hashes of 64 bits of each sequence; that both agree by chance is out of the question."""
    lengths = np.diff(starts)
    factors = np.array([[0x9E3779B97F4A7C15], [0xD6E8FEB86659FD93]], dtype=np.uint64)
    found: Keys = (owners.astype(np.uint64)[None] + np.uint64(1)) * factors
    which = np.arange(len(lengths))
    at = 0
    while True:
        which = which[lengths[which] > at]
        if not len(which):
            return found
        mixed = (found[:, which] ^ (found[:, which] >> np.uint64(29))) * factors
        found[:, which] = mixed + symbols[starts[which] + at].astype(np.uint64) + np.uint64(1)
        at += 1


def _chosen(
    owners: Integers, symbols: Integers, starts: Integers, which: Integers, weights: Floats
) -> ModifierSequences:
    """Some of the sequences, by owner and then in the order of `which`."""
    order = np.argsort(owners[which], kind="stable")
    which, weights = which[order], weights[order]
    lengths = np.diff(starts)[which]
    bounds = np.concatenate(([0], np.cumsum(lengths))).astype(np.int64)
    places = np.arange(bounds[-1]) - np.repeat(bounds[:-1] - starts[which], lengths)
    return ModifierSequences(owners[which], symbols[places], bounds, weights)

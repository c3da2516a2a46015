"""Counts of a corpus for head automata: every different sequence of modifiers with its frequency; counts add."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from spectral_core.arrays import Floats, Integers, Keys, NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.data import Treebank
from spectral_core.model import Arrays, pack, unpack
from spectral_core.models.head_automata.settings import HeadAutomataSettings
from spectral_core.models.head_automata.words import WordEvents
from spectral_core.models.parsing.sentences import projective_trees
from spectral_core.progress import Report, ignore_progress

LEFT, RIGHT = 0, 1
_MAX_SEQUENCES = 1e15  # beyond that, one more is lost in a float


@dataclass(frozen=True, slots=True, eq=False)
class ModifierSequences:
    """Sequences of modifiers, from the head outwards, each different one once; their order depends on nothing else."""

    owners: Integers  # (sequences,) head symbol * 2 + side
    symbols: Integers  # (modifiers,)
    starts: Integers  # (sequences + 1,)
    weights: Floats  # (sequences,) how often each occurs
    __repr__ = brief_repr

    @classmethod
    def from_repeated(cls, owners: Integers, symbols: Integers, starts: Integers, weights: Floats) -> ModifierSequences:
        """Return each different sequence once, with the sum of its weights."""
        keys = _fingerprints(owners, symbols, starts)
        order = np.lexsort(keys)
        keys = keys[:, order]
        is_first = np.ones(len(order), dtype=bool)
        is_first[1:] = (keys[:, 1:] != keys[:, :-1]).any(axis=0)
        first_rows = np.flatnonzero(is_first)
        sums = np.add.reduceat(weights[order], first_rows) if len(first_rows) else np.zeros(0)
        return _select(owners, symbols, starts, order[first_rows], sums)

    def renumber(self, numbers: Integers) -> ModifierSequences:
        """Return the same sequences with symbol i numbered numbers[i]."""
        owners = numbers[self.owners // 2] * 2 + self.owners % 2
        return ModifierSequences.from_repeated(owners, numbers[self.symbols], self.starts, self.weights)

    def merge(self, sequences: ModifierSequences) -> ModifierSequences:
        """Return the sequences of both, which are over the same symbols."""
        return ModifierSequences.from_repeated(
            np.concatenate((self.owners, sequences.owners)),
            np.concatenate((self.symbols, sequences.symbols)),
            np.concatenate((self.starts, sequences.starts[1:] + self.starts[-1])),
            np.concatenate((self.weights, sequences.weights)),
        )

    def check(self, symbols: int) -> None:
        """Raise ValueError if these are not sequences over so many symbols, as in a damaged file."""
        starts, size = self.starts, len(self.owners)
        shapes_fit = (
            starts.shape == (size + 1,) and self.weights.shape == (size,) and self.symbols.ndim == self.owners.ndim == 1
        )
        if not (shapes_fit and starts[0] == 0 and starts[-1] == len(self.symbols) and (np.diff(starts) >= 0).all()):
            raise ValueError("the counted sequences are cut short")
        bounded = ((self.owners, 2 * symbols), (self.symbols, symbols))
        if any(part.size and not 0 <= part.min() <= part.max() < limit for part, limit in bounded):
            raise ValueError(f"the counted sequences are not over {symbols} tags")
        if not (np.isfinite(self.weights) & (self.weights > 0) & (self.weights < _MAX_SEQUENCES)).all():
            raise ValueError("the counted sequences have weights that are no counts")

    def lengths(self) -> Integers:
        """The length of each sequence."""
        return np.diff(self.starts)

    def list_sequences(self, owner: int) -> list[tuple[tuple[int, ...], float]]:
        """Return the sequences of one head and side, with their weights."""
        flat, starts = self.symbols.tolist(), self.starts.tolist()
        indexes = np.flatnonzero(self.owners == owner).tolist()
        return [(tuple(flat[starts[index] : starts[index + 1]]), float(self.weights[index])) for index in indexes]


@dataclass(frozen=True, slots=True, eq=False)
class Moments:
    """Counts of a corpus, over all its tags."""

    symbols: tuple[str, ...]  # sorted, each once
    sequences: ModifierSequences
    roots: Floats  # (symbols,) how often each hangs from the root
    words: WordEvents | None = None  # where words are wanted
    skipped: Counter[str] = field(default_factory=Counter)  # sentences left out, by reason
    lifted: int = 0  # sentences whose arcs crossed and were lifted
    __repr__ = brief_repr

    @property
    def sentences(self) -> float:
        """Number of counted sentences."""
        return float(self.roots.sum())

    def merge(self, moments: Moments) -> Moments:
        """Return the counts of both corpora, the same as if they had been counted as one."""
        symbols = tuple(sorted({*self.symbols, *moments.symbols}))
        number_of = {symbol: number for number, symbol in enumerate(symbols)}
        numbers = [np.array([number_of[symbol] for symbol in part.symbols], dtype=np.int64) for part in (self, moments)]
        roots = np.zeros(len(symbols))
        for part, part_numbers in zip((self, moments), numbers, strict=True):
            roots[part_numbers] += part.roots
        words = None
        if self.words is not None and moments.words is not None:
            words = self.words.renumber(numbers[0]).merge(moments.words.renumber(numbers[1]))
        sequences = self.sequences.renumber(numbers[0]).merge(moments.sequences.renumber(numbers[1]))
        return Moments(symbols, sequences, roots, words, self.skipped + moments.skipped, self.lifted + moments.lifted)

    def arrays(self) -> NamedArrays:
        """Return all counts by name."""
        sequences = self.sequences
        return {
            "counted_symbols": pack(self.symbols),
            "counted_owners": sequences.owners.astype(np.int32),
            "counted_modifiers": sequences.symbols.astype(np.int32),
            "counted_starts": sequences.starts.astype(np.int32),
            "counted_weights": sequences.weights,
            "counted_roots": self.roots,
            "skipped": np.array([self.skipped[reason] for reason in sorted(self.skipped)], dtype=np.int64),
            "skipped_reasons": pack(sorted(self.skipped)),
            "lifted": np.array(self.lifted),
            **({} if self.words is None else self.words.arrays()),
        }

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Moments:
        """Restore from arrays; ValueError if they do not fit together."""
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
    """Words of all usable sentences, one after the other, with their heads."""

    tags: Integers  # (words,)
    heads: Integers  # (words,) the place of the head here; -1 for the root
    forms: list[str]  # (words,) lower-cased

    def list_modifiers(self) -> tuple[Integers, Integers, Integers]:
        """Return (owner of every word's left and right sequence, bounds of their modifiers, these from the head
        outwards)."""
        size = len(self.tags)
        modifiers = np.flatnonzero(self.heads >= 0)
        heads = self.heads[modifiers]
        slots = heads * 2 + (modifiers > heads)
        order = np.lexsort((np.abs(modifiers - heads), slots))
        starts = np.concatenate(([0], np.cumsum(np.bincount(slots, minlength=2 * size)))).astype(np.int64)
        owners = np.repeat(self.tags * 2, 2)
        owners[1::2] += 1
        return owners, starts, modifiers[order]


def count(treebank: Treebank, settings: HeadAutomataSettings, report: Report = ignore_progress) -> Moments:
    """Count a corpus. Left out, and counted by reason: sentences that could not be read, that lack heads or tags, whose
    heads are not a tree, and, where that is set, those with crossing arcs."""
    numbers: dict[str, int] = {}
    tags: list[int] = []
    heads: list[int] = []
    forms: list[str] = []
    skipped: Counter[str] = Counter()
    lifted = 0
    trees = projective_trees(treebank, settings.column, settings.crossing == "lifted", "head automata", skipped, report)
    for sentence, tree_heads in trees:
        base = len(tags) - 1
        lifted += tree_heads != sentence.heads
        tags.extend([numbers.setdefault(tag, len(numbers)) for tag in sentence.column(settings.column)])
        heads.extend([base + head if head else -1 for head in tree_heads])
        if settings.lexical != "none":
            forms.extend([form.lower() for form in sentence.forms])
    symbols = tuple(sorted(numbers))
    sorted_number = np.empty(len(symbols), dtype=np.int64)
    sorted_number[[numbers[symbol] for symbol in symbols]] = np.arange(len(symbols))
    words = HeadedWords(sorted_number[np.array(tags, dtype=np.int64)], np.array(heads, dtype=np.int64), forms)
    owners, starts, modifiers = words.list_modifiers()
    sequences = ModifierSequences.from_repeated(owners, words.tags[modifiers], starts, np.ones(len(owners)))
    roots = np.bincount(words.tags[words.heads < 0], minlength=len(symbols)).astype(np.float64)
    events = (
        WordEvents.from_words(symbols, words.tags, forms, owners, starts, modifiers)
        if settings.lexical != "none"
        else None
    )
    return Moments(symbols, sequences, roots, events, skipped, lifted)


def _fingerprints(owners: Integers, symbols: Integers, starts: Integers) -> Keys:
    """Return (2, sequences) two 64-bit hashes of each sequence; that both agree by chance is out of the question."""
    lengths = np.diff(starts)
    factors = np.array([[0x9E3779B97F4A7C15], [0xD6E8FEB86659FD93]], dtype=np.uint64)
    hashes: Keys = (owners.astype(np.uint64)[None] + np.uint64(1)) * factors
    longer = np.arange(len(lengths))
    position = 0
    while True:
        longer = longer[lengths[longer] > position]
        if not len(longer):
            return hashes
        mixed = (hashes[:, longer] ^ (hashes[:, longer] >> np.uint64(29))) * factors
        hashes[:, longer] = mixed + symbols[starts[longer] + position].astype(np.uint64) + np.uint64(1)
        position += 1


def _select(
    owners: Integers, symbols: Integers, starts: Integers, indexes: Integers, weights: Floats
) -> ModifierSequences:
    """Return some of the sequences, by owner and then in the order of `indexes`."""
    order = np.argsort(owners[indexes], kind="stable")
    indexes, weights = indexes[order], weights[order]
    lengths = np.diff(starts)[indexes]
    bounds = np.concatenate(([0], np.cumsum(lengths))).astype(np.int64)
    positions = np.arange(bounds[-1]) - np.repeat(bounds[:-1] - starts[indexes], lengths)
    return ModifierSequences(owners[indexes], symbols[positions], bounds, weights)

"""Which labels may stand over a word, and how likely each is to give it: rare words by their signatures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from spectral_core.inference.cky import LabelledWords
from spectral_core.inference.cky.arrays import Floats
from spectral_core.model import Arrays
from spectral_core.models.latent_pcfg.forest import Forest
from spectral_core.models.latent_pcfg.signatures import Signatures

Integers = NDArray[np.int64]

RARE = 4  # times up to which a word is rare
_PRIOR = 2.0  # rare words are thought to have been seen so often as their signatures are
_ANY = ""  # the signature of words whose signature was never seen


class WordEntry(NamedTuple):
    """The labels that may stand over a word."""

    labels: Integers  # (entries,) rising
    weights: Floats  # (entries,) of the word by the label
    states: Floats  # (entries, states) what such words say of the states of the label; no columns without states


@dataclass(frozen=True, slots=True, eq=False)
class WordLabels:
    """The labels that may stand over the words of sentences, and where phrases of several words may begin and end."""

    words: LabelledWords
    states: Floats  # (entries, states)
    starts: NDArray[np.bool_]  # (words,)
    ends: NDArray[np.bool_]  # (words,)

    @classmethod
    def of(cls, sentences: Sequence[Sequence[str]], entries: Sequence[WordEntry]) -> WordLabels:
        """From the entries of all words."""
        offsets = np.append(0, np.cumsum([len(forms) for forms in sentences])).astype(np.int64)
        bounds = np.append(0, np.cumsum([len(entry.labels) for entry in entries])).astype(np.int64)
        labels, weights, states = (np.concatenate(parts) for parts in zip(*entries, strict=True))
        anywhere = np.ones(len(entries), dtype=bool)
        return cls(LabelledWords(offsets, bounds, labels, weights), states, anywhere, anywhere)

    @property
    def owners(self) -> Integers:
        """(entries,) the word of each."""
        return np.repeat(np.arange(len(self.words.bounds) - 1), np.diff(self.words.bounds))

    def select(self, kept: NDArray[np.bool_]) -> WordLabels:
        """Some of the entries; all of a word of which none is kept."""
        left = np.bincount(self.owners[kept], minlength=len(self.starts)) > 0
        chosen = kept | ~left[self.owners]
        bounds = np.append(0, np.cumsum(chosen))[self.words.bounds]
        words = LabelledWords(self.words.offsets, bounds, self.words.labels[chosen], self.words.weights[chosen])
        return replace(self, words=words, states=self.states[chosen])

    def likeliest(self, totals: Integers) -> Integers:
        """(words,) the likeliest label of each by itself, where labels are so frequent."""
        order = np.lexsort((self.words.weights * totals[self.words.labels], self.owners))
        found: Integers = self.words.labels[order[self.words.bounds[1:] - 1]]
        return found


class LabelLexicon(Protocol):
    """Gives every word its labels."""

    @property
    def words(self) -> SignatureLexicon: ...  # what it knows of words by themselves
    def read(self, sentences: Sequence[Sequence[str]], pruned: bool = True) -> WordLabels:
        """The labels of all words; without pruning, more labels than are likely."""
        ...

    def arrays(self) -> dict[str, NDArray[np.generic]]: ...
    def with_states(self, leaves: Floats, means: Floats, backoff: float) -> Self:
        """The same with the states of the leaves of the corpus (leaves, states); rare words are drawn towards the
        means of their labels."""
        ...

    def held_out(self) -> Self:
        """The lexicon for the sentences that it was learnt from: what was seen once would not have been seen."""
        ...

    def with_columns(self, columns: Integers) -> Self:
        """The same with some of the columns of its states."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class SignatureLexicon:
    """Words that were seen often stand for themselves, all others for their signatures."""

    signatures: Signatures
    totals: Integers  # (labels,) how often each label was seen
    seen: Mapping[str, tuple[Integers, Integers]]  # the labels of each form, and how often it had them
    symbols: Mapping[str, tuple[Integers, Integers, Integers]]  # labels, counts and pairs of words and signatures
    of_leaf: Integers  # (leaves of the corpus,) pairs
    pairs: tuple[Integers, Integers]  # (pairs,) their labels and how often they were seen; those of _ANY last
    unseen: NDArray[np.bool_]  # (pairs,) whether they are of signatures
    states: Floats  # (pairs, states)
    means: Floats  # (labels, states)

    @classmethod
    def of(cls, forest: Forest, fine: bool = False) -> SignatureLexicon:
        """Fine classes of rare words are for a lexicon that backs off from them: by themselves they are too many to
        count rules and states by."""
        leaves = forest.leaves
        labels, forms, firsts = forest.nodes[leaves], forest.words[leaves], forest.starts[leaves] == 0
        times = np.bincount(forms, minlength=len(forest.forms))
        names = forest.forms
        rare = times <= RARE
        signatures = Signatures.of((names[form] for form in forms[rare[forms]].tolist()), fine)
        kinds: dict[tuple[str, bool], int] = {}  # whether it is a signature
        symbols = []
        for form, first in zip(forms.tolist(), firsts.tolist(), strict=True):
            name = signatures.of_form(names[form], first) if rare[form] else names[form]
            symbols.append(kinds.setdefault((name, bool(rare[form])), len(kinds)))
        of_leaf = np.array(symbols)
        codes, pairs, counts = np.unique(of_leaf * len(forest.labels) + labels, return_inverse=True, return_counts=True)
        owners, own = codes // len(forest.labels), codes % len(forest.labels)
        found: dict[str, tuple[Integers, Integers, Integers]] = {}
        bounds = np.searchsorted(owners, np.arange(len(kinds) + 1)).tolist()
        for (name, signature), place in kinds.items():
            low, high = bounds[place], bounds[place + 1]
            found[f"\n{name}" if signature else name] = own[low:high], counts[low:high], np.arange(low, high)
        unseen = np.array([signature for _, signature in kinds], dtype=bool)[owners]
        any_counts = np.bincount(own[unseen], counts[unseen], len(forest.labels)).astype(np.int64)
        any_labels = np.flatnonzero(any_counts)
        places = np.arange(len(codes), len(codes) + len(any_labels))
        found["\n" + _ANY] = any_labels, any_counts[any_labels], places
        every = np.concatenate((own, any_labels)), np.concatenate((counts, any_counts[any_labels]))
        by_form = _by_form(forest, labels, forms)
        none = np.zeros((len(every[0]), 0)), np.zeros((len(forest.labels), 0))
        return cls(signatures, forest.totals, by_form, found, pairs, every, unseen, *none)

    def read(self, sentences: Sequence[Sequence[str]], pruned: bool = True) -> WordLabels:  # noqa: ARG002
        known: dict[tuple[str, bool], WordEntry] = {}
        entries = []
        for forms in sentences:
            for at, form in enumerate(forms):
                if (form, at == 0) not in known:
                    known[form, at == 0] = self.entry(form, at == 0)
                entries.append(known[form, at == 0])
        return WordLabels.of(sentences, entries)

    def with_states(self, leaves: Floats, means: Floats, backoff: float) -> Self:
        labels, counts = self.pairs
        own = len(self.unseen)
        sums = np.zeros((len(labels), leaves.shape[1]))
        np.add.at(sums, self.of_leaf, leaves)
        rare = np.zeros_like(means)
        np.add.at(rare, labels[:own][self.unseen], sums[:own][self.unseen])
        sums[own:] = rare[labels[own:]]
        kept = (np.sqrt(counts) / (backoff + np.sqrt(counts)))[:, None]
        return replace(self, states=kept * sums / counts[:, None] + (1 - kept) * means[labels], means=means)

    def with_columns(self, columns: Integers) -> Self:
        return replace(self, states=self.states[:, columns], means=self.means[:, columns])

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """What does not follow from the counts."""
        return {"states": self.states, "means": self.means}

    def with_arrays(self, arrays: Arrays) -> Self:
        """The lexicon of the same counts that `arrays` were taken from."""
        states, means = arrays["states"].astype(np.float64), arrays["means"].astype(np.float64)
        fitting = states.shape == (len(self.states), means.shape[-1]) and means.shape[:-1] == (len(self.means),)
        if not fitting or not np.isfinite(states).all() or not np.isfinite(means).all():
            raise ValueError("these are the states of other words")
        return replace(self, states=states, means=means)

    @property
    def words(self) -> SignatureLexicon:
        return self

    def symbol(self, form: str, first: bool) -> str:
        """The word, or its signature where it is rare."""
        return form if form in self.symbols else self.signatures.of_form(form, first)

    def held_out(self) -> Self:
        return replace(self, seen={form: seen for form, seen in self.seen.items() if seen[1].sum() > 1})

    def entry(self, form: str, first: bool) -> WordEntry:
        """The entry of a word; `first`: it begins its sentence."""
        seen = self.seen.get(form)
        frequent = self.symbols.get(form)
        if frequent is not None:
            labels, counts, pairs = frequent
            return WordEntry(labels, counts / self.totals[labels], self.states[pairs])
        signature = self.symbols.get("\n" + self.signatures.of_form(form, first), self.symbols["\n" + _ANY])
        labels, counts, pairs = signature
        weights = counts / self.totals[labels]
        if seen is None:
            return WordEntry(labels, weights, self.states[pairs])
        held = np.zeros(len(self.totals))
        held[seen[0]] = seen[1]
        shares = counts / counts.sum()
        weights = weights * (held[labels] + _PRIOR * shares) / (held.sum() + _PRIOR) / shares
        return WordEntry(labels, weights, self.states[pairs])


def _by_form(forest: Forest, labels: Integers, forms: Integers) -> dict[str, tuple[Integers, Integers]]:
    size = len(forest.labels)
    codes, counts = np.unique(forms * size + labels, return_counts=True)
    bounds = np.searchsorted(codes // size, np.arange(len(forest.forms) + 1))
    return {
        form: (codes[low:high] % size, counts[low:high])
        for form, low, high in zip(forest.forms, bounds[:-1].tolist(), bounds[1:].tolist(), strict=True)
        if high > low
    }

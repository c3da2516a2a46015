"""Hidden Markov models whose parameters are known: their exact distribution, exact moments, and samples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from spectral_core.data import Sentence, Treebank
from spectral_core.maths.observable_operators import WindowCounts
from spectral_core.models.hmm import HmmMoments
from spectral_core.structured.forward_backward import Sequences

Floats = np.ndarray


@dataclass(frozen=True)
class KnownHmm:
    """p(x1..xT) = stop @ operators[xT] @ .. @ operators[x1] @ start."""

    operators: Floats  # (words, to, from)
    start: Floats
    stop: Floats

    def probability(self, sequence: Sequence[int]) -> float:
        return float(self.stop @ self.state(sequence))

    def prefix_probability(self, sequence: Sequence[int]) -> float:
        return float(self.state(sequence).sum())

    def state(self, sequence: Sequence[int]) -> Floats:
        state = self.start
        for symbol in sequence:
            state = self.operators[symbol] @ state
        return state

    def windows(self, sequences: float = 1.0) -> WindowCounts:
        """The expected counts of bigrams and trigrams in so many sequences."""
        words, states = len(self.operators), len(self.start)
        visits = np.linalg.solve(np.eye(states) - self.operators.sum(axis=0), self.start)
        # (words + START, states): expected states after each symbol; (words + STOP, states): chances of the next one
        after = np.concatenate((self.operators @ visits, self.start[None]))
        following = np.concatenate((self.operators.sum(axis=1), self.stop[None]))
        pairs = following @ after.T  # (next, previous)
        triples = np.einsum("ci,xij,aj->axc", following, self.operators, after)
        bigrams = np.argwhere(pairs.T >= 0)
        trigrams = np.argwhere(np.ones((words, words + 1, words + 1)))[:, (1, 0, 2)]
        return WindowCounts(
            words,
            sequences,
            bigrams,
            sequences * pairs.T[tuple(bigrams.T)],
            trigrams,
            sequences * triples[tuple(trigrams.T)],
        )

    def moments(self, sequences: float = 1.0) -> HmmMoments:
        return HmmMoments(names(len(self.operators)), self.windows(sequences))

    def sample(self, count: int, seed: int) -> Sequences:
        """So many sequences drawn from it."""
        random = np.random.default_rng(seed)
        words, states = len(self.operators), len(self.start)
        outcomes = np.concatenate((self.operators.reshape(-1, states), self.stop[None]))
        reach = np.cumsum(outcomes, axis=0)  # (words x states + STOP, from)
        state = np.searchsorted(np.cumsum(self.start), random.random(count)).clip(max=states - 1)
        drawn: list[list[int]] = [[] for _ in range(count)]
        open_ones = np.arange(count)
        while open_ones.size:
            outcome = (random.random(open_ones.size) > reach[:, state]).sum(axis=0)
            going = outcome < words * states
            open_ones, outcome = open_ones[going], outcome[going]
            for one, word in zip(open_ones.tolist(), (outcome // states).tolist(), strict=True):
                drawn[one].append(word)
            state = outcome % states
        return Sequences.from_lists(drawn)

    def treebank(self, count: int, seed: int) -> Treebank:
        """The same as sentences; those without words are left out."""
        drawn, known = self.sample(count, seed), names(len(self.operators))
        starts = drawn.starts.tolist()
        spelt = [known[symbol] for symbol in drawn.symbols.tolist()]
        return Treebank.of(Sentence.of(spelt[begin:end]) for begin, end in pairwise(starts) if begin < end)


def names(words: int) -> tuple[str, ...]:
    """Words of these models, in the order of their numbers."""
    return tuple(f"w{number:03d}" for number in range(words))


def random_hmm(states: int, words: int, seed: int, concentration: float = 0.5, stop: float = 0.25) -> KnownHmm:
    """A model whose states emit their words before they move on."""
    random = np.random.default_rng(seed)
    emissions = random.dirichlet(np.full(words, concentration), size=states).T  # (words, states)
    transitions = random.dirichlet(np.full(states, concentration), size=states).T  # (to, from)
    stops = stop * random.uniform(0.4, 1.6, states)
    operators = transitions * (emissions * (1 - stops))[:, None, :]
    return KnownHmm(operators, random.dirichlet(np.ones(states)), stops)

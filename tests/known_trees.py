"""Hidden tree Markov models whose parameters are known: exact probabilities, exact counts, and samples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from spectral_core.data import Sentence
from spectral_core.models.tree_hmm import EncodedTrees, TreeHmmCounts

Floats = np.ndarray
LEVELS = 6


@dataclass(frozen=True)
class KnownTrees:
    """A root's state from `root`, a child's from its head's by its side, words from states."""

    emissions: Floats  # (words, states)
    moves: Floats  # (2, states of a child, states of its head)
    root: Floats  # (states,)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(f"w{number:02d}" for number in range(len(self.emissions)))

    def joint(self, words: Sequence[int], heads: Sequence[int]) -> dict[tuple[int, ...], float]:
        """The probability of the words with each assignment of states: by enumeration."""
        found = {}
        for states in product(range(len(self.root)), repeat=len(words)):
            chance = 1.0
            for at, (state, head) in enumerate(zip(states, heads, strict=True)):
                chance *= self.emissions[words[at], state]
                chance *= self.moves[int(at + 1 > head), state, states[head - 1]] if head else self.root[state]
            found[states] = float(chance)
        return found

    def probability(self, words: Sequence[int], heads: Sequence[int]) -> float:
        return sum(self.joint(words, heads).values())

    def sentence(self, words: Sequence[int], heads: Sequence[int]) -> Sentence:
        return Sentence.of([self.names[word] for word in words], heads=heads)

    def population(self) -> TreeHmmCounts:
        """All trees of a root with a word on each side, as often as they are expected."""
        kinds = list(product(range(len(self.emissions)), repeat=3))
        weights = np.einsum("xl,yp,zr,lp,rp,p->xyz", *(self.emissions,) * 3, *self.moves, self.root)
        trees = EncodedTrees.from_lists([(words, (2, 0, 2)) for words in kinds], weights.reshape(-1).tolist())
        return TreeHmmCounts(self.names, trees)

    def sample(self, count: int, seed: int) -> TreeHmmCounts:
        """So many trees of all shapes."""
        random = np.random.default_rng(seed)
        shapes = [random_heads(random) for _ in range(300)]
        chosen = random.integers(0, len(shapes), count).tolist()
        heads = np.array([head for shape in chosen for head in shapes[shape]])
        starts = np.concatenate(([0], np.cumsum([len(shapes[shape]) for shape in chosen])))
        trees = EncodedTrees(np.zeros(len(heads), dtype=np.int64), heads, starts, np.ones(count))
        above, sides = trees.head_nodes(), trees.sides()
        states = np.full(len(heads), -1)
        states[above < 0] = random.choice(len(self.root), int((above < 0).sum()), p=self.root)
        reach = np.cumsum(self.moves, axis=1)
        while (open_ones := np.flatnonzero((states < 0) & (states[above] >= 0))).size:
            columns = reach[sides[open_ones], :, states[above[open_ones]]]  # (open, states)
            states[open_ones] = (random.random(len(open_ones))[:, None] > columns).sum(axis=1)
        words = (random.random(len(heads))[:, None] > np.cumsum(self.emissions, axis=0).T[states]).sum(axis=1)
        return TreeHmmCounts(
            self.names, EncodedTrees(np.minimum(words, len(self.emissions) - 1), heads, starts, np.ones(count))
        )


def random_known(seed: int, states: int = 3, words: int = 12, stationary: bool = False) -> KnownTrees:
    """A model whose words tell much of its states; stationary ones move alike to both sides from where they stay."""
    random = np.random.default_rng(seed)
    emissions = random.dirichlet(np.full(words, 0.2), size=states).T
    moves = np.stack([random.dirichlet(np.full(states, 0.35), size=states).T for _ in range(2)])
    root = random.dirichlet(np.full(states, 0.6))
    if stationary:
        moves[1] = moves[0]
        values, vectors = np.linalg.eig(moves[0])
        root = np.abs(np.real(vectors[:, np.argmax(np.real(values))]))
        root /= root.sum()
    return KnownTrees(emissions, moves, root)


def random_heads(random: np.random.Generator) -> tuple[int, ...]:
    """A tree of at most six levels whose words have up to two children on each side."""

    def grown(level: int) -> list[object]:
        chances = (0.5, 0.35, 0.15) if level < LEVELS - 1 else (1.0, 0.0, 0.0)
        left, right = random.choice(3, 2, p=chances)
        return [[grown(level + 1) for _ in range(left)], [grown(level + 1) for _ in range(right)]]

    heads: list[int] = []

    def lay(node: list[object]) -> int:
        lefts, rights = node
        children = [lay(child) for child in lefts]
        heads.append(0)
        own = len(heads)
        children += [lay(child) for child in rights]
        for child in children:
            heads[child - 1] = own
        return own

    lay(grown(0))
    return tuple(heads)

"""What annotating costs: of every word decided from a ranked list the rank taken, the keys and the time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

_WINDOW = 20  # words of one point of a curve
_PAUSE = 60_000  # milliseconds: who was away did not annotate meanwhile


@dataclass(frozen=True, slots=True)
class Taken:
    """One decision about a word that was ranked before it was made."""

    rank: int | None  # from 1; None where none in the list was right
    keys: int
    milliseconds: int


@dataclass(slots=True)
class Effort:
    """The decisions since the project was opened, in their order; one that is taken back counts no more."""

    _taken: dict[tuple[str, int, int], Taken] = field(default_factory=dict)  # by document, sentence and word

    def add(self, document: str, sentence: int, word: int, taken: Taken) -> None:
        self._taken.setdefault((document, sentence, word), taken)  # the first time, it was not known yet

    def take_back(self, document: str, sentence: int, word: int) -> None:
        self._taken.pop((document, sentence, word), None)

    def words_in(self, document: str, sentence: int) -> tuple[int, ...]:
        """The words of a sentence that count."""
        return tuple(word for one, at, word in self._taken if (one, at) == (document, sentence))

    def clear(self) -> None:
        self._taken.clear()

    @property
    def words(self) -> int:
        return len(self._taken)

    @property
    def keys_a_word(self) -> float:
        return sum(taken.keys for taken in self._taken.values()) / max(self.words, 1)

    @property
    def seconds_a_word(self) -> float:
        """Without pauses: more than a minute counts as a minute."""
        spent = sum(min(taken.milliseconds, _PAUSE) for taken in self._taken.values())
        return spent / 1000 / max(self.words, 1)

    @property
    def ranks(self) -> Mapping[int | None, int]:
        """How often each rank was taken; None where none was right."""
        return Counter(taken.rank for taken in self._taken.values())

    @property
    def share_first(self) -> float:
        """Of how many words the first in the list was right; every word was ranked before it was decided."""
        return self.ranks.get(1, 0) / max(self.words, 1)

    def curve(self, window: int = _WINDOW) -> tuple[tuple[int, float], ...]:
        """(words so far, share of first ranks among the last `window` of them), a point a word once there are some."""
        firsts = [taken.rank == 1 for taken in self._taken.values()]
        begin = min(window, 5)
        return tuple(
            (end, sum(firsts[max(0, end - window) : end]) / min(end, window)) for end in range(begin, len(firsts) + 1)
        )

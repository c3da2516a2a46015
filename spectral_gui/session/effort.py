"""What annotating costs: of every word decided from a ranked list the rank taken, the keys and the time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import accumulate

from PySide6.QtCore import QObject, Signal

from spectral_core.project import Act, Taken
from spectral_core.project.history import Word
from spectral_gui.session.reading_files import Ready
from spectral_gui.session.session import Session

_WINDOW = 20  # words of one point of a curve
_POINTS = 400  # of a curve
_PAUSE = 60_000  # milliseconds: who was away did not annotate meanwhile


class Effort:
    """The decisions of a project in their order, each word once; one that is taken back counts no more. Sums are kept
    up, not made anew: they are asked for after every key."""

    def __init__(self) -> None:
        self._taken: dict[Word, list[Taken]] = {}  # of a word the first counts: later it was known
        self._right = [0]  # how often the first reading was right, of so many words
        self._ranks: Counter[int | None] = Counter()
        self._keys = self._milliseconds = 0

    @classmethod
    def of(cls, rows: Iterable[tuple[Word, Taken]]) -> Effort:
        """What these decisions cost, the oldest first."""
        made = cls()
        for (document, sentence, word), taken in rows:
            made.add(document, sentence, word, taken)
        return made

    def add(self, document: str, sentence: int, word: int, taken: Taken) -> None:
        """Counts a decision, where none about this word stands yet."""
        made = self._taken.setdefault((document, sentence, word), [])
        made.append(taken)
        if len(made) == 1:
            self._right.append(self._right[-1] + (taken.rank == 1))
            self._sum_up(taken, 1)

    def take_back(self, document: str, sentence: int, word: int) -> None:
        place = (document, sentence, word)
        made = self._taken.get(place)
        if made is None:
            return
        forgotten = made.pop()
        if made:
            return
        is_newest = next(reversed(self._taken)) == place
        del self._taken[place]
        self._sum_up(forgotten, -1)
        if is_newest:
            self._right.pop()
        else:
            self._right = [0, *accumulate(one[0].rank == 1 for one in self._taken.values())]

    def _sum_up(self, taken: Taken, times: int) -> None:
        self._ranks[taken.rank] += times
        self._keys += times * taken.keys
        self._milliseconds += times * min(taken.milliseconds, _PAUSE)

    @property
    def words(self) -> int:
        return len(self._taken)

    @property
    def keys_a_word(self) -> float:
        return self._keys / max(self.words, 1)

    @property
    def seconds_a_word(self) -> float:
        """Without pauses: more than a minute counts as a minute."""
        return self._milliseconds / 1000 / max(self.words, 1)

    @property
    def ranks(self) -> Mapping[int | None, int]:
        """How often each rank was taken; None where none was right."""
        return {rank: count for rank, count in self._ranks.items() if count}

    @property
    def share_first(self) -> float:
        """Of how many words the first in the list was right; every word was ranked before it was decided."""
        return self._ranks[1] / max(self.words, 1)

    def curve(self, window: int = _WINDOW) -> tuple[tuple[int, float], ...]:
        """(words so far, share of first ranks among the last `window` of them), once there are some: a point a word, or
        as many as a curve can show, the newest among them."""
        begin, right = min(window, 5), self._right
        step = max(1, -(-self.words // _POINTS))
        ends = range(self.words, begin - 1, -step)
        return tuple((end, (right[end] - right[max(0, end - window)]) / min(end, window)) for end in reversed(ends))


class Efforts(QObject):
    """Counts what acts have cost, and no longer where they are taken back."""

    changed = Signal()

    def __init__(self, session: Session):
        super().__init__()
        self.effort = Effort()
        session.acted.connect(self._follow_act)
        session.opened.connect(self._follow_opened)
        session.project_left.connect(self._forget)

    def _follow_act(self, act: Act, back: bool) -> None:
        for (document, index, word), taken in act.taken:
            if back:
                self.effort.take_back(document, index, word)
            else:
                self.effort.add(document, index, word, taken)
        if act.taken:
            self.changed.emit()

    def _follow_opened(self, ready: Ready | None) -> None:
        if ready is not None:
            self.effort = Effort.of(ready.taken)
            self.changed.emit()

    def _forget(self) -> None:
        self.effort = Effort()
        self.changed.emit()

"""Annotation effort: of every word decided from a ranked list the rank chosen, the keystrokes and the time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import accumulate

from PySide6.QtCore import QObject, Signal

from spectral_core.project import Edit, WordEffort
from spectral_core.project.history import Word
from spectral_gui.session.reading_files import LoadedDocument
from spectral_gui.session.session import Session

_WINDOW = 20  # words of one point of a curve
_POINTS = 400  # of a curve
_MAX_MILLISECONDS = 60_000  # a longer time counts as a pause


class Effort:
    """Totals over the decisions of a project in their order, each word once; one that is undone is subtracted. Updated
    incrementally, since they are read after every key."""

    def __init__(self) -> None:
        self._choices: dict[Word, list[WordEffort]] = {}  # only the first of a word counts
        self._first_rank_sums = [0]  # cumulative, by number of words
        self._ranks: Counter[int | None] = Counter()
        self._keys = self._milliseconds = 0

    @classmethod
    def from_choices(cls, choices: Iterable[tuple[Word, WordEffort]]) -> Effort:
        """Make the totals of these decisions, the oldest first."""
        effort = cls()
        for (document, sentence, word), choice in choices:
            effort.add(document, sentence, word, choice)
        return effort

    def add(self, document: str, sentence: int, word: int, choice: WordEffort) -> None:
        """Count a decision, unless the word was decided before."""
        word_choices = self._choices.setdefault((document, sentence, word), [])
        word_choices.append(choice)
        if len(word_choices) == 1:
            self._first_rank_sums.append(self._first_rank_sums[-1] + (choice.rank == 1))
            self._add_to_totals(choice, 1)

    def remove(self, document: str, sentence: int, word: int) -> None:
        """Remove the newest decision about a word."""
        key = (document, sentence, word)
        word_choices = self._choices.get(key)
        if word_choices is None:
            return
        removed = word_choices.pop()
        if word_choices:
            return
        is_newest = next(reversed(self._choices)) == key
        del self._choices[key]
        self._add_to_totals(removed, -1)
        if is_newest:
            self._first_rank_sums.pop()
        else:
            self._first_rank_sums = [0, *accumulate(choices[0].rank == 1 for choices in self._choices.values())]

    def _add_to_totals(self, choice: WordEffort, times: int) -> None:
        self._ranks[choice.rank] += times
        self._keys += times * choice.keys
        self._milliseconds += times * min(choice.milliseconds, _MAX_MILLISECONDS)

    @property
    def words(self) -> int:
        return len(self._choices)

    @property
    def keys_per_word(self) -> float:
        return self._keys / max(self.words, 1)

    @property
    def seconds_per_word(self) -> float:
        """Mean seconds per word, without pauses: more than a minute counts as a minute."""
        return self._milliseconds / 1000 / max(self.words, 1)

    @property
    def ranks(self) -> Mapping[int | None, int]:
        """Number of words by the rank chosen; None where no reading offered was right."""
        return {rank: count for rank, count in self._ranks.items() if count}

    @property
    def first_rank_share(self) -> float:
        """Share of words whose first reading was right; every word was ranked before it was decided."""
        return self._ranks[1] / max(self.words, 1)

    def make_curve(self, window: int = _WINDOW) -> tuple[tuple[int, float], ...]:
        """Return (words so far, share of first ranks among the last `window` of them) for up to 400 points, the newest
        among them."""
        first_end, sums = min(window, 5), self._first_rank_sums
        step = max(1, -(-self.words // _POINTS))
        ends = range(self.words, first_end - 1, -step)
        return tuple((end, (sums[end] - sums[max(0, end - window)]) / min(end, window)) for end in reversed(ends))


class EffortTracker(QObject):
    """Keeps the effort of the open project up to date as decisions are made and undone."""

    changed = Signal()

    def __init__(self, session: Session):
        super().__init__()
        self.effort = Effort()
        session.edit_applied.connect(self._on_edit_applied)
        session.document_opened.connect(self._on_document_opened)
        session.project_closed.connect(self._on_project_closed)

    def _on_edit_applied(self, edit: Edit, is_undo: bool) -> None:
        for (document, index, word), choice in edit.efforts:
            if is_undo:
                self.effort.remove(document, index, word)
            else:
                self.effort.add(document, index, word, choice)
        if edit.efforts:
            self.changed.emit()

    def _on_document_opened(self, loaded: LoadedDocument | None) -> None:
        if loaded is not None:
            self.effort = Effort.from_choices(loaded.taken)
            self.changed.emit()

    def _on_project_closed(self) -> None:
        self.effort = Effort()
        self.changed.emit()

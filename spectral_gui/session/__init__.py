"""Session: the open project, what is selected, what was done, and the models learnt; every change passes here."""

from __future__ import annotations

from collections.abc import Callable

from spectral_core.data import Sentence
from spectral_core.errors import EditError, SpectralError
from spectral_core.project import Act, Change, Step
from spectral_core.project.history import CONFIRMED, HUMAN
from spectral_gui.jobs import Calibrated, Compared, Cut, Found, Job, Learnt, Place, Survey
from spectral_gui.session.effort import Effort
from spectral_gui.session.exploring import CutQuestion, Heads, Question
from spectral_gui.session.proposal import Proposal
from spectral_gui.session.proposing import HOLD_HEADS
from spectral_gui.session.ranked import Readings, Row, SameWords, Why
from spectral_gui.session.ranking import HOLD_READINGS
from spectral_gui.session.reading import Kept, Score
from spectral_gui.session.selection import Selection
from spectral_gui.session.storing import Storing

__all__ = [
    "HOLD_HEADS",
    "HOLD_READINGS",
    "Calibrated",
    "Compared",
    "Cut",
    "CutQuestion",
    "Effort",
    "Found",
    "Heads",
    "Job",
    "Kept",
    "Learnt",
    "Place",
    "Proposal",
    "Question",
    "Readings",
    "Row",
    "SameWords",
    "Score",
    "Selection",
    "Session",
    "Survey",
    "Why",
]


class Session(Storing):
    """The only mutator of the window."""

    def edit(
        self,
        step: str,
        change: Callable[[Sentence], Sentence],
        *,
        index: int | None = None,
        rank: int | None = None,
        provenance: str = HUMAN,
    ) -> bool:
        """Whether a sentence was changed: journaled first, then shown; a refusal is a sentence in `refused`."""
        at = self.selection.sentence if index is None else index
        if not 0 <= at < len(self.treebank):
            return False
        before = self.treebank[at]
        try:
            after = change(before)
        except EditError as error:
            self.refused.emit(str(error))
            return False
        if after == before:
            return False
        return self._do(Act(step, (Change(self.document, at, before, after),), provenance, self._spent(), rank))

    def accept(self, index: int | None = None) -> bool:
        """Marks a sentence as right: with the tree that is proposed for it, where one is shown, or as it stands."""
        at = self.selection.sentence if index is None else index
        if not 0 <= at < len(self.treebank):
            return False
        offered = self.offered if at == self.selection.sentence else None
        if offered is None and at == self.selection.sentence and self.waiting:
            self.refused.emit(self.tr("The model is still parsing this sentence."))
            return False
        step = self.tr("Accept sentence {0}").format(at + 1)
        return self._take(at, offered, step, CONFIRMED)

    def accept_rest(self) -> bool:
        """Takes the proposed tree for all words that are not decided yet, once every doubtful word was looked at; as
        nothing is open then, the sentence is accepted."""
        offered, sentence = self.offered, self.sentence
        if offered is None or sentence is None:
            self.refused.emit(self.tr("No tree is proposed for this sentence."))
            return False
        left = self.unvisited()
        if left:
            words = ", ".join(f"{word} \u2068{sentence.forms[word - 1]}\u2069" for word in left)
            self.refused.emit(self.tr("In doubt and not looked at yet: {0}").format(words))
            return False
        at = self.selection.sentence
        step = self.tr("Accept the rest of sentence {0}").format(at + 1)
        return self._take(at, offered, step, CONFIRMED)

    def _take(self, at: int, offered: Sentence | None, step: str, provenance: str) -> bool:
        sentence = self.treebank[at]
        rank = None if offered is None else self.rank + 1
        after = offered or sentence
        if provenance == CONFIRMED:
            after, count = self.with_first_readings(at, after)
            if count:
                step = self.tr("{0} (first readings taken: {1})").format(step, count)
        taken = self.first_readings_taken(at, sentence, after) if provenance == CONFIRMED else ()
        change = Change(self.document, at, sentence, after)
        return self._do(Act(step, (change,), provenance, self._spent(), rank, taken=taken))

    def decide_as(self, annotator: str) -> None:
        """Names who decides from now on."""
        self.annotator = annotator
        if self.project is not None and not self.read_only:
            self.project.decide_as(annotator)

    def undo(self) -> None:
        """Takes the last act back, wherever it was done, and goes there."""
        self._turn(back=True)

    def redo(self) -> None:
        """Does again what was taken back."""
        self._turn(back=False)

    def steps(self) -> tuple[Step, ...]:
        """What was done, newest first, as the journal has it."""
        return () if self.project is None else self.project.steps()

    def _turn(self, back: bool) -> None:
        if self.read_only:
            self.refused.emit(self.read_only)
            return
        try:
            unread = None if self.project is None else self.project.unread(back)
            if unread is not None:  # to read it here would hold the window up
                self._open_document(unread, lambda: self._turn(back))
                return
            act = self._history.undo() if back else self._history.redo()
        except SpectralError as error:
            self.failed.emit(str(error))
            self.history_changed.emit()  # a step that cannot be taken back is given up
            return
        if act is None:
            return
        self._acts += 1
        self._count_effort(act, back)
        at, document = next((one.index, one.document) for rows in (act.changes, act.locks) for one in rows)
        if document != self.document:  # the act was done in another document: go there, where the journal replays it
            self._open_document(document, lambda: self._select_there(at, 0))
            self.history_changed.emit()
            return
        self.select(at)
        rows = [(change.index, change.before if back else change.after) for change in act.changes]
        self._turn_locks(act, back)
        self._apply(rows, None if back else act.provenance)

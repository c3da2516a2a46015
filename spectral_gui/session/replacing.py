"""Replacement of a subtree by the next best one, the rest of the tree unchanged."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject

from spectral_core.data import Constraints, Ranked, Sentence
from spectral_core.data.structure import Position
from spectral_core.engine import ParseBelow
from spectral_gui.jobs import ANSWERS, Job
from spectral_gui.session.notices import Notices, Outcome, Unchanged
from spectral_gui.session.proposals import Suggestions
from spectral_gui.session.selection import Selection
from spectral_gui.session.session import Session
from spectral_gui.session.wording import describe_position
from spectral_gui.session.work import Work


@dataclass(frozen=True, slots=True)
class _Alternatives:
    """Trees that differ below a position, the one shown at first before the others, with the locks of each."""

    index: int
    position: Position
    trees: tuple[Sentence, ...]
    locks: tuple[Constraints, ...]


class SubtreeReplacement(QObject):
    """Replaces the subtree at a position by the next best; each step is an edit that locks what differs."""

    def __init__(self, session: Session, suggestions: Suggestions, work: Work, notices: Notices):
        super().__init__()
        self._session, self._suggestions, self._work, self._notices = session, suggestions, work, notices
        self._alternatives: _Alternatives | None = None
        self._job: Job[tuple[Ranked[Sentence], ...]] | None = None
        session.treebank_changed.connect(self._reset)
        session.sentence_changed.connect(lambda _: self._reset())
        session.selection_changed.connect(self._on_selection_changed)
        suggestions.model_changed.connect(self._reset)

    @property
    def is_idle(self) -> bool:
        """Whether no subtrees are being computed."""
        return self._job is None

    def show_next(self, position: Position, step: int) -> Outcome:
        """Show the next best subtree at a position, or for -1 the one before; after the last the first again."""
        session, alternatives = self._session, self._alternatives
        index = session.selection.sentence
        if (
            alternatives is not None
            and (alternatives.index, alternatives.position) == (index, position)
            and session.get_locks(index) in alternatives.locks
        ):
            return self._show(
                alternatives, (alternatives.locks.index(session.get_locks(index)) + step) % len(alternatives.trees)
            )
        suggestion, current_tree = self._suggestions.current, self._suggestions.current_tree
        if suggestion is None or current_tree is None:
            is_waiting = self._suggestions.is_waiting
            reason = (
                self.tr("The model is still parsing this sentence.") if is_waiting else self.tr("No tree is proposed.")
            )
            return self._notices.refuse(reason)
        if self._job is not None:
            return Unchanged()
        question, locks = suggestion.question, session.get_locks(index)
        request = ParseBelow(question.model, question.sentence, current_tree, position, question.constraints)
        job = self._job = self._work.send(ANSWERS, request)

        def on_finished(ranked: tuple[Ranked[Sentence], ...]) -> None:
            if job is not self._job:
                return
            self._job = None
            if session.selection.sentence != index or session.get_locks(index) != locks:
                return
            trees = (current_tree, *(candidate.value for candidate in ranked))
            alternative_locks = (question.structure.lock_corrections(locks, current_tree, tree) for tree in trees)
            self._alternatives = _Alternatives(index, position, trees, tuple(alternative_locks))
            self._show(self._alternatives, step % len(trees))

        def on_unsuccessful() -> None:
            if job is self._job:
                self._job = None

        job.finished.connect(on_finished)
        job.failed.connect(self._notices.refuse)
        job.when_unsuccessful(on_unsuccessful)
        return Unchanged()

    def _show(self, alternatives: _Alternatives, rank: int) -> Outcome:
        description = describe_position(alternatives.position, alternatives.trees[0].forms)
        count = len(alternatives.trees)
        if count == 1:
            return self._notices.refuse(self.tr("The model knows nothing else below {0}.").format(description))
        self._suggestions.prefer_tree(alternatives.trees[rank])
        outcome = self._suggestions.tree_locks.set_locks(
            alternatives.locks[rank], self.tr("Another tree below {0}").format(description)
        )
        if outcome:
            self._notices.notify(self.tr("Tree {0} of {1} below {2}").format(rank + 1, count, description))
        return outcome

    def _on_selection_changed(self, selection: Selection, previous: Selection) -> None:
        if selection.sentence != previous.sentence:
            self._reset()

    def _reset(self) -> None:
        job, self._job, self._alternatives = self._job, None, None
        if job is not None:
            job.cancel()

"""Acceptance of sentences: accepted without errors, accepted despite errors, or open; the same for all views."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from PySide6.QtCore import QObject

from spectral_core.data import EMPTY, Problem
from spectral_core.data.inventory import REQUIRED_COLUMNS, Column, ColumnUse, Inventory
from spectral_core.data.validation import find_problems_when_finished, find_words_without_value, is_error
from spectral_core.engine import SurveyResult
from spectral_core.project import Edit
from spectral_core.project.history import CONFIRMED
from spectral_gui.state.session import Session
from spectral_gui.text_display import resolve_plural


@dataclass(frozen=True, slots=True)
class AcceptanceStatus:
    """Whether a sentence is accepted, and the number of errors in it if it is."""

    is_accepted: bool = False
    error_count: int = 0

    @property
    def is_flagged(self) -> bool:
        """Whether the sentence is accepted, but has errors."""
        return self.is_accepted and self.error_count > 0

    @property
    def is_done(self) -> bool:
        """Whether the sentence is accepted and has no errors."""
        return self.is_accepted and not self.error_count

    @property
    def icon(self) -> tuple[str, str]:
        """Name of the icon and token of its colour; both "" for an open sentence."""
        if not self.is_accepted:
            return "", ""
        return ("circle-alert", "uncertain") if self.is_flagged else ("circle-check", "positive")


class AcceptedSentences(QObject):
    """Accepted sentences of the open document, those with errors apart.

    The survey of the document and each later edit say which sentences have errors, and which columns the document
    fills: an empty cell there is an error in an accepted sentence.
    """

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self.clear()

    def clear(self) -> None:
        """Forget the document."""
        self.flagged: set[int] = set()  # accepted sentences with errors, once the document was surveyed
        self.filled_columns: AbstractSet[Column] = frozenset()
        self._column_use = dict.fromkeys(REQUIRED_COLUMNS, ColumnUse())
        self._with_errors: set[int] = set()
        self._without_value: dict[Column, set[int]] = {column: set() for column in REQUIRED_COLUMNS}

    def is_accepted(self, index: int) -> bool:
        """Return whether the annotator has accepted a sentence."""
        return self._session.provenances.get(index) == CONFIRMED

    @property
    def count(self) -> int:
        """Number of accepted sentences, with and without errors."""
        return sum(provenance == CONFIRMED for provenance in self._session.provenances.values())

    def describe_status(self, status: AcceptanceStatus) -> str:
        """Return the acceptance of a sentence in words; "" for an open one."""
        if not status.is_flagged:
            return self.tr("accepted") if status.is_accepted else ""
        count = status.error_count
        return resolve_plural(self.tr("accepted, %Ln problem(s)", "", count), count)

    def describe_progress(self, size: int) -> str:
        """Return how many of `size` sentences are accepted; those with problems are counted apart."""
        done_count = self.count - len(self.flagged)
        if not self.flagged:
            return self.tr("{0} of {1} accepted").format(done_count, size)
        return self.tr("{0} of {1} accepted, {2} more with problems").format(done_count, size, len(self.flagged))

    def find_problems(self, index: int, problems: Sequence[Problem], inventory: Inventory) -> tuple[Problem, ...]:
        """Return the problems of an accepted sentence, given those that are problems before it is accepted too."""
        sentence = self._session.treebank[index]
        return find_problems_when_finished(sentence, inventory, self.filled_columns, problems)

    def start(self, survey: SurveyResult) -> None:
        """Take over what the survey of the document says; edits counted since it was requested are added."""
        for column, use in survey.inventory.column_use.items():
            added = self._column_use[column]
            self._column_use[column] = ColumnUse(use.filled + added.filled, use.words + added.words)
            self._without_value[column] = set(survey.without_value.get(column, ()))
        self._with_errors = set(survey.errors)
        self._update_all()

    def count_edit(self, edit: Edit, is_undo: bool) -> None:
        """Count the values that an edit filled in or removed, or that its undo did."""
        document = self._session.document
        for change in edit.changes:
            if change.document == document:
                before, after = (change.after, change.before) if is_undo else (change.before, change.after)
                values = {"lemma": (before.lemmas, after.lemmas), "upos": (before.upos, after.upos)}
                for column in REQUIRED_COLUMNS:
                    old, new = values[column]
                    if old != new:
                        self._column_use[column] = self._column_use[column].count_sentence(old, -1).count_sentence(new)

    def update_filled_columns(self) -> bool:
        """Find out again which columns the document fills; return whether others are filled now."""
        filled_columns = frozenset(column for column, use in self._column_use.items() if use.is_filled)
        if filled_columns == self.filled_columns:
            return False
        self._update_all()
        return True

    def update_sentence(self, index: int, problems: Iterable[Problem], inventory: Inventory) -> None:
        """Update whether a sentence is accepted and has errors, given the problems that it has in any case."""
        sentence = self._session.treebank[index]
        _set_member(self._with_errors, index, any(map(is_error, problems)))
        values = {"lemma": sentence.lemmas, "upos": sentence.upos}
        for column in REQUIRED_COLUMNS:
            lacks_value = EMPTY in values[column] and bool(find_words_without_value(sentence, column, inventory))
            _set_member(self._without_value[column], index, lacks_value)
        _set_member(self.flagged, index, self._is_flagged(index))

    def _update_all(self) -> None:
        """Find out again which columns are filled, and which accepted sentences have errors."""
        self.filled_columns = frozenset(column for column, use in self._column_use.items() if use.is_filled)
        self.flagged = {index for index in self._session.provenances if self._is_flagged(index)}

    def _is_flagged(self, index: int) -> bool:
        if not self.is_accepted(index):
            return False
        return index in self._with_errors or any(
            index in indices for column, indices in self._without_value.items() if column in self.filled_columns
        )


def _set_member(indices: set[int], index: int, is_member: bool) -> None:
    """Add an index to a set, or remove it."""
    (indices.add if is_member else indices.discard)(index)

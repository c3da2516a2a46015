"""Filters of the queue, search in the text of sentences, and a row of combo boxes that adapts to its width."""

from __future__ import annotations

import unicodedata
from collections.abc import Generator, Sequence

from PySide6.QtCore import QEvent, QObject, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QComboBox, QStyle, QStyleOptionComboBox, QWidget

from spectral_core.data import Treebank
from spectral_core.project.history import CONFIRMED
from spectral_gui import widgets
from spectral_gui.state import DocumentSearch, DocumentSurvey, Session

_GAP = 4  # pixels between two boxes
_SPARE = 4  # pixels: styles draw text in a little less than its field, and shares are rounded
ALL, PROBLEMS, ACCEPTED, OPEN, EDITED, FOUND = "all", "problems", "accepted", "open", "edited", "found"


class AdaptiveBoxRow(QWidget):
    """Row of combo boxes, stacked where their texts do not fit side by side."""

    def __init__(self, *boxes: QComboBox):
        super().__init__()
        self._boxes = boxes
        self._layout = widgets.make_row(*((box, 1) for box in boxes), on=self, margins=0, spacing=_GAP)
        widgets.connect_signals(self._update_direction, *(box.currentIndexChanged for box in boxes))

    def _update_direction(self, _: int = 0) -> None:
        widths = [max(_measure_box(box), box.minimumSizeHint().width()) for box in self._boxes]
        fits = sum(widths) + _GAP * (len(widths) - 1) <= self.width()
        direction = QBoxLayout.Direction.LeftToRight if fits else QBoxLayout.Direction.TopToBottom
        self._layout.setDirection(direction)
        for position, width in enumerate(widths):
            self._layout.setStretch(position, width if fits else 0)

    def minimumSizeHint(self) -> QSize:
        """Return the width of all boxes side by side even while they are stacked, so that a panel is not squeezed
        further."""
        widths = [box.minimumSizeHint().width() for box in self._boxes]
        return QSize(sum(widths) + _GAP * (len(widths) - 1), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._update_direction()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._update_direction()


def make_chooser(choices: dict[str, str], name: str) -> QComboBox:
    """Return a combo box that may become narrow, with its name as tool tip."""
    box = widgets.make_combo_box(choices, name, 4)
    box.setToolTip(name)
    return box


def _measure_box(box: QComboBox) -> int:
    """Return the width at which the chosen text of a box is not cut."""
    option = QStyleOptionComboBox()
    option.initFrom(box)
    text = QSize(box.fontMetrics().horizontalAdvance(box.currentText()), box.fontMetrics().height())
    return box.style().sizeFromContents(QStyle.ContentsType.CT_ComboBox, option, text, box).width() + _SPARE


class QueueFilter(QObject):
    """Combo box of the filters of the queue, and the sentences that pass."""

    changed = Signal()  # another filter was chosen

    def __init__(self, session: Session, surveying: DocumentSurvey, searching: DocumentSearch, parent: QObject):
        super().__init__(parent)
        self._session, self._surveying, self._searching = session, surveying, searching
        self._titles = {
            ALL: self.tr("All sentences"),
            PROBLEMS: self.tr("⚠ With problems"),
            OPEN: self.tr("Open: not accepted"),
            ACCEPTED: self.tr("✓ Accepted"),
            EDITED: self.tr("✎ Changed, not saved"),
            FOUND: self.tr("Found by query"),
        }
        self.box = make_chooser(self._titles, self.tr("Which sentences are listed"))
        self.box.currentIndexChanged.connect(lambda _: self.changed.emit())

    @property
    def name(self) -> str:
        return str(self.box.currentData())

    def choose(self, name: str) -> None:
        self.box.setCurrentIndex(self.box.findData(name))

    def list_passing(self) -> Sequence[int]:
        """Return the sentences that pass the chosen filter, in document order."""
        session, name = self._session, self.name
        size = len(session.treebank)
        if name == PROBLEMS:
            return sorted(self._surveying.flagged)
        if name == ACCEPTED:
            return sorted(index for index, status in session.decided.items() if status == CONFIRMED)
        if name == OPEN:
            return [index for index in range(size) if session.decided.get(index) != CONFIRMED]
        if name == EDITED:
            return sorted(session.edited)
        if name == FOUND:
            return [] if self._searching.matches is None else list(self._searching.matches.sentences)
        return range(size)

    def explain_empty(self, has_query: bool) -> str:
        """Return the sentence that says why the queue is empty."""
        session, name = self._session, self.name
        if not len(session.treebank):
            return self.tr("No sentences: open a treebank or a project.")
        if name == PROBLEMS and not self._surveying.is_complete:
            return self.tr("The sentences are being checked; those with problems will be listed here.")
        if name == FOUND and self._searching.matches is None:
            return self.tr("Nothing was looked for yet. What Find finds is listed here.")
        if has_query:
            return self.tr("No sentence has these words and passes the filter “{0}”.").format(self._titles[name])
        return self.tr("No sentence passes the filter “{0}”.").format(self._titles[name])


def find_text(treebank: Treebank, query: str) -> Generator[None, None, list[int]]:
    """Find the sentences that contain a text, in their raw text or in their joined forms; yields between sentences."""
    exact = any(map(unicodedata.combining, query))
    folded_query = _fold(query, exact)
    matches = []
    for index, sentence in enumerate(treebank):
        if folded_query in _fold(sentence.text, exact) or folded_query in _fold(" ".join(sentence.forms), exact):
            matches.append(index)
        yield
    return matches


def _fold(text: str, exact: bool) -> str:
    """Fold the case of a text, and strip its combining marks unless `exact`."""
    text = text.casefold()
    if exact or text.isascii():
        return text
    return "".join(character for character in text if not unicodedata.combining(character))

"""Which sentences the queue lists: boxes to choose from, what passes filters and has words, why there is nothing."""

from __future__ import annotations

import unicodedata
from collections.abc import Generator, Sequence

from PySide6.QtCore import QEvent, QObject, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QComboBox, QStyle, QStyleOptionComboBox, QWidget

from spectral_core.data import Treebank
from spectral_core.project.history import CONFIRMED
from spectral_gui import widgets
from spectral_gui.session import Searching, Session, Surveying

_GAP = 4  # pixels between two boxes
_SPARE = 4  # pixels: a style draws the text in a little less than its field, and shares are rounded
ALL, PROBLEMS, ACCEPTED, OPEN, EDITED, FOUND = "all", "problems", "accepted", "open", "edited", "found"


class Choices(QWidget):
    """Gives each box the room that its text needs before any of them gets more."""

    def __init__(self, *boxes: QComboBox):
        super().__init__()
        self._boxes = boxes
        self._row = widgets.row(*((box, 1) for box in boxes), on=self, margins=0, spacing=_GAP)
        widgets.hear(self._arrange, *(box.currentIndexChanged for box in boxes))

    def _arrange(self, _: int = 0) -> None:
        needs = [max(_needed(box), box.minimumSizeHint().width()) for box in self._boxes]
        fits = sum(needs) + _GAP * (len(needs) - 1) <= self.width()
        direction = QBoxLayout.Direction.LeftToRight if fits else QBoxLayout.Direction.TopToBottom
        self._row.setDirection(direction)
        for place, need in enumerate(needs):
            self._row.setStretch(place, need if fits else 0)

    def minimumSizeHint(self) -> QSize:
        """As wide as both boxes side by side, also where they are not: a panel is not to be squeezed further then."""
        widths = [box.minimumSizeHint().width() for box in self._boxes]
        return QSize(sum(widths) + _GAP * (len(widths) - 1), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._arrange()


def chooser(choices: dict[str, str], name: str) -> QComboBox:
    """A box to choose from, as wide as the panel lets it be."""
    box = widgets.chooser(choices, name, 4)
    box.setToolTip(name)
    return box


def _needed(box: QComboBox) -> int:
    """The width in which the text chosen is not cut."""
    option = QStyleOptionComboBox()
    option.initFrom(box)
    text = QSize(box.fontMetrics().horizontalAdvance(box.currentText()), box.fontMetrics().height())
    return box.style().sizeFromContents(QStyle.ContentsType.CT_ComboBox, option, text, box).width() + _SPARE


class Filters(QObject):
    """A box to choose the filter from."""

    changed = Signal()  # another filter was chosen

    def __init__(self, session: Session, surveying: Surveying, searching: Searching, parent: QObject):
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
        self.box = chooser(self._titles, self.tr("Which sentences are listed"))
        self.box.currentIndexChanged.connect(lambda _: self.changed.emit())

    @property
    def name(self) -> str:
        return str(self.box.currentData())

    def choose(self, name: str) -> None:
        self.box.setCurrentIndex(self.box.findData(name))

    def passing(self) -> Sequence[int]:
        """The sentences that pass the filter chosen, as they stand in the document."""
        session, name = self._session, self.name
        size = len(session.treebank)
        if name == PROBLEMS:
            return sorted(self._surveying.flagged)
        if name == ACCEPTED:
            return sorted(at for at, where in session.decided.items() if where == CONFIRMED)
        if name == OPEN:
            return [at for at in range(size) if session.decided.get(at) != CONFIRMED]
        if name == EDITED:
            return sorted(session.edited)
        if name == FOUND:
            return [] if self._searching.query is None else list(self._searching.query.sentences)
        return range(size)

    def why_nothing(self, words_typed: bool) -> str:
        session, name = self._session, self.name
        if not len(session.treebank):
            return self.tr("No sentences: open a treebank or a project.")
        if name == PROBLEMS and not self._surveying.surveyed:
            return self.tr("The sentences are being checked; those with problems will be listed here.")
        if name == FOUND and self._searching.query is None:
            return self.tr("Nothing was looked for yet. What Find finds is listed here.")
        if words_typed:
            return self.tr("No sentence has these words and passes the filter “{0}”.").format(self._titles[name])
        return self.tr("No sentence passes the filter “{0}”.").format(self._titles[name])


def holding(treebank: Treebank, wanted: str) -> Generator[None, None, list[int]]:
    """The sentences with these letters in a row, in their text or in their words; yields between sentences."""
    exact = any(map(unicodedata.combining, wanted))
    letters = _plain(wanted, exact)
    found = []
    for at, sentence in enumerate(treebank):
        if letters in _plain(sentence.text, exact) or letters in _plain(" ".join(sentence.forms), exact):
            found.append(at)
        yield
    return found


def _plain(text: str, exact: bool) -> str:
    """A text as it is compared: unless marks were typed, without vowel marks."""
    text = text.casefold()
    if exact or text.isascii():
        return text
    return "".join(letter for letter in text if not unicodedata.combining(letter))

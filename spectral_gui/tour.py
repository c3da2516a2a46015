"""The guided tour: nine stops in the window as it is, told in the words of the page of help about it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QMainWindow, QWidget

from spectral_core.files import locate_assets
from spectral_gui import theme, widgets
from spectral_gui.panels import Panels
from spectral_gui.resources import isolated
from spectral_gui.session import Session

# a workspace, and the dock, the page or the part of the window that is looked at there, for each part of the page
STOPS = (
    ("annotate", "queue"),
    ("annotate", "annotate"),
    ("annotate", "word"),
    ("annotate", "status"),
    ("read", "reading"),
    ("explore", "exploring"),
    ("compare", "comparing"),
    ("train", "training"),
    ("annotate", "search"),
)
_WIDE, _GAP = 360, 12  # pixels of the card, and between it and what it is about
_MODIFIERS = (Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_Meta, Qt.Key.Key_AltGr)
_ON = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_Right, Qt.Key.Key_Down)
_BACK = (Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_Backspace)
_HEADING = re.compile(r"^## ", re.MULTILINE)


def told() -> list[tuple[str, str]]:
    """The parts of the page: a title each, and what is said under it."""
    page = (locate_assets() / "help" / "tour.md").read_text(encoding="utf-8")
    parts = _HEADING.split(page)[1:]
    return [(title.strip(), text.strip()) for title, _, text in (part.partition("\n") for part in parts)]


class Tour(QObject):
    """Goes from stop to stop; the window can be used meanwhile. What it does not know, it opens the sample for."""

    def __init__(
        self, window: QMainWindow, session: Session, panels: Panels, parts: Mapping[str, QWidget],
        open_sample: Callable[[], object],
    ):  # fmt: skip
        super().__init__(window)
        self._window, self._session, self._panels, self._open_sample = window, session, panels, open_sample
        self._parts = parts  # of the window, by name: beside docks and pages
        self._at = 0
        self._waiting = False  # for the sample
        self._began_in = ""  # the workspace
        self._card: TourCard | None = None
        self._frame: _Frame | None = None
        self._target: QWidget | None = None
        self._settle = widgets.pause(self, self._place)
        self._begin = widgets.pause(self, lambda: self._go(0))  # when the window has shown what was opened
        session.treebank_changed.connect(self._arrive)

    @property
    def card(self) -> TourCard | None:
        """What stands in the window while the tour is on."""
        return self._card

    def show_tour(self) -> None:
        """Begins at the first stop, with the sample where nothing is open."""
        self._began_in = self._panels.workspace.name
        if len(self._session.treebank):
            self._go(0)
        else:
            self._waiting = True
            self._open_sample()

    def _arrive(self) -> None:
        if self._waiting:
            self._waiting = False
            self._begin.start()

    def _go(self, at: int) -> None:
        if self._card is None:
            self._frame, self._card = _Frame(self._window), TourCard(self._window)
            self._card.stepped.connect(self._step)
            self._card.left.connect(self.leave)
            self._window.installEventFilter(self)
        self._at = at
        workspace, name = STOPS[at]
        if self._panels.workspace.name != workspace:
            self._panels.show_workspace(workspace)
        if name in self._panels.docks:
            self._panels.bring(name)
        if self._target is not None:
            self._target.removeEventFilter(self)
        self._target = self._parts.get(name) or self._panels.pages.get(name) or self._panels.docks[name].widget()
        self._target.installEventFilter(self)
        self._card.show_stop(at, *told()[at])
        self._place()
        self._card.setFocus(Qt.FocusReason.PopupFocusReason)
        self._settle.start()

    def _step(self, by: int) -> None:
        if 0 <= self._at + by < len(STOPS):
            self._go(self._at + by)
        elif by > 0:
            self.leave()

    def leave(self) -> None:
        """Ends the tour where it began."""
        if self._card is None or self._frame is None:
            return
        self._window.removeEventFilter(self)
        if self._target is not None:
            self._target.removeEventFilter(self)
        for one in (self._card, self._frame):
            one.hide()
            one.deleteLater()
        self._card = self._frame = self._target = None
        if self._panels.workspace.name != self._began_in:
            self._panels.show_workspace(self._began_in)
        self._panels.focus_page()

    def _place(self) -> None:
        """Frames what is looked at, and puts the card beside it, or into its lower corner where it fills the window."""
        card, frame, target = self._card, self._frame, self._target
        if card is None or frame is None or target is None:
            return
        window = self._window.rect()
        area = QRect(target.mapTo(self._window, QPoint()), target.size()).intersected(window)
        frame.setGeometry(area)
        frame.setVisible(target.isVisible())
        card.setFixedWidth(min(_WIDE * card.fontMetrics().height() // 16, window.width() - 2 * _GAP))
        size = card.sizeHint().boundedTo(window.size())
        size.setHeight(max(size.height(), card.heightForWidth(card.width())))
        size.setWidth(card.width())
        place = next(
            (one for one in _beside(area, size.width(), size.height()) if window.contains(one)),
            QRect(area.right() - size.width() - 2 * _GAP, area.bottom() - size.height() - 2 * _GAP, *size.toTuple()),
        )
        place.moveLeft(max(_GAP, min(place.left(), window.right() - place.width() - _GAP)))
        place.moveTop(max(_GAP, min(place.top(), window.bottom() - place.height() - _GAP)))
        card.setGeometry(place)
        frame.raise_()
        card.show()
        card.raise_()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.LayoutRequest):
            self._settle.start()
        return False


def _beside(area: QRect, wide: int, high: int) -> tuple[QRect, ...]:
    """Where a card may stand: behind, before, below or above what it is about."""
    return (
        QRect(area.right() + _GAP, area.top() + _GAP, wide, high),
        QRect(area.left() - _GAP - wide, area.top() + _GAP, wide, high),
        QRect(area.right() - wide, area.bottom() + _GAP, wide, high),
        QRect(area.right() - wide, area.top() - _GAP - high, wide, high),
    )


class _Frame(QWidget):
    """A frame round what is looked at, through which the mouse goes."""

    def __init__(self, window: QWidget):
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.colours(theme.is_dark_palette(self.palette())).selected, 2))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 8, 8)
        painter.end()


class TourCard(QFrame):
    """What is said at a stop. Return and arrows step, any other key leaves."""

    stepped = Signal(int)
    left = Signal()

    def __init__(self, window: QWidget):
        super().__init__(window)
        self.setObjectName("tour")
        self.setAutoFillBackground(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.title, self.text = widgets.label(wraps=True), widgets.label(wraps=True)
        self.title.setProperty("kind", "title")
        self.text.setTextFormat(Qt.TextFormat.MarkdownText)
        self._count = widgets.label(faint=True)
        self.back = widgets.button(self.tr("Back"), lambda: self.stepped.emit(-1), self.tr("The stop before (Left)"))
        self.forth = widgets.button("", lambda: self.stepped.emit(1), self.tr("The next stop (Return)"))
        self.leaving = widgets.button(self.tr("Leave"), self.left, self.tr("End the tour (Esc, or any other key)"))
        self.forth.setProperty("kind", "primary")
        for button in (self.back, self.leaving):
            button.setProperty("kind", "quiet")
        for button in (self.back, self.forth, self.leaving):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        foot = widgets.row(self._count, widgets.REST, self.leaving, self.back, self.forth, spacing=4)
        widgets.column(self.title, self.text, 4, foot, on=self, margins=(16, 12, 16, 12), spacing=6)

    def show_stop(self, at: int, title: str, text: str) -> None:
        self.title.setText(title)
        self.text.setText(text)
        self._count.setText(self.tr("{0} of {1}").format(at + 1, len(STOPS)))
        self.back.setEnabled(at > 0)
        self.forth.setText(self.tr("Next") if at + 1 < len(STOPS) else self.tr("Done"))
        self.forth.setAccessibleName(self.forth.text())
        self.setAccessibleName(f"{isolated(title)}, {self._count.text()}")
        self.setAccessibleDescription(text)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()  # every key is the tour's
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _MODIFIERS:
            return
        if event.key() in _ON:
            self.stepped.emit(1)
        elif event.key() in _BACK:
            self.stepped.emit(-1)
        else:
            self.left.emit()

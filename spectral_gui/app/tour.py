"""Guided tour of the window in nine stops, with texts from its help page."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QMainWindow, QWidget

from spectral_core.files import locate_assets
from spectral_gui import theme, widgets
from spectral_gui.app.panels import Panels
from spectral_gui.state import Session
from spectral_gui.text_display import isolate_text

# for each stop: a workspace, and the dock, page or part of the window to highlight
TOUR_STOPS = (
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
_CARD_WIDTH, _GAP = 360, 12  # pixels: the width of the card, and its distance to the target
_MODIFIER_KEYS = (Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_Meta, Qt.Key.Key_AltGr)
_NEXT_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_Right, Qt.Key.Key_Down)
_PREVIOUS_KEYS = (Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_Backspace)
_HEADING = re.compile(r"^## ", re.MULTILINE)


def read_tour_texts() -> list[tuple[str, str]]:
    """Return the sections of the help page: a title and a text each."""
    page = (locate_assets() / "help" / "tour.md").read_text(encoding="utf-8")
    parts = _HEADING.split(page)[1:]
    return [(title.strip(), text.strip()) for title, _, text in (part.partition("\n") for part in parts)]


class Tour(QObject):
    """Tour from stop to stop, during which the window stays usable. It opens the sample if nothing is open."""

    def __init__(
        self, window: QMainWindow, session: Session, panels: Panels, parts: Mapping[str, QWidget],
        open_sample: Callable[[], object],
    ):  # fmt: skip
        super().__init__(window)
        self._window, self._session, self._panels, self._open_sample = window, session, panels, open_sample
        self._parts = parts  # of the window, by name, other than docks and pages
        self._stop_index = 0
        self._awaits_sample = False  # waiting for the sample to open
        self._initial_workspace = ""  # workspace to return to
        self._card: TourCard | None = None
        self._target_frame: _TargetFrame | None = None
        self._target: QWidget | None = None
        self._place_timer = widgets.make_timer(self, self._place_card)
        self._start_timer = widgets.make_timer(self, lambda: self._show_stop(0))  # after the sample is shown
        session.treebank_changed.connect(self._on_treebank_changed)

    @property
    def card(self) -> TourCard | None:
        """Card in the window while the tour is on."""
        return self._card

    def show_tour(self) -> None:
        """Begin at the first stop, opening the sample if nothing is open."""
        self._initial_workspace = self._panels.workspace.name
        if len(self._session.treebank):
            self._show_stop(0)
        else:
            self._awaits_sample = True
            self._open_sample()

    def _on_treebank_changed(self) -> None:
        if self._awaits_sample:
            self._awaits_sample = False
            self._start_timer.start()

    def _show_stop(self, index: int) -> None:
        """Show a stop: its workspace and panel, and the card next to the target."""
        if self._card is None:
            self._target_frame, self._card = _TargetFrame(self._window), TourCard(self._window)
            self._card.step_requested.connect(self._on_step_requested)
            self._card.cancelled.connect(self.end_tour)
            self._window.installEventFilter(self)
        self._stop_index = index
        workspace, name = TOUR_STOPS[index]
        if self._panels.workspace.name != workspace:
            self._panels.show_workspace(workspace)
        if name in self._panels.docks:
            self._panels.show_dock(name)
        if self._target is not None:
            self._target.removeEventFilter(self)
        self._target = self._parts.get(name) or self._panels.pages.get(name) or self._panels.docks[name].widget()
        self._target.installEventFilter(self)
        self._card.show_stop(index, *read_tour_texts()[index])
        self._place_card()
        self._card.setFocus(Qt.FocusReason.PopupFocusReason)
        self._place_timer.start()

    def _on_step_requested(self, step: int) -> None:
        if 0 <= self._stop_index + step < len(TOUR_STOPS):
            self._show_stop(self._stop_index + step)
        elif step > 0:
            self.end_tour()

    def end_tour(self) -> None:
        """End the tour and return to the workspace where it began."""
        if self._card is None or self._target_frame is None:
            return
        self._window.removeEventFilter(self)
        if self._target is not None:
            self._target.removeEventFilter(self)
        for widget in (self._card, self._target_frame):
            widget.hide()
            widget.deleteLater()
        self._card = self._target_frame = self._target = None
        if self._panels.workspace.name != self._initial_workspace:
            self._panels.show_workspace(self._initial_workspace)
        self._panels.focus_page()

    def _place_card(self) -> None:
        """Frame the target, and place the card next to it, or in its lower corner if the target fills the window."""
        card, frame, target = self._card, self._target_frame, self._target
        if card is None or frame is None or target is None:
            return
        window = self._window.rect()
        area = QRect(target.mapTo(self._window, QPoint()), target.size()).intersected(window)
        frame.setGeometry(area)
        frame.setVisible(target.isVisible())
        card.setFixedWidth(min(_CARD_WIDTH * card.fontMetrics().height() // 16, window.width() - 2 * _GAP))
        size = card.sizeHint().boundedTo(window.size())
        size.setHeight(max(size.height(), card.heightForWidth(card.width())))
        size.setWidth(card.width())
        card_area = next(
            (
                candidate
                for candidate in _list_candidate_areas(area, size.width(), size.height())
                if window.contains(candidate)
            ),
            QRect(area.right() - size.width() - 2 * _GAP, area.bottom() - size.height() - 2 * _GAP, *size.toTuple()),
        )
        card_area.moveLeft(max(_GAP, min(card_area.left(), window.right() - card_area.width() - _GAP)))
        card_area.moveTop(max(_GAP, min(card_area.top(), window.bottom() - card_area.height() - _GAP)))
        card.setGeometry(card_area)
        frame.raise_()
        card.show()
        card.raise_()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.LayoutRequest):
            self._place_timer.start()
        return False


def _list_candidate_areas(area: QRect, width: int, height: int) -> tuple[QRect, ...]:
    """Return the candidate areas of a card: after, before, below or above its target."""
    return (
        QRect(area.right() + _GAP, area.top() + _GAP, width, height),
        QRect(area.left() - _GAP - width, area.top() + _GAP, width, height),
        QRect(area.right() - width, area.bottom() + _GAP, width, height),
        QRect(area.right() - width, area.top() - _GAP - height, width, height),
    )


class _TargetFrame(QWidget):
    """Frame around the target, transparent to mouse events."""

    def __init__(self, window: QWidget):
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.get_colours(theme.is_dark_palette(self.palette())).selected, 2))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 8, 8)
        painter.end()


class TourCard(QFrame):
    """Card with the text of a stop. Return and the arrow keys step, any other key ends the tour."""

    step_requested = Signal(int)
    cancelled = Signal()

    def __init__(self, window: QWidget):
        super().__init__(window)
        self.setObjectName("tour")
        self.setAutoFillBackground(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.title, self.text = widgets.make_label(wraps=True), widgets.make_label(wraps=True)
        self.title.setProperty("kind", "title")
        self.text.setTextFormat(Qt.TextFormat.MarkdownText)
        self._count_label = widgets.make_label(faint=True)
        self.back_button = widgets.make_button(
            self.tr("Back"), lambda: self.step_requested.emit(-1), self.tr("Previous stop (Left)")
        )
        self.next_button = widgets.make_button("", lambda: self.step_requested.emit(1), self.tr("Next stop (Return)"))
        self.leave_button = widgets.make_button(
            self.tr("Leave"), self.cancelled, self.tr("End the tour (Esc, or any other key)")
        )
        self.next_button.setProperty("kind", "primary")
        for button in (self.back_button, self.leave_button):
            button.setProperty("kind", "quiet")
        for button in (self.back_button, self.next_button, self.leave_button):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        foot = widgets.make_row(
            self._count_label, widgets.STRETCH, self.leave_button, self.back_button, self.next_button, spacing=4
        )
        widgets.make_column(self.title, self.text, 4, foot, on=self, margins=(16, 12, 16, 12), spacing=6)

    def show_stop(self, index: int, title: str, text: str) -> None:
        self.title.setText(title)
        self.text.setText(text)
        self._count_label.setText(self.tr("{0} of {1}").format(index + 1, len(TOUR_STOPS)))
        self.back_button.setEnabled(index > 0)
        self.next_button.setText(self.tr("Next") if index + 1 < len(TOUR_STOPS) else self.tr("Done"))
        self.next_button.setAccessibleName(self.next_button.text())
        self.setAccessibleName(f"{isolate_text(title)}, {self._count_label.text()}")
        self.setAccessibleDescription(text)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()  # every key belongs to the tour
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _MODIFIER_KEYS:
            return
        if event.key() in _NEXT_KEYS:
            self.step_requested.emit(1)
        elif event.key() in _PREVIOUS_KEYS:
            self.step_requested.emit(-1)
        else:
            self.cancelled.emit()

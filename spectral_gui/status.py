"""The status line: what is saved, what undo would take back, which model proposes, what the engine does."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QStatusBar, QStyle, QStyleOption, QWidget

from spectral_gui import theme
from spectral_gui.lists import as_tip
from spectral_gui.resources import counted
from spectral_gui.session import AppContext

_LONGEST = 48  # characters of a step; the whole of it is in the tool tip
_MARGIN = 6  # beside a message
_CAP, _APART = 2, 14  # between keys and what they do; between one pair and the next
_SHOWN = 10_000  # milliseconds of a message


class MessageLine(QStatusBar):
    """A status bar whose message takes the place of what stands at the left; the whole of it is in the tool tip."""

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self.messageChanged.connect(lambda text: self.setToolTip(as_tip(text)))

    @property
    def shown_message(self) -> str:
        """As much of the message as there is room for."""
        return self.fontMetrics().elidedText(self.currentMessage(), Qt.TextElideMode.ElideRight, self._room().width())

    def _room(self) -> QRect:
        """Where the message is written: up to the nearest label, which stand at the left in mirrored windows."""
        room = self.rect().adjusted(_MARGIN, 0, -_MARGIN, 0)
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        for label in self.findChildren(QLabel, options=Qt.FindChildOption.FindDirectChildrenOnly):
            if label.isVisible() and label.text() and mirrored:
                room.setLeft(max(room.left(), label.geometry().right() + _MARGIN))
            elif label.isVisible() and label.text():
                room.setRight(min(room.right(), label.geometry().left() - _MARGIN))
        return room

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.currentMessage():
            super().paintEvent(event)
            return
        painter = QPainter(self)
        option = QStyleOption()
        option.initFrom(self)
        self.style().drawPrimitive(QStyle.PrimitiveElement.PE_PanelStatusBar, option, painter, self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        aligned = Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        painter.drawText(self._room(), int(aligned), self.shown_message)


class StatusPart(QLabel):
    """A text of the status line, with a sign before it where it has one; cut where there is no room: no window is held
    wide by what stands there."""

    def __init__(self, name: str, share: float = 1.0) -> None:
        super().__init__()
        self._share = share  # of the window's width, at most
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAccessibleName(name)
        self.setMargin(3)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self._sign = self._token = ""

    def say(self, text: str, sign: str = "", token: str = "faint") -> None:
        """Another text, and the drawing before it in the colour of a token."""
        if (text, sign if text else "", token) == (self.text(), self._sign, self._token):
            return  # the window would lay itself out anew
        self._sign, self._token = sign if text else "", token
        self.setText(text)
        self.updateGeometry()
        self.update()

    @property
    def _before(self) -> int:
        return self.fontMetrics().height() + _MARGIN if self._sign else 0

    def sizeHint(self) -> QSize:
        size, most = super().sizeHint(), round(self._share * self.window().width())
        return QSize(min(size.width() + self._before, most) if self.text() else 0, size.height())

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        inside = self.contentsRect().adjusted(self.margin(), 0, -self.margin(), 0)
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        if self._sign and inside.width() > self._before:
            high = self.fontMetrics().height() - 2
            dark = theme.is_dark_palette(self.palette())
            left = inside.right() - high if mirrored else inside.left()
            sign = theme.pixmap(self._sign, dark, self._token, high)
            painter.drawPixmap(left, inside.center().y() - high // 2, sign)
            inside.adjust(0 if mirrored else self._before, 0, -self._before if mirrored else 0, 0)
        text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, inside.width())
        aligned = Qt.AlignmentFlag.AlignVCenter | (
            Qt.AlignmentFlag.AlignRight if mirrored else Qt.AlignmentFlag.AlignLeft
        )
        self.style().drawItemText(painter, inside, int(aligned), self.palette(), True, text)


class KeysPart(StatusPart):
    """What one is in, and keys there with what they do; each key drawn as one."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._rows: Sequence[tuple[str, str]] = ()

    def tell(self, rows: Sequence[tuple[str, str]]) -> None:
        """Pairs of a key and what it does; the key is "" for what is said alone."""
        self._rows = rows
        self.say("   ".join(f"{keys} {text}".strip() for keys, text in rows))

    def width_of(self, rows: Sequence[tuple[str, str]]) -> int:
        """How wide such pairs are."""
        metrics = self.fontMetrics()
        texts = sum(metrics.horizontalAdvance(text) + _CAP + _APART for _, text in rows)
        return texts + sum(theme.caps_width(metrics, keys) for keys, _ in rows)

    def sizeHint(self) -> QSize:
        return QSize(self.width_of(self._rows), super().sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, metrics = QPainter(self), self.fontMetrics()
        colours = theme.colours(theme.is_dark_palette(self.palette()))
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        x = 0

        def place(width: int) -> QRect:
            nonlocal x
            found = QRect(self.width() - x - width if mirrored else x, 0, width, self.height())
            x += width
            return found

        for keys, text in self._rows:
            theme.draw_caps(painter, place(theme.caps_width(metrics, keys)), keys, colours, mirrored)
            x += _CAP if keys else 0
            painter.setPen(colours.faint)
            painter.drawText(place(metrics.horizontalAdvance(text)), int(Qt.AlignmentFlag.AlignCenter), text)
            x += _APART


class StatusLine(QObject):
    """Labels in a status bar that say where a session stands, and beside them what was done last."""

    def __init__(self, desk: AppContext, bar: QStatusBar):
        super().__init__(bar)
        self._session, self._saving, self._proposals, self._bar = (
            desk.session,
            desk.document_saver,
            desk.suggestions,
            bar,
        )
        self._unasked = desk.auto_trainer
        self._refused: tuple[tuple[object, ...], str] = ((), "")  # where something was refused last, and why
        self._noted_after = 0  # acts, when the message that stands there was said
        self.saved = StatusPart(self.tr("What is saved"), 0.25)
        self.next = StatusPart(self.tr("What undo would take back"), 0.1)
        self.model = StatusPart(self.tr("The model that proposes trees"), 0.3)
        self.engine = StatusPart(self.tr("What the engine does"), 0.15)
        self.keys = KeysPart(self.tr("Keys"))
        for label in (self.saved, self.model, self.next, self.engine):
            bar.addWidget(label)
        bar.addPermanentWidget(self.keys)
        self._show_engine("")
        self._show_model()
        self._show_history()
        desk.session.history_changed.connect(self._show_history)
        desk.session.selection_changed.connect(self._follow_place)
        desk.session.treebank_changed.connect(self._follow_place)
        desk.work.busy_changed.connect(self._show_engine)
        desk.suggestions.model_changed.connect(self._show_model)
        desk.auto_trainer.changed.connect(self._show_model)

    def note(self, sentence: str) -> None:
        """Says what was done, until the next act."""
        self._bar.showMessage(sentence, _SHOWN)
        self._noted_after = self._session.edit_count

    def refuse(self, sentence: str) -> None:
        """Says why something was not done, as long as the sentence is shown that it was about."""
        self.note(sentence)
        self._refused = (self._place, sentence)

    @property
    def _place(self) -> tuple[object, ...]:
        session = self._session
        return (session.generation, session.document, session.selection.sentence)

    def _follow_place(self, *_: object) -> None:
        """Takes away a refusal that was about another sentence, or another document."""
        place, sentence = self._refused
        if sentence and place != self._place:
            self._refused = ((), "")
            if self._bar.currentMessage() == sentence:
                self._bar.clearMessage()

    def _show_history(self) -> None:
        """Says anew what is saved and what undo would take back."""
        session = self._session
        if session.edit_count != self._noted_after:
            self._bar.clearMessage()  # it was about an act before
            self._noted_after = session.edit_count
        kept = not session.read_only and not session.edited and session.project is not None
        self.saved.say(self._said_of_saving(), "check" if kept else "pencil-line", "positive" if kept else "faint")
        step = session.undo_step
        shown = step if step is None or len(step) <= _LONGEST else step[: _LONGEST - 1] + "…"
        self.next.say("" if shown is None else self.tr("undo: {0}").format(f"\u2068{shown}\u2069"))
        self.next.setToolTip(as_tip(step or ""))

    def _said_of_saving(self) -> str:
        session = self._session
        if not len(session.treebank):
            return ""
        if session.read_only:
            return self.tr("read only")
        if session.project is None:
            return self.tr("in memory only")
        if unsaved := len(session.edited):
            kept = counted(self.tr("every decision kept; %Ln sentence(s) not in the file yet", "", unsaved), unsaved)
            return f"{kept}{self._said_of_others()}"
        if self._saving.saved_at is not None:
            return self.tr("saved {0}").format(self._saving.saved_at.strftime("%H:%M")) + self._said_of_others()
        return self.tr("nothing to save") + self._said_of_others()

    def _said_of_others(self) -> str:
        """What the other files of the project do not hold."""
        count = sum(self._saving.unsaved_elsewhere.values())
        return "" if not count else counted(self.tr("; %Ln sentence(s) not in other files yet", "", count), count)

    def _show_model(self) -> None:
        """Which model proposes, what it was learnt from, and how often it was right before something was decided."""
        run, told = self._proposals.model.run, self._unasked.status
        self.model.say(self.tr("proposes: {0}").format(told) if told else "", "network")
        self.model.setToolTip(as_tip("" if run is None else f"{run.name} ({run.method}): {', '.join(run.documents)}"))

    def _show_engine(self, doing: str) -> None:
        self.engine.say(f"{doing} …" if doing else "")

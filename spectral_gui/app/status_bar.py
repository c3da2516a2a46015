"""Message bar for errors, and status bar: messages, saved state, next undo step, active parser, engine, key hints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QRect, QSize, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QLabel,
    QSizePolicy,
    QStatusBar,
    QStyle,
    QStyleOption,
    QWidget,
)

from spectral_gui import theme, widgets
from spectral_gui.actions import ACTIONS_BY_NAME, FIXED_KEYS, SCOPES, KeyBindings, format_keys, translate
from spectral_gui.state import AppContext, ChangeKind, Changes
from spectral_gui.text_display import resolve_plural
from spectral_gui.widgets.dialogs import TextDialog
from spectral_gui.widgets.lists import to_tooltip

_MAX_STEP_CHARACTERS = 48  # of an undo step; the full text is in the tool tip
_MARGIN = 6  # pixels left and right of a message
_KEY_GAP, _PAIR_GAP = 2, 14  # between a key and its action; between two pairs
_MESSAGE_MILLISECONDS = 10_000  # display time of a message
_MAX_HINTS = 6
_MAX_WIDTH_SHARE = 0.45  # share of the window's width
# actions hinted in each scope while they fit, the scope's own first; fixed keys where a scope has no changeable keys
_HINTED_ACTIONS = {
    "annotate": ("annotate.accept", "annotate.edit_word", "annotate.search"),
    "dependency": (
        "dependency.attach",
        "dependency.relabel",
        "dependency.next_doubtful",
        "dependency.lock",
        "dependency.ask",
    ),
    "constituency": (
        "constituency.group",
        "constituency.relabel",
        "constituency.attach",
        "constituency.delete_node",
        "constituency.lock",
        "constituency.ask",
    ),
    "question": ("question.answer_yes", "question.answer_no", "question.skip"),
    "candidates": ("candidates.explain", "candidates.write_one"),
    "reading": (
        "reading.flip_known",
        "reading.flip_marks",
        "reading.turn_vowels",
        "reading.flip_glosses",
        "reading.show_words",
        "reading.show_quiz",
    ),
    "vocabulary": ("vocabulary.flip_known", "vocabulary.turn_filter", "vocabulary.focus_text"),
    "quiz": ("quiz.next_question", "quiz.explain", "quiz.flip_known"),
    "comparing": ("comparing.next_difference", "comparing.previous_difference"),
    "steps": (),
    "exploring": ("exploring.next_merge", "exploring.previous_merge", "exploring.compare_automata"),
    "training": ("training.start", "training.cancel"),
}
_PARENT_SCOPES = {"dependency": "annotate", "constituency": "annotate", "candidates": "annotate"}

_MAX_LINES = 4  # of a message in the bar; its button shows the full text
_MAX_MESSAGES = 20  # messages; the oldest is dropped
# between checks; to notice a message; to read it
_POLL_INTERVAL_MILLISECONDS, _MIN_VISIBLE_MILLISECONDS, _READING_MILLISECONDS_PER_LETTER = 500, 4_000, 70


@dataclass(slots=True)
class _Message:
    """Message in the bar, with its time on screen."""

    text: str
    visible_milliseconds: int = 0  # on screen in the active window
    is_obsolete: bool = False  # its cause is resolved

    @property
    def can_expire(self) -> bool:
        """Whether the message is obsolete and was visible long enough."""
        return (
            self.is_obsolete
            and self.visible_milliseconds
            >= _MIN_VISIBLE_MILLISECONDS + _READING_MILLISECONDS_PER_LETTER * len(self.text)
        )


class MessageBar(QFrame):
    """Bar of messages above the page, the newest on top; it takes no keyboard focus. A message disappears when it is
    closed, or when it is obsolete and was visible long enough to be read."""

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self.setObjectName("messages")
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAutoFillBackground(True)
        self._messages: list[_Message] = []
        self._poll_timer = QTimer(self)
        self._poll_timer.setInterval(_POLL_INTERVAL_MILLISECONDS)
        self._poll_timer.timeout.connect(self._on_poll)
        self._icon_label = widgets.make_label("⚠", name=self.tr("Message"))
        self._text_label = widgets.make_label(wraps=True, selectable=True)
        self._text_label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._count_label = widgets.make_label()
        self._details_button = widgets.make_button(
            self.tr("Show &all of it"),
            lambda: TextDialog(self.tr("Message"), "", self.text, self.window()).open(),
            self.tr("Show the full message to read or copy"),
        )
        self._close_button = widgets.make_tool_button("✕", self.tr("Close the message"), self.dismiss)
        self._close_button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        parts = (self._icon_label, (self._text_label, 1), self._count_label, self._details_button, self._close_button)
        widgets.make_row(*parts, on=self, margins=(10, 4, 6, 4))
        self.hide()

    @property
    def text(self) -> str:
        """The message on screen; "" for none."""
        return self._messages[-1].text if self._messages else ""

    def show_error(self, text: str) -> None:
        """Show a message in front of the others; an earlier one with the same text is dropped."""
        self._messages = [message for message in self._messages if message.text != text][-_MAX_MESSAGES + 1 :]
        self._messages.append(_Message(text))
        self._show_newest_message()

    def mark_obsolete(self, message_text: str | None = None) -> None:
        """Mark one message, or all, as obsolete: they disappear once they could be read."""
        for message in self._messages:
            message.is_obsolete = message.is_obsolete or message_text in (None, message.text)
        self._remove_expired_messages()

    def dismiss(self) -> None:
        """Close the message on screen; the previous one comes back."""
        if self._messages:
            self._messages.pop()
        self._show_newest_message()

    def _on_poll(self) -> None:
        """Count the time for which the newest message was on screen, and remove expired messages."""
        if self._messages and self.isVisible() and self.window().isActiveWindow():
            self._messages[-1].visible_milliseconds += _POLL_INTERVAL_MILLISECONDS
        self._remove_expired_messages()

    def _remove_expired_messages(self) -> None:
        remaining = [message for message in self._messages if not message.can_expire]
        if len(remaining) < len(self._messages):
            self._messages = remaining
            self._show_newest_message()

    def _show_newest_message(self) -> None:
        """Show the newest message, shortened, and the number of others; hide the bar if there is none."""
        if not self._messages:
            self._poll_timer.stop()
            self.hide()
            return
        if not self._poll_timer.isActive():
            self._poll_timer.start()
        sentence = self.text
        lines = sentence.split("\n")
        excerpt = "\n".join(lines[:_MAX_LINES])
        self._text_label.setText(excerpt if len(excerpt) <= 600 else excerpt[:600] + " …")
        self._text_label.setAccessibleName(sentence)
        self._details_button.setVisible(len(lines) > _MAX_LINES or len(excerpt) > 600)
        waiting_count = len(self._messages) - 1
        self._count_label.setText(self.tr("+{0}").format(waiting_count))
        self._count_label.setToolTip(self.tr("More messages"))
        self._count_label.setVisible(waiting_count > 0)
        self.show()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        else:
            super().keyPressEvent(event)


class MessageStatusBar(QStatusBar):
    """Status bar whose message covers the labels at the left; the full message is in the tool tip."""

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self.messageChanged.connect(lambda text: self.setToolTip(to_tooltip(text)))

    @property
    def elided_message(self) -> str:
        """The current message, elided to the space for it."""
        return self.fontMetrics().elidedText(
            self.currentMessage(), Qt.TextElideMode.ElideRight, self._get_message_area().width()
        )

    def _get_message_area(self) -> QRect:
        """Return the area of the message: up to the nearest permanent label, which is at the left in mirrored
        windows."""
        area = self.rect().adjusted(_MARGIN, 0, -_MARGIN, 0)
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        for label in self.findChildren(QLabel, options=Qt.FindChildOption.FindDirectChildrenOnly):
            if label.isVisible() and label.text() and mirrored:
                area.setLeft(max(area.left(), label.geometry().right() + _MARGIN))
            elif label.isVisible() and label.text():
                area.setRight(min(area.right(), label.geometry().left() - _MARGIN))
        return area

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.currentMessage():
            super().paintEvent(event)
            return
        painter = QPainter(self)
        option = QStyleOption()
        option.initFrom(self)
        self.style().drawPrimitive(QStyle.PrimitiveElement.PE_PanelStatusBar, option, painter, self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        alignment = Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        painter.drawText(self._get_message_area(), int(alignment), self.elided_message)


class StatusLabel(QLabel):
    """Label of the status line with an optional icon; elided, so that it never widens a window."""

    def __init__(self, name: str, max_share: float = 1.0) -> None:
        super().__init__()
        self._max_share = max_share  # maximum share of the window's width
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAccessibleName(name)
        self.setMargin(3)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self._icon_name = self._colour_token = ""

    def show_text(self, text: str, icon_name: str = "", colour_token: str = "faint") -> None:
        """Set the text, and the icon before it in the colour of a token."""
        if (text, icon_name if text else "", colour_token) == (self.text(), self._icon_name, self._colour_token):
            return  # avoid a new layout of the window
        self._icon_name, self._colour_token = icon_name if text else "", colour_token
        self.setText(text)
        self.updateGeometry()
        self.update()

    @property
    def _icon_width(self) -> int:
        return self.fontMetrics().height() + _MARGIN if self._icon_name else 0

    def sizeHint(self) -> QSize:
        size, max_width = super().sizeHint(), round(self._max_share * self.window().width())
        return QSize(min(size.width() + self._icon_width, max_width) if self.text() else 0, size.height())

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        area = self.contentsRect().adjusted(self.margin(), 0, -self.margin(), 0)
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        if self._icon_name and area.width() > self._icon_width:
            icon_size = self.fontMetrics().height() - 2
            dark = theme.is_dark_palette(self.palette())
            left = area.right() - icon_size if mirrored else area.left()
            pixmap = theme.make_pixmap(self._icon_name, dark, self._colour_token, icon_size)
            painter.drawPixmap(left, area.center().y() - icon_size // 2, pixmap)
            area.adjust(0 if mirrored else self._icon_width, 0, -self._icon_width if mirrored else 0, 0)
        text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, area.width())
        alignment = Qt.AlignmentFlag.AlignVCenter | (
            Qt.AlignmentFlag.AlignRight if mirrored else Qt.AlignmentFlag.AlignLeft
        )
        self.style().drawItemText(painter, area, int(alignment), self.palette(), True, text)


class KeysLabel(StatusLabel):
    """Label that shows the name of the scope, and its keys with their actions; each key is drawn as a key cap."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._key_hints: Sequence[tuple[str, str]] = ()

    def show_keys(self, key_hints: Sequence[tuple[str, str]]) -> None:
        """Show pairs of a key and its action; the key is "" for plain text."""
        self._key_hints = key_hints
        self.show_text("   ".join(f"{keys} {text}".strip() for keys, text in key_hints))

    def measure_width(self, key_hints: Sequence[tuple[str, str]]) -> int:
        """Return the width, in pixels, of pairs of a key and its action."""
        metrics = self.fontMetrics()
        texts_width = sum(metrics.horizontalAdvance(text) + _KEY_GAP + _PAIR_GAP for _, text in key_hints)
        return texts_width + sum(theme.measure_key_caps(metrics, keys) for keys, _ in key_hints)

    def sizeHint(self) -> QSize:
        return QSize(self.measure_width(self._key_hints), super().sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, metrics = QPainter(self), self.fontMetrics()
        colours = theme.get_colours(theme.is_dark_palette(self.palette()))
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        x = 0

        def take_area(width: int) -> QRect:
            nonlocal x
            area = QRect(self.width() - x - width if mirrored else x, 0, width, self.height())
            x += width
            return area

        for keys, text in self._key_hints:
            theme.draw_key_caps(painter, take_area(theme.measure_key_caps(metrics, keys)), keys, colours, mirrored)
            x += _KEY_GAP if keys else 0
            painter.setPen(colours.faint)
            painter.drawText(take_area(metrics.horizontalAdvance(text)), int(Qt.AlignmentFlag.AlignCenter), text)
            x += _PAIR_GAP


class StatusLine(QObject):
    """Labels in a status bar that show the state of a session, next to the last message."""

    def __init__(self, context: AppContext, bar: QStatusBar):
        super().__init__(bar)
        self._session, self._document_saver, self._suggestions, self._bar = (
            context.session,
            context.document_saver,
            context.suggestions,
            bar,
        )
        self._auto_trainer = context.auto_trainer
        self._refusal: tuple[tuple[object, ...], str] = ((), "")  # location and reason of the last refusal
        self._edit_count_at_message = 0  # number of edits when the current message was shown
        self._survey = context.survey
        self.acceptance_label = StatusLabel(self.tr("Acceptance of the sentence"), 0.25)
        self.saved_label = StatusLabel(self.tr("Save status"), 0.25)
        self.undo_label = StatusLabel(self.tr("Next undo"), 0.1)
        self.model_label = StatusLabel(self.tr("Active parser"), 0.3)
        self.engine_label = StatusLabel(self.tr("Background work"), 0.15)
        self.keys_label = KeysLabel(self.tr("Keys"))
        for label in (self.acceptance_label, self.saved_label, self.model_label, self.undo_label, self.engine_label):
            bar.addWidget(label)
        bar.addPermanentWidget(self.keys_label)
        self._on_busy_changed("")
        self._update_model_label()
        self._on_history_changed()
        context.session.changes.add_view(
            "status-line",
            self._on_changes,
            ChangeKind.HISTORY
            | ChangeKind.SELECTION
            | ChangeKind.DOCUMENT
            | ChangeKind.MODELS
            | ChangeKind.SURVEY
            | ChangeKind.DECISIONS,
        )
        context.work.busy_changed.connect(self._on_busy_changed)
        context.auto_trainer.changed.connect(self._update_model_label)

    def show_message(self, message: str) -> None:
        """Show a message for ten seconds, or until the next edit."""
        self._bar.showMessage(message, _MESSAGE_MILLISECONDS)
        self._edit_count_at_message = self._session.edit_count

    def show_refusal(self, reason: str) -> None:
        """Show the reason of a refusal as a message, also no longer than on the selected sentence."""
        self.show_message(reason)
        self._refusal = (self._location, reason)

    @property
    def _location(self) -> tuple[object, ...]:
        """The open document and the selected sentence, to detect that one of them has changed."""
        session = self._session
        return (session.generation, session.document, session.selection.sentence)

    def _on_changes(self, changes: Changes) -> None:
        if changes.has(ChangeKind.HISTORY):
            self._on_history_changed()
        if changes.has(ChangeKind.SELECTION | ChangeKind.DOCUMENT):
            self._on_location_changed()
        if changes.kinds != ChangeKind.MODELS:
            self._update_acceptance_label()
        if changes.has(ChangeKind.MODELS):
            self._update_model_label()

    def _update_acceptance_label(self) -> None:
        """Show whether the selected sentence is accepted, and with how many problems."""
        acceptance = self._survey.get_acceptance(self._session.selection.sentence)
        text = self._survey.accepted.describe_status(acceptance)
        self.acceptance_label.show_text(text, *acceptance.icon)

    def _on_location_changed(self) -> None:
        """Remove a refusal that was about another sentence, or another document."""
        location, reason = self._refusal
        if reason and location != self._location:
            self._refusal = ((), "")
            if self._bar.currentMessage() == reason:
                self._bar.clearMessage()

    def _on_history_changed(self) -> None:
        """Show what is saved and what would be undone; clear a message about an earlier edit."""
        session = self._session
        if session.edit_count != self._edit_count_at_message:
            self._bar.clearMessage()  # it was about an earlier edit
            self._edit_count_at_message = session.edit_count
        self._bar.window().setWindowModified(bool(session.unsaved_sentences))
        is_saved = not session.read_only_reason and not session.unsaved_sentences and session.project is not None
        self.saved_label.show_text(
            self._describe_save_status(), "check" if is_saved else "pencil-line", "positive" if is_saved else "faint"
        )
        undo_text = session.undo_text
        excerpt = (
            undo_text
            if undo_text is None or len(undo_text) <= _MAX_STEP_CHARACTERS
            else undo_text[: _MAX_STEP_CHARACTERS - 1] + "…"
        )
        self.undo_label.show_text("" if excerpt is None else self.tr("undo: {0}").format(f"\u2068{excerpt}\u2069"))
        self.undo_label.setToolTip(to_tooltip(undo_text or ""))

    def _describe_save_status(self) -> str:
        """Describe what is saved, in the journal and in the files."""
        session = self._session
        if not len(session.treebank):
            return ""
        if session.read_only_reason:
            return self.tr("read only")
        if session.project is None:
            return self.tr("in memory only")
        if unsaved_count := len(session.unsaved_sentences):
            text = resolve_plural(
                self.tr("journal up to date; %Ln unsaved sentence(s)", "", unsaved_count), unsaved_count
            )
            return f"{text}{self._describe_other_files()}"
        if self._document_saver.saved_at is not None:
            return (
                self.tr("saved {0}").format(self._document_saver.saved_at.strftime("%H:%M"))
                + self._describe_other_files()
            )
        return self.tr("nothing to save") + self._describe_other_files()

    def _describe_other_files(self) -> str:
        """Describe the unsaved changes of the project's other files."""
        count = sum(self._document_saver.unsaved_elsewhere.values())
        return (
            "" if not count else resolve_plural(self.tr("; %Ln unsaved sentence(s) in other files", "", count), count)
        )

    def _update_model_label(self) -> None:
        """Show the active parser, its training data, and its accuracy on decided parts."""
        run, status = self._suggestions.model.active_run, self._auto_trainer.model_description
        self.model_label.show_text(self.tr("model: {0}").format(status) if status else "", "network")
        self.model_label.setToolTip(
            to_tooltip("" if run is None else f"{run.name} ({run.method}): {', '.join(run.documents)}")
        )

    def _on_busy_changed(self, description: str) -> None:
        self.engine_label.show_text(f"{description} …" if description else "")


class KeyHints(QObject):
    """Key hints of the focused scope: as many as fit in the status line, all in the tool tip. `scope_widgets` are the
    widgets of each scope."""

    def __init__(
        self, label: KeysLabel, scope_widgets: Mapping[str, Sequence[QWidget]], keys: KeyBindings, parent: QObject
    ):
        super().__init__(parent)
        self._label, self._scope_widgets, self._keys = label, scope_widgets, keys
        self.scope = ""  # of the focused widget
        self._update_timer = QTimer(self)  # focus changes in bursts
        self._update_timer.setSingleShot(True)
        self._update_timer.timeout.connect(self._update_focused_scope)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._schedule_update)
        keys.changed.connect(self._schedule_update)

    def _schedule_update(self, *_: object) -> None:
        self._update_timer.start()

    def _update_focused_scope(self) -> None:
        """Find the scope of the focused widget, and show its hints."""
        focused = QApplication.focusWidget()
        active_scopes = [
            scope
            for scope, scope_widgets in self._scope_widgets.items()
            if focused is not None
            and any(widget is focused or widget.isAncestorOf(focused) for widget in scope_widgets)
        ]
        self.scope = next((scope for scope in _HINTED_ACTIONS if scope in active_scopes and scope != "annotate"), "")
        self.scope = self.scope or ("annotate" if "annotate" in active_scopes else "")
        self.show_fitting_hints()

    def show_fitting_hints(self) -> None:
        """Show as many hints as fit next to the rest of the line."""
        hints = all_hints = self.hints
        max_width = _MAX_WIDTH_SHARE * self._label.window().width()
        while hints and self._label.measure_width(hints) > max_width:
            hints = [*hints[:-2], hints[-1]] if len(hints) > 2 else []
        self._label.show_keys(hints)
        self._label.setToolTip(to_tooltip("\n".join(f"{keys} {text}".strip() for keys, text in all_hints)))

    @property
    def hints(self) -> list[tuple[str, str]]:
        """Pairs of a key and its action: the name of the scope, its keys, and the key that lists all."""
        if not self.scope:
            return []
        scopes = [self.scope, *([_PARENT_SCOPES[self.scope]] if self.scope in _PARENT_SCOPES else [])]
        actions = [ACTIONS_BY_NAME[name] for scope in scopes for name in _HINTED_ACTIONS.get(scope, ())]
        fixed_keys = [fixed for fixed in FIXED_KEYS if not actions and fixed.scope == self.scope]
        key_hints = [(translate(fixed.keys), translate(fixed.text)) for fixed in fixed_keys]
        for action in actions[: _MAX_HINTS - 1]:
            if keys := format_keys(self._keys.get_keys(action)[:1]):
                key_hints.append((keys, action.plain_text))
        list_action = ACTIONS_BY_NAME["annotate.show_keys" if "annotate" in scopes else "window.show_keys"]
        return [
            ("", translate(SCOPES[self.scope])),
            *key_hints,
            (format_keys(self._keys.get_keys(list_action)[:1]), list_action.plain_text),
        ]

"""Key hints: at most six keys of the focused widget at the end of the status line, and the name of its scope."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from spectral_gui.actions import ACTIONS, BY_NAME, FIXED_KEYS, SCOPES, KeyBindings, format_keys, translate
from spectral_gui.lists import to_tooltip
from spectral_gui.status import KeysLabel

_MAX_HINTS = 6
_MAX_WIDTH_SHARE = 0.45  # of the width of the window
# methods hinted in each scope, as far as they fit, its own first; fixed keys where a scope has no changeable
# ones
_SCOPE_HINTS = {
    "annotate": ("accept", "edit_word", "search"),
    "dependency": ("attach", "relabel", "next_doubtful", "lock", "ask"),
    "constituency": ("group", "relabel", "attach", "delete_node", "lock", "ask"),
    "question": ("answer_yes", "answer_no", "skip"),
    "candidates": ("explain", "write_one"),
    "reading": ("flip_known", "flip_marks", "turn_vowels", "flip_glosses", "show_words", "show_quiz"),
    "vocabulary": ("flip_known", "turn_filter", "focus_text"),
    "quiz": ("next_question", "explain", "flip_known"),
    "comparing": ("next_difference", "previous_difference"),
    "steps": (),
    "exploring": ("next_merge", "previous_merge", "compare_automata"),
    "training": ("start", "cancel"),
}
_PARENT_SCOPES = {"dependency": "annotate", "constituency": "annotate", "candidates": "annotate", "queue": "annotate"}
_ACTIONS_BY_METHOD = {(row.scope, row.method): row for row in ACTIONS}


class KeyHints(QObject):
    """Presenter that writes the hints into a label of the status line, all of them into its tool tip; `scope_widgets`
    are the widgets of each scope."""

    def __init__(
        self, label: KeysLabel, scope_widgets: Mapping[str, Sequence[QWidget]], keys: KeyBindings, parent: QObject
    ):
        super().__init__(parent)
        self._label, self._scope_widgets, self._keys = label, scope_widgets, keys
        self.scope = ""  # of the focused widget
        self._update_timer = QTimer(self)  # focus changes in bursts
        self._update_timer.setSingleShot(True)
        self._update_timer.timeout.connect(self._update_scope)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._schedule_update)
        keys.changed.connect(self._schedule_update)

    def _schedule_update(self, *_: object) -> None:
        self._update_timer.start()

    def _update_scope(self) -> None:
        focused = QApplication.focusWidget()
        active_scopes = [
            scope
            for scope, scope_widgets in self._scope_widgets.items()
            if focused is not None
            and any(widget is focused or widget.isAncestorOf(focused) for widget in scope_widgets)
        ]
        self.scope = next((scope for scope in _SCOPE_HINTS if scope in active_scopes and scope != "annotate"), "")
        self.scope = self.scope or ("annotate" if "annotate" in active_scopes else "")
        self.fit_to_width()

    def fit_to_width(self) -> None:
        """Show as many hints as fit beside the rest of the line."""
        hints = all_hints = self.hints
        max_width = _MAX_WIDTH_SHARE * self._label.window().width()
        while hints and self._label.measure_width(hints) > max_width:
            hints = [*hints[:-2], hints[-1]] if len(hints) > 2 else []
        self._label.show_keys(hints)
        self._label.setToolTip(to_tooltip("\n".join(f"{keys} {text}".strip() for keys, text in all_hints)))

    @property
    def hints(self) -> list[tuple[str, str]]:
        """Name of the scope, its keys, and the key that lists all: pairs of a key and what it does."""
        if not self.scope:
            return []
        scopes = [self.scope, *([_PARENT_SCOPES[self.scope]] if self.scope in _PARENT_SCOPES else [])]
        actions = [_ACTIONS_BY_METHOD[scope, name] for scope in scopes for name in _SCOPE_HINTS.get(scope, ())]
        fixed_keys = [fixed for fixed in FIXED_KEYS if not actions and fixed.scope == self.scope]
        key_hints = [(translate(fixed.keys), translate(fixed.text)) for fixed in fixed_keys]
        for action in actions[: _MAX_HINTS - 1]:
            if keys := format_keys(self._keys.get_keys(action)[:1]):
                key_hints.append((keys, action.plain_text))
        list_action = BY_NAME["annotate.show_keys" if "annotate" in scopes else "window.show_keys"]
        return [
            ("", translate(SCOPES[self.scope])),
            *key_hints,
            (format_keys(self._keys.get_keys(list_action)[:1]), list_action.plain_text),
        ]

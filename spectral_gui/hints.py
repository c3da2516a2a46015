"""The keys of what has the keys: at most six, at the end of the status line, and what one is in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from spectral_gui.actions import ACTIONS, BY_NAME, FIXED, SCOPES, Keys, shown_keys, translated
from spectral_gui.lists import as_tip
from spectral_gui.status import KeysPart

_MOST = 6
_SHARE = 0.45  # of the width of the window
# what is told of each scope, as far as there is room; its own keys first, those that a view answers itself where none
# can be changed
_TOLD = {
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
_WITH = {"dependency": "annotate", "constituency": "annotate", "candidates": "annotate", "queue": "annotate"}
_ROWS = {(row.scope, row.calls): row for row in ACTIONS}


class Hints(QObject):
    """Writes them into a part of the status line, all into its tool tip; `places` are the widgets of each scope."""

    def __init__(self, part: KeysPart, places: Mapping[str, Sequence[QWidget]], keys: Keys, parent: QObject):
        super().__init__(parent)
        self._part, self._places, self._keys = part, places, keys
        self.scope = ""  # in which the keys are heard now
        self._soon = QTimer(self)  # focus changes in bursts
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._show)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._come)
        keys.changed.connect(self._come)

    def _come(self, *_: object) -> None:
        self._soon.start()

    def _show(self) -> None:
        now = QApplication.focusWidget()
        found = [
            scope
            for scope, places in self._places.items()
            if now is not None and any(place is now or place.isAncestorOf(now) for place in places)
        ]
        self.scope = next((scope for scope in _TOLD if scope in found and scope != "annotate"), "")
        self.scope = self.scope or ("annotate" if "annotate" in found else "")
        self.squeeze()

    def squeeze(self) -> None:
        """Tells as much as there is room for beside the rest of the line."""
        told = every = self.told
        most = _SHARE * self._part.window().width()
        while told and self._part.width_of(told) > most:
            told = [*told[:-2], told[-1]] if len(told) > 2 else []
        self._part.tell(told)
        self._part.setToolTip(as_tip("\n".join(f"{keys} {text}".strip() for keys, text in every)))

    @property
    def told(self) -> list[tuple[str, str]]:
        """What one is in, the keys there, and where all keys are: pairs of a key and what it does."""
        if not self.scope:
            return []
        scopes = [self.scope, *([_WITH[self.scope]] if self.scope in _WITH else [])]
        rows = [_ROWS[scope, name] for scope in scopes for name in _TOLD.get(scope, ())]
        own = [row for row in FIXED if not rows and row.scope == self.scope]
        said = [(translated(row.keys), translated(row.text)) for row in own]
        for row in rows[: _MOST - 1]:
            if keys := shown_keys(self._keys.of(row)[:1]):
                said.append((keys, row.plain_text))
        every = BY_NAME["annotate.show_keys" if "annotate" in scopes else "window.show_keys"]
        return [("", translated(SCOPES[self.scope])), *said, (shown_keys(self._keys.of(every)[:1]), every.plain_text)]

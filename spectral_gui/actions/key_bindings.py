"""Key bindings: the current keys of each action, reserved keys, conflicts, and the sheet of keys as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from PySide6.QtCore import QCoreApplication, QKeyCombination, QObject, Qt, Signal
from PySide6.QtGui import QKeySequence

from spectral_gui.actions.action_table import (
    ACTIONS,
    ACTIONS_BY_NAME,
    FIXED_KEYS,
    SCOPES,
    WINDOW_SCOPES,
    Action,
    can_conflict,
    translate,
)

TYPING_MODIFIERS = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
_MOVEMENT_KEYS = {
    Qt.Key[f"Key_{name}"] for name in ["Left", "Right", "Up", "Down", "Home", "End", "PageUp", "PageDown"]
}


def parse_keys(keys: Iterable[str]) -> list[QKeySequence]:
    """Parse keys in Qt's portable notation, such as Ctrl+Z."""
    return [QKeySequence(key, QKeySequence.SequenceFormat.PortableText) for key in keys]


def format_keys(keys: Iterable[str]) -> str:
    """Format keys as this system writes them."""
    return ", ".join(sequence.toString(QKeySequence.SequenceFormat.NativeText) for sequence in parse_keys(keys))


def explain_invalid_key(action: Action, key: str) -> str:
    """Return why an action cannot have a key, as a sentence; "" if it can."""
    if not key:
        return ""
    pressed = parse_keys([key])[0][0]  # type: ignore[index] # the stubs do not know it; the first chord
    modifiers = pressed.keyboardModifiers() & ~TYPING_MODIFIERS
    if pressed.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Tab, Qt.Key.Key_Backtab) and not modifiers:
        return translate("This key always leaves a field or a dialog.")
    if pressed.key() in _MOVEMENT_KEYS and not modifiers:
        return translate("The arrow keys move in lists and trees.")
    if action.scope in WINDOW_SCOPES and not modifiers and not is_function_key(pressed.key()):
        return translate("Keys that work everywhere need Ctrl, Alt or a function key: others type text in fields.")
    for fixed in FIXED_KEYS:
        if fixed.scope == action.scope and _is_listed(pressed, fixed.keys.split(", ")):
            return translate("This panel always uses the key for “{0}”.").format(translate(fixed.text))
    return ""


def _is_listed(pressed: QKeyCombination, keys: Iterable[str]) -> bool:
    """Return whether a key, also on the keypad, is one of `keys`, in which Enter stands for Return as well."""
    key = Qt.Key.Key_Enter if pressed.key() == Qt.Key.Key_Return else pressed.key()
    modifiers = pressed.keyboardModifiers() & ~Qt.KeyboardModifier.KeypadModifier
    return QKeySequence(QKeyCombination(modifiers, key)) in parse_keys(keys)


def is_function_key(key: int) -> bool:
    return Qt.Key.Key_F1 <= key <= Qt.Key.Key_F35


class KeyBindings(QObject):
    """Current keys of each action: the defaults, except where the user chose others."""

    changed = Signal()

    def __init__(self, overrides: Mapping[str, str] | None = None, parent: QObject | None = None):
        super().__init__(parent)
        self._overrides = dict(overrides or {})

    @property
    def overrides(self) -> dict[str, str]:
        """Changed keys by name of the action, for the preferences. Several keys are separated by "; "."""
        return dict(self._overrides)

    def get_keys(self, action: Action) -> tuple[str, ...]:
        """Return the keys of an action, the one shown in menus first; empty if it has none."""
        override = self._overrides.get(action.name)
        if override is None:
            return action.keys
        return tuple(key for key in override.split("; ") if QKeySequence(key).toString())

    def find_conflicts(self, action: Action, key: str) -> tuple[Action, ...]:
        """Return the actions that would be triggered together with `action` if it had `key`."""
        key_sequences = parse_keys([key])
        return tuple(
            candidate
            for candidate in ACTIONS
            if can_conflict(action, candidate)
            and any(sequence in key_sequences for sequence in parse_keys(self.get_keys(candidate)))
        )

    def rebind(self, name: str, *keys: str) -> None:
        """Give an action other keys; without any, it has none. Other actions lose these keys."""
        action = ACTIONS_BY_NAME[name]
        new_keys = tuple(dict.fromkeys(sequence.toString() for sequence in parse_keys(keys) if not sequence.isEmpty()))
        for key in new_keys:
            for conflicting in self.find_conflicts(action, key):
                key_sequences = parse_keys([key])
                self._set_keys(
                    conflicting,
                    [remaining for remaining in self.get_keys(conflicting) if parse_keys([remaining]) != key_sequences],
                )
        self._set_keys(action, new_keys)
        self.changed.emit()

    def reset_keys(self, name: str | None = None) -> None:
        """Restore the default keys of one action, or of all; other actions lose these keys."""
        if name is None:
            self._overrides.clear()
            self.changed.emit()
        else:
            self.rebind(name, *ACTIONS_BY_NAME[name].keys)

    def replace_overrides(self, overrides: Mapping[str, str]) -> None:
        """Replace all keys that the user chose."""
        self._overrides = dict(overrides)
        self.changed.emit()

    def _set_keys(self, action: Action, keys: Sequence[str]) -> None:
        """Store the keys of an action; its default keys need no entry."""
        if parse_keys(keys) == parse_keys(action.keys):
            self._overrides.pop(action.name, None)
        else:
            self._overrides[action.name] = "; ".join(keys)


def iterate_key_rows(keys: KeyBindings) -> Iterator[tuple[str, list[tuple[str, str, str]]]]:
    """Yield the title of each scope with its rows (action, keys, hint)."""
    for scope, title in SCOPES.items():
        rows = [
            (action.plain_text, format_keys(keys.get_keys(action)), translate(action.hint))
            for action in ACTIONS
            if action.scope == scope
        ]
        rows += [(translate(fixed.text), translate(fixed.keys), "") for fixed in FIXED_KEYS if fixed.scope == scope]
        if rows:
            yield translate(title), rows


def format_key_sheet(keys: KeyBindings) -> str:
    """Return the sheet as plain text, to print or save; actions without a key are left out."""
    lines: list[str] = []
    for title, rows in iterate_key_rows(keys):
        with_keys = [row for row in rows if row[1]]
        if with_keys:
            width = max(len(key_text) for _, key_text, _ in with_keys)
            lines += ["", title, *(f"  {key_text:<{width}}  {text}" for text, key_text, _ in with_keys)]
    return "\n".join(lines).strip() + "\n"


def format_key_help_page(keys: KeyBindings) -> str:
    """Return the sheet as a help page in Markdown, in the same order; keys in portable names."""
    parts = [
        QCoreApplication.translate("actions", "# Keys"),
        QCoreApplication.translate(
            "actions",
            (
                "Letters are commands in trees, outlines, the line of words and the queue; in fields they type text. "
                "You can change most keys under Edit, Change keys; keys without a description are fixed."
            ),
        ),
    ]
    for scope, title in SCOPES.items():
        rows = [
            (", ".join(f"`{key}`" for key in keys.get_keys(action)), action.plain_text, translate(action.hint))
            for action in ACTIONS
            if action.scope == scope and keys.get_keys(action)
        ]
        rows += [
            (f"`{translate(fixed.keys)}`", translate(fixed.text), "") for fixed in FIXED_KEYS if fixed.scope == scope
        ]
        if rows:
            lines = ["| key | action | what it does |", "|---|---|---|", *(f"| {' | '.join(row)} |" for row in rows)]
            parts += [f"## {translate(title)}", "\n".join(lines)]
    return "\n\n".join(parts) + "\n"

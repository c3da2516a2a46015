"""Keys: those that each action has now, what it cannot have, and who else has them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeySequence

from spectral_gui.actions.action import EVERYWHERE, Action, collide, translated
from spectral_gui.actions.table import ACTIONS, BY_NAME


def sequences(keys: Iterable[str]) -> list[QKeySequence]:
    return [QKeySequence(key, QKeySequence.SequenceFormat.PortableText) for key in keys]


def shown_keys(keys: Iterable[str]) -> str:
    """Keys as this system writes them."""
    return ", ".join(one.toString(QKeySequence.SequenceFormat.NativeText) for one in sequences(keys))


def refusal(action: Action, key: str) -> str:
    """Why an action cannot have a key, as a sentence; "" where it can."""
    if not key:
        return ""
    pressed = sequences([key])[0][0]  # type: ignore[index] # the stubs do not know it; the first chord
    chord = pressed.keyboardModifiers() & ~LIGHT
    if pressed.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Tab, Qt.Key.Key_Backtab) and not chord:
        return translated("This key leaves a field or a dialogue everywhere.")
    if pressed.key() in _ARROWS and not chord:
        return translated("The arrow keys move in lists and trees.")
    if action.scope in EVERYWHERE and not chord and not is_function_key(pressed.key()):
        return translated("What works everywhere needs Ctrl, Alt or a function key: other keys are typed into fields.")
    return ""


LIGHT = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
_ARROWS = {Qt.Key[f"Key_{name}"] for name in ["Left", "Right", "Up", "Down", "Home", "End", "PageUp", "PageDown"]}


def is_function_key(key: int) -> bool:
    return Qt.Key.Key_F1 <= key <= Qt.Key.Key_F35


class Keys(QObject):
    """Which keys each action has now: as they come, except where the user chose others."""

    changed = Signal()

    def __init__(self, chosen: Mapping[str, str] | None = None, parent: QObject | None = None):
        super().__init__(parent)
        self._chosen = dict(chosen or {})

    @property
    def chosen(self) -> dict[str, str]:
        """What differs from how keys come, by name of the action: for the preferences. Several keys part by "; "."""
        return dict(self._chosen)

    def of(self, action: Action) -> tuple[str, ...]:
        """The keys of an action, the one that menus show first; none where it has none."""
        written = self._chosen.get(action.name)
        if written is None:
            return action.keys
        return tuple(key for key in written.split("; ") if QKeySequence(key).toString())

    def conflicts(self, action: Action, key: str) -> tuple[Action, ...]:
        """The actions that would be heard together with `action` if it had `key`."""
        wanted = sequences([key])
        return tuple(
            other
            for other in ACTIONS
            if collide(action, other) and any(one in wanted for one in sequences(self.of(other)))
        )

    def rebind(self, name: str, *keys: str) -> None:
        """Gives an action other keys; without any, it has none. Whoever had one of them goes without it."""
        action = BY_NAME[name]
        wanted = tuple(dict.fromkeys(one.toString() for one in sequences(keys) if not one.isEmpty()))
        for key in wanted:
            for other in self.conflicts(action, key):
                taken = sequences([key])
                self._choose(other, [own for own in self.of(other) if sequences([own]) != taken])
        self._choose(action, wanted)
        self.changed.emit()

    def reset(self, name: str | None = None) -> None:
        """Gives one action, or all of them, back the keys they come with; whoever had one of these goes without it."""
        if name is None:
            self._chosen.clear()
            self.changed.emit()
        else:
            self.rebind(name, *BY_NAME[name].keys)

    def replace(self, chosen: Mapping[str, str]) -> None:
        self._chosen = dict(chosen)
        self.changed.emit()

    def _choose(self, action: Action, keys: Sequence[str]) -> None:
        if sequences(keys) == sequences(action.keys):
            self._chosen.pop(action.name, None)
        else:
            self._chosen[action.name] = "; ".join(keys)

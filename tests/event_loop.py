"""Turns of the event loop, for tests in which something must not come: no test waits for a fixed time to see that."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEventLoop, QTimer

from spectral_gui.state import ChangeKind, Changes


def turn(times: int = 5) -> None:
    """Lets the loop go round: what was posted, or due at once, is done when this returns, and what that began too."""
    for _ in range(times):
        loop = QEventLoop()
        QTimer.singleShot(0, loop.quit)
        loop.exec()


def of_kind(kinds: ChangeKind) -> Callable[[Changes], bool]:
    """Returns whether changes are of one of these kinds, as `waitSignal` asks of a session's `changed`."""
    return lambda changes: changes.has(kinds)

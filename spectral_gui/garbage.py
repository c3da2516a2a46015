"""Garbage is not looked for while a thread works: it may hold widgets, and Qt ends a process that drops them there."""

from __future__ import annotations

import gc

_threads = 0  # that work now; counted by the window's thread alone


def hold() -> None:
    """A thread is about to start."""
    global _threads
    _threads += 1
    gc.disable()


def release() -> None:
    """That thread has ended; when it was the last, garbage is looked for again."""
    global _threads
    _threads -= 1
    if not _threads:
        gc.enable()

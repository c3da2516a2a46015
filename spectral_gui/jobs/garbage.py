"""Pausing of garbage collection while a thread works: collecting widgets outside the window's thread crashes Qt."""

from __future__ import annotations

import gc

_thread_count = 0  # running now; modified only on the window's thread


def pause() -> None:
    """Pause collection, before a thread starts."""
    global _thread_count
    _thread_count += 1
    gc.disable()


def resume() -> None:
    """Resume collection after a thread has ended, if it was the last."""
    global _thread_count
    _thread_count -= 1
    if not _thread_count:
        gc.enable()

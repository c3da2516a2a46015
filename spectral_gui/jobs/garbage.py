"""Pausing of garbage collection while a thread works: collecting widgets outside the window's thread crashes Qt."""

from __future__ import annotations

import gc

_pause_count = 0  # running now; modified only on the window's thread


def pause_collection() -> None:
    """Pause collection, before a thread starts."""
    global _pause_count
    _pause_count += 1
    gc.disable()


def resume_collection() -> None:
    """Resume collection after a thread has ended, if it was the last."""
    global _pause_count
    _pause_count -= 1
    if not _pause_count:
        gc.enable()

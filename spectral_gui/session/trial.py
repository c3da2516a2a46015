"""A model of the project's own that is tried beside the one of the library that proposes: which is right more often."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from spectral_core.data import Sentence
from spectral_core.engine import Judge
from spectral_core.project import Run
from spectral_gui.jobs import LEARNING
from spectral_gui.session.work import Work

SENTENCES = 10  # decided after it was learnt, on which it is measured


class Trial:
    """Collects what is decided from when the model was learnt; neither model has seen that before it was proposed."""

    def __init__(self, run: Run, file: Path, work: Work, ended: Callable[[bool], object]) -> None:
        self.run, self.file = run, file
        self._work, self._ended = work, ended
        self._decided: list[tuple[Sentence, Sentence]] = []
        self._theirs = 0  # parts that were right as the model in use proposed them
        self._measuring = False

    def add(self, before: Sentence, after: Sentence, right: int) -> None:
        """Takes a sentence that was decided, of whose proposal so many parts were right."""
        if self._measuring:
            return
        self._decided.append((before, after))
        self._theirs += right
        if len(self._decided) >= SENTENCES:
            self._measuring = True
            job = self._work.ask(LEARNING, Judge(self.file, tuple(self._decided)), aloud=False)
            job.finished.connect(lambda ours: self._ended(ours > self._theirs))
            job.when_lost(lambda: self._ended(False))

    def discard(self) -> None:
        """Removes the model, which nothing else knows of."""
        self.file.unlink(missing_ok=True)

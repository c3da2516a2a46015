"""Trial of a project's own model beside the active one of the library: the one that is right more often wins."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from spectral_core.data import Sentence
from spectral_core.engine import CountCorrect
from spectral_core.project import Run
from spectral_gui.jobs import LEARNING
from spectral_gui.session.work import Work

TRIAL_SENTENCES = 10  # decided after training, to compare on


class ModelTrial:
    """Collects sentences decided after the model was trained; neither model has seen them before it parsed them."""

    def __init__(self, run: Run, file: Path, work: Work, on_decided: Callable[[bool], object]) -> None:
        self.run, self.file = run, file
        self._work, self._on_decided = work, on_decided
        self._decided: list[tuple[Sentence, Sentence]] = []
        self._active_correct = 0  # correct parts of the active model
        self._is_measuring = False

    def add(self, undecided: Sentence, decided: Sentence, correct_parts: int) -> None:
        """Add a sentence that was decided, and the number of correct parts of the active model's suggestion."""
        if self._is_measuring:
            return
        self._decided.append((undecided, decided))
        self._active_correct += correct_parts
        if len(self._decided) >= TRIAL_SENTENCES:
            self._is_measuring = True
            job = self._work.send(LEARNING, CountCorrect(self.file, tuple(self._decided)), report_errors=False)
            job.finished.connect(lambda trial_correct: self._on_decided(trial_correct > self._active_correct))
            job.when_unsuccessful(lambda: self._on_decided(False))

    def discard(self) -> None:
        """Remove the model's file, which nothing else uses."""
        self.file.unlink(missing_ok=True)

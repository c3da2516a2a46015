"""Session: the open treebank, what is selected in it, and the models learnt from it; every change passes here."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from spectral_core.data import Sentence, Treebank
from spectral_core.model import Value
from spectral_core.progress import Progress
from spectral_gui.jobs import Job, Jobs, Learnt


class Session(QObject):
    """The only mutator of the window."""

    treebank_changed = Signal()
    selection_changed = Signal(int)  # the index of the sentence; -1 for none
    methods_changed = Signal(object)  # why each method cannot learn; None where it can
    learning_progressed = Signal(object)
    models_changed = Signal(object)  # what was learnt last
    busy_changed = Signal(str)  # what the engine does; "" when idle
    failed = Signal(str)
    broke = Signal(str)

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.treebank = Treebank.of(())
        self.selected = -1
        self.models: list[Learnt] = []
        self._jobs = Jobs(self)
        self._learning: Job | None = None

    @property
    def sentence(self) -> Sentence | None:
        """The selected sentence, read anew."""
        return self.treebank[self.selected] if 0 <= self.selected < len(self.treebank) else None

    @property
    def learning(self) -> bool:
        return self._learning is not None

    def open(self, path: Path) -> Job:
        """Reads a treebank in the engine; `treebank_changed` when it is here."""
        job = self._start(self.tr("Opening {0}").format(path.name), "open_treebank", path)
        job.finished.connect(self._opened)
        return job

    def select(self, index: int) -> None:
        """Makes a sentence the one that every view shows."""
        if index != self.selected:
            self.selected = index
            self.selection_changed.emit(index)

    def learn(self, method: str, settings: Mapping[str, Value]) -> Job:
        """Learns a model in the engine; `learning_progressed` on the way and `models_changed` at the end."""
        name = f"{method} {len(self.models) + 1}"
        job = self._start("", "learn", name, method, dict(settings))
        self._learning = job
        self.busy_changed.emit(self.tr("Learning {0}").format(method))
        job.progressed.connect(self._learning_progressed)
        job.finished.connect(self._learnt)
        return job

    def stop_learning(self) -> None:
        """Asks the engine to stop; nothing half-learnt is kept."""
        if self._learning is not None:
            self._learning.cancel()

    def close(self) -> None:
        """Stops the engine."""
        self._jobs.close()

    def _start(self, doing: str, work: str, *arguments: object) -> Job:
        job = self._jobs.start(work, *arguments)
        job.failed.connect(self._failed)
        job.broke.connect(self._broke)
        job.cancelled.connect(self._rest)
        job.finished.connect(self._rest)
        if doing:
            self.busy_changed.emit(doing)
        return job

    def _opened(self, treebank: Treebank) -> None:
        self.treebank = treebank
        self.models.clear()
        self.selected = -1
        self.treebank_changed.emit()
        self.select(0 if len(treebank) else -1)
        look = self._jobs.start("missing_for")
        look.finished.connect(self.methods_changed)
        look.broke.connect(self._broke)

    def _learning_progressed(self, progress: Progress) -> None:
        self.learning_progressed.emit(progress)

    def _learnt(self, learnt: Learnt) -> None:
        self.models.append(learnt)
        self.models_changed.emit(learnt)

    def _failed(self, complaint: str) -> None:
        self._rest()
        self.failed.emit(complaint)

    def _broke(self, trace: str) -> None:
        self._rest()
        self.broke.emit(trace)

    def _rest(self, _result: object = None) -> None:
        self._learning = None
        self.busy_changed.emit("")

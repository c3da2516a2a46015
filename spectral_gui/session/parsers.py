"""Which model proposes, and how it learns from what was accepted meanwhile."""

from __future__ import annotations

import tempfile
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from spectral_core.data import Sentence
from spectral_core.data.dependencies import is_tree
from spectral_core.methods import METHODS
from spectral_core.project import Run
from spectral_core.project.history import CONFIRMED
from spectral_gui.jobs import LEARNING, Job
from spectral_gui.session.exploring import Exploring

_NEWEST = "*"  # for the name of a run: whichever was learnt last


class Parsers(Exploring):
    """The active model: that of a run, with the sentences accepted since that had no heads before. The grown model is
    kept until the program ends and takes over between two sentences."""

    model_changed = Signal()  # another model proposes, or it was learnt again
    noted = Signal(str)  # something to know, for the status line
    refused = Signal(str)  # why something was not done, for the status line

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.relearn_after = 20  # accepted sentences; 0 for never
        self.decided: dict[int, str] = {}  # sentences that somebody decided on, with where the last decision came from
        self.added = 0  # accepted sentences that the active model has learnt beside its run
        self._chosen = _NEWEST
        self._active: Path | None = None  # the file of the active run
        self._grown: Path | None = None  # the same model with `added` sentences
        self._next_grown: tuple[Path, int] | None = None  # takes over at the next sentence
        self._growing: Job | None = None
        self._growths = 0
        self._room: tempfile.TemporaryDirectory[str] | None = None  # for grown models
        self._seen_open: set[tuple[str, int]] = set()  # sentences that had no heads under this model
        self._accepted: dict[tuple[str, int], Sentence] = {}  # of those, the ones accepted since
        self.runs_changed.connect(self._follow_runs)

    @property
    def parsers(self) -> tuple[Run, ...]:
        """The runs whose models give sentences heads."""
        return tuple(
            run for run in self._runs if run.model and run.method in METHODS and METHODS[run.method].parses == "heads"
        )

    @property
    def active(self) -> Run | None:
        """The run whose model proposes: the one chosen, or the newest."""
        rows = [run for run in self.parsers if self._chosen in (_NEWEST, run.name)]
        return rows[-1] if rows else None

    def use_model(self, name: str | None = None) -> None:
        """Lets the model of another run propose: "" for none, None for the newest there will be."""
        self._chosen = _NEWEST if name is None else name
        self._follow_runs()

    @property
    def _model(self) -> Path | None:
        return self._grown or self._active

    def _follow_accepted(self, index: int) -> None:
        """Keeps up with what was accepted, or is no longer, and learns from it when that is enough."""
        place, sentence = (self.document, index), self.treebank[index]
        if place in self._seen_open:
            if self.decided.get(index) == CONFIRMED and is_tree(sentence.heads):
                self._accepted[place] = sentence
            else:
                self._accepted.pop(place, None)
        self._grow()

    def _follow_runs(self) -> None:
        if self._chosen and self._chosen not in {run.name for run in self.parsers}:
            self._chosen = _NEWEST  # it was one of another project
        run, project = self.active, self.project
        path = None if run is None or project is None else project.model_path(run.name).with_name(run.model)
        if path == self._active:
            return
        self._active, self._grown, self._next_grown, self.added = path, None, None, 0
        self._seen_open.clear()
        self._accepted.clear()
        if self._growing is not None:
            self._growing.cancel()
            self._growing = None
        self.model_changed.emit()

    def _grow(self) -> None:
        """Learns the model again with what was accepted since, where enough was."""
        run, base = self.active, self._active
        known = self.added if self._next_grown is None else self._next_grown[1]
        ready = self.relearn_after and len(self._accepted) - known >= self.relearn_after
        if not ready or run is None or base is None or self._growing is not None or self.learning:
            return
        if not METHODS[run.method].incremental:
            return
        if self._room is None:
            self._room = tempfile.TemporaryDirectory(prefix="spectral-")
        sentences = tuple(self._accepted.values())
        self._growths += 1
        path = Path(self._room.name) / f"{self._growths}.npz"  # the one in use is never written over
        job = self._working(self.tr("Learning from accepted sentences"), LEARNING, "add", base, path, sentences)
        self._growing = job

        def take(count: int) -> None:
            if job is self._growing:
                self._growing = None
                self._next_grown = (path, count)
                said = self.tr("{0} has learnt {1} accepted sentence(s); it is used from the next sentence on")
                self.noted.emit(said.format(run.name, count))

        def give_up(_: object = None) -> None:
            if job is self._growing:
                self._growing = None

        job.finished.connect(take)
        for outcome in (job.cancelled, job.failed, job.broke):
            outcome.connect(give_up)

    def _swap(self) -> None:
        """Lets the model that has learnt again take over, if there is one."""
        if self._next_grown is not None:
            self._grown, self.added = self._next_grown
            self._next_grown = None
            self.model_changed.emit()

    def _clear_room(self) -> None:
        if self._room is not None:
            self._room.cleanup()
            self._room = None

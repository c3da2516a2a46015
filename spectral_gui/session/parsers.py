"""Which model proposes, and how it learns from what was accepted meanwhile."""

from __future__ import annotations

import dataclasses
import tempfile
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from spectral_core.data import EMPTY, Sentence
from spectral_core.data.dependencies import is_tree
from spectral_core.methods import METHODS, settings_of
from spectral_core.project import Project, Run
from spectral_core.project.history import CONFIRMED
from spectral_gui.jobs import LEARNING, Job
from spectral_gui.session.opening import accepted_since
from spectral_gui.session.recording import Recording

_NEWEST = "*"  # for the name of a run: the newest when one is needed, and then as long as it is there


class Parsers(Recording):
    """The active model: that of a run, with the sentences accepted since that had no heads before. The grown model is
    kept until the program ends and takes over between two sentences."""

    model_changed = Signal()  # another model proposes, or it was learnt again

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.relearn_after = 20  # accepted sentences; 0 for never
        self.decided: dict[int, str] = {}  # sentences that somebody decided on, with where the last decision came from
        self.added = 0  # accepted sentences that the active model has learnt beside its run
        self._chosen = _NEWEST
        self._in_use = ""  # the name of the run that proposes where none was chosen
        self._project_in_use: Project | None = None  # that it is of
        self._known_parsers: frozenset[str] = frozenset()  # the names of its runs that can propose
        self._active: Path | None = None  # the file of the active run
        self._grown: Path | None = None  # the same model with `added` sentences
        self._next_grown: tuple[Path, int] | None = None  # takes over at the next sentence
        self._growing: Job | None = None
        self._growths = 0
        self._room: tempfile.TemporaryDirectory[str] | None = None  # for grown models
        self._seen_open: set[tuple[str, int]] = set()  # sentences that had no heads under this model
        self._accepted: dict[tuple[str, int], Sentence] = {}  # of those, the ones accepted since
        self.runs_changed.connect(self._follow_runs)
        self.treebank_changed.connect(self._recall_accepted)

    @property
    def parsers(self) -> tuple[Run, ...]:
        """The runs whose models give sentences heads."""
        return tuple(
            run
            for run in self._runs
            if run.model and run.method in METHODS and METHODS[run.method].structure == "dependencies"
        )

    @property
    def active(self) -> Run | None:
        """The run whose model proposes: the one chosen, or the one that was the newest when the first was needed;
        another that is learnt later does not take its place."""
        wanted = self._in_use if self._chosen == _NEWEST else self._chosen
        rows = self.parsers
        found = next((run for run in rows if run.name == wanted), None)
        return rows[-1] if found is None and rows and self._chosen == _NEWEST else found

    @property
    def why_no_model(self) -> str:
        """Why no model proposes trees, and what can be done about it; "" where one does."""
        if self._model is not None:
            return ""
        if self.project is None:
            said = self.tr("These sentences are in memory only, and models are kept in projects: {0}")
            return said.format(self.tr("save the sentences to a file and open that; then learn one in Train."))
        if self.parsers:
            return self.tr("No model proposes trees: choose one in the menu Model.")
        return self.tr("No model that parses has been learnt in this project: learn head automata in Train.")

    def use_model(self, name: str | None = None) -> None:
        """Lets the model of another run propose: "" for none, None for the newest there is or will be."""
        before = self._active
        self._chosen, self._in_use = _NEWEST if name is None else name, ""
        self._follow_runs()
        if self._active == before:  # chosen once more, because it did not answer
            self.model_changed.emit()

    def _other_way(self, sentence: Sentence) -> str:
        """What else can be done where the model lacks the tags that it reads: others bring their own."""
        active = self.active
        if active is None or not _lacks_tags(active, sentence):
            return ""
        others = [run.name for run in self.parsers if run is not active and not _lacks_tags(run, sentence)]
        if not others:
            return ""
        said = self.tr(", or let {0} propose, which does not need it: Model › Proposed trees by")
        return said.format(self.tr(" or ").join(others[-2:]))

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
        run, project = self._settle_active(), self.project
        path = None if run is None or project is None else project.model_path(run.name).with_name(run.model)
        if path == self._active:
            return
        self._active, self._grown, self._next_grown, self.added = path, None, None, 0
        self._seen_open.clear()
        self._accepted.clear()
        if self._growing is not None:
            self._growing.cancel()
            self._growing = None
        self._recall_accepted()
        self.model_changed.emit()

    def _recall_accepted(self) -> None:
        """Counts what was accepted in the document shown since the active run was learnt, by the journal: before the
        project was closed, or while another run proposed."""
        run, project, base, name = self.active, self.project, self._active, self.document
        if run is None or project is None or base is None or not run.started:
            return
        job = self._jobs.read(accepted_since, project, name, run.started)
        generation = self._generation

        def take(found: tuple[int, ...]) -> None:
            if generation != self._generation or base != self._active:
                return
            for at in found:
                self._seen_open.add((name, at))
                if self.decided.get(at) == CONFIRMED and is_tree(self.treebank[at].heads):
                    self._accepted[name, at] = self.treebank[at]
            self._grow()

        job.finished.connect(take)
        job.failed.connect(self.failed.emit)
        job.broke.connect(self.broke.emit)

    def _settle_active(self) -> Run | None:
        """The run that proposes, which does so from now on; that a newer one does not is said."""
        if self._chosen and self._chosen not in {run.name for run in self.parsers}:
            self._chosen = _NEWEST  # it was one of another project
        if self._project_in_use is not self.project:
            self._project_in_use, self._in_use, self._known_parsers = self.project, "", frozenset()
        run = self.active
        if self._chosen == _NEWEST:
            self._in_use = "" if run is None else run.name
        names = frozenset(one.name for one in self.parsers)
        new = names - self._known_parsers
        if self._known_parsers and new and run is not None and run.name not in new:
            said = self.tr("{0} is learnt; {1} goes on proposing trees. To change that: Model › Proposed trees by")
            self.noted.emit(said.format(self.parsers[-1].name, run.name))
        self._known_parsers = names
        return run

    def _grow(self) -> None:
        """Learns the model again with what was accepted since, where enough was."""
        run, base = self.active, self._active
        known = self.added if self._next_grown is None else self._next_grown[1]
        ready = self.relearn_after and len(self._accepted) - known >= self.relearn_after
        if not ready or run is None or base is None or self._growing is not None or self.learning:
            return
        if not METHODS[run.method].can_add(settings_of(METHODS[run.method], run.settings)):
            return
        if self._room is not None and not Path(self._room.name).is_dir():
            self._clear_room()
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
        self._fall_back()
        if self._next_grown is not None:
            self._grown, self.added = self._next_grown
            self._drop_grown()
            self._next_grown = None
            self.model_changed.emit()

    def _fall_back(self) -> bool:
        """Whether the model that has learnt again was lost, as when temporary files are cleared away: that of the run
        takes over, and learns anew what was accepted."""
        if self._next_grown is not None and not self._next_grown[0].exists():
            self._next_grown = None
        run = self.active
        if self._grown is None or run is None or self._grown.exists():
            return False
        self._grown, self.added = None, 0
        said = self.tr("What {0} had learnt beside its run was cleared away with temporary files; it is learnt anew.")
        self.noted.emit(said.format(run.name))
        self.model_changed.emit()
        self._grow()
        return True

    def _drop_grown(self) -> None:
        """Removes what nobody asks for any more: all but the one in use and the one before, which a job may read."""
        if self._room is not None and self._grown is not None:
            number = int(self._grown.stem)
            for path in Path(self._room.name).glob("*.npz"):
                if int(path.stem) < number - 1:
                    path.unlink(missing_ok=True)

    def _clear_room(self) -> None:
        if self._room is not None:
            self._room.cleanup()
            self._room = None


def _lacks_tags(run: Run, sentence: Sentence) -> bool:
    """Whether the model of a run reads tags that a sentence has not, and brings no tagger."""
    settings = {**dataclasses.asdict(METHODS[run.method].settings()), **run.settings}
    column = settings.get("column")
    if not isinstance(column, str) or settings.get("tagger"):
        return False
    return all(value == EMPTY for value in sentence.column(column))

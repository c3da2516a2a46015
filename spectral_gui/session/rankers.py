"""Which model ranks readings, and how it learns from the sentences whose words were decided meanwhile."""

from __future__ import annotations

import tempfile
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from spectral_core.data import Sentence
from spectral_core.data.readings import is_decided
from spectral_core.methods import METHODS, settings_of
from spectral_core.project import Run
from spectral_core.project.history import CONFIRMED
from spectral_gui.jobs import LEARNING, Job
from spectral_gui.session.deciding import Deciding

_METHOD = "analysis-ranker"
_NEWEST = "*"  # for the name of a run: whichever was learnt last
_Learnt = dict[tuple[str, int], Sentence]  # sentences a model has learnt beside its run, by document and place


class Rankers(Deciding):
    """The active ranker: that of a run, with the sentences decided since; it takes over between two sentences."""

    ranker_changed = Signal()  # another model ranks, or it was learnt again

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.ranked_more = 0  # decided sentences that the active ranker has learnt beside its run
        self._ranker_chosen = _NEWEST
        self._ranker: Path | None = None  # the file of the active run
        self._ranker_grown: Path | None = None  # the same model with `ranked_more` sentences
        self._ranker_knows: _Learnt = {}  # which these are
        self._ranker_next: tuple[Path | None, _Learnt] | None = None  # takes over at the next sentence
        self._ranker_growing: Job | None = None
        self._ranker_growths = 0
        self._ranker_room: tempfile.TemporaryDirectory[str] | None = None  # for grown models
        self._seen_unread: set[tuple[str, int]] = set()  # sentences that had undecided words under this model
        self._read: _Learnt = {}  # of those, the ones decided since
        self.runs_changed.connect(self._follow_ranker_runs)
        self.treebank_changed.connect(self._check_read)

    @property
    def rankers(self) -> tuple[Run, ...]:
        """The runs whose models put readings in order."""
        return tuple(run for run in self._runs if run.model and run.method == _METHOD)

    @property
    def ranker(self) -> Run | None:
        """The run whose model ranks: the one chosen, or the newest; None for the order of the analyser."""
        rows = [run for run in self.rankers if self._ranker_chosen in (_NEWEST, run.name)]
        return rows[-1] if rows else None

    def use_ranker(self, name: str | None = None) -> None:
        """Lets the model of another run rank: "" for none, None for the newest there will be."""
        self._ranker_chosen = _NEWEST if name is None else name
        self._follow_ranker_runs()

    @property
    def _ranking_model(self) -> Path | None:
        return self._ranker_grown or self._ranker

    def _follow_ranker_runs(self) -> None:
        if self._ranker_chosen and self._ranker_chosen not in {run.name for run in self.rankers}:
            self._ranker_chosen = _NEWEST  # it was one of another project
        run, project = self.ranker, self.project
        path = None if run is None or project is None else project.model_path(run.name).with_name(run.model)
        if path == self._ranker:
            return
        self._ranker, self._ranker_grown, self._ranker_next, self.ranked_more = path, None, None, 0
        self._ranker_knows = {}
        self._seen_unread.clear()
        self._read.clear()
        if self._ranker_growing is not None:
            self._ranker_growing.cancel()
            self._ranker_growing = None
        self.ranker_changed.emit()

    def _follow_read(self, index: int) -> None:
        """Keeps up with a sentence whose words were decided, or are no longer, and learns from it."""
        place, sentence = (self.document, index), self.treebank[index]
        if place in self._seen_unread:
            whole = all(is_decided(sentence, word) for word in range(1, len(sentence) + 1))
            if whole and self.decided.get(index) == CONFIRMED:
                self._read[place] = sentence
            else:
                self._read.pop(place, None)
        self._grow_ranker()

    def _check_read(self) -> None:
        """Keeps up with what was taken back in a document while another was shown."""
        for name, index in tuple(self._read):
            if name == self.document and index < len(self.treebank):
                self._follow_read(index)

    def _grow_ranker(self) -> None:
        """Learns the ranker again from its run and what was decided since, one growth at a time; what was taken back
        or corrected is learnt no longer."""
        run, base = self.ranker, self._ranker
        known = self._ranker_knows if self._ranker_next is None else self._ranker_next[1]
        if run is None or base is None or self._ranker_growing is not None or self.learning:
            return
        if self._read == known or not METHODS[run.method].can_add(settings_of(METHODS[run.method], run.settings)):
            return
        if not self._read:
            self._ranker_next = (None, {})
            return
        if self._ranker_room is not None and not Path(self._ranker_room.name).is_dir():
            self._ranker_room.cleanup()
            self._ranker_room = None
        learnt = dict(self._read)
        sentences = tuple(learnt.values())
        if self._ranker_room is None:
            self._ranker_room = tempfile.TemporaryDirectory(prefix="spectral-")
        self._ranker_growths += 1
        path = Path(self._ranker_room.name) / f"{self._ranker_growths}.npz"  # the one in use is never written over
        said = self.tr("Learning from decided words")
        job = self._working(said, LEARNING, "add", base, path, sentences)
        self._ranker_growing = job

        def take(_: int) -> None:
            if job is self._ranker_growing:
                self._ranker_growing = None
                self._ranker_next = (path, learnt)
                self._grow_ranker()  # what was decided meanwhile

        def give_up(_: object = None) -> None:
            if job is self._ranker_growing:
                self._ranker_growing = None

        job.finished.connect(take)
        for outcome in (job.cancelled, job.failed, job.broke):
            outcome.connect(give_up)

    def _swap_ranker(self) -> None:
        """Lets the ranker that has learnt again take over, if there is one."""
        self._fall_back_ranker()
        if self._ranker_next is not None:
            self._ranker_grown, self._ranker_knows = self._ranker_next
            self.ranked_more = len(self._ranker_knows)
            self._ranker_next = None
            self.ranker_changed.emit()

    def _fall_back_ranker(self) -> bool:
        """Whether the ranker that has learnt again was lost, as when temporary files are cleared away: that of the run
        takes over, and learns anew what was decided."""
        coming = None if self._ranker_next is None else self._ranker_next[0]
        if coming is not None and not coming.exists():
            self._ranker_next = None
            self._grow_ranker()
        run = self.ranker
        if self._ranker_grown is None or run is None or self._ranker_grown.exists():
            return False
        self._ranker_grown, self._ranker_knows, self.ranked_more = None, {}, 0
        said = self.tr("What {0} had learnt beside its run was cleared away with temporary files; it is learnt anew.")
        self.noted.emit(said.format(run.name))
        self.ranker_changed.emit()
        self._grow_ranker()
        return True

    def _clear_room(self) -> None:
        super()._clear_room()
        if self._ranker_room is not None:
            self._ranker_room.cleanup()
            self._ranker_room = None

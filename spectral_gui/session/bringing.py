"""Treebanks that can be had: listed, brought here in a thread and made projects; only what the user asks for."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from spectral_core.data import Treebank
from spectral_core.errors import FormatError, SpectralError
from spectral_core.progress import Progress, Report
from spectral_core.project import Project
from spectral_core.treebanks.catalogue import Catalogue, Offered, listed, refreshed
from spectral_core.treebanks.checksums import RECORD
from spectral_core.treebanks.getting import forget, get
from spectral_gui.jobs import Job, load_file
from spectral_gui.session.notices import Notices
from spectral_gui.session.session import Session
from spectral_gui.session.work import Work

_LOOKED_AT = 20  # sentences of a file that came
_LIST = "treebanks.tsv"  # in the folder of what was brought: a newer list than the one that comes along


class Bringing(QObject):
    """One treebank at a time is brought, or the list renewed; each becomes a folder of the user's own."""

    progressed = Signal(object)  # Progress
    brought = Signal(object)  # the Path of a project
    renewed = Signal()  # another list is there
    failed = Signal(str)  # a sentence
    stopped = Signal()  # nothing is being brought any more, however that ended
    mirror_chosen = Signal(str)

    def __init__(self, session: Session, work: Work, notices: Notices):
        super().__init__()
        self._session, self._work, self._notices = session, work, notices
        self.folder: Path | None = None  # where treebanks are brought; None for nowhere
        self.mirror = ""  # where they are had from; "" for the source
        self._known: Catalogue | None = None
        self._job: Job[Path] | Job[Catalogue] | None = None
        self.is_stopping = False  # the user stopped what is being brought, which has not ended yet

    @property
    def catalogue(self) -> Catalogue:
        """The list that was renewed last, or the one that comes along."""
        if self._known is None:
            kept = None if self.folder is None else self.folder / _LIST
            try:
                self._known = listed(kept if kept is not None and kept.exists() else None)
            except SpectralError as error:
                self._notices.fail(str(error))
                self._known = listed()
        return self._known

    @property
    def busy(self) -> bool:
        return self._job is not None

    def choose_mirror(self, mirror: str) -> None:
        """Has treebanks from another place from now on; "" for the source."""
        if mirror != self.mirror:
            self.mirror = mirror
            self.mirror_chosen.emit(mirror)

    def bring(self, one: Offered) -> None:
        """Brings a treebank here, `brought` when it is a project."""
        if self.busy or self.folder is None:
            return
        place, release = self.folder / one.name, self.catalogue.release
        mirror, annotator = self.mirror, self._session.annotator
        job = self._work.read(lambda report: brought_project(one, release, place, mirror, annotator, report))
        job.finished.connect(self.brought.emit)
        self._watch(job)

    def renew(self, url: str) -> None:
        """Takes the list at an address in place of the one that is known."""
        if self.busy or self.folder is None:
            return
        path = self.folder / _LIST
        job = self._work.read(lambda report: refreshed(url, path, report))
        job.finished.connect(self._take_list)
        self._watch(job)

    def stop(self) -> None:
        if self._job is not None:
            self.is_stopping = True
            self._job.cancel()

    def _watch(self, job: Job[Path] | Job[Catalogue]) -> None:
        self._job = job
        job.progressed.connect(self.progressed.emit)
        job.failed.connect(self.failed.emit)
        job.when_ended(self._rest)

    def _take_list(self, found: Catalogue) -> None:
        self._known = found
        self.renewed.emit()

    def _rest(self) -> None:
        self._job, self.is_stopping = None, False
        self.stopped.emit()


def brought_project(one: Offered, release: str, place: Path, mirror: str, annotator: str, report: Report) -> Path:
    """The folder of a project over a treebank, what is learnt from first; it is brought where it is not here yet."""
    if not (place / "project.json").exists():
        record = place.parent / RECORD  # it stays where the project is removed
        got = get(one, release, place, report, mirror, record)
        report(Progress("opening", 0))
        try:
            Project.create(place, got.files, one.name, annotator, _loaded).close()
        except SpectralError:  # something else came: it must not be found here the next time
            for file in got.files:
                file.unlink(missing_ok=True)
            forget(one, release, record)
            raise
    return place


def _loaded(path: Path, report: Report) -> Treebank:
    """A file that came, if it is what it should be."""
    treebank = load_file(path, report)
    if not any(sentence.readable for sentence in islice(treebank, _LOOKED_AT)):
        raise FormatError(path, 1, "what came is no treebank", "It was removed; try another mirror or release")
    return treebank

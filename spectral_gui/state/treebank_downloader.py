"""Download of treebanks from a catalogue, in threads and only on the user's request; each becomes a project."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from spectral_core.data import Treebank
from spectral_core.errors import FormatError, SpectralError
from spectral_core.progress import Progress, Report
from spectral_core.project import Project
from spectral_core.treebanks.catalogue import Catalogue, CatalogueEntry, download_catalogue, load_catalogue
from spectral_core.treebanks.download import RECORD
from spectral_core.treebanks.treebank_download import download_treebank, forget_checksums
from spectral_gui.jobs.jobs import Job, load_treebank_file
from spectral_gui.state.notices import Notices, ReportingJobs
from spectral_gui.state.session import Session

_CHECKED_SENTENCES = 20  # of a downloaded file
_CATALOGUE_FILE = "treebanks.tsv"  # in the download folder: newer than the bundled one


class TreebankDownloader(QObject):
    """Downloads one treebank at a time, or updates the catalogue; each treebank becomes a folder of the user."""

    progressed = Signal(object)  # Progress
    downloaded = Signal(object)  # Path of a project
    catalogue_updated = Signal()  # a new catalogue was loaded
    failed = Signal(str)  # error message, a sentence
    ended = Signal()  # the download ended, whatever the outcome
    mirror_chosen = Signal(str)

    def __init__(self, session: Session, work: ReportingJobs, notices: Notices):
        super().__init__()
        self._session, self._work, self._notices = session, work, notices
        self.folder: Path | None = None  # for downloads; None for none
        self.mirror = ""  # server; "" for the original source
        self._catalogue: Catalogue | None = None
        self._job: Job[Path] | Job[Catalogue] | None = None
        self.is_stopping = False  # cancelled by the user, but not ended yet

    @property
    def catalogue(self) -> Catalogue:
        """The catalogue downloaded last, or the bundled one."""
        if self._catalogue is None:
            catalogue_path = None if self.folder is None else self.folder / _CATALOGUE_FILE
            try:
                self._catalogue = load_catalogue(
                    catalogue_path if catalogue_path is not None and catalogue_path.exists() else None
                )
            except SpectralError as error:
                self._notices.report_error(str(error))
                self._catalogue = load_catalogue()
        return self._catalogue

    @property
    def is_busy(self) -> bool:
        """Whether a download or an update of the catalogue is running."""
        return self._job is not None

    def choose_mirror(self, mirror: str) -> None:
        """Download from another server from now on; "" for the original source."""
        if mirror != self.mirror:
            self.mirror = mirror
            self.mirror_chosen.emit(mirror)

    def download(self, offered: CatalogueEntry, release: str = "") -> None:
        """Download a treebank and make it a project; emit `downloaded` on success. By default the release is the one
        with checksums, else the newest."""
        if self.is_busy or self.folder is None:
            return
        release = release or self.catalogue.list_releases(offered)[0]
        folder = self.folder / f"{offered.name}-{release}"
        mirror, annotator = self.mirror, self._session.annotator
        job = self._work.run_in_thread(
            lambda report: download_project(offered, release, folder, mirror, annotator, report)
        )
        job.finished.connect(self.downloaded.emit)
        self._track_job(job)

    def update_catalogue(self, url: str) -> None:
        """Replace the catalogue by the one at a URL."""
        if self.is_busy or self.folder is None:
            return
        path = self.folder / _CATALOGUE_FILE
        job = self._work.run_in_thread(lambda report: download_catalogue(url, path, report))
        job.finished.connect(self._on_catalogue_loaded)
        self._track_job(job)

    def stop(self) -> None:
        """Cancel the running download or catalogue update."""
        if self._job is not None:
            self.is_stopping = True
            self._job.cancel()

    def _track_job(self, job: Job[Path] | Job[Catalogue]) -> None:
        self._job = job
        job.progressed.connect(self.progressed.emit)
        job.failed.connect(self.failed.emit)
        job.when_ended(self._on_ended)

    def _on_catalogue_loaded(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self.catalogue_updated.emit()

    def _on_ended(self) -> None:
        self._job, self.is_stopping = None, False
        self.ended.emit()


def download_project(
    offered: CatalogueEntry, release: str, folder: Path, mirror: str, annotator: str, report: Report
) -> Path:
    """Download a treebank and create its project, with the training part first, unless the project exists; return its
    folder."""
    if not (folder / "project.json").exists():
        record = folder.parent / RECORD  # kept when the project is removed
        downloaded = download_treebank(offered, release, folder, report, mirror, record)
        report(Progress("opening", 0))
        try:
            Project.create(folder, downloaded.files, offered.name, annotator, _load_downloaded_treebank).close()
        except SpectralError:  # not a treebank: do not keep it for the next attempt
            for file in downloaded.files:
                file.unlink(missing_ok=True)
            forget_checksums(offered, release, record)
            raise
    return folder


def _load_downloaded_treebank(path: Path, report: Report) -> Treebank:
    """Load a downloaded file; raise FormatError if it is not a treebank."""
    treebank = load_treebank_file(path, report)
    if not any(sentence.is_readable for sentence in islice(treebank, _CHECKED_SENTENCES)):
        raise FormatError(path, 1, "what came is no treebank", "It was removed; try another mirror or release")
    return treebank

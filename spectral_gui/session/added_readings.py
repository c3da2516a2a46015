"""The readings that users of a project added to its lexicon: whether there are others than before, and one more."""

from __future__ import annotations

from pathlib import Path

from spectral_core.analyzers.own_lexicon import FILE, OwnLexicon
from spectral_core.data import Analysis
from spectral_core.progress import Progress, Report
from spectral_core.project.privacy import rights_beside
from spectral_gui.session.session import Session


class AddedReadings:
    """Numbers the editions of the file in the project's folder."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._seen: tuple[int, int] | None = None  # time and size of the file
        self.edition = 0

    def begin(self) -> None:
        """Another project's file counts from now on."""
        self._seen = self._stamp()

    def look(self) -> bool:
        """Whether the file is another than when it was last looked at: added to, or changed by hand."""
        stamp = self._stamp()
        if stamp == self._seen:
            return False
        self._seen = stamp
        self.edition += 1
        return True

    def _stamp(self) -> tuple[int, int] | None:
        if self._session.project is None:
            return None
        try:
            status = (self._session.project.folder / FILE).stat()
        except OSError:
            return None
        return status.st_mtime_ns, status.st_size


def added_reading(folder: Path, form: str, analysis: Analysis, report: Report) -> bool:
    """True, once a reading is in the lexicon of a project's users."""
    report(Progress("saving", 0))
    OwnLexicon.read(folder / FILE).add(form, analysis, rights_beside(folder))
    return True

"""Readings that users of a project added to its lexicon: notice changes of the file, and add one."""

from __future__ import annotations

from pathlib import Path

from spectral_core.data import Analysis
from spectral_core.morphology.user_lexicon import FILE_NAME, UserLexicon
from spectral_core.progress import Progress, Report
from spectral_core.project.folder import rights_beside
from spectral_gui.session.session import Session


class AddedReadings:
    """Counts the editions of the lexicon file in the project's folder."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._last_stamp: tuple[int, int] | None = None  # time and size of the file
        self.edition = 0

    def reset(self) -> None:
        """Start with the file of the project that is open now."""
        self._last_stamp = self._read_stamp()

    def refresh(self) -> bool:
        """Return whether the file was changed, by this program or by hand, since it was last checked; count the
        edition."""
        stamp = self._read_stamp()
        if stamp == self._last_stamp:
            return False
        self._last_stamp = stamp
        self.edition += 1
        return True

    def _read_stamp(self) -> tuple[int, int] | None:
        if self._session.project is None:
            return None
        try:
            status = (self._session.project.folder / FILE_NAME).stat()
        except OSError:
            return None
        return status.st_mtime_ns, status.st_size


def add_reading(folder: Path, form: str, analysis: Analysis, report: Report) -> bool:
    """Add a reading to the lexicon of a project's users; always True."""
    report(Progress("saving", 0))
    UserLexicon.read(folder / FILE_NAME).add(form, analysis, rights_beside(folder))
    return True

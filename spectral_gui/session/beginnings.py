"""What a text becomes when somebody begins to annotate it: made while nobody waits for it."""

from __future__ import annotations

from spectral_core.data import Treebank
from spectral_core.errors import DataError
from spectral_core.project import TEXT, Beginning, beginning_of
from spectral_gui.jobs import Job
from spectral_gui.resources import translating
from spectral_gui.session.work import Work

_SHORT = 400  # sentences that are made at once where they are not there yet
_tr = translating("Session")


class Beginnings:
    """The files of the text shown, composed in a thread when it is opened."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._job: Job[Beginning] | None = None
        self._found: Beginning | None = None

    def prepare(self, treebank: Treebank) -> None:
        """Composes the files of a text; what was composed of another is forgotten."""
        if self._job is not None:
            self._job.cancel()
        self._job = self._found = None
        if treebank.format == TEXT and treebank.path is not None:
            job = self._job = self._work.read(lambda report: beginning_of(treebank, report))
            job.finished.connect(lambda found: self._take(job, found))

    def of(self, treebank: Treebank) -> Beginning:
        """The files of a text; a DataError where a long one is not composed yet."""
        if self._found is not None and self._found.treebank is treebank:
            return self._found
        if len(treebank) > _SHORT and self._job is not None and not self._job.ended:
            raise DataError(_tr("this long text is still being divided into words. Decide again in a moment"))
        return beginning_of(treebank)

    def _take(self, job: Job[Beginning], found: Beginning) -> None:
        if job is self._job:
            self._found = found

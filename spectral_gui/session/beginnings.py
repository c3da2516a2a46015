"""Annotation files of a text, composed in a thread before the first annotation needs them."""

from __future__ import annotations

from spectral_core.data import Treebank
from spectral_core.errors import DataError
from spectral_core.project import TEXT, TextConversion, convert_text
from spectral_gui.jobs import Job
from spectral_gui.resources import make_translator
from spectral_gui.session.work import Work

_MAX_IMMEDIATE = 400  # sentences that are composed at once if need be
_tr = make_translator("Session")


class DocumentPreparation:
    """Composes the annotation files of the text shown when it is opened."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._job: Job[TextConversion] | None = None
        self._prepared: TextConversion | None = None

    def prepare(self, treebank: Treebank) -> None:
        """Compose the files of a text in a thread; what was composed for another is dropped."""
        if self._job is not None:
            self._job.cancel()
        self._job = self._prepared = None
        if treebank.format == TEXT and treebank.path is not None:
            job = self._job = self._work.run_in_thread(lambda report: convert_text(treebank, report))
            job.finished.connect(lambda prepared: self._on_finished(job, prepared))

    def get(self, treebank: Treebank) -> TextConversion:
        """Return the files of a text; raise DataError where those of a long one are not composed yet."""
        if self._prepared is not None and self._prepared.treebank is treebank:
            return self._prepared
        if len(treebank) > _MAX_IMMEDIATE and self._job is not None and not self._job.has_ended:
            raise DataError(_tr("this long text is still being divided into words. Decide again in a moment"))
        return convert_text(treebank)

    def _on_finished(self, job: Job[TextConversion], prepared: TextConversion) -> None:
        if job is self._job:
            self._prepared = prepared

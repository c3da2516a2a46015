"""Splitting of texts by the tokenisers of models, where one fits; otherwise they stay as rules split them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject

from spectral_core.data import UNCONSTRAINED, Treebank
from spectral_core.engine import MAX_SPLIT_BYTES, SplitResult, SplitText
from spectral_core.formats.lazy_sentences import LazySentences
from spectral_core.project import TEXT, is_split_by_model, make_split_text
from spectral_core.project.text_conversion import text_stem
from spectral_core.registry import METHODS
from spectral_gui.jobs.jobs import QUERIES, Job
from spectral_gui.state.changes import ChangeKind, Changes
from spectral_gui.state.model_library import ModelLibrary
from spectral_gui.state.notices import Notices, ReportingJobs
from spectral_gui.state.session import Session
from spectral_gui.state.training_runs import Runs


class TextSplitter(QObject):
    """Splits plain texts as the treebank of a fitting model does, in the engine. An opened text is shown as rules split
    it until the answer arrives, which is dropped if the text was edited or left meanwhile."""

    def __init__(self, session: Session, runs: Runs, library: ModelLibrary, work: ReportingJobs, notices: Notices):
        super().__init__()
        self._session, self._runs, self._library, self._work, self._notices = session, runs, library, work, notices
        session.changes.add_part("text-splitter", self._on_changes, ChangeKind.DOCUMENT)

    def send_request(self, text: bytes, document_name: str = "") -> Job[SplitResult] | None:
        """Ask for a text to be split by a model; None if no model here can split texts."""
        project_models, library_models = self.find_models()
        if len(text) > MAX_SPLIT_BYTES or not (project_models or library_models):
            return None
        return self._work.send(QUERIES, SplitText(project_models, library_models, text, document_name))

    def find_models(self) -> tuple[tuple[Path, ...], tuple[Path, ...]]:
        """Return the files of the models that may split texts: those of the project, and those of the library."""
        project_models, library_models = (
            tuple(path for run in runs if METHODS[run.method].tokenises and (path := self._runs.find_model_file(run)))
            for runs in (self._runs.recorded_runs, self._library.runs)
        )
        return project_models, library_models

    def announce_model(self, model: Path | None) -> None:
        """Tell whose tokeniser split a text; nothing if none did."""
        runs = (*self._runs.recorded_runs, *self._library.runs)
        run = next((run for run in runs if model is not None and self._runs.find_model_file(run) == model), None)
        if run is not None:
            self._notices.notify(self.tr("Sentences and words are split by {0}").format(run.name))

    def _on_changes(self, _: Changes) -> None:
        """Have a plain text that was opened split by a model."""
        session, treebank = self._session, self._session.treebank
        chunks, path = treebank.sentences, treebank.path
        can_split = treebank.format == TEXT and path is not None and isinstance(chunks, LazySentences)
        if session.project is None or not can_split or is_split_by_model(treebank) or self._is_in_use():
            return
        assert isinstance(chunks, LazySentences)
        assert path is not None
        from spectral_core.formats.text.text_file import make_document_name

        job = self.send_request(chunks.content, make_document_name(text_stem(path)))
        if job is not None:
            job.finished.connect(session.guard_by_document(lambda result: self.show_result(treebank, result)))

    def _is_in_use(self) -> bool:
        """Return whether the open text has edits or locks, which are of the words it has now."""
        session = self._session
        has_locks = any(session.get_locks(index) != UNCONSTRAINED for index in range(len(session.treebank)))
        return has_locks or bool(session.treebank.edits or session.provenances)

    def show_result(self, treebank: Treebank, result: SplitResult) -> None:
        """Show the sentences of a model in place of those of the rules, if the text is still open and unchanged."""
        session, path = self._session, treebank.path
        if result.model is None:
            return

        def show(split: Treebank) -> None:
            if session.treebank is treebank and not self._is_in_use():
                session.show_split_text(split)
                self.announce_model(result.model)

        job = self._work.run_in_thread(lambda _: make_split_text(result.content, path))
        job.finished.connect(session.guard_by_document(show))

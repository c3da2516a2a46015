"""Application context: the session and the objects that work on it, created in order with their dependencies."""

from __future__ import annotations

from pathlib import Path

from spectral_core.data.structure import STRUCTURES
from spectral_core.project import Run
from spectral_gui.state.acceptance import Acceptance, PartQuestions, SubtreeReplacement
from spectral_gui.state.active_model import ActiveModel, SharedModels, make_parsing_role, make_ranking_role
from spectral_gui.state.auto_trainer import AutoTrainer
from spectral_gui.state.cell_filler import CellFilling
from spectral_gui.state.dictionaries import Dictionaries
from spectral_gui.state.document_survey import DocumentSearch, DocumentSurvey
from spectral_gui.state.model_explorer import ModelExplorer
from spectral_gui.state.model_library import ModelCompatibility, ModelLibrary
from spectral_gui.state.notices import Notices, ReportingJobs
from spectral_gui.state.project_documents import DocumentSaver, ProjectContents
from spectral_gui.state.queue_orders import QueueOrders
from spectral_gui.state.reader import Reader
from spectral_gui.state.reading_rankings import ReadingRankings
from spectral_gui.state.reading_selection import EffortTracker, ReadingSelection
from spectral_gui.state.session import Session
from spectral_gui.state.suggestions import Suggestions
from spectral_gui.state.text_splitter import TextSplitter
from spectral_gui.state.training_runs import Calibrations, Runs
from spectral_gui.state.treebank_downloader import TreebankDownloader
from spectral_gui.text_display import make_translator

_tr = make_translator("Session")


class AppContext:
    """The whole state of one window except its widgets. Objects receive signals in the order of their creation, before
    any view."""

    def __init__(self, store: Path | None = None, auto_trains: bool = False):
        """Create a context with nothing open.

        Args:
            store: folder of the projects created for single files.
            auto_trains: whether to train models in the background, unless the user's preferences say otherwise.
        """
        self.auto_trains = auto_trains
        self.notices = notices = Notices()
        self.work = work = ReportingJobs(notices)
        self.session = session = Session(work, notices, store)
        self.downloader = TreebankDownloader(session, work, notices)
        self.document_saver = DocumentSaver(session, work, notices)
        self.effort_tracker = EffortTracker(session)
        self.library = library = ModelLibrary(work, notices)
        self.runs = runs = Runs(session, work, notices, library)
        self.project_contents = ProjectContents(session, runs, library, work, notices)
        self.compatibility = compatibility = ModelCompatibility(session, runs, library)
        self.text_splitter = TextSplitter(session, runs, library, work, notices)
        shared_models = SharedModels(library, compatibility.sort_compatible_by_coverage)
        self.survey = survey = DocumentSurvey(session, runs, work)
        self.document_search = DocumentSearch(session, work)
        roles = {name: make_parsing_role(structure) for name, structure in STRUCTURES.items()}
        model_arguments = (session, runs, work, notices, shared_models, compatibility.select_compatible)
        parsing_models = {name: ActiveModel(role, *model_arguments) for name, role in roles.items()}
        ranking_model = ActiveModel(make_ranking_role(), *model_arguments)
        self.models = (*parsing_models.values(), ranking_model)
        self.calibrations = Calibrations(session, runs, work, notices)
        suggestion_arguments = (survey, work, notices, compatibility.explain_mismatch, lambda: runs.current_run)
        self.suggestions = suggestions = Suggestions(session, parsing_models, *suggestion_arguments)
        self.questions = PartQuestions(session, suggestions, work, notices)
        self.subtree_replacement = SubtreeReplacement(session, suggestions, work, notices)
        self.queue_orders = QueueOrders(session, runs, suggestions, work, notices)
        self.readings = readings = ReadingRankings(session, ranking_model, compatibility, survey, work, notices)
        suggestions.find_trees_with(readings)
        self.reading_selection = reading_selection = ReadingSelection(session, readings, work, notices)
        self.acceptance = Acceptance(session, suggestions, readings, reading_selection, survey, notices)
        self.cell_filling = CellFilling(session, suggestions, readings, work, notices)
        self.model_explorer = ModelExplorer(session, runs, work)
        self.dictionaries = Dictionaries(session, work, notices)
        self.reader = Reader(session, readings, work, notices, self.dictionaries, self.text_splitter, store)
        self.auto_trainer = AutoTrainer(
            session, runs, survey, suggestions, ranking_model, work, self.is_project_downloaded
        )
        self.auto_trainer.model_trained.connect(self._on_model_trained)

    def is_project_downloaded(self) -> bool:
        """Whether the project is a downloaded treebank, used to train models for the user's own texts."""
        project, downloads = self.session.project, self.downloader.folder
        return project is not None and downloads is not None and downloads.resolve() in project.folder.parents

    def _on_model_trained(self, run: Run) -> None:
        """Copy the model of a run to the library if it was trained on a downloaded treebank."""
        project, file = self.session.project, self.runs.find_model_file(run)
        if project is not None and file is not None and self.is_project_downloaded():
            documents = tuple(project.path_of(name) for name in run.documents if name in project.documents)
            self.library.replace_model(file, f"{project.name} {run.method}", documents)

    def close(self) -> None:
        """Stop all jobs and the engine, close the session, and remove retrained models."""
        self.work.close()
        self.session.close()
        for model in self.models:
            model.close()

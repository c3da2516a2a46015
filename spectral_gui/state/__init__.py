"""Application state without widgets: open document, selection, history, models, suggestions, readings and searches."""

from spectral_gui.state.acceptance import Acceptance, PartQuestions, SubtreeReplacement
from spectral_gui.state.acceptance_status import AcceptanceStatus, AcceptedSentences
from spectral_gui.state.active_model import NEWEST, ActiveModel
from spectral_gui.state.auto_trainer import AutoTrainer
from spectral_gui.state.cell_filler import CellFilling
from spectral_gui.state.changes import ANNOTATION, ChangeDispatcher, ChangeKind, Changes
from spectral_gui.state.context import AppContext
from spectral_gui.state.dictionaries import Dictionaries
from spectral_gui.state.document_loading import find_companion_document
from spectral_gui.state.document_survey import DocumentSearch, DocumentSurvey
from spectral_gui.state.model_explorer import (
    AutomatonQuestion,
    HeadTagCounts,
    ModelExplorer,
    StateQuestion,
    TraceQuestion,
    TruncationQuestion,
)
from spectral_gui.state.model_library import ModelLibrary
from spectral_gui.state.notices import Notices, ReportingJobs
from spectral_gui.state.project_documents import DocumentSaver
from spectral_gui.state.queue_orders import QueueOrders, find_sentences_with_text, make_text_matcher
from spectral_gui.state.reader import Reader, SavedDocument
from spectral_gui.state.reading_rankings import (
    RankedReadings,
    ReadingRankings,
    ScoreExplanation,
    SentenceRanking,
    WordOccurrences,
)
from spectral_gui.state.reading_selection import AnnotationEffort, EffortTracker, ReadingSelection
from spectral_gui.state.session import Selection, Session
from spectral_gui.state.suggestions import Suggestion, Suggestions
from spectral_gui.state.training_runs import Calibrations, Runs
from spectral_gui.state.treebank_downloader import TreebankDownloader

# ruff: noqa: F401 - names to be imported from here

"""Application state without widgets: open document, selection, history, models, suggestions, readings and searches."""

from spectral_gui.state.active_model import ActiveModel
from spectral_gui.state.auto_trainer import AutoTrainer
from spectral_gui.state.context import AppContext
from spectral_gui.state.documents import DocumentSaver, DocumentSearch
from spectral_gui.state.loading import find_companion
from spectral_gui.state.model_explorer import (
    AutomatonQuestion,
    HeadTagCounts,
    ModelExplorer,
    StateQuestion,
    TraceQuestion,
    TruncationQuestion,
)
from spectral_gui.state.notices import Notices, ReportingJobs
from spectral_gui.state.parse_requests import Suggestion
from spectral_gui.state.queue_orders import QueueOrders
from spectral_gui.state.reader import Dictionaries, Reader, SavedDocument
from spectral_gui.state.reading_selection import AnnotationEffort, EffortTracker, ReadingSelection
from spectral_gui.state.readings import (
    RankedReadings,
    ReadingRankings,
    ScoreExplanation,
    SentenceRanking,
    WordOccurrences,
)
from spectral_gui.state.runs import Calibrations, ModelLibrary, Runs
from spectral_gui.state.session import Selection, Session
from spectral_gui.state.suggestion_tools import Acceptance, PartQuestions, SubtreeReplacement
from spectral_gui.state.suggestions import Suggestions
from spectral_gui.state.survey import DocumentSurvey
from spectral_gui.state.treebank_downloader import TreebankDownloader

# ruff: noqa: F401 - names to be imported from here

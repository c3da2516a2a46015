"""State of the window without widgets: the open document, selection, history, models, suggestions, readings and
searches."""

# ruff: noqa: F401 - names to be imported from here

from spectral_gui.session.accepting import Acceptance
from spectral_gui.session.bringing import TreebankDownloader
from spectral_gui.session.calibrations import Calibrations
from spectral_gui.session.desk import AppContext
from spectral_gui.session.dictionaries import Dictionaries
from spectral_gui.session.effort import Effort, EffortTracker
from spectral_gui.session.exploring import (
    AutomatonQuestion,
    CutQuestion,
    HeadCounts,
    ModelExplorer,
    StateQuestion,
    StepsQuestion,
)
from spectral_gui.session.library import ModelLibrary
from spectral_gui.session.model_in_use import ActiveModel
from spectral_gui.session.notices import Notices
from spectral_gui.session.orders import QueueOrders
from spectral_gui.session.proposal import Suggestion
from spectral_gui.session.proposals import Suggestions
from spectral_gui.session.questions import Questions
from spectral_gui.session.ranked import RankedReadings, ScoreExplanation, SentenceRanking, WordOccurrences
from spectral_gui.session.reader import Reader
from spectral_gui.session.reader_files import SavedText
from spectral_gui.session.reading_files import find_companion
from spectral_gui.session.readings import Readings
from spectral_gui.session.replacing import SubtreeReplacement
from spectral_gui.session.runs import Runs
from spectral_gui.session.saving import DocumentSaver
from spectral_gui.session.searching import DocumentSearch
from spectral_gui.session.selection import Selection
from spectral_gui.session.session import Session
from spectral_gui.session.surveying import DocumentSurvey
from spectral_gui.session.taking import ReadingSelection
from spectral_gui.session.unasked import AutoTrainer
from spectral_gui.session.work import Work

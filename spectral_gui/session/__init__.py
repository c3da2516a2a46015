"""The session: the open document, selection, history, and the parts that learn, propose, rank, explore and read."""

# ruff: noqa: F401 - names to be imported from here

from spectral_gui.session.accepting import Accepting
from spectral_gui.session.bringing import Bringing
from spectral_gui.session.calibrations import Calibrations
from spectral_gui.session.desk import Desk
from spectral_gui.session.dictionaries import Dictionaries
from spectral_gui.session.effort import Effort, Efforts
from spectral_gui.session.exploring import (
    AutomatonQuestion,
    CutQuestion,
    Exploring,
    Heads,
    StateQuestion,
    StepsQuestion,
)
from spectral_gui.session.library import ModelLibrary
from spectral_gui.session.model_in_use import ModelInUse
from spectral_gui.session.notices import Notices
from spectral_gui.session.orders import Orders
from spectral_gui.session.proposal import Proposal
from spectral_gui.session.proposals import Proposals
from spectral_gui.session.questions import Questions
from spectral_gui.session.ranked import RankedRow, RankedWords, SameWords, Why
from spectral_gui.session.reader import Reader
from spectral_gui.session.reader_files import TextKept
from spectral_gui.session.reading_files import companion_of
from spectral_gui.session.readings import Readings
from spectral_gui.session.replacing import Replacing
from spectral_gui.session.runs import Runs
from spectral_gui.session.saving import Saving
from spectral_gui.session.searching import Searching
from spectral_gui.session.selection import Selection
from spectral_gui.session.session import Session
from spectral_gui.session.surveying import Surveying
from spectral_gui.session.taking import Taking
from spectral_gui.session.unasked import Unasked
from spectral_gui.session.work import Work

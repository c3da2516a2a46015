"""What the engine is asked, as typed values, and what answers them, for tests, commands and processes alike."""

from spectral_core.engine.asking import Ask, ParseBelow, PartQuestion
from spectral_core.engine.automata import AskAutomaton, AskHeads, AskSpectrum
from spectral_core.engine.calibrating import Calibrate, Calibrated
from spectral_core.engine.documents import AskReasons, Compare, Compared, Find, Found, Survey, Surveyed
from spectral_core.engine.engine import DocumentShown, Engine
from spectral_core.engine.learning import Add, Learn, Learnt
from spectral_core.engine.parsing import LONGEST, OrderByDisagreement, OrderByDoubt, Parse, Parsed, SortLocks, Standing
from spectral_core.engine.ranking import Explain, FindSame, Rank, Rankings, SamePlace
from spectral_core.engine.ranks import AskRanks, Cut, Cutting
from spectral_core.engine.request import Request

__all__ = [
    "LONGEST", "Add", "Ask", "AskAutomaton", "AskHeads", "AskRanks", "AskReasons", "AskSpectrum", "Calibrate",
    "Calibrated", "Compare", "Compared", "Cut", "Cutting", "DocumentShown", "Engine", "Explain", "Find", "FindSame",
    "Found", "Learn", "Learnt", "OrderByDisagreement", "OrderByDoubt", "Parse", "ParseBelow", "Parsed",
    "PartQuestion", "Rank", "Rankings", "Request", "SamePlace", "SortLocks", "Standing", "Survey", "Surveyed",
]  # fmt: skip

"""What the engine is asked, as typed values, and what answers them, for tests, commands and processes alike."""

from spectral_core.engine.asking import Ask, ParseBelow, PartQuestion
from spectral_core.engine.automata import AskAutomaton, AskHeads, AskSpectrum
from spectral_core.engine.calibrating import Calibrate, Calibrated
from spectral_core.engine.documents import (
    AskReasons,
    Compare,
    Compared,
    Find,
    Found,
    Survey,
    Surveyed,
    annotation,
    is_model,
    votes,
)
from spectral_core.engine.engine import DocumentShown, Engine
from spectral_core.engine.held_out import HELD_OUT
from spectral_core.engine.learning import MEASURING, Add, Learn, Learnt
from spectral_core.engine.parsing import LONGEST, OrderByDisagreement, OrderByDoubt, Parse, Parsed, SortLocks, Standing
from spectral_core.engine.ranking import Explain, FindSame, Rank, Rankings, SamePlace
from spectral_core.engine.ranks import AskRanks, Cut, Cutting
from spectral_core.engine.request import Request
from spectral_core.engine.states import (
    AskNode,
    AskSameState,
    AskStateParts,
    AskStates,
    AskStructure,
    Attribute,
    NodePoint,
    NodeStates,
    PartStates,
    StateCard,
    StatePart,
    StateParts,
)
from spectral_core.engine.steps import AskSteps
from spectral_core.engine.sweeping import Axis, Sweep, axis_of
from spectral_core.engine.unasked import AskLearnable, CompareDecided, DecidedWorth, Judge, Learnable
from spectral_core.engine.words import AskWord, AskWordMap, ClassCard, KnownWord, WordMap

__all__ = [
    "HELD_OUT",
    "LONGEST",
    "MEASURING",
    "Add",
    "Ask",
    "AskAutomaton",
    "AskHeads",
    "AskLearnable",
    "AskNode",
    "AskRanks",
    "AskReasons",
    "AskSameState",
    "AskSpectrum",
    "AskStateParts",
    "AskStates",
    "AskSteps",
    "AskStructure",
    "AskWord",
    "AskWordMap",
    "Attribute",
    "Axis",
    "Calibrate",
    "Calibrated",
    "ClassCard",
    "Compare",
    "CompareDecided",
    "Compared",
    "Cut",
    "Cutting",
    "DecidedWorth",
    "DocumentShown",
    "Engine",
    "Explain",
    "Find",
    "FindSame",
    "Found",
    "Judge",
    "KnownWord",
    "Learn",
    "Learnable",
    "Learnt",
    "NodePoint",
    "NodeStates",
    "OrderByDisagreement",
    "OrderByDoubt",
    "Parse",
    "ParseBelow",
    "Parsed",
    "PartQuestion",
    "PartStates",
    "Rank",
    "Rankings",
    "Request",
    "SamePlace",
    "SortLocks",
    "Standing",
    "StateCard",
    "StatePart",
    "StateParts",
    "Survey",
    "Surveyed",
    "Sweep",
    "WordMap",
    "annotation",
    "axis_of",
    "is_model",
    "votes",
]  # fmt: skip

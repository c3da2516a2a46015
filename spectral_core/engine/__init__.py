"""Requests to the engine, as typed values, and the engine that runs them, for tests, commands and processes alike."""

from spectral_core.engine.asking import AskQuestions, ParseBelow, PartQuestion
from spectral_core.engine.automata import AskAutomaton, AskHeadTags, AskSpectrum
from spectral_core.engine.calibrating import CalibrationResult, MeasureCalibration
from spectral_core.engine.documents import (
    AskObstacles,
    Compare,
    ComparisonResult,
    Find,
    SearchResult,
    Survey,
    SurveyResult,
    annotate_or_load,
    count_votes,
    is_model,
)
from spectral_core.engine.engine import DocumentState, Engine
from spectral_core.engine.held_out import HELD_OUT
from spectral_core.engine.learning import MEASURING, AddSentences, Learn, LearningResult
from spectral_core.engine.parsing import (
    MAX_WORDS,
    LockCheck,
    OrderByDisagreement,
    OrderByUncertainty,
    Parse,
    ParseResult,
    ResolveLocks,
)
from spectral_core.engine.ranking import Explain, FindOccurrences, Occurrence, Rank, Rankings
from spectral_core.engine.ranks import AskMaxStates, ParseTruncated, TruncatedParse
from spectral_core.engine.request import Request
from spectral_core.engine.states import (
    AskNodeStates,
    AskStateParts,
    AskStates,
    AskStructure,
    Attribute,
    FindNodesInState,
    NodePoint,
    NodeStates,
    PartStates,
    StateCard,
    StatePart,
    StateParts,
)
from spectral_core.engine.steps import AskTrace
from spectral_core.engine.sweeping import Axis, Sweep, parse_axis
from spectral_core.engine.unasked import (
    CompareParsers,
    CountCorrect,
    FindTrainable,
    ParserComparison,
    TrainableDocument,
)
from spectral_core.engine.words import AskWord, AskWordMap, ClassCard, KnownWord, WordMap

__all__ = [
    "HELD_OUT",
    "MAX_WORDS",
    "MEASURING",
    "AddSentences",
    "AskAutomaton",
    "AskHeadTags",
    "AskMaxStates",
    "AskNodeStates",
    "AskObstacles",
    "AskQuestions",
    "AskSpectrum",
    "AskStateParts",
    "AskStates",
    "AskStructure",
    "AskTrace",
    "AskWord",
    "AskWordMap",
    "Attribute",
    "Axis",
    "CalibrationResult",
    "ClassCard",
    "Compare",
    "CompareParsers",
    "ComparisonResult",
    "CountCorrect",
    "DocumentState",
    "Engine",
    "Explain",
    "Find",
    "FindNodesInState",
    "FindOccurrences",
    "FindTrainable",
    "KnownWord",
    "Learn",
    "LearningResult",
    "LockCheck",
    "MeasureCalibration",
    "NodePoint",
    "NodeStates",
    "Occurrence",
    "OrderByDisagreement",
    "OrderByUncertainty",
    "Parse",
    "ParseBelow",
    "ParseResult",
    "ParseTruncated",
    "ParserComparison",
    "PartQuestion",
    "PartStates",
    "Rank",
    "Rankings",
    "Request",
    "ResolveLocks",
    "SearchResult",
    "StateCard",
    "StatePart",
    "StateParts",
    "Survey",
    "SurveyResult",
    "Sweep",
    "TrainableDocument",
    "TruncatedParse",
    "WordMap",
    "annotate_or_load",
    "count_votes",
    "is_model",
    "parse_axis",
]  # fmt: skip

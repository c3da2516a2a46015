"""Typed requests to the engine, and the engine that runs them in tests, commands and processes alike."""

from spectral_core.engine.document_requests import (
    CheckTrainability,
    FindMatches,
    FindOccurrences,
    FindTrainableDocuments,
    Occurrence,
    SearchResult,
    Survey,
    SurveyResult,
    TrainableDocument,
)
from spectral_core.engine.engine import DocumentState, Engine, Request
from spectral_core.engine.evaluation import (
    CalibrationResult,
    CompareAnnotation,
    CompareParsers,
    ComparisonResult,
    CountCorrectSuggestions,
    MeasureCalibration,
    ParserComparison,
    annotate_or_load,
    count_disagreements,
    is_model_file,
)
from spectral_core.engine.hidden_states import (
    AskNodeStates,
    AskStateParts,
    AskStates,
    AskStructure,
    FindNodesInState,
    NodeAttribute,
    NodePoint,
    NodeStates,
    PartStates,
    StateCard,
    StatePart,
    StateParts,
)
from spectral_core.engine.inspection import (
    AskAutomaton,
    AskHeadTags,
    AskSpectrum,
    AskTrace,
    AskWord,
    AskWordMap,
    ClassCard,
    KnownWord,
    WordMap,
)
from spectral_core.engine.parsing import (
    MAX_WORDS,
    AskMaxStates,
    Parse,
    ParseBelow,
    ParseResult,
    ParseTruncated,
    ResolvedLocks,
    ResolveLocks,
    ScoreDisagreement,
    ScoreUncertainty,
    TruncatedParse,
)
from spectral_core.engine.questions import PartQuestion, SelectQuestions
from spectral_core.engine.ranking import ExplainRanking, Rankings, RankReadings
from spectral_core.engine.sweeps import Axis, Sweep, parse_axis
from spectral_core.engine.training import HELD_OUT, MEASURING_STAGE, AddSentences, Train, TrainingResult

__all__ = [
    "HELD_OUT", "MAX_WORDS", "MEASURING_STAGE", "AddSentences", "AskAutomaton", "AskHeadTags", "AskMaxStates",
    "AskNodeStates", "AskSpectrum", "AskStateParts", "AskStates", "AskStructure", "AskTrace", "AskWord", "AskWordMap",
    "Axis", "CalibrationResult", "CheckTrainability", "ClassCard", "CompareAnnotation", "CompareParsers",
    "ComparisonResult", "CountCorrectSuggestions", "DocumentState", "Engine", "ExplainRanking", "FindMatches",
    "FindNodesInState", "FindOccurrences", "FindTrainableDocuments", "KnownWord", "MeasureCalibration", "NodeAttribute",
    "NodePoint", "NodeStates", "Occurrence", "Parse", "ParseBelow", "ParseResult", "ParseTruncated", "ParserComparison",
    "PartQuestion", "PartStates", "RankReadings", "Rankings", "Request", "ResolveLocks", "ResolvedLocks",
    "ScoreDisagreement", "ScoreUncertainty", "SearchResult", "SelectQuestions", "StateCard", "StatePart", "StateParts",
    "Survey", "SurveyResult", "Sweep", "Train", "TrainableDocument", "TrainingResult", "TruncatedParse", "WordMap",
    "annotate_or_load", "count_disagreements", "is_model_file", "parse_axis",
]  # fmt: skip

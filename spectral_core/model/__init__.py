"""Protocols of trained models, settings of methods, and the families that train models."""

from spectral_core.deprecated import keep_old_names
from spectral_core.model.family import Counting, Family, Statistics, require_type
from spectral_core.model.packing import (
    Arrays,
    add_header,
    add_prefix,
    pack_counter,
    pack_strings,
    select_part,
    split_header,
    unpack_counter,
    unpack_strings,
)
from spectral_core.model.protocols import (
    ArcPosteriors,
    ArcScorer,
    BatchArcScorer,
    Contribution,
    ExplainsReadings,
    ExplainsTrees,
    ExtractsAutomata,
    FlagsUncertainty,
    HasSpectrum,
    HasStates,
    HasTagger,
    HasVocabulary,
    HasWordClasses,
    HasWordVectors,
    KeepsText,
    LabelsArcs,
    LogScore,
    MarginalScorer,
    Model,
    NodeState,
    OnePassParser,
    Parser,
    Ranker,
    ReportsLimits,
    Scorer,
    Tagger,
    TextRanker,
    TracesAlgorithms,
    TreeScorer,
    Truncatable,
    choose_algorithm,
    require_text,
)
from spectral_core.model.settings import (
    AUTO_COLUMN,
    COLUMN_CHOICES,
    MAX_SEED,
    OPEN_VOCABULARY,
    TAG_COLUMN_CHOICES,
    Setting,
    Settings,
    Value,
    choose_tag_column,
    list_settings,
    setting,
    validate_settings,
)

__all__ = [
    "AUTO_COLUMN", "COLUMN_CHOICES", "MAX_SEED", "OPEN_VOCABULARY", "TAG_COLUMN_CHOICES",
    "ArcPosteriors", "ArcScorer", "Arrays", "BatchArcScorer", "Contribution", "Counting", "ExplainsReadings",
    "ExplainsTrees", "ExtractsAutomata", "Family", "FlagsUncertainty", "HasSpectrum", "HasStates", "HasTagger",
    "HasVocabulary", "HasWordClasses", "HasWordVectors", "KeepsText", "LabelsArcs", "LogScore", "MarginalScorer",
    "Model", "NodeState", "OnePassParser", "Parser", "Ranker", "ReportsLimits", "Scorer", "Setting", "Settings",
    "Statistics", "Tagger", "TextRanker", "TracesAlgorithms", "TreeScorer", "Truncatable", "Value", "add_header",
    "add_prefix", "choose_algorithm", "choose_tag_column", "list_settings", "pack_counter", "pack_strings",
    "require_text", "require_type", "select_part", "setting", "split_header", "unpack_counter", "unpack_strings",
    "validate_settings",
]  # fmt: skip

keep_old_names(__name__)

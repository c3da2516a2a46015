"""What a learnt model can be asked, as narrow protocols, and what its settings are made of."""

from spectral_core.model.packing import Arrays, pack, part_in, prefixed, unpack
from spectral_core.model.protocols import (
    ArcPosteriors,
    ArcScorer,
    Contribution,
    Doubts,
    Explainer,
    Explains,
    HasStates,
    Inspector,
    KnowsSymbols,
    Model,
    NamesRelations,
    NodeState,
    Parser,
    Proposer,
    Ranker,
    SaysHowLikely,
    Scored,
    Scorer,
    SumParser,
    Tagger,
    TagsItself,
    TextRanker,
    Truncatable,
)
from spectral_core.model.settings import (
    COLUMN_CHOICES,
    MOST_SEED,
    Setting,
    Settings,
    Value,
    checked,
    setting,
    settings_in,
)

__all__ = [
    "COLUMN_CHOICES", "MOST_SEED", "ArcPosteriors", "ArcScorer", "Arrays", "Contribution", "Doubts", "Explainer",
    "Explains", "HasStates", "Inspector", "KnowsSymbols", "Model", "NamesRelations", "NodeState", "Parser", "Proposer",
    "Ranker", "SaysHowLikely", "Scored", "Scorer", "Setting", "Settings", "SumParser", "Tagger", "TagsItself",
    "TextRanker", "Truncatable", "Value", "checked", "pack", "part_in", "prefixed", "setting", "settings_in", "unpack",
]  # fmt: skip

"""Every measurement, by the conventions of the field: attachment, brackets, rankings, perplexity, calibration."""

from spectral_core.evaluate.alignment import same_words
from spectral_core.evaluate.brackets import bracket_scores
from spectral_core.evaluate.calibration import Bin, expected_calibration_error, reliability
from spectral_core.evaluate.clipping import clipped_in
from spectral_core.evaluate.comparison import compare, unannotated
from spectral_core.evaluate.dependencies import dependency_scores, is_punctuation
from spectral_core.evaluate.parsers import ParserWorth, parser_worth
from spectral_core.evaluate.rankers import cheats, ranker_metrics, rankings
from spectral_core.evaluate.rankings import RankingScores, is_arabic, places_of, ranking_scores
from spectral_core.evaluate.rates import (
    Failure,
    Interval,
    Rate,
    Scores,
    bootstrap,
    differences,
    interval,
    over_the_same,
)
from spectral_core.evaluate.raw_text import aligned_scores
from spectral_core.evaluate.sequences import perplexity
from spectral_core.evaluate.spans import labelled_brackets, unlabelled_brackets
from spectral_core.evaluate.tags import tag_scores
from spectral_core.evaluate.unlabelled import unlabelled_scores

__all__ = [
    "Bin", "Failure", "Interval", "ParserWorth", "RankingScores", "Rate", "Scores", "aligned_scores", "bootstrap",
    "bracket_scores", "cheats", "clipped_in", "compare", "dependency_scores", "differences",
    "expected_calibration_error", "interval", "is_arabic", "is_punctuation", "labelled_brackets", "over_the_same",
    "parser_worth", "perplexity", "places_of", "ranker_metrics", "ranking_scores", "rankings", "reliability",
    "same_words", "tag_scores", "unannotated", "unlabelled_brackets", "unlabelled_scores",
]  # fmt: skip

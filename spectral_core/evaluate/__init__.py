"""Standard evaluation measures: attachment, brackets, rankings, perplexity, calibration."""

from spectral_core.deprecated import keep_old_names
from spectral_core.evaluate.bootstrap import (
    Interval,
    bootstrap_difference,
    bootstrap_differences,
    bootstrap_interval,
    restrict_to_common_sentences,
)
from spectral_core.evaluate.brackets import (
    extract_labelled_brackets,
    extract_unlabelled_brackets,
    score_brackets,
    score_unlabelled_brackets,
)
from spectral_core.evaluate.calibration import Bin, bin_by_confidence, expected_calibration_error
from spectral_core.evaluate.comparison import compare_annotation, strip_annotation
from spectral_core.evaluate.dependencies import is_punctuation, score_dependencies, score_readings, score_tags
from spectral_core.evaluate.measures import Failure, Rate, Scores
from spectral_core.evaluate.model_evaluation import (
    ParserEvaluation,
    compute_perplexity,
    count_clipped,
    evaluate_parser,
    evaluate_ranker,
    evaluate_tokeniser,
    hide_annotation,
    is_oracle,
    rank_readings,
)
from spectral_core.evaluate.rankings import RankingScores, compute_gold_ranks, is_arabic, score_rankings
from spectral_core.evaluate.raw_text import have_same_words, score_raw_text

__all__ = [
    "Bin",
    "Failure",
    "Interval",
    "ParserEvaluation",
    "RankingScores",
    "Rate",
    "Scores",
    "bin_by_confidence",
    "bootstrap_difference",
    "bootstrap_differences",
    "bootstrap_interval",
    "compare_annotation",
    "compute_gold_ranks",
    "compute_perplexity",
    "count_clipped",
    "evaluate_parser",
    "evaluate_ranker",
    "evaluate_tokeniser",
    "expected_calibration_error",
    "extract_labelled_brackets",
    "extract_unlabelled_brackets",
    "have_same_words",
    "hide_annotation",
    "is_arabic",
    "is_oracle",
    "is_punctuation",
    "rank_readings",
    "restrict_to_common_sentences",
    "score_brackets",
    "score_dependencies",
    "score_rankings",
    "score_raw_text",
    "score_readings",
    "score_tags",
    "score_unlabelled_brackets",
    "strip_annotation",
]

keep_old_names(__name__)

"""Request for the calibration of a model's marginals, measured on annotated documents."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from spectral_core.arrays import Flags, Floats
from spectral_core.data import Sentence, Treebank
from spectral_core.data.structure import Marginals, Structure
from spectral_core.engine.engine import Engine
from spectral_core.engine.parsing import get_predicted_structure, has_marginals, load_parser, suggest_trees
from spectral_core.engine.training import split_held_out
from spectral_core.errors import DataError, SpectralError
from spectral_core.evaluate import Bin, bin_by_confidence, expected_calibration_error, strip_annotation
from spectral_core.progress import Report, track_progress

_REPORT_EVERY = 20  # sentences between two progress reports
_MARGIN_THRESHOLDS = 100  # thresholds at which flags are counted, besides 0


@dataclass(frozen=True, slots=True)
class CalibrationResult:
    """Scores of the parts of the best trees and how often these are correct."""

    bins: tuple[Bin, ...]
    expected_calibration_error: float
    calibrated: bool  # whether the scores of all sentences are probabilities
    sentences: int
    parts: int
    wrong_parts: int  # heads or labelled brackets that the treebank lacks
    flag_counts: tuple[tuple[int, int], ...]  # by hundredths: parts with a smaller margin, and incorrect ones
    left_out: int = 0  # sentences that could not be parsed

    def flag_recall_and_precision(self, margin: float) -> tuple[float | None, float | None]:
        """Return (recall, precision) of flagging the parts with a smaller margin; None where the denominator is 0."""
        flag_count, wrong_count = self.flag_counts[min(max(round(margin * _MARGIN_THRESHOLDS), 0), _MARGIN_THRESHOLDS)]
        return (wrong_count / self.wrong_parts if self.wrong_parts else None), (
            wrong_count / flag_count if flag_count else None
        )


@dataclass(frozen=True, slots=True)
class MeasureCalibration:
    """Measures the calibration of a model's marginals: its best trees are compared with the trees of documents."""

    model: Path
    documents: tuple[str, ...]
    held_out: bool = False  # evaluate only on what was held out in training

    def run(self, engine: Engine, report: Report) -> CalibrationResult:
        import numpy as np

        parser = load_parser(engine, self.model)
        if not has_marginals(parser):
            raise DataError(f"{self.model.name} gives no probabilities for its suggestions; choose another run")
        structure = get_predicted_structure(parser)
        treebank = Treebank.concatenate([engine.load_treebank(name) for name in self.documents])
        if self.held_out:
            _, held_out = split_held_out(treebank)
            if held_out is None:
                raise DataError("The document now has too few sentences to hold any out; measure on another document")
            treebank = held_out
        sentences = [
            candidate
            for candidate in treebank
            if candidate.readable and len(candidate) and not structure.is_unfinished(candidate)
        ]
        rows: list[tuple[float, bool, float]] = []
        calibrated, used, left_out = True, 0, 0
        for sentence in track_progress(sentences, "measuring calibration", len(sentences), report, _REPORT_EVERY):
            try:
                parsed = suggest_trees(parser, strip_annotation(sentence), 1)
            except SpectralError:
                left_out += 1
                continue
            if not parsed.trees or parsed.marginals is None:
                left_out += 1
                continue
            used, calibrated = used + 1, calibrated and parsed.marginals.calibrated
            rows += _score_tree_parts(structure, sentence, parsed.trees[0].value, parsed.marginals)
        if not rows:
            raise DataError("No sentence there has trees of this kind; measure on a document that is annotated")
        confidences, is_right, margins = (np.array(column) for column in zip(*rows, strict=True))
        return CalibrationResult(
            bins=bin_by_confidence(confidences, is_right),
            expected_calibration_error=expected_calibration_error(confidences, is_right),
            calibrated=calibrated,
            sentences=used,
            parts=len(rows),
            wrong_parts=int((~is_right).sum()),
            flag_counts=_count_flags(margins, is_right),
            left_out=left_out,
        )


def _count_flags(margins: Floats, is_right: Flags) -> tuple[tuple[int, int], ...]:
    """Return for each threshold the number of parts with a smaller margin, and of the incorrect ones among them."""
    is_flagged_by_threshold = (margins < step / _MARGIN_THRESHOLDS for step in range(_MARGIN_THRESHOLDS + 1))
    return tuple((int(is_flagged.sum()), int((is_flagged & ~is_right).sum())) for is_flagged in is_flagged_by_threshold)


def _score_tree_parts(
    structure: Structure, gold: Sentence, tree: Sentence, marginals: Marginals
) -> Iterator[tuple[float, bool, float]]:
    """Yield for each part of a tree its score, whether it is correct as far as the score covers it, and its margin."""
    for part, is_correct in structure.compare_to_gold(tree, gold):
        marginal = marginals.marginal(part)
        if marginal is not None:
            yield marginal, is_correct, marginals.margin(part.position)

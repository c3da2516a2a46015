"""Request for the calibration of a parser: how well its scores match accuracy, and how well low margins flag errors."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from spectral_core.data import Sentence, Treebank
from spectral_core.data.structure import Marginals, Structure
from spectral_core.engine.engine import Engine
from spectral_core.engine.held_out import split_held_out
from spectral_core.engine.parsing import has_marginals, load_parser, structure_of, suggest_trees
from spectral_core.errors import DataError, SpectralError
from spectral_core.evaluate import Bin, bin_by_confidence, expected_calibration_error, strip_annotation
from spectral_core.progress import Report, track_progress

_SENTENCES_PER_REPORT = 20  # sentences between two reports
_MARGIN_STEPS = 100  # margins that flags are counted at, beside 0


@dataclass(frozen=True, slots=True)
class CalibrationResult:
    """Scores of the parts of the best trees against how often these are right."""

    bins: tuple[Bin, ...]
    error: float  # expected calibration error
    calibrated: bool  # the numbers are probabilities, or else scores
    sentences: int
    parts: int
    wrong: int  # parts that the treebank does not have: words under another head, brackets, labels included
    flags: tuple[tuple[int, int], ...]  # by hundredths from 0 to 1: parts whose margin is smaller; the wrong of them
    left_out: int = 0  # sentences that could not be parsed

    def flag_quality(self, margin: float) -> tuple[float | None, float | None]:
        """Return (recall, precision) of flagging the parts whose margin is smaller; None where there is nothing to
        divide by."""
        flag_count, wrong_count = self.flags[min(max(round(margin * _MARGIN_STEPS), 0), _MARGIN_STEPS)]
        return (wrong_count / self.wrong if self.wrong else None), (wrong_count / flag_count if flag_count else None)


@dataclass(frozen=True, slots=True)
class MeasureCalibration:
    """Compares the parts of the best trees of the model in a file with the trees of documents."""

    model: Path
    documents: tuple[str, ...]
    held_out: bool = False  # only what was held out of them when the model was learnt

    def run(self, engine: Engine, report: Report) -> CalibrationResult:
        import numpy as np

        parser = load_parser(engine, self.model)
        if not has_marginals(parser):
            raise DataError(f"{self.model.name} does not say how likely what it proposes is; choose another run")
        structure = structure_of(parser)
        treebank = Treebank.concatenate([engine.treebank(name) for name in self.documents])
        if self.held_out:
            treebank = split_held_out(treebank)[1] or treebank
        sentences = [
            candidate
            for candidate in treebank
            if candidate.readable and len(candidate) and not structure.is_unfinished(candidate)
        ]
        rows: list[tuple[float, bool, float]] = []
        calibrated, used, left_out = True, 0, 0
        for sentence in track_progress(
            sentences, "measuring calibration", len(sentences), report, _SENTENCES_PER_REPORT
        ):
            try:
                parsed = suggest_trees(parser, strip_annotation(sentence), 1)
            except SpectralError:
                left_out += 1
                continue
            if not parsed.trees or parsed.marginals is None:
                left_out += 1
                continue
            used, calibrated = used + 1, parsed.marginals.calibrated
            rows += _score_parts(structure, sentence, parsed.trees[0].value, parsed.marginals)
        if not rows:
            raise DataError("No sentence there has trees of this kind; measure on a document that is annotated")
        confidences, is_right, margins = (np.array(column) for column in zip(*rows, strict=True))
        flags = []
        for step in range(_MARGIN_STEPS + 1):
            is_flagged = margins < step / _MARGIN_STEPS
            flags.append((int(is_flagged.sum()), int((is_flagged & ~is_right).sum())))
        error = expected_calibration_error(confidences, is_right)
        wrong = int((~is_right).sum())
        bins = bin_by_confidence(confidences, is_right)
        return CalibrationResult(bins, error, calibrated, used, len(rows), wrong, tuple(flags), left_out)


def _score_parts(
    structure: Structure, gold: Sentence, tree: Sentence, marginals: Marginals
) -> Iterator[tuple[float, bool, float]]:
    """Yield for each part of a tree its score, whether it is right as far as the score speaks of it, and its margin."""
    for part, right in structure.compare_to_gold(tree, gold):
        number = marginals.marginal(part)
        if number is not None:
            yield number, right, marginals.margin(part.position)

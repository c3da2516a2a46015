"""Whether the numbers of a parser are what they say, and what marking its doubtful parts is worth."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from spectral_core.data import Sentence, Treebank
from spectral_core.data.structure import Marginals, Structure
from spectral_core.engine.engine import Engine
from spectral_core.engine.held_out import parted
from spectral_core.engine.parsing import has_marginals, parser_of, proposed, structure_of
from spectral_core.errors import DataError, SpectralError
from spectral_core.evaluate import Bin, expected_calibration_error, reliability, unannotated
from spectral_core.progress import Report, watched

_BLOCK = 20  # sentences between two reports
_STEPS = 100  # margins that flags are counted at, beside 0


@dataclass(frozen=True, slots=True)
class Calibrated:
    """What the parts of the best trees say of themselves against how often they are right."""

    bins: tuple[Bin, ...]
    error: float  # expected calibration error
    calibrated: bool  # the numbers are probabilities, or else scores
    sentences: int
    parts: int
    wrong: int  # parts that the treebank does not have: words under another head, brackets, labels included
    flags: tuple[tuple[int, int], ...]  # by hundredths from 0 to 1: parts whose margin is smaller; the wrong of them
    left_out: int = 0  # sentences that could not be parsed

    def flagged(self, margin: float) -> tuple[float | None, float | None]:
        """(recall, precision) of marking the parts whose margin is smaller; None where there is nothing to share."""
        marked, right = self.flags[min(max(round(margin * _STEPS), 0), _STEPS)]
        return (right / self.wrong if self.wrong else None), (right / marked if marked else None)


@dataclass(frozen=True, slots=True)
class Calibrate:
    """The parts of the best trees of the model in a file for the sentences of documents, against what stands there."""

    model: Path
    documents: tuple[str, ...]
    held_out: bool = False  # only what was held out of them when the model was learnt

    def run(self, engine: Engine, report: Report) -> Calibrated:
        import numpy as np

        parser = parser_of(engine, self.model)
        if not has_marginals(parser):
            raise DataError(f"{self.model.name} does not say how likely what it proposes is; choose another run")
        structure = structure_of(parser)
        treebank = Treebank.joined([engine.treebank(name) for name in self.documents])
        if self.held_out:
            treebank = parted(treebank)[1] or treebank
        sentences = [one for one in treebank if one.readable and len(one) and not structure.is_open(one)]
        rows: list[tuple[float, bool, float]] = []
        calibrated, used, left_out = True, 0, 0
        for sentence in watched(sentences, "measuring calibration", len(sentences), report, _BLOCK):
            try:
                parsed = proposed(parser, unannotated(sentence), 1)
            except SpectralError:
                left_out += 1
                continue
            if not parsed.trees or parsed.marginals is None:
                left_out += 1
                continue
            used, calibrated = used + 1, parsed.marginals.calibrated
            rows += _judged(structure, sentence, parsed.trees[0].value, parsed.marginals)
        if not rows:
            raise DataError("No sentence there has trees of this kind; measure on a document that is annotated")
        confidences, rights, margins = (np.array(column) for column in zip(*rows, strict=True))
        flags = []
        for step in range(_STEPS + 1):
            marked = margins < step / _STEPS
            flags.append((int(marked.sum()), int((marked & ~rights).sum())))
        error = expected_calibration_error(confidences, rights)
        wrong = int((~rights).sum())
        bins = reliability(confidences, rights)
        return Calibrated(bins, error, calibrated, used, len(rows), wrong, tuple(flags), left_out)


def _judged(
    structure: Structure, gold: Sentence, tree: Sentence, marginals: Marginals
) -> Iterator[tuple[float, bool, float]]:
    """For each part of a tree its number, whether it is right as far as the number speaks of it, and its margin."""
    for part, right in structure.judged(tree, gold):
        number = marginals.number(part)
        if number is not None:
            yield number, right, marginals.margin(part.place)

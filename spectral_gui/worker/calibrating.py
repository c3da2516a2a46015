"""Whether the numbers of a parser are what they say, and what underlining its doubtful words is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from spectral_core.data import FREE
from spectral_core.errors import DataError, SpectralError
from spectral_core.evaluate import Bin, expected_calibration_error, reliability, unannotated
from spectral_core.model import ArcScorer, Floats, Parser
from spectral_core.progress import Progress, Report
from spectral_gui.worker.mirror import Mirror
from spectral_gui.worker.parsing import arcs_of, with_tags

_BLOCK = 20  # sentences between two reports
_STEPS = 100  # margins that flags are counted at, beside 0


@dataclass(frozen=True, slots=True)
class Calibrated:
    """What the arcs of the best trees say of themselves against how often they are right."""

    bins: tuple[Bin, ...]
    error: float  # expected calibration error
    calibrated: bool  # the numbers are probabilities, or else scores
    sentences: int
    words: int
    wrong: int  # words with another head than the treebank has
    flags: tuple[tuple[int, int], ...]  # by hundredths from 0 to 1: words whose margin is smaller; the wrong of them
    left_out: int = 0  # sentences that could not be parsed

    def flagged(self, margin: float) -> tuple[float | None, float | None]:
        """(recall, precision) of underlining the words whose margin is smaller: the share of the wrong heads that is
        underlined, and the share of what is underlined that is wrong. None where there is nothing to share."""
        marked, right = self.flags[min(max(round(margin * _STEPS), 0), _STEPS)]
        return (right / self.wrong if self.wrong else None), (right / marked if marked else None)


def calibration(mirror: Mirror, report: Report, path: Path, documents: Sequence[str]) -> Calibrated:
    """The arcs of the best trees of a model for the sentences of documents that have heads, against those heads."""
    import numpy as np

    model = mirror.model(path)
    if not isinstance(model, Parser) or not isinstance(model, ArcScorer):
        raise DataError(f"{path.name} does not say how likely its arcs are; choose another run")
    sentences = [one for name in documents for one in mirror.treebank(name) if one.readable and one.has_heads]
    confidences, rights, margins = [np.zeros(0)], [np.zeros(0, dtype=bool)], [np.zeros(0)]
    calibrated, used, left_out = True, 0, 0
    for done, sentence in enumerate(sentences):
        if done % _BLOCK == 0:
            report(Progress("measuring calibration", done, len(sentences)))
        try:
            bare = with_tags(model, unannotated(sentence))
            heads = [head or 0 for head in model.parse(bare)[0].value.heads]
            arcs, calibrated = arcs_of(model, bare, FREE)
        except SpectralError:
            left_out += 1
            continue
        used += 1
        gold = np.array([-1 if head is None else head for head in sentence.heads])
        known = gold >= 0
        words = np.arange(len(heads))
        confidences.append(arcs[heads, words][known])
        rights.append((np.array(heads) == gold)[known])
        margins.append(_margins(arcs)[known])
    confidence, right, margin = np.concatenate(confidences), np.concatenate(rights), np.concatenate(margins)
    if not confidence.size:
        raise DataError("No sentence there has heads to measure with; measure on a document with dependencies")
    flags = []
    for step in range(_STEPS + 1):
        marked = margin < step / _STEPS
        flags.append((int(marked.sum()), int((marked & ~right).sum())))
    return Calibrated(
        reliability(confidence, right),
        expected_calibration_error(confidence, right),
        calibrated,
        used,
        int(confidence.size),
        int((~right).sum()),
        tuple(flags),
        left_out,
    )


def _margins(arcs: Floats) -> Floats:
    """(words,) how far the likeliest head of each word is before the next."""
    import numpy as np

    if len(arcs) <= 2:  # a word alone has no other head
        return np.ones(arcs.shape[1])
    ordered = np.sort(arcs, axis=0)
    found: Floats = ordered[-1] - ordered[-2]
    return found

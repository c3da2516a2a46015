"""Learning an arc parser, and what it carries beside: relations, a tagger, probabilities."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from spectral_core.data import Sentence, Treebank
from spectral_core.models.arc_parser.model import ArcParser
from spectral_core.models.arc_parser.settings import ArcParserSettings
from spectral_core.models.arc_parser.weights import ArcWeights
from spectral_core.models.arc_parser.words import ReadWords
from spectral_core.models.neighbour_classes import NeighbourClasses
from spectral_core.models.parsing.beside import companions_of
from spectral_core.models.parsing.certainty import Outcomes, arc_outcomes
from spectral_core.models.parsing.sentences import projective_trees
from spectral_core.progress import Report, silent

_TO_CALIBRATE = 2000  # sentences that the model learns from whose arcs are judged
_JUDGED = 400  # sentences at most


def learn(
    treebank: Treebank, settings: ArcParserSettings, report: Report = silent, dev: Treebank | None = None
) -> ArcParser:
    """A parser of the dependency trees of a treebank; its arcs are calibrated on `dev`, or on a tenth held out of a
    part of the treebank."""
    classes = NeighbourClasses.learn(treebank, report) if settings.classes else None
    model = _bare(treebank, classes, settings, report)

    def outcomes(source: Treebank, sentences: Sequence[Sentence], told: Report) -> Iterator[Outcomes]:
        part = source.select(range(min(len(source), _TO_CALIBRATE)))
        judged = model if source is treebank else _bare(part, classes, settings, told)
        few = sentences[:_JUDGED]
        return arc_outcomes(few, judged.all_posteriors(few))

    tagged = model.words.fine.labelled(treebank) if settings.tagger else None
    return replace(model, companions=companions_of(treebank, settings, outcomes, report, dev, tagged, classes))


def _bare(
    treebank: Treebank, classes: NeighbourClasses | None, settings: ArcParserSettings, report: Report
) -> ArcParser:
    """The parser without what it carries beside."""
    skipped: Counter[str] = Counter()
    lifted = settings.crossing == "lifted"
    pairs = list(projective_trees(treebank, settings.column, lifted, "an arc parser", skipped, report))
    sentences, heads = [sentence for sentence, _ in pairs], [above for _, above in pairs]
    words = ReadWords.learn(sentences, heads, settings.column, classes)
    gold = np.array([head for above in heads for head in above], dtype=np.int64)
    given = words.codes(sentences, [words.fine.of(one) for one in sentences])
    weights = ArcWeights.learn(given, gold, settings, words.parts, report)
    return ArcParser(settings, words, weights, len(sentences), tuple(sorted(skipped.items())))

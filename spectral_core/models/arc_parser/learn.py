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
from spectral_core.models.parsing.certainty import Outcomes, arc_outcomes, calibrated
from spectral_core.models.parsing.companions import Companions
from spectral_core.models.parsing.relations import own_labeller
from spectral_core.models.parsing.sentences import has_tree, projective_trees
from spectral_core.models.parsing.tagging import own_tagger
from spectral_core.progress import CALIBRATION, Report, beside, silent

_TO_CALIBRATE = 2000  # sentences that the model learns from whose arcs are judged
_JUDGED = 400  # sentences at most


def learn(
    treebank: Treebank, settings: ArcParserSettings, report: Report = silent, dev: Treebank | None = None
) -> ArcParser:
    """A parser of the dependency trees of a treebank; its arcs are calibrated on `dev`, or on a tenth held out of a
    part of the treebank."""
    model = _bare(treebank, settings, report)

    def usable(sentence: Sentence) -> bool:
        return has_tree(sentence, settings.column)

    def outcomes(source: Treebank, sentences: Sequence[Sentence], told: Report) -> Iterator[Outcomes]:
        part = source.select(range(min(len(source), _TO_CALIBRATE)))
        judged = model if source is treebank else _bare(part, settings, told)
        few = sentences[:_JUDGED]
        return arc_outcomes(few, judged.all_posteriors(few))

    column, seed, lifted = settings.column, settings.seed, settings.crossing == "lifted"
    calibration = labeller = tagger = None
    if settings.calibration:
        with beside(report, CALIBRATION) as told:
            calibration = calibrated(treebank, usable, outcomes, seed, told, dev)
    if settings.relations:
        with beside(report, "labeller") as told:
            labeller = own_labeller(treebank, column, seed, lifted, told)
    if settings.tagger:
        with beside(report, "tagger") as told:
            tagger = own_tagger(model.words.fine.labelled(treebank), column, seed, told)
    return replace(model, companions=Companions(calibration=calibration, labeller=labeller, tagger=tagger))


def _bare(treebank: Treebank, settings: ArcParserSettings, report: Report) -> ArcParser:
    """The parser without what it carries beside."""
    skipped: Counter[str] = Counter()
    lifted = settings.crossing == "lifted"
    pairs = list(projective_trees(treebank, settings.column, lifted, "an arc parser", skipped, report))
    sentences, heads = [sentence for sentence, _ in pairs], [above for _, above in pairs]
    words = ReadWords.learn(sentences, heads, settings.column)
    gold = np.array([head for above in heads for head in above], dtype=np.int64)
    given = words.codes(sentences, [words.fine.of(one) for one in sentences])
    weights = ArcWeights.learn(given, gold, settings, words.fine.has_features, report)
    return ArcParser(settings, words, weights, len(sentences), tuple(sorted(skipped.items())))

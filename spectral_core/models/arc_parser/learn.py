"""Training of an arc parser and its companions: relations, a tagger, calibration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from spectral_core.data import Sentence, Treebank
from spectral_core.models.arc_parser.model import ArcParser
from spectral_core.models.arc_parser.settings import ArcParserSettings
from spectral_core.models.arc_parser.weights import ArcWeights
from spectral_core.models.arc_parser.words import WordCoder
from spectral_core.models.neighbour_classes import DistributionalClusters
from spectral_core.models.parsing.beside import train_companions
from spectral_core.models.parsing.certainty import Outcomes, score_gold_arcs
from spectral_core.models.parsing.sentences import projective_trees
from spectral_core.progress import Report, ignore_progress

_CALIBRATION_TRAINING = 2000  # sentences that the model learns from whose arcs are judged
_CALIBRATION_SENTENCES = 400  # sentences at most


def learn(
    treebank: Treebank, settings: ArcParserSettings, report: Report = ignore_progress, dev: Treebank | None = None
) -> ArcParser:
    """Learn a parser of the dependency trees of a treebank; its arcs are calibrated on `dev`, or on a tenth held out of
    a part of the treebank."""
    classes = DistributionalClusters.learn(treebank, report) if settings.classes else None
    model = _train_parser(treebank, classes, settings, report)

    def score_held_out(source: Treebank, sentences: Sequence[Sentence], on_progress: Report) -> Iterator[Outcomes]:
        part = source.select(range(min(len(source), _CALIBRATION_TRAINING)))
        parser = model if source is treebank else _train_parser(part, classes, settings, on_progress)
        sample = sentences[:_CALIBRATION_SENTENCES]
        return score_gold_arcs(sample, parser.all_posteriors(sample))

    fine_tagged = model.words.fine.add_labels(treebank) if settings.tagger else None
    return replace(
        model, companions=train_companions(treebank, settings, score_held_out, report, dev, fine_tagged, classes)
    )


def _train_parser(
    treebank: Treebank, classes: DistributionalClusters | None, settings: ArcParserSettings, report: Report
) -> ArcParser:
    """Train the parser without its companions."""
    skipped: Counter[str] = Counter()
    lifted = settings.crossing == "lifted"
    pairs = list(projective_trees(treebank, settings.column, lifted, "an arc parser", skipped, report))
    sentences, heads = [sentence for sentence, _ in pairs], [tree_heads for _, tree_heads in pairs]
    words = WordCoder.learn(sentences, heads, settings.column, classes)
    gold = np.array([head for tree_heads in heads for head in tree_heads], dtype=np.int64)
    coded = words.code_with_tags(
        sentences, [words.fine.read_fine_tags(usable_sentence) for usable_sentence in sentences]
    )
    weights = ArcWeights.learn(coded, gold, settings, words.parts, report)
    return ArcParser(settings, words, weights, len(sentences), tuple(sorted(skipped.items())))

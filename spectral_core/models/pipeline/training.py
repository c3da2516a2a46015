"""Training of the pipeline: parser with tagger and labeller, ranker, and what is fitted on held-out sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial, reduce
from typing import Protocol

import numpy as np

from spectral_core.data import EMPTY, Sentence, Treebank
from spectral_core.data.readings import standard_columns
from spectral_core.errors import DataError
from spectral_core.evaluate import strip_annotation
from spectral_core.model import choose_tag_column
from spectral_core.models import arc_parser, tokeniser
from spectral_core.models.analysis_ranker.context_ranker import ContextRanker, UncertaintyThreshold
from spectral_core.models.analysis_ranker.context_trainer import fit_uncertainty_threshold, train_context_ranker
from spectral_core.models.parsing.auxiliary_models import (
    CALIBRATION_FOLDS,
    MIN_SENTENCES,
    fit_calibration,
    pair_arcs_with_gold,
)
from spectral_core.models.parsing.training_sentences import has_tree
from spectral_core.models.path_clusters import Clusters, choose_clusters
from spectral_core.models.pipeline.first_readings import OpenWord
from spectral_core.models.pipeline.model import (
    Pipeline,
    make_parser_settings,
    make_ranker_settings,
    make_tokeniser_settings,
)
from spectral_core.models.pipeline.readings import DEFAULT_WEIGHTS, fit_reading_weights
from spectral_core.models.pipeline.settings import PipelineSettings
from spectral_core.models.pipeline.tree_evidence import GoldChoices, TreeEvidence
from spectral_core.models.tokeniser import ChainTokeniser
from spectral_core.progress import CALIBRATION, Report, ignore_progress, report_part

_PART_SIZE = 2000  # maximal number of training sentences of the pipeline that is fitted on held-out sentences
_MIN_CASE_SHARE = 0.25  # minimum share with a case among the words that have features
_HELD_OUT_SIZE = 400  # maximal number of held-out sentences
_UNSEEN_SIZE = 4000  # maximal number of unseen sentences from which readings given trees are learnt
_MIN_CHOICES = 200  # words with several candidate readings, of which one is right
_MIN_HALVES_SIZE = 40  # sentences of two halves on which pipelines are trained
_MIN_SPLIT_SIZE = 400  # with fewer sentences, all are held out in turn, and all others are needed to fit on them
_BATCH = 200  # sentences analysed at once
_FOLDS_OF_SMALL = 5  # parts that are held out in turn


_HeldOutPart = tuple[Pipeline, Sequence[Sentence]]  # of a part of the text, and sentences that it has not seen


class _TrainParts(Protocol):
    """Trains parser and ranker on a treebank."""

    def __call__(self, treebank: Treebank, *, report: Report) -> Pipeline: ...


def learn(
    treebank: Treebank, settings: PipelineSettings, report: Report = ignore_progress, dev: Treebank | None = None
) -> Pipeline:
    """Train a pipeline on the trees and readings of a treebank. Its weights and probabilities are fitted on `dev`, or
    on a held-out tenth with a pipeline of a part of the rest."""
    column = choose_tag_column("auto", treebank, ("upos", "xpos"))
    if all(tag == EMPTY for sentence in treebank for tag in sentence.column(column)):
        problem = "the columns UPOS and XPOS are empty in this treebank, and a pipeline learns from tags"
        raise DataError(f"{problem}; fill in one of them first, for example with `spectral tag`")
    classes = choose_clusters(settings.classes, treebank, report)
    pipeline = replace(
        _train_parts(treebank, classes, settings, column, report),
        tokeniser=_train_tokeniser(treebank, settings, report),
    )
    if not settings.calibration:
        return pipeline
    usable = [index for index, sentence in enumerate(treebank) if has_tree(sentence, column)]
    order = np.random.default_rng(settings.seed).permutation(usable).tolist()
    train = partial(_train_parts, classes=classes, settings=settings, column=column)
    if dev is not None:
        held_out = [sentence for sentence in dev if has_tree(sentence, column)][:_HELD_OUT_SIZE]
        if not held_out:
            raise DataError("no sentence to calibrate on has what this method learns from; give another --dev, or none")
        pipeline, _ = _fit_on_held_out(pipeline, [(pipeline, held_out)])
        if len(order) < _MIN_HALVES_SIZE:
            return pipeline
        seen, unseen = _split(treebank, order, len(order) // 2)
        with report_part(report, CALIBRATION) as on_progress:
            part = train(seen, report=on_progress)
            return _add_tree_evidence(
                pipeline, part, (seen, unseen), train, collect_choices(pipeline, held_out), on_progress
            )
    if len(usable) < MIN_SENTENCES:
        return pipeline
    is_small = len(order) < _MIN_SPLIT_SIZE
    size = min(len(order) // (_FOLDS_OF_SMALL if is_small else CALIBRATION_FOLDS), _HELD_OUT_SIZE)
    held_out, rest = [treebank[index] for index in sorted(order[:size])], order[size:]
    with report_part(report, CALIBRATION) as on_progress:
        seen, unseen = _split(treebank, rest, len(rest) if is_small else len(rest) // 2)
        parts = [(train(seen, report=on_progress), held_out)]
        if is_small:  # one part of it is too little to fit on: the others are held out in turn
            for low in range(size, len(order), size):
                others = treebank.select(sorted(order[:low] + order[low + size :]))
                fold = [treebank[index] for index in sorted(order[low : low + size])]
                parts.append((train(others, report=on_progress), fold))
        pipeline, part = _fit_on_held_out(pipeline, parts)
        return _add_tree_evidence(pipeline, part, (seen, unseen), train, collect_choices(part, held_out), on_progress)


def _split(treebank: Treebank, indexes: Sequence[int], size: int) -> tuple[Treebank, Treebank]:
    """Return the sentences that a part of the pipeline is trained on, and those that are left for it to analyse."""
    size = min(size, _PART_SIZE)
    return treebank.select(sorted(indexes[:size])), treebank.select(sorted(indexes[size : size + _UNSEEN_SIZE]))


def _add_tree_evidence(
    pipeline: Pipeline, part: Pipeline, halves: tuple[Treebank, Treebank], train: _TrainParts, held_out: GoldChoices,
    report: Report,
) -> Pipeline:  # fmt: skip
    """Return the pipeline with what it learns of readings given trees. All trees it learns from were found by pipelines
    that had not seen them: by `part`, trained on the first of the halves, those of the second; a small treebank is
    analysed as a whole."""
    if pipeline.ranker is None or pipeline.parser.labeller is None:
        return pipeline
    seen, unseen = halves
    pairs = [(part, unseen)]
    if not len(unseen):
        sentences = list(seen)
        if len(sentences) < _MIN_HALVES_SIZE:
            return pipeline
        first, second = Treebank.of(sentences[::2]), Treebank.of(sentences[1::2])
        pairs = [(train(first, report=report), second), (train(second, report=report), first)]
    elif len(unseen) < _PART_SIZE:
        pairs.append((train(unseen, report=report), seen))
    choices = [
        collect_choices(Pipeline.join(model.settings, model.parser, model.ranker, pipeline.weights), list(other))
        for model, other in pairs
    ]
    all_choices = reduce(join_choices, choices)
    if len(all_choices) < _MIN_CHOICES:
        return pipeline
    evidence = TreeEvidence.learn(all_choices, report, pipeline.settings.seed)
    return replace(pipeline, tree_evidence=evidence.fit(held_out))


def _train_parts(
    treebank: Treebank, classes: Clusters | None, settings: PipelineSettings, column: str, report: Report
) -> Pipeline:
    """Train the parser and the ranker; both taggers and parsers of a pipeline have the same word clusters."""
    parser_settings = make_parser_settings(settings, column)
    with report_part(report, "parser") as on_progress:
        parser = arc_parser.learn_with_clusters(
            classes, treebank, parser_settings, on_progress, morphology=_inflects_for_case(treebank)
        )
    with report_part(report, "readings") as on_progress:
        try:
            ranker = train_context_ranker(treebank, make_ranker_settings(settings), on_progress)
        except DataError:  # no readings: the tagger of the parser is used alone
            ranker = None
    return Pipeline.join(settings, parser, ranker, DEFAULT_WEIGHTS)


def _inflects_for_case(treebank: Treebank) -> bool:
    """Return whether enough words have a case for the parser to gain from lemmas and all features."""
    feats = [word_feats for sentence in treebank for word_feats in sentence.feats if word_feats != EMPTY]
    return sum("Case=" in word_feats for word_feats in feats) >= _MIN_CASE_SHARE * max(len(feats), 1)


def _train_tokeniser(treebank: Treebank, settings: PipelineSettings, report: Report) -> ChainTokeniser | None:
    """Train the tokeniser; None for a treebank that sets all words apart, or that is not of running text."""
    has_text = any(
        sentence.ranges
        or any("SpaceAfter=No" in misc for misc in sentence.misc)
        or any(comment.startswith("# text =") for comment in sentence.comments)
        for sentence in treebank
    )
    if not settings.tokeniser or not has_text:
        return None
    with report_part(report, "tokeniser") as on_progress:
        return tokeniser.learn(treebank, make_tokeniser_settings(settings), on_progress)


def _fit_on_held_out(pipeline: Pipeline, parts: Sequence[_HeldOutPart]) -> tuple[Pipeline, Pipeline]:
    """Fit the weights of the readings, their uncertainty threshold, and the calibration of arcs with pipelines of parts
    of the text, which have not seen their held-out sentences; return `pipeline` with them, and the first part with the
    weights."""
    ranker, weights = pipeline.ranker, pipeline.weights
    triples = [
        (replace(part.ranker, candidate_scorer=None), part.parser.tagger, held_out)
        for part, held_out in parts
        if part.ranker is not None and part.parser.tagger is not None
    ]
    if ranker is not None and triples:
        weights = fit_reading_weights(triples)
    joined = [(Pipeline.join(part.settings, part.parser, part.ranker, weights), held_out) for part, held_out in parts]
    first, held_out = joined[0]
    if ranker is not None and first.ranker is not None:
        ranker = replace(ranker, uncertainty_threshold=_fit_threshold(first.ranker, held_out))
    outcomes = [
        outcome
        for part, held_out in joined
        for outcome in pair_arcs_with_gold(
            held_out, part.all_posteriors([strip_annotation(sentence, tags=False) for sentence in held_out])
        )
    ]
    companions = replace(pipeline.parser.companions, calibration=fit_calibration(outcomes))
    parser = replace(pipeline.parser, companions=companions)
    return Pipeline.join(pipeline.settings, parser, ranker, weights, pipeline.tokeniser), first


def _fit_threshold(ranker: ContextRanker, held_out: Sequence[Sentence]) -> UncertaintyThreshold:
    """Fit the margin below which the first reading of a word is uncertain."""
    scored = ranker.score_sentences(held_out, [{}] * len(held_out))
    return fit_uncertainty_threshold(scored.features, scored.scores)


def collect_choices(pipeline: Pipeline, gold: Sequence[Sentence]) -> GoldChoices:
    """Return the words of gold sentences with several candidate readings, as a pipeline that has not seen them analyses
    them."""
    parsed: list[Sentence] = []
    attached: list[Sentence] = []
    related: list[Sentence] = []
    open_words: list[list[OpenWord]] = []
    chosen: list[int] = []
    labeller = pipeline.parser.labeller
    for low in range(0, len(gold), _BATCH):
        batch = gold[low : low + _BATCH]
        read = pipeline.read_all([strip_annotation(sentence, tags=False) for sentence in batch], range(len(batch)))
        analysed = [pipeline.fill(entry) for entry in read]
        parsed += pipeline.parse_filled(analysed)
        best = [entry.sentence for entry in analysed]
        heads = [[head or 0 for head in sentence.heads] for sentence in batch]
        related += [
            text.with_heads(sentence.heads, sentence.deprels) for text, sentence in zip(best, batch, strict=True)
        ]
        if labeller is None:
            attached += related[low:]
        else:
            labels = labeller.label_all(best, heads, None, [entry.samples for entry in analysed])
            attached += [
                text.with_heads(*tree) for text, tree in zip(best, zip(heads, labels, strict=True), strict=True)
            ]
        for sentence, entry in zip(batch, read, strict=True):
            decided, positions = _find_gold_candidates(sentence, entry.open_words)
            open_words.append(decided)
            chosen += positions
    return GoldChoices((parsed, attached, related), open_words, chosen)


def _find_gold_candidates(sentence: Sentence, open_words: Sequence[OpenWord]) -> tuple[list[OpenWord], list[int]]:
    """Return the open words whose gold reading is a candidate, and its position among the candidates of each."""
    decided, positions = [], []
    for word in open_words:
        index = word.position
        columns = (sentence.lemmas[index], sentence.upos[index], sentence.xpos[index], sentence.feats[index])
        candidates = list(map(standard_columns, word.readings))
        if columns in candidates:
            decided.append(word)
            positions.append(candidates.index(columns))
    return decided, positions


def join_choices(first: GoldChoices, second: GoldChoices) -> GoldChoices:
    """Return the choices of both."""
    parsed, attached, related = ([*trees, *others] for trees, others in zip(first.trees, second.trees, strict=True))
    return GoldChoices(
        (parsed, attached, related), [*first.open_words, *second.open_words], [*first.gold, *second.gold]
    )

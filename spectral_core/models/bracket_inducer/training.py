"""Training of a bracket inducer: choice of seed trees, a regression on them, then rounds of grammars and
regressions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from spectral_core.arrays import Flags, Floats, Singles
from spectral_core.data import Sentence, Treebank
from spectral_core.errors import DataError
from spectral_core.models.bracket_inducer.classed_text import ClassedSentence, ClassedText, inner_span_mask
from spectral_core.models.bracket_inducer.grammar import BracketNodes, LatentStateGrammar
from spectral_core.models.bracket_inducer.model import BracketInducer, InducerSettings
from spectral_core.models.bracket_inducer.seeds import METRIC_SETTINGS, SeedTrees
from spectral_core.models.bracket_inducer.span_scores import (
    CrossFittedGrammars,
    SpanRegression,
    compute_regression_log_odds,
    decode_spans,
    log_odds_to_probabilities,
    mean_grammar_log_odds,
)
from spectral_core.models.bracketer import Bracketer
from spectral_core.models.bracketer.training import train_on_classified_sentences
from spectral_core.models.bracketing.sentences import collect_training_sentences
from spectral_core.models.bracketing.word_classes import WordClassifier
from spectral_core.progress import Progress, Report, ignore_progress
from spectral_core.structured.locks import Span

_MAJORITY = 0.5 - 1e-9  # minimum share of the seed trees with a span; exactly half is enough
MIN_SENTENCES = 50  # minimum number of sentences for training the stages
_REPORT_INTERVAL = 1000  # sentences between progress reports
_SAMPLE_SIZE, _SAMPLE_MAX_WORDS = 1000, 60  # size and maximal sentence length of the sample that decides on seed trees
_MIN_PUNCTUATION_SHARE = 0.02  # minimum share of word boundaries with punctuation for a text to count as punctuated
_GRAMMAR_VARIANTS = ((1.0, False), (5 / 3, False), (1.0, True))  # ratio to requested states, fine classes


def compute_crossing_ratio(sentences: Sequence[ClassedSentence], kind: str, metric: Bracketer | None) -> float:
    """Return the ratio of observed to expected crossings of fragments by brackets of seed trees built without
    punctuation; expected are those of random spans of the same lengths. 1 if no fragment can be crossed."""
    unmarked_sentences = [
        replace(
            sentence,
            unpunctuated=replace(sentence.unpunctuated, follows_mark=np.zeros_like(sentence.unpunctuated.follows_mark)),
        )
        for sentence in sentences
    ]
    frequencies = SeedTrees.learn(unmarked_sentences, kind, metric).span_frequencies(unmarked_sentences)
    crossings = expected = 0.0
    for sentence, span_frequencies in zip(sentences, frequencies, strict=True):
        crosses = flag_fragment_crossings(sentence)
        if not crosses.any():
            continue
        by_length = [crosses.diagonal(length).mean() for length in range(sentence.size + 1)]
        for start, end in decode_spans(span_frequencies, _MAJORITY):
            crossings += crosses[start, end]
            expected += by_length[end - start]
    return float(crossings / expected) if expected else 1.0


def flag_fragment_crossings(sentence: ClassedSentence) -> Flags:
    """Return (words, words + 1) [start, end] the spans that cross a fragment: they cover part of it and words outside
    it."""
    low, high = (np.zeros(sentence.size + 1, dtype=np.int64) for _ in range(2))  # fragment around a position
    inside = np.zeros(sentence.size + 1, dtype=bool)
    for start, end in sentence.fragments:
        low[start + 1 : end], high[start + 1 : end], inside[start + 1 : end] = start, end, True
    starts, ends = np.ogrid[: sentence.size, : sentence.size + 1]
    crosses: Flags = (inside[:-1, None] & (ends > high[:-1, None])) | (inside & (starts < low))
    return crosses & (starts < ends)


def learn(
    treebank: Treebank,
    settings: InducerSettings,
    report: Report = ignore_progress,
    dev: Treebank | None = None,  # noqa: ARG001 - nothing is chosen on it
    extra_sentences: Sequence[Sentence] = (),
) -> BracketInducer:
    """Train on the words of `treebank`, not on its trees; word vectors are trained on `extra_sentences` as well."""
    sentences = collect_training_sentences(treebank, report)
    report(Progress("classes", 0, 1))
    sizes = (settings.dimensions, settings.classes, settings.fine)
    word_classifier = WordClassifier.learn(sentences, settings.tags, sizes, settings.seed, extra_sentences)
    report(Progress("classes", 1, 1))
    classed_sentences = [ClassedSentence.from_sentence(sentence, word_classifier) for sentence in sentences]
    uses_regression = settings.regression and len(classed_sentences) >= MIN_SENTENCES
    if uses_regression:
        _check_lengths(classed_sentences, settings.longest)
    report(Progress("first trees", 0, 1))
    kind = settings.seeds if settings.seeds != "auto" else _choose_seed_tree_kind(classed_sentences, word_classifier)
    metric = (
        train_on_classified_sentences(sentences, METRIC_SETTINGS, word_classifier, report)
        if SeedTrees.has_metric_trees(kind)
        else None
    )
    seeds = SeedTrees.learn(classed_sentences, kind, metric)
    if not uses_regression:
        report(Progress("first trees", 1, 1))
        return BracketInducer(settings, word_classifier, seeds, None, ())
    frequencies = seeds.span_frequencies(classed_sentences)
    report(Progress("first trees", 1, 1))
    text = ClassedText.from_sentences(classed_sentences)
    regression = SpanRegression.learn(
        text, _flatten_inner_spans(frequencies), settings.longest, settings.epochs, settings.seed, report, "regression"
    )
    return BracketInducer(
        settings,
        word_classifier,
        seeds,
        *_alternate_grammars_and_regressions(text, classed_sentences, regression, settings, report),
    )


def _check_lengths(sentences: Sequence[ClassedSentence], longest: int) -> None:
    """Raise DataError if there are sentences with inner spans, but all are too long for the regression."""
    sizes = [sentence.size for sentence in sentences if sentence.size > 2]
    if sizes and min(sizes) > longest:
        raise DataError(
            f"there is nothing to learn brackets from: the shortest sentence of more than two words has {min(sizes)} "
            f"without punctuation; set longest to at least {min(sizes)}, or regression to false"
        )


def _alternate_grammars_and_regressions(
    text: ClassedText,
    sentences: Sequence[ClassedSentence],
    regression: SpanRegression,
    settings: InducerSettings,
    report: Report,
) -> tuple[SpanRegression, tuple[CrossFittedGrammars, ...]]:
    """Alternate between training grammars on the trees of a regression and a regression on the output of both; return
    the last of each."""
    grammars: tuple[CrossFittedGrammars, ...] = ()
    mean_odds = odds = compute_regression_log_odds(regression, sentences)
    for round_index in range(settings.rounds):
        trees = [decode_spans(table, settings.threshold) for table in mean_odds]
        grammars = learn_grammars(text, trees, settings)
        stage = f"round {round_index + 1}"
        if round_index + 1 == settings.rounds:
            report(Progress(stage, len(sentences), len(sentences)))
            break
        grammar_odds = _average_grammar_log_odds(grammars, sentences, odds, stage, report)
        mean_odds = [
            (grammar_table + regression_table) / 2
            for grammar_table, regression_table in zip(grammar_odds, odds, strict=True)
        ]
        targets = [
            (
                _to_span_indicators(decode_spans(table, settings.threshold), sentence.size)
                + log_odds_to_probabilities(grammar_table)
            )
            / 2
            for sentence, table, grammar_table in zip(sentences, mean_odds, grammar_odds, strict=True)
        ]
        seed, stage = settings.seed + round_index + 1, f"regression {round_index + 2}"
        regression = SpanRegression.learn(
            text, _flatten_inner_spans(targets), settings.longest, settings.epochs, seed, report, stage
        )
        odds = compute_regression_log_odds(regression, sentences)
    return regression, grammars


def _average_grammar_log_odds(
    grammars: tuple[CrossFittedGrammars, ...],
    sentences: Sequence[ClassedSentence],
    odds: Sequence[Floats],
    stage: str,
    report: Report,
) -> list[Floats]:
    """Return the log odds of each sentence's spans, averaged over the grammars."""
    grammar_odds = []
    for index, (sentence, table) in enumerate(zip(sentences, odds, strict=True)):
        if index % _REPORT_INTERVAL == 0:
            report(Progress(stage, index, len(sentences)))
        grammar_odds.append(mean_grammar_log_odds(grammars, sentence, table))
    report(Progress(stage, len(sentences), len(sentences)))
    return grammar_odds


def learn_grammars(
    text: ClassedText, trees: Sequence[Sequence[Span]], settings: InducerSettings
) -> tuple[CrossFittedGrammars, ...]:
    """Train grammars on each half of a text with its trees."""
    nodes = BracketNodes.from_trees(text, trees)
    if not len(nodes.firsts):
        return ()
    grammars = []
    for index, (state_ratio, fine) in enumerate(_GRAMMAR_VARIANTS[: settings.grammars]):
        states, centres = nodes.cluster_states(max(1, round(state_ratio * settings.states)), settings.seed + index)
        words = [name for sentence in text.sentences for name in (sentence.fine if fine else sentence.coarse)]
        first, second = (
            LatentStateGrammar.learn(nodes, states, words, is_in_half if is_in_half.any() else ~is_in_half)
            for is_in_half in (text.halves == half for half in range(2))
        )
        grammars.append(CrossFittedGrammars((first, second), fine, centres[: first.state_count]))
    return tuple(grammars)


def _flatten_inner_spans(tables: Sequence[Floats]) -> Singles:
    """Return the concatenated table entries of the inner spans of all sentences."""
    return np.concatenate([table[inner_span_mask(len(table))] for table in tables]).astype(np.float32)


def _to_span_indicators(spans: Sequence[Span], size: int) -> Floats:
    """Return (words, words + 1) 1 for the given spans, 0 for all others."""
    indicators = np.zeros((size, size + 1))
    for span in spans:
        indicators[span] = 1.0
    return indicators


def _choose_seed_tree_kind(sentences: Sequence[ClassedSentence], word_classifier: WordClassifier) -> str:
    """Choose the kind of seed trees for a text: `metric` without punctuation; else `clauses`, or `vote` if tags are
    used and its brackets cross fewer fragments on a sample with hidden punctuation."""
    if not _has_punctuation(sentences):
        return "metric"
    # including those without punctuation, for the chunks
    short = [sentence for sentence in sentences if sentence.size <= _SAMPLE_MAX_WORDS]
    sample = short[:: max(1, -(-len(short) // _SAMPLE_SIZE))]
    if not word_classifier.uses_tags or sum(len(sentence.fragments) > 1 for sentence in sample) < MIN_SENTENCES:
        return "clauses"
    metric = train_on_classified_sentences(
        [sentence.sentence for sentence in sample], METRIC_SETTINGS, word_classifier, ignore_progress
    )
    return min(("clauses", "vote"), key=lambda kind: compute_crossing_ratio(sample, kind, metric))


def _has_punctuation(sentences: Sequence[ClassedSentence]) -> bool:
    """Return whether enough word boundaries have punctuation for it to be used."""
    gaps = sum(sentence.size - 1 for sentence in sentences)
    return (
        sum(int(sentence.unpunctuated.follows_mark[1:-1].sum()) for sentence in sentences)
        > _MIN_PUNCTUATION_SHARE * gaps
    )

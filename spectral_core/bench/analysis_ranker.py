"""Benchmark of rankers of readings on treebanks, cross-validated by document."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Flags, Floats, Integers
from spectral_core.bench.measurement import Row, is_selected, time_cpu, to_percentage
from spectral_core.data import Analysis, Sentence, Treebank
from spectral_core.evaluate import compute_gold_ranks, expected_calibration_error, is_arabic
from spectral_core.formats import load
from spectral_core.models.analysis_ranker.baselines import AveragedPerceptron, MostFrequentBaseline, RandomBaseline
from spectral_core.models.analysis_ranker.context_features import ContextFeatureMatrix
from spectral_core.models.analysis_ranker.context_ranker import ScoredText
from spectral_core.models.analysis_ranker.context_trainer import train_on_text
from spectral_core.models.analysis_ranker.design_matrix import CandidateGroups, HashedText
from spectral_core.models.analysis_ranker.labels_and_candidates import (
    ABSENT,
    EncodedText,
    TrainingLabels,
    WordCandidates,
)
from spectral_core.models.analysis_ranker.ranking import break_ties, find_best_rows
from spectral_core.models.analysis_ranker.regression_model import (
    HELD_OUT_SHARE,
    RegressionModel,
    count_regression_features,
    fit_regressions,
    split_by_document,
)
from spectral_core.models.analysis_ranker.settings import RankerSettings
from spectral_core.models.analysis_ranker.vocabulary import RankerVocabulary
from spectral_core.morphology.catalogue import ANALYSERS, make_training_analyser, open_analyser
from spectral_core.morphology.label_schemes import choose_label_scheme
from spectral_core.progress import Progress, Report, ignore_progress

_RESAMPLES = 10_000
_ACCEPTED_PRECISION = 0.95  # precision of readings accepted without review
FOLDS = 10
REFERENCE_RANKER = "full svr log"  # the regression of Shah et al. (2010) with its learner, the baseline
_SEED = 0
_TURKISH = "ud_turkish_imst/ud_turkish_imst-{}.conllu.xz"
_HUNGARIAN = "ud_hungarian_szeged/ud_hungarian_szeged-{}.conllu.xz"
_PADT, _PADT_RAW_SPELLING = (
    "ud_arabic_padt_v1/padt_v1_dev.tokens.tsv.xz",
    "arabic_padt_sigmorphon/padt_um_dev.tokens.tsv.xz",
)


@dataclass(frozen=True, slots=True, eq=False)
class RankingOutcome:
    """Ranks and costs of one ranker on the gold words of a fold."""

    gold_ranks: Integers  # (words,) rank of the gold candidate from 1; 0 if it is missing
    sizes: Integers  # (words,) number of candidates
    first: Flags  # the first answer is gold
    second: Flags  # one of the first two answers is gold
    confidences: Floats  # (words,) probability of the first candidate, NaN without probabilities
    training_seconds: float  # CPU seconds
    ranking_seconds: float

    @classmethod
    def from_ranks(
        cls,
        gold_ranks: Integers,
        sizes: Integers,
        confidences: Floats | None,
        training_seconds: float,
        ranking_seconds: float,
    ) -> RankingOutcome:
        """Make the outcome of a ranker whose first two answers are its first two candidates."""
        has_gold = gold_ranks > 0
        word_confidences = np.full(len(gold_ranks), np.nan) if confidences is None else confidences
        return cls(
            gold_ranks,
            sizes,
            gold_ranks == 1,
            has_gold & (gold_ranks <= 2),
            word_confidences,
            training_seconds,
            ranking_seconds,
        )


@dataclass(frozen=True, slots=True, eq=False)
class EvaluatedWords:
    """Gold words of all folds, concatenated."""

    is_in_script: Flags  # the word is in the analyser's script
    document_numbers: Integers  # document of each word
    ranked_words: int  # number of ranked words, with or without gold
    folds: int


def summarise_outcomes(
    outcomes: Sequence[RankingOutcome],
    evaluated_words: EvaluatedWords,
    reference_outcomes: Sequence[RankingOutcome] | None = None,
) -> Row:
    """Return the row of a ranker over all folds; `less_e1` is its error reduction from the reference ranker, if that is
    given."""
    first, second, gold_ranks, sizes = (
        np.concatenate([getattr(outcome, name) for outcome in outcomes])
        for name in ("first", "second", "gold_ranks", "sizes")
    )
    confidences = np.concatenate([outcome.confidences for outcome in outcomes])
    is_in_script, has_gold = evaluated_words.is_in_script, gold_ranks > 0
    row: Row = {
        "e1": _compute_percentage(~first),
        "e2": _compute_percentage(~second),
        "e1_script": _compute_percentage(~first[is_in_script]),
        "e2_script": _compute_percentage(~second[is_in_script]),
        "oracle": _compute_percentage(has_gold),
        "mean_candidates": _compute_mean(sizes, 2),
        "mean_rank": _compute_mean(gold_ranks[has_gold], 3),
        "items": _compute_mean(np.where(has_gold, gold_ranks, sizes)[is_in_script], 2),
        "ece": None,
        "accepted_95": None,
        "learn_cpu": round(sum(outcome.training_seconds for outcome in outcomes) / evaluated_words.folds, 2),
    }
    ranking_seconds = sum(outcome.ranking_seconds for outcome in outcomes)
    row["words_per_second"] = (
        int(round(evaluated_words.ranked_words / ranking_seconds, -2)) if ranking_seconds > 0 else None
    )
    has_confidence = ~np.isnan(confidences)
    if has_confidence.any():
        row["ece"] = round(expected_calibration_error(confidences[has_confidence], first[has_confidence]), 4)
        row["accepted_95"] = to_percentage(
            compute_accepted_share(confidences[is_in_script & has_confidence], first[is_in_script & has_confidence])
        )
    if reference_outcomes is not None:
        reference_first = np.concatenate([outcome.first for outcome in reference_outcomes])
        row |= _bootstrap_error_reduction(~first, ~reference_first, evaluated_words.document_numbers)
    return row


def compute_accepted_share(confidences: Floats, is_correct: Flags, precision: float = _ACCEPTED_PRECISION) -> float:
    """Return the largest share of most confident answers that reaches the precision; ties are accepted together."""
    if not len(is_correct):
        return 0.0
    order = np.argsort(-confidences, kind="stable")
    sorted_confidences = confidences[order]
    precisions = np.cumsum(is_correct[order]) / np.arange(1, len(order) + 1)
    ends_tie = np.append(sorted_confidences[1:] != sorted_confidences[:-1], True)
    accepted_ends = np.flatnonzero(ends_tie & (precisions >= precision))
    return float(accepted_ends[-1] + 1) / len(order) if len(accepted_ends) else 0.0


def _bootstrap_error_reduction(errors: Flags, reference_errors: Flags, documents: Integers) -> Row:
    """Return the error reduction in percentage points, with the 95 % interval of bootstraps over documents."""
    difference = reference_errors.astype(np.float64) - errors.astype(np.float64)
    sums, words = np.bincount(documents, difference), np.bincount(documents)
    samples = np.random.default_rng(0).integers(0, len(sums), (_RESAMPLES, len(sums)))
    resampled = 100.0 * sums[samples].sum(axis=1) / words[samples].sum(axis=1)
    low, high = np.percentile(resampled, (2.5, 97.5))
    return {
        "less_e1": round(100.0 * float(difference.mean()), 2),
        "less_low": round(float(low), 2),
        "less_high": round(float(high), 2),
    }


def _compute_percentage(flags: Flags) -> float | None:
    """Return the percentage of flags that are set; None if there are none."""
    return to_percentage(float(flags.mean())) if len(flags) else None


def _compute_mean(numbers: Integers, digits: int) -> float | None:
    """Return the rounded mean; None if there are no numbers."""
    return round(float(numbers.mean()), digits) if len(numbers) else None


def _has_letter(word: str) -> bool:
    """Test whether a word has a letter, in any script."""
    return any(map(str.isalpha, word))


@dataclass(frozen=True, slots=True)
class RankingCorpus:
    """Corpus of a block of rows, cross-validated on `train` if there is no `test`."""

    name: str
    train: str
    analyser: str
    test: str = ""
    in_script: Callable[[str], bool] = _has_letter
    measures_elements: bool = False  # whether it has a row for each element of labels


CORPORA = (
    RankingCorpus("arabic_padt", _PADT, "buckwalter", in_script=is_arabic, measures_elements=True),
    RankingCorpus("arabic_raw_spelling", _PADT_RAW_SPELLING, "buckwalter", in_script=is_arabic),
    RankingCorpus("turkish_imst dev", _TURKISH.format("train"), "treebank", _TURKISH.format("dev")),
    RankingCorpus("turkish_imst test", _TURKISH.format("train"), "treebank", _TURKISH.format("test")),
    RankingCorpus("hungarian_szeged dev", _HUNGARIAN.format("train"), "treebank", _HUNGARIAN.format("dev")),
    RankingCorpus("russian_gsd dev", "ud_russian_gsd/ud_russian_gsd-dev.conllu.xz", "pymorphy3+treebank=12"),
    RankingCorpus("polish_pdb dev", "ud_polish_pdb/ud_polish_pdb-dev.conllu.xz", "morfeusz2+treebank=12"),
)


@dataclass(frozen=True, slots=True, eq=False)
class Fold:
    """Training and test words of a fold, read by an analyser that treats every word as new."""

    vocabulary: RankerVocabulary
    train: EncodedText
    counting_text: EncodedText  # part of `train` in which the regressions of Shah et al. (2010) count
    weighting_text: EncodedText  # part of `train` on which they fit weights
    test: EncodedText


def measure_rankers(data: Path, report: Report = ignore_progress, folds: int = FOLDS, only: str = "") -> Iterator[Row]:
    """Yield a row for each corpus and ranker; `only` selects corpora by name.

    Errors are of all words and of those in the analyser's script (otherwise: with a letter); a word whose gold label is
    not among its candidates is an error. `ece` is of the first candidate's probability. `accepted_95` is the percentage
    of words in script, the most confident ones, of which 95 % are right; `items` is the number of candidates read down
    to the gold one, all of them if it is missing. `less_e1` is the reduction of E1 from the regression of Shah et al.
    (2010), with the 95 % interval of bootstraps over documents. Training times are CPU seconds on one fold, without
    reading; words per second are for ranking with contexts and statistics, without the analyser. Folds are by document.
    """
    _compile_kernels()
    for corpus in CORPORA:
        files = [data / file for file in (corpus.train, corpus.test) if file]
        if not is_selected(corpus.name, only) or not all(file.exists() for file in files):
            continue
        analysers = [ANALYSERS[part.partition("=")[0]] for part in corpus.analyser.split("+")]
        missing_analysers = [analyser.title for analyser in analysers if analyser.get_advice() is not None]
        if missing_analysers:
            skipped_row: Row = {
                "corpus": corpus.name,
                "model": f"not measured: {missing_analysers[0]} is not installed",
            }
            yield skipped_row
            continue
        yield from _measure_rankers_on_corpus(corpus, [list(load(file)) for file in files], folds, report)


def _measure_rankers_on_corpus(
    corpus: RankingCorpus, files: list[list[Sentence]], fold_count: int, report: Report
) -> Iterator[Row]:
    """Yield a row for each ranker on one corpus, over all its folds."""
    outcomes: dict[str, list[RankingOutcome]] = {}
    script_flags: list[Flags] = []
    documents: list[NDArray[np.str_]] = []
    words = done = 0
    for done, fold in enumerate(_make_folds(corpus, files, fold_count), 1):
        report(Progress(f"measuring {corpus.name}", done - 1, fold_count if len(files) == 1 else 1))
        has_gold = fold.test.gold != ABSENT
        form_in_script = np.array([corpus.in_script(form) for form in fold.vocabulary.forms.strings])
        script_flags.append(form_in_script[fold.test.form[has_gold]])
        documents.append(np.array([f"{done} {name}" for name in fold.test.documents])[fold.test.document[has_gold]])
        words += len(fold.test)
        for name, outcome in _evaluate_rankers_on_fold(fold, corpus.measures_elements):
            outcomes.setdefault(name, []).append(outcome)
    if not words:
        return
    numbers = np.unique(np.concatenate(documents), return_inverse=True)[1]
    tested_words = EvaluatedWords(np.concatenate(script_flags), numbers, words, done)
    for name, fold_outcomes in outcomes.items():
        standard = None if name == REFERENCE_RANKER or name.startswith("element") else outcomes[REFERENCE_RANKER]
        row: Row = {"corpus": corpus.name, "model": name}
        yield row | summarise_outcomes(fold_outcomes, tested_words, standard)


def _make_folds(corpus: RankingCorpus, files: list[list[Sentence]], limit: int) -> Iterator[Fold]:
    """Yield the first `limit` of ten folds by document, or the only fold of a corpus with a test file."""
    scheme = choose_label_scheme(Treebank.of(files[0]))
    if len(files) == 2:
        vocabulary = RankerVocabulary(scheme, make_training_analyser(open_analyser(corpus.analyser, files[0])))
        yield _make_fold(vocabulary, vocabulary.encode_text(files[0]), vocabulary.encode_text(files[1]))
        return
    vocabulary = RankerVocabulary(scheme, open_analyser("none" if "+" in corpus.analyser else corpus.analyser))
    text = vocabulary.encode_text(files[0])
    order = np.random.default_rng(_SEED).permutation(len(text.documents))
    for test_documents in np.array_split(order, FOLDS)[:limit]:
        is_test = np.zeros(len(text.documents), dtype=np.bool_)
        is_test[test_documents] = True
        if "+" not in corpus.analyser:  # an analyser that is not trained
            yield _make_fold(
                vocabulary,
                text.select(text.find_sentences_of_documents(~is_test)),
                text.select(text.find_sentences_of_documents(is_test)),
            )
            continue
        train, test = (
            [files[0][index] for index in text.find_sentences_of_documents(flags).tolist()]
            for flags in (~is_test, is_test)
        )
        fold_vocabulary = RankerVocabulary(scheme, make_training_analyser(open_analyser(corpus.analyser, train)))
        yield _make_fold(fold_vocabulary, fold_vocabulary.encode_text(train), fold_vocabulary.encode_text(test))


def _make_fold(vocabulary: RankerVocabulary, train: EncodedText, test: EncodedText) -> Fold:
    """Make a fold, splitting its training part for the regressions."""
    return Fold(vocabulary, train, *split_by_document(train, HELD_OUT_SHARE, _SEED), test)


def _evaluate_rankers_on_fold(fold: Fold, elements: bool) -> Iterator[tuple[str, RankingOutcome]]:
    """Train and evaluate each ranker on a fold; yield its name and outcome."""
    training_labels = TrainingLabels.from_text(fold.train)
    candidates = training_labels.find_candidates(fold.vocabulary, fold.test)
    yield from _evaluate_baselines(fold, candidates)
    yield from _evaluate_context_model(fold)
    evidence, counting_seconds = time_cpu(
        count_regression_features, RankerSettings(model="full"), fold.vocabulary, fold.counting_text
    )
    neighbour_evidence, neighbour_counting_seconds = time_cpu(
        count_regression_features, RankerSettings(model="cheat"), fold.vocabulary, fold.counting_text
    )
    training_labels = TrainingLabels.from_text(fold.counting_text)
    weighted = HashedText.from_text(
        fold.vocabulary, fold.weighting_text, training_labels.find_candidates(fold.vocabulary, fold.weighting_text)
    )
    candidates = training_labels.find_candidates(fold.vocabulary, fold.test)
    for name, settings in _list_regression_settings(fold.vocabulary.scheme.element_names if elements else ()):
        uses_neighbours = settings.model in ("two-pass", "cheat")
        start = time.process_time()
        model_evidence = replace(neighbour_evidence if uses_neighbours else evidence, statistic=settings.statistic)
        model = fit_regressions(settings, fold.vocabulary, model_evidence, weighted)
        training_seconds = (
            time.process_time() - start + (neighbour_counting_seconds if uses_neighbours else counting_seconds)
        )
        ranked, answered = _evaluate_regressions(model, fold, candidates, training_seconds)
        yield name, answered
        if settings.model == "ind":
            yield f"{name}, candidates by both", ranked


def _list_regression_settings(elements: tuple[str, ...]) -> Iterator[tuple[str, RankerSettings]]:
    """Yield the regressions of Shah et al. (2010) by name; learners and statistics vary only for the full model."""
    for model in ("baseline", "uni", "ind"):
        yield model, RankerSettings(model=model)
    for learner, statistic in (
        ("svr", "raw"),
        ("svr", "fraction"),
        ("ridge", "log"),
        ("svr", "log"),
        ("softmax", "log"),
        ("softmax", "ratio"),
    ):
        yield f"full {learner} {statistic}", RankerSettings(model="full", learner=learner, statistic=statistic)
    yield "full svr log, no documents", RankerSettings(model="full", documents=False)
    extended = RankerSettings(model="full", learner="softmax", statistic="ratio", affixes=True)
    yield "full softmax ratio affixes", extended
    yield "two-pass svr log", RankerSettings(model="two-pass")
    yield "two-pass softmax ratio affixes", replace(extended, model="two-pass")
    yield "cheat svr log", RankerSettings(model="cheat")
    for element in elements:
        yield f"element {element}", RankerSettings(model="element", element=element)
    if "lemma" in elements:
        lemma_settings = RankerSettings(model="element", element="lemma", learner="ridge", statistic="fraction")
        yield "element lemma ridge fraction", lemma_settings
        yield "element lemma ridge fraction, no documents", replace(lemma_settings, documents=False)


def _evaluate_context_model(fold: Fold) -> Iterator[tuple[str, RankingOutcome]]:
    """Yield the outcome of the context model after each pass, and with the gold labels of all preceding words."""
    model, training_seconds = time_cpu(train_on_text, RankerSettings(), fold.vocabulary, (), fold.train)
    for passes in range(1, len(model.pass_weights) + 1):
        start = time.process_time()
        scored = replace(model, pass_weights=model.pass_weights[:passes]).score_text(fold.test)
        yield f"context, pass {passes}", _make_context_outcome(scored, training_seconds, start)
    start = time.process_time()
    candidates = model.training_labels.find_candidates(fold.vocabulary, fold.test)
    space = ContextFeatureMatrix(model.feature_hasher, candidates, model.templates)
    keys = model.feature_hasher.word_keys(fold.test.form, fold.test.candidate_set)
    space.fill_word_contexts(model.count_table, keys)
    guessed = space.labels_of_rows(model.pass_weights[0].find_best_rows(space))
    space.fill_label_contexts(model.count_table, keys, guessed, left_labels=fold.test.gold)
    scored = ScoredText(fold.test, space, model.confirmed_weights.score(space), model.confirmed_weights)
    yield "context, words before confirmed", _make_context_outcome(scored, training_seconds, start)


def _make_context_outcome(scored: ScoredText, training_seconds: float, start: float) -> RankingOutcome:
    """Return the outcome of the context model by its scores; `start` is the CPU time at which ranking began."""
    scores, probabilities = scored.scores_and_probabilities()
    return make_outcome(scored.features.words, scores, probabilities, training_seconds, time.process_time() - start)


def _evaluate_baselines(fold: Fold, candidates: WordCandidates) -> Iterator[tuple[str, RankingOutcome]]:
    """Yield the outcomes of random order, the most frequent label, and the perceptron."""
    learners: tuple[tuple[str, Callable[[], RandomBaseline | MostFrequentBaseline | AveragedPerceptron]], ...] = (
        ("unranked", lambda: RandomBaseline(_SEED)),
        ("most-frequent", lambda: MostFrequentBaseline.learn(fold.vocabulary, fold.train, _SEED)),
        ("perceptron", lambda: AveragedPerceptron.learn(fold.vocabulary, fold.train, _SEED)),
    )
    for name, learn in learners:
        ranker, training_seconds = time_cpu(learn)
        scores, ranking_seconds = time_cpu(ranker.scores, fold.vocabulary, fold.test, candidates)
        yield name, make_outcome(candidates, scores, None, training_seconds, ranking_seconds)


def _evaluate_regressions(
    model: RegressionModel, fold: Fold, candidates: WordCandidates, training_seconds: float
) -> tuple[RankingOutcome, RankingOutcome]:
    """Return the outcome of the ranked candidates, and of the regressions' answers if these distinguish fewer labels.

    The answers of `ind` are two, independent of each other (Shah et al. 2010, section 4.1.3).
    """
    start = time.process_time()
    test_text = HashedText.from_text(fold.vocabulary, fold.test, candidates)
    scores, probabilities = model.scores(fold.vocabulary, test_text)
    ranking_seconds = time.process_time() - start
    outcome = make_outcome(candidates, scores, probabilities, training_seconds, ranking_seconds)
    if model.settings.model not in ("element", "ind"):
        return outcome, outcome
    has_gold = candidates.gold_label != ABSENT
    gold_ranks: list[NDArray[np.int64]] = []
    sizes: list[NDArray[np.int64]] = []
    confidences = outcome.confidences
    for spec, (spec_scores, spec_probabilities) in zip(
        model.specs, model.score_each_regression(fold.vocabulary, test_text), strict=True
    ):
        groups = CandidateGroups.from_text(test_text, spec.target_column)
        untied_scores = break_ties(
            spec_scores[groups.first_rows], test_text.label_keys[groups.first_rows, spec.target_column], _SEED
        )
        best = find_best_rows(untied_scores, groups.first_groups)
        confidences = np.where(best == ABSENT, 0.0, np.append(spec_probabilities[groups.first_rows], 0.0)[best])[
            has_gold
        ]
        gold_ranks.append(compute_gold_ranks(untied_scores, groups.first_groups, groups.gold)[has_gold])
        sizes.append(np.diff(groups.first_groups)[has_gold])
    if model.settings.model == "element":  # ranks values, not candidates
        return outcome, RankingOutcome.from_ranks(
            gold_ranks[0], sizes[0], confidences, training_seconds, ranking_seconds
        )
    first = np.logical_and.reduce([ranks == 1 for ranks in gold_ranks])
    second = np.logical_and.reduce([(ranks > 0) & (ranks <= 2) for ranks in gold_ranks])
    return outcome, replace(outcome, first=first, second=second, confidences=np.full(len(first), np.nan))


def make_outcome(
    candidates: WordCandidates,
    scores: Floats,
    probabilities: Floats | None,
    training_seconds: float,
    ranking_seconds: float,
) -> RankingOutcome:
    """Return the outcome of a ranker by its scores of the candidates."""
    has_gold = candidates.gold_label != ABSENT
    confidences: Floats | None = None
    if probabilities is not None:
        best = find_best_rows(scores, candidates.first_row)
        confidences = np.where(best == ABSENT, 0.0, np.append(probabilities, 0.0)[best])[has_gold]
    sizes = np.diff(candidates.first_row)[has_gold]
    return RankingOutcome.from_ranks(
        compute_gold_ranks(scores, candidates.first_row, candidates.gold)[has_gold],
        sizes,
        confidences,
        training_seconds,
        ranking_seconds,
    )


def _compile_kernels() -> None:
    """Compile the kernels of all rankers before anything is timed."""
    from spectral_core.morphology.analyser import FileCandidates

    first_reading, second_reading = Analysis("one", upos="A"), Analysis("other", upos="B")
    sentence = Sentence.of(
        ["a", "b"],
        analyses=[first_reading, second_reading],
        candidates=[(first_reading, second_reading), (first_reading, second_reading)],
    )
    vocabulary = RankerVocabulary(choose_label_scheme(Treebank.of([sentence])), FileCandidates())
    text = vocabulary.encode_text([sentence] * 6)
    for _ in _evaluate_rankers_on_fold(_make_fold(vocabulary, text, text), elements=False):
        pass

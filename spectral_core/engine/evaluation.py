"""Requests that evaluate models and annotation on documents: comparison, significance, and calibration of marginals."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from spectral_core.arrays import Flags, Floats, Integers
from spectral_core.data import Sentence, Treebank
from spectral_core.data.readings import is_decided, standard_columns
from spectral_core.data.structure import CONSTITUENTS, DEPENDENCIES, Marginals, Part, Structure
from spectral_core.engine.engine import Engine
from spectral_core.engine.parsing import (
    annotate_treebank,
    ensure_tags,
    get_predicted_structure,
    has_marginals,
    load_parser,
    suggest_trees,
)
from spectral_core.engine.ranking import rank_by_dictionary, rank_with_dictionary, take_first_readings
from spectral_core.engine.training import sample_training_sentences, select_training_text, split_held_out
from spectral_core.errors import DataError, NothingInCommonError, SpectralError
from spectral_core.evaluate import (
    Bin,
    Interval,
    Scores,
    bin_by_confidence,
    bootstrap_differences,
    compare_annotation,
    expected_calibration_error,
    hide_annotation,
    restrict_to_common_sentences,
    score_unlabelled_brackets,
    strip_annotation,
)
from spectral_core.model import AnnotatesText, HasTagger, Model, Parser, Ranker
from spectral_core.progress import Progress, Report, track_progress
from spectral_core.registry import Method, get_method, make_settings

_BOOTSTRAP_SAMPLES = 1000
_REPORT_EVERY = 500  # sentences between two progress reports
_FOLDS = 5
_MAX_COMPARED_SENTENCES = 200  # on which a candidate and the active model are compared


@dataclass(frozen=True, slots=True)
class ComparisonResult:
    """Differences of another treebank from a document with the same sentences, which is taken as gold. If the document
    has no annotation in common with a side, there are no metrics, and `different` is empty."""

    document: str
    other: Path
    metrics: Mapping[str, float]
    sentences: int
    different: array[int]  # sentences in which the other differs from the document, or cannot be evaluated
    disagreements: array[int]  # the same; with a rival, sentences in which any of the three differ; most votes first
    failures: Mapping[int, str]  # sentences that cannot be evaluated, on either side, and why
    model_outputs: tuple[Treebank | None, ...] = (None,)  # output of the models in the files; None for a treebank
    rival: Path | None = None  # third file, evaluated in the same way
    votes: Mapping[int, tuple[int, int]] = field(default_factory=dict)  # with a rival: see `count_disagreements`
    rival_metrics: Mapping[str, float] = field(default_factory=dict)
    differences: Mapping[str, Interval] = field(default_factory=dict)  # lead of the other over its rival


@dataclass(frozen=True, slots=True)
class CompareAnnotation:
    """Evaluates a file against a document on all annotation that both have, or the model in a file by its output for
    the bare sentences; with a `rival` of the same kind, evaluates that too, with the confidence interval of the
    difference and the votes. For a document without structures there are votes alone."""

    document: str
    other: Path
    rival: Path | None = None

    def run(self, engine: Engine, report: Report) -> ComparisonResult:
        treebank = engine.load_treebank(self.document)
        loaded = [annotate_or_load(engine, path, treebank, report) for path in self._paths]
        sides, columns = [side for side, _ in loaded], all(has_columns for _, has_columns in loaded)
        votes = {} if self.rival is None else dict(_count_votes_by_sentence((treebank, *sides)))
        try:
            all_scores = [
                compare_annotation(
                    track_progress(treebank, "comparing", len(treebank), report, _REPORT_EVERY), side, columns
                )
                for side in sides
            ]
        except NothingInCommonError:
            if not votes:
                raise
            all_scores = []
        result = self._make_result(len(treebank), sides, votes, all_scores)
        if len(all_scores) < 2:
            return result
        report(Progress("resampling", 0))
        scores, rival_scores = restrict_to_common_sentences(all_scores)
        return replace(
            result,
            metrics=scores.metrics,
            rival_metrics=rival_scores.metrics,
            differences=bootstrap_differences(scores, rival_scores),
        )

    def _make_result(
        self,
        sentence_count: int,
        sides: Sequence[Treebank],
        votes: Mapping[int, tuple[int, int]],
        all_scores: Sequence[Scores],
    ) -> ComparisonResult:
        """Return the result without intervals; `all_scores` are those of the other and its rival, as far as there are
        any."""
        failures = {failure.index: failure.reason for scores in reversed(all_scores) for failure in scores.failures}
        differing = [{*scores.different, *(failure.index for failure in scores.failures)} for scores in all_scores]
        disagreements = set(votes).union(*differing)
        return ComparisonResult(
            document=self.document,
            other=self.other,
            metrics=all_scores[0].metrics if all_scores else {},
            sentences=sentence_count,
            different=array("Q", sorted(differing[0] if differing else ())),
            disagreements=array("Q", sorted(disagreements, key=lambda index: (-sum(votes.get(index, ())), index))),
            failures={index: failures[index] for index in sorted(failures)},
            model_outputs=tuple(
                side if is_model_file(path) else None for side, path in zip(sides, self._paths, strict=True)
            ),
            rival=self.rival,
            votes=votes,
        )

    @property
    def _paths(self) -> tuple[Path, ...]:
        """Files evaluated against the document: the other, and its rival if there is one."""
        return (self.other,) if self.rival is None else (self.other, self.rival)


def _count_votes_by_sentence(sides: Sequence[Treebank]) -> Iterator[tuple[int, tuple[int, int]]]:
    """Yield the index and the disagreements of each sentence on which the annotations disagree; DataError if they do
    not have the same number of sentences."""
    counts = [len(side) for side in sides]
    if len(set(counts)) > 1:
        raise DataError(
            f"the files have {', '.join(map(str, counts[:-1]))} and {counts[-1]} sentences; "
            "compare files over the same sentences"
        )
    for index, sentences in enumerate(zip(*sides, strict=True)):
        votes = count_disagreements(sentences)
        if any(votes):
            yield index, votes


def count_disagreements(sides: Sequence[Sentence]) -> tuple[int, int]:
    """Count the words (or phrases, without heads) on which the annotations disagree: those on which some but not all
    agree, and those on which all differ. Sentences without a structure are left out."""
    outvoted = undecided = 0
    for structure in (DEPENDENCIES, CONSTITUENTS):
        voters = [
            sentence for sentence in sides if structure.has_annotation(sentence) and sentence.forms == sides[0].forms
        ]
        if len(voters) < 2:
            continue
        ballots: Iterable[tuple[object, ...]]
        if structure is CONSTITUENTS:
            parts = [set(structure.parts(sentence)) for sentence in voters]
            ballots = (tuple(part in side for side in parts) for part in set[Part]().union(*parts))
        else:
            ballots = zip(*(sentence.heads for sentence in voters), strict=True)
        for ballot in ballots:
            different = len(set(ballot))
            outvoted += 1 < different < len(voters)
            undecided += 1 < different == len(voters)
        break
    return outvoted, undecided


def annotate_or_load(engine: Engine, path: Path, treebank: Treebank, report: Report) -> tuple[Treebank, bool]:
    """Load the annotation of a treebank's sentences from a file, or annotate them with the model in it; also return
    whether that includes tags and lemmas, which a parser takes as input."""
    from spectral_core.formats import load

    if not is_model_file(path):
        return load(path), True
    model = engine.load_model(path)
    return annotate_treebank(model, treebank, report), isinstance(model, AnnotatesText) or not isinstance(model, Parser)


def is_model_file(path: Path) -> bool:
    """Return whether a path has the suffix of model files."""
    return path.suffix.lower() == ".npz"


def estimate_confidence(differences: Integers) -> float:
    """Return the share of bootstrap samples in which paired differences sum to more than zero; ties count half."""
    import numpy as np

    size = len(differences)
    samples = np.random.default_rng(0).multinomial(size, np.full(size, 1 / size), _BOOTSTRAP_SAMPLES) @ differences
    return float(np.mean(samples > 0) + np.mean(samples == 0) / 2)


@dataclass(frozen=True, slots=True)
class ModelComparison:
    """Comparison of a candidate model with the active one on the same held-out sentences. The scores are percentages:
    of correct heads or first readings, or the unlabelled F1 of phrases."""

    sentences: int
    active_score: float
    candidate_score: float
    confidence: float  # see `estimate_confidence`: that the candidate has more correct and fewer wrong parts


@dataclass(frozen=True, slots=True)
class CompareWithActive:
    """Compares a candidate model with the active one on decided sentences that neither was trained on. The candidate is
    trained as it would be, but without the sentences that it is tried on. Without documents, the candidate is the
    active model with decided sentences added to it."""

    active: Path | None  # None for the order of a dictionary, which the first model of readings would replace
    method: str  # of the candidate
    documents: tuple[str, ...] = ()  # on which the candidate is trained
    decided: tuple[Sentence, ...] = ()  # since the active model was trained; empty for all in the documents

    def run(self, engine: Engine, report: Report) -> ModelComparison:
        method = get_method(self.method)
        pool = list(Treebank.concatenate([engine.load_treebank(name) for name in self.documents]))
        gold = _sample_decided_sentences(self.decided or pool, method.structure)
        if len({sentence.forms for sentence in gold}) < _FOLDS:
            raise DataError(f"{len(gold)} decided sentences are too few to compare models, or too often the same")
        active = None if self.active is None else engine.load_model(self.active)
        # a pipeline finds tags itself: who competes with it sees those of the annotators no more than it does
        keeps_tags = method.structure is not None and not (method.ranks_readings or isinstance(active, AnnotatesText))
        if active is not None:
            shown = _annotate_all(active, method.structure, gold, keeps_tags)
        else:
            shown = [
                take_first_readings(sentence, rank_by_dictionary(engine, self.documents[0], sentence))
                for sentence in (strip_annotation(sentence, tags=False) for sentence in gold)
            ]
        candidates = self._annotate_held_out(engine, method, pool, gold, keeps_tags, report)
        active_counts, candidate_counts = (
            _count_correct_less_wrong(method.structure, gold, outputs) for outputs in (shown, candidates)
        )
        return ModelComparison(
            sentences=len(gold),
            active_score=_score_percentage(method.structure, gold, shown),
            candidate_score=_score_percentage(method.structure, gold, candidates),
            confidence=estimate_confidence(candidate_counts - active_counts),
        )

    def _annotate_held_out(
        self, engine: Engine, method: Method, pool: Sequence[Sentence], gold: Sequence[Sentence],
        keeps_tags: bool, report: Report
    ) -> list[Sentence]:  # fmt: skip
        """Return the output for each sentence, whose annotation is hidden, of a candidate that was trained without it:
        in folds, or at once if that leaves most of the training text."""
        folds = 1 if _FOLDS * len(gold) <= len(pool) else _FOLDS
        outputs = list(gold)
        distinct = list(dict.fromkeys(sentence.forms for sentence in gold))
        for fold in range(folds):
            report(Progress("comparing", fold, folds))

            def on_progress(_: Progress, fold: int = fold) -> None:
                report(Progress("comparing", fold, folds))  # which may cancel the training

            held_out = set(distinct[fold::folds])  # wherever they are in the text
            if self.documents:
                treebank = select_training_text(
                    Treebank.of(sentence for sentence in pool if sentence.forms not in held_out), method
                )
                model = method.learn(treebank, make_settings(method, {}), on_progress)
            else:
                assert self.active is not None
                added = [sentence for sentence in self.decided if sentence.forms not in held_out]
                base = engine.load_model(self.active)
                model = get_method(base.method).add(base, Treebank.of(added), on_progress) if added else base
            indices = [index for index, sentence in enumerate(gold) if sentence.forms in held_out]
            annotated = _annotate_all(model, method.structure, [gold[index] for index in indices], keeps_tags)
            for index, output in zip(indices, annotated, strict=True):
                outputs[index] = output
        report(Progress("comparing", folds, folds))
        return outputs


def _sample_decided_sentences(sentences: Sequence[Sentence], structure: Structure | None) -> list[Sentence]:
    """Return at most `_MAX_COMPARED_SENTENCES` decided sentences, evenly sampled: with a complete tree or, without
    `structure`, with a reading of every word."""
    if structure is not None:
        return list(sample_training_sentences(Treebank.of(sentences), structure, _MAX_COMPARED_SENTENCES))
    with_readings = (sentence.with_readings_from_columns() for sentence in sentences if sentence.is_readable)
    decided = Treebank.of(
        sentence
        for sentence in with_readings
        if any(sentence.analyses) and all(is_decided(sentence, word) for word in range(1, len(sentence) + 1))
    )
    return list(sample_training_sentences(decided, None, _MAX_COMPARED_SENTENCES))


def _annotate_all(
    model: Model, structure: Structure | None, gold: Sequence[Sentence], keeps_tags: bool
) -> list[Sentence]:
    """Return the best tree of each sentence or, without `structure`, its first readings; the bare sentence, which
    counts as failed, if there is none. Without `keeps_tags`, a parser that has a tagger does not see the gold tags."""
    can_tag = structure is None or isinstance(model, AnnotatesText) or _has_own_tagger(model)
    sentences = [strip_annotation(sentence, tags=keeps_tags or not can_tag) for sentence in gold]
    if structure is None and isinstance(model, Ranker):
        return [
            take_first_readings(sentence, words)
            for sentence, words in zip(sentences, rank_with_dictionary(model, sentences), strict=True)
        ]
    if not isinstance(model, Parser):
        raise DataError(f"a model of {model.method} suggests neither trees nor readings")
    return [_parse_or_keep(model, sentence) for sentence in sentences]


def _has_own_tagger(model: Model) -> bool:
    """Return whether a parser can find the tags itself that it reads."""
    return isinstance(model, HasTagger) and model.tagger is not None


def _count_correct_less_wrong(
    structure: Structure | None, gold: Sequence[Sentence], outputs: Sequence[Sentence]
) -> Integers:
    """Return (sentences,) the number of correct parts or readings less that of wrong ones."""
    import numpy as np

    hits = (
        _compare_readings(output, sentence) if structure is None
        else [hit for _, hit in structure.compare_to_gold(output, sentence)] if structure.is_complete(output)
        else [False for _ in structure.parts(sentence)]
        for output, sentence in zip(outputs, gold, strict=True)
    )  # fmt: skip
    return np.array([sum(1 if hit else -1 for hit in sentence_hits) for sentence_hits in hits], np.int64)


def _compare_readings(output: Sentence, gold: Sentence) -> list[bool]:
    """Return for each word with a gold reading whether its reading has the same lemma, tags and features."""
    chosen = output.analyses or (None,) * len(gold)
    return [
        reading is not None and standard_columns(reading) == standard_columns(gold_reading)
        for reading, gold_reading in zip(chosen, gold.analyses, strict=True)
        if gold_reading is not None
    ]


def _score_percentage(structure: Structure | None, gold: Sequence[Sentence], outputs: Sequence[Sentence]) -> float:
    """Return the unlabelled F1 of phrases, or the percentage of words with the correct head or reading."""
    if structure is CONSTITUENTS:
        return score_unlabelled_brackets(gold, outputs).metrics.get("unlabelled_f1", 0.0)
    hits = [
        _compare_readings(output, sentence)
        if structure is None
        else [head == gold_head for head, gold_head in zip(output.heads, sentence.heads, strict=True)]
        for output, sentence in zip(outputs, gold, strict=True)
    ]
    return 100.0 * sum(map(sum, hits)) / max(sum(map(len, hits)), 1)


def _parse_or_keep(model: Parser, sentence: Sentence) -> Sentence:
    """Return the best parse of a sentence, or the sentence itself, which counts as failed, if there is none."""
    try:
        return next((tree.value for tree in model.parse(ensure_tags(model, sentence))), sentence)
    except SpectralError:
        return sentence


_PARSING_REPORT_EVERY = 20  # sentences between two progress reports
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
            if candidate.is_readable and len(candidate) and not structure.is_unfinished(candidate)
        ]
        rows: list[tuple[float, bool, float]] = []
        calibrated, used, left_out = True, 0, 0
        for sentence in track_progress(
            sentences, "measuring calibration", len(sentences), report, _PARSING_REPORT_EVERY
        ):
            try:
                parsed = suggest_trees(parser, hide_annotation(parser, sentence), 1)
            except SpectralError:
                left_out += 1
                continue
            if not parsed.trees or parsed.marginals is None:
                left_out += 1
                continue
            used, calibrated = used + 1, calibrated and parsed.marginals.calibrated
            rows += _score_tree_parts(structure, sentence, parsed.trees[0].value, parsed.marginals)
        if not rows:
            if left_out:
                raise DataError(f"None of the {left_out} annotated sentences there could be parsed; measure on others")
            raise DataError("No sentence there has trees of this kind; measure on a document that is annotated")
        confidences, is_right, margins = (np.array(column) for column in zip(*rows, strict=True))
        return CalibrationResult(
            bins=bin_by_confidence(confidences, is_right),
            expected_calibration_error=expected_calibration_error(confidences, is_right),
            calibrated=calibrated,
            sentences=used,
            parts=len(rows),
            wrong_parts=int((~is_right).sum()),
            flag_counts=_count_flags_by_threshold(margins, is_right),
            left_out=left_out,
        )


def _count_flags_by_threshold(margins: Floats, is_right: Flags) -> tuple[tuple[int, int], ...]:
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

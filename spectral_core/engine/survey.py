"""Requests about whole documents: survey, search, comparison, calibration."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from spectral_core.data import Sentence, Treebank
from spectral_core.data.inventory import Inventory
from spectral_core.data.structure import CONSTITUENTS, DEPENDENCIES, Marginals, Part, Structure
from spectral_core.engine.engine import Engine
from spectral_core.engine.parsing import (
    annotate_treebank,
    get_predicted_structure,
    has_marginals,
    load_parser,
    suggest_trees,
)
from spectral_core.engine.training import split_held_out
from spectral_core.errors import DataError, SpectralError
from spectral_core.evaluate import Bin, Interval, bin_by_confidence, expected_calibration_error, strip_annotation
from spectral_core.progress import Progress, Report, track_progress
from spectral_core.registry import METHODS

_SCAN_REPORT_INTERVAL = 500  # sentences between two progress reports
_PARSING_REPORT_INTERVAL = 20  # sentences between two progress reports
_MARGIN_THRESHOLDS = 100  # thresholds at which flags are counted, besides 0


@dataclass(frozen=True, slots=True)
class SurveyResult:
    """Inventory and problems of a document."""

    document: str
    inventory: Inventory
    problems: array[int]  # indices of the sentences with problems, in order
    reasons: Mapping[str, str | None]  # why each method cannot be trained on it; None if it can


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Matches of a query: sentences in order, and in each the words and tree nodes of its first matches."""

    document: str
    query: str
    sentences: array[int]
    words: tuple[tuple[int, ...], ...]  # of the first match in each sentence
    nodes: tuple[tuple[tuple[int, ...], ...], ...]
    has_more: bool  # whether there were more than requested


@dataclass(frozen=True, slots=True)
class ComparisonResult:
    """Differences of another treebank from a document with the same sentences, which is taken as gold."""

    document: str
    other: Path
    metrics: Mapping[str, float]
    sentences: int
    different: array[int]  # sentences whose common annotation differs
    failures: Mapping[int, str]  # sentences that cannot be evaluated, and why
    model_outputs: tuple[Treebank | None, ...] = (None,)  # output of the models in the files; None for a treebank
    rival: Path | None = None  # third file, evaluated in the same way
    votes: Mapping[int, tuple[int, int]] = field(default_factory=dict)  # with a rival: see `count_disagreements`
    rival_metrics: Mapping[str, float] = field(default_factory=dict)
    differences: Mapping[str, Interval] = field(default_factory=dict)  # lead of the other over its rival


@dataclass(frozen=True, slots=True)
class Survey:
    """Reads a whole document and returns its inventory, its problems, and the methods that can be trained on it."""

    document: str

    def run(self, engine: Engine, report: Report) -> SurveyResult:
        from spectral_core.data.validation import find_problems

        treebank = engine.load_treebank(self.document)

        def on_progress(done: int) -> None:
            report(Progress("reading", done, len(treebank)))

        inventory = Inventory.of(treebank, on_progress)
        problems = array("Q")
        for index, sentence in enumerate(
            track_progress(treebank, "checking", len(treebank), report, _SCAN_REPORT_INTERVAL)
        ):
            if find_problems(sentence, inventory):
                problems.append(index)
        reasons = {method.name: method.check_treebank(treebank) for method in METHODS.values()}
        return SurveyResult(self.document, inventory, problems, reasons)


@dataclass(frozen=True, slots=True)
class CheckTrainability:
    """Returns why each method cannot be trained on some documents together; None if it can."""

    documents: tuple[str, ...]

    def run(self, engine: Engine, report: Report) -> dict[str, str | None]:
        report(Progress("reading", 0))
        treebank = Treebank.concatenate([engine.load_treebank(name) for name in self.documents])
        return {method.name: method.check_treebank(treebank) for method in METHODS.values()}


@dataclass(frozen=True, slots=True)
class FindMatches:
    """Returns the sentences of a document that match a query, at most `limit`."""

    document: str
    query: str
    limit: int

    def run(self, engine: Engine, report: Report) -> SearchResult:
        from spectral_core.query import parse

        query = parse(self.query)
        treebank = engine.load_treebank(self.document)

        def on_progress(done: int) -> None:
            report(Progress("searching", done, len(treebank)))

        sentences = array("Q")
        words, nodes = [], []
        has_more = False
        for index, matches in query.find(treebank, on_progress):
            if len(sentences) == self.limit:
                has_more = True
                break
            sentences.append(index)
            words.append(matches[0].words if matches else ())
            nodes.append(matches[0].nodes if matches else ())
        return SearchResult(self.document, self.query, sentences, tuple(words), tuple(nodes), has_more)


@dataclass(frozen=True, slots=True)
class CompareAnnotation:
    """Evaluates a file against a document on all annotation that both have, or the model in a file by its output for
    the bare sentences; with a `rival` of the same kind, evaluates that too, with the confidence interval of the
    difference and the votes. For a document without structures there are votes alone."""

    document: str
    other: Path
    rival: Path | None = None

    def run(self, engine: Engine, report: Report) -> ComparisonResult:
        from spectral_core import evaluate

        treebank = engine.load_treebank(self.document)
        sides = [annotate_or_load(engine, path, treebank, report) for path in self._paths]
        columns = all(has_columns for _, has_columns in sides)
        model_outputs = tuple(
            side if is_model_file(path) else None for (side, _), path in zip(sides, self._paths, strict=True)
        )
        sentence_votes: dict[int, tuple[int, int]] = {}
        if self.rival is not None:
            sentence_votes = dict(_count_votes_by_sentence((treebank, *(side for side, _ in sides))))
        try:
            scores, *rival_scores = (
                evaluate.compare_annotation(
                    track_progress(treebank, "comparing", len(treebank), report, _SCAN_REPORT_INTERVAL), side, columns
                )
                for side, _ in sides
            )
        except DataError:
            if not sentence_votes:
                raise
            order = array("Q", sorted(sentence_votes, key=lambda index: (-sum(sentence_votes[index]), index)))
            return ComparisonResult(
                self.document, self.other, {}, len(treebank), order, {}, model_outputs, self.rival, sentence_votes
            )
        failures = {failure.index: failure.reason for failure in scores.failures}
        differ = {*scores.different, *failures, *sentence_votes}
        different = array("Q", sorted(differ, key=lambda index: (-sum(sentence_votes.get(index, ())), index)))
        result = ComparisonResult(
            self.document, self.other, scores.metrics, scores.sentences, different, failures, model_outputs
        )
        if not rival_scores:
            return result
        report(Progress("resampling", 0))
        scores, *rival_scores = evaluate.restrict_to_common((scores, *rival_scores))
        failures = {
            failure.index: failure.reason for side_scores in (*rival_scores, scores) for failure in side_scores.failures
        }
        failures = {index: failures[index] for index in sorted(failures)}
        intervals = evaluate.bootstrap_differences(scores, rival_scores[0])
        result = replace(result, metrics=scores.metrics, failures=failures)
        return replace(
            result, rival=self.rival, votes=sentence_votes, rival_metrics=rival_scores[0].metrics, differences=intervals
        )

    @property
    def _paths(self) -> tuple[Path, ...]:
        return (self.other,) if self.rival is None else (self.other, self.rival)


def _count_votes_by_sentence(sides: Sequence[Treebank]) -> Iterator[tuple[int, tuple[int, int]]]:
    """Yield the index and the disagreements of each sentence on which the annotations disagree."""
    for index, sentences in enumerate(zip(*sides, strict=False)):
        sentence_votes = count_disagreements(sentences)
        if any(sentence_votes):
            yield index, sentence_votes


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
        ballots: Iterable[tuple[object, ...]] = zip(*(sentence.heads for sentence in voters), strict=True)
        if structure is CONSTITUENTS:
            parts = [set(structure.parts(sentence)) for sentence in voters]
            ballots = (tuple(part in side for side in parts) for part in set[Part]().union(*parts))
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
    from spectral_core.model import Parser

    if not is_model_file(path):
        return load(path), True
    model = engine.load_model(path)
    return annotate_treebank(model, treebank, report), not isinstance(model, Parser)


def is_model_file(path: Path) -> bool:
    """Return whether a path has the suffix of model files."""
    return path.suffix.lower() == ".npz"


@dataclass(frozen=True, slots=True)
class CalibrationResult:
    """Scores of the parts of the best trees and how often these are correct."""

    bins: tuple[Bin, ...]
    error: float  # expected calibration error
    calibrated: bool  # whether the scores are probabilities
    sentences: int
    parts: int
    wrong: int  # incorrect parts: heads or labelled brackets that the treebank lacks
    flag_counts: tuple[tuple[int, int], ...]  # by hundredths: parts with a smaller margin, and incorrect ones
    left_out: int = 0  # sentences that could not be parsed

    def flag_recall_and_precision(self, margin: float) -> tuple[float | None, float | None]:
        """Return (recall, precision) of flagging the parts with a smaller margin; None where the denominator is 0."""
        flag_count, wrong_count = self.flag_counts[min(max(round(margin * _MARGIN_THRESHOLDS), 0), _MARGIN_THRESHOLDS)]
        return (wrong_count / self.wrong if self.wrong else None), (wrong_count / flag_count if flag_count else None)


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
            treebank = split_held_out(treebank)[1] or treebank
        sentences = [
            candidate
            for candidate in treebank
            if candidate.readable and len(candidate) and not structure.is_unfinished(candidate)
        ]
        rows: list[tuple[float, bool, float]] = []
        calibrated, used, left_out = True, 0, 0
        for sentence in track_progress(
            sentences, "measuring calibration", len(sentences), report, _PARSING_REPORT_INTERVAL
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
            rows += _score_tree_parts(structure, sentence, parsed.trees[0].value, parsed.marginals)
        if not rows:
            raise DataError("No sentence there has trees of this kind; measure on a document that is annotated")
        confidences, is_right, margins = (np.array(column) for column in zip(*rows, strict=True))
        flags = []
        for step in range(_MARGIN_THRESHOLDS + 1):
            is_flagged = margins < step / _MARGIN_THRESHOLDS
            flags.append((int(is_flagged.sum()), int((is_flagged & ~is_right).sum())))
        error = expected_calibration_error(confidences, is_right)
        wrong = int((~is_right).sum())
        bins = bin_by_confidence(confidences, is_right)
        return CalibrationResult(bins, error, calibrated, used, len(rows), wrong, tuple(flags), left_out)


def _score_tree_parts(
    structure: Structure, gold: Sentence, tree: Sentence, marginals: Marginals
) -> Iterator[tuple[float, bool, float]]:
    """Yield for each part of a tree its score, whether it is correct as far as the score covers it, and its margin."""
    for part, is_correct in structure.compare_to_gold(tree, gold):
        marginal = marginals.marginal(part)
        if marginal is not None:
            yield marginal, is_correct, marginals.margin(part.position)

"""Requests to parsers: suggest trees for a sentence, check locks, order a document by uncertainty."""

from __future__ import annotations

import dataclasses
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from spectral_core.arrays import Floats
from spectral_core.data import EMPTY, FREE, Constraints, Ranked, Sentence, Treebank
from spectral_core.data.structure import ArcMarginals, Marginals, Structure
from spectral_core.engine.engine import Engine
from spectral_core.errors import ConstraintError, DataError, SpectralError
from spectral_core.evaluate import strip_annotation
from spectral_core.methods import METHODS
from spectral_core.model import (
    ArcPosteriors,
    ArcScorer,
    Contribution,
    ExplainsTrees,
    HasTagger,
    LabelsArcs,
    MarginalScorer,
    Model,
    OnePassParser,
    Parser,
    ReportsLimits,
    Tagger,
)
from spectral_core.progress import Progress, Report, track_progress

MAX_WORDS = 200  # words of a sentence that is parsed: the time grows with their cube, and nothing could stop it
_REPORT_EVERY = 20  # sentences between two reports


@dataclass(frozen=True, slots=True)
class ParseResult:
    """Suggestions of a model for one sentence."""

    trees: tuple[Ranked[Sentence], ...]  # best first
    marginals: Marginals | None = None  # None where the model has none
    relations: tuple[tuple[Ranked[str], ...], ...] = ()  # of each arc of the best tree, by log posterior; () for none
    contributions: tuple[
        tuple[Contribution, ...], ...
    ] = ()  # of each tree over the first; () where the model does not say
    limits: str = ""  # a sentence on what limits of time and room have cost; "" where nothing


@dataclass(frozen=True, slots=True)
class Parse:
    """Returns the `k` best structures of a sentence under the locks, by the model in a file, with its marginals."""

    model: Path
    sentence: Sentence
    k: int
    constraints: Constraints

    def run(self, engine: Engine, report: Report) -> ParseResult:
        return suggest_trees(load_parser(engine, self.model), self.sentence, self.k, self.constraints)


@dataclass(frozen=True, slots=True)
class LockCheck:
    """Locks that are left after changes to them, without those that cannot hold."""

    locks: Constraints
    refused: tuple[int, ...] = ()  # places among the changes
    reason: str = ""  # of the first of these


@dataclass(frozen=True, slots=True)
class ResolveLocks:
    """Applies changes (before, after) to locks one after the other, beside what the sentence itself holds, and leaves
    each out that leaves the model no tree. All are applied where it has none without them either."""

    model: Path
    sentence: Sentence
    sentence_locks: Constraints
    changes: tuple[tuple[Constraints, Constraints], ...]

    def run(self, engine: Engine, report: Report) -> LockCheck:
        parser = load_parser(engine, self.model)
        tagged = with_tags(parser, self.sentence)

        def complaint(locks: Constraints) -> str:
            report(Progress("parsing", 0))
            try:
                parser.parse(tagged, 1, self.sentence_locks.union(locks))
            except ConstraintError as error:
                return str(error)
            return ""

        locks = self.changes[0][0]
        if complaint(locks):
            return LockCheck(self.changes[-1][1])
        refused, reasons = [], []
        for position, (before, after) in enumerate(self.changes):
            candidate = locks.difference(before.difference(after)).union(after.difference(before))
            reason = complaint(candidate)
            if reason:
                refused.append(position)
                reasons.append(reason)
            else:
                locks = candidate
        return LockCheck(locks, tuple(refused), next(iter(reasons), ""))


@dataclass(frozen=True, slots=True)
class OrderByUncertainty:
    """Returns how uncertain a model is of each sentence of a document: the entropy a word; -1 where it has none."""

    model: Path
    document: str

    def run(self, engine: Engine, report: Report) -> array[float]:
        parser = load_parser(engine, self.model)
        if not has_marginals(parser):
            raise DataError(f"{self.model.name} does not say how certain it is; choose another model in the menu Model")

        def uncertainty(sentence: Sentence) -> float:
            marginals = compute_marginals(parser, with_tags(parser, sentence), FREE)
            return -1.0 if marginals is None else marginals.entropy

        return _score_sentences(engine, report, self.document, uncertainty)


@dataclass(frozen=True, slots=True)
class OrderByDisagreement:
    """Returns for each sentence of a document the share of parts that two models' best trees do not share; -1 for no
    tree."""

    model: Path
    other: Path
    document: str

    def run(self, engine: Engine, report: Report) -> array[float]:
        first, second = (load_parser(engine, path) for path in (self.model, self.other))
        structure, rival = structure_of(first), structure_of(second)
        if structure is not rival:
            raise DataError(
                f"{self.model.name} gives {structure.name} and {self.other.name} {rival.name}; compare two of a kind"
            )

        def difference(sentence: Sentence) -> float:
            first_tree, second_tree = (best_tree(parser, sentence) for parser in (first, second))
            return structure.difference(first_tree, second_tree)

        return _score_sentences(engine, report, self.document, difference)


def _score_sentences(engine: Engine, report: Report, document: str, score: Callable[[Sentence], float]) -> array[float]:
    """Return (sentences,) a number for each sentence of a document; -1 where it has none."""
    treebank = engine.treebank(document)
    scores = array("d")
    for sentence in track_progress(treebank, "parsing", len(treebank), report, _REPORT_EVERY):
        try:
            scores.append(score(sentence) if len(sentence) else -1.0)
        except SpectralError:
            scores.append(-1.0)
    return scores


def load_parser(engine: Engine, path: Path) -> Parser:
    model = engine.model(path)
    if not isinstance(model, Parser):
        raise DataError(f"{path.name} is not a model that can parse; choose another in the menu Model")
    return model


def structure_of(parser: Parser) -> Structure:
    """Return the structure that a parser gives to sentences."""
    structure = METHODS[parser.method].structure if isinstance(parser, Model) else None
    if structure is None:
        raise DataError("this model is of a method that does not parse")
    return structure


def annotate_treebank(model: Model, treebank: Treebank, report: Report) -> Treebank:
    """Annotate the bare sentences of a treebank with a parser or a tagger; a sentence that it cannot annotate stays
    bare."""

    def annotate_sentence(sentence: Sentence) -> Sentence:
        try:
            return best_tree(model, sentence) if isinstance(model, Parser) else tagger.tag(bare(sentence))
        except SpectralError:
            return strip_annotation(sentence)

    def bare(sentence: Sentence) -> Sentence:
        return strip_annotation(sentence, tags=False)

    tagger = cast(Tagger, model)
    if not isinstance(model, Parser | Tagger):
        raise DataError(f"a model of {model.method} neither parses nor tags; compare with one that does")
    sentences = track_progress(treebank, "parsing", len(treebank), report, _REPORT_EVERY)
    return Treebank.of(
        annotate_sentence(original) if original.readable and len(original) else original for original in sentences
    )


def best_tree(parser: Parser, sentence: Sentence) -> Sentence:
    """Return the best tree of a sentence, whatever annotation it has."""
    trees = parser.parse(strip_annotation(with_tags(parser, sentence)), 1)
    if not trees:
        raise DataError("The model has no tree for this sentence")
    return trees[0].value


def suggest_trees(parser: Parser, sentence: Sentence, k: int, constraints: Constraints = FREE) -> ParseResult:
    """Return the `k` best trees of a sentence under the locks, with the marginals of the model."""
    sentence = with_tags(parser, sentence)
    if isinstance(parser, OnePassParser):
        trees, posteriors, probabilities = parser.parse_with_posteriors(sentence, k, constraints)
        marginals = _make_arc_marginals(posteriors, probabilities)
        return ParseResult(
            tuple(trees), marginals, _rank_relations(parser, trees), _explain_trees(parser, trees, constraints)
        )
    trees = parser.parse(sentence, k, constraints)
    limits = parser.describe_limits(sentence, k, constraints) if isinstance(parser, ReportsLimits) else ""
    return ParseResult(
        tuple(trees), compute_marginals(parser, sentence, constraints), _rank_relations(parser, trees), limits=limits
    )


def _explain_trees(
    parser: Parser, trees: Sequence[Ranked[Sentence]], constraints: Constraints
) -> tuple[tuple[Contribution, ...], ...]:
    """Return the contributions to the score of each tree over the first."""
    if len(trees) < 2 or not isinstance(parser, ExplainsTrees):
        return ()
    return tuple(parser.explain_trees([tree.value for tree in trees], constraints))


def _rank_relations(parser: Parser, trees: Sequence[Ranked[Sentence]]) -> tuple[tuple[Ranked[str], ...], ...]:
    """Return the relations of each arc of the best tree."""
    if not trees or not isinstance(parser, LabelsArcs):
        return ()
    return tuple(map(tuple, parser.relations(trees[0].value, trees[0].value.heads)))


def has_marginals(parser: Parser) -> bool:
    """Return whether a parser gives marginals of parts."""
    return isinstance(parser, ArcScorer | MarginalScorer)


def compute_marginals(parser: Parser, sentence: Sentence, constraints: Constraints) -> Marginals | None:
    """Return the marginals of each part over all trees of a sentence under the locks; None where a parser has none."""
    if isinstance(parser, MarginalScorer):
        return parser.marginals(sentence, constraints)
    if not isinstance(parser, ArcScorer):
        return None
    return _make_arc_marginals(parser.posteriors(sentence, constraints), parser.probabilities(sentence, constraints))


def _make_arc_marginals(posteriors: ArcPosteriors, probabilities: Floats | None) -> ArcMarginals:
    values = posteriors.head_distributions() if probabilities is None else probabilities
    return ArcMarginals(tuple(map(tuple, values.tolist())), probabilities is not None, posteriors.clipped)


def with_tags(parser: Parser, sentence: Sentence) -> Sentence:
    """Return the sentence with the tags that the model reads, its own where it has some; refuse a sentence that is too
    long."""
    if len(sentence) > MAX_WORDS:
        raise DataError(f"This sentence has {len(sentence)} words, and at most {MAX_WORDS} can be parsed; split it")
    column = dataclasses.asdict(parser.settings).get("column") if isinstance(parser, Model) else None
    if not isinstance(column, str) or any(value != EMPTY for value in sentence.column(column)):
        return sentence
    if isinstance(parser, HasTagger) and parser.tagger is not None:
        return parser.add_tags(sentence)
    raise DataError(f"The model reads the column {column}, which is empty in this sentence; fill it first")

"""Requests to parsers: what one proposes for a sentence, which locks can stand, how certain it is of a document."""

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
from spectral_core.evaluate import unannotated
from spectral_core.methods import METHODS
from spectral_core.model import (
    ArcPosteriors,
    ArcScorer,
    Contribution,
    ExplainsTrees,
    Model,
    NamesRelations,
    Parser,
    Proposer,
    SaysHowLikely,
    Tagger,
    TagsItself,
    TellsLimits,
)
from spectral_core.progress import Progress, Report, watched

LONGEST = 200  # words of a sentence that is parsed: the time grows with their cube, and nothing could stop it
_BLOCK = 20  # sentences between two reports


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a model proposes for one sentence."""

    trees: tuple[Ranked[Sentence], ...]  # best first
    marginals: Marginals | None = None  # None where the model has none
    relations: tuple[tuple[Ranked[str], ...], ...] = ()  # of each arc of the best tree, by log posterior; () for none
    grounds: tuple[tuple[Contribution, ...], ...] = ()  # of each tree over the first; () where the model does not say
    limits: str = ""  # a sentence on what limits of time and room have cost; "" where nothing


@dataclass(frozen=True, slots=True)
class Parse:
    """The `k` best structures of a sentence under the locks, by the model in a file, with what it says of each part."""

    model: Path
    sentence: Sentence
    k: int
    constraints: Constraints

    def run(self, engine: Engine, report: Report) -> Parsed:
        return proposed(parser_of(engine, self.model), self.sentence, self.k, self.constraints)


@dataclass(frozen=True, slots=True)
class Standing:
    """What is left of changes to the locks of a sentence without those that cannot hold."""

    locks: Constraints
    refused: tuple[int, ...] = ()  # places among the changes
    why: str = ""  # of the first of these


@dataclass(frozen=True, slots=True)
class SortLocks:
    """What stands of changes (before, after) to locks, one following the other, beside what the sentence itself
    holds: each is left out that leaves the model no tree. All stand where it has none without them either."""

    model: Path
    sentence: Sentence
    own: Constraints
    changes: tuple[tuple[Constraints, Constraints], ...]

    def run(self, engine: Engine, report: Report) -> Standing:
        parser = parser_of(engine, self.model)
        tagged = with_tags(parser, self.sentence)

        def complaint(locks: Constraints) -> str:
            report(Progress("parsing", 0))
            try:
                parser.parse(tagged, 1, self.own.joined(locks))
            except ConstraintError as error:
                return str(error)
            return ""

        locks = self.changes[0][0]
        if complaint(locks):
            return Standing(self.changes[-1][1])
        refused, reasons = [], []
        for place, (before, after) in enumerate(self.changes):
            tried = locks.without(before.without(after)).joined(after.without(before))
            why = complaint(tried)
            if why:
                refused.append(place)
                reasons.append(why)
            else:
                locks = tried
        return Standing(locks, tuple(refused), next(iter(reasons), ""))


@dataclass(frozen=True, slots=True)
class OrderByDoubt:
    """How uncertain a model is of each sentence of a document: the entropy a word; -1 for no opinion."""

    model: Path
    document: str

    def run(self, engine: Engine, report: Report) -> array[float]:
        parser = parser_of(engine, self.model)
        if not has_marginals(parser):
            raise DataError(f"{self.model.name} does not say how certain it is; choose another model in the menu Model")

        def doubt(sentence: Sentence) -> float:
            marginals = marginals_of(parser, with_tags(parser, sentence), FREE)
            return -1.0 if marginals is None else marginals.entropy

        return _numbers(engine, report, self.document, doubt)


@dataclass(frozen=True, slots=True)
class OrderByDisagreement:
    """For each sentence of a document the share of parts that two models' best trees do not share; -1 for no tree."""

    model: Path
    other: Path
    document: str

    def run(self, engine: Engine, report: Report) -> array[float]:
        first, second = (parser_of(engine, path) for path in (self.model, self.other))
        structure, theirs = structure_of(first), structure_of(second)
        if structure is not theirs:
            raise DataError(
                f"{self.model.name} gives {structure.name} and {self.other.name} {theirs.name}; compare two of a kind"
            )

        def difference(sentence: Sentence) -> float:
            one, two = (best_tree(parser, sentence) for parser in (first, second))
            return structure.difference(one, two)

        return _numbers(engine, report, self.document, difference)


def _numbers(engine: Engine, report: Report, document: str, number_of: Callable[[Sentence], float]) -> array[float]:
    """(sentences,) a number for each sentence of a document; -1 where it has none."""
    treebank = engine.treebank(document)
    numbers = array("d")
    for sentence in watched(treebank, "parsing", len(treebank), report, _BLOCK):
        try:
            numbers.append(number_of(sentence) if len(sentence) else -1.0)
        except SpectralError:
            numbers.append(-1.0)
    return numbers


def parser_of(engine: Engine, path: Path) -> Parser:
    model = engine.model(path)
    if not isinstance(model, Parser):
        raise DataError(f"{path.name} is not a model that can parse; choose another in the menu Model")
    return model


def structure_of(parser: Parser) -> Structure:
    """The structure that a parser gives to sentences."""
    structure = METHODS[parser.method].structure if isinstance(parser, Model) else None
    if structure is None:
        raise DataError("this model is of a method that does not parse")
    return structure


def annotated_by(model: Model, treebank: Treebank, report: Report) -> Treebank:
    """The sentences of a treebank with what a parser or a tagger makes of them, of which it is shown nothing; where it
    makes nothing of one, that stays bare."""

    def made(sentence: Sentence) -> Sentence:
        try:
            return best_tree(model, sentence) if isinstance(model, Parser) else tagger.tag(bare(sentence))
        except SpectralError:
            return unannotated(sentence)

    def bare(sentence: Sentence) -> Sentence:
        return unannotated(sentence, tags=False)

    tagger = cast(Tagger, model)
    if not isinstance(model, Parser | Tagger):
        raise DataError(f"a model of {model.method} neither parses nor tags; compare with one that does")
    sentences = watched(treebank, "parsing", len(treebank), report, _BLOCK)
    return Treebank.of(made(one) if one.readable and len(one) else one for one in sentences)


def best_tree(parser: Parser, sentence: Sentence) -> Sentence:
    """The best tree of a sentence by itself, whatever stands in it."""
    trees = parser.parse(unannotated(with_tags(parser, sentence)), 1)
    if not trees:
        raise DataError("The model has no tree for this sentence")
    return trees[0].value


def proposed(parser: Parser, sentence: Sentence, k: int, constraints: Constraints = FREE) -> Parsed:
    """The `k` best trees of a sentence under the locks, and what the model says of each part."""
    sentence = with_tags(parser, sentence)
    if isinstance(parser, Proposer):
        trees, posteriors, chances = parser.propose(sentence, k, constraints)
        shares = _of_arcs(posteriors, chances)
        return Parsed(tuple(trees), shares, _named(parser, trees), _grounds(parser, trees, constraints))
    trees = parser.parse(sentence, k, constraints)
    limits = parser.limits_met(sentence, k, constraints) if isinstance(parser, TellsLimits) else ""
    return Parsed(tuple(trees), marginals_of(parser, sentence, constraints), _named(parser, trees), limits=limits)


def _grounds(
    parser: Parser, trees: Sequence[Ranked[Sentence]], constraints: Constraints
) -> tuple[tuple[Contribution, ...], ...]:
    """What speaks for each tree over the first."""
    if len(trees) < 2 or not isinstance(parser, ExplainsTrees):
        return ()
    return tuple(parser.explain_trees([one.value for one in trees], constraints))


def _named(parser: Parser, trees: Sequence[Ranked[Sentence]]) -> tuple[tuple[Ranked[str], ...], ...]:
    """The relations of each arc of the best tree."""
    if not trees or not isinstance(parser, NamesRelations):
        return ()
    return tuple(map(tuple, parser.relations(trees[0].value, trees[0].value.heads)))


def has_marginals(parser: Parser) -> bool:
    """Whether a parser says of each part how likely it is."""
    return isinstance(parser, ArcScorer | SaysHowLikely)


def marginals_of(parser: Parser, sentence: Sentence, constraints: Constraints) -> Marginals | None:
    """What all trees of a sentence together say of each part under the locks; None where a parser does not say."""
    if isinstance(parser, SaysHowLikely):
        return parser.marginals(sentence, constraints)
    if not isinstance(parser, ArcScorer):
        return None
    return _of_arcs(parser.posteriors(sentence, constraints), parser.probabilities(sentence, constraints))


def _of_arcs(posteriors: ArcPosteriors, chances: Floats | None) -> ArcMarginals:
    numbers = posteriors.shares() if chances is None else chances
    return ArcMarginals(tuple(map(tuple, numbers.tolist())), chances is not None, posteriors.clipped)


def with_tags(parser: Parser, sentence: Sentence) -> Sentence:
    """The sentence with the tags that the model reads, its own where there are none; a sentence too long is refused."""
    if len(sentence) > LONGEST:
        raise DataError(f"This sentence has {len(sentence)} words, and at most {LONGEST} can be parsed; split it")
    column = dataclasses.asdict(parser.settings).get("column") if isinstance(parser, Model) else None
    if not isinstance(column, str) or any(value != EMPTY for value in sentence.column(column)):
        return sentence
    if isinstance(parser, TagsItself) and parser.tagger is not None:
        return parser.tagged(sentence)
    raise DataError(f"The model reads the column {column}, which is empty in this sentence; fill it first")

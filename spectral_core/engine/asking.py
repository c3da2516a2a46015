"""Requests of an annotator in doubt: the most informative questions about a sentence, and other trees below a node."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from spectral_core.data import FREE, Constraints, Ranked, Sentence
from spectral_core.data.structure import Marginals, Part, Position, SpanPart
from spectral_core.data.structure.marginals import binary_entropy
from spectral_core.engine.engine import Engine
from spectral_core.engine.parsing import (
    compute_marginals,
    has_marginals,
    load_parser,
    structure_of,
    suggest_trees,
    with_tags,
)
from spectral_core.errors import ConstraintError, DataError
from spectral_core.progress import Progress, Report

_MAX_TRIED = 8  # parts that are tried: those whose answers are the hardest to foretell
_MAX_QUESTIONS = 2  # questions of an answer
_MIN_UNCERTAINTY = 0.05  # a part with a number below it, or as near to 1, is not asked about
_MIN_CERTAINTY = 0.9  # of what is said to be around a phrase
_MAX_TREES = 30  # that are looked through for other subtrees


@dataclass(frozen=True, slots=True)
class PartQuestion:
    """The question whether a part is in the right tree; the answer is a lock."""

    part: Part
    score: float  # what the model gives it
    calibrated: bool  # whether that is a probability
    gain: float  # nats: by how much less is expected to be in doubt, in the whole sentence, once it is answered
    yes: Sentence  # the best tree with the part
    no: Sentence  # the best one without it
    parent: SpanPart | None = None  # the phrase right above it, where that is as good as sure once it is in the tree


@dataclass(frozen=True, slots=True)
class AskQuestions:
    """Returns the questions about a sentence under its locks that are expected to reduce its entropy most, the best
    first; none about parts in `skipped`. Each answer is tried: the sentence is parsed with it locked."""

    model: Path
    sentence: Sentence
    constraints: Constraints = FREE
    skipped: frozenset[Part] = frozenset()

    def run(self, engine: Engine, report: Report) -> tuple[PartQuestion, ...]:
        parser = load_parser(engine, self.model)
        if not has_marginals(parser):
            raise DataError(f"{self.model.name} does not say how certain it is; choose another model in the menu Model")
        structure, sentence = structure_of(parser), with_tags(parser, self.sentence)

        def marginals(locks: Constraints) -> Marginals:
            report(Progress("parsing", 0))
            lock_marginals = compute_marginals(parser, sentence, locks)
            assert lock_marginals is not None
            return lock_marginals

        current = marginals(self.constraints)
        candidates = []
        for part, number in _most_uncertain(current, self.skipped):
            answers = structure.lock(self.constraints, part), structure.forbid(self.constraints, part)
            try:
                yes, no = map(marginals, answers)
            except ConstraintError:  # one of them leaves no tree
                continue
            expected_entropy = number * yes.entropy + (1 - number) * no.entropy
            candidates.append(((current.entropy - expected_entropy) * len(sentence), part, number, answers, yes))
        candidates.sort(key=lambda candidate: -candidate[0])
        questions = []
        for gain, part, number, answers, part_marginals in candidates[:_MAX_QUESTIONS]:
            with_part, without_part = (parser.parse(sentence, 1, locks)[0].value for locks in answers)
            parent = _find_parent(part, with_part, part_marginals) if isinstance(part, SpanPart) else None
            questions.append(PartQuestion(part, number, current.calibrated, gain, with_part, without_part, parent))
        return tuple(questions)


def _most_uncertain(marginals: Marginals, skipped: frozenset[Part]) -> list[tuple[Part, float]]:
    """Return the parts about which the model is most uncertain."""
    candidates = [
        candidate
        for candidate in marginals.items()
        if _MIN_UNCERTAINTY <= candidate[1] <= 1 - _MIN_UNCERTAINTY and candidate[0] not in skipped
    ]
    return sorted(candidates, key=lambda candidate: (-binary_entropy(candidate[1]), candidate[0]))[:_MAX_TRIED]


def _find_parent(part: SpanPart, tree: Sentence, marginals: Marginals) -> SpanPart | None:
    """Return the smallest phrase of a tree around another, where it is likely and nothing likely is between them."""
    spans = [] if tree.tree is None else [SpanPart(*span) for span in tree.tree.spans() if span[2]]
    ancestors = [phrase for phrase in spans if phrase.position != part.position and _contains(phrase, part)]
    if not ancestors:
        return None
    nearest = min(
        reversed(ancestors), key=lambda phrase: phrase.end - phrase.start
    )  # the lowest of those over the same words
    between = (
        number
        for phrase_between, number in marginals.items()
        if isinstance(phrase_between, SpanPart) and phrase_between.position not in (part.position, nearest.position)
        if _contains(nearest, phrase_between) and _contains(phrase_between, part)
    )
    is_certain = (marginals.marginal(nearest) or 0.0) >= _MIN_CERTAINTY and sum(between) <= 1 - _MIN_CERTAINTY
    return nearest if is_certain else None


def _contains(outer: SpanPart, inner: SpanPart) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


@dataclass(frozen=True, slots=True)
class ParseBelow:
    """Returns the best other trees that differ from the current one only below a node, under the locks, best first."""

    model: Path
    sentence: Sentence
    current: Sentence
    node: Position
    constraints: Constraints = FREE

    def run(self, engine: Engine, report: Report) -> tuple[Ranked[Sentence], ...]:
        parser = load_parser(engine, self.model)
        structure = structure_of(parser)
        locks = self.constraints.union(structure.lock_outside(self.current, self.node))
        try:
            trees = suggest_trees(parser, self.sentence, _MAX_TREES, locks).trees
        except ConstraintError:
            return ()

        alternatives: dict[frozenset[Part], Ranked[Sentence]] = {}  # some trees differ in tags alone
        for tree in trees:
            changed_parts = structure.changed_parts(tree.value, self.current) | structure.changed_parts(
                self.current, tree.value
            )
            if changed_parts and all(
                structure.is_below(self.current, self.node, changed_node) for changed_node in changed_parts
            ):
                alternatives.setdefault(frozenset(structure.parts(tree.value)), tree)
        return tuple(alternatives.values())

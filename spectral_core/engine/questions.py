"""Requests for questions about the uncertain parts of a suggested tree (active learning)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from spectral_core.data import UNCONSTRAINED, Constraints, Sentence
from spectral_core.data.structure import Marginals, Part, SpanPart, binary_entropy
from spectral_core.engine.engine import Engine
from spectral_core.engine.parsing import (
    compute_marginals,
    ensure_tags,
    get_predicted_structure,
    has_marginals,
    load_parser,
)
from spectral_core.errors import ConstraintError, DataError
from spectral_core.progress import Progress, Report

_MAX_TRIED_QUESTIONS = 8  # parts tried as questions: those with the least predictable answers
_MAX_QUESTIONS = 2  # in one answer
_MIN_UNCERTAINTY = 0.05  # no questions about parts whose marginal is within this of 0 or 1
_MIN_PARENT_MARGINAL = 0.9  # marginal from which a phrase is shown around another


@dataclass(frozen=True, slots=True)
class PartQuestion:
    """Yes/no question whether a part is in the correct tree; the answer is a lock."""

    part: Part
    score: float  # score of the part by the model
    calibrated: bool  # whether that is a probability
    expected_entropy_reduction: float  # nats: expected reduction of the sentence's entropy by the answer
    yes: Sentence  # best tree with the part
    no: Sentence  # best tree without it
    parent: SpanPart | None = None  # the phrase directly above it, if nearly certain given the part


@dataclass(frozen=True, slots=True)
class SelectQuestions:
    """Returns the questions about a sentence under its locks with the largest expected reduction of entropy, best
    first (active learning); none about parts in `skipped`. The sentence is parsed under both answers to each."""

    model: Path
    sentence: Sentence
    constraints: Constraints = UNCONSTRAINED
    skipped: frozenset[Part] = frozenset()

    def run(self, engine: Engine, report: Report) -> tuple[PartQuestion, ...]:
        parser = load_parser(engine, self.model)
        if not has_marginals(parser):
            raise DataError(f"{self.model.name} does not say how certain it is; choose another model in the menu Model")
        structure, sentence = get_predicted_structure(parser), ensure_tags(parser, self.sentence)

        def marginals(locks: Constraints) -> Marginals:
            report(Progress("parsing", 0))
            lock_marginals = compute_marginals(parser, sentence, locks)
            assert lock_marginals is not None
            return lock_marginals

        current = marginals(self.constraints)
        candidates = []
        for part, marginal in _select_uncertain_parts(current, self.skipped):
            answers = structure.lock(self.constraints, part), structure.forbid(self.constraints, part)
            try:
                yes, no = map(marginals, answers)
            except ConstraintError:  # one of the answers leaves no tree
                continue
            expected_entropy = marginal * yes.entropy + (1 - marginal) * no.entropy
            candidates.append(((current.entropy - expected_entropy) * len(sentence), part, marginal, answers, yes))
        candidates.sort(key=lambda candidate: -candidate[0])
        questions = []
        for gain, part, marginal, answers, part_marginals in candidates[:_MAX_QUESTIONS]:
            with_part, without_part = (parser.parse(sentence, 1, locks)[0].value for locks in answers)
            parent = _find_certain_parent(part, with_part, part_marginals) if isinstance(part, SpanPart) else None
            questions.append(PartQuestion(part, marginal, current.calibrated, gain, with_part, without_part, parent))
        return tuple(questions)


def _select_uncertain_parts(marginals: Marginals, skipped: frozenset[Part]) -> list[tuple[Part, float]]:
    """Return the parts, except `skipped`, whose marginals have the largest binary entropy, most uncertain first."""
    candidates = [
        candidate
        for candidate in marginals.iterate_marginals()
        if _MIN_UNCERTAINTY <= candidate[1] <= 1 - _MIN_UNCERTAINTY and candidate[0] not in skipped
    ]
    return sorted(candidates, key=lambda candidate: (-binary_entropy(candidate[1]), candidate[0]))[
        :_MAX_TRIED_QUESTIONS
    ]


def _find_certain_parent(part: SpanPart, tree: Sentence, marginals: Marginals) -> SpanPart | None:
    """Return the smallest phrase of a tree around a part, if its marginal is high and the marginals of the phrases
    between them are low; else None."""
    spans = [] if tree.tree is None else [SpanPart(*span) for span in tree.tree.spans() if span[2]]
    ancestors = [phrase for phrase in spans if phrase.position != part.position and _contains_span(phrase, part)]
    if not ancestors:
        return None
    # the lowest of those over the same words
    nearest = min(reversed(ancestors), key=lambda phrase: phrase.end - phrase.start)
    between = (
        number
        for phrase_between, number in marginals.iterate_marginals()
        if isinstance(phrase_between, SpanPart) and phrase_between.position not in (part.position, nearest.position)
        if _contains_span(nearest, phrase_between) and _contains_span(phrase_between, part)
    )
    is_certain = (marginals.marginal(nearest) or 0.0) >= _MIN_PARENT_MARGINAL and sum(
        between
    ) <= 1 - _MIN_PARENT_MARGINAL
    return nearest if is_certain else None


def _contains_span(outer: SpanPart, inner: SpanPart) -> bool:
    """Return whether the first span contains all words of the second."""
    return outer.start <= inner.start and inner.end <= outer.end

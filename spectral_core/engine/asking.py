"""Requests of an annotator who is in doubt: what is best asked about a sentence, what else may stand below a place."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from spectral_core.data import FREE, Constraints, Ranked, Sentence
from spectral_core.data.structure import Marginals, Part, Place, SpanPart
from spectral_core.data.structure.marginals import doubt
from spectral_core.engine.engine import Engine
from spectral_core.engine.parsing import has_marginals, marginals_of, parser_of, proposed, structure_of, with_tags
from spectral_core.errors import ConstraintError, DataError
from spectral_core.progress import Progress, Report

_COMPARED = 8  # parts that are tried: those whose answers are the hardest to foretell
_TOLD = 2  # questions of an answer
_OPEN = 0.05  # a part with a number below it, or as near to 1, is not asked about
_SURE = 0.9  # of what is said to be around a phrase
_TREES = 30  # that are looked through for other subtrees


@dataclass(frozen=True, slots=True)
class PartQuestion:
    """Whether a part is in the right tree; the answer is a lock."""

    part: Part
    number: float  # what the model gives it
    calibrated: bool  # whether that is a probability
    gain: float  # nats: by how much less is expected to be in doubt, in the whole sentence, once it is answered
    yes: Sentence  # the best tree with the part
    no: Sentence  # the best one without it
    under: SpanPart | None = None  # the phrase right above it, where that is as good as sure once it is in the tree


@dataclass(frozen=True, slots=True)
class Ask:
    """The questions about a sentence under its locks whose answers are expected to leave least in doubt, the best
    first; none about parts in `skipped`. Each answer is tried: the sentence is parsed with it locked."""

    model: Path
    sentence: Sentence
    constraints: Constraints = FREE
    skipped: frozenset[Part] = frozenset()

    def run(self, engine: Engine, report: Report) -> tuple[PartQuestion, ...]:
        parser = parser_of(engine, self.model)
        if not has_marginals(parser):
            raise DataError(f"{self.model.name} does not say how certain it is; choose another model in the menu Model")
        structure, sentence = structure_of(parser), with_tags(parser, self.sentence)

        def marginals(locks: Constraints) -> Marginals:
            report(Progress("parsing", 0))
            found = marginals_of(parser, sentence, locks)
            assert found is not None
            return found

        now = marginals(self.constraints)
        tried = []
        for part, number in _hardest(now, self.skipped):
            answers = structure.lock(self.constraints, part), structure.forbid(self.constraints, part)
            try:
                yes, no = map(marginals, answers)
            except ConstraintError:  # one of them leaves no tree
                continue
            left = number * yes.entropy + (1 - number) * no.entropy
            tried.append(((now.entropy - left) * len(sentence), part, number, answers, yes))
        tried.sort(key=lambda row: -row[0])
        questions = []
        for gain, part, number, answers, sums in tried[:_TOLD]:
            having, lacking = (parser.parse(sentence, 1, locks)[0].value for locks in answers)
            under = _under(part, having, sums) if isinstance(part, SpanPart) else None
            questions.append(PartQuestion(part, number, now.calibrated, gain, having, lacking, under))
        return tuple(questions)


def _hardest(marginals: Marginals, skipped: frozenset[Part]) -> list[tuple[Part, float]]:
    """The parts whose answers say most of the tree by themselves."""
    rows = [row for row in marginals.numbered() if _OPEN <= row[1] <= 1 - _OPEN and row[0] not in skipped]
    return sorted(rows, key=lambda row: (-doubt(row[1]), row[0]))[:_COMPARED]


def _under(part: SpanPart, tree: Sentence, marginals: Marginals) -> SpanPart | None:
    """The smallest phrase of a tree around another, where it is likely and nothing likely stands between them."""
    spans = [] if tree.tree is None else [SpanPart(*span) for span in tree.tree.spans() if span[2]]
    around = [one for one in spans if one.place != part.place and _holds(one, part)]
    if not around:
        return None
    nearest = min(reversed(around), key=lambda one: one.end - one.start)  # the lowest of those over the same words
    between = (
        number
        for other, number in marginals.numbered()
        if isinstance(other, SpanPart) and other.place not in (part.place, nearest.place)
        if _holds(nearest, other) and _holds(other, part)
    )
    sure = (marginals.number(nearest) or 0.0) >= _SURE and sum(between) <= 1 - _SURE
    return nearest if sure else None


def _holds(outer: SpanPart, inner: SpanPart) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


@dataclass(frozen=True, slots=True)
class ParseBelow:
    """The best other trees that differ from the one shown only below a place, under the locks, best first."""

    model: Path
    sentence: Sentence
    shown: Sentence
    place: Place
    constraints: Constraints = FREE

    def run(self, engine: Engine, report: Report) -> tuple[Ranked[Sentence], ...]:
        parser = parser_of(engine, self.model)
        structure = structure_of(parser)
        locks = self.constraints.joined(structure.around(self.shown, self.place))
        try:
            trees = proposed(parser, self.sentence, _TREES, locks).trees
        except ConstraintError:
            return ()

        others: dict[frozenset[Part], Ranked[Sentence]] = {}  # some trees differ in tags alone
        for tree in trees:
            moved = structure.moved(tree.value, self.shown) | structure.moved(self.shown, tree.value)
            if moved and all(structure.is_below(self.shown, self.place, place) for place in moved):
                others.setdefault(frozenset(structure.parts(tree.value)), tree)
        return tuple(others.values())

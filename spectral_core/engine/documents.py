"""Requests about whole documents: surveying, searching and comparing them."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from spectral_core.data import Sentence, Treebank
from spectral_core.data.inventory import Inventory
from spectral_core.data.structure import CONSTITUENTS, DEPENDENCIES, Part
from spectral_core.engine.engine import Engine
from spectral_core.engine.parsing import annotated_by
from spectral_core.errors import DataError
from spectral_core.evaluate import Interval
from spectral_core.progress import Progress, Report, watched

_BLOCK = 500  # sentences between two reports


@dataclass(frozen=True, slots=True)
class Surveyed:
    """What was found by reading a whole document."""

    document: str
    inventory: Inventory
    problems: array[int]  # the sentences that have any, in order
    reasons: Mapping[str, str | None]  # why each method cannot learn from it; None where it can


@dataclass(frozen=True, slots=True)
class Found:
    """Where a query was found: sentences in order, and in each the words and tree nodes of its first matches."""

    document: str
    query: str
    sentences: array[int]
    words: tuple[tuple[int, ...], ...]  # of the first match in each sentence
    nodes: tuple[tuple[tuple[int, ...], ...], ...]
    more: bool  # whether there were more than asked for


@dataclass(frozen=True, slots=True)
class Compared:
    """How another treebank over the same sentences differs from a document, which is taken as right."""

    document: str
    other: Path
    metrics: Mapping[str, float]
    sentences: int
    different: array[int]  # the sentences that are not alike in what both have
    failures: Mapping[int, str]  # sentences that cannot be measured, and why
    made: tuple[Treebank | None, ...] = (None,)  # what the models in the files make of it; None for a treebank
    rival: Path | None = None  # a third, measured in the same way
    votes: Mapping[int, tuple[int, int]] = field(default_factory=dict)  # with a rival: see `votes`
    rival_metrics: Mapping[str, float] = field(default_factory=dict)
    differences: Mapping[str, Interval] = field(default_factory=dict)  # how far the other is above its rival


@dataclass(frozen=True, slots=True)
class Survey:
    """Reads a whole document: which labels it uses, which sentences have problems, which methods can learn from it."""

    document: str

    def run(self, engine: Engine, report: Report) -> Surveyed:
        from spectral_core.data.validation import problems_in
        from spectral_core.methods import METHODS

        treebank = engine.treebank(self.document)

        def passed(done: int) -> None:
            report(Progress("reading", done, len(treebank)))

        inventory = Inventory.of(treebank, passed)
        problems = array("Q")
        for at, sentence in enumerate(watched(treebank, "checking", len(treebank), report, _BLOCK)):
            if problems_in(sentence, inventory):
                problems.append(at)
        reasons = {method.name: method.why_not(treebank) for method in METHODS.values()}
        return Surveyed(self.document, inventory, problems, reasons)


@dataclass(frozen=True, slots=True)
class AskReasons:
    """Why each method cannot learn from some documents together; None where it can."""

    documents: tuple[str, ...]

    def run(self, engine: Engine, report: Report) -> dict[str, str | None]:
        from spectral_core.methods import METHODS

        report(Progress("reading", 0))
        treebank = Treebank.joined([engine.treebank(name) for name in self.documents])
        return {method.name: method.why_not(treebank) for method in METHODS.values()}


@dataclass(frozen=True, slots=True)
class Find:
    """The sentences of a document in which a query is found, at most so many."""

    document: str
    query: str
    most: int

    def run(self, engine: Engine, report: Report) -> Found:
        from spectral_core.query import parse

        asked = parse(self.query)
        treebank = engine.treebank(self.document)

        def passed(done: int) -> None:
            report(Progress("searching", done, len(treebank)))

        sentences = array("Q")
        words, nodes = [], []
        more = False
        for at, matches in asked.find(treebank, passed):
            if len(sentences) == self.most:
                more = True
                break
            sentences.append(at)
            words.append(matches[0].words if matches else ())
            nodes.append(matches[0].nodes if matches else ())
        return Found(self.document, self.query, sentences, tuple(words), tuple(nodes), more)


@dataclass(frozen=True, slots=True)
class Compare:
    """Measures a file against a document by everything that both of them have, or the model in a file by what it makes
    of the bare sentences; with a `rival`, of the same kinds, that one as well, how far the two are apart, and how the
    votes fall. Of a document without structures there are votes alone."""

    document: str
    other: Path
    rival: Path | None = None

    def run(self, engine: Engine, report: Report) -> Compared:
        from spectral_core import evaluate

        treebank = engine.treebank(self.document)
        sides = [annotation(engine, path, treebank, report) for path in self._paths]
        columns = all(given for _, given in sides)
        made = tuple(side if is_model(path) else None for (side, _), path in zip(sides, self._paths, strict=True))
        cast: dict[int, tuple[int, int]] = {}
        if self.rival is not None:
            cast = dict(_all_votes((treebank, *(side for side, _ in sides))))
        try:
            scores, *more = (
                evaluate.compare(watched(treebank, "comparing", len(treebank), report, _BLOCK), side, columns)
                for side, _ in sides
            )
        except DataError:
            if not cast:
                raise
            order = array("Q", sorted(cast, key=lambda at: (-sum(cast[at]), at)))
            return Compared(self.document, self.other, {}, len(treebank), order, {}, made, self.rival, cast)
        failures = {failure.index: failure.reason for failure in scores.failures}
        differ = {*scores.different, *failures, *cast}
        different = array("Q", sorted(differ, key=lambda at: (-sum(cast.get(at, ())), at)))
        found = Compared(self.document, self.other, scores.metrics, scores.sentences, different, failures, made)
        if not more:
            return found
        report(Progress("resampling", 0))
        scores, *more = evaluate.over_the_same((scores, *more))
        failures = {failure.index: failure.reason for one in (*more, scores) for failure in one.failures}
        failures = {at: failures[at] for at in sorted(failures)}
        apart = evaluate.differences(scores, more[0])
        found = replace(found, metrics=scores.metrics, failures=failures)
        return replace(found, rival=self.rival, votes=cast, rival_metrics=more[0].metrics, differences=apart)

    @property
    def _paths(self) -> tuple[Path, ...]:
        return (self.other,) if self.rival is None else (self.other, self.rival)


def _all_votes(sides: Sequence[Treebank]) -> Iterator[tuple[int, tuple[int, int]]]:
    """The votes of each sentence about which these do not all agree."""
    for at, found in enumerate(zip(*sides, strict=False)):
        cast = votes(found)
        if any(cast):
            yield at, cast


def votes(sides: Sequence[Sentence]) -> tuple[int, int]:
    """Of how many words, or phrases where there are no heads, one side stands against all the others, and of how many
    there is no such majority; sides without a structure have no vote."""
    alone = apart = 0
    for structure in (DEPENDENCIES, CONSTITUENTS):
        own = [one for one in sides if structure.is_begun(one) and one.forms == sides[0].forms]
        if len(own) < 2:
            continue
        rows: Iterable[tuple[object, ...]] = zip(*(one.heads for one in own), strict=True)
        if structure is CONSTITUENTS:
            parts = [set(structure.parts(one)) for one in own]
            rows = (tuple(part in side for side in parts) for part in set[Part]().union(*parts))
        for row in rows:
            different = len(set(row))
            alone += 1 < different < len(own)
            apart += 1 < different == len(own)
        break
    return alone, apart


def annotation(engine: Engine, path: Path, treebank: Treebank, report: Report) -> tuple[Treebank, bool]:
    """What a file says of the sentences of a treebank, or what the model in it makes of them; and whether its tags and
    lemmas are its own: a parser was given them."""
    from spectral_core.formats import load
    from spectral_core.model import Parser

    if not is_model(path):
        return load(path), True
    model = engine.model(path)
    return annotated_by(model, treebank, report), not isinstance(model, Parser)


def is_model(path: Path) -> bool:
    """Whether a file is named as one that `spectral learn` writes."""
    return path.suffix.lower() == ".npz"

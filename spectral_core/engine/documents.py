"""Requests about whole documents: surveying, searching and comparing them."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from spectral_core.data import Treebank
from spectral_core.data.inventory import Inventory
from spectral_core.engine.engine import Engine
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
    """Measures a file against a document by everything that both of them have."""

    document: str
    other: Path

    def run(self, engine: Engine, report: Report) -> Compared:
        from spectral_core import evaluate
        from spectral_core.formats import load

        treebank = engine.treebank(self.document)
        scores = evaluate.compare(watched(treebank, "comparing", len(treebank), report, _BLOCK), load(self.other))
        failures = {failure.index: failure.reason for failure in scores.failures}
        different = array("Q", sorted({*scores.different, *failures}))
        return Compared(self.document, self.other, dict(scores.metrics), scores.sentences, different, failures)

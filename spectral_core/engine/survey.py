"""Requests about whole documents: their inventory and problems, and the methods that can be trained on them."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field

from spectral_core.data import Treebank
from spectral_core.data.inventory import Inventory
from spectral_core.data.structure import STRUCTURES
from spectral_core.engine.engine import Engine
from spectral_core.progress import Progress, Report, track_progress
from spectral_core.registry import METHODS

_REPORT_EVERY = 500  # sentences between two progress reports


@dataclass(frozen=True, slots=True)
class SurveyResult:
    """Inventory and problems of a document."""

    document: str
    inventory: Inventory
    problems: array[int]  # indices of the sentences with problems, in order
    reasons: Mapping[str, str | None]  # why each method cannot be trained on it; None if it can


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
        for index, sentence in enumerate(track_progress(treebank, "checking", len(treebank), report, _REPORT_EVERY)):
            if find_problems(sentence, inventory):
                problems.append(index)
        reasons = {method.name: method.describe_missing_data(treebank) for method in METHODS.values()}
        return SurveyResult(self.document, inventory, problems, reasons)


@dataclass(frozen=True, slots=True)
class CheckTrainability:
    """Returns why each method cannot be trained on some documents together; None if it can."""

    documents: tuple[str, ...]

    def run(self, engine: Engine, report: Report) -> dict[str, str | None]:
        report(Progress("reading", 0))
        treebank = Treebank.concatenate([engine.load_treebank(name) for name in self.documents])
        return {method.name: method.describe_missing_data(treebank) for method in METHODS.values()}


@dataclass(frozen=True, slots=True)
class TrainableDocument:
    """A document similar to the displayed one, with its number of training sentences."""

    document: str
    complete_trees: Mapping[str, int]  # sentences with a complete tree, by structure
    has_readings: bool  # whether a ranker can be trained on its words
    sentences: int = 0
    incomplete_trees: Mapping[str, int] = field(default_factory=dict)  # sentences with an incomplete tree, by structure


@dataclass(frozen=True, slots=True)
class FindTrainableDocuments:
    """Finds documents that match the displayed one in script, language, words and tags, including itself."""

    document: str
    candidates: tuple[str, ...] = ()

    def run(self, engine: Engine, report: Report) -> tuple[TrainableDocument, ...]:
        from spectral_core.morphology.text_profile import TextProfile

        shown_treebank = engine.load_treebank(self.document)
        shown_profile = TextProfile.from_sentences(shown_treebank)
        trainable = []
        names = (self.document, *self.candidates)
        for done, name in enumerate(names):
            report(Progress("looking", done, len(names)))
            treebank = shown_treebank if name == self.document else engine.load_treebank(name)
            if name != self.document and shown_profile.find_mismatch(TextProfile.from_sentences(treebank)):
                continue
            trees = {
                structure.name: sum(sentence.readable and structure.is_complete(sentence) for sentence in treebank)
                for structure in STRUCTURES.values()
            }
            incomplete = {kind: sum(map(structure.is_unfinished, treebank)) for kind, structure in STRUCTURES.items()}
            readings = METHODS["analysis-ranker"].describe_missing_data(treebank) is None
            trainable.append(TrainableDocument(name, trees, readings, len(treebank), incomplete))
        return tuple(trainable)

"""What can be learnt from what is open, without anybody saying so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from spectral_core.data import Sentence, Treebank
from spectral_core.data.structure import STRUCTURES
from spectral_core.engine.engine import Engine
from spectral_core.engine.learning import evenly
from spectral_core.engine.parsing import parser_of, proposed, structure_of
from spectral_core.errors import DataError, SpectralError
from spectral_core.evaluate import bracket_scores, unannotated, unlabelled_scores
from spectral_core.model import Parser
from spectral_core.progress import Progress, Report

_FOLDS = 5
_MOST = 200  # trees that two parsers are compared on


@dataclass(frozen=True, slots=True)
class Learnable:
    """A document that fits the one shown, and how many of its sentences something can be learnt from."""

    document: str
    trees: Mapping[str, int]  # sentences with a whole tree, by structure
    readings: bool  # whether a ranker can learn from its words
    sentences: int = 0
    open: Mapping[str, int] = field(default_factory=dict)  # sentences whose tree lacks something, by structure


@dataclass(frozen=True, slots=True)
class AskLearnable:
    """Looks through the document shown and others for what fits it in script, language, words and tags."""

    document: str
    others: tuple[str, ...] = ()

    def run(self, engine: Engine, report: Report) -> tuple[Learnable, ...]:
        from spectral_core.analyzers.reads import Reads
        from spectral_core.methods import METHODS

        shown = engine.treebank(self.document)
        text = Reads.of(shown)
        found = []
        names = (self.document, *self.others)
        for done, name in enumerate(names):
            report(Progress("looking", done, len(names)))
            treebank = shown if name == self.document else engine.treebank(name)
            if name != self.document and text.misfit(Reads.of(treebank)):
                continue
            trees = {
                structure.name: sum(one.readable and structure.is_complete(one) for one in treebank)
                for structure in STRUCTURES.values()
            }
            open_ones = {kind: sum(map(structure.is_open, treebank)) for kind, structure in STRUCTURES.items()}
            readings = METHODS["analysis-ranker"].why_not(treebank) is None
            found.append(Learnable(name, trees, readings, len(treebank), open_ones))
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Judge:
    """How many parts of sentences a model would have proposed right, of sentences as they were before they were decided
    and as they are since."""

    model: Path
    decided: tuple[tuple[Sentence, Sentence], ...]

    def run(self, engine: Engine, report: Report) -> int:
        parser = parser_of(engine, self.model)
        structure = structure_of(parser)
        right = 0
        for done, (before, after) in enumerate(self.decided):
            report(Progress("measuring", done, len(self.decided)))
            try:
                trees = proposed(parser, before, 1).trees
            except SpectralError:  # it has no tree for this one
                continue
            if trees:
                right += sum(hit for _, hit in structure.judged(trees[0].value, after))
        return right


@dataclass(frozen=True, slots=True)
class DecidedWorth:
    """What two parsers are worth on the same trees, neither of which had seen these: unlabelled F1 in percent. The one
    that learns from trees is better where its F1 with labels is no smaller, for labels are decided as well."""

    sentences: int
    induced: float
    learnt: float
    better: bool


@dataclass(frozen=True, slots=True)
class CompareDecided:
    """Compares the model of a file, learnt from words alone, with a method that learns from the other whole trees of
    these documents, a fifth left out at a time."""

    documents: tuple[str, ...]
    induced: Path
    method: str

    def run(self, engine: Engine, report: Report) -> DecidedWorth:
        from spectral_core.methods import method_named, settings_of

        method, first = method_named(self.method), parser_of(engine, self.induced)
        assert method.structure is not None
        joined = Treebank.joined([engine.treebank(name) for name in self.documents])
        whole = list(evenly(joined, method.structure, _MOST))
        if len(whole) < _FOLDS:
            raise DataError(f"{len(whole)} whole trees are too few to compare parsers on")
        bare = [unannotated(one) for one in whole]
        given = list(bare)
        for fold in range(_FOLDS):
            report(Progress("comparing", fold, _FOLDS))
            others = [one for at, one in enumerate(whole) if at % _FOLDS != fold]
            model = method.learn(Treebank.of(others), settings_of(method, {}))
            assert isinstance(model, Parser)
            for at in range(fold, len(whole), _FOLDS):
                given[at] = _parsed(model, bare[at])
        report(Progress("comparing", _FOLDS, _FOLDS))
        own = [_parsed(first, one) for one in bare]
        one, two = (unlabelled_scores(whole, parsed).metrics.get("unlabelled_f1", 0.0) for parsed in (own, given))
        labelled = [bracket_scores(whole, parsed, True).metrics["f1_counting_failed"] for parsed in (own, given)]
        return DecidedWorth(len(whole), one, two, labelled[1] >= labelled[0])


def _parsed(model: Parser, sentence: Sentence) -> Sentence:
    return next((tree.value for tree in model.parse(sentence)), sentence)

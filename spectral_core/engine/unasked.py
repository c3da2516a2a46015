"""Requests of auto-training: find the documents that models can learn from, and compare parsers learnt from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from spectral_core.data import Sentence, Treebank
from spectral_core.data.structure import STRUCTURES
from spectral_core.engine.engine import Engine
from spectral_core.engine.learning import sample_evenly
from spectral_core.engine.parsing import load_parser, structure_of, suggest_trees
from spectral_core.errors import DataError, SpectralError
from spectral_core.evaluate import score_brackets, score_unlabelled_brackets, strip_annotation
from spectral_core.model import Parser
from spectral_core.progress import Progress, Report

_FOLDS = 5
_MAX_TREES = 200  # trees that two parsers are compared on


@dataclass(frozen=True, slots=True)
class TrainableDocument:
    """A document that fits the shown one, and the number of its sentences that something can be learnt from."""

    document: str
    trees: Mapping[str, int]  # sentences with a whole tree, by structure
    readings: bool  # whether a ranker can learn from its words
    sentences: int = 0
    open: Mapping[str, int] = field(default_factory=dict)  # sentences whose tree lacks something, by structure


@dataclass(frozen=True, slots=True)
class FindTrainable:
    """Finds those of the shown document and others that fit it in script, language, words and tags."""

    document: str
    candidates: tuple[str, ...] = ()

    def run(self, engine: Engine, report: Report) -> tuple[TrainableDocument, ...]:
        from spectral_core.analyzers.reads import TextProfile
        from spectral_core.methods import METHODS

        shown_treebank = engine.treebank(self.document)
        shown_profile = TextProfile.from_sentences(shown_treebank)
        trainable = []
        names = (self.document, *self.candidates)
        for done, name in enumerate(names):
            report(Progress("looking", done, len(names)))
            treebank = shown_treebank if name == self.document else engine.treebank(name)
            if name != self.document and shown_profile.find_mismatch(TextProfile.from_sentences(treebank)):
                continue
            trees = {
                structure.name: sum(sentence.readable and structure.is_complete(sentence) for sentence in treebank)
                for structure in STRUCTURES.values()
            }
            incomplete = {kind: sum(map(structure.is_unfinished, treebank)) for kind, structure in STRUCTURES.items()}
            readings = METHODS["analysis-ranker"].check_treebank(treebank) is None
            trainable.append(TrainableDocument(name, trees, readings, len(treebank), incomplete))
        return tuple(trainable)


@dataclass(frozen=True, slots=True)
class CountCorrect:
    """Counts the parts of decided sentences that a model would have suggested right, from the sentences as they were
    before."""

    model: Path
    decided: tuple[tuple[Sentence, Sentence], ...]

    def run(self, engine: Engine, report: Report) -> int:
        parser = load_parser(engine, self.model)
        structure = structure_of(parser)
        right = 0
        for done, (before, after) in enumerate(self.decided):
            report(Progress("measuring", done, len(self.decided)))
            try:
                trees = suggest_trees(parser, before, 1).trees
            except SpectralError:  # it has no tree for this one
                continue
            if trees:
                right += sum(hit for _, hit in structure.compare_to_gold(trees[0].value, after))
        return right


@dataclass(frozen=True, slots=True)
class ParserComparison:
    """Unlabelled F1 in percent of two parsers on the same trees, which neither has seen. The one that learns from trees
    is better where its F1 with labels is no smaller, for labels are decided as well."""

    sentences: int
    induced: float
    learnt: float
    better: bool


@dataclass(frozen=True, slots=True)
class CompareParsers:
    """Compares the model of a file, learnt from words alone, with a method that learns from the complete trees of these
    documents, in a cross-validation of five folds."""

    documents: tuple[str, ...]
    induced: Path
    method: str

    def run(self, engine: Engine, report: Report) -> ParserComparison:
        from spectral_core.methods import get_method, make_settings

        method, inducer = get_method(self.method), load_parser(engine, self.induced)
        assert method.structure is not None
        treebank = Treebank.concatenate([engine.treebank(name) for name in self.documents])
        gold = list(sample_evenly(treebank, method.structure, _MAX_TREES))
        if len(gold) < _FOLDS:
            raise DataError(f"{len(gold)} whole trees are too few to compare parsers on")
        bare = [strip_annotation(sentence) for sentence in gold]
        learnt_trees = list(bare)
        for fold in range(_FOLDS):
            report(Progress("comparing", fold, _FOLDS))
            training = [sentence for index, sentence in enumerate(gold) if index % _FOLDS != fold]
            model = method.learn(Treebank.of(training), make_settings(method, {}))
            assert isinstance(model, Parser)
            for index in range(fold, len(gold), _FOLDS):
                learnt_trees[index] = _best_tree(model, bare[index])
        report(Progress("comparing", _FOLDS, _FOLDS))
        induced_trees = [_best_tree(inducer, sentence) for sentence in bare]
        sentence, learnt_f1 = (
            score_unlabelled_brackets(gold, parsed).metrics.get("unlabelled_f1", 0.0)
            for parsed in (induced_trees, learnt_trees)
        )
        labelled = [
            score_brackets(gold, parsed, True).metrics["f1_counting_failed"] for parsed in (induced_trees, learnt_trees)
        ]
        return ParserComparison(len(gold), sentence, learnt_f1, labelled[1] >= labelled[0])


def _best_tree(model: Parser, sentence: Sentence) -> Sentence:
    return next((tree.value for tree in model.parse(sentence)), sentence)

"""What can be learnt from what is open, without anybody saying so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from spectral_core.data import Sentence
from spectral_core.data.structure import STRUCTURES
from spectral_core.engine.engine import Engine
from spectral_core.engine.parsing import parser_of, proposed, structure_of
from spectral_core.errors import SpectralError
from spectral_core.progress import Progress, Report


@dataclass(frozen=True, slots=True)
class Learnable:
    """A document that fits the one shown, and how many of its sentences something can be learnt from."""

    document: str
    trees: Mapping[str, int]  # sentences with a whole tree, by structure
    readings: bool  # whether a ranker can learn from its words


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
            found.append(Learnable(name, trees, METHODS["analysis-ranker"].why_not(treebank) is None))
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

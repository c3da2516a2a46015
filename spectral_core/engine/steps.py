"""The request that steps through an algorithm of a model."""

from dataclasses import dataclass, replace
from pathlib import Path

from spectral_core.data import Sentence
from spectral_core.data.trace import MOST_WORDS, Trace, beginning
from spectral_core.engine.engine import Engine
from spectral_core.errors import DataError
from spectral_core.model import CanBeStepped
from spectral_core.progress import Report


@dataclass(frozen=True, slots=True)
class AskSteps:
    """What an algorithm of the model in a file does with a sentence, or with the first words of a long one."""

    model: Path
    sentence: Sentence
    algorithm: str = ""  # "" for the first that the model has
    document: str = ""  # whose sentences it may be a matter of

    def run(self, engine: Engine, report: Report) -> Trace:
        model = engine.model(self.model)
        if not isinstance(model, CanBeStepped):
            raise DataError(f"{self.model.name} cannot be stepped through; learn bracketer or hmm, for two")
        short = beginning(self.sentence)
        found = model.step_through(short, self.algorithm, engine.treebank(self.document) if self.document else ())
        if len(short) == len(self.sentence):
            return found
        return replace(found, note=f"the first {MOST_WORDS} of {len(self.sentence)} words")

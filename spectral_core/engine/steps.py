"""Request for a trace of an algorithm of a model."""

from dataclasses import dataclass, replace
from pathlib import Path

from spectral_core.data import Sentence
from spectral_core.data.trace import MAX_WORDS, Trace, truncate_sentence
from spectral_core.engine.engine import Engine
from spectral_core.errors import DataError
from spectral_core.model import TracesAlgorithms
from spectral_core.progress import Report


@dataclass(frozen=True, slots=True)
class AskTrace:
    """Returns a trace of an algorithm of the model in a file on a sentence, or on the first words of a long one."""

    model: Path
    sentence: Sentence
    algorithm: str = ""  # "" for the first that the model has
    document: str = ""  # whose sentences it may be a matter of

    def run(self, engine: Engine, report: Report) -> Trace:
        model = engine.model(self.model)
        if not isinstance(model, TracesAlgorithms):
            raise DataError(f"{self.model.name} cannot be stepped through; learn bracketer or hmm, for two")
        short = truncate_sentence(self.sentence)
        trace = model.trace_algorithm(short, self.algorithm, engine.treebank(self.document) if self.document else ())
        if len(short) == len(self.sentence):
            return trace
        return replace(trace, note=f"the first {MAX_WORDS} of {len(self.sentence)} words")

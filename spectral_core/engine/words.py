"""Requests to models that know which words are alike: where words lie, what is near one, what it stands beside."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from spectral_core.engine.engine import Engine
from spectral_core.errors import DataError
from spectral_core.model import KnowsNeighbours
from spectral_core.progress import Report


@dataclass(frozen=True, slots=True)
class WordPlane:
    """Frequent words in a plane, and all that are known."""

    words: tuple[str, ...]  # the most frequent first
    points: tuple[tuple[float, float], ...]  # of the first of them


@dataclass(frozen=True, slots=True)
class AlikeWords:
    """What a model knows of one word."""

    word: str  # as it is known
    alike: tuple[tuple[str, float], ...]  # with cosines, nearest first
    before: tuple[tuple[str, int], ...]  # what stands typically before it, with how often; "" for the edge
    behind: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class AskWords:
    """Where the `most` most frequent words lie, and which words the model in a file knows."""

    model: Path
    most: int = 300

    def run(self, engine: Engine, report: Report) -> WordPlane:
        model = _knowing(engine, self.model)
        points = model.plane(self.most)[1]
        return WordPlane(model.words, tuple((float(x), float(y)) for x, y in points))


@dataclass(frozen=True, slots=True)
class AskWord:
    """The `most` words that are used most like a word, and what it stands beside."""

    model: Path
    word: str
    most: int = 20

    def run(self, engine: Engine, report: Report) -> AlikeWords:
        model = _knowing(engine, self.model)
        before, behind = model.contexts(self.word, self.most)
        known = model.knows(self.word) or self.word
        return AlikeWords(known, tuple(model.neighbours(self.word, self.most)), tuple(before), tuple(behind))


def _knowing(engine: Engine, path: Path) -> KnowsNeighbours:
    model = engine.model(path)
    if not isinstance(model, KnowsNeighbours):
        raise DataError(f"{path.name} does not know which words are alike; learn embeddings")
    return model

"""Requests to models that know which words go together: their classes, and the neighbours of a word."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from spectral_core.engine.engine import Engine
from spectral_core.errors import DataError
from spectral_core.model import KnowsClasses, KnowsNeighbours
from spectral_core.progress import Report

_TYPICAL = 15  # words of a class
_POINTS = 300  # words in the plane
_LEAST = 0.01  # of a word, for a class that is named


@dataclass(frozen=True, slots=True)
class ClassCard:
    """A class of words."""

    number: int
    share: float  # of the words of the text that was counted
    words: tuple[tuple[str, float], ...]  # likeliest first, with p(word | class)


@dataclass(frozen=True, slots=True)
class WordMap:
    """What a model makes of all words: classes, or points in the plane."""

    words: int  # known
    classes: tuple[ClassCard, ...]  # the most frequent first
    points: tuple[tuple[str, float, float], ...]


@dataclass(frozen=True, slots=True)
class KnownWord:
    """What a model makes of one word."""

    word: str  # as it is known
    classes: tuple[tuple[int, float], ...]  # those it is likely to be of, likeliest first
    neighbours: tuple[tuple[str, float], ...]  # nearest first, with how alike they are, at most 1
    before: tuple[tuple[str, int], ...]  # typical neighbours in the text; "" for the edge of a sentence
    behind: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class AskWordMap:
    """The classes of the model in a file, or its words in the plane."""

    model: Path

    def run(self, engine: Engine, report: Report) -> WordMap:
        model = _model(engine, self.model)
        if isinstance(model, KnowsClasses):
            shares = model.class_shares()
            cards = [
                ClassCard(at, float(share), tuple(model.typical_words(at, _TYPICAL))) for at, share in enumerate(shares)
            ]
            cards.sort(key=lambda card: (-card.share, card.number))
            return WordMap(len(model.words), tuple(cards), ())
        words, points = model.plane(_POINTS)
        rows = zip(words, points[:, 0].tolist(), points[:, 1].tolist(), strict=True)
        return WordMap(len(model.words), (), tuple(rows))


@dataclass(frozen=True, slots=True)
class AskWord:
    """The classes of a word by the model in a file, and the words that it is most like."""

    model: Path
    word: str
    most: int = 20

    def run(self, engine: Engine, report: Report) -> KnownWord:
        model = _model(engine, self.model)
        if isinstance(model, KnowsClasses):
            shares = model.classes_of(self.word)
            if not len(shares):
                known = f"the {len(model.words):,} words that this model knows"
                raise DataError(f"{self.word!r} is not among {known}; try another")
            order = sorted(enumerate(shares.tolist()), key=lambda row: -row[1])
            classes = tuple((at, share) for at, share in order if share >= _LEAST)
            return KnownWord(self.word, classes, tuple(model.neighbours(self.word, self.most)), (), ())
        before, behind = model.contexts(self.word, self.most)
        known_as = model.knows(self.word) or self.word
        neighbours = tuple(model.neighbours(self.word, self.most))
        return KnownWord(known_as, (), neighbours, tuple(before), tuple(behind))


def _model(engine: Engine, path: Path) -> KnowsClasses | KnowsNeighbours:
    model = engine.model(path)
    if not isinstance(model, KnowsClasses | KnowsNeighbours):
        raise DataError(f"{path.name} does not say which words go together; learn class-bigram or embeddings")
    return model

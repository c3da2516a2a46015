"""Requests to models of words: their clusters, and the neighbours of a word."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from spectral_core.engine.engine import Engine
from spectral_core.errors import DataError
from spectral_core.model import HasWordClasses, HasWordVectors
from spectral_core.progress import Report

_TYPICAL_WORDS = 15  # words of a class
_MAX_POINTS = 300  # words in the plane
_MIN_SHARE = 0.01  # of a word, for a class that is named


@dataclass(frozen=True, slots=True)
class ClassCard:
    """A class of words."""

    number: int
    share: float  # of the words of the text that was counted
    words: tuple[tuple[str, float], ...]  # likeliest first, with p(word | class)


@dataclass(frozen=True, slots=True)
class WordMap:
    """All words of a model: in clusters, or as points in the plane."""

    words: int  # known
    classes: tuple[ClassCard, ...]  # the most frequent first
    points: tuple[tuple[str, float, float], ...]


@dataclass(frozen=True, slots=True)
class KnownWord:
    """Clusters and neighbours of one word."""

    word: str  # as it is known
    classes: tuple[tuple[int, float], ...]  # those it is likely to be of, likeliest first
    neighbours: tuple[tuple[str, float], ...]  # nearest first, with how alike they are, at most 1
    before: tuple[tuple[str, int], ...]  # typical neighbours in the text; "" for the edge of a sentence
    behind: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class AskWordMap:
    """Returns the clusters of the model in a file, or its words in the plane."""

    model: Path

    def run(self, engine: Engine, report: Report) -> WordMap:
        model = _load_model(engine, self.model)
        if isinstance(model, HasWordClasses):
            shares = model.class_frequencies()
            cards = [
                ClassCard(number, float(share), tuple(model.typical_words(number, _TYPICAL_WORDS)))
                for number, share in enumerate(shares)
            ]
            cards.sort(key=lambda card: (-card.share, card.number))
            return WordMap(len(model.words), tuple(cards), ())
        words, points = model.project_to_plane(_MAX_POINTS)
        coordinates = zip(words, points[:, 0].tolist(), points[:, 1].tolist(), strict=True)
        return WordMap(len(model.words), (), tuple(coordinates))


@dataclass(frozen=True, slots=True)
class AskWord:
    """Returns the clusters of a word by the model in a file, and the words that it is most similar to."""

    model: Path
    word: str
    limit: int = 20

    def run(self, engine: Engine, report: Report) -> KnownWord:
        model = _load_model(engine, self.model)
        if isinstance(model, HasWordClasses):
            shares = model.class_probabilities(self.word)
            if not len(shares):
                vocabulary = f"the {len(model.words):,} words that this model knows"
                raise DataError(f"{self.word!r} is not among {vocabulary}; try another")
            order = sorted(enumerate(shares.tolist()), key=lambda class_share: -class_share[1])
            classes = tuple((number, share) for number, share in order if share >= _MIN_SHARE)
            return KnownWord(self.word, classes, tuple(model.neighbours(self.word, self.limit)), (), ())
        before, behind = model.contexts(self.word, self.limit)
        known_form = model.find_known_form(self.word) or self.word
        neighbours = tuple(model.neighbours(self.word, self.limit))
        return KnownWord(known_form, (), neighbours, tuple(before), tuple(behind))


def _load_model(engine: Engine, path: Path) -> HasWordClasses | HasWordVectors:
    model = engine.model(path)
    if not isinstance(model, HasWordClasses | HasWordVectors):
        raise DataError(f"{path.name} does not say which words go together; learn class-bigram or embeddings")
    return model

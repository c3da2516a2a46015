"""Guesses for many words at once: the likeliest labels that compiled code finds for them, as strings again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from spectral_core.analyzers.edit_scripts import capital_letters, small_letters
from spectral_core.analyzers.features import written
from spectral_core.analyzers.guessing.capitals import OF_WORDS, capitals_of
from spectral_core.analyzers.guessing.clues import Tags
from spectral_core.analyzers.guessing.knowledge import Names, integers, knowledge_of, laid
from spectral_core.data import EMPTY, Analysis
from spectral_core.data.guessing import MARK, SYMBOL
from spectral_core.inference.guessing import model
from spectral_core.inference.guessing.limits import JOINTS_TRIED

Places = NDArray[np.int32]
Integers = NDArray[np.int64]

_NEW = -1  # a word that is not in the lexicon
LETTERS = 0x1F000  # code points beyond have no capitals


@dataclass(frozen=True, slots=True, eq=False)
class Guessed:
    """Labels of words, the likeliest first."""

    bounds: Integers  # (words + 1,) into the two below
    lemma: Places  # (rows,) in `lemmas`
    tags: Places  # (rows,) in `tags_of`
    lemmas: list[str]  # each once
    tags_of: list[Tags]  # each once

    def of_words(self) -> Guessed:
        """The guesses that are none at marks and symbols; all of a word that has no others."""
        fits = np.array([tags[0] not in (SYMBOL, MARK) for tags in self.tags_of], dtype=np.bool_)
        size = len(self.bounds) - 1
        word, kept = np.repeat(np.arange(size), np.diff(self.bounds)), fits[self.tags]
        kept |= (np.bincount(word[kept], minlength=size) == 0)[word]
        bounds = np.concatenate(([0], np.cumsum(np.bincount(word[kept], minlength=size)))).astype(np.int64)
        return Guessed(bounds, self.lemma[kept], self.tags[kept], self.lemmas, self.tags_of)

    def analyses(self, word: int) -> Iterator[Analysis]:
        """The guesses for one word."""
        rows = slice(self.bounds[word], self.bounds[word + 1])
        for lemma, tags in zip(self.lemma[rows].tolist(), self.tags[rows].tolist(), strict=True):
            yield Analysis(self.lemmas[lemma], EMPTY, *self.tags_of[tags])


@dataclass(frozen=True, slots=True, eq=False)
class Guesser:
    """What is known of the words of a lexicon; make one with `learn`. A word of the lexicon is guessed as if it were
    new: what it has itself put into the counts is taken out. Two things stay as they are: what was cut off a list as
    too rare, and what holds of the whole treebank, such as which value of an attribute is the usual one."""

    knowledge: model.Knowledge
    dotted: bool  # i and ı are two letters
    words: Mapping[str, int]
    names: Names

    @classmethod
    def learn(cls, lexicon: Mapping[str, Iterable[Analysis]], dotted: bool) -> Guesser:
        """From the analyses of each word; how often a word was seen plays no part."""
        return cls(*knowledge_of(lexicon, dotted))

    def guesses(self, words: Sequence[str], most: int) -> Guessed:
        """For each word at most so many labels; fewer asked for are the first of more. For what is too long to be a
        word there are none."""
        from spectral_core.inference.guessing import kernels

        small = [small_letters(word, self.dotted) for word in words]
        known = [(OF_WORDS.index(capitals_of(word)), self.words.get(word, _NEW)) for word in words]
        rows = np.array(known, dtype=np.int64).reshape(-1, 2)
        asked = model.AskedWords(laid(small), laid(words), rows, *_capitals(self.dotted))
        answer = kernels.guesses(self.knowledge, asked, most, round(JOINTS_TRIED * most))
        lemma, tags = answer.rows.astype(np.int32).T.copy()
        features: dict[int, str] = {}
        tags_of: list[Tags] = []
        for tag in answer.tags.tolist():
            place = tag & model.LOW
            if place not in features:
                features[place] = self._features(place, answer.features)
            tags_of.append((*self.names.classes[tag >> model.HALF], features[place]))
        text = answer.lemma_codes.tobytes().decode("utf-32-le", "surrogatepass")
        lemmas = [text[begin:end] for begin, end in pairwise(answer.lemma_bounds.tolist())]
        return Guessed(answer.bounds, lemma, tags, lemmas, tags_of)

    def _features(self, place: int, lists: model.Features) -> str:
        names = self.names
        if place < len(names.features):
            return names.features[place]
        pairs = lists.pairs[lists.bounds[place] : lists.bounds[place + 1]].tolist()
        return written({names.attributes[pair >> model.HALF]: names.values[pair & model.LOW] for pair in pairs})


@lru_cache(maxsize=2)
def _capitals(dotted: bool) -> tuple[Integers, model.Strings]:
    """The number of each letter's capital, from 1, and these."""
    capitals = {at: capital_letters(chr(at), dotted) for at in range(LETTERS)}
    changed = {at: capital for at, capital in capitals.items() if capital != chr(at)}
    places = np.zeros(LETTERS, dtype=np.int64)
    places[list(changed)] = integers(range(1, len(changed) + 1))
    return places, laid(changed.values())

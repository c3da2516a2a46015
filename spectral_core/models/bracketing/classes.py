"""Word classes for bracketers: tags of a treebank, or clusters of the words of the text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from spectral_core.arrays import Floats, Integers, NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.data import EMPTY, Sentence
from spectral_core.model import Arrays, add_prefix, pack, select_part, unpack
from spectral_core.models.bracketing.coarse import coarse_class
from spectral_core.models.bracketing.vectors import WordVectors
from spectral_core.models.bracketing.words import BareWords, has_tags

SOURCES = ("auto", "words", "upos", "xpos")
_UNKNOWN = "?"


@dataclass(frozen=True, slots=True, eq=False)
class ClassReader:
    """Fine and coarse classes of words."""

    source: str  # words, upos or xpos
    vectors: WordVectors  # of the training text
    coarse_of: Integers  # (words,) of vectors; (0,) where tags are read
    fine_of: Integers  # (words,)
    __repr__ = brief_repr

    @classmethod
    def learn(
        cls, sentences: Sequence[Sentence], source: str, numbers: tuple[int, int, int], seed: int,
        more: Sequence[Sentence] = (),
    ) -> Self:  # fmt: skip
        """Learn from sentences, with so many dimensions of vectors and so many coarse and fine classes where no tags
        are read; vectors are learnt from `more` text as well."""
        dimensions, coarse, fine = numbers
        if source == "auto":
            source = next((column for column in ("xpos", "upos") if has_tags(sentences, column)), "words")
        vectors = WordVectors.learn(
            (sentence.forms for sentence in (*sentences, *more)), dimensions, cased=source != "words"
        )
        if source != "words":
            return cls(source, vectors, np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64))
        return cls(source, vectors, vectors.cluster(coarse, seed), vectors.cluster(fine, seed + 1))

    @property
    def reads_tags(self) -> bool:
        """Whether tags are read."""
        return self.source != "words"

    def drop_unread_tags(self, sentence: Sentence) -> Sentence:
        """Return the sentence as it is read: with its tags, or as words alone."""
        return sentence if self.reads_tags else Sentence.of(sentence.forms)

    def strip_punctuation(self, sentence: Sentence) -> BareWords:
        """Return the sentence without its punctuation, recognised by tags where they are read."""
        return BareWords.from_sentence(sentence, self.reads_tags and has_tags([sentence], self.source))

    def class_names(self, sentence: Sentence, bare: BareWords) -> tuple[list[str], list[str]]:
        """Return the fine and the coarse class of each word that is left."""
        if self.reads_tags:
            fallback_tags = sentence.upos if self.source == "xpos" else sentence.xpos
            tags = sentence.column(self.source)
            fine = [
                tags[position] if tags[position] != EMPTY else fallback_tags[position] for position in bare.positions
            ]
            coarse = [coarse_class(tag) for tag in fine]
            return fine, coarse
        rows = self.vectors.find_rows([sentence.forms[position] for position in bare.positions]).tolist()
        fine = [str(self.fine_of[row]) if row >= 0 else _UNKNOWN for row in rows]
        return fine, [str(self.coarse_of[row]) if row >= 0 else _UNKNOWN for row in rows]

    def word_vectors(self, sentence: Sentence, bare: BareWords) -> Floats:
        """Return (words left, dimensions) the vector of each word; 0 for an unknown one."""
        rows = self.vectors.find_rows([sentence.forms[position] for position in bare.positions])
        vectors: Floats = self.vectors.vectors[rows] * (rows >= 0)[:, None]
        return vectors

    def arrays(self) -> NamedArrays:
        parts: NamedArrays = {"source": pack([self.source]), "coarse": self.coarse_of, "fine": self.fine_of}
        return {**parts, **add_prefix("vectors_", self.vectors.arrays())}

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Self:
        """Restore a class reader; ValueError where its arrays do not fit together."""
        vectors = WordVectors.from_arrays(select_part(arrays, "vectors_"))
        (source,) = unpack(arrays["source"])
        coarse, fine = (arrays[name].astype(np.int64) for name in ("coarse", "fine"))
        if source not in SOURCES or (source == "words") != (len(coarse) == len(fine) == len(vectors.words)):
            raise ValueError("classes and words do not fit")
        return cls(source, vectors, coarse, fine)

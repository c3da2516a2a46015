"""Which classes of words a bracketer reads: tags of a treebank, or classes that it finds in the text itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from spectral_core.arrays import Floats, Integers, Named
from spectral_core.brief import brief_repr
from spectral_core.data import EMPTY, Sentence
from spectral_core.model import Arrays, add_prefix, pack, select_part, unpack
from spectral_core.models.bracketing.coarse import coarse_class
from spectral_core.models.bracketing.vectors import WordVectors
from spectral_core.models.bracketing.words import BareWords, has_tags

SOURCES = ("auto", "words", "upos", "xpos")
_UNKNOWN = "?"


@dataclass(frozen=True, slots=True, eq=False)
class ReadClasses:
    """Fine and coarse classes of words."""

    source: str  # words, upos or xpos
    vectors: WordVectors  # of the text that was learnt from
    coarse_of: Integers  # (words,) of vectors; (0,) where tags are read
    fine_of: Integers  # (words,)
    __repr__ = brief_repr

    @classmethod
    def learn(
        cls, sentences: Sequence[Sentence], source: str, numbers: tuple[int, int, int], seed: int,
        more: Sequence[Sentence] = (),
    ) -> Self:  # fmt: skip
        """From sentences, with so many dimensions of vectors and so many coarse and fine classes where no tags are
        read; vectors are learnt from `more` text as well."""
        dimensions, coarse, fine = numbers
        if source == "auto":
            source = next((column for column in ("xpos", "upos") if has_tags(sentences, column)), "words")
        vectors = WordVectors.learn((one.forms for one in (*sentences, *more)), dimensions, cased=source != "words")
        if source != "words":
            return cls(source, vectors, np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64))
        return cls(source, vectors, vectors.classes(coarse, seed), vectors.classes(fine, seed + 1))

    @property
    def tagged(self) -> bool:
        """Whether tags are read."""
        return self.source != "words"

    def seen(self, sentence: Sentence) -> Sentence:
        """The sentence as it is read: with its tags, or as words alone."""
        return sentence if self.tagged else Sentence.of(sentence.forms)

    def bare(self, sentence: Sentence) -> BareWords:
        """The sentence without its punctuation, which tags tell where they are read."""
        return BareWords.of(sentence, self.tagged and has_tags([sentence], self.source))

    def names(self, sentence: Sentence, bare: BareWords) -> tuple[list[str], list[str]]:
        """The fine and the coarse class of each word that is left."""
        if self.tagged:
            other = sentence.upos if self.source == "xpos" else sentence.xpos
            own = sentence.column(self.source)
            fine = [own[at] if own[at] != EMPTY else other[at] for at in bare.places]
            coarse = [coarse_class(tag) for tag in fine]
            return fine, coarse
        rows = self.vectors.rows([sentence.forms[at] for at in bare.places]).tolist()
        fine = [str(self.fine_of[row]) if row >= 0 else _UNKNOWN for row in rows]
        return fine, [str(self.coarse_of[row]) if row >= 0 else _UNKNOWN for row in rows]

    def points(self, sentence: Sentence, bare: BareWords) -> Floats:
        """(words left, dimensions) the vector of each word; 0 for one that nothing is known of."""
        rows = self.vectors.rows([sentence.forms[at] for at in bare.places])
        known: Floats = self.vectors.vectors[rows] * (rows >= 0)[:, None]
        return known

    def arrays(self) -> Named:
        parts: Named = {"source": pack([self.source]), "coarse": self.coarse_of, "fine": self.fine_of}
        return {**parts, **add_prefix("vectors_", self.vectors.arrays())}

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Self:
        """ValueError where they do not fit together."""
        vectors = WordVectors.from_arrays(select_part(arrays, "vectors_"))
        (source,) = unpack(arrays["source"])
        coarse, fine = (arrays[name].astype(np.int64) for name in ("coarse", "fine"))
        if source not in SOURCES or (source == "words") != (len(coarse) == len(fine) == len(vectors.words)):
            raise ValueError("classes and words do not fit")
        return cls(source, vectors, coarse, fine)

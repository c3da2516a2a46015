"""Words as an arc parser reads them: codes of tags, of frequent words, of endings and of classes."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from spectral_core.arrays import Keys, Named
from spectral_core.brief import brief
from spectral_core.data import Sentence
from spectral_core.inference.arcs.arrays import CodedSentences
from spectral_core.model import Arrays, pack, part_in, prefixed, unpack
from spectral_core.models.words import WordClasses

_SEEN = 2  # times from which a word has a code of its own
_OFTEN = 1.5  # times as often as others under the root: tags of what sentences are about
_FACTOR = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True, slots=True, eq=False)
class ReadWords:
    """What makes codes of words and tags."""

    column: str  # where the tags stand
    lexicon: WordClasses
    known: Keys  # rising: the words that have codes of their own
    tops: frozenset[str]  # the tags that often hang from the root
    __repr__ = brief

    @classmethod
    def learn(cls, sentences: Sequence[Sentence], heads: Sequence[tuple[int, ...]], column: str) -> Self:
        """What is known of words from these trees."""
        from spectral_core.inference.word_keys import LOWER

        forms = [form for one in sentences for form in one.forms]
        values = [value for one in sentences for value in one.column(column)]
        places = {value: place for place, value in enumerate(sorted(set(values)))}
        lexicon = WordClasses.learn(forms, np.array([places[value] for value in values], dtype=np.int32))
        words, counts = np.unique(lexicon.keys(forms)[:, LOWER], return_counts=True)
        every = Counter(values)
        under = Counter(
            tag for one, above in zip(sentences, heads, strict=True)
            for tag, head in zip(one.column(column), above, strict=True) if head == 0
        )  # fmt: skip
        share = sum(under.values()) / max(len(values), 1)
        tops = frozenset(tag for tag in under if under[tag] > _OFTEN * share * every[tag])
        return cls(column, lexicon, words[counts >= _SEEN], tops)

    def codes(self, sentences: Sequence[Sentence]) -> CodedSentences:
        """The sentences as the kernels read them."""
        from spectral_core.inference.word_keys import CLASS, FLAGS, FORM, LOWER, SUFFIX

        forms = [form for one in sentences for form in one.forms]
        values = [value for one in sentences for value in one.column(self.column)]
        starts = np.concatenate(([0], np.cumsum([len(one) for one in sentences]))).astype(np.int64)
        keys = self.lexicon.keys(forms)
        kinds = sorted(set(values))
        tag_of = dict(zip(kinds, self.lexicon.keys(kinds)[:, FORM].tolist(), strict=True))
        tags = np.array([tag_of[value] for value in values], dtype=np.uint64)
        lower, ending = keys[:, LOWER], keys[:, SUFFIX + 1]
        at = np.minimum(np.searchsorted(self.known, lower), max(len(self.known) - 1, 0))
        seen = self.known[at] == lower if len(self.known) else np.zeros(len(lower), dtype=bool)
        words = np.where(seen, lower, (keys[:, FLAGS] + ending * _FACTOR) * _FACTOR)
        endings = np.where(keys[:, SUFFIX + 2] > 0, keys[:, SUFFIX + 2], lower)
        codes = np.column_stack((tags, words, endings, keys[:, CLASS]))
        marks = {form: 1 for form in set(forms) if not any(map(str.isalnum, form))}
        found = [marks.get(form) or (2 if tag in self.tops else 0) for form, tag in zip(forms, values, strict=True)]
        return CodedSentences(starts, np.ascontiguousarray(codes), np.array(found, dtype=np.int64))

    def arrays(self) -> Named:
        return {
            "known": self.known, "tops": pack(sorted(self.tops)), **prefixed("lexicon_", self.lexicon.arrays()),
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, arrays: Arrays, column: str) -> Self:
        known = arrays["known"].astype(np.uint64)
        if known.ndim != 1 or (np.diff(known.astype(object)) <= 0).any():
            raise ValueError("the known words are not in order")
        lexicon = WordClasses.from_arrays(part_in(arrays, "lexicon_"))
        return cls(column, lexicon, known, frozenset(unpack(arrays["tops"])))

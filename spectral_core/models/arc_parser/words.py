"""Words as an arc parser reads them: codes of fine tags, of frequent words and of endings."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Self

import numpy as np

from spectral_core.arrays import Keys, Named
from spectral_core.brief import brief
from spectral_core.data import Sentence
from spectral_core.inference.arcs.arrays import CodedSentences
from spectral_core.maths.hashing import mixed
from spectral_core.model import Arrays, pack, part_in, prefixed, unpack
from spectral_core.models.arc_parser.fine import FineTag, FineTagger, FineTags
from spectral_core.models.neighbour_classes import NeighbourClasses
from spectral_core.models.words import WordClasses, form_key

_SEEN = 2  # times from which a word has a code of its own
_READ = (1, 3)  # partitions whose classes are read
_OFTEN = 1.5  # times as often as others under the root: tags of what sentences are about
_FACTOR = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True, slots=True, eq=False)
class ReadWords:
    """What makes codes of words and tags."""

    fine: FineTags
    lexicon: WordClasses
    known: Keys  # rising: the words that have codes of their own
    tops: frozenset[str]  # the tags that often hang from the root
    classes: NeighbourClasses | None  # None where there was too little text
    __repr__ = brief

    @property
    def parts(self) -> tuple[str, ...]:
        """What is read beside tags and words: `other`, `features`, `classes`."""
        return (*self.fine.parts, *(() if self.classes is None else ("classes",)))

    @classmethod
    def learn(
        cls, sentences: Sequence[Sentence], heads: Sequence[tuple[int, ...]], column: str,
        classes: NeighbourClasses | None,
    ) -> Self:  # fmt: skip
        """What is known of words from these trees."""
        from spectral_core.inference.word_keys import LOWER

        forms = [form for one in sentences for form in one.forms]
        values = [value for one in sentences for value in one.column(column)]
        lexicon = WordClasses.empty()
        words, counts = np.unique(lexicon.keys(forms)[:, LOWER], return_counts=True)
        every = Counter(values)
        under = Counter(
            tag for one, above in zip(sentences, heads, strict=True)
            for tag, head in zip(one.column(column), above, strict=True) if head == 0
        )  # fmt: skip
        share = sum(under.values()) / max(len(values), 1)
        tops = frozenset(tag for tag in under if under[tag] > _OFTEN * share * every[tag])
        return cls(FineTags.learn(sentences, column), lexicon, words[counts >= _SEEN], tops, classes)

    def read(
        self, sentences: Sequence[Sentence], tagger: FineTagger | None
    ) -> tuple[CodedSentences, list[int], CodedSentences | None]:
        """The sentences as the kernels read them, what they lack guessed; and those whose tags are the tagger's own and
        in doubt, with the second tags of such words: all that is said of them is to be the mean of both."""
        if tagger is None:
            return self.codes(sentences, [self.fine.of(one) for one in sentences]), [], None
        fine, doubted, others = [], [], []
        for at, (one, (best, other)) in enumerate(zip(sentences, tagger.doubted(sentences), strict=True)):
            fine.append(self.fine.of(one, best))
            if best != other and fine[-1] == best:
                doubted.append(at)
                others.append(other)
        found = self.codes(sentences, fine)
        return found, doubted, self.codes([sentences[at] for at in doubted], others) if doubted else None

    def codes(self, sentences: Sequence[Sentence], tags: Sequence[Sequence[FineTag]]) -> CodedSentences:
        """The sentences as the kernels read them with these tags."""
        from spectral_core.inference.word_keys import FLAGS, LOWER, SUFFIX

        fine = [tag for each in tags for tag in each]
        forms = [form for one in sentences for form in one.forms]
        starts = np.array([0, *accumulate(map(len, sentences))], dtype=np.int64)
        keys = self.lexicon.keys(forms)
        read = {one: tuple(map(form_key, self._texts(one))) for one in set(fine)}
        lower, ending = keys[:, LOWER], keys[:, SUFFIX + 1]
        at = np.minimum(np.searchsorted(self.known, lower), max(len(self.known) - 1, 0))
        seen = self.known[at] == lower if len(self.known) else np.zeros(len(lower), dtype=bool)
        words = np.where(seen, lower, (keys[:, FLAGS] + ending * _FACTOR) * _FACTOR)
        endings = np.where(keys[:, SUFFIX + 2] > 0, keys[:, SUFFIX + 2], lower)
        codes = np.empty((len(forms), 5), dtype=np.uint64)
        codes[:, (0, 3, 4)] = np.array([read[one] for one in fine], dtype=np.uint64).reshape(-1, 3)
        codes[:, 1], codes[:, 2] = words, endings
        if self.classes is not None:
            more = mixed(np.arange(len(_READ)), self.classes.of(lower)[:, _READ])
            codes = np.ascontiguousarray(np.column_stack((codes, more)))
        marks = {form for form in set(forms) if not form.isalnum() and not any(map(str.isalnum, form))}
        found = [
            1 if form in marks else 2 if one.tag in self.tops else 0 for form, one in zip(forms, fine, strict=True)
        ]
        return CodedSentences(starts, codes, np.array(found, dtype=np.int64))

    def _texts(self, fine: FineTag) -> tuple[str, str, str]:
        """What the codes of a fine tag are made of: both tags together, the features, and the coarse tag."""
        return f"{fine.tag} {fine.other}", fine.features, self.fine.coarse(fine)

    def arrays(self) -> Named:
        return {
            "known": self.known, "tops": pack(sorted(self.tops)), **self.fine.arrays(),
            **({} if self.classes is None else prefixed("classes_", self.classes.arrays())),
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, arrays: Arrays, column: str) -> Self:
        known = arrays["known"].astype(np.uint64)
        if known.ndim != 1 or (np.diff(known.astype(object)) <= 0).any():
            raise ValueError("the known words are not in order")
        fine = FineTags.from_arrays(arrays, column)
        classes = part_in(arrays, "classes_")
        return cls(
            fine, WordClasses.empty(), known, frozenset(unpack(arrays["tops"])),
            NeighbourClasses.from_arrays(classes) if classes else None,
        )  # fmt: skip

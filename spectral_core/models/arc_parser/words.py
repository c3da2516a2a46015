"""Words as an arc parser reads them: codes of fine tags, of frequent words and of suffixes."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Self

import numpy as np

from spectral_core.arrays import Keys, NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.data import Sentence
from spectral_core.maths.hashing import hash_tuples
from spectral_core.model import Arrays, add_prefix, pack, select_part, unpack
from spectral_core.models.arc_parser.fine import FineTag, FineTagger, FineTags
from spectral_core.models.neighbour_classes import DistributionalClusters
from spectral_core.models.words import TagClasses, form_key
from spectral_core.structured.arcs import CodedSentences

_MIN_COUNT = 2  # times from which a word has a code of its own
_CLUSTER_COLUMNS = (1, 3)  # partitions whose classes are read
_TOP_RATIO = 1.5  # times as often as others under the root: tags of what sentences are about
_FACTOR = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True, slots=True, eq=False)
class WordCoder:
    """Maps words and tags to codes."""

    fine: FineTags
    lexicon: TagClasses
    known_words: Keys  # rising: the words that have codes of their own
    root_tags: frozenset[str]  # the tags that often hang from the root
    clusters: DistributionalClusters | None  # None where there was too little text
    __repr__ = brief_repr

    @property
    def parts(self) -> tuple[str, ...]:
        """Parts read beside tags and words: `other`, `features`, `classes`."""
        return (*self.fine.parts, *(() if self.clusters is None else ("classes",)))

    @classmethod
    def learn(
        cls, sentences: Sequence[Sentence], heads: Sequence[tuple[int, ...]], column: str,
        clusters: DistributionalClusters | None,
    ) -> Self:  # fmt: skip
        """Learn the known words and tags of these trees."""
        from spectral_core.structured.word_keys import LOWER

        forms = [form for sentence in sentences for form in sentence.forms]
        values = [value for sentence in sentences for value in sentence.column(column)]
        lexicon = TagClasses.empty()
        words, counts = np.unique(lexicon.keys(forms)[:, LOWER], return_counts=True)
        tag_counts = Counter(values)
        root_counts = Counter(
            tag for sentence, tree_heads in zip(sentences, heads, strict=True)
            for tag, head in zip(sentence.column(column), tree_heads, strict=True) if head == 0
        )  # fmt: skip
        share = sum(root_counts.values()) / max(len(values), 1)
        root_tags = frozenset(tag for tag in root_counts if root_counts[tag] > _TOP_RATIO * share * tag_counts[tag])
        return cls(FineTags.learn(sentences, column), lexicon, words[counts >= _MIN_COUNT], root_tags, clusters)

    def code_sentences(
        self, sentences: Sequence[Sentence], tagger: FineTagger | None
    ) -> tuple[CodedSentences, list[int], CodedSentences | None]:
        """Code sentences for the kernels, with missing tags guessed; also return the indexes of those whose guessed
        tags are uncertain, and these coded with the second best tags: their posteriors are to be averaged."""
        if tagger is None:
            return (
                self.code_with_tags(sentences, [self.fine.read_fine_tags(sentence) for sentence in sentences]),
                [],
                None,
            )
        fine, uncertain, second_best = [], [], []
        for index, (sentence, (best, second)) in enumerate(zip(sentences, tagger.tag_two_best(sentences), strict=True)):
            fine.append(self.fine.read_fine_tags(sentence, best))
            if best != second and fine[-1] == best:
                uncertain.append(index)
                second_best.append(second)
        coded = self.code_with_tags(sentences, fine)
        return (
            coded,
            uncertain,
            self.code_with_tags([sentences[index] for index in uncertain], second_best) if uncertain else None,
        )

    def code_with_tags(self, sentences: Sequence[Sentence], tags: Sequence[Sequence[FineTag]]) -> CodedSentences:
        """Code sentences with these tags for the kernels."""
        from spectral_core.structured.word_keys import FLAGS, LOWER, SUFFIX

        fine = [tag for sentence_tags in tags for tag in sentence_tags]
        forms = [form for sentence in sentences for form in sentence.forms]
        starts = np.array([0, *accumulate(map(len, sentences))], dtype=np.int64)
        keys = self.lexicon.keys(forms)
        tag_keys = {fine_tag: tuple(map(form_key, self._tag_strings(fine_tag))) for fine_tag in set(fine)}
        lower, ending = keys[:, LOWER], keys[:, SUFFIX + 1]
        indexes = np.minimum(np.searchsorted(self.known_words, lower), max(len(self.known_words) - 1, 0))
        is_known = self.known_words[indexes] == lower if len(self.known_words) else np.zeros(len(lower), dtype=bool)
        words = np.where(is_known, lower, (keys[:, FLAGS] + ending * _FACTOR) * _FACTOR)
        endings = np.where(keys[:, SUFFIX + 2] > 0, keys[:, SUFFIX + 2], lower)
        codes = np.empty((len(forms), 5), dtype=np.uint64)
        codes[:, (0, 3, 4)] = np.array([tag_keys[fine_tag] for fine_tag in fine], dtype=np.uint64).reshape(-1, 3)
        codes[:, 1], codes[:, 2] = words, endings
        if self.clusters is not None:
            cluster_codes = hash_tuples(
                np.arange(len(_CLUSTER_COLUMNS)), self.clusters.find_clusters(lower)[:, _CLUSTER_COLUMNS]
            )
            codes = np.ascontiguousarray(np.column_stack((codes, cluster_codes)))
        punctuation = {form for form in set(forms) if not form.isalnum() and not any(map(str.isalnum, form))}
        word_kinds = [
            1 if form in punctuation else 2 if fine_tag.tag in self.root_tags else 0
            for form, fine_tag in zip(forms, fine, strict=True)
        ]
        return CodedSentences(starts, codes, np.array(word_kinds, dtype=np.int64))

    def _tag_strings(self, fine: FineTag) -> tuple[str, str, str]:
        """Return the strings that the codes of a fine tag are made of: both tags together, the features, and the coarse
        tag."""
        return f"{fine.tag} {fine.other_tag}", fine.features, self.fine.coarse_tag(fine)

    def arrays(self) -> NamedArrays:
        return {
            "known": self.known_words, "tops": pack(sorted(self.root_tags)), **self.fine.arrays(),
            **({} if self.clusters is None else add_prefix("classes_", self.clusters.arrays())),
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, arrays: Arrays, column: str) -> Self:
        known_words = arrays["known"].astype(np.uint64)
        if known_words.ndim != 1 or (np.diff(known_words.astype(object)) <= 0).any():
            raise ValueError("the known words are not in order")
        fine = FineTags.from_arrays(arrays, column)
        classes = select_part(arrays, "classes_")
        return cls(
            fine, TagClasses.empty(), known_words, frozenset(unpack(arrays["tops"])),
            DistributionalClusters.from_arrays(classes) if classes else None,
        )  # fmt: skip

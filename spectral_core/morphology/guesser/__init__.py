"""Morphological guesser: trained on a lexicon, predicts lemma and tags of unknown words in batches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np

from spectral_core.arrays import Indexes, Integers
from spectral_core.data import EMPTY, Analysis
from spectral_core.data.readings import PUNCTUATION_KIND, SYMBOL_KIND
from spectral_core.morphology.edit_scripts import to_lower, to_upper
from spectral_core.morphology.features import format_features
from spectral_core.morphology.guesser.estimation import (
    WORD_CASES,
    TagNames,
    Tags,
    classify_letter_case,
    estimate_parameters,
    to_integers,
)
from spectral_core.morphology.guesser.parameters import (
    COMPOUND_CANDIDATES,
    HALF_BITS,
    LOW_HALF,
    Features,
    GuessBatch,
    GuesserParameters,
    Strings,
    encode_strings,
)

_NEW_WORD = -1  # index of a word that is not in the lexicon
CASED_CODE_POINTS = 0x1F000  # code points from here on have no letter case


@dataclass(frozen=True, slots=True, eq=False)
class GuessedLabels:
    """Guessed labels of words, most probable first."""

    bounds: Integers  # (words + 1,) offsets into the two below
    lemma_index: Indexes  # (rows,) index into `lemmas`
    tag_index: Indexes  # (rows,) index into `distinct_tags`
    lemmas: list[str]  # without duplicates
    distinct_tags: list[Tags]  # without duplicates

    def drop_symbol_tags(self) -> GuessedLabels:
        """Return the labels without those tagged as punctuation or symbols; a word that has only these keeps them."""
        is_word_tag = np.array(
            [tags[0] not in (SYMBOL_KIND, PUNCTUATION_KIND) for tags in self.distinct_tags], dtype=np.bool_
        )
        word_count = len(self.bounds) - 1
        word_of_row, is_kept = np.repeat(np.arange(word_count), np.diff(self.bounds)), is_word_tag[self.tag_index]
        is_kept |= (np.bincount(word_of_row[is_kept], minlength=word_count) == 0)[word_of_row]
        bounds = np.concatenate(([0], np.cumsum(np.bincount(word_of_row[is_kept], minlength=word_count)))).astype(
            np.int64
        )
        return GuessedLabels(
            bounds, self.lemma_index[is_kept], self.tag_index[is_kept], self.lemmas, self.distinct_tags
        )

    def iterate_analyses(self, word: int) -> Iterator[Analysis]:
        """Iterate over the guesses for the word at an index, most probable first."""
        rows = slice(self.bounds[word], self.bounds[word + 1])
        for lemma, tags in zip(self.lemma_index[rows].tolist(), self.tag_index[rows].tolist(), strict=True):
            yield Analysis(self.lemmas[lemma], EMPTY, *self.distinct_tags[tags])


@dataclass(frozen=True, slots=True, eq=False)
class Guesser:
    """Guesser trained on a lexicon; build with `learn`. Words of the lexicon are guessed leave-one-out: their own
    counts are subtracted, except for two approximations: items pruned as too rare stay pruned, and statistics of the
    whole treebank, such as the usual value of an attribute, are not recomputed."""

    parameters: GuesserParameters
    turkic: bool  # i and ı are different letters
    word_ids: Mapping[str, int]
    tag_names: TagNames

    @classmethod
    def learn(cls, lexicon: Mapping[str, Iterable[Analysis]], turkic: bool) -> Guesser:
        """Train on the analyses of each word type; token frequencies are ignored."""
        parameters, word_ids, tag_names = estimate_parameters(lexicon, turkic)
        return cls(parameters, turkic, word_ids, tag_names)

    def guess(self, words: Sequence[str], limit: int) -> GuessedLabels:
        """Return at most `limit` labels for each word, most probable first; none for strings too long to be a word."""
        from spectral_core.morphology.guesser import guessing_kernels

        lower_words = [to_lower(word, self.turkic) for word in words]
        cases_and_indices = [
            (WORD_CASES.index(classify_letter_case(word)), self.word_ids.get(word, _NEW_WORD)) for word in words
        ]
        rows = np.array(cases_and_indices, dtype=np.int64).reshape(-1, 2)
        batch = GuessBatch(
            encode_strings(lower_words), encode_strings(words), rows, *_make_upper_case_table(self.turkic)
        )
        output = guessing_kernels.guess_labels(self.parameters, batch, limit, round(COMPOUND_CANDIDATES * limit))
        lemma, tags = output.rows.astype(np.int32).T.copy()
        features: dict[int, str] = {}
        distinct_tags: list[Tags] = []
        for tag in output.tags.tolist():
            feature_id = tag & LOW_HALF
            if feature_id not in features:
                features[feature_id] = self._format_features(feature_id, output.features)
            distinct_tags.append((*self.tag_names.classes[tag >> HALF_BITS], features[feature_id]))
        text = output.lemma_codes.tobytes().decode("utf-32-le", "surrogatepass")
        lemmas = [text[begin:end] for begin, end in pairwise(output.lemma_bounds.tolist())]
        return GuessedLabels(output.bounds, lemma, tags, lemmas, distinct_tags)

    def _format_features(self, feature_id: int, feature_lists: Features) -> str:
        """Return the FEATS of a feature list by its id; it may be a list that the guesser itself made."""
        names = self.tag_names
        if feature_id < len(names.features):
            return names.features[feature_id]
        pairs = feature_lists.pairs[feature_lists.bounds[feature_id] : feature_lists.bounds[feature_id + 1]].tolist()
        return format_features({names.attributes[pair >> HALF_BITS]: names.values[pair & LOW_HALF] for pair in pairs})


@lru_cache(maxsize=2)
def _make_upper_case_table(turkic: bool) -> tuple[Integers, Strings]:
    """Return for each code point 1 + the index of its upper case among the returned strings, 0 if it has none; and
    these strings."""
    uppers = {code: to_upper(chr(code), turkic) for code in range(CASED_CODE_POINTS)}
    changed = {code: upper for code, upper in uppers.items() if upper != chr(code)}
    upper_index = np.zeros(CASED_CODE_POINTS, dtype=np.int64)
    upper_index[list(changed)] = to_integers(range(1, len(changed) + 1))
    return upper_index, encode_strings(changed.values())

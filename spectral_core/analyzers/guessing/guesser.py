"""Guesses for many words at once: the most probable labels that the kernels find, as strings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np

from spectral_core.analyzers.edit_scripts import to_lower, to_upper
from spectral_core.analyzers.features import format_features
from spectral_core.analyzers.guessing.capitals import WORD_CASES, classify_case
from spectral_core.analyzers.guessing.clues import Tags
from spectral_core.analyzers.guessing.knowledge import TagNames, count_lexicon, encode_strings, to_integers
from spectral_core.arrays import Indexes, Integers
from spectral_core.data import EMPTY, Analysis
from spectral_core.data.readings import MARK, SYMBOL
from spectral_core.inference.guessing import model
from spectral_core.inference.guessing.limits import COMPOUND_CANDIDATES

_NEW_WORD = -1  # a word that is not in the lexicon
CASED_CODE_POINTS = 0x1F000  # code points beyond have no letter case


@dataclass(frozen=True, slots=True, eq=False)
class GuessedLabels:
    """Labels of words, the most probable first."""

    bounds: Integers  # (words + 1,) into the two below
    lemma_index: Indexes  # (rows,) in `lemmas`
    tag_index: Indexes  # (rows,) in the distinct tags
    lemmas: list[str]  # each once
    distinct_tags: list[Tags]  # each once

    def drop_symbol_tags(self) -> GuessedLabels:
        """Return the guesses without those that are punctuation or symbols; a word that has only these keeps them."""
        is_word_tag = np.array([tags[0] not in (SYMBOL, MARK) for tags in self.distinct_tags], dtype=np.bool_)
        word_count = len(self.bounds) - 1
        word_of_row, is_kept = np.repeat(np.arange(word_count), np.diff(self.bounds)), is_word_tag[self.tag_index]
        is_kept |= (np.bincount(word_of_row[is_kept], minlength=word_count) == 0)[word_of_row]
        bounds = np.concatenate(([0], np.cumsum(np.bincount(word_of_row[is_kept], minlength=word_count)))).astype(
            np.int64
        )
        return GuessedLabels(
            bounds, self.lemma_index[is_kept], self.tag_index[is_kept], self.lemmas, self.distinct_tags
        )

    def analyses(self, word: int) -> Iterator[Analysis]:
        """Iterate over the guesses for one word."""
        rows = slice(self.bounds[word], self.bounds[word + 1])
        for lemma, tags in zip(self.lemma_index[rows].tolist(), self.tag_index[rows].tolist(), strict=True):
            yield Analysis(self.lemmas[lemma], EMPTY, *self.distinct_tags[tags])


@dataclass(frozen=True, slots=True, eq=False)
class Guesser:
    """Guesser learnt from a lexicon; make one with `learn`. A word of the lexicon is guessed as if it were new: its own
    contribution to the counts is left out. Two things stay as they are: what was cut off a list as too rare, and what
    is counted over the whole treebank, such as the usual value of an attribute."""

    knowledge: model.Knowledge
    turkic: bool  # i and ı are two letters
    words: Mapping[str, int]
    names: TagNames

    @classmethod
    def learn(cls, lexicon: Mapping[str, Iterable[Analysis]], turkic: bool) -> Guesser:
        """Learn from the analyses of each word; the frequency of a word plays no part."""
        return cls(*count_lexicon(lexicon, turkic))

    def guess(self, words: Sequence[str], limit: int) -> GuessedLabels:
        """Return at most `limit` labels for each word; a smaller limit gives the first of more. What is too long to be
        a word has none."""
        from spectral_core.inference.guessing import kernels

        lower_words = [to_lower(word, self.turkic) for word in words]
        cases_and_indices = [(WORD_CASES.index(classify_case(word)), self.words.get(word, _NEW_WORD)) for word in words]
        rows = np.array(cases_and_indices, dtype=np.int64).reshape(-1, 2)
        batch = model.GuessBatch(
            encode_strings(lower_words), encode_strings(words), rows, *_map_upper_case(self.turkic)
        )
        output = kernels.guess_labels(self.knowledge, batch, limit, round(COMPOUND_CANDIDATES * limit))
        lemma, tags = output.rows.astype(np.int32).T.copy()
        features: dict[int, str] = {}
        distinct_tags: list[Tags] = []
        for tag in output.tags.tolist():
            feature_number = tag & model.LOW_HALF
            if feature_number not in features:
                features[feature_number] = self._format_features(feature_number, output.features)
            distinct_tags.append((*self.names.classes[tag >> model.HALF_BITS], features[feature_number]))
        text = output.lemma_codes.tobytes().decode("utf-32-le", "surrogatepass")
        lemmas = [text[begin:end] for begin, end in pairwise(output.lemma_bounds.tolist())]
        return GuessedLabels(output.bounds, lemma, tags, lemmas, distinct_tags)

    def _format_features(self, feature_number: int, feature_lists: model.Features) -> str:
        names = self.names
        if feature_number < len(names.features):
            return names.features[feature_number]
        pairs = feature_lists.pairs[
            feature_lists.bounds[feature_number] : feature_lists.bounds[feature_number + 1]
        ].tolist()
        return format_features(
            {names.attributes[pair >> model.HALF_BITS]: names.values[pair & model.LOW_HALF] for pair in pairs}
        )


@lru_cache(maxsize=2)
def _map_upper_case(turkic: bool) -> tuple[Integers, model.Strings]:
    """Return the number of each letter's upper case, from 1, and the upper cases."""
    uppers = {code: to_upper(chr(code), turkic) for code in range(CASED_CODE_POINTS)}
    changed = {code: upper for code, upper in uppers.items() if upper != chr(code)}
    numbers = np.zeros(CASED_CODE_POINTS, dtype=np.int64)
    numbers[list(changed)] = to_integers(range(1, len(changed) + 1))
    return numbers, encode_strings(changed.values())

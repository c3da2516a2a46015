"""Fit of a lemma to its document: cosines with the documents that have it, and other forms of it in this one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Floats, Integers, Keys, NamedArrays, Singles
from spectral_core.model import Arrays
from spectral_core.models.analysis_ranker.corpus import Text, Wordbook
from spectral_core.models.analysis_ranker.storing import read_integers, read_keys, read_numbers

DOCUMENT_COLUMNS = 6  # of each lemma, then the same minus the mean over the word's lemmas:
# cosine, cosine times log count of the lemma, log count of other forms that may have it
_MIN_DOCUMENTS = 2  # documents in which a word must occur
_MAX_OCCURRENCES = 3  # counted occurrences of a lemma in a document


@dataclass(frozen=True, slots=True, eq=False)
class DocumentVectors:
    """Vectors of documents, and the documents of lemmas (Shah et al. 2010, section 3.2.2, as one feature). A document
    is the unit vector of log(1 + tf) * idf of its words; a lemma, the sum of those that have it."""

    words: Keys  # (words,) rising, those in at least two documents
    idf: Floats  # (words,)
    bounds: Integers  # (documents + 1,) bounds in the next two
    places: Integers  # in `words`
    parts: Floats  # of the document's vector
    lemmas: Keys  # (lemmas,) rising
    lemma_bounds: Integers  # (lemmas + 1,) bounds in the next two
    lemma_documents: Integers
    lemma_times: Floats
    lengths: Floats  # (lemmas,) of the sums

    def make_columns(self, book: Wordbook, text: Text, row_word: Integers, lemmas: Keys) -> Singles:
        """Return (rows, DOCUMENT_COLUMNS) for rows with these lemmas. The rows must be all that the words of `text` may
        be: the words that may have the lemma are counted in them."""
        if not len(lemmas):
            return np.zeros((0, DOCUMENT_COLUMNS), dtype=np.float32)
        first, of_row = _group_rows(row_word, lemmas)
        word, lemma = row_word[first], lemmas[first]
        lemma_counts = np.bincount(word, minlength=len(text))
        other_forms = _count_in_other_forms(text, word, lemma, 1.0 / lemma_counts[word])
        features = np.column_stack((self._cosines(book, text, word, lemma), np.log1p(other_forms)))
        sums = np.stack([np.bincount(word, column, len(text)) for column in features.T], axis=1)
        centred: Singles = np.hstack((features, features - (sums[word] / lemma_counts[word, None]))).astype(np.float32)
        return centred[of_row]

    def _cosines(self, book: Wordbook, text: Text, row_word: Integers, lemmas: Keys) -> Floats:
        """Return (rows, 2) the cosine of the document with the lemma, and that times the log frequency of the lemma."""
        features = np.zeros((len(lemmas), 2))
        if not len(self.lemmas):
            return features
        lemma_index = np.minimum(np.searchsorted(self.lemmas, lemmas), len(self.lemmas) - 1)
        is_known = self.lemmas[lemma_index] == lemmas
        documents = text.document[row_word]
        log_counts = np.log1p(np.add.reduceat(self.lemma_times, self.lemma_bounds[:-1]))
        keys = book.forms.hashes()[text.form]
        order = np.argsort(text.document, kind="stable")
        edges = np.searchsorted(text.document[order], np.arange(len(text.documents) + 1))
        rows_in_order = np.argsort(documents, kind="stable")
        row_edges = np.searchsorted(documents[rows_in_order], np.arange(len(text.documents) + 1))
        for document in np.unique(text.document).tolist():
            rows = rows_in_order[row_edges[document] : row_edges[document + 1]]
            rows = rows[is_known[rows]]
            if not len(rows):
                continue
            vector = self._weigh_document(keys[order[edges[document] : edges[document + 1]]])
            products = np.concatenate((self.parts * vector[self.places], (0.0,)))
            similarities = np.add.reduceat(products, self.bounds[:-1]) * (np.diff(self.bounds) > 0)
            sums = np.add.reduceat(self.lemma_times * similarities[self.lemma_documents], self.lemma_bounds[:-1])
            cosines = sums / self.lengths
            features[rows, 0] = cosines[lemma_index[rows]]
            features[rows, 1] = (cosines * log_counts)[lemma_index[rows]]
        return features

    def _weigh_document(self, keys: Keys) -> Floats:
        """Return the unit tf-idf vector of a document; zeros if none of its words is known."""
        vector = np.zeros(len(self.words))
        if len(self.words):
            distinct, times = np.unique(keys, return_counts=True)
            word_index = np.minimum(np.searchsorted(self.words, distinct), len(self.words) - 1)
            is_known = self.words[word_index] == distinct
            vector[word_index[is_known]] = np.log1p(times[is_known]) * self.idf[word_index[is_known]]
        length = float(np.linalg.norm(vector))
        return vector / length if length else vector

    def arrays(self) -> NamedArrays:
        return {f"topics.{name}": getattr(self, name) for name in self.__slots__}

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> DocumentVectors | None:
        """Restore the vectors stored in `arrays`; None if there are none."""
        if "topics.words" not in arrays:
            return None
        topics = cls(
            read_keys(arrays, "topics.words"),
            read_numbers(arrays, "topics.idf"),
            read_integers(arrays, "topics.bounds"),
            read_integers(arrays, "topics.places"),
            read_numbers(arrays, "topics.parts"),
            read_keys(arrays, "topics.lemmas"),
            read_integers(arrays, "topics.lemma_bounds"),
            read_integers(arrays, "topics.lemma_documents"),
            read_numbers(arrays, "topics.lemma_times"),
            read_numbers(arrays, "topics.lengths"),
        )
        if not topics._is_consistent():
            raise ValueError("the documents of the model do not fit each other")
        return topics

    def _is_consistent(self) -> bool:
        """Return whether all indexes are in range, bounds and keys rise, and lengths are positive."""
        sizes = (
            (self.idf, self.words),
            (self.parts, self.places),
            (self.lemma_times, self.lemma_documents),
            (self.lengths, self.lemmas),
        )
        return (
            all(len(values) == len(items) for values, items in sizes)
            and _are_bounds(self.bounds, len(self.places))
            and _are_bounds(self.lemma_bounds, len(self.lemma_documents))
            and len(self.lemma_bounds) == len(self.lemmas) + 1
            and bool((np.diff(self.lemma_bounds) > 0).all())
            and _are_below(self.places, len(self.words))
            and _are_below(self.lemma_documents, len(self.bounds) - 1)
            and all(bool((sorted_keys[1:] > sorted_keys[:-1]).all()) for sorted_keys in (self.words, self.lemmas))
            and bool((self.lemma_times > 0).all())
            and bool((self.lengths > 0).all())
        )


def _group_rows(*keys: NDArray[np.generic]) -> tuple[Integers, Integers]:
    """Return the first row of each group of rows with equal keys, and the group of each row."""
    order = np.lexsort(keys)
    is_first = np.ones(len(order), dtype=np.bool_)
    is_first[1:] = np.logical_or.reduce([key[order][1:] != key[order][:-1] for key in keys])
    groups = np.empty(len(order), dtype=np.int64)
    groups[order] = np.cumsum(is_first) - 1
    return order[is_first], groups


def _count_in_other_forms(text: Text, row_word: Integers, lemmas: Keys, row_weights: Floats) -> Floats:
    """Return (rows,) how often other forms in the document may have the lemma, by row weights (Shah et al. 2010,
    section 3.2.2)."""
    documents, forms = text.document[row_word], text.form[row_word]
    first_rows, of_form = _group_rows(documents, lemmas, forms)
    _, of_lemma = _group_rows(documents[first_rows], lemmas[first_rows])
    form_counts = np.bincount(of_form, row_weights, len(first_rows))
    other_counts = np.bincount(of_lemma, form_counts)[of_lemma] - form_counts
    return np.round(other_counts, 6)[of_form]  # exact zeros, so that equal rows stay equal


def _are_bounds(bounds: Integers, size: int) -> bool:
    """Return whether these are bounds of parts of so many rows."""
    return bool(len(bounds) and bounds[0] == 0 and bounds[-1] == size and (np.diff(bounds) >= 0).all())


def _are_below(indexes: Integers, size: int) -> bool:
    return not len(indexes) or bool(indexes.min() >= 0 and indexes.max() < size)


def learn_document_vectors(book: Wordbook, text: Text, lemmas: Keys) -> DocumentVectors:
    """Learn the vectors of the documents of a text whose words have these lemmas; 0 stands for none."""
    pairs, times = np.unique(
        np.stack((text.document.astype(np.int64), text.form.astype(np.int64)), axis=1), axis=0, return_counts=True
    )
    pairs = pairs.reshape(-1, 2)
    hashes = book.forms.hashes()[pairs[:, 1]]
    words, word_of, document_counts = np.unique(hashes, return_inverse=True, return_counts=True)
    documents = len(np.unique(text.document))
    is_frequent = document_counts >= _MIN_DOCUMENTS
    idf = np.log(max(documents, 1) / document_counts[is_frequent])
    new_numbers = np.cumsum(is_frequent) - 1
    has_index = is_frequent[word_of]
    word_indexes = new_numbers[word_of[has_index]]
    parts = np.log1p(times[has_index]) * idf[word_indexes]
    owners = pairs[has_index, 0]
    squares = np.bincount(owners, parts**2, len(text.documents))
    parts = parts / np.sqrt(np.where(squares > 0, squares, 1.0))[owners]
    bounds = np.searchsorted(owners, np.arange(len(text.documents) + 1))
    has_lemma = lemmas != 0
    rows = np.stack((lemmas[has_lemma], text.document[has_lemma].astype(np.uint64)), axis=1)
    lemma_pairs, lemma_times = np.unique(rows, axis=0, return_counts=True)
    lemma_pairs = lemma_pairs.reshape(-1, 2)
    distinct, begins = np.unique(lemma_pairs[:, 0], return_index=True)
    lemma_bounds = np.append(begins, len(lemma_pairs)).astype(np.int64)
    lemma_documents = lemma_pairs[:, 1].astype(np.int64)
    lemma_weights = np.minimum(lemma_times, _MAX_OCCURRENCES).astype(np.float64)
    lengths = _lemma_lengths(bounds, word_indexes, parts, len(idf), lemma_bounds, lemma_documents, lemma_weights)
    return DocumentVectors(
        words[is_frequent], idf, bounds.astype(np.int64), word_indexes.astype(np.int64), parts, distinct, lemma_bounds,
        lemma_documents, lemma_weights, lengths,
    )  # fmt: skip


def _lemma_lengths(
    bounds: Integers,
    word_indexes: Integers,
    parts: Floats,
    words: int,
    lemma_bounds: Integers,
    lemma_documents: Integers,
    weights: Floats,
) -> Floats:
    """Return the length of each lemma's sum of documents; 1 where it is 0."""
    lengths = np.ones(len(lemma_bounds) - 1)
    vector_sum = np.zeros(words)
    for lemma in range(len(lengths)):
        low, high = lemma_bounds[lemma], lemma_bounds[lemma + 1]
        if high - low == 1:  # most lemmas; documents have length 1 or 0
            document = lemma_documents[low]
            lengths[lemma] = weights[low] if bounds[document + 1] > bounds[document] else 1.0
            continue
        slices = [
            slice(bounds[lemma_document], bounds[lemma_document + 1]) for lemma_document in lemma_documents[low:high]
        ]
        for span, weight in zip(slices, weights[low:high], strict=True):
            vector_sum[word_indexes[span]] += weight * parts[span]  # words of a document are distinct
        length = (
            float(np.sqrt(vector_sum @ vector_sum))
            if high - low > 8
            else _sparse_length(vector_sum, word_indexes, slices)
        )
        lengths[lemma] = length or 1.0
        for span in slices:
            vector_sum[word_indexes[span]] = 0.0
    return lengths


def _sparse_length(vector_sum: Floats, word_indexes: Integers, slices: list[slice]) -> float:
    """Return the length of a vector that is zero outside the words of these slices."""
    nonzero = np.unique(np.concatenate([word_indexes[span] for span in slices]))
    return float(np.linalg.norm(vector_sum[nonzero]))

"""Document vectors: features of lemmas from their documents, for the regressions of Shah et al. 2010."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Floats, Integers, Keys, NamedArrays, Singles
from spectral_core.model import Arrays
from spectral_core.models.analysis_ranker.labels_and_candidates import EncodedText
from spectral_core.models.analysis_ranker.storage import read_floats, read_integers, read_keys
from spectral_core.models.analysis_ranker.vocabulary import RankerVocabulary

DOCUMENT_FEATURE_COUNT = 6  # for each lemma, and the same three minus their means over the word's lemmas:
# cosine similarity, cosine times log frequency of the lemma, log count of other forms that may have the lemma
_MIN_DOCUMENTS = 2  # minimum document frequency of a word
_MAX_OCCURRENCES = 3  # maximal frequency of a lemma that is counted in a document


@dataclass(frozen=True, slots=True, eq=False)
class DocumentVectors:
    """Document vectors, and the documents of each lemma (Shah et al. 2010, section 3.2.2, here as one feature). A
    document vector is the tf-idf vector of its words, log(1 + tf) * idf, scaled to length 1; the vector of a lemma is
    the sum of those of the documents it occurs in."""

    words: Keys  # (words,) sorted, those in at least two documents
    idf: Floats  # (words,)
    bounds: Integers  # (documents + 1,) range of each document in `places` and `parts`
    places: Integers  # indexes into `words`
    parts: Floats  # components of the document vectors
    lemmas: Keys  # (lemmas,) sorted
    lemma_bounds: Integers  # (lemmas + 1,) range of each lemma in the next two
    lemma_documents: Integers
    lemma_times: Floats
    lengths: Floats  # (lemmas,) norms of the lemma vectors

    def make_features(
        self, vocabulary: RankerVocabulary, text: EncodedText, row_word: Integers, lemmas: Keys
    ) -> Singles:
        """Return (rows, DOCUMENT_FEATURE_COUNT) the document features of candidates with these lemmas. Pass all
        candidates of `text`, since other forms that may have the lemma are counted among them."""
        if not len(lemmas):
            return np.zeros((0, DOCUMENT_FEATURE_COUNT), dtype=np.float32)
        first, of_row = _group_rows(row_word, lemmas)
        word, lemma = row_word[first], lemmas[first]
        lemma_counts = np.bincount(word, minlength=len(text))
        other_forms = _count_other_forms_of_lemma(text, word, lemma, 1.0 / lemma_counts[word])
        features = np.column_stack((self._compute_cosines(vocabulary, text, word, lemma), np.log1p(other_forms)))
        sums = np.stack([np.bincount(word, column, len(text)) for column in features.T], axis=1)
        centred: Singles = np.hstack((features, features - (sums[word] / lemma_counts[word, None]))).astype(np.float32)
        return centred[of_row]

    def _compute_cosines(
        self, vocabulary: RankerVocabulary, text: EncodedText, row_word: Integers, lemmas: Keys
    ) -> Floats:
        """Return (rows, 2) the cosine similarity of document and lemma, and the same times the log frequency of the
        lemma."""
        features = np.zeros((len(lemmas), 2))
        if not len(self.lemmas):
            return features
        lemma_index = np.minimum(np.searchsorted(self.lemmas, lemmas), len(self.lemmas) - 1)
        is_known = self.lemmas[lemma_index] == lemmas
        documents = text.document[row_word]
        log_counts = np.log1p(np.add.reduceat(self.lemma_times, self.lemma_bounds[:-1]))
        keys = vocabulary.forms.hashes()[text.form]
        order = np.argsort(text.document, kind="stable")
        edges = np.searchsorted(text.document[order], np.arange(len(text.documents) + 1))
        rows_in_order = np.argsort(documents, kind="stable")
        row_edges = np.searchsorted(documents[rows_in_order], np.arange(len(text.documents) + 1))
        for document in np.unique(text.document).tolist():
            rows = rows_in_order[row_edges[document] : row_edges[document + 1]]
            rows = rows[is_known[rows]]
            if not len(rows):
                continue
            vector = self._make_tfidf_vector(keys[order[edges[document] : edges[document + 1]]])
            products = np.concatenate((self.parts * vector[self.places], (0.0,)))
            similarities = np.add.reduceat(products, self.bounds[:-1]) * (np.diff(self.bounds) > 0)
            sums = np.add.reduceat(self.lemma_times * similarities[self.lemma_documents], self.lemma_bounds[:-1])
            cosines = sums / self.lengths
            features[rows, 0] = cosines[lemma_index[rows]]
            features[rows, 1] = (cosines * log_counts)[lemma_index[rows]]
        return features

    def _make_tfidf_vector(self, keys: Keys) -> Floats:
        """Return the tf-idf vector of a document, scaled to length 1; zeros if none of its words is known."""
        vector = np.zeros(len(self.words))
        if len(self.words):
            distinct, times = np.unique(keys, return_counts=True)
            word_index = np.minimum(np.searchsorted(self.words, distinct), len(self.words) - 1)
            is_known = self.words[word_index] == distinct
            vector[word_index[is_known]] = np.log1p(times[is_known]) * self.idf[word_index[is_known]]
        length = float(np.linalg.norm(vector))
        return vector / length if length else vector

    def arrays(self) -> NamedArrays:
        """Return the arrays from which `from_arrays` restores the vectors."""
        return {f"topics.{name}": getattr(self, name) for name in self.__slots__}

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> DocumentVectors | None:
        """Restore the vectors stored in `arrays`; None if the model has none."""
        if "topics.words" not in arrays:
            return None
        vectors = cls(
            read_keys(arrays, "topics.words"),
            read_floats(arrays, "topics.idf"),
            read_integers(arrays, "topics.bounds"),
            read_integers(arrays, "topics.places"),
            read_floats(arrays, "topics.parts"),
            read_keys(arrays, "topics.lemmas"),
            read_integers(arrays, "topics.lemma_bounds"),
            read_integers(arrays, "topics.lemma_documents"),
            read_floats(arrays, "topics.lemma_times"),
            read_floats(arrays, "topics.lengths"),
        )
        if not vectors._is_consistent():
            raise ValueError("the words, documents and lemmas of the document vectors do not fit")
        return vectors

    def _is_consistent(self) -> bool:
        """Return whether all indexes are in range, offsets and keys are increasing, and lengths are positive."""
        sizes = (
            (self.idf, self.words),
            (self.parts, self.places),
            (self.lemma_times, self.lemma_documents),
            (self.lengths, self.lemmas),
        )
        return (
            all(len(values) == len(items) for values, items in sizes)
            and _is_partition(self.bounds, len(self.places))
            and _is_partition(self.lemma_bounds, len(self.lemma_documents))
            and len(self.lemma_bounds) == len(self.lemmas) + 1
            and bool((np.diff(self.lemma_bounds) > 0).all())
            and _is_in_range(self.places, len(self.words))
            and _is_in_range(self.lemma_documents, len(self.bounds) - 1)
            and all(bool((sorted_keys[1:] > sorted_keys[:-1]).all()) for sorted_keys in (self.words, self.lemmas))
            and bool((self.lemma_times > 0).all())
            and bool((self.lengths > 0).all())
        )


def _group_rows(*keys: NDArray[np.generic]) -> tuple[Integers, Integers]:
    """Return the first row of each group of rows with equal keys, and the group index of each row."""
    order = np.lexsort(keys)
    is_first = np.ones(len(order), dtype=np.bool_)
    is_first[1:] = np.logical_or.reduce([key[order][1:] != key[order][:-1] for key in keys])
    groups = np.empty(len(order), dtype=np.int64)
    groups[order] = np.cumsum(is_first) - 1
    return order[is_first], groups


def _count_other_forms_of_lemma(text: EncodedText, row_word: Integers, lemmas: Keys, row_weights: Floats) -> Floats:
    """Return (rows,) the weighted count of other forms in the document that may have the same lemma (Shah et al. 2010,
    section 3.2.2)."""
    documents, forms = text.document[row_word], text.form[row_word]
    first_rows, of_form = _group_rows(documents, lemmas, forms)
    _, of_lemma = _group_rows(documents[first_rows], lemmas[first_rows])
    form_counts = np.bincount(of_form, row_weights, len(first_rows))
    other_counts = np.bincount(of_lemma, form_counts)[of_lemma] - form_counts
    return np.round(other_counts, 6)[of_form]  # exact zeros, so that equal rows stay equal


def _is_partition(bounds: Integers, length: int) -> bool:
    """Return whether these bounds divide an array of this length into consecutive parts."""
    return bool(len(bounds) and bounds[0] == 0 and bounds[-1] == length and (np.diff(bounds) >= 0).all())


def _is_in_range(indexes: Integers, size: int) -> bool:
    """Return whether all indexes are from 0 to below `size`."""
    return not len(indexes) or bool(indexes.min() >= 0 and indexes.max() < size)


def make_document_vectors(vocabulary: RankerVocabulary, text: EncodedText, lemmas: Keys) -> DocumentVectors:
    """Compute the document vectors of a text, given the lemma hash of each word; 0 is no lemma."""
    pairs, times = np.unique(
        np.stack((text.document.astype(np.int64), text.form.astype(np.int64)), axis=1), axis=0, return_counts=True
    )
    pairs = pairs.reshape(-1, 2)
    hashes = vocabulary.forms.hashes()[pairs[:, 1]]
    words, word_of, document_counts = np.unique(hashes, return_inverse=True, return_counts=True)
    documents = len(np.unique(text.document))
    is_frequent = document_counts >= _MIN_DOCUMENTS
    idf = np.log(max(documents, 1) / document_counts[is_frequent])
    new_ids = np.cumsum(is_frequent) - 1
    has_index = is_frequent[word_of]
    word_indexes = new_ids[word_of[has_index]]
    parts = np.log1p(times[has_index]) * idf[word_indexes]
    pair_documents = pairs[has_index, 0]
    squares = np.bincount(pair_documents, parts**2, len(text.documents))
    parts = parts / np.sqrt(np.where(squares > 0, squares, 1.0))[pair_documents]
    bounds = np.searchsorted(pair_documents, np.arange(len(text.documents) + 1))
    has_lemma = lemmas != 0
    rows = np.stack((lemmas[has_lemma], text.document[has_lemma].astype(np.uint64)), axis=1)
    lemma_pairs, lemma_times = np.unique(rows, axis=0, return_counts=True)
    lemma_pairs = lemma_pairs.reshape(-1, 2)
    distinct, begins = np.unique(lemma_pairs[:, 0], return_index=True)
    lemma_bounds = np.append(begins, len(lemma_pairs)).astype(np.int64)
    lemma_documents = lemma_pairs[:, 1].astype(np.int64)
    lemma_weights = np.minimum(lemma_times, _MAX_OCCURRENCES).astype(np.float64)
    lengths = _compute_lemma_norms(bounds, word_indexes, parts, len(idf), lemma_bounds, lemma_documents, lemma_weights)
    return DocumentVectors(
        words[is_frequent], idf, bounds.astype(np.int64), word_indexes.astype(np.int64), parts, distinct, lemma_bounds,
        lemma_documents, lemma_weights, lengths,
    )  # fmt: skip


def _compute_lemma_norms(
    bounds: Integers,
    word_indexes: Integers,
    parts: Floats,
    words: int,
    lemma_bounds: Integers,
    lemma_documents: Integers,
    weights: Floats,
) -> Floats:
    """Return the Euclidean norm of each lemma's sum of document vectors; 1 where it is 0."""
    lengths = np.ones(len(lemma_bounds) - 1)
    vector_sum = np.zeros(words)
    for lemma in range(len(lengths)):
        low, high = lemma_bounds[lemma], lemma_bounds[lemma + 1]
        if high - low == 1:  # the most frequent case; documents have norm 1 or 0
            document = lemma_documents[low]
            lengths[lemma] = weights[low] if bounds[document + 1] > bounds[document] else 1.0
            continue
        slices = [
            slice(bounds[lemma_document], bounds[lemma_document + 1]) for lemma_document in lemma_documents[low:high]
        ]
        for span, weight in zip(slices, weights[low:high], strict=True):
            vector_sum[word_indexes[span]] += weight * parts[span]  # each word occurs once in a document vector
        length = (
            float(np.sqrt(vector_sum @ vector_sum))
            if high - low > 8
            else _compute_sparse_norm(vector_sum, word_indexes, slices)
        )
        lengths[lemma] = length or 1.0
        for span in slices:
            vector_sum[word_indexes[span]] = 0.0
    return lengths


def _compute_sparse_norm(vector_sum: Floats, word_indexes: Integers, slices: list[slice]) -> float:
    """Return the Euclidean norm of a vector that is zero outside the words of these slices."""
    nonzero = np.unique(np.concatenate([word_indexes[span] for span in slices]))
    return float(np.linalg.norm(vector_sum[nonzero]))

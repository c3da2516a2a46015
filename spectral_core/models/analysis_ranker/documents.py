"""How a lemma fits the document around: cosines with those in which it was seen, and other forms of it there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Floats, Integers, Keys, Named, Singles
from spectral_core.model import Arrays
from spectral_core.models.analysis_ranker.corpus import Text, Wordbook
from spectral_core.models.analysis_ranker.storing import integers, keys, numbers

COLUMNS = 6  # of each lemma, and again less the mean of the word's lemmas:
# the cosine, the cosine times the log of how often the lemma was seen, the log of how often other forms may have it
_FEWEST = 2  # documents that must have a word for it to count
_MOST = 3  # occurrences of a lemma in one document that count


@dataclass(frozen=True, slots=True, eq=False)
class Topics:
    """The words of documents, and the documents of lemmas (Shah et al. 2010, section 3.2.2, as one feature). A document
    is the vector of log(1 + tf) * idf of its words, of length 1; a lemma, the sum of those that have it."""

    words: Keys  # (words,) rising, those that at least two documents have
    idf: Floats  # (words,)
    bounds: Integers  # (documents + 1,) into the two below
    places: Integers  # in `words`
    parts: Floats  # of the document's vector
    lemmas: Keys  # (lemmas,) rising
    lemma_bounds: Integers  # (lemmas + 1,) into the two below
    lemma_documents: Integers
    lemma_times: Floats
    lengths: Floats  # (lemmas,) of the sums

    def columns(self, book: Wordbook, text: Text, row_word: Integers, lemmas: Keys) -> Singles:
        """(rows, COLUMNS) for rows with these lemmas; each document of `text` is what stands of it there. The rows are
        all that the words of `text` may be: words that may have the lemma are counted in them."""
        if not len(lemmas):
            return np.zeros((0, COLUMNS), dtype=np.float32)
        first, of_row = _grouped(row_word, lemmas)
        word, lemma = row_word[first], lemmas[first]
        lemmas_of = np.bincount(word, minlength=len(text))
        elsewhere = _in_other_forms(text, word, lemma, 1.0 / lemmas_of[word])
        own = np.column_stack((self._cosines(book, text, word, lemma), np.log1p(elsewhere)))
        sums = np.stack([np.bincount(word, column, len(text)) for column in own.T], axis=1)
        made: Singles = np.hstack((own, own - (sums[word] / lemmas_of[word, None]))).astype(np.float32)
        return made[of_row]

    def _cosines(self, book: Wordbook, text: Text, row_word: Integers, lemmas: Keys) -> Floats:
        """(rows, 2) of the document with the lemma, and times the log of how often the lemma was seen."""
        found = np.zeros((len(lemmas), 2))
        if not len(self.lemmas):
            return found
        place = np.minimum(np.searchsorted(self.lemmas, lemmas), len(self.lemmas) - 1)
        known = self.lemmas[place] == lemmas
        documents = text.document[row_word]
        often = np.log1p(np.add.reduceat(self.lemma_times, self.lemma_bounds[:-1]))
        keys = book.forms.hashes()[text.form]
        order = np.argsort(text.document, kind="stable")
        edges = np.searchsorted(text.document[order], np.arange(len(text.documents) + 1))
        rows_in_order = np.argsort(documents, kind="stable")
        row_edges = np.searchsorted(documents[rows_in_order], np.arange(len(text.documents) + 1))
        for document in np.unique(text.document).tolist():
            rows = rows_in_order[row_edges[document] : row_edges[document + 1]]
            rows = rows[known[rows]]
            if not len(rows):
                continue
            vector = self._vector(keys[order[edges[document] : edges[document + 1]]])
            near = np.concatenate((self.parts * vector[self.places], (0.0,)))
            likeness = np.add.reduceat(near, self.bounds[:-1]) * (np.diff(self.bounds) > 0)
            sums = np.add.reduceat(self.lemma_times * likeness[self.lemma_documents], self.lemma_bounds[:-1])
            cosines = sums / self.lengths
            found[rows, 0] = cosines[place[rows]]
            found[rows, 1] = (cosines * often)[place[rows]]
        return found

    def _vector(self, keys: Keys) -> Floats:
        found = np.zeros(len(self.words))
        if len(self.words):
            distinct, times = np.unique(keys, return_counts=True)
            place = np.minimum(np.searchsorted(self.words, distinct), len(self.words) - 1)
            known = self.words[place] == distinct
            found[place[known]] = np.log1p(times[known]) * self.idf[place[known]]
        length = float(np.linalg.norm(found))
        return found / length if length else found

    def arrays(self) -> Named:
        return {f"topics.{name}": getattr(self, name) for name in self.__slots__}

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Topics | None:
        """The one that `arrays` were taken from; None where there are none."""
        if "topics.words" not in arrays:
            return None
        topics = cls(
            keys(arrays, "topics.words"), numbers(arrays, "topics.idf"), integers(arrays, "topics.bounds"),
            integers(arrays, "topics.places"), numbers(arrays, "topics.parts"), keys(arrays, "topics.lemmas"),
            integers(arrays, "topics.lemma_bounds"), integers(arrays, "topics.lemma_documents"),
            numbers(arrays, "topics.lemma_times"), numbers(arrays, "topics.lengths"),
        )  # fmt: skip
        if not topics._fits():
            raise ValueError("the documents of the model do not fit each other")
        return topics

    def _fits(self) -> bool:
        """Whether all places are places of something, and every length is one."""
        sizes = (
            (self.idf, self.words),
            (self.parts, self.places),
            (self.lemma_times, self.lemma_documents),
            (self.lengths, self.lemmas),
        )
        return (
            all(len(one) == len(other) for one, other in sizes)
            and _parts(self.bounds, len(self.places))
            and _parts(self.lemma_bounds, len(self.lemma_documents))
            and len(self.lemma_bounds) == len(self.lemmas) + 1
            and bool((np.diff(self.lemma_bounds) > 0).all())
            and _within(self.places, len(self.words))
            and _within(self.lemma_documents, len(self.bounds) - 1)
            and all(bool((each[1:] > each[:-1]).all()) for each in (self.words, self.lemmas))
            and bool((self.lemma_times > 0).all())
            and bool((self.lengths > 0).all())
        )


def _grouped(*keys: NDArray[np.generic]) -> tuple[Integers, Integers]:
    """The first row of each group of rows with equal keys, and the group of each row."""
    order = np.lexsort(keys)
    new = np.ones(len(order), dtype=np.bool_)
    new[1:] = np.logical_or.reduce([key[order][1:] != key[order][:-1] for key in keys])
    groups = np.empty(len(order), dtype=np.int64)
    groups[order] = np.cumsum(new) - 1
    return order[new], groups


def _in_other_forms(text: Text, row_word: Integers, lemmas: Keys, shares: Floats) -> Floats:
    """(rows,) how often other forms in the document may have the lemma (Shah et al. 2010, section 3.2.2), by shares."""
    documents, forms = text.document[row_word], text.form[row_word]
    alike, of_form = _grouped(documents, lemmas, forms)
    _, of_lemma = _grouped(documents[alike], lemmas[alike])
    times = np.bincount(of_form, shares, len(alike))
    others = np.bincount(of_lemma, times)[of_lemma] - times
    return np.round(others, 6)[of_form]  # what is nothing is 0, so that equal rows stay equal


def _parts(bounds: Integers, size: int) -> bool:
    """Whether these are bounds of parts of so many rows."""
    return bool(len(bounds) and bounds[0] == 0 and bounds[-1] == size and (np.diff(bounds) >= 0).all())


def _within(places: Integers, size: int) -> bool:
    return not len(places) or bool(places.min() >= 0 and places.max() < size)


def topics_of(book: Wordbook, text: Text, lemmas: Keys) -> Topics:
    """The topics of a text whose words have these lemmas; 0 is none."""
    pairs, times = np.unique(
        np.stack((text.document.astype(np.int64), text.form.astype(np.int64)), axis=1), axis=0, return_counts=True
    )
    pairs = pairs.reshape(-1, 2)
    hashes = book.forms.hashes()[pairs[:, 1]]
    words, word_of, having = np.unique(hashes, return_inverse=True, return_counts=True)
    documents = len(np.unique(text.document))
    kept = having >= _FEWEST
    idf = np.log(max(documents, 1) / having[kept])
    new = np.cumsum(kept) - 1
    chosen = kept[word_of]
    places = new[word_of[chosen]]
    parts = np.log1p(times[chosen]) * idf[places]
    owners = pairs[chosen, 0]
    squares = np.bincount(owners, parts**2, len(text.documents))
    parts = parts / np.sqrt(np.where(squares > 0, squares, 1.0))[owners]
    bounds = np.searchsorted(owners, np.arange(len(text.documents) + 1))
    having_lemma = lemmas != 0
    rows = np.stack((lemmas[having_lemma], text.document[having_lemma].astype(np.uint64)), axis=1)
    lemma_pairs, lemma_times = np.unique(rows, axis=0, return_counts=True)
    lemma_pairs = lemma_pairs.reshape(-1, 2)
    distinct, begins = np.unique(lemma_pairs[:, 0], return_index=True)
    lemma_bounds = np.append(begins, len(lemma_pairs)).astype(np.int64)
    lemma_documents = lemma_pairs[:, 1].astype(np.int64)
    weights = np.minimum(lemma_times, _MOST).astype(np.float64)
    lengths = _lengths(bounds, places, parts, len(idf), lemma_bounds, lemma_documents, weights)
    return Topics(
        words[kept], idf, bounds.astype(np.int64), places.astype(np.int64), parts, distinct, lemma_bounds,
        lemma_documents, weights, lengths,
    )  # fmt: skip


def _lengths(
    bounds: Integers, places: Integers, parts: Floats, words: int, lemma_bounds: Integers, lemma_documents: Integers,
    weights: Floats,
) -> Floats:  # fmt: skip
    """The length of each lemma's sum of documents; 1 where it is 0."""
    found = np.ones(len(lemma_bounds) - 1)
    summed = np.zeros(words)
    for lemma in range(len(found)):
        low, high = lemma_bounds[lemma], lemma_bounds[lemma + 1]
        if high - low == 1:  # most of them; documents have length 1 or nothing
            document = lemma_documents[low]
            found[lemma] = weights[low] if bounds[document + 1] > bounds[document] else 1.0
            continue
        touched = [slice(bounds[each], bounds[each + 1]) for each in lemma_documents[low:high]]
        for span, weight in zip(touched, weights[low:high], strict=True):
            summed[places[span]] += weight * parts[span]  # a document has a word once
        length = float(np.sqrt(summed @ summed)) if high - low > 8 else _length(summed, places, touched)
        found[lemma] = length or 1.0
        for span in touched:
            summed[places[span]] = 0.0
    return found


def _length(summed: Floats, places: Integers, touched: list[slice]) -> float:
    """The length of a vector whose parts stand at these places alone."""
    where = np.unique(np.concatenate([places[span] for span in touched]))
    return float(np.linalg.norm(summed[where]))

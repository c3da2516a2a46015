"""Design matrices of the regressions of Shah et al. 2010: label counts in contexts, and document vectors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from spectral_core.arrays import Flags, Floats, Indexes, Integers, Keys, NamedArrays, Singles
from spectral_core.errors import SettingsError
from spectral_core.model import Arrays
from spectral_core.models.analysis_ranker.corpus import Wordbook, read_integers, read_keys, read_numbers
from spectral_core.models.analysis_ranker.labels import ABSENT, Text, WordCandidates
from spectral_core.models.analysis_ranker.settings import RankerSettings

if TYPE_CHECKING:
    from spectral_core.structured.hash_tables import CountTable

FULL, TAG, LEMMA = 0, 1, 2  # columns of label hashes: full label, label without lemma, lemma; other elements follow
CONTEXTS = 14  # empty context, the word, and neighbours with and without the word (Shah et al. 2010, table 3)
AFFIXES = 3  # last three letters of the word, first two, last one
TAG_CONTEXTS = 4  # tag of the previous and of the next word, alone and with the word
_KINDS = ("raw", "fraction", "log", "ratio")  # in the order the kernel expects
_EDGE_KEY = np.array([0xA0761D6478BD642F], dtype=np.uint64)  # sentence boundary
_BLOCK_SIZE = 2000  # words counted before the hash table grows
_NO_TAG = np.uint64(0)
DOCUMENT_COLUMNS = 6  # for each lemma, and the same three minus their means over the word's lemmas:
# cosine similarity, cosine times log frequency of the lemma, log count of other forms that may have the lemma
_MIN_DOCUMENTS = 2  # minimum document frequency of a word
_MAX_OCCURRENCES = 3  # maximal frequency of a lemma that is counted in a document
WORD_COLUMN = 1  # context column of the word alone


def label_keys(book: Wordbook, values: Indexes) -> Keys:
    """Return (labels, 2 + elements) hashes of labels with these value ids: of the full label, of the label without its
    lemma, and of each element."""
    from spectral_core.structured.hash_tables import pair_keys

    hashes = book.values.hashes()
    keys = np.zeros((len(values), 2 + values.shape[1]), dtype=np.uint64)
    full_key, tag_key = (np.full(len(values), seed, dtype=np.uint64) for seed in (1, 2))
    for element in range(values.shape[1]):
        key = pair_keys(hashes[values[:, element]], _as_key(element + 1)) if len(values) else full_key
        keys[:, LEMMA + element] = key
        full_key = pair_keys(full_key, key) if len(values) else full_key
        if element and len(values):
            tag_key = pair_keys(tag_key, key)
    keys[:, FULL], keys[:, TAG] = full_key, tag_key
    return keys


def make_context_keys(book: Wordbook, text: Text) -> Keys:
    """Return (words, CONTEXT_COUNT + AFFIX_CONTEXT_COUNT) hashes of the contexts of each word; the first column is the
    empty context."""
    from spectral_core.structured.hash_tables import pair_keys

    if not len(text):
        return np.zeros((0, CONTEXTS + AFFIXES), dtype=np.uint64)
    distinct, inverse = np.unique(text.form, return_inverse=True)
    forms = [book.forms.strings[number] for number in distinct.tolist()]
    keys = book.forms.hashes()[distinct]
    first, last, last_three, first_two = (
        _letter_keys([form[part] for form in forms]) for part in (slice(1), slice(-1, None), slice(-3, None), slice(2))
    )
    word = keys[inverse]
    neighbours = [_shift(keys[inverse], text, step) for step in (-1, 1)]
    neighbours += [_shift(first[inverse], text, step) for step in (-1, 1)]
    neighbours += [_shift(last[inverse], text, step) for step in (-1, 1)]
    columns = [np.ones(len(text), dtype=np.uint64), word]
    columns += [pair_keys(word, key) for key in neighbours]
    columns += neighbours
    columns += [last_three[inverse], first_two[inverse], last[inverse]]
    return np.stack([pair_keys(key, _as_key(column + 1)) for column, key in enumerate(columns)], axis=1)


def make_tag_context_keys(text: Text, tags: Keys, word: Keys) -> Keys:
    """Return (words, TAG_CONTEXT_COUNT) hashes of the tags of the neighbours, alone and with the word; 0 where a
    neighbour has no tag. `word_keys` are hashes of the words."""
    from spectral_core.structured.hash_tables import pair_keys

    if not len(text):
        return np.zeros((0, TAG_CONTEXTS), dtype=np.uint64)
    tags_before, tags_after = (_shift(tags, text, step) for step in (-1, 1))
    columns = [tags_before, tags_after, pair_keys(word, tags_before), pair_keys(word, tags_after)]
    keys = np.stack([pair_keys(key, _as_key(0x100 + column)) for column, key in enumerate(columns)], axis=1)
    for column, neighbour in enumerate((tags_before, tags_after, tags_before, tags_after)):
        keys[neighbour == _NO_TAG, column] = 0
    return keys


@dataclass(frozen=True, slots=True, eq=False)
class LabelCounts:
    """Counts of label elements in each context, and the statistics computed from them."""

    table: CountTable
    _columns: dict[tuple[int, ...], Integers] = field(default_factory=dict, repr=False)

    @classmethod
    def empty(cls) -> LabelCounts:
        """Return counts of nothing."""
        from spectral_core.structured.hash_tables import CountTable

        return cls(CountTable())

    def add(self, contexts: Keys, labels: Keys) -> None:
        """Count words, given the hashes of their contexts and of their labels."""
        from spectral_core.structured.ranking import paper_kernels

        for low in range(0, len(contexts), _BLOCK_SIZE):
            part = slice(low, low + _BLOCK_SIZE)
            self.table.reserve(contexts[part].size * (labels.shape[1] + 1))
            self.table.used += paper_kernels.count_contexts(self.table.slots, contexts[part], labels[part])

    def add_in_tag_contexts(self, text: Text, words: Keys, has_gold: Flags, labels: Keys) -> None:
        """Count the words with gold labels in the contexts of their neighbours' gold tags."""
        tags = np.zeros(len(text), dtype=np.uint64)
        tags[has_gold] = labels[:, TAG]
        self.add(np.ascontiguousarray(make_tag_context_keys(text, tags, words)[has_gold]), labels)

    def statistics(
        self, contexts: Keys, firsts: Integers, labels: Keys, elements: Sequence[int], statistic: str
    ) -> Singles:
        """Return (rows, elements * contexts) the statistic of the counts of each candidate, element by element."""
        from spectral_core.structured.ranking import paper_kernels

        columns = np.array(elements, dtype=np.int64)
        values = np.empty((len(labels), len(columns) * contexts.shape[1]), dtype=np.float32)
        paper_kernels.fill_statistics(
            self.table.slots, contexts, firsts, labels, columns, _KINDS.index(statistic), values
        )
        return values


def gold_label_keys(book: Wordbook, text: Text) -> tuple[Flags, Keys]:
    """Return which words have a gold label, and the label hashes of those words."""
    has_gold = text.gold != ABSENT
    return has_gold, label_keys(book, book.label_values()[text.gold[has_gold]])


def _as_key(number: int) -> Keys:
    """Return a constant as an array of one key."""
    return np.array([number], dtype=np.uint64)


def _letter_keys(strings: list[str]) -> Keys:
    """Return a hash for each string of up to three letters."""
    from spectral_core.structured.hash_tables import pair_keys

    codes = np.zeros((3, len(strings)), dtype=np.uint64)
    for index, string in enumerate(strings):
        for position, letter in enumerate(string):
            codes[position, index] = ord(letter)
    return pair_keys(pair_keys(codes[0], codes[1]), codes[2])


def _shift(keys: Keys, text: Text, step: int) -> Keys:
    """Return (words,) the hash of the previous (-1) or next (1) word; the boundary key at the ends of sentences."""
    shifted = np.full(len(keys), _EDGE_KEY[0], dtype=np.uint64)
    targets, sources = (slice(1, None), slice(None, -1)) if step < 0 else (slice(None, -1), slice(1, None))
    same_sentence = text.sentence[targets] == text.sentence[sources]
    shifted[targets][same_sentence] = keys[sources][same_sentence]
    return shifted


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

    def make_columns(self, book: Wordbook, text: Text, row_word: Integers, lemmas: Keys) -> Singles:
        """Return (rows, DOCUMENT_FEATURE_COUNT) the document features of candidates with these lemmas. Pass all
        candidates of `text`, since other forms that may have the lemma are counted among them."""
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
        """Return (rows, 2) the cosine similarity of document and lemma, and the same times the log frequency of the
        lemma."""
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
        return {f"topics.{name}": getattr(self, name) for name in self.__slots__}

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> DocumentVectors | None:
        """Restore the vectors stored in `arrays`; None if the model has none."""
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
        """Return whether all indexes are in range, offsets and keys are increasing, and lengths are positive."""
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
    """Return the first row of each group of rows with equal keys, and the group index of each row."""
    order = np.lexsort(keys)
    is_first = np.ones(len(order), dtype=np.bool_)
    is_first[1:] = np.logical_or.reduce([key[order][1:] != key[order][:-1] for key in keys])
    groups = np.empty(len(order), dtype=np.int64)
    groups[order] = np.cumsum(is_first) - 1
    return order[is_first], groups


def _count_in_other_forms(text: Text, row_word: Integers, lemmas: Keys, row_weights: Floats) -> Floats:
    """Return (rows,) the weighted count of other forms in the document that may have the same lemma (Shah et al. 2010,
    section 3.2.2)."""
    documents, forms = text.document[row_word], text.form[row_word]
    first_rows, of_form = _group_rows(documents, lemmas, forms)
    _, of_lemma = _group_rows(documents[first_rows], lemmas[first_rows])
    form_counts = np.bincount(of_form, row_weights, len(first_rows))
    other_counts = np.bincount(of_lemma, form_counts)[of_lemma] - form_counts
    return np.round(other_counts, 6)[of_form]  # exact zeros, so that equal rows stay equal


def _are_bounds(bounds: Integers, size: int) -> bool:
    """Return whether these are valid slice boundaries of an array of length `size`."""
    return bool(len(bounds) and bounds[0] == 0 and bounds[-1] == size and (np.diff(bounds) >= 0).all())


def _are_below(indexes: Integers, size: int) -> bool:
    """Return whether all indexes are valid for an array of length `size`."""
    return not len(indexes) or bool(indexes.min() >= 0 and indexes.max() < size)


def learn_document_vectors(book: Wordbook, text: Text, lemmas: Keys) -> DocumentVectors:
    """Compute the document vectors of a text, given the lemma hash of each word; 0 is no lemma."""
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
            else _sparse_length(vector_sum, word_indexes, slices)
        )
        lengths[lemma] = length or 1.0
        for span in slices:
            vector_sum[word_indexes[span]] = 0.0
    return lengths


def _sparse_length(vector_sum: Floats, word_indexes: Integers, slices: list[slice]) -> float:
    """Return the Euclidean norm of a vector that is zero outside the words of these slices."""
    nonzero = np.unique(np.concatenate([word_indexes[span] for span in slices]))
    return float(np.linalg.norm(vector_sum[nonzero]))


@dataclass(frozen=True, slots=True)
class RegressionSpec:
    """Features of a regression, and the label element it predicts."""

    elements: tuple[int, ...]  # columns of label hashes
    contexts: int  # number of context columns used
    target: int  # predicted column of label hashes
    documents: bool = False
    neighbours: bool = False  # uses the tags of the previous and next word


def list_regressions(settings: RankerSettings, elements: tuple[str, ...]) -> tuple[RegressionSpec, ...]:
    """Return the regressions of a model, in training order (Shah et al. 2010, sections 3.2 and 4)."""
    element_columns = tuple(range(LEMMA, LEMMA + len(elements)))
    contexts = CONTEXTS + AFFIXES * settings.affixes
    lemma = RegressionSpec((LEMMA,), contexts, LEMMA, settings.documents)
    full = RegressionSpec((FULL, *element_columns), contexts, FULL, settings.documents)
    match settings.model:
        case "full":
            return (full,)
        case "baseline":
            return (RegressionSpec((FULL,), contexts, FULL),)
        case "uni":
            return (RegressionSpec((FULL, *element_columns), WORD_COLUMN + 1, FULL),)
        case "ind":
            return lemma, RegressionSpec((TAG, *element_columns[1:]), contexts, TAG)
        case "two-pass" | "cheat":
            return full, RegressionSpec(full.elements, contexts, FULL, settings.documents, neighbours=True)
        case "element":
            if settings.element not in elements:
                raise SettingsError(
                    f"analysis-ranker: element is one of {', '.join(elements)} here, not {settings.element!r}"
                )
            column = LEMMA + elements.index(settings.element)
            return (lemma,) if column == LEMMA else (RegressionSpec((column,), contexts, column),)
        case _:
            raise ValueError(f"{settings.model} is no model of the paper")


@dataclass(frozen=True, slots=True, eq=False)
class KeyedText:
    """Text with the hashes of its contexts and of its candidate labels."""

    text: Text
    words: WordCandidates
    contexts: Keys  # (words, CONTEXT_COUNT + AFFIX_CONTEXT_COUNT)
    labels: Keys  # (rows, 2 + elements)
    gold: Keys  # (words, 2 + elements) of the gold label, 0 where there is none
    row_word: Integers

    @classmethod
    def from_text(cls, book: Wordbook, text: Text, words: WordCandidates) -> KeyedText:
        """Hash the contexts and labels of a text and its candidates."""
        labels = label_keys(book, words.values)
        has_gold, keys = gold_label_keys(book, text)
        gold = np.zeros((len(text), labels.shape[1]), dtype=np.uint64)
        gold[has_gold] = keys
        return cls(text, words, make_context_keys(book, text), labels, gold, words.row_word)


@dataclass(frozen=True, slots=True, eq=False)
class Groups:
    """Candidates of each word, grouped by the label element that a regression predicts: candidates of a group get the
    same score."""

    rows: Integers  # (groups,) first candidate row of each group
    firsts: Integers  # (words + 1,) first group of each word
    of_row: Integers  # (rows,) group of each candidate row
    gold: Integers  # (words,) group of the gold label, ABSENT if that is no candidate

    @classmethod
    def from_text(cls, keyed_text: KeyedText, column: int) -> Groups:
        """Group the candidates of each word by a column of their label hashes."""
        keys, firsts = keyed_text.labels[:, column], keyed_text.words.first_row
        if column == FULL:  # a word's labels are distinct
            row_numbers = np.arange(len(keys))
            return cls(row_numbers, firsts, row_numbers, keyed_text.words.gold)
        pairs = np.stack((keyed_text.row_word.astype(np.uint64), keys), axis=1)
        _, rows, of_row = np.unique(pairs, axis=0, return_index=True, return_inverse=True)
        word = keyed_text.row_word[rows]
        bounds = np.concatenate(([0], np.cumsum(np.bincount(word, minlength=len(keyed_text.text))))).astype(np.int64)
        gold = np.full(len(keyed_text.text), ABSENT, dtype=np.int64)
        hits = np.flatnonzero(keys[rows] == keyed_text.gold[word, column])
        gold[word[hits]] = hits
        return cls(rows, bounds, of_row.reshape(-1), gold)


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """Counts of the training data, from which the features of the regressions are computed."""

    counts: LabelCounts
    document_vectors: DocumentVectors | None
    statistic: str

    def column_count(self, spec: RegressionSpec) -> int:
        """Return the number of columns of the design matrix of a regression."""
        contexts = spec.contexts + TAG_CONTEXTS * spec.neighbours
        document_columns = DOCUMENT_COLUMNS * (spec.documents and self.document_vectors is not None)
        return len(spec.elements) * contexts + document_columns

    def make_view(
        self, book: Wordbook, keyed_text: KeyedText, spec: RegressionSpec, tags: Keys | None = None
    ) -> DesignView:
        """Return the design of one regression on a text; `tags` are the assumed tags of the words, if the regression
        uses those of neighbours."""
        groups = Groups.from_text(keyed_text, spec.target)
        contexts = keyed_text.contexts[:, : spec.contexts]
        if spec.neighbours:
            assert tags is not None
            contexts = np.hstack(
                (
                    contexts,
                    make_tag_context_keys(keyed_text.text, tags, keyed_text.contexts[:, WORD_COLUMN]),
                )
            )
        document_columns = None
        if spec.documents and self.document_vectors is not None:
            document_columns = self.document_vectors.make_columns(
                book,
                keyed_text.text,
                keyed_text.row_word[groups.rows],
                keyed_text.labels[groups.rows, LEMMA],
            )
        return DesignView(self, spec, keyed_text, groups, np.ascontiguousarray(contexts), document_columns)


@dataclass(frozen=True, slots=True, eq=False)
class DesignView:
    """Design of one regression on a text: its candidate groups and contexts, from which `make_matrix` computes the
    design matrix."""

    evidence: Evidence
    spec: RegressionSpec
    keyed_text: KeyedText
    groups: Groups
    contexts: Keys
    document_columns: Singles | None  # (groups, document columns)

    def make_matrix(self, low: int = 0, high: int | None = None) -> Singles:
        """Return (groups, columns) the design matrix of the words from `low` to `high`."""
        stop = len(self.contexts) if high is None else min(high, len(self.contexts))
        first, last = self.groups.firsts[low], self.groups.firsts[stop]
        firsts = self.groups.firsts[low : stop + 1] - first
        labels = self.keyed_text.labels[self.groups.rows[first:last]]
        values = self.evidence.counts.statistics(
            self.contexts[low:stop], firsts, labels, self.spec.elements, self.evidence.statistic
        )
        return values if self.document_columns is None else np.hstack((values, self.document_columns[first:last]))

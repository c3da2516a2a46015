"""Readings given the tree: a log-linear model of the parts of a reading given the arcs around its word, which ranks the
readings of open words once more when a tree was found, or was given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, Self

import numpy as np

from spectral_core.arrays import Floats, Integers, NamedArrays, Singles
from spectral_core.brief import brief_repr
from spectral_core.data import EMPTY, Sentence
from spectral_core.maths import regression
from spectral_core.model import Arrays
from spectral_core.models.pipeline.first_readings import GivenArcs, OpenWord
from spectral_core.models.word_features import hash_text
from spectral_core.progress import Progress, Report, ignore_progress
from spectral_core.structured import tree_evidence as kernels
from spectral_core.structured.tree_evidence import CORE, FUNCTION, OTHER, ROOT, CandidateRows, TreeWords

# attributes that are compared with those of head and children; their order is that of the hashes
_ATTRIBUTES = (
    "Case", "VerbForm", "Number", "Person", "Gender", "Definite", "Mood", "Tense", "Voice", "Degree", "PronType",
    "Number[psor]", "Person[psor]", "Number[abs]", "Person[abs]", "Number[erg]", "Person[erg]",
)  # fmt: skip
_CORE_RELATIONS = frozenset(
    (
        "nsubj", "nsubjpass", "csubj", "csubjpass", "obj", "dobj", "iobj", "ccomp", "xcomp", "obl", "cop", "aux",
        "auxpass", "expl",
    )
)  # fmt: skip
_FUNCTION_RELATIONS = frozenset(
    ("case", "mark", "det", "aux", "auxpass", "cop", "cc", "nummod", "advmod", "discourse", "clf", "neg", "flat")
)
_POSITIONS = np.array([0, 1], dtype=np.int32)  # of Case and VerbForm among the attributes
_TABLES = 3  # as what is given of an arc: nothing, the head, the relation
_EPOCHS = 3
_RATE = 0.02
_FIRST_SQUARE = 0.01  # first sum of squared gradients of AdaGrad
_PENALTY = 1e-4
_MIN_CHOICES = 100  # held-out words with several readings from which weights are fitted
_MIN_OWN_WEIGHT = 0.3  # least weight of the scores that readings had without trees
_DEFAULT_WEIGHTS = (1.0, 0.3, 0.5, 0.7)
_NO_FEATURES = (0,) * len(_ATTRIBUTES)


class ReadTrees(NamedTuple):
    """Sentences with readings, heads and relations, and the words of each whose readings are open."""

    sentences: Sequence[Sentence]
    given: Sequence[GivenArcs]
    open_words: Sequence[Sequence[OpenWord]]


class GoldChoices(NamedTuple):
    """Open words whose gold reading is a candidate, in three trees: found, and with the gold heads, found and gold
    relations."""

    trees: tuple[Sequence[Sentence], Sequence[Sentence], Sequence[Sentence]]
    open_words: Sequence[Sequence[OpenWord]]
    gold: Sequence[int]  # candidate of each open word

    def __len__(self) -> int:
        return len(self.gold)

    def in_tree(self, kind: int) -> ReadTrees:
        """Return the sentences in the trees of one kind, which is also what is given of all arcs."""
        sentences = self.trees[kind]
        return ReadTrees(sentences, [(kind,) * len(sentence) for sentence in sentences], self.open_words)


@dataclass(frozen=True, slots=True, eq=False)
class TreeEvidence:
    """Scores the candidate readings of open words by the arcs around them."""

    tables: Singles  # (tables, size) hashed weights
    weights: tuple[float, ...]  # of the scores before the tree was known, and of each table
    __repr__ = brief_repr

    @classmethod
    def learn(cls, choices: GoldChoices, report: Report = ignore_progress, seed: int = 0) -> Self:
        """Train on words whose candidates and trees are those of a model that has not seen them."""
        tables = np.zeros((_TABLES, kernels.TABLE_SIZE), dtype=np.float32)
        rng = np.random.default_rng(seed)
        for kind in range(_TABLES):
            words, rows = _encode(choices.in_tree(kind))
            gold = rows.first_row[:-1] + np.array(choices.gold, dtype=np.int64)
            weights = np.zeros(tables.size, dtype=np.float32)
            squares = np.full(tables.size, _FIRST_SQUARE, dtype=np.float32)
            for epoch in range(_EPOCHS):
                order = rng.permutation(len(gold))
                likelihood = kernels.train_epoch(words, rows, _POSITIONS, gold, order, _RATE, weights, squares)
                tables[kind] += weights.reshape(tables.shape)[kind] / _EPOCHS
                done, measures = kind * _EPOCHS + epoch + 1, {"log_likelihood": likelihood}
                report(Progress("readings in trees", done, _TABLES * _EPOCHS, measures))
        return cls(tables.astype(np.float16).astype(np.float32), _DEFAULT_WEIGHTS)

    def fit(self, held_out: GoldChoices) -> Self:
        """Return the model with the weights that make the readings of held-out words most probable (conditional
        logit), for each kind of tree."""
        if len(held_out) < _MIN_CHOICES:
            return self
        fitted = []
        for kind in range(_TABLES):
            rows, sums = self._sum_weights(held_out.in_tree(kind))
            gold = rows.first_row[:-1] + np.array(held_out.gold, dtype=np.int64)
            design = np.column_stack((rows.scores, sums[:, kind]))
            own, added = regression.fit_conditional_logit(design, rows.first_row, gold, _PENALTY).weights.tolist()
            fitted.append((max(own, _MIN_OWN_WEIGHT), max(added, 0.0)))
        own = fitted[0][0]
        return type(self)(self.tables, (own, *(added * own / other for other, added in fitted)))

    def score(self, read: ReadTrees) -> list[list[Floats]]:
        """Return new scores of the candidates of each open word of each sentence."""
        rows, sums = self._sum_weights(read)
        scores = self.weights[0] * rows.scores + sums @ np.array(self.weights[1:])
        parts = iter(np.split(scores, rows.first_row[1:-1]))
        return [[next(parts) for _ in words] for words in read.open_words]

    def _sum_weights(self, read: ReadTrees) -> tuple[CandidateRows, Floats]:
        """Return the candidates of the open words, and the sums of their weights in each table."""
        words, rows = _encode(read)
        return rows, kernels.score_rows(words, rows, _POSITIONS, self.tables.reshape(-1), _TABLES)

    def arrays(self) -> NamedArrays:
        return {"tables": self.tables.astype(np.float16), "weights": np.array(self.weights)}

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Self:
        """Restore the model; ValueError if its arrays are inconsistent."""
        tables, weights = arrays["tables"].astype(np.float32), tuple(arrays["weights"].astype(np.float64).tolist())
        if tables.shape != (_TABLES, kernels.TABLE_SIZE) or len(weights) != 1 + _TABLES:
            raise ValueError("the tables of readings in trees are not those of this version")
        return cls(tables, weights)


def _encode(read: ReadTrees) -> tuple[TreeWords, CandidateRows]:
    """Return the words of the sentences that have open words, and the candidates of these."""
    chosen = [index for index, words in enumerate(read.open_words) if words]
    sentences = [read.sentences[index] for index in chosen]
    starts = np.cumsum([0, *map(len, sentences)])
    words = _encode_words(sentences, starts, [read.given[index] for index in chosen])
    open_words = [read.open_words[index] for index in chosen]
    choices = [
        begin + word.position for begin, entries in zip(starts.tolist(), open_words, strict=False) for word in entries
    ]
    sizes = [len(word.readings) for entries in open_words for word in entries]
    hashed = [
        _hash_reading(reading.upos, reading.xpos, reading.feats)
        for entries in open_words
        for word in entries
        for reading in word.readings
    ]
    table = np.array(hashed, dtype=np.uint64).reshape(len(hashed), kernels.ROW_COLUMNS + len(_ATTRIBUTES))
    scores = np.array([score for entries in open_words for word in entries for score in word.scores], dtype=np.float64)
    rows = CandidateRows(
        np.array(choices, dtype=np.int64),
        np.cumsum([0, *sizes]).astype(np.int64),
        np.ascontiguousarray(table[:, : kernels.ROW_COLUMNS]),
        np.ascontiguousarray(table[:, kernels.ROW_COLUMNS :]),
        scores,
    )
    return words, rows


def _encode_words(sentences: Sequence[Sentence], starts: Integers, given: Sequence[GivenArcs]) -> TreeWords:
    """Return the words of the sentences in their trees."""
    rows = [
        (*_hash_word(lemma, form), *_hash_reading(upos, xpos, feats), *_hash_relation(relation))
        for sentence in sentences
        for form, lemma, upos, xpos, feats, relation in zip(
            sentence.forms, sentence.lemmas, sentence.upos, sentence.xpos, sentence.feats, sentence.deprels,
            strict=True,
        )
    ]  # fmt: skip
    size, attributes = len(rows), len(_ATTRIBUTES)
    table = np.array(rows, dtype=np.uint64).reshape(size, 2 + kernels.ROW_COLUMNS + attributes + 3)
    # in the order of the columns: lemma, UPOS, XPOS, features, form, relation, relation without subtype
    keys = np.ascontiguousarray(table[:, [0, 2, 3, 4, 1, 5 + attributes, 6 + attributes]])
    heads = np.array(
        [
            begin + head - 1 if head else ROOT
            for begin, sentence in zip(starts.tolist(), sentences, strict=False)
            for head in sentence.heads
        ],
        dtype=np.int64,
    )
    first_child, next_sibling = _link_children(heads)
    return TreeWords(
        keys,
        np.ascontiguousarray(table[:, 5 : 5 + attributes]),
        heads,
        table[:, 7 + attributes].astype(np.int32),
        np.array([arc for arcs in given for arc in arcs], dtype=np.int32),
        first_child,
        next_sibling,
    )


def _link_children(heads: Integers) -> tuple[Integers, Integers]:
    """Return (words,) the first child of each word, and (words,) the next child of the same head; -1 for none."""
    first_child, next_sibling = np.full(len(heads), -1, dtype=np.int64), np.full(len(heads), -1, dtype=np.int64)
    children = np.flatnonzero(heads >= 0)
    children = children[np.argsort(heads[children], kind="stable")]
    of_one_head = heads[children[:-1]] == heads[children[1:]]
    next_sibling[children[:-1][of_one_head]] = children[1:][of_one_head]
    is_first = np.ones(len(children), dtype=bool)
    is_first[1:] = ~of_one_head
    first_child[heads[children[is_first]]] = children[is_first]
    return first_child, next_sibling


def _hash_value(value: str) -> int:
    """Return the hash of a value; 0 for none."""
    return 0 if value == EMPTY else hash_text(value)


@lru_cache(maxsize=1 << 16)  # words repeat
def _hash_word(lemma: str, form: str) -> tuple[int, int]:
    """Return the hashes of a lemma and of a form in lower case."""
    return _hash_value(lemma), hash_text(form.lower())


@lru_cache(maxsize=1 << 14)
def _hash_reading(upos: str, xpos: str, feats: str) -> tuple[int, ...]:
    """Return the hashes of UPOS, of XPOS, of UPOS with features, and of the value of each attribute."""
    values = {} if feats == EMPTY else dict(pair.partition("=")[::2] for pair in feats.split("|"))
    attributes = tuple(_hash_value(values.get(name, EMPTY)) for name in _ATTRIBUTES) if values else _NO_FEATURES
    return hash_text(upos), hash_text(xpos), hash_text(f"{upos} {feats}"), *attributes


@lru_cache(maxsize=1 << 10)
def _hash_relation(relation: str) -> tuple[int, int, int]:
    """Return the hashes of a relation with and without its subtype, and its kind."""
    base = relation.partition(":")[0]
    kind = FUNCTION if base in _FUNCTION_RELATIONS else CORE if base in _CORE_RELATIONS else OTHER
    return hash_text(relation), hash_text(base), kind

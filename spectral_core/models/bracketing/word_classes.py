"""Word classes for bracketers: coarse classes of tags, clusters of word vectors, and finite verbs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Self

import numpy as np

from spectral_core.arrays import Floats, Integers, NamedArrays
from spectral_core.brief import brief_repr
from spectral_core.data import EMPTY, Sentence
from spectral_core.data.universal import UPOS
from spectral_core.maths.clustering import assign_clusters, kmeans
from spectral_core.maths.linalg import SparseMatrix
from spectral_core.maths.projections import compute_canonical_vectors
from spectral_core.model import Arrays, add_prefix, pack_strings, select_part, unpack_strings
from spectral_core.models.bracketing.sentences import UnpunctuatedSentence, is_punctuation

_PENN_CLASSES = """
VERB MD VB VBD VBG VBN VBP VBZ
NOUN NN NNP NNPS NNS
PRON PRP PRP$ WP WP$
ADJ JJ JJR JJS
ADV RB RBR RBS WRB
ADP IN
CONJ CC
DET DT EX PDT WDT
NUM CD
PRT POS RP TO
X FW LS SYM UH
"""
_STTS_CLASSES = """
VERB VVFIN VVIMP VVINF VVIZU VVPP VAFIN VAIMP VAINF VAPP VMFIN VMINF VMPP
NOUN NE
PRON PDAT PDS PIAT PIDAT PIS PPER PPOSAT PPOSS PRELAT PRELS PRF PROAV PAV PWAT PWAV PWS
ADJ ADJA ADJD
ADV ADV
ADP APPO APPR APPRART APZR
CONJ KOKOM KON KOUI KOUS
DET ART
NUM CARD
PRT PTKA PTKANT PTKNEG PTKVZ PTKZU
X FM ITJ TRUNC XY
"""
_SINICA_PREFIXES = (  # tag prefixes of Sinica, longer ones first
    ("V_", "VERB"), ("Nv", "NOUN"), ("Neu", "NUM"), ("Nep", "DET"), ("Nes", "DET"), ("Neq", "DET"), ("DM", "NUM"),
    ("Nh", "PRON"), ("Ng", "ADP"), ("Nf", "NOUN"), ("DE", "PRT"), ("Di", "PRT"), ("N", "NOUN"), ("V", "VERB"),
    ("P", "ADP"), ("C", "CONJ"), ("D", "ADV"), ("A", "ADJ"), ("T", "PRT"), ("I", "X"),
)  # fmt: skip
_COARSE_CLASSES = {
    tag: name
    for table in (_PENN_CLASSES, _STTS_CLASSES)
    for name, *tags in map(str.split, table.strip().splitlines())
    for tag in tags
}
_UNIVERSAL_TAGS = frozenset((*UPOS, "CONJ"))
_MIN_COUNT = 3  # minimum count of a word with its own vector
_MAX_CLUSTERED = 6000  # number of most frequent words to be clustered
_FIRST_SYLLABLE = "\u2e80"  # scripts from here on are syllabic or logographic
_EDGE = "\t#"  # sentence boundary
_RARE_PREFIX = "\t"  # prefix of the names of rare words
CLASS_SOURCES = ("auto", "words", "upos", "xpos")
_UNKNOWN_CLASS = "?"


@lru_cache(maxsize=4096)
def coarse_class(tag: str) -> str:
    """Return the coarse class of a tag; the tag itself if it is universal or from an unknown tagset."""
    if tag in _COARSE_CLASSES or tag in _UNIVERSAL_TAGS:
        return _COARSE_CLASSES.get(tag, tag)
    if any(letter.islower() or letter.isdigit() or letter == "_" for letter in tag) or len(tag) < 3:
        return next((name for prefix, name in _SINICA_PREFIXES if tag.startswith(prefix)), tag)
    return tag


@lru_cache(maxsize=4096)
def is_finite_verb(xpos: str, upos: str, feats: str) -> bool:
    """Return whether the tags of a word are those of a finite verb."""
    if xpos in ("VBD", "VBZ", "VBP", "MD") or (xpos.startswith("V") and xpos.endswith("FIN")):
        return True
    if xpos in _COARSE_CLASSES:
        return False
    if upos in ("VERB", "AUX"):
        return "VerbForm=" not in feats or "VerbForm=Fin" in feats
    return coarse_class(xpos) == "VERB"


@dataclass(frozen=True, slots=True, eq=False)
class WordVectors:
    """Unit vectors of words; rare words share those of their shape and ending."""

    words: tuple[str, ...]
    counts: Integers  # (words,)
    vectors: Floats  # (words, dimensions)
    row_of: Mapping[str, int]
    cased: bool  # whether case is preserved
    __repr__ = brief_repr

    @classmethod
    def from_vectors(cls, words: tuple[str, ...], counts: Integers, vectors: Floats, cased: bool) -> Self:
        return cls(words, counts, vectors, {word: row for row, word in enumerate(words)}, cased)

    @classmethod
    def learn(cls, sentences: Iterable[Sequence[str]], dimensions: int, cased: bool = False) -> Self:
        """Train vectors by canonical correlation analysis of left and right neighbour counts."""
        texts = [[_normalise_form(form, cased) for form in forms] for forms in sentences]
        raw_counts = Counter(word for text in texts for word in text)
        common = {word for word, times in raw_counts.items() if times >= _MIN_COUNT}
        texts = [[word if word in common else _rare_word_class(word) for word in text] for text in texts]
        counts = Counter(word for text in texts for word in text)
        words = tuple(sorted(counts))
        word_ids = {word: index for index, word in enumerate((*words, _EDGE))}
        runs = np.array([word_ids[word] for text in texts for word in (_EDGE, *text)] + [word_ids[_EDGE]])
        size = len(words) + 1
        pairs = runs[:-1] * size + runs[1:]
        codes, times = np.unique(pairs, return_counts=True)
        left, right = codes // size, codes % size
        is_left_word, is_right_word = left < len(words), right < len(words)
        rows = np.concatenate((left[is_left_word], right[is_right_word]))
        columns = np.concatenate((right[is_left_word], size + left[is_right_word]))
        values = np.concatenate((times[is_left_word], times[is_right_word])).astype(np.float64)
        vectors = compute_canonical_vectors(SparseMatrix(rows, columns, values, (len(words), 2 * size)), dimensions)
        stored = vectors.astype(np.float32).astype(np.float64)  # at file precision
        return cls.from_vectors(words, np.array([counts[word] for word in words], dtype=np.int64), stored, cased)

    def find_rows(self, forms: Sequence[str]) -> Integers:
        """Return (words,) the row of each word's vector; an unknown word has that of its rare-word class, or -1."""
        rows = np.empty(len(forms), dtype=np.int64)
        for index, form in enumerate(forms):
            word = _normalise_form(form, self.cased)
            row = self.row_of.get(word)
            rows[index] = self.row_of.get(_rare_word_class(word), -1) if row is None else row
        return rows

    def cluster(self, cluster_count: int, seed: int) -> Integers:
        """Return (words,) the cluster of each word."""
        is_mark_row = np.array([is_punctuation(word) for word in self.words])
        order = np.argsort(np.where(is_mark_row, 0, -self.counts), kind="stable")
        frequent = order[: min(_MAX_CLUSTERED, max(len(order) - int(is_mark_row.sum()), 1))]
        points, weights = self.vectors[frequent], np.sqrt(self.counts[frequent].astype(np.float64))
        centres = kmeans(
            points, min(cluster_count, len(points)), np.random.default_rng(seed), rounds=30, weights=weights
        )
        return assign_clusters(self.vectors, centres)

    def arrays(self) -> NamedArrays:
        return {
            "words": pack_strings(self.words),
            "counts": self.counts,
            "vectors": self.vectors.astype(np.float32),
            "cased": np.array(self.cased),
        }

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Self:
        vectors = arrays["vectors"].astype(np.float64)
        return cls.from_vectors(
            unpack_strings(arrays["words"]), arrays["counts"].astype(np.int64), vectors, bool(arrays["cased"])
        )


def _normalise_form(form: str, cased: bool) -> str:
    """Return a word with all digits replaced by 0, lower-cased unless `cased`; white space becomes a space, because
    line breaks cannot be stored."""
    form = form if cased else form.lower()
    if form.isalpha():
        return form
    return "".join("0" if letter.isdigit() else " " if letter.isspace() else letter for letter in form)


def _rare_word_class(word: str) -> str:
    """Return the class of a rare word: digits, capital or hyphen, and its ending."""
    kind = "0" if "0" in word else "A" if word[:1].isupper() else "-" if "-" in word else "a"
    ending = word[-1:] if word[-1:] >= _FIRST_SYLLABLE else word[-2:].lower()
    return f"{_RARE_PREFIX}{kind}{ending}"


@dataclass(frozen=True, slots=True, eq=False)
class WordClassifier:
    """Assigns words a fine and a coarse class: their tags, or clusters of word vectors."""

    source: str  # words, upos or xpos
    vectors: WordVectors  # trained on the training text
    coarse_of: Integers  # (words,) class of each vector; (0,) if tags are read
    fine_of: Integers  # (words,)
    __repr__ = brief_repr

    @classmethod
    def learn(
        cls, sentences: Sequence[Sentence], source: str, sizes: tuple[int, int, int], seed: int,
        extra_sentences: Sequence[Sentence] = (),
    ) -> Self:  # fmt: skip
        """Train on sentences; `sizes` are vector dimensions and the numbers of coarse and fine classes, used if no
        tags are read. Vectors are trained on `extra_sentences` as well."""
        dimensions, coarse, fine = sizes
        if source == "auto":
            source = next((column for column in ("xpos", "upos") if is_mostly_tagged(sentences, column)), "words")
        vectors = WordVectors.learn(
            (sentence.forms for sentence in (*sentences, *extra_sentences)), dimensions, cased=source != "words"
        )
        if source != "words":
            return cls(source, vectors, np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64))
        return cls(source, vectors, vectors.cluster(coarse, seed), vectors.cluster(fine, seed + 1))

    @property
    def uses_tags(self) -> bool:
        """True if tags are the classes of words."""
        return self.source != "words"

    def drop_unused_tags(self, sentence: Sentence) -> Sentence:
        """Return the sentence, without its tags if classes are clusters of words."""
        return sentence if self.uses_tags else Sentence.of(sentence.forms)

    def strip_punctuation(self, sentence: Sentence) -> UnpunctuatedSentence:
        """Return the sentence without its punctuation, recognised by tags if these are read."""
        return UnpunctuatedSentence.from_sentence(
            sentence, self.uses_tags and is_mostly_tagged([sentence], self.source)
        )

    def class_names(self, sentence: Sentence, unpunctuated: UnpunctuatedSentence) -> tuple[list[str], list[str]]:
        """Return the names of the fine and the coarse class of each word that is not punctuation."""
        if self.uses_tags:
            fallback_tags = sentence.upos if self.source == "xpos" else sentence.xpos
            tags = sentence.column(self.source)
            fine = [
                tags[position] if tags[position] != EMPTY else fallback_tags[position]
                for position in unpunctuated.positions
            ]
            coarse = [coarse_class(tag) for tag in fine]
            return fine, coarse
        rows = self.vectors.find_rows([sentence.forms[position] for position in unpunctuated.positions]).tolist()
        fine = [str(self.fine_of[row]) if row >= 0 else _UNKNOWN_CLASS for row in rows]
        return fine, [str(self.coarse_of[row]) if row >= 0 else _UNKNOWN_CLASS for row in rows]

    def arrays(self) -> NamedArrays:
        parts: NamedArrays = {"source": pack_strings([self.source]), "coarse": self.coarse_of, "fine": self.fine_of}
        return {**parts, **add_prefix("vectors_", self.vectors.arrays())}

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Self:
        """Restore a word classifier; ValueError if its arrays are inconsistent."""
        vectors = WordVectors.from_arrays(select_part(arrays, "vectors_"))
        (source,) = unpack_strings(arrays["source"])
        coarse, fine = (arrays[name].astype(np.int64) for name in ("coarse", "fine"))
        class_count = len(vectors.words) if source == "words" else 0
        if source not in ("words", "upos", "xpos") or not len(coarse) == len(fine) == class_count:
            raise ValueError("classes and words do not fit")
        return cls(source, vectors, coarse, fine)


def is_mostly_tagged(sentences: Sequence[Sentence], column: str) -> bool:
    """Return whether most words have a tag in this column."""
    filled = words = 0
    for sentence in sentences:
        tags = sentence.column(column)
        filled += len(tags) - tags.count(EMPTY)
        words += len(tags)
    return 2 * filled > words


def find_finite_verbs(sentence: Sentence, positions: Sequence[int]) -> list[int]:
    """Return the indexes of the words whose tags are those of finite verbs."""
    xpos, upos, feats = sentence.xpos, sentence.upos, sentence.feats
    return [
        word
        for word, position in enumerate(positions)
        if is_finite_verb(xpos[position], upos[position], feats[position])
    ]

"""Word clusters with bit paths as features of taggers and parsers, and the choice between these and clusters of the
training text itself."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Self

import numpy as np

from spectral_core.arrays import Integers, Keys, NamedArrays, hash_tuples
from spectral_core.brief import brief_repr
from spectral_core.data import Treebank
from spectral_core.model import Arrays, pack_strings, unpack_strings
from spectral_core.model.word_paths import WordPaths
from spectral_core.models.clusters.model import normalise_word
from spectral_core.models.distributional_clusters import UNKNOWN, DistributionalClusters
from spectral_core.models.word_features import TagClasses
from spectral_core.progress import Report, ignore_progress

AUTO, OWN, NONE = "auto", "own", "none"  # choices of clusters, besides the path of a file
TAGGER_PREFIXES = (4, 6, 10, 20)  # bits, besides the whole path
SHORT_PREFIX = 6  # bits of the larger cluster in arcs
_MAX_PATH = 61  # bits that are told apart
_MAX_WORDS = 100_000  # maximal number of words that a model carries, the most frequent ones
_KEY_NAMESPACE = 2_000  # hash namespace, distinct from those of spelling features and of clusters without paths
_KEY_SHIFT = np.uint64(32)  # only the upper half of a hash is kept: one unknown word in 40,000 is taken for a known one


@dataclass(frozen=True, slots=True, eq=False)
class PathClusters:
    """Clusters of known words with bit paths. A word is looked up as it is written, then without case and digits."""

    words: Keys  # (words,) sorted: upper halves of hashes
    path_ids: Integers  # (words,)
    paths: tuple[str, ...]
    source: str
    prefixes: Keys  # (paths + 1, prefixes) code of each prefix and of the whole path; the last row is of unknown words
    template_sets: ClassVar[tuple[str, ...]] = ("classes", "paths")  # feature templates of arcs that read them
    __repr__ = brief_repr

    @classmethod
    def from_table(cls, words: Keys, path_ids: Integers, paths: tuple[str, ...], source: str) -> Self:
        """Make the clusters of these words."""
        codes = [[_encode_path(path[:length]) for length in (*TAGGER_PREFIXES, _MAX_PATH)] for path in paths]
        codes.append([UNKNOWN] * (len(TAGGER_PREFIXES) + 1))
        return cls(words, path_ids, paths, source, np.array(codes, dtype=np.int64).astype(np.uint64))

    @classmethod
    def from_word_paths(cls, word_paths: WordPaths) -> Self:
        """Make the clusters of the most frequent of these words."""
        path_of = dict(zip(word_paths.words[:_MAX_WORDS], word_paths.paths[:_MAX_WORDS], strict=True))
        for word, path in list(path_of.items()):
            path_of.setdefault(normalise_word(word), path)
        paths = tuple(sorted(set(path_of.values())))
        id_of = {path: number for number, path in enumerate(paths)}
        keys = _hash_words(list(path_of))
        words, first = np.unique(keys, return_index=True)
        path_ids = np.array([id_of[path] for path in path_of.values()], dtype=np.int64)
        return cls.from_table(words, path_ids[first], paths, word_paths.source)

    def find_paths(self, words: Keys) -> Integers:
        """Return (words,) the index of the path of each word, given by the keys of its features; the number of paths
        for an unknown word."""
        from spectral_core.structured.feature_templates import FORM, LOWER

        found = np.full(len(words), len(self.paths), dtype=np.int64)
        for column in (LOWER, FORM):  # as it is written last, for that counts
            keys = words[:, column] >> _KEY_SHIFT
            indexes = np.minimum(np.searchsorted(self.words, keys), len(self.words) - 1)
            found = np.where(self.words[indexes] == keys, self.path_ids[indexes], found)
        return found

    def tagging_keys(self, words: Keys) -> Keys:
        """Return (words, prefixes) the hashed cluster features of words, given by the keys of their other features; 0
        for a word without a cluster."""
        codes = self.prefixes[self.find_paths(words)]
        columns = np.arange(codes.shape[1])
        return np.where(codes == UNKNOWN, np.uint64(0), hash_tuples(_KEY_NAMESPACE, columns, codes.astype(np.int64)))

    def arc_codes(self, words: Keys) -> Keys:
        """Return (words, 2) the codes of a larger and a smaller cluster of each word, given by the keys of its
        features."""
        codes = self.prefixes[self.find_paths(words)][:, (TAGGER_PREFIXES.index(SHORT_PREFIX), -1)]
        return hash_tuples(_KEY_NAMESPACE, np.arange(2), codes.astype(np.int64))

    def arrays(self) -> NamedArrays:
        # sorted hashes are stored as differences: these are small, so that a word takes about four bytes in all
        return {
            "words": np.diff(self.words, prepend=np.uint64(0)).astype(np.uint32),
            "path_ids": self.path_ids.astype(np.uint16), "paths": pack_strings(self.paths),
            "source": pack_strings([self.source]),
        }  # fmt: skip

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Self:
        """Restore from arrays; ValueError if they are inconsistent."""
        words, path_ids = np.cumsum(arrays["words"].astype(np.uint64)), arrays["path_ids"].astype(np.int64)
        paths = unpack_strings(arrays["paths"]) or ("",)
        if words.ndim != 1 or not len(words) or (words[1:] <= words[:-1]).any() or words.shape != path_ids.shape:
            raise ValueError("the words with classes are not in order")
        if path_ids.max() >= len(paths) or any(set(path) - {"0", "1"} for path in paths):
            raise ValueError("every word needs the path of a class")
        return cls.from_table(words, path_ids, paths, "".join(unpack_strings(arrays["source"])))


Clusters = DistributionalClusters | PathClusters


def restore_clusters(arrays: Arrays) -> Clusters | None:
    """Restore clusters of either kind; None without arrays; ValueError if they are inconsistent."""
    if not arrays:
        return None
    return PathClusters.from_arrays(arrays) if "paths" in arrays else DistributionalClusters.from_arrays(arrays)


def choose_clusters(choice: str, treebank: Treebank, report: Report = ignore_progress) -> Clusters | None:
    """Return the clusters that a setting names: `auto` takes those of the library for the language of the treebank, or
    else, as `own`, those of its own words, if it is long enough; a path names a file.

    Raises:
        SpectralError: if the file cannot be read.
    """
    if choice == NONE:
        return None
    if choice != OWN:
        from spectral_core.cluster_library import find_word_paths

        word_paths = find_word_paths("" if choice == AUTO else choice, treebank)
        if word_paths is not None:
            return _make_path_clusters(word_paths)
    return DistributionalClusters.learn(treebank, report)


@lru_cache(maxsize=2)  # a parser is trained again and again in the background
def _make_path_clusters(word_paths: WordPaths) -> PathClusters:
    """Return the clusters of these words."""
    return PathClusters.from_word_paths(word_paths)


def _encode_path(path: str) -> int:
    """Return a path as a number that is different for each path, and never 0."""
    return int("1" + path, 2)


def _hash_words(words: list[str]) -> Keys:
    """Return the upper halves of the hashes of words as they are written."""
    from spectral_core.structured.feature_templates import FORM

    keys: Keys = TagClasses.empty().extract_feature_keys(words)[:, FORM] >> _KEY_SHIFT
    return keys

"""Files of word clusters and word vectors that other programs wrote: Brown `paths`, and word2vec as text or binary."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import BinaryIO

import numpy as np

from spectral_core.arrays import Floats, Singles
from spectral_core.errors import FormatError
from spectral_core.files import open_stream
from spectral_core.model.word_paths import WordPaths

_MAX_WORDS = 200_000  # most frequent words that are read of a file of vectors
_CLUSTERS = 500  # that vectors are divided into
_MAX_DIMENSIONS = 4_096
_MAX_LINE = 1 << 20  # bytes


def read_word_paths(path: Path) -> WordPaths:
    """Read a file of clusters (path, word and count on each line) or of vectors in word2vec's formats, plain or packed
    as .gz or .xz. Vectors are clustered.

    Raises:
        FormatError: if the file is neither, or is damaged.
    """
    with open_stream(path) as file:
        first = file.readline(_MAX_LINE)
        fields = first.split()
        if first.count(b"\t") == 2 and set(fields[0]) <= set(b"01"):
            return _read_brown_paths(path, file, first)
        if len(fields) == 2 and fields[0].isdigit() and fields[1].isdigit():
            words, vectors = _read_vectors(path, file, int(fields[0]), int(fields[1]))
        elif len(fields) > 2 and _are_numbers(fields[1:]):  # without a header, as GloVe writes them
            words, vectors = _read_text_vectors(path, file, [first], len(fields) - 1, 1)
        else:
            problem = "this is neither a file of clusters nor one of word vectors"
            remedy = "Name a model of clusters, a `paths` file of Brown clusters, or vectors in word2vec's format"
            raise FormatError(path, 1, problem, remedy)
    if not words:
        raise FormatError(path, None, "this file has no word", "Choose another")
    return WordPaths(words, cluster_word_vectors(vectors), path.name)


def _are_numbers(fields: list[bytes]) -> bool:
    """Test whether all fields are numbers."""
    try:
        return all(np.isfinite(float(field)) for field in fields)
    except ValueError:
        return False


def _read_brown_paths(path: Path, file: BinaryIO, first: bytes) -> WordPaths:
    """Read the lines of a `paths` file: bit path, word and count, tab-separated."""
    rows: list[tuple[int, str, str]] = []
    line, number = first, 1
    while line:
        fields = line.rstrip(b"\r\n").split(b"\t")
        if len(fields) != 3 or set(fields[0]) - set(b"01") or not fields[2].isdigit():
            problem = "this line is not a bit path, a word and a count, separated by tabs"
            raise FormatError(path, number, problem, "Correct or delete the line")
        rows.append((-int(fields[2]), fields[1].decode("utf-8", "replace"), fields[0].decode()))
        line, number = file.readline(_MAX_LINE), number + 1
    rows.sort(key=lambda row: row[0])
    return WordPaths([word for _, word, _ in rows], [bits for _, _, bits in rows], path.name)


def _read_vectors(path: Path, file: BinaryIO, count: int, dimensions: int) -> tuple[list[str], Singles]:
    """Read the vectors after a header, as text or binary."""
    if not 1 <= dimensions <= _MAX_DIMENSIONS:
        problem = f"the header says that vectors have {dimensions:,} dimensions"
        raise FormatError(path, 1, problem, f"Choose vectors of 1 to {_MAX_DIMENSIONS:,} dimensions")
    word = _read_word(file)
    start = file.read(4 * dimensions)
    # a text vector has a blank or a sign, a digit and a point in every number; binary ones have other bytes too
    if not set(start) <= set(b"0123456789+-.eE \t\r\n") and not _is_text(start, dimensions):
        return _read_binary_vectors(path, file, word, start, min(count, _MAX_WORDS), dimensions)
    rest = word + b" " + start + (b"" if start.endswith(b"\n") else file.readline(_MAX_LINE))
    return _read_text_vectors(path, file, rest.splitlines(keepends=True), dimensions, 2, count)


def _is_text(start: bytes, dimensions: int) -> bool:
    """Test whether these bytes begin with the numbers of a vector as text."""
    fields = start.split(b"\n")[0].split()
    return len(fields) > 1 and _are_numbers(fields[:dimensions][:-1])


def _read_word(file: BinaryIO) -> bytes:
    """Read a word up to the blank before its vector."""
    word = bytearray()
    while (letter := file.read(1)) not in (b" ", b"\t", b"") and len(word) < _MAX_LINE:
        word += letter
    return bytes(word.strip(b"\r\n"))


def _read_binary_vectors(
    path: Path, file: BinaryIO, word: bytes, start: bytes, count: int, dimensions: int
) -> tuple[list[str], Singles]:
    """Read vectors of 32-bit numbers, each behind its word and a blank."""
    words: list[str] = []
    vectors = np.zeros((count, dimensions), dtype=np.float32)
    while len(start) == 4 * dimensions and len(words) < count:
        vectors[len(words)] = np.frombuffer(start, dtype="<f4")
        words.append(word.decode("utf-8", "replace"))
        word = _read_word(file)
        start = file.read(4 * dimensions)
    if len(words) < count:
        problem = f"the file ends after {len(words):,} of {count:,} vectors"
        raise FormatError(path, None, problem, "Copy or download the file again")
    return words, _check_finite(path, vectors)


def _read_text_vectors(
    path: Path, file: BinaryIO, first_lines: list[bytes], dimensions: int, number: int, count: int = _MAX_WORDS
) -> tuple[list[str], Singles]:
    """Read vectors as text, one on each line behind its word; `number` is that of the first of these lines."""
    words: list[str] = []
    rows: list[Singles] = []
    for line in islice((*first_lines, *islice(file, min(count, _MAX_WORDS))), min(count, _MAX_WORDS)):
        fields = line.rstrip().rsplit(None, dimensions)
        try:
            row = np.array(fields[1:], dtype=np.float32)
        except ValueError:
            row = np.zeros(0, dtype=np.float32)
        if len(row) != dimensions:
            problem = f"this line does not have a word and {dimensions:,} numbers"
            raise FormatError(path, number, problem, "Correct or delete the line")
        words.append(fields[0].decode("utf-8", "replace"))
        rows.append(row)
        number += 1
    return words, _check_finite(path, np.array(rows, dtype=np.float32))


def _check_finite(path: Path, vectors: Singles) -> Singles:
    """Return the vectors; FormatError if a number is not finite."""
    if not np.isfinite(vectors).all():
        raise FormatError(path, None, "a vector has numbers that are not finite", "Copy or download the file again")
    return vectors


def cluster_word_vectors(vectors: Singles) -> list[str]:
    """Return the bit path of each vector: its k-means cluster, in a tree that divides the clusters in two along their
    first principal direction, again and again."""
    from spectral_core.maths.linalg import normalise_rows
    from spectral_core.models.clusters.training import cluster_vectors

    points: Floats = normalise_rows(vectors.astype(np.float64))
    clusters = cluster_vectors(points, _CLUSTERS, 0)
    numbers, clusters = np.unique(clusters, return_inverse=True)
    sums = np.zeros((len(numbers), points.shape[1]))
    np.add.at(sums, clusters, points)
    centres = sums / np.bincount(clusters)[:, None]
    paths = [""] * len(numbers)
    groups = [np.arange(len(numbers))]
    while groups:
        group = groups.pop()
        if len(group) == 1:
            continue
        inner = centres[group] - centres[group].mean(axis=0)
        direction = np.linalg.svd(inner, full_matrices=False)[2][0]
        direction *= np.sign(direction[np.abs(direction).argmax()]) or 1.0
        order = np.argsort(inner @ direction, kind="stable")
        half = min(max(int(np.count_nonzero(inner @ direction < 0)), 1), len(group) - 1)
        for bit, part in (("0", group[order[:half]]), ("1", group[order[half:]])):
            for cluster in part.tolist():
                paths[cluster] += bit
            groups.append(part)
    return [paths[cluster] for cluster in clusters.tolist()]

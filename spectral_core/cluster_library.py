"""Word clusters that are there for a text: those of the library and of installed packages by language, and files of
clusters and vectors from elsewhere."""

from __future__ import annotations

import gzip
import importlib.util
import json
import logging
import re
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from pathlib import Path, PurePath

from spectral_core import library, store
from spectral_core.cluster_files import read_word_paths
from spectral_core.data import Treebank
from spectral_core.errors import SettingsError, SpectralError
from spectral_core.machine import user_folder
from spectral_core.model.word_paths import WordPaths
from spectral_core.models.clusters.model import WordClusters, normalise_word

_logger = logging.getLogger(__name__)
_PACKAGE = "spacy_lookups_data"  # Brown clusters of English, German and Spanish
_PACKAGE_LANGUAGES = ("en", "de", "es")
_PACKAGE_BITS = 64  # longest path of the package
_SAMPLE_SENTENCES = 500  # of a text whose language no file name tells
_FREQUENT_WORDS = 1_000  # most frequent words with clusters, which tell languages apart
_MIN_FREQUENT_SHARE = 0.4  # minimum share of a text's words that these must be
_MIN_KNOWN_SHARE = 0.6  # minimum share of its words that have clusters
_MIN_SAMPLE_WORDS = 50  # fewer words tell no language
_NAME_PARTS = re.compile(r"[^a-z]+")


def find_word_paths(path: str, treebank: Treebank) -> WordPaths | None:
    """Return the clusters in a file; or without a path those for the language of a treebank, from the library or else
    from an installed package; None if there are none.

    Raises:
        SpectralError: if the file cannot be read, or is of another kind.
    """
    if path:
        return _read_file(Path(path))
    language = find_language_by_name(treebank.path)
    words = None if language else _sample_words(treebank)
    for word_paths in _list_candidates(language):
        if words is None or _fits(words, word_paths):
            _logger.info("clusters of words: %s", word_paths.source)
            return word_paths
    return None


def _list_candidates(language: str) -> Iterator[WordPaths]:
    """Yield the clusters of a language, or of any if it is '': those of the library, the newest first, and those of the
    package."""
    for model in reversed(_list_cluster_models()):
        if language in ("", model.provenance.language):
            word_paths = _load_model(model.path, model.path.stat().st_mtime_ns)
            if word_paths is not None:
                yield word_paths
    for code in _PACKAGE_LANGUAGES if is_package_installed() else ():
        if language in ("", code):
            word_paths = read_package_clusters(code)
            if word_paths is not None:
                yield word_paths


def find_language_by_name(path: PurePath | None) -> str:
    """Return the code of the language that a file name tells, as in en_ewt-ud-train.conllu, UD_English-EWT or
    en_news.txt; '' if it tells none."""
    if path is None:
        return ""
    names = _language_codes()
    parts = _NAME_PARTS.split(path.name.lower())
    if path.name[2:3] in ("_", "-") and parts[0] in names.values():
        return parts[0]
    return next((names[part] for part in parts if part in names), "")


@lru_cache(maxsize=1)
def _language_codes() -> dict[str, str]:
    """Return the codes of the languages of the catalogue of treebanks by their lower-case names."""
    from spectral_core.treebanks.catalogue import load_catalogue

    return {entry.language.lower(): entry.code for entry in load_catalogue().entries}


def is_package_installed() -> bool:
    """Test whether the package with clusters of English, German and Spanish is installed."""
    return importlib.util.find_spec(_PACKAGE) is not None


def _list_cluster_models() -> list[library.LibraryModel]:
    """Return the word clusters of the library, the oldest first."""
    folder = user_folder("data") / library.FOLDER
    return [model for model in library.list_models(folder) if model.method == WordClusters.method]


@lru_cache(maxsize=4)
def _load_model(path: Path, modified_at: int) -> WordPaths | None:  # noqa: ARG001 - part of the key of the cache
    """Return the clusters of a model file; None, with a line in the log, if it cannot be read."""
    try:
        return _read_model(path)
    except SpectralError as error:
        _logger.warning("left out: %s", error)
        return None


def _read_model(path: Path) -> WordPaths:
    """Return the clusters of a model file."""
    model = store.load(path)
    if not isinstance(model, WordClusters):
        raise SettingsError(f"{path} is a model of {model.method}, not of clusters; name one of clusters")
    return WordPaths(model.words, model.word_paths, f"{path.stem} (library)")


def _read_file(path: Path) -> WordPaths:
    """Return the clusters of a model or of a file from elsewhere."""
    return _read_model(path) if path.suffix.lower() == ".npz" else read_word_paths(path)


@lru_cache(maxsize=len(_PACKAGE_LANGUAGES))
def read_package_clusters(language: str) -> WordPaths | None:
    """Return the clusters of a language in the installed package; None, with a line in the log, if its file cannot be
    read."""
    spec = importlib.util.find_spec(_PACKAGE)
    for folder in (spec.submodule_search_locations or ()) if spec is not None else ():
        path = Path(folder) / "data" / f"{language}_lexeme_cluster.json.gz"
        try:
            numbers = json.loads(gzip.decompress(path.read_bytes()))
            words = [word for word, number in numbers.items() if number]
            paths = decode_paths([numbers[word] for word in words])
        except (OSError, EOFError, zlib.error, ValueError, TypeError, AttributeError) as error:
            _logger.warning("left out: %s: %s", path, error)
            continue
        return WordPaths(words, paths, f"{_PACKAGE} {language}")
    return None


def decode_paths(numbers: Sequence[int]) -> list[str]:
    """Return the paths of clusters stored as numbers, whose lowest bit is the first of the path. A path ends where no
    other begins in the same way, for zeros at its end are not stored."""
    codes = {number: format(number, "b")[::-1].ljust(_PACKAGE_BITS, "0") for number in set(numbers)}
    ordered = sorted(codes.values())
    paths: dict[str, str] = {}
    for index, code in enumerate(ordered):
        shared = max(
            _measure_shared(code, other) for other in ("", *ordered[max(index - 1, 0) : index + 2]) if other != code
        )
        paths[code] = code[: shared + 1]
    return [paths[codes[number]] for number in numbers]


def _measure_shared(first: str, second: str) -> int:
    """Return the number of first bits that two codes share."""
    return next((place for place, (one, other) in enumerate(zip(first, second, strict=False)) if one != other), 0)


def _sample_words(treebank: Treebank) -> Counter[str]:
    """Return the words with letters of the first sentences, without case."""
    forms: Iterator[str] = (form for sentence in islice(treebank, _SAMPLE_SENTENCES) for form in sentence.forms)
    return Counter(normalise_word(form) for form in forms if any(map(str.isalpha, form)))


def _fits(words: Counter[str], word_paths: WordPaths) -> bool:
    """Test whether clusters are of the language of a text: most of its words have one, and many are among the most
    frequent words of the clusters."""
    total = words.total()
    if total < _MIN_SAMPLE_WORDS:
        return False
    shares = [
        sum(times for word, times in words.items() if word in known) / total for known in _select_known(word_paths)
    ]
    return shares[0] >= _MIN_FREQUENT_SHARE and shares[1] >= _MIN_KNOWN_SHARE


@lru_cache(maxsize=4)
def _select_known(word_paths: WordPaths) -> tuple[set[str], set[str]]:
    """Return the most frequent words with letters, and all words, without case."""
    frequent = islice((word for word in word_paths.words if word.isalpha()), _FREQUENT_WORDS)
    return set(map(normalise_word, frequent)), set(map(normalise_word, word_paths.words))

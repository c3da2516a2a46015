"""Library of models shared by all projects: a folder of model files, each with a profile of its training text."""

from __future__ import annotations

import logging
import os
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from spectral_core import store
from spectral_core.data import Treebank
from spectral_core.errors import FormatError, SpectralError, StoreError
from spectral_core.files import Location
from spectral_core.model import Model, Value, pack_strings, unpack_strings
from spectral_core.model.provenance import Provenance
from spectral_core.morphology.catalogue import DETECTED_LANGUAGES
from spectral_core.morphology.text_profile import TextProfile
from spectral_core.registry import METHODS, RANKER_TRAINING_ARRAYS, read_training_words

_logger = logging.getLogger(__name__)
FOLDER = "models"  # of the library, in the user's folder for data
_MAX_SENTENCES = 3_000  # sentences from which a training profile is made
_MAX_WORDS = 20_000  # most frequent words that are kept
_COUNT_ARRAYS = ("words", "tags", "relations")
_PROPERTIES_ARRAY = "said"
_PROFILE_ARRAYS = (_PROPERTIES_ARRAY, *(f"{name}{end}" for name in _COUNT_ARRAYS for end in ("", "_times")))
_UNSAFE_CHARACTERS = frozenset('/\\:*?"<>|') | set(map(chr, range(32)))  # not allowed in file names on some systems
_MAX_NAME_BYTES = 200  # of a file name, without a number and the suffix


@dataclass(frozen=True, slots=True)
class LibraryModel:
    """A model file of the library, with its method and settings."""

    path: Path
    method: str
    settings: Mapping[str, Value]
    provenance: Provenance = field(default_factory=Provenance)

    @property
    def name(self) -> str:
        """Name under which the library lists it: that of its file."""
        return self.path.stem


def list_models(folder: Location) -> tuple[LibraryModel, ...]:
    """Return the models of a folder, the oldest first; foreign files are left out."""
    models: list[tuple[int, LibraryModel]] = []
    for path in sorted(Path(folder).glob("*.npz")):
        try:
            method, settings = store.read_description(path)
            provenance, modified_at = store.read_provenance(path), path.stat().st_mtime_ns
        except (SpectralError, OSError):
            continue
        if method in METHODS:
            models.append((modified_at, LibraryModel(path, method, settings, provenance)))
    return tuple(model for _, model in sorted(models, key=lambda item: (item[0], item[1].name)))


def add_model(
    path: Location, folder: Location, name: str = "", profile: TextProfile | None = None, replaces: bool = False,
    keep_text: bool = False,
) -> LibraryModel:  # fmt: skip
    """Add a model to the library under a free name, or with `replaces` in place of the one with that name. Its file
    says of its training what it said before; `profile` is stored where it has none. The training text itself is left
    out without `keep_text`."""
    source, directory = Path(path), Path(folder)
    method, settings = store.read_description(source)
    if method not in METHODS:
        raise StoreError(source, f"this model is of a kind that this version does not know ({method})", "Update it")
    store.verify(source)
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        message = f"the folder for models could not be made: {error.strerror or error}"
        raise FormatError(directory, None, message, "Choose a disk you may write to") from None
    stem = _to_file_stem(name or source.stem) or method
    target, number = directory / f"{stem}.npz", 1
    while target.exists() and not replaces:
        number += 1
        target = directory / f"{stem} {number}.npz"
    store.copy(source, target, {} if profile is None else pack_profile(profile), keep_text)
    _logger.info("kept a model of %s in the library as %s", method, target)
    return LibraryModel(target, method, settings, store.read_provenance(target))


def _to_file_stem(name: str) -> str:
    """Return a name as the stem of a file name that every system allows; "" if nothing is left."""
    stem = "".join("-" if character in _UNSAFE_CHARACTERS else character for character in name)[:_MAX_NAME_BYTES]
    while len(os.fsencode(stem)) > _MAX_NAME_BYTES:
        stem = stem[:-1]
    return stem.strip(". ")


def read_training_profile(path: Location) -> TextProfile | None:
    """Return the profile of a model's training text, from the extra arrays of its file or from the training words of a
    ranker; None where it has neither."""
    arrays = read_profile_arrays(path)
    if set(_PROFILE_ARRAYS) <= arrays.keys():
        profile, provenance = _unpack_profile(arrays), store.read_provenance(path)
        language = provenance.language if provenance.language in DETECTED_LANGUAGES else None
        return replace(profile, script=profile.script or provenance.script, language=profile.language or language)
    ranker_arrays = store.read_arrays(path, RANKER_TRAINING_ARRAYS)
    return (
        TextProfile.from_tagged_words(*read_training_words(ranker_arrays))
        if set(RANKER_TRAINING_ARRAYS) <= ranker_arrays.keys()
        else None
    )


def make_training_profile(model: Model, treebank: Treebank) -> TextProfile:
    """Return the profile of a model's training text, in the column that the model reads, from the first sentences."""
    column = getattr(model.settings, "column", None)
    return TextProfile.from_sentences(treebank, column if isinstance(column, str) else "", _MAX_SENTENCES)


def read_profile_arrays(path: Location) -> dict[str, NDArray[np.generic]]:
    """Return the profile of a model's training text as its file stores it, for `store.save`; empty if it has none."""
    names = tuple(store.EXTRA_PREFIX + name for name in _PROFILE_ARRAYS)
    return {name.removeprefix(store.EXTRA_PREFIX): array for name, array in store.read_arrays(path, names).items()}


def pack_profile(profile: TextProfile) -> dict[str, NDArray[np.generic]]:
    """Return a profile as named arrays, to store with a model."""
    arrays: dict[str, NDArray[np.generic]] = {
        _PROPERTIES_ARRAY: pack_strings([profile.script, profile.language or "", profile.tagset])
    }
    counts = (profile.words.most_common(_MAX_WORDS), profile.tags.most_common(), profile.relations.most_common())
    for name, counted in zip(_COUNT_ARRAYS, counts, strict=True):
        arrays[name] = pack_strings([word for word, _ in counted])
        arrays[f"{name}_times"] = np.array([count for _, count in counted], dtype=np.int64)
    return arrays


def _unpack_profile(arrays: Mapping[str, NDArray[np.generic]]) -> TextProfile:
    """Return the profile stored by `pack_profile`."""
    script, language, tagset = unpack_strings(arrays[_PROPERTIES_ARRAY])
    words, tags, relations = (
        Counter(dict(zip(unpack_strings(arrays[name]), arrays[f"{name}_times"].astype(np.int64).tolist(), strict=True)))
        for name in _COUNT_ARRAYS
    )
    return TextProfile(script, language or None, tagset, words, tags, relations)

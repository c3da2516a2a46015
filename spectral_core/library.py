"""Models kept for all projects: files of one folder, each with what tells which texts it fits."""

from __future__ import annotations

import dataclasses
import logging
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from spectral_core import store
from spectral_core.analyzers.reads import TextProfile
from spectral_core.data import Treebank
from spectral_core.errors import FormatError, SpectralError, StoreError
from spectral_core.files import Location
from spectral_core.methods import METHODS, RANKER_ARRAYS, read_training_words
from spectral_core.model import Model, Value, pack, unpack

_logger = logging.getLogger(__name__)
_READ = 3_000  # sentences that tell what a model was learnt from
_MOST_WORDS = 20_000  # the commonest, that are kept
_COUNTED = ("words", "tags", "relations")
_SAID = "said"
_LABEL = (_SAID, *(f"{name}{end}" for name in _COUNTED for end in ("", "_times")))
_SIGNS = '/\\:*?"<>|'  # that a file's name may not have somewhere


@dataclass(frozen=True, slots=True)
class KeptModel:
    """A model of the library."""

    path: Path
    method: str
    settings: Mapping[str, Value]

    @property
    def name(self) -> str:
        return self.path.stem


def kept_in(folder: Location) -> tuple[KeptModel, ...]:
    """The models of a folder, the oldest first; what is none of this program is left out."""
    found: list[tuple[int, KeptModel]] = []
    for path in sorted(Path(folder).glob("*.npz")):
        try:
            method, settings = store.described(path)
            when = path.stat().st_mtime_ns
        except (SpectralError, OSError):
            continue
        if method in METHODS:
            found.append((when, KeptModel(path, method, settings)))
    return tuple(model for _, model in sorted(found, key=lambda row: (row[0], row[1].name)))


def keep(
    path: Location, folder: Location, name: str = "", reads: TextProfile | None = None, replaces: bool = False
) -> KeptModel:
    """Puts a model into the library under a name that is free, or where it `replaces` one in its place, with what it
    was learnt from where that is known."""
    source, room = Path(path), Path(folder)
    method, settings = store.described(source)
    if method not in METHODS:
        raise StoreError(source, f"this model is of a kind that this version does not know ({method})", "Update it")
    store.verify(source)
    try:
        room.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        what = f"the folder for models could not be made: {error.strerror or error}"
        raise FormatError(room, None, what, "Choose a disk you may write to") from None
    stem = "".join("-" if sign in _SIGNS else sign for sign in name or source.stem).strip(". ") or method
    target, number = room / f"{stem}.npz", 1
    while target.exists() and not replaces:
        number += 1
        target = room / f"{stem} {number}.npz"
    store.copy(source, target, {} if reads is None else label(reads))
    _logger.info("kept a model of %s in the library as %s", method, target)
    return KeptModel(target, method, settings)


def learnt_from(path: Location) -> TextProfile | None:
    """What a model was learnt from, by what is kept beside it, or by the words that a ranker has seen; None where
    neither is there."""
    beside = store.part(path, tuple(store.BESIDE + name for name in _LABEL))
    held = {name.removeprefix(store.BESIDE): array for name, array in beside.items()}
    if set(_LABEL) <= held.keys():
        return _read(held)
    seen = store.part(path, RANKER_ARRAYS)
    return TextProfile.from_tagged_words(*read_training_words(seen)) if set(RANKER_ARRAYS) <= seen.keys() else None


def reads_of(model: Model, treebank: Treebank) -> TextProfile:
    """What a model was learnt from, as it read it: by the first sentences."""
    column = dataclasses.asdict(model.settings).get("column")
    return TextProfile.from_sentences(treebank, column if isinstance(column, str) else "", _READ)


def label(reads: TextProfile) -> dict[str, NDArray[np.generic]]:
    """The arrays that are kept beside a model."""
    made: dict[str, NDArray[np.generic]] = {_SAID: pack([reads.script, reads.language or "", reads.tagset])}
    counts = (reads.words.most_common(_MOST_WORDS), reads.tags.most_common(), reads.relations.most_common())
    for name, rows in zip(_COUNTED, counts, strict=True):
        made[name] = pack([word for word, _ in rows])
        made[f"{name}_times"] = np.array([times for _, times in rows], dtype=np.int64)
    return made


def _read(held: Mapping[str, NDArray[np.generic]]) -> TextProfile:
    script, language, manner = unpack(held[_SAID])
    words, tags, relations = (
        Counter(dict(zip(unpack(held[name]), held[f"{name}_times"].astype(np.int64).tolist(), strict=True)))
        for name in _COUNTED
    )
    return TextProfile(script, language or None, manner, words, tags, relations)

"""A treebank of the list, brought into a folder: its files, from the repository of its release or from a mirror."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from spectral_core.errors import FetchError
from spectral_core.files import Location
from spectral_core.progress import Report, silent
from spectral_core.treebanks.catalogue import Offered
from spectral_core.treebanks.fetching import fetch

SOURCE = "https://raw.githubusercontent.com/UniversalDependencies"  # where its makers publish them
LICENCE = "LICENSE.txt"  # the terms, beside the files
_MISSING = 404


@dataclass(frozen=True, slots=True)
class Got:
    """The files of a treebank that are here now, those to learn from first, and those that were not there to be had."""

    folder: Path
    files: tuple[Path, ...]
    missing: tuple[str, ...] = ()


def address(entry: Offered, release: str, file: str, mirror: str = "") -> str:
    """Where a file of a treebank is. A mirror is a folder laid out like the source, or an address with {treebank},
    {release} and {file} in it."""
    base = mirror or SOURCE
    pattern = base if "{file}" in base else base.rstrip("/") + "/{treebank}/r{release}/{file}"
    told = {"treebank": entry.name, "release": release, "file": file}
    for name, value in told.items():
        pattern = pattern.replace(f"{{{name}}}", value)
    return pattern


def get(entry: Offered, release: str, folder: Location, report: Report = silent, mirror: str = "") -> Got:
    """Brings the files of a treebank into a folder; those that are there already are not fetched again."""
    place = Path(folder)
    here: list[Path] = []
    missing: list[str] = []
    for file in (*entry.files, LICENCE):
        url = address(entry, release, file, mirror)
        target = place / (url.rpartition("/")[2] or file)  # a mirror may have them packed
        try:
            if not target.exists():
                fetch(url, target, report)
        except FetchError as error:
            if error.status != _MISSING or (file == entry.files[-1] and not here):
                raise
            if file != LICENCE:
                missing.append(file)
            continue
        if file != LICENCE:
            here.append(target)
    return Got(place, tuple(here), tuple(missing))

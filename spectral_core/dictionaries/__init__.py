"""Dictionaries for readers: meanings by headword, from StarDict and Yomitan files, with limits on their size."""

from __future__ import annotations

from pathlib import Path

from spectral_core.dictionaries import stardict, yomitan
from spectral_core.dictionaries.dictionary import Dictionary, extract_gloss, make_lookup_keys
from spectral_core.errors import FormatError
from spectral_core.files import Location

__all__ = ["SUFFIXES", "Dictionary", "extract_gloss", "list_dictionary_files", "make_lookup_keys", "open_dictionary"]

SUFFIXES = (".ifo", ".zip")
_STARDICT_COMPANION_SUFFIXES = (".idx", ".idx.gz", ".dict", ".dict.dz", ".syn")


def open_dictionary(path: Location) -> Dictionary:
    """Open a dictionary from the .ifo file of StarDict or the archive of Yomitan. FormatError for a damaged one."""
    path = Path(path)
    try:
        if path.suffix.lower() == ".ifo":
            return stardict.open_stardict(path)
        if path.suffix.lower() == ".zip":
            return yomitan.open_yomitan(path)
    except OSError as error:
        raise FormatError(path, None, f"it could not be read: {error.strerror or error}", "Check the file") from None
    except MemoryError:
        raise FormatError(path, None, "it does not fit in memory", "Use a smaller dictionary") from None
    message = "the name does not tell which dictionary this is"
    raise FormatError(path, None, message, "Open the .ifo file of StarDict, or the .zip of Yomitan")


def list_dictionary_files(path: Path) -> tuple[Path, ...]:
    """Return all files of a dictionary, to be copied together."""
    if path.suffix.lower() != ".ifo":
        return (path,)
    stem = path.with_suffix("")
    companions = (stem.with_name(stem.name + suffix) for suffix in _STARDICT_COMPANION_SUFFIXES)
    return path, *(companion for companion in companions if companion.exists())

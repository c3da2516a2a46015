"""Which files are dictionaries, and opening one."""

from __future__ import annotations

from pathlib import Path

from spectral_core.dictionaries import stardict, yomitan
from spectral_core.dictionaries.dictionary import Dictionary
from spectral_core.errors import FormatError
from spectral_core.files import Location

ENDINGS = (".ifo", ".zip")
_PARTS = (".ifo", ".idx", ".idx.gz", ".dict", ".dict.dz", ".syn")


def opened(path: Location) -> Dictionary:
    """The dictionary in a file: the .ifo of StarDict, or the archive of Yomitan. What is damaged is refused."""
    path = Path(path)
    try:
        if path.suffix.lower() == ".ifo":
            return stardict.opened(path)
        if path.suffix.lower() == ".zip":
            return yomitan.opened(path)
    except OSError as error:
        raise FormatError(path, None, f"it could not be read: {error.strerror or error}", "Check the file") from None
    except MemoryError:
        raise FormatError(path, None, "it does not fit in memory", "Use a smaller dictionary") from None
    what = "the name does not tell which dictionary this is"
    raise FormatError(path, None, what, "Open the .ifo file of StarDict, or the .zip of Yomitan")


def files_of(path: Path) -> tuple[Path, ...]:
    """All files of a dictionary, to be copied together."""
    if path.suffix.lower() != ".ifo":
        return (path,)
    stem = path.with_suffix("")
    return tuple(one for ending in _PARTS if (one := stem.with_name(stem.name + ending)).exists())

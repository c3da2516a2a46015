"""Which files others can read, and which hold given words, whatever they are packed in."""

from __future__ import annotations

import zipfile
from pathlib import Path

OTHERS = 0o077


def holds(path: Path, word: str) -> bool:
    """Whether a file, or what an archive has in it, holds a word in any encoding that programs here write."""
    parts = [path.read_bytes()]
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            parts += [archive.read(name) for name in archive.namelist()]
    forms = [word.encode(encoding) for encoding in ("utf-8", "utf-16-le", "utf-32-le")]
    return any(form in part for part in parts for form in forms)


def files_with(folder: Path, word: str) -> dict[str, int]:
    """The files below a folder that hold a word, each with what it allows to others than its owner."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and holds(path, word):
            found[path.relative_to(folder).as_posix()] = path.stat().st_mode & OTHERS
    return found

"""Rights of the files that a project writes: whoever may not read all of its texts may not read them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from spectral_core.files import PRIVATE, USUAL, path_from_text, restrict, shared_rights
from spectral_core.project.folder import JOURNAL, KNOWN, LEXICON, MODELS, PROJECT_FILE

_PATTERNS = (PROJECT_FILE, KNOWN, LEXICON, f"{Path(JOURNAL).stem}*{Path(JOURNAL).suffix}*", MODELS, f"{MODELS}/*")


def list_sources(folder: Path, documents: Iterable[str]) -> tuple[Path, ...]:
    """Return the files whose sentences a project with these documents may hold: theirs, and its `project.json`, which
    stays as private as a text that was taken out, whose decisions stay."""
    return (folder / PROJECT_FILE, *(folder / path_from_text(name) for name in documents))


def rights_of_project(folder: Path, documents: Iterable[str]) -> int:
    """Return the rights that the files of a project with these documents give at most."""
    return shared_rights(list_sources(folder, documents), folder)


def rights_beside(folder: Path) -> int:
    """Return the rights of a new file in the folder of a project, as its `project.json` has them; in the folder of all
    projects of a user, it is private."""
    return shared_rights([folder / PROJECT_FILE], folder) if (folder / PROJECT_FILE).exists() else PRIVATE


def protect(folder: Path, rights: int) -> None:
    """Take from what a project has written what these rights do not give."""
    if rights == USUAL:
        return
    for pattern in _PATTERNS:
        for path in folder.glob(pattern):
            restrict(path, rights)

"""Who may read what a project keeps of its texts: nobody who may not read all of them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from spectral_core.files import PRIVATE, USUAL, path_of_text, restrict, shared_rights
from spectral_core.project.folder import FACTS, JOURNAL, KNOWN, LEXICON, MODELS

_KEPT = (FACTS, KNOWN, LEXICON, f"{Path(JOURNAL).stem}*{Path(JOURNAL).suffix}*", MODELS, f"{MODELS}/*")


def rights_of_project(folder: Path, documents: Iterable[str]) -> int:
    """Return the rights that the files of a project with these documents give at most: no more than its `project.json`,
    which stays as private as a text that was taken out, whose decisions stay."""
    return shared_rights([folder / FACTS, *(folder / path_of_text(name) for name in documents)], folder)


def rights_beside(folder: Path) -> int:
    """Return the rights of a new file in the folder of a project, as its `project.json` has them; in the folder of all
    projects of a user, it is private."""
    return shared_rights([folder / FACTS], folder) if (folder / FACTS).exists() else PRIVATE


def protect(folder: Path, rights: int) -> None:
    """Take from what a project has written what these rights do not give."""
    if rights == USUAL:
        return
    for pattern in _KEPT:
        for path in folder.glob(pattern):
            restrict(path, rights)

"""What a text file holds after it was saved, and which decisions no file holds yet."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from spectral_core.data import Treebank
from spectral_core.errors import FormatError
from spectral_core.files import read
from spectral_core.formats import loads
from spectral_core.formats.chunks import Chunks
from spectral_core.project.complaints import ProjectError
from spectral_core.project.documents import Document, Stamp, marks_of, stamp_of, whole_digest
from spectral_core.project.journal import Journal

_UNKNOWN: Stamp = (-1, -1, -1)  # of no file: what stands there is looked at again


@dataclass(frozen=True, slots=True)
class Written:
    """A treebank as it was saved, read back."""

    treebank: Treebank
    chunks: Chunks
    saved: Treebank  # as it was handed to `formats.save`
    digest: bytes
    marks: bytes
    stamp: Stamp


def written(treebank: Treebank, content: bytes, path: Path) -> Written:
    """What `formats.save` wrote of a treebank. Where the file holds something else by now, it counts as changed."""
    fresh = loads(content, path, treebank.format)
    chunks = fresh.sentences
    assert isinstance(chunks, Chunks)
    stamp = stamp_of(path)
    try:
        on_disk = read(path) == content
    except FormatError:
        on_disk = False
    return Written(fresh, chunks, treebank, whole_digest(content), marks_of(chunks), stamp if on_disk else _UNKNOWN)


def after_saving(found: Document, new: Written, act: int) -> Document:
    """The document on its new file; what was decided or undone while it was written is still to be saved."""
    if len(new.chunks) != len(found.chunks) or found.conflicts:
        what = f"{found.name} was saved, but reads back as {len(new.chunks)} sentences instead of {len(found.chunks)}"
        raise ProjectError(f"{what}. Open it again")
    base = replace(found.base, act=act, reason="saved", digest=new.digest, marks=new.marks, pending=(), appended=())
    document = Document(found.name, found.path, new.treebank, base, new.stamp, False)
    for index in sorted({*found.pending, *new.saved.edits}):
        present = found.present(index)
        if new.saved.edits.get(index) is not present and present != new.chunks[index]:
            document.pending[index] = replace(present, line=new.chunks.lines[index], source=None)
    document.base = replace(base, pending=document.numbers_pending())
    return document


def unsaved(journal: Journal, name: str) -> int:
    """How many sentences of a document that is not open its file did not hold when it was last opened or saved."""
    if (base := journal.base(name)) is None:
        return 0
    numbers = range(len(base.marks) // 8) if base.numbers is None else base.numbers
    places = {number: at for at, number in enumerate(numbers)}
    count = 0
    for number, (_, text) in journal.latest(name, base).items():
        at = places.get(number)
        if text is not None and at is not None:
            count += number in base.appended or text.raw != base.marks[8 * at : 8 * at + 8]
    return count

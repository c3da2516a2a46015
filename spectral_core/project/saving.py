"""What a text file holds after it was saved, and which decisions no file holds yet."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from spectral_core import formats
from spectral_core.data import Treebank
from spectral_core.errors import FormatError
from spectral_core.files import read, remove_leftovers, replace_atomically
from spectral_core.formats.chunks import Chunks
from spectral_core.project.complaints import ProjectError
from spectral_core.project.documents import Document, Stamp, marks_of, stamp_of, whole_digest
from spectral_core.project.journal import Journal

_UNKNOWN: Stamp = (-1, -1, -1)  # of no file: what stands there is looked at again


@dataclass(frozen=True, slots=True)
class Composed:
    """A treebank as it is to be saved, read back before anything is written."""

    treebank: Treebank
    chunks: Chunks
    saved: Treebank  # as it is shown
    packed: bytes  # what the file will hold, byte for byte
    digest: bytes
    marks: bytes


def composed(treebank: Treebank, path: Path) -> Composed:
    """What saving a treebank in its own format would write to this file."""
    content, packed = formats.composed(treebank, path, treebank.format)
    fresh = formats.loads(content, path, treebank.format)
    chunks = fresh.sentences
    assert isinstance(chunks, Chunks)
    return Composed(fresh, chunks, treebank, packed, whole_digest(content), marks_of(chunks))


def put(new: Composed, path: Path, stamp: Stamp, digest: bytes) -> Stamp:
    """Replace a file that had this stamp and held this digest when it was read, and return its new stamp: that of no
    file where another program has written it again at once. What another program wrote before that stays; then a
    ChangedMeanwhileError is raised."""

    def is_as_read(file: Path) -> bool:
        return stamp_of(file) == stamp or digest_in(file) == digest

    file = path.resolve()
    remove_leftovers(file.parent, {file.name})
    written = replace_atomically(path, [new.packed], is_as_read)
    after = stamp_of(path)
    try:
        now = path.stat()
    except OSError:
        return _UNKNOWN
    same = written is not None and (written.st_dev, written.st_ino) == (now.st_dev, now.st_ino)
    return after if same and written is not None and after[:2] == (written.st_size, written.st_mtime_ns) else _UNKNOWN


def digest_in(path: Path) -> bytes | None:
    """The digest of what a file holds; None where it cannot be read."""
    try:
        return whole_digest(read(path))
    except FormatError:
        return None


def after_saving(found: Document, new: Composed, act: int, stamp: Stamp = _UNKNOWN) -> Document:
    """The document on its new file; what was decided or undone while it was written is still to be saved."""
    if len(new.chunks) != len(found.chunks):
        raise ProjectError(
            f"{found.name} was not saved: it would read back as {len(new.chunks)} sentences instead of "
            f"{len(found.chunks)}. Undo what was changed last, and save it again"
        )
    base = replace(found.base, act=act, reason="saved", digest=new.digest, marks=new.marks, pending=(), appended=())
    document = Document(found.name, found.path, new.treebank, base, stamp, False)
    for index in sorted({*found.pending, *new.saved.edits}):
        present = found.present(index)
        if new.saved.edits.get(index) is not present and present != new.chunks[index]:
            document.pending[index] = replace(present, line=new.chunks.lines[index], source=None)
    document.base = replace(base, pending=document.numbers_pending())
    return document


def unsaved(journal: Journal, name: str, path: Path) -> int:
    """How many sentences of a document that is not open its file did not hold when it was last opened or saved."""
    held = journal.held(name)
    if not held:
        return 0
    base = held[0]
    if len(held) > 1:  # a save may have ended before it was marked
        digest = digest_in(path)
        base = next((one for one in held if one.digest == digest), base)
    numbers = range(len(base.marks) // 8) if base.numbers is None else base.numbers
    places = {number: at for at, number in enumerate(numbers)}
    count = 0
    for number, (_, text) in journal.latest(name, base).items():
        at = places.get(number)
        if text is not None and at is not None:
            count += number in base.appended or text.raw != base.marks[8 * at : 8 * at + 8]
    return count

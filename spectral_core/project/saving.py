"""Save a document: compose its file, replace it, and keep the decisions made meanwhile."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from spectral_core import formats
from spectral_core.data import Treebank
from spectral_core.errors import FormatError
from spectral_core.files import read, remove_leftovers, replace_atomically
from spectral_core.formats.chunks import Chunks
from spectral_core.project.complaints import ProjectError
from spectral_core.project.documents import Document, Stamp, digest_content, mark_sentences, read_stamp
from spectral_core.project.journal import Journal

_UNKNOWN: Stamp = (-1, -1, -1)  # of no file: what stands there is looked at again


@dataclass(frozen=True, slots=True)
class ComposedDocument:
    """A treebank as it is to be saved, read back before anything is written."""

    treebank: Treebank
    chunks: Chunks
    displayed: Treebank  # as it is shown
    file_content: bytes  # what the file will hold, byte for byte
    digest: bytes
    marks: bytes


def compose_document(treebank: Treebank, path: Path) -> ComposedDocument:
    """Compose what saving a treebank in its own format would write to this file."""
    content, file_content = formats.compose_file(treebank, path, treebank.format)
    read_back = formats.loads(content, path, treebank.format)
    chunks = read_back.sentences
    assert isinstance(chunks, Chunks)
    return ComposedDocument(read_back, chunks, treebank, file_content, digest_content(content), mark_sentences(chunks))


def replace_file(composed: ComposedDocument, path: Path, stamp: Stamp, digest: bytes) -> Stamp:
    """Replace a file that had this stamp and held this digest when it was read, and return its new stamp: that of no
    file where another program has written it again at once. What another program wrote before stays; then a
    ChangedMeanwhileError is raised."""

    def is_as_read(file: Path) -> bool:
        return read_stamp(file) == stamp or digest_file(file) == digest

    file = path.resolve()
    remove_leftovers(file.parent, {file.name})
    written = replace_atomically(path, [composed.file_content], is_as_read)
    new_stamp = read_stamp(path)
    try:
        status = path.stat()
    except OSError:
        return _UNKNOWN
    is_ours = written is not None and (written.st_dev, written.st_ino) == (status.st_dev, status.st_ino)
    return (
        new_stamp
        if is_ours and written is not None and new_stamp[:2] == (written.st_size, written.st_mtime_ns)
        else _UNKNOWN
    )


def digest_file(path: Path) -> bytes | None:
    """Return the digest of the content of a file; None where it cannot be read."""
    try:
        return digest_content(read(path))
    except FormatError:
        return None


def make_saved_document(
    document: Document, composed: ComposedDocument, edit_id: int, stamp: Stamp = _UNKNOWN
) -> Document:
    """Return the document on its new file; what was decided or undone while it was written is still to be saved."""
    if len(composed.chunks) != len(document.chunks):
        raise ProjectError(
            f"{document.name} was not saved: it would read back as {len(composed.chunks)} sentences instead of "
            f"{len(document.chunks)}. Undo what was changed last, and save it again"
        )
    base = replace(
        document.base,
        act=edit_id,
        reason="saved",
        digest=composed.digest,
        marks=composed.marks,
        pending=(),
        appended=(),
    )
    saved = Document(document.name, document.path, composed.treebank, base, stamp, False)
    for index in sorted({*document.pending, *composed.displayed.edits}):
        present = document.current_sentence(index)
        if composed.displayed.edits.get(index) is not present and present != composed.chunks[index]:
            saved.pending[index] = replace(present, line=composed.chunks.lines[index], source=None)
    saved.base = replace(base, pending=saved.pending_numbers())
    return saved


def count_unsaved(journal: Journal, name: str, path: Path) -> int:
    """Count the sentences of a closed document that its file did not hold when it was last opened or saved."""
    candidates = journal.read_possible_bases(name)
    if not candidates:
        return 0
    base = candidates[0]
    if len(candidates) > 1:  # a save may have ended before it was marked
        digest = digest_file(path)
        base = next((candidate for candidate in candidates if candidate.digest == digest), base)
    numbers = range(len(base.marks) // 8) if base.numbers is None else base.numbers
    index_by_number = {number: index for index, number in enumerate(numbers)}
    count = 0
    for number, (_, text) in journal.read_latest(name, base).items():
        index = index_by_number.get(number)
        if text is not None and index is not None:
            count += number in base.appended or text.raw != base.marks[8 * index : 8 * index + 8]
    return count

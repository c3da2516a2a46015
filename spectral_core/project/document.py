"""Document of a project: a text file as last read, its unsaved edits, and its conflicts with changes made outside."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from spectral_core.data import Sentence, Treebank
from spectral_core.deprecated import old_members
from spectral_core.formats import FORMATS
from spectral_core.formats.lazy_sentences import LazySentences
from spectral_core.progress import Report
from spectral_core.project.errors import ProjectError
from spectral_core.project.journal import JournalEntry
from spectral_core.project.journal_tables import MergeBase
from spectral_core.project.sentence_merge import Cell, diff_sentences
from spectral_core.project.stored_texts import StoredText, to_sentence, to_stored_text, without_readings

NO_DIGEST = bytes(8)  # digest of a sentence that is not in its file
WorkingCopy = dict[tuple[str, int], Sentence]  # (document, index): the sentence after the edit's changes so far
Loader = Callable[[Path, Report], Treebank]  # reads a file; the report may cancel it
Stamp = tuple[int, int, int]  # (size, mtime, ctime) of a file
UNKNOWN_STAMP: Stamp = (-1, -1, -1)  # matches no file: forces a new comparison


@old_members(mine="local", theirs="external")
@dataclass(frozen=True, slots=True)
class Conflict:
    """A sentence with local edits whose text was changed or removed outside."""

    document: str
    index: int  # current index in the file; -1 if removed
    base: Sentence | None  # state before both changes, if the journal has it
    local: Sentence
    external: Sentence | None  # None if removed
    merged: Sentence | None  # both changes, if they are compatible
    clashes: tuple[Cell, ...] = ()  # cells that both changed; `merged` has the external value


@dataclass(frozen=True, slots=True)
class OpenedDocument:
    """An opened document as shown to the user."""

    treebank: Treebank  # the file with all edits; a sentence in conflict is as in the file until resolved
    conflicts: tuple[Conflict, ...] = ()
    recovered: int = 0  # sentences with edits that the file did not hold


@dataclass(slots=True)
class Document:
    """A text file as last read, and its unsaved edits."""

    name: str
    path: Path
    treebank: Treebank  # as in the file, followed by sentences removed there and kept here
    base: MergeBase  # state of the file that the edits apply to
    stamp: Stamp
    is_recorded: bool  # whether the journal has the base
    unsaved_sentences: dict[int, Sentence] = field(default_factory=dict)  # index: sentence with unsaved edits
    conflicts: tuple[Conflict, ...] = ()
    conflict_ids: tuple[int, ...] = ()  # permanent id of each conflict's sentence
    _index_by_id: dict[int, int] | None = None

    @property
    def file_sentences(self) -> LazySentences:
        """The sentences as in the file, parsed on access, and their bytes."""
        assert isinstance(self.treebank.sentences, LazySentences)  # as `formats.load` returns
        return self.treebank.sentences

    def permanent_id_of(self, index: int) -> int:
        """Return the permanent id of the sentence at `index`."""
        return index if self.base.permanent_ids is None else self.base.permanent_ids[index]

    def index_of(self, permanent_id: int) -> int | None:
        """Return the index of the sentence with this permanent id; None if it no longer exists."""
        if self.base.permanent_ids is None:
            return permanent_id if 0 <= permanent_id < len(self.file_sentences) else None
        if self._index_by_id is None:
            self._index_by_id = {number: index for index, number in enumerate(self.base.permanent_ids)}
        return self._index_by_id.get(permanent_id)

    def current_sentence(self, index: int) -> Sentence:
        """Return the sentence at `index` with all edits."""
        edited_sentence = self.unsaved_sentences.get(index)
        return self.file_sentences[index] if edited_sentence is None else edited_sentence

    def to_stored_text(self, index: int, sentence: Sentence) -> StoredText:
        """Return `sentence`, a state of the sentence at `index`, as the journal stores it."""
        in_file = (
            self.base.sentence_digests[8 * index : 8 * index + 8] != NO_DIGEST
            and sentence == self.file_sentences[index]
        )
        return to_stored_text(sentence, self.treebank.format, self.file_sentences.get_bytes(index) if in_file else None)

    def make_entry(self, index: int, before: Sentence, after: Sentence, working_copy: WorkingCopy) -> JournalEntry:
        """Make the journal entry of a change and put its result into `working_copy`; an error if the change does not
        begin with the current sentence."""
        if not 0 <= index < len(self.file_sentences):
            raise IndexError(f"sentence {index} of {self.name}, which has {len(self.file_sentences)}")
        present = working_copy.get((self.name, index), self.current_sentence(index))
        if present != before and without_readings(present) != without_readings(before):
            problem = f"sentence {index + 1} of {self.name} has changed since you started this edit"
            raise ProjectError(f"{problem}. Check it, then repeat the change")
        working_copy[self.name, index] = after
        cells = diff_sentences(before, after)
        texts = (self.to_stored_text(index, before), self.to_stored_text(index, after))
        return JournalEntry(self.name, self.permanent_id_of(index), index, cells, *texts)

    def set_sentence(self, index: int, sentence: Sentence) -> None:
        """Set the sentence at `index` as an unsaved edit, or drop its edit if it equals the sentence in the file."""
        if (
            sentence == self.file_sentences[index]
            and self.base.sentence_digests[8 * index : 8 * index + 8] != NO_DIGEST
        ):
            self.unsaved_sentences.pop(index, None)
        else:
            self.unsaved_sentences[index] = sentence

    def current_treebank(self) -> Treebank:
        """Return the document as a treebank, with all edits."""
        return replace(self.treebank, edits=dict(self.unsaved_sentences))

    @property
    def unsaved_count(self) -> int:
        """Number of sentences with unsaved edits."""
        appended = set(range(len(self.file_sentences) - len(self.base.appended_ids), len(self.file_sentences)))
        return len(appended | self.unsaved_sentences.keys()) + len(self.conflicts)

    def list_unsaved_ids(self) -> tuple[int, ...]:
        """Return the permanent ids of the sentences with unsaved edits."""
        return tuple(
            sorted({*map(self.permanent_id_of, self.unsaved_sentences), *self.base.appended_ids, *self.conflict_ids})
        )


def read_file_stamp(path: Path) -> Stamp:
    """Return a file's size and times, to detect changes cheaply; (-1, -1, -1) if it does not exist."""
    try:
        status = path.stat()
    except OSError:
        return (-1, -1, -1)
    # ctime, because copies may keep mtime; Windows defines it differently
    return (status.st_size, status.st_mtime_ns, status.st_ctime_ns)


def with_appended_sentences(treebank: Treebank, texts: Iterable[StoredText | None]) -> Treebank:
    """Return the treebank with these sentences, None excepted, appended to the content of its file."""
    chunks = treebank.sentences
    assert isinstance(chunks, LazySentences)
    sentences = [to_sentence(text) for text in texts if text is not None]
    if not sentences:
        return treebank
    content = bytearray(chunks.content)
    starts, ends, lines = chunks.starts[:], chunks.ends[:], chunks.lines[:]
    between = match_line_endings(chunks, FORMATS[treebank.format].separator.encode())
    if content and not content.endswith(between):
        content += between if not content.endswith(b"\n") else between[len(between) // 2 :]
    line = 1 + content.count(b"\n")
    for sentence in sentences:
        piece = match_line_endings(chunks, chunks.format_sentence(replace(sentence, source=None, line=0)).encode())
        starts.append(len(content))
        ends.append(len(content) + len(piece))
        lines.append(line)
        content += piece + between
        line += piece.count(b"\n") + between.count(b"\n")
    return replace(treebank, sentences=replace(chunks, content=bytes(content), starts=starts, ends=ends, lines=lines))


def match_line_endings(chunks: LazySentences, content: bytes) -> bytes:
    """Return `content` with CRLF line endings if the file of these sentences has them."""
    needs_crlf = b"\r\n" in chunks.content[:4096] and b"\r\n" not in content
    return content.replace(b"\n", b"\r\n") if needs_crlf else content

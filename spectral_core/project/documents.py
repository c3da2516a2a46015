"""Documents: text files with the edits made to them; opening, reconciliation, conflict resolution and saving."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from hashlib import blake2b
from pathlib import Path

from spectral_core import formats
from spectral_core.data import Sentence, Treebank
from spectral_core.deprecated import old_members
from spectral_core.errors import FormatError
from spectral_core.files import read, remove_leftovers, replace_atomically
from spectral_core.formats import FORMATS, load
from spectral_core.formats.chunks import Chunks
from spectral_core.progress import Report, ignore_progress
from spectral_core.project.alignment import GONE, align
from spectral_core.project.cells import Cell, diff_sentences, merge_changes
from spectral_core.project.errors import DamagedError, ProjectError
from spectral_core.project.journal import Journal, JournalEntry
from spectral_core.project.journal_rows import Base
from spectral_core.project.texts import StoredText, digest_sentence, to_sentence, to_stored_text, without_readings

_NO_MARK = bytes(8)  # mark of a sentence that is not in its file

Running = dict[tuple[str, int], Sentence]  # (document, index): the sentence after the edit's changes so far
Loader = Callable[[Path, Report], Treebank]  # reads a file; the report may cancel it
Stamp = tuple[int, int, int]  # (size, mtime, ctime) of a file
_UNKNOWN: Stamp = (-1, -1, -1)  # matches no file: forces a new comparison
BOTH, LOCAL, EXTERNAL = "both", "mine", "theirs"


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
    """A document for display."""

    treebank: Treebank  # the file with all edits; a sentence in conflict is as in the file until resolved
    conflicts: tuple[Conflict, ...] = ()
    recovered: int = 0  # sentences with edits that the file did not hold


@dataclass(slots=True)
class Document:
    """A text file as last read, and its unsaved edits."""

    name: str
    path: Path
    treebank: Treebank  # as in the file, followed by sentences removed there and kept here
    base: Base
    stamp: Stamp
    is_recorded: bool  # whether the journal has the base
    pending: dict[int, Sentence] = field(default_factory=dict)
    conflicts: tuple[Conflict, ...] = ()
    in_conflict: tuple[int, ...] = ()  # permanent number of each conflict's sentence
    _index_by_number: dict[int, int] | None = None

    @property
    def chunks(self) -> Chunks:
        assert isinstance(self.treebank.sentences, Chunks)  # as `formats.load` returns
        return self.treebank.sentences

    def number_of(self, index: int) -> int:
        """Return the permanent number of the sentence at `index`."""
        return index if self.base.numbers is None else self.base.numbers[index]

    def index_of(self, sentence_number: int) -> int | None:
        """Return the index of the sentence with this permanent number; None if it no longer exists."""
        if self.base.numbers is None:
            return sentence_number if 0 <= sentence_number < len(self.chunks) else None
        if self._index_by_number is None:
            self._index_by_number = {number: index for index, number in enumerate(self.base.numbers)}
        return self._index_by_number.get(sentence_number)

    def current_sentence(self, index: int) -> Sentence:
        """Return the sentence at `index` with all edits."""
        decided = self.pending.get(index)
        return self.chunks[index] if decided is None else decided

    def to_stored_text(self, index: int, sentence: Sentence) -> StoredText:
        """Return the sentence at `index` as the journal stores it."""
        in_file = self.base.marks[8 * index : 8 * index + 8] != _NO_MARK and sentence == self.chunks[index]
        return to_stored_text(sentence, self.treebank.format, self.chunks.raw(index) if in_file else None)

    def make_entry(self, index: int, before: Sentence, after: Sentence, running: Running) -> JournalEntry:
        """Make the journal entry of a change; raise an error if it does not begin with the current sentence."""
        if not 0 <= index < len(self.chunks):
            raise IndexError(f"sentence {index} of {self.name}, which has {len(self.chunks)}")
        present = running.get((self.name, index), self.current_sentence(index))
        if present != before and without_readings(present) != without_readings(before):
            problem = f"sentence {index + 1} of {self.name} has changed since you started this edit"
            raise ProjectError(f"{problem}. Check it, then repeat the change")
        running[self.name, index] = after
        cells = diff_sentences(before, after)
        texts = (self.to_stored_text(index, before), self.to_stored_text(index, after))
        return JournalEntry(self.name, self.number_of(index), index, cells, *texts)

    def set_sentence(self, index: int, sentence: Sentence) -> None:
        """Apply an edit; one that equals the sentence in the file is dropped."""
        if sentence == self.chunks[index] and self.base.marks[8 * index : 8 * index + 8] != _NO_MARK:
            self.pending.pop(index, None)
        else:
            self.pending[index] = sentence

    def current_treebank(self) -> Treebank:
        """Return the file with all edits."""
        return replace(self.treebank, edits=dict(self.pending))

    @property
    def unsaved_count(self) -> int:
        """Number of sentences with unsaved edits."""
        appended = set(range(len(self.chunks) - len(self.base.appended), len(self.chunks)))
        return len(appended | self.pending.keys()) + len(self.conflicts)

    def pending_numbers(self) -> tuple[int, ...]:
        """Return the permanent numbers of the sentences with unsaved edits."""
        return tuple(sorted({*map(self.number_of, self.pending), *self.base.appended, *self.in_conflict}))


def read_stamp(path: Path) -> Stamp:
    """Return a file's size and times, to detect changes cheaply; (-1, -1, -1) if it does not exist."""
    try:
        status = path.stat()
    except OSError:
        return (-1, -1, -1)
    # ctime, because copies may keep mtime; Windows defines it differently
    return (status.st_size, status.st_mtime_ns, status.st_ctime_ns)


def digest_content(content: bytes) -> bytes:
    """Return the digest of a file's content."""
    return blake2b(content, digest_size=16).digest()


def mark_sentences(chunks: Chunks) -> bytes:
    """Return an eight-byte digest for each sentence."""
    content = memoryview(chunks.content)
    spans = zip(chunks.starts, chunks.ends, strict=True)
    return b"".join([blake2b(content[start:end], digest_size=8).digest() for start, end in spans])


def load_in_process(path: Path, report: Report) -> Treebank:  # noqa: ARG001 - as a Loader is called
    """Load the treebank in a file, in this process."""
    return load(path)


def open_document(
    name: str, path: Path, journal: Journal | None, load: Loader = load_in_process, report: Report = ignore_progress
) -> Document:
    """Open the document in a file with the edits of the journal. Nothing is written."""
    stamp = read_stamp(path)
    treebank = load(path, report)
    chunks = treebank.sentences
    assert isinstance(chunks, Chunks)
    digest = digest_content(chunks.content)
    base = None if journal is None else journal.read_base(name)
    if journal is None or base is None:
        newest_edit = 0 if journal is None else journal.last
        new_base = Base(name, newest_edit, "opened", digest, mark_sentences(chunks), None, len(chunks))
        return Document(name, path, treebank, new_base, stamp, False)
    candidates = journal.read_possible_bases(name)
    base = next((candidate for candidate in candidates if candidate.digest == digest), None)
    if base is None:
        nearest = _find_nearest_base(candidates, mark_sentences(chunks))
        latest = journal.read_latest(name, nearest)
        return _Reconciliation(name, path, treebank, nearest, journal, latest).build_document(digest, stamp)
    latest = journal.read_latest(name, base)
    appended_texts = [latest[number][1] for number in base.appended if number in latest]
    document = Document(name, path, with_appended(treebank, appended_texts), base, stamp, base is candidates[0])
    if len(document.chunks) * len(_NO_MARK) != len(base.marks):
        raise DamagedError(f"the journal is damaged: it has another number of sentences for {name} than the file")
    for number, (_, text) in latest.items():
        index = document.index_of(number)
        if text is not None and index is not None:
            in_file = text.raw is not None and text.raw == base.marks[8 * index : 8 * index + 8]
            if not in_file:
                document.set_sentence(index, to_sentence(text, document.chunks.lines[index]))
    return document


def _find_nearest_base(candidates: Sequence[Base], marks: bytes) -> Base:
    """Return the base that shares the most sentences with the file, out of those it may have held before it was changed
    outside; the first of equals."""
    present_marks = {marks[offset : offset + 8] for offset in range(0, len(marks), 8)}
    shared_counts = [
        sum(base.marks[offset : offset + 8] in present_marks for offset in range(0, len(base.marks), 8))
        for base in candidates
    ]
    return candidates[shared_counts.index(max(shared_counts))]


class _Reconciliation:
    """Reconciles a file that was changed outside with its previous version and the edits made to that."""

    def __init__(
        self,
        name: str,
        path: Path,
        treebank: Treebank,
        base: Base,
        journal: Journal,
        latest: Mapping[int, tuple[int, StoredText | None]],
    ) -> None:
        chunks = treebank.sentences
        assert isinstance(chunks, Chunks)
        self.name, self.path, self.treebank, self.base, self.journal = name, path, treebank, base, journal
        self.chunks = chunks
        self.local = {number: to_sentence(text) for number, (_, text) in latest.items() if text is not None}
        self.texts = {number: text for number, (_, text) in latest.items() if text is not None}
        size = len(base.marks) // 8
        self.numbers: Sequence[int] = range(size) if base.numbers is None else base.numbers
        self._old_sentences: dict[int, Sentence | None] = {}

    def build_document(self, digest: bytes, stamp: Stamp) -> Document:
        """Return the document with its edits moved along with their sentences; a sentence changed on both sides is in
        conflict."""
        marks = mark_sentences(self.chunks)
        new = [marks[start : start + 8] for start in range(0, len(marks), 8)]
        old = [self.base.marks[start : start + 8] for start in range(0, len(self.base.marks), 8)]
        written = self._mark_as_written(old)
        if written == new:  # saved by this program, which ended before recording it
            new_indices = list(range(len(new)))
        else:
            present = set(new)
            expected = [mark if mark in present else rewritten for mark, rewritten in zip(old, written, strict=True)]
            new_indices = align(expected, new, self._similarity, self._old_name, self._new_name)
        numbers, next_id = self._renumber(new_indices)
        pending: dict[int, Sentence] = {}
        conflicts: list[Conflict] = []
        in_conflict: list[int] = []
        appended: list[int] = []
        for old_index, number in enumerate(self.numbers):
            if number not in self.local:
                continue
            index = new_indices[old_index]
            if self.texts[number].raw == old[old_index]:  # its current state is that of its old file
                if index != GONE and old[old_index] != new[index] and self._was_saved_here(number, self.chunks[index]):
                    pending[index] = replace(self.local[number], line=self.chunks.lines[index])
                continue
            if index == GONE and number in self.base.appended:
                appended.append(number)
            elif index != GONE and (old[old_index] == new[index] or self.texts[number].raw == new[index]):
                if self.texts[number].raw != new[index]:
                    pending[index] = replace(self.local[number], line=self.chunks.lines[index])
            else:
                conflict = self._find_conflict(number, index, old[old_index])
                if conflict is not None and index != GONE and self._was_saved_here(number, self.chunks[index]):
                    pending[index] = replace(self.local[number], line=self.chunks.lines[index])
                elif conflict is not None:
                    conflicts.append(conflict)
                    in_conflict.append(number)
        treebank = with_appended(self.treebank, [self.texts[number] for number in appended])
        stored, numbers = marks + _NO_MARK * len(appended), [*numbers, *appended]
        extra = tuple(appended)
        base = Base(self.name, self.journal.last, "merged", digest, stored, array("I", numbers), next_id, (), extra)
        conflict_fields = (tuple(conflicts), tuple(in_conflict))
        document = Document(self.name, self.path, treebank, base, stamp, False, pending, *conflict_fields)
        for index, number in enumerate(appended, len(self.chunks)):
            if document.chunks[index] != self.local[number]:
                document.pending[index] = replace(self.local[number], line=document.chunks.lines[index])
        document.base = replace(base, pending=document.pending_numbers())
        return document

    def _mark_as_written(self, old_marks: list[bytes]) -> list[bytes]:
        """Return the marks of the file that saving would have written."""
        marks = list(old_marks)
        for index, number in enumerate(self.numbers):
            if number in self.local and self.texts[number].raw != old_marks[index]:
                line = self.chunks.lines[index] if index < len(self.chunks) else 0  # the line determines the row layout
                marks[index] = digest_sentence(_compose_sentence(self.chunks, replace(self.local[number], line=line)))
        return marks

    def _renumber(self, new_indices: list[int]) -> tuple[list[int], int]:
        """Return the permanent numbers of the new file's sentences, and the next free one."""
        numbers = [GONE] * len(self.chunks)
        for number, new_index in zip(self.numbers, new_indices, strict=True):
            if new_index != GONE:
                numbers[new_index] = number
        next_number = self.base.next
        for index, number in enumerate(numbers):
            if number == GONE:
                numbers[index] = next_number
                next_number += 1
        return numbers, next_number

    def _was_saved_here(self, number: int, external: Sentence) -> bool:
        """Return whether the file holds an earlier edit: saved here, then edited again before a crash."""
        earlier = map(to_sentence, self.journal.read_texts_since(self.name, number, self.base.act))
        return any(
            _compose_sentence(self.chunks, replace(sentence, line=external.line)) == external.source
            for sentence in earlier
        )

    def _find_conflict(self, number: int, new_index: int, mark: bytes) -> Conflict | None:
        """Return the conflict of a sentence changed on both sides; None if the file holds the edit."""
        local = self.local[number]
        external = None if new_index == GONE else self.chunks[new_index]
        is_saved = (
            external is not None
            and _compose_sentence(self.chunks, replace(local, line=external.line)) == external.source
        )
        if is_saved or external == local:  # saved, but the program ended before recording it
            return None
        text = None if mark == _NO_MARK else self.journal.read_known_text(self.name, number, mark)
        base = None if text is None else to_sentence(text)
        merge = None if base is None or external is None else merge_changes(base, local, external)
        sentence, clashes = (None, ()) if merge is None else (merge.sentence, merge.clashes)
        return Conflict(self.name, new_index, base, local, external, sentence, clashes)

    def _old_sentence(self, index: int) -> Sentence | None:
        if index not in self._old_sentences:
            number = self.numbers[index]
            text = None if number in self.local else self.journal.read_known_text(self.name, number)
            self._old_sentences[index] = self.local.get(number) if text is None else to_sentence(text)
        return self._old_sentences[index]

    def _similarity(self, old_index: int, new_index: int) -> float | None:
        if (old_sentence := self._old_sentence(old_index)) is None:
            return None
        return SequenceMatcher(None, old_sentence.forms, self.chunks[new_index].forms, autojunk=False).ratio()

    def _old_name(self, index: int) -> bytes:
        old_sentence = self._old_sentence(index)
        return b"" if old_sentence is None else (old_sentence.comment("sent_id") or "").encode()

    def _new_name(self, index: int) -> bytes:
        return (self.chunks[index].comment("sent_id") or "").encode(errors="replace")


def _compose_sentence(chunks: Chunks, sentence: Sentence) -> bytes:
    """Return the bytes that saving writes for an edited sentence; b"" if the format cannot hold it."""
    if sentence.source is not None:
        return sentence.source
    try:
        return _match_line_endings(chunks, chunks.write(sentence).encode())
    except (FormatError, UnicodeEncodeError):
        return b""


def with_appended(treebank: Treebank, texts: Iterable[StoredText | None]) -> Treebank:
    """Return the treebank with sentences appended after those of its file."""
    chunks = treebank.sentences
    assert isinstance(chunks, Chunks)
    sentences = [to_sentence(text) for text in texts if text is not None]
    if not sentences:
        return treebank
    content = bytearray(chunks.content)
    starts, ends, lines = chunks.starts[:], chunks.ends[:], chunks.lines[:]
    between = _match_line_endings(chunks, FORMATS[treebank.format].separator.encode())
    if content and not content.endswith(between):
        content += between if not content.endswith(b"\n") else between[len(between) // 2 :]
    for sentence in sentences:
        starts.append(len(content))
        lines.append(1 + content.count(b"\n"))
        content += _match_line_endings(chunks, chunks.write(replace(sentence, source=None, line=0)).encode())
        ends.append(len(content))
        content += between
    return replace(treebank, sentences=replace(chunks, content=bytes(content), starts=starts, ends=ends, lines=lines))


def _match_line_endings(chunks: Chunks, content: bytes) -> bytes:
    to_change = b"\r\n" in chunks.content[:4096] and b"\r\n" not in content
    return content.replace(b"\n", b"\r\n") if to_change else content


@dataclass(frozen=True, slots=True)
class ComposedDocument:
    """A treebank ready to be saved, read back before anything is written."""

    treebank: Treebank
    chunks: Chunks
    displayed: Treebank  # as displayed
    file_content: bytes  # exact content of the new file
    digest: bytes
    marks: bytes


def compose_document(treebank: Treebank, path: Path) -> ComposedDocument:
    """Compose the content that saving a treebank in its own format would write to this file."""
    content, file_content = formats.compose_file(treebank, path, treebank.format)
    read_back = formats.loads(content, path, treebank.format)
    chunks = read_back.sentences
    assert isinstance(chunks, Chunks)
    return ComposedDocument(read_back, chunks, treebank, file_content, digest_content(content), mark_sentences(chunks))


def replace_file(composed: ComposedDocument, path: Path, stamp: Stamp, digest: bytes) -> Stamp:
    """Replace a file that still has this stamp and digest, and return its new stamp, or _UNKNOWN if another program
    wrote to it meanwhile. A file that another program changed is left as it is, and a ChangedMeanwhileError is
    raised."""

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
    """Return the digest of a file's content; None if it cannot be read."""
    try:
        return digest_content(read(path))
    except FormatError:
        return None


def make_saved_document(
    document: Document, composed: ComposedDocument, edit_id: int, stamp: Stamp = _UNKNOWN
) -> Document:
    """Return the document on its new file; edits made and undone during the save remain unsaved."""
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
    """Count the sentences of a closed document with edits that its file did not hold when last opened or saved."""
    candidates = journal.read_possible_bases(name)
    if not candidates:
        return 0
    base = candidates[0]
    if len(candidates) > 1:  # a save may have ended before it was recorded
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


def resolve_conflict(conflict: Conflict, choice: str = BOTH) -> Sentence | None:
    """Return the sentence after a choice; None if it stays removed."""
    if choice not in (BOTH, LOCAL, EXTERNAL):
        raise ValueError(f"a conflict is settled by both, mine or theirs, not by {choice!r}")
    if choice == LOCAL or (choice == BOTH and conflict.external is None):
        return conflict.local
    return conflict.merged if choice == BOTH and conflict.merged is not None else conflict.external


def resolve_conflicts(document: Document, choices: Mapping[int, str]) -> tuple[Document, list[JournalEntry]]:
    """Return the document without conflicts, and the journal entries that keep the discarded versions."""
    entries: list[JournalEntry] = []
    results: list[tuple[int, Sentence | None]] = []
    kept_numbers: list[int] = []
    appended: list[StoredText | None] = []
    for position, (number, conflict) in enumerate(zip(document.in_conflict, document.conflicts, strict=True)):
        result = resolve_conflict(conflict, choices.get(position, BOTH))
        cells = () if result is None else diff_sentences(conflict.local, result)
        local_text = to_stored_text(conflict.local, document.treebank.format)
        other_texts = (
            None if sentence is None else _to_stored_text(document, conflict.index, sentence)
            for sentence in (result, conflict.external)
        )
        entry = JournalEntry(document.name, number, conflict.index, cells, local_text, *other_texts)
        entries.append(entry)
        results.append((number, result))
        if conflict.external is None and result is not None:
            kept_numbers.append(number)
            appended.append(entry.after)
    treebank = with_appended(document.treebank, appended)
    numbers = document.base.numbers
    assert numbers is not None  # a file changed outside has numbers of its own
    marks, all_appended = document.base.marks + bytes(8 * len(kept_numbers)), (*document.base.appended, *kept_numbers)
    base = replace(document.base, marks=marks, numbers=numbers + array("I", kept_numbers), appended=all_appended)
    resolved = Document(document.name, document.path, treebank, base, document.stamp, False, dict(document.pending))
    for number, result in results:
        index = resolved.index_of(number)
        if result is not None and index is not None and result != resolved.chunks[index]:
            resolved.pending[index] = replace(result, line=resolved.chunks.lines[index])
    resolved.base = replace(base, pending=resolved.pending_numbers())
    return resolved, entries


def merge_by_default(document: Document) -> Treebank:
    """Return the treebank with every conflict resolved by "both"; nothing is recorded."""
    return resolve_conflicts(document, {})[0].current_treebank() if document.conflicts else document.current_treebank()


def _to_stored_text(document: Document, index: int, sentence: Sentence) -> StoredText:
    return to_stored_text(sentence, document.treebank.format) if index < 0 else document.to_stored_text(index, sentence)

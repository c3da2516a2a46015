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
from spectral_core.files import read_file, remove_stale_files, replace_atomically
from spectral_core.formats import FORMATS, load
from spectral_core.formats.lazy_sentences import LazySentences
from spectral_core.progress import Report, ignore_progress
from spectral_core.project.alignment import REMOVED, align_sentences
from spectral_core.project.cells import Cell, diff_sentences, merge_changes
from spectral_core.project.errors import DamagedJournalError, ProjectError
from spectral_core.project.journal import Journal, JournalEntry
from spectral_core.project.journal_rows import MergeBase
from spectral_core.project.texts import StoredText, digest_sentence, to_sentence, to_stored_text, without_readings

_NO_DIGEST = bytes(8)  # digest of a sentence that is not in its file

WorkingCopy = dict[tuple[str, int], Sentence]  # (document, index): the sentence after the edit's changes so far
Loader = Callable[[Path, Report], Treebank]  # reads a file; the report may cancel it
Stamp = tuple[int, int, int]  # (size, mtime, ctime) of a file
_UNKNOWN_STAMP: Stamp = (-1, -1, -1)  # matches no file: forces a new comparison
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
    def chunks(self) -> LazySentences:
        assert isinstance(self.treebank.sentences, LazySentences)  # as `formats.load` returns
        return self.treebank.sentences

    def permanent_id_of(self, index: int) -> int:
        """Return the permanent id of the sentence at `index`."""
        return index if self.base.permanent_ids is None else self.base.permanent_ids[index]

    def index_of(self, permanent_id: int) -> int | None:
        """Return the index of the sentence with this permanent id; None if it no longer exists."""
        if self.base.permanent_ids is None:
            return permanent_id if 0 <= permanent_id < len(self.chunks) else None
        if self._index_by_id is None:
            self._index_by_id = {number: index for index, number in enumerate(self.base.permanent_ids)}
        return self._index_by_id.get(permanent_id)

    def current_sentence(self, index: int) -> Sentence:
        """Return the sentence at `index` with all edits."""
        edited_sentence = self.unsaved_sentences.get(index)
        return self.chunks[index] if edited_sentence is None else edited_sentence

    def to_stored_text(self, index: int, sentence: Sentence) -> StoredText:
        """Return the sentence at `index` as the journal stores it."""
        in_file = self.base.sentence_digests[8 * index : 8 * index + 8] != _NO_DIGEST and sentence == self.chunks[index]
        return to_stored_text(sentence, self.treebank.format, self.chunks.get_bytes(index) if in_file else None)

    def make_entry(self, index: int, before: Sentence, after: Sentence, working_copy: WorkingCopy) -> JournalEntry:
        """Make the journal entry of a change; raise an error if it does not begin with the current sentence."""
        if not 0 <= index < len(self.chunks):
            raise IndexError(f"sentence {index} of {self.name}, which has {len(self.chunks)}")
        present = working_copy.get((self.name, index), self.current_sentence(index))
        if present != before and without_readings(present) != without_readings(before):
            problem = f"sentence {index + 1} of {self.name} has changed since you started this edit"
            raise ProjectError(f"{problem}. Check it, then repeat the change")
        working_copy[self.name, index] = after
        cells = diff_sentences(before, after)
        texts = (self.to_stored_text(index, before), self.to_stored_text(index, after))
        return JournalEntry(self.name, self.permanent_id_of(index), index, cells, *texts)

    def set_sentence(self, index: int, sentence: Sentence) -> None:
        """Apply an edit; one that equals the sentence in the file is dropped."""
        if sentence == self.chunks[index] and self.base.sentence_digests[8 * index : 8 * index + 8] != _NO_DIGEST:
            self.unsaved_sentences.pop(index, None)
        else:
            self.unsaved_sentences[index] = sentence

    def current_treebank(self) -> Treebank:
        """Return the file with all edits."""
        return replace(self.treebank, edits=dict(self.unsaved_sentences))

    @property
    def unsaved_count(self) -> int:
        """Number of sentences with unsaved edits."""
        appended = set(range(len(self.chunks) - len(self.base.appended_ids), len(self.chunks)))
        return len(appended | self.unsaved_sentences.keys()) + len(self.conflicts)

    def list_unsaved_ids(self) -> tuple[int, ...]:
        """Return the permanent ids of the sentences with unsaved edits."""
        return tuple(
            sorted({*map(self.permanent_id_of, self.unsaved_sentences), *self.base.appended_ids, *self.conflict_ids})
        )


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


def digest_sentences(chunks: LazySentences) -> bytes:
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
    assert isinstance(chunks, LazySentences)
    digest = digest_content(chunks.content)
    base = None if journal is None else journal.read_base(name)
    if journal is None or base is None:
        newest_edit = 0 if journal is None else journal.last_edit_id
        new_base = MergeBase(name, newest_edit, "opened", digest, digest_sentences(chunks), None, len(chunks))
        return Document(name, path, treebank, new_base, stamp, False)
    candidates = journal.read_possible_bases(name)
    base = next((candidate for candidate in candidates if candidate.digest == digest), None)
    if base is None:
        nearest = _find_nearest_base(candidates, digest_sentences(chunks))
        latest = journal.read_unsaved_edits(name, nearest)
        return _Reconciliation(name, path, treebank, nearest, journal, latest).build_document(digest, stamp)
    latest = journal.read_unsaved_edits(name, base)
    appended_texts = [latest[number][1] for number in base.appended_ids if number in latest]
    document = Document(
        name, path, with_appended_sentences(treebank, appended_texts), base, stamp, base is candidates[0]
    )
    if len(document.chunks) * len(_NO_DIGEST) != len(base.sentence_digests):
        raise DamagedJournalError(
            f"the journal is damaged: it has another number of sentences for {name} than the file"
        )
    for number, (_, text) in latest.items():
        index = document.index_of(number)
        if text is not None and index is not None:
            in_file = (
                text.file_digest is not None and text.file_digest == base.sentence_digests[8 * index : 8 * index + 8]
            )
            if not in_file:
                document.set_sentence(index, to_sentence(text, document.chunks.lines[index]))
    return document


def _find_nearest_base(candidates: Sequence[MergeBase], file_digests: bytes) -> MergeBase:
    """Return the base that shares the most sentences with the file, out of those it may have held before it was changed
    outside; the first of equals."""
    present_digests = {file_digests[offset : offset + 8] for offset in range(0, len(file_digests), 8)}
    shared_counts = [
        sum(
            base.sentence_digests[offset : offset + 8] in present_digests
            for offset in range(0, len(base.sentence_digests), 8)
        )
        for base in candidates
    ]
    return candidates[shared_counts.index(max(shared_counts))]


class _Reconciliation:
    """Reconciliation of a file that was changed outside with its previous version and the edits of that."""

    def __init__(
        self,
        name: str,
        path: Path,
        treebank: Treebank,
        base: MergeBase,
        journal: Journal,
        latest: Mapping[int, tuple[int, StoredText | None]],
    ) -> None:
        chunks = treebank.sentences
        assert isinstance(chunks, LazySentences)
        self.name, self.path, self.treebank, self.base, self.journal = name, path, treebank, base, journal
        self.chunks = chunks
        self.local_sentences = {number: to_sentence(text) for number, (_, text) in latest.items() if text is not None}
        self.local_texts = {number: text for number, (_, text) in latest.items() if text is not None}
        size = len(base.sentence_digests) // 8
        self.permanent_ids: Sequence[int] = range(size) if base.permanent_ids is None else base.permanent_ids
        self._old_sentences: dict[int, Sentence | None] = {}

    def build_document(self, digest: bytes, stamp: Stamp) -> Document:
        """Return the document of the new file with the edits on the aligned sentences; a sentence changed on both sides
        is in conflict."""
        file_digests = digest_sentences(self.chunks)
        new_digests = [file_digests[start : start + 8] for start in range(0, len(file_digests), 8)]
        old_digests = [
            self.base.sentence_digests[start : start + 8] for start in range(0, len(self.base.sentence_digests), 8)
        ]
        saved_digests = self._compute_saved_digests(old_digests)
        if saved_digests == new_digests:  # saved by this program, which ended before recording it
            new_indices = list(range(len(new_digests)))
        else:
            present_digests = set(new_digests)
            expected_digests = [
                mark if mark in present_digests else rewritten
                for mark, rewritten in zip(old_digests, saved_digests, strict=True)
            ]
            new_indices = align_sentences(
                expected_digests, new_digests, self._compute_similarity, self._read_old_sent_id, self._read_new_sent_id
            )
        numbers, next_id = self._assign_permanent_ids(new_indices)
        unsaved_sentences: dict[int, Sentence] = {}
        conflicts: list[Conflict] = []
        conflict_ids: list[int] = []
        appended: list[int] = []
        for old_index, number in enumerate(self.permanent_ids):
            if number not in self.local_sentences:
                continue
            index = new_indices[old_index]
            if (
                self.local_texts[number].file_digest == old_digests[old_index]
            ):  # its current state is that of its old file
                if (
                    index != REMOVED
                    and old_digests[old_index] != new_digests[index]
                    and self._was_saved_here(number, self.chunks[index])
                ):
                    unsaved_sentences[index] = replace(self.local_sentences[number], line=self.chunks.lines[index])
                continue
            if index == REMOVED and number in self.base.appended_ids:
                appended.append(number)
            elif index != REMOVED and (
                old_digests[old_index] == new_digests[index]
                or self.local_texts[number].file_digest == new_digests[index]
            ):
                if self.local_texts[number].file_digest != new_digests[index]:
                    unsaved_sentences[index] = replace(self.local_sentences[number], line=self.chunks.lines[index])
            else:
                conflict = self._find_conflict(number, index, old_digests[old_index])
                if conflict is not None and index != REMOVED and self._was_saved_here(number, self.chunks[index]):
                    unsaved_sentences[index] = replace(self.local_sentences[number], line=self.chunks.lines[index])
                elif conflict is not None:
                    conflicts.append(conflict)
                    conflict_ids.append(number)
        treebank = with_appended_sentences(self.treebank, [self.local_texts[number] for number in appended])
        all_digests, numbers = file_digests + _NO_DIGEST * len(appended), [*numbers, *appended]
        appended_ids = tuple(appended)
        base = MergeBase(
            self.name,
            self.journal.last_edit_id,
            "merged",
            digest,
            all_digests,
            array("I", numbers),
            next_id,
            (),
            appended_ids,
        )
        conflict_fields = (tuple(conflicts), tuple(conflict_ids))
        document = Document(self.name, self.path, treebank, base, stamp, False, unsaved_sentences, *conflict_fields)
        for index, number in enumerate(appended, len(self.chunks)):
            if document.chunks[index] != self.local_sentences[number]:
                document.unsaved_sentences[index] = replace(
                    self.local_sentences[number], line=document.chunks.lines[index]
                )
        document.base = replace(base, unsaved_ids=document.list_unsaved_ids())
        return document

    def _compute_saved_digests(self, old_digests: list[bytes]) -> list[bytes]:
        """Return the sentence digests of the file that saving would have written."""
        marks = list(old_digests)
        for index, number in enumerate(self.permanent_ids):
            if number in self.local_sentences and self.local_texts[number].file_digest != old_digests[index]:
                line = self.chunks.lines[index] if index < len(self.chunks) else 0  # the line determines the row layout
                marks[index] = digest_sentence(
                    _compose_sentence_bytes(self.chunks, replace(self.local_sentences[number], line=line))
                )
        return marks

    def _assign_permanent_ids(self, new_indices: list[int]) -> tuple[list[int], int]:
        """Return the permanent ids of the new file's sentences, and the next free one."""
        numbers = [REMOVED] * len(self.chunks)
        for number, new_index in zip(self.permanent_ids, new_indices, strict=True):
            if new_index != REMOVED:
                numbers[new_index] = number
        next_number = self.base.next_id
        for index, number in enumerate(numbers):
            if number == REMOVED:
                numbers[index] = next_number
                next_number += 1
        return numbers, next_number

    def _was_saved_here(self, number: int, external: Sentence) -> bool:
        """Return whether the file holds an earlier edit: saved here, then edited again before a crash."""
        earlier = map(to_sentence, self.journal.read_sentence_texts_since(self.name, number, self.base.edit_id))
        return any(
            _compose_sentence_bytes(self.chunks, replace(sentence, line=external.line)) == external.source
            for sentence in earlier
        )

    def _find_conflict(self, number: int, new_index: int, mark: bytes) -> Conflict | None:
        """Return the conflict of a sentence changed on both sides; None if the file holds the edit."""
        local = self.local_sentences[number]
        external = None if new_index == REMOVED else self.chunks[new_index]
        is_saved = (
            external is not None
            and _compose_sentence_bytes(self.chunks, replace(local, line=external.line)) == external.source
        )
        if is_saved or external == local:  # saved, but the program ended before recording it
            return None
        text = None if mark == _NO_DIGEST else self.journal.read_sentence_text(self.name, number, mark)
        base = None if text is None else to_sentence(text)
        merge = None if base is None or external is None else merge_changes(base, local, external)
        sentence, clashes = (None, ()) if merge is None else (merge.sentence, merge.clashes)
        return Conflict(self.name, new_index, base, local, external, sentence, clashes)

    def _read_old_sentence(self, index: int) -> Sentence | None:
        if index not in self._old_sentences:
            number = self.permanent_ids[index]
            text = None if number in self.local_sentences else self.journal.read_sentence_text(self.name, number)
            self._old_sentences[index] = self.local_sentences.get(number) if text is None else to_sentence(text)
        return self._old_sentences[index]

    def _compute_similarity(self, old_index: int, new_index: int) -> float | None:
        """Return the similarity of the words of an old and a new sentence; None if the old one is unknown."""
        if (old_sentence := self._read_old_sentence(old_index)) is None:
            return None
        return SequenceMatcher(None, old_sentence.forms, self.chunks[new_index].forms, autojunk=False).ratio()

    def _read_old_sent_id(self, index: int) -> bytes:
        old_sentence = self._read_old_sentence(index)
        return b"" if old_sentence is None else (old_sentence.comment("sent_id") or "").encode()

    def _read_new_sent_id(self, index: int) -> bytes:
        return (self.chunks[index].comment("sent_id") or "").encode(errors="replace")


def _compose_sentence_bytes(chunks: LazySentences, sentence: Sentence) -> bytes:
    """Return the bytes that saving writes for an edited sentence; b"" if the format cannot hold it."""
    if sentence.source is not None:
        return sentence.source
    try:
        return _match_line_endings(chunks, chunks.format_sentence(sentence).encode())
    except (FormatError, UnicodeEncodeError):
        return b""


def with_appended_sentences(treebank: Treebank, texts: Iterable[StoredText | None]) -> Treebank:
    """Return the treebank with sentences appended after those of its file."""
    chunks = treebank.sentences
    assert isinstance(chunks, LazySentences)
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
        content += _match_line_endings(chunks, chunks.format_sentence(replace(sentence, source=None, line=0)).encode())
        ends.append(len(content))
        content += between
    return replace(treebank, sentences=replace(chunks, content=bytes(content), starts=starts, ends=ends, lines=lines))


def _match_line_endings(chunks: LazySentences, content: bytes) -> bytes:
    """Return the content with CRLF line endings if the file has them."""
    needs_crlf = b"\r\n" in chunks.content[:4096] and b"\r\n" not in content
    return content.replace(b"\n", b"\r\n") if needs_crlf else content


@dataclass(frozen=True, slots=True)
class ComposedDocument:
    """A treebank ready to be saved, read back before anything is written."""

    treebank: Treebank
    chunks: LazySentences
    displayed_treebank: Treebank  # the treebank to save, with its edits
    file_content: bytes  # exact content of the new file
    digest: bytes
    sentence_digests: bytes  # digests of the sentences, eight bytes each


def compose_document(treebank: Treebank, path: Path) -> ComposedDocument:
    """Compose the content that saving a treebank in its own format would write to this file."""
    content, file_content = formats.compose_file(treebank, path, treebank.format)
    read_back = formats.loads(content, path, treebank.format)
    chunks = read_back.sentences
    assert isinstance(chunks, LazySentences)
    return ComposedDocument(
        read_back, chunks, treebank, file_content, digest_content(content), digest_sentences(chunks)
    )


def replace_file(composed: ComposedDocument, path: Path, stamp: Stamp, digest: bytes) -> Stamp:
    """Replace a file that still has this stamp and digest, and return its new stamp, or _UNKNOWN if another program
    wrote to it meanwhile. A file that another program changed is left as it is, and a ChangedMeanwhileError is
    raised."""

    def is_as_read(file: Path) -> bool:
        return read_stamp(file) == stamp or digest_file(file) == digest

    file = path.resolve()
    remove_stale_files(file.parent, {file.name})
    written = replace_atomically(path, [composed.file_content], is_as_read)
    new_stamp = read_stamp(path)
    try:
        status = path.stat()
    except OSError:
        return _UNKNOWN_STAMP
    is_ours = written is not None and (written.st_dev, written.st_ino) == (status.st_dev, status.st_ino)
    return (
        new_stamp
        if is_ours and written is not None and new_stamp[:2] == (written.st_size, written.st_mtime_ns)
        else _UNKNOWN_STAMP
    )


def digest_file(path: Path) -> bytes | None:
    """Return the digest of a file's content; None if it cannot be read."""
    try:
        return digest_content(read_file(path))
    except FormatError:
        return None


def make_saved_document(
    document: Document, composed: ComposedDocument, edit_id: int, stamp: Stamp = _UNKNOWN_STAMP
) -> Document:
    """Return the document as saved in its new file; edits made and undone during the save remain unsaved."""
    if len(composed.chunks) != len(document.chunks):
        raise ProjectError(
            f"{document.name} was not saved: it would read back as {len(composed.chunks)} sentences instead of "
            f"{len(document.chunks)}. Undo what was changed last, and save it again"
        )
    base = replace(
        document.base,
        edit_id=edit_id,
        reason="saved",
        digest=composed.digest,
        sentence_digests=composed.sentence_digests,
        unsaved_ids=(),
        appended_ids=(),
    )
    saved = Document(document.name, document.path, composed.treebank, base, stamp, False)
    for index in sorted({*document.unsaved_sentences, *composed.displayed_treebank.edits}):
        present = document.current_sentence(index)
        if composed.displayed_treebank.edits.get(index) is not present and present != composed.chunks[index]:
            saved.unsaved_sentences[index] = replace(present, line=composed.chunks.lines[index], source=None)
    saved.base = replace(base, unsaved_ids=saved.list_unsaved_ids())
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
    numbers = range(len(base.sentence_digests) // 8) if base.permanent_ids is None else base.permanent_ids
    index_by_number = {number: index for index, number in enumerate(numbers)}
    count = 0
    for number, (_, text) in journal.read_unsaved_edits(name, base).items():
        index = index_by_number.get(number)
        if text is not None and index is not None:
            count += number in base.appended_ids or text.file_digest != base.sentence_digests[8 * index : 8 * index + 8]
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
    kept_ids: list[int] = []
    appended: list[StoredText | None] = []
    for position, (number, conflict) in enumerate(zip(document.conflict_ids, document.conflicts, strict=True)):
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
            kept_ids.append(number)
            appended.append(entry.after)
    treebank = with_appended_sentences(document.treebank, appended)
    numbers = document.base.permanent_ids
    assert numbers is not None  # a file changed outside has numbers of its own
    sentence_digests, all_appended = (
        document.base.sentence_digests + bytes(8 * len(kept_ids)),
        (*document.base.appended_ids, *kept_ids),
    )
    base = replace(
        document.base,
        sentence_digests=sentence_digests,
        permanent_ids=numbers + array("I", kept_ids),
        appended_ids=all_appended,
    )
    resolved = Document(
        document.name, document.path, treebank, base, document.stamp, False, dict(document.unsaved_sentences)
    )
    for number, result in results:
        index = resolved.index_of(number)
        if result is not None and index is not None and result != resolved.chunks[index]:
            resolved.unsaved_sentences[index] = replace(result, line=resolved.chunks.lines[index])
    resolved.base = replace(base, unsaved_ids=resolved.list_unsaved_ids())
    return resolved, entries


def merge_by_default(document: Document) -> Treebank:
    """Return the treebank with every conflict resolved by "both"; nothing is recorded."""
    return resolve_conflicts(document, {})[0].current_treebank() if document.conflicts else document.current_treebank()


def _to_stored_text(document: Document, index: int, sentence: Sentence) -> StoredText:
    return to_stored_text(sentence, document.treebank.format) if index < 0 else document.to_stored_text(index, sentence)

"""A text file of a project under its decisions: which of them it does not hold, and what was changed in it outside."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from hashlib import blake2b
from pathlib import Path

from spectral_core.data import Sentence, Treebank
from spectral_core.errors import FormatError
from spectral_core.formats import FORMATS, load
from spectral_core.formats.chunks import Chunks
from spectral_core.progress import Report, silent
from spectral_core.project.alignment import GONE, align
from spectral_core.project.bases import Base
from spectral_core.project.cells import Cell, differences, merged
from spectral_core.project.complaints import DamagedError, ProjectError
from spectral_core.project.journal import Journal, Turn
from spectral_core.project.texts import StoredText, digest_of, sentence_of, text_of, without_readings

_NOWHERE = bytes(8)  # the mark of a sentence that is not in its file

Running = dict[tuple[str, int], Sentence]  # (document, index): the sentence after the changes of one act so far
Loader = Callable[[Path, Report], Treebank]  # what reads a file, and may be ended by a report
Stamp = tuple[int, int, int]  # (size, time of its last change, time of its last change of any kind) of a file


@dataclass(frozen=True, slots=True)
class Conflict:
    """A sentence that was decided on here while its text was changed, or taken out, outside."""

    document: str
    index: int  # where it stands in the file now; -1 where it was taken out
    base: Sentence | None  # as it was before both changes, where the journal knows
    mine: Sentence
    theirs: Sentence | None  # None where it was taken out
    merged: Sentence | None  # both changes, where they can stand together
    clashes: tuple[Cell, ...] = ()  # cells that both changed, in which `merged` has theirs


@dataclass(frozen=True, slots=True)
class Opened:
    """A document as it is shown."""

    treebank: Treebank  # the file under all decisions; a sentence in conflict stands as in the file until it is settled
    conflicts: tuple[Conflict, ...] = ()
    recovered: int = 0  # sentences with decisions that the file did not hold


@dataclass(slots=True)
class Document:
    """A text file as it was read last, and the decisions it does not hold."""

    name: str
    path: Path
    treebank: Treebank  # as in the file, and behind that what was taken out there and kept here
    base: Base
    stamp: Stamp
    marked: bool  # whether the journal has the base
    pending: dict[int, Sentence] = field(default_factory=dict)
    conflicts: tuple[Conflict, ...] = ()
    in_conflict: tuple[int, ...] = ()  # the number of each conflict's sentence
    _places: dict[int, int] | None = None

    @property
    def chunks(self) -> Chunks:
        assert isinstance(self.treebank.sentences, Chunks)  # what `formats.load` gives
        return self.treebank.sentences

    def number(self, index: int) -> int:
        """The number for good of the sentence at `index`."""
        return index if self.base.numbers is None else self.base.numbers[index]

    def place(self, number: int) -> int | None:
        """Where the sentence with this number stands; None where it is no longer there."""
        if self.base.numbers is None:
            return number if 0 <= number < len(self.chunks) else None
        if self._places is None:
            self._places = {known: at for at, known in enumerate(self.base.numbers)}
        return self._places.get(number)

    def present(self, index: int) -> Sentence:
        """The sentence at `index` under all decisions."""
        decided = self.pending.get(index)
        return self.chunks[index] if decided is None else decided

    def as_stored(self, index: int, sentence: Sentence) -> StoredText:
        """The sentence at `index` as the journal keeps it."""
        in_file = self.base.marks[8 * index : 8 * index + 8] != _NOWHERE and sentence == self.chunks[index]
        return text_of(sentence, self.treebank.format, self.chunks.raw(index) if in_file else None)

    def turn(self, index: int, before: Sentence, after: Sentence, running: Running) -> Turn:
        """A change as the journal keeps it; one that does not begin with what stands is refused."""
        if not 0 <= index < len(self.chunks):
            raise IndexError(f"sentence {index} of {self.name}, which has {len(self.chunks)}")
        present = running.get((self.name, index), self.present(index))
        if present != before and without_readings(present) != without_readings(before):
            what = f"sentence {index + 1} of {self.name} is not what it was when this change of it was begun"
            raise ProjectError(f"{what}. Look at it again, then repeat the change")
        running[self.name, index] = after
        cells = differences(before, after)
        texts = (self.as_stored(index, before), self.as_stored(index, after))
        return Turn(self.name, self.number(index), index, cells, *texts)

    def put(self, index: int, sentence: Sentence) -> None:
        """Takes a decision over; one that says what the file says is none."""
        if sentence == self.chunks[index] and self.base.marks[8 * index : 8 * index + 8] != _NOWHERE:
            self.pending.pop(index, None)
        else:
            self.pending[index] = sentence

    def shown(self) -> Treebank:
        """The file under all decisions."""
        return replace(self.treebank, edits=dict(self.pending))

    @property
    def unsaved(self) -> int:
        """How many sentences the file does not hold as they are now."""
        behind = set(range(len(self.chunks) - len(self.base.appended), len(self.chunks)))
        return len(behind | self.pending.keys()) + len(self.conflicts)

    def numbers_pending(self) -> tuple[int, ...]:
        """The numbers of the sentences whose decisions the file does not hold."""
        return tuple(sorted({*map(self.number, self.pending), *self.base.appended, *self.in_conflict}))


def stamp_of(path: Path) -> Stamp:
    """What tells cheaply that a file is as it was; (-1, -1, -1) where there is none."""
    try:
        status = path.stat()
    except OSError:
        return (-1, -1, -1)
    # the second time is there because copies may keep the first; Windows has another meaning for it
    return (status.st_size, status.st_mtime_ns, status.st_ctime_ns)


def whole_digest(content: bytes) -> bytes:
    """What tells that a file is as it was."""
    return blake2b(content, digest_size=16).digest()


def marks_of(chunks: Chunks) -> bytes:
    """Eight bytes for each sentence."""
    content = memoryview(chunks.content)
    spans = zip(chunks.starts, chunks.ends, strict=True)
    return b"".join([blake2b(content[start:end], digest_size=8).digest() for start, end in spans])


def loaded(path: Path, report: Report) -> Treebank:  # noqa: ARG001 - as a Loader is called
    """The treebank in a file, read here and now."""
    return load(path)


def opened(name: str, path: Path, journal: Journal | None, load: Loader = loaded, report: Report = silent) -> Document:
    """The document as it stands in its file, under the decisions of the journal. Nothing is written."""
    stamp = stamp_of(path)
    treebank = load(path, report)
    chunks = treebank.sentences
    assert isinstance(chunks, Chunks)
    digest = whole_digest(chunks.content)
    base = None if journal is None else journal.base(name)
    if journal is None or base is None:
        last = 0 if journal is None else journal.last
        fresh = Base(name, last, "opened", digest, marks_of(chunks), None, len(chunks))
        return Document(name, path, treebank, fresh, stamp, False)
    held = journal.held(name)
    base = next((one for one in held if one.digest == digest), None)
    if base is None:
        nearest = _nearest(held, marks_of(chunks))
        latest = journal.latest(name, nearest)
        return _Reconciliation(name, path, treebank, nearest, journal, latest).document(digest, stamp)
    latest = journal.latest(name, base)
    kept = [latest[number][1] for number in base.appended if number in latest]
    document = Document(name, path, with_appended(treebank, kept), base, stamp, base is held[0])
    if len(document.chunks) * len(_NOWHERE) != len(base.marks):
        raise DamagedError(f"the journal is damaged: it has another number of sentences for {name} than the file")
    for number, (_, text) in latest.items():
        place = document.place(number)
        if text is not None and place is not None:
            in_file = text.raw is not None and text.raw == base.marks[8 * place : 8 * place + 8]
            if not in_file:
                document.put(place, sentence_of(text, document.chunks.lines[place]))
    return document


def _nearest(held: Sequence[Base], marks: bytes) -> Base:
    """Of what a file may have held before it was changed outside, what most of its sentences are from; the first of
    equals."""
    there = {marks[at : at + 8] for at in range(0, len(marks), 8)}
    shared = [sum(one.marks[at : at + 8] in there for at in range(0, len(one.marks), 8)) for one in held]
    return held[shared.index(max(shared))]


class _Reconciliation:
    """A file that was changed outside, the file as it was, and the decisions made on that."""

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
        self.mine = {number: sentence_of(text) for number, (_, text) in latest.items() if text is not None}
        self.texts = {number: text for number, (_, text) in latest.items() if text is not None}
        size = len(base.marks) // 8
        self.numbers: Sequence[int] = range(size) if base.numbers is None else base.numbers
        self._known: dict[int, Sentence | None] = {}

    def document(self, digest: bytes, stamp: Stamp) -> Document:
        """The document whose decisions followed their sentences; where both sides changed one, there is a conflict."""
        marks = marks_of(self.chunks)
        new = [marks[at : at + 8] for at in range(0, len(marks), 8)]
        old = [self.base.marks[at : at + 8] for at in range(0, len(self.base.marks), 8)]
        written = self._as_written(old)
        if written == new:  # saved by the window, which ended before it could say so
            places = list(range(len(new)))
        else:
            there = set(new)
            wanted = [one if one in there else two for one, two in zip(old, written, strict=True)]
            places = align(wanted, new, self._alike, self._old_name, self._new_name)
        numbers, following = self._renumbered(places)
        pending: dict[int, Sentence] = {}
        conflicts: list[Conflict] = []
        in_conflict: list[int] = []
        appended: list[int] = []
        for at, number in enumerate(self.numbers):
            if number not in self.mine:
                continue
            place = places[at]
            if self.texts[number].raw == old[at]:  # what it is now is what its file held
                if place != GONE and old[at] != new[place] and self._was_mine(number, self.chunks[place]):
                    pending[place] = replace(self.mine[number], line=self.chunks.lines[place])
                continue
            if place == GONE and number in self.base.appended:
                appended.append(number)
            elif place != GONE and (old[at] == new[place] or self.texts[number].raw == new[place]):
                if self.texts[number].raw != new[place]:
                    pending[place] = replace(self.mine[number], line=self.chunks.lines[place])
            else:
                conflict = self._conflict(number, place, old[at])
                if conflict is not None and place != GONE and self._was_mine(number, self.chunks[place]):
                    pending[place] = replace(self.mine[number], line=self.chunks.lines[place])
                elif conflict is not None:
                    conflicts.append(conflict)
                    in_conflict.append(number)
        treebank = with_appended(self.treebank, [self.texts[number] for number in appended])
        kept, numbers = marks + _NOWHERE * len(appended), [*numbers, *appended]
        behind = tuple(appended)
        base = Base(self.name, self.journal.last, "merged", digest, kept, array("I", numbers), following, (), behind)
        open_ones = (tuple(conflicts), tuple(in_conflict))
        document = Document(self.name, self.path, treebank, base, stamp, False, pending, *open_ones)
        for place, number in enumerate(appended, len(self.chunks)):
            if document.chunks[place] != self.mine[number]:
                document.pending[place] = replace(self.mine[number], line=document.chunks.lines[place])
        document.base = replace(base, pending=document.numbers_pending())
        return document

    def _as_written(self, old: list[bytes]) -> list[bytes]:
        """The marks of the file that saving would have written."""
        found = list(old)
        for at, number in enumerate(self.numbers):
            if number in self.mine and self.texts[number].raw != old[at]:
                line = self.chunks.lines[at] if at < len(self.chunks) else 0  # which tells the layout of its rows
                found[at] = digest_of(_written(self.chunks, replace(self.mine[number], line=line)))
        return found

    def _renumbered(self, places: list[int]) -> tuple[list[int], int]:
        numbers = [GONE] * len(self.chunks)
        for number, place in zip(self.numbers, places, strict=True):
            if place != GONE:
                numbers[place] = number
        following = self.base.next
        for at, number in enumerate(numbers):
            if number == GONE:
                numbers[at] = following
                following += 1
        return numbers, following

    def _was_mine(self, number: int, theirs: Sentence) -> bool:
        """Whether the file holds an earlier decision: saved here, then decided anew, and ended before that was said."""
        earlier = map(sentence_of, self.journal.texts(self.name, number, self.base.act))
        return any(_written(self.chunks, replace(one, line=theirs.line)) == theirs.source for one in earlier)

    def _conflict(self, number: int, place: int, mark: bytes) -> Conflict | None:
        mine = self.mine[number]
        theirs = None if place == GONE else self.chunks[place]
        saved = theirs is not None and _written(self.chunks, replace(mine, line=theirs.line)) == theirs.source
        if saved or theirs == mine:  # saved, but the program ended before it could say so
            return None
        text = None if mark == _NOWHERE else self.journal.known(self.name, number, mark)
        base = None if text is None else sentence_of(text)
        both = None if base is None or theirs is None else merged(base, mine, theirs)
        sentence, clashes = (None, ()) if both is None else (both.sentence, both.clashes)
        return Conflict(self.name, place, base, mine, theirs, sentence, clashes)

    def _old(self, at: int) -> Sentence | None:
        if at not in self._known:
            number = self.numbers[at]
            text = None if number in self.mine else self.journal.known(self.name, number)
            self._known[at] = self.mine.get(number) if text is None else sentence_of(text)
        return self._known[at]

    def _alike(self, at: int, place: int) -> float | None:
        if (known := self._old(at)) is None:
            return None
        return SequenceMatcher(None, known.forms, self.chunks[place].forms, autojunk=False).ratio()

    def _old_name(self, at: int) -> bytes:
        known = self._old(at)
        return b"" if known is None else (known.comment("sent_id") or "").encode()

    def _new_name(self, place: int) -> bytes:
        return (self.chunks[place].comment("sent_id") or "").encode(errors="replace")


def _written(chunks: Chunks, sentence: Sentence) -> bytes:
    """What saving writes for a decision; b"" where the format has no place for it."""
    if sentence.source is not None:
        return sentence.source
    try:
        return _in_lines_of(chunks, chunks.write(sentence).encode())
    except (FormatError, UnicodeEncodeError):
        return b""


def with_appended(treebank: Treebank, texts: Iterable[StoredText | None]) -> Treebank:
    """The treebank with further sentences behind those of its file."""
    chunks = treebank.sentences
    assert isinstance(chunks, Chunks)
    found = [sentence_of(text) for text in texts if text is not None]
    if not found:
        return treebank
    content = bytearray(chunks.content)
    starts, ends, lines = chunks.starts[:], chunks.ends[:], chunks.lines[:]
    between = _in_lines_of(chunks, FORMATS[treebank.format].between.encode())
    if content and not content.endswith(between):
        content += between if not content.endswith(b"\n") else between[len(between) // 2 :]
    for sentence in found:
        starts.append(len(content))
        lines.append(1 + content.count(b"\n"))
        content += _in_lines_of(chunks, chunks.write(replace(sentence, source=None, line=0)).encode())
        ends.append(len(content))
        content += between
    return replace(treebank, sentences=replace(chunks, content=bytes(content), starts=starts, ends=ends, lines=lines))


def _in_lines_of(chunks: Chunks, content: bytes) -> bytes:
    to_change = b"\r\n" in chunks.content[:4096] and b"\r\n" not in content
    return content.replace(b"\n", b"\r\n") if to_change else content

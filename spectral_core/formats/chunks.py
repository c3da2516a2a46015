"""The sentences of a file as ranges of its bytes, each parsed when it is asked for: what makes opening fast."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from pathlib import Path

from spectral_core.data import Sentence
from spectral_core.data.treebank import Sentences
from spectral_core.errors import FormatError
from spectral_core.files import read_range

Cut = Callable[[bytes, int], "Chunks"]


@dataclass(frozen=True, slots=True, repr=False)
class Chunks(Sentences):
    """A file's bytes, cut into sentences; what stands between them is kept as it is."""

    content: bytes
    starts: array[int]  # (sentences,) typecode "Q": where each begins
    ends: array[int]  # (sentences,) and ends, separators and the last line break not included
    lines: array[int]  # (sentences,) the number of its first line, from 1
    parse: Callable[[bytes, int], Sentence]  # (its bytes, its first line); a module's function: it is sent to processes
    write: Callable[[Sentence], str]  # an edited sentence in this file's own layout, without a last line break
    cut: Cut  # (bytes from the beginning of a sentence on, its first line): they are cut as the whole file was
    settle: Callable[[Sentence], Sentence] | None = None  # gives an edited sentence the readings its file will have
    _last: list[tuple[int, Sentence]] = field(default_factory=list, init=False, compare=False)  # the one read last

    def __len__(self) -> int:
        return len(self.starts)

    def sentence_at(self, index: int) -> Sentence:
        last = self._last[:1]  # every panel asks for the sentence that is shown; it is read once
        if last and last[0][0] == index:
            return last[0][1]
        sentence = self.parse(self.raw(index), self.lines[index])
        self._last[:] = [(index, sentence)]
        return sentence

    def __iter__(self) -> Iterator[Sentence]:
        return map(self.parse, map(self.raw, range(len(self))), self.lines)

    def with_file_readings(self, sentence: Sentence) -> Sentence:
        return sentence if self.settle is None else self.settle(sentence)

    def raw(self, index: int) -> bytes:
        """The bytes of a sentence as they stand in the file."""
        return self.content[self.starts[index] : self.ends[index]]

    def part(self, first: int, last: int, path: Path) -> FilePart:
        """The sentences from `first` up to `last`, as a range of the file at `path`, where these bytes were read."""
        begin, end, line = self.starts[first], self.ends[last - 1], self.lines[first]
        here = replace(self, starts=self.starts[first:last], ends=self.ends[first:last], lines=self.lines[first:last])
        text = self.content[begin:end]
        again = self.cut(text, line)
        places = _relative(here, begin)
        alike = _relative(again, 0) == places
        digest = blake2b(text, digest_size=16).digest()
        return FilePart(path, begin, end, line, last - first, digest, self.cut, () if alike else places, [here])


Places = tuple["array[int]", ...]  # starts, ends and lines


def _relative(chunks: Chunks, begin: int) -> Places:
    starts, ends = (array("Q", [place - begin for place in places]) for places in (chunks.starts, chunks.ends))
    return starts, ends, chunks.lines


@dataclass(frozen=True, slots=True, repr=False)
class FilePart(Sentences):
    """Some sentences of a file that stand together: sent to another process without their text, and read there."""

    path: Path
    begin: int  # the range of bytes, of the unpacked file
    end: int
    line: int  # where it begins
    size: int  # sentences
    digest: bytes  # of these bytes: whether the file is still as it was
    cut: Cut
    places: Places = ()  # of the sentences, where `cut` does not find them without the rest of the file
    opened: list[Chunks] = field(default_factory=list, compare=False)  # none or one, and never sent

    def __reduce__(self) -> tuple[type[FilePart], tuple[Path, int, int, int, int, bytes, Cut, Places]]:
        return FilePart, (self.path, self.begin, self.end, self.line, self.size, self.digest, self.cut, self.places)

    def __len__(self) -> int:
        return self.size

    def sentence_at(self, index: int) -> Sentence:
        return self.chunks[index]

    def __iter__(self) -> Iterator[Sentence]:
        return iter(self.chunks)

    @property
    def chunks(self) -> Chunks:
        """The sentences with their text; a file that was changed since it was parted is refused."""
        if not self.opened:
            text = read_range(self.path, self.begin, self.end)
            if blake2b(text, digest_size=16).digest() != self.digest:
                what = "the file was changed since its sentences were shared out"
                raise FormatError(self.path, self.line, what, "Open it again, and start again")
            chunks = self.cut(text, self.line)
            if self.places:
                starts, ends, lines = self.places
                chunks = replace(chunks, starts=starts, ends=ends, lines=lines)
            self.opened.append(chunks)
        return self.opened[0]

"""The sentences of a file as ranges of its bytes, each parsed when it is asked for: what makes opening fast."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import overload

from spectral_core.data import Sentence


@dataclass(frozen=True, slots=True, repr=False)
class Chunks(Sequence[Sentence]):
    """A file's bytes, cut into sentences; what stands between them is kept as it is."""

    content: bytes
    starts: array[int]  # (sentences,) typecode "Q": where each begins
    ends: array[int]  # (sentences,) and ends, separators and the last line break not included
    lines: array[int]  # (sentences,) the number of its first line, from 1
    parse: Callable[
        [bytes, int], Sentence
    ]  # (the sentence's bytes, its first line); a module's function: it is sent to processes
    write: Callable[[Sentence], str]  # an edited sentence in this file's own layout, without a last line break
    _last: list[tuple[int, Sentence]] = field(default_factory=list, init=False, compare=False)  # the one read last

    def __len__(self) -> int:
        return len(self.starts)

    @overload
    def __getitem__(self, index: int) -> Sentence: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Sentence]: ...
    def __getitem__(self, index: int | slice) -> Sentence | Sequence[Sentence]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        last = self._last[:1]  # every panel asks for the sentence that is shown; it is read once
        if last and last[0][0] == index:
            return last[0][1]
        sentence = self.parse(self.content[self.starts[index] : self.ends[index]], self.lines[index])
        self._last[:] = [(index, sentence)]
        return sentence

    def __iter__(self) -> Iterator[Sentence]:
        return map(self.parse, map(self.raw, range(len(self))), self.lines)

    def raw(self, index: int) -> bytes:
        """The bytes of a sentence as they stand in the file."""
        return self.content[self.starts[index] : self.ends[index]]

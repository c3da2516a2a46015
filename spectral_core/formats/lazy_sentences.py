"""Sentences of a file as byte ranges, parsed on access, so that opening is fast."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from pathlib import Path

from spectral_core.data import Sentence
from spectral_core.data.treebank import Sentences
from spectral_core.errors import FormatError
from spectral_core.files import read_byte_range

PartIndexer = Callable[[bytes, int], "LazySentences"]
Offsets = tuple["array[int]", ...]  # starts, ends and lines


@dataclass(frozen=True, slots=True, repr=False)
class LazySentences(Sentences):
    """A file's bytes divided into sentences; the bytes between them are kept unchanged."""

    content: bytes
    starts: array[int]  # (sentences,) typecode "Q": begin of each
    ends: array[int]  # (sentences,) end of each, without separators and the final line break
    lines: array[int]  # (sentences,) number of the first line, from 1
    # (bytes, first line); a module-level function, so that it can be pickled
    parse_sentence: Callable[[bytes, int], Sentence]
    # formats an edited sentence in this file's layout, without a final line break
    format_sentence: Callable[[Sentence], str]
    index_sentences_in_part: PartIndexer  # (bytes from a sentence on, first line): divides a part like the whole file
    reconcile: Callable[[Sentence], Sentence] | None = None  # implements `with_file_readings`
    # at most one (index, sentence): the sentence parsed last
    _last_parsed: list[tuple[int, Sentence]] = field(default_factory=list, init=False, compare=False)

    def __len__(self) -> int:
        return len(self.starts)

    def sentence_at(self, index: int) -> Sentence:
        """Return the sentence at an index, from 0, parsed unless it was the last one parsed."""
        last = self._last_parsed[:1]  # every panel requests the displayed sentence; parse it once
        if last and last[0][0] == index:
            return last[0][1]
        sentence = self.parse_sentence(self.get_bytes(index), self.lines[index])
        self._last_parsed[:] = [(index, sentence)]
        return sentence

    def __iter__(self) -> Iterator[Sentence]:
        return map(self.parse_sentence, map(self.get_bytes, range(len(self))), self.lines)

    def with_file_readings(self, sentence: Sentence) -> Sentence:
        """Return an edited sentence with the readings that its file will hold, where the format changes them."""
        return sentence if self.reconcile is None else self.reconcile(sentence)

    def get_bytes(self, index: int) -> bytes:
        """Return the bytes of a sentence in the file."""
        return self.content[self.starts[index] : self.ends[index]]

    def part(self, first: int, last: int, path: Path) -> FilePart:
        """Return the sentences from `first` up to `last` as a byte range of their file at `path`."""
        begin, end, line = self.starts[first], self.ends[last - 1], self.lines[first]
        part_chunks = replace(
            self, starts=self.starts[first:last], ends=self.ends[first:last], lines=self.lines[first:last]
        )
        text = self.content[begin:end]
        reindexed = self.index_sentences_in_part(text, line)
        offsets = _compute_relative_offsets(part_chunks, begin)
        is_same = _compute_relative_offsets(reindexed, 0) == offsets
        digest = blake2b(text, digest_size=16).digest()
        return FilePart(
            path,
            begin,
            end,
            line,
            last - first,
            digest,
            self.index_sentences_in_part,
            () if is_same else offsets,
            [part_chunks],
        )


def _compute_relative_offsets(chunks: LazySentences, begin: int) -> Offsets:
    """Return the starts and ends of the sentences relative to the byte `begin`, and their line numbers."""
    starts, ends = (array("Q", [offset - begin for offset in offsets]) for offsets in (chunks.starts, chunks.ends))
    return starts, ends, chunks.lines


@dataclass(frozen=True, slots=True, repr=False)
class FilePart(Sentences):
    """Consecutive sentences of a file, sent to another process without their text and read there."""

    path: Path
    begin: int  # byte range of the uncompressed file
    end: int
    line: int  # first line of the range
    size: int  # number of sentences
    digest: bytes  # of these bytes: detects changes of the file
    index_sentences_in_part: PartIndexer
    offsets: Offsets = ()  # of the sentences, if `index_sentences_in_part` needs the rest of the file to find them
    # cache of at most one; not pickled
    cached_sentences: list[LazySentences] = field(default_factory=list, compare=False)

    def __reduce__(self) -> tuple[type[FilePart], tuple[Path, int, int, int, int, bytes, PartIndexer, Offsets]]:
        return FilePart, (
            self.path,
            self.begin,
            self.end,
            self.line,
            self.size,
            self.digest,
            self.index_sentences_in_part,
            self.offsets,
        )

    def __len__(self) -> int:
        return self.size

    def sentence_at(self, index: int) -> Sentence:
        return self.sentences[index]

    def __iter__(self) -> Iterator[Sentence]:
        return iter(self.sentences)

    @property
    def sentences(self) -> LazySentences:
        """The sentences with their text; a FormatError if the file has changed since it was divided."""
        if not self.cached_sentences:
            text = read_byte_range(self.path, self.begin, self.end)
            if blake2b(text, digest_size=16).digest() != self.digest:
                message = "the file was changed since its sentences were shared out"
                raise FormatError(self.path, self.line, message, "Open it again, and start again")
            chunks = self.index_sentences_in_part(text, self.line)
            if self.offsets:
                starts, ends, lines = self.offsets
                chunks = replace(chunks, starts=starts, ends=ends, lines=lines)
            self.cached_sentences.append(chunks)
        return self.cached_sentences[0]

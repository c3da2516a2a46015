"""Treebanks: sequences of sentences, read on demand, with the edits made to them; frozen."""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, chain, pairwise
from pathlib import Path
from typing import Protocol, overload, runtime_checkable

from spectral_core.data.problem import Problem
from spectral_core.data.sentence import Sentence
from spectral_core.deprecated import old_members


class Sentences(Sequence[Sentence]):
    """A sequence of sentences over `sentence_at`; slices are lists."""

    __slots__ = ()

    @abstractmethod
    def sentence_at(self, index: int) -> Sentence:
        """Return the sentence at an index, from 0."""

    @overload
    def __getitem__(self, index: int) -> Sentence: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Sentence]: ...
    def __getitem__(self, index: int | slice) -> Sentence | Sequence[Sentence]:
        if isinstance(index, slice):
            return [self.sentence_at(position) for position in range(*index.indices(len(self)))]
        size = len(self)
        position = index + size if index < 0 else index
        if not 0 <= position < size:
            raise IndexError(f"sentence {index} of {size}")
        return self.sentence_at(position)

    def with_file_readings(self, sentence: Sentence) -> Sentence:
        """Return an edited sentence with the readings that its file will hold."""
        return sentence


@runtime_checkable
class DivisibleSentences(Protocol):
    """Sentences of a file that can be divided into byte ranges, which other processes read from the file."""

    def part(self, first: int, last: int, path: Path) -> Sequence[Sentence]:
        """Return the sentences from `first` up to `last` as a byte range of their file at `path`."""


@old_members(joined="concatenate", edited="is_edited", shards="split_shards")
@dataclass(frozen=True, slots=True)
class Treebank(Sentences):
    """The sentences of a file with the edits made since; `with_sentence` returns a new treebank."""

    sentences: Sequence[Sentence]  # as in the file; parsed again at each access
    path: Path | None = None
    format: str = ""  # a name in formats.FORMATS; "" for a treebank in memory
    problems: tuple[Problem, ...] = ()  # of the file as a whole; each sentence has its own
    edits: Mapping[int, Sentence] = field(default_factory=dict)
    _size: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_size", len(self.sentences))

    @classmethod
    def of(cls, sentences: Iterable[Sentence]) -> Treebank:
        """Make a treebank in memory."""
        return cls(tuple(sentences))

    def __len__(self) -> int:
        return self._size

    def __repr__(self) -> str:
        edited = f", {len(self.edits):,} of them edited" if self.edits else ""
        return f"<Treebank of {len(self):,} sentences{edited}{'' if self.path is None else f': {self.path.name}'}>"

    def sentence_at(self, index: int) -> Sentence:
        """Return the sentence at an index from 0, with its edits."""
        edited = self.edits.get(index)
        if edited is not None:
            return edited
        sentences = self.sentences
        return sentences.sentence_at(index) if isinstance(sentences, Sentences) else sentences[index]

    def __iter__(self) -> Iterator[Sentence]:
        if self.edits:
            return (self.edits.get(index, sentence) for index, sentence in enumerate(self.sentences))
        return iter(self.sentences)

    @property
    def is_edited(self) -> bool:
        """Whether any sentence differs from the file."""
        return bool(self.edits)

    def with_sentence(self, index: int, sentence: Sentence) -> Treebank:
        """Return the treebank with another sentence at `index`."""
        if not 0 <= index < len(self):
            raise IndexError(f"sentence {index} of a treebank of {len(self)}")
        edits = dict(self.edits)
        if sentence.source is not None and sentence.source == self.sentences[index].source:
            edits.pop(index, None)  # as in the file again, after an undo
        else:
            edits[index] = sentence
        return replace(self, edits=edits)

    def with_file_readings(self, sentence: Sentence) -> Sentence:
        """Return an edited sentence with the chosen readings that its file will hold once saved.

        In a token table the columns decide: a changed column changes the reading of its word, and in some layouts one
        of its segments. Other files keep no readings apart from their columns.
        """
        return self.sentences.with_file_readings(sentence) if isinstance(self.sentences, Sentences) else sentence

    def select(self, indices: Iterable[int]) -> Treebank:
        """Return the sentences at `indices`, in that order, as a treebank in memory."""
        return Treebank(_Selection(self, tuple(indices)))

    @classmethod
    def concatenate(cls, treebanks: Sequence[Treebank]) -> Treebank:
        """Concatenate treebanks into one in memory."""
        if len(treebanks) == 1:
            return treebanks[0]
        problems = tuple(problem for treebank in treebanks for problem in treebank.problems)
        return cls(_Concatenation(tuple(treebanks)), problems=problems)

    def split_shards(self, number: int) -> tuple[Treebank, ...]:
        """Divide the treebank into at most `number` shards of equal size; `concatenate` is the inverse.

        A shard of a file is a range of its bytes with the edits in it: it can be sent to another process without the
        text, and reads the file on demand. Sentences that are in no file are sent themselves.
        """
        if number < 1:
            raise ValueError("a treebank has one part at least")
        number = max(min(number, len(self)), 1)
        ends = [len(self) * part // number for part in range(number + 1)]
        parts = [self.part(first, last) for first, last in pairwise(ends)]
        lines = [] if self.path is None else [next(iter(part)).line for part in parts[1:]]
        problems: list[list[Problem]] = [[] for _ in parts]
        for problem in self.problems:  # of the file: each goes to the shard with its line
            problems[bisect_right(lines, problem.line)].append(problem)
        return tuple(
            replace(part, problems=tuple(part_problems)) for part, part_problems in zip(parts, problems, strict=True)
        )

    def part(self, first: int, last: int) -> Treebank:
        """Return the sentences from `first` up to `last`, with their edits, as a treebank."""
        source = self.sentences
        edits = {index - first: sentence for index, sentence in self.edits.items() if first <= index < last}
        if isinstance(source, _Concatenation):
            selection = source.part(first, last)
            return replace(selection, edits={**selection.edits, **edits})
        if self.path is None or not isinstance(source, DivisibleSentences) or first == last:
            return Treebank(tuple(self[first:last]), self.path, self.format)
        return Treebank(source.part(first, last, self.path), self.path, self.format, edits=edits)

    def all_problems(self) -> Iterator[tuple[int | None, Problem]]:
        """Iterate over all problems with the index of their sentence, None for those of the file; reads everything."""
        for problem in self.problems:
            yield None, problem
        for index, sentence in enumerate(self):
            for problem in (*sentence.problems, *(sentence.find_structural_problems() if sentence.is_readable else ())):
                yield index, problem if problem.path else replace(problem, path=self.path)


@dataclass(frozen=True, slots=True)
class _Selection(Sentences):
    """The sentences of a treebank at given indices."""

    treebank: Treebank
    indices: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.indices)

    def sentence_at(self, index: int) -> Sentence:
        return self.treebank[self.indices[index]]


@dataclass(frozen=True, slots=True)
class _Concatenation(Sentences):
    """The sentences of several treebanks, one after the other."""

    treebanks: tuple[Treebank, ...]

    def part(self, first: int, last: int) -> Treebank:
        """Return the sentences from `first` up to `last`, as parts of the treebanks they come from."""
        parts = []
        for treebank in self.treebanks:
            size = len(treebank)
            begin, end = max(first, 0), min(last, size)
            if begin < end:
                parts.append(treebank.part(begin, end))
            first, last = first - size, last - size
        return Treebank.concatenate(parts)

    def __len__(self) -> int:
        return sum(map(len, self.treebanks))

    def __iter__(self) -> Iterator[Sentence]:
        return chain.from_iterable(self.treebanks)

    def sentence_at(self, index: int) -> Sentence:
        ends = [*accumulate(map(len, self.treebanks))]
        number = bisect_right(ends, index)
        return self.treebanks[number][index - ends[number]]  # a negative index, from the end

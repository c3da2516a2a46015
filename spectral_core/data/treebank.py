"""A sequence of sentences, read when they are asked for, with the changes made to them; frozen."""

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


class Sentences(Sequence[Sentence]):
    """Sentences that are given one by one by `sentence_at`, for places from 0; a slice of them is a list."""

    __slots__ = ()

    @abstractmethod
    def sentence_at(self, index: int) -> Sentence: ...
    @overload
    def __getitem__(self, index: int) -> Sentence: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Sentence]: ...
    def __getitem__(self, index: int | slice) -> Sentence | Sequence[Sentence]:
        if isinstance(index, slice):
            return [self.sentence_at(at) for at in range(*index.indices(len(self)))]
        at = index + len(self) if index < 0 else index
        if not 0 <= at < len(self):
            raise IndexError(f"sentence {index} of {len(self)}")
        return self.sentence_at(at)

    def with_file_readings(self, sentence: Sentence) -> Sentence:
        """Return an edited sentence with the readings that its file will have of it."""
        return sentence


@runtime_checkable
class Parted(Protocol):
    """Sentences of a file, parts of which are known by their range in it and need no text to be sent elsewhere."""

    def part(self, first: int, last: int, path: Path) -> Sequence[Sentence]: ...


@dataclass(frozen=True, slots=True)
class Treebank(Sentences):
    """Sentences as they stand in a file, under the changes made since; `with_sentence` gives a new treebank."""

    sentences: Sequence[Sentence]  # as they were read; parsed anew each time one is asked for
    path: Path | None = None
    format: str = ""  # a name in formats.FORMATS; "" where it was made in memory
    problems: tuple[Problem, ...] = ()  # of the file as a whole; those of a sentence are with it
    edits: Mapping[int, Sentence] = field(default_factory=dict)

    @classmethod
    def of(cls, sentences: Iterable[Sentence]) -> Treebank:
        """A treebank in memory."""
        return cls(tuple(sentences))

    def __len__(self) -> int:
        return len(self.sentences)

    def __repr__(self) -> str:
        edited = f", {len(self.edits):,} of them edited" if self.edits else ""
        return f"<Treebank of {len(self):,} sentences{edited}{'' if self.path is None else f': {self.path.name}'}>"

    def sentence_at(self, index: int) -> Sentence:
        """The sentence at a place from 0, as it was edited."""
        edited = self.edits.get(index)
        return self.sentences[index] if edited is None else edited

    def __iter__(self) -> Iterator[Sentence]:
        if self.edits:
            return (self.edits.get(at, sentence) for at, sentence in enumerate(self.sentences))
        return iter(self.sentences)

    @property
    def edited(self) -> bool:
        """Whether a sentence is not as it was read."""
        return bool(self.edits)

    def with_sentence(self, index: int, sentence: Sentence) -> Treebank:
        """The treebank with another sentence at `index`."""
        if not 0 <= index < len(self):
            raise IndexError(f"sentence {index} of a treebank of {len(self)}")
        edits = dict(self.edits)
        if sentence.source is not None and sentence.source == self.sentences[index].source:
            edits.pop(index, None)  # what stands in the file again, after an undo
        else:
            edits[index] = sentence
        return replace(self, edits=edits)

    def with_file_readings(self, sentence: Sentence) -> Sentence:
        """Return an edited sentence with the chosen readings that its file will have of it once it is saved.

        In a token table the columns decide: what is typed into one changes the reading of its word, and in some layouts
        one of its segments. Other files keep no readings beside their columns.
        """
        return self.sentences.with_file_readings(sentence) if isinstance(self.sentences, Sentences) else sentence

    def select(self, indices: Iterable[int]) -> Treebank:
        """The sentences at `indices`, in that order, as a treebank of its own in memory."""
        return Treebank(_Selection(self, tuple(indices)))

    @classmethod
    def joined(cls, treebanks: Sequence[Treebank]) -> Treebank:
        """Several treebanks, one after the other, as one in memory."""
        if len(treebanks) == 1:
            return treebanks[0]
        problems = tuple(problem for treebank in treebanks for problem in treebank.problems)
        return cls(_Joined(tuple(treebanks)), problems=problems)

    def shards(self, number: int) -> tuple[Treebank, ...]:
        """The treebank in at most `number` parts of equally many sentences; `joined` makes it of them again. A part of
        a file is the range of its bytes and the edits that belong there: it can be sent to another process without the
        text, and reads the file when a sentence is asked for. What stands in no file is sent as it is."""
        if number < 1:
            raise ValueError("a treebank has one part at least")
        number = max(min(number, len(self)), 1)
        ends = [len(self) * part // number for part in range(number + 1)]
        found = [self.part(first, last) for first, last in pairwise(ends)]
        lines = [] if self.path is None else [next(iter(part)).line for part in found[1:]]
        problems: list[list[Problem]] = [[] for _ in found]
        for problem in self.problems:  # of the file as a whole: with the sentences among which each stands
            problems[bisect_right(lines, problem.line)].append(problem)
        return tuple(replace(part, problems=tuple(own)) for part, own in zip(found, problems, strict=True))

    def part(self, first: int, last: int) -> Treebank:
        """The sentences from `first` up to `last`, with their edits."""
        whole = self.sentences
        edits = {at - first: sentence for at, sentence in self.edits.items() if first <= at < last}
        if isinstance(whole, _Joined):
            joined = whole.part(first, last)
            return replace(joined, edits={**joined.edits, **edits})
        if self.path is None or not isinstance(whole, Parted) or first == last:
            return Treebank(tuple(self[first:last]), self.path, self.format)
        return Treebank(whole.part(first, last, self.path), self.path, self.format, edits=edits)

    def all_problems(self) -> Iterator[tuple[int | None, Problem]]:
        """Every problem with the index of its sentence, None for those of the whole file. Reads everything."""
        for problem in self.problems:
            yield None, problem
        for at, sentence in enumerate(self):
            for problem in (*sentence.problems, *(sentence.structural_problems() if sentence.readable else ())):
                yield at, problem if problem.path else replace(problem, path=self.path)


@dataclass(frozen=True, slots=True)
class _Selection(Sentences):
    treebank: Treebank
    indices: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.indices)

    def sentence_at(self, index: int) -> Sentence:
        return self.treebank[self.indices[index]]


@dataclass(frozen=True, slots=True)
class _Joined(Sentences):
    treebanks: tuple[Treebank, ...]

    def part(self, first: int, last: int) -> Treebank:
        """The sentences from `first` up to `last`, as parts of the treebanks they come from."""
        parts = []
        for treebank in self.treebanks:
            size = len(treebank)
            begin, end = max(first, 0), min(last, size)
            if begin < end:
                parts.append(treebank.part(begin, end))
            first, last = first - size, last - size
        return Treebank.joined(parts)

    def __len__(self) -> int:
        return sum(map(len, self.treebanks))

    def __iter__(self) -> Iterator[Sentence]:
        return chain.from_iterable(self.treebanks)

    def sentence_at(self, index: int) -> Sentence:
        ends = [*accumulate(map(len, self.treebanks))]
        at = bisect_right(ends, index)
        return self.treebanks[at][index - ends[at]]  # counted from the end of the treebank

"""A sequence of sentences, read when they are asked for, with the changes made to them; frozen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import overload

from spectral_core.data.problem import Problem
from spectral_core.data.sentence import Sentence


@dataclass(frozen=True, slots=True)
class Treebank(Sequence[Sentence]):
    """Sentences as they stand in a file, under the changes made since; `with_sentence` gives a new treebank."""

    sentences: Sequence[Sentence]  # as they were read; parsed anew each time one is asked for
    path: Path | None = None
    format: str = ""  # a name in formats.FORMATS; "" where it was made in memory
    problems: tuple[Problem, ...] = ()  # of the file as a whole; those of a sentence are with it
    edits: Mapping[int, Sentence] = field(default_factory=dict)

    @classmethod
    def of(cls, sentences: Iterable[Sentence]) -> Treebank:
        return cls(tuple(sentences))

    def __len__(self) -> int:
        return len(self.sentences)

    @overload
    def __getitem__(self, index: int) -> Sentence: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Sentence]: ...
    def __getitem__(self, index: int | slice) -> Sentence | Sequence[Sentence]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        at = index + len(self) if index < 0 else index
        edited = self.edits.get(at)
        return self.sentences[at] if edited is None else edited

    def __iter__(self) -> Iterator[Sentence]:
        if not self.edits:
            yield from self.sentences
            return
        for at, sentence in enumerate(self.sentences):
            yield self.edits.get(at, sentence)

    @property
    def edited(self) -> bool:
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

    def all_problems(self) -> Iterator[tuple[int | None, Problem]]:
        """Every problem with the index of its sentence, None for those of the whole file. Reads everything."""
        for problem in self.problems:
            yield None, problem
        for at, sentence in enumerate(self):
            for problem in (*sentence.problems, *(sentence.structural_problems() if sentence.readable else ())):
                yield at, problem if problem.path else replace(problem, path=self.path)


@dataclass(frozen=True, slots=True)
class _Selection(Sequence[Sentence]):
    treebank: Treebank
    indices: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.indices)

    @overload
    def __getitem__(self, index: int) -> Sentence: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Sentence]: ...
    def __getitem__(self, index: int | slice) -> Sentence | Sequence[Sentence]:
        if isinstance(index, slice):
            return [self.treebank[at] for at in self.indices[index]]
        return self.treebank[self.indices[index]]


@dataclass(frozen=True, slots=True)
class _Joined(Sequence[Sentence]):
    treebanks: tuple[Treebank, ...]

    def __len__(self) -> int:
        return sum(map(len, self.treebanks))

    def __iter__(self) -> Iterator[Sentence]:
        for treebank in self.treebanks:
            yield from treebank

    @overload
    def __getitem__(self, index: int) -> Sentence: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Sentence]: ...
    def __getitem__(self, index: int | slice) -> Sentence | Sequence[Sentence]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        at = index + len(self) if index < 0 else index
        for treebank in self.treebanks:
            if 0 <= at < len(treebank):
                return treebank[at]
            at -= len(treebank)
        raise IndexError(f"sentence {index} of {len(self)}")

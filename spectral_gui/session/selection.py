"""What is selected: one selection for the whole window."""

from __future__ import annotations

from dataclasses import dataclass

from spectral_core.project import Act

NodePath = tuple[int, ...]  # of a tree node: child numbers from the root


@dataclass(frozen=True, slots=True)
class Selection:
    """A sentence, in it a word or a range of words, and perhaps a node of its tree."""

    sentence: int = -1  # its index in the treebank shown; -1 for none
    word: int = 0  # counted from 1; 0 for none
    node: NodePath | None = None
    anchor: int = 0  # the other end of a range of words; 0 where it is one word

    @property
    def words(self) -> range:
        """The words selected, counted from 1; empty for none."""
        if not self.word:
            return range(0)
        other = self.anchor or self.word
        return range(min(self.word, other), max(self.word, other) + 1)


def place_of(act: Act, sentence: int, document: str) -> tuple[int, str]:
    """Where an act is seen: where it was done, or, if it was done in several places, where one is."""
    places = [(one.index, one.document) for rows in (act.changes, act.locks) for one in rows]
    everywhere = len(places) > 1 and any(name == document for _, name in places)
    return (sentence, document) if everywhere and sentence >= 0 else places[0]

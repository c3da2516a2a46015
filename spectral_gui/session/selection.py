"""Selection of a sentence, words and a tree node: one for the whole window."""

from __future__ import annotations

from dataclasses import dataclass

from spectral_core.project import Edit

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
        """Selected words, counted from 1; empty for none."""
        if not self.word:
            return range(0)
        end = self.anchor or self.word
        return range(min(self.word, end), max(self.word, end) + 1)


def find_edit_target(edit: Edit, sentence: int, document: str) -> tuple[int, str]:
    """Return the sentence and document in which an edit is shown: where it was made, or, if it was made in several,
    where the user is."""
    targets = [(change.index, change.document) for changes in (edit.changes, edit.locks) for change in changes]
    includes_document = len(targets) > 1 and any(name == document for _, name in targets)
    return (sentence, document) if includes_document and sentence >= 0 else targets[0]

"""Dependencies as a structure: its parts are arcs, one for each word."""

from __future__ import annotations

from dataclasses import dataclass, replace

from spectral_core.data.constraints import FREE, Constraints
from spectral_core.data.dependencies import find_descendants, is_tree
from spectral_core.data.sentence import Sentence
from spectral_core.data.structure.parts import ArcPart, Part, Position
from spectral_core.data.tree_paths import NodePath
from spectral_core.data.words import EMPTY
from spectral_core.errors import ConstraintError


@dataclass(frozen=True, slots=True)
class Dependencies:
    """Heads of words. A sentence may have heads for some of its words: these are decided already."""

    name: str = "dependencies"
    columns: frozenset[str] = frozenset({"head"})  # of words that hold its parts

    def is_unfinished(self, sentence: Sentence) -> bool:
        """Return whether a word lacks a head."""
        return not sentence.has_heads

    def has_decisions(self, sentence: Sentence) -> bool:
        """Return whether a word has a head."""
        return any(head is not None for head in sentence.heads)

    def is_complete(self, sentence: Sentence) -> bool:
        """Return whether the heads form a tree."""
        return is_tree(sentence.heads)

    def to_constraints(self, sentence: Sentence) -> Constraints:
        """Return the arcs and labels of a sentence that lacks heads as locks; FREE if every word has a head."""
        if sentence.has_heads:
            return FREE
        size = len(sentence)
        arcs = {(head, word) for word, head in enumerate(sentence.heads, 1) if head is not None and 0 <= head <= size}
        labels = {(word, label) for word, label in enumerate(sentence.deprels, 1) if label != EMPTY}
        return Constraints(required_arcs=frozenset(arcs), required_labels=frozenset(labels))

    def partial_constraints(self, sentence: Sentence) -> Constraints | None:
        """Return the partial annotation that a parse must keep; None where no head is missing. ConstraintError where a
        head is not a word of the sentence.
        """
        for word, head in enumerate(sentence.heads, 1):
            if head is not None and head > len(sentence):
                message = (
                    f"word {word} hangs from {head}, and there are {len(sentence)} words; mend its head, or empty it"
                )
                raise ConstraintError(message)
        return None if sentence.has_heads else self.to_constraints(sentence)

    def parts(self, sentence: Sentence) -> tuple[Part, ...]:
        """Return the arcs of the words that have a head."""
        arcs = zip(sentence.heads, sentence.deprels, strict=True)
        return tuple(ArcPart(word, head, label) for word, (head, label) in enumerate(arcs, 1) if head is not None)

    def part_at(self, sentence: Sentence, position: Position) -> Part | None:
        """Return the arc of a word; None where it has no head."""
        if not isinstance(position, int) or not 1 <= position <= len(sentence):
            return None
        head = sentence.heads[position - 1]
        return None if head is None else ArcPart(position, head, sentence.deprels[position - 1])

    def positions_in_selection(self, sentence: Sentence, words: range, node: NodePath | None) -> frozenset[Position]:  # noqa: ARG002
        """Return the positions that a selection of words stands for."""
        return frozenset(words)

    def is_locked(self, locks: Constraints, position: Position) -> bool:
        """Return whether the arc of a word is required."""
        return any(word == position for _, word in locks.required_arcs)

    def lock(self, locks: Constraints, part: Part) -> Constraints:
        """Return the locks with this arc required."""
        assert isinstance(part, ArcPart)
        return replace(locks, required_arcs=locks.required_arcs | {(part.head, part.word)})

    def forbid(self, locks: Constraints, part: Part) -> Constraints:
        """Return the locks with this arc forbidden, and no longer required."""
        assert isinstance(part, ArcPart)
        arc = {(part.head, part.word)}
        return replace(locks, required_arcs=locks.required_arcs - arc, forbidden_arcs=locks.forbidden_arcs | arc)

    def unlock(self, locks: Constraints, position: Position) -> Constraints:
        """Return the locks without the required arc of a word."""
        return replace(locks, required_arcs=frozenset(arc for arc in locks.required_arcs if arc[1] != position))

    def clear(self, locks: Constraints, position: Position) -> Constraints:
        """Return the locks without any about the arc of a word."""
        forbidden = frozenset(arc for arc in locks.forbidden_arcs if arc[1] != position)
        return replace(self.unlock(locks, position), forbidden_arcs=forbidden)

    def lock_corrections(self, locks: Constraints, suggested: Sentence, corrected: Sentence) -> Constraints:
        """Return the locks with each arc required that was corrected in a suggested tree."""
        suggested_parts = self.parts(suggested)
        for part in self.parts(corrected):
            if part not in suggested_parts:
                locks = self.lock(self.clear(locks, part.position), part)
        return locks

    def is_below(self, tree: Sentence, position: Position, descendant: Position) -> bool:
        """Return whether another word is a descendant of the word at a position."""
        assert isinstance(position, int)
        return descendant in find_descendants(tree.heads, position)

    def lock_outside(self, tree: Sentence, position: Position) -> Constraints:
        """Return locks that fix everything but the heads of the descendants of a word."""
        assert isinstance(position, int)
        descendants, numbered_heads = find_descendants(tree.heads, position), enumerate(tree.heads, 1)
        arcs = {(head, word) for word, head in numbered_heads if head is not None and word not in descendants}
        return Constraints(required_arcs=frozenset(arcs))

    def compare_to_gold(self, tree: Sentence, gold: Sentence) -> list[tuple[Part, bool]]:
        """Pair each arc of a word that has a head in `gold` with whether the heads agree, whatever the labels."""
        triples = zip(self.parts(tree), tree.heads, gold.heads, strict=True)
        return [(part, head == gold_head) for part, head, gold_head in triples if gold_head is not None]

    def changed_parts(self, tree: Sentence, second: Sentence) -> frozenset[Position]:
        """Return the words whose heads differ between two trees."""
        pairs = zip(tree.heads, second.heads, strict=True)
        return frozenset(word for word, (head, second_head) in enumerate(pairs, 1) if head != second_head)

    def difference(self, tree: Sentence, second: Sentence) -> float:
        """Return the share of the words whose heads differ."""
        return len(self.changed_parts(tree, second)) / max(len(tree), 1)


DEPENDENCIES = Dependencies()

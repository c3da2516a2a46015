"""Dependencies as a structure: its parts are arcs, one for each word."""

from __future__ import annotations

from dataclasses import dataclass, replace

from spectral_core.data.constraints import FREE, Constraints
from spectral_core.data.dependencies import all_below, is_tree
from spectral_core.data.sentence import Sentence
from spectral_core.data.structure.parts import ArcPart, Part, Place
from spectral_core.data.tree_paths import NodePath
from spectral_core.data.words import EMPTY
from spectral_core.errors import ConstraintError


@dataclass(frozen=True, slots=True)
class Dependencies:
    """Heads of words. A sentence may hold some of them: what its user has attached is decided already."""

    name: str = "dependencies"
    columns: frozenset[str] = frozenset({"head"})  # of words, that its parts stand in

    def is_open(self, sentence: Sentence) -> bool:
        """Whether a word lacks a head."""
        return not sentence.has_heads

    def is_begun(self, sentence: Sentence) -> bool:
        """Whether a word has a head."""
        return any(head is not None for head in sentence.heads)

    def is_complete(self, sentence: Sentence) -> bool:
        """Whether its heads make a tree."""
        return is_tree(sentence.heads)

    def own(self, sentence: Sentence) -> Constraints:
        """What is attached and named in a sentence that lacks heads; nothing of one that has them all."""
        if sentence.has_heads:
            return FREE
        size = len(sentence)
        arcs = {(head, word) for word, head in enumerate(sentence.heads, 1) if head is not None and 0 <= head <= size}
        labels = {(word, label) for word, label in enumerate(sentence.deprels, 1) if label != EMPTY}
        return Constraints(required_arcs=frozenset(arcs), required_labels=frozenset(labels))

    def begun(self, sentence: Sentence) -> Constraints | None:
        """What is attached and named in a sentence whose tree is to be made around that; None where no head lacks.
        ConstraintError where a word hangs from none of its words."""
        for word, head in enumerate(sentence.heads, 1):
            if head is not None and head > len(sentence):
                what = f"word {word} hangs from {head}, and there are {len(sentence)} words; mend its head, or empty it"
                raise ConstraintError(what)
        return None if sentence.has_heads else self.own(sentence)

    def parts(self, sentence: Sentence) -> tuple[Part, ...]:
        """The arcs of the words that have a head."""
        rows = zip(sentence.heads, sentence.deprels, strict=True)
        return tuple(ArcPart(word, head, label) for word, (head, label) in enumerate(rows, 1) if head is not None)

    def part_at(self, sentence: Sentence, place: Place) -> Part | None:
        """The arc of a word; None where it has no head."""
        if not isinstance(place, int) or not 1 <= place <= len(sentence):
            return None
        head = sentence.heads[place - 1]
        return None if head is None else ArcPart(place, head, sentence.deprels[place - 1])

    def places(self, sentence: Sentence, words: range, node: NodePath | None) -> frozenset[Place]:  # noqa: ARG002
        """The places that a selection of words is about."""
        return frozenset(words)

    def is_locked(self, locks: Constraints, place: Place) -> bool:
        """Whether the arc of a word is required."""
        return any(word == place for _, word in locks.required_arcs)

    def lock(self, locks: Constraints, part: Part) -> Constraints:
        """The locks with this arc required."""
        assert isinstance(part, ArcPart)
        return replace(locks, required_arcs=locks.required_arcs | {(part.head, part.word)})

    def forbid(self, locks: Constraints, part: Part) -> Constraints:
        """The locks with this arc forbidden, and not required any longer."""
        assert isinstance(part, ArcPart)
        arc = {(part.head, part.word)}
        return replace(locks, required_arcs=locks.required_arcs - arc, forbidden_arcs=locks.forbidden_arcs | arc)

    def unlock(self, locks: Constraints, place: Place) -> Constraints:
        """The locks without what is required of the arc of a word."""
        return replace(locks, required_arcs=frozenset(arc for arc in locks.required_arcs if arc[1] != place))

    def free(self, locks: Constraints, place: Place) -> Constraints:
        """The locks without any about the arc of a word."""
        forbidden = frozenset(arc for arc in locks.forbidden_arcs if arc[1] != place)
        return replace(self.unlock(locks, place), forbidden_arcs=forbidden)

    def corrected(self, locks: Constraints, shown: Sentence, wanted: Sentence) -> Constraints:
        """The locks with the arcs required that are otherwise than in the tree that was shown."""
        before = self.parts(shown)
        for part in self.parts(wanted):
            if part not in before:
                locks = self.lock(self.free(locks, part.place), part)
        return locks

    def is_below(self, tree: Sentence, place: Place, other: Place) -> bool:
        """Whether another word hangs from the word at a place, directly or not."""
        assert isinstance(place, int)
        return other in all_below(tree.heads, place)

    def around(self, tree: Sentence, place: Place) -> Constraints:
        """Locks that leave open only what is below a place: which heads the words have that hang from it."""
        assert isinstance(place, int)
        below, rows = all_below(tree.heads, place), enumerate(tree.heads, 1)
        arcs = {(head, word) for word, head in rows if head is not None and word not in below}
        return Constraints(required_arcs=frozenset(arcs))

    def judged(self, tree: Sentence, gold: Sentence) -> list[tuple[Part, bool]]:
        """The arcs of the words that have a head in `gold`, and whether that is the same, whatever the labels."""
        rows = zip(self.parts(tree), tree.heads, gold.heads, strict=True)
        return [(part, head == right) for part, head, right in rows if right is not None]

    def moved(self, tree: Sentence, other: Sentence) -> frozenset[Place]:
        """The words that hang elsewhere than in the other tree."""
        pairs = zip(tree.heads, other.heads, strict=True)
        return frozenset(word for word, (here, there) in enumerate(pairs, 1) if here != there)

    def difference(self, tree: Sentence, other: Sentence) -> float:
        """The share of the words that hang elsewhere than in the other tree."""
        return len(self.moved(tree, other)) / max(len(tree), 1)


DEPENDENCIES = Dependencies()

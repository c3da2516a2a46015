"""Constituents as a structure: its parts are labelled brackets over words."""

from __future__ import annotations

from dataclasses import dataclass, replace

from spectral_core.data.constraints import FREE, Constraints
from spectral_core.data.sentence import Sentence
from spectral_core.data.structure.parts import Part, Place, SpanPart
from spectral_core.data.tree import UNPARSED, category
from spectral_core.data.tree_paths import NodePath, words_of
from spectral_core.errors import EditError

LockedSpan = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class Constituents:
    """Phrases over words. A sentence holds a whole tree or none: what is corrected in a proposed one is locked."""

    name: str = "constituents"
    columns: frozenset[str] = frozenset()  # of words, that its parts stand in

    def is_open(self, sentence: Sentence) -> bool:
        """Whether it has no tree."""
        return sentence.tree is None

    def is_begun(self, sentence: Sentence) -> bool:
        """Whether it has a tree: there are no halves."""
        return sentence.tree is not None

    def is_complete(self, sentence: Sentence) -> bool:
        """Whether it has a tree."""
        return sentence.tree is not None

    def own(self, sentence: Sentence) -> Constraints:  # noqa: ARG002 - no part of a tree stands in a sentence alone
        """Nothing: what is decided stands in the locks."""
        return FREE

    def begun(self, sentence: Sentence) -> Constraints | None:
        """The phrases that a file gives a sentence whose tree is to be made around them; None where its tree is whole.
        One is not whole whose words and phrases stand under the label UNPARSED, or under none. A phrase without a label
        may get any."""
        if sentence.tree is None:
            return FREE
        top = sentence.tree.without_root()
        if top.label not in ("", UNPARSED):
            return None
        return Constraints(required_spans=frozenset(top.spans()[1:]))

    def parts(self, sentence: Sentence) -> tuple[Part, ...]:
        """The phrases over words, each before those in it, without those of an empty label."""
        spans = () if sentence.tree is None else sentence.tree.spans()
        return tuple(SpanPart(*span) for span in spans if span[2])

    def part_at(self, sentence: Sentence, place: Place) -> Part | None:
        """The highest phrase over exactly these words."""
        return next((part for part in self.parts(sentence) if part.place == place), None)

    def places(self, sentence: Sentence, words: range, node: NodePath | None) -> frozenset[Place]:  # noqa: ARG002
        """The places that the selection of a node is about."""
        if node is None or sentence.tree is None:
            return frozenset()
        try:
            first, last = words_of(sentence.tree, node)
        except EditError:  # it was a node of another tree
            return frozenset()
        return frozenset([(first - 1, last)] if first else [])

    def is_locked(self, locks: Constraints, place: Place) -> bool:
        """Whether a phrase over these words is required."""
        return any((start, end) == place for start, end, _ in locks.required_spans)

    def lock(self, locks: Constraints, part: Part) -> Constraints:
        """The locks with this phrase required, under its label."""
        assert isinstance(part, SpanPart)
        forbidden = locks.forbidden_spans - {(part.start, part.end, part.label), (part.start, part.end, "")}
        return replace(locks, required_spans=locks.required_spans | {part.span}, forbidden_spans=forbidden)

    def forbid(self, locks: Constraints, part: Part) -> Constraints:
        """The locks with a phrase of this label forbidden over these words, and not required any longer."""
        assert isinstance(part, SpanPart)
        span = {part.span}
        required = locks.required_spans - span - {(part.start, part.end, "")}
        return replace(locks, required_spans=required, forbidden_spans=locks.forbidden_spans | span)

    def unlock(self, locks: Constraints, place: Place) -> Constraints:
        """The locks without the phrases required over these words."""
        return replace(locks, required_spans=_elsewhere(locks.required_spans, place))

    def free(self, locks: Constraints, place: Place) -> Constraints:
        """The locks without any about these words as a phrase."""
        return replace(self.unlock(locks, place), forbidden_spans=_elsewhere(locks.forbidden_spans, place))

    def corrected(self, locks: Constraints, shown: Sentence, wanted: Sentence) -> Constraints:
        """The locks with what is to be otherwise than in the tree that was shown: phrases that are new are required,
        those that are gone are forbidden."""
        before, after = self.parts(shown), self.parts(wanted)
        for part in before:
            if part not in after:
                locks = self.forbid(locks, part)
        for part in after:
            if part not in before:
                locks = self.lock(locks, part)
        return locks

    def is_below(self, tree: Sentence, place: Place, other: Place) -> bool:  # noqa: ARG002
        """Whether a phrase over these words would be part of one at a place, or stand over the very same words."""
        assert isinstance(place, tuple)
        assert isinstance(other, tuple)
        return place[0] <= other[0] and other[1] <= place[1]

    def around(self, tree: Sentence, place: Place) -> Constraints:
        """Locks that leave open only what is below a place: the label of the phrase there and all in it."""
        assert isinstance(place, tuple)
        kept = [part for part in self.parts(tree) if isinstance(part, SpanPart)]
        kept = [part for part in kept if not self.is_below(tree, place, part.place)]
        taken, size = {part.place for part in kept}, len(tree)
        spans = ((start, end) for start in range(size) for end in range(start + 1, size + 1))
        closed = {(*span, "") for span in spans if span not in taken and not self.is_below(tree, place, span)}
        return Constraints(
            required_spans=frozenset({(*place, ""), *(part.span for part in kept)}), forbidden_spans=frozenset(closed)
        )

    def judged(self, tree: Sentence, gold: Sentence) -> list[tuple[Part, bool]]:
        """The phrases of more than one word, without the whole sentence, and whether `gold` has one of the same label
        over the same words, whatever their functions: what the numbers of brackets are about. Of a tree whose
        phrases all have one label that `gold` has not, as bracketers give them, places alone are judged."""
        theirs = {(part.place, category(part.label)) for part in self.parts(gold)}
        labels = {category(part.label) for part in self.parts(tree)}
        nameless = len(labels) == 1 and not labels & {label for _, label in theirs}
        places = {place for place, _ in theirs}
        inner = [part for part in self._inner(tree) if len(part.words) > 1]
        if nameless:
            return [(part, part.place in places) for part in inner]
        return [(part, (part.place, category(part.label)) in theirs) for part in inner]

    def moved(self, tree: Sentence, other: Sentence) -> frozenset[Place]:
        """Where the tree has phrases that the other lacks."""
        theirs = set(self.parts(other))
        return frozenset(part.place for part in self.parts(tree) if part not in theirs)

    def difference(self, tree: Sentence, other: Sentence) -> float:
        """The share of the phrases of both that only one of them has; the whole sentence is not counted."""
        here, there = (set(self._inner(one)) for one in (tree, other))
        return len(here ^ there) / len(here | there) if here | there else 0.0

    def _inner(self, sentence: Sentence) -> tuple[Part, ...]:
        whole = (0, len(sentence))
        return tuple(part for part in self.parts(sentence) if part.place != whole)


def _elsewhere(spans: frozenset[LockedSpan], place: Place) -> frozenset[LockedSpan]:
    return frozenset(span for span in spans if span[:2] != place)


CONSTITUENTS = Constituents()

"""Constituents as a structure: its parts are labelled brackets over words."""

from __future__ import annotations

from dataclasses import dataclass, replace

from spectral_core.data.constraints import FREE, Constraints
from spectral_core.data.sentence import Sentence
from spectral_core.data.structure.parts import Part, Position, SpanPart
from spectral_core.data.tree import UNPARSED, category
from spectral_core.data.tree_paths import NodePath, word_range
from spectral_core.errors import EditError

LockedSpan = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class Constituents:
    """Phrases over words. A sentence has a whole tree or none: corrections of a suggested tree are locks."""

    name: str = "constituents"
    columns: frozenset[str] = frozenset()  # of words that hold its parts

    def is_unfinished(self, sentence: Sentence) -> bool:
        """Return whether the sentence has no tree."""
        return sentence.tree is None

    def has_decisions(self, sentence: Sentence) -> bool:
        """Return whether the sentence has a tree: there are no partial ones."""
        return sentence.tree is not None

    def is_complete(self, sentence: Sentence) -> bool:
        """Return whether the sentence has a tree."""
        return sentence.tree is not None

    def to_constraints(self, sentence: Sentence) -> Constraints:  # noqa: ARG002
        """Return FREE: decisions about phrases are kept as locks."""
        return FREE

    def partial_constraints(self, sentence: Sentence) -> Constraints | None:
        """Return the phrases that a file gives an incomplete tree; None where the tree is complete. A tree is
        incomplete whose top label is UNPARSED or empty. A phrase without a label may get any.
        """
        if sentence.tree is None:
            return FREE
        top = sentence.tree.without_root()
        if top.label not in ("", UNPARSED):
            return None
        return Constraints(required_spans=frozenset(top.spans()[1:]))

    def parts(self, sentence: Sentence) -> tuple[Part, ...]:
        """Return the phrases over words, each before those in it, without those of an empty label."""
        spans = () if sentence.tree is None else sentence.tree.spans()
        return tuple(SpanPart(*span) for span in spans if span[2])

    def part_at(self, sentence: Sentence, position: Position) -> Part | None:
        """Return the highest phrase over exactly these words."""
        return next((part for part in self.parts(sentence) if part.position == position), None)

    def positions_in_selection(self, sentence: Sentence, words: range, node: NodePath | None) -> frozenset[Position]:  # noqa: ARG002
        """Return the positions that the selection of a node stands for."""
        if node is None or sentence.tree is None:
            return frozenset()
        try:
            first, last = word_range(sentence.tree, node)
        except EditError:  # it was a node of another tree
            return frozenset()
        return frozenset([(first - 1, last)] if first else [])

    def is_locked(self, locks: Constraints, position: Position) -> bool:
        """Return whether a phrase over these words is required."""
        return any((start, end) == position for start, end, _ in locks.required_spans)

    def lock(self, locks: Constraints, part: Part) -> Constraints:
        """Return the locks with this phrase required, under its label."""
        assert isinstance(part, SpanPart)
        forbidden = locks.forbidden_spans - {(part.start, part.end, part.label), (part.start, part.end, "")}
        return replace(locks, required_spans=locks.required_spans | {part.span}, forbidden_spans=forbidden)

    def forbid(self, locks: Constraints, part: Part) -> Constraints:
        """Return the locks with this phrase forbidden under its label, and no longer required."""
        assert isinstance(part, SpanPart)
        span = {part.span}
        required = locks.required_spans - span - {(part.start, part.end, "")}
        return replace(locks, required_spans=required, forbidden_spans=locks.forbidden_spans | span)

    def unlock(self, locks: Constraints, position: Position) -> Constraints:
        """Return the locks without the phrases required over these words."""
        return replace(locks, required_spans=_without_span(locks.required_spans, position))

    def clear(self, locks: Constraints, position: Position) -> Constraints:
        """Return the locks without any about these words as a phrase."""
        return replace(self.unlock(locks, position), forbidden_spans=_without_span(locks.forbidden_spans, position))

    def lock_corrections(self, locks: Constraints, suggested: Sentence, corrected: Sentence) -> Constraints:
        """Return the locks with the new phrases of a corrected tree required and the removed ones forbidden."""
        suggested_parts, corrected_parts = self.parts(suggested), self.parts(corrected)
        for part in suggested_parts:
            if part not in corrected_parts:
                locks = self.forbid(locks, part)
        for part in corrected_parts:
            if part not in suggested_parts:
                locks = self.lock(locks, part)
        return locks

    def is_below(self, tree: Sentence, position: Position, descendant: Position) -> bool:  # noqa: ARG002
        """Return whether a span lies inside the span at a position, or is the same."""
        assert isinstance(position, tuple)
        assert isinstance(descendant, tuple)
        return position[0] <= descendant[0] and descendant[1] <= position[1]

    def lock_outside(self, tree: Sentence, position: Position) -> Constraints:
        """Return locks that fix everything but the label at a position and the phrases inside it."""
        assert isinstance(position, tuple)
        fixed = [part for part in self.parts(tree) if isinstance(part, SpanPart)]
        fixed = [part for part in fixed if not self.is_below(tree, position, part.position)]
        fixed_spans, size = {part.position for part in fixed}, len(tree)
        spans = ((start, end) for start in range(size) for end in range(start + 1, size + 1))
        forbidden = {
            (*span, "") for span in spans if span not in fixed_spans and not self.is_below(tree, position, span)
        }
        return Constraints(
            required_spans=frozenset({(*position, ""), *(part.span for part in fixed)}),
            forbidden_spans=frozenset(forbidden),
        )

    def compare_to_gold(self, tree: Sentence, gold: Sentence) -> list[tuple[Part, bool]]:
        """Pair each phrase of more than one word, but for the whole sentence, with whether `gold` has it.

        Labels are compared without functions. Where all phrases have one label that `gold` lacks, as from unsupervised
        bracketers, only spans are compared.
        """
        gold_brackets = {(part.position, category(part.label)) for part in self.parts(gold)}
        labels = {category(part.label) for part in self.parts(tree)}
        is_unlabelled = len(labels) == 1 and not labels & {label for _, label in gold_brackets}
        gold_spans = {span for span, _ in gold_brackets}
        parts = [part for part in self._inner_parts(tree) if len(part.words) > 1]
        if is_unlabelled:
            return [(part, part.position in gold_spans) for part in parts]
        return [(part, (part.position, category(part.label)) in gold_brackets) for part in parts]

    def changed_parts(self, tree: Sentence, second: Sentence) -> frozenset[Position]:
        """Return the positions of the phrases that a second tree lacks."""
        second_parts = set(self.parts(second))
        return frozenset(part.position for part in self.parts(tree) if part not in second_parts)

    def difference(self, tree: Sentence, second: Sentence) -> float:
        """Return the share of the phrases of both trees that only one has; the whole sentence is not counted."""
        first_parts, second_parts = (set(self._inner_parts(sentence)) for sentence in (tree, second))
        return len(first_parts ^ second_parts) / len(first_parts | second_parts) if first_parts | second_parts else 0.0

    def _inner_parts(self, sentence: Sentence) -> tuple[Part, ...]:
        sentence_span = (0, len(sentence))
        return tuple(part for part in self.parts(sentence) if part.position != sentence_span)


def _without_span(spans: frozenset[LockedSpan], position: Position) -> frozenset[LockedSpan]:
    return frozenset(span for span in spans if span[:2] != position)


CONSTITUENTS = Constituents()

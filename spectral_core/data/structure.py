"""Common interface of dependencies and constituents: parts, marginals, locks and differences of trees."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from spectral_core.brief import brief_repr
from spectral_core.data.constraints import UNCONSTRAINED, Constraints
from spectral_core.data.dependencies import find_descendants, is_tree
from spectral_core.data.sentence import EMPTY, Sentence
from spectral_core.data.tree import UNPARSED, NodePath, strip_function_tags, word_range
from spectral_core.errors import ConstraintError, EditError

Position = int | tuple[int, int]  # a word, from 1, for its arc; a half-open span of words, from 0, for a bracket
_TOLERANCE = 1e-9
LockedSpan = tuple[int, int, str]


class ArcPart(NamedTuple):
    """An arc from a head to a word, both counted from 1; 0 is the root."""

    word: int
    head: int
    label: str = ""

    @property
    def position(self) -> Position:
        """The dependent, counted from 1: it identifies the arc among those of a sentence."""
        return self.word

    @property
    def words(self) -> range:
        """The dependent alone, counted from 1, as a range."""
        return range(self.word, self.word + 1)


class SpanPart(NamedTuple):
    """A bracket over words counted from 0, half-open."""

    start: int
    end: int
    label: str = ""

    @property
    def position(self) -> Position:
        """The half-open span of words, counted from 0, without the label."""
        return self.start, self.end

    @property
    def span(self) -> tuple[int, int, str]:
        """Start, end and label as a plain tuple, the form of the locks in `Constraints`."""
        return self.start, self.end, self.label

    @property
    def words(self) -> range:
        """The words that it covers, counted from 1."""
        return range(self.start + 1, self.end + 1)


Part = ArcPart | SpanPart


@dataclass(frozen=True, slots=True)
class ArcMarginals:
    """Marginals of each head of each word; those of a word sum to 1. Probabilities only where calibrated."""

    matrix: Sequence[Sequence[float]]  # (words + 1, words) [head, modifier]
    calibrated: bool = False
    clipped: int = 0  # invalid estimates that were raised to a floor
    __repr__ = brief_repr

    def marginal(self, part: Part) -> float | None:
        """Return the marginal probability of an arc, whatever its label; None for a head outside the sentence."""
        assert isinstance(part, ArcPart)
        return self.matrix[part.head][part.word - 1] if 0 <= part.head < len(self.matrix) else None

    def alternatives(self, position: Position) -> list[tuple[Part, float]]:
        """Return every possible arc of a word with its marginal, most probable first."""
        assert isinstance(position, int)
        arcs = [
            (ArcPart(position, head), by_word[position - 1])
            for head, by_word in enumerate(self.matrix)
            if head != position
        ]
        return sorted(arcs, key=lambda pair: -pair[1])

    def margin(self, position: Position) -> float:
        """Return the difference between the marginals of a word's two most probable heads; 1 if it has only one."""
        assert isinstance(position, int)
        if len(self.matrix) <= 2:
            return 1.0
        marginals = sorted((by_word[position - 1] for by_word in self.matrix), reverse=True)
        return marginals[0] - marginals[1]

    def iterate_marginals(self) -> Iterator[tuple[Part, float]]:
        """Iterate over all arcs with their marginals."""
        for head, by_word in enumerate(self.matrix):
            yield from ((ArcPart(word, head), marginal) for word, marginal in enumerate(by_word, 1) if word != head)

    @property
    def entropy(self) -> float:
        """The mean entropy of a word's heads, in nats."""
        words = len(self.matrix) - 1
        return -sum(
            marginal * math.log(marginal) for by_word in self.matrix for marginal in by_word if marginal > 0
        ) / max(words, 1)


@dataclass(frozen=True, slots=True)
class SpanMarginals:
    """Marginals of each labelled bracket that some tree has. Probabilities only where calibrated."""

    marginals: Mapping[SpanPart, float]
    words: int
    calibrated: bool = False
    clipped: int = 0  # invalid or empty sums over all trees, replaced by a simpler estimate
    __repr__ = brief_repr

    def marginal(self, part: Part) -> float | None:
        """Return the marginal probability of a bracket, with or else without its function tags; 0 if no tree has it."""
        assert isinstance(part, SpanPart)
        plain = part._replace(label=strip_function_tags(part.label))
        return self.marginals.get(part, self.marginals.get(plain, 0.0))

    def alternatives(self, position: Position) -> list[tuple[Part, float]]:
        """Return the brackets over these words under every label, and those that cross them, most probable first."""
        assert isinstance(position, tuple)
        parts = (part for part in self.marginals if part.position == position or _is_crossing(part, position))
        brackets: list[tuple[Part, float]] = [(part, self.marginals[part]) for part in parts]
        return sorted(brackets, key=lambda pair: -pair[1])

    def margin(self, position: Position) -> float:
        """Return the margin of the most probable bracket over these words over the most probable one that crosses it,
        and over the next label where the two exclude each other.
        """
        assert isinstance(position, tuple)
        by_label = sorted(
            (marginal for part, marginal in self.marginals.items() if part.position == position), reverse=True
        )
        if not by_label:
            return 0.0
        runner_up = max(
            (marginal for part, marginal in self.marginals.items() if _is_crossing(part, position)), default=0.0
        )
        if len(by_label) > 1 and sum(by_label) <= 1.0 + _TOLERANCE:  # a sum above 1: labels of a unary chain
            runner_up = max(runner_up, by_label[1])
        return by_label[0] - runner_up

    def iterate_marginals(self) -> Iterator[tuple[Part, float]]:
        """Iterate over all brackets with their marginals."""
        yield from self.marginals.items()

    @property
    def entropy(self) -> float:
        """The entropies of each bracket being in the tree or not, summed, divided by the number of words, in nats."""
        return sum(map(binary_entropy, self.marginals.values())) / max(self.words, 1)


Marginals = ArcMarginals | SpanMarginals


def _is_crossing(part: SpanPart, position: tuple[int, int]) -> bool:
    """Return whether a bracket and a span overlap without one containing the other."""
    start, end = position
    return part.start < start < part.end < end or start < part.start < end < part.end


def binary_entropy(probability: float) -> float:
    """Return the entropy of a part being in the tree or not, in nats."""
    complement = 1.0 - probability
    return (
        -probability * math.log(probability) - complement * math.log(complement)
        if probability > 0.0 and complement > 0.0
        else 0.0
    )


@dataclass(frozen=True, slots=True)
class Dependencies:
    """Heads of words. A sentence may have heads for some of its words, as a partial annotation."""

    name: str = "dependencies"
    columns: frozenset[str] = frozenset({"head"})  # columns that hold its parts

    def is_unfinished(self, sentence: Sentence) -> bool:
        """Return whether a word lacks a head."""
        return not sentence.has_heads

    def has_annotation(self, sentence: Sentence) -> bool:
        """Return whether a word has a head."""
        return any(head is not None for head in sentence.heads)

    def is_complete(self, sentence: Sentence) -> bool:
        """Return whether the heads form a tree."""
        return is_tree(sentence.heads)

    def to_constraints(self, sentence: Sentence) -> Constraints:
        """Return the annotated arcs and labels of a partial tree as locks; UNCONSTRAINED if every word
        has a head."""
        if sentence.has_heads:
            return UNCONSTRAINED
        size = len(sentence)
        arcs = {(head, word) for word, head in enumerate(sentence.heads, 1) if head is not None and 0 <= head <= size}
        labels = {(word, label) for word, label in enumerate(sentence.deprels, 1) if label != EMPTY}
        return Constraints(required_arcs=frozenset(arcs), required_labels=frozenset(labels))

    def partial_constraints(self, sentence: Sentence) -> Constraints | None:
        """Return the annotated arcs and labels that a parse must keep; None where no head is missing. ConstraintError
        where a head is not a word of the sentence.
        """
        for word, head in enumerate(sentence.heads, 1):
            if head is not None and head > len(sentence):
                message = (
                    f"word {word} has head {head}, but there are only {len(sentence)} words; correct or clear its head"
                )
                raise ConstraintError(message)
        return None if sentence.has_heads else self.to_constraints(sentence)

    def parts(self, sentence: Sentence) -> tuple[Part, ...]:
        """Return the annotated arcs of a sentence: one for each word that has a head."""
        arcs = zip(sentence.heads, sentence.deprels, strict=True)
        return tuple(ArcPart(word, head, label) for word, (head, label) in enumerate(arcs, 1) if head is not None)

    def part_at(self, sentence: Sentence, position: Position) -> Part | None:
        """Return the arc of a word; None where it has no head."""
        if not isinstance(position, int) or not 1 <= position <= len(sentence):
            return None
        head = sentence.heads[position - 1]
        return None if head is None else ArcPart(position, head, sentence.deprels[position - 1])

    def positions_in_selection(self, sentence: Sentence, words: range, node: NodePath | None) -> frozenset[Position]:  # noqa: ARG002
        """Return the positions of the selected words."""
        return frozenset(words)

    def is_locked(self, locks: Constraints, position: Position) -> bool:
        """Return whether the arc of a word is required."""
        return any(word == position for _, word in locks.required_arcs)

    def lock(self, locks: Constraints, part: Part) -> Constraints:
        """Return the locks with this arc required, and no longer forbidden."""
        assert isinstance(part, ArcPart)
        arc = {(part.head, part.word)}
        return replace(locks, required_arcs=locks.required_arcs | arc, forbidden_arcs=locks.forbidden_arcs - arc)

    def forbid(self, locks: Constraints, part: Part) -> Constraints:
        """Return the locks with this arc forbidden, and no longer required."""
        assert isinstance(part, ArcPart)
        arc = {(part.head, part.word)}
        return replace(locks, required_arcs=locks.required_arcs - arc, forbidden_arcs=locks.forbidden_arcs | arc)

    def unlock(self, locks: Constraints, position: Position) -> Constraints:
        """Return the locks without the required arc of a word."""
        return replace(locks, required_arcs=frozenset(arc for arc in locks.required_arcs if arc[1] != position))

    def remove_locks_at(self, locks: Constraints, position: Position) -> Constraints:
        """Return the locks without the required and forbidden arcs of a word."""
        forbidden = frozenset(arc for arc in locks.forbidden_arcs if arc[1] != position)
        return replace(self.unlock(locks, position), forbidden_arcs=forbidden)

    def lock_corrections(self, locks: Constraints, suggested: Sentence, corrected: Sentence) -> Constraints:
        """Return the locks with each arc required that was corrected in a suggested tree."""
        suggested_parts = self.parts(suggested)
        for part in self.parts(corrected):
            if part not in suggested_parts:
                locks = self.lock(self.remove_locks_at(locks, part.position), part)
        return locks

    def dominates(self, tree: Sentence, position: Position, descendant: Position) -> bool:
        """Return whether the word at `position` dominates the word `descendant`."""
        assert isinstance(position, int)
        return descendant in find_descendants(tree.heads, position)

    def lock_outside_subtree(self, tree: Sentence, position: Position) -> Constraints:
        """Return locks that fix everything but the heads of the descendants of a word."""
        assert isinstance(position, int)
        descendants, numbered_heads = find_descendants(tree.heads, position), enumerate(tree.heads, 1)
        arcs = {(head, word) for word, head in numbered_heads if head is not None and word not in descendants}
        return Constraints(required_arcs=frozenset(arcs))

    def compare_to_gold(self, tree: Sentence, gold: Sentence) -> list[tuple[Part, bool]]:
        """Return the arcs of the words that have a head in `gold`, each with whether the heads agree (unlabelled)."""
        return [
            (part, part.head == gold_head)
            for part in self.parts(tree)
            if isinstance(part, ArcPart) and (gold_head := gold.heads[part.word - 1]) is not None
        ]

    def changed_positions(self, tree: Sentence, second: Sentence) -> frozenset[Position]:
        """Return the words whose heads differ between two trees."""
        pairs = zip(tree.heads, second.heads, strict=True)
        return frozenset(word for word, (head, second_head) in enumerate(pairs, 1) if head != second_head)

    def changed_fraction(self, tree: Sentence, second: Sentence) -> float:
        """Return the share of the words whose heads differ between two trees."""
        return len(self.changed_positions(tree, second)) / max(len(tree), 1)


DEPENDENCIES = Dependencies()


@dataclass(frozen=True, slots=True)
class Constituents:
    """Phrases over words. A sentence has a complete tree or none: corrections of a suggested tree are locks."""

    name: str = "constituents"
    columns: frozenset[str] = frozenset()  # columns that hold its parts

    def is_unfinished(self, sentence: Sentence) -> bool:
        """Return whether the sentence has no tree."""
        return sentence.tree is None

    def has_annotation(self, sentence: Sentence) -> bool:
        """Return whether the sentence has a tree; there are no partial ones."""
        return sentence.tree is not None

    def is_complete(self, sentence: Sentence) -> bool:
        """Return whether the sentence has a tree."""
        return sentence.tree is not None

    def to_constraints(self, sentence: Sentence) -> Constraints:  # noqa: ARG002
        """Return UNCONSTRAINED: partial annotation of phrases is kept as locks, not in the sentence."""
        return UNCONSTRAINED

    def partial_constraints(self, sentence: Sentence) -> Constraints | None:
        """Return the phrases of an incomplete tree in a file as locks; None where the tree is complete. A tree is
        incomplete if its top label is UNPARSED or empty. A phrase without a label may get any.
        """
        if sentence.tree is None:
            return UNCONSTRAINED
        top = sentence.tree.without_root()
        return None if top.label not in ("", UNPARSED) else Constraints(required_spans=frozenset(top.spans()[1:]))

    def parts(self, sentence: Sentence) -> tuple[Part, ...]:
        """Return the annotated phrases of a sentence, each before those inside it; without tags and empty labels."""
        spans = () if sentence.tree is None else sentence.tree.spans()
        return tuple(SpanPart(*span) for span in spans if span[2])

    def part_at(self, sentence: Sentence, position: Position) -> Part | None:
        """Return the highest phrase over exactly these words; None where there is none."""
        return next((part for part in self.parts(sentence) if part.position == position), None)

    def positions_in_selection(self, sentence: Sentence, words: range, node: NodePath | None) -> frozenset[Position]:  # noqa: ARG002
        """Return the span of the selected node, as a set of at most one position; empty if the node does not exist."""
        if node is None or sentence.tree is None:
            return frozenset()
        try:
            first, last = word_range(sentence.tree, node)
        except EditError:  # it was a node of an earlier tree
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
        return replace(locks, required_spans=_remove_spans_at(locks.required_spans, position))

    def remove_locks_at(self, locks: Constraints, position: Position) -> Constraints:
        """Return the locks without the required and forbidden phrases over these words."""
        return replace(self.unlock(locks, position), forbidden_spans=_remove_spans_at(locks.forbidden_spans, position))

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

    def dominates(self, tree: Sentence, position: Position, descendant: Position) -> bool:  # noqa: ARG002
        """Return whether the span `position` contains the span `descendant`, or equals it."""
        assert isinstance(position, tuple)
        assert isinstance(descendant, tuple)
        return position[0] <= descendant[0] and descendant[1] <= position[1]

    def lock_outside_subtree(self, tree: Sentence, position: Position) -> Constraints:
        """Return locks that fix everything but the label at a position and the phrases inside it."""
        assert isinstance(position, tuple)
        fixed = [part for part in self.parts(tree) if isinstance(part, SpanPart)]
        fixed = [part for part in fixed if not self.dominates(tree, position, part.position)]
        fixed_spans, size = {part.position for part in fixed}, len(tree)
        spans = ((start, end) for start in range(size) for end in range(start + 1, size + 1))
        forbidden = {
            (*span, "") for span in spans if span not in fixed_spans and not self.dominates(tree, position, span)
        }
        return Constraints(
            required_spans=frozenset({(*position, ""), *(part.span for part in fixed)}),
            forbidden_spans=frozenset(forbidden),
        )

    def compare_to_gold(self, tree: Sentence, gold: Sentence) -> list[tuple[Part, bool]]:
        """Return the phrases of more than one word, except the whole sentence, each with whether `gold` has it.

        Labels are compared without functions. If all phrases have one label that `gold` lacks, as from unsupervised
        parsers, only spans are compared.
        """
        gold_brackets = {(part.position, strip_function_tags(part.label)) for part in self.parts(gold)}
        labels = {strip_function_tags(part.label) for part in self.parts(tree)}
        is_unlabelled = len(labels) == 1 and not labels & {label for _, label in gold_brackets}
        gold_spans = {span for span, _ in gold_brackets}
        parts = [part for part in self._parts_below_root(tree) if len(part.words) > 1]
        if is_unlabelled:
            return [(part, part.position in gold_spans) for part in parts]
        return [(part, (part.position, strip_function_tags(part.label)) in gold_brackets) for part in parts]

    def changed_positions(self, tree: Sentence, second: Sentence) -> frozenset[Position]:
        """Return the positions of the phrases missing from a second tree."""
        second_parts = set(self.parts(second))
        return frozenset(part.position for part in self.parts(tree) if part not in second_parts)

    def changed_fraction(self, tree: Sentence, second: Sentence) -> float:
        """Return the share of the phrases of both trees that only one has; the whole sentence is not counted."""
        first_parts, second_parts = (set(self._parts_below_root(sentence)) for sentence in (tree, second))
        return len(first_parts ^ second_parts) / len(first_parts | second_parts) if first_parts | second_parts else 0.0

    def _parts_below_root(self, sentence: Sentence) -> tuple[Part, ...]:
        """Return the phrases that do not cover the whole sentence."""
        sentence_span = (0, len(sentence))
        return tuple(part for part in self.parts(sentence) if part.position != sentence_span)


def _remove_spans_at(spans: frozenset[LockedSpan], position: Position) -> frozenset[LockedSpan]:
    """Return the spans over other words than those at `position`, whatever their labels."""
    return frozenset(span for span in spans if span[:2] != position)


CONSTITUENTS = Constituents()

Structure = Dependencies | Constituents
STRUCTURES: dict[str, Structure] = {row.name: row for row in (DEPENDENCIES, CONSTITUENTS)}

"""Validation of the enhanced graph: cells of DEPS, heads that exist, and words that the root reaches."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache

from spectral_core.data.problem import Problem, describe_word, make_problem, quote
from spectral_core.data.sentence import EMPTY, EmptyNode, Sentence
from spectral_core.data.universal import base_relation, relation_remedy

_ARC = re.compile(r"(0|[1-9][0-9]{0,8})(?:\.([1-9][0-9]{0,8}))?:(.+)", re.DOTALL)
_MAX_LISTED = 5  # words that a message lists
NodeId = tuple[int, int]  # (word, 0), or (word, number) for an empty node after it
Arc = tuple[NodeId, str]  # head and relation
_ROOT: NodeId = (0, 0)


def has_enhanced_graph(sentence: Sentence) -> bool:
    """Return whether any word or empty node has a value in DEPS."""
    return sentence.deps.count(EMPTY) < len(sentence) or any(_get_deps(node) != EMPTY for node in sentence.empty_nodes)


def find_enhanced_graph_problems(sentence: Sentence) -> Iterator[Problem]:
    """Find the problems of the DEPS cells and of their graph; a missing graph is no problem."""
    if not has_enhanced_graph(sentence):
        return
    cells = {(word, 0): cell for word, cell in enumerate(sentence.deps, 1)}
    cells |= {(empty_node.after, empty_node.number): _get_deps(empty_node) for empty_node in sentence.empty_nodes}
    heads: dict[NodeId, list[NodeId]] = {}
    is_sound = True
    for node, cell in cells.items():
        arcs, faults = parse_deps_cell(cell)
        heads[node] = [head for head, _ in arcs]
        invalid = [head for head in heads[node] if head == node or (head not in cells and head != _ROOT)]
        if faults or invalid:
            for message, remedy in (*faults, *_explain_invalid_heads(node, invalid, len(sentence))):
                yield _make_graph_problem(sentence, node, message, remedy)
            is_sound &= not invalid and len(arcs) == cell.count("|") + 1
    if is_sound:
        yield from _check_reachable(sentence, heads)


def make_empty_node_problem(
    sentence: Sentence, node: EmptyNode, message: str, remedy: str, warning: bool = False
) -> Problem:
    """Make a problem of an empty node, with the line of the node in the file."""
    line = sentence.line_of(node.after) if node.after else sentence.line + len(sentence.comments) - 1
    message = f"empty node {node.after}.{node.number}: {message}"
    return Problem(line + node.number, message, remedy, word=node.after, warning=warning)


@lru_cache(maxsize=1 << 14)
def parse_deps_cell(cell: str) -> tuple[tuple[Arc, ...], tuple[tuple[str, str], ...]]:
    """Parse a cell of DEPS into arcs, and list the faults of its notation, independent of the sentence."""
    if cell == EMPTY:
        return (), ()
    arcs: list[Arc] = []
    faults = []
    for part in cell.split("|"):
        if (match := _ARC.fullmatch(part)) is None:
            message = f"in DEPS, {quote(part)} is not a head and a relation"
            faults.append((message, "Write head:relation, with a bar between two of them, or _ for none"))
            continue
        relation = match[3]
        arcs.append(((int(match[1]), int(match[2] or 0)), relation))
        if (remedy := relation_remedy(relation, enhanced=True)) is not None:
            faults.append((f"in DEPS, it has the relation {quote(relation)}", remedy))
        if (arcs[-1][0] == _ROOT) != (base_relation(relation) == "root"):
            message = f"in DEPS, {quote(part)} mixes the root with something else"
            faults.append((message, "The head 0 goes with the relation root, and that with no other head"))
    if len(set(arcs)) < len(arcs):
        repeated = next(arc for arc in arcs if arcs.count(arc) > 1)
        faults.append((f"in DEPS, {quote(_format_arcs([repeated]))} occurs twice", "Write it once"))
    elif arcs != sorted(arcs):
        message = "the heads in DEPS are not in order"
        faults.append(
            (message, f"Write {_format_arcs(sorted(arcs))}" if not faults else "Order them by head and relation")
        )
    return tuple(arcs), tuple(faults)


def _format_arcs(arcs: list[Arc]) -> str:
    """Format arcs as a cell of DEPS; the inverse of `parse_deps_cell`."""
    return "|".join(f"{word}.{number}:{label}" if number else f"{word}:{label}" for (word, number), label in arcs)


def _explain_invalid_heads(node: NodeId, heads: Collection[NodeId], size: int) -> Iterator[tuple[str, str]]:
    """Yield message and remedy for each invalid head of a node: the node itself, or one that does not exist."""
    for word, number in heads:
        if (word, number) == node:
            yield "in DEPS, it is its own head", "Name another head"
        else:
            name = f"{word}.{number}" if number else str(word)
            message = f"in DEPS, the head {name} does not exist"
            yield message, f"Use 0, a word up to {size}, or an empty node of the sentence"


def _check_reachable(sentence: Sentence, heads: Mapping[NodeId, list[NodeId]]) -> Iterator[Problem]:
    """Yield one problem that lists the nodes not reachable from the root, if there are any."""
    dependents: dict[NodeId, list[NodeId]] = {}
    for node, node_heads in heads.items():
        for head in node_heads:
            dependents.setdefault(head, []).append(node)
    unreached = set(heads)
    stack = [_ROOT]
    while stack:
        for node in dependents.get(stack.pop(), ()):
            if node in unreached:
                unreached.remove(node)
                stack.append(node)
    if unreached:
        unreached_nodes = sorted(unreached)
        names = ", ".join(f"{word}.{number}" if number else str(word) for word, number in unreached_nodes[:_MAX_LISTED])
        message = (
            f"in DEPS, no path leads from the root to {names}{', ...' if len(unreached_nodes) > _MAX_LISTED else ''}"
        )
        yield make_problem(sentence, max(unreached_nodes[0][0], 1), message, "Give them heads that lead back to 0:root")


def _make_graph_problem(sentence: Sentence, node_id: NodeId, message: str, remedy: str) -> Problem:
    """Make a problem of a word or an empty node of the graph."""
    word, number = node_id
    if not number:
        return make_problem(sentence, word, f"{describe_word(sentence, word)}: {message}", remedy)
    node = next(node for node in sentence.empty_nodes if (node.after, node.number) == node_id)
    return make_empty_node_problem(sentence, node, message, remedy)


def _get_deps(node: EmptyNode) -> str:
    """Return the cell of an empty node in the column DEPS."""
    return node.columns[7]

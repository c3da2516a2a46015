"""The enhanced graph of a sentence, in the column DEPS: what its cells say, and whether they make one graph."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache

from spectral_core.data.problem import Problem, problem_at, quoted, word_named
from spectral_core.data.sentence import EMPTY, EmptyNode, Sentence
from spectral_core.data.universal import base, relation_remedy

_ARC = re.compile(r"(0|[1-9][0-9]{0,8})(?:\.([1-9][0-9]{0,8}))?:(.+)", re.DOTALL)
_SHOWN = 5  # words that a message lists

Place = tuple[int, int]  # a word and 0, or a word and the number of an empty node after it
Arc = tuple[Place, str]  # the head, and the relation to it
_ROOT: Place = (0, 0)


def has_graph(sentence: Sentence) -> bool:
    """Whether any word or empty node has something in DEPS."""
    return sentence.deps.count(EMPTY) < len(sentence) or any(_deps(node) != EMPTY for node in sentence.empty_nodes)


def problems_in_graph(sentence: Sentence) -> Iterator[Problem]:
    """What is wrong with the cells of DEPS one by one, and with the graph that they make; no graph is no fault."""
    if not has_graph(sentence):
        return
    cells = {(word, 0): cell for word, cell in enumerate(sentence.deps, 1)}
    cells |= {(node.after, node.number): _deps(node) for node in sentence.empty_nodes}
    heads: dict[Place, list[Place]] = {}
    sound = True
    for place, cell in cells.items():
        arcs, faults = _read(cell)
        heads[place] = [head for head, _ in arcs]
        strange = [head for head in heads[place] if head == place or (head not in cells and head != _ROOT)]
        if faults or strange:
            for what, remedy in (*faults, *_strange(place, strange, len(sentence))):
                yield _at(sentence, place, what, remedy)
            sound &= not strange and len(arcs) == cell.count("|") + 1
    if sound:
        yield from _unreached(sentence, heads)


def node_problem(sentence: Sentence, node: EmptyNode, what: str, remedy: str, warning: bool = False) -> Problem:
    """A problem of an empty node, at its line."""
    line = sentence.line_of(node.after) if node.after else sentence.line + len(sentence.comments) - 1
    what = f"empty node {node.after}.{node.number}: {what}"
    return Problem(line + node.number, what, remedy, word=node.after, warning=warning)


@lru_cache(maxsize=1 << 14)
def _read(cell: str) -> tuple[tuple[Arc, ...], tuple[tuple[str, str], ...]]:
    """The arcs that a cell of DEPS names, and what is wrong with how it names them, whatever the sentence."""
    if cell == EMPTY:
        return (), ()
    arcs: list[Arc] = []
    faults = []
    for part in cell.split("|"):
        if (found := _ARC.fullmatch(part)) is None:
            what = f"in DEPS, {quoted(part)} is not a head and a relation"
            faults.append((what, "Write head:relation, with a bar between two of them, or _ for none"))
            continue
        relation = found[3]
        arcs.append(((int(found[1]), int(found[2] or 0)), relation))
        if (remedy := relation_remedy(relation, enhanced=True)) is not None:
            faults.append((f"in DEPS, it has the relation {quoted(relation)}", remedy))
        if (arcs[-1][0] == _ROOT) != (base(relation) == "root"):
            what = f"in DEPS, {quoted(part)} mixes the root with something else"
            faults.append((what, "The head 0 goes with the relation root, and that with no other head"))
    if len(set(arcs)) < len(arcs):
        twice = next(arc for arc in arcs if arcs.count(arc) > 1)
        faults.append((f"in DEPS, {quoted(_written([twice]))} stands twice", "Write it once"))
    elif arcs != sorted(arcs):
        what = "the heads in DEPS are not in order"
        faults.append((what, f"Write {_written(sorted(arcs))}" if not faults else "Order them by head and relation"))
    return tuple(arcs), tuple(faults)


def _written(arcs: list[Arc]) -> str:
    return "|".join(f"{word}.{number}:{label}" if number else f"{word}:{label}" for (word, number), label in arcs)


def _strange(place: Place, heads: Collection[Place], size: int) -> Iterator[tuple[str, str]]:
    for word, number in heads:
        if (word, number) == place:
            yield "in DEPS, it hangs from itself", "Name another head"
        else:
            named = f"{word}.{number}" if number else str(word)
            what = f"in DEPS, the head {named} does not exist"
            yield what, f"Use 0, a word up to {size}, or an empty node that stands in the sentence"


def _unreached(sentence: Sentence, heads: Mapping[Place, list[Place]]) -> Iterator[Problem]:
    """At most one problem: the words to which no arcs lead from the root."""
    below: dict[Place, list[Place]] = {}
    for place, above in heads.items():
        for head in above:
            below.setdefault(head, []).append(place)
    left = set(heads)
    waiting = [_ROOT]
    while waiting:
        for place in below.get(waiting.pop(), ()):
            if place in left:
                left.remove(place)
                waiting.append(place)
    if left:
        lost = sorted(left)
        named = ", ".join(f"{word}.{number}" if number else str(word) for word, number in lost[:_SHOWN])
        what = f"in DEPS, no way leads from the root to {named}{', ...' if len(lost) > _SHOWN else ''}"
        yield problem_at(sentence, max(lost[0][0], 1), what, "Give them heads that lead back to 0:root")


def _at(sentence: Sentence, place: Place, what: str, remedy: str) -> Problem:
    word, number = place
    if not number:
        return problem_at(sentence, word, f"{word_named(sentence, word)}: {what}", remedy)
    node = next(node for node in sentence.empty_nodes if (node.after, node.number) == place)
    return node_problem(sentence, node, what, remedy)


def _deps(node: EmptyNode) -> str:
    return node.columns[7]

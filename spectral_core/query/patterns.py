"""Patterns of words and nodes with their relations: arcs, dominance, sisters, sequences."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from operator import itemgetter

from spectral_core.query.node_tests import AnyTest, NameTest, NodeTable, NodeTest, SentenceView

ProofMap = dict[int, tuple[int, ...]]
"""Each word or node that a pattern holds for, with those that prove it: words counted from 1, nodes as -1 - n."""


@dataclass(frozen=True, slots=True)
class ArcRelation:
    """Relation to a head or dependent, or at any distance for `>>` and `<<`; `relation` and `side` are optional."""

    operator: str  # > >> < <<
    relation: Callable[[str], bool] | None  # of the dependent
    side: str  # "", "left" or "right": the side of the target
    negated: bool
    target: NodePattern
    required_bytes: tuple[bytes, ...] = ()  # bytes that a sentence with this relation contains

    def find_proofs(self, view: SentenceView, words: ProofMap) -> ProofMap:
        """Return those of `words` that have the relation, each with the first word that proves it."""
        heads, labels = view.sentence.heads, view.sentence.deprels
        size = len(heads)
        targets = self.target.match_words(view)
        proofs: ProofMap = {}
        is_downward, is_transitive = self.operator.startswith(">"), len(self.operator) == 2
        for dependent in sorted(targets if is_downward else words):
            if self.relation is not None and not self.relation(labels[dependent - 1]):
                continue
            head = heads[dependent - 1]
            steps = 0
            while head is not None and 0 < head <= size and steps <= size:
                word, target = (head, dependent) if is_downward else (dependent, head)
                is_candidate = (word in words and word not in proofs) if is_downward else target in targets
                if is_candidate and (not self.side or (target < word if self.side == "left" else target > word)):
                    proofs[word] = targets[target]
                    if not is_downward:
                        break
                if not is_transitive:
                    break
                head = heads[head - 1]
                steps += 1
        return proofs


@dataclass(frozen=True, slots=True)
class TreeRelation:
    """Relation to a node above, below or next to a node in the tree."""

    name: str  # a key of TREE_RELATIONS
    negated: bool
    target: NodePattern
    required_bytes: tuple[bytes, ...] = ()

    def find_proofs(self, view: SentenceView, nodes: ProofMap) -> ProofMap:
        """Return those of `nodes` that have the relation, each with the first node that proves it."""
        targets = self.target.match_nodes(view)
        if not targets:
            return {}
        reach = TREE_RELATIONS[self.name]
        proofs: ProofMap = {}
        for node in nodes:
            for target in reach(view.nodes, node):
                if target in targets:
                    proofs[node] = targets[target]
                    break
        return proofs


@dataclass(frozen=True, slots=True)
class NodePattern:
    """A word or node and its relations: tree relations make it a node, arcs a word."""

    test: NodeTest
    arcs: tuple[ArcRelation, ...] = ()
    tree_relations: tuple[TreeRelation, ...] = ()

    def match_words(self, view: SentenceView) -> ProofMap:
        """Return the words that match, each with the words and nodes that prove it."""
        if self.arcs and not view.has_arcs:
            return {}  # negated relations fail too: nothing is attached yet
        proofs: ProofMap = {word: (word,) for word in self.test.match_words(view)}
        proofs = _filter_by_relations(view, proofs, self.arcs)
        if self.tree_relations and proofs:
            tags = view.tag_nodes
            nodes: ProofMap = {tags[word]: proof for word, proof in proofs.items() if word in tags}
            related = _filter_by_relations(view, nodes, self.tree_relations)
            proofs = {view.nodes.words[node]: proof for node, proof in related.items()}
        return proofs

    def match_nodes(self, view: SentenceView) -> ProofMap:
        """Return the nodes that match, each with the words and nodes that prove it."""
        if self.arcs and not view.has_arcs:
            return {}
        proofs: ProofMap = {node: (-1 - node,) for node in self.test.match_nodes(view)}
        proofs = _filter_by_relations(view, proofs, self.tree_relations)
        if self.arcs and proofs:
            words: ProofMap = {
                view.nodes.words[node]: proof for node, proof in proofs.items() if view.nodes.words[node]
            }
            related = _filter_by_relations(view, words, self.arcs)
            proofs = {view.tag_nodes[word]: proof for word, proof in related.items()}
        return proofs

    def find_matches(self, view: SentenceView) -> list[tuple[int, ...]]:
        """Return the proof of each match: words from left to right, or nodes from the top."""
        if self.tree_relations:
            return [proof for _, proof in sorted(self.match_nodes(view).items())]
        proofs = [proof for _, proof in sorted(self.match_words(view).items())]
        if self.arcs or view.sentence.tree is None:
            return proofs
        test = self.test
        if test.can_match_node(view) if isinstance(test, NameTest) else test.can_match_phrases:
            word_of_tag = view.nodes.words  # 0 for other nodes; tags already matched as words
            proofs += [proof for node, proof in sorted(self.match_nodes(view).items()) if not word_of_tag[node]]
        return proofs

    def prefilter_patterns(self) -> list[bytes]:
        """Return regular expressions that the bytes of a matching sentence match."""
        patterns = self.test.prefilter_patterns()
        relations: tuple[ArcRelation | TreeRelation, ...] = (*self.arcs, *self.tree_relations)
        for relation in relations:
            if not relation.negated:
                patterns = [*patterns, *relation.required_bytes, *relation.target.prefilter_patterns()]
        return patterns


def _filter_by_relations(
    view: SentenceView, proofs: ProofMap, relations: Iterable[ArcRelation | TreeRelation]
) -> ProofMap:
    """Return the words or nodes that have all relations, and none of the negated ones, with what proves it."""
    for relation in relations:
        if not proofs:
            break
        relation_proofs = relation.find_proofs(view, proofs)
        if relation.negated:
            proofs = {item: proof for item, proof in proofs.items() if item not in relation_proofs}
        else:
            proofs = {item: proof + relation_proofs[item] for item, proof in proofs.items() if item in relation_proofs}
    return proofs


@dataclass(frozen=True, slots=True)
class SequencePattern:
    """Adjacent words; None is a gap of any length."""

    items: tuple[NodePattern | None, ...]

    def find_matches(self, view: SentenceView) -> list[tuple[int, ...]]:
        """Return the shortest match for each first word, as the words of the query."""
        size = len(view.sentence)
        blocks: list[list[ProofMap | None]] = [[]]  # sequences without gaps; None is any word
        for item in self.items:
            if item is None:
                blocks.append([])
                continue
            is_any_word = isinstance(item.test, AnyTest) and not item.arcs and not item.tree_relations
            proofs = None if is_any_word else item.match_words(view)
            if proofs is not None and not proofs:
                return []
            blocks[-1].append(proofs)
        blocks = [block for block in blocks if block]
        block_matches: list[list[tuple[int, tuple[int, ...]]]] = [_match_block(block, size) for block in blocks]
        matches: list[tuple[int, ...]] = []
        for start, proof in block_matches[0]:
            end = start + len(blocks[0])
            full_proof = proof
            for block, later_matches in zip(blocks[1:], block_matches[1:], strict=True):
                index = bisect_left(later_matches, end, key=itemgetter(0))
                if index == len(later_matches):
                    return matches  # later starts have no match either
                next_match = later_matches[index]
                end = next_match[0] + len(block)
                full_proof += next_match[1]
            matches.append(full_proof)
        return matches

    def prefilter_patterns(self) -> list[bytes]:
        """Return regular expressions that the bytes of a matching sentence match."""
        return [pattern for item in self.items if item is not None for pattern in item.prefilter_patterns()]


def _match_block(block: list[ProofMap | None], size: int) -> list[tuple[int, tuple[int, ...]]]:
    """Match a block of adjacent words; return first word and proof of each match."""
    rarest = min((proofs for proofs in block if proofs is not None), key=len, default=None)
    if rarest is None:
        starts = list(range(1, size - len(block) + 2))
    else:
        offset = next(number for number, proofs in enumerate(block) if proofs is rarest)
        starts = sorted(
            word - offset for word in rarest if word - offset >= 1 and word - offset + len(block) <= size + 1
        )
    matches = []
    for start in starts:
        proof: tuple[int, ...] = ()
        for word, proofs in enumerate(block, start):
            word_proof = (word,) if proofs is None else proofs.get(word)
            if word_proof is None:
                break
            proof += word_proof
        else:
            matches.append((start, proof))
    return matches


def _list_ancestors(nodes: NodeTable, node: int) -> list[int]:
    """Return the ancestors of a node, its parent first."""
    ancestors = []
    while nodes.parents[node] >= 0:
        node = nodes.parents[node]
        ancestors.append(node)
    return ancestors


def _make_child_relation(number: int) -> Callable[[NodeTable, int], list[int]]:
    """Return a function from a node to its child with this index, from the end if negative; [] if there is none."""

    def reach(nodes: NodeTable, node: int) -> list[int]:
        size = len(nodes.trees[node].children)
        child = nodes.child_at(node, number if number >= 0 else size + number)
        return [child] if child >= 0 else []

    return reach


def _list_sisters(nodes: NodeTable, node: int) -> list[int]:
    """Return the other children of a node's parent."""
    parent = nodes.parents[node]
    return [] if parent < 0 else [child for child in nodes.children(parent) if child != node]


def _make_sister_relation(step: int) -> Callable[[NodeTable, int], list[int]]:
    """Return a function from a node to the sister so many places to its right; [] if there is none."""

    def reach(nodes: NodeTable, node: int) -> list[int]:
        parent = nodes.parents[node]
        sister = -1 if parent < 0 else nodes.child_at(parent, nodes.child_indices[node] + step)
        return [sister] if sister >= 0 else []

    return reach


TREE_RELATIONS: dict[str, Callable[[NodeTable, int], range | list[int]]] = {
    "over": lambda nodes, node: range(node + 1, nodes.ends[node]),
    "directly over": NodeTable.children,
    "under": _list_ancestors,
    "directly under": lambda nodes, node: _list_ancestors(nodes, node)[:1],
    "first child": _make_child_relation(0),
    "last child": _make_child_relation(-1),
    "sister": _list_sisters,
    "next sister": _make_sister_relation(1),
    "previous sister": _make_sister_relation(-1),
}

"""Head rules of constituency trees; conversion to and from dependencies, and binarisation."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Literal

from spectral_core.brief import brief_repr
from spectral_core.data.dependencies import dependents_by_head, is_projective, is_tree, projectivise
from spectral_core.data.sentence import EMPTY, Sentence
from spectral_core.data.tree import (
    INTERMEDIATE_MARK,
    PROJECTED_MARK,
    TRACE_TAG,
    Tree,
    split_chain_label,
    strip_function_tags,
)
from spectral_core.errors import EditError

Direction = Literal["left", "right", "left-any", "right-any", "first", "last"]

PUNCTUATION = frozenset((",", ".", ":", "``", "''", '"', "-LRB-", "-RRB-", "$,", "$.", "$(", "PUNCT", "PU"))
BARE_WORD_LABEL = "_"  # the label of a bare word among children
_CLAUSE = re.compile(r"S|[IC]P|VP|ROOT|TOP")
_VERB = re.compile(r"V(?!P)|MD|AUX|BE|HV|DO")
_ADPOSITION = re.compile(r"P\d*$|PREP|AP[PZ]|IN$|TO$|ADP$")
DIRECTIONS: tuple[Direction, ...] = ("left", "right", "left-any", "right-any", "first", "last")
_DIRECTION_BY_NAME: Mapping[str, Direction] = {name: name for name in DIRECTIONS}
_FUNCTION_SEPARATORS = str.maketrans("-=", "‐꞊")  # separate functions in a phrase's label
BinarisationOrder = Literal["right-first", "left-first"]


@dataclass(frozen=True, slots=True)
class HeadSearch:
    """A search for the head among the children of a phrase.

    `left` and `right`: each label in turn, through all children from that end; `left-any` and `right-any`: the first
    child from that end with any of the labels; `first` and `last`: the child at that end, if it has one of the labels.
    """

    direction: Direction
    labels: tuple[str, ...] = ()

    @property
    def searches_from_right(self) -> bool:
        """Whether the search begins at the right-most child."""
        return self.direction in ("right", "right-any", "last")

    def find_head(self, names: Sequence[str]) -> int | None:
        """Return the index of the head, if any; `names` are the children's labels without functions."""
        order = range(len(names) - 1, -1, -1) if self.searches_from_right else range(len(names))
        if self.direction in ("left", "right"):
            present = (label for label in self.labels if label in names)
            return next((next(index for index in order if names[index] == label) for label in present), None)
        order = order[:1] if self.direction in ("first", "last") else order
        return next((index for index in order if names[index] in self.labels), None)


@dataclass(frozen=True, slots=True)
class HeadRules:
    """Searches for the head of each phrase label, tried in order; other labels use `guess_head`."""

    name: str
    searches: Mapping[str, tuple[HeadSearch, ...]] = field(default_factory=dict)
    default: tuple[HeadSearch, ...] = ()  # for labels without a row, before the general heuristic
    coordinators: frozenset[str] = frozenset()
    punctuation: frozenset[str] = PUNCTUATION
    __repr__ = brief_repr

    def find_head(self, label: str, children: Sequence[str]) -> int:
        """Return the index of the head among the children's labels; punctuation and traces only as a last resort.

        A head that follows a coordinator is replaced by the child before the coordinator, so that the first of two
        conjuncts is the head (Collins 1999, appendix A).
        """
        if len(children) == 1:
            return 0
        if not children:
            raise ValueError(f"the phrase {label!r} has no children, and so no head")
        if label.startswith(PROJECTED_MARK):  # its head is the word that projects it
            return next((index for index, name in enumerate(children) if not name.startswith(PROJECTED_MARK)), 0)
        names = [child if child in self.punctuation else strip_function_tags(child) for child in children]
        searches = self.searches.get(label) or self.searches.get(strip_function_tags(label)) or self.default
        if not searches:
            content = self._content_indices(names)
            return content[guess_head(strip_function_tags(label), [names[index] for index in content])]
        for search in searches:
            if (index := search.find_head(names)) is not None:
                return self._find_first_conjunct(names, index)
        content = self._content_indices(names)
        return self._find_first_conjunct(names, content[-1 if searches[-1].searches_from_right else 0])

    def _content_indices(self, names: Sequence[str]) -> list[int]:
        """Return the indices of the children that are neither punctuation nor traces; of all children if all are."""
        punctuation = self.punctuation
        return [index for index, name in enumerate(names) if name not in punctuation and name != TRACE_TAG] or list(
            range(len(names))
        )

    def _find_first_conjunct(self, names: Sequence[str], head: int) -> int:
        """Return the index of the child before the coordinator if `head` follows one, or else `head`."""
        if head < 2 or names[head - 1] not in self.coordinators:
            return head
        # a comma before "and" is no conjunct
        conjuncts = (
            index
            for index in range(head - 2, -1, -1)
            if names[index] not in self.punctuation and names[index] != TRACE_TAG
        )
        return next(conjuncts, head)


def guess_head(label: str, children: Sequence[str]) -> int:
    """Guess the head for a label set without a table; the labels of punctuation are not among `children`.

    The first that exists of: in a clause or verb phrase the left-most verb (its label begins with V, MD, AUX, BE, HV or
    DO), or else the left-most clause or verb phrase; in a PP the left-most adposition; the right-most child whose label
    begins with the same letter, such as NN in an NP, without being the same; the left-most child with the same label;
    the right-most child. Designed for labels like those of PTB, TIGER, PPCHE and Sinica; any other label set is better
    served by its own table.
    """
    kinds = (_VERB, _CLAUSE) if _CLAUSE.match(label) else (_ADPOSITION,) if label.startswith("PP") else ()
    matches = (index for kind in kinds for index, child in enumerate(children) if kind.match(child))
    from_right = reversed(range(len(children)))
    similar = (index for index in from_right if children[index][:1] == label[:1] != "" and children[index] != label)
    if (likely := next(chain(matches, similar), None)) is not None:
        return likely
    return children.index(label) if label in children else len(children) - 1


def _parse_head_table(text: str) -> dict[str, tuple[HeadSearch, ...]]:
    """Parse a built-in table into the searches of each label; its lines are `LABEL DIRECTION LABELS...`."""
    searches: dict[str, tuple[HeadSearch, ...]] = {}
    for line in text.strip().split("\n"):
        label, direction, *labels = line.split()
        searches[label] = (*searches.get(label, ()), HeadSearch(_DIRECTION_BY_NAME[direction], tuple(labels)))
    return searches


# Collins 1999, appendix A, the rules for noun phrases.
NOUN_PHRASE_SEARCHES = _parse_head_table("""
NP last POS
NP right-any NN NNP NNPS NNS NX POS JJR
NP left NP
NP right-any $ ADJP PRN
NP right CD
NP right-any JJ JJS RB QP
""")["NP"]

# Collins 1999, appendix A, table A.1. NML and NX have no row there; here they go by the rules for noun phrases.
COLLINS = HeadRules(
    "collins",
    _parse_head_table("""
ADJP left NNS QP NN $ ADVP JJ VBN VBG ADJP JJR NP JJS DT FW RBR RBS SBAR RB
ADVP right RB RBR RBS FW ADVP TO CD JJR JJ IN NP JJS NN
CONJP right CC RB IN
FRAG right
INTJ left
LST right LS :
NAC left NN NNS NNP NNPS NP NAC EX $ CD QP PRP VBG JJ JJS JJR ADJP FW
PP right IN TO VBG VBN RP FW
PRN left
PRT right RP
QP left $ IN NNS NN JJ RB DT CD NCD QP JJR JJS
RRC right VP NP ADVP ADJP PP
S left TO IN VP S SBAR ADJP UCP NP
SBAR left WHNP WHPP WHADVP WHADJP IN DT S SQ SINV SBAR FRAG
SBARQ left SQ S SINV SBARQ FRAG
SINV left VBZ VBD VBP VB MD VP S SINV ADJP NP
SQ left VBZ VBD VBP VB MD VP SQ
UCP right
VP left TO VBD VBN MD VBZ VB VBG VBP VP ADJP NN NNS NP
WHADJP left CC WRB JJ ADJP
WHADVP right CC WRB
WHNP left WDT WP WP$ WHADJP WHPP WHNP
WHPP right IN TO FW
""")
    | dict.fromkeys(("NP", "NML", "NX"), NOUN_PHRASE_SEARCHES),
    coordinators=frozenset(("CC", "CONJP")),
)

GENERAL = HeadRules("general")

HEAD_RULES: Mapping[str, HeadRules] = {rules.name: rules for rules in (COLLINS, GENERAL)}


def extract_heads(tree: Tree, rules: HeadRules = COLLINS) -> tuple[int, ...]:
    """Return the head of every word, counted from 1, and 0 for the root.

    The head word of a phrase is that of its head child; the head words of the other children are attached to it. So
    there is always one root, and no two arcs cross. Traces and phrases without words are skipped.
    """
    heads: list[int] = []
    labels: list[list[str]] = [[]]  # of the children with words, for each open node
    words: list[list[int]] = [[]]  # head words of these children
    names: list[str] = []  # of the open nodes
    stack: list[Tree | str | None] = [tree]  # None ends a node
    while stack:
        if (node := stack.pop()) is None:
            name, child_labels, head_words = names.pop(), labels.pop(), words.pop()
            if head_words:
                head = head_words[rules.find_head(name, child_labels)]
                for word in head_words:
                    if word != head:
                        heads[word - 1] = head
                labels[-1].append(name)
                words[-1].append(head)
        elif isinstance(node, str) or node.is_tag:
            name = names[-1] if isinstance(node, str) else node.label
            if name != TRACE_TAG:
                heads.append(0)
                labels[-1].append(BARE_WORD_LABEL if isinstance(node, str) else name)
                words[-1].append(len(heads))
        else:
            names.append(node.label)
            labels.append([])
            words.append([])
            stack.append(None)
            stack.extend(reversed(node.children))
    return tuple(heads)


def with_heads_from_tree(sentence: Sentence, rules: HeadRules = COLLINS) -> Sentence:
    """Return the sentence with the heads that `rules` find in its tree; EditError if it has none."""
    if sentence.tree is None:
        raise EditError("this sentence has no constituency tree to take dependencies from; draw or parse one first")
    return sentence.with_heads(extract_heads(sentence.tree, rules))


def make_projected_label(tag: str) -> str:
    """Return the label of the phrase that a word with this tag projects."""
    return PROJECTED_MARK + tag.translate(_FUNCTION_SEPARATORS)


def project_phrases(forms: Sequence[str], tags: Sequence[str], heads: Sequence[int]) -> Tree:
    """Return the constituency tree in which each word projects a phrase over itself and its dependents' phrases.

    `heads` must be a projective tree.
    """
    dependents_of = dependents_by_head(heads)
    order = [*dependents_of[0]]
    for word in order:  # grows during the loop: heads before their dependents
        order.extend(dependents_of[word])
    projections: dict[int, Tree] = {}
    for word in reversed(order):
        tag = EMPTY if tags[word - 1] == TRACE_TAG else tags[word - 1]
        head_tag = Tree(tag, (forms[word - 1],))
        children = [projections[dependent] for dependent in dependents_of[word]]
        left_count = sum(dependent < word for dependent in dependents_of[word])
        projections[word] = Tree(make_projected_label(tag), (*children[:left_count], head_tag, *children[left_count:]))
    return projections[dependents_of[0][0]]


def with_tree_from_heads(sentence: Sentence, column: str = "xpos") -> Sentence:
    """Return the sentence with the constituency tree that its heads project, with the tags of this column.

    Crossing arcs are lifted. EditError for a sentence whose heads are no tree.
    """
    if not is_tree(sentence.heads):
        raise EditError("the heads of this sentence are no tree to make phrases of; attach every word, one to the root")
    heads = tuple(head or 0 for head in sentence.heads)
    if not is_projective(heads):
        heads, _ = projectivise(heads, sentence.deprels)
    return replace(sentence, tree=project_phrases(sentence.forms, sentence.column(column), heads), source=None)


def is_intermediate_label(label: str) -> bool:
    """Return whether a label is that of a node added by binarisation; `@` at the beginning of others is escaped."""
    return label.startswith(INTERMEDIATE_MARK)


def binarise(
    tree: Tree, rules: HeadRules = COLLINS, order: BinarisationOrder = "right-first", horizontal: int | None = 0
) -> Tree:
    """Collapse unary chains and binarise the tree head-outwards; `unbinarise` is the exact inverse.

    Each phrase X grows from its head: `right-first` attaches the siblings to the right of the head, nearest first, then
    those to its left; `left-first` the other way round. The intermediate nodes are labelled @X> where the last sibling
    came from the right and @X< where it came from the left, with the labels of the last `horizontal` siblings in square
    brackets, nearest to the head first (None: all of them). Of a chain, X is the lowest label.
    """

    def binarise_node(node: Tree, children: list[Tree | str]) -> Tree:
        """Return the binary subtree of a node whose children are binarised already."""
        if len(children) <= 2:
            return node.rebuild(node.label, children)
        # of a chain, the top label is seen by the parent and the lowest one has the children
        names = [
            BARE_WORD_LABEL if isinstance(child, str) else split_chain_label(child.label)[0] for child in node.children
        ]
        lowest = split_chain_label(node.label)[-1]
        head = rules.find_head(lowest, names)
        rightwards = range(head + 1, len(children))
        leftwards = range(head - 1, -1, -1)
        sibling_order = (*rightwards, *leftwards) if order == "right-first" else (*leftwards, *rightwards)
        subtree = children[head]
        for attached, index in enumerate(sibling_order, 1):
            pair = (subtree, children[index]) if index > head else (children[index], subtree)
            if attached == len(sibling_order):
                subtree = Tree(node.label, pair)
            else:
                recent = (
                    sibling_order[:attached]
                    if horizontal is None
                    else sibling_order[max(attached - horizontal, 0) : attached]
                )
                subtree = Tree(
                    _make_intermediate_label(lowest, index > head, [names[sibling] for sibling in recent]), pair
                )
        assert isinstance(subtree, Tree)
        return subtree

    return tree.collapse_unaries().fold(binarise_node)


def _make_intermediate_label(label: str, right: bool, siblings: list[str]) -> str:
    """Return the label of an intermediate node, as described at `binarise`."""
    return f"{INTERMEDIATE_MARK}{label}{'>' if right else '<'}" + (f"[{' '.join(siblings)}]" if siblings else "")


def unbinarise(tree: Tree) -> Tree:
    """Undo `binarise`: remove intermediate nodes and expand unary chains."""
    if is_intermediate_label(tree.label):
        raise ValueError(f"the root {tree.label!r} is a node that binarisation puts between others")
    original_nodes: list[tuple[Tree, list[Tree | str]]] = []  # parents first, each with its children
    stack = [tree]
    while stack:
        node = stack.pop()
        children: list[Tree | str] = []
        unvisited = list(reversed(node.children))
        while unvisited:
            child = unvisited.pop()
            if isinstance(child, Tree) and is_intermediate_label(child.label):
                unvisited.extend(reversed(child.children))
            else:
                children.append(child)
        original_nodes.append((node, children))
        stack.extend(child for child in reversed(children) if isinstance(child, Tree))
    rebuilt: list[Tree] = []
    for node, children in reversed(original_nodes):
        rebuilt.append(
            node.rebuild(node.label, [child if isinstance(child, str) else rebuilt.pop() for child in children])
        )
    return rebuilt[0].expand_unaries()

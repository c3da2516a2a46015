"""Head finding: Collins' table, a heuristic for other labels, and the dependencies of a constituency tree."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Literal

from spectral_core.brief import brief_repr
from spectral_core.data.sentence import Sentence
from spectral_core.data.tree import PROJECTED_MARK, TRACE, Tree, category
from spectral_core.errors import EditError

Direction = Literal["left", "right", "left-any", "right-any", "first", "last"]

PUNCTUATION = frozenset((",", ".", ":", "``", "''", '"', "-LRB-", "-RRB-", "$,", "$.", "$(", "PUNCT", "PU"))
BARE_WORD = "_"  # the label of a bare word among children


@dataclass(frozen=True, slots=True)
class HeadSearch:
    """A search for the head among the children of a phrase.

    `left` and `right`: each label in turn, through all children from that end; `left-any` and `right-any`: the first
    child from that end with any of the labels; `first` and `last`: the child at that end, if it has one of the labels.
    """

    direction: Direction
    labels: tuple[str, ...] = ()

    @property
    def from_right(self) -> bool:
        return self.direction in ("right", "right-any", "last")

    def find(self, names: Sequence[str]) -> int | None:
        """Return the index of the head, if any; `names` are the children's labels without functions."""
        order = range(len(names) - 1, -1, -1) if self.from_right else range(len(names))
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

        A head that follows a coordinator gives way to what stands before the coordinator, so that the first of two
        conjuncts is the head (Collins 1999, appendix A).
        """
        if len(children) == 1:
            return 0
        if not children:
            raise ValueError(f"the phrase {label!r} has no children, and so no head")
        if label.startswith(PROJECTED_MARK):  # its head is the word that projects it
            return next((index for index, name in enumerate(children) if not name.startswith(PROJECTED_MARK)), 0)
        names = [child if child in self.punctuation else category(child) for child in children]
        searches = self.searches.get(label) or self.searches.get(category(label)) or self.default
        if not searches:
            content = self._content_indices(names)
            return content[guess_head(category(label), [names[index] for index in content])]
        for search in searches:
            if (index := search.find(names)) is not None:
                return self._first_conjunct(names, index)
        content = self._content_indices(names)
        return self._first_conjunct(names, content[-1 if searches[-1].from_right else 0])

    def _content_indices(self, names: Sequence[str]) -> list[int]:
        punctuation = self.punctuation
        return [index for index, name in enumerate(names) if name not in punctuation and name != TRACE] or list(
            range(len(names))
        )

    def _first_conjunct(self, names: Sequence[str], head: int) -> int:
        if head < 2 or names[head - 1] not in self.coordinators:
            return head
        # a comma before "and" is no conjunct
        conjuncts = (
            index for index in range(head - 2, -1, -1) if names[index] not in self.punctuation and names[index] != TRACE
        )
        return next(conjuncts, head)


_CLAUSE = re.compile(r"S|[IC]P|VP|ROOT|TOP")
_VERB = re.compile(r"V(?!P)|MD|AUX|BE|HV|DO")
_ADPOSITION = re.compile(r"P\d*$|PREP|AP[PZ]|IN$|TO$|ADP$")


def guess_head(label: str, children: Sequence[str]) -> int:
    """Guess the head for a label set without a table; the labels of punctuation are not among `children`.

    The first of these that exists: in a clause or verb phrase the left-most verb (its label begins with V, MD, AUX, BE,
    HV or DO), or else the left-most clause or verb phrase; in a PP the left-most adposition; the right-most child whose
    label begins with the same letter, such as NN in an NP, without being the same; the left-most child with the same
    label; the right-most child. Made for PTB-like, TIGER-like, PPCHE-like and Sinica labels; for any other set, a table
    of its own is better.
    """
    kinds = (_VERB, _CLAUSE) if _CLAUSE.match(label) else (_ADPOSITION,) if label.startswith("PP") else ()
    matches = (index for kind in kinds for index, child in enumerate(children) if kind.match(child))
    from_right = reversed(range(len(children)))
    similar = (index for index in from_right if children[index][:1] == label[:1] != "" and children[index] != label)
    if (likely := next(chain(matches, similar), None)) is not None:
        return likely
    return children.index(label) if label in children else len(children) - 1


def _parse_table(text: str) -> dict[str, tuple[HeadSearch, ...]]:
    searches: dict[str, tuple[HeadSearch, ...]] = {}
    for line in text.strip().split("\n"):
        label, direction, *labels = line.split()
        searches[label] = (*searches.get(label, ()), HeadSearch(_DIRECTIONS[direction], tuple(labels)))
    return searches


DIRECTIONS: tuple[Direction, ...] = ("left", "right", "left-any", "right-any", "first", "last")
_DIRECTIONS: Mapping[str, Direction] = {way: way for way in DIRECTIONS}

# Collins 1999, appendix A, the rules for noun phrases.
NOUN_PHRASE = _parse_table("""
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
    _parse_table("""
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
    | dict.fromkeys(("NP", "NML", "NX"), NOUN_PHRASE),
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
    labels: list[list[str]] = [[]]  # of the children with words, for each node that is open
    words: list[list[int]] = [[]]  # and their head words
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
            if name != TRACE:
                heads.append(0)
                labels[-1].append(BARE_WORD if isinstance(node, str) else name)
                words[-1].append(len(heads))
        else:
            names.append(node.label)
            labels.append([])
            words.append([])
            stack.append(None)
            stack.extend(reversed(node.children))
    return tuple(heads)


def with_dependencies(sentence: Sentence, rules: HeadRules = COLLINS) -> Sentence:
    """Return the sentence with the heads that `rules` find in its tree; a sentence without one is refused."""
    if sentence.tree is None:
        raise EditError("this sentence has no constituency tree to take dependencies from; draw or parse one first")
    return sentence.with_heads(extract_heads(sentence.tree, rules))

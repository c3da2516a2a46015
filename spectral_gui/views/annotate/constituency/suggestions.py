"""View model of a constituency tree, candidate labels and parents for the prompts on nodes, and fold transfer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, takewhile

from spectral_core.data import EMPTY, Sentence, Tree, tree_edits
from spectral_core.data.inventory import Inventory
from spectral_core.data.structure import CONSTITUENTS, Part, Position, SpanPart
from spectral_core.data.tree import TRACE_TAG, strip_function_tags
from spectral_core.data.tree_edits import NodePath, node_at, walk_paths, word_range
from spectral_core.drawing.tree_layout import elide_words
from spectral_core.errors import EditError
from spectral_gui.scenes.drawing_parts import SuggestedPart
from spectral_gui.state import Session, Suggestions
from spectral_gui.text_display import format_arc_score, make_translator

_tr = make_translator("ConstituencyView")
_MIN_SCORE = 0.001  # minimum score of a label that is offered as likely
_COMMON_LABELS = ("S", "NP", "VP", "PP", "ADJP", "ADVP", "SBAR", "QP", "PRN", "FRAG", "X")  # if nothing is known yet
_MAX_CLOSED_LABELS = 100  # with more labels, the inventory is open and a new label is not reported
_MAX_DISTANCE = 60  # candidate parents upwards and to each side; a deep chain has thousands


@dataclass(frozen=True, slots=True)
class TreeViewModel:
    """View model of the tree on screen, annotated or suggested: suggested, uncertain and locked nodes."""

    tree: Tree | None = None
    suggested_parts: Mapping[NodePath, SuggestedPart] = field(default_factory=dict)  # suggested phrases
    uncertain: tuple[NodePath, ...] = ()
    locked: frozenset[NodePath] = frozenset()
    is_suggested: bool = False

    def find_path(self, part: Part) -> NodePath | None:
        """Return the highest node with this span and label, if any."""
        parts = {} if self.tree is None else collect_phrases(self.tree)
        return next((path for path, phrase in parts.items() if phrase == part), None)

    @property
    def notes(self) -> dict[NodePath, str]:
        """Notes on nodes for the outline, in addition to labels and words."""
        node_notes = {path: [ghost.note] for path, ghost in self.suggested_parts.items()}
        for path in sorted(self.locked):
            node_notes.setdefault(path, []).append(_tr("locked"))
        for path in self.uncertain:
            node_notes.setdefault(path, []).append(_tr("uncertain"))
        return {path: ", ".join(filter(None, notes)) for path, notes in node_notes.items()}


def build_tree_view_model(session: Session, suggestions: Suggestions) -> TreeViewModel:
    """Build the view model of the selected sentence."""
    sentence = session.sentence
    if sentence is None:
        return TreeViewModel()
    suggestion, suggested = suggestions.current, suggestions.last_shown_tree
    if suggestions.structure is not CONSTITUENTS or suggested is None or suggested.tree is None:
        return TreeViewModel(sentence.tree)
    parts = collect_phrases(suggested.tree)
    if suggestion is None:  # another suggestion is pending
        return TreeViewModel(
            suggested.tree, dict.fromkeys(parts, SuggestedPart(note=_tr("suggested"))), is_suggested=True
        )
    highest: dict[Position, NodePath] = {}  # the highest node with each span
    for path, part in parts.items():
        highest.setdefault(part.position, path)
    changed_positions = suggestion.find_changed_positions(min(suggestions.rank, len(suggestion.trees) - 1))
    locks = session.get_locks(session.selection.sentence)
    suggested_parts = {}
    for path, part in parts.items():
        score, is_changed = suggestion.get_part_score(part), part.position in changed_positions
        notes = [_tr("suggested"), "" if score is None else format_arc_score(score, suggestion.is_calibrated)]
        notes += [_tr("moved")] * is_changed
        suggested_parts[path] = SuggestedPart(score, is_changed, ", ".join(filter(None, notes)))
    uncertain = tuple(highest[span] for span in suggestions.find_uncertain_positions() if span in highest)
    locked = frozenset(path for path, part in parts.items() if CONSTITUENTS.is_locked(locks, part.position))
    return TreeViewModel(suggested.tree, suggested_parts, uncertain, locked, is_suggested=True)


def get_likely_labels(suggestions: Suggestions, span: Position | None) -> dict[str, str]:
    """Return the model's labels for a phrase with this span, the most probable first, with their scores as text."""
    suggestion = suggestions.current
    if suggestion is None or span is None:
        return {}
    rows = (
        (part, score)
        for part, score in suggestion.list_alternatives(span)
        if part.position == span and score >= _MIN_SCORE
    )
    return {part.label: format_arc_score(score, suggestion.is_calibrated) for part, score in rows}


def collect_phrases(tree: Tree) -> dict[NodePath, SpanPart]:
    """Return the phrases over words by their paths, in preorder."""
    phrases = {}
    for path, node in walk_paths(tree):
        first, last = (0, 0) if node.is_tag or not node.label else word_range(tree, path)
        if first:
            phrases[path] = SpanPart(first - 1, last, node.label)
    return phrases


def rank_phrase_labels(tree: Tree, path: NodePath, inventory: Inventory, sentence_tree: Tree) -> list[str]:
    """Return candidate labels for the phrase at `path`, best first: from the treebank, this sentence, and a list of
    common labels. Each is followed by its bare category if that differs, so that it can be typed in full."""
    sentence_labels = (node.label for node in sentence_tree.nodes() if not node.is_tag)
    labels: dict[str, None] = {}
    for label in (*inventory.rank_labels_of_phrase(tree, path), *sentence_labels, *_COMMON_LABELS):
        if label:
            labels[label] = None
            labels[strip_function_tags(label)] = None
    return list(labels)


def rank_tags(sentence: Sentence, word: int, inventory: Inventory) -> list[str]:
    """Return candidate tags for a word, best first: from the treebank, then this sentence."""
    tags = dict.fromkeys(inventory.rank_column_values(sentence, word, "xpos"))
    tags.update(dict.fromkeys(tag for tag in sentence.xpos if tag != EMPTY))
    return list(tags)


def find_phrase_over_same_words(old_tree: Tree, path: NodePath, new_tree: Tree) -> NodePath | None:
    """Return the highest phrase of another tree with the same words as a node, if any."""
    try:
        words = word_range(old_tree, path)
    except EditError:
        return None
    phrases = (phrase_path for phrase_path, node in walk_paths(new_tree) if not node.is_tag)
    return next((phrase_path for phrase_path in phrases if word_range(new_tree, phrase_path) == words), None)


def list_possible_parents(tree: Tree, path: NodePath) -> list[NodePath]:
    """Return the nodes that the one at `path` can be attached to, the nearest in the tree first."""
    targets = (target for target in _iterate_candidate_parents(tree, path) if can_attach(tree, path, target))
    return sorted(
        targets, key=lambda target: (len(path) + len(target) - 2 * compute_common_prefix_length(path, target), target)
    )


def can_attach(tree: Tree, path: NodePath, target: NodePath) -> bool:
    """Return whether a node can be attached to another without making a phrase discontinuous."""
    try:
        tree_edits.attach_node(tree, path, target)
    except EditError:
        return False
    return True


def _iterate_candidate_parents(tree: Tree, path: NodePath) -> Iterable[NodePath]:
    """Yield ancestors, and the nodes along the facing edges of the nearest left and right neighbours; no other node can
    be a parent."""
    yield from (path[:depth] for depth in range(len(path) - 2, max(-1, len(path) - 2 - _MAX_DISTANCE), -1))
    for step in (-1, 1):
        for depth in range(len(path) - 1, -1, -1):
            ancestor, child_number = node_at(tree, path[:depth]), path[depth] + step
            if 0 <= child_number < len(ancestor.children):
                yield from _iterate_edge_phrases(ancestor.children[child_number], (*path[:depth], child_number), step)
                break


def _iterate_edge_phrases(node: Tree | str, path: NodePath, step: int) -> Iterable[NodePath]:
    """Yield the paths of a phrase and of its first (step 1) or last (step -1) descendants."""
    for _ in range(_MAX_DISTANCE):
        if isinstance(node, str) or node.is_tag or not node.children:
            return
        yield path
        child_number = 0 if step > 0 else len(node.children) - 1
        node, path = node.children[child_number], (*path, child_number)


def compute_common_prefix_length(first: NodePath, second: NodePath) -> int:
    """Return the length of the common prefix of two paths."""
    return sum(1 for _ in takewhile(lambda steps: steps[0] == steps[1], zip(first, second, strict=False)))


def quote_node(tree: Tree, path: NodePath) -> str:
    """Quote the first words of a node for a message or an undo text, or its traces if it has no words."""
    node = node_at(tree, path)
    return quote_words(list(node.words()) or [word for _, word in node.leaves()])


def quote_words(words: Sequence[str]) -> str:
    """Quote words, isolated from the direction of the surrounding text; of many, the first and the last."""
    return f"'\u2068{elide_words(words)}\u2069'"


def find_suspicious_nodes(tree: Tree, inventory: Inventory) -> list[NodePath]:
    """Return the paths of phrases and tags whose label is missing, unknown to the treebank, or that of their only
    child."""
    known_labels: dict[tuple[bool, str], bool] = {}
    suspicious_paths = []
    for path, node in tree_edits.walk_paths(tree):
        is_tag = node.is_tag
        label = node.label if is_tag else strip_function_tags(node.label)
        is_known = known_labels.get((is_tag, label))
        if is_known is None:
            counts = inventory.counts.get("xpos" if is_tag else "category", {})
            is_closed_set = 0 < len(counts) <= _MAX_CLOSED_LABELS and label not in ("", TRACE_TAG)
            is_known = known_labels[is_tag, label] = not is_closed_set or inventory.has_label(
                "xpos" if is_tag else "category", label
            )
        only_child = node.children[0]
        repeats_label = len(node.children) == 1 and isinstance(only_child, Tree) and only_child.label == node.label
        if not is_known or (path and not node.label) or (repeats_label and node.label):
            suspicious_paths.append(path)
    return suspicious_paths


def make_flat_tree(sentence: Sentence, label: str) -> Tree:
    """Return a tree of one node over all words and their tags: XPOS, else UPOS."""
    tags = (xpos if xpos != EMPTY else upos for xpos, upos in zip(sentence.xpos, sentence.upos, strict=True))
    return Tree(label, tuple(Tree(tag, (form,)) for tag, form in zip(tags, sentence.forms, strict=True)))


def transfer_folded_nodes(old_tree: Tree, new_tree: Tree, folded: frozenset[NodePath]) -> frozenset[NodePath]:
    """Return the nodes to fold in the tree after an edit: those folded before, and those with the same words as one
    folded before. Of several nodes over the same words, the one with the same label, or else the first."""
    if not folded:
        return folded
    new_folds: set[NodePath] = set()
    spans: dict[tuple[int, int], list[tuple[NodePath, str]]] = {}
    for path, node, span in list_leaf_spans(new_tree):
        if not node.is_tag and node.label != TRACE_TAG:
            spans.setdefault(span, []).append((path, node.label))
    for path, node, span in list_leaf_spans(old_tree):
        if path not in folded:
            continue
        candidates = spans.get(span, [])
        same_label = [candidate for candidate, label in candidates if label == node.label]
        if path in same_label or (not same_label and any(path == candidate for candidate, _ in candidates)):
            new_folds.add(path)
        elif same_label:
            new_folds.add(same_label[0])
        elif candidates:
            new_folds.add(candidates[0][0])
    return frozenset(new_folds)


def list_leaf_spans(tree: Tree) -> list[tuple[NodePath, Tree, tuple[int, int]]]:
    """Return every node in preorder with its range of leaves (words and traces)."""
    sizes: dict[int, int] = {}  # number of leaves of a node, by object identity
    for node in reversed(list(tree.nodes())):
        sizes[id(node)] = sum(sizes.get(id(child), 1) for child in node.children)
    spans: list[tuple[NodePath, Tree, tuple[int, int]]] = []
    pending: list[tuple[NodePath, Tree, int]] = [((), tree, 0)]
    while pending:
        path, node, start = pending.pop()
        spans.append((path, node, (start, start + sizes[id(node)])))
        starts = accumulate((sizes.get(id(child), 1) for child in node.children), initial=start)
        children = enumerate(zip(node.children, starts, strict=False))
        subtrees = [
            ((*path, number), child, child_start)
            for number, (child, child_start) in children
            if isinstance(child, Tree)
        ]
        pending += reversed(subtrees)
    return spans

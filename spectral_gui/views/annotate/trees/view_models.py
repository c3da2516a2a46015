"""View models of the trees on screen, annotated or suggested: suggested, uncertain, locked and suspicious parts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from spectral_core.data import EMPTY, Sentence, Tree
from spectral_core.data.inventory import Inventory
from spectral_core.data.structure import CONSTITUENTS, ArcPart, Part, Position, SpanPart
from spectral_core.data.tree import TRACE_TAG, NodePath, count_words, strip_function_tags, walk_paths
from spectral_gui.scenes.drawing_parts import SuggestedPart
from spectral_gui.state import Acceptance, Session, Suggestion, Suggestions
from spectral_gui.text_display import format_arc_score, isolate_text, make_translator

_MAX_CLOSED_LABELS = 100  # with more labels, the inventory is open and a new label is not reported
_tr = make_translator("Proposed")


@dataclass(frozen=True, slots=True)
class ArcViewModel:
    """View model of a drawn sentence: annotated and suggested arcs, uncertain words, locked and forbidden arcs."""

    sentence: Sentence
    suggested_arcs: dict[int, SuggestedPart] = field(default_factory=dict)
    suggested_tags: dict[int, list[str]] = field(default_factory=dict)  # notes on the tags suggested for words
    uncertain: tuple[int, ...] = ()
    locked: frozenset[int] = frozenset()
    forbidden: frozenset[tuple[int, int]] = frozenset()  # (head, word)

    @property
    def notes(self) -> dict[int, str]:
        """Notes on words for the outline: suggested, locked or forbidden arcs, and uncertain words."""
        notes_by_word = {word: [suggested_part.note] for word, suggested_part in self.suggested_arcs.items()}
        notes = [(word, note) for word, tag_notes in self.suggested_tags.items() for note in tag_notes]
        notes += [(word, _tr("locked")) for word in sorted(self.locked)]
        notes += [(word, _tr("uncertain")) for word in self.uncertain]
        for head, word in sorted(self.forbidden):
            head_text = f"{head} {isolate_text(self.sentence.forms[head - 1])}" if head else _tr("the root")
            notes.append((word, _tr("forbidden below {0}").format(head_text)))
        for word, note in notes:
            notes_by_word.setdefault(word, []).append(note)
        return {word: ", ".join(filter(None, word_notes)) for word, word_notes in notes_by_word.items()}


def build_arc_view_model(
    session: Session, suggestions: Suggestions, acceptance: Acceptance, sentence: Sentence
) -> ArcViewModel:
    """Build the view model of the selected sentence and its suggestion, if there is one."""
    suggestion, tree = suggestions.current, suggestions.current_tree
    locks, uncertain = session.get_locks(session.selection.sentence), acceptance.find_uncertain_words()
    locked = frozenset(word for _, word in locks.required_arcs)
    accepted = acceptance.compose_accepted_sentence(session.selection.sentence, tree or sentence)
    tags = {word: _describe_suggested_tags(sentence, accepted, word) for word in range(1, len(sentence) + 1)}
    suggested_tags = {word: notes for word, notes in tags.items() if notes}
    if suggestion is None or tree is None:
        return ArcViewModel(accepted, {}, suggested_tags, uncertain, locked, locks.forbidden_arcs)
    changed_words = suggestion.find_changed_positions(min(suggestions.rank, len(suggestion.trees) - 1))
    suggested_arcs = {}
    for word, (head, suggested_head) in enumerate(zip(sentence.heads, tree.heads, strict=True), 1):
        if head != suggested_head:
            score = None if suggested_head is None else suggestion.get_part_score(ArcPart(word, suggested_head))
            note = _describe_suggested_arc(suggestion, score, word in changed_words)
            suggested_arcs[word] = SuggestedPart(score, word in changed_words, note)
        elif sentence.deprels[word - 1] != tree.deprels[word - 1]:
            note = _describe_suggested_relation(sentence.deprels[word - 1])
            suggested_arcs[word] = SuggestedPart(note=note, is_relation_only=True)
    return ArcViewModel(accepted, suggested_arcs, suggested_tags, uncertain, locked, locks.forbidden_arcs)


def _describe_suggested_arc(suggestion: Suggestion, score: float | None, is_changed: bool) -> str:
    """Return the note on a suggested arc: its score, and whether it differs from the tree compared with."""
    likelihood_text = "" if score is None else format_arc_score(score, suggestion.is_calibrated)
    return ", ".join(filter(None, (_tr("suggested"), likelihood_text, _tr("moved") if is_changed else "")))


def _describe_suggested_relation(relation: str) -> str:
    """Return the note on an arc of which only the relation is suggested; `relation` is the current one."""
    return _tr("relation suggested") if relation == EMPTY else _tr("relation suggested instead of {0}").format(relation)


def _describe_suggested_tags(sentence: Sentence, tree: Sentence, word: int) -> list[str]:
    """Return the notes on the tags that accepting the suggestion would write at a word."""
    columns = ((sentence.upos, tree.upos), (sentence.xpos, tree.xpos))
    tags = dict.fromkeys(
        suggested_tags[word - 1]
        for current_tags, suggested_tags in columns
        if current_tags[word - 1] != suggested_tags[word - 1]
    )
    return [_tr("tag {0} suggested").format(tag) for tag in tags]


@dataclass(frozen=True, slots=True)
class TreeViewModel:
    """View model of the tree on screen, annotated or suggested: suggested, uncertain and locked nodes."""

    tree: Tree | None = None
    suggested_parts: Mapping[NodePath, SuggestedPart] = field(default_factory=dict)
    uncertain: tuple[NodePath, ...] = ()
    locked: frozenset[NodePath] = frozenset()
    is_suggested: bool = False

    def find_phrase_path(self, part: Part) -> NodePath | None:
        """Return the path of the highest phrase with the span and label of `part`; None if the tree has none."""
        parts = {} if self.tree is None else collect_phrases(self.tree)
        return next((path for path, phrase in parts.items() if phrase == part), None)

    @property
    def notes(self) -> dict[NodePath, str]:
        """Notes on nodes for the outline, in addition to labels and words."""
        node_notes = {path: [suggested_part.note] for path, suggested_part in self.suggested_parts.items()}
        for path in sorted(self.locked):
            node_notes.setdefault(path, []).append(_tr("locked"))
        for path in self.uncertain:
            node_notes.setdefault(path, []).append(_tr("uncertain"))
        return {path: ", ".join(filter(None, notes)) for path, notes in node_notes.items()}


def build_tree_view_model(session: Session, suggestions: Suggestions) -> TreeViewModel:
    """Build the view model of the selected sentence: of its suggested tree, or else of its own one."""
    sentence = session.sentence
    if sentence is None:
        return TreeViewModel()
    suggestion, suggested = suggestions.current, suggestions.last_shown_tree
    if suggestions.structure is not CONSTITUENTS or suggested is None or suggested.tree is None:
        return TreeViewModel(sentence.tree)
    parts = collect_phrases(suggested.tree)
    locks = session.get_locks(session.selection.sentence)
    locked = frozenset(path for path, part in parts.items() if CONSTITUENTS.is_locked(locks, part.position))
    if suggestion is None:  # another suggestion is pending
        pending_parts = dict.fromkeys(parts, SuggestedPart(note=_tr("suggested")))
        return TreeViewModel(suggested.tree, pending_parts, locked=locked, is_suggested=True)
    highest: dict[Position, NodePath] = {}  # the highest node with each span
    for path, part in parts.items():
        highest.setdefault(part.position, path)
    changed_positions = suggestion.find_changed_positions(min(suggestions.rank, len(suggestion.trees) - 1))
    suggested_parts = {}
    for path, part in parts.items():
        score, is_changed = suggestion.get_part_score(part), part.position in changed_positions
        notes = [_tr("suggested"), "" if score is None else format_arc_score(score, suggestion.is_calibrated)]
        notes += [_tr("moved")] * is_changed
        suggested_parts[path] = SuggestedPart(score, is_changed, ", ".join(filter(None, notes)))
    uncertain = tuple(highest[span] for span in suggestions.find_uncertain_positions() if span in highest)
    return TreeViewModel(suggested.tree, suggested_parts, uncertain, locked, is_suggested=True)


def collect_phrases(tree: Tree) -> dict[NodePath, SpanPart]:
    """Return the phrases over words by their paths, in preorder."""
    sizes: dict[int, int] = {}  # number of words below a node, by object identity
    for node in reversed(list(tree.nodes())):
        sizes[id(node)] = sum(_count_words_below(child, node, sizes) for child in node.children)
    phrases = {}
    starts: dict[NodePath, int] = {(): 0}  # number of words before a node
    for path, node in walk_paths(tree):
        start = starts.pop(path)
        if sizes[id(node)] and not node.is_tag and node.label:
            phrases[path] = SpanPart(start, start + sizes[id(node)], node.label)
        for number, child in enumerate(node.children):
            if isinstance(child, Tree):
                starts[*path, number] = start
            start += _count_words_below(child, node, sizes)
    return phrases


def _count_words_below(child: Tree | str, parent: Tree, sizes: dict[int, int]) -> int:
    """Return the number of words of a child: 1 for a word, 0 for a trace."""
    return sizes[id(child)] if isinstance(child, Tree) else count_words(child, parent.label)


def find_suspicious_nodes(tree: Tree, inventory: Inventory) -> list[NodePath]:
    """Return the paths of phrases and tags whose label is missing, unknown to the treebank, or that of their only
    child."""
    known_labels: dict[tuple[bool, str], bool] = {}
    suspicious_paths = []
    for path, node in walk_paths(tree):
        is_tag = node.is_tag
        label = node.label if is_tag else strip_function_tags(node.label)
        is_known = known_labels.get((is_tag, label))
        if is_known is None:
            kind: Literal["xpos", "category"] = "xpos" if is_tag else "category"
            counts = inventory.counts.get(kind, {})
            is_closed_set = 0 < len(counts) <= _MAX_CLOSED_LABELS and label not in ("", TRACE_TAG)
            is_known = known_labels[is_tag, label] = not is_closed_set or inventory.has_label(kind, label)
        only_child = node.children[0]
        repeats_label = len(node.children) == 1 and isinstance(only_child, Tree) and only_child.label == node.label
        if not is_known or (path and not node.label) or (repeats_label and node.label):
            suspicious_paths.append(path)
    return suspicious_paths

"""View model of a constituency tree: the tree to draw, whether it is suggested, and notes on its nodes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from spectral_core.data import Tree
from spectral_core.data.structure import CONSTITUENTS, Part, Position, SpanPart
from spectral_core.data.tree_edits import NodePath, walk_paths, word_range
from spectral_gui.resources import format_likelihood, make_translator
from spectral_gui.scenes.ghosts import Ghost
from spectral_gui.state import Session, Suggestions

_tr = make_translator("ConstituencyView")
_MIN_SCORE = 0.001  # of the number of a label that is offered as likely


@dataclass(frozen=True, slots=True)
class TreeViewModel:
    """The tree on screen: that of the sentence, or a suggested one, with what is known of its nodes."""

    tree: Tree | None = None
    ghosts: Mapping[NodePath, Ghost] = field(default_factory=dict)  # the phrases that are proposed
    doubtful: tuple[NodePath, ...] = ()
    locked: frozenset[NodePath] = frozenset()
    is_suggested: bool = False

    def find_path(self, part: Part) -> NodePath | None:
        """Return the highest node that is this phrase, if any."""
        parts = {} if self.tree is None else collect_phrases(self.tree)
        return next((path for path, phrase in parts.items() if phrase == part), None)

    @property
    def notes(self) -> dict[NodePath, str]:
        """The notes of the outline on nodes, beside their labels and words."""
        node_notes = {path: [ghost.note] for path, ghost in self.ghosts.items()}
        for path in sorted(self.locked):
            node_notes.setdefault(path, []).append(_tr("locked"))
        for path in self.doubtful:
            node_notes.setdefault(path, []).append(_tr("in doubt"))
        return {path: ", ".join(filter(None, notes)) for path, notes in node_notes.items()}


def build_view_model(session: Session, suggestions: Suggestions) -> TreeViewModel:
    """Build the view model of the selected sentence."""
    sentence = session.sentence
    if sentence is None:
        return TreeViewModel()
    suggestion, suggested = suggestions.current, suggestions.last_tree
    if suggestions.structure is not CONSTITUENTS or suggested is None or suggested.tree is None:
        return TreeViewModel(sentence.tree)
    parts = collect_phrases(suggested.tree)
    if suggestion is None:  # another is on its way
        return TreeViewModel(suggested.tree, dict.fromkeys(parts, Ghost(note=_tr("proposed"))), is_suggested=True)
    highest: dict[Position, NodePath] = {}  # of each place, the node that stands for it
    for path, part in parts.items():
        highest.setdefault(part.position, path)
    changed_places = suggestion.find_changed_parts(min(suggestions.rank, len(suggestion.trees) - 1))
    locks = session.get_locks(session.selection.sentence)
    ghosts = {}
    for path, part in parts.items():
        score, is_changed = suggestion.score_of(part), part.position in changed_places
        notes = [_tr("proposed"), "" if score is None else format_likelihood(score, suggestion.is_calibrated)]
        notes += [_tr("moved")] * is_changed
        ghosts[path] = Ghost(score, is_changed, ", ".join(filter(None, notes)))
    doubtful = tuple(highest[span] for span in suggestions.find_uncertain() if span in highest)
    locked = frozenset(path for path, part in parts.items() if CONSTITUENTS.is_locked(locks, part.position))
    return TreeViewModel(suggested.tree, ghosts, doubtful, locked, is_suggested=True)


def get_likely_labels(suggestions: Suggestions, span: Position | None) -> dict[str, str]:
    """Return the labels that the model has for a phrase over these words, the likeliest first, with their scores as
    text."""
    suggestion = suggestions.current
    if suggestion is None or span is None:
        return {}
    rows = (
        (part, score) for part, score in suggestion.alternatives(span) if part.position == span and score >= _MIN_SCORE
    )
    return {part.label: format_likelihood(score, suggestion.is_calibrated) for part, score in rows}


def collect_phrases(tree: Tree) -> dict[NodePath, SpanPart]:
    """Return the phrases over words by their paths, in preorder."""
    phrases = {}
    for path, node in walk_paths(tree):
        first, last = (0, 0) if node.is_tag or not node.label else word_range(tree, path)
        if first:
            phrases[path] = SpanPart(first - 1, last, node.label)
    return phrases

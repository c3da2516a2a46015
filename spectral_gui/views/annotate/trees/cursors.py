"""Keyboard navigation in drawings, in visual directions: between constituents, and between words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent

from spectral_core.data import Tree
from spectral_core.data.dependencies import dependents_by_head
from spectral_core.data.tree import (
    TRACE_TAG,
    NodePath,
    node_at,
    path_of_word,
    path_to_first_child,
    path_to_left_neighbour,
    path_to_parent,
    path_to_right_neighbour,
    word_range,
)
from spectral_core.data.tree_edits import compute_common_prefix_length
from spectral_core.errors import EditError
from spectral_gui.scenes.dependencies import ArcDrawing
from spectral_gui.scenes.tree_drawing import TreeDrawing
from spectral_gui.state import Session

_ALLOWED_MODIFIERS = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
_LEFT, _RIGHT = Qt.Key.Key_Left, Qt.Key.Key_Right
_MOVE_KEYS = (_LEFT, _RIGHT, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_Up, Qt.Key.Key_Down)


class NodeCursor(QObject):
    """Maps the session's selection to nodes of the tree on screen, and keeps the range of selected sisters."""

    changed = Signal()  # the selected nodes or their range changed

    def __init__(self, session: Session, parent: QObject):
        super().__init__(parent)
        self._session = session
        self._sister_range: tuple[NodePath, NodePath] | None = None  # start of the range, and the current node
        self.tree: Tree | None = None
        self.drawing: TreeDrawing | None = None
        self.right_to_left = False

    @property
    def current_path(self) -> NodePath | None:
        """Path of the current node: the selected one, or the tag over the selected word."""
        selection, tree = self._session.selection, self.tree
        if tree is None:
            return None
        if selection.node is not None:
            path = _clip_path(tree, selection.node)
            if self.drawing is not None and len(path) < len(self.drawing.top):
                path = self.drawing.top
            if not selection.word or not node_at(tree, path).is_tag:
                return path
        try:
            return path_of_word(tree, selection.word) if selection.word else None
        except EditError:
            return None

    @property
    def selected_words(self) -> range | None:
        """Words selected one by one, from 1; None if a node or sisters are selected."""
        selection = self._session.selection
        return selection.words if self._sister_range is None and selection.anchor and len(selection.words) > 1 else None

    @property
    def selected_paths(self) -> list[NodePath]:
        """Paths of the selected nodes: sisters, the tags of selected words, or the current node alone."""
        path, tree, words = self.current_path, self.tree, self.selected_words
        if tree is None or path is None:
            return []
        if words is not None:
            size = sum(1 for _ in tree.words())
            return [path_of_word(tree, word) for word in words if word <= size]
        if self._sister_range is None:
            return [path]
        begin, end = sorted(sister[-1] for sister in self._sister_range)
        children = node_at(tree, path[:-1]).children
        return [(*path[:-1], number) for number in range(begin, end + 1) if isinstance(children[number], Tree)]

    def select(self, path: NodePath) -> None:
        """Select one node; a tag is selected together with its word."""
        self._sister_range = None
        if self.tree is None:
            return
        node = node_at(self.tree, path)
        previous = self._session.selection
        if node.is_tag and node.label != TRACE_TAG:
            self._session.select(word=word_range(self.tree, path)[0], node=path)
        else:
            self._session.select(node=path)
        if self._session.selection == previous:
            self.changed.emit()

    def select_nodes(self, paths: Sequence[NodePath], current: NodePath) -> None:
        """Select sisters, or the current node alone if the nodes are no sisters."""
        sisters = [path for path in paths if path[:-1] == paths[0][:-1]]
        if len(sisters) > 1 and current in sisters:
            self._select_sisters(sisters[0] if current != sisters[0] else sisters[-1], current)
        else:
            self.select(current)

    def extend_to(self, path: NodePath) -> None:
        """Select from the start of the selection to a node: words, or the sisters that contain both."""
        tree, current, selection = self.tree, self.current_path, self._session.selection
        if tree is None or current is None or current == path:
            self.select(path)
            return
        node = node_at(tree, path)
        if selection.word and node.is_tag and node.label != TRACE_TAG:
            self._session.select(word=word_range(tree, path)[0], anchor=selection.anchor or selection.word)
            return
        begin = self._sister_range[0] if self._sister_range else current
        shared_steps = compute_common_prefix_length(begin, path)
        if shared_steps == min(len(begin), len(path)):
            self.select(path[:shared_steps])
        else:
            self._select_sisters(begin[: shared_steps + 1], path[: shared_steps + 1])

    def handle_key(self, event: QKeyEvent) -> bool:
        """Select another node if the key is for navigation; return whether it was."""
        if event.modifiers() & ~_ALLOWED_MODIFIERS:
            return False
        steps = (
            (path_to_right_neighbour, path_to_left_neighbour)
            if self.right_to_left
            else (path_to_left_neighbour, path_to_right_neighbour)
        )
        forward = -1 if self.right_to_left else 1
        key, shift = event.key(), bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            is_right = key == Qt.Key.Key_Right
            if shift:
                self._extend(forward if is_right else -forward)
            else:
                self._move(steps[is_right])
        elif shift:
            return False
        elif key in _KEY_STEPS:
            self._move(_KEY_STEPS[key])
        else:
            return False
        return True

    def _move(self, step: Callable[[Tree, NodePath], NodePath]) -> None:
        """Select the drawn node that `step` leads to from the current one, or the top node if none is selected."""
        tree, drawing, path = self.tree, self.drawing, self.current_path
        if tree is not None and drawing is not None:
            self.select(
                drawing.top if path is None else drawing.find_visible_node(step(tree, drawing.find_visible_node(path)))
            )

    def _extend(self, step: int) -> None:
        """Extend the selection by a word or a sister, to the next one for `step` 1 or the previous one for -1."""
        tree, path, selection = self.tree, self.current_path, self._session.selection
        if tree is None or path is None:
            return
        if selection.word and node_at(tree, path).is_tag:
            word = selection.word + step
            if 1 <= word <= sum(1 for _ in tree.words()):
                self._session.select(word=word, anchor=selection.anchor or selection.word)
        elif path:
            number = path[-1] + step
            children = node_at(tree, path[:-1]).children
            if 0 <= number < len(children) and isinstance(children[number], Tree):
                self._select_sisters(self._sister_range[0] if self._sister_range else path, (*path[:-1], number))

    def _select_sisters(self, begin: NodePath, path: NodePath) -> None:
        """Select the sisters from `begin` to `path`, the current node."""
        self._sister_range = None if begin == path else (begin, path)
        self._session.select(node=path)
        self.changed.emit()

    def update_sister_range(self) -> None:
        """Forget the range of sisters if another node was selected."""
        if self._sister_range is not None and self._sister_range[1] != self._session.selection.node:
            self._sister_range = None

    def clear_sister_range(self) -> None:
        """Reduce the selection to the current node, as after a change of the tree."""
        self._sister_range = None


def _clip_path(tree: Tree, path: NodePath) -> NodePath:
    """Return the path if the tree has a node there, or else the path of the lowest ancestor that it has."""
    node = tree
    for size, number in enumerate(path):
        child = node.children[number] if 0 <= number < len(node.children) else ""
        if isinstance(child, str):
            return path[:size]
        node = child
    return path


def _get_first_tag_path(tree: Tree, path: NodePath) -> NodePath:
    """Return the path of the first tag below a node; the path of the node itself if it has no words."""
    first, _ = word_range(tree, path)
    return path_of_word(tree, first) if first else path


_KEY_STEPS: dict[int, Callable[[Tree, NodePath], NodePath]] = {
    Qt.Key.Key_Up: path_to_parent,
    Qt.Key.Key_Down: path_to_first_child,
    Qt.Key.Key_Home: lambda _tree, _path: (),
    Qt.Key.Key_End: _get_first_tag_path,
}


class WordCursor(QObject):
    """Maps the session's selection to words of the drawing on screen."""

    def __init__(self, session: Session, get_drawing: Callable[[], ArcDrawing | None], parent: QObject):
        super().__init__(parent)
        self._session = session
        self._get_drawing = get_drawing

    def select(self, word: int, extend: bool = False) -> None:
        """Select a word, or extend the selection to it; do nothing for 0."""
        if word:
            previous = self._session.selection
            anchor = (previous.anchor or previous.word) if extend else 0
            self._session.select(word=word, anchor=0 if anchor == word else anchor)

    def select_range(self, word: int, anchor: int) -> None:
        """Select the words between `word`, the current one, and `anchor`; `word` alone for anchor 0."""
        self._session.select(word=word, anchor=anchor)

    def handle_key(self, event: QKeyEvent) -> bool:
        """Select another word if the key is for navigation; return whether it was."""
        key, drawing, word = event.key(), self._get_drawing(), self._session.selection.word
        if key not in _MOVE_KEYS:
            return False
        extend = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        word_count, heads = (0, ()) if drawing is None else (len(drawing.sentence), drawing.sentence.heads)
        forward_key, backward_key = (
            (_LEFT, _RIGHT) if drawing is not None and drawing.right_to_left else (_RIGHT, _LEFT)
        )
        if key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self.select(1 if key == Qt.Key.Key_Home else word_count, extend)
        elif drawing is None:
            return True
        elif not word:
            self.select(1, extend and key in (forward_key, backward_key))
        elif key in (forward_key, backward_key):
            self.select(min(max(word + (1 if key == forward_key else -1), 1), word_count), extend)
        elif key == Qt.Key.Key_Up:
            head = heads[word - 1] or 0
            self.select(head if 0 < head <= word_count else 0)
        else:
            self.select(next(iter(dependents_by_head(heads)[word]), 0))
        return True

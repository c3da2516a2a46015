"""Which nodes are selected, and how the arrow keys go from one to the next by sight."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent

from spectral_core.data import Tree, tree_edits
from spectral_core.data.tree import TRACE
from spectral_core.data.tree_edits import NodePath, node_at, words_of
from spectral_core.errors import EditError
from spectral_gui.scenes.constituents import TreeDrawing
from spectral_gui.session import Selection, Session
from spectral_gui.views.constituency import choices

_PLAIN = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier


class NodeCursor(QObject):
    """The session's selection as nodes of the tree on screen; a range of sisters is known here only."""

    changed = Signal()  # what is selected, or how much of it

    def __init__(self, session: Session, parent: QObject):
        super().__init__(parent)
        self._session = session
        self._sisters: tuple[NodePath, NodePath] | None = None  # where the range began, and where keys act
        self.tree: Tree | None = None
        self.drawing: TreeDrawing | None = None
        self.right_to_left = False
        session.selection_changed.connect(self._follow)

    @property
    def path(self) -> NodePath | None:
        """The node that keys act on: the selected one, or the tag over the selected word."""
        selection, tree = self._session.selection, self.tree
        if tree is None:
            return None
        if selection.node is not None:
            path = _there(tree, selection.node)
            if self.drawing is not None and len(path) < len(self.drawing.top):
                path = self.drawing.top
            if not selection.word or not node_at(tree, path).is_tag:
                return path
        try:
            return tree_edits.path_of_word(tree, selection.word) if selection.word else None
        except EditError:
            return None

    @property
    def words(self) -> range | None:
        """The words selected one by one, counted from 1; None where it is one node, or sisters."""
        selection = self._session.selection
        return selection.words if self._sisters is None and selection.anchor and len(selection.words) > 1 else None

    @property
    def nodes(self) -> list[NodePath]:
        path, tree, words = self.path, self.tree, self.words
        if tree is None or path is None:
            return []
        if words is not None:
            size = sum(1 for _ in tree.words())
            return [tree_edits.path_of_word(tree, word) for word in words if word <= size]
        if self._sisters is None:
            return [path]
        begin, end = sorted(one[-1] for one in self._sisters)
        children = node_at(tree, path[:-1]).children
        return [(*path[:-1], at) for at in range(begin, end + 1) if isinstance(children[at], Tree)]

    def select(self, path: NodePath) -> None:
        self._sisters = None
        if self.tree is None:
            return
        node = node_at(self.tree, path)
        before = self._session.selection
        if node.is_tag and node.label != TRACE:
            self._session.select(word=words_of(self.tree, path)[0], node=path)
        else:
            self._session.select(node=path)
        if self._session.selection == before:
            self.changed.emit()

    def select_nodes(self, paths: Sequence[NodePath], current: NodePath) -> None:
        """Selects sisters, or the current node alone where they are none."""
        sisters = [path for path in paths if path[:-1] == paths[0][:-1]]
        if len(sisters) > 1 and current in sisters:
            self._select_sisters(sisters[0] if current != sisters[0] else sisters[-1], current)
        else:
            self.select(current)

    def extend_to(self, path: NodePath) -> None:
        """Selects what lies between where the selection began and a node: words, or sisters that hold both."""
        tree, here, selection = self.tree, self.path, self._session.selection
        if tree is None or here is None or here == path:
            self.select(path)
            return
        node = node_at(tree, path)
        if selection.word and node.is_tag and node.label != TRACE:
            self._session.select(word=words_of(tree, path)[0], anchor=selection.anchor or selection.word)
            return
        begin = self._sisters[0] if self._sisters else here
        shared = choices.shared(begin, path)
        if shared == min(len(begin), len(path)):
            self.select(path[:shared])
        else:
            self._select_sisters(begin[: shared + 1], path[: shared + 1])

    def key(self, event: QKeyEvent) -> bool:
        """Whether a key on the canvas was one that moves; then it has."""
        if event.modifiers() & ~_PLAIN:
            return False
        step = (tree_edits.right, tree_edits.left) if self.right_to_left else (tree_edits.left, tree_edits.right)
        onwards = -1 if self.right_to_left else 1
        key, shift = event.key(), bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            side = key == Qt.Key.Key_Right
            if shift:
                self._extend(onwards if side else -onwards)
            else:
                self._go(step[side])
        elif shift:
            return False
        elif key in _STEPS:
            self._go(_STEPS[key])
        else:
            return False
        return True

    def _go(self, step: Callable[[Tree, NodePath], NodePath]) -> None:
        tree, drawing, path = self.tree, self.drawing, self.path
        if tree is not None and drawing is not None:
            self.select(drawing.top if path is None else drawing.visible(step(tree, drawing.visible(path))))

    def _extend(self, step: int) -> None:
        """One more word, or one more sister: `step` is 1 towards the end of the sentence."""
        tree, path, selection = self.tree, self.path, self._session.selection
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
                self._select_sisters(self._sisters[0] if self._sisters else path, (*path[:-1], number))

    def _select_sisters(self, begin: NodePath, path: NodePath) -> None:
        self._sisters = None if begin == path else (begin, path)
        self._session.select(node=path)
        self.changed.emit()

    def _follow(self, now: Selection, _before: Selection) -> None:
        if self._sisters is not None and self._sisters[1] != now.node:
            self._sisters = None

    def forget_sisters(self) -> None:
        """Leaves one node selected: the tree is another one."""
        self._sisters = None


def _there(tree: Tree, path: NodePath) -> NodePath:
    """The node at a path, or the lowest above it that is still in the tree."""
    node = tree
    for size, number in enumerate(path):
        child = node.children[number] if 0 <= number < len(node.children) else ""
        if isinstance(child, str):
            return path[:size]
        node = child
    return path


def _first_tag(tree: Tree, path: NodePath) -> NodePath:
    first, _ = words_of(tree, path)
    return tree_edits.path_of_word(tree, first) if first else path


_STEPS: dict[int, Callable[[Tree, NodePath], NodePath]] = {
    Qt.Key.Key_Up: tree_edits.up,
    Qt.Key.Key_Down: tree_edits.down,
    Qt.Key.Key_Home: lambda _tree, _path: (),
    Qt.Key.Key_End: _first_tag,
}

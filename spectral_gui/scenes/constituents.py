"""Draws a constituency tree on a scene; the drawing restyles what is selected without drawing anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsPathItem, QGraphicsScene, QGraphicsSimpleTextItem

from spectral_core.data import Tree
from spectral_core.data.tree import TRACE
from spectral_core.data.tree_edits import NodePath, node_at
from spectral_core.drawing.tree_layout import Box
from spectral_gui import theme
from spectral_gui.resources import is_arabic
from spectral_gui.scenes.branches import Branches
from spectral_gui.scenes.letters import BELOW, NO_LABEL, PAD, Letters, split
from spectral_gui.scenes.trace_links import trace_links
from spectral_gui.scenes.tree_style import HEAVY, THIN, Marks, TreeStyle
from spectral_gui.theme import Colours

_ROUND = 4.0
_WAVE = 3.0

Part = Literal["label", "word", "triangle"]
Over = tuple[bool, int, int, int]  # whether a node is a tag, the words below it, and how many such are above it


@dataclass(frozen=True, slots=True)
class Hit:
    """What is drawn at a point: a part of a node."""

    path: NodePath
    part: Part


class TreeDrawing:
    """What is drawn of one tree, by the paths of its nodes: its root at the top, its left edge at 0, and outer nodes
    without a label left out."""

    def __init__(
        self, scene: QGraphicsScene, tree: Tree, colours: Colours, style: TreeStyle | None = None,
        marks: Marks | None = None, folded: Collection[NodePath] = frozenset(),
    ):  # fmt: skip
        self._scene, self._colours = scene, colours
        style, marks = style or TreeStyle(), marks or Marks()
        top, node = _top(tree)
        self.top = top  # the highest node that is drawn
        self._letters = Letters(style.sizes, any(is_arabic(word) for word in node.words()))
        inside = {path[len(top) :] for path in folded if path[: len(top)] == top}
        boxes = style.boxes(node, self._letters, inside)
        self._boxes: list[Box] = []  # of the nodes, each before those below it
        self._paths: list[NodePath] = []
        self._at: dict[NodePath, int] = {}
        self._over: list[int | None] = []  # of each node the one that it hangs from; of those of `_at` or once more
        self._plates: list[QRectF] = []  # of each node its label, of a tag its word as well
        self._parts: list[tuple[QRectF, int, Part]] = []
        self._texts: list[tuple[QGraphicsSimpleTextItem, int]] = []  # with the nodes that they belong to
        self._lines = Branches(self._over, self._letters, style.words_on_one_line)
        self._traces: list[tuple[Box, int]] = []
        self._words: dict[int, QRectF] = {}  # by their numbers from 1
        self._strokes: list[tuple[QGraphicsPathItem, list[int]]] = []  # with the nodes that they lead to
        self._triangles = QPainterPath()
        above: dict[NodePath, int] = {}  # by their paths, those that nodes hang from in this row
        for box in boxes:
            if box.kind in ("word", "trace"):
                self._add_word(box, above[(*top, *box.path)[:-1]])
            else:
                self._add_node(box, box.kind != "below" or _is_node(node, box.path), above)
        self._draw_branches(marks)
        self._stroke(self._triangles, colours.line, THIN)
        if style.links:
            links = trace_links(self._traces, self._boxes, self._plates, self._below, self._letters.row)
            self._stroke(links, colours.trace, 1.3, Qt.PenStyle.DotLine)
        self._draw_problems(marks.problems)
        self._draw_doubt(marks.doubtful)
        self._draw_locks(marks.locked)
        self._selection = self._layer(-2)
        self._strong = self._layer(1)
        self._frame = self._layer(1)
        self._asked_fill, self.asked = self._layer(-3), self._layer(2)
        self.aimed = self._layer(3)
        self._aim_line = self._layer(3)

    def _add_node(self, box: Box, whole: bool, above: dict[NodePath, int]) -> None:
        """A node, or what stands for nodes: one that is not `whole` stands for several of its parent."""
        path, at, letters = (*self.top, *box.path), len(self._boxes), self._letters
        if box.kind not in ("below", "again"):
            self._at[path] = at
        above[path] = at
        self._over.append(None if box.parent is None else above[path[:-1]])
        self._paths.append(path if whole else path[:-1])
        self._boxes.append(box)
        width = letters.width_of(box.label, box.kind)
        label = QRectF(box.centre - width / 2, box.y, width, letters.label_height)
        self._plates.append(label)
        if box.kind == "folded":
            text = QRectF(box.x, box.y + letters.row, box.width, letters.word_height)
            under = QRectF(box.x, label.bottom(), box.width, letters.row - label.height())
            self._parts.append((text.united(under), at, "triangle"))
            self._add_triangle(box)
        elif box.kind == "below":
            self._add_stub(box)
        self._parts.append((label, at, "label"))
        self._write_label(box)

    def _draw_branches(self, marks: Marks) -> None:
        colours, dashes, solid = self._colours, Qt.PenStyle.DashLine, Qt.PenStyle.SolidLine
        pens = {
            "ink": (colours.text, solid), "pencil": (colours.line, solid), "moved": (colours.changed, dashes),
            "locked": (colours.locked, solid),
        }  # fmt: skip
        branches: dict[tuple[str, float], list[int]] = {}  # by how the line is drawn, and its width
        for at, box in enumerate(self._boxes):
            if box.parent is not None:
                branches.setdefault(marks.line_to((*self.top, *box.path)), []).append(at)
        for (name, width), below in branches.items():
            colour, style = pens[name]
            layer = self._layer(-1)
            self._show(layer, self._lines.to(below, self._boxes), QPen(colour, width, style))
            self._strokes.append((layer, below))

    @property
    def stood(self) -> dict[Over, QPointF]:
        """Where its nodes are, by the words below them, for the tree that takes its place."""
        seen: Counter[tuple[bool, int, int]] = Counter()
        places: dict[Over, QPointF] = {}
        for box in self._boxes:
            over = box.kind == "tag", box.start, box.end
            seen[over] += 1
            places[*over, seen[over]] = QPointF(box.centre, box.y)
        return places

    def way_from(self, stood: Mapping[Over, QPointF], moved: QPointF) -> Callable[[float], None] | None:
        """Draws a share of the way of its nodes from where those over the same words stood, of a drawing that was seen
        `moved` from here; None where nothing moves."""
        shifts = [stood[over] + moved - place if over in stood else QPointF() for over, place in self.stood.items()]
        texts = [(item, item.pos(), shifts[at]) for item, at in self._texts if not shifts[at].isNull()]

        def step(share: float) -> None:
            rest = 1 - share
            boxes = [
                replace(box, x=box.x + rest * shift.x(), y=box.y + rest * shift.y())
                for box, shift in zip(self._boxes, shifts, strict=True)
            ]
            for stroke, below in self._strokes:
                stroke.setPath(self._lines.to(below, boxes))
            for item, home, shift in texts:
                item.setPos(home + shift * rest)

        return step if texts else None

    def visible(self, path: NodePath) -> NodePath:
        """The node itself where it is drawn, else the folded one that hides it; for outer nodes, the top."""
        while path not in self._at:
            if len(path) <= len(self.top):
                return self.top
            path = path[:-1]
        return path

    def area(self, path: NodePath) -> QRectF:
        """Where the label of a node is, or of what hides it; of a tag with its word."""
        return QRectF(self._plates[self._at[self.visible(path)]])

    def box(self, path: NodePath) -> Box:
        return self._boxes[self._at[path]]

    def first_word(self, path: NodePath) -> int:
        """The number of the first word below a node, or below what hides it."""
        return self._boxes[self._at[self.visible(path)]].start + 1

    def word_area(self, word: int) -> QRectF | None:
        """Where a word is written; None where it is folded away."""
        return self._words.get(word)

    def hit(self, point: QPointF) -> Hit | None:
        for area, at, part in self._parts:
            if area.contains(point):
                return Hit(self._paths[at], part)
        return None

    def select(self, paths: Iterable[NodePath], cursor: NodePath | None = None) -> None:
        """Marks nodes as selected: a plate behind each, its branches heavier; the one that keys act on has a frame."""
        plates, strong, frame = QPainterPath(), QPainterPath(), QPainterPath()
        shown = dict.fromkeys(self.visible(path) for path in paths)
        for path in shown:
            for plate in (self._plates[at] for at, one in enumerate(self._paths) if one == path):
                plates.addRoundedRect(plate, _ROUND, _ROUND)
            for below in self._below(self._at[path]):
                if self._over[below] is not None:
                    self._lines.add(strong, below, self._boxes)
        if cursor is not None:
            frame.addRoundedRect(self.area(cursor), _ROUND, _ROUND)
        colours = self._colours
        self._show(self._selection, plates, QPen(Qt.PenStyle.NoPen), colours.selected_fill)
        self._show(self._strong, strong, QPen(colours.selected, 2.2))
        self._show(self._frame, frame, QPen(colours.selected, 1.8))

    def aim(self, source: NodePath, target: NodePath | None, possible: bool = True, to: QPointF | None = None) -> None:
        """Shows where a node would be attached: a dashed line to the target and a frame around it. One that is not
        possible has a crossed frame in the colour of problems. Without a target the line goes to `to`."""
        colour = self._colours.target if possible else self._colours.wrong
        line, frame = QPainterPath(), QPainterPath()
        begin = self.area(source)
        if target is not None:
            area = self.area(target)
            frame.addRoundedRect(area.adjusted(-2, -2, 2, 2), _ROUND, _ROUND)
            if not possible:
                frame.moveTo(area.bottomLeft())
                frame.lineTo(area.topRight())
            end = QPointF(area.center().x(), area.bottom() + 2 if area.bottom() < begin.top() else area.center().y())
        elif to is not None:
            end = to
        else:
            self.aim_at_nothing()
            return
        line.moveTo(begin.center().x(), begin.top())
        line.lineTo(end)
        self._show(self._aim_line, line, QPen(colour, 1.8, Qt.PenStyle.DashLine))
        self._show(self.aimed, frame, QPen(colour, 2.2))

    def ask(self, words: Iterable[NodePath], node: NodePath | None) -> None:
        """Frames the words that something is asked about, and of their phrase, where it stands in the tree, the label
        with the line from above; nothing for no words."""
        frame, areas = QPainterPath(), list[QRectF]()
        for word in words:
            area = self.area(word)
            if areas and areas[-1].top() == area.top():  # nothing stands between them
                areas[-1] = areas[-1].united(area)
            else:
                areas.append(area)
        for area in areas:
            frame.addRoundedRect(area, _ROUND, _ROUND)
        if node is not None:
            frame.addRoundedRect(self.area(node), _ROUND, _ROUND)
        self._show(self._asked_fill, frame, QPen(Qt.PenStyle.NoPen), self._colours.selected_fill)
        if node is not None and self._over[at := self._at[self.visible(node)]] is not None:
            self._lines.add(frame, at, self._boxes)
        self._show(self.asked, frame, QPen(self._colours.selected, HEAVY))

    def aim_at_nothing(self) -> None:
        for item in (self.aimed, self._aim_line):
            item.setVisible(False)

    def _layer(self, depth: float) -> QGraphicsPathItem:
        item = QGraphicsPathItem()
        item.setZValue(depth)
        item.setVisible(False)
        self._scene.addItem(item)
        return item

    def _show(self, item: QGraphicsPathItem, path: QPainterPath, pen: QPen, fill: QColor | None = None) -> None:
        item.setPath(path)
        item.setPen(pen)
        item.setBrush(Qt.BrushStyle.NoBrush if fill is None else QBrush(fill))
        item.setVisible(not path.isEmpty())

    def _stroke(
        self, path: QPainterPath, colour: QColor, width: float, style: Qt.PenStyle = Qt.PenStyle.SolidLine
    ) -> None:
        if not path.isEmpty():
            self._show(self._layer(-1), path, QPen(colour, width, style))

    def _write(self, text: str, font: QFont, colour: QColor, x: float, y: float, at: int) -> None:
        item = QGraphicsSimpleTextItem(text)
        self._texts.append((item, at))
        item.setFont(font)
        item.setBrush(colour)
        item.setPos(x, y)
        self._scene.addItem(item)

    def _write_label(self, box: Box) -> None:
        letters, colours, at = self._letters, self._colours, len(self._boxes) - 1
        if box.kind == "tag":
            colour = colours.trace if box.label == TRACE else colours.faint
            text = box.label or NO_LABEL
            x = box.centre - letters.width(text, "tag") / 2
            self._write(text, letters.tag, colour, x, box.y + letters.tag_drop, at)
            return
        if box.kind == "below" and not box.label:
            return
        name, functions = split(box.label)
        x = box.centre - letters.label_width(box.label) / 2
        if box.kind == "below":
            x -= (letters.width(BELOW, "tag") + PAD) / 2
        named = box.label and box.kind != "again"
        self._write(name, letters.name, colours.text if named else colours.faint, x, box.y, at)
        if functions:
            x += letters.width(name, "name")
            self._write(functions, letters.tag, colours.faint, x, box.y + letters.tag_drop, at)

    def _add_word(self, box: Box, tag: int) -> None:
        """A word right below its tag: the layout leaves a whole row between them, which phrases need and words not."""
        letters, colours = self._letters, self._colours
        above = self._boxes[tag]
        trace = box.kind == "trace"
        y = above.y + letters.label_height + 1
        if above.kind != "tag":  # a word without a tag of its own hangs from its phrase like a child
            y = box.y
            branch = QPainterPath(QPointF(above.centre, above.y + letters.label_height + 1))
            branch.lineTo(box.centre, y - 1)
            self._stroke(branch, colours.line, 1.2)
        x = box.centre - letters.width(box.label, "trace" if trace else "word") / 2
        shown = letters.trace if trace else letters.word
        self._write(box.label, shown, colours.trace if trace else colours.text, x, y + letters.word_drop, tag)
        area = QRectF(box.x, y, box.width, letters.word_height)
        self._parts.append((area, tag, "word"))
        if above.kind == "tag":
            self._plates[tag] = self._plates[tag].united(area)
        if trace:
            self._traces.append((box, tag))
        else:
            self._words[box.end] = area

    def _add_stub(self, box: Box) -> None:
        """What stands for nodes in a row below: a chip with their label and an arrow, over their first word."""
        letters, colours, at = self._letters, self._colours, len(self._boxes) - 1
        plate, arrow = self._plates[-1], letters.width(BELOW, "tag")
        chip = QPainterPath()
        chip.addRoundedRect(plate, _ROUND, _ROUND)
        self._show(self._layer(-3), chip, QPen(Qt.PenStyle.NoPen), colours.sunken)
        x = box.centre - arrow / 2 if not box.label else plate.right() - 1.5 * PAD - arrow
        self._write(BELOW, letters.tag, colours.faint, x, box.y + letters.tag_drop, at)
        x, y = box.centre - letters.width(box.text, "tag") / 2, box.y + letters.label_height + 1 + letters.word_drop
        self._write(box.text, letters.tag, colours.faint, x, y + letters.tag_drop, at)

    def _add_triangle(self, box: Box) -> None:
        letters = self._letters
        top, bottom = box.y + letters.label_height + 1, box.y + letters.row - 2
        half = letters.width(box.text, "word") / 2
        corners = ((box.centre, top), (box.centre - half, bottom), (box.centre + half, bottom), (box.centre, top))
        self._triangles.addPolygon(QPolygonF([QPointF(*corner) for corner in corners]))
        at = len(self._boxes) - 1
        self._write(box.text, letters.word, self._colours.faint, box.centre - half, box.y + letters.row, at)

    def _below(self, at: int) -> Iterator[int]:
        path = self._paths[at]
        depth = len(path)
        return (below for below, one in enumerate(self._paths) if len(one) > depth and one[:depth] == path)

    def _draw_problems(self, problems: Collection[NodePath]) -> None:
        waves = QPainterPath()
        for path in problems:
            at = self._at.get(path)
            if at is None:
                continue
            area = self._plates[at]
            waves.moveTo(area.left(), area.bottom())
            x, down = area.left(), False
            while x < area.right():
                x, down = x + _WAVE, not down
                waves.lineTo(x, area.bottom() + (_WAVE if down else 0))
        self._stroke(waves, self._colours.wrong, 1.6)

    def _draw_doubt(self, doubtful: Collection[NodePath]) -> None:
        for path in doubtful:
            if path in self._at:
                area = self._plates[self._at[path]].adjusted(PAD, 0, -PAD, 0)
                line = QPainterPath(area.bottomLeft())
                line.lineTo(area.bottomRight())
                self._show(self._layer(1), line, theme.doubt(self._colours.doubt, area.width()))

    def _draw_locks(self, locked: Collection[NodePath]) -> None:
        frames = QPainterPath()
        for path in locked:
            if path in self._at:
                frames.addRoundedRect(self._plates[self._at[path]], _ROUND, _ROUND)
        self._stroke(frames, self._colours.locked, 1.6)


def _is_node(tree: Tree, path: NodePath) -> bool:
    return isinstance(node_at(tree, path[:-1]).children[path[-1]], Tree)


def _top(tree: Tree) -> tuple[NodePath, Tree]:
    path: list[int] = []
    while not tree.label and len(tree.children) == 1 and isinstance(tree.children[0], Tree):
        tree = tree.children[0]
        path.append(0)
    return tuple(path), tree

"""A sentence's dependencies as items of a scene: words with their tags, arcs above them, the enhanced graph below."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath
from PySide6.QtWidgets import QGraphicsPathItem, QGraphicsPolygonItem, QGraphicsScene

from spectral_core.data import Sentence
from spectral_core.drawing.arc_layout import ArcLayout, ArcRow
from spectral_gui.scenes.dependencies.items import (
    TIP,
    ArcItem,
    LabelItem,
    Line,
    StubItem,
    WordItem,
    alike,
    between,
    dashed,
    shifted,
    tip,
)
from spectral_gui.scenes.dependencies.making import ArcMarks, ArcStyle, Kept, Maker
from spectral_gui.scenes.ghosts import Ghost
from spectral_gui.theme import Colours

__all__ = ["ArcDrawing", "ArcMarks", "ArcStyle", "Ghost", "Kept", "Stood"]

_MARGIN = 16.0


@dataclass(frozen=True, slots=True)
class Stood:
    """Where the arcs and labels of a drawing were, once it is no longer there."""

    layout: ArcLayout
    words: dict[int, QPointF]
    arcs: dict[int, list[Line]]
    labels: dict[int, list[QPointF]]


class ArcDrawing:
    """A sentence drawn on an empty scene, whose area suits it: where its words and labels are, and how some of them are
    shown now."""

    def __init__(
        self,
        scene: QGraphicsScene,
        sentence: Sentence,
        colours: Colours,
        style: ArcStyle | None = None,
        marks: ArcMarks | None = None,
    ):
        marks = marks or ArcMarks()
        maker = Maker(scene, sentence, colours, style or ArcStyle(), marks)
        layout, below, extra = maker.place()
        self.sentence, self.layout, self.right_to_left = sentence, layout, maker.right_to_left
        self.words: dict[int, WordItem] = {}
        self.arcs: dict[int, list[ArcItem]] = {}  # of each word, the arc from its head
        self.labels: dict[int, list[LabelItem]] = {}
        self.stubs: dict[int, list[StubItem]] = {}  # of each word, what it must not hang from
        self._scene, self._colours, self._height = scene, colours, maker.words_height
        self._chosen: dict[int, int] = {}
        self.target = 0  # the word that an arc is aimed at
        self._preview: list[QGraphicsPathItem | QGraphicsPolygonItem] = []
        maker.draw_words(self.words, layout)
        for word in marks.doubtful:
            self.words[word].doubtful = True
        maker.draw_arcs(self.arcs, self.labels, layout)
        maker.draw_forbidden(self.stubs, layout)
        area = QRectF(0, 0, layout.width, layout.height).united(maker.draw_below(layout, below, extra))
        scene.setSceneRect(area.adjusted(-_MARGIN, -_MARGIN, _MARGIN, _MARGIN))

    @property
    def previewing(self) -> bool:
        return bool(self._preview)

    @property
    def rows(self) -> Kept:
        """Its rows, for what is drawn of the same words after it."""
        rows = self.layout.rows
        return Kept(tuple(row.first for row in rows[1:]), tuple(row.levels for row in rows))

    @property
    def stood(self) -> Stood:
        """Where everything is, for the drawing that takes its place."""
        arcs = {word: [item.line for item in items] for word, items in self.arcs.items()}
        labels = {word: [label.pos() for label in items] for word, items in self.labels.items()}
        return Stood(self.layout, {word: item.pos() for word, item in self.words.items()}, arcs, labels)

    def way_from(self, stood: Stood, moved: QPointF) -> Callable[[float], None] | None:
        """Draws a share of the way from what stood over the same words, seen `moved` from here; None where these stand
        in other rows, or nothing moves."""
        if _rows_of(stood.layout) != _rows_of(self.layout):
            return None
        words = [
            (item, before + moved, item.pos())
            for word, item in self.words.items()
            if (before := stood.words[word]) + moved != item.pos()
        ]
        arcs = [
            (item, (path, points))
            for word, items in self.arcs.items()
            for item, before in zip(items, stood.arcs.get(word, ()), strict=False)
            if alike(before, item.line)
            for path, points in [shifted(before, moved)]
            if path != item.line[0]
        ]
        labels = [
            (label, before + moved, label.pos())
            for word, found in self.labels.items()
            for label, before in zip(found, stood.labels.get(word, ()), strict=False)
            if before + moved != label.pos()
        ]

        def step(share: float) -> None:
            for item, line in arcs:
                item.stand(item.line if share == 1 else between(line, item.line, share))
            for label, begin, end in (*labels, *words):
                label.setPos(begin + (end - begin) * share)

        return step if arcs or labels else None

    def select(self, words: Collection[int], current: int = 0) -> None:
        """Shows words as selected, and among them the one that keys act on, with its arc; no others."""
        chosen = {word: 1 + (word == current) for word in words if word in self.words}
        for word in self._chosen.keys() | chosen.keys():
            now = chosen.get(word, 0)
            if now == self._chosen.get(word, 0):
                continue
            item = self.words[word]
            item.chosen = now
            item.update()
            for line in (*self.arcs.get(word, ()), *self.labels.get(word, ())):
                line.chosen = now == 2
                if isinstance(line, ArcItem):
                    line.setZValue(0.5 if now == 2 else 0.0)
                line.update()
        self._chosen = chosen

    def mark_target(self, word: int) -> None:
        """Shows a word as the one that would be the head; 0 for none."""
        for number in {self.target, word} - {0}:
            item = self.words.get(number)
            if item is not None:
                item.target = number == word
                item.update()
        self.target = word

    def preview(self, word: int, head: int | None, to: QPointF | None = None) -> None:
        """A dashed arc from a word to what may be its head: 0 for the root, or else a point on the way to one."""
        self.clear_preview()
        if word not in self.words:
            return
        foot = self._foot(word)
        if head is not None and head in self.words:
            self.mark_target(head)
            begin = self._foot(head)
        elif head == 0:
            begin = QPointF(foot.x(), self._row(word).top - 8)
        elif to is not None:
            begin = to
        else:
            return
        path = QPainterPath(begin)
        if head == 0:
            path.lineTo(foot.x(), foot.y() - TIP)
        else:
            rise = 24 + min(abs(foot.x() - begin.x()) * 0.3, 140)
            high = min(begin.y(), foot.y()) - rise
            path.cubicTo(QPointF(begin.x(), high), QPointF(foot.x(), high), QPointF(foot.x(), foot.y() - TIP))
        line = self._scene.addPath(path, dashed(self._colours.target))
        point = self._scene.addPolygon(tip(foot.x(), foot.y()), Qt.PenStyle.NoPen, self._colours.target)
        for item in (line, point):
            item.setZValue(5)
        self._preview = [line, point]

    def clear_preview(self) -> None:
        for item in self._preview:
            self._scene.removeItem(item)
        self._preview = []
        self.mark_target(0)

    def word_at(self, point: QPointF) -> int:
        """The word at a point, with some room around it; 0 for none."""
        for column in self.layout.columns:
            row = self.layout.rows[column.row]
            if (
                not column.empty
                and column.x - 6 <= point.x() <= column.x + column.width + 6
                and row.baseline - 2 <= point.y() <= row.baseline + self._height
            ):
                return column.word
        return 0

    def label_at(self, point: QPointF) -> int:
        """The word whose relation is written at a point; 0 for none."""
        for word, labels in self.labels.items():
            if any(label.area.contains(point) for label in labels):
                return word
        return 0

    def is_above(self, word: int, point: QPointF) -> bool:
        """Whether a point is over the words of a word's row: where a drop means the root."""
        row = self._row(word)
        return (row is self.layout.rows[0] or point.y() > row.top - _MARGIN) and point.y() < row.baseline - 2

    def area_of(self, word: int) -> QRectF:
        """Where a word stands, with its tags."""
        column, row = self.layout.column(word), self._row(word)
        return QRectF(column.x, row.baseline, column.width, self._height)

    def label_area(self, word: int) -> QRectF:
        """Where the relation of a word is written, or the word itself where it has none."""
        labels = self.labels.get(word)
        return labels[-1].area if labels else self.area_of(word)

    def _row(self, word: int) -> ArcRow:
        return self.layout.rows[self.layout.column(word).row]

    def _foot(self, word: int) -> QPointF:
        return QPointF(self.layout.column(word).centre, self._row(word).baseline)


def _rows_of(layout: ArcLayout) -> list[tuple[int, int, int]]:
    return [(column.word, column.empty, column.row) for column in layout.columns]

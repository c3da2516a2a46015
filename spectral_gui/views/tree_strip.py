"""The likeliest trees of a sentence as a strip of cards below it: what differs, how likely, a small drawing."""

from __future__ import annotations

import math
from functools import partialmethod

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from spectral_core.data import Sentence
from spectral_core.data.structure import DEPENDENCIES, ArcPart, Place, SpanPart, Structure
from spectral_gui import theme, widgets
from spectral_gui.lists import as_tip
from spectral_gui.resources import isolated, per_cent
from spectral_gui.session import Proposal, Proposals, Session

_CARDS = 4
_HIGH, _LOW = 92, 38  # pixels of a card at 100 %, and of one in a low window, which has no drawing
_LOW_WINDOW = 600
_PAD = 10.0


class TreeStrip(widgets.Panel):
    """Shown while a model proposes; a card is taken by a click or by Alt and its number."""

    def __init__(self, session: Session, proposals: Proposals):
        super().__init__()
        self._session, self._proposals = session, proposals
        self.cards = [TreeCard(number) for number in range(1, _CARDS + 1)]
        for rank, card in enumerate(self.cards):
            card.clicked.connect(lambda _=False, rank=rank: self._take(rank))
        self._said = widgets.label(faint=True)
        self._said.setAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)
        cards = widgets.row(*((card, 1) for card in self.cards), self._said, spacing=8)
        widgets.column(cards, on=self, margins=(12, 6, 12, 8), spacing=0)
        self.setAccessibleName(self.tr("The likeliest trees"))
        widgets.hear(lambda *_: self.follow(), proposals.changed, proposals.model_changed, session.selection_changed)
        widgets.hear(self.follow, session.treebank_changed, self.font_changed)
        self.follow()

    def follow(self) -> None:
        """Shows the trees that are proposed now; the strip keeps its place while a model is there, so that nothing
        jumps from sentence to sentence."""
        proposals, offer = self._proposals, self._proposals.offer
        self.setVisible(proposals.model.run is not None and len(self._session.treebank) > 0)
        for rank, card in enumerate(self.cards):
            there = offer is not None and rank < len(offer.trees)
            card.setVisible(there)
            if offer is not None and there:
                tree = offer.trees[rank]
                number = f"{tree.score:.1f}" if tree.probability is None else per_cent(tree.probability)
                moved = offer.moved(rank) if rank else frozenset()
                title = self._title(offer, rank, moved)
                structure = offer.asked.structure
                card.show_tree(title, number, tree.probability, tree.value, moved, structure, rank == proposals.rank)
        self._said.setVisible(offer is None)
        waits = self.tr("Asking the model …")
        self._said.setText(waits if proposals.waiting else self.tr("Decided. N shows what the model would propose."))
        self._fit()

    def _title(self, offer: Proposal, rank: int, moved: frozenset[Place]) -> str:
        if not rank:
            return self.tr("Best")
        tree = offer.trees[rank].value
        part = next((part for part in offer.asked.structure.parts(tree) if part.place in moved), None)
        if isinstance(part, ArcPart):
            relation = tree.deprels[part.word - 1].replace("_", "")
            over = isolated(tree.forms[part.head - 1]) if part.head else self.tr("the root")
            return self.tr("{0} of {1}").format(relation or isolated(tree.forms[part.word - 1]), over)
        return part.label if isinstance(part, SpanPart) else self.tr("fewer phrases")

    def _take(self, rank: int) -> None:
        offer = self._proposals.offer
        if offer is None or rank < len(offer.trees):
            self._proposals.turn(rank - self._proposals.rank if offer is not None else 0)

    show_tree_1 = partialmethod(_take, 0)
    show_tree_2 = partialmethod(_take, 1)
    show_tree_3 = partialmethod(_take, 2)
    show_tree_4 = partialmethod(_take, 3)

    def _fit(self) -> None:
        scale = self.fontMetrics().height() / 16
        low = self.window().height() < _LOW_WINDOW * scale
        for card in self.cards:
            card.setFixedHeight(round((_LOW if low else _HIGH) * scale))
        self.setFixedHeight(round((_LOW if low else _HIGH) * scale) + 14)


class TreeCard(QAbstractButton):
    """One tree: its number on a key, what is other than in the first, how likely it is, and the tree itself, small."""

    def __init__(self, number: int):
        super().__init__()
        self._number, self._title, self._said = number, "", ""
        self._share: float | None = None
        self._sentence: Sentence | None = None
        self._moved: frozenset[Place] = frozenset()
        self._structure: Structure = DEPENDENCIES
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(str(number))
        self.setToolTip(str(number))

    def show_tree(
        self, title: str, said: str, share: float | None, sentence: Sentence, moved: frozenset[Place],
        structure: Structure, chosen: bool,
    ) -> None:  # fmt: skip
        self._title, self._said, self._share = title, said, share
        self._sentence, self._moved, self._structure = sentence, moved, structure
        self.setChecked(chosen)
        self.setAccessibleName(self.tr("Tree {0}: {1}, {2}").format(self._number, title, said))
        self.setToolTip(as_tip(self.tr("Tree {0}: {1}, {2} (Alt+{0})").format(self._number, title, said)))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(140, _HIGH)

    def minimumSizeHint(self) -> QSize:
        return QSize(40, _LOW)

    def nextCheckState(self) -> None:
        """The tree that is shown is checked, however often its card is pressed."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        colours = theme.colours(theme.is_dark_palette(self.palette()))
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge = colours.selected if self.isChecked() or self.hasFocus() else colours.hairline
        painter.setPen(QPen(edge, 2 if self.hasFocus() else 1.5 if self.isChecked() else 1))
        painter.setBrush(colours.paper)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 8, 8)
        metrics = QFontMetricsF(self.font())
        line = QRectF(_PAD, 8, self.width() - 2 * _PAD, metrics.height() + 4)
        self._draw_head(painter, line, metrics, colours)
        low = self.height() < 2 * line.bottom()
        if self._sentence is not None and not low:
            room = QRectF(_PAD, line.bottom() + 2, line.width(), self.height() - line.bottom() - 18)
            draw = _draw_arcs if self._structure is DEPENDENCIES else _draw_spans
            draw(painter, room, self._sentence, self._moved, self._structure, colours)
        if self._share is not None:
            self._draw_bar(painter, colours)
        painter.end()

    def _draw_head(self, painter: QPainter, line: QRectF, metrics: QFontMetricsF, colours: theme.Colours) -> None:
        side = line.height()
        cap = QRectF(line.left(), line.top(), side, side)
        painter.setPen(Qt.PenStyle.NoPen if self.isChecked() else QPen(colours.border, 1))
        painter.setBrush(colours.selected if self.isChecked() else colours.paper)
        painter.drawRoundedRect(cap, 4, 4)
        painter.setPen(colours.on_selected if self.isChecked() else colours.faint)
        centred = int(Qt.AlignmentFlag.AlignCenter)
        painter.drawText(cap, centred, str(self._number))
        strong = QFont(self.font())
        strong.setWeight(QFont.Weight.DemiBold)
        wide = QFontMetricsF(strong).horizontalAdvance(self._said)
        rest = line.adjusted(side + 8, 0, -wide - 6, 0)
        painter.setPen(colours.text)
        title = metrics.elidedText(self._title, Qt.TextElideMode.ElideRight, rest.width())
        painter.drawText(rest, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), title)
        painter.setFont(strong)
        painter.drawText(line, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), self._said)
        painter.setFont(self.font())

    def _draw_bar(self, painter: QPainter, colours: theme.Colours) -> None:
        bar = QRectF(_PAD, self.height() - 10, self.width() - 2 * _PAD, 4)
        painter.setPen(Qt.PenStyle.NoPen)
        for colour, part in (
            (colours.track, 1.0), (colours.selected if self.isChecked() else colours.line, self._share or 0.0),
        ):  # fmt: skip
            painter.setBrush(colour)
            painter.drawRoundedRect(QRectF(bar.left(), bar.top(), bar.width() * part, bar.height()), 2, 2)


def _draw_arcs(
    painter: QPainter, room: QRectF, sentence: Sentence, moved: frozenset[Place], _: Structure, colours: theme.Colours
) -> None:
    """Words as dots and arcs as bows over them, those that differ in the accent."""
    size = max(len(sentence), 1)
    step = room.width() / size
    foot = room.bottom() - 3
    painter.setBrush(Qt.BrushStyle.NoBrush)
    rows = [(word, head) for word, head in enumerate(sentence.heads, 1) if head]
    for word, head in sorted(rows, key=lambda row: row[0] in moved):
        painter.setPen(QPen(colours.selected, 2.25) if word in moved else QPen(colours.line, 1))
        left, right = sorted(room.left() + (one - 0.5) * step for one in (word, head))
        high = min(room.height() - 6, (room.height() - 6) * math.sqrt(abs(word - head) / size) * 1.2)
        path = QPainterPath(QPointF(left, foot))
        path.cubicTo(QPointF(left, foot - high * 1.3), QPointF(right, foot - high * 1.3), QPointF(right, foot))
        painter.drawPath(path)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colours.faint)
    radius = min(1.5, step / 3)
    for word in range(1, size + 1):
        painter.drawEllipse(QPointF(room.left() + (word - 0.5) * step, foot + 2), radius, radius)


def _draw_spans(
    painter: QPainter, room: QRectF, sentence: Sentence, moved: frozenset[Place], structure: Structure,
    colours: theme.Colours,
) -> None:  # fmt: skip
    """Phrases as lines over their words, those that differ in the accent."""
    size = max(len(sentence), 1)
    step = room.width() / size
    spans = [part for part in structure.parts(sentence) if isinstance(part, SpanPart)]
    ends: list[int] = []
    deep: list[tuple[SpanPart, int]] = []
    for part in sorted(spans, key=lambda part: (part.start, -part.end)):
        while ends and ends[-1] <= part.start:
            ends.pop()
        ends.append(part.end)
        deep.append((part, len(ends)))
    most = max((level for _, level in deep), default=1)
    for part, level in sorted(deep, key=lambda row: row[0].place in moved):
        painter.setPen(QPen(colours.selected, 2.25) if part.place in moved else QPen(colours.line, 1))
        y = room.top() + room.height() * level / (most + 1)
        painter.drawLine(QPointF(room.left() + part.start * step + 1, y), QPointF(room.left() + part.end * step - 1, y))

"""The likeliest trees of a sentence as a strip of cards below it: what differs, how likely, a small drawing. Where
cards are narrow, captions have two lines, and where even so there is no room, fewer cards are shown."""

from __future__ import annotations

import math
from functools import partialmethod

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from spectral_core.data import Sentence
from spectral_core.data.structure import DEPENDENCIES, ArcPart, Position, SpanPart, Structure
from spectral_gui import theme, widgets
from spectral_gui.lists import as_tip
from spectral_gui.resources import counted, isolated, per_cent
from spectral_gui.session import Session, Suggestion, Suggestions

_CARDS = 4
_HIGH, _LOW = 92, 38  # pixels of a card at 100 %, and of one in a low window, which has no drawing
_MORE = 24  # pixels more of a card whose caption has two lines
_LOW_WINDOW = 600
_PAD, _CAP = 8.0, 6.0  # beside what is in a card, and between the key and the caption
_GAP, _SIDE = 8, 12  # between the cards, and beside them
_ONE_LINE = int(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)
_WRAPPED = int(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap)


class TreeStrip(widgets.Panel):
    """Shown while a model proposes; a card is taken by a click or by Alt and its number."""

    def __init__(self, session: Session, proposals: Suggestions):
        super().__init__()
        self._session, self._proposals = session, proposals
        self._back = False  # away, whatever is proposed
        self.cards = [TreeCard(number) for number in range(1, _CARDS + 1)]
        for rank, card in enumerate(self.cards):
            card.clicked.connect(lambda _=False, rank=rank: self._take(rank))
        self._said = widgets.label(faint=True)
        self._said.setAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)
        cards = widgets.row(*((card, 1) for card in self.cards), self._said, spacing=_GAP)
        widgets.column(cards, on=self, margins=(_SIDE, 6, _SIDE, 8), spacing=0)
        self.setAccessibleName(self.tr("The likeliest trees"))
        widgets.hear(lambda *_: self.follow(), proposals.changed, proposals.model_changed, session.selection_changed)
        widgets.hear(self.follow, session.treebank_changed, self.font_changed)
        self.follow()

    def follow(self) -> None:
        """Shows the trees that are proposed now; the strip keeps its place while a model is there, so that nothing
        jumps from sentence to sentence."""
        proposals, offer = self._proposals, self._proposals.current
        wanted = proposals.model.run is not None and len(self._session.treebank) > 0
        self.setVisible(wanted and not self._back)
        for rank, card in enumerate(self.cards):
            if offer is not None and rank < len(offer.trees):
                tree = offer.trees[rank]
                number = "" if tree.probability is None else per_cent(tree.probability)
                moved = offer.find_changed_parts(rank) if rank else frozenset()
                titles = self._titles(offer, rank, moved)
                structure = offer.question.structure
                card.show_tree(titles, number, tree.probability, tree.value, moved, structure, rank == proposals.rank)
        self._said.setVisible(offer is None)
        waits = self.tr("Asking the model …")
        self._said.setText(waits if proposals.is_waiting else self.tr("Decided. N shows what the model would propose."))
        self._fit()

    def stand_back(self, back: bool) -> None:
        """Stays away, or comes again, whatever is proposed."""
        self._back = back
        self.follow()

    def _titles(self, offer: Suggestion, rank: int, moved: frozenset[Position]) -> tuple[str, ...]:
        """What is other than in the first tree: what it is, where that is one thing, and how many things."""
        if not rank:
            return (self.tr("Best"),)
        tree, structure = offer.trees[rank].value, offer.question.structure
        if not moved:
            lost = len(structure.changed_parts(offer.trees[0].value, tree))
            fewer = counted(self.tr("%Ln phrase(s) fewer", "", lost), lost)
            return (fewer if lost else self.tr("other labels"),)  # of words, or within a chain
        many = len(moved)
        if structure is not DEPENDENCIES:
            return (counted(self.tr("%Ln other phrase(s)", "", many), many),)
        said = counted(self.tr("%Ln other head(s)", "", many), many)
        part = next((part for part in structure.parts(tree) if part.position in moved), None)
        if many > 1 or not isinstance(part, ArcPart):
            return (said,)
        relation = tree.deprels[part.word - 1].replace("_", "")
        over = isolated(tree.forms[part.head - 1]) if part.head else self.tr("the root")
        return (self.tr("{0} of {1}").format(relation or isolated(tree.forms[part.word - 1]), over), said)

    def _take(self, rank: int) -> None:
        offer = self._proposals.current
        if offer is None or rank < len(offer.trees):
            self._proposals.show_next_tree(rank - self._proposals.rank if offer is not None else 0)

    show_tree_1 = partialmethod(_take, 0)
    show_tree_2 = partialmethod(_take, 1)
    show_tree_3 = partialmethod(_take, 2)
    show_tree_4 = partialmethod(_take, 3)

    def _fit(self) -> None:
        """Shows as many cards as have room for their captions, among them the one that is taken."""
        offer, scale = self._proposals.current, self.fontMetrics().height() / 16
        count, rank = 0 if offer is None else min(len(offer.trees), _CARDS), self._proposals.rank
        low = self.window().height() < _LOW_WINDOW * scale
        room = self.width() - 2 * _SIDE + _GAP
        whole = max((card.least(wraps=False) for card in self.cards[:count]), default=0.0) + _GAP
        least = whole if low else max((card.least(wraps=True) for card in self.cards[:count]), default=0.0) + _GAP
        shown = max(1, min(count, int(room / least))) if count else 0
        first = max(0, min(rank, count - 1) - shown + 1)
        wraps = not low and room < _CARDS * whole
        for at, card in enumerate(self.cards):
            card.setVisible(first <= at < first + shown)
            card.wraps = wraps
            card.setFixedHeight(round((_LOW if low else _HIGH + (_MORE if wraps else 0)) * scale))
        high = _LOW if low else _HIGH + (_MORE if self.cards[0].wraps else 0)
        self.setFixedHeight(round(high * scale) + 14)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()


class TreeCard(QAbstractButton):
    """One tree: its number on a key, what is other than in the first, how likely it is, and the tree itself, small."""

    def __init__(self, number: int):
        super().__init__()
        self._number, self._said = number, ""
        self._titles: tuple[str, ...] = ("",)  # the same at length and in short
        self.wraps = False
        self._share: float | None = None
        self._sentence: Sentence | None = None
        self._moved: frozenset[Position] = frozenset()
        self._structure: Structure = DEPENDENCIES
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(str(number))
        self.setToolTip(str(number))

    def show_tree(
        self, titles: tuple[str, ...], said: str, share: float | None, sentence: Sentence, moved: frozenset[Position],
        structure: Structure, chosen: bool,
    ) -> None:  # fmt: skip
        self._titles, self._said, self._share = titles, said, share
        self._sentence, self._moved, self._structure = sentence, moved, structure
        self.setChecked(chosen)
        told = self.tr("Tree {0}: {1}").format(self._number, ", ".join(filter(None, (titles[0], said))))
        self.setAccessibleName(told)
        self.setToolTip(as_tip(self.tr("{0} (Alt+{1})").format(told, self._number)))
        self.update()

    def least(self, wraps: bool) -> float:
        """The width from which on the caption has room, in one line with how likely it is, or in two."""
        metrics = QFontMetricsF(self.font())
        beside = 2 * _PAD + metrics.height() + 4 + _CAP
        if not wraps:
            return beside + metrics.horizontalAdvance(self._titles[-1]) + self._wide() + 1
        words = self._titles[-1].split(" ")
        splits = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words) + 1)]
        return beside + min(max(map(metrics.horizontalAdvance, lines)) for lines in splits) + 1

    @property
    def caption(self) -> str:
        """The longest caption that has room, or the shortest."""
        return next((title for title in self._titles if self._has_room(title)), self._titles[-1])

    @property
    def is_cut(self) -> bool:
        return not self._has_room(self.caption)

    def _has_room(self, title: str) -> bool:
        rest, metrics = self._rest(), QFontMetricsF(self.font())
        needed = metrics.boundingRect(QRectF(0, 0, rest.width(), 1_000), self._flags, title)
        lines = (2 if self.wraps else 1) + 0.9  # lines of Arabic letters are half as high again
        return needed.width() <= rest.width() and needed.height() < lines * metrics.height()

    @property
    def _flags(self) -> int:
        return _WRAPPED if self.wraps else _ONE_LINE

    def _wide(self) -> float:
        """The room of how likely the tree is, in strong letters, and of the gap before it."""
        return QFontMetricsF(_strong(self.font())).horizontalAdvance(self._said) + 6 if self._said else 0.0

    def _placed(self, area: QRectF) -> QRectF:
        """An area as it stands in the direction of the window."""
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        return QRectF(self.width() - area.right(), area.top(), area.width(), area.height()) if mirrored else area

    def _line(self) -> QRectF:
        return QRectF(_PAD, 8, self.width() - 2 * _PAD, QFontMetricsF(self.font()).height() + 4)

    def _rest(self) -> QRectF:
        """The room of the caption: beside the key, and where it wraps two lines."""
        line = self._line()
        if not self.wraps:
            return line.adjusted(line.height() + _CAP, 0, -self._wide(), 0)
        return line.adjusted(line.height() + _CAP, 2, 0, line.height() - 4)

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
        line, head = self._line(), self._rest()
        self._draw_head(painter, line, head, colours)
        foot = self.height() - (8.0 if self._share is None else 18.0)
        if self.wraps and self._said:
            foot = self.height() - line.height() - 6
        low = self.height() < 2 * line.bottom()
        if self._sentence is not None and not low:
            room = QRectF(_PAD, head.bottom() + 2, line.width(), foot - head.bottom() - 2)
            draw = _draw_arcs if self._structure is DEPENDENCIES else _draw_spans
            draw(painter, room, self._sentence, self._moved, self._structure, colours)
        if self._share is not None:
            self._draw_bar(painter, colours)
        painter.end()

    def _draw_head(self, painter: QPainter, line: QRectF, rest: QRectF, colours: theme.Colours) -> None:
        side = line.height()
        cap = QRectF(line.left(), line.top(), side, side)
        painter.setPen(Qt.PenStyle.NoPen if self.isChecked() else QPen(colours.border, 1))
        painter.setBrush(colours.selected if self.isChecked() else colours.paper)
        painter.drawRoundedRect(self._placed(cap), 4, 4)
        painter.setPen(colours.on_selected if self.isChecked() else colours.faint)
        painter.drawText(self._placed(cap), int(Qt.AlignmentFlag.AlignCenter), str(self._number))
        painter.setPen(colours.text)
        caption = self.caption
        if not self._has_room(caption):
            caption = painter.fontMetrics().elidedText(caption, Qt.TextElideMode.ElideRight, int(rest.width()))
        painter.drawText(self._placed(rest), self._flags, caption)
        painter.setFont(_strong(self.font()))
        if self.wraps:
            line = QRectF(line.left(), self.height() - side - 4, line.width(), side)
        painter.drawText(line, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), self._said)
        painter.setFont(self.font())

    def _draw_bar(self, painter: QPainter, colours: theme.Colours) -> None:
        beside = self._wide() if self.wraps else 0.0
        high = self._line().height() / 2 + 6 if self.wraps else 10
        bar = QRectF(_PAD, self.height() - high, self.width() - 2 * _PAD - beside, 4)
        painter.setPen(Qt.PenStyle.NoPen)
        for colour, part in (
            (colours.track, 1.0), (colours.selected if self.isChecked() else colours.line, self._share or 0.0),
        ):  # fmt: skip
            painter.setBrush(colour)
            painter.drawRoundedRect(self._placed(QRectF(bar.left(), bar.top(), bar.width() * part, bar.height())), 2, 2)


def _strong(font: QFont) -> QFont:
    strong = QFont(font)
    strong.setWeight(QFont.Weight.DemiBold)
    return strong


def _draw_arcs(
    painter: QPainter,
    room: QRectF,
    sentence: Sentence,
    moved: frozenset[Position],
    _: Structure,
    colours: theme.Colours,
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
    painter: QPainter, room: QRectF, sentence: Sentence, moved: frozenset[Position], structure: Structure,
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
    for part, level in sorted(deep, key=lambda row: row[0].position in moved):
        painter.setPen(QPen(colours.selected, 2.25) if part.position in moved else QPen(colours.line, 1))
        y = room.top() + room.height() * level / (most + 1)
        painter.drawLine(QPointF(room.left() + part.start * step + 1, y), QPointF(room.left() + part.end * step - 1, y))

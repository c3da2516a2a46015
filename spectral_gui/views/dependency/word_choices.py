"""What else may stand at the selected word, in a line below the tree: each taken by its digit or a click."""

from __future__ import annotations

from collections import Counter

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip

from spectral_core.data import EMPTY, Sentence
from spectral_gui import theme, widgets
from spectral_gui.resources import isolated, likelihood
from spectral_gui.session import Proposals, Readings, Session
from spectral_gui.views.dependency.proposed import ArcChoice, arc_choices

_TOLD = 0.01  # numbers from which on they are said
_SIDE, _GAP, _CAP = 12.0, 18.0, 6.0  # beside the line, between choices, between a key and its choice


class WordChoices(widgets.Panel):
    """Shows as many as have room, the likeliest first; keeps its place while a model proposes. Digits are drawn where
    they are heard: while readings are on screen, they take these."""

    taken = Signal(int)  # the row, from 1

    def __init__(self, session: Session, proposals: Proposals, readings: Readings):
        super().__init__()
        self._session, self._proposals, self._readings = session, proposals, readings
        self.shown: tuple[ArcChoice, ...] = ()  # that have room, with their texts and places
        self._rows: list[tuple[str, str, QRectF]] = []  # what, how likely, where
        self._title = ""
        self.setAccessibleName(self.tr("What else may stand at the word"))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        widgets.hear(self.follow, proposals.changed, proposals.model_changed, session.selection_changed)
        widgets.hear(self.follow, session.treebank_changed, readings.changed, self.font_changed)
        self.follow()

    def follow(self, *_: object) -> None:
        """Shows what may stand at the word that is selected now."""
        wanted = self._proposals.model.run is not None and len(self._session.treebank) > 0
        if wanted != (not self.isHidden()):
            self.setVisible(wanted)
            self.updateGeometry()
        word, tree = self._session.selection.word, self._proposals.offered
        found = arc_choices(self._proposals, word) if wanted else ()
        self._title = "" if tree is None or not found else f"{isolated(tree.forms[word - 1])}:"
        self._place(tree, found)
        self.setAccessibleDescription(
            "; ".join(f"{row} {what} {said}" for row, (what, said, _) in enumerate(self._rows, 1))
        )
        self.update()

    def _place(self, tree: Sentence | None, found: tuple[ArcChoice, ...]) -> None:
        metrics, side = QFontMetricsF(self.font()), self._side
        offer, at = self._proposals.offer, _SIDE
        if self._title:
            at += metrics.horizontalAdvance(self._title) + _GAP / 2
        self._rows = []
        for choice in found if tree is not None and offer is not None else ():
            assert tree is not None
            assert offer is not None
            what = self._named(tree, choice)
            told = choice.number is not None and choice.number >= _TOLD
            said = likelihood(choice.number or 0.0, offer.calibrated) if told else ""
            wide = side + _CAP + metrics.horizontalAdvance(f"{what}  {said}".rstrip())
            if at + wide > self.width() - _SIDE:
                break
            self._rows.append((what, said, QRectF(at, (self.height() - side) / 2, wide, side)))
            at += wide + _GAP
        self.shown = found[: len(self._rows)]

    def _named(self, tree: Sentence, choice: ArcChoice) -> str:
        """The relation, and where it is another head, that with its number where the word stands there twice."""
        relation = "" if choice.relation == EMPTY else choice.relation
        if not choice.other_head:
            return relation
        if not choice.head:
            return relation or self.tr("the root")
        form = tree.forms[choice.head - 1]
        twice = Counter(tree.forms)[form] > 1
        over = f"{isolated(form)} {choice.head}" if twice else isolated(form)
        return self.tr("{0} of {1}").format(relation, over) if relation else self.tr("below {0}").format(over)

    @property
    def _side(self) -> float:
        return QFontMetricsF(self.font()).height() + 4

    def _placed(self, area: QRectF) -> QRectF:
        """An area as it stands in the direction of the window."""
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        return QRectF(self.width() - area.right(), area.top(), area.width(), area.height()) if mirrored else area

    def place_of(self, row: int) -> QPointF:
        """The middle of a choice."""
        return self._placed(self._rows[row - 1][2]).center()

    def _row_at(self, x: float) -> int:
        places = enumerate((self._placed(area) for _, _, area in self._rows), 1)
        return next((row for row, area in places if area.left() - _GAP / 2 <= x < area.right() + _GAP / 2), 0)

    def sizeHint(self) -> QSize:
        return QSize(200, round(self._side) + 12)

    def minimumSizeHint(self) -> QSize:
        return QSize(40, round(self._side) + 12)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.follow()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if row := self._row_at(event.position().x()):
            self.taken.emit(row)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            row = self._row_at(event.pos().x())
            said = self.tr("Takes it, and goes to the next word in doubt") if row else ""
            QToolTip.showText(event.globalPos(), said, self)
            return True
        return super().event(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if not self._rows:
            return
        colours = theme.colours(theme.is_dark_palette(self.palette()))
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        metrics, side = QFontMetricsF(self.font()), self._side
        flags = int(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)
        painter.setPen(colours.faint)
        painter.drawText(self._placed(QRectF(_SIDE, 0, self.width(), self.height())), flags, self._title)
        for row, (what, said, area) in enumerate(self._rows, 1):
            keyed = not self._readings.along
            if keyed:
                cap = self._placed(QRectF(area.left(), area.top(), side, side))
                painter.setPen(QPen(colours.border, 1))
                painter.setBrush(colours.paper)
                painter.drawRoundedRect(cap, 4, 4)
                painter.setPen(colours.faint)
                painter.drawText(cap, int(Qt.AlignmentFlag.AlignCenter), str(row))
            text = area.adjusted((side if keyed else 0) + _CAP, 0, 0, 0)
            painter.setPen(colours.text)
            painter.drawText(self._placed(text), flags, what)
            painter.setPen(colours.trace)
            beside = text.adjusted(metrics.horizontalAdvance(f"{what}  "), 0, 0, 0)
            painter.drawText(self._placed(beside), flags, said)
        painter.end()

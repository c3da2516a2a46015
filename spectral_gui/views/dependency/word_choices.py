"""What else may stand at the selected word and at others, in a line below the tree: each taken by a key or a click."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip

from spectral_core.data import EMPTY, Sentence
from spectral_core.data.structure import DEPENDENCIES
from spectral_gui import theme, widgets
from spectral_gui.resources import isolated, likelihood
from spectral_gui.session import Proposal, Proposals, Readings, Session
from spectral_gui.views.dependency.proposed import TOLD, ArcChoice, arc_choices, likeliest

_SIDE, _GAP, _CAP = 12.0, 18.0, 6.0  # beside the line, between choices, between a key and its choice
_APART = 28.0  # before the choices of another word


@dataclass(frozen=True, slots=True)
class _Row:
    """A choice as it is drawn: of which word, where that is not said before it; what; how likely; where."""

    choice: ArcChoice
    of: str
    what: str
    said: str
    area: QRectF


class WordChoices(widgets.Panel):
    """Shows as many as have room: of the selected word, and then of others what is likelier than the rest of its own;
    keeps its place while a model proposes. Digits take them, or letters while digits take readings."""

    taken = Signal(int)  # the row, from 1

    def __init__(self, session: Session, proposals: Proposals, readings: Readings):
        super().__init__()
        self._session, self._proposals, self._readings = session, proposals, readings
        self._every: tuple[tuple[ArcChoice, ...], ...] = ()  # of each word of the tree that is shown
        self._tree: Sentence | None = None
        self._rows: list[_Row] = []
        self._back = False  # away, whatever is proposed
        self._keys: tuple[Sequence[str], Sequence[str]] = ("123456789", "")  # alone, and beside readings
        self.setAccessibleName(self.tr("What else may stand at the word, and at others"))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        widgets.hear(self.follow, proposals.changed, proposals.model_changed, session.selection_changed)
        widgets.hear(self.follow, session.treebank_changed, readings.changed, self.font_changed)
        self.follow()

    @property
    def shown(self) -> tuple[ArcChoice, ...]:
        """Those that have room."""
        return tuple(row.choice for row in self._rows)

    def set_keys(self, alone: Sequence[str], beside: Sequence[str]) -> None:
        """Names the keys that take the rows: where no readings are on screen, and where they are."""
        self._keys = (alone, beside)
        self.follow()

    def stand_back(self, back: bool) -> None:
        """Stays away, or comes again."""
        self._back = back
        self.follow()

    def key_of(self, row: int) -> str:
        keys = self._keys[self._readings.along]
        return keys[row - 1] if row <= len(keys) else ""

    def follow(self, *_: object) -> None:
        """Shows what may stand at the word that is selected now."""
        wanted = not self._back and self._proposals.model.run is not None and len(self._session.treebank) > 0
        if wanted != (not self.isHidden()):
            self.setVisible(wanted)
            self.updateGeometry()
        offer, tree = (self._proposals.offer, self._proposals.offered) if wanted else (None, None)
        if offer is None or tree is None or offer.asked.structure is not DEPENDENCIES:
            self._every, self._tree, self._rows = (), None, []
        else:
            if tree is not self._tree:
                self._every = tuple(arc_choices(offer, tree, word) for word in range(1, len(tree) + 1))
                self._tree = tree
            self._rows = self._fitting(offer, tree)
        said = (
            " ".join(filter(None, (self.key_of(number), row.of, row.what, row.said))) for number, row in self._numbered
        )
        self.setAccessibleDescription("; ".join(said))
        self.update()

    @property
    def _numbered(self) -> enumerate[_Row]:
        return enumerate(self._rows, 1)

    def _fitting(self, offer: Proposal, tree: Sentence) -> list[_Row]:
        """The likeliest that have room together."""
        found: list[_Row] = []
        kept: list[ArcChoice] = []
        for choice in likeliest(self._every, self._session.selection.word):
            kept.append(choice)
            rows = self._placed_in_line(kept, offer, tree)
            if rows[-1].area.right() > self.width() - _SIDE:
                break
            found = rows
        return found

    def _placed_in_line(self, choices: list[ArcChoice], offer: Proposal, tree: Sentence) -> list[_Row]:
        """Those of the selected word first, then those of each other word together."""
        metrics, side, at = QFontMetricsF(self.font()), self._side, _SIDE
        words = dict.fromkeys((self._session.selection.word, *(one.word for one in choices)))
        found: list[_Row] = []
        for word in words:
            of = f"{isolated(tree.forms[word - 1])}:" if word else ""
            for choice in choices:
                if choice.word != word:
                    continue
                at += (_APART if of else _GAP) if found else 0
                told = choice.number is not None and choice.number >= TOLD
                said = likelihood(choice.number or 0.0, offer.calibrated) if told else ""
                what = self._named(tree, choice)
                wide = side + _CAP + metrics.horizontalAdvance(f"{what}  {said}".rstrip())
                wide += metrics.horizontalAdvance(f"{of} ") if of else 0
                found.append(_Row(choice, of, what, said, QRectF(at, (self.height() - side) / 2, wide, side)))
                at, of = at + wide, ""
        return found

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
        return self._placed(self._rows[row - 1].area).center()

    def _row_at(self, x: float) -> int:
        places = enumerate((self._placed(row.area) for row in self._rows), 1)
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
        for number, row in self._numbered:
            at = row.area.left()
            if row.of:
                painter.setPen(colours.faint)
                painter.drawText(self._placed(row.area), flags, row.of)
                at += metrics.horizontalAdvance(f"{row.of} ")
            if key := self.key_of(number):
                cap = self._placed(QRectF(at, row.area.top(), side, side))
                painter.setPen(QPen(colours.border, 1))
                painter.setBrush(colours.paper)
                painter.drawRoundedRect(cap, 4, 4)
                painter.setPen(colours.faint)
                painter.drawText(cap, int(Qt.AlignmentFlag.AlignCenter), key)
                at += side
            text = QRectF(at + _CAP, row.area.top(), row.area.right() - at - _CAP, side)
            painter.setPen(colours.text)
            painter.drawText(self._placed(text), flags, row.what)
            painter.setPen(colours.trace)
            beside = text.adjusted(metrics.horizontalAdvance(f"{row.what}  "), 0, 0, 0)
            painter.drawText(self._placed(beside), flags, row.said)
        painter.end()

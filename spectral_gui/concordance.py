"""What a query found, a line a sentence: the match in the middle, with the words around it."""

from __future__ import annotations

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPalette, QTextLayout, QTextOption
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from spectral_core.data import Sentence, Treebank
from spectral_core.engine import SearchResult
from spectral_gui.lists import Index, TextDelegate
from spectral_gui.resources import direction_of, is_right_to_left

_INVALID = QModelIndex()
_AROUND = 40  # words on each side of a match; more do not fit on a line
_KEPT = 500  # lines that were shown and are kept
_GAP = 6

Line = tuple[str, tuple[tuple[int, int], ...], bool]  # text, (start, length) of the words matched, right to left?


class FoundList(QAbstractListModel):
    """The sentences that a query found, each as a line of words around the first match."""

    LINE = Qt.ItemDataRole.UserRole + 1

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._treebank = Treebank.of(())
        self.found: SearchResult | None = None
        self._lines: dict[int, Line] = {}

    def show_found(self, treebank: Treebank, found: SearchResult | None) -> None:
        self.beginResetModel()
        self._treebank, self.found = treebank, found
        self._lines.clear()
        self.endResetModel()

    def refresh(self, treebank: Treebank) -> None:
        """Reads the sentences as they are now; which of them were found stays."""
        self._treebank = treebank
        self._lines.clear()

    def sentence_at(self, row: int) -> int:
        assert self.found is not None
        return self.found.sentences[row]

    def words_at(self, row: int) -> tuple[int, ...]:
        """The words of the match that are still there."""
        assert self.found is not None
        size = len(self._treebank[self.sentence_at(row)])
        return tuple(word for word in self.found.words[row] if 1 <= word <= size)

    def rowCount(self, parent: Index = _INVALID) -> int:
        return 0 if parent.isValid() or self.found is None else len(self.found.sentences)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row = index.row()
        if role == self.LINE:
            return self._line(row)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            text, spans, _ = self._line(row)
            matched = " … ".join(text[start : start + length] for start, length in spans)
            said = f"\u2068{matched}\u2069: " if matched and role == Qt.ItemDataRole.AccessibleTextRole else ""
            return f"{self.sentence_at(row) + 1}  {said}\u2068{text}\u2069"
        return None

    def _line(self, row: int) -> Line:
        line = self._lines.get(row)
        if line is None:
            if len(self._lines) > _KEPT:
                self._lines.clear()
            line = self._lines[row] = concordance(self._treebank[self.sentence_at(row)], self.words_at(row))
        return line


def concordance(sentence: Sentence, words: tuple[int, ...]) -> Line:
    """The words of a sentence around those that match, and where those stand in the text."""
    first, last = (min(words), max(words)) if words else (1, 1)
    start, end = max(first - _AROUND, 1), min(last + _AROUND, len(sentence))
    pieces: list[str] = []
    spans: list[tuple[int, int]] = []
    length = 0
    joined = False  # whether what stands before was matched too
    matched = set(words)
    ranges = {range_.first: range_ for range_ in sentence.ranges}
    word = start
    while word <= end:
        range_ = ranges.get(word)
        if range_ is None:
            form, misc, inside = sentence.forms[word - 1], sentence.misc[word - 1], word in matched
            word += 1
        else:  # as it is written
            form, misc = range_.form, range_.misc
            inside = any(range_.first <= one <= range_.last for one in matched)
            word = max(range_.last, word) + 1
        if inside:
            begun = spans.pop()[0] if joined else length
            spans.append((begun, length + len(form) - begun))
        joined = inside
        after = "" if "SpaceAfter=No" in misc.split("|") else " "
        pieces.append(form + after)
        length += len(form) + len(after)
    text = "".join(pieces).rstrip()
    return text, tuple(spans), bool(is_right_to_left(text))


def room_for(area: QRect, begins: float, ends: float, sign: int) -> QRect:
    """Where a text that goes from x to x may be drawn: on a side where it is longer than the area, a sign stands."""
    left = sign if begins < area.left() else 0
    right = sign if ends > area.right() + 1 else 0
    return area.adjusted(left, 0, -right, 0)


class Concordance(TextDelegate):
    """Draws the match in the middle and bold, with what stands around it on both sides, in the text's direction."""

    def __init__(self, points: float, parent: QObject):
        super().__init__(points, parent)
        self.numbers = 1

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        style = option.widget.style()
        style.drawPrimitive(QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, option.widget)
        line: Line = index.data(FoundList.LINE)
        text, spans, right_to_left = line
        model = index.model()
        assert isinstance(model, FoundList)
        painter.save()
        role = QPalette.ColorRole.HighlightedText if chosen else QPalette.ColorRole.Text
        area = QRect(option.rect).adjusted(_GAP, 0, -_GAP, 0)
        width = QFontMetrics(self._font).horizontalAdvance("0" * len(str(self.numbers)))
        painter.setFont(self._font)
        faint = QPalette.ColorRole.HighlightedText if chosen else QPalette.ColorRole.PlaceholderText
        painter.setPen(option.palette.color(faint))
        where = QRect(area.left(), area.top(), width, area.height())
        side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(where, side, str(model.sentence_at(index.row()) + 1))
        area.setLeft(where.right() + 2 * _GAP)
        layout = self._laid_out(text, spans, right_to_left)
        drawn = layout.lineAt(0)
        if spans:
            start = _x(drawn.cursorToX(spans[0][0]))
            end = _x(drawn.cursorToX(spans[-1][0] + spans[-1][1]))
            left = area.center().x() - (start + end) / 2
        else:
            beside = area.right() - drawn.naturalTextWidth() if right_to_left else area.left()
            left = beside - drawn.x()
        painter.setPen(option.palette.color(role))
        whole = drawn.naturalTextRect().translated(left, 0)
        self._draw_cut(painter, area, whole.left(), whole.right())
        layout.draw(painter, QPointF(left, area.top() + (area.height() - drawn.height()) / 2))
        painter.restore()

    def _draw_cut(self, painter: QPainter, area: QRect, begins: float, ends: float) -> None:
        """Says on each side whether there is more, and keeps the text out of there."""
        clip = room_for(area, begins, ends, QFontMetrics(self._font).horizontalAdvance("…") + 2)
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute
        if clip.left() > area.left():
            painter.drawText(area, middle | Qt.AlignmentFlag.AlignLeft, "…")
        if clip.right() < area.right():
            painter.drawText(area, middle | Qt.AlignmentFlag.AlignRight, "…")
        painter.setClipRect(clip)

    def _laid_out(self, text: str, spans: tuple[tuple[int, int], ...], right_to_left: bool) -> QTextLayout:
        font = self.font_of(text)
        layout = QTextLayout(text, font)
        option = QTextOption(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute)
        option.setTextDirection(direction_of(right_to_left))
        option.setWrapMode(QTextOption.WrapMode.NoWrap)
        layout.setTextOption(option)
        bold = QFont(font)
        bold.setBold(True)
        bold.setUnderline(True)
        formats = []
        for start, length in spans:
            part = QTextLayout.FormatRange()
            part.start, part.length = start, length
            part.format.setFont(bold)
            formats.append(part)
        layout.setFormats(formats)
        layout.beginLayout()
        layout.createLine().setLineWidth(1e6)
        layout.endLayout()
        return layout

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(10 * self.height, self.height)


def _x(found: object) -> float:
    """The x that Qt's binding gives alone or with the place in the text."""
    return float(found[0]) if isinstance(found, tuple) else float(found)  # type: ignore[arg-type]

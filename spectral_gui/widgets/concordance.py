"""Concordance of the matches of a query (KWIC): one line per sentence, the match in the middle with its context."""

from __future__ import annotations

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPalette, QTextLayout, QTextOption
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from spectral_core.data import Sentence, Treebank
from spectral_core.engine import SearchResult
from spectral_gui.text_display import get_layout_direction, is_right_to_left
from spectral_gui.widgets.lists import Index, TextDelegate

_INVALID = QModelIndex()
_CONTEXT_WORDS = 40  # words on each side of a match; more do not fit on a line
_MAX_CACHED_LINES = 500  # lines that were shown
_GAP = 6

ConcordanceLine = tuple[str, tuple[tuple[int, int], ...], bool]  # text, (start, length) of matches, right to left?


class MatchListModel(QAbstractListModel):
    """List model of the sentences that match a query, each as a line of words around the first match."""

    LINE = Qt.ItemDataRole.UserRole + 1

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._treebank = Treebank.of(())
        self.matches: SearchResult | None = None
        self._lines: dict[int, ConcordanceLine] = {}

    def show_matches(self, treebank: Treebank, matches: SearchResult | None) -> None:
        """List the matches of a query in a treebank; None for none."""
        self.beginResetModel()
        self._treebank, self.matches = treebank, matches
        self._lines.clear()
        self.endResetModel()

    def refresh(self, treebank: Treebank) -> None:
        """Reload the sentences in their current state; the list of matches stays."""
        self._treebank = treebank
        self._lines.clear()

    def sentence_at(self, row: int) -> int:
        """Return the index of the sentence in a row."""
        assert self.matches is not None
        return self.matches.sentences[row]

    def matched_words_at(self, row: int) -> tuple[int, ...]:
        """Return the matched words of a row that still exist."""
        assert self.matches is not None
        size = len(self._treebank[self.sentence_at(row)])
        return tuple(word for word in self.matches.words[row] if 1 <= word <= size)

    def rowCount(self, parent: Index = _INVALID) -> int:
        return 0 if parent.isValid() or self.matches is None else len(self.matches.sentences)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row = index.row()
        if role == self.LINE:
            return self._get_line(row)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            text, spans, _ = self._get_line(row)
            matched = " … ".join(text[start : start + length] for start, length in spans)
            prefix = f"\u2068{matched}\u2069: " if matched and role == Qt.ItemDataRole.AccessibleTextRole else ""
            return f"{self.sentence_at(row) + 1}  {prefix}\u2068{text}\u2069"
        return None

    def _get_line(self, row: int) -> ConcordanceLine:
        line = self._lines.get(row)
        if line is None:
            if len(self._lines) > _MAX_CACHED_LINES:
                self._lines.clear()
            line = self._lines[row] = make_concordance_line(
                self._treebank[self.sentence_at(row)], self.matched_words_at(row)
            )
        return line


def make_concordance_line(sentence: Sentence, words: tuple[int, ...]) -> ConcordanceLine:
    """Return the concordance line of a sentence: the matched words with their context, the spans of the matches in this
    text, and whether it is right-to-left."""
    first, last = (min(words), max(words)) if words else (1, 1)
    start, end = max(first - _CONTEXT_WORDS, 1), min(last + _CONTEXT_WORDS, len(sentence))
    pieces: list[str] = []
    spans: list[tuple[int, int]] = []
    length = 0
    extends_span = False  # whether the previous word was matched too
    matched = set(words)
    ranges = {range_.first: range_ for range_ in sentence.ranges}
    word = start
    while word <= end:
        range_ = ranges.get(word)
        if range_ is None:
            form, misc, is_match = sentence.forms[word - 1], sentence.misc[word - 1], word in matched
            word += 1
        else:  # the surface form
            form, misc = range_.form, range_.misc
            is_match = any(range_.first <= matched_word <= range_.last for matched_word in matched)
            word = max(range_.last, word) + 1
        if is_match:
            span_start = spans.pop()[0] if extends_span else length
            spans.append((span_start, length + len(form) - span_start))
        extends_span = is_match
        separator = "" if "SpaceAfter=No" in misc.split("|") else " "
        pieces.append(form + separator)
        length += len(form) + len(separator)
    text = "".join(pieces).rstrip()
    return text, tuple(spans), bool(is_right_to_left(text))


def compute_clip_area(area: QRect, text_left: float, text_right: float, ellipsis_width: int) -> QRect:
    """Return the area to clip a text to that extends between two x positions: `area`, less the width of an ellipsis on
    each side at which the text overflows."""
    left = ellipsis_width if text_left < area.left() else 0
    right = ellipsis_width if text_right > area.right() + 1 else 0
    return area.adjusted(left, 0, -right, 0)


class ConcordanceDelegate(TextDelegate):
    """Draws the match in the middle and bold, with its context on both sides, in the text's direction."""

    def __init__(self, points: float, parent: QObject):
        super().__init__(points, parent)
        self.max_number = 1

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        style = option.widget.style()
        style.drawPrimitive(QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, option.widget)
        line: ConcordanceLine = index.data(MatchListModel.LINE)
        text, spans, right_to_left = line
        model = index.model()
        assert isinstance(model, MatchListModel)
        painter.save()
        role = QPalette.ColorRole.HighlightedText if is_selected else QPalette.ColorRole.Text
        area = QRect(option.rect).adjusted(_GAP, 0, -_GAP, 0)
        number_width = QFontMetrics(self._font).horizontalAdvance("0" * len(str(self.max_number)))
        painter.setFont(self._font)
        faint_role = QPalette.ColorRole.HighlightedText if is_selected else QPalette.ColorRole.PlaceholderText
        painter.setPen(option.palette.color(faint_role))
        number_area = QRect(area.left(), area.top(), number_width, area.height())
        alignment = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(number_area, alignment, str(model.sentence_at(index.row()) + 1))
        area.setLeft(number_area.right() + 2 * _GAP)
        layout = self._lay_out_text(text, spans, right_to_left)
        text_line = layout.lineAt(0)
        if spans:
            start = _extract_x(text_line.cursorToX(spans[0][0]))
            end = _extract_x(text_line.cursorToX(spans[-1][0] + spans[-1][1]))
            left = area.center().x() - (start + end) / 2
        else:
            text_edge = area.right() - text_line.naturalTextWidth() if right_to_left else area.left()
            left = text_edge - text_line.x()
        painter.setPen(option.palette.color(role))
        text_rect = text_line.naturalTextRect().translated(left, 0)
        self._draw_ellipses(painter, area, text_rect.left(), text_rect.right())
        layout.draw(painter, QPointF(left, area.top() + (area.height() - text_line.height()) / 2))
        painter.restore()

    def _draw_ellipses(self, painter: QPainter, area: QRect, text_left: float, text_right: float) -> None:
        """Draw an ellipsis on each side that has more text, and clip the text there."""
        clip = compute_clip_area(area, text_left, text_right, QFontMetrics(self._font).horizontalAdvance("…") + 2)
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute
        if clip.left() > area.left():
            painter.drawText(area, middle | Qt.AlignmentFlag.AlignLeft, "…")
        if clip.right() < area.right():
            painter.drawText(area, middle | Qt.AlignmentFlag.AlignRight, "…")
        painter.setClipRect(clip)

    def _lay_out_text(self, text: str, spans: tuple[tuple[int, int], ...], right_to_left: bool) -> QTextLayout:
        """Lay out a text on one line, with its spans in bold and underlined."""
        font = self.get_font(text)
        layout = QTextLayout(text, font)
        option = QTextOption(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute)
        option.setTextDirection(get_layout_direction(right_to_left))
        option.setWrapMode(QTextOption.WrapMode.NoWrap)
        layout.setTextOption(option)
        bold = QFont(font)
        bold.setBold(True)
        bold.setUnderline(True)
        formats = []
        for start, length in spans:
            format_range = QTextLayout.FormatRange()
            format_range.start, format_range.length = start, length
            format_range.format.setFont(bold)
            formats.append(format_range)
        layout.setFormats(formats)
        layout.beginLayout()
        layout.createLine().setLineWidth(1e6)
        layout.endLayout()
        return layout

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(10 * self.height, self.height)


def _extract_x(position: object) -> float:
    """Return x from a result of `QTextLine.cursorToX`, which is x alone or a pair of x and the position in the text."""
    return float(position[0]) if isinstance(position, tuple) else float(position)  # type: ignore[arg-type]

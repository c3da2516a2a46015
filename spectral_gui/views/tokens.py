"""The token line: the selected sentence's words in the direction of their script, above the structure."""

from __future__ import annotations

from PySide6.QtCore import QAbstractListModel, QEvent, QItemSelection, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygon,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyledItemDelegate, QStyleOptionViewItem

from spectral_core.data import EMPTY, Sentence
from spectral_gui import theme, widgets
from spectral_gui.lists import INVALID, Index, as_tip, points_of
from spectral_gui.resources import MOST_WORDS, direction_of, is_arabic, is_right_to_left, row_height, text_font
from spectral_gui.session import Acceptance, DocumentSurvey, Readings, Selection, Session, Suggestions

_LINES = 2  # on screen; more are scrolled
_PAD = 5
_WAVE = 3  # height of the line under a word with a problem
_ARABIC_LARGER = 4


class WordList(QAbstractListModel):
    """The words of one sentence: form, tag, and what is wrong with them."""

    TAG, PROBLEM = Qt.ItemDataRole.UserRole + 1, Qt.ItemDataRole.UserRole + 2

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.sentence: Sentence | None = None
        self._tags: tuple[str, ...] = ()
        self._problems: dict[int, str] = {}

    def show_sentence(self, sentence: Sentence | None, problems: dict[int, str]) -> bool:
        """Shows another sentence, or another state of the same; whether its words or tags are others than before."""
        before = self.sentence
        tags = () if sentence is None else _tags(sentence)
        alike = (
            before is not None
            and sentence is not None
            and (before.forms, self._tags, before.ranges) == (sentence.forms, tags, sentence.ranges)
        )
        if not alike:
            self.beginResetModel()
        self.sentence, self._tags, self._problems = sentence, tags, problems
        if not alike:
            self.endResetModel()
        elif tags:
            self.dataChanged.emit(self.index(0), self.index(len(tags) - 1))
        return not alike

    def rowCount(self, parent: Index = INVALID) -> int:
        return 0 if parent.isValid() or self.sentence is None else len(self.sentence)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or self.sentence is None:
            return None
        word = index.row() + 1
        form, tag = self.sentence.forms[word - 1], self._tags[word - 1]
        problem = self._problems.get(word, "")
        if role == Qt.ItemDataRole.DisplayRole:
            return form
        if role == self.TAG:
            return "" if tag == EMPTY else tag
        if role == self.PROBLEM:
            return problem
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(filter(None, (f"{word} \u2068{form}\u2069", "" if tag == EMPTY else tag, problem)))
        if role == Qt.ItemDataRole.ToolTipRole:
            lines = [f"{word}  \u2068{form}\u2069", problem]
            for range_ in self.sentence.ranges:
                if range_.first <= word <= range_.last:
                    lines.insert(1, self.tr("written together: {0}").format(f"\u2068{range_.form}\u2069"))
            return as_tip("\n".join(filter(None, lines)))
        return None


class _Chips(QStyledItemDelegate):
    """Draws a word over its tag, under a strip for what is written as one; a wavy line where something is wrong."""

    def __init__(self, parent: QObject):
        super().__init__(parent)
        self.strip = 0  # height of the place for multiword tokens; 0 where the sentence has none
        self.suit("", 11.0)

    def suit(self, text: str, points: float) -> None:
        arabic = is_arabic(text)
        self.font = text_font(points + _ARABIC_LARGER * arabic, arabic)
        self.small = text_font(max(points - 2.5, 6.0))
        self.small_words = text_font(max(points - 2.0, 6.0) + 2 * arabic, arabic)
        self.line = row_height(self.font, arabic)
        self.tag_line = QFontMetrics(self.small).height()

    @property
    def height(self) -> int:
        return self.strip + self.line + _WAVE + self.tag_line + 3

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        view = option.widget
        assert isinstance(view, TokenLine)
        colours = theme.colours(theme.is_dark_palette(option.palette))
        area = QRect(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        word = index.row() + 1
        if word in view.marked:
            painter.setBrush(colours.selected_fill)
            painter.setPen(QPen(colours.selected, 2 if word == view.current_word else 1))
            painter.drawRoundedRect(area.adjusted(1, self.strip, -1, -1), 4, 4)
        top = area.top() + self.strip
        painter.setPen(colours.text)
        painter.setFont(self.font)
        centre = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine
        form = str(index.data())
        painter.setLayoutDirection(view.layoutDirection())  # or brackets are not mirrored
        painter.drawText(QRect(area.left(), top, area.width(), self.line), centre, form)
        if word in view.doubtful:
            painter.setPen(theme.doubt(colours.doubt, area.width() - 1 - 2 * _PAD))
            foot = top + self.line + 1
            painter.drawLine(area.left() + _PAD, foot, area.right() - _PAD, foot)
        if index.data(WordList.PROBLEM):
            _draw_wave(painter, area, top + self.line - 1, colours.wrong)
        painter.setPen(colours.faint)
        painter.setFont(self.small)
        below = QRect(area.left(), top + self.line + _WAVE, area.width(), self.tag_line)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.drawText(below, centre, str(index.data(WordList.TAG)))
        painter.restore()

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        form = QFontMetrics(self.font).horizontalAdvance(str(index.data()))
        tag = QFontMetrics(self.small).horizontalAdvance(str(index.data(WordList.TAG)))
        return QSize(max(form, tag, 10) + 2 * _PAD, self.height)


class TokenLine(QListView):
    """At most two lines of words; a click or an arrow key selects one, by sight: Left is the word on the left."""

    def __init__(
        self,
        session: Session,
        surveying: DocumentSurvey,
        proposals: Suggestions,
        accepting: Acceptance,
        readings: Readings,
    ):
        super().__init__()
        self._session, self._surveying, self._accepting = session, surveying, accepting
        self.words = WordList(self)
        self.marked = range(0)  # the words selected
        self.current_word = 0
        self.doubtful: frozenset[int] = frozenset()
        self._chips = _Chips(self)
        self.setModel(self.words)
        self.setItemDelegate(self._chips)
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMovement(QListView.Movement.Static)
        self.setSpacing(1)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName(self.tr("Words of the sentence"))
        widgets.hear(self._show, session.treebank_changed, surveying.changed)
        session.selection_changed.connect(self._follow)
        session.sentence_changed.connect(self._show_changed)
        widgets.hear(self._show_doubt, readings.changed, proposals.changed)
        self._show()

    def _go(self, word: int, extend: bool = False) -> None:
        sentence = self._session.sentence
        if sentence is None or not 1 <= word <= len(sentence):
            return
        if extend and self.current_word:
            anchor = self._session.selection.anchor or self.current_word
            self._session.select(word=word, anchor=anchor)
        else:
            self._session.select(word=word)

    def _show(self) -> None:
        session = self._session
        sentence = session.sentence
        if sentence is not None and len(sentence) > MOST_WORDS:
            sentence = None
        problems: dict[int, str] = {}
        if sentence is not None:
            for problem in self._surveying.find_problems(session.selection.sentence):
                if problem.word:
                    problems.setdefault(problem.word, problem.message)
        text = "" if sentence is None else " ".join(sentence.forms[:5])
        self._chips.suit(text, points_of(self))
        ranges = () if sentence is None else sentence.ranges
        self._chips.strip = QFontMetrics(self._chips.small_words).height() + 3 if ranges else 0
        direction = direction_of(is_right_to_left(text))
        if direction != self.layoutDirection():
            self.setLayoutDirection(direction)
        if self.words.show_sentence(sentence, problems):
            self._fit()
        self.doubtful = frozenset(self._accepting.find_uncertain_words())
        self._mark(session.selection)

    def _show_changed(self, at: int) -> None:
        if at == self._session.selection.sentence:
            self._show()

    def _show_doubt(self, at: int) -> None:
        """Underlines the words in doubt, of the tree that is proposed and of the readings offered."""
        if at == self._session.selection.sentence:
            self.doubtful = frozenset(self._accepting.find_uncertain_words())
            self.viewport().update()

    def _follow(self, now: Selection, before: Selection) -> None:
        if now.sentence != before.sentence:
            self._show()
        else:
            self._mark(now)

    def _mark(self, selection: Selection) -> None:
        self.marked, self.current_word = selection.words, selection.word
        model = self.selectionModel()
        if not self.marked or self.marked.stop - 1 > self.words.rowCount():
            self.marked, self.current_word = range(0), 0
            model.clear()
        else:
            rows = QItemSelection(self.words.index(self.marked.start - 1), self.words.index(self.marked.stop - 2))
            model.select(rows, model.SelectionFlag.ClearAndSelect)
            current = self.words.index(self.current_word - 1)
            model.setCurrentIndex(current, model.SelectionFlag.NoUpdate)
            if self.isVisible():  # or all words would be laid out for it
                self.scrollTo(current)
        self.viewport().update()

    def _fit(self) -> None:
        """As high as its lines, at most two; while it is hidden, when it is shown."""
        if not self.isVisible():
            return
        self.doItemsLayout()
        lines = 1
        if rows := self.words.rowCount():
            first, last = self.visualRect(self.words.index(0)), self.visualRect(self.words.index(rows - 1))
            lines = min(_LINES, round((last.top() - first.top()) / (self._chips.height + 2)) + 1)
        wanted = lines * (self._chips.height + 2 * self.spacing() + 1) + 2 * self.frameWidth() + 4
        if wanted != self.height() or self.minimumHeight() != wanted:
            self.setFixedHeight(wanted)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        right_to_left = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        sentence = self._session.sentence
        size = 0 if sentence is None else len(sentence)
        keys = {
            Qt.Key.Key_Left: self.current_word + (1 if right_to_left else -1),
            Qt.Key.Key_Right: self.current_word + (-1 if right_to_left else 1),
            Qt.Key.Key_Home: 1,
            Qt.Key.Key_End: size,
        }
        held = event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
        key = Qt.Key(event.key())
        if key in keys and not held:
            wanted = keys[key]
            if not self.current_word and key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
                wanted = 1
            self._go(wanted, bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
            event.accept()
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down) and not held:
            self._go_to_line(1 if key == Qt.Key.Key_Down else -1)
            event.accept()
        else:
            event.ignore()  # letters are commands of the window, not a search in this list

    def _go_to_line(self, step: int) -> None:
        if self.current_word:
            area = self.visualRect(self.words.index(self.current_word - 1))
            there = self.indexAt(QPoint(area.center().x(), area.center().y() + step * (self._chips.height + 2)))
            if there.isValid():
                self._go(there.row() + 1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and event.button() == Qt.MouseButton.LeftButton:
            self._go(index.row() + 1, bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and event.buttons() & Qt.MouseButton.LeftButton and index.row() + 1 != self.current_word:
            self._go(index.row() + 1, extend=True)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        sentence = self._session.sentence
        if sentence is None or not sentence.ranges or not self._chips.strip:
            return
        painter = QPainter(self.viewport())
        colours = theme.colours(theme.is_dark_palette(self.palette()))
        painter.setFont(self._chips.small_words)
        metrics = QFontMetrics(self._chips.small_words)
        size = len(sentence)
        for range_ in sentence.ranges:
            for area in self._lines(range_.first, min(range_.last, size)):
                if not area.intersects(event.rect()):
                    continue
                foot = area.top() + self._chips.strip - 2
                text = metrics.elidedText(range_.form, Qt.TextElideMode.ElideRight, area.width())
                painter.setPen(colours.text)
                where = QRect(area.left(), area.top(), area.width(), self._chips.strip - 3)
                painter.drawText(where, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine, text)
                painter.setPen(QPen(colours.line, 1))
                left, right = area.left() + 2, area.right() - 2
                corners = ((left, foot + 3), (left, foot), (right, foot), (right, foot + 3))
                painter.drawPolyline([QPoint(x, y) for x, y in corners])

    def _lines(self, first: int, last: int) -> list[QRect]:
        """Where words `first` to `last` stand: one area a line."""
        found: list[QRect] = []
        for word in range(first, last + 1):
            area = self.visualRect(self.words.index(word - 1))
            if found and found[-1].top() == area.top():
                found[-1] = found[-1].united(area)
            else:
                found.append(area)
        return found

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit()
        self._mark(self._session.selection)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._show()
            self._fit()


def _tags(sentence: Sentence) -> tuple[str, ...]:
    """The column that is shown under the words: XPOS where UPOS is empty."""
    return sentence.xpos if sentence.upos.count(EMPTY) == len(sentence) else sentence.upos


def _draw_wave(painter: QPainter, area: QRect, y: int, colour: QColor) -> None:
    left, right = area.left() + _PAD, area.right() - _PAD
    points = [QPoint(x, y + (_WAVE if n % 2 else 0)) for n, x in enumerate(range(left, right + 1, 3))]
    painter.setPen(QPen(colour, 1.4))
    painter.drawPolyline(QPolygon(points))

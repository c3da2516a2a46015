"""Token line: the words of the selected sentence in the direction of their script, above the tree."""

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
from spectral_gui import theme
from spectral_gui.state import ANNOTATION, Acceptance, ChangeKind, Changes, DocumentSurvey, Selection, Session
from spectral_gui.text_display import (
    MAX_DRAWN_WORDS,
    compute_row_height,
    get_layout_direction,
    is_arabic,
    is_right_to_left,
    isolate_any_text,
    make_treebank_font,
)
from spectral_gui.view_updates import ViewUpdates
from spectral_gui.views.annotate.word_edits import get_upos_or_xpos
from spectral_gui.widgets.lists import INVALID_INDEX, Index, get_text_font_size, to_tooltip

_MAX_LINES = 2  # on screen; more are scrolled
_PADDING = 5
_WAVE_HEIGHT = 3  # pixels, of the wavy line under a problem
_ARABIC_EXTRA_POINTS = 4


class TokenListModel(QAbstractListModel):
    """Words of one sentence: form, tag and problem."""

    TAG, PROBLEM = Qt.ItemDataRole.UserRole + 1, Qt.ItemDataRole.UserRole + 2

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.sentence: Sentence | None = None
        self._tags: tuple[str, ...] = ()
        self._problems: dict[int, str] = {}

    def show_sentence(self, sentence: Sentence | None, problems: dict[int, str]) -> bool:
        """Show a sentence, or a new state of the same one, and return whether its words or tags changed."""
        previous = self.sentence
        tags = () if sentence is None else get_upos_or_xpos(sentence)
        is_unchanged = (
            previous is not None
            and sentence is not None
            and (previous.forms, self._tags, previous.ranges) == (sentence.forms, tags, sentence.ranges)
        )
        if not is_unchanged:
            self.beginResetModel()
        self.sentence, self._tags, self._problems = sentence, tags, problems
        if not is_unchanged:
            self.endResetModel()
        elif tags:
            self.dataChanged.emit(self.index(0), self.index(len(tags) - 1))
        return not is_unchanged

    def rowCount(self, parent: Index = INVALID_INDEX) -> int:
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
                    lines.insert(1, self.tr("multiword token: {0}").format(isolate_any_text(range_.form)))
            return to_tooltip("\n".join(filter(None, lines)))
        return None


class _TokenDelegate(QStyledItemDelegate):
    """Delegate that draws a word over its tag, multiword tokens above, and a wavy line under a problem."""

    def __init__(self, parent: QObject):
        super().__init__(parent)
        self.multiword_height = 0  # 0 if the sentence has no multiword tokens
        self.adapt_to_text("", 11.0)

    def adapt_to_text(self, text: str, points: float) -> None:
        """Set the fonts and heights for the script of a text, with words in a size of `points`."""
        arabic = is_arabic(text)
        self.font = make_treebank_font(points + _ARABIC_EXTRA_POINTS * arabic, arabic)
        self.tag_font = make_treebank_font(max(points - 2.5, 6.0))
        self.multiword_font = make_treebank_font(max(points - 2.0, 6.0) + 2 * arabic, arabic)
        self.form_height = compute_row_height(self.font, arabic)
        self.tag_height = QFontMetrics(self.tag_font).height()

    @property
    def height(self) -> int:
        """Height of an item in pixels: multiword token, form, wavy line and tag."""
        return self.multiword_height + self.form_height + _WAVE_HEIGHT + self.tag_height + 3

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        view = option.widget
        assert isinstance(view, TokenLine)
        colours = theme.get_colours(theme.is_dark_palette(option.palette))
        area = QRect(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        word = index.row() + 1
        if word in view.selected_words:
            painter.setBrush(colours.selected_fill)
            painter.setPen(QPen(colours.selected, 2 if word == view.current_word else 1))
            painter.drawRoundedRect(area.adjusted(1, self.multiword_height, -1, -1), 4, 4)
        top = area.top() + self.multiword_height
        painter.setPen(colours.text)
        painter.setFont(self.font)
        alignment = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine
        form = str(index.data())
        painter.setLayoutDirection(view.layoutDirection())  # otherwise brackets are not mirrored
        painter.drawText(QRect(area.left(), top, area.width(), self.form_height), alignment, form)
        if word in view.uncertain_words:
            painter.setPen(theme.make_dashed_underline_pen(colours.uncertain, area.width() - 1 - 2 * _PADDING))
            underline_y = top + self.form_height + 1
            painter.drawLine(area.left() + _PADDING, underline_y, area.right() - _PADDING, underline_y)
        if index.data(TokenListModel.PROBLEM):
            _draw_wavy_underline(painter, area, top + self.form_height - 1, colours.error)
        painter.setPen(colours.faint)
        painter.setFont(self.tag_font)
        tag_area = QRect(area.left(), top + self.form_height + _WAVE_HEIGHT, area.width(), self.tag_height)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.drawText(tag_area, alignment, str(index.data(TokenListModel.TAG)))
        painter.restore()

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        form_width = QFontMetrics(self.font).horizontalAdvance(str(index.data()))
        tag_width = QFontMetrics(self.tag_font).horizontalAdvance(str(index.data(TokenListModel.TAG)))
        return QSize(max(form_width, tag_width, 10) + 2 * _PADDING, self.height)


class TokenLine(QListView):
    """Words on at most two lines; a click or an arrow key selects one, Left being the word to the left on screen."""

    def __init__(
        self,
        session: Session,
        survey: DocumentSurvey,
        acceptance: Acceptance,
    ):
        super().__init__()
        self._session, self._survey, self._acceptance = session, survey, acceptance
        self.word_model = TokenListModel(self)
        self.selected_words = range(0)  # numbers of the selected words
        self.current_word = 0
        self.uncertain_words: frozenset[int] = frozenset()
        self._delegate = _TokenDelegate(self)
        self.setModel(self.word_model)
        self.setItemDelegate(self._delegate)
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMovement(QListView.Movement.Static)
        self.setSpacing(1)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName(self.tr("Words of the sentence"))
        kinds = ANNOTATION | ChangeKind.DOCUMENT | ChangeKind.SELECTION | ChangeKind.SURVEY
        kinds |= ChangeKind.DECISIONS | ChangeKind.SUGGESTIONS | ChangeKind.READINGS
        ViewUpdates("tokens", self, session, self._on_changes, kinds)
        self._show_sentence()

    def _select_word(self, word: int, extend: bool = False) -> None:
        """Select a word by its number, or extend the selection to it; ignore numbers outside the sentence."""
        sentence = self._session.sentence
        if sentence is None or not 1 <= word <= len(sentence):
            return
        if extend and self.current_word:
            anchor = self._session.selection.anchor or self.current_word
            self._session.select(word=word, anchor=anchor)
        else:
            self._session.select(word=word)

    def _show_sentence(self) -> None:
        """Show the selected sentence with its problems, uncertain words and selection; no words if it is too long to
        draw."""
        session = self._session
        sentence = session.sentence
        if sentence is not None and len(sentence) > MAX_DRAWN_WORDS:
            sentence = None
        problems: dict[int, str] = {}
        if sentence is not None:
            for problem in self._survey.find_problems(session.selection.sentence):
                if problem.word:
                    problems.setdefault(problem.word, problem.message)
        text = "" if sentence is None else " ".join(sentence.forms[:5])
        self._delegate.adapt_to_text(text, get_text_font_size(self))
        ranges = () if sentence is None else sentence.ranges
        self._delegate.multiword_height = QFontMetrics(self._delegate.multiword_font).height() + 3 if ranges else 0
        direction = get_layout_direction(is_right_to_left(text))
        if direction != self.layoutDirection():
            self.setLayoutDirection(direction)
        if self.word_model.show_sentence(sentence, problems):
            self._fit_height()
        self.uncertain_words = frozenset(self._acceptance.find_uncertain_words())
        self._mark_selection(session.selection)

    def _on_changes(self, changes: Changes) -> None:
        selection = self._session.selection
        is_new = changes.has(ChangeKind.SURVEY) or changes.moves_to_sentence(selection)
        if is_new or changes.concerns(selection.sentence):
            self._show_sentence()
            return
        if selection.sentence in changes.suggested | changes.ranked:
            self._show_uncertain_words()
        if changes.has(ChangeKind.SELECTION):
            self._mark_selection(selection)

    def _show_uncertain_words(self) -> None:
        """Underline the words whose suggested head or reading is uncertain."""
        self.uncertain_words = frozenset(self._acceptance.find_uncertain_words())
        self.viewport().update()

    def _mark_selection(self, selection: Selection) -> None:
        """Highlight the words that are selected in the session, and scroll to the current one."""
        self.selected_words, self.current_word = selection.words, selection.word
        model = self.selectionModel()
        if not self.selected_words or self.selected_words.stop - 1 > self.word_model.rowCount():
            self.selected_words, self.current_word = range(0), 0
            model.clear()
        else:
            rows = QItemSelection(
                self.word_model.index(self.selected_words.start - 1),
                self.word_model.index(self.selected_words.stop - 2),
            )
            model.select(rows, model.SelectionFlag.ClearAndSelect)
            current = self.word_model.index(self.current_word - 1)
            model.setCurrentIndex(current, model.SelectionFlag.NoUpdate)
            if self.isVisible():  # otherwise every word would be laid out
                self.scrollTo(current)
        self.viewport().update()

    def _fit_height(self) -> None:
        """Fit the height to the lines, at most two; while the widget is hidden, wait until it is shown."""
        if not self.isVisible():
            return
        self.doItemsLayout()
        lines = 1
        if rows := self.word_model.rowCount():
            first, last = self.visualRect(self.word_model.index(0)), self.visualRect(self.word_model.index(rows - 1))
            lines = min(_MAX_LINES, round((last.top() - first.top()) / (self._delegate.height + 2)) + 1)
        height = lines * (self._delegate.height + 2 * self.spacing() + 1) + 2 * self.frameWidth() + 4
        if height != self.height() or self.minimumHeight() != height:
            self.setFixedHeight(height)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        right_to_left = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        sentence = self._session.sentence
        word_count = 0 if sentence is None else len(sentence)
        keys = {
            Qt.Key.Key_Left: self.current_word + (1 if right_to_left else -1),
            Qt.Key.Key_Right: self.current_word + (-1 if right_to_left else 1),
            Qt.Key.Key_Home: 1,
            Qt.Key.Key_End: word_count,
        }
        modifiers = event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
        key = Qt.Key(event.key())
        if key in keys and not modifiers:
            target_word = keys[key]
            if not self.current_word and key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
                target_word = 1
            self._select_word(target_word, bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
            event.accept()
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down) and not modifiers:
            self._go_to_adjacent_line(1 if key == Qt.Key.Key_Down else -1)
            event.accept()
        else:
            event.ignore()  # letters are commands of the window, not a type-ahead search

    def _go_to_adjacent_line(self, step: int) -> None:
        """Select the word below the current one for `step` 1, or the one above it for -1."""
        if self.current_word:
            area = self.visualRect(self.word_model.index(self.current_word - 1))
            index = self.indexAt(QPoint(area.center().x(), area.center().y() + step * (self._delegate.height + 2)))
            if index.isValid():
                self._select_word(index.row() + 1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and event.button() == Qt.MouseButton.LeftButton:
            self._select_word(index.row() + 1, bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and event.buttons() & Qt.MouseButton.LeftButton and index.row() + 1 != self.current_word:
            self._select_word(index.row() + 1, extend=True)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        sentence = self._session.sentence
        if sentence is None or not sentence.ranges or not self._delegate.multiword_height:
            return
        painter = QPainter(self.viewport())
        colours = theme.get_colours(theme.is_dark_palette(self.palette()))
        painter.setFont(self._delegate.multiword_font)
        metrics = QFontMetrics(self._delegate.multiword_font)
        word_count = len(sentence)
        for range_ in sentence.ranges:
            for area in self._list_line_areas(range_.first, min(range_.last, word_count)):
                if not area.intersects(event.rect()):
                    continue
                bracket_y = area.top() + self._delegate.multiword_height - 2
                text = metrics.elidedText(range_.form, Qt.TextElideMode.ElideRight, area.width())
                painter.setPen(colours.text)
                text_area = QRect(area.left(), area.top(), area.width(), self._delegate.multiword_height - 3)
                painter.drawText(text_area, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine, text)
                painter.setPen(QPen(colours.line, 1))
                left, right = area.left() + 2, area.right() - 2
                bracket_points = ((left, bracket_y + 3), (left, bracket_y), (right, bracket_y), (right, bracket_y + 3))
                painter.drawPolyline([QPoint(x, y) for x, y in bracket_points])

    def _list_line_areas(self, first: int, last: int) -> list[QRect]:
        """Return the areas of words `first` to `last`, one for each line on screen."""
        areas: list[QRect] = []
        for word in range(first, last + 1):
            area = self.visualRect(self.word_model.index(word - 1))
            if areas and areas[-1].top() == area.top():
                areas[-1] = areas[-1].united(area)
            else:
                areas.append(area)
        return areas

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit_height()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit_height()
        self._mark_selection(self._session.selection)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._show_sentence()
            self._fit_height()


def _draw_wavy_underline(painter: QPainter, area: QRect, y: int, colour: QColor) -> None:
    """Draw the wavy line under a word with a problem."""
    left, right = area.left() + _PADDING, area.right() - _PADDING
    points = [QPoint(x, y + (_WAVE_HEIGHT if n % 2 else 0)) for n, x in enumerate(range(left, right + 1, 3))]
    painter.setPen(QPen(colour, 1.4))
    painter.drawPolyline(QPolygon(points))

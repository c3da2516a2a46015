"""List of ranked readings: model, delegate and view."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter, QPalette, QPen
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from spectral_core.data import EMPTY, Analysis, Ranked
from spectral_core.data.readings import standard_columns
from spectral_core.morphology.arabic.spelling import strip_diacritics
from spectral_gui import theme
from spectral_gui.text_display import (
    compute_row_height,
    format_probability,
    get_layout_direction,
    is_arabic,
    is_right_to_left,
    isolate_any_text,
    make_treebank_font,
)
from spectral_gui.widgets.lists import INVALID_INDEX, Index, get_text_font_size, to_tooltip

_MIN_POSITIONAL_TAG = 8  # minimum length of a positional tag, one letter per feature
_KEYED_ROWS = 9  # rows with a shortcut key
_PADDING = 6
_HEADLINE_EXTRA_POINTS = 6  # vowel marks must be distinguishable
_DETAIL_FEWER_POINTS = 1.5
_LINE_OVERLAP = 4  # overlap of the two Arabic lines: the descent is mostly empty
_BAR_HEIGHT = 3  # pixels, of the bar that shows a probability
_GAP = 6  # pixels before the text that distinguishes two rows
_MAX_DIFFERENCE_SHARE = 0.6  # maximum share of the second line for that text
_TAG_SEPARATORS = re.compile(r"([+|])")


@dataclass(frozen=True, slots=True)
class RankedReading:
    """A reading with its rank in the unfiltered list, from 1."""

    ranked: Ranked[Analysis]
    rank: int
    is_chosen: bool = False  # confirmed for the word by the user

    @property
    def analysis(self) -> Analysis:
        """The morphological analysis itself, without its score and rank."""
        return self.ranked.value

    @property
    def headline(self) -> str:
        """The vocalised form, or else the lemma or the XPOS tag."""
        value = self.analysis
        return next((text for text in (value.vocalised, value.lemma, value.xpos) if text != EMPTY), "–")

    @property
    def tags(self) -> str:
        """The XPOS tag if it is positional or compound; otherwise the tag and the values of its features."""
        value = self.analysis
        if "+" in value.xpos or len(value.xpos) >= _MIN_POSITIONAL_TAG:
            return value.xpos
        tag = value.upos if value.xpos == EMPTY else value.xpos
        values = [pair.partition("=")[2] for pair in value.feats.split("|")]
        return "|".join(part for part in (tag, *values) if part not in (EMPTY, ""))

    @property
    def segmentation(self) -> str:
        """The forms of the non-empty segments joined by +; "" for a single segment."""
        pieces = [part.form for part in self.analysis.segments if part.form]
        return " + ".join(isolate_any_text(piece) for piece in pieces) if len(pieces) > 1 else ""

    def matches(self, query: str) -> bool:
        """Return whether the reading passes a filter: every term of the query is in the form, lemma, tags or meaning,
        with or without vowels, or begins the value of a feature."""
        value = self.analysis
        text = f"{value.vocalised} {value.lemma} {value.upos} {value.xpos} {value.gloss}".casefold()
        bare_text = strip_diacritics(text)
        features = value.feats.casefold().split("|")
        values = [feature.partition("=")[2] for feature in features]  # not names: "gen" would match every Gender
        return all(
            term in text
            or strip_diacritics(term) in bare_text
            or any(feature_text.startswith(term) for feature_text in (features if "=" in term else values))
            for term in query.casefold().split()
        )


class ReadingListModel(QAbstractListModel):
    """List model of the filtered readings of one word."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.visible_readings: tuple[RankedReading, ...] = ()
        self._all_readings: tuple[RankedReading, ...] = ()
        self._query = ""
        self._equal_rows: dict[int, int] = {}
        self._distinguishing_features: dict[int, str] = {}

    def show_readings(self, readings: Sequence[RankedReading]) -> None:
        self._all_readings = tuple(readings)
        self._apply_filter()

    def filter_by(self, query: str) -> None:
        """List only the readings that match a query; "" lists all."""
        if query != self._query:
            self._query = query
            self._apply_filter()

    @property
    def all_readings(self) -> tuple[RankedReading, ...]:
        """The readings of the word, filtered out or not."""
        return self._all_readings

    def _apply_filter(self) -> None:
        """List the readings that match the current query."""
        readings = (
            tuple(reading for reading in self._all_readings if reading.matches(self._query))
            if self._query
            else self._all_readings
        )
        if readings != self.visible_readings:
            self.beginResetModel()
            self.visible_readings = readings
            self._equal_rows = _find_equal_rows(readings)
            self._distinguishing_features = _find_distinguishing_features(readings)
            self.endResetModel()

    def rowCount(self, parent: Index = INVALID_INDEX) -> int:
        return 0 if parent.isValid() else len(self.visible_readings)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        reading = self.visible_readings[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return reading.headline
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.describe_row(index.row())
        return to_tooltip("\n".join(self._compose_tip(reading))) if role == Qt.ItemDataRole.ToolTipRole else None

    def describe_row(self, row: int) -> str:
        """Return the reading in a row as text for screen readers."""
        reading = self.visible_readings[row]
        value = reading.analysis
        tags = ", ".join(filter(None, (reading.tags, self.get_distinguishing_features(reading))))
        fields = (isolate_any_text(reading.headline), value.gloss, tags, isolate_any_text(value.lemma))
        filled_fields = (field for field in fields if field and EMPTY not in (field, field.strip("\u2068\u2069")))
        pieces = [f"{row + 1}", *filled_fields]
        probability, shared_row = self.format_probability(reading), self.get_equal_row(reading)
        if reading.is_chosen:
            pieces.append(self.tr("chosen"))
        elif shared_row:
            pieces.append(self.tr("the same analysis as {0}").format(shared_row))
        elif probability:
            pieces.append(self.tr("probability {0}").format(probability))
        return ", ".join(pieces)

    def _compose_tip(self, reading: RankedReading) -> list[str]:
        """Return the lines of a reading's tool tip: its fields, segments and score."""
        value = reading.analysis
        lines = [isolate_any_text(reading.headline)]
        for title, text in (
            (self.tr("Lemma"), value.lemma),
            (self.tr("Meaning"), value.gloss),
            (self.tr("Tag"), value.upos),
            (self.tr("XPOS tag"), value.xpos),
            (self.tr("Features"), value.feats.replace("|", ", ")),
        ):
            if text != EMPTY:
                lines.append(f"{title}: \u2068{text}\u2069")
        if value.segments:
            parts = " + ".join(f"\u2068{part.form or '∅'}\u2069 {part.tag}" for part in value.segments)
            lines.append(self.tr("Parts: {0}").format(parts))
        if shared_row := self.get_equal_row(reading):
            lines.append(self.tr("Same analysis as {0} to the model; they share one probability").format(shared_row))
        if reading.ranked.probability is None and reading.ranked.score:
            lines.append(self.tr("Score: {0:.3f}").format(reading.ranked.score))
        return lines

    def format_probability(self, reading: RankedReading) -> str:
        """Return the probability of a reading as text: "" if the model gives none, "same" if a row above has the same
        analysis. One below 1 is never rounded up to 1."""
        probability = reading.ranked.probability
        if probability is None:
            return ""
        return self.tr("same") if self.get_equal_row(reading) else format_probability(probability)

    def get_distinguishing_features(self, reading: RankedReading) -> str:
        """Return the tag and features that distinguish a reading from others with the same text in the list; "" if
        there are no such others."""
        return self._distinguishing_features.get(reading.rank, "")

    def get_equal_row(self, reading: RankedReading) -> int:
        """Return the row above, from 1, whose analysis is the same for the model, so that both share one probability; 0
        if there is none."""
        return self._equal_rows.get(reading.rank, 0)


def _find_equal_rows(readings: Sequence[RankedReading]) -> dict[int, int]:
    """Map the ranks of readings to the first row, from 1, with the same analysis for the model, with which they share a
    probability. A model may distinguish fewer analyses than the file: if the probabilities add up to more than 1,
    readings with equal scores count as the same."""
    is_coarse = sum(reading.ranked.probability or 0.0 for reading in _deduplicate_readings(readings)) > 1.0 + 1e-6
    first_rows: dict[tuple[object, ...], int] = {}
    equal_rows = {}
    for row, reading in enumerate(readings, 1):
        if reading.ranked.probability is not None:
            label = () if is_coarse else standard_columns(reading.analysis)
            first_row = first_rows.setdefault((reading.ranked.probability, reading.ranked.score, label), row)
            if first_row != row:
                equal_rows[reading.rank] = first_row
    return equal_rows


def _find_distinguishing_features(readings: Sequence[RankedReading]) -> dict[int, str]:
    """Map ranks of readings with the same row text to the tag and features in which they differ."""
    groups: dict[tuple[str, ...], list[RankedReading]] = {}
    for reading in readings:
        row_text = (
            reading.headline,
            reading.analysis.gloss,
            reading.tags,
            reading.analysis.lemma,
            reading.segmentation,
        )
        groups.setdefault(row_text, []).append(reading)
    differences = {}
    for group in groups.values():
        feature_lists = [[reading.analysis.upos, *reading.analysis.feats.split("|")] for reading in group]
        common = set(feature_lists[0]).intersection(*feature_lists[1:])
        for reading, features in zip(group, feature_lists, strict=True):
            differences[reading.rank] = "|".join(
                feature for feature in features if feature not in common and feature != EMPTY
            )
    return differences


def _deduplicate_readings(readings: Sequence[RankedReading]) -> list[RankedReading]:
    """Return the readings without those that agree with another in annotation, probability and score."""
    return list(
        {
            (standard_columns(reading.analysis), reading.ranked.probability, reading.ranked.score): reading
            for reading in readings
        }.values()
    )


class ReadingDelegate(QStyledItemDelegate):
    """Draws a reading in two lines: key, vowelled form, meaning and score; below them lemma, tags and segments."""

    def __init__(self, parent: QObject):
        super().__init__(parent)
        self.set_script(False, False, 11.0)

    def set_script(self, arabic: bool, right_to_left: bool, points: float) -> None:
        """Set the fonts and heights for a script, with text in a size of `points`."""
        self._right_to_left = right_to_left
        self._headline_font = make_treebank_font(points + (_HEADLINE_EXTRA_POINTS if arabic else 1), arabic)
        self._plain_font = make_treebank_font(points)
        self._detail_font = make_treebank_font(max(points - _DETAIL_FEWER_POINTS, 6.0))
        self._detail_word_font = make_treebank_font(max(points - _DETAIL_FEWER_POINTS, 6.0) + 2 * arabic, arabic)
        self._first_line_height = compute_row_height(self._headline_font, arabic)
        self._line_overlap = _LINE_OVERLAP if arabic else 2
        self._second_line_height = max(
            QFontMetrics(self._detail_font).height(), QFontMetrics(self._detail_word_font).height() - 2
        )

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(120, self._first_line_height + self._second_line_height + 4 - self._line_overlap)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        assert isinstance(model, ReadingListModel)
        reading, first = model.visible_readings[index.row()], model.visible_readings[0]
        is_marked = bool(option.state & QStyle.StateFlag.State_Selected)
        colours = theme.get_colours(theme.is_dark_palette(option.palette))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRect(option.rect)
        if is_marked:
            painter.fillRect(area, colours.selected_fill)
            painter.fillRect(QRect(area.left(), area.top(), 3, area.height()), colours.selected)
        painter.setPen(QPen(option.palette.color(QPalette.ColorRole.Mid), 1))
        painter.drawLine(area.bottomLeft(), area.bottomRight())
        content = area.adjusted(_PADDING + 3, 1, -_PADDING, -3)
        first_line = QRect(content.left(), content.top(), content.width(), self._first_line_height)
        second_line = QRect(
            content.left(), first_line.bottom() + 1 - self._line_overlap, content.width(), self._second_line_height
        )
        key_width = QFontMetrics(self._plain_font).horizontalAdvance("0") + 10
        self._draw_key(
            painter, QRect(first_line.left(), first_line.top(), key_width, first_line.height()), index.row(), colours
        )
        first_line.setLeft(first_line.left() + key_width + 8)
        second_line.setLeft(first_line.left())
        first_line.setRight(
            first_line.right() - self._draw_probability_or_check_mark(painter, first_line, model, reading, colours)
        )
        if model.get_distinguishing_features(reading):
            second_line.setRight(first_line.right())  # not under the probability bar
        self._draw_headline(painter, first_line, reading, first, colours)
        self._draw_details(painter, second_line, reading, model.get_distinguishing_features(reading), first, colours)
        painter.restore()

    def _draw_key(self, painter: QPainter, area: QRect, row: int, colours: theme.Colours) -> None:
        """Draw the digit that chooses the row, in a frame; nothing for rows without a digit."""
        if row >= _KEYED_ROWS:
            return
        side = min(area.width(), area.height() - 4)
        box = QRect(area.left(), area.center().y() - side // 2, area.width(), side)
        painter.setPen(QPen(colours.line, 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, 3, 3)
        painter.setPen(colours.text)
        painter.setFont(self._plain_font)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(row + 1))

    def _draw_probability_or_check_mark(
        self, painter: QPainter, area: QRect, model: ReadingListModel, reading: RankedReading, colours: theme.Colours
    ) -> int:
        """Draw the check mark of the chosen reading, or the probability over its bar; return the width used."""
        number = "✓" if reading.is_chosen else model.format_probability(reading)
        if not number:
            return 0
        font = QFont(self._plain_font)
        font.setBold(reading.is_chosen)
        metrics = QFontMetrics(font)
        width = max(metrics.horizontalAdvance(format_probability(1.0)), metrics.horizontalAdvance(number))
        number_area = QRect(area.right() - width, area.top(), width, area.height())
        painter.setFont(font)
        is_shared = bool(model.get_equal_row(reading))
        painter.setPen(colours.locked if reading.is_chosen else colours.faint if is_shared else colours.text)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.drawText(number_area, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, number)
        probability = reading.ranked.probability
        if not reading.is_chosen and not is_shared and probability is not None:
            bar_top = number_area.center().y() + metrics.height() // 2 + 1
            painter.fillRect(
                QRect(number_area.left(), bar_top, width, _BAR_HEIGHT),
                theme.mix_colours(colours.line, colours.paper, 0.25),
            )
            filled_width = max(1, round(width * probability))
            painter.fillRect(QRect(number_area.left(), bar_top, filled_width, _BAR_HEIGHT), colours.selected)
        return width + 8

    def _draw_headline(
        self, painter: QPainter, area: QRect, reading: RankedReading, first: RankedReading, colours: theme.Colours
    ) -> None:
        """Draw the form of a reading and its meaning; a meaning shared with the first reading is fainter."""
        metrics = QFontMetrics(self._headline_font)
        width = min(metrics.horizontalAdvance(reading.headline) + 4, round(area.width() * 0.62))
        headline_area = QRect(area.left(), area.top(), width, area.height())
        painter.setFont(self._headline_font)
        painter.setPen(colours.text)
        self._draw_text(painter, headline_area, reading.headline, metrics, self._right_to_left)
        if reading.analysis.gloss != EMPTY:
            painter.setFont(self._plain_font)
            repeats_gloss = reading.rank != first.rank and reading.analysis.gloss == first.analysis.gloss
            painter.setPen(colours.faint if repeats_gloss else colours.text)
            gloss_area = area.adjusted(width + 12, 0, 0, 0)
            self._draw_text(painter, gloss_area, reading.analysis.gloss, QFontMetrics(self._plain_font), False)

    def _draw_details(
        self,
        painter: QPainter,
        area: QRect,
        reading: RankedReading,
        difference: str,
        first: RankedReading,
        colours: theme.Colours,
    ) -> None:
        """Draw the tag, with the pieces shared with the first reading in a fainter colour, then the distinguishing
        features, for which space is reserved, then the lemma and the segments."""
        metrics = QFontMetrics(self._detail_font)
        painter.setFont(self._detail_font)
        x = area.left()
        first_pieces = set(_TAG_SEPARATORS.split(first.tags))
        alignment = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        reserved_width = 0
        if difference:  # twice the gap, as widths are rounded
            reserved_width = min(
                metrics.horizontalAdvance(difference) + 2 * _GAP, round(_MAX_DIFFERENCE_SHARE * area.width())
            )

        def draw_piece(text: str, max_width: int, colour: QColor) -> int:
            elided = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max_width)
            painter.setPen(colour)
            painter.drawText(QRect(x, area.top(), max_width, area.height()), alignment, elided)
            return metrics.horizontalAdvance(elided)

        for piece, is_shared in _split_tag(reading.tags, first.tags, first_pieces, reading.rank == first.rank):
            available_width = area.right() - x - reserved_width
            if available_width <= 8:
                break
            x += draw_piece(piece, available_width, colours.faint if is_shared else colours.text)
        if difference:
            x += _GAP
            x += draw_piece(difference, area.right() - x, colours.text)
        lemma = reading.analysis.lemma
        for text in filter(None, ("" if lemma in (EMPTY, reading.headline) else lemma, reading.segmentation)):
            available_width = area.right() - x - 14
            if available_width < 24:
                return
            painter.setPen(colours.faint)
            painter.setFont(self._detail_font)
            painter.drawText(QRect(x, area.top(), 14, area.height()), Qt.AlignmentFlag.AlignCenter, "·")
            font = self._detail_word_font if is_arabic(text) else self._detail_font
            word_metrics = QFontMetrics(font)
            width = min(word_metrics.horizontalAdvance(text) + 4, available_width)
            painter.setFont(font)
            self._draw_text(
                painter, QRect(x + 14, area.top(), width, area.height()), text, word_metrics, self._right_to_left
            )
            x += 14 + width

    def _draw_text(self, painter: QPainter, area: QRect, text: str, metrics: QFontMetrics, right_to_left: bool) -> None:
        painter.setLayoutDirection(get_layout_direction(right_to_left))
        elided = metrics.elidedText(text, Qt.TextElideMode.ElideRight, area.width())
        alignment = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(area, alignment | Qt.TextFlag.TextSingleLine, elided)


def _split_tag(tags: str, first_tags: str, first_pieces: set[str], is_first: bool) -> list[tuple[str, bool]]:
    """Split a tag into (piece, is shared with the first reading); a positional tag is split into letters."""
    if is_first:
        return [(tags, False)]
    if len(tags) == len(first_tags) and not _TAG_SEPARATORS.search(tags):
        return [(letter, letter == first_letter) for letter, first_letter in zip(tags, first_tags, strict=True)]
    return [(piece, piece in first_pieces) for piece in _TAG_SEPARATORS.split(tags) if piece]


class ReadingListView(QListView):
    """List view of readings; Up and Down move in it, Left and Right go to the neighbouring words in visual order."""

    row_chosen = Signal(int)  # row chosen by Enter or a double click
    stepped = Signal(int)  # to the word on the right (1) or left (-1)
    escaped = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.reading_model = ReadingListModel(self)
        self._delegate = ReadingDelegate(self)
        self.setModel(self.reading_model)
        self.setItemDelegate(self._delegate)
        self.setUniformItemSizes(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Readings of the word"))
        self.doubleClicked.connect(lambda index: self.row_chosen.emit(index.row()))

    def adapt_to_script(self, text: str) -> None:
        """Adapt fonts and direction to the script of a text."""
        self._delegate.set_script(is_arabic(text), bool(is_right_to_left(text)), get_text_font_size(self))
        self.scheduleDelayedItemsLayout()

    def show_readings(self, readings: Sequence[RankedReading], marked: int = 0) -> None:
        """List readings and highlight the row `marked`, from 0."""
        self.reading_model.show_readings(readings)
        self.highlight_row(marked)

    def highlight_row(self, row: int) -> None:
        """Highlight a row, from 0; one beyond the ends is the first or the last."""
        count = self.reading_model.rowCount()
        if count:
            self.setCurrentIndex(self.reading_model.index(min(max(row, 0), count - 1)))
        self.viewport().update()

    @property
    def highlighted_reading(self) -> RankedReading | None:
        """The reading in the highlighted row; None if no row is highlighted."""
        row = self.currentIndex().row()
        return self.reading_model.visible_readings[row] if 0 <= row < len(self.reading_model.visible_readings) else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        key = event.key()
        if modifiers:
            event.ignore()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.currentIndex().isValid():
                self.row_chosen.emit(self.currentIndex().row())
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.stepped.emit(1 if key == Qt.Key.Key_Right else -1)
        elif key == Qt.Key.Key_Escape:
            self.escaped.emit()
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self.highlight_row(0 if key == Qt.Key.Key_Home else len(self.reading_model.visible_readings))
        else:
            event.ignore()  # letters are commands, not a type-ahead search

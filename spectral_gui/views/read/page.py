"""Page of running text with interlinear annotation: its layout, painting and mouse, and the bar that turns pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from spectral_gui import theme, widgets
from spectral_gui.text_display import compute_row_height, get_layout_direction, is_arabic, make_treebank_font
from spectral_gui.views.read.display_options import ALWAYS, NEVER, UNDER_POINTER, WHEN_UNCERTAIN
from spectral_gui.views.read.display_units import ANNOTATION_LINES, PART_OF_SPEECH, TEXT_SCRIPT_LINES, is_punctuation

if TYPE_CHECKING:
    from spectral_gui.views.read.display_units import DisplayUnit


_SUGGESTED_SIGN, _UNCERTAIN_SIGN = "≈", "?"  # before a suggested line, and before an uncertain one
_MAX_CACHED_WIDTHS = 20_000  # maximum number of texts whose widths are cached
_MAX_LINE_WIDTH = 9.0  # of a line under a word, in multiples of its letter height
_HOVER_DELAY = 600  # milliseconds of hovering before a popover opens
_MARGIN = 28.0
_BAR_GAP = 12.0  # between the column and the bar next to the current sentence
_COLUMN_WIDTH = 48.0  # maximum width of the column, in multiples of the letter size
_LEADING = 0.35  # of a line's height, between two lines
_ARABIC_SCALE = 1.3


@dataclass(slots=True)
class _PlacedUnit:
    """Display unit with its area and its line on the page."""

    unit: DisplayUnit
    area: QRectF
    line: int


class Page(QWidget):
    """Widget that shows units, and emits the one clicked, hovered over or selected."""

    word_chosen = Signal(int, int)  # sentence, word
    page_turned = Signal(int)  # 1: past the end of the page, -1: before its beginning
    word_pressed = Signal()  # the mouse was pressed on a word
    word_hovered = Signal(int, int)  # sentence, word; sentence -1 once the mouse has left

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.font_size = 15.0
        self.visible_lines: tuple[str, ...] = ()  # of ANNOTATION_LINES
        self.sentence_per_line = False  # begin a line with each sentence
        self.vowel_mode = NEVER  # one of VOWEL_MODES
        self.known_lemmas: frozenset[str] | None = None  # lemmas that fade; None if words are not marked
        self.units: Sequence[DisplayUnit] = ()
        self.sentence, self.word = -1, 0
        self.placed_units: list[_PlacedUnit] = []
        self._laid_out_width = -1.0
        self._side_margin = _MARGIN  # of the page, next to the column
        self._unit_under_pointer: _PlacedUnit | None = None
        self._font_key: tuple[float, str] = (0.0, "")
        self._hovered_unit: _PlacedUnit | None = None  # hovering over it longer opens a popover
        self._hover_timer = widgets.make_timer(self, self._on_hover_timeout, _HOVER_DELAY)
        self.setMouseTracking(True)

    def show_units(self, units: Iterable[DisplayUnit]) -> None:
        """Replace all units on the page and lay it out."""
        self.units = tuple(units)
        self.lay_out()

    def update_units(self, changed: Mapping[int, Sequence[DisplayUnit]]) -> None:
        """Replace the units of some sentences, given by sentence index; lay the page out again only if they look
        different."""
        line_indexes = [ANNOTATION_LINES.index(name) for name in self.visible_lines]

        def get_appearance(unit: DisplayUnit) -> tuple[object, ...]:
            """Return everything about a unit that affects the layout or the visible lines."""
            vocalised = unit.vocalised if self.vowel_mode != NEVER else ""
            line_texts = (unit.line_texts[line_index] for line_index in line_indexes)
            return (
                unit.text,
                vocalised,
                unit.first,
                unit.last,
                unit.space_after,
                unit.is_uncertain,
                unit.suggested_lines,
                *line_texts,
            )

        units: list[DisplayUnit] = []
        for sentence, previous in groupby(self.units, lambda unit: unit.sentence):
            units += changed.get(sentence) or previous
        looks_same = list(map(get_appearance, self.units)) == list(map(get_appearance, units))
        self.units = tuple(units)
        if not looks_same:
            self.lay_out()
            return
        for box, unit in zip(self.placed_units, self.units, strict=True):
            box.unit = unit
        self.update()

    def set_known_lemmas(self, known_lemmas: frozenset[str] | None) -> None:
        """Fade the words of these lemmas and underline the others; None for neither."""
        self.known_lemmas = known_lemmas
        self.update()

    def is_known(self, unit: DisplayUnit) -> bool | None:
        """Return whether the reader knows all lemmas of a unit; None for punctuation, or if words are not marked."""
        return (
            None
            if self.known_lemmas is None or not unit.lemmas
            else all(lemma in self.known_lemmas for lemma in unit.lemmas)
        )

    def select_word(self, sentence: int, word: int) -> None:
        """Highlight a word and its sentence; word 0 highlights the sentence only."""
        self.sentence, self.word = sentence, word
        sentence_texts = [box.unit.text for box in self.placed_units if box.unit.sentence == sentence]
        self.setAccessibleDescription(" ".join(sentence_texts))
        self.update()

    def find_area(self, sentence: int, word: int) -> QRectF:
        """Return the area of a word, or of its sentence if `word` is 0; empty if it is not on the page."""
        area = QRectF()
        for box in self.placed_units:
            if box.unit.sentence == sentence and (not word or box.unit.first <= word <= box.unit.last):
                area = area.united(box.area)
        return area

    def find_unit(self, sentence: int, word: int) -> DisplayUnit | None:
        """Return the unit that contains a word; None if it is not on the page."""
        matches = (unit for unit in self.units if unit.sentence == sentence and unit.first <= word <= unit.last)
        return next(matches, None)

    def lay_out(self) -> None:
        """Break the units into lines of the width of the page."""
        self._update_metrics()
        width = max(min(self.width() - 2 * _MARGIN, _COLUMN_WIDTH * self.font_size), 80.0)
        self._side_margin = (self.width() - width) / 2
        self.placed_units, self._unit_under_pointer, self._hovered_unit = [], None, None
        y, line, x = _MARGIN / 2, 0, 0.0
        pending: list[tuple[DisplayUnit, float]] = []  # units without a line break between them
        previous: DisplayUnit | None = None

        def flush_pending() -> None:
            """Place the pending units on this line if they fit, or else on the next."""
            nonlocal x, y, line
            if x > 0 and x + self._place_unbroken_units(pending)[1] > width:
                x, y, line = 0.0, y + self._line_step, line + 1
            placed, group_width = self._place_unbroken_units(pending)
            if group_width > width:  # longer than a line: break between units
                placed, group_width = [], 0.0
                for unit, size in pending:
                    if x > 0 and x + size > width:
                        x, y, line = 0.0, y + self._line_step, line + 1
                    self.placed_units.append(_PlacedUnit(unit, self._compute_unit_area(unit, x, y, size), line))
                    x += size
            for unit, offset, size in placed:
                self.placed_units.append(_PlacedUnit(unit, self._compute_unit_area(unit, x + offset, y, size), line))
            x += group_width
            pending.clear()

        for unit in self.units:
            is_new_sentence = previous is not None and unit.sentence != previous.sentence
            changes_direction = previous is not None and previous.right_to_left != unit.right_to_left
            if previous is not None and (
                unit.starts_paragraph or changes_direction or (is_new_sentence and self.sentence_per_line)
            ):
                flush_pending()
                x, line = 0.0, line + 1
                y += self._line_step + (self._text_height * 0.5 if unit.starts_paragraph else 0.0)
            pending.append((unit, self._measure_unit(unit)))
            if unit.space_after:
                flush_pending()
                x += self._space if not self.visible_lines else self._space * 1.5
            previous = unit
        flush_pending()
        self._laid_out_width = self.width()
        self.setMinimumHeight(round(y + self._line_step + _MARGIN))
        self.update()

    def _compute_unit_area(self, unit: DisplayUnit, x: float, y: float, size: float) -> QRectF:
        """Return the area of a unit, from its offset in reading direction."""
        left = self.width() - self._side_margin - x - size if unit.right_to_left else self._side_margin + x
        return QRectF(left, y, size, self._height)

    def _place_unbroken_units(
        self, units: Sequence[tuple[DisplayUnit, float]]
    ) -> tuple[list[tuple[DisplayUnit, float, float]], float]:
        """Place units without a line break between them; return them with their offsets and widths, and the width of
        the group.

        Punctuation is placed at the letters of its word, not beyond a longer line below it.
        """
        placed: list[tuple[DisplayUnit, float, float]] = []
        letters_end = boxes_end = 0.0  # ends of the units placed so far
        word_count = 0
        for unit, size in units:
            if is_punctuation(unit):
                placed.append((unit, letters_end, size))
                letters_end += size
                continue
            spare = (size - self._measure_word(unit)) / 2
            offset = max(boxes_end, letters_end - spare)
            if not word_count:  # opening punctuation moves with the first word
                placed = [
                    (mark, mark_offset + offset + spare - letters_end, mark_width)
                    for mark, mark_offset, mark_width in placed
                ]
            placed.append((unit, offset, size))
            letters_end, boxes_end, word_count = offset + size - spare, offset + size, word_count + 1
        return placed, max(letters_end, boxes_end)

    def _update_fonts(self) -> None:
        """Make the fonts for the current letter size, and clear the cached widths."""
        self._font = make_treebank_font(self.font_size)
        self._arabic_font = make_treebank_font(self.font_size * _ARABIC_SCALE, arabic=True)
        small = max(self.font_size * 0.72, 6.0)
        self._small, self._small_arabic = (
            make_treebank_font(small),
            make_treebank_font(small * _ARABIC_SCALE, arabic=True),
        )
        self._slanted = QFont(self._small)
        self._slanted.setItalic(True)
        self._metrics: dict[int, QFontMetricsF] = {}
        self._advances: dict[tuple[str, bool], float] = {}
        self._small_height = QFontMetricsF(self._small).ascent()

    def _update_metrics(self) -> None:
        """Compute the heights of the text and of the annotation lines, and the width of a space."""
        font_key = (self.font_size, self.font().toString())
        if font_key != self._font_key:  # else cached widths are still right
            self._font_key = font_key
            self._update_fonts()
        if len(self._advances) > _MAX_CACHED_WIDTHS:
            self._advances.clear()
        self._is_arabic = is_arabic("".join(unit.text for unit in self.units[:40]))
        self._text_height = float(
            compute_row_height(self._arabic_font if self._is_arabic else self._font, self._is_arabic)
        )
        heights = []
        for name in self.visible_lines:
            arabic = self._is_arabic and name in TEXT_SCRIPT_LINES
            heights.append(float(compute_row_height(self._small_arabic if arabic else self._small, arabic)))
        self._line_heights = heights
        self._height = self._text_height + sum(heights)
        self._line_step = self._height * (1 + _LEADING * (0.5 if self.visible_lines else 0.3))
        self._space = QFontMetricsF(self._arabic_font if self._is_arabic else self._font).horizontalAdvance(" ")

    def _font_for(self, text: str, small: bool = False, is_suggested: bool = False) -> QFont:
        """Return the font for a text: by its script, and for an annotation line, small and slanted if suggested."""
        arabic = is_arabic(text)
        if small:
            upright = self._small_arabic if arabic else self._small  # slanted Arabic is hard to read
            return self._slanted if is_suggested and not arabic else upright
        return self._arabic_font if arabic else self._font

    def format_line_with_sign(self, unit: DisplayUnit, name: str) -> str:
        """Return the text of an annotation line; the first suggested line of a unit begins with a sign."""
        text = unit.line_texts[ANNOTATION_LINES.index(name)]
        if not text or name not in unit.suggested_lines:
            return text
        first_suggested = next(
            line
            for line in self.visible_lines
            if line in unit.suggested_lines and unit.line_texts[ANNOTATION_LINES.index(line)]
        )
        if name != first_suggested:  # one sign for all lines of the word
            return text
        side = "\u200f" if is_arabic(text) else ""
        return f"{side}{_UNCERTAIN_SIGN if unit.is_uncertain else _SUGGESTED_SIGN}\u00a0\u2068{text}\u2069"

    def format_word(self, unit: DisplayUnit, is_under_pointer: bool) -> str:
        """Return the text of a unit, with its vowels if the vowel mode asks for them."""
        shows_vowels = self.vowel_mode == ALWAYS or (self.vowel_mode == WHEN_UNCERTAIN and unit.is_uncertain)
        return (
            unit.vocalised
            if unit.vocalised and (shows_vowels or (is_under_pointer and self.vowel_mode == UNDER_POINTER))
            else unit.text
        )

    def _measure_text(self, text: str, small: bool = False) -> float:
        """Return the width of a text; widths are cached."""
        advance = self._advances.get((text, small))
        if advance is None:
            font = self._font_for(text, small)
            metrics = self._metrics.get(id(font))
            if metrics is None:
                metrics = self._metrics[id(font)] = QFontMetricsF(font)
            advance = self._advances[text, small] = metrics.horizontalAdvance(text)
        return advance

    def _measure_word(self, unit: DisplayUnit) -> float:
        """Return the width of the letters of a unit, with or without vowels, whichever is larger."""
        width = self._measure_text(unit.text)
        return max(width, self._measure_text(unit.vocalised)) if unit.vocalised and self.vowel_mode != NEVER else width

    def _measure_unit(self, unit: DisplayUnit) -> float:
        """Return the width of a unit: of its word or its widest annotation line, up to a limit."""
        width = self._measure_word(unit)
        if is_punctuation(unit):
            return width
        max_width = max(_MAX_LINE_WIDTH * self._small_height, width)
        for name in self.visible_lines:
            line_text = self.format_line_with_sign(unit, name)
            if line_text:
                width = max(width, min(self._measure_text(line_text, small=True) + 2.0, max_width))
        return width + (4.0 if self.visible_lines else 0.0)

    def _find_unit_at(self, point: QPointF) -> _PlacedUnit | None:
        return next((box for box in self.placed_units if box.area.contains(point)), None)

    def _find_current_unit_index(self) -> int:
        """Return the index of the unit with the selected word, or of the first of its sentence; -1 if it is not on
        the page."""
        units = ((index, box.unit) for index, box in enumerate(self.placed_units) if box.unit.sentence == self.sentence)
        return next((index for index, unit in units if not self.word or unit.first <= self.word <= unit.last), -1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        index = self._find_current_unit_index()
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if modifiers or not self.placed_units:
            super().keyPressEvent(event)
            return
        right_to_left = self.placed_units[max(index, 0)].unit.right_to_left
        ahead = Qt.Key.Key_Left if right_to_left else Qt.Key.Key_Right
        back = Qt.Key.Key_Right if right_to_left else Qt.Key.Key_Left
        if key in (ahead, back):
            step = 1 if key == ahead else -1
            has_current_word = index >= 0 and (self.word or step < 0)  # else start at the first word of the sentence
            self._choose_unit(index + step if has_current_word else max(index, 0))
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._choose_unit_on_adjacent_line(index, 1 if key == Qt.Key.Key_Down else -1)
        elif key == Qt.Key.Key_Home:
            self._choose_unit(0)
        elif key == Qt.Key.Key_End:
            self._choose_unit(len(self.placed_units) - 1)
        elif key in (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp):
            self.page_turned.emit(1 if key == Qt.Key.Key_PageDown else -1)
        else:
            super().keyPressEvent(event)

    def _choose_unit(self, index: int) -> None:
        """Emit the first word of the unit at an index, or `page_turned` beyond either end of the page."""
        if index < 0 or index >= len(self.placed_units):
            self.page_turned.emit(1 if index > 0 else -1)
            return
        unit = self.placed_units[index].unit
        self.word_chosen.emit(unit.sentence, unit.first)

    def _choose_unit_on_adjacent_line(self, index: int, step: int) -> None:
        """Emit the word nearest to the current unit on the next or previous line, or `page_turned` if there is none."""
        if index < 0:
            self._choose_unit(0)
            return
        current = self.placed_units[index]
        line_boxes = [box for box in self.placed_units if box.line == current.line + step]
        if not line_boxes:
            self.page_turned.emit(step)
            return
        centre = current.area.center().x()
        nearest = min(line_boxes, key=lambda box: abs(box.area.center().x() - centre))
        self.word_chosen.emit(nearest.unit.sentence, nearest.unit.first)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        box = self._find_unit_at(event.position())
        if box is not None:
            self._hover_timer.stop()
            self.word_chosen.emit(box.unit.sentence, box.unit.first)
            self.word_pressed.emit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        hovered = self._find_unit_at(event.position())
        if hovered is not self._hovered_unit:
            if self._hovered_unit is not None:
                self.word_hovered.emit(-1, 0)
            self._hovered_unit = hovered
            self._hover_timer.start()
        if self.vowel_mode == UNDER_POINTER:
            self._set_unit_under_pointer(self._find_unit_at(event.position()))

    def _on_hover_timeout(self) -> None:
        if self._hovered_unit is not None and not is_punctuation(self._hovered_unit.unit):
            self.word_hovered.emit(self._hovered_unit.unit.sentence, self._hovered_unit.unit.first)

    def leaveEvent(self, event: QEvent) -> None:
        self._set_unit_under_pointer(None)
        self._hover_timer.stop()
        self._hovered_unit = None
        self.word_hovered.emit(-1, 0)
        super().leaveEvent(event)

    def _set_unit_under_pointer(self, box: _PlacedUnit | None) -> None:
        """Remember the unit under the pointer, and repaint it and the previous one."""
        for changed_box in (self._unit_under_pointer, box) if box is not self._unit_under_pointer else ():
            if changed_box is not None:
                self.update(changed_box.area.adjusted(-8, -8, 8, 8).toAlignedRect())
        self._unit_under_pointer = box

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = theme.get_colours(theme.is_dark_palette(self.palette()))
        painter.fillRect(event.rect(), colours.paper)
        clip = QRectF(event.rect())
        for box in sorted(
            self.placed_units, key=lambda box: is_punctuation(box.unit)
        ):  # so that selected words do not cover them
            if not box.area.adjusted(-_MARGIN, -4, _MARGIN, 4).intersects(clip):
                continue
            self._paint_unit(painter, box, colours)
        if self.hasFocus():
            painter.setPen(QPen(self.palette().highlight().color(), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))

    def _paint_unit(self, painter: QPainter, box: _PlacedUnit, colours: theme.Colours) -> None:
        unit, area = box.unit, box.area
        chosen = unit.sentence == self.sentence
        current = chosen and bool(self.word) and unit.first <= self.word <= unit.last
        if chosen:
            side = (
                self.width() - self._side_margin + _BAR_GAP if unit.right_to_left else self._side_margin - _BAR_GAP - 3
            )
            painter.fillRect(QRectF(side, area.top(), 3, area.height()), colours.selected)
        if current:
            painter.setPen(QPen(colours.selected, 1.5))
            painter.setBrush(colours.selected_fill)
            painter.drawRoundedRect(area.adjusted(-2.5, 0, 2.5, 0), 4, 4)
        is_known = self.is_known(unit)
        word_text = self.format_word(unit, current or box is self._unit_under_pointer)
        if is_known is False:
            self._draw_unknown_underline(painter, area, self._measure_text(word_text), colours)
        centre = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine | Qt.TextFlag.TextDontClip
        painter.setPen(colours.faint if is_known else colours.text)
        painter.setFont(self._font_for(unit.text))
        painter.setLayoutDirection(get_layout_direction(unit.right_to_left))  # so that brackets are mirrored
        painter.drawText(QRectF(area.left(), area.top(), area.width(), self._text_height), centre, word_text)
        painter.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        y = area.top() + self._text_height
        painter.setPen(colours.faint)
        for name, height in zip(self.visible_lines, self._line_heights, strict=True):
            line_text = self.format_line_with_sign(unit, name)
            if line_text:
                font = self._font_for(line_text, small=True, is_suggested=name in unit.suggested_lines)
                painter.setFont(font)
                painter.setPen(colours.trace if name == PART_OF_SPEECH and not current else colours.faint)
                if self._measure_text(line_text, small=True) > area.width():
                    line_text = QFontMetricsF(font).elidedText(line_text, Qt.TextElideMode.ElideRight, area.width())
                painter.drawText(QRectF(area.left(), y, area.width(), height), centre, line_text)
            y += height

    def _draw_unknown_underline(self, painter: QPainter, area: QRectF, width: float, colours: theme.Colours) -> None:
        """Underline an unknown word with dots."""
        pen = QPen(colours.uncertain, 2.0, Qt.PenStyle.DotLine, Qt.PenCapStyle.RoundCap)
        pen.setDashPattern([0.1, 2.0])
        painter.setPen(pen)
        y = area.top() + self._text_height - 1.5
        left = area.center().x() - width / 2
        painter.drawLine(QPointF(left, y), QPointF(left + width, y))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.width() != self._laid_out_width:
            self.lay_out()


class PageBar(QWidget):
    """Bar with the sentences on the page, the share of known words and the buttons that turn the page."""

    page_turned = Signal(int)  # 1: the next page, -1: the one before

    def __init__(self) -> None:
        super().__init__()
        self._known_label, self._position_label = widgets.make_label(wraps=True), widgets.make_label()
        self._previous_button = widgets.make_tool_button(
            "▲", self.tr("Previous page"), lambda: self.page_turned.emit(-1)
        )
        self._next_button = widgets.make_tool_button("▼", self.tr("Next page"), lambda: self.page_turned.emit(1))
        widgets.make_row(
            (self._known_label, 1),
            self._position_label,
            self._previous_button,
            self._next_button,
            on=self,
            margins=(10, 2, 6, 2),
        )

    def show_range(self, first: int, end: int, size: int) -> None:
        """Show the range of sentences from `first`, counted from 0, to before `end`."""
        text = self.tr("Sentences {0}–{1} of {2}").format(f"{first + 1:,}", f"{end:,}", f"{size:,}")
        self._position_label.setText(text if size else "")
        self._previous_button.setEnabled(first > 0)
        self._next_button.setEnabled(end < size)

    def show_known_share(self, known_words: int, words: int) -> None:
        """Show how many of the words on the page are known."""
        share = known_words / words if words else 0.0
        text = self.tr("{0} of {1} words on this page known ({2:.0%})").format(f"{known_words:,}", f"{words:,}", share)
        self._known_label.setText(text if words else "")

"""A page of running text: words in lines, with glosses under them where they are wanted; painted, not edited."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from spectral_core.data import EMPTY, Sentence
from spectral_gui import theme
from spectral_gui.resources import is_arabic, is_right_to_left, row_height, text_font

VOWELS, SOUNDS, GLOSS, LEMMA = "vowels", "sounds", "gloss", "lemma"  # the lines that can stand under words
LINES = (VOWELS, SOUNDS, GLOSS, LEMMA)
_KEYS = {VOWELS: "Vform", SOUNDS: "Translit", GLOSS: "Gloss"}
_MARGIN = 28.0
_LEADING = 0.35  # of a line's height, between two lines
_ARABIC_LARGER = 1.3


@dataclass(frozen=True, slots=True)
class Unit:
    """What is written as one: a word, or several of a multiword token, with what stands under it."""

    text: str
    sentence: int
    first: int  # its words, counted from 1
    last: int
    under: tuple[str, ...]  # as many as there are LINES
    space: bool  # after it
    begins: bool  # a paragraph
    right_to_left: bool


@dataclass(slots=True)
class _Box:
    unit: Unit
    area: QRectF
    line: int


def units_of(index: int, sentence: Sentence) -> list[Unit]:
    """The units of a sentence in reading order."""
    found: list[Unit] = []
    begins = any(line.lstrip("# ").startswith(("newpar", "newdoc")) for line in sentence.comments)
    right_to_left = bool(is_right_to_left(sentence.text))
    ranges = {range_.first: range_ for range_ in sentence.ranges}
    word = 1
    while word <= len(sentence):
        range_ = ranges.get(word)
        last = word if range_ is None else min(max(range_.last, word), len(sentence))
        misc = sentence.misc[word - 1] if range_ is None else range_.misc
        under = _under(sentence, word, last)
        text = sentence.forms[word - 1] if range_ is None else range_.form
        space = "SpaceAfter=No" not in misc.split("|") or last == len(sentence)
        found.append(Unit(text, index, word, last, under, space, begins and word == 1, right_to_left))
        word = last + 1
    return found


def _under(sentence: Sentence, first: int, last: int) -> tuple[str, ...]:
    """What stands under words `first` to `last`, in the order of LINES."""
    if not sentence.analyses and first == last and sentence.misc[first - 1] == EMPTY:
        return ("", "", "", said(sentence, first, LEMMA))
    words = range(first, last + 1)
    return tuple(" ".join(filter(None, [said(sentence, word, line) for word in words])) for line in LINES)


def said(sentence: Sentence, word: int, line: str) -> str:
    """What the file says of a word in one of LINES; "" where nothing."""
    at = word - 1
    if line == LEMMA:
        return "" if sentence.lemmas[at] == EMPTY or sentence.upos[at] == "PUNCT" else sentence.lemmas[at]
    key = f"{_KEYS[line]}="
    for pair in sentence.misc[at].split("|"):
        if pair.startswith(key):
            return pair[len(key) :]
    analysis = sentence.analyses[at] if sentence.analyses else None
    if analysis is not None and line in (VOWELS, GLOSS):
        value = analysis.vocalised if line == VOWELS else analysis.gloss
        return "" if value == EMPTY else value
    return ""


class Page(QWidget):
    """Shows units; tells which one was clicked or gone to."""

    chosen = Signal(int, int)  # sentence, word
    turned = Signal(int)  # 1: past the end of the page, -1: before its beginning

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.points = 15.0
        self.lines: tuple[str, ...] = ()  # those of LINES that are shown
        self.a_line_each = False  # a new line for each sentence
        self.units: Sequence[Unit] = ()
        self.sentence, self.word = -1, 0
        self._boxes: list[_Box] = []
        self._set_for = -1.0

    def show_units(self, units: Iterable[Unit]) -> None:
        """Shows other text."""
        self.units = tuple(units)
        self.lay_out()

    def change_units(self, sentence: int, units: Sequence[Unit]) -> None:
        """Shows a sentence of the page as it is now; it is set anew only where that can be seen."""
        shown = [LINES.index(name) for name in self.lines]

        def seen(one: Unit) -> tuple[object, ...]:
            return (one.text, one.first, one.last, one.space, *(one.under[place] for place in shown))

        places = [place for place, unit in enumerate(self.units) if unit.sentence == sentence]
        before = [self.units[place] for place in places]
        if not places or not units:
            return
        self.units = (*self.units[: places[0]], *units, *self.units[places[-1] + 1 :])
        if list(map(seen, before)) != list(map(seen, units)):
            self.lay_out()
        else:
            boxes = [box for box in self._boxes if box.unit.sentence == sentence]
            for box, unit in zip(boxes, units, strict=True):
                box.unit = unit

    def mark(self, sentence: int, word: int) -> None:
        """Marks what is selected."""
        self.sentence, self.word = sentence, word
        chosen = [box.unit.text for box in self._boxes if box.unit.sentence == sentence]
        self.setAccessibleDescription(" ".join(chosen))
        self.update()

    def place_of(self, sentence: int, word: int) -> QRectF:
        """Where a word stands, or its sentence where `word` is 0; an empty area for what is not on the page."""
        found = QRectF()
        for box in self._boxes:
            if box.unit.sentence == sentence and (not word or box.unit.first <= word <= box.unit.last):
                found = found.united(box.area)
        return found

    def lay_out(self) -> None:
        """Puts the units into lines as wide as the page."""
        self._set_fonts()
        width = max(self.width() - 2 * _MARGIN, 80.0)
        self._boxes = []
        y, line, x = _MARGIN / 2, 0, 0.0
        pending: list[tuple[Unit, float]] = []  # what no line may break
        before: Unit | None = None

        def flush() -> None:
            nonlocal x, y, line
            wide = sum(size for _, size in pending)
            if x > 0 and x + wide > width:
                x, y, line = 0.0, y + self._step, line + 1
            for unit, size in pending:
                if x > 0 and x + size > width:
                    x, y, line = 0.0, y + self._step, line + 1
                left = _MARGIN + x
                if unit.right_to_left:
                    left = self.width() - _MARGIN - x - size
                self._boxes.append(_Box(unit, QRectF(left, y, size, self._height), line))
                x += size
            pending.clear()

        for unit in self.units:
            other = before is not None and unit.sentence != before.sentence
            breaks = before is not None and (
                unit.begins or before.right_to_left != unit.right_to_left or (other and self.a_line_each)
            )
            if breaks:
                flush()
                x, line = 0.0, line + 1
                y += self._step * (1.4 if unit.begins else 1.0)
            pending.append((unit, self._width_of(unit)))
            if unit.space:
                flush()
                x += self._space if not self.lines else self._space * 1.5
            before = unit
        flush()
        self._set_for = self.width()
        self.setMinimumHeight(round(y + self._step + _MARGIN))
        self.update()

    def _set_fonts(self) -> None:
        sample = "".join(unit.text for unit in self.units[:40])
        self._arabic = is_arabic(sample)
        self._font = text_font(self.points)
        self._arabic_font = text_font(self.points * _ARABIC_LARGER, arabic=True)
        small = max(self.points * 0.72, 6.0)
        self._small, self._small_arabic = text_font(small), text_font(small * _ARABIC_LARGER, arabic=True)
        self._metrics: dict[int, QFontMetricsF] = {}
        self._advances: dict[tuple[str, bool], float] = {}
        self._text_height = float(row_height(self._arabic_font if self._arabic else self._font, self._arabic))
        heights = []
        for name in self.lines:
            arabic = self._arabic and name in (VOWELS, LEMMA)
            heights.append(float(row_height(self._small_arabic if arabic else self._small, arabic)))
        self._under_heights = heights
        self._height = self._text_height + sum(heights)
        self._step = self._height * (1 + _LEADING * (0.5 if self.lines else 0.3))
        self._space = QFontMetricsF(self._arabic_font if self._arabic else self._font).horizontalAdvance(" ")

    def _font_for(self, text: str, small: bool = False) -> QFont:
        arabic = is_arabic(text)
        if small:
            return self._small_arabic if arabic else self._small
        return self._arabic_font if arabic else self._font

    def _advance(self, text: str, small: bool = False) -> float:
        known = self._advances.get((text, small))
        if known is None:
            font = self._font_for(text, small)
            metrics = self._metrics.get(id(font))
            if metrics is None:
                metrics = self._metrics[id(font)] = QFontMetricsF(font)
            known = self._advances[text, small] = metrics.horizontalAdvance(text)
        return known

    def _width_of(self, unit: Unit) -> float:
        width = self._advance(unit.text)
        for name in self.lines:
            under = unit.under[LINES.index(name)]
            if under:
                width = max(width, self._advance(under, small=True))
        return width + (4.0 if self.lines else 0.0)

    def _box_at(self, point: QPointF) -> _Box | None:
        return next((box for box in self._boxes if box.area.contains(point)), None)

    def _current(self) -> int:
        for place, box in enumerate(self._boxes):
            unit = box.unit
            if unit.sentence == self.sentence and (not self.word or unit.first <= self.word <= unit.last):
                return place
        return -1

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        place = self._current()
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if held or not self._boxes:
            super().keyPressEvent(event)
            return
        right_to_left = self._boxes[max(place, 0)].unit.right_to_left
        ahead = Qt.Key.Key_Left if right_to_left else Qt.Key.Key_Right
        back = Qt.Key.Key_Right if right_to_left else Qt.Key.Key_Left
        if key in (ahead, back):
            self._choose(place + (1 if key == ahead else -1) if place >= 0 else 0)
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._choose_line(place, 1 if key == Qt.Key.Key_Down else -1)
        elif key == Qt.Key.Key_Home:
            self._choose(0)
        elif key == Qt.Key.Key_End:
            self._choose(len(self._boxes) - 1)
        elif key in (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp):
            self.turned.emit(1 if key == Qt.Key.Key_PageDown else -1)
        else:
            super().keyPressEvent(event)

    def _choose(self, place: int) -> None:
        if place < 0 or place >= len(self._boxes):
            self.turned.emit(1 if place > 0 else -1)
            return
        unit = self._boxes[place].unit
        self.chosen.emit(unit.sentence, unit.first)

    def _choose_line(self, place: int, step: int) -> None:
        if place < 0:
            self._choose(0)
            return
        here = self._boxes[place]
        there = [box for box in self._boxes if box.line == here.line + step]
        if not there:
            self.turned.emit(step)
            return
        centre = here.area.center().x()
        nearest = min(there, key=lambda box: abs(box.area.center().x() - centre))
        self.chosen.emit(nearest.unit.sentence, nearest.unit.first)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        box = self._box_at(event.position())
        if box is not None:
            self.chosen.emit(box.unit.sentence, box.unit.first)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = theme.colours(theme.is_dark_palette(self.palette()))
        painter.fillRect(event.rect(), colours.paper)
        clip = QRectF(event.rect())
        for box in self._boxes:
            if not box.area.adjusted(-_MARGIN, -4, _MARGIN, 4).intersects(clip):
                continue
            unit, area = box.unit, box.area
            chosen = unit.sentence == self.sentence
            if chosen:
                side = self.width() - _MARGIN * 0.55 if unit.right_to_left else _MARGIN * 0.4
                painter.fillRect(QRectF(side, area.top(), 3, area.height()), colours.selected)
                painter.fillRect(QRectF(area.left() - 1, area.bottom(), area.width() + 2, 1), colours.selected)
            if chosen and self.word and unit.first <= self.word <= unit.last:
                painter.setPen(QPen(colours.selected, 1.5))
                painter.setBrush(colours.selected_fill)
                painter.drawRoundedRect(area.adjusted(-2.5, 0, 2.5, 0), 4, 4)
            centre = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine | Qt.TextFlag.TextDontClip
            painter.setPen(colours.text)
            painter.setFont(self._font_for(unit.text))
            painter.setLayoutDirection(  # or brackets are not mirrored
                Qt.LayoutDirection.RightToLeft if unit.right_to_left else Qt.LayoutDirection.LeftToRight
            )
            painter.drawText(QRectF(area.left(), area.top(), area.width(), self._text_height), centre, unit.text)
            painter.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)
            y = area.top() + self._text_height
            painter.setPen(colours.faint)
            for name, height in zip(self.lines, self._under_heights, strict=True):
                under = unit.under[LINES.index(name)]
                if under:
                    painter.setFont(self._font_for(under, small=True))
                    painter.drawText(QRectF(area.left(), y, area.width(), height), centre, under)
                y += height
        if self.hasFocus():
            painter.setPen(QPen(self.palette().highlight().color(), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.width() != self._set_for:
            self.lay_out()

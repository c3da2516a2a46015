"""A page of running text: words in lines, with glosses under them where they are wanted; painted, not edited."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from spectral_gui import theme, widgets
from spectral_gui.resources import direction_of, is_arabic, row_height, text_font
from spectral_gui.views.reading.units import ARABIC_LINES, KIND, LINES, Unit

NEVER, POINTED, UNSURE, ALWAYS = "never", "pointed", "unsure", "always"  # when words are written with their vowels
VOWEL_MODES = (NEVER, POINTED, UNSURE, ALWAYS)
_GUESS, _DOUBT = "≈", "?"  # before what nobody has decided, and before what may well be wrong
_MOST_MEASURED = 20_000  # texts whose width is remembered
_WIDEST = 9.0  # of what stands under a word, in heights of its letters
_REST = 600  # milliseconds that the mouse is on a word before more is told of it
_MARGIN = 28.0
_BAR = 12.0  # between the column and the bar beside the current sentence
_COLUMN = 48.0  # times the points of the letters: how wide a column is at most, in the middle of the page
_LEADING = 0.35  # of a line's height, between two lines
_ARABIC_LARGER = 1.3


@dataclass(slots=True)
class _Box:
    unit: Unit
    area: QRectF
    line: int


def is_mark(unit: Unit) -> bool:
    """Whether a unit is punctuation or the like: no word, with nothing under it."""
    return not unit.lemmas and not any(unit.under)


class Page(QWidget):
    """Shows units; tells which one was clicked or gone to."""

    chosen = Signal(int, int)  # sentence, word
    turned = Signal(int)  # 1: past the end of the page, -1: before its beginning
    pressed = Signal()  # on a word
    rested = Signal(int, int)  # the mouse on a word; sentence -1 where it has left

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.points = 15.0
        self.lines: tuple[str, ...] = ()  # those of LINES that are shown
        self.a_line_each = False  # a new line for each sentence
        self.vowels = NEVER  # one of VOWEL_MODES
        self.known: frozenset[str] | None = None  # the lemmas that fade; None where none does, and none is underlined
        self.units: Sequence[Unit] = ()
        self.sentence, self.word = -1, 0
        self.boxes: list[_Box] = []
        self._set_for = -1.0
        self._side = _MARGIN  # of the page, beside the column
        self._pointed: _Box | None = None  # the one under the mouse
        self._fonts_for: tuple[float, str] = (0.0, "")
        self._over: _Box | None = None  # the one that the mouse has come to
        self._resting = widgets.pause(self, self._rest, _REST)
        self.setMouseTracking(True)

    def show_units(self, units: Iterable[Unit]) -> None:
        self.units = tuple(units)
        self.lay_out()

    def change_units(self, changed: Mapping[int, Sequence[Unit]]) -> None:
        """Shows sentences of the page as they are now; they are set anew only where that can be seen."""
        shown = [LINES.index(name) for name in self.lines]

        def seen(one: Unit) -> tuple[object, ...]:
            vowelled = one.vowelled if self.vowels != NEVER else ""
            under = (one.under[place] for place in shown)
            return (one.text, vowelled, one.first, one.last, one.space, one.unsure, one.guessed, *under)

        units: list[Unit] = []
        for sentence, before in groupby(self.units, lambda unit: unit.sentence):
            units += changed.get(sentence) or before
        alike = list(map(seen, self.units)) == list(map(seen, units))
        self.units = tuple(units)
        if not alike:
            self.lay_out()
            return
        for box, unit in zip(self.boxes, self.units, strict=True):
            box.unit = unit
        self.update()

    def see_known(self, known: frozenset[str] | None) -> None:
        """Fades the words of these lemmas and underlines the others; None for neither."""
        self.known = known
        self.update()

    def is_known(self, unit: Unit) -> bool | None:
        """Whether the reader knows all words of a unit; None where it is no word, or nobody asks."""
        return None if self.known is None or not unit.lemmas else all(lemma in self.known for lemma in unit.lemmas)

    def mark(self, sentence: int, word: int) -> None:
        self.sentence, self.word = sentence, word
        chosen = [box.unit.text for box in self.boxes if box.unit.sentence == sentence]
        self.setAccessibleDescription(" ".join(chosen))
        self.update()

    def place_of(self, sentence: int, word: int) -> QRectF:
        """Where a word stands, or its sentence where `word` is 0; an empty area for what is not on the page."""
        found = QRectF()
        for box in self.boxes:
            if box.unit.sentence == sentence and (not word or box.unit.first <= word <= box.unit.last):
                found = found.united(box.area)
        return found

    def unit_of(self, sentence: int, word: int) -> Unit | None:
        found = (unit for unit in self.units if unit.sentence == sentence and unit.first <= word <= unit.last)
        return next(found, None)

    def lay_out(self) -> None:
        """Puts the units into lines as wide as the page."""
        self._set_fonts()
        width = max(min(self.width() - 2 * _MARGIN, _COLUMN * self.points), 80.0)
        self._side = (self.width() - width) / 2
        self.boxes, self._pointed, self._over = [], None, None
        y, line, x = _MARGIN / 2, 0, 0.0
        pending: list[tuple[Unit, float]] = []  # what no line may break
        before: Unit | None = None

        def flush() -> None:
            nonlocal x, y, line
            if x > 0 and x + self._together(pending)[1] > width:
                x, y, line = 0.0, y + self._step, line + 1
            placed, long = self._together(pending)
            if long > width:  # more than a line: one after the other
                placed, long = [], 0.0
                for unit, size in pending:
                    if x > 0 and x + size > width:
                        x, y, line = 0.0, y + self._step, line + 1
                    self.boxes.append(_Box(unit, self._area_of(unit, x, y, size), line))
                    x += size
            for unit, at, size in placed:
                self.boxes.append(_Box(unit, self._area_of(unit, x + at, y, size), line))
            x += long
            pending.clear()

        for unit in self.units:
            other = before is not None and unit.sentence != before.sentence
            turns = before is not None and before.right_to_left != unit.right_to_left
            if before is not None and (unit.begins or turns or (other and self.a_line_each)):
                flush()
                x, line = 0.0, line + 1
                y += self._step + (self._text_height * 0.5 if unit.begins else 0.0)
            pending.append((unit, self._width_of(unit)))
            if unit.space:
                flush()
                x += self._space if not self.lines else self._space * 1.5
            before = unit
        flush()
        self._set_for = self.width()
        self.setMinimumHeight(round(y + self._step + _MARGIN))
        self.update()

    def _area_of(self, unit: Unit, x: float, y: float, size: float) -> QRectF:
        left = self.width() - self._side - x - size if unit.right_to_left else self._side + x
        return QRectF(left, y, size, self._height)

    def _together(self, units: Sequence[tuple[Unit, float]]) -> tuple[list[tuple[Unit, float, float]], float]:
        """Units that nothing parts, with where each begins and how wide it is, and how wide all are. Marks stand at the
        letters of the word that they belong to, and not beyond the longer line below it."""
        placed: list[tuple[Unit, float, float]] = []
        letters = boxes = 0.0  # where those end that were placed
        words = 0
        for unit, size in units:
            if is_mark(unit):
                placed.append((unit, letters, size))
                letters += size
                continue
            spare = (size - self._letters_of(unit)) / 2
            at = max(boxes, letters - spare)
            if not words:  # marks that open go with it
                placed = [(mark, begin + at + spare - letters, wide) for mark, begin, wide in placed]
            placed.append((unit, at, size))
            letters, boxes, words = at + size - spare, at + size, words + 1
        return placed, max(letters, boxes)

    def _make_fonts(self) -> None:
        self._font = text_font(self.points)
        self._arabic_font = text_font(self.points * _ARABIC_LARGER, arabic=True)
        small = max(self.points * 0.72, 6.0)
        self._small, self._small_arabic = text_font(small), text_font(small * _ARABIC_LARGER, arabic=True)
        self._slanted = QFont(self._small)
        self._slanted.setItalic(True)
        self._metrics: dict[int, QFontMetricsF] = {}
        self._advances: dict[tuple[str, bool], float] = {}
        self._small_height = QFontMetricsF(self._small).ascent()

    def _set_fonts(self) -> None:
        made_for = (self.points, self.font().toString())
        if made_for != self._fonts_for:  # or else what was measured still holds
            self._fonts_for = made_for
            self._make_fonts()
        if len(self._advances) > _MOST_MEASURED:
            self._advances.clear()
        self._arabic = is_arabic("".join(unit.text for unit in self.units[:40]))
        self._text_height = float(row_height(self._arabic_font if self._arabic else self._font, self._arabic))
        heights = []
        for name in self.lines:
            arabic = self._arabic and name in ARABIC_LINES
            heights.append(float(row_height(self._small_arabic if arabic else self._small, arabic)))
        self._under_heights = heights
        self._height = self._text_height + sum(heights)
        self._step = self._height * (1 + _LEADING * (0.5 if self.lines else 0.3))
        self._space = QFontMetricsF(self._arabic_font if self._arabic else self._font).horizontalAdvance(" ")

    def _font_for(self, text: str, small: bool = False, guessed: bool = False) -> QFont:
        arabic = is_arabic(text)
        if small:
            upright = self._small_arabic if arabic else self._small  # slanted Arabic is hard to read
            return self._slanted if guessed and not arabic else upright
        return self._arabic_font if arabic else self._font

    def under(self, unit: Unit, name: str) -> str:
        """What stands under a unit in a line, with the sign before it of what is not decided."""
        text = unit.under[LINES.index(name)]
        if not text or name not in unit.guessed:
            return text
        first = next(line for line in self.lines if line in unit.guessed and unit.under[LINES.index(line)])
        if name != first:  # said once for all lines of the word
            return text
        side = "\u200f" if is_arabic(text) else ""
        return f"{side}{_DOUBT if unit.unsure else _GUESS}\u00a0\u2068{text}\u2069"

    def written(self, unit: Unit, pointed: bool) -> str:
        """The unit as it is written now: with its vowels or without."""
        wanted = self.vowels == ALWAYS or (self.vowels == UNSURE and unit.unsure)
        return unit.vowelled if unit.vowelled and (wanted or (pointed and self.vowels == POINTED)) else unit.text

    def _advance(self, text: str, small: bool = False) -> float:
        known = self._advances.get((text, small))
        if known is None:
            font = self._font_for(text, small)
            metrics = self._metrics.get(id(font))
            if metrics is None:
                metrics = self._metrics[id(font)] = QFontMetricsF(font)
            known = self._advances[text, small] = metrics.horizontalAdvance(text)
        return known

    def _letters_of(self, unit: Unit) -> float:
        """The width of what is written, however it may be written now."""
        width = self._advance(unit.text)
        return max(width, self._advance(unit.vowelled)) if unit.vowelled and self.vowels != NEVER else width

    def _width_of(self, unit: Unit) -> float:
        width = self._letters_of(unit)
        if is_mark(unit):
            return width
        most = max(_WIDEST * self._small_height, width)
        for name in self.lines:
            under = self.under(unit, name)
            if under:
                width = max(width, min(self._advance(under, small=True) + 2.0, most))
        return width + (4.0 if self.lines else 0.0)

    def _box_at(self, point: QPointF) -> _Box | None:
        return next((box for box in self.boxes if box.area.contains(point)), None)

    def _current(self) -> int:
        units = ((place, box.unit) for place, box in enumerate(self.boxes) if box.unit.sentence == self.sentence)
        return next((place for place, unit in units if not self.word or unit.first <= self.word <= unit.last), -1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        place = self._current()
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if held or not self.boxes:
            super().keyPressEvent(event)
            return
        right_to_left = self.boxes[max(place, 0)].unit.right_to_left
        ahead = Qt.Key.Key_Left if right_to_left else Qt.Key.Key_Right
        back = Qt.Key.Key_Right if right_to_left else Qt.Key.Key_Left
        if key in (ahead, back):
            step = 1 if key == ahead else -1
            started = place >= 0 and (self.word or step < 0)  # or else at the first word of the sentence
            self._choose(place + step if started else max(place, 0))
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._choose_line(place, 1 if key == Qt.Key.Key_Down else -1)
        elif key == Qt.Key.Key_Home:
            self._choose(0)
        elif key == Qt.Key.Key_End:
            self._choose(len(self.boxes) - 1)
        elif key in (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp):
            self.turned.emit(1 if key == Qt.Key.Key_PageDown else -1)
        else:
            super().keyPressEvent(event)

    def _choose(self, place: int) -> None:
        if place < 0 or place >= len(self.boxes):
            self.turned.emit(1 if place > 0 else -1)
            return
        unit = self.boxes[place].unit
        self.chosen.emit(unit.sentence, unit.first)

    def _choose_line(self, place: int, step: int) -> None:
        if place < 0:
            self._choose(0)
            return
        here = self.boxes[place]
        there = [box for box in self.boxes if box.line == here.line + step]
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
            self._resting.stop()
            self.chosen.emit(box.unit.sentence, box.unit.first)
            self.pressed.emit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        over = self._box_at(event.position())
        if over is not self._over:
            if self._over is not None:
                self.rested.emit(-1, 0)
            self._over = over
            self._resting.start()
        if self.vowels == POINTED:
            self._point_at(self._box_at(event.position()))

    def _rest(self) -> None:
        if self._over is not None and not is_mark(self._over.unit):
            self.rested.emit(self._over.unit.sentence, self._over.unit.first)

    def leaveEvent(self, event: QEvent) -> None:
        self._point_at(None)
        self._resting.stop()
        self._over = None
        self.rested.emit(-1, 0)
        super().leaveEvent(event)

    def _point_at(self, box: _Box | None) -> None:
        for one in (self._pointed, box) if box is not self._pointed else ():
            if one is not None:
                self.update(one.area.adjusted(-8, -8, 8, 8).toAlignedRect())
        self._pointed = box

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = theme.colours(theme.is_dark_palette(self.palette()))
        painter.fillRect(event.rect(), colours.paper)
        clip = QRectF(event.rect())
        for box in sorted(self.boxes, key=lambda box: is_mark(box.unit)):  # or a word that is chosen would cover them
            if not box.area.adjusted(-_MARGIN, -4, _MARGIN, 4).intersects(clip):
                continue
            self._paint_box(painter, box, colours)
        if self.hasFocus():
            painter.setPen(QPen(self.palette().highlight().color(), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))

    def _paint_box(self, painter: QPainter, box: _Box, colours: theme.Colours) -> None:
        unit, area = box.unit, box.area
        chosen = unit.sentence == self.sentence
        current = chosen and bool(self.word) and unit.first <= self.word <= unit.last
        if chosen:
            side = self.width() - self._side + _BAR if unit.right_to_left else self._side - _BAR - 3
            painter.fillRect(QRectF(side, area.top(), 3, area.height()), colours.selected)
        if current:
            painter.setPen(QPen(colours.selected, 1.5))
            painter.setBrush(colours.selected_fill)
            painter.drawRoundedRect(area.adjusted(-2.5, 0, 2.5, 0), 4, 4)
        known = self.is_known(unit)
        written = self.written(unit, current or box is self._pointed)
        if known is False:
            self._underline(painter, area, self._advance(written), colours)
        centre = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine | Qt.TextFlag.TextDontClip
        painter.setPen(colours.faint if known else colours.text)
        painter.setFont(self._font_for(unit.text))
        painter.setLayoutDirection(direction_of(unit.right_to_left))  # or brackets are not mirrored
        painter.drawText(QRectF(area.left(), area.top(), area.width(), self._text_height), centre, written)
        painter.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        y = area.top() + self._text_height
        painter.setPen(colours.faint)
        for name, height in zip(self.lines, self._under_heights, strict=True):
            under = self.under(unit, name)
            if under:
                font = self._font_for(under, small=True, guessed=name in unit.guessed)
                painter.setFont(font)
                painter.setPen(colours.trace if name == KIND and not current else colours.faint)
                if self._advance(under, small=True) > area.width():
                    under = QFontMetricsF(font).elidedText(under, Qt.TextElideMode.ElideRight, area.width())
                painter.drawText(QRectF(area.left(), y, area.width(), height), centre, under)
            y += height

    def _underline(self, painter: QPainter, area: QRectF, wide: float, colours: theme.Colours) -> None:
        pen = QPen(colours.doubt, 2.0, Qt.PenStyle.DotLine, Qt.PenCapStyle.RoundCap)
        pen.setDashPattern([0.1, 2.0])
        painter.setPen(pen)
        y = area.top() + self._text_height - 1.5
        left = area.center().x() - wide / 2
        painter.drawLine(QPointF(left, y), QPointF(left + wide, y))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.width() != self._set_for:
            self.lay_out()

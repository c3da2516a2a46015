"""Strip of cards below the tree: the most probable trees, each with its difference from the best, its probability and a
small drawing. Narrow cards have captions of two lines; if these do not fit either, there are fewer cards."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from spectral_core.data import EMPTY, Sentence
from spectral_core.data.structure import CONSTITUENTS, DEPENDENCIES, ArcPart, Position, SpanPart, Structure
from spectral_gui import theme, widgets
from spectral_gui.state import ChangeKind, Session, Suggestion, Suggestions
from spectral_gui.text_display import format_probability, is_right_to_left, isolate_text, resolve_plural
from spectral_gui.view_updates import ViewUpdates
from spectral_gui.widgets.lists import to_tooltip

_MAX_CARDS = 4
_CARD_HEIGHT, _LOW_CARD_HEIGHT = 92, 38  # pixels at 100 %; a card in a low window has no drawing
_SECOND_LINE_HEIGHT = 24  # pixels added for a caption of two lines
_LOW_WINDOW_HEIGHT = 600
_PADDING, _KEY_GAP = 8.0, 6.0  # in a card, and between its key and its caption
_CARD_GAP, _SIDE_MARGIN = 8, 12  # between the cards, and at the sides
_ONE_LINE = int(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)
_WRAPPED = int(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap)


class TreeStrip(widgets.Panel):
    """Strip of tree cards, visible while a model is active; a click, or Alt and its number, shows a card's tree."""

    def __init__(self, session: Session, suggestions: Suggestions):
        super().__init__()
        self._session, self._suggestions = session, suggestions
        self._is_suppressed = False  # hidden regardless of suggestions
        self.cards = [TreeCard(number) for number in range(1, _MAX_CARDS + 1)]
        for rank, card in enumerate(self.cards):
            card.clicked.connect(lambda _=False, rank=rank: self.show_tree(rank))
        self._status_label = widgets.make_label(faint=True)
        self._status_label.setAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)
        cards = widgets.make_row(*((card, 1) for card in self.cards), self._status_label, spacing=_CARD_GAP)
        widgets.make_column(cards, on=self, margins=(_SIDE_MARGIN, 6, _SIDE_MARGIN, 8), spacing=0)
        self.setAccessibleName(self.tr("Most probable trees"))
        kinds = ChangeKind.SUGGESTIONS | ChangeKind.MODELS | ChangeKind.SELECTION | ChangeKind.DOCUMENT
        ViewUpdates("tree-strip", self, session, lambda _: self.update_cards(), kinds, is_always_updated=True)
        self.font_changed.connect(self.update_cards)
        self.update_cards()

    def update_cards(self) -> None:
        """Show the suggested trees on the cards. The strip stays visible while a model is active, so that the layout
        does not jump between sentences."""
        suggestions, suggestion = self._suggestions, self._suggestions.current
        is_active = suggestions.model.active_run is not None and len(self._session.treebank) > 0
        self.setVisible(is_active and not self._is_suppressed)
        for rank, card in enumerate(self.cards):
            if suggestion is not None and rank < len(suggestion.trees):
                tree = suggestion.trees[rank]
                probability_text = "" if tree.probability is None else format_probability(tree.probability)
                changed_parts = suggestion.find_changed_positions(rank) if rank else frozenset()
                titles = self._describe_differences(suggestion, rank, changed_parts)
                structure = suggestion.question.structure
                card.show_tree(
                    titles,
                    probability_text,
                    tree.probability,
                    tree.value,
                    changed_parts,
                    structure,
                    rank == suggestions.rank,
                )
        self._status_label.setVisible(suggestion is None)
        waiting_text = self.tr("Parsing …")
        self._status_label.setText(
            waiting_text
            if suggestions.is_waiting
            else self.tr("Already annotated. Press N to see the model's suggestion.")
        )
        self._fit_cards()

    def set_suppressed(self, is_suppressed: bool) -> None:
        """Hide the strip regardless of suggestions, or show it again."""
        self._is_suppressed = is_suppressed
        self.update_cards()

    def _describe_differences(
        self, suggestion: Suggestion, rank: int, changed_parts: frozenset[Position]
    ) -> tuple[str, ...]:
        """Return captions, longest first, for the differences of a tree from the best one: a single one by name,
        otherwise their number."""
        if not rank:
            return (self.tr("Best"),)
        tree, structure = suggestion.trees[rank].value, suggestion.question.structure
        if not changed_parts:
            missing_count = len(structure.changed_positions(suggestion.trees[0].value, tree))
            missing_text = resolve_plural(self.tr("%Ln phrase(s) fewer", "", missing_count), missing_count)
            return (
                missing_text if missing_count else self.tr("other labels"),
            )  # labels of words, or within a unary chain
        changed_count = len(changed_parts)
        if structure is not DEPENDENCIES:
            return (resolve_plural(self.tr("%Ln other phrase(s)", "", changed_count), changed_count),)
        count_text = resolve_plural(self.tr("%Ln other head(s)", "", changed_count), changed_count)
        part = next((part for part in structure.parts(tree) if part.position in changed_parts), None)
        if changed_count > 1 or not isinstance(part, ArcPart):
            return (count_text,)
        relation = tree.deprels[part.word - 1]
        head_text = isolate_text(tree.forms[part.head - 1]) if part.head else self.tr("the root")
        return (
            self.tr("{0} of {1}").format(
                isolate_text(tree.forms[part.word - 1]) if relation == EMPTY else relation, head_text
            ),
            count_text,
        )

    def show_tree(self, rank: int) -> None:
        """Show the suggested tree of this rank, from 0; without a suggestion, request one."""
        suggestion = self._suggestions.current
        if suggestion is None or rank < len(suggestion.trees):
            self._suggestions.show_next_tree(rank - self._suggestions.rank if suggestion is not None else 0)

    def _fit_cards(self) -> None:
        """Show as many cards as their captions leave space for, including the current one."""
        suggestion, scale = self._suggestions.current, self.fontMetrics().height() / 16
        count, rank = 0 if suggestion is None else min(len(suggestion.trees), _MAX_CARDS), self._suggestions.rank
        is_low = self.window().height() < _LOW_WINDOW_HEIGHT * scale
        available_width = self.width() - 2 * _SIDE_MARGIN + _CARD_GAP
        one_line_width = (
            max((card.compute_min_width(wraps=False) for card in self.cards[:count]), default=0.0) + _CARD_GAP
        )
        min_width = (
            one_line_width
            if is_low
            else max((card.compute_min_width(wraps=True) for card in self.cards[:count]), default=0.0) + _CARD_GAP
        )
        visible_count = max(1, min(count, int(available_width / min_width))) if count else 0
        first = max(0, min(rank, count - 1) - visible_count + 1)
        wraps = not is_low and available_width < _MAX_CARDS * one_line_width
        for index, card in enumerate(self.cards):
            card.setVisible(first <= index < first + visible_count)
            card.wraps = wraps
            card.setFixedHeight(
                round((_LOW_CARD_HEIGHT if is_low else _CARD_HEIGHT + (_SECOND_LINE_HEIGHT if wraps else 0)) * scale)
            )
        height = _LOW_CARD_HEIGHT if is_low else _CARD_HEIGHT + (_SECOND_LINE_HEIGHT if self.cards[0].wraps else 0)
        self.setFixedHeight(round(height * scale) + 14)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit_cards()


class TreeCard(QAbstractButton):
    """Card of one tree: its number as a key, its differences from the best, its probability, and a small drawing."""

    def __init__(self, number: int):
        super().__init__()
        self._number, self._probability_text = number, ""
        self._captions: tuple[str, ...] = ("",)  # the caption, longest version first
        self.wraps = False
        self._probability: float | None = None
        self._sentence: Sentence | None = None
        self._changed_parts: frozenset[Position] = frozenset()
        self._structure: Structure = DEPENDENCIES
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(str(number))
        self.setToolTip(str(number))

    def show_tree(
        self, titles: tuple[str, ...], probability_text: str, probability: float | None, sentence: Sentence,
        changed_parts: frozenset[Position], structure: Structure, is_current: bool,
    ) -> None:  # fmt: skip
        """Show a tree with captions of its differences, longest first, and its probability."""
        self._captions, self._probability_text, self._probability = titles, probability_text, probability
        self._sentence, self._changed_parts, self._structure = sentence, changed_parts, structure
        self.setChecked(is_current)
        name = self.tr("Tree {0}: {1}").format(self._number, ", ".join(filter(None, (titles[0], probability_text))))
        self.setAccessibleName(name)
        self.setToolTip(to_tooltip(self.tr("{0} (Alt+{1})").format(name, self._number)))
        self.update()

    def compute_min_width(self, wraps: bool) -> float:
        """Compute the minimum width for the shortest caption, in one line with the probability or in two lines."""
        metrics = QFontMetricsF(self.font())
        other_width = 2 * _PADDING + metrics.height() + 4 + _KEY_GAP
        if not wraps:
            return other_width + metrics.horizontalAdvance(self._captions[-1]) + self._measure_probability_width() + 1
        words = self._captions[-1].split(" ")
        splits = [
            (" ".join(words[:split_index]), " ".join(words[split_index:])) for split_index in range(1, len(words) + 1)
        ]
        return other_width + min(max(map(metrics.horizontalAdvance, lines)) for lines in splits) + 1

    @property
    def caption(self) -> str:
        """Longest caption that fits, or the shortest."""
        return next((title for title in self._captions if self._caption_fits(title)), self._captions[-1])

    def _caption_fits(self, title: str) -> bool:
        """Return whether a caption fits into the lines of its area."""
        caption_area, metrics = self._get_caption_area(), QFontMetricsF(self.font())
        text_bounds = metrics.boundingRect(QRectF(0, 0, caption_area.width(), 1_000), self._text_flags, title)
        max_lines = (2 if self.wraps else 1) + 0.9  # lines of Arabic letters are half as high again
        return text_bounds.width() <= caption_area.width() and text_bounds.height() < max_lines * metrics.height()

    @property
    def _text_flags(self) -> int:
        """Qt flags for drawing the caption: in one line, or wrapped."""
        return _WRAPPED if self.wraps else _ONE_LINE

    def _measure_probability_width(self) -> float:
        """Return the width of the probability in bold, and of the gap before it."""
        return (
            QFontMetricsF(_make_demibold(self.font())).horizontalAdvance(self._probability_text) + 6
            if self._probability_text
            else 0.0
        )

    def _mirror_area(self, area: QRectF) -> QRectF:
        """Mirror an area if the window is laid out from right to left."""
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        return QRectF(self.width() - area.right(), area.top(), area.width(), area.height()) if mirrored else area

    def _get_heading_area(self) -> QRectF:
        """Return the area of the key, the caption and the probability."""
        return QRectF(_PADDING, 8, self.width() - 2 * _PADDING, QFontMetricsF(self.font()).height() + 4)

    def _get_caption_area(self) -> QRectF:
        """Return the area of the caption: next to the key, on two lines if it wraps."""
        heading_area = self._get_heading_area()
        if not self.wraps:
            return heading_area.adjusted(heading_area.height() + _KEY_GAP, 0, -self._measure_probability_width(), 0)
        return heading_area.adjusted(heading_area.height() + _KEY_GAP, 2, 0, heading_area.height() - 4)

    def sizeHint(self) -> QSize:
        return QSize(140, _CARD_HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(40, _LOW_CARD_HEIGHT)

    def nextCheckState(self) -> None:
        """Do nothing: the card of the current tree stays checked when it is clicked again."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        colours = theme.get_colours(theme.is_dark_palette(self.palette()))
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge = colours.selected if self.isChecked() or self.hasFocus() else colours.hairline
        painter.setPen(QPen(edge, 2 if self.hasFocus() else 1.5 if self.isChecked() else 1))
        painter.setBrush(colours.paper)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 8, 8)
        heading_area, caption_area = self._get_heading_area(), self._get_caption_area()
        self._draw_heading(painter, heading_area, caption_area, colours)
        drawing_bottom = self.height() - (8.0 if self._probability is None else 18.0)
        if self.wraps and self._probability_text:
            drawing_bottom = self.height() - heading_area.height() - 6
        is_low = self.height() < 2 * heading_area.bottom()
        if self._sentence is not None and not is_low:
            drawing_area = QRectF(
                _PADDING, caption_area.bottom() + 2, heading_area.width(), drawing_bottom - caption_area.bottom() - 2
            )
            draw = _draw_arcs if self._structure is DEPENDENCIES else _draw_spans
            painter.save()
            if is_right_to_left(self._sentence.text):  # as in the tree above
                painter.translate(self.width(), 0)
                painter.scale(-1, 1)
            draw(painter, drawing_area, self._sentence, self._changed_parts, colours)
            painter.restore()
        if self._probability is not None:
            self._draw_probability_bar(painter, colours)
        painter.end()

    def _draw_heading(
        self, painter: QPainter, heading_area: QRectF, caption_area: QRectF, colours: theme.Colours
    ) -> None:
        """Draw the number of the tree as a key, the caption and the probability."""
        key_size = heading_area.height()
        key_area = QRectF(heading_area.left(), heading_area.top(), key_size, key_size)
        painter.setPen(Qt.PenStyle.NoPen if self.isChecked() else QPen(colours.border, 1))
        painter.setBrush(colours.selected if self.isChecked() else colours.paper)
        painter.drawRoundedRect(self._mirror_area(key_area), 4, 4)
        painter.setPen(colours.on_selected if self.isChecked() else colours.faint)
        painter.drawText(self._mirror_area(key_area), int(Qt.AlignmentFlag.AlignCenter), str(self._number))
        painter.setPen(colours.text)
        caption = self.caption
        if not self._caption_fits(caption):
            caption = painter.fontMetrics().elidedText(caption, Qt.TextElideMode.ElideRight, int(caption_area.width()))
        painter.drawText(self._mirror_area(caption_area), self._text_flags, caption)
        painter.setFont(_make_demibold(self.font()))
        if self.wraps:
            heading_area = QRectF(heading_area.left(), self.height() - key_size - 4, heading_area.width(), key_size)
        painter.drawText(
            heading_area, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), self._probability_text
        )
        painter.setFont(self.font())

    def _draw_probability_bar(self, painter: QPainter, colours: theme.Colours) -> None:
        """Draw the probability as a bar at the bottom of the card."""
        text_width = self._measure_probability_width() if self.wraps else 0.0
        bottom_offset = self._get_heading_area().height() / 2 + 6 if self.wraps else 10
        bar = QRectF(_PADDING, self.height() - bottom_offset, self.width() - 2 * _PADDING - text_width, 4)
        painter.setPen(Qt.PenStyle.NoPen)
        for colour, fraction in (
            (colours.track, 1.0), (colours.selected if self.isChecked() else colours.line, self._probability or 0.0),
        ):  # fmt: skip
            painter.setBrush(colour)
            painter.drawRoundedRect(
                self._mirror_area(QRectF(bar.left(), bar.top(), bar.width() * fraction, bar.height())), 2, 2
            )


def _make_demibold(font: QFont) -> QFont:
    demibold = QFont(font)
    demibold.setWeight(QFont.Weight.DemiBold)
    return demibold


def _draw_arcs(
    painter: QPainter, area: QRectF, sentence: Sentence, changed_parts: frozenset[Position], colours: theme.Colours
) -> None:
    """Draw words as dots and arcs above them, with differing arcs in the accent colour."""
    size = max(len(sentence), 1)
    step = area.width() / size
    baseline = area.bottom() - 3
    painter.setBrush(Qt.BrushStyle.NoBrush)
    arcs = [(word, head) for word, head in enumerate(sentence.heads, 1) if head]
    for word, head in sorted(arcs, key=lambda arc: arc[0] in changed_parts):
        painter.setPen(QPen(colours.selected, 2.25) if word in changed_parts else QPen(colours.line, 1))
        left, right = sorted(area.left() + (position - 0.5) * step for position in (word, head))
        height = min(area.height() - 6, (area.height() - 6) * math.sqrt(abs(word - head) / size) * 1.2)
        path = QPainterPath(QPointF(left, baseline))
        path.cubicTo(
            QPointF(left, baseline - height * 1.3), QPointF(right, baseline - height * 1.3), QPointF(right, baseline)
        )
        painter.drawPath(path)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colours.faint)
    radius = min(1.5, step / 3)
    for word in range(1, size + 1):
        painter.drawEllipse(QPointF(area.left() + (word - 0.5) * step, baseline + 2), radius, radius)


def _draw_spans(
    painter: QPainter, area: QRectF, sentence: Sentence, changed_parts: frozenset[Position], colours: theme.Colours
) -> None:
    """Draw phrases as lines above their words, with differing ones in the accent colour."""
    size = max(len(sentence), 1)
    step = area.width() / size
    spans = [part for part in CONSTITUENTS.parts(sentence) if isinstance(part, SpanPart)]
    open_ends: list[int] = []
    span_levels: list[tuple[SpanPart, int]] = []
    for part in sorted(spans, key=lambda part: (part.start, -part.end)):
        while open_ends and open_ends[-1] <= part.start:
            open_ends.pop()
        open_ends.append(part.end)
        span_levels.append((part, len(open_ends)))
    max_level = max((level for _, level in span_levels), default=1)
    for part, level in sorted(span_levels, key=lambda span_level: span_level[0].position in changed_parts):
        painter.setPen(QPen(colours.selected, 2.25) if part.position in changed_parts else QPen(colours.line, 1))
        y = area.top() + area.height() * level / (max_level + 1)
        painter.drawLine(QPointF(area.left() + part.start * step + 1, y), QPointF(area.left() + part.end * step - 1, y))

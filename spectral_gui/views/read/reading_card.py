"""Card of a word next to the page, its popover, and the small dependency tree of the sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt, QUrl, Signal
from PySide6.QtGui import (
    QCursor,
    QFontMetricsF,
    QKeyEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget

from spectral_core.data import EMPTY, Analysis, Ranked, Sentence
from spectral_core.data.readings import complete_reading, strip_diacritics
from spectral_core.data.vocabulary import format_lemma
from spectral_core.morphology.arabic.vowel_agreement import count_contradictions
from spectral_gui import label_descriptions, theme, widgets
from spectral_gui.rank_explanation import format_explanation
from spectral_gui.scenes import dependencies
from spectral_gui.scenes.dependencies import SuggestedPart
from spectral_gui.state import ScoreExplanation
from spectral_gui.text_display import format_probability, is_arabic, make_treebank_font
from spectral_gui.views.read.display_units import GLOSS, LEMMA, TRANSLITERATION, VOWELS, format_annotation_line
from spectral_gui.widgets.canvas import Canvas
from spectral_gui.widgets.lists import get_text_font_size

_FOLDED_READINGS = 2  # readings shown while the rest is folded
_BRIEF_READINGS = 4  # readings on a brief card
_MAX_READINGS = 20
_MIN_LETTERS = 24  # minimum width in letters: words of the table do not break
_UNFOLD, _WHY = "unfold", "why"
_LATIN_SCALE = 0.8  # Latin letters of this share of the Arabic size look as large
_WIDTH, _MAX_HEIGHT = 340, 340  # pixels at 100 %
_ARROW_SIZE = QPoint(8, 8)  # half its width, and its height
_RADIUS, _PADDING = 10, 6
_MAX_TREE_WORDS = 120  # in a tree that is legible at this size
_MIN_ZOOM = 0.85  # minimum for fitting a tree
_ARABIC_EXTRA_POINTS = 3  # Arabic letters are small for the size of their font


@dataclass(frozen=True, slots=True)
class CardContent:
    """Content of a card: a word, its readings, and whether the reader knows it."""

    sentence: Sentence
    word: int
    readings: Sequence[Ranked[Analysis]] | None  # best first; None if unknown
    chosen_index: int | None = None  # of the reading in the file
    is_known: bool | None = None  # to the reader; None for punctuation
    is_ranked: bool = False  # by a model; otherwise in the order of an analyser or of the file
    no_readings_reason: str = ""  # reason why there are no readings


class ReadingCard(QTextBrowser):
    """Card with rich text about one word, or a hint without one; a `brief` card omits the annotation in the file."""

    explanation_requested = Signal()

    def __init__(self, brief: bool = False) -> None:
        super().__init__()
        self._is_brief = brief
        self.setOpenLinks(False)
        self.setAccessibleName(self.tr("About the word"))
        self._update_minimum_width()
        self.shows_all_readings = False
        self.keys = ("", "")  # shortcuts for unfolding and for the reasons
        self._content: CardContent | None = None
        self._explanation: ScoreExplanation | None = None
        self._text_font_size = 15.0  # letter size of the text next to the card
        self.anchorClicked.connect(self._on_anchor_clicked)

    def show_word(self, content: CardContent | None) -> None:
        """Show a word, or the hint for None; for another word, fold the readings and drop the explanation."""
        previous = self._content
        if (
            previous is None
            or content is None
            or (previous.sentence, previous.word) != (content.sentence, content.word)
        ):
            self.shows_all_readings, self._explanation = False, None
        self._content = content
        self._render()

    def set_font_size(self, points: float) -> None:
        if points != self._text_font_size:
            self._text_font_size = points
            self._render()

    def show_explanation(self, explanation: ScoreExplanation | None) -> None:
        """Show an explanation of the ranking below the readings; None removes it."""
        self._explanation = explanation
        self._render()

    def toggle_readings(self) -> None:
        """Show all readings, or the first ones only."""
        self.shows_all_readings = not self.shows_all_readings
        self._render()

    def _on_anchor_clicked(self, link: QUrl) -> None:
        if link.toString() == _UNFOLD:
            self.toggle_readings()
        elif link.toString() == _WHY:
            self.explanation_requested.emit()

    def _render(self) -> None:
        """Write the content as HTML, keeping the scroll position."""
        content = self._content
        if content is None or not 1 <= content.word <= len(content.sentence):
            self.setHtml(f"<p>{escape(self.tr('Click a word to see its details.'))}</p>")
            return
        style = _CardStyle.from_sizes(
            self._text_font_size,
            get_text_font_size(self, 0.0),
            theme.get_colours(theme.is_dark_palette(self.palette())),
        )
        scroll_position = self.verticalScrollBar().value()
        table = "" if self._is_brief else self._format_annotation(content, style)
        parts = (
            self._format_heading(content, style),
            table,
            self._format_readings(content, style),
            self._format_ranking_explanation(),
        )
        self.setHtml("".join(parts))
        self.verticalScrollBar().setValue(scroll_position)

    def _format_heading(self, content: CardContent, style: _CardStyle) -> str:
        """Format the word, its meaning, and whether the reader knows it."""
        sentence, word = content.sentence, content.word
        form = _format_text(sentence.forms[word - 1], style.word_size)
        gloss = format_annotation_line(sentence, word, GLOSS, complete_reading(sentence, word))
        meaning = f"<div>{_format_text(gloss, style.gloss_size / _LATIN_SCALE)}</div>" if gloss else ""
        known_text = ""
        if content.is_known is not None:
            known_text = self.tr("✓ you know this word") if content.is_known else self.tr("• not on your list yet")
        note = f"<div>{style.format_secondary_text(known_text)}</div>" if known_text else ""
        if self._is_brief:  # on a line
            meaning = f"&nbsp;&nbsp; {_format_text(gloss, style.gloss_size / _LATIN_SCALE)}" if gloss else ""
            return f"<div>{form}{meaning}</div>{note}"
        return f"<div>{form}</div>{meaning}{note}"

    def _format_annotation(self, content: CardContent, style: _CardStyle) -> str:
        """Return an HTML table of the word's annotation in the file."""
        sentence, word, index = content.sentence, content.word, content.word - 1
        head = sentence.heads[index]
        head_form = _get_head_form(sentence, head)
        quoted_head_form = f"“\u2068{head_form}\u2069”" if head_form else ""
        reading = complete_reading(sentence, word)
        facts = [
            (
                self.tr("Vocalised"),
                _format_text(format_annotation_line(sentence, word, VOWELS, reading), style.inline_size),
            ),
            (
                self.tr("Transliteration"),
                _format_text(format_annotation_line(sentence, word, TRANSLITERATION, reading), style.inline_size),
            ),
            (self.tr("Lemma"), _format_text(format_annotation_line(sentence, word, LEMMA, reading), style.inline_size)),
            (self.tr("Part of speech"), escape(label_descriptions.describe_tag(reading.analysis.upos))),
            (
                self.tr("Its form"),
                "<br>".join(map(escape, label_descriptions.describe_features(reading.analysis.feats))),
            ),
            (
                self.tr("In the sentence"),
                escape(label_descriptions.describe_relation(sentence.deprels[index], quoted_head_form)),
            ),
            (self.tr("Tag"), escape(reading.get_value("xpos"))),
        ]
        token_form = next((range_.form for range_ in sentence.ranges if range_.first <= word <= range_.last), "")
        if token_form:
            facts.insert(0, (self.tr("Written in"), _format_text(token_form, style.inline_size)))
        table_rows = "".join(
            f'<tr><td style="padding-right:10px">{style.format_secondary_text(title)}</td><td>{value}</td></tr>'
            for title, value in facts
            if value
        )
        return f'<table cellspacing=0 cellpadding=1 style="margin-top:6px">{table_rows}</table>' if table_rows else ""

    def _format_readings(self, content: CardContent, style: _CardStyle) -> str:
        """Format the first readings, or all of them while they are unfolded."""
        readings = content.readings
        if readings is None or not readings:
            if content.no_readings_reason:
                return f"<p>{escape(content.no_readings_reason)}</p>"
            text = self.tr("Looking up readings …") if readings is None else self.tr("No readings.")
            return f"<p><i>{escape(text)}</i></p>" if content.is_known is not None else ""
        limit = _MAX_READINGS if self.shows_all_readings else _BRIEF_READINGS if self._is_brief else _FOLDED_READINGS
        indexes = [index for index in range(len(readings)) if index < limit or index == content.chosen_index]
        items = "".join(
            self._format_reading(index, readings[index], index == content.chosen_index, style) for index in indexes
        )
        rest = len(readings) - (_FOLDED_READINGS if self.shows_all_readings else len(indexes))
        fold = ""
        if rest > 0 and not self._is_brief:
            fold_text = self.tr("▾ Show fewer") if self.shows_all_readings else self.tr("▸ {0} more").format(rest)
            fold_text = _append_key(fold_text, self.keys[0])
            fold = f'<p><a href="{_UNFOLD}">{escape(fold_text)}</a></p>'
        title = self.tr("Readings, most probable first") if content.is_ranked else self.tr("Readings, unranked")
        if len(readings) == 1:
            title = self.tr("Only reading")
        if all(count_contradictions(content.sentence.forms[content.word - 1], ranked.value) for ranked in readings):
            against = self.tr("No reading matches the vowels in the text.")
            fold = f"<p>{escape(against)}</p>{fold}"
        why = ""
        if content.is_ranked and self._explanation is None and len(readings) > 1 and not self._is_brief:
            why = f'<p><a href="{_WHY}">{escape(_append_key(self.tr("Why this ranking?"), self.keys[1]))}</a></p>'
        if self._is_brief and not content.is_ranked:
            title = self.tr("Readings")
        return f'<h4>{escape(title)}</h4><table cellspacing=0 cellpadding=2 width="100%">{items}</table>{fold}{why}'

    def _format_reading(self, index: int, ranked: Ranked[Analysis], is_chosen: bool, style: _CardStyle) -> str:
        """Format a table row of one reading: the word, its meaning, then its segments and tags in small letters."""
        reading = ranked.value
        segments = [_prefix_tatweel(segment.form) for segment in reading.segments if segment.form not in ("", EMPTY)]
        lemma = format_lemma(reading.lemma)
        composition = [_format_text(" + ".join(segments), style.inline_size)] if len(segments) > 1 else []
        composition += [_format_text(lemma, style.inline_size)] if lemma != EMPTY != reading.vocalised != lemma else []
        headline = lemma if reading.vocalised == EMPTY else reading.vocalised
        padding = f"padding-top:{style.measure_number_offset(headline)}px"
        lines = [_format_text(headline, style.reading_size)]
        lines += [f"<span>\u200e\u2068{escape(reading.gloss)}\u2069</span>"] if reading.gloss != EMPTY else []
        lines += [style.format_secondary_html("&nbsp; · &nbsp;".join(composition))] if composition else []
        tag = label_descriptions.describe_tag(reading.upos) or ("" if reading.xpos == EMPTY else reading.xpos)
        lines += (
            [style.format_secondary_text(", ".join([tag, *label_descriptions.describe_features(reading.feats)]))]
            if tag
            else []
        )
        if self._is_brief:
            lines = ["&nbsp;&nbsp; ".join(lines[:1] + lines[1 : 1 + (reading.gloss != EMPTY)]), *lines[-1:]]
        share = "" if ranked.probability is None else escape(format_probability(ranked.probability))
        mark = "✓&nbsp;" if is_chosen else ""
        return (
            f'<tr><td width="1%" style="padding-right:6px; white-space:nowrap; {padding}">{mark}{index + 1}</td>'
            f"<td>{'<br>'.join(lines)}</td>"
            f'<td align="right" style="padding-left:8px; {padding}">{share}</td></tr>'
        )

    def _format_ranking_explanation(self) -> str:
        """Return the requested explanation of the ranking as HTML; "" without one."""
        return (
            ""
            if self._explanation is None
            else format_explanation(self._explanation, theme.get_colours(theme.is_dark_palette(self.palette())))
        )

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.PaletteChange) and hasattr(self, "_content"):
            self._update_minimum_width()
            self._render()  # sizes and colours are part of the HTML

    def _update_minimum_width(self) -> None:
        self.setMinimumWidth(_MIN_LETTERS * self.fontMetrics().averageCharWidth())


@dataclass(frozen=True, slots=True)
class _CardStyle:
    """Sizes of the letters on a card, in points, and the colour of secondary text."""

    word_size: float
    gloss_size: float
    reading_size: float
    inline_size: float
    small_size: float
    base_size: float
    colour: str

    @classmethod
    def from_sizes(cls, text_points: float, window_points: float, colours: theme.Colours) -> _CardStyle:
        """Return the style for the font sizes of the text and of the window; the word, its meaning and its readings
        scale with the larger."""
        word, reading = (
            min(max(1.7 * text_points, 2.0 * window_points), 40.0),
            min(max(1.2 * text_points, 1.5 * window_points), 28.0),
        )
        gloss = min(max(0.85 * text_points, 1.25 * window_points), 20.0)
        return cls(
            word,
            gloss,
            reading,
            1.25 * window_points,
            max(0.85 * window_points, 7.0),
            window_points,
            colours.faint.name(),
        )

    def measure_number_offset(self, headline: str) -> int:
        """Return the pixels by which a number must be lowered to share the baseline of a headline."""
        arabic = is_arabic(headline)
        headline_ascent = QFontMetricsF(
            make_treebank_font(self.reading_size if arabic else _LATIN_SCALE * self.reading_size, arabic)
        ).ascent()
        return max(round(headline_ascent - QFontMetricsF(make_treebank_font(self.base_size)).ascent()), 0)

    def format_secondary_text(self, text: str) -> str:
        return self.format_secondary_html(escape(text))

    def format_secondary_html(self, rich: str) -> str:
        """Format rich text in small letters of the secondary colour."""
        return f'<span style="font-size:{self.small_size:.1f}pt; color:{self.colour}">{rich}</span>'


def _append_key(text: str, key: str) -> str:
    """Append a shortcut in brackets, if there is one."""
    return f"{text} ({key})" if key else text


def _prefix_tatweel(segment: str) -> str:
    """Prefix a tatweel to a segment of combining marks only, so that it is visible."""
    return f"\u0640{segment}" if segment and not strip_diacritics(segment) else segment


def _format_text(text: str, points: float) -> str:
    """Return a text as HTML in the font of its script, in a line from left to right; Latin letters are made smaller,
    since they look larger than Arabic ones at the same size."""
    if not text:
        return ""
    font = f"font-family:'Noto Naskh Arabic'; font-size:{points:.1f}pt"
    style = font if is_arabic(text) else f"font-size:{_LATIN_SCALE * points:.1f}pt"
    return f'<span style="{style}">\u200e\u2068{escape(text)}\u2069</span>'


class Popover(QFrame):
    """Frame below a word, or above it if there is no space, with a beak that points at the word."""

    def __init__(self, parent: QWidget):
        super().__init__(parent)
        self.setAccessibleName(self.tr("Readings of the word"))
        self.card = ReadingCard(brief=True)
        self.card.setFrameShape(QFrame.Shape.NoFrame)
        self.card.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the text keeps the focus
        self.card.setProperty("kind", "bare")
        self._arrow_x = 0  # x coordinate of the tip of the beak
        self._is_below = True  # below the word, not above it
        self.location: tuple[int, int] | None = None  # sentence and word shown
        self.is_pinned = False  # stays open when the mouse leaves
        self._layout = widgets.make_column(self.card, on=self, margins=_PADDING)
        self.hide()

    def open(self, location: tuple[int, int], content: CardContent, word_area: QRect, pinned: bool) -> None:
        """Show a word below or above `word_area`, its area in the parent; `pinned` keeps it open when the mouse
        leaves."""
        was_hidden, self.location, self.is_pinned = self.isHidden(), location, pinned
        self.card.show_word(content)
        self._place_at(word_area)
        self.show()
        self.raise_()
        if was_hidden:
            theme.slide_in(self)

    def dismiss(self) -> bool:
        """Hide the popover; return whether it was open."""
        was_open, self.location = not self.isHidden(), None
        self.hide()
        return was_open

    @property
    def is_under_mouse(self) -> bool:
        return self.rect().contains(self.mapFromGlobal(QCursor.pos()))

    def _place_at(self, word_area: QRect) -> None:
        """Set the size and position, below the word if there is enough space, and the side and place of the beak."""
        parent = self.parentWidget()
        assert parent is not None
        scale, available = self.fontMetrics().height() / 16, parent.rect().adjusted(4, 4, -4, -4)
        width = min(round(_WIDTH * scale), available.width())
        self.card.document().setTextWidth(width - 4 * _PADDING)
        full_height = round(self.card.document().size().height()) + 3 * _PADDING + _ARROW_SIZE.y()
        space_below, space_above = available.bottom() - word_area.bottom(), word_area.top() - available.top()
        self._is_below = space_below >= min(full_height, round(_MAX_HEIGHT * scale)) or space_below >= space_above
        height = min(full_height, round(_MAX_HEIGHT * scale), space_below if self._is_below else space_above)
        left = max(available.left(), min(word_area.center().x() - width // 2, available.right() - width))
        self._arrow_x = max(
            _RADIUS + _ARROW_SIZE.x(), min(word_area.center().x() - left, width - _RADIUS - _ARROW_SIZE.x())
        )
        top_margin, bottom_margin = (_ARROW_SIZE.y(), 0) if self._is_below else (0, _ARROW_SIZE.y())
        self._layout.setContentsMargins(_PADDING, _PADDING + top_margin, _PADDING, _PADDING + bottom_margin)
        self.setGeometry(left, word_area.bottom() if self._is_below else word_area.top() - height, width, height)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        if not self.is_pinned:
            self.dismiss()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
            return
        super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        colours = theme.get_colours(theme.is_dark_palette(self.palette()))
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        body = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        foot, tip = (
            (body.top() + _ARROW_SIZE.y(), body.top())
            if self._is_below
            else (body.bottom() - _ARROW_SIZE.y(), body.bottom())
        )
        if self._is_below:
            body.setTop(foot)
        else:
            body.setBottom(foot)
        shape, arrow = QPainterPath(), QPainterPath()
        shape.addRoundedRect(body, _RADIUS, _RADIUS)
        x = float(self._arrow_x)
        arrow.addPolygon(
            QPolygonF([QPointF(x - _ARROW_SIZE.x(), foot), QPointF(x, tip), QPointF(x + _ARROW_SIZE.x(), foot)])
        )
        painter.setPen(QPen(colours.border, 1))
        painter.setBrush(colours.raised)
        painter.drawPath(shape.united(arrow))


class SentenceTreeCanvas(Canvas):
    """Canvas that draws the dependencies of one sentence, with one word selected."""

    def __init__(self) -> None:
        super().__init__()
        self._sentence: Sentence | None = None
        self._word = 0
        self._is_suggested = False
        self._drawing: dependencies.ArcDrawing | None = None
        self._stale = True
        self.setMinimumHeight(90)
        self.setAccessibleName(self.tr("Tree of the sentence"))
        self.restyled.connect(self._redraw)

    @staticmethod
    def can_show(sentence: Sentence | None) -> bool:
        """Return whether a sentence has a tree that is legible at this size."""
        return sentence is not None and sentence.has_heads and len(sentence) <= _MAX_TREE_WORDS

    def show_word(self, sentence: Sentence | None, word: int, is_suggested: bool = False) -> None:
        """Show a sentence with a word selected; its arcs are drawn as suggestions if `is_suggested`."""
        if sentence is not self._sentence or is_suggested != self._is_suggested:
            self._sentence, self._is_suggested, self._stale = sentence, is_suggested, True
            self.setAccessibleDescription(_describe_arcs(sentence) if self.can_show(sentence) and sentence else "")
        self._word = word
        if self.isVisible():
            self._update_drawing()

    def _redraw(self) -> None:
        self._stale = True
        if self.isVisible():
            self._update_drawing()

    def _update_drawing(self) -> None:
        """Draw the sentence if the drawing is outdated, and select the word."""
        if self._stale:
            self._stale = False
            self._drawing = None
            self.scene().clear()
            sentence = self._sentence
            if sentence is not None and self.can_show(sentence):
                points, available_width = get_text_font_size(self, 0.0), max(self.viewport().width() - 8.0, 200.0)
                words = range(1, len(sentence) + 1) if self._is_suggested else ()
                self.set_zoom(1.0)
                self._drawing = dependencies.ArcDrawing(
                    self.scene(),
                    replace(sentence, xpos=(EMPTY,) * len(sentence)),  # not useful to readers
                    self.colours,
                    dependencies.ArcStyle(points, points + _ARABIC_EXTRA_POINTS, width=available_width, compact=True),
                    dependencies.ArcMarks(suggested_parts={word: SuggestedPart() for word in words}),
                )
                height = self.sceneRect().height()
                self.set_zoom(max(_MIN_ZOOM, min(1.0, (self.viewport().height() - 2) / max(height, 1.0))))
        if self._drawing is not None:
            self._drawing.select([self._word] if self._word else [], self._word)
            item = self._drawing.words.get(self._word)
            if item is not None:
                self.ensure_area_visible(item.sceneBoundingRect())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._update_drawing()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size() != event.oldSize():
            self._redraw()


def _get_head_form(sentence: Sentence, head: int | None) -> str:
    """Return the form of a head; "" for none, for the root and for a word that the sentence does not have."""
    return sentence.forms[head - 1] if head is not None and 0 < head <= len(sentence) else ""


def _describe_arcs(sentence: Sentence) -> str:
    """Return the arcs as text, for screen readers."""
    descriptions = []
    for word, (head, label) in enumerate(zip(sentence.heads, sentence.deprels, strict=True), 1):
        head_form = _get_head_form(sentence, head) or "—"
        descriptions.append(f"{sentence.forms[word - 1]}: {'' if label == EMPTY else label} {head_form}")
    return "; ".join(descriptions)

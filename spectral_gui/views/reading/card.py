"""The card of a word: what the treebank says of it in plain words, and the likeliest readings, two of them at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QEvent, QUrl, Signal
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QTextBrowser

from spectral_core.analyzers.vowels import contradictions
from spectral_core.data import EMPTY, Analysis, Ranked, Sentence
from spectral_core.data.vocabulary import bare, reading_of, shown_lemma
from spectral_gui import plain, theme
from spectral_gui.lists import points_of
from spectral_gui.reasons import reasons
from spectral_gui.resources import is_arabic, per_cent, text_font
from spectral_gui.session import Why
from spectral_gui.views.reading.units import GLOSS, LEMMA, SOUNDS, VOWELS, said

_AT_ONCE = 2  # readings; the others are folded
_AT_A_GLANCE = 4
_MOST_READINGS = 20
_NARROWEST = 24  # letters: words of its table are not broken
_UNFOLD, _WHY = "unfold", "why"
_LATIN = 0.8  # of the points of Arabic letters: so large others look as large


@dataclass(frozen=True, slots=True)
class CardWord:
    """What a card is about."""

    sentence: Sentence
    word: int
    rows: Sequence[Ranked[Analysis]] | None  # the readings, best first; None where they are not there yet
    chosen: int | None = None  # the place of the one that stands there
    known: bool | None = None  # to the reader; None for marks
    ranked: bool = False  # by a model; otherwise in the order of an analyser or of the file
    complaint: str = ""  # why there are no readings


class Card(QTextBrowser):
    """Shows one word; empty where none is selected. A `brief` one leaves out what the file says of it."""

    why_asked = Signal()

    def __init__(self, brief: bool = False) -> None:
        super().__init__()
        self._brief = brief
        self.setOpenLinks(False)
        self.setAccessibleName(self.tr("About the word"))
        self._suit_width()
        self.unfolded = False
        self.keys = ("", "")  # to unfold, and to ask why
        self._shown: CardWord | None = None
        self._why: Why | None = None
        self._points = 15.0  # of the text beside the card
        self.anchorClicked.connect(self._follow)

    def show_word(self, shown: CardWord | None) -> None:
        before = self._shown
        if before is None or shown is None or (before.sentence, before.word) != (shown.sentence, shown.word):
            self.unfolded, self._why = False, None
        self._shown = shown
        self._show()

    def set_points(self, points: float) -> None:
        if points != self._points:
            self._points = points
            self._show()

    def show_why(self, why: Why | None) -> None:
        self._why = why
        self._show()

    def flip(self) -> None:
        self.unfolded = not self.unfolded
        self._show()

    def _follow(self, link: QUrl) -> None:
        if link.toString() == _UNFOLD:
            self.flip()
        elif link.toString() == _WHY:
            self.why_asked.emit()

    def _show(self) -> None:
        shown = self._shown
        if shown is None or not 1 <= shown.word <= len(shown.sentence):
            self.setHtml(f"<p>{escape(self.tr('Click on a word to see what is known of it.'))}</p>")
            return
        look = _Look.of(self._points, points_of(self, 0.0), theme.colours(theme.is_dark_palette(self.palette())))
        bar = self.verticalScrollBar().value()
        table = "" if self._brief else self._table(shown, look)
        parts = (self._head(shown, look), table, self._readings(shown, look), self._reasons())
        self.setHtml("".join(parts))
        self.verticalScrollBar().setValue(bar)

    def _head(self, shown: CardWord, look: _Look) -> str:
        """The word, what it means, and whether the reader knows it."""
        sentence, word = shown.sentence, shown.word
        form = _set(sentence.forms[word - 1], look.word)
        gloss = said(sentence, word, GLOSS, reading_of(sentence, word))
        meaning = f"<div>{_set(gloss, look.gloss / _LATIN)}</div>" if gloss else ""
        mark = ""
        if shown.known is not None:
            mark = self.tr("✓ you know this word") if shown.known else self.tr("• not on your list yet")
        note = f"<div>{look.quiet(mark)}</div>" if mark else ""
        if self._brief:  # on a line
            meaning = f"&nbsp;&nbsp; {_set(gloss, look.gloss / _LATIN)}" if gloss else ""
            return f"<div>{form}{meaning}</div>{note}"
        return f"<div>{form}</div>{meaning}{note}"

    def _table(self, shown: CardWord, look: _Look) -> str:
        """What the file says of the word."""
        sentence, word, at = shown.sentence, shown.word, shown.word - 1
        head = sentence.heads[at]
        above = "" if not head or head > len(sentence) else f"“\u2068{sentence.forms[head - 1]}\u2069”"
        reading = reading_of(sentence, word)
        rows = [
            (self.tr("Vocalised"), _set(said(sentence, word, VOWELS, reading), look.inside)),
            (self.tr("Transliteration"), _set(said(sentence, word, SOUNDS, reading), look.inside)),
            (self.tr("Lemma"), _set(said(sentence, word, LEMMA, reading), look.inside)),
            (self.tr("What it is"), escape(plain.tag(reading.analysis.upos))),
            (self.tr("Its form"), "<br>".join(map(escape, plain.features(reading.analysis.feats)))),
            (self.tr("In the sentence"), escape(plain.relation(sentence.deprels[at], above))),
            (self.tr("Tag"), escape(reading.says("xpos"))),
        ]
        together = next((range_.form for range_ in sentence.ranges if range_.first <= word <= range_.last), "")
        if together:
            rows.insert(0, (self.tr("Written in"), _set(together, look.inside)))
        lines = "".join(
            f'<tr><td style="padding-right:10px">{look.quiet(title)}</td><td>{value}</td></tr>'
            for title, value in rows
            if value
        )
        return f'<table cellspacing=0 cellpadding=1 style="margin-top:6px">{lines}</table>' if lines else ""

    def _readings(self, shown: CardWord, look: _Look) -> str:
        """The first two readings, and the others where they are unfolded."""
        rows = shown.rows
        if rows is None or not rows:
            if shown.complaint:
                return f"<p>{escape(shown.complaint)}</p>"
            text = self.tr("Its readings are being looked up …") if rows is None else self.tr("No reading is known.")
            return f"<p><i>{escape(text)}</i></p>" if shown.known is not None else ""
        most = _MOST_READINGS if self.unfolded else _AT_A_GLANCE if self._brief else _AT_ONCE
        places = [place for place in range(len(rows)) if place < most or place == shown.chosen]
        items = "".join(self._reading(place, rows[place], place == shown.chosen, look) for place in places)
        rest = len(rows) - (_AT_ONCE if self.unfolded else len(places))
        fold = ""
        if rest > 0 and not self._brief:
            said = self.tr("▾ Only the first two") if self.unfolded else self.tr("▸ {0} more").format(rest)
            said = _with_key(said, self.keys[0])
            fold = f'<p><a href="{_UNFOLD}">{escape(said)}</a></p>'
        title = self.tr("Readings, the likeliest first") if shown.ranked else self.tr("Readings, in no special order")
        if len(rows) == 1:
            title = self.tr("The only reading known")
        if all(contradictions(shown.sentence.forms[shown.word - 1], row.value) for row in rows):
            against = self.tr("The vowels on the page say otherwise: the reading that is right is not known.")
            fold = f"<p>{escape(against)}</p>{fold}"
        why = ""
        if shown.ranked and self._why is None and len(rows) > 1 and not self._brief:
            why = f'<p><a href="{_WHY}">{escape(_with_key(self.tr("Why the first?"), self.keys[1]))}</a></p>'
        if self._brief and not shown.ranked:
            title = self.tr("Readings")
        return f'<h4>{escape(title)}</h4><table cellspacing=0 cellpadding=2 width="100%">{items}</table>{fold}{why}'

    def _reading(self, place: int, row: Ranked[Analysis], chosen: bool, look: _Look) -> str:
        """One reading: the word, what it means, then in small what it is made of and its tags."""
        reading = row.value
        parts = [_carried(part.form) for part in reading.segments if part.form not in ("", EMPTY)]
        lemma = shown_lemma(reading.lemma)
        made = [_set(" + ".join(parts), look.inside)] if len(parts) > 1 else []
        made += [_set(lemma, look.inside)] if lemma != EMPTY != reading.vocalised != lemma else []
        headline = lemma if reading.vocalised == EMPTY else reading.vocalised
        lower = f"padding-top:{look.lower(headline)}px"
        lines = [_set(headline, look.reading)]
        lines += [f"<span>\u200e\u2068{escape(reading.gloss)}\u2069</span>"] if reading.gloss != EMPTY else []
        lines += [look.faint("&nbsp; · &nbsp;".join(made))] if made else []
        tag = plain.tag(reading.upos) or ("" if reading.xpos == EMPTY else reading.xpos)
        lines += [look.quiet(", ".join([tag, *plain.features(reading.feats)]))] if tag else []
        if self._brief:
            lines = ["&nbsp;&nbsp; ".join(lines[:1] + lines[1 : 1 + (reading.gloss != EMPTY)]), *lines[-1:]]
        share = "" if row.probability is None else escape(per_cent(row.probability))
        mark = "✓&nbsp;" if chosen else ""
        return (
            f'<tr><td width="1%" style="padding-right:6px; white-space:nowrap; {lower}">{mark}{place + 1}</td>'
            f"<td>{'<br>'.join(lines)}</td>"
            f'<td align="right" style="padding-left:8px; {lower}">{share}</td></tr>'
        )

    def _reasons(self) -> str:
        return "" if self._why is None else reasons(self._why, theme.colours(theme.is_dark_palette(self.palette())))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.PaletteChange) and hasattr(self, "_shown"):
            self._suit_width()
            self._show()  # sizes and colours are in the text

    def _suit_width(self) -> None:
        self.setMinimumWidth(_NARROWEST * self.fontMetrics().averageCharWidth())


@dataclass(frozen=True, slots=True)
class _Look:
    """The sizes of a card, in points: the word, its meaning, a reading, Arabic within a line, what is quiet, the rest;
    and the quiet colour."""

    word: float
    gloss: float
    reading: float
    inside: float
    small: float
    own: float
    colour: str

    @classmethod
    def of(cls, text: float, own: float, colours: theme.Colours) -> _Look:
        """The look for a text of such letters, in a window of such others: what is of the text grows with it."""
        word, reading = min(max(1.7 * text, 2.0 * own), 40.0), min(max(1.2 * text, 1.5 * own), 28.0)
        gloss = min(max(0.85 * text, 1.25 * own), 20.0)
        return cls(word, gloss, reading, 1.25 * own, max(0.85 * own, 7.0), own, colours.faint.name())

    def lower(self, headline: str) -> int:
        """How many pixels lower than a reading a number must begin to stand on its line."""
        arabic = is_arabic(headline)
        large = QFontMetricsF(text_font(self.reading if arabic else _LATIN * self.reading, arabic)).ascent()
        return max(round(large - QFontMetricsF(text_font(self.own)).ascent()), 0)

    def quiet(self, text: str) -> str:
        return self.faint(escape(text))

    def faint(self, rich: str) -> str:
        """Rich text in small letters of the quiet colour."""
        return f'<span style="font-size:{self.small:.1f}pt; color:{self.colour}">{rich}</span>'


def _with_key(text: str, key: str) -> str:
    return f"{text} ({key})" if key else text


def _carried(part: str) -> str:
    """A part of a word that can be seen by itself: marks alone stand on a line that lengthens letters."""
    return f"\u0640{part}" if part and not bare(part) else part


def _set(text: str, points: float) -> str:
    """A text in the font of its script, on a line that goes from left to right like the card; other letters than Arabic
    ones are larger for their points, and get fewer."""
    if not text:
        return ""
    font = f"font-family:'Noto Naskh Arabic'; font-size:{points:.1f}pt"
    style = font if is_arabic(text) else f"font-size:{_LATIN * points:.1f}pt"
    return f'<span style="{style}">\u200e\u2068{escape(text)}\u2069</span>'

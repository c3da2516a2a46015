"""The card of a word: what the treebank says of it in plain words, and the likeliest readings, two of them at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QUrl, Signal
from PySide6.QtWidgets import QTextBrowser, QWidget

from spectral_core.data import EMPTY, Analysis, Ranked, Sentence
from spectral_core.data.vocabulary import bare, reading_of, shown_lemma
from spectral_gui import plain, theme
from spectral_gui.reasons import reasons
from spectral_gui.resources import is_arabic
from spectral_gui.session import Why
from spectral_gui.views.reading.units import GLOSS, LEMMA, SOUNDS, VOWELS, said

_AT_ONCE = 2  # readings; the others are folded
_MOST_READINGS = 20
_UNFOLD, _WHY = "unfold", "why"


@dataclass(frozen=True, slots=True)
class Shown:
    """What a card is about."""

    sentence: Sentence
    word: int
    rows: Sequence[Ranked[Analysis]] | None  # the readings, best first; None where they are not there yet
    chosen: int | None = None  # the place of the one that stands there
    known: bool | None = None  # to the reader; None for marks
    ranked: bool = False  # by a model; otherwise in the order of an analyser or of the file
    complaint: str = ""  # why there are no readings


class Card(QTextBrowser):
    """Shows one word; empty where none is selected."""

    why_asked = Signal()

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self.setOpenLinks(False)
        self.setAccessibleName(self.tr("About the word"))
        self.setMinimumWidth(200)
        self.unfolded = False
        self.keys = ("", "")  # to unfold, and to ask why
        self._shown: Shown | None = None
        self._why: Why | None = None
        self.anchorClicked.connect(self._follow)

    def show_word(self, shown: Shown | None) -> None:
        """Shows another word, or none."""
        before = self._shown
        if before is None or shown is None or (before.sentence, before.word) != (shown.sentence, shown.word):
            self.unfolded, self._why = False, None
        self._shown = shown
        self._show()

    def show_why(self, why: Why | None) -> None:
        """Adds why the first reading is before the second."""
        self._why = why
        self._show()

    def flip(self) -> None:
        """Shows all readings, or the first two alone."""
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
        bar = self.verticalScrollBar().value()
        self.setHtml(f"{self._head(shown)}{self._table(shown)}{self._readings(shown)}{self._reasons()}")
        self.verticalScrollBar().setValue(bar)

    def _head(self, shown: Shown) -> str:
        mark = ""
        if shown.known is not None:
            mark = self.tr("✓ you know this word") if shown.known else self.tr("• not on your list yet")
        note = f'<p style="margin-top:0"><small>{escape(mark)}</small></p>' if mark else ""
        return f'<h1 style="margin-bottom:0">{_set(shown.sentence.forms[shown.word - 1], "xx-large")}</h1>{note}'

    def _table(self, shown: Shown) -> str:
        """What the file says of the word."""
        sentence, word, at = shown.sentence, shown.word, shown.word - 1
        head = sentence.heads[at]
        above = "" if not head or head > len(sentence) else f"“\u2068{sentence.forms[head - 1]}\u2069”"
        reading = reading_of(sentence, word)
        rows = [
            (self.tr("Vocalised"), _set(said(sentence, word, VOWELS, reading))),
            (self.tr("Transliteration"), _set(said(sentence, word, SOUNDS, reading))),
            (self.tr("Meaning"), _set(said(sentence, word, GLOSS, reading))),
            (self.tr("Lemma"), _set(said(sentence, word, LEMMA, reading))),
            (self.tr("What it is"), escape(plain.tag(reading.analysis.upos))),
            (self.tr("Its form"), "<br>".join(map(escape, plain.features(reading.analysis.feats)))),
            (self.tr("In the sentence"), escape(plain.relation(sentence.deprels[at], above))),
            (self.tr("Tag"), escape(reading.says("xpos"))),
        ]
        together = next((range_.form for range_ in sentence.ranges if range_.first <= word <= range_.last), "")
        if together:
            rows.insert(0, (self.tr("Written in"), _set(together)))
        lines = "".join(
            f'<tr><td style="padding-right:10px">{escape(title)}</td><td>{value}</td></tr>'
            for title, value in rows
            if value
        )
        return f"<table>{lines}</table>"

    def _readings(self, shown: Shown) -> str:
        """The first two readings, and the others where they are unfolded."""
        rows = shown.rows
        if rows is None or not rows:
            if shown.complaint:
                return f"<p>{escape(shown.complaint)}</p>"
            text = self.tr("Its readings are being looked up …") if rows is None else self.tr("No reading is known.")
            return f"<p><i>{escape(text)}</i></p>" if shown.known is not None else ""
        most = _MOST_READINGS if self.unfolded else _AT_ONCE
        places = [place for place in range(len(rows)) if place < most or place == shown.chosen]
        items = "".join(self._reading(place, rows[place], place == shown.chosen) for place in places)
        rest = len(rows) - (_AT_ONCE if self.unfolded else len(places))
        fold = ""
        if rest > 0:
            said = self.tr("▾ Only the first two") if self.unfolded else self.tr("▸ {0} more").format(rest)
            said = _with_key(said, self.keys[0])
            fold = f'<p><a href="{_UNFOLD}">{escape(said)}</a></p>'
        title = self.tr("Readings, the likeliest first") if shown.ranked else self.tr("Readings, in no special order")
        why = ""
        if shown.ranked and self._why is None:
            why = f'<p><a href="{_WHY}">{escape(_with_key(self.tr("Why the first?"), self.keys[1]))}</a></p>'
        return f"<h4>{escape(title)}</h4><table cellpadding=2>{items}</table>{fold}{why}"

    def _reading(self, place: int, row: Ranked[Analysis], chosen: bool) -> str:
        reading = row.value
        parts = [_carried(part.form) for part in reading.segments if part.form != EMPTY]
        lemma = shown_lemma(reading.lemma)
        made = [_set(" + ".join(parts), "medium")] if len(parts) > 1 else []
        made += [_set(lemma, "medium")] if lemma != EMPTY != reading.vocalised != lemma else []
        small = ["&nbsp; · &nbsp;".join(made)] if made else []
        tag = plain.tag(reading.upos) or ("" if reading.xpos == EMPTY else reading.xpos)
        small += [escape(", ".join([tag, *plain.features(reading.feats)]))] if tag else []
        head = _set(lemma if reading.vocalised == EMPTY else reading.vocalised)
        gloss = "" if reading.gloss == EMPTY else f" · {escape(reading.gloss)}"
        share = "" if row.probability is None else _share(row.probability)
        mark = "✓ " if chosen else ""
        return (
            f'<tr><td style="padding-right:6px">{mark}{place + 1}</td><td><b>{head}</b>{gloss}<br>'
            f'<small>{"<br>".join(small)}</small></td><td align="right" style="padding-left:8px">{share}</td></tr>'
        )

    def _reasons(self) -> str:
        if self._why is None:
            return ""
        return reasons(self._why, theme.colours(theme.is_dark_palette(self.palette())))


def _with_key(text: str, key: str) -> str:
    return f"{text} ({key})" if key else text


def _share(probability: float) -> str:
    """A probability in per cent, without calling what is nearly sure sure."""
    if 0.0 < probability < 0.005:
        return "&lt;1%"
    return "&gt;99%" if 0.995 <= probability < 1.0 else f"{probability:.0%}"


def _carried(part: str) -> str:
    """A part of a word that can be seen by itself: marks alone stand on a line that lengthens letters."""
    return f"\u0640{part}" if part and not bare(part) else part


def _set(text: str, size: str = "large") -> str:
    """A text in the font of its script, in a line that goes from left to right like the rest of the card."""
    if not text:
        return ""
    font = f" style=\"font-family:'Noto Naskh Arabic'; font-size:{size}\"" if is_arabic(text) else ""
    return f"<span{font}>\u200e\u2068{escape(text)}\u2069</span>"

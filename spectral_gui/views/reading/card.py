"""The card of a word: what the treebank says of it, in plain words."""

from __future__ import annotations

from html import escape

from PySide6.QtWidgets import QTextBrowser, QWidget

from spectral_core.data import EMPTY, Analysis, Sentence
from spectral_gui.resources import is_arabic
from spectral_gui.views.reading import plain
from spectral_gui.views.reading.page import GLOSS, LEMMA, SOUNDS, VOWELS, said

_MOST_READINGS = 12


class Card(QTextBrowser):
    """Shows one word; empty where none is selected."""

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self.setOpenLinks(False)
        self.setAccessibleName(self.tr("About the word"))
        self.setMinimumWidth(200)

    def show_word(self, sentence: Sentence | None, word: int) -> None:
        """Shows another word."""
        if sentence is None or not 1 <= word <= len(sentence):
            self.setHtml(
                f"<p>{escape(self.tr('Click on a word to see what the treebank says of it.'))}</p>{self._later()}"
            )
            return
        at = word - 1
        form = sentence.forms[at]
        head, deprel = sentence.heads[at], sentence.deprels[at]
        above = "" if not head or head > len(sentence) else f"“\u2068{sentence.forms[head - 1]}\u2069”"
        rows = [
            (self.tr("Vocalised"), _set(said(sentence, word, VOWELS))),
            (self.tr("Transliteration"), _set(said(sentence, word, SOUNDS))),
            (self.tr("Meaning"), _set(said(sentence, word, GLOSS))),
            (self.tr("Lemma"), _set(said(sentence, word, LEMMA))),
            (self.tr("What it is"), escape(plain.tag(sentence.upos[at]))),
            (self.tr("Its form"), "<br>".join(map(escape, plain.features(sentence.feats[at])))),
            (self.tr("In the sentence"), escape(plain.relation(deprel, above))),
            (self.tr("Tag"), "" if sentence.xpos[at] == EMPTY else escape(sentence.xpos[at])),
        ]
        together = next((range_.form for range_ in sentence.ranges if range_.first <= word <= range_.last), "")
        if together:
            rows.insert(0, (self.tr("Written in"), _set(together)))
        lines = "".join(
            f'<tr><td style="padding-right:10px">{escape(title)}</td><td>{value}</td></tr>'
            for title, value in rows
            if value
        )
        self.setHtml(
            f"<h1>{_set(form, 'xx-large')}</h1><table>{lines}</table>{self._readings(sentence, at)}{self._later()}"
        )

    def _readings(self, sentence: Sentence, at: int) -> str:
        """What the file offers for the word, in the file's own order."""
        offered = sentence.candidates[at] if sentence.candidates else ()
        if not offered:
            return ""
        chosen = sentence.analyses[at] if sentence.analyses else None
        items = "".join(
            f"<li>{'✓ ' if reading == chosen else ''}{_reading(reading)}</li>" for reading in offered[:_MOST_READINGS]
        )
        more = len(offered) - _MOST_READINGS
        rest = f"<p>{escape(self.tr('and {0} more').format(more))}</p>" if more > 0 else ""
        title = escape(self.tr("Readings that the file offers, in its order"))
        return f"<h4>{title}</h4><ol>{items}</ol>{rest}"

    def _later(self) -> str:
        title = escape(self.tr("Ranked analyses"))
        text = escape(
            self.tr(
                "The possible analyses of a word, the likeliest first and with the reasons, need a model that ranks "
                "them. This version has none, so that only what the treebank itself says is shown."
            )
        )
        return f"<hr><h4>{title}</h4><p>{text}</p>"


def _set(text: str, size: str = "large") -> str:
    """A text in the font of its script, in a line that goes from left to right like the rest of the card."""
    if not text:
        return ""
    font = f" style=\"font-family:'Noto Naskh Arabic'; font-size:{size}\"" if is_arabic(text) else ""
    return f"<span{font}>\u200e\u2068{escape(text)}\u2069</span>"


def _reading(reading: Analysis) -> str:
    parts = (reading.vocalised, reading.lemma, reading.gloss)
    tags = reading.upos if reading.upos != EMPTY else reading.xpos
    shown = [_set(part) for part in dict.fromkeys(parts) if part != EMPTY]
    return " · ".join([*shown, *([escape(tags)] if tags != EMPTY else [])])

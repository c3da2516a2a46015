"""Fields of the word panel, the edits that they make, and candidate values for completion."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QFont, QKeyEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from spectral_core.data import EMPTY, Sentence
from spectral_core.data.inventory import Inventory
from spectral_core.errors import EditError, FormatError
from spectral_gui import widgets
from spectral_gui.text_display import is_arabic, is_right_to_left, make_treebank_font
from spectral_gui.widgets.lists import get_text_font_size, to_tooltip

MAX_DIGITS = 9  # digits of a word's number
COLUMN_TITLES = {
    name: name.upper() for name in ("form", "lemma", "upos", "xpos", "feats", "deprel", "head", "deps", "misc")
}
_ARABIC_EXTRA_POINTS = 4


def parse_features(feats: str) -> list[tuple[str, str | None]]:
    """Parse features into ordered (name, value) pairs; the value is None for a malformed part."""
    if feats == EMPTY or not feats:
        return []
    parts = [part.partition("=") for part in feats.split("|")]
    return [(name, value if equals else None) for name, equals, value in parts]


def _join_sorted_features(parts: Iterable[str]) -> str:
    """Return Name=Value pairs as a FEATS cell, sorted by name without case."""
    return "|".join(sorted(parts, key=str.lower)) or EMPTY


def make_column_edit(name: str, word: int, value: str) -> Callable[[Sentence], Sentence]:
    """Return the edit that sets a column of a word; it refuses values that the column cannot hold."""

    def change(sentence: Sentence) -> Sentence:
        if name == "head":
            return _attach_word(sentence, word, value)
        new_value = value or EMPTY
        if name not in ("lemma", "misc") and any(map(str.isspace, new_value)):
            raise EditError(f"{COLUMN_TITLES[name]} holds no spaces: {new_value!r} was not taken")
        if name == "feats" and new_value != EMPTY:
            parts = new_value.split("|")
            malformed = next((part for part in parts if "=" not in part.strip("=")), None)
            if malformed is not None:
                raise EditError(f"{malformed!r} is not a feature: write Name=Value, joined by |")
            new_value = _join_sorted_features(parts)
        if name == "deps" and new_value != EMPTY:
            malformed = next((part for part in new_value.split("|") if ":" not in part.strip(":")), None)
            if malformed is not None:
                raise EditError(
                    f"{malformed!r} is not an arc: write head:relation, joined by |, such as 3:nsubj|5:nsubj"
                )
        return sentence.with_value(name, word, new_value)

    return change


def make_storable_edit(sentences: object, change: Callable[[Sentence], Sentence]) -> Callable[[Sentence], Sentence]:
    """Return an edit that refuses results which the file format of `sentences` cannot store: a token table has fixed
    columns."""
    write: Callable[[Sentence], str] | None = getattr(sentences, "format_sentence", None)

    def change_if_savable(sentence: Sentence) -> Sentence:
        after = change(sentence)
        if write is not None and after != sentence:
            try:
                write(after)
            except FormatError as error:
                raise EditError(f"{error.message}. {error.remedy}") from None
        return after

    return change_if_savable


def make_feature_edit(word: int, feature: str, new_value: str, text: str) -> Callable[[Sentence], Sentence]:
    """Return the edit that sets a feature of a word, or removes it if the value is empty."""

    def change(sentence: Sentence) -> Sentence:
        if not feature or (not new_value and "=" not in text and text):
            raise EditError(f"{text!r} is not a feature: write Name=Value")
        if any(mark in feature + new_value for mark in "|= \t"):
            raise EditError(f"{text!r} is not one feature: write Name=Value, one at a time")
        feats = sentence.feats[word - 1]
        parts = [part for part in feats.split("|") if part != EMPTY and part.partition("=")[0] != feature]
        if new_value:
            parts.append(f"{feature}={new_value}")
        return sentence.with_value("feats", word, _join_sorted_features(parts))

    return change


def _attach_word(sentence: Sentence, word: int, value: str) -> Sentence:
    """Attach a word to the head whose number is typed; no text detaches it."""
    if not value:
        return sentence.with_head(word, None)
    number = value.split()[0]
    if not number.isdecimal() or len(number) > MAX_DIGITS:
        raise EditError(f"{value!r} is no head: write the number of a word, or 0 for the root")
    return sentence.with_head(word, int(number))


def rank_relation_completions(inventory: Inventory, sentence: Sentence, word: int) -> list[str]:
    """Return candidate relations for a word, the most probable first."""
    head = max(sentence.heads[word - 1] or 0, 0) % (len(sentence) + 1)
    return list(
        dict.fromkeys((*inventory.rank_relations(sentence, word, head), *inventory.labels_by_frequency("deprel")))
    )


def rank_completions(name: str, inventory: Inventory, sentence: Sentence, word: int) -> Iterable[str]:
    """Return candidate values for a word's field, the most probable first."""
    column, _, feature = name.partition(":")
    if name == "deprel":
        return rank_relation_completions(inventory, sentence, word)
    if name == "head":
        return (
            "0",
            *(f"{number} \u2068{form}\u2069" for number, form in enumerate(sentence.forms, 1) if number != word),
        )
    if name in ("lemma", "upos", "xpos", "feats"):
        return inventory.rank_column_values(sentence, word, name)  # type: ignore[arg-type] # one of the four
    if column in ("feats", "feature"):
        bundles = inventory.rank_feature_bundles(sentence.upos[word - 1])
        pairs = [pair for bundle in bundles for pair in parse_features(bundle) if pair[1] is not None]
        if feature:
            return [value for feature_name, value in pairs if feature_name == feature and value is not None]
        present_names = {feature_name for feature_name, _ in parse_features(sentence.feats[word - 1])}
        return [f"{feature_name}={value}" for feature_name, value in pairs if feature_name not in present_names]
    return ()


class FieldLine(widgets.CompletedLineEdit):
    """Line edit that reports the keys for moving to another word, and when it needs completions."""

    stepped = Signal(int)  # 1: to the word on the right, -1: on the left
    entered = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        popup = self.completer().popup()
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if control and event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right) and popup is not None:
            popup.hide()
            self.stepped.emit(1 if event.key() == Qt.Key.Key_Right else -1)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.entered.emit()


class WordField(QWidget):
    """Line edit above the error message about its value."""

    def __init__(self, name: str, title: str):
        super().__init__()
        self.name, self.title = name, title
        self.shown_value = ""
        self.unconfirmed_value = ""  # rejected value that a second Enter confirms
        self.line = FieldLine(name, title)
        self.error_label = widgets.make_label(wraps=True)
        self.error_label.setVisible(False)
        widgets.make_column(self.line, self.error_label, on=self, margins=0, spacing=1)

    @property
    def value(self) -> str:
        return self.line.text().strip()

    @property
    def is_pending(self) -> bool:
        """Whether typed text is not committed yet."""
        return self.value != self.shown_value

    def show_value(self, value: str) -> None:
        self.shown_value = "" if value == EMPTY else value
        if self.line.text() != self.shown_value:
            self.line.setText(self.shown_value)
            self.line.setCursorPosition(0)
        self.unconfirmed_value = ""
        self.show_error("")

    def show_error(self, message: str) -> None:
        self.error_label.setText(f"⚠ {message}" if message else "")
        self.error_label.setVisible(bool(message))
        self.line.setAccessibleDescription(message)


class SentenceNotes(widgets.Panel):
    """Read-only text and comments of the sentence below the form."""

    def __init__(self) -> None:
        super().__init__()
        self._text = widgets.make_label(wraps=True, selectable=True)
        self._comments = widgets.make_text_view(self.tr("Comments of the sentence"))
        self._comments.setFrameShape(QFrame.Shape.NoFrame)
        self._title = widgets.make_label(self.tr("Sentence"))
        self._title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        widgets.make_column(self._title, self._text, self._comments, on=self, margins=0)
        self.font_changed.connect(self._set_fonts)
        self._set_fonts()

    def show_sentence(self, sentence: Sentence | None) -> None:
        self.setVisible(sentence is not None)
        if sentence is None:
            return
        self._comments.setVisible(bool(sentence.comments))
        text = sentence.text
        sentence_id = sentence.comment("sent_id")
        self._title.setText(self.tr("Sentence {0}").format(sentence_id) if sentence_id else self.tr("Sentence"))
        self._title.setToolTip(to_tooltip(sentence_id or ""))
        self._text.setText(text if len(text) <= 1000 else text[:1000] + " …")
        self._text.setFont(make_word_font(text, self))
        alignment = Qt.AlignmentFlag.AlignRight if is_right_to_left(text) else Qt.AlignmentFlag.AlignLeft
        self._text.setAlignment(alignment | Qt.AlignmentFlag.AlignAbsolute)
        comments = "\n".join(sentence.comments)
        if comments != self._comments.toPlainText():
            self._comments.setPlainText(comments)
        lines = min(max(len(sentence.comments), 1), 6) + 1
        self._comments.setFixedHeight(lines * self._comments.fontMetrics().lineSpacing() + 10)

    def _set_fonts(self) -> None:
        self._title.setFont(widgets.make_bold(self.font()))
        self._text.setFont(make_word_font(self._text.text(), self))


def make_word_font(text: str, widget: QWidget, extra_points: int = 0) -> QFont:
    """Return the font for treebank text in this script, sized for the widget and enlarged by `extra_points`."""
    arabic = is_arabic(text)
    return make_treebank_font(get_text_font_size(widget, 0.5) + extra_points + _ARABIC_EXTRA_POINTS * arabic, arabic)

"""The form for a reading of one's own: filled in with the best guess, completed from the lexicon and the treebank."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from urllib.parse import unquote

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialogButtonBox, QPushButton, QWidget

from spectral_core.data import EMPTY, Analysis, Segment
from spectral_gui import widgets
from spectral_gui.lists import points_of
from spectral_gui.resources import direction_of, is_arabic, is_right_to_left, text_font

FIELDS = ("lemma", "vocalised", "upos", "xpos", "feats", "gloss", "segments")
_WORDS = {"lemma", "vocalised", "segments"}  # in the word's own script
_LARGER = 4
_FROM_LEFT = "\u200e"  # a line takes its direction from its first letter


class ReadingForm(QWidget):
    """One line a part of a reading; Enter takes it, Escape leaves."""

    taken = Signal(object)  # an Analysis
    left = Signal()
    typed = Signal(str)  # what stands in a line, each time it was changed by typing

    def __init__(self) -> None:
        super().__init__()
        self._title = widgets.label(wraps=True)
        titles = {
            "lemma": "&LEMMA",
            "vocalised": self.tr("With &vowels"),
            "upos": "&UPOS",
            "xpos": "&XPOS",
            "feats": "&FEATS",
            "gloss": self.tr("&Meaning"),
            "segments": self.tr("&Parts"),
        }
        self._asked: list[str] = list(FIELDS)
        self._rows = widgets.form(spacing=4)
        self.fields: dict[str, widgets.CompletedLine] = {}
        for name in FIELDS:
            line = widgets.CompletedLine(name, titles[name].replace("&", ""), within=True)
            line.left.connect(self.left)
            line.returnPressed.connect(self.take)
            line.textEdited.connect(self.typed)
            self._rows.addRow(titles[name], line)
            self.fields[name] = line
        self._complaint = widgets.label(wraps=True)
        self.fields["segments"].setPlaceholderText(self.tr("form/TAG+form/TAG"))
        self.fields["feats"].setPlaceholderText(self.tr("Name=Value|Name=Value"))
        buttons, role = QDialogButtonBox(), QDialogButtonBox.ButtonRole
        taken, kept = self.tr("Give the word this reading (Return)"), self.tr("Leave the word as it is (Esc)")
        self._take = widgets.add_button(buttons, self.tr("Take &it"), role.AcceptRole, taken, self.take)
        widgets.add_button(buttons, self.tr("&Cancel"), role.RejectRole, kept, self.left)
        for button in buttons.findChildren(QPushButton):
            button.setAutoDefault(False)
        widgets.column(self._title, self._rows, self._complaint, buttons, widgets.REST, on=self, margins=(8, 6, 8, 6))

    def ask(
        self, form: str, guess: Analysis, choices: Mapping[str, Iterable[str]], parts: Container[str] = FIELDS
    ) -> None:
        self._title.setText(self.tr("A reading of your own for {0}").format(f"\u2068{form}\u2069"))
        arabic, right_to_left = is_arabic(form), bool(is_right_to_left(form))
        self._complain("", "lemma")
        self._asked = [name for name in FIELDS if name in parts]
        for name, line in self.fields.items():
            self._rows.setRowVisible(line, name in parts)
            if name in _WORDS:
                line.setFont(text_font(points_of(self) + _LARGER * arabic, arabic))
                line.setLayoutDirection(direction_of(right_to_left))
            value = write_parts(guess.segments) if name == "segments" else str(getattr(guess, name))
            value = value if name in parts else EMPTY
            # parts are read from the left, or the signs between them would change places
            line.setText("" if value == EMPTY else f"{_FROM_LEFT}{value}" if name == "segments" else value)
            line.setCursorPosition(0)
            line.choices.setStringList(list(dict.fromkeys(choices.get(name, ()))))
        first = self.fields[next(iter(self._asked), "lemma")]
        first.setFocus(Qt.FocusReason.ShortcutFocusReason)
        first.selectAll()

    def reading(self) -> Analysis | None:
        """What is typed; None where it cannot be one, which is said below its line."""
        values = {name: line.text().replace(_FROM_LEFT, "").strip() or EMPTY for name, line in self.fields.items()}
        try:
            segments = read_parts(values.pop("segments"))
        except ValueError:
            self._complain(self.tr("Write form/TAG+form/TAG, with %2F and %2B for those signs inside."), "segments")
            return None
        if all(values[name] == EMPTY for name in ("lemma", "upos", "xpos")):
            self._complain(self.tr("Write a lemma or a tag: without one, nothing is said of the word."), "lemma")
            return None
        tags = [name for name in ("upos", "xpos") if name in self._asked]
        if tags and all(values[name] == EMPTY for name in tags):
            self._complain(self.tr("Write a tag as well: without one, the word does not count as decided."), tags[0])
            return None
        return Analysis(**values, segments=segments)

    def _complain(self, sentence: str, name: str) -> None:
        self._complaint.setText(f"⚠ {sentence}" if sentence else "")
        self._complaint.setVisible(bool(sentence))
        for line in self.fields.values():
            line.setAccessibleDescription("")
        if sentence:
            self.fields[name].setAccessibleDescription(sentence)
            self.fields[name].setFocus(Qt.FocusReason.OtherFocusReason)

    def take(self) -> None:
        made = self.reading()
        if made is not None:
            self.taken.emit(made)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


def write_parts(segments: Iterable[Segment]) -> str:
    """Segments as they are typed: form/TAG+form/TAG."""
    safe = str.maketrans({"%": "%25", "+": "%2B", "/": "%2F"})
    return "+".join(f"{part.form.translate(safe)}/{part.tag.translate(safe)}" for part in segments) or EMPTY


def read_parts(text: str) -> tuple[Segment, ...]:
    """The segments that are typed; what is none is a ValueError."""
    if text == EMPTY:
        return ()
    found = []
    for piece in text.split("+"):
        form, slash, tag = piece.partition("/")
        if not slash or not tag or "/" in tag:
            raise ValueError(piece)
        found.append(Segment(unquote(form), unquote(tag)))
    return tuple(found)

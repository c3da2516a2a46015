"""Form for writing a reading, filled in with the best guess and completed from the lexicon and the treebank."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from urllib.parse import unquote

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialogButtonBox, QPushButton, QWidget

from spectral_core.data import EMPTY, Analysis, Segment
from spectral_gui import widgets
from spectral_gui.lists import get_text_points
from spectral_gui.resources import get_direction, is_arabic, is_right_to_left, make_text_font

FIELDS = ("lemma", "vocalised", "upos", "xpos", "feats", "gloss", "segments")
_SCRIPT_FIELDS = {"lemma", "vocalised", "segments"}  # in the word's own script
_ARABIC_EXTRA_POINTS = 4
_LEFT_TO_RIGHT_MARK = "\u200e"  # a line takes its direction from its first letter


class ReadingForm(QWidget):
    """Form with a line for each part of a reading; Enter submits it, Escape cancels."""

    submitted = Signal(object)  # an Analysis
    cancelled = Signal()
    edited = Signal(str)  # what stands in a line, each time it was changed by typing

    def __init__(self) -> None:
        super().__init__()
        self._title = widgets.make_label(wraps=True)
        titles = {
            "lemma": "&LEMMA",
            "vocalised": self.tr("With &vowels"),
            "upos": "&UPOS",
            "xpos": "&XPOS",
            "feats": "&FEATS",
            "gloss": self.tr("&Meaning"),
            "segments": self.tr("&Parts"),
        }
        self._active_fields: list[str] = list(FIELDS)
        self._form_layout = widgets.make_form(spacing=4)
        self.fields: dict[str, widgets.CompletedLineEdit] = {}
        for name in FIELDS:
            line = widgets.CompletedLineEdit(name, titles[name].replace("&", ""), matches_inside=True)
            line.cancelled.connect(self.cancelled)
            line.returnPressed.connect(self.submit)
            line.textEdited.connect(self.edited)
            self._form_layout.addRow(titles[name], line)
            self.fields[name] = line
        self._error_label = widgets.make_label(wraps=True)
        self.fields["segments"].setPlaceholderText(self.tr("form/TAG+form/TAG"))
        self.fields["feats"].setPlaceholderText(self.tr("Name=Value|Name=Value"))
        buttons, role = QDialogButtonBox(), QDialogButtonBox.ButtonRole
        submit_tip, cancel_tip = (
            self.tr("Give the word this reading (Return)"),
            self.tr("Leave the word as it is (Esc)"),
        )
        self._submit_button = widgets.add_button(buttons, self.tr("Take &it"), role.AcceptRole, submit_tip, self.submit)
        widgets.add_button(buttons, self.tr("&Cancel"), role.RejectRole, cancel_tip, self.cancelled)
        for button in buttons.findChildren(QPushButton):
            button.setAutoDefault(False)
        widgets.make_column(
            self._title, self._form_layout, self._error_label, buttons, widgets.STRETCH, on=self, margins=(8, 6, 8, 6)
        )

    def start(
        self, form: str, guess: Analysis, completions: Mapping[str, Iterable[str]], field_names: Container[str] = FIELDS
    ) -> None:
        self._title.setText(self.tr("A reading of your own for {0}").format(f"\u2068{form}\u2069"))
        arabic, right_to_left = is_arabic(form), bool(is_right_to_left(form))
        self._show_error("", "lemma")
        self._active_fields = [name for name in FIELDS if name in field_names]
        for name, line in self.fields.items():
            self._form_layout.setRowVisible(line, name in field_names)
            if name in _SCRIPT_FIELDS:
                line.setFont(make_text_font(get_text_points(self) + _ARABIC_EXTRA_POINTS * arabic, arabic))
                line.setLayoutDirection(get_direction(right_to_left))
            value = format_segments(guess.segments) if name == "segments" else str(getattr(guess, name))
            value = value if name in field_names else EMPTY
            # parts are read from the left, or the signs between them would change places
            line.setText("" if value == EMPTY else f"{_LEFT_TO_RIGHT_MARK}{value}" if name == "segments" else value)
            line.setCursorPosition(0)
            line.completions.setStringList(list(dict.fromkeys(completions.get(name, ()))))
        first = self.fields[next(iter(self._active_fields), "lemma")]
        first.setFocus(Qt.FocusReason.ShortcutFocusReason)
        first.selectAll()

    def read_analysis(self) -> Analysis | None:
        """Return the analysis that is typed, or None with an error below the line at fault."""
        values = {
            name: line.text().replace(_LEFT_TO_RIGHT_MARK, "").strip() or EMPTY for name, line in self.fields.items()
        }
        try:
            segments = parse_segments(values.pop("segments"))
        except ValueError:
            self._show_error(self.tr("Write form/TAG+form/TAG, with %2F and %2B for those signs inside."), "segments")
            return None
        if all(values[name] == EMPTY for name in ("lemma", "upos", "xpos")):
            self._show_error(self.tr("Write a lemma or a tag: without one, nothing is said of the word."), "lemma")
            return None
        tags = [name for name in ("upos", "xpos") if name in self._active_fields]
        if tags and all(values[name] == EMPTY for name in tags):
            self._show_error(self.tr("Write a tag as well: without one, the word does not count as decided."), tags[0])
            return None
        return Analysis(**values, segments=segments)

    def _show_error(self, message: str, field_name: str) -> None:
        self._error_label.setText(f"⚠ {message}" if message else "")
        self._error_label.setVisible(bool(message))
        for line in self.fields.values():
            line.setAccessibleDescription("")
        if message:
            self.fields[field_name].setAccessibleDescription(message)
            self.fields[field_name].setFocus(Qt.FocusReason.OtherFocusReason)

    def submit(self) -> None:
        analysis = self.read_analysis()
        if analysis is not None:
            self.submitted.emit(analysis)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.cancelled.emit()
        else:
            super().keyPressEvent(event)


def format_segments(segments: Iterable[Segment]) -> str:
    """Return segments as they are typed: form/TAG+form/TAG."""
    safe = str.maketrans({"%": "%25", "+": "%2B", "/": "%2F"})
    return "+".join(f"{part.form.translate(safe)}/{part.tag.translate(safe)}" for part in segments) or EMPTY


def parse_segments(text: str) -> tuple[Segment, ...]:
    """Return the segments that are typed as form/TAG+form/TAG; raise ValueError for anything else."""
    if text == EMPTY:
        return ()
    segments = []
    for piece in text.split("+"):
        form, slash, tag = piece.partition("/")
        if not slash or not tag or "/" in tag:
            raise ValueError(piece)
        segments.append(Segment(unquote(form), unquote(tag)))
    return tuple(segments)

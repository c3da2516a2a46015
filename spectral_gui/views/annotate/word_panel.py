"""Form for the selected word: a field for each column, with completions; below it, the comments of the sentence."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QFont, QKeyEvent, QPalette
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from spectral_core.data import EMPTY, Sentence
from spectral_core.data.problem import quote
from spectral_core.data.structure import ArcPart
from spectral_core.formats import CHOSEN, can_edit, can_hold
from spectral_gui import widgets
from spectral_gui.state import (
    ANNOTATION,
    Acceptance,
    ChangeKind,
    Changes,
    DocumentSurvey,
    Notices,
    Session,
    Suggestions,
)
from spectral_gui.text_display import (
    format_arc_score,
    get_layout_direction,
    is_arabic,
    is_right_to_left,
    isolate_any_text,
    isolate_text,
    make_treebank_font,
)
from spectral_gui.view_updates import ViewUpdates
from spectral_gui.views.annotate.prompt_choices import list_suggested_trees, parse_features, rank_completions
from spectral_gui.views.annotate.word_edits import (
    COLUMN_TITLES,
    MAX_DIGITS,
    make_column_edit,
    make_feature_edit,
    make_head_edit,
    make_storable_edit,
)
from spectral_gui.widgets.empty_state import EmptyState
from spectral_gui.widgets.lists import get_text_font_size, to_tooltip

_ARABIC_EXTRA_POINTS = 4
_FEATURE_INDENT = 12  # pixels


class WordView(widgets.Panel):
    """Panel that shows and edits the selected word, with the notes of the sentence below."""

    def __init__(
        self,
        session: Session,
        notices: Notices,
        survey: DocumentSurvey,
        suggestions: Suggestions,
        acceptance: Acceptance,
    ):
        super().__init__()
        self._session, self._notices, self._survey, self._suggestions = session, notices, survey, suggestions
        self._acceptance = acceptance
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        # (sentence, word) shown; typed values belong to it even if another word is selected meanwhile
        self._position = (-1, 0)
        self._refusals: list[str] = []
        self._is_committing = False
        self.fields: dict[str, WordField] = {}
        self._feature_fields: dict[str, WordField] = {}
        self._last_field: str = "upos"  # field that gets the focus
        self._word_label = widgets.make_label(wraps=True, selectable=True)
        self._head_label = widgets.make_label()
        self._form_widget = QWidget()
        form_layout = widgets.make_form(self._form_widget, margins=(0, 0, 0, 0), spacing=4)
        self._feature_rows = QWidget()
        margins = (0, 0, _FEATURE_INDENT, 4) if self.isRightToLeft() else (_FEATURE_INDENT, 0, 0, 4)
        self._feature_form = widgets.make_form(self._feature_rows, margins=margins, spacing=2)
        for name, title in COLUMN_TITLES.items():
            self.fields[name] = self._make_field(name, title)
            form_layout.addRow(title, self.fields[name])
            if name == "head":
                form_layout.addRow("", self._head_label)
            if name == "feats":
                form_layout.addRow(self._feature_rows)
        self._new_feature_field = self._make_field("feature", self.tr("Another feature"))
        self._new_feature_field.line.setPlaceholderText(self.tr("Name=Value"))
        self._feature_form.addRow(self.tr("Add"), self._new_feature_field)
        self._titles = [form_layout.labelForField(field) for field in self.fields.values()]
        self._unsupported_label = widgets.make_label(wraps=True, faint=True)
        form_layout.addRow(self._unsupported_label)
        self._sentence_notes, self._empty_state = SentenceNotes(), EmptyState("tag")
        message = self.tr("No word selected. Click a word, or press an arrow key in the line of words.")
        self._empty_state.set_message(message, "window.next_word")
        content = QWidget()
        widgets.make_column(
            self._word_label,
            self._empty_state,
            self._form_widget,
            self._sentence_notes,
            widgets.STRETCH,
            on=content,
            margins=(8, 6, 8, 6),
        )
        widgets.make_column(widgets.make_scroll_area(content), on=self, margins=0)
        kinds = ANNOTATION | ChangeKind.DOCUMENT | ChangeKind.SELECTION
        kinds |= ChangeKind.SUGGESTIONS | ChangeKind.READINGS
        ViewUpdates("word", self, session, self._on_changes, kinds)
        widgets.connect_signals(self._refusals.append, notices.refused, notices.failed)
        widgets.connect_signals(self._align_features, self.became_visible, self.font_changed)
        widgets.connect_signals(self._refresh, self.became_visible, self.font_changed)
        self._refresh()

    def _align_features(self) -> None:
        """Let the fields of features begin where the other fields do, unless a name is too long."""
        width = max(title.sizeHint().width() for title in self._titles)
        label = self._feature_form.labelForField(self._new_feature_field)
        if label is not None:
            label.setMinimumWidth(width - _FEATURE_INDENT)

    def focus_form(self) -> None:
        """Focus the field used last, or the next editable one; if no word is selected, of the first word. If nothing
        can be edited, show the reason and ignore letters."""
        if not self._session.selection.word and self._session.sentence is not None:
            self._session.select(word=1)
        self._refresh()
        lines = [self.fields[self._last_field].line, *(field.line for field in self._list_fields())]
        line = next(
            (
                candidate
                for candidate in lines
                if candidate.isVisible() and candidate.isEnabled() and not candidate.isReadOnly()
            ),
            None,
        )
        if line is None:
            self.setFocus(Qt.FocusReason.ShortcutFocusReason)
            reason = next((candidate.toolTip() for candidate in lines if candidate.toolTip()), "")
            self._notices.report_refusal(reason or self.tr("No word to edit."))
            return
        widgets.focus_and_select_text(line)

    def commit(self) -> bool:
        """Write all typed values into the sentence; return whether all were accepted."""
        return not [field for field in self._list_fields() if not self._commit_field(field)]

    def _make_field(self, name: str, title: str) -> WordField:
        """Make the field of a column or feature, connected to commit, revert, move to another word and complete."""
        field = WordField(name, title)
        line = field.line
        line.editingFinished.connect(lambda: self._commit_field(field))
        line.cancelled.connect(lambda: self._revert_field(field))
        line.stepped.connect(lambda side: self._go_to_adjacent_word(field, side))
        line.entered.connect(lambda: self._offer_completions(field))
        return field

    def _get_sentence(self) -> Sentence | None:
        """Return the sentence whose word is shown; None if there is none."""
        index, treebank = self._position[0], self._session.treebank
        return treebank[index] if 0 <= index < len(treebank) else None

    def _on_changes(self, changes: Changes) -> None:
        selection = self._session.selection
        if changes.has(ChangeKind.DOCUMENT):
            self._position = (-1, 0)
            self._reset_fields()
        elif (selection.sentence, selection.word) != self._position:
            if self._position[1]:
                self.commit()
            self._reset_fields()
        elif self._position[0] in changes.sentences | changes.suggested | changes.ranked:
            self._refresh()

    def _reset_fields(self) -> None:
        """Discard the typed values, and show the selected word."""
        sentence, word = self._session.sentence, self._session.selection.word
        is_shown_again = self.isVisible() and sentence is not None and 1 <= word <= len(sentence)
        for field in self.fields.values():
            if is_shown_again:
                field.discard_typed()  # its text is set once, below
            else:
                field.show_value("")
        for field in (*self._feature_fields.values(), self._new_feature_field):
            field.show_value("")
        self._refresh()

    def _refresh(self) -> None:
        """Show the selected word; if the panel is behind another, wait until it is visible."""
        selection = self._session.selection
        sentence = self._session.sentence
        self._position = (selection.sentence, selection.word)
        if not self.isVisible():
            return
        word = selection.word
        has_word = sentence is not None and 1 <= word <= len(sentence)
        self._form_widget.setVisible(has_word)
        self._sentence_notes.show_sentence(sentence)
        self._word_label.setVisible(has_word)
        self._empty_state.setVisible(not has_word)
        if sentence is None or not has_word:
            return
        form = sentence.forms[word - 1]
        self._word_label.setText(f"{word}  \u2068{form}\u2069")
        self._word_label.setFont(make_word_font(form, self, 4))
        values: dict[str, str] = {name: sentence.column(name)[word - 1] for name in COLUMN_TITLES if name != "head"}
        head = sentence.heads[word - 1]
        values["head"] = EMPTY if head is None else str(head)
        self._head_label.setText(self._describe_head(sentence, head))
        self._show_suggestion(sentence, word)
        for name, field in self.fields.items():
            if not field.is_pending or self._is_committing:
                field.show_value(values[name])
        for line in (self.fields["form"].line, self.fields["lemma"].line):
            line.setFont(make_word_font(form, self))
            line.setLayoutDirection(get_layout_direction(bool(is_right_to_left(form))))
        self._show_features(values["feats"])
        self._update_editability(sentence)

    def _show_suggestion(self, sentence: Sentence, word: int) -> None:
        """Show in grey all that accepting the sentence would write at the word: in empty fields, below the head, and
        below MISC if it has other items."""
        suggestion, tree = self._suggestions.current, self._suggestions.current_tree
        accepted = self._acceptance.compose_accepted_sentence(self._position[0], tree or sentence)
        if suggestion is not None and tree is not None and suggestion.question.sentence == sentence:
            head, suggested_head = sentence.heads[word - 1], tree.heads[word - 1]
            if head != suggested_head:
                score = None if suggested_head is None else suggestion.get_part_score(ArcPart(word, suggested_head))
                head_text = self.tr("suggested: {0}").format(self._describe_head(tree, suggested_head))
                parts = (
                    head_text,
                    "" if score is None else f"\u2066{format_arc_score(score, suggestion.is_calibrated)}\u2069",
                )
                current_text = "" if head is None else f"{self._head_label.text()}; "
                self._head_label.setText(current_text + ", ".join(filter(None, parts)))
        suggested_head = accepted.heads[word - 1]
        placeholders = {name: accepted.column(name)[word - 1] for name in self.fields if name != "head"}
        placeholders["head"] = EMPTY if suggested_head is None else str(suggested_head)
        is_faint = placeholders["head"] != EMPTY and sentence.heads[word - 1] is None
        role = QPalette.ColorRole.PlaceholderText if is_faint else QPalette.ColorRole.WindowText
        self._head_label.setForegroundRole(role)
        for name, value in placeholders.items():
            is_given = (
                sentence.heads[word - 1] is not None if name == "head" else sentence.column(name)[word - 1] != EMPTY
            )
            self.fields[name].line.setPlaceholderText("" if is_given or value == EMPTY else value)
        misc, suggested_misc = sentence.misc[word - 1], placeholders["misc"]
        is_extended = EMPTY not in (misc, suggested_misc) and misc != suggested_misc
        self.fields["misc"].show_suggestion(self.tr("suggested: {0}").format(suggested_misc) if is_extended else "")

    def _show_features(self, feats: str) -> None:
        """Show one field for each feature; fields that are still needed keep typed text and focus."""
        values = {name: value for name, value in parse_features(feats) if value is not None}
        if list(values) != list(self._feature_fields):
            focused_name = next((name for name, field in self._feature_fields.items() if field.line.hasFocus()), None)
            for field in self._feature_fields.values():
                label = self._feature_form.labelForField(field)
                self._feature_form.takeRow(field)  # not deleted at once: the user may be typing in it
                if label is not None:
                    label.hide()
                    label.deleteLater()
                field.hide()
                field.deleteLater()
            self._feature_fields = {}
            for row, name in enumerate(values):
                field = self._make_field(f"feats:{name}", self.tr("Feature {0}").format(name))
                self._feature_fields[name] = field
                self._feature_form.insertRow(row, widgets.make_label(name.replace("&", "&&"), buddy=field), field)
            if focused_name is not None:
                (self._feature_fields.get(focused_name) or self._new_feature_field).line.setFocus(
                    Qt.FocusReason.OtherFocusReason
                )
        for name, field in self._feature_fields.items():
            if not field.is_pending or self._is_committing:
                field.show_value(values[name])
        self._feature_rows.setVisible(bool(values) or feats == EMPTY)

    def _update_editability(self, sentence: Sentence) -> None:
        """Enable only the fields whose column the file format can store, and explain the disabled ones below them."""
        format = self._session.treebank.format
        document_reason = self._session.read_only_reason
        if not sentence.is_readable:
            document_reason = self.tr("This sentence could not be read and is saved unchanged.")
        unsupported_format = self.tr("This file format cannot store {0}. Save as CoNLL-U to use it.")
        unsupported_columns = [
            COLUMN_TITLES[column] for column in COLUMN_TITLES if column != "form" and not can_edit(format, column)
        ]
        self._unsupported_label.setText(document_reason or unsupported_format.format(", ".join(unsupported_columns)))
        self._unsupported_label.setVisible(bool(document_reason or unsupported_columns))
        for name, field in {
            **self.fields,
            **{f"f{n}": f for n, f in self._feature_fields.items()},
            "": self._new_feature_field,
        }.items():
            column = name if name in self.fields else "feats"
            reason = document_reason
            if name == "form":  # focusable by Tab, for reading and copying
                reason = self.tr("Words cannot be edited here. To change one, edit the file.")
                field.line.setReadOnly(True)
                field.line.setToolTip(to_tooltip(reason))
                field.line.setAccessibleDescription(reason)
                continue
            if not reason and COLUMN_TITLES[column] in unsupported_columns:
                reason = unsupported_format.format(COLUMN_TITLES[column])
            field.line.setReadOnly(bool(reason))
            field.line.setEnabled(not reason)
            field.line.setToolTip(to_tooltip(reason))
            field.line.setAccessibleDescription(reason)

    def _describe_head(self, sentence: Sentence, head: int | None) -> str:
        if head is None:
            return self.tr("not attached")
        if head == 0:
            return self.tr("the root")
        return isolate_any_text(sentence.forms[head - 1]) if head <= len(sentence) else self.tr("no such word")

    def _offer_completions(self, field: WordField) -> None:
        """Fill the completions of the field that got the focus, and remember it as the field used last."""
        if field.name in self.fields and field.name != "form":
            self._last_field = field.name
        sentence, word = self._get_sentence(), self._position[1]
        if sentence is None or not 1 <= word <= len(sentence):
            return
        values = rank_completions(field.name, self._survey.inventory, sentence, word)
        field.line.completions.setStringList(list(dict.fromkeys(values)))

    def _commit_field(self, field: WordField) -> bool:
        """Write the typed value of a field into the sentence; return False if it was refused or needs confirmation."""
        sentence, word = self._get_sentence(), self._position[1]
        if not field.is_pending or self._is_committing:
            return not field.error_label.text()
        if sentence is None or not 1 <= word <= len(sentence):
            field.show_value(field.shown_value)
            return True
        if self._require_confirmation(field, sentence, word):
            return False
        undo_text, change = self._make_edit(field, field.value, sentence, word)
        if can_hold(self._session.treebank.format, CHOSEN):
            change = make_storable_edit(self._session.treebank.sentences, change)
        self._refusals.clear()
        self._is_committing = True  # the fields are refreshed from the sentence
        pending_texts = {
            pending_field: pending_field.line.text()
            for pending_field in self._list_fields()
            if pending_field.is_pending and pending_field is not field
        }
        is_changed = self._session.edit(undo_text, change, index=self._position[0])
        self._is_committing = False
        for pending_field, text in pending_texts.items():  # typed but not committed yet
            if pending_field in self._list_fields():
                pending_field.line.setText(text)
        if is_changed:
            if field is self._new_feature_field:
                field.show_value("")
            return True
        if self._refusals:
            field.show_error(self._refusals[-1])
            return False
        field.show_value(field.shown_value)  # the sentence has this value already
        return True

    def _require_confirmation(self, field: WordField, sentence: Sentence, word: int) -> bool:
        """Return whether a new relation must be confirmed first; if so, tell the user that a second Enter creates
        it."""
        value, is_confirmed = field.value, field.unconfirmed_value == field.value and field.line.hasFocus()
        tree = self._suggestions.current_tree
        if field.name != "deprel" or not value or is_confirmed or (tree is not None and value in tree.deprels):
            return False
        if value in rank_completions("deprel", self._survey.inventory, sentence, word):
            return False
        field.unconfirmed_value = value
        message = self.tr('New label "{0}". Enter creates it, Esc cancels.')
        field.show_error(message.format(isolate_text(value)))
        return True

    def _list_fields(self) -> tuple[WordField, ...]:
        return (*self.fields.values(), *self._feature_fields.values(), self._new_feature_field)

    def _make_edit(
        self, field: WordField, value: str, sentence: Sentence, word: int
    ) -> tuple[str, Callable[[Sentence], Sentence]]:
        """Return the undo text and the edit that writes the value of a field."""
        form = quote(sentence.forms[word - 1])
        name = field.name
        if name == "feature" or name.startswith("feats:"):
            feature, _, new_value = value.partition("=") if name == "feature" else (name[6:], "", value)
            title = feature
            change = make_feature_edit(word, feature.strip(), new_value.strip(), value)
        else:
            title = COLUMN_TITLES[name]
            change = make_column_edit(name, word, value)
            new_value = value
        if not value:
            return self.tr("Clear {0} of {1}").format(title, form), change
        if name == "head":
            trees = list_suggested_trees(self._suggestions, self._position[0])
            change = make_head_edit(word, value, self._survey.inventory, trees)
            number = value.split()[0]
            head = int(number) if number.isdecimal() and len(number) <= MAX_DIGITS else -1
            if head == 0:
                return self.tr("Attach {0} to the root").format(form), change
            if 1 <= head <= len(sentence):
                return self.tr("Attach {0} to {1}").format(form, quote(sentence.forms[head - 1])), change
        return self.tr("Set {0} of {1} to {2}").format(title, form, new_value), change

    def _revert_field(self, field: WordField) -> None:
        """Put the sentence's value back into a field, and clear its error."""
        field.line.setText(field.shown_value)
        field.unconfirmed_value = ""
        field.show_error("")
        field.line.selectAll()

    def _go_to_adjacent_word(self, field: WordField, side: int) -> None:
        """Commit a field and select the word on the right (1) or left (-1), keeping the focus in the same field."""
        sentence, word = self._get_sentence(), self._position[1]
        if sentence is None or not self._commit_field(field):
            return
        target_word = word + (-side if bool(is_right_to_left(sentence.text)) else side)
        if not 1 <= target_word <= len(sentence):
            return
        name = field.name
        self._session.select(word=target_word)
        target_field = (
            self.fields.get(name) or self._feature_fields.get(name.partition(":")[2]) or self._new_feature_field
        )
        target_field.line.setFocus(Qt.FocusReason.OtherFocusReason)
        target_field.line.selectAll()
        self._offer_completions(target_field)


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
        self.suggestion_label = widgets.make_label(wraps=True, faint=True)
        self.suggestion_label.setVisible(False)
        widgets.make_column(self.line, self.error_label, self.suggestion_label, on=self, margins=0, spacing=1)

    @property
    def value(self) -> str:
        """The typed text, without spaces at its ends."""
        return self.line.text().strip()

    @property
    def is_pending(self) -> bool:
        """Whether typed text is not committed yet."""
        return self.value != self.shown_value

    def discard_typed(self) -> None:
        """Forget that the text was typed; another value is shown next."""
        self.shown_value = self.value
        self.line.setCursorPosition(0)

    def show_value(self, value: str) -> None:
        """Show the stored value of the column, and clear any error."""
        self.shown_value = "" if value == EMPTY else value
        if self.line.text() != self.shown_value:
            self.line.setText(self.shown_value)
            self.line.setCursorPosition(0)
        self.unconfirmed_value = ""
        self.show_error("")

    def show_suggestion(self, text: str) -> None:
        """Show below the line what would be written in place of its value; "" for nothing."""
        self.suggestion_label.setText(text)
        self.suggestion_label.setVisible(bool(text))

    def show_error(self, message: str) -> None:
        """Show an error below the line; "" clears it."""
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
        """Show the identifier, text and comments of a sentence; hide the panel for None."""
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
    """Return the font for a treebank text in its script, in the text size of the widget plus `extra_points`."""
    arabic = is_arabic(text)
    return make_treebank_font(get_text_font_size(widget, 0.5) + extra_points + _ARABIC_EXTRA_POINTS * arabic, arabic)

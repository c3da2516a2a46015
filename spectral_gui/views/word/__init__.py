"""The form for the selected word: every column as a field with what the treebank uses there; Enter commits."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QWidget

from spectral_core.data import EMPTY, Sentence
from spectral_core.data.problem import quoted
from spectral_core.data.structure import ArcPart
from spectral_core.formats import CHOSEN, holds, keeps
from spectral_gui import widgets
from spectral_gui.absences import Absence
from spectral_gui.lists import as_tip
from spectral_gui.resources import direction_of, is_right_to_left, isolated, likelihood
from spectral_gui.session import Notices, Proposals, Selection, Session, Surveying
from spectral_gui.views.word.changes import (
    MOST_DIGITS,
    TITLES,
    change_to,
    feature_change,
    features,
    kept_by,
    offered,
    relations,
)
from spectral_gui.views.word.field import Field, SentenceNotes, font_for


class WordView(widgets.Panel):
    """Shows the selected word and changes it; under it what the sentence says of itself."""

    def __init__(self, session: Session, notices: Notices, surveying: Surveying, proposals: Proposals):
        super().__init__()
        self._session, self._notices, self._surveying, self._proposals = session, notices, surveying, proposals
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._at = (-1, 0)  # the word shown: what is typed goes there, even when another one was selected meanwhile
        self._heard: list[str] = []
        self._committing = False
        self.fields: dict[str, Field] = {}
        self._features: dict[str, Field] = {}
        self._last: str = "upos"  # the field that is gone to
        self._word = widgets.label(wraps=True, selectable=True)
        self._of_head = widgets.label()
        self._form = QWidget()
        rows = widgets.form(self._form, margins=(0, 0, 0, 0), spacing=4)
        self._feature_rows = QWidget()
        self._feature_form = widgets.form(self._feature_rows, margins=(12, 0, 0, 4), spacing=2)
        for name, title in TITLES.items():
            self.fields[name] = self._made(name, title)
            rows.addRow(title, self.fields[name])
            if name == "head":
                rows.addRow("", self._of_head)
            if name == "feats":
                rows.addRow(self._feature_rows)
        self._added = self._made("feature", self.tr("Another feature"))
        self._added.line.setPlaceholderText(self.tr("Name=Value"))
        self._feature_form.addRow(self.tr("Add"), self._added)
        self._closed = widgets.label(wraps=True, faint=True)
        rows.addRow(self._closed)
        self._about, self._none = SentenceNotes(), Absence("tag")
        none = self.tr("No word is selected: click on one, or press an arrow key above the structure.")
        self._none.say(none, "window.next_word")
        inside = QWidget()
        widgets.column(self._word, self._none, self._form, self._about, widgets.REST, on=inside, margins=(8, 6, 8, 6))
        widgets.column(widgets.scrolling(inside), on=self, margins=0)
        session.treebank_changed.connect(self._show_treebank)
        session.selection_changed.connect(self._follow)
        widgets.hear(self._show_changed, session.sentence_changed, proposals.changed)
        widgets.hear(self._heard.append, notices.refused, notices.failed)
        widgets.hear(self._show, self.seen, self.font_changed)
        self._show()

    def focus_form(self) -> None:
        """Puts the cursor into the field that was used last, or the next that can be typed in; of a sentence in which
        no word is selected, of the first word. What cannot be edited is said, and letters go nowhere."""
        if not self._session.selection.word and self._session.sentence is not None:
            self._session.select(word=1)
        self._show()
        lines = [self.fields[self._last].line, *(field.line for field in self._all())]
        line = next((one for one in lines if one.isVisible() and one.isEnabled() and not one.isReadOnly()), None)
        if line is None:
            self.setFocus(Qt.FocusReason.ShortcutFocusReason)
            why = next((one.toolTip() for one in lines if one.toolTip()), "")
            self._notices.refuse(why or self.tr("There is no word here to edit."))
            return
        widgets.type_in(line)

    def commit(self) -> bool:
        """Takes over all that was typed; whether nothing was refused."""
        return not [field for field in self._all() if not self._commit(field)]

    def _made(self, name: str, title: str) -> Field:
        field = Field(name, title)
        line = field.line
        line.editingFinished.connect(lambda: self._commit(field))
        line.left.connect(lambda: self._revert(field))
        line.turned.connect(lambda side: self._turn(field, side))
        line.entered.connect(lambda: self._enter(field))
        return field

    def _shown_sentence(self) -> Sentence | None:
        at, treebank = self._at[0], self._session.treebank
        return treebank[at] if 0 <= at < len(treebank) else None

    def _show_treebank(self) -> None:
        self._at = (-1, 0)
        self._empty()

    def _follow(self, now: Selection, _before: Selection) -> None:
        if (now.sentence, now.word) != self._at:
            if self._at[1]:
                self.commit()
            self._empty()

    def _empty(self) -> None:
        for field in self._all():
            field.show_value("")
        self._show()

    def _show_changed(self, at: int) -> None:
        if at == self._at[0]:
            self._show()

    def _show(self) -> None:
        """Shows the selected word; behind another panel, as soon as somebody looks."""
        selection = self._session.selection
        sentence = self._session.sentence
        self._at = (selection.sentence, selection.word)
        if not self.isVisible():
            return
        word = selection.word
        there = sentence is not None and 1 <= word <= len(sentence)
        self._form.setVisible(there)
        self._about.show_sentence(sentence)
        self._word.setVisible(there)
        self._none.setVisible(not there)
        if sentence is None or not there:
            return
        form = sentence.forms[word - 1]
        self._word.setText(f"{word}  \u2068{form}\u2069")
        self._word.setFont(font_for(form, self, 4))
        values: dict[str, str] = {name: sentence.column(name)[word - 1] for name in TITLES if name != "head"}
        head = sentence.heads[word - 1]
        values["head"] = EMPTY if head is None else str(head)
        self._of_head.setText(self._named_head(sentence, head))
        self._show_proposed(sentence, word)
        for name, field in self.fields.items():
            if not field.pending or self._committing:
                field.show_value(values[name])
        for line in (self.fields["form"].line, self.fields["lemma"].line):
            line.setFont(font_for(form, self))
            line.setLayoutDirection(direction_of(bool(is_right_to_left(form))))
        self._show_features(values["feats"])
        self._allow(sentence)

    def _show_proposed(self, sentence: Sentence, word: int) -> None:
        """In grey what is proposed for the word: in the fields that are empty, and under that of the head."""
        offer, tree = self._proposals.offer, self._proposals.offered
        rows = dict.fromkeys(("upos", "xpos", "head", "deprel"), "")
        if offer is not None and tree is not None and offer.asked.sentence == sentence:
            own, head = sentence.heads[word - 1], tree.heads[word - 1]
            rows = {name: tree.column(name)[word - 1] for name in rows if name != "head"}
            rows["head"] = EMPTY if head is None else str(head)
            if own != head:
                number = None if head is None else offer.number(ArcPart(word, head))
                said = self.tr("proposed: {0}").format(self._named_head(tree, head))
                parts = (said, "" if number is None else f"\u2066{likelihood(number, offer.calibrated)}\u2069")
                now = "" if own is None else f"{self._of_head.text()}; "
                self._of_head.setText(now + ", ".join(filter(None, parts)))
        faint = any(rows.values()) and sentence.heads[word - 1] is None
        role = QPalette.ColorRole.PlaceholderText if faint else QPalette.ColorRole.WindowText
        self._of_head.setForegroundRole(role)
        for name, value in rows.items():
            self.fields[name].line.setPlaceholderText("" if value == EMPTY else value)

    def _show_features(self, feats: str) -> None:
        named = {name: value for name, value in features(feats) if value is not None}
        if list(named) != list(self._features):
            had = next((name for name, field in self._features.items() if field.line.hasFocus()), None)
            for field in self._features.values():
                label = self._feature_form.labelForField(field)
                self._feature_form.takeRow(field)  # not removed at once: it may be what is being typed in
                if label is not None:
                    label.hide()
                    label.deleteLater()
                field.hide()
                field.deleteLater()
            self._features = {}
            for row, name in enumerate(named):
                field = self._made(f"feats:{name}", self.tr("Feature {0}").format(name))
                self._features[name] = field
                self._feature_form.insertRow(row, widgets.label(name.replace("&", "&&"), of=field), field)
            if had is not None:
                (self._features.get(had) or self._added).line.setFocus(Qt.FocusReason.OtherFocusReason)
        for name, field in self._features.items():
            if not field.pending or self._committing:
                field.show_value(named[name])
        self._feature_rows.setVisible(bool(named) or feats == EMPTY)

    def _allow(self, sentence: Sentence) -> None:
        """Lets only those fields be typed in whose column the file can keep, and says below them why not the others."""
        format = self._session.treebank.format
        why = self._session.read_only
        if not sentence.readable:
            why = self.tr("This sentence could not be read and is kept as it stands.")
        lacks = self.tr("A file of this kind has no place for {0}; save it as CoNLL-U to use it.")
        closed = [TITLES[column] for column in TITLES if column != "form" and not keeps(format, column)]
        self._closed.setText(why or lacks.format(", ".join(closed)))
        self._closed.setVisible(bool(why or closed))
        for name, field in {**self.fields, **{f"f{n}": f for n, f in self._features.items()}, "": self._added}.items():
            column = name if name in self.fields else "feats"
            reason = why
            if name == "form":  # reached by Tab, to be read and copied
                reason = self.tr("Decisions are kept by the words of the text: to change one, change the file.")
                field.line.setReadOnly(True)
                field.line.setToolTip(as_tip(reason))
                field.line.setAccessibleDescription(reason)
                continue
            if not reason and TITLES[column] in closed:
                reason = lacks.format(TITLES[column])
            field.line.setReadOnly(bool(reason))
            field.line.setEnabled(not reason)
            field.line.setToolTip(as_tip(reason))
            field.line.setAccessibleDescription(reason)

    def _named_head(self, sentence: Sentence, head: int | None) -> str:
        if head is None:
            return self.tr("not attached")
        if head == 0:
            return self.tr("the root")
        return f"\u2068{sentence.forms[head - 1]}\u2069" if head <= len(sentence) else self.tr("there is no such word")

    def _enter(self, field: Field) -> None:
        if field.name in self.fields and field.name != "form":
            self._last = field.name
        sentence, word = self._shown_sentence(), self._at[1]
        if sentence is None or not 1 <= word <= len(sentence):
            return
        found = offered(field.name, self._surveying.inventory, sentence, word)
        field.line.choices.setStringList(list(dict.fromkeys(found)))

    def _commit(self, field: Field) -> bool:
        """Whether nothing is left to be mended in a field: it was not changed, or its value is in the sentence now."""
        sentence, word = self._shown_sentence(), self._at[1]
        if not field.pending or self._committing:
            return not field.complaint.text()
        if sentence is None or not 1 <= word <= len(sentence):
            field.show_value(field.shown)
            return True
        if self._asks_about(field, sentence, word):
            return False
        step, change = self._step(field, field.value, sentence, word)
        if holds(self._session.treebank.format, CHOSEN):
            change = kept_by(self._session.treebank.sentences, change)
        self._heard.clear()
        self._committing = True  # the fields now take what the sentence says
        others = {other: other.line.text() for other in self._all() if other.pending and other is not field}
        done = self._session.edit(step, change, index=self._at[0])
        self._committing = False
        for other, text in others.items():  # typed there and not committed yet
            if other in self._all():
                other.line.setText(text)
        if done:
            if field is self._added:
                field.show_value("")
            return True
        if self._heard:
            field.complain(self._heard[-1])
            return False
        field.show_value(field.shown)  # the sentence has it already
        return True

    def _asks_about(self, field: Field, sentence: Sentence, word: int) -> bool:
        """Whether a relation that nobody used is asked about first: a second Enter makes it."""
        value, confirmed = field.value, field.asked_about == field.value and field.line.hasFocus()
        tree = self._proposals.offered
        known = {*sentence.deprels, *(() if tree is None else tree.deprels)}
        if field.name != "deprel" or not value or confirmed or value in known:
            return False
        if value in relations(self._surveying.inventory, sentence, word):
            return False
        field.asked_about = value
        said = self.tr("Nothing here is called {0}: Enter once more makes it, Escape takes it back.")
        field.complain(said.format(isolated(value)))
        return True

    def _all(self) -> tuple[Field, ...]:
        return (*self.fields.values(), *self._features.values(), self._added)

    def _step(
        self, field: Field, value: str, sentence: Sentence, word: int
    ) -> tuple[str, Callable[[Sentence], Sentence]]:
        form = quoted(sentence.forms[word - 1])
        name = field.name
        if name == "feature" or name.startswith("feats:"):
            feature, _, new = value.partition("=") if name == "feature" else (name[6:], "", value)
            title = feature
            change = feature_change(word, feature.strip(), new.strip(), value)
        else:
            title = TITLES[name]
            change = change_to(name, word, value)
            new = value
        if not value:
            return self.tr("Clear {0} of {1}").format(title, form), change
        if name == "head":
            number = value.split()[0]
            above = int(number) if number.isdecimal() and len(number) <= MOST_DIGITS else -1
            if above == 0:
                return self.tr("Attach {0} to the root").format(form), change
            if 1 <= above <= len(sentence):
                return self.tr("Attach {0} to {1}").format(form, quoted(sentence.forms[above - 1])), change
        return self.tr("Set {0} of {1} to {2}").format(title, form, new), change

    def _revert(self, field: Field) -> None:
        field.line.setText(field.shown)
        field.asked_about = ""
        field.complain("")
        field.line.selectAll()

    def _turn(self, field: Field, side: int) -> None:
        """Goes to the word on the right or left, with the cursor in the same field."""
        sentence, word = self._shown_sentence(), self._at[1]
        if sentence is None or not self._commit(field):
            return
        wanted = word + (-side if bool(is_right_to_left(sentence.text)) else side)
        if not 1 <= wanted <= len(sentence):
            return
        name = field.name
        self._session.select(word=wanted)
        found = self.fields.get(name) or self._features.get(name.partition(":")[2]) or self._added
        found.line.setFocus(Qt.FocusReason.OtherFocusReason)
        found.line.selectAll()
        self._enter(found)

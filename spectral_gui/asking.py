"""The card of a question about the tree that is proposed: below a canvas, never on the tree, answered by keys."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QPalette
from PySide6.QtWidgets import QFrame

from spectral_core.data import Sentence
from spectral_core.data.structure import CONSTITUENTS, ArcPart, SpanPart
from spectral_core.engine import PartQuestion
from spectral_gui import widgets
from spectral_gui.canvas import Canvas
from spectral_gui.prompts import cap_size, key_cap
from spectral_gui.resources import likelihood, translating
from spectral_gui.session import Questions

_LETTERS = 78  # across
_ABOVE, _BELOW = 8, 28  # pixels between the card and what is above it, and the edge
_MOST_WORDS = 7  # of a phrase that are quoted
_SPOKEN_WITH_A_VOWEL = "AEFHILMNORSX"  # letters of which labels are made
_tr = translating("Asking")


class QuestionCard(widgets.Panel):
    """Shows what is asked, and takes the keys from the canvas on screen while something is. It is no part of a view of
    trees, which would hear its letters too."""

    def __init__(self, questions: Questions, canvases: Sequence[Canvas]):
        super().__init__()
        self._questions, self._canvases = questions, canvases
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.setAutoFillBackground(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.card = QFrame()
        self.card.setObjectName("question")
        self.title, self.text = widgets.label(wraps=True), widgets.label(wraps=True, faint=True)
        self.yes = widgets.button("", questions.answer_yes, _tr("Yes: lock what is asked about"))
        self.no = widgets.button("", questions.answer_no, _tr("No: forbid what is asked about"))
        self.later = widgets.button(_tr(" Later"), questions.skip, _tr("Later: ask about something else"))
        self.title.setProperty("kind", "title")
        self.yes.setProperty("kind", "primary")
        self.later.setProperty("kind", "quiet")
        self._buttons = (self.yes, self.no, self.later)
        for button in self._buttons:
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.setAccessibleName(button.toolTip())
        buttons = widgets.row(self.yes, self.no, widgets.REST, self.later, spacing=8)
        widgets.column(self.title, self.text, 4, buttons, on=self.card, margins=(16, 12, 16, 12), spacing=6)
        row = widgets.row(widgets.REST, (self.card, 1000), widgets.REST, margins=(12, 0, 12, 0))
        widgets.column(_ABOVE, row, _BELOW, on=self, margins=0, spacing=0)
        self._keys: Sequence[str] = ("", "", "")
        questions.changed.connect(self.follow)
        widgets.hear(lambda: self.set_keys(*self._keys), self.palette_changed, self.font_changed)
        self.hide()

    def set_keys(self, *keys: str) -> None:
        """Shows the keys of yes, no and later on their buttons."""
        self._keys = keys
        for button, key in zip(self._buttons, keys, strict=True):
            button.setIcon(key_cap(self, key))
            button.setIconSize(cap_size(self))

    def follow(self) -> None:
        """Shows the question of now; while the next is found, the last one without its buttons."""
        question = self._questions.question
        if question is not None:
            self._show(question)
        for button in self._buttons:
            button.setEnabled(question is not None)
        stays = question is not None or (self._questions.is_waiting and not self.isHidden())
        if stays and self.isHidden():
            self.show()
            if any(canvas.hasFocus() for canvas in self._canvases):
                self.setFocus(Qt.FocusReason.PopupFocusReason)
        elif not stays and not self.isHidden():
            canvas = next((canvas for canvas in self._canvases if canvas.isVisible()), None)
            if self.hasFocus() and canvas is not None:
                canvas.setFocus(Qt.FocusReason.PopupFocusReason)
            self.hide()

    def _show(self, question: PartQuestion) -> None:
        self.card.setMaximumWidth(self.fontMetrics().averageCharWidth() * _LETTERS)
        self.title.setText(asked(question))
        self.text.setText(otherwise(question))
        for button, text, number in (
            (self.yes, _tr(" Yes  {0}"), question.score),
            (self.no, _tr(" No  {0}"), 1 - question.score),
        ):
            button.setText(text.format(likelihood(number, question.calibrated)))
            button.setAccessibleName(button.text().strip())
        self.setAccessibleName(self.title.text())
        self.setAccessibleDescription(self.text.text())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._questions.leave()
        else:
            super().keyPressEvent(event)


def asked(question: PartQuestion) -> str:
    """What is asked, as a sentence."""
    part, forms = question.part, question.yes.forms
    if isinstance(part, ArcPart):
        word = _word(forms, part.word)
        if not part.head:
            return _tr("Is {0} the root?").format(word)
        return _tr("Is {0} the head of {1}?").format(_word(forms, part.head), word)
    said = _tr("Is {0} {1}").format(_quoted(forms, part), _a(part.label))
    if question.parent is not None:
        said = _tr("{0} under the {1} {2}").format(said, question.parent.label, _quoted(forms, question.parent))
    return f"{said}?"


def otherwise(question: PartQuestion) -> str:
    """What the model takes instead where the answer is no."""
    part, other = question.part, question.no
    if isinstance(part, ArcPart):
        head = other.heads[part.word - 1]
        if not head:
            return "" if head is None else _tr("If not, {0} is the root.").format(_word(other.forms, part.word))
        return _tr("If not, {0} is its head.").format(_word(other.forms, head))
    phrases = [one for one in CONSTITUENTS.parts(other) if isinstance(one, SpanPart)]
    there = next((one for one in phrases if one.position == part.position), None)
    if there is not None:
        return _tr("If not, it is {0}.").format(_a(there.label))
    crossing = next((one for one in phrases if one.start < part.start < one.end < part.end), None) or next(
        (one for one in phrases if part.start < one.start < part.end < one.end), None
    )
    if crossing is not None:
        return _tr("If not, {0} is {1}.").format(_quoted(other.forms, crossing), _a(crossing.label))
    return _moved(part, question.yes, phrases)


def _moved(part: SpanPart, tree: Sentence, phrases: Sequence[SpanPart]) -> str:
    """Where the largest phrase in a part stands in a tree of these phrases, in which it is no longer in one of them
    over the part's own words."""
    both = set(CONSTITUENTS.parts(tree)).intersection(phrases)
    inside = [one for one in phrases if one in both and _within(one, part)]
    for one in sorted(inside, key=lambda one: one.start - one.end):
        around = [other for other in phrases if _within(one, other)]
        above = min(reversed(around), key=lambda other: other.end - other.start, default=None)
        if above is not None and not _within(above, part):
            said = _tr("If not, {0} stands under the {1} {2}.")
            return said.format(_quoted(tree.forms, one), above.label, _quoted(tree.forms, above))
    return ""


def _within(inner: SpanPart, outer: SpanPart) -> bool:
    return inner.position != outer.position and outer.start <= inner.start and inner.end <= outer.end


def _a(label: str) -> str:
    """A label with its article, as it is spoken: capitals letter by letter."""
    vowel = label[:1] in (_SPOKEN_WITH_A_VOWEL if label[:2].isupper() or len(label) == 1 else "AEIOUaeiou")
    return (_tr("an {0}") if vowel else _tr("a {0}")).format(label)


def _quoted(forms: Sequence[str], part: SpanPart) -> str:
    words = list(forms[part.start : part.end])
    if len(words) > _MOST_WORDS:
        words = [*words[:3], "…", *words[-2:]]
    return f"“\u2068{' '.join(words)}\u2069”"


def _word(forms: Sequence[str], word: int) -> str:
    """A word in quotes, with its number where another is written alike."""
    form = forms[word - 1]
    quoted = f"“\u2068{form}\u2069”"
    return f"{quoted} {word}" if forms.count(form) > 1 else quoted

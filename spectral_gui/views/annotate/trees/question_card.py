"""Card with a question about the suggested tree: below a canvas, never covering the tree, answered by keys."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QPalette
from PySide6.QtWidgets import QFrame

from spectral_core.data import Sentence
from spectral_core.data.structure import CONSTITUENTS, ArcPart, SpanPart
from spectral_core.engine import PartQuestion
from spectral_gui import widgets
from spectral_gui.state import PartQuestions
from spectral_gui.text_display import format_arc_score, make_translator
from spectral_gui.widgets.canvas import Canvas
from spectral_gui.widgets.prompts import draw_key_cap, get_key_cap_size

_WIDTH_IN_LETTERS = 78  # of the card
_TOP_MARGIN, _BOTTOM_MARGIN = 8, 28  # pixels above the card, and below it
_MAX_WORDS = 7  # of a quoted phrase
_VOWEL_SOUND_LETTERS = "AEFHILMNORSX"  # capitals whose names begin with a vowel
_tr = make_translator("QuestionCard")


class QuestionCard(widgets.Panel):
    """Card that shows the question and meanwhile takes the keys from the canvas on screen. It is not part of a tree
    view, which would receive its letters too."""

    def __init__(self, questions: PartQuestions, canvases: Sequence[Canvas]):
        super().__init__()
        self._questions, self._canvases = questions, canvases
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.setAutoFillBackground(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.card = QFrame()
        self.card.setObjectName("question")
        self.title, self.text = widgets.make_label(wraps=True), widgets.make_label(wraps=True, faint=True)
        self.yes_button = widgets.make_button("", questions.answer_yes, _tr("Yes: lock this"))
        self.no_button = widgets.make_button("", questions.answer_no, _tr("No: exclude this from the analysis"))
        self.later_button = widgets.make_button(_tr(" Later"), questions.skip, _tr("Later: skip to another question"))
        self.title.setProperty("kind", "title")
        self.yes_button.setProperty("kind", "primary")
        self.later_button.setProperty("kind", "quiet")
        self._buttons = (self.yes_button, self.no_button, self.later_button)
        for button in self._buttons:
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.setAccessibleName(button.toolTip())
        buttons = widgets.make_row(self.yes_button, self.no_button, widgets.STRETCH, self.later_button, spacing=8)
        widgets.make_column(self.title, self.text, 4, buttons, on=self.card, margins=(16, 12, 16, 12), spacing=6)
        row = widgets.make_row(widgets.STRETCH, (self.card, 1000), widgets.STRETCH, margins=(12, 0, 12, 0))
        widgets.make_column(_TOP_MARGIN, row, _BOTTOM_MARGIN, on=self, margins=0, spacing=0)
        self._keys: Sequence[str] = ("", "", "")
        questions.changed.connect(self.update_question)
        widgets.connect_signals(lambda: self.set_keys(*self._keys), self.palette_changed, self.font_changed)
        self.hide()

    def set_keys(self, *keys: str) -> None:
        """Show the keys of yes, no and later on their buttons."""
        self._keys = keys
        for button, key in zip(self._buttons, keys, strict=True):
            button.setIcon(draw_key_cap(self, key))
            button.setIconSize(get_key_cap_size(self))

    def update_question(self) -> None:
        """Show the current question, and take the focus from the canvas. While the next question is computed, disable
        the buttons; without a question, hide the card."""
        question = self._questions.question
        if question is not None:
            self._show_question(question)
        for button in self._buttons:
            button.setEnabled(question is not None)
        is_open = question is not None or (self._questions.is_waiting and not self.isHidden())
        if is_open and self.isHidden():
            self.show()
            if any(canvas.hasFocus() for canvas in self._canvases):
                self.setFocus(Qt.FocusReason.PopupFocusReason)
        elif not is_open and not self.isHidden():
            canvas = next((canvas for canvas in self._canvases if canvas.isVisible()), None)
            if self.hasFocus() and canvas is not None:
                canvas.setFocus(Qt.FocusReason.PopupFocusReason)
            self.hide()

    def _show_question(self, question: PartQuestion) -> None:
        """Show the text of a question, and the probabilities of both answers on the buttons."""
        self.card.setMaximumWidth(self.fontMetrics().averageCharWidth() * _WIDTH_IN_LETTERS)
        self.title.setText(format_question(question))
        self.text.setText(describe_alternative_analysis(question))
        for button, text, score in (
            (self.yes_button, _tr(" Yes  {0}"), question.score),
            (self.no_button, _tr(" No  {0}"), 1 - question.score),
        ):
            button.setText(text.format(format_arc_score(score, question.calibrated)))
            button.setAccessibleName(button.text().strip())
        self.setAccessibleName(self.title.text())
        self.setAccessibleDescription(self.text.text())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._questions.stop()
        else:
            super().keyPressEvent(event)


def format_question(question: PartQuestion) -> str:
    """Return the question as text: whether a word is the head of another, or whether words form a phrase with a
    label."""
    part, forms = question.part, question.yes.forms
    if isinstance(part, ArcPart):
        word = _quote_word(forms, part.word)
        if not part.head:
            return _tr("Is {0} the root?").format(word)
        return _tr("Is {0} the head of {1}?").format(_quote_word(forms, part.head), word)
    text = _tr("Is {0} {1}").format(_quote_words(forms, part), _add_indefinite_article(part.label))
    if question.parent is not None:
        text = _tr("{0} under the {1} {2}").format(text, question.parent.label, _quote_words(forms, question.parent))
    return f"{text}?"


def describe_alternative_analysis(question: PartQuestion) -> str:
    """Return a sentence that describes the model's analysis if the answer is no; "" if that cannot be said briefly."""
    part, alternative = question.part, question.no
    if isinstance(part, ArcPart):
        head = alternative.heads[part.word - 1]
        if not head:
            return (
                ""
                if head is None
                else _tr("If not, {0} is the root.").format(_quote_word(alternative.forms, part.word))
            )
        return _tr("If not, {0} is its head.").format(_quote_word(alternative.forms, head))
    phrases = [phrase for phrase in CONSTITUENTS.parts(alternative) if isinstance(phrase, SpanPart)]
    same_span = next((phrase for phrase in phrases if phrase.position == part.position), None)
    if same_span is not None:
        return _tr("If not, it is {0}.").format(_add_indefinite_article(same_span.label))
    crossing = next((phrase for phrase in phrases if phrase.start < part.start < phrase.end < part.end), None) or next(
        (phrase for phrase in phrases if part.start < phrase.start < part.end < phrase.end), None
    )
    if crossing is not None:
        return _tr("If not, {0} is {1}.").format(
            _quote_words(alternative.forms, crossing), _add_indefinite_article(crossing.label)
        )
    return _describe_attachment(part, question.yes, phrases)


def _describe_attachment(part: SpanPart, tree: Sentence, phrases: Sequence[SpanPart]) -> str:
    """Return a sentence on how the best tree without the phrase `part` attaches the largest phrase inside it: to which
    of the `phrases` of that tree outside `part`. "" if there is none; `tree` is the best tree with `part`."""
    common_parts = set(CONSTITUENTS.parts(tree)).intersection(phrases)
    inner_phrases = [phrase for phrase in phrases if phrase in common_parts and _is_within(phrase, part)]
    for phrase in sorted(inner_phrases, key=lambda phrase: phrase.start - phrase.end):
        containing = [outer for outer in phrases if _is_within(phrase, outer)]
        parent = min(reversed(containing), key=lambda outer: outer.end - outer.start, default=None)
        if parent is not None and not _is_within(parent, part):
            template = _tr("If not, {0} is inside the {1} {2}.")
            return template.format(_quote_words(tree.forms, phrase), parent.label, _quote_words(tree.forms, parent))
    return ""


def _is_within(inner: SpanPart, outer: SpanPart) -> bool:
    """Return whether a phrase lies inside another over more words."""
    return inner.position != outer.position and outer.start <= inner.start and inner.end <= outer.end


def _add_indefinite_article(label: str) -> str:
    """Put "a" or "an" before a label, as it is spoken: capitals letter by letter."""
    vowel = label[:1] in (_VOWEL_SOUND_LETTERS if label[:2].isupper() or len(label) == 1 else "AEIOUaeiou")
    return (_tr("an {0}") if vowel else _tr("a {0}")).format(label)


def _quote_words(forms: Sequence[str], part: SpanPart) -> str:
    """Quote the words of a phrase; a long phrase without its middle."""
    words = list(forms[part.start : part.end])
    if len(words) > _MAX_WORDS:
        words = [*words[:3], "…", *words[-2:]]
    return f"“\u2068{' '.join(words)}\u2069”"


def _quote_word(forms: Sequence[str], word: int) -> str:
    """Quote a word, followed by its number if another word has the same form."""
    form = forms[word - 1]
    quoted = f"“\u2068{form}\u2069”"
    return f"{quoted} {word}" if forms.count(form) > 1 else quoted

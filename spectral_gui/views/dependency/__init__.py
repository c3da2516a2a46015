"""The dependencies of the selected sentence: drawn, outlined, and edited with keys or the mouse."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partialmethod

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent

from spectral_core.data import Problem, Sentence
from spectral_core.data.structure import ArcPart
from spectral_gui import theme, widgets
from spectral_gui.canvas import Canvas
from spectral_gui.proposing import Proposing, beside
from spectral_gui.resources import MOST_WORDS, text_font
from spectral_gui.scenes.dependencies import ArcDrawing, ArcMarks, ArcStyle, Kept, Stood
from spectral_gui.session import (
    Accepting,
    Notices,
    Proposals,
    Questions,
    Readings,
    Replacing,
    Selection,
    Session,
    Surveying,
)
from spectral_gui.views.dependency.editing import Editing
from spectral_gui.views.dependency.outline import WordOutline
from spectral_gui.views.dependency.pointer import WordCursor, WordMenu, WordPointer
from spectral_gui.views.dependency.proposed import NothingProposed, ShownArcs, shown
from spectral_gui.views.dependency.word_choices import WordChoices

_MARGINS = 36  # pixels to the left and right of rows that are folded
_WAIT = 50  # milliseconds without another size, before rows are folded anew


class DependencyView(widgets.Panel):
    """Shows and edits the dependencies of what is selected in the session; `canvas` and `outline` show the same."""

    edit_word_asked = Signal(int)  # all that is known of a word is to be edited

    def __init__(
        self,
        session: Session,
        notices: Notices,
        surveying: Surveying,
        proposals: Proposals,
        accepting: Accepting,
        readings: Readings,
        questions: Questions,
        replacing: Replacing,
    ):
        super().__init__()
        self._session, self._surveying, self._proposals, self._accepting = session, surveying, proposals, accepting
        self._notices, self._readings, self._questions = notices, readings, questions
        self._sentence: Sentence | None = None  # the one that is drawn
        self._problems: tuple[Problem, ...] = ()  # that are marked in it
        self.drawing: ArcDrawing | None = None  # on the canvas
        self._rows = Kept()  # of what was drawn last
        self._drawn_as: tuple[ArcStyle, tuple[str, ...], bool] | None = None  # in which style, and of what
        self._stale = True  # shown anew as soon as somebody looks
        self._scrolled = False  # by a user, since the sentence came
        self._arabic_points: float | None = None
        self.folded = True  # a tree fills the width it has, and scrolls down only
        self.close_together = self.enhanced_shown = self.lemmas_shown = False
        self._interlinear: bool | None = None  # as somebody chose
        self.canvas = widgets.named(Canvas(), self.tr("Dependency tree"))
        self.outline = WordOutline()
        self._cursor = WordCursor(session, lambda: self.drawing, self)
        self._shown: ShownArcs | None = None
        given = (session, notices, surveying, proposals, self.canvas, self._cursor)
        self.editing = Editing(*given, lambda: self.drawing, self._freshen)
        self.prompt = self.editing.prompt
        acting = (proposals, accepting, questions, replacing)
        self.proposing = Proposing(*acting, self._place, self._step_doubtful, self)
        self._pointer = WordPointer(self.canvas, lambda: self.drawing)
        self._refold = widgets.pause(self, self._show)
        self._motion = theme.Motion(self)
        self._arrive = widgets.pause(self, self._go_to_doubt)  # when everybody has heard of the sentence
        doing = (self.editing, self.proposing, self)
        WordMenu(self, doing, session, self.canvas, self.outline, self._cursor, lambda: self.drawing)
        self.nothing = NothingProposed(session, proposals)
        self.choices = WordChoices(session, proposals, readings)
        parts = widgets.splitter(self.canvas, self.outline, sizes=(680, 330), keeps=False)
        said = widgets.row((self.nothing, 1), self.nothing.help, margins=(0, 0, 8, 0))
        widgets.column((parts, 1), self.choices, said, on=self, margins=0, spacing=0)
        self.setFocusProxy(self.canvas)
        self._connect(session)

    def _connect(self, session: Session) -> None:
        self._pointer.word_chosen.connect(self._cursor.select)
        self._pointer.label_chosen.connect(self._relabel_at)
        self._pointer.word_opened.connect(self.edit_word_asked)
        self._pointer.attach_asked.connect(self._attach_dragged)
        self.choices.taken.connect(self.take)
        self.seen.connect(self._freshen)
        self.canvas.installEventFilter(self)
        self.canvas.viewport().installEventFilter(self)
        self.canvas.restyled.connect(self._show)
        self.canvas.resized.connect(self._keep_in_sight)
        self.canvas.scrolled.connect(self._note_scrolled)
        self.outline.chosen.connect(self._cursor.select_range)
        self.outline.opened.connect(self.edit_word_asked)
        session.treebank_changed.connect(self._show_other)
        session.sentence_changed.connect(self._show_changed)
        session.selection_changed.connect(self._follow)
        self._surveying.changed.connect(self._show_surveyed)
        widgets.hear(self._mark_asked, self._questions.changed, self.canvas.resized)
        widgets.hear(self._show_proposed, self._proposals.changed, self._readings.changed)

    def take(self, row: int) -> None:
        """Takes what else may stand at a word, by its row in the line, from 1."""
        self.editing.take(self.choices.shown, row)

    choose_1, choose_2, choose_3 = partialmethod(take, 1), partialmethod(take, 2), partialmethod(take, 3)
    choose_4, choose_5, choose_6 = partialmethod(take, 4), partialmethod(take, 5), partialmethod(take, 6)
    choose_7, choose_8, choose_9 = partialmethod(take, 7), partialmethod(take, 8), partialmethod(take, 9)

    def _flip(self, name: str) -> None:
        setattr(self, name, not getattr(self, name))
        self._show()

    fold = partialmethod(_flip, "folded")  # a long sentence in as many rows as fit, or in one that scrolls
    compact = partialmethod(_flip, "close_together")  # or with room for labels between words
    show_enhanced = partialmethod(_flip, "enhanced_shown")
    show_lemmas = partialmethod(_flip, "lemmas_shown")

    @property
    def interlinear_shown(self) -> bool:
        """Whether all that is written of a word stands below it: of token tables always, unless somebody says no."""
        return self._session.treebank.format == "table" if self._interlinear is None else self._interlinear

    def show_interlinear(self) -> None:
        self._interlinear = not self.interlinear_shown
        self._show()

    def set_points(self, points: float, arabic_points: float | None = None) -> None:
        self.canvas.points, self._arabic_points = points, arabic_points
        self._show()

    @property
    def drawn(self) -> ArcDrawing:
        self._freshen()
        assert self.drawing is not None
        return self.drawing

    def _freshen(self) -> None:
        if self._stale:
            self._draw()

    def _place(self) -> int | None:
        """The word whose arc is locked; None where there is nothing to edit, which is said."""
        return None if self.editing.ready() is None else self._session.selection.word

    def _what_is_shown(self, sentence: Sentence) -> ShownArcs:
        return shown(self._session, self._proposals, self._accepting, sentence)

    def _step_doubtful(self, by: int) -> None:
        words = self._accepting.in_doubt()
        if words:
            self._cursor.select(beside(words, self._session.selection.word, by))
        else:
            self._notices.note(self.tr("No word of this sentence is in doubt"))

    def _attach_dragged(self, word: int, head: int) -> None:
        if self.editing.allowed():
            self.editing.attach_to(self._session.selection.sentence, [word], head)

    def _relabel_at(self, word: int) -> None:
        self._cursor.select(word)
        if self.drawing is not None and self.editing.allowed():
            self.editing.ask_relation(self.drawing, at_label=True)

    def _show_other(self) -> None:
        self.prompt.leave()
        self._show()

    def _show_changed(self, index: int) -> None:
        if index == self._session.selection.sentence:
            self._show()

    def _show_surveyed(self) -> None:
        at = self._session.selection.sentence
        if self._stale or at < 0 or self._surveying.problems(at) != self._problems:
            self._show()

    def _go_to_doubt(self) -> None:
        """Puts the cursor on the first word in doubt of a sentence in which it stands nowhere yet."""
        if not self._session.selection.word and self.isVisible():
            self._cursor.select(next(iter(self._accepting.in_doubt()), 0))

    def _show_proposed(self, index: int) -> None:
        self.nothing.say()
        sentence = self._session.sentence
        if index == self._session.selection.sentence and sentence is not None:
            if self._stale or self._what_is_shown(sentence) != self._shown:
                self._show()
            self._arrive.start()

    def _follow(self, now: Selection, before: Selection) -> None:
        if now.sentence != before.sentence:
            self.prompt.leave()
            self._show()
            self._arrive.start()
        elif not self._stale:
            self._mark()

    def _show(self) -> None:
        self._stale = True
        if self.isVisible() or self.outline.isVisible():
            self._draw()

    def _draw(self) -> None:
        """Draws the selected sentence as it is now; what was in sight stays so."""
        self._stale = False
        session, canvas = self._session, self.canvas
        before, sentence = self._sentence, session.sentence
        self._pointer.cancel()
        self._motion.leave()
        stood = None if self.drawing is None or before is None else self.drawing.stood
        corner = canvas.mapToScene(0, 0)
        self.drawing = None
        canvas.scene().clear()
        self._sentence, self._shown = sentence, None
        self.nothing.say()
        if sentence is None or not 0 < len(sentence) <= MOST_WORDS:
            self._sentence = None
            self.outline.show_sentence(Sentence.of(()), {}, anew=True)
            self._draw_nothing(0 if sentence is None else len(sentence))
            return
        problems = self._problems = self._surveying.problems(session.selection.sentence)
        now = self._shown = self._what_is_shown(sentence)
        self._sentence = sentence = now.sentence
        width = (canvas.room_across - _MARGINS) / canvas.transform().m11() if self.folded else None
        style = ArcStyle(
            canvas.points,
            self._arabic_points,
            width=width,
            compact=self.close_together,
            lemmas=self.lemmas_shown,
            grid=self.interlinear_shown,
            enhanced=self.enhanced_shown,
        )
        style = self._as_before(style, sentence)
        marks = ArcMarks(problems, now.ghosts, now.doubtful, now.locked, now.forbidden)
        self.drawing = ArcDrawing(canvas.scene(), sentence, canvas.colours, style, marks)
        self._rows = self.drawing.rows
        said: dict[int, str] = {}
        for problem in problems:
            if problem.word:
                more = f"{problem.what}. {problem.remedy}"
                said[problem.word] = f"{said[problem.word]}\n{more}" if problem.word in said else more
        anew = before is None or before.forms != sentence.forms
        self.outline.show_sentence(sentence, said, anew, now.notes)
        if anew:
            self._scrolled = False
            canvas.keep_in_sight(self.drawing.area_of(1))
        self._mark()
        self.editing.preview_again()
        self._mark_asked()
        if stood is not None and not anew:
            moved = canvas.mapToScene(0, 0) - corner
            self._motion.begin(lambda: self._way_from(stood, moved), before != sentence)
        else:
            self._motion.end()

    def _way_from(self, stood: Stood, moved: QPointF) -> Callable[[float], None] | None:
        return None if self.drawing is None else self.drawing.way_from(stood, moved)

    def _as_before(self, style: ArcStyle, sentence: Sentence) -> ArcStyle:
        """The style with the rows that stand there, of the same words as large, so that words stay where they are; not
        with those from before there was an arc, which were broken anywhere."""
        begun = any(head is not None for head in sentence.heads)
        drawn = style, sentence.forms, begun
        kept, self._drawn_as = self._rows if drawn == self._drawn_as else None, drawn
        return replace(style, kept=kept)

    def _mark_asked(self) -> None:
        """Shows the arc that is asked about, where no other is aimed at."""
        drawing, question = self.drawing, self._questions.question
        if self._stale or drawing is None or self.prompt.asking:
            return
        part = None if question is None else question.part
        if isinstance(part, ArcPart):
            drawing.preview(part.word, part.head)
            self.canvas.keep_in_sight(drawing.area_of(part.head or part.word).united(drawing.area_of(part.word)))
        else:
            drawing.clear_preview()

    def _keep_in_sight(self) -> None:
        """Shows the selected word, or else the first one, where there is other room than it was shown in."""
        drawing = self.drawing
        if drawing is not None and not self._scrolled:
            word = self._session.selection.word
            self.canvas.keep_in_sight(drawing.area_of(word if 1 <= word <= len(drawing.sentence) else 1))

    def _note_scrolled(self) -> None:
        self._scrolled = True

    def _draw_nothing(self, words: int) -> None:
        scene = self.canvas.scene()
        why = self.tr("No sentence is selected.")
        if words:
            why = self.tr("This sentence has {0} words; trees are drawn up to {1}.").format(words, MOST_WORDS)
        text = scene.addSimpleText(why, text_font(self.canvas.points))
        text.setBrush(self.canvas.colours.faint)
        scene.setSceneRect(text.boundingRect())
        self.canvas.setAccessibleDescription(text.text())

    def _mark(self) -> None:
        drawing, selection = self.drawing, self._session.selection
        if drawing is None:
            return
        drawing.select(selection.words, selection.word)
        self.outline.follow(selection.word, selection.words)
        if selection.word:
            self.canvas.keep_in_sight(drawing.area_of(selection.word))
            self.canvas.setAccessibleDescription(self.outline.rows.spoken(selection.word))
        else:
            self.canvas.setAccessibleDescription(self.tr("The same is in the outline beside it."))

    def _press(self, event: QKeyEvent) -> bool:
        others = event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
        if others != Qt.KeyboardModifier.NoModifier:
            return False
        if event.key() != Qt.Key.Key_Escape:
            return self._cursor.press(event)
        return self._pointer.cancel() or self._proposals.decline()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if watched is self.canvas.viewport():
            if kind == QEvent.Type.Resize and self.folded:
                self._refold.start(_WAIT)
            return False
        return self._press(event) if isinstance(event, QKeyEvent) and kind == QEvent.Type.KeyPress else False

"""The dependencies of the selected sentence: drawn, outlined, and edited with keys or the mouse."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QPalette, QShowEvent
from PySide6.QtWidgets import QLabel, QMenu, QSplitter, QVBoxLayout, QWidget

from spectral_core.data import Problem, Sentence
from spectral_core.data.dependencies import dependents
from spectral_gui.actions import keep_letters
from spectral_gui.canvas import Canvas
from spectral_gui.resources import MOST_WORDS, text_font
from spectral_gui.scenes.dependencies import Drawing, draw
from spectral_gui.session import Selection, Session
from spectral_gui.views.dependency.editing import Editing
from spectral_gui.views.dependency.outline import Outline
from spectral_gui.views.dependency.pointer import Pointer
from spectral_gui.views.dependency.proposed import Proposed, Shown

_MARGINS = 40  # pixels to the left and right of rows that are folded
_WAIT = 50  # milliseconds without another size, before rows are folded anew


class DependencyView(QWidget):
    """Shows and edits the dependencies of what is selected in the session; `canvas` and `outline` show the same."""

    edit_word_asked = Signal(int)  # all that is known of a word is to be edited

    def __init__(self, session: Session, parent: QWidget | None = None):
        super().__init__(parent)
        self._session = session
        self._sentence: Sentence | None = None  # the one that is drawn
        self._problems: tuple[Problem, ...] = ()  # that are marked in it
        self._drawing: Drawing | None = None
        self._stale = True  # shown anew as soon as somebody looks
        self._arabic_points: float | None = None
        self._train_key = ""
        self.folded = self.close_together = self.enhanced_shown = self.lemmas_shown = False
        self.canvas = Canvas()
        self.canvas.setAccessibleName(self.tr("Dependency tree"))
        self.outline = Outline()
        self._proposed = Proposed(session, self._choose, self)
        self._shown: Shown | None = None
        self._editing = Editing(session, self.canvas, lambda: self._drawing, self._proposed)
        self.prompt = self._editing.prompt
        self._pointer = Pointer(self.canvas, lambda: self._drawing)
        self._refold = QTimer(self)
        self._refold.setSingleShot(True)
        self._refold.timeout.connect(self._show)
        self._arrive = QTimer(self)  # when everybody has heard of the sentence
        self._arrive.setSingleShot(True)
        self._arrive.setInterval(0)
        self._arrive.timeout.connect(self._go_to_doubt)
        self.nothing = QLabel()  # why no tree is proposed
        self.nothing.setTextFormat(Qt.TextFormat.PlainText)
        self.nothing.setWordWrap(True)
        self.nothing.setMargin(6)
        self.nothing.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.nothing.setAccessibleName(self.tr("Why no tree is proposed"))
        self.nothing.hide()
        parts = QSplitter(Qt.Orientation.Horizontal)
        parts.addWidget(self.canvas)
        parts.addWidget(self.outline)
        parts.setStretchFactor(0, 1)
        parts.setSizes([680, 330])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(parts, 1)
        layout.addWidget(self.nothing)
        self.setFocusProxy(self.canvas)
        self._connect(session)

    def _connect(self, session: Session) -> None:
        self._pointer.word_chosen.connect(self._choose)
        self._pointer.label_chosen.connect(self._relabel_at)
        self._pointer.word_opened.connect(self.edit_word_asked)
        self._pointer.attach_asked.connect(self._attach_dragged)
        self.canvas.installEventFilter(self)
        self.canvas.viewport().installEventFilter(self)
        self.canvas.restyled.connect(self._show)
        self.outline.chosen.connect(self._choose_range)
        self.outline.opened.connect(self.edit_word_asked)
        self.outline.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.outline.customContextMenuRequested.connect(self._open_menu_in_outline)
        session.treebank_changed.connect(self._show_other)
        session.sentence_changed.connect(self._show_changed)
        session.selection_changed.connect(self._follow)
        session.survey_changed.connect(self._show_surveyed)
        session.proposals_changed.connect(self._show_proposed)
        session.rankings_changed.connect(self._show_proposed)

    # Going about

    def previous_word(self) -> None:
        """Goes to the word before this one, in reading order."""
        self._step(-1)

    def next_word(self) -> None:
        """Goes to the word after this one, in reading order."""
        self._step(1)

    def go_left(self, extend: bool = False) -> None:
        """Goes to the word on the left, as it is seen."""
        self._step(1 if self._is_mirrored else -1, extend)

    def go_right(self, extend: bool = False) -> None:
        """Goes to the word on the right, as it is seen."""
        self._step(-1 if self._is_mirrored else 1, extend)

    def go_to_head(self) -> None:
        """Goes to the word that this one hangs from."""
        sentence, word = self._sentence, self._session.selection.word
        if sentence is not None and word:
            head = sentence.heads[word - 1]
            if head is not None and 0 < head <= len(sentence):
                self._choose(head)
        else:
            self._step(0)

    def go_to_dependent(self) -> None:
        """Goes to the first word that hangs from this one."""
        sentence, word = self._sentence, self._session.selection.word
        if sentence is not None and word:
            below = dependents(sentence.heads)[word]
            if below:
                self._choose(below[0])
        else:
            self._step(0)

    def go_to_first(self, extend: bool = False) -> None:
        self._choose(1, extend)

    def go_to_last(self, extend: bool = False) -> None:
        self._choose(0 if self._sentence is None else len(self._sentence), extend)

    # What is changed

    def attach(self) -> None:
        """Asks for the head of the selected words."""
        drawing = self._ready()
        if drawing is not None:
            self._editing.ask_head(drawing)

    def relabel(self) -> None:
        """Asks for the relation of the selected words to their heads."""
        drawing = self._ready()
        if drawing is not None:
            self._editing.ask_relation(drawing)

    def make_root(self) -> None:
        """Attaches the selected word to the root; where there is another root, both are marked as wrong."""
        if self._ready() is not None:
            selection = self._session.selection
            self._editing.attach(selection.sentence, [selection.word], 0)

    def detach(self) -> None:
        """Takes the heads of the selected words away."""
        drawing = self._ready()
        if drawing is not None:
            self._editing.detach(drawing.sentence)

    # What is proposed

    def next_tree(self) -> None:
        """Shows the next best tree of the model."""
        self._session.turn(1)

    def previous_tree(self) -> None:
        """Shows the tree before this one in the ranks of the model."""
        self._session.turn(-1)

    def lock(self) -> None:
        """Locks the arc of the selected word, or unlocks it; the rest is parsed anew."""
        if self._ready() is not None:
            self._session.lock(self._session.selection.word)

    def forbid(self) -> None:
        """Forbids the arc of the selected word; the rest is parsed anew."""
        if self._ready() is not None:
            self._session.forbid(self._session.selection.word)

    def free(self) -> None:
        """Takes the locks of the selected word back."""
        if self._ready() is not None:
            self._session.free(self._session.selection.word)

    def accept_rest(self) -> None:
        """Accepts the sentence with the tree that is proposed, once every word in doubt was looked at."""
        if self._ready() is not None:
            self._session.accept_rest()

    def next_doubtful(self) -> None:
        self._proposed.step_doubtful(1)

    def previous_doubtful(self) -> None:
        self._proposed.step_doubtful(-1)

    # How it is shown

    def fold(self) -> None:
        """A long sentence in as many rows as fit, or in one that scrolls."""
        self.folded = not self.folded
        self._show()

    def compact(self) -> None:
        """Words closer together, or with room for the labels between them."""
        self.close_together = not self.close_together
        self._show()

    def show_enhanced(self) -> None:
        """Shows or hides the enhanced graph below the words."""
        self.enhanced_shown = not self.enhanced_shown
        self._show()

    def show_lemmas(self) -> None:
        """Shows or hides lemmas below the words."""
        self.lemmas_shown = not self.lemmas_shown
        self._show()

    def set_points(self, points: float, arabic_points: float | None = None) -> None:
        """Words in another size from now on."""
        self.canvas.points, self._arabic_points = points, arabic_points
        self._show()

    def zoom_in(self) -> None:
        self.canvas.zoom_in()

    def zoom_out(self) -> None:
        self.canvas.zoom_out()

    def zoom_normal(self) -> None:
        self.canvas.zoom_normal()

    def zoom_to_fit(self) -> None:
        self.canvas.zoom_to_fit()

    # How it is done

    @property
    def drawn(self) -> Drawing:
        """What is on the canvas."""
        if self._stale or self._drawing is None:
            self._draw()
        assert self._drawing is not None
        return self._drawing

    @property
    def _is_mirrored(self) -> bool:
        return self._drawing is not None and self._drawing.right_to_left

    def _step(self, by: int, extend: bool = False) -> None:
        if self._sentence is not None:
            word = self._session.selection.word
            self._choose(min(max(word + by, 1), len(self._sentence)) if word else 1, extend)

    def _choose(self, word: int, extend: bool = False) -> None:
        if not word:
            return
        before = self._session.selection
        anchor = (before.anchor or before.word) if extend else 0
        self._session.select(word=word, anchor=0 if anchor == word else anchor)

    def _choose_range(self, word: int, anchor: int) -> None:
        self._session.select(word=word, anchor=anchor)

    def _ready(self) -> Drawing | None:
        """What can be edited now, with a word selected in it: where none was, the first."""
        if self._stale:
            self._draw()
        if self._drawing is not None and not self._session.selection.word:
            self._choose(1)
        return self._drawing if self._editing.allowed() else None

    def _attach_dragged(self, word: int, head: int) -> None:
        if self._editing.allowed():
            self._editing.attach(self._session.selection.sentence, [word], head)

    def _relabel_at(self, word: int) -> None:
        self._choose(word)
        if self._drawing is not None and self._editing.allowed():
            self._editing.ask_relation(self._drawing, at_label=True)

    # What is shown

    def _show_other(self) -> None:
        self.prompt.leave()
        self._show()

    def _show_changed(self, index: int) -> None:
        if index == self._session.selection.sentence:
            self._show()

    def _show_surveyed(self) -> None:
        at = self._session.selection.sentence
        if self._stale or at < 0 or self._session.problems(at) != self._problems:
            self._show()

    def _go_to_doubt(self) -> None:
        """Puts the cursor on the first word in doubt of a sentence in which it stands nowhere yet."""
        if not self._session.selection.word and self.isVisible():
            self._choose(next(iter(self._session.in_doubt()), 0))

    def hint(self, train: str) -> None:
        """Names the key that leads to where models are learnt."""
        self._train_key = train
        self._say_nothing()

    def _say_nothing(self) -> None:
        """Why no tree is proposed, where none is."""
        session = self._session
        why = session.why_nothing_proposed
        if why and not session.parsers and session.project is not None and self._train_key:
            why = self.tr("{0} ({1})").format(why.rstrip("."), self._train_key)
        self.nothing.setText(why)
        self.nothing.setVisible(bool(why))

    def _show_proposed(self, index: int) -> None:
        self._say_nothing()
        sentence = self._session.sentence
        if index != self._session.selection.sentence or sentence is None:
            return
        if self._stale or self._proposed.shown(sentence) != self._shown:
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
        self._drawing = None
        canvas.scene().clear()
        self._sentence, self._shown = sentence, None
        self._say_nothing()
        if sentence is None or not 0 < len(sentence) <= MOST_WORDS:
            self._sentence = None
            self.outline.show_sentence(Sentence.of(()), {}, anew=True)
            self._draw_nothing(0 if sentence is None else len(sentence))
            return
        problems = self._problems = session.problems(session.selection.sentence)
        shown = self._shown = self._proposed.shown(sentence)
        self._sentence = sentence = shown.sentence
        room = (canvas.viewport().width() - _MARGINS) / canvas.transform().m11()
        self._drawing = draw(
            canvas.scene(),
            sentence,
            canvas.colours,
            points=canvas.points,
            arabic_points=self._arabic_points,
            width=room if self.folded else None,
            compact=self.close_together,
            lemmas=self.lemmas_shown,
            enhanced=self.enhanced_shown,
            problems=problems,
            ghosts=shown.ghosts,
            doubtful=shown.doubtful,
            locked=shown.locked,
            forbidden=shown.forbidden,
        )
        said: dict[int, str] = {}
        for problem in problems:
            if problem.word:
                more = f"{problem.what}. {problem.remedy}"
                said[problem.word] = f"{said[problem.word]}\n{more}" if problem.word in said else more
        anew = before is None or before.forms != sentence.forms
        self.outline.show_sentence(sentence, said, anew, self._proposed.said(shown))
        if anew:
            canvas.keep_in_sight(self._drawing.area_of(1))
        self._mark()
        self._editing.preview_again()

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
        """Shows what is selected, on the canvas and in the outline."""
        drawing, selection = self._drawing, self._session.selection
        if drawing is None:
            return
        drawing.select(selection.words, selection.word)
        self.outline.follow(selection.word, selection.words)
        if selection.word:
            self.canvas.keep_in_sight(drawing.area_of(selection.word))
            self.canvas.setAccessibleDescription(self.outline.rows.spoken(selection.word))
        else:
            self.canvas.setAccessibleDescription(self.tr("The same is in the outline beside it."))

    def _open_menu(self, at: QPoint) -> None:
        """A menu of what can be done with the selected words; with their keys, where the window has given any."""
        if self._drawing is None:
            return
        menu = QMenu(self)
        keep_letters(menu)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        rows: tuple[tuple[str, Callable[[], None]], ...] = (
            (self.tr("Attach to a head…"), self.attach),
            (self.tr("Relation…"), self.relabel),
            (self.tr("Make it the root"), self.make_root),
            (self.tr("Detach"), self.detach),
            (self.tr("Lock the arc"), self.lock),
            (self.tr("Forbid the arc"), self.forbid),
            (self.tr("Free the word"), self.free),
            (self.tr("Fold into rows"), self.fold),
            (self.tr("Compact"), self.compact),
            (self.tr("Enhanced arcs"), self.show_enhanced),
            (self.tr("Lemmas"), self.show_lemmas),
        )
        installed = {action.objectName(): action for action in self.actions()}
        for text, act in rows:
            if act == self.fold:
                menu.addSeparator()
            action = installed.get(f"dependency.{act.__name__}")
            if action is None:
                menu.addAction(text).triggered.connect(act)
            else:
                menu.addAction(action)
        menu.popup(at)

    def _open_menu_in_outline(self, point: QPoint) -> None:
        self._open_menu(self.outline.viewport().mapToGlobal(point))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._draw()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if watched is self.canvas.viewport():
            if kind == QEvent.Type.Resize and self.folded:
                self._refold.start(50)
            if kind == QEvent.Type.ContextMenu and isinstance(event, QContextMenuEvent):
                return self._context_menu(event)
            return False
        if isinstance(event, QKeyEvent) and kind == QEvent.Type.KeyPress:
            return self._press(event)
        return False

    def _context_menu(self, event: QContextMenuEvent) -> bool:
        drawing = self._drawing
        if drawing is None:
            return False
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            point = self.canvas.mapToScene(event.pos())
            word = drawing.word_at(point) or drawing.label_at(point)
            if word and word not in self._session.selection.words:
                self._choose(word)
            self._open_menu(event.globalPos())
        else:
            word = self._session.selection.word or 1
            spot = self.canvas.on_screen(drawing.area_of(word).bottomLeft()).toPoint()
            self._open_menu(self.canvas.mapToGlobal(spot))
        return True

    def _press(self, event: QKeyEvent) -> bool:
        extend = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        others = event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
        if others != Qt.KeyboardModifier.NoModifier:
            return False
        key = event.key()
        if key == Qt.Key.Key_Left:
            self.go_left(extend)
        elif key == Qt.Key.Key_Right:
            self.go_right(extend)
        elif key == Qt.Key.Key_Home:
            self.go_to_first(extend)
        elif key == Qt.Key.Key_End:
            self.go_to_last(extend)
        elif key == Qt.Key.Key_Up:
            self.go_to_head()
        elif key == Qt.Key.Key_Down:
            self.go_to_dependent()
        elif key == Qt.Key.Key_Escape and self._pointer.dragging:
            self._pointer.cancel()
        elif key == Qt.Key.Key_Escape:
            return self._session.decline()
        else:
            return False
        return True

"""Singular values with their cut, a slider that moves it, and the tree of the selected sentence at that rank."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QSignalBlocker, Qt
from PySide6.QtWidgets import QLabel, QSizePolicy, QSlider, QWidget

from spectral_core.data import Sentence
from spectral_core.data.structure import CONSTITUENTS
from spectral_core.data.tree_paths import paths, words_of
from spectral_core.engine import Cut
from spectral_gui import widgets
from spectral_gui.canvas import Canvas
from spectral_gui.lists import as_tip
from spectral_gui.plots import Plot, Scree, screes
from spectral_gui.resources import MOST_WORDS, counted, is_right_to_left
from spectral_gui.scenes.constituents import TreeDrawing
from spectral_gui.scenes.dependencies import ArcDrawing, ArcMarks, ArcStyle, Ghost
from spectral_gui.scenes.tree_style import Marks, TreeStyle
from spectral_gui.session import CutQuestion, Exploring, Selection, Session
from spectral_gui.views.exploring.telling import clipped_line, cut_line, cut_outline

_SMALLEST = 0.6  # to which a wide tree is made smaller by itself; what is wider is scrolled


class RankView(widgets.Panel):
    """Asks for the tree of the selected sentence by as many hidden states as the slider says, and draws it."""

    def __init__(self, session: Session, exploring: Exploring, place: int):
        super().__init__()
        self._session, self._exploring = session, exploring
        self._place = place
        self._run = ""
        self._most = 0  # states that the slider can keep; 0 while that is not known, or nothing can be cut
        self._name = ""  # of the singular values that are shown
        self._values: tuple[float, ...] = ()
        self._kept: int | None = None
        self._stale = True  # nothing was asked since the model, the text or the sentence changed
        self.cut: Cut | None = None  # the one that is shown
        self._shown: tuple[str, ...] = ()  # the words that are drawn
        self.drawing: ArcDrawing | TreeDrawing | None = None
        self.plot = Plot(self.tr("Singular values"))
        self.slider = widgets.named(QSlider(Qt.Orientation.Horizontal), self.tr("Rank"))
        self.slider.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.rank = widgets.label(of=self.slider)
        self.told, self.clipped = _line(), _line()
        self.canvas = widgets.named(Canvas(), self.tr("Tree at this rank"))
        self._lay_out()
        self._disable("")
        self.slider.valueChanged.connect(self._move)
        self.canvas.restyled.connect(self._draw)
        self.seen.connect(self._arrive)
        self._refit = widgets.pause(self, self._fit)  # when all have their sizes
        self.canvas.resized.connect(self._refit.start)
        exploring.ranks_known.connect(self._take_ranks)
        exploring.ranks_refused.connect(self._refuse_ranks)
        exploring.cut_known.connect(self._take)
        exploring.cut_refused.connect(self._refuse)
        session.treebank_changed.connect(self._show_again)
        session.selection_changed.connect(self._follow)
        session.sentence_changed.connect(self._follow_edit)

    def _show_again(self) -> None:
        self.show_run(self._run)

    def show_run(self, run: str) -> None:
        """Lets the model of a run be cut; "" for none."""
        self._run = run
        self._disable(self.tr("There is no model to cut.") if not run else "")
        self._begin()

    def show_spectrum(self, name: str, values: Sequence[float], kept: int | None) -> None:
        """Draws the singular values of one head and direction, and where they are cut: at most `kept` there are."""
        self._name, self._values, self._kept = name, tuple(values), kept
        if not values:
            self.plot.say(self.tr("{0} has no singular values: it was not decomposed.").format(name))
            return
        at = self.slider.value() if self._most else kept
        at = at if at is None or kept is None else min(at, kept)
        cut = "" if at is None else self.tr("cut: {0} kept").format(at)
        draw_values = screes(self.tr("rank"), self.tr("singular value"), [Scree(name, values, at, cut)])
        count = counted(self.tr("%Ln singular value(s)", "", len(values)), len(values))
        self.plot.show_figure(draw_values, f"{name}: {count}{', ' if cut else ''}{cut}")

    def _begin(self) -> None:
        self._stale = not self.isVisible()
        if self._run and not self._stale:
            self._exploring.ask_ranks(self._run)

    def _take_ranks(self, run: str, most: int) -> None:
        if run != self._run:
            return
        with QSignalBlocker(self.slider):
            self.slider.setRange(1, most)
            self.slider.setValue(most)
        self._most = most
        self.slider.setEnabled(True)
        self.slider.setToolTip(self.tr("So many hidden states are kept; the sentence is parsed anew as you move it"))
        self._move()

    def _refuse_ranks(self, run: str, why: str) -> None:
        if run == self._run:
            self._disable(why[:1].upper() + why[1:])

    def _disable(self, why: str) -> None:
        self._most = 0
        self.slider.setEnabled(False)
        self.slider.setToolTip(as_tip(why))
        self.rank.setText(self.tr("Rank"))
        self.slider.setAccessibleDescription(why)
        self._say(why)

    def _move(self, _: int = 0) -> None:
        rank = self.tr("Rank: {0} of {1}").format(self.slider.value(), self._most)
        self.rank.setText(rank)
        self.slider.setAccessibleDescription(rank)
        if self._name:
            self.show_spectrum(self._name, self._values, self._kept)
        self._ask()

    @property
    def question(self) -> CutQuestion | None:
        """What is wanted now; None where there is nothing to parse or to parse with."""
        sentence = self._session.sentence
        if not self._most or sentence is None or not 0 < len(sentence) <= MOST_WORDS:
            return None
        return CutQuestion(self._run, self._session.selection.sentence, sentence, self.slider.value())

    def _ask(self) -> None:
        if not self.isVisible():
            self._stale = True
            return
        question = self.question
        if question is not None:
            self._exploring.ask_cut(self._place, question)
        elif self._most:
            self._say(self.tr("Select a sentence of up to {0} words in the queue.").format(MOST_WORDS))

    def _is_wanted(self, place: int, question: CutQuestion) -> bool:
        wanted = self.question
        return place == self._place and wanted is not None and wanted.is_near(question)

    def _take(self, place: int, question: CutQuestion, cut: Cut) -> None:
        if self._is_wanted(place, question):
            self.cut = cut
            self._tell(question.sentence)
            self._draw()

    def _refuse(self, place: int, question: CutQuestion, why: str) -> None:
        if self._is_wanted(place, question):
            self._say(why)

    def _follow(self, now: Selection, before: Selection) -> None:
        if now.sentence != before.sentence:
            self._ask()

    def _follow_edit(self, index: int) -> None:
        if index == self._session.selection.sentence:
            self._ask()

    def _say(self, why: str) -> None:
        """Shows a sentence and no tree."""
        self.cut = self.drawing = None
        self.canvas.scene().clear()
        self.told.setText(why)
        self.clipped.setText("")
        self.canvas.setAccessibleDescription(why)

    def _tell(self, annotated: Sentence) -> None:
        assert self.cut is not None
        self.told.setText(cut_line(self.cut, annotated))
        self.clipped.setText(clipped_line(self.cut))
        self.canvas.setAccessibleDescription(f"{self.told.text()}\n{cut_outline(self.cut)}")

    def _draw(self) -> None:
        cut, canvas = self.cut, self.canvas
        if cut is None:
            return
        before, shown = self.drawing, self._shown
        canvas.scene().clear()
        self._shown = cut.tree.forms
        if cut.structure == CONSTITUENTS.name:
            self._draw_phrases(cut)
            self._refit.start()
            return
        moved = {place for place in cut.moved if isinstance(place, int)}
        ghosts = {word: Ghost(moved=True, said=self._said(cut, word)) for word in moved}
        style, marks = ArcStyle(canvas.points, compact=True), ArcMarks(ghosts=ghosts, doubtful=moved)
        self.drawing = ArcDrawing(canvas.scene(), cut.tree, canvas.colours, style, marks)
        for word in moved:
            for arc in self.drawing.arcs.get(word, ()):
                arc.changed = True
        if before is None or shown != cut.tree.forms:
            self._refit.start()

    def _draw_phrases(self, cut: Cut) -> None:
        """The tree with dashes under the phrases that are not there by all states."""
        tree = cut.tree.tree
        self.drawing = None
        if tree is None:
            return
        doubtful = []
        for path, node in paths(tree):
            first, last = words_of(tree, path)
            if first and not node.is_tag and (first - 1, last) in cut.moved:
                doubtful.append(path)
        mirrored = bool(is_right_to_left(cut.tree.text))
        style = TreeStyle(self.canvas.points, right_to_left=mirrored)
        self.drawing = TreeDrawing(self.canvas.scene(), tree, self.canvas.colours, style, Marks(doubtful=doubtful))
        self.canvas.fit_scene()

    def _said(self, cut: Cut, word: int) -> str:
        head = cut.whole.heads[word - 1]
        form = cut.tree.forms[head - 1] if head else self.tr("the root")
        return self.tr("at rank {0} below {1}").format(cut.most, f"{head} \u2068{form}\u2069" if head else form)

    def _fit(self) -> None:
        """The whole tree where it can be read so; a wider one from its beginning."""
        if self.drawing is None:
            return
        self.canvas.zoom_to_fit()
        if self.canvas.transform().m11() < _SMALLEST:
            self.canvas.set_zoom(_SMALLEST)
        if isinstance(self.drawing, TreeDrawing):
            self.canvas.centerOn(self.drawing.area(self.drawing.top).center())
            return
        self.canvas.centerOn(QPointF(self.drawing.area_of(1).center()))
        foot = self.canvas.verticalScrollBar()
        foot.setValue(foot.maximum())

    def _lay_out(self) -> None:
        below = widgets.row(self.rank, (self.slider, 1), margins=(8, 0, 8, 2), spacing=10)
        values, tree = QWidget(), QWidget()
        widgets.column((self.plot, 1), below, on=values, margins=0, spacing=0)
        widgets.column(self.told, (self.canvas, 1), self.clipped, on=tree, margins=(0, 2, 0, 0), spacing=2)
        widgets.column(widgets.splitter(values, tree, sizes=(320, 640), shares=(1, 2)), on=self, margins=0)

    def _arrive(self) -> None:
        if self._stale:
            self._stale = False
            if self._most:
                self._ask()
            else:
                self._begin()


def _line() -> QLabel:
    label = widgets.label(wraps=True, selectable=True)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    return label

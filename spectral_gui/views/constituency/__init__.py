"""The constituency tree of the selected sentence: drawn, outlined, and edited with keys or the mouse."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, QObject, QPointF, QSize, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu

from spectral_core.data import Sentence, Tree
from spectral_core.data.structure import CONSTITUENTS, ArcPart
from spectral_core.data.tree_edits import NodePath, node_at, path_of_word
from spectral_gui import theme, widgets
from spectral_gui.absences import Absence
from spectral_gui.actions import keep_letters
from spectral_gui.canvas import Canvas
from spectral_gui.proposing import Proposing, beside
from spectral_gui.resources import MOST_WORDS, is_right_to_left
from spectral_gui.scenes.constituents import Hit, Over, TreeDrawing
from spectral_gui.scenes.tree_style import Marks, TreeStyle
from spectral_gui.session import (
    Accepting,
    Notices,
    Proposals,
    Questions,
    Replacing,
    Selection,
    Session,
    Surveying,
)
from spectral_gui.views.constituency import choices
from spectral_gui.views.constituency.acts import Acts
from spectral_gui.views.constituency.outline import TreeOutline
from spectral_gui.views.constituency.pointer import NodeCursor, NodePointer
from spectral_gui.views.constituency.proposed import ShownTree, shown

_WAIT = 50  # milliseconds without another size, before levels are placed anew


class ConstituencyView(widgets.Panel):
    """Shows and edits the tree of what is selected in the session; `canvas` and `outline` show the same."""

    def __init__(
        self,
        session: Session,
        notices: Notices,
        surveying: Surveying,
        proposals: Proposals,
        accepting: Accepting,
        questions: Questions,
        replacing: Replacing,
    ):
        super().__init__()
        self._session, self._notices, self._surveying = session, notices, surveying
        self._proposals, self._questions = proposals, questions
        self._shown = ShownTree()  # what is drawn
        self.drawing: TreeDrawing | None = None
        self._stale = True  # shown anew as soon as somebody looks
        self._other = True  # and it is another sentence, not the same one edited
        self._folded: frozenset[NodePath] = frozenset()
        self._points = (12.0, 16.0)  # of words, and of Arabic ones
        self.words_on_one_line = True
        self.rows_folded = True  # a tree fills the width it has, and scrolls down only
        self.traces_joined = True
        self._motion = theme.Motion(self)
        self._filled = QSize()  # the room that the drawing was suited to
        self.canvas = widgets.named(Canvas(), self.tr("Constituency tree"))
        self.outline = TreeOutline()
        self._cursor = NodeCursor(session, self)
        self.acts = Acts(session, notices, surveying, proposals, self._cursor, self.canvas, self)
        self.prompt = self.acts.prompt
        parts = (proposals, accepting, questions, replacing)
        self.proposing = Proposing(*parts, self.acts.place, self._step_doubtful, self)
        self._arrive = widgets.pause(self, self._go_to_doubt)  # when everybody has heard of the sentence
        self._empty = Absence("network")
        widgets.column(self._empty, on=self.canvas.viewport())
        widgets.column(widgets.splitter(self.canvas, self.outline, sizes=(700, 280), keeps=False), on=self, margins=0)
        self.setFocusProxy(self.canvas)
        self._heed_the_mouse()
        self.canvas.installEventFilter(self)
        widgets.hear(self._redraw, self.canvas.restyled, surveying.changed)
        self.outline.chosen.connect(self._cursor.select_nodes)
        self._cursor.changed.connect(self._restyle)
        session.treebank_changed.connect(self._show_other)
        session.sentence_changed.connect(self._show_changed)
        session.selection_changed.connect(self._follow)
        proposals.changed.connect(self._show_proposed)
        widgets.hear(self._mark_asked, questions.changed, self.canvas.resized)
        self.canvas.resized.connect(widgets.pause(self, self._fill_again, _WAIT).start)
        self.seen.connect(self._freshen)

    @property
    def _tree(self) -> Tree | None:
        return self._shown.tree

    def _heed_the_mouse(self) -> None:
        pointer = NodePointer(self.canvas, self._hit, lambda: self._cursor.path)
        pointer.clicked.connect(self._cursor.select)
        pointer.extended.connect(self._cursor.extend_to)
        pointer.label_clicked.connect(self._relabel_at)
        pointer.triangle_clicked.connect(self._unfold)
        pointer.dragged.connect(self._drag)
        pointer.dropped.connect(self._drop)
        pointer.given_up.connect(self._aim_at_nothing)
        pointer.menu_asked.connect(lambda path, place: self.menu_of(path).popup(place))

    @property
    def selected(self) -> list[NodePath]:
        return self._cursor.nodes

    def fold(self) -> None:
        """Hides what is below the node, or shows it again; of a tag, the phrase above it is meant."""
        path = self._cursor.path
        if self._tree is not None and path is not None and self.drawing is not None:
            path = self.drawing.visible(path)
            while path and node_at(self._tree, path).is_tag:
                path = path[:-1]
            self._fold(self._folded ^ {path}, path)

    def fold_all(self) -> None:
        """Leaves the root, with folded phrases below it."""
        if self._tree is not None and self.drawing is not None:
            top = self.drawing.top
            below = enumerate(node_at(self._tree, top).children)
            folded = frozenset((*top, at) for at, child in below if isinstance(child, Tree) and not child.is_tag)
            self._fold(folded, self._cursor.path)

    def unfold_all(self) -> None:
        self._fold(frozenset(), self._cursor.path)

    def flip_layout(self) -> None:
        """All words on one line, or each node right below its parent."""
        self.words_on_one_line = not self.words_on_one_line
        self._redraw()

    def fold_rows(self) -> None:
        """A tree that is wider than the canvas in rows, or in one that scrolls."""
        self.rows_folded = not self.rows_folded
        self._redraw()

    def show_traces(self) -> None:
        """Joins traces to what carries their index by dotted lines, or leaves these out."""
        self.traces_joined = not self.traces_joined
        self._redraw()

    def set_points(self, points: float, arabic_points: float) -> None:
        """Words in another size from now on."""
        if (points, arabic_points) != self._points:
            self._points = (points, arabic_points)
            self._redraw()

    def _step_doubtful(self, by: int) -> None:
        doubtful = sorted(self._shown.doubtful)
        if doubtful:
            self._cursor.select(beside(doubtful, self._cursor.path or (), by))
        else:
            self._notices.note(self.tr("No phrase of this sentence is in doubt"))

    def _unfold(self, path: NodePath) -> None:
        self._fold(self._folded - {path}, path)

    def _fold(self, folded: frozenset[NodePath], path: NodePath | None) -> None:
        before, self._folded = self._folded, folded
        self._redraw()
        self.outline.show_folded(folded, before)
        if path is not None and self.drawing is not None:
            self._cursor.select(self.drawing.visible(path))

    def _hit(self, point: QPointF) -> Hit | None:
        return None if self.drawing is None else self.drawing.hit(point)

    def _relabel_at(self, path: NodePath) -> None:
        self._cursor.select(path)
        self.acts.relabel()

    def _drag(self, path: NodePath, target: NodePath | None, point: QPointF) -> None:
        if self.drawing is not None and self._tree is not None:
            possible = target is None or choices.can_attach(self._tree, path, target)
            self.drawing.aim(path, target, possible, point)
            shape = Qt.CursorShape.ClosedHandCursor if possible else Qt.CursorShape.ForbiddenCursor
            self.canvas.viewport().setCursor(shape)

    def _drop(self, path: NodePath, target: NodePath | None) -> None:
        self._aim_at_nothing()
        if target is not None:
            self.acts.attach_to(path, target)

    def _aim_at_nothing(self) -> None:
        self.canvas.viewport().unsetCursor()
        if self.drawing is not None:
            self.drawing.aim_at_nothing()

    def menu_of(self, path: NodePath) -> QMenu:
        """What can be done to a node, which is selected unless it is one of several that are."""
        if path not in self._cursor.nodes:
            self._cursor.select(path)
        menu = QMenu(self)
        keep_letters(menu)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        proposed = (
            (self.tr("Loc&k, or unlock"), self.proposing.lock),
            (self.tr("Forbid (&X)"), self.proposing.forbid),
            (self.tr("Fr&ee"), self.proposing.free),
        )
        for text, act in (
            (self.tr("&Label…"), self.acts.relabel),
            (self.tr("&Group…"), self.acts.group),
            (self.tr("&Delete the node"), self.acts.delete_node),
            (self.tr("Li&ft"), self.acts.lift),
            (self.tr("&Attach elsewhere…"), self.acts.attach),
            (self.tr("Add a &unary node…"), self.acts.add_unary),
            (self.tr("Remove the u&nary node"), self.acts.remove_unary),
            (self.tr("F&old or unfold"), self.fold),
            *(proposed if self._shown.proposed else ()),
        ):
            menu.addAction(text).triggered.connect(act)
        return menu

    def _show_other(self) -> None:
        self._folded, self._other = frozenset(), True
        self._show()

    def _show_changed(self, index: int) -> None:
        if index == self._session.selection.sentence:
            self._show()

    def _show_proposed(self, index: int) -> None:
        if index != self._session.selection.sentence:
            return
        if self._stale or self.drawing is None or shown(self._session, self._proposals) != self._shown:
            self._show()

    def _follow(self, now: Selection, before: Selection) -> None:
        if now.sentence != before.sentence:
            self._show_other()
        else:
            self._restyle()

    def _show(self) -> None:
        self._stale = True
        if self.isVisible() or self.outline.isVisible():
            self._show_now()

    def _freshen(self) -> None:
        if self._stale:
            self._show_now()

    def _show_now(self) -> None:
        self._stale = False
        self.prompt.leave()
        self._cursor.forget_sisters()
        sentence = self._session.sentence
        before, long = self._tree, sentence is not None and len(sentence) > MOST_WORDS
        said = self._shown.notes
        self._shown = ShownTree() if long else shown(self._session, self._proposals)
        if before is not None and self._tree is not None:
            self._folded = choices.still_folded(before, self._tree, self._folded)
            if self._shown.proposed and not self._other:
                self._stay_on_words(before, self._tree)
        text = "" if sentence is None else sentence.text
        self._cursor.tree, self._cursor.right_to_left = self._tree, bool(is_right_to_left(text))
        self._draw(glides=before is not None and not self._other)
        if self._tree is not before or self._shown.notes != said:
            top = () if self.drawing is None else self.drawing.top
            self.outline.show_tree(self._tree, top, text, self._shown.notes)
            self.outline.show_folded(self._folded, frozenset())
        self._restyle()
        self._mark_asked()
        self._say_why_empty(sentence)
        if self._other and self.drawing is not None:  # without a tree, one may still be proposed
            self._other = False
            if self._cursor.path is None:
                self.canvas.centerOn(self.drawing.area(self.drawing.top).center())
        self._arrive.start()

    def _go_to_doubt(self) -> None:
        """Puts the cursor on the first phrase in doubt of a tree in which it stands nowhere yet."""
        if self.isVisible() and self._cursor.path is None and self._shown.doubtful:
            self._cursor.select(min(self._shown.doubtful))

    def _stay_on_words(self, before: Tree, now: Tree) -> None:
        """Selects the phrase over the words of the one that was selected in the tree proposed before."""
        node = self._session.selection.node
        path = None if node is None or before is now else choices.over_same_words(before, node, now)
        if path is not None and path != node:
            self._session.select(node=path)

    def _redraw(self) -> None:
        if not self._stale:
            self._draw()
            self._restyle()
            self._mark_asked()

    def _fill_again(self) -> None:
        """Suits levels and size to other room, of a tree that nobody has zoomed."""
        size = self.canvas.viewport().size()
        if self._tree is not None and self.isVisible() and size != self._filled:
            self._filled = size
            self._redraw()
            self.canvas.narrow()

    def _mark_asked(self) -> None:
        """Frames what is asked about."""
        if self._stale or self.drawing is None or self._tree is None:
            return
        question = self._questions.question
        part = None if question is None else question.part
        words = range(0) if part is None or isinstance(part, ArcPart) else part.words
        paths, node = [path_of_word(self._tree, word) for word in words], None
        if part is not None:
            node = self._shown.path_of(part)
        self.drawing.ask(paths, node)
        for path in (*paths[-1:], *paths[:1], *([] if node is None else [node])):
            self.canvas.keep_in_sight(self.drawing.area(path))

    def _draw(self, glides: bool = False) -> None:
        self._motion.leave()
        canvas, drawing, path = self.canvas, self.drawing, self._cursor.path
        stood = None if drawing is None or not glides else drawing.stood
        corner, zoom = canvas.mapToScene(0, 0), canvas.transform()
        word = 0 if self._other or drawing is None or path is None else drawing.first_word(path)
        where = self._height_of(word)
        canvas.scene().clear()
        self.drawing = self._cursor.drawing = None
        if self._tree is not None:
            shown, doubtful = self._shown, choices.doubtful(self._tree, self._surveying.inventory)
            room = canvas.room if self.rows_folded else None
            style = TreeStyle(
                *self._points, self.words_on_one_line, self._cursor.right_to_left, self.traces_joined,
                canvas.height_for, room,
            )  # fmt: skip
            marks = Marks(doubtful, shown.ghosts, shown.doubtful, shown.locked)
            self.drawing = self._cursor.drawing = TreeDrawing(
                canvas.scene(), self._tree, canvas.colours, style, marks, self._folded
            )
        canvas.fit_scene()
        canvas.narrow(anew=self._other)
        if where is not None and (now := self._height_of(word)) is not None:  # what is looked at stays where it is
            bar = canvas.verticalScrollBar()
            bar.setValue(bar.value() + now - where)
        if self.drawing is not None and stood is not None and canvas.transform() == zoom:
            moved = canvas.mapToScene(0, 0) - corner
            self._motion.begin(lambda: self._way_from(stood, moved))
        else:
            self._motion.end()

    def _way_from(self, stood: Mapping[Over, QPointF], moved: QPointF) -> Callable[[float], None] | None:
        return None if self.drawing is None else self.drawing.way_from(stood, moved)

    def _height_of(self, word: int) -> int | None:
        """How far down in the canvas a word stands."""
        area = None if self.drawing is None else self.drawing.word_area(word)
        return None if area is None else self.canvas.mapFromScene(area.center()).y()

    def _restyle(self) -> None:
        if self._stale or self.drawing is None:
            return
        nodes, path = self._cursor.nodes, self._cursor.path
        self.drawing.select(nodes, path)
        self.outline.select(nodes, path)
        if path is not None:
            self.canvas.keep_in_sight(self.drawing.area(path))
            self.canvas.setAccessibleDescription(self.outline.said(path))

    def _say_why_empty(self, sentence: Sentence | None) -> None:
        self._empty.setVisible(self._tree is None)
        why = "" if sentence is None else self.acts.why_no_start(sentence)
        if sentence is None:
            text = self.tr("No sentence is selected.")
        elif len(sentence) > MOST_WORDS:
            text = self.tr("This sentence has {0} words; trees are drawn up to {1}.").format(len(sentence), MOST_WORDS)
            why = why or " "
        else:
            text = self.tr("This sentence has no constituency tree.")
            if self._proposals.structure is CONSTITUENTS:
                text = f"{text}\n{self._proposals.why_not.nothing}".rstrip()
        helps = "constituency.start_tree" if sentence is not None and not why else ""
        elsewhere = self._session.project is not None and not self._session.read_only
        if sentence is not None and elsewhere and self.acts.lacks_place:
            helps = "window.begin_beside"
        self._empty.say(f"{text}\n{why}" if why else text, helps)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # The type first: while all is taken down events still come, but attributes are gone.
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and watched is self.canvas:
            return self._cursor.key(event)
        return False

"""View of the constituency tree of the selected sentence: drawn, outlined, and edited with keys or the mouse."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu

from spectral_core.data import Sentence, Tree
from spectral_core.data.structure import CONSTITUENTS, ArcPart
from spectral_core.data.tree import TRACE_TAG, NodePath, node_at, path_of_word
from spectral_core.data.tree_edits import can_attach, find_phrase_over_same_words, list_nodes_with_leaf_spans
from spectral_gui import widgets
from spectral_gui.scenes.drawing_parts import Hit
from spectral_gui.scenes.tree_drawing import TreeDrawing
from spectral_gui.scenes.tree_style import TreeMarks, TreeStyle
from spectral_gui.state import (
    ANNOTATION,
    Acceptance,
    ChangeKind,
    Changes,
    DocumentSurvey,
    Notices,
    PartQuestions,
    Session,
    SubtreeReplacement,
    Suggestions,
)
from spectral_gui.text_display import MAX_DRAWN_WORDS, is_right_to_left
from spectral_gui.view_updates import ViewUpdates
from spectral_gui.views.annotate.trees.cursors import NodeCursor
from spectral_gui.views.annotate.trees.outlines import TreeOutline
from spectral_gui.views.annotate.trees.tree_editor import TreeEditor
from spectral_gui.views.annotate.trees.tree_view import (
    SuggestionCommands,
    TreeMouseFilter,
    TreeView,
    find_adjacent_position,
    make_context_menu,
)
from spectral_gui.views.annotate.trees.view_models import TreeViewModel, build_tree_view_model, find_suspicious_nodes
from spectral_gui.widgets.empty_state import EmptyState

_RESIZE_MILLISECONDS = 50  # milliseconds without resizing before the tree is laid out again


class ConstituencyView(TreeView):
    """Panel that shows and edits the tree of the selected sentence; `canvas` and `outline` show the same."""

    drawing: TreeDrawing | None
    outline: TreeOutline

    def __init__(
        self,
        session: Session,
        notices: Notices,
        survey: DocumentSurvey,
        suggestions: Suggestions,
        acceptance: Acceptance,
        questions: PartQuestions,
        replacement: SubtreeReplacement,
    ):
        super().__init__(session, self.tr("Constituency tree"))
        self._notices, self._survey = notices, survey
        self._suggestions, self._questions = suggestions, questions
        self._view_model = TreeViewModel()  # of the last drawing
        self._is_new_sentence = True  # another sentence, rather than an edit of the same one
        self._folded: frozenset[NodePath] = frozenset()
        self._font_sizes = (12.0, 16.0)  # font sizes of words, and of Arabic words
        self.words_on_one_line = True
        self.rows_folded = True  # fold the tree to the width, so that it scrolls only vertically
        self.traces_joined = True
        self._drawn_size = QSize()  # viewport size that the layout was made for
        self.outline = TreeOutline()
        self._cursor = NodeCursor(session, self)
        self.editor = TreeEditor(session, notices, survey, suggestions, self._cursor, self.canvas, self)
        self.prompt = self.editor.prompt
        self._mouse_filter = TreeMouseFilter(
            self.canvas, lambda: self.drawing, lambda: self._cursor.current_path, draggable_parts=("label", "word")
        )
        parts = (suggestions, acceptance, questions, replacement)
        self.suggestion_commands = SuggestionCommands(
            *parts, self.editor.get_selected_span, self._go_to_uncertain, self
        )
        # queued: after all other slots of the sentence change
        self._select_uncertain_timer = widgets.make_timer(self, self._select_first_uncertain)
        self._empty_state = EmptyState("network")
        widgets.make_column(self._empty_state, on=self.canvas.viewport())
        widgets.make_column(
            widgets.make_splitter(self.canvas, self.outline, sizes=(700, 280), is_rigid=False), on=self, margins=0
        )
        self._connect_mouse_filter()
        self.canvas.restyled.connect(self._redraw)
        self.outline.nodes_selected.connect(self._cursor.select_nodes)
        self._cursor.changed.connect(self._show_selection)
        kinds = ANNOTATION | ChangeKind.DOCUMENT | ChangeKind.SELECTION | ChangeKind.SURVEY
        kinds |= ChangeKind.DECISIONS | ChangeKind.SUGGESTIONS
        ViewUpdates("constituency-tree", self, session, self._on_changes, kinds, (self.outline,))
        widgets.connect_signals(self._mark_question, questions.changed, self.canvas.resized)
        self.canvas.resized.connect(widgets.make_timer(self, self._fit_to_size, _RESIZE_MILLISECONDS).start)

    @property
    def _tree(self) -> Tree | None:
        return self._view_model.tree

    def _connect_mouse_filter(self) -> None:
        self._mouse_filter.pressed.connect(self._on_pressed)
        self._mouse_filter.clicked.connect(self._on_clicked)
        self._mouse_filter.double_clicked.connect(self._on_double_clicked)
        self._mouse_filter.dragged.connect(self._on_dragged)
        self._mouse_filter.dropped.connect(self._on_dropped)
        self._mouse_filter.drag_ended.connect(self.editor.clear_preview)
        self._mouse_filter.menu_requested.connect(self._on_menu_requested)

    @property
    def selected_paths(self) -> list[NodePath]:
        """Paths of the selected nodes."""
        return self._cursor.selected_paths

    def toggle_fold(self) -> None:
        """Fold or unfold the subtree of the current node; of a tag, that of its phrase."""
        path = self._cursor.current_path
        if self._tree is not None and path is not None and self.drawing is not None:
            path = self.drawing.find_visible_node(path)
            while path and node_at(self._tree, path).is_tag:
                path = path[:-1]
            self._set_folded(self._folded ^ {path}, path)

    def fold_all(self) -> None:
        """Fold every phrase below the root."""
        if self._tree is not None and self.drawing is not None:
            root_path = self.drawing.top
            children = enumerate(node_at(self._tree, root_path).children)
            folded = frozenset(
                (*root_path, number) for number, child in children if isinstance(child, Tree) and not child.is_tag
            )
            self._set_folded(folded, self._cursor.current_path)

    def unfold_all(self) -> None:
        self._set_folded(frozenset(), self._cursor.current_path)

    def toggle_words_on_one_line(self) -> None:
        """Draw all words on one line, or each right below its parent."""
        self.words_on_one_line = not self.words_on_one_line
        self._redraw()

    def toggle_row_folding(self) -> None:
        """Draw a tree wider than the canvas in several rows, or in one that scrolls."""
        self.rows_folded = not self.rows_folded
        self._redraw()

    def toggle_traces(self) -> None:
        """Show or hide the dotted lines from traces to their antecedents."""
        self.traces_joined = not self.traces_joined
        self._redraw()

    def set_font_sizes(self, points: float, arabic_points: float) -> None:
        """Set the font sizes of words and of Arabic words, in points, and redraw the tree."""
        if (points, arabic_points) != self._font_sizes:
            self._font_sizes = (points, arabic_points)
            self._redraw()

    def _go_to_uncertain(self, step: int) -> None:
        """Select the next (1) or previous (-1) uncertain phrase."""
        uncertain = sorted(self._view_model.uncertain)
        if uncertain:
            self._cursor.select(find_adjacent_position(uncertain, self._cursor.current_path or (), step))
        else:
            self._notices.notify(self.tr("No uncertain phrases in this sentence"))

    def _set_folded(self, folded: frozenset[NodePath], path: NodePath | None) -> None:
        """Fold exactly these nodes, and select the one at `path` or the folded node that hides it."""
        previous, self._folded = self._folded, folded
        self._redraw()
        self.outline.update_folding(folded, previous)
        if path is not None and self.drawing is not None:
            self._cursor.select(self.drawing.find_visible_node(path))

    def _on_pressed(self, hit: Hit[NodePath], extend: bool) -> None:
        path = hit.position
        if extend:
            self._cursor.extend_to(path)
        elif hit.part == "triangle":
            self._set_folded(self._folded - {path}, path)
        elif hit.part != "label" or path != self._cursor.current_path:
            self._cursor.select(path)

    def _on_clicked(self, hit: Hit[NodePath], was_selected: bool) -> None:
        if was_selected and hit.part == "label":
            self._relabel(hit.position)

    def _on_double_clicked(self, hit: Hit[NodePath]) -> None:
        if hit.part == "triangle":
            self._set_folded(self._folded - {hit.position}, hit.position)
        else:
            self._relabel(hit.position)

    def _relabel(self, path: NodePath) -> None:
        """Select a node and ask for its label."""
        self._cursor.select(path)
        self.editor.relabel()

    def _on_dragged(self, path: NodePath, hit: Hit[NodePath] | None, point: QPointF) -> None:
        if self.drawing is not None and self._tree is not None:
            target = None if hit is None or hit.position == path else hit.position
            is_possible = target is None or can_attach(self._tree, path, target)
            self.drawing.preview(path, target, is_possible, point)
            shape = Qt.CursorShape.ClosedHandCursor if is_possible else Qt.CursorShape.ForbiddenCursor
            self.canvas.viewport().setCursor(shape)

    def _on_dropped(self, path: NodePath, hit: Hit[NodePath] | None, _point: QPointF) -> None:
        if hit is not None and hit.position != path:
            self.editor.attach_to(path, hit.position)

    def _on_menu_requested(self, path: NodePath | None, position: QPoint) -> None:
        if path is not None:
            self.make_node_menu(path).popup(position)

    def make_node_menu(self, path: NodePath) -> QMenu:
        """Return the context menu of a node; select the node unless it is one of several selected ones."""
        if path not in self._cursor.selected_paths:
            self._cursor.select(path)
        menu = make_context_menu(self)
        suggestion_actions = (
            (self.tr("Loc&k, or unlock"), self.suggestion_commands.toggle_lock),
            (self.tr("Forbid (&X)"), self.suggestion_commands.forbid_part),
            (self.tr("Fr&ee"), self.suggestion_commands.remove_locks),
        )
        for text, method in (
            (self.tr("&Label…"), self.editor.relabel),
            (self.tr("&Group…"), self.editor.group),
            (self.tr("&Delete the node"), self.editor.delete_node),
            (self.tr("Li&ft"), self.editor.lift),
            (self.tr("&Attach elsewhere…"), self.editor.attach),
            (self.tr("Add a &unary node…"), self.editor.add_unary),
            (self.tr("Remove the u&nary node"), self.editor.remove_unary),
            (self.tr("F&old or unfold"), self.toggle_fold),
            *(suggestion_actions if self._view_model.is_suggested else ()),
        ):
            menu.addAction(text).triggered.connect(method)
        return menu

    def _show_new_sentence(self) -> None:
        """Unfold all nodes and show the sentence that is selected now."""
        self._folded, self._is_new_sentence = frozenset(), True
        self._refresh()

    def _on_changes(self, changes: Changes) -> None:
        selection = self._session.selection
        if changes.has(ChangeKind.SELECTION):
            self._cursor.update_sister_range()
        has_new_suggestion = selection.sentence in changes.suggested and self._has_other_content()
        if changes.has(ChangeKind.DOCUMENT) or changes.moves_to_sentence(selection):
            self._show_new_sentence()
        elif selection.sentence in changes.sentences or self._is_stale or has_new_suggestion:
            self._refresh()
        elif changes.has(ChangeKind.SURVEY):
            self._redraw()
        elif changes.has(ChangeKind.SELECTION):
            self._show_selection()

    def _has_other_content(self) -> bool:
        """Return whether the tree to show differs from the one drawn."""
        view_model = build_tree_view_model(self._session, self._suggestions)
        return self.drawing is None or view_model != self._view_model

    def _draw_sentence(self) -> None:
        """Draw the tree of the selected sentence, own or suggested, with its outline and selection."""
        self._is_stale = False
        self.prompt.cancel()
        self._cursor.clear_sister_range()
        sentence = self._session.sentence
        previous_tree, is_too_long = self._tree, sentence is not None and len(sentence) > MAX_DRAWN_WORDS
        previous_notes = self._view_model.notes
        self._view_model = TreeViewModel() if is_too_long else build_tree_view_model(self._session, self._suggestions)
        if previous_tree is not None and self._tree is not None:
            self._folded = transfer_folded_nodes(previous_tree, self._tree, self._folded)
            if self._view_model.is_suggested and not self._is_new_sentence:
                self._restore_phrase_selection(previous_tree, self._tree)
        text = "" if sentence is None else sentence.text
        self._cursor.tree, self._cursor.right_to_left = self._tree, bool(is_right_to_left(text))
        self._draw_tree(is_animated=previous_tree is not None and not self._is_new_sentence)
        if self._tree is not previous_tree or self._view_model.notes != previous_notes:
            root_path = () if self.drawing is None else self.drawing.top
            self.outline.show_tree(self._tree, root_path, text, self._view_model.notes)
            self.outline.update_folding(self._folded, frozenset())
        self._show_selection()
        self._mark_question()
        self._update_empty_state(sentence)
        if self._is_new_sentence and self.drawing is not None:  # if it has no tree, a tree may still be suggested
            self._is_new_sentence = False
            if self._cursor.current_path is None:
                self.canvas.centerOn(self.drawing.get_area(self.drawing.top).center())
        self._select_uncertain_timer.start()

    def _select_first_uncertain(self) -> None:
        """Select the first uncertain phrase of a tree if nothing is selected yet."""
        if self.isVisible() and self._cursor.current_path is None and self._view_model.uncertain:
            self._cursor.select(min(self._view_model.uncertain))

    def _restore_phrase_selection(self, previous_tree: Tree, tree: Tree) -> None:
        """Select the phrase over the same words as the phrase selected in the previous suggestion."""
        node = self._session.selection.node
        path = None if node is None or previous_tree is tree else find_phrase_over_same_words(previous_tree, node, tree)
        if path is not None and path != node:
            self._session.select(node=path)

    def _redraw(self) -> None:
        """Draw the same tree again, as after a change of its style, unless a new drawing is due anyway."""
        if not self._is_stale:
            self._draw_tree()
            self._show_selection()
            self._mark_question()

    def _fit_to_size(self) -> None:
        """Draw the tree again for a new size of the canvas, and shrink it to fit unless the user has zoomed."""
        size = self.canvas.viewport().size()
        if self._tree is not None and self.isVisible() and size != self._drawn_size:
            self._drawn_size = size
            self._redraw()
            self.canvas.shrink_to_fit()

    def _mark_question(self) -> None:
        """Highlight the phrase that the current question is about, and scroll to it; without a question, remove the
        highlight."""
        if self._is_stale or self.drawing is None or self._tree is None:
            return
        question = self._questions.question
        part = None if question is None else question.part
        words = range(0) if part is None or isinstance(part, ArcPart) else part.words
        paths, node = [path_of_word(self._tree, word) for word in words], None
        if part is not None:
            node = self._view_model.find_phrase_path(part)
        self.drawing.mark_question(paths, node)
        for path in (*paths[-1:], *paths[:1], *([] if node is None else [node])):
            self.canvas.ensure_area_visible(self.drawing.get_area(path))

    def _draw_tree(self, is_animated: bool = False) -> None:
        """Draw the tree, keeping the visible part in place; `is_animated` moves nodes from their old positions."""
        self._mouse_filter.cancel()
        self._motion.finish_step()
        canvas, drawing, path = self.canvas, self.drawing, self._cursor.current_path
        old_positions = None if drawing is None or not is_animated else drawing.positions
        old_corner, old_zoom = canvas.mapToScene(0, 0), canvas.transform()
        word = 0 if self._is_new_sentence or drawing is None or path is None else drawing.get_first_word(path)
        old_y = self._get_word_y(word)
        canvas.scene().clear()
        self.drawing = self._cursor.drawing = None
        if self._tree is not None:
            view_model, suspicious_nodes = (
                self._view_model,
                find_suspicious_nodes(self._tree, self._survey.inventory),
            )
            max_width = canvas.max_drawing_width if self.rows_folded else None
            style = TreeStyle(
                *self._font_sizes, self.words_on_one_line, self._cursor.right_to_left, self.traces_joined,
                canvas.compute_max_drawing_height, max_width,
            )  # fmt: skip
            marks = TreeMarks(suspicious_nodes, view_model.suggested_parts, view_model.uncertain, view_model.locked)
            self.drawing = self._cursor.drawing = TreeDrawing(
                canvas.scene(), self._tree, canvas.colours, style, marks, self._folded
            )
        canvas.update_scene_rect()
        canvas.shrink_to_fit(force=self._is_new_sentence)
        if old_y is not None and (new_y := self._get_word_y(word)) is not None:  # keep the visible part in place
            bar = canvas.verticalScrollBar()
            bar.setValue(bar.value() + new_y - old_y)
        self._animate_from(old_positions if canvas.transform() == old_zoom else None, old_corner)

    def _get_word_y(self, word: int) -> int | None:
        """Return the vertical position of a word in the canvas, in pixels; None if the word is not drawn."""
        area = None if self.drawing is None else self.drawing.get_word_area(word)
        return None if area is None else self.canvas.mapFromScene(area.center()).y()

    def _show_selection(self) -> None:
        """Show the selected nodes in the drawing and the outline, and scroll to the current one."""
        if self._is_stale or self.drawing is None:
            return
        nodes, path = self._cursor.selected_paths, self._cursor.current_path
        self.drawing.select(nodes, path)
        self.outline.select(nodes, path)
        if path is not None:
            self.canvas.ensure_area_visible(self.drawing.get_area(path))
            self.canvas.setAccessibleDescription(self.outline.describe_node(path))

    def _update_empty_state(self, sentence: Sentence | None) -> None:
        """Show why there is no tree, with an action that helps; nothing if there is one."""
        self._empty_state.setVisible(self._tree is None)
        reason = "" if sentence is None else self.editor.explain_cannot_start(sentence)
        if sentence is None:
            text = self.tr("No sentence is selected.")
        elif len(sentence) > MAX_DRAWN_WORDS:
            text = self.tr("This sentence has {0} words. Trees are drawn for up to {1} words.").format(
                len(sentence), MAX_DRAWN_WORDS
            )
            reason = reason or " "
        else:
            text = self.tr("This sentence has no constituency tree.")
            if self._suggestions.structure is CONSTITUENTS:
                text = f"{text}\n{self._suggestions.diagnostics.why_no_suggestion}".rstrip()
        action_name = "constituency.start_tree" if sentence is not None and not reason else ""
        can_add_document = self._session.project is not None and not self._session.read_only_reason
        if sentence is not None and can_add_document and self.editor.cannot_store_trees:
            action_name = "window.begin_beside"
        self._empty_state.set_message(f"{text}\n{reason}" if reason else text, action_name)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Check the type first: events still arrive during destruction, when attributes are gone.
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and watched is self.canvas:
            has_ended_drag = event.key() == Qt.Key.Key_Escape and self._mouse_filter.cancel()
            return has_ended_drag or self._cursor.handle_key(event)
        return False


def transfer_folded_nodes(old_tree: Tree, new_tree: Tree, folded: frozenset[NodePath]) -> frozenset[NodePath]:
    """Return the nodes to fold after an edit: for each node folded before, the one over the same words. Of several
    nodes over these words, that is the one with the same label, or else the first."""
    if not folded:
        return folded
    new_folds: set[NodePath] = set()
    spans: dict[tuple[int, int], list[tuple[NodePath, str]]] = {}
    for path, node, span in list_nodes_with_leaf_spans(new_tree):
        if not node.is_tag and node.label != TRACE_TAG:
            spans.setdefault(span, []).append((path, node.label))
    for path, node, span in list_nodes_with_leaf_spans(old_tree):
        if path not in folded:
            continue
        candidates = spans.get(span, [])
        same_label = [candidate for candidate, label in candidates if label == node.label]
        if path in same_label or (not same_label and any(path == candidate for candidate, _ in candidates)):
            new_folds.add(path)
        elif same_label:
            new_folds.add(same_label[0])
        elif candidates:
            new_folds.add(candidates[0][0])
    return frozenset(new_folds)

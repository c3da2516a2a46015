"""View of the dependencies of the selected sentence: drawn, outlined, and edited with keys or the mouse."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPalette
from PySide6.QtWidgets import QLabel

from spectral_core.data import Problem, Sentence
from spectral_core.data.structure import DEPENDENCIES, ArcPart
from spectral_core.formats import can_edit
from spectral_gui import widgets
from spectral_gui.scenes.dependencies import ArcDrawing, ArcMarks, ArcStyle, RowLayout
from spectral_gui.scenes.drawing_parts import Hit
from spectral_gui.state import (
    ANNOTATION,
    Acceptance,
    ChangeKind,
    Changes,
    DocumentSurvey,
    Notices,
    PartQuestions,
    ReadingRankings,
    Session,
    SubtreeReplacement,
    Suggestions,
)
from spectral_gui.text_display import MAX_DRAWN_WORDS, make_treebank_font
from spectral_gui.view_updates import ViewUpdates
from spectral_gui.views.annotate.trees.alternatives_bar import AlternativesBar
from spectral_gui.views.annotate.trees.arc_editor import ArcEditor
from spectral_gui.views.annotate.trees.cursors import WordCursor
from spectral_gui.views.annotate.trees.outlines import WordOutline
from spectral_gui.views.annotate.trees.tree_view import (
    SuggestionCommands,
    TreeMouseFilter,
    TreeView,
    find_adjacent_position,
    make_context_menu,
)
from spectral_gui.views.annotate.trees.view_models import ArcViewModel, build_arc_view_model
from spectral_gui.widgets.empty_state import EmptyStateButton

_ROW_MARGINS = 36  # pixels to the left and right of folded rows
_MENU_ACTIONS = (  # of the context menu; "" for a separator
    "dependency.attach", "dependency.relabel", "dependency.make_root", "dependency.detach", "dependency.lock",
    "dependency.forbid", "dependency.free", "", "dependency.fold", "dependency.compact", "dependency.show_enhanced",
    "dependency.show_lemmas", "dependency.show_interlinear",
)  # fmt: skip
_RESIZE_MILLISECONDS = 50  # milliseconds without resizing before rows are folded again


class DependencyView(TreeView):
    """Panel that shows and edits the dependencies of the selected sentence; `canvas` and `outline` show the same."""

    drawing: ArcDrawing | None
    outline: WordOutline
    edit_word_requested = Signal(int)  # word whose fields the user wants to edit

    def __init__(
        self,
        session: Session,
        notices: Notices,
        survey: DocumentSurvey,
        suggestions: Suggestions,
        acceptance: Acceptance,
        readings: ReadingRankings,
        questions: PartQuestions,
        replacement: SubtreeReplacement,
    ):
        super().__init__(session, self.tr("Dependency tree"))
        self._survey, self._suggestions, self._acceptance = survey, suggestions, acceptance
        self._notices, self._readings, self._questions = notices, readings, questions
        self._sentence: Sentence | None = None  # the sentence drawn
        self._problems: tuple[Problem, ...] = ()  # problems marked in it
        self._last_row_layout = RowLayout()
        self._drawn_style: tuple[ArcStyle, tuple[str, ...], bool] | None = None  # style and content of the last drawing
        self._has_scrolled = False  # by the user, since the sentence was shown
        self._arabic_font_size: float | None = None
        self.folded = True  # fold the tree to the width, so that it scrolls only vertically
        self.close_together = self.enhanced_shown = self.lemmas_shown = False
        self._interlinear: bool | None = None  # the user's choice; None for the default
        self.outline = WordOutline()
        self._cursor = WordCursor(session, lambda: self.drawing, self)
        self._view_model: ArcViewModel | None = None
        editor_parts = (session, notices, survey, suggestions, self.canvas, self._cursor)
        self.editor = ArcEditor(*editor_parts, lambda: self.drawing, self._draw_if_stale)
        self.prompt = self.editor.prompt
        suggestion_parts = (suggestions, acceptance, questions, replacement)
        self.suggestion_commands = SuggestionCommands(
            *suggestion_parts, self._get_editable_word, self._go_to_uncertain, self
        )
        self._mouse_filter = TreeMouseFilter(
            self.canvas, lambda: self.drawing, lambda: session.selection.word or None, ("word",)
        )
        self._rewrap_timer = widgets.make_timer(self, self._refresh)
        # queued: after all other slots of the sentence change
        self._select_uncertain_timer = widgets.make_timer(self, self._select_first_uncertain)
        self.no_suggestion_label = NoSuggestionLabel(session, suggestions)
        self.alternatives_bar = AlternativesBar(session, suggestions, readings)
        splitter = widgets.make_splitter(self.canvas, self.outline, sizes=(680, 330), is_rigid=False)
        message_row = widgets.make_row(
            (self.no_suggestion_label, 1), self.no_suggestion_label.help_button, margins=(0, 0, 8, 0)
        )
        widgets.make_column((splitter, 1), self.alternatives_bar, message_row, on=self, margins=0, spacing=0)
        self._connect_signals(session)

    def _connect_signals(self, session: Session) -> None:
        """Connect the signals of the parts of the view and of the session."""
        self._mouse_filter.pressed.connect(self._on_pressed)
        self._mouse_filter.clicked.connect(self._on_clicked)
        self._mouse_filter.double_clicked.connect(self._on_double_clicked)
        self._mouse_filter.dragged.connect(self._on_dragged)
        self._mouse_filter.dropped.connect(self._on_dropped)
        self._mouse_filter.drag_ended.connect(self.editor.clear_preview)
        self._mouse_filter.menu_requested.connect(self._on_menu_requested)
        self.outline.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.outline.customContextMenuRequested.connect(self._on_outline_menu_requested)
        self.alternatives_bar.choice_clicked.connect(self.apply_choice)
        self.canvas.viewport().installEventFilter(self)
        self.canvas.restyled.connect(self._refresh)
        self.canvas.resized.connect(self._ensure_word_visible)
        self.canvas.scrolled.connect(self._on_scrolled)
        self.outline.words_selected.connect(self._cursor.select_range)
        self.outline.word_double_clicked.connect(self.edit_word_requested)
        widgets.connect_signals(self._preview_question, self._questions.changed, self.canvas.resized)
        kinds = ANNOTATION | ChangeKind.DOCUMENT | ChangeKind.SELECTION | ChangeKind.SURVEY
        kinds |= ChangeKind.DECISIONS | ChangeKind.SUGGESTIONS | ChangeKind.READINGS
        ViewUpdates("dependency-tree", self, session, self._on_changes, kinds, (self.outline,))

    def apply_choice(self, row: int) -> None:
        """Apply the alternative in a row of the bar, from 1, to a word."""
        self.editor.apply_choice(self.alternatives_bar.visible_choices, row)

    def toggle_folding(self) -> None:
        """Draw the tree in as many rows as fit, or in one that scrolls."""
        self.folded = not self.folded
        self._refresh()

    def toggle_compact(self) -> None:
        """Draw words close together, or with space for labels between them."""
        self.close_together = not self.close_together
        self._refresh()

    def toggle_enhanced_arcs(self) -> None:
        """Show or hide the enhanced graph below the words."""
        self.enhanced_shown = not self.enhanced_shown
        self._refresh()

    def toggle_lemmas(self) -> None:
        """Show or hide the lemmas below the words."""
        self.lemmas_shown = not self.lemmas_shown
        self._refresh()

    @property
    def interlinear_shown(self) -> bool:
        """Whether word annotation is written below the words: by default for token tables."""
        return self._session.treebank.format == "table" if self._interlinear is None else self._interlinear

    def toggle_interlinear(self) -> None:
        """Show or hide the word annotation below the words."""
        self._interlinear = not self.interlinear_shown
        self._refresh()

    def set_font_sizes(self, points: float, arabic_points: float | None = None) -> None:
        """Set the font sizes of words and of Arabic words, in points, and redraw; None for the default Arabic size."""
        self.canvas.font_size, self._arabic_font_size = points, arabic_points
        self._refresh()

    @property
    def current_drawing(self) -> ArcDrawing:
        """The drawing of the selected sentence, which is redrawn first if it is outdated."""
        self._draw_if_stale()
        assert self.drawing is not None
        return self.drawing

    def _get_editable_word(self) -> int | None:
        """Return the selected word, or the first after selecting it; if nothing can be edited, show the reason and
        return None."""
        return None if self.editor.get_editable_drawing() is None else self._session.selection.word

    def _build_view_model(self, sentence: Sentence) -> ArcViewModel:
        return build_arc_view_model(self._session, self._suggestions, self._acceptance, sentence)

    def _go_to_uncertain(self, step: int) -> None:
        """Select the next (1) or previous (-1) uncertain word."""
        words = self._acceptance.find_uncertain_words()
        if words:
            self._cursor.select(find_adjacent_position(words, self._session.selection.word, step))
        else:
            self._notices.notify(self.tr("No uncertain words in this sentence"))

    def _on_pressed(self, hit: Hit[int], extend: bool) -> None:
        if hit.part == "word":
            self._cursor.select(hit.position, extend)

    def _on_clicked(self, hit: Hit[int], _was_selected: bool) -> None:
        if hit.part == "label":
            self._cursor.select(hit.position)
            if self.drawing is not None and self.editor.check_editable():
                self.editor.ask_relation(self.drawing, at_label=True)

    def _on_double_clicked(self, hit: Hit[int]) -> None:
        if hit.part == "word":
            self.edit_word_requested.emit(hit.position)

    def _find_drop_head(self, word: int, hit: Hit[int] | None, point: QPointF) -> int | None:
        """Return the head that a drop at this point gives to a word: the word under the point, or 0 above the words for
        the root; None if a drop there does nothing."""
        if hit is not None and hit.part == "word":
            return hit.position if hit.position != word else None
        return 0 if self.drawing is not None and self.drawing.is_root_drop_point(word, point) else None

    def _on_dragged(self, word: int, hit: Hit[int] | None, point: QPointF) -> None:
        if self.drawing is not None:
            head = self._find_drop_head(word, hit, point)
            self.drawing.preview(word, head, point)
            shape = Qt.CursorShape.ForbiddenCursor if head is None else Qt.CursorShape.CrossCursor
            self.canvas.viewport().setCursor(shape)

    def _on_dropped(self, word: int, hit: Hit[int] | None, point: QPointF) -> None:
        head = self._find_drop_head(word, hit, point)
        if head is not None and self.editor.check_editable():
            self.editor.attach_to(self._session.selection.sentence, [word], head)

    def _on_menu_requested(self, word: int | None, position: QPoint) -> None:
        if self.drawing is None:
            return
        if word is not None and word not in self._session.selection.words:
            self._cursor.select(word)
        menu, installed = make_context_menu(self), {action.objectName(): action for action in self.actions()}
        for name in _MENU_ACTIONS:
            menu.addAction(installed[name]) if name else menu.addSeparator()
        menu.popup(position)

    def _on_outline_menu_requested(self, point: QPoint) -> None:
        self._on_menu_requested(None, self.outline.viewport().mapToGlobal(point))

    def _on_changes(self, changes: Changes) -> None:
        selection = self._session.selection
        is_new = changes.moves_to_sentence(selection) or changes.has(ChangeKind.DOCUMENT)
        if is_new:
            self.prompt.cancel()
        has_new_suggestion = selection.sentence in changes.suggested | changes.ranked
        if (
            is_new
            or selection.sentence in changes.sentences
            or self._is_stale
            or (changes.has(ChangeKind.SURVEY) and self._has_other_problems())
            or (has_new_suggestion and self._has_other_content())
        ):
            self._refresh()
        elif changes.has(ChangeKind.SELECTION):
            self._show_selection()
        if changes.has(ChangeKind.SUGGESTIONS | ChangeKind.READINGS):
            self.no_suggestion_label.refresh()
        if is_new or has_new_suggestion:
            self._select_uncertain_timer.start()

    def _has_other_problems(self) -> bool:
        """Return whether the problems of the sentence differ from those drawn."""
        index = self._session.selection.sentence
        return index < 0 or self._survey.find_problems(index) != self._problems

    def _has_other_content(self) -> bool:
        """Return whether the tree to show differs from the one drawn."""
        sentence = self._session.sentence
        return sentence is not None and self._build_view_model(sentence) != self._view_model

    def _select_first_uncertain(self) -> None:
        """Select the first uncertain word of a sentence if nothing is selected yet."""
        if not self._session.selection.word and self.isVisible():
            self._cursor.select(next(iter(self._acceptance.find_uncertain_words()), 0))

    def _draw_sentence(self) -> None:
        """Draw the current state of the selected sentence, keeping the scroll position."""
        self._is_stale = False
        session, canvas = self._session, self.canvas
        previous, sentence = self._sentence, session.sentence
        self._mouse_filter.cancel()
        self._motion.finish_step()
        drawing, self.drawing = self.drawing, None
        is_new = drawing is None or previous is None or sentence is None or previous.forms != sentence.forms
        old_positions = None if drawing is None or is_new else drawing.positions
        old_corner = canvas.mapToScene(0, 0)
        self._sentence, self._view_model = sentence, None
        self.no_suggestion_label.refresh()
        if sentence is None or not 0 < len(sentence) <= MAX_DRAWN_WORDS:
            self._sentence = None
            canvas.scene().clear()
            self.outline.show_sentence(Sentence.of(()), {}, is_new=True)
            self._draw_message(0 if sentence is None else len(sentence))
            return
        problems = self._problems = self._survey.find_problems(session.selection.sentence)
        view_model = self._view_model = self._build_view_model(sentence)
        self._sentence = sentence = view_model.sentence
        width = (canvas.available_width - _ROW_MARGINS) / canvas.transform().m11() if self.folded else None
        style = ArcStyle(
            canvas.font_size,
            self._arabic_font_size,
            width=width,
            compact=self.close_together,
            lemmas=self.lemmas_shown,
            interlinear=self.interlinear_shown,
            enhanced=self.enhanced_shown,
        )
        style = self._reuse_row_layout(style, sentence)
        marks = ArcMarks(
            problems, view_model.suggested_arcs, view_model.uncertain, view_model.locked, view_model.forbidden
        )
        if drawing is None:
            canvas.scene().clear()  # of a message
        self.drawing = ArcDrawing(canvas.scene(), sentence, canvas.colours, style, marks, drawing)
        self._last_row_layout = self.drawing.row_layout
        problem_notes: dict[int, str] = {}
        for problem in problems:
            if problem.word:
                note = f"{problem.message}. {problem.remedy}"
                problem_notes[problem.word] = (
                    f"{problem_notes[problem.word]}\n{note}" if problem.word in problem_notes else note
                )
        self.outline.show_sentence(sentence, problem_notes, is_new, view_model.notes)
        if is_new:
            self._has_scrolled = False
            canvas.verticalScrollBar().setValue(canvas.verticalScrollBar().minimum())  # of the sentence before
            canvas.ensure_area_visible(self.drawing.get_area(1))
        self._show_selection()
        self.editor.renew_preview()
        self._preview_question()
        self._animate_from(old_positions, old_corner, previous != sentence)

    def _reuse_row_layout(self, style: ArcStyle, sentence: Sentence) -> ArcStyle:
        """Return the style with the rows of the last drawing if words and style are unchanged, so that words stay in
        place. Rows from before the first arc are not used again, as their breaks are arbitrary."""
        has_heads = any(head is not None for head in sentence.heads)
        drawn_style = style, sentence.forms, has_heads
        kept_rows, self._drawn_style = self._last_row_layout if drawn_style == self._drawn_style else None, drawn_style
        return replace(style, row_layout=kept_rows)

    def _preview_question(self) -> None:
        """Preview the arc that the current question is about, unless a prompt is open."""
        drawing, question = self.drawing, self._questions.question
        if self._is_stale or drawing is None or self.prompt.is_open:
            return
        part = None if question is None else question.part
        if isinstance(part, ArcPart):
            drawing.preview(part.word, part.head)
            self.canvas.ensure_area_visible(
                drawing.get_area(part.head or part.word).united(drawing.get_area(part.word))
            )
        else:
            drawing.clear_preview()

    def _ensure_word_visible(self) -> None:
        """Keep the selected word, or else the first, visible when the canvas is resized."""
        drawing = self.drawing
        if drawing is not None and not self._has_scrolled:
            word = self._session.selection.word
            self.canvas.ensure_area_visible(drawing.get_area(word if 1 <= word <= len(drawing.sentence) else 1))

    def _on_scrolled(self) -> None:
        self._has_scrolled = True

    def _draw_message(self, word_count: int) -> None:
        """Show that no sentence is selected, or that the sentence of `word_count` words is too long to draw."""
        scene = self.canvas.scene()
        message = self.tr("No sentence is selected.")
        if word_count:
            message = self.tr("This sentence has {0} words. Trees are drawn for up to {1} words.").format(
                word_count, MAX_DRAWN_WORDS
            )
        text = scene.addSimpleText(message, make_treebank_font(self.canvas.font_size))
        text.setBrush(self.canvas.colours.faint)
        scene.setSceneRect(text.boundingRect())
        self.canvas.setAccessibleDescription(text.text())

    def _show_selection(self) -> None:
        """Show the selected words in the drawing and the outline, and scroll to the current one."""
        drawing, selection = self.drawing, self._session.selection
        if drawing is None:
            return
        drawing.select(selection.words, selection.word)
        self.outline.show_selection(selection.word, selection.words)
        if selection.word:
            self.canvas.ensure_area_visible(drawing.get_area(selection.word))
            self.canvas.setAccessibleDescription(self.outline.word_model.describe_word(selection.word))
        else:
            self.canvas.setAccessibleDescription(self.tr("The outline shows the same tree."))

    def _handle_key(self, event: QKeyEvent) -> bool:
        """Handle Escape and the keys for navigation; return whether the key was one of these."""
        other_modifiers = event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
        if other_modifiers != Qt.KeyboardModifier.NoModifier:
            return False
        if event.key() != Qt.Key.Key_Escape:
            return self._cursor.handle_key(event)
        return self._mouse_filter.cancel() or self._suggestions.hide_requested_suggestion()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if watched is self.canvas.viewport():
            if kind == QEvent.Type.Resize and self.folded:
                self._rewrap_timer.start(_RESIZE_MILLISECONDS)
            return False
        return self._handle_key(event) if isinstance(event, QKeyEvent) and kind == QEvent.Type.KeyPress else False


class NoSuggestionLabel(QLabel):
    """Label with the reason why no tree is suggested; hidden if one is."""

    def __init__(self, session: Session, suggestions: Suggestions):
        super().__init__()
        self._session, self._suggestions = session, suggestions
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setMargin(6)
        self.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.setAccessibleName(self.tr("Why there is no suggestion"))
        self.help_button = EmptyStateButton()
        self.help_button.hide()
        self.hide()

    def refresh(self) -> None:
        """Show why no tree is suggested, with a button that helps; hide both if there is a suggestion."""
        if not can_edit(self._session.treebank.format, DEPENDENCIES.name) and self._session.sentence is not None:
            self._show_unsupported_format()
            return
        reason = self._suggestions.diagnostics.why_no_suggestion
        self.setText(reason)
        self.setVisible(bool(reason))
        self._update_help_button(bool(reason))

    def _show_unsupported_format(self) -> None:
        """Show that the file format cannot store dependencies, and offer a document for them."""
        self.setText(self.tr("This file format cannot store dependencies. Add a document for them."))
        self.show()
        self.help_button.use_action("window.begin_beside")
        self.help_button.setVisible(self._session.project is not None and not self._session.read_only_reason)

    def _update_help_button(self, is_missing: bool) -> None:
        """Let the button offer what helps: save to a file that can be trained on, use a model, train one, or download a
        treebank."""
        model = self._suggestions.model
        self.help_button.setVisible(is_missing and model.active_run is None)
        if self._session.project is None:
            self.help_button.use_action("window.save_as")
        elif model.candidate_runs:
            newest = model.candidate_runs[-1].name
            tip = self.tr("Use this model to suggest trees")
            self.help_button.use_callback(
                self.tr("Use {0} for suggestions").format(newest), tip, lambda: model.choose_run(newest)
            )
        else:
            self.help_button.use_action("window.show_train" if model.project_runs else "window.get_treebank")

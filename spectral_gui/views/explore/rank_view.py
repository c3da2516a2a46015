"""Singular values with the rank cut, a slider that moves it, and the parse of the selected sentence at that rank."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QSignalBlocker, Qt
from PySide6.QtWidgets import QLabel, QSizePolicy, QSlider, QWidget

from spectral_core.data import Sentence
from spectral_core.data.structure import CONSTITUENTS
from spectral_core.data.tree import walk_paths, word_range
from spectral_core.engine import TruncatedParse
from spectral_gui import widgets
from spectral_gui.plots import Plot, SingularValueSpectrum, plot_singular_values
from spectral_gui.scenes.dependencies import ArcDrawing, ArcMarks, ArcStyle, SuggestedPart
from spectral_gui.scenes.tree_drawing import TreeDrawing
from spectral_gui.scenes.tree_style import TreeMarks, TreeStyle
from spectral_gui.state import ANNOTATION, ChangeKind, Changes, ModelExplorer, Session, TruncationQuestion
from spectral_gui.text_display import MAX_DRAWN_WORDS, is_right_to_left, resolve_plural
from spectral_gui.view_updates import ViewUpdates
from spectral_gui.views.explore.descriptions import describe_clipping, describe_truncated_parse, format_parse_as_text
from spectral_gui.widgets.canvas import Canvas
from spectral_gui.widgets.lists import to_tooltip

_MIN_ZOOM = 0.6  # minimum for fitting a wide tree; a wider one is scrolled


class RankView(widgets.Panel):
    """Panel that parses the selected sentence with a model truncated to the rank that a slider sets, and draws the
    parse."""

    def __init__(self, name: str, session: Session, explorer: ModelExplorer, slot: int):
        super().__init__()
        self._session, self._explorer = session, explorer
        self._slot = slot
        self._run = ""
        self._max_rank = 0  # maximum of the slider; 0 if unknown, or if the model cannot be truncated
        self._spectrum_name = ""  # head tag with direction, or label
        self._singular_values: tuple[float, ...] = ()
        self._kept_singular_values: int | None = None
        self._stale = True  # nothing was requested since the model, the text or the sentence changed
        self.truncated_parse: TruncatedParse | None = None
        self._drawn_forms: tuple[str, ...] = ()  # words of the tree drawn last
        self.drawing: ArcDrawing | TreeDrawing | None = None
        self.plot = Plot(self.tr("Singular values"))
        self.slider = widgets.set_accessible_name(QSlider(Qt.Orientation.Horizontal), self.tr("Rank"))
        self.slider.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.rank_label = widgets.make_label(buddy=self.slider)
        self.summary, self.clipping_note = _make_wrapped_label(), _make_wrapped_label()
        self.canvas = widgets.set_accessible_name(Canvas(), self.tr("Tree at this rank"))
        self._lay_out()
        self._disable_slider("")
        self.slider.valueChanged.connect(self._update_rank)
        self.canvas.restyled.connect(self._draw)
        self.became_visible.connect(self._on_became_visible)
        self._fit_timer = widgets.make_timer(self, self._fit)  # after the layout is complete
        self.canvas.resized.connect(self._fit_timer.start)
        explorer.max_states_received.connect(self._on_max_states_received)
        explorer.max_states_failed.connect(self._on_max_states_failed)
        explorer.truncated_parse_received.connect(self._on_truncated_parse_received)
        explorer.truncated_parse_failed.connect(self._on_truncated_parse_failed)
        kinds = ANNOTATION | ChangeKind.DOCUMENT | ChangeKind.SELECTION
        ViewUpdates(name, self, session, self._on_changes, kinds)

    def _on_changes(self, changes: Changes) -> None:
        selection = self._session.selection
        if changes.has(ChangeKind.DOCUMENT):
            self.show_run(self._run)
        elif selection.sentence in changes.sentences or changes.moves_to_sentence(selection):
            self._request_truncated_parse()

    def show_run(self, run: str) -> None:
        """Choose the run whose model is truncated; "" for none."""
        self._run = run
        self._disable_slider(self.tr("No model whose rank can be changed.") if not run else "")
        self._request_max_rank()

    def show_spectrum(self, name: str, values: Sequence[float], retained: int | None) -> None:
        """Plot singular values with the cut at the slider's rank; the model keeps `retained` of the values."""
        self._spectrum_name, self._singular_values, self._kept_singular_values = name, tuple(values), retained
        if not values:
            self.plot.show_message(self.tr("{0} has no singular values.").format(name))
            return
        rank = self.slider.value() if self._max_rank else retained
        rank = rank if rank is None or retained is None else min(rank, retained)
        cut_text = "" if rank is None else self.tr("rank {0}").format(rank)
        draw_values = plot_singular_values(
            self.tr("rank"), self.tr("singular value"), [SingularValueSpectrum(name, values, rank, cut_text)]
        )
        count = resolve_plural(self.tr("%Ln singular value(s)", "", len(values)), len(values))
        self.plot.show_figure(draw_values, f"{name}: {count}{', ' if cut_text else ''}{cut_text}")

    def _request_max_rank(self) -> None:
        """Request the maximum rank of the model, once the panel is visible."""
        self._stale = not self.isVisible()
        if self._run and not self._stale:
            self._explorer.request_max_states(self._run)

    def _on_max_states_received(self, run: str, max_rank: int) -> None:
        """Set the range of the slider from 1 to the rank of the model, and select full rank."""
        if run != self._run:
            return
        with QSignalBlocker(self.slider):
            self.slider.setRange(1, max_rank)
            self.slider.setValue(max_rank)
        self._max_rank = max_rank
        self.slider.setEnabled(True)
        self.slider.setToolTip(
            self.tr("Number of hidden states kept; the sentence is parsed again as you move the slider")
        )
        self._update_rank()

    def _on_max_states_failed(self, run: str, reason: str) -> None:
        if run == self._run:
            self._disable_slider(reason[:1].upper() + reason[1:])

    def _disable_slider(self, reason: str) -> None:
        """Disable the slider, and show the reason instead of a parse."""
        self._max_rank = 0
        self.slider.setEnabled(False)
        self.slider.setToolTip(to_tooltip(reason))
        self.rank_label.setText(self.tr("Rank"))
        self.slider.setAccessibleDescription(reason)
        self._show_message(reason)

    def _update_rank(self, _: int = 0) -> None:
        """Show the rank that the slider sets, and request the parse at that rank."""
        rank_text = self.tr("Rank: {0} of {1}").format(self.slider.value(), self._max_rank)
        self.rank_label.setText(rank_text)
        self.slider.setAccessibleDescription(rank_text)
        if self._spectrum_name:
            self.show_spectrum(self._spectrum_name, self._singular_values, self._kept_singular_values)
        self._request_truncated_parse()

    @property
    def requested_parse(self) -> TruncationQuestion | None:
        """Parse that the slider describes; None without a sentence or a model that can be truncated."""
        sentence = self._session.sentence
        if not self._max_rank or sentence is None or not 0 < len(sentence) <= MAX_DRAWN_WORDS:
            return None
        return TruncationQuestion(self._run, self._session.selection.sentence, sentence, self.slider.value())

    def _request_truncated_parse(self) -> None:
        """Request the parse at the slider's rank; without a suitable sentence, ask for one."""
        if not self.isVisible():
            self._stale = True
            return
        question = self.requested_parse
        if question is not None:
            self._explorer.request_truncated_parse(self._slot, question)
        elif self._max_rank:
            self._show_message(self.tr("Select a sentence of up to {0} words in the queue.").format(MAX_DRAWN_WORDS))

    def _is_still_requested(self, slot: int, question: TruncationQuestion) -> bool:
        """Return whether an answer for this panel is about the selected sentence and model, perhaps at another rank."""
        current = self.requested_parse
        return slot == self._slot and current is not None and current.can_show_answer_to(question)

    def _on_truncated_parse_received(self, slot: int, question: TruncationQuestion, truncated: TruncatedParse) -> None:
        if self._is_still_requested(slot, question):
            self.truncated_parse = truncated
            self._show_summary(question.sentence)
            self._draw()

    def _on_truncated_parse_failed(self, slot: int, question: TruncationQuestion, reason: str) -> None:
        if self._is_still_requested(slot, question):
            self._show_message(reason)

    def _show_message(self, message: str) -> None:
        """Show a message instead of a parse."""
        self.truncated_parse = self.drawing = None
        self.canvas.scene().clear()
        self.summary.setText(message)
        self.clipping_note.setText("")
        self.canvas.setAccessibleDescription(message)

    def _show_summary(self, annotated: Sentence) -> None:
        """Describe the parse, its agreement with the annotation and its clipped scores."""
        assert self.truncated_parse is not None
        self.summary.setText(describe_truncated_parse(self.truncated_parse, annotated))
        self.clipping_note.setText(describe_clipping(self.truncated_parse))
        self.canvas.setAccessibleDescription(f"{self.summary.text()}\n{format_parse_as_text(self.truncated_parse)}")

    def _draw(self) -> None:
        """Draw the truncated parse, with the words or phrases that differ from full rank marked."""
        truncated, canvas = self.truncated_parse, self.canvas
        if truncated is None:
            return
        previous_drawing, previous_forms = self.drawing, self._drawn_forms
        canvas.scene().clear()
        self._drawn_forms = truncated.tree.forms
        if truncated.structure == CONSTITUENTS.name:
            self._draw_phrases(truncated)
            self._fit_timer.start()
            return
        changed_words = {part for part in truncated.changed_parts if isinstance(part, int)}
        ghosts = {
            word: SuggestedPart(is_changed=True, note=self._describe_full_rank_head(truncated, word))
            for word in changed_words
        }
        style, marks = (
            ArcStyle(canvas.font_size, compact=True),
            ArcMarks(suggested_parts=ghosts, uncertain=changed_words),
        )
        self.drawing = ArcDrawing(canvas.scene(), truncated.tree, canvas.colours, style, marks)
        if previous_drawing is None or previous_forms != truncated.tree.forms:
            self._fit_timer.start()

    def _draw_phrases(self, truncated: TruncatedParse) -> None:
        """Draw the tree, with dashes under the phrases that the full-rank parse does not have."""
        tree = truncated.tree.tree
        self.drawing = None
        if tree is None:
            return
        changed_paths = []
        for path, node in walk_paths(tree):
            first, last = word_range(tree, path)
            if first and not node.is_tag and (first - 1, last) in truncated.changed_parts:
                changed_paths.append(path)
        mirrored = bool(is_right_to_left(truncated.tree.text))
        style = TreeStyle(self.canvas.font_size, right_to_left=mirrored)
        self.drawing = TreeDrawing(
            self.canvas.scene(), tree, self.canvas.colours, style, TreeMarks(uncertain=changed_paths)
        )
        self.canvas.update_scene_rect()

    def _describe_full_rank_head(self, truncated: TruncatedParse, word: int) -> str:
        """Return a note with the head of a word in the parse at full rank."""
        head = truncated.full_tree.heads[word - 1]
        form = truncated.tree.forms[head - 1] if head else self.tr("the root")
        return self.tr("at rank {0} below {1}").format(
            truncated.max_states, f"{head} \u2068{form}\u2069" if head else form
        )

    def _fit(self) -> None:
        """Zoom to the whole tree if it stays legible; otherwise show its beginning."""
        if self.drawing is None:
            return
        self.canvas.zoom_to_fit()
        if self.canvas.transform().m11() < _MIN_ZOOM:
            self.canvas.set_zoom(_MIN_ZOOM)
        if isinstance(self.drawing, TreeDrawing):
            self.canvas.centerOn(self.drawing.get_area(self.drawing.top).center())
            return
        self.canvas.centerOn(QPointF(self.drawing.get_area(1).center()))
        scroll_bar = self.canvas.verticalScrollBar()
        scroll_bar.setValue(scroll_bar.maximum())

    def _lay_out(self) -> None:
        slider_row = widgets.make_row(self.rank_label, (self.slider, 1), margins=(8, 0, 8, 2), spacing=10)
        values_page, tree_page = QWidget(), QWidget()
        widgets.make_column((self.plot, 1), slider_row, on=values_page, margins=0, spacing=0)
        widgets.make_column(
            self.summary, (self.canvas, 1), self.clipping_note, on=tree_page, margins=(0, 2, 0, 0), spacing=2
        )
        widgets.make_column(
            widgets.make_splitter(values_page, tree_page, sizes=(320, 640), stretch_factors=(1, 2)), on=self, margins=0
        )

    def _on_became_visible(self) -> None:
        if self._stale:
            self._stale = False
            if self._max_rank:
                self._request_truncated_parse()
            else:
                self._request_max_rank()


def _make_wrapped_label() -> QLabel:
    label = widgets.make_label(wraps=True, selectable=True)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    return label

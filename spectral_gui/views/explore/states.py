"""Hidden states at the nodes of trees: typical words and rules, predicted attributes, the plane, similar nodes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QComboBox, QFileDialog, QHeaderView, QTabWidget, QTreeWidget, QTreeWidgetItem, QWidget

from spectral_core.data import Sentence
from spectral_core.data.tree import NodePath
from spectral_core.engine import NodeStates, PartStates, SearchResult, StateParts
from spectral_core.files import compute_copy_permissions, replace_atomically
from spectral_core.formats.export.tables import Cell, table_to_csv
from spectral_gui import plots, widgets
from spectral_gui.state import ANNOTATION, ChangeKind, Changes, ModelExplorer, Notices, Session, StateQuestion
from spectral_gui.text_display import resolve_plural
from spectral_gui.view_updates import ViewUpdates
from spectral_gui.views.explore.canvases import NodeCanvas
from spectral_gui.views.explore.controls import fill_run_box, offer_training
from spectral_gui.views.explore.rank_view import RankView
from spectral_gui.widgets.concordance import ConcordanceDelegate, MatchListModel
from spectral_gui.widgets.dialogs import open_save_dialog
from spectral_gui.widgets.empty_state import EmptyState
from spectral_gui.widgets.lists import UniformRowView, get_text_font_size, to_tooltip

_FILE_ITEM = "file"
_REQUEST_SLOT = 2  # 0 and 1 belong to the two automaton panels
_NUMBER_ROLE = Qt.ItemDataRole.UserRole
_MAX_LISTED = 5  # words and rules per row
_ALIGN_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_ALIGN_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class StatesView(widgets.Panel):
    """Panel with the hidden states of a label in the document, and of the selected node."""

    def __init__(self, session: Session, notices: Notices, explorer: ModelExplorer):
        super().__init__()
        self._session, self._notices, self._explorer = session, notices, explorer
        self._parts: StateParts | None = None
        self._part_states: PartStates | None = None
        self._node_states: tuple[NodeStates, ...] = ()
        self._suggested_parse: tuple[StateQuestion, Sentence, Sentence | None] | None = None  # the last is the parse
        self._plot_renderer: plots.PlotRenderer | None = None
        self._stale = True  # nothing was requested since the text, the model or the reference changed
        self._reference_files: list[Path] = []  # chosen by the user
        self._user_chose_reference = False  # if True, the reference stays the same for other models
        self.model = widgets.set_accessible_name(QComboBox(), self.tr("Model"))
        self.part = widgets.set_accessible_name(QComboBox(), self.tr("Label"))
        self.reference = widgets.set_accessible_name(QComboBox(), self.tr("Compare with"))
        for box in (self.model, self.part, self.reference):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(6)
        reference_tip = self.tr(
            "Features of words, or a file of the same trees with more detailed labels, such as NP[3sg,full]"
        )
        self.reference.setToolTip(to_tooltip(reference_tip))
        self._save_button = widgets.make_button(
            self.tr("Save…"), self.save, self.tr("States as CSV; the plane as SVG, PDF or PNG")
        )
        self.summary = widgets.make_label(wraps=True)
        self.states, self.attributes = StateTable(), AttributeTable()
        self.canvas = widgets.set_accessible_name(NodeCanvas(), self.tr("Tree"))
        self.node_summary = widgets.make_label(wraps=True, selectable=True)
        self.nearest, self._nearest_model, self._nearest_delegate = self._make_match_list(self.tr("Nearest nodes"))
        self.same_state_list, self._same_state_model, self._same_state_delegate = self._make_match_list(
            self.tr("Same state in other sentences")
        )
        self.same_state_summary = widgets.make_label(wraps=True)
        self.plane = plots.Plot(self.tr("Nodes in the plane"))
        self.ranks = RankView("state-ranks", session, explorer, _REQUEST_SLOT)
        self._empty_state = EmptyState("microscope")
        self.pages = QTabWidget()
        self._lay_out()
        self._connect_signals()
        self._update_model_box()

    def save(self) -> None:
        """Ask for a file, and write the table of the states or the plot of the plane to it."""
        if self._part_states is not None:
            kinds = {".csv": self.tr("CSV table of the states"), ".svg": self.tr("SVG drawing of the plane")}
            kinds |= {".pdf": self.tr("PDF page of the plane"), ".png": self.tr("PNG picture of the plane")}
            name = self.tr("states of {0}").format(self._part_states.part.part)
            open_save_dialog(self, self.tr("Save"), name, kinds, self.export)

    def export(self, path: Path) -> None:
        """Write the table of the states, or the plot of the plane, to a file in the format of its suffix."""
        part_states, draw, question = self._part_states, self._plot_renderer, self.requested_states
        if part_states is None or draw is None or question is None:
            return
        references = [] if question.reference is None else [question.reference]
        sources = [*self._explorer.list_source_files(question.run), *references]
        with self._notices.report_file_written(path):
            if path.suffix.lower() == ".csv":
                content = format_states_csv(part_states).encode()
                replace_atomically(path, [content], permissions=compute_copy_permissions(path, sources))
            else:
                plots.save_figure(draw, path, sources)

    @property
    def requested_states(self) -> StateQuestion | None:
        """Model whose states are shown, with the reference to compare them with; None without a model."""
        run = self.model.currentData()
        reference = self.reference.currentData()
        return StateQuestion(run, reference if isinstance(reference, Path) else None) if run else None

    def _make_match_list(self, name: str) -> tuple[UniformRowView, MatchListModel, ConcordanceDelegate]:
        matches = MatchListModel(self)
        delegate = ConcordanceDelegate(get_text_font_size(self), self)
        view = widgets.set_accessible_name(UniformRowView(matches, delegate, delegate.height), name)
        widgets.connect_signals(lambda index: self._open_match(matches, index.row()), view.activated, view.clicked)
        return view, matches, delegate

    def _lay_out(self) -> None:
        labels = [
            widgets.make_label(text, buddy=box)
            for text, box in (
                (self.tr("Model"), self.model),
                (self.tr("Label"), self.part),
                (self.tr("compared with"), self.reference),
            )
        ]
        bar = widgets.make_row(
            labels[0], (self.model, 1), labels[1], (self.part, 1), labels[2], (self.reference, 1), self._save_button
        )
        left_page, tree_page, elsewhere_page = QWidget(), QWidget(), QWidget()
        attributes_title = widgets.make_label(self.tr("Information in the states"), buddy=self.attributes)
        widgets.make_column(
            self.summary,
            (self.states, 3),
            attributes_title,
            self.attributes.empty_note,
            (self.attributes, 2),
            on=left_page,
            margins=0,
        )
        nearest_page = QWidget()
        widgets.make_column(self.node_summary, (self.nearest, 1), on=nearest_page, margins=(6, 2, 0, 0), spacing=2)
        widgets.make_column(
            widgets.make_splitter(self.canvas, nearest_page, is_vertical=True, sizes=(300, 220), stretch_factors=(1,)),
            on=tree_page,
            margins=0,
        )
        widgets.make_column(
            self.same_state_summary, (self.same_state_list, 1), on=elsewhere_page, margins=(6, 2, 0, 0), spacing=2
        )
        self.pages.setDocumentMode(True)
        self.pages.setUsesScrollButtons(True)
        for page, title in (
            (tree_page, self.tr("Tree")),
            (elsewhere_page, self.tr("In other sentences")),
            (self.plane, self.tr("Plane")),
            (self.ranks, self.tr("Rank")),
        ):
            self.pages.addTab(page, title)
        splitter = widgets.make_splitter(left_page, self.pages, sizes=(520, 480), stretch_factors=(1, 1))
        self._stack = widgets.make_stack(splitter, self._empty_state)
        widgets.make_column(bar, (self._stack, 1), on=self, margins=6)

    def _connect_signals(self) -> None:
        session, explorer = self._session, self._explorer
        self.model.activated.connect(self._request_state_labels)
        self.part.activated.connect(lambda _: self._request_states())
        self.reference.activated.connect(self._on_reference_activated)
        self.states.currentItemChanged.connect(lambda *_: self._request_same_state_nodes())
        self.canvas.chosen.connect(self._on_position_chosen)
        self.plane.point_clicked.connect(self._on_point_chosen)
        explorer.state_labels_received.connect(self._on_state_labels_received)
        explorer.states_received.connect(self._on_states_received)
        explorer.node_states_received.connect(self._on_node_states_received)
        explorer.structure_received.connect(self._on_structure_received)
        explorer.same_state_nodes_received.connect(self._on_same_state_nodes_received)
        explorer.states_failed.connect(self._on_states_failed)
        kinds = ANNOTATION | ChangeKind.DOCUMENT | ChangeKind.PROJECT | ChangeKind.SELECTION | ChangeKind.RUNS
        ViewUpdates("states", self, session, self._on_changes, kinds)
        self.became_visible.connect(lambda: self._refresh() if self._stale else None)
        self.font_changed.connect(self._on_font_changed)

    def _update_model_box(self) -> None:
        if fill_run_box(self.model, self._explorer.list_runs_with_states()):
            self._invalidate()

    def _update_reference_box(self) -> None:
        """Offer word features, documents and files as references, by default the file of the true states if there is
        one."""
        previous = self.reference.currentData() if self._user_chose_reference else None
        session = self._session
        references: list[tuple[str, object]] = [(self.tr("features of words"), "")]
        if session.project is not None and session.document:
            document_path = session.project.path_of(session.document)
            states_path = document_path.with_name(f"{document_path.stem}.states{document_path.suffix}")
            references += [(states_path.name, states_path)] if states_path.exists() else []
            documents = (name for name in session.documents if name != session.document)
            references += [(name, session.project.path_of(name)) for name in documents]
        references += [(path.name, path) for path in self._reference_files]
        with QSignalBlocker(self.reference):
            self.reference.clear()
            for title, data in (*references, (self.tr("another file…"), _FILE_ITEM)):
                self.reference.addItem(title, data)
            index = next((index for index, (_, data) in enumerate(references) if data == previous), None)
            has_states_file = (
                len(references) > 1
                and isinstance(references[1][1], Path)
                and references[1][1].name.count(".states.") == 1
            )
            self.reference.setCurrentIndex(int(has_states_file) if index is None else index)

    def _on_reference_activated(self, _: int) -> None:
        self._user_chose_reference = True
        if self.reference.currentData() == _FILE_ITEM:
            name, _kind = QFileDialog.getOpenFileName(self, self.tr("Compare with a treebank of the same sentences"))
            self.compare_with_file(Path(name)) if name else self._update_reference_box()
            return
        self._invalidate()

    def compare_with_file(self, path: Path) -> None:
        """Compare the states with the labels of another file over the same sentences."""
        self._user_chose_reference = True
        if path not in self._reference_files:
            self._reference_files.append(path)
        self._update_reference_box()
        self.reference.setCurrentIndex(
            next(index for index in range(self.reference.count()) if self.reference.itemData(index) == path)
        )
        self._invalidate()

    def _reset_reference(self) -> None:
        """Return to the default reference for another text or project."""
        self._user_chose_reference = False
        self._invalidate()

    def _invalidate(self, *_: object) -> None:
        """Mark everything shown as outdated, and request it again if the panel is visible."""
        self._stale = True
        if self.isVisible():
            self._refresh()

    def _refresh(self) -> None:
        self._stale = False
        self._update_reference_box()
        self._show_tree()
        self._request_state_labels()

    def _request_state_labels(self, _: int = 0) -> None:
        """Request the labels with hidden states; without a model, offer to train one."""
        self._part_states, self._parts = None, None
        question = self.requested_states
        self.ranks.show_run("" if question is None else question.run)
        if question is None:
            no_model_text = self.tr("No hidden states yet. Train a {0} model on this text to see them.")
            self._show_message("")
            offer_training(self._empty_state, no_model_text, self._explorer, self._explorer.hidden_state_method)
            return
        self._show_message(self.tr("Computing the states of this text …"))
        self._explorer.request_state_labels(question)

    def _show_message(self, message: str) -> None:
        self._empty_state.set_message(message)
        self._stack.setCurrentWidget(self._empty_state)
        self._save_button.setEnabled(False)

    def _on_states_failed(self, question: StateQuestion, reason: str) -> None:
        if question == self.requested_states:
            self._show_message(reason[:1].upper() + reason[1:])

    def _on_state_labels_received(self, question: StateQuestion, parts: StateParts) -> None:
        """List the labels with their node counts, and request the states of the selected one."""
        if question != self.requested_states:
            return
        previous = self.part.currentData()
        self._parts = parts
        with QSignalBlocker(self.part):
            self.part.clear()
            for part in parts.parts:
                count_text = resolve_plural(self.tr("{0} node(s)").format(f"{part.nodes:,}"), part.nodes)
                self.part.addItem(f"{part.part} {part.kind}".strip() + f"  ({count_text})", (part.part, part.kind))
            index = next((index for index, part in enumerate(parts.parts) if (part.part, part.kind) == previous), 0)
            self.part.setCurrentIndex(index)
        self._stack.setCurrentIndex(0)
        self._request_states()
        self._request_node_states()

    def _request_states(self) -> None:
        question, chosen = self.requested_states, self.part.currentData()
        if question is not None and chosen:
            self._explorer.request_states(question, *chosen)

    def _on_states_received(self, question: StateQuestion, part_states: PartStates) -> None:
        """Show the states of the selected label: table, attributes, plane and spectrum."""
        label_and_kind = (part_states.part.part, part_states.part.kind)
        if question != self.requested_states or label_and_kind != self.part.currentData():
            return
        self._part_states = part_states
        self._save_button.setEnabled(True)
        sentences = 0 if self._parts is None else self._parts.sentences
        template = self.tr("{0}: {1} states of {2} nodes in the first {3} sentences")
        self.summary.setText(
            template.format(
                part_states.part.part, part_states.part.states, f"{part_states.part.nodes:,}", f"{sentences:,}"
            )
        )
        self._show_states()
        self.attributes.show_attributes(part_states)
        self._draw_plane(part_states)
        retained = min(part_states.part.states, len(part_states.spectrum)) if part_states.spectrum else None
        self.ranks.show_spectrum(part_states.part.part, part_states.spectrum, retained)

    def _show_states(self) -> None:
        """Show the states of the label, and among them those of the selected node."""
        part_states = self._part_states
        if part_states is None:
            return
        node_states = next((node for node in self._node_states if node.part == part_states.part), None)
        with QSignalBlocker(self.states):
            self.states.show_states(part_states, node_states)
        self._request_same_state_nodes()

    def _draw_plane(self, part_states: PartStates) -> None:
        """Plot the nodes of a label in the plane of the first principal directions, coloured by state."""
        point_groups = []
        for card in part_states.states:
            points = [point for point in part_states.points if point.state == card.number]
            if points:
                x, y = [point.x for point in points], [point.y for point in points]
                name = self.tr("state {0}").format(card.number)
                point_groups.append(plots.PointGroup(name, x, y, [point.word for point in points], card.number))
        axes = [
            self.tr("principal direction {0} ({1} % of the variance)").format(axis + 1, f"{100 * share:.0f}")
            for axis, share in enumerate(part_states.explained_variance)
        ]
        self._plot_renderer = plots.plot_point_groups(axes[0], axes[1], point_groups)
        counts = "; ".join(f"{cloud.label}: {len(cloud.x)}" for cloud in point_groups)
        description = self.tr("{0}: nodes in the plane. {1}").format(part_states.part.part, counts)
        self.plane.show_figure(self._plot_renderer, description, [(point.x, point.y) for point in part_states.points])

    def _on_position_chosen(self, position: int | NodePath) -> None:
        if isinstance(position, int):
            self._session.select(word=position)
        else:
            self._session.select(node=position)

    def _on_point_chosen(self, index: int) -> None:
        if self._part_states is not None and index < len(self._part_states.points):
            point = self._part_states.points[index]
            self._select_words(point.sentence, point.words)

    def _request_same_state_nodes(self) -> None:
        """Request the nodes of the document that are in the selected state."""
        question, part_states, state = self.requested_states, self._part_states, self.states.selected_state
        if question is not None and part_states is not None and state is not None:
            self._explorer.request_same_state_nodes(question, part_states.part.part, part_states.part.kind, state)

    def _on_same_state_nodes_received(
        self, question: StateQuestion, part: str, state: int, matches: SearchResult
    ) -> None:
        """List the nodes with the selected state in the document."""
        part_states = self._part_states
        if question != self.requested_states or part_states is None:
            return
        if (part_states.part.part, self.states.selected_state) != (part, state):
            return
        count_text = resolve_plural(self.tr("%Ln node(s)", "", len(matches.sentences)), len(matches.sentences))
        template = self.tr("{0} in state {1}, most probable first: {2}").format(part, state, count_text)
        self.same_state_summary.setText(template + (self.tr(", and more") if matches.has_more else ""))
        self._show_matches(self.same_state_list, self._same_state_model, self._same_state_delegate, matches)

    def _show_matches(
        self, view: UniformRowView, model: MatchListModel, delegate: ConcordanceDelegate, matches: SearchResult | None
    ) -> None:
        treebank = self._session.treebank
        model.show_matches(treebank, matches)
        delegate.max_number = len(treebank)
        if matches is not None and matches.sentences and matches.sentences[0] < len(treebank):
            delegate.adapt_to_text(treebank[matches.sentences[0]].text)
        view.set_row_height(delegate.height)

    def _open_match(self, matches: MatchListModel, row: int) -> None:
        if 0 <= row < matches.rowCount():
            self._select_words(matches.sentence_at(row), matches.matched_words_at(row))

    def _select_words(self, sentence: int, words: Sequence[int]) -> None:
        """Select a sentence and the words of a match in it."""
        self._session.select(sentence)
        if words:
            self._session.select(word=words[-1], anchor=words[0] if len(words) > 1 else 0)

    def _on_changes(self, changes: Changes) -> None:
        if changes.has(ChangeKind.RUNS):
            self._update_model_box()
        if changes.has(ChangeKind.DOCUMENT | ChangeKind.PROJECT):
            self._reset_reference()
        elif changes.has(ANNOTATION):
            self._invalidate()
        elif changes.has(ChangeKind.SELECTION):
            self._show_tree()
            self._request_node_states()

    def _show_tree(self) -> None:
        """Draw the tree of the sentence; if it has none, request and draw the one that the model suggests."""
        selection, sentence, question = self._session.selection, self._session.sentence, self.requested_states
        suggested_parse = None
        if sentence and sentence.is_readable and sentence.tree is None and not sentence.has_heads and question:
            if self._suggested_parse is None or self._suggested_parse[:2] != (question, sentence):
                self._suggested_parse = (question, sentence, None)
                self._explorer.request_structure(question, sentence)
            suggested_parse = self._suggested_parse[2]
        is_suggested = suggested_parse is not None
        self.canvas.show_sentence(suggested_parse or sentence, selection.node, selection.word, suggested=is_suggested)

    def _on_structure_received(self, question: StateQuestion, sentence: Sentence, parse: Sentence) -> None:
        """Draw the suggested tree, and request the states of its selected node."""
        if self._suggested_parse is not None and self._suggested_parse[:2] == (question, sentence):
            self._suggested_parse = (question, sentence, parse)
            self._show_tree()
            self._request_node_states()

    def _request_node_states(self) -> None:
        """Request the states and nearest nodes of the selected node or word; without one, show a hint."""
        question, selection, sentence = self.requested_states, self._session.selection, self._session.sentence
        shows_arcs = sentence is not None and not self.canvas.has_tree
        position = (selection.word or None) if shows_arcs else self.canvas.find_span_or_word(selection.node)
        self._node_states = ()
        if question is None or sentence is None or position is None or self._parts is None:
            node_hint = self.tr("Click a node, or move to it with the arrow keys, to see its states and nearest nodes.")
            word_hint = self.tr("Click a word, or move to it with the arrow keys, to see its states and nearest words.")
            self.node_summary.setText(word_hint if shows_arcs else node_hint)
            self._show_matches(self.nearest, self._nearest_model, self._nearest_delegate, None)
            self._show_states()
            return
        self._explorer.request_node_states(question, selection.sentence, sentence, position)

    def _on_node_states_received(
        self, question: StateQuestion, sentence_index: int, node_states: tuple[NodeStates, ...]
    ) -> None:
        """Show the states and the nearest nodes of the selected node, and switch to its label."""
        if question != self.requested_states or sentence_index != self._session.selection.sentence:
            return
        self._node_states = node_states
        if not node_states:
            summary = self.tr("This node has only one hidden state: its label is rare or was not split.")
            self.node_summary.setText(summary)
            self._show_matches(self.nearest, self._nearest_model, self._nearest_delegate, None)
            self._show_states()
            return
        selected_part = self.part.currentData()
        same_kind = (node for node in node_states if selected_part and node.part.kind == selected_part[1])
        main_node = next(same_kind, node_states[0])  # keep the kind of node from word to word
        template = self.tr("{0}: {1}. The nearest nodes of the text:")
        description = template.format(
            f"{main_node.part.part} {main_node.part.kind}".strip(), self._format_likely_states(main_node, 4)
        )
        other_descriptions = [
            f"{other_node.part.kind}: {self._format_likely_states(other_node, 2)}"
            for other_node in node_states
            if other_node is not main_node
        ]
        self.node_summary.setText("\n".join(("; ".join(other_descriptions), description)).strip())
        self._show_matches(self.nearest, self._nearest_model, self._nearest_delegate, main_node.nearest)
        selected_part = (main_node.part.part, main_node.part.kind)
        if self.part.currentData() != selected_part:
            indexes = range(self.part.count())
            self.part.setCurrentIndex(
                next((index for index in indexes if self.part.itemData(index) == selected_part), -1)
            )
            self._request_states()
        else:
            self._show_states()

    def _format_likely_states(self, node: NodeStates, limit: int) -> str:
        """Return the most probable states of a node with their probabilities, as text."""
        most_probable = sorted(enumerate(node.posteriors), key=lambda state_share: -state_share[1])[:limit]
        return ", ".join(
            self.tr("state {0}: {1} %").format(state, f"{100 * share:.0f}")
            for state, share in most_probable
            if share >= 0.005
        )

    def _on_font_changed(self) -> None:
        for view, delegate in (
            (self.nearest, self._nearest_delegate),
            (self.same_state_list, self._same_state_delegate),
        ):
            delegate.set_font_size(get_text_font_size(self))
            view.set_row_height(delegate.height)


class StateTable(QTreeWidget):
    """One row per state: its frequency, its share of the chosen node, its typical words and rules."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("states")
        self.setAccessibleName(self.tr("States"))
        titles = [self.tr("State"), "%", self.tr("node %"), self.tr("Words"), self.tr("Rules"), self.tr("Above")]
        _configure_table(self, titles, number_columns=(1, 2))
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        for column in (3, 4, 5):
            self.header().setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)

    @property
    def selected_state(self) -> int | None:
        item = self.currentItem()
        return None if item is None else int(item.data(0, _NUMBER_ROLE))

    def show_states(self, part_states: PartStates, node_states: NodeStates | None) -> None:
        """Show the states of a label; with a node, select its most probable state."""
        state_to_select = self.selected_state
        if node_states is not None:
            state_to_select = max(range(len(node_states.posteriors)), key=node_states.posteriors.__getitem__)
        self.clear()
        for card in part_states.states:
            node_share = "" if node_states is None else f"{100 * node_states.posteriors[card.number]:.0f}"
            item = QTreeWidgetItem([str(card.number), f"{100 * card.share:.1f}", node_share])
            item.setData(0, _NUMBER_ROLE, card.number)
            for column, examples in enumerate((card.words, card.rules, card.parents), 3):
                item.setText(column, "  ".join(value.replace(" ", "\u00a0") for value, _ in examples[:_MAX_LISTED]))
                item.setToolTip(column, "\n".join(f"{value}  {count:.0f}" for value, count in examples))
            for column in (1, 2):
                item.setTextAlignment(column, _ALIGN_RIGHT)
            self.addTopLevelItem(item)
        is_constituency = not any(card.parents for card in part_states.states)
        self.setColumnHidden(5, is_constituency)
        self.headerItem().setText(4, self.tr("Rules") if is_constituency else self.tr("Below"))
        numbers = [card.number for card in part_states.states]
        selected_item = self.topLevelItem(numbers.index(state_to_select) if state_to_select in numbers else 0)
        if selected_item is not None:
            self.setCurrentItem(selected_item)


class AttributeTable(QTreeWidget):
    """One row per attribute that another annotation gives the nodes, with the accuracy of predicting it from their
    states."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("known")
        self.setAccessibleName(self.tr("Information in the states"))
        empty_text = self.tr("No attributes for these nodes. Choose a file with more detailed labels.")
        self.empty_note = widgets.make_label(empty_text, wraps=True, faint=True)  # shown instead of the table
        self.empty_note.hide()
        titles = [self.tr("Attribute"), self.tr("accuracy %"), self.tr("baseline %"), self.tr("explained %")]
        _configure_table(self, titles, number_columns=(1, 2, 3))
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header = self.headerItem()
        header.setToolTip(1, self.tr("Nodes with the most frequent value of their most probable state"))
        header.setToolTip(2, self.tr("Baseline: nodes with the most frequent value overall, without states"))
        header.setToolTip(3, self.tr("Share of the value's entropy that the state explains"))

    def show_attributes(self, part_states: PartStates) -> None:
        """Fill the table with the attributes of the nodes of a label."""
        self.clear()
        for attribute in part_states.attributes:
            values = " / ".join(value for value, _ in attribute.values[:4]) + (
                " …" if len(attribute.values) > 4 else ""
            )
            name = values if attribute.name.isdigit() else f"{attribute.name}: {values}"
            percentages = [
                f"{100 * value:.1f}"
                for value in (attribute.accuracy, attribute.baseline_accuracy, attribute.explained_entropy)
            ]
            item = QTreeWidgetItem([name, *percentages])
            values_by_state = [
                f"{card.number}: {attribute.values_by_state[card.number] or '–'}" for card in part_states.states
            ]
            item.setToolTip(
                0, "\n".join([*(f"{value}  {count:,}" for value, count in attribute.values), "", *values_by_state])
            )
            for column in (1, 2, 3):
                item.setTextAlignment(column, _ALIGN_RIGHT)
            self.addTopLevelItem(item)
        self.setVisible(bool(part_states.attributes))
        self.empty_note.setVisible(not part_states.attributes)


def format_states_csv(part_states: PartStates) -> str:
    """Return the states of a label as CSV: number, share, typical words and rules."""
    rows: list[list[Cell]] = [
        [card.number, card.share, _join_values(card.words), _join_values(card.rules)] for card in part_states.states
    ]
    return table_to_csv(["state", "share", "words", "rules"], rows)


def _join_values(rows: tuple[tuple[str, float], ...]) -> str:
    """Return the values of (value, count) pairs, separated by commas."""
    return ", ".join(value for value, _ in rows)


def _configure_table(table: QTreeWidget, titles: list[str], number_columns: tuple[int, ...]) -> None:
    """Set the titles and the alignment of a flat table."""
    table.setRootIsDecorated(False)
    table.setUniformRowHeights(True)
    table.setHeaderLabels(titles)
    table.header().setStretchLastSection(False)
    table.header().setMinimumSectionSize(24)
    for column in number_columns:
        table.header().setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
    for column in range(len(titles)):
        table.headerItem().setTextAlignment(column, _ALIGN_RIGHT if column in number_columns else _ALIGN_LEFT)

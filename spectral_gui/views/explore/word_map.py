"""Word clusters of a model or its words in the plane, and the nearest neighbours of one word."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QTreeWidget, QTreeWidgetItem, QWidget

from spectral_core.engine import KnownWord, WordMap
from spectral_core.files import compute_copy_permissions, replace_atomically
from spectral_core.formats.export.tables import Cell, table_to_csv
from spectral_gui import plots, widgets
from spectral_gui.state import ChangeKind, ModelExplorer, Notices, Session
from spectral_gui.text_display import isolate_any_text, resolve_plural
from spectral_gui.view_updates import ViewUpdates
from spectral_gui.views.explore.controls import fill_run_box, offer_training
from spectral_gui.widgets.dialogs import open_save_dialog
from spectral_gui.widgets.empty_state import EmptyState

_WORD_ROLE = Qt.ItemDataRole.UserRole
_ALIGN_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class WordMapView(widgets.Panel):
    """Panel with the word clusters or the word plane of a model, and next to it the neighbours of one word."""

    def __init__(self, session: Session, notices: Notices, explorer: ModelExplorer):
        super().__init__()
        self._session, self._notices, self._explorer = session, notices, explorer
        self._word_map: WordMap | None = None
        self._plot_renderer: plots.PlotRenderer | None = None
        self._stale = True  # nothing was requested since the models changed
        self.model = widgets.set_accessible_name(QComboBox(), self.tr("Model"))
        self.model.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.model.setMinimumContentsLength(6)
        self.word = widgets.make_line_edit(self.tr("A word"), self.tr("Word"))
        self._save_button = widgets.make_button(
            self.tr("Save…"), self.save, self.tr("Classes as CSV; the plane as SVG, PDF or PNG")
        )
        self.summary = widgets.make_label(wraps=True)
        self.classes = self._make_table("classes", [self.tr("Class"), "%", self.tr("Typical words")], (50, 60))
        self.plane = plots.Plot(self.tr("Words in the plane"))
        self.card = widgets.make_label(wraps=True, selectable=True)
        self.nearest = self._make_table("near", [self.tr("Nearest words"), self.tr("similarity %")], (220,))
        self.contexts = self._make_table("beside", [self.tr("Before it"), "", self.tr("After it"), ""], (110, 44, 110))
        self._empty_state = EmptyState("microscope")
        bar = widgets.make_row(
            widgets.make_label(self.tr("Model"), buddy=self.model), (self.model, 1),
            widgets.make_label(self.tr("Word"), buddy=self.word), (self.word, 1), self._save_button,
        )  # fmt: skip
        map_page, word_page = QWidget(), QWidget()
        self._map_stack = widgets.make_stack(self.classes, self.plane)
        widgets.make_column(self.summary, (self._map_stack, 1), on=map_page, margins=0)
        widgets.make_column(self.card, (self.nearest, 2), (self.contexts, 1), on=word_page, margins=(6, 0, 0, 0))
        splitter = widgets.make_splitter(map_page, word_page, sizes=(600, 340), stretch_factors=(1,))
        self._stack = widgets.make_stack(splitter, self._empty_state)
        widgets.make_column(bar, (self._stack, 1), on=self, margins=6)
        self.model.activated.connect(lambda _: self._request_word_map())
        self.word.returnPressed.connect(self._request_word)
        self.plane.point_clicked.connect(self._on_point_chosen)
        for table in (self.nearest, self.classes):
            table.itemActivated.connect(self._on_item_activated)
        ViewUpdates("word-map", self, session, lambda _: self._update_model_box(), ChangeKind.PROJECT | ChangeKind.RUNS)
        explorer.word_map_received.connect(self._on_word_map_received)
        explorer.word_received.connect(self._on_word_received)
        explorer.word_failed.connect(self._on_word_failed)
        self.became_visible.connect(lambda: self._request_word_map() if self._stale else None)
        self._update_model_box()

    def show_word(self, word: str) -> None:
        """Show the cluster and the neighbours of a word."""
        self.word.setText(word)
        self._request_word()

    def save(self) -> None:
        """Ask for a file, and write the plot of the plane or the table of the classes to it."""
        if self._word_map is not None:
            kinds = {".csv": self.tr("CSV table of the classes")}
            if self._plot_renderer is not None:
                kinds = {".svg": self.tr("SVG drawing"), ".pdf": self.tr("PDF page"), ".png": self.tr("PNG picture")}
            open_save_dialog(self, self.tr("Save"), self.tr("words"), kinds, self.export)

    def export(self, path: Path) -> None:
        """Write the plot of the plane to a file, or else the classes as CSV."""
        if self._word_map is None:
            return
        sources = self._explorer.list_source_files(self.model.currentData())
        with self._notices.report_file_written(path):
            if self._plot_renderer is not None:
                plots.save_figure(self._plot_renderer, path, sources)
            else:
                rows: list[list[Cell]] = [
                    [card.number, card.share, " ".join(word for word, _ in card.words)]
                    for card in self._word_map.classes
                ]
                content = table_to_csv(["class", "share", "words"], rows).encode()
                replace_atomically(path, [content], permissions=compute_copy_permissions(path, sources))

    def _make_table(self, name: str, titles: list[str], widths: tuple[int, ...]) -> QTreeWidget:
        table = widgets.set_accessible_name(QTreeWidget(), titles[-1] or titles[0])
        table.setObjectName(name)
        table.setRootIsDecorated(False)
        table.setUniformRowHeights(True)
        table.setHeaderLabels(titles)
        for column, width in enumerate(widths):
            table.setColumnWidth(column, width)
        table.header().setMinimumSectionSize(24)
        return table

    def _update_model_box(self) -> None:
        runs = self._explorer.list_runs_with_word_similarities()
        if fill_run_box(self.model, runs) or not runs:
            self._stale = True
            if self.isVisible():
                self._request_word_map()

    def _request_word_map(self) -> None:
        """Request the word classes or word vectors of the model; without one, offer to train it."""
        self._stale, self._word_map, self._plot_renderer = False, None, None
        run = self.model.currentData()
        self._save_button.setEnabled(False)
        if not run:
            no_model_text = self.tr("No word classes yet. Train a {0} model on this text to see them.")
            self._stack.setCurrentWidget(
                offer_training(self._empty_state, no_model_text, self._explorer, "class-bigram")
            )
            return
        self.card.setText(self.tr("Type or click a word, or press Enter on one, to see the most similar words."))
        self.nearest.clear()
        self.contexts.clear()
        self._explorer.request_word_map(run)

    def _show_message(self, message: str) -> None:
        self._empty_state.set_message(message)
        self._stack.setCurrentWidget(self._empty_state)

    def _on_word_map_received(self, run: str, word_map: WordMap) -> None:
        """Show the word classes as a table, or the word vectors in the plane."""
        if run != self.model.currentData():
            return
        self._word_map = word_map
        self._stack.setCurrentIndex(0)
        self._save_button.setEnabled(True)
        self.contexts.setVisible(not word_map.classes)
        count_text = resolve_plural(self.tr("%Ln word(s)", "", word_map.words), word_map.words)
        if word_map.classes:
            self.summary.setText(
                self.tr("{0} classes of {1}, the most frequent first").format(len(word_map.classes), count_text)
            )
            self._map_stack.setCurrentWidget(self.classes)
            self.classes.clear()
            for card in word_map.classes:
                typical_words = "  ".join(word for word, _ in card.words)
                item = QTreeWidgetItem([str(card.number), f"{100 * card.share:.2f}", typical_words])
                item.setTextAlignment(1, _ALIGN_RIGHT)
                item.setToolTip(2, "\n".join(f"{word}  {100 * share:.2f} %" for word, share in card.words))
                item.setData(0, _WORD_ROLE, card.words[0][0] if card.words else "")
                self.classes.addTopLevelItem(item)
        else:
            self.summary.setText(self.tr("The most frequent of {0} in the plane").format(count_text))
            self._map_stack.setCurrentWidget(self.plane)
            names, x, y = zip(*word_map.points, strict=True)
            point_group = plots.PointGroup("", x, y, names)
            first, second = self.tr("first principal direction"), self.tr("second principal direction")
            self._plot_renderer = plots.plot_point_groups(first, second, [point_group], names_all_points=True)
            self.plane.show_figure(
                self._plot_renderer,
                self.tr("The most frequent words: {0}").format(", ".join(names[:20])),
                list(zip(x, y, strict=True)),
            )
        if self.word.text().strip():
            self._request_word()

    def _request_word(self) -> None:
        """Request the classes, neighbours and contexts of the word in the line edit."""
        run, word = self.model.currentData(), self.word.text().strip()
        if run and word:
            self._explorer.request_word(run, word)

    def _on_point_chosen(self, index: int) -> None:
        if self._word_map is not None and index < len(self._word_map.points):
            self.show_word(self._word_map.points[index][0])

    def _on_item_activated(self, item: QTreeWidgetItem, _column: int) -> None:
        if word := item.data(0, _WORD_ROLE):
            self.show_word(word)

    def _on_word_received(self, run: str, known_word: KnownWord) -> None:
        """Show the classes, nearest neighbours and contexts of a word."""
        if run != self.model.currentData():
            return
        classes_text = ", ".join(
            self.tr("{0}: {1} %").format(class_number, f"{100 * share:.0f}")
            for class_number, share in known_word.classes[:6]
        )
        self.card.setText(
            isolate_any_text(known_word.word)
            + (self.tr(" is in class {0}").format(classes_text) if classes_text else "")
        )
        self.nearest.clear()
        for word, share in known_word.neighbours:
            item = QTreeWidgetItem([word, f"{100 * share:.1f}"])
            item.setData(0, _WORD_ROLE, word)
            item.setTextAlignment(1, _ALIGN_RIGHT)
            self.nearest.addTopLevelItem(item)
        self.contexts.clear()
        edge = self.tr("(edge of the sentence)")
        for row in range(max(len(known_word.left_neighbours), len(known_word.right_neighbours))):
            cells: list[str] = []
            for side in (known_word.left_neighbours, known_word.right_neighbours):
                cells += [side[row][0] or edge, f"{side[row][1]:,}"] if row < len(side) else ["", ""]
            self.contexts.addTopLevelItem(QTreeWidgetItem(cells))
        if known_word.classes:
            class_numbers = [card.number for card in self._word_map.classes] if self._word_map is not None else []
            top_class = known_word.classes[0][0]
            most_probable = (
                self.classes.topLevelItem(class_numbers.index(top_class)) if top_class in class_numbers else None
            )
            if most_probable is not None:
                self.classes.setCurrentItem(most_probable)

    def _on_word_failed(self, run: str, reason: str) -> None:
        if run != self.model.currentData():
            return
        if self._word_map is None:
            self._show_message(reason[:1].upper() + reason[1:])
        else:
            self.card.setText(reason[:1].upper() + reason[1:])
            self.nearest.clear()
            self.contexts.clear()

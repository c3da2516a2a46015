"""Comparison of the open document with one or two others over the same sentences: metrics and differences."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QHeaderView,
    QLayout,
    QSizePolicy,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from spectral_core.data import Treebank
from spectral_core.data.structure import CONSTITUENTS, DEPENDENCIES
from spectral_core.engine import ComparisonResult
from spectral_core.project import Run
from spectral_core.registry import METHODS
from spectral_gui import widgets
from spectral_gui.jobs.jobs import Job
from spectral_gui.state import ANNOTATION, AutoTrainer, ChangeKind, Changes, DocumentSearch, Runs, Session
from spectral_gui.text_display import isolate_text, resolve_plural
from spectral_gui.view_updates import ViewUpdates
from spectral_gui.views.compare.comparison_tables import (
    WORD_ROLE,
    MeasureTable,
    describe_difference,
    describe_votes,
    explain_empty_state,
    fill_phrase_rows,
    fill_word_rows,
)
from spectral_gui.widgets.empty_state import EmptyState
from spectral_gui.widgets.lists import (
    Marks,
    SentenceDelegate,
    SentenceListModel,
    TextDelegate,
    UniformRowView,
    get_text_font_size,
    to_tooltip,
)


class ComparisonView(widgets.Panel):
    """Panel with the metrics, the differing sentences, and the structures of the selected one side by side."""

    def __init__(self, session: Session, search: DocumentSearch, runs: Runs, auto_trainer: AutoTrainer):
        super().__init__()
        self._session, self._search, self._runs, self._auto_trainer = session, search, runs, auto_trainer
        self._other_treebanks: tuple[Treebank, ...] = ()
        self._extra_files: tuple[Path, ...] = ()  # files outside the project that are compared with the open document
        self._comparison: ComparisonResult | None = None
        self._job: Job[ComparisonResult] | None = None
        self._is_updating = False
        toolbar = self._make_toolbar()
        self._summary = widgets.make_label(wraps=True)
        self._parser_scores_label = widgets.make_label(wraps=True)
        self._parser_scores_label.setObjectName("decided")
        self._measure_table = MeasureTable()
        self._model = SentenceListModel(self._format_difference_marks, self)
        self._delegate = SentenceDelegate(get_text_font_size(self), self)
        self._list = widgets.set_accessible_name(
            UniformRowView(self._model, self._delegate, self._delegate.height), self.tr("Sentences that differ")
        )
        lower = widgets.make_splitter(
            self._list, self._make_structure_pane(), sizes=(260, 740), stretch_factors=(), is_rigid=False
        )
        content = widgets.make_splitter(
            self._measure_table, lower, is_vertical=True, sizes=(150, 600), stretch_factors=(0, 1)
        )
        self._empty_state = EmptyState("git-compare")
        self._stack = widgets.make_stack(self._empty_state, content)
        widgets.make_column(toolbar, self._parser_scores_label, self._summary, (self._stack, 1), on=self, margins=6)
        self._list.selectionModel().currentChanged.connect(self._on_current_changed)
        self._structure_box.activated.connect(lambda _: self._show_sentence())
        widgets.connect_signals(self.compare, self._other_box.activated, self._rival_box.activated)
        kinds = ANNOTATION | ChangeKind.DOCUMENT | ChangeKind.DOCUMENTS | ChangeKind.PROJECT | ChangeKind.SELECTION
        kinds |= ChangeKind.RUNS
        ViewUpdates("comparison", self, session, self._on_changes, kinds)
        search.compared.connect(self._on_compared)
        auto_trainer.changed.connect(self._update_parser_scores)
        self.became_visible.connect(self._refresh)
        self.palette_changed.connect(
            widgets.make_timer(self, self._refresh).start
        )  # by a timer, after the outlines have received the new palette
        self.font_changed.connect(self._on_font_changed)
        self._update_choices()
        self._update_parser_scores()
        self._reset()

    def _make_toolbar(self) -> QLayout:
        """Make the choices of the treebanks to compare with, and the buttons."""
        self._other_box = widgets.set_accessible_name(QComboBox(), self.tr("Compare with"))
        self._rival_box = widgets.set_accessible_name(QComboBox(), self.tr("Second comparison"))
        for box in (self._other_box, self._rival_box):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(8)
        self._rival_box.setToolTip(
            self.tr(
                "Add a third version: compare the two by paired bootstrap over sentences, and count the votes of "
                "all three"
            )
        )
        self._compare_button = widgets.make_button(
            self.tr("Compare"), self.compare, self.tr("Compare the two versions")
        )
        self._file_button = widgets.make_button(
            self.tr("Another &file…"), self.choose_file, self.tr("Compare with a file")
        )
        self._stop_button = widgets.make_button(self.tr("Stop"), self._cancel, self.tr("End the comparison"))
        self._stop_button.setVisible(False)
        choice_label = widgets.make_label(self.tr("Compare with"), buddy=self._other_box)
        self._rival_label = widgets.make_label(self.tr("and with"), buddy=self._rival_box)
        choices = (choice_label, (self._other_box, 1), self._rival_label, (self._rival_box, 1))
        return widgets.make_row(*choices, self._compare_button, self._file_button, self._stop_button)

    def _make_structure_pane(self) -> QWidget:
        """Make the pane with the structures of the selected sentence side by side."""
        self._structure_box = widgets.set_accessible_name(QComboBox(), self.tr("Structure to compare"))
        self._structure_box.addItems([self.tr("Dependencies"), self.tr("Constituents")])
        self._titles = tuple(widgets.make_label() for _ in range(3))
        names = (self.tr("Tree in the open document"), self.tr("Tree in the other version"), self.tr("Third version"))
        self._outlines = tuple(map(self._make_outline, ("ours", "theirs", "rival"), names))
        self._sides = (QWidget(), QWidget(), QWidget())
        sides = self._side_splitter = widgets.make_splitter(*self._sides, stretch_factors=(), is_rigid=False)
        for side, title, outline in zip(self._sides, self._titles, self._outlines, strict=True):
            title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)  # rows of all sides line up
            title.setMinimumHeight(2 * title.fontMetrics().height())  # Arabic letters are taller
            outline.verticalScrollBar().valueChanged.connect(partial(self._synchronize_scrolling, outline))
            widgets.make_column(title, (outline, 1), on=side, margins=0)
        pane = QWidget()
        self._difference_label = widgets.make_label(wraps=True)
        widgets.make_column(
            widgets.make_row(self._structure_box, (self._difference_label, 1)), (sides, 1), on=pane, margins=0
        )
        return pane

    def compare(self) -> None:
        """Compare the open document with the chosen version, and with the second one if it is chosen."""
        path, rival = self._other_box.currentData(), self._rival_box.currentData()
        if isinstance(path, Path):
            self.compare_with(path, rival if isinstance(rival, Path) else None)

    def choose_file(self) -> None:
        """Ask for a file, and compare the open document with it."""
        name, _ = QFileDialog.getOpenFileName(self, self.tr("Compare with a treebank of the same sentences"))
        if name:
            self.compare_with(Path(name))

    def compare_with(self, path: Path, rival: Path | None = None) -> None:
        """Compare the open document with a treebank or a model, and with a second one, `rival`, if given."""
        job = self._job = self._search.compare(path, rival)
        self._summary.setText(self.tr("Comparing with {0}…").format(isolate_text(self._get_version_name(path))))
        self._stop_button.setVisible(True)
        job.failed.connect(lambda reason: self._show_failure(job, reason))
        for signal in (job.cancelled, job.crashed):
            signal.connect(lambda *_: self._show_failure(job, self.tr("The comparison was stopped.")))

    def _make_outline(self, name: str, title: str) -> QTreeWidget:
        """Make the outline that shows the words or phrases of one version."""
        outline = widgets.set_accessible_name(QTreeWidget(), title)
        outline.setObjectName(name)
        outline.setUniformRowHeights(True)
        outline.setItemDelegate(TextDelegate(get_text_font_size(self), outline, is_left_aligned=True))
        widgets.connect_signals(self._on_item_clicked, outline.itemClicked, outline.itemActivated)
        outline.header().setStretchLastSection(True)
        outline.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        return outline

    def _synchronize_scrolling(self, source: QTreeWidget, value: int) -> None:
        """Scroll all lists of words to the same row."""
        if not source.rootIsDecorated():
            for outline in self._outlines:
                outline.verticalScrollBar().setValue(value)

    def _format_difference_marks(self, index: int) -> Marks:
        """Return the mark of a differing sentence in the list, with the number of differing votes."""
        vote_counts = None if self._comparison is None else self._comparison.votes.get(index)
        if vote_counts is None:
            return (("≠", self.tr("differs")),)
        return ((f"≠ {sum(vote_counts)}", describe_votes(vote_counts)),)

    def _update_choices(self) -> None:
        """List the documents, models and files to compare with, keeping the current choices."""
        session = self._session
        options: list[tuple[str, Path | None]] = []
        if session.project is not None:
            documents = (name for name in session.documents if name != session.document)
            options += [(name, session.project.path_of(name)) for name in documents]
            models = (
                (run, self._runs.find_model_file(run))
                for run in reversed(self._runs.runs_with_library)
                if _is_comparable(run)
            )
            options += [(self.tr("model {0}").format(run.name), path) for run, path in models if path is not None]
        known_paths = {path for _, path in options}
        options += [(path.name, path) for path in self._extra_files if path not in known_paths]
        for box, box_options in ((self._other_box, options), (self._rival_box, [(self.tr("nothing"), None), *options])):
            current_path = box.currentData()
            box.clear()
            for title, path in box_options:
                box.addItem(title, path)
            _select_path_in_box(box, current_path)
        min_options: tuple[tuple[QWidget, int], ...] = (
            (self._other_box, 1),
            (self._compare_button, 1),
            (self._rival_label, 2),
            (self._rival_box, 2),
        )
        for widget, min_count in min_options:
            widget.setVisible(len(options) >= min_count)
        explain_empty_state(self._empty_state, len(session.treebank) > 0, bool(options), self.choose_file)

    def _get_version_name(self, path: Path, with_suffix: bool = True) -> str:
        """Return the name of the run whose model is in a file, or else of the file, with its suffix or without."""
        names = (run.name for run in self._runs.runs_with_library if self._runs.find_model_file(run) == path)
        return next(names, path.name if with_suffix else path.stem)

    def _select_compared_files(self, comparison: ComparisonResult) -> None:
        """Select the compared files in the lists, however they were chosen."""
        paths = [path for path in (comparison.other, comparison.rival) if path is not None]
        self._extra_files = (*self._extra_files, *(path for path in paths if path not in self._extra_files))
        self._update_choices()
        _select_path_in_box(self._other_box, comparison.other)
        _select_path_in_box(self._rival_box, comparison.rival)

    def _update_parser_scores(self) -> None:
        """Show the F1 of the parser trained in the background on confirmed trees, next to that of the bracket
        inducer."""
        scores = self._auto_trainer.parser_comparison
        self._parser_scores_label.setVisible(scores is not None)
        if scores is not None:
            message = self.tr(
                "Unlabelled F1 on the {0} confirmed trees: {1:.1f} for the parser trained on them "
                "(cross-validated), {2:.1f} for unsupervised brackets."
            )
            self._parser_scores_label.setText(
                message.format(scores.sentences, scores.candidate_score, scores.active_score)
            )

    def _reset(self) -> None:
        """Clear the comparison, for another treebank."""
        self._cancel()
        self._other_treebanks, self._comparison, self._extra_files = (), None, ()
        self._model.show_treebank(self._session.treebank, [])
        self._update_choices()
        self._summary.setText("")
        self._file_button.setEnabled(len(self._session.treebank) > 0)
        self._stack.setCurrentIndex(0)

    def _cancel(self) -> None:
        """Stop the running comparison."""
        self._job = None
        self._stop_button.setVisible(False)
        self._search.cancel_comparison()

    def _show_failure(self, job: Job[ComparisonResult], reason: str) -> None:
        """Show why a comparison failed, unless it has ended or another has started."""
        if job is self._job:
            self._job = None
            self._stop_button.setVisible(False)
            self._summary.setText(f"⚠ {reason}")

    def _format_models_trained_on_document(self, comparison: ComparisonResult) -> str:
        """Return the names of the compared models that were trained on their test document."""
        document, model_paths = self._session.document, {comparison.other, comparison.rival}
        runs = (run for run in self._runs.recorded_runs if document in run.documents)
        return ", ".join(run.name for run in runs if self._runs.find_model_file(run) in model_paths - {None})

    def _describe_differences(self, comparison: ComparisonResult, short_names: Sequence[str]) -> str:
        """Return how many sentences differ from the document, and with a rival, in how many any two versions differ."""
        sentences = resolve_plural(self.tr("%Ln sentence(s)", "", comparison.sentences), comparison.sentences)
        parts = []
        if comparison.rival is None or comparison.metrics:
            parts.append(
                self.tr("Compared with {0}: {1} of {2} differ.").format(
                    isolate_text(self._get_version_name(comparison.other)), len(comparison.different), sentences
                )
            )
        if comparison.rival is not None:
            parts.append(
                self.tr("At least two versions differ in {0} of {1}.").format(len(comparison.disagreements), sentences)
            )
            both_format = self.tr("Both compared with the open document; difference: {0} minus {1}.")
            unmeasured_format = self.tr("The document has no trees to compare {0} and {1} with.")
            parts.append(
                (both_format if comparison.metrics else unmeasured_format).format(*map(isolate_text, short_names))
            )
        return " ".join(parts)

    def _on_compared(self, other_treebanks: tuple[Treebank, ...], comparison: ComparisonResult) -> None:
        """Show the result of a comparison: summary, metrics and differing sentences."""
        self._job = None
        self._stop_button.setVisible(False)
        self._other_treebanks, self._comparison = other_treebanks, comparison
        self._select_compared_files(comparison)
        short_names = [
            self._get_version_name(path, with_suffix=False)
            for path in (comparison.other, comparison.rival)
            if path is not None
        ]
        treebank = self._session.treebank
        self._delegate.max_number = len(treebank)
        if len(treebank):
            self._delegate.adapt_to_text(treebank[0].text)
            self._list.set_row_height(self._delegate.height)
        self._is_updating = True
        self._model.show_treebank(treebank, list(comparison.disagreements))
        self._is_updating = False
        summary = self._describe_differences(comparison, short_names)
        if trained_here := self._format_models_trained_on_document(comparison):
            summary += " " + self.tr("⚠ Trained on this document, so its scores are optimistic: {0}.").format(
                trained_here
            )
        if comparison.failures:
            index, reason = next(iter(comparison.failures.items()))
            failure_format = self.tr("Could not compare {0}; the first is {1}: {2}")
            summary += " " + failure_format.format(len(comparison.failures), index + 1, reason)
        self._summary.setText(summary)
        self._measure_table.show_comparison(comparison, short_names)
        self._measure_table.setVisible(bool(comparison.metrics))
        name = self._session.document if treebank.path is None else treebank.path.name
        self._titles[0].setText(self.tr("{0}: open document").format(isolate_text(name or self.tr("This"))))
        self._titles[1].setText(self._get_version_name(comparison.other))
        self._titles[2].setText("" if comparison.rival is None else self._get_version_name(comparison.rival))
        for title, outline in zip(self._titles, self._outlines, strict=True):
            outline.setAccessibleName(title.text())
            title.setToolTip(to_tooltip(title.text()))
        self._side_splitter.setSizes(
            [400, 400, 400] if comparison.rival is None else [400, 300, 300]
        )  # the first shows the words
        self._stack.setCurrentIndex(1)
        if comparison.disagreements and self._model.find_row(self._session.selection.sentence) < 0:
            self._session.select(comparison.disagreements[0])
        self._show_sentence()

    def _on_changes(self, changes: Changes) -> None:
        if changes.has(ChangeKind.DOCUMENT):
            self._reset()
        elif changes.has(ChangeKind.PROJECT | ChangeKind.DOCUMENTS | ChangeKind.RUNS):
            self._update_choices()
        if self._comparison is None:
            return
        for index in changes.sentences:
            self._model.refresh_sentence(index, self._session.treebank)
        selection = self._session.selection
        if selection.sentence in changes.sentences or changes.moves_to_sentence(selection):
            self._show_sentence()
        elif changes.has(ChangeKind.SELECTION):
            self._highlight_word()

    def _show_sentence(self) -> None:
        """Show the structures of the selected sentence in all versions side by side."""
        index = self._session.selection.sentence
        row = self._model.find_row(index)
        self._is_updating = True
        if row >= 0:
            self._list.setCurrentIndex(self._model.index(row))
        else:
            self._list.selectionModel().clear()
        self._is_updating = False
        document_sentence = self._session.sentence
        versions = [
            document_sentence,
            *(treebank[index] if 0 <= index < len(treebank) else None for treebank in self._other_treebanks),
        ]
        for outline in self._outlines:
            outline.clear()
        if document_sentence is None or len(versions) < 2 or versions[1] is None:
            self._difference_label.setText(
                self.tr("The other treebank does not have this sentence.") if document_sentence is not None else ""
            )
            return
        annotated = [
            [version for version in versions if version and structure.has_annotation(version)]
            for structure in (CONSTITUENTS, DEPENDENCIES)
        ]
        has_both_trees, has_both_heads = (len(sides) > 1 for sides in annotated)
        self._structure_box.setVisible(has_both_trees and has_both_heads)
        compares_trees = has_both_trees and (not has_both_heads or self._structure_box.currentIndex() == 1)
        sides = (
            annotated[0]
            if compares_trees
            else annotated[1]
            if has_both_heads
            else [version for version in versions if version]
        )
        for index, (side, outline) in enumerate(zip(self._sides, self._outlines, strict=True)):
            sentence = next(
                (version for version in sides if index < len(versions) and version is versions[index]), None
            )
            side.setVisible(sentence is not None or (index < len(versions) and index > 0))
            if sentence is not None:
                delegate = outline.itemDelegate()
                assert isinstance(delegate, TextDelegate)
                delegate.adapt_to_text(sentence.text)
                other_sides = [version for version in sides if version is not sentence]
                fill_phrase_rows(outline, sentence, other_sides) if compares_trees else fill_word_rows(
                    outline, sentence, other_sides
                )
                if (
                    not compares_trees
                    and index
                    and len(sides) > 2
                    and all(version.forms == sentence.forms for version in other_sides)
                ):
                    outline.setColumnHidden(1, True)  # words are shown only once, to leave space for the heads
        difference = describe_difference(sides, compares_trees)
        self._difference_label.setText(difference)
        self._highlight_word()

    def _highlight_word(self) -> None:
        """Select the row of the selected word in all lists of words."""
        word = self._session.selection.word
        self._is_updating = True
        for outline in self._outlines:
            outline.clearSelection()
            for item in map(outline.topLevelItem, range(outline.topLevelItemCount() if word else 0)):
                if item is not None and item.data(0, WORD_ROLE) == word and not outline.rootIsDecorated():
                    outline.setCurrentItem(item)
        self._is_updating = False

    def _on_item_clicked(self, item: QTreeWidgetItem, _column: int) -> None:
        word = item.data(0, WORD_ROLE)
        if isinstance(word, int) and word:
            self._session.select(word=word)

    def _on_current_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid() and not self._is_updating:
            self._session.select(self._model.sentence_at(current.row()))

    def select_next_difference(self, step: int) -> None:
        """Select the next differing sentence for `step` 1, or the previous one for -1; wraps around."""
        row_count = self._model.rowCount()
        if not row_count:
            return
        index = self._session.selection.sentence
        row = self._model.find_row(index)
        if row >= 0:
            target_row = (row + step) % row_count
        else:
            rows_beyond = [
                candidate for candidate in range(row_count) if (self._model.sentence_at(candidate) - index) * step > 0
            ]
            target_row = (
                (rows_beyond[0] if step > 0 else rows_beyond[-1]) if rows_beyond else (0 if step > 0 else row_count - 1)
            )
        self._session.select(self._model.sentence_at(target_row))

    def _refresh(self) -> None:
        """Show the selected sentence again, if there is a comparison."""
        if self._comparison is not None:
            self._show_sentence()

    def _on_font_changed(self) -> None:
        self._delegate.set_font_size(get_text_font_size(self))
        for outline in self._outlines:
            delegate = outline.itemDelegate()
            assert isinstance(delegate, TextDelegate)
            delegate.set_font_size(get_text_font_size(self))
            outline.doItemsLayout()
        self._list.set_row_height(self._delegate.height)


def _select_path_in_box(box: QComboBox, path: object) -> None:
    """Select a path in a box, or the first item if it is not listed."""
    box.setCurrentIndex(next((row for row in range(box.count()) if box.itemData(row) == path), min(0, box.count() - 1)))


def _is_comparable(run: Run) -> bool:
    """Return whether the model of a run predicts annotation that can be compared: trees or tags."""
    return run.method in METHODS and (METHODS[run.method].structure is not None or run.method == "tagger")

"""Models of the project and the library, each with its singular values, rank cut, settings and metrics."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFormLayout, QLabel, QListWidget, QListWidgetItem, QWidget

from spectral_core import store
from spectral_core.engine import HELD_OUT
from spectral_core.errors import SpectralError
from spectral_core.model.provenance import CONSTITUENTS
from spectral_core.project import Run
from spectral_core.registry import METHODS
from spectral_gui import plots, widgets
from spectral_gui.state import ChangeKind, ModelExplorer, Notices, Runs, Session
from spectral_gui.text_display import isolate_text
from spectral_gui.view_updates import ViewUpdates
from spectral_gui.widgets.lists import format_local_time, to_tooltip

_MAX_LABELS = 40  # listed tags, relations or readings
_MAX_BESIDE_TITLE = 14  # characters of a value beside its title; longer ones are below it
_NAME_ROLE = Qt.ItemDataRole.UserRole


class ModelsView(QWidget):
    """List of models, with the singular values, settings and metrics of the selected one."""

    def __init__(self, session: Session, notices: Notices, runs: Runs, explorer: ModelExplorer):
        super().__init__()
        self._session, self._notices, self._runs, self._explorer = session, notices, runs, explorer
        self._spectra: dict[str, tuple[float, ...]] = {}  # singular values of models of the library, by name
        self._plot_renderer: plots.PlotRenderer | None = None
        self._user_chose_model = False  # while False, the newest model with singular values is shown
        self._models = widgets.set_accessible_name(QListWidget(), self.tr("Models"))
        self._plot = plots.Plot(self.tr("Singular values"))
        self._plot_title = widgets.make_label(wraps=True)
        self._save_button = widgets.make_button(
            self.tr("Save figure…"), self.save_figure, self.tr("Write the figure as SVG, PDF or PNG")
        )
        self._card = widgets.set_accessible_name(QWidget(), self.tr("The model"))
        self._form = QFormLayout(self._card)
        self._form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        self._form.setContentsMargins(12, 12, 12, 12)
        self._explanation_label = _make_rich_label(self._explain_other_pages())
        self._explanation_label.setMargin(12)
        upper = widgets.make_splitter(
            _make_titled_panel(widgets.make_label(self.tr("Models")), self._models),
            _make_titled_panel(self._plot_title, self._plot, self._save_button),
            _make_titled_panel(
                widgets.make_label(self.tr("The model")), widgets.make_scroll_area(self._card, frame=True, focus=True)
            ),
            sizes=(200, 520, 300),
            stretch_factors=(0, 1),
        )
        lower = widgets.make_scroll_area(self._explanation_label, frame=True, focus=True)
        splitter = widgets.make_splitter(upper, lower, is_vertical=True, sizes=(560, 160))
        widgets.make_column(splitter, on=self, margins=8)
        self._models.currentItemChanged.connect(self._on_current_model_changed)
        explorer.singular_values_received.connect(self._on_singular_values_received)
        ViewUpdates("models", self, session, lambda _: self._update_model_list(), ChangeKind.PROJECT | ChangeKind.RUNS)
        self._update_model_list()

    def save_figure(self) -> None:
        """Ask for a file, and write the plot of the singular values to it."""
        if self._plot_renderer is not None:
            plots.open_save_figure_dialog(self, self.tr("singular values"), self.export)

    def export(self, path: Path) -> None:
        """Write the plot of the singular values to a file."""
        if self._plot_renderer is not None:
            with self._notices.report_file_written(path):
                plots.save_figure(self._plot_renderer, path, self._session.source_files)

    def _update_model_list(self) -> None:
        """List the trained models, keeping the one that the user chose; otherwise select the newest with a spectrum."""
        models = [run for run in reversed(self._runs.runs_with_library) if plots.is_explorable(run)]
        names = [run.name for run in models]
        self._spectra.clear()  # a model of the library may have been replaced
        previous_name = self._get_selected_name()
        if names != [self._models.item(row).data(_NAME_ROLE) for row in range(self._models.count())]:
            self._models.blockSignals(True)
            self._models.clear()
            for run in models:
                item = QListWidgetItem(run.name)
                item.setData(_NAME_ROLE, run.name)
                item.setToolTip(to_tooltip("\n".join(run.documents)))
                self._models.addItem(item)
            newest = next((run.name for run in models if run.spectrum), names[0] if names else "")
            name_to_show = previous_name if self._user_chose_model and previous_name in names else newest
            self._models.setCurrentRow(names.index(name_to_show) if names else -1)
            self._models.blockSignals(False)
        self._show_model()

    def _get_selected_run(self) -> Run | None:
        """Return the selected run, for a model of the library with the singular values as far as they are known."""
        name = self._get_selected_name()
        run = next((run for run in self._runs.runs_with_library if run.name == name), None)
        spectrum = self._spectra.get(name, ())
        if run is None or not spectrum:
            return run
        states = run.settings.get("states")
        return replace(run, spectrum=spectrum, cut=min(states, len(spectrum)) if isinstance(states, int) else None)

    def _get_selected_name(self) -> str:
        row = self._models.currentRow()
        return str(self._models.item(row).data(_NAME_ROLE)) if row >= 0 else ""

    def _on_current_model_changed(self, *_: object) -> None:
        self._user_chose_model = True
        self._show_model()

    def _show_model(self) -> None:
        """Show the card and the singular values of the selected model."""
        run = self._get_selected_run()
        while self._form.rowCount():
            self._form.removeRow(0)
        self._plot_renderer = None
        has_spectrum_per_head = (
            run is not None and run.spectrum and run.method in METHODS and METHODS[run.method].has_automata
        )
        one_of_many_title = self.tr(
            "Singular values of the head and side with the most modifiers; the others are under Automata"
        )
        self._plot_title.setText(one_of_many_title if has_spectrum_per_head else self.tr("Singular values"))
        if run is None:
            no_model_text = self.tr(
                "No models yet. Train one in the Train workspace; a spectral method, such as hmm with the closed "
                "form, shows its singular values here."
            )
            self._plot.show_message(no_model_text)
            self._form.addRow(_make_rich_label(self.tr("Settings and measures of the model appear here.")))
        else:
            self._fill_card(run)
            if run.spectrum:
                self._plot_renderer = plots.plot_run_singular_values([(run, 0)])
                kept = len(run.spectrum) if run.cut is None else run.cut
                description = self.tr("{0}: {1} singular values, {2} kept").format(run.name, len(run.spectrum), kept)
                self._plot.show_figure(self._plot_renderer, description)
            else:
                template = self.tr("{0} has no singular values: its estimator uses no decomposition.")
                if self._is_unread(run):
                    template = self.tr("Reading the singular values of {0} …")
                    self._explorer.request_spectrum(run.name)
                self._plot.show_message(template.format(run.name))
        self._save_button.setEnabled(self._plot_renderer is not None)

    def _is_unread(self, run: Run) -> bool:
        """Return whether a run is a model of the library whose singular values were not read from its file yet."""
        return run not in self._runs.recorded_runs and run.name not in self._spectra

    def _on_singular_values_received(self, run: str, part: str, values: tuple[float, ...]) -> None:
        if not part:
            self._spectra[run] = values
            if run == self._get_selected_name():
                self._show_model()

    def _fill_card(self, run: Run) -> None:
        """Fill the card with the training data, measures and settings of a run."""
        is_training_text = run.measured_documents in ((), run.documents)
        measured_on = (
            self.tr("training data") if is_training_text else plots.format_document_names(run.measured_documents)
        )
        measured_on = self.tr("held-out sentences") if run.measured_documents == (HELD_OUT,) else measured_on
        self._add_heading(run.name)
        self._add_row(self.tr("Method"), run.method)
        self._add_row(
            self.tr("Trained on"), plots.format_document_names(run.documents) or self.tr("a text without a file")
        )
        self._add_row(self.tr("Started"), format_local_time(run.started))
        self._add_row(self.tr("CPU (s)"), plots.format_run_seconds(run))
        self._add_row(self.tr("File"), run.model or self.tr("none: not saved in a project"))
        self._add_heading(self.tr("Measures on {0}").format(measured_on))
        for name, value in plots.sort_measures(run.measures):
            self._add_row(plots.get_measure_title_with_unit(name), plots.format_measure(name, value))
        if not run.measures:
            self._add_row(self.tr("none"), "")
        self._add_labels(run)
        self._add_heading(self.tr("Settings"))
        for title, setting in plots.list_run_settings(run):
            self._add_row(title, plots.format_setting_value(setting))

    def _add_labels(self, run: Run) -> None:
        """Add the columns that the model of a run reads and writes, and the labels that it knows, as its file says."""
        file = self._runs.find_model_file(run)
        if file is None:
            return
        try:
            provenance = store.read_provenance(file)
        except (OSError, SpectralError):  # the file is gone or damaged: who uses it is told
            return
        is_phrase_structure = provenance.structure == CONSTITUENTS
        rows = [
            (self.tr("Column"), "" if provenance.reads else provenance.column.upper()),
            (self.tr("Reads"), " ".join(map(str.upper, provenance.reads))),
            (self.tr("Writes"), " ".join(map(str.upper, provenance.writes))),
            (self.tr("Tags"), _list_labels(provenance.tags, " ")),
            (
                self.tr("Phrase labels") if is_phrase_structure else self.tr("Relations"),
                _list_labels(provenance.labels, " "),
            ),
            (self.tr("Readings"), _list_labels(provenance.readings, ", ")),
            (self.tr("Word clusters"), provenance.clusters),
        ]
        if any(text for _, text in rows):
            self._add_heading(self.tr("Columns and labels"))
        for title, text in rows:
            if text:
                self._add_row(title, text)

    def _add_heading(self, text: str) -> None:
        self._form.addRow(_make_rich_label(f"<b>{html.escape(text)}</b>"))

    def _add_row(self, title: str, text: str) -> None:
        label = widgets.make_label(text, wraps=True, selectable=True)
        label.setAccessibleName(title)
        if len(text) > _MAX_BESIDE_TITLE:
            self._form.addRow(widgets.make_label(title))
            self._form.addRow(label)
        else:
            self._form.addRow(widgets.make_label(title), label)

    def _explain_other_pages(self) -> str:
        """Return HTML that says which models to train to fill the other pages of Explore."""
        rows = (
            (
                self.tr("Automata of head words"),
                self.tr(
                    "Train head-automata in a project, with the estimator spectral or em, to see the dependents "
                    "of each head as automata under Automata."
                ),
            ),
            (
                self.tr("States of nodes"),
                self.tr("Train latent-pcfg in a project to see the hidden states of phrases and words under States."),
            ),
            (
                self.tr("Classes of words"),
                self.tr("Train class-bigram or embeddings to see word clusters under Words."),
            ),
        )
        return "".join(f"<h3>{title}</h3><p>{text}</p>" for title, text in rows)


def _list_labels(labels: Sequence[str], separator: str) -> str:
    """Return the number of labels and the most frequent ones; "" if there are none."""
    dots = " …" if len(labels) > _MAX_LABELS else ""
    return f"{len(labels):,}: {isolate_text(separator.join(labels[:_MAX_LABELS]))}{dots}" if labels else ""


def _make_rich_label(text: str) -> QLabel:
    """Make a wrapped label of rich text that can be selected."""
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.RichText)
    label.setWordWrap(True)
    label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


def _make_titled_panel(label: QLabel, widget: QWidget, button: QWidget | None = None) -> QWidget:
    """Return a panel with a widget under its title, and a button next to the title."""
    panel = QWidget()
    label.setBuddy(widget)
    bar = widgets.make_row((label, 1), *([] if button is None else [button]))
    widgets.make_column(bar, (widget, 1), on=panel, margins=0)
    return panel

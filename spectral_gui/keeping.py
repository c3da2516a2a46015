"""Actions on models: keep them for all projects, import, export, remove."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFileDialog, QListWidget, QWidget

from spectral_core.project import Run
from spectral_gui import widgets
from spectral_gui.state import ActiveModel, AppContext


class ModelActions(QObject):
    """Actions on models, with their dialogs over a window; the library does the work."""

    reranker_requested = Signal(object)  # the run of the parser to re-rank

    def __init__(self, window: QWidget, context: AppContext):
        super().__init__(window)
        self._window, self._context = window, context

    def keep_models(self) -> None:
        """Keep the active models, the parser and the ranker of readings, for all projects."""
        library, notices = self._context.library, self._context.notices
        active_models = [
            model for model in (self._context.suggestions.model, self._context.readings.model) if model.run is not None
        ]
        project_models = [model for model in active_models if library.find_file(model.run) is None]
        if not project_models:
            reason = (
                self.tr("The model in use is in the library already.") if active_models else self._explain_no_model()
            )
            notices.refuse(reason)
        for model in project_models:
            run, file = model.run, model.file
            if run is not None and file is not None:
                library.add_run(run, file, self._list_documents(run))

    def import_model(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self._window, self.tr("Import a model"), "", self.tr("Models (*.npz)"))
        if name:
            self._context.library.import_file(Path(name))

    def export_model(self) -> None:
        """Write the active parser to a file, as retrained since."""
        model: ActiveModel = self._context.suggestions.model
        run, file = model.run, model.file
        if run is None or file is None:
            self._context.notices.refuse(self._explain_no_model())
            return
        title = self.tr("Export the model")
        name, _ = QFileDialog.getSaveFileName(self._window, title, f"{run.name}.npz", self.tr("Models (*.npz)"))
        if name:
            self._context.library.export_run(run, file, Path(name), self._list_documents(run))

    def remove_model(self) -> None:
        """Ask for a model of the project or the library, active or not, and remove it."""
        context = self._context
        runs = [run for run in (*context.library.runs, *context.runs.recorded) if run.model]
        if not runs:
            context.notices.refuse(self.tr("There is no model to remove."))
            return
        active_names = [
            model.run.name for model in (context.suggestions.model, context.readings.model) if model.run is not None
        ]
        ModelRemovalDialog(runs, active_names, context.project_contents.remove_model, self._window).open()

    def restart_engine(self) -> None:
        self._context.work.restart_engine()

    def rerank(self) -> None:
        """Ask for a re-ranker of the active parser."""
        run = self._context.suggestions.model.run
        if run is None:
            self._context.notices.refuse(self._explain_no_model())
        else:
            self.reranker_requested.emit(run)

    def _explain_no_model(self) -> str:
        return self._context.suggestions.diagnostics.why_no_model or self.tr("No model is in use.")

    def _list_documents(self, run: Run) -> tuple[Path, ...]:
        """Return the paths of the training documents of a run, as far as they are in the project."""
        project = self._context.session.project
        if project is None:
            return ()
        return tuple(project.path_of(name) for name in run.documents if name in project.documents)


class ModelRemovalDialog(QDialog):
    """Dialog with a list of models, one of which is removed once that is confirmed; the active one is marked at
    first."""

    def __init__(
        self, runs: Sequence[Run], active_names: Sequence[str], remove: Callable[[Run], object], parent: QWidget
    ):
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Remove a model"))
        self._runs, self._remove = tuple(runs), remove
        self._list = widgets.set_accessible_name(QListWidget(), self.tr("Models"))
        self._list.addItems(
            [self.tr("{0}, in use").format(run.name) if run.name in active_names else run.name for run in runs]
        )
        names = [run.name for run in runs]
        self._list.setCurrentRow(
            names.index(active_names[0]) if active_names and active_names[0] in names else len(names) - 1
        )
        question_label = widgets.make_label(
            self.tr("Which model's file should be removed? This cannot be undone."), wraps=True
        )
        buttons = widgets.make_dialog_buttons(QDialogButtonBox.StandardButton.Cancel)
        role, tip = QDialogButtonBox.ButtonRole.DestructiveRole, self.tr("Remove the file of the marked model")
        widgets.add_button(buttons, self.tr("Remove"), role, tip, self._on_remove_clicked)
        buttons.rejected.connect(self.reject)
        widgets.make_column(question_label, (self._list, 1), buttons, on=self)
        buttons.button(QDialogButtonBox.StandardButton.Cancel).setDefault(True)
        self._list.setFocus()

    def _on_remove_clicked(self) -> None:
        run = self._runs[self._list.currentRow()]
        self.accept()
        self._remove(run)

"""What a window does with models: keeps them for all projects, takes them from files and writes them to files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFileDialog, QListWidget, QWidget

from spectral_core.project import Run
from spectral_gui import widgets
from spectral_gui.session import ActiveModel, AppContext


class Keeping(QObject):
    """Asks for files over a window; the library does the work."""

    reranker_asked = Signal(object)  # the run of the parser that is to have one

    def __init__(self, window: QWidget, desk: AppContext):
        super().__init__(window)
        self._window, self._desk = window, desk

    def keep_models(self) -> None:
        """Keeps the models in use, the one that proposes and the one that ranks, for all projects."""
        library, notices = self._desk.library, self._desk.notices
        used = [model for model in (self._desk.suggestions.model, self._desk.readings.model) if model.run is not None]
        own = [model for model in used if library.find_file(model.run) is None]
        if not own:
            why = self.tr("The model in use is in the library already.") if used else self._none()
            notices.refuse(why)
        for model in own:
            run, file = model.run, model.file
            if run is not None and file is not None:
                library.add_run(run, file, self._documents(run))

    def import_model(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self._window, self.tr("Import a model"), "", self.tr("Models (*.npz)"))
        if name:
            self._desk.library.import_file(Path(name))

    def export_model(self) -> None:
        """Writes the model that proposes to a file, as it has grown."""
        model: ActiveModel = self._desk.suggestions.model
        run, file = model.run, model.file
        if run is None or file is None:
            self._desk.notices.refuse(self._none())
            return
        title = self.tr("Export the model")
        name, _ = QFileDialog.getSaveFileName(self._window, title, f"{run.name}.npz", self.tr("Models (*.npz)"))
        if name:
            self._desk.library.export_run(run, file, Path(name), self._documents(run))

    def remove_model(self) -> None:
        """Asks which model to remove, of the project or of the library: any, whatever it is for, in use or not."""
        desk = self._desk
        runs = [run for run in (*desk.library.runs, *desk.runs.recorded) if run.model]
        if not runs:
            desk.notices.refuse(self.tr("There is no model to remove."))
            return
        used = [model.run.name for model in (desk.suggestions.model, desk.readings.model) if model.run is not None]
        ModelRemoval(runs, used, desk.project_contents.remove_model, self._window).open()

    def restart_engine(self) -> None:
        self._desk.work.restart_engine()

    def rerank(self) -> None:
        """Asks for a re-ranker of the model that proposes."""
        run = self._desk.suggestions.model.run
        if run is None:
            self._desk.notices.refuse(self._none())
        else:
            self.reranker_asked.emit(run)

    def _none(self) -> str:
        return self._desk.suggestions.diagnostics.why_no_model or self.tr("No model is in use.")

    def _documents(self, run: Run) -> tuple[Path, ...]:
        """Where the documents are that a run learnt from, as far as they are in the project."""
        project = self._desk.session.project
        if project is None:
            return ()
        return tuple(project.path_of(name) for name in run.documents if name in project.documents)


class ModelRemoval(QDialog):
    """A list of models, one of which is removed once that is confirmed; the one in use is marked at first."""

    def __init__(self, runs: Sequence[Run], used: Sequence[str], remove: Callable[[Run], object], parent: QWidget):
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Remove a model"))
        self._runs, self._remove = tuple(runs), remove
        self._list = widgets.named(QListWidget(), self.tr("Models"))
        self._list.addItems([self.tr("{0}, in use").format(run.name) if run.name in used else run.name for run in runs])
        names = [run.name for run in runs]
        self._list.setCurrentRow(names.index(used[0]) if used and used[0] in names else len(names) - 1)
        asked = widgets.label(self.tr("Which model's file should be removed? This cannot be undone."), wraps=True)
        buttons = widgets.dialog_buttons(QDialogButtonBox.StandardButton.Cancel)
        role, tip = QDialogButtonBox.ButtonRole.DestructiveRole, self.tr("Remove the file of the marked model")
        widgets.add_button(buttons, self.tr("Remove"), role, tip, self._remove_marked)
        buttons.rejected.connect(self.reject)
        widgets.column(asked, (self._list, 1), buttons, on=self)
        buttons.button(QDialogButtonBox.StandardButton.Cancel).setDefault(True)
        self._list.setFocus()

    def _remove_marked(self) -> None:
        run = self._runs[self._list.currentRow()]
        self.accept()
        self._remove(run)

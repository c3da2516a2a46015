"""What a window does with models: keeps them for all projects, takes them from files and writes them to files."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from spectral_core.project import Run
from spectral_gui.session import Desk, ModelInUse


class Keeping(QObject):
    """Asks for files over a window; the library does the work."""

    reranker_asked = Signal(object)  # the run of the parser that is to have one

    def __init__(self, window: QWidget, desk: Desk):
        super().__init__(window)
        self._window, self._desk = window, desk

    def keep_models(self) -> None:
        """Keeps the models in use, the one that proposes and the one that ranks, for all projects."""
        library, notices = self._desk.library, self._desk.notices
        used = [model for model in (self._desk.proposals.model, self._desk.readings.model) if model.run is not None]
        own = [model for model in used if library.file_of(model.run) is None]
        if not own:
            why = self.tr("The model in use is in the library already.") if used else self._none()
            notices.refuse(why)
        for model in own:
            run, file = model.run, model.file
            if run is not None and file is not None:
                library.keep(run, file, self._documents(run))

    def import_model(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self._window, self.tr("Import a model"), "", self.tr("Models (*.npz)"))
        if name:
            self._desk.library.take(Path(name))

    def export_model(self) -> None:
        """Writes the model that proposes to a file, as it has grown."""
        model: ModelInUse = self._desk.proposals.model
        run, file = model.run, model.file
        if run is None or file is None:
            self._desk.notices.refuse(self._none())
            return
        title = self.tr("Export the model")
        name, _ = QFileDialog.getSaveFileName(self._window, title, f"{run.name}.npz", self.tr("Models (*.npz)"))
        if name:
            self._desk.library.give(run, file, Path(name), self._documents(run))

    def remove_model(self) -> None:
        """Removes the model that proposes, of the project or of the library, once the user has said so again."""
        model: ModelInUse = self._desk.proposals.model
        run = model.run
        if run is None:
            self._desk.notices.refuse(self._none())
            return
        asked = self.tr("Remove the file of {0}? This cannot be undone.").format(run.name)
        box = QMessageBox(QMessageBox.Icon.Question, self.tr("Remove the model"), asked, parent=self._window)
        remove = box.addButton(self.tr("Remove"), QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        remove.clicked.connect(lambda: self._desk.contents.remove_model(run))
        box.open()

    def restart_engine(self) -> None:
        self._desk.work.restart_engine()

    def rerank(self) -> None:
        """Asks for a re-ranker of the model that proposes."""
        run = self._desk.proposals.model.run
        if run is None:
            self._desk.notices.refuse(self._none())
        else:
            self.reranker_asked.emit(run)

    def _none(self) -> str:
        return self._desk.proposals.why_not.no_model or self.tr("No model is in use.")

    def _documents(self, run: Run) -> tuple[Path, ...]:
        """Where the documents are that a run learnt from, as far as they are in the project."""
        project = self._desk.session.project
        if project is None:
            return ()
        return tuple(project.path_of(name) for name in run.documents if name in project.documents)

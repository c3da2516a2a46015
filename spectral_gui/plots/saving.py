"""Saving of figures: asks for a file, writes it and reports the outcome."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from spectral_core.errors import SpectralError
from spectral_gui.plots.draw import PlotRenderer, save_figure


class FigureFile(QObject):
    """Writer of the figure that a widget shows at the moment, if any."""

    written = Signal(str)  # message with the path
    failed = Signal(str)  # message with the reason

    def __init__(
        self,
        parent: QWidget,
        name: str,
        get_renderer: Callable[[], PlotRenderer | None],
        list_sources: Callable[[], Iterable[Path]],
    ):
        super().__init__(parent)
        self._parent, self._name, self._get_renderer = parent, name, get_renderer
        self._list_sources = list_sources  # files that who may read the figure may read

    def ask_for_file(self) -> None:
        if self._get_renderer() is None:
            return
        kinds = {".svg": self.tr("SVG drawing"), ".pdf": self.tr("PDF page"), ".png": self.tr("PNG picture")}
        open_save_dialog(self._parent, self.tr("Save figure"), self._name, kinds, self.write)

    def write(self, path: Path) -> None:
        renderer = self._get_renderer()
        if renderer is None:
            return
        try:
            save_figure(renderer, path, self._list_sources())
        except SpectralError as error:
            self.failed.emit(str(error))
        else:
            self.written.emit(self.tr("Written to {0}").format(path))


def open_save_dialog(
    parent: QWidget, title: str, name: str, kinds: dict[str, str], on_chosen: Callable[[Path], None]
) -> None:
    """Ask where to write, and call `on_chosen` with the path; `kinds` describes each ending."""
    dialog = _SaveDialog(parent, title, kinds)
    dialog.selectFile(name)
    dialog.fileSelected.connect(lambda path: on_chosen(Path(path)))
    dialog.open()


class _SaveDialog(QFileDialog):
    """Dialog for a file to write, in which the chosen format sets the ending."""

    def __init__(self, parent: QWidget, title: str, kinds: dict[str, str]):
        super().__init__(parent, title)
        self._endings = {f"{kind} (*{ending})": ending for ending, kind in kinds.items()}
        self.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        self.setNameFilters(list(self._endings))
        self.setDefaultSuffix(next(iter(kinds))[1:])
        self.filterSelected.connect(lambda kind: self.setDefaultSuffix(self._endings.get(kind, "")[1:]))
        self.finished.connect(self.deleteLater)

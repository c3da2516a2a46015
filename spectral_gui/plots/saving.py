"""Figures in files: asks where and as what, writes, and says what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from spectral_core.errors import SpectralError
from spectral_gui.plots.draw import Draw, save


class FigureFile(QObject):
    """Writes the figure that a widget shows at the moment; nothing where it shows none."""

    written = Signal(str)  # a sentence that says where
    failed = Signal(str)  # a sentence that says why not

    def __init__(
        self, parent: QWidget, name: str, shown: Callable[[], Draw | None], list_sources: Callable[[], Iterable[Path]]
    ):
        super().__init__(parent)
        self._parent, self._name, self._shown = parent, name, shown
        self._list_sources = list_sources  # files that who may read the figure may read

    def ask(self) -> None:
        if self._shown() is None:
            return
        kinds = {".svg": self.tr("SVG drawing"), ".pdf": self.tr("PDF page"), ".png": self.tr("PNG picture")}
        ask_for_file(self._parent, self.tr("Save figure"), self._name, kinds, self.write)

    def write(self, path: Path) -> None:
        figure = self._shown()
        if figure is None:
            return
        try:
            save(figure, path, self._list_sources())
        except SpectralError as error:
            self.failed.emit(str(error))
        else:
            self.written.emit(self.tr("Written to {0}").format(path))


def ask_for_file(parent: QWidget, title: str, name: str, kinds: dict[str, str], take: Callable[[Path], None]) -> None:
    """Asks where to write; `take` gets the path. `kinds` has what each ending is."""
    dialog = _Asking(parent, title, kinds)
    dialog.selectFile(name)
    dialog.fileSelected.connect(lambda chosen: take(Path(chosen)))
    dialog.open()


class _Asking(QFileDialog):
    """Asks for a file to write; the kind that is chosen gives the ending."""

    def __init__(self, parent: QWidget, title: str, kinds: dict[str, str]):
        super().__init__(parent, title)
        self._endings = {f"{kind} (*{ending})": ending for ending, kind in kinds.items()}
        self.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        self.setNameFilters(list(self._endings))
        self.setDefaultSuffix(next(iter(kinds))[1:])
        self.filterSelected.connect(lambda kind: self.setDefaultSuffix(self._endings.get(kind, "")[1:]))
        self.finished.connect(self.deleteLater)

"""What leaves the program one sentence at a time: a figure in a file, a page of paper, text in the clipboard."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QDialog, QFileDialog, QInputDialog, QWidget

from spectral_core.data import Sentence
from spectral_core.errors import SpectralError
from spectral_core.formats import export
from spectral_gui import figures, sheets
from spectral_gui.panels import Panels
from spectral_gui.session import Notices, Session

_WRITING = "writing a tree"  # an act, which may fail


class Output(QObject):
    """Writes, prints and copies the selected sentence with the tree that is on screen."""

    def __init__(self, window: QWidget, session: Session, notices: Notices, panels: Panels):
        super().__init__(window)
        self._window, self._session, self._notices, self._panels = window, session, notices, panels
        self._scale = 2.0  # of pictures in pixels, as it was chosen last

    def export_figure(self) -> None:
        """Asks for a file and writes the tree on screen to it."""
        sentence = self._shown()
        if sentence is None:
            return
        kinds = self.tr("Figures (*.svg *.pdf *.png *.tex)")
        path = self._session.treebank.path
        stem = "tree" if path is None else path.name.split(".")[0]
        start = f"{stem}-{self._session.selection.sentence + 1}.svg"
        title = self.tr("Export the tree")
        name, _ = QFileDialog.getSaveFileName(self._window, title, start, kinds)
        if not name:
            return
        if name.lower().endswith(".png"):
            text = self.tr("Pixels for each point (2 for screens, 4 for print)")
            self._scale, wanted = QInputDialog.getDouble(self._window, title, text, self._scale, 0.5, 10.0, 1)
            if not wanted:
                return

        def write() -> None:
            sheets.write(sentence, self._panels.kind, Path(name), self._scale, path)
            self._notices.notify(self.tr("Written to {0}").format(name))

        self._try(write)

    def print_sentence(self) -> None:
        """Asks for a printer and prints the tree on screen, as wide as the page at most."""
        sentence = self._shown()
        if sentence is None:
            return
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)

        def draw() -> None:
            kind = sheets.kind_of(sentence, self._panels.kind)
            figures.print_scene(sheets.scene_of(sentence, kind, self), printer, self._session.treebank.path)

        if QPrintDialog(printer, self._window).exec() == QDialog.DialogCode.Accepted:
            self._try(draw)

    def copy_text(self) -> None:
        self._copy(lambda sentence: sentence.text)

    def copy_conllu(self) -> None:
        self._copy(lambda sentence: export.one(sentence, "conllu"))

    def copy_brackets(self) -> None:
        self._copy(lambda sentence: export.one(sentence, "brackets"))

    def copy_latex(self) -> None:
        self._copy(lambda sentence: sheets.latex(sentence, sheets.kind_of(sentence, self._panels.kind)))

    def _copy(self, written: Callable[[Sentence], str]) -> None:
        sentence = self._shown()
        if sentence is None:
            return

        def copy() -> None:
            QGuiApplication.clipboard().setText(written(sentence))
            self._notices.notify(self.tr("Copied"))

        self._try(copy)

    def _try(self, act: Callable[[], None]) -> None:
        try:
            act()
        except SpectralError as error:
            self._notices.fail(str(error), _WRITING)
        else:
            self._notices.resolve(_WRITING)

    def _shown(self) -> Sentence | None:
        sentence = self._session.sentence
        if sentence is None:
            self._notices.notify(self.tr("Select a sentence first."))
        return sentence

"""Export of one sentence: a figure in a file, a page of paper, text in the clipboard."""

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
from spectral_gui.state import Notices, Session

_EXPORT_ACTION = "writing a tree"  # name of an action that may fail


class ExportActions(QObject):
    """Actions that write, print and copy the selected sentence with the tree on screen."""

    def __init__(self, window: QWidget, session: Session, notices: Notices, panels: Panels):
        super().__init__(window)
        self._window, self._session, self._notices, self._panels = window, session, notices, panels
        self._scale = 2.0  # of PNG pictures, as chosen last

    def export_figure(self) -> None:
        """Ask for a file and write the tree on screen to it."""
        sentence = self._get_sentence()
        if sentence is None:
            return
        file_filter = self.tr("Figures (*.svg *.pdf *.png *.tex)")
        path = self._session.treebank.path
        stem = "tree" if path is None else path.name.split(".")[0]
        start_name = f"{stem}-{self._session.selection.sentence + 1}.svg"
        title = self.tr("Export the tree")
        name, _ = QFileDialog.getSaveFileName(self._window, title, start_name, file_filter)
        if not name:
            return
        if name.lower().endswith(".png"):
            text = self.tr("Pixels for each point (2 for screens, 4 for print)")
            self._scale, is_accepted = QInputDialog.getDouble(self._window, title, text, self._scale, 0.5, 10.0, 1)
            if not is_accepted:
                return

        def write() -> None:
            sheets.write_sentence(sentence, self._panels.kind, Path(name), self._scale, path)
            self._notices.notify(self.tr("Written to {0}").format(name))

        self._run_and_report(write)

    def print_sentence(self) -> None:
        """Ask for a printer and print the tree on screen, at most as wide as the page."""
        sentence = self._get_sentence()
        if sentence is None:
            return
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)

        def draw() -> None:
            kind = sheets.choose_kind(sentence, self._panels.kind)
            figures.print_scene(sheets.make_sentence_scene(sentence, kind, self), printer, self._session.treebank.path)

        if QPrintDialog(printer, self._window).exec() == QDialog.DialogCode.Accepted:
            self._run_and_report(draw)

    def copy_text(self) -> None:
        self._copy(lambda sentence: sentence.text)

    def copy_conllu(self) -> None:
        self._copy(lambda sentence: export.compose_lines(sentence, "conllu"))

    def copy_brackets(self) -> None:
        self._copy(lambda sentence: export.compose_lines(sentence, "brackets"))

    def copy_latex(self) -> None:
        self._copy(lambda sentence: sheets.format_latex(sentence, sheets.choose_kind(sentence, self._panels.kind)))

    def _copy(self, format_sentence: Callable[[Sentence], str]) -> None:
        sentence = self._get_sentence()
        if sentence is None:
            return

        def copy() -> None:
            QGuiApplication.clipboard().setText(format_sentence(sentence))
            self._notices.notify(self.tr("Copied"))

        self._run_and_report(copy)

    def _run_and_report(self, operation: Callable[[], None]) -> None:
        try:
            operation()
        except SpectralError as error:
            self._notices.fail(str(error), _EXPORT_ACTION)
        else:
            self._notices.resolve(_EXPORT_ACTION)

    def _get_sentence(self) -> Sentence | None:
        sentence = self._session.sentence
        if sentence is None:
            self._notices.notify(self.tr("Select a sentence first."))
        return sentence

"""What a window does with files: open, save, export, copy, print; the dialogues are here, the work is elsewhere."""

from __future__ import annotations

import shutil
from pathlib import Path

from PySide6.QtGui import QGuiApplication
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QDialog, QFileDialog, QInputDialog, QLineEdit, QMainWindow

from spectral_core.data import Sentence
from spectral_core.errors import SpectralError
from spectral_core.files import assets
from spectral_core.formats import FORMATS, export
from spectral_core.project import Project
from spectral_gui import figures, preferences, sheets
from spectral_gui.session import Desk, TextKept
from spectral_gui.views.reading.pasting import PasteDialog

SAMPLE = "sample project"  # the folder of the user's own copy


class DocumentWindow(QMainWindow):
    """A window over a session that opens and writes files."""

    def __init__(self, desk: Desk):
        super().__init__()
        self.desk, self._session = desk, desk.session
        self._scale = 2.0  # of pictures in pixels, as it was chosen last

    @property
    def shown_kind(self) -> str:
        """The kind of tree on screen."""
        return sheets.DEPENDENCIES

    def complain(self, sentence: str) -> None:
        """Says what went wrong."""
        self.note(sentence)

    def note(self, sentence: str) -> None:
        """Says what was done."""
        self.statusBar().showMessage(sentence, 10_000)

    def open_path(self, path: Path) -> None:
        """Opens a treebank or a project."""
        self._session.open(path)

    def open_file(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, self.tr("Open a treebank"), self._near(), self._kinds())
        if name:
            self.open_path(Path(name))

    def open_project(self) -> None:
        name = QFileDialog.getExistingDirectory(self, self.tr("Open a project: choose its folder"), self._near())
        if name:
            self.open_path(Path(name))

    def new_project(self) -> None:
        """Asks for a folder and treebanks, and makes them a project."""
        title = self.tr("New project: type the name of its folder")
        only = QFileDialog.Option.ShowDirsOnly
        name, _ = QFileDialog.getSaveFileName(self, title, self._near(), self.tr("Folders (*)"), options=only)
        if not name:
            return
        title = self.tr("New project: choose its treebanks (they stay where they are)")
        files, _ = QFileDialog.getOpenFileNames(self, title, self._near() or name, self._kinds())
        if not files:
            return
        folder = Path(name)
        called, wanted = QInputDialog.getText(
            self, self.tr("New project"), self.tr("Name of the project"), QLineEdit.EchoMode.Normal, folder.name
        )
        if not wanted:
            return
        try:
            Project.create(folder, [Path(file) for file in files], called).close()
        except SpectralError as error:
            self.complain(str(error))
            return
        self.open_path(folder)

    def open_sample(self) -> None:
        """Opens the user's own copy of the sample project, made when it is first asked for."""
        try:
            folder = sample_project(preferences.folders().data)
        except (SpectralError, OSError) as error:
            self.complain(self.tr("The sample project could not be copied: {0}").format(error))
            return
        self.open_path(folder)

    def read_pasted(self) -> None:
        """Asks for a text, keeps it as a document, and shows it to be read."""
        dialog = PasteDialog(self)
        dialog.text_given.connect(self.read_text)
        dialog.file_given.connect(self._read_file)
        dialog.open()

    def read_text(self, text: str) -> None:
        """Keeps a text as a document, and shows it to be read."""
        job = self.desk.reader.keep_text(text)
        if job is not None:
            job.finished.connect(self._read_kept)

    def show_read(self) -> None:
        """Shows the text as it runs."""

    def _read_kept(self, kept: TextKept) -> None:
        self._session.open(kept.folder, kept.document).finished.connect(lambda _: self.show_read())

    def _read_file(self, path: Path) -> None:
        self._session.open(path).finished.connect(lambda _: self.show_read())

    def save(self) -> None:
        if self._session.treebank.path is None or self._session.treebank.format == "text":
            self.save_as()
        else:
            self.desk.saving.save()

    def save_as(self) -> None:
        if not len(self._session.treebank):
            return
        kinds = ";;".join(f"{row.title} (*{row.suffixes[0]})" for row in FORMATS.values() if row.name != "text")
        path = self._session.treebank.path
        suffix = ".mrg" if self.shown_kind == sheets.CONSTITUENTS else ".conllu"
        start = str(path.with_suffix(suffix) if path is not None and path.suffix == ".txt" else path or "")
        name, _ = QFileDialog.getSaveFileName(self, self.tr("Save as"), start, kinds)
        if name:
            self.desk.saving.save_as(Path(name))

    def export_figure(self) -> None:
        """Asks for a file and writes the tree on screen to it."""
        sentence = self._shown()
        if sentence is None:
            return
        kinds = self.tr("Figures (*.svg *.pdf *.png *.tex)")
        path = self._session.treebank.path
        stem = "tree" if path is None else path.name.split(".")[0]
        start = f"{stem}-{self._session.selection.sentence + 1}.svg"
        name, _ = QFileDialog.getSaveFileName(self, self.tr("Export the tree"), start, kinds)
        if not name:
            return
        if name.lower().endswith(".png"):
            text = self.tr("Pixels for each point (2 for screens, 4 for print)")
            self._scale, wanted = QInputDialog.getDouble(
                self, self.tr("Export the tree"), text, self._scale, 0.5, 10.0, 1
            )
            if not wanted:
                return
        try:
            sheets.write(sentence, self.shown_kind, Path(name), self._scale)
        except SpectralError as error:
            self.complain(str(error))
        else:
            self.note(self.tr("Written to {0}").format(name))

    def print_sentence(self) -> None:
        """Asks for a printer and prints the tree on screen, as wide as the page at most."""
        sentence = self._shown()
        if sentence is None:
            return
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        dialog = QPrintDialog(printer, self)
        if dialog.exec() == QDialog.DialogCode.Accepted:
            try:
                kind = sheets.kind_of(sentence, self.shown_kind)
                figures.print_scene(sheets.scene_of(sentence, kind, self), printer)
            except SpectralError as error:
                self.complain(str(error))

    def copy_text(self) -> None:
        sentence = self._shown()
        if sentence is not None:
            self._copy(sentence.text)

    def copy_conllu(self) -> None:
        self._copy_as("conllu")

    def copy_brackets(self) -> None:
        self._copy_as("brackets")

    def copy_latex(self) -> None:
        sentence = self._shown()
        if sentence is None:
            return
        try:
            self._copy(sheets.latex(sentence, sheets.kind_of(sentence, self.shown_kind)))
        except SpectralError as error:
            self.complain(str(error))

    def _copy_as(self, format: str) -> None:
        sentence = self._shown()
        if sentence is None:
            return
        try:
            self._copy(export.one(sentence, format))
        except SpectralError as error:
            self.complain(str(error))

    def _copy(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self.note(self.tr("Copied"))

    def _shown(self) -> Sentence | None:
        sentence = self._session.sentence
        if sentence is None:
            self.note(self.tr("Select a sentence first."))
        return sentence

    def _kinds(self) -> str:
        """The treebanks that a dialogue lists."""
        endings = " ".join(
            f"*{suffix} *{suffix}.gz *{suffix}.xz" for row in FORMATS.values() for suffix in row.suffixes
        )
        return self.tr("Treebanks and texts ({0});;All files (*)").format(endings)

    def _near(self) -> str:
        path = self._session.treebank.path
        return "" if path is None else str(path.parent)


def sample_project(data: Path) -> Path:
    """The folder of a project over a copy of the sample that comes with the program, made if it is not there."""
    folder = data / SAMPLE
    sample = assets() / "sample"
    if not (folder / "lexicon").exists():
        shutil.copytree(sample / "arabic" / "lexicon", folder / "lexicon")
    if (folder / "project.json").exists():
        return folder
    names = {
        "english.conllu": sample / "english" / "written.conllu",
        "english.mrg": sample / "english" / "written.mrg",
        "arabic.conllu": sample / "arabic" / "written.conllu",
        "sampled.conllu": sample / "english" / "sampled.conllu",
        "sampled.mrg": sample / "english" / "sampled.mrg",
    }
    for name, source in names.items():
        if not (folder / name).exists():
            shutil.copyfile(source, folder / name)
    Project.create(folder, [folder / name for name in names], "Sample project").close()
    return folder

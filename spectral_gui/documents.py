"""Actions on files: open, read and save. Here are the dialogs; the work is done elsewhere."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QInputDialog, QLineEdit, QWidget

from spectral_core.data import EMPTY, Sentence, Treebank
from spectral_core.dictionaries import SUFFIXES
from spectral_core.errors import SpectralError
from spectral_core.files import locate_assets
from spectral_core.formats import FORMATS, is_bare, load, save
from spectral_core.project import Project
from spectral_gui import preferences
from spectral_gui.panels import Panels
from spectral_gui.places import LastPositions
from spectral_gui.sheets import CONSTITUENTS
from spectral_gui.state import AppContext
from spectral_gui.views.read.paste_dialog import PasteDialog
from spectral_gui.views.shared.dictionaries_dialog import DictionariesDialog
from spectral_gui.views.shared.download_dialog import DownloadDialog

SAMPLE_FOLDER = "sample project"  # the folder of the user's own copy
_DEMO_LENGTH = 12  # words: enough to be uncertain about, and all of them fit on the screen


class DocumentActions(QObject):
    """Actions that open and write files, with their dialogs over a window."""

    def __init__(self, window: QWidget, context: AppContext, panels: Panels, last_positions: LastPositions):
        super().__init__(window)
        self._window, self._panels, self._last_positions = window, panels, last_positions
        self._session, self._notices, self._document_saver, self._reader = (
            context.session,
            context.notices,
            context.document_saver,
            context.reader,
        )
        self._downloader, self._library, self._project_contents = (
            context.downloader,
            context.library,
            context.project_contents,
        )
        self._dictionaries, self._readings = context.dictionaries, context.readings

    def open(self, path: Path) -> None:
        """Open a treebank or a project at its last position; a model is imported into the library."""
        if path.suffix.lower() == ".npz":
            self._library.import_file(path)
            return
        if path.suffix.lower() in SUFFIXES:
            self._dictionaries.add(path)
            return
        self._session.open(path, self._last_positions.find_document(path))

    def open_file(self) -> None:
        name, _ = QFileDialog.getOpenFileName(
            self._window, self.tr("Open a treebank"), self._get_start_folder(), self._make_file_filter()
        )
        if name:
            self.open(Path(name))

    def open_project(self) -> None:
        title = self.tr("Open a project: choose its folder")
        name = QFileDialog.getExistingDirectory(self._window, title, self._get_start_folder())
        if name:
            self.open(Path(name))

    def new_project(self) -> None:
        """Ask for a folder and treebanks, and make them a project."""
        title = self.tr("New project: type the name of its folder")
        options = QFileDialog.Option.ShowDirsOnly
        name, _ = QFileDialog.getSaveFileName(
            self._window, title, self._get_start_folder(), self.tr("Folders (*)"), options=options
        )
        if not name:
            return
        title = self.tr("New project: choose its treebanks (they stay where they are)")
        files, _ = QFileDialog.getOpenFileNames(
            self._window, title, self._get_start_folder() or name, self._make_file_filter()
        )
        if not files:
            return
        folder = Path(name)
        prompt, echo_mode = self.tr("Name of the project"), QLineEdit.EchoMode.Normal
        project_name, is_accepted = QInputDialog.getText(
            self._window, self.tr("New project"), prompt, echo_mode, folder.name
        )
        if not is_accepted:
            return
        try:
            Project.create(folder, [Path(file) for file in files], project_name).close()
        except SpectralError as error:
            self._notices.fail(str(error))
        else:
            self.open(folder)

    def add_documents(self) -> None:
        """Ask for files, and make them documents of the open project."""
        if self._session.project is None:
            self.open_file()
            return
        title = self.tr("Add documents to the project (they stay where they are)")
        files, _ = QFileDialog.getOpenFileNames(self._window, title, self._get_start_folder(), self._make_file_filter())
        if files:
            self.add([Path(file) for file in files])

    def add(self, paths: Sequence[Path]) -> None:
        """Add files to what is open: models to the library, others to the project; without a project, open the first of
        them."""
        models = [path for path in paths if path.suffix.lower() == ".npz"]
        for path in models:
            self._library.import_file(path)
        if other_paths := [path for path in paths if path not in models]:
            if self._session.project is None or any(map(Path.is_dir, other_paths)):
                self.open(other_paths[0])
            else:
                self._project_contents.add(other_paths)

    def copy_document(self) -> None:
        self._project_contents.copy()

    def begin_beside(self) -> None:
        self._project_contents.add_companion()

    def take_out_document(self) -> None:
        self._project_contents.remove_document()

    def open_sample(self) -> None:
        """Open the user's own copy of the sample project at its last position; the copy is made on first use, and then
        a sentence for a demonstration is selected."""
        try:
            folder = ensure_sample_project(preferences.get_folders().data)
        except (SpectralError, OSError) as error:
            self._notices.fail(self.tr("The sample project could not be copied: {0}").format(error))
            return
        last_document = self._last_positions.find_document(folder)
        job = self._session.open(folder, last_document)
        if last_document is None:
            job.finished.connect(lambda _: self._session.select(find_demo_sentence(self._session.treebank)))

    def get_treebank(self) -> None:
        """List the treebanks that can be downloaded; a downloaded one is opened."""
        if self._downloader.folder is None:
            self._downloader.folder = preferences.get_folders().data / preferences.DOWNLOADS_FOLDER
        dialog = DownloadDialog(self._downloader, self._window)
        dialog.downloaded.connect(self.open)
        dialog.open()

    def show_dictionaries(self) -> None:
        """List the dictionaries that give the meanings of words."""
        dialog = DictionariesDialog(self._dictionaries, self._readings.advice, self._window)
        dialog.file_requested.connect(self.open_dictionary)
        dialog.open()

    def open_dictionary(self) -> None:
        file_filter = self.tr("Dictionaries of StarDict and Yomitan (*.ifo *.zip)")
        name, _ = QFileDialog.getOpenFileName(self._window, self.tr("Open a dictionary"), "", file_filter)
        if name:
            self._dictionaries.add(Path(name))

    def read_pasted(self) -> None:
        """Ask for a text, save it as a document, and open it for reading."""
        dialog = PasteDialog(self._window)
        dialog.text_entered.connect(self.read_text)
        dialog.file_chosen.connect(self._open_for_reading)
        dialog.open()

    def read_text(self, text: str) -> None:
        """Save a text as a document, and open it for reading."""
        job = self._reader.save_text(text)
        if job is not None:
            job.finished.connect(lambda saved: self._open_for_reading(saved.folder, saved.document))

    def save(self) -> None:
        treebank = self._session.treebank
        if treebank.path is None or is_bare(treebank.format):
            self.save_as()
        else:
            self._document_saver.save()

    def save_as(self) -> None:
        treebank = self._session.treebank
        if not len(treebank):
            return
        file_filter = ";;".join(
            f"{file_format.title} (*{file_format.suffixes[0]})"
            for file_format in FORMATS.values()
            if file_format.name != "text"
        )
        path = treebank.path
        suffix = ".mrg" if self._panels.kind == CONSTITUENTS else ".conllu"
        start_path = str(path.with_suffix(suffix) if path is not None and path.suffix == ".txt" else path or "")
        name, _ = QFileDialog.getSaveFileName(self._window, self.tr("Save as"), start_path, file_filter)
        if name:
            self._document_saver.save_as(Path(name))

    def _open_for_reading(self, path: Path, document: str | None = None) -> None:
        self._session.open(path, document).finished.connect(lambda _: self._panels.show_read())

    def _make_file_filter(self) -> str:
        """Return the file filter for treebanks."""
        endings = " ".join(
            f"*{suffix} *{suffix}.gz *{suffix}.xz"
            for file_format in FORMATS.values()
            for suffix in file_format.suffixes
        )
        return self.tr("Treebanks and texts ({0});;All files (*)").format(endings)

    def _get_start_folder(self) -> str:
        path = self._session.treebank.path
        return "" if path is None else str(path.parent)


def find_demo_sentence(treebank: Treebank) -> int:
    """Return the first sentence whose length is nearest to 12 words, among those without a tree, or among all where
    each has one."""

    def rank(index: int) -> tuple[bool, int]:
        sentence = treebank[index]
        return (sentence.has_heads or sentence.tree is not None, abs(len(sentence) - _DEMO_LENGTH))

    return min(range(len(treebank)), key=rank, default=0)


def ensure_sample_project(data: Path) -> Path:
    """Return the folder of a project over a copy of the bundled sample, made if it is missing."""
    folder = data / SAMPLE_FOLDER
    sample = locate_assets() / "sample"
    if not (folder / "lexicon").exists():
        shutil.copytree(sample / "arabic" / "lexicon", folder / "lexicon")
    if (folder / "project.json").exists():
        return folder
    if not (folder / "english.conllu").exists():
        save(
            Treebank.of(map(_remove_demo_heads, load(sample / "english" / "written.conllu"))), folder / "english.conllu"
        )
    names = {
        "english.conllu": "english/written.conllu",
        "english.mrg": "english/written.mrg",
        "arabic.conllu": "arabic/written.conllu",
        "sampled.conllu": "english/sampled.conllu",
        "sampled.mrg": "english/sampled.mrg",
    }
    for name, source in names.items():
        if not (folder / name).exists():
            shutil.copyfile(sample / source, folder / name)
    shutil.copyfile(sample / "english" / "sampled.states.mrg", folder / "sampled.states.mrg")  # for Explore only
    Project.create(folder, [folder / name for name in names], "Sample project").close()
    return folder


def _remove_demo_heads(sentence: Sentence) -> Sentence:
    """Return a sentence; without heads where it has the length that is shown first, so that there is something to
    suggest."""
    size = len(sentence)
    return sentence.with_heads((None,) * size, (EMPTY,) * size) if size == _DEMO_LENGTH else sentence

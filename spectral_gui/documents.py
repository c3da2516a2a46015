"""What a window does with files: open, read, save; the dialogues are here, the work is elsewhere."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QInputDialog, QLineEdit, QWidget

from spectral_core.data import EMPTY, Sentence, Treebank
from spectral_core.dictionaries import ENDINGS
from spectral_core.errors import SpectralError
from spectral_core.files import locate_assets
from spectral_core.formats import FORMATS, is_bare, load, save
from spectral_core.project import Project
from spectral_gui import preferences
from spectral_gui.panels import Panels
from spectral_gui.places import Places
from spectral_gui.session import AppContext
from spectral_gui.sheets import CONSTITUENTS
from spectral_gui.views.dictionaries import DictionariesDialog
from spectral_gui.views.getting import GetDialog
from spectral_gui.views.reading.pasting import PasteDialog

SAMPLE = "sample project"  # the folder of the user's own copy
_WORTH_SEEING = 12  # words: enough to be in doubt about, and all of them on the screen


class Documents(QObject):
    """Opens and writes files for a window, over which it asks."""

    def __init__(self, window: QWidget, desk: AppContext, panels: Panels, places: Places):
        super().__init__(window)
        self._window, self._panels, self._places = window, panels, places
        self._session, self._notices, self._saving, self._reader = (
            desk.session,
            desk.notices,
            desk.document_saver,
            desk.reader,
        )
        self._bringing, self._library, self._contents = desk.downloader, desk.library, desk.project_contents
        self._dictionaries, self._readings = desk.dictionaries, desk.readings

    def open(self, path: Path) -> None:
        """Opens a treebank or a project, where it was left; a model is taken into the library."""
        if path.suffix.lower() == ".npz":
            self._library.import_file(path)
            return
        if path.suffix.lower() in ENDINGS:
            self._dictionaries.add(path)
            return
        self._session.open(path, self._places.document_of(path))

    def open_file(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self._window, self.tr("Open a treebank"), self._near(), self._kinds())
        if name:
            self.open(Path(name))

    def open_project(self) -> None:
        title = self.tr("Open a project: choose its folder")
        name = QFileDialog.getExistingDirectory(self._window, title, self._near())
        if name:
            self.open(Path(name))

    def new_project(self) -> None:
        """Asks for a folder and treebanks, and makes them a project."""
        title = self.tr("New project: type the name of its folder")
        only = QFileDialog.Option.ShowDirsOnly
        name, _ = QFileDialog.getSaveFileName(self._window, title, self._near(), self.tr("Folders (*)"), options=only)
        if not name:
            return
        title = self.tr("New project: choose its treebanks (they stay where they are)")
        files, _ = QFileDialog.getOpenFileNames(self._window, title, self._near() or name, self._kinds())
        if not files:
            return
        folder = Path(name)
        asked, normal = self.tr("Name of the project"), QLineEdit.EchoMode.Normal
        called, wanted = QInputDialog.getText(self._window, self.tr("New project"), asked, normal, folder.name)
        if not wanted:
            return
        try:
            Project.create(folder, [Path(file) for file in files], called).close()
        except SpectralError as error:
            self._notices.fail(str(error))
        else:
            self.open(folder)

    def add_documents(self) -> None:
        """Asks for files, and makes them documents of the open project."""
        if self._session.project is None:
            self.open_file()
            return
        title = self.tr("Add documents to the project (they stay where they are)")
        files, _ = QFileDialog.getOpenFileNames(self._window, title, self._near(), self._kinds())
        if files:
            self.add([Path(file) for file in files])

    def add(self, paths: Sequence[Path]) -> None:
        """Adds files to what is open: models to the library, others to the project; where none is open, it opens the
        first of them."""
        models = [path for path in paths if path.suffix.lower() == ".npz"]
        for path in models:
            self._library.import_file(path)
        if others := [path for path in paths if path not in models]:
            if self._session.project is None or any(map(Path.is_dir, others)):
                self.open(others[0])
            else:
                self._contents.add(others)

    def copy_document(self) -> None:
        self._contents.copy()

    def begin_beside(self) -> None:
        self._contents.add_companion()

    def take_out_document(self) -> None:
        self._contents.remove_document()

    def open_sample(self) -> None:
        """Opens the user's own copy of the sample project, made when it is first asked for, where it was left; at first
        on a sentence worth seeing."""
        try:
            folder = sample_project(preferences.folders().data)
        except (SpectralError, OSError) as error:
            self._notices.fail(self.tr("The sample project could not be copied: {0}").format(error))
            return
        left = self._places.document_of(folder)
        job = self._session.open(folder, left)
        if left is None:
            job.finished.connect(lambda _: self._session.select(worth_seeing(self._session.treebank)))

    def get_treebank(self) -> None:
        """Lists the treebanks that can be had; the one that is brought is opened."""
        if self._bringing.folder is None:
            self._bringing.folder = preferences.folders().data / preferences.BROUGHT
        dialog = GetDialog(self._bringing, self._window)
        dialog.opened.connect(self.open)
        dialog.open()

    def show_dictionaries(self) -> None:
        """Lists the dictionaries that say what words mean."""
        dialog = DictionariesDialog(self._dictionaries, self._readings.advice, self._window)
        dialog.file_asked.connect(self.open_dictionary)
        dialog.open()

    def open_dictionary(self) -> None:
        kinds = self.tr("Dictionaries of StarDict and Yomitan (*.ifo *.zip)")
        name, _ = QFileDialog.getOpenFileName(self._window, self.tr("Open a dictionary"), "", kinds)
        if name:
            self._dictionaries.add(Path(name))

    def read_pasted(self) -> None:
        """Asks for a text, keeps it as a document, and shows it to be read."""
        dialog = PasteDialog(self._window)
        dialog.text_entered.connect(self.read_text)
        dialog.file_chosen.connect(self._read)
        dialog.open()

    def read_text(self, text: str) -> None:
        """Keeps a text as a document, and shows it to be read."""
        job = self._reader.save_text(text)
        if job is not None:
            job.finished.connect(lambda kept: self._read(kept.folder, kept.document))

    def save(self) -> None:
        treebank = self._session.treebank
        if treebank.path is None or is_bare(treebank.format):
            self.save_as()
        else:
            self._saving.save()

    def save_as(self) -> None:
        treebank = self._session.treebank
        if not len(treebank):
            return
        kinds = ";;".join(f"{row.title} (*{row.suffixes[0]})" for row in FORMATS.values() if row.name != "text")
        path = treebank.path
        suffix = ".mrg" if self._panels.kind == CONSTITUENTS else ".conllu"
        start = str(path.with_suffix(suffix) if path is not None and path.suffix == ".txt" else path or "")
        name, _ = QFileDialog.getSaveFileName(self._window, self.tr("Save as"), start, kinds)
        if name:
            self._saving.save_as(Path(name))

    def _read(self, path: Path, document: str | None = None) -> None:
        self._session.open(path, document).finished.connect(lambda _: self._panels.show_read())

    def _kinds(self) -> str:
        """The treebanks that a dialogue lists."""
        endings = " ".join(
            f"*{suffix} *{suffix}.gz *{suffix}.xz" for row in FORMATS.values() for suffix in row.suffixes
        )
        return self.tr("Treebanks and texts ({0});;All files (*)").format(endings)

    def _near(self) -> str:
        path = self._session.treebank.path
        return "" if path is None else str(path.parent)


def worth_seeing(treebank: Treebank) -> int:
    """Of the sentences without a tree, or of all where each has one, the first whose length is nearest to 12 words."""

    def rank(at: int) -> tuple[bool, int]:
        sentence = treebank[at]
        return (sentence.has_heads or sentence.tree is not None, abs(len(sentence) - _WORTH_SEEING))

    return min(range(len(treebank)), key=rank, default=0)


def sample_project(data: Path) -> Path:
    """The folder of a project over a copy of the sample that comes with the program, made if it is not there."""
    folder = data / SAMPLE
    sample = locate_assets() / "sample"
    if not (folder / "lexicon").exists():
        shutil.copytree(sample / "arabic" / "lexicon", folder / "lexicon")
    if (folder / "project.json").exists():
        return folder
    if not (folder / "english.conllu").exists():
        save(Treebank.of(map(_opened, load(sample / "english" / "written.conllu"))), folder / "english.conllu")
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
    shutil.copyfile(sample / "english" / "sampled.states.mrg", folder / "sampled.states.mrg")  # for Explore, not a part
    Project.create(folder, [folder / name for name in names], "Sample project").close()
    return folder


def _opened(sentence: Sentence) -> Sentence:
    """Those of the length that is opened on are left to be proposed for."""
    size = len(sentence)
    return sentence.with_heads((None,) * size, (EMPTY,) * size) if size == _WORTH_SEEING else sentence

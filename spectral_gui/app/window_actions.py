"""Commands of a window: open, read, save, export and print documents, manage models, and navigate."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFileDialog, QInputDialog, QLineEdit, QListWidget, QWidget

from spectral_core.data import EMPTY, Sentence, Treebank
from spectral_core.dictionaries import SUFFIXES
from spectral_core.errors import SpectralError
from spectral_core.files import locate_assets
from spectral_core.formats import FORMATS, export, is_text_only, load, save
from spectral_core.project import Project, Run
from spectral_gui import preferences, widgets
from spectral_gui.app.panels import Panels
from spectral_gui.app.window_state import LastPositions
from spectral_gui.scenes import figure_export
from spectral_gui.scenes.figure_export import CONSTITUENT_KIND
from spectral_gui.state import ActiveModel, AppContext, Notices, Session
from spectral_gui.state.document_loading import LoadedDocument
from spectral_gui.state.project_documents import is_missing
from spectral_gui.text_display import isolate_text
from spectral_gui.views.annotate.readings.view import CandidatesView
from spectral_gui.views.annotate.trees.dependency_view import DependencyView
from spectral_gui.views.read.paste_dialog import PasteDialog
from spectral_gui.views.shared.dictionaries_dialog import DictionariesDialog
from spectral_gui.views.shared.download_dialog import DownloadDialog
from spectral_gui.views.shared.queue import QueueView
from spectral_gui.widgets.dialogs import open_save_dialog

SAMPLE_FOLDER = "sample project"  # folder of the user's own copy
_DEMO_SENTENCE_LENGTH = 12  # words: enough for uncertain ones, and all fit on the screen
_EXPORT_ACTION, _MISSING_FOLDER = "writing a tree", "saving to a missing folder"  # actions, to resolve their errors


class DocumentActions(QObject):
    """Commands that open, add, save and read documents, with their dialogs."""

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
        """Open a treebank or a project at its last position; import a model, or add a dictionary."""
        self.open_paths([path])

    def open_paths(self, paths: Sequence[Path]) -> None:
        """Open the first project, or else the first treebank, at its last position, and add the other treebanks to its
        project; import models, and add dictionaries."""
        documents = self._import_models_and_dictionaries(paths)
        if not documents:
            return
        first = next(filter(Path.is_dir, documents), documents[0])
        job = self._session.open(first, self._last_positions.find_last_document(first))
        others = [path for path in documents if path != first]

        def add_others(loaded: LoadedDocument) -> None:
            if loaded.project is self._session.project:  # no other project was opened meanwhile
                self._project_contents.add_documents(others)

        if others:
            job.finished.connect(add_others)

    def _import_models_and_dictionaries(self, paths: Sequence[Path]) -> list[Path]:
        """Import the models among these files, and add the dictionaries; return the other paths."""
        documents = []
        for path in paths:
            if path.suffix.lower() == ".npz":
                self._library.import_model(path)
            elif path.suffix.lower() in SUFFIXES:
                self._dictionaries.add_dictionary(path)
            else:
                documents.append(path)
        return documents

    def open_file(self) -> None:
        """Ask for a treebank file, and open it."""
        name, _ = QFileDialog.getOpenFileName(
            self._window, self.tr("Open a treebank"), self._get_start_folder(), self._make_file_filter()
        )
        if name:
            self.open(Path(name))

    def open_project(self) -> None:
        """Ask for the folder of a project, and open it."""
        title = self.tr("Open a project: choose its folder")
        name = QFileDialog.getExistingDirectory(self._window, title, self._get_start_folder())
        if name:
            self.open(Path(name))

    def new_project(self) -> None:
        """Ask for a folder and treebanks, and create a project with them."""
        title = self.tr("New project: name of the folder")
        options = QFileDialog.Option.ShowDirsOnly
        name, _ = QFileDialog.getSaveFileName(
            self._window, title, self._get_start_folder(), self.tr("Folders (*)"), options=options
        )
        if not name:
            return
        title = self.tr("New project: choose treebanks (the files stay where they are)")
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
            self._notices.report_error(str(error))
        else:
            self.open(folder)

    def add_documents(self) -> None:
        """Ask for files, and add them to the open project as documents."""
        if self._session.project is None:
            self.open_file()
            return
        title = self.tr("Add documents to the project (the files stay where they are)")
        files, _ = QFileDialog.getOpenFileNames(self._window, title, self._get_start_folder(), self._make_file_filter())
        if files:
            self.add_paths([Path(file) for file in files])

    def add_paths(self, paths: Sequence[Path]) -> None:
        """Add treebanks to the open project; if none is open, or a project is among the paths, open them instead.
        Import models, and add dictionaries."""
        if self._session.project is None or any(map(Path.is_dir, paths)):
            self.open_paths(paths)
        elif documents := self._import_models_and_dictionaries(paths):
            self._project_contents.add_documents(documents)

    def copy_document(self) -> None:
        """Add a copy of the open document to the project."""
        self._project_contents.copy_document()

    def add_companion_document(self) -> None:
        """Add a document with the same words for the other kind of tree, and show it."""
        self._project_contents.add_companion()

    def remove_document(self) -> None:
        """Remove the open document from the project."""
        self._project_contents.remove_document()

    def open_sample(self) -> None:
        """Open the user's own copy of the sample project at its last position; on first use, make the copy and select a
        demonstration sentence."""
        try:
            folder = ensure_sample_project(preferences.get_user_folders().data)
        except (SpectralError, OSError) as error:
            self._notices.report_error(self.tr("The sample project could not be copied: {0}").format(error))
            return
        last_document = self._last_positions.find_last_document(folder)
        job = self._session.open(folder, last_document)
        if last_document is None:
            job.finished.connect(lambda _: self._session.select(find_demo_sentence(self._session.treebank)))

    def get_treebank(self) -> None:
        """Show the downloadable treebanks in a dialog, and open one when it is downloaded."""
        if self._downloader.folder is None:
            self._downloader.folder = preferences.get_user_folders().data / preferences.DOWNLOADS_FOLDER
        dialog = DownloadDialog(self._downloader, self._window)
        dialog.downloaded.connect(self.open)
        dialog.open()

    def show_dictionaries(self) -> None:
        """Show the dictionaries used for glosses in a dialog."""
        dialog = DictionariesDialog(self._dictionaries, self._readings.advice, self._window)
        dialog.file_requested.connect(self.open_dictionary)
        dialog.open()

    def open_dictionary(self) -> None:
        """Ask for a dictionary file, and add it to the installed dictionaries."""
        file_filter = self.tr("Dictionaries of StarDict and Yomitan (*.ifo *.zip)")
        name, _ = QFileDialog.getOpenFileName(self._window, self.tr("Open a dictionary"), "", file_filter)
        if name:
            self._dictionaries.add_dictionary(Path(name))

    def ask_for_text(self) -> None:
        """Ask for a text, save it as a document, and open it for reading."""
        dialog = PasteDialog(self._window)
        dialog.text_entered.connect(self.save_text_for_reading)
        dialog.file_chosen.connect(self._open_for_reading)
        dialog.open()

    def save_text_for_reading(self, text: str) -> None:
        """Save a text as a document, and open it for reading."""
        job = self._reader.save_text(text)
        if job is not None:
            job.finished.connect(lambda saved: self._open_for_reading(saved.folder, saved.document))

    def save(self) -> None:
        """Save the document to its file, or ask for one if it has none that can hold annotation, or its folder no
        longer exists."""
        treebank = self._session.treebank
        if treebank.path is None or is_text_only(treebank.format):
            self.save_as()
        elif is_missing(treebank.path.parent):
            message = self.tr("The folder of {0} no longer exists. Save the sentences to another file.")
            self._notices.report_error(message.format(isolate_text(str(treebank.path))), _MISSING_FOLDER)
            self.save_as()
        else:
            self._notices.resolve_errors(_MISSING_FOLDER)
            self._document_saver.save()

    def save_as(self) -> None:
        """Ask for a file and a format, and save the document to it."""
        treebank = self._session.treebank
        if not len(treebank):
            return
        titles = {
            file_format.suffixes[0]: file_format.title
            for file_format in FORMATS.values()
            if not file_format.is_text_only
        }
        path = treebank.path
        suffix = ".mrg" if self._panels.tree_kind == CONSTITUENT_KIND else ".conllu"
        if path is not None and is_text_only(treebank.format):
            path = path.with_suffix(suffix)
        open_save_dialog(self._window, self.tr("Save as"), str(path or ""), titles, self._save_as)

    def _save_as(self, path: Path) -> None:
        self._document_saver.save_as(path)

    def _open_for_reading(self, path: Path, document: str | None = None) -> None:
        """Open a treebank or project in the Read workspace."""
        self._session.open(path, document).finished.connect(lambda _: self._panels.show_workspace("read"))

    def _make_file_filter(self) -> str:
        """Return the file filter of treebank formats for file dialogs."""
        endings = " ".join(
            f"*{suffix} *{suffix}.gz *{suffix}.xz *{suffix}.bz2"
            for file_format in FORMATS.values()
            for suffix in file_format.suffixes
        )
        return self.tr("Treebanks and texts ({0});;All files (*)").format(endings)

    def _get_start_folder(self) -> str:
        """Return the folder of the open document, in which file dialogs start; "" for none."""
        path = self._session.treebank.path
        return "" if path is None else str(path.parent)


def find_demo_sentence(treebank: Treebank) -> int:
    """Return the first sentence closest to 12 words in length, among those without a tree or, if all have one, among
    all."""

    def sort_key(index: int) -> tuple[bool, int]:
        sentence = treebank[index]
        return (sentence.has_heads or sentence.tree is not None, abs(len(sentence) - _DEMO_SENTENCE_LENGTH))

    return min(range(len(treebank)), key=sort_key, default=0)


def ensure_sample_project(data: Path) -> Path:
    """Return the folder of the project with the copy of the bundled sample, made if it is missing."""
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
    """Return a sentence, without heads if it has the length of the demonstration sentence, so that there is something
    to suggest."""
    size = len(sentence)
    return sentence.with_heads((None,) * size, (EMPTY,) * size) if size == _DEMO_SENTENCE_LENGTH else sentence


class ExportActions(QObject):
    """Commands that write, print and copy the selected sentence with the tree on screen."""

    def __init__(self, window: QWidget, session: Session, notices: Notices, panels: Panels):
        super().__init__(window)
        self._window, self._session, self._notices, self._panels = window, session, notices, panels
        self._png_scale = 2.0  # of PNG pictures, as last chosen

    def export_figure(self) -> None:
        """Ask for a file and write the tree on screen to it."""
        sentence = self._get_selected_sentence()
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
            self._png_scale, is_accepted = QInputDialog.getDouble(
                self._window, title, text, self._png_scale, 0.5, 10.0, 1
            )
            if not is_accepted:
                return

        def write() -> None:
            figure_export.write_sentence_figure(sentence, self._panels.tree_kind, Path(name), self._png_scale, path)
            self._notices.notify(self.tr("Written to {0}").format(name))

        self._run_and_report_errors(write)

    def print_sentence(self) -> None:
        """Ask for a printer and print the tree on screen, scaled down to the page width if needed."""
        sentence = self._get_selected_sentence()
        if sentence is None:
            return
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)

        def draw() -> None:
            kind = figure_export.choose_tree_kind(sentence, self._panels.tree_kind)
            figure_export.print_scene(
                figure_export.make_sentence_scene(sentence, kind, self), printer, self._session.treebank.path
            )

        if QPrintDialog(printer, self._window).exec() == QDialog.DialogCode.Accepted:
            self._run_and_report_errors(draw)

    def copy_text(self) -> None:
        """Copy the text of the selected sentence."""
        self._copy_formatted_sentence(lambda sentence: sentence.text)

    def copy_conllu(self) -> None:
        """Copy the selected sentence as CoNLL-U."""
        self._copy_formatted_sentence(lambda sentence: export.sentence_to_text(sentence, "conllu"))

    def copy_brackets(self) -> None:
        """Copy the selected sentence as a bracketed tree."""
        self._copy_formatted_sentence(lambda sentence: export.sentence_to_text(sentence, "brackets"))

    def copy_latex(self) -> None:
        """Copy the tree on screen as LaTeX."""
        self._copy_formatted_sentence(
            lambda sentence: figure_export.format_tree_as_latex(
                sentence, figure_export.choose_tree_kind(sentence, self._panels.tree_kind)
            )
        )

    def _copy_formatted_sentence(self, format_sentence: Callable[[Sentence], str]) -> None:
        """Copy the formatted selected sentence to the clipboard."""
        sentence = self._get_selected_sentence()
        if sentence is None:
            return

        def copy() -> None:
            QGuiApplication.clipboard().setText(format_sentence(sentence))
            self._notices.notify(self.tr("Copied"))

        self._run_and_report_errors(copy)

    def _run_and_report_errors(self, operation: Callable[[], None]) -> None:
        try:
            operation()
        except SpectralError as error:
            self._notices.report_error(str(error), _EXPORT_ACTION)
        else:
            self._notices.resolve_errors(_EXPORT_ACTION)

    def _get_selected_sentence(self) -> Sentence | None:
        """Return the selected sentence; if there is none, tell the user and return None."""
        sentence = self._session.sentence
        if sentence is None:
            self._notices.notify(self.tr("Select a sentence first."))
        return sentence


class ModelActions(QObject):
    """Commands that keep, import, export, remove and re-rank models, with their dialogs."""

    reranker_requested = Signal(object)  # run of the parser to re-rank

    def __init__(self, window: QWidget, context: AppContext):
        super().__init__(window)
        self._window, self._context = window, context

    def copy_models_to_library(self) -> None:
        """Copy the active models (parser and reading ranker) to the library, for all projects."""
        library, notices = self._context.library, self._context.notices
        active_models = [
            model
            for model in (self._context.suggestions.model, self._context.readings.model)
            if model.active_run is not None
        ]
        project_models = [model for model in active_models if library.find_file(model.active_run) is None]
        if not project_models:
            reason = (
                self.tr("The active model is already in the library.") if active_models else self._explain_no_model()
            )
            notices.report_refusal(reason)
        for model in project_models:
            run, file = model.active_run, model.model_file
            if run is not None and file is not None:
                library.add_model_of_run(run, file, self._list_training_paths(run))

    def import_model(self) -> None:
        """Ask for a model file, and add it to the library."""
        name, _ = QFileDialog.getOpenFileName(self._window, self.tr("Import a model"), "", self.tr("Models (*.npz)"))
        if name:
            self._context.library.import_model(Path(name))

    def export_model(self) -> None:
        """Write the active parser to a file, including its retraining."""
        model: ActiveModel = self._context.suggestions.model
        run, file = model.active_run, model.model_file
        if run is None or file is None:
            self._context.notices.report_refusal(self._explain_no_model())
            return
        title, library = self.tr("Export the model"), self._context.library
        plain_filter, text_filter = self.tr("Models (*.npz)"), self.tr("Models with their training text (*.npz)")
        filters = ";;".join((plain_filter, *((text_filter,) if library.has_training_text(file) else ())))
        name, chosen_filter = QFileDialog.getSaveFileName(self._window, title, f"{run.name}.npz", filters)
        if name:
            paths = self._list_training_paths(run)
            library.export_model(file, Path(name), paths, keep_text=chosen_filter == text_filter)

    def remove_model(self) -> None:
        """Ask for a model of the project or the library and remove it; it may be the active one."""
        context = self._context
        runs = [run for run in (*context.library.runs, *context.runs.recorded_runs) if run.model]
        if not runs:
            context.notices.report_refusal(self.tr("No models to remove."))
            return
        active_names = [
            model.active_run.name
            for model in (context.suggestions.model, context.readings.model)
            if model.active_run is not None
        ]
        ModelRemovalDialog(runs, active_names, context.project_contents.remove_model, self._window).open()

    def restart_engine(self) -> None:
        self._context.work.restart_engine()

    def prepare_reranker(self) -> None:
        """Emit `reranker_requested` for the active parser, to prepare the training of a re-ranker."""
        run = self._context.suggestions.model.active_run
        if run is None:
            self._context.notices.report_refusal(self._explain_no_model())
        else:
            self.reranker_requested.emit(run)

    def _explain_no_model(self) -> str:
        """Return the reason why no model is active."""
        return self._context.suggestions.diagnostics.why_no_model or self.tr("No active model.")

    def _list_training_paths(self, run: Run) -> tuple[Path, ...]:
        """Return the paths of those training documents of a run that are in the project."""
        project = self._context.session.project
        if project is None:
            return ()
        return tuple(project.path_of(name) for name in run.documents if name in project.documents)


class ModelRemovalDialog(QDialog):
    """Dialog with a list of models to remove one of, after confirmation; the active one is selected at first."""

    def __init__(
        self, runs: Sequence[Run], active_names: Sequence[str], remove: Callable[[Run], object], parent: QWidget
    ):
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Remove a model"))
        self._runs, self._remove = tuple(runs), remove
        self._list = widgets.set_accessible_name(QListWidget(), self.tr("Models"))
        self._list.addItems(
            [self.tr("{0}, active").format(run.name) if run.name in active_names else run.name for run in runs]
        )
        names = [run.name for run in runs]
        self._list.setCurrentRow(
            names.index(active_names[0]) if active_names and active_names[0] in names else len(names) - 1
        )
        question_label = widgets.make_label(
            self.tr("Choose the model file to remove. This cannot be undone."), wraps=True
        )
        buttons = widgets.make_dialog_buttons(QDialogButtonBox.StandardButton.Cancel)
        role, tip = QDialogButtonBox.ButtonRole.DestructiveRole, self.tr("Remove the file of the selected model")
        widgets.add_dialog_button(buttons, self.tr("Remove"), role, tip, self._on_remove_clicked)
        buttons.rejected.connect(self.reject)
        widgets.make_column(question_label, (self._list, 1), buttons, on=self)
        buttons.button(QDialogButtonBox.StandardButton.Cancel).setDefault(True)
        self._list.setFocus()

    def _on_remove_clicked(self) -> None:
        run = self._runs[self._list.currentRow()]
        self.accept()
        self._remove(run)


class NavigationActions(QObject):
    """Navigation commands through problems, words and decisions."""

    def __init__(
        self,
        context: AppContext,
        queue: QueueView,
        candidates: CandidatesView,
        dependency: DependencyView,
        parent: QObject,
    ):
        super().__init__(parent)
        self._session, self._notices, self._survey = context.session, context.notices, context.survey
        self._acceptance, self._readings, self._queue = context.acceptance, context.readings, queue
        self._candidates, self._dependency = candidates, dependency

    def choose_alternative(self, row: int) -> None:
        """Choose the reading in a row; if readings are not on screen, the alternative for the word in the tree."""
        if self._readings.are_visible or not self._dependency.isVisible():
            self._candidates.choose_reading(row)
        else:
            self._dependency.apply_choice(row)

    def select_next_problem(self) -> None:
        """Go to the next sentence with a problem, and show the problem."""
        self._queue.select_next_problem()
        self._show_selected_problem()

    def select_next_flagged(self) -> None:
        """Go to the next sentence that was accepted with problems, and show the first of them."""
        self._queue.select_next_flagged()
        if self._survey.get_acceptance(self._session.selection.sentence).is_flagged:
            self._show_selected_problem()

    def _show_selected_problem(self) -> None:
        """Show the problem of the selected word, or of the sentence, as a message."""
        word = self._session.selection.word
        problem = next(
            (candidate for candidate in self._survey.selected_sentence_problems if candidate.word in (word, 0)), None
        )
        if problem is not None:
            self._notices.notify(problem.message)

    def select_next_word(self) -> None:
        sentence, word = self._session.sentence, self._session.selection.word
        if sentence is not None and word < len(sentence):
            self._session.select(word=word + 1)

    def select_previous_word(self) -> None:
        if self._session.selection.word > 1:
            self._session.select(word=self._session.selection.word - 1)

    def accept(self) -> None:
        """Accept the sentence, and go to the next open one."""
        if self._acceptance.accept_sentence():
            self._queue.select_next_unaccepted()

    def accept_anyway(self) -> None:
        """Accept the sentence despite missing annotation, and go to the next open one."""
        if self._acceptance.accept_sentence(force=True):
            self._queue.select_next_unaccepted()

    def accept_and_stay(self) -> None:
        """Accept the sentence, and keep it selected."""
        self._acceptance.accept_sentence()

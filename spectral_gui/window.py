"""Window: workspaces, wiring, and what the session says of itself; no logic."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QByteArray, QEvent, QSettings, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QGuiApplication, QShowEvent
from PySide6.QtWidgets import QApplication, QWidget

from spectral_core.engine import Found
from spectral_core.project import Conflict
from spectral_gui import messages
from spectral_gui.places import Places
from spectral_gui.preferences import Preferences
from spectral_gui.preferred import PreferredWindow
from spectral_gui.resources import counted
from spectral_gui.session import Desk, companion_of
from spectral_gui.sheets import CONSTITUENTS, DEPENDENCIES
from spectral_gui.status import MessageLine, StatusLine
from spectral_gui.views.merging import MergeDialog
from spectral_gui.workspaces import workspace_named

_MOST_PROBLEMS = 20  # of a file, in one message


class Window(PreferredWindow):
    """Five workspaces over one session: pages in the centre, docks around them, one status line."""

    def __init__(self, desk: Desk, preferred: Preferences | None = None, settings: QSettings | None = None):
        super().__init__(desk, preferred or Preferences(), settings)
        self._places = Places(desk.session, desk.proposals, settings, self)
        self.setAcceptDrops(True)
        self.resize(1320, 860)
        self.setStatusBar(MessageLine(self))
        self._noted_after = 0  # acts, when the message that stands there was said
        self._status = StatusLine(desk.session, desk.work, desk.saving, desk.proposals, self.statusBar())
        self._saved, self._next = self._status.saved, self._status.next
        self._wire()
        self._restore()
        self._show_title()
        self._show_welcome()

    # Workspaces

    def open_path(self, path: Path) -> None:
        """Opens a treebank or a project, where it was left."""
        self._session.open(path, self._places.document_of(path))

    def show_annotate(self) -> None:
        self.show_workspace("annotate")

    def show_read(self) -> None:
        self.show_workspace("read")

    def show_explore(self) -> None:
        self.show_workspace("explore")

    def show_compare(self) -> None:
        self.show_workspace("compare")

    def show_train(self) -> None:
        self.show_workspace("train")

    def show_workspace(self, name: str) -> None:
        """Changes to another workspace; the layout of the one left is remembered."""
        self.workspace = workspace_named(name)
        self._choices.show_chosen(name)
        self._show_page(self._scaled)
        self._focus_page()

    def flip_tree(self) -> None:
        """Shows the other kind of tree: of the same sentence, or of the document that goes with this one."""
        sentence = self._session.sentence
        if sentence is None:
            return
        has = {DEPENDENCIES: any(head is not None for head in sentence.heads), CONSTITUENTS: sentence.tree is not None}
        other = CONSTITUENTS if self._kind == DEPENDENCIES else DEPENDENCIES
        if has[other] or not has[self._kind]:
            self._show_kind(other)
        elif companion := companion_of(self._session.document, self._session.documents, self._session.treebank.format):
            self._session.reopen(companion)
        else:
            self.note(self.tr("This sentence has only this kind of tree"))

    # Going about

    def next_sentence(self) -> None:
        self.queue.next_sentence()

    def previous_sentence(self) -> None:
        self.queue.previous_sentence()

    def next_problem(self) -> None:
        self.queue.next_problem()
        word = self._session.selection.word
        found = [one for one in self.desk.surveying.problems_here if one.word == word or not one.word]
        if found:
            self.note(found[0].what)

    def next_word(self) -> None:
        sentence, word = self._session.sentence, self._session.selection.word
        if sentence is not None and word < len(sentence):
            self._session.select(word=word + 1)

    def previous_word(self) -> None:
        if self._session.selection.word > 1:
            self._session.select(word=self._session.selection.word - 1)

    def search(self) -> None:
        """Narrows the readings of the word where they are on screen, or else finds."""
        if self.candidates.offers:
            self.candidates.filter()
        else:
            self.show_find()

    def show_find(self) -> None:
        self._layouts.bring("find")
        self.finding.focus_query()

    # Deciding

    def undo(self) -> None:
        self._session.undo()

    def redo(self) -> None:
        self._session.redo()

    def accept(self) -> None:
        if self.desk.accepting.accept():
            self.queue.next_open()

    def accept_and_stay(self) -> None:
        self.desk.accepting.accept()

    # Help

    def show_help(self) -> None:
        messages.show_help(self)

    def show_about(self) -> None:
        messages.show_about(self)

    def copy_diagnosis(self) -> None:
        QGuiApplication.clipboard().setText(messages.diagnosis(self.desk.work.engines()))
        self.note(self.tr("Copied"))

    # How it is made

    def _wire(self) -> None:
        session = self._session
        self._choices.chosen.connect(self.show_workspace)
        session.project_changed.connect(self._show_project)
        session.treebank_changed.connect(self._show_document)
        session.selection_changed.connect(self._follow)
        session.history_changed.connect(self._show_history)
        self.desk.notices.noted.connect(self.note)
        self.desk.notices.refused.connect(self._refuse)
        self.desk.notices.failed.connect(self.complain)
        self.desk.notices.broke.connect(self._show_bug)
        self.desk.saving.conflicted.connect(self._ask_about)
        self.desk.searching.found.connect(self._show_found)
        self.desk.readings.offered.connect(self._show_readings)
        self.welcome.open_asked.connect(self._open_asked)
        self.welcome.open_file_asked.connect(self.open_file)
        self.welcome.open_project_asked.connect(self.open_project)
        self.welcome.new_project_asked.connect(self.new_project)
        self.welcome.sample_asked.connect(self.open_sample)
        self.welcome.keys_asked.connect(self.show_keys)
        self.dependency.edit_word_asked.connect(self._edit_word)
        self.finding.filter_asked.connect(self.queue.use_query)
        self.queue.query_used.connect(self.finding.show_filtered)
        self.runs.chosen.connect(self.curves.show_runs)
        self.reading.words_asked.connect(lambda: self._go_into("vocabulary", self.vocabulary))
        self.reading.quiz_asked.connect(lambda: self._go_into("quiz", self.quiz))
        self._look = QTimer(self)  # whether another program has written the file, when the user comes back to us
        self._look.setSingleShot(True)
        self._look.timeout.connect(self._look_outside)

    # What is shown

    def _show_welcome(self) -> None:
        self.welcome.set_recent([(row.title, Path(row.path), row.when) for row in self.preferences.recent])
        self._show_page(self._scaled)

    def _show_project(self) -> None:
        project = self._session.project
        if project is not None:
            path = self._session.opened_as or project.folder
            self.preferences = self.preferences.with_recent(project.name, path)
            self._write_preferences()
        self._show_welcome()
        self._show_title()

    def _show_document(self) -> None:
        self._show_title()
        was_empty = not self._layouts.shown
        self._show_page(self._scaled)
        if was_empty:
            self._focus_page()
        treebank = self._session.treebank
        problems = treebank.problems
        if problems:
            lines = [str(problem) for problem in problems[:_MOST_PROBLEMS]]
            if more := len(problems) - len(lines):
                lines.append(counted(self.tr("and %Ln more problem(s)", "", more), more))
            self.bar.complain("\n".join(lines))

    def _show_title(self) -> None:
        project, path = self._session.project, self._session.treebank.path
        names = [path.name] if path is not None else []
        if project is not None and project.name not in names:
            names.append(project.name)
        if self._session.read_only:
            names.append(self.tr("read only"))
        self.setWindowTitle(
            " — ".join(("[*]" + (names[0] if names else ""), *names[1:], "Spectral Workbench")).lstrip(" —")
        )
        self._show_history()

    def note(self, sentence: str) -> None:
        super().note(sentence)
        self._noted_after = self._session.acts

    def _show_history(self) -> None:
        session = self._session
        if session.acts != self._noted_after:
            self.statusBar().clearMessage()  # it was about an act before
            self._noted_after = session.acts
        undo, redo = session.undo_step, session.redo_step
        for name, step, plain in (("undo", undo, self.tr("&Undo")), ("redo", redo, self.tr("&Redo"))):
            action = self._actions[f"window.{name}"]
            action.setEnabled(step is not None)
            action.setText(f"{plain} {step.replace('&', '&&')}" if step else plain)
        self.setWindowModified(bool(session.edited))
        self._status.show_history()

    def _show_found(self, found: Found | None) -> None:
        if found is not None and not len(found.sentences):
            self.note(self.tr("Nothing was found"))

    def _refuse(self, sentence: str) -> None:
        QApplication.beep()
        self.note(sentence)

    def _show_readings(self) -> None:
        """Brings the readings to the front where there are any: of most documents there are none."""
        if self.workspace.name == "annotate" and self._layouts.shown == "annotate":
            self._layouts.bring("candidates")

    def _show_bug(self, trace: str) -> None:
        messages.show_bug(self, trace)

    def _look_outside(self) -> None:
        if QApplication.activeModalWidget() is None:  # what a dialogue asks about must still be there at its end
            self.desk.saving.look_outside()

    def _ask_about(self, conflicts: Sequence[Conflict]) -> None:
        dialog = MergeDialog(conflicts, self)
        dialog.settled.connect(self.desk.saving.settle)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def edit_word(self) -> None:
        self._edit_word()

    def filter_queue(self) -> None:
        self._layouts.bring("queue")
        self.queue.focus_filter()

    def save_all(self) -> None:
        self.desk.saving.save_all()

    def _go_into(self, name: str, view: QWidget) -> None:
        """Brings a panel to the front and gives it the keys."""
        self._layouts.bring(name)
        view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _edit_word(self) -> None:
        self._layouts.bring("word")
        self.word.focus_form()

    def _open_asked(self, path: Path) -> None:
        if path.exists():
            self.open_path(path)
            return
        self.complain(self.tr("{0} is no longer there").format(path))
        self.preferences = self.preferences.without_recent(path)
        self._write_preferences()
        self._show_welcome()

    # Layouts and preferences

    def _restore(self) -> None:
        self._live_by(self.preferences)
        if self._settings is not None:
            geometry = self._settings.value("geometry")
            if isinstance(geometry, QByteArray):
                self.restoreGeometry(geometry)
            asked = self._settings.value("queries")
            if asked:  # a list of one comes back as what is in it
                self.finding.set_history((asked,) if isinstance(asked, str) else tuple(map(str, asked)))
            shown = self._settings.value("reading")
            if isinstance(shown, list):
                self.reading.restore([str(item) for item in shown])
            closed = self._settings.value("advice")
            if isinstance(closed, str):
                self.candidates.close_advice(closed)
            name = self._settings.value("workspace")
            if isinstance(name, str):
                self.workspace = workspace_named(name)
                self._choices.show_chosen(self.workspace.name)

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._settings is not None:
            self._layouts.write()
            self._places.write()
            self._settings.setValue("geometry", self.saveGeometry())
            self._settings.setValue("workspace", self.workspace.name)
            self._settings.setValue("queries", list(self.finding.history))
            self._settings.setValue("reading", self.reading.state)
            self._settings.setValue("advice", self.candidates.closed_advice)
            self._settings.sync()
        self.desk.close()
        super().closeEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self._look.start(200)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            self.open_path(paths[0])

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._focus_page()

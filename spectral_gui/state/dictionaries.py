"""Dictionaries of the reader: those installed for a language, downloads, and glosses of the words of a text."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from spectral_core.data import EMPTY, Analysis, Treebank
from spectral_core.data.readings import get_file_reading
from spectral_core.data.vocabulary import SentenceCandidates, format_lemma, has_letters
from spectral_core.dictionaries import SUFFIXES, Dictionary, list_dictionary_files, open_dictionary
from spectral_core.errors import FormatError, SpectralError
from spectral_core.morphology.arabic.buckwalter_tables import TABLES_PACKAGE, are_tables_installed, install_tables
from spectral_core.progress import Progress, Report
from spectral_gui.jobs.jobs import Job
from spectral_gui.state.changes import ChangeKind
from spectral_gui.state.notices import Notices, ReportingJobs
from spectral_gui.state.session import Session

_MIN_COVERAGE = 0.3  # share of words found; a dictionary of another language covers few
_MAX_SAMPLED_SENTENCES = 300  # of a document, to choose its dictionary
_MAX_SAMPLED_WORDS = 5_000  # distinct words of these sentences
_LOOKUPS_PER_REPORT = 20  # lookups between two progress reports
DictionaryKeys = tuple[str, ...]  # lemma and form, tried in this order


class Dictionaries(QObject):
    """Chooses the dictionary that covers the open document best and glosses its words by their most probable lemmas.
    All reading and lookup is done in threads, without blocking."""

    changed = Signal()  # dictionaries were added or removed, or another one is used
    glosses_found = Signal(object)  # frozenset of sentence indexes with newly looked-up words
    arabic_installation_ended = Signal()  # installation of the Arabic tables ended, successfully or not

    def __init__(self, session: Session, work: ReportingJobs, notices: Notices):
        super().__init__()
        self._session, self._work, self._notices = session, work, notices
        self.folder: Path | None = None
        self.available: tuple[Dictionary, ...] = ()
        self._active_dictionary: Dictionary | None = None
        self._chosen_for: tuple[Path | None, str] | None = None  # document that the dictionary was chosen for
        self._choice_job: Job[tuple[Dictionary, ...]] | None = None
        self._must_emit_changed = False  # emit `changed` once a dictionary is chosen
        self._glosses: dict[DictionaryKeys, str] = {}  # of the current dictionary, looked up so far
        self._queued_words: dict[DictionaryKeys, None] = {}  # to look up next
        self._queued_sentences: set[int] = set()  # sentence indexes to announce after the lookup
        self._lookup_job: Job[dict[DictionaryKeys, str]] | None = None
        self._lookup_timer = QTimer(self)  # collects the lookups of one page into a batch
        self._lookup_timer.setSingleShot(True)
        self._lookup_timer.setInterval(0)
        self._lookup_timer.timeout.connect(self._look_up_queued_words)
        session.changes.add_part("dictionaries", lambda _: self._on_treebank_changed(), ChangeKind.DOCUMENT)

    def set_folder(self, folder: Path) -> None:
        """Use the dictionaries of a folder from now on."""
        self.folder = folder
        job = self._work.run_in_thread(lambda report: _read_dictionary_folder(folder, report))
        job.finished.connect(self._on_folder_read)

    def add_dictionary(self, path: Path) -> Job[tuple[tuple[Dictionary, ...], str]] | None:
        """Copy a dictionary into the folder after checking that it can be read. Return None if there is no folder."""
        folder = self.folder
        if folder is None:
            return None
        job = self._work.run_in_thread(
            lambda report: _copy_dictionary(path, folder, report), self.tr("Reading {0}").format(path.name)
        )
        job.finished.connect(self._on_folder_read)
        job.finished.connect(lambda _: self._notices.notify(self.tr("Dictionary {0} was added").format(path.stem)))
        return job

    def remove_dictionary(self, dictionary: Dictionary) -> None:
        """Delete the files of a dictionary in the folder, or report why they cannot be; if it was in use, choose
        another."""
        for path in list_dictionary_files(dictionary.path):
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                message = self.tr("{0} could not be removed: {1}")
                self._notices.report_error(message.format(path, error.strerror or error))
                return
        self.available = tuple(candidate for candidate in self.available if candidate is not dictionary)
        if self._active_dictionary is dictionary:
            self._activate_dictionary(None)
        self.changed.emit()
        self._choose_dictionary()

    @property
    def lacks_arabic_tables(self) -> bool:
        """Whether the tables for looking up Arabic words are missing."""
        return not are_tables_installed()

    def install_arabic_tables(self) -> Job[bool]:
        """Install the tables for Arabic in a thread and reload the document, whose words may have readings then."""
        job = self._work.run_in_thread(_install_arabic_tables, self.tr("Installing {0}").format(TABLES_PACKAGE))
        job.finished.connect(lambda _: self._on_tables_installed())
        job.when_ended(self.arabic_installation_ended.emit)
        return job

    def _on_tables_installed(self) -> None:
        self._notices.notify(self.tr("{0} is installed for Arabic words").format(TABLES_PACKAGE))
        if self._session.document:
            self._session.reload_document()
        self.changed.emit()

    @property
    def active_dictionary(self) -> Dictionary | None:
        """The dictionary used for the open document."""
        return self._active_dictionary

    @property
    def is_looking_up(self) -> bool:
        """Whether a lookup of glosses is running or queued."""
        return bool(self._queued_words) or self._lookup_job is not None

    def add_glosses(self, index: int, candidates: SentenceCandidates) -> SentenceCandidates:
        """Return the readings of the words of a sentence, with a dictionary gloss for a first reading that has none;
        look up missing glosses and emit `glosses_found` afterwards."""
        if self._active_dictionary is None:
            return candidates
        sentence, glossed_candidates = self._session.treebank[index], []
        for word in range(1, len(sentence) + 1):
            readings: Sequence[Analysis] = candidates[word - 1] if word <= len(candidates) else ()
            glossed_candidates.append(
                self._add_gloss(index, get_file_reading(sentence, word), sentence.forms[word - 1], readings)
            )
        return tuple(glossed_candidates)

    def _add_gloss(
        self, index: int, annotated: Analysis, form: str, readings: Sequence[Analysis]
    ) -> Sequence[Analysis]:
        """Return the readings of a word, the first one with a dictionary gloss if it has none."""
        is_unannotated = annotated.lemma == EMPTY and annotated.upos == EMPTY and annotated.xpos == EMPTY
        first = readings[0] if readings and is_unannotated else annotated
        if not has_letters(form) or annotated.gloss != EMPTY or first.gloss != EMPTY:
            return readings
        lemma = first.lemma if first.lemma != EMPTY else ""
        gloss = self._get_or_queue_gloss(index, tuple(dict.fromkeys(filter(None, (lemma, format_lemma(lemma), form)))))
        if not gloss:
            return readings
        return (first._replace(gloss=gloss), *(readings[1:] if readings and is_unannotated else readings))

    def _get_or_queue_gloss(self, index: int, keys: DictionaryKeys) -> str:
        """Return the gloss of a word; "" if the dictionary has none. A word not looked up yet is queued for lookup, and
        "" returned."""
        gloss = self._glosses.get(keys)
        if gloss is None:
            self._queued_words[keys] = None
            self._queued_sentences.add(index)
            if self._lookup_job is None and not self._lookup_timer.isActive():
                self._lookup_timer.start()
        return gloss or ""

    def _look_up_queued_words(self) -> None:
        """Look up the glosses of the queued words in a thread."""
        dictionary, words, sentences = (
            self._active_dictionary,
            tuple(self._queued_words),
            frozenset(self._queued_sentences),
        )
        if dictionary is None or not words:
            return
        self._clear_queue()
        job = self._work.run_in_thread(lambda report: _look_up_glosses(dictionary, words, report))
        self._lookup_job = job

        def on_found(glosses: dict[DictionaryKeys, str]) -> None:
            if job is self._lookup_job:
                self._lookup_job = None
                self._glosses.update(glosses)
                self._announce_glosses(sentences)

        job.finished.connect(on_found)
        for unsuccessful in (job.failed, job.crashed):  # do not retry a word whose lookup failed
            unsuccessful.connect(lambda _: on_found(dict.fromkeys(words, "")))

    def _announce_glosses(self, sentences: frozenset[int]) -> None:
        """Emit `glosses_found` for the sentences whose words were looked up; look up what was queued in the
        meantime."""
        sentences |= self._queued_sentences
        self._queued_words = {words: None for words in self._queued_words if words not in self._glosses}
        if self._queued_words:
            self._lookup_timer.start()
        else:
            self._queued_sentences = set()
        self.glosses_found.emit(sentences)

    def _clear_queue(self) -> None:
        self._queued_words, self._queued_sentences = {}, set()

    def _activate_dictionary(self, dictionary: Dictionary | None) -> bool:
        """Use another dictionary, or none; return whether it changed."""
        if dictionary is self._active_dictionary:
            return False
        self._active_dictionary = dictionary
        self._glosses = {}
        self._clear_queue()
        running, self._lookup_job = self._lookup_job, None
        if running is not None:
            running.cancel()
        return True

    def _on_folder_read(self, dictionaries_and_error: tuple[tuple[Dictionary, ...], str]) -> None:
        self.available, error_message = dictionaries_and_error
        if error_message:
            self._notices.report_error(error_message)
        self._must_emit_changed = True
        self._choose_dictionary()

    def _on_treebank_changed(self) -> None:
        """Choose a dictionary again; until then the active one is used if the document is the same."""
        document = (self._session.opened_path, self._session.document)
        if document != self._chosen_for:
            self._must_emit_changed |= self._activate_dictionary(None)
        self._chosen_for = document
        self._clear_queue()
        self._choose_dictionary()

    def _choose_dictionary(self) -> None:
        """Choose the dictionary with the best coverage of the open document in a thread, and activate it."""
        if self._choice_job is not None:
            self._choice_job.cancel()
        available, treebank = self.available, self._session.treebank
        if not available or not len(treebank):
            self._choice_job = None
            self._on_dictionary_chosen(None)
            return
        job = self._work.run_in_thread(lambda report: _choose_best_dictionary(available, treebank, report))
        self._choice_job = job

        def on_chosen(fitting: tuple[Dictionary, ...]) -> None:
            if job is self._choice_job:
                self._choice_job = None
                self._on_dictionary_chosen(next(iter(fitting), None))

        job.finished.connect(on_chosen)
        for unsuccessful in (job.failed, job.crashed):
            unsuccessful.connect(lambda _: on_chosen(()))

    def _on_dictionary_chosen(self, dictionary: Dictionary | None) -> None:
        has_changed, self._must_emit_changed = self._must_emit_changed, False
        if self._activate_dictionary(dictionary) or has_changed:
            self.changed.emit()


def _install_arabic_tables(report: Report) -> bool:
    """Install the tables for Arabic; always return True, as a job without a value counts as cancelled."""
    report(Progress("installing", 0))
    install_tables()
    return True


def _look_up_glosses(
    dictionary: Dictionary, words: Sequence[DictionaryKeys], report: Report
) -> dict[DictionaryKeys, str]:
    """Return the gloss of each word, by its lookup keys."""
    glosses: dict[DictionaryKeys, str] = {}
    for number, keys in enumerate(words):
        if number % _LOOKUPS_PER_REPORT == 0:
            report(Progress("reading", number, len(words)))
        glosses[keys] = dictionary.find_gloss(*keys)
    return glosses


def _choose_best_dictionary(
    dictionaries: Sequence[Dictionary], treebank: Treebank, report: Report
) -> tuple[Dictionary, ...]:
    """Return the dictionary with the best coverage of a text, in a tuple; () if all are below the minimum."""
    words: dict[str, None] = {}
    for index in range(min(len(treebank), _MAX_SAMPLED_SENTENCES)):
        report(Progress("reading", index, None))
        sentence = treebank[index]
        for form, lemma in zip(sentence.forms, sentence.lemmas, strict=True):
            if len(words) < _MAX_SAMPLED_WORDS and has_letters(form):
                words[form if lemma == EMPTY else lemma] = None
    coverages: list[tuple[float, Dictionary]] = []
    for dictionary in dictionaries:
        report(Progress("reading", len(coverages), len(dictionaries)))
        coverages.append((dictionary.compute_coverage(list(words)), dictionary))
    coverage, best = max(coverages, key=lambda scored: scored[0])
    return (best,) if coverage >= _MIN_COVERAGE else ()


def _read_dictionary_folder(folder: Path, report: Report) -> tuple[tuple[Dictionary, ...], str]:
    """Return the dictionaries of a folder, and the reasons why others cannot be read."""
    dictionaries: list[Dictionary] = []
    error_messages: list[str] = []
    for path in sorted(file for file in folder.glob("*") if file.suffix.lower() in SUFFIXES):
        report(Progress("reading", len(dictionaries)))
        try:
            dictionaries.append(open_dictionary(path))
        except SpectralError as error:
            error_messages.append(str(error))
    return tuple(dictionaries), "\n".join(error_messages)


def _copy_dictionary(path: Path, folder: Path, report: Report) -> tuple[tuple[Dictionary, ...], str]:
    """Copy a dictionary into the folder after checking that it can be read; return the result of
    `_read_dictionary_folder`."""
    open_dictionary(path)  # raises for a damaged file, which is not copied
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file in list_dictionary_files(path):
            shutil.copyfile(file, folder / file.name)
    except OSError as error:
        problem = f"the dictionary could not be copied: {error.strerror or error}"
        raise FormatError(folder, None, problem, "Choose a disk that you may write to") from None
    return _read_dictionary_folder(folder, report)

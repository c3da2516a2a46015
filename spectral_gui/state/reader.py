"""Reading aids: known words, dictionary glosses, pasted texts, export of word lists."""

from __future__ import annotations

import shutil
from collections.abc import Collection, Generator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from spectral_core import formats
from spectral_core.data import EMPTY, Analysis, Ranked, Sentence, Treebank
from spectral_core.data.readings import get_file_reading
from spectral_core.data.vocabulary import (
    SentenceCandidates,
    VocabularyEntry,
    collect_vocabulary,
    format_lemma,
    has_letters,
    normalise_lemma,
    split_context,
    vocabulary_lemma,
)
from spectral_core.dictionaries import SUFFIXES, Dictionary, list_dictionary_files, open_dictionary
from spectral_core.errors import DataError, FormatError, SpectralError
from spectral_core.files import PRIVATE_MODE, compute_copy_permissions, make_private_folder, replace_atomically
from spectral_core.formats.export.tables import WordCard, words_to_anki, words_to_csv
from spectral_core.morphology.arabic.buckwalter_tables import TABLES_PACKAGE, are_tables_installed, install_tables
from spectral_core.progress import Progress, Report
from spectral_core.project import Project, ProjectError
from spectral_core.project.known_words import mark_known_words, read_known_words
from spectral_gui.jobs.jobs import Job
from spectral_gui.state.notices import Done, Notices, Outcome, ReportingJobs
from spectral_gui.state.readings import RankedReadings, ReadingRankings
from spectral_gui.state.session import Session

_MIN_COVERAGE = 0.3  # share of words found; a dictionary of another language covers few
_MAX_SAMPLED_SENTENCES = 300  # of a document, to choose its dictionary
_MAX_SAMPLED_WORDS = 5_000  # distinct words of these sentences
_LOOKUPS_PER_REPORT = 20  # lookups between two progress reports

DictionaryKeys = tuple[str, ...]  # lemma and form, tried in this order
_WORDS_PER_REPORT = 500  # words between two progress reports
PASTED_TEXTS_FOLDER = "reading"  # project folder of texts pasted while no project was open


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
        session.treebank_changed.connect(self._on_treebank_changed)

    def set_folder(self, folder: Path) -> None:
        """Use the dictionaries of a folder from now on."""
        self.folder = folder
        job = self._work.run_in_thread(lambda report: _read_dictionary_folder(folder, report))
        job.finished.connect(self._on_folder_read)

    def add_dictionary(self, path: Path) -> Job[tuple[tuple[Dictionary, ...], str]] | None:
        """Copy a dictionary into the folder after checking that it can be read."""
        folder = self.folder
        if folder is None:
            return None
        job = self._work.run_in_thread(
            lambda report: _copy_dictionary(path, folder, report), self.tr("Reading {0}").format(path.name)
        )
        job.finished.connect(self._on_folder_read)
        job.finished.connect(lambda _: self._notices.notify(self.tr("Dictionary {0} is now in use").format(path.stem)))
        return job

    def remove_dictionary(self, dictionary: Dictionary) -> None:
        """Remove the copy of a dictionary."""
        for path in list_dictionary_files(dictionary.path):
            path.unlink(missing_ok=True)
        self.available = tuple(candidate for candidate in self.available if candidate is not dictionary)
        if self._active_dictionary is dictionary:
            self._activate_dictionary(None)
        self.changed.emit()
        self._choose_dictionary()

    @property
    def lacks_arabic_tables(self) -> bool:
        """Whether the tables for looking up Arabic words are missing."""
        return not are_tables_installed()

    def install_arabic_tables(self) -> Job[None]:
        """Install the tables for Arabic in a thread and reload the document, whose words may have readings then."""
        job = self._work.run_in_thread(lambda _: install_tables(), self.tr("Installing {0}").format(TABLES_PACKAGE))
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
        """Whether a lookup of meanings is running or queued."""
        return bool(self._queued_words) or self._lookup_job is not None

    def add_glosses(self, index: int, candidates: SentenceCandidates) -> SentenceCandidates:
        """Return the readings of the words of a sentence, with a dictionary gloss for a first reading that has none;
        look up missing glosses and emit `meanings_found` afterwards."""
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
        gloss = self._find_gloss(index, tuple(dict.fromkeys(filter(None, (lemma, format_lemma(lemma), form)))))
        if not gloss:
            return readings
        return (first._replace(gloss=gloss), *(readings[1:] if readings and is_unannotated else readings))

    def _find_gloss(self, index: int, keys: DictionaryKeys) -> str:
        """Return the gloss of a word; "" if the dictionary has none or it is not looked up yet."""
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
        job.crashed.connect(lambda _: on_found(dict.fromkeys(words, "")))  # do not retry a word whose lookup failed

    def _announce_glosses(self, sentences: frozenset[int]) -> None:
        """Emit the sentences whose words were looked up; words queued in the meantime may be known as well."""
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
        """Choose the dictionary with the best coverage of the open document."""
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
    """Copy a dictionary into the folder after checking that it can be read; return the result of `_read_folder`."""
    open_dictionary(path)  # raises for a damaged file, which is not copied
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file in list_dictionary_files(path):
            shutil.copyfile(file, folder / file.name)
    except OSError as error:
        problem = f"the dictionary could not be copied: {error.strerror or error}"
        raise FormatError(folder, None, problem, "Choose a disk that you may write to") from None
    return _read_dictionary_folder(folder, report)


@dataclass(frozen=True, slots=True)
class SavedDocument:
    """Location of a pasted text: the folder of a project, and the document in it."""

    folder: Path
    document: str
    notice: str = ""  # message to the user about the project, as `Project.notice`


def save_pasted_text(
    text: str, project: Project | None, store: Path | None, annotator: str, report: Report
) -> SavedDocument:
    """Save a text as CoNLL-U: in `project` or, without one, in the project of pasted texts below `store`."""
    report(Progress("reading", 0))
    from spectral_core.formats.text.text_file import split_pasted_text  # local, as it is slow to import

    sentences = split_pasted_text(text)
    if not sentences:
        raise DataError("there are no words in this text; copy some first")
    if project is not None:
        saved = _add_sentences_to_project(project, sentences, project.permissions)
        return replace(saved, notice="")  # already shown when the project was opened
    assert store is not None
    folder = store / PASTED_TEXTS_FOLDER
    make_private_folder(store)
    is_new = not (folder / "project.json").exists()
    with (
        Project.create(folder, (), "Reading", annotator) if is_new else Project.open(folder, annotator) as text_project
    ):
        return _add_sentences_to_project(text_project, sentences, PRIVATE_MODE)


def _add_sentences_to_project(project: Project, sentences: Sequence[Sentence], rights: int) -> SavedDocument:
    if project.read_only:
        raise ProjectError(project.read_only)
    from spectral_core.formats.text.text_file import suggest_file_name

    path = _find_free_conllu_path(project.folder, suggest_file_name(list(sentences)) or "text")
    formats.save(Treebank.of(sentences), path, "conllu", permissions=rights)
    return SavedDocument(project.folder, project.add_document(path), project.notice)


def write_vocabulary(
    entries: Sequence[VocabularyEntry],
    treebank: Treebank,
    known_lemmas: frozenset[str],
    document: str,
    path: Path,
    report: Report,
) -> int:
    """Write words to a file, each with the sentence of its first occurrence; return their number."""
    cards = []
    for number, entry in enumerate(entries):
        if number % _WORDS_PER_REPORT == 0:
            report(Progress("writing", number, len(entries)))
        cards.append(_make_word_card(entry, treebank, entry.lemma in known_lemmas, document))
    text = words_to_csv(cards) if path.suffix.lower() == ".csv" else words_to_anki(cards)
    rights = compute_copy_permissions(path, [treebank.path])
    replace_atomically(path, [text.encode("utf-8", "replace")], permissions=rights)
    return len(cards)


def _make_word_card(entry: VocabularyEntry, treebank: Treebank, is_known: bool, document: str) -> WordCard:
    """Make the flash card of a word, with the sentence of its first occurrence."""
    index, word = entry.occurrences[0]
    reading = entry.reading
    left, form, right = split_context(treebank[index], word)
    tag = reading.get_value("upos") or reading.get_value("xpos")
    details = (reading.get_value("vocalised"), reading.get_value("gloss"), tag, reading.get_value("feats"))
    position = (Path(document).name.removesuffix(".conllu"), index + 1)
    lemma, counts = format_lemma(entry.lemma), (entry.count, is_known, bool(reading.suggested_fields))
    return WordCard(lemma, form, left, right, *details, *counts, *position, entry.lemma)


def _find_free_conllu_path(folder: Path, title: str) -> Path:
    """Return a path for this title at which there is no file yet."""
    path, number = folder / f"{title}.conllu", 1
    while path.exists():
        number += 1
        path = folder / f"{title} ({number}).conllu"
    return path


@dataclass(frozen=True, slots=True)
class QuizScore:
    """Quiz score since the program was started."""

    answered: int = 0
    correct: int = 0
    streak: int = 0  # correct answers since the last wrong one


class Reader(QObject):
    """Reading aids for the open project. Known words are kept in a file of its folder; single files, and texts pasted
    without a project, share a list in the folder of their projects."""

    known_changed = Signal()  # the set of known words changed, or another list is used
    dictionary_changed = Signal()  # another dictionary is used
    glosses_found = Signal(object)  # frozenset of sentence indexes with newly looked-up words
    score_changed = Signal()

    def __init__(
        self,
        session: Session,
        readings: ReadingRankings,
        work: ReportingJobs,
        notices: Notices,
        dictionaries: Dictionaries,
        store: Path | None = None,
    ):
        super().__init__()
        self._session, self._readings, self._work, self._notices = session, readings, work, notices
        self._dictionaries = dictionaries
        dictionaries.changed.connect(self.dictionary_changed)
        dictionaries.glosses_found.connect(self.glosses_found)
        self._store = store  # folder of the projects created for single files
        self.quiz_score = QuizScore()
        self._known_lemmas: frozenset[str] = frozenset()
        self._known_lemmas_folder: Path | None = None  # folder of the loaded list of known words

    @property
    def known_lemmas(self) -> frozenset[str]:
        """Lemmas that the reader knows."""
        folder = self._find_known_words_folder()
        if folder != self._known_lemmas_folder:
            self._known_lemmas_folder, self._known_lemmas = folder, frozenset()
            if folder is not None:
                try:
                    self._known_lemmas = read_known_words(folder)
                except SpectralError as error:
                    self._notices.report_error(str(error))
        return self._known_lemmas

    def mark_known(self, lemmas: Collection[str], is_known: bool = True) -> Outcome:
        """Mark lemmas as known or unknown; written to disk first, then shown."""
        if self._session.read_only:
            return self._notices.report_refusal(self._session.read_only)
        previous, folder = self.known_lemmas, self._find_known_words_folder()
        try:
            if folder is not None:
                self._known_lemmas = mark_known_words(folder, lemmas, is_known)
            else:
                marked = set(map(normalise_lemma, lemmas))
                self._known_lemmas = previous | marked if is_known else previous - marked
        except SpectralError as error:
            return self._notices.report_error(str(error))
        if self._known_lemmas != previous:
            self.known_changed.emit()
        return Done()

    def list_glossed_candidates(self, index: int) -> SentenceCandidates:
        """Return the readings of every word of a sentence, the most probable first, if any of its words is undecided:
        from the ranking as far as it is available, with meanings as far as they were looked up."""
        return self._dictionaries.add_glosses(index, self._list_candidates(index))

    @property
    def is_looking_up(self) -> bool:
        """Whether meanings of candidate readings are still being looked up."""
        return self._dictionaries.is_looking_up

    def _list_candidates(self, index: int) -> SentenceCandidates:
        ranking = self._readings.request_ranking(index) if self._readings.find_undecided_words(index) else None
        candidates: SentenceCandidates = self._session.treebank[index].candidates
        if ranking is not None:
            candidates = tuple(tuple(candidate.value for candidate in word) for word in ranking)
        return candidates

    def get_ranked_candidates(self, index: int) -> tuple[RankedReadings, ...] | None:
        """Return the readings of every word of a sentence, the most probable first: from the ranking, or from the file
        until that is available; None if there are none yet."""
        ranking, sentence = self._readings.request_ranking(index), self._session.treebank[index]
        if ranking is not None:
            return (*ranking, *((),) * (len(sentence) - len(ranking)))
        return tuple(tuple(Ranked(candidate, 0.0) for candidate in word) for word in sentence.candidates) or None

    def get_ranked_word_candidates(self, index: int, word: int) -> RankedReadings | None:
        """Return the ranked readings of one word."""
        candidates = self.get_ranked_candidates(index)
        return None if candidates is None else candidates[word - 1]

    def find_vocabulary_lemma(self, index: int, word: int) -> str:
        """Return the lemma under which a word is marked as known; "" for punctuation and numbers."""
        candidates = self._list_candidates(index)
        return vocabulary_lemma(
            self._session.treebank[index], word, candidates[word - 1] if word <= len(candidates) else ()
        )

    def collect_vocabulary(self, max_ranked: int = 300) -> Generator[None, None, tuple[VocabularyEntry, ...]]:
        """Collect the lemmas of the document, yielding after each sentence. Undecided words of the first sentences
        count under their most probable lemma once it is known, the others under their form."""
        return collect_vocabulary(
            self._session.treebank, lambda index: self.list_glossed_candidates(index) if index < max_ranked else ()
        )

    def export_vocabulary(self, entries: Sequence[VocabularyEntry], path: Path) -> Job[int]:
        """Export words to a file in a thread: CSV by its suffix, else text for Anki."""
        treebank, known_lemmas, document = self._session.treebank, self.known_lemmas, self._session.document
        exported, description = tuple(entries), self.tr("Writing {0}").format(path.name)
        job = self._work.run_in_thread(
            lambda report: write_vocabulary(exported, treebank, known_lemmas, document, path, report), description
        )
        message = self.tr("Exported {0} words to {1}")
        job.finished.connect(lambda count: self._notices.notify(message.format(count, path)))
        return job

    def _find_known_words_folder(self) -> Path | None:
        project = self._session.project
        if project is None:
            return self._store
        is_single_file_project = self._store is not None and project.folder.parent == self._store.resolve()
        return self._store if is_single_file_project else project.folder

    def count_quiz_answer(self, is_correct: bool) -> None:
        """Update the quiz score with one answer."""
        score = self.quiz_score
        self.quiz_score = QuizScore(
            score.answered + 1, score.correct + is_correct, score.streak + 1 if is_correct else 0
        )
        self.score_changed.emit()

    def save_text(self, text: str) -> Job[SavedDocument] | None:
        """Save a text as a document of the open project or, without one, of a project for pasted texts."""
        project, store = self._session.project, self._store
        is_outside_project = project is None or bool(project.read_only) or self._find_known_words_folder() == store
        is_text_project = (
            project is not None and store is not None and project.folder == (store / PASTED_TEXTS_FOLDER).resolve()
        )
        if is_outside_project and not is_text_project and store is None:
            self._notices.report_refusal(self.tr("Open a project first: the text needs a folder to be saved in."))
            return None
        target, annotator = project if not is_outside_project or is_text_project else None, self._session.annotator
        description = self.tr("Reading the text")
        job = self._work.run_in_thread(
            lambda report: save_pasted_text(text, target, store, annotator, report), description
        )
        job.finished.connect(self._on_text_saved)
        return job

    def _on_text_saved(self, saved: SavedDocument) -> None:
        if saved.notice:
            self._notices.report_error(saved.notice)

"""Reading aids: known words, dictionary glosses, pasted texts, export of word lists."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal

from spectral_core import formats
from spectral_core.data import Ranked, Sentence, Treebank
from spectral_core.data.vocabulary import (
    SentenceCandidates,
    VocabularyEntry,
    collect_vocabulary,
    format_lemma,
    normalise_lemma,
    split_text_at_word,
    vocabulary_lemma,
)
from spectral_core.engine import MAX_SPLIT_BYTES, SplitResult
from spectral_core.errors import DataError, SpectralError
from spectral_core.files import PRIVATE_MODE, compute_copy_permissions, make_private_folder, replace_atomically
from spectral_core.formats.export.tables import WordCard, words_to_anki, words_to_csv
from spectral_core.progress import Progress, Report
from spectral_core.project import Project, ProjectError
from spectral_core.project.known_words import mark_known_words, read_known_words
from spectral_gui.jobs.jobs import Job
from spectral_gui.jobs.worker import JobResult
from spectral_gui.state.notices import Done, Notices, Outcome, ReportingJobs
from spectral_gui.state.reading_rankings import RankedReadings, ReadingRankings
from spectral_gui.state.session import Session

if TYPE_CHECKING:
    from spectral_gui.state.dictionaries import Dictionaries
    from spectral_gui.state.text_splitter import TextSplitter


T = TypeVar("T")
_WORDS_PER_REPORT = 500  # words between two progress reports
PASTED_TEXTS_FOLDER = "reading"  # project folder of texts pasted while no project was open


@dataclass(frozen=True, slots=True)
class SavedDocument:
    """Location of a pasted text: the folder of a project, and the document in it."""

    folder: Path
    document: str
    notice: str = ""  # message to the user about the project, as `Project.notice`


def save_pasted_text(
    text: str, project: Project | None, store: Path | None, annotator: str, report: Report, split: bytes = b""
) -> SavedDocument:
    """Save a text as CoNLL-U: in `project` or, without one, in the project of pasted texts below `store`. Its sentences
    are those in `split`, CoNLL-U as well, or else those of the rules."""
    report(Progress("reading", 0))
    from spectral_core.formats.text.text_file import split_pasted_text  # local, as it is slow to import

    sentences = list(formats.loads(split, None, "conllu")) if split else split_pasted_text(text)
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


def chain_jobs(first: Job[SplitResult], start_second: Callable[[SplitResult], Job[T]]) -> Job[T]:
    """Start a second job with the answer of the first, or without one if that fails; return a job that ends as the
    second does."""
    chained: Job[T] = Job(first.number, name=first.name)

    def start(split: SplitResult) -> None:
        second = start_second(split)
        chained.request_stop = second.request_stop
        second.finished.connect(lambda value: chained.set_result(JobResult(value=value)))
        second.failed.connect(lambda reason: chained.set_result(JobResult(error_message=reason)))
        second.crashed.connect(lambda trace: chained.set_result(JobResult(error_traceback=trace)))
        second.cancelled.connect(lambda _: chained.set_result(JobResult()))

    chained.request_stop = first.request_stop
    first.finished.connect(start)
    first.when_unsuccessful(lambda: start(SplitResult()))
    return chained


def _add_sentences_to_project(project: Project, sentences: Sequence[Sentence], permissions: int) -> SavedDocument:
    if project.read_only:
        raise ProjectError(project.read_only)
    from spectral_core.formats.text.text_file import suggest_file_name

    path = _find_free_conllu_path(project.folder, suggest_file_name(list(sentences)) or "text")
    formats.save(Treebank.of(sentences), path, "conllu", permissions=permissions)
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
    permissions = compute_copy_permissions(path, [treebank.path])
    replace_atomically(path, [text.encode("utf-8", "replace")], permissions=permissions)
    return len(cards)


def _make_word_card(entry: VocabularyEntry, treebank: Treebank, is_known: bool, document: str) -> WordCard:
    """Make the flash card of a word, with the sentence of its first occurrence."""
    index, word = entry.occurrences[0]
    reading = entry.reading
    left, form, right = split_text_at_word(treebank[index], word)
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
        text_splitter: TextSplitter,
        store: Path | None = None,
    ):
        super().__init__()
        self._session, self._readings, self._work, self._notices = session, readings, work, notices
        self._dictionaries, self._text_splitter = dictionaries, text_splitter
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
        if self._session.read_only_reason:
            return self._notices.report_refusal(self._session.read_only_reason)
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
        from the ranking as far as it is available, with glosses as far as they were looked up."""
        return self._dictionaries.add_glosses(index, self._list_candidates(index))

    @property
    def is_looking_up(self) -> bool:
        """Whether glosses of candidate readings are still being looked up."""
        return self._dictionaries.is_looking_up

    def _list_candidates(self, index: int) -> SentenceCandidates:
        """Return the readings of each word of a sentence: from the ranking, which is requested if any word is
        undecided, or else from the file."""
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
        """Return the ranked readings of one word; None if there are none yet."""
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
        """Return the folder of the list of known words: the project's or, for single files, the one that they share;
        None if there is none."""
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

        def start_saving(split: SplitResult) -> Job[SavedDocument]:
            job = self._work.run_in_thread(
                lambda report: save_pasted_text(text, target, store, annotator, report, split.content), description
            )
            job.finished.connect(self._on_text_saved)
            job.finished.connect(lambda _: self._text_splitter.announce_model(split.model))
            return job

        from spectral_core.formats.text.text_file import normalise_pasted_text

        splitting_job: Job[SplitResult] | None = None
        if len(text) <= MAX_SPLIT_BYTES:
            splitting_job = self._text_splitter.send_request(normalise_pasted_text(text).encode())
        return start_saving(SplitResult()) if splitting_job is None else chain_jobs(splitting_job, start_saving)

    def _on_text_saved(self, saved: SavedDocument) -> None:
        if saved.notice:
            self._notices.report_error(saved.notice)

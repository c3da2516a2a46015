"""State of a reader: known words, the score of the quiz, and texts pasted to be read."""

from __future__ import annotations

from collections.abc import Collection, Generator, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from spectral_core.data import Ranked
from spectral_core.data.vocabulary import (
    SentenceCandidates,
    VocabularyEntry,
    collect_vocabulary,
    normalise_lemma,
    vocabulary_lemma,
)
from spectral_core.errors import SpectralError
from spectral_core.project.known_words import change_known, read_known
from spectral_gui.jobs import Job
from spectral_gui.session.dictionaries import Dictionaries
from spectral_gui.session.notices import Done, Notices, Outcome
from spectral_gui.session.ranked import RankedReadings
from spectral_gui.session.reader_files import READINGS, SavedText, save_text, write_words
from spectral_gui.session.readings import Readings
from spectral_gui.session.session import Session
from spectral_gui.session.work import Work


@dataclass(frozen=True, slots=True)
class Score:
    """Answers given in the quiz since the program was started."""

    answered: int = 0
    right: int = 0
    streak: int = 0  # right ones since the last wrong one


class Reader(QObject):
    """Reading aids over the open project. Known words are in a file of its folder; single files and texts pasted
    without a project share the list that is beside their projects."""

    known_changed = Signal()  # another word is known, or no longer; or another list holds
    meanings_changed = Signal()  # another dictionary says what words mean
    meanings_found = Signal(object)  # the sentences, as a frozenset, of which words were looked up in it
    score_changed = Signal()

    def __init__(
        self,
        session: Session,
        readings: Readings,
        work: Work,
        notices: Notices,
        dictionaries: Dictionaries,
        store: Path | None = None,
    ):
        super().__init__()
        self._session, self._readings, self._work, self._notices = session, readings, work, notices
        self._dictionaries = dictionaries
        dictionaries.changed.connect(self.meanings_changed)
        dictionaries.meanings_found.connect(self.meanings_found)
        self._store = store  # the folder for projects around single files
        self.score = Score()
        self._known: frozenset[str] = frozenset()
        self._known_folder: Path | None = None  # the folder whose list that is

    @property
    def known(self) -> frozenset[str]:
        """Lemmas that the reader knows."""
        folder = self._find_folder()
        if folder != self._known_folder:
            self._known_folder, self._known = folder, frozenset()
            if folder is not None:
                try:
                    self._known = read_known(folder)
                except SpectralError as error:
                    self._notices.fail(str(error))
        return self._known

    def mark_known(self, lemmas: Collection[str], is_known: bool = True) -> Outcome:
        """Mark lemmas as known, or as unknown: on the disk first, then shown."""
        if self._session.read_only:
            return self._notices.refuse(self._session.read_only)
        previous, folder = self.known, self._find_folder()
        try:
            if folder is not None:
                self._known = change_known(folder, lemmas, is_known)
            else:
                marked = set(map(normalise_lemma, lemmas))
                self._known = previous | marked if is_known else previous - marked
        except SpectralError as error:
            return self._notices.fail(str(error))
        if self._known != previous:
            self.known_changed.emit()
        return Done()

    def list_candidates(self, index: int) -> SentenceCandidates:
        """Return the readings of every word of a sentence, the likeliest first, where a word of it is not decided yet:
        those of the ranking, as far as it is there. With their meanings, as far as these were looked up."""
        return self._dictionaries.add_glosses(index, self._list_candidates(index))

    @property
    def is_looking_up(self) -> bool:
        """Whether meanings of candidate readings are still being looked up."""
        return self._dictionaries.is_looking_up

    def _list_candidates(self, index: int) -> SentenceCandidates:
        ranking = self._readings.request_ranking(index) if self._readings.find_undecided(index) else None
        candidates: SentenceCandidates = self._session.treebank[index].candidates
        if ranking is not None:
            candidates = tuple(tuple(candidate.value for candidate in word) for word in ranking)
        return candidates

    def rank_candidates(self, index: int) -> tuple[RankedReadings, ...] | None:
        """Return the readings of every word of a sentence, the likeliest first: of the ranking, or those that the file
        offers until it is there; None where none are there yet."""
        ranking, sentence = self._readings.request_ranking(index), self._session.treebank[index]
        if ranking is not None:
            return (*ranking, *((),) * (len(sentence) - len(ranking)))
        return tuple(tuple(Ranked(candidate, 0.0) for candidate in word) for word in sentence.candidates) or None

    def rank_word_candidates(self, index: int, word: int) -> RankedReadings | None:
        """Return the ranked readings of one word."""
        candidates = self.rank_candidates(index)
        return None if candidates is None else candidates[word - 1]

    def find_lemma(self, index: int, word: int) -> str:
        """Return the name under which a word is known or not; "" for marks and numbers."""
        candidates = self._list_candidates(index)
        return vocabulary_lemma(
            self._session.treebank[index], word, candidates[word - 1] if word <= len(candidates) else ()
        )

    def collect_vocabulary(self, max_ranked: int = 300) -> Generator[None, None, tuple[VocabularyEntry, ...]]:
        """Collect the lemmas of the document, yielding after each sentence. Undecided words of the first sentences
        count under their likeliest lemma as soon as it is known, the others as they are written."""
        return collect_vocabulary(
            self._session.treebank, lambda index: self.list_candidates(index) if index < max_ranked else ()
        )

    def export_words(self, entries: Sequence[VocabularyEntry], path: Path) -> Job[int]:
        """Write words to a file in a thread: as CSV where its name ends so, else as text for Anki."""
        treebank, known_lemmas, document = self._session.treebank, self.known, self._session.document
        exported, doing = tuple(entries), self.tr("Writing {0}").format(path.name)
        job = self._work.run_in_thread(
            lambda report: write_words(exported, treebank, known_lemmas, document, path, report), doing
        )
        message = self.tr("{0} words written to {1}")
        job.finished.connect(lambda count: self._notices.notify(message.format(count, path)))
        return job

    def _find_folder(self) -> Path | None:
        project = self._session.project
        if project is None:
            return self._store
        alone = self._store is not None and project.folder.parent == self._store.resolve()
        return self._store if alone else project.folder

    def count_answer(self, right: bool) -> None:
        score = self.score
        self.score = Score(score.answered + 1, score.right + right, score.streak + 1 if right else 0)
        self.score_changed.emit()

    def save_text(self, text: str) -> Job[SavedText] | None:
        """Make a text a document: of the open project, or else of one for texts alone."""
        project, store = self._session.project, self._store
        is_outside_project = project is None or bool(project.read_only) or self._find_folder() == store
        is_text_project = project is not None and store is not None and project.folder == (store / READINGS).resolve()
        if is_outside_project and not is_text_project and store is None:
            self._notices.refuse(self.tr("There is no folder to keep the text in; open a project first."))
            return None
        target, annotator = project if not is_outside_project or is_text_project else None, self._session.annotator
        doing = self.tr("Reading the text")
        job = self._work.run_in_thread(lambda report: save_text(text, target, store, annotator, report), doing)
        job.finished.connect(self._on_text_saved)
        return job

    def _on_text_saved(self, saved: SavedText) -> None:
        if saved.notice:
            self._notices.fail(saved.notice)

"""What is known of the reader: the words known, the score of the quiz, and texts pasted to be read."""

from __future__ import annotations

from collections.abc import Collection, Generator, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from spectral_core.data import Ranked
from spectral_core.data.vocabulary import Entry, Offers, key, lemma_of, vocabulary
from spectral_core.errors import SpectralError
from spectral_core.project.known import change_known, read_known
from spectral_gui.jobs import Job
from spectral_gui.session.dictionaries import Dictionaries
from spectral_gui.session.notices import Done, Notices, Outcome
from spectral_gui.session.ranked import RankedRow
from spectral_gui.session.reader_files import READINGS, TextKept, kept_text, written_words
from spectral_gui.session.readings import Readings
from spectral_gui.session.session import Session
from spectral_gui.session.work import Work


@dataclass(frozen=True, slots=True)
class Score:
    """Answers given in the quiz since the program was started."""

    asked: int = 0
    right: int = 0
    row: int = 0  # right ones since the last wrong one


class Reader(QObject):
    """The reader's side of the open project. Which words are known is in a file of its folder; single files and texts
    pasted without a project share the list that is beside their projects."""

    known_changed = Signal()  # another word is known, or no longer; or another list holds
    meanings_changed = Signal()  # another dictionary says what words mean
    meanings_known = Signal(object)  # the sentences, as a frozenset, of which words were looked up in it
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
        dictionaries.meanings_known.connect(self.meanings_known)
        self._store = store  # the folder for projects around single files
        self.score = Score()
        self._known: frozenset[str] = frozenset()
        self._known_in: Path | None = None  # the folder whose list that is

    @property
    def known(self) -> frozenset[str]:
        """The lemmas that the reader knows."""
        folder = self._folder()
        if folder != self._known_in:
            self._known_in, self._known = folder, frozenset()
            if folder is not None:
                try:
                    self._known = read_known(folder)
                except SpectralError as error:
                    self._notices.fail(str(error))
        return self._known

    def know(self, lemmas: Collection[str], known: bool = True) -> Outcome:
        """What became of marking lemmas as known, or as unknown: on the disk first, then shown."""
        if self._session.read_only:
            return self._notices.refuse(self._session.read_only)
        before, folder = self.known, self._folder()
        try:
            if folder is not None:
                self._known = change_known(folder, lemmas, known)
            else:
                wanted = set(map(key, lemmas))
                self._known = before | wanted if known else before - wanted
        except SpectralError as error:
            return self._notices.fail(str(error))
        if self._known != before:
            self.known_changed.emit()
        return Done()

    def offers(self, index: int) -> Offers:
        """The readings of every word of a sentence, the likeliest first, where a word of it is not decided yet: those
        of the ranking, as far as it is there. With their meanings, as far as these were looked up."""
        return self._dictionaries.with_meanings(index, self._offers(index))

    @property
    def awaits_meanings(self) -> bool:
        """Whether meanings of words that were offered are still being looked up."""
        return self._dictionaries.is_looking_up

    def _offers(self, index: int) -> Offers:
        ranking = self._readings.ranking(index) if self._readings.undecided(index) else None
        offers: Offers = self._session.treebank[index].candidates
        if ranking is not None:
            offers = tuple(tuple(one.value for one in word) for word in ranking)
        return offers

    def rows(self, index: int) -> tuple[RankedRow, ...] | None:
        """The readings of every word of a sentence, the likeliest first: of the ranking, or those that the file offers
        until it is there; None where none are there yet."""
        ranking, sentence = self._readings.ranking(index), self._session.treebank[index]
        if ranking is not None:
            return (*ranking, *((),) * (len(sentence) - len(ranking)))
        return tuple(tuple(Ranked(one, 0.0) for one in word) for word in sentence.candidates) or None

    def readings(self, index: int, word: int) -> RankedRow | None:
        rows = self.rows(index)
        return None if rows is None else rows[word - 1]

    def lemma(self, index: int, word: int) -> str:
        """The name under which a word is known or not; "" for marks and numbers."""
        offers = self._offers(index)
        return lemma_of(self._session.treebank[index], word, offers[word - 1] if word <= len(offers) else ())

    def vocabulary(self, most_ranked: int = 300) -> Generator[None, None, tuple[Entry, ...]]:
        """The lemmas of the document, with a pause after each sentence. Of the words that nobody has decided, those of
        so many sentences count under their likeliest lemma as soon as it is known, the others as they are written."""
        return vocabulary(self._session.treebank, lambda index: self.offers(index) if index < most_ranked else ())

    def save_words(self, entries: Sequence[Entry], path: Path) -> Job[int]:
        """Writes words to a file in a thread: as CSV where its name ends so, else as text for Anki."""
        treebank, known, document = self._session.treebank, self.known, self._session.document
        rows, doing = tuple(entries), self.tr("Writing {0}").format(path.name)
        job = self._work.read(lambda report: written_words(rows, treebank, known, document, path, report), doing)
        said = self.tr("{0} words written to {1}")
        job.finished.connect(lambda count: self._notices.note(said.format(count, path)))
        return job

    def _folder(self) -> Path | None:
        project = self._session.project
        if project is None:
            return self._store
        alone = self._store is not None and project.folder.parent == self._store.resolve()
        return self._store if alone else project.folder

    def count_answer(self, right: bool) -> None:
        now = self.score
        self.score = Score(now.asked + 1, now.right + right, now.row + 1 if right else 0)
        self.score_changed.emit()

    def keep_text(self, text: str) -> Job[TextKept] | None:
        """Makes a text a document: of the open project, or else of one for texts alone."""
        project, store = self._session.project, self._store
        alone = project is None or bool(project.read_only) or self._folder() == store
        inside = project is not None and store is not None and project.folder == (store / READINGS).resolve()
        if alone and not inside and store is None:
            self._notices.refuse(self.tr("There is no folder to keep the text in; open a project first."))
            return None
        into, annotator = project if not alone or inside else None, self._session.annotator
        doing = self.tr("Reading the text")
        job = self._work.read(lambda report: kept_text(text, into, store, annotator, report), doing)
        job.finished.connect(self._on_text_kept)
        return job

    def _on_text_kept(self, kept: TextKept) -> None:
        if kept.notice:
            self._notices.fail(kept.notice)

"""What a session knows of its reader: the words known, the score of the quiz, and texts pasted to be read."""

from __future__ import annotations

from collections.abc import Collection, Generator, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from spectral_core import formats
from spectral_core.data import Analysis, Ranked, Sentence, Treebank
from spectral_core.data.vocabulary import Entry, Offers, context_of, key, lemma_of, shown_lemma, vocabulary
from spectral_core.errors import DataError, SpectralError
from spectral_core.files import replace_atomically
from spectral_core.formats.export.words import WordCard, anki_text, words_csv
from spectral_core.formats.text.pasting import pasted, title_of
from spectral_core.progress import Progress, Report
from spectral_core.project import Project, ProjectError
from spectral_core.project.known import change_known, read_known
from spectral_gui.jobs import Job
from spectral_gui.session.ranked import Row
from spectral_gui.session.ranking import Ranking

_BLOCK = 500  # words between two reports
_READINGS = "reading"  # the folder of the project with texts that were pasted where no project was open


@dataclass(frozen=True, slots=True)
class Kept:
    """Where a pasted text is: the folder of a project, and the document in it."""

    folder: Path
    document: str


@dataclass(frozen=True, slots=True)
class Score:
    """Answers given in the quiz since the program was started."""

    asked: int = 0
    right: int = 0
    row: int = 0  # right ones since the last wrong one


class Reading(Ranking):
    """The reader's side of the open project. Which words are known is in a file of its folder; single files and texts
    pasted without a project share the list that is beside their projects."""

    known_changed = Signal()  # another word is known, or no longer; or another list holds
    score_changed = Signal()

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.store: Path | None = None  # the folder for projects around single files
        self.annotator = ""
        self.score = Score()
        self._known: frozenset[str] = frozenset()
        self._known_in: Path | None = None  # the folder whose list that is

    # Words

    @property
    def known(self) -> frozenset[str]:
        """The lemmas that the reader knows."""
        folder = self._known_folder()
        if folder != self._known_in:
            self._known_in, self._known = folder, frozenset()
            if folder is not None:
                try:
                    self._known = read_known(folder)
                except SpectralError as error:
                    self.failed.emit(str(error))
        return self._known

    def know(self, lemmas: Collection[str], known: bool = True) -> bool:
        """Whether lemmas were marked as known, or as unknown: on the disk first, then shown."""
        if self.read_only:
            self.refused.emit(self.read_only)
            return False
        before, folder = self.known, self._known_folder()
        try:
            if folder is not None:
                self._known = change_known(folder, lemmas, known)
            else:
                wanted = set(map(key, lemmas))
                self._known = before | wanted if known else before - wanted
        except SpectralError as error:
            self.failed.emit(str(error))
            return False
        if self._known != before:
            self.known_changed.emit()
        return True

    def offers(self, index: int) -> Offers:
        """The readings of every word of a sentence, the likeliest first, where a word of it is not decided yet: those
        of the ranking, as far as it is there."""
        ranking = self.ranking(index) if self.undecided(index) else None
        if ranking is not None:
            return tuple(tuple(one.value for one in word) for word in ranking)
        candidates: Sequence[tuple[Analysis, ...]] = self.treebank[index].candidates
        return candidates

    def rows(self, index: int) -> tuple[Row, ...] | None:
        """The readings of every word of a sentence, the likeliest first: of the ranking, or those that the file offers
        until it is there; None where none are there yet."""
        ranking, sentence = self.ranking(index), self.treebank[index]
        if ranking is not None:
            return (*ranking, *((),) * (len(sentence) - len(ranking)))
        return tuple(tuple(Ranked(one, 0.0) for one in word) for word in sentence.candidates) or None

    def readings(self, index: int, word: int) -> Row | None:
        """Those of one word, from 1."""
        rows = self.rows(index)
        return None if rows is None else rows[word - 1]

    def may_be_ranked(self, index: int) -> bool:
        """Whether a ranking of a sentence is still to come."""
        return self._lacks_ranking(index)

    def lemma(self, index: int, word: int) -> str:
        """The name under which a word is known or not; "" for marks and numbers."""
        offers = self.offers(index)
        return lemma_of(self.treebank[index], word, offers[word - 1] if word <= len(offers) else ())

    def vocabulary(self, most_ranked: int = 300) -> Generator[None, None, tuple[Entry, ...]]:
        """The lemmas of the document, with a pause after each sentence. Of the words that nobody has decided, those of
        so many sentences count under their likeliest lemma as soon as it is known, the others as they are written."""
        return vocabulary(self.treebank, lambda index: self.offers(index) if index < most_ranked else ())

    def save_words(self, entries: Sequence[Entry], path: Path) -> Job:
        """Writes words to a file in a thread: as CSV where its name ends so, else as text for Anki."""
        doing = self.tr("Writing {0}").format(path.name)
        job = self._reading(doing, written_words, tuple(entries), self.treebank, self.known, self.document, path)
        job.finished.connect(lambda count: self.noted.emit(self.tr("{0} words written to {1}").format(count, path)))
        return job

    def _known_folder(self) -> Path | None:
        if self.project is None:
            return self.store
        alone = self.store is not None and self.project.folder.parent == self.store.resolve()
        return self.store if alone else self.project.folder

    # The quiz

    def count_answer(self, right: bool) -> None:
        """Adds an answer to the score."""
        now = self.score
        self.score = Score(now.asked + 1, now.right + right, now.row + 1 if right else 0)
        self.score_changed.emit()

    # Pasted texts

    def keep_text(self, text: str) -> Job | None:
        """Makes a text a document: of the open project, or else of one for texts alone. It finishes with a `Kept`."""
        project = self.project
        alone = project is None or bool(project.read_only) or self._known_folder() == self.store
        inside = project is not None and self.store is not None and project.folder == (self.store / _READINGS).resolve()
        if alone and not inside and self.store is None:
            self.refused.emit(self.tr("There is no folder to keep the text in; open a project first."))
            return None
        into = project if not alone or inside else None
        return self._reading(self.tr("Reading the text"), kept_text, text, into, self.store, self.annotator)


def kept_text(text: str, project: Project | None, store: Path | None, annotator: str, report: Report) -> Kept:
    """Where a text is kept from now on, as CoNLL-U: in `project`, or in the one for texts below `store`."""
    report(Progress("reading", 0))
    sentences = pasted(text)
    if not sentences:
        raise DataError("there are no words in this text; copy some first")
    if project is not None:
        return _kept_in(project, sentences)
    assert store is not None
    folder = store / _READINGS
    made = not (folder / "project.json").exists()
    with Project.create(folder, (), "Reading", annotator) if made else Project.open(folder, annotator) as there:
        return _kept_in(there, sentences)


def _kept_in(project: Project, sentences: Sequence[Sentence]) -> Kept:
    if project.read_only:
        raise ProjectError(project.read_only)
    path = _free_name(project.folder, title_of(list(sentences)) or "text")
    formats.save(Treebank.of(sentences), path, "conllu")
    return Kept(project.folder, project.add_document(path))


def written_words(
    entries: Sequence[Entry],
    treebank: Treebank,
    known: frozenset[str],
    document: str,
    path: Path,
    report: Report,
) -> int:
    """How many words were written to a file, each with the place where it stands first."""
    cards = []
    for done, entry in enumerate(entries):
        if done % _BLOCK == 0:
            report(Progress("writing", done, len(entries)))
        cards.append(_card(entry, treebank, entry.lemma in known, document))
    text = words_csv(cards) if path.suffix.lower() == ".csv" else anki_text(cards)
    replace_atomically(path, [text.encode("utf-8", "replace")])
    return len(cards)


def _card(entry: Entry, treebank: Treebank, known: bool, document: str) -> WordCard:
    index, word = entry.places[0]
    reading = entry.reading
    before, form, after = context_of(treebank[index], word)
    return WordCard(
        shown_lemma(entry.lemma),
        form,
        before,
        after,
        reading.says("vocalised"),
        reading.says("gloss"),
        reading.says("upos") or reading.says("xpos"),
        reading.says("feats"),
        entry.count,
        known,
        bool(reading.guessed),
        Path(document).name.removesuffix(".conllu"),
        index + 1,
        entry.lemma,
    )


def _free_name(folder: Path, title: str) -> Path:
    """A file of this title that is not there yet."""
    path, number = folder / f"{title}.conllu", 1
    while path.exists():
        number += 1
        path = folder / f"{title} ({number}).conllu"
    return path

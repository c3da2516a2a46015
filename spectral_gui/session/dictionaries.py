"""Dictionaries that the user has: kept as files for all projects, one of them chosen by the words of each document."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from spectral_core.analyzers.installing import PACKAGE, has_tables, install_tables
from spectral_core.data import EMPTY, Analysis, Treebank
from spectral_core.data.vocabulary import Offers, is_word, shown_lemma, written_reading
from spectral_core.dictionaries import ENDINGS, Dictionary, files_of, opened
from spectral_core.errors import FormatError, SpectralError
from spectral_core.progress import Progress, Report
from spectral_gui.jobs import Job
from spectral_gui.session.notices import Notices
from spectral_gui.session.session import Session
from spectral_gui.session.work import Work

_FEWEST = 0.3  # of the words of a text that a dictionary must know: of another language it knows few
_LOOKED_AT = 300  # sentences
_MOST_COUNTED = 5_000  # words
_BLOCK = 20  # words between two reports

Words = tuple[str, ...]  # a lemma and the form: what a word is looked up by, the first that is known


class Dictionaries(QObject):
    """Those in a folder. What a word of the document shown means is what the dictionary that knows most of its words
    says of the likeliest lemma. They are read, chosen and looked up in threads; nothing here waits for one."""

    changed = Signal()  # another is there, or another is used
    meanings_known = Signal(object)  # the sentences, as a frozenset, of which words were looked up
    tables_tried = Signal()  # to install those for Arabic, whether it worked or not

    def __init__(self, session: Session, work: Work, notices: Notices):
        super().__init__()
        self._session, self._work, self._notices = session, work, notices
        self.folder: Path | None = None
        self.rows: tuple[Dictionary, ...] = ()
        self._used: Dictionary | None = None
        self._document: tuple[Path | None, str] | None = None  # the one that it was chosen for
        self._choosing: Job[tuple[Dictionary, ...]] | None = None
        self._has_news = False  # another is there or another is used, which is told once one is chosen
        self._glosses: dict[Words, str] = {}  # what the one used says, as far as it was asked
        self._wanted: dict[Words, None] = {}  # what it is asked next
        self._wanted_in: set[int] = set()  # sentences
        self._looking: Job[dict[Words, str]] | None = None
        self._soon = QTimer(self)  # what one page needs is looked up together
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._look_up)
        session.treebank_changed.connect(self._follow_treebank)

    def use(self, folder: Path) -> None:
        """Has those of a folder from now on."""
        self.folder = folder
        job = self._work.read(lambda report: _all_in(folder, report))
        job.finished.connect(self._take)

    def add(self, path: Path) -> Job[tuple[tuple[Dictionary, ...], str]] | None:
        """Copies a dictionary into the folder, once it could be read."""
        folder = self.folder
        if folder is None:
            return None
        job = self._work.read(lambda report: _added(path, folder, report), self.tr("Reading {0}").format(path.name))
        job.finished.connect(self._take)
        job.finished.connect(lambda _: self._notices.note(self.tr("{0} says now what words mean").format(path.stem)))
        return job

    def remove(self, dictionary: Dictionary) -> None:
        """Removes the copy of a dictionary."""
        for path in files_of(dictionary.path):
            path.unlink(missing_ok=True)
        self.rows = tuple(one for one in self.rows if one is not dictionary)
        if self._used is dictionary:
            self._use(None)
        self.changed.emit()
        self._choose()

    @property
    def lacks_tables(self) -> bool:
        """Whether the tables that Arabic words are looked up in are not here."""
        return not has_tables()

    def install_tables(self) -> Job[None]:
        """Has them installed, in a thread; the document is read anew then, since its words may have readings now."""
        job = self._work.read(lambda _: install_tables(), self.tr("Installing {0}").format(PACKAGE))
        job.finished.connect(lambda _: self._use_tables())
        job.when_ended(self.tables_tried.emit)
        return job

    def _use_tables(self) -> None:
        self._notices.note(self.tr("{0} is installed: Arabic words are looked up in its tables").format(PACKAGE))
        if self._session.document:
            self._session.reopen()
        self.changed.emit()

    @property
    def used(self) -> Dictionary | None:
        """The one that serves the document shown."""
        return self._used

    @property
    def is_looking_up(self) -> bool:
        """Whether meanings are on their way."""
        return bool(self._wanted) or self._looking is not None

    def with_meanings(self, index: int, offers: Offers) -> Offers:
        """The readings of the words of a sentence, with what the dictionary says of the first where it says nothing;
        what is not known yet is looked up, and `meanings_known` then."""
        if self._used is None:
            return offers
        sentence, rows = self._session.treebank[index], []
        for word in range(1, len(sentence) + 1):
            row: Sequence[Analysis] = offers[word - 1] if word <= len(offers) else ()
            rows.append(self._with_meaning(index, written_reading(sentence, word), sentence.forms[word - 1], row))
        return tuple(rows)

    def _with_meaning(self, index: int, own: Analysis, form: str, row: Sequence[Analysis]) -> Sequence[Analysis]:
        silent = own.lemma == EMPTY and own.upos == EMPTY and own.xpos == EMPTY
        first = row[0] if row and silent else own
        if not is_word(form) or own.gloss != EMPTY or first.gloss != EMPTY:
            return row
        lemma = first.lemma if first.lemma != EMPTY else ""
        gloss = self._gloss(index, tuple(dict.fromkeys(filter(None, (lemma, shown_lemma(lemma), form)))))
        if not gloss:
            return row
        return (first._replace(gloss=gloss), *(row[1:] if row and silent else row))

    def _gloss(self, index: int, words: Words) -> str:
        """Return what is known of a word; "" where nothing is, or until it was looked up."""
        gloss = self._glosses.get(words)
        if gloss is None:
            self._wanted[words] = None
            self._wanted_in.add(index)
            if self._looking is None and not self._soon.isActive():
                self._soon.start()
        return gloss or ""

    def _look_up(self) -> None:
        used, words, sentences = self._used, tuple(self._wanted), frozenset(self._wanted_in)
        if used is None or not words:
            return
        self._forget_wanted()
        job = self._work.read(lambda report: _glosses_of(used, words, report))
        self._looking = job

        def take(glosses: dict[Words, str]) -> None:
            if job is self._looking:
                self._looking = None
                self._glosses.update(glosses)
                self._tell_meanings(sentences)

        job.finished.connect(take)
        job.broke.connect(
            lambda _: take(dict.fromkeys(words, ""))
        )  # a word that cannot be looked up is not tried again

    def _tell_meanings(self, sentences: frozenset[int]) -> None:
        """Tell of which sentences words are known; what was asked for meanwhile may be known as well."""
        sentences |= self._wanted_in
        self._wanted = {words: None for words in self._wanted if words not in self._glosses}
        if self._wanted:
            self._soon.start()
        else:
            self._wanted_in = set()
        self.meanings_known.emit(sentences)

    def _forget_wanted(self) -> None:
        self._wanted, self._wanted_in = {}, set()

    def _use(self, dictionary: Dictionary | None) -> bool:
        """Have another dictionary say what words mean, or none; return whether it is another."""
        if dictionary is self._used:
            return False
        self._used = dictionary
        self._glosses = {}
        self._forget_wanted()
        looking, self._looking = self._looking, None
        if looking is not None:
            looking.cancel()
        return True

    def _take(self, found: tuple[tuple[Dictionary, ...], str]) -> None:
        self.rows, complaint = found
        if complaint:
            self._notices.fail(complaint)
        self._has_news = True
        self._choose()

    def _follow_treebank(self) -> None:
        """What serves the document stays in use while it is chosen anew for the same one."""
        document = (self._session.opened_as, self._session.document)
        if document != self._document:
            self._has_news |= self._use(None)
        self._document = document
        self._forget_wanted()
        self._choose()

    def _choose(self) -> None:
        """Have the dictionary chosen that knows most words of the document shown."""
        if self._choosing is not None:
            self._choosing.cancel()
        rows, treebank = self.rows, self._session.treebank
        if not rows or not len(treebank):
            self._choosing = None
            self._take_choice(None)
            return
        job = self._work.read(lambda report: _fitting(rows, treebank, report))
        self._choosing = job

        def take(fitting: tuple[Dictionary, ...]) -> None:
            if job is self._choosing:
                self._choosing = None
                self._take_choice(next(iter(fitting), None))

        job.finished.connect(take)
        for lost in (job.failed, job.broke):
            lost.connect(lambda _: take(()))

    def _take_choice(self, dictionary: Dictionary | None) -> None:
        has_news, self._has_news = self._has_news, False
        if self._use(dictionary) or has_news:
            self.changed.emit()


def _glosses_of(dictionary: Dictionary, words: Sequence[Words], report: Report) -> dict[Words, str]:
    glosses: dict[Words, str] = {}
    for at, row in enumerate(words):
        if at % _BLOCK == 0:
            report(Progress("reading", at, len(words)))
        glosses[row] = dictionary.gloss(*row)
    return glosses


def _fitting(rows: Sequence[Dictionary], treebank: Treebank, report: Report) -> tuple[Dictionary, ...]:
    """Return the dictionary that knows most of the words of a text, where it knows enough of them."""
    words: dict[str, None] = {}
    for at in range(min(len(treebank), _LOOKED_AT)):
        report(Progress("reading", at, None))
        sentence = treebank[at]
        for form, lemma in zip(sentence.forms, sentence.lemmas, strict=True):
            if len(words) < _MOST_COUNTED and is_word(form):
                words[form if lemma == EMPTY else lemma] = None
    known: list[tuple[float, Dictionary]] = []
    for dictionary in rows:
        report(Progress("reading", len(known), len(rows)))
        known.append((dictionary.share_known(list(words)), dictionary))
    share, best = max(known, key=lambda row: row[0])
    return (best,) if share >= _FEWEST else ()


def _all_in(folder: Path, report: Report) -> tuple[tuple[Dictionary, ...], str]:
    """The dictionaries of a folder, and why others cannot be read."""
    found: list[Dictionary] = []
    complaints: list[str] = []
    for path in sorted(one for one in folder.glob("*") if one.suffix.lower() in ENDINGS):
        report(Progress("reading", len(found)))
        try:
            found.append(opened(path))
        except SpectralError as error:
            complaints.append(str(error))
    return tuple(found), "\n".join(complaints)


def _added(path: Path, folder: Path, report: Report) -> tuple[tuple[Dictionary, ...], str]:
    opened(path)  # what is damaged is not copied
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file in files_of(path):
            shutil.copyfile(file, folder / file.name)
    except OSError as error:
        what = f"the dictionary could not be copied: {error.strerror or error}"
        raise FormatError(folder, None, what, "Choose a disk that you may write to") from None
    return _all_in(folder, report)

"""Dictionaries that the user has: kept as files for all projects, one of them chosen by the words of each document."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from spectral_core.analyzers.installing import PACKAGE, has_tables, install_tables
from spectral_core.data import EMPTY, Analysis
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


class Dictionaries(QObject):
    """Those in a folder, read in threads. What a word of the document shown means is what the dictionary that knows
    most of its words says of the likeliest lemma."""

    changed = Signal()  # another is there, or another is used
    tables_tried = Signal()  # to install those for Arabic, whether it worked or not

    def __init__(self, session: Session, work: Work, notices: Notices):
        super().__init__()
        self._session, self._work, self._notices = session, work, notices
        self.folder: Path | None = None
        self.rows: tuple[Dictionary, ...] = ()
        self._used: Dictionary | None = None
        session.treebank_changed.connect(self._choose)

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
        self._choose()
        self.changed.emit()

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

    def with_meanings(self, index: int, offers: Offers) -> Offers:
        """The readings of the words of a sentence, with what the dictionary says of the first where it says nothing."""
        if self._used is None:
            return offers
        sentence, rows = self._session.treebank[index], []
        for word in range(1, len(sentence) + 1):
            row: Sequence[Analysis] = offers[word - 1] if word <= len(offers) else ()
            rows.append(self._with_meaning(written_reading(sentence, word), sentence.forms[word - 1], row))
        return tuple(rows)

    def _with_meaning(self, own: Analysis, form: str, row: Sequence[Analysis]) -> Sequence[Analysis]:
        silent = own.lemma == EMPTY and own.upos == EMPTY and own.xpos == EMPTY
        first = row[0] if row and silent else own
        if self._used is None or not is_word(form) or own.gloss != EMPTY or first.gloss != EMPTY:
            return row
        lemma = first.lemma if first.lemma != EMPTY else ""
        gloss = self._used.gloss(*filter(None, (lemma, shown_lemma(lemma), form)))
        if not gloss:
            return row
        return (first._replace(gloss=gloss), *(row[1:] if row and silent else row))

    def _take(self, found: tuple[tuple[Dictionary, ...], str]) -> None:
        rows, complaint = found
        self.rows = rows
        if complaint:
            self._notices.fail(complaint)
        self._choose()
        self.changed.emit()

    def _choose(self) -> None:
        treebank = self._session.treebank
        words: dict[str, None] = {}
        for at in range(min(len(treebank), _LOOKED_AT) if self.rows else 0):
            one = treebank[at]
            for form, lemma in zip(one.forms, one.lemmas, strict=True):
                if is_word(form):
                    words[form if lemma == EMPTY else lemma] = None
        known = [(one.share_known(list(words)), one) for one in self.rows]
        best = max(known, key=lambda row: row[0], default=None)
        self._used = best[1] if best is not None and best[0] >= _FEWEST else None


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

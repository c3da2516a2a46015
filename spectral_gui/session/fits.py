"""Which models fit the text that is shown: in its script, its language, its words and its labels."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from spectral_core.analyzers.reads import LANGUAGE, RELATIONS, SCRIPT, WORDS, Reads
from spectral_core.errors import SpectralError
from spectral_core.library import learnt_from
from spectral_core.methods import METHODS
from spectral_core.project import Run
from spectral_gui.resources import translating
from spectral_gui.session.runs import Runs
from spectral_gui.session.session import Session

_tr = translating("Session")
_NAMES = {"ar": _tr("Arabic"), "ru": _tr("Russian"), "uk": _tr("Ukrainian"), "pl": _tr("Polish"), "tr": _tr("Turkish")}
_NEAR = 0.5  # of the words that the best ranker knows: the newest that knows so many is taken


class Fits:
    """Compares what runs were learnt from with the document shown; what was read of either is remembered."""

    def __init__(self, session: Session, runs: Runs):
        self._session, self._runs = session, runs
        self._texts: dict[str, Reads] = {}  # the text as models of each column read it
        self._fitting: dict[tuple[str, ...], tuple[Run, ...]] = {}  # by the names of those asked about
        self._learnt: dict[Path, tuple[int, Reads]] = {}  # with the times of the files
        session.treebank_changed.connect(self._forget)
        runs.changed.connect(lambda: self._fitting.clear())

    def fitting(self, runs: tuple[Run, ...]) -> tuple[Run, ...]:
        """Those that fit the document, of several that do those that know about as many of its words as the best."""
        names = ("", *(run.name for run in runs))
        if names not in self._fitting:
            fits = [run for run in runs if not self.misfit(run)]
            known = {run.name: self._text_read(run).known_to(self._learnt_from(run)) for run in fits}
            best = max(known.values(), default=0.0)
            self._fitting[names] = tuple(run for run in fits if known[run.name] >= _NEAR * best)
        return self._fitting[names]

    def misfit(self, run: Run) -> str:
        """In what a run does not fit; "" where it does."""
        return self._text_read(run).misfit(self._learnt_from(run))

    def why_not(self, run: Run) -> str:
        """Why a run does not serve this text, as a sentence; "" where it could."""
        what, text, learnt = self.misfit(run), self._text_read(run), self._learnt_from(run)
        if not what:
            return ""
        if what == SCRIPT:
            said = _tr("{0} was learnt from words in {1} letters; this text has {2} ones.")
            return said.format(run.name, learnt.script.title(), text.script.title())
        if what == LANGUAGE:
            names = (_NAMES.get(one.language or "", "") for one in (learnt, text))
            return _tr("{0} was learnt from {1}; this text is {2}.").format(run.name, *names)
        if what == WORDS:
            share = text.known_to(learnt)
            said = _tr("{0} knows {1:.0%} of the words of this text, as if it were of another language.")
            return said.format(run.name, share)
        if what == RELATIONS:
            return _tr("{0} gives other relations than this text has.").format(run.name)
        return _tr("{0} was learnt from other tags than this text has.").format(run.name)

    def shared(self, runs: tuple[Run, ...]) -> tuple[Run, ...]:
        """Of models of the library those that fit, the one that knows most words last. What does not say what it was
        learnt from, or knows no word of the text, does not fit: never is one taken because it is there."""
        names = tuple(run.name for run in runs)
        if names not in self._fitting:  # asked for at every step
            fits = [run for run in runs if self._learnt_from(run).script and not self.misfit(run)]
            known = {run.name: self._text_read(run).known_to(self._learnt_from(run)) for run in fits}
            some = [run for run in fits if known[run.name]]
            self._fitting[names] = tuple(sorted(some, key=lambda run: known[run.name]))
        return self._fitting[names]

    def _text_read(self, run: Run) -> Reads:
        column = _column_of(run)
        if column not in self._texts:
            self._texts[column] = Reads.of(self._session.treebank, column)
        return self._texts[column]

    def _learnt_from(self, run: Run) -> Reads:
        path = self._runs.model_of(run)
        try:
            stamp = -1 if path is None else path.stat().st_mtime_ns
            if path is None:
                return Reads.seen((), ())
            held = self._learnt.get(path)
            if held is None or held[0] != stamp:
                held = self._learnt[path] = (stamp, learnt_from(path) or Reads.seen((), ()))
        except (OSError, SpectralError, ValueError, IndexError):  # that is told where it is used
            return Reads.seen((), ())
        return held[1]

    def _forget(self) -> None:
        self._texts.clear()
        self._fitting.clear()


def _column_of(run: Run) -> str:
    """The column that a parser reads; "" for what reads the finest tags there are."""
    method = METHODS[run.method]
    if method.structure is None:
        return ""
    column = {**dataclasses.asdict(method.settings()), **run.settings}.get("column")
    return column if isinstance(column, str) else ""

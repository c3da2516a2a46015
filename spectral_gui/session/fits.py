"""Compatibility of models with the document shown: in script, language, vocabulary and labels."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from spectral_core.errors import SpectralError
from spectral_core.library import read_training_profile
from spectral_core.morphology.text_profile import LANGUAGE, RELATIONS, SCRIPT, WORDS, TextProfile
from spectral_core.project import Run
from spectral_core.registry import METHODS
from spectral_gui.resources import make_translator
from spectral_gui.session.runs import Runs
from spectral_gui.session.session import Session

_tr = make_translator("Session")
_LANGUAGE_NAMES = {
    "ar": _tr("Arabic"),
    "ru": _tr("Russian"),
    "uk": _tr("Ukrainian"),
    "pl": _tr("Polish"),
    "tr": _tr("Turkish"),
}
_MIN_RELATIVE_COVERAGE = 0.5  # of the best coverage; newer ones above it are preferred


class ModelCompatibility:
    """Compares what runs were trained on with the document shown; profiles of both are cached."""

    def __init__(self, session: Session, runs: Runs):
        self._session, self._runs = session, runs
        self._text_profiles: dict[str, TextProfile] = {}  # of the document, by the column that a model reads
        self._compatible: dict[tuple[str, ...], tuple[Run, ...]] = {}  # by the names of the runs
        self._training_profiles: dict[Path, tuple[int, TextProfile]] = {}  # with the times of the files
        session.treebank_changed.connect(self._on_treebank_changed)
        runs.changed.connect(lambda: self._compatible.clear())

    def select_compatible(self, runs: tuple[Run, ...]) -> tuple[Run, ...]:
        """Return the runs that fit the document; of several, those that know about as many of its words as the best."""
        names = ("", *(run.name for run in runs))
        if names not in self._compatible:
            candidates = [run for run in runs if not self.find_mismatch(run)]
            coverages = {
                run.name: self._profile_text(run).measure_coverage(self._profile_training(run)) for run in candidates
            }
            best = max(coverages.values(), default=0.0)
            self._compatible[names] = tuple(
                run for run in candidates if coverages[run.name] >= _MIN_RELATIVE_COVERAGE * best
            )
        return self._compatible[names]

    def find_mismatch(self, run: Run) -> str:
        """Return in what a run does not fit; "" where it does."""
        return self._profile_text(run).find_mismatch(self._profile_training(run))

    def explain_mismatch(self, run: Run) -> str:
        """Return why a run does not fit this text, as a sentence; "" where it does."""
        mismatch, text, training = self.find_mismatch(run), self._profile_text(run), self._profile_training(run)
        if not mismatch:
            return ""
        if mismatch == SCRIPT:
            message = _tr("{0} was learnt from words in {1} letters; this text has {2} ones.")
            return message.format(run.name, training.script.title(), text.script.title())
        if mismatch == LANGUAGE:
            names = (_LANGUAGE_NAMES.get(profile.language or "", "") for profile in (training, text))
            return _tr("{0} was learnt from {1}; this text is {2}.").format(run.name, *names)
        if mismatch == WORDS:
            coverage = text.measure_coverage(training)
            message = _tr("{0} knows {1:.0%} of the words of this text, as if it were of another language.")
            return message.format(run.name, coverage)
        if mismatch == RELATIONS:
            return _tr("{0} gives other relations than this text has.").format(run.name)
        return _tr("{0} was learnt from other tags than this text has.").format(run.name)

    def rank_library_models(self, runs: tuple[Run, ...]) -> tuple[Run, ...]:
        """Return those models of the library that fit, by the share of words they know, the best last. A model without
        a profile of its training text, or that knows no word of the document, never fits."""
        names = tuple(run.name for run in runs)
        if names not in self._compatible:  # called after every edit
            candidates = [run for run in runs if self._profile_training(run).script and not self.find_mismatch(run)]
            coverages = {
                run.name: self._profile_text(run).measure_coverage(self._profile_training(run)) for run in candidates
            }
            covering = [run for run in candidates if coverages[run.name]]
            self._compatible[names] = tuple(sorted(covering, key=lambda run: coverages[run.name]))
        return self._compatible[names]

    def _profile_text(self, run: Run) -> TextProfile:
        column = _find_column(run)
        if column not in self._text_profiles:
            self._text_profiles[column] = TextProfile.from_sentences(self._session.treebank, column)
        return self._text_profiles[column]

    def _profile_training(self, run: Run) -> TextProfile:
        path = self._runs.find_model(run)
        try:
            stamp = -1 if path is None else path.stat().st_mtime_ns
            if path is None:
                return TextProfile.from_tagged_words((), ())
            cached = self._training_profiles.get(path)
            if cached is None or cached[0] != stamp:
                cached = self._training_profiles[path] = (
                    stamp,
                    read_training_profile(path) or TextProfile.from_tagged_words((), ()),
                )
        except (OSError, SpectralError, ValueError, IndexError):  # reported where the model is used
            return TextProfile.from_tagged_words((), ())
        return cached[1]

    def _on_treebank_changed(self) -> None:
        self._text_profiles.clear()
        self._compatible.clear()


def _find_column(run: Run) -> str:
    """Return the column that a parser reads; "" for what reads the finest tags there are."""
    method = METHODS[run.method]
    if method.structure is None:
        return ""
    column = {**dataclasses.asdict(method.settings()), **run.settings}.get("column")
    return column if isinstance(column, str) else ""

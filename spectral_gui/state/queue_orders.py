"""Orders of the sentence queue by uncertainty (active learning) or disagreement of two models, and its text search."""

from __future__ import annotations

import random
import unicodedata
from array import array
from collections.abc import Callable, Generator
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from spectral_core.data import Sentence, Treebank
from spectral_core.engine import Request, ScoreDisagreement, ScoreUncertainty
from spectral_core.project import Run
from spectral_gui.jobs.jobs import TRAINING, Job
from spectral_gui.state.changes import ChangeKind
from spectral_gui.state.notices import Notices, ReportingJobs
from spectral_gui.state.session import Session
from spectral_gui.state.suggestions import Suggestions
from spectral_gui.state.training_runs import Runs

_MAX_COMPOSED_LENGTH = 5_000  # characters


class SentenceScores(QObject):
    """Score of each sentence of the document, computed by the engine; -1 if a model gives none. Dropped when the
    document or the model changes."""

    changed = Signal()  # the scores were computed or dropped

    def __init__(self, name: str, session: Session, work: ReportingJobs):
        """Create scores without values; `name` is that of a part of the session."""
        super().__init__()
        self._session, self._work = session, work
        self.scores: array[float] | None = None  # (sentences,)
        self._models: tuple[Path | None, ...] = ()  # models that the scores come from
        self._job: Job[array[float]] | None = None
        session.changes.add_part(name, lambda _: self._clear_scores(), ChangeKind.DOCUMENT)

    def compute(self, request: Request[array[float]], description: str) -> Job[array[float]]:
        """Compute the scores in the engine; emit `changed` when they are known. Return the job, the running one if
        there is one."""
        if self._job is None:
            job = self._work.send(TRAINING, request, description)
            self._job = job
            job.finished.connect(lambda numbers: self._on_finished(numbers) if job is self._job else None)
            job.when_unsuccessful(lambda: self._on_unsuccessful() if job is self._job else None)
        return self._job

    def set_models(self, models: tuple[Path | None, ...]) -> bool:
        """Set the models that the scores come from; drop the scores and return True if they have changed."""
        if models == self._models:
            return False
        self._models = models
        self._clear_scores()
        return True

    def _on_finished(self, scores: array[float]) -> None:
        self._job, self.scores = None, scores
        self.changed.emit()

    def _on_unsuccessful(self) -> None:
        self._job = None

    def _clear_scores(self) -> None:
        job, self._job, self.scores = self._job, None, None
        if job is not None:
            job.cancel()


class QueueOrders(QObject):
    """Orders by the uncertainty of the active model, and by its disagreement with a second one."""

    second_model_changed = Signal()  # another model, or none, is compared with the active one

    def __init__(
        self,
        session: Session,
        runs: Runs,
        suggestions: Suggestions,
        work: ReportingJobs,
        notices: Notices,
    ):
        super().__init__()
        self._session, self._runs, self._suggestions, self._notices = session, runs, suggestions, notices
        self.uncertainty_scores = SentenceScores("uncertainty-scores", session, work)
        self.disagreement_scores = SentenceScores("disagreement-scores", session, work)
        self._chosen_second_name = ""  # name of the chosen run; "" for the newest other one
        self._automatic_second_name = ""  # name of the newest other run when one was first needed
        suggestions.model_changed.connect(self._on_models_changed)
        runs.changed.connect(self._on_models_changed)

    @property
    def comparable_runs(self) -> tuple[Run, ...]:
        """Runs whose models can be compared with the active one."""
        model = self._suggestions.model
        run = model.active_run
        return (
            () if run is None else tuple(candidate for candidate in model.candidate_runs if candidate.name != run.name)
        )

    @property
    def compared_run(self) -> Run | None:
        """Run whose model is compared with the active one: the chosen one, or else the newest other run when one was
        first needed."""
        candidates = self.comparable_runs
        names = (self._chosen_second_name, self._automatic_second_name)
        matches = (run for name in names for run in candidates if run.name == name)
        return next(matches, candidates[-1] if candidates else None)

    @property
    def why_no_disagreement(self) -> str:
        """Reason why two models cannot be compared; "" if they can."""
        if self.compared_run is not None:
            return ""
        if self._suggestions.model.active_run is not None:
            return self.tr("There is only one parser. Train another in the Train workspace.")
        return self._suggestions.diagnostics.why_no_model

    def choose_compared_run(self, name: str) -> None:
        """Compare the model of another run with the active one; "" for the newest other one."""
        self._chosen_second_name, self._automatic_second_name = name, ""
        self._on_models_changed()

    def compute_uncertainty(self) -> Job[array[float]] | None:
        """Compute the active model's uncertainty about every sentence."""
        self._suggestions.model.restore_if_file_lost()
        file = self._suggestions.model.model_file
        if file is None:
            self._notices.report_refusal(self._suggestions.diagnostics.why_no_model)
            return None
        return self.uncertainty_scores.compute(
            ScoreUncertainty(file, self._session.document), self.tr("Parsing all sentences")
        )

    def compute_disagreement(self) -> Job[array[float]] | None:
        """Compute for every sentence the share of parts in the best trees of both models that only one of them has."""
        self._suggestions.model.restore_if_file_lost()
        file, second_file = self._suggestions.model.model_file, self._runs.find_model_file(self.compared_run)
        if file is None or second_file is None:
            self._notices.report_refusal(self.why_no_disagreement)
            return None
        request = ScoreDisagreement(file, second_file, self._session.document)
        return self.disagreement_scores.compute(request, self.tr("Comparing two models"))

    def make_random_order(self) -> list[int]:
        """Return a reproducible random order of the sentence indexes, shape (sentences,)."""
        indexes = list(range(len(self._session.treebank)))
        random.Random(0).shuffle(indexes)
        return indexes

    def _on_models_changed(self) -> None:
        """Drop the scores of models that are no longer compared."""
        second, base = self.compared_run, self._suggestions.model.run_file
        self._automatic_second_name = "" if second is None else second.name
        self.uncertainty_scores.set_models((base,))
        if self.disagreement_scores.set_models((base, self._runs.find_model_file(second))):
            self.second_model_changed.emit()


def find_sentences_with_text(treebank: Treebank, query: str) -> Generator[None, None, list[int]]:
    """Find the indexes of the sentences that contain a text, in their raw text or in their joined forms. A generator
    that pauses after each sentence and returns the list at its end."""
    contains_query = make_text_matcher(query)
    matches = []
    for index, sentence in enumerate(treebank):
        if contains_query(sentence):
            matches.append(index)
        yield
    return matches


def make_text_matcher(query: str) -> Callable[[Sentence], bool]:
    """Return a function that tests whether a sentence contains a text, in its raw text or in its joined forms. Case
    does not matter, nor do combining marks such as vowel signs unless the text has some."""
    with_marks = any(map(unicodedata.combining, _compose_characters(query)))
    normalised_query = _normalise_for_search(query, with_marks)
    return lambda sentence: any(
        normalised_query in _normalise_for_search(text, with_marks)
        for text in (sentence.text, " ".join(sentence.forms))
    )


def _compose_characters(text: str) -> str:
    """Return the text in NFC; unchanged if it is very long, as NFC of many marks takes quadratic time."""
    return unicodedata.normalize("NFC", text) if len(text) <= _MAX_COMPOSED_LENGTH else text


def _normalise_for_search(text: str, with_marks: bool) -> str:
    """Casefold a text, and strip its combining marks unless they are compared too."""
    text = text.casefold()
    if text.isascii():
        return text
    text = _compose_characters(text)
    if with_marks:
        return text
    return "".join(character for character in text if not unicodedata.combining(character))

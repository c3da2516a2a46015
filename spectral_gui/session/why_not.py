"""Diagnostics of missing suggestions, in sentences that say what can be done about it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING

from spectral_core.data import EMPTY, Sentence
from spectral_core.data.structure import CONSTITUENTS, DEPENDENCIES
from spectral_core.engine import MAX_WORDS
from spectral_core.formats import editable_structures
from spectral_core.project import Run
from spectral_core.registry import METHODS
from spectral_gui.resources import make_translator
from spectral_gui.session.session import Session

if TYPE_CHECKING:
    from spectral_gui.session.proposals import Suggestions

_tr = make_translator("Session")
MIN_TREES = 20  # from fewer a parser learns little


class SuggestionDiagnostics:
    """Reasons why something is missing on the screen; "" where nothing is."""

    def __init__(
        self, session: Session, suggestions: Suggestions, explain_mismatch: Callable[[Run], str],
        get_running: Callable[[], Run | None],
    ) -> None:  # fmt: skip
        self._session, self._suggestions, self._explain_mismatch, self._get_running = (
            session,
            suggestions,
            explain_mismatch,
            get_running,
        )

    @property
    def why_no_model(self) -> str:
        model, structure = self._suggestions.model, self._suggestions.structure
        if model.file is not None:
            return ""
        if self._session.project is None:
            message = _tr("These sentences are in memory only, and models are kept in projects: {0}")
            return message.format(_tr("save the sentences to a file and open that."))
        reasons = [reason for run in model.candidates if (reason := self._explain_mismatch(run))]
        if reasons and len(reasons) == len(model.candidates):
            message = _tr("{0} Learn a model from sentences of this language, or get a treebank of it (File).")
            return message.format(reasons[-1])
        if model.candidates:
            return _tr("No model proposes trees: choose one in the menu Model.")
        run = self._get_running()
        if run is not None and run.method in METHODS and METHODS[run.method].structure is structure:
            return _tr("What proposes trees is being learnt: the first ones are here soon.")
        if structure is CONSTITUENTS:
            message = _tr("Nothing proposes phrases here yet: accept {0} trees, and a parser learns from them.")
            return message.format(MIN_TREES)
        message = _tr(
            "Nothing proposes trees here yet: get a treebank of this language, or accept {0} trees, "
            "and a parser learns from them."
        )
        return message.format(MIN_TREES)

    @property
    def why_no_suggestion(self) -> str:
        """Why no tree is suggested for the selected sentence and none will be."""
        sentence, index = self._session.sentence, self._session.selection.sentence
        if sentence is None or not sentence.readable or not len(sentence):
            return ""
        if not self._suggestions.structure.is_unfinished(sentence):
            return ""
        return (
            self._explain_unsupported()
            or self.why_no_model
            or self._explain_too_long(sentence)
            or self._suggestions.failure_reason(index)
        )

    def explain_unparsable(self, sentence: Sentence) -> str:
        """Return why no model can be asked about a sentence."""
        if reason := self._explain_unsupported():
            return reason
        if not sentence.readable or not len(sentence):
            return _tr("This sentence could not be read; no tree is proposed.")
        return self._explain_too_long(sentence)

    def suggest_alternatives(self, sentence: Sentence) -> str:
        """Return what else can be done where the model reads tags that the sentence lacks: name models that do not."""
        model = self._suggestions.model
        run = model.run
        if run is None or not _lacks_tags(run, sentence):
            return ""
        alternatives = [
            candidate.name
            for candidate in model.candidates
            if candidate is not run and not _lacks_tags(candidate, sentence)
        ]
        if not alternatives:
            return ""
        message = _tr(", or let {0} propose, which does not need it: Model › Proposed trees by")
        return message.format(_tr(" or ").join(alternatives[-2:]))

    def _explain_unsupported(self) -> str:
        structure = self._suggestions.structure
        if structure in editable_structures(self._session.treebank.format):
            return ""
        return _tr("Files of this format hold no {0}; no tree is proposed.").format(structure.name)

    def _explain_too_long(self, sentence: Sentence) -> str:
        if len(sentence) <= MAX_WORDS:
            return ""
        message = _tr("This sentence has {0} words; trees are proposed for up to {1}. Build it by hand.")
        if self._suggestions.structure is DEPENDENCIES:
            message = _tr("This sentence has {0} words; trees are proposed for up to {1}. Attach its words by hand.")
        return message.format(len(sentence), MAX_WORDS)


def _lacks_tags(run: Run, sentence: Sentence) -> bool:
    """Return whether the model of a run reads tags that a sentence has not, and has no tagger of its own."""
    settings = {**dataclasses.asdict(METHODS[run.method].settings()), **run.settings}
    column = settings.get("column")
    if not isinstance(column, str) or settings.get("tagger"):
        return False
    return all(value == EMPTY for value in sentence.column(column))

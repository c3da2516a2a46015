"""Why no tree is proposed, in sentences that say what can be done about it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING

from spectral_core.data import EMPTY, Sentence
from spectral_core.data.structure import CONSTITUENTS, DEPENDENCIES
from spectral_core.engine import LONGEST
from spectral_core.formats import structures_kept
from spectral_core.methods import METHODS
from spectral_core.project import Run
from spectral_gui.resources import translating
from spectral_gui.session.session import Session

if TYPE_CHECKING:
    from spectral_gui.session.proposals import Proposals

_tr = translating("Session")
FEWEST = 20  # whole trees: from fewer a parser learns little


class WhyNot:
    """The reasons, asked for when something is missing on the screen; "" where nothing is."""

    def __init__(
        self, session: Session, proposals: Proposals, why_unfit: Callable[[Run], str],
        learning: Callable[[], Run | None],
    ) -> None:  # fmt: skip
        self._session, self._proposals, self._why_unfit, self._learning = session, proposals, why_unfit, learning

    @property
    def no_model(self) -> str:
        model, structure = self._proposals.model, self._proposals.structure
        if model.file is not None:
            return ""
        if self._session.project is None:
            said = _tr("These sentences are in memory only, and models are kept in projects: {0}")
            return said.format(_tr("save the sentences to a file and open that."))
        reasons = [why for run in model.candidates if (why := self._why_unfit(run))]
        if reasons and len(reasons) == len(model.candidates):
            said = _tr("{0} Learn a model from sentences of this language, or get a treebank of it (File).")
            return said.format(reasons[-1])
        if model.candidates:
            return _tr("No model proposes trees: choose one in the menu Model.")
        run = self._learning()
        if run is not None and run.method in METHODS and METHODS[run.method].structure is structure:
            return _tr("What proposes trees is being learnt: the first ones are here soon.")
        if structure is CONSTITUENTS:
            said = _tr("Nothing proposes phrases here yet: accept {0} trees, and a parser learns from them.")
            return said.format(FEWEST)
        said = _tr(
            "Nothing proposes trees here yet: get a treebank of this language, or accept {0} trees, "
            "and a parser learns from them."
        )
        return said.format(FEWEST)

    @property
    def nothing(self) -> str:
        """Why no tree is proposed for the selected sentence and none will be."""
        sentence, at = self._session.sentence, self._session.selection.sentence
        if sentence is None or not sentence.readable or not len(sentence):
            return ""
        if not self._proposals.structure.is_open(sentence):
            return ""
        return self._no_place() or self.no_model or self._too_long(sentence) or self._proposals.failure(at)

    def unasked(self, sentence: Sentence) -> str:
        """Why no model can be asked about a sentence."""
        if why := self._no_place():
            return why
        if not sentence.readable or not len(sentence):
            return _tr("This sentence could not be read; no tree is proposed.")
        return self._too_long(sentence)

    def other_way(self, sentence: Sentence) -> str:
        """What else can be done where the model lacks the tags that it reads: others bring their own."""
        model = self._proposals.model
        run = model.run
        if run is None or not _lacks_tags(run, sentence):
            return ""
        others = [one.name for one in model.candidates if one is not run and not _lacks_tags(one, sentence)]
        if not others:
            return ""
        said = _tr(", or let {0} propose, which does not need it: Model › Proposed trees by")
        return said.format(_tr(" or ").join(others[-2:]))

    def _no_place(self) -> str:
        structure = self._proposals.structure
        if structure in structures_kept(self._session.treebank.format):
            return ""
        return _tr("Files of this format hold no {0}; no tree is proposed.").format(structure.name)

    def _too_long(self, sentence: Sentence) -> str:
        if len(sentence) <= LONGEST:
            return ""
        said = _tr("This sentence has {0} words; trees are proposed for up to {1}. Build it by hand.")
        if self._proposals.structure is DEPENDENCIES:
            said = _tr("This sentence has {0} words; trees are proposed for up to {1}. Attach its words by hand.")
        return said.format(len(sentence), LONGEST)


def _lacks_tags(run: Run, sentence: Sentence) -> bool:
    """Whether the model of a run reads tags that a sentence has not, and brings no tagger."""
    settings = {**dataclasses.asdict(METHODS[run.method].settings()), **run.settings}
    column = settings.get("column")
    if not isinstance(column, str) or settings.get("tagger"):
        return False
    return all(value == EMPTY for value in sentence.column(column))

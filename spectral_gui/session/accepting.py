"""How sentences are accepted: with the tree proposed and the first readings of their words, or as they stand."""

from __future__ import annotations

from spectral_core.data import Sentence
from spectral_core.project import Act, Change
from spectral_core.project.history import CONFIRMED
from spectral_gui.resources import translating
from spectral_gui.session.notices import Nothing, Notices, Outcome
from spectral_gui.session.proposals import Proposals
from spectral_gui.session.readings import Readings
from spectral_gui.session.session import Session
from spectral_gui.session.taking import Taking
from spectral_gui.session.wording import place_named

_tr = translating("Session")


class Accepting:
    """Marks sentences as right."""

    def __init__(
        self, session: Session, proposals: Proposals, readings: Readings, taking: Taking, notices: Notices
    ) -> None:
        self._session, self._proposals, self._readings = session, proposals, readings
        self._taking, self._notices = taking, notices

    def in_doubt(self) -> tuple[int, ...]:
        """The words of the selected sentence that are underlined: of the tree proposed and of the readings shown."""
        at = self._session.selection.sentence
        readings = self._readings.unsure(at) if self._readings.along else frozenset()
        return tuple(sorted(readings.union(place for place in self._proposals.doubtful() if isinstance(place, int))))

    def accept(self, index: int | None = None) -> Outcome:
        """Marks a sentence as right: with the tree that is proposed for it, where one is shown, or as it stands."""
        here = self._session.selection.sentence
        at = here if index is None else index
        if not 0 <= at < len(self._session.treebank):
            return Nothing()
        offered = self._proposals.offered if at == here else None
        if offered is None and at == here and self._proposals.waiting:
            return self._notices.refuse(_tr("The model is still parsing this sentence."))
        return self._take(at, offered, _tr("Accept sentence {0}").format(at + 1))

    def accept_rest(self) -> Outcome:
        """Takes the proposed tree for all that is not decided yet, once everything doubtful was looked at; as nothing
        is open then, the sentence is accepted."""
        offered, sentence = self._proposals.offered, self._session.sentence
        if offered is None or sentence is None:
            return self._notices.refuse(_tr("No tree is proposed for this sentence."))
        left = self._proposals.unvisited()
        if left:
            named = ", ".join(place_named(place, sentence.forms) for place in left)
            return self._notices.refuse(_tr("In doubt and not looked at yet: {0}").format(named))
        at = self._session.selection.sentence
        return self._take(at, offered, _tr("Accept the rest of sentence {0}").format(at + 1))

    def _take(self, at: int, offered: Sentence | None, step: str) -> Outcome:
        session = self._session
        sentence = session.treebank[at]
        rank = None if offered is None else self._proposals.rank + 1
        after, count = self._taking.with_first_readings(at, offered or sentence)
        if count:
            step = _tr("{0} (first readings taken: {1})").format(step, count)
        taken = self._taking.first_readings_taken(at, sentence, after)
        change = Change(session.document, at, sentence, after)
        return session.do(Act(step, (change,), CONFIRMED, session.spent, rank, taken=taken))

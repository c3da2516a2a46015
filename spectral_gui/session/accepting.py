"""How sentences are accepted: with the tree proposed and the first readings of their words, or as they stand."""

from __future__ import annotations

from spectral_core.data import Sentence
from spectral_core.data.readings import is_decided
from spectral_core.data.structure import CONSTITUENTS, Place
from spectral_core.formats import structures_kept
from spectral_core.project import Act, Change
from spectral_core.project.history import CONFIRMED
from spectral_gui.resources import translating
from spectral_gui.session.notices import Nothing, Notices, Outcome
from spectral_gui.session.proposals import Proposals
from spectral_gui.session.readings import Readings
from spectral_gui.session.selection import Selection
from spectral_gui.session.session import Session
from spectral_gui.session.taking import Taking
from spectral_gui.session.wording import place_named

_tr = translating("Session")
_MOST_NAMED = 5  # words that a refusal names


class Accepting:
    """Marks sentences as right."""

    def __init__(
        self, session: Session, proposals: Proposals, readings: Readings, taking: Taking, notices: Notices
    ) -> None:
        self._session, self._proposals, self._readings = session, proposals, readings
        self._taking, self._notices = taking, notices
        self.key_of_insisting = ""  # as it is shown
        self._looked_at: dict[int, set[int]] = {}  # words that were selected, by sentence
        session.treebank_changed.connect(lambda: self._looked_at.clear())
        session.selection_changed.connect(self._look_at)

    def in_doubt(self) -> tuple[int, ...]:
        """The words of the selected sentence that are underlined: of the tree proposed and of the readings shown."""
        at = self._session.selection.sentence
        readings = self._readings.unsure(at) if self._readings.along else frozenset()
        return tuple(sorted(readings.union(place for place in self._proposals.doubtful() if isinstance(place, int))))

    def accept(self, index: int | None = None, insist: bool = False) -> Outcome:
        """Marks a sentence as right: with the tree that is proposed for it, where one is shown, or as it stands. One
        that lacks heads, or in which words in doubt were not looked at, is refused unless somebody insists; the step
        says then what it lacked."""
        here = self._session.selection.sentence
        at = here if index is None else index
        if not 0 <= at < len(self._session.treebank):
            return Nothing()
        offered = self._proposals.offered if at == here else None
        if offered is None and at == here and self._proposals.waiting:
            return self._notices.refuse(_tr("The model is still parsing this sentence."))
        step, lacks = _tr("Accept sentence {0}").format(at + 1), self._lacks(at, offered)
        if lacks and not insist:
            keys = _tr("{0} accepts it all the same.").format(self.key_of_insisting) if self.key_of_insisting else ""
            return self._notices.refuse(f"{lacks}. {keys}".rstrip())
        if lacks:
            step = _tr("{0} all the same ({1})").format(step, lacks)
        return self._take(at, offered, step)

    def accept_rest(self) -> Outcome:
        """Takes the proposed tree for all that is not decided yet, once everything doubtful was looked at; as nothing
        is open then, the sentence is accepted."""
        offered, sentence = self._proposals.offered, self._session.sentence
        if offered is None or sentence is None:
            return self._notices.refuse(_tr("No tree is proposed for this sentence."))
        at = self._session.selection.sentence
        if doubt := self._not_looked_at(at, sentence):
            return self._notices.refuse(doubt)
        return self._take(at, offered, _tr("Accept the rest of sentence {0}").format(at + 1))

    def _lacks(self, at: int, offered: Sentence | None) -> str:
        """Why a sentence is not one to accept without a second thought; "" where it is."""
        own = self._session.treebank[at]
        shown = offered or own
        kept = structures_kept(self._session.treebank.format)
        begun = any(structure.is_begun(shown) and structure.is_open(shown) for structure in kept)
        if begun or (kept and all(structure.is_open(shown) for structure in kept)):
            after, _ = self._taking.with_first_readings(at, shown)
            undecided = [word for word in range(1, len(after) + 1) if not is_decided(after, word)]
            ranked = self._readings.along and self._readings.known(at) is not None
            if ranked and undecided and not begun:
                return _tr("Words without a reading: {0}").format(_named(undecided, shown))
            if not ranked or begun:  # where readings are what is decided, nobody needs trees
                open_ones = [word for word, head in enumerate(shown.heads, 1) if head is None]
                trees = all(structure is CONSTITUENTS for structure in kept)
                said = _tr("This sentence has no tree") if trees else _tr("Words without a head: {0}")
                return said.format(_named(open_ones, shown))
        return self._not_looked_at(at, own)

    @property
    def not_looked_at(self) -> tuple[Place, ...]:
        """The places of the selected sentence that are in doubt and were not looked at."""
        at = self._session.selection.sentence
        readings = self._readings.unsure(at) if self._readings.along else frozenset()
        words = sorted(readings - self._looked_at.get(at, set()))
        return tuple(dict.fromkeys((*self._proposals.unvisited(), *words)))

    def _not_looked_at(self, at: int, sentence: Sentence) -> str:
        """Which places of the selected sentence are in doubt and were not looked at; "" for none."""
        places = self.not_looked_at if at == self._session.selection.sentence else ()
        if not places:
            return ""
        named = ", ".join(place_named(place, sentence.forms) for place in places[:_MOST_NAMED])
        return _tr("In doubt and not looked at yet: {0}").format(named + (", …" if len(places) > _MOST_NAMED else ""))

    def _look_at(self, now: Selection, _before: Selection) -> None:
        self._looked_at.setdefault(now.sentence, set()).update(now.words)

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


def _named(words: list[int], sentence: Sentence) -> str:
    """The first of these words with their numbers; all of them in one word."""
    if len(words) == len(sentence):
        return _tr("all")
    named = ", ".join(place_named(word, sentence.forms) for word in words[:_MOST_NAMED])
    return named + (", …" if len(words) > _MOST_NAMED else "")

"""Acceptance of sentences: with the suggested tree and the first readings of their words, or as they are."""

from __future__ import annotations

from spectral_core.data import Sentence
from spectral_core.data.readings import is_decided
from spectral_core.data.structure import CONSTITUENTS, Position
from spectral_core.formats import editable_structures
from spectral_core.project import Change, Edit
from spectral_core.project.history import CONFIRMED
from spectral_gui.resources import make_translator
from spectral_gui.session.notices import Notices, Outcome, Unchanged
from spectral_gui.session.proposals import Suggestions
from spectral_gui.session.readings import Readings
from spectral_gui.session.selection import Selection
from spectral_gui.session.session import Session
from spectral_gui.session.taking import ReadingSelection
from spectral_gui.session.wording import describe_position

_tr = make_translator("Session")
_MAX_LISTED = 5  # words that a message lists


class Acceptance:
    """Marks sentences as confirmed."""

    def __init__(
        self,
        session: Session,
        suggestions: Suggestions,
        readings: Readings,
        reading_selection: ReadingSelection,
        notices: Notices,
    ) -> None:
        self._session, self._suggestions, self._readings = session, suggestions, readings
        self._reading_selection, self._notices = reading_selection, notices
        self.insist_key = ""  # as it is shown
        self._visited_words: dict[int, set[int]] = {}  # words that were selected, by sentence
        session.treebank_changed.connect(lambda: self._visited_words.clear())
        session.selection_changed.connect(self._on_selection_changed)

    def find_uncertain_words(self) -> tuple[int, ...]:
        """Return the words of the selected sentence that are underlined: uncertain in the suggested tree or in the
        readings shown."""
        index = self._session.selection.sentence
        readings = self._readings.find_uncertain(index) if self._readings.are_visible else frozenset()
        return tuple(
            sorted(
                readings.union(position for position in self._suggestions.find_uncertain() if isinstance(position, int))
            )
        )

    def accept(self, index: int | None = None, insist: bool = False) -> Outcome:
        """Confirm a sentence, with the tree that is suggested for it, where one is shown, or as it is. One that lacks
        heads, or in which uncertain words were not visited, is refused unless `insist` is set; the undo text says then
        what it lacked."""
        selected = self._session.selection.sentence
        sentence_index = selected if index is None else index
        if not 0 <= sentence_index < len(self._session.treebank):
            return Unchanged()
        suggested_tree = self._suggestions.current_tree if sentence_index == selected else None
        if suggested_tree is None and sentence_index == selected and self._suggestions.is_waiting:
            return self._notices.refuse(_tr("The model is still parsing this sentence."))
        step, shortcomings = (
            _tr("Accept sentence {0}").format(sentence_index + 1),
            self._describe_shortcomings(sentence_index, suggested_tree),
        )
        if shortcomings and not insist:
            hint = _tr("{0} accepts it all the same.").format(self.insist_key) if self.insist_key else ""
            return self._notices.refuse(f"{shortcomings}. {hint}".rstrip())
        if shortcomings:
            step = _tr("{0} all the same ({1})").format(step, shortcomings)
        return self._confirm(sentence_index, suggested_tree, step)

    def accept_rest(self) -> Outcome:
        """Accept the suggested tree for all that is not decided yet, once everything uncertain was visited; as nothing
        is open then, the sentence is confirmed."""
        suggested_tree, sentence = self._suggestions.current_tree, self._session.sentence
        if suggested_tree is None or sentence is None:
            return self._notices.refuse(_tr("No tree is proposed for this sentence."))
        index = self._session.selection.sentence
        if reason := self._describe_unvisited(index, sentence):
            return self._notices.refuse(reason)
        return self._confirm(index, suggested_tree, _tr("Accept the rest of sentence {0}").format(index + 1))

    def _describe_shortcomings(self, index: int, suggested_tree: Sentence | None) -> str:
        """Return why a sentence should not be accepted without a second look; "" where nothing speaks against it."""
        sentence = self._session.treebank[index]
        displayed = suggested_tree or sentence
        structures = editable_structures(self._session.treebank.format)
        is_partial = any(
            structure.has_decisions(displayed) and structure.is_unfinished(displayed) for structure in structures
        )
        if is_partial or (structures and all(structure.is_unfinished(displayed) for structure in structures)):
            completed, _ = self._reading_selection.fill_first_readings(index, displayed)
            undecided_words = [word for word in range(1, len(completed) + 1) if not is_decided(completed, word)]
            has_ranking = self._readings.are_visible and self._readings.get_latest(index) is not None
            if has_ranking and undecided_words and not is_partial:
                return _tr("Words without a reading: {0}").format(_list_words(undecided_words, displayed))
            if not has_ranking or is_partial:  # a user who annotates readings needs no trees
                headless_words = [word for word, head in enumerate(displayed.heads, 1) if head is None]
                only_constituents = all(structure is CONSTITUENTS for structure in structures)
                message = _tr("This sentence has no tree") if only_constituents else _tr("Words without a head: {0}")
                return message.format(_list_words(headless_words, displayed))
        return self._describe_unvisited(index, sentence)

    @property
    def unvisited(self) -> tuple[Position, ...]:
        """Uncertain positions of the selected sentence that were not visited."""
        index = self._session.selection.sentence
        readings = self._readings.find_uncertain(index) if self._readings.are_visible else frozenset()
        words = sorted(readings - self._visited_words.get(index, set()))
        return tuple(dict.fromkeys((*self._suggestions.find_unvisited(), *words)))

    def _describe_unvisited(self, index: int, sentence: Sentence) -> str:
        """Return a message that names the uncertain positions that were not visited; "" for none."""
        positions = self.unvisited if index == self._session.selection.sentence else ()
        if not positions:
            return ""
        listing = ", ".join(describe_position(position, sentence.forms) for position in positions[:_MAX_LISTED])
        return _tr("In doubt and not looked at yet: {0}").format(
            listing + (", …" if len(positions) > _MAX_LISTED else "")
        )

    def _on_selection_changed(self, selection: Selection, _previous: Selection) -> None:
        self._visited_words.setdefault(selection.sentence, set()).update(selection.words)

    def _confirm(self, index: int, suggested_tree: Sentence | None, step: str) -> Outcome:
        session = self._session
        sentence = session.treebank[index]
        rank = None if suggested_tree is None else self._suggestions.rank + 1
        confirmed, count = self._reading_selection.fill_first_readings(index, suggested_tree or sentence)
        if count:
            step = _tr("{0} (first readings taken: {1})").format(step, count)
        choices = self._reading_selection.make_first_choices(index, sentence, confirmed)
        change = Change(session.document, index, sentence, confirmed)
        return session.apply(Edit(step, (change,), CONFIRMED, session.elapsed_milliseconds, rank, efforts=choices))


def _list_words(words: list[int], sentence: Sentence) -> str:
    """Return the first of these words with their numbers; "all" where the list holds every word."""
    if len(words) == len(sentence):
        return _tr("all")
    listing = ", ".join(describe_position(word, sentence.forms) for word in words[:_MAX_LISTED])
    return listing + (", …" if len(words) > _MAX_LISTED else "")

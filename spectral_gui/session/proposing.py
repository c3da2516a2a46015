"""What a session proposes: trees of the active model for sentences without heads, under what the user has locked."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject

from spectral_core.data import Constraints, Sentence
from spectral_core.project import Act, LockChange
from spectral_gui.session.parsing import HOLD_HEADS, Parsing
from spectral_gui.session.pending import Tried
from spectral_gui.session.selection import Selection

__all__ = ["HOLD_HEADS", "Proposing"]


class Proposing(Parsing):
    """Shows what the active model answered, and which words of it are in doubt. Locks are acts: journaled before they
    are honoured, and undone like any other."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.doubt = 0.5  # a word whose margin is smaller is in doubt
        self._visited: dict[int, set[int]] = {}
        self.selection_changed.connect(self._follow_selection)
        self.model_changed.connect(self._follow_model)

    def doubt_below(self, margin: float) -> None:
        """Words are in doubt from now on whose margin is smaller."""
        if margin != self.doubt:
            self.doubt = margin
            self.proposals_changed.emit(self.selection.sentence)

    @property
    def why_nothing_proposed(self) -> str:
        """Why no tree is proposed for the selected sentence and none will be; "" where it has heads, or where there is
        one or will be."""
        sentence, at = self.sentence, self.selection.sentence
        if sentence is None or sentence.has_heads or not sentence.readable or not len(sentence):
            return ""
        if self.treebank.format not in HOLD_HEADS:
            return self.tr("Files of this format hold no dependencies; no tree is proposed.")
        return self.why_no_model or self._why_too_long(sentence) or self._failure(at, self._question(at))

    def turn(self, by: int) -> None:
        """Shows another tree of the proposal; of a sentence that has heads, the first one at first."""
        at, sentence = self.selection.sentence, self.sentence
        if self.active is None:
            self.refused.emit(self.why_no_model)
            return
        if sentence is None:
            return
        why = self._why_unasked(sentence)
        if why:
            self.refused.emit(why)
            return
        if not self._is_wanted(at):
            self._wanted_anyway = True
            self.rank = 0
        elif self.offer is not None:
            self.rank = (self.rank + by) % len(self.offer.trees)
        self._failures.pop(at, None)  # once more, as it is asked for
        self._pump()
        self.proposals_changed.emit(at)
        if self.offer is None and self.waiting:
            self._asked_aloud = True
            self.noted.emit(self.tr("The model was asked for its trees of this sentence …"))
        self._say_rank()

    def decline(self) -> bool:
        """Whether a proposal that was asked for is no longer shown."""
        if not self._wanted_anyway:
            return False
        self._wanted_anyway, self.rank, self._asked_aloud = False, 0, False
        self.proposals_changed.emit(self.selection.sentence)
        return True

    def doubtful(self) -> tuple[int, ...]:
        """The words of the proposal shown whose margin is small and that are not decided."""
        offer = self.offer
        if offer is None:
            return ()
        required = {word for _, word in offer.asked.constraints.required_arcs}
        return tuple(
            word for word, margin in enumerate(offer.margins, 1) if margin < self.doubt and word not in required
        )

    def unvisited(self) -> tuple[int, ...]:
        """The doubtful words that were not selected yet."""
        seen = self._visited.get(self.selection.sentence, set())
        return tuple(word for word in self.doubtful() if word not in seen)

    # Locks

    def lock(self, word: int) -> None:
        """Locks the arc of a word as it is shown, or takes its lock back; the rest is parsed anew."""
        head, now = self._head_shown(word), self.locks(self.selection.sentence)
        if head is None:
            self.refused.emit(self.tr("This word has no arc to lock."))
            return
        held = {arc for arc in now.required_arcs if arc[1] == word}
        if held:
            self._relock(replace(now, required_arcs=now.required_arcs - held), self.tr("Unlock {0}"), word)
            return
        step = self.tr("Lock {0} under {1}") if head else self.tr("Lock {0} as the root")
        if self._relock(replace(now, required_arcs=now.required_arcs | {(head, word)}), step, word, head):
            self.noted.emit(self.tr("Locked. The journal keeps locks; text files have no place for them."))

    def forbid(self, word: int) -> None:
        """Forbids the arc of a word as it is shown; the rest is parsed anew."""
        head, now = self._head_shown(word), self.locks(self.selection.sentence)
        if head is None:
            self.refused.emit(self.tr("This word has no arc to forbid."))
            return
        required = now.required_arcs - {(head, word)}
        step = self.tr("Forbid {0} under {1}") if head else self.tr("Forbid {0} as the root")
        locks = replace(now, required_arcs=required, forbidden_arcs=now.forbidden_arcs | {(head, word)})
        if self._relock(locks, step, word, head):
            self.noted.emit(self.tr("Forbidden. The journal keeps it; free the word to allow it again."))

    def free(self, word: int) -> None:
        """Takes every lock of a word back."""
        now = self.locks(self.selection.sentence)
        required = frozenset(arc for arc in now.required_arcs if arc[1] != word)
        forbidden = frozenset(arc for arc in now.forbidden_arcs if arc[1] != word)
        self._relock(replace(now, required_arcs=required, forbidden_arcs=forbidden), self.tr("Free {0}"), word)

    # How it is done

    def _why_unasked(self, sentence: Sentence) -> str:
        """Why no model can be asked about a sentence; "" where one can."""
        if self.treebank.format not in HOLD_HEADS:
            return self.tr("Files of this format hold no dependencies; no tree is proposed.")
        if not sentence.readable or not len(sentence):
            return self.tr("This sentence could not be read; no tree is proposed.")
        return self._why_too_long(sentence)

    def _head_shown(self, word: int) -> int | None:
        at = self.selection.sentence
        if not 0 <= at < len(self.treebank):
            return None
        shown = self.offered or self.treebank[at]
        return shown.heads[word - 1] if 1 <= word <= len(shown) else None

    def _relock(self, locks: Constraints, step: str, word: int, head: int = 0) -> bool:
        """Whether something else is locked now; the rest is parsed anew."""
        at = self.selection.sentence
        if self._model is None:
            self.refused.emit(self.why_no_model)
            return False
        before = self.locks(at)
        if locks == before:
            return False
        forms = self.treebank[at].forms
        names = (f"'\u2068{forms[place - 1]}\u2069'" for place in (word, head or word))
        change = LockChange(self.document, at, forms, before, locks)
        act = Act(step.format(*names), (), milliseconds=self._spent(), locks=(change,))
        if not self._record(act):
            return False
        self._turn_locks(act, back=False)
        self.history_changed.emit()
        return True

    def _turn_locks(self, act: Act, back: bool) -> None:
        """Shows the locks of an act that is done, undone or done again."""
        for change in act.locks:
            if back:
                self._pending.undo(change)
            else:
                self._pending.add(Tried(change, act.step, self._acts))
            self._show_lock(change, back)

    def _show_lock(self, change: LockChange, back: bool) -> None:
        at = change.index
        if at == self.selection.sentence:
            shown = self.offered or self.treebank[at]
            self._before.pop(at, None)
            if shown.has_heads:
                self._before[at] = shown
            self._wanted_anyway = self._wanted_anyway or self.treebank[at].has_heads
        self._locks[at] = (change.forms, change.before if back else change.after)
        self._pump()
        self.proposals_changed.emit(at)

    # What happens elsewhere

    def _follow_selection(self, now: Selection, before: Selection) -> None:
        if now.sentence != before.sentence:
            self.rank, self._wanted_anyway, self._asked_aloud = 0, False, False
            self._swap()
            self._pump()
            why = self.why_nothing_proposed
            if why and self._is_wanted(now.sentence):
                self.noted.emit(why)
        if now.word:
            self._visited.setdefault(now.sentence, set()).update(now.words)

    def _follow_change(self, index: int) -> None:
        """A sentence was edited, accepted or taken back."""
        if index == self.selection.sentence and self.treebank[index].has_heads:
            self._wanted_anyway = self._asked_aloud = False
        self._compare_with_shown(index)
        self._follow_accepted(index)
        self._pump()

    def _compare_with_shown(self, index: int) -> None:
        """Remembers the tree that was shown before an edit, so that the next can say what else has moved."""
        shown = self._proposals.get(index)
        edited = shown is not None and shown.asked != self._question(index) and self._is_wanted(index)
        if shown is not None and edited and index == self.selection.sentence:
            tree = shown.trees[min(self.rank, len(shown.trees) - 1)].value
            self._before.setdefault(index, tree)
        else:
            self._before.pop(index, None)

    def _follow_model(self) -> None:
        self._failures.clear()
        self._give_up_parsing()
        self.proposals_changed.emit(self.selection.sentence)
        self._pump()

    def _forget_proposals(self) -> None:
        """Another document is shown."""
        self._forget_orders()
        self._give_up_parsing()
        for held in (self._proposals, self._failures, self._pending, self._before, self._visited):
            held.clear()
        self._expected = ()
        self.rank, self._wanted_anyway, self._asked_aloud = 0, False, False

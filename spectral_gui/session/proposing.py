"""What a session proposes: trees of the active model for sentences without heads, under what the user has locked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QObject

from spectral_core.data import Constraints, Problem, Sentence
from spectral_core.project import Act, LockChange
from spectral_gui.jobs import ANSWERS, LONGEST, Job, Parsed, Standing
from spectral_gui.session.locking import Locking
from spectral_gui.session.pending import Tried
from spectral_gui.session.proposal import Asked, Proposal
from spectral_gui.session.selection import Selection

HOLD_HEADS = ("", "conllu", "text")  # formats of documents that can keep dependencies; a text is saved as CoNLL-U
_TREES = 10  # of a proposal


class Proposing(Locking):
    """Asks the active model about the selected sentence and those that come next; answers to old questions are
    dropped. Locks are acts: journaled before they are honoured, and undone like any other."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.doubt = 0.5  # a word whose margin is smaller is in doubt
        self.rank = 0  # of the tree that is shown of the selected sentence
        self._wanted_anyway = False  # a proposal for the selected sentence, although it has heads
        self._asked_aloud = False  # somebody waits for it: what comes is said
        self._proposals: dict[int, Proposal] = {}
        self._failures: dict[int, tuple[Asked, str]] = {}  # what could not be answered, and why
        self._before: dict[int, Sentence] = {}  # the tree that was shown before locks or an edit
        self._visited: dict[int, set[int]] = {}
        self._expected: tuple[int, ...] = ()
        self._parsing: Job | None = None
        self.selection_changed.connect(self._follow_selection)
        self.model_changed.connect(self._follow_model)

    def doubt_below(self, margin: float) -> None:
        """Words are in doubt from now on whose margin is smaller."""
        if margin != self.doubt:
            self.doubt = margin
            self.proposals_changed.emit(self.selection.sentence)

    # Proposals

    def proposal(self, index: int) -> Proposal | None:
        """What the active model proposes for a sentence as it is now, if that is known already."""
        found = self._proposals.get(index)
        return found if found is not None and found.asked == self._question(index) else None

    @property
    def offer(self) -> Proposal | None:
        """The proposal that is shown of the selected sentence: where it lacks heads, or where it was asked for."""
        at = self.selection.sentence
        return self.proposal(at) if self._is_wanted(at) else None

    @property
    def offered(self) -> Sentence | None:
        """The tree that is shown of the selected sentence and not yet taken."""
        offer = self.offer
        return None if offer is None else offer.trees[min(self.rank, len(offer.trees) - 1)].value

    @property
    def waiting(self) -> bool:
        """Whether a proposal for the selected sentence is on its way."""
        at = self.selection.sentence
        return self._is_wanted(at) and self._lacks_answer(at)

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

    def _why_too_long(self, sentence: Sentence) -> str:
        if len(sentence) <= LONGEST:
            return ""
        said = self.tr("This sentence has {0} words; trees are proposed for up to {1}. Attach its words by hand.")
        return said.format(len(sentence), LONGEST)

    def problems(self, index: int) -> tuple[Problem, ...]:
        """What is wrong with one sentence as it is now; that words have no heads is not where a tree is proposed."""
        found = super().problems(index)
        if not found or not self._is_wanted(index):
            return found
        if self.proposal(index) is None and not self._lacks_answer(index):
            return found
        heads = self.treebank[index].heads
        return tuple(one for one in found if not one.word or heads[one.word - 1] is not None)

    def expect(self, indexes: Sequence[int]) -> None:
        """Asks ahead about the sentences that come next in the queue."""
        self._expected = tuple(indexes)
        self._pump()

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

    def _why_unasked(self, sentence: Sentence) -> str:
        """Why no model can be asked about a sentence; "" where one can."""
        if self.treebank.format not in HOLD_HEADS:
            return self.tr("Files of this format hold no dependencies; no tree is proposed.")
        if not sentence.readable or not len(sentence):
            return self.tr("This sentence could not be read; no tree is proposed.")
        return self._why_too_long(sentence)

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

    def _question(self, index: int) -> Asked | None:
        """What would be asked about a sentence now; None where nothing can be."""
        model = self._model
        if model is None or not 0 <= index < len(self.treebank) or self.treebank.format not in HOLD_HEADS:
            return None
        sentence = self.treebank[index]
        if not sentence.readable or not 0 < len(sentence) <= LONGEST:
            return None
        return Asked(sentence, model, self._constraints(index, sentence))

    def _is_wanted(self, index: int) -> bool:
        if not 0 <= index < len(self.treebank) or self._model is None:
            return False
        if index == self.selection.sentence and self._wanted_anyway:
            return True
        return not self.treebank[index].has_heads

    def _lacks_answer(self, index: int) -> bool:
        question = self._question(index)
        if question is None or self._failure(index, question):
            return False
        found = self._proposals.get(index)
        return found is None or found.asked != question

    def _failure(self, index: int, question: Asked | None) -> str:
        """Why the model has no answer to a question; "" where it may have one."""
        asked, why = self._failures.get(index, (None, ""))
        return why if asked == question else ""

    def _pump(self) -> None:
        """Asks about the sentence that is wanted most; one at a time, so that the selected one never waits long."""
        self._fall_back()
        if self._parsing is not None or self._model is None:
            return
        locked = self._pending.sentences  # also those that were left since: what cannot hold there is told soon
        rows = (self.selection.sentence, *locked, *self._expected)
        at = next((at for at in rows if (at in locked or self._is_wanted(at)) and self._lacks_answer(at)), None)
        question = None if at is None else self._question(at)
        if at is None or question is None:
            return
        index, generation = at, self._generation
        if not question.sentence.has_heads:
            self._seen_open.add((self.document, index))
        job = self._jobs.start(ANSWERS, "parse", question.model, question.sentence, _TREES, question.constraints)
        self._parsing = job

        def take(parsed: Parsed) -> None:
            self._rest(job)
            if generation == self._generation and self._question(index) == question:
                self._pending.forget(index)
                self._proposals[index] = Proposal(index, question, parsed, self._before.pop(index, None))
                if index == self.selection.sentence:
                    self.rank = 0
                self.proposals_changed.emit(index)
                if index == self.selection.sentence and self._asked_aloud:
                    self._asked_aloud = False
                    self._say_rank()
            self._pump()

        def refuse(why: str) -> None:
            self._rest(job)
            if generation == self._generation and self._question(index) == question and not self._fall_back():
                self._fail(index, question, why, job.conflict)
            self._pump()

        job.finished.connect(take)
        job.failed.connect(refuse)
        job.cancelled.connect(lambda: self._rest(job))
        job.broke.connect(lambda _: refuse(self.tr("This sentence could not be parsed.")))
        job.broke.connect(self.broke.emit)

    def _rest(self, job: Job) -> None:
        if job is self._parsing:
            self._parsing = None

    def _give_up_parsing(self) -> None:
        """What the engine is asked now is not waited for any more; it may be replaced over that."""
        job, self._parsing = self._parsing, None
        if job is not None:
            job.cancel()

    def _fail(self, index: int, question: Asked, why: str, conflict: bool = False) -> None:
        """There is no proposal for this sentence; where its locks are the reason, those that cannot hold go."""
        if conflict and self._sort_out(index, question, why):
            return
        why = f"{why}{self._other_way(question.sentence)}"
        self._failures[index] = (question, why)
        self._mend(index)  # words without heads are problems from now on
        if index == self.selection.sentence:
            self._asked_aloud = False
            self.refused.emit(why)
        self.proposals_changed.emit(index)

    def _sort_out(self, index: int, question: Asked, why: str) -> bool:
        """Whether the engine is asked which of the newest locks cannot hold."""
        tried = self._pending.of(index, question.sentence.forms)
        if not tried:
            return False
        own = self._own_constraints(question.sentence)
        pairs = tuple((one.change.before, one.change.after) for one in tried)
        job = self._jobs.start(ANSWERS, "standing", question.model, question.sentence, own, pairs)
        self._parsing, generation = job, self._generation

        def take(found: Standing) -> None:
            self._rest(job)
            same = generation == self._generation and self._question(index) == question
            if same and not self._take_back_locks(index, tried, found):
                self._fail(index, question, why)
            self._pump()

        def refuse(other: str) -> None:
            self._rest(job)
            if generation == self._generation and self._question(index) == question:
                self._fail(index, question, other)
            self._pump()

        job.finished.connect(take)
        job.failed.connect(refuse)
        job.cancelled.connect(lambda: self._rest(job))
        job.broke.connect(lambda _: refuse(self.tr("This sentence could not be parsed.")))
        job.broke.connect(self.broke.emit)
        return True

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

    def _say_rank(self) -> None:
        offer = self.offer
        if offer is None:
            return
        tree = offer.trees[self.rank]
        number = self.tr("score {0:.3f}").format(tree.score)
        if tree.probability is not None:
            number = self.tr("probability {0:.0%}").format(tree.probability)
        said = self.tr("Tree {0} of {1}, {2}").format(self.rank + 1, len(offer.trees), number)
        own = offer.asked.sentence
        if self.rank:
            said = self.tr("{0}; {1} word(s) hang elsewhere than in the first").format(
                said, len(offer.moved(self.rank))
            )
        elif (tree.value.heads, tree.value.deprels) == (own.heads, own.deprels):
            said = self.tr("{0}: it is what stands here").format(said)
        elif own.has_heads:
            pairs = zip(own.heads, own.deprels, tree.value.heads, tree.value.deprels, strict=True)
            rows = [(head != new, label != other) for head, label, new, other in pairs]
            heads, labels = sum(moved for moved, _ in rows), sum(other for moved, other in rows if not moved)
            parts = [self.tr("{0} head(s)").format(heads)] if heads else []
            parts += [self.tr("{0} relation(s)").format(labels)] if labels else []
            said = self.tr("{0}; other than what stands here: {1}").format(said, ", ".join(parts))
        self.noted.emit(said)

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

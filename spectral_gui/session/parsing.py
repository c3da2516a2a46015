"""What the active model is asked for trees of: which sentence comes next, and what becomes of the answer."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject

from spectral_core.data import Problem, Sentence
from spectral_gui.jobs import ANSWERS, LONGEST, Job, Parsed, Standing
from spectral_gui.session.locking import Locking
from spectral_gui.session.proposal import Asked, Proposal

HOLD_HEADS = ("", "conllu", "text")  # formats of documents that can keep dependencies; a text is saved as CoNLL-U
_TREES = 10  # of a proposal


class Parsing(Locking):
    """Asks about the selected sentence and those that come next; answers to old questions are dropped."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.rank = 0  # of the tree that is shown of the selected sentence
        self._wanted_anyway = False  # a proposal for the selected sentence, although it has heads
        self._asked_aloud = False  # somebody waits for it: what comes is said
        self._proposals: dict[int, Proposal] = {}
        self._failures: dict[int, tuple[Asked, str]] = {}  # what could not be answered, and why
        self._before: dict[int, Sentence] = {}  # the tree that was shown before locks or an edit
        self._expected: tuple[int, ...] = ()
        self._parsing: Job | None = None

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

    def _why_too_long(self, sentence: Sentence) -> str:
        if len(sentence) <= LONGEST:
            return ""
        said = self.tr("This sentence has {0} words; trees are proposed for up to {1}. Attach its words by hand.")
        return said.format(len(sentence), LONGEST)

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

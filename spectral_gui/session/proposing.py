"""What a session proposes: trees of the active model for sentences without heads, under what the user has locked."""

from __future__ import annotations

import random
from array import array
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from spectral_core.data import EMPTY, FREE, Constraints, Sentence
from spectral_gui.jobs import ANSWERS, LEARNING, Job, Parsed
from spectral_gui.session.parsers import Parsers
from spectral_gui.session.proposal import Asked, Proposal
from spectral_gui.session.selection import Selection

HOLD_HEADS = ("", "conllu", "text")  # formats of documents that can keep dependencies; a text is saved as CoNLL-U
_TREES = 10  # of a proposal
_LONGEST = 200  # words of a sentence that is parsed


class Proposing(Parsers):
    """Asks the active model about the selected sentence and those that come next; answers to old questions are
    dropped. Locks are kept until the project is closed."""

    proposals_changed = Signal(int)  # of a sentence: there is one, another, or none any more
    uncertainty_changed = Signal()  # it is known of every sentence, or no longer

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.doubt = 0.5  # a word whose margin is smaller is in doubt
        self.uncertainty: array[float] | None = None  # (sentences,) as `find_uncertainty` found it
        self.rank = 0  # of the tree that is shown of the selected sentence
        self._judge: Path | None = None  # the run's model whose uncertainty it is
        self._ordering: Job | None = None
        self._wanted_anyway = False  # a proposal for the selected sentence, although it has heads
        self._proposals: dict[int, Proposal] = {}
        self._failures: dict[int, tuple[Asked, str]] = {}  # what could not be answered, and why
        self._locks: dict[tuple[str, int], tuple[tuple[str, ...], Constraints]] = {}  # with the words they are about
        self._before: dict[int, tuple[Constraints, Sentence | None]] = {}  # the locks were changed: what was before
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

    def expect(self, indexes: Sequence[int]) -> None:
        """Asks ahead about the sentences that come next in the queue."""
        self._expected = tuple(indexes)
        self._pump()

    def turn(self, by: int) -> None:
        """Shows another tree of the proposal; of a sentence that has heads, the first one at first."""
        at = self.selection.sentence
        if self.active is None:
            self.refused.emit(self.tr("No model that parses has been learnt; learn head automata in Train."))
        elif not self._is_wanted(at):
            self._wanted_anyway = True
            self.rank = 0
            self._pump()
            self.proposals_changed.emit(at)
        else:
            offer = self.offer
            if at in self._failures:
                del self._failures[at]
                self._pump()  # once more, as it is asked for
            if offer is not None:
                self.rank = (self.rank + by) % len(offer.trees)
                self.proposals_changed.emit(at)
        self._say_rank()

    def decline(self) -> bool:
        """Whether a proposal that was asked for is no longer shown."""
        if not self._wanted_anyway:
            return False
        self._wanted_anyway, self.rank = False, 0
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

    def locks(self, index: int) -> Constraints:
        """What was locked and forbidden in a sentence by hand."""
        forms, locks = self._locks.get((self.document, index), ((), FREE))
        return locks if locks and forms == self.treebank[index].forms else FREE

    def _keep_locks(self, index: int, locks: Constraints) -> None:
        self._locks[self.document, index] = (self.treebank[index].forms, locks)

    def lock(self, word: int) -> None:
        """Locks the arc of a word as it is shown, or takes its lock back; the rest is parsed anew."""
        head, now = self._head_shown(word), self.locks(self.selection.sentence)
        if head is None:
            self.refused.emit(self.tr("This word has no arc to lock."))
            return
        held = {arc for arc in now.required_arcs if arc[1] == word}
        wanted = now.required_arcs - held if held else now.required_arcs | {(head, word)}
        self._relock(replace(now, required_arcs=wanted))
        if not held:
            self.noted.emit(self.tr("Locked; locks hold until the project is closed and are not in its files."))

    def forbid(self, word: int) -> None:
        """Forbids the arc of a word as it is shown; the rest is parsed anew."""
        head, now = self._head_shown(word), self.locks(self.selection.sentence)
        if head is None:
            self.refused.emit(self.tr("This word has no arc to forbid."))
            return
        required = now.required_arcs - {(head, word)}
        self._relock(replace(now, required_arcs=required, forbidden_arcs=now.forbidden_arcs | {(head, word)}))
        self.noted.emit(self.tr("Forbidden until the project is closed; free the word to allow it again."))

    def free(self, word: int) -> None:
        """Takes every lock of a word back."""
        now = self.locks(self.selection.sentence)
        required = frozenset(arc for arc in now.required_arcs if arc[1] != word)
        forbidden = frozenset(arc for arc in now.forbidden_arcs if arc[1] != word)
        self._relock(replace(now, required_arcs=required, forbidden_arcs=forbidden))

    # The order of the queue

    def find_uncertainty(self) -> Job | None:
        """Finds how uncertain the active model is of every sentence; `uncertainty_changed` when it is known."""
        model = self._model
        if model is None:
            self.refused.emit(self.tr("No model that parses has been learnt; learn head automata in Train."))
            return None
        if self._ordering is not None:
            return self._ordering
        job = self._working(self.tr("Parsing all sentences"), LEARNING, "order", model, self.document)
        self._ordering = job
        generation = self._generation

        def take(found: array[float]) -> None:
            if job is self._ordering and generation == self._generation:
                self._ordering = None
                self.uncertainty = found
                self.uncertainty_changed.emit()

        def give_up(_: object = None) -> None:
            if job is self._ordering:
                self._ordering = None

        job.finished.connect(take)
        for outcome in (job.cancelled, job.failed, job.broke):
            outcome.connect(give_up)
        return job

    def shuffled(self) -> list[int]:
        """(sentences,) the place of every sentence in an order that is random, and always the same."""
        places = list(range(len(self.treebank)))
        random.Random(0).shuffle(places)
        return places

    # How it is done

    def _question(self, index: int) -> Asked | None:
        """What would be asked about a sentence now; None where nothing can be."""
        model = self._model
        if model is None or not 0 <= index < len(self.treebank) or self.treebank.format not in HOLD_HEADS:
            return None
        sentence = self.treebank[index]
        if not sentence.readable or not 0 < len(sentence) <= _LONGEST:
            return None
        return Asked(sentence, model, self._constraints(index, sentence))

    def _constraints(self, index: int, sentence: Sentence) -> Constraints:
        """What is locked by hand, and what the user has attached and named in a sentence that lacks heads."""
        locks = self.locks(index)
        if sentence.has_heads:
            return locks
        size = len(sentence)
        own = {(head, word) for word, head in enumerate(sentence.heads, 1) if head is not None and 0 <= head <= size}
        labels = {(word, label) for word, label in enumerate(sentence.deprels, 1) if label != EMPTY}
        return replace(locks, required_arcs=locks.required_arcs | own, required_labels=locks.required_labels | labels)

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
        if self._parsing is not None or self._model is None:
            return
        rows = (self.selection.sentence, *self._expected)
        at = next((at for at in rows if self._is_wanted(at) and self._lacks_answer(at)), None)
        question = None if at is None else self._question(at)
        if at is None or question is None:
            return
        index, generation = at, self._generation
        if not question.sentence.has_heads:
            self._seen_open.add((self.document, index))
        job = self._jobs.start(ANSWERS, "parse", question.model, question.sentence, _TREES, question.constraints)
        self._parsing = job

        def take(parsed: Parsed) -> None:
            self._parsing = None
            if generation == self._generation and self._question(index) == question:
                _, before = self._before.pop(index, (FREE, None))
                self._proposals[index] = Proposal(index, question, parsed, before)
                if index == self.selection.sentence:
                    self.rank = 0
                self.proposals_changed.emit(index)
            self._pump()

        def refuse(why: str) -> None:
            self._parsing = None
            if generation == self._generation and self._question(index) == question:
                self._fail(index, question, why)
            self._pump()

        def give_up(_: object = None) -> None:
            self._parsing = None

        job.finished.connect(take)
        job.failed.connect(refuse)
        job.cancelled.connect(give_up)
        job.broke.connect(lambda _: refuse(self.tr("This sentence could not be parsed.")))
        job.broke.connect(self.broke.emit)

    def _fail(self, index: int, question: Asked, why: str) -> None:
        """Takes back the lock that cannot be honoured; or else there is no proposal for this sentence."""
        kept, _ = self._before.pop(index, (None, None))
        if kept is not None and kept != self.locks(index):
            self._keep_locks(index, kept)
        else:
            self._failures[index] = (question, why)
        if index == self.selection.sentence:
            self.refused.emit(why)
        self.proposals_changed.emit(index)

    def _head_shown(self, word: int) -> int | None:
        at = self.selection.sentence
        if not 0 <= at < len(self.treebank):
            return None
        shown = self.offered or self.treebank[at]
        return shown.heads[word - 1] if 1 <= word <= len(shown) else None

    def _relock(self, locks: Constraints) -> None:
        at = self.selection.sentence
        if self._model is None:
            self.refused.emit(self.tr("No model that parses has been learnt; learn head automata in Train."))
            return
        if locks == self.locks(at):
            return
        shown = self.offered or self.treebank[at]
        self._before[at] = (self.locks(at), shown if shown.has_heads else None)
        self._keep_locks(at, locks)
        self._wanted_anyway = self._wanted_anyway or self.treebank[at].has_heads
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
        if self.rank:
            said = self.tr("{0}; {1} word(s) hang elsewhere than in the first").format(
                said, len(offer.moved(self.rank))
            )
        self.noted.emit(said)

    # What happens elsewhere

    def _follow_selection(self, now: Selection, before: Selection) -> None:
        if now.sentence != before.sentence:
            self.rank, self._wanted_anyway = 0, False
            self._swap()
            self._pump()
            why = self._failure(now.sentence, self._question(now.sentence))
            if why and self._is_wanted(now.sentence):
                self.noted.emit(why)
        if now.word:
            self._visited.setdefault(now.sentence, set()).update(now.words)

    def _follow_change(self, index: int) -> None:
        """A sentence was edited, accepted or taken back."""
        if index == self.selection.sentence and self.treebank[index].has_heads:
            self._wanted_anyway = False
        self._compare_with_shown(index)
        self._follow_accepted(index)
        self._pump()

    def _compare_with_shown(self, index: int) -> None:
        """Remembers the tree that was shown before an edit, so that the next can say what else has moved."""
        shown = self._proposals.get(index)
        edited = shown is not None and shown.asked != self._question(index) and self._is_wanted(index)
        if shown is not None and edited and index == self.selection.sentence:
            tree = shown.trees[min(self.rank, len(shown.trees) - 1)].value
            self._before.setdefault(index, (self.locks(index), tree))
        else:
            self._before.pop(index, None)

    def _follow_model(self) -> None:
        if self._judge != self._active:
            self._judge, self.uncertainty = self._active, None
            if self._ordering is not None:
                self._ordering.cancel()
                self._ordering = None
        self._failures.clear()
        self.proposals_changed.emit(self.selection.sentence)
        self._pump()

    def _forget_proposals(self) -> None:
        """Another document is shown."""
        if self._ordering is not None:
            self._ordering.cancel()
            self._ordering = None
        for held in (self._proposals, self._failures, self._before, self._visited):
            held.clear()
        self._expected, self.uncertainty = (), None
        self.rank, self._wanted_anyway = 0, False

"""What is proposed: trees of the model in use for sentences that lack one, under what the user has locked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from spectral_core.data import Problem, Sentence
from spectral_core.data.structure import DEPENDENCIES, Place, Structure
from spectral_core.engine import LONGEST, Parsed, SortLocks, Standing
from spectral_core.formats import structures_kept
from spectral_core.project import Act, Run
from spectral_gui.session.answers import Answers
from spectral_gui.session.locking import Locking
from spectral_gui.session.model_in_use import ModelInUse
from spectral_gui.session.notices import Nothing, Notices, Outcome
from spectral_gui.session.pending import Pending, Tried
from spectral_gui.session.proposal import Proposal, ProposalQuestion
from spectral_gui.session.selection import Selection
from spectral_gui.session.session import Session
from spectral_gui.session.surveying import Surveying
from spectral_gui.session.why_not import WhyNot
from spectral_gui.session.wording import tree_said
from spectral_gui.session.work import Work


class Proposals(QObject):
    """Shows what the model in use answered about the structure at hand, and what of it is in doubt. Locks are acts:
    journaled before they are honoured, and undone like any other; those that cannot hold are taken back."""

    changed = Signal(int)  # of a sentence: there is one, another, or none any more
    model_changed = Signal()  # another model proposes, or it was learnt again

    def __init__(
        self,
        session: Session,
        models: Mapping[str, ModelInUse],
        surveying: Surveying,
        work: Work,
        notices: Notices,
        why_unfit: Callable[[Run], str],
        learning: Callable[[], Run | None],
    ):
        super().__init__()
        self._session, self._models, self._surveying, self._notices = session, models, surveying, notices
        self._at_hand: Structure = DEPENDENCIES  # where a document can keep both
        self.doubt = 0.5  # a part whose margin is smaller is in doubt
        self.rank = 0  # of the tree that is shown of the selected sentence
        self._wanted_anyway = False  # a proposal for the selected sentence, although nothing of it is open
        self._asked_aloud = False  # somebody waits for it: what comes is said
        self._proposals: dict[int, Proposal] = {}
        self._before: dict[int, Sentence] = {}  # the tree that was shown before locks or an edit
        self._preferred: Sentence | None = None  # of the next trees of the selected sentence, the one to show
        self._visited: dict[int, set[Place]] = {}
        self._expected: tuple[int, ...] = ()
        self._pending = Pending()
        self._answers = Answers(self._question, session, work)
        self.why_not = WhyNot(session, self, why_unfit, learning)
        self.locking = Locking(session, self, notices)
        self._answers.answered.connect(self._take)
        self._answers.refused.connect(self._refuse)
        self._answers.sorted_out.connect(self._take_standing)
        self._answers.rested.connect(self._pump)
        surveying.excuse(self._is_excused)
        for model in models.values():
            model.changed.connect(self._follow_model)
        session.treebank_changed.connect(self._forget)
        session.acted.connect(self._follow_act)
        work.engine_returned.connect(self._ask_again)
        session.sentence_changed.connect(self._follow_change)
        session.selection_changed.connect(self._follow_selection)

    @property
    def structure(self) -> Structure:
        """The structure that is proposed: what the document can keep, and of both kinds the one at hand."""
        kept = structures_kept(self._session.treebank.format)
        return kept[0] if kept and self._at_hand not in kept else self._at_hand

    @property
    def model(self) -> ModelInUse:
        return self._models[self.structure.name]

    def relearn_after(self, sentences: int) -> None:
        """Lets models learn again from so many accepted sentences; never from 0."""
        for model in self._models.values():
            model.relearn_after = sentences

    def take_up(self, structure: Structure) -> None:
        """Proposes this structure from now on, where the document can keep both."""
        before = self.structure
        self._at_hand = structure
        if self.structure is not before:
            self._forget()
            self.model_changed.emit()
            self.changed.emit(self._session.selection.sentence)
            self._pump()

    def proposal(self, index: int) -> Proposal | None:
        """What the model proposes for a sentence as it is now, if that is known already."""
        found = self._proposals.get(index)
        return found if found is not None and found.asked == self._question(index) else None

    @property
    def offer(self) -> Proposal | None:
        """The proposal that is shown of the selected sentence: where that is open, or where it was asked for."""
        at = self._session.selection.sentence
        return self.proposal(at) if self._is_wanted(at) else None

    @property
    def offered(self) -> Sentence | None:
        """The tree that is shown of the selected sentence and not yet taken."""
        offer = self.offer
        return None if offer is None else offer.tree(self.rank)

    @property
    def last_shown(self) -> Sentence | None:
        """The tree that is offered, or while another is on its way the one that was shown before."""
        offered = self.offered
        return self._before.get(self._session.selection.sentence) if offered is None and self.waiting else offered

    @property
    def asking(self) -> bool:
        """Whether the engine is being asked about any sentence."""
        return self._answers.busy

    @property
    def waiting(self) -> bool:
        """Whether a proposal for the selected sentence is on its way."""
        at = self._session.selection.sentence
        return self._is_wanted(at) and self._answers.lacks(at)

    def failure(self, index: int) -> str:
        """Why the model has no tree for a sentence as it is now; "" where it may have one."""
        return self._answers.failure(index)

    def expect(self, indexes: Sequence[int]) -> None:
        """Asks ahead about the sentences that come next in the queue."""
        self._expected = tuple(indexes)
        self._pump()

    def turn(self, by: int) -> Outcome:
        """Shows another tree of the proposal; of a sentence that has one, the first at first."""
        at, sentence = self._session.selection.sentence, self._session.sentence
        if self.model.run is None:
            return self._notices.refuse(self.why_not.no_model)
        if sentence is None:
            return Nothing()
        if why := self.why_not.unasked(sentence):
            return self._notices.refuse(why)
        if not self._is_wanted(at):
            self._wanted_anyway, self.rank = True, 0
        elif self.offer is not None:
            self.rank = (self.rank + by) % len(self.offer.trees)
        self._answers.ask_again(at)
        self._pump()
        self.changed.emit(at)
        if self.offer is None and self.waiting:
            self._asked_aloud = True
            self._notices.note(self.tr("The model was asked for its trees of this sentence …"))
        self._say_rank()
        return Nothing()

    def prefer(self, tree: Sentence) -> None:
        """Lets this tree be shown, if it is among those that are proposed next for the selected sentence."""
        self._preferred = tree

    def decline(self) -> bool:
        """Whether a proposal that was asked for is no longer shown."""
        if not self._wanted_anyway:
            return False
        self._wanted_anyway, self.rank, self._asked_aloud = False, 0, False
        self.changed.emit(self._session.selection.sentence)
        return True

    def doubt_below(self, margin: float) -> None:
        if margin != self.doubt:
            self.doubt = margin
            self.changed.emit(self._session.selection.sentence)

    def doubtful(self) -> tuple[Place, ...]:
        """The places of the tree shown whose margin is small and that are not decided."""
        offer = self.offer
        return () if offer is None else offer.doubtful(min(self.rank, len(offer.trees) - 1), self.doubt)

    def unvisited(self) -> tuple[Place, ...]:
        """The doubtful places that were not selected yet."""
        seen = self._visited.get(self._session.selection.sentence, set())
        return tuple(place for place in self.doubtful() if place not in seen)

    def _question(self, index: int) -> ProposalQuestion | None:
        """What would be asked about a sentence now; None where nothing can be."""
        session, file = self._session, self.model.file
        if file is None or not 0 <= index < len(session.treebank):
            return None
        structure, sentence = self.structure, session.treebank[index]
        kept = structure in structures_kept(session.treebank.format)
        if not kept or not sentence.readable or not 0 < len(sentence) <= LONGEST:
            return None
        return ProposalQuestion(sentence, file, session.locks(index).joined(structure.own(sentence)), structure)

    def _is_wanted(self, index: int) -> bool:
        session = self._session
        if not 0 <= index < len(session.treebank) or self.model.file is None:
            return False
        if index == session.selection.sentence and self._wanted_anyway:
            return True
        return self.structure.is_open(session.treebank[index])

    def _is_excused(self, index: int, problem: Problem) -> bool:
        """Whether a word lacks a head for which one is proposed, or will be."""
        if not problem.word or self._session.treebank[index].heads[problem.word - 1] is not None:
            return False
        return self._is_wanted(index) and (self.proposal(index) is not None or self._answers.lacks(index))

    def _pump(self) -> None:
        """Asks about the sentence that is wanted most; one at a time, so that the selected one never waits long."""
        self.model.fall_back()
        if self._answers.busy or self.model.file is None:
            return
        locked = self._pending.sentences  # also those that were left since: what cannot hold there is told soon
        rows = (self._session.selection.sentence, *locked, *self._expected)
        asked = self._answers.ask(at for at in rows if at in locked or self._is_wanted(at))
        if asked is not None and self.structure.is_open(self._session.treebank[asked]):
            self.model.see(asked)

    def _take(self, index: int, asked: ProposalQuestion, parsed: Parsed) -> None:
        self._pending.forget(index)
        self._proposals[index] = Proposal(index, asked, parsed, self._before.pop(index, None))
        if index == self._session.selection.sentence:
            self.rank, self._preferred = self._rank_of(self._preferred, asked.structure, parsed), None
        self.changed.emit(index)
        if index == self._session.selection.sentence and (self._asked_aloud or parsed.limits):
            self._asked_aloud = False
            self._say_rank()

    @staticmethod
    def _rank_of(wanted: Sentence | None, structure: Structure, parsed: Parsed) -> int:
        """Of the tree that is nearest to the one that is wanted; the better of two that are as near."""
        if wanted is None:
            return 0
        moved = structure.moved
        away = [len(moved(one.value, wanted) | moved(wanted, one.value)) for one in parsed.trees]
        return away.index(min(away))

    def _refuse(self, index: int, asked: ProposalQuestion, why: str, conflict: bool) -> None:
        """There is no proposal for this sentence; where its locks are the reason, those that cannot hold go."""
        if self.model.fall_back():
            return
        tried = self._pending.of(index, asked.sentence.forms)
        if conflict and tried:
            changes = tuple((one.change.before, one.change.after) for one in tried)
            own = asked.structure.own(asked.sentence)
            self._answers.sort_locks(index, asked, SortLocks(asked.model, asked.sentence, own, changes))
        else:
            self._fail(index, asked, why)

    def _fail(self, index: int, asked: ProposalQuestion, why: str) -> None:
        why = f"{why}{self.why_not.other_way(asked.sentence)}"
        self._answers.fail(index, asked, why)
        self._surveying.mend(index)  # words without heads are problems from now on
        if index == self._session.selection.sentence:
            self._asked_aloud = False
            self._notices.refuse(why)
        self.changed.emit(index)

    def _take_standing(self, index: int, asked: ProposalQuestion, found: Standing) -> None:
        """Takes back the locks that cannot hold: undoes the only one where it is the newest act, or else does so by an
        act of its own."""
        session = self._session
        tried, now = self._pending.of(index, asked.sentence.forms), session.locks(index)
        if not tried or not found.refused or found.locks == now:
            self._fail(index, asked, found.why or self.tr("The model has no tree for this sentence under its locks."))
            return
        change = tried[-1].change
        if found.refused == (len(tried) - 1,) and tried[-1].acts == session.acts:
            done = session.take_back()
        else:
            steps = ", ".join(tried[place].step for place in found.refused)
            opposite = replace(change, before=now, after=found.locks)
            done = session.do(Act(self.tr("Take back what cannot hold: {0}").format(steps), (), locks=(opposite,)))
        if not done:
            self._fail(index, asked, found.why)
            return
        self._pending.forget(index)
        said = self.tr("Taken back: {0}").format(found.why)
        if index != session.selection.sentence:
            said = self.tr("Sentence {0}: {1}").format(index + 1, said)
        self._notices.refuse(said)
        self.changed.emit(index)

    def _say_rank(self) -> None:
        offer = self.offer
        if offer is not None:
            self._notices.note(tree_said(offer, self.rank))

    def _follow_act(self, act: Act, back: bool) -> None:
        """Shows the locks of an act that is done, undone or done again."""
        for change in act.locks:
            if change.document != self._session.document:
                continue
            if back:
                self._pending.undo(change)
            else:
                self._pending.add(Tried(change, act.step, self._session.acts))
            at = change.index
            if at == self._session.selection.sentence:
                sentence, found = self._session.treebank[at], self._proposals.get(at)
                here = found is not None and found.asked.sentence == sentence and self._is_wanted(at)
                shown = found.tree(self.rank) if found is not None and here else sentence
                self._before.pop(at, None)
                if not self.structure.is_open(shown):
                    self._before[at] = shown
                self._wanted_anyway = self._wanted_anyway or not self.structure.is_open(sentence)
            self._pump()
            self.changed.emit(at)

    def _follow_selection(self, now: Selection, before: Selection) -> None:
        if now.sentence != before.sentence:
            self.rank, self._wanted_anyway, self._asked_aloud, self._preferred = 0, False, False, None
            self.model.swap()
            self._answers.ask_again_unheard(now.sentence)
            self._pump()
            if (why := self.why_not.nothing) and self._is_wanted(now.sentence):
                self._notices.note(why)
        shown = self.offered or self._session.sentence
        if shown is not None:
            places = self.structure.places(shown, now.words, now.node)
            self._visited.setdefault(now.sentence, set()).update(places)

    def _follow_change(self, index: int) -> None:
        """A sentence was edited, accepted or taken back."""
        session, structure = self._session, self.structure
        is_open = structure.is_open(session.treebank[index])
        if index == session.selection.sentence and not is_open:
            self._wanted_anyway = self._asked_aloud = False
        shown = self._proposals.get(index)  # before the edit: the next can say what else has moved
        edited = shown is not None and shown.asked != self._question(index) and self._is_wanted(index)
        if shown is not None and edited and index == session.selection.sentence:
            self._before.setdefault(index, shown.tree(self.rank))
            if self.rank:  # who looks at another tree than the first corrects that one
                self._preferred = shown.tree(self.rank)
        else:
            self._before.pop(index, None)
        self.model.keep_up(index)
        self._pump()

    def _follow_model(self) -> None:
        self._answers.forget(answers=False)
        self.model_changed.emit()
        self.changed.emit(self._session.selection.sentence)
        self._pump()

    def _ask_again(self) -> None:
        """The engine works again: what failed for want of it is asked once more."""
        self._answers.ask_again_unheard()
        self._pump()
        self.changed.emit(self._session.selection.sentence)

    def _forget(self) -> None:
        self._answers.forget()
        self._pending.clear()
        for held in (self._proposals, self._before, self._visited):
            held.clear()
        self._expected = ()
        self.rank, self._wanted_anyway, self._asked_aloud = 0, False, False

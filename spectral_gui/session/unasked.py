"""What is learnt without asking: a parser of the structure at hand and a ranker, from what is open and decided; what
finds brackets in words alone where there are no trees yet."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from spectral_core.data import Sentence
from spectral_core.data.structure import Structure
from spectral_core.engine import AskLearnable, CompareDecided, DecidedWorth, Learnable, Learnt
from spectral_core.methods import METHODS, default_parser, inducer
from spectral_core.project import Run
from spectral_core.project.history import CONFIRMED
from spectral_gui.jobs import LEARNING, Job
from spectral_gui.resources import counted
from spectral_gui.session.model_in_use import ModelInUse, can_grow
from spectral_gui.session.proposals import Proposals
from spectral_gui.session.runs import Runs
from spectral_gui.session.session import Session
from spectral_gui.session.surveying import Surveying
from spectral_gui.session.trial import Trial
from spectral_gui.session.why_not import FEWEST
from spectral_gui.session.work import Work

_BETTER = 50  # whole trees from which a parser may be better than what found its brackets in words alone
_TEXT = 4000  # sentences that brackets are found in: a quarter of a minute
_FIRST = 400  # sentences of a first model, where there are many more: it is there in seconds
_MANY = 600  # sentences, from which a first model is learnt from fewer
_AGAIN, _SHARE = 20, 0.2  # decided sentences after which one that cannot grow is learnt anew, and as a share of all
_MOST_YIELDED = 2  # times that one thing is stopped for models that grow
_LAST = 200  # parts that the share of right proposals is about
_SOON, _AT_ONCE = 800, 100  # milliseconds after a reason to learn, and where nothing proposes yet


@dataclass(frozen=True, slots=True)
class Planned:
    """One thing to learn: with what method, from which documents, from how many of their sentences."""

    method: str
    documents: tuple[str, ...]
    sentences: int  # about as many as that costs
    most: int = 0  # 0 for all
    first: bool = False  # of fewer than there are, so that something is there soon; one of all takes over
    trial: bool = False  # it takes over from a model of the library where it is right more often
    rival: bool = False  # it takes over from what found brackets in words alone where it is better on decided trees

    @property
    def place(self) -> tuple[str, str, int]:
        """What makes it another one than those that were tried."""
        return (self.method, " ".join(self.documents), self.most or self.sentences)


class Unasked(QObject):
    """Learns in the background what no model is there for, the smallest first; takes note of how often what was
    proposed was right before it was decided. The user's own learning comes first."""

    changed = Signal()  # what is to be told of proposals
    learnt_one = Signal(object)  # the Run of a model that serves from now on

    def __init__(
        self,
        session: Session,
        runs: Runs,
        surveying: Surveying,
        proposals: Proposals,
        ranking: ModelInUse,
        work: Work,
        for_others: Callable[[], bool] = lambda: False,
    ):
        """What is open `for_others` is learnt from although nothing in it is to be decided: its first document."""
        super().__init__()
        self._for_others = for_others
        self._session, self._runs, self._surveying, self._work = session, runs, surveying, work
        self._proposals, self._ranking = proposals, ranking
        self._allowed = False
        self._asked: Job[tuple[Learnable, ...]] | None = None
        self._job: Job[Learnt] | None = None
        self._about: tuple[str, ...] = ()  # the documents that it learns from
        self._tried: set[tuple[str, str, int]] = set()  # methods with documents and sizes that were learnt or failed
        self._yielded: Counter[tuple[str, str, int]] = Counter()  # how often each was stopped for something else
        self._begun_again: set[tuple[str, str, int]] = set()  # those whose process died once
        self._trial: Trial | None = None
        self._won: Run | None = None  # it takes over from the library at the next sentence
        self._own_at = -_AGAIN  # how much was decided when a model of the project's own was learnt last
        self._looked_at = 0  # how much was decided when it was last asked what can be learnt
        self._rival: Path | None = None  # the file of one that is compared with what found brackets in words alone
        self._rivals_at = 0  # how many trees were accepted when one was compared last
        self._waiting: ModelInUse | None = None  # takes its newest run over at the next sentence
        self.learnt: dict[str, int] = {}  # sentences that runs were learnt from unasked, by name
        self._firsts: set[str] = set()  # of these, first ones
        self.worth: DecidedWorth | None = None  # of what finds brackets in words alone, and of the parser after it
        self._first: dict[int, tuple[Sentence, Sentence]] = {}  # sentences as they were asked about, their first trees
        self._right: deque[bool] = deque(maxlen=_LAST)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._look)
        session.treebank_changed.connect(self._forget)
        session.project_left.connect(self._end_trial)
        session.selection_changed.connect(lambda *_: self._take_over())
        session.acted.connect(self._follow_act, Qt.ConnectionType.QueuedConnection)  # nobody waits for it
        surveying.changed.connect(self._come)
        proposals.model_changed.connect(self._come)
        proposals.changed.connect(self._note_proposal)
        runs.changed.connect(self._come)

    def allow(self, allowed: bool) -> None:
        """Lets things be learnt unasked, or no longer."""
        if allowed != self._allowed:
            self._allowed = allowed
            if not allowed and self._job is not None:
                self._job.cancel()
            self._come()

    @property
    def right(self) -> float | None:
        """The share of the last parts decided that were right as they were first proposed; None for none yet."""
        return sum(self._right) / len(self._right) if self._right else None

    @property
    def trying(self) -> bool:
        """Whether a model of the project's own is tried beside one of the library."""
        return self._trial is not None

    @property
    def told(self) -> str:
        """One line about the model that proposes trees."""
        run = self._proposals.model.run
        if run is None:
            return self.tr("learning to propose …") if self._job is not None else ""
        count = self.learnt.get(run.name)
        said = run.name if count is None else counted(self.tr("learnt from %Ln sentence(s)", "", count), count)
        if count is not None and self._induces(run):
            said = counted(self.tr("learnt from the words of %Ln sentence(s)", "", count), count)
            if self.worth is not None:
                worth = self.tr(" (F1 {0:.0f}, a parser of your trees {1:.0f})")
                said += worth.format(self.worth.induced, self.worth.learnt)
        elif self.worth is not None:
            worth = self.tr(" (F1 {0:.0f}, from words alone {1:.0f})")
            said += worth.format(self.worth.learnt, self.worth.induced)
        if added := self._proposals.model.added:
            said += counted(self.tr(" + %Ln accepted", "", added), added)
        if self.right is not None:
            worth = self.tr("{0:.0%} of your last {1} were right as proposed")
            said += ", " + worth.format(self.right, len(self._right))
        return said

    def _come(self, *_: object) -> None:
        if self._allowed and self._surveying.surveyed:
            self._soon.start(_AT_ONCE if self._proposals.model.run is None else _SOON)
        self.changed.emit()

    def _look(self) -> None:
        """Asks what can be learnt, where something is lacking and nothing else is being learnt."""
        session = self._session
        lacking = self._lacks_parser() or self._lacks_ranker() or self._is_outgrown() or self._lacks_own()
        busy = self._runs.learning or self._job is not None or self._asked is not None
        if not self._allowed or session.project is None or session.read_only or busy or not lacking:
            return
        self._looked_at = len(session.decided)
        others = tuple(name for name in session.documents if name != session.document)
        self._runs.tell_unopened(set(others))
        job = self._asked = self._work.ask(LEARNING, AskLearnable(session.document, others), aloud=False)
        job.finished.connect(session.while_shown(self._plan))
        job.when_ended(self._answered)
        job.failed.connect(lambda _: self._begin_again(job, ("", session.document, 0)))

    def _answered(self) -> None:
        self._asked = None

    def _plan(self, found: tuple[Learnable, ...]) -> None:
        self._asked = None
        for planned in self._wanted(found):
            if planned.place not in self._tried:
                self._tried.add(planned.place)
                self._learn(planned)
                return

    def _wanted(self, found: tuple[Learnable, ...]) -> list[Planned]:
        """What is to be learnt, the smallest first."""
        plans = []
        structure = self._proposals.structure
        others = self._for_others()
        sizes = {one.document: one.trees.get(structure.name, 0) for one in found}
        if others:  # the rest is there to measure on
            sizes = {name: size for name, size in sizes.items() if name == self._session.documents[0]}
        documents = tuple(name for name, size in sizes.items() if size)
        total, method = sum(sizes.values()), default_parser(structure).name
        if METHODS[method].reads_text:
            documents = tuple(sizes)
        finder = inducer(structure)
        shown = self._session.document
        here = sizes.get(shown, 0)
        lacks = self._lacks_parser() and (
            others or any(one.open.get(structure.name) for one in found if one.document == shown)
        )
        if finder is not None and total < FEWEST and lacks and not others:
            count = sum(one.sentences for one in found)
            plans.append(Planned(finder.name, tuple(sizes), count, _TEXT if count > _TEXT else 0))
        elif total >= FEWEST:
            if lacks and FEWEST <= here < min(total, _FIRST + 1):
                plans.append(Planned(method, (shown,), here, first=True))
            elif lacks and total > _MANY:
                plans.append(Planned(method, documents, total, _FIRST, first=True))
            if lacks or self._is_outgrown() or self._is_first():
                run = self._proposals.model.run
                plans.append(Planned(method, documents, total, rival=run is not None and self._induces(run)))
            elif self._lacks_own():
                plans.append(Planned(method, documents, total, trial=True))
        readable = tuple(one.document for one in found if one.readings)
        if readable and self._lacks_ranker():
            plans.append(Planned("analysis-ranker", readable, _FIRST + 1))
        return sorted(plans, key=lambda plan: plan.most or plan.sentences)

    def _learn(self, planned: Planned) -> None:
        firm = self._yielded[planned.place] >= _MOST_YIELDED
        on_trial = self._begin_trial if planned.trial else None
        if planned.rival:
            on_trial = partial(self._begin_rivalry, planned)
        if planned.trial:
            self._own_at = len(self._session.decided)
        try:
            job = self._runs.learn_unasked(planned.method, planned.documents, planned.most, firm, on_trial)
        except (OSError, ValueError):
            return
        self._job, self._about = job, planned.documents
        name = "" if self._runs.running is None else self._runs.running.name
        parses = METHODS[planned.method].needs_structure
        using = self._proposals.model if METHODS[planned.method].structure is not None else self._ranking
        had = using.run is not None and on_trial is None

        def take(_: Learnt) -> None:
            self.learnt[name] = planned.most or planned.sentences
            if planned.first:
                self._firsts.add(name)
            if had and using.chosen_by_nobody:
                self._waiting = using
            if parses and not planned.rival:
                self._compare(planned)
            for run in self._runs.rows:
                if run.name == name:
                    self.learnt_one.emit(run)

        def give_way(_: object) -> None:
            self._tried.discard(planned.place)
            self._yielded[planned.place] += 1
            if planned.trial:
                self._own_at = -_AGAIN

        def end() -> None:
            self._job = None
            self._come()

        job.finished.connect(take)
        job.cancelled.connect(give_way)
        job.when_ended(end)
        job.failed.connect(lambda _: self._begin_again(job, planned.place))
        self.changed.emit()

    def _begin_again(self, job: Job[Any], place: tuple[str, str, int]) -> None:
        """Once more what the death of its process has ended, if it is the first time."""
        if job.orphaned and place not in self._begun_again:
            self._begun_again.add(place)
            self._tried.discard(place)
            self._come()

    def _begin_trial(self, run: Run) -> None:
        file = self._runs.model_of(run)
        if file is not None:
            self._trial = Trial(run, file, self._work, self._decide_trial)

    def _decide_trial(self, better: bool) -> None:
        trial, self._trial = self._trial, None
        if trial is not None and better:
            self._won = trial.run
        elif trial is not None:
            trial.discard()

    def _begin_rivalry(self, planned: Planned, run: Run) -> None:
        """Lets what was learnt from accepted trees take over if it is better on them than what found brackets in words
        alone, each tree left out of what it is parsed by; else it is given up until there are more."""
        file, induced = self._runs.model_of(run), self._proposals.model.base
        if file is None or induced is None:
            return
        self._rival, project = file, self._session.project
        job = self._work.ask(LEARNING, CompareDecided(planned.documents, induced, planned.method), aloud=False)

        def decide(worth: DecidedWorth) -> None:
            if project is not self._session.project:
                return
            self._rival, self._rivals_at = None, self._accepted()
            if worth.better:
                self._won, self._waiting = run, self._proposals.model
            else:
                file.unlink(missing_ok=True)
            self._tell_worth(worth)

        job.finished.connect(decide)
        job.when_lost(self._end_rivalry)

    def _end_rivalry(self) -> None:
        if self._rival is not None:
            self._rival.unlink(missing_ok=True)
        self._rival = None

    def _end_trial(self) -> None:
        self._end_rivalry()
        if self._trial is not None:
            self._trial.discard()
        self._rivals_at = 0
        self._trial, self._won, self._own_at = None, None, -_AGAIN

    def _lacks_own(self) -> bool:
        """Whether a model of the library proposes, and so much was decided that one of the project's own is tried."""
        model = self._proposals.model
        run = model.run
        if run is None or not model.chosen_by_nobody or run not in model.shared or model.own:
            return False
        busy = self._trial is not None or self._won is not None
        return not busy and len(self._session.decided) - self._own_at >= _AGAIN

    def _compare(self, planned: Planned) -> None:
        """Has the parser that was learnt compared with what found brackets in words alone, if that is there."""
        using = self._proposals.model
        files = [file for run in using.own if self._induces(run) and (file := self._runs.model_of(run)) is not None]
        if files:
            request = CompareDecided(planned.documents, files[-1], planned.method)
            job = self._work.ask(LEARNING, request, aloud=False)
            job.finished.connect(self._session.while_shown(self._tell_worth))

    def _tell_worth(self, worth: DecidedWorth) -> None:
        self.worth = worth
        self.changed.emit()

    def _induces(self, run: Run) -> bool:
        """Whether the model of a run found its brackets in words alone."""
        return run.method in METHODS and not METHODS[run.method].needs_structure

    def _lacks_parser(self) -> bool:
        return self._proposals.model.run is None and self._proposals.model.chosen_by_nobody

    def _lacks_ranker(self) -> bool:
        return self._ranking.run is None and self._ranking.chosen_by_nobody

    def _is_first(self) -> bool:
        """Whether the model in use is a first one of fewer sentences than there are."""
        run = self._proposals.model.run
        return run is not None and run.name in self._firsts

    def _is_outgrown(self) -> bool:
        """Whether so much was decided since that a model that cannot grow is learnt anew, or it is a first one."""
        model = self._proposals.model
        run = model.run
        if run is None or not model.chosen_by_nobody:
            return False
        if self._induces(run):
            busy = self._rival is not None or self._won is not None
            return not busy and self._accepted() >= max(_BETTER, self._rivals_at + _AGAIN)
        if run.name not in self.learnt:
            return False
        known = self.learnt[run.name]
        return run.name in self._firsts or (len(model.to_learn) >= max(_AGAIN, _SHARE * known) and not can_grow(run))

    def _accepted(self) -> int:
        """How many sentences of the document shown have a whole tree that somebody accepted."""
        session, structure = self._session, self._proposals.structure
        confirmed = (session.treebank[at] for at, what in session.decided.items() if what == CONFIRMED)
        return sum(structure.is_complete(one) for one in confirmed)

    def _take_over(self) -> None:
        """Lets a model that has learnt more, or is better, propose from this sentence on."""
        if self._won is not None:
            run, self._won = self._won, None
            self._runs.keep(run, self._session.project)
            self.changed.emit()
        if self._waiting is not None:
            using, self._waiting = self._waiting, None
            using.choose(None)
            self.changed.emit()

    def _note_proposal(self, index: int) -> None:
        """Keeps what was first proposed of a sentence nobody has decided anything of."""
        found = self._proposals.proposal(index)
        if (
            found is None
            or index in self._first
            or found.asked.constraints != found.asked.structure.own(self._session.treebank[index])
        ):
            return
        if not found.asked.structure.is_begun(found.asked.sentence):
            self._first[index] = (found.asked.sentence, found.tree(0))

    def _follow_act(self, *_: object) -> None:
        session, structure = self._session, self._proposals.structure
        for index in [at for at in self._first if session.decided.get(at) == CONFIRMED]:
            self._judge(structure, *self._first.pop(index), session.treebank[index])
        count, last = len(session.decided), self._looked_at
        enough = last < FEWEST <= count or count - last >= FEWEST
        if enough and (self._lacks_parser() or self._lacks_ranker()):
            self._come()

    def _judge(self, structure: Structure, asked: Sentence, proposed: Sentence, decided: Sentence) -> None:
        if len(proposed) == len(decided) and structure.is_complete(decided):
            right = [hit for _, hit in structure.judged(proposed, decided)]
            self._right.extend(right)
            if self._trial is not None:
                self._trial.add(asked, decided, sum(right))
            self.changed.emit()
            if self._is_outgrown() or self._lacks_own():
                self._come()

    def _forget(self) -> None:
        if self._job is not None and self._session.document not in self._about:
            self._job.cancel()  # what serves the document shown comes first
        self._first.clear()
        self._looked_at = 0
        self._waiting = self.worth = None

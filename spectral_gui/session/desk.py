"""A desk: the session and its parts, each made with what it needs; a window stands on one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject

from spectral_core.data import Sentence
from spectral_core.data.readings import is_decided
from spectral_core.data.structure import STRUCTURES, Structure
from spectral_core.methods import Method
from spectral_gui.session.accepting import Accepting
from spectral_gui.session.calibrations import Calibrations
from spectral_gui.session.efforts import Efforts
from spectral_gui.session.exploring import Exploring
from spectral_gui.session.model_in_use import ModelInUse, Use
from spectral_gui.session.notices import Notices
from spectral_gui.session.orders import Orders
from spectral_gui.session.proposals import Proposals
from spectral_gui.session.reader import Reader
from spectral_gui.session.readings import Readings
from spectral_gui.session.runs import Runs
from spectral_gui.session.saving import Saving
from spectral_gui.session.searching import Searching
from spectral_gui.session.session import Session
from spectral_gui.session.surveying import Surveying
from spectral_gui.session.taking import Taking
from spectral_gui.session.work import Work


@dataclass(frozen=True, slots=True)
class Desk:
    """What a window works with. Parts hear of what changes in the order in which they stand here, before any view."""

    notices: Notices
    work: Work
    session: Session
    saving: Saving
    efforts: Efforts
    surveying: Surveying
    searching: Searching
    runs: Runs
    calibrations: Calibrations
    proposals: Proposals
    orders: Orders
    readings: Readings
    taking: Taking
    accepting: Accepting
    exploring: Exploring
    reader: Reader
    models: tuple[ModelInUse, ...]

    @classmethod
    def made(cls, store: Path | None = None, parent: QObject | None = None) -> Desk:
        """A desk with nothing open; `store` is the folder for projects around single files."""
        notices = Notices(parent)
        work = Work(notices, parent)
        session = Session(work, notices, store, parent)
        saving = Saving(session, work, notices, parent)
        efforts = Efforts(session, parent)
        surveying = Surveying(session, work, parent)
        searching = Searching(session, work, parent)
        runs = Runs(session, work, notices, parent)
        surveying.give_way(lambda: runs.learning)
        parsing = {
            structure.name: ModelInUse(parsing_with(structure), session, runs, work, notices, parent)
            for structure in STRUCTURES.values()
        }
        ranking = ModelInUse(ranking_readings(), session, runs, work, notices, parent)
        calibrations = Calibrations(session, runs, work, notices, parent)
        proposals = Proposals(session, parsing, surveying, work, notices, parent)
        orders = Orders(session, runs, proposals, work, notices, parent)
        readings = Readings(session, ranking, surveying, work, notices, parent)
        taking = Taking(session, readings, work, notices, parent)
        return cls(
            notices,
            work,
            session,
            saving,
            efforts,
            surveying,
            searching,
            runs,
            calibrations,
            proposals,
            orders,
            readings,
            taking,
            Accepting(session, proposals, readings, taking, notices),
            Exploring(session, runs, work, parent),
            Reader(session, readings, work, notices, store, parent),
            (*parsing.values(), ranking),
        )

    def close(self) -> None:
        """Stops the engine and lets go of the project."""
        self.work.close()
        self.session.close()
        for model in self.models:
            model.close()


def parsing_with(structure: Structure) -> Use:
    """The use of a model that proposes trees."""
    return Use(
        serves=lambda method: method.structure is structure,
        is_decided=structure.is_complete,
        columns=structure.columns,
        relearn_after=20,
        learning=_tr("Learning from accepted sentences"),
        learnt=_tr("{0} has learnt {1} accepted sentence(s); it is used from the next sentence on"),
        stays=_tr("{0} is learnt; {1} goes on proposing trees. To change that: Model › Proposed trees by"),
    )


def ranking_readings() -> Use:
    """The use of a model that ranks readings."""
    return Use(
        serves=_ranks,
        is_decided=_all_decided,
        columns=frozenset({"upos", "xpos", "analysis"}),
        relearn_after=1,
        learning=_tr("Learning from decided words"),
        learnt="",
        stays=_tr("{0} is learnt; {1} goes on ranking readings. To change that: Model › Readings ranked by"),
    )


def _ranks(method: Method) -> bool:
    return method.name == "analysis-ranker"


def _all_decided(sentence: Sentence) -> bool:
    return all(is_decided(sentence, word) for word in range(1, len(sentence) + 1))


def _tr(text: str) -> str:
    return QCoreApplication.translate("Session", text)

"""A desk: the session and its parts, each made with what it needs; a window stands on one."""

from __future__ import annotations

from pathlib import Path

from spectral_core.data.readings import is_decided
from spectral_core.data.structure import STRUCTURES, Structure
from spectral_core.project import Run
from spectral_gui.resources import translating
from spectral_gui.session.accepting import Accepting
from spectral_gui.session.bringing import Bringing
from spectral_gui.session.calibrations import Calibrations
from spectral_gui.session.contents import Contents
from spectral_gui.session.dictionaries import Dictionaries
from spectral_gui.session.effort import Efforts
from spectral_gui.session.exploring import Exploring
from spectral_gui.session.fits import Fits
from spectral_gui.session.library import ModelLibrary
from spectral_gui.session.model_in_use import ModelInUse, Shared, Use
from spectral_gui.session.notices import Notices
from spectral_gui.session.orders import Orders
from spectral_gui.session.proposals import Proposals
from spectral_gui.session.questions import Questions
from spectral_gui.session.reader import Reader
from spectral_gui.session.readings import Readings
from spectral_gui.session.replacing import Replacing
from spectral_gui.session.runs import Runs
from spectral_gui.session.saving import Saving
from spectral_gui.session.searching import Searching
from spectral_gui.session.session import Session
from spectral_gui.session.surveying import Surveying
from spectral_gui.session.taking import Taking
from spectral_gui.session.unasked import Unasked
from spectral_gui.session.work import Work

_tr = translating("Session")


class Desk:
    """What a window works with. Parts hear of what changes in the order in which they are made, before any view."""

    def __init__(self, store: Path | None = None, learns: bool = False):
        """A desk with nothing open; `store` is the folder for projects around single files. Where it `learns`, what can
        be learnt from what is open is learnt unasked, if the user does not prefer otherwise."""
        self.learns = learns
        self.notices = notices = Notices()
        self.work = work = Work(notices)
        self.session = session = Session(work, notices, store)
        self.bringing = Bringing(session, work, notices)
        self.saving = Saving(session, work, notices)
        self.efforts = Efforts(session)
        self.library = library = ModelLibrary(work, notices)
        self.runs = runs = Runs(session, work, notices, library)
        self.contents = Contents(session, runs, library, work, notices)
        self.fits = fits = Fits(session, runs)
        shared = Shared(library, fits.shared)
        self.surveying = surveying = Surveying(session, runs, work)
        self.searching = Searching(session, work)
        uses = {name: parsing_with(structure) for name, structure in STRUCTURES.items()}
        given = (session, runs, work, notices, shared, fits.fitting)
        parsing = {name: ModelInUse(use, *given) for name, use in uses.items()}
        ranking = ModelInUse(ranking_readings(), *given)
        self.models = (*parsing.values(), ranking)
        self.calibrations = Calibrations(session, runs, work, notices)
        given_for = (surveying, work, notices, fits.why_not, lambda: runs.running)
        self.proposals = proposals = Proposals(session, parsing, *given_for)
        self.questions = Questions(session, proposals, work, notices)
        self.replacing = Replacing(session, proposals, work, notices)
        self.orders = Orders(session, runs, proposals, work, notices)
        self.readings = readings = Readings(session, ranking, fits, surveying, work, notices)
        self.taking = taking = Taking(session, readings, work, notices)
        self.accepting = Accepting(session, proposals, readings, taking, notices)
        self.exploring = Exploring(session, runs, work)
        self.dictionaries = Dictionaries(session, work, notices)
        self.reader = Reader(session, readings, work, notices, self.dictionaries, store)
        self.unasked = Unasked(session, runs, surveying, proposals, ranking, work, self.is_brought)
        self.unasked.learnt_one.connect(self._share)

    def is_brought(self) -> bool:
        """Whether the project is a treebank that was brought, which is done to learn from it for one's own texts."""
        project, place = self.session.project, self.bringing.folder
        return project is not None and place is not None and place.resolve() in project.folder.parents

    def _share(self, run: Run) -> None:
        project, file = self.session.project, self.runs.model_of(run)
        if project is not None and file is not None and self.is_brought():
            documents = tuple(project.path_of(name) for name in run.documents if name in project.documents)
            self.library.share(run, file, f"{project.name} {run.method}", documents)

    def close(self) -> None:
        self.work.close()
        self.session.close()
        for model in self.models:
            model.close()


def parsing_with(structure: Structure) -> Use:
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
    return Use(
        serves=lambda method: method.name == "analysis-ranker",
        is_decided=lambda sentence: all(is_decided(sentence, word) for word in range(1, len(sentence) + 1)),
        columns=frozenset({"upos", "xpos", "analysis"}),
        relearn_after=1,
        learning=_tr("Learning from decided words"),
        learnt="",
        stays=_tr("{0} is learnt; {1} goes on ranking readings. To change that: Model › Readings ranked by"),
    )

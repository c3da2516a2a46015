"""An annotation project on disk: text files that stay the truth, and a journal in which no decision is ever lost."""

from spectral_core.project.beginning import TEXT, Beginning, beginning_of, carried, carried_locks, wanted
from spectral_core.project.cells import Cell, differences, merged
from spectral_core.project.complaints import ChangedOutsideError, ProjectError
from spectral_core.project.documents import Conflict, Opened
from spectral_core.project.history import CONFIRMED, HUMAN, MODEL, OUTSIDE, Act, Change, History, LockChange, Taken
from spectral_core.project.holding import Holder
from spectral_core.project.project import Project
from spectral_core.project.runs import SENTENCES, Run, SweptPoint
from spectral_core.project.settling import BOTH, MINE, THEIRS
from spectral_core.project.steps import Step

__all__ = ["BOTH", "CONFIRMED", "HUMAN", "MINE", "MODEL", "OUTSIDE", "SENTENCES", "TEXT", "THEIRS", "Act", "Beginning"]
__all__ += ["Cell", "Change", "beginning_of", "carried", "carried_locks", "wanted"]
__all__ += ["ChangedOutsideError", "Conflict", "History", "Holder", "LockChange", "Opened", "Project", "ProjectError"]
__all__ += ["Run", "Step", "SweptPoint", "Taken", "differences", "merged"]

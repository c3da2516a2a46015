"""The engine's side of a job: a process of its own that reads, learns and searches, and reports where it stands."""

from spectral_gui.worker.calibrating import Calibrated
from spectral_gui.worker.documents import Compared, Found, Survey
from spectral_gui.worker.learning import Learnt
from spectral_gui.worker.mirror import Mirror, Shown
from spectral_gui.worker.parsing import LONGEST, Parsed, Standing
from spectral_gui.worker.ranking import Place, Rankings
from spectral_gui.worker.ranks import Cut
from spectral_gui.worker.serving import Ended, serve

__all__ = [
    "LONGEST",
    "Calibrated",
    "Compared",
    "Cut",
    "Ended",
    "Found",
    "Learnt",
    "Mirror",
    "Parsed",
    "Place",
    "Rankings",
    "Shown",
    "Standing",
    "Survey",
    "serve",
]

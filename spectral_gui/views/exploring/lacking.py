"""What a page of Explore says while no model can be asked: the button learns one from the text shown."""

from __future__ import annotations

from spectral_gui.absences import Absence
from spectral_gui.resources import translating
from spectral_gui.session import Exploring

_tr = translating("Lacking")


def lacking(absence: Absence, none: str, exploring: Exploring, method: str) -> Absence:
    """Offers to learn with a method, which `none` names at {0}; or to stop what is learning."""
    if exploring.learning:
        absence.say(_tr("A model is being learnt; it can be looked into as soon as it is there."), "training.cancel")
    else:
        tip = _tr("With the settings as they come, from the document shown")
        absence.offer(none.format(method), _tr("Learn {0}").format(method), tip, lambda: exploring.learn(method))
    return absence

"""Empty state of the pages of Explore, with a button that trains a model on the document shown."""

from __future__ import annotations

from spectral_gui.absences import Absence
from spectral_gui.resources import translating
from spectral_gui.session import ModelExplorer

_tr = translating("Lacking")


def offer_training(empty_state: Absence, message: str, explorer: ModelExplorer, method: str) -> Absence:
    """Offer to train a model with a method, which `message` names at {0}, or to stop the training that runs."""
    if explorer.is_learning:
        empty_state.say(
            _tr("A model is being learnt; it can be looked into as soon as it is there."), "training.cancel"
        )
    else:
        tip = _tr("With the settings as they come, from the document shown")
        empty_state.offer(message.format(method), _tr("Learn {0}").format(method), tip, lambda: explorer.learn(method))
    return empty_state

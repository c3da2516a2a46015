"""Empty state of the pages of Explore, with a button that trains a model on the document shown."""

from __future__ import annotations

from spectral_gui.absences import EmptyState
from spectral_gui.resources import make_translator
from spectral_gui.state import ModelExplorer

_tr = make_translator("Lacking")


def offer_training(empty_state: EmptyState, message: str, explorer: ModelExplorer, method: str) -> EmptyState:
    """Offer to train a model with a method, which `message` names at {0}, or to stop the training that runs."""
    if explorer.is_learning:
        empty_state.set_message(
            _tr("A model is being learnt; it can be looked into as soon as it is there."), "training.cancel"
        )
    else:
        tip = _tr("With the settings as they come, from the document shown")
        empty_state.set_message_with_button(
            message.format(method), _tr("Learn {0}").format(method), tip, lambda: explorer.learn(method)
        )
    return empty_state

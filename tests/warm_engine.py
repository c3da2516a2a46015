"""What the processes of engines come to load, loaded once where they are forked from: tests start many of them.

Importing it has the families learn and answer whose modules and kernels take long to load."""

from __future__ import annotations

from dataclasses import fields

from fixtures import tiny_treebank

from spectral_core import engine, evaluate  # noqa: F401 (loaded for the processes)
from spectral_core.model import HasStates, Parser
from spectral_core.registry import METHODS, make_settings

FAMILIES = ("arc-parser", "head-automata", "hmm", "latent-pcfg")


def load() -> None:
    """Learns and asks a model of each family."""
    treebank = tiny_treebank()
    for name in FAMILIES:
        method = METHODS[name]
        few = {row.name: "2" for row in fields(method.settings) if row.name in ("states", "epochs")}
        model = method.learn(treebank, make_settings(method, few))
        for sentence in treebank.select(range(2)):
            if isinstance(model, Parser):
                model.parse(sentence, 3)
            if isinstance(model, HasStates):
                model.states(sentence)


load()

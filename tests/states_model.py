"""A small model with hidden states at nodes: those of noun phrases know their number, those of words their length."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Self

import numpy as np

from spectral_core.arrays import Floats, NamedArrays
from spectral_core.data import Sentence
from spectral_core.data.tree import strip_function_tags
from spectral_core.engine import Engine
from spectral_core.errors import DataError
from spectral_core.model import Arrays, NodeState, Settings
from spectral_core.models.branching import BranchingSettings

FILE = Path("numbers.npz")


@dataclass(frozen=True, slots=True, eq=False)
class NumberedNodes:
    """State 1 of a noun phrase and of a noun is the plural, as the letters of its words say; sentences of one word are
    refused."""

    method: ClassVar[str] = "branching"
    settings: Settings = field(default_factory=BranchingSettings)

    def arrays(self) -> NamedArrays:
        return {}

    @classmethod
    def from_arrays(cls, settings: Settings, arrays: Arrays) -> Self:  # noqa: ARG003 - it has none
        return cls(settings)

    @property
    def state_parts(self) -> tuple[str, ...]:
        return ("NP", "N", "NN")

    def states(self, sentence: Sentence) -> list[NodeState]:
        if len(sentence) == 1:
            raise DataError("one word has no states")
        found = []
        if sentence.tree is not None:
            for start, end, label in sentence.tree.spans():
                if strip_function_tags(label) == "NP":
                    plural = any(form.endswith("s") for form in sentence.forms[start:end])
                    found.append(NodeState("NP", (start, end), "", _shares(plural), _vector(plural, end - start)))
        for word, (form, tag) in enumerate(zip(sentence.forms, sentence.xpos, strict=True), 1):
            if tag.startswith("NN"):
                plural = form.endswith("s")
                found.append(NodeState("NN", word, "", _shares(plural), _vector(plural, len(form))))
        return found

    def spectrum(self, part: str = "") -> Floats:
        return np.array([3.0, 2.0, 0.5]) if part in ("NP", "") else np.zeros(0)


def _shares(plural: bool) -> Floats:
    return np.array([0.1, 0.9]) if plural else np.array([0.8, 0.2])


def _vector(plural: bool, size: int) -> Floats:
    return np.array([float(plural), size / 100, 0.0])


def hold(engine: Engine) -> Path:
    """Has an engine answer for a model that is in no file."""
    engine.models[FILE] = (-1, NumberedNodes())
    return FILE

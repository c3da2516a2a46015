"""Models stored among the arrays of another model, with their method and settings."""

from __future__ import annotations

import dataclasses
import json

import numpy as np

from spectral_core.arrays import NamedArrays
from spectral_core.model.packing import Arrays
from spectral_core.model.protocols import Model
from spectral_core.model.settings import Value

_HEADER = "header"


def add_header(model: Model) -> NamedArrays:
    """Return the arrays of a model with its method and settings among them; `header_in` reads them back."""
    text = json.dumps({"method": model.method, "settings": dataclasses.asdict(model.settings)}, sort_keys=True)
    return {**model.arrays(), _HEADER: np.frombuffer(text.encode(), dtype=np.uint8).copy()}


def split_header(arrays: Arrays) -> tuple[str, dict[str, Value], NamedArrays]:
    """Return the method, the settings and the arrays of a model stored by `add_header`; ValueError if there is none."""
    header = json.loads(arrays[_HEADER].astype(np.uint8).tobytes())
    method, settings = (header.get("method"), header.get("settings")) if isinstance(header, dict) else (None, None)
    if not isinstance(method, str) or not isinstance(settings, dict):
        raise ValueError("a model inside this one is no model")
    values = {str(name): value for name, value in settings.items() if isinstance(value, bool | int | float | str)}
    return method, values, {name: array for name, array in arrays.items() if name != _HEADER}

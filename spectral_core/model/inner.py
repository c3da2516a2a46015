"""Whole models among the arrays of another, with what they are."""

from __future__ import annotations

import dataclasses
import json

import numpy as np

from spectral_core.arrays import Named
from spectral_core.model.packing import Arrays
from spectral_core.model.protocols import Model
from spectral_core.model.settings import Value

_HEADER = "header"


def with_header(model: Model) -> Named:
    """All that a model is made of, its method and settings included; `header_in` takes it apart."""
    text = json.dumps({"method": model.method, "settings": dataclasses.asdict(model.settings)}, sort_keys=True)
    return {**model.arrays(), _HEADER: np.frombuffer(text.encode(), dtype=np.uint8).copy()}


def header_in(arrays: Arrays) -> tuple[str, dict[str, Value], Named]:
    """The method, the settings and the arrays of a model; ValueError where it is none."""
    found = json.loads(arrays[_HEADER].astype(np.uint8).tobytes())
    method, settings = (found.get("method"), found.get("settings")) if isinstance(found, dict) else (None, None)
    if not isinstance(method, str) or not isinstance(settings, dict):
        raise ValueError("a model inside this one is no model")
    values = {str(name): value for name, value in settings.items() if isinstance(value, bool | int | float | str)}
    return method, values, {name: array for name, array in arrays.items() if name != _HEADER}

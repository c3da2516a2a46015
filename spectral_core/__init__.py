"""Engine of Spectral Workbench: treebanks, annotation, models and their evaluation; no display is needed."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from spectral_core.deprecated import install_module_finder

if TYPE_CHECKING:
    from spectral_core.data import Analysis, Constraints, Ranked, Sentence, Token, Tree, Treebank
    from spectral_core.errors import SpectralError
    from spectral_core.formats import load as load_treebank
    from spectral_core.formats import save as save_treebank
    from spectral_core.progress import Cancelled, Curves, Progress
    from spectral_core.project import Project
    from spectral_core.registry import METHODS
    from spectral_core.store import load as load_model
    from spectral_core.store import save as save_model

__version__ = "0.1.0"

_DEFINING_MODULES = {  # names are imported on first use: `import spectral_core` stays cheap
    "Analysis": "data",
    "Constraints": "data",
    "Ranked": "data",
    "Sentence": "data",
    "Token": "data",
    "Tree": "data",
    "Treebank": "data",
    "SpectralError": "errors",
    "load_treebank": "formats.load",
    "save_treebank": "formats.save",
    "METHODS": "registry",
    "Cancelled": "progress",
    "Curves": "progress",
    "Progress": "progress",
    "Project": "project",
    "load_model": "store.load",
    "save_model": "store.save",
}

__all__ = [
    "METHODS",
    "Analysis",
    "Cancelled",
    "Constraints",
    "Curves",
    "Progress",
    "Project",
    "Ranked",
    "Sentence",
    "SpectralError",
    "Token",
    "Tree",
    "Treebank",
    "load_model",
    "load_treebank",
    "save_model",
    "save_treebank",
]


def __getattr__(name: str) -> object:
    try:
        path = _DEFINING_MODULES[name]
    except KeyError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None
    module, _, inner = path.partition(".")
    return getattr(import_module(f"{__name__}.{module}"), inner or name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


install_module_finder()

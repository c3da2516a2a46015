"""Request protocol: a frozen value with all that it needs, which an engine can run."""

from typing import Protocol, TypeVar

from spectral_core.engine.engine import Engine
from spectral_core.progress import Report

T_co = TypeVar("T_co", covariant=True)


class Request(Protocol[T_co]):
    """A question to the engine; it can be sent to another process, and so can its answer."""

    def run(self, engine: Engine, report: Report) -> T_co:
        """Return the answer; a request that cannot be answered raises a SpectralError."""
        ...

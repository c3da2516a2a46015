"""Runs: a model learnt by a method, with its settings, its costs and its measures."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

import msgspec

from spectral_core.project.errors import DamagedError

Value = bool | int | float | str | None
SENTENCES = "sentences"  # what a sweep varies that is no setting: of how many it learns
Point = tuple[str, int, float, dict[str, float]]  # (stage, done, seconds since the start, measures)


@dataclass(frozen=True, slots=True)
class SweepPoint:
    """One model of a sweep."""

    at: Mapping[str, bool | int | float | str]  # what was varied: settings, SENTENCES, the seed
    seconds: float = 0.0  # CPU of the estimator
    measures: Mapping[str, float] = field(default_factory=dict)
    complaint: str = ""  # why nothing was learnt


@dataclass(frozen=True, slots=True)
class Run:
    """A model learnt by a method, or a sweep of many, finished or not."""

    name: str
    method: str
    settings: Mapping[str, Value] = field(default_factory=dict)
    documents: tuple[str, ...] = ()  # what it learnt from
    measured_documents: tuple[str, ...] = ()  # what it was measured on, or HELD_OUT alone
    started: str = ""  # ISO
    seconds: float = 0.0  # of learning, CPU
    status: str = "finished"  # finished, cancelled, failed
    complaint: str = ""  # the sentence, where it failed
    measures: Mapping[str, float] = field(default_factory=dict)
    curve: tuple[Point, ...] = ()
    spectrum: tuple[float, ...] = ()
    cut: int | None = None  # how many of the spectrum were kept
    model: str = ""  # the name of its file under models/, or ""
    parts: Mapping[str, float] = field(default_factory=dict)  # seconds of what was learnt beside the estimator, by name
    over: tuple[str, ...] = ()  # what a sweep varies: settings, SENTENCES
    points: tuple[SweepPoint, ...] = ()  # of a sweep; while it runs, those that are to come have no measures

    @property
    def estimator_seconds(self) -> float:
        """Seconds without those of tagger, labeller and calibration."""
        return max(0.0, self.seconds - sum(self.parts.values()))


def pack_run(run: Run) -> bytes:
    """Return the run as bytes; MessagePack, because JSON has no infinite numbers."""
    return msgspec.msgpack.encode(run)


def unpack_run(body: bytes, document_names: Collection[str] = ()) -> Run:
    """Return the run that was packed. Older ones hold names of documents joined by commas: where a name has a comma
    itself, `document_names` of the project settle it."""
    try:
        fields = msgspec.msgpack.decode(body, type=dict[str, object])
        for older, newer in (("document", "documents"), ("measured_on", "measured_documents")):
            if older in fields:
                joined = fields.pop(older)
                fields.setdefault(newer, split_names(joined, document_names) if isinstance(joined, str) else joined)
        return msgspec.convert(fields, Run)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise DamagedError(f"a run in the journal cannot be read ({error})") from None


def split_names(joined: str, document_names: Collection[str]) -> tuple[str, ...]:
    """Take apart names that were joined by commas: each time the longest that is known, or else up to the comma."""
    parts = joined.split(", ") if joined else []
    names: list[str] = []
    while parts:
        sizes = range(len(parts), 0, -1)
        size = next((size for size in sizes if ", ".join(parts[:size]) in document_names), 1)
        names.append(", ".join(parts[:size]))
        del parts[:size]
    return tuple(names)

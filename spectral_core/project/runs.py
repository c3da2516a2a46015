"""Runs: trained models with method, settings, costs and measures."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

import msgspec

from spectral_core.project.errors import DamagedJournalError

SettingValue = bool | int | float | str | None
SENTENCES = "sentences"  # sweep axis that is not a setting: number of training sentences
CurvePoint = tuple[str, int, float, dict[str, float]]  # (stage, done, seconds since the start, measures)


@dataclass(frozen=True, slots=True)
class SweepPoint:
    """One trained model of a sweep."""

    at: Mapping[str, bool | int | float | str]  # swept values: settings, SENTENCES, the seed
    seconds: float = 0.0  # CPU seconds of the estimator
    measures: Mapping[str, float] = field(default_factory=dict)
    complaint: str = ""  # error message if training failed


@dataclass(frozen=True, slots=True)
class Run:
    """Training run of a method, or a sweep of many, finished or not."""

    name: str
    method: str
    settings: Mapping[str, SettingValue] = field(default_factory=dict)
    documents: tuple[str, ...] = ()  # training documents
    measured_documents: tuple[str, ...] = ()  # evaluation documents, or HELD_OUT alone
    started: str = ""  # ISO
    seconds: float = 0.0  # CPU seconds of training
    status: str = "finished"  # finished, cancelled, failed
    complaint: str = ""  # error message if it failed
    measures: Mapping[str, float] = field(default_factory=dict)
    curve: tuple[CurvePoint, ...] = ()
    spectrum: tuple[float, ...] = ()
    cut: int | None = None  # number of singular values kept
    model: str = ""  # file name under models/, or ""
    parts: Mapping[str, float] = field(default_factory=dict)  # CPU seconds of parts next to the estimator
    over: tuple[str, ...] = ()  # axes of a sweep: settings, SENTENCES
    points: tuple[SweepPoint, ...] = ()  # of a sweep; pending ones have no measures

    @property
    def estimator_seconds(self) -> float:
        """The CPU seconds of the estimator: those of training without tagger, labeller and calibration."""
        return max(0.0, self.seconds - sum(self.parts.values()))


def pack_run(run: Run) -> bytes:
    """Pack a run as MessagePack, because JSON has no infinite numbers."""
    return msgspec.msgpack.encode(run)


def unpack_run(body: bytes, document_names: Collection[str] = ()) -> Run:
    """Unpack a run. Older ones hold document names joined by commas; the project's `document_names` resolve names that
    contain a comma."""
    try:
        fields = msgspec.msgpack.decode(body, type=dict[str, object])
        for older, newer in (("document", "documents"), ("measured_on", "measured_documents")):
            if older in fields:
                joined = fields.pop(older)
                fields.setdefault(
                    newer, split_document_names(joined, document_names) if isinstance(joined, str) else joined
                )
        return msgspec.convert(fields, Run)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise DamagedJournalError(f"a run in the journal cannot be read ({error})") from None


def split_document_names(joined: str, document_names: Collection[str]) -> tuple[str, ...]:
    """Split names joined by commas: always the longest known name, or else up to the comma."""
    parts = joined.split(", ") if joined else []
    names: list[str] = []
    while parts:
        sizes = range(len(parts), 0, -1)
        size = next((size for size in sizes if ", ".join(parts[:size]) in document_names), 1)
        names.append(", ".join(parts[:size]))
        del parts[:size]
    return tuple(names)

"""Requests and answers of any size, for tests of what carries them."""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass
from multiprocessing.connection import Connection

from spectral_core.engine import Engine
from spectral_core.progress import Report

_LARGE = 1 << 20  # bytes


@dataclass(frozen=True)
class MeasureLength:
    """Asks how long some bytes are."""

    data: bytes

    def run(self, _engine: Engine, _report: Report) -> int:
        return len(self.data)


@dataclass(frozen=True)
class RepeatByte:
    """Asks for many bytes; the process can be stopped when half of them are written."""

    size: int
    stops_halfway: bool = False

    def run(self, _engine: Engine, _report: Report) -> bytes:
        if self.stops_halfway:
            send_all = Connection._send  # type: ignore[attr-defined]

            def send_half(connection: Connection, data: bytes) -> None:
                if len(data) < _LARGE:
                    send_all(connection, data)
                    return
                send_all(connection, data[: len(data) // 2])
                os.kill(os.getpid(), signal.SIGSTOP)

            Connection._send = send_half  # type: ignore[attr-defined]
        return b"y" * self.size

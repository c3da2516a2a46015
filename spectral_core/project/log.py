"""The log that SQLite keeps beside a journal, put over it in memory: where no file can be written, or only the log is
left."""

from __future__ import annotations

import struct
from array import array
from pathlib import Path

from spectral_core.files import whole as file_content
from spectral_core.project.complaints import DamagedError

_HEADER, _FRAME = 32, 24  # bytes
_MAGIC = 0x377F0682  # and one more where checksums are over numbers in the order of big machines
MODES = slice(18, 20)  # of the first page: whether the journal has a log
WITH_LOG, _WITHOUT_LOG = b"\2\2", b"\1\1"
_TURNS = 5  # attempts to read both files while another program writes them


def log_of(path: Path) -> Path:
    """Where the log of a journal is, if it has one."""
    return path.with_name(f"{path.name}-wal")


def is_lost(path: Path) -> bool:
    """Whether a journal is empty, or gone while its log is there: none that was begun here is ever so."""
    try:
        return path.stat().st_size == 0
    except FileNotFoundError:
        return log_of(path).exists()


def whole(path: Path) -> bytes:
    """A journal with all that its log says, as one file without a log; a DamagedError where pages are missing."""
    for _ in range(_TURNS):
        before = _stamps(path)
        parts = [file_content(part) if part.exists() else b"" for part in (path, log_of(path))]
        if _stamps(path) == before:
            break
    found = merged(*parts)
    if found is None:
        raise DamagedError(f"{path} is not whole, and its log does not hold what is missing")
    return found


def merged(journal: bytes, log: bytes) -> bytes | None:
    """The journal after all that was completed in its log; None where a page is in neither."""
    size, count, pages = _completed(log)
    if not pages:
        size = int.from_bytes(journal[16:18], "big") or 1
        size, count = (65536 if size == 1 else size), None
    found = bytearray(journal)
    if count is not None:
        there = len(journal) // size
        if any(number not in pages for number in range(there + 1, count + 1)):
            return None
        found = bytearray(journal[: count * size].ljust(count * size, b"\0"))
        for number, page in pages.items():
            if number <= count:
                found[(number - 1) * size : number * size] = page
    if len(found) < 100:  # no whole header
        return None
    found[MODES] = _WITHOUT_LOG
    return bytes(found)


def _completed(log: bytes) -> tuple[int, int | None, dict[int, bytes]]:
    """(bytes of a page, pages of the journal, the newest of each that a completed transaction wrote)."""
    if len(log) < _HEADER:
        return 0, None, {}
    magic, _, size, _, *salts, one, two = struct.unpack(">8I", log[:_HEADER])
    big = magic == _MAGIC + 1
    if magic not in (_MAGIC, _MAGIC + 1) or not size or _checksum(log[: _HEADER - 8], (0, 0), big) != (one, two):
        return 0, None, {}
    sums: tuple[int, int] = (one, two)
    count: int | None = None
    pages: dict[int, bytes] = {}
    open_pages: dict[int, bytes] = {}
    for at in range(_HEADER, len(log) - _FRAME - size + 1, _FRAME + size):
        number, after, *others, one, two = struct.unpack(">6I", log[at : at + _FRAME])
        page = log[at + _FRAME : at + _FRAME + size]
        sums = _checksum(page, _checksum(log[at : at + 8], sums, big), big)
        if others != salts or sums != (one, two):  # what stands behind it is older than the log
            break
        open_pages[number] = page
        if after:  # the last of a transaction
            count = after
            pages.update(open_pages)
            open_pages.clear()
    return size, count, pages


def _checksum(content: bytes, sums: tuple[int, int], big: bool) -> tuple[int, int]:
    words = array("I", content)
    if big == (array("I", b"\0\0\0\1")[0] != 1):
        words.byteswap()
    one, two = sums
    for at in range(0, len(words), 2):
        one = (one + words[at] + two) & 0xFFFFFFFF
        two = (two + words[at + 1] + one) & 0xFFFFFFFF
    return one, two


def _stamps(path: Path) -> list[tuple[int, int] | None]:
    found: list[tuple[int, int] | None] = []
    for part in (path, log_of(path)):
        try:
            status = part.stat()
        except OSError:
            found.append(None)
        else:
            found.append((status.st_size, status.st_mtime_ns))
    return found

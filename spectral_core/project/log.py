"""Write-ahead log of SQLite beside a journal, applied to it in memory: where no file can be written, or only the log is
left."""

from __future__ import annotations

import struct
from array import array
from pathlib import Path

from spectral_core.files import read_raw as file_content
from spectral_core.project.complaints import DamagedError

_HEADER, _FRAME = 32, 24  # bytes
_MAGIC = 0x377F0682  # and one more where checksums are over numbers in the order of big machines
MODES = slice(18, 20)  # of the first page: whether the journal has a log
WITH_LOG, _WITHOUT_LOG = b"\2\2", b"\1\1"
_ATTEMPTS = 5  # attempts to read both files while another program writes them


def log_path(path: Path) -> Path:
    """Return the path of the log of a journal."""
    return path.with_name(f"{path.name}-wal")


def is_lost(path: Path) -> bool:
    """Return whether a journal is empty, or gone while its log exists: none that was begun here is ever so."""
    try:
        return path.stat().st_size == 0
    except FileNotFoundError:
        return log_path(path).exists()


def read_with_log(path: Path) -> bytes:
    """Return a journal with its log applied, as one file without a log; a DamagedError where pages are missing."""
    for _ in range(_ATTEMPTS):
        before = _read_stamps(path)
        parts = [file_content(part) if part.exists() else b"" for part in (path, log_path(path))]
        if _read_stamps(path) == before:
            break
    content = apply_log(*parts)
    if content is None:
        raise DamagedError(f"{path} is not whole, and its log does not hold what is missing")
    return content


def apply_log(journal: bytes, log: bytes) -> bytes | None:
    """Return the journal after all completed transactions of its log; None where a page is in neither."""
    size, count, pages = _read_transactions(log)
    if not pages:
        size = int.from_bytes(journal[16:18], "big") or 1
        size, count = (65536 if size == 1 else size), None
    content = bytearray(journal)
    if count is not None:
        present = len(journal) // size
        if any(number not in pages for number in range(present + 1, count + 1)):
            return None
        content = bytearray(journal[: count * size].ljust(count * size, b"\0"))
        for number, page in pages.items():
            if number <= count:
                content[(number - 1) * size : number * size] = page
    if len(content) < 100:  # no whole header
        return None
    content[MODES] = _WITHOUT_LOG
    return bytes(content)


def _read_transactions(log: bytes) -> tuple[int, int | None, dict[int, bytes]]:
    """Return (bytes of a page, pages of the journal, the newest of each page that a completed transaction wrote)."""
    if len(log) < _HEADER:
        return 0, None, {}
    magic, _, size, _, *salts, first_sum, second_sum = struct.unpack(">8I", log[:_HEADER])
    is_big_endian = magic == _MAGIC + 1
    if (
        magic not in (_MAGIC, _MAGIC + 1)
        or not size
        or _checksum(log[: _HEADER - 8], (0, 0), is_big_endian) != (first_sum, second_sum)
    ):
        return 0, None, {}
    sums: tuple[int, int] = (first_sum, second_sum)
    count: int | None = None
    pages: dict[int, bytes] = {}
    open_pages: dict[int, bytes] = {}
    for start in range(_HEADER, len(log) - _FRAME - size + 1, _FRAME + size):
        number, size_after_commit, *frame_salts, first_sum, second_sum = struct.unpack(
            ">6I", log[start : start + _FRAME]
        )
        page = log[start + _FRAME : start + _FRAME + size]
        sums = _checksum(page, _checksum(log[start : start + 8], sums, is_big_endian), is_big_endian)
        if frame_salts != salts or sums != (first_sum, second_sum):  # what stands behind it is older than the log
            break
        open_pages[number] = page
        if size_after_commit:  # the last of a transaction
            count = size_after_commit
            pages.update(open_pages)
            open_pages.clear()
    return size, count, pages


def _checksum(content: bytes, sums: tuple[int, int], is_big_endian: bool) -> tuple[int, int]:
    words = array("I", content)
    if is_big_endian == (array("I", b"\0\0\0\1")[0] != 1):
        words.byteswap()
    first_sum, second_sum = sums
    for position in range(0, len(words), 2):
        first_sum = (first_sum + words[position] + second_sum) & 0xFFFFFFFF
        second_sum = (second_sum + words[position + 1] + first_sum) & 0xFFFFFFFF
    return first_sum, second_sum


def _read_stamps(path: Path) -> list[tuple[int, int] | None]:
    stamps: list[tuple[int, int] | None] = []
    for part in (path, log_path(path)):
        try:
            status = part.stat()
        except OSError:
            stamps.append(None)
        else:
            stamps.append((status.st_size, status.st_mtime_ns))
    return stamps

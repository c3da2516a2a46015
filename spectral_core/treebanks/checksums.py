"""SHA-256 of treebank files: those pinned in the catalogue, and those of earlier downloads, kept beside the files."""

from __future__ import annotations

import contextlib
import hashlib
import re
from pathlib import Path
from typing import Literal

from spectral_core.errors import FormatError
from spectral_core.files import read, read_raw, replace_atomically

Check = Literal["list", "earlier", "server", "none"]  # the source of the checksum that a download was compared with

RECORD = "treebanks.sha256"  # in the folder of downloads, as `sha256sum` writes such lists
DIGEST = re.compile(r"[0-9a-f]{64}")
_LINE = re.compile(r"([0-9a-f]{64})  (\S.*)")
_ARCHIVE_SIGNATURES = (b"\xfd7zXZ\x00", b"\x1f\x8b")


def compute_digest(path: Path) -> str:
    """Return the SHA-256 of a file as it is when unpacked, so that mirrors may pack it."""
    with path.open("rb") as file:
        is_packed = file.read(6).startswith(_ARCHIVE_SIGNATURES)
        file.seek(0)
        packed_digest = hashlib.file_digest(file, "sha256").hexdigest()
    if is_packed:
        with contextlib.suppress(FormatError):  # a damaged archive, which reading it tells
            return hashlib.sha256(read(path)).hexdigest()
    return packed_digest


def read_record(path: Path) -> dict[str, str]:
    """Return the checksums of earlier downloads by name; malformed lines are passed over."""
    try:
        lines = read_raw(path).decode("utf-8", "replace").splitlines()
    except OSError:
        return {}
    return {match[2]: match[1] for line in lines if (match := _LINE.fullmatch(line))}


def update_record(path: Path, changed: dict[str, str], removed: tuple[str, ...] = ()) -> None:
    """Add checksums to the record of earlier downloads, or remove some."""
    recorded = read_record(path)
    updated = {name: digest for name, digest in {**recorded, **changed}.items() if name not in removed}
    if updated == recorded:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_atomically(path, [f"{digest}  {name}\n".encode() for name, digest in sorted(updated.items())])

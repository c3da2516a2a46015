"""SHA-256 of treebank files: those that a list pins, and those of earlier downloads, kept in a file beside them."""

from __future__ import annotations

import contextlib
import hashlib
import re
from pathlib import Path
from typing import Literal

from spectral_core.errors import FormatError
from spectral_core.files import read, read_raw, replace_atomically

Check = Literal["list", "earlier", "server", "none"]  # against what a download was checked

RECORD = "treebanks.sha256"  # in the folder of downloads, as `sha256sum` writes such lists
DIGEST = re.compile(r"[0-9a-f]{64}")
_LINE = re.compile(r"([0-9a-f]{64})  (\S.*)")
_PACKED = (b"\xfd7zXZ\x00", b"\x1f\x8b")


def digest_of(path: Path) -> str:
    """Return the SHA-256 of a file as it is when unpacked, so that mirrors may pack it."""
    with path.open("rb") as file:
        packed = file.read(6).startswith(_PACKED)
        file.seek(0)
        plain = hashlib.file_digest(file, "sha256").hexdigest()
    if packed:
        with contextlib.suppress(FormatError):  # a damaged archive, which reading it tells
            return hashlib.sha256(read(path)).hexdigest()
    return plain


def read_record(path: Path) -> dict[str, str]:
    """Return the checksums of earlier downloads by name; lines that are none are passed over."""
    try:
        lines = read_raw(path).decode("utf-8", "replace").splitlines()
    except OSError:
        return {}
    return {found[2]: found[1] for line in lines if (found := _LINE.fullmatch(line))}


def update_record(path: Path, changed: dict[str, str], removed: tuple[str, ...] = ()) -> None:
    """Write checksums into the record of earlier downloads, or take some out of it."""
    rows = read_record(path)
    kept = {name: digest for name, digest in {**rows, **changed}.items() if name not in removed}
    if kept == rows:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_atomically(path, [f"{digest}  {name}\n".encode() for name, digest in sorted(kept.items())])

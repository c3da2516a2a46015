"""Compression of files as .gz or .xz, and the limit on what an archive may hold when it is unpacked."""

from __future__ import annotations

import gzip
import io
import lzma
import os
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from spectral_core.errors import FormatError

UNPACK_VARIABLE = "SPECTRAL_UNPACK"  # environment variable: gigabytes that any archive may hold
# maximum uncompressed bytes of a small archive and of a large one
_MIN_UNPACK_LIMIT, _MAX_UNPACK_LIMIT = 256 << 20, 2 << 30
_MAX_RATIO = 100  # maximum compression ratio between them: treebanks have about 10
_PIECE_SIZE = 1 << 20  # bytes decompressed at a time
COMPRESSED_SUFFIXES = (".xz", ".gz")
XZ_SIGNATURE, GZ_SIGNATURE = b"\xfd7zXZ\x00", b"\x1f\x8b"


def open_archive(file: BinaryIO, signature: bytes) -> lzma.LZMAFile | gzip.GzipFile:
    """Open an archive for decompression; its first bytes, `signature`, decide between .xz and .gz."""
    return lzma.LZMAFile(file) if signature.startswith(XZ_SIGNATURE) else gzip.GzipFile(fileobj=file)


def decompress(path: Path, packed: bytes, kind: str, on_progress: Callable[[int], object]) -> bytes:
    """Return the content of an archive; FormatError if it is damaged or exceeds `compute_unpack_limit`."""
    limit, unpacked = compute_unpack_limit(len(packed)), io.BytesIO()
    try:
        with open_archive(io.BytesIO(packed), packed) as content:
            while piece := content.read(_PIECE_SIZE):
                unpacked.write(piece)
                on_progress(unpacked.tell())
                if unpacked.tell() > limit:
                    raise FormatError(path, None, *describe_oversize(len(packed)))
        return unpacked.getvalue()
    except (lzma.LZMAError, EOFError, gzip.BadGzipFile, zlib.error):
        problem = f"the {kind} archive is damaged or was cut short"
        raise FormatError(path, None, problem, "Copy or download the file again") from None
    except MemoryError:
        problem = "the unpacked file does not fit in memory"
        raise FormatError(path, None, problem, "Split it into smaller files") from None


def compress_by_suffix(path: Path, content: bytes) -> bytes:
    """Compress `content` as the suffix of `path` requires; deterministic."""
    suffix = path.suffix.lower()
    if suffix == ".xz":
        return lzma.compress(content)
    return gzip.compress(content, mtime=0) if suffix == ".gz" else content


def compute_unpack_limit(packed_size: int) -> int:
    """Return how many bytes an archive of this compressed size may hold: the user's limit, or the default for
    treebanks."""
    if gigabytes := get_unpack_allowance():
        return gigabytes << 30
    return min(_MAX_UNPACK_LIMIT, max(_MIN_UNPACK_LIMIT, _MAX_RATIO * packed_size))


def describe_oversize(size: int) -> tuple[str, str]:
    """Return the message about an archive of this compressed size that exceeds its limit, and the remedy."""
    problem = (
        f"unpacked it is larger than the {compute_unpack_limit(size) >> 20:,} MB that {size:,} packed bytes may hold"
    )
    settings_text = f"in the preferences, with `spectral --unpack`, or in {UNPACK_VARIABLE}"
    return problem, f"If you trust where it comes from, allow more gigabytes: {settings_text}"


def get_unpack_allowance() -> int:
    """Return how many gigabytes the user allows any archive to hold; 0 for the default for treebanks."""
    gigabytes = os.environ.get(UNPACK_VARIABLE, "")
    return int(gigabytes) if gigabytes.isdecimal() and len(gigabytes) <= 9 else 0


def set_unpack_allowance(gigabytes: int) -> None:
    """Set the gigabytes that any archive may hold, in this process and those it starts; 0 for the default for
    treebanks."""
    if gigabytes:
        os.environ[UNPACK_VARIABLE] = str(gigabytes)
    else:
        os.environ.pop(UNPACK_VARIABLE, None)

"""Compression of files as .gz, .xz or .bz2, and the limit on what an archive may hold when it is unpacked."""

from __future__ import annotations

import bz2
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
COMPRESSED_SUFFIXES = (".xz", ".gz", ".bz2")
_UNSUPPORTED_SUFFIXES = (".zst", ".zstd", ".lz4", ".lzma", ".lz", ".lzo", ".z", ".zip", ".7z", ".rar", ".tar", ".tgz")
SIGNATURE_SIZE = 10  # bytes that decide how a file is compressed
_XZ_SIGNATURE, _GZ_SIGNATURE, _BZ2_SIGNATURE = b"\xfd7zXZ\x00", b"\x1f\x8b", b"BZh"
_BZ2_MARKS = (b"\x31\x41\x59\x26\x53\x59", b"\x17\x72\x45\x38\x50\x90")  # of a block, and of an empty archive


def detect_compression(start: bytes) -> str:
    """Return xz, gz or bz2 by the first bytes of a file; "" if it is not compressed in any of these ways."""
    if start.startswith(_XZ_SIGNATURE):
        return "xz"
    if start.startswith(_GZ_SIGNATURE):
        return "gz"
    # a text may begin with BZh: the mark decides, as far as a cut archive has it
    mark = start[4:SIGNATURE_SIZE]
    is_bz2 = start.startswith(_BZ2_SIGNATURE) and mark and any(known.startswith(mark) for known in _BZ2_MARKS)
    return "bz2" if is_bz2 else ""


def open_archive(file: BinaryIO, kind: str) -> lzma.LZMAFile | gzip.GzipFile | bz2.BZ2File:
    """Open an archive of a kind that `detect_compression` returns, for decompression."""
    if kind == "xz":
        return lzma.LZMAFile(file)
    return bz2.BZ2File(file) if kind == "bz2" else gzip.GzipFile(fileobj=file)


def get_content_suffix(path: Path) -> str:
    """Return the suffix of a file in lower case, without that of its compression; "" if there is none."""
    name = path.with_suffix("") if path.suffix.lower() in COMPRESSED_SUFFIXES else path
    return name.suffix.lower()


def check_compression(path: Path) -> None:
    """Raise FormatError for the name of a file in a compression that cannot be written."""
    if path.suffix.lower() in _UNSUPPORTED_SUFFIXES:
        problem = f"files are not compressed as {path.suffix} here"
        raise FormatError(path, None, problem, "Leave that ending out, or use .gz, .xz or .bz2")


def decompress(path: Path, packed: bytes, kind: str, on_progress: Callable[[int], object]) -> bytes:
    """Return the content of an archive; FormatError if it is damaged or exceeds `compute_unpack_limit`."""
    limit, unpacked = compute_unpack_limit(len(packed)), io.BytesIO()
    try:
        with open_archive(io.BytesIO(packed), kind) as content:
            while piece := _read_piece(content):
                unpacked.write(piece)
                on_progress(unpacked.tell())
                if unpacked.tell() > limit:
                    raise FormatError(path, None, *describe_oversize(len(packed)))
        return unpacked.getvalue()
    except (lzma.LZMAError, EOFError, zlib.error):
        problem = f"the {kind} archive is damaged or was cut short"
        raise FormatError(path, None, problem, "Copy or download the file again") from None
    except MemoryError:
        problem = "the unpacked file does not fit in memory"
        raise FormatError(path, None, problem, "Split it into smaller files") from None


def _read_piece(content: lzma.LZMAFile | gzip.GzipFile | bz2.BZ2File) -> bytes:
    """Return the next bytes of an archive in memory; EOFError where gzip or bz2 finds damage."""
    try:
        return content.read(_PIECE_SIZE)
    except OSError as error:
        raise EOFError(str(error)) from error


def compress_by_suffix(path: Path, content: bytes) -> bytes:
    """Compress `content` as the suffix of `path` requires; deterministic. FormatError if that cannot be written."""
    check_compression(path)
    match path.suffix.lower():
        case ".xz":
            return lzma.compress(content)
        case ".gz":
            return gzip.compress(content, mtime=0)
        case ".bz2":
            return bz2.compress(content)
        case _:
            return content


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

"""Reading of whole files and parts of them, path names as text, and the assets folder."""

from __future__ import annotations

import errno
import io
import lzma
import os
import stat
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from gzip import BadGzipFile
from pathlib import Path
from typing import BinaryIO, cast
from urllib.parse import quote_from_bytes, unquote_to_bytes

from spectral_core.errors import FormatError
from spectral_core.files.compression import COMPRESSED_SUFFIXES as COMPRESSED_SUFFIXES
from spectral_core.files.compression import SIGNATURE_SIZE, decompress, detect_compression, open_archive
from spectral_core.files.compression import UNPACK_VARIABLE as UNPACK_VARIABLE
from spectral_core.files.compression import check_compression as check_compression
from spectral_core.files.compression import compress_by_suffix as compress_by_suffix
from spectral_core.files.compression import compute_unpack_limit as compute_unpack_limit
from spectral_core.files.compression import describe_oversize as describe_oversize
from spectral_core.files.compression import get_content_suffix as get_content_suffix
from spectral_core.files.compression import get_unpack_allowance as get_unpack_allowance
from spectral_core.files.compression import set_unpack_allowance as set_unpack_allowance
from spectral_core.files.permissions import DEFAULT_MODE as DEFAULT_MODE
from spectral_core.files.permissions import PRIVATE_MODE as PRIVATE_MODE
from spectral_core.files.permissions import compute_copy_permissions as compute_copy_permissions
from spectral_core.files.permissions import compute_shared_permissions as compute_shared_permissions
from spectral_core.files.permissions import make_private_file as make_private_file
from spectral_core.files.permissions import make_private_folder as make_private_folder
from spectral_core.files.permissions import restrict_permissions as restrict_permissions
from spectral_core.files.permissions import to_folder_permissions as to_folder_permissions
from spectral_core.files.replacement import ChangedMeanwhileError as ChangedMeanwhileError
from spectral_core.files.replacement import remove_stale_files as remove_stale_files
from spectral_core.files.replacement import replace_atomically as replace_atomically

Location = str | os.PathLike[str]  # path of a file or folder as users of the library pass it

_BYTES_PREFIX = "bytes:"  # prefix of an encoded path that is not valid Unicode
_PLAIN_CHARACTERS = "".join(map(chr, range(32, 127))).replace("%", "")


def read_file(path: Location, on_progress: Callable[[int], object] = lambda _: None) -> bytes:
    """Return the content of a file, decompressed if it is .gz, .xz or .bz2; every failure is a FormatError with a
    remedy. During decompression `on_progress` is called with the number of bytes so far, and may raise to cancel."""
    path = Path(path)
    try:
        packed = read_raw(path)
    except FileNotFoundError:
        raise FormatError(path, None, "there is no such file", "Check the name, or whether it was moved") from None
    except IsADirectoryError:
        raise FormatError(path, None, "this is a folder, not a file", "Name one of the files in it") from None
    except PermissionError:
        if _is_folder(path):  # some systems report a folder this way
            raise FormatError(path, None, "this is a folder, not a file", "Name one of the files in it") from None
        raise FormatError(path, None, "you may not read this file", "Ask its owner for the right to read it") from None
    except NotAFileError as error:
        raise FormatError(path, None, str(error.strerror), "Copy its content into a file") from None
    except OSError as error:
        problem = f"reading stopped: {error.strerror or error}"
        raise FormatError(path, None, problem, "Copy the file to this machine's disk") from None
    except MemoryError:
        raise FormatError(path, None, "the file does not fit in memory", "Split it into smaller files") from None
    if kind := detect_compression(packed[:SIGNATURE_SIZE]):
        return decompress(path, packed, kind, on_progress)
    suffix = path.suffix.lower()
    if suffix in COMPRESSED_SUFFIXES and packed:
        problem = f"the name ends in {suffix}, but this is not a {suffix[1:]} archive"
        raise FormatError(path, None, problem, "Rename it without that ending")
    return packed


class NotAFileError(OSError):
    """Raised for a device, a pipe or a socket in the place of a file: reading it may never end, or never begin."""


def open_regular_file(path: Path) -> io.BufferedReader:
    """Open a regular file for reading; NotAFileError, without waiting, for anything else, such as a pipe."""
    _require_regular_file(path, path.stat().st_mode)
    flags = getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)  # on Windows; on other systems
    file = os.fdopen(os.open(path, os.O_RDONLY | flags), "rb")
    try:
        _require_regular_file(path, os.fstat(file.fileno()).st_mode)  # it may have been replaced meanwhile
    except OSError:
        file.close()
        raise
    return file


@contextmanager
def open_stream(path: Location) -> Iterator[BinaryIO]:
    """Open a file for reading from its beginning to its end, decompressed if it is .gz, .xz or .bz2, without loading
    it; every failure is a FormatError with a remedy."""
    path = Path(path)
    try:
        with open_regular_file(path) as file:
            kind = detect_compression(file.read(SIGNATURE_SIZE))
            file.seek(0)
            if not kind:
                yield file
                return
            with open_archive(file, kind) as content:
                yield cast(BinaryIO, content)
    except (FileNotFoundError, IsADirectoryError, PermissionError, NotAFileError):
        read_file(path)  # raises what there is to say
        raise
    except (lzma.LZMAError, EOFError, zlib.error, BadGzipFile):
        problem = "the archive is damaged or was cut short"
        raise FormatError(path, None, problem, "Copy or download the file again") from None
    except OSError as error:
        if error.errno is None:  # damage that bz2 finds
            problem = "the archive is damaged or was cut short"
            raise FormatError(path, None, problem, "Copy or download the file again") from None
        problem = f"reading stopped: {error.strerror or error}"
        raise FormatError(path, None, problem, "Copy the file to this machine's disk") from None


def read_raw(path: Path) -> bytes:
    """Return the raw bytes of a file, without decompression; failures are an OSError."""
    with open_regular_file(path) as file:
        return file.read()


def _require_regular_file(path: Path, mode: int) -> None:
    """Raise an OSError unless this is the mode of a regular file."""
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise NotAFileError(errno.EINVAL, "this is a device or a pipe, not a file", str(path))


def path_to_text(path: Location) -> str:
    """Return a path as valid Unicode text. Most paths are unchanged; those with invalid bytes, which Linux allows, are
    percent-encoded. `path_from_text` is the inverse."""
    text = os.fspath(path)
    try:
        text.encode()
    except UnicodeEncodeError:
        return _BYTES_PREFIX + quote_from_bytes(os.fsencode(text), _PLAIN_CHARACTERS)
    return text


def path_from_text(text: str) -> Path:
    """Return the path that `path_to_text` encoded."""
    if text.startswith(_BYTES_PREFIX):
        path = os.fsdecode(unquote_to_bytes(text.removeprefix(_BYTES_PREFIX)))
        if path_to_text(path) == text:  # otherwise this is a file name with the prefix
            return Path(path)
    return Path(text)


def path_to_display_text(path: Location) -> str:
    """Return a path, or another name from the system, for display, with replacement characters for invalid Unicode."""
    return os.fspath(path).encode("utf-8", "surrogatepass").decode("utf-8", "replace")


def read_byte_range(path: Path, begin: int, end: int) -> bytes:
    """Return the bytes from `begin` up to `end` of a file's decompressed content, without loading the rest."""
    try:
        with open_regular_file(path) as file:
            kind = detect_compression(file.read(SIGNATURE_SIZE))
            file.seek(0)
            with open_archive(file, kind) if kind else file as content:
                content.seek(begin)
                return content.read(end - begin)
    except (OSError, EOFError, MemoryError, lzma.LZMAError, zlib.error):
        return read_file(path)[begin:end]  # reports the error


def _is_folder(path: Path) -> bool:
    """Return whether a path is a folder; False if its parent is not accessible."""
    try:
        return path.is_dir()
    except PermissionError:  # a parent folder is not accessible
        return False


def locate_assets() -> Path:
    """Return the folder of the sample project, fonts and icons: inside the installed package, or next to it in a
    checkout."""
    package = Path(__file__).resolve().parent.parent
    packaged = package / "assets"
    return packaged if packaged.is_dir() else package.parent / "assets"

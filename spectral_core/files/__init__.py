"""Whole files: plain, .gz or .xz on the way in, replaced atomically on the way out; and where the assets are."""

from __future__ import annotations

import errno
import gzip
import io
import lzma
import os
import stat
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO
from urllib.parse import quote_from_bytes, unquote_to_bytes

from spectral_core.errors import FormatError
from spectral_core.files.replacing import ChangedMeanwhileError as ChangedMeanwhileError
from spectral_core.files.replacing import remove_leftovers as remove_leftovers
from spectral_core.files.replacing import replace_atomically as replace_atomically
from spectral_core.files.rights import PRIVATE as PRIVATE
from spectral_core.files.rights import USUAL as USUAL
from spectral_core.files.rights import folder_rights as folder_rights
from spectral_core.files.rights import make_private_file as make_private_file
from spectral_core.files.rights import make_private_folder as make_private_folder
from spectral_core.files.rights import restrict as restrict
from spectral_core.files.rights import shared_rights as shared_rights

Location = str | os.PathLike[str]  # of a file or folder, as a user of the library may write it

_BYTES = "bytes:"  # begins what stands for a path whose bytes are no text
_PLAIN_SIGNS = "".join(map(chr, range(32, 127))).replace("%", "")
MOST_UNPACKED = "SPECTRAL_UNPACK"  # a variable: gigabytes that may be made of any archive
_LITTLE_UNPACKED, _MOST_UNPACKED = 256 << 20, 2 << 30  # bytes that may be made of a small archive, and of a large one
_MOST_TIMES = 100  # the bytes of an archive between them: treebanks have some ten times
_PIECE = 1 << 20  # bytes that are unpacked at a time
_XZ, _GZ = b"\xfd7zXZ\x00", b"\x1f\x8b"


def read(path: Location, told: Callable[[int], object] = lambda _: None) -> bytes:
    """The content of a file, unpacked where it is .gz or .xz; every failure is a sentence with a remedy. While it is
    unpacked, `told` hears how many bytes there are, and may raise to end it."""
    path = Path(path)
    try:
        packed = whole(path)
    except FileNotFoundError:
        raise FormatError(path, None, "there is no such file", "Check the name, or whether it was moved") from None
    except IsADirectoryError:
        raise FormatError(path, None, "this is a folder, not a file", "Name one of the files in it") from None
    except PermissionError:
        if _is_folder(path):  # what some systems say of a folder
            raise FormatError(path, None, "this is a folder, not a file", "Name one of the files in it") from None
        raise FormatError(path, None, "you may not read this file", "Ask its owner for the right to read it") from None
    except NotAFileError as error:
        raise FormatError(path, None, str(error.strerror), "Copy what it gives into a file") from None
    except OSError as error:
        what = f"reading stopped: {error.strerror or error}"
        raise FormatError(path, None, what, "Copy the file to this machine's disk") from None
    except MemoryError:
        raise FormatError(path, None, "the file does not fit in memory", "Split it into smaller files") from None
    kind = "xz" if packed.startswith(_XZ) else "gz" if packed.startswith(_GZ) else ""
    if kind:
        return _unpacked(path, packed, kind, told)
    suffix = path.suffix.lower()
    if suffix in (".xz", ".gz") and packed:
        what = f"the name ends in {suffix}, but this is not a {suffix[1:]} archive"
        raise FormatError(path, None, what, "Rename it without that ending")
    return packed


class NotAFileError(OSError):
    """A device, a pipe or a socket where a file should be: it may have no end, or nothing to give."""


def regular(path: Path) -> io.BufferedReader:
    """A file, opened to be read; what is none, such as a pipe, is a NotAFileError, and is not waited for."""
    _check_kind(path, path.stat().st_mode)
    own = getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)  # of Windows, and of the other systems
    file = os.fdopen(os.open(path, os.O_RDONLY | own), "rb")
    try:
        _check_kind(path, os.fstat(file.fileno()).st_mode)  # another may have taken its place
    except OSError:
        file.close()
        raise
    return file


def whole(path: Path) -> bytes:
    """The bytes of a file, as they stand there; failures are an OSError."""
    with regular(path) as file:
        return file.read()


def _check_kind(path: Path, mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise NotAFileError(errno.EINVAL, "this is a device or a pipe, not a file", str(path))


def most_unpacked(packed: int) -> int:
    """How many bytes may be made of so many packed ones: what the user allows, or what treebanks may need."""
    if wanted := allowed_unpacked():
        return wanted << 30
    return min(_MOST_UNPACKED, max(_LITTLE_UNPACKED, _MOST_TIMES * packed))


def too_large_unpacked(packed: int) -> tuple[str, str]:
    """What is wrong with an archive that holds more than it may, and what helps."""
    what = f"unpacked it is larger than the {most_unpacked(packed) >> 20:,} MB that {packed:,} packed bytes may hold"
    where = f"in the preferences, with `spectral --unpack`, or in {MOST_UNPACKED}"
    return what, f"If you trust where it comes from, allow more gigabytes: {where}"


def allowed_unpacked() -> int:
    """How many gigabytes the user lets any archive hold; 0 for what treebanks may need."""
    wanted = os.environ.get(MOST_UNPACKED, "")
    return int(wanted) if wanted.isdecimal() and len(wanted) <= 9 else 0


def allow_unpacked(gigabytes: int) -> None:
    """Lets any archive hold so much, in this process and what it starts; 0 for what treebanks may need."""
    if gigabytes:
        os.environ[MOST_UNPACKED] = str(gigabytes)
    else:
        os.environ.pop(MOST_UNPACKED, None)


def text_of_path(path: Location) -> str:
    """A path as text that any file can hold. Most stand for themselves; where the bytes of one are no text, as is
    allowed on Linux, they are written as in an address. `path_of_text` gives the path back."""
    text = os.fspath(path)
    try:
        text.encode()
    except UnicodeEncodeError:
        return _BYTES + quote_from_bytes(os.fsencode(text), _PLAIN_SIGNS)
    return text


def path_of_text(text: str) -> Path:
    """The path that `text_of_path` wrote down."""
    if text.startswith(_BYTES):
        path = os.fsdecode(unquote_to_bytes(text.removeprefix(_BYTES)))
        if text_of_path(path) == text:  # otherwise this is the name of a file that begins so
            return Path(path)
    return Path(text)


def shown_path(path: Location) -> str:
    """A path, or another name that the system gives, as it is shown: with a mark for what is no text."""
    return os.fspath(path).encode("utf-8", "surrogatepass").decode("utf-8", "replace")


def _archive(file: BinaryIO, start: bytes) -> lzma.LZMAFile | gzip.GzipFile:
    return lzma.LZMAFile(file) if start.startswith(_XZ) else gzip.GzipFile(fileobj=file)


def _unpacked(path: Path, packed: bytes, kind: str, told: Callable[[int], object]) -> bytes:
    """What an archive holds, unless that is too much."""
    most, found = most_unpacked(len(packed)), io.BytesIO()
    try:
        with _archive(io.BytesIO(packed), packed) as content:
            while piece := content.read(_PIECE):
                found.write(piece)
                told(found.tell())
                if found.tell() > most:
                    raise FormatError(path, None, *too_large_unpacked(len(packed)))
        return found.getvalue()
    except (lzma.LZMAError, EOFError, gzip.BadGzipFile, zlib.error):
        what = f"the {kind} archive is damaged or was cut short"
        raise FormatError(path, None, what, "Copy or download the file again") from None
    except MemoryError:
        what = "the unpacked file does not fit in memory"
        raise FormatError(path, None, what, "Split it into smaller files") from None


def read_range(path: Path, begin: int, end: int) -> bytes:
    """The bytes from `begin` up to `end` of what `read` gives, without the rest of the file in memory."""
    try:
        with regular(path) as file:
            start = file.read(len(_XZ))
            file.seek(0)
            with _archive(file, start) if start.startswith((_XZ, _GZ)) else file as content:
                content.seek(begin)
                return content.read(end - begin)
    except (OSError, EOFError, MemoryError, lzma.LZMAError, zlib.error):
        return read(path)[begin:end]  # which says what is wrong


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except PermissionError:  # a folder above may not be entered
        return False


def packed_like(path: Path, content: bytes) -> bytes:
    """`content` packed as the ending of `path` asks; the same bytes each time."""
    suffix = path.suffix.lower()
    if suffix == ".xz":
        return lzma.compress(content)
    return gzip.compress(content, mtime=0) if suffix == ".gz" else content


def assets() -> Path:
    """The folder with the sample project, fonts and icons: inside the installed package, or beside it in a checkout."""
    package = Path(__file__).resolve().parent.parent
    inside = package / "assets"
    return inside if inside.is_dir() else package.parent / "assets"

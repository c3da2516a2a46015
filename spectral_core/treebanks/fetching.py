"""A file from another machine: streamed beside its place, gone on with after a cut, verified, and then put there."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import http.client
import logging
import os
import re
import socket
import ssl
import stat
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO
from urllib.parse import urlsplit

from spectral_core.errors import FetchError, FormatError
from spectral_core.files import unpack_limit
from spectral_core.progress import Progress, Report, ignore_progress
from spectral_core.treebanks.addresses import parse_address, resolve_redirect
from spectral_core.treebanks.connections import SlowServerError, Stopwatch, connect

_logger = logging.getLogger(__name__)
PART, _TAG = ".part", ".part.tag"  # endings of what has come so far, and of what tells which file that is
_PIECE = 1 << 16  # bytes between two reports
_LITTLE = 1 << 16  # bytes of a list of checksums
_LARGE = 1 << 40  # packed bytes, for what any file may have
_LONGEST_TAG = 1000  # characters
_LONGEST_REASON = 200  # characters that a server says beside its status
_MOST_REDIRECTS = 5
_SUM = re.compile(r"^([0-9a-fA-F]{64})(?:[ \t]+[* ]?(\S+))?\s*$", re.MULTILINE)
_COUNT = re.compile(r"[0-9]{1,15}")  # of bytes: more digits are no length of a file
_RANGE = re.compile(r"bytes ([0-9]{1,15})-([0-9]{1,15})/([0-9]{1,15})")
_TAG_SIGNS = re.compile(r"[\x20-\x7e\xa0-\xff]*")  # that a header may have
_AGAIN = "Try again: what has come already is kept, and it goes on from there"
_GONE = {404: "there is no such file", 410: "the file is there no longer", 403: "the server refuses this file"}
_FULL, _PARTIAL, _BEYOND = 200, 206, 416
_REDIRECTS = (301, 302, 303, 307, 308)


@dataclass(slots=True)
class _Course:
    """Where a download stands; `tell` raises where the user stopped it."""

    name: str
    report: Report
    done: int = 0
    total: int | None = None

    def tell(self) -> None:
        self.report(Progress(self.name, self.done, self.total))


def fetch(
    url: str, target: Path, report: Report = ignore_progress, verify: Callable[[Path], object] | None = None
) -> Path:
    """Fetch the file at `url`, whole, as `target`.

    What a cut or a cancelled run left beside it is gone on with where the server says that it is of the same file.

    Args:
        url: an http or https address.
        target: the file to write or replace.
        report: hears how far it is, ten times a second also while nothing comes; it may raise `Cancelled`.
        verify: raises a ValueError, with what is wrong and what helps, for what must not be taken; by default the
            SHA-256 that the server offers beside the file is compared.

    Raises:
        FetchError: it could not be had, or is not what it should be.
        FormatError: it could not be written.
    """
    part, tag = target.with_name(target.name + PART), target.with_name(target.name + _TAG)
    known = _left_tag(part, tag)
    done = part.stat().st_size if known else 0
    headers = {"Range": f"bytes={done}-", "If-Range": known} if done else {}
    course = _Course(target.name, report, done)
    most = unpack_limit(_LARGE)
    started = time.perf_counter()
    _logger.info("download of %s begins after %d bytes", target.name, done)
    try:
        with _ask(url, headers, course, most) as answer:
            is_stale = done > 0 and _is_of_another_file(answer, known)
            if not is_stale:
                _take(url, answer, part, tag, course, most)
    except FetchError as error:
        if error.status != _BEYOND or not done:
            raise
        is_stale = True  # it is shorter there than what has come
    if is_stale:
        part.unlink()
        return fetch(url, target, report, verify)
    try:
        if verify is None:
            compare_offered(url, part, report)
        else:
            verify(part)
    except ValueError as error:
        part.unlink()
        tag.unlink(missing_ok=True)
        _logger.info("download of %s is not the expected file", target.name)
        raise FetchError(url, _FULL, *error.args) from None
    try:
        part.replace(target)
    except OSError as error:
        raise _not_written(target, error) from None
    tag.unlink(missing_ok=True)
    elapsed = time.perf_counter() - started
    _logger.info("downloaded %s from %s: %d bytes, %.1f s", target, urlsplit(url).hostname, course.done, elapsed)
    return target


def compare_offered(url: str, path: Path, report: Report = ignore_progress) -> bool:
    """Compare a file with the checksum that its server offers, if any; another one is a ValueError."""
    offered = offered_checksum(url, report)
    if not offered:
        return False
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    if digest != offered:
        what = f"what came is damaged: its checksum is {digest[:12]}… and should be {offered[:12]}…"
        raise ValueError(what, "It was removed; try again, or choose another mirror")
    return True


def offered_checksum(url: str, report: Report = ignore_progress) -> str:
    """Return the SHA-256 that a server offers for a file, in one beside it or in a list of its folder; "" for none."""
    parts = urlsplit(url)
    name = parts.path.rpartition("/")[2]
    bare = parts._replace(query="", fragment="")
    for path in (f"{parts.path}.sha256", f"{parts.path.rpartition('/')[0]}/SHA256SUMS"):
        content = b""
        course = _Course(name, report)
        with contextlib.suppress(FetchError), _ask(bare._replace(path=path).geturl(), {}, course, _LITTLE) as answer:
            for piece in _pieces(url, answer):
                content += piece
                if len(content) >= _LITTLE:
                    break
        rows = [(found[1].lower(), found[2]) for found in _SUM.finditer(content[:_LITTLE].decode("utf-8", "replace"))]
        alone = path.endswith(".sha256") and len(rows) == 1
        digest = next((digest for digest, of in rows if alone or of in (name, f"./{name}")), "")
        if digest:
            return digest
    return ""


@contextlib.contextmanager
def _ask(url: str, headers: dict[str, str], course: _Course, most: int) -> Iterator[http.client.HTTPResponse]:
    """Ask for a file, where need be at the addresses that its server sends on to."""
    try:
        address = parse_address(url)
    except ValueError:
        what = "this is no address of a file"
        raise FetchError(url, 0, what, "Write one that begins with https://, without a password") from None
    asked = {"User-Agent": "spectral-workbench", "Accept-Encoding": "identity", **headers}
    watch = Stopwatch(course.tell)
    public_only = False
    for _ in range(_MOST_REDIRECTS + 1):
        with contextlib.ExitStack() as stack:
            try:
                connection = stack.enter_context(connect(address, watch, public_only))
                answer = connection.ask(asked, most)
            except (OSError, http.client.HTTPException, UnicodeError) as error:
                raise FetchError(url, 0, *_silence(error)) from None
            location = answer.headers.get("Location")
            if answer.status not in _REDIRECTS or location is None:
                if answer.status not in (_FULL, _PARTIAL):
                    raise FetchError(url, answer.status, *_refusal(answer.status, answer.reason))
                yield answer
                return
            public_only = public_only or connection.is_public
            address = resolve_redirect(address, location, answer.status)
    raise FetchError(url, 0, f"the server sends you on more than {_MOST_REDIRECTS} times", "Choose another mirror")


def _left_tag(part: Path, tag: Path) -> str:
    """Return what tells which file a part is of, where it can be gone on with; removes what is no file of ours."""
    for path in (part, tag):
        with contextlib.suppress(OSError):  # which opening it tells
            status = path.lstat()
            if not stat.S_ISREG(status.st_mode) or status.st_nlink > 1:  # a link or a pipe: written through, it harms
                path.unlink()
    try:
        known = tag.read_bytes()[: _LONGEST_TAG + 1].decode("utf-8").strip() if part.is_file() else ""
    except (OSError, UnicodeDecodeError):
        return ""
    return known if len(known) <= _LONGEST_TAG and _TAG_SIGNS.fullmatch(known) else ""


def _is_of_another_file(answer: http.client.HTTPResponse, known: str) -> bool:
    """Return whether a partial answer names its file, and not by the known tag: the two are not to be joined (RFC
    9110, 15.3.7)."""
    validators = {(answer.headers.get(name) or "").strip() for name in ("ETag", "Last-Modified")} - {""}
    return answer.status == _PARTIAL and bool(validators) and known not in validators


def _take(url: str, answer: http.client.HTTPResponse, part: Path, tag: Path, course: _Course, most: int) -> None:
    """Write what comes behind what has come, or from the beginning where it is another file or all of it."""
    headers = answer.headers
    if headers.get_content_type() == "text/html":
        what = "a web page came in place of the file"
        raise FetchError(url, answer.status, what, "Log in to the network if it asks for that, or check the address")
    if headers.get("Content-Encoding", "identity") != "identity":
        what = f"the server packs the file ({headers['Content-Encoding']}), which was not asked for"
        raise FetchError(url, answer.status, what, "Choose another mirror")
    begin, total = _extent(url, answer, course.done)
    if (total or 0) > most:
        raise FetchError(url, answer.status, *_too_large(most))
    course.done, course.total = begin, total
    course.tell()
    try:
        part.parent.mkdir(parents=True, exist_ok=True)
        known = (headers.get("ETag") or headers.get("Last-Modified") or "").strip()
        with _opened(tag, append=False) as file:
            file.write(known.encode("utf-8") if len(known) <= _LONGEST_TAG else b"")
        with _opened(part, append=begin > 0) as file:
            for piece in _pieces(url, answer):
                if course.done + len(piece) > most:
                    raise FetchError(url, answer.status, *_too_large(most))
                file.write(piece)
                course.done += len(piece)
                course.tell()
    except OSError as error:
        raise _not_written(part, error) from None
    if total is not None and course.done != total:
        what = f"the connection was cut after {course.done:,} of {total:,} bytes"
        raise FetchError(url, answer.status, what, _AGAIN)


def _opened(path: Path, append: bool) -> BinaryIO:
    """Open a file of ours to be written; a link in its place is not followed, nor a pipe waited for."""
    flags = os.O_WRONLY | os.O_CREAT | (os.O_APPEND if append else os.O_TRUNC)
    for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"):  # of some systems
        flags |= getattr(os, name, 0)
    file = os.fdopen(os.open(path, flags, 0o666), "ab" if append else "wb")
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError(errno.EINVAL, "this is a device or a pipe, not a file")
    return file


def _pieces(url: str, answer: http.client.HTTPResponse) -> Iterator[bytes]:
    """Yield what comes; that it comes no more is told here, for the disk has failures of its own."""
    while True:
        try:
            piece = answer.read1(_PIECE)
        except http.client.IncompleteRead:
            raise FetchError(url, answer.status, "the connection was cut", _AGAIN) from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise FetchError(url, answer.status, _silence(error)[0], _AGAIN) from None
        if not piece:
            return
        yield piece


def _extent(url: str, answer: http.client.HTTPResponse, done: int) -> tuple[int, int | None]:
    """Return where what comes begins, and how long the whole file is, where that is said."""
    headers, status = answer.headers, answer.status
    unclear = FetchError(url, status, "the server contradicts itself on how long the file is", "Choose another mirror")
    packing = headers.get("Transfer-Encoding")
    lengths = {value.strip() for value in headers.get_all("Content-Length", ())} if packing is None else set()
    if (packing or "chunked").lower() != "chunked" or len(lengths) > 1 or not all(map(_COUNT.fullmatch, lengths)):
        raise unclear
    length = int(*lengths) if lengths else None
    if status == _FULL:
        return 0, length
    found = _RANGE.fullmatch(headers.get("Content-Range", "").strip())
    if found is None or not done or int(found[1]) != done:
        raise FetchError(url, status, "the server sent another part than it was asked for", "Try again")
    begin, last, total = map(int, found.groups())
    if not begin <= last < total or length not in (None, last - begin + 1):
        raise unclear
    return begin, total


def _refusal(status: int, reason: str) -> tuple[str, str]:
    what = _GONE.get(status, f"the server answered {status} {reason[:_LONGEST_REASON]}".rstrip())
    if status in _GONE:
        return f"{what} ({status})", "Check the address, or choose another mirror or release"
    return what, "Try again later, or choose another mirror"


def _silence(reason: object) -> tuple[str, str]:
    """What is wrong where no answer came, and what helps."""
    online = "Check that this machine is online, or choose another mirror"
    if isinstance(reason, SlowServerError):
        return str(reason), f"{_AGAIN}, or choose another mirror"
    if isinstance(reason, TimeoutError):
        return str(reason) if reason.errno is None else "nothing came for a long time", _AGAIN
    if isinstance(reason, ConnectionRefusedError):
        return "no server answers there", online
    if isinstance(reason, socket.gaierror):
        return "the name of the server was not found", online
    if isinstance(reason, ssl.SSLError):
        return f"the connection is not safe ({reason.reason or reason})", "Check this machine's clock and its network"
    if isinstance(reason, ConnectionError):
        return "the connection was cut", _AGAIN
    if isinstance(reason, http.client.HTTPException | ValueError):
        return "what came is no answer of a web server", "Check the address, or choose another mirror"
    return f"no connection ({reason})", online


def _too_large(most: int) -> tuple[str, str]:
    return f"the file is larger than the {most >> 20:,} MB that one may have", "Allow more with `spectral --unpack`"


def _not_written(path: Path, error: OSError) -> FormatError:
    what = f"the file could not be written: {error.strerror or error}"
    return FormatError(path, None, what, "Choose a folder you may write to, with room on its disk")

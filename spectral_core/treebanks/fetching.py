"""A file from another machine: streamed beside its place, gone on with after a cut, verified, and then put there."""

from __future__ import annotations

import contextlib
import hashlib
import http.client
import re
import socket
import ssl
import string
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol
from urllib.parse import quote, urlsplit

from spectral_core.errors import FetchError, FormatError
from spectral_core.files import most_unpacked
from spectral_core.progress import Progress, Report, silent

PART, _TAG = ".part", ".part.tag"  # endings of what has come so far, and of what tells which file that is
_PATIENCE = 30.0  # seconds without a byte
_PIECE = 1 << 16  # bytes between two reports
_LITTLE = 1 << 16  # bytes of a list of checksums
_LARGE = 1 << 40  # packed bytes, for what any file may have
_SUM = re.compile(r"^([0-9a-fA-F]{64})(?:[ \t]+[* ]?(\S+))?\s*$", re.MULTILINE)
_AGAIN = "Try again: what has come already is kept, and it goes on from there"
_GONE = {404: "there is no such file", 410: "the file is there no longer", 403: "the server refuses this file"}
_FULL, _PARTIAL, _BEYOND = 200, 206, 416


class _Answer(Protocol):
    status: int
    headers: http.client.HTTPMessage

    def read(self, most: int = ...) -> bytes: ...


def fetch(url: str, target: Path, report: Report = silent, checksum: str = "") -> Path:
    """The file at `url`, whole, as `target`. What a cut or a cancelled run left beside it is gone on with where the
    server says that it is of the same file. `checksum`: its SHA-256; by default what the server offers beside it."""
    part, tag = target.with_name(target.name + PART), target.with_name(target.name + _TAG)
    known = tag.read_text("utf-8").strip() if tag.exists() and part.exists() else ""
    done = part.stat().st_size if known else 0
    headers = {"Range": f"bytes={done}-", "If-Range": known} if done else {}
    try:
        with _asked(url, headers) as answer:
            _take(url, answer, part, tag, done, report, target.name)
    except FetchError as error:
        if error.status != _BEYOND or not done:
            raise
        part.unlink()  # it is shorter there than what has come
        return fetch(url, target, report, checksum)
    wanted = checksum or offered_checksum(url)
    if wanted:
        _verify(url, part, wanted)
    try:
        part.replace(target)
    except OSError as error:
        raise _not_written(target, error) from None
    tag.unlink(missing_ok=True)
    return target


def offered_checksum(url: str) -> str:
    """The SHA-256 that a server offers for a file, in one beside it or in a list of its folder; "" for none."""
    name = urlsplit(url).path.rpartition("/")[2]
    for beside in (f"{url}.sha256", f"{url.rpartition('/')[0]}/SHA256SUMS"):
        with contextlib.suppress(FetchError), _asked(beside, {}) as answer:
            content = answer.read(_LITTLE).decode("utf-8", "replace")
            rows = [(found[1].lower(), found[2]) for found in _SUM.finditer(content)]
            alone = beside.endswith(".sha256") and len(rows) == 1
            found = next((digest for digest, of in rows if alone or of in (name, f"./{name}")), "")
            if found:
                return found
    return ""


@contextlib.contextmanager
def _asked(url: str, headers: dict[str, str]) -> Iterator[_Answer]:
    """What a server answers; every failure, also later while it is read, is a sentence."""
    if not _is_address(url):
        raise FetchError(url, 0, "this is no address of a file", "Write one that begins with https://")
    told = {"User-Agent": "spectral-workbench", "Accept-Encoding": "identity", **headers}
    request = urllib.request.Request(quote(url, safe=string.punctuation), headers=told)
    try:
        with urllib.request.urlopen(request, timeout=_PATIENCE) as answer:
            yield answer
    except urllib.error.HTTPError as error:
        with error:
            raise FetchError(url, error.code, *_refusal(error.code, error.reason)) from None
    except urllib.error.URLError as error:
        raise FetchError(url, 0, *_silence(error.reason)) from None
    except (TimeoutError, ConnectionError, ssl.SSLError, http.client.HTTPException) as error:
        raise FetchError(url, 0, *_silence(error)) from None


def _is_address(url: str) -> bool:
    try:
        return urlsplit(url).scheme in ("http", "https") and urlsplit(url).port != 0
    except ValueError:  # signs that none may have
        return False


def _take(url: str, answer: _Answer, part: Path, tag: Path, done: int, report: Report, name: str) -> None:
    """Writes what comes behind what has come, or from the beginning where it is another file or all of it."""
    headers = answer.headers
    if headers.get_content_type() == "text/html":
        what = "a web page came in place of the file"
        raise FetchError(url, answer.status, what, "Log in to the network if it asks for that, or check the address")
    if headers.get("Content-Encoding", "identity") != "identity":
        what = f"the server packs the file ({headers['Content-Encoding']}), which was not asked for"
        raise FetchError(url, answer.status, what, "Choose another mirror")
    begins, total = _place(headers, answer.status)
    if begins != done:
        begins = 0 if answer.status == _FULL else -1
    if begins < 0:
        raise FetchError(url, answer.status, "the server sent another part than it was asked for", "Try again")
    most = most_unpacked(_LARGE)
    if (total or 0) > most:
        raise FetchError(url, answer.status, *_too_large(most))
    report(Progress(name, begins, total))
    came = begins
    try:
        part.parent.mkdir(parents=True, exist_ok=True)
        tag.write_text(headers.get("ETag") or headers.get("Last-Modified") or "", "utf-8")
        with part.open("ab" if begins else "wb") as file:
            for piece in _pieces(url, answer):
                file.write(piece)
                came += len(piece)
                if came > most:
                    raise FetchError(url, answer.status, *_too_large(most))
                report(Progress(name, came, total))
    except OSError as error:
        raise _not_written(part, error) from None
    if total is not None and came != total:
        raise FetchError(url, answer.status, f"the connection was cut after {came:,} of {total:,} bytes", _AGAIN)


def _pieces(url: str, answer: _Answer) -> Iterator[bytes]:
    """What comes, piece by piece; that it comes no more is told here, for the disk has failures of its own."""
    while True:
        try:
            piece = answer.read(_PIECE)
        except http.client.IncompleteRead as error:
            yield error.partial
            raise FetchError(url, answer.status, "the connection was cut", _AGAIN) from None
        except (OSError, http.client.HTTPException) as error:
            raise FetchError(url, answer.status, _silence(error)[0], _AGAIN) from None
        if not piece:
            return
        yield piece


def _place(headers: http.client.HTTPMessage, status: int) -> tuple[int, int | None]:
    """Where what comes begins, and how long the whole file is, where that is said."""
    if status == _PARTIAL:
        found = re.fullmatch(r"bytes (\d+)-\d+/(\d+|\*)", headers.get("Content-Range", ""))
        if found is None:
            return -1, None
        return int(found[1]), int(found[2]) if found[2] != "*" else None
    length = headers.get("Content-Length", "")
    return 0, int(length) if length.isdecimal() else None


def _verify(url: str, part: Path, wanted: str) -> None:
    with part.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    if digest != wanted.lower():
        part.unlink()
        part.with_name(part.name.removesuffix(PART) + _TAG).unlink(missing_ok=True)
        what = f"what came is damaged: its checksum is {digest[:12]}… and should be {wanted[:12]}…"
        raise FetchError(url, _FULL, what, "It was removed; try again, or choose another mirror")


def _refusal(status: int, reason: str) -> tuple[str, str]:
    what = _GONE.get(status, f"the server answered {status} {reason}".rstrip())
    if status in _GONE:
        return f"{what} ({status})", "Check the address, or choose another mirror or release"
    return what, "Try again later, or choose another mirror"


def _silence(reason: object) -> tuple[str, str]:
    """What is wrong where no answer came, and what helps."""
    online = "Check that this machine is online, or choose another mirror"
    if isinstance(reason, TimeoutError):
        return f"nothing came for {_PATIENCE:.0f} seconds", _AGAIN
    if isinstance(reason, ConnectionRefusedError):
        return "no server answers there", online
    if isinstance(reason, socket.gaierror):
        return "the name of the server was not found", online
    if isinstance(reason, ssl.SSLError):
        return f"the connection is not safe ({reason.reason or reason})", "Check this machine's clock and its network"
    if isinstance(reason, ConnectionError | http.client.HTTPException):
        return "the connection was cut", _AGAIN
    return f"no connection ({reason})", online


def _too_large(most: int) -> tuple[str, str]:
    return f"the file is larger than the {most >> 20:,} MB that one may have", "Allow more with `spectral --unpack`"


def _not_written(path: Path, error: OSError) -> FormatError:
    what = f"the file could not be written: {error.strerror or error}"
    return FormatError(path, None, what, "Choose a folder you may write to, with room on its disk")

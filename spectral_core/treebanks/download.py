"""Download of single files, resumed and verified, and checksums of treebank files."""

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
from typing import BinaryIO, Literal
from urllib.parse import urlsplit

from spectral_core.errors import FetchError, FormatError
from spectral_core.files import compute_unpack_limit, read_file, read_raw, replace_atomically
from spectral_core.files.compression import SIGNATURE_SIZE, detect_compression
from spectral_core.progress import Progress, Report, ignore_progress
from spectral_core.treebanks.network import SlowServerError, Stopwatch, connect, parse_address, resolve_redirect

Check = Literal["list", "earlier", "server", "none"]  # source of a download's checksum

RECORD = "treebanks.sha256"  # in the download folder, in the format of `sha256sum`
DIGEST = re.compile(r"[0-9a-f]{64}")
_LINE = re.compile(r"([0-9a-f]{64})  (\S.*)")
_logger = logging.getLogger(__name__)
PART_SUFFIX, _TAG_SUFFIX = ".part", ".part.tag"  # suffixes of a partial download and of its ETag
_PIECE_SIZE = 1 << 16  # bytes between two progress reports
_MAX_CHECKSUM_BYTES = 1 << 16  # bytes of a list of checksums
_LARGEST_PACKED = 1 << 40  # compressed bytes allowed for any file
_MAX_TAG_CHARACTERS = 1000  # characters
_MAX_REASON_CHARACTERS = 200  # of a server's reason phrase
_MAX_REDIRECTS = 5
_CHECKSUM_LINE = re.compile(r"^([0-9a-fA-F]{64})(?:[ \t]+[* ]?(\S+))?\s*$", re.MULTILINE)
_COUNT = re.compile(r"[0-9]{1,15}")  # of bytes: no file is longer than 15 digits
_RANGE = re.compile(r"bytes ([0-9]{1,15})-([0-9]{1,15})/([0-9]{1,15})")
_TAG_CHARACTERS = re.compile(r"[\x20-\x7e\xa0-\xff]*")  # allowed in a header
_RESUME_REMEDY = "Try again; the download resumes where it stopped"
_REFUSALS = {404: "there is no such file", 410: "the file is there no longer", 403: "the server refuses this file"}
_OK, _PARTIAL, _RANGE_ERROR = 200, 206, 416
_REDIRECTS = (301, 302, 303, 307, 308)


def compute_digest(path: Path) -> str:
    """Return the SHA-256 of a file's content, decompressed if necessary, so that mirrors may compress it."""
    with path.open("rb") as file:
        is_packed = bool(detect_compression(file.read(SIGNATURE_SIZE)))
        file.seek(0)
        packed_digest = hashlib.file_digest(file, "sha256").hexdigest()
    if is_packed:
        with contextlib.suppress(FormatError):  # a damaged archive: reading it reports the error
            return hashlib.sha256(read_file(path)).hexdigest()
    return packed_digest


def read_checksum_record(path: Path) -> dict[str, str]:
    """Return the checksums of earlier downloads by name; malformed lines are skipped."""
    try:
        lines = read_raw(path).decode("utf-8", "replace").splitlines()
    except OSError:
        return {}
    return {match[2]: match[1] for line in lines if (match := _LINE.fullmatch(line))}


def update_checksum_record(path: Path, changed: dict[str, str], removed: tuple[str, ...] = ()) -> None:
    """Add checksums to the record of earlier downloads, or remove some."""
    recorded = read_checksum_record(path)
    updated = {name: digest for name, digest in {**recorded, **changed}.items() if name not in removed}
    if updated == recorded:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_atomically(path, [f"{digest}  {name}\n".encode() for name, digest in sorted(updated.items())])


@dataclass(slots=True)
class _DownloadProgress:
    """Progress of a download; `notify` raises if the user cancelled it."""

    name: str
    report: Report
    done: int = 0
    total: int | None = None

    def notify(self) -> None:
        """Send the progress to the callback, which raises to cancel the download."""
        self.report(Progress(self.name, self.done, self.total))


def fetch(
    url: str, target: Path, report: Report = ignore_progress, verify: Callable[[Path], object] | None = None
) -> Path:
    """Fetch the complete file at `url` as `target`.

    A partial download left by an interrupted run is resumed if the server confirms that the file is the same.

    Args:
        url: an http or https address.
        target: the file to write or replace.
        report: receives the progress, ten times a second even without data; it may raise `Cancelled`.
        verify: raises a ValueError, with the fault and a remedy, for a file that must not be accepted; by default the
            SHA-256 that the server offers beside the file is compared.

    Raises:
        FetchError: the file could not be fetched, or is not the right one.
        FormatError: it could not be written.
    """
    part, tag = target.with_name(target.name + PART_SUFFIX), target.with_name(target.name + _TAG_SUFFIX)
    part_tag = _read_etag(part, tag)
    done = part.stat().st_size if part_tag else 0
    headers = {"Range": f"bytes={done}-", "If-Range": part_tag} if done else {}
    progress = _DownloadProgress(target.name, report, done)
    max_bytes = compute_unpack_limit(_LARGEST_PACKED)
    started = time.perf_counter()
    _logger.info("download of %s begins after %d bytes", target.name, done)
    try:
        with _request(url, headers, progress, max_bytes) as response:
            is_stale = done > 0 and _has_different_etag(response, part_tag)
            if not is_stale:
                _write_response(url, response, part, tag, progress, max_bytes)
    except FetchError as error:
        if error.status != _RANGE_ERROR or not done:
            raise
        is_stale = True  # the file on the server is no longer than the part
    if is_stale:
        part.unlink()
        return fetch(url, target, report, verify)
    try:
        if verify is None:
            check_offered_checksum(url, part, report)
        else:
            verify(part)
    except ValueError as error:
        part.unlink()
        tag.unlink(missing_ok=True)
        _logger.info("download of %s is not the expected file", target.name)
        raise FetchError(url, _OK, *error.args) from None
    try:
        part.replace(target)
    except OSError as error:
        raise _make_write_error(target, error) from None
    tag.unlink(missing_ok=True)
    elapsed = time.perf_counter() - started
    _logger.info("downloaded %s from %s: %d bytes, %.1f s", target, urlsplit(url).hostname, progress.done, elapsed)
    return target


def check_offered_checksum(url: str, path: Path, report: Report = ignore_progress) -> bool:
    """Compare a file with the checksum that its server offers, if any; a ValueError if they differ."""
    offered = fetch_offered_checksum(url, report)
    if not offered:
        return False
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    if digest != offered:
        message = f"what came is damaged: its checksum is {digest[:12]}… and should be {offered[:12]}…"
        raise ValueError(message, "It was removed; try again, or choose another mirror")
    return True


def fetch_offered_checksum(url: str, report: Report = ignore_progress) -> str:
    """Return the SHA-256 that a server offers for a file, in a file next to it or a list of its folder; "" for none."""
    parts = urlsplit(url)
    name = parts.path.rpartition("/")[2]
    address = parts._replace(query="", fragment="")
    for path in (f"{parts.path}.sha256", f"{parts.path.rpartition('/')[0]}/SHA256SUMS"):
        content = b""
        progress = _DownloadProgress(name, report)
        with (
            contextlib.suppress(FetchError),
            _request(address._replace(path=path).geturl(), {}, progress, _MAX_CHECKSUM_BYTES) as response,
        ):
            for piece in _read_pieces(url, response):
                content += piece
                if len(content) >= _MAX_CHECKSUM_BYTES:
                    break
        rows = [
            (match[1].lower(), match[2])
            for match in _CHECKSUM_LINE.finditer(content[:_MAX_CHECKSUM_BYTES].decode("utf-8", "replace"))
        ]
        is_only_one = path.endswith(".sha256") and len(rows) == 1
        digest = next((digest for digest, file_name in rows if is_only_one or file_name in (name, f"./{name}")), "")
        if digest:
            return digest
    return ""


@contextlib.contextmanager
def _request(
    url: str, headers: dict[str, str], progress: _DownloadProgress, max_bytes: int
) -> Iterator[http.client.HTTPResponse]:
    """Request a file and yield the response, following redirects; FetchError if there is none."""
    try:
        address = parse_address(url)
    except ValueError:
        message = "this is no address of a file"
        raise FetchError(url, 0, message, "Write one that begins with https://, without a password") from None
    all_headers = {"User-Agent": "spectral-workbench", "Accept-Encoding": "identity", **headers}
    watch = Stopwatch(progress.notify)
    public_only = False
    for _ in range(_MAX_REDIRECTS + 1):
        with contextlib.ExitStack() as stack:
            try:
                connection = stack.enter_context(connect(address, watch, public_only))
                response = connection.request(all_headers, max_bytes)
            except (OSError, http.client.HTTPException, UnicodeError) as error:
                raise FetchError(url, 0, *_explain_connection_failure(error)) from None
            location = response.headers.get("Location")
            if response.status not in _REDIRECTS or location is None:
                if response.status not in (_OK, _PARTIAL):
                    raise FetchError(url, response.status, *_explain_refusal(response.status, response.reason))
                yield response
                return
            public_only = public_only or connection.is_public
            address = resolve_redirect(address, location, response.status)
    raise FetchError(url, 0, f"the server sends you on more than {_MAX_REDIRECTS} times", "Choose another mirror")


def _read_etag(part: Path, tag: Path) -> str:
    """Return the ETag of a partial download; '' if that cannot be resumed. Links and pipes at its paths are removed."""
    for path in (part, tag):
        with contextlib.suppress(OSError):  # opening it reports the error
            status = path.lstat()
            if not stat.S_ISREG(status.st_mode) or status.st_nlink > 1:  # never write through a link or a pipe
                path.unlink()
    try:
        part_tag = tag.read_bytes()[: _MAX_TAG_CHARACTERS + 1].decode("utf-8").strip() if part.is_file() else ""
    except (OSError, UnicodeDecodeError):
        return ""
    return part_tag if len(part_tag) <= _MAX_TAG_CHARACTERS and _TAG_CHARACTERS.fullmatch(part_tag) else ""


def _has_different_etag(answer: http.client.HTTPResponse, known: str) -> bool:
    """Test whether a partial response has another ETag than the partial download: the two must not be joined (RFC 9110,
    15.3.7)."""
    validators = {(answer.headers.get(name) or "").strip() for name in ("ETag", "Last-Modified")} - {""}
    return answer.status == _PARTIAL and bool(validators) and known not in validators


def _write_response(
    url: str, response: http.client.HTTPResponse, part: Path, tag: Path, progress: _DownloadProgress, max_bytes: int
) -> None:
    """Append the response to the partial file, or rewrite it if the response is another file or the complete one."""
    headers = response.headers
    if headers.get_content_type() == "text/html":
        message = "a web page came in place of the file"
        raise FetchError(
            url, response.status, message, "Log in to the network if it asks for that, or check the address"
        )
    if headers.get("Content-Encoding", "identity") != "identity":
        message = f"the server sent the file compressed ({headers['Content-Encoding']}), which was not requested"
        raise FetchError(url, response.status, message, "Choose another mirror")
    begin, total = _parse_byte_range(url, response, progress.done)
    if (total or 0) > max_bytes:
        raise FetchError(url, response.status, *_explain_oversize(max_bytes))
    progress.done, progress.total = begin, total
    progress.notify()
    try:
        part.parent.mkdir(parents=True, exist_ok=True)
        new_tag = (headers.get("ETag") or headers.get("Last-Modified") or "").strip()
        with _open_to_write(tag, append=False) as file:
            file.write(new_tag.encode("utf-8") if len(new_tag) <= _MAX_TAG_CHARACTERS else b"")
        with _open_to_write(part, append=begin > 0) as file:
            for piece in _read_pieces(url, response):
                if progress.done + len(piece) > max_bytes:
                    raise FetchError(url, response.status, *_explain_oversize(max_bytes))
                file.write(piece)
                progress.done += len(piece)
                progress.notify()
    except OSError as error:
        raise _make_write_error(part, error) from None
    if total is not None and progress.done != total:
        message = f"the connection was cut after {progress.done:,} of {total:,} bytes"
        raise FetchError(url, response.status, message, _RESUME_REMEDY)


def _open_to_write(path: Path, append: bool) -> BinaryIO:
    """Open a file of a download for writing, without following a link or waiting for a pipe."""
    flags = os.O_WRONLY | os.O_CREAT | (os.O_APPEND if append else os.O_TRUNC)
    for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"):  # available on some systems
        flags |= getattr(os, name, 0)
    file = os.fdopen(os.open(path, flags, 0o666), "ab" if append else "wb")
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError(errno.EINVAL, "this is a device or a pipe, not a file")
    return file


def _read_pieces(url: str, response: http.client.HTTPResponse) -> Iterator[bytes]:
    """Yield the body of a response in pieces; network errors become FetchError here, so that disk errors are not
    mistaken for them."""
    while True:
        try:
            piece = response.read1(_PIECE_SIZE)
        except http.client.IncompleteRead:
            raise FetchError(url, response.status, "the connection was cut", _RESUME_REMEDY) from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise FetchError(url, response.status, _explain_connection_failure(error)[0], _RESUME_REMEDY) from None
        if not piece:
            return
        yield piece


def _parse_byte_range(url: str, response: http.client.HTTPResponse, done: int) -> tuple[int, int | None]:
    """Return the offset of a response's body in the file, and the length of the complete file, None if unknown."""
    headers, status = response.headers, response.status
    contradiction = FetchError(
        url, status, "the server contradicts itself on how long the file is", "Choose another mirror"
    )
    encoding = headers.get("Transfer-Encoding")
    lengths = {value.strip() for value in headers.get_all("Content-Length", ())} if encoding is None else set()
    if (encoding or "chunked").lower() != "chunked" or len(lengths) > 1 or not all(map(_COUNT.fullmatch, lengths)):
        raise contradiction
    length = int(*lengths) if lengths else None
    if status == _OK:
        return 0, length
    match = _RANGE.fullmatch(headers.get("Content-Range", "").strip())
    if match is None or not done or int(match[1]) != done:
        raise FetchError(url, status, "the server sent a different part than requested", "Try again")
    begin, last, total = map(int, match.groups())
    if not begin <= last < total or length not in (None, last - begin + 1):
        raise contradiction
    return begin, total


def _explain_refusal(status: int, reason: str) -> tuple[str, str]:
    """Return the message and the remedy for a response without the file."""
    message = _REFUSALS.get(status, f"the server answered {status} {reason[:_MAX_REASON_CHARACTERS]}".rstrip())
    if status in _REFUSALS:
        return f"{message} ({status})", "Check the address, or choose another mirror or release"
    return message, "Try again later, or choose another mirror"


def _explain_connection_failure(reason: object) -> tuple[str, str]:
    """Return the message and the remedy for a failed connection."""
    remedy = "Check that this machine is online, or choose another mirror"
    if isinstance(reason, SlowServerError):
        return str(reason), f"{_RESUME_REMEDY}, or choose another mirror"
    if isinstance(reason, TimeoutError):
        return str(reason) if reason.errno is None else "nothing came for a long time", _RESUME_REMEDY
    if isinstance(reason, ConnectionRefusedError):
        return "no server answers there", remedy
    if isinstance(reason, socket.gaierror):
        return "the name of the server was not found", remedy
    if isinstance(reason, ssl.SSLError):
        return f"the connection is not safe ({reason.reason or reason})", "Check this machine's clock and its network"
    if isinstance(reason, ConnectionError):
        return "the connection was cut", _RESUME_REMEDY
    if isinstance(reason, http.client.HTTPException | ValueError):
        return "what came is no answer of a web server", "Check the address, or choose another mirror"
    return f"no connection ({reason})", remedy


def _explain_oversize(max_bytes: int) -> tuple[str, str]:
    """Return the message and the remedy for a file larger than the limit."""
    return (
        f"the file is larger than the {max_bytes >> 20:,} MB that one may have",
        "Allow more with `spectral --unpack`",
    )


def _make_write_error(path: Path, error: OSError) -> FormatError:
    """Make the error for a download that could not be written to disk."""
    message = f"the file could not be written: {error.strerror or error}"
    return FormatError(path, None, message, "Choose a folder you may write to, with room on its disk")

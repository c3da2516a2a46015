"""Connections to web servers that can be stopped within a moment, whatever the server does or leaves undone."""

from __future__ import annotations

import base64
import contextlib
import errno
import http.client
import io
import os
import selectors
import socket
import ssl
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast
from urllib.parse import unquote, urlsplit

from spectral_core.errors import FetchError
from spectral_core.progress import wait_for_thread
from spectral_core.treebanks.addresses import Address, is_public, parse_address

T = TypeVar("T")
_BUFFER = 1 << 16  # bytes that are taken from a connection at a time
_LONGEST_HEAD = 1 << 18  # bytes of the status line and the headers, and what a buffer holds behind them
_UNDER_WAY = {0, errno.EINPROGRESS, errno.EWOULDBLOCK, errno.EALREADY, getattr(errno, "WSAEWOULDBLOCK", 0)}


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a server is waited for."""

    step: float = 0.1  # seconds between two looks at whether the user stopped the download
    silence: float = 30.0  # seconds without a byte
    span: float = 60.0  # seconds of waiting in which at least so many bytes must come
    least: int = 60_000


PATIENCE = Patience()


class SlowServerError(TimeoutError):
    """A server that sends something now and then, but too little."""


@dataclass(slots=True)
class Stopwatch:
    """Time spent waiting for a server, in short steps; `report` raises to stop."""

    report: Callable[[], object]
    _silence: float = 0.0
    _span: float = 0.0
    _bytes: int = 0

    def wait_for(self, attempt: Callable[[], T]) -> T:
        """Repeat an attempt, which raises a TimeoutError after one step, until it succeeds or patience ends."""
        while True:
            self.report()
            began = time.monotonic()
            try:
                result = attempt()
            except TimeoutError as error:
                if error.errno is not None:  # the system's own, which gave up
                    raise
                self._silence += time.monotonic() - began
                self._count(time.monotonic() - began)
                if self._silence >= PATIENCE.silence:
                    raise TimeoutError(f"nothing came for {PATIENCE.silence:.0f} seconds") from None
                continue
            self._silence = 0.0
            self._count(time.monotonic() - began)
            return result

    def receive(self, count: int) -> None:
        """Count bytes that came."""
        self._bytes += count

    def _count(self, seconds: float) -> None:
        self._span += seconds
        if self._span < PATIENCE.span:
            return
        if self._bytes < PATIENCE.least:
            came = f"only {self._bytes:,} bytes came in {PATIENCE.span:.0f} seconds"
            raise SlowServerError(f"the server is too slow: {came}")
        self._span, self._bytes = 0.0, 0


class _Stream(io.RawIOBase):
    """The bytes that come over a connection."""

    def __init__(self, sock: socket.socket, watch: Stopwatch):
        super().__init__()
        self._sock, self._watch = sock, watch
        self._came, self.limit = 0, _LONGEST_HEAD

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        count = self._watch.wait_for(lambda: self._sock.recv_into(buffer))
        self._watch.receive(count)
        self._came += count
        if self._came > self.limit:
            raise http.client.HTTPException("the answer is too long")
        return count


@dataclass(slots=True)
class _Line:
    """A connected socket, with as much of the interface of one as http.client uses."""

    sock: socket.socket
    watch: Stopwatch
    stream: _Stream = field(init=False)

    def __post_init__(self) -> None:
        self.stream = _Stream(self.sock, self.watch)

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(self.stream, _BUFFER)

    def sendall(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            unsent = rest
            rest = rest[self.watch.wait_for(lambda: self.sock.send(unsent)) :]  # noqa: B023 - called at once

    def close(self) -> None:
        """Nothing: an answer is still read when http.client has done with the connection; `connect` closes it."""


@dataclass(frozen=True, slots=True)
class Connection:
    """A connection to the server of an address, or to a proxy that asks it."""

    is_public: bool  # the server is on the public internet, as far as is known
    _line: _Line
    _address: Address
    _through_proxy: dict[str, str] | None  # what is told to a proxy that passes requests on; None without

    def ask(self, headers: dict[str, str], most: int) -> http.client.HTTPResponse:
        """Ask for the address; of the answer at most so many bytes are read, beside what packs them."""
        connection = http.client.HTTPConnection(self._address.host, self._address.port)
        connection.sock = self._line
        target, proxied = self._address.target, self._through_proxy
        if proxied is not None:
            target = f"http://{self._address.host_and_port}{target}"
        asked = {"Host": self._address.host_and_port, "Connection": "close", **(proxied or {}), **headers}
        connection.request("GET", target, headers=asked)
        answer = connection.getresponse()
        self._line.stream.limit = 2 * most + _LONGEST_HEAD
        return answer


@contextlib.contextmanager
def connect(address: Address, watch: Stopwatch, public_only: bool = False) -> Iterator[Connection]:
    """Connect to the server of an address, through the proxy that the environment or the system names.

    `public_only` refuses servers on this machine and on private networks. Behind a proxy, which looks names up by
    itself, that can be told of IP addresses alone.
    """
    proxy = _find_proxy(address)
    if proxy is None:
        sock, reached = _dial(address, watch, public_only)
        told = None
    else:
        reached = is_public(address.host) is not False
        if public_only and not reached:
            raise _private(address)
        server, told = proxy
        sock, _ = _dial(server, watch, public_only=False)
    with contextlib.ExitStack() as stack:
        stack.callback(lambda: sock.close())
        if proxy is not None and proxy[0].scheme == "https" and address.scheme == "http":
            sock = _encrypt(sock, proxy[0].host, watch)
        if address.scheme == "https":
            if told is not None:
                _open_tunnel(_Line(sock, watch), address, told)
                told = None
            sock = _encrypt(sock, address.host, watch)
        yield Connection(reached, _Line(sock, watch), address, told)


def _find_proxy(address: Address) -> tuple[Address, dict[str, str]] | None:
    """Return the proxy to ask, with the headers that it wants."""
    url = urllib.request.getproxies().get(address.scheme, "")
    if not url or urllib.request.proxy_bypass(address.host_and_port):
        return None
    url = url if "://" in url else f"http://{url}"
    try:
        parts = urlsplit(url)
        scheme, name, password = parts.scheme, parts.username, parts.password
        server = parse_address(f"{scheme}://{parts.netloc.rpartition('@')[2]}/")
    except ValueError:
        what = "the proxy that this machine's settings name cannot be used"
        raise FetchError(address.url, 0, what, f"Look at the variable {address.scheme}_proxy") from None
    if name is None:
        return server, {}
    known = f"{unquote(name)}:{unquote(password or '')}".encode()
    return server, {"Proxy-Authorization": f"Basic {base64.b64encode(known).decode('ascii')}"}


def _dial(address: Address, watch: Stopwatch, public_only: bool) -> tuple[socket.socket, bool]:
    """Connect to the first of a server's addresses that answers; whether that one is public."""
    found = wait_for_thread(
        lambda: socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM), watch.wait_for, PATIENCE.step
    )
    allowed = [row for row in found if not public_only or is_public(str(row[4][0])) is not False]
    if not allowed:
        raise _private(address)
    failure: OSError = OSError(f"{address.host} has no address")
    for family, kind, protocol, _, place in allowed:
        with contextlib.ExitStack() as stack:
            try:
                sock = stack.enter_context(socket.socket(family, kind, protocol))
                _finish_connecting(sock, place, watch)
            except OSError as error:
                failure = error
                continue
            stack.pop_all()
            return sock, is_public(str(place[0])) is not False
    raise failure


def _finish_connecting(sock: socket.socket, place: Any, watch: Stopwatch) -> None:
    sock.setblocking(False)
    code = sock.connect_ex(place)
    if code not in _UNDER_WAY:
        raise OSError(code, os.strerror(code))
    with selectors.DefaultSelector() as selector:
        selector.register(sock, selectors.EVENT_WRITE)

        def look() -> None:
            if not selector.select(PATIENCE.step):
                raise TimeoutError

        watch.wait_for(look)
    code = sock.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
    if code:
        raise OSError(code, os.strerror(code))
    sock.settimeout(PATIENCE.step)


def _encrypt(sock: socket.socket, host: str, watch: Stopwatch) -> ssl.SSLSocket:
    context = ssl.create_default_context()
    context.set_alpn_protocols(["http/1.1"])
    encrypted = context.wrap_socket(sock, server_hostname=host, do_handshake_on_connect=False)
    try:
        watch.wait_for(encrypted.do_handshake)
    except BaseException:
        encrypted.close()
        raise
    return encrypted


def _open_tunnel(line: _Line, address: Address, told: dict[str, str]) -> None:
    """Have a proxy connect to the server of an address."""
    place = f"[{address.host}]" if ":" in address.host else address.host
    headers = {"Host": f"{place}:{address.port}", **told}
    rows = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    line.sendall(f"CONNECT {place}:{address.port} HTTP/1.1\r\n{rows}\r\n".encode("ascii"))
    answer = http.client.HTTPResponse(cast("socket.socket", line), method="CONNECT")
    answer.begin()
    if answer.status != http.client.OK:
        what = f"the proxy refuses the connection ({answer.status} {answer.reason})"
        raise FetchError(address.url, answer.status, what, "Ask who keeps the network, or choose another mirror")


def _private(address: Address) -> FetchError:
    what = f"the server sends you on to a private network ({address.host})"
    return FetchError(address.url, 0, what, "If you trust that address, name it as the mirror")

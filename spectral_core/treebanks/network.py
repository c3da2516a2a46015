"""Web addresses and redirects, and server connections that can be cancelled at any moment."""

from __future__ import annotations

import base64
import contextlib
import errno
import http.client
import io
import ipaddress
import os
import selectors
import socket
import ssl
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast
from urllib.parse import quote, unquote, urljoin, urlsplit

from spectral_core.errors import FetchError
from spectral_core.progress import run_in_abandonable_thread

_PORTS = {"http": 80, "https": 443}
_UNQUOTED = "%/:=&?~+!$,;'@()*[]"  # characters of a path or query sent unquoted
_HOST_GROUPS = (  # hosts of one publisher, which redirect to one another
    frozenset(
        {
            "github.com",
            "raw.githubusercontent.com",
            "codeload.github.com",
            "media.githubusercontent.com",
            "objects.githubusercontent.com",
            "release-assets.githubusercontent.com",
        }
    ),
)
_MAX_SHOWN_CHARACTERS = 200  # characters of an address in a message
_TRUST_REMEDY = "If you trust that address, name it as the mirror"
T = TypeVar("T")
_BUFFER_SIZE = 1 << 16  # bytes read from a connection at a time
_MAX_HEAD_BYTES = 1 << 18  # bytes of status line and headers, and of the buffer after them
_IN_PROGRESS = {0, errno.EINPROGRESS, errno.EWOULDBLOCK, errno.EALREADY, getattr(errno, "WSAEWOULDBLOCK", 0)}


@dataclass(frozen=True, slots=True)
class Address:
    """An http or https address split into its parts; `target` is its path and query, quoted."""

    url: str
    scheme: str
    host: str
    port: int
    target: str

    @property
    def host_and_port(self) -> str:
        """The value of the Host header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"


def parse_address(url: str) -> Address:
    """Parse an http or https address; a ValueError for an invalid one, or one with a password."""
    parts = urlsplit(url)
    host = (parts.hostname or "").rstrip(".")
    if parts.scheme not in _PORTS or not host or parts.username is not None or parts.port == 0:
        raise ValueError(url)
    if ":" not in host:
        host = host.encode("idna").decode("ascii")  # a UnicodeError is a ValueError
    target = quote(parts.path or "/", safe=_UNQUOTED)
    if parts.query:
        target += "?" + quote(parts.query, safe=_UNQUOTED)
    return Address(url, parts.scheme, host, parts.port or _PORTS[parts.scheme], target)


def is_public_address(host: str) -> bool | None:
    """Test whether an IP address belongs to the public internet; None for a host name."""
    if host == "localhost" or host.endswith(".localhost"):
        return False
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None
    ipv4_address = getattr(address, "ipv4_mapped", None)
    return (ipv4_address or address).is_global


def resolve_redirect(current: Address, location: str, status: int) -> Address:
    """Return the address that a server redirects to; a FetchError if it must not be followed."""
    try:
        following = parse_address(urljoin(current.url, location))
    except ValueError:
        excerpt = location[:_MAX_SHOWN_CHARACTERS]
        message = f"the server sends you on to {excerpt!r}, which is no web address"
        raise FetchError(current.url, status, message, "Choose another mirror") from None
    excerpt = following.url[:_MAX_SHOWN_CHARACTERS]
    if current.scheme == "https" and following.scheme == "http":
        message = f"the server sends you on to {excerpt}, where the connection would not be encrypted"
        raise FetchError(current.url, status, message, "Choose another mirror")
    if not _is_same_publisher(current, following):
        message = f"the server sends you on to another server ({excerpt})"
        raise FetchError(current.url, status, message, _TRUST_REMEDY)
    return following


def _is_same_publisher(current: Address, following: Address) -> bool:
    """Test whether two addresses are on the same host, or on hosts of one publisher."""
    has_usual_ports = all(address.port == _PORTS[address.scheme] for address in (current, following))
    if current.host == following.host:
        return has_usual_ports or current.port == following.port
    return has_usual_ports and any({current.host, following.host} <= group for group in _HOST_GROUPS)


@dataclass(frozen=True, slots=True)
class Patience:
    """Timeouts of a server."""

    step: float = 0.1  # seconds between two checks for cancellation
    silence: float = 30.0  # seconds without a byte
    span: float = 60.0  # seconds of waiting in which a minimum of bytes must arrive
    min_bytes: int = 60_000


PATIENCE = Patience()


class SlowServerError(TimeoutError):
    """Raised for a server that sends data too slowly."""


@dataclass(slots=True)
class Stopwatch:
    """Time spent waiting for a server, in short steps; `report` raises to cancel."""

    report: Callable[[], object]
    _silence: float = 0.0
    _span: float = 0.0
    _bytes: int = 0

    def wait_for(self, attempt: Callable[[], T]) -> T:
        """Repeat an attempt, which raises a TimeoutError after one step, until it succeeds or the server is silent for
        too long; return its result."""
        while True:
            self.report()
            started = time.monotonic()
            try:
                result = attempt()
            except TimeoutError as error:
                if error.errno is not None:  # a timeout of the system itself
                    raise
                self._silence += time.monotonic() - started
                self._check_rate(time.monotonic() - started)
                if self._silence >= PATIENCE.silence:
                    raise TimeoutError(f"nothing came for {PATIENCE.silence:.0f} seconds") from None
                continue
            self._silence = 0.0
            self._check_rate(time.monotonic() - started)
            return result

    def count_received(self, count: int) -> None:
        """Count received bytes."""
        self._bytes += count

    def _check_rate(self, seconds: float) -> None:
        """Add seconds of waiting; at the end of each span, raise SlowServerError if too few bytes came in it."""
        self._span += seconds
        if self._span < PATIENCE.span:
            return
        if self._bytes < PATIENCE.min_bytes:
            shortfall = f"only {self._bytes:,} bytes came in {PATIENCE.span:.0f} seconds"
            raise SlowServerError(f"the server is too slow: {shortfall}")
        self._span, self._bytes = 0.0, 0


class _Stream(io.RawIOBase):
    """Raw stream of bytes received over a connection."""

    def __init__(self, sock: socket.socket, watch: Stopwatch):
        super().__init__()
        self._sock, self._watch = sock, watch
        self._received, self.limit = 0, _MAX_HEAD_BYTES

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        count = self._watch.wait_for(lambda: self._sock.recv_into(buffer))
        self._watch.count_received(count)
        self._received += count
        if self._received > self.limit:
            raise http.client.HTTPException("the answer is too long")
        return count


@dataclass(slots=True)
class _SocketAdapter:
    """A connected socket with the part of the socket interface that http.client uses."""

    sock: socket.socket
    watch: Stopwatch
    stream: _Stream = field(init=False)

    def __post_init__(self) -> None:
        self.stream = _Stream(self.sock, self.watch)

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(self.stream, _BUFFER_SIZE)

    def sendall(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            unsent = rest
            rest = rest[self.watch.wait_for(lambda: self.sock.send(unsent)) :]  # noqa: B023 - called at once

    def close(self) -> None:
        """Do nothing: http.client closes the connection before the response is read; `connect` closes it."""


@dataclass(frozen=True, slots=True)
class Connection:
    """Connection to the server of an address, or to a forwarding proxy."""

    is_public: bool  # as far as is known
    _adapter: _SocketAdapter
    _address: Address
    _proxy_headers: dict[str, str] | None  # for a forwarding proxy; None without one

    def request(self, headers: dict[str, str], max_bytes: int) -> http.client.HTTPResponse:
        """Request the address; at most `max_bytes` of the response are read, plus the overhead of compression."""
        connection = http.client.HTTPConnection(self._address.host, self._address.port)
        connection.sock = self._adapter
        target, proxy_headers = self._address.target, self._proxy_headers
        if proxy_headers is not None:
            target = f"http://{self._address.host_and_port}{target}"
        all_headers = {"Host": self._address.host_and_port, "Connection": "close", **(proxy_headers or {}), **headers}
        connection.request("GET", target, headers=all_headers)
        response = connection.getresponse()
        self._adapter.stream.limit = 2 * max_bytes + _MAX_HEAD_BYTES
        return response


@contextlib.contextmanager
def connect(address: Address, watch: Stopwatch, public_only: bool = False) -> Iterator[Connection]:
    """Connect to the server of an address, through the proxy set in the environment or the system.

    `public_only` refuses servers on this machine and on private networks. Behind a proxy, which resolves names by
    itself, only IP addresses can be checked.
    """
    proxy = _find_proxy(address)
    if proxy is None:
        sock, is_public_server = _open_socket(address, watch, public_only)
        proxy_headers = None
    else:
        is_public_server = is_public_address(address.host) is not False
        if public_only and not is_public_server:
            raise _make_private_network_error(address)
        server, proxy_headers = proxy
        sock, _ = _open_socket(server, watch, public_only=False)
    with contextlib.ExitStack() as stack:
        stack.callback(lambda: sock.close())
        if proxy is not None and proxy[0].scheme == "https" and address.scheme == "http":
            sock = _wrap_in_tls(sock, proxy[0].host, watch)
        if address.scheme == "https":
            if proxy_headers is not None:
                _open_tunnel(_SocketAdapter(sock, watch), address, proxy_headers)
                proxy_headers = None
            sock = _wrap_in_tls(sock, address.host, watch)
        yield Connection(is_public_server, _SocketAdapter(sock, watch), address, proxy_headers)


def _find_proxy(address: Address) -> tuple[Address, dict[str, str]] | None:
    """Return the proxy for an address, with the headers that it needs; None for a direct connection."""
    url = urllib.request.getproxies().get(address.scheme, "")
    if not url or urllib.request.proxy_bypass(address.host_and_port):
        return None
    url = url if "://" in url else f"http://{url}"
    try:
        parts = urlsplit(url)
        scheme, name, password = parts.scheme, parts.username, parts.password
        server = parse_address(f"{scheme}://{parts.netloc.rpartition('@')[2]}/")
    except ValueError:
        message = "the proxy that this machine's settings name cannot be used"
        raise FetchError(address.url, 0, message, f"Look at the variable {address.scheme}_proxy") from None
    if name is None:
        return server, {}
    credentials = f"{unquote(name)}:{unquote(password or '')}".encode()
    return server, {"Proxy-Authorization": f"Basic {base64.b64encode(credentials).decode('ascii')}"}


def _open_socket(address: Address, watch: Stopwatch, public_only: bool) -> tuple[socket.socket, bool]:
    """Connect to the first of a server's addresses that answers; return the socket and whether the address is
    public."""
    resolved = run_in_abandonable_thread(
        lambda: socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM), watch.wait_for, PATIENCE.step
    )
    allowed = [record for record in resolved if not public_only or is_public_address(str(record[4][0])) is not False]
    if not allowed:
        raise _make_private_network_error(address)
    failure: OSError = OSError(f"{address.host} has no address")
    for family, kind, protocol, _, socket_address in allowed:
        with contextlib.ExitStack() as stack:
            try:
                sock = stack.enter_context(socket.socket(family, kind, protocol))
                _connect_in_steps(sock, socket_address, watch)
            except OSError as error:
                failure = error
                continue
            stack.pop_all()
            return sock, is_public_address(str(socket_address[0])) is not False
    raise failure


def _connect_in_steps(sock: socket.socket, socket_address: Any, watch: Stopwatch) -> None:
    """Connect a socket without blocking, waiting in steps so that the user can cancel."""
    sock.setblocking(False)
    code = sock.connect_ex(socket_address)
    if code not in _IN_PROGRESS:
        raise OSError(code, os.strerror(code))
    with selectors.DefaultSelector() as selector:
        selector.register(sock, selectors.EVENT_WRITE)

        def check_writable() -> None:
            if not selector.select(PATIENCE.step):
                raise TimeoutError

        watch.wait_for(check_writable)
    code = sock.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
    if code:
        raise OSError(code, os.strerror(code))
    sock.settimeout(PATIENCE.step)


def _wrap_in_tls(sock: socket.socket, host: str, watch: Stopwatch) -> ssl.SSLSocket:
    """Return the socket with TLS, after a handshake that the user can cancel."""
    context = ssl.create_default_context()
    context.set_alpn_protocols(["http/1.1"])
    encrypted = context.wrap_socket(sock, server_hostname=host, do_handshake_on_connect=False)
    try:
        watch.wait_for(encrypted.do_handshake)
    except BaseException:
        encrypted.close()
        raise
    return encrypted


def _open_tunnel(adapter: _SocketAdapter, address: Address, proxy_headers: dict[str, str]) -> None:
    """Open a tunnel through a proxy to the server of an address."""
    host = f"[{address.host}]" if ":" in address.host else address.host
    headers = {"Host": f"{host}:{address.port}", **proxy_headers}
    header_lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    adapter.sendall(f"CONNECT {host}:{address.port} HTTP/1.1\r\n{header_lines}\r\n".encode("ascii"))
    response = http.client.HTTPResponse(cast("socket.socket", adapter), method="CONNECT")
    response.begin()
    if response.status != http.client.OK:
        message = f"the proxy refuses the connection ({response.status} {response.reason})"
        raise FetchError(address.url, response.status, message, "Ask who keeps the network, or choose another mirror")


def _make_private_network_error(address: Address) -> FetchError:
    """Make the error for a server that redirects to a private network."""
    message = f"the server sends you on to a private network ({address.host})"
    return FetchError(address.url, 0, message, "If you trust that address, name it as the mirror")

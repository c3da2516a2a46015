"""Web addresses: what is accepted as one, and where a server may send a download on to."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import quote, urljoin, urlsplit

from spectral_core.errors import FetchError

_PORTS = {"http": 80, "https": 443}
_AS_WRITTEN = "%/:=&?~+!$,;'@()*[]"  # characters of a path or query that are sent as they are
_TOGETHER = (  # hosts of one publisher, which send on to one another
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
_LONGEST_SHOWN = 200  # characters of an address in a sentence
_TRUST = "If you trust that address, name it as the mirror"


@dataclass(frozen=True, slots=True)
class Address:
    """An http or https address in its parts; `target` is its path and query, quoted."""

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
    """Return an address in its parts; what is none, or holds a password, is a ValueError."""
    parts = urlsplit(url)
    host = (parts.hostname or "").rstrip(".")
    if parts.scheme not in _PORTS or not host or parts.username is not None or parts.port == 0:
        raise ValueError(url)
    if ":" not in host:
        host = host.encode("idna").decode("ascii")  # a UnicodeError is a ValueError
    target = quote(parts.path or "/", safe=_AS_WRITTEN)
    if parts.query:
        target += "?" + quote(parts.query, safe=_AS_WRITTEN)
    return Address(url, parts.scheme, host, parts.port or _PORTS[parts.scheme], target)


def is_public(host: str) -> bool | None:
    """Whether an IP address belongs to the public internet; None for a name, of which that is not known."""
    if host == "localhost" or host.endswith(".localhost"):
        return False
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_global


def resolve_redirect(current: Address, location: str, status: int) -> Address:
    """Return the address that a server sends on to, or say why it is not followed."""
    try:
        following = parse_address(urljoin(current.url, location))
    except ValueError:
        shown = location[:_LONGEST_SHOWN]
        what = f"the server sends you on to {shown!r}, which is no web address"
        raise FetchError(current.url, status, what, "Choose another mirror") from None
    shown = following.url[:_LONGEST_SHOWN]
    if current.scheme == "https" and following.scheme == "http":
        what = f"the server sends you on to {shown}, where the connection would not be encrypted"
        raise FetchError(current.url, status, what, "Choose another mirror")
    if not _belong_together(current, following):
        what = f"the server sends you on to another server ({shown})"
        raise FetchError(current.url, status, what, _TRUST)
    return following


def _belong_together(current: Address, following: Address) -> bool:
    usual = all(address.port == _PORTS[address.scheme] for address in (current, following))
    if current.host == following.host:
        return usual or current.port == following.port
    return usual and any({current.host, following.host} <= group for group in _TOGETHER)

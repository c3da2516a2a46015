"""Web addresses: those that are accepted, and the redirects that a download follows."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import quote, urljoin, urlsplit

from spectral_core.errors import FetchError

_PORTS = {"http": 80, "https": 443}
_UNQUOTED = "%/:=&?~+!$,;'@()*[]"  # characters of a path or query that are sent as they are
_HOST_GROUPS = (  # hosts of one publisher, which send on to one another
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
_MAX_SHOWN_CHARACTERS = 200  # characters of an address in a sentence
_TRUST_REMEDY = "If you trust that address, name it as the mirror"


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
    """Return an address in its parts; a ValueError for what is none, or holds a password."""
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


def is_public(host: str) -> bool | None:
    """Return whether an IP address belongs to the public internet; None for a name, of which that is not known."""
    if host == "localhost" or host.endswith(".localhost"):
        return False
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None
    ipv4_address = getattr(address, "ipv4_mapped", None)
    return (ipv4_address or address).is_global


def resolve_redirect(current: Address, location: str, status: int) -> Address:
    """Return the address that a server redirects to; a FetchError where it must not be followed."""
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
    has_usual_ports = all(address.port == _PORTS[address.scheme] for address in (current, following))
    if current.host == following.host:
        return has_usual_ports or current.port == following.port
    return has_usual_ports and any({current.host, following.host} <= group for group in _HOST_GROUPS)

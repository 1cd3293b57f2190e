"""Addresses of relays and streams.

Protocol.md: "Transport" and "Reconnecting".
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from ipaddress import IPv6Address, ip_address

from .errors import AddressError, printable
from .fields import is_stream_name

__all__ = ["Address", "is_loopback"]

DEFAULT_PORT = 7450
DEFAULT_STREAM = "live"

_FORM = re.compile(
    r"(?:(?P<scheme>tls|streamd)://)?"
    r"(?:\[(?P<six>[0-9A-Fa-f:.]+(?:%[A-Za-z0-9_.\-]+)?)\]|(?P<host>[^\s:/\[\]@?#%]+))"
    r"(?::(?P<port>[0-9]{1,5}))?"
    r"(?:/(?P<stream>.*))?",
    re.ASCII | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Address:
    """Where a client connects, and which stream it asks for."""

    host: str
    """A host name or an IP address, without brackets."""
    port: int = DEFAULT_PORT
    stream: str | None = None
    """None if the address names no stream."""
    encrypted: bool | None = None
    """Whether the address says to encrypt; None if it does not say."""

    @staticmethod
    def parse(text: str) -> Address:
        """Reads ``[tls://|streamd://]host[:port][/stream]``; raises AddressError.

        An IPv6 address stands in brackets.
        """
        found = _FORM.fullmatch(text)
        shown = printable(text)
        if found is None or shown != text:
            raise AddressError(f"'{shown}' is no address; write host:port/stream.")
        six, port, stream = found["six"], int(found["port"] or DEFAULT_PORT), found["stream"]
        if not 1 <= port <= 65535:
            raise AddressError(f"'{shown}' has no port from 1 to 65535.")
        if six is not None and not _is_ipv6(six):
            raise AddressError(f"'{shown}' has no IPv6 address in its brackets.")
        if stream is not None and not is_stream_name(stream):
            raise AddressError(f"'{shown}' has no stream name behind its slash.")
        encrypted = None if found["scheme"] is None else found["scheme"] == "tls"
        return Address(six or found["host"], port, stream, encrypted)

    def __str__(self) -> str:
        scheme = {None: "", True: "tls://", False: "streamd://"}[self.encrypted]
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{scheme}{host}:{self.port}" + (f"/{self.stream}" if self.stream else "")

    def with_defaults(self, stream: str, encrypted: bool) -> Address:
        """The address with this stream and this encryption where it names none."""
        return replace(
            self,
            stream=stream if self.stream is None else self.stream,
            encrypted=encrypted if self.encrypted is None else self.encrypted,
        )


def _is_ipv6(text: str) -> bool:
    try:
        return isinstance(ip_address(text), IPv6Address)
    except ValueError:
        return False


def is_loopback(host: str) -> bool:
    """Whether this IP address is one of this machine's loopback addresses."""
    try:
        address = ip_address(host)
    except ValueError:
        return False
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return (mapped or address).is_loopback

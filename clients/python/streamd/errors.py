"""Codes of errors and goodbyes, and what this package raises.

Protocol.md: "Error registry", "Error and goodbye", "Reconnecting".
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum

__all__ = [
    "AddressError", "Code", "Ending", "Fault", "How", "Insecure", "Refused", "RelayFault",
    "StreamdError", "Unreachable", "code_name", "printable",
]


class Code(IntEnum):
    """Numbers of the error registry. The high byte is the class."""

    DONE = 0x0000
    END_OF_STREAM = 0x0001
    DRAINING = 0x0002
    REDIRECT = 0x0003
    REPLACED = 0x0004
    NOT_THIS_PROTOCOL = 0x0100
    UNSUPPORTED_VERSION = 0x0101
    MALFORMED_MESSAGE = 0x0102
    MESSAGE_TOO_LONG = 0x0103
    UNEXPECTED_MESSAGE = 0x0104
    UNKNOWN_CRITICAL = 0x0105
    HANDSHAKE_TIMEOUT = 0x0106
    SILENT = 0x0107
    INVALID_STREAM_NAME = 0x0200
    UNAUTHORIZED = 0x0201
    FORBIDDEN = 0x0202
    STREAM_NOT_FOUND = 0x0203
    STREAM_TAKEN = 0x0204
    ROLE_NOT_SERVED = 0x0205
    DISMISSED = 0x0206
    ENCRYPTION_REQUIRED = 0x0207
    RELAY_LOOP = 0x0208
    TOO_MANY_CONNECTIONS = 0x0300
    TOO_MANY_STREAMS = 0x0301
    TOO_MANY_VIEWERS = 0x0302
    RATE_EXCEEDED = 0x0303
    TOO_SLOW = 0x0304
    TOO_MANY_FROM_ADDRESS = 0x0305
    CONNECTING_TOO_FAST = 0x0306
    INTERNAL_FAULT = 0x0400
    OVERLOADED = 0x0401


def code_name(code: int) -> str:
    """The name of a code as the registry writes it, or its number: ``end-of-stream``, ``0x02F0``."""
    try:
        return Code(code).name.lower().replace("_", "-")
    except ValueError:
        return f"0x{code:04X}"


def printable(text: str) -> str:
    """The text with U+FFFD in place of control characters ("Conventions")."""
    return "".join("\N{REPLACEMENT CHARACTER}" if c < " " or "\x7f" <= c <= "\x9f" else c for c in text)


class Fault(Exception):
    """What a side finds wrong in the bytes of the other side; its code is the answer."""

    def __init__(self, code: Code, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class How(Enum):
    """Who ended a connection."""

    FINISHED = "this side said goodbye"
    TOLD = "the relay sent an error or a goodbye"
    FAULT = "this side found a fault in the relay's bytes"
    LOST = "the connection closed without a word, fell silent or could not be opened"
    BARRED = "this side may not go on: a certificate, a token, an alert of TLS"


@dataclass(frozen=True, slots=True)
class Ending:
    """How a connection ended ("Closing" and "Reconnecting")."""

    how: How
    reason: str
    """One sentence for a person. It may contain control characters of the other side."""
    code: int | None = None
    """The code that one side sent; None if neither did."""
    retryable: bool = True
    retry_after: int = 0
    """Milliseconds before the next attempt; 0 leaves the time to the client."""
    redirect: str | None = None
    welcomed: bool = False
    """Whether the relay had sent a welcome on this connection."""
    certificate: str | None = None
    """The SHA-256 of a certificate that was refused, in hexadecimal."""


class StreamdError(Exception):
    """Why a stream cannot go on, in one sentence without control characters."""

    def __init__(self, ending: Ending) -> None:
        super().__init__(printable(ending.reason))
        self.ending = ending

    @property
    def code(self) -> int | None:
        """The code of the error registry, if one was sent."""
        return self.ending.code


class Refused(StreamdError):
    """The relay sent an error or a goodbye after which the client does not try again."""


class RelayFault(StreamdError):
    """The relay broke the protocol, or no relay answers there."""


class Unreachable(StreamdError):
    """The connection failed or was lost, and the client was told not to reconnect."""


class Insecure(StreamdError):
    """The client may not use the connection: the certificate, TLS itself, or a token in the clear.

    ``ending.certificate`` has the SHA-256 of the certificate, for a person to compare.
    """


class AddressError(ValueError):
    """An address, a stream name or a fingerprint that cannot be read."""

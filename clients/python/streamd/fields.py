"""Fields, texts and options of message bodies.

Protocol.md: "Conventions", "Messages", "Options", "Grease", "Limits".
All integers are big-endian. What cannot be read raises ``Fault``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from .errors import Code, Fault

__all__ = [
    "GREASE", "MAXIMUM_OPTIONS", "Reader", "is_stream_name", "malformed", "option", "relay_ids",
    "shortened", "skip", "text_of", "uint", "uint_of",
]

MAXIMUM_OPTIONS = 32
MAXIMUM_RELAYS = 4
RELAY_ID_LENGTH = 16
CRITICAL = 0x8000
GREASE = (0x0A0A, 0x1A1A, 0x2A2A, 0x3A3A, 0x4A4A, 0x5A5A, 0x6A6A, 0x7A7A)
"""Numbers of types and options that never get a meaning."""

_NAME = re.compile(r"[A-Za-z0-9\-_.~]+(/[A-Za-z0-9\-_.~]+)*", re.ASCII)


def malformed(reason: str) -> Fault:
    """The fault ``malformed-message``."""
    return Fault(Code.MALFORMED_MESSAGE, reason)


def is_stream_name(name: str) -> bool:
    """Whether this is a stream name of 1 to 255 bytes ("Hello")."""
    return (
        1 <= len(name) <= 255
        and _NAME.fullmatch(name) is not None
        and not any(part in (".", "..") for part in name.split("/"))
    )


def shortened(text: str, limit: int) -> str:
    """The text, cut between two characters to at most ``limit`` bytes of UTF-8 ("Limits")."""
    return text.encode("utf-8", "replace")[:limit].decode("utf-8", "ignore")


def uint(value: int, size: int) -> bytes:
    """An unsigned integer of ``size`` bytes. Raises OverflowError outside of its range."""
    return value.to_bytes(size, "big")


class Reader:
    """Takes fields from the front of a body."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    @property
    def left(self) -> int:
        """Bytes that are left."""
        return len(self._data) - self._at

    def take(self, count: int) -> bytes:
        """The next ``count`` bytes."""
        if count > self.left:
            raise malformed("A message is too short for its fields.")
        self._at += count
        return self._data[self._at - count : self._at]

    def uint(self, size: int) -> int:
        """The next unsigned integer of ``size`` bytes."""
        return int.from_bytes(self.take(size), "big")

    def i64(self) -> int:
        """The next signed integer of 8 bytes."""
        return int.from_bytes(self.take(8), "big", signed=True)

    def end(self) -> None:
        """Checks that nothing is left over."""
        if self.left:
            raise malformed(f"A message has {self.left} bytes behind its fields.")

    def options(self) -> Iterator[tuple[int, bytes]]:
        """The options up to the end, in their order; each at most once, and at most 32."""
        seen: set[int] = set()
        while self.left:
            number = self.uint(2)
            value = self.take(self.uint(2))
            if number in seen:
                raise malformed(f"A message has the option 0x{number:04X} twice.")
            if len(seen) == MAXIMUM_OPTIONS:
                raise malformed(f"A message has more than {MAXIMUM_OPTIONS} options.")
            seen.add(number)
            yield number, value


def skip(number: int) -> None:
    """Skips an option that is not known, unless it is critical."""
    if number & CRITICAL:
        raise Fault(Code.UNKNOWN_CRITICAL, f"The critical option 0x{number:04X} is not known.")


def option(number: int, value: bytes) -> bytes:
    """One option. Raises OverflowError for a value of more than 65535 bytes."""
    return uint(number, 2) + uint(len(value), 2) + value


def uint_of(value: bytes, size: int) -> int:
    """An option's value that is one unsigned integer of ``size`` bytes."""
    if len(value) != size:
        raise malformed(f"An option has {len(value)} bytes in place of {size}.")
    return int.from_bytes(value, "big")


def text_of(value: bytes, limit: int, check: Callable[[str], bool] | None = None) -> str:
    """A text of at most ``limit`` bytes."""
    if len(value) > limit:
        raise malformed(f"A text has {len(value)} bytes, and {limit} are allowed.")
    try:
        text = value.decode("utf-8")
    except UnicodeDecodeError:
        raise malformed("A text is not UTF-8.") from None
    if check is not None and not check(text):
        raise malformed("A text has a form that is not allowed.")
    return text


def relay_ids(value: bytes) -> tuple[bytes, ...]:
    """The option *path*: 1 to 4 relay ids of 16 bytes ("Path")."""
    count, rest = divmod(len(value), RELAY_ID_LENGTH)
    if rest or not count:
        raise malformed("A path is no list of relay ids.")
    if count > MAXIMUM_RELAYS:
        raise Fault(Code.RELAY_LOOP, f"A path has {count} relays, and {MAXIMUM_RELAYS} are allowed.")
    return tuple(value[i : i + RELAY_ID_LENGTH] for i in range(0, len(value), RELAY_ID_LENGTH))

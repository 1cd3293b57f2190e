"""Takes the preface and the messages out of the bytes that the relay sends.

Protocol.md: "Preface and version", "Messages", "Limits". The buffer holds bytes that have come, never
more than one message and one read of the network.
"""

from __future__ import annotations

from .handshake import Preface
from .wire import HEADER_LENGTH, MAXIMUM_FRAME_LENGTH, Message, check_header, decode, read_header

__all__ = ["Inbound"]


class Inbound:
    """The bytes of one direction, in any pieces."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._at = 0
        self._header: tuple[int, int, int] | None = None
        self.maximum_frame_length = MAXIMUM_FRAME_LENGTH
        """The longest payload of a frame, in bytes."""

    def feed(self, data: bytes) -> None:
        """Adds bytes that have come."""
        if self._at:
            del self._data[: self._at]
            self._at = 0
        self._data += data

    def discard(self) -> None:
        """Forgets all bytes."""
        self._data.clear()
        self._at = 0
        self._header = None

    def preface(self) -> Preface | None:
        """The preface, or None while bytes of it are missing. Raises Fault."""
        preface = Preface.decode(bytes(self._data[: Preface.LENGTH]))
        if preface is not None:
            self._at = Preface.LENGTH
        return preface

    def next(self, allowed: frozenset[int]) -> Message | bool:
        """The next message; raises Fault.

        True stands for a message of an unknown type, which is skipped; False, while bytes are missing.
        ``allowed`` has the known types that may come now. A header is checked once, when its 8 bytes
        have come.
        """
        if self._header is None:
            if len(self._data) - self._at < HEADER_LENGTH:
                return False
            length, number, flags = read_header(bytes(self._data[self._at : self._at + HEADER_LENGTH]))
            check_header(length, number, allowed, self.maximum_frame_length)
            self._header = (length, number, flags)
        length, number, flags = self._header
        begin = self._at + HEADER_LENGTH
        if len(self._data) - begin < length:
            return False
        with memoryview(self._data) as view:
            body = bytes(view[begin : begin + length])
        self._header = None
        self._at = begin + length
        message = decode(number, flags, body)
        return True if message is None else message

"""The messages beside handshake and media: back channel, clocks, states, lists and ends.

Protocol.md: "Key frame request" to "Clock offset", "Stream state", "Streams", "Error and goodbye".
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from .errors import code_name
from .fields import Reader, is_stream_name, malformed, option, skip, text_of
from .media import track_number

__all__ = [
    "ClockOffset", "Error", "Goodbye", "KeyFrameRequest", "ListedStream", "Ping", "Pong",
    "ReceiverReport", "StreamState", "Streams", "ViewerCount",
]

MAXIMUM_REASON = 512
MAXIMUM_REDIRECT = 512


def _unpack(form: struct.Struct, data: bytes, name: str) -> tuple[int, ...]:
    """The integers of a body that has only fixed fields."""
    if len(data) != form.size:
        raise malformed(f"A {name} has {len(data)} bytes in place of {form.size}.")
    return form.unpack(data)


_REPORT = struct.Struct(">QQQII")
_U32 = struct.Struct(">I")
_PING = struct.Struct(">q")
_PONG = struct.Struct(">qqq")
_OFFSET = struct.Struct(">qI")
_STATE = struct.Struct(">B3x")


@dataclass(frozen=True, slots=True)
class KeyFrameRequest:
    """Asks for a start frame of a track, 0 to 15."""

    TYPE = 0x0006

    track: int

    def encode_body(self) -> bytes:
        """The body."""
        return struct.pack(">H2x", self.track)

    @staticmethod
    def decode_body(data: bytes, flags: int = 0) -> KeyFrameRequest:
        """Reads the body; raises Fault."""
        reader = Reader(data)
        track = track_number(reader)
        reader.take(2)
        reader.end()
        return KeyFrameRequest(track)


@dataclass(frozen=True, slots=True)
class ReceiverReport:
    """How well a viewer receives the stream. Counts are totals since the welcome."""

    TYPE = 0x0007

    frames_received: int
    frames_missed: int
    bytes_received: int
    """Bytes of frames, message headers included."""
    median_latency: int
    """Microseconds; 0 if the viewer does not know."""
    high_latency: int
    """The 95th percentile, microseconds."""

    def encode_body(self) -> bytes:
        """The body."""
        return _REPORT.pack(self.frames_received, self.frames_missed, self.bytes_received,
                            self.median_latency, self.high_latency)

    @staticmethod
    def decode_body(data: bytes, flags: int = 0) -> ReceiverReport:
        """Reads the body; raises Fault."""
        return ReceiverReport(*_unpack(_REPORT, data, "receiver report"))


@dataclass(frozen=True, slots=True)
class ViewerCount:
    """How many viewers watch the stream."""

    TYPE = 0x0008

    viewers: int

    def encode_body(self) -> bytes:
        """The body."""
        return _U32.pack(self.viewers)

    @staticmethod
    def decode_body(data: bytes, flags: int = 0) -> ViewerCount:
        """Reads the body; raises Fault."""
        return ViewerCount(*_unpack(_U32, data, "viewer count"))


@dataclass(frozen=True, slots=True)
class Ping:
    """Asks the other side for its clock."""

    TYPE = 0x0009

    sent: int
    """Microseconds, by the asker's wall clock."""

    def encode_body(self) -> bytes:
        """The body."""
        return _PING.pack(self.sent)

    @staticmethod
    def decode_body(data: bytes, flags: int = 0) -> Ping:
        """Reads the body; raises Fault."""
        return Ping(*_unpack(_PING, data, "ping"))


@dataclass(frozen=True, slots=True)
class Pong:
    """Answers a ping; times in microseconds."""

    TYPE = 0x000A

    sent: int
    """Repeats the ping's."""
    received: int
    """By the answerer's wall clock, like ``answered``."""
    answered: int

    def encode_body(self) -> bytes:
        """The body."""
        return _PONG.pack(self.sent, self.received, self.answered)

    @staticmethod
    def decode_body(data: bytes, flags: int = 0) -> Pong:
        """Reads the body; raises Fault."""
        return Pong(*_unpack(_PONG, data, "pong"))


@dataclass(frozen=True, slots=True)
class StreamState:
    """Whether a publisher is sending the stream: a ``State`` or another value."""

    TYPE = 0x000B

    state: int

    def encode_body(self) -> bytes:
        """The body."""
        return _STATE.pack(self.state)

    @staticmethod
    def decode_body(data: bytes, flags: int = 0) -> StreamState:
        """Reads the body; raises Fault."""
        return StreamState(*_unpack(_STATE, data, "stream state"))


@dataclass(frozen=True, slots=True)
class ClockOffset:
    """The publisher's wall clock minus the relay's, in microseconds."""

    TYPE = 0x000C

    offset: int
    error_bound: int
    """Microseconds: how far the offset may be wrong when the message is sent."""

    def encode_body(self) -> bytes:
        """The body."""
        return _OFFSET.pack(self.offset, self.error_bound)

    @staticmethod
    def decode_body(data: bytes, flags: int = 0) -> ClockOffset:
        """Reads the body; raises Fault."""
        return ClockOffset(*_unpack(_OFFSET, data, "clock offset"))


@dataclass(frozen=True, slots=True)
class Error:
    """The last message of its sender; says that something is wrong."""

    TYPE = 0x000D

    code: int
    """A ``Code`` or another value."""
    retryable: bool = False
    retry_after: int = 0
    """Milliseconds; 0 leaves the time to the client."""
    reason: str = ""
    """At most 512 bytes. It may contain control characters: see ``printable``."""
    redirect: str | None = None
    """An address of at most 512 bytes."""

    @property
    def name(self) -> str:
        """The name of the code in the registry."""
        return code_name(self.code)

    def encode_body(self) -> bytes:
        """The body."""
        reason = self.reason.encode("utf-8")
        body = struct.pack(">HBxIH", self.code, self.retryable, self.retry_after, len(reason)) + reason
        return body if self.redirect is None else body + option(0x0001, self.redirect.encode("utf-8"))

    @staticmethod
    def _fields(data: bytes) -> tuple[int, bool, int, str, str | None]:
        reader = Reader(data)
        code, flags = reader.uint(2), reader.uint(1)
        reader.take(1)
        retry_after, length = reader.uint(4), reader.uint(2)
        if length > MAXIMUM_REASON:
            raise malformed(f"A reason has {length} bytes.")
        reason = text_of(reader.take(length), MAXIMUM_REASON)
        redirect = None
        for number, value in reader.options():
            if number == 0x0001:
                redirect = text_of(value, MAXIMUM_REDIRECT)
            else:
                skip(number)
        return code, bool(flags & 1), retry_after, reason, redirect

    @staticmethod
    def decode_body(data: bytes, flags: int = 0) -> Error:
        """Reads the body; raises Fault."""
        return Error(*Error._fields(data))


@dataclass(frozen=True, slots=True)
class Goodbye(Error):
    """The last message of its sender at an orderly end."""

    TYPE = 0x000E

    @staticmethod
    def decode_body(data: bytes, flags: int = 0) -> Goodbye:
        """Reads the body; raises Fault."""
        return Goodbye(*Error._fields(data))


@dataclass(frozen=True, slots=True)
class ListedStream:
    """One stream of a list."""

    name: str
    state: int
    """A ``State``, 255 if the stream leaves the list, or another value."""
    kinds: int
    """The kinds of its tracks as ``Kinds``; 0 if they are not known."""


@dataclass(frozen=True, slots=True)
class Streams:
    """Streams that are new or have changed."""

    TYPE = 0x000F

    streams: tuple[ListedStream, ...]
    new_list: bool = False
    more_follows: bool = False

    def encode_body(self) -> bytes:
        """The body, as a relay sends it."""
        parts = [struct.pack(">HBx", len(self.streams), self.new_list | self.more_follows << 1)]
        for stream in self.streams:
            name = stream.name.encode("ascii")
            parts.append(struct.pack(">BBBx", len(name), stream.state, stream.kinds) + name)
        return b"".join(parts)

    @staticmethod
    def decode_body(data: bytes, flags: int = 0) -> Streams:
        """Reads the body; raises Fault."""
        reader = Reader(data)
        count, bits = reader.uint(2), reader.uint(1)
        reader.take(1)
        streams = []
        for _ in range(count):
            length, state, kinds = reader.uint(1), reader.uint(1), reader.uint(1)
            reader.take(1)
            name = reader.take(length).decode("ascii", "replace")
            if not is_stream_name(name):
                raise malformed("A list has a name that is no stream name.")
            streams.append(ListedStream(name, state, kinds))
        reader.end()
        return Streams(tuple(streams), bool(bits & 1), bool(bits & 2))

"""All messages as frozen values: their bytes, and the limits on their lengths. Nothing here does I/O.

Protocol.md: "Messages", "Grease", "Limits". The classes are in ``handshake`` (preface, hello,
welcome), ``media`` (tracks, frame, gap) and ``control`` (the rest), and all are names of this module.
``decode`` raises Fault for bytes that break a rule. ``encode`` raises ValueError, OverflowError or
struct.error for values outside of their ranges.
"""

from __future__ import annotations

import struct

from .control import (
    ClockOffset, Error, Goodbye, KeyFrameRequest, ListedStream, Ping, Pong, ReceiverReport, Streams,
    StreamState, ViewerCount,
)
from .errors import Code, Fault
from .fields import CRITICAL, GREASE
from .handshake import MAGIC, Hello, Kinds, Preface, Role, Start, State, Welcome
from .media import (
    FRAME_FIELDS, HEADER_LENGTH, MAXIMUM_FRAME_LENGTH, MAXIMUM_TRACKS, Flags, Frame, Gap, Kind, Reason,
    Track, Tracks,
)

__all__ = [
    "FRAME_FIELDS", "GREASE", "HEADER_LENGTH", "MAGIC", "MAXIMUM_FRAME_LENGTH", "MAXIMUM_TRACKS",
    "ClockOffset", "Error", "Flags", "Frame", "Gap", "Goodbye", "Hello", "KeyFrameRequest", "Kind",
    "Kinds", "ListedStream", "Message", "Ping", "Pong", "Preface", "Reason", "ReceiverReport", "Role",
    "Start", "State", "StreamState", "Streams", "Track", "Tracks", "ViewerCount", "Welcome",
    "check_header", "decode", "encode", "encode_unknown", "limit",
]

Message = (
    Hello | Welcome | Tracks | Frame | Gap | KeyFrameRequest | ReceiverReport | ViewerCount | Ping | Pong
    | StreamState | ClockOffset | Error | Goodbye | Streams
)
"""Every message that this document names."""

_CLASSES: dict[int, type[Message]] = {
    kind.TYPE: kind
    for kind in (
        Hello, Welcome, Tracks, Frame, Gap, KeyFrameRequest, ReceiverReport, ViewerCount, Ping, Pong,
        StreamState, ClockOffset, Error, Goodbye, Streams,
    )
}
_HEADER = struct.Struct(">IHH")


def limit(number: int, maximum_frame_length: int = MAXIMUM_FRAME_LENGTH) -> int:
    """The most bytes that the body of a message of this type may have, known or not."""
    match number:
        case Hello.TYPE:
            return 8192
        case Tracks.TYPE:
            return 65536
        case Frame.TYPE:
            return FRAME_FIELDS + maximum_frame_length
        case _:
            return 4096


def encode(message: Message) -> bytes:
    """The bytes of a message, header included."""
    body = message.encode_body()
    flags = message.flags if isinstance(message, Frame) else 0
    return _HEADER.pack(len(body), message.TYPE, flags) + body


def encode_unknown(number: int, body: bytes, flags: int = 0) -> bytes:
    """The bytes of a message of a type that this package does not know, such as grease."""
    return _HEADER.pack(len(body), number, flags) + body


def read_header(data: bytes) -> tuple[int, int, int]:
    """Length of the body, type and flags from the 8 bytes of a header."""
    length, number, flags = _HEADER.unpack(data)
    return length, number, flags


def check_header(length: int, number: int, allowed: frozenset[int], maximum_frame_length: int) -> None:
    """Checks a header before its body has come, in the order of "Which error wins".

    ``allowed`` has the known types that may come now; unknown types may always come.
    """
    if number in _CLASSES and number not in allowed:
        raise Fault(Code.UNEXPECTED_MESSAGE, f"A {_name(number)} is not allowed here.")
    most = limit(number, maximum_frame_length)
    if length > most:
        raise Fault(Code.MESSAGE_TOO_LONG, f"A {_name(number)} has {length} bytes, and {most} are allowed.")
    if number & CRITICAL:
        raise Fault(Code.UNKNOWN_CRITICAL, f"The critical message 0x{number:04X} is not known.")


def decode(number: int, flags: int, body: bytes) -> Message | None:
    """The message with this body, or None if its type is not known and the receiver skips it."""
    known = _CLASSES.get(number)
    return None if known is None else known.decode_body(body, flags)


def _name(number: int) -> str:
    known = _CLASSES.get(number)
    return f"message 0x{number:04X}" if known is None else f"message {known.__name__}"

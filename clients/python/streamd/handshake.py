"""Preface, hello and welcome.

Protocol.md: "Preface and version", "Hello", "Welcome".
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag

from .errors import Code, Fault
from .fields import Reader, is_stream_name, malformed, option, relay_ids, skip, text_of, uint, uint_of

__all__ = ["MAGIC", "Hello", "Kinds", "Preface", "Role", "Start", "State", "Welcome"]

MAGIC = bytes.fromhex("8F7374726D640D0A")
VERSION = 1
_TOKEN = re.compile(rb"[\x21-\x7e]{1,4096}")


class Role(IntEnum):
    """What a client wants."""

    PUBLISH = 1
    SUBSCRIBE = 2
    RELAY = 3
    LIST = 4


class Start(IntEnum):
    """Where a viewer begins."""

    LAST_RANDOM_ACCESS_POINT = 0
    LIVE = 1
    NEXT_RANDOM_ACCESS_POINT = 2


class Kinds(IntFlag):
    """Kinds of track."""

    VIDEO = 1
    AUDIO = 2
    DATA = 4


class State(IntEnum):
    """States of a stream. A client takes all other values as "not live"."""

    WAITING = 0
    LIVE = 1
    INTERRUPTED = 2
    GONE = 255
    """Only in a list: the stream leaves it."""


@dataclass(frozen=True, slots=True)
class Preface:
    """The first 12 bytes of each side: the lowest and the highest version that it speaks."""

    lowest: int = VERSION
    highest: int = VERSION

    LENGTH = 12

    def encode(self) -> bytes:
        """The 12 bytes."""
        return MAGIC + uint(self.lowest, 2) + uint(self.highest, 2)

    @staticmethod
    def decode(data: bytes) -> Preface | None:
        """The preface at the front of ``data``, or None while bytes are missing.

        Raises Fault ``not-this-protocol`` at the first byte that belongs to no preface.
        """
        magic = data[: len(MAGIC)]
        if magic != MAGIC[: len(magic)]:
            raise Fault(Code.NOT_THIS_PROTOCOL, "The other side does not speak the protocol of streamd.")
        if len(data) < Preface.LENGTH:
            return None
        preface = Preface(int.from_bytes(data[8:10], "big"), int.from_bytes(data[10:12], "big"))
        if preface.lowest > preface.highest:
            raise Fault(Code.NOT_THIS_PROTOCOL, "The other side's lowest version is above its highest.")
        return preface

    def common(self, other: Preface) -> int:
        """The highest version in both ranges. Raises Fault ``unsupported-version`` if there is none."""
        version = min(self.highest, other.highest)
        if version < max(self.lowest, other.lowest):
            raise Fault(
                Code.UNSUPPORTED_VERSION,
                f"The client speaks the versions {self.lowest} to {self.highest},"
                f" and the relay {other.lowest} to {other.highest}.",
            )
        return version


@dataclass(frozen=True, slots=True)
class Hello:
    """The client's first message. None leaves an option out."""

    TYPE = 0x0001

    role: int
    stream: str
    """A stream name; for the role list a folder, or empty for all streams."""
    instance: bytes = field(repr=False)
    """16 random bytes that a program keeps while it reconnects."""
    token: bytes | None = field(default=None, repr=False)
    """1 to 4096 bytes, each 0x21 to 0x7E."""
    client_name: str | None = None
    """At most 128 bytes."""
    start: int | None = None
    maximum_latency: int | None = None
    """Milliseconds."""
    kinds: int | None = None
    waits: bool = True
    batch: int | None = None
    """Milliseconds."""
    history: int | None = None
    """Milliseconds."""
    random_access_only: bool = False
    path: tuple[bytes, ...] | None = None
    extra: tuple[tuple[int, bytes], ...] = ()
    """Options that this package does not know, such as grease, sent behind the others."""

    def encode_body(self) -> bytes:
        """The body. Raises ValueError or OverflowError for a field outside of its range."""
        name = self.stream.encode("utf-8")
        if len(self.instance) != 16:
            raise ValueError("An instance has 16 bytes.")
        parts = [uint(self.role, 1), uint(len(name), 1), bytes(2), self.instance, name]
        if self.token is not None:
            if _TOKEN.fullmatch(self.token) is None:
                raise ValueError("A token has 1 to 4096 visible ASCII characters.")
            parts.append(option(0x8001, self.token))
        if self.client_name is not None:
            parts.append(option(0x0002, self.client_name.encode("utf-8")))
        for number, value, size in (
            (0x0003, self.start, 1),
            (0x0004, self.maximum_latency, 4),
            (0x0005, self.kinds, 1),
            (0x0006, None if self.waits else 0, 0),
            (0x0007, self.batch, 4),
            (0x0008, self.history, 4),
            (0x0009, 0 if self.random_access_only else None, 0),
        ):
            if value is not None:
                parts.append(option(number, uint(value, size)))
        if self.path is not None:
            parts.append(option(0x000A, b"".join(self.path)))
        parts.extend(option(number, value) for number, value in self.extra)
        return b"".join(parts)

    @staticmethod
    def decode_body(data: bytes, flags: int = 0) -> Hello:
        """Reads a hello as a relay does, and raises Fault for the first fault in it."""
        reader = Reader(data)
        role, length = reader.uint(1), reader.uint(1)
        if role not in list(Role):
            raise Fault(Code.ROLE_NOT_SERVED, f"The role {role} does not exist.")
        reader.take(2)
        instance, name = reader.take(16), reader.take(length).decode("ascii", "replace")
        if not is_stream_name(name) and not (role == Role.LIST and name == ""):
            raise Fault(Code.INVALID_STREAM_NAME, "This is no stream name.")
        token = client_name = start = latency = kinds = batch = history = path = None
        waits, only, extra = True, False, []
        for number, value in reader.options():
            match number:
                case 0x8001:
                    if _TOKEN.fullmatch(value) is None:
                        raise malformed("A token has 1 to 4096 visible ASCII characters.")
                    token = value
                case 0x0002:
                    client_name = text_of(value, 128)
                case 0x0003:
                    start = uint_of(value, 1)
                    if start > max(Start):
                        raise malformed(f"The start {start} does not exist.")
                case 0x0004:
                    latency = uint_of(value, 4)
                case 0x0005:
                    kinds = uint_of(value, 1)
                case 0x0006:
                    waits = uint_of(value, 0) != 0
                case 0x0007:
                    batch = uint_of(value, 4)
                case 0x0008:
                    history = uint_of(value, 4)
                case 0x0009:
                    only = uint_of(value, 0) == 0
                case 0x000A:
                    path = relay_ids(value)
                case _:
                    skip(number)
                    extra.append((number, value))
        return Hello(role, name, instance, token, client_name, start, latency, kinds, waits, batch,
                     history, only, path, tuple(extra))


@dataclass(frozen=True, slots=True)
class Welcome:
    """The relay's first message if it accepts the hello."""

    TYPE = 0x0002

    epoch: int
    stream_instance: int
    maximum_frame_length: int
    """Bytes of payload."""
    ping_interval: int
    """Milliseconds, not 0."""
    maximum_latency: int
    """Milliseconds, the history granted included; without meaning for a publisher and a list."""
    state: int
    relay_name: str | None = None
    history_granted: int | None = None
    """Milliseconds."""
    path: tuple[bytes, ...] | None = None

    def encode_body(self) -> bytes:
        """The body, as a relay sends it."""
        parts = [
            uint(self.epoch, 4), uint(self.stream_instance, 8), uint(self.maximum_frame_length, 4),
            uint(self.ping_interval, 4), uint(self.maximum_latency, 4), uint(self.state, 1), bytes(3),
        ]
        if self.relay_name is not None:
            parts.append(option(0x0001, self.relay_name.encode("utf-8")))
        if self.history_granted is not None:
            parts.append(option(0x0002, uint(self.history_granted, 4)))
        if self.path is not None:
            parts.append(option(0x0003, b"".join(self.path)))
        return b"".join(parts)

    @staticmethod
    def decode_body(data: bytes, flags: int = 0) -> Welcome:
        """Reads the body; raises Fault."""
        reader = Reader(data)
        epoch, instance, length = reader.uint(4), reader.uint(8), reader.uint(4)
        interval = reader.uint(4)
        if interval == 0:
            raise malformed("The ping interval of the welcome is 0.")
        latency, state = reader.uint(4), reader.uint(1)
        reader.take(3)
        name = history = path = None
        for number, value in reader.options():
            match number:
                case 0x0001:
                    name = text_of(value, 128)
                case 0x0002:
                    history = uint_of(value, 4)
                case 0x0003:
                    path = relay_ids(value)
                case _:
                    skip(number)
        return Welcome(epoch, instance, length, interval, latency, state, name, history, path)

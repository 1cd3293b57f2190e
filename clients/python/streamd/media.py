"""Track tables, frames and gaps.

Protocol.md: "Tracks", "Codecs", "Frame", "Gap", "Limits". Times are in microseconds.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag

from .fields import Reader, malformed, option, skip, text_of, uint, uint_of

__all__ = [
    "FRAME_FIELDS", "HEADER_LENGTH", "MAXIMUM_FRAME_LENGTH", "MAXIMUM_TRACKS", "Flags", "Frame", "Gap",
    "Kind", "Reason", "Track", "Tracks", "track_number",
]

HEADER_LENGTH = 8
FRAME_FIELDS = 40
MAXIMUM_FRAME_LENGTH = 8_388_608
MAXIMUM_TRACKS = 16
MAXIMUM_CONFIGURATION = 3072
MAXIMUM_SEQUENCE = 2**64 - 2

_FRAME = struct.Struct(">HHIQqqq")


class Kind(IntEnum):
    """Kinds of track."""

    VIDEO = 1
    AUDIO = 2
    DATA = 3


class Flags(IntFlag):
    """Flags of a frame."""

    RANDOM_ACCESS = 0x0001
    DISCARDABLE = 0x0002
    DISCONTINUITY = 0x0004
    GRADUAL = 0x0008
    RECOVERED = 0x0010


START_FLAGS = Flags.RANDOM_ACCESS | Flags.GRADUAL
"""A frame with one of these is a start frame ("Conventions")."""


class Reason(IntEnum):
    """Why frames were left out. A receiver takes other values as "left out"."""

    LATENCY = 1
    UNDECODABLE = 2
    PUBLISHER = 3
    NOT_REQUESTED = 4


def track_number(reader: Reader) -> int:
    """Takes the number of a track, 0 to 15."""
    number = reader.uint(2)
    if number >= MAXIMUM_TRACKS:
        raise malformed(f"The track {number} does not exist.")
    return number


@dataclass(frozen=True, slots=True)
class Track:
    """One track of a table. None leaves an option out."""

    number: int
    """0 to 15."""
    kind: int
    """A ``Kind``."""
    codec: bytes
    """Four bytes, such as ``b"H264"``."""
    configuration: bytes = b""
    """At most 3072 bytes."""
    generation: int = 0
    """0 to 65535. A publisher's session sets it."""
    size: tuple[int, int] | None = None
    """Width and height of the picture as shown, in samples."""
    frame_rate: tuple[int, int] | None = None
    """Numerator and denominator, frames a second; None also for a rate with a 0."""
    sample_rate: int | None = None
    channels: int | None = None
    language: str | None = None
    """A language tag of BCP 47, at most 128 bytes."""

    def encode(self) -> bytes:
        """The bytes of this track in a table."""
        if self.number >= MAXIMUM_TRACKS or len(self.codec) != 4 or self.kind not in list(Kind):
            raise ValueError("A track has a number from 0 to 15, a known kind and a codec of four bytes.")
        if len(self.configuration) > MAXIMUM_CONFIGURATION:
            raise ValueError(f"A configuration has at most {MAXIMUM_CONFIGURATION} bytes.")
        parts = []
        if self.size is not None:
            parts.append(option(0x0001, struct.pack(">HH", *self.size)))
        if self.frame_rate is not None:
            parts.append(option(0x0002, struct.pack(">II", *self.frame_rate)))
        if self.sample_rate is not None:
            parts.append(option(0x0003, uint(self.sample_rate, 4)))
        if self.channels is not None:
            parts.append(option(0x0004, uint(self.channels, 1)))
        if self.language is not None:
            parts.append(option(0x0005, self.language.encode("utf-8")))
        options = b"".join(parts)
        fixed = struct.pack(">HBx4sHHH2x", self.number, self.kind, self.codec, self.generation,
                            len(self.configuration), len(options))
        return fixed + self.configuration + options

    @staticmethod
    def read(reader: Reader) -> Track:
        """Takes one track from a table."""
        number, kind = track_number(reader), reader.uint(1)
        if kind not in list(Kind):
            raise malformed(f"The kind {kind} of a track does not exist.")
        reader.take(1)
        codec, generation = reader.take(4), reader.uint(2)
        length = reader.uint(2)
        if length > MAXIMUM_CONFIGURATION:
            raise malformed(f"A configuration has {length} bytes.")
        options_length = reader.uint(2)
        reader.take(2)
        configuration = reader.take(length)
        size = frame_rate = sample_rate = channels = language = None
        for option_number, value in Reader(reader.take(options_length)).options():
            match option_number:
                case 0x0001:
                    both = uint_of(value, 4)
                    size = (both >> 16, both & 0xFFFF)
                case 0x0002:
                    both = uint_of(value, 8)
                    rate = (both >> 32, both & 0xFFFF_FFFF)
                    frame_rate = rate if all(rate) else None
                case 0x0003:
                    sample_rate = uint_of(value, 4)
                case 0x0004:
                    channels = uint_of(value, 1)
                case 0x0005:
                    language = text_of(value, 128)
                case _:
                    skip(option_number)
        return Track(number, kind, codec, configuration, generation, size, frame_rate, sample_rate,
                     channels, language)


@dataclass(frozen=True, slots=True)
class Tracks:
    """The track table: all tracks of the stream from this message on."""

    TYPE = 0x0003

    epoch: int
    tracks: tuple[Track, ...]
    """1 to 16 tracks with different numbers."""

    def encode_body(self) -> bytes:
        """The body."""
        if len({track.number for track in self.tracks}) != len(self.tracks) or not self.tracks:
            raise ValueError("A table has at least one track, and each number once.")
        head = struct.pack(">IH2x", self.epoch, len(self.tracks))
        return head + b"".join(track.encode() for track in self.tracks)

    @staticmethod
    def decode_body(data: bytes, flags: int = 0) -> Tracks:
        """Reads the body; raises Fault."""
        reader = Reader(data)
        epoch, count = reader.uint(4), reader.uint(2)
        if not 1 <= count <= MAXIMUM_TRACKS:
            raise malformed(f"A table has {count} tracks.")
        reader.take(2)
        tracks: dict[int, Track] = {}
        for _ in range(count):
            track = Track.read(reader)
            if track.number in tracks:
                raise malformed(f"A table has the track {track.number} twice.")
            tracks[track.number] = track
        reader.end()
        return Tracks(epoch, tuple(tracks.values()))

    def get(self, number: int) -> Track | None:
        """The track with this number, or None."""
        return next((track for track in self.tracks if track.number == number), None)

    def first(self, codec: bytes) -> Track | None:
        """The track of this codec with the lowest number, or None."""
        found = [track for track in self.tracks if track.codec == codec]
        return min(found, key=lambda track: track.number, default=None)


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame of one track. Times are i64 in microseconds."""

    TYPE = 0x0004

    track: int
    generation: int
    epoch: int
    sequence: int
    """0 to 2**64 - 2."""
    decode_time: int
    presentation_time: int
    capture_time: int
    """By the publisher's wall clock; 0 if it is not known."""
    flags: Flags
    payload: bytes = field(repr=False)

    @property
    def is_start(self) -> bool:
        """Whether decoding of the track can begin here."""
        return bool(self.flags & START_FLAGS)

    @property
    def message_length(self) -> int:
        """Bytes of the message, header included."""
        return HEADER_LENGTH + FRAME_FIELDS + len(self.payload)

    def encode_body(self) -> bytes:
        """The body, payload included."""
        return _FRAME.pack(self.track, self.generation, self.epoch, self.sequence, self.decode_time,
                           self.presentation_time, self.capture_time) + self.payload

    @staticmethod
    def decode_body(data: bytes, flags: int = 0) -> Frame:
        """Reads the body; raises Fault."""
        if len(data) < FRAME_FIELDS:
            raise malformed("A frame is too short for its fields.")
        track, generation, epoch, sequence, decode, presentation, capture = _FRAME.unpack_from(data)
        if track >= MAXIMUM_TRACKS or sequence > MAXIMUM_SEQUENCE:
            raise malformed(f"A frame has the track {track} and the sequence number {sequence}.")
        return Frame(track, generation, epoch, sequence, decode, presentation, capture, Flags(flags),
                     data[FRAME_FIELDS:])


@dataclass(frozen=True, slots=True)
class Gap:
    """Frames of a track that the receiver never gets."""

    TYPE = 0x0005

    track: int
    reason: int
    """A ``Reason`` or another value, which means "left out"."""
    epoch: int
    first: int
    count: int
    """At least 1; first + count is at most 2**64 - 1."""

    def encode_body(self) -> bytes:
        """The body."""
        return struct.pack(">HBxIQQ", self.track, self.reason, self.epoch, self.first, self.count)

    @staticmethod
    def decode_body(data: bytes, flags: int = 0) -> Gap:
        """Reads the body; raises Fault."""
        reader = Reader(data)
        track, reason = track_number(reader), reader.uint(1)
        reader.take(1)
        epoch, first, count = reader.uint(4), reader.uint(8), reader.uint(8)
        if count == 0 or first + count > MAXIMUM_SEQUENCE + 1:
            raise malformed(f"A gap has {count} frames from {first} on.")
        reader.end()
        return Gap(track, reason, epoch, first, count)

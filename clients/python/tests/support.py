"""What several tests share: the document's examples, the negative vectors, sessions and times."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

from streamd.clock import Now
from streamd.listing import ListSession
from streamd.publishing import OutgoingFrame, PublisherSession
from streamd.session import Event, Session
from streamd.viewing import ViewerMemory, ViewerSession
from streamd.wire import (
    HEADER_LENGTH, Error, Flags, Frame, Hello, Kind, Message, Preface, Role, Track, Tracks, Welcome, decode, encode,
)

REPOSITORY = Path(__file__).resolve().parents[3]
INSTANCE = bytes(range(16))
SECOND = 1_000_000
START = Now(1_000 * SECOND, 1_700_000_000 * SECOND)
VIDEO = Track(0, Kind.VIDEO, b"H264")
SOUND = Track(1, Kind.AUDIO, b"mp4a", b"\x11\x90")
RIGHT = Flags.RANDOM_ACCESS

M = TypeVar("M", bound=Message)
E = TypeVar("E", bound=Event)


def later(seconds: float, now: Now = START) -> Now:
    """The moment so many seconds later."""
    return Now(now.steady + round(seconds * SECOND), now.wall + round(seconds * SECOND))


def examples() -> dict[str, bytes]:
    """The examples in hexadecimal of Protocol.md, by their names."""
    text = (REPOSITORY / "Protocol.md").read_text(encoding="utf-8")
    found = re.findall(r"```hex example=(\S+)\n(.*?)```", text, re.DOTALL)
    return {name: bytes.fromhex(re.sub(r"#.*", "", lines)) for name, lines in found}


def vectors(name: str) -> list[dict[str, Any]]:
    """The cases of a file of negative vectors, with ``bytes`` as bytes."""
    path = REPOSITORY / "Tests/StreamProtocolTests/conformance" / f"{name}.json"
    file = json.loads(path.read_text(encoding="utf-8"))

    def read(lines: list[str]) -> bytes:
        data = b""
        for line in lines:
            line = line.split("#")[0].strip()
            if line.startswith("@"):
                data += read(file["parts"][line[1:]])
                continue
            for before, stream in re.findall(r"([^<]*)(<name>)?", line):
                digits, _, times = before.partition("*")
                data += bytes.fromhex(digits) * int(times or 1) + (b"name" if stream else b"")
        return data

    return [case | {"bytes": read(case["bytes"])} for case in file["cases"]]


def session_of(role: int, now: Now = START) -> Session:
    """A session that has sent preface and hello."""
    hello = Hello(role, "live" if role != Role.LIST else "", INSTANCE)
    session: Session
    match role:
        case Role.PUBLISH:
            session = PublisherSession(hello, now, [VIDEO, SOUND], draw=random.Random(1))
        case Role.LIST:
            session = ListSession(hello, now, draw=random.Random(1))
        case _:
            session = ViewerSession(hello, now, ViewerMemory(), draw=random.Random(1))
    session.pull(now)
    return session


def publisher(now: Now = START, *tracks: Track, **welcome: int) -> PublisherSession:
    """A publisher that is welcomed with epoch 1; its table is sent."""
    session = PublisherSession(Hello(Role.PUBLISH, "live", INSTANCE), now, tracks or (VIDEO, SOUND))
    session.pull(now)
    session.receive(Preface().encode() + encode(a_welcome(**welcome)), now)
    return session


def viewer(memory: ViewerMemory | None = None, now: Now = START, **welcome: int) -> ViewerSession:
    """A viewer that is welcomed."""
    session = ViewerSession(Hello(Role.SUBSCRIBE, "live", INSTANCE), now, memory or ViewerMemory())
    session.pull(now)
    session.receive(Preface().encode() + encode(a_welcome(**welcome)), now)
    return session


def a_welcome(**changes: int) -> Welcome:
    """A welcome of epoch 1."""
    fields = {"epoch": 1, "stream_instance": 7, "maximum_frame_length": 1 << 23, "ping_interval": 5000,
              "maximum_latency": 2000, "state": 1} | changes
    return Welcome(**fields)  # type: ignore[arg-type]


def a_table(epoch: int = 1, *tracks: Track) -> Tracks:
    """A table of video and sound."""
    return Tracks(epoch, tracks or (VIDEO, SOUND))


def a_frame(sequence: int, flags: Flags = Flags(0), epoch: int = 1, track: int = 0, time: int = 0,
            capture: int = 0, payload: bytes = b"\0\0\0\1\x65") -> Frame:
    """A frame as a relay sends it."""
    return Frame(track, 0, epoch, sequence, time, time, capture, flags, payload)


def outgoing(flags: Flags = Flags(0), time: int = 0, track: int = 0, length: int = 5) -> OutgoingFrame:
    """A frame to publish."""
    return OutgoingFrame(bytes(length), time, flags=flags, track=track)


def messages(data: bytes) -> Iterator[Message]:
    """The known messages in bytes that a client has sent, behind preface and hello."""
    while data:
        length, number = int.from_bytes(data[:4], "big"), int.from_bytes(data[4:6], "big")
        flags, end = int.from_bytes(data[6:8], "big"), HEADER_LENGTH + length
        message = decode(number, flags, data[HEADER_LENGTH:end])
        data = data[end:]
        if message is not None:
            yield message


def pulled(session: Session, now: Now = START) -> list[Message]:
    """All known messages that a session wants to send now."""
    data = b""
    while part := session.pull(now):
        data += part
    return list(messages(data))


def only(kind: type[M], found: list[Message]) -> list[M]:
    """The messages of one class."""
    return [message for message in found if isinstance(message, kind)]


def events_of(kind: type[E], events: list[Event]) -> list[E]:
    """The events of one class."""
    return [event for event in events if isinstance(event, kind)]


def give(session: Session, *sent: Message, now: Now = START) -> list[Event]:
    """Gives messages of the relay to a session."""
    return session.receive(b"".join(map(encode, sent)), now)


def last_error(found: list[Message]) -> int | None:
    """The code of the error or goodbye among messages."""
    return next((message.code for message in found if isinstance(message, Error)), None)

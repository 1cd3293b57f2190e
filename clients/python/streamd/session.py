"""The state of one connection, without I/O: bytes and times go in, bytes and events come out.

Protocol.md: "Preface and version" to "Welcome", "Ping and pong", "Error and goodbye", "Closing",
"Keepalive and timeouts". The caller passes the time as ``Now``; all times are in microseconds.

The caller gives what it reads to ``receive``, tells of the end of input with ``end_of_input``, calls
``tick`` when ``deadline`` has come, and sends what ``pull`` returns. When ``is_last_sent`` is true it
closes its sending direction, and when ``ending`` is set it closes the connection.
"""

from __future__ import annotations

import random
from collections import deque
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import ClassVar

from .clock import Now, PingClock
from .errors import Code, Ending, Fault, How, code_name
from .fields import shortened
from .inbound import Inbound
from .wire import (
    GREASE, Error, Goodbye, Hello, Message, Ping, Pong, Preface, Welcome, encode, encode_unknown,
)

__all__ = ["Event", "Phase", "Session", "Welcomed"]

WELCOME_TIMEOUT = 10_000_000
"""How long a client waits for the welcome."""
CLOSING_TIMEOUT = 1_000_000
"""How long a side that has sent its last message waits for the other side to close."""
PING_INTERVAL = 1_000_000
"""Between two pings of a client; a publisher's must not exceed 10 seconds."""
SILENT_INTERVALS = 3
"""After so many ping intervals without activity, a side gives up."""
PULL_LENGTH = 65536
"""About how many bytes ``pull`` returns at once; a longer message comes alone."""
FRAME_BOUND = 64 << 20
"""The longest payload that a client takes if nobody sets another bound, whatever the welcome says."""


class Phase(Enum):
    """What a session waits for."""

    PREFACE = auto()
    WELCOME = auto()
    ACTIVE = auto()
    CLOSING = auto()
    """The last message of this side is sent or is the next to be sent; what comes is discarded."""
    ENDED = auto()


class Timer(Enum):
    """What a session does later."""

    GIVE_UP = auto()
    PING = auto()
    REPORT = auto()
    OFFSET = auto()


class Event:
    """What a session tells its caller."""


@dataclass(frozen=True, slots=True)
class Welcomed(Event):
    """The relay has accepted the hello."""

    welcome: Welcome


class Session:
    """What publishers, viewers and clients that list have in common."""

    MAY_RECEIVE: ClassVar[frozenset[int]]
    """Known types that may come after the welcome, beside ping, pong, error and goodbye."""
    PINGS: ClassVar[bool] = True
    """Whether this side measures the relay's clock."""
    PATIENT: ClassVar[bool] = False
    """Whether, after a goodbye, this side waits for as long as the relay shows activity."""

    def __init__(self, hello: Hello, now: Now, *, frame_bound: int = FRAME_BOUND,
                 welcome_timeout: int = WELCOME_TIMEOUT, draw: random.Random | None = None) -> None:
        """Begins with preface and hello. ``frame_bound``: bytes of payload this client takes or sends."""
        self._random = draw or random.Random()
        hello = replace(hello, extra=(*hello.extra, (self._random.choice(GREASE), self._random.randbytes(3))))
        self._versions = Preface()
        self._out: deque[bytes] = deque([self._versions.encode() + encode(hello)])
        self._last: bytes | None = None
        self._inbound = Inbound()
        self._allowed = self.MAY_RECEIVE | _ALWAYS
        self._frame_bound = frame_bound
        self._active_at = now.steady
        self._timers = {Timer.GIVE_UP: now.steady + welcome_timeout}
        self._planned: Ending | None = None
        self._can_send = True
        self._has_begun = False
        self.phase = Phase.PREFACE
        self.ending: Ending | None = None
        self.welcome: Welcome | None = None
        self.relay_clock = PingClock()

    # What comes in

    def receive(self, data: bytes, now: Now) -> list[Event]:
        """Takes bytes of the relay, in any pieces."""
        self._active_at = now.steady
        events: list[Event] = []
        if self.phase in (Phase.CLOSING, Phase.ENDED):
            return events
        self._inbound.feed(data)
        try:
            self._read(events, now)
        except Fault as fault:
            self._finish(Error(fault.code, reason=shortened(fault.reason, 512)), How.FAULT, now,
                         retryable=self.welcome is not None)
        return events

    def _read(self, events: list[Event], now: Now) -> None:
        if self.phase is Phase.PREFACE:
            preface = self._inbound.preface()
            if preface is None:
                return
            self._versions.common(preface)
            self.phase = Phase.WELCOME
        while self.phase in (Phase.WELCOME, Phase.ACTIVE):
            found = self._inbound.next(_FIRST if self.phase is Phase.WELCOME else self._allowed)
            if found is False:
                return
            if found is not True:
                self._message(found, events, now)

    def _message(self, message: Message, events: list[Event], now: Now) -> None:
        match message:
            case Welcome():
                self.phase = Phase.ACTIVE
                self.welcome = message
                self._inbound.maximum_frame_length = min(message.maximum_frame_length, self._frame_bound)
                if self._last is None:
                    del self._timers[Timer.GIVE_UP]
                if self.PINGS:
                    self._timers[Timer.PING] = now.steady
                events.append(Welcomed(message))
                self._welcomed(message, events, now)
                self._out.append(encode_unknown(self._random.choice(GREASE), self._random.randbytes(2)))
            case Ping():
                self._send(Pong(message.sent, now.wall, now.wall))
            case Pong():
                if self.relay_clock.pong(message, now):
                    self._clock_changed(now)
            case Error():
                told = "goodbye" if isinstance(message, Goodbye) else "error"
                reason = message.reason or f"The relay sent the {told} {code_name(message.code)}."
                self._end(How.TOLD, reason, message)
            case _:
                self._handle(message, events, now)

    def end_of_input(self) -> None:
        """The relay has closed its sending direction, or reading failed."""
        if self.phase is Phase.CLOSING:
            self._conclude()
        self._end(How.LOST, "The connection to the relay was lost.")

    def send_failed(self) -> None:
        """Sending failed. The session sends nothing more and reads on ("Errors of the other side")."""
        self._can_send = False
        self._drop_waiting()

    def resume(self, now: Now) -> None:
        """The caller reads again after a time in which it did not, so silence begins anew."""
        self._active_at = now.steady

    # Time

    @property
    def deadline(self) -> int:
        """When ``tick`` must be called, by the steady clock."""
        return min([self._silent_at, *self._timers.values()])

    @property
    def _silent_at(self) -> int:
        interval = self.welcome.ping_interval if self.welcome else WELCOME_TIMEOUT // 1000
        return self._active_at + SILENT_INTERVALS * 1000 * interval

    def tick(self, now: Now) -> None:
        """Does what is due."""
        for timer in [timer for timer, time in self._timers.items() if now.steady >= time]:
            if self._timers.pop(timer, None) is not None and self.phase is not Phase.ENDED:
                self._elapsed(timer, now)
        if now.steady >= self._silent_at and self.phase is not Phase.ENDED:
            if self.phase is Phase.CLOSING:
                self._conclude()
            else:
                error = Error(Code.SILENT, True, reason="The relay sent nothing for three ping intervals.")
                self._finish(error, How.LOST, now, retryable=True)

    def _elapsed(self, timer: Timer, now: Now) -> None:
        """The time of a timer has come."""
        if timer is Timer.GIVE_UP:
            if self._planned is None:
                self._end(How.LOST, "The relay sent no welcome in time.")
            self._conclude()
        elif timer is Timer.PING and self.phase is Phase.ACTIVE:
            self._timers[Timer.PING] = now.steady + PING_INTERVAL
            self._send(self.relay_clock.ping(now))

    # What goes out

    def pull(self, now: Now) -> bytes:
        """Takes what to send next: whole messages. Empty if there is nothing now."""
        if not self._can_send or self.phase is Phase.ENDED:
            return b""
        self._has_begun = True
        data = bytearray()
        while self._out and (not data or len(data) + len(self._out[0]) <= PULL_LENGTH):
            data += self._out.popleft()
        if len(data) < PULL_LENGTH and not self._out:
            self._pull_more(data, now)
        if not data and self._last is not None:
            data += self._last
            self._last = None
            self.phase = Phase.CLOSING
        return bytes(data)

    @property
    def is_last_sent(self) -> bool:
        """Whether ``pull`` has returned the last message of this side."""
        return self.phase is Phase.CLOSING and self._last is None

    @property
    def backlog(self) -> int:
        """Bytes of answers that wait to be sent. A caller that sees many of them reads no further."""
        return sum(map(len, self._out))

    def goodbye(self, now: Now, code: int = Code.DONE, reason: str = "") -> None:
        """Says goodbye behind everything that waits to be sent."""
        self._finish(Goodbye(code, reason=shortened(reason, 512)), How.FINISHED, now)

    def _send(self, message: Message) -> None:
        if self._can_send and self.phase is Phase.ACTIVE:
            self._out.append(encode(message))

    def _finish(self, last: Error, how: How, now: Now, *, retryable: bool = False) -> None:
        if self.phase in (Phase.CLOSING, Phase.ENDED) or self._last is not None and how is How.FINISHED:
            return
        self._planned = Ending(how, last.reason, last.code, retryable, welcomed=self.welcome is not None)
        self._last = encode(last)
        self._active_at = now.steady
        self._timers.clear()
        if how is not How.FINISHED or not self.PATIENT or self.phase is not Phase.ACTIVE:
            self._timers[Timer.GIVE_UP] = now.steady + CLOSING_TIMEOUT
        if how is not How.FINISHED:
            if self._has_begun:
                self._drop_waiting()
            self._inbound.discard()
            self.phase = Phase.CLOSING

    def _conclude(self) -> None:
        """The connection ends as this side has planned."""
        if self.phase is not Phase.ENDED:
            self.phase = Phase.ENDED
            self.ending = self._planned

    def _end(self, how: How, reason: str, told: Error | None = None) -> None:
        if self.phase is Phase.ENDED:
            return
        self.phase = Phase.ENDED
        self._inbound.discard()
        welcomed = self.welcome is not None
        if told is None:
            self.ending = Ending(how, reason, welcomed=welcomed)
        else:
            self.ending = Ending(how, reason, told.code, told.retryable, told.retry_after, told.redirect, welcomed)

    # What roles add

    def _welcomed(self, welcome: Welcome, events: list[Event], now: Now) -> None:
        """The welcome has come."""

    def _handle(self, message: Message, events: list[Event], now: Now) -> None:
        """A message of ``MAY_RECEIVE`` has come."""

    def _clock_changed(self, now: Now) -> None:
        """A pong has given a new sample of the relay's clock."""

    def _pull_more(self, data: bytearray, now: Now) -> None:
        """Adds messages that wait behind ``_out``."""

    def _drop_waiting(self) -> None:
        """Forgets what waits to be sent."""
        self._out.clear()


_ALWAYS = frozenset({Ping.TYPE, Pong.TYPE, Error.TYPE, Goodbye.TYPE})
_FIRST = frozenset({Welcome.TYPE, Error.TYPE, Goodbye.TYPE})

"""The state of a viewer's connection.

Protocol.md: "Rules for a viewer", "Tracks", "Gap", "Epochs", "Latency", "Receiver report",
"Key frame request", "Stream state".
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from .clock import Latency, Now, latency_of
from .counting import FrameCounter, Part, Rightness
from .fields import malformed
from .session import FRAME_BOUND, Event, Session, Timer
from .wire import (
    ClockOffset, Frame, Gap, Hello, KeyFrameRequest, Kind, Message, Reason, ReceiverReport, StreamState,
    Tracks, Welcome,
)

__all__ = ["Missing", "Received", "StateChanged", "Totals", "TracksChanged", "ViewerMemory", "ViewerSession"]

REPORT_INTERVAL = 5_000_000
KEY_FRAME_INTERVAL = 2_000_000
"""Between two key frame requests for a track."""
MAXIMUM_LATENCIES = 8192
"""Latencies that are kept from one report to the next."""


@dataclass(frozen=True, slots=True)
class TracksChanged(Event):
    """A track table that differs from the one before."""

    tracks: Tracks


@dataclass(frozen=True, slots=True)
class Received(Event):
    """A frame that the viewer did not have."""

    frame: Frame
    latency: Latency | None
    """From capture to receipt; None if it is not known."""
    is_right: bool
    """False for pictures that a viewer does not show: leading pictures, pictures before the end of a
    recovery, and pictures after missing frames, up to the next start frame."""


@dataclass(frozen=True, slots=True)
class Missing(Event):
    """Frames that never come."""

    track: int
    epoch: int
    first: int
    count: int
    reason: int | None
    """The gap's ``Reason``; None if no gap names the frames, as after a reconnection."""


@dataclass(frozen=True, slots=True)
class StateChanged(Event):
    """The state of the stream: a ``State``, or another value, which means "not live"."""

    state: int


@dataclass(slots=True)
class Totals:
    """Counts since the welcome, as a receiver report has them."""

    frames: int = 0
    missed: int = 0
    bytes: int = 0


@dataclass(slots=True)
class ViewerMemory:
    """What a viewer keeps while it reconnects."""

    counter: FrameCounter = field(default_factory=FrameCounter)
    rightness: dict[int, Rightness] = field(default_factory=dict)
    table: Tracks | None = None
    """The last table that the caller was told."""
    state: int | None = None


class ViewerSession(Session):
    """One connection of a viewer."""

    MAY_RECEIVE = frozenset({Tracks.TYPE, Frame.TYPE, Gap.TYPE, StreamState.TYPE, ClockOffset.TYPE})

    def __init__(self, hello: Hello, now: Now, memory: ViewerMemory, *, frame_bound: int = FRAME_BOUND,
                 draw: random.Random | None = None) -> None:
        """``memory`` is that of the connection before; ``frame_bound`` as in ``Session``."""
        super().__init__(hello, now, frame_bound=frame_bound, draw=draw)
        self._memory = memory
        self._table: Tracks | None = None
        self._offset: tuple[ClockOffset, int] | None = None
        self._asked: dict[int, int] = {}
        self._is_beyond = False
        self._latencies: dict[int, deque[int]] = {}
        self.totals = Totals()

    def request_key_frame(self, track: int, now: Now) -> bool:
        """Asks for a start frame of a track. False if the last request is less than 2 seconds ago."""
        asked = self._asked.get(track)
        if self.welcome is None or asked is not None and now.steady - asked < KEY_FRAME_INTERVAL:
            return False
        self._asked[track] = now.steady
        self._send(KeyFrameRequest(track))
        return True

    def _welcomed(self, welcome: Welcome, events: list[Event], now: Now) -> None:
        if not self._memory.counter.welcome(welcome.stream_instance):
            self._memory.rightness.clear()
            self._memory.table = None
        self._is_beyond = self._memory.table is None
        self._timers[Timer.REPORT] = now.steady + REPORT_INTERVAL
        self._state(welcome.state, events)

    def _handle(self, message: Message, events: list[Event], now: Now) -> None:
        match message:
            case Tracks():
                self._tracks(message, events)
            case Frame():
                self._frame(message, events, now)
            case Gap():
                self._gap(message, events)
            case StreamState(state):
                self._state(state, events)
            case ClockOffset():
                self._offset = (message, now.steady)

    def _state(self, state: int, events: list[Event]) -> None:
        if state != self._memory.state:
            self._memory.state = state
            events.append(StateChanged(state))

    def _tracks(self, table: Tracks, events: list[Event]) -> None:
        before = self._table.epoch if self._table else 0
        if table.epoch == 0 or table.epoch < before:
            raise malformed(f"A track table has the epoch {table.epoch} after {before}.")
        if table.epoch != before:
            self._offset = None
        self._table = table
        self._memory.counter.table(table.epoch)
        known = self._memory.table
        if self._is_beyond or known is None or table.epoch > known.epoch:
            self._tell_table(events)

    def _tell_table(self, events: list[Event]) -> None:
        """Tells the caller of the newest table, unless it is older than what the caller knows.

        After a reconnection, a table of the epoch that the caller knows may be an older one, so it
        waits for the first frame that is new ("Relays behind relays" has the same rule).
        """
        self._is_beyond = True
        table, known = self._table, self._memory.table
        if table is not None and table != known and (known is None or table.epoch >= known.epoch):
            self._memory.table = table
            if known is None or known.epoch != table.epoch:
                self._memory.rightness.clear()
            events.append(TracksChanged(table))

    def _frame(self, frame: Frame, events: list[Event], now: Now) -> None:
        table = self._table
        track = table.get(frame.track) if table and table.epoch == frame.epoch else None
        if track is None:
            return
        part = self._memory.counter.frame(frame)
        if part is None:
            return
        self._tell_table(events)
        self._unnamed(frame.track, frame.epoch, part, events)
        self.totals.frames += 1
        self.totals.bytes += frame.message_length
        latency = self._latency(frame, now)
        if latency is not None:
            kept = self._latencies.setdefault(track.kind, deque(maxlen=MAXIMUM_LATENCIES))
            kept.append(latency.value)
        right = self._memory.rightness.setdefault(frame.track, Rightness()).frame(frame)
        events.append(Received(frame, latency, right))

    def _gap(self, gap: Gap, events: list[Event]) -> None:
        if self._table is None or gap.epoch > self._table.epoch:
            return
        part = self._memory.counter.gap(gap)
        if part is None:
            return
        if gap.epoch == self._table.epoch:
            self._tell_table(events)
        self._unnamed(gap.track, gap.epoch, part, events)
        if gap.reason != Reason.NOT_REQUESTED:
            self.totals.missed += part.count
            self._lose(gap.track, gap.epoch)
        events.append(Missing(gap.track, gap.epoch, part.first, part.count, gap.reason))

    def _unnamed(self, track: int, epoch: int, part: Part, events: list[Event]) -> None:
        if part.unnamed:
            self._lose(track, epoch)
            events.append(Missing(track, epoch, part.first - part.unnamed, part.unnamed, None))

    def _lose(self, track: int, epoch: int) -> None:
        if self._table is not None and epoch == self._table.epoch and track in self._memory.rightness:
            self._memory.rightness[track].lose()

    def _latency(self, frame: Frame, now: Now) -> Latency | None:
        relay = self.relay_clock.best(now.steady)
        if relay is None or self._offset is None or frame.capture_time == 0:
            return None
        offset, came = self._offset
        return latency_of(frame.capture_time, offset, came, relay, now)

    def _elapsed(self, timer: Timer, now: Now) -> None:
        if timer is not Timer.REPORT:
            super()._elapsed(timer, now)
            return
        self._timers[Timer.REPORT] = now.steady + REPORT_INTERVAL
        latencies = sorted(self._latencies.get(Kind.VIDEO) or self._latencies.get(Kind.AUDIO) or ())
        self._latencies.clear()
        totals = self.totals
        self._send(ReceiverReport(totals.frames, totals.missed, totals.bytes,
                                  percentile(latencies, 50), percentile(latencies, 95)))


def percentile(ordered: Sequence[int], percent: int) -> int:
    """The smallest value that at least ``percent`` per cent of the values do not exceed, as u32; or 0."""
    if not ordered:
        return 0
    return min(ordered[-(-len(ordered) * percent // 100) - 1], 0xFFFF_FFFF)

"""The state of a publisher's connection.

Protocol.md: "Rules for a publisher", "Tracks", "Frame", "Gap", "Epochs", "Viewer count",
"Clock offset", and in "Notes for implementers" the rule for frames that are too long.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from .clock import Now, Sample, drift
from .errors import Code
from .session import FRAME_BOUND, PULL_LENGTH, Event, Phase, Session, Timer
from .wire import (
    ClockOffset, Flags, Frame, Gap, Hello, KeyFrameRequest, Message, Reason, Track, Tracks, ViewerCount,
    Welcome, encode,
)

__all__ = ["KeyFrameWanted", "OutgoingFrame", "PublisherSession", "Viewers", "next_table"]

OFFSET_INTERVAL = 30_000_000
"""A clock offset is at most this old when the next one leaves."""
BACKLOG_TIME = 1_000_000
"""When a frame has waited this long, the publisher leaves out frames up to the next start frame."""
BACKLOG_BYTES = 16 << 20
"""So do frames of more bytes than this that wait."""
MAXIMUM_EPOCH = 2**32 - 1
_U32 = 2**32 - 1


@dataclass(frozen=True, slots=True)
class Viewers(Event):
    """How many viewers watch the stream. With 0, a publisher may stop encoding."""

    count: int


@dataclass(frozen=True, slots=True)
class KeyFrameWanted(Event):
    """A viewer needs a start frame of this track as soon as possible."""

    track: int


@dataclass(frozen=True, slots=True)
class OutgoingFrame:
    """A frame to publish. Times are in microseconds."""

    payload: bytes = field(repr=False)
    decode_time: int
    """By a media clock of any origin; it does not decrease within a track."""
    presentation_time: int | None = None
    """By the same clock; None if it is the decode time."""
    capture_time: int = 0
    """By the wall clock (``wall_time``); 0 if it is not known or must not be known."""
    flags: Flags = Flags(0)
    """Frames of audio have RANDOM_ACCESS, all of them."""
    track: int = 0


@dataclass(slots=True)
class _Numbers:
    """The frames of one track in one epoch."""

    next: int = 0
    left_out: int = 0
    """Frames directly before ``next`` that no gap names yet."""
    skips: bool = True
    """Whether frames are left out up to the next start frame."""
    decode_time: int | None = None


@dataclass(slots=True)
class _Waiting:
    """A message that waits to be sent; None stands for the newest clock offset."""

    data: bytes | None
    since: int | None
    """When a frame began to wait."""


def next_table(table: Tracks, tracks: Iterable[Track]) -> Tracks:
    """The table that follows one of the same epoch. A track's generation grows with its configuration.

    Raises ValueError, OverflowError or struct.error for tracks that a table cannot have.
    """

    def follow(track: Track) -> Track:
        known = table.get(track.number)
        if known is None:
            return track
        changed = known.configuration != track.configuration
        return replace(track, generation=(known.generation + changed) % 65536)

    following = Tracks(table.epoch, tuple(map(follow, tracks)))
    encode(following)
    return following


class PublisherSession(Session):
    """One connection of a publisher."""

    MAY_RECEIVE = frozenset({KeyFrameRequest.TYPE, ViewerCount.TYPE})
    PATIENT = True

    def __init__(self, hello: Hello, now: Now, tracks: Iterable[Track], *, frame_bound: int = FRAME_BOUND,
                 draw: random.Random | None = None) -> None:
        """``tracks`` is the first table; generations continue from those that it has."""
        super().__init__(hello, now, frame_bound=frame_bound, draw=draw)
        self._queue: deque[_Waiting] = deque()
        self._queued = 0
        self._leaving_since: int | None = None
        self._numbers: dict[int, _Numbers] = {}
        self._kinds: dict[int, int] = {}
        self._sent: tuple[Sample, int, int] | None = None
        self.table = Tracks(0, tuple(tracks))
        self.left_out = 0
        """Frames that were left out on this connection."""

    # Tables and epochs

    def _welcomed(self, welcome: Welcome, events: list[Event], now: Now) -> None:
        self.table = replace(self.table, epoch=welcome.epoch)
        self._kinds = {track.number: track.kind for track in self.table.tracks}
        self._put(encode(self.table), None)

    def set_tracks(self, tracks: Iterable[Track], *, new_epoch: bool = False) -> None:
        """Sends a track table if it differs from the one before.

        The session sets the generations. A new epoch begins if it is asked for, or if a track changes
        its kind; then all tracks wait for a start frame. Raises ValueError for a table that cannot be.
        """
        table = next_table(self.table, tracks)
        if self.phase is not Phase.ACTIVE:
            self.table = table
            return
        new_epoch |= any(self._kinds.get(track.number, track.kind) != track.kind for track in table.tracks)
        if table == self.table and not new_epoch:
            return
        self._name_left_out()
        if new_epoch:
            if table.epoch == MAXIMUM_EPOCH:
                raise ValueError("There is no epoch after the last one.")
            table = replace(table, epoch=table.epoch + 1)
            self._numbers.clear()
            self._kinds.clear()
        self._kinds |= {track.number: track.kind for track in table.tracks}
        self.table = table
        self._put(encode(table), None)
        if self._sent is not None:
            self._put(None, None)

    # Frames

    def send(self, frame: OutgoingFrame, now: Now) -> bool:
        """Queues a frame. False if the publisher leaves it out.

        It leaves frames out before the first start frame of a track in an epoch, when frames have
        waited for a second, when the frame is longer than the relay allows, and then up to the next
        start frame. Gaps name all but the first kind. Raises ValueError for an unknown track.
        """
        if self.table.get(frame.track) is None:
            raise ValueError(f"The track {frame.track} is not in the table.")
        if self.phase is not Phase.ACTIVE or self._last is not None or not self._can_send:
            return False
        numbers = self._numbers.get(frame.track)
        is_start = bool(frame.flags & (Flags.RANDOM_ACCESS | Flags.GRADUAL))
        if numbers is None:
            if not is_start:
                return False
            numbers = self._numbers[frame.track] = _Numbers()
        if self._must_leave_out(frame, numbers, is_start, now):
            numbers.next += 1
            numbers.left_out += 1
            self.left_out += 1
            return False
        numbers.skips = False
        self._name_left_out()
        flags = frame.flags
        if numbers.decode_time is not None and frame.decode_time < numbers.decode_time:
            flags |= Flags.DISCONTINUITY
        numbers.decode_time = frame.decode_time
        generation = next(t.generation for t in self.table.tracks if t.number == frame.track)
        shown = frame.decode_time if frame.presentation_time is None else frame.presentation_time
        message = Frame(frame.track, generation, self.table.epoch, numbers.next, frame.decode_time, shown,
                        frame.capture_time, flags, frame.payload)
        self._put(encode(message), now.steady)
        numbers.next += 1
        return True

    def _must_leave_out(self, frame: OutgoingFrame, numbers: _Numbers, is_start: bool, now: Now) -> bool:
        assert self.welcome is not None
        if len(frame.payload) > min(self.welcome.maximum_frame_length, self._frame_bound):
            numbers.skips = True
            return True
        waited = self.backlog_time(now)
        if Flags.DISCARDABLE in frame.flags and waited > BACKLOG_TIME // 2:
            return True
        if waited > BACKLOG_TIME or self._queued > BACKLOG_BYTES:
            numbers.skips = True
        elif is_start:
            numbers.skips = False
        return numbers.skips

    def backlog_time(self, now: Now) -> int:
        """How long the oldest frame that is not sent yet has waited, in microseconds."""
        since = self._leaving_since
        if since is None:
            since = next((w.since for w in self._queue if w.since is not None), now.steady)
        return now.steady - since

    def _name_left_out(self) -> None:
        """Queues gaps for all frames that no gap names yet."""
        for track, numbers in self._numbers.items():
            if numbers.left_out:
                first = numbers.next - numbers.left_out
                gap = Gap(track, Reason.PUBLISHER, self.table.epoch, first, numbers.left_out)
                numbers.left_out = 0
                self._put(encode(gap), None)

    def goodbye(self, now: Now, code: int = Code.END_OF_STREAM, reason: str = "") -> None:
        """Ends the stream behind all frames that wait; with ``done`` interrupts it."""
        if self.phase is Phase.ACTIVE and self._can_send:
            self._name_left_out()
        super().goodbye(now, code, reason)

    # What comes in

    def _handle(self, message: Message, events: list[Event], now: Now) -> None:
        match message:
            case KeyFrameRequest(track):
                events.append(KeyFrameWanted(track))
            case ViewerCount(viewers):
                events.append(Viewers(viewers))

    # The clock offset

    def _clock_changed(self, now: Now) -> None:
        best = self.relay_clock.best(now.steady)
        if best is None:
            return
        bound = best.bound_at(now.steady)
        if self._sent is not None:
            sample, at, sent_bound = self._sent
            differs = abs(best.offset - sample.offset) > bound
            if not differs and 2 * bound > sent_bound + drift(now.steady - at):
                return
        self._offer_offset(now)

    def _offer_offset(self, now: Now) -> None:
        if self.relay_clock.best(now.steady) is not None:
            self._note_offset(now)
            self._put(None, None)
        self._timers[Timer.OFFSET] = now.steady + OFFSET_INTERVAL

    def _note_offset(self, now: Now) -> ClockOffset | None:
        """The best offset now. The publisher's clock minus the relay's has the other sign."""
        best = self.relay_clock.best(now.steady)
        if best is None:
            return None
        bound = best.bound_at(now.steady)
        self._sent = (best, now.steady, bound)
        return ClockOffset(-best.offset, min(bound, _U32))

    def _elapsed(self, timer: Timer, now: Now) -> None:
        if timer is Timer.OFFSET:
            self._offer_offset(now)
        else:
            super()._elapsed(timer, now)

    # What goes out

    def _put(self, data: bytes | None, since: int | None) -> None:
        if self._can_send:
            self._queue.append(_Waiting(data, since))
            self._queued += len(data or b"")

    def _pull_more(self, data: bytearray, now: Now) -> None:
        self._leaving_since = None
        while self._queue and (not data or len(data) + len(self._queue[0].data or b"") <= PULL_LENGTH):
            waiting = self._queue.popleft()
            self._queued -= len(waiting.data or b"")
            if waiting.data is not None:
                data += waiting.data
            elif (offset := self._note_offset(now)) is not None:
                data += encode(offset)
            if self._leaving_since is None:
                self._leaving_since = waiting.since

    def _drop_waiting(self) -> None:
        super()._drop_waiting()
        self._queue.clear()
        self._queued = 0

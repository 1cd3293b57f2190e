"""Clocks, pings, and how old a frame is. Times are in microseconds.

Protocol.md: "Ping and pong", "Drift", "Clock offset", "Latency". Programs that use this package
take capture times from ``wall_time``: it is the system's wall clock when the program started, and
nobody sets it afterwards.
"""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass

from .wire import ClockOffset, Ping, Pong

__all__ = ["Latency", "Now", "PingClock", "Sample", "drift", "latency_of", "now", "wall_time"]

MINUTE = 60_000_000
MAXIMUM_PINGS = 16
"""Pings that may wait for their pongs; older ones are forgotten."""
_I64 = range(-(2**63), 2**63)


def _wall_minus_steady() -> int:
    """Nanoseconds. Of several readings, the one in whose middle the system stopped the program for the shortest time."""
    readings = ((time.monotonic_ns(), time.time_ns(), time.monotonic_ns()) for _ in range(9))
    before, wall, after = min(readings, key=lambda reading: reading[2] - reading[0])
    return wall - (before + after) // 2


_BASE = _wall_minus_steady()


@dataclass(frozen=True, slots=True)
class Now:
    """A moment by two clocks that nobody sets: one for durations, and the wall clock."""

    steady: int
    wall: int


def now() -> Now:
    """This moment."""
    steady = time.monotonic_ns()
    return Now(steady // 1000, (steady + _BASE) // 1000)


def wall_time() -> int:
    """The wall clock for capture times: microseconds since 1970."""
    return now().wall


def drift(elapsed: int) -> int:
    """How far two clocks drift apart in this time, rounded up: 200 microseconds a second."""
    return -(-max(0, elapsed) // 5000)


@dataclass(frozen=True, slots=True)
class Sample:
    """What one ping and its pong say."""

    offset: int
    """The answerer's wall clock minus the asker's."""
    bound: int
    """The error bound without drift."""
    pinged: int
    """When the ping left, by the steady clock."""

    def bound_at(self, steady: int) -> int:
        """The error bound with the drift up to this time."""
        return self.bound + drift(steady - self.pinged)


class PingClock:
    """The pings of one side of one connection, and the best sample of the last minute."""

    def __init__(self) -> None:
        self._waiting: dict[int, int] = {}
        self._samples: deque[Sample] = deque(maxlen=64)

    def ping(self, moment: Now) -> Ping:
        """A ping that leaves now."""
        self._waiting[moment.wall] = moment.steady
        while len(self._waiting) > MAXIMUM_PINGS:
            del self._waiting[next(iter(self._waiting))]
        return Ping(moment.wall)

    def pong(self, pong: Pong, moment: Now) -> bool:
        """Takes a pong that comes now. False if it answers no ping or says nothing of the clock."""
        pinged = self._waiting.pop(pong.sent, None)
        if pinged is None:
            return False
        outward = pong.received - pong.sent
        homeward = pong.answered - moment.wall
        round_trip = outward - homeward
        doubled = outward + homeward
        if not 0 <= round_trip <= MINUTE or doubled // 2 not in _I64 or -(doubled // 2) not in _I64:
            return False
        rounded = round_trip % 2
        self._samples.append(Sample(doubled // 2, round_trip // 2 + 2 * rounded, pinged))
        return True

    def best(self, steady: int) -> Sample | None:
        """The sample with the smallest error bound now, of those that are at most a minute old."""
        while self._samples and steady - self._samples[0].pinged > MINUTE:
            self._samples.popleft()
        return min(self._samples, key=lambda sample: sample.bound_at(steady), default=None)


@dataclass(frozen=True, slots=True)
class Latency:
    """How old a frame was when its last byte came."""

    value: int
    """Microseconds, not negative."""
    bound: int
    """The latency is right to within this much, in microseconds."""


def latency_of(capture_time: int, offset: ClockOffset, offset_came: int, relay: Sample, receipt: Now) -> Latency:
    """The latency of a frame with a capture time that is not 0.

    ``offset_came`` is when the clock offset came by the steady clock; ``relay`` is the viewer's best
    sample of the relay's clock.
    """
    capture = capture_time - offset.offset - relay.offset
    value = max(0, receipt.wall - capture)
    elapsed = max(0, receipt.steady - offset_came) + max(0, receipt.steady - relay.pinged) + 2 * value
    return Latency(value, offset.error_bound + relay.bound + drift(elapsed))

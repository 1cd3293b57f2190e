"""A viewer's record of a stream, frame by frame: received frames and gaps must cover all."""
import collections
import time

import stamps
import wire

#: The factor of the epoch in a stamp's number.
EPOCH = 10**6


class Account(wire.Viewer):
    """A protocol viewer's record of every epoch, and the delays of pictures captured since it joined."""

    def __init__(self):
        super().__init__()
        self._joined = time.time_ns() // 1000
        #: By epoch, received frames and frames in gaps.
        self.had = collections.Counter()
        self.delays = collections.Counter()

    def _account(self, epoch, first, count, what):
        super()._account(epoch, first, count, what)
        self.had[epoch] += count

    def _take_frame(self, frame):
        super()._take_frame(frame)
        if frame.capture > self._joined:
            self.delays[(time.time_ns() // 1000 - frame.capture) // 1000] += 1


class StampAccount:
    """The same for a viewer without the protocol: the numbers in its pictures ascend by one, or jump to the first of
    a group."""

    def __init__(self, group):
        self.received, self.missed, self.faults, self.ending = 0, 0, [], None
        self.welcome = None
        self.had, self.delays = collections.Counter(), collections.Counter()
        self._group = group
        self._joined = time.time_ns() // 1000
        self._finder = stamps.Finder()
        self._last = None

    def take(self, piece):
        now = time.time_ns() // 1000
        for number, made in self._finder.push(piece):
            epoch, sequence = divmod(number, EPOCH)
            if self._last is None or epoch != self._last[0]:
                expected = sequence if self._last is None else 0
            else:
                expected = self._last[1] + 1
            if sequence < expected or (sequence > expected and sequence % self._group):
                self.faults.append(f"picture {sequence} of epoch {epoch} arrived instead of {expected}")
            self.missed += max(0, sequence - expected)
            self.had[epoch] += 1 + max(0, sequence - expected)
            self.received += 1
            if made > self._joined:
                self.delays[(now - made) // 1000] += 1
            self._last = epoch, sequence


def percentile(delays, share):
    """A percentile of delays, counted by their value."""
    wanted, seen = share * sum(delays.values()), 0
    for delay in sorted(delays):
        seen += delays[delay]
        if seen >= wanted:
            return delay
    return 0

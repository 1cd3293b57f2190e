"""Which frames a viewer has, and which of them show right pictures.

Protocol.md: "Gap", "Epochs", "Rules for a viewer" (lost connection, numbers that do not fit), and in
"Frame" the rules for leading pictures and gradual frames.
"""

from __future__ import annotations

from dataclasses import dataclass

from .wire import Flags, Frame, Gap

__all__ = ["FrameCounter", "Part", "Rightness"]


@dataclass(frozen=True, slots=True)
class Part:
    """What is new of a frame or a gap, and how many numbers before it no message named."""

    first: int
    count: int
    unnamed: int
    """Numbers directly before ``first`` that are missing and that no gap names."""


class FrameCounter:
    """Counts the frames of one stream, over all connections with the same stream instance."""

    def __init__(self) -> None:
        self._instance: int | None = None
        self._first_epoch: int | None = None
        self._next: dict[int, tuple[int, int]] = {}

    def welcome(self, stream_instance: int) -> bool:
        """Begins a connection. Returns whether epochs and numbers still mean the same."""
        if self._instance == stream_instance:
            return True
        self._instance = stream_instance
        self._first_epoch = None
        self._next.clear()
        return False

    def frame(self, frame: Frame) -> Part | None:
        """Counts a frame; None if the viewer has it already."""
        return self._take(frame.track, frame.epoch, frame.sequence, 1, begins=True)

    def gap(self, gap: Gap) -> Part | None:
        """Counts a gap; None if nothing of it is new.

        A gap before the first frame of a track that the viewer gets does not count, unless the
        viewer was there before its epoch began.
        """
        return self._take(gap.track, gap.epoch, gap.first, gap.count, begins=False)

    def table(self, epoch: int) -> None:
        """Takes note of the first epoch that the viewer meets."""
        if self._first_epoch is None:
            self._first_epoch = epoch

    def _take(self, track: int, epoch: int, first: int, count: int, *, begins: bool) -> Part | None:
        self.table(epoch)
        known_epoch, expected = self._next.get(track, (-1, 0))
        if epoch < known_epoch:
            return None
        if epoch != known_epoch:
            if epoch == self._first_epoch:
                if not begins:
                    return None
                expected = first
            else:
                expected = 0
        end = first + count
        if end <= expected:
            return None
        self._next[track] = (epoch, end)
        start = max(first, expected)
        return Part(start, end - start, start - expected)


class Rightness:
    """Whether the pictures of one track are right, for a viewer that shows no others.

    The viewer begins anew, as when it joined, after every frame that is missing.
    """

    def __init__(self) -> None:
        self._right = False
        self._recovering = False
        self._floor: int | None = None

    def lose(self) -> None:
        """A frame is missing, or an epoch begins."""
        self._right = self._recovering = False
        self._floor = None

    def frame(self, frame: Frame) -> bool:
        """Takes the next frame, and returns whether what it shows is right."""
        flags = frame.flags
        if Flags.DISCONTINUITY in flags:
            self._floor = None
        if not self._right:
            self._recovering |= Flags.GRADUAL in flags
            recovered = Flags.RECOVERED in flags and self._recovering
            if Flags.RANDOM_ACCESS in flags or recovered:
                self._right = True
                self._recovering = False
                self._floor = frame.presentation_time
        return self._right and (self._floor is None or frame.presentation_time >= self._floor)

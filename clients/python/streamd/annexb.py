"""Splits a byte stream of H.264 into access units.

Protocol.md: "Codecs"; ITU-T H.264, Annex B and clause 7.4.1.2.4. One layer, no redundant pictures, no
arbitrary slice order.
"""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["AccessUnit", "InvalidStream", "Splitter"]

MAXIMUM_UNIT = 64 << 20
"""Bytes of the longest access unit that is taken."""
MAXIMUM_FRONT = 65536
"""Zero bytes before the first start code."""
_SLICES = frozenset({1, 2, 5})
_BEGINNINGS = frozenset({6, 7, 8, 9, 14, 15, 16, 17, 18})
"""Types of NAL unit that begin an access unit if a slice came before."""


class InvalidStream(ValueError):
    """The bytes are no byte stream of H.264."""


@dataclass(frozen=True, slots=True)
class AccessUnit:
    """The bytes of one access unit, start codes and zero bytes included."""

    data: bytes = field(repr=False)
    nal_units: tuple[bytes, ...] = field(repr=False)
    """Its NAL units without start codes; zero bytes may follow the last byte."""


class Splitter:
    """Takes bytes in any pieces, and gives an access unit when the next one has begun."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._look = 0
        """Where the search for start codes goes on."""
        self._front = 0
        """Bytes before the first start code that are known to be zero."""
        self._begins: list[tuple[int, int]] = []
        """Of the NAL units so far: where the start code begins, and where the NAL unit begins."""
        self._has_slice = False

    def feed(self, data: bytes) -> list[AccessUnit]:
        """The access units that these bytes complete. Raises InvalidStream."""
        self._data += data
        units: list[AccessUnit] = []
        while (at := self._data.find(b"\x00\x00\x01", self._look)) >= 0 and at + 4 < len(self._data):
            self._look = at + 3
            begin = at - 1 if at > 0 and self._data[at - 1] == 0 else at
            if not self._begins:
                self._check_front(at)
                begin = 0
            kind = self._data[at + 3] & 0x1F
            is_first_slice = kind in _SLICES and self._data[at + 4] >= 0x80
            if self._has_slice and (kind in _BEGINNINGS or is_first_slice):
                units.append(self._cut(begin))
                at -= begin
                begin = 0
            self._begins.append((begin, at + 3))
            self._has_slice |= kind in _SLICES
        self._look = at if at >= 0 else max(self._look, len(self._data) - 2)
        if not self._begins:
            self._check_front(max(0, len(self._data) - 4))
        if len(self._data) > MAXIMUM_UNIT:
            raise InvalidStream(f"The input has an access unit of more than {MAXIMUM_UNIT} bytes.")
        return units

    def _check_front(self, end: int) -> None:
        """Checks that only zero bytes come before the first start code, and not many."""
        front, self._front = self._front, end
        if end > MAXIMUM_FRONT or any(self._data[front:end]):
            raise InvalidStream("The input is no byte stream of H.264: it begins without a start code.")

    def finish(self) -> list[AccessUnit]:
        """The last access unit, at the end of the bytes. Raises InvalidStream."""
        if not self._begins and any(self._data):
            raise InvalidStream("The input is no byte stream of H.264: it has no start code.")
        return [self._cut(len(self._data))] if self._has_slice else []

    def _cut(self, end: int) -> AccessUnit:
        """Takes the bytes up to ``end`` as an access unit."""
        ends = [begin for begin, _ in self._begins[1:]] + [end]
        nal_units = tuple(bytes(self._data[start:stop]) for (_, start), stop in zip(self._begins, ends))
        unit = AccessUnit(bytes(self._data[:end]), nal_units)
        del self._data[:end]
        self._look = max(0, self._look - end)
        self._begins.clear()
        self._has_slice = False
        return unit

"""What a publisher says of an H.264 access unit: flags, times, and the parameter sets it needs.

Protocol.md: "Codecs" and "Frame"; ITU-T H.264, 7.4.1.2.4, 8.2.1, D.2.8.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from .annexb import AccessUnit
from .bits import Bits, payload
from .parameters import PPS, SPS, RecoveryPoint, Slice, recovery_point
from .wire import Flags

__all__ = ["Analyser", "Picture"]

_START_CODE = b"\x00\x00\x00\x01"
_SLICES = frozenset({1, 2, 5})
_SEI, _SPS, _PPS, _DELIMITER, _SPS_EXTENSION = 6, 7, 8, 9, 13


@dataclass(frozen=True, slots=True)
class Picture:
    """An access unit, ready to be published."""

    payload: bytes = field(repr=False)
    flags: Flags
    fields: int
    """How many fields it has: 2 for a frame, 1 for a field."""
    shown_after: int
    """When it is shown, in fields after it is decoded; not negative."""
    sps: SPS | None
    """None if the publisher does not have the parameter sets of this picture."""


class Analyser:
    """Takes the access units of a stream in their order."""

    def __init__(self) -> None:
        self._sps: dict[int, tuple[SPS, tuple[bytes, ...]]] = {}
        self._pps: dict[int, tuple[PPS, bytes]] = {}
        self._recovers_at: tuple[int, int] | None = None
        self._first_field: Slice | None = None
        self._order = _Order()

    def take(self, unit: AccessUnit) -> Picture:
        """The picture of an access unit. What cannot be read has no flags."""
        recovery = None
        slices = []
        for nal_unit in unit.nal_units:
            kind = nal_unit[0] & 0x1F
            if kind in (_SPS, _PPS, _SPS_EXTENSION):
                self._keep(kind, nal_unit)
            elif kind == _SEI and recovery is None:
                recovery = _recovery(nal_unit)
            elif kind in _SLICES:
                slices.append(nal_unit)
        discardable = Flags.DISCARDABLE if all(nal[0] & 0x60 == 0 for nal in slices) else Flags(0)
        read = self._read_slice(slices[0]) if slices else None
        if read is None:
            return Picture(unit.data, discardable, 2, 0, None)
        sps, front = read
        is_second = self._is_second_field(front)
        self._first_field = front if front.is_field and not is_second else None
        flags = Flags(0) if is_second else self._flags(front, sps, recovery)
        needs_sets = flags & (Flags.RANDOM_ACCESS | Flags.GRADUAL)
        data = self._with_parameter_sets(unit) if needs_sets else unit.data
        fields = 1 if front.is_field else 2
        return Picture(data, flags | discardable, fields, self._order.shown_after(front, sps, is_second), sps)

    # Parameter sets

    def _keep(self, kind: int, nal_unit: bytes) -> None:
        nal_unit = nal_unit.rstrip(b"\x00")
        try:
            if kind == _SPS:
                sps = SPS.read(nal_unit)
                if sps.id not in self._sps or self._sps[sps.id][1][0] != nal_unit:
                    self._sps[sps.id] = (sps, (nal_unit,))
            elif kind == _PPS:
                pps = PPS.read(nal_unit)
                self._pps[pps.id] = (pps, nal_unit)
            else:
                sps_id = Bits(payload(nal_unit)).ue()
                sps, sets = self._sps[sps_id]
                self._sps[sps_id] = (sps, (sets[0], nal_unit))
        except (KeyError, ValueError):
            return

    def _sets(self) -> Iterable[bytes]:
        """All parameter sets in force: each SPS with its extension, and then each PPS."""
        for _, sets in self._sps.values():
            yield from sets
        for _, pps in self._pps.values():
            yield pps

    def _with_parameter_sets(self, unit: AccessUnit) -> bytes:
        """The access unit with all parameter sets in force before its first SEI message and slice."""
        front = []
        for nal_unit in unit.nal_units:
            if nal_unit[0] & 0x1F in _SLICES | {_SEI}:
                break
            front.append(nal_unit.rstrip(b"\x00"))
        if set(self._sets()) <= set(front):
            return unit.data
        rest = [n for n in unit.nal_units if n[0] & 0x1F not in (_SPS, _PPS, _SPS_EXTENSION, _DELIMITER)]
        delimiters = [n for n in unit.nal_units if n[0] & 0x1F == _DELIMITER]
        return b"".join(_START_CODE + nal for nal in (*delimiters, *self._sets(), *rest))

    # Slices

    def _read_slice(self, nal_unit: bytes) -> tuple[SPS, Slice] | None:
        try:
            pps = self._pps[Slice.pps_of(nal_unit)][0]
            sps = self._sps[pps.sps_id][0]
            return sps, Slice.read(nal_unit, sps, pps)
        except (KeyError, ValueError):
            return None

    def _is_second_field(self, front: Slice) -> bool:
        first = self._first_field
        return (
            first is not None
            and front.is_field
            and front.is_bottom != first.is_bottom
            and front.frame_num == first.frame_num
            and not front.is_idr
        )

    def _flags(self, front: Slice, sps: SPS, recovery: RecoveryPoint | None) -> Flags:
        """The flags *random access*, *gradual* and *recovered* of a picture that is no second field."""
        if front.is_idr:
            self._recovers_at = None
            return Flags.RANDOM_ACCESS
        if recovery is not None and recovery.frames == 0:
            self._recovers_at = None
            exact = recovery.is_exact and not recovery.is_broken
            return Flags.RANDOM_ACCESS if exact else Flags.GRADUAL | Flags.RECOVERED
        modulus = 1 << sps.frame_num_bits
        if self._recovers_at is not None:
            begin, count = self._recovers_at
            if front.is_reference and (front.frame_num - begin) % modulus >= count:
                self._recovers_at = None
                return Flags.RECOVERED
            return Flags(0)
        if recovery is not None:
            self._recovers_at = (front.frame_num, min(recovery.frames, modulus - 1))
            return Flags.GRADUAL
        return Flags(0)


class _Order:
    """The order of output: picture order counts, ITU-T H.264, 8.2.1.

    Two counts are a frame, or one if a frame has an odd count. ``memory_management_control_operation`` 5
    is not taken into account: after it, times are wrong up to the next IDR picture.
    """

    def __init__(self) -> None:
        self._decoded = 0
        self._begin: int | None = None
        self._first_count = 0
        self._counts_frames = False
        self._msb = self._lsb = 0
        self._frame_num = self._frame_num_offset = 0

    def shown_after(self, front: Slice, sps: SPS, is_second: bool) -> int:
        """When the picture is shown, in fields after it is decoded."""
        position = self._decoded
        self._decoded += 1 if front.is_field else 2
        if sps.reordered == 0 or sps.order_type == 2:
            return 0
        count = self._from_lsb(front, sps) if sps.order_type == 0 else self._from_frame_num(front, sps)
        if self._begin is None or front.is_idr:
            self._begin, self._first_count = position, count
        count -= self._first_count
        if count % 2 and not front.is_field:
            self._counts_frames = True
        if self._counts_frames:
            count *= 2
        return max(0, self._begin + count - position + 2 * sps.reordered)

    def _from_lsb(self, front: Slice, sps: SPS) -> int:
        size = 1 << sps.order_bits
        if front.is_idr:
            self._msb = self._lsb = 0
        msb = self._msb
        if front.order_lsb < self._lsb and self._lsb - front.order_lsb >= size // 2:
            msb += size
        elif front.order_lsb > self._lsb and front.order_lsb - self._lsb > size // 2:
            msb -= size
        if front.is_reference:
            self._msb, self._lsb = msb, front.order_lsb
        return msb + front.order_lsb + min(0, front.delta_bottom)

    def _from_frame_num(self, front: Slice, sps: SPS) -> int:
        if front.is_idr:
            self._frame_num_offset = 0
        elif front.frame_num < self._frame_num:
            self._frame_num_offset += 1 << sps.frame_num_bits
        self._frame_num = front.frame_num
        number = self._frame_num_offset + front.frame_num if sps.offsets else 0
        if number and not front.is_reference:
            number -= 1
        expected = 0
        if number:
            cycles, rest = divmod(number - 1, len(sps.offsets))
            expected = cycles * sum(sps.offsets) + sum(sps.offsets[: rest + 1])
        if not front.is_reference:
            expected += sps.offset_non_reference
        top = expected + front.deltas[0]
        bottom = top + sps.offset_top_to_bottom
        if front.is_field:
            return bottom if front.is_bottom else top
        return min(top, bottom + front.deltas[1])


def _recovery(nal_unit: bytes) -> RecoveryPoint | None:
    try:
        return recovery_point(nal_unit)
    except ValueError:
        return None

"""What a publisher reads of parameter sets, slice headers and recovery points.

ITU-T H.264, 7.3.2.1, 7.3.2.2, 7.3.3, D.1.8, E.1.1. Everything raises ValueError for what is no H.264.
"""

from __future__ import annotations

from dataclasses import dataclass

from .bits import Bits, payload

__all__ = ["PPS", "SPS", "RecoveryPoint", "Slice", "recovery_point"]

HEADER_LENGTH = 128
"""Bytes of a slice that are enough for the fields that are read here."""
_CHROMA_PROFILES = frozenset({100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135})


@dataclass(frozen=True, slots=True)
class SPS:
    """A sequence parameter set."""

    id: int
    profile: int
    separate_planes: bool
    frame_num_bits: int
    order_type: int
    """``pic_order_cnt_type``"""
    order_bits: int
    delta_always_zero: bool
    offset_non_reference: int
    offset_top_to_bottom: int
    offsets: tuple[int, ...]
    frames_only: bool
    size: tuple[int, int]
    """Width and height in samples, after cropping."""
    frame_rate: tuple[int, int] | None
    """Numerator and denominator, if the VUI has timing."""
    reordered: int
    """How many pictures may be reordered: ``max_num_reorder_frames``, or what can be held back at most."""

    @staticmethod
    def read(nal_unit: bytes) -> SPS:
        """Reads the NAL unit of an SPS."""
        bits = Bits(payload(nal_unit))
        profile, constraints = bits.u(8), bits.u(8)
        bits.u(8)
        sps_id, chroma, planes = _below(bits.ue(), 32), 1, False
        if profile in _CHROMA_PROFILES:
            chroma = _below(bits.ue(), 4)
            planes = bits.flag() if chroma == 3 else False
            bits.ue()
            bits.ue()
            bits.flag()
            if bits.flag():
                for index in range(12 if chroma == 3 else 8):
                    if bits.flag():
                        _skip_scaling_list(bits, 16 if index < 6 else 64)
        frame_num_bits = _below(bits.ue(), 13) + 4
        order_type, order_bits, always_zero = _below(bits.ue(), 3), 0, False
        non_reference = top_to_bottom = 0
        offsets: tuple[int, ...] = ()
        if order_type == 0:
            order_bits = _below(bits.ue(), 13) + 4
        elif order_type == 1:
            always_zero, non_reference, top_to_bottom = bits.flag(), bits.se(), bits.se()
            offsets = tuple(bits.se() for _ in range(_below(bits.ue(), 256)))
        references = _below(bits.ue(), 17)
        bits.flag()
        width, height = 16 * (_below(bits.ue(), 4096) + 1), 16 * (_below(bits.ue(), 4096) + 1)
        frames_only = bits.flag()
        if not frames_only:
            height *= 2
            bits.flag()
        bits.flag()
        if bits.flag():
            across, down = 2 if chroma in (1, 2) else 1, 2 if chroma == 1 else 1
            width -= (bits.ue() + bits.ue()) * across
            height -= (bits.ue() + bits.ue()) * down * (1 if frames_only else 2)
        rate, reordered = _read_vui(bits) if bits.flag() else (None, None)
        if reordered is None:
            keeps_order = order_type == 2 or profile == 66 or profile in _INTRA and constraints & 0x10
            reordered = 0 if keeps_order else max(1, references)
        return SPS(sps_id, profile, planes, frame_num_bits, order_type, order_bits, always_zero, non_reference,
                   top_to_bottom, offsets, frames_only, (max(width, 0), max(height, 0)), rate, reordered)


_INTRA = frozenset({44, 86, 100, 110, 122, 244})
"""Profiles in which ``constraint_set3_flag`` says that no picture is reordered."""


def _below(value: int, end: int) -> int:
    if value >= end:
        raise ValueError("A parameter set has a value outside of its range.")
    return value


def _skip_scaling_list(bits: Bits, size: int) -> None:
    last = following = 8
    for _ in range(size):
        if following != 0:
            following = (last + bits.se() + 256) % 256
        last = last if following == 0 else following


def _read_vui(bits: Bits) -> tuple[tuple[int, int] | None, int | None]:
    """The frame rate and ``max_num_reorder_frames`` of a VUI."""
    rate = None
    if bits.flag() and bits.u(8) == 255:
        bits.u(32)
    if bits.flag():
        bits.flag()
    if bits.flag():
        bits.u(4)
        if bits.flag():
            bits.u(24)
    if bits.flag():
        bits.ue()
        bits.ue()
    if bits.flag():
        ticks, scale = bits.u(32), bits.u(32)
        bits.flag()
        if ticks and ticks * 2 <= scale <= ticks * 2000:
            rate = (scale, 2 * ticks) if ticks < 2**31 else None
    has_hrd = [_skip_hrd(bits), _skip_hrd(bits)]
    if any(has_hrd):
        bits.flag()
    bits.flag()
    if not bits.flag():
        return rate, None
    bits.flag()
    for _ in range(4):
        bits.ue()
    return rate, _below(bits.ue(), 17)


def _skip_hrd(bits: Bits) -> bool:
    if not bits.flag():
        return False
    count = _below(bits.ue(), 32) + 1
    bits.u(8)
    for _ in range(count):
        bits.ue()
        bits.ue()
        bits.flag()
    bits.u(20)
    return True


@dataclass(frozen=True, slots=True)
class PPS:
    """A picture parameter set."""

    id: int
    sps_id: int
    has_field_order: bool
    """``bottom_field_pic_order_in_frame_present_flag``"""

    @staticmethod
    def read(nal_unit: bytes) -> PPS:
        """Reads the NAL unit of a PPS."""
        bits = Bits(payload(nal_unit, HEADER_LENGTH))
        pps_id, sps_id = _below(bits.ue(), 256), _below(bits.ue(), 32)
        bits.flag()
        return PPS(pps_id, sps_id, bits.flag())


@dataclass(frozen=True, slots=True)
class Slice:
    """The front of a slice header."""

    is_idr: bool
    is_reference: bool
    pps_id: int
    frame_num: int
    is_field: bool
    is_bottom: bool
    order_lsb: int
    delta_bottom: int
    deltas: tuple[int, int]

    @staticmethod
    def pps_of(nal_unit: bytes) -> int:
        """The id of the PPS that a slice refers to."""
        bits = Bits(payload(nal_unit, HEADER_LENGTH))
        bits.ue()
        bits.ue()
        return bits.ue()

    @staticmethod
    def read(nal_unit: bytes, sps: SPS, pps: PPS) -> Slice:
        """Reads the NAL unit of a slice that refers to these parameter sets."""
        is_idr, is_reference = nal_unit[0] & 0x1F == 5, nal_unit[0] & 0x60 != 0
        bits = Bits(payload(nal_unit, HEADER_LENGTH))
        bits.ue()
        bits.ue()
        bits.ue()
        if sps.separate_planes:
            bits.u(2)
        frame_num = bits.u(sps.frame_num_bits)
        is_field = False if sps.frames_only else bits.flag()
        is_bottom = bits.flag() if is_field else False
        if is_idr:
            bits.ue()
        lsb = delta_bottom = first = second = 0
        if sps.order_type == 0:
            lsb = bits.u(sps.order_bits)
            delta_bottom = bits.se() if pps.has_field_order and not is_field else 0
        elif sps.order_type == 1 and not sps.delta_always_zero:
            first = bits.se()
            second = bits.se() if pps.has_field_order and not is_field else 0
        return Slice(is_idr, is_reference, pps.id, frame_num, is_field, is_bottom, lsb, delta_bottom, (first, second))


@dataclass(frozen=True, slots=True)
class RecoveryPoint:
    """A recovery point SEI message."""

    frames: int
    """``recovery_frame_cnt``"""
    is_exact: bool
    is_broken: bool


def recovery_point(nal_unit: bytes) -> RecoveryPoint | None:
    """The recovery point in an SEI NAL unit, or None."""
    data = payload(nal_unit)
    at = 0
    while at + 2 < len(data):
        values = []
        for _ in range(2):
            value = 0
            while at < len(data) and data[at] == 0xFF:
                value += 255
                at += 1
            if at >= len(data):
                return None
            values.append(value + data[at])
            at += 1
        kind, size = values
        if kind == 6:
            bits = Bits(data[at : at + size])
            return RecoveryPoint(bits.ue(), bits.flag(), bits.flag())
        at += size
    return None

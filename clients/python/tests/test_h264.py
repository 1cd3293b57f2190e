"""Splitting a byte stream of H.264, and what a publisher says of its pictures."""

from __future__ import annotations

import unittest

from streamd.annexb import AccessUnit, InvalidStream, Splitter
from streamd.bits import Bits, BitsEnd, payload
from streamd.parameters import SPS, recovery_point
from streamd.pictures import Analyser, Picture
from streamd.wire import Flags

from .support import examples

LONG, SHORT = b"\0\0\0\1", b"\0\0\1"
RIGHT, GRADUAL, RECOVERED, DISCARDABLE = Flags.RANDOM_ACCESS, Flags.GRADUAL, Flags.RECOVERED, Flags.DISCARDABLE


class BitWriter:
    """Writes the syntax elements of test streams."""

    def __init__(self) -> None:
        self.bits = ""

    def u(self, value: int, count: int) -> BitWriter:
        self.bits += f"{value:0{count}b}" if count else ""
        return self

    def ue(self, *values: int) -> BitWriter:
        for value in values:
            digits = f"{value + 1:b}"
            self.bits += "0" * (len(digits) - 1) + digits
        return self

    def se(self, value: int) -> BitWriter:
        return self.ue(2 * value - 1 if value > 0 else -2 * value)

    def nal(self, header: int) -> bytes:
        bits = self.bits + "1"
        bits += "0" * (-len(bits) % 8)
        raw = bytes(int(bits[i : i + 8], 2) for i in range(0, len(bits), 8))
        escaped = bytearray([header])
        zeros = 0
        for byte in raw:
            if zeros >= 2 and byte <= 3:
                escaped.append(3)
                zeros = 0
            escaped.append(byte)
            zeros = zeros + 1 if byte == 0 else 0
        return bytes(escaped)


def sps(*, number: int = 0, order: int = 0, frames_only: bool = True, profile: int = 77, reordered: int = 1) -> bytes:
    w = BitWriter().u(profile, 8).u(0, 8).u(30, 8).ue(number, 0, order)
    if order == 0:
        w.ue(0)
    elif order == 1:
        w.u(0, 1).se(-1).se(1).ue(1).se(4)
    w.ue(2).u(0, 1).ue(3, 2 if frames_only else 1).u(frames_only, 1)
    if not frames_only:
        w.u(0, 1)
    w.u(1, 1).u(1, 1).ue(0, 1, 0, 2).u(1, 1)
    w.u(0, 4).u(1, 1).u(1, 32).u(50, 32).u(1, 1).u(0, 3).u(1, 1).u(1, 1).ue(0, 0, 0, 0, reordered, 4)
    return w.nal(0x67)


def pps(number: int = 0, of: int = 0) -> bytes:
    return BitWriter().ue(number, of).u(0, 1).u(0, 1).ue(0).nal(0x68)


def slice_of(frame_num: int = 0, order: int = 0, *, idr: bool = False, reference: bool = True, first: int = 0,
             use: int = 0, field: str = "", delta: int | None = None) -> bytes:
    w = BitWriter().ue(first, 7, use).u(frame_num % 16, 4)
    if field:
        w.u(field != "frame", 1)
        if field != "frame":
            w.u(field == "bottom", 1)
    if idr:
        w.ue(0)
    if delta is None:
        w.u(order % 16, 4)
    else:
        w.se(delta)
    return w.u(0xABC, 12).nal((0x60 if reference else 0) | (5 if idr else 1))


def recovery(frames: int, exact: bool = True, broken: bool = False) -> bytes:
    inner = BitWriter().ue(frames).u(exact, 1).u(broken, 1).u(0, 2).nal(0)[1:]
    return b"\x06" + bytes([1, 1, 0xAA, 6, len(inner)]) + inner + b"\x80"


def unit(*nal_units: bytes) -> AccessUnit:
    return AccessUnit(b"".join(LONG + nal for nal in nal_units), nal_units)


class Splitting(unittest.TestCase):
    """Access units in bytes."""

    def units(self, data: bytes, size: int) -> list[bytes]:
        splitter = Splitter()
        found = []
        for begin in range(0, len(data), size):
            found += splitter.feed(data[begin : begin + size])
        return [unit.data for unit in found + splitter.finish()]

    def test_units_are_the_same_however_the_bytes_come(self) -> None:
        idr, second, p = slice_of(idr=True), slice_of(first=3, idr=True), slice_of(1)
        expected = [
            b"\0" + LONG + b"\x09\xf0" + LONG + sps() + SHORT + pps() + LONG + idr + SHORT + second + b"\0\0",
            LONG + b"\x09\x30" + LONG + p,
            SHORT + slice_of(2) + b"\0",
            LONG + b"\x06\x05\x01\x02\x80" + LONG + slice_of(3) + SHORT + b"\x0c\xff",
            LONG + slice_of(4),
        ]
        data = b"".join(expected)
        for size in (*range(1, 40), len(data)):
            self.assertEqual(b"".join(self.units(data, size)), data)
            self.assertEqual(len(self.units(data, size)), 5, size)
        whole = self.units(data, len(data))
        self.assertEqual([part.strip(b"\0") for part in whole], [part.strip(b"\0") for part in expected])

    def test_nal_units_are_named(self) -> None:
        splitter = Splitter()
        data = LONG + sps() + LONG + pps() + LONG + slice_of(idr=True)
        self.assertEqual(splitter.feed(data), [])
        self.assertEqual(splitter.finish()[0].nal_units, (sps(), pps(), slice_of(idr=True)))
        self.assertEqual(splitter.finish(), [])

    def test_bytes_that_are_no_h264(self) -> None:
        for data in (b"hello, world", b"\0\0\0\2abcd", b"\0" * 70_000, b"x" + LONG + sps()):
            for size in (1, 7, len(data)):
                with self.assertRaises(InvalidStream):
                    self.units(data, size)
        self.assertEqual(self.units(b"", 1), [])
        with self.assertRaises(InvalidStream):
            self.units(b"x", 1)

    def test_bits(self) -> None:
        bits = Bits(bytes([0b10100110, 0b01000010, 0b10000000]))
        self.assertEqual([bits.ue(), bits.ue(), bits.ue(), bits.ue(), bits.ue()], [0, 1, 2, 3, 4])
        with self.assertRaises(BitsEnd):
            Bits(bytes(8)).ue()
        self.assertEqual(payload(b"\x67\0\0\3\1\0\0\3\0\0\3"), b"\0\0\1\0\0\0\0")


class Parameters(unittest.TestCase):
    """Parameter sets and recovery points."""

    def test_the_sps_of_the_document(self) -> None:
        read = SPS.read(examples()["frame"][52:78])
        self.assertEqual((read.profile, read.size, read.frames_only), (100, (1280, 720), True))

    def test_size_rate_and_order_of_an_sps(self) -> None:
        read = SPS.read(sps())
        self.assertEqual((read.size, read.frame_rate, read.reordered), ((62, 44), (50, 2), 1))
        self.assertEqual(SPS.read(sps(frames_only=False)).size, (62, 56))
        self.assertEqual(SPS.read(sps(order=1)).offsets, (4,))

    def test_the_recovery_point_of_the_document(self) -> None:
        found = recovery_point(bytes.fromhex("06060209C480"))
        assert found is not None
        self.assertEqual((found.frames, found.is_exact, found.is_broken), (18, True, False))
        found = recovery_point(recovery(0, False))
        assert found is not None
        self.assertEqual((found.frames, found.is_exact), (0, False))
        self.assertIsNone(recovery_point(b"\x06\x05\xff\x01"))

    def test_garbage_raises_nothing_but_value_errors(self) -> None:
        for length in range(40):
            for byte in (0x00, 0x55, 0xAA, 0xFF):
                for read in (SPS.read, recovery_point):
                    try:
                        read(bytes([0x67]) + bytes([byte]) * length)
                    except ValueError:
                        pass
                Analyser().take(unit(sps(), pps(), bytes([0x65]) + bytes([byte]) * length))


class Pictures(unittest.TestCase):
    """Flags, parameter sets and times."""

    def take(self, *units: AccessUnit) -> list[Picture]:
        analyser = Analyser()
        return [analyser.take(each) for each in units]

    def flags(self, *units: AccessUnit) -> list[Flags]:
        return [picture.flags for picture in self.take(unit(sps(), pps(), slice_of(idr=True)), *units)][1:]

    def test_an_idr_picture_and_an_exact_recovery_are_random_access_points(self) -> None:
        found = self.flags(unit(slice_of(1)), unit(slice_of(idr=True)), unit(recovery(0), slice_of(1)),
                           unit(recovery(0, exact=False), slice_of(2)), unit(recovery(0, broken=True), slice_of(3)),
                           unit(slice_of(4, reference=False)))
        self.assertEqual(found, [Flags(0), RIGHT, RIGHT, GRADUAL | RECOVERED, GRADUAL | RECOVERED, DISCARDABLE])

    def test_a_gradual_frame_is_recovered_at_its_frame_number(self) -> None:
        found = self.flags(unit(recovery(3), slice_of(14)), unit(slice_of(15)), unit(recovery(3), slice_of(0)),
                           unit(slice_of(1, reference=False)), unit(slice_of(1)), unit(recovery(2), slice_of(2)))
        self.assertEqual(found, [GRADUAL, Flags(0), Flags(0), DISCARDABLE, RECOVERED, GRADUAL])

    def test_a_random_access_point_ends_a_recovery(self) -> None:
        for end in (unit(slice_of(idr=True)), unit(recovery(0, False), slice_of(5))):
            found = self.flags(unit(recovery(9), slice_of(4)), end, unit(slice_of(13)))
            self.assertEqual(found[2], Flags(0))

    def test_second_fields_and_pictures_without_parameter_sets_have_no_flags(self) -> None:
        analyser = Analyser()
        flags = [analyser.take(each).flags for each in (
            unit(slice_of(idr=True)),
            unit(sps(frames_only=False), pps(), slice_of(idr=True, field="top")),
            unit(recovery(0), slice_of(field="bottom")),
            unit(recovery(0), slice_of(1, field="bottom")),
            unit(slice_of(1, field="top")),
        )]
        self.assertEqual(flags, [Flags(0), RIGHT, Flags(0), RIGHT, Flags(0)])
        self.assertEqual(analyser.take(unit(slice_of(2, field="frame"))).fields, 2)

    def test_a_start_frame_has_all_parameter_sets_in_force(self) -> None:
        other = pps(1)
        idr = slice_of(idr=True)
        first, plain, second, third = self.take(
            unit(sps(), pps(), idr), unit(other, slice_of(1)), unit(b"\x09\x10", recovery(0), slice_of(2)),
            unit(b"\x09\x10", other, pps(), sps(), idr))
        self.assertEqual(first.payload, unit(sps(), pps(), idr).data)
        self.assertEqual(plain.payload, unit(other, slice_of(1)).data)
        self.assertEqual(second.payload,
                         unit(b"\x09\x10", sps(), pps(), other, recovery(0), slice_of(2)).data)
        self.assertEqual(third.payload, unit(b"\x09\x10", other, pps(), sps(), idr).data)

    def test_pictures_are_shown_in_their_order(self) -> None:
        decoded = [(0, True), (4, True), (2, False), (8, True), (6, False), (12, True), (10, False), (16, True),
                   (14, False), (20, True), (18, False)]
        units = [unit(sps(), pps(), slice_of(idr=True))]
        frame_num = 1
        for order, reference in decoded[1:]:
            units.append(unit(slice_of(frame_num, order, reference=reference)))
            frame_num += reference
        shown = [2 * index + picture.shown_after for index, picture in enumerate(self.take(*units))]
        self.assertEqual(shown, [order + 2 for order, _ in decoded])
        self.assertTrue(all(p.shown_after >= 0 for p in self.take(*units)))

    def test_a_count_may_be_a_frame(self) -> None:
        decoded = [(0, True), (3, True), (1, False), (2, False), (6, True), (4, False), (5, False)]
        units = [unit(sps(reordered=2), pps(), slice_of(idr=True))]
        for index, (order, reference) in enumerate(decoded[1:]):
            units.append(unit(slice_of(1 + index // 3, order, reference=reference)))
        shown = [2 * index + picture.shown_after for index, picture in enumerate(self.take(*units))]
        self.assertEqual(shown, [2 * order + 4 for order, _ in decoded])

    def test_orders_that_follow_from_frame_numbers(self) -> None:
        units = [unit(sps(order=1), pps(), slice_of(idr=True, delta=0)), unit(slice_of(1, delta=0)),
                 unit(slice_of(2, delta=-1, reference=False)), unit(slice_of(2, delta=0))]
        shown = [2 * index + picture.shown_after for index, picture in enumerate(self.take(*units))]
        self.assertEqual(shown, [2, 6, 4, 10])

    def test_nothing_is_reordered_in_the_baseline_profile(self) -> None:
        self.assertEqual(self.take(unit(sps(profile=66, reordered=0), pps(), slice_of(idr=True)))[0].shown_after, 0)


if __name__ == "__main__":
    unittest.main()

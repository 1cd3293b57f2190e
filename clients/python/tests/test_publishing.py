"""Publishers: tables, numbers, gaps, backlog and clock offsets."""

from __future__ import annotations

import unittest
from dataclasses import replace

from streamd.errors import Code
from streamd.publishing import KeyFrameWanted, PublisherSession, Viewers, next_table
from streamd.wire import (
    ClockOffset, Flags, Frame, Gap, KeyFrameRequest, Kind, Message, Ping, Pong, Reason, Track, Tracks, ViewerCount,
)

from .support import (
    RIGHT, SOUND, START, VIDEO, a_table, events_of, give, last_error, later, only, outgoing, publisher, pulled,
)


def shape(found: list[Message]) -> list[tuple[object, ...]]:
    """Frames and gaps as (epoch, track, number) and (epoch, track, first, count)."""
    shapes: list[tuple[object, ...]] = []
    for message in found:
        if isinstance(message, Frame):
            shapes.append((message.epoch, message.track, message.sequence))
        elif isinstance(message, Gap):
            shapes.append((message.epoch, message.track, message.first, message.count))
    return shapes


class Numbers(unittest.TestCase):
    """Tables, epochs, frames and gaps."""

    def test_the_table_comes_first_with_the_epoch_of_the_welcome(self) -> None:
        session = publisher(epoch=9)
        session.send(outgoing(RIGHT), START)
        found = pulled(session)
        self.assertEqual([type(message) for message in found], [Tracks, Frame])
        table = found[0]
        assert isinstance(table, Tracks)
        self.assertEqual(table, a_table(9))

    def test_nothing_is_numbered_before_the_first_start_frame(self) -> None:
        session = publisher()
        sent = [session.send(outgoing(flags), START) for flags in (Flags(0), Flags.GRADUAL, Flags(0))]
        self.assertEqual(sent, [False, True, True])
        self.assertEqual(shape(pulled(session)), [(1, 0, 0), (1, 0, 1)])

    def test_a_frame_that_is_too_long_and_those_that_need_it_are_in_a_gap(self) -> None:
        session = publisher(maximum_frame_length=100)
        for frame in (outgoing(RIGHT), outgoing(length=101), outgoing(), outgoing(RIGHT, length=100), outgoing()):
            session.send(frame, START)
        found = pulled(session)
        self.assertEqual(shape(found), [(1, 0, 0), (1, 0, 1, 2), (1, 0, 3), (1, 0, 4)])
        self.assertEqual(only(Gap, found)[0].reason, Reason.PUBLISHER)

    def test_a_frame_that_has_waited_for_a_second_stops_the_group(self) -> None:
        session = publisher()
        pulled(session)
        session.send(outgoing(RIGHT), START)
        self.assertTrue(session.send(outgoing(), later(0.9)))
        self.assertFalse(session.send(outgoing(Flags.DISCARDABLE), later(0.9)))
        self.assertTrue(session.send(outgoing(), later(0.9)))
        self.assertFalse(session.send(outgoing(), later(1.1)))
        self.assertTrue(session.send(outgoing(RIGHT, track=1), later(0.5)))
        found = shape(pulled(session, later(1.2)))
        self.assertEqual(found, [(1, 0, 0), (1, 0, 1), (1, 0, 2, 1), (1, 0, 3), (1, 0, 4, 1), (1, 1, 0)])
        self.assertFalse(session.send(outgoing(), later(1.3)))
        self.assertTrue(session.send(outgoing(RIGHT), later(1.4)))
        self.assertEqual(shape(pulled(session, later(1.4))), [(1, 0, 5, 1), (1, 0, 6)])

    def test_a_frame_that_is_being_sent_waits_too(self) -> None:
        session = publisher()
        pulled(session)
        session.send(outgoing(RIGHT), START)
        session.pull(START)
        self.assertEqual(session.backlog_time(later(2)), 2_000_000)
        session.pull(later(2))
        self.assertEqual(session.backlog_time(later(2)), 0)

    def test_what_was_left_out_is_named_before_the_next_table_and_the_end(self) -> None:
        session = publisher(maximum_frame_length=100)
        session.send(outgoing(RIGHT), START)
        session.send(outgoing(length=200), START)
        session.set_tracks([VIDEO, SOUND], new_epoch=True)
        session.send(outgoing(), START)
        session.send(outgoing(RIGHT), START)
        session.send(outgoing(length=200), START)
        session.goodbye(START)
        found = pulled(session)
        self.assertEqual(shape(found), [(1, 0, 0), (1, 0, 1, 1), (2, 0, 0), (2, 0, 1, 1)])
        self.assertEqual([table.epoch for table in only(Tracks, found)], [1, 2])
        self.assertEqual(last_error(found), Code.END_OF_STREAM)
        self.assertIsInstance(found[2], Gap)

    def test_a_table_that_is_the_same_is_not_sent_and_a_new_configuration_has_a_new_generation(self) -> None:
        session = publisher()
        session.set_tracks([VIDEO, SOUND])
        session.set_tracks([VIDEO, replace(SOUND, configuration=b"\x12\x10")])
        session.send(outgoing(RIGHT, track=1), START)
        found = pulled(session)
        self.assertEqual([table.tracks[1].generation for table in only(Tracks, found)], [0, 1])
        self.assertEqual(only(Frame, found)[0].generation, 1)
        wrapped = next_table(a_table(1, replace(SOUND, generation=65535)), [replace(SOUND, configuration=b"")])
        self.assertEqual(wrapped.tracks[0].generation, 0)

    def test_another_kind_begins_an_epoch_also_if_the_track_was_away(self) -> None:
        session = publisher()
        session.set_tracks([VIDEO])
        session.set_tracks([VIDEO, Track(1, Kind.DATA, b"xabc")])
        self.assertEqual([table.epoch for table in only(Tracks, pulled(session))], [1, 1, 2])

    def test_a_track_that_comes_back_goes_on_with_its_numbers(self) -> None:
        session = publisher()
        session.send(outgoing(RIGHT, track=1), START)
        session.set_tracks([VIDEO])
        with self.assertRaises(ValueError):
            session.send(outgoing(RIGHT, track=1), START)
        session.set_tracks([VIDEO, SOUND])
        session.send(outgoing(RIGHT, track=1), START)
        self.assertEqual(shape(pulled(session)), [(1, 1, 0), (1, 1, 1)])

    def test_a_decode_time_that_decreases_gets_the_flag_discontinuity(self) -> None:
        session = publisher()
        for time in (5, 5, 4):
            session.send(outgoing(RIGHT, time=time), START)
        flags = [frame.flags for frame in only(Frame, pulled(session))]
        self.assertEqual(flags, [RIGHT, RIGHT, RIGHT | Flags.DISCONTINUITY])

    def test_tables_that_cannot_be_are_refused(self) -> None:
        session = publisher()
        for tracks in ([], [VIDEO, VIDEO], [replace(VIDEO, number=16)], [replace(VIDEO, codec=b"AVC")],
                       [replace(VIDEO, configuration=bytes(3073))], [replace(VIDEO, kind=4)]):
            with self.assertRaises(ValueError):
                session.set_tracks(tracks)

    def test_requests_and_counts_are_told(self) -> None:
        session = publisher()
        events = give(session, ViewerCount(3), KeyFrameRequest(0))
        self.assertEqual(events_of(Viewers, events), [Viewers(3)])
        self.assertEqual(events_of(KeyFrameWanted, events), [KeyFrameWanted(0)])


class Offsets(unittest.TestCase):
    """When a clock offset is sent."""

    def answer(self, session: PublisherSession, seconds: float, round_trip: int, offset: int) -> list[ClockOffset]:
        """Lets the session ping at this time, answers with this round trip and offset, and returns what it sends."""
        asked = later(seconds)
        session.tick(asked)
        ping = only(Ping, pulled(session, asked))[-1]
        came = later(seconds + round_trip / 1e6)
        there = ping.sent + offset + round_trip // 2
        give(session, Pong(ping.sent, there, there), now=came)
        return only(ClockOffset, pulled(session, came))

    def test_an_offset_is_sent_at_first_when_it_differs_and_when_the_bound_halves(self) -> None:
        session = publisher()
        self.assertEqual(self.answer(session, 0, 2000, 70), [ClockOffset(-70, 1001)])
        self.assertEqual(self.answer(session, 1, 2000, 100), [])
        self.assertEqual(self.answer(session, 2, 900, 100), [ClockOffset(-100, 451)])
        self.assertEqual(self.answer(session, 3, 900, 400), [])
        self.assertEqual(self.answer(session, 4, 100, 600), [ClockOffset(-600, 51)])

    def test_an_offset_follows_every_table_and_comes_again_after_30_seconds(self) -> None:
        session = publisher()
        self.answer(session, 0, 200, 0)
        session.set_tracks([VIDEO])
        found = pulled(session, later(1))
        self.assertEqual([type(message) for message in found], [Tracks, ClockOffset])
        offset = only(ClockOffset, found)[0]
        self.assertEqual(offset.error_bound, 100 + 200)
        self.assertEqual(self.answer(session, 10, 200, 0), [ClockOffset(0, 101)])
        session.resume(later(40))
        session.tick(later(40.1))
        self.assertEqual(len(only(ClockOffset, pulled(session, later(40.1)))), 1)

    def test_a_pong_that_says_nothing_is_ignored(self) -> None:
        session = publisher()
        session.tick(START)
        ping = only(Ping, pulled(session))[0]
        for pong in (Pong(1, 2, 3), Pong(ping.sent, -(2**63), 2**63 - 1)):
            give(session, pong)
            self.assertEqual(only(ClockOffset, pulled(session)), [])
        self.assertIsNone(session.relay_clock.best(START.steady))

    def test_a_sample_is_used_for_a_minute(self) -> None:
        session = publisher()
        self.answer(session, 0, 200, 0)
        self.assertIsNotNone(session.relay_clock.best(later(60).steady))
        self.assertIsNone(session.relay_clock.best(later(60.1).steady))


if __name__ == "__main__":
    unittest.main()

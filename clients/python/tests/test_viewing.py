"""Viewers: what is counted, what is told, what is right, and reports."""

from __future__ import annotations

import unittest

from streamd.counting import Rightness
from streamd.session import Event
from streamd.viewing import Missing, Received, StateChanged, TracksChanged, ViewerMemory, percentile
from streamd.wire import (
    ClockOffset, Flags, Gap, KeyFrameRequest, Kind, Ping, Pong, ReceiverReport, State, StreamState, Track,
)

from .support import (
    RIGHT, START, VIDEO, a_frame, a_table, events_of, give, last_error, later, only, pulled, viewer,
)


def numbers(events: list[Event]) -> list[int]:
    return [event.frame.sequence for event in events_of(Received, events)]


class Counting(unittest.TestCase):
    """Epochs and sequence numbers."""

    def test_frames_and_gaps_cover_every_number_once(self) -> None:
        session = viewer()
        events = give(session, a_table(), a_frame(5, RIGHT), a_frame(6), Gap(0, 1, 1, 7, 3), a_frame(10))
        self.assertEqual(numbers(events), [5, 6, 10])
        self.assertEqual(events_of(Missing, events), [Missing(0, 1, 7, 3, 1)])
        self.assertEqual(session.totals.missed, 3)

    def test_numbers_that_go_back_are_dropped_and_numbers_left_out_are_missed(self) -> None:
        session = viewer()
        events = give(session, a_table(), a_frame(5, RIGHT), a_frame(5), a_frame(4), a_frame(9))
        self.assertEqual(numbers(events), [5, 9])
        self.assertEqual(events_of(Missing, events), [Missing(0, 1, 6, 3, None)])
        self.assertEqual(session.totals.missed, 0)
        self.assertEqual(session.totals.frames, 2)

    def test_a_later_epoch_is_counted_from_zero(self) -> None:
        session = viewer()
        events = give(session, a_table(), a_frame(5, RIGHT), a_table(2), Gap(0, 2, 2, 0, 4),
                      a_frame(4, RIGHT, epoch=2))
        self.assertEqual(events_of(Missing, events), [Missing(0, 2, 0, 4, 2)])

    def test_a_track_is_counted_from_its_first_frame(self) -> None:
        session = viewer()
        events = give(session, a_table(), a_frame(5, RIGHT), Gap(1, 1, 1, 50, 2), a_frame(52, RIGHT, track=1))
        self.assertEqual(events_of(Missing, events), [])

    def test_a_gap_of_the_old_epoch_may_follow_the_new_table(self) -> None:
        session = viewer()
        events = give(session, a_table(), a_frame(5, RIGHT), a_table(2), Gap(0, 1, 1, 6, 2),
                      a_frame(0, RIGHT, epoch=2))
        self.assertEqual(events_of(Missing, events), [Missing(0, 1, 6, 2, 1)])
        self.assertEqual(numbers(events), [5, 0])

    def test_frames_of_an_unknown_track_or_epoch_are_ignored(self) -> None:
        session = viewer()
        events = give(session, a_frame(0, RIGHT), a_table(1, VIDEO), a_frame(0, RIGHT, track=3),
                      a_frame(0, RIGHT, epoch=2))
        self.assertEqual(numbers(events), [])
        self.assertIsNone(last_error(pulled(session)))

    def test_a_table_of_epoch_0_or_of_an_earlier_epoch_is_malformed(self) -> None:
        for tables in ((a_table(0),), (a_table(2), a_table(1))):
            session = viewer()
            give(session, *tables)
            self.assertEqual(last_error(pulled(session)), 0x0102)

    def test_after_a_reconnection_known_frames_are_dropped_and_missing_ones_are_found(self) -> None:
        memory = ViewerMemory()
        give(viewer(memory), a_table(), a_frame(5, RIGHT), a_frame(6), a_frame(7))
        again = viewer(memory)
        events = give(again, a_table(), a_frame(5, RIGHT), Gap(0, 3, 1, 6, 4), a_frame(12))
        self.assertEqual(numbers(events), [12])
        self.assertEqual(events_of(Missing, events), [Missing(0, 1, 8, 2, 3), Missing(0, 1, 10, 2, None)])
        self.assertEqual(again.totals.missed, 2)
        self.assertEqual(events_of(TracksChanged, events), [])

    def test_a_later_epoch_after_a_reconnection_is_counted_from_zero(self) -> None:
        memory = ViewerMemory()
        give(viewer(memory), a_table(), a_frame(5, RIGHT))
        events = give(viewer(memory), a_table(3), a_frame(9, RIGHT, epoch=3))
        self.assertEqual(events_of(Missing, events), [Missing(0, 3, 0, 9, None)])

    def test_another_stream_instance_begins_anew(self) -> None:
        memory = ViewerMemory()
        give(viewer(memory), a_table(4), a_frame(5, RIGHT, epoch=4))
        events = give(viewer(memory, stream_instance=8), a_table(), a_frame(0, RIGHT))
        self.assertEqual(numbers(events), [0])
        self.assertEqual(len(events_of(TracksChanged, events)), 1)

    def test_a_table_that_may_be_old_waits_for_a_new_frame(self) -> None:
        memory = ViewerMemory()
        give(viewer(memory), a_table(1, VIDEO), a_table(), a_frame(5, RIGHT))
        session = viewer(memory)
        self.assertEqual(events_of(TracksChanged, give(session, a_table(1, VIDEO), a_frame(5, RIGHT))), [])
        self.assertEqual(events_of(TracksChanged, give(session, a_table(), a_frame(6))), [])
        events = give(session, a_table(1, VIDEO))
        self.assertEqual(len(events_of(TracksChanged, events)), 1)


class States(unittest.TestCase):
    """Stream states, and the reports of a viewer."""

    def test_a_state_that_is_known_is_no_change(self) -> None:
        memory = ViewerMemory()
        session = viewer(memory, state=State.WAITING)
        events = give(session, StreamState(0), StreamState(1), StreamState(1), StreamState(2))
        self.assertEqual(events_of(StateChanged, events), [StateChanged(1), StateChanged(2)])

    def test_a_report_has_the_totals_since_the_welcome_and_the_latency(self) -> None:
        session = viewer()
        session.tick(START)
        ping = only(Ping, pulled(session))[0]
        give(session, Pong(ping.sent, ping.sent, ping.sent), now=START)
        give(session, a_table(), ClockOffset(0, 10))
        for number in range(10):
            frame = a_frame(number, RIGHT, capture=START.wall - 1000 * (number + 1))
            latency = events_of(Received, give(session, frame))[0].latency
            assert latency is not None
            self.assertEqual(latency.value, 1000 * (number + 1))
        give(session, Gap(0, 4, 1, 10, 5), Gap(0, 1, 1, 15, 2))
        session.tick(later(5))
        report = only(ReceiverReport, pulled(session, later(5)))[0]
        self.assertEqual((report.frames_received, report.frames_missed, report.bytes_received), (10, 2, 530))
        self.assertEqual((report.median_latency, report.high_latency), (5000, 10_000))
        session.tick(later(10))
        report = only(ReceiverReport, pulled(session, later(10)))[0]
        self.assertEqual((report.frames_received, report.median_latency), (10, 0))

    def test_without_pictures_sound_has_the_latency(self) -> None:
        self.assertEqual(percentile([], 50), 0)
        self.assertEqual(percentile([7], 95), 7)
        self.assertEqual(percentile([1, 2, 3, 4], 50), 2)
        self.assertEqual(percentile([2**40], 50), 2**32 - 1)

    def test_a_clock_offset_holds_for_its_epoch_only(self) -> None:
        session = viewer()
        session.tick(START)
        ping = only(Ping, pulled(session))[0]
        give(session, Pong(ping.sent, ping.sent, ping.sent), a_table(), ClockOffset(0, 10), a_table())
        known = a_frame(0, RIGHT, capture=1)
        self.assertIsNotNone(events_of(Received, give(session, known))[0].latency)
        self.assertIsNone(events_of(Received, give(session, a_frame(1)))[0].latency)
        events = give(session, a_table(2), a_frame(0, RIGHT, epoch=2, capture=1))
        self.assertIsNone(events_of(Received, events)[0].latency)

    def test_a_key_frame_is_asked_for_every_two_seconds_at_most(self) -> None:
        session = viewer()
        asked = [session.request_key_frame(0, later(second)) for second in (0, 1, 2, 3)]
        self.assertEqual(asked, [True, False, True, False])
        self.assertEqual(only(KeyFrameRequest, pulled(session)), [KeyFrameRequest(0)] * 2)


class Right(unittest.TestCase):
    """Which pictures a viewer shows."""

    def right(self, *frames: tuple[Flags, int] | None) -> list[bool]:
        """Whether pictures with these flags and times are right; None stands for a missing one."""
        state = Rightness()
        found = []
        for number, frame in enumerate(frames):
            if frame is None:
                state.lose()
            else:
                found.append(state.frame(a_frame(number, frame[0], time=frame[1])))
        return found

    def test_leading_pictures_are_not_shown_where_a_viewer_began(self) -> None:
        none = Flags(0)
        self.assertEqual(self.right((none, 0), (RIGHT, 3), (none, 1), (none, 4), (RIGHT, 7), (none, 6)),
                         [False, True, False, True, True, True])

    def test_a_gradual_frame_is_right_from_the_recovered_one_on(self) -> None:
        none, gradual, recovered = Flags(0), Flags.GRADUAL, Flags.RECOVERED
        self.assertEqual(self.right((recovered, 0), (gradual, 1), (none, 2), (recovered, 4), (none, 3), (none, 5)),
                         [False, False, False, True, False, True])
        self.assertEqual(self.right((gradual | recovered, 1), (none, 2)), [True, True])
        self.assertEqual(self.right((gradual, 1), (RIGHT, 2)), [False, True])

    def test_after_a_missing_frame_a_viewer_begins_anew(self) -> None:
        none = Flags(0)
        self.assertEqual(self.right((RIGHT, 0), None, (none, 2), (RIGHT, 3)), [True, False, True])

    def test_a_discontinuity_ends_the_comparison_of_times(self) -> None:
        self.assertEqual(self.right((RIGHT, 100), (Flags.DISCONTINUITY, 1)), [True, True])

    def test_a_session_tells_it_of_every_frame(self) -> None:
        session = viewer()
        events = give(session, a_table(), a_frame(0, RIGHT), Gap(0, 1, 1, 1, 1), a_frame(2), a_frame(3, RIGHT))
        self.assertEqual([event.is_right for event in events_of(Received, events)], [True, False, True])

    def test_a_track_is_found_by_codec_and_number(self) -> None:
        table = a_table(1, Track(5, Kind.VIDEO, b"H264"), Track(2, Kind.VIDEO, b"H264"), Track(0, Kind.VIDEO, b"xabc"))
        first = table.first(b"H264")
        assert first is not None
        self.assertEqual(first.number, 2)
        self.assertIsNone(table.first(b"mp4a"))


if __name__ == "__main__":
    unittest.main()

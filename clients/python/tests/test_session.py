"""Sessions: handshake, keepalive, closing, and what each role keeps."""

from __future__ import annotations

import random
import unittest

from streamd.errors import Code, How
from streamd.listing import Listed
from streamd.session import Phase, Session, Welcomed
from streamd.wire import (
    GREASE, Error, Goodbye, Hello, ListedStream, Ping, Pong, Preface, Role, Streams, decode, encode, encode_unknown,
)

from .support import (
    START, a_welcome, events_of, give, last_error, later, only, publisher, pulled, session_of, viewer,
)

CRITICAL = encode_unknown(0x8001, b"")
WELCOME = Preface().encode() + encode(a_welcome())


class Handshake(unittest.TestCase):
    """Preface, hello and welcome."""

    def test_a_client_sends_preface_and_hello_at_once_with_grease(self) -> None:
        from streamd.viewing import ViewerMemory, ViewerSession

        session = ViewerSession(Hello(Role.SUBSCRIBE, "live", bytes(16)), START, ViewerMemory(),
                                draw=random.Random(3))
        data = session.pull(START)
        self.assertEqual(data[:12], Preface().encode())
        hello = decode(1, 0, data[20:])
        assert isinstance(hello, Hello)
        self.assertEqual(hello.stream, "live")
        self.assertIn(hello.extra[0][0], GREASE)

    def test_a_client_sends_an_unknown_message_after_the_welcome(self) -> None:
        session = session_of(Role.SUBSCRIBE)
        session.receive(WELCOME, START)
        self.assertIn(int.from_bytes(session.pull(START)[4:6], "big"), GREASE)

    def test_a_client_does_not_wait_for_ever_for_a_welcome(self) -> None:
        session = session_of(Role.SUBSCRIBE)
        session.receive(Preface().encode(), START)
        self.assertEqual(session.deadline, later(10).steady)
        session.tick(later(10))
        assert session.ending is not None
        self.assertEqual((session.ending.how, session.ending.retryable), (How.LOST, True))

    def test_a_fault_before_the_welcome_is_not_tried_again_and_one_after_it_is(self) -> None:
        for data, retryable in ((b"HTTP/1.1 200", False), (WELCOME + CRITICAL, True)):
            session = session_of(Role.SUBSCRIBE)
            session.receive(data, START)
            session.pull(START)
            session.pull(START)
            session.end_of_input()
            assert session.ending is not None
            self.assertEqual((session.ending.how, session.ending.retryable), (How.FAULT, retryable))

    def test_an_error_stands_behind_preface_and_hello_that_were_not_sent_yet(self) -> None:
        from streamd.listing import ListSession

        session = ListSession(Hello(Role.LIST, "", bytes(16)), START)
        session.receive(b"\x00", START)
        self.assertEqual(session.pull(START)[:12], Preface().encode())
        self.assertEqual(last_error(pulled(session)), Code.NOT_THIS_PROTOCOL)


class Keepalive(unittest.TestCase):
    """Pings, pongs and silence."""

    def test_a_ping_is_answered_with_its_own_number(self) -> None:
        session = viewer()
        give(session, Ping(-5))
        self.assertEqual(only(Pong, pulled(session)), [Pong(-5, START.wall, START.wall)])

    def test_a_viewer_and_a_publisher_ping_once_a_second_and_a_list_does_not(self) -> None:
        both: tuple[Session, ...] = (viewer(), publisher())
        for session in both:
            times = 0
            for tenth in range(31):
                session.tick(later(tenth / 10))
                times += len(only(Ping, pulled(session, later(tenth / 10))))
            self.assertEqual(times, 4)
        session = session_of(Role.LIST)
        session.receive(WELCOME, START)
        session.tick(later(1))
        self.assertEqual(only(Ping, pulled(session)), [])

    def test_three_ping_intervals_without_a_byte_are_silence(self) -> None:
        session = viewer()
        session.receive(b"\x00", later(1))
        session.tick(later(15.9))
        self.assertIs(session.phase, Phase.ACTIVE)
        session.tick(later(16))
        self.assertEqual(last_error(pulled(session, later(16))), Code.SILENT)
        session.tick(later(16.5))
        self.assertIsNone(session.ending)
        session.tick(later(17))
        assert session.ending is not None
        self.assertEqual((session.ending.how, session.ending.code, session.ending.retryable),
                         (How.LOST, Code.SILENT, True))

    def test_a_time_in_which_nobody_read_is_no_silence(self) -> None:
        session = viewer()
        session.resume(later(14))
        session.tick(later(28))
        self.assertIs(session.phase, Phase.ACTIVE)

    def test_the_deadline_of_a_session_always_moves_on(self) -> None:
        for session in (viewer(), publisher(), session_of(Role.LIST)):
            now = START
            for _ in range(200):
                if session.ending is not None:
                    break
                session.tick(now)
                pulled(session, now)
                self.assertTrue(session.ending is not None or session.deadline > now.steady)
                now = later((session.deadline - now.steady) / 1e6, now)
            self.assertIsNotNone(session.ending)


class Closing(unittest.TestCase):
    """The last messages of both sides."""

    def test_a_goodbye_of_a_viewer_waits_a_second_for_the_relay(self) -> None:
        session = viewer()
        session.goodbye(START)
        self.assertEqual(only(Goodbye, pulled(session)), [Goodbye(Code.DONE)])
        self.assertTrue(session.is_last_sent)
        self.assertEqual(session.receive(encode(Ping(1)), later(0.5)), [])
        self.assertEqual(session.pull(later(0.5)), b"")
        session.tick(later(1))
        assert session.ending is not None
        self.assertIs(session.ending.how, How.FINISHED)

    def test_a_goodbye_before_the_welcome_is_sent_too(self) -> None:
        session = session_of(Role.SUBSCRIBE)
        session.goodbye(START)
        self.assertEqual(last_error(pulled(session)), Code.DONE)

    def test_a_publisher_waits_for_as_long_as_the_relay_is_active(self) -> None:
        session = publisher()
        session.goodbye(START)
        self.assertEqual(last_error(pulled(session)), Code.END_OF_STREAM)
        for second in range(1, 60, 10):
            session.receive(b"\x00", later(second))
            session.tick(later(second + 9))
            self.assertIsNone(session.ending)
        session.end_of_input()
        assert session.ending is not None
        self.assertIs(session.ending.how, How.FINISHED)
        silent = publisher()
        silent.goodbye(START)
        pulled(silent)
        silent.tick(later(15))
        self.assertIsNotNone(silent.ending)

    def test_an_error_of_the_relay_ends_at_once_and_is_kept_whole(self) -> None:
        session = viewer()
        give(session, Error(Code.OVERLOADED, True, 1500, "Busy."), Ping(1))
        assert session.ending is not None
        self.assertEqual(
            (session.ending.how, session.ending.code, session.ending.retry_after, session.ending.reason),
            (How.TOLD, Code.OVERLOADED, 1500, "Busy."))
        self.assertEqual(session.pull(START), b"")

    def test_what_the_relay_said_counts_after_a_failed_send(self) -> None:
        session = publisher()
        session.send_failed()
        self.assertEqual(session.pull(START), b"")
        give(session, Error(Code.RATE_EXCEEDED, True))
        assert session.ending is not None
        self.assertEqual(session.ending.code, Code.RATE_EXCEEDED)

    def test_a_connection_that_ends_without_a_word_was_lost(self) -> None:
        session = viewer()
        session.end_of_input()
        assert session.ending is not None
        self.assertEqual((session.ending.how, session.ending.retryable), (How.LOST, True))

    def test_nothing_is_pulled_after_the_last_message(self) -> None:
        session = viewer()
        session.receive(encode(Ping(1)) + CRITICAL, START)
        self.assertEqual([type(m) for m in pulled(session)], [Error])
        give(session, Ping(2))
        self.assertEqual(pulled(session), [])


class Lists(unittest.TestCase):
    """The role list."""

    def test_a_list_follows_its_changes_and_is_told_when_complete(self) -> None:
        session = session_of(Role.LIST)
        self.assertEqual(len(events_of(Welcomed, session.receive(WELCOME, START))), 1)

        def told(*streams: tuple[str, int], new: bool = False, more: bool = False) -> list[dict[str, int]]:
            listed = Streams(tuple(ListedStream(name, state, 1) for name, state in streams), new, more)
            events = events_of(Listed, give(session, listed))
            return [{name: stream.state for name, stream in event.streams.items()} for event in events]

        self.assertEqual(told(("b", 1), new=True, more=True), [])
        self.assertEqual(told(("a", 0)), [{"a": 0, "b": 1}])
        self.assertEqual(told(("b", 255), ("c", 2), ("z", 255)), [{"a": 0, "c": 2}])
        self.assertEqual(told(("d", 9), new=True), [{"d": 9}])
        self.assertEqual(told(new=True), [{}])


if __name__ == "__main__":
    unittest.main()

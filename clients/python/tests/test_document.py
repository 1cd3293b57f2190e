"""The examples of Protocol.md and the negative vectors that it describes."""

from __future__ import annotations

import random
import unittest

from streamd.clock import Now, PingClock, drift, latency_of
from streamd.errors import Fault, code_name
from streamd.viewing import Received
from streamd.wire import (
    ClockOffset, Flags, Frame, Gap, Goodbye, Hello, Ping, Pong, Preface, ReceiverReport, Role, Streams, Tracks,
    Welcome, check_header, decode, encode,
)

from .support import (
    INSTANCE, START, events_of, examples, last_error, later, messages, only, pulled, session_of, vectors, viewer,
)


def read(data: bytes) -> object:
    """The one message of these bytes."""
    return next(messages(data))


class Examples(unittest.TestCase):
    """Every example in hexadecimal."""

    def test_every_example_is_what_the_encoder_writes(self) -> None:
        found = examples()
        self.assertGreater(len(found), 40)
        for name, data in found.items():
            with self.subTest(name):
                if name == "preface":
                    self.assertEqual(Preface.decode(data), Preface(1, 1))
                    self.assertEqual(Preface().encode(), data)
                elif name == "grease":
                    self.assertEqual(list(messages(data)), [])
                else:
                    message = next(messages(data))
                    self.assertEqual(encode(message), data)

    def test_examples_have_the_values_of_their_comments(self) -> None:
        found = {name: read(data) for name, data in examples().items() if name not in ("preface", "grease")}
        hello = found["hello-subscribe"]
        assert isinstance(hello, Hello)
        self.assertEqual((hello.role, hello.start, hello.maximum_latency, hello.kinds, hello.waits),
                         (Role.SUBSCRIBE, 2, 1500, 1, False))
        welcome = found["welcome-history"]
        assert isinstance(welcome, Welcome)
        self.assertEqual((welcome.maximum_latency, welcome.history_granted), (11_250, 9_250))
        tracks = found["tracks"]
        assert isinstance(tracks, Tracks)
        self.assertEqual(tracks.tracks[0].size, (1280, 720))
        self.assertEqual(tracks.tracks[1].sample_rate, 48_000)
        frame = found["frame"]
        assert isinstance(frame, Frame)
        self.assertEqual((frame.flags, frame.sequence, frame.decode_time), (Flags.RANDOM_ACCESS, 90, 3_000_000))
        self.assertEqual(found["gap"], Gap(0, 1, 3, 91, 29))
        self.assertEqual(found["receiver-report"], ReceiverReport(3000, 29, 25_000_000, 47_000, 75_000))
        self.assertEqual(found["clock-offset"], ClockOffset(-120_000, 800))
        self.assertEqual(found["goodbye-redirect"], Goodbye(3, True, 0, "Moved.", "b.example:7450/live"))
        streams = found["streams"]
        assert isinstance(streams, Streams)
        self.assertEqual([s.name for s in streams.streams], ["live", "studio/cam"])

    def test_a_token_and_an_instance_are_not_shown(self) -> None:
        hello = read(examples()["hello"])
        self.assertNotIn("s3cret", repr(hello))
        self.assertNotIn("instance", repr(hello))


class Clocks(unittest.TestCase):
    """The numbers of "Ping and pong", "Latency" and "A session"."""

    def test_the_pong_of_the_example(self) -> None:
        ping, pong = read(examples()["ping"]), read(examples()["pong"])
        assert isinstance(ping, Ping) and isinstance(pong, Pong)
        clock = PingClock()
        self.assertEqual(clock.ping(Now(0, ping.sent)), ping)
        self.assertTrue(clock.pong(pong, Now(2_200, ping.sent + 2_200)))
        best = clock.best(2_200)
        assert best is not None
        self.assertEqual((best.offset, best.bound), (250_000, 1_000))

    def test_the_latency_of_the_example(self) -> None:
        clock = PingClock()
        clock.ping(Now(2_000_000, 0))
        clock.pong(Pong(0, 251_000, 251_000), Now(2_002_000, 2_000))
        relay = clock.best(2_002_000)
        assert relay is not None
        self.assertEqual((relay.offset, relay.bound), (250_000, 1_000))
        receipt = Now(3_002_000, 100_000_000)
        found = latency_of(receipt.wall + 83_000, ClockOffset(-120_000, 800), 2_000, relay, receipt)
        self.assertEqual(found.value, 47_000)
        self.assertAlmostEqual(found.bound, 2_620, delta=2)

    def test_drift_is_rounded_up(self) -> None:
        self.assertEqual(drift(40_000), 8)
        self.assertEqual(drift(40_001), 9)
        self.assertEqual(drift(-5), 0)

    def test_the_viewer_of_the_session(self) -> None:
        found = examples()
        ping = read(found["session-ping-viewer"])
        second = read(found["session-frame-second"])
        assert isinstance(ping, Ping) and isinstance(second, Frame)
        begin = Now(START.steady, ping.sent)
        session = session_of(Role.SUBSCRIBE, begin)
        data = found["preface"] + b"".join(found[f"session-{name}"] for name in (
            "welcome-viewer", "tracks", "clock-offset-aged", "frame-first"))
        events = session.receive(data, begin)
        self.assertEqual(len(events_of(Received, events)), 1)
        session.tick(begin)
        self.assertEqual(only(Ping, pulled(session, begin)), [ping])
        session.receive(found["session-pong-viewer"], Now(begin.steady + 438, begin.wall + 438))
        wall = second.capture_time + 372_162
        end = Now(begin.steady + wall - begin.wall, wall)
        events = session.receive(found["session-gap"] + found["session-frame-second"], end)
        latency = events_of(Received, events)[0].latency
        assert latency is not None
        self.assertEqual(latency.value, 2_204)
        self.assertLessEqual(159 + 219, latency.bound)
        self.assertLess(latency.bound, 159 + 219 + 200)
        session.receive(found["session-goodbye-viewer"], end)
        assert session.ending is not None
        self.assertEqual((session.ending.code, session.ending.reason), (1, "The stream has ended."))


class Vectors(unittest.TestCase):
    """The negative vectors."""

    def check(self, data: bytes, role: int, error: str, pieces: list[int]) -> None:
        """Gives the bytes in pieces to a session, and looks at its error."""
        session = session_of(role)
        for begin, end in zip([0, *pieces], [*pieces, len(data)]):
            session.receive(data[begin:end], START)
        if error == "none":
            session.receive(encode(Ping(4711)), START)
            found = pulled(session)
            self.assertIsNone(last_error(found))
            self.assertEqual([pong.sent for pong in only(Pong, found)], [4711])
        else:
            code = last_error(pulled(session))
            self.assertEqual(None if code is None else code_name(code), error)
            self.assertEqual(session.pull(START), b"")
            self.assertTrue(session.is_last_sent)

    def test_a_client_answers_every_fault_of_a_relay_however_the_bytes_are_split(self) -> None:
        roles = {role.name.lower(): role for role in Role}
        for case in vectors("client"):
            data = case["bytes"]
            with self.subTest(case["name"]):
                self.check(data, roles[case["role"]], case["error"], [])
                self.check(data, roles[case["role"]], case["error"], list(range(1, len(data))))
                for at in range(1, len(data) if len(data) < 100 else 0):
                    self.check(data, roles[case["role"]], case["error"], [at])

    def test_messages_of_a_client_are_read_as_a_relay_must(self) -> None:
        everything = frozenset(range(16))
        count = 0
        for case in vectors("relay"):
            if case.get("stateful") or case["error"] == "unexpected-message":
                continue
            with self.subTest(case["name"]):
                count += 1
                self.assertEqual(self.first_fault(case["bytes"], everything), case["error"])
        self.assertGreater(count, 100)

    def test_bytes_that_are_changed_raise_nothing(self) -> None:
        draw = random.Random(7)
        for case in vectors("client"):
            role = Role[case["role"].upper()]
            for _ in range(20):
                data = bytearray(case["bytes"])
                for _ in range(draw.randrange(1, 4)):
                    data[draw.randrange(len(data))] = draw.choice((0, 1, 2, 0x7F, 0x80, 0xFF, draw.randrange(256)))
                session = session_of(role)
                session.receive(bytes(data), START)
                session.tick(later(1))
                pulled(session)
                session.goodbye(later(1))
                pulled(session)
                session.end_of_input()
                self.assertIsNotNone(session.ending)

    def first_fault(self, data: bytes, allowed: frozenset[int]) -> str:
        """The name of the first fault in a client's bytes, or ``none``."""
        try:
            if Preface.decode(data[:12]) is None:
                return "none"
            data = data[12:]
            while len(data) >= 8:
                length, number = int.from_bytes(data[:4], "big"), int.from_bytes(data[4:6], "big")
                check_header(length, number, allowed, 8_388_608)
                decode(number, int.from_bytes(data[6:8], "big"), data[8 : 8 + length])
                data = data[8 + length :]
        except Fault as fault:
            return code_name(fault.code)
        return "none"


class LongestTexts(unittest.TestCase):
    """What this side sends keeps to the limits."""

    def test_a_hello_with_everything_is_read_back(self) -> None:
        hello = Hello(Role.SUBSCRIBE, "a/b", INSTANCE, b"t" * 4096, "n" * 128, 1, 2, 3, False, 4, 5, True,
                      (INSTANCE,), ((0x0A0A, b"x"),))
        self.assertEqual(read(encode(hello)), hello)
        self.assertLess(len(encode(hello)), 8192)

    def test_tokens_that_a_hello_cannot_have(self) -> None:
        for token in (b"", b"a b", b"t" * 4097, "ä".encode()):
            with self.assertRaises(ValueError):
                encode(Hello(Role.PUBLISH, "live", INSTANCE, token))

    def test_a_viewer_sends_only_what_its_table_allows(self) -> None:
        session = viewer()
        session.tick(START)
        self.assertEqual([type(message) for message in pulled(session)], [Ping])


if __name__ == "__main__":
    unittest.main()

"""Clients over TCP, with a relay that does what a test says."""

from __future__ import annotations

import asyncio
import unittest

from streamd import (
    Code, Disconnected, Flags, Listed, Lister, Options, Publisher, Refused, RelayFault, Unreachable, Viewer, Viewers,
    Welcomed,
)
from streamd.wire import (
    Error, Frame, Goodbye, Hello, ListedStream, Message, Ping, Pong, Preface, Role, Streams, Tracks, ViewerCount,
    encode,
)

from .relay import END, AsyncTestCase, FakeRelay, Visitor, collect, frames, serve
from .support import RIGHT, VIDEO, a_frame, a_table, a_welcome, outgoing, vectors


class ViewersAndLists(AsyncTestCase):
    """Viewers and lists."""

    async def test_a_viewer_gets_a_stream_and_its_end(self) -> None:
        async with FakeRelay(serve) as relay:
            viewer = Viewer(relay.address)
            self.assertEqual(frames(await collect(viewer)), [0, 1])
            assert viewer.ending is not None
            self.assertEqual(viewer.ending.code, Code.END_OF_STREAM)

    async def test_a_viewer_gets_the_same_from_every_split_of_the_bytes(self) -> None:
        sent: tuple[Message, ...] = (a_welcome(), a_table(), a_frame(0, RIGHT), Ping(5), a_frame(1), END)
        data = Preface().encode() + b"".join(map(encode, sent))
        at = 0

        async def script(visitor: Visitor) -> None:
            await visitor.hello()
            pieces = [data[i : i + 1] for i in range(len(data))] if at == 0 else [data[:at], data[at:]]
            for piece in pieces:
                await visitor.send(piece)
                await asyncio.sleep(0)
            await visitor.reader.read()

        async with FakeRelay(script) as relay:
            for at in range(0, len(data), 7):
                self.assertEqual(frames(await collect(Viewer(relay.address))), [0, 1])

    async def test_a_ping_is_answered_and_a_goodbye_is_said(self) -> None:
        said: list[object] = []

        async def script(visitor: Visitor) -> None:
            await visitor.hello()
            await visitor.send(Preface(), a_welcome(), Ping(42))
            said.append(await visitor.until(Pong))
            said.append(await visitor.until(Error))
            said.append(await visitor.reader.read())

        async with FakeRelay(script) as relay:
            async with Viewer(relay.address) as viewer:
                async for event in viewer:
                    await asyncio.sleep(0.1)
                    break
        pong, goodbye, rest = said
        assert isinstance(pong, Pong)
        self.assertEqual((pong.sent, goodbye, rest), (42, Goodbye(Code.DONE), b""))

    async def test_a_slow_caller_holds_the_relay_back(self) -> None:
        sent = 0

        async def script(visitor: Visitor) -> None:
            nonlocal sent
            await visitor.hello()
            await visitor.send(Preface(), a_welcome(), a_table())
            for sent in range(5000):
                await visitor.send(a_frame(sent, RIGHT, payload=bytes(20_000)))
            await visitor.send(END)
            await visitor.reader.read()

        async with FakeRelay(script) as relay:
            async with Viewer(relay.address) as viewer:
                await anext(viewer)
                await asyncio.sleep(0.3)
                self.assertLess(sent, 1000)

    async def test_a_viewer_comes_back_and_counts_on(self) -> None:
        async def first(visitor: Visitor) -> None:
            relay.hellos.append(await visitor.hello())
            await visitor.send(Preface(), a_welcome(), a_table(), a_frame(0, RIGHT), a_frame(1))

        async def second(visitor: Visitor) -> None:
            relay.hellos.append(await visitor.hello())
            await visitor.send(Preface(), a_welcome(), a_table(), a_frame(0, RIGHT), a_frame(1), a_frame(2), END)
            await visitor.reader.read()

        async with FakeRelay(first, second) as relay:
            events = await collect(Viewer(relay.address))
            self.assertEqual(frames(events), [0, 1, 2])
            self.assertEqual(len([event for event in events if isinstance(event, Disconnected)]), 1)
            self.assertEqual(relay.hellos[0].instance, relay.hellos[1].instance)

    async def test_a_redirect_is_followed(self) -> None:
        async def moved(visitor: Visitor) -> None:
            await visitor.hello()
            await visitor.send(Preface(), Goodbye(Code.REDIRECT, False, 60_000, "Moved.", there.address + "/x"))
            await visitor.reader.read()

        async def here(visitor: Visitor) -> None:
            self.assertEqual((await visitor.hello()).stream, "live/x")
            await visitor.send(Preface(), END)
            await visitor.reader.read()

        async with FakeRelay(here) as there, FakeRelay(moved) as relay:
            await collect(Viewer(relay.address))

    async def test_refusals_and_faults_are_raised(self) -> None:
        async def refuse(visitor: Visitor) -> None:
            await visitor.hello()
            await visitor.send(Preface(), Error(Code.UNAUTHORIZED, reason="No.\x1b"))
            await visitor.reader.read()

        async def garbage(visitor: Visitor) -> None:
            await visitor.send(b"SSH-2.0-OpenSSH_9.2\r\n")
            await visitor.reader.read()

        async with FakeRelay(refuse) as relay:
            with self.assertRaises(Refused) as caught:
                await collect(Viewer(relay.address))
            self.assertEqual((str(caught.exception), caught.exception.code), ("No.\ufffd", Code.UNAUTHORIZED))
        async with FakeRelay(garbage) as relay:
            with self.assertRaises(RelayFault):
                await collect(Viewer(relay.address))
        with self.assertRaises(Unreachable):
            await collect(Viewer(relay.address, Options(reconnects=False)))

    async def test_a_client_that_waits_to_reconnect_closes_at_once(self) -> None:
        async def busy(visitor: Visitor) -> None:
            await visitor.hello()
            await visitor.send(Preface(), Error(Code.OVERLOADED, True, 600_000))
            await visitor.reader.read()

        async with FakeRelay(busy) as relay:
            async with Viewer(relay.address) as viewer:
                event = await anext(viewer)
                assert isinstance(event, Disconnected)
                self.assertEqual(event.wait, 600)

    async def test_every_fault_of_the_vectors_is_found_over_tcp(self) -> None:
        names = {role.name.lower(): role for role in Role}

        for case in vectors("client"):
            found: list[str] = []

            async def script(visitor: Visitor) -> None:
                await visitor.hello()
                await visitor.send(case["bytes"])
                if case["error"] == "none":
                    await visitor.send(Ping(77))
                    while (await visitor.until(Pong)) == Pong(0, 0, 0):
                        pass
                    found.append("none")
                    await visitor.send(Goodbye(Code.DONE))
                else:
                    error = await visitor.until(Error)
                    assert isinstance(error, Error)
                    found.append(error.name)
                await visitor.reader.read()

            with self.subTest(case["name"]):
                async with FakeRelay(script) as relay:
                    options = Options(reconnects=False)
                    try:
                        match names[case["role"]]:
                            case Role.PUBLISH:
                                async with Publisher(relay.address, [VIDEO], options) as publisher:
                                    async for _ in publisher:
                                        pass
                            case Role.LIST:
                                await collect(Lister(f"127.0.0.1:{relay.port}", options))
                            case _:
                                await collect(Viewer(relay.address, options))
                    except (RelayFault, Unreachable, Refused):
                        pass
                self.assertEqual(found, [case["error"]])

    async def test_a_list_is_told(self) -> None:
        async def script(visitor: Visitor) -> None:
            self.assertEqual((await visitor.hello()).stream, "")
            listed = Streams((ListedStream("live", 1, 3),), new_list=True)
            await visitor.send(Preface(), a_welcome(), listed, Goodbye(Code.DONE))
            await visitor.reader.read()

        async with FakeRelay(script) as relay:
            events = await collect(Lister(f"127.0.0.1:{relay.port}"))
            self.assertEqual([list(e.streams) for e in events if isinstance(e, Listed)], [["live"]])


class Publishers(AsyncTestCase):
    """Publishers."""

    async def test_a_publisher_sends_frames_and_ends_the_stream(self) -> None:
        got: list[object] = []

        async def script(visitor: Visitor) -> None:
            await visitor.hello()
            await visitor.send(Preface(), a_welcome(epoch=3), ViewerCount(2))
            while not isinstance(message := await visitor.next(), Error):
                if isinstance(message, (Tracks, Frame)):
                    got.append(message)
            got.append(message)
            await visitor.reader.read()

        async with FakeRelay(script) as relay:
            async with Publisher(relay.address, [VIDEO]) as publisher:
                self.assertEqual([type(await anext(publisher)) for _ in range(2)], [Welcomed, Viewers])
                self.assertEqual(publisher.viewers, 2)
                for number in range(3):
                    self.assertTrue(await publisher.send(outgoing(RIGHT, time=number)))
        self.assertEqual([type(message) for message in got], [Tracks, Frame, Frame, Frame, Goodbye])
        self.assertEqual(got[-1], END)

    async def test_a_block_that_raises_interrupts_the_stream(self) -> None:
        got: list[object] = []

        async def script(visitor: Visitor) -> None:
            await visitor.hello()
            await visitor.send(Preface(), a_welcome())
            got.append(await visitor.until(Error))

        async with FakeRelay(script) as relay:
            with self.assertRaises(KeyError):
                async with Publisher(relay.address, [VIDEO]):
                    raise KeyError
        self.assertEqual(got, [Goodbye(Code.DONE)])

    async def test_a_publisher_that_comes_back_has_the_next_epoch_and_waits_for_a_start_frame(self) -> None:
        got: list[object] = []

        async def first(visitor: Visitor) -> None:
            await visitor.hello()
            await visitor.send(Preface(), a_welcome())
            await visitor.until(Frame)

        async def second(visitor: Visitor) -> None:
            await visitor.hello()
            await visitor.send(Preface(), a_welcome(epoch=2))
            got.extend([await visitor.until(Tracks), await visitor.until(Frame)])
            await visitor.reader.read()

        async with FakeRelay(first, second) as relay:
            async with Publisher(relay.address, [VIDEO]) as publisher:
                await publisher.send(outgoing(RIGHT))
                while True:
                    event = await anext(publisher)
                    if isinstance(event, Welcomed) and event.welcome.epoch == 2:
                        break
                self.assertFalse(await publisher.send(outgoing()))
                self.assertTrue(await publisher.send(outgoing(RIGHT)))
        self.assertEqual(got[0], a_table(2, VIDEO))
        frame = got[1]
        assert isinstance(frame, Frame)
        self.assertEqual((frame.epoch, frame.sequence), (2, 0))

    async def test_a_refused_publisher_raises_when_it_enters_and_when_it_sends(self) -> None:
        async def taken(visitor: Visitor) -> None:
            await visitor.hello()
            await visitor.send(Preface(), Error(Code.STREAM_TAKEN, reason="Taken."))
            await visitor.reader.read()

        async def later(visitor: Visitor) -> None:
            await visitor.hello()
            await visitor.send(Preface(), a_welcome(), Goodbye(Code.REPLACED))
            await visitor.reader.read()

        async with FakeRelay(taken) as relay:
            with self.assertRaises(Refused):
                async with Publisher(relay.address, [VIDEO]):
                    self.fail("The block runs.")
        async with FakeRelay(later) as relay:
            with self.assertRaises(Refused):
                async with Publisher(relay.address, [VIDEO]) as publisher:
                    while True:
                        await publisher.send(outgoing(RIGHT))
                        await asyncio.sleep(0.01)

    async def test_a_block_that_ends_after_a_refusal_raises_it(self) -> None:
        async def script(visitor: Visitor) -> None:
            await visitor.hello()
            await visitor.send(Preface(), a_welcome(), Error(Code.DISMISSED, reason="Dismissed."))
            await visitor.reader.read()

        async with FakeRelay(script) as relay:
            with self.assertRaises(Refused):
                async with Publisher(relay.address, [VIDEO]):
                    await asyncio.sleep(0.3)

    async def test_the_last_words_of_a_relay_count_although_sending_fails(self) -> None:
        async def script(visitor: Visitor) -> None:
            await visitor.hello()
            await visitor.send(Preface(), a_welcome())
            await visitor.until(Frame)
            await visitor.send(Error(Code.MESSAGE_TOO_LONG, reason="Too long."))

        async with FakeRelay(script) as relay:
            with self.assertRaises(Refused) as caught:
                async with Publisher(relay.address, [VIDEO]) as publisher:
                    while True:
                        await publisher.send(outgoing(RIGHT, length=500_000))
            self.assertEqual(caught.exception.code, Code.MESSAGE_TOO_LONG)

    async def test_a_relay_that_does_not_read_makes_the_publisher_leave_out_frames(self) -> None:
        async def script(visitor: Visitor) -> None:
            await visitor.hello()
            await visitor.send(Preface(), a_welcome())
            await asyncio.sleep(60)

        async with FakeRelay(script) as relay:
            publisher = Publisher(relay.address, [VIDEO])
            async with publisher:
                sent = [await publisher.send(outgoing(RIGHT if n % 10 == 0 else Flags(0), length=1 << 20))
                        for n in range(60)]
                self.assertIn(False, sent)
                publisher._is_closing.set()  # so that the test need not wait for the relay's silence
                task = publisher._start()
                task.cancel()
                await asyncio.wait({task})


class Usage(unittest.TestCase):
    """What a caller may not ask for."""

    def test_values_outside_of_their_ranges_are_refused_at_once(self) -> None:
        for make in (
            lambda: Viewer("a//b"),
            lambda: Viewer("a", Options("with space")),
            lambda: Publisher("a", []),
            lambda: Viewer("a", Options(instance=bytes(15))),
        ):
            with self.assertRaises(ValueError):
                make()
        with self.assertRaises(OverflowError):
            Viewer("a", history=-1)

    def test_a_token_is_not_shown(self) -> None:
        self.assertNotIn("secret", repr(Options("secret")))
        self.assertNotIn("secret", repr(Hello(1, "live", bytes(16), b"secret")))




if __name__ == "__main__":
    unittest.main()

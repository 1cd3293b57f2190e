"""Clients and the program with a real relay; FFmpeg judges.

``python -m tests.end_to_end --streamd PATH`` or ``STREAMD=PATH python -m unittest tests.end_to_end``.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from streamd import (
    Code, Disconnected, Event, Flags, Kind, Listed, Lister, Missing, Options, OutgoingFrame, Publisher, Received,
    Refused, Security, Track, Viewer, Viewers, Welcomed, parse_pin, wall_time,
)
from streamd.annexb import Splitter

from .real import (
    PACKAGE, Relay, connected, count, finish, free_port, make_video, pictures, program, streamd, waiting_bytes,
)
from .relay import AsyncTestCase
from .relay_vectors import RelayVectors

__all__ = ["EndToEnd", "RelayVectors"]

PATIENCE = 120
"""Seconds that a step may take on a machine that does much else."""
H264 = Track(0, Kind.VIDEO, b"H264")


class EndToEnd(AsyncTestCase):
    """A relay, publishers and viewers."""

    def setUp(self) -> None:
        if not streamd():
            self.skipTest("STREAMD names no relay")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def relay(self, *options: str) -> Relay:
        relay = Relay(str(self.folder), *options)
        self.addCleanup(relay.kill)
        return relay

    def video(self, seconds: int, *options: str) -> Path:
        path = self.folder / "in.h264"
        make_video(path, seconds, *options)
        return path

    def run_program(self, relay: Relay, source: Path, *options: str) -> tuple[Path, str]:
        """Watches and publishes a file; returns what came out, and what the viewer said."""
        out = self.folder / "out.h264"
        with out.open("wb") as output, source.open("rb") as data:
            watch = connected(program("watch", f"{relay.address}/a/b", stdout=output))
            self.addCleanup(finish, watch)
            publish = program("publish", f"{relay.address}/a/b", *options, stdin=data)
            self.addCleanup(finish, publish)
            self.assertEqual((publish.wait(PATIENCE), publish.communicate()[1][-200:])[0], 0)
            said = watch.communicate(timeout=PATIENCE)[1].decode()
            self.assertEqual(watch.returncode, 0, said)
        return out, said

    # The program

    def test_pictures_come_out_as_they_went_in(self) -> None:
        relay = self.relay()
        for options in (("-bf", "2"), ("-bf", "0", "-x264-params", "slices=4:scenecut=0"),
                        ("-flags", "+ildct+ilme", "-x264-params", "tff=1:bframes=3:open-gop=1")):
            with self.subTest(options):
                source = self.video(3, *options)
                out, _ = self.run_program(relay, source, "--fps", "50")
                self.assertEqual(pictures(out), pictures(source))
                self.assertEqual(count(out), count(source))

    def test_a_stream_with_intra_refresh_comes_out_whole(self) -> None:
        source = self.video(3, "-x264-params", "intra-refresh=1:keyint=25:bframes=0")
        out, _ = self.run_program(self.relay(), source, "--fps", "50")
        self.assertEqual(pictures(out), pictures(source))

    def test_a_viewer_that_joins_late_gets_parameter_sets_that_came_once(self) -> None:
        relay, source = self.relay(), self.video(6, "-bf", "2")
        splitter = Splitter()
        units = splitter.feed(source.read_bytes()) + splitter.finish()
        bare = [b"".join(b"\0\0\0\1" + nal for nal in unit.nal_units if nal[0] & 0x1F not in (7, 8)) for unit in units]
        source.write_bytes(units[0].data + b"".join(bare[1:]))
        out = self.folder / "out.h264"
        data = source.read_bytes()
        early = self.folder / "early.h264"
        with out.open("wb") as output, early.open("wb") as first:
            self.addCleanup(finish, connected(program("watch", relay.address, stdout=first)))
            publish = program("publish", relay.address, stdin=subprocess.PIPE)
            self.addCleanup(finish, publish)
            assert publish.stdin is not None
            publish.stdin.write(data[: len(data) // 2])
            publish.stdin.flush()
            while early.stat().st_size < len(data) // 3:
                time.sleep(0.05)
            watch = program("watch", relay.address, stdout=output)
            self.addCleanup(finish, watch)
            while out.stat().st_size == 0:
                time.sleep(0.05)
            publish.communicate(data[len(data) // 2 :], timeout=PATIENCE)
            watch.communicate(timeout=PATIENCE)
        got, sent = pictures(out), pictures(source)
        self.assertLess(len(got), len(sent))
        self.assertEqual(got, sent[-len(got) :])

    def test_a_pipe_is_sent_as_it_comes(self) -> None:
        relay, source = self.relay(), self.video(2)
        out = self.folder / "out.h264"
        with out.open("wb") as output:
            watch = connected(program("watch", relay.address, stdout=output))
            self.addCleanup(finish, watch)
            publish = program("publish", relay.address, stdin=subprocess.PIPE)
            assert publish.stdin is not None
            data = source.read_bytes()
            for begin in range(0, len(data), 3000):
                publish.stdin.write(data[begin : begin + 3000])
                publish.stdin.flush()
                time.sleep(0.02)
            publish.communicate(timeout=PATIENCE)
            self.assertEqual(publish.returncode, 0)
            watch.communicate(timeout=PATIENCE)
        self.assertEqual(pictures(out), pictures(source))

    def test_sigint_ends_a_stream_and_sigterm_interrupts_it(self) -> None:
        relay, source = self.relay(), self.video(10)
        out = self.folder / "out.h264"
        with out.open("wb") as output, source.open("rb") as data:
            watch = program("watch", relay.address, stdout=output)
            self.addCleanup(finish, watch)
            for number in (signal.SIGTERM, signal.SIGINT):
                data.seek(0)
                publish = program("publish", relay.address, "--fps", "25", stdin=data)
                self.addCleanup(finish, publish)
                size = out.stat().st_size
                while out.stat().st_size <= size + 5000:
                    time.sleep(0.05)
                publish.send_signal(number)
                self.assertEqual(publish.wait(PATIENCE), 0)
                publish.communicate()
                if number is signal.SIGTERM:
                    time.sleep(0.5)
                    self.assertIsNone(watch.poll())
            said = watch.communicate(timeout=PATIENCE)[1].decode()
        self.assertEqual(watch.returncode, 0)
        self.assertIn("lost the publisher", said)
        self.assertGreater(count(out), 2)

    def test_signals_and_a_closed_pipe_are_normal_ends_of_a_viewer(self) -> None:
        relay, source = self.relay(), self.video(20)
        with source.open("rb") as data:
            publish = program("publish", relay.address, "--fps", "25", stdin=data)
            self.addCleanup(finish, publish)
            for end in (signal.SIGINT, signal.SIGTERM, None):
                watch = program("watch", relay.address, stdout=subprocess.PIPE)
                self.addCleanup(finish, watch)
                assert watch.stdout is not None
                self.assertEqual(watch.stdout.read(4), b"\0\0\0\1")
                if end is None:
                    watch.stdout.close()
                else:
                    watch.send_signal(end)
                self.assertEqual(watch.wait(PATIENCE), 0)
                assert watch.stderr is not None
                watch.stderr.close()
                watch.stdout.close()
            full = program("watch", f"localhost:{relay.port}", "--history", "5", stdout=subprocess.PIPE)
            self.addCleanup(finish, full)
            assert full.stdout is not None
            fcntl.fcntl(full.stdout, fcntl.F_SETPIPE_SZ, 4096)
            while waiting_bytes(full.stdout.fileno()) == 0:
                time.sleep(0.05)
            full.send_signal(signal.SIGTERM)
            self.assertEqual(full.wait(PATIENCE), 0)
            full.communicate()
            reader, writer = os.pipe()
            quiet = program("publish", relay.address, stdin=reader)
            self.addCleanup(finish, quiet)
            os.write(writer, b"\0\0\0\1")
            while waiting_bytes(reader) > 0:
                time.sleep(0.05)
            quiet.send_signal(signal.SIGINT)
            self.assertEqual((quiet.wait(PATIENCE), quiet.communicate()[1]), (0, b""))
            os.close(reader)
            os.close(writer)
            waiting = connected(program("watch", f"{relay.address}/nobody", stdout=subprocess.PIPE))
            self.addCleanup(finish, waiting)
            waiting.send_signal(signal.SIGTERM)
            waiting.communicate(timeout=PATIENCE)
            self.assertEqual(waiting.returncode, 0)
            publish.send_signal(signal.SIGINT)
            publish.communicate(timeout=PATIENCE)

    def test_exit_codes_and_sentences(self) -> None:
        tokens = self.folder / "tokens"
        subprocess.run([streamd(), "token", "new", "--name", "a", "--watch", "live", "--to", tokens, "-o",
                        self.folder / "a.token"], check=True, capture_output=True)
        token = (self.folder / "a.token").read_text().strip()
        relay = self.relay("--tokens", str(tokens))
        for expected, word, arguments in (
            (64, "stream name", ("watch", "a//b")),
            (64, "required", ("watch",)),
            (64, "pin", ("watch", "a", "--pin", "sha256:00")),
            (64, "encrypt", ("watch", "streamd://a", "--tls")),
            (69, "reached", ("list", f"127.0.0.1:{free_port()}")),
            (69, "reached", ("watch", f"127.0.0.1:{free_port()}", "--no-reconnect")),
            (77, "token", ("watch", relay.address)),
            (77, "", ("list", relay.address, "--follow")),
            (77, "TLS", ("watch", f"tls://{relay.address}")),
        ):
            with self.subTest(arguments):
                run = program(*arguments, stdout=subprocess.PIPE)
                self.addCleanup(finish, run)
                said = run.communicate(timeout=PATIENCE)[1].decode()
                self.assertEqual(run.returncode, expected, said)
                self.assertIn(word, said)
                self.assertNotIn("Traceback", said)
        for data, word in ((b"no video at all", "no byte stream"), (b"", "no picture")):
            run = program("publish", relay.address, stdin=subprocess.PIPE)
            said = run.communicate(data, timeout=PATIENCE)[1].decode()
            self.assertEqual((run.returncode, word in said), (65, True), said)
        source = self.video(1)
        for expected, command in ((0, "list"), (77, "publish")):
            with source.open("rb") as file:
                run = program(command, relay.address, stdin=file, stdout=subprocess.PIPE, token=token)
                self.addCleanup(finish, run)
                said = run.communicate(timeout=PATIENCE)[1].decode()
                self.assertEqual(run.returncode, expected, said)
                self.assertNotIn(token, said)

    def test_the_relay_is_killed_and_comes_back(self) -> None:
        relay, source = self.relay(), self.video(12)
        data, out = source.read_bytes(), self.folder / "out.h264"
        third = len(data) // 3
        with out.open("wb") as output:
            watch = program("watch", relay.address, stdout=output)
            publish = program("publish", relay.address, stdin=subprocess.PIPE)
            self.addCleanup(finish, watch)
            self.addCleanup(finish, publish)
            assert publish.stdin is not None
            for life in range(3):
                if life:
                    relay.kill()
                    relay.start()
                connected(watch)
                size = out.stat().st_size
                part = data[life * third : (life + 1) * third if life < 2 else None]
                # The publisher connects when it has a picture, and leaves out what comes while it is not connected.
                publish.stdin.write(part[: len(part) // 2] if life == 0 else b"")
                publish.stdin.flush()
                connected(publish)
                publish.stdin.write(part[len(part) // 2 :] if life == 0 else part)
                publish.stdin.flush()
                while life < 2 and out.stat().st_size < size + third // 3:
                    time.sleep(0.05)
            publish.communicate(timeout=PATIENCE)
            watch.communicate(timeout=PATIENCE)
        self.assertEqual((publish.returncode, watch.returncode), (0, 0))
        got, sent = pictures(out), pictures(source)
        self.assertLess(len(got), len(sent))
        self.assertGreater(len(got), len(sent) // 3)
        self.assertLessEqual(set(got), set(sent))
        self.assertEqual(got[-1], sent[-1])

    # The package

    async def test_frames_gaps_counts_and_latency(self) -> None:
        relay = self.relay()
        events: list[Event] = []
        lates: list[int] = []

        async def watch() -> None:
            async for event in Viewer(relay.address):
                events.append(event)
                if isinstance(event, Received):
                    lates.append(wall_time() - event.frame.capture_time)

        watching = asyncio.create_task(watch())
        async with Publisher(relay.address, [H264]) as publisher:
            while publisher.viewers != 1:
                await asyncio.sleep(0.02)
            await asyncio.sleep(1.2)
            for number in range(50):
                flags = Flags.RANDOM_ACCESS if number % 10 == 0 else Flags(0)
                length = 9 << 20 if number == 25 else 100
                await publisher.send(OutgoingFrame(bytes(length), 40_000 * number, None, wall_time(), flags))
                if number == 35:
                    publisher.begin_epoch()
                await asyncio.sleep(0.01)
        await watching
        received = [event for event in events if isinstance(event, Received)]
        numbers = [(event.frame.epoch, event.frame.sequence) for event in received]
        self.assertEqual(numbers, [(1, n) for n in (*range(25), *range(30, 36))] + [(2, n) for n in range(10)])
        missing = [(event.first, event.count, event.reason) for event in events if isinstance(event, Missing)]
        self.assertEqual(sum(size for _, size, _ in missing), 5)
        self.assertEqual({reason for _, _, reason in missing}, {3})
        known = [(event.latency, late) for event, late in zip(received, lates) if event.latency is not None]
        self.assertGreater(len(known), 30)
        for latency, late in known:
            self.assertLessEqual(latency.value, late + latency.bound)

    async def test_a_publisher_takes_its_stream_back_and_another_one_does_not(self) -> None:
        relay = self.relay()
        with self.assertRaises(Refused) as replaced:
            async with Publisher(relay.address, [H264]) as first:
                with self.assertRaises(Refused) as taken:
                    async with Publisher(relay.address, [H264], Options(instance=bytes(16))):
                        self.fail("The stream is taken.")
                self.assertEqual(taken.exception.code, Code.STREAM_TAKEN)
                async with Publisher(relay.address, [H264]) as second:
                    welcome = await anext(second)
                    assert isinstance(welcome, Welcomed)
                    self.assertEqual(welcome.welcome.epoch, 2)
                    async for _ in first:
                        pass
        self.assertEqual(replaced.exception.code, Code.REPLACED)

    async def test_a_list_follows_streams(self) -> None:
        relay = self.relay()
        async with Lister(relay.address) as lister:
            async with Publisher(f"{relay.address}/x/y", [H264]) as publisher:
                await publisher.send(OutgoingFrame(b"\0", 0, flags=Flags.RANDOM_ACCESS))
                async for event in lister:
                    if isinstance(event, Listed) and event.streams and event.streams["x/y"].kinds == 1:
                        self.assertEqual(event.streams["x/y"].state, 1)
                        break
            async for event in lister:
                if isinstance(event, Listed) and not event.streams:
                    break

    async def test_tls_with_the_pin_that_the_relay_prints(self) -> None:
        relay = self.relay("--tls", "self-signed")
        pin = parse_pin(relay.log.read_text().split("fingerprint=")[1].split()[0])
        options = Options(security=Security(encrypts=True, pins=frozenset({pin})))
        async with Publisher(relay.address, [H264], options) as publisher:
            async with Viewer(relay.address, options) as viewer:
                while publisher.viewers != 1:
                    await asyncio.sleep(0.02)
                payloads = [os.urandom(200_000) for _ in range(20)]
                for number, payload in enumerate(payloads):
                    await publisher.send(OutgoingFrame(payload, number, flags=Flags.RANDOM_ACCESS))
                got = []
                async for event in viewer:
                    if isinstance(event, Received):
                        got.append(event.frame.payload)
                        if len(got) == len(payloads):
                            break
        self.assertEqual(got, payloads)

    async def test_a_relay_that_shuts_down_is_waited_for(self) -> None:
        relay = self.relay()
        async with Viewer(relay.address) as viewer:
            self.assertIsInstance(await anext(viewer), Welcomed)
            await asyncio.to_thread(relay.stop)
            async for event in viewer:
                if isinstance(event, Disconnected):
                    break
            assert viewer.ending is not None
            self.assertEqual(viewer.ending.code, Code.DRAINING)
            await asyncio.to_thread(relay.start)
            async for event in viewer:
                if isinstance(event, Welcomed):
                    break

    async def test_a_publisher_without_viewers_is_told(self) -> None:
        relay = self.relay()
        async with Publisher(relay.address, [H264]) as publisher:
            self.assertEqual([await anext(publisher) for _ in range(2)][1], Viewers(0))

    def test_the_examples_of_the_readme_run(self) -> None:
        relay = self.relay()
        watch, publish = (PACKAGE / "README.md").read_text().split("```python\n")[1:]
        codes = [part.split("```")[0].replace("127.0.0.1:7450", relay.address).replace("/positions", "/live")
                 for part in (watch, publish)]
        runs = [subprocess.Popen([sys.executable, "-c", code], cwd=PACKAGE, stdout=subprocess.PIPE) for code in codes]
        for run in runs:
            self.addCleanup(finish, run)
        said = runs[0].communicate(timeout=PATIENCE)[0].decode()
        runs[1].communicate(timeout=PATIENCE)
        self.assertEqual([run.returncode for run in runs], [0, 0])
        self.assertIn("frame 99 4 Latency(", said)


if __name__ == "__main__":
    if "--streamd" in sys.argv:
        at = sys.argv.index("--streamd")
        os.environ["STREAMD"] = os.path.abspath(sys.argv[at + 1])
        del sys.argv[at : at + 2]
    unittest.main()

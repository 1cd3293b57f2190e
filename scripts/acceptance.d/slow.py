"""A viewer at half the bit rate beside one at full speed: bounded delay for one, no loss for the other.

Two are slow: `streamd watch` into a pipe that is read slowly, and a plain connection that is.
"""
import json
import re
import signal
import socket
import statistics
import subprocess
import threading
import time

import media
import stamps
import wire
from trial import wait_until

SECONDS = 180
BIT_RATE = 2_000_000
#: Bytes a second that a slow viewer reads.
SLOW = BIT_RATE / 8 / 2
#: The relay's latency bound in seconds, and what a slow viewer may have above it: a group of pictures.
BOUND = 2
LIMIT = BOUND + media.GROUP_SECONDS


def run(trial, seconds):
    clip = media.make_clip(trial.file("clip.h264"), 10, bit_rate=str(BIT_RATE))
    relay = trial.relay("--max-latency", f"{BOUND}s")
    publisher, camera = trial.camera(clip, f"{relay.address}/live")
    publisher.wait_to_say("Publishing 'live'")
    fast = Measured(trial, relay, "fast")
    slow = Measured(trial, relay, "slow", SLOW)
    bare = SlowSocket(relay, trial.file("bare.h264"))
    wait_until(lambda: all(path.exists() and path.stat().st_size for path in (fast.path, slow.path)), "video")
    memory = watch_memory(relay, seconds)
    camera.signal(signal.SIGTERM)
    trial.check(publisher.wait() == 0, "publish exits with 0")

    pictures = fast.pictures()
    numbers = [number for number, _, _ in pictures]
    trial.check(not stamps.missing(numbers) and fast.watcher.wait() == 0,
                f"the fast viewer received all {len(numbers)} pictures: {delays(pictures)}")
    slow_pictures = slow.pictures()
    for name, path, seen in (("slow watch", slow.path, slow_pictures), ("slow socket", bare.path, bare.pictures())):
        numbers = [number for number, _, _ in seen]
        trial.check(bool(seen) and worst(seen) <= LIMIT, f"{name}: {delays(seen)}; the bound is {LIMIT} s")
        lost = len(stamps.missing(numbers))
        trial.check(0 < lost, f"{name}: {len(numbers)} pictures received, {lost} skipped")
        fault = media.decoding_fault(path)
        trial.check(fault is None, f"{name}: the file decodes{': ' + fault if fault else ''}")
    reported = int(re.findall(r'"missed":(\d+)', slow.watcher.said)[-1])
    lost = len(stamps.missing([number for number, _, _ in slow_pictures]))
    trial.check(reported == lost, f"slow watch: the gaps announce {reported} pictures, {lost} are missing")
    viewer = bare.viewer
    trial.check(not viewer.faults, f"slow socket: {viewer.received} received frames and {viewer.missed} in gaps are "
                                   f"all frames {viewer.faults[:3] or ''}")
    # The log fills for its ten seconds; after that nothing may grow.
    settled, final = memory[len(memory) // 3], max(memory[len(memory) * 2 // 3:])
    trial.check(final - settled < 2048, f"resident memory of the relay: {memory[0]} KB at the start, {settled} KB "
                                        f"after a third of the time, at most {final} KB in the last third")


def watch_memory(relay, seconds):
    """The relay's memory, every second."""
    sizes, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        sizes.append(relay.resident_kilobytes)
        time.sleep(1)
    return sizes


def worst(pictures):
    return max(delay for _, _, delay in pictures) / 1e6


def delays(pictures):
    values = sorted(delay / 1e6 for _, _, delay in pictures)
    middle, high = statistics.median(values), values[len(values) * 95 // 100]
    return f"latency from camera to reader: p50 {middle:.3f} s, p95 {high:.3f} s, maximum {values[-1]:.3f} s"


class Measured:
    """`streamd watch` into a meter."""

    def __init__(self, trial, relay, name, rate=None):
        self.path = trial.file(f"{name}.h264")
        self.watcher = trial.watch(f"{relay.address}/live", "--stats", stdout=subprocess.PIPE)
        options = [str(rate)] if rate else []
        self.meter = trial.script("meter.py", self.path, *options, stdin=self.watcher.process.stdout,
                                  stdout=subprocess.PIPE)
        self.watcher.process.stdout.close()

    def pictures(self):
        """Number, arrival and delay of every picture; waits for the end of the stream."""
        return json.loads(self.meter.process.communicate(timeout=60)[0])


class SlowSocket(threading.Thread):
    """A protocol viewer that reads slowly, with these options in its hello."""

    def __init__(self, relay, path, stream="live", rate=SLOW, options=b"", buffer=None):
        super().__init__(daemon=True)
        self.path = path
        self.viewer = None
        self._rate = rate
        self._hello = wire.hello(wire.SUBSCRIBE, stream, more=options)
        self._seen = []
        self._connection = wire.Connection(relay.endpoint)
        if buffer:
            self._connection.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.start()

    def run(self):
        with self._connection as connection, open(self.path, "wb") as output:
            self.viewer = wire.Viewer(output)
            connection.send(wire.PREFACE + self._hello)
            messages, taken, began = wire.Reader(), 0, time.monotonic()
            while piece := connection.socket.recv(4096):
                taken += len(piece)
                for type, flags, body in messages.push(piece):
                    connection.send(self.viewer.take(type, flags, body))
                    if type == wire.FRAME:
                        now = time.time_ns() // 1000
                        self._seen += [(number, now, now - made) for number, made in stamps.found(body)]
                time.sleep(max(0, began + taken / self._rate - time.monotonic()))

    def pictures(self):
        self.join(60)
        return self._seen

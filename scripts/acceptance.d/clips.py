"""Clips of eight tracks over HTTP: no copy of the log, and no delay for viewers while 100 clips a second are sent.

Viewers written from Protocol.md alone measure the delay from capture to reception, first alone and then beside the
clips. For figures, use a build for release and a machine without other work.
"""
import http.client
import pathlib
import signal
import sys
import threading
import time

import media
import wire
from trial import wait_until

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "lab/oracles"))

import recorder  # noqa: E402

SECONDS = 10
TRACKS, LAST = 8, 30
VIEWERS, CLIPS_PER_SECOND, CLIENTS = 3, 100, 16
#: Clips whose clients read nothing, and how much more memory the relay may take for each of them. 30 s of eight tracks
#: have 7,200 frames.
SLEEPERS, EACH = 20, 4 << 20
#: How much later 99 % of the frames may come beside the clips, in milliseconds; on a busy machine it is more.
LATER = 20


def run(trial, seconds):
    relay = trial.relay("--log-seconds", f"{LAST + 2}s", "--log-bytes", "256MiB")
    names = {"light": "40k", "heavy": "1M"}
    for name, rate in names.items():
        clip = media.make_clip(trial.file(f"{name}.h264"), 4, rate, size="320x180")
        trial.script("clips.py", relay.address, name, clip)
    wait_until(lambda: all(length_of(relay, name) for name in names), "both streams")
    trial.saw(f"waiting for {LAST} s of history")
    time.sleep(LAST)
    memory(trial, relay)
    folders = [trial.file(f"viewer-{number}") for number in range(VIEWERS)]
    viewers = [trial.start(sys.executable, recorder.__file__, f"{relay.address}/light", folder) for folder in folders]
    time.sleep(2)
    alone = time.time()
    time.sleep(seconds)
    beside = time.time()
    clients = Clients(relay)
    time.sleep(seconds)
    sent, size = clients.stop()
    ended = time.time()
    for viewer in viewers:
        viewer.signal(signal.SIGTERM)
        viewer.wait()
    lines = [line for folder in folders for line in recorder.read_lines(folder)]
    before, during = delays(lines, alone, beside), delays(lines, beside, ended)
    rate = sent / clients.seconds
    trial.saw(f"{VIEWERS} steady viewers alone: {text(before)}; beside {rate:.0f} clips a second of {size / 1e6:.1f} MB: "
              f"{text(during)}; from capture to reception")
    trial.check(rate >= CLIPS_PER_SECOND * 0.9 and not clients.faults,
                f"{sent} clips in {clients.seconds:.0f} s, all whole {clients.faults[:3] or ''}")
    trial.check(not any(line.kind == "gap" for line in lines), "no steady viewer missed a frame")
    later = percentile(during, 99) - percentile(before, 99)
    trial.check(later <= LATER, f"99 % of the frames come {later:.1f} ms later beside the clips")


def delays(lines, start, end):
    """Milliseconds from capture to reception, in order."""
    return sorted((line.arrival - line.capture) / 1e3 for line in lines
                  if line.kind == "v" and start <= line.arrival / 1e6 < end)


def percentile(delays, percent):
    return delays[min(len(delays) - 1, len(delays) * percent // 100)]


def text(delays):
    return f"p50 {percentile(delays, 50):.1f} ms, p99 {percentile(delays, 99):.1f} ms, longest {delays[-1]:.1f} ms"


def length_of(relay, name):
    """The length of a clip, or 0 without one."""
    connection = http.client.HTTPConnection(*relay.endpoint, timeout=30)
    try:
        connection.request("GET", f"/{name}.mp4?last={LAST}s")
        response = connection.getresponse()
        return int(response.getheader("content-length")) if response.status == 200 else 0
    finally:
        connection.close()


def memory(trial, relay):
    size = length_of(relay, "heavy")
    before = relay.resident_kilobytes << 10
    sleepers = []
    for _ in range(SLEEPERS):
        connection = http.client.HTTPConnection(*relay.endpoint, timeout=30)
        connection.request("GET", f"/heavy.mp4?last={LAST}s")
        connection.getresponse()
        sleepers.append(connection)
    grown = (relay.resident_kilobytes << 10) - before
    trial.check(grown < SLEEPERS * EACH < SLEEPERS * size / 2,
                f"{SLEEPERS} clips of {size / 1e6:.1f} MB, of which nothing is read, take {grown / 1e6:.1f} MB more memory")
    for connection in sleepers:
        connection.close()


class Clients:
    """Asks for clips all the time, from several addresses: one may ask for as much as a quarter of a core can make."""

    def __init__(self, relay):
        self._relay = relay
        self._ends = threading.Event()
        self._lock = threading.Lock()
        self._began = time.monotonic()
        self._sent, self._size = 0, 0
        self.faults = []
        self._threads = [threading.Thread(target=self._ask, args=(number,)) for number in range(CLIENTS)]
        for thread in self._threads:
            thread.start()

    def _ask(self, number):
        due = time.monotonic() + number / CLIPS_PER_SECOND
        while not self._ends.is_set():
            time.sleep(max(0, due - time.monotonic()))
            due += CLIENTS / CLIPS_PER_SECOND
            try:
                self._get(f"127.0.0.{2 + number}")
            except OSError as error:
                self.faults.append(str(error))

    def _get(self, address):
        connection = http.client.HTTPConnection(*self._relay.endpoint, timeout=30, source_address=(address, 0))
        connection.request("GET", f"/light.mp4?last={LAST}s")
        response = connection.getresponse()
        buffer, read = bytearray(1 << 20), 0
        while count := response.readinto(buffer):
            read += count
        connection.close()
        with self._lock:
            self._sent += 1
            self._size = read
            if response.status != 200 or str(read) != response.getheader("content-length"):
                self.faults.append(f"status {response.status}, {read} bytes")

    def stop(self):
        self.seconds = time.monotonic() - self._began
        self._ends.set()
        for thread in self._threads:
            thread.join()
        return self._sent, self._size


def publish(address, name, path):
    """Publishes a clip on eight tracks, again and again, at its pace."""
    units = media.access_units(open(path, "rb").read())
    host, port = address.rsplit(":", 1)
    with wire.Connection((host, int(port))) as connection:
        connection.send(wire.PREFACE + wire.hello(wire.PUBLISH, name))
        epoch = wire.read_welcome(connection.wait_for(wire.WELCOME)[2]).epoch
        connection.send(wire.tracks(epoch, *[wire.VIDEO] * TRACKS))
        threading.Thread(target=connection.wait_for, args=(None,), daemon=True).start()
        began, number = time.monotonic(), 0
        while True:
            unit = units[number % len(units)]
            is_key = number % (media.RATE * media.GROUP_SECONDS) == 0
            connection.send(b"".join(wire.frame(epoch, number, unit, int(is_key), track) for track in range(TRACKS)))
            number += 1
            time.sleep(max(0, began + number / media.RATE - time.monotonic()))


if __name__ == "__main__":
    publish(*sys.argv[1:])

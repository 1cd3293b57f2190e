"""Publishers and relays that are killed and return, and stale publishers: viewers stay, and their files decode."""
import os
import re
import signal
import socket
import threading
import time

import media
import stamps
import wire
from trial import PATIENCE, wait_until

SECONDS = 4


def run(trial, seconds):
    clip = media.make_clip(trial.file("clip.h264"), 10)
    publisher_killed(trial, clip, seconds)
    half_a_frame(trial, clip)
    relay_killed(trial, clip, seconds)
    hanging_publishers(trial, clip)


class Watcher(threading.Thread):
    """A protocol viewer that records the stream and stays until the end."""

    def __init__(self, relay, path):
        super().__init__(daemon=True)
        self.path = path
        self._output = open(path, "wb", buffering=0)
        self.viewer = wire.Viewer(self._output)
        self._connection = wire.Connection(relay.endpoint)
        self._connection.send(wire.PREFACE + wire.hello(wire.SUBSCRIBE, "live"))
        self.start()

    def run(self):
        with self._connection as connection, self._output:
            while (message := connection.next()) is not None:
                connection.send(self.viewer.take(*message))

    def is_in(self, epoch):
        """Whether frames of this epoch have arrived."""
        return self.viewer.epoch == epoch


def check_decodes(trial, name, path):
    fault = media.decoding_fault(path)
    count = len(stamps.found(path.read_bytes()))
    trial.check(fault is None, f"{name}: the file of {count} pictures decodes{': ' + fault if fault else ''}")


def publisher_killed(trial, clip, seconds):
    """kill -9 with a frame half written: the relay is stopped until the publisher's system accepts no more."""
    relay = trial.relay()
    address = f"{relay.address}/live"
    recorder = Watcher(relay, trial.file("protocol.h264"))
    watch = trial.watch(address, "-o", trial.file("watch.h264"), "--stats")
    watch.wait_to_say("Waiting for '")
    first = trial.publish(address, stamped_file(trial, clip), "--speed", "0", "--loop")
    output = trial.file("watch.h264")
    wait_until(lambda: output.exists() and len(stamps.found(output.read_bytes())) > 100, "video")
    relay.signal(signal.SIGSTOP)
    wait_until(lambda: is_stuck(first), "the publisher to block")
    first.signal(signal.SIGKILL)
    first.wait()
    relay.signal(signal.SIGCONT)
    watch.wait_to_say("The publisher is disconnected")
    before = len(stamps.found(recorder.path.read_bytes()))
    trial.check(recorder.is_alive() and watch.process.poll() is None,
                "both viewers stay connected when the publisher is killed")
    second, camera = trial.camera(clip, address)
    relay.wait_to_say(r"\bpublishing .*epoch=2")
    began = time.monotonic()
    wait_until(lambda: recorder.is_in(2), "video of the new epoch")
    trial.check(True,
                f"the viewer receives epoch 2 within {time.monotonic() - began:.2f} s of its publisher's admission")
    time.sleep(seconds)
    camera.signal(signal.SIGTERM)
    trial.check(second.wait() == 0 and watch.wait() == 0, "publish and watch exit with 0 at the end of the stream")
    recorder.join(PATIENCE)
    viewer = recorder.viewer
    trial.check(viewer.epochs == [1, 2] and viewer.states == [wire.LIVE, wire.INTERRUPTED, wire.LIVE],
                f"the protocol viewer received epochs {viewer.epochs} and states {viewer.states}")
    trial.check(not viewer.faults, f"{viewer.received} received frames and {viewer.missed} in gaps are all "
                                   f"frames {viewer.faults[:3] or ''}")
    reported = tuple(map(int, re.findall(r'"frames":(\d+).*"missed":(\d+)', watch.said)[-1]))
    there = len(stamps.found(trial.file("watch.h264").read_bytes()))
    trial.check(reported[0] == there and sum(reported) == viewer.received + viewer.missed,
                f"the statistics of watch agree: {reported[0]} frames received, {reported[1]} missed")
    trial.saw(f"the protocol viewer received {before} pictures of the first publisher")
    check_decodes(trial, "protocol viewer", recorder.path)
    check_decodes(trial, "watch", trial.file("watch.h264"))
    nameless = [line for line in relay.said.splitlines() if "stream=" in line and "peer=" not in line]
    trial.check(not nameless, f"every log line about a connection names its peer {nameless[:3] or ''}")
    trial.end(relay)


def stamped_file(trial, clip):
    """The clip with stamps, for a publisher that reads files."""
    path = trial.file("stamped.h264")
    pictures = media.access_units(clip.read_bytes())
    path.write_bytes(b"".join(stamps.stamped(picture, number) for number, picture in enumerate(pictures)))
    return path


def is_stuck(program):
    """Whether a program uses no CPU time for a while."""
    before = program.processor_seconds
    time.sleep(0.5)
    return program.processor_seconds == before


def half_a_frame(trial, clip):
    """The same, but certain: the header and a part of the body, then the connection ends."""
    relay = trial.relay()
    viewer = Watcher(relay, trial.file("half.h264"))
    wait_until(lambda: viewer.viewer.welcome, "the viewer's welcome")
    pictures = media.access_units(clip.read_bytes())
    for epoch in (1, 2):
        with wire.Connection(relay.endpoint) as connection:
            connection.send(wire.PREFACE + wire.hello(wire.PUBLISH, "live"))
            welcome = wire.read_welcome(connection.wait_for(wire.WELCOME)[2])
            trial.check(welcome.epoch == epoch, f"publisher {epoch} starts epoch {welcome.epoch}")
            connection.send(wire.tracks(epoch))
            for number in range(100):
                flags = wire.RANDOM_ACCESS if number == 0 else 0
                connection.send(wire.frame(epoch, number, pictures[number], flags))
            if epoch == 1:
                whole = wire.frame(epoch, 100, pictures[100])
                connection.send(whole[: len(whole) // 2])
                connection.socket.shutdown(socket.SHUT_WR)
                wait_until(lambda: viewer.viewer.states[-1:] == [wire.INTERRUPTED], "the relay to notice")
            else:
                connection.send(wire.goodbye(wire.END_OF_STREAM))
                connection.ending()
    viewer.join(PATIENCE)
    seen = viewer.viewer
    trial.check(seen.received == 200 and not seen.faults and seen.ending.code == wire.END_OF_STREAM,
                f"the relay does not forward half a frame: of 200 complete frames, {seen.received} arrived "
                f"{seen.faults[:3] or ''}")
    fault = media.decoding_fault(viewer.path)
    trial.check(fault is None, f"the viewer's file decodes {fault or ''}")
    trial.end(relay)


def relay_killed(trial, clip, seconds):
    relay = trial.relay()
    address, port = f"{relay.address}/live", relay.endpoint[1]
    publisher, camera = trial.camera(clip, address)
    publisher.wait_to_say("Publishing 'live'")
    paths = [trial.file(f"back{number}.h264") for number in range(3)]
    watches = [trial.watch(address, "-o", path, "--stats") for path in paths]
    for path in paths:
        wait_until(lambda: path.exists() and path.stat().st_size > 100_000, "video")
    said = len(publisher.said)
    relay.signal(signal.SIGKILL)
    relay.wait()
    sizes = [path.stat().st_size for path in paths]
    publisher.wait_to_say("Trying again", after=said)
    time.sleep(1)
    began = time.monotonic()
    relay = trial.relay(port=port)
    publisher.wait_to_say("Publishing 'live'", after=said)
    back = time.monotonic() - began
    for path, size in zip(paths, sizes):
        wait_until(lambda: path.stat().st_size > size + 100_000, "video from the new relay")
    trial.check(True, f"after the relay was killed and started again, the publisher reconnects within "
                      f"{back:.1f} s, and {len(paths)} viewers receive video after {time.monotonic() - began:.1f} s")
    time.sleep(seconds)
    camera.signal(signal.SIGTERM)
    ends = [publisher.wait()] + [watch.wait() for watch in watches]
    trial.check(ends == [0] * 4, f"publish and watch exit with 0 at the end of the stream: {ends}")
    for number, path in enumerate(paths):
        check_decodes(trial, f"viewer {number}", path)
    trial.end(relay)


def hanging_publishers(trial, clip):
    relay = trial.relay("--ping-interval", "1s")
    address = f"{relay.address}/live"
    hanging = trial.publish(address, clip, "--loop")
    hanging.wait_to_say("Publishing 'live'")
    hanging.signal(signal.SIGSTOP)
    other = trial.publish(address, clip)
    trial.check(other.wait() == 77,
                f"the relay refuses a second publisher while the first one hangs: {other.said.strip()}")
    began = time.monotonic()
    relay.wait_to_say("silent|three pings")
    trial.saw(f"the relay closes the hanging publisher's connection after {time.monotonic() - began:.1f} s, with a "
              f"ping per second")
    successor = trial.publish(address, clip)
    successor.wait_to_say("Publishing 'live'")
    trial.check(True, "the relay then admits another publisher")
    hanging.signal(signal.SIGCONT)
    code = hanging.wait()
    trial.check(code == 77,
                f"the relay refuses the first publisher when it continues (exit code {code}): "
                f"{hanging.said.splitlines()[-1]}")
    trial.end(successor)
    same_instance(trial, relay)
    trial.end(relay)


def same_instance(trial, relay):
    """A publisher with a hanging connection reconnects."""
    instance = os.urandom(16)
    with wire.Connection(relay.endpoint) as old, wire.Connection(relay.endpoint) as new, \
            wire.Connection(relay.endpoint) as other:
        epochs = []
        for connection in (old, new):
            connection.send(wire.PREFACE + wire.hello(wire.PUBLISH, "mine", instance))
            epochs.append(wire.read_welcome(connection.wait_for(wire.WELCOME)[2]).epoch)
            if connection is old:
                other.send(wire.PREFACE + wire.hello(wire.PUBLISH, "mine"))
                refusal = other.ending()
        trial.check(refusal.code == wire.STREAM_TAKEN, f"the relay refuses another instance: {refusal.reason}")
        replaced = old.ending()
        trial.check(replaced.code == wire.REPLACED and replaced.type == wire.GOODBYE and epochs == [1, 2],
                    f"the same instance replaces its old connection at once, with epoch {epochs[1]}; the old one "
                    f"receives: {replaced.reason}")

"""Viewers that never read and keep sending pongs are closed, and hold little until then."""
import os
import socket
import time

import wire
from trial import wait_until

SECONDS = 8
VIEWERS = 60
FRAME = 4 << 20
#: The relay's latency bound for them, the grace that it adds, two rounds of its clock, and a busy machine, in seconds.
BOUND, GRACE, SLACK = 0.2, 5, 8


def run(trial, seconds):
    relay = trial.relay("--max-latency", f"{BOUND}s", "--log-seconds", "1s", "--log-bytes", "9MiB",
                        "--memory", "256MiB")
    with wire.Connection(relay.endpoint) as publisher:
        publisher.send(wire.PREFACE + wire.hello(wire.PUBLISH, "live"))
        welcome = wire.read_welcome(publisher.wait_for(wire.WELCOME)[2])
        publisher.send(wire.tracks(welcome.epoch))
        viewers, sequence, most = [], 0, 0
        payload = os.urandom(FRAME)
        before = relay.resident_kilobytes
        # Each joins at another frame, so that no two hold the same ones.
        for _ in range(VIEWERS):
            publisher.send(wire.frame(welcome.epoch, sequence, payload, wire.RANDOM_ACCESS))
            sequence += 1
            viewers.append(deaf(relay))
            most = max(most, relay.resident_kilobytes)
        said, end = [], time.monotonic() + seconds + BOUND + GRACE + SLACK
        while viewers and time.monotonic() < end:
            for viewer in list(viewers):
                try:
                    viewer.send(wire.pong(bytes(8)))
                except OSError as error:
                    said.append(type(error).__name__)
                    viewers.remove(viewer)
                    viewer.close()
            most = max(most, relay.resident_kilobytes)
            time.sleep(0.2)
        trial.check(not viewers,
                    f"the relay closes {VIEWERS} viewers that never read and always send: {len(viewers)} are left")
        for viewer in viewers:
            viewer.close()
        trial.check(most - before < 300_000, f"resident memory grew by {(most - before) // 1024} MB; each viewer "
                                             f"could hold {FRAME >> 20} MB")
        publisher.send(wire.frame(welcome.epoch, sequence, b"\0" * 100, wire.RANDOM_ACCESS))
        trial.check(relay.process.poll() is None, "the relay is still running")
        wait_until(lambda: relay.resident_kilobytes < before + 64 * 1024, "the relay to release memory")
        trial.saw(f"resident memory: {before} KB before, {most} KB at the peak, {relay.resident_kilobytes} KB now")


def deaf(relay):
    """A viewer that has sent hello and does not read."""
    viewer = socket.socket()
    viewer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    viewer.connect(relay.endpoint)
    viewer.sendall(wire.PREFACE + wire.hello(wire.SUBSCRIBE, "live"))
    return viewer

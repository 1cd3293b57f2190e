"""Viewers with batches that stop reading: the relay holds a message for each, not a batch."""
import json
import socket
import time
import urllib.request

import figures
import wire
from encoder import Encoder
from trial import wait_until

SECONDS = 16
VIEWERS = 20
#: 4 Mbit/s in pictures of 16 KB, with key frames of 40 KB.
RATE, SIZE, KEY_SIZE = 30, 16_000, 40_000
#: The bytes that a relay may hold for a viewer beside a message.
EXTRA = 64 * 1024
BATCH_MILLISECONDS = 2000


def run(trial, seconds):
    admin = f"127.0.0.1:{figures.free_port()}"
    relay = trial.relay("--admin", admin, "--max-latency", "8s")
    with Encoder(relay.endpoint, "live", rate=RATE, size=SIZE, key_size=KEY_SIZE) as encoder:
        encoder.wait_until_live()
        viewers = [join(relay) for _ in range(VIEWERS)]
        # All viewers read for a while and receive the same frames.
        read(viewers, seconds / 2)
        trial.require(all(viewer.frames > seconds / 4 * RATE for viewer in viewers),
                      f"{VIEWERS} viewers receive batches")
        most = watch_unsent(admin, seconds / 2)
        bound = EXTRA + KEY_SIZE + 1024
        trial.check(0 < most <= bound, f"when the viewers stop reading, the relay holds at most {most} bytes for one "
                                       f"of them; the bound is {bound}, and a batch has "
                                       f"{SIZE * RATE * BATCH_MILLISECONDS // 1000}")
        trial.check(encoder.ending is None, "the publisher is still connected")
        for viewer in viewers:
            viewer.connection.socket.close()


class Batched:
    def __init__(self, connection):
        self.connection = connection
        self.frames = 0
        self.messages = wire.Reader()


def join(relay):
    connection = wire.Connection(relay.endpoint)
    # A small buffer, so that the relay soon notices unread data.
    connection.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 64 * 1024)
    batch = wire.option(wire.BATCH, BATCH_MILLISECONDS.to_bytes(4, "big"))
    connection.send(wire.PREFACE + wire.hello(wire.SUBSCRIBE, "live", more=batch))
    connection.socket.setblocking(False)
    return Batched(connection)


def read(viewers, seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for viewer in viewers:
            try:
                while piece := viewer.connection.socket.recv(1 << 16):
                    for type, _, body in viewer.messages.push(piece):
                        viewer.frames += type == wire.FRAME
                        if type == wire.PING:
                            viewer.connection.send(wire.pong(body))
            except BlockingIOError:
                pass
        time.sleep(0.005)


def watch_unsent(admin, seconds):
    """The largest amount that the relay reports for any viewer, once it holds something."""
    most, end = 0, time.monotonic() + seconds
    wait_until(lambda: unsent(admin), "a viewer whose socket is full")
    while time.monotonic() < end:
        most = max(most, unsent(admin))
        time.sleep(0.1)
    return most


def unsent(admin):
    with urllib.request.urlopen(f"http://{admin}/connections", timeout=30) as answer:
        listed = json.load(answer)["connections"]
    return max((each["viewing"]["bytesUnsent"] for each in listed if each.get("viewing")), default=0)

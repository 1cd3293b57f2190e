"""Viewers with a history: when they joined, what the relay granted, and where they begin."""
import hashlib
import struct
import threading
import time

import joins
import media
import stamps
import wire

#: Pictures of each viewer that FFmpeg decodes. The others are compared by their bytes.
DECODED = 120
#: A viewer's latency bound without a history, in seconds.
BOUND = 2


class Joining:
    """A viewer with a history: between which moments it joined, what the relay granted, and where it begins."""

    def __init__(self, stream, asked, name):
        self.stream = stream
        self.asked = asked
        self.name = name
        #: The number of its first picture.
        self.first = None
        #: Seconds, at most so much too few; None for a viewer that waited for the stream.
        self.granted, self.rounding = None, 0
        self.before = self.after = None

    @property
    def allowed(self):
        """The numbers of the pictures at which it may begin."""
        if self.granted is None:
            return [0]
        return self.stream.starts(self.asked, self.before, self.after)

    def judge_start(self):
        """What is wrong, or None."""
        if self.first not in self.allowed:
            return f"it begins at picture {self.first} and not at {self.allowed}"
        if self.granted is None:
            return None
        made, seen = next((made, seen) for number, made, seen in self.stream.points if number == self.first)
        least, most = (self.before - seen) / 1e6, (self.after - made) / 1e6
        if least <= self.granted + self.rounding and self.granted <= most:
            return None
        return f"the relay grants {self.granted} s, and the picture is {least:.3f} to {most:.3f} s old"


class Glance(Joining):
    """A viewer that speaks the protocol, and leaves after its first picture: its time of joining is exact."""

    def __init__(self, stream, asked):
        super().__init__(stream, asked, "a protocol viewer")
        with wire.Connection(stream.relay.endpoint) as connection:
            self.before = now()
            connection.send(wire.PREFACE + wire.hello(wire.SUBSCRIBE, stream.name, more=asking(asked)))
            welcome = wire.read_welcome(connection.wait_for(wire.WELCOME)[2])
            self.after = now()
            self.granted, self.rounding = welcome.history / 1000, 0.001
            self.bound = welcome.max_latency / 1000
            self.first = stamps.found(connection.wait_for(wire.FRAME)[2])[0][0]
            connection.send(wire.goodbye(wire.DONE))

    def judge(self, _):
        if abs(self.bound - self.granted - BOUND) > 0.002:
            return f"its latency bound is {self.bound} s, and its history {self.granted} s"
        return self.judge_start()


class Watch(Joining):
    """`streamd watch --history`."""

    def __init__(self, stream, asked, path):
        super().__init__(stream, asked, path.name)
        self.path = path
        self.before = now()
        self.program = stream.trial.watch(stream.address, "-o", path, "--history", f"{asked}s")
        said = self.program.wait_to_say(r"Waiting for '|sends ([\d.]+) s of history")
        self.after = now()
        if said[1]:
            # It prints tenths of a second, and leaves out the rest.
            self.granted, self.rounding = float(said[1]), 0.1

    def judge(self, judged):
        """What is wrong, or None. `judged` has the faults of files by their digests."""
        code = self.program.wait()
        if code:
            return f"watch ended with {code}: {self.program.said[-200:]}"
        data = self.path.read_bytes()
        numbers = [number for number, _ in stamps.found(data)]
        if not numbers:
            return "no pictures"
        self.first = numbers[0]
        if fault := self.judge_start():
            return fault
        digest = hashlib.sha256(data).digest()
        if digest not in judged:
            judged[digest] = self._compare(data)
        return judged[digest]

    def _compare(self, data):
        sent = self.stream.source.units_from(self.first)
        _, fault = media.compare_nal_units(sent, media.nal_units(data))
        if fault:
            return fault
        cut = self.path.with_suffix(".source")
        cut.write_bytes(b"".join(b"\0\0\0\1" + unit for unit in sent))
        some = ("-frames:v", str(DECODED))
        (wanted, _), (pictures, complaints) = joins.decoded(cut, *some), joins.decoded(self.path, *some)
        if complaints or pictures != wanted or not pictures:
            return f"FFmpeg decodes {len(pictures)} pictures, {len(wanted)} of the source, or others; {complaints[:2]}"
        return None


class Observer(threading.Thread):
    """A viewer from the start: when each picture had come."""

    def __init__(self, relay, stream):
        super().__init__(daemon=True)
        #: Microseconds since 1970 by the number of the picture.
        self.seen = {}
        self._connection = wire.Connection(relay.endpoint)
        self._connection.send(wire.PREFACE + wire.hello(wire.SUBSCRIBE, stream))
        self._connection.wait_for(wire.WELCOME)
        self.start()

    def run(self):
        with self._connection as connection:
            while (message := connection.next()) is not None:
                type, _, body = message
                if type == wire.PING:
                    connection.send(wire.pong(body))
                elif type == wire.FRAME:
                    self.seen.update((number, now()) for number, _ in stamps.found(body))


def asking(seconds):
    return wire.option(wire.HISTORY, struct.pack(">I", seconds * 1000))


def now():
    return time.time_ns() // 1000

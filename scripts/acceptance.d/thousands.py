"""Thousands of viewers, or the publishers of many streams, in one process. They connect again when their connection ends.

    thousands.py publish|watch SETTINGS

SETTINGS is a file of JSON; `Thousands` writes it, and starts this program. A line on standard input is a command: "show" prints
the figures as a line of JSON, "end" has publishers end their streams and viewers leave. A picture has its number and the
time at which it was made. Numbers go on while a publisher is not connected, as those of a camera do, and the first
picture of a connection is a random access point, as of an encoder. Figures: "flowing" are the clients that get or send
pictures, "missing" the pictures that each viewer missed, over all its connections, "largest" the largest hole of any,
"lasts" the number of each stream's last picture (of the viewer that has the oldest one), "waits" the seconds from a connect
to its first picture, "delays" how many pictures came so many milliseconds after they were made.
"""
import collections
import errno
import heapq
import json
import os
import pathlib
import random
import select
import socket
import struct
import subprocess
import sys
import time

import wire
from trial import Abandoned, wait_until

#: Seconds before a client whose connection was lost tries again, at random up to this.
RETRY = 0.25
#: A picture's number, and when it was made: microseconds of a clock that all processes share.
_PICTURE = struct.Struct(">QQ")
#: Of a frame's message, what is around its payload.
_AROUND = 8 + 48
#: The endings after which a client connects again at once, without a fault of anyone.
_MOVES = (wire.DRAINING,)
_FAULTS = 20


class Thousands:
    """The program as a trial starts it. `endpoints` take turns, stream by stream."""

    def __init__(self, trial, what, endpoints, streams, *, each=1, rate=5, bits=25_000, group=10, joins=1000):
        self._settings = {"endpoints": endpoints, "streams": streams, "each": each, "rate": rate, "bits": bits,
                          "group": group, "joins": joins}
        self.count = len(streams) * each
        # Thousands of names are too long for an argument.
        file = trial.file(f"{what}-{id(self)}.json")
        file.write_text(json.dumps(self._settings))
        self._program = trial.start(sys.executable, __file__, what, file, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def show(self):
        """The figures now."""
        return self._ask("show")

    def wait(self, condition, what, timeout=60):
        """The figures as soon as the condition holds for them."""
        figures = {}

        def holds():
            nonlocal figures
            time.sleep(0.1)
            figures = self.show()
            return condition(figures)

        try:
            wait_until(holds, what, timeout)
        except Abandoned as error:
            raise Abandoned(f"{error}: {figures.get('flowing')} flow; {figures.get('counts')}") from None
        return figures

    def wait_all(self, what, timeout=60):
        """Waits until all are connected, and get or send pictures."""
        return self.wait(lambda figures: figures["flowing"] == self.count, what, timeout)

    def end(self):
        """Ends streams, or leaves. Returns the last figures."""
        figures = self._ask("end")
        self._program.wait()
        return figures

    def rest(self):
        """The figures of viewers whose streams end; without a command they end with the last one."""
        line = self._program.process.stdout.readline()
        self._program.wait()
        return self._read(line)

    def _ask(self, command):
        self._program.process.stdin.write(command.encode() + b"\n")
        self._program.process.stdin.flush()
        return self._read(self._program.process.stdout.readline())

    def _read(self, line):
        if not line:
            raise Abandoned(f"thousands.py ended: {self._program.said[-500:]}")
        return json.loads(line)


class Client:
    """One client; a new connection whenever one ends, until it is `over`."""

    role = None

    def __init__(self, crowd, number, stream):
        self.crowd, self.number, self.stream = crowd, number, stream
        self.instance = os.urandom(16)
        self.socket, self.welcome, self.over, self.last = None, None, False, None
        self._reader, self._ending, self._unsent = None, None, b""
        crowd.at(number / crowd.settings["joins"], self.connect)

    def connect(self):
        if self.over:
            return
        self._reader, self._ending, self._unsent, self.welcome = wire.Reader(), None, b"", None
        self.came = time.monotonic()
        self.socket = socket.socket()
        self.socket.setblocking(False)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        endpoints = self.crowd.settings["endpoints"]
        code = self.socket.connect_ex(tuple(endpoints[self.number % len(endpoints)]))
        if code not in (0, errno.EINPROGRESS):
            return self._lost(errno.errorcode[code])
        self.crowd.register(self, select.EPOLLOUT)
        self._unsent = wire.PREFACE + wire.hello(self.role, self.stream, self.instance)

    def send(self, data):
        self._unsent += data
        if self.socket:
            self._write()

    def _write(self):
        try:
            self._unsent = self._unsent[self.socket.send(self._unsent):]
        except BlockingIOError:
            pass
        except OSError:
            # What the other side has said may still be there to read.
            self._unsent = b""
        self.crowd.modify(self, select.EPOLLIN | (select.EPOLLOUT if self._unsent else 0))

    def ready(self, events):
        if events & select.EPOLLOUT:
            self._write()
        if events & ~select.EPOLLOUT:
            try:
                piece = self.socket.recv(1 << 16)
            except BlockingIOError:
                return
            except OSError as error:
                return self._lost(errno.errorcode.get(error.errno, "error"))
            if not piece:
                return self._lost("closed")
            for type, flags, body in self._reader.push(piece):
                self.take(type, flags, body)

    def take(self, type, flags, body):
        if type == wire.WELCOME:
            self.welcome = wire.read_welcome(body)
            self.crowd.counts["admissions"] += 1
            self.admitted()
        elif type == wire.PING:
            self.send(wire.pong(body))
        elif type in (wire.ERROR, wire.GOODBYE):
            self._ending = wire.read_ending(type, body)
            self.over |= self._ending.code == wire.END_OF_STREAM

    def _lost(self, how):
        """The connection has ended: counts why, and comes back."""
        ending, pause = self._ending, random.uniform(0, RETRY)
        if self.socket:
            self.crowd.forget(self)
            self.socket.close()
        self.socket = None
        if ending:
            how = f"{ending.code:#06x}"
            pause = ending.retry_after / 1000 or pause
        if self.over or ending and ending.code in _MOVES:
            kind = "moved" if self.welcome else "moved before the welcome"
        else:
            kind = "lost" if self.welcome else "refused"
        self.crowd.counts[f"{kind}: {how}"] += 1
        self.welcome = None
        if self.over:
            return self.crowd.leave(self)
        return self.crowd.at(time.monotonic() - self.crowd.began + pause, self.connect)

    def admitted(self):
        raise NotImplementedError

    def end(self):
        raise NotImplementedError


class Publisher(Client):
    role = wire.PUBLISH
    is_ending = False

    def admitted(self):
        self.send(wire.tracks(self.welcome.epoch))
        self.sequence = 0
        self._picture(self.socket)

    def _picture(self, session):
        """The next picture, unless its connection has ended."""
        if session is not self.socket or not self.welcome:
            return
        if self.is_ending:
            self.over = True
            return self.send(wire.goodbye(wire.END_OF_STREAM))
        settings, now = self.crowd.settings, time.monotonic()
        # Streams are evenly apart in time.
        began = self.crowd.began + self.number / len(settings["streams"]) / settings["rate"]
        # A connection misses no number: on a busy machine, pictures are late.
        number = self.last + 1 if self.sequence else max(0, int((now - began) * settings["rate"]))
        is_first = not self.sequence or number % settings["group"] == 0
        payload = _PICTURE.pack(number, int(now * 1e6))
        payload += bytes(max(0, int(settings["bits"] / 8 / settings["rate"]) - len(payload) - _AROUND))
        self.send(wire.frame(self.welcome.epoch, self.sequence, payload, wire.RANDOM_ACCESS if is_first else 0))
        self.sequence, self.last = self.sequence + 1, number
        self.crowd.counts["pictures"] += 1
        due = began + (number + 1.001) / settings["rate"]
        return self.crowd.at(due - self.crowd.began, lambda: self._picture(session))

    @property
    def is_flowing(self):
        return self.welcome is not None

    def end(self):
        self.is_ending = True


class Viewer(Client):
    role = wire.SUBSCRIBE

    def __init__(self, crowd, number, stream):
        super().__init__(crowd, number, stream)
        self.holes, self._record, self.is_flowing, self.joined = [], None, False, None

    def admitted(self):
        self._record = wire.Viewer(self)
        self._record.welcome = self.welcome

    def take(self, type, flags, body):
        super().take(type, flags, body)
        if type in (wire.FRAME, wire.GAP, wire.TRACKS):
            record = self._record
            record.take(type, flags, body)
            if type == wire.GAP:
                self.crowd.counts["in gaps"] += wire.read_gap(body).count
            if record.faults:
                self.crowd.fault(f"{self.stream}: {record.faults[0]}")
                record.faults = []

    def write(self, payload):
        """A frame of this connection: one that was there before, the next one, or one after a hole."""
        number, made = _PICTURE.unpack_from(payload)
        now = time.monotonic()
        if not self.is_flowing:
            self.is_flowing = True
            if not self._record.first.flags & wire.RANDOM_ACCESS:
                self.crowd.fault(f"{self.stream}: the first frame is no random access point")
            self.crowd.waits.append(now - self.came)
            if self.last is None:
                self.joined = now
        if self.last is None or number > self.last:
            if self.last is not None and number > self.last + 1:
                self.holes.append(number - self.last - 1)
            self.last = number
            self.crowd.counts["pictures"] += 1
            if made > self.came * 1e6:
                self.crowd.delays[int(now * 1e3 - made / 1e3)] += 1
        else:
            self.crowd.counts["pictures again"] += 1

    def _lost(self, how):
        self.is_flowing = False
        super()._lost(how)

    def end(self):
        self.over = True
        if self.socket and self.welcome:
            self.send(wire.goodbye(wire.DONE))
        elif not self.socket:
            self.crowd.leave(self)


class Loop:
    def __init__(self, kind, settings):
        self.settings, self.began = settings, time.monotonic()
        self.counts, self.delays, self.waits, self.faults = collections.Counter(), collections.Counter(), [], []
        self._poll, self._by_descriptor, self._due, self._order = select.epoll(), {}, [], 0
        self.clients = [kind(self, number, stream) for number, stream in
                        enumerate(stream for _ in range(settings["each"]) for stream in settings["streams"])]
        self._here = set(self.clients)

    def at(self, seconds, action):
        """Calls the action so many seconds after the beginning."""
        self._order += 1
        heapq.heappush(self._due, (self.began + seconds, self._order, action))

    def register(self, client, events):
        self._by_descriptor[client.socket.fileno()] = client
        self._poll.register(client.socket, events)

    def modify(self, client, events):
        self._poll.modify(client.socket, events)

    def forget(self, client):
        if self._by_descriptor.pop(client.socket.fileno(), None):
            self._poll.unregister(client.socket)

    def leave(self, client):
        self._here.discard(client)

    def fault(self, text):
        self.counts["faults"] += 1
        if len(self.faults) < _FAULTS:
            self.faults.append(text)

    def run(self):
        self._poll.register(0, select.EPOLLIN)
        while self._here:
            pause = self._due[0][0] - time.monotonic() if self._due else 1
            for descriptor, events in self._poll.poll(min(max(pause, 0), 1)):
                if descriptor:
                    if client := self._by_descriptor.get(descriptor):
                        client.ready(events)
                    continue
                command = os.read(0, 1 << 10)
                if not command:
                    return
                for line in command.decode().split():
                    if line == "show":
                        self.show()
                    else:
                        for client in self.clients:
                            client.end()
            now = time.monotonic()
            while self._due and self._due[0][0] <= now:
                heapq.heappop(self._due)[2]()
        self.show()

    def show(self):
        holes = [getattr(client, "holes", []) for client in self.clients]
        lasts = {}
        for client in self.clients:
            last = -1 if client.last is None else client.last
            lasts[client.stream] = min(lasts.get(client.stream, last), last)
        joined = [client.joined for client in self.clients if getattr(client, "joined", None)]
        print(json.dumps({
            "flowing": sum(client.is_flowing for client in self.clients),
            "gone": len(self.clients) - len(self._here), "counts": self.counts, "faults": self.faults,
            "missing": sorted(sum(each) for each in holes), "largest": max((max(each) for each in holes if each), default=0),
            "lasts": lasts, "joined": max(joined) - self.began if joined else None,
            "waits": sorted(self.waits), "delays": sorted(self.delays.items())}), flush=True)


if __name__ == "__main__":
    Loop({"publish": Publisher, "watch": Viewer}[sys.argv[1]], json.loads(pathlib.Path(sys.argv[2]).read_text())).run()

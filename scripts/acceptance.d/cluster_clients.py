"""Publishers and viewers of a cluster, which connect again as Protocol.md says, and tell when they wait for themselves.

As a program it is a publisher, which tells its events on standard output, one JSON object a line. It is called with
the stream and the addresses (host:port) that it tries in turn.
"""
import asyncio
import collections
import json
import os
import random
import socket
import sys
import time
import zlib

import wire

#: Seconds between two frames, and frames from one random access point to the next.
INTERVAL, GROUP = 0.1, 10
#: The waits before attempts to connect are random, up to the first, then twice as long, up to the last
#: ("Reconnecting" in Protocol.md).
#: The last is shorter than the example's 10 s, because viewers of live pictures do not wait so long.
FIRST_WAIT, LONGEST_WAIT, LASTING = 0.25, 1.0, 10.0
#: What a client gives up after: a connection that is not made, a welcome that does not come, and three ping intervals.
CONNECT, WELCOME, SILENCE = 1.0, 10.0, 15.0
#: Milliseconds of the first relay's ping interval, almost the usual one; the next has one more. So a welcome shows its
#: relay also behind HAProxy.
MARK = 5000


class Client:
    """Connects to one address after the other, until `close`. Each of `targets` is (host, port)."""

    role = None

    def __init__(self, stream, targets, make_socket=socket.socket):
        self.stream, self.targets, self.turn = stream, targets, 0
        self.instance = os.urandom(16)
        self._make_socket = make_socket
        #: The number of the relay that has welcomed this client, None while it has no welcome.
        self.relay = None
        #: The address that it connects to or is connected to, when it has sent its hello, None without a hello, and
        #: the address that it comes from.
        self.target, self.asked, self.local = targets[0], None, None
        #: When and how connections ended: (time, relay, address, code, reason); no code for one that was lost.
        self.endings = collections.deque(maxlen=200)
        self.welcomes = 0
        #: The times in which it waited before an attempt, or for a connection, which are its own and not a relay's.
        self._own = collections.deque(maxlen=200)
        self._own_began = time.monotonic()
        self._failures = 0
        self._task = None

    def begin(self):
        self._task = asyncio.get_running_loop().create_task(self.run())

    async def close(self):
        # `asyncio.wait_for` loses a cancellation that comes together with what it waits for.
        while not self._task.done():
            self._task.cancel()
            await asyncio.wait({self._task}, timeout=0.1)

    def own_since(self, moment):
        """Seconds since then in which it did not ask a relay."""
        now = time.monotonic()
        spans = [*self._own, *([(self._own_began, now)] if self._own_began else [])]
        return sum(max(0.0, end - max(begin, moment)) for begin, end in spans)

    @property
    def state(self):
        """What it does now, for people."""
        now = time.monotonic()
        asked, welcomed = (moment and f"{now - moment:.2f} s ago" for moment in (self.asked, self.welcomed_at))
        ago = [(f"{now - moment:.2f} s ago", *ending) for moment, *ending in list(self.endings)[-5:]]
        return (f"{self.stream}: {self.target}, from {self.local}, asked {asked}, welcomed {welcomed} by "
                f"{self.relay}, connections that ended: {ago}")

    async def run(self):
        while True:
            self.target, welcomed, ending = self.targets[self.turn % len(self.targets)], None, None
            connection = self._make_socket()
            try:
                connection.setblocking(False)
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                await asyncio.wait_for(asyncio.get_running_loop().sock_connect(connection, self.target), CONNECT)
                self.local = connection.getsockname()
                reader, writer = await asyncio.open_connection(sock=connection)
                self._own.append((self._own_began, time.monotonic()))
                self._own_began, self.asked = None, time.monotonic()
                self.event("asking")
                try:
                    ending = await self._serve(reader, writer)
                finally:
                    welcomed, at = self.welcomed_at, self.relay
                    self.relay, self.asked, self.welcomed_at = None, None, None
                    self._own_began = time.monotonic()
                    self.left()
                    writer.transport.abort()
                self._note(at, ending)
            except (OSError, EOFError, TimeoutError, wire.Broken) as error:
                connection.close()
                if isinstance(error, wire.Broken):
                    self.broken(str(error))
                self._note(None, None, repr(error))
            if welcomed and time.monotonic() - welcomed >= LASTING:
                self._failures = 0
            self.turn += 1
            wait = random.uniform(0, min(LONGEST_WAIT, FIRST_WAIT * 2 ** self._failures))
            self._failures = min(self._failures + 1, 8)
            await asyncio.sleep(max(wait, ending.retry_after / 1000 if ending else 0))

    welcomed_at = None

    async def _serve(self, reader, writer):
        """Returns the error or goodbye that ends the connection, None if it is lost."""
        writer.write(wire.PREFACE + wire.hello(self.role, self.stream, self.instance))
        messages = wire.Reader()
        while True:
            piece = await asyncio.wait_for(reader.read(1 << 16), SILENCE if self.welcomed_at else WELCOME)
            if not piece:
                return None
            for type, flags, body in messages.push(piece):
                if type == wire.WELCOME:
                    welcome = wire.read_welcome(body)
                    self.relay, self.welcomed_at = welcome.ping_interval - MARK, time.monotonic()
                    self.welcomes += 1
                    self.greeted(welcome, writer)
                    self.event("welcome", relay=self.relay)
                elif type == wire.PING:
                    writer.write(wire.pong(body))
                elif type in (wire.ERROR, wire.GOODBYE):
                    return wire.read_ending(type, body)
                self.take(type, flags, body)

    def _note(self, relay, ending, reason="lost"):
        code, reason = (ending.code, ending.reason) if ending else (None, reason)
        self.endings.append((time.monotonic(), relay, self.target, code, reason))
        self.event("ended", relay=relay, code=code, reason=reason)

    # What a role does

    def greeted(self, welcome, writer):
        """A relay has welcomed this client."""

    def take(self, type, flags, body):
        """A message has come."""

    def left(self):
        """The connection is over."""

    def broken(self, what):
        """The relay has sent what the protocol does not allow."""

    def event(self, name, **values):
        """Something has happened."""


class Publisher(Client):
    """Sends frames that say what they are. Its instance is new in each program."""

    role = wire.PUBLISH
    _sending, _wants_key = None, False

    def greeted(self, welcome, writer):
        writer.write(wire.tracks(welcome.epoch))
        self._sending = asyncio.get_running_loop().create_task(self._send(welcome.epoch, writer))

    def take(self, type, flags, body):
        self._wants_key |= type == wire.KEY_FRAME_REQUEST

    def left(self):
        if self._sending:
            self._sending.cancel()

    async def _send(self, epoch, writer):
        number, due = 0, time.monotonic()
        while True:
            is_key = number % GROUP == 0 or self._wants_key
            self._wants_key &= not is_key
            writer.write(wire.frame(epoch, number, picture(self.stream, self.instance, epoch, number),
                                    wire.RANDOM_ACCESS if is_key else 0))
            number += 1
            due += INTERVAL
            await asyncio.sleep(max(0.0, due - time.monotonic()))

    def event(self, name, **values):
        print(json.dumps({"time": time.monotonic(), "event": name, "target": self.target, **values}), flush=True)


def picture(stream, instance, epoch, number):
    """The bytes of a frame: what it is, when it was sent, and a sum of all that."""
    text = f"{stream}|{instance.hex()}|{epoch}|{number}|{time.monotonic():.6f}|".encode() + os.urandom(40)
    return text + zlib.crc32(text).to_bytes(4, "big")


class Viewer(Client):
    """Checks all that comes by the rules of Protocol.md, and knows the newest picture."""

    role = wire.SUBSCRIBE

    def __init__(self, name, *arguments, **options):
        super().__init__(*arguments, **options)
        self.name = name
        #: Pictures that came, that gaps have told as missing, and that are missing by their numbers.
        self.frames = self.missed = self.absent = 0
        self._epoch, self._next = None, None
        #: When the newest picture was sent, when it came, and through which relay.
        self.sent, self.arrived, self.through = 0.0, 0.0, None
        #: The publisher of the newest picture.
        self.publisher = None
        self.faults = []
        self._record = None

    def greeted(self, welcome, writer):
        self._epoch = None
        self._record = wire.Viewer()
        self._record.welcome = welcome

    def broken(self, what):
        self.faults.append(what)

    def take(self, type, flags, body):
        if type == wire.WELCOME or not self._record:
            return
        self._record.take(type, flags, body)
        if type == wire.GAP:
            self.missed += wire.read_gap(body).count
        if type == wire.FRAME:
            self._see(wire.read_frame(flags, body))
        self.faults += self._record.faults
        self._record.faults = []

    def _see(self, frame):
        now, text, total = time.monotonic(), frame.payload[:-4], frame.payload[-4:]
        fields = text.split(b"|", 5)
        if zlib.crc32(text).to_bytes(4, "big") != total or len(fields) != 6:
            self.faults.append(f"a frame is not whole: {frame.payload[:80]}")
            return
        stream, publisher, epoch, number, sent = (field.decode() for field in fields[:5])
        if (stream, int(epoch), int(number)) != (self.stream, frame.epoch, frame.sequence):
            self.faults.append(f"frame {frame.sequence} of epoch {frame.epoch} is {number} of {epoch} of {stream}")
        self.frames += 1
        if self._epoch is not None:
            self.absent += frame.sequence - (self._next if frame.epoch == self._epoch else 0)
        self._epoch, self._next = frame.epoch, frame.sequence + 1
        if float(sent) > self.sent:
            self.sent, self.arrived, self.through, self.publisher = float(sent), now, self.relay, publisher


async def publish(stream, *addresses):
    targets = [(address.rsplit(":", 1)[0], int(address.rsplit(":", 1)[1])) for address in addresses]
    await Publisher(stream, targets).run()


if __name__ == "__main__":
    asyncio.run(publish(*sys.argv[1:]))

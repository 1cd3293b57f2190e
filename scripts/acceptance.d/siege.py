"""Clients within the protocol that take all the memory that a relay gives them; each returns when it is closed.

    siege.py PORT FROM SECONDS KIND=COUNT...

Kinds: deaf (viewers that never read and send pongs), partial (publishers whose 8 MiB frame lacks its end), logs
(publishers that send as fast as the relay accepts, without viewers). They use the token in STREAMD_TOKEN, if there
is one. Prints their results as JSON.
"""
import collections
import json
import os
import resource
import selectors
import socket
import struct
import sys
import time

import wire

#: A frame as long as a relay allows; one of an ordinary key frame's length.
LONG, ORDINARY = 8 << 20, 256 << 10
#: Publishers whose frames the deaf viewers hold, with a random access point a second each.
TARGETS = 8
#: Connections that are opened in one turn, so that the attack starts within seconds.
TURN = 40
#: How long a client waits after its connection ended, in seconds.
PAUSE = 1.0
PAYLOAD = os.urandom(LONG)
TOKEN = os.environ.get("STREAMD_TOKEN")


class Client:
    """One of the clients; the loop calls it when its socket is ready, and once per second."""

    reads = True

    def __init__(self, siege, number):
        self.siege, self.number = siege, number
        self.socket, self.out, self.waits_until = None, [], 0.0

    def connect(self):
        self.socket = socket.socket()
        if not self.reads:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.bind((self.siege.source, 0))
        self.socket.connect(("127.0.0.1", self.siege.port))
        self.socket.setblocking(False)
        self.messages = wire.Reader()
        # A publisher sends nothing before the relay has welcomed it again.
        self.epoch = 0
        self.out = [memoryview(wire.PREFACE + self.hello())]
        self.siege.watch(self)
        self.siege.counts[f"{self.name} opened"] += 1

    def lost(self, why):
        self.siege.forget(self)
        self.socket.close()
        self.socket = None
        self.waits_until = time.monotonic() + PAUSE
        self.siege.counts[f"{self.name}: {why}"] += 1

    def ready(self, mask):
        try:
            if mask & selectors.EVENT_READ:
                self.read()
            if self.socket and mask & selectors.EVENT_WRITE:
                self.write()
        except BlockingIOError:
            pass
        except OSError as error:
            self.lost(type(error).__name__)
        if self.socket:
            self.siege.watch(self)

    def read(self):
        piece = self.socket.recv(1 << 16)
        if not piece:
            return self.lost("closed")
        for type, _, body in self.messages.push(piece):
            if type in (wire.ERROR, wire.GOODBYE):
                return self.lost(f"{wire.read_ending(type, body).code:#06x}")
            if type == wire.PING:
                self.out.append(memoryview(wire.pong(body)))
            if type == wire.WELCOME:
                self.welcomed(wire.read_welcome(body))

    def write(self):
        for _ in range(8):
            if not self.out:
                self.refill()
            if not self.out:
                return
            sent = self.socket.send(self.out[0])
            self.out[0] = self.out[0][sent:]
            if not self.out[0]:
                self.out.pop(0)

    def refill(self): pass
    def welcomed(self, welcome): pass
    def second(self): pass


class Deaf(Client):
    name, reads = "deaf", False

    def hello(self):
        return wire.hello(wire.SUBSCRIBE, f"target/{self.number % TARGETS}", token=TOKEN)

    def read(self): pass

    def second(self):
        if not self.out:
            self.out.append(memoryview(wire.pong(bytes(8))))


class Publisher(Client):
    epoch, sequence = 0, 0

    def hello(self):
        return wire.hello(wire.PUBLISH, f"{self.name}/{self.number}", token=TOKEN)

    def welcomed(self, welcome):
        self.epoch, self.sequence = welcome.epoch, 0
        self.out.append(memoryview(wire.tracks(self.epoch)))

    def frame(self, length, flags=wire.RANDOM_ACCESS):
        """Header and payload separately: all clients share the payload."""
        self.sequence += 1
        head = wire.frame(self.epoch, self.sequence - 1, b"", flags)
        head = struct.pack(">I", len(head) - 8 + length) + head[4:]
        return [memoryview(head), memoryview(PAYLOAD)[:length]]


class Target(Publisher):
    name = "target"

    def second(self):
        if self.epoch and not self.out:
            self.out += self.frame(LONG // 2)


class Partial(Publisher):
    name = "partial"

    def welcomed(self, welcome):
        super().welcomed(welcome)
        head, payload = self.frame(LONG)
        self.out += [head, payload[:-1000]]


class Log(Publisher):
    name = "logs"

    def refill(self):
        if self.epoch:
            self.out += self.frame(ORDINARY, wire.RANDOM_ACCESS if self.sequence % 1000 == 0 else 0)


class Siege:
    def __init__(self, port, source):
        self.port, self.source = port, source
        self.selector = selectors.DefaultSelector()
        self.counts = collections.Counter()
        self.clients = []

    def add(self, kind, count):
        if kind is Deaf:
            self.clients += [Target(self, number) for number in range(TARGETS)]
        self.clients += [kind(self, number) for number in range(count)]

    def watch(self, client):
        mask = (selectors.EVENT_READ if client.reads else 0) | (
            selectors.EVENT_WRITE if client.out or isinstance(client, Log) and client.epoch else 0)
        try:
            key = self.selector.get_key(client.socket)
        except KeyError:
            if mask:
                self.selector.register(client.socket, mask, client)
            return
        if not mask:
            self.selector.unregister(client.socket)
        elif key.events != mask:
            self.selector.modify(client.socket, mask, client)

    def forget(self, client):
        try:
            self.selector.unregister(client.socket)
        except KeyError:
            pass

    def run(self, seconds):
        end = time.monotonic() + seconds
        next_second = 0.0
        while (now := time.monotonic()) < end:
            waiting = [client for client in self.clients if client.socket is None and client.waits_until <= now]
            # Those that have waited longest come first: otherwise refused clients keep the later ones out.
            for client in sorted(waiting, key=lambda client: client.waits_until)[:TURN]:
                try:
                    client.connect()
                except OSError as error:
                    client.lost(type(error).__name__)
            if now >= next_second:
                next_second = now + 1
                for client in self.clients:
                    if client.socket:
                        client.second()
                        self.watch(client)
            for key, mask in self.selector.select(0.01 if waiting else 0.1):
                key.data.ready(mask)
        self.counts["connected at the end"] = sum(client.socket is not None for client in self.clients)


def main(port, source, seconds, *kinds):
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    siege = Siege(int(port), source)
    for kind in kinds:
        name, count = kind.split("=")
        siege.add({"deaf": Deaf, "partial": Partial, "logs": Log}[name], int(count))
    siege.run(float(seconds))
    print(json.dumps(siege.counts))


if __name__ == "__main__":
    main(*sys.argv[1:])

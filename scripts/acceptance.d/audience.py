"""Publishers and viewers in one event loop, over TCP, TLS, WebSocket and HTTP. They connect again when they are sent away,
and when their connection is lost."""
import asyncio
import base64
import os
import random
import time

import wire

#: Seconds: between two frames of a publisher; before the next attempt to connect, at random up to this.
INTERVAL = 0.25
RETRY = 0.4


class Client:
    """Connects to a stream, again and again, until `close`."""

    #: As the relay's list of connections has it.
    carrier = "streamd"
    role = "viewer"

    def __init__(self, endpoint, stream, source=None, tls=None):
        self.endpoint = endpoint
        self.stream = stream
        self._source = source
        self._tls = tls
        #: Its address as the other side should see it, None while it is not connected.
        self.peer = None
        #: How often it was admitted, and when it last got something.
        self.admissions = 0
        self.heard = 0.0
        #: Errors and goodbyes, in their order.
        self.endings = []
        self.fault = None
        self._task = asyncio.create_task(self._run())

    async def close(self):
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self):
        while True:
            try:
                reader, writer = await asyncio.open_connection(
                    *self.endpoint, local_addr=self._source and (self._source, 0), ssl=self._tls)
            except OSError:
                await asyncio.sleep(random.uniform(0.1, RETRY))
                continue
            self.peer = "%s:%d" % writer.get_extra_info("sockname")[:2]
            try:
                await self.serve(reader, writer)
            except (OSError, EOFError, wire.Broken, ValueError) as error:
                self.fault = error
            finally:
                self.peer = None
                writer.transport.abort()
            await asyncio.sleep(random.uniform(0.1, RETRY))

    async def serve(self, reader, writer):
        raise NotImplementedError

    def take(self, messages, write):
        """Takes messages of the protocol. Returns whether the connection goes on."""
        for type, flags, body in messages:
            if type == wire.WELCOME:
                self.admitted(wire.read_welcome(body))
            elif type == wire.PING:
                write(wire.pong(body))
            elif type == wire.FRAME:
                self.got(wire.read_frame(flags, body).payload)
            elif type in (wire.ERROR, wire.GOODBYE):
                self.endings.append(wire.read_ending(type, body))
                return False
        return True

    def admitted(self, _):
        self.admissions += 1

    def got(self, payload):
        """A frame has come, which names its stream."""
        if payload.split(b"|")[1:2] != [self.stream.encode()]:
            raise wire.Broken(f"a viewer of {self.stream} got {payload[:60]}")
        self.heard = time.monotonic()


def picture(stream, number):
    """A frame that names its stream."""
    return b"\0\0\0\1|%s|%d|" % (stream.encode(), number)


class Publisher(Client):
    """Sends pictures for as long as it is admitted; keeps its instance."""

    role = "publisher"

    def __init__(self, *arguments, **options):
        self._instance = os.urandom(16)
        self._sending = None
        self._write = None
        super().__init__(*arguments, **options)

    async def serve(self, reader, writer):
        self._write = writer.write
        writer.write(wire.PREFACE + wire.hello(wire.PUBLISH, self.stream, instance=self._instance))
        messages = wire.Reader()
        try:
            while piece := await reader.read(1 << 16):
                if not self.take(messages.push(piece), writer.write):
                    return
        finally:
            if self._sending:
                self._sending.cancel()

    def admitted(self, welcome):
        super().admitted(welcome)
        self._sending = asyncio.create_task(self._send(welcome.epoch))

    async def _send(self, epoch):
        self._write(wire.tracks(epoch))
        number = 0
        while True:
            self._write(wire.frame(epoch, number, picture(self.stream, number), wire.RANDOM_ACCESS))
            self.heard = time.monotonic()
            number += 1
            await asyncio.sleep(INTERVAL)


class TCPViewer(Client):
    """A viewer of the protocol, over TLS if it has a context."""

    async def serve(self, reader, writer):
        writer.write(wire.PREFACE + wire.hello(wire.SUBSCRIBE, self.stream))
        messages = wire.Reader()
        while piece := await reader.read(1 << 16):
            if not self.take(messages.push(piece), writer.write):
                return


class WebSocketViewer(Client):
    """The same messages in WebSocket frames (RFC 6455)."""

    carrier = "websocket"

    async def serve(self, reader, writer):
        key = base64.b64encode(os.urandom(16)).decode()
        writer.write(f"GET /{self.stream} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                     f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise wire.Broken(f"no WebSocket: {head[:200]}")
        writer.write(masked(wire.PREFACE + wire.hello(wire.SUBSCRIBE, self.stream)))
        messages = wire.Reader()
        while True:
            opcode, payload = await self._frame(reader)
            if opcode == 8:
                return
            if opcode == 2 and not self.take(messages.push(payload), lambda data: writer.write(masked(data))):
                return

    @staticmethod
    async def _frame(reader):
        first, length = await reader.readexactly(2)
        more = {126: 2, 127: 8}.get(length, 0)
        if more:
            length = int.from_bytes(await reader.readexactly(more), "big")
        return first & 0xF, await reader.readexactly(length)


def masked(data):
    """A client's binary frame, with a mask that changes nothing."""
    length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
    return b"\x82" + length + bytes(4) + data


class HTTPViewer(Client):
    """A player that gets the pictures as a byte stream."""

    carrier = "http"

    async def serve(self, reader, writer):
        writer.write(f"GET /{self.stream}.h264 HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 200 " not in head.split(b"\r\n")[0]:
            raise wire.Broken(f"no stream: {head[:200]}")
        self.admitted(None)
        while length := int(await reader.readline(), 16):
            chunk = (await reader.readexactly(length + 2))[:-2]
            # A byte that means nothing stands for a ping.
            if chunk != b"\0":
                self.got(chunk)


VIEWERS = (TCPViewer, WebSocketViewer, HTTPViewer)

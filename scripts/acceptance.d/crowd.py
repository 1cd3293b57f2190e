"""Viewers over all four carriers, and publishers, in one event loop: each keeps the record of Protocol.md."""
import asyncio
import base64
import contextlib
import os
import random
import socket
import ssl
import struct
import time

import accounts
import stamps
import wire

CARRIERS = ("tcp", "tls", "websocket", "http")
_WEBSOCKET_CONTINUATION, _WEBSOCKET_BINARY, _WEBSOCKET_CLOSE, _WEBSOCKET_PING, _WEBSOCKET_PONG = 0, 2, 8, 9, 10

#: Faults of a viewer whose connection ends before it has left.
_CUT_OFF, _LOST = "the relay closed without an error or goodbye", "connection lost: "


class Refused(Exception):
    """The relay refuses this client; the reason by its name or status."""


def trusting():
    """TLS that accepts any certificate, for a client without a host name on loopback."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


class Place:
    """A relay's address, and the way to connect to it."""

    def __init__(self, endpoint, tls=None, source=None):
        self.endpoint = endpoint
        self.tls = tls or trusting()
        self.source = source

    async def connect(self, is_encrypted=False):
        options = {"ssl": self.tls, "server_hostname": ""} if is_encrypted else {}
        if self.source:
            options["local_addr"] = (self.source, 0)
        return await asyncio.wait_for(asyncio.open_connection(*self.endpoint, **options), 30)


class Guest:
    """One viewer, until it leaves or the relay ends it."""

    def __init__(self, place, carrier, stream, token=None, group=60, rate=None):
        self.place, self.carrier, self.stream, self.token = place, carrier, stream, token
        self.account = accounts.StampAccount(group) if carrier == "http" else accounts.Account()
        #: The bytes per second that it reads; None to read everything.
        self.rate = rate
        self.has_left = False
        self.joined = asyncio.Event()
        #: Bytes of messages, without what TLS, WebSocket and HTTP add; of HTTP those of the media.
        self.bytes = 0
        self.gaps = 0
        self.certificate = None
        #: Its own address and port, as the relay's log has them.
        self.address = None
        self._writer = None
        self._is_half_closed = False
        self._messages = wire.Reader()

    async def run(self):
        """Watches. Raises `Refused` if the relay refuses it; returns at the end, for any reason."""
        reader, self._writer = await self.place.connect(self.carrier == "tls")
        if self.has_left:
            # It left while it was connecting. A TLS handshake takes long enough on a busy machine.
            self._writer.transport.abort()
            return
        self.address = "%s:%d" % self._writer.get_extra_info("sockname")[:2]
        if self.rate:
            # Otherwise the system would buffer many seconds for it.
            self._writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16 * 1024)
        if self.carrier == "tls":
            self.certificate = self._writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
        try:
            match self.carrier:
                case "websocket": await self._watch_frames(reader)
                case "http": await self._watch_response(reader)
                case _: await self._watch_messages(reader)
        except (ConnectionError, ssl.SSLError, asyncio.IncompleteReadError) as error:
            if not self.has_left:
                self.account.faults.append(f"{_LOST}{error!r}")
        finally:
            self._writer.transport.abort()
        if not self.has_left and self.account.ending is None and not self.account.faults:
            self.account.faults.append(_CUT_OFF)

    @property
    def is_cut_off(self):
        """Whether its only fault is that the relay closed the connection without an error or a goodbye."""
        faults = self.account.faults
        return len(faults) == 1 and (faults[0] == _CUT_OFF or faults[0].startswith(f"{_LOST}Connection"))

    def leave(self, manner=None):
        """Leaves in one of the ways of real viewers."""
        if self.has_left:
            return
        self.has_left = True
        if self._writer is None:
            # It is not connected yet; `run` returns when it is.
            return
        manner = manner or random.choice(("goodbye", "close", "reset", "half"))
        transport = self._writer.transport
        if transport.is_closing():
            return
        if manner == "goodbye" and self.carrier != "http":
            self._say(wire.goodbye(0))
        try:
            self._go(transport, manner)
        except OSError:
            # The relay closed first.
            transport.abort()

    def _go(self, transport, manner):
        if manner == "half" and transport.can_write_eof():
            self._is_half_closed = True
            transport.write_eof()
        elif manner == "reset":
            plain = transport.get_extra_info("socket")
            plain.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            transport.abort()
        else:
            transport.close()

    def say_goodbye(self):
        """Leaves, but reads until the relay closes, so that no data on the way is lost."""
        if not self.has_left and self._writer and self.carrier != "http":
            self.has_left, self.rate = True, None
            self._say(wire.goodbye(0))

    # -- the protocol itself

    @property
    def _hello(self):
        return wire.PREFACE + wire.hello(wire.SUBSCRIBE, self.stream, token=self.token)

    def _say(self, data):
        self._write(_masked(_WEBSOCKET_BINARY, data) if self.carrier == "websocket" else data)

    def _write(self, data):
        # A viewer that has closed its half answers no more pings.
        if not self._is_half_closed:
            self._writer.write(data)

    def _take(self, piece):
        self.bytes += len(piece)
        for message in self._messages.push(piece):
            self.gaps += message[0] == wire.GAP
            answer = self.account.take(*message)
            if answer and not self.has_left:
                self._say(answer)
        ending = self.account.ending
        # A viewer that closes its half early may cut its hello: over WebSocket the hello waits for the response.
        is_cut = self._is_half_closed and ending and ending.code == wire.MALFORMED
        if ending and not self.account.welcome and not is_cut:
            raise Refused(f"{ending.code:#06x}")
        if self.account.welcome:
            self.joined.set()

    async def _watch_messages(self, reader):
        self._say(self._hello)
        async for piece in self._pieces(reader):
            self._take(piece)
            if self.account.ending:
                return

    async def _pieces(self, reader):
        began, taken = time.monotonic(), 0
        while piece := await reader.read(1 << 12 if self.rate else 1 << 16):
            yield piece
            if self.rate:
                taken += len(piece)
                await asyncio.sleep(max(0, began + taken / self.rate - time.monotonic()))

    # -- WebSocket, RFC 6455

    async def _watch_frames(self, reader):
        key = base64.b64encode(os.urandom(16)).decode()
        self._writer.write((f"GET /{self.stream} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
                            "\r\n").encode())
        status, _ = await _read_head(reader)
        if status != 101:
            raise Refused(str(status))
        self._say(self._hello)
        while not self.account.ending:
            try:
                opcode, data = await _read_frame(reader)
            except asyncio.IncompleteReadError:
                return
            if opcode in (_WEBSOCKET_BINARY, _WEBSOCKET_CONTINUATION):
                self._take(data)
            elif opcode == _WEBSOCKET_PING:
                self._write(_masked(_WEBSOCKET_PONG, data))
            elif opcode == _WEBSOCKET_CLOSE:
                return

    # -- HTTP, RFC 9112

    async def _watch_response(self, reader):
        token = f"Authorization: Bearer {self.token}\r\n" if self.token else ""
        self._writer.write(f"GET /{self.stream}.h264 HTTP/1.1\r\nHost: localhost\r\n{token}\r\n".encode())
        status, head = await _read_head(reader)
        if status != 200:
            raise Refused(str(status))
        self.account.welcome = head
        self.joined.set()
        while True:
            line = await reader.readline()
            if not line:
                return
            length = int(line, 16)
            self.account.take((await reader.readexactly(length + 2))[:length])
            self.bytes += length
            if not length:
                self.account.ending = "the last chunk"
                return


async def _read_head(reader):
    """Status and header fields of a response."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    fields = dict(line.lower().split(": ", 1) for line in head[1:] if ": " in line)
    return int(head[0].split()[1]), fields


def _masked(opcode, data):
    mask = os.urandom(4)
    length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
    body = bytes(byte ^ mask[index % 4] for index, byte in enumerate(data))
    return bytes([0x80 | opcode]) + length + mask + body


async def _read_frame(reader):
    first, second = await reader.readexactly(2)
    length = second & 127
    if length >= 126:
        length = int.from_bytes(await reader.readexactly(2 if length == 126 else 8), "big")
    return first & 15, await reader.readexactly(length)


class Host:
    """Publishes a stream picture by picture, as a camera would, until `stop`."""

    def __init__(self, place, stream, pictures, group, token=None, rate=30, is_encrypted=False):
        self.place, self.stream, self.pictures, self.group = place, stream, pictures, group
        self.token, self.rate, self.is_encrypted = token, rate, is_encrypted
        self.instance = os.urandom(16)
        #: Frames sent by epoch, of those that ended in an orderly way.
        self.sent = {}
        self.epoch, self.count = None, 0
        #: Bytes received from the relay, on all connections.
        self.bytes = 0
        self.began = asyncio.Event()
        #: Whether the stream is over.
        self.has_ended = False
        self._stopping = None

    async def publish(self):
        """One life of the publisher; the argument of `stop` selects its end."""
        self._stopping = asyncio.get_running_loop().create_future()
        reader, writer = await self.place.connect(self.is_encrypted)
        messages, welcome = wire.Reader(), asyncio.get_running_loop().create_future()
        listening = asyncio.create_task(self._listen(reader, writer, messages, welcome))
        try:
            writer.write(wire.PREFACE + wire.hello(wire.PUBLISH, self.stream, self.instance, token=self.token))
            self.epoch, self.count = (await asyncio.wait_for(welcome, 30)).epoch, 0
            writer.write(wire.tracks(self.epoch))
            self.began.set()
            await self._send(writer)
            manner = self._stopping.result()
            if manner != "reset":
                # If the socket is closed with unread pongs, the system discards data that the relay has not read yet.
                self.sent[self.epoch] = self.count
                self.has_ended = manner == "end"
                writer.write(wire.goodbye(wire.END_OF_STREAM if manner == "end" else 0))
                await writer.drain()
                with contextlib.suppress(OSError):
                    # The relay may have closed by now.
                    if writer.can_write_eof():
                        writer.write_eof()
                await asyncio.wait_for(listening, 30)
        finally:
            listening.cancel()
            writer.transport.abort()

    def stop(self, manner="close"):
        """`close` (a restart is expected), `reset` (as if killed), `end` (of the stream)."""
        if self._stopping and not self._stopping.done():
            self._stopping.set_result(manner)

    async def _send(self, writer):
        began = time.monotonic()
        while not self._stopping.done():
            picture = self.pictures[self.count % len(self.pictures)]
            flags = 0 if self.count % self.group else wire.RANDOM_ACCESS
            stamped = stamps.stamped(picture, self.epoch * accounts.EPOCH + self.count)
            writer.write(wire.frame(self.epoch, self.count, stamped, flags))
            await writer.drain()
            self.count += 1
            pause = began + self.count / self.rate - time.monotonic()
            await asyncio.wait([self._stopping], timeout=max(0, pause))

    async def _listen(self, reader, writer, messages, welcome):
        try:
            while piece := await reader.read(1 << 14):
                self.bytes += len(piece)
                for type, _, body in messages.push(piece):
                    if type == wire.WELCOME:
                        welcome.set_result(wire.read_welcome(body))
                    elif type == wire.PING and not self._stopping.done():
                        # A publisher that has said goodbye may have closed its half.
                        writer.write(wire.pong(body))
                    elif type in (wire.ERROR, wire.GOODBYE):
                        ending = wire.read_ending(type, body)
                        if not welcome.done():
                            welcome.set_exception(Refused(f"{ending.code:#06x}"))
                        self.stop("reset")
        except (ConnectionError, ssl.SSLError) as error:
            if not welcome.done():
                welcome.set_exception(error)
            self.stop("reset")

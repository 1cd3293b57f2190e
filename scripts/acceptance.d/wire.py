"""The protocol from Protocol.md alone: a client written from that document."""
import collections
import os
import socket
import struct
import time

MAGIC = bytes.fromhex("8F7374726D640D0A")
PREFACE = MAGIC + struct.pack(">HH", 1, 1)

HELLO, WELCOME, TRACKS, FRAME, GAP, KEY_FRAME_REQUEST = 1, 2, 3, 4, 5, 6
VIEWER_COUNT, PING, PONG, STREAM_STATE, CLOCK_OFFSET, ERROR, GOODBYE = 8, 9, 10, 11, 12, 13, 14
PUBLISH, SUBSCRIBE = 1, 2
VIDEO, AUDIO = 1, 2
RANDOM_ACCESS = 1
GRADUAL = 8
RECOVERED = 16
LIVE, INTERRUPTED = 1, 2
TOKEN, START, KINDS, DOES_NOT_WAIT, BATCH, HISTORY = 0x8001, 0x0003, 0x0005, 0x0006, 0x0007, 0x0008
#: An option of the welcome.
HISTORY_GRANTED = 0x0002
NEXT_RANDOM_ACCESS = 2
DONE, END_OF_STREAM, DRAINING, REPLACED = 0x0000, 0x0001, 0x0002, 0x0004
NOT_THIS_PROTOCOL, MALFORMED, TOO_LONG, HANDSHAKE_TIMEOUT, STREAM_TAKEN = 0x0100, 0x0102, 0x0103, 0x0106, 0x0204
UNSUPPORTED_VERSION, UNEXPECTED, UNKNOWN_CRITICAL, INVALID_NAME = 0x0101, 0x0104, 0x0105, 0x0200
UNAUTHORIZED, FORBIDDEN, NOT_FOUND, ENCRYPTION_REQUIRED = 0x0201, 0x0202, 0x0203, 0x0207
RATE_EXCEEDED = 0x0303

#: Longer than any message that a relay sends with its default limits.
LONGEST = 9 << 20

Ending = collections.namedtuple("Ending", "type code retryable retry_after reason")
#: The times are in milliseconds; `history` is None where the relay does not say it.
Welcome = collections.namedtuple("Welcome", "epoch instance max_frame ping_interval max_latency state history")
Frame = collections.namedtuple("Frame", "flags track generation epoch sequence decode presentation capture payload")
Gap = collections.namedtuple("Gap", "track reason epoch first count")

_HEADER = struct.Struct(">IHH")
_FRAME = struct.Struct(">HHIQqqq")


class Broken(Exception):
    """The other side violates the protocol."""


def header(length, type, flags=0):
    return _HEADER.pack(length, type, flags)


def message(type, body=b"", flags=0):
    return header(len(body), type, flags) + body


def option(number, value):
    return struct.pack(">HH", number, len(value)) + value


def read_options(data):
    """The values of options, by their numbers."""
    options, at = {}, 0
    while at < len(data):
        number, length = struct.unpack_from(">HH", data, at)
        options[number] = data[at + 4 : at + 4 + length]
        at += 4 + length
    return options


def hello(role, stream, instance=None, token=None, waits=True, more=b""):
    """A hello with these options, and `more`, which `option` makes."""
    name = stream.encode()
    options = b"" if token is None else struct.pack(">HH", TOKEN, len(token)) + token.encode()
    options += b"" if waits else struct.pack(">HH", DOES_NOT_WAIT, 0)
    fixed = struct.pack(">BBH", role, len(name), 0) + (instance or os.urandom(16))
    return message(HELLO, fixed + name + options + more)


def tracks(epoch, *kinds):
    """A table of tracks of these kinds, numbered from 0 on; one video track by default."""
    table = struct.pack(">IHxx", epoch, len(kinds) or 1)
    for number, kind in enumerate(kinds or (VIDEO,)):
        table += struct.pack(">HBx4sHHHxx", number, kind, b"mp4a" if kind == AUDIO else b"H264", 0, 0, 0)
    return message(TRACKS, table)


def frame(epoch, sequence, payload, flags=0, track=0, capture=None):
    time_of_media = sequence * 1_000_000 // 30
    capture = time.time_ns() // 1000 if capture is None else capture
    fields = (track, 0, epoch, sequence, time_of_media, time_of_media, capture)
    return message(FRAME, _FRAME.pack(*fields) + payload, flags)


def clock_offset(offset, error=100):
    return message(CLOCK_OFFSET, struct.pack(">qI", offset, error))


def ping(now):
    return message(PING, struct.pack(">q", now))


def key_frame_request(track):
    return message(KEY_FRAME_REQUEST, struct.pack(">HH", track, 0))


def goodbye(code):
    return message(GOODBYE, struct.pack(">HBxIH", code, 0, 0, 0))


def pong(body, now=None):
    now = time.time_ns() // 1000 if now is None else now
    return message(PONG, body[:8] + struct.pack(">qq", now, now))


def read_welcome(body):
    granted = read_options(body[28:]).get(HISTORY_GRANTED)
    return Welcome(*struct.unpack_from(">IQIIIB", body), granted and struct.unpack(">I", granted)[0])


def read_frame(flags, body):
    return Frame(flags, *_FRAME.unpack_from(body), body[_FRAME.size:])


def read_gap(body):
    return Gap(*struct.unpack(">HBxIQQ", body))


def read_ending(type, body):
    code, flags, retry_after, length = struct.unpack_from(">HBxIH", body)
    return Ending(type, code, bool(flags & 1), retry_after, body[10 : 10 + length].decode())


class Reader:
    """Accepts bytes in pieces of any size, returns messages."""

    def __init__(self):
        self._bytes = bytearray()
        self._greeted = False

    def push(self, piece):
        """Yields (type, flags, body)."""
        self._bytes += piece
        if not self._greeted:
            if len(self._bytes) < len(PREFACE):
                return
            if self._bytes[:8] != MAGIC:
                raise Broken("the preface has a wrong magic number")
            del self._bytes[:12]
            self._greeted = True
        at = 0
        while len(self._bytes) >= at + 8:
            length, type, flags = _HEADER.unpack_from(self._bytes, at)
            if length > LONGEST:
                raise Broken(f"a message has {length} bytes")
            if len(self._bytes) < at + 8 + length:
                break
            yield type, flags, bytes(self._bytes[at + 8 : at + 8 + length])
            at += 8 + length
        del self._bytes[:at]


class Viewer:
    """The rules for a viewer, with the record of the document: received frames and gaps cover all."""

    def __init__(self, output=None):
        self.output = output
        self.welcome = None
        self.epochs = []
        self.states = []
        self.first = None
        self.received = 0
        self.missed = 0
        self.ending = None
        self.faults = []
        #: The epoch of the last frame or gap, None before the first.
        self.epoch = None
        self._expected = None

    def take(self, type, flags, body):
        """The response to a message."""
        if self.welcome is None and type not in (WELCOME, ERROR, GOODBYE) and type < 0x0100:
            self.faults.append(f"message {type} arrived before the welcome")
        if type == FRAME:
            self._take_frame(read_frame(flags, body))
        elif type == GAP:
            gap = read_gap(body)
            self._account(gap.epoch, gap.first, gap.count, "gap")
            self.missed += gap.count
        elif type == TRACKS:
            epoch = struct.unpack_from(">I", body)[0]
            if not self.epochs or self.epochs[-1] != epoch:
                self.epochs.append(epoch)
        elif type == WELCOME:
            self.welcome = read_welcome(body)
        elif type == STREAM_STATE:
            self.states.append(body[0])
        elif type == PING:
            return pong(body)
        elif type in (ERROR, GOODBYE):
            self.ending = read_ending(type, body)
        elif type >= 0x8000:
            raise Broken(f"unknown critical message {type:#06x}")
        return b""

    def _take_frame(self, frame):
        if not self.epochs or frame.epoch != self.epochs[-1]:
            self.faults.append(f"a frame of epoch {frame.epoch} arrived without its track table")
        if self.first is None:
            self.first = frame
        self._account(frame.epoch, frame.sequence, 1, "frame")
        self.received += 1
        if self.output:
            self.output.write(frame.payload)

    def _account(self, epoch, first, count, what):
        expected = self._expected
        if self.epoch != epoch:
            expected = first if self.epoch is None else 0
        if first != expected:
            self.faults.append(f"{what} {first} of epoch {epoch} arrived instead of {expected}")
        self.epoch, self._expected = epoch, first + count


class Connection:
    """A connection with a blocking socket; encrypted if `tls` is an `SSLContext`."""

    def __init__(self, endpoint, timeout=30, source=None, tls=None):
        self.socket = socket.create_connection(endpoint, timeout, source and (source, 0))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if tls:
            self.socket = tls.wrap_socket(self.socket, server_hostname=endpoint[0])
        self._prepare()

    def _prepare(self):
        self._reader = Reader()
        self._messages = collections.deque()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, data):
        self.socket.sendall(data)

    def receive(self):
        """The next bytes; empty when the other side has closed."""
        try:
            return self.socket.recv(1 << 16)
        except ConnectionResetError:
            return b""

    def read(self, piece):
        """The messages that bytes received by `receive` complete."""
        return self._reader.push(piece)

    def next(self):
        """The next message; None when the other side has closed."""
        while not self._messages:
            piece = self.receive()
            if not piece:
                return None
            self._messages.extend(self._reader.push(piece))
        return self._messages.popleft()

    def wait_for(self, *types):
        """The next message of these types; answers pings meanwhile."""
        while (received := self.next()) is not None:
            type, flags, body = received
            if type in types:
                return received
            if type == PING:
                self.send(pong(body))
            elif type in (ERROR, GOODBYE):
                raise Broken(f"the relay ended the session: {read_ending(type, body)}")
        raise Broken("the relay closed without an error or goodbye")

    def ending(self):
        """The error or goodbye that ends the connection; None without one."""
        while (received := self.next()) is not None:
            if received[0] in (ERROR, GOODBYE):
                return read_ending(received[0], received[2])
        return None

"""A publisher written from the protocol, whose encoder answers a key frame request with its next picture."""
import select
import threading
import time

import wire


class Encoder(threading.Thread):
    """Publishes artificial pictures as frames of track 0, each with an audio frame of track 1 if there is one.

    `prelude` returns the data after the first picture: it receives the epoch and the next sequence number, and
    returns messages and the sequence number after them.
    """

    def __init__(self, endpoint, stream, kinds=(wire.VIDEO,), rate=30, group=60, size=2000, key_size=8000,
                 prelude=None):
        super().__init__(daemon=True)
        self.stream, self.kinds, self.rate, self.group = stream, kinds, rate, group
        self.size, self.key_size, self.prelude = size, key_size, prelude
        #: When each key frame was made.
        self.key_frames = []
        #: How often the relay asked for one.
        self.requests = 0
        #: How the relay ended it.
        self.ending = None
        self._is_live = threading.Event()
        self._is_over = threading.Event()
        self._is_wanted = False
        self._sequence = 0
        self._connection = wire.Connection(endpoint)

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self._is_over.set()
        self.join(30)
        self._connection.socket.close()

    def wait_until_live(self, timeout=60):
        """Waits until the prelude is sent; returns whether the relay accepted it."""
        if not self._is_live.wait(timeout):
            raise wire.Broken("the publisher did not start its stream in time")
        return self.ending is None

    def run(self):
        try:
            self._publish()
        except (OSError, wire.Broken) as error:
            self.ending = self.ending or self._error_after_send() or error
        self._is_live.set()

    def _publish(self):
        connection = self._connection
        connection.send(wire.PREFACE + wire.hello(wire.PUBLISH, self.stream))
        self._epoch = wire.read_welcome(connection.wait_for(wire.WELCOME)[2]).epoch
        connection.send(wire.tracks(self._epoch, *self.kinds))
        self._send_picture(True)
        if self.prelude:
            messages, self._sequence = self.prelude(self._epoch, self._sequence)
            for at in range(0, len(messages), 1 << 16):
                self._react(0)
                connection.send(messages[at : at + (1 << 16)])
        began, pictures = time.monotonic(), 0
        self._is_live.set()
        since_key = 1
        while not self._is_over.is_set():
            pictures += 1
            while (left := began + pictures / self.rate - time.monotonic()) > 0:
                self._react(left)
            is_key = self._is_wanted or since_key >= self.group
            self._is_wanted = False
            since_key = 1 if is_key else since_key + 1
            self._send_picture(is_key)
        connection.send(wire.goodbye(wire.END_OF_STREAM))
        connection.ending()

    def _send_picture(self, is_key):
        if is_key:
            self.key_frames.append(time.monotonic())
        payload = bytes(self.key_size if is_key else self.size)
        flags = wire.RANDOM_ACCESS if is_key else 0
        pieces = wire.frame(self._epoch, self._sequence, payload, flags)
        if len(self.kinds) > 1:
            pieces += wire.frame(self._epoch, self._sequence, bytes(200), wire.RANDOM_ACCESS, track=1)
        self._sequence += 1
        self._connection.send(pieces)

    def _react(self, timeout):
        """Handles the relay's next request, if it arrives within this time."""
        if not select.select([self._connection.socket], [], [], timeout)[0]:
            return
        piece = self._connection.receive()
        if not piece:
            raise wire.Broken("the relay closed without an error or goodbye")
        for type, _, body in self._connection.read(piece):
            if type == wire.PING:
                self._connection.send(wire.pong(body))
            elif type == wire.KEY_FRAME_REQUEST:
                self.requests += 1
                self._is_wanted = True
            elif type in (wire.ERROR, wire.GOODBYE):
                self.ending = wire.read_ending(type, body)
                raise wire.Broken(f"the relay ended the publisher: {self.ending}")

    def _error_after_send(self):
        """The relay's error, if sending failed because of it."""
        try:
            return self._connection.ending()
        except (OSError, wire.Broken):
            return None


class Watcher(threading.Thread):
    """A viewer that reads, answers pings and counts the frames."""

    def __init__(self, endpoint, stream, **options):
        super().__init__(daemon=True)
        self.frames = 0
        self.connection = wire.Connection(endpoint)
        self.connection.send(wire.PREFACE + wire.hello(wire.SUBSCRIBE, stream, **options))
        self.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.connection.socket.close()
        self.join(30)

    def run(self):
        try:
            while (received := self.connection.next()) is not None:
                if received[0] == wire.PING:
                    self.connection.send(wire.pong(received[2]))
                self.frames += received[0] == wire.FRAME
        except (OSError, ValueError, wire.Broken):
            pass  # The trial is over.

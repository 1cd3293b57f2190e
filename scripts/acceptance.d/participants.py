"""Publishers and viewers of the protocol that one thread serves: they answer pings, send frames, and come back."""
import os
import selectors
import threading
import time

import wire
from trial import wait_until

#: Between two frames of a publisher, in seconds.
INTERVAL = 0.1
#: Before a viewer or publisher connects again, in seconds.
RETRY = 0.2
#: A random access point in so many frames.
GROUP = 5


class Crowd:
    """Serves its members until `close`."""

    def __init__(self):
        self._selector = selectors.DefaultSelector()
        self._members = []
        self._is_closed = False
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._is_closed = True
        self._thread.join(30)
        for member in list(self._members):
            member.leave()
        self._selector.close()

    def publish(self, relay, stream, label, **options):
        """A publisher whose frames say `label`; waits until the relay has answered its hello."""
        return self._add(Publisher(self, relay, stream, label, **options))

    def watch(self, relay, stream, **options):
        """A viewer; waits until the relay has answered its hello."""
        return self._add(Viewer(self, relay, stream, **options))

    def _add(self, member):
        member.connect()
        self._members.append(member)
        wait_until(lambda: member.answers, f"an answer for {member.stream}")
        return member

    def register(self, member):
        self._selector.register(member.socket, selectors.EVENT_READ, member)

    def unregister(self, member):
        try:
            self._selector.unregister(member.socket)
        except (KeyError, ValueError):
            pass

    def _serve(self):
        while not self._is_closed:
            for key, _ in self._selector.select(INTERVAL / 4):
                key.data.read()
            now = time.monotonic()
            for member in list(self._members):
                member.tick(now)


class Member:
    """A client of a relay. `returns` has it connect again for as long as it did not leave."""

    role = None

    def __init__(self, crowd, relay, stream, instance=None, token=None, returns=False):
        self.relay, self.stream, self.returns = relay, stream, returns
        self.instance = instance or os.urandom(16)
        self.socket = None
        #: Welcomes and refusals so far.
        self.answers = 0
        self.welcome = None
        #: The errors and goodbyes that ended connections.
        self.endings = []
        self._crowd, self._token = crowd, token
        self._lock = threading.RLock()
        self._reader = None
        self._has_left = False
        self._again = None

    def connect(self):
        with self._lock:
            self.welcome, self._again = None, None
            self._reader = wire.Reader()
            try:
                connection = wire.Connection(self.relay.endpoint, timeout=10)
                connection.send(wire.PREFACE + wire.hello(self.role, self.stream, self.instance, self._token))
            except OSError:
                return self._lost()
            self.socket = connection.socket
            return self._crowd.register(self)

    @property
    def is_connected(self):
        return self.welcome is not None

    @property
    def code(self):
        """The code of the last ending; None without one."""
        return self.endings[-1].code if self.endings else None

    def leave(self):
        with self._lock:
            self._has_left = True
            self._close()

    def _close(self):
        if self.socket:
            self._crowd.unregister(self)
            self.socket.close()
        self.socket, self.welcome = None, None

    def _lost(self):
        self._close()
        if self.returns and not self._has_left:
            self._again = time.monotonic() + RETRY

    def read(self):
        with self._lock:
            if not self.socket:
                return
            try:
                piece = self.socket.recv(1 << 16)
                for type, flags, body in self._reader.push(piece):
                    if type == wire.WELCOME:
                        self.welcome = wire.read_welcome(body)
                        self.greeted()
                        self.answers += 1
                    elif type == wire.PING:
                        self.socket.sendall(wire.pong(body))
                    elif type in (wire.ERROR, wire.GOODBYE):
                        self.endings.append(wire.read_ending(type, body))
                        self.answers += 1
                    else:
                        self.take(type, flags, body)
            except OSError:
                piece = b""
            if not piece:
                self._lost()

    def tick(self, now):
        with self._lock:
            if self._again and now >= self._again:
                self.connect()

    def greeted(self):
        """The relay has welcomed this client."""

    def take(self, type, flags, body):
        """A message that has not been answered yet."""


class Publisher(Member):
    """Sends ten frames a second, in groups of five, with its label and their number."""

    role = wire.PUBLISH

    def __init__(self, crowd, relay, stream, label, interval=INTERVAL, **options):
        super().__init__(crowd, relay, stream, **options)
        self._label, self._interval = label, interval
        self._sequence, self._due = 0, 0.0

    def greeted(self):
        self._sequence, self._due = 0, 0.0
        self.socket.sendall(wire.tracks(self.welcome.epoch))

    def tick(self, now):
        super().tick(now)
        with self._lock:
            if not self.welcome or now < self._due:
                return
            flags = wire.RANDOM_ACCESS if self._sequence % GROUP == 0 else 0
            payload = f"{self._label} {self._sequence}".encode()
            try:
                self.socket.sendall(wire.frame(self.welcome.epoch, self._sequence, payload, flags))
            except OSError:
                return self._lost()
            self._sequence += 1
            self._due = now + self._interval

    def end(self):
        """Ends the stream, and leaves."""
        with self._lock:
            if self.socket:
                self.socket.sendall(wire.goodbye(wire.END_OF_STREAM))
            self.leave()

    def kill(self):
        """Leaves without a word, as a program that was killed."""
        self.leave()


class Viewer(Member):
    """Remembers what came, and comes back whenever its connection ends, unless it is told not to."""

    role = wire.SUBSCRIBE

    def __init__(self, crowd, relay, stream, returns=True, **options):
        super().__init__(crowd, relay, stream, returns=returns, **options)
        #: The label of the last frame; None before the first.
        self.label = None
        self.frames = 0
        self.connections = 0
        #: The longest time between two frames, in seconds.
        self.pause = 0.0
        self.last = None
        #: What the rules of Protocol.md forbid, over all connections.
        self.faults = []
        self._record = None

    def greeted(self):
        self.connections += 1
        self._record = wire.Viewer()
        self._record.welcome = self.welcome

    def take(self, type, flags, body):
        self._record.take(type, flags, body)
        self.faults += self._record.faults
        self._record.faults = []
        if type != wire.FRAME:
            return
        now = time.monotonic()
        if self.last:
            self.pause = max(self.pause, now - self.last)
        self.last = now
        self.frames += 1
        self.label = wire.read_frame(flags, body).payload.decode().rsplit(" ", 1)[0]

    def forget(self):
        """Counts pauses and labels from here on."""
        with self._lock:
            self.label, self.pause, self.last = None, 0.0, None

    def wait_for(self, label, what, timeout=30):
        """Waits for a frame of this publisher; returns the seconds that it took."""
        began = time.monotonic()
        wait_until(lambda: self.label == label, what, timeout)
        return time.monotonic() - began

"""The protocol in binary WebSocket messages, with the independent PyPI package websockets."""
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

import wire

__all__ = ["Connection", "InvalidStatus"]


class Connection(wire.Connection):
    """Like `wire.Connection`, at a path of the relay's port."""

    def __init__(self, endpoint, stream, timeout=30, tls=None):
        host, port = endpoint
        self._timeout = timeout
        url = f"{'wss' if tls else 'ws'}://{host}:{port}/{stream}"
        # The pings of the relay's own protocol are enough to detect a lost connection.
        self.socket = connect(url, ssl=tls, compression=None, max_size=wire.LONGEST, open_timeout=timeout,
                              ping_interval=None)
        self._prepare()

    def send(self, data):
        if data:
            self.socket.send(data)

    def receive(self):
        try:
            return self.socket.recv(self._timeout)
        except ConnectionClosed:
            return b""

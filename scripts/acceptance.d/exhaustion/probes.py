"""Clients hold all connections of the admin listener: every probe and scrape gets its response."""
import http.client
import socket
import threading
import time

import figures

SECONDS = 6
#: Connections that the admin listener has at a time.
CONNECTIONS = 64
#: How long a probe may take: the default of Kubernetes.
PATIENCE = 1
#: How many requests of a part may take longer, and how long: a busy machine may stop the relay for a moment.
SPARED, LIMIT = 1, 5
#: New silent connections a second during the flood.
FLOOD = 200


def run(trial, seconds):
    admin = f"127.0.0.1:{figures.free_port()}"
    trial.relay("--admin", admin)
    host, port = admin.split(":")
    place = (host, int(port))
    each = seconds / 3
    with Crowd(place, CONNECTIONS) as crowd:
        check(trial, place, each, f"{CONNECTIONS} silent connections")
        left = crowd.closed()
        trial.check(0 < left < CONNECTIONS,
                    f"the admin listener closed {left} of them for new connections, and kept the others")
    with Crowd(place, CONNECTIONS, drips=True):
        check(trial, place, each, f"{CONNECTIONS} connections that send a byte every 100 ms")
    with Flood(place) as flood:
        check(trial, place, each, f"{FLOOD} new silent connections per second")
    trial.saw(f"the flood opened {flood.count} connections")


def check(trial, place, seconds, what):
    """Probes ten times per second; the third kind of each round is a scrape."""
    end, faults, times = time.monotonic() + seconds, [], []
    while time.monotonic() < end:
        for path in ("/healthz", "/readyz", "/metrics"):
            began = time.monotonic()
            answer = ask(place, path)
            times.append(time.monotonic() - began)
            if answer != 200:
                faults.append((path, answer))
        time.sleep(0.1)
    slow = sum(each >= PATIENCE for each in times)
    trial.check(not faults and slow <= SPARED,
                f"{what}: {len(times) - len(faults)} of {len(times)} requests were answered, the slowest in "
                f"{max(times):.3f} s, {slow} in more than {PATIENCE} s {faults[:3] or ''}")


def ask(place, path):
    """The status, or the error."""
    connection = http.client.HTTPConnection(*place, timeout=LIMIT)
    try:
        connection.request("GET", path, headers={"Host": "localhost"})
        response = connection.getresponse()
        response.read()
        return response.status
    except (OSError, http.client.HTTPException) as error:
        return repr(error)
    finally:
        connection.close()


class Crowd:
    """Connections that do nothing."""

    def __init__(self, place, count, drips=False):
        self._sockets = [socket.create_connection(place, 10) for _ in range(count)]
        self._ends = threading.Event()
        if drips:
            threading.Thread(target=self._drip, daemon=True).start()

    def _drip(self):
        while not self._ends.wait(0.1):
            for each in self._sockets:
                try:
                    each.send(b"G")
                except OSError:
                    pass

    def closed(self):
        """The number of connections that the other side has closed."""
        count = 0
        for each in self._sockets:
            each.setblocking(False)
            try:
                count += not each.recv(1)
            except BlockingIOError:
                pass
            except OSError:
                count += 1
        return count

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._ends.set()
        for each in self._sockets:
            each.close()


class Flood(threading.Thread):
    """Opens connections all the time, and keeps the last thousand."""

    def __init__(self, place):
        super().__init__(daemon=True)
        self.count = 0
        self._place = place
        self._ends = threading.Event()

    def run(self):
        kept = []
        while not self._ends.wait(1 / FLOOD):
            try:
                kept.append(socket.create_connection(self._place, 10))
                self.count += 1
            except OSError:
                pass
            if len(kept) > 1_000:
                kept.pop(0).close()
        for each in kept:
            each.close()

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self._ends.set()
        self.join(10)

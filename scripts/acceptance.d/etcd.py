"""etcd for a trial: members on loopback, what etcdctl does with them, and ways to them that can be cut."""
import base64
import collections
import http.client
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import threading
import time
import urllib.request

from figures import free_port
from trial import Abandoned, wait_until

#: How long a cluster may take to elect a leader, on a machine that is busy with other things.
ELECTION = 60
_REQUEST = re.compile(rb"POST (/v3\S*) HTTP/1\.[01]\r\n")

#: A value of the directory: its key without the prefix, the JSON in it, the lease's number, and when it was made.
Entry = collections.namedtuple("Entry", "key value lease created")
#: A request on the way to etcd: when, and its path.
Request = collections.namedtuple("Request", "time path")


class Etcd:
    """A cluster of etcd with so many members, each a program of its own. `certificate` makes clients use TLS."""

    def __init__(self, trial, count=1, authority=None):
        self._trial = trial
        self._authority = authority
        self._certificate = authority.issue("etcd") if authority else None
        self._scheme = "https" if authority else "http"
        self._generation = 0
        #: The name and password of the clients that this object runs.
        self.user = None
        self._names = [f"m{number}" for number in range(count)]
        self._ports = [(free_port(), free_port()) for _ in range(count)]
        self._programs = [None] * count
        self._folders = [trial.file(f"etcd{port}") for port, _ in self._ports]

    @property
    def addresses(self):
        """host:port of each member, for clients."""
        return [f"127.0.0.1:{port}" for port, _ in self._ports]

    @property
    def _peers(self):
        return ",".join(f"{name}=http://127.0.0.1:{port}" for name, (_, port) in zip(self._names, self._ports))

    def start(self, *numbers):
        """Starts these members, by default all, and waits until all that run are healthy: until they have a leader."""
        numbers = numbers or range(len(self._names))
        pair = self._certificate
        tls = ("--cert-file", pair.chain, "--key-file", pair.key) if pair else ()
        for number in numbers:
            client, peer = self._ports[number]
            self._programs[number] = self._trial.start(
                "etcd", "--name", self._names[number], "--data-dir", self._folders[number],
                "--listen-client-urls", f"{self._scheme}://127.0.0.1:{client}",
                "--advertise-client-urls", f"{self._scheme}://127.0.0.1:{client}",
                "--listen-peer-urls", f"http://127.0.0.1:{peer}",
                "--initial-advertise-peer-urls", f"http://127.0.0.1:{peer}",
                "--initial-cluster", self._peers, *tls, stdout=subprocess.DEVNULL)
        wait_until(lambda: all(self._is_healthy(number) for number in self._running), "all members of etcd", ELECTION)

    def kill(self, *numbers):
        """kill -9 of these members, by default of all."""
        for number in numbers or range(len(self._names)):
            if self._programs[number]:
                self._trial.end(self._programs[number])
                self._programs[number] = None

    @property
    def _running(self):
        """The numbers of the members that were not killed."""
        return [number for number, program in enumerate(self._programs) if program]

    def _is_healthy(self, number):
        """Whether a member listens and can read what a majority has written."""
        if self._programs[number].process.poll() is not None:
            raise Abandoned(f"etcd ended: {self._programs[number].said[-500:]}")
        try:
            with urllib.request.urlopen(f"{self._scheme}://{self.addresses[number]}/health", timeout=5,
                                        context=self._context) as answer:
                return str(json.load(answer).get("health")) == "true"
        except (OSError, ValueError, http.client.HTTPException):
            return False

    @property
    def _context(self):
        return ssl.create_default_context(cafile=str(self._authority.certificate)) if self._authority else None

    def ctl(self, *arguments, endpoints=None, tolerant=False):
        """The output of etcdctl, which asks all members that run, or these."""
        endpoints = endpoints or [self.addresses[number] for number in self._running]
        endpoints = ",".join(f"{self._scheme}://{address}" for address in endpoints)
        command = ["etcdctl", "--endpoints", endpoints, "--command-timeout", "20s"]
        command += ["--cacert", str(self._authority.certificate)] if self._authority else []
        command += ["--user", self.user] if self.user else []
        ran = subprocess.run([*command, *map(str, arguments)], capture_output=True, text=True, timeout=60, check=False,
                             env=dict(os.environ, ETCDCTL_API="3"))
        if ran.returncode and not tolerant:
            raise Abandoned(f"etcdctl {' '.join(map(str, arguments))} failed: {ran.stderr[-300:]}")
        return ran.stdout

    def entries(self, prefix):
        """What the directory below `prefix` has, by key."""
        found = json.loads(self.ctl("get", "--prefix", prefix, "-w", "json")).get("kvs", [])
        text = [(base64.b64decode(pair["key"]).decode(), base64.b64decode(pair.get("value", "")), pair)
                for pair in found]
        return {key[len(prefix):]: Entry(key[len(prefix):], json.loads(value), pair.get("lease", 0),
                                         pair["create_revision"])
                for key, value, pair in text}

    def leader(self):
        """The number of the member that leads, in a list; empty while none does."""
        found = []
        for number in self._running:
            said = self.ctl("endpoint", "status", "-w", "json", endpoints=[self.addresses[number]], tolerant=True)
            status = json.loads(said)[0]["Status"] if said.strip() else {}
            if status.get("leader") and status["leader"] == status["header"]["member_id"]:
                found.append(number)
        return found

    def leases(self):
        """The leases that are in force, in hexadecimal."""
        return [line for line in self.ctl("lease", "list").split() if re.fullmatch(r"[0-9a-f]{8,16}", line)]

    def revoke_all(self):
        """Ends all leases at once, and returns how many there were."""
        leases = self.leases()
        for lease in leases:
            self.ctl("lease", "revoke", lease, tolerant=True)
        return len(leases)

    def save(self):
        """A snapshot of what etcd has now."""
        path = self._trial.file(f"snapshot{self._generation}.db")
        self._generation += 1
        self.ctl("snapshot", "save", path)
        return path

    def restore(self, snapshot):
        """kill -9 of all members; then they begin with the snapshot, or with nothing without one."""
        self.kill()
        self._generation += 1
        self._folders = [self._trial.file(f"etcd{port}-{self._generation}") for port, _ in self._ports]
        for name, folder, (_, peer) in zip(self._names, self._folders, self._ports):
            if snapshot:
                # The newest etcd has a program of its own for this.
                program = shutil.which("etcdutl") or "etcdctl"
                subprocess.run([program, "snapshot", "restore", snapshot, "--data-dir", folder, "--name", name,
                                "--initial-cluster", self._peers,
                                "--initial-advertise-peer-urls", f"http://127.0.0.1:{peer}"],
                               env=dict(os.environ, ETCDCTL_API="3"), check=True, timeout=60,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.start()


class Way:
    """The way from one relay to one member: counts requests, and can be cut."""

    def __init__(self, target):
        host, port = target.rsplit(":", 1)
        self._target = (host, int(port))
        self._lock = threading.Lock()
        self._sockets = set()
        self._is_cut = False
        self._requests = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def requests(self, since=0.0):
        """The requests from this moment of the monotonic clock on. Those within TLS cannot be read."""
        with self._lock:
            return [request for request in self._requests if request.time >= since]

    def cut(self):
        """Nothing comes through any more, and no side is told."""
        with self._lock:
            self._is_cut = True

    def heal(self):
        """New connections come through again. Those of before are lost."""
        with self._lock:
            self._is_cut = False
            lost, self._sockets = self._sockets, set()
        for each in lost:
            _close(each)

    def _accept(self):
        while True:
            try:
                client = self._listener.accept()[0]
            except OSError:
                return
            with self._lock:
                self._sockets.add(client)
                is_cut = self._is_cut
            if not is_cut:
                threading.Thread(target=self._connect, args=(client,), daemon=True).start()

    def _connect(self, client):
        try:
            server = socket.create_connection(self._target, 10)
        except OSError:
            return self._forget(client)
        # The wait is for the connection alone: a watch may be silent for minutes.
        server.settimeout(None)
        with self._lock:
            self._sockets.add(server)
        threading.Thread(target=self._pass, args=(server, client, False), daemon=True).start()
        return self._pass(client, server, True)

    def _pass(self, source, sink, is_request):
        rest = b""
        try:
            while piece := source.recv(1 << 16):
                if is_request:
                    rest = self._note(rest + piece)
                with self._lock:
                    if self._is_cut:
                        return
                sink.sendall(piece)
        except OSError:
            pass
        with self._lock:
            # What was cut stays open, and says nothing.
            if self._is_cut:
                return
        self._forget(source, sink)

    def _note(self, received):
        """Counts the requests in these bytes, and returns those in which another one may begin."""
        end = 0
        now = time.monotonic()
        for match in _REQUEST.finditer(received):
            end = match.end()
            with self._lock:
                self._requests.append(Request(now, match[1].decode()))
        return received[max(end, len(received) - 200):]

    def _forget(self, *sockets):
        with self._lock:
            self._sockets.difference_update(sockets)
        for each in sockets:
            _close(each)


def _close(each):
    try:
        each.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass
    each.close()

"""HAProxy as docs/haproxy.cfg configures it, with the addresses of a trial in place of the document's."""
import re
import socket
import subprocess
import urllib.error
import urllib.request

from figures import free_port
from trial import HERE, Abandoned, wait_until

DOCUMENT = HERE.parents[1] / "docs/haproxy.cfg"
#: HAProxy's address as the relays see it, which they trust.
SOURCE = "127.0.0.2"
#: The document's relays, in its order.
NAMES = "abcd"


class Proxy:
    """HAProxy before four relays, each with `endpoint` and `admin`. `certificate` makes clients use TLS.

    On another host, `prefix` stands before its command, and relays see that host's address.
    """

    def __init__(self, trial, relays, certificate=None, connections=4000, host="127.0.0.1", source=SOURCE, prefix=()):
        self._trial, self._source, self._prefix = trial, source, prefix
        self.endpoint = (host, free_port())
        self.address = "%s:%d" % self.endpoint
        self._health = free_port()
        self._connections = connections
        self._socket = trial.file(f"haproxy{self.endpoint[1]}.sock")
        bundle = trial.file(f"haproxy{self.endpoint[1]}.pem")
        if certificate:
            bundle.write_text(certificate.chain.read_text() + certificate.key.read_text())
        path = trial.file(f"haproxy{self.endpoint[1]}.cfg")
        path.write_text(self._text(relays, bundle if certificate else None))
        checked = subprocess.run(["haproxy", "-c", "-f", str(path)], capture_output=True, text=True, check=False)
        said = checked.stdout + checked.stderr
        trial.check(checked.returncode == 0 and "warning" not in said.lower(),
                    f"haproxy -c accepts the document{' with TLS' if certificate else ''} {said if checked.returncode else ''}")
        self._command = (*prefix, "haproxy", "-db", "-f", path)
        self.start()
        wait_until(self._is_ready, "HAProxy to have all relays")

    def start(self):
        """Starts it, also after `kill`."""
        self._program = self._trial.start(*self._command)

    def kill(self):
        """kill -9."""
        self._trial.end(self._program)

    def _text(self, relays, bundle):
        text = DOCUMENT.read_text()

        def replace(pattern, replacement, count):
            nonlocal text
            text, found = re.subn(pattern, replacement, text, flags=re.MULTILINE)
            if found != count:
                raise Abandoned(f"docs/haproxy.cfg has '{pattern}' {found} times, not {count}")

        # An account, places and limits that the machine of the trial need not have.
        replace(r"^    (user|group) .*\n", "", 2)
        replace(r"^    log /dev/log", "    log stderr format raw", 1)
        replace(r"^    maxconn 40000$", f"    maxconn {self._connections}", 1)
        replace(r"^    stats socket \S+", f"    stats socket {self._socket}", 1)
        plain, encrypted = r"^    bind :7450$", r"^    #bind :7450 ssl crt \S+"
        host, port = self.endpoint
        replace(plain, "" if bundle else f"    bind {host}:{port}", 1)
        replace(encrypted, f"    {'' if bundle else '#'}bind {host}:{port} ssl crt {bundle}", 1)
        replace(r"^    bind 127\.0\.0\.1:8404$", f"    bind 127.0.0.1:{self._health}", 1)
        for name, relay in zip(NAMES, relays):
            host, port = relay.endpoint
            server = f"    server {name} {host}:{port} source {self._source}"
            replace(rf"^    server {name} 10\.0\.0\.\d+:7450$", f"{server} port {relay.admin.rsplit(':', 1)[1]}", 1)
            replace(rf"^    server {name} 10\.0\.0\.\d+:7450 track", f"{server} track", 1)
        return text

    def states(self):
        """UP, DOWN and so on of each server of the backend for the protocol."""
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(10)
            client.connect(str(self._socket))
            client.sendall(b"show stat relays 4 -1\n")
            said = b""
            while piece := client.recv(1 << 16):
                said += piece
        lines = said.decode().lstrip("# ").splitlines()
        columns = lines[0].split(",")
        rows = [dict(zip(columns, line.split(","))) for line in lines[1:] if line]
        return {row["svname"]: row["status"].split()[0] for row in rows}

    def _is_ready(self):
        if self._program.process.poll() is not None:
            raise Abandoned(f"HAProxy ended: {self._program.said[-500:]}")
        try:
            return set(self.states().values()) == {"UP"} and self.is_healthy
        except OSError:
            return False

    @property
    def is_healthy(self):
        """What HAProxy says of itself to a load balancer before it, which is on its host."""
        if self._prefix:
            return True
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self._health}/healthz", timeout=10) as answer:
                return answer.status == 200
        except urllib.error.URLError:
            return False

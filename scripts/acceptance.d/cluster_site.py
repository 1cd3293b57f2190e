"""The hosts of a cluster: four with a relay, three with a member of etcd, one with HAProxy, and two with clients."""
import base64
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import time

import haproxy
from clustering import PREFIX
from cluster_clients import MARK
from fabric import Fabric
from figures import Metrics, Process
from trial import Abandoned, wait_until

RELAYS, MEMBERS = ("a", "b", "c", "d"), ("e1", "e2", "e3")
PROXY, PUBLISHERS, VIEWERS = "proxy", "publishers", "viewers"
HOSTS = (*RELAYS, *MEMBERS, PROXY, PUBLISHERS, VIEWERS)
_PORT, _ADMIN, _CLIENT, _PEER = 7450, 7451, 2379, 2380
#: For a request to an admin listener or to etcd, which may be cut off.
_TIMEOUT = 1


class Relay:
    """What a host's relay is, over all its lives. HAProxy's configuration needs `endpoint` and `admin`."""

    def __init__(self, site, number):
        self.name, self.number, self._site = RELAYS[number], number, site
        self.endpoint = (site.fabric.address(self.name), _PORT)
        self.admin = f"{self.endpoint[0]}:{_ADMIN}"
        self.address = f"{self.endpoint[0]}:{_PORT}"
        self.program, self.lives = None, 0
        #: The seconds by which its wall clock is wrong, in a file.
        self._clock = site.trial.file(f"clock-{self.name}")
        self.set_clock(0)

    def start(self):
        site = self._site
        members = ",".join(f"{site.fabric.address(each)}:{_CLIENT}" for each in MEMBERS)
        log = site.trial.file(f"clock-{self.name}.log")
        environment = os.environ | {"LD_PRELOAD": str(site.library), "WRITES_ROOT": str(site.trial.file("nothing")),
                                    "WRITES_LOG": str(log), "WRITES_CLOCK": str(self._clock)}
        self.program = site.trial.start(
            *site.fabric.prefix(self.name), site.trial.streamd, "relay", "--listen", f"0.0.0.0:{_PORT}",
            "--admin", f"0.0.0.0:{_ADMIN}", "--open", "--tokens", site.tokens, "--cluster", f"etcd://{members}",
            "--advertise", self.address, "--proxy-protocol-from", site.fabric.address(PROXY),
            "--ping-interval", f"{MARK + self.number}ms", "--log-level", "debug", env=environment)
        self.lives += 1

    @property
    def is_listening(self):
        return bool(re.search(r"\blistening ", self.program.said))

    @property
    def has_ended(self):
        return self.program.process.poll() is not None

    def kill(self):
        self.program.signal(signal.SIGKILL)
        self._site.trial.end(self.program)

    @property
    def resources(self):
        """Kilobytes and descriptors that it has now."""
        sample = Process(self.program.pid).sample()
        return sample["rss_kb"], sample["descriptors"]

    def set_clock(self, seconds):
        # In place: the relay has the file open.
        with open(self._clock, "r+" if self._clock.exists() else "w") as file:
            file.write(f"{seconds:<12}")

    def get(self, path):
        """The answer of its admin listener, which is asked on its own host; None without one."""
        # Behind a proxy it asks for a token on loopback, too.
        return self._site.request(self.name, "127.0.0.1", _ADMIN, "GET", path, token=self._site.token)

    def metric(self, name):
        said = self.get("/metrics")
        return None if said is None else Metrics(said).total(name)


class Site:
    """All hosts, with everything running."""

    def __init__(self, trial):
        self.trial = trial
        self.fabric = Fabric(trial, HOSTS)
        # As docs/scaling.md advises.
        for host in HOSTS:
            self._set(host, "tcp_orphan_retries", 15)
            # Relays set it for their connections themselves.
            if host not in RELAYS:
                self._set(host, "tcp_rto_max_ms", 1000)
        self.library = trial.file("writes.so")
        source = pathlib.Path(__file__).with_name("writes.c")
        subprocess.run(["gcc", "-shared", "-fPIC", "-O2", "-o", self.library, source, "-ldl", "-lpthread"], check=True)
        self.tokens = trial.file("tokens")
        made = subprocess.run([trial.streamd, "token", "new", "--name", "observer", "--admin", "--to", self.tokens],
                              check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        #: Lets it see what relays have.
        self.token = made.stdout.strip()
        self._members, self._folders, self._generation = {}, {}, 0
        self._token = "cluster-0"
        for member in MEMBERS:
            self._folders[member] = trial.file(f"etcd-{member}")
            self.start_member(member)
        wait_until(lambda: all(self.status(member) for member in MEMBERS), "etcd")
        self.relays = {name: Relay(self, number) for number, name in enumerate(RELAYS)}
        for relay in self.relays.values():
            relay.start()
        for relay in self.relays.values():
            relay.program.wait_to_say(r"\blistening ")
            wait_until(lambda relay=relay: relay.metric("streamd_directory_current") == 1, "the directory")
        self.proxy = haproxy.Proxy(trial, self.relays.values(), host=self.fabric.address(PROXY),
                                   source=self.fabric.address(PROXY), prefix=self.fabric.prefix(PROXY))

    def _set(self, host, name, value):
        subprocess.run([*self.fabric.prefix(host), "sh", "-c", f"echo {value} >/proc/sys/net/ipv4/{name}"], check=True)

    def request(self, host, address, port, method, path, body=None, token=None):
        """The answer to a request that a host makes to itself; None if there is none in time."""
        connection = http.client.HTTPConnection(address, port, timeout=_TIMEOUT)
        try:
            with self.fabric.entered(host):
                connection.connect()
            connection.request(method, path, body and json.dumps(body),
                               {"Authorization": f"Bearer {token}"} if token else {})
            answer = connection.getresponse()
            said = answer.read().decode()
            return said if answer.status == 200 else None
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()

    # etcd

    @property
    def _peers(self):
        return ",".join(f"{each}=http://{self.fabric.address(each)}:{_PEER}" for each in MEMBERS)

    def start_member(self, member):
        host = self.fabric.address(member)
        self._members[member] = self.trial.start(
            *self.fabric.prefix(member), "etcd", "--name", member, "--data-dir", self._folders[member],
            "--listen-client-urls", f"http://{host}:{_CLIENT}", "--advertise-client-urls", f"http://{host}:{_CLIENT}",
            "--listen-peer-urls", f"http://{host}:{_PEER}", "--initial-advertise-peer-urls", f"http://{host}:{_PEER}",
            "--initial-cluster", self._peers, "--initial-cluster-token", self._token, stdout=subprocess.DEVNULL)

    def kill_member(self, member):
        self.trial.end(self._members[member])

    def etcd(self, member, path, **body):
        """A member's answer to a request on its own host; None without one."""
        said = self.request(member, self.fabric.address(member), _CLIENT, "POST", f"/v3/{path}", body)
        return None if said is None else json.loads(said)

    def status(self, member):
        """(leader, term) as a member knows them; None without a leader."""
        said = self.etcd(member, "maintenance/status")
        return (said["leader"], int(said["raftTerm"])) if said and int(said.get("leader", 0)) else None

    def entries(self, member):
        """The entries of the directory, by stream: (address, relay id), as a majority knows them; None without one."""
        first, end = PREFIX.encode(), PREFIX[:-1].encode() + bytes([PREFIX.encode()[-1] + 1])
        first, end = (base64.b64encode(each).decode() for each in (first, end))
        said = self.etcd(member, "kv/range", key=first, range_end=end)
        if said is None:
            return None
        found = {}
        for pair in said.get("kvs", []):
            value = json.loads(base64.b64decode(pair["value"]))
            found[base64.b64decode(pair["key"]).decode()[len(PREFIX):]] = (value["address"], value["relay"])
        return found

    def revoke_all(self, member):
        """Ends all leases; returns how many there were."""
        leases = (self.etcd(member, "lease/leases") or {}).get("leases", [])
        return sum(self.etcd(member, "lease/revoke", ID=each["ID"]) is not None for each in leases)

    def save(self, member):
        """A snapshot of what a member has now; None if it does not answer."""
        self._generation += 1
        path = self.trial.file(f"snapshot{self._generation}.db")
        ran = subprocess.run([*self.fabric.prefix(member), "etcdctl", "--endpoints",
                              f"{self.fabric.address(member)}:{_CLIENT}", "--command-timeout", "3s", "snapshot", "save",
                              path], env=os.environ | {"ETCDCTL_API": "3"}, check=False, stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL, timeout=10)
        return None if ran.returncode else path

    def prepare_restore(self, snapshot):
        """Makes folders of members that begin with a snapshot.

        The cluster has a new token, as docs/scaling.md demands.
        """
        self._generation += 1
        self._token = f"cluster-{self._generation}"
        # The newest etcd has a program of its own for this.
        program = shutil.which("etcdutl") or "etcdctl"
        for member in MEMBERS:
            folder = self.trial.file(f"etcd-{member}-{self._generation}")
            ran = subprocess.run([program, "snapshot", "restore", snapshot, "--data-dir", folder, "--name", member,
                                  "--initial-cluster", self._peers, "--initial-cluster-token", self._token,
                                  "--initial-advertise-peer-urls", f"http://{self.fabric.address(member)}:{_PEER}"],
                                 env=os.environ | {"ETCDCTL_API": "3"}, check=False, timeout=60,
                                 capture_output=True, text=True)
            if ran.returncode:
                raise Abandoned(f"etcd cannot be restored: {ran.stderr[-300:]}")
            shutil.rmtree(self._folders[member], ignore_errors=True)
            self._folders[member] = folder

    # What relays know

    def streams(self, relay):
        """(name, whether a publisher is here, where it is taken from) of each stream; None without an answer."""
        said = relay.get("/streams")
        if said is None:
            return None
        return [(each["name"], "publisher" in each, (each.get("source") or {}).get("origin"))
                for each in json.loads(said)["streams"]]

    def remember(self, text):
        """A line for the log of faults."""
        with open(self.trial.file("faults.log"), "a", encoding="utf-8") as file:
            file.write(f"{time.monotonic():.3f} {time.strftime('%H:%M:%S', time.gmtime())} {text}\n")

    def take_evidence(self, stream, relays, state):
        """Writes down what a viewer without pictures, these relays, and etcd have now."""
        with open(self.trial.file(f"evidence-{time.monotonic():.3f}"), "w", encoding="utf-8") as file:
            def tell(*values):
                print(*values, file=file, flush=True)

            tell(state)
            for name in relays:
                streams = json.loads(self.relays[name].get("/streams") or "{}").get("streams", ())
                tell("relay", name, *(json.dumps(each) for each in streams if each["name"] == stream))
            for member in MEMBERS:
                tell(member, "has", (self.entries(member) or {}).get(stream))
            for host in (VIEWERS, PROXY, *relays):
                tell(host)
                subprocess.run([*self.fabric.prefix(host), "ss", "-tinoH"], check=False, stdout=file)

"""Relays that find each other in etcd, each with a way of its own to each member, and what they know."""
import json
import subprocess
import time
import urllib.error
import urllib.request

from etcd import Way
from figures import Metrics, free_port
from trial import Abandoned, Relay

#: What the keys of streams begin with.
PREFIX = "/streamd/streams/"
#: The seconds of a lease.
LEASE = 5
#: How long all relays may take to register everything again, on a machine that is busy with other things: the wait
#: before an attempt, and the times over which leases and registrations are spread, are 8 s.
SETTLED = 20


def start(trial, etcd, *options, scheme="etcd", advertised=""):
    """A relay of the cluster, which knows the directory."""
    relay = begin(trial, etcd, *options, scheme=scheme, advertised=advertised)
    wait(lambda: known(relay, "current") == 1, f"the directory at {relay.address}")
    return relay


def begin(trial, etcd, *options, scheme="etcd", advertised=""):
    """A relay of the cluster, as soon as it listens. `advertised` is what stands before its address for others."""
    port, admin = free_port(), free_port()
    ways = [Way(address) for address in etcd.addresses]
    relay = trial.start(trial.streamd, "relay", "--listen", f"127.0.0.1:{port}", "--admin", f"127.0.0.1:{admin}",
                        "--cluster", f"{scheme}://" + ",".join(way.address for way in ways),
                        "--advertise", f"{advertised}127.0.0.1:{port}", *options, kind=Relay)
    relay.admin, relay.ways = f"127.0.0.1:{admin}", ways
    return relay


def direct(trial, etcd, *options, port=None, admin=None, advertised=None):
    """A relay of the cluster that reaches etcd without a way that can be cut, at the place of an earlier one."""
    port, admin = port or free_port(), admin or f"127.0.0.1:{free_port()}"
    relay = trial.start(trial.streamd, "relay", "--listen", f"127.0.0.1:{port}", "--admin", admin,
                        "--cluster", f"etcd://{etcd.addresses[0]}", "--advertise", advertised or f"127.0.0.1:{port}",
                        *options, kind=Relay)
    relay.admin = admin
    return relay


def wait(condition, what, timeout=30):
    """Waits for something that costs a request each time; returns it."""
    deadline = time.monotonic() + timeout
    while not (result := condition()):
        if time.monotonic() > deadline:
            raise Abandoned(f"timeout after {timeout:.0f} s while waiting for {what}")
        time.sleep(0.1)
    return result


def owner(etcd, stream):
    """The address of the relay that has a stream, as etcd says; None if it has none."""
    entry = etcd.entries(PREFIX).get(stream)
    return entry and entry.value["address"]


def known(relay, name):
    """What a relay knows of the directory: one of its metrics."""
    try:
        return Metrics.of(relay.admin).total(f"streamd_directory_{name}")
    except OSError as error:
        if relay.process.poll() is None:
            raise
        raise Abandoned(f"the relay {relay.address} ended ({error}): {relay.said[-500:]}") from None


def are_settled(relays, *, streams):
    """Whether all streams of these relays are registered, and each relay knows of so many."""
    return all(known(relay, "current") == 1 and known(relay, "unregistered") == 0 and known(relay, "streams") == streams
               for relay in relays)


def wait_settled(relays, streams, what, timeout=SETTLED):
    """Waits until all is registered; returns the seconds that it took."""
    began = time.monotonic()
    wait(lambda: are_settled(relays, streams=streams), what, timeout)
    return time.monotonic() - began


def source(relay, stream):
    """Where a relay takes a stream from; None for one that it does not take."""
    with urllib.request.urlopen(f"http://{relay.admin}/streams", timeout=30) as answer:
        found = [each for each in json.load(answer)["streams"] if each["name"] == stream]
    return found[0].get("source") if found else None


def is_ready(relay):
    """Whether the relay's probes are content."""
    try:
        for probe in ("healthz", "readyz"):
            with urllib.request.urlopen(f"http://{relay.admin}/{probe}", timeout=30):
                pass
    except urllib.error.URLError:
        return False
    return True


def run(trial, *arguments):
    """The exit code of a command of streamd, and all that it says."""
    ran = subprocess.run([trial.streamd, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         text=True, timeout=120, check=False)
    return ran.returncode, ran.stdout


def examine(trial, members, *options, expected=0):
    """The doctor's exit code, and its findings as (verdict, topic, text), for these members of etcd.

    It gives a relay three seconds, which a busy machine may need for itself: a result that is not expected is tried again.
    """
    for _ in range(3):
        code, text = run(trial, "doctor", "--json", "--cluster", members, *options)
        if code == expected:
            break
    try:
        found = json.loads(text)["findings"]
    except ValueError:
        return code, [("none", "none", text)]
    return code, [(finding["verdict"], finding["topic"], finding["text"]) for finding in found]


def txns(relays, since):
    """The times of all writes of these relays, in order."""
    return sorted(request.time for relay in relays for way in relay.ways for request in way.requests(since)
                  if request.path.endswith("/txn"))


def cut(relay):
    """Nothing comes through between a relay and etcd any more."""
    for way in relay.ways:
        way.cut()


def heal(relay):
    for way in relay.ways:
        way.heal()


def end(trial, *relays):
    for relay in relays:
        trial.end(relay)

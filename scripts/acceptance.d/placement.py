"""HAProxy with docs/haproxy.cfg before four relays: clients of a stream reach the same relay, over every carrier.

The relays have a directory in etcd. Also: the spread; what is refused; a relay that drains, returns and dies."""
import asyncio
import collections
import http.client
import json
import os
import signal
import socket
import subprocess
import time
import urllib.request

import audience
import certificates
import haproxy
import wire
from clustering import direct
from etcd import Etcd
from trial import Abandoned

SECONDS = 60
STREAMS = 100
#: Streams that are also watched directly at every relay, and viewers of each there.
DIRECT, EACH = 8, 3
#: Of 100 streams, a relay gets about 25. With a fair hash, fewer than 10 or more than 42 come once in 10,000 times.
FEWEST, MOST = 10, 42
LIST = 4
INSPECT_DELAY = 10
#: How long clients may take to be back, with a directory that forgets a dead relay after 5 seconds.
RETURN = 60


def run(trial, seconds):
    etcd = Etcd(trial)
    etcd.start()
    relays = [start(trial, etcd) for _ in haproxy.NAMES]
    proxy = haproxy.Proxy(trial, relays)
    asyncio.run(place(trial, etcd, relays, proxy))


def start(trial, etcd, endpoint=None, admin=None):
    """A relay of the cluster behind HAProxy, at the place of an earlier one."""
    return direct(trial, etcd, "--proxy-protocol-from", haproxy.SOURCE, "--drain-notice", "2s",
                  port=endpoint and endpoint[1], admin=admin)


def ask(relay, path):
    with urllib.request.urlopen(f"http://{relay.admin}{path}", timeout=30) as answer:
        return answer.read().decode()


def connections(relay):
    """The connections of a relay's list that have a role; none of a relay that is gone."""
    try:
        return [each for each in json.loads(ask(relay, "/connections"))["connections"] if "role" in each]
    except OSError:
        return []


def metric(relay, name):
    return sum(float(line.rsplit(" ", 1)[1]) for line in ask(relay, "/metrics").splitlines()
               if line.startswith((name + " ", name + "{")))


async def aside(function, *arguments):
    """Runs what blocks while clients go on."""
    return await asyncio.get_running_loop().run_in_executor(None, function, *arguments)


async def until(condition, what, timeout=RETURN):
    """Waits, and looks less often than `wait_until`, because a look asks every relay."""
    deadline = time.monotonic() + timeout
    while not (result := await condition()):
        if time.monotonic() > deadline:
            raise Abandoned(f"timeout after {timeout:.0f} s while waiting for {what}")
        await asyncio.sleep(0.2)
    return result


class Placement:
    """Where clients are, by the relays' lists."""

    def __init__(self, relays):
        self.listed = {name: connections(relay) for name, relay in zip(haproxy.NAMES, relays)}
        self.by_peer = {each["peer"]: (name, each) for name, list in self.listed.items() for each in list}

    def relay(self, client):
        """The name of the relay that lists this client as what it is, None without one."""
        name, entry = self.by_peer.get(client.peer, (None, {}))
        expected = (client.role, client.carrier, client.stream)
        return name if (entry.get("role"), entry.get("carrier"), entry.get("stream")) == expected else None

    def relays(self, clients):
        return {self.relay(client) for client in clients}


async def place(trial, etcd, relays, proxy):
    names = [f"place/camera-{number:03}" for number in range(STREAMS)]
    clients = {name: [audience.Publisher(proxy.endpoint, name, source=f"127.1.0.{number + 1}")]
               for number, name in enumerate(names)}
    silent = socket.create_connection(proxy.endpoint)
    await until(lambda: settled(relays, clients), "all publishers")
    for number, name in enumerate(names):
        clients[name] += [kind(proxy.endpoint, name, source=f"127.1.{place}.{number + 1}")
                          for place, kind in enumerate(audience.VIEWERS, 1)]
    placement = await until(lambda: settled(relays, clients), "all viewers")
    owners = judge(trial, relays, clients, placement)
    await pulled(trial, relays, names[:DIRECT], clients)
    await lists(trial, relays, proxy)
    await refused(trial, relays, proxy, silent)
    await encrypted(trial, relays, names[0])
    await drained(trial, etcd, relays, proxy, clients, owners)
    await killed(trial, relays, proxy, clients)
    faults = {name: str(client.fault) for name, all in clients.items() for client in all
              if isinstance(client.fault, wire.Broken) and "got" in str(client.fault)}
    trial.check(not faults, f"no client ever got another stream than its own {list(faults.items())[:3] or ''}")
    await asyncio.gather(*(client.close() for all in clients.values() for client in all))


async def settled(relays, clients, gone=()):
    """The placement, once each client hears its stream and is at a relay, and at none that is gone."""
    all = [client for list in clients.values() for client in list]
    now = time.monotonic()
    if any(client.peer is None or now - client.heard > 8 * audience.INTERVAL for client in all):
        return None
    placement = await aside(Placement, relays)
    places = [placement.relays(list) for list in clients.values()]
    return placement if all and not any(None in those or those & set(gone) for those in places) else None


def judge(trial, relays, clients, placement):
    """One relay for each stream, the spread, the clients' addresses. Returns the relays of the streams."""
    places = {name: placement.relays(list) for name, list in clients.items()}
    split = {name: those for name, those in places.items() if len(those) != 1}
    trial.check(not split, f"publisher and viewers over TCP, WebSocket and HTTP of all {len(places)} streams are at one "
                f"relay each {list(split.items())[:3] or ''}")
    owners = {name: next(iter(those)) for name, those in places.items()}
    counts = collections.Counter(owners.values())
    trial.check(len(counts) == len(relays) and FEWEST <= min(counts.values()) and max(counts.values()) <= MOST,
                f"the hash spreads the streams evenly over {len(relays)} relays: {dict(sorted(counts.items()))}")
    addresses = {each["peer"].rsplit(":", 1)[0] for list in placement.listed.values() for each in list}
    expected = (len(audience.VIEWERS) + 1) * STREAMS
    trial.check(len(addresses) == expected, f"the relays have the addresses of all {expected} clients: {len(addresses)}")
    taken = [metric(relay, "streamd_upstream_connections_total") for relay in relays]
    trial.check(taken == [0] * len(relays), "so no relay takes a stream from another one")
    return owners


async def pulled(trial, relays, names, clients):
    """Viewers that do not come through HAProxy: a relay takes each stream once."""
    viewers = [audience.TCPViewer(relay.endpoint, name) for relay in relays for name in names for _ in range(EACH)]

    async def heard():
        return all(viewer.heard for viewer in viewers)
    await until(heard, "viewers at every relay")
    taken = [await aside(metric, relay, "streamd_upstream_connections_total") for relay in relays]
    expected = len(names) * (len(relays) - 1)
    trial.check(sum(taken) == expected, f"{len(viewers)} viewers directly at all relays make {expected} connections between "
                f"relays, one for each stream and relay: {sum(taken):.0f}")
    await asyncio.gather(*(viewer.close() for viewer in viewers))


async def lists(trial, relays, proxy):
    """Lists and pages come from any relay, and have all streams."""
    listers = [wire.Connection(proxy.endpoint) for _ in range(8)]
    found = [await aside(listed, lister) for lister in listers]
    placement = await aside(Placement, relays)
    places = {name for name, all in placement.listed.items() if any(each["role"] == "list" for each in all)}
    for lister in listers:
        lister.socket.close()
    trial.check(min(found) == STREAMS and len(places) > 1,
                f"{len(listers)} lists come from the relays {sorted(places)}, each with all {min(found)} streams")
    statuses = {path: await aside(status, proxy, path)
                for path in ("/", "/streams?limit=1000", "/@/player.js", "/streams/place/camera-000", "/nothing.h264")}
    expected = {"/": 200, "/streams?limit=1000": 200, "/@/player.js": 200, "/streams/place/camera-000": 200, "/nothing.h264": 404}
    trial.check(statuses == expected, f"requests of HTTP are answered: {statuses}")


def listed(lister):
    """How many streams the first whole list has."""
    lister.send(wire.PREFACE + wire.hello(LIST, ""))
    count, flags = 0, 2
    while flags & 2:
        body = lister.wait_for(0x000F)[2]
        count, flags = count + int.from_bytes(body[:2], "big"), body[2]
    return count


def status(proxy, path):
    client = http.client.HTTPConnection(*proxy.endpoint, timeout=30)
    try:
        client.request("GET", path)
        return client.getresponse().status
    finally:
        client.close()


async def refused(trial, relays, proxy, silent):
    """What says no stream goes to no relay."""
    before = [await aside(metric, relay, "streamd_accepted_connections_total") for relay in relays]
    whole = wire.PREFACE + wire.hello(wire.SUBSCRIBE, "live")
    nameless = wire.hello(wire.SUBSCRIBE, "")
    inputs = {
        "random bytes": b"\0" + os.urandom(200),
        "a ClientHello": bytes.fromhex("16030100ff0100"),
        "another magic": whole[:7] + b"\x0b" + whole[8:],
        "a first message that is no hello": wire.PREFACE + wire.goodbye(wire.DONE) + bytes(40),
        "a viewer's hello without a name": wire.PREFACE + nameless + bytes(40),
    }
    for what, data in inputs.items():
        answer = await aside(answered, proxy, data)
        trial.check(answer == b"", f"HAProxy closes after {what} {answer[:60] or ''}")
    partial = socket.create_connection(proxy.endpoint)
    partial.sendall(whole[:42])
    began = time.monotonic()
    for what, client in (("a connection that has said nothing", silent), ("one that has said half a name", partial)):
        client.settimeout(INSPECT_DELAY + 20)
        try:
            answer = await aside(client.recv, 100)
        except ConnectionResetError:
            answer = b""
        trial.check(answer == b"", f"HAProxy closes {what}; {time.monotonic() - began:.1f} s have passed")
        client.close()
    after = [await aside(metric, relay, "streamd_accepted_connections_total") for relay in relays]
    trial.check(before == after, "none of that reached a relay")


def answered(proxy, data):
    with socket.create_connection(proxy.endpoint, INSPECT_DELAY + 20) as client:
        try:
            client.sendall(data)
            return client.recv(100)
        except (ConnectionResetError, BrokenPipeError):
            return b""


async def encrypted(trial, relays, name):
    """HAProxy with a certificate: the same relay, and the relay knows of the TLS."""
    authority = certificates.Authority(trial, "placement")
    proxy = await aside(haproxy.Proxy, trial, relays, authority.issue("haproxy-server"))
    clients = {name: [kind(proxy.endpoint, name, tls=authority.client) for kind in audience.VIEWERS]}
    placement = await until(lambda: settled(relays, clients), "viewers over TLS")
    entries = [placement.by_peer[client.peer][1] for client in clients[name]]
    publisher = {relay for relay, all in placement.listed.items()
                 if any(each["role"] == "publisher" and each["stream"] == name for each in all)}
    trial.check(placement.relays(clients[name]) == publisher and all(each["encrypted"] for each in entries),
                "over TLS, wss and https viewers reach the publisher's relay, which takes them as encrypted")
    await asyncio.gather(*(client.close() for client in clients[name]))


async def drained(trial, etcd, relays, proxy, clients, owners):
    """A relay that drains has no new clients, its streams move, others stay; and then it is back."""
    index, name = 1, haproxy.NAMES[1]
    moving = [stream for stream, owner in owners.items() if owner == name]
    others = {client: client.admissions for stream, owner in owners.items() if owner != name for client in clients[stream]}
    relay = relays[index]
    ctl = await aside(lambda: subprocess.run([trial.streamd, "ctl", "drain", "--admin", relay.admin], check=False,
                                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode)
    began = time.monotonic()
    trial.check(ctl == 0 and await aside(relay.wait) == 0, f"relay {name} drains and ends, with {len(moving)} streams")
    placement = await until(lambda: settled(relays, clients, gone=name), "clients of the drained relay")
    places = {stream: placement.relays(clients[stream]) for stream in moving}
    trial.check(all(len(those) == 1 for those in places.values()),
                f"its clients are at other relays, those of each stream at one, {time.monotonic() - began:.1f} s later")
    moved = [client.stream for client, admissions in others.items() if client.admissions != admissions]
    trial.check(not moved, f"{len(others)} clients of other streams have kept their connections {moved[:3] or ''}")
    relays[index] = await aside(start, trial, etcd, relay.endpoint, relay.admin)
    await until(lambda: aside(lambda: proxy.states()[name] == "UP"), f"HAProxy to have relay {name} again")
    viewers = {stream: [audience.TCPViewer(proxy.endpoint, stream)] for stream in moving}
    placement = await until(lambda: settled(relays, viewers), "viewers of the returned relay")
    taken = await aside(metric, relays[index], "streamd_upstream_connections_total")
    trial.check(placement.relays(viewer for all in viewers.values() for viewer in all) == {name} and taken == len(moving),
                f"when it is back, new viewers of these {len(moving)} streams reach it, and it takes each once: {taken:.0f}")
    await asyncio.gather(*(viewer.close() for all in viewers.values() for viewer in all))


async def killed(trial, relays, proxy, clients):
    """kill -9 of a relay: HAProxy leaves it out, and its clients are back elsewhere."""
    index, name = 3, haproxy.NAMES[3]
    streams = [each["stream"] for each in await aside(connections, relays[index]) if each["role"] == "publisher"]
    relays[index].signal(signal.SIGKILL)
    began = time.monotonic()
    await until(lambda: aside(lambda: proxy.states()[name] == "DOWN"), f"HAProxy to leave out relay {name}")
    trial.saw(f"HAProxy leaves the dead relay out after {time.monotonic() - began:.1f} s")
    placement = await until(lambda: settled(relays, clients, gone=name), "clients of the dead relay")
    split = [stream for stream in streams if len(placement.relays(clients[stream])) != 1]
    trial.check(bool(streams) and proxy.is_healthy,
                f"the clients of its {len(streams)} streams have pictures again {time.monotonic() - began:.1f} s later, "
                f"{len(streams) - len(split)} streams with all of them at one relay")

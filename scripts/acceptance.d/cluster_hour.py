"""Random faults in a cluster against a model: kills, partitions of every pair, delay and loss, etcd's past, and clocks.

An hour has 1,000 faults, another time as many in proportion. Four relays, three members of etcd, HAProxy, the
publishers and the viewers have hosts of their own; cluster_model.py says what they owe the viewers. Needs root, for
hosts as network namespaces. STREAMD_SEED in the environment repeats the plan of an earlier run.
"""
import asyncio
import collections
import contextlib
import json
import os
import random
import subprocess
import sys
import threading
import time

import cluster_results
from cluster_clients import Viewer
from cluster_director import Director
from cluster_model import BOUND, LEASE, PAUSE, Model, Wait
from cluster_observer import Observer
from cluster_site import MEMBERS, PUBLISHERS, RELAYS, VIEWERS, Site
from trial import HERE

SECONDS = 3600
FAULTS_PER_SECOND = 1000 / 3600
STREAMS = 8
#: Seconds between two looks at all viewers, and a look that comes so late is this program's own fault.
_TICK, _LATE = 0.05, 0.2
#: How long all may take to be as before after the last fault: a silent connection is given up after 15 s, and then
#: publishers, pulls and leases follow.
SETTLED = 40


class Publisher:
    """A publisher's program over all its lives."""

    def __init__(self, site, model, lock, stream, targets, is_proxied):
        self.stream, self._targets, self._is_proxied = stream, targets, is_proxied
        self._site, self._model, self._lock, self._program = site, model, lock, None
        #: How its connections ended: a text for each code.
        self.endings = collections.Counter()
        #: Since when it could be at a relay and is not, and how long that took: (whether its program is new, seconds).
        self._absent, self.absences, self._is_new = None, [], True
        self.start()

    def start(self):
        self._program = self._site.trial.start(
            *self._site.fabric.prefix(PUBLISHERS), sys.executable, HERE / "cluster_clients.py", self.stream,
            *(f"{host}:{port}" for host, port in self._targets), stdout=subprocess.PIPE)
        threading.Thread(target=self._listen, args=(self._program,), daemon=True).start()

    def look(self, now):
        """Notes whether it could be at a relay and is not."""
        if self._model.publication(self.stream):
            if self._absent:
                self.absences.append((self._is_new, now - self._absent))
            self._absent, self._is_new = None, False
        elif not self._program or not self._model.may_publish(now, self._is_proxied):
            self._absent = None
        else:
            self._absent = self._absent or now

    def kill(self):
        program, self._program, self._is_new = self._program, None, True
        with self._lock:
            self._model.left(self.stream)
        self._site.trial.end(program)

    def _listen(self, program):
        # The last line may be half a line, and the pipe closed.
        with contextlib.suppress(ValueError):
            for line in program.process.stdout:
                self._take(program, json.loads(line))

    def _take(self, program, said):
        with self._lock:
            if program is self._program:
                if said["event"] == "welcome":
                    self._model.welcomed(said["time"], self.stream, RELAYS[said["relay"]], self._is_proxied)
                elif said["event"] == "ended":
                    self._model.left(self.stream)
                    self.endings[f"{said['code']:#06x}" if said["code"] is not None else "lost"] += 1
                self._site.remember(f"        publisher of {self.stream}: {said}")


class Audience:
    """All viewers, and what they wait for."""

    def __init__(self, site, model, lock, viewers, publishers):
        self._site, self._model, self._lock, self.viewers = site, model, lock, viewers
        self._publishers, self._waits = publishers, {}
        #: By kind of fault: the seconds from a way to pictures, and those of them in which pictures were owed.
        self.back = collections.defaultdict(list)
        self.faults, self.late = [], 0

    async def watch(self, until):
        """Looks at all of them until `until` says so."""
        for viewer in self.viewers:
            if not viewer.arrived:
                viewer.begin()
        last = time.monotonic()
        while not until():
            await asyncio.sleep(_TICK)
            now = time.monotonic()
            self.late += now - last > _LATE
            with self._lock:
                for publisher in self._publishers:
                    publisher.look(now)
                for viewer in self.viewers:
                    self._look(viewer, now, min(now - last, _LATE))
            last = now

    def _look(self, viewer, now, passed):
        relay = RELAYS[viewer.relay] if viewer.relay is not None else None
        is_proxied = len(viewer.targets) == 1
        if relay is None and not is_proxied:
            relay = next(name for name, each in self._site.relays.items() if each.endpoint == viewer.target)
        way = self._model.way(viewer.stream, relay, is_proxied)
        wait = self._waits.get(viewer)
        if wait is None:
            if viewer.relay is not None and viewer.through == viewer.relay:
                self._model.passed(viewer.stream, relay, viewer.sent)
            if now - viewer.arrived < PAUSE:
                viewer.way = way
                return
            wait = self._waits[viewer] = Wait(viewer.arrived, viewer.way.parts if viewer.way else way.parts)
        wait.step(now, passed, way, viewer.asked is not None)
        if wait.ready is not None and viewer.sent >= wait.ready - passed:
            del self._waits[viewer]
            kinds = wait.kinds
            self.back[kinds[0] if len(kinds) == 1 else "several" if kinds else "none"].append((wait.open, wait.owed))
        elif wait.owed > BOUND and not wait.is_reported:
            wait.is_reported = True
            publication = self._model.publication(viewer.stream)
            self.faults.append(f"{now:.1f}: {viewer.name} at {relay or viewer.target} has no picture for "
                               f"{now - wait.began:.1f} s of {viewer.stream}, which is at {publication.relay} since "
                               f"{publication.since:.1f}; owed for {wait.owed:.1f} s; after {wait.kinds}")
            self._site.remember(f"VIOLATION {self.faults[-1]}")
            threading.Thread(target=self._site.take_evidence, args=(
                viewer.stream, {relay, publication.relay} & set(RELAYS), viewer.state), daemon=True).start()

    @property
    def are_served(self):
        now = time.monotonic()
        return all(now - viewer.arrived < PAUSE and now - viewer.sent < BOUND for viewer in self.viewers)


def run(trial, seconds):
    if not os.path.exists("/proc/sys/net/ipv4/tcp_rto_max_ms"):
        return trial.skip("it was not tried: the model is that of Linux 6.15 or later")
    seed = int(os.environ.get("STREAMD_SEED") or random.randrange(1 << 32))
    trial.saw(f"seed {seed}")
    site, lock, model = Site(trial), threading.Lock(), Model(RELAYS, MEMBERS)
    endpoints = [relay.endpoint for relay in site.relays.values()]
    names = [f"hour/camera-{number}" for number in range(STREAMS)]

    def targets(number):
        """All relays, another one first for each number; HAProxy for each fourth."""
        first = number % len(endpoints)
        return [site.proxy.endpoint] if number % 4 == 3 else endpoints[first:] + endpoints[:first]

    publishers = [Publisher(site, model, lock, name, targets(number), number % 4 == 3)
                  for number, name in enumerate(names)]
    make_socket = lambda: site.fabric.socket(VIEWERS)  # noqa: E731
    viewers = [Viewer(f"viewer {number}.{index}", name, way, make_socket)
               for number, name in enumerate(names)
               for index, way in enumerate((targets(number + number // 4), endpoints[::-1][number % 4:] +
                                            endpoints[::-1][:number % 4], [site.proxy.endpoint]))]
    for viewer in viewers:
        viewer.way = None
    audience = Audience(site, model, lock, viewers, publishers)
    director = Director(site, model, lock, publishers, seed, round(seconds * FAULTS_PER_SECOND), seconds)
    observer = Observer(site, model, lock, director.ends)
    asyncio.run(watch(trial, site, audience, director, observer))
    if director.error:
        trial.check(False, f"the faults did not end: {director.error}")
    for relay in site.relays.values():
        director.note_life(relay)
    cluster_results.judge(trial, audience, director, observer, publishers)


async def watch(trial, site, audience, director, observer):
    """Watches while all comes up, during the faults, and until all is well again."""
    deadline = time.monotonic() + SETTLED
    await audience.watch(lambda: audience.are_served or time.monotonic() > deadline)
    trial.require(audience.are_served, "all viewers have pictures before the first fault")
    audience.back.clear()
    observer.start()
    director.start()
    began, used = time.monotonic(), os.times()
    await audience.watch(lambda: not director.is_alive())
    took, since = time.monotonic() - began, os.times()
    trial.saw(f"faults for {took:.0f} s; this program takes {(since.user - used.user) / took * 100:.0f} % of a core")
    healed = time.monotonic()
    deadline = healed + SETTLED
    # Settled means that all agree for some looks.
    await audience.watch(lambda: time.monotonic() > healed + LEASE and audience.are_served
                         or time.monotonic() > deadline)
    trial.check(audience.are_served, "all viewers have pictures after the last fault")
    await audience.watch(lambda: not differences(site) or time.monotonic() > deadline)
    found = differences(site)
    trial.check(not found, f"each stream has one owner, whom etcd names, {time.monotonic() - healed:.0f} s after it "
                f"{found or ''}")
    observer.end()
    for viewer in audience.viewers:
        await viewer.close()


def differences(site):
    """The relays that have publishers without being named by etcd, and those that it names without."""
    owners = {(stream, relay.address) for relay in site.relays.values()
              for stream, is_here, _ in site.streams(relay) or () if is_here}
    named = {(stream, address) for stream, (address, _) in (site.entries(MEMBERS[0]) or {}).items()}
    return {"only relays": sorted(owners - named), "only etcd": sorted(named - owners)} if owners != named else {}

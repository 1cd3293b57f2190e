"""Random faults in a cluster against a model: kills, partitions of every pair, delay and loss, etcd's past, and clocks.

An hour has 1,000 faults, another time as many in proportion. Four relays, three members of etcd, HAProxy, the publishers
and the viewers each have a host of their own; cluster_model.py says what they owe the viewers. Needs root, for hosts as
network namespaces. STREAMD_SEED in the environment repeats the faults of an earlier run.
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

from cluster_clients import Viewer
from cluster_director import Director
from cluster_model import BOUND, LEASE, PAUSE, Model, Wait
from cluster_observer import SLACK, Observer
from cluster_site import MEMBERS, PUBLISHERS, RELAYS, VIEWERS, Site
from figures import quantile
from trial import HERE

SECONDS = 3600
FAULTS_PER_SECOND = 1000 / 3600
STREAMS = 8
#: Seconds between two looks at all viewers, and a look that comes so late is this program's own fault.
_TICK, _LATE = 0.05, 0.2
#: How long all may take to be as before after the last fault: a silent connection is given up after 15 s, and then
#: publishers, pulls and leases follow.
SETTLED = 40
#: What a relay may have at the end of any of its lives, however long it was: it has at most 32 clients and 8 pulls here.
MOST_MEMORY, MOST_DESCRIPTORS = 200_000, 160


class Publisher:
    """A publisher's program over all its lives."""

    def __init__(self, site, model, lock, stream, targets, is_proxied):
        self.stream, self._targets, self._is_proxied = stream, targets, is_proxied
        self._site, self._model, self._lock, self._program = site, model, lock, None
        #: How its connections ended: a text for each code.
        self.endings = collections.Counter()
        self.start()

    def start(self):
        self._program = self._site.trial.start(
            *self._site.fabric.prefix(PUBLISHERS), sys.executable, HERE / "cluster_clients.py", self.stream,
            *(f"{host}:{port}" for host, port in self._targets), stdout=subprocess.PIPE)
        threading.Thread(target=self._listen, args=(self._program,), daemon=True).start()

    def kill(self):
        program, self._program = self._program, None
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

    def __init__(self, site, model, lock, viewers):
        self._site, self._model, self._lock, self.viewers = site, model, lock, viewers
        self._waits = {}
        #: By kind of fault: the seconds from a way to pictures, and those of them in which pictures were owed.
        self.back = collections.defaultdict(list)
        self.faults, self.interrupted, self.late = [], 0, 0

    async def watch(self, until):
        """Looks at all of them until then, or until all have pictures if that is sooner and `until` is an event."""
        for viewer in self.viewers:
            if not viewer.arrived:
                viewer.begin()
        last = time.monotonic()
        while not until():
            await asyncio.sleep(_TICK)
            now = time.monotonic()
            self.late += now - last > _LATE
            with self._lock:
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
            self.faults.append(f"{now:.1f}: {viewer.name} at {relay or viewer.target} has no picture of {viewer.stream}, "
                               f"which is at {publication.relay} since {publication.since:.1f}, for {now - wait.began:.1f} s; "
                               f"owed for {wait.owed:.1f} s; after {wait.kinds}")
            self._site.remember(f"VIOLATION {self.faults[-1]}")

    @property
    def are_served(self):
        now = time.monotonic()
        return all(now - viewer.arrived < PAUSE and now - viewer.sent < BOUND for viewer in self.viewers)


def run(trial, seconds):
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
    audience = Audience(site, model, lock, viewers)
    director = Director(site, model, lock, publishers, seed, round(seconds * FAULTS_PER_SECOND), seconds)
    observer = Observer(site, model, lock, director.ends)
    asyncio.run(watch(trial, site, audience, director, observer))
    if director.error:
        trial.check(False, f"the faults did not end: {director.error}")
    for relay in site.relays.values():
        director.note_life(relay)
    judge(trial, audience, director, observer, publishers)


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
    await audience.watch(lambda: agree(site) or time.monotonic() > deadline)
    trial.check(agree(site), f"each stream has one owner, whom etcd names, {time.monotonic() - healed:.0f} s after that")
    observer.end()
    for viewer in audience.viewers:
        await viewer.close()


def agree(site):
    """Whether the relays that have publishers are those that etcd names, one for each stream."""
    owners = [(stream, relay.address) for relay in site.relays.values()
              for stream, is_here, _ in site.streams(relay) or () if is_here]
    entries = site.entries(MEMBERS[0]) or {}
    return len(owners) == STREAMS and dict(owners) == {stream: address for stream, (address, _) in entries.items()}


def judge(trial, audience, director, observer, publishers):
    for kind, count in director.counts.most_common():
        trial.saw(f"{count} × {kind}")
    trial.saw(f"etcd's leader changed {observer.changes} times, as {observer.looks} looks have seen; "
              f"{audience.late} looks at viewers were late")
    for kind, waits in sorted(audience.back.items()):
        opened, owed = zip(*waits)
        trial.saw(f"pictures back after {kind}: {len(waits)} times, {quantile(opened, 0.5):.2f} s (median) and "
                  f"{max(opened):.2f} s at most after there was a way; beyond the allowances {max(owed):.2f} s")
    show(trial, audience.faults, f"pictures are back within {BOUND:.0f} s of the publisher's being reachable, beside the "
         "allowances of cluster_model.py")
    show(trial, [fault for fault in observer.faults if "owners" not in fault], "no entry outlives its relay by more than its "
         f"lease, and one more per change of etcd's leader: {observer.outlived:.1f} s at most, "
         f"{observer.beyond:.1f} s beyond what is allowed")
    show(trial, [fault for fault in observer.faults if "owners" in fault], "no stream has two owners for longer than a lease "
         f"after healing: {observer.doubled:.1f} s at most, and {max(0.0, observer.owed_double):.1f} s after healing")
    viewers = audience.viewers
    show(trial, [f"{viewer.name}: {fault}" for viewer in viewers for fault in viewer.faults],
         f"each viewer's bytes are whole messages, and frames and gaps are all frames: "
         f"{sum(viewer.frames for viewer in viewers)} frames on {sum(viewer.welcomes for viewer in viewers)} connections")
    told, absent = (sum(getattr(viewer, name) for viewer in viewers) for name in ("missed", "absent"))
    trial.check(told >= absent, f"gaps tell of {told} frames, and {absent} are missing between two that came")
    codes = collections.Counter(f"{ending[3]:#06x}" if ending[3] is not None else "lost"
                                for viewer in viewers for ending in viewer.endings)
    trial.saw(f"viewers' connections ended by {dict(codes)}, publishers' by "
              f"{dict(sum((each.endings for each in publishers), collections.Counter()))}")
    ages, memory, descriptors = zip(*director.lives)
    trial.check(max(memory) <= MOST_MEMORY and max(descriptors) <= MOST_DESCRIPTORS,
                f"at the end of {len(ages)} lives of {max(ages):.0f} s at most, a relay has {max(memory) / 1000:.0f} MB and "
                f"{max(descriptors)} descriptors at most, {quantile(memory, 0.5) / 1000:.0f} MB and "
                f"{quantile(descriptors, 0.5)} as median")


def show(trial, faults, text):
    trial.check(not faults, text)
    for fault in faults[:10]:
        trial.saw(f"  {fault}")
    if len(faults) > 10:
        trial.saw(f"  and {len(faults) - 10} more")

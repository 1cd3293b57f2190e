"""Clients that take all memory they get, in 512 MB: the relay survives, viewers miss nothing, memory is released."""
import asyncio
import json
import os
import pathlib
import resource
import subprocess
import sys

import crowd
import figures
import media
from hostile import allow_descriptors
from trial import HERE, Abandoned

ON_REQUEST = True
LIMIT = 512 << 20
HONEST, ATTACKER = "127.0.0.2", "127.0.0.3"
GUESTS = 5
BIT_RATE = 1_000_000
GROUP = media.RATE * media.GROUP_SECONDS
PARTS = {
    "5,000 viewers that never read and send pongs": ["deaf=5000"],
    "200 publishers with an incomplete 8 MiB frame": ["partial=200"],
    "1,000 streams with full logs": ["logs=1000"],
    "all of these clients": ["deaf=5000", "partial=200", "logs=1000"],
}
REASONS = {"overloaded", "too-slow", "silent", "hung-up", "handshake-timeout", "too-many-from-address",
           "connecting-too-fast", "rate-exceeded", "too-many-streams", "too-many-connections"}
#: How long the relay may take to release memory after an attack, in seconds: lingering closes, ended streams, checks.
REST = 40
#: How much more than at the start may be left.
LEFT = 0.10
#: How long the other viewers watch before the start is measured, in seconds: the stream's log is full then.
CALM = 15


def run(trial, seconds):
    allow_descriptors(8000)
    with Group(LIMIT) as group:
        trial.saw(f"{LIMIT >> 20} MB is the limit of {group.kind}")
        admin = f"127.0.0.1:{figures.free_port()}"
        relay = trial.relay("--admin", admin, "--max-streams", 2000, "--max-streams-per-address", 2000,
                            "--max-connections-per-address", 10000, "--log-level", "notice", preexec_fn=group.enter)
        asyncio.run(Siege(trial, relay, admin).go(seconds))


class Group:
    """A control group with so much memory, or an address space of that size if there can be none."""

    def __init__(self, limit):
        self.limit = limit
        self.path = None
        for root, has, file in (("/sys/fs/cgroup", "cgroup.controllers", "memory.max"),
                                ("/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.limit_in_bytes")):
            path = pathlib.Path(root) / f"streamd-exhaust-{os.getpid()}"
            # A folder on another file system can also be created, but limits nothing.
            if not (pathlib.Path(root) / has).exists():
                continue
            try:
                path.mkdir()
                (path / file).write_text(str(limit))
                self.path = path
                break
            except OSError:
                if path.is_dir():
                    path.rmdir()
        self.kind = f"the control group's {file}" if self.path else "the address space"

    def enter(self):
        if self.path:
            (self.path / "cgroup.procs").write_text(str(os.getpid()))
        else:
            # Libraries and stacks take address space without using memory.
            resource.setrlimit(resource.RLIMIT_AS, (self.limit * 2, self.limit * 2))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for _ in range(100 if self.path else 0):
            try:
                self.path.rmdir()
                break
            except OSError:
                subprocess.run(["sleep", "0.1"])


class Siege:
    def __init__(self, trial, relay, admin):
        self.trial, self.relay, self.admin = trial, relay, admin
        self.place = crowd.Place(relay.endpoint, source=HONEST)
        self.process = figures.Process(relay.pid)

    async def go(self, seconds):
        clip = media.make_clip(self.trial.file("clip.h264"), 10, bit_rate=str(BIT_RATE))
        host = crowd.Host(self.place, "live", media.access_units(clip.read_bytes()), GROUP, rate=media.RATE)
        publishing = asyncio.create_task(host.publish())
        await asyncio.wait_for(host.began.wait(), 30)
        start = await self.start()
        for name, kinds in PARTS.items():
            await self.part(name, kinds, seconds, start)
        host.stop("end")
        await publishing

    async def part(self, name, kinds, seconds, start):
        trial = self.trial
        guests, tasks = await self.join()
        before = await self.endings()
        besieging = await asyncio.create_subprocess_exec(
            "nice", "-n", "10", sys.executable, str(HERE / "siege.py"), str(self.relay.endpoint[1]), ATTACKER,
            str(seconds), *kinds, stdout=subprocess.PIPE)
        most = 0
        reading = asyncio.create_task(besieging.stdout.read())
        while not reading.done():
            if self.relay.process.poll() is not None:
                raise Abandoned(f"the relay exited: {self.relay.said[-300:]}")
            most = max(most, self.process.sample()["rss_kb"])
            await asyncio.wait([reading], timeout=0.1)
        await besieging.wait()
        results = json.loads(reading.result())
        counted = figures.difference(before, await self.endings())
        for guest in guests:
            guest.leave("close")
        refused = [result for result in await asyncio.gather(*tasks, return_exceptions=True) if result]
        faults = [fault for guest in guests for fault in guest.account.faults] + refused
        missed = sum(guest.account.missed for guest in guests)
        trial.saw(f"{name}: {results}")
        trial.check(not faults and not missed,
                    f"{len(guests)} other viewers received at least "
                    f"{min(guest.account.received for guest in guests)} frames each: {missed} in gaps "
                    f"{faults[:3] or ''}")
        trial.check(most * 1024 < LIMIT, f"resident memory is at most {most >> 10} MB")
        strange = set(counted) - REASONS
        trial.check(counted and not strange,
                    f"endings by reason: {counted}{f'; unexpected: {strange}' if strange else ''}")
        left = await self.settle(start)
        trial.check(left <= start * (1 + LEFT),
                    f"resident memory: {start} kB at the start, {left} kB afterwards")

    async def endings(self):
        metrics = await asyncio.to_thread(figures.Metrics.of, self.admin)
        return metrics.by("streamd_endings_total", "reason")

    async def join(self):
        """The other viewers and their tasks, once all of them watch."""
        # One of each carrier that works without a certificate.
        guests = [crowd.Guest(self.place, carrier, "live", group=GROUP)
                  for carrier in ("tcp", "websocket", "http", "tcp") for _ in range(GUESTS)]
        tasks = [asyncio.create_task(guest.run()) for guest in guests]
        await asyncio.wait_for(asyncio.gather(*(guest.joined.wait() for guest in guests)), 30)
        return guests, tasks

    async def start(self):
        """Resident memory of a relay with one stream, whose log is full, after the other viewers have left."""
        guests, tasks = await self.join()
        await asyncio.sleep(CALM)
        for guest in guests:
            guest.leave("close")
        await asyncio.gather(*tasks, return_exceptions=True)
        while await self.connections() > 1:
            await asyncio.sleep(0.5)
        return self.process.sample()["rss_kb"]

    async def connections(self):
        metrics = await asyncio.to_thread(figures.Metrics.of, self.admin)
        return metrics.total("streamd_connections")

    async def settle(self, start):
        """Resident memory after all but the publisher have left and memory was released."""
        for _ in range(REST * 2):
            left = self.process.sample()["rss_kb"]
            if await self.connections() <= 1 and left <= start * (1 + LEFT):
                break
            await asyncio.sleep(0.5)
        return left

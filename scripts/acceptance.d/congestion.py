"""Viewers of 2 Mbit/s behind delay, losses, and a narrow line with a deep buffer, for each congestion control.

It measures. It judges only that the connections have the congestion control that the relay was given, and that each
viewer accounts for every frame. The kernel's algorithms are compared at the same time where the line has room for all
viewers, and one after the other where it has not; `modprobe tcp_bbr` may bring one more. Needs root, or a system that
allows namespaces to all users.
"""
import asyncio
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import time

import line
import wire
from trial import HERE, Abandoned

#: What is measured of each viewer.
SECONDS = 60
RATE = 30
#: Frames; two seconds.
GROUP = 60
#: Bytes: a key frame is as long as eight other frames, and a group has 2 Mbit a second.
OTHER = 2_000_000 // 8 * (GROUP // RATE) // (GROUP + 7)
KEY = 8 * OTHER
#: Seconds of the stream before the viewers come, and seconds of each viewer that do not count: it catches up.
LEAD, WARM = 1, 5
#: Seconds one way.
DELAY = 0.05
#: Bits a second, and seconds for which packets may wait for it.
NARROW, DEEP = 3e6, 2
_INSIDE = "STREAMD_TRIAL_LINE"
_KERNEL = pathlib.Path("/proc/sys/net/ipv4")

Condition = collections.namedtuple("Condition", "name viewers has_room line")
CONDITIONS = (
    Condition("no loss", 4, True, (line.FREE[0], DELAY, 0)),
    Condition("0.1 % lost", 4, True, (line.FREE[0], DELAY, 0.001)),
    Condition("0.5 % lost", 4, True, (line.FREE[0], DELAY, 0.005)),
    Condition("2 % lost", 4, True, (line.FREE[0], DELAY, 0.02)),
    Condition("3 Mbit/s, one viewer", 1, False, (NARROW, DELAY, 0, DEEP)),
    Condition("3 Mbit/s, two viewers", 2, False, (NARROW, DELAY, 0, DEEP)),
)


def run(trial, seconds):
    if os.environ.get(_INSIDE):
        compare(trial, seconds)
        return
    namespace = ["unshare", "--net"] + ([] if os.geteuid() == 0 else ["--map-root-user"])
    program = pathlib.Path(__file__).resolve().parents[1] / "acceptance"
    kept = ("--scratch", trial.scratch.parent) if trial.keeps else ()
    command = [*namespace, sys.executable, program, "congestion", "--seconds", seconds, "--streamd", trial.streamd]
    command += kept
    ran = subprocess.run(list(map(str, command)), env=os.environ | {_INSIDE: "yes"}, check=False)
    trial.check(ran.returncode == 0, "all checks behind the line, above, passed")


def compare(trial, seconds):
    # Otherwise a connection begins with what earlier ones to the same address have met.
    (_KERNEL / "tcp_no_metrics_save").write_text("1")
    names = sorted((_KERNEL / "tcp_available_congestion_control").read_text().split())
    way = line.Line(trial)
    trial.saw(f"{seconds:.0f} s for each viewer, {2 * DELAY * 1000:.0f} ms there and back; losses in both directions")
    trial.saw("| line | algorithm | delay, median | 99 % | longest silence | frames missed | sent again | CPU |")
    trial.saw("|---|---|---|---|---|---|---|---|")
    for condition in CONDITIONS:
        way.set(*condition.line)
        for group in [names] if condition.has_room else [[name] for name in names]:
            asyncio.run(measure([Side(trial, way, condition, name) for name in group], seconds))


async def measure(sides, seconds):
    # The key frames of their streams do not come at once.
    starts = (number * GROUP / RATE / len(sides) for number in range(len(sides)))
    await asyncio.gather(*(side.publish(seconds, start) for side, start in zip(sides, starts)))
    for side in sides:
        side.judge()


def settled(frames):
    """The frames that a viewer received after it had caught up."""
    return [frame for frame in frames if frame[2] >= frames[0][2] + WARM * 1_000_000]


class Side:
    """A relay with one congestion control, its publisher, and the viewers behind the line."""

    def __init__(self, trial, way, condition, name):
        self.trial, self.way, self.condition, self.name = trial, way, condition, name
        self.relay = trial.relay("--open", "--congestion-control", name, host=line.HERE_ADDRESS)
        self.path = trial.file(f"{CONDITIONS.index(condition)}-{name}.json")
        self.viewers = None
        #: The number of the last frame, what `ss` says of the viewers' sockets then, and the relay's CPU in the time
        #: that is measured, as a part of a core.
        self.last, self.sockets, self.work = 0, "", 0

    async def publish(self, seconds, start):
        """Sends frames in real time, begins the viewers, and ends the stream; waits `start` seconds before."""
        await asyncio.sleep(start)
        reader, writer = await asyncio.open_connection(*self.relay.endpoint)
        writer.write(wire.PREFACE + wire.hello(wire.PUBLISH, "live"))
        listening = asyncio.create_task(self._answer(reader, writer))
        writer.write(wire.tracks(1))
        began = time.monotonic()
        self.last = int((LEAD + WARM + seconds) * RATE)
        for number in range(self.last + 1):
            if number == LEAD * RATE:
                self.viewers = self.trial.start(*self.way.prefix, sys.executable, HERE / "distant.py",
                                                *self.relay.endpoint, self.condition.viewers, self.path)
            if number == (LEAD + WARM) * RATE:
                before, at = self.relay.processor_seconds, time.monotonic()
            length, flags = (OTHER, 0) if number % GROUP else (KEY, wire.RANDOM_ACCESS)
            writer.write(wire.frame(1, number, os.urandom(length), flags))
            await writer.drain()
            await asyncio.sleep(max(0, began + (number + 1) / RATE - time.monotonic()))
        self.work = (self.relay.processor_seconds - before) / (time.monotonic() - at)
        self.sockets = self._sockets()
        writer.write(wire.goodbye(wire.END_OF_STREAM))
        await asyncio.wait_for(listening, 30)
        writer.close()

    async def _answer(self, reader, writer):
        messages = wire.Reader()
        while piece := await reader.read(1 << 16):
            for type, _, body in messages.push(piece):
                if type == wire.PING:
                    writer.write(wire.pong(body))

    def _sockets(self):
        source = f"{line.HERE_ADDRESS}:{self.relay.endpoint[1]}"
        return subprocess.run(["ss", "-tinH", "src", source, "dst", line.THERE_ADDRESS], check=True,
                              stdout=subprocess.PIPE, text=True).stdout

    def judge(self):
        if code := self.viewers.wait():
            raise Abandoned(f"the viewers' program exited with {code}: {self.viewers.said[-500:]}")
        seen = json.loads(self.path.read_text())
        delays, silences, missed, count = [], [], 0, 0
        for viewer in seen:
            frames = settled(viewer["frames"])
            if len(frames) < 2:
                raise Abandoned(f"a viewer with {self.name} has no frames in the time that is measured")
            delays += [arrival - capture for _, capture, arrival in frames]
            silences += [after[2] - before[2] for before, after in zip(frames, frames[1:])]
            count += self.last - frames[0][0] + 1
            missed += self.last - frames[0][0] + 1 - len(frames)
        delays.sort()
        sent, again = (sum(map(int, re.findall(rf"\b{name}:(\d+)", self.sockets)))
                       for name in ("bytes_sent", "bytes_retrans"))
        self.trial.saw(f"| {self.condition.name} | {self.name} | {delays[len(delays) // 2] / 1000:.0f} ms "
                       f"| {delays[len(delays) * 99 // 100] / 1000:.0f} ms | {max(silences) / 1e6:.2f} s "
                       f"| {missed / count * 100:.1f} % | {again / max(1, sent) * 100:.1f} % "
                       f"| {self.work * 100:.1f} % |")
        uses = self.sockets.split().count(self.name)
        faults = [fault for viewer in seen for fault in viewer["faults"]]
        endings = {viewer["ending"] for viewer in seen}
        if uses != len(seen) or faults or endings != {wire.END_OF_STREAM}:
            self.trial.check(False, f"{self.name}, {self.condition.name}: {uses} of {len(seen)} connections have it; "
                                    f"faults {faults[:3]}, endings {endings}")
        self.trial.end(self.viewers)
        self.trial.end(self.relay)

"""The delay of a hop between relays, and the latency that viewers are told, over one, two and three hops.

Each relay has 500 viewers. The clocks of publisher, relays and viewers are all wrong by seconds, and count wrong by up to
100 millionths, the most that Protocol.md allows. A hop's delay is the time from the system's receipt of a frame's last byte
at a relay to that at the next one (capture.py). So it has all from append to append, in which the first relay's wait for
its core and its reading stand for those of the next. The relays connect before viewers come, which is the first place in the
order of a relay's clients, and then behind all viewers, which is the last one. All share this machine's cores, so relays
have real-time priorities. Needs root.
"""
import asyncio
import contextlib
import json
import os
import pathlib
import statistics
import subprocess
import time

import pull
from capture import Capture
from clocked import Clock, Publisher, Viewer
from figures import free_port, quantile
from trial import Relay, wait_until

SECONDS = 20
HOPS, VIEWERS = 3, 500
#: Frames a second and their bytes: 500 kbit/s.
RATE, SIZE, GROUP = 30, 2083, 60
#: Milliseconds, at the 99th percentile.
BOUND = 2
#: Where viewers come from, whose packets are not captured.
SOURCE = "127.0.0.9"
#: Seconds by which clocks are ahead, and millionths by which they count too fast: of the publisher, the relays, and the
#: viewers of each relay.
CLOCKS = ((-2000, 95), (3000, -95), (-40, 95), (86400, -95), (0.7, 95))
VIEWER_CLOCKS = ((7, 90), (-500, -90), (0.02, 90), (-7200, -90))
#: Milliseconds by which two viewers of a relay may receive frames apart, streamd watch and the one that knows the truth:
#: one may come before all relays have sent a frame to all viewers on the cores of this machine, and the other one after.
APART = 15
#: Milliseconds by which the delay of a hop that relays tell may differ from that of the packets, beside its error bound: a
#: relay knows a frame when it has read it, and the median is that of other frames.
READ = 1
#: The real-time priority of the origin; each relay behind it has one more, so that no relay waits for the viewers of one
#: before it, as if each had a machine for itself.
PRIORITY = 10
#: A batch of io_uring is one long system call, which a kernel without preemption does not interrupt for the next relay.
WRITER = ("--fan-out", "send")
FANLOAD = pathlib.Path(__file__).resolve().parents[2] / "Benchmarks/fanout/fanload.c"


def run(trial, seconds):
    if os.geteuid():
        return trial.skip("it was not tried: packets and priorities need root")
    tools = trial.file("fanload"), trial.file("clocks.so")
    source = pathlib.Path(__file__).with_name("clocks.c")
    subprocess.run(["gcc", "-O2", "-o", tools[0], FANLOAD, "-lssl", "-lcrypto"], check=True)
    subprocess.run(["gcc", "-shared", "-fPIC", "-O2", "-o", tools[1], source, "-ldl"], check=True)
    with preferred():
        for is_last in (False, True):
            asyncio.run(chain(trial, seconds, *tools, is_last))


def skewed(clocks, clock):
    """The environment of a program with this clock."""
    return os.environ | {"LD_PRELOAD": str(clocks), "CLOCK_WRONG": f"{clock[0] * 1e6:.0f} {clock[1]}"}


def prefer(process, priority):
    """Gives a program a core whenever it wants one, unless one with a higher priority wants it."""
    for thread in os.listdir(f"/proc/{process}/task"):
        policy = os.SCHED_FIFO | os.SCHED_RESET_ON_FORK * (priority < PRIORITY)
        os.sched_setscheduler(int(thread), policy, os.sched_param(priority))


@contextlib.contextmanager
def preferred():
    """The same for this program, below the relays, and for the system's threads for packets, above them."""
    threads = [int(comm.parent.name) for comm in pathlib.Path("/proc").glob("[0-9]*/comm") if is_for_packets(comm)]
    before = {thread: os.sched_getscheduler(thread) for thread in threads}
    prefer(os.getpid(), PRIORITY - 1)
    for thread in threads:
        prefer(thread, PRIORITY + HOPS + 1)
    try:
        yield
    finally:
        for thread, policy in before.items():
            os.sched_setscheduler(thread, policy, os.sched_param(0))
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))


def is_for_packets(comm):
    try:
        return comm.read_text().startswith("ksoftirqd/")
    except OSError:
        return False


async def chain(trial, seconds, fanload, clocks, is_last):
    relays = []
    for number in range(HOPS + 1):
        origin = ("--origin", relays[-1].address) if relays else ()
        admin = free_port()
        relay = trial.start(trial.streamd, "relay", "--listen", "127.0.0.1:0", "--admin", f"127.0.0.1:{admin}", *WRITER,
                            *origin, kind=Relay, env=skewed(clocks, CLOCKS[number + 1]))
        relay.admin = f"127.0.0.1:{admin}"
        prefer(relay.pid, PRIORITY + number)
        relays.append(relay)
    capture = Capture([relay.endpoint[1] for relay in relays])
    publisher = Publisher(relays[0].endpoint, Clock(*CLOCKS[0]), RATE, SIZE, GROUP)
    publishing = asyncio.create_task(publisher.run())
    watching, viewers, loads = [], [Viewer(relay.endpoint, Clock(*clock), SOURCE)
                                    for relay, clock in zip(relays, VIEWER_CLOCKS)], []
    if not is_last:
        # The first viewer of the last relay connects them all.
        watching = [asyncio.create_task(viewer.run()) for viewer in viewers]
        await asyncio.sleep(1)
    for relay in relays:
        await asyncio.to_thread(crowd, trial, fanload, relay, loads)
    if is_last:
        watching = [asyncio.create_task(viewer.run()) for viewer in viewers]
    told = [trial.watch(f"{relay.address}/live", "-o", os.devnull, "--stats", env=skewed(clocks, clock))
            for relay, clock in zip(relays, VIEWER_CLOCKS[::-1])]
    for watch in told:
        prefer(watch.pid, PRIORITY - 1)
    await asyncio.sleep(3)
    began = time.time_ns()
    work = [relay.processor_seconds for relay in relays]
    await asyncio.sleep(seconds)
    work = [(relay.processor_seconds - before) / seconds * 100 for relay, before in zip(relays, work)]
    told_hops = await asyncio.to_thread(hops_told_by, relays[-1])
    publisher.stop()
    await publishing
    await asyncio.wait_for(asyncio.gather(*watching), 60)
    capture.close()
    order = f"relays {'behind' if is_last else 'before'} the {VIEWERS} viewers"
    trial.saw(f"{order}: CPU of the relays {', '.join(f'{share:.0f} %' for share in work)} of a core")
    delays(trial, capture, began, order, told_hops)
    latencies(trial, viewers, order)
    programs(trial, viewers, told, order)
    for load in loads:
        figures = json.loads(load.process.stdout.readline())
        trial.check(figures["faults"] == figures["gap_frames"] == 0, f"{order}: {figures['viewers']} viewers received "
                    f"{figures['frames']} frames, {figures['gap_frames']} in gaps, {figures['faults']} lost")
    for relay in reversed(relays):
        trial.end(relay)


def crowd(trial, fanload, relay, loads):
    """500 viewers, which wake up by themselves as those of other machines do: they sleep for 5 ms after each turn."""
    before = pull.metric(relay, "streamd_joins_total")
    loads.append(trial.start(fanload, "-n", VIEWERS, "-P", relay.endpoint[1], "-b", SOURCE, "-q", 5, "-e", "-w", 0,
                             stdout=subprocess.PIPE))
    wait_until(lambda: time.sleep(0.1) or pull.metric(relay, "streamd_joins_total") >= before + VIEWERS, f"{VIEWERS} viewers")
    wait_until(lambda: pull.metric(relay, "streamd_sent_frames_total") > 2 * VIEWERS, "their frames")


def hops_told_by(relay):
    """The delays of the hops before a relay and their error bounds, in milliseconds, the first hop first."""
    hops = [(hop.get("delay", float("inf")) * 1000, hop.get("errorBound", 0) * 1000)
            for hop in reversed(pull.stream(relay)["source"]["hops"])]
    return hops if len(hops) == HOPS else [(float("inf"), 0)] * HOPS


def delays(trial, capture, began, order, told):
    trial.check(capture.lost == 0, f"{order}: the capture has all packets {capture.lost or ''}")
    places = [{frame: time for frame, time in receipts.items() if time >= began} for receipts in capture.receipts]
    for hop, (near, far) in enumerate(zip(places, places[1:]), 1):
        values = [(far[frame] - near[frame]) / 1e6 for frame in far.keys() & near.keys()]
        trial.check(quantile(values, 0.99) <= BOUND and len(values) > 0,
                    f"{order}: hop {hop} takes {statistics.median(values or [0]):.2f} ms (median), "
                    f"{quantile(values, 0.99):.2f} ms (p99), {quantile(values, 1):.2f} ms at most, {len(values)} frames")
        delay, bound = told[hop - 1]
        trial.check(abs(delay - statistics.median(values or [0])) <= bound + READ and bound < BOUND,
                    f"{order}: the last relay says that hop {hop} takes {delay:.2f} ± {bound:.2f} ms")


def latencies(trial, viewers, order):
    for hops, viewer in enumerate(viewers):
        values = viewer.latencies
        errors = [abs(told - true) for true, told, _ in values]
        wrong = [(round(true), round(told), round(bound)) for true, told, bound in values if abs(told - true) > bound]
        trial.check(values and not wrong and not viewer.record.faults,
                    f"{order}: {hops} hops from the origin, the latency that a viewer computes is right within its bound, for "
                    f"{len(values)} frames: wrong by {max(errors, default=0) / 1000:.2f} ms at most; the bound is "
                    f"{statistics.median(bound for *_, bound in values) / 1000:.2f} ms (median), "
                    f"{max(bound for *_, bound in values) / 1000:.2f} ms at most; {viewer.unknown} frames before it is known "
                    f"{wrong[:3] or ''}" if values else f"{order}: no latency is known {hops} hops from the origin")


def programs(trial, viewers, told, order):
    """What streamd watch says, whose clock is another one."""
    for hops, (viewer, watch) in enumerate(zip(viewers, told)):
        watch.wait()
        lines = [json.loads(line) for line in watch.said.splitlines() if line.startswith("{")]
        # The first ones may have frames of before, and the last one is that of the end.
        lines = [line for line in lines[2:-1] if line.get("latencyP50") is not None]
        true = statistics.median(true for true, *_ in viewer.latencies) / 1000
        latency = statistics.median(line["latencyP50"] for line in lines) if lines else float("inf")
        bound = max(line["latencyError"] for line in lines) if lines else 0
        trial.check(abs(latency - true) <= bound + APART,
                    f"{order}: {hops} hops from the origin, streamd watch says {latency:.1f} ms ± {bound:.1f}; true are "
                    f"{true:.1f} ms (medians)")

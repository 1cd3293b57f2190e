"""A hundred relays and a thousand streams in one etcd: its requests, its CPU time, and what each relay needs for it.

All relays run as programs on this machine, so their own times are those of a machine that is shared by all of them; etcd's
figures are not. In the end, one relay alone has a directory of 200,000 streams, which other relays seem to have.
"""
import base64
import concurrent.futures
import json
import os
import pathlib
import secrets
import signal
import statistics
import time
import urllib.request

from clustering import PREFIX, direct, known
from etcd import Etcd
from figures import Metrics
from thousands import Thousands
from trial import Abandoned

#: How long each state is watched.
SECONDS = 30
#: So many relays, with so many streams of all together. On two cores, a hundred relays cannot take ten thousand streams
#: that come within ten seconds: etcd would have to tell a million changes, and its leases end meanwhile.
STAGES = ((10, 1000), (30, 1000), (100, 1000))
#: The most that a relay remembers of others.
REMEMBERED = 200_000
#: A directory of one stage is complete within so many seconds, all relays on two cores.
COMPLETE = 180
#: Pictures of a stream in a second: the streams are there to be registered, not to be watched.
RATE = 0.1
#: Keys that are written in one request to etcd.
BATCH = 100


def run(trial, seconds):
    etcd = Etcd(trial)
    etcd.start()
    relays = []
    for count, streams in STAGES:
        while len(relays) < count:
            relays.append(begin(trial, etcd))
        settle(relays, 0)
        stage(trial, etcd, relays, streams, seconds)
    for relay in relays:
        relay.signal(signal.SIGTERM)
    for relay in relays:
        relay.wait()
        trial.end(relay)
    remember(trial, etcd)


def begin(trial, etcd):
    return direct(trial, etcd, "--threads", "1")


def stage(trial, etcd, relays, streams, seconds):
    """The cluster without streams, while they come, with all of them, and after etcd has lost everything."""
    what = f"{len(relays)} relays, {streams} streams"
    idle = watched(etcd, relays, seconds)
    began, before = time.monotonic(), counters(etcd)
    publishers = Thousands(trial, "publish", [relay.endpoint for relay in relays],
                           [f"large/{number:05}" for number in range(streams)], rate=RATE, bits=1000, joins=1000)
    publishers.wait_all("all publishers", COMPLETE)
    settle(relays, streams)
    after = counters(etcd)
    took = time.monotonic() - began
    trial.saw(f"{what}: all are known to all after {took:.1f} s, of which they came over {streams / 1000:.0f} s; "
              f"{after['requests'] - before['requests']:.0f} requests, {after['events'] - before['events']:.0f} messages to "
              f"relays, {after['cpu'] - before['cpu']:.1f} s of CPU time")
    busy = watched(etcd, relays, seconds)
    for state, figures in (("no stream", idle), ("all streams, and none that changes", busy)):
        trial.saw(f"{len(relays)} relays, {state}: {figures['requests']:.1f} requests a second, etcd uses "
                  f"{100 * figures['cpu']:.1f} % of a core and {figures['memory']:.0f} MB, a relay "
                  f"{100 * figures['relay']:.2f} % and {figures['relay memory']:.0f} MB (median)")
    expected = len(relays) * (1 / 1.7 + 1 / 3.8)
    trial.check(busy["requests"] <= 1.2 * expected,
                f"{busy['requests']:.1f} requests a second are no more than the document says for {len(relays)} relays: "
                f"{expected:.0f}, with a fifth to spare")
    lost = publishers.show()["counts"]
    began = time.monotonic()
    etcd.restore(None)
    restored = time.monotonic()
    settle(relays, streams)
    trial.saw(f"{what}: registered again, and known to all, {time.monotonic() - restored:.1f} s after an empty etcd listened, "
              f"which was away for {restored - began:.1f} s")
    trial.check(publishers.show()["counts"].get("admissions") == lost.get("admissions") == streams,
                f"no publisher has connected again: {publishers.show()['counts']}")
    publishers.end()
    settle(relays, 0)


def settle(relays, streams):
    """Waits until each relay has registered its own streams, and knows of all."""
    deadline = time.monotonic() + COMPLETE
    waiting = list(relays)
    while waiting:
        waiting = [relay for relay in waiting if not (
            known(relay, "current") == 1 and known(relay, "unregistered") == 0 and known(relay, "streams") == streams)]
        if time.monotonic() > deadline:
            raise Abandoned(f"{len(waiting)} relays do not know {streams} streams: {known(waiting[0], 'streams'):.0f}")
        time.sleep(0.2)


def watched(etcd, relays, seconds):
    """What happens in so many seconds, for each of them, and the memory at the end."""
    before, used = counters(etcd), [cpu(relay) for relay in relays]
    began = time.monotonic()
    time.sleep(seconds)
    took, after = time.monotonic() - began, counters(etcd)
    return {"requests": (after["requests"] - before["requests"]) / took, "cpu": (after["cpu"] - before["cpu"]) / took,
            "memory": after["memory"],
            "relay": statistics.median(cpu(relay) - each for relay, each in zip(relays, used)) / took,
            "relay memory": statistics.median(relay.resident_kilobytes / 1000 for relay in relays)}


def counters(etcd):
    metrics = Metrics.of(etcd.addresses[0])
    return {"requests": metrics.total("grpc_server_started_total"),
            "events": metrics.total("etcd_debugging_mvcc_events_total"),
            "cpu": metrics.total("process_cpu_seconds_total"),
            "memory": metrics.total("process_resident_memory_bytes") / 1e6}


def cpu(program):
    """Seconds of CPU time that a program has used."""
    fields = pathlib.Path(f"/proc/{program.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def remember(trial, etcd):
    """One relay with as many streams of others as it remembers."""
    relay = begin(trial, etcd)
    settle([relay], 0)
    publishers = Thousands(trial, "publish", [relay.endpoint], ["large/mine"], rate=1)
    publishers.wait_all("a publisher")
    settle([relay], 1)
    value = etcd.entries(PREFIX)["large/mine"].value
    # A relay removes entries with its own id that it has not made.
    value |= {"address": "192.0.2.1:7450", "relay": secrets.token_hex(len(value["relay"]) // 2)}
    empty = relay.resident_kilobytes
    began, before = time.monotonic(), cpu(relay)
    fill(etcd, value)
    written = time.monotonic()
    settle([relay], REMEMBERED)
    trial.check(True, f"a relay knows {REMEMBERED} streams {time.monotonic() - written:.1f} s after the last was written; "
                f"that took {written - began:.0f} s")
    trial.saw(f"its memory grew from {empty / 1000:.0f} to {relay.resident_kilobytes / 1000:.0f} MB, and it used "
              f"{cpu(relay) - before:.1f} s of CPU time")
    again = begin(trial, etcd)
    began = time.monotonic()
    settle([again], REMEMBERED)
    trial.saw(f"a relay that starts then knows them after {time.monotonic() - began:.1f} s, with "
              f"{again.resident_kilobytes / 1000:.0f} MB")
    publishers.end()


def fill(etcd, value):
    """Writes the entries of another relay, with a lease that outlives the trial."""
    lease = post(etcd, "lease/grant", {"TTL": 3600})["ID"]
    value = base64.b64encode(json.dumps(value).encode()).decode()

    def write(first):
        post(etcd, "kv/txn", {"success": [
            {"requestPut": {"key": base64.b64encode(f"{PREFIX}other/{number:06}".encode()).decode(), "value": value,
                            "lease": lease}} for number in range(first, min(first + BATCH, REMEMBERED - 1))]})

    with concurrent.futures.ThreadPoolExecutor(4) as several:
        list(several.map(write, range(0, REMEMBERED - 1, BATCH)))


def post(etcd, method, body):
    request = urllib.request.Request(f"http://{etcd.addresses[0]}/v3/{method}", json.dumps(body).encode())
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)

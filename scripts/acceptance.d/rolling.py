"""A rolling upgrade of four relays behind HAProxy, under 100 publishers and 4,000 viewers that connect again by themselves.

One relay after the other drains, by SIGTERM or `streamd ctl drain`, and starts again; the next one when HAProxy shows it as
UP. `--viewers` makes it fewer viewers, and `--seconds` is the time before each restart.
"""
import collections
import signal
import subprocess
import time

import audiences
import haproxy
import placement
from etcd import Etcd
from thousands import Thousands
from trial import wait_until

SECONDS = 10
STREAMS, VIEWERS = 100, 4000
RATE = 5
#: Pictures of a group: two seconds.
GROUP = 2 * RATE


def run(trial, seconds):
    each = max(1, (trial.viewers or VIEWERS) // STREAMS)
    etcd = Etcd(trial)
    etcd.start()
    relays = [placement.start(trial, etcd) for _ in haproxy.NAMES]
    proxy = haproxy.Proxy(trial, relays, connections=2 * STREAMS * each)
    names = [f"rolling/camera-{number:03}" for number in range(STREAMS)]
    publishers = Thousands(trial, "publish", [proxy.endpoint], names, rate=RATE, group=GROUP)
    publishers.wait_all("all publishers")
    viewers = Thousands(trial, "watch", [proxy.endpoint], names, each=each, joins=STREAMS * each / 4)
    viewers.wait_all(f"{STREAMS * each} viewers", 120)
    for number, name in enumerate(haproxy.NAMES):
        time.sleep(seconds)
        restart(trial, etcd, relays, number, proxy, publishers, viewers)
    time.sleep(seconds)
    judge(trial, publishers.end(), viewers.rest(), STREAMS * each)
    for relay in relays:
        trial.end(relay)


def restart(trial, etcd, relays, number, proxy, publishers, viewers):
    """Drains one relay and starts it again, and waits until HAProxy and all clients are content."""
    relay, name, before = relays[number], haproxy.NAMES[number], moves(viewers)
    began = time.monotonic()
    if number % 2:
        subprocess.run([trial.streamd, "ctl", "drain", "--admin", relay.admin], check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
    else:
        relay.signal(signal.SIGTERM)
    code, ended = relay.wait(), time.monotonic() - began
    relays[number] = placement.start(trial, etcd, relay.endpoint, relay.admin)
    viewers.wait_all("all viewers")
    publishers.wait_all("all publishers")
    flowing = time.monotonic() - began
    wait_until(lambda: proxy.states()[name] == "UP", f"HAProxy to have relay {name} again", 60)
    trial.check(code == 0, f"relay {name} drains by {'ctl' if number % 2 else 'SIGTERM'}, and ends after {ended:.1f} s: "
                f"{moves(viewers) - before} viewers move; all clients have or send pictures after {flowing:.1f} s at most, "
                f"HAProxy has it again after {time.monotonic() - began:.1f} s")


def moves(clients):
    return sum(count for what, count in clients.show()["counts"].items() if what.startswith("moved"))


def judge(trial, sent, got, count):
    for name, figures in (("publishers", sent), ("viewers", got)):
        counts = {what: number for what, number in figures["counts"].items() if ":" in what}
        refused = {what: number for what, number in counts.items() if what.startswith(("refused", "lost"))}
        trial.check(not refused, f"no connection of the {name} is refused, or ends without a goodbye: {counts}")
    ended = got["counts"].get("moved: 0x0001", 0)
    trial.check(ended == count, f"{ended} of {count} viewers received the end of their stream")
    trial.check(not got["faults"], f"on every connection, received frames and gaps are all frames, from a random access "
                f"point on {got['faults'][:3] or ''}")
    missing, gaps = got["missing"], got["counts"].get("in gaps", 0)
    trial.check(got["largest"] <= GROUP, f"a viewer misses at most {got['largest']} pictures at once; a group has {GROUP}")
    trial.check(missing[-1] <= GROUP, f"in the whole upgrade a viewer misses at most {missing[-1]} pictures, "
                f"{sum(missing) / count:.1f} on average; {gaps} of all were in gaps; viewers by the pictures that they miss: "
                f"{dict(sorted(collections.Counter(missing).items()))}")
    waits = got["waits"]
    trial.saw(f"from a connect to its first picture: {audiences.median(waits) * 1000:.0f} ms (median), "
              f"{waits[-1] * 1000:.0f} ms at most; from publisher to viewer: {audiences.delays(got)}")

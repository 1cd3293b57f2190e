"""Audiences of edges: 1,000 viewers that join one within a second, and 4,000 of 100 streams by HAProxy at four relays.

They are counted at the relays' admin listeners and at the viewers themselves.
"""
import collections
import json
import time
import urllib.request

import haproxy
import placement
import pull
from etcd import Etcd
from thousands import Thousands
from trial import wait_until

SECONDS = 20
VIEWERS = 1000
STREAMS, EACH = 100, 40


def run(trial, seconds):
    rush(trial, seconds)
    spread(trial, seconds)


def rush(trial, seconds):
    """1,000 viewers of one stream join an edge within a second: one pull, and every viewer is whole."""
    origin = pull.start(trial)
    edge = pull.start(trial, "--origin", origin.address)
    publishers = Thousands(trial, "publish", [origin.endpoint], ["live"])
    publishers.wait_all("the publisher")
    time.sleep(1)
    viewers = Thousands(trial, "watch", [edge.endpoint], ["live"], each=VIEWERS, joins=VIEWERS)
    figures = viewers.wait_all(f"{VIEWERS} viewers")
    trial.saw(f"all {VIEWERS} viewers have a picture {figures['joined']:.2f} s after the first began to connect; a viewer "
              f"waits {median(figures['waits']) * 1000:.0f} ms (median), {figures['waits'][-1] * 1000:.0f} ms at most")
    time.sleep(seconds)
    pulls = pull.metric(edge, "streamd_upstream_connections_total")
    joins = [pull.metric(relay, "streamd_joins_total") for relay in (origin, edge)]
    accepted = pull.metric(origin, "streamd_accepted_connections_total")
    trial.check(pulls == 1 and joins == [1, VIEWERS] and accepted == 2,
                f"the edge has connected to the origin {pulls:.0f} times; viewers that joined origin and edge: {joins}; the "
                f"origin has accepted {accepted:.0f} connections, of the publisher and the edge")
    whole(trial, publishers, viewers, VIEWERS)
    for relay in (edge, origin):
        trial.end(relay)


def whole(trial, publishers, viewers, count):
    """Ends the streams, and judges that each viewer has received everything after its first random access point."""
    sent, got = publishers.end(), viewers.rest()
    ended, gaps = got["counts"].get("moved: 0x0001", 0), got["counts"].get("in gaps", 0)
    trial.check(ended == got["counts"]["admissions"] == count,
                f"{ended} of {count} viewers connected once, and received the end of the stream: {got['counts']}")
    trial.check(not got["faults"], "each begins with a random access point; frames and gaps are all frames "
                f"{got['faults'][:3] or ''}")
    short = {name: (last, sent["lasts"][name]) for name, last in got["lasts"].items() if last != sent["lasts"][name]}
    trial.check(not any(got["missing"]) and not gaps and not short,
                f"none misses a picture between its first one and the stream's last one: {got['counts']['pictures']} pictures, "
                f"{sum(got['missing'])} missing, {gaps} in gaps {list(short.items())[:3] or ''}")
    trial.saw(f"from publisher to viewer: {delays(got)}")


def spread(trial, seconds):
    """100 streams whose publishers are at all relays, and viewers that HAProxy sends to one relay for each stream."""
    etcd = Etcd(trial)
    etcd.start()
    relays = [placement.start(trial, etcd) for _ in haproxy.NAMES]
    proxy = haproxy.Proxy(trial, relays, connections=2 * STREAMS * EACH)
    names = [f"audience/camera-{number:03}" for number in range(STREAMS)]
    publishers = Thousands(trial, "publish", [relay.endpoint for relay in relays], names)
    publishers.wait_all("all publishers")
    # A viewer that comes before waits for a publisher here, and is sent away when another relay has one.
    for relay in relays:
        wait_until(lambda relay=relay: listed(relay) == STREAMS, f"{STREAMS} streams in the list of {relay.address}")
    viewers = Thousands(trial, "watch", [proxy.endpoint], names, each=EACH, joins=STREAMS * EACH / 4)
    figures = viewers.wait_all(f"{STREAMS * EACH} viewers", 120)
    trial.saw(f"all {STREAMS * EACH} viewers have a picture {figures['joined']:.1f} s after the first began to connect")
    began, work = time.monotonic(), [relay.processor_seconds for relay in relays]
    time.sleep(seconds)
    elapsed = time.monotonic() - began
    trial.saw("CPU of the relays: " + ", ".join(
        f"{(relay.processor_seconds - before) / elapsed * 100:.0f} %" for relay, before in zip(relays, work)))
    judge(trial, names, relays)
    whole(trial, publishers, viewers, STREAMS * EACH)
    wait_until(lambda: not any(placement.metric(relay, "streamd_upstreams") for relay in relays), "the end of all pulls")
    for relay in relays:
        trial.end(relay)


def listed(relay):
    """How many streams a relay lists for viewers: its own, and those of the others."""
    with urllib.request.urlopen(f"http://{relay.address}/streams?limit=1000", timeout=30) as answer:
        return len(json.load(answer)["streams"])


def judge(trial, names, relays):
    """Where the viewers are, and which relay takes which stream from which, by the relays' lists."""
    lists = [{each["name"]: each for each in json.loads(placement.ask(relay, "/streams?limit=1000"))["streams"]}
              for relay in relays]
    counts = {stream: [list[stream]["viewers"] if stream in list else 0 for list in lists] for stream in names}
    # A relay that takes a stream is one viewer where the publisher is.
    served = {stream: [number for number, count in enumerate(counts[stream]) if count == EACH] for stream in names}
    trial.check(all(len(those) == 1 for those in served.values()),
                f"the {EACH} viewers of each of {STREAMS} streams are at one relay")
    owners = collections.Counter(haproxy.NAMES[those[0]] for those in served.values() if those)
    trial.check(len(owners) == len(relays) and placement.FEWEST <= min(owners.values())
                and max(owners.values()) <= placement.MOST,
                f"the hash spreads the streams over {len(relays)} relays: {dict(sorted(owners.items()))}")
    wrong, pulls = [], [0] * len(relays)
    for number, stream in enumerate(names):
        # The publishers' program has its endpoints take turns.
        home = number % len(relays)
        expected = {place: None for place in [home, *served[stream]]}
        for place in served[stream]:
            if place != home:
                expected[place] = relays[home].address
                pulls[place] += 1
        origins = {place: (list[stream].get("source") or {}).get("origin") for place, list in enumerate(lists)
                   if stream in list}
        if origins != expected or (len(expected) == 2 and counts[stream][home] != 1):
            wrong.append((stream, counts[stream], origins, expected))
    made = [placement.metric(relay, "streamd_upstream_connections_total") for relay in relays]
    trial.check(not wrong and made == pulls,
                f"{sum(pulls)} streams have their publisher at another relay than their viewers: the relay with the viewers "
                f"takes each of them once, and no other relay takes one: {dict(zip(haproxy.NAMES, pulls))} {wrong[:2] or ''}")


def median(values):
    return values[len(values) // 2]


def delays(figures):
    """Quantiles of the milliseconds from making a picture to receiving it."""
    counted, total, text = figures["delays"], sum(count for _, count in figures["delays"]), []
    for name, share in (("p50", 0.5), ("p99", 0.99), ("at most", 1)):
        seen, value = 0, None
        for value, count in counted:
            seen += count
            if seen >= share * total:
                break
        text.append(f"{name} {value} ms")
    return ", ".join(text)

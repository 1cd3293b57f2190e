"""A list of 250 streams with 16 tracks each: rendered once per second for all clients, in pages, and charged."""
import http.client
import json
import struct
import subprocess
import threading
import time

import figures
import wire
from trial import wait_until

SECONDS = 9
STREAMS, TRACKS = 250, 16
#: Requests a second of those who share a list.
RATE = 20
#: How many times cheaper a request must be at that rate than a list that is rendered for it.
SHARED = 3
#: Answers of 1.5 MB that one connection may get before the relay limits it.
MOST_IN_A_ROW = 80


def run(trial, seconds):
    admin = f"127.0.0.1:{figures.free_port()}"
    relay = trial.relay("--ping-interval", "5m", "--handshake-timeout", "1m", "--admin", admin)
    publishers = [publish(relay, f"studio/{number:03}") for number in range(STREAMS)]
    pages(trial, relay)
    control(trial, admin)
    alone = cost(relay, 3, 1.2)
    shared = cost(relay, int(seconds / 2 * RATE), 1 / RATE)
    trial.saw(f"a request that renders the list takes {alone * 1e3:.0f} ms of CPU time, "
              f"one of {RATE} per second {shared * 1e3:.1f} ms")
    trial.check(shared < alone / SHARED, "requests in the same second share the rendered list")
    in_a_row(trial, relay)
    for publisher in publishers:
        publisher.socket.close()


def publish(relay, name):
    """A stream with all its tracks, one frame each."""
    connection = wire.Connection(relay.endpoint)
    connection.send(wire.PREFACE + wire.hello(wire.PUBLISH, name))
    epoch = wire.read_welcome(connection.wait_for(wire.WELCOME)[2]).epoch
    # Number, kind, codec, generation, and no configuration and options.
    tracks = b"".join(struct.pack(">HBx4sHHHxx", number, 1, b"H264", 0, 0, 0) for number in range(TRACKS))
    connection.send(wire.message(wire.TRACKS, struct.pack(">IHH", epoch, TRACKS, 0) + tracks))
    connection.send(wire.frame(epoch, 0, bytes(100), wire.RANDOM_ACCESS))
    return connection


def get(relay, target, connection=None):
    """Status and body."""
    client = connection or http.client.HTTPConnection(*relay.endpoint, timeout=30)
    client.request("GET", target)
    response = client.getresponse()
    body = response.read()
    if not connection:
        client.close()
    return response.status, body


def names(body):
    return [stream["name"] for stream in json.loads(body)["streams"]]


def pages(trial, relay):
    wait_until(lambda: len(listed(relay)) == STREAMS, "the list of all streams")
    status, body = get(relay, "/streams")
    first = json.loads(body)
    trial.check(status == 200 and len(first["streams"]) == 100 and first.get("next") == "studio/099",
                f"the first page has {len(first['streams'])} streams; the next one starts after {first.get('next')}")
    found = listed(relay)
    trial.check(found == sorted(found) and len(set(found)) == STREAMS,
                f"all pages together have {len(found)} streams, in order")
    tracks = {len(stream["tracks"]) for stream in first["streams"]}
    trial.check(tracks == {TRACKS}, f"each stream has {tracks} tracks")
    status, body = get(relay, "/streams?limit=0")
    trial.check(status == 400 and b"limit" in body, f"a request with limit=0: {status} {body.decode().strip()}")


def control(trial, admin):
    """The operator's own program reads one page after the other."""
    asked = subprocess.run([trial.streamd, "ctl", "streams", "--json", "--admin", admin], stdout=subprocess.PIPE,
                           timeout=30, check=False)
    found = names(asked.stdout) if asked.returncode == 0 else []
    trial.check(len(found) == STREAMS, f"streamd ctl streams lists {len(found)} streams")


def listed(relay):
    """The names on all pages."""
    found, after = [], ""
    while True:
        status, body = get(relay, f"/streams{after}")
        if status != 200:
            return found
        found += names(body)
        following = json.loads(body).get("next")
        if following is None:
            return found
        after = f"?after={following}"


def cost(relay, count, interval):
    """CPU time per request, for so many requests at this interval, each from its own connection."""
    # The rendered list expires.
    time.sleep(1.2)
    before, threads = relay.processor_seconds, []
    began = time.monotonic()
    for number in range(count):
        time.sleep(max(0, began + number * interval - time.monotonic()))
        threads.append(threading.Thread(target=get, args=(relay, "/streams?limit=1000")))
        threads[-1].start()
    for thread in threads:
        thread.join()
    return (relay.processor_seconds - before) / count


def in_a_row(trial, relay):
    """A client that requests everything repeatedly pays for it."""
    client, answers, status = http.client.HTTPConnection(*relay.endpoint, timeout=30), 0, 200
    began = time.monotonic()
    while answers < 10 * MOST_IN_A_ROW:
        status, body = get(relay, "/streams?limit=1000", client)
        if status != 200:
            break
        answers += 1
    client.close()
    trial.check(status == 429 and answers <= MOST_IN_A_ROW,
                f"a connection without pauses receives {answers} lists in {time.monotonic() - began:.1f} s, "
                f"then {status} {json.loads(body).get('error', '')!r}")

"""Streams of other relays: one connection for 200 viewers, delays of hops, an origin that is killed, loops, tokens,
clients that invent paths, new settings, and clients that are sent to other relays."""
import asyncio
import hashlib
import json
import os
import signal
import statistics
import subprocess
import time
import urllib.request

import media
import wire
from figures import free_port
from trial import Relay, wait_until

SECONDS = 15
VIEWERS = 200
RATE = 30
#: Two seconds.
GROUP = 60
#: 2 Mbit/s.
PAYLOAD = 2_000_000 // 8 // RATE
RELAY_LOOP, INTERNAL_FAULT = 0x0208, 0x0400
RELAY, DRAINING = 3, 0x0002
#: The number of the option with the relays on a path, in the hello and in the welcome.
HELLO_PATH, WELCOME_PATH = 0x000A, 0x0003
TOKEN, WRONG = "relay-token-" + "r" * 32, "wrong-token-" + "w" * 32


def run(trial, seconds):
    asyncio.run(crowd(trial, seconds))
    killed(trial)
    loops(trial)
    credentials(trial)
    invented(trial)
    reloaded(trial)
    redirected(trial)


class Chain:
    """An origin, and relays behind each other; all have admin listeners."""

    def __init__(self, trial, length, *options):
        self.relays = []
        for number in range(length):
            origin = ("--origin", self.relays[-1].address) if number else ()
            self.relays.append(start(trial, *origin, *options))
        self.origin, self.edge = self.relays[0], self.relays[-1]


def start(trial, *options, port=0):
    admin = free_port()
    relay = trial.start(trial.streamd, "relay", "--listen", f"127.0.0.1:{port}", "--admin", f"127.0.0.1:{admin}",
                        *options, kind=Relay)
    relay.admin = f"127.0.0.1:{admin}"
    return relay


def metric(relay, name):
    """The sum of the series of a metric."""
    with urllib.request.urlopen(f"http://{relay.admin}/metrics", timeout=30) as answer:
        lines = answer.read().decode().splitlines()
    return sum(float(line.rsplit(" ", 1)[1]) for line in lines if line.startswith((name + " ", name + "{")))


def stream(relay):
    """The stream as operators see it."""
    with urllib.request.urlopen(f"http://{relay.admin}/streams", timeout=30) as answer:
        return next(stream for stream in json.load(answer)["streams"] if stream["name"] == "live")


class Viewer:
    """A viewer of the protocol: what it received, when, and the record of Protocol.md."""

    def __init__(self, endpoint):
        self.endpoint = endpoint
        self.record = wire.Viewer(self)
        self.arrivals = {}
        self.digest = hashlib.sha256()
        self.began = asyncio.Event()

    def write(self, payload):
        self.digest.update(payload)

    async def watch(self):
        reader, writer = await asyncio.open_connection(*self.endpoint)
        messages = wire.Reader()
        try:
            writer.write(wire.PREFACE + wire.hello(wire.SUBSCRIBE, "live"))
            while piece := await reader.read(1 << 16):
                now = time.monotonic()
                for type, flags, body in messages.push(piece):
                    writer.write(self.record.take(type, flags, body))
                    if type == wire.FRAME:
                        self.arrivals[wire.read_frame(flags, body).sequence] = now
                        self.began.set()
        finally:
            writer.close()


async def publish(endpoint, frames):
    """Sends frames in real time, and ends the stream."""
    reader, writer = await asyncio.open_connection(*endpoint)
    writer.write(wire.PREFACE + wire.hello(wire.PUBLISH, "live"))
    counts = []

    async def listen():
        messages = wire.Reader()
        while piece := await reader.read(1 << 16):
            for type, _, body in messages.push(piece):
                if type == wire.PING:
                    writer.write(wire.pong(body))
                elif type == wire.VIEWER_COUNT:
                    counts.append(int.from_bytes(body, "big"))

    listening = asyncio.create_task(listen())
    writer.write(wire.tracks(1))
    began = time.monotonic()
    for number in range(frames):
        flags = wire.RANDOM_ACCESS if number % GROUP == 0 else 0
        writer.write(wire.frame(1, number, os.urandom(PAYLOAD), flags))
        await writer.drain()
        await asyncio.sleep(max(0, began + (number + 1) / RATE - time.monotonic()))
    writer.write(wire.goodbye(wire.END_OF_STREAM))
    await asyncio.wait_for(listening, 30)
    writer.close()
    return counts


async def crowd(trial, seconds):
    """Viewers that join at once at the end of a chain of three relays, and at its beginning."""
    chain = Chain(trial, 3)
    frames = int(RATE * (seconds + 10))
    publishing = asyncio.create_task(publish(chain.origin.endpoint, frames))
    places = [Viewer(relay.endpoint) for relay in chain.relays[:2]] + [Viewer(chain.edge.endpoint)
                                                                       for _ in range(VIEWERS)]
    near, middle, *far = places
    await asyncio.sleep(3)
    began = time.monotonic()
    watching = [asyncio.create_task(viewer.watch()) for viewer in places]
    await asyncio.wait_for(asyncio.gather(*(viewer.began.wait() for viewer in places)), 60)
    trial.saw(f"{VIEWERS} viewers of the last relay have their first frame after {time.monotonic() - began:.2f} s")
    await asyncio.sleep(2)
    loop = asyncio.get_running_loop()
    joins = [await loop.run_in_executor(None, metric, relay, "streamd_joins_total") for relay in chain.relays]
    trial.check(joins == [2, 2, VIEWERS], f"each relay has one viewer more than its own, the next relay: {joins}")
    source = await loop.run_in_executor(None, stream, chain.edge)
    trial.check(source["state"] == "live" and len(source["source"]["path"]) == 2,
                f"the last relay shows where the stream comes from: {source['source']['origin']}, behind "
                f"{len(source['source']['path'])} relays")
    work = [relay.processor_seconds for relay in chain.relays]
    clock = time.monotonic()
    await asyncio.sleep(min(seconds, 10))
    elapsed = time.monotonic() - clock
    work = [(relay.processor_seconds - before) / elapsed * 100 for relay, before in zip(chain.relays, work)]
    trial.saw("CPU of the relays, from the origin to the edge: " + ", ".join(f"{share:.1f} %" for share in work))
    counts = await publishing
    await asyncio.wait_for(asyncio.gather(*watching), 60)
    trial.check(VIEWERS + 2 in counts, f"the publisher learned of all {VIEWERS + 2} viewers: at most {max(counts)}")
    faults = [viewer.record.faults for viewer in places if viewer.record.faults]
    trial.check(not faults, f"received frames and gaps are all frames, for all viewers {faults[:3] or ''}")
    ended = sum(viewer.record.ending.code == wire.END_OF_STREAM for viewer in places)
    trial.check(ended == len(places), f"{ended} of {len(places)} viewers received the end of the stream")
    missed = sum(viewer.record.missed for viewer in places)
    instances = {viewer.record.welcome.instance for viewer in places}
    trial.check(missed == 0 and len(instances) == 1, f"none missed a frame ({missed}), and all know one stream instance")
    digests = {viewer.digest.hexdigest() for viewer in places if viewer.record.first.sequence == near.record.first.sequence}
    trial.check(len(digests) == 1, "all that began with the same frame received the same bytes")
    for name, one, other in (("first", near, middle), ("second", middle, far[0])):
        delays = sorted((other.arrivals[number] - arrival) * 1000
                        for number, arrival in one.arrivals.items() if number in other.arrivals and number > 5 * RATE)
        trial.saw(f"the {name} hop adds {statistics.median(delays):.2f} ms (median), {percentile(delays, 99):.2f} ms "
                  f"(p99) between viewers of both relays, {len(delays)} frames")
    for relay in reversed(chain.relays):
        trial.end(relay)


def percentile(values, share):
    return values[min(len(values) - 1, len(values) * share // 100)]


def killed(trial):
    """kill -9 of the origin: the edge's viewers stay, and have pictures when the origin is back."""
    clip = media.make_clip(trial.file("clip.h264"), 4, bit_rate="500k")
    origin = start(trial)
    edge = start(trial, "--origin", origin.address)
    publisher, camera = trial.camera(clip, f"{origin.address}/live")
    publisher.wait_to_say("Publishing 'live'")
    paths = [trial.file(f"edge{number}.h264") for number in range(3)]
    watches = [trial.watch(f"{edge.address}/live", "-o", path, "--stats") for path in paths]
    for path in paths:
        wait_until(lambda: path.exists() and path.stat().st_size > 50_000, "video at the edge")
    port, said = origin.endpoint[1], len(publisher.said)
    origin.signal(signal.SIGKILL)
    origin.wait()
    wait_until(lambda: stream(edge)["state"] == "interrupted", "the edge to notice")
    viewers = stream(edge)["viewers"]
    trial.check(viewers == 3, f"the edge keeps its {viewers} viewers while the origin is away")
    time.sleep(1)
    origin = start(trial, port=port)
    publisher.wait_to_say("Publishing 'live'", after=said)
    sizes, began = [path.stat().st_size for path in paths], time.monotonic()
    for path, size in zip(paths, sizes):
        wait_until(lambda: path.stat().st_size > size + 20_000, "video after the origin's return")
    trial.check(True, f"the edge's viewers have video {time.monotonic() - began:.1f} s after the publisher is back")
    camera.signal(signal.SIGTERM)
    ends = [publisher.wait()] + [watch.wait() for watch in watches]
    trial.check(ends == [0] * 4, f"publish and watch exit with 0 at the end of the stream: {ends}")
    faults = [media.decoding_fault(path) for path in paths]
    trial.check(faults == [None] * 3, f"all files decode {[fault for fault in faults if fault] or ''}")
    wait_until(lambda: metric(edge, "streamd_upstreams") == 0, "the edge to forget the stream")
    for relay in (edge, origin):
        trial.end(relay)


def refusal(relay):
    """How a relay refuses a viewer that does not wait."""
    with wire.Connection(relay.endpoint) as connection:
        connection.send(wire.PREFACE + wire.hello(wire.SUBSCRIBE, "live", waits=False))
        return connection.ending()


def loops(trial):
    """Relays that take all streams from each other, in circles of one to three."""
    for count in (1, 2, 3):
        ports = [free_port() for _ in range(count)]
        ring = [start(trial, "--origin", f"127.0.0.1:{ports[(number + 1) % count]}", port=port)
                for number, port in enumerate(ports)]
        began = time.monotonic()
        ending = refusal(ring[0])
        trial.check(ending.code == INTERNAL_FAULT and time.monotonic() - began < 9,
                    f"a circle of {count} is found, not waited for: {ending.reason}")
        again = [refusal(ring[0]).code for _ in range(20)]
        connections = metric(ring[0], "streamd_accepted_connections_total")
        trial.check(set(again) == {INTERNAL_FAULT} and connections <= 2 + 20 + 4,
                    f"20 more viewers make it connect no more: {connections:.0f} connections in all")
        for relay in ring:
            trial.end(relay)


def credentials(trial):
    listed = trial.file("tokens")
    digest = hashlib.sha256(TOKEN.encode()).hexdigest()
    listed.write_text(f"edge sha256={digest} publish=* watch=*\n")
    listed.chmod(0o600)
    origin = start(trial, "--tokens", listed)
    with wire.Connection(origin.endpoint) as publisher:
        publisher.send(wire.PREFACE + wire.hello(wire.PUBLISH, "live", token=TOKEN))
        publisher.wait_for(wire.WELCOME)
        publisher.send(wire.tracks(1) + wire.frame(1, 0, b"picture", wire.RANDOM_ACCESS))
        for secret, is_right in ((None, False), (WRONG, False), (TOKEN, True)):
            options = ()
            if secret:
                path = trial.file("token")
                path.write_text(secret)
                path.chmod(0o600)
                options = ("--origin-token-file", path)
            edge = start(trial, "--origin", origin.address, *options)
            if is_right:
                with wire.Connection(edge.endpoint) as viewer:
                    viewer.send(wire.PREFACE + wire.hello(wire.SUBSCRIBE, "live"))
                    frame = wire.read_frame(*viewer.wait_for(wire.FRAME)[1:])
                    trial.check(frame.payload == b"picture", "with the right token the edge gets the stream")
            else:
                ending = refusal(edge)
                trial.check(ending.code == INTERNAL_FAULT and "oken" not in ending.reason,
                            f"with {'a wrong' if secret else 'no'} token the viewer learns no more than: {ending.reason}")
                edge.wait_to_say("pull failed.*unauthorized")
            trial.end(edge)
    trial.end(origin)


def published(relay):
    """A publisher's connection, and one frame of it."""
    connection = wire.Connection(relay.endpoint)
    connection.send(wire.PREFACE + wire.hello(wire.PUBLISH, "live"))
    connection.wait_for(wire.WELCOME)
    connection.send(wire.tracks(1) + wire.frame(1, 0, relay.address.encode(), wire.RANDOM_ACCESS))
    return connection


def watching(relay):
    connection = wire.Connection(relay.endpoint)
    connection.send(wire.PREFACE + wire.hello(wire.SUBSCRIBE, "live"))
    return connection


def payload(connection):
    return wire.read_frame(*connection.wait_for(wire.FRAME)[1:]).payload.decode()


def invented(trial):
    """Clients that call themselves relays, with paths that the origin must refuse."""
    origin = start(trial)
    edge = start(trial, "--origin", origin.address)
    with published(origin):
        with wire.Connection(origin.endpoint) as client:
            client.send(wire.PREFACE + wire.hello(RELAY, "live"))
            path = wire.read_options(client.wait_for(wire.WELCOME)[2][28:])[WELCOME_PATH]
        attackers = [wire.Connection(edge.endpoint) for _ in range(20)]
        for number, attacker in enumerate(attackers):
            more = wire.option(HELLO_PATH, os.urandom(16 * (number % 3)) + path)
            attacker.send(wire.PREFACE + wire.hello(RELAY, "live", more=more))
        with watching(edge) as viewer:
            began = time.monotonic()
            trial.check(payload(viewer) == origin.address,
                        f"20 invented paths do not keep a viewer from the stream: {time.monotonic() - began:.2f} s")
        for attacker in attackers:
            attacker.socket.close()
    for relay in (edge, origin):
        trial.end(relay)


def reloaded(trial):
    """Another origin in the settings, and none."""
    origins = [start(trial), start(trial)]
    settings = trial.file("edge.yaml")
    settings.write_text(f"origin: {origins[0].address}\n")
    edge = start(trial, "--config", settings)
    publishers = [published(origin) for origin in origins]
    with watching(edge) as viewer:
        trial.check(payload(viewer) == origins[0].address, "the edge has the stream of its origin")
        settings.write_text(f"origin: {origins[1].address}\n")
        began = time.monotonic()
        ending = viewer.ending()
    with watching(edge) as viewer:
        trial.check(ending.code == DRAINING and payload(viewer) == origins[1].address,
                    f"new settings bring the stream of another {time.monotonic() - began:.1f} s later")
        settings.write_text("max-viewers: 10\n")
        ending = viewer.ending()
        edge.wait_to_say("pull ended.*No relay is known")
        trial.check(ending.code == DRAINING, f"without an origin its viewers must connect again: {ending.reason}")
    for publisher in publishers:
        publisher.socket.close()
    for relay in (edge, *origins):
        trial.end(relay)


def redirected(trial):
    """An edge that sends its clients to the origin, and viewers whom an operator moves."""
    clip = media.make_clip(trial.file("moving.h264"), 4, bit_rate="500k")
    origin = start(trial)
    edge = start(trial, "--origin", origin.address, "--redirect", "*")
    publisher, camera = trial.camera(clip, f"{edge.address}/live")
    publisher.wait_to_say("Publishing 'live'")
    path = trial.file("redirected.h264")
    watch = trial.watch(f"{edge.address}/live", "-o", path, "--stats")
    wait_until(lambda: path.exists() and path.stat().st_size > 50_000, "video from the origin")
    trial.check(stream(origin)["viewers"] == 1 and metric(edge, "streamd_upstreams") == 0,
                "an edge with --redirect sends publish and watch to the origin, and takes nothing from there")
    with urllib.request.urlopen(f"http://{edge.address}/live.h264", timeout=30) as answer:
        trial.check(len(answer.read(1000)) == 1000, "a player over HTTP gets the stream from the edge itself")
        other = start(trial, "--origin", origin.address)
        ctl = subprocess.run([trial.streamd, "ctl", "move", "live", other.address, "--admin", origin.admin, "--json"],
                             capture_output=True, text=True, check=False)
    moved = json.loads(ctl.stdout)
    trial.check(moved["moved"] == 1 and moved["left"] == 1, f"ctl move sends one viewer away, and leaves the edge: {moved}")
    wait_until(lambda: metric(other, "streamd_joins_total") == 1, "the viewer at the other relay")
    size = path.stat().st_size
    wait_until(lambda: path.stat().st_size > size + 50_000, "video from the other relay")
    camera.signal(signal.SIGTERM)
    ends = [publisher.wait(), watch.wait()]
    fault = media.decoding_fault(path)
    last = json.loads(watch.said.strip().splitlines()[-1])
    trial.check(ends == [0, 0] and not fault and last["missed"] == 0, f"the viewer has missed nothing on its way {ends} {fault or ''}")
    for relay in (edge, other, origin):
        trial.end(relay)

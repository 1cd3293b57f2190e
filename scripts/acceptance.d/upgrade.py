"""Relays restart under 100 viewers while another process holds their listening socket: no client is refused."""
import asyncio
import collections
import os
import random
import signal
import socket
import time

import certificates
import media
import stamps
import viewing
import wire
from trial import PATIENCE, Abandoned, Relay

SECONDS = 6
#: Restarts in a row.
RESTARTS = 3
PROTOCOL_VIEWERS = 85
WATCHES = 15
#: Connections per second that test whether the relay accepts them.
PROBES = 50
#: Pictures that a viewer may miss at a restart: a group.
GROUP = media.RATE * media.GROUP_SECONDS


def run(trial, seconds):
    clip = media.make_clip(trial.file("clip.h264"), 10, bit_rate="500k")
    restarts(trial, clip, seconds, None)
    authority = certificates.Authority(trial)
    restarts(trial, clip, seconds, authority)
    by_systemd(trial, clip)


class Holder:
    """Holds a listening socket as systemd does, and passes it to one relay after the other."""

    def __init__(self, trial, options, host="127.0.0.1"):
        self._trial = trial
        self._options = options
        self._socket = socket.create_server((host, 0), backlog=4096)
        self.endpoint = self._socket.getsockname()

    def close(self):
        self._socket.close()

    @property
    def address(self):
        return f"{self.endpoint[0]}:{self.endpoint[1]}"

    def start(self):
        """sd_listen_fds(3): the socket is descriptor 3, and LISTEN_PID is the process itself."""
        descriptor = self._socket.fileno()
        line = f'exec 3<&{descriptor}; LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" "$@"'
        return self._trial.start("bash", "-c", line, self._trial.streamd, "relay", "--admin", "off", *self._options,
                                 kind=Relay, pass_fds=(descriptor,))


def restarts(trial, clip, seconds, authority):
    name = "with TLS" if authority else "without TLS"
    options = ["--max-connections-per-second-per-address", "1000"]
    if authority:
        certificate = authority.issue("relay")
        options += ["--tls-certificate", certificate.chain, "--tls-key", certificate.key]
    holder = Holder(trial, options)
    relay = holder.start()
    trial.check(relay.endpoint == holder.endpoint, f"{name}: the relay listens on the socket that it inherited, "
                f"{relay.address}")
    publisher, camera = trial.camera(clip, f"{holder.address}/live")
    publisher.wait_to_say("Publishing 'live'")
    security = ("--tls", "--ca", authority.certificate) if authority else ()
    watches = [viewing.watch(trial, f"{holder.address}/live", trial.file(f"{'s' * bool(authority)}watch{number}.h264"),
                             *security) for number in range(WATCHES)]
    crowd = Crowd(trial, holder.endpoint, authority and authority.client)
    asyncio.run(crowd.live_through(Restarts(trial, holder, relay, seconds, watches, camera)))
    trial.check(publisher.wait() == 0, f"{name}: publish exits with 0")
    judge(trial, name, crowd, watches)
    holder.close()


class Restarts:
    """The relay's life: repeated restarts, then the end of the stream."""

    def __init__(self, trial, holder, relay, seconds, watches, camera):
        self._trial, self._holder, self._relay = trial, holder, relay
        self._seconds, self._watches, self._camera = seconds, watches, camera

    async def go_on(self, protocol_viewers):
        members = protocol_viewers + self._watches
        await has(lambda: all(member.path.exists() and member.path.stat().st_size for member in members), "video")
        for _ in range(RESTARTS):
            await asyncio.sleep(self._seconds)
            sizes = {}
            began = time.monotonic()
            code = await asyncio.to_thread(self._stop)
            ended = time.monotonic() - began
            sizes = {member.path: member.path.stat().st_size for member in members}
            self._relay = await asyncio.to_thread(self._holder.start)
            await has(lambda: all(path.stat().st_size > size for path, size in sizes.items()), "new video")
            self._trial.check(code == 0, f"restart: the old relay exits with {code} after {ended:.2f} s, and all "
                              f"viewers receive video from the new one after {time.monotonic() - began:.2f} s")
        await asyncio.sleep(self._seconds)
        self._camera.signal(signal.SIGTERM)

    def _stop(self):
        self._relay.signal(signal.SIGTERM)
        return self._relay.wait()


async def has(condition, what):
    """Waits for `condition` to return something true."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            raise Abandoned(f"timeout after {PATIENCE} s while waiting for {what}")
        await asyncio.sleep(0.05)


class Crowd:
    """Viewers written from Protocol.md that reconnect as it describes; and probes."""

    def __init__(self, trial, endpoint, tls):
        self.endpoint = endpoint
        self.tls = tls
        self.protocol_viewers = [ProtocolViewer(self, trial.file(f"{'s' * bool(tls)}protocol{number:02}.h264"))
                                 for number in range(PROTOCOL_VIEWERS)]
        #: The results of the probes, and the longest time until a first message.
        self.probes, self.slowest = collections.Counter(), 0
        #: Connections that a viewer was refused.
        self.refused = 0

    async def live_through(self, restarts):
        viewing_ = asyncio.gather(*(client.live() for client in self.protocol_viewers))
        probing = asyncio.create_task(self._probe())
        await restarts.go_on(self.protocol_viewers)
        probing.cancel()
        await viewing_

    async def connect(self):
        name = self.endpoint[0] if self.tls else None
        return await asyncio.open_connection(*self.endpoint, ssl=self.tls, server_hostname=name)

    async def _probe(self):
        running = set()
        try:
            while True:
                task = asyncio.create_task(self._probe_once())
                running.add(task)
                task.add_done_callback(running.discard)
                await asyncio.sleep(1 / PROBES)
        finally:
            await asyncio.gather(*running)

    async def _probe_once(self):
        began = time.monotonic()
        try:
            reader, writer = await self.connect()
            try:
                writer.write(wire.PREFACE + wire.hello(wire.SUBSCRIBE, "unpublished"))
                first = await first_message(reader)
            finally:
                writer.close()
            self.probes[first] += 1
        except OSError as error:
            self.probes[type(error).__name__] += 1
        self.slowest = max(self.slowest, time.monotonic() - began)


async def first_message(reader):
    messages = wire.Reader()
    while piece := await reader.read(4096):
        for type, _, body in messages.push(piece):
            if type == wire.WELCOME:
                return "welcome"
            if type in (wire.ERROR, wire.GOODBYE):
                code = wire.read_ending(type, body).code
                return "goodbye: draining" if code == wire.DRAINING else f"error {code:#06x}"
    return "closed without a message"


class ProtocolViewer:
    """A viewer that reconnects until the stream has ended."""

    def __init__(self, crowd, path):
        self.path = path
        self.viewers = []
        self._crowd = crowd
        self._instance = os.urandom(16)

    async def live(self):
        with open(self.path, "wb", buffering=0) as output:
            while True:
                viewer = wire.Viewer(output)
                try:
                    await self._watch(viewer)
                    self.viewers.append(viewer)
                except OSError as error:
                    self._crowd.refused += isinstance(error, ConnectionRefusedError)
                ending = viewer.ending
                if ending and not ending.retryable:
                    return
                pause = ending.retry_after / 1000 if ending else 0
                await asyncio.sleep(pause or random.uniform(0, 0.25))

    async def _watch(self, viewer):
        reader, writer = await self._crowd.connect()
        try:
            messages = wire.Reader()
            writer.write(wire.PREFACE + wire.hello(wire.SUBSCRIBE, "live", self._instance))
            while piece := await reader.read(1 << 16):
                for message in messages.push(piece):
                    writer.write(viewer.take(*message))
        finally:
            writer.close()


def judge(trial, name, crowd, watches):
    protocol_viewers = crowd.protocol_viewers
    ended = sum(client.viewers[-1].ending.code == wire.END_OF_STREAM for client in protocol_viewers)
    outcomes = [watch.outcome for watch in watches if watch.outcome]
    trial.check(ended == len(protocol_viewers) and not outcomes, f"{name}: {ended} protocol viewers and {len(watches)} "
                f"processes of streamd watch receive the end of the stream {outcomes[:2] or ''}")
    lives = collections.Counter(len(client.viewers) for client in protocol_viewers)
    goodbyes = collections.Counter(viewer.ending and viewer.ending.code for client in protocol_viewers
                                   for viewer in client.viewers[:-1])
    trial.check(set(lives) == {RESTARTS + 1} and set(goodbyes) == {wire.DRAINING},
                f"{name}: each protocol viewer connected {RESTARTS + 1} times and received a goodbye each time: "
                f"connections {dict(lives)}, goodbyes {dict(goodbyes)}")
    faults = [fault for client in protocol_viewers for viewer in client.viewers for fault in viewer.faults]
    trial.check(not faults, f"{name}: on every connection, received frames and gaps are all frames {faults[:2] or ''}")
    holes = [len(hole) for member in protocol_viewers + watches
             for hole in runs(stamps.missing(sorted(n for n, _ in stamps.found(member.path.read_bytes()))))]
    trial.check(max(holes, default=0) <= GROUP,
                f"{name}: a viewer misses at most {max(holes, default=0)} pictures at a restart, "
                f"{sum(holes) / (RESTARTS * (PROTOCOL_VIEWERS + WATCHES)):.1f} on average; a group has {GROUP}")
    faults = {member.path.name: fault for member in protocol_viewers[:3] + watches[:3]
              if (fault := media.decoding_fault(member.path))}
    trial.check(not faults, f"{name}: the viewers' files decode {faults or ''}")
    well = set(crowd.probes) <= {"welcome", "goodbye: draining"}
    trial.check(well and crowd.refused == 0, f"{name}: the relay accepts all {sum(crowd.probes.values())} probes, "
                f"{PROBES} per second: {dict(crowd.probes)}; the slowest took {crowd.slowest:.2f} s")


def runs(numbers):
    """Lists of consecutive numbers."""
    found = []
    for number in numbers:
        if not found or found[-1][-1] != number - 1:
            found.append([])
        found[-1].append(number)
    return found


def by_systemd(trial, clip):
    """The same with systemd's own program: it listens, and starts the relay for the first client."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        endpoint = found.getsockname()
    relay = trial.start("systemd-socket-activate", "-l", f"{endpoint[0]}:{endpoint[1]}", trial.streamd, "relay",
                        "--admin", "off")
    relay.wait_to_say("Listening on")
    watcher = viewing.watch(trial, f"{endpoint[0]}:{endpoint[1]}/live", trial.file("activated.h264"))
    watcher.program.wait_to_say("Waiting for '")
    publisher = trial.publish(f"{endpoint[0]}:{endpoint[1]}/live", clip, "--speed", "0")
    trial.check((publisher.wait(), watcher.outcome) == (0, None), "systemd-socket-activate: the relay starts with its "
                "first viewer and serves it")
    sent = media.nal_units(clip.read_bytes())
    added, fault = media.compare_nal_units(sent, media.nal_units(watcher.path.read_bytes()))
    trial.check(fault is None, f"the stream is complete {fault or ''}")
    relay.signal(signal.SIGTERM)
    trial.check(relay.wait() == 0, "the relay exits with 0 after SIGTERM")

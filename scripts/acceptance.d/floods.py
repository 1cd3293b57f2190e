"""Attacks of many kinds, each for a minute while 230 viewers watch: none misses a frame, and nothing leaks.

200 viewers speak the protocol over TCP (Benchmarks/fanout/fanload.c), ten each use TLS, WebSocket and HTTP. Honest
clients have the address 127.0.0.2, attackers (flood.c) 127.0.0.3 and a lower priority: they share the machine, and
would otherwise take CPU time from the relay, which remote attackers cannot.

Then the same, for a quarter of the time each, behind HAProxy with the PROXY protocol if it is installed: the relay
knows clients by their addresses before the proxy. Finally an attack over IPv6 from 10,000 networks of one site
(ipv6site.py), in its own network.
"""
import asyncio
import collections
import importlib
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess

import crowd
import figures
import guarded
import media
import payloads
import wire
from hostile import allow_descriptors
from trial import wait_until

SECONDS = 60
VIEWERS, GUESTS = 200, 10
SILENT = 5000
#: Connections through the proxy at once; it takes two open files for each, and 20,000 are a usual hard limit.
PROXIED = 8000
HONEST, ATTACKER, PROXY = "127.0.0.2", "127.0.0.3", "127.0.0.4"
BIT_RATE = 2_000_000
BYTES_PER_SECOND = 4_000_000
#: How much later than without an attack 99 of 100 frames may reach the viewers' sockets, in seconds.
LATE = 0.25
#: How long the viewers watch before their frames count, and then before the attack begins, in seconds.
WARM, QUIET = 3, 5
#: If the relay waits for a core so many times longer than it runs, without an attack, the machine is busy with other
#: work, and the latency is not the relay's. Measured: 1.7 times on two cores without other work, 4 to 8 beside builds.
BUSY = 3
#: How much more memory a second flood may leave than the first, as a share and in kB.
GROWTH, SLACK = 0.05, 2048
#: How long connections of an attack may stay, in seconds: a handshake's time and two lingering closes.
REST = 30
FANLOAD = pathlib.Path(__file__).resolve().parents[2] / "Benchmarks/fanout/fanload.c"

TIMEOUT, HASTE, FULL, HUNG_UP = "handshake-timeout", "connecting-too-fast", "too-many-from-address", "hung-up"
TLS_HANDSHAKE, TLS_BROKEN = "tls-handshake", "tls-broken"
LIMITS = {HASTE, FULL}
HTTP_REASONS = {TIMEOUT, HUNG_UP, "malformed-message", "not-this-protocol", "message-too-long", "rate-exceeded",
                "unauthorized", "stream-not-found", "unexpected-message", "unsupported-version"}

#: The name of an attack.
LEAVING = "connections that close during the handshake"

#: What is tried, the reasons under which it may be counted, and the options of `flood`.
Attack = collections.namedtuple("Attack", "name reasons options payloads")


def run(trial, seconds):
    allow_descriptors(SILENT + 2000)
    floods = Floods(trial)
    floods.prepare()
    asyncio.run(floods.go(seconds))
    trial.end(floods.relay)
    if shutil.which("haproxy"):
        proxied = ProxiedFloods(trial)
        proxied.prepare()
        asyncio.run(proxied.go(seconds / 4))
        trial.end(proxied.relay)
    else:
        trial.saw("haproxy is not installed, so floods through it are not tested; on Debian: apt-get install haproxy")
    importlib.import_module("ipv6site").run(trial, seconds)


class Floods(guarded.GuardedRelay):
    def __init__(self, trial):
        super().__init__(trial)
        #: For each attack, whether the machine was busy with other work before it.
        self.busy = collections.defaultdict(list)

    @property
    def endpoint(self):
        """The address for all clients."""
        return self.relay.endpoint

    def prepare(self, *options, **more):
        super().prepare("--max-bytes-per-second-per-address", BYTES_PER_SECOND, *options, **more)
        self.started()
        self.flood, self.fanload = (self.compiled(source) for source in
                                    (pathlib.Path(__file__).with_name("flood.c"), FANLOAD))
        self.process = figures.Process(self.relay.pid)
        clip = media.make_clip(self.trial.file("clip.h264"), 10, bit_rate=str(BIT_RATE))
        publisher, _ = self.trial.camera(clip, f"{self.relay.address}/live",
                                         env=os.environ | {"STREAMD_TOKEN": self.secret(self.publish_token)})
        publisher.wait_to_say("Publishing 'live'")

    def started(self):
        """The relay listens, and has no connections yet."""

    # -- attacks

    def attacks(self):
        hello = wire.PREFACE + wire.hello(wire.SUBSCRIBE, "live", token=self.secret(self.token))
        wrong = [wire.PREFACE + wire.hello(wire.SUBSCRIBE, "live", token=f"wrong-{number}") for number in range(16)]
        tls = payloads.client_hello()
        request = b"GET /live.h264 HTTP/1.1\r\nHost: relay\r\n"
        return [
            Attack(f"{SILENT} silent connections", {TIMEOUT, HUNG_UP} | LIMITS, ["-n", SILENT, "-e", "hold"], [b""]),
            Attack(LEAVING, {HUNG_UP, TLS_HANDSHAKE, "unauthorized"} | LIMITS,
                   ["-n", 64, "-e", "close"], [b"", tls, wrong[0], hello, wire.PREFACE]),
            Attack("TLS handshakes that never finish", {HUNG_UP, TLS_HANDSHAKE} | LIMITS,
                   ["-n", 256, "-e", "answer", "-l", 1], [tls]),
            Attack("wrong tokens", {"unauthorized"} | LIMITS, ["-n", 64, "-e", "answer"], wrong),
            Attack("one byte a second", {TIMEOUT, HUNG_UP, TLS_HANDSHAKE, "malformed-message"} | LIMITS,
                   ["-n", 1000, "-s", 1, "-e", "hold"],
                   [hello, tls, request + b"\r\n", request + b"X-Long: " + b"x" * 1000]),
            Attack("garbage instead of HTTP", HTTP_REASONS | LIMITS, ["-n", 100, "-e", "answer", "-l", 20],
                   payloads.http_garbage(request)),
            Attack("WebSocket fragments without a final one", HTTP_REASONS | LIMITS, ["-n", 100, "-l", 20],
                   payloads.websocket_fragments(hello)),
            Attack("half-closed sockets", {HUNG_UP, TLS_HANDSHAKE, "malformed-message"} | HTTP_REASONS | LIMITS,
                   ["-n", 500, "-e", "half", "-l", 20],
                   [b"", hello[:30], hello, tls, tls[:50], request, request + b"X-Long: "]),
        ]

    async def go(self, seconds):
        self.baseline = await self.rest()
        attacks = self.attacks()
        kept = {}
        for number, length in enumerate((seconds, seconds / 4)):
            for attack in attacks:
                kept.setdefault(attack.name, []).append(await self.attack(
                    attack.name, attack.reasons, length, lambda: self.run_flood(attack, length)))
            for name, reasons, way in (("TLS renegotiation", {TLS_BROKEN, TLS_HANDSHAKE} | LIMITS, self.renegotiate),
                                       ("publishers above the byte rate", {"rate-exceeded"} | LIMITS, self.overfeed)):
                kept.setdefault(name, []).append(await self.attack(name, reasons, length, lambda: way(length)))
        self.judge_memory(kept)
        self.judge_machine()

    async def run_flood(self, attack, seconds):
        files = []
        for number, payload in enumerate(attack.payloads):
            path = self.trial.file(f"payload-{number}")
            path.write_bytes(payload)
            files.append(path)
        output = await self.output("nice", "-n", 10, self.flood, "-P", self.endpoint[1], "-b", ATTACKER,
                                   "-d", int(seconds), *attack.options, *files)
        seen = json.loads(output)
        words = ", ".join(f"{count} {word}" for word, count in seen["words"].items())
        return (f"{seen['opened']} connections, {seen['sent_bytes'] / 1e6:.1f} MB sent, {seen['failed']} could not "
                f"be opened; last messages: {words or 'none'}"), seen

    async def renegotiate(self, seconds):
        """openssl repeatedly requests a new handshake within TLS 1.2."""
        end = asyncio.get_running_loop().time() + seconds
        tries = 0

        async def attack():
            nonlocal tries
            while asyncio.get_running_loop().time() < end:
                client = await asyncio.create_subprocess_exec(
                    "nice", "-n", "10", "openssl", "s_client", "-connect", "%s:%d" % self.endpoint, "-bind",
                    f"{ATTACKER}:0", "-tls1_2", stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL)
                tries += 1
                client.stdin.write(b"R\n" * 3)
                try:
                    await asyncio.wait_for(client.wait(), 5)
                except TimeoutError:
                    client.kill()
                    await client.wait()

        await asyncio.gather(*(attack() for _ in range(8)))
        return f"{tries} clients", None

    async def overfeed(self, seconds):
        """Publishers with a valid token, far above the rate of an address."""
        place = crowd.Place(self.endpoint, source=ATTACKER)
        token = self.secret(self.publish_token)
        end = asyncio.get_running_loop().time() + seconds
        results = collections.Counter()

        async def attack(number):
            while asyncio.get_running_loop().time() < end:
                host = crowd.Host(place, f"flood/{number}", [bytes(200_000)], 60, token, rate=1000)
                try:
                    async with asyncio.timeout(max(0.1, end - asyncio.get_running_loop().time())):
                        await host.publish()
                    results["ended"] += 1
                except (crowd.Refused, OSError, asyncio.IncompleteReadError) as error:
                    results[str(error) or type(error).__name__] += 1
                await asyncio.sleep(0.02)

        await asyncio.gather(*(attack(number) for number in range(10)))
        return ", ".join(f"{count} {what}" for what, count in results.items()), None

    # -- one attack

    async def attack(self, name, reasons, seconds, way):
        trial = self.trial
        before = await self.snapshot()
        viewers = await self.begin(
            self.fanload, "-n", VIEWERS, "-P", self.endpoint[1], "-b", HONEST, "-k", self.token, "-w", WARM,
            "-d", int(seconds) + 5, "-t", "-p", self.relay.pid)
        watching = asyncio.create_task(self.rest_of(viewers))
        place = crowd.Place(self.endpoint, source=HONEST)
        token = self.secret(self.token)
        guests = [crowd.Guest(place, carrier, "live", token) for carrier in crowd.CARRIERS if carrier != "tcp"
                  for _ in range(GUESTS)]
        tasks = [asyncio.create_task(guest.run()) for guest in guests]
        await asyncio.wait_for(asyncio.gather(*(guest.joined.wait() for guest in guests)), 30)
        await asyncio.sleep(WARM + QUIET)
        # The viewers report what they saw until now, and begin again.
        viewers.send_signal(signal.SIGUSR1)
        peak = asyncio.create_task(self.peak())
        results, seen = await way()
        peak.cancel()
        during = await peak
        quiet, load = map(json.loads, (await watching).splitlines())
        for guest in guests:
            guest.leave("close")
        refused = [result for result in await asyncio.gather(*tasks, return_exceptions=True) if result]
        after = await self.rest()

        trial.saw(f"{name}: {results}")
        if seen and "half-closed" in name:
            trial.check(not seen["ended_here"], f"{name}: the relay ended {seen['ended_by_server']} connections, "
                        f"the attacker {seen['ended_here']}")
        trial.check(load["gap_frames"] == load["faults"] == load["closed"] == 0 and load["frames_fewest"] > 0,
                    f"{VIEWERS} TCP viewers received {load['frames_fewest']} to {load['frames_most']} frames in "
                    f"{seconds:.0f} s and the time around it: {load['gap_frames']} frames in gaps, "
                    f"{load['faults']} lost without a gap, {load['closed']} viewers disconnected")
        accounts = [guest.account for guest in guests]
        faults = [fault for account in accounts for fault in account.faults] + refused
        missed = sum(account.missed for account in accounts)
        trial.check(not faults and not missed, f"{len(guests)} viewers over TLS, WebSocket and HTTP received "
                    f"at least {min(account.received for account in accounts)} frames each: {missed} in gaps "
                    f"{faults[:3] or ''}")
        self.judge_latency(name, quiet, load)
        accepted, admitted = (int(after[key] - before[key]) - VIEWERS - len(guests) for key in ("accepted", "joins"))
        counted = figures.difference(before["endings"], after["endings"])
        strange = {reason: count for reason, count in counted.items() if reason not in reasons}
        trial.check(sum(counted.values()) + admitted >= accepted * 0.99 and not strange,
                    f"the relay accepted {accepted} connections of attackers, admitted {admitted} as viewers, and "
                    f"counted the others: {counted} {f'unexpected: {strange}' if strange else ''}")
        trial.check(after["descriptors"] <= before["descriptors"] + 2,
                    f"descriptors: {before['descriptors']} before, {during['descriptors']} at the peak, "
                    f"{after['descriptors']} afterwards")
        trial.saw(f"resident memory: {before['rss_kb']} kB before, {during['rss_kb']} kB at the peak, "
                  f"{after['rss_kb']} kB afterwards")
        return after["rss_kb"]

    def judge_latency(self, name, quiet, load):
        """The latency that the attack adds. Frames are late on a busy machine too, also without an attack."""
        nothing = {"p50": 0, "p99": 0, "max": 0}
        before, during = quiet.get("system", nothing), load.get("system", nothing)
        ran, waited = (" and ".join(f"{part[key] / part['seconds']:.2f}" for part in (quiet, load))
                       for key in ("server_cpu", "server_waited"))
        text = (f"latency from publisher to socket: p50 {during['p50'] / 1e3:.1f} ms, "
                f"p99 {during['p99'] / 1e3:.1f} ms, maximum {during['max'] / 1e3:.1f} ms; "
                f"p99 before the attack {before['p99'] / 1e3:.1f} ms. Before and during it, the relay ran "
                f"for {ran} s a second, and waited for a core for {waited}")
        is_busy = quiet["server_waited"] > BUSY * quiet["server_cpu"]
        self.busy[name].append(is_busy)
        if is_busy:
            self.trial.saw(f"{text}: not judged, because the machine is busy with other work")
        else:
            self.trial.check(during["p99"] - before["p99"] < LATE * 1e6, text)

    def judge_machine(self):
        """Without this check a busy machine could hide a slow relay."""
        unknown = [name for name, times in self.busy.items() if all(times)]
        self.trial.check(not unknown, f"the machine was idle enough to judge the latency of "
                                      f"{len(self.busy) - len(unknown)} of {len(self.busy)} attacks")

    async def snapshot(self):
        metrics = await self.metrics()
        return {**self.process.sample(), "endings": metrics.by("streamd_endings_total", "reason"),
                "accepted": metrics.total("streamd_accepted_connections_total"),
                "joins": metrics.total("streamd_joins_total"),
                "connections": metrics.total("streamd_connections")}

    async def peak(self):
        """The relay's largest memory until this task is cancelled."""
        most = collections.Counter()
        try:
            while True:
                for key, value in self.process.sample().items():
                    most[key] = max(most[key], value)
                await asyncio.sleep(0.5)
        except asyncio.CancelledError:
            return most

    async def rest(self):
        """Waits until only the publisher is left, and until memory is released."""
        for _ in range(REST * 4):
            seen = await self.snapshot()
            if seen["connections"] <= 1:
                break
            await asyncio.sleep(0.25)
        self.trial.check(seen["connections"] <= 1, f"the relay has {seen['connections']:.0f} "
                         "connections after the attack, one of them the publisher's")
        await asyncio.sleep(3)
        return await self.snapshot()

    def judge_memory(self, kept):
        # The memory that malloc keeps after the first round is enough for the second.
        bound = max(first for first, _ in kept.values()) * (1 + GROWTH) + SLACK
        for name, (first, second) in kept.items():
            self.trial.check(second <= bound, f"{name}: resident memory {first} kB after the first attack, {second} kB "
                                              f"after the second; the bound is {bound:.0f} kB")


class ProxiedFloods(Floods):
    """The same with HAProxy in front of the relay. All but the publisher connect through it."""

    endpoint = None

    def prepare(self):
        super().prepare("--proxy-protocol-from", PROXY)

    def attacks(self):
        # When a client resets its connection, HAProxy usually closes the one to the relay in order. An incomplete hello
        # is then malformed.
        return [attack._replace(reasons=attack.reasons | {"malformed-message"}) if attack.name == LEAVING else attack
                for attack in super().attacks()]

    def started(self):
        self.endpoint = ("127.0.0.1", figures.free_port())
        host, port = self.relay.endpoint
        config = self.trial.file("haproxy.cfg")
        config.write_text(f"""
global
    maxconn {PROXIED}
defaults
    mode tcp
    timeout connect 5s
    timeout client 2m
    timeout server 2m
listen relay
    bind 127.0.0.1:{self.endpoint[1]} backlog 4096
    server relay {host}:{port} source {PROXY} send-proxy-v2
""")
        self.trial.start("haproxy", "-db", "-f", config)
        wait_until(self._is_there, "HAProxy to listen")

    def _is_there(self):
        try:
            socket.create_connection(self.endpoint, 1).close()
            return True
        except OSError:
            return False

"""An hour with a hundred times the usual events: nothing grows, and no frame is lost without a gap.

Clients that take all the memory they get (siege.py) attack all the time. Viewers over all four carriers join and
leave, publishers restart or are killed, tokens and limits change by SIGHUP, sometimes with a broken configuration,
certificates are replaced, and clients try wrong tokens. Every ten seconds the relay's figures go to a file; in the
last third of the time they must be flat.
"""
import asyncio
import collections
import csv
import json
import os
import random
import signal
import subprocess
import sys
import time

import crowd
import figures
import media
import soak_results
from trial import HERE, Abandoned

SECONDS = 3600
#: How much faster than usual everything happens.
HASTE = 100
#: What is usual, in seconds: a viewer stays half an hour, a publisher restarts every two hours, an operator changes
#: tokens or limits every hour, a certificate is replaced every two hours, a client uses a wrong token every minute.
STAY, RESTART, RELOAD, CERTIFICATE, MISTAKE = 1800, 7200, 3600, 7200, 60
STREAMS = ("live", "studio/a", "studio/b")
#: Viewers of a stream over each carrier, beside one that stays to the end.
VIEWERS = 2
GROUP = media.RATE * media.GROUP_SECONDS
BIT_RATE = 400_000
#: What attacks all the time, and the memory budget of the relay: a fraction of what they would take.
ATTACKS, MEMORY = ("deaf=60", "partial=20", "logs=20"), "192MiB"
ATTACKER = "127.0.0.3"
SAMPLE = 10


def run(trial, seconds):
    soak = Soak(trial, seconds)
    soak.prepare()
    try:
        asyncio.run(soak.go())
    except ExceptionGroup as group:
        raise Abandoned("; ".join(f"{error!r}" for error in group.exceptions)) from group
    soak_results.judge(soak)


class Soak:
    def __init__(self, trial, seconds):
        self.trial, self.seconds = trial, seconds
        self.random = random.Random(7)
        self.counts = collections.Counter()
        self.faults = []
        #: Slow viewers whose connection ended without an error.
        self.cut_off = []
        self.samples = []
        self.delays = collections.Counter()
        self.stayers, self.hosts = [], {}
        self.generation = 0
        self.tokens = {}
        #: The newest generation of tokens that the relay accepts.
        self.known = 1
        self.limits = 0

    # -- before

    def prepare(self):
        trial = self.trial
        clip = media.make_clip(trial.file("clip.h264"), 10, bit_rate=str(BIT_RATE))
        self.pictures = media.access_units(clip.read_bytes())
        self.certificate, self.key = trial.file("certificate.pem"), trial.file("key.pem")
        self.token_file, self.config = trial.file("tokens"), trial.file("relay.yaml")
        self.replace_certificate()
        self.publish_token, self.publish_line = self.new_token("--name", "publisher", "--publish", "*")
        self.attack_token, self.attack_line = self.new_token("--name", "attacker", "--publish", "*", "--watch", "*")
        self.next_tokens()
        self.write_config()
        self.admin = f"127.0.0.1:{figures.free_port()}"
        self.relay = trial.relay("--config", self.config, "--admin", self.admin, "--memory", MEMORY,
                                 "--max-connections-per-second-per-address", 200)
        self.place = crowd.Place(self.relay.endpoint)
        self.process = figures.Process(self.relay.pid)
        self.trial.saw(f"samples every {SAMPLE} s for {self.seconds:.0f} s; the relay's log is {self.relay.log}")

    def new_token(self, *options):
        made = subprocess.run([self.trial.streamd, "token", "new", *options], check=True, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        line = next(line for line in made.stderr.splitlines() if "sha256=" in line)
        return made.stdout.strip(), line[line.index(options[1]):]

    def next_tokens(self):
        """A new token for viewers; the previous one stays valid, the one before that expires."""
        self.generation += 1
        self.tokens[self.generation] = self.new_token("--name", f"viewer-{self.generation}", "--watch", "*")
        lines = [self.publish_line, self.attack_line]
        lines += [self.tokens[number][1] for number in (self.generation - 1, self.generation) if number in self.tokens]
        _replace(self.token_file, "\n".join(lines) + "\n")

    def write_config(self, broken=False):
        self.limits += 1
        odd = self.limits % 2
        lines = [f"tls-certificate: {self.certificate}", f"tls-key: {self.key}", f"tokens: {self.token_file}",
                 f"max-viewers: {500 + odd}", f"max-connections-per-address: {4000 + odd}",
                 f"log-seconds: {8 + odd}s", "streams:", "  'studio/*':", f"    max-latency: {1500 + 500 * odd}ms"]
        if broken:
            lines[3] = "max-viewers: many"
        _replace(self.config, "\n".join(lines) + "\n")

    def replace_certificate(self):
        new = self.trial.file("new")
        new.mkdir(exist_ok=True)
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                        "-days", "30", "-subj", "/CN=relay", "-addext", "subjectAltName=IP:127.0.0.1",
                        "-keyout", new / "key.pem", "-out", new / "certificate.pem"],
                       check=True, stderr=subprocess.DEVNULL)
        (new / "key.pem").replace(self.key)
        (new / "certificate.pem").replace(self.certificate)

    # -- meanwhile

    async def go(self):
        self.end = time.monotonic() + self.seconds
        # Errors are collected as faults, or end the trial.
        asyncio.get_running_loop().set_exception_handler(lambda *_: None)
        async with asyncio.TaskGroup() as group:
            for stream in STREAMS:
                group.create_task(self.host(stream))
            await self.sample_baseline()
            for stream in STREAMS:
                await asyncio.wait_for(self.hosts[stream].began.wait(), 30)
            staying = [group.create_task(self.stay(stream, carrier))
                       for stream in STREAMS for carrier in crowd.CARRIERS]
            passing = [group.create_task(self.come_and_go(stream, carrier, slow=slow))
                       for stream in STREAMS for carrier in crowd.CARRIERS
                       for slow in [False] * VIEWERS + [True] * (carrier == "tcp")]
            others = [group.create_task(task) for task in
                      (self.attack(), self.reload(), self.replace_certificates(), self.guess_tokens(), self.sample())]
            await asyncio.wait(others)
            await asyncio.wait(passing)
            for host in self.hosts.values():
                host.stop("end")
            _, left = await asyncio.wait(staying, timeout=60)
            for task in left:
                task.cancel()
            self.faults += ["a viewer did not receive the end of the stream"] * len(left)
        await self.sample_end()

    @property
    def is_over(self):
        return time.monotonic() >= self.end

    async def rest(self, usual, spread=True):
        """Waits for the usual time in accelerated form, and no longer than to the end."""
        span = usual / HASTE
        pause = self.random.expovariate(1 / span) if spread else span
        await asyncio.sleep(max(0, min(pause, self.end - time.monotonic())))

    async def host(self, stream):
        host = crowd.Host(self.place, stream, self.pictures, GROUP, self.publish_token, media.RATE,
                          is_encrypted=stream == STREAMS[1])
        self.hosts[stream] = host
        while not host.has_ended and time.monotonic() < self.end + 60:
            life = asyncio.create_task(host.publish())
            began = time.monotonic()
            while not life.done():
                await asyncio.wait([life], timeout=0.5)
                if time.monotonic() - began > self.restart_after(stream) and not self.is_over:
                    host.stop(self.random.choice(("close", "reset")))
            try:
                await life
            except (crowd.Refused, OSError) as error:
                self.faults.append(f"publisher of {stream}: {error!r}")
                await asyncio.sleep(1)
            self.counts["publisher sessions"] += 1

    def restart_after(self, stream):
        # Not all at the same time.
        return RESTART / HASTE * (0.75 + 0.25 * STREAMS.index(stream))

    async def stay(self, stream, carrier):
        guest = self.guest(stream, carrier)
        self.stayers.append(guest)
        await guest.run()
        self.note(guest)

    async def come_and_go(self, stream, carrier, slow):
        while not self.is_over:
            guest = self.guest(stream, carrier, BIT_RATE / 8 / 2 if slow else None)
            watching = asyncio.create_task(guest.run())
            pause = asyncio.create_task(self.rest(STAY))
            await asyncio.wait([watching, pause], return_when=asyncio.FIRST_COMPLETED)
            guest.leave()
            done, _ = await asyncio.wait([watching], timeout=30)
            pause.cancel()
            if not done:
                watching.cancel()
                self.faults.append(f"{carrier} viewer of {stream}: the relay did not close after the viewer left")
                continue
            try:
                watching.result()
            except crowd.Refused as refusal:
                # Plain HTTP media cannot wait: without a publisher there is no response.
                if carrier == "http" and str(refusal) == "404":
                    self.counts["answered 404"] += 1
                    await asyncio.sleep(1)
                    continue
                guest.account.faults.append(f"refused: {refusal}")
            except OSError as error:
                guest.account.faults.append(f"connection failed: {error!r}")
            self.note(guest, "slow" if slow else carrier)

    def guest(self, stream, carrier, rate=None):
        return crowd.Guest(self.place, carrier, stream, self.tokens[self.known][0], GROUP, rate)

    def note(self, guest, kind=None):
        account = guest.account
        kind = kind or guest.carrier
        self.counts[f"{kind} viewers"] += 1
        self.counts["frames"] += account.received
        self.counts["frames in gaps"] += account.missed
        self.counts[f"{kind} frames in gaps"] += account.missed
        if kind != "slow":
            self.delays.update(account.delays)
        elif guest.is_cut_off:
            return self.cut_off.append(guest)
        self.faults += [f"{kind} viewer of {guest.stream}: {fault}" for fault in account.faults]

    async def reload(self):
        number = 0
        while not self.is_over:
            await self.rest(RELOAD, spread=False)
            number += 1
            if number % 5 == 0:
                # The relay must continue with the old settings.
                self.write_config(broken=True)
                self.relay.signal(signal.SIGHUP)
                await asyncio.sleep(1)
                self.counts["broken configurations"] += 1
            self.write_config()
            self.next_tokens()
            self.relay.signal(signal.SIGHUP)
            await self.expect(self.tokens[self.generation][0], None, "the new token")
            self.known = self.generation
            if self.generation > 2:
                ended = self.tokens.pop(self.generation - 2)[0]
                await self.expect(ended, "0x0201", "a removed token", timeout=0)
            self.counts["reloads"] += 1

    async def expect(self, token, refusal, what, timeout=10):
        """Checks that a token is accepted, or refused, now or within some seconds."""
        end = time.monotonic() + timeout
        while True:
            seen = await self.try_token("tcp", token)
            if seen == refusal:
                return
            if time.monotonic() > end:
                self.faults.append(f"{what}: {seen or 'admitted'}")
                return
            await asyncio.sleep(0.2)

    async def try_token(self, carrier, token):
        guest = crowd.Guest(self.place, carrier, self.random.choice(STREAMS), token, GROUP)
        watching = asyncio.create_task(guest.run())
        joining = asyncio.create_task(guest.joined.wait())
        await asyncio.wait([watching, joining], timeout=30, return_when=asyncio.FIRST_COMPLETED)
        joining.cancel()
        guest.leave("close")
        try:
            await watching
        except crowd.Refused as refusal:
            return str(refusal)
        except OSError as error:
            return repr(error)
        return None

    async def attack(self):
        """Ends when the time is over; the attackers' results are reported and not judged."""
        program = await asyncio.create_subprocess_exec(
            "nice", "-n", "10", sys.executable, str(HERE / "siege.py"), str(self.relay.endpoint[1]), ATTACKER,
            str(max(1, self.end - time.monotonic())), *ATTACKS, stdout=subprocess.PIPE,
            env=os.environ | {"STREAMD_TOKEN": self.attack_token})
        output, _ = await program.communicate()
        self.trial.saw(f"attackers: {json.loads(output)}")

    async def guess_tokens(self):
        while not self.is_over:
            await self.rest(MISTAKE)
            carrier = self.random.choice(crowd.CARRIERS)
            refusal = await self.try_token(carrier, f"guess-{self.random.getrandbits(64):x}")
            self.counts["wrong tokens"] += 1
            if refusal != ("401" if carrier == "http" else "0x0201"):
                self.faults.append(f"a wrong token over {carrier}: {refusal or 'admitted'}")

    async def replace_certificates(self):
        while not self.is_over:
            await self.rest(CERTIFICATE, spread=False)
            if self.is_over:
                return
            await asyncio.to_thread(self.replace_certificate)
            wanted = subprocess.run(["openssl", "x509", "-in", self.certificate, "-outform", "der"], check=True,
                                    stdout=subprocess.PIPE).stdout
            self.relay.signal(signal.SIGHUP)
            for _ in range(50):
                guest = self.guest(STREAMS[0], "tls")
                watching = asyncio.create_task(guest.run())
                await asyncio.wait([watching, asyncio.create_task(guest.joined.wait())], timeout=30,
                                   return_when=asyncio.FIRST_COMPLETED)
                guest.leave("close")
                await asyncio.gather(watching, return_exceptions=True)
                if guest.certificate == wanted:
                    break
                await asyncio.sleep(0.2)
            else:
                self.faults.append("the relay did not use a new certificate within 10 s")
            self.counts["certificates"] += 1

    # -- figures

    async def sample(self):
        with open(self.trial.file("soak.csv"), "w", newline="") as file:
            table = None
            due = time.monotonic()
            while not self.is_over:
                row = {"seconds": round(self.seconds - (self.end - time.monotonic()), 1), **await self.figures()}
                self.samples.append(row)
                if not table:
                    table = csv.DictWriter(file, row)
                    table.writeheader()
                table.writerow(row)
                file.flush()
                due += SAMPLE
                await asyncio.sleep(max(0, min(due, self.end) - time.monotonic()))

    async def figures(self):
        metrics = await asyncio.to_thread(figures.Metrics.of, self.admin)
        total = lambda name: int(metrics.total(name))  # noqa: E731
        return {**self.process.sample(), "cpu_seconds": self.relay.processor_seconds,
                "connections": total("streamd_connections"), "viewers": total("streamd_viewers"),
                "publishers": total("streamd_publishers"), "streams": total("streamd_streams"),
                "log_bytes": total("streamd_log_bytes"), "frames_sent": total("streamd_sent_frames_total"),
                "series": len(metrics.samples)}

    async def sample_baseline(self):
        self.before = await self.figures()

    async def sample_end(self):
        """Waits until the rest has left, and measures again."""
        for _ in range(300):
            self.after = await self.figures()
            if not self.after["connections"]:
                break
            await asyncio.sleep(0.1)
        metrics = await asyncio.to_thread(figures.Metrics.of, self.admin)
        self.endings = metrics.by("streamd_endings_total", "reason")


def _replace(path, text):
    new = path.with_suffix(".new")
    new.write_text(text)
    new.replace(path)

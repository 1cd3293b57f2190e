"""Debian's Prometheus scrapes a loaded relay: promtool finds no errors, and the sums are exact.

Publishers come and go, 200 viewers (Benchmarks/fanout/fanload.c) watch to the end, others join and leave over all
carriers, some of them too slow, and clients try wrong tokens. All counting clients read to the end, so that the
sums of frames, bytes, gaps, joins and refusals must agree exactly.
"""
import asyncio
import collections
import json
import random
import subprocess
import urllib.parse
import urllib.request

import crowd
import figures
import floods
import guarded
import media
from trial import wait_until

SECONDS = 300
VIEWERS = 200
STREAMS = ("live", "studio/a", "studio/b", "studio/c")
BIT_RATE = 1_000_000
GROUP = media.RATE * media.GROUP_SECONDS
#: How long a guest stays, and how fast the slow ones read.
STAY, SLOW = 15, BIT_RATE / 8 / 2


def run(trial, seconds):
    scrape = Scrape(trial)
    scrape.prepare()
    asyncio.run(scrape.go(seconds))


class Scrape(guarded.GuardedRelay):
    def prepare(self):
        super().prepare()
        self.fanload = self.compiled(floods.FANLOAD)
        self.random = random.Random(4)
        self.seen = collections.Counter()
        self.faults = []
        clip = media.make_clip(self.trial.file("clip.h264"), 10, bit_rate=str(BIT_RATE))
        self.pictures = media.access_units(clip.read_bytes())
        self.place = crowd.Place(self.relay.endpoint)
        self.prometheus = Prometheus(self.trial, self.admin)

    async def go(self, seconds):
        self.end = asyncio.get_running_loop().time() + seconds
        trial = self.trial
        await asyncio.to_thread(self.prometheus.wait)
        quiet = await self.metrics()
        self.complaints(quiet.text, "an idle relay")
        hosts = [crowd.Host(self.place, stream, self.pictures, GROUP, self.secret(self.publish_token))
                 for stream in STREAMS]
        publishing = [asyncio.create_task(self.host(host)) for host in hosts]
        await asyncio.wait_for(asyncio.gather(*(host.began.wait() for host in hosts)), 30)
        load = asyncio.create_task(self.output(self.fanload, "-n", VIEWERS, "-P", self.relay.endpoint[1], "-k",
                                               self.token, "-e"))
        guests = [asyncio.create_task(self.come_and_go(carrier, stream, is_slow))
                  for carrier in crowd.CARRIERS for stream in STREAMS for is_slow in (False, True)
                  if not is_slow or (carrier in ("tcp", "websocket") and stream == "live")]
        await asyncio.gather(self.guess(), self.look())
        for host in hosts:
            host.stop("end")
        await asyncio.gather(*publishing, *guests)
        self.judge_load(json.loads(await load))
        await asyncio.sleep(2)
        loaded = await self.metrics()
        self.complaints(loaded.text, "the relay after the load")
        self.judge_sums(loaded)
        trial.check(len(loaded.samples) == len(quiet.samples),
                    f"an idle relay has {len(quiet.samples)} series, and {len(loaded.samples)} after "
                    f"{self.seen['joins']} viewers of {len(STREAMS)} streams")
        await asyncio.to_thread(self.prometheus.judge, loaded, seconds)

    async def host(self, host):
        """Publishes; halfway, another publisher replaces it, so that there are several epochs."""
        restart = asyncio.get_running_loop().call_at(self.end - (self.end - asyncio.get_running_loop().time()) / 2,
                                                     host.stop)
        while not host.has_ended:
            await host.publish()
            self.seen["published"] += host.count
        self.seen["bytes by tcp"] += host.bytes
        restart.cancel()

    async def come_and_go(self, carrier, stream, is_slow):
        while (left := self.end - asyncio.get_running_loop().time()) > 0:
            guest = crowd.Guest(self.place, carrier, stream, self.secret(self.token), GROUP, SLOW if is_slow else None)
            watching = asyncio.create_task(guest.run())
            # A client can leave a response only at its end, so these stay; some of the others do, too.
            stay = self.random.uniform(0.5, 2) * STAY
            if carrier != "http" and stay < left:
                await asyncio.wait([watching], timeout=stay)
                guest.say_goodbye()
            await asyncio.wait([watching], timeout=left + 60)
            self.note(guest, watching)

    def note(self, guest, watching):
        if not watching.done() or watching.exception():
            self.faults.append(f"{guest.carrier}: {watching.exception()!r}" if watching.done() else
                               f"{guest.carrier}: the relay did not close the connection")
            watching.cancel()
            return
        account = guest.account
        self.seen["joins"] += 1
        self.seen[f"frames by {guest.carrier}"] += account.received
        self.seen[f"bytes by {guest.carrier}"] += guest.bytes
        self.seen["frames in gaps"] += account.missed if guest.carrier != "http" else 0
        self.seen["gaps"] += guest.gaps
        self.faults += account.faults

    async def guess(self):
        """Wrong tokens, ten per second."""
        while self.end > asyncio.get_running_loop().time():
            carrier = self.random.choice(crowd.CARRIERS)
            guest = crowd.Guest(self.place, carrier, "live", "wrong")
            try:
                await guest.run()
                self.faults.append("the relay admitted a viewer with a wrong token")
            except crowd.Refused:
                self.seen["refusals"] += 1
                self.seen[f"bytes by {carrier}"] += guest.bytes
            await asyncio.sleep(0.1)

    async def look(self):
        """An operator's requests meanwhile."""
        while self.end > asyncio.get_running_loop().time():
            self.complaints((await self.metrics()).text, "the loaded relay", quietly=True)
            await asyncio.sleep(min(30, max(0, self.end - asyncio.get_running_loop().time())))

    def complaints(self, text, what, quietly=False):
        judged = subprocess.run(["promtool", "check", "metrics"], input=text, text=True, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, check=False)
        fine = judged.returncode == 0 and not judged.stdout.strip()
        if not quietly or not fine:
            self.trial.check(fine, f"promtool check metrics: {what}: {judged.stdout.strip()[:300] or 'no output'}")

    def judge_load(self, load):
        self.trial.check(not self.faults and not load["faults"], f"every viewer received each frame or a gap for "
                                                                 f"it {self.faults[:5] or ''}")
        self.seen["joins"] += VIEWERS
        self.seen["frames by tcp"] += load["frames"]
        self.seen["bytes by tcp"] += load["bytes"]
        self.seen["frames in gaps"] += load["gap_frames"]
        self.seen["gaps"] += load["gaps"]

    def judge_sums(self, metrics):
        seen = self.seen
        pairs = [("streamd_received_frames_total", {}, "published")]
        pairs += [("streamd_sent_frames_total", {"carrier": carrier}, f"frames by {carrier}")
                  for carrier in crowd.CARRIERS]
        pairs += [("streamd_sent_bytes_total", {"carrier": carrier}, f"bytes by {carrier}")
                  for carrier in crowd.CARRIERS if carrier != "http"]
        pairs += [("streamd_skipped_frames_total", {}, "frames in gaps"), ("streamd_gaps_total", {}, "gaps"),
                  ("streamd_joins_total", {}, "joins"),
                  ("streamd_endings_total", {"reason": "unauthorized"}, "refusals")]
        for name, labels, key in pairs:
            reported = int(metrics.total(name, **labels))
            labels = "".join(f'{{{label}="{value}"}}' for label, value in labels.items())
            self.trial.check(reported == seen[key],
                             f"{name}{labels}: the relay reports {reported}, the clients {seen[key]}")
        for name in ("streamd_viewers", "streamd_publishers", "streamd_connections"):
            self.trial.check(metrics.total(name) == 0, f"{name} is {metrics.total(name):.0f} after the end")


class Prometheus:
    """Debian's Prometheus with its own database."""

    def __init__(self, trial, target):
        self.trial = trial
        self.address = f"127.0.0.1:{figures.free_port()}"
        config = trial.file("prometheus.yml")
        config.write_text(f"global:\n  scrape_interval: 1s\nscrape_configs:\n  - job_name: streamd\n"
                          f"    static_configs:\n      - targets: ['{target}']\n")
        checked = subprocess.run(["promtool", "check", "config", config], stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, text=True, check=False)
        trial.check(checked.returncode == 0, f"promtool check config: {checked.stdout.strip().splitlines()[-1]}")
        self.program = trial.start("prometheus", f"--config.file={config}", f"--web.listen-address={self.address}",
                                   f"--storage.tsdb.path={trial.file('prometheus')}", "--log.level=warn",
                                   stdout=subprocess.DEVNULL)

    def wait(self):
        wait_until(lambda: self._value("up") == 1, "Prometheus to scrape the relay")

    def judge(self, metrics, seconds):
        span = f"[{int(seconds)}s]"
        scrapes, least = self._value(f"count_over_time(up{span})"), self._value(f"min_over_time(up{span})")
        self.trial.check(scrapes >= seconds * 0.95 and least == 1,
                         f"Prometheus scraped {scrapes:.0f} times in {seconds:.0f} s without a failure")
        longest = self._value(f"max_over_time(scrape_duration_seconds{span})")
        few, many = (self._value(f"{way}_over_time(scrape_samples_scraped{span})") for way in ("min", "max"))
        self.trial.check(few == many == len(metrics.samples),
                         f"each scrape had {few:.0f} to {many:.0f} samples; the slowest took {longest:.3f} s")
        names = {name for name, _ in metrics.samples if name.startswith("streamd_") and name.endswith("_total")}
        wrong = []
        for name in sorted(names):
            stored, reported = self._value(f"sum({name})"), metrics.total(name)
            if stored != reported:
                wrong.append(f"{name}: {stored} instead of {reported}")
        self.trial.check(not wrong, f"Prometheus has the relay's last values of {len(names)} counters {wrong or ''}")
        queried = subprocess.run(["promtool", "query", "instant", f"http://{self.address}",
                                  "sum(streamd_sent_frames_total)"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                 text=True, check=False)
        self.trial.check(queried.returncode == 0 and "=>" in queried.stdout,
                         f"promtool query instant: {queried.stdout.strip()}")
        resets = self._value(f"sum(resets(streamd_sent_frames_total{span}))")
        self.trial.check(resets == 0, "no counter decreased")
        warnings = self.program.said.strip()
        self.trial.check(not warnings, f"Prometheus logs no warnings {warnings[-300:]}")

    def _value(self, query):
        """The value of an instant query; None if there is none yet."""
        url = f"http://{self.address}/api/v1/query?" + urllib.parse.urlencode({"query": query})
        try:
            with urllib.request.urlopen(url, timeout=30) as answer:
                results = json.load(answer)["data"]["result"]
        except OSError:
            return None
        return float(results[0]["value"][1]) if results else None

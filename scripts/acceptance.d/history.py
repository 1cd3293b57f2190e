"""`watch --history 8s` begins at the right random access point: groups of 0.5, 2 and 20 s, and logs of 3, 10 and 40 s.

Six streams are published side by side in real time. Viewers join them at random moments, before the stream begins and
while it is younger than its history too; some ask for more than the log has. Where each must begin follows from the
published file alone: it has the time of every picture in it, and a viewer that watches from the start says when the
relay had passed it on. What a viewer got is compared with the file from there on, byte by byte and decoded by FFmpeg.
One more viewer reads little faster than the stream comes, and keeps its history.
"""
import http.client
import json
import random
import signal
import subprocess
import time

import media
import slow
import stamps
import viewing
from joining import BOUND, Glance, Observer, Watch, asking, now
from trial import wait_until

SECONDS = 60
#: Seconds of history that viewers ask for; every third asks for more than most logs have.
HISTORIES = (8, 8, 30)
#: Viewers of each stream that join while it runs.
JOINS = 9
#: How long the relay's log keeps frames by default, in seconds.
LOG = 10
#: Name, the log's seconds, the group's seconds.
STREAMS = (("half", LOG, 0.5), ("two", LOG, 2), ("twenty", LOG, 20), ("kept", 40, 20), ("short-half", 3, 0.5),
           ("short-two", 3, 2))
#: When the logs of the default length are full, in seconds, and how long the trial runs at least.
SETTLED, SHORTEST = 12, 30
#: A busy machine's delay between two steps of the relay, in seconds.
DELAY = 0.05
#: How old a value of /streams may be, in seconds.
STALE = 1
#: How much faster than the stream comes the slow viewer reads.
SPEED = 1.5


def run(trial, seconds):
    seconds = max(seconds, SHORTEST)
    seed = random.randrange(1 << 32)
    trial.saw(f"random moments of seed {seed}")
    chance = random.Random(seed)
    relays = {log: trial.relay(*(() if log == LOG else ("--log-seconds", f"{log}s")))
              for log in {log for _, log, _ in STREAMS}}
    clips = {group: media.make_clip(trial.file(f"clip-{group}.h264"), max(10, group), bit_rate="1M",
                                    group_seconds=group, size="640x360")
             for group in {group for _, _, group in STREAMS}}
    streams = [Stream(trial, name, relays[log], log, clips[group]) for name, log, group in STREAMS]
    for stream in streams:
        stream.begin()
    two = streams[1]
    moments = [((slot + chance.random()) * (seconds - 2) / JOINS + 0.5, stream)
               for stream in streams for slot in range(JOINS)]
    began, slow_viewer = time.monotonic(), None
    for moment, stream in sorted(moments, key=lambda pair: pair[0]):
        time.sleep(max(0, began + moment - time.monotonic()))
        stream.join()
        if slow_viewer is None and moment > SETTLED:
            slow_viewer = two.join_slowly()
            measure(trial, two)
    time.sleep(max(0, began + seconds - time.monotonic()))
    for stream in streams:
        stream.end()
    for stream in streams:
        stream.judge()
    judge_slow_viewer(trial, two, slow_viewer)


class Stream:
    """A stream, its source and its viewers."""

    def __init__(self, trial, name, relay, log, clip):
        self.trial = trial
        self.name = name
        self.relay = relay
        self.log = log
        self.clip = clip
        self.address = f"{relay.address}/{name}"
        self.copy = trial.file(f"{name}.h264")
        self.joins = []
        self.watches = 0
        #: What /streams said, and between which moments.
        self.told = []

    def begin(self):
        self.observer = Observer(self.relay, self.name)
        self.join()
        self.camera = self.trial.script("camera.py", self.clip, self.copy, stdout=subprocess.PIPE)
        self.publisher = self.trial.publish(self.address, "-", stdin=self.camera.process.stdout)
        self.camera.process.stdout.close()
        wait_until(lambda: self.observer.seen, f"pictures of {self.name}")

    def join(self):
        asked = HISTORIES[self.watches % len(HISTORIES)]
        self.joins.append(Watch(self, asked, self.trial.file(f"{self.name}-{self.watches}.h264")))
        self.watches += 1
        if self.observer.seen:
            self.joins.append(Glance(self, asked))
            before = now()
            self.told.append((self.ask(), before, now()))

    def ask(self):
        """The history that /streams tells."""
        client = http.client.HTTPConnection(*self.relay.endpoint, timeout=30)
        client.request("GET", f"/streams/{self.name}")
        document = json.load(client.getresponse())
        client.close()
        return document.get("history")

    def join_slowly(self):
        rate = self.clip.stat().st_size / (len(media.access_units(self.clip.read_bytes())) / media.RATE)
        before = now()
        viewer = slow.SlowSocket(self.relay, self.trial.file("slow.h264"), self.name, SPEED * rate, asking(8), 1 << 16)
        wait_until(lambda: viewer.viewer and viewer.viewer.welcome, "the welcome of the slow viewer")
        return viewer, before, now()

    def end(self):
        self.camera.signal(signal.SIGTERM)
        self.trial.require(self.publisher.wait() == 0, f"publish of '{self.name}' exits with 0")
        self.observer.join(30)
        source = self.copy.read_bytes()
        self.source = viewing.Pictures(source)
        made, seen = dict(stamps.found(source)), self.observer.seen
        self.arrivals = list(seen.values())
        #: The random access points, and the moments between which each came to the relay.
        self.points = [(number, made[number], seen[number]) for number in sorted(self.source.random_access)]

    def starts(self, asked, before, after):
        """The numbers of the pictures at which a viewer may begin that joined between two moments."""
        # A log drops what is too old when the next picture comes.
        newest = max((seen for seen in self.arrivals if seen <= before), default=before)
        log = self.log + (before - newest) / 1e6 + DELAY
        fewest = start([(number, before - seen) for number, _, seen in self.points], asked, log)
        most = start([(number, after - made) for number, made, _ in self.points], asked, self.log)
        return [number for number, _, _ in self.points if (fewest or 0) <= number <= most]

    def judge(self):
        judged, faults, exact, short = {}, [], 0, 0
        for join in self.joins:
            fault = join.judge(judged)
            faults += [f"{join.name}: {fault}"] * bool(fault)
            exact += len(join.allowed) == 1
            short += (join.granted or 0) + join.rounding < join.asked
        for told, before, after in self.told:
            if not self.may_tell(told, before, after):
                faults.append(f"/streams tells a history of {told} s")
        for fault in faults[:5]:
            self.trial.saw(f"{self.name}: {fault}")
        places = len({join.first for join in self.joins})
        self.trial.check(not faults, f"{self.name}: {len(self.joins)} viewers begin at the right one of {places} places"
                                     f" ({exact} times only one is right; {short} have less history than they ask for),"
                                     f" and {len(self.told)} times /streams tells what the log has")

    def may_tell(self, history, before, after):
        """Whether the oldest random access point in the log was so old at some moment."""
        if history is None:
            return before - STALE * 1e6 < self.points[0][2]
        for number, made, seen in self.points:
            low, high = max(before - STALE * 1e6, made + history * 1e6), min(after, seen + history * 1e6)
            if low <= high and number in self.starts(1e9, low, high):
                return True
        return False


def start(points, asked, log):
    """Where a viewer begins: the newest random access point that is at least as old as asked, else the oldest in the
    log. A log keeps the newest in any case. `points`: their numbers and ages."""
    there = [(number, age / 1e6) for number, age in points if age >= 0]
    kept = [(number, age) for number, age in there if age <= log] or there[-1:]
    old = [(number, age) for number, age in kept if age >= asked] or kept[:1]
    return old[-1][0] if old else None


def measure(trial, stream):
    """`streamd load --history`."""
    viewers, seconds = 20, 1
    load = trial.start(trial.streamd, "load", stream.address, "--history", "8s", "--viewers", viewers, "--seconds",
                       f"{seconds}s", "--json", stdout=subprocess.PIPE)
    report = json.loads(load.process.communicate(timeout=60)[0].splitlines()[-1])
    least = viewers * 8 * media.RATE
    trial.check(load.wait() == 0 and report["frames"] >= least and not report["missed"],
                f"load --history 8s: {viewers} viewers get {report['frames']} frames in {seconds} s; {least} are 8 s")


def judge_slow_viewer(trial, stream, joined):
    (reader, before, after) = joined
    seen, viewer = reader.pictures(), reader.viewer
    numbers = [number for number, _, _ in seen]
    trial.check(numbers[0] in stream.starts(8, before, after) and not stamps.missing(numbers) and not viewer.faults
                and viewer.missed == 0, f"a viewer at {SPEED} times the bit rate begins at picture {numbers[0]} of "
                                        f"{stream.starts(8, before, after)} and gets all {len(numbers)} pictures")
    latest = max(delay for _, arrival, delay in seen if arrival - delay > after) / 1e6
    trial.check(latest > BOUND, f"pictures that came after it joined reach it up to {latest:.1f} s late, and the bound "
                                f"without a history is {BOUND} s")
    granted, bound = viewer.welcome.history, viewer.welcome.max_latency
    trial.check(granted >= 8000 and bound == granted + 1000 * BOUND,
                f"its welcome grants {granted} ms of history, and a latency bound of {bound} ms")

"""`streamd play` through random events: each picture on the screen is one that was made, whole, and live within seconds.

The player is behind a line whose rate, delay and losses change, so its relay skips frames. Publishers are killed, and
others come with another size, rate, profile, distance of key frames or with B-frames; relays are killed. Needs root, or a
system that allows namespaces to all users.
"""
import collections
import os
import pathlib
import random
import signal
import subprocess
import sys
import time

import figures
import line
import playing
import screen
from trial import Abandoned, wait_until

#: `--times` says how many events; without it they go on for so many seconds.
SECONDS = 300
SIZES = ((640, 360), (960, 540))
RATES = (15, 30, 60)
PROFILES = ("constrained-baseline", "main", "high")
GOPS = (15, 60, 300)
B_FRAMES = (0, 0, 2)
#: Bits a second: of the pictures, and of the line.
BIT_RATE, NARROW, WIDE = 2e6, 5e5, 2e7
#: Needs the whole bit rate.
NOISE = "noise=alls=16:allf=t"
DELAY, LOSS = 0.15, 0.02
#: Seconds.
LONGEST = 2
#: Seconds after an event within which pictures are live again: clients of a relay that was killed try again less and less
#: often, and a publisher may be back before the player.
BACK = 5
#: Seconds: live pictures are no older.
FRESH = 1
_INSIDE = "STREAMD_TRIAL_LINE"


def run(trial, seconds):
    if os.environ.get(_INSIDE):
        Events(trial, line.Line(trial)).go(seconds, trial.times)
        return
    namespace = ["unshare", "--net"] + ([] if os.geteuid() == 0 else ["--map-root-user"])
    program = pathlib.Path(__file__).resolve().parents[1] / "acceptance"
    command = [*namespace, sys.executable, program, "desktop_events", "--seconds", seconds, "--streamd", trial.streamd]
    command += ["--times", trial.times] if trial.times else []
    command += ["--scratch", trial.scratch.parent] if trial.keeps else []
    ran = subprocess.run(list(map(str, command)), env=os.environ | {_INSIDE: "yes"}, check=False)
    trial.check(ran.returncode == 0, "all checks behind the line, above, passed")


class Events:
    """A relay, a publisher and a player behind a line."""

    def __init__(self, trial, way):
        self.trial, self.line = trial, way
        seed = random.randrange(1 << 32)
        trial.saw(f"the seed of the events is {seed}")
        self.random = random.Random(seed)
        self.port = figures.free_port()
        self.address = f"{line.HERE_ADDRESS}:{self.port}"
        self.line.set(WIDE)
        self.relay, self.publisher, self.settings = self._relay(), None, ()
        self._publish()

    def _relay(self):
        return self.trial.relay("--open", "--allow-clear-tokens", host=line.HERE_ADDRESS, port=self.port)

    def _publish(self):
        choose = self.random.choice
        (width, height), rate, b_frames = choose(SIZES), choose(RATES), choose(B_FRAMES)
        # Baseline has no B-frames.
        profile = choose(PROFILES[1:] if b_frames else PROFILES)
        self.settings = (f"{width}x{height}", rate, profile, b_frames)
        # The encoder looks no further ahead than the B-frames need: pictures count as live for a second.
        order = ("--latency", "quality", "--b-frames", b_frames, "--encoder-option", "rc-lookahead=0",
                 "--encoder-option", "threads=1") if b_frames else ()
        self.publisher = self.trial.publish(
            f"{self.address}/live", f"test:size={width}x{height},rate={rate}", "--encoder", "libx264", "--profile",
            profile, "--gop", choose(GOPS), "--bitrate", int(BIT_RATE), "--filter", NOISE, *order)

    def go(self, seconds, times):
        place, shown = playing.Place(self.trial), screen.Screen(self.trial)
        command = (*self.line.prefix, self.trial.streamd, "play", f"{self.address}/live", "--fullscreen", "--mute")
        with place.play(shown, command) as self.player:
            self.watch = screen.Watch(shown, widths=[width for width, _ in SIZES])
            self.wait_for_live(time.time())
            kinds = {"publisher": self.publisher_changes, "relay": self.relay_killed, "narrow": self.narrow,
                     "lossy": self.lossy, "still": self.still}
            count, slowest, late = collections.Counter(), collections.defaultdict(float), []
            began = time.monotonic()
            while sum(count.values()) < times if times else time.monotonic() - began < seconds:
                kind = self.random.choice(sorted(kinds))
                count[kind] += 1
                kinds[kind]()
                over = time.time()
                try:
                    took = self.wait_for_live(over)
                except Abandoned as reason:
                    self.trial.check(False, f"{kind}, {self.settings}: {reason}; play said {self.player.program.said[-300:]!r}")
                    if self.player.program.process.poll() is not None:
                        break
                    continue
                slowest[kind] = max(slowest[kind], took)
                if took > BACK:
                    late.append((kind, self.settings, round(took, 1)))
            self.watch.stop()
            self.judge(count, slowest, late)

    def judge(self, count, slowest, late):
        check, pictures = self.trial.check, self.watch.pictures
        check(not late, f"{sum(count.values())} events; live again within {BACK} s of each one's end: {late or 'all'}")
        for kind, number in sorted(count.items()):
            self.trial.saw(f"{number} times {kind}: live again after at most {slowest[kind]:.2f} s")
        broken = self.watch.broken
        check(not broken, f"{len(pictures)} pictures on the screen, {len(broken)} broken {broken[:3] or ''}")
        errors = self.player.program.said.splitlines()
        self.trial.saw(f"play said {len(errors)} lines: {collections.Counter(errors).most_common(5)}")

    def wait_for_live(self, since):
        """Seconds until a picture is live."""
        def fresh():
            return next((painted - since for _, painted, made in self.watch.since(since)
                         if made and painted - made < FRESH), None)
        # Numbers may take until the strip can be read; 0.0 is an answer as well.
        return wait_until(lambda: (found := fresh()) is not None and (found or 1e-9), "live pictures")

    # Events

    def publisher_changes(self):
        self.publisher.signal(signal.SIGKILL)
        self.publisher.wait()
        self.trial.end(self.publisher)
        self._publish()
        self.publisher.wait_to_say("Publishing 'live'")

    def relay_killed(self):
        said = len(self.publisher.said)
        self.relay.signal(signal.SIGKILL)
        self.relay.wait()
        self.trial.end(self.relay)
        self.relay = self._relay()
        self.publisher.wait_to_say("Publishing 'live'|onnected again|econnected", after=said)

    def narrow(self):
        self.line.set(NARROW)
        self._pass_time()

    def lossy(self):
        self.line.set(WIDE, DELAY, LOSS)
        self._pass_time()

    def still(self):
        """No packet passes."""
        self.line.set(WIDE, 0, 1)
        self._pass_time()

    def _pass_time(self):
        time.sleep(self.random.uniform(0.2, LONGEST))
        self.line.set(WIDE)

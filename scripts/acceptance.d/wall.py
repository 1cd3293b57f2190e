"""Displays on a wall through a night in an hour: none needs a hand, whatever happens to publisher, relay and network.

Four displays, each on a screen of its own, whose frame buffer is read: `streamd play`, the page in Chromium, mpv at
the pipe of `streamd watch`, and mpv at the relay's address. They are behind a network that goes away. In an hour the
publisher restarts 50 times, after some of which another stream begins; another relay takes the listening socket over 5
times, and the network is gone 20 times, for up to 20 s; in a shorter time, proportionally less often. No program
restarts. Needs root, or a system that allows namespaces to all users.
"""
import collections
import os
import pathlib
import random
import signal
import statistics
import subprocess
import sys
import time

import displays
import figures
import line
import upgrade
from trial import wait_until

SECONDS = 3600
#: In an hour, and once at least.
RESTARTS, ENDS, UPGRADES, CUTS = 38, 12, 5, 20
#: A kind of event.
CUT = "network gone"
#: Seconds that the network is gone, and that the publisher takes to come back.
GONE, AWAY = (1, 20), (0, 5)
#: Seconds after an event after which a display that has not come back is given up: a person would have come.
HAND = 90
#: Seconds after publisher or relay is there again: clients of a relay that restarts wait for up to a second, the
#: publisher among them, and decoding and the page's buffer take the rest.
SOON = 5
#: Seconds after the network is there again: a client notices after 15 s without a byte that its connection is lost (the
#: page and mpv after 10 s), and its system may have tried to send 6 s after the loss for the last time. So up to 9 s are
#: left; an attempt to connect, of which the first packet was lost, takes a second more, and then the same as above.
BACK = 13
#: By display, how many seconds old its pictures are at most.
FRESH = {"play": 1, "watch | mpv": 1, "page": 1.5, "mpv": 1}
#: Seconds: without an event, no display stands still for so long.
STILL = 3
#: Pictures a second.
RATE = 15
#: Bits a second.
WIDE = 2e7
#: Seconds between two looks at the memory, and after which a program has what it needs.
SAMPLE, WARM = 5, 30
#: Kilobytes that a relay may grow by.
GROWTH = 16_000
_INSIDE = "STREAMD_TRIAL_LINE"


def run(trial, seconds):
    if os.environ.get(_INSIDE):
        Wall(trial, line.Line(trial)).go(seconds)
        return
    namespace = ["unshare", "--net"] + ([] if os.geteuid() == 0 else ["--map-root-user"])
    program = pathlib.Path(__file__).resolve().parents[1] / "acceptance"
    # Chromium's socket needs a short path, so the files are not inside those of this run.
    kept = ("--scratch", trial.scratch.parent) if trial.keeps else ()
    command = [*namespace, sys.executable, program, "wall", "--seconds", seconds, "--streamd", trial.streamd, *kept]
    ran = subprocess.run(list(map(str, command)), env=os.environ | {_INSIDE: "yes"}, check=False)
    trial.check(ran.returncode == 0, "all checks behind the line, above, passed")


def bound(kind):
    """Seconds after an event of a kind."""
    return BACK if kind.startswith(CUT) else SOON


class Wall:
    """A relay, a publisher, the network, and the displays behind it."""

    def __init__(self, trial, way):
        self.trial, self.line = trial, way
        seed = random.randrange(1 << 32)
        trial.saw(f"the seed of the events is {seed}")
        self.random = random.Random(seed)
        self.line.set(WIDE)
        self.holder = upgrade.Holder(trial, ["--open", "--allow-clear-tokens"], line.HERE_ADDRESS)
        self.relay = self.holder.start()
        self.publisher, self.is_behind = None, False
        self._publish()
        self.displays = displays.start(trial, self.line.prefix, self.holder.address, FRESH)
        #: By display and kind of event: seconds until pictures were back.
        self.took = collections.defaultdict(list)
        #: By display: seconds of the longest stop without an event, and ages of pictures before each event.
        self.stops, self.ages = collections.defaultdict(float), collections.defaultdict(list)
        #: By program: when, and kilobytes.
        self.memory = collections.defaultdict(list)

    def _publish(self):
        # Beside the relay, or behind the network as the displays are.
        self.is_behind = self.random.random() < 0.5
        prefix = self.line.prefix if self.is_behind else ()
        self.publisher = self.trial.start(
            *prefix, self.trial.streamd, "publish", f"test:size={displays.WIDTH}x{displays.HEIGHT},rate={RATE}", "--to",
            f"{self.holder.address}/live", "--encoder", "libx264")
        self.publisher.wait_to_say("Publishing 'live'")

    def go(self, seconds):
        observer = displays.Observer(self.displays)
        for display in self.displays:
            wait_until(lambda: display.ended or display.back(0) is not None, f"the first pictures of {display.name}")
        self._rest(time.time() + WARM)
        began, busy, events = time.time(), displays.busy_seconds(), self._events(seconds)
        for number, event in enumerate(events):
            calm = time.time()
            # Each begins at a random moment of the first half of its part of the time.
            self._rest(began + (number + self.random.random() / 2) * seconds / len(events))
            self._judge_calm(calm)
            kind, over = event()
            self._wait_for_all(kind, over)
        calm = time.time()
        self._rest(began + seconds)
        self._judge_calm(calm)
        observer.stop()
        took = time.time() - began
        self.trial.saw(f"{len(events)} events in {took / 60:.1f} minutes; the processors were busy for "
                       f"{100 * (displays.busy_seconds() - busy) / took / os.cpu_count():.0f} % of the time")
        self.judge()

    def _events(self, seconds):
        often = {self.publisher_restarted: RESTARTS, self.stream_ended: ENDS, self.relay_upgraded: UPGRADES,
                 self.network_gone: CUTS}
        events = [event for event, count in often.items() for _ in range(max(1, round(count * seconds / SECONDS)))]
        self.random.shuffle(events)
        return events

    # What is seen

    def _rest(self, until):
        """Waits, and looks at the memory."""
        while (now := time.time()) < until:
            programs = {f"relay {self.relay.pid}": self.relay}
            for display in self.displays:
                programs |= display.programs
            for name, program in programs.items():
                if program.process.poll() is None:
                    self.memory[name].append((now, figures.Process(program.pid).sample()["rss_kb"]))
            time.sleep(min(SAMPLE, until - now))

    def _judge_calm(self, since):
        """Looks at the time since the displays were back after the last event."""
        now = time.time()
        for display in self.displays:
            if display.back(since) is not None:
                self.stops[display.name] = max(self.stops[display.name], display.longest_stop(since, now))
            if ages := display.ages(now - SAMPLE, now):
                self.ages[display.name].append(statistics.median(ages))

    def _wait_for_all(self, kind, over):
        """Waits until each display is back, or would need a hand."""
        while time.time() - over < HAND and any(display.back(over) is None for display in self.displays):
            time.sleep(displays.LOOK)
        for display in list(self.displays):
            took = display.back(over)
            took = float("inf") if took is None else took
            self.took[display.name, kind].append(took)
            if took > bound(kind) or display.ended:
                said = {name: program.said[-300:] for name, program in display.programs.items()}
                self.trial.check(False, f"{display.name}, {kind}, {time.strftime('%T')}: pictures are back after "
                                        f"{took:.1f} s; ended: {display.ended or 'nothing'}; it said {said}")
            if display.ended:
                self.displays.remove(display)

    def judge(self):
        check, saw = self.trial.check, self.trial.saw
        for name, fresh in FRESH.items():
            kinds = {kind: times for (each, kind), times in self.took.items() if each == name}
            for kind, times in sorted(kinds.items()):
                saw(f"{name}: {len(times)} times {kind}: pictures are back after {statistics.median(times):.1f} s in the "
                    f"median, {max(times):.1f} s at most")
            late = [round(time, 1) for kind, times in kinds.items() for time in times if time > bound(kind)]
            check(not late, f"{name}: pictures that are no older than {fresh} s are back within {SOON} s, and after the "
                            f"network was gone within {BACK} s {late or ''}")
            ages = [round(1000 * age) for age in self.ages[name]] or [0]
            saw(f"{name}: pictures are {ages[0]} ms old before the first event, {ages[-1]} ms at the end, at most "
                f"{max(ages)} ms")
            stop = self.stops[name]
            check(stop <= STILL, f"{name}: without an event, it stands still for at most {stop:.1f} s")
        ended = set(FRESH) - {display.name for display in self.displays if not display.ended}
        check(not ended, f"no program of a display has ended {ended or ''}")
        for name, samples in self.memory.items():
            self._judge_memory(name, samples)

    def _judge_memory(self, name, samples):
        began, ended = samples[0][0], samples[-1][0]
        warm = [kilobytes for when, kilobytes in samples if when - began >= WARM]
        if not warm:
            return
        grown = warm[-1] - warm[0]
        text = (f"{name}: {warm[0] / 1000:.0f} MB after {WARM} s, {grown / 1000:+.1f} MB at the end, after "
                f"{(ended - began) / 60:.0f} minutes")
        if name.startswith("relay"):
            self.trial.check(grown <= GROWTH, text)
        else:
            self.trial.saw(text)

    # Events. Each returns its kind, and when it was over.

    def publisher_restarted(self):
        """As by `systemctl restart`."""
        self._restart(signal.SIGTERM)
        return "publisher restarted", time.time()

    def stream_ended(self):
        """As by Ctrl-C; then another stream of the same name begins."""
        self._restart(signal.SIGINT)
        return "stream ended", time.time()

    def _restart(self, number):
        self.publisher.signal(number)
        self.publisher.wait()
        self.trial.end(self.publisher)
        time.sleep(self.random.uniform(*AWAY))
        self._publish()

    def relay_upgraded(self):
        """As by `systemctl restart` with a socket that belongs to systemd."""
        self.relay.signal(signal.SIGTERM)
        code = self.relay.wait()
        self.trial.end(self.relay)
        if code:
            self.trial.check(False, f"the relay that is replaced exits with {code}: {self.relay.said[-300:]}")
        self.relay = self.holder.start()
        return "relay upgraded", time.time()

    def network_gone(self):
        """No packet passes; in half of the cases, programs are told so."""
        rule = (*self.line.prefix, "ip", "rule")
        is_told = self.random.random() < 0.5
        self.line.set(WIDE, 0, 1)
        if is_told:
            subprocess.run([*rule, "add", "priority", "1", "unreachable"], check=True)
        time.sleep(self.random.uniform(*GONE))
        if is_told:
            subprocess.run([*rule, "del", "priority", "1"], check=True)
        self.line.set(WIDE)
        return CUT + " for the publisher too" * self.is_behind, time.time()

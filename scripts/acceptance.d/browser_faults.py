"""The browser player under faults: pictures are back within a second after each, never broken, never late for long.

A screen's frame buffer shows what is painted: each picture has its number, and the time when it was made; bars and
wedge must be where the number says. The browser is behind a line whose rate, delay and losses change. Needs root, or a
system that allows namespaces to all users. Both ways to play get each fault alone; then random combinations follow on
the first way until the time is over.
"""
import os
import pathlib
import random
import re
import signal
import statistics
import subprocess
import sys
import time

import chromium
import figures
import line
import page
import screen
import spectator
from trial import Abandoned, wait_until

#: The faults one by one take eight minutes; an hour makes about 150 combinations.
SECONDS = 900
#: Seconds after the end of a fault within which the pictures of the two ways are back, and are as fresh as before.
BACK, SETTLED = {True: 1, False: 2}, {True: 10, False: 20}
#: Seconds: a picture that is back is no older, and the median then is no later than before by more.
FRESH, LATER = {True: 0.5, False: 1}, {True: 0.07, False: 0.3}
#: Seconds from capture to painted that the second way may have, and after which it is measured again.
SECOND_WAY, AGAIN = 0.3, 60
SIZES = ("640x360", "960x540")
#: Noise that needs the whole bit rate.
BIT_RATE, NOISE = "2M", "noise=alls=16:allf=t"
NARROW, WIDE = 1e6, 10e6
DELAY, LOSS = 0.15, 0.02
LONG = 5
_INSIDE = "STREAMD_TRIAL_LINE"

FAIL_EACH_HUNDREDTH = """(() => {
    const { decode } = VideoDecoder.prototype;
    let count = 0;
    globalThis.failing = true;
    if (globalThis.isPatched) return;
    globalThis.isPatched = true;
    VideoDecoder.prototype.decode = function (chunk) {
        if (!globalThis.failing || ++count % 100) return decode.call(this, chunk);
        decode.call(this, new EncodedVideoChunk({ type: "key", timestamp: chunk.timestamp, data: new Uint8Array(64).fill(255) }));
    };
})()"""
BLOCK = "(() => { const end = performance.now() + %d; while (performance.now() < end); })()"


def run(trial, seconds):
    if os.environ.get(_INSIDE):
        way = line.Line(trial)
        Faults(trial, way, is_secure=False).go(0)
        Faults(trial, way, is_secure=True).go(seconds)
        return
    namespace = ["unshare", "--net"] + ([] if os.geteuid() == 0 else ["--map-root-user"])
    program = pathlib.Path(__file__).resolve().parents[1] / "acceptance"
    # Chromium's socket needs a short path, so the files are not inside those of this run.
    kept = ("--scratch", trial.scratch.parent) if trial.keeps else ()
    command = [*namespace, sys.executable, program, "browser_faults", "--seconds", seconds, "--streamd", trial.streamd, *kept]
    ran = subprocess.run(list(map(str, command)), env=os.environ | {_INSIDE: "yes"}, check=False)
    trial.check(ran.returncode == 0, "all checks behind the line, above, passed")


class Faults:
    """A relay, a publisher and a browser behind a line, with one page of the player."""

    def __init__(self, trial, way, is_secure):
        """The browser takes the first way if it is told that the page is a secure context."""
        self.trial, self.line, self.is_secure = trial, way, is_secure
        self.random = random.Random(17)
        self.line.set(WIDE)
        self.port = figures.free_port()
        self.address = f"{line.HERE_ADDRESS}:{self.port}"
        self.size, self._timer = 0, 0
        self.relay, self.publisher = self._relay(), None
        self._publish()
        self.screen = screen.Screen(trial)
        secure = (f"--unsafely-treat-insecure-origin-as-secure=http://{self.address}",) if is_secure else ()
        self.browser = chromium.Chromium(trial, *secure, screen=self.screen, prefix=self.line.prefix)

    def _relay(self):
        return self.trial.relay("--open", "--allow-clear-tokens", host=line.HERE_ADDRESS, port=self.port)

    def _publish(self):
        self.publisher = self.trial.publish(f"{self.address}/live", f"test:size={SIZES[self.size]},rate=30", "--encoder",
                                            "libx264", "--bitrate", BIT_RATE, "--filter", NOISE)
        self.publisher.wait_to_say("Publishing 'live'")

    def go(self, seconds):
        with spectator.Spectator(self.browser) as self.viewer:
            self.viewer.open(f"http://{self.address}/live")
            self.watch = screen.Watch(self.screen, widths=[int(size.split("x")[0]) for size in SIZES])
            wait_until(lambda: self.watch.pictures, "pictures")
            self.viewer.page.evaluate("document.querySelector('streamd-player').muted = true")
            began = time.monotonic()
            time.sleep(SETTLED[True])
            self.usual = self.age(SETTLED[True] / 2)
            path = self.viewer.statistics["path"]
            self.trial.check(path == ("WebCodecs" if self.is_secure else "MediaSource"),
                             f"http://{self.address} is played with {path}; from capture to painted {1000 * self.usual:.0f} ms")
            if not self.is_secure:
                self.measure_again()
            faults = [self.relay_killed, self.publisher_killed, self.narrow, self.delayed, self.hidden, self.blocked,
                      self.blocked_long]
            for fault in faults + [self.failing_decoder] * self.is_secure:
                self.judge(fault.__doc__.strip("."), fault)
            count = 0
            while time.monotonic() - began < seconds:
                count += 1
                self.combination()
            if count:
                self.trial.saw(f"{count} combinations in {(time.monotonic() - began) / 60:.0f} minutes")
            self.watch.stop()
            others = [text for text in self.viewer.page.messages if not page.is_about_connection(text)]
            self.trial.check(not others, f"the console has no message but about lost connections {others[:3] or ''}")
            page.numbers_of(self.trial, self.viewer)
        for program in (self.publisher, self.relay):
            self.trial.end(program)

    def measure_again(self):
        time.sleep(AGAIN)
        later = self.age(AGAIN / 4)
        self.trial.check(max(self.usual, later) <= SECOND_WAY and later <= self.usual + LATER[True],
                         f"the second way: {1000 * self.usual:.0f} ms from capture to painted, {1000 * later:.0f} ms {AGAIN} s later")

    # What is seen

    def age(self, seconds):
        """The median age of the pictures painted in the last seconds; None if there are none."""
        ages = [painted - made for _, painted, made in self.watch.since(time.time() - seconds) if made]
        return statistics.median(ages) if ages else None

    def judge(self, name, fault):
        way, broken, began = self.is_secure, len(self.watch.broken), time.time()
        sent = self.trial.file("sent.h264")
        with open(sent, "wb") as file:
            recorder = self.trial.start(self.trial.streamd, "watch", f"{self.address}/live", stdout=file)
        over, timer = fault() or time.time(), self.timer()
        longest = self.longest_stop(began, over)
        try:
            back = wait_until(lambda: next((painted - over for _, painted, made in list(self.watch.since(over))
                                            if made and painted - made < FRESH[way]), None), "fresh pictures")
            settled = wait_until(lambda: (age := self.age(1)) and age <= self.usual + LATER[way] and time.time() - over,
                                 "the usual latency")
        except Abandoned as error:
            self.trial.check(False, f"{name}: {error}; the page says {self.viewer.sentence!r}, {self.viewer.statistics}")
            return
        finally:
            self.trial.end(recorder)
        # At the bit rate of these trials, an encoder makes pictures that nobody can tell from broken ones.
        self.watch.forgive(sent, broken)
        self.trial.check(back <= BACK[way] + timer and settled <= SETTLED[way] and len(self.watch.broken) == broken,
                         f"{name}: pictures stood still for at most {longest:.2f} s; back {max(0, back):.2f} s after its "
                         f"end{f' and a timer of {timer:.2f} s' * (back > BACK[way])}, {1000 * self.age(1):.0f} ms old {settled:.1f} s after it; "
                         f"{self.watch.broken[broken:] or 'none'} broken")

    def longest_stop(self, began, over):
        times = [began, *(painted for _, painted, _ in list(self.watch.since(began)) if painted < over), over]
        return max(later - time for time, later in zip(times, times[1:]))

    # Faults, alone. Each returns when it was over.

    def relay_killed(self):
        """The relay killed and back."""
        said = len(self.publisher.said)
        self.relay.signal(signal.SIGKILL)
        self.relay.wait()
        time.sleep(self.random.uniform(1, LONG))
        self.relay = self._relay()
        # It has pictures when the publisher is back, which is another client.
        self.publisher.wait_to_say("Publishing 'live'|onnected again|econnected", after=said)
        return time.time()

    def publisher_killed(self):
        """The publisher killed, and back with another size."""
        self.publisher.signal(signal.SIGKILL)
        self.publisher.wait()
        time.sleep(self.random.uniform(0.5, LONG))
        self.size = 1 - self.size
        self._publish()
        return time.time()

    def narrow(self):
        """A line of 1 Mbit/s for 2 Mbit/s, and then of 10 Mbit/s."""
        self.line.set(NARROW)
        time.sleep(4 * LONG)
        return self.usual_line()

    def delayed(self):
        """300 ms of delay there and back, and 2 % loss."""
        self.line.set(WIDE, DELAY, LOSS)
        time.sleep(4 * LONG)
        return self.usual_line()

    def usual_line(self):
        self._timer = self._retransmission()
        self.line.set(WIDE)
        return time.time()

    def timer(self):
        """Seconds for which TCP may have waited, when losses ended, to send a lost packet again."""
        timer, self._timer = self._timer, 0
        return timer

    def _retransmission(self):
        shown = subprocess.run(["ss", "-tinH", "src", line.HERE_ADDRESS, "dst", line.THERE_ADDRESS], check=True,
                               stdout=subprocess.PIPE, text=True).stdout
        # Without a backoff, the timer is part of the second.
        return max((int(rto) / 1000 for rto in re.findall(r" rto:(\d+) backoff:", shown)), default=0)

    def hidden(self):
        """Another tab over the page for a minute."""
        return self.hide(60)

    def hide(self, seconds):
        self.watch.is_covered = True
        with self.browser.page():
            wait_until(lambda: self.viewer.evaluate("document.hidden"), "the page to be hidden")
            time.sleep(seconds)
        self.viewer.page.show()
        over = time.time()
        wait_until(lambda: self.watch.since(over), "pictures")
        self.watch.is_covered = False
        return over

    def blocked(self):
        """The page's thread blocked for 50 ms in each second."""
        self.viewer.evaluate(f"void (globalThis.blocking = setInterval(() => {BLOCK % 50}, 1000))")
        time.sleep(2 * LONG)
        return self.unblock()

    def unblock(self):
        self.viewer.evaluate("clearInterval(globalThis.blocking)")
        return time.time()

    def blocked_long(self):
        """The page's thread blocked for 5 s."""
        self.viewer.evaluate(BLOCK % (1000 * LONG))
        return time.time()

    def failing_decoder(self):
        """A decoder that fails at each hundredth chunk."""
        self.viewer.page.evaluate_in_worker(FAIL_EACH_HUNDREDTH)
        time.sleep(4 * LONG)
        return self.repair()

    def repair(self):
        self.viewer.page.evaluate_in_worker("globalThis.failing = false")
        return time.time()

    # Faults together

    def combination(self):
        conditions = {
            "narrow": (lambda: self.line.set(NARROW), self.usual_line),
            "delayed": (lambda: self.line.set(WIDE, DELAY, LOSS), self.usual_line),
            "blocked": (lambda: self.viewer.evaluate(
                f"void (globalThis.blocking = setInterval(() => {BLOCK % 50}, 1000))"), self.unblock),
            "failing decoder": (lambda: self.viewer.page.evaluate_in_worker(FAIL_EACH_HUNDREDTH), self.repair),
        }
        events = {"relay killed": self.relay_killed, "publisher killed": self.publisher_killed,
                  "hidden": lambda: self.hide(self.random.uniform(1, 2 * LONG)), "blocked for long": self.blocked_long}
        chosen = self.random.sample(sorted(conditions), self.random.randint(0, 2))
        chosen = [each for each in chosen if each != "narrow" or "delayed" not in chosen]
        happening = self.random.sample(sorted(events), self.random.randint(0 if chosen else 1, 2))

        def fault():
            for name in chosen:
                conditions[name][0]()
            time.sleep(self.random.uniform(0, LONG))
            ends = [events[name]() for name in happening]
            time.sleep(self.random.uniform(0, LONG) if chosen else 0)
            ends += [conditions[name][1]() for name in chosen]
            return max(ends)

        self.judge(" + ".join(chosen + happening), fault)

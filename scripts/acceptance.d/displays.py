"""Displays on a wall: four ways to show a stream, each on a screen of its own, and how fresh the pictures there are."""
import bisect
import os
import subprocess
import threading
import time

import chromium
import screen

WIDTH, HEIGHT = 640, 360
#: Screens of another size than the pictures: without a window manager, the window of `play` has this one.
SCREENS = {"play": (1280, 720)}
DAY = 86400
#: Seconds between two looks at all screens.
LOOK = 0.04
#: mpv on a whole screen. It draws in software, because the screens have no GPU.
MPV = ("mpv", "--no-config", "--really-quiet", "--fs", "--no-osc", "--vo=x11", "--force-window=yes",
       "--profile=low-latency", "--untimed", "--no-audio")
#: mpv opens an address again when the response ends, or when nothing came for so many seconds: the relay sends
#: something at least every 5 s.
AGAIN = ("--network-timeout=10", "--loop-playlist=force")


class Display:
    """What is shown on one screen."""

    def __init__(self, trial, name, fresh, start):
        """Its pictures are no older than `fresh` seconds. `start(shown)` starts its programs, and returns them by name."""
        self.name, self.fresh = name, fresh
        self.screen = screen.Screen(trial, *SCREENS.get(name, (WIDTH, HEIGHT)))
        #: For each picture: when it was seen, and how old it was.
        self.pictures = []
        self._last = None
        self.programs = start(self.screen)

    @property
    def ended(self):
        """The names of programs that have ended."""
        return [name for name, program in self.programs.items() if program.process.poll() is not None]

    def look(self):
        made = self.screen.captured((WIDTH,))
        if made is None or made == self._last:
            return
        self._last = made
        now = time.time()
        self.pictures.append((now, (now - made) % DAY))

    def _fresh(self, since, until):
        """The times of fresh pictures."""
        begin = bisect.bisect_left(self.pictures, (since,))
        end = bisect.bisect_left(self.pictures, (until,))
        return [(seen, age) for seen, age in self.pictures[begin:end] if age < self.fresh]

    def back(self, over):
        """Seconds from `over` to the first fresh picture that was made after it; None before that."""
        return next((seen - over for seen, age in self._fresh(over, float("inf")) if seen - age >= over), None)

    def longest_stop(self, since, until):
        """The longest time without a fresh picture."""
        times = [since, *(seen for seen, _ in self._fresh(since, until)), until]
        return max(later - earlier for earlier, later in zip(times, times[1:]))

    def ages(self, since, until):
        return [age for _, age in self._fresh(since, until)]


def start(trial, prefix, relay, fresh):
    """The displays that `fresh` has bounds for, behind a line if `prefix` says so; `relay` is host and port."""
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}

    def play(shown):
        return {"play": trial.start(*prefix, trial.streamd, "play", f"{relay}/live", "--follow", "--fullscreen", "--mute",
                                    env=shown.environment | {"SDL_AUDIODRIVER": "dummy"}, **quiet)}

    def page(shown):
        # It may play sound; otherwise a button that turns the sound on would lie over the picture.
        browser = chromium.Chromium(trial, screen=shown, prefix=prefix, is_silent=False)
        browser.page().open(f"http://{relay}/live")
        return {"browser": browser.program}

    def pipe(shown):
        watch = trial.start(*prefix, trial.streamd, "watch", f"{relay}/live", "--follow", "--format", "ts",
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        player = trial.start(*MPV, "-", env=shown.environment, stdin=watch.process.stdout, stdout=subprocess.DEVNULL)
        watch.process.stdout.close()
        return {"watch": watch, "mpv after it": player}

    def address(shown):
        return {"mpv": trial.start(*prefix, *MPV, *AGAIN, f"http://{relay}/live.ts?follow", env=shown.environment, **quiet)}

    starts = {"play": play, "page": page, "watch | mpv": pipe, "mpv": address}
    return [Display(trial, name, bound, starts[name]) for name, bound in fresh.items()]


class Observer(threading.Thread):
    """Looks at displays until it is stopped."""

    def __init__(self, displays):
        super().__init__(daemon=True)
        self._displays = displays
        self._stopped = False
        self.start()

    def run(self):
        while not self._stopped:
            for display in list(self._displays):
                display.look()
            time.sleep(LOOK)

    def stop(self):
        self._stopped = True
        self.join()


def busy_seconds():
    """Seconds that the machine's processors have worked so far, all together."""
    with open("/proc/stat") as file:
        times = [int(number) for number in file.readline().split()[1:9]]
    # The fourth and fifth are those without work.
    return (sum(times) - times[3] - times[4]) / os.sysconf("SC_CLK_TCK")

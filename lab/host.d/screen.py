"""`streamd play`, and ffplay, mpv and VLC with `/live.mp4` and `/live.ts`, without options and with those of
docs/watching.md: how late.

The number in the pictures of `test:` is read from the screen of an X server, and compared with the time at which the
picture was captured. 10 s for each player and container. `scripts/lab host screen --seconds 600` looks again after ten
minutes: then the players without options run at the same time, and start one after the other; then those with options.
Sound goes to a sound server that throws it away. The aim is a picture within 1 s that is less than 1 s late.
What a player makes worse by itself is in LATEST; the delay must grow with none.
"""
import contextlib
import os
import pathlib
import pwd
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

import numpy

import recorder
import test_picture
from trial import Abandoned, wait_until

SECONDS = 10
ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGES = ("xvfb", "mpv", "vlc-bin", "vlc-plugin-base", "vlc-plugin-qt", "vlc-plugin-video-output", "pulseaudio")
#: Each player without options, and with those of docs/watching.md.
PLAYERS = {
    "streamd play": (),
    "ffplay": ("ffplay",),
    "mpv": ("mpv",),
    "vlc": ("vlc",),
    "ffplay with options": ("ffplay", "-fflags", "nobuffer", "-analyzeduration", "200000"),
    "mpv with options": ("mpv", "--profile=low-latency"),
    "vlc with options": ("vlc", "--network-caching=200"),
}
#: What each plays: `streamd play` the protocol.
CONTAINERS = {name: ("mp4", "ts") if command else (None,) for name, command in PLAYERS.items()}
#: The delay in seconds that a player may have, where it misses the aim by itself; with its start, on a busy machine.
LATEST = {
    ("streamd play", None): 0.5,
    ("ffplay", "mp4"): 2.0,
    # It reads five seconds of a transport stream first.
    ("ffplay", "ts"): 7.0,
    # Its cache is filled first.
    ("mpv", "mp4"): 2.0,
    ("mpv", "ts"): 2.0,
    # It waits for a second (--network-caching).
    ("vlc", "mp4"): 2.5,
    ("vlc", "ts"): 2.5,
}
#: The delay grows without a bound: with the sound of a transport stream, the player is later by each moment without the
#: processor. docs/watching.md says so, and advises MP4.
UNBOUNDED = {("mpv with options", "ts")}
RATE, WIDTH, HEIGHT = 30, 640, 360
SCREEN = (1280, 720)
#: Seconds.
AIM_FIRST, AIM_DELAY, GROWTH = 1.0, 1.0, 0.25
#: How long the publisher's times are recorded.
CLOCK_SECONDS = 3
#: How long a player may take to show anything.
PATIENCE = 30
#: How often in a row a picture must be unreadable to be searched for.
UNREADABLE = 20
#: How long the delay is measured, at the beginning and at the end.
WINDOW = 3
#: From how many seconds on all players run at the same time.
LONG = 60


def run(trial, seconds):
    subprocess.run([ROOT / "scripts/setup", *PACKAGES], check=True)
    relay = trial.relay()
    publisher = trial.publish(f"{relay.address}/live", f"test:size={WIDTH}x{HEIGHT},rate={RATE}", "--encoder", "libx264")
    publisher.wait_to_say("Publishing 'live'")
    captured = capture_clock(trial, relay)
    if seconds >= LONG:
        at_once(trial, relay, captured, seconds)
    else:
        one_by_one(trial, relay, captured, seconds)
    publisher.signal(signal.SIGINT)
    trial.check(publisher.wait() == 0, "publish exits with 0")


def one_by_one(trial, relay, captured, seconds):
    with Desk(trial) as desk:
        for player in PLAYERS:
            for container in CONTAINERS[player]:
                try_player(trial, desk, relay, player, container, captured, seconds)
                # A fresh key frame is asked for once in five seconds.
                time.sleep(2)


def at_once(trial, relay, captured, seconds):
    """All players without options, and then those with options, each with a screen of its own; they start one after the
    other."""
    for has_options in (False, True):
        with contextlib.ExitStack() as desks:
            running = []
            for player in [name for name, command in PLAYERS.items() if (len(command) > 1) == has_options]:
                for container in CONTAINERS[player]:
                    look = Look(trial, desks.enter_context(Desk(trial)), relay, player, container, captured)
                    if attempt(trial, look.begin, look.what):
                        running.append(look)
            for look in running:
                attempt(trial, lambda look=look: look.end(seconds), look.what)


def try_player(trial, desk, relay, player, container, captured, seconds):
    look = Look(trial, desk, relay, player, container, captured)
    if attempt(trial, look.begin, look.what):
        attempt(trial, lambda: look.end(seconds), look.what)


def attempt(trial, step, what):
    """Whether the step could be done."""
    try:
        step()
        return True
    except Abandoned as reason:
        trial.check(False, f"{what}: {reason}")
        return False


def capture_clock(trial, relay):
    """A function from a picture's number to the time of its capture, from a short recording."""
    folder = trial.file("clock")
    viewer = trial.start(sys.executable, recorder.__file__, f"{relay.address}/live", folder)
    time.sleep(CLOCK_SECONDS)
    viewer.signal(signal.SIGTERM)
    viewer.wait()
    lines = recorder.frames(folder)
    numbers = [number for number, _ in test_picture.read_file(folder / "video.h264")]
    offsets = [line.capture / 1e6 - number / RATE for line, number in zip(lines, numbers) if number is not None]
    offset = statistics.median(offsets)
    trial.saw(f"the captures of {len(offsets)} pictures are within "
              f"{1000 * max(abs(value - offset) for value in offsets):.0f} ms of {RATE} a second")
    return lambda number: offset + number / RATE


class Look:
    """A player, and how late it is."""

    def __init__(self, trial, desk, relay, name, container, captured):
        self.what = f"{name} …/live.{container}" if container else name
        self._trial, self._desk, self._captured = trial, desk, captured
        self._command = ([*PLAYERS[name], f"http://{relay.address}/live.{container}"] if container
                         else [trial.streamd, "play", f"{relay.address}/live"])
        self._latest, self._growth = LATEST.get((name, container), 1.5), GROWTH
        if (name, container) in UNBOUNDED:
            self._latest = self._growth = float("inf")

    def begin(self):
        """Starts it, and measures at the beginning."""
        self._began = time.time()
        self._player = self._desk.play(self._trial, self._command)
        try:
            wait_until(lambda: self._desk.number() or ended(self._player), "a picture on the screen", PATIENCE)
            self._first = time.time() - self._began
            self._early = delays(self._desk, self._captured, WINDOW)
            if not self._early:
                raise Abandoned(f"it shows one picture and then none that can be read: {self._player.said[-300:]}")
        except Abandoned:
            self._desk.save(self._trial.file(f"{self._player.pid}.ppm"))
            self._leave()
            raise

    def end(self, seconds):
        """Measures so long after its start, and ends it."""
        try:
            time.sleep(max(0, seconds - WINDOW - (time.time() - self._began)))
            late = delays(self._desk, self._captured, WINDOW)
        finally:
            self._leave()
        if not late:
            raise Abandoned(f"after {seconds:.0f} s it shows nothing that can be read: {self._player.said[-300:]}")
        begins, ends = statistics.median(self._early), statistics.median(late)
        is_aim = self._first <= AIM_FIRST and ends <= AIM_DELAY
        self._trial.check(ends <= self._latest and ends - begins <= self._growth,
                          f"{self.what}: the first picture after {self._first:.2f} s; {begins:.2f} s from capture to screen "
                          f"at first, {ends:.2f} s after {seconds:.0f} s ({len(self._early)} and {len(late)} pictures, at most "
                          f"{max(late):.2f} s); {'the aim' if is_aim else f'allowed: {self._latest:.1f} s'}")

    def _leave(self):
        self._trial.end(self._player)
        self._desk.forget()


def ended(player):
    if player.process.poll() is not None:
        raise Abandoned(f"it ended: {player.said[-300:]}")


def delays(desk, captured, seconds):
    """The delay of each new picture in this time."""
    found, last, until = [], None, time.time() + seconds
    while (now := time.time()) < until:
        number = desk.number()
        if number is not None and number != last:
            # The first number may have been there for longer.
            if last is not None:
                found.append(now - captured(number))
            last = number
        time.sleep(0.004)
    return found


class Desk:
    """An X server whose screen is a file, a sound server that throws all away, and a user for players that refuse to
    run as root."""

    def __init__(self, trial):
        # Another user can reach the system's folder for temporary files, and not the trial's.
        self._folder = pathlib.Path(tempfile.mkdtemp(prefix="streamd-desk-"))
        self._trial = trial
        self._place, self._failures = None, 0
        reading, writing = os.pipe()
        width, height = SCREEN
        trial.start("Xvfb", "-displayfd", writing, "-screen", "0", f"{width}x{height}x24", "-fbdir", self._folder,
                    "-nolisten", "tcp", pass_fds=[writing])
        os.close(writing)
        with open(reading) as display:
            name = ":" + display.readline().strip()
        self._environment = dict(os.environ, DISPLAY=name, HOME=str(self._folder), XDG_RUNTIME_DIR=str(self._folder))
        self._environment.pop("LD_PRELOAD", None)
        self._is_root = os.geteuid() == 0
        if self._is_root:
            user = pwd.getpwnam("nobody")
            os.chown(self._folder, user.pw_uid, user.pw_gid)
        socket = self._folder / "pulse"
        self._start("pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--load=module-null-sink",
                    f"--load=module-native-protocol-unix auth-anonymous=1 socket={socket}")
        wait_until(socket.exists, "the sound server")
        self._environment["PULSE_SERVER"] = f"unix:{socket}"
        self._screen = self._map(width, height)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self._folder, ignore_errors=True)

    def _start(self, *command):
        prefix = ("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups") if self._is_root else ()
        return self._trial.start(*prefix, *command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                 env=self._environment)

    def play(self, trial, command):
        return self._start(*command)

    def _map(self, width, height):
        """The pixels of the screen: an XWD file, whose header says how long it is and what follows it."""
        path = self._folder / "Xvfb_screen0"
        wait_until(path.exists, "the screen")
        header = numpy.fromfile(path, ">u4", 25)
        start = int(header[0]) + 12 * int(header[19])
        return numpy.memmap(path, numpy.uint8, "r", start, (height, int(header[12])))[:, : 4 * width].reshape(
            height, width, 4)

    def number(self):
        """The number of the picture on the screen; None without one."""
        if self._place is None:
            self._place = self._find()
            if self._place is None:
                return None
        x, y = self._place
        number = self._read(numpy.asarray(self._screen[y + 4 : y + 16, x : x + WIDTH, 1]))
        self._failures = 0 if number is not None else self._failures + 1
        if self._failures > UNREADABLE:
            # Players move their windows.
            self.forget()
        return number

    def save(self, path):
        """Writes what the screen shows as an image."""
        width, height = SCREEN
        path.write_bytes(b"P6 %d %d 255 " % (width, height) + numpy.asarray(self._screen)[..., 2::-1].tobytes())

    def forget(self):
        """Searches for the picture again."""
        self._place, self._failures = None, 0

    def _find(self):
        """The corner of the picture. It is as large as the stream: players open their windows so."""
        green = numpy.asarray(self._screen[..., 1])
        for y in range(0, SCREEN[1] - HEIGHT + 1, 2):
            row = green[y + 8]
            if row.max() - row.min() < 100:
                continue
            for x in range(0, SCREEN[0] - WIDTH + 1):
                if self._read(green[y + 4 : y + 16, x : x + WIDTH]) is not None:
                    return self._settle(green, x, y)
        return None

    def _settle(self, green, x, y):
        """The middle of all corners from which the number can be read."""

        def reads(x, y):
            return self._read(green[y + 4 : y + 16, x : x + WIDTH]) is not None

        right, below = x, y
        while reads(right + 1, y):
            right += 1
        x = (x + right) // 2
        while reads(x, below + 1):
            below += 1
        return x, (y + below) // 2

    @staticmethod
    def _read(strip):
        if strip.shape != (12, WIDTH):
            return None
        picture = numpy.zeros((8, test_picture.WIDTH))
        picture[3:7] = strip.reshape(6, 2, test_picture.WIDTH, 2).mean(axis=(1, 3))[1:5]
        return test_picture.number(picture)

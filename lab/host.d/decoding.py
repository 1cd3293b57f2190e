"""GPUs that do not decode, refuse, or fail at picture 25: play goes on in software, without a broken picture.

The driver of the lab decodes in software; that is no hardware. `streamd play` shows a file on the screen of an X server,
with and without B pictures, and the numbers in its pictures are read from there. A picture that the driver refused has
stripes. `streamd snapshot` never asks a GPU.
"""
import importlib.util
import os
import pathlib
import shutil
import signal
import subprocess

import clips
import media
import test_picture
from trial import wait_until

SECONDS = 5
#: Pictures a second: a broken one stays on the screen long enough to be seen.
RATE = 10
SIZE = (640, 360)
#: Pictures from a key frame to the next: the failure is in the middle.
GROUP = 20
FAILS_AT = 25
#: Pictures that may be missing after the first on the screen: play drops late ones. On a busy machine they do not count.
MISSING = 3
#: Seconds that a step may take longer than its pictures last, on a busy machine.
PATIENCE = 60
ROOT = pathlib.Path(__file__).resolve().parents[2]
#: What play says of every file, and not of decoding.
EXPECTED = "H.264 from the input passes through without encoding."
#: Where vaCreateConfig, vaCreateContext, vaEndPicture and vaGetImage fail.
CONFIGURATION, CONTEXT, DECODING, COPY = (
    "Failed to create decode configuration", "Failed to create decode context", "Failed to end picture decode",
    "Failed to read image from surface")


# The trial 'screen' has the name of this module, too.
_found = importlib.util.spec_from_file_location("acceptance_screen", ROOT / "scripts/acceptance.d/screen.py")
screen = importlib.util.module_from_spec(_found)
_found.loader.exec_module(screen)


class Case:
    """A driver, what play says with it, and how many pictures it decodes (None for all)."""

    def __init__(self, name, faults, sentence=None, decoded=0, is_there=True):
        self.name, self.faults, self.sentence, self.decoded = name, faults, sentence, decoded
        self._is_there = is_there

    def environment(self, log):
        built = os.environ["STREAMD_LAB_DRIVER"]
        faults = {f"X264VA_{name}": str(value) for name, value in self.faults.items()}
        shims = {"LD_PRELOAD": f"{os.environ['LD_PRELOAD']}:{built}/node_shim.so", "X264VA_DEC_LOG": str(log)}
        hidden = ("LIBVA_DRIVERS_PATH", "LIBVA_DRIVER_NAME", "LD_PRELOAD")
        if self._is_there:
            return os.environ | shims | faults
        return {name: value for name, value in os.environ.items() if name not in hidden}


CASES = (
    Case("no driver", {}, is_there=False),
    Case("a GPU that decodes nothing", {}),
    Case("a configuration that is refused", {"DEC": 1, "DEC_NOCONFIG": 1}, CONFIGURATION),
    Case("a context that is refused", {"DEC": 1, "DEC_NOCONTEXT": 1}, CONTEXT),
    Case("lost at its first picture", {"DEC": 1, "DEC_FAIL_AT": 0}, DECODING),
    Case(f"lost at picture {FAILS_AT}", {"DEC": 1, "DEC_FAIL_AT": FAILS_AT}, DECODING, FAILS_AT),
    Case(f"no copy of picture {FAILS_AT}", {"DEC": 1, "DEC_NOCOPY_AT": FAILS_AT}, COPY, FAILS_AT),
    Case("a GPU that decodes", {"DEC": 1}, decoded=None),
    Case("a GPU without derived images", {"DEC": 1, "NODERIVE": 1}, decoded=None),
)


def run(trial, seconds):
    if not shutil.which("Xvfb"):
        subprocess.run([ROOT / "scripts/setup", "xvfb"], check=True)
    relay = trial.relay()
    source = record(trial, relay, seconds)
    for b_frames in (0, 2):
        clip = clips.make(trial.file(f"{b_frames}-b-frames.mp4"), "-r", RATE, "-i", source, "-c:v", "libx264",
                          "-preset", "veryfast", "-bf", b_frames, "-b_adapt", 0, "-g", GROUP)
        for case in CASES:
            play(trial, clip, case, f"{b_frames} B pictures, {case.name}")
    clip = trial.file("2-b-frames.mp4")
    publisher = trial.publish(f"{relay.address}/clip", clip, "--loop")
    publisher.wait_to_say("Publishing 'clip'")
    for case in CASES:
        snapshot(trial, relay, case)


def record(trial, relay, seconds):
    """The pictures of `test:`, which show their numbers."""
    path = trial.file("test.h264")
    watcher = trial.watch(f"{relay.address}/live", "-o", path)
    watcher.wait_to_say("Waiting for '")
    publisher = trial.publish(f"{relay.address}/live", f"test:size={SIZE[0]}x{SIZE[1]},rate={RATE}", "--encoder",
                              "libx264")
    wait_until(lambda: pictures_in(path) >= seconds * RATE, "the pictures of test:", 10 * seconds + PATIENCE)
    publisher.signal(signal.SIGINT)
    trial.require((publisher.wait(), watcher.wait()) == (0, 0), f"{pictures_in(path)} pictures of test: are recorded")
    return path


def pictures_in(path):
    units = media.nal_units(path.read_bytes()) if path.exists() else []
    return sum(unit[0] & 31 in (1, 5) and unit[1] >> 7 for unit in units)


def play(trial, clip, case, name):
    numbers = [number for number, _ in test_picture.read_file(clip)]
    log = trial.file(name.replace(" ", "-") + ".log")
    player, watch = show(trial, clip, case, log, len(numbers) / RATE)
    if len(missing(numbers, watch)) > MISSING:
        # A machine that stops for a moment does so once.
        log.unlink(missing_ok=True)
        player, watch = show(trial, clip, case, log, len(numbers) / RATE)
    said = [line for line in player.said.splitlines() if line != EXPECTED]
    fits = len(said) == 1 and case.sentence in said[0] if case.sentence else not said
    trial.check(player.wait() == 0 and fits,
                f"{name}: play exits with {player.wait()}, and says {' | '.join(said) or 'nothing'}")
    check_pictures(trial, name, numbers, watch)
    decoded, refused = driver_log(log)
    wanted = len(numbers) if case.decoded is None else case.decoded
    # A picture whose copy fails was decoded, and with B pictures others after it.
    is_right = decoded == wanted or ("NOCOPY" in str(case.faults) and wanted < decoded <= wanted + 4)
    trial.check(is_right and all("FAIL_AT" in line for line in refused),
                f"{name}: the driver decoded {decoded} of {len(numbers)} pictures, and refused {refused or 'none'}")


def show(trial, clip, case, log, seconds):
    shot = screen.Screen(trial)
    watch = screen.Watch(shot, widths=(SIZE[0],))
    player = trial.start(trial.streamd, "play", clip, "--fullscreen", "--mute",
                         env=case.environment(log) | {"DISPLAY": shot.name, "SDL_AUDIODRIVER": "dummy"},
                         stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    player.wait(10 * seconds + PATIENCE)
    watch.stop()
    trial.end(shot.server)
    return player, watch


def missing(numbers, watch):
    """The pictures that were not seen, after the first one."""
    shown = {number for number, *_ in watch.pictures}
    return sorted(number for number in set(numbers) - shown if number > min(shown, default=-1))


def check_pictures(trial, name, numbers, watch):
    shown, not_shown = [number for number, *_ in watch.pictures], missing(numbers, watch)
    turns = [pair for pair in zip(shown, shown[1:]) if pair[0] >= pair[1]]
    foreign = set(shown) - set(numbers)
    is_busy = os.getloadavg()[0] > 2 * os.cpu_count()
    goes_on = any(number > numbers[FAILS_AT] for number in shown)
    trial.check(not turns and not foreign and not watch.broken and goes_on and (is_busy or len(not_shown) <= MISSING),
                f"{name}: {len(shown)} of {len(numbers)} pictures on the screen{' of a busy machine' * is_busy}, "
                f"{len(watch.broken)} broken, {len(turns)} backwards, {len(foreign)} foreign, missing "
                f"{not_shown or 'none'}")


def driver_log(log):
    """How many pictures were decoded, and the lines of those that were refused."""
    lines = log.read_text().splitlines() if log.exists() else []
    refused = [line for line in lines if "refused" in line]
    return len(lines) - len(refused), refused


def snapshot(trial, relay, case):
    log, image = trial.file("snapshot.log"), trial.file("snapshot.jpg")
    done = subprocess.run([trial.streamd, "snapshot", f"{relay.address}/clip", "-o", image], stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=PATIENCE, check=False, env=case.environment(log))
    number = test_picture.read_file(image)[0][0] if image.exists() else None
    image.unlink(missing_ok=True)
    trial.check((done.returncode, done.stderr) == (0, "") and number is not None and not log.exists(),
                f"snapshot, {case.name}: exit code {done.returncode}, picture {number}, {done.stderr.strip()}")

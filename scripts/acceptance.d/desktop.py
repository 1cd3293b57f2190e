"""`streamd play` on a screen, beside mpv, ffplay and VLC: first picture, capture to screen, the processor's time; its keys and ends.

Each player fills an X server of its own, one after the other at the same publisher. The number and the time of capture
are read from the frame buffer. The others play without options, and with those with which they are soonest.
"""
import os
import signal
import statistics
import subprocess
import time

import playing
import screen
from trial import Abandoned, wait_until

SECONDS = 10
RATES = (30, 60)
WIDTH, HEIGHT = 1280, 720
MPV = ("mpv", "--no-config", "--fs", "--no-osc", "--really-quiet", "--vo=x11")
FFPLAY = ("ffplay", "-loglevel", "error", "-fs")
#: By name: the command before the stream's address, and the address's ending. The names of those that are soonest, and
#: are compared by the processor's time, begin with "muted".
OTHERS = {
    "mpv": (MPV, ".mp4"),
    "muted mpv, low-latency, untimed": (
        (*MPV, "--profile=low-latency", "--untimed", "--no-audio"), ".h264"),
    "ffplay": (FFPLAY, ".mp4"),
    "muted ffplay, soonest options": (
        (*FFPLAY, "-an", "-f", "h264", "-probesize", "32", "-fflags", "nobuffer", "-flags", "low_delay", "-framedrop",
         "-vf", "setpts=0"), ".h264"),
    "muted ffplay, nobuffer": (
        (*FFPLAY, "-an", "-fflags", "nobuffer", "-flags", "low_delay", "-framedrop"), ".h264"),
    "vlc": (("cvlc", "--quiet", "--fullscreen", "--no-video-title-show"), ".ts"),
    "vlc, 100 ms": (("cvlc", "--quiet", "--fullscreen", "--no-video-title-show", "--network-caching=100"), ".ts"),
}
DAY = 86400
#: Seconds that the relay keeps, more than one step of the arrow keys.
LOG = 8
#: How much later than the capture and the arrival at a viewer, in pictures: one, and a refresh of a screen.
ARRIVAL_TOLERANCE = 2
#: How much of the processor's time play may take, of what the cheapest of the others takes.
COST = 1.05


def run(trial, seconds):
    place = playing.Place(trial)
    for rate in RATES:
        compare(trial, place, rate, seconds)
    shot = screen.Screen(trial)
    relay = trial.relay()
    waiting(trial, shot, relay)
    publisher = trial.publish(f"{relay.address}/live", f"test:size={WIDTH}x{HEIGHT},rate=30", "--quiet")
    keys(trial, shot, relay)
    ends(trial, shot, relay, publisher)


def compare(trial, place, rate, seconds):
    relay = trial.relay()
    publisher = trial.publish(f"{relay.address}/live", f"test:size={WIDTH}x{HEIGHT},rate={rate}", "--quiet")
    # The frames that players join with are there.
    time.sleep(2)
    players = {
        "muted play": (trial.streamd, "play", f"{relay.address}/live", "--fullscreen", "--mute"),
        "play": (trial.streamd, "play", f"{relay.address}/live", "--fullscreen"),
    }
    for name, (command, ending) in OTHERS.items():
        players[name] = (*command, f"http://{relay.address}/live{ending}")
    with playing.Arrivals(relay) as arrivals:
        seen = {name: watch(trial, place, arrivals, f"{rate} a second, {name}", command, seconds)
                for name, command in players.items()}
    trial.end(publisher)
    trial.end(relay)
    seen = {name: figures for name, figures in seen.items() if figures}
    others = [name for name in seen if name in OTHERS]
    soonest = min(others, key=lambda name: seen[name].delay)
    trial.check(seen["muted play"].delay <= seen[soonest].delay,
                f"{rate} a second: play is {1000 * seen['muted play'].delay:.1f} ms late, {soonest} "
                f"{1000 * seen[soonest].delay:.1f} ms")
    trial.check(seen["muted play"].after_arrival <= ARRIVAL_TOLERANCE / rate,
                f"{rate} a second: from the arrival at a viewer to the screen {1000 * seen['muted play'].after_arrival:.1f} ms")
    cheapest = min((name for name in others if name.startswith("muted")), key=lambda name: seen[name].cost)
    trial.check(seen["muted play"].cost <= COST * seen[cheapest].cost,
                f"{rate} a second: play takes {seen['muted play'].cost / seen[cheapest].cost:.2f} of the processor's time "
                f"that {cheapest} takes")


def watch(trial, place, arrivals, name, command, seconds):
    """Shows a player; None if it shows no picture whose time can be read."""
    shown = screen.Screen(trial)
    with place.play(shown, command) as player:
        try:
            wait_until(shown.number, f"a picture of {name}")
        except Abandoned as reason:
            trial.check(False, str(reason))
            return None
        first = time.time() - player.began
        at_first = measure(shown, 2)
        used, since = player.program.processor_seconds, time.time()
        later = measure(shown, seconds)
        cost = (player.program.processor_seconds - used) / (time.time() - since)
    trial.end(shown.server)
    figures = playing.Figures(later, arrivals, cost)
    trial.saw(f"{name}: first picture after {first:.2f} s; capture to screen at first {quantiles(ages(at_first))}, then "
              f"{quantiles(ages(later))}; {100 * cost:.0f} % of a processor")
    return figures


def measure(shown, seconds):
    """The pictures of this time, but the first one, which may have been there before."""
    watch = screen.Watch(shown)
    time.sleep(seconds)
    watch.stop()
    return watch.pictures[1:]


def ages(pictures):
    return [painted - made for _, painted, made in pictures if made]


def quantiles(values):
    if not values:
        return "unreadable"
    ordered = sorted(values)
    return f"{1000 * statistics.median(ordered):.1f} ms, most {1000 * ordered[-1]:.1f} ms ({len(ordered)} pictures)"


def waiting(trial, shot, relay):
    """The window is there before the stream, and says what it waits for."""
    player = play(trial, shot, f"{relay.address}/live")
    wait_until(lambda: max(shot.row(shot.height // 2)) > 200, "the text in the window")
    trial.check(True, "the window of a stream that is not there has a text")
    player.signal(signal.SIGTERM)
    trial.check(player.wait() == 0 and not player.said, f"play exits with 0 after SIGTERM, and says nothing: {player.said!r}")


def keys(trial, shot, relay):
    folder = trial.file("pictures")
    folder.mkdir()
    player = play(trial, shot, f"{relay.address}/live", cwd=folder)
    wait_until(shot.number, "a picture")
    press(shot, "s")
    saved = folder / "live-0001.png"
    wait_until(lambda: saved.exists() and "Saved" or None, "the saved picture")
    wait_until(lambda: size(saved) == f"{WIDTH}x{HEIGHT}", "the whole picture")
    trial.check(True, f"s saves {saved.name} of {WIDTH}x{HEIGHT}, says ffprobe")
    press(shot, "i")
    wait_until(lambda: is_white(shot), "the statistics")
    press(shot, "i")
    # The relay's log reaches back far enough.
    time.sleep(LOG)
    live = lateness(shot)
    press(shot, "Left")
    rewound = wait_until(lambda: (late := lateness(shot)) > 4 and late, "a picture of five seconds ago")
    press(shot, "Right")
    again = wait_until(lambda: (late := lateness(shot)) < 1 and late, "the live picture")
    trial.check(True, f"left and right: {live:.2f} s, {rewound:.2f} s and {again:.2f} s late")
    press(shot, "space")
    time.sleep(1)
    first, _ = shot.number(), time.sleep(1)
    is_still = first == shot.number()
    press(shot, "space")
    wait_until(lambda: shot.number() not in (None, first), "a picture after the pause")
    trial.check(is_still, "the picture stands still in a pause, and goes on after it")
    press(shot, "q")
    trial.check(player.wait() == 0, "q ends play with 0")


def ends(trial, shot, relay, publisher):
    """Publishers, relays and streams that end."""
    player = play(trial, shot, f"{relay.address}/live")
    wait_until(shot.number, "a picture")
    publisher.signal(signal.SIGKILL)
    publisher.wait()
    last = shot.number()
    publisher = trial.publish(f"{relay.address}/live", f"test:size={WIDTH}x{HEIGHT},rate=30", "--quiet")
    # Its pictures are counted from 0 on.
    wait_until(lambda: (number := shot.number()) is not None and number < last, "a picture of the next publisher")
    trial.check(True, "a publisher that is killed and another one: the picture is back")
    publisher.signal(signal.SIGINT)
    trial.check(player.wait() == 0, "play exits with 0 when the stream ends")
    refused = play(trial, shot, f"{relay.address}/a//b")
    trial.check(refused.wait() == 64 and len(refused.errors) == 1, f"a wrong name is refused: {refused.said!r}")
    missing = play(trial, shot, "missing.mp4")
    trial.check(missing.wait() == 66 and len(missing.errors) == 1, f"a missing file is one sentence: {missing.said!r}")
    file = trial.file("clip.h264")
    subprocess.run(["ffmpeg", "-loglevel", "error", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=30", "-t", "2",
                    "-c:v", "libx264", file], check=True)
    began = time.time()
    code = play(trial, shot, file).wait()
    took = time.time() - began
    trial.check(code == 0 and 1.5 < took < 6, f"a file of 2 s is played in {took:.1f} s, and ends with {code}")
    with open(file, "rb") as pipe:
        piped = trial.start(trial.streamd, "play", "-", env=environment(shot), stdin=pipe)
        trial.check(piped.wait() == 0, "standard input is played to its end")
    blind = trial.start(trial.streamd, "play", file, stdin=subprocess.DEVNULL,
                        env=os.environ | {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"})
    trial.check(blind.wait() == 0, "SDL_VIDEODRIVER=dummy plays without a screen")
    without = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    blind = trial.start(trial.streamd, "play", file, stdin=subprocess.DEVNULL, env=without | {"SDL_VIDEODRIVER": "x11"})
    trial.check(blind.wait() == 69 and len(blind.errors) == 1, f"no screen is one sentence: {blind.said!r}")


def environment(shot):
    return shot.environment | {"SDL_AUDIODRIVER": "dummy"}


def play(trial, shot, *arguments, **options):
    return trial.start(trial.streamd, "play", *arguments, "--fullscreen", env=environment(shot),
                       stdin=subprocess.DEVNULL, **options)


def press(shot, key):
    window = wait_until(lambda: search(shot), "the window").split()[-1]
    subprocess.run(["xdotool", "windowfocus", window, "key", key], env=shot.environment, check=True)


def search(shot):
    found = subprocess.run(["xdotool", "search", "--name", "streamd"], env=shot.environment, capture_output=True, text=True)
    return found.stdout.strip()


def size(picture):
    probe = subprocess.run(["ffprobe", "-loglevel", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0:s=x",
                            picture], capture_output=True, text=True)
    return probe.stdout.strip()


def lateness(shot):
    """How old the picture on the screen is."""
    made = wait_until(shot.captured, "a picture with its time")
    return (time.time() - made) % DAY


def is_white(shot):
    """Whether the statistics lie over the picture: white letters on a dark ground in the upper left corner."""
    rows = [shot.row(row)[: 300 * screen.PIXEL] for row in range(8, 30)]
    return sum(pixel > 250 for row in rows for pixel in row) > 100

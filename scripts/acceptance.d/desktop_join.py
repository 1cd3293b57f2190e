"""`streamd play` joins streams with ten seconds between key frames: how soon the first picture is there, and how old.

Once the publisher only passes pictures on, and cannot make a key frame: then the player decodes up to ten seconds of
pictures that it does not show. ffmpeg decodes the same ones for comparison. Once the publisher encodes and answers.
"""
import statistics
import subprocess
import time

import playing
import screen
import wire
from trial import wait_until

SECONDS = 120
WIDTH, HEIGHT, RATE, GOP = 1280, 720, 30, 300
#: Seconds from the start of the program to the first picture on the screen, beside the time of the decoding.
START = 0.15
#: Seconds: the first picture is no older.
LIVE = 0.3
#: Seconds from one joining to the next; no divisor of the key frames' distance, so that each decodes another number.
PAUSE = 3.3
#: Joins of a stream whose publisher answers.
ANSWERED = 5


def run(trial, seconds):
    source, relay = trial.relay(), trial.relay()
    made = f"test:size={WIDTH}x{HEIGHT},rate={RATE}"
    trial.publish(f"{source.address}/live", made, "--gop", GOP, "--encoder", "libx264", "--quiet")
    watch = trial.start(trial.streamd, "watch", f"{source.address}/live", stdout=subprocess.PIPE)
    # With a rate, the pictures would be encoded again.
    trial.publish(f"{relay.address}/live", "-", "--quiet", stdin=watch.process.stdout)
    place, shown = playing.Place(trial), screen.Screen(trial)
    with Group(relay) as group:
        wait_until(lambda: len(group.frames) > 1, "frames")
        time.sleep(GOP / RATE)
        results, until = [], time.time() + seconds
        while time.time() < until:
            results.append(join(trial, place, shown, relay, group))
            time.sleep(PAUSE)
    results = [each for each in results if each]
    over = [took - decoding for took, _, decoding, _ in results]
    trial.saw("; ".join(f"{count} pictures: {took:.2f} s, ffmpeg decodes them in {decoding:.2f} s"
                        for took, _, decoding, count in results))
    trial.check(statistics.median(over) <= START,
                f"without an answer: the first picture comes {1000 * statistics.median(over):.0f} ms (most "
                f"{1000 * max(over):.0f} ms) after the start of the program and the time in which ffmpeg decodes")
    ages = [age for _, age, _, _ in results]
    trial.check(max(ages) <= LIVE, f"without an answer: the first picture is at most {1000 * max(ages):.0f} ms old")
    took, ages = zip(*(first_picture(trial, place, shown, source) for _ in range(ANSWERED)))
    trial.check(max(ages) <= LIVE, f"with an answer: the first picture after {1000 * statistics.median(took):.0f} ms (most "
                f"{1000 * max(took):.0f} ms), at most {1000 * max(ages):.0f} ms old")


def join(trial, place, shown, relay, group):
    frames = list(group.frames)
    took, age = first_picture(trial, place, shown, relay)
    file = trial.file(f"group-{time.time()}.h264")
    file.write_bytes(b"".join(frames))
    times = []
    for _ in range(3):
        began = time.time()
        subprocess.run(["ffmpeg", "-loglevel", "error", "-nostdin", "-i", file, "-f", "null", "-"], check=True)
        times.append(time.time() - began)
    return took, age, min(times), len(frames)


def first_picture(trial, place, shown, relay):
    """Seconds until it is on the screen, and the age of the first one whose time can be read."""
    watch = screen.Watch(shown)
    with place.play(shown, (trial.streamd, "play", f"{relay.address}/live", "--fullscreen", "--mute")) as player:
        age = wait_until(lambda: watch.ages and watch.ages[0], "a picture")
        watch.stop()
    wait_until(lambda: shown.number() is None, "an empty screen")
    return watch.pictures[0][1] - player.began, age


class Group(playing.Viewer):
    """The frames since the last IDR."""

    def __init__(self, relay):
        self.frames = []
        super().__init__(relay)

    def take(self, frame, now):
        if frame.flags & wire.RANDOM_ACCESS:
            self.frames = []
        self.frames.append(frame.payload)

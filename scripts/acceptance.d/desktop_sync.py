"""`streamd play`'s flash and beep, on a screen and at a sound server, at the start and again and again for an hour.

At the end the sound server goes away, and the pictures go on.
"""
import signal
import time

import flashes
import playing
import screen
from trial import wait_until

SECONDS = 3600
#: Seconds from one measurement to the next.
EVERY = 600
#: Seconds of pictures without the sound server, at so many a second.
SILENT, RATE = 10, 30


def run(trial, seconds):
    relay = trial.relay()
    publisher = trial.publish(f"{relay.address}/live", f"test:size=640x360,rate={RATE}", "--quiet")
    place, shown = playing.Place(trial), screen.Screen(trial)
    with place.play(shown, (trial.streamd, "play", f"{relay.address}/live", "--fullscreen")) as player:
        wait_until(shown.number, "a picture")
        flashes.measure_for(trial, shown, place.speaker, seconds, EVERY)
        place.speaker.server.signal(signal.SIGKILL)
        watch = screen.Watch(shown)
        time.sleep(SILENT)
        watch.stop()
        numbers = [number for number, _, _ in watch.pictures]
        trial.check(len(numbers) > 0.9 * SILENT * RATE and numbers == sorted(numbers),
                    f"without the sound server: {len(numbers)} pictures in {SILENT} s, in their order; play says "
                    f"{player.program.said.splitlines()[-1:]}")
    trial.end(publisher)

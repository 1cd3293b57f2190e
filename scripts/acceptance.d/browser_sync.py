"""The browser player's flash and beep, on a screen and at a sound server, at the start and again and again for an hour.

The white box of `test:` is read from the frame buffer, and the beep from what the sound server plays. At the end the
browser loses its sound device.
"""
import os
import pathlib
import signal
import statistics
import time

import chromium
import loudspeaker
import page
import screen
import spectator
from figures import quantiles
from trial import Abandoned, wait_until

SECONDS = 3600
#: Seconds of each measurement, and from the begin of one to that of the next.
SPAN, EVERY = 20, 600
#: Seconds between flash and beep, and the part of the pairs that must be within: a busy machine shows a picture late.
SYNC, PART = 0.02, 0.9


def run(trial, seconds):
    relay = trial.relay()
    publisher = page.publish(trial, relay)
    speaker, shown = loudspeaker.Loudspeaker(trial), screen.Screen(trial)
    browser = chromium.Chromium(trial, screen=shown, is_silent=False, environment=speaker.environment)
    trial.saw(browser.version)
    with spectator.Spectator(browser) as viewer:
        viewer.open(f"http://{relay.address}/live")
        wait_until(lambda: viewer.statistics.get("soundIsClock"), "sound")
        began = time.monotonic()
        measure(trial, shown, speaker, "at the start")
        while (left := began + seconds - SPAN - time.monotonic()) > 0:
            time.sleep(min(left, EVERY - SPAN))
            measure(trial, shown, speaker, f"after {time.monotonic() - began:.0f} s")
        page.check_quiet(trial, viewer)
        page.numbers_of(trial, viewer)
        os.kill(sound_program(browser.pid), signal.SIGKILL)
        wait_until(lambda: not viewer.statistics.get("soundIsClock"), "the sound to end")
        wait_until(lambda: viewer.statistics.get("soundIsClock"), "sound after the loss of its device")
        measure(trial, shown, speaker, "after the browser's sound program was killed")
    trial.end(publisher)


def sound_program(browser):
    """The process in which Chromium plays sound."""
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            arguments = pathlib.Path(f"/proc/{entry}/cmdline").read_text()
            parent = int(pathlib.Path(f"/proc/{entry}/stat").read_text().rsplit(")", 1)[1].split()[1])
        except OSError:
            continue
        if "audio.mojom.AudioService" in arguments and parent == browser:
            return int(entry)
    raise Abandoned("the browser has no program for sound")


def measure(trial, shown, speaker, when):
    recorder, watch = speaker.recorder(), screen.Watch(shown, reads_marks=True)
    time.sleep(SPAN)
    watch.stop()
    recorder.stop()
    beeps = recorder.beeps
    # The first box may have been there before the watch; the last one's beep may come after it.
    apart = [min((beep - mark for beep in beeps), key=abs) for mark in watch.marks[1:-1]] if beeps else []
    within = [each for each in apart if abs(each) <= SYNC]
    trial.check(bool(apart) and abs(statistics.median(apart)) <= SYNC and len(within) >= PART * len(apart),
                f"{when}: the beep follows the flash by {quantiles(apart) if apart else 'no time: there is none'}; "
                f"{len(within)} of {len(apart)} within {1000 * SYNC:.0f} ms; capture to painted {quantiles(watch.ages)}")

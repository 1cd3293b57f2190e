"""The browser player's flash and beep, on a screen and at a sound server, at the start and again and again for an hour.

The white box of `test:` is read from the frame buffer, and the beep from what the sound server plays. At the end the
browser loses its sound device.
"""
import os
import pathlib
import signal

import chromium
import flashes
import loudspeaker
import page
import screen
import spectator
from trial import Abandoned, wait_until

SECONDS = 3600
#: Seconds from one measurement to the next.
EVERY = 600


def run(trial, seconds):
    relay = trial.relay()
    publisher = page.publish(trial, relay)
    speaker, shown = loudspeaker.Loudspeaker(trial), screen.Screen(trial)
    browser = chromium.Chromium(trial, screen=shown, is_silent=False, environment=speaker.environment)
    trial.saw(browser.version)
    with spectator.Spectator(browser) as viewer:
        viewer.open(f"http://{relay.address}/live")
        wait_until(lambda: viewer.statistics.get("soundIsClock"), "sound")
        flashes.measure_for(trial, shown, speaker, seconds, EVERY)
        page.check_quiet(trial, viewer)
        page.numbers_of(trial, viewer)
        os.kill(sound_program(browser.pid), signal.SIGKILL)
        wait_until(lambda: not viewer.statistics.get("soundIsClock"), "the sound to end")
        wait_until(lambda: viewer.statistics.get("soundIsClock"), "sound after the loss of its device")
        flashes.measure(trial, shown, speaker, "after the browser's sound program was killed")
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

"""The browser player in Firefox ESR: what 'page' tries in Chromium."""
import os
import pathlib

import firefox
import page

SECONDS = page.SECONDS


def run(trial, seconds):
    # Without a device, Firefox plays no sound at all.
    has_sound = "PULSE_SERVER" in os.environ or pathlib.Path("/dev/snd").exists()
    if not has_sound:
        trial.saw("sound is not tried: this machine has no device for it, and PULSE_SERVER names no server")
    page.tour(trial, firefox.Firefox(trial), seconds, has_sound)

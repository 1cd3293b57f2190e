"""What clients can do that keep to the protocol: each module of the folder exhaustion is one way to use a relay up.

With --seconds also those that take a machine for themselves for a while (ON_REQUEST), each of their parts for so long.
"""
import importlib
import pathlib
import time
import types

import trial as trials
import wire

FOLDER = pathlib.Path(__file__).resolve().parent / "exhaustion"
SECONDS = 0


def modules():
    return sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "__init__")


def run(trial, seconds):
    for name in modules():
        attack = importlib.import_module(f"exhaustion.{name}")
        is_long = getattr(attack, "ON_REQUEST", False)
        if is_long and not seconds:
            trial.saw(f"{name}: only with --seconds")
            continue
        trial.saw(f"{name}: {attack.__doc__.splitlines()[0]}")
        began = time.monotonic()
        try:
            attack.run(trial, seconds if is_long else attack.SECONDS)
        except (trials.Abandoned, wire.Broken, OSError) as error:
            trial.check(False, f"{name} went on to the end: {error}")
        trial.saw(f"{name}: {time.monotonic() - began:.0f} s")

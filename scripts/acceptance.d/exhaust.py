"""What clients can do that keep to the protocol: each module of the folder exhaustion is one way to use a relay up."""
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
        if getattr(attack, "ON_REQUEST", False) and not seconds:
            trial.saw(f"{name}: runs with --seconds; {attack.__doc__.splitlines()[0]}")
            continue
        trial.saw(f"{name}: {attack.__doc__.splitlines()[0]}")
        began = time.monotonic()
        try:
            attack.run(trial, seconds or attack.SECONDS)
        except (trials.Abandoned, wire.Broken, OSError) as error:
            trial.check(False, f"{name} went on to the end: {error}")
        trial.saw(f"{name}: {time.monotonic() - began:.0f} s")

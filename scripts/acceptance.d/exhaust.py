"""Attacks within the protocol: each module of the folder exhaustion is one way to exhaust a relay.

With --seconds also those that need a machine of their own for a while (ON_REQUEST), each of their parts for so long.
"""
import importlib
import pathlib
import time

import trial as trials
import wire

FOLDER = pathlib.Path(__file__).resolve().parent / "exhaustion"
SECONDS = 0


def modules():
    names = sorted(path.stem for path in FOLDER.glob("*.py"))
    return {name: importlib.import_module(f"exhaustion.{name}") for name in names}


def run(trial, seconds):
    for name, attack in modules().items():
        if not getattr(attack, "ON_REQUEST", False):
            try_one(trial, name, attack, attack.SECONDS)
        elif seconds:
            try_one(trial, name, attack, seconds)
        else:
            trial.saw(f"{name}: runs only with --seconds")


def try_one(trial, name, attack, seconds):
    trial.saw(f"{name}: {attack.__doc__.splitlines()[0]}")
    began = time.monotonic()
    try:
        attack.run(trial, seconds)
    except (trials.Abandoned, wire.Broken, OSError) as error:
        trial.check(False, f"{name} did not finish: {error}")
    trial.saw(f"{name}: took {time.monotonic() - began:.0f} s")

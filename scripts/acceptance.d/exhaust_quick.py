"""The parts of 'exhaust' that take seconds."""
import exhaust

SECONDS = 0
#: An attack of this many seconds is quick.
QUICK = 8


def run(trial, seconds):
    for name, attack in exhaust.modules().items():
        if not getattr(attack, "ON_REQUEST", False) and attack.SECONDS <= QUICK:
            exhaust.try_one(trial, name, attack, attack.SECONDS)

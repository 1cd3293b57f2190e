"""Time in which this program could run.

A virtual machine that is suspended, and a group of processes that is frozen, stop it together with its commands: no
limit of time may pass meanwhile.
"""
import threading
import time

#: How often the time is looked at, and the longest time between two looks that counts.
STEP, MOST = 0.05, 0.5
passed = 0.0


def count():
    global passed
    before = time.monotonic()
    while True:
        time.sleep(STEP)
        now = time.monotonic()
        passed += min(now - before, MOST)
        before = now


threading.Thread(target=count, daemon=True).start()


def now():
    return passed


def wait_until(condition, seconds):
    """Whether a condition comes true within this time."""
    deadline = passed + seconds
    while not condition():
        if passed > deadline:
            return False
        time.sleep(STEP)
    return True

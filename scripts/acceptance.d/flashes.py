"""Whether flash and beep of `test:` come together at a screen and a loudspeaker."""
import statistics
import time

import screen
from figures import quantiles

#: Seconds of each measurement.
SPAN = 20
#: Seconds between flash and beep, and the part of the pairs that must be within: a busy machine shows a picture late.
SYNC, PART = 0.02, 0.9


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


def measure_for(trial, shown, speaker, seconds, every):
    """Measures at the start, after each `every` seconds, and at the end."""
    began = time.monotonic()
    measure(trial, shown, speaker, "at the start")
    while (left := began + seconds - SPAN - time.monotonic()) > 0:
        time.sleep(min(left, every - SPAN))
        measure(trial, shown, speaker, f"after {time.monotonic() - began:.0f} s")

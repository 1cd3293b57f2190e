"""Flash and beep of `test:` reach a viewer within 40 ms of each other, from the first minute to the last.

A minute by default; `scripts/lab host sync --seconds 600` runs for ten.
"""
import signal

import media
import recorder
import test_picture
import tone
from recording import Recording

SECONDS = 60
#: Milliseconds.
WITHIN = 40


def run(trial, seconds):
    relay = trial.relay()
    recording = Recording(trial, relay, trial.file("live"))
    publisher = trial.publish(f"{relay.address}/live", "test:size=640x360,rate=30", "--encoder", "libx264")
    recording.wait_for(seconds)
    publisher.signal(signal.SIGINT)
    code = publisher.wait()
    trial.check((code, *recording.wait_for_end()) == (0, 0, 0), "publish and two viewers exit with 0")

    path = recording.folder / "video.h264"
    fault = media.decoding_fault(path)
    trial.check(fault is None, f"the pictures decode{': ' + fault if fault else ''}")
    pictures = recorder.frames(recording.folder)
    seen = test_picture.read_file(path)
    trial.require(len(seen) == len(pictures), f"{len(seen)} pictures decoded, {len(pictures)} frames received")
    numbers = [number for number, _ in seen]
    missing = [pair for pair in zip(numbers, numbers[1:]) if None in pair or pair[1] != pair[0] + 1]
    trial.check(None not in numbers, f"pictures {numbers[0]} to {numbers[-1]} have {len(missing)} gaps between them; a "
                                     f"busy machine may skip some {missing[:3] or ''}")

    flashes = [line.presentation / 1e6 for line, (_, now), (_, before) in zip(pictures[1:], seen[1:], seen)
               if now and not before]
    sound = recorder.frames(recording.folder, "a")
    trial.require(bool(sound), f"{len(sound)} audio frames")
    beeps = [recorder.heard_at(sound, onset) for onset in tone.onsets(tone.samples(recording.folder / "audio.aac"))]
    trial.require(min(len(flashes), len(beeps)) > seconds * 0.9 - 2,
                  f"the recording has {len(flashes)} flashes and {len(beeps)} beeps")
    apart = [1000 * min((beep - flash for beep in beeps), key=abs) for flash in flashes
             if beeps[0] - 0.5 < flash < beeps[-1] + 0.5]
    trial.check(max(map(abs, apart)) <= WITHIN,
                f"the beep follows the first flash by {apart[0]:.1f} ms, the last by {apart[-1]:.1f} ms, and none by "
                f"more than {max(apart, key=abs):.1f} ms")

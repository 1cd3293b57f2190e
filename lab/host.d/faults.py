"""GPUs that are missing, cannot encode, or fail at frame 50: publishing continues in software, with a message."""
import os
import re
import signal

import media
import recorder
import test_picture
from recording import Recording

SECONDS = 5
SIZE = (320, 180)
DIES_AT = 50
#: The most seconds between two pictures: a busy machine needs some to start the encoder in software.
APART = 5


def run(trial, seconds):
    for name, faults, device in (("no entry point", {"X264VA_NOENC": "1"}, "/dev/null"),
                                 ("a missing device", {}, "/dev/dri/renderD200"),
                                 ("no packed headers", {"X264VA_PACKED": "0"}, "/dev/null"),
                                 ("no derived images", {"X264VA_NODERIVE": "1"}, "/dev/null"),
                                 (f"lost at frame {DIES_AT}", {"X264VA_FAIL_AT": str(DIES_AT)}, "/dev/null")):
        automatic(trial, name, faults, device, seconds)
    for name, faults, device in (("no entry point", {"X264VA_NOENC": "1"}, "/dev/null"),
                                 ("a missing device", {}, "/dev/dri/renderD200"),
                                 (f"lost at frame {DIES_AT}", {"X264VA_FAIL_AT": str(DIES_AT)}, "/dev/null")):
        insisting(trial, name, faults, device)


def start(trial, relay, faults, device, *options):
    return trial.publish(f"{relay.address}/live", f"test:size={SIZE[0]}x{SIZE[1]},rate=30", "--vaapi-device", device,
                         *options, env=dict(os.environ, **faults))


def automatic(trial, name, faults, device, seconds):
    """`--encoder auto`: there are always pictures."""
    relay = trial.relay()
    recording = Recording(trial, relay, trial.file(name.replace(" ", "-")))
    publisher = start(trial, relay, faults, device)
    recording.wait_for(seconds)
    publisher.signal(signal.SIGINT)
    code = publisher.wait()
    codes = code, *recording.wait_for_end()
    said = [line for line in publisher.said.splitlines() if re.search("libx264|software", line)]
    falls_back = "NODERIVE" not in str(faults) and "PACKED" not in str(faults)
    trial.check(codes == (0, 0, 0), f"{name}: publish and two viewers exit with 0: {codes}")
    trial.check(len(said) == falls_back, f"{name}: {len(said)} messages report the fallback: {' | '.join(said)}")
    path = recording.folder / "watch.h264"
    fault = media.decoding_fault(path)
    kinds = [line.kind for line in recorder.read_lines(recording.folder)]
    lines = recorder.frames(recording.folder)
    numbers = [(line.epoch, line.sequence) for line in lines]
    trial.check(fault is None and kinds.count("end") == 1 and not kinds.count("gap"),
                f"{name}: {len(lines)} pictures decode without an error, no viewer was disconnected, "
                f"{kinds.count('gap')} gaps, {kinds.count('tracks')} track tables {fault or ''}")
    painted = [number for number, _ in test_picture.read_file(path)]
    trial.check(len(set(numbers)) == len(numbers) and None not in painted,
                f"{name}: the pictures show numbers {painted[0]} to {painted[-1]}, around picture {DIES_AT}: "
                f"{painted[DIES_AT - 4 : DIES_AT + 4]}")
    steps = [(b.presentation - a.presentation) / 1e6 for a, b in zip(lines, lines[1:])]
    trial.check(max(steps) < APART, f"{name}: pictures are at most {max(steps):.3f} s apart")
    # The first picture is dropped if the encoder is slow to start.
    expected = {DIES_AT - 1, DIES_AT} if "lost" in name else {0} if falls_back else {None}
    trial.check(software_from(path) in expected,
                f"{name}: libx264 encodes picture {software_from(path)} and all after it")
    trial.end(relay)


def software_from(path):
    """The number of the picture in which libx264 writes its settings: the first one that it encodes."""
    picture = 0
    for unit in media.nal_units(path.read_bytes()):
        if unit[0] & 31 == 6 and b"x264 - core" in unit:
            return picture
        picture += unit[0] & 31 in (1, 5) and bool(unit[1] & 0x80)
    return None


def insisting(trial, name, faults, device):
    """`--encoder h264_vaapi`: this encoder or none."""
    relay = trial.relay()
    publisher = start(trial, relay, faults, device, "--encoder", "h264_vaapi")
    code = publisher.wait()
    trial.check(code != 0 and len(publisher.errors) == 1,
                f"{name}, --encoder h264_vaapi: publish exits with {code}: {' | '.join(publisher.errors)}")
    trial.end(relay)

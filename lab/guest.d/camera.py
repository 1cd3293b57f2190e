"""A camera for a minute, by VA-API and by libx264, at 30 and at 60 frames a second: not a picture is missing.

`streamd publish` finds the kernel's test camera and the render node by itself.
"""
import collections
import pathlib
import signal
import subprocess
import sys

import counter
import media
import recorder
from trial import wait_until

SECONDS = 60
GROUP_SECONDS = 2
Case = collections.namedtuple("Case", "name encoder width height rate")
CASES = (Case("vaapi-30", None, 640, 360, 30), Case("x264-30", "libx264", 640, 360, 30),
         Case("vaapi-60", None, 320, 180, 60), Case("x264-60", "libx264", 320, 180, 60))


def act(trial, out, seconds):
    for case in CASES:
        folder = out / case.name
        folder.mkdir()
        relay = trial.relay()
        watcher = trial.watch(f"{relay.address}/live", "-o", folder / "watch.h264", "--stats")
        watcher.wait_to_say("Waiting for the stream")
        viewer = trial.start(sys.executable, recorder.__file__, f"{relay.address}/live", folder)
        publisher = start_publisher(trial, relay, case)
        wait_until(lambda: seconds_recorded(folder) >= seconds, f"{seconds} s of video", 2 * seconds + 60)
        trial.saw(f"{case.name}: publish used {publisher.processor_seconds:.1f} s of processor time")
        publisher.signal(signal.SIGTERM)
        codes = publisher.wait(), watcher.wait(), viewer.wait()
        (folder / "publish.log").write_text(publisher.said)
        (folder / "watch.log").write_text(watcher.said)
        trial.check(codes == (0, 0, 0), f"{case.name}: publish, watch and the recorder end with 0: {codes}")
        trial.end(relay)
    counter.record_digits(out)


def start_publisher(trial, relay, case):
    encoder = ["--encoder", case.encoder] if case.encoder else []
    return trial.start(trial.streamd, "publish", "--to", f"{relay.address}/live", "--size", f"{case.width}x{case.height}",
                       "--fps", case.rate, *encoder)


def seconds_recorded(folder):
    """By presentation time; read from the end of the file, for this is asked often."""
    path = folder / "frames.csv"
    if not path.exists():
        return 0
    with open(path) as file:
        first = next((line for line in file if line.startswith("v,")), None)
        file.seek(max(0, path.stat().st_size - 400))
        last = [line for line in file.read().split("\n")[1:] if line.startswith("v,") and line.count(",") == 9]
    if not first or not last:
        return 0
    return (int(last[-1].split(",")[6]) - int(first.split(",")[6])) / 1e6


def judge(trial, out, seconds):
    reader = counter.Reader(out)
    for case in CASES:
        folder = out / case.name
        trial.saw(f"{case.name}: {' | '.join((folder / 'publish.log').read_text().splitlines())}")
        judge_pictures(trial, case, folder, reader, seconds)
        judge_times(trial, case, folder)
        judge_groups(trial, case, folder)


def judge_pictures(trial, case, folder, reader, seconds):
    path = folder / "watch.h264"
    seen, errors = media.probe(path)
    what = seen.get("codec_name"), seen.get("width"), seen.get("height")
    trial.check(what == ("h264", case.width, case.height) and not errors,
                f"{case.name}: ffprobe reads {what}, profile {seen.get('profile')}, level {seen.get('level')} {errors}")
    fault = media.decoding_fault(path)
    trial.check(fault is None, f"{case.name}: ffmpeg -xerror decodes it{': ' + fault if fault else ''}")
    numbers = [read and read[1] for read in reader.read_file(path)]
    unread = numbers.count(None)
    leaps = [(a, b) for a, b in zip(numbers, numbers[1:]) if a is not None and b is not None and b != a + 1]
    enough = len(numbers) >= seconds * case.rate * 0.99
    trial.check(enough and not unread and not leaps,
                f"{case.name}: {len(numbers)} pictures, burnt-in counter {numbers[:1]}..{numbers[-1:]}, {len(leaps)} "
                f"leaps {leaps[:4] or ''}, {unread} unreadable")
    same = path.read_bytes() == (folder / "video.h264").read_bytes()
    trial.check(same, f"{case.name}: watch's file is what the recorder got, byte for byte")


def judge_times(trial, case, folder):
    lines = recorder.frames(folder)
    steps = [(b.presentation - a.presentation) / 1e6 for a, b in zip(lines, lines[1:])]
    due = 1 / case.rate
    odd = [step for step in steps if not 0.5 * due < step < 1.5 * due]
    delay = sorted((line.arrival - line.capture) / 1000 for line in lines)
    trial.check(lines and not odd, f"{case.name}: presentation times lie {min(steps):.4f} to {max(steps):.4f} s apart, "
                f"{sum(steps) / len(steps):.5f} on average, {len(odd)} of {len(steps)} further off than half a frame")
    trial.saw(f"{case.name}: capture to viewer {delay[len(delay) // 2]:.0f} ms (median), {delay[-1]:.0f} ms (worst)")


def judge_groups(trial, case, folder):
    """By ffprobe's trace of the headers: where SPS, PPS and IDR slices are."""
    units = [unit[0] & 31 for unit in media.nal_units((folder / "watch.h264").read_bytes())]
    starts, pictures = [], 0
    for place, type in enumerate(units):
        if type == 5:
            before = [other for other in units[max(0, place - 6):place] if other != 6]
            starts.append((pictures, before[-2:] == [7, 8]))
        pictures += type in (1, 5)
    slices = pictures / max(1, len(recorder.frames(folder)))
    lines = recorder.frames(folder)
    moments = [line.presentation / 1e6 for line in lines if line.flags & 1]
    gaps = [round(b - a, 3) for a, b in zip(moments, moments[1:])]
    tolerance = 1.5 / case.rate
    trial.check(gaps and all(abs(gap - GROUP_SECONDS) < tolerance for gap in gaps),
                f"{case.name}: {len(moments)} random access points, {min(gaps or [0])} to {max(gaps or [0])} s apart")
    first_slices = [has_sets for number, has_sets in starts if number % slices == 0 or slices == 1]
    trial.check(bool(first_slices) and sum(has for _, has in starts) == len(moments),
                f"{case.name}: {sum(has for _, has in starts)} of {len(moments)} IDR pictures have SPS and PPS before them")

"""A camera for a minute, with VA-API and libx264, at 30 and 60 frames per second: no picture is missing.

`streamd publish` finds the kernel's test camera and the render node by itself.
"""
import collections
import signal

import counter
import media
import recorder
from recording import Recording

SECONDS = 60
GROUP_SECONDS = 2
#: The first pictures, which are reported and not judged: vivid draws its pattern and skips some pictures, also with
#: v4l2-ctl, and the guest loads the encoder's code from the host's disk.
START = 10
#: Enough to read small digits in every picture.
BIT_RATE = 1_000_000
#: The emulated processor is many times slower than the machine that it is emulated on.
PRESET = "ultrafast"
Case = collections.namedtuple("Case", "name encoder width height rate")
CASES = (Case("vaapi-30", None, 640, 360, 30), Case("x264-30", "libx264", 640, 360, 30),
         Case("vaapi-60", None, 320, 180, 60), Case("x264-60", "libx264", 320, 180, 60))


def act(trial, out, seconds):
    for case in CASES:
        relay = trial.relay()
        recording = Recording(trial, relay, out / case.name)
        encoder = ["--encoder", case.encoder] if case.encoder else []
        publisher = trial.start(trial.streamd, "publish", "--to", f"{relay.address}/live",
                                "--size", f"{case.width}x{case.height}", "--fps", case.rate, "--bitrate", BIT_RATE,
                                "--preset", PRESET, *encoder)
        recording.wait_for(seconds)
        trial.saw(f"{case.name}: publish used {publisher.processor_seconds:.1f} s of CPU time")
        publisher.signal(signal.SIGINT)
        code = publisher.wait()
        (out / case.name / "publish.log").write_text(publisher.said)
        codes = code, *recording.wait_for_end()
        trial.check(codes == (0, 0, 0), f"{case.name}: publish, watch and the recorder exit with 0: {codes}")
        trial.end(relay)
    counter.record_digits(out)


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
    trial.check(fault is None, f"{case.name}: ffmpeg -xerror decodes the stream{': ' + fault if fault else ''}")
    numbers = [read and read[1] for read in reader.read_file(path)]
    unread = numbers.count(None)
    leaps = [(a, b) for a, b in zip(numbers[START:], numbers[START + 1:]) if None not in (a, b) and b != a + 1]
    enough = len(numbers) >= seconds * case.rate * 0.99
    trial.check(enough and not unread and not leaps,
                f"{case.name}: {len(numbers)} pictures, counter in the pictures {numbers[:1]}..{numbers[-1:]}, "
                f"{len(leaps)} gaps {leaps[:4] or ''}, {unread} unreadable")
    trial.saw(f"{case.name}: the first numbers are {numbers[:START]}")
    same = path.read_bytes() == (folder / "video.h264").read_bytes()
    trial.check(same, f"{case.name}: the files of watch and of the recorder are identical")


def judge_times(trial, case, folder):
    lines = recorder.frames(folder)[START:]
    steps = [(b.presentation - a.presentation) / 1e6 for a, b in zip(lines, lines[1:])]
    due = 1 / case.rate
    # A missing picture would double the step; the emulated kernel's own timestamps jitter by half a step.
    odd = [round(step, 4) for step in steps if not 0.25 * due < step < 1.75 * due]
    delay = sorted((line.arrival - line.capture) / 1000 for line in lines)
    trial.check(bool(steps) and not odd,
                f"{case.name}: presentation times are {min(steps):.4f} to {max(steps):.4f} s apart, "
                f"{sum(steps) / len(steps):.5f} s on average; {len(odd)} of {len(steps)} intervals are irregular "
                f"{odd[:4] or ''}")
    trial.saw(f"{case.name}: latency from capture to viewer: p50 {delay[len(delay) // 2]:.0f} ms, "
              f"p99 {delay[int(0.99 * len(delay))]:.0f} ms, maximum {delay[-1]:.0f} ms")


def judge_groups(trial, case, folder):
    moments = [line.presentation / 1e6 for line in recorder.frames(folder) if line.flags & 1]
    gaps = [b - a for a, b in zip(moments, moments[1:])]
    trial.check(bool(gaps) and all(abs(gap - GROUP_SECONDS) < 1.5 / case.rate for gap in gaps),
                f"{case.name}: {len(moments)} random access points, {min(gaps, default=0):.3f} to "
                f"{max(gaps, default=0):.3f} s apart")
    with_sets, without = media.idr_pictures((folder / "watch.h264").read_bytes())
    trial.check(with_sets == len(moments) and not without,
                f"{case.name}: {with_sets} of {with_sets + without} IDR pictures follow an SPS and a PPS")

"""An analogue grabber: `--deinterlace` separates its fields, and the stream has the driver's colours.

The kernel's test camera has a television input with interlaced pictures. Its bars move, so that the fields of a
picture differ.
"""
import signal
import subprocess

import media
import numpy
from recording import Recording

SECONDS = 5
WIDTH, HEIGHT = 720, 576
TELEVISION, FAST_TO_THE_RIGHT = 1, 6
CASES = {"woven": [], "apart": ["--deinterlace"]}
#: What neighbouring lines may differ beyond the lines of one field, in parts of 255: edges that wander leave more.
SMOOTH = 1


def act(trial, out, seconds):
    subprocess.run(["v4l2-ctl", "-d", "/dev/video0", "-i", str(TELEVISION), "-c",
                    f"horizontal_movement={FAST_TO_THE_RIGHT}"], check=True, stdout=subprocess.DEVNULL)
    for name, options in CASES.items():
        relay = trial.relay()
        recording = Recording(trial, relay, out / name)
        publisher = trial.publish(f"{relay.address}/live", "/dev/video0", "--size", f"{WIDTH}x{HEIGHT}",
                                  "--pixel-format", "yuyv422", "--encoder", "libx264", "--preset", "ultrafast",
                                  "--bitrate", "8M", *options)
        recording.wait_for(seconds)
        publisher.signal(signal.SIGINT)
        code = publisher.wait()
        (out / name / "publish.log").write_text(publisher.said)
        codes = code, *recording.wait_for_end()
        trial.check(codes == (0, 0, 0), f"{name}: publish, watch and the recorder exit with 0: {codes}")
        trial.end(relay)


def judge(trial, out, seconds):
    for name in CASES:
        path = out / name / "watch.h264"
        probed, _ = media.probe(path)
        tags = [probed.get(key) for key in ("color_range", "color_space", "color_primaries", "color_transfer")]
        trial.check(tags == ["tv", "smpte170m", "smpte170m", "smpte170m"], f"{name}: {' '.join(map(str, tags))}")
        teeth = combs(path)
        depth = numpy.median(teeth)
        trial.check(len(teeth) > 0 and (depth > SMOOTH) == (name == "woven"),
                    f"{name}: in {len(teeth)} pictures, adjacent lines differ by {depth:.2f} more than lines of the "
                    "same field (median)")


def combs(path):
    """For each picture, how much more neighbouring lines differ than neighbouring lines of one field."""
    command = ["ffmpeg", "-nostdin", "-loglevel", "error", "-i", str(path), "-fps_mode", "passthrough", "-vf",
               "extractplanes=y", "-f", "rawvideo", "-pix_fmt", "gray", "-"]
    shown = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
    count = len(shown) // (WIDTH * HEIGHT)
    pictures = numpy.frombuffer(shown, numpy.uint8, count * WIDTH * HEIGHT).reshape(count, HEIGHT, WIDTH).astype(int)
    return [abs(picture[1:] - picture[:-1]).mean() - abs(picture[2:] - picture[:-2]).mean() for picture in pictures]

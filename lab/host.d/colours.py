"""Colours stay the same, and the stream describes them: raw, MJPEG, RGB and HDR, each matrix and range."""
import collections
import signal
import struct
import subprocess

import clips
import media
import test_picture
from trial import wait_until

SECONDS = 0.2
RATE = 25
#: At the same time.
BATCH = 4
#: What 8 bits, two conversions and an encoder may do to a value of 0 to 255.
TOLERANCE = 6
#: And where high dynamic range was mapped.
MAPPED_TOLERANCE = 10
SMALL, LARGE = (320, 180), (1280, 720)
X264, VAAPI = "libx264", "h264_vaapi"

RED, GREEN, BLUE, GREY = (208, 40, 32), (40, 176, 56), (48, 40, 192), (128, 128, 128)
PATCHES = [RED, GREEN, BLUE, GREY]

#: H.273: the weights of red and blue in luma.
WEIGHTS = {"bt709": (0.2126, 0.0722), "bt470bg": (0.299, 0.114), "smpte170m": (0.299, 0.114),
           "bt2020nc": (0.2627, 0.0593)}

#: A picture to publish. `tags`: matrix, range, primaries and transfer in the container, or None.
Source = collections.namedtuple("Source", "name size matrix is_full form coding container tags patches")
#: The expected output, by ffprobe's names: matrix, primaries, transfer.
Outcome = collections.namedtuple("Outcome", "matrix primaries transfer patches tolerance")
Case = collections.namedtuple("Case", "source outcome rotate encoder")


def run(trial, seconds):
    table = [table_head()]
    relay = trial.relay()
    cases = list(all_cases())
    clips_made = {}
    for case in cases:
        if case.source.name not in clips_made:
            clips_made[case.source.name] = make(trial, case.source, seconds)
    for start in range(0, len(cases), BATCH):
        batch = cases[start : start + BATCH]
        running = [begin(trial, relay, start + place, case, clips_made[case.source.name])
                   for place, case in enumerate(batch)]
        for case, (path, watcher, publisher) in zip(batch, running):
            code = publisher.wait(120)
            if code:
                trial.check(False, f"{case.source.name}: publish exited with {code}: {publisher.said.strip()[-300:]}")
                trial.end(watcher)
                continue
            watcher.wait()
            table.append(judge(trial, case, path))
    for line in table:
        trial.saw(line)
    live(trial, relay)


def begin(trial, relay, number, case, clip):
    """Starts a viewer and a publisher of a new stream."""
    path, address = trial.file(f"{number}.h264"), f"{relay.address}/{number}"
    watcher = trial.watch(address, "-o", path)
    watcher.wait_to_say("Waiting for '")
    options = ["--rotate", "180"] if case.rotate else []
    device = ["--vaapi-device", "/dev/null"] if case.encoder == VAAPI else []
    publisher = trial.publish(address, clip, "--speed", "0", "--encoder", case.encoder, *device, *options)
    return path, watcher, publisher


def table_head():
    return row("source", "range", "matrix", "", "encoder", "range", "matrix", "primaries", "transfer",
               "red", "green", "blue", "grey")


def row(*fields):
    widths = 26, 7, 12, 6, 10, 7, 10, 10, 10, 13, 13, 13, 13
    return " ".join(str(field).ljust(width) for field, width in zip(fields, widths)).rstrip()


def judge(trial, case, path):
    """Checks the output; returns the row of the table."""
    source, outcome = case.source, case.outcome
    probed, _ = media.probe(path)
    names = ["color_range", "color_space", "color_primaries", "color_transfer"]
    tags = [probed.get(name, "-") for name in names]
    wanted = ["tv", outcome.matrix, outcome.primaries, outcome.transfer]
    seen, fault = patches_of(path, source.size)
    expected = outcome.patches[::-1] if case.rotate else outcome.patches
    worst = max((abs(a - b) for patch, other in zip(seen, expected) for a, b in zip(patch, other)), default=255)
    text = f"{source.name}{', rotated' if case.rotate else ''}, {case.encoder}"
    trial.check(tags == wanted and worst <= outcome.tolerance and not fault and len(seen) == len(PATCHES),
                f"{text}: {' '.join(tags)}, the largest colour error is {worst}"
                + ("" if tags == wanted else f", not {' '.join(wanted)}") + (f", {fault}" if fault else ""))
    shown = seen[::-1] if case.rotate else seen
    return row(source.name, "full" if source.is_full else "limited", source.tags[0] if source.tags else "-",
               "rotated" if case.rotate else "", case.encoder, *tags, *(",".join(map(str, patch)) for patch in shown))


def patches_of(path, size):
    """The middle of each patch of the last picture as FFmpeg shows it, and its colour description against the
    stream's."""
    command = ["ffmpeg", "-nostdin", "-loglevel", "error", "-xerror", "-err_detect", "explode", "-i", str(path),
               "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
    shown = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    width, height = size
    picture = shown.stdout[-3 * width * height :]
    places = [(2 * patch + 1) * width // (2 * len(PATCHES)) for patch in range(len(PATCHES))]
    patches = [tuple(picture[3 * (height // 2 * width + place) :][:3]) for place in places]
    return [patch for patch in patches if len(patch) == 3], shown.stderr.decode().strip()[:200]


# The published inputs.

def make(trial, source, seconds):
    """A clip of patches with samples computed here; FFmpeg only encodes and packs them."""
    raw = trial.file(f"{source.name.replace(' ', '-')}.raw")
    raw.write_bytes(picture(source) * max(2, round(seconds * RATE)))
    width, height = source.size
    options = ["-f", "rawvideo", "-pix_fmt", source.form, "-video_size", f"{width}x{height}", "-framerate", RATE,
               "-i", raw]
    if source.tags:
        names = "colorspace", "range", "color_primaries", "color_trc"
        options += ["-vf", "setparams=" + ":".join(f"{name}={value}" for name, value in zip(names, source.tags))]
    clip = clips.make(raw.with_suffix(f".{source.container}"), *options, *source.coding)
    raw.unlink()
    return clip


def picture(source):
    """The bytes of one picture in the source's pixel format."""
    width, height = source.size
    across = [source.patches[place * len(PATCHES) // width] for place in range(width)]
    if source.form == "rgb24":
        return b"".join(bytes(patch) for patch in across) * height
    if source.form == "gray":
        return bytes(patch[0] for patch in across) * height
    depth = 10 if source.form.endswith("10le") else 8
    samples = [ycbcr(patch, source.matrix, source.is_full, depth) for patch in across]
    if source.form == "yuyv422":
        return b"".join(bytes((samples[x][0], samples[x][1], samples[x + 1][0], samples[x][2]))
                        for x in range(0, width, 2)) * height
    lines = height if "422" in source.form else height // 2
    pack = (lambda values: struct.pack(f"<{len(values)}H", *values)) if depth == 10 else bytes
    return (pack([sample[0] for sample in samples]) * height + pack([sample[1] for sample in samples[::2]]) * lines
            + pack([sample[2] for sample in samples[::2]]) * lines)


def ycbcr(patch, matrix, is_full, depth=8):
    """H.273, equations 38 to 43 and the equivalents for limited range. Parts of 255, not necessarily whole."""
    red_weight, blue_weight = WEIGHTS[matrix]
    red, green, blue = (value / 255 for value in patch)
    luma = red_weight * red + (1 - red_weight - blue_weight) * green + blue_weight * blue
    cb, cr = (blue - luma) / (2 * (1 - blue_weight)), (red - luma) / (2 * (1 - red_weight))
    most, unit = (1 << depth) - 1, 1 << (depth - 8)
    if is_full:
        return round(luma * most), round(cb * most) + 128 * unit, round(cr * most) + 128 * unit
    return round((219 * luma + 16) * unit), round((224 * cb + 128) * unit), round((224 * cr + 128) * unit)


def raw(name, size, matrix, is_full, form, tags, patches=None):
    return Source(name, size, matrix, is_full, form, ["-c:v", "rawvideo"] if tags is None else ["-c:v", "ffv1"],
                  "nut" if tags is None else "mkv", tags, patches or PATCHES)


def tagged(name, size, matrix, is_full, form="yuv420p", primaries=None, transfer=None, patches=None):
    primaries = primaries or {"bt2020nc": "bt2020"}.get(matrix, matrix)
    transfer = transfer or {"bt2020nc": "bt2020-10", "bt470bg": "smpte170m"}.get(matrix, matrix)
    tags = matrix, "pc" if is_full else "tv", primaries, transfer
    return raw(name, size, matrix, is_full, form, tags, patches)


def mjpeg(name, size, form):
    return Source(name, size, "bt470bg", True, form, ["-c:v", "mjpeg", "-q:v", 2], "avi", None, PATCHES)


FILM = tagged("film bt709", SMALL, "bt709", False)._replace(
    coding=["-c:v", "libx264", "-qp", "8", "-preset", "ultrafast"], container="mp4")
MJPEG_420 = mjpeg("MJPEG 4:2:0 720p", LARGE, "yuvj420p")
MJPEG_422 = mjpeg("MJPEG 4:2:2 720p", LARGE, "yuvj422p")


def outcome(matrix, primaries=None, transfer=None, patches=None, tolerance=TOLERANCE):
    primaries = primaries or matrix
    transfer = transfer or {"bt470bg": "smpte170m"}.get(primaries, primaries)
    return Outcome(matrix, primaries, transfer, patches or PATCHES, tolerance)


# The defaults of JPEG are those of sRGB.
JPEG = outcome("bt470bg", "bt709", "bt709")
BT2020 = outcome("bt2020nc", "bt2020", "bt2020-10")


def all_cases():
    """Each source with libx264, unchanged and rotated; then h264_vaapi."""
    for source, wanted in [
            (raw("raw 4:2:2 180p", SMALL, "smpte170m", False, "yuyv422", None), outcome("smpte170m")),
            (raw("raw 4:2:2 720p", LARGE, "bt709", False, "yuyv422", None), outcome("bt709")),
            (tagged("bt709 180p", SMALL, "bt709", False), outcome("bt709")),
            (tagged("bt709 full 180p", SMALL, "bt709", True), outcome("bt709")),
            (tagged("bt601 720p", LARGE, "smpte170m", False), outcome("smpte170m")),
            (tagged("bt601 full 720p", LARGE, "bt470bg", True, "yuv422p"), outcome("bt470bg")),
            (tagged("bt709 10 bits 180p", SMALL, "bt709", False, "yuv420p10le"), outcome("bt709")),
            (tagged("bt2020 10 bits 180p", SMALL, "bt2020nc", False, "yuv420p10le"), BT2020),
            (mjpeg("MJPEG 4:2:0 180p", SMALL, "yuvj420p"), JPEG), (MJPEG_420, JPEG), (MJPEG_422, JPEG),
            (raw("RGB 180p", SMALL, "bt709", True, "rgb24", None), outcome("smpte170m", "bt709", "bt709")),
            (raw("RGB 720p", LARGE, "bt709", True, "rgb24", None), outcome("bt709")),
            (raw("grey 180p", SMALL, "bt709", True, "gray", None),
             outcome("smpte170m", "bt709", "bt709", [(patch[0],) * 3 for patch in PATCHES])),
            (FILM, outcome("bt709")), PQ, HLG]:
        for rotate in (False, True):
            yield Case(source, wanted, rotate, X264)
    for source, wanted, rotate in [(MJPEG_420, JPEG, False), (MJPEG_420, JPEG, True), (MJPEG_422, JPEG, False),
                                   (FILM, outcome("bt709"), False), (FILM, outcome("bt709"), True)]:
        yield Case(source, wanted, rotate, VAAPI)


# High dynamic range. PQ is published as greys, in cd/m²: they have no hue that the mapping of each component could
# change. HLG is published as colours of BT.2020.

GREYS = [10, 50, 100, 200]


def high_dynamic_range(name, transfer, patches, shown):
    source = tagged(f"{name} 180p", SMALL, "bt2020nc", False, "yuv420p10le", transfer=transfer, patches=patches)
    return source, outcome("bt709", patches=[tuple(map(round, patch)) for patch in shown], tolerance=MAPPED_TOLERANCE)


def in_bt709(patch):
    """A colour of BT.2020 with the curve of BT.709 (ITU-R BT.2087), in parts of 255."""
    linear = [part / 4.5 if part < 0.081 else ((part + 0.099) / 1.099) ** (1 / 0.45)
              for part in (value / 255 for value in patch)]
    mixed = [sum(weight * value for weight, value in zip(row, linear))
             for row in ((1.6605, -0.5876, -0.0728), (-0.1246, 1.1329, -0.0083), (-0.0182, -0.1006, 1.1187))]
    return [255 * (4.5 * value if value < 0.018 else 1.099 * value**0.45 - 0.099) for value in mixed]


def pq(luminance):
    """The signal of BT.2100 for cd/m², in parts of 255."""
    power = (luminance / 10_000) ** 0.1593017578125
    return 255 * ((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power)) ** 78.84375


def mapped_pq(luminance):
    """ITU-R BT.2390 5.4.1 from 1000 to 203 cd/m², then the gamma of BT.1886; in parts of 255."""
    peak, target = pq(1_000), pq(203) / pq(1_000)
    value, knee = pq(luminance) / peak, 1.5 * target - 0.5
    if value > knee:
        t = (value - knee) / (1 - knee)
        value = ((2 * t**3 - 3 * t**2 + 1) * knee + (t**3 - 2 * t**2 + t) * (1 - knee) + (3 * t**2 - 2 * t**3) * target)
    root = (value * peak / 255) ** (1 / 78.84375)
    linear = max(root - 0.8359375, 0) / (18.8515625 - 18.6875 * root)
    return 255 * (linear ** (1 / 0.1593017578125) * 10_000 / 203) ** (1 / 2.4)


PQ = high_dynamic_range("PQ", "smpte2084", [(pq(grey),) * 3 for grey in GREYS],
                        [(mapped_pq(grey),) * 3 for grey in GREYS])
PASTELS = [(176, 112, 104), (112, 168, 104), (96, 104, 176), GREY]
HLG = high_dynamic_range("HLG", "arib-std-b67", PASTELS, [in_bt709(patch) for patch in PASTELS])


def live(trial, relay):
    """`test:` by h264_vaapi."""
    path, address = trial.file("test.h264"), f"{relay.address}/test"
    watcher = trial.watch(address, "-o", path)
    watcher.wait_to_say("Waiting for '")
    publisher = trial.publish(address, "test:size=320x180,rate=30", "--encoder", VAAPI, "--vaapi-device", "/dev/null")
    wait_until(lambda: path.exists() and path.stat().st_size > 20_000, "pictures of test:")
    publisher.signal(signal.SIGINT)
    codes = publisher.wait(), watcher.wait()
    probed, _ = media.probe(path)
    painted = [number for number, _ in test_picture.read_file(path)]
    tags = [probed.get(name) for name in ("color_range", "color_space", "color_primaries", "color_transfer")]
    holds = codes == (0, 0) and tags == ["tv", "bt709", "bt709", "bt709"] and painted and None not in painted
    trial.check(holds and not media.decoding_fault(path),
                f"test: with {VAAPI}: {len(painted)} pictures, {' '.join(map(str, tags))}")

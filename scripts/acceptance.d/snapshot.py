"""Pictures of 'streamd snapshot': the colours of the source, the moment that was asked for, and what cron sees."""
import signal
import subprocess
import threading
import time

import PIL.Image

import recordings
import wire
from trial import Abandoned, wait_until

SECONDS = 4
RATE = 25
#: The quarters of a picture, as red, green and blue.
COLOURS = ((220, 30, 40), (20, 200, 60), (40, 60, 210), (200, 200, 200))
#: Two conversions, 8 bits and an encoder may change a colour so much.
NEAR = 6
#: So many pictures may lie between the wanted moment and the picture: on a busy machine the publisher is late.
LATE = 12
#: Name, matrix, range and height; pictures that do not say what they are follow from their height.
SOURCES = (
    ("bt601-limited", "smpte170m", "tv", 240), ("bt601-full", "smpte170m", "pc", 240),
    ("bt709-limited", "bt709", "tv", 240), ("bt709-full", "bt709", "pc", 240),
    ("small-unnamed", None, "tv", 240), ("large-unnamed", None, "tv", 720),
)


def run(trial, seconds):
    relay = trial.relay()
    for source in SOURCES:
        colours(trial, relay, *source)
    publisher = counter(trial, relay)
    moments(trial, relay)
    replaced(trial, relay, seconds)
    ends(trial, relay, publisher)


def snapshot(trial, *arguments, **options):
    """Exit code, standard error and standard output."""
    done = subprocess.run([trial.streamd, "snapshot", *arguments], stdin=subprocess.DEVNULL, capture_output=True,
                          timeout=60, check=False, **options)
    return done.returncode, done.stderr.decode(), done.stdout


def encode(trial, path, pictures, width, height, *options):
    """H.264 of pictures in RGB, with a random access point every second."""
    made = subprocess.run(
        ["ffmpeg", "-nostdin", "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s",
         f"{width}x{height}", "-r", str(RATE), "-i", "-", *options, "-c:v", "libx264", "-preset", "veryfast", "-crf",
         "10", "-g", str(RATE), "-f", "h264", path], input=b"".join(pictures), capture_output=True, check=False)
    if made.returncode:
        raise Abandoned(f"ffmpeg cannot make a clip: {made.stderr.decode()}")


def publish(trial, relay, name, clip):
    publisher = trial.publish(f"{relay.address}/{name}", clip, "--loop")
    publisher.wait_to_say(f"Publishing '{name}'")
    # The relay welcomes a publisher before it knows the tracks, and there is no stream until then.
    with wire.Connection(relay.endpoint) as viewer:
        viewer.send(wire.PREFACE + wire.hello(wire.SUBSCRIBE, name))
        viewer.wait_for(wire.FRAME)
    return publisher


def colours(trial, relay, name, matrix, extent, height):
    """Four colours, through the encoder, the relay and an image file, judged by two programs."""
    width = height * 4 // 3
    halves = [b"".join(bytes(colour) * (width // 2) for colour in COLOURS[row:row + 2]) for row in (0, 2)]
    picture = b"".join(half * (height // 2) for half in halves)
    wanted = matrix or ("bt709" if height >= 720 else "smpte170m")
    encoding = [f"scale=out_color_matrix={'bt709' if wanted == 'bt709' else 'bt601'}:out_range={extent}", "format=yuv420p"]
    named = ["-color_range", extent, "-colorspace", matrix] if matrix else []
    clip = trial.file(f"{name}.h264")
    encode(trial, clip, [picture] * 50, width, height, "-vf", ",".join(encoding), *named)
    publisher = publish(trial, relay, name, clip)
    for extension in ("png", "jpg"):
        image = trial.file(f"{name}.{extension}")
        # The colours do not depend on the moment, and a busy machine is late.
        code, said, _ = snapshot(trial, f"{relay.address}/{name}", "--within", "8s", "-o", image)
        if not trial.check(code == 0 and not said, f"{image.name}: exit code {code} {said}"):
            continue
        readers = {"ffmpeg": read(image, "rgb24"), "Pillow": PIL.Image.open(image).convert("RGB").tobytes()}
        for reader, pixels in readers.items():
            seen = [pixel(pixels, width, x * width // 4, y * height // 4) for y in (1, 3) for x in (1, 3)]
            far = max(abs(ours - theirs) for pair in zip(seen, COLOURS) for ours, theirs in zip(*pair))
            trial.check(len(pixels) == width * height * 3 and far <= NEAR,
                        f"{image.name}: {reader} sees the source's colours, at most {far} of 255 off")
    trial.end(publisher)


def pixel(pixels, width, x, y):
    at = 3 * (y * width + x)
    return tuple(pixels[at:at + 3])


def counter(trial, relay):
    """Publishes grey pictures: each is by one brighter than the one before, and 200 follow each other."""
    clip = trial.file("counter.h264")
    encode(trial, clip, [bytes((20 + number,)) * (64 * 48 * 3) for number in range(200)], 64, 48, "-pix_fmt", "yuv420p")
    return publish(trial, relay, "counter", clip)


def read(image, samples):
    """The samples of an image file, by ffmpeg."""
    command = ["ffmpeg", "-nostdin", "-loglevel", "error", "-i", image, "-f", "rawvideo", "-pix_fmt", samples, "-"]
    return subprocess.run(command, capture_output=True, check=True).stdout


def number_of(image):
    pixels = read(image, "gray")
    return pixels[len(pixels) // 2] - 20


def moments(trial, relay):
    time.sleep(4)  # for a history
    taken = []
    for ago in ("0s", "2s", "3500ms"):
        logged, image = len(relay.said), trial.file(f"ago-{ago}.png")
        code, said, _ = snapshot(trial, f"{relay.address}/counter", "--ago", ago, "-o", image)
        ended = time.time()
        trial.require(code == 0, f"--ago {ago}: exit code {code} {said}")
        # The moment counts back from the relay's welcome; how soon that comes after the program's start says nothing.
        asked = recordings.seconds(relay.wait_to_say(r"(\S+) info watching .*stream=counter", after=logged)[1])
        taken.append((asked, ended, number_of(image)))
    (welcomed, done, newest), *others = taken
    for ago, (asked, _, number) in zip((2, 3.5), others):
        # The first picture was the newest one at some time from the welcome to the program's end.
        oldest, latest = (newest + (asked - ago - moment) * RATE for moment in (done, welcomed))
        after, before = ((number - wanted + 100) % 200 - 100 for wanted in (oldest, latest))
        trial.check(after >= -LATE and before <= LATE,
                    f"--ago {ago}s: {after / RATE * 1000:+.0f} ms from the oldest picture that may be the one of that "
                    f"moment, {before / RATE * 1000:+.0f} ms from the latest")
    code, said, _ = snapshot(trial, f"{relay.address}/counter", "--ago", "1h", "-o", trial.file("hour.jpg"))
    trial.check(code == 75 and said.count("\n") == 1 and trial.file("hour.jpg").exists(),
                f"--ago 1h: the oldest picture, and exit code {code}: {said.strip()}")


def replaced(trial, relay, seconds):
    """A reader of the file sees whole pictures only."""
    folder = trial.file("watched")
    folder.mkdir()
    image, ends, seen, broken = folder / "shot.png", threading.Event(), set(), []

    def follow():
        while not ends.is_set():
            try:
                content = image.read_bytes()
            except FileNotFoundError:
                continue
            seen.add(content)
            if not content.startswith(b"\x89PNG") or not content.endswith(b"IEND\xaeB`\x82"):
                broken.append(len(content))

    reader = threading.Thread(target=follow)
    reader.start()
    try:
        until, count = time.monotonic() + seconds, 0
        # The reader must see more than one, however long they take.
        while time.monotonic() < until or count < 3:
            code, said, _ = snapshot(trial, f"{relay.address}/counter", "-o", image)
            trial.require(code == 0, f"snapshot {count}: exit code {code} {said}")
            count += 1
    finally:
        ends.set()
        reader.join()
    names = sorted(path.name for path in folder.iterdir())
    trial.check(not broken and len(seen) > 1 and names == ["shot.png"],
                f"{count} snapshots into one file: a reader saw {len(seen)} whole pictures, and no other file is left")


def ends(trial, relay, publisher):
    address = f"{relay.address}/counter"
    code, said, out = snapshot(trial, address, "-o", "-")
    trial.check(code == 0 and out.startswith(b"\xff\xd8\xff") and out.endswith(b"\xff\xd9") and not said,
                f"-o -: {len(out)} bytes of JPEG")
    fails(trial, "a stream that is not there", 69, f"{relay.address}/none", "-o", trial.file("none.jpg"))
    fails(trial, "a relay that is not there", 69, "127.0.0.1:1", "-o", trial.file("nobody.jpg"))
    fails(trial, "a name without a format", 64, address, "-o", trial.file("shot.gif"))
    fails(trial, "a folder that is not there", 73, address, "-o", trial.file("nowhere") / "shot.jpg")
    publisher.signal(signal.SIGKILL)
    image = trial.file("old.jpg")
    results = []

    def is_old():
        results.append(snapshot(trial, address, "--within", "500ms", "-o", image))
        return results[-1][0] == 75

    wait_until(is_old, "a picture that is not fresh")
    said = results[-1][1]
    trial.check(said.count("\n") == 1 and image.read_bytes().startswith(b"\xff\xd8\xff"),
                f"a publisher that was killed: the last picture, and exit code 75: {said.strip()}")


def fails(trial, what, wanted, *arguments):
    code, said, _ = snapshot(trial, *arguments)
    trial.check(code == wanted and said.count("\n") <= 3 and not arguments[-1].exists(),
                f"{what}: exit code {code}, and no file: {said.strip().splitlines()[0] if said else ''}")

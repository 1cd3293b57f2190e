"""MP4, MPEG transport stream and Matroska, live and recorded, in ffmpeg, GStreamer, mpv, VLC and Chromium.

Each output of `test:` is read to its end: flash and beep are together at the beginning and at the end, and the numbers
in the pictures rise by one. A minute by default; `--minutes 10` for more, and `containers_quick` for 12 seconds.
"""
import json
import os
import pathlib
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

import chromium
from trial import wait_until

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "lab/oracles"))

import test_picture  # noqa: E402
import tone  # noqa: E402

SECONDS = 60
RATE = 30
#: Samples of a packet of sound.
BLOCK = 1024
#: Milliseconds that flash and beep may be apart.
WITHIN = 5
#: Milliseconds from which on they do not belong together: there is one each second.
MISSING = 400
#: Seconds that each player plays.
PLAYS = 5
#: Pictures that must be shown in that time, on a busy machine.
LEAST = 20


def run(trial, seconds):
    relay = trial.relay("--log-seconds", "30s")
    publisher = trial.publish(f"{relay.address}/live", f"test:size=640x360,rate={RATE}", "--encoder", "libx264")
    publisher.wait_to_say("Publishing 'live'")
    time.sleep(1)
    outputs = record(trial, relay, seconds)
    for what, path in outputs.items():
        judge(trial, what, path, seconds)
    address = f"http://{relay.address}/live"
    for container in ("mp4", "ts"):
        gstreamer(trial, f"{address}.{container}", container)
        mpv(trial, f"{address}.{container}")
        vlc(trial, f"{address}.{container}")
    recorded = outputs["streamd watch -o out.mp4"]
    gstreamer(trial, recorded.as_uri(), "mp4")
    mpv(trial, recorded)
    vlc(trial, recorded)
    in_browser(trial, relay)
    publisher.signal(signal.SIGINT)
    trial.check(publisher.wait() == 0, "publish exits with 0")


def record(trial, relay, seconds):
    """All ways to a file, at the same time; then the clips."""
    outputs, running = {}, []
    for container in ("mp4", "ts"):
        path = trial.file(f"http.{container}")
        running.append((trial.start("curl", "-sS", "--max-time", seconds + 1, "-o", path,
                                    f"http://{relay.address}/live.{container}"), 28))
        outputs[f"curl …/live.{container}"] = path
    for name in ("out.mp4", "out.ts", "out.mkv"):
        path = trial.file(name)
        running.append((trial.watch(relay.address, "-o", path, "--duration", f"{seconds}s"), 0))
        outputs[f"streamd watch -o {name}"] = path
    for container in ("mp4", "mkv"):
        path = trial.file(f"pipe.{container}")
        with open(path, "wb") as file:
            running.append((trial.watch(relay.address, "--format", container, "--duration", f"{seconds}s", stdout=file),
                            0))
        outputs[f"streamd watch --format {container} > file"] = path
    codes = [(program.wait(2 * seconds + 60), wanted) for program, wanted in running]
    trial.check(all(code == wanted for code, wanted in codes), f"all of them end as they should {codes}")
    last = min(10, round(seconds))
    clip = trial.file("clip.mp4")
    trial.check(trial.start(trial.streamd, "clip", relay.address, "--last", f"{last}s", "-o", clip).wait() == 0,
                "streamd clip exits with 0")
    outputs["streamd clip"] = clip
    clip = trial.file("http-clip.mp4")
    got = trial.start("curl", "-sS", "--fail", "-o", clip, f"http://{relay.address}/live.mp4?last={last}s").wait()
    trial.check(got == 0, f"curl …/live.mp4?last={last}s exits with {got}")
    outputs[f"curl …/live.mp4?last={last}s"] = clip
    return outputs


def judge(trial, what, path, seconds):
    decoded = subprocess.run(["ffmpeg", "-nostdin", "-loglevel", "error", "-xerror", "-err_detect", "explode", "-i", path,
                              "-f", "null", "-"], stderr=subprocess.PIPE, text=True, check=False)
    # A response that is cut by its receiver ends in the middle of a frame.
    is_cut = what.startswith("curl …/live") and "?" not in what
    fault = "" if is_cut and decoded.returncode == 0 else decoded.stderr.strip()[:200]
    trial.check(is_cut or decoded.returncode == 0 and not fault, f"{what}: ffmpeg -xerror decodes it {fault}")
    times = packets(path, "v:0")
    seen = test_picture.read_file(path)
    numbers = [number for number, _ in seen]
    jumps = sum(b != a + 1 for a, b in zip(numbers, numbers[1:]) if a is not None and b is not None)
    in_order = all(b > a for a, b in zip(numbers, numbers[1:]) if a is not None and b is not None)
    trial.check(None not in numbers[:-1] and in_order,
                f"{what}: pictures {numbers[0]} to {numbers[-1]} in order, with {jumps} gaps; a busy machine makes some")
    steps = [b - a for a, b in zip(times, times[1:])]
    trial.check(all(step > 0 for step in steps), f"{what}: {len(times)} timestamps rise")
    # A busy publisher may leave out the first picture of a flash.
    flashes = [times[place] for place in range(1, min(len(seen), len(times)))
               if seen[place][1] and numbers[place] is not None and numbers[place] % RATE == 0]
    beeps = beginnings(path)
    nearest = [1000 * min((beep - flash for beep in beeps), key=abs) for flash in flashes if beeps]
    # A beep may be missing, and the sound may begin later or end earlier than the pictures.
    apart = [distance for distance in nearest if abs(distance) < MISSING]
    if not trial.check(len(apart) >= 2, f"{what}: {len(apart)} flashes with a beep"):
        return
    worst = max(apart, key=abs)
    trial.check(abs(worst) <= WITHIN, f"{what}: the beep follows the first flash by {apart[0]:.1f} ms, the last by "
                                      f"{apart[-1]:.1f} ms, at most {worst:.1f} ms, median {statistics.median(apart):.1f} ms")


def beginnings(path):
    """When beeps begin. FFmpeg decodes no silence where sound is missing, so the times are those of the packets; and
    a beep right behind such a gap may have begun in it."""
    times, sound = packets(path, "a:0"), tone.samples(path)
    skipped = len(times) * BLOCK - len(sound)
    found = []
    for onset in tone.onsets(sound):
        packet, rest = divmod(round(onset * tone.RATE) + skipped, BLOCK)
        packet = min(packet, len(times) - 1)
        if packet == 0 or times[packet] - times[packet - 1] < 2 * BLOCK / tone.RATE:
            found.append(times[packet] + rest / tone.RATE)
    return found


def packets(path, stream):
    """The presentation times of a stream's packets in seconds, in order."""
    command = ["ffprobe", "-loglevel", "error", "-select_streams", stream, "-show_entries", "packet=pts_time", "-of",
               "json", path]
    found = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=False).stdout or "{}")
    return sorted(float(packet["pts_time"]) for packet in found.get("packets", []) if "pts_time" in packet)


def gstreamer(trial, address, container):
    """Decodes picture and sound, each to a file."""
    video, audio = trial.file("gst.gray"), trial.file("gst.s16")
    source = f"uridecodebin uri={address} name=d"
    command = (f"{source} d. ! queue ! videoconvert ! videoscale ! "
               f"video/x-raw,format=GRAY8,width={test_picture.WIDTH},height={test_picture.HEIGHT} ! "
               f"filesink location={video} d. ! queue ! audioconvert ! audio/x-raw,format=S16LE ! "
               f"filesink location={audio}")
    player = trial.start("gst-launch-1.0", "-q", "-e", *command.split(), stdout=subprocess.DEVNULL)
    try:
        wait_until(lambda: player.process.poll() is not None or size(video) > LEAST * test_picture.WIDTH *
                   test_picture.HEIGHT and size(audio) > 100_000, "GStreamer's pictures and sound", 30)
    finally:
        trial.end(player)
    numbers = read_gray(video.read_bytes() if video.exists() else b"")
    rises(trial, f"GStreamer {address.rsplit('/', 1)[1]}", numbers, player)
    for path in (video, audio):
        path.unlink(missing_ok=True)


def read_gray(raw):
    import numpy
    length = test_picture.WIDTH * test_picture.HEIGHT
    whole = len(raw) // length
    frames = numpy.frombuffer(raw[: whole * length], numpy.uint8).reshape(-1, test_picture.HEIGHT, test_picture.WIDTH)
    return [test_picture.number(frame) for frame in frames]


def size(path):
    return path.stat().st_size if path.exists() else 0


def mpv(trial, address, *options, wanted=None):
    """`wanted` is the number of the first picture, and how many the player may be off."""
    folder = trial.file("mpv")
    folder.mkdir(exist_ok=True)
    player = trial.start("mpv", "--no-config", "--no-terminal", "--ao=null", "--vo=image", "--vo-image-format=png",
                         "--vo-image-png-compression=1", f"--vo-image-outdir={folder}", f"--frames={PLAYS * RATE}", *options,
                         str(address), stdout=subprocess.DEVNULL)
    code = player.wait(60)
    what, numbers = " ".join(("mpv", *options, str(address).rsplit("/", 1)[1])), read_images(folder)
    rises(trial, what, numbers, player, code)
    begins_near(trial, what, numbers, wanted)
    shutil.rmtree(folder)


def vlc(trial, address, *options, wanted=None):
    """As `mpv`."""
    # VLC does not run as root.
    folder = pathlib.Path(tempfile.mkdtemp(prefix="streamd-vlc-"))
    prefix = ()
    if os.geteuid() == 0:
        shutil.chown(folder, "nobody", "nogroup")
        prefix = ("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups")
        if isinstance(address, pathlib.Path):
            shutil.copy(address, folder)
            address = folder / address.name
    player = trial.start(*prefix, "cvlc", "--vout=dummy", "--aout=dummy", "--video-filter=scene", "--scene-format=png",
                         "--scene-ratio=1", f"--scene-path={folder}", "--play-and-exit", *options, str(address),
                         env=dict(os.environ, HOME=str(folder)), stdout=subprocess.DEVNULL)
    try:
        wait_until(lambda: player.process.poll() is not None or len(list(folder.glob("*.png"))) > PLAYS * RATE,
                   "VLC's pictures", 60)
    finally:
        trial.end(player)
    # It may be writing the last one.
    what, numbers = " ".join(("VLC", *options, str(address).rsplit("/", 1)[1])), read_images(folder)[:-1]
    rises(trial, what, numbers, player)
    begins_near(trial, what, numbers, wanted)
    shutil.rmtree(folder, ignore_errors=True)


def read_images(folder):
    paths = sorted(folder.glob("*.png"))
    if not paths:
        return []
    command = ["ffmpeg", "-loglevel", "error", "-f", "png_pipe", "-i", "-", "-fps_mode", "passthrough", "-vf",
               f"format=gray,scale={test_picture.WIDTH}:{test_picture.HEIGHT}:flags=area", "-f", "rawvideo", "-"]
    images = b"".join(path.read_bytes() for path in paths)
    return read_gray(subprocess.run(command, input=images, stdout=subprocess.PIPE, check=False).stdout)


def begins_near(trial, what, numbers, wanted):
    if wanted:
        near = numbers and numbers[0] is not None and abs(numbers[0] - wanted[0]) <= wanted[1]
        trial.check(near, f"{what} begins with picture {numbers[:1]}, about {wanted[0]}")


def rises(trial, what, numbers, player=None, code=0):
    """Whether enough pictures were shown, in order."""
    shown = [number for number in numbers if number is not None]
    in_order = all(b >= a for a, b in zip(shown, shown[1:]))
    said = f": {player.said[-200:]}" if player and len(set(shown)) < LEAST else ""
    trial.check(code == 0 and len(set(shown)) >= LEAST and in_order,
                f"{what} shows {len(set(shown))} pictures in order{said}")


VIDEO = """new Promise((resolve, reject) => {
  const video = document.createElement('video');
  video.muted = true;
  video.addEventListener('error', () => reject(new Error(video.error.message)));
  document.body.append(video);
  globalThis.video = video;
  %s
  video.play().then(resolve, reject);
})"""
ELEMENT = "video.src = '/live.mp4';"
CLIP = "video.src = '/live.mp4?last=10s';"
MEDIA_SOURCE = """
  const source = new MediaSource();
  video.src = URL.createObjectURL(source);
  source.addEventListener('sourceopen', async () => {
    try {
      const response = await fetch('/live.mp4');
      const reader = response.body.getReader();
      const buffer = source.addSourceBuffer('video/mp4; codecs="avc1.64001F, mp4a.40.2"');
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        buffer.appendBuffer(value);
        await new Promise((next) => buffer.addEventListener('updateend', next, { once: true }));
        // The times begin where the stream is.
        if (video.currentTime < (buffer.buffered.length && buffer.buffered.start(0))) {
          video.currentTime = buffer.buffered.start(0);
        }
      }
    } catch (error) { reject(error); }
  });"""
PIXELS = """(() => {
  const canvas = new OffscreenCanvas(%d, %d);
  const context = canvas.getContext('2d');
  context.drawImage(video, 0, 0, canvas.width, canvas.height);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  return Array.from({ length: data.length / 4 }, (_, place) => data[4 * place + 1]);
})()""" % (test_picture.WIDTH, test_picture.HEIGHT)


def in_browser(trial, relay):
    import numpy
    browser = chromium.Chromium(trial, "--autoplay-policy=no-user-gesture-required")
    for what, script in (("<video src=/live.mp4>", ELEMENT), ("MediaSource", MEDIA_SOURCE),
                         ("<video src='/live.mp4?last=10s'>", CLIP)):
        with browser.page() as page:
            page.open(f"http://{relay.address}/streams")
            began = time.monotonic()
            page.evaluate(VIDEO % script)
            first = time.monotonic() - began
            numbers = []
            for _ in range(PLAYS * 4):
                picture = numpy.array(page.evaluate(PIXELS)).reshape(test_picture.HEIGHT, test_picture.WIDTH)
                numbers.append(test_picture.number(picture))
                time.sleep(0.1)
            shown = [number for number in numbers if number is not None]
            sound = page.evaluate("video.webkitAudioDecodedByteCount")
            trial.check(len(set(shown)) > PLAYS and shown == sorted(shown) and sound > 0,
                        f"Chromium {what} plays {first:.2f} s after its start: {len(set(shown))} pictures of "
                        f"{len(numbers)} looks, {sound} bytes of sound")

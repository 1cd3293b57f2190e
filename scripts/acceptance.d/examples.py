"""The programs of Examples, run as their comments say. 'scripts/examples --run' builds them and calls this."""
import json
import os
import pathlib
import signal
import subprocess

import media
from trial import wait_until

#: How much of a live stream is recorded.
PICTURES = 90
RATE = 30
CLIP_SECONDS = 4
PICTURE = f"test:size=640x360,rate={RATE}"


def run(trial, folder):
    """All at once, because most of the time they wait for pictures."""
    folder = pathlib.Path(folder)
    relay = trial.relay()
    judges = [
        push(trial, folder, relay),
        inspect(trial, folder),
        embed(trial, folder),
        embed_least(trial, folder),
        record(trial, folder, relay),
        thumbnails(trial, folder),
    ]
    for judge in judges:
        judge()


def record(trial, folder, relay):
    """Watcher, MP4Recorder and Archiver with one live stream, which they wait for."""
    address = f"{relay.address}/studio/live"
    raw, film, minute = trial.file("watcher.h264"), trial.file("film.mp4"), trial.file("minute.mp4")
    watcher = trial.start(folder / "Watcher", address, stdout=open(raw, "wb"))
    recorder = trial.start(folder / "MP4Recorder", address, film)
    report = trial.file("archiver.txt")
    archiver = trial.start(folder / "Archiver", "record", relay.address, "studio/*", trial.file("recordings"),
                           stdin=subprocess.PIPE, stdout=open(report, "wb"))
    publisher = trial.publish(address, PICTURE)

    def judge():
        wait_until(lambda: count(raw) >= PICTURES, "pictures from Watcher")
        archiver.process.stdin.write(b"\n")
        publisher.signal(signal.SIGINT)
        trial.check(watcher.wait() == 0, "Watcher ends with the stream")
        check_decodes(trial, "Watcher", raw, ("h264",))
        trial.check(recorder.wait() == 0, "MP4Recorder ends with the stream")
        check_decodes(trial, "MP4Recorder", film, ("h264", "aac"))
        archiver.process.stdin.close()
        said = f"{archiver.wait()}, {report.read_text().strip()}"
        trial.check("0, " in said and "studio/live: " in said and ", 0 missing" in said and "finished: " in said,
                    f"Archiver shows its state, calls its hook, and ends: {said!r}")
        exported = trial.start(folder / "Archiver", "export", trial.file("recordings") / "studio+live", minute,
                               stdout=subprocess.DEVNULL).wait()
        trial.check(exported == 0, "Archiver exports")
        check_decodes(trial, "Archiver", minute, ("h264", "aac"))

    return judge


def thumbnails(trial, folder):
    """ThumbnailMaker with a stream of a relay: a picture of its size that ffmpeg decodes."""
    relay = trial.relay()
    publisher = trial.publish(f"{relay.address}/studio/one", PICTURE)
    publisher.wait_to_say("Publishing 'studio/one'")
    pictures = trial.file("thumbnails")
    maker = trial.start(folder / "ThumbnailMaker", relay.address, pictures, stdout=open(trial.file("thumbnails.txt"), "wb"))

    def judge():
        picture = pictures / "studio+one.jpg"
        wait_until(picture.exists, "a picture of ThumbnailMaker")
        seen, errors = media.probe(picture)
        what = [seen.get(key) for key in ("codec_name", "width", "height")]
        trial.check(what == ["mjpeg", 640, 360] and not errors, f"ThumbnailMaker saves a picture: {what}")
        maker.signal(signal.SIGTERM)

    return judge


def push(trial, folder, relay):
    """Pusher with a film and with sound: a viewer gets exactly these."""
    clip, sound = make_film(trial), make_sound(trial)
    watchers, pushers = [], []
    for source in (clip, sound):
        output = trial.file(f"pushed{source.suffix}")
        address = f"{relay.address}/pushed{source.suffix}"
        watchers.append((source, output, trial.watch(address, "-o", output)))
        relay.wait_to_say(rf"\bwatching .*\bstream=pushed{source.suffix}")
        pushers.append(trial.start(folder / "Pusher", source, address, stdout=open(trial.file("pusher.txt"), "ab")))

    def judge():
        trial.check([pusher.wait() for pusher in pushers] == [0, 0], "Pusher ends with the film, and with the sound")
        said = trial.file("pusher.txt").read_text()
        trial.check(said.count("The stream has ended.\n0 frames were left out.\n") == 2, f"it loses nothing: {said!r}")
        for source, output, watcher in watchers:
            watcher.wait()
            same = media.pictures(source) == media.pictures(output)
            trial.check(same, f"a viewer has every frame of {source.name}, by the MD5 of the decoded frames")
        refused = trial.start(folder / "Pusher", clip, "127.0.0.1:0/pushed", stdout=subprocess.PIPE)
        code, words = refused.wait(), refused.process.stdout.read().decode()
        trial.check(code == 1 and words.count("\n") == 1, f"an address that is none ends it: {words!r}")

    return judge


def inspect(trial, folder):
    """StreamInspector with the same film, and with sound behind a tag and garbage."""
    clip, sound = trial.file("clip.h264"), trial.file("sound.aac")
    dirty, clean = trial.file("dirty.aac"), trial.file("clean.aac")
    dirty.write_bytes(b"ID3\4\0\0\0\0\0\12" + bytes(10) + b"garbage" + sound.read_bytes())

    def judge():
        lines = output_of(folder / "StreamInspector", clip)
        starts = sum(media.idr_pictures(clip.read_bytes()))
        expected = f"{count(clip)} access units, {starts} at which decoding can begin"
        trial.check(lines[-1:] == [expected] and "640x360" in lines[0], f"StreamInspector: {lines[0]}; {lines[-1]}")
        lines = output_of(folder / "StreamInspector", dirty, clean)
        blocks = media.raw_data_blocks(sound.read_bytes())
        trial.check(lines[-1:] == [f"{len(blocks)} frames, 1 tags, 7 bytes of garbage"], f"StreamInspector: {lines[-1]}")
        trial.check(media.raw_data_blocks(clean.read_bytes()) == blocks, "it writes the same sound without garbage")

    return judge


def embed(trial, folder):
    """EmbeddedRelay with its TLS and accounts: a publisher, a Watcher, curl, and clients that it refuses."""
    relay = trial.start(folder / "EmbeddedRelay", "0", stdout=subprocess.DEVNULL)
    address, pin = (relay.wait_to_say(pattern)[1] for pattern in (r"\baddress=(\S+)", r"\bcertificate=(sha256:\S+)"))
    trial.saw(f"EmbeddedRelay listens at {address}")
    raw, curled = trial.file("embedded.h264"), trial.file("curl.h264")
    stream = f"tls://{address}/cam/1"
    watcher = trial.start(folder / "Watcher", stream, stdout=open(raw, "wb"), env=with_token("ann-secret", STREAMD_PIN=pin))
    publisher = trial.publish(stream, PICTURE, "--pin", pin, env=with_token("cam-secret"))
    publisher.wait_to_say("Publishing")
    curl = trial.start("curl", "-sfkN", "-H", "Authorization: Bearer ann-secret", "-o", curled,
                       f"https://{address}/cam/1.h264")

    def judge():
        for file in (raw, curled):
            wait_until(lambda: file.exists() and count(file) >= RATE, f"{file.name}: {watcher.said}{publisher.said}")
        status = output_of("curl", "-sk", "-o", "/dev/null", "-w", "%{http_code}", f"https://{address}/cam/1.h264")
        trial.check(status == ["401"], f"EmbeddedRelay refuses curl without a token: {status[0]}")
        kind = output_of("curl", "-sk", "-H", "Accept: text/html", "-o", "/dev/null", "-w", "%{content_type}",
                         f"https://{address}/cam/1")
        trial.check(kind[0].startswith("text/html"), f"it has a page for a browser: {kind[0]}")
        refused = trial.publish(f"tls://{address}/ann/1", PICTURE, "--pin", pin, env=with_token("cam-secret"))
        trial.check(refused.wait() != 0 and refused.errors, f"it refuses a name of another account: {refused.errors}")
        publisher.signal(signal.SIGINT)
        trial.check(watcher.wait() == 0, "Watcher ends with the stream, over TLS")
        check_decodes(trial, "Watcher over TLS", raw, ("h264",))
        trial.check(curl.wait() == 0, "curl ends with the stream")
        check_decodes(trial, "curl", curled, ("h264",))
        relay.signal(signal.SIGTERM)
        trial.check(relay.wait() == 0, "EmbeddedRelay ends at a signal")

    return judge


def embed_least(trial, folder):
    """MinimalRelay with a publisher and a Watcher."""
    relay = trial.start(folder / "MinimalRelay", "0", stdout=subprocess.DEVNULL)
    stream = relay.wait_to_say(r"\baddress=(\S+)")[1] + "/live"
    raw = trial.file("minimal.h264")
    watcher = trial.start(folder / "Watcher", stream, stdout=open(raw, "wb"))
    publisher = trial.publish(stream, PICTURE)

    def judge():
        wait_until(lambda: count(raw) >= RATE, "pictures from MinimalRelay")
        publisher.signal(signal.SIGINT)
        trial.check(watcher.wait() == 0, "Watcher ends with the stream of MinimalRelay")
        check_decodes(trial, "MinimalRelay", raw, ("h264",))
        relay.signal(signal.SIGTERM)
        trial.check(relay.wait() == 0, "MinimalRelay ends at a signal")

    return judge


def with_token(token, **more):
    return {**os.environ, "STREAMD_TOKEN": token, **more}


def make_film(trial):
    return media.make_clip(trial.file("clip.h264"), CLIP_SECONDS, size="640x360")


def make_sound(trial):
    sound = trial.file("sound.aac")
    subprocess.run(
        ["ffmpeg", "-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", f"sine=440:duration={CLIP_SECONDS}", str(sound)],
        check=True,
    )
    return sound


def output_of(*command):
    return subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()


def streams(path):
    """The codec of each stream of a file, and how many packets it has, by ffprobe."""
    judged = subprocess.run(
        ["ffprobe", "-loglevel", "quiet", "-count_packets", "-show_streams", "-of", "json", str(path)],
        stdout=subprocess.PIPE, text=True, check=False,
    )
    return [(stream["codec_name"], int(stream.get("nb_read_packets", 0)))
            for stream in json.loads(judged.stdout or "{}").get("streams", [])]


def count(path):
    found = streams(path)
    return found[0][1] if found else 0


def check_decodes(trial, name, path, codecs):
    found, fault = streams(path), media.decoding_fault(path)
    holds = tuple(codec for codec, _ in found) == codecs and all(packets >= RATE for _, packets in found)
    trial.check(holds and fault is None, f"{name}'s {path.name}: {found}, {fault or 'decodes without an error'}")

"""100 streams of 2 Mbit/s are recorded, by `streamd record` and then by FFmpeg: processor time and writes per stream.

FFmpeg does the same with one process for each stream, `-c copy -f segment` into MP4 that survives a crash (a fragment for
each group of pictures). Ten minutes each; `--minutes 5` for less. It writes 15 GB in ten minutes, and removes them.
"""
import heapq
import json
import pathlib
import shutil
import signal
import subprocess
import sys
import threading
import time

import media
import recordings
import wire
from trial import wait_until

SECONDS = 600
STREAMS, BIT_RATE = 100, 2_000_000
#: After how long a file ends, in seconds.
SEGMENT = 600
#: Seconds for all to begin.
PATIENCE = 60
#: How much more processor time than FFmpeg's the recorder may take.
MOST = 1.5


def run(trial, seconds):
    relay = trial.relay("--log-seconds", "4", "--log-bytes", "8MiB")
    clip = media.make_clip(trial.file("clip.h264"), 8, str(BIT_RATE), size="640x360")
    trial.script("record_many.py", relay.address, STREAMS, clip)
    wait_until(lambda: len(listed(relay)) == STREAMS, "all streams", PATIENCE)
    ours = by_streamd(trial, relay, seconds)
    theirs = by_ffmpeg(trial, relay, seconds)
    trial.check(ours <= theirs * MOST, f"streamd takes {ours / theirs:.2f} of FFmpeg's processor time")


def listed(relay):
    return json.loads(recordings.get(relay.address, "/streams?limit=200"))["streams"]


def by_streamd(trial, relay, seconds):
    folder = trial.file("streamd")
    recorder = trial.start(trial.streamd, "record", relay.address, "--to", folder, "--admin", "off", "--segment",
                           f"{SEGMENT}s")
    wait_until(lambda: len(list(folder.glob("*/*/*.mp4*"))) >= STREAMS, "all files", PATIENCE)
    used = measure(trial, "streamd record", [recorder], folder, seconds)
    recorder.signal(signal.SIGTERM)
    trial.check(recorder.wait(PATIENCE) == 0, "the recorder ends with 0")
    streams = [place for place in folder.iterdir() if place.is_dir()]
    accounts = [recordings.account(stream) for stream in streams]
    missing = sum(account[2] for account in accounts)
    faults = [fault for account in accounts for fault in account[0]]
    trial.check(len(streams) == STREAMS and not missing and not faults,
                f"{sum(account[1] for account in accounts)} frames of {len(streams)} streams are recorded, {missing} "
                f"missing {faults[:2] or ''}")
    pictures = sum(pictures_of(file) for stream in streams for file in recordings.files(stream))
    recorded = sum(account[1] for account in accounts)
    trial.check(pictures == recorded, f"ffprobe finds {pictures} of these pictures in their files")
    shutil.rmtree(folder)
    return used


def pictures_of(file):
    """As the index says: reading all files again would take minutes."""
    command = ["ffprobe", "-v", "error", "-show_entries", "stream=nb_frames", "-of", "csv=p=0", file]
    return int(subprocess.run(command, capture_output=True, text=True, timeout=60, check=False).stdout.strip(", \n") or 0)


def by_ffmpeg(trial, relay, seconds):
    folder = trial.file("ffmpeg")
    recorders = []
    for number in range(STREAMS):
        place = folder / f"s{number}"
        place.mkdir(parents=True)
        recorders.append(trial.start(
            "ffmpeg", "-nostdin", "-loglevel", "error", "-i", f"http://{relay.address}/s{number}.mp4", "-c", "copy", "-f",
            "segment", "-segment_time", SEGMENT, "-segment_format_options", "movflags=+frag_keyframe+empty_moov+default_base_moof",
            place / "%03d.mp4"))
    wait_until(lambda: len(list(folder.glob("*/*.mp4"))) >= STREAMS, "all files", PATIENCE)
    used = measure(trial, "ffmpeg -c copy -f segment", recorders, folder, seconds)
    for recorder in recorders:
        recorder.signal(signal.SIGTERM)
    for recorder in recorders:
        recorder.wait(PATIENCE)
    shutil.rmtree(folder)
    return used


def measure(trial, what, programs, folder, seconds):
    """The processor time that they take in this time, in parts of a core."""
    time.sleep(5)
    began, before = time.monotonic(), totals(programs, folder)
    time.sleep(seconds)
    passed, after = time.monotonic() - began, totals(programs, folder)
    used, calls, written, files = ((b - a) / passed for a, b in zip(before, after))
    resident = sum(memory(program) for program in programs)
    trial.saw(f"{what}: {100 * used:.1f} % of a core, {100 * used / STREAMS:.2f} % for each stream, during {passed:.0f} s; "
              f"each stream has {files / STREAMS / 1e3:.1f} kB/s in files, {written / STREAMS / 1e3:.1f} kB/s written to "
              f"the disk's cache in {calls / STREAMS:.2f} calls a second; {resident >> 20} MiB of memory in all")
    return used


def totals(programs, folder):
    """Processor seconds, write calls, bytes that were or will be sent to the disk, and the bytes of the files."""
    processor, calls, written = 0, 0, 0
    for program in programs:
        processor += program.processor_seconds
        lines = pathlib.Path(f"/proc/{program.pid}/io").read_text().splitlines()
        values = {name: int(value) for name, value in (line.split(": ") for line in lines)}
        calls += values["syscw"]
        written += values["write_bytes"] - values["cancelled_write_bytes"]
    return processor, calls, written, sum(file.stat().st_size for file in folder.glob("**/*") if file.is_file())


def memory(program):
    status = pathlib.Path(f"/proc/{program.pid}/status").read_text()
    return int(status.split("RssAnon:")[1].split()[0]) << 10


def publish(address, count, path):
    """Publishes a clip to many streams, again and again, at its pace; each is at another place of it."""
    units = media.access_units(open(path, "rb").read())
    group = media.RATE * media.GROUP_SECONDS
    host, port = address.rsplit(":", 1)
    streams = []
    for number in range(count):
        connection = wire.Connection((host, int(port)))
        connection.send(wire.PREFACE + wire.hello(wire.PUBLISH, f"s{number}"))
        epoch = wire.read_welcome(connection.wait_for(wire.WELCOME)[2]).epoch
        connection.send(wire.tracks(epoch))
        threading.Thread(target=connection.wait_for, args=(None,), daemon=True).start()
        # The first frame begins a group.
        streams.append((connection, epoch, number % (len(units) // group) * group, number / count * media.GROUP_SECONDS))
    began = time.monotonic()
    due = [(began + delay, index, 0) for index, (*_, delay) in enumerate(streams)]
    heapq.heapify(due)
    while True:
        moment, index, number = due[0]
        time.sleep(max(0, moment - time.monotonic()))
        connection, epoch, first, _ = streams[index]
        unit = units[(first + number) % len(units)]
        connection.send(wire.frame(epoch, number, unit, int((first + number) % group == 0)))
        heapq.heapreplace(due, (moment + 1 / media.RATE, index, number + 1))


if __name__ == "__main__":
    publish(sys.argv[1], int(sys.argv[2]), sys.argv[3])

"""Every test vector passes: publish → relay → watch, from a file and from a pipe.

Nothing is lost and no slice differs; parameter sets may be added, and an incomplete SPS may be completed.

The files are in $STREAMD_VECTORS, else beside the repository in shared/vectors.
"""
import csv
import os
import pathlib
import subprocess
import time

import media
from trial import Abandoned

SECONDS = 0
#: How long one file may take to go through; the longest has a few thousand NAL units.
LIMIT = 60


def run(trial, seconds):
    folder = find_vectors()
    if folder is None:
        trial.skip("test vectors not found")
        return
    rows = manifest(folder)
    video = [row["file"] for row in rows if row["kind"] == "h264" and int(row["rap_count"] or 0) > 0]
    # The relay only has to survive files made by a fuzzer.
    audio = [row["file"] for row in rows if row["kind"] == "aac-adts" and "hostile" not in row["categories"]]
    relay = trial.relay()
    pauses(trial, relay, folder / "brokensps.h264")
    for kind, names, track, compare in (("H.264", video, "any", compare_video), ("AAC", audio, "audio", compare_audio)):
        for way in ("file", "pipe"):
            complete, units, added = 0, 0, 0
            for name in names:
                stream = f"{relay.address}/{way}/{name}"
                try:
                    seen, more, fault = go_through(trial, folder / name, stream, way, track, compare)
                except Abandoned as reason:
                    seen, more, fault = 0, 0, reason
                if fault:
                    trial.saw(f"{name}: {fault}")
                complete, units, added = complete + (not fault), units + seen, added + more
            trial.check(complete == len(names),
                        f"{complete} of {len(names)} {kind} files arrive complete from a {way}: {units} units in the "
                        f"same order, {added} parameter sets or delimiters added")


def find_vectors():
    beside = pathlib.Path(__file__).resolve().parents[2].parent / "shared/vectors"
    folder = pathlib.Path(os.environ.get("STREAMD_VECTORS", beside))
    return folder if (folder / "MANIFEST.tsv").exists() else None


def manifest(folder):
    """What is known of each file."""
    with open(folder / "MANIFEST.tsv", newline="") as table:
        return list(csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE))


def go_through(trial, source, stream, way, track, compare):
    """The number of sent and added units, and the error or None."""
    output = trial.file("out.aac" if track == "audio" else "out.h264")
    # With this start, a viewer that waits gets the pictures before the first random access point too.
    watcher = trial.watch(stream, "-o", output, "--force", "--track", track, "--start", "live")
    watcher.wait_to_say("Waiting for '")
    if way == "file":
        publisher = trial.publish(stream, source, "--speed", "0")
    else:
        cat = trial.start("cat", source, stdout=subprocess.PIPE)
        publisher = trial.publish(stream, "-", stdin=cat.process.stdout)
        cat.process.stdout.close()
    try:
        ends = publisher.wait(LIMIT), watcher.wait(LIMIT)
        said = publisher.said + watcher.said
    finally:
        trial.end(publisher)
        trial.end(watcher)
    if ends != (0, 0):
        return 0, 0, f"publish ended with {ends[0]}, watch with {ends[1]}: {said[-300:]}"
    return compare(source.read_bytes(), output.read_bytes())


def pauses(trial, relay, source):
    """A pipe that stops at a full buffer, in the middle of a picture, for longer than a picture lasts."""
    output = trial.file("pauses.h264")
    stream = f"{relay.address}/pauses"
    watcher = trial.watch(stream, "-o", output)
    watcher.wait_to_say("Waiting for '")
    publisher = trial.publish(stream, "-", stdin=subprocess.PIPE)
    sent = source.read_bytes()
    for start in range(0, len(sent), 1 << 16):
        publisher.process.stdin.write(sent[start : start + (1 << 16)])
        publisher.process.stdin.flush()
        time.sleep(0.1)
    publisher.process.stdin.close()
    trial.check(publisher.wait() == 0 and watcher.wait() == 0, "publish and watch exit with 0 after a pipe with pauses")
    _, _, fault = compare_video(sent, output.read_bytes())
    trial.check(fault is None, f"the stream of that pipe is complete {fault or ''}")


def compare_video(sent, received):
    sent = media.nal_units(sent)
    added, fault = media.compare_nal_units(sent, media.nal_units(received))
    return len(sent), added, fault


def compare_audio(sent, received):
    sent, received = media.raw_data_blocks(sent), media.raw_data_blocks(received)
    same = b"".join(sent) == b"".join(received)
    return len(sent), 0, None if same else f"{len(sent)} blocks were sent, {len(received)} received, or bytes differ"


"""Every H.264 vector through MP4 and MPEG transport stream and back: equal access units and pictures, rising times.

The streams come by `streamd watch`, in byte stream format, MP4 and transport stream at once. FFmpeg turns the containers
back into byte streams. Vectors for which something differs are in EXCEPTIONS, with the reason; one that no longer
differs fails too.
"""
import json
import subprocess

import media
import vectors
from trial import Abandoned

SECONDS = 0
CONTAINERS = ("mp4", "ts")
#: By vector and container: why something differs.
CHANGES = "one MP4 holds one set of parameter sets, and the output ends where they change"
#: FFmpeg's parser begins another packet where first_mb_in_slice does not grow, in streams with flexible macroblock or
#: arbitrary slice order; it decodes neither.
ORDER = "FFmpeg's parser divides pictures with flexible macroblock or arbitrary slice order"
UNPICTURED = "the source ends with an access unit without a picture, which shares the time of another"
SHORT = "FFmpeg misjudges the packet length of a file of 8 packets; GStreamer does not, nor FFmpeg with null packets behind"
EXCEPTIONS = {
    ("CABA3_TOSHIBA_E.h264", "mp4"): CHANGES,
    ("FRExt4_Panasonic.h264", "mp4"): CHANGES,
    ("FRExt_MMCO4_Sony_B.h264", "mp4"): CHANGES,
    ("brokensps.h264", "mp4"): CHANGES,
    ("frag_overlap.h264", "mp4"): CHANGES,
    ("FM2_SVA_C.h264", "ts"): ORDER,
    ("jcodec_seq_boxout.h264", "ts"): ORDER,
    ("jcodec_seq_interleaved.h264", "ts"): ORDER,
    ("testcase.h264", "ts"): ORDER,
    ("mixed-nal-coding.h264", "mp4"): UNPICTURED,
    ("mixed-nal-coding.h264", "ts"): UNPICTURED,
    ("random_32x18.h264", "ts"): SHORT,
}
#: Vectors of which a viewer gets nothing: no picture follows parameter sets with which it can be decoded.
EMPTY = {"membrane_input-30-240p-no-sps-pps.h264", "membrane_input-idr-sps-pps-non-idr.h264"}


def run(trial, seconds):
    folder = vectors.find_vectors()
    if folder is None:
        trial.skip("test vectors not found")
        return
    names = [row["file"] for row in vectors.manifest(folder)
             if row["kind"] == "h264" and int(row["rap_count"] or 0) > 0 and row["file"] not in EMPTY]
    relay = trial.relay()
    results = {container: [] for container in CONTAINERS}
    for name in names:
        try:
            faults = go_through(trial, relay, folder / name)
        except Abandoned as reason:
            faults = {container: str(reason) for container in CONTAINERS}
        for container in CONTAINERS:
            known = EXCEPTIONS.get((name, container))
            fault = faults[container]
            if fault and not known:
                trial.check(False, f"{name} through {container}: {fault}")
            elif known and not fault:
                trial.check(False, f"{name} through {container} agrees, and is listed as an exception: {known}")
            elif known:
                trial.saw(f"{name} through {container}: {fault} ({known})")
            else:
                results[container].append(name)
    for container, agreeing in results.items():
        listed = sum(key[1] == container for key in EXCEPTIONS)
        trial.check(len(agreeing) + listed == len(names),
                    f"{len(agreeing)} of {len(names)} vectors agree through {container}; {listed} differ for a reason")


def go_through(trial, relay, source):
    """By container: a difference, or None."""
    paths = {name: trial.file(f"out.{name}") for name in ("h264", *CONTAINERS)}
    stream = f"{relay.address}/containers/{source.name}"
    watchers = {name: trial.watch(stream, "-o", path, "--force", "--track", "video") for name, path in paths.items()}
    for watcher in watchers.values():
        watcher.wait_to_say("Waiting for '")
    publisher = trial.publish(stream, source, "--speed", "0")
    try:
        codes = {name: watcher.wait(vectors.LIMIT) for name, watcher in watchers.items()}
        said = {name: watcher.said for name, watcher in watchers.items()}
    finally:
        for program in (publisher, *watchers.values()):
            trial.end(program)
    if codes["h264"] != 0 or not paths["h264"].exists():
        raise Abandoned(f"watch in byte stream format ended with {codes['h264']}: {said['h264'][-200:]}")
    sent, pictures = media.nal_units(paths["h264"].read_bytes()), checksums(paths["h264"])
    faults = {}
    for container in CONTAINERS:
        if codes[container] != 0:
            faults[container] = f"watch ended with {codes[container]}: {said[container].splitlines()[-1][:120]}"
        else:
            faults[container] = difference(trial, paths[container], sent, pictures)
        paths[container].unlink(missing_ok=True)
    paths["h264"].unlink()
    return faults


def difference(trial, path, sent, pictures):
    back = trial.file("back.h264")
    filters = ("-bsf:v", "h264_mp4toannexb") if path.suffix == ".mp4" else ()
    made = subprocess.run(["ffmpeg", "-nostdin", "-y", "-loglevel", "error", "-i", path, "-map", "0:v", "-c", "copy",
                           *filters, "-f", "h264", back], stderr=subprocess.PIPE, text=True, check=False)
    if made.returncode:
        return f"ffmpeg cannot read it back: {made.stderr.strip()[:150]}"
    _, fault = compare(sent, media.nal_units(back.read_bytes()))
    if fault:
        return fault
    if (fault := disorder(path)) is not None:
        return fault
    if checksums(path) != pictures:
        return "the decoded pictures differ"
    return None


def compare(sent, received):
    """As `media.compare_nal_units`, without the units that a container states once, or adds."""
    kept = [[unit for unit in units if unit[0] & 31 not in media.ADDABLE] for units in (sent, received)]
    return media.compare_nal_units(*kept)


def checksums(path):
    """The MD5 of every decoded picture. With several threads, what FFmpeg puts in place of damaged parts depends on
    their timing; and without `passthrough` it leaves out pictures whose times it does not believe."""
    decoded = subprocess.run(["ffmpeg", "-nostdin", "-loglevel", "quiet", "-threads", "1", "-i", path, "-fps_mode",
                              "passthrough", "-f", "framemd5", "-"], stdout=subprocess.PIPE, text=True, check=False)
    return [line.rsplit(",", 1)[1] for line in decoded.stdout.splitlines() if line and not line.startswith("#")]


def disorder(path):
    """What is wrong with the times of the packets, or None."""
    command = ["ffprobe", "-loglevel", "error", "-select_streams", "v:0", "-show_entries", "packet=pts,dts", "-of", "json",
               path]
    judged = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    packets = json.loads(judged.stdout or "{}").get("packets", [])
    decode = [packet["dts"] for packet in packets if "dts" in packet]
    shown = [packet["pts"] for packet in packets if "pts" in packet]
    if len(decode) != len(packets) or len(shown) != len(packets):
        return f"{len(packets) - min(len(decode), len(shown))} of {len(packets)} packets have no time"
    if any(b <= a for a, b in zip(decode, decode[1:])):
        return "decode times do not rise"
    if any(packet["pts"] < packet["dts"] for packet in packets):
        return "a picture is shown before it is decoded"
    return None if len(set(shown)) == len(shown) else "two pictures are shown at the same time"

"""H.264 of an mp4, a Matroska file, MPEG-TS and an RTSP server passes through: the slices stay identical.

A stream without reordering and without a statement about it is completed, so that a standard decoder does not wait.
"""
import collections
import re
import signal
import subprocess

import clips
import media
import recorder
from recording import Recording

import rtsp_server

SECONDS = 8
#: So many seconds a server's film is longer: it must not end before a busy machine tells the publisher to.
LONGER = 4
#: The part that must arrive of what is sent until then: a server begins its first group late, and sound is cut.
ENOUGH = 0.8
Source = collections.namedtuple("Source", "name input options is_live")


def run(trial, seconds):
    film = clips.film(trial.file("film.mp4"), seconds)
    others = [clips.make(trial.file(f"film.{kind}"), "-i", film, "-c", "copy") for kind in ("mkv", "ts")]
    served = clips.film(trial.file("served.mp4"), seconds + LONGER)
    server = trial.start("/usr/bin/python3", rtsp_server.__file__, served)
    address = server.wait_to_say(r"listening on (\S+)")[1]
    content = streams(trial, film)
    for source in [Source(path.suffix, path, ["--speed", "0"], False) for path in (film, *others)] + [
            Source(".mp4 in real time", film, [], False)]:
        passes(trial, source, *content, seconds)
    passes(trial, Source("RTSP", address, [], True), *streams(trial, served), seconds)
    bare = clips.unbounded(trial.file("bare.h264"), seconds)
    for path in bare, clips.make(trial.file("bare.mp4"), "-fflags", "+genpts", "-r", 25, "-i", bare, "-c", "copy"):
        gains_bound(trial, path, bare)


def streams(trial, film):
    """The NAL units and the AAC blocks of a film."""
    pictures = clips.make(trial.file(f"{film.stem}.h264"), "-i", film, "-c", "copy", "-bsf:v", "h264_mp4toannexb")
    sound = clips.make(trial.file(f"{film.stem}.aac"), "-i", film, "-c", "copy")
    return media.nal_units(pictures.read_bytes()), media.raw_data_blocks(sound.read_bytes())


def passes(trial, source, sent, sound, seconds):
    relay = trial.relay()
    recording = Recording(trial, relay, trial.file(re.sub(r"\W+", "-", source.name)))
    publisher = trial.publish(f"{relay.address}/live", source.input, *source.options)
    share = (seconds - 1) / (seconds + LONGER) if source.is_live else 1
    if source.is_live:  # it would be opened again when it ends, as a camera's would
        recording.wait_for(seconds - 1)
        publisher.signal(signal.SIGINT)
    code = publisher.wait(90)
    codes = code, *recording.wait_for_end()
    trial.check(codes == (0, 0, 0),
                f"{source.name}: publish and two viewers exit with 0 at the end of the source: {codes} "
                                    f"{' | '.join(publisher.said.splitlines()[-3:])}")
    for name in ("watch.h264", "video.h264"):
        received = slices((recording.folder / name).read_bytes())
        wanted = slices(sent)
        # A server may begin its first group late, and end before the last picture; only the pictures in between count.
        missing = 0 if not source.is_live else next(
            (start for start in range(len(wanted)) if wanted[start] == (received or [b""])[0]), len(wanted))
        same = received == wanted[missing : missing + len(received)]
        enough = len(received) >= (ENOUGH * share if source.is_live else 1) * len(wanted)
        trial.check(same and enough, f"{source.name}: {name} has {len(received)} of {len(wanted)} slices, "
                                     f"{'identical' if same else 'not identical'}")
    fault = media.decoding_fault(recording.folder / "watch.h264")
    trial.check(fault is None, f"{source.name}: decodes{': ' + fault if fault else ''}")
    blocks = media.raw_data_blocks((recording.folder / "audio.aac").read_bytes())
    held = [block for block in blocks if block in set(sound)]
    trial.check(len(held) == len(blocks) and len(blocks) >= ENOUGH * share * len(sound),
                f"{source.name}: {len(blocks)} of {len(sound)} AAC blocks received, {len(held)} identical")
    judge_times(trial, source, recording.folder)
    trial.end(relay)


def judge_times(trial, source, folder):
    """A film with B pictures: presentation order differs from decoding order, and pictures are evenly spaced."""
    lines = recorder.frames(folder)
    shown = sorted(line.presentation for line in lines)
    steps = {round((b - a) / 1000) for a, b in zip(shown, shown[1:])}
    reordered = shown != [line.presentation for line in lines]
    monotonic = all(a.decode <= b.decode <= b.presentation for a, b in zip(lines, lines[1:]))
    # A server's report on its clock (RTCP) shifts later pictures once.
    even = steps == {40} or source.is_live and max(steps) < 120 and min(steps) >= 0
    trial.check(reordered and monotonic and even,
                f"{source.name}: presentation times are {min(steps)} to {max(steps)} ms apart, and not before decode "
                f"times, which increase: {monotonic}")


def gains_bound(trial, path, bare):
    relay = trial.relay()
    output = trial.file(f"{path.name}.received.h264")
    watcher = trial.watch(f"{relay.address}/live", "-o", output)
    watcher.wait_to_say("Waiting for '")
    codes = trial.publish(f"{relay.address}/live", path, "--speed", "0").wait(60), watcher.wait(60)
    same = codes == (0, 0) and slices(output.read_bytes()) == slices(bare.read_bytes())
    trial.check(same, f"{path.name}: publish and watch exit with {codes}, slices {'identical' if same else 'differ'}")
    before, after = delay(path), delay(output)
    trial.check(before > 0 and after == 0,
                f"{path.name}: a strict decoder delays {before} pictures without the completed SPS, {after} with it")
    trial.end(relay)


def delay(path):
    """The number of pictures that a decoder holds back if it follows the standard exactly."""
    show = "-show_entries", "stream=has_b_frames", "-of", "csv=p=0"
    command = "ffprobe", "-v", "error", "-strict", "strict", *show, path
    return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def slices(units):
    """The slices among NAL units, or in a stream."""
    return [unit for unit in (media.nal_units(units) if isinstance(units, bytes) else units) if unit[0] & 31 in (1, 5)]

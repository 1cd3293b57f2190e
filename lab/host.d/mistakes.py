"""Wrong flags, missing devices, unreadable files, contradictions: one sentence, and an exit code other than 0."""
import os
import subprocess

import clips

SECONDS = 1
#: A user without rights, where this runs as root.
NOBODY = 65534
#: What the shell says of a program that a signal ended begins here.
CRASHED = 128


def run(trial, seconds):
    clip = clips.pictures_to_encode(trial.file("clip.mkv"), seconds, "320x180")
    text = trial.file("notes.mp4")
    text.write_text("These are notes.\n" * 100)
    empty = trial.file("empty.mp4")
    empty.touch()
    sound = clips.make(trial.file("sound.wav"), "-f", "lavfi", "-i", "sine", "-t", 1)
    relay = trial.relay()
    for name, arguments in (
        ("no such encoder", [clip, "--encoder", "h265_best"]),
        ("an encoder of something else", [clip, "--encoder", "mpeg4"]),
        ("a bit rate that is none", [clip, "--bitrate", "fast"]),
        ("a bit rate of next to nothing", [clip, "--bitrate", "5"]),
        ("no such rate control", [clip, "--rate-control", "abr"]),
        ("a constant quantiser with a bit rate", [clip, "--rate-control", "cqp", "--bitrate", "1M"]),
        ("a maximum below the average", [clip, "--rate-control", "vbr", "--bitrate", "2M", "--max-bitrate", "1M"]),
        ("no such profile", [clip, "--profile", "extreme"]),
        ("no such level", [clip, "--level", "9.9"]),
        ("a level too low for the size", [clip, "--level", "1", "--encoder", "libx264"]),
        ("groups of nothing", [clip, "--gop", "0"]),
        ("groups of a negative time", [clip, "--gop=-2s"]),
        ("B pictures with low latency", [clip, "--b-frames", "2"]),
        ("B pictures in baseline", [clip, "--b-frames", "2", "--latency", "quality", "--profile", "baseline"]),
        ("no such preset", [clip, "--preset", "sluggish", "--encoder", "libx264"]),
        ("an option without a value", [clip, "--encoder-option", "crf"]),
        ("an option that the encoder does not know", [clip, "--encoder-option", "sparkle=1", "--encoder", "libx264"]),
        ("a size that is none", [clip, "--size", "big"]),
        ("a size of nothing", [clip, "--size", "0x0"]),
        ("no frames a second", [clip, "--fps", "0"]),
        ("half a turn of 45 degrees", [clip, "--rotate", "45"]),
        ("a filter that is none", [clip, "--filter", "sparkle=1"]),
        ("a filter that is cut short", [clip, "--filter", "scale=("]),
        ("a render node that is not there", [clip, "--encoder", "h264_vaapi", "--vaapi-device", "/dev/dri/renderD222"]),
        ("a camera that is not there", ["/dev/video77"]),
        ("a camera that is none", ["/dev/null"]),
        ("a camera by an id that is not there", ["/dev/v4l/by-id/nothing"]),
        ("no camera at all", []),
        ("a microphone that is not there", [clip, "--audio", "hw:77"]),
        ("a file that is not there", [trial.file("nothing.mp4")]),
        ("a file that is no media", [text]),
        ("a file with nothing in it", [empty]),
        ("a folder", [trial.scratch]),
        ("a file without pictures, to be scaled", [sound, "--size", "320x180"]),
        ("a server that is not there", ["http://127.0.0.1:9/nothing.mp4"]),
        ("a camera on a host that is not there", ["rtsp://camera.invalid/nothing"]),
        ("no such RTSP transport", ["rtsp://127.0.0.1:9/nothing", "--rtsp-transport", "pigeon"]),
        ("an RTSP transport for a file", [clip, "--rtsp-transport", "udp"]),
        ("a scheme that is none", ["gopher7://example.invalid/"]),
        ("a test picture that is too small", ["test:size=1x1"]),
        ("a test picture with a setting that is none", ["test:colour=blue"]),
        ("standard input of no format", ["-", "--input-format", "nonsense"]),
        ("a format for a test picture", ["test:", "--input-format", "mpegts"]),
        ("a relay's address that is none", [clip, "--to", "nowhere:port/x"]),
    ):
        to = [] if "--to" in arguments else ["--to", f"{relay.address}/live"]
        refused(trial, name, ["publish", *arguments, *to])
    unshimmed = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    for node in (text, "/dev/null"):
        refused(trial, f"{node} for a render node", ["publish", clip, "--encoder", "h264_vaapi", "--vaapi-device", node,
                                                     "--to", f"{relay.address}/live"], env=unshimmed)
    if os.geteuid() == 0:
        secret = trial.file("secret.mkv")
        secret.write_bytes(clip.read_bytes())
        secret.chmod(0)
        os.chmod(trial.scratch, 0o755)
        refused(trial, "a file without permission", ["publish", secret, "--to", f"{relay.address}/live"], user=NOBODY)


def refused(trial, name, arguments, **options):
    program = trial.start(trial.streamd, *arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, **options)
    try:
        output, _ = program.process.communicate(timeout=20)
    except subprocess.TimeoutExpired:
        trial.check(False, f"{name}: goes on for 20 s: {' | '.join(program.said.splitlines()[-2:])}")
        trial.end(program)
        return
    code = program.process.returncode
    trial.check(0 < code < CRASHED and len(program.errors) == 1 and not output,
                f"{name}: {code}, {' | '.join(program.errors) or program.said[-200:]}")
    trial.end(program)

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
        ("an unknown encoder", [clip, "--encoder", "h265_best"]),
        ("an encoder of another codec", [clip, "--encoder", "mpeg4"]),
        ("an invalid bit rate", [clip, "--bitrate", "fast"]),
        ("a bit rate that is too low", [clip, "--bitrate", "5"]),
        ("an unknown rate control", [clip, "--rate-control", "abr"]),
        ("a constant quantiser with a bit rate", [clip, "--rate-control", "cqp", "--bitrate", "1M"]),
        ("a maximum below the average", [clip, "--rate-control", "vbr", "--bitrate", "2M", "--max-bitrate", "1M"]),
        ("an unknown profile", [clip, "--profile", "extreme"]),
        ("an unknown level", [clip, "--level", "9.9"]),
        ("a level too low for the size", [clip, "--level", "1", "--encoder", "libx264"]),
        ("an empty group of pictures", [clip, "--gop", "0"]),
        ("a group of a negative time", [clip, "--gop=-2s"]),
        ("B pictures with low latency", [clip, "--b-frames", "2"]),
        ("B pictures in baseline", [clip, "--b-frames", "2", "--latency", "quality", "--profile", "baseline"]),
        ("an unknown preset", [clip, "--preset", "sluggish", "--encoder", "libx264"]),
        ("an option without a value", [clip, "--encoder-option", "crf"]),
        ("an unknown encoder option", [clip, "--encoder-option", "sparkle=1", "--encoder", "libx264"]),
        ("an invalid size", [clip, "--size", "big"]),
        ("an empty size", [clip, "--size", "0x0"]),
        ("a frame rate of zero", [clip, "--fps", "0"]),
        ("a rotation of 45 degrees", [clip, "--rotate", "45"]),
        ("an unknown filter", [clip, "--filter", "sparkle=1"]),
        ("an incomplete filter", [clip, "--filter", "scale=("]),
        ("a missing render node", [clip, "--encoder", "h264_vaapi", "--vaapi-device", "/dev/dri/renderD222"]),
        ("a missing camera", ["/dev/video77"]),
        ("a device that is not a camera", ["/dev/null"]),
        ("a camera with an unknown id", ["/dev/v4l/by-id/nothing"]),
        ("a machine without a camera", []),
        ("a missing microphone", [clip, "--audio", "hw:77"]),
        ("a missing file", [trial.file("nothing.mp4")]),
        ("a file without media", [text]),
        ("an empty file", [empty]),
        ("a folder", [trial.scratch]),
        ("a scaled file without pictures", [sound, "--size", "320x180"]),
        ("an unreachable server", ["http://127.0.0.1:9/nothing.mp4"]),
        ("a camera on an unknown host", ["rtsp://camera.invalid/nothing"]),
        ("an unknown RTSP transport", ["rtsp://127.0.0.1:9/nothing", "--rtsp-transport", "pigeon"]),
        ("an RTSP transport for a file", [clip, "--rtsp-transport", "udp"]),
        ("an unknown scheme", ["gopher7://example.invalid/"]),
        ("a test picture that is too small", ["test:size=1x1"]),
        ("a test picture with an unknown setting", ["test:colour=blue"]),
        ("standard input with an unknown format", ["-", "--input-format", "nonsense"]),
        ("a format for a test picture", ["test:", "--input-format", "mpegts"]),
        ("an invalid relay address", [clip, "--to", "nowhere:port/x"]),
    ):
        to = [] if "--to" in arguments else ["--to", f"{relay.address}/live"]
        refused(trial, name, ["publish", *arguments, *to])
    unshimmed = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    for node in (text, "/dev/null"):
        refused(trial, f"{node} as a render node", ["publish", clip, "--encoder", "h264_vaapi", "--vaapi-device", node,
                                                     "--to", f"{relay.address}/live"], env=unshimmed)
    if os.geteuid() == 0:
        secret = trial.file("secret.mkv")
        secret.write_bytes(clip.read_bytes())
        secret.chmod(0)
        os.chmod(trial.scratch, 0o755)
        refused(trial, "a file without read permission", ["publish", secret, "--to", f"{relay.address}/live"],
                user=NOBODY)


def refused(trial, name, arguments, **options):
    program = trial.start(trial.streamd, *arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, **options)
    try:
        output, _ = program.process.communicate(timeout=20)
    except subprocess.TimeoutExpired:
        trial.check(False, f"{name}: publish is still running after 20 s: {' | '.join(program.said.splitlines()[-2:])}")
        trial.end(program)
        return
    code = program.process.returncode
    trial.check(0 < code < CRASHED and len(program.errors) == 1 and not output,
                f"{name}: {code}, {' | '.join(program.errors) or program.said[-200:]}")
    trial.end(program)

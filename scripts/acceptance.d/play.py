"""One publisher, one viewer: files that ffprobe and ffmpeg accept, a working player, and clean ends."""
import os
import pty
import re
import shutil
import signal
import subprocess

import media
from trial import wait_until

SECONDS = 10


def run(trial, seconds):
    clip = media.make_clip(trial.file("clip.h264"), max(seconds, media.GROUP_SECONDS))
    relay = trial.relay()
    whole_stream(trial, relay, clip)
    publisher = trial.publish(f"{relay.address}/live", clip, "--loop")
    publisher.wait_to_say("Publishing 'live'")
    ends_of_a_viewer(trial, relay)
    terminal(trial, relay)
    player(trial, relay, seconds)
    publisher.signal(signal.SIGINT)
    trial.check(publisher.wait() == 0, "publish exits with 0 after Ctrl-C")
    idle = trial.watch(f"{relay.address}/unpublished")
    idle.wait_to_say("Waiting for '")
    relay.signal(signal.SIGTERM)
    trial.check(relay.wait() == 0, "the relay exits with 0 after SIGTERM while a viewer is connected")
    idle.wait_to_say("Trying again")
    idle.signal(signal.SIGINT)
    trial.check(idle.wait() == 0, "a viewer that waits for a relay exits with 0 after SIGINT")


def whole_stream(trial, relay, clip):
    """From the first picture to the end of the stream, through standard output."""
    output = trial.file("out.h264")
    with open(output, "wb") as file:
        watcher = trial.watch(f"{relay.address}/once", stdout=file)
    watcher.wait_to_say("Waiting for '")
    publisher = trial.publish(f"{relay.address}/once", clip)
    ends = publisher.wait(120), watcher.wait()
    trial.check(ends == (0, 0), f"publish and watch exit with 0 at the end of the stream: {ends}")
    wanted, _ = media.probe(clip)
    seen, errors = media.probe(output)
    what = [seen.get(key) for key in ("codec_name", "profile", "width", "height", "nb_read_frames")]
    same = what == [wanted[key] for key in ("codec_name", "profile", "width", "height", "nb_read_frames")]
    trial.check(same and not errors, f"ffprobe reads {what} without a message")
    fault = media.decoding_fault(output)
    trial.check(fault is None, f"ffmpeg -xerror -err_detect explode decodes the file{': ' + fault if fault else ''}")
    same = media.pictures(clip) == media.pictures(output)
    trial.check(same, "the MD5 of every decoded picture equals that of the published one")


def ends_of_a_viewer(trial, relay):
    for name in ("SIGINT", "SIGTERM"):
        output = trial.file(f"{name}.h264")
        with open(output, "wb") as file:
            watcher = trial.watch(f"{relay.address}/live", stdout=file)
        wait_until(lambda: output.stat().st_size > 100_000, "video")
        watcher.signal(getattr(signal, name))
        trial.check(watcher.wait() == 0, f"watch exits with 0 after {name}")
        fault = media.decoding_fault(output)
        trial.check(fault is None, f"the file that watch wrote until {name} decodes{': ' + fault if fault else ''}")

    watcher = trial.watch(f"{relay.address}/live", stdout=subprocess.PIPE)
    watcher.process.stdout.read(100_000)
    watcher.process.stdout.close()
    trial.check(watcher.wait() == 0, "watch exits with 0 when the reader closes the pipe")
    trial.check(watcher.said == "", f"watch prints no message then {watcher.said!r}")


def terminal(trial, relay):
    ours, theirs = pty.openpty()
    watcher = trial.watch(f"{relay.address}/live", stdout=theirs)
    code = watcher.wait()
    os.close(theirs)
    os.close(ours)
    hint = re.search(r"Error: (.*)", watcher.said)
    trial.check(code == 64 and hint is not None,
                f"watch refuses to write to a terminal (exit code {code}): {hint and hint[1]}")


def player(trial, relay, seconds):
    """ffplay in a window, fed by a pipe; it shows the stream and ends with the pipe."""
    if not shutil.which("Xvfb") or not shutil.which("ffplay"):
        trial.check(False, "Xvfb and ffplay are installed")
        return
    reading, writing = os.pipe()
    screen = trial.start("Xvfb", "-displayfd", writing, "-screen", "0", "1280x720x24", "-nolisten", "tcp", "-noreset",
                         pass_fds=[writing])
    os.close(writing)
    with open(reading) as display:
        environment = dict(os.environ, DISPLAY=":" + display.readline().strip(), SDL_AUDIODRIVER="dummy")
    watcher = trial.watch(f"{relay.address}/live", stdout=subprocess.PIPE)
    ffplay = trial.start("ffplay", "-hide_banner", "-autoexit", "-stats", "-", stdin=watcher.process.stdout,
                         stdout=subprocess.DEVNULL, env=environment)
    watcher.process.stdout.close()
    ffplay.wait_to_say("Video: h264")
    shots = [screen_pixels(environment)]

    def shows_another():
        shots.append(screen_pixels(environment))
        return shots[-1] not in shots[:-1] and len(set(shots[-1])) > 16

    for _ in range(3):
        wait_until(shows_another, "a new picture on the screen")
    trial.check(True, "watch | ffplay - shows moving pictures: "
                      f"{len(set(shots))} of {len(shots)} screenshots differ")
    watcher.signal(signal.SIGTERM)
    trial.check(watcher.wait() == 0, "watch exits with 0 after SIGTERM while a player reads its pipe")
    trial.check(ffplay.wait(60) == 0, "ffplay -autoexit plays to the end of the pipe and exits with 0")
    faults = re.findall(r"\[h264.*|error.*", ffplay.said)
    trial.check(not faults, f"ffplay reports no errors {faults[:3] or ''}")
    trial.end(screen)


def screen_pixels(environment):
    """The screen, captured by ffmpeg."""
    command = ["ffmpeg", "-nostdin", "-loglevel", "error", "-f", "x11grab", "-video_size", "1280x720",
               "-i", environment["DISPLAY"], "-frames:v", "1", "-vf", "scale=160:90", "-pix_fmt", "gray",
               "-f", "rawvideo", "-"]
    return subprocess.run(command, stdout=subprocess.PIPE, env=environment, check=True).stdout

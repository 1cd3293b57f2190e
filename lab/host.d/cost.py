"""The CPU cost of publishing, compared with ffmpeg with the same settings; the delay from encoder to viewer."""
import os
import signal
import socket
import threading

import clips
import headers
import recorder
from recording import Recording

SECONDS = 20
RATE = 30
SIZE = "1280x720"
BIT_RATE = 2_000_000
ROUNDS = 5
#: streamd's processor time by ffmpeg's; and milliseconds from encoder to viewer for 99 pictures of 100.
RATIO, DELAY = 1.05, 5


def run(trial, seconds):
    clip = clips.pictures_to_encode(trial.file("clip.mkv"), seconds, SIZE, RATE, coding="mpeg4")
    cost(trial, clip)
    delay(trial, seconds)


def cost(trial, clip):
    """Both decode MPEG-4 Visual, whose range neither has to convert, encode it, and send it to another process over
    TCP, at the clip's own pace.

    They take turns, and the cheapest round of each counts: other load on this machine makes rounds more expensive,
    never cheaper.
    """
    pairs = [(streamd(trial, clip), ffmpeg(trial, clip)) for _ in range(ROUNDS)]
    for (ours, _), (theirs, _) in pairs:
        trial.saw(f"streamd publish {ours:.2f} s, ffmpeg {theirs:.2f} s of CPU time")
    ours, theirs = (min(seconds for seconds, _ in column) for column in zip(*pairs))
    settings = pairs[0][0][1], pairs[0][1][1]
    different = {key: tuple(side.get(key) for side in settings) for key in settings[0].keys() | settings[1].keys()
                 if settings[0].get(key) != settings[1].get(key)}
    trial.check(bool(settings[0]) and not different,
                f"libx264 has the same settings in both programs {different or ''}")
    trial.check(ours / theirs <= RATIO,
                f"CPU time of streamd publish {ours:.2f} s, of ffmpeg {theirs:.2f} s; the ratio is "
                f"{ours / theirs:.3f}, the bound {RATIO}")


def streamd(trial, clip):
    relay = trial.relay()
    path = trial.file("streamd.h264")
    watcher = trial.watch(f"{relay.address}/live", "-o", path, "--force")
    watcher.wait_to_say("Waiting for '")
    used = processor_seconds(trial, [trial.streamd, "publish", clip, "--to", f"{relay.address}/live",
                                     "--encoder", "libx264", "--bitrate", str(BIT_RATE), "--quiet"])
    watcher.wait()
    trial.end(relay)
    return used, headers.x264_settings(path)


def ffmpeg(trial, clip):
    """The settings that streamd gives to libx264."""
    path = trial.file("ffmpeg.h264")
    with Sink(path) as address:
        coding = ["-c:v", "libx264", "-preset", "veryfast", "-tune", "zerolatency", "-pix_fmt", "yuv420p",
                  "-b:v", BIT_RATE, "-maxrate", BIT_RATE, "-bufsize", BIT_RATE // 2, "-g", 2 * RATE, "-bf", 0,
                  "-x264-params", FFMPEG_PARAMETERS]
        used = processor_seconds(trial, ["ffmpeg", "-nostdin", "-loglevel", "error", "-re", "-i", clip, *coding,
                                         "-f", "h264", "-flush_packets", 1, address])
    return used, headers.x264_settings(path)


#: Told by comparing what libx264 says of itself in both streams.
FFMPEG_PARAMETERS = "scenecut=0"


def processor_seconds(trial, command):
    """User and system time of a whole process, as the system reports it after its end."""
    program = trial.start(*command)
    _, status, usage = os.wait4(program.pid, 0)
    program.process.returncode = os.waitstatus_to_exitcode(status)
    if program.process.returncode:
        trial.require(False, f"{command[0]} failed with exit code {program.process.returncode}: {program.said[-300:]}")
    trial.end(program)
    return usage.ru_utime + usage.ru_stime


class Sink:
    """Receives a stream over TCP into a file, as a relay would."""

    def __init__(self, path):
        self._path = path
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._thread = threading.Thread(target=self._receive)

    def _receive(self):
        connection, _ = self._listener.accept()
        with connection, open(self._path, "wb") as file:
            while piece := connection.recv(1 << 16):
                file.write(piece)

    def __enter__(self):
        self._thread.start()
        return f"tcp://127.0.0.1:{self._listener.getsockname()[1]}"

    def __exit__(self, *_):
        self._thread.join()
        self._listener.close()


def delay(trial, seconds):
    """The driver logs when each picture is encoded, and a viewer on the same machine when it arrives."""
    relay = trial.relay()
    recording = Recording(trial, relay, trial.file("delay"))
    log = trial.file("driver.log")
    publisher = trial.publish(f"{relay.address}/live", f"test:size={SIZE},rate={RATE}", "--encoder", "h264_vaapi",
                              "--vaapi-device", "/dev/null", env=dict(os.environ, X264VA_LOG=str(log)))
    recording.wait_for(seconds)
    publisher.signal(signal.SIGINT)
    publisher.wait()
    recording.wait_for_end()
    encoded = headers.driver_log(log)
    lines = recorder.frames(recording.folder)
    trial.require(len(encoded) == len(lines) > seconds * RATE * 0.9,
                  f"{len(encoded)} pictures encoded, {len(lines)} received")
    delays = sorted((line.arrival - frame["at"]) / 1000 for line, frame in zip(lines, encoded))
    at = delays[int(0.99 * len(delays))]
    trial.check(at < DELAY, f"latency from encoder to viewer through the relay: p50 "
                            f"{delays[len(delays) // 2]:.2f} ms, p99 {at:.2f} ms, maximum {delays[-1]:.2f} ms")

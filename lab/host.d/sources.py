"""Live sources that are off, send over UDP only, or stop: the publisher waits, and the stream continues."""
import re
import signal
import socket
import subprocess

import clips
from figures import free_port
from recording import Recording
from trial import wait_until

import rtsp_server

SECONDS = 20
#: The length of a film on an RTSP server, which starts again for every client.
FILM_SECONDS = 60


def run(trial, seconds):
    film = clips.film(trial.file("film.mp4"), FILM_SECONDS)
    by_udp(trial, film)
    camera_that_is_off(trial, film, seconds)
    playlist_that_stops(trial, film, seconds)


def by_udp(trial, film):
    server = trial.start("/usr/bin/python3", rtsp_server.__file__, film, 0, "udp")
    address = server.wait_to_say(r"listening on (\S+)")[1]
    relay = trial.relay()
    for transport in ("auto", "udp"):
        recording, publisher = publish(trial, relay, f"udp-{transport}", address, "--rtsp-transport", transport)
        recording.wait_for(3)
        trial.check(True, f"RTSP by UDP, --rtsp-transport {transport}: {recording.seconds():.1f} s of video received")
        end(trial, publisher, recording)
    refused = trial.publish(f"{relay.address}/live", address, "--rtsp-transport", "tcp")
    code = refused.wait()
    trial.check(code > 0 and "leave out --rtsp-transport" in refused.said,
                f"RTSP by UDP, --rtsp-transport tcp: {code}, {' | '.join(refused.errors)}")


def camera_that_is_off(trial, film, seconds):
    port = free_port()
    relay = trial.relay()
    recording, publisher = publish(trial, relay, "camera", f"rtsp://127.0.0.1:{port}/film")
    said = 0
    for time in ("at the start", "later"):
        publisher.wait_to_say("Trying again", after=said)
        before = recording.seconds()
        server = trial.start("/usr/bin/python3", rtsp_server.__file__, film, port)
        wait_until(lambda: recording.seconds() > before + 2, f"pictures of a camera that was off {time}", seconds + 30)
        trial.check(True, f"a camera that was off {time} sends again: {recording.seconds() - before:.1f} s of video")
        said = len(publisher.said)
        trial.end(server)
    publisher.wait_to_say("Trying again", after=said)
    sentences = re.findall(r".*Trying again\..*", publisher.said)
    trial.check(len(sentences) <= 3, f"publish prints {len(sentences)} messages about it: {' | '.join(sentences[:1])}")
    end(trial, publisher, recording)


def playlist_that_stops(trial, film, seconds):
    port = free_port()
    folder = trial.file("hls")
    folder.mkdir()
    relay = trial.relay()
    recording = publisher = None
    for time in ("first", "second"):
        origin = trial.start("/usr/bin/python3", "-m", "http.server", port, "--bind", "127.0.0.1", "--directory",
                             folder, stdout=subprocess.DEVNULL)
        encoder = trial.start("ffmpeg", "-nostdin", "-loglevel", "error", "-re", "-i", film, "-c", "copy", "-f", "hls",
                              "-hls_time", 1, "-hls_list_size", 4, "-hls_flags", "delete_segments+omit_endlist",
                              folder / "live.m3u8")
        wait_until(lambda: (folder / "live.m3u8").exists(), "a playlist")
        wait_until(lambda: answers(port), "the server")
        if not publisher:
            recording, publisher = publish(trial, relay, "playlist", f"http://127.0.0.1:{port}/live.m3u8")
        before = recording.seconds()
        wait_until(lambda: recording.seconds() > before + 4, f"pictures of the {time} origin", seconds + 30)
        trial.end(origin)
        trial.end(encoder)
        (folder / "live.m3u8").unlink()
        if time == "first":
            publisher.wait_to_say("Trying again|opened again")
    trial.check(publisher.process.poll() is None, "a live playlist whose origin stops does not end publish: "
                                                  + " | ".join(publisher.said.splitlines()[-3:]))
    end(trial, publisher, recording)


def publish(trial, relay, name, address, *options):
    recording = Recording(trial, relay, trial.file(name))
    return recording, trial.publish(f"{relay.address}/live", address, *options)


def end(trial, publisher, recording):
    publisher.signal(signal.SIGINT)
    codes = publisher.wait(), *recording.wait_for_end()
    trial.check(codes == (0, 0, 0), f"publish and two viewers exit with 0 after Ctrl-C: {codes}")


def answers(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0

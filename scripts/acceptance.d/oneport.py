"""Viewers of every kind on one port at the same time: all receive the same NAL units."""
import functools
import json
import re
import signal
import subprocess
import time

import certificates
import media
import viewing
import websocket
import wire
from trial import wait_until

SECONDS = 12


def run(trial, seconds):
    clip = media.make_clip(trial.file("clip.h264"), 10)
    authority = certificates.Authority(trial)
    certificate = authority.issue("relay")
    pin = certificates.fingerprint(certificate.chain.read_text())
    relay = trial.relay("--tls-certificate", certificate.chain, "--tls-key", certificate.key)
    publisher, camera = trial.camera(clip, f"{relay.address}/live")
    publisher.wait_to_say("Publishing 'live'")

    viewers = start_viewers(trial, relay, authority, pin)
    for name, viewer in viewers.items():
        wait_until(lambda: viewer.path.exists() and viewer.path.stat().st_size > 0, f"video for {name}")
    trial.check(True, f"{len(viewers)} viewers of different kinds receive video from {relay.address}")
    other_requests(trial, relay, authority)
    judge_by_ffmpeg(trial, relay, seconds)
    sound(trial, relay)
    still = [name for name, viewer in viewers.items() if viewer.is_watching]
    trial.check(len(still) == len(viewers), f"{len(still)} of {len(viewers)} viewers watch at the same time")
    time.sleep(seconds / 4)
    camera.signal(signal.SIGTERM)
    trial.check(publisher.wait() == 0, "publish exits with 0")
    ends = {name: outcome for name, viewer in viewers.items() if (outcome := viewer.outcome) is not None}
    trial.check(not ends, f"every viewer receives the end of the stream {ends or ''}")
    compare(trial, {name: viewer.path for name, viewer in viewers.items()})


def start_viewers(trial, relay, authority, pin):
    """Starts one viewer of every kind after the other while the others watch; returns them by name."""
    host, port = relay.endpoint
    ca = authority.certificate
    socket = functools.partial(wire.Connection, relay.endpoint)
    websockets = functools.partial(websocket.Connection, relay.endpoint, "live")
    makers = {
        "watch": lambda path: viewing.watch(trial, f"{relay.address}/live", path),
        "watch-pin": lambda path: viewing.watch(trial, f"tls://{relay.address}/live", path, "--pin", f"sha256:{pin}"),
        "watch-ca": lambda path: viewing.watch(trial, f"{relay.address}/live", path, "--tls", "--ca", ca),
        "curl-http": lambda path: viewing.curl(trial, f"http://{host}:{port}/live.h264", path),
        "curl-https": lambda path: viewing.curl(trial, f"https://{host}:{port}/live.h264", path, "--cacert", ca),
        "websockets-ws": lambda path: viewing.ProtocolViewer(websockets(), path),
        "websockets-wss": lambda path: viewing.ProtocolViewer(websockets(tls=authority.client), path),
        "protocol-tcp": lambda path: viewing.ProtocolViewer(socket(), path),
        "protocol-tls": lambda path: viewing.ProtocolViewer(socket(tls=authority.client), path),
    }
    viewers = {}
    for name, make in makers.items():
        viewers[name] = make(trial.file(f"{name}.h264"))
        time.sleep(0.7)
    return viewers


def other_requests(trial, relay, authority):
    """Other requests of web clients on the same port."""
    for scheme in ("http", "https"):
        for path in ("nothing/here.html", "absent.h264"):
            status, said = fetch(relay, authority, scheme, path)
            trial.check(status == "404", f"GET {scheme}://…/{path}: {status} {said.strip()[:120]}")
    status, said = fetch(relay, authority, "https", "streams")
    try:
        listed = json.loads(said)
    except ValueError:
        listed = None
    trial.check(status == "200" and listed is not None and "live" in said, f"GET /streams: {status} {said[:300]}")
    status, head = fetch(relay, authority, "http", "live.h264", "--head")
    trial.check(status == "200" and re.search("(?im)^content-type: video/", head) is not None,
                f"HEAD /live.h264: {' '.join(head.split())[:200]}")


def fetch(relay, authority, scheme, path, *options):
    """Status and body by curl."""
    host, port = relay.endpoint
    command = ["curl", "--silent", "--show-error", "--max-time", "10", "--cacert", str(authority.certificate),
               "--write-out", "\n%{http_code}", *options, f"{scheme}://{host}:{port}/{path}"]
    said = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False).stdout
    body, _, status = said.rpartition("\n")
    return status, body


def judge_by_ffmpeg(trial, relay, seconds):
    """FFmpeg as a viewer: it probes and copies, and its output decodes."""
    host, port = relay.endpoint
    url = f"http://{host}:{port}/live.h264"
    found, complaint = media.probe(url, "-read_intervals", "%+#60")
    said = {key: found.get(key) for key in ("codec_name", "width", "height", "nb_read_frames")}
    trial.check(said["codec_name"] == "h264" and said["width"] == 1280, f"ffprobe {url}: {said} {complaint[:200]}")
    out = trial.file("ffmpeg.h264")
    ffmpeg = trial.start("ffmpeg", "-nostdin", "-y", "-loglevel", "error", "-i", url, "-t", seconds / 2, "-c", "copy",
                         "-f", "h264", out)
    trial.check(ffmpeg.wait() == 0 and not ffmpeg.said,
                f"ffmpeg reads the stream for {seconds / 2:.0f} s {ffmpeg.said[:300]}")
    fault = media.decoding_fault(out)
    pictures = counted(out)
    trial.check(fault is None and not pictures.missing,
                f"ffmpeg's {len(pictures.starts)} pictures are complete and decode {fault or ''}")


def counted(path):
    return viewing.Pictures(path.read_bytes())


def sound(trial, relay):
    """AAC over HTTP, compared with the output of streamd watch."""
    film = trial.file("film.mp4")
    tone = ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000", "-t", "6"]
    command = ["ffmpeg", "-nostdin", "-y", "-loglevel", "error", *tone, "-c:a", "aac", str(film)]
    made = subprocess.run(command, check=False)
    trial.require(made.returncode == 0, "ffmpeg creates an audio file")
    watcher = viewing.watch(trial, f"{relay.address}/music", trial.file("watch.aac"), "--track", "audio")
    watcher.program.wait_to_say("Waiting for '")
    publisher = trial.publish(f"{relay.address}/music", film)
    publisher.wait_to_say("Publishing 'music'")
    host, port = relay.endpoint
    caught = viewing.curl(trial, f"http://{host}:{port}/music.aac", trial.file("curl.aac"))
    outcome = (publisher.wait(), watcher.outcome, caught.outcome)
    trial.check(outcome == (0, None, None),
                f"publish, watch and curl of an audio stream end without an error {outcome}")
    whole = media.raw_data_blocks(watcher.path.read_bytes())
    part = media.raw_data_blocks(caught.path.read_bytes())
    trial.check(bool(part) and whole[-len(part):] == part,
                f"curl received the last {len(part)} of {len(whole)} AAC blocks, byte for byte")
    found, complaint = media.probe(caught.path)
    trial.check(found.get("codec_name") == "aac" and not complaint, f"ffprobe: {found.get('codec_name')}, "
                f"{found.get('sample_rate')} Hz {complaint[:200]}")


def compare(trial, paths):
    """The NAL units from the first common random access point."""
    streams = {name: viewing.Pictures(path.read_bytes()) for name, path in paths.items()}
    for name, stream in streams.items():
        numbers = sorted(stream.starts)
        begins = bool(numbers) and numbers[0] in stream.random_access
        trial.check(begins and not stream.missing, f"{name}: {len(numbers)} pictures without a gap, the first at a "
                    f"random access point: {numbers[:1]}")
    common = set.intersection(*(stream.random_access for stream in streams.values()))
    trial.require(bool(common), "all viewers received a common random access point")
    first = min(common)
    units = {name: stream.units_from(first) for name, stream in streams.items()}
    reference = units["protocol-tcp"]
    different = [name for name, those in units.items() if those != reference]
    size = sum(map(len, reference))
    trial.check(not different, f"from picture {first} on, all {len(units)} viewers received the same {len(reference)} "
                f"NAL units, {size} bytes {different or ''}")

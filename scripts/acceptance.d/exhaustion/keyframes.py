"""Viewers that request key frames all the time: unwatched tracks, repeated requests, ever new connections."""
import time

import wire
from encoder import Encoder, Watcher
from trial import wait_until

SECONDS = 24
#: Seconds from one key frame to the next without requests.
GROUP = 2.0
#: The least mean time during continuous requests. The relay forwards at most one request in 5 s, and each one starts a
#: new group of pictures.
LEAST = 1.3
#: Seconds between two requests of an attacker.
PAUSE = 0.1


def run(trial, seconds):
    relay = trial.relay()
    share = seconds / 4
    with Encoder(relay.endpoint, "live", kinds=(wire.VIDEO, wire.AUDIO), group=60) as encoder:
        encoder.wait_until_live()
        with Watcher(relay.endpoint, "live") as honest:
            wait_until(lambda: honest.frames, "a frame")
            mean, _ = groups(encoder, share, lambda: time.sleep(PAUSE))
            trial.check(mean > GROUP * 0.9, f"without requests, there is a key frame every {mean:.2f} s")
            audio = wire.option(wire.KINDS, bytes([1 << wire.AUDIO - 1]))
            with Watcher(relay.endpoint, "live", more=audio) as listener:
                mean, asked = groups(encoder, share, lambda: ask(listener, 0, 1))
                trial.check(asked == 0,
                            f"with requests of an audio viewer, the publisher receives {asked} requests and "
                            f"sends a key frame every {mean:.2f} s")
            needs_one(trial, encoder, honest)
            with Watcher(relay.endpoint, "live") as viewer:
                mean, asked = groups(encoder, share, lambda: ask(viewer, 0))
                trial.check(mean > LEAST, f"with requests of one viewer, the publisher receives {asked} requests and "
                                          f"sends a key frame every {mean:.2f} s")
            mean, asked = groups(encoder, share, lambda: ask_and_leave(relay))
            trial.check(mean > LEAST,
                        f"with requests from new connections, the publisher receives {asked} requests and "
                        f"sends a key frame every {mean:.2f} s")
        trial.check(encoder.ending is None, "the publisher is still connected")


def groups(encoder, seconds, bother):
    """Sends requests for this time; returns the mean time between key frames, and the number of requests to the
    encoder."""
    asked, begins = encoder.requests, time.monotonic()
    while time.monotonic() < begins + seconds:
        bother()
    seen = [each for each in encoder.key_frames if each >= begins]
    return (seen[-1] - seen[0]) / max(1, len(seen) - 1), encoder.requests - asked


def ask(viewer, *tracks):
    viewer.connection.send(b"".join(wire.key_frame_request(track) for track in tracks))
    time.sleep(PAUSE)


def ask_and_leave(relay):
    with Watcher(relay.endpoint, "live") as viewer:
        ask(viewer, 0)


def needs_one(trial, encoder, viewer):
    """A viewer with a broken decoder gets a key frame at once."""
    before, now = encoder.requests, time.monotonic()
    viewer.connection.send(wire.key_frame_request(0))
    wait_until(lambda: encoder.requests > before and encoder.key_frames[-1] > now, "a key frame")
    trial.check(True,
                f"a viewer that sends one request receives a key frame {encoder.key_frames[-1] - now:.3f} s later")

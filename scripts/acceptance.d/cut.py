"""A viewer behind a network that is cut gets the relay's last message when the network is back.

The operator moves it to another relay meanwhile. Without more, Linux would give up a closed connection whose bytes come to no
answer, and the viewer would wait until it takes the silence for the end. Needs root, for hosts as network namespaces.
"""
import os
import subprocess
import time

import wire
from fabric import Fabric

SECONDS = 10
_RELAY, _VIEWER = "relay", "viewer"
_PORT, _ADMIN = 7450, "127.0.0.1:7451"
#: Seconds there and back.
ROUND_TRIPS = (0.0, 0.3)
#: Seconds from the cut to the relay's last message, and from there to the repair: longer than the relay's usual second.
BEFORE, AFTER = 1.5, 5.0
#: How long the message may take then: TCP sends bytes again once a second, and begins slowly with the pictures before
#: the message, which is so many round trips.
BOUND, TRIPS = 1.5, 8
#: A viewer takes so much silence for the end.
SILENCE = 15


def run(trial, _seconds):
    if not os.path.exists("/proc/sys/net/ipv4/tcp_rto_max_ms"):
        return trial.skip("it was not tried: the bound is that of Linux 6.15 or later")
    fabric = Fabric(trial, (_RELAY, _VIEWER))
    relay = trial.start(*fabric.prefix(_RELAY), trial.streamd, "relay", "--listen", f"0.0.0.0:{_PORT}",
                        "--admin", _ADMIN, "--open")
    relay.wait_to_say(r"\blistening ")
    publisher = trial.start(*fabric.prefix(_RELAY), trial.streamd, "publish", "test:", "--to", f"127.0.0.1:{_PORT}/cut")
    publisher.wait_to_say("Publishing ")
    for round_trip in ROUND_TRIPS:
        cut(trial, fabric, round_trip)
    return None


def cut(trial, fabric, round_trip):
    for way in ((_RELAY, _VIEWER), (_VIEWER, _RELAY)):
        fabric.set(*way, delay=round_trip / 2)
    connection, messages = fabric.socket(_VIEWER), wire.Reader()
    with connection:
        connection.settimeout(SILENCE)
        connection.connect((fabric.address(_RELAY), _PORT))
        connection.sendall(wire.PREFACE + wire.hello(wire.SUBSCRIBE, "cut", os.urandom(16)))
        frames = 0
        while frames < 30:
            frames += sum(type == wire.FRAME for type, _, _ in messages.push(connection.recv(1 << 16)))
        for way in ((_RELAY, _VIEWER), (_VIEWER, _RELAY)):
            fabric.set(*way, is_open=False)
        time.sleep(BEFORE)
        subprocess.run([*fabric.prefix(_RELAY), trial.streamd, "ctl", "move", "cut", "other.example:7450", "--admin",
                        _ADMIN], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(AFTER)
        for way in ((_RELAY, _VIEWER), (_VIEWER, _RELAY)):
            fabric.set(*way, delay=round_trip / 2)
        took, reason = last_message(connection, messages)
    trial.check(took <= BOUND + TRIPS * round_trip, f"with a round trip of {round_trip * 1000:.0f} ms the viewer is told {took:.2f} s after the "
                f"network is back: {reason}")


def last_message(connection, messages):
    """Seconds until the error or goodbye, and its reason; without one, until the connection is taken for lost."""
    began = time.monotonic()
    try:
        while piece := connection.recv(1 << 16):
            for type, _, body in messages.push(piece):
                if type in (wire.ERROR, wire.GOODBYE):
                    return time.monotonic() - began, wire.read_ending(type, body).reason
    except OSError:
        pass
    return time.monotonic() - began, "nothing"

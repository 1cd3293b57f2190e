"""A client behind a network that is cut gets the relay's last bytes when the network is back.

A viewer gets the goodbye that says where its stream is now, and a browser the end of a clip. Without more, Linux would
give up a closed connection whose bytes come to no answer, and the client would wait until it takes the silence for the
end. Needs root, for hosts as network namespaces.
"""
import http.client
import os
import subprocess
import time

import wire
from fabric import Fabric
from trial import Abandoned

SECONDS = 10
_RELAY, _VIEWER = "relay", "viewer"
_PORT, _ADMIN, _STREAM = 7450, "127.0.0.1:7451", "cut"
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
    # A clip of it fits into the relay's socket.
    publisher = trial.start(*fabric.prefix(_RELAY), trial.streamd, "publish", "test:", "--to",
                            f"127.0.0.1:{_PORT}/{_STREAM}", "--bitrate", "100k")
    publisher.wait_to_say("Publishing ")
    for round_trip in ROUND_TRIPS:
        goodbye(trial, fabric, round_trip)
    clip(trial, fabric)
    return None


def network(fabric, **how):
    for way in ((_RELAY, _VIEWER), (_VIEWER, _RELAY)):
        fabric.set(*way, **how)


def connected(fabric):
    connection = fabric.socket(_VIEWER)
    connection.settimeout(SILENCE)
    connection.connect((fabric.address(_RELAY), _PORT))
    return connection


def goodbye(trial, fabric, round_trip):
    network(fabric, delay=round_trip / 2)
    messages = wire.Reader()
    with connected(fabric) as connection:
        connection.sendall(wire.PREFACE + wire.hello(wire.SUBSCRIBE, _STREAM, os.urandom(16)))
        frames = 0
        while frames < 30:
            piece = connection.recv(1 << 16)
            if not piece:
                raise Abandoned("the relay has closed the viewer's connection")
            frames += sum(type == wire.FRAME for type, _, _ in messages.push(piece))
        network(fabric, is_open=False)
        time.sleep(BEFORE)
        moved = subprocess.run([*fabric.prefix(_RELAY), trial.streamd, "ctl", "move", _STREAM, "other.example:7450",
                                "--admin", _ADMIN], check=False, capture_output=True, text=True)
        trial.require(moved.returncode == 0, f"the operator moves the viewers {moved.stderr[-200:]}")
        time.sleep(AFTER)
        network(fabric, delay=round_trip / 2)
        took, reason = last_message(connection, messages)
    trial.check(reason and took <= BOUND + TRIPS * round_trip,
                f"with a round trip of {round_trip * 1000:.0f} ms the viewer is told {took:.2f} s after the network is "
                f"back: {reason}")


def last_message(connection, messages):
    """Seconds until the error or goodbye, and its reason; None if the connection ends, or is silent, without one."""
    began = time.monotonic()
    try:
        while piece := connection.recv(1 << 16):
            for type, _, body in messages.push(piece):
                if type in (wire.ERROR, wire.GOODBYE):
                    return time.monotonic() - began, wire.read_ending(type, body).reason
    except OSError:
        pass
    return time.monotonic() - began, None


def clip(trial, fabric):
    """The way back is cut before the relay answers."""
    network(fabric)
    with connected(fabric) as connection:
        fabric.set(_RELAY, _VIEWER, is_open=False)
        connection.sendall(f"GET /{_STREAM}.mp4?last=1s HTTP/1.1\r\nHost: {fabric.address(_RELAY)}\r\n\r\n".encode())
        time.sleep(AFTER)
        fabric.set(_RELAY, _VIEWER)
        began, response = time.monotonic(), http.client.HTTPResponse(connection)
        try:
            response.begin()
            length, count = int(response.headers["Content-Length"]), len(response.read())
        except (OSError, http.client.HTTPException) as error:
            length, count = None, repr(error)
        took = time.monotonic() - began
    trial.check(length == count and took <= 2 * BOUND,
                f"a clip of {length} bytes is whole {took:.2f} s after the network is back: {count}")

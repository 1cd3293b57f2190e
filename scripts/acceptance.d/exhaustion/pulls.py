"""Viewers ask for more streams of another relay than there are file descriptors: some of these stay free."""
import time

import wire
from exhaustion import descriptors
from trial import wait_until

SECONDS = 5
#: Open files that the relay may have, and event loops that it is given.
LIMIT, THREADS = 160, 2
#: Viewers at a time, each of another stream: with as many connections to the other relay, more than there is room for.
VIEWERS = 130
#: How many of them leave in a tenth of a second.
LEAVING = 2
#: The relay leaves eight to Swift's runtime. Its listener pauses when it finds one less, three more connections may come
#: until it does, and the relay holds two for a moment to count.
LEAST_FREE = 2


def run(trial, seconds):
    origin = trial.relay("--threads", 1)
    edge = trial.relay("--threads", THREADS, "--origin", f"127.0.0.1:{origin.endpoint[1]}",
                       preexec_fn=descriptors.limited(LIMIT))
    viewers, asked, most = [], 0, 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        while len(viewers) < VIEWERS:
            viewers.append(viewer(edge, f"stream-{asked}"))
            asked += 1
        time.sleep(0.1)
        most = max(most, edge.descriptors)
        for connection in viewers[:LEAVING]:
            connection.socket.close()
        del viewers[:LEAVING]
    trial.check(most <= LIMIT - LEAST_FREE,
                f"{most} of {LIMIT} descriptors were open, while {asked} viewers asked for other streams")
    admitted, codes = descriptors.judge(viewers)
    refused = codes[descriptors.OVERLOADED]
    trial.check(admitted and refused and admitted + refused == len(viewers),
                f"of {len(viewers)}, {admitted} are admitted, and {refused} refused as overloaded: {dict(codes)}")
    for connection in viewers:
        connection.socket.close()
    wait_until(lambda: descriptors.is_welcome(edge), "the relay to admit viewers again")
    for relay in (edge, origin):
        trial.end(relay)


def viewer(edge, stream):
    connection = wire.Connection(edge.endpoint)
    connection.send(wire.PREFACE + wire.hello(wire.SUBSCRIBE, stream))
    return connection

"""No file descriptors left for streams of another relay: some stay free, and a stream that is lost comes back."""
import time

import figures
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
#: What a relay logs when another one has welcomed it.
CONNECTED = "connected relay="


def run(trial, seconds):
    port = figures.free_port()
    origin, edge = trial.relay("--threads", 1, port=port), edge_of(trial, port)
    many_streams(trial, edge, seconds)
    trial.end(edge)
    one_stream(trial, origin, edge_of(trial, port), port)


def edge_of(trial, port):
    return trial.relay("--threads", THREADS, "--origin", f"127.0.0.1:{port}", preexec_fn=descriptors.limited(LIMIT))


def many_streams(trial, edge, seconds):
    viewers, asked, most = [], 0, 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        while len(viewers) < VIEWERS:
            viewers.append(descriptors.waiting_viewer(edge, f"stream-{asked}"))
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


def one_stream(trial, origin, edge, port):
    """Its viewers take all descriptors, and the other relay restarts: the relay finds a descriptor to connect again."""
    viewers = [descriptors.waiting_viewer(edge, "live") for _ in range(LIMIT)]
    wait_until(lambda: edge.said.count(CONNECTED) == 1, "the relay to connect")
    wait_until(lambda: "no file descriptor for new connections" in edge.said, "the relay to have no descriptors left")
    trial.end(origin)
    origin = trial.relay("--threads", 1, port=port)
    wait_until(lambda: edge.said.count(CONNECTED) == 2, "the relay to connect again")
    trial.check(True, f"with {edge.descriptors} of {LIMIT} descriptors open, the relay connects again to one that restarts")
    for connection in viewers:
        connection.socket.close()
    for relay in (edge, origin):
        trial.end(relay)

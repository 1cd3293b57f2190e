"""No file descriptors left: the relay pauses, refuses in the client's protocol, logs it, and recovers."""
import collections
import re
import resource
import signal
import socket
import time

import figures
import wire
from exhaustion import probes
from trial import Abandoned, wait_until

SECONDS = 6
#: Open files that the relay may have, and event loops that it is given.
LIMIT, THREADS = 82, 2
CONNECTIONS = 150
#: Viewers that come later, and take the descriptors that others have given back by then.
LATE = 6
OVERLOADED = 0x0401
#: How often an HTTP client asks that is refused because it was silent.
ATTEMPTS = 5
#: CPU time in seconds that a relay may use for each second without descriptors. The busy loop took one.
BUSY = 0.25
#: Limits with which no relay can start.
TOO_FEW = (8, 12, 16, 24, 32, 48)


def run(trial, seconds):
    too_few(trial)
    admin = f"127.0.0.1:{figures.free_port()}"
    relay = trial.relay("--threads", THREADS, "--admin", admin, preexec_fn=limited(LIMIT))
    trial.check("file descriptor limit too low" in relay.said,
                "the relay warns at the start that max-connections needs more open files")
    exhausted(trial, relay, admin, seconds)


def limited(count):
    """Sets the limit of a child process; it cannot be raised again."""
    return lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (count, count))


def too_few(trial):
    """Each limit ends the program with one sentence and an exit code, and not by a signal."""
    faults = []
    for count in TOO_FEW:
        program = trial.start(trial.streamd, "relay", "--listen", "127.0.0.1:0", "--admin", "off", "--threads", THREADS,
                              preexec_fn=limited(count))
        try:
            # A debug build needs some seconds to start beside other programs.
            code = program.wait(60)
        except Abandoned:
            code = "still running"
        trial.end(program)
        sentences = program.said.strip().splitlines()
        if code != 78 or len(sentences) != 1 or "open files" not in sentences[0]:
            faults.append((count, code, program.said[-200:]))
    trial.check(not faults,
                f"with {', '.join(map(str, TOO_FEW))} open files, the relay prints the number that it needs and "
                f"exits with 78 {faults or ''}")


def exhausted(trial, relay, admin, seconds):
    host, port = admin.split(":")
    before = overloaded(admin)
    connections = [waiting_viewer(relay) for _ in range(CONNECTIONS)]
    # Until the relay has accepted as many as it can.
    time.sleep(0.5)
    began, used = time.monotonic(), relay.processor_seconds
    probes.check(trial, (host, int(port)), seconds / 2, "while viewers use all descriptors")
    # Descriptors that the probes have given back.
    late = [waiting_viewer(relay) for _ in range(LATE)]
    admitted, codes = judge(late)
    http, asked = refused_over_http(relay)
    took = time.monotonic() - began
    used, lines = relay.processor_seconds - used, log_lines(relay)
    trial.check(used < BUSY * took, f"without free descriptors, the relay uses {used / took:.3f} of a core")
    trial.check(0 < lines <= took + 2, f"the relay logs {lines} lines about it in {took:.1f} s")
    trial.check(http.startswith(b"HTTP/1.1 503"), f"an HTTP client receives {http[:40]!r}")
    failures = figures.Metrics.of(admin).total("streamd_accept_failures_total")
    trial.check(0 < failures < 20 * took + CONNECTIONS, f"{failures:.0f} attempts to accept failed")
    early, refused = judge(connections)
    admitted, codes = admitted + early, codes + refused
    trial.check(admitted + codes[OVERLOADED] == CONNECTIONS + LATE,
                f"of {CONNECTIONS + LATE} viewers, the relay admitted {admitted} and refused {codes[OVERLOADED]} "
                f"as overloaded: {codes}")
    refusals = codes[OVERLOADED] + asked
    # The relay counts refusals after it has sent them.
    wait_until(lambda: overloaded(admin) - before >= refusals, f"the metrics to count {refusals} refusals")
    counted = overloaded(admin) - before
    trial.check(counted == refusals, f"the metrics count {counted:.0f} refusals as overloaded")
    for connection in connections + late:
        connection.socket.close()
    wait_until(lambda: is_welcome(relay), "the relay to admit viewers again")
    trial.check(True, "the relay admits a viewer when the others have left")
    relay.signal(signal.SIGTERM)
    trial.check(relay.wait() == 0, "the relay exits with 0 after SIGTERM")


def waiting_viewer(relay, stream="unpublished"):
    """A viewer that waits for a stream, and stays connected as long as the relay allows it."""
    connection = wire.Connection(relay.endpoint)
    connection.send(wire.PREFACE + wire.hello(wire.SUBSCRIBE, stream))
    return connection


def overloaded(admin):
    """How many endings of connections the relay has counted as overloaded."""
    return figures.Metrics.of(admin).total("streamd_endings_total", reason="overloaded")


def log_lines(relay):
    return len(re.findall("no file descriptor for new connections", relay.said))


def refused_over_http(relay):
    """The response to an HTTP request, and how often it was sent.

    The relay waits a tenth of a second for what a client says, and refuses a silent one in its own protocol. A busy
    machine may hold up the request for longer.
    """
    for count in range(1, ATTEMPTS + 1):
        answer = ask_over_http(relay)
        if not answer.startswith(wire.MAGIC):
            break
    return answer, count


def ask_over_http(relay):
    with socket.create_connection(relay.endpoint, 5) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: relay\r\n\r\n")
        answer = b""
        try:
            while piece := connection.recv(4096):
                answer += piece
        except OSError as error:
            return answer or repr(error).encode()
        return answer


def judge(connections):
    """The number of accepted clients, and the error codes of the others."""
    admitted, codes = 0, collections.Counter()
    for connection in connections:
        connection.socket.settimeout(10)
        try:
            received = connection.next()
        except OSError as error:
            codes[repr(error)] += 1
            continue
        if received is None:
            codes["closed without a message"] += 1
        elif received[0] == wire.WELCOME:
            admitted += 1
        elif received[0] in (wire.ERROR, wire.GOODBYE):
            codes[wire.read_ending(received[0], received[2]).code] += 1
    return admitted, codes


def is_welcome(relay):
    try:
        with wire.Connection(relay.endpoint) as connection:
            connection.send(wire.PREFACE + wire.hello(wire.SUBSCRIBE, "later"))
            received = connection.next()
            return received is not None and received[0] == wire.WELCOME
    except OSError:
        return False

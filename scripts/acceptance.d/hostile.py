"""Bytes from outside: each gets a clear error or a timeout and one log line; a running stream is not affected."""
import asyncio
import collections
import json
import random
import re
import resource
import signal
import socket
import subprocess
import time

import media
import stamps
import wire
from trial import Abandoned, wait_until

SECONDS = 12
SILENT = 10_000
#: The longest time that a viewer may wait for the next picture during the attacks, in seconds.
STALL = 0.5


def run(trial, seconds):
    allow_descriptors(SILENT + 1000)
    clip = media.make_clip(trial.file("clip.h264"), 10)
    relay = trial.relay()
    publisher, camera = trial.camera(clip, f"{relay.address}/live")
    publisher.wait_to_say("Publishing 'live'")
    path = trial.file("running.h264")
    watcher = trial.watch(f"{relay.address}/live", stdout=subprocess.PIPE)
    meter = trial.script("meter.py", path, stdin=watcher.process.stdout, stdout=subprocess.PIPE)
    watcher.process.stdout.close()
    wait_until(lambda: path.exists() and path.stat().st_size, "video")

    single_attacks(trial, relay)
    crowd(trial, relay)
    camera.signal(signal.SIGTERM)
    trial.check(publisher.wait() == 0 and watcher.wait() == 0, "publish and watch exit with 0 at the end of the stream")
    pictures = json.loads(meter.process.communicate(timeout=60)[0])
    numbers = [number for number, _, _ in pictures]
    trial.check(not stamps.missing(numbers), f"the viewer received all {len(numbers)} pictures")
    arrivals = [arrival for _, arrival, _ in pictures]
    longest = max(after - before for before, after in zip(arrivals, arrivals[1:])) / 1e6
    delays = sorted(delay for _, _, delay in pictures)
    trial.check(longest < STALL, f"the longest time between two pictures is {longest:.3f} s; the bound is {STALL} s")
    trial.saw(f"latency from camera to reader: p50 {delays[len(delays) // 2] / 1e6:.3f} s, "
              f"maximum {delays[-1] / 1e6:.3f} s")
    fault = media.decoding_fault(path)
    trial.check(fault is None, f"the viewer's file decodes {fault or ''}")


def allow_descriptors(count):
    """Raises the limit of open files, here and in child processes."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (count, max(count, hard)))
    except ValueError:
        raise Abandoned(f"the scenario needs {count} open files, and {hard} are allowed; see 'ulimit -Hn'") from None


def attacks():
    """The data to send, the allowed errors, and whether the sender then stops sending.

    A response in another protocol is recognised by its first bytes.
    """
    chance = random.Random(6)
    noise = bytes(chance.randrange(256) for _ in range(4096))
    tls = bytes.fromhex("16030100c8010000c40303") + noise[:194]
    truncated = wire.PREFACE + wire.hello(wire.SUBSCRIBE, "live")[:20]
    oversized = wire.PREFACE + wire.header(0xFFFFFFFF, wire.HELLO)
    early_frame = wire.PREFACE + wire.header(1 << 20, wire.FRAME)
    broken = {wire.MALFORMED, wire.TOO_LONG, wire.UNEXPECTED, wire.UNKNOWN_CRITICAL}
    return [
        ("random bytes", b"\x00" + noise, {wire.NOT_THIS_PROTOCOL}, False),
        ("random bytes after a preface", wire.PREFACE + noise, broken, False),
        ("a truncated hello", truncated, {wire.MALFORMED}, True),
        ("a truncated hello, then silence", truncated, {wire.HANDSHAKE_TIMEOUT}, False),
        ("a length of 4 GiB", oversized, {wire.TOO_LONG}, False),
        ("a frame before the hello", early_frame, {wire.UNEXPECTED}, False),
        ("an unknown message before the hello", wire.PREFACE + wire.header(1, 0x1A1A), {wire.UNEXPECTED}, False),
        ("versions 7 to 9", wire.MAGIC + bytes([0, 7, 0, 9]), {wire.UNSUPPORTED_VERSION}, False),
        ("a name with '..'", wire.PREFACE + wire.hello(wire.SUBSCRIBE, "a/../b"), {wire.INVALID_NAME}, False),
        ("an HTTP request for a missing page", b"GET /nothing HTTP/1.1\r\nHost: relay\r\n\r\n", b"HTTP/1.1 404", True),
        ("a malformed HTTP request", b"GET\x01 / HTTP/1.1\r\n\r\n", b"HTTP/1.1 400", False),
        ("a TLS ClientHello to a relay without a certificate", tls, b"\x15\x03\x01\0\x02\x02", False),
        ("no bytes", b"", b"", False),
        ("the first byte of a preface", wire.PREFACE[:1], {wire.HANDSHAKE_TIMEOUT}, False),
    ]


def single_attacks(trial, relay):
    running = []
    for name, data, wanted, stops in attacks():
        connection = wire.Connection(relay.endpoint)
        connection.send(data)
        if stops:
            connection.socket.shutdown(socket.SHUT_WR)
        running.append((name, wanted, connection, connection.socket.getsockname()))
    for name, wanted, connection, ours in running:
        if isinstance(wanted, bytes):
            check_foreign(trial, relay, name, wanted, connection, ours)
            continue
        with connection:
            ending = connection.ending()
        lines = lines_about(relay, [ours])
        trial.check(ending is not None and ending.code in wanted and lines == 1,
                    f"{name}: {lines} log line; {ending and f'{ending.code:#06x} {ending.reason}'}")


def check_foreign(trial, relay, name, wanted, connection, ours):
    with connection:
        answer = b""
        while piece := connection.receive():
            answer += piece
    lines = lines_about(relay, [ours])
    # A client that has sent nothing gets nothing.
    trial.check((answer.startswith(wanted) if wanted else not answer) and lines <= 1,
                f"{name}: {lines} log line; {answer[:20]!r}")


def lines_about(relay, peers):
    """Lines of the log that name any of these peers."""
    names = collections.Counter(re.findall(r"peer=(\S+)", relay.said))
    # The system may use a port again.
    return sum(names[f"{host}:{port}"] for host, port in set(peers))


def crowd(trial, relay):
    memory, descriptors = relay.resident_kilobytes, relay.descriptors
    began = time.monotonic()
    answers, peers, most = asyncio.run(stay_silent(relay))
    trial.check(not any(answers), f"{SILENT} silent connections from ten addresses ended within "
                                  f"{time.monotonic() - began:.0f} s; {sum(map(bool, answers))} got bytes")
    trial.saw(f"with all connections, resident memory is {most[0]} KB ({memory} KB before), and {most[1]} descriptors "
              f"are open ({descriptors} before)")
    wait_until(lambda: relay.descriptors <= descriptors, "the relay to close descriptors")
    after = relay.resident_kilobytes
    trial.check(lines_about(relay, peers) == SILENT, f"the log has {lines_about(relay, peers)} lines about them")
    second = asyncio.run(stay_silent(relay))[2]
    wait_until(lambda: relay.descriptors <= descriptors, "the relay to close descriptors")
    # The relay returns memory once a second, and once more 15 s later.
    wait_until(lambda: relay.resident_kilobytes < after * 1.1,
               f"the relay's {relay.resident_kilobytes} KB to come back to the {after} KB after the first connections", 20)
    trial.check(True, f"all descriptors are closed; resident memory is {after} KB after the first connections, "
                      f"{relay.resident_kilobytes} KB after the second ({second[0]} KB with them)")


async def stay_silent(relay):
    """Connects ten thousand times and listens silently; returns what each got, the peers, and the relay's resources."""
    many = asyncio.Semaphore(200)
    everyone = []
    most = [0, 0]

    async def connect(number):
        async with many:
            reader, writer = await asyncio.open_connection(
                *relay.endpoint, local_addr=(f"127.0.0.{2 + number % 10}", 0), limit=4096)
        everyone.append(writer.get_extra_info("sockname"))
        if len(everyone) == SILENT:
            most[:] = relay.resident_kilobytes, relay.descriptors
        answer = await reader.read()
        writer.close()
        return answer

    return await asyncio.gather(*(connect(number) for number in range(SILENT))), everyone, most

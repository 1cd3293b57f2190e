"""A join costs the same in a stream whose log holds 200,000 messages: clock offsets, or frames."""
import time

import wire
from encoder import Encoder

SECONDS = 20
COUNT = 200_000
#: How much more a join may cost than in a stream with a short log, and milliseconds that the clock of /proc may err by.
FACTOR, ERROR = 1.5, 0.15
#: A viewer waits for the next random access point, so that it is sent nothing of what is there.
NEXT = wire.option(wire.START, bytes([wire.NEXT_RANDOM_ACCESS]))


def run(trial, seconds):
    settings = trial.file("relay.yaml")
    # All frames stay in the log for as long as this takes.
    settings.write_text("log-seconds: 120s\n")
    relay = trial.relay("--config", settings)
    short = measure(trial, relay, "short", None, seconds / 4)
    facts = measure(trial, relay, "facts", clock_offsets, seconds / 4)
    frames = measure(trial, relay, "frames", small_frames, seconds / 4)
    for cost, what in ((facts, "clock offsets"), (frames, "frames")):
        trial.check(cost < short * FACTOR + ERROR, f"a join costs {cost:.2f} ms of CPU time with {COUNT} "
                                                   f"{what} in the log, {short:.2f} ms with a short log")


def measure(trial, relay, stream, prelude, seconds):
    """Milliseconds of the relay's CPU time for a join and a hundredth of a second of a stream."""
    encoder = Encoder(relay.endpoint, stream, rate=100, group=1, size=100, key_size=100, prelude=prelude)
    with encoder:
        if encoder.wait_until_live():
            return cost_of_join(relay, stream, seconds)
    trial.check(encoder.ending.code == wire.RATE_EXCEEDED,
                f"{stream}: the relay ends the publisher: {encoder.ending.reason}")
    with Encoder(relay.endpoint, stream, rate=100, group=1, size=100, key_size=100) as encoder:
        encoder.wait_until_live()
        return cost_of_join(relay, stream, seconds)


def cost_of_join(relay, stream, seconds):
    """Viewers join one after another: each is the first of its event loop, which starts a log for it."""
    # The first frame arrives after the relay has read everything before it.
    join(relay, stream)
    joins, before, end = 0, relay.processor_seconds, time.monotonic() + seconds
    while time.monotonic() < end:
        join(relay, stream)
        joins += 1
    return (relay.processor_seconds - before) / joins * 1000


def join(relay, stream):
    with wire.Connection(relay.endpoint) as connection:
        connection.send(wire.PREFACE + wire.hello(wire.SUBSCRIBE, stream, more=NEXT))
        connection.wait_for(wire.FRAME)


def clock_offsets(epoch, sequence):
    return b"".join(wire.clock_offset(number) for number in range(COUNT)), sequence


def small_frames(epoch, sequence):
    return b"".join(wire.frame(epoch, number, b"") for number in range(sequence, sequence + COUNT)), sequence + COUNT

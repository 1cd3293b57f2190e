"""Viewers join and leave: the relay's figure for a stream's bit rate stays the publisher's."""
import http.client
import json
import statistics
import threading
import time

import figures
import wire
from trial import wait_until

SECONDS = 8
RATE, MESSAGE = 30, 2_000
#: What the publisher sends, in bits a second, and how far from it the answers may be.
SENT, TOLERANCE = RATE * MESSAGE * 8, 0.1
#: The part of the answers that must be so near: a busy machine may stop the relay between a frame and an answer.
JUDGED = 0.9
#: The least seconds that a figure covers here: a delay of frames or of the relay changes it by its part of these.
WINDOW = 2.3
#: How often a second viewers join, and how many leave together.
CHURN, GROUP = 10, 10


def run(trial, seconds):
    relay = trial.relay()
    ends, delays = threading.Event(), []
    publisher = threading.Thread(target=publish, args=(relay, ends, delays), daemon=True)
    publisher.start()
    wait_until(lambda: rate(relay), "the stream")
    # Until the rates cover some seconds.
    time.sleep(2.5)
    quiet = statistics.median(ask(relay, 1, delays))
    trial.check(abs(quiet - SENT) < tolerance(delays) * SENT,
                f"the relay reports {quiet / 1e6:.3f} Mbit/s without viewers; it may be {tolerance(delays):.0%} off")
    churn = threading.Thread(target=come_and_go, args=(relay, ends), daemon=True)
    churn.start()
    answers = ask(relay, seconds - 3.5, delays)
    ends.set()
    churn.join()
    publisher.join()
    far = figures.quantile([abs(answer - SENT) for answer in answers], JUDGED)
    trial.check(far < tolerance(delays) * SENT,
                f"with {CHURN * GROUP} viewers per second that join and leave, the relay reports "
                f"{min(answers) / 1e6:.3f} to {max(answers) / 1e6:.3f} Mbit/s in {len(answers)} responses; "
                f"the publisher sends {SENT / 1e6:.3f}, and they may be {tolerance(delays):.0%} off")


def tolerance(delays):
    """How far an answer may be from what was to be sent, after the delays of frames and answers until now."""
    return TOLERANCE + max(delays) / WINDOW


def publish(relay, ends, delays):
    with wire.Connection(relay.endpoint) as connection:
        connection.send(wire.PREFACE + wire.hello(wire.PUBLISH, "live"))
        epoch = wire.read_welcome(connection.wait_for(wire.WELCOME)[2]).epoch
        connection.send(wire.tracks(epoch))
        began, sequence = time.monotonic(), 0
        while not ends.wait(max(0, began + sequence / RATE - time.monotonic())):
            delays.append(time.monotonic() - began - sequence / RATE)
            frame = wire.frame(epoch, sequence, bytes(MESSAGE - 48), 0 if sequence % RATE else wire.RANDOM_ACCESS)
            connection.send(frame)
            sequence += 1


def come_and_go(relay, ends):
    while not ends.wait(1 / CHURN):
        viewers = [wire.Connection(relay.endpoint) for _ in range(GROUP)]
        for viewer in viewers:
            viewer.send(wire.PREFACE + wire.hello(wire.SUBSCRIBE, "live"))
        for viewer in viewers:
            viewer.wait_for(wire.WELCOME)
        for viewer in viewers:
            viewer.socket.close()


def rate(relay):
    """Bits per second; None without the stream."""
    client = http.client.HTTPConnection(*relay.endpoint, timeout=30)
    try:
        client.request("GET", "/streams/live")
        response = client.getresponse()
        body = response.read()
        return json.loads(body)["bitRate"] if response.status == 200 else None
    finally:
        client.close()


def ask(relay, seconds, delays):
    """The relay's figure, five times per second."""
    answers, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        began = time.monotonic()
        answers.append(rate(relay) or 0)
        delays.append(time.monotonic() - began)
        time.sleep(0.2)
    return answers

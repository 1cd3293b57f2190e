"""Clients of an address do not block its viewers or publishers, by data or by number."""
import contextlib
import threading
import time

import wire
from trial import wait_until

SECONDS = 20
#: Viewers that send useless messages and leave, and the bytes of each: a little less than one connection may at once.
SENDERS, BYTES = 300, 60_000
#: How long the address may be blocked, in seconds: two by the relay's limit, and some on a busy machine.
BOUND = 3
HERE, ELSEWHERE = "127.0.0.3", "127.0.0.2"
TOO_MANY, RATE, HASTE = 0x0305, 0x0303, 0x0306
#: Clients without admission that send requests at the same time, and other clients of each kind meanwhile.
REQUESTERS, KNOCKS = 8, 40
PER_ADDRESS = 20
#: Silent connections beyond the address's limit, many times what the relay keeps of them.
FLOOD = 600


def run(trial, seconds):
    relay = trial.relay()
    messages(trial, relay)
    excessive_requests(trial, relay)
    trial.end(relay)
    relay = trial.relay("--max-connections-per-address", PER_ADDRESS)
    crowd(trial, relay)
    trial.end(relay)


def knock(relay, role, stream, source=HERE):
    """The error code for a hello; None if the relay accepts it."""
    with wire.Connection(relay.endpoint, source=source) as connection:
        connection.send(wire.PREFACE + wire.hello(role, stream))
        answer = connection.next()
        if answer is None:
            return "closed without a message"
        type, _, body = answer
        return None if type == wire.WELCOME else wire.read_ending(type, body).code


def wait_for_admission(relay, role, stream):
    """Seconds until the relay accepts a client of the address, and the error codes until then."""
    began, codes = time.monotonic(), []
    while (code := knock(relay, role, stream)) is not None and time.monotonic() - began < 30:
        codes.append(code)
        time.sleep(0.1)
    return time.monotonic() - began, codes


def messages(trial, relay):
    """Admitted viewers send messages that a relay skips, and leave."""
    skipped = wire.message(0x3A3A, bytes(4000))
    hello = wire.PREFACE + wire.hello(wire.SUBSCRIBE, "live")
    with contextlib.ExitStack() as stack:
        viewers = [stack.enter_context(wire.Connection(relay.endpoint, source=HERE)) for _ in range(SENDERS)]
        for viewer in viewers:
            viewer.send(hello)
            viewer.wait_for(wire.WELCOME)
        for viewer in viewers:
            viewer.send(skipped * (BYTES // len(skipped)))
            viewer.send(wire.goodbye(wire.DONE))
        # The relay reads and charges everything before it closes.
        for viewer in viewers:
            while viewer.next() is not None:
                pass
    for role, stream, who in ((wire.PUBLISH, "other", "publisher"), (wire.SUBSCRIBE, "live", "viewer")):
        waited, codes = wait_for_admission(relay, role, stream)
        trial.check(not codes,
                    f"after {SENDERS} viewers sent {SENDERS * BYTES / 1e6:.0f} MB and left, the relay admits a {who} "
                    f"of their address {f'after {waited:.1f} s {set(codes)}' if codes else 'at once'}")


def excessive_requests(trial, relay):
    """Clients that are not admitted use up their address's rate, and continue."""
    request = b"GET / HTTP/1.1\r\nHost: relay\r\n\r\n"
    limited, end = [], threading.Event()

    def ask():
        while not end.is_set():
            with contextlib.suppress(OSError), wire.Connection(relay.endpoint, source=HERE) as client:
                client.send(request * 50 + b"GET / HTTP/1.1\r\nHost: relay\r\nConnection: close\r\n\r\n")
                answer = b""
                while piece := client.receive():
                    answer += piece
                if b"HTTP/1.1 429" in answer:
                    limited.append(answer)

    asking = [threading.Thread(target=ask, daemon=True) for _ in range(REQUESTERS)]
    for thread in asking:
        thread.start()
    wait_until(lambda: len(limited) > REQUESTERS, "the relay to limit the clients without admission")
    codes = {who: [knock(relay, role, f"{who}/{number}", source) for number in range(KNOCKS)]
             for who, role, source in (("publisher", wire.PUBLISH, HERE), ("viewer", wire.SUBSCRIBE, HERE),
                                       ("neighbour", wire.SUBSCRIBE, ELSEWHERE))}
    end.set()
    for thread in asking:
        thread.join(30)
    refused = {who: sum(code is not None for code in each) for who, each in codes.items()}
    trial.check(refused["publisher"] == 0, f"while clients of their address exceed its rate ({len(limited)} responses "
                                           f"429), the relay refuses {refused['publisher']} of {KNOCKS} publishers")
    trial.check(refused["neighbour"] == 0,
                f"the relay refuses {refused['neighbour']} of {KNOCKS} viewers of another address")
    trial.saw(f"the relay refused {refused['viewer']} of {KNOCKS} viewers of the same address")
    waited, refusals = wait_for_admission(relay, wire.SUBSCRIBE, "live")
    trial.check(waited < BOUND and set(refusals) <= {RATE},
                f"the relay admits a viewer of their address {waited:.1f} s after they left; the bound is {BOUND} s "
                f"{set(refusals) or ''}")


def crowd(trial, relay):
    """Viewers take all connections of an address, and other clients keep connecting."""
    with contextlib.ExitStack() as stack:
        viewers = [stack.enter_context(wire.Connection(relay.endpoint, source=HERE)) for _ in range(PER_ADDRESS)]
        for viewer in viewers:
            viewer.send(wire.PREFACE + wire.hello(wire.SUBSCRIBE, "live"))
            viewer.wait_for(wire.WELCOME)
        code = knock(relay, wire.SUBSCRIBE, "live")
        trial.check(code in (TOO_MANY, HASTE), f"the relay refuses viewer {PER_ADDRESS + 1} of an address: {code}")
        for _ in range(FLOOD):
            stack.enter_context(wire.Connection(relay.endpoint, source=HERE))
        began = time.monotonic()
        code = knock(relay, wire.PUBLISH, "live")
        trial.check(code is None, f"after {FLOOD} silent connections, the relay admits a publisher of the address "
                                  f"within {time.monotonic() - began:.2f} s {'' if code is None else code}")
        kept = relay.descriptors
        wait_until(lambda: relay.descriptors < kept or kept < PER_ADDRESS + 300, "the relay to close silent "
                                                                                 "connections", 15)
        trial.check(relay.descriptors < PER_ADDRESS + 300,
                    f"the relay keeps few silent connections: {kept} descriptors, then {relay.descriptors}")

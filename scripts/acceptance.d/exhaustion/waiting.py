"""One address, or one token, cannot take all streams that viewers may wait for."""
import contextlib
import hashlib

import wire

SECONDS = 5
STREAMS, PER_ADDRESS, PER_TOKEN = 40, 10, 3
ATTACKER, HONEST = "127.0.0.3", "127.0.0.2"
TOO_MANY_FROM_ADDRESS = 0x0305


def run(trial, seconds):
    bounds = ("--max-streams", STREAMS, "--max-streams-per-address", PER_ADDRESS)
    relay = trial.relay(*bounds)
    with contextlib.ExitStack() as stack:
        addresses(trial, relay, stack)
    trial.end(relay)
    path = trial.file("waiting.tokens")
    path.write_text(f"guests sha256={hashlib.sha256(b'guests').hexdigest()} watch=* max-streams={PER_TOKEN}\n")
    path.chmod(0o600)
    relay = trial.relay("--tokens", path, *bounds)
    with contextlib.ExitStack() as stack:
        tokens(trial, relay, stack)
    trial.end(relay)


def knock(relay, stack, source, stream, role=wire.SUBSCRIBE, token=None):
    """The error for a hello, None if it is accepted; the connection stays."""
    connection = stack.enter_context(wire.Connection(relay.endpoint, source=source))
    connection.send(wire.PREFACE + wire.hello(role, stream, token=token))
    type, _, body = connection.next()
    return None if type == wire.WELCOME else wire.read_ending(type, body)


def judge(trial, endings, wanted, who):
    refused = [ending for ending in endings if ending]
    codes = {ending.code for ending in refused}
    trial.check(len(endings) - len(refused) == wanted and codes == {TOO_MANY_FROM_ADDRESS},
                f"{who} may wait for {len(endings) - len(refused)} of {len(endings)} streams that do not exist; then: "
                f"{refused[0].reason if refused else 'no refusal'}")


def addresses(trial, relay, stack):
    endings = [knock(relay, stack, ATTACKER, f"invented/{number}") for number in range(2 * STREAMS)]
    judge(trial, endings, PER_ADDRESS, "one address")
    ending = knock(relay, stack, ATTACKER, "invented/0")
    trial.check(ending is None, f"the relay admits more viewers for the same stream {ending or ''}")
    ending = knock(relay, stack, HONEST, "premiere")
    trial.check(ending is None, f"another address may wait for a stream {ending or ''}")
    ending = knock(relay, stack, ATTACKER, "own", wire.PUBLISH)
    trial.check(ending is None, f"the same address may publish {ending or ''}")


def tokens(trial, relay, stack):
    endings = [knock(relay, stack, f"127.0.0.{10 + number}", f"guest/{number}", token="guests")
               for number in range(2 * PER_TOKEN)]
    judge(trial, endings, PER_TOKEN, f"a token for {PER_TOKEN} streams, used from several addresses,")

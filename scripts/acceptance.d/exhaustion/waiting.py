"""One address, or one token, does not take all streams that may be waited for."""
import contextlib
import hashlib

import wire

SECONDS = 5
STREAMS, PER_ADDRESS, PER_TOKEN = 40, 10, 3
ATTACKER, NEIGHBOUR, HONEST = "127.0.0.3", "127.0.0.4", "127.0.0.2"
TOO_MANY_FROM_ADDRESS = 0x0305
TOKENS = {"guests": f"watch=* publish=* max-streams={PER_TOKEN}", "people": "watch=* publish=*"}


def run(trial, seconds):
    path = trial.file("waiting.tokens")
    path.write_text("".join(f"{name} sha256={hashlib.sha256(name.encode()).hexdigest()} {may}\n"
                            for name, may in TOKENS.items()))
    path.chmod(0o600)
    relay = trial.relay("--token-file", path, "--max-streams", STREAMS, "--max-streams-per-address", PER_ADDRESS)
    with contextlib.ExitStack() as stack:
        def wait(stream, token, source, role=wire.SUBSCRIBE):
            connection = stack.enter_context(wire.Connection(relay.endpoint, source=source))
            connection.send(wire.PREFACE + wire.hello(role, stream, token=token))
            type, _, body = connection.next()
            return None if type == wire.WELCOME else wire.read_ending(type, body)

        endings = [wait(f"invented/{number}", "people", ATTACKER) for number in range(2 * STREAMS)]
        refused = [ending for ending in endings if ending]
        trial.check(len(endings) - len(refused) == PER_ADDRESS and
                    {ending.code for ending in refused} == {TOO_MANY_FROM_ADDRESS},
                    f"of {len(endings)} invented streams one address may wait for {len(endings) - len(refused)}; then: "
                    f"{refused[0].reason if refused else 'nothing'}")
        trial.check(wait("invented/0", "people", ATTACKER) is None, "more viewers for the same streams are let in")
        ending = wait("premiere", "people", HONEST)
        trial.check(ending is None, f"another address may wait for a stream {ending or ''}")
        ending = wait("own", "people", ATTACKER, wire.PUBLISH)
        trial.check(ending is None, f"and the address itself may publish {ending or ''}")
        endings = [wait(f"guest/{number}", "guests", NEIGHBOUR) for number in range(2 * PER_TOKEN)]
        refused = [ending for ending in endings if ending]
        trial.check(len(endings) - len(refused) == PER_TOKEN and
                    {ending.code for ending in refused} == {TOO_MANY_FROM_ADDRESS},
                    f"a token for {PER_TOKEN} streams may wait for {len(endings) - len(refused)}; then: "
                    f"{refused[0].reason if refused else 'nothing'}")
    trial.end(relay)

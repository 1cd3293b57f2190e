"""Permissions: every kind of token over every protocol, from outside; forged tokens; no secret in any output."""
import collections
import concurrent.futures
import itertools
import os
import pathlib
import secrets
import subprocess
import threading
import time

import asking
import certificates
import clients
import media
import tokens
import wire
from asking import ADMITTED, FORBIDDEN, NEEDS_TLS, STREAM, UNAUTHORIZED

#: Not used: the matrix has no fixed length.
SECONDS = 0
#: Simultaneous requests.
THREADS = 8

SCOPES = ("publish", "watch", "publish and watch", "admin")
#: Patterns by what they are, and whether they fit; `{}` is the stream's last part.
PATTERNS = {
    "fits": (("studio/{}",), True),
    "one of many fits": (("a", "studio/{}", "*/b"), True),
    "wildcard in a part": (("studio/*",), True),
    "wildcard for all": (("*",), True),
    "does not fit": (("studio/{}x", "studio", "Studio/{}"), False),
    "wildcard elsewhere": (("theatre/*", "*/studio/{}"), False),
}
STATIC_EXPIRIES = ("none", "future", "past")
EXPIRIES = ("none", "future", "past", "not yet", "began")
KINDS = ("none", "static", "unknown static", "HS256", "ES256", "EdDSA", "HS256 in a JWKS", "ES256 in a JWKS",
         "EdDSA in a JWKS")
LIMITS = [word for name in ("connections-per-second", "connections-per-second-per-address", "connections-per-address",
                            "streams-per-address") for word in (f"--max-{name}", "100000")]

Bearer = collections.namedtuple("Bearer", "number kind scope pattern expiry token")
Case = collections.namedtuple("Case", "bearer way beyond allows expected")


def run(trial, _, every=1):
    own = asking.own_address()
    refuses_to_start(trial, own)
    keys = tokens.Keys(trial)
    authority = certificates.Authority(trial)
    certificate = authority.issue("relay", addresses=("127.0.0.1", own))
    bearers = make_bearers(trial, keys)
    file = trial.file("tokens")
    lines = [tokens.line(bearer.token, f"t{bearer.number}", *granted(bearer), expiry=bearer.expiry)
             for bearer in bearers if bearer.kind == "static"]
    file.write_text("\n".join(["# every kind", *lines]) + "\n")
    file.chmod(0o600)
    command = [trial.streamd, "token", "new", "--name", "master", "--publish", "*", "--watch", "*", "--to", file]
    master = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()

    relays = {}
    for allows, (setup, options) in itertools.product((False, True), setups(keys).items()):
        relay = trial.relay("--tokens", file, *options, "--tls-certificate", certificate.chain, "--tls-key",
                            certificate.key, *["--allow-clear-tokens"] * allows, *LIMITS, host="0.0.0.0")
        relays[setup, allows] = relay
    clip = media.make_clip(trial.file("clip.h264"), media.GROUP_SECONDS)
    publishers = [Publisher(relay, master, clip) for relay in relays.values()]
    asker = Asker(relays, own, authority)
    whole_matrix(trial, asker, bearers, every)
    forgeries(trial, asker, keys)
    families(trial, file, master)
    said, given = clients.judge(trial, keys, authority, master, own,
                                *(asker.relays["jwks", allows].endpoint[1] for allows in (False, True)))
    trial.check(all(publisher.is_alive() for publisher in publishers), "the publishers are still connected")
    secret = {bearer.token for bearer in bearers if bearer.token} | given | {master, keys.secret.decode()}
    nothing_secret(trial, asker.words | said, secret)


def refuses_to_start(trial, own):
    for host in ("0.0.0.0", own, "[::]"):
        relay = trial.start(trial.streamd, "relay", "--listen", f"{host}:0", "--admin", "off")
        code, said = relay.wait(), relay.said.strip()
        trial.check(code != 0 and len(said.splitlines()) == 1 and "--open" in said and "--tokens" in said,
                    f"--listen {host}:0 without tokens: exit code {code}, '{said}'")
    trial.end(trial.relay("--open", host="0.0.0.0"))
    line = tokens.line("x" * 40, "viewer", watch=["*"])
    trial.end(trial.relay(host="0.0.0.0", env=os.environ | {"STREAMD_TOKENS": line}))
    trial.end(trial.relay())
    trial.check(True, "the relay starts with --open, with a token in the environment, and on loopback")


def setups(keys):
    """The relay's options in addition to the file of static tokens."""
    return {"jwks": ["--jwks", keys.set]} | {name: ["--jwt-key", path] for name, path in keys.files.items()}


def setup_of(kind):
    return kind if kind in ("HS256", "ES256", "EdDSA") else "jwks"


def make_bearers(trial, keys):
    bearers = [Bearer(0, "none", None, None, None, None)]
    for kind in KINDS[1:]:
        expiries = STATIC_EXPIRIES if "static" in kind else EXPIRIES
        for scope, pattern, expiry in itertools.product(SCOPES, PATTERNS, expiries):
            bearer = Bearer(len(bearers), kind, scope, pattern, expiry, None)
            if "static" in kind:
                token = "streamd_" + secrets.token_urlsafe(32)
            else:
                algorithm = kind.split()[0]
                token = keys.sign(tokens.claims(*granted(bearer), expiry=expiry), algorithm,
                                  kid=algorithm if "JWKS" in kind else None)
            bearers.append(bearer._replace(token=token))
    return bearers


def granted(bearer):
    """Patterns to publish and to watch, and whether to administer."""
    patterns = PATTERNS[bearer.pattern][0]
    publish = [pattern.format(own_stream(bearer).split("/")[1]) for pattern in patterns]
    watch = [pattern.format(STREAM.split("/")[1]) for pattern in patterns]
    return (publish if "publish" in bearer.scope else [], watch if "watch" in bearer.scope else [],
            bearer.scope == "admin")


def own_stream(bearer):
    """Its own stream, which no other client publishes."""
    return f"studio/p{bearer.number}"


def expected_result(bearer, way, beyond, allows):
    """The expected response, by the documented rules."""
    role, encrypted = asking.WAYS[way]
    if bearer.token is None:
        return UNAUTHORIZED
    if beyond and not encrypted and not allows:
        return NEEDS_TLS
    if bearer.kind == "unknown static" or bearer.expiry in ("past", "not yet"):
        return UNAUTHORIZED
    # A JWT without an expiry could not be revoked.
    if "static" not in bearer.kind and bearer.expiry == "none":
        return UNAUTHORIZED
    action = "publish" if role == wire.PUBLISH else "watch"
    return ADMITTED if action in bearer.scope and PATTERNS[bearer.pattern][1] else FORBIDDEN


class Publisher(threading.Thread):
    """Publishes the watched stream: one picture, repeated."""

    def __init__(self, relay, token, clip):
        super().__init__(daemon=True)
        self._picture = media.access_units(clip.read_bytes())[0]
        self._connection = wire.Connection(relay.endpoint)
        self._connection.send(wire.PREFACE + wire.hello(wire.PUBLISH, STREAM, token=token))
        self._epoch = wire.read_welcome(self._connection.wait_for(wire.WELCOME)[2]).epoch
        self._connection.send(wire.tracks(self._epoch))
        threading.Thread(target=self._answer, daemon=True).start()
        self.start()

    def run(self):
        try:
            for sequence in itertools.count():
                self._connection.send(wire.frame(self._epoch, sequence, self._picture, wire.RANDOM_ACCESS))
                time.sleep(0.5)
        except OSError:
            pass

    def _answer(self):
        try:
            while (message := self._connection.next()) is not None:
                if message[0] == wire.PING:
                    self._connection.send(wire.pong(message[2]))
        except OSError:
            pass


class Asker:
    """Sends requests, and records every text of the responses."""

    def __init__(self, relays, own, authority):
        self.relays = relays
        self.own = own
        self.words = set()
        self._tls = authority.client

    def endpoint(self, setup, beyond, allows):
        port = self.relays[setup, allows].endpoint[1]
        return (self.own if beyond else "127.0.0.1", port)

    def ask(self, setup, way, beyond, allows, stream, token):
        try:
            answer, words = asking.ask(way, self.endpoint(setup, beyond, allows), stream, token, self._tls)
        except Exception as error:  # the error of a client library is a result, too
            answer, words = f"{type(error).__name__}: {error}", str(error)
        self.words.add(words)
        return answer


def whole_matrix(trial, asker, bearers, every):
    """Tests every case, or one of `every`: other ones for each token, so that all tokens and protocols are covered."""
    began = time.monotonic()

    def ask_all(bearer):
        results = []
        cases = itertools.product(asking.WAYS, (False, True), (False, True))
        for way, beyond, allows in itertools.islice(cases, bearer.number % every, None, every):
            case = Case(bearer, way, beyond, allows, expected_result(bearer, way, beyond, allows))
            stream = own_stream(bearer) if way.startswith("publish") else STREAM
            results.append((case, asker.ask(setup_of(bearer.kind), way, beyond, allows, stream, bearer.token)))
        return results

    with concurrent.futures.ThreadPoolExecutor(THREADS) as pool:
        answers = [answer for results in pool.map(ask_all, bearers) for answer in results]
    wrong = [(case, answer) for case, answer in answers if answer != case.expected]
    expected = collections.Counter(case.expected for case, _ in answers)
    trial.saw(f"{len(answers)} cases in {time.monotonic() - began:.0f} s: {len(bearers)} tokens of {len(KINDS)} kinds, "
              f"{len(asking.WAYS)} kinds of request, loopback and other addresses, clear tokens allowed and not "
              f"allowed")
    for name in (ADMITTED, UNAUTHORIZED, FORBIDDEN, NEEDS_TLS):
        bad = sum(case.expected == name for case, _ in wrong)
        trial.check(bad == 0 and expected[name] > 0,
                    f"{name}: {expected[name]} results expected, {expected[name] - bad} seen")
    kinds = collections.Counter((case.expected, answer, case.way, case.bearer.kind) for case, answer in wrong)
    for (wanted, answer, way, kind), count in kinds.most_common(20):
        trial.saw(f"{count} cases with '{answer}' instead of '{wanted}': {way}, token {kind}")
    for case, answer in wrong[:5]:
        trial.saw(f"for example {case._replace(bearer=case.bearer._replace(token='…'))}: {answer}")


def forgeries(trial, asker, keys):
    """JWTs by pyjwt: valid ones are accepted, those for other streams and forged ones are not."""
    others = tokens.Keys(trial, "others")
    good = tokens.claims([STREAM + "2"], [STREAM], expiry="future")
    fakes = tokens.forged(keys, others, good)
    ways = ("watch tcp", "watch tls", "watch https", "watch http ?token=", "watch wss", "publish tls")

    def ask_all(relay, way):
        setup, allows = relay
        algorithm = "ES256" if setup == "jwks" else setup
        stream = STREAM + "2" if way.startswith("publish") else STREAM
        kid = algorithm if setup == "jwks" else None
        genuine = keys.sign(good, algorithm, kid)
        elsewhere = keys.sign(tokens.claims(["other/*"], ["other/*"], expiry="future"), algorithm, kid)
        expected = {("genuine", genuine): ADMITTED, ("for another stream", elsewhere): FORBIDDEN}
        expected |= {fake: UNAUTHORIZED for fake in fakes.items()}
        return [(asker.ask(setup, way, False, allows, stream, token), wanted, name, setup, way)
                for (name, token), wanted in expected.items()]

    with concurrent.futures.ThreadPoolExecutor(THREADS) as pool:
        tried = itertools.product(asker.relays, ways)
        answers = [answer for results in pool.map(lambda case: ask_all(*case), tried) for answer in results]
    wrong = [(answer, *case) for answer, wanted, *case in answers if answer != wanted]
    trial.check(not wrong, f"{len(answers)} requests with JWTs over {len(ways)} protocols: the relay admits genuine ones, "
                f"forbids other streams, and rejects {len(fakes)} forgeries ({', '.join(fakes)}) {wrong[:5] or ''}")


def families(trial, file, master):
    """Loopback and other addresses on a port that serves IPv4 and IPv6: IPv4 addresses look different there."""
    said = subprocess.run(["hostname", "-I"], stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    relay = trial.relay("--tokens", file, host="[::]")
    wanted = {"127.0.0.1": ADMITTED, "::1": ADMITTED} | {address: NEEDS_TLS for address in said}
    answers = {address: asking.ask("watch tcp", (address, relay.endpoint[1]), "live", master, None)[0]
               for address in wanted}
    trial.check(answers == wanted, f"results of clear tokens on [::]: {answers}")
    trial.end(relay)


def nothing_secret(trial, words, secret):
    """Searches for tokens in logs, errors, responses and command lines. A JWT is also known by its signature."""
    needles = secret | {token.rpartition(".")[2] for token in secret}
    logs = {path.name: path.read_text(errors="replace") for path in trial.scratch.glob("*.log")}
    places = logs | {"answers": "\n".join(words), "command lines": command_lines()}
    found = [name for name, text in places.items() if any(needle in text for needle in needles)]
    trial.check(not found, f"{len(logs)} logs, {len(words)} different responses and all command lines "
                f"({sum(map(len, places.values()))} characters) contain none of {len(needles)} secrets {found or ''}")


def command_lines():
    lines = []
    for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            lines.append(path.read_bytes().replace(b"\0", b" ").decode(errors="replace"))
        except OSError:
            continue
    return "\n".join(lines)

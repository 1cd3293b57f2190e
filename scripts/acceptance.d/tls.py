"""Allowed and refused TLS, checked with openssl; certificates replaced while 50 viewers watch."""
import os
import re
import shutil
import signal
import subprocess
import time

import asking
import certificates
import media
import viewing
import websocket
import wire
from certificates import handshake, served
from figures import free_port
from trial import wait_until

SECONDS = 20
#: Viewers of each kind: streamd watch, the protocol by hand, WebSocket, curl.
CROWD = {"watch": 5, "protocol": 20, "wss": 10, "https": 15}
#: How soon a replaced certificate has to be noticed without a signal, in seconds.
NOTICE = 30
#: Lets openssl offer what it does not by itself.
ANY = "ALL:COMPLEMENTOFALL@SECLEVEL=0"


def run(trial, seconds):
    authority = certificates.Authority(trial)
    # RSA, because only RSA keys have ciphers without forward secrecy to refuse.
    first = authority.issue("first", "rsa")
    place = certificates.Certificate(trial.file("place.pem"), trial.file("place.key"))
    install(first, place)
    relay = trial.relay("--tls-certificate", place.chain, "--tls-key", place.key)
    lenient = lenient_server(trial, place)
    versions_and_ciphers(trial, relay, lenient)
    names_and_chain(trial, relay, authority)
    renegotiation(trial, relay, lenient)
    replaced(trial, relay, authority, place, seconds)
    trial.end(relay)
    required(trial, place, authority)
    self_signed(trial)


def install(certificate, place):
    """Installs chain and key, each atomically."""
    for source, target in zip(certificate, place):
        fresh = target.with_suffix(".fresh")
        shutil.copy(source, fresh)
        os.replace(fresh, target)


def is_done(said):
    return re.search(r"New, TLSv[\d.]+, Cipher is (?!\(NONE\))", said) is not None


def versions_and_ciphers(trial, relay, lenient):
    """Offers every version and cipher of this openssl one by one; first to a server that accepts them."""
    for version, wanted in (("tls1", False), ("tls1_1", False), ("tls1_2", True), ("tls1_3", True)):
        offer = (f"-{version}", "-cipher", ANY)
        trial.require(is_done(handshake(lenient, *offer)), f"openssl supports {version}")
        said = handshake(relay.endpoint, *offer)
        alert = re.search(r"alert ([a-z ]+)", said)
        trial.check(is_done(said) == wanted, f"{version}: {'accepted' if is_done(said) else 'refused'} "
                    f"{alert[1] if alert else ''}")
    names = certificates.openssl("ciphers", "-s", "-tls1_2", ANY).strip().split(":")
    offered, accepted = [], []
    for name in names:
        offer = ("-tls1_2", "-cipher", f"{name}@SECLEVEL=0")
        if is_done(handshake(lenient, *offer)):
            offered.append(name)
            if is_done(handshake(relay.endpoint, *offer)):
                accepted.append(name)
    weak = [name for name in accepted if not re.match("(ECDHE|DHE)-.*(GCM|CHACHA20|CCM)", name)]
    static = [name for name in offered if not re.match("(ECDHE|DHE|ADH|AECDH)-", name)]
    trial.check(bool(accepted) and not weak,
                f"of {len(offered)} TLS 1.2 ciphers that openssl supports with this key, the relay "
                f"accepts {len(accepted)}, all with forward secrecy and AEAD: {', '.join(accepted)} {weak or ''}")
    trial.check(bool(static) and not set(static) & set(accepted),
                f"the relay refuses {len(static)} ciphers without forward secrecy")


def lenient_server(trial, certificate):
    """openssl's own server, which proves that a client really offers what the relay refuses."""
    port = free_port()
    server = trial.start("openssl", "s_server", "-accept", f"127.0.0.1:{port}", "-cert", certificate.chain, "-key",
                         certificate.key, "-cipher", ANY, "-min_protocol", "TLSv1", "-client_renegotiation", "-quiet",
                         stdin=subprocess.PIPE)
    wait_until(lambda: server.process.poll() is not None or is_done(handshake(("127.0.0.1", port))), "openssl's server")
    return "127.0.0.1", port


def names_and_chain(trial, relay, authority):
    wanted = {"streamd": "streamd", "http/1.1": "http/1.1", "h2,http/1.1": "http/1.1", "h2": None, "acme-tls/1": None}
    said = {offer: handshake(relay.endpoint, "-alpn", offer) for offer in wanted}
    chosen = {offer: (re.search("ALPN protocol: (.*)", text) or [None, None])[1] for offer, text in said.items()}
    trial.check(chosen == wanted, f"ALPN offers and the relay's choices: {chosen}")
    said = handshake(relay.endpoint, "-tls1_2")
    trial.check("Compression: NONE" in said, "TLS compression is off")
    said = handshake(relay.endpoint, "-CAfile", authority.certificate, "-verify_return_error")
    trial.check("Verify return code: 0 (ok)" in said, "openssl verifies the certificate chain")


def renegotiation(trial, relay, lenient):
    """A client that requests a new handshake on the same connection; first from a server that grants it."""
    for endpoint, grants in ((lenient, True), (relay.endpoint, False)):
        output = trial.file(f"renegotiation-{endpoint[1]}.txt")
        client = trial.start("openssl", "s_client", "-connect", f"{endpoint[0]}:{endpoint[1]}", "-tls1_2",
                             stdin=subprocess.PIPE, stdout=open(output, "wb"))
        wait_until(lambda: b"Verify return code" in output.read_bytes(), "a handshake")
        # 'R' at the start of a line requests it, 'Q' ends the program.
        client.process.stdin.write(b"R\n")
        client.process.stdin.flush()
        time.sleep(1)
        refused = client.process.poll() is not None
        if not refused:
            client.process.stdin.write(b"Q\n")
            client.process.stdin.flush()
        code = client.wait(15)
        text = output.read_text(errors="replace") + client.said
        trial.check("RENEGOTIATING" in text and (code == 0 and not refused) == grants,
                    f"renegotiation: {'openssl allows it' if grants else 'the relay closes the connection'}: "
                    f"{text.strip().splitlines()[-1][:120]}")


def shown_after(relay, certificate, what):
    """Seconds until new handshakes use this certificate."""
    wanted = certificates.fingerprint(certificate.chain.read_text())
    began = time.monotonic()
    wait_until(lambda: served(relay.endpoint) == wanted, what, NOTICE)
    return time.monotonic() - began


def replaced(trial, relay, authority, place, seconds):
    clip = media.make_clip(trial.file("clip.h264"), 10, bit_rate="500k")
    publisher, camera = trial.camera(clip, f"{relay.address}/live")
    publisher.wait_to_say("Publishing 'live'")
    crowd = gather(trial, relay, authority)
    for viewer in crowd:
        wait_until(lambda: viewer.path.exists() and viewer.path.stat().st_size > 0, f"video for {viewer.path.name}")
    trial.check(len(crowd) == 50, f"{len(crowd)} viewers watch over TLS: {CROWD}")
    began = time.monotonic()
    second, third, fourth = (authority.issue(name) for name in ("second", "third", "fourth"))
    install(second, place)
    trial.check(True, f"without a signal, new handshakes use a new certificate after "
                f"{shown_after(relay, second, 'the second certificate'):.1f} s")
    install(third, place)
    relay.signal(signal.SIGHUP)
    trial.check(True, f"after SIGHUP, new handshakes use a new certificate after "
                f"{shown_after(relay, third, 'the third certificate'):.1f} s")
    broken(trial, relay, authority, place, third)
    install(fourth, place)
    trial.check(True, f"new handshakes use the next valid certificate after "
                f"{shown_after(relay, fourth, 'the fourth certificate'):.1f} s")
    time.sleep(max(0, began + seconds - time.monotonic()))
    still = sum(viewer.is_watching for viewer in crowd)
    trial.check(still == len(crowd),
                f"{still} of {len(crowd)} viewers still watch after {time.monotonic() - began:.0f} s")
    camera.signal(signal.SIGTERM)
    trial.check(publisher.wait() == 0, "publish exits with 0")
    ends = [(viewer.path.name, outcome) for viewer in crowd if (outcome := viewer.outcome) is not None]
    trial.check(not ends, f"every viewer receives the end of the stream {ends[:3] or ''}")
    pictures = [viewing.Pictures(viewer.path.read_bytes()) for viewer in crowd]
    gaps = sum(len(each.missing) for each in pictures)
    last = {max(each.starts) for each in pictures}
    trial.check(gaps == 0 and len(last) == 1, f"the viewers received {sum(len(each.starts) for each in pictures)} "
                f"pictures without a gap, up to the same last one: {last}")
    again = [viewer.path.name for viewer in crowd
             if isinstance(viewer, viewing.Watcher) and "Trying again" in viewer.program.said]
    trial.check(not again, f"no viewer reconnected {again or ''}")


def gather(trial, relay, authority):
    host, port = relay.endpoint
    ca = authority.certificate
    tls = authority.client

    def file(kind, number):
        return trial.file(f"{kind}{number}.h264")

    makers = {
        "watch": lambda path: viewing.watch(trial, f"tls://{relay.address}/live", path, "--ca", ca, "--stats"),
        "protocol": lambda path: viewing.ProtocolViewer(wire.Connection(relay.endpoint, tls=tls), path),
        "wss": lambda path: viewing.ProtocolViewer(websocket.Connection(relay.endpoint, "live", tls=tls), path),
        "https": lambda path: viewing.curl(trial, f"https://{host}:{port}/live.h264", path, "--cacert", ca),
    }
    return [makers[kind](file(kind, number)) for kind, count in CROWD.items() for number in range(count)]


def broken(trial, relay, authority, place, holds):
    """Unusable replacements: each is detected, logged once, and has no effect."""
    wanted = certificates.fingerprint(holds.chain.read_text())
    other = authority.issue("other")
    for what, chain, key in (("an invalid certificate", b"-----BEGIN CERTIFICATE-----\nAAAA\n", None),
                             ("a key of another certificate", None, other.key.read_bytes()),
                             ("an empty file", b"", None)):
        said = len(relay.said)
        if chain is not None:
            place.chain.write_bytes(chain)
        if key is not None:
            place.key.write_bytes(key)
        line = relay.wait_to_say(r"(?im)^.*(?:error|warning).*certificate.*$|^.*certificate.*(?:error|warning).*$",
                                 NOTICE, after=said)
        time.sleep(5)
        lines = [each for each in relay.said[said:].splitlines() if "certificate" in each.lower()]
        trial.check(len(lines) == 1 and served(relay.endpoint) == wanted,
                    f"{what}: the old certificate stays, and {len(lines)} log line says: {line[0][:240]}")
        said = len(relay.said)
        install(holds, place)
        wait_until(lambda: served(relay.endpoint) == wanted, "the old certificate")
        time.sleep(1)


def required(trial, place, authority):
    """--require-tls, as another machine sees it."""
    own = asking.own_address()
    relay = trial.relay("--tls-certificate", place.chain, "--tls-key", place.key, "--require-tls", "--open",
                        host="0.0.0.0")
    by_tls = asking.ask("watch tls", ("127.0.0.1", relay.endpoint[1]), "live", None, authority.client)
    for way in ("watch tcp", "watch ws", "watch http"):
        answer, words = asking.ask(way, (own, relay.endpoint[1]), "live", None, None)
        trial.check((answer, by_tls) == (asking.NEEDS_TLS, (asking.ADMITTED, "")),
                    f"--require-tls, {way} from {own}: {answer}: {words.strip().splitlines()[-1][-130:]}")
    trial.end(relay)


def self_signed(trial):
    """The relay's printed fingerprint is openssl's, and clients check it."""
    # It stores its certificate in the scratch folder, not in this user's state folder.
    relay = trial.relay("--tls", "self-signed", env=os.environ | {"XDG_STATE_HOME": str(trial.scratch)})
    printed = re.search(r"(?i)sha256:([0-9a-f]{2}(?::?[0-9a-f]{2}){31})", relay.said)
    trial.require(printed is not None, f"--tls self-signed prints a fingerprint: {relay.said.strip()[-400:]}")
    wanted = served(relay.endpoint)
    bare = wanted.replace(":", "")
    trial.check(printed[1].replace(":", "").upper() == bare, f"openssl sees the same fingerprint: {wanted}")
    clip = trial.file("clip.h264")
    publisher = trial.publish(f"tls://{relay.address}/live", clip, "--loop", "--pin", f"sha256:{bare.lower()}")
    publisher.wait_to_say("Publishing 'live'")
    path = trial.file("pinned.h264")
    for pin in (f"sha256:{wanted}", f"sha256:{bare.lower()}", f"sha256:{bare}"):
        watcher = trial.watch(f"{relay.address}/live", "-o", path, "--pin", pin)
        wait_until(lambda: path.exists() and path.stat().st_size > 0, "video")
        trial.end(watcher)
        path.unlink()
    trial.check(True, "watch receives video with that pin, with and without colons")
    wrong = bare[:-1] + ("0" if bare[-1] != "0" else "1")
    for options, words in ((("--pin", f"sha256:{wrong}"), "fingerprint|pin"), ((), "--pin|--ca")):
        for action in ("watch", "publish"):
            address = f"tls://{relay.address}/live"
            program = trial.watch(address, "-o", path, *options) if action == "watch" else \
                trial.publish(address, clip, *options)
            code = program.wait()
            said = program.said.strip()
            trial.check(code != 0 and len(program.errors) == 1 and re.search(words, said) is not None,
                        f"{action} {' '.join(options)[:24] or 'without a pin'}: exit code {code}, '{said[:300]}'")
    trial.end(publisher)
    trial.end(relay)

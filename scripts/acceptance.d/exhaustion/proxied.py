"""The PROXY protocol from Python and HAProxy: the client's address counts, and only trusted proxies may set it."""
import hashlib
import json
import shutil
import socket
import struct
import urllib.request

import certificates
import crowd
import figures
import wire
from trial import wait_until

SECONDS = 5
#: The proxies that the relay trusts, and an address that it does not trust.
PROXY, OTHER_PROXY, UNTRUSTED = "127.0.0.2", "127.0.0.3", "127.0.0.4"
PER_ADDRESS = 3
TOO_MANY_FROM_ADDRESS = 0x0305
SIGNATURE = bytes.fromhex("0D0A0D0A000D0A515549540A")
TLS_BY_CLIENT = b"\x20" + struct.pack(">HBI", 5, 1, 0)


def line(client, port=50_000):
    """A header of version 1."""
    family = 6 if ":" in client else 4
    return f"PROXY TCP{family} {client} {'::1' if family == 6 else '192.0.2.1'} {port} 7450\r\n".encode()


def binary(client, port=50_000, fields=b"", command=1):
    """A header of version 2, with fields in type, length and value."""
    family = socket.AF_INET6 if ":" in client else socket.AF_INET
    address = socket.inet_pton(family, client)
    body = address + address + struct.pack(">HH", port, 7450) + fields
    return SIGNATURE + struct.pack(">BBH", 0x20 | command, 0x21 if ":" in client else 0x11, len(body)) + body


def run(trial, seconds):
    path = trial.file("proxied.tokens")
    path.write_text(f"users sha256={hashlib.sha256(b'users').hexdigest()} watch=* publish=*\n")
    path.chmod(0o600)
    admin = f"127.0.0.1:{figures.free_port()}"
    relay = trial.relay("--admin", admin, "--tokens", path, "--max-connections-per-address", PER_ADDRESS,
                        "--proxy-protocol-from", f"{PROXY},{OTHER_PROXY}/32")
    by_hand(trial, relay, admin)
    if shutil.which("haproxy"):
        by_haproxy(trial, relay, admin)
    else:
        trial.saw("haproxy is not installed, so only generated headers are tested; on Debian: apt-get install haproxy")
    trial.end(relay)


class Client(wire.Connection):
    """A connection as a proxy makes it, and the relay's response to a viewer."""

    def __init__(self, relay, header, source=PROXY, pieces=1, role=wire.SUBSCRIBE):
        super().__init__(relay.endpoint, source=source)
        data = header + wire.PREFACE + wire.hello(role, "live", token="users")
        step = -(-len(data) // pieces)
        for at in range(0, len(data), step):
            self.send(data[at:at + step])
        answer = self.next()
        self.ended = None if answer and answer[0] == wire.WELCOME else answer and wire.read_ending(answer[0], answer[2])
        self.is_admitted = bool(answer) and self.ended is None


def listed(admin):
    """The connections in the relay's list."""
    with urllib.request.urlopen(f"http://{admin}/connections", timeout=30) as answer:
        return json.load(answer)["connections"]


def by_hand(trial, relay, admin):
    tls = TLS_BY_CLIENT
    for header, peer, what in ((binary("203.0.113.9", fields=tls), "203.0.113.9:50000", "version 2"),
                               (binary("2001:db8::9", fields=b"\1\0\2h2" + tls), "2001:db8::9", "version 2 with IPv6")):
        for pieces in (1, 7, len(header)):
            with Client(relay, header, pieces=pieces) as client:
                shown = [each for each in listed(admin) if peer in (each.get("peer") or "")]
                trial.check(client.is_admitted and len(shown) == 1 and shown[0]["encrypted"],
                            f"{what} in {pieces} pieces, with TLS at the proxy: the relay accepts the token of {peer} "
                            f"{client.ended or ''}")
            wait_until(lambda: not listed(admin), "the end of the connection")
    trial.check("peer=203.0.113.9:50000" in relay.said, "the log contains the client's address")
    for header, what in ((line("203.0.113.9"), "version 1"), (binary("203.0.113.9"), "version 2 without TLS")):
        with Client(relay, header) as client:
            trial.check(client.ended and client.ended.code == wire.ENCRYPTION_REQUIRED,
                        f"{what}: the relay refuses a token without TLS")
    for header, what in ((b"PROXY UNKNOWN\r\n", "UNKNOWN"), (binary("203.0.113.9", command=0), "LOCAL")):
        with Client(relay, header) as client:
            # The relay may still list the connection before it, which has the same address and another port.
            peer = "%s:%d" % client.socket.getsockname()
            shown = [each for each in listed(admin) if each.get("peer") == peer]
            trial.check(client.is_admitted and len(shown) == 1,
                        f"{what}: the connection keeps the proxy's address {client.ended or ''}")

    clients = [Client(relay, binary(f"203.0.113.{number % 4 + 10}", fields=tls), source=OTHER_PROXY)
               for number in range(4 * (PER_ADDRESS + 2))]
    refused = [client.ended.code for client in clients if client.ended]
    trial.check(sum(client.is_admitted for client in clients) == 4 * PER_ADDRESS and
                set(refused) <= {TOO_MANY_FROM_ADDRESS},
                f"the relay admits {len(clients) - len(refused)} of {len(clients)} viewers of four addresses behind "
                f"one proxy")
    for client in clients:
        client.socket.close()

    for header, source, what in ((line("203.0.113.9"), UNTRUSTED, "version 1 from another address"),
                                 (binary("203.0.113.9", fields=tls), UNTRUSTED, "version 2 from another address"),
                                 (b"", PROXY, "no header from a proxy"),
                                 (b"PROXY TCP4 203.0.113.999 192.0.2.1 1 2\r\n", PROXY, "a malformed header")):
        with Client(relay, header, source=source) as client:
            trial.check(client.ended and client.ended.code == wire.NOT_THIS_PROTOCOL and
                        "PROXY protocol" in client.ended.reason,
                        f"{what}: {client.ended.reason if client.ended else 'admitted'}")


def by_haproxy(trial, relay, admin):
    certificate = certificates.Authority(trial, "haproxy").issue("haproxy-server")
    bundle = trial.file("haproxy.pem")
    bundle.write_text(certificate.chain.read_text() + certificate.key.read_text())
    first, second, encrypted = (figures.free_port() for _ in range(3))
    host, port = relay.endpoint
    server = f"server relay {host}:{port} source {PROXY}"
    config = trial.file("haproxy.cfg")
    config.write_text(f"""
defaults
    mode tcp
    timeout connect 5s
    timeout client 1m
    timeout server 1m
listen first
    bind 127.0.0.1:{first}
    {server} send-proxy
listen second
    bind 127.0.0.1:{second}
    {server} send-proxy-v2
listen encrypted
    bind 127.0.0.1:{encrypted} ssl crt {bundle}
    {server} send-proxy-v2-ssl
""")
    proxy = trial.start("haproxy", "-db", "-f", config)
    for bound in (first, second, encrypted):
        wait_until(lambda: _accepts(bound), "HAProxy to listen")
    for bound, source, tls, what in ((first, "127.0.0.7", None, "send-proxy"),
                                     (second, "127.0.0.8", None, "send-proxy-v2"),
                                     (encrypted, "127.0.0.9", crowd.trusting(), "send-proxy-v2-ssl")):
        with wire.Connection(("127.0.0.1", bound), source=source, tls=tls) as client:
            client.send(wire.PREFACE + wire.hello(wire.SUBSCRIBE, "live", token="users"))
            client.wait_for(wire.WELCOME)
            peer = "%s:%d" % client.socket.getsockname()
            shown = [each for each in listed(admin) if each.get("peer") == peer]
            trial.check(len(shown) == 1 and shown[0]["encrypted"] == (tls is not None),
                        f"HAProxy with {what}: the relay lists the client's address {peer}"
                        f"{', encrypted' if tls else ''} {'' if shown else listed(admin)}")
    trial.end(proxy)


def _accepts(port):
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
        return True
    except OSError:
        return False

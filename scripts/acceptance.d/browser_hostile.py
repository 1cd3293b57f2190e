"""The browser player at relays that send garbage or without end: one sentence, flat memory, no markup, no flood."""
import base64
import hashlib
import http.server
import os
import random
import re
import socket
import struct
import threading
import time

import chromium
import figures
import page
import spectator
import wire


#: How long a relay sends without end.
SECONDS = 30
#: Bytes by which the memory of the browser may grow in the last two thirds of that.
GROWTH = 40e6
#: Bytes a second that a relay without end sends: a fast line.
RATE = 20e6
#: No page can keep a browser from collecting one WebSocket message that does not end. The player ends a connection
#: without a welcome after five seconds, and the browser gives the memory back when it likes.
COLLECTED = 2 * 5 * RATE
#: Connections a second that a page may make when it tries again.
CONNECTIONS = 4
#: RFC 6455, 1.3.
_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
MARKUP = b"<img src=x onerror=globalThis.ran=1>"
#: H.264 parameter sets and a slice that decoders take for the begin of a picture.
KEY = bytes.fromhex("00000001 6742c01e da0280f6c0440000030004000003 00f23c58ba80 00000001 68ce3c80 00000001 6588843f")


def run(trial, seconds):
    browser = chromium.Chromium(trial)
    trial.saw(browser.version)
    port = figures.free_port()
    site = f"http://127.0.0.1:{port}"
    relay = trial.relay("--allow-origin", site)
    publisher = page.publish(trial, relay, size="320x180")
    hostile = HostileRelay()
    server = Site(port, relay.address, hostile.address)
    try:
        for name, sentence in ENDING.items():
            ends(trial, browser, hostile, f"{site}/{name}", name, sentence)
        for name in ENDLESS:
            flat(trial, browser, hostile, f"{site}/{name}", name, seconds)
        with spectator.Spectator(browser, width=640, height=360) as viewer:
            viewer.open(f"http://{relay.address}/live")
            trial.check(bool(viewer.moving_numbers()), "after all this, the browser shows pictures of another relay")
    finally:
        server.shutdown()
        server.server_close()
    trial.end(publisher)


class Site(http.server.ThreadingHTTPServer):
    """Pages with the player of a good relay, whose streams are at a hostile one."""

    daemon_threads = True

    def __init__(self, port, relay, hostile):
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("content-type", "text/html")
                self.end_headers()
                self.wfile.write(f"<!doctype html><title>x</title><script type=module src=http://{relay}/@/player.js></script>"
                                 f"<streamd-player controls muted src=http://{hostile}{self.path}></streamd-player>".encode())

            def log_message(self, *_):
                pass

        super().__init__(("127.0.0.1", port), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()


def ends(trial, browser, hostile, address, name, sentence):
    """The player says a sentence, and does not connect in a loop."""
    with spectator.Spectator(browser) as viewer:
        before = hostile.connections[name]
        viewer.open(address)
        said = viewer.wait_for_sentence(sentence)
        time.sleep(2)
        made = hostile.connections[name] - before
        ran = viewer.evaluate(f"globalThis.ran ?? {spectator.INSIDE}.querySelectorAll('img').length")
        trial.check(ran == 0 and made <= 8 and len(re.findall(r"[.!?…](?: |$)", said)) <= 2,
                    f"{name}: the page says: {said} It made {made} connections")


def flat(trial, browser, hostile, address, name, seconds):
    """The memory of the browser does not grow, and the page answers."""
    with spectator.Spectator(browser) as viewer:
        before, sent = hostile.connections[name], hostile.sent[name]
        viewer.open(address)
        samples = []
        slowest = 0
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            time.sleep(0.5)
            began = time.monotonic()
            viewer.evaluate("1")
            slowest = max(slowest, time.monotonic() - began)
            samples.append(memory(browser.pid))
        rest = samples[len(samples) // 3:]
        growth = max(rest[len(rest) // 2:]) - max(rest[: len(rest) // 2])
        made = hostile.connections[name] - before
        allowed = COLLECTED if name == "endless_message" else GROWTH
        trial.check(growth < allowed and made <= 1 + CONNECTIONS * seconds,
                    f"{name}: {(hostile.sent[name] - sent) / 1e6:.0f} MB came in {seconds:.0f} s over {made} connections; memory "
                    f"{samples[0] / 1e6:.0f}, {rest[0] / 1e6:.0f}, {rest[-1] / 1e6:.0f} MB, at most {max(samples) / 1e6:.0f} MB; "
                    f"the page answers within {1000 * slowest:.0f} ms and says: {viewer.sentence!r}")


def memory(pid):
    """Bytes of a process and all below it, shared ones in parts."""
    children, total = {}, 0
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/stat") as file:
                    children.setdefault(int(file.read().rsplit(")", 1)[1].split()[1]), []).append(int(entry))
            except OSError:
                continue
    waiting = [pid]
    while waiting:
        each = waiting.pop()
        waiting += children.get(each, [])
        try:
            with open(f"/proc/{each}/smaps_rollup") as file:
                total += 1024 * int(re.search(r"^Pss: +(\d+)", file.read(), re.MULTILINE)[1])
        except (OSError, TypeError):
            continue
    return total


class HostileRelay:
    """Accepts WebSockets, and sends what the name of the stream says."""

    def __init__(self):
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._listener.getsockname()[1]}"
        self.connections, self.sent = dict.fromkeys(CASES, 0), dict.fromkeys(CASES, 0)
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            connection, _ = self._listener.accept()
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection):
        connection.settimeout(60)
        try:
            request = b""
            while b"\r\n\r\n" not in request:
                piece = connection.recv(4096)
                if not piece:
                    return
                request += piece
            name = request.split(b" ", 2)[1].decode().strip("/")
            key = re.search(rb"(?i)sec-websocket-key: *(\S+)", request)
            if not key or name not in CASES:
                connection.sendall(b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n")
                return
            accept = base64.b64encode(hashlib.sha1(key[1] + _GUID).digest())
            connection.sendall(b"HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
                               b"sec-websocket-protocol: streamd\r\nsec-websocket-accept: " + accept + b"\r\n\r\n")
            self.connections[name] += 1
            for piece, *kind in CASES[name](self):
                head = frame_head(len(piece), *kind)
                connection.sendall(head + piece)
                self.sent[name] += len(piece)
                time.sleep(len(piece) / RATE)
            # What the player says is not read, so that this is no relay that works.
            time.sleep(5)
        except OSError:
            pass
        finally:
            connection.close()


def frame_head(length, first=0x82):
    """RFC 6455, 5.2: a whole binary message, or a part of one."""
    if length < 126:
        return bytes([first, length])
    return struct.pack(">BBH", first, 126, length) if length < 65536 else struct.pack(">BBQ", first, 127, length)


def opening(epoch=1):
    welcome = struct.pack(">IQIIIBxxx", epoch, 7, 8 << 20, 5000, 2000, wire.LIVE)
    return wire.PREFACE + wire.message(wire.WELCOME, welcome) + wire.tracks(epoch)


def garbage(_):
    noise = random.Random(1)
    yield (noise.randbytes(4096),)


def garbage_later(_):
    noise = random.Random(2)
    yield (opening(),)
    yield (noise.randbytes(65536),)


def too_long(_):
    yield (opening() + wire.header(0xFFFFFFFF, wire.FRAME),)


def markup(_):
    body = struct.pack(">HBxIH", 0x0500, 0, 0, len(MARKUP)) + MARKUP
    yield (wire.PREFACE + wire.message(wire.ERROR, body),)


def text(_):
    yield b"hello", 0x81


def circle(relay):
    reason = b"go on"
    to = f"{relay.address}/circle".encode()
    body = struct.pack(">HBxIH", 0x0003, 1, 0, len(reason)) + reason + wire.option(0x0001, to)
    yield (wire.PREFACE + wire.message(wire.GOODBYE, body),)


def frames(_):
    """Random access points that no decoder can decode."""
    yield (opening(),)
    noise = random.Random(3).randbytes(100_000)
    for sequence in range(1 << 30):
        yield (wire.frame(1, sequence, KEY + noise, wire.RANDOM_ACCESS),)


def future(_):
    """Frames whose time never comes."""
    yield (opening(),)
    noise = bytes(1_000_000)
    for sequence in range(1 << 30):
        fields = (0, 0, 1, sequence, sequence * 3_600_000_000, sequence * 3_600_000_000, time.time_ns() // 1000)
        yield (wire.message(wire.FRAME, wire._FRAME.pack(*fields) + KEY + noise, wire.RANDOM_ACCESS if sequence == 0 else 0),)


def endless_message(_):
    """One WebSocket message that never ends."""
    yield opening(), 0x02
    while True:
        yield bytes(1_000_000), 0x00


def pings(_):
    yield (opening(),)
    many = wire.message(wire.PING, struct.pack(">Q", 1)) * 1000
    while True:
        yield (many,)


def epochs(_):
    yield (opening(),)
    for epoch in range(2, 1 << 30):
        yield (wire.tracks(epoch),)


def gaps(_):
    yield (opening(),)
    for number in range(1 << 30):
        yield (wire.message(wire.GAP, struct.pack(">HBxIQQ", 0, number % 256, 1, number * 10, 10)) * 100,)


def unknown(_):
    """Messages of a type that may come in a later version."""
    yield (opening(),)
    one = wire.message(0x0100, bytes(4096)) * 20
    while True:
        yield (one,)


def connections(_):
    """It closes each connection at once."""
    yield (opening(),)
    raise OSError


#: What the page says at the end.
ENDING = {"garbage": " ", "garbage_later": " ", "too_long": " ", "markup": "img", "text": " ", "circle": "cannot follow"}
ENDLESS = ("frames", "future", "endless_message", "pings", "epochs", "gaps", "unknown", "connections")
CASES = {function.__name__: function for function in (
    garbage, garbage_later, too_long, markup, text, circle, frames, future, endless_message, pings, epochs, gaps, unknown,
    connections)}

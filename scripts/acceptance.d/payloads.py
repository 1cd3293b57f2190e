"""The bytes that attackers send: TLS handshakes, HTTP and WebSocket frames without an end."""
import ssl

import crowd
import wire


def client_hello():
    """The first flight of a TLS client."""
    outgoing = ssl.MemoryBIO()
    client = crowd.trusting().wrap_bio(ssl.MemoryBIO(), outgoing)
    try:
        client.do_handshake()
    except ssl.SSLWantReadError:
        pass
    return outgoing.read()


#: What follows in a payload is sent again and again.
REPEAT = b"\n%%repeat%%\n"


def http_garbage(request):
    chunked = b"POST /live HTTP/1.1\r\nHost: relay\r\nTransfer-Encoding: chunked\r\n\r\n"
    return [
        b"GET /" + REPEAT + b"a" * 4096,
        request + REPEAT + b"X-More: and more\r\n" * 64,
        request + b"X-Long: " + REPEAT + b"x" * 4096,
        b"BREW /live HTTP/1.1\r\n\r\n",
        REPEAT + b"GET /nothing HTTP/1.1\r\nHost: relay\r\n\r\n" * 64,
        REPEAT + b"OPTIONS * HTTP/1.1\r\nHost: relay\r\n\r\n" * 64,
        chunked + REPEAT + b"400\r\n" + b"y" * 0x400 + b"\r\n",
        b"GET /live.h264 HTTP/9.9\r\n\r\n",
        b"\r\n" * 100 + b"GET\x00/ HTTP/1.1\r\n\r\n",
        request + b"Content-Length: 99999999999999999999\r\n\r\n",
        request + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ]


def websocket_fragments(hello):
    upgrade = (b"GET /live HTTP/1.1\r\nHost: relay\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
               b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n")
    mask = bytes(4)

    def fragment(data, opcode=0):
        length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
        return bytes([opcode]) + length + mask + data

    grease = wire.message(0x3A3A, b"grease")
    return [
        upgrade + fragment(b"", 2) + REPEAT + fragment(b"") * 256,
        upgrade + fragment(hello[:20], 2) + REPEAT + fragment(b"") * 256,
        upgrade + fragment(hello, 2) + REPEAT + fragment(grease * 16) * 16,
        upgrade + fragment(hello, 2) + REPEAT + fragment(b"") * 256,
        upgrade + b"\x02\xff" + (1 << 40).to_bytes(8, "big") + mask + hello + REPEAT + bytes(4096),
        upgrade + fragment(hello, 2) + REPEAT + b"\x89\x80" + mask,
        upgrade + REPEAT + b"\x89\xfd" + mask + bytes(125),
    ]

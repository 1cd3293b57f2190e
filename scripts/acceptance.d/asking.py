"""Requests a stream from a relay over every protocol of its port, and reports the responses."""
import http.client
import subprocess
import urllib.parse

import websocket
import wire
from trial import Abandoned

#: The stream that all clients watch.
STREAM = "studio/cam"

ADMITTED, UNAUTHORIZED, FORBIDDEN, NEEDS_TLS = "admitted", "unauthorized", "forbidden", "encryption required"

_CODES = {wire.UNAUTHORIZED: UNAUTHORIZED, wire.FORBIDDEN: FORBIDDEN, wire.ENCRYPTION_REQUIRED: NEEDS_TLS}

#: Status, the error's name in a header, and whether there is a challenge.
_STATUSES = {(401, "unauthorized", True): UNAUTHORIZED, (403, "forbidden", False): FORBIDDEN,
             (403, "encryption-required", False): NEEDS_TLS}

#: Role, and whether by TLS, of every way to ask.
WAYS = {
    "publish tcp": (wire.PUBLISH, False), "publish tls": (wire.PUBLISH, True),
    "publish ws": (wire.PUBLISH, False), "publish wss": (wire.PUBLISH, True),
    "watch tcp": (wire.SUBSCRIBE, False), "watch tls": (wire.SUBSCRIBE, True),
    "watch ws": (wire.SUBSCRIBE, False), "watch wss": (wire.SUBSCRIBE, True),
    "watch http": (wire.SUBSCRIBE, False), "watch https": (wire.SUBSCRIBE, True),
    "watch http ?token=": (wire.SUBSCRIBE, False), "watch https ?token=": (wire.SUBSCRIBE, True),
}


def own_address():
    """An address of this machine other than loopback."""
    listed = subprocess.run(["hostname", "-I"], stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    own = next((address for address in listed if "." in address), None)
    if own is None:
        raise Abandoned("this machine has no IPv4 address other than loopback; add one")
    return own


def ask(way, endpoint, stream, token, tls):
    """The result, and every text that came with it."""
    role, encrypted = WAYS[way]
    tls = tls if encrypted else None
    if "http" in way:
        return _ask_http(endpoint, stream, token, tls, in_query="?" in way)
    if "ws" in way:
        try:
            connection = websocket.Connection(endpoint, stream, tls=tls)
        except websocket.InvalidStatus as refusal:
            return _http_result(refusal.response.status_code, refusal.response.headers, str(refusal.response))
    else:
        connection = wire.Connection(endpoint, tls=tls)
    with connection:
        return _ask_protocol(connection, role, stream, token)


def _ask_protocol(connection, role, stream, token):
    connection.send(wire.PREFACE + wire.hello(role, stream, token=token))
    answer = connection.next()
    if answer is None:
        return "closed without a message", ""
    type, _, body = answer
    if type == wire.WELCOME:
        connection.send(wire.goodbye(wire.END_OF_STREAM if role == wire.PUBLISH else wire.DONE))
        while connection.next() is not None:
            pass
        return ADMITTED, ""
    if type not in (wire.ERROR, wire.GOODBYE):
        return f"message {type}", ""
    ending = wire.read_ending(type, body)
    return _CODES.get(ending.code, f"{ending.code:#06x}"), ending.reason


def _ask_http(endpoint, stream, token, tls, in_query):
    host, port = endpoint
    client = http.client.HTTPSConnection(host, port, timeout=30, context=tls) if tls else \
        http.client.HTTPConnection(host, port, timeout=30)
    path, headers = f"/{stream}.h264", {}
    if token is not None and in_query:
        path += "?" + urllib.parse.urlencode({"token": token})
    elif token is not None:
        headers["Authorization"] = f"Bearer {token}"
    try:
        client.request("GET", path, headers=headers)
        response = client.getresponse()
        body = response.read(16 if response.status == 200 else 4096)
    finally:
        client.close()
    words = f"{response.status} {response.reason} {response.headers} {body.decode(errors='replace')}"
    if response.status == 200:
        return ADMITTED if body[:3] in (b"\0\0\0", b"\0\0\1") else f"200 with {body!r}", ""
    return _http_result(response.status, response.headers, words)


def _http_result(status, headers, words):
    # RFC 9110, 15.5.2: an unauthorized response names the required scheme.
    result = (status, headers.get("streamd-error"), bool(headers.get("WWW-Authenticate")))
    return _STATUSES.get(result, f"status {result}"), words

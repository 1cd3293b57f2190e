"""The servers that are compared, each with a publisher that feeds it."""
import contextlib
import functools
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

from . import media
from .programs import BUILD, CLIENT_CORE, HERE, SERVER_CORE, Failure, end, free_port, start, wait_for

NGINX = """load_module {modules}/ngx_rtmp_module.so;
worker_processes 1; master_process off; daemon off; pid {dir}/pid; error_log {dir}/log error; {user}
worker_rlimit_nofile 20000; events {{ worker_connections 16384; }}
rtmp {{ access_log off; server {{ listen 127.0.0.1:{port}; ping 30m; {options} application live {{ live on; }} }} }}
"""

NIO = HERE / "nio/.build/release/forward-nio"

# All viewers have the same address, and many connect at once.
ROOM = {"max-connections": 20000, "max-connections-per-address": 20000, "max-connections-per-second": 100000,
        "max-connections-per-second-per-address": 100000, "max-streams": 4000, "max-streams-per-address": 4000}
LANES = ("nio", "send", "uring", "splice", "auto")
CARRIERS = ("ws", "http", "tls", "wss", "https")
# The carrier of a publisher whose viewers come by another one.
PUBLISHED_BY = {"tls": "streamd", "wss": "ws", "https": "http"}


class Peer:
    """A server by its name: PROGRAM[:VARIANT][+OPTION=VALUE]...

    limit:send, :uring, :tee  +batch=350ms
    limit:ktls                the kernel's TLS, which it must have; with +tls, +wss or +https
    forward                   a loop of send that also takes its frames from a publisher
    forward:nio               the same on SwiftNIO, which ../README.md says how to build
    streamd, streamd:LANE     +OPTION=VALUE is --OPTION VALUE of streamd relay
    before, before:LANE       the same with the program that --before names
    nginx-rtmp                +DIRECTIVE=VALUE goes into its server block

    +ws or +http behind limit, streamd or before: the viewers come by WebSocket, or get the track alone by HTTP;
    +tls, +wss and +https the same in TLS, and the messages in TLS
    """

    def __init__(self, name):
        self.name = name
        head, *options = name.split("+")
        self.program, _, self.variant = head.partition(":")
        self.carrier = next((o for o in options if o in CARRIERS), "streamd")
        self.options = [(key, value) for key, _, value in (o.partition("=") for o in options if o not in CARRIERS)]
        known = {"limit": ("send", "uring", "tee", "ktls"), "streamd": ("", *LANES), "before": ("", *LANES),
                 "nginx-rtmp": ("",), "forward": ("", "nio")}
        if self.variant not in known.get(self.program, ()) or not all(v for _, v in self.options) or (
                self.program in ("nginx-rtmp", "forward") and self.carrier != "streamd") or (
                self.program == "forward" and self.options):
            sys.exit(f"unknown peer: {name}; use one of these. {Peer.__doc__}")
        if self.name == "forward:nio" and not NIO.exists():
            sys.exit(f"{NIO} does not exist; ../README.md says how to build it")
        self.batch_ms = milliseconds(dict(self.options).get("batch", "0ms"))
        self.has_tls = self.carrier in PUBLISHED_BY
        self.is_streamd = self.program in ("streamd", "before")

    def executable(self, args):
        """The build of streamd that it is."""
        if self.program == "before" and not args.before:
            sys.exit(f"{self.name} needs --before PROGRAM: another build of streamd")
        return args.before if self.program == "before" else args.streamd


def milliseconds(text):
    match = re.fullmatch(r"(\d+)(ms|s)", text)
    if not match:
        sys.exit(f"invalid time: {text}; use 350ms, for example")
    return int(match[1]) * (1 if match[2] == "ms" else 1000)


@functools.cache
def certificate():
    """The files of a certificate for this machine, of the kind that relays have, and of its key."""
    chain, key = BUILD / "certificate.pem", BUILD / "key.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                    "-days", "30", "-subj", "/CN=localhost", "-keyout", key, "-out", chain], check=True,
                   stderr=subprocess.DEVNULL)
    return chain, key


@functools.cache
def relay_help(program):
    return subprocess.run([program, "relay", "--help"], capture_output=True, text=True).stdout


@functools.cache
def identity(program):
    """Tells builds of a program apart."""
    return hashlib.sha256(pathlib.Path(program).read_bytes()).hexdigest()[:12]


@functools.cache
def refusal(program, lane):
    """The relay's error when this build or this system lacks a lane; empty if it has the lane."""
    relay = subprocess.Popen([program, "relay", "--listen", "127.0.0.1:0", "--admin", "off", "--log-level", "error",
                              "--fan-out", lane], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    try:
        return relay.communicate(timeout=1)[1].strip()
    except subprocess.TimeoutExpired:
        end(relay)
        return ""


def offered(names, args):
    """The peers that these builds of streamd support, each once; a build without lanes is one peer."""
    found = []
    for name in names:
        peer = Peer(name)
        program = peer.executable(args)
        lacking = [] if not peer.is_streamd else [
            f for f in ["fan-out"] * bool(peer.variant) + [k for k, _ in peer.options]
            if f"--{f} " not in relay_help(program)]
        if lacking == ["fan-out"]:
            print(f"{name}: this streamd has no --fan-out, and runs without it", flush=True)
            name = name.replace(f":{peer.variant}", "")
        elif lacking:
            print(f"{name} is skipped: this streamd has no --{lacking[0]}", flush=True)
            continue
        elif peer.is_streamd and peer.variant and (reason := refusal(program, peer.variant)):
            print(f"{name} is skipped: {reason}", flush=True)
            continue
        if name not in found:
            found.append(name)
    return found


class Server:
    """A server with a publisher that feeds it; `load` brings the viewers.

    `pinned`: the server has one core, and all other programs the other one. `streams`: their number, 0 for one stream
    without a number. `aligned`: the first frame is sent when the wall clock is a multiple of so many seconds. `origin`:
    the server that it takes the stream from, in place of a publisher. `is_aside`: pinned to the core of the others.
    """

    def __init__(self, name, args, stack, *, pinned, stream=None, streams=0, threads=None, aligned=0, env=None, origin=None,
                 is_aside=False):
        self.args, self.mode, self.port, self.publisher = args, Peer(name).carrier, free_port(), None
        self.stream, self.streams = stream or args.stream, streams
        self.rate = args.fps or media.usual_rate(self.stream)
        self.core, self.client_core = (SERVER_CORE, CLIENT_CORE) if pinned else (None, None)
        self.core = self.client_core if is_aside else self.core
        self.threads = threads or (1 if pinned else None)
        peer, frames = Peer(name), media.sizes(self.stream, self.rate)
        self.batch = peer.batch_ms / 1000  # the newest frames may be this many seconds late

        def serve(*argv):
            self.serve = lambda: start(argv, stack, self.core, args.nice, env, stderr=None)
            return self.serve()

        if peer.program == "limit":
            together = max(1, peer.batch_ms * self.rate // 1000)
            secrets = ["-c", certificate()[0], "-y", certificate()[1]] if peer.has_tls else []
            self.process = serve(BUILD / "limit", "-P", self.port, "-f", frames, "-v", peer.variant, "-m", self.mode,
                                 "-r", self.rate, "-k", together, *secrets)
        elif peer.program == "forward":
            self.process = serve(NIO, self.port) if peer.variant else serve(BUILD / "forward", "-P", self.port)
        elif peer.program == "nginx-rtmp":
            self.mode = "rtmp"
            self.process = serve(*self.nginx(peer, stack))
        else:
            lane = ["--fan-out", peer.variant] if peer.variant else []
            settings = {"listen": f"127.0.0.1:{self.port}", "admin": f"127.0.0.1:{free_port()}", "log-level": "error",
                        **ROOM, **({"origin": f"127.0.0.1:{origin.port}"} if origin else {}), **({"threads": self.threads} if self.threads else {}), **dict(peer.options)}
            if peer.has_tls:
                settings["tls-certificate"], settings["tls-key"] = certificate()
            self.process = serve(peer.executable(args), "relay", *lane,
                                 *(word for key, value in settings.items() for word in (f"--{key}", value)))
        wait_for(self.port)
        self.publish = lambda: start(
            [BUILD / "pace", "-P", self.port, "-m", PUBLISHED_BY.get(self.mode, self.mode), "-f", frames, "-S", streams,
             "-r", self.rate, "-g", media.KEY_FRAME_SECONDS * self.rate, "-a", aligned],
            stack, self.client_core, args.nice - 5 if os.getuid() == 0 else 0, stdout=subprocess.PIPE, stderr=None,
            text=True)
        if peer.program != "limit" and not origin:
            self.publisher = self.publish()

    def restart(self):
        """Kills the server, and starts it and its publisher again. Returns the seconds until the server listened."""
        if self.publisher:
            end(self.publisher)
        self.process.kill()
        self.process.wait()
        began = time.monotonic()
        self.process = self.serve()
        wait_for(self.port)
        took = time.monotonic() - began
        if self.publisher:
            self.publisher = self.publish()
        return took

    def nginx(self, peer, stack):
        directory = stack.enter_context(tempfile.TemporaryDirectory())
        version = subprocess.run(["nginx", "-V"], capture_output=True, text=True).stderr
        modules = next(w.partition("=")[2] for w in version.split() if w.startswith("--modules-path="))
        options = " ".join(f"{key} {value};" for key, value in {"chunk_size": 4096, **dict(peer.options)}.items())
        config = pathlib.Path(directory, "conf")
        config.write_text(NGINX.format(dir=directory, port=self.port, modules=modules, options=options,
                                       user="user root;" if os.getuid() == 0 else ""))
        return "nginx", "-p", directory, "-c", config

    def load(self, stack, viewers, warm, *more, niceness=None, seconds=None, **options):
        if any(p and p.poll() is not None for p in (self.process, self.publisher)):
            raise Failure("the server or its publisher ended")
        return start([BUILD / "fanload", "-n", viewers, "-P", self.port, "-m", self.mode, "-S", self.streams,
                      "-w", warm, "-d", seconds or self.args.seconds, "-p", self.process.pid, *more],
                     stack, self.client_core, self.args.nice if niceness is None else niceness,
                     **{"stdout": subprocess.PIPE, "stderr": None, "text": True, **options})

    def publisher_lateness(self):
        """Ends the publisher; returns how late its latest frame was sent, in ms, which no relay causes."""
        if not self.publisher:
            return 0
        end(self.publisher)
        with contextlib.suppress(json.JSONDecodeError):
            return json.loads(self.publisher.stdout.read())["late_us"] / 1000
        raise Failure("the publisher ended")

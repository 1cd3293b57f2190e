"""The instructions of a server per viewer and frame, in the lab's emulated guest, which has a kernel with TLS.

They include those of its system calls, and do not depend on what else the machine does. They are not time: an
instruction that encrypts a block counts as one.
"""
import contextlib
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from . import media
from .programs import HERE, Failure, keep, result, spread
from .servers import Server, offered

#: Set in the guest, whose clock counts instructions: one is a nanosecond.
_INSIDE = "FANOUT_GUEST"
#: The rows of a run, in the folder that the guest shares with this machine.
_ROWS = pathlib.Path("/mnt/rows.json")
_LAB = HERE.parent.parent / "scripts/lab"


def options(parser):
    parser.add_argument("--peers", nargs="+", default=["limit:send", "limit:send+tls", "limit:ktls+tls"])


def instructions(args):
    if os.environ.get(_INSIDE):
        return measure(args)
    # What the guest makes is lost with it, except for what is in the folder.
    media.sizes(args.stream, args.fps or media.usual_rate(args.stream))
    with tempfile.TemporaryDirectory() as out:
        job = subprocess.run([_LAB, "job", out, "env", f"{_INSIDE}=1", sys.executable, HERE / "run", *sys.argv[1:]],
                             env=os.environ | {"GUEST_TIME": "instructions"}, check=False)
        if job.returncode:
            raise Failure("the guest failed")
        if args.json:
            with open(args.json, "a", encoding="utf-8") as file:
                file.write(pathlib.Path(out, _ROWS.name).read_text())
    return None


def measure(args):
    args.json = args.json and _ROWS
    for peer in offered(args.peers, args):
        found = [one(peer, args) for _ in range(args.rounds)]
        print(f"{peer}: {spread(found, '%.1f')} thousand instructions per viewer and frame, {args.viewers} viewers of "
              f"{args.stream}", flush=True)


def one(peer, args):
    with contextlib.ExitStack() as stack:
        server = Server(peer, args, stack, pinned=False, threads=1)
        time.sleep(1)
        r = result(server.load(stack, args.viewers, args.warm))
    if not r["frames"]:
        raise Failure(f"{peer} sent nothing")
    thousands = 1e6 * r["server_cpu"] / r["frames"]
    keep(args, peer=peer, stream=args.stream, thousands=thousands, **r)
    return thousands

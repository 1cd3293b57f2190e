"""The instructions of a server per viewer and frame, in the lab's emulated guest, which has a kernel with TLS.

They include those of its system calls, and do not depend on what else the machine does. They are not time: an
instruction that encrypts a block counts as one.
"""
import contextlib
import os
import subprocess
import sys
import tempfile
import time

from . import media
from .programs import HERE, Failure, keep, result
from .servers import Server, offered

#: Set in the guest, whose clock counts instructions: one is a nanosecond.
_INSIDE = "FANOUT_GUEST"
_LAB = HERE.parent.parent / "scripts/lab"


def options(parser):
    parser.add_argument("--peers", nargs="+", default=["limit:send", "limit:send+tls", "limit:ktls+tls"])


def instructions(args):
    if os.environ.get(_INSIDE):
        return measure(args)
    # What the guest makes is lost with it.
    media.sizes(args.stream, args.fps or media.usual_rate(args.stream))
    with tempfile.TemporaryDirectory() as out:
        job = subprocess.run([_LAB, "job", out, "env", f"{_INSIDE}=1", sys.executable, HERE / "run", *sys.argv[1:]],
                             env=os.environ | {"GUEST_TIME": "instructions"}, check=False)
    if job.returncode:
        raise Failure("the guest failed")
    return None


def measure(args):
    for peer in offered(args.peers, args):
        with contextlib.ExitStack() as stack:
            server = Server(peer, args, stack, pinned=False, threads=1)
            time.sleep(1)
            r = result(server.load(stack, args.viewers, args.warm))
        if not r["frames"]:
            raise Failure(f"{peer} sent nothing")
        thousands = 1e6 * r["server_cpu"] / r["frames"]
        keep(args, peer=peer, stream=args.stream, thousands=thousands, **r)
        print(f"{peer}: {thousands:.1f} thousand instructions per viewer and frame, {args.viewers} viewers of "
              f"{args.stream}", flush=True)

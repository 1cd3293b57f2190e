"""Heap allocations per viewer and frame."""
import contextlib
import mmap
import pathlib
import struct
import tempfile
import time

from .programs import BUILD, keep, result
from .servers import Server, offered


def options(parser):
    parser.add_argument("--peers", nargs="+", default=["streamd"])


def allocations(args):
    for peer in offered(args.peers, args):
        print(f"{peer}: {of_one(peer, args):.3f} allocations per viewer and frame", flush=True)


def of_one(peer, args):
    with contextlib.ExitStack() as stack:
        counter = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()), "count")
        server = Server(peer, args, stack, pinned=False,
                        env={"LD_PRELOAD": str(BUILD / "mallocs"), "MALLOCS": str(counter)})
        per_frame = {}
        for viewers in (1, args.viewers):
            load = server.load(stack, viewers, args.warm)
            time.sleep(args.warm + 2)
            with open(counter, "rb") as file, mmap.mmap(file.fileno(), 8, access=mmap.ACCESS_READ) as page:
                before = struct.unpack("Q", page)[0]
                time.sleep(args.seconds - 3)
                after = struct.unpack("Q", page)[0]
            result(load)
            per_frame[viewers] = (after - before) / (args.seconds - 3) / server.rate
            print(f"  {viewers} viewers: {per_frame[viewers]:.1f} allocations per frame", flush=True)
            time.sleep(1)
    each = (per_frame[args.viewers] - per_frame[1]) / (args.viewers - 1)
    keep(args, peer=peer, viewers=args.viewers, stream=args.stream, allocations=each)
    return each

"""User memory per viewer."""
import contextlib
import time

from .programs import keep, result, spread
from .servers import Server, offered


def options(parser):
    parser.add_argument("--peers", nargs="+", default=["streamd"])
    parser.add_argument("--fill", type=float, default=14, help="seconds until the log is full")


def memory(args):
    for peer in offered(args.peers, args):
        figures = []
        for _ in range(args.rounds):
            with contextlib.ExitStack() as stack:
                server = Server(peer, args, stack, pinned=False)
                time.sleep(args.fill)
                m = result(server.load(stack, args.viewers, args.warm))["memory_kb"]
            figures.append((m["anonymous"] - m["anonymous_before"]) / args.viewers)
            keep(args, peer=peer, viewers=args.viewers, stream=args.stream, kb_per_viewer=figures[-1], **m)
            print(f"  {figures[-1]:.2f} kB per viewer; anonymous {m['anonymous_before']} -> {m['anonymous']} kB, "
                  f"private dirty {m['private_dirty']} kB, resident {m['rss']} kB", flush=True)
        print(f"{peer}: user memory per viewer, {args.viewers} viewers: {spread(figures, '%.2f')} kB", flush=True)

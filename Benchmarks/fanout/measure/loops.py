"""How much two event loops serve that one does not."""
import contextlib
import time

from .programs import keep, remarks, result, spread
from .servers import Server, offered

WANTED = 1.8
PREMISE = """Relay and viewers share the machine, so two loops are never given twice the work here. What is measured is
the CPU that the busier loop spends per viewer and frame of them all: a core that is full serves what that allows."""


def options(parser):
    parser.add_argument("--peers", nargs="+", default=["streamd:nio", "streamd:send", "streamd:uring"])
    parser.add_argument("--streams", type=int, default=1)


def loops(args):
    print(PREMISE, flush=True)
    for peer in offered(args.peers, args):
        gains, growth = [], []
        for _ in range(args.rounds):
            one_loop, two_loops = (one(peer, count, args) for count in (1, 2))
            gains.append(one_loop["busiest"] / two_loops["busiest"])
            growth.append(two_loops["all"] / one_loop["all"])
        print(f"{peer}: cost per viewer and frame with two loops {spread(growth, '%.2f')} times that with one; "
              f"two loops serve {spread(gains, '%.2f')} times what one does; wanted {WANTED}", flush=True)


def one(peer, threads, args):
    """µs per viewer and frame with so many loops: of all threads, and of the busiest."""
    with contextlib.ExitStack() as stack:
        server = Server(peer, args, stack, pinned=False, streams=args.streams, threads=threads)
        time.sleep(1)
        r = result(server.load(stack, args.viewers, args.warm, "-q", args.rest))
    costs = {"all": 1e6 * r["server_cpu"] / r["frames"], "busiest": 1e6 * max(r["server_threads"]) / r["frames"]}
    loops = sorted(r["server_threads"], reverse=True)[:threads]
    shares = " + ".join(f"{share / r['server_cpu']:.0%}" for share in loops)
    keep(args, peer=peer, threads=threads, stream=args.stream, streams=args.streams, costs=costs, **r)
    print(f"  {peer}, {threads} {'loop' if threads == 1 else 'loops'}: {costs['all']:.2f} µs per viewer and frame, "
          f"of its CPU {shares} in its loops; {remarks(r, server)}", flush=True)
    return costs

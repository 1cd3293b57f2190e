"""The capacity of two event loops, compared with one."""
import contextlib
import time

from .programs import keep, remarks, result, spread
from .servers import Server, offered

WANTED = 1.8
PREMISE = """The relay and the viewers share the machine, so two loops cannot get twice the work. This measures the
CPU time of the busier loop per frame and viewer of all loops, which limits the capacity of a full core."""


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
        print(f"{peer}: two loops need {spread(growth, '%.2f')} times the CPU time of one per viewer and frame, and "
              f"have {spread(gains, '%.2f')} times its capacity; the goal is {WANTED}", flush=True)


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
          f"with {shares} of the CPU time in its loops; {remarks(r, server)}", flush=True)
    return costs

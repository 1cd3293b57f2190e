"""The cost of many streams with few viewers each, compared with few streams with many."""
import contextlib
import statistics
import time

from .elsewhere import Elsewhere
from .programs import SERVER_CORE, keep, remarks, result, spread
from .servers import Server, offered

BOUND = 1.3


def options(parser):
    parser.add_argument("--peers", nargs="+", default=["streamd:nio", "streamd:send", "streamd:uring"])
    parser.add_argument("--many", type=int, default=1000, metavar="STREAMS")
    parser.add_argument("--few", type=int, default=10, metavar="STREAMS")


def streams(args):
    for peer in offered(args.peers, args):
        costs = {args.few: [], args.many: []}
        for _ in range(args.rounds):
            for count in costs:
                costs[count].append(one(peer, count, args))
        ratios = [m / f for m, f in zip(costs[args.many], costs[args.few])]
        for count, values in costs.items():
            print(f"{peer}, {count} x {args.viewers // count}: {spread(values, '%.2f')} µs per viewer and frame")
        print(f"{peer}: ratio {spread(ratios, '%.2f')}; the bound is {BOUND}: "
              f"{'passed' if statistics.median(ratios) <= BOUND else 'FAILED'}", flush=True)


def one(peer, count, args):
    """One round with so many streams and an equal share of the viewers for each."""
    with contextlib.ExitStack() as stack:
        server = Server(peer, args, stack, pinned=True, streams=count)
        time.sleep(2)
        elsewhere = stack.enter_context(Elsewhere(SERVER_CORE))
        r = result(server.load(stack, args.viewers, args.warm, "-q", args.rest))
        # The larger a lane, the more of its work ksoftirqd does; without it, large lanes would seem cheaper.
        cpu = r["server_cpu"] + elsewhere.during(r["seconds"])
        late = server.publisher_lateness()
    cost = 1e6 * cpu / r["frames"]
    keep(args, peer=peer, stream=args.stream, streams=count, rate=server.rate, us=cost, publisher_late_ms=late, **r)
    print(f"  {peer}, {count} streams x {args.viewers // count} viewers of {args.stream} at {server.rate} frames/s: "
          f"{cost:.2f} µs per viewer and frame, {100 * cpu / r['seconds']:.0f} % of a core, "
          f"viewers {100 * r['own_cpu'] / r['seconds']:.0f} %; {remarks(r, server)}; "
          f"the publisher was at most {late:.1f} ms late", flush=True)
    return cost

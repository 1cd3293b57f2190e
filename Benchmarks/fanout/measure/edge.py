"""The cost of a viewer at an edge, compared with one at a relay that has the publisher; and that of an edge for its origin,
compared with a viewer there."""
import contextlib

from .pair import ELSEWHERE, TRIES, together
from .programs import Failure, keep, spread
from .servers import Server, offered

#: All that this measurement needs.
PROGRAMS = ("fanload", "pace")
BOUND = 1.1


def options(parser):
    parser.add_argument("--peers", nargs="+", default=["streamd:send"])


def edge(args):
    measurements = {"edge": (at_edge, "a viewer at an edge, compared with one where the publisher is"),
                    "upstream": (upstream, "a relay that takes a stream, compared with a viewer")}
    for peer in offered(args.peers, args):
        rows = {name: [] for name in measurements}
        for _ in range(args.rounds):
            for name, (measure, _) in measurements.items():
                rows[name] += round_of(name, measure, peer, args)
        for name, (_, what) in measurements.items():
            if rows[name]:
                ratios = [row["ratio"] for row in rows[name]]
                print(f"{peer}, {what}: ratio {spread(ratios, '%.2f')}, µs per viewer and frame "
                      f"{spread([row['us'] for row in rows[name]], '%.2f')} compared with "
                      f"{spread([row['base_us'] for row in rows[name]], '%.2f')}; the bound is {BOUND}: "
                      f"{'passed' if sorted(ratios)[len(ratios) // 2] <= BOUND else 'FAILED'}", flush=True)


def round_of(name, measure, peer, args):
    """A round in a list; nothing when each try failed or was disturbed too much."""
    for _ in range(TRIES):
        try:
            with contextlib.ExitStack() as stack:
                base, other, elsewhere = measure(peer, args, stack)
        except Failure as failure:
            print(f"  {name}: {failure}; trying again", flush=True)
            continue
        if elsewhere >= ELSEWHERE:
            print(f"  {name}: ksoftirqd did {elsewhere:.0%} of the work; trying again", flush=True)
            continue
        cost, base_cost = (1e6 * load["server_cpu"] / load["frames"] for load in (other, base))
        row = {"peer": peer, "what": name, "stream": args.stream, "viewers": args.viewers, "ratio": cost / base_cost,
               "us": cost, "base_us": base_cost, "elsewhere": elsewhere, "flaws": other["flaws"], "base_flaws": base["flaws"]}
        keep(args, **row)
        flawed = "".join(f"; flaws {load['flaws']}" for load in (other, base) if load["flaws"])
        print(f"  {name}: {row['ratio']:.2f}, {cost:.2f} µs compared with {base_cost:.2f} µs{flawed}", flush=True)
        return [row]
    return []


def at_edge(peer, args, stack):
    """A relay with a publisher, and an edge whose origin has the other core, both at once on one core."""
    own = Server(peer, args, stack, pinned=True)
    origin = Server(peer, args, stack, pinned=True, is_aside=True)
    return together([own, Server(peer, args, stack, pinned=True, origin=origin)], args.viewers, args, stack)


def upstream(peer, args, stack):
    """Two relays with a publisher each: one has viewers, the other as many connections of relays."""
    servers = [Server(peer, args, stack, pinned=True) for _ in range(2)]
    return together(servers, args.viewers, args, stack, ((), ("-R",)))

"""The CPU time of each peer relative to a base, both at once on one core; and the README's table of it."""
import contextlib
import statistics
import time

from .elsewhere import softirq_cpu
from .programs import SERVER_CORE, Failure, flaws, keep, kept, result, spread
from .servers import Peer, Server, identity, offered

ALL = ["limit:send", "limit:uring", "nginx-rtmp", "streamd:nio", "streamd:send", "streamd:uring"]
ELSEWHERE = 0.1  # the share of work that may be charged to no process
TRIES = 4
AROUND = 2  # seconds of a round beside waiting and measuring


def options(parser, table):
    parser.add_argument("--base", default="limit:send")
    parser.add_argument("--peers", nargs="+", default=ALL)
    parser.add_argument("--rest", type=int, default=3 if table else 0, metavar="MS",
                        help="how long the viewers sleep after each turn, so that servers do not have to wake them")


def both(peer, stream, viewers, args):
    """Runs the base and a peer; also returns the share of their work that the system charged to neither of them."""
    with contextlib.ExitStack() as stack:
        servers = [Server(p, args, stack, stream=stream, pinned=True) for p in (args.base, peer)]
        return together(servers, viewers, args, stack)


def together(servers, viewers, args, stack, more=((), ())):
    """Loads two servers at once, each with `more` options; returns the same."""
    time.sleep(1)
    loads = [s.load(stack, viewers, args.warm, "-q", args.rest, *options) for s, options in zip(servers, more)]
    time.sleep(args.warm)
    before, began = softirq_cpu(SERVER_CORE), time.monotonic()
    base, other = [result(load) for load in loads]
    for load, server in zip((base, other), servers):
        load["flaws"] = flaws(load, server)
    daemon = (softirq_cpu(SERVER_CORE) - before) / (time.monotonic() - began)
    charged = base["server_cpu"] / base["seconds"] + other["server_cpu"] / other["seconds"]
    return base, other, daemon / (daemon + charged)


def round_of(peer, stream, viewers, args):
    """One round as a row; None when each try failed or was disturbed too much."""
    for _ in range(TRIES):
        try:
            base, other, elsewhere = both(peer, stream, viewers, args)
        except Failure as failure:
            print(f"  {peer}: {failure}; trying again", flush=True)
            continue
        if elsewhere < ELSEWHERE:
            break
        print(f"  {peer}: ksoftirqd did {elsewhere:.0%} of the work; trying again", flush=True)
    else:
        return None
    cost, base_cost = (1e6 * load["server_cpu"] / load["frames"] for load in (other, base))
    row = {"peer": peer, "base": args.base, "stream": stream, "viewers": viewers, "rest": args.rest,
           "ratio": cost / base_cost, "us": cost, "base_us": base_cost, "elsewhere": elsewhere,
           "flaws": other["flaws"], "base_flaws": base["flaws"],
           "streamd": build_of(peer, args)}
    keep(args, **row)
    found_flaws = "".join(f"; {name} {found}" for name, found in ((peer, row["flaws"]), (args.base, row["base_flaws"]))
                   if found)
    print(f"  {stream} x {viewers}, {peer}: {row['ratio']:.2f}, {cost:.2f} µs compared with {base_cost:.2f} µs"
          f"{found_flaws}", flush=True)
    return row


def build_of(peer, args):
    builds = [identity(p.executable(args)) for p in (Peer(peer), Peer(args.base)) if p.is_streamd]
    return "+".join(dict.fromkeys(builds)) or None


def cell(row):
    return row["stream"], row["viewers"], row["peer"], row["base"], row["rest"], row["streamd"]


def rounds(cells, args):
    """Repeats all cells round after round, so that a change of the machine's load affects all alike."""
    rows = kept(args)
    for number in range(args.rounds):
        for stream, viewers, peer in cells:
            wanted = stream, viewers, peer, args.base, args.rest, build_of(peer, args)
            if sum(cell(r) == wanted for r in rows) <= number:
                row = round_of(peer, stream, viewers, args)
                rows += [row] if row else []
    return rows


def pair(args):
    peers = offered(args.peers, args)
    print(f"CPU per viewer and frame relative to {args.base}, {args.viewers} viewers of {args.stream} each, "
          f"{args.rounds} rounds", flush=True)
    rows = rounds([(args.stream, args.viewers, p) for p in peers], args)
    for peer in peers:
        own = [r for r in rows if cell(r) == (args.stream, args.viewers, peer, args.base, args.rest,
                                              build_of(peer, args))]
        if own:
            print(f"{peer:26} ratio {spread([r['ratio'] for r in own], '%.2f')}   "
                  f"µs per viewer and frame {spread([r['us'] for r in own], '%.2f')}", flush=True)


def table(args):
    peers = offered(args.peers, args)
    cells = [(s, n, p) for s in args.stream.split(",") for n in map(int, args.viewers.split(",")) for p in peers]
    done = [cell(r) for r in kept(args)]
    left = sum(max(0, args.rounds - done.count((*c, args.base, args.rest, build_of(c[2], args)))) for c in cells)
    print(f"{left} rounds are left, about {left * (args.seconds + args.warm + AROUND) / 60:.0f} minutes", flush=True)
    try:
        rounds(cells, args)
    finally:  # also prints the partial result when it is stopped
        print_table(cells, kept(args), args)


def print_table(cells, rows, args):
    streams, counts, peers = ([*dict.fromkeys(c[i] for c in cells)] for i in range(3))
    print(f"\nCPU per viewer and frame, relative to {args.base} on the same core; "
          f"median of the rounds, [minimum maximum], µs\n")
    for stream in streams:
        print(f"| {stream}bit/s | " + " | ".join(f"{n} viewers" for n in counts) + " |")
        print("|---" * (len(counts) + 1) + "|")
        for peer in peers:
            shown = []
            for n in counts:
                own = [r for r in rows if cell(r) == (stream, n, peer, args.base, args.rest, build_of(peer, args))]
                shown.append("" if not own else f"{spread([r['ratio'] for r in own], '%.2f')}, "
                                                f"{statistics.median(r['us'] for r in own):.1f} µs, {len(own)} rounds")
            print(f"| {peer} | " + " | ".join(shown) + " |")
        print()
    for row in rows:
        if row["flaws"] and cell(row)[3:5] == (args.base, args.rest):
            print(f"incomplete: {row['peer']}, {row['viewers']} viewers of {row['stream']}, {row['when']}: "
                  f"{row['flaws']}")

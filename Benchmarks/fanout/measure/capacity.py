"""Whether many viewers are served without a gap, and the cost of it."""
import contextlib
import pathlib
import sys
import time

from .programs import Failure, flaws, keep, remarks, result
from .servers import Server, offered


def options(parser):
    parser.add_argument("--peers", nargs="+", default=["streamd"])
    parser.add_argument("--threads", type=int, help="event loops of streamd; one per core by default")


def system_memory():
    """kB that the system uses: in total, and for the kernel's objects, such as sockets and their buffers."""
    lines = pathlib.Path("/proc/meminfo").read_text().splitlines()
    values = {key: int(rest.split()[0]) for key, rest in (line.split(":") for line in lines)}
    return values["MemTotal"] - values["MemAvailable"], values["Slab"]


def capacity(args):
    failed = False
    for peer in offered(args.peers, args):
        for _ in range(args.rounds):
            try:
                failed = bool(one(peer, args)) or failed
            except Failure as failure:
                print(f"{peer}: {failure}", flush=True)
                failed = True
    sys.exit(1 if failed else 0)


def one(peer, args):
    with contextlib.ExitStack() as stack:
        server = Server(peer, args, stack, pinned=False, threads=args.threads)
        time.sleep(1)
        before = system_memory()
        load = server.load(stack, args.viewers, args.warm)
        time.sleep(args.warm + args.seconds / 2)
        used, slab = (after - b for after, b in zip(system_memory(), before))
        r = result(load)
        late = server.publisher_lateness()
    found, m = flaws(r, server), r["memory_kb"]
    keep(args, peer=peer, stream=args.stream, rate=server.rate, flaws=found, system_kb=used, slab_kb=slab, **r)
    print(f"{peer}: {args.viewers} viewers of {args.stream} at {server.rate} frames/s for {r['seconds']:.0f} s: "
          f"{r['frames'] / args.viewers / r['seconds']:.2f} frames/s each "
          f"({r['frames_fewest']} to {r['frames_most']}), {r['bytes'] * 8e-9 / r['seconds']:.2f} Gbit/s, "
          f"{r['gap_frames']} in gaps, {r['faults']} lost, {r['closed']} closed; {remarks(r, server)}\n"
          f"  CPU: server {100 * r['server_cpu'] / r['seconds']:.0f} % of a core, "
          f"{1e6 * r['server_cpu'] / r['frames']:.2f} µs per viewer and frame; "
          f"viewers {100 * r['own_cpu'] / r['seconds']:.0f} %\n"
          f"  memory: server {m['rss'] / 1024:.0f} MB resident, "
          f"{(m['anonymous'] - m['anonymous_before']) / args.viewers:.2f} kB of private memory per viewer; "
          f"the whole machine {used / 1024:.0f} MB more than before, {slab / 1024:.0f} MB of that in the kernel's "
          f"objects, for both ends of each connection\n"
          f"  latency to the viewers: p50 {r['read']['p50'] / 1000:.1f} ms, p99 {r['read']['p99'] / 1000:.1f} ms; "
          f"the publisher was at most {late:.1f} ms late", flush=True)
    return found

"""The cost of each peer, with the network work that the system does for it and charges to no process."""
import contextlib
import os
import statistics
import time

from .elsewhere import Elsewhere
from .programs import CLIENT_CORE, SERVER_CORE, keep, remarks, result, spread
from .servers import Server, offered


def options(parser):
    parser.add_argument("--peers", nargs="+",
                        default=["limit:send", "limit:uring", "nginx-rtmp", "streamd:nio", "streamd:send",
                                 "streamd:uring"])
    parser.add_argument("--rest", type=int, default=3, metavar="MS", help="as for pair")


def core(args):
    # This program must not use the measured core.
    os.sched_setaffinity(0, {CLIENT_CORE})
    peers = offered(args.peers, args)
    charged, total = ({p: [] for p in peers} for _ in range(2))
    for _ in range(args.rounds):
        for peer in peers:
            with contextlib.ExitStack() as stack:
                server = Server(peer, args, stack, pinned=True)
                time.sleep(1)
                elsewhere = stack.enter_context(Elsewhere(SERVER_CORE))
                r = result(server.load(stack, args.viewers, args.warm, "-q", args.rest))
                taken = elsewhere.during(r["seconds"])
            charged[peer].append(1e6 * r["server_cpu"] / r["frames"])
            total[peer].append(1e6 * (r["server_cpu"] + taken) / r["frames"])
            keep(args, peer=peer, stream=args.stream, charged_us=charged[peer][-1], whole_us=total[peer][-1], **r)
            print(f"  {peer}: {total[peer][-1]:.2f} µs, of which {charged[peer][-1]:.2f} are charged to it; "
                  f"{remarks(r, server)}", flush=True)
    base = statistics.median(total[peers[0]])
    print(f"\nµs per viewer and frame, {args.viewers} viewers of {args.stream}, {args.rounds} rounds, "
          f"one peer at a time: median [minimum maximum]\n")
    print(f"| peer | with ksoftirqd's work | beside {peers[0]} | charged to the server |\n|---|---|---|---|")
    for peer in peers:
        print(f"| {peer} | {spread(total[peer], '%.2f')} | {statistics.median(total[peer]) / base:.2f} | "
              f"{spread(charged[peer], '%.2f')} |")

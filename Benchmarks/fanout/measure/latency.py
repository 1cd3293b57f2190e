"""The latency from the publisher to the first and the last of many viewers, with each relay and without one."""
import contextlib
import time

from .programs import keep, remarks, result, spread
from .servers import Server, offered

WITHOUT = "limit:send"
POINTS = {"system": "received by the viewer's system", "read": "read by the viewer's program"}


def options(parser):
    parser.add_argument("--peers", nargs="+", default=["nginx-rtmp", "nginx-rtmp+chunk_size=65536", "streamd:nio",
                                                       "streamd:send", "streamd:uring"])


def latency(args):
    peers = [WITHOUT, *offered(args.peers, args)]
    results = {p: [] for p in peers}
    for _ in range(args.rounds):
        for peer in peers:
            with contextlib.ExitStack() as stack:
                server = Server(peer, args, stack, pinned=True)
                time.sleep(1)
                r = result(server.load(stack, args.viewers, args.warm, "-t", "-l", 10))
                late = server.publisher_lateness()
            results[peer].append(r)
            keep(args, peer=peer, stream=args.stream, publisher_late_ms=late, **r)
            print(f"  {peer}: first viewer {r['system_first']['p50'] / 1000:.2f} ms, "
                  f"last {r['system_last']['p50'] / 1000:.2f} ms; {remarks(r, server)}", flush=True)
    columns = [(whose, share) for whose in ("first", "last") for share in ("p50", "p99")]
    for point, words in POINTS.items():
        print(f"\nms from the publisher's send until {words}; {args.viewers} viewers of {args.stream}, "
              f"{args.rounds} rounds: median [minimum maximum]\n")
        print(f"| {point} | " + " | ".join(f"{w} viewer {s}" for w, s in columns) + " | all p99 |")
        print("|---" * (len(columns) + 2) + "|")
        for peer in peers:
            cells = [spread([r[f"{point}_{w}"][s] / 1000 for r in results[peer]], "%.2f") for w, s in columns]
            cells.append(spread([r[point]["p99"] / 1000 for r in results[peer]], "%.2f"))
            print(f"| {peer} | " + " | ".join(cells) + " |")
            if peer != WITHOUT:
                added = [spread([(r[f"{point}_{w}"][s] - b[f"{point}_{w}"][s]) / 1000
                                 for r, b in zip(results[peer], results[WITHOUT])], "%.2f") for w, s in columns]
                print("| — more than without a relay | " + " | ".join(added) + " | |")

"""Whether many viewers that join at once delay the frames of the other viewers."""
import contextlib
import json
import signal
import time

from . import media
from .programs import Failure, keep, remarks, result, spread
from .servers import Server, offered

BOUND = 10  # ms


def options(parser):
    parser.add_argument("--peers", nargs="+", default=["streamd:nio", "streamd:send", "streamd:uring"])
    parser.add_argument("--joins", type=int, default=1000)
    parser.add_argument("--within", type=float, default=1, help="seconds in which the viewers join")
    parser.add_argument("--patience", type=float, default=20, help="seconds in which they must catch up")
    parser.add_argument("--resume", action="store_true", help="with TLS: the viewers come back with session tickets")
    parser.add_argument("--phase", type=float, default=1, help="seconds between a key frame and the first join")


def joins(args):
    for peer in offered(args.peers, args):
        worst = []
        for _ in range(args.rounds):
            worst.append(one(peer, args))
        print(f"{peer}: the latest frame of a steady viewer was {spread(worst, '%.1f')} ms later than usual; "
              f"the bound is {BOUND} ms: {'passed' if max(worst) <= BOUND else 'FAILED'}", flush=True)


def one(peer, args):
    """One round: steady viewers alone, then with the joins, then alone again."""
    gop = media.KEY_FRAME_SECONDS
    with contextlib.ExitStack() as stack:
        server = Server(peer, args, stack, pinned=True, aligned=gop)
        time.sleep(1)
        # The joins must not keep the steady viewers' program from running.
        steady = server.load(stack, args.viewers, args.warm, "-t", "-l", BOUND, seconds=3600,
                             niceness=args.nice - 4)
        time.sleep(args.warm + args.seconds + 1)
        time.sleep((args.phase - time.time()) % gop)
        before = window(steady)
        crowd = server.load(stack, args.joins, 0, "-j", args.joins / args.within, *["-u"] * args.resume,
                            seconds=args.patience,
                            niceness=args.nice + 2)
        joined = result(crowd)
        during = window(steady)
        time.sleep(args.seconds / 2)
        after = window(steady)
        late = server.publisher_lateness()
    worst = (during["system"]["max"] - before["system"]["p50"]) / 1000
    keep(args, peer=peer, stream=args.stream, viewers=args.viewers, joins=args.joins, within=args.within, resume=args.resume,
         before=before, during=during, after=after, joined=joined, publisher_late_ms=late, worst_added_ms=worst)
    size = media.bits(args.stream) * gop / 8e6
    print(f"{peer}: {args.joins} joins within {args.within:g} s; groups of pictures have {size:.1f} MB, and the log "
          f"has at least {args.phase / gop:.0%} of one; {joined['bytes'] / 1e9:.2f} GB in {joined['seconds']:.1f} s")
    for name, w in {"before": before, "during": during, "after": after}.items():
        d = w["system"]
        print(f"  {args.viewers} steady viewers {name:6}  p50 {d['p50'] / 1000:.2f}  p99 {d['p99'] / 1000:.2f}  "
              f"maximum {d['max'] / 1000:.2f} ms; {d['late']} of {d['count']} frames later than {BOUND} ms; "
              f"{remarks(w, server)}")
    first, caught = (joined.get(k, {"p50": 0, "p99": 0, "max": 0, "count": 0}) for k in ("first_frame", "caught_up"))
    print(f"  joined viewers   first frame p50 {first['p50'] / 1000:.0f}  p99 {first['p99'] / 1000:.0f} ms "
          f"({first['count']} of {args.joins});  caught up p50 {caught['p50'] / 1000:.0f}  p99 "
          f"{caught['p99'] / 1000:.0f} ms ({caught['count']});  {joined['gap_frames']} frames in gaps, "
          f"{joined['faults']} lost, {joined['closed']} closed; {joined['resumed']} came back with a ticket; server {joined['server_cpu']:.1f} s, "
          f"viewers {joined['own_cpu']:.1f} s of CPU; the publisher was at most {late:.1f} ms late", flush=True)
    return worst


def window(load):
    """Ends a window of the viewers and begins another."""
    load.send_signal(signal.SIGUSR1)
    line = load.stdout.readline()
    if not line:
        raise Failure("the program of the steady viewers ended")
    return json.loads(line)

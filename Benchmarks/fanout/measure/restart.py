"""How soon the viewers of a server that was killed have a picture again, when they come back within a second."""
import contextlib
import pathlib
import tempfile
import time

from .joins import BOUND, window
from .programs import Failure, keep, remarks, result, spread
from .servers import Peer, Server, offered


def options(parser):
    parser.add_argument("--peers", nargs="+", default=["limit:send+tls", "streamd:send+tls"])
    parser.add_argument("--joins", type=int, default=1000, help="the viewers that come back")
    parser.add_argument("--within", type=float, default=1, help="seconds in which they come")
    parser.add_argument("--patience", type=float, default=20, help="seconds in which they must catch up")


def restart(args):
    for peer in offered(args.peers, args):
        # The C loop forgets the keys of its tickets.
        for resumes in (False, True) if Peer(peer).has_tls and Peer(peer).is_streamd else (False,):
            rounds = [one(peer, args, resumes) for _ in range(args.rounds)]
            print(f"{peer}, {'with' if resumes else 'without'} tickets: " + "; ".join(
                f"{name} {spread([r[name] for r in rounds], form)}" for name, form in FIGURES.items()), flush=True)


#: What a round tells, and the form of the numbers.
FIGURES = {"s until the server listened": "%.2f", "s until all had caught up": "%.2f",
           "ms to the first picture (median)": "%.0f", "(99 %)": "%.0f",
           "µs of the server for each, steady viewers' frames included": "%.0f",
           "ms later than usual at a steady viewer": "%.1f"}


def one(peer, args, resumes):
    """One round: a viewer takes a ticket, the server is killed and started, and the viewers come back."""
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        tickets = ["-U", pathlib.Path(folder, "ticket")] if resumes else []
        server = Server(peer, args, stack, pinned=True)
        if resumes:
            result(server.load(stack, 1, 0, "-j", 1, *tickets, seconds=args.patience))
            if not tickets[1].exists():
                raise Failure("the server gave no ticket")
        listened = server.restart()
        # The first that come back; the others must not delay their frames.
        steady = server.load(stack, args.viewers, 0, "-t", "-l", BOUND, seconds=3600, niceness=args.nice - 4)
        came = time.monotonic()
        crowd = server.load(stack, args.joins, 0, "-j", args.joins / args.within, *tickets, seconds=args.patience,
                            niceness=args.nice + 2)
        joined = result(crowd)
        took = time.monotonic() - came
        during = window(steady)
        time.sleep(args.seconds)
        after = window(steady)
    if "first_frame" not in joined:
        raise Failure("no viewer that came back had a picture")
    first = joined["first_frame"]
    figures = dict(zip(FIGURES, (
        listened, took, first["p50"] / 1000, first["p99"] / 1000, 1e6 * joined["server_cpu"] / args.joins,
        (during["system"]["max"] - after["system"]["p50"]) / 1000)))
    keep(args, peer=peer, stream=args.stream, viewers=args.viewers, joins=args.joins, within=args.within,
         resumes=resumes, figures=figures, joined=joined, during=during, after=after)
    print(f"  {peer}: " + "; ".join(f"{name} {form % figures[name]}" for name, form in FIGURES.items()) +
          f"; {first['count']} of {args.joins} had one, {joined['resumed']} came with a ticket; {joined['closed']} closed; "
          f"{joined['gap_frames']} frames in gaps, {joined['faults']} lost; {remarks(after, server)}", flush=True)
    return figures

"""The code that a server executes for one frame, counted by single steps of its event loop."""
import contextlib
import json
import pathlib
import platform
import signal
import tempfile
import time

from .programs import BUILD, SERVER_CORE, Failure, build, end, keep, start
from .servers import Peer, Server, offered

#: The C library then copies without repeated instructions, of which each repetition is a step.
PLAIN_COPIES = {"GLIBC_TUNABLES": "glibc.cpu.x86_rep_movsb_threshold=1000000000:glibc.cpu.x86_rep_stosb_threshold=1000000000"}


def options(parser):
    parser.add_argument("--peers", nargs="+", default=["forward", "forward:nio", "nginx-rtmp", "streamd:send"])


def check_machine():
    if platform.machine() != "x86_64":
        raise Failure("this measurement knows the instructions of x86-64 alone; run it on such a machine")


def footprint(args):
    check_machine()
    build(["steps"])
    for peer in offered(args.peers, args):
        least = one(peer, args)
        keep(args, peer=peer, viewers=args.viewers, stream=args.stream, **least)
        print(f"{peer}: {least['instructions']} instructions in {least['lines']} lines of 64 bytes on {least['pages']} "
              f"pages, {least['calls']} system calls, {args.viewers} viewers of {args.stream}", flush=True)


def one(peer, args):
    """The wake-up with the least code of those in which each viewer got a frame: one without a timer."""
    with contextlib.ExitStack() as stack:
        least = min(frames(peer, args, stack)[0], key=lambda row: row["lines"])
    del least["code"]
    return least


def frames(peer, args, stack):
    """What `steps` says of the wake-ups of the server's event loop that sent a frame to each viewer, and the server's map
    of memory."""
    server = Server(peer, args, stack, pinned=True, threads=1, env=PLAIN_COPIES)
    load = server.load(stack, args.viewers, args.warm, seconds=args.warm + args.rounds * args.seconds + 60)
    time.sleep(args.warm + 1)
    thread = busiest(server.process.pid)
    memory = pathlib.Path(f"/proc/{server.process.pid}/maps").read_text()
    output = stack.enter_context(tempfile.TemporaryFile("w+"))
    # On the server's core: to wake another one for each step takes much longer.
    steps = start([BUILD / "steps", thread, 1_000_000, server.publisher.pid, load.pid], stack, SERVER_CORE,
                  stdout=output, stderr=None)
    time.sleep(args.rounds * args.seconds)
    end(steps)
    for stopped in (server.publisher, load):
        stopped.send_signal(signal.SIGCONT)
    if steps.returncode:
        raise Failure(f"{peer}: the single steps failed")
    output.seek(0)
    # The last line may be incomplete.
    rows = [json.loads(line) for line in output if line.endswith("}\n")]
    # The wait itself is a call, and the read of the frame. A ring has one for all viewers.
    writes = 1 if Peer(peer).variant == "uring" else args.viewers
    rows = [row for row in rows if row["calls"] >= writes + 2]
    if not rows:
        raise Failure(f"{peer}: no frame was stepped through; take more --seconds")
    return rows, memory


def busiest(process):
    """The thread that takes the most time within two seconds."""
    def times():
        tasks = pathlib.Path(f"/proc/{process}/task").iterdir()
        return {task.name: int((task / "schedstat").read_text().split()[0]) for task in tasks}

    before = times()
    time.sleep(2)
    after = times()
    return max(after, key=lambda name: after[name] - before.get(name, 0))

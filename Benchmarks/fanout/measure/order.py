"""The functions that a frame executes, in the order in which they run: the order in which the linker should place them."""
import bisect
import collections
import contextlib
import pathlib
import re
import subprocess

from . import footprint
from .programs import Failure, build
from .servers import offered

#: The ways of a frame to its viewers; the code of the first one comes first.
PEERS = ["streamd:send", "streamd:send+http", "streamd:send+ws", "streamd:send+tls", "streamd:uring", "streamd:splice"]
#: A section of more bytes than this holds many functions, and the linker would move all of them.
LARGEST_SECTION = 16 * 1024


def options(parser):
    parser.add_argument("--peers", nargs="+", default=PEERS)
    parser.add_argument("--map", type=pathlib.Path, required=True, help="the linker's map of the program (lld -Map=FILE)")
    parser.add_argument("--output", type=pathlib.Path, required=True, help="the file for the linker's --symbol-ordering-file")


def order(args):
    footprint.check_machine()
    build(["steps"])
    alone = movable(args.map)
    starts, names = functions(args.streamd)
    found = {}
    peers = offered(args.peers, args)
    if len(peers) < len(args.peers):
        raise Failure("the order would lack what was skipped; nothing is written")
    for peer in peers:
        with contextlib.ExitStack() as stack:
            rows, memory = footprint.frames(peer, args, stack)
        base, before = loaded_at(memory, args.streamd), len(found)
        # The frame with the least code first: one without a timer.
        for row in sorted(rows, key=lambda row: row["lines"]):
            for address in row["code"]:
                # 16 bytes may begin with the end of another function.
                for at in (address - base, address - base + 15):
                    if starts[0] <= at <= starts[-1]:
                        start = starts[bisect.bisect_right(starts, at) - 1]
                        found.update((name, None) for name in names[start] if name in alone)
        print(f"{peer}: {len(rows)} frames, {len(found) - before} more functions", flush=True)
    args.output.write_text("".join(f"{name}\n" for name in found))


def functions(program):
    """The addresses of the program's functions in order, and the names at each."""
    names = collections.defaultdict(list)
    listing = subprocess.run(["nm", "--defined-only", program], capture_output=True, text=True, check=True).stdout
    for line in listing.splitlines():
        address, kind, name = line.split(" ", 2)
        if kind in "tTwW":
            names[int(address, 16)].append(name)
    return sorted(names), names


def movable(path):
    """The functions of one object file that are in a small section, by the linker's map."""
    section, sizes = 0, collections.defaultdict(list)
    with path.open(errors="replace") as lines:
        for line in lines:
            match = re.fullmatch(r" *[0-9a-f]+ +[0-9a-f]+ +([0-9a-f]+) +\d+ (.*)\n", line)
            if not match:
                continue
            size, rest = int(match[1], 16), match[2]
            # The map indents what is in an output section by 8 spaces, and what is in an input section by 16.
            if rest.startswith(" " * 16):
                sizes[rest.strip()].append(section)
            elif rest.startswith(" " * 8):
                section = size
    return {name for name, sections in sizes.items() if len(sections) == 1 and sections[0] <= LARGEST_SECTION}


def loaded_at(memory, program):
    """The address of the program's first byte, by a map of memory."""
    for line in memory.splitlines():
        if line.endswith(f" {program}"):
            return int(line.partition("-")[0], 16)
    raise Failure(f"{program} is not the program that ran")

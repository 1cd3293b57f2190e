"""Starts programs that end with the benchmark, and reads their results."""
import contextlib
import datetime
import json
import os
import pathlib
import shutil
import socket
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent.parent
BUILD = HERE.parent / ".build"
SERVER_CORE, CLIENT_CORE = 0, 1
PROGRAMS = {"limit": ["-luring", "-lssl", "-lcrypto"], "fanload": ["-lssl", "-lcrypto"], "pace": [], "forward": [],
            "mallocs": ["-shared", "-fPIC"]}


class Failure(Exception):
    """A program of a round failed; another round may succeed."""


def build(names=PROGRAMS):
    BUILD.mkdir(exist_ok=True)
    for name, flags in ((name, PROGRAMS.get(name, ())) for name in names):
        source, product = HERE / f"{name}.c", BUILD / name
        newest = max(f.stat().st_mtime for f in (source, *HERE.glob("*.h")))
        if not product.exists() or product.stat().st_mtime < newest:
            subprocess.run(["gcc", "-O2", "-o", product, source, *flags], check=True)


def own_network():
    """As root, moves to a network of its own, in which nothing else runs."""
    if os.getuid() == 0 and not os.environ.get("FANOUT_NETWORK") and shutil.which("unshare"):
        os.environ["FANOUT_NETWORK"] = "own"
        if subprocess.run(["unshare", "-n", "true"], capture_output=True).returncode == 0:
            os.execvp("unshare", ["unshare", "-n", sys.executable, str(HERE / "run"), *sys.argv[1:]])
        del os.environ["FANOUT_NETWORK"]
    if os.environ.get("FANOUT_NETWORK"):
        subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
        # The host's congestion control may pace the data, which hides the cost of servers; reno is always allowed.
        pathlib.Path("/proc/sys/net/ipv4/tcp_congestion_control").write_text("reno")


def network_threads_first(niceness, stack):
    """Gives the system's threads that take network work over from its senders the benchmark's own place in the queue.

    Otherwise what else runs here goes before them, and frames wait for it in the middle of their way.
    """
    for comm in pathlib.Path("/proc").glob("[0-9]*/comm") if niceness < 0 and os.getuid() == 0 else ():
        with contextlib.suppress(OSError):
            if comm.read_text().startswith("ksoftirqd/"):
                thread = int(comm.parent.name)
                stack.callback(os.setpriority, os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread))
                os.setpriority(os.PRIO_PROCESS, thread, max(niceness - 4, -20))


def start(argv, stack, core=None, niceness=0, env=None, **more):
    def prepare():
        if core is not None:
            os.sched_setaffinity(0, {core})
        if niceness:
            os.setpriority(os.PRIO_PROCESS, 0, max(niceness, -20))
            # Linux may divide cores among sessions first (sched(7), autogroup); niceness then counts within a session.
            with contextlib.suppress(OSError):
                os.setsid()
                pathlib.Path("/proc/self/autogroup").write_text(str(max(niceness, -20)))

    process = subprocess.Popen([str(a) for a in argv], preexec_fn=prepare, env={**os.environ, **(env or {})},
                               stdin=subprocess.DEVNULL, **{"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL,
                                                            **more})
    stack.callback(end, process)
    return process


def end(process):
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(4)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def result(process, patience=240):
    """The JSON that a program printed."""
    try:
        out, _ = process.communicate(timeout=patience)
    except subprocess.TimeoutExpired:
        raise Failure(f"{pathlib.Path(process.args[0]).name} did not end in time") from None
    if process.returncode:
        raise Failure(f"{pathlib.Path(process.args[0]).name} failed with exit code {process.returncode}")
    return json.loads(out)


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def wait_for(port):
    for _ in range(1000):
        with socket.socket() as s:
            if s.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.01)
    raise Failure(f"no server listens on port {port}")


def spread(values, form):
    """The median, and in brackets the minimum and the maximum."""
    return f"{form % statistics.median(values)} [{form % min(values)} {form % max(values)}]"


def flaws(load, server):
    """What the viewers of one load missed, if anything."""
    found = {k: load[k] for k in ("closed", "gap_frames", "faults") if load[k]}
    share = load["frames"] / (load["viewers"] * (load["seconds"] - server.batch) * server.rate)
    if share < 0.98:
        found["frames"] = f"{share:.0%}"
    return found


def remarks(load, server):
    """The flaws in words, and how long the server waited for a core that others used, if that was long."""
    waited = load["server_waited"] / load["seconds"]
    remarks = [f"flaws {found}" if (found := flaws(load, server)) else "complete"]
    return "; ".join(remarks + [f"the server waited for a core in {waited:.0%} of the time"] * (waited > 0.05))


#: The rows of this run.
_rows = []


def keep(args, **row):
    """Keeps a row, and adds it to the file of --json."""
    when = datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")
    _rows.append({"measurement": args.command, **row, "when": when})
    if args.json:
        with open(args.json, "a") as file:
            file.write(json.dumps(_rows[-1]) + "\n")


def kept(args):
    """The rows of this measurement in the file of --json; without one, those of this run."""
    if not args.json:
        return list(_rows)
    rows = []
    if args.json.exists():
        for line in args.json.read_text().splitlines():
            with contextlib.suppress(json.JSONDecodeError):  # the last line of a run that was killed
                row = json.loads(line)
                if row.get("measurement") == args.command:
                    rows.append(row)
    return rows

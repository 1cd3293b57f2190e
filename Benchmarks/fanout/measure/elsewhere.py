"""Network work that the system moves from a busy sender to a thread of its own, and charges to no process."""
import contextlib
import pathlib
import threading
import time


def softirq_cpu(core):
    """The CPU time, in seconds, of the system's thread for such work on this core."""
    for comm in pathlib.Path("/proc").glob("[0-9]*/comm"):
        with contextlib.suppress(OSError):
            if comm.read_text().strip() == f"ksoftirqd/{core}":
                return int(comm.with_name("schedstat").read_text().split()[0]) * 1e-9
    return 0


class Elsewhere:
    """Samples that thread's CPU time, to report it for a period that has just ended."""

    def __init__(self, core):
        self.core, self.samples, self.ended = core, [], threading.Event()
        self.thread = threading.Thread(target=self.watch, daemon=True)

    def watch(self):
        while not self.ended.wait(0.2):
            self.samples.append((time.monotonic(), softirq_cpu(self.core)))

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.thread.join()

    def during(self, seconds):
        """Its CPU time in the last `seconds`."""
        end, last = time.monotonic(), softirq_cpu(self.core)
        began, first = next(((t, s) for t, s in self.samples if t >= end - seconds), (end, last))
        return (last - first) / (end - began) * seconds if end > began else 0

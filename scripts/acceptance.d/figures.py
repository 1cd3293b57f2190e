"""A relay's metrics, the system's view of it, whether figures are flat, and quantiles."""
import pathlib
import random
import re
import socket
import statistics
import urllib.request

_SAMPLE = re.compile(r"^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$")
#: Ports that the system gives to nothing by itself, and those that this process has chosen.
_PORTS = (20000, 32768)
_chosen = set()
_LABEL = re.compile(r'(\w+)="((?:[^"\\]|\\.)*)"')


def free_port():
    """A free port for a program that starts later.

    It is below the ports that the system gives to connections and to listeners without a port: one of those may get any
    free port of theirs before the program has it.
    """
    lowest = int(pathlib.Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
    while True:
        port = random.randrange(*_PORTS) if lowest >= _PORTS[1] else 0
        with socket.socket() as listener:
            try:
                listener.bind(("127.0.0.1", port))
            except OSError:
                continue
            port = listener.getsockname()[1]
        if port not in _chosen:
            _chosen.add(port)
            return port


class Metrics:
    """One response of /metrics."""

    def __init__(self, text):
        self.text = text
        #: By name and sorted labels.
        self.samples = {}
        for line in text.splitlines():
            if match := _SAMPLE.match(line):
                labels = tuple(sorted(_LABEL.findall(match[2] or "")))
                self.samples[match[1], labels] = float(match[3])

    @classmethod
    def of(cls, admin):
        """Requests the metrics of the admin listener, host:port."""
        with urllib.request.urlopen(f"http://{admin}/metrics", timeout=30) as answer:
            return cls(answer.read().decode())

    def total(self, name, **labels):
        """The sum of all series of this name with these labels."""
        return sum(value for (each, has), value in self.samples.items()
                   if each == name and labels.items() <= dict(has).items())

    def by(self, name, label):
        """The values of a metric by one of its labels, without zeros."""
        sums = {}
        for (each, labels), value in self.samples.items():
            if each == name and value:
                key = dict(labels).get(label, "")
                sums[key] = sums.get(key, 0) + value
        return sums


def difference(before, after):
    """The increase between two dictionaries of numbers."""
    return {key: int(value - before.get(key, 0)) for key, value in after.items() if value != before.get(key, 0)}


class Process:
    """A process in /proc."""

    def __init__(self, pid):
        self._path = pathlib.Path(f"/proc/{pid}")

    def sample(self):
        status = dict(line.split(":", 1) for line in (self._path / "status").read_text().splitlines())
        kilobytes = {key: int(status[key].split()[0]) for key in ("VmRSS", "VmData")}
        return {"rss_kb": kilobytes["VmRSS"], "data_kb": kilobytes["VmData"], "threads": int(status["Threads"]),
                "descriptors": sum(1 for _ in (self._path / "fd").iterdir())}


class Line:
    """The straight line nearest to `values`, measured at `times`."""

    def __init__(self, times, values):
        slope, start = statistics.linear_regression(times, values)
        self.mean = statistics.fmean(values)
        #: From the first to the last of them.
        self.rise = slope * (times[-1] - times[0])
        self.scatter = statistics.pstdev([value - start - slope * time for time, value in zip(times, values)])


def quantile(values, part):
    """The value that `part` of all values are below; infinite without values."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else float("inf")


def quantiles(values):
    """A text of seconds."""
    return (f"p50 {1000 * quantile(values, 0.5):.1f} ms, p99 {1000 * quantile(values, 0.99):.1f} ms, "
            f"{1000 * quantile(values, 0):.1f} to {1000 * quantile(values, 1):.1f} ms")

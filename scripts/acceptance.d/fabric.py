"""Hosts as network namespaces, and one network between them, in which every pair can be cut, slow and lossy.

Packets go through this program, so it works with every kernel that has tun devices, with netem or without. As a
program it is called with the ids of processes in the namespaces, and reads "SOURCE TARGET OPEN DELAY LOSS" from each
line of standard input: the numbers of two hosts, 0 for a direction that is cut, seconds, and the part of the packets
that is lost.
"""
import contextlib
import ctypes
import heapq
import os
import random
import select
import socket
import subprocess
import sys
import threading
import time

import line
from trial import HERE, wait_until

_FREE = (True, 0.0, 0.0)
_NEW_NETWORK = 0x40000000
_LIBC = ctypes.CDLL(None, use_errno=True)


def address(number):
    """The address of a host."""
    return f"10.79.0.{number + 1}"


class Fabric:
    """Namespaces with these names, and the network between them."""

    def __init__(self, trial, names):
        self.names = tuple(names)
        own = os.readlink("/proc/self/ns/net")
        there = [trial.start("unshare", "--net", "sleep", "infinity") for _ in names]
        for each in there:
            wait_until(lambda each=each: os.readlink(f"/proc/{each.pid}/ns/net") != own, "a namespace")
        self._own = os.open("/proc/self/ns/net", os.O_RDONLY | os.O_CLOEXEC)
        self._files = {name: os.open(f"/proc/{each.pid}/ns/net", os.O_RDONLY | os.O_CLOEXEC)
                       for name, each in zip(names, there)}
        self._prefixes = {name: ("nsenter", f"--net=/proc/{each.pid}/ns/net") for name, each in zip(names, there)}
        self._lock = threading.Lock()
        self._program = trial.start(sys.executable, HERE / "fabric.py", *(each.pid for each in there),
                                    stdin=subprocess.PIPE)
        self._program.wait_to_say("The network is up")

    def address(self, name):
        return address(self.names.index(name))

    def prefix(self, name):
        """Before a command that runs on a host."""
        return self._prefixes[name]

    def socket(self, name):
        """A TCP socket of a host. The thread that makes it stays in the namespace of this program."""
        with self.entered(name):
            return socket.socket()

    @contextlib.contextmanager
    def entered(self, name):
        """Sockets that this thread makes meanwhile are those of a host. It must not wait for others meanwhile."""
        _enter(self._files[name])
        try:
            yield
        finally:
            _enter(self._own)

    def set(self, source, target, is_open=True, delay=0.0, loss=0.0):
        """How packets go from one host to another."""
        text = f"{self.names.index(source)} {self.names.index(target)} {int(is_open)} {delay} {loss}\n"
        with self._lock:
            self._program.process.stdin.write(text.encode())
            self._program.process.stdin.flush()


def _enter(file):
    if _LIBC.setns(file, _NEW_NETWORK):
        raise OSError(ctypes.get_errno(), "setns")


def prepare(numbers):
    """The devices of all hosts."""
    devices = []
    for number, pid in enumerate(numbers):
        inside = ("nsenter", f"--net=/proc/{pid}/ns/net")
        name = f"host{number}"
        devices.append(line.device(name))
        line.run("ip", "link", "set", name, "netns", pid)
        line.run(*inside, "ip", "link", "set", "lo", "up")
        line.run(*inside, "ip", "address", "add", f"{address(number)}/24", "dev", name)
        line.run(*inside, "ip", "link", "set", name, "txqueuelen", line.DEVICE_QUEUE, "up")
        # Otherwise a connection begins with what earlier ones to the same address have met.
        line.run(*inside, "sh", "-c", "echo 1 >/proc/sys/net/ipv4/tcp_no_metrics_save")
    return devices


def forward(devices):
    """Sends all packets on, until standard input ends."""
    ways, waiting, commands, count = {}, [], b"", 0
    numbers = {device: number for number, device in enumerate(devices)}
    poll = select.epoll()
    for descriptor in (0, *devices):
        poll.register(descriptor, select.EPOLLIN)
    while True:
        pause = max(0.0, waiting[0][0] - time.monotonic()) if waiting else -1
        for descriptor, _ in poll.poll(pause):
            if descriptor == 0:
                piece = os.read(0, 4096)
                if not piece:
                    return
                *lines, commands = (commands + piece).split(b"\n")
                for each in lines:
                    source, target, is_open, *rest = map(float, each.split())
                    ways[int(source), int(target)] = (bool(is_open), *rest)
                continue
            packet = os.read(descriptor, 1 << 16)
            target = packet[19] - 1 if packet[0] >> 4 == 4 else -1
            if not 0 <= target < len(devices):
                continue
            is_open, delay, loss = ways.get((numbers[descriptor], target), _FREE)
            if not is_open or loss and random.random() < loss:
                continue
            if delay:
                count += 1
                heapq.heappush(waiting, (time.monotonic() + delay, count, devices[target], packet))
            else:
                os.write(devices[target], packet)
        now = time.monotonic()
        while waiting and waiting[0][0] <= now:
            _, _, device, packet = heapq.heappop(waiting)
            os.write(device, packet)


def main():
    devices = prepare(sys.argv[1:])
    with contextlib.suppress(PermissionError):
        # A network does not wait for a processor.
        os.nice(-15)
    print("The network is up", file=sys.stderr, flush=True)
    forward(devices)


if __name__ == "__main__":
    main()

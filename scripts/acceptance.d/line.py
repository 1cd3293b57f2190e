"""A network between two namespaces, with a rate, a delay and losses that can be changed at any time.

Packets go through this program, so it works with every kernel that has tun devices. As a program it is called with
the id of a process in the other namespace, and reads "RATE DELAY LOSS QUEUE" from each line of standard input: bits a
second, seconds one way, the part of the packets that is lost, and the seconds for which packets wait at most.
"""
import collections
import contextlib
import fcntl
import os
import random
import select
import struct
import subprocess
import sys
import time

from trial import HERE, wait_until

#: The addresses here and there.
HERE_ADDRESS, THERE_ADDRESS = "10.77.0.1", "10.77.0.2"
#: linux/if_tun.h
_SET_NAME, _TUN_WITHOUT_HEADER = 0x400454CA, 0x1001
#: Seconds of packets that wait for a line that is too slow, as in a router; more are lost.
QUEUE = 0.3
#: Bytes that may wait at least.
LEAST_QUEUE = 30_000
FREE = (1e9, 0, 0, QUEUE)
#: Packets that a device holds for this program: none is lost but those that the line loses.
DEVICE_QUEUE = 10_000


class Line:
    """The line, and a namespace behind it."""

    def __init__(self, trial):
        there = trial.start("unshare", "--net", "sleep", "infinity")
        own = os.readlink("/proc/self/ns/net")
        wait_until(lambda: os.readlink(f"/proc/{there.pid}/ns/net") != own, "the other namespace")
        #: Before a command that runs behind the line.
        self.prefix = ("nsenter", f"--net=/proc/{there.pid}/ns/net")
        self._program = trial.start(sys.executable, HERE / "line.py", there.pid, stdin=subprocess.PIPE)
        self._program.wait_to_say("The line is up")

    def set(self, rate=FREE[0], delay=0, loss=0, queue=QUEUE):
        self._program.process.stdin.write(f"{rate} {delay} {loss} {queue}\n".encode())
        self._program.process.stdin.flush()


class Direction:
    """Packets from one device to another."""

    def __init__(self, source, target):
        self.source, self.target = source, target
        self.free_at, self.waiting = 0.0, collections.deque()

    def take(self, now, rate, delay, loss, queue):
        packet = os.read(self.source, 1 << 16)
        queued = max(0.0, self.free_at - now)
        if random.random() < loss or queued > max(queue, LEAST_QUEUE * 8 / rate):
            return
        self.free_at = max(now, self.free_at) + len(packet) * 8 / rate
        self.waiting.append((self.free_at + delay, packet))

    def give(self, now):
        while self.waiting and self.waiting[0][0] <= now:
            os.write(self.target, self.waiting.popleft()[1])

    def change(self, now, delay):
        """Packets that wait for a line that was slow go on at the new pace."""
        self.free_at = min(self.free_at, now)
        self.waiting = collections.deque((min(at, now + delay), packet) for at, packet in self.waiting)


def device(name):
    descriptor = os.open("/dev/net/tun", os.O_RDWR)
    fcntl.ioctl(descriptor, _SET_NAME, struct.pack("16sH22x", name.encode(), _TUN_WITHOUT_HEADER))
    return descriptor


def run(*command):
    subprocess.run([str(part) for part in command], check=True)


def main():
    there = sys.argv[1]
    inside = ("nsenter", f"--net=/proc/{there}/ns/net")
    ends = device("near0"), device("far0")
    run("ip", "link", "set", "far0", "netns", there)
    for command, name, own, other in (((), "near0", HERE_ADDRESS, THERE_ADDRESS), (inside, "far0", THERE_ADDRESS, HERE_ADDRESS)):
        run(*command, "ip", "link", "set", "lo", "up")
        run(*command, "ip", "address", "add", own, "peer", other, "dev", name)
        run(*command, "ip", "link", "set", name, "txqueuelen", DEVICE_QUEUE, "up")
    with contextlib.suppress(PermissionError):
        # A network does not wait for a processor.
        os.nice(-15)
    print("The line is up", file=sys.stderr, flush=True)
    forward(ends)


def forward(ends):
    directions = [Direction(*ends), Direction(*ends[::-1])]
    condition, commands = FREE, b""
    while True:
        now = time.monotonic()
        due = [each.waiting[0][0] - now for each in directions if each.waiting]
        readable, _, _ = select.select([*ends, 0], [], [], max(0, min(due)) if due else None)
        now = time.monotonic()
        for each in directions:
            if each.source in readable:
                each.take(now, *condition)
            each.give(now)
        if 0 in readable:
            piece = os.read(0, 4096)
            if not piece:
                return
            *lines, commands = (commands + piece).split(b"\n")
            for line in lines:
                condition = tuple(map(float, line.split()))
                for each in directions:
                    each.change(now, condition[1])


if __name__ == "__main__":
    main()

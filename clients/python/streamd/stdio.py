"""Standard input and output without blocking the loop, and the signals that stop a program."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import stat
from collections.abc import Callable

__all__ = ["on_stop", "read_some", "write_all"]

READ_LENGTH = 65536
_PIPE_LENGTH = select.PIPE_BUF
"""So many bytes go into a writable pipe without waiting."""


def _can_wait(fd: int) -> bool:
    """Whether the loop can wait for this file: a pipe, a socket or a terminal, but no regular file."""
    mode = os.fstat(fd).st_mode
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) or stat.S_ISCHR(mode) and os.isatty(fd)


async def _ready(fd: int, *, for_writing: bool) -> None:
    """Waits until reading or writing does not block."""
    poll = select.poll()
    poll.register(fd, select.POLLOUT if for_writing else select.POLLIN)
    if poll.poll(0):
        await asyncio.sleep(0)
        return
    loop = asyncio.get_running_loop()
    ready = asyncio.Event()
    if for_writing:
        loop.add_writer(fd, ready.set)
    else:
        loop.add_reader(fd, ready.set)
    try:
        await ready.wait()
    finally:
        if for_writing:
            loop.remove_writer(fd)
        else:
            loop.remove_reader(fd)


async def read_some(fd: int) -> bytes:
    """The next bytes of a file, at most 64 KiB; empty at its end. Raises OSError."""
    if _can_wait(fd):
        await _ready(fd, for_writing=False)
    else:
        await asyncio.sleep(0)
    return os.read(fd, READ_LENGTH)


async def write_all(fd: int, data: bytes) -> None:
    """Writes all bytes. Raises OSError, BrokenPipeError if nobody reads any more."""
    waits = _can_wait(fd)
    view = memoryview(data)
    while view:
        if waits:
            await _ready(fd, for_writing=True)
        view = view[os.write(fd, view[:_PIPE_LENGTH] if waits else view) :]


def on_stop(stop: Callable[[signal.Signals], None]) -> None:
    """Calls ``stop`` at the first SIGINT or SIGTERM. The second one ends the program at once."""
    loop = asyncio.get_running_loop()

    def once(number: signal.Signals) -> None:
        for each in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(each)
            signal.signal(each, signal.SIG_DFL)
        stop(number)

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, once, number)

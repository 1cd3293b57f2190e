"""Carries one session over one connection.

Protocol.md: "Closing", "Errors of the other side". One task reads and one writes; the session decides.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from .clock import now
from .connection import Connection
from .session import Event, Session

__all__ = ["Link"]

MAXIMUM_BACKLOG = 65536
"""Bytes of answers that may wait. While more wait, the link reads nothing."""
LAST_LOOK = 0.001
"""Seconds to look for bytes before a timer counts: the process may have been stopped for a while."""


class Link:
    """A session and the connection that it runs over."""

    def __init__(self, connection: Connection, session: Session) -> None:
        self._connection = connection
        self.session = session
        self._changed = asyncio.Event()
        self._has_output = asyncio.Event()

    def wake(self) -> None:
        """The session may have something to send, or another deadline."""
        self._changed.set()
        self._has_output.set()

    async def run(self, deliver: Callable[[Event], Awaitable[None]]) -> None:
        """Runs until the session has ended, and closes the connection.

        ``deliver`` gets the events one after the other; while it waits, nothing is read.
        """
        writing = asyncio.create_task(self._write())
        reading: asyncio.Task[bytes] | None = None
        session = self.session
        try:
            while session.ending is None:
                if reading is None and session.backlog <= MAXIMUM_BACKLOG:
                    reading = asyncio.create_task(self._connection.receive())
                    reading.add_done_callback(lambda _: self._changed.set())
                await self._wait(session.deadline)
                if reading is not None and now().steady >= session.deadline:
                    await asyncio.wait({reading}, timeout=LAST_LOOK)
                if reading is not None and reading.done():
                    await self._take(reading, deliver)
                    reading = None
                else:
                    session.tick(now())
                self._has_output.set()
        finally:
            tasks: list[asyncio.Task[Any]] = [writing] if reading is None else [writing, reading]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._connection.close()
        if not writing.cancelled():
            writing.result()

    async def _wait(self, deadline: int) -> None:
        left = (deadline - now().steady) / 1e6
        if left > 0:
            try:
                async with asyncio.timeout(left):
                    await self._changed.wait()
            except TimeoutError:
                return
        self._changed.clear()

    async def _take(self, reading: asyncio.Task[bytes], deliver: Callable[[Event], Awaitable[None]]) -> None:
        try:
            data = reading.result()
        except OSError:
            data = b""
        if not data:
            self.session.end_of_input()
            return
        events = self.session.receive(data, now())
        self._has_output.set()
        for event in events:
            await deliver(event)
        self.session.resume(now())

    async def _write(self) -> None:
        session = self.session
        try:
            while True:
                data = session.pull(now())
                if data:
                    await self._connection.send(data)
                    self._changed.set()
                elif session.is_last_sent:
                    await self._connection.finish()
                    return
                else:
                    self._has_output.clear()
                    await self._has_output.wait()
        except OSError:
            session.send_failed()

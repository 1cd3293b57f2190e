"""Events on their way from a connection to the caller."""

from __future__ import annotations

import asyncio
from collections import deque

from .session import Event

__all__ = ["Channel"]

WAITING_EVENTS = 64
"""Events that wait for a caller. A viewer with more reads nothing; a publisher forgets the oldest."""


class Channel:
    """Events on their way to the caller."""

    def __init__(self, *, forgets: bool) -> None:
        """``forgets``: a full channel forgets its oldest event; otherwise its writer waits."""
        self._events: deque[Event] = deque()
        self._forgets = forgets
        self._is_open = True
        self._is_complete = False
        self._changed = asyncio.Event()

    async def put(self, event: Event) -> None:
        """Adds an event. Waits for room, unless the reader has left."""
        while len(self._events) >= WAITING_EVENTS and self._is_open:
            if self._forgets:
                self._events.popleft()
            else:
                await self._change()
        if self._is_open:
            self._events.append(event)
            self._changed.set()

    async def get(self) -> Event | None:
        """The next event; None after the last one."""
        while not self._events:
            if self._is_complete:
                return None
            await self._change()
        self._changed.set()
        return self._events.popleft()

    async def _change(self) -> None:
        self._changed.clear()
        await self._changed.wait()

    def complete(self) -> None:
        """There are no more events."""
        self._is_complete = True
        self._changed.set()

    def leave(self) -> None:
        """The reader wants no more events."""
        self._is_open = False
        self._events.clear()
        self._changed.set()

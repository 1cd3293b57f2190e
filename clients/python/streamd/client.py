"""A client over asyncio that connects, runs a session, and connects again. ``roles`` has its kinds.

Protocol.md: "Reconnecting", "Closing".
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Coroutine
from dataclasses import dataclass, field, replace
from types import TracebackType
from typing import Self, TypeVar

from .address import Address
from .channel import Channel
from .clock import now
from .connection import Connection, Security, open_connection
from .errors import Code, Ending, StreamdError
from .fields import shortened
from .link import Link
from .reconnecting import Again, Reconnecting
from .session import FRAME_BOUND, Event, Session
from .wire import Hello, encode

__all__ = ["Client", "Disconnected", "Options"]

CLIENT_NAME = "streamd-python/0.1.0"
_INSTANCE = os.urandom(16)
"""Of this process, for all connections. A publisher that comes back is known by it."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Disconnected(Event):
    """The connection ended, and the client connects again."""

    ending: Ending
    wait: float
    """Seconds until the next attempt."""


@dataclass(frozen=True, slots=True)
class Options:
    """What viewers, publishers and lists have in common."""

    token: str | None = field(default=None, repr=False)
    """1 to 4096 visible ASCII characters."""
    security: Security = Security()
    reconnects: bool = True
    """Whether the client connects again after a lost connection and after errors that may pass."""
    follows_redirects: bool = True
    """Whether the client, with its token, goes where a relay sends it."""
    client_name: str = CLIENT_NAME
    """Program and version for the relay's log, at most 128 bytes."""
    instance: bytes = field(default=_INSTANCE, repr=False)
    """16 random bytes that a program keeps while it reconnects."""
    receive_buffer: int | None = None
    """Bytes of the system's receive buffer. A small one keeps the latency of a slow viewer small."""
    frame_bound: int = FRAME_BOUND
    """Bytes of the longest payload that the client takes or sends, if the welcome allows as much."""


class Client:
    """Connects, runs a session, and connects again. An asynchronous iterator of events.

    Iteration ends when the stream has ended, and raises StreamdError where the client gives up. A
    program that stops before leaves ``async with`` or calls ``close``.
    """

    _forgets = False

    def __init__(self, address: str | Address, hello: Hello, options: Options, stream: str) -> None:
        parsed = Address.parse(address) if isinstance(address, str) else address
        self._address = parsed.with_defaults(stream, options.security.encrypts)
        self._options = options
        token = None if options.token is None else options.token.encode("utf-8")
        self._hello = replace(hello, stream=self._address.stream or "", token=token,
                              client_name=shortened(options.client_name, 128), instance=options.instance)
        encode(self._hello)
        self._channel = Channel(forgets=self._forgets)
        self._is_closing = asyncio.Event()
        self._bye = Code.DONE
        self._link: Link | None = None
        self._task: asyncio.Task[None] | None = None
        self.ending: Ending | None = None
        """How the newest connection ended."""

    def _open_session(self, hello: Hello) -> Session:
        """A session for a new connection."""
        raise NotImplementedError

    async def _tell(self, event: Event) -> None:
        """Gives an event to the caller."""
        await self._channel.put(event)

    def __aiter__(self) -> Self:
        self._start()
        return self

    async def __anext__(self) -> Event:
        event = await self._channel.get()
        if event is None:
            await self._start()
            raise StopAsyncIteration
        return event

    async def __aenter__(self) -> Self:
        self._start()
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None,
                        trace: TracebackType | None) -> None:
        await self.close()

    async def close(self) -> None:
        """Says goodbye and waits until the connection is closed: for at most a second, or as a
        publisher while the relay takes what is on its way. Raises nothing that iteration raises."""
        self._is_closing.set()
        self._channel.leave()
        if self._link is not None:
            self._link.session.goodbye(now(), self._bye)
            self._link.wake()
        if self._task is not None:
            await asyncio.wait({self._task})
            error = None if self._task.cancelled() else self._task.exception()
            if error is not None and not isinstance(error, StreamdError):
                raise error

    def _start(self) -> asyncio.Task[None]:
        if self._task is None:
            self._task = asyncio.create_task(self._run())
            self._task.add_done_callback(lambda _: self._channel.complete())
        return self._task

    async def _run(self) -> None:
        policy = Reconnecting(self._address, reconnects=self._options.reconnects,
                              follows_redirects=self._options.follows_redirects)
        address = self._address
        while not self._is_closing.is_set():
            begin = now().steady
            ending = await self._connect(address)
            if ending is None or self._is_closing.is_set():
                return
            step = policy.after(ending, now().steady - begin)
            if not isinstance(step, Again):
                if step.error is not None:
                    raise step.error
                return
            address = step.address
            await self._tell(Disconnected(ending, step.wait))
            await self._unless_closing(asyncio.sleep(step.wait))

    async def _connect(self, address: Address) -> Ending | None:
        """Runs one connection; None if the client closes before it is open."""
        options = self._options
        connection = await self._unless_closing(open_connection(
            address, options.security, has_token=options.token is not None,
            receive_buffer=options.receive_buffer))
        if isinstance(connection, Connection):
            session = self._open_session(replace(self._hello, stream=address.stream or ""))
            self._link = Link(connection, session)
            try:
                await self._link.run(self._tell)
            finally:
                self._link = None
            self.ending = session.ending
        else:
            self.ending = connection
        return self.ending

    async def _unless_closing(self, work: Coroutine[None, None, T]) -> T | None:
        """The result of the work, or None if the client closes before."""
        task = asyncio.ensure_future(work)
        closing = asyncio.ensure_future(self._is_closing.wait())
        try:
            await asyncio.wait({task, closing}, return_when=asyncio.FIRST_COMPLETED)
            return task.result() if task.done() else None
        finally:
            task.cancel()
            closing.cancel()
            await asyncio.gather(task, closing, return_exceptions=True)

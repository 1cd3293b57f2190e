"""A relay that does what a test says, on a port of this machine."""

from __future__ import annotations

import asyncio
import logging
import ssl
import unittest
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Self

from streamd import Code, Event, Lister, Received, Viewer
from streamd.wire import HEADER_LENGTH, Goodbye, Hello, Message, Preface, decode, encode

from .support import RIGHT, a_frame, a_table, a_welcome

class AsyncTestCase(unittest.IsolatedAsyncioTestCase):
    """Tests without asyncio's debug mode, and without its log of connections that a test breaks."""

    async def asyncSetUp(self) -> None:
        asyncio.get_running_loop().set_debug(False)
        logging.getLogger("asyncio").setLevel(logging.CRITICAL)


Script = Callable[["Visitor"], Awaitable[None]]


class Visitor:
    """A client that has connected to the relay."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def hello(self) -> Hello:
        """Reads preface and hello."""
        await self.reader.readexactly(Preface.LENGTH)
        hello = await self.next()
        assert isinstance(hello, Hello)
        return hello

    async def next(self) -> Message:
        """The next known message of the client."""
        while True:
            header = await self.reader.readexactly(HEADER_LENGTH)
            body = await self.reader.readexactly(int.from_bytes(header[:4], "big"))
            message = decode(int.from_bytes(header[4:6], "big"), int.from_bytes(header[6:], "big"), body)
            if message is not None:
                return message

    async def until(self, kind: type[Message]) -> Message:
        """The next message of this class."""
        while not isinstance(message := await self.next(), kind):
            pass
        return message

    async def send(self, *parts: Message | Preface | bytes) -> None:
        """Sends messages and bytes."""
        for part in parts:
            if isinstance(part, bytes):
                self.writer.write(part)
            else:
                self.writer.write(part.encode() if isinstance(part, Preface) else encode(part))
        await self.writer.drain()


class FakeRelay:
    """Runs one script for each connection, in their order; the last one for all further ones."""

    def __init__(self, *scripts: Script, context: ssl.SSLContext | None = None) -> None:
        self.scripts = list(scripts)
        self.context = context
        self.hellos: list[Hello] = []
        self.failures: list[BaseException] = []
        self.port = 0
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def address(self) -> str:
        """Where the relay listens, with the stream ``live``."""
        return f"127.0.0.1:{self.port}/live"

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._visit, "127.0.0.1", 0, ssl=self.context)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None,
                        trace: TracebackType | None) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if error is None and self.failures:
            raise self.failures[0]

    async def _visit(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        script = self.scripts.pop(0) if len(self.scripts) > 1 else self.scripts[0]
        try:
            await script(Visitor(reader, writer))
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        except BaseException as failure:
            self.failures.append(failure)
        finally:
            writer.close()


END = Goodbye(Code.END_OF_STREAM)


async def collect(client: Viewer | Lister) -> list[Event]:
    """All events of a client, up to its end."""
    async with client:
        return [event async for event in client]


def frames(events: list[Event]) -> list[int]:
    return [event.frame.sequence for event in events if isinstance(event, Received)]


async def serve(visitor: Visitor) -> None:
    """A short stream."""
    await visitor.hello()
    await visitor.send(Preface(), a_welcome(), a_table(), a_frame(0, RIGHT), a_frame(1), END)
    await visitor.reader.read()

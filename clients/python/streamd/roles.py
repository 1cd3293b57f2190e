"""Viewers, publishers and lists over asyncio. They reconnect by themselves.

Protocol.md: "Hello", "Rules for a viewer", "Rules for a publisher", "Streams".
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from types import TracebackType
from typing import Self

from .address import DEFAULT_STREAM, Address
from .client import Client, Disconnected, Options
from .clock import now
from .errors import Code, Ending, How, Refused
from .listing import ListSession
from .publishing import OutgoingFrame, PublisherSession, Viewers, next_table
from .session import Event, Welcomed
from .viewing import ViewerMemory, ViewerSession
from .wire import Hello, Kinds, Role, Start, Track, Tracks, encode

__all__ = ["Lister", "Publisher", "Viewer"]


class Viewer(Client):
    """Receives a stream: Welcomed, TracksChanged, Received, Missing, StateChanged, Disconnected.

    ``async for event in Viewer("relay.example.org/studio"): …``
    """

    def __init__(self, address: str | Address, options: Options = Options(), *,
                 start: Start | None = None, maximum_latency: int | None = None, kinds: Kinds | None = None,
                 waits: bool = True, batch: int | None = None, history: int | None = None,
                 random_access_only: bool = False) -> None:
        """The stream is ``live`` if the address names none. Times are in milliseconds ("Hello").

        Raises AddressError, and ValueError or OverflowError for an option outside of its range.
        """
        hello = Hello(Role.SUBSCRIBE, "", b"", start=start, maximum_latency=maximum_latency, kinds=kinds,
                      waits=waits, batch=batch, history=history, random_access_only=random_access_only)
        super().__init__(address, hello, options, DEFAULT_STREAM)
        self._memory = ViewerMemory()

    def _open_session(self, hello: Hello) -> ViewerSession:
        return ViewerSession(hello, now(), self._memory, frame_bound=self._options.frame_bound)

    def request_key_frame(self, track: int = 0) -> bool:
        """Asks for a start frame, because the decoder cannot go on ("Key frame request").

        False while there is no connection, and within 2 seconds of the last request for the track.
        """
        if self._link is None or not isinstance(self._link.session, ViewerSession):
            return False
        asked = self._link.session.request_key_frame(track, now())
        self._link.wake()
        return asked


class Lister(Client):
    """Receives the names and states of streams: Welcomed, Listed, Disconnected.

    ``async for event in Lister("relay.example.org"): …``; the name in the address is a folder.
    """

    def __init__(self, address: str | Address, options: Options = Options()) -> None:
        """Raises AddressError, and ValueError for an option outside of its range."""
        super().__init__(address, Hello(Role.LIST, "", b""), options, "")

    def _open_session(self, hello: Hello) -> ListSession:
        return ListSession(hello, now())


class Publisher(Client):
    """Sends a stream. Its events are Welcomed, Viewers, KeyFrameWanted, Disconnected.

    ``async with Publisher("relay.example.org/studio", tracks) as publisher: await publisher.send(frame)``

    A block that ends ends the stream; a block that raises interrupts it, and viewers stay. Nobody needs
    to iterate over the events: the oldest of many are forgotten.
    """

    _forgets = True

    def __init__(self, address: str | Address, tracks: Iterable[Track], options: Options = Options()) -> None:
        """The stream is ``live`` if the address names none.

        Raises AddressError, and ValueError, OverflowError or struct.error for tracks and options
        outside of their ranges.
        """
        super().__init__(address, Hello(Role.PUBLISH, "", b""), options, DEFAULT_STREAM)
        self._table = Tracks(0, tuple(tracks))
        encode(self._table)
        self._is_welcomed = asyncio.Event()
        self._bye = Code.END_OF_STREAM
        self.viewers: int | None = None
        """How many viewers there are; None while the relay has not said it."""

    def _open_session(self, hello: Hello) -> PublisherSession:
        return PublisherSession(hello, now(), self._table.tracks, frame_bound=self._options.frame_bound)

    async def _tell(self, event: Event) -> None:
        if isinstance(event, Viewers):
            self.viewers = event.count
        elif isinstance(event, Disconnected):
            self.viewers = None
        elif isinstance(event, Welcomed):
            self._is_welcomed.set()
        await super()._tell(event)

    @property
    def _session(self) -> PublisherSession | None:
        session = None if self._link is None else self._link.session
        return session if isinstance(session, PublisherSession) else None

    async def __aenter__(self) -> Self:
        """Waits for the first welcome. Raises StreamdError if the client gives up before."""
        welcomed = asyncio.ensure_future(self._is_welcomed.wait())
        try:
            await asyncio.wait({self._start(), welcomed}, return_when=asyncio.FIRST_COMPLETED)
            self._check()
        except BaseException:
            await self.close()
            raise
        finally:
            welcomed.cancel()
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None,
                        trace: TracebackType | None) -> None:
        """Ends or interrupts the stream. Raises StreamdError if the client has given up before."""
        try:
            if kind is None:
                self._check()
        finally:
            await self.close(interrupts=kind is not None)

    async def close(self, *, interrupts: bool = False) -> None:
        """Ends the stream. With ``interrupts``, viewers stay and wait for the publisher's return."""
        if interrupts:
            self._bye = Code.DONE
        await super().close()

    async def send(self, frame: OutgoingFrame) -> bool:
        """Sends a frame. False if it is left out: see ``PublisherSession.send``, and while there is no
        connection. Does not wait for the network. Raises StreamdError once the client has given up."""
        self._check()
        session = self._session
        sent = session is not None and session.send(frame, now())
        if self._link is not None:
            self._link.wake()
        await asyncio.sleep(0)
        return sent

    def set_tracks(self, tracks: Iterable[Track], *, new_epoch: bool = False) -> None:
        """Replaces the track table: see ``PublisherSession.set_tracks``."""
        table = self._table = next_table(self._table, tracks)
        if self._session is not None and self._link is not None:
            self._session.set_tracks(table.tracks, new_epoch=new_epoch)
            self._link.wake()

    def begin_epoch(self) -> None:
        """Begins a new epoch, for example when the encoder restarts or stops for lack of viewers."""
        self.set_tracks(self._table.tracks, new_epoch=True)

    def _check(self) -> None:
        if self._task is not None and self._task.done() and not self._is_closing.is_set():
            self._task.result()
            ending = self.ending or Ending(How.LOST, "The publisher is closed.")
            raise Refused(replace(ending, reason=ending.reason or "The relay has ended the stream."))

"""The state of a connection of the role list.

Protocol.md: "Streams".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from .clock import Now
from .errors import Code, Fault
from .session import Event, Session
from .wire import ListedStream, Message, State, Streams

__all__ = ["ListSession", "Listed"]

MAXIMUM_STREAMS = 100_000
"""Streams of a list. The protocol names no limit; this one bounds the memory."""


@dataclass(frozen=True, slots=True)
class Listed(Event):
    """The whole list, ordered by names."""

    streams: Mapping[str, ListedStream]


class ListSession(Session):
    """One connection of a client that lists streams."""

    MAY_RECEIVE = frozenset({Streams.TYPE})
    PINGS = False

    _streams: dict[str, ListedStream] | None = None

    def _handle(self, message: Message, events: list[Event], now: Now) -> None:
        if not isinstance(message, Streams):
            return
        if self._streams is None or message.new_list:
            self._streams = {}
        for stream in message.streams:
            if stream.state == State.GONE:
                self._streams.pop(stream.name, None)
            else:
                self._streams[stream.name] = stream
        if len(self._streams) > MAXIMUM_STREAMS:
            raise Fault(Code.MESSAGE_TOO_LONG, f"The list has more than {MAXIMUM_STREAMS} streams.")
        if not message.more_follows:
            events.append(Listed(MappingProxyType(dict(sorted(self._streams.items())))))

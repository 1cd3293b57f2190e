"""The commands of the program. Each ends without a word, or raises Failure or StreamdError."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import stat
import sys
from fractions import Fraction
from typing import Any

from .annexb import AccessUnit, InvalidStream, Splitter
from .client import Disconnected, Options
from .clock import now, wall_time
from .errors import printable
from .listing import Listed
from .pictures import Analyser, Picture
from .publishing import OutgoingFrame, Viewers
from .roles import Lister, Publisher, Viewer
from .session import Event, Welcomed
from .stdio import on_stop, read_some, write_all
from .viewing import Missing, Received, StateChanged, TracksChanged
from .wire import Kind, Kinds, ListedStream, State, Track

__all__ = ["Failure", "list_streams", "note", "publish", "watch"]

OK, USAGE, INVALID_DATA, UNREACHABLE, OUTPUT, PROTOCOL, REFUSED = 0, 64, 65, 69, 73, 76, 77
"""Exit codes, as sysexits.h and the program streamd have them."""
_INPUT, _OUTPUT = 0, 1


class Failure(Exception):
    """Ends the program with one sentence and an exit code."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code


def note(text: str) -> None:
    """Writes one line to standard error."""
    print(f"streamd: {printable(text)}", file=sys.stderr, flush=True)


_STATES: dict[int, str] = {
    State.WAITING: "The stream has no publisher yet.",
    State.LIVE: "The stream is live.",
    State.INTERRUPTED: "The relay has lost the publisher and expects it back.",
}


async def _until_stopped(main: asyncio.Task[Any], *others: asyncio.Task[None]) -> signal.Signals | None:
    """Waits for the main task, and raises what any task raises; or returns the signal that came before.

    It cancels nothing: the caller says goodbye first, and then calls ``_end``.
    """
    stopping: asyncio.Future[signal.Signals] = asyncio.get_running_loop().create_future()
    on_stop(stopping.set_result)
    while not main.done():
        waiting: list[asyncio.Future[Any]] = [stopping, *(task for task in (main, *others) if not task.done())]
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        for task in (main, *others):
            if task.done():
                task.result()
        if stopping.done() and not main.done():
            return stopping.result()
    return None


async def _end(*tasks: asyncio.Task[Any]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def watch(arguments: argparse.Namespace, options: Options) -> None:
    """Writes the first H.264 track to standard output."""
    # The other tracks are not written, so the relay need not send them.
    viewer = Viewer(arguments.address, options, kinds=Kinds.VIDEO, history=arguments.history)
    writing = asyncio.create_task(_write(viewer))
    try:
        async with viewer:
            await _until_stopped(writing)
    finally:
        await _end(writing)


async def _write(viewer: Viewer) -> None:
    wanted: int | None = None
    async for event in viewer:
        match event:
            case TracksChanged(table):
                track = table.first(b"H264")
                wanted = None if track is None else track.number
                if track is None:
                    note("The stream has no H.264 track.")
            case Received(frame) if frame.track == wanted:
                try:
                    await write_all(_OUTPUT, frame.payload)
                except BrokenPipeError:
                    return
                except OSError as error:
                    raise Failure(OUTPUT, f"The output cannot be written: {error.strerror}.") from None
            case Missing(track=number, count=count) if number == wanted:
                note(f"{count} pictures are missing.")
            case StateChanged(state):
                note(_STATES.get(state, "The stream is not live."))
            case _:
                _note_connection(event)


class _Pace:
    """When pictures are decoded, in microseconds, and waiting until then."""

    def __init__(self, rate: Fraction | None, usual: Fraction) -> None:
        """With a rate, pictures are counted and sent at their times; without, their arrival counts."""
        self._rate = rate
        self._field = 500_000 / (rate or usual)
        self._begin = now().steady
        self._fields = 0

    def fields(self, count: int) -> int:
        """Microseconds of so many fields."""
        return round(count * self._field)

    async def next(self, fields: int) -> int:
        """The decode time of the next picture, when it has come."""
        if self._rate is None:
            return now().steady - self._begin
        time = self.fields(self._fields)
        self._fields += fields
        await asyncio.sleep((self._begin + time - now().steady) / 1e6)
        return time


def _track(picture: Picture, rate: Fraction | None) -> Track:
    sps = picture.sps
    size = None if sps is None or max(sps.size) > 0xFFFF else sps.size
    if rate is not None and max(rate.numerator, rate.denominator) < 2**32:
        return Track(0, Kind.VIDEO, b"H264", size=size, frame_rate=(rate.numerator, rate.denominator))
    return Track(0, Kind.VIDEO, b"H264", size=size)


def _rates(picture: Picture, fps: Fraction | None) -> tuple[Fraction | None, Fraction]:
    """The rate that counts pictures, None for a pipe without one; and the usual rate of the stream."""
    said = picture.sps.frame_rate if picture.sps else None
    usual = fps or (Fraction(*said) if said else Fraction(25))
    is_file = stat.S_ISREG(os.fstat(_INPUT).st_mode)
    return fps or (usual if is_file else None), usual


class _Input:
    """The pictures of standard input."""

    def __init__(self) -> None:
        self._splitter = Splitter()
        self._analyser = Analyser()
        self._units: list[AccessUnit] = []
        self._is_at_end = False

    async def next(self) -> Picture | None:
        """The next picture; None at the end. Raises Failure."""
        while not self._units and not self._is_at_end:
            try:
                data = await read_some(_INPUT)
                self._is_at_end = not data
                self._units = (self._splitter.feed(data) if data else self._splitter.finish())[::-1]
            except InvalidStream as error:
                raise Failure(INVALID_DATA, str(error)) from None
            except OSError as error:
                raise Failure(INVALID_DATA, f"The input cannot be read: {error.strerror}.") from None
        return self._analyser.take(self._units.pop()) if self._units else None


async def publish(arguments: argparse.Namespace, options: Options) -> None:
    """Sends H.264 from standard input."""
    pictures = _Input()
    reading = asyncio.create_task(pictures.next())
    if await _until_stopped(reading):
        await _end(reading)
        return
    first = reading.result()
    if first is None:
        raise Failure(INVALID_DATA, "The input has no picture.")
    rate, usual = _rates(first, arguments.fps)
    publisher = Publisher(arguments.address, [_track(first, rate)], options)
    sending = asyncio.create_task(_send_all(publisher, first, pictures, _Pace(rate, usual), rate))
    telling = asyncio.create_task(_tell(publisher))
    try:
        if number := await _until_stopped(sending, telling):
            # A person ends the stream; a service manager that stops the program may start it again.
            await publisher.close(interrupts=number is signal.SIGTERM)
    finally:
        await _end(sending, telling)


async def _send_all(publisher: Publisher, picture: Picture | None, pictures: _Input, pace: _Pace,
                    rate: Fraction | None) -> None:
    track: Track | None = None
    async with publisher:
        while picture is not None:
            if picture.sps is not None and _track(picture, rate) != track:
                track = _track(picture, rate)
                publisher.set_tracks([track])
            time = await pace.next(picture.fields)
            await publisher.send(OutgoingFrame(
                picture.payload, time, time + pace.fields(picture.shown_after), wall_time(), picture.flags))
            picture = await pictures.next()


async def _tell(publisher: Publisher) -> None:
    """Tells of events, up to the end of the publisher; raises StreamdError."""
    async for event in publisher:
        if isinstance(event, Viewers):
            note(f"Viewers: {event.count}.")
        else:
            _note_connection(event)


async def list_streams(arguments: argparse.Namespace, options: Options) -> None:
    """Prints the streams of a relay."""
    lister = Lister(arguments.address, options)
    printing = asyncio.create_task(_print(lister, arguments.follow, arguments.json))
    try:
        async with lister:
            await _until_stopped(printing)
    finally:
        await _end(printing)


async def _print(lister: Lister, follows: bool, as_json: bool) -> None:
    async for event in lister:
        if isinstance(event, Listed):
            streams = [(stream.name, _state_name(stream.state), _kinds(stream)) for stream in event.streams.values()]
            if as_json:
                listed = [{"name": name, "state": state, "kinds": kinds} for name, state, kinds in streams]
                text = json.dumps({"streams": listed}) + "\n"
            else:
                text = "".join(f"{name}\t{state}\t{','.join(kinds)}\n" for name, state, kinds in streams)
                text += "\n" * follows
            try:
                await write_all(_OUTPUT, text.encode())
            except BrokenPipeError:
                return
            if not follows:
                return
        elif follows:
            _note_connection(event)


def _kinds(stream: ListedStream) -> list[str]:
    return [kind.name.lower() for kind in Kinds if kind & stream.kinds and kind.name]


def _state_name(state: int) -> str:
    return State(state).name.lower() if state in list(State) else "not live"


def _note_connection(event: Event) -> None:
    match event:
        case Disconnected(ending, wait):
            note(f"{ending.reason} The next attempt follows in {wait:.1f} s.")
        case Welcomed(welcome):
            note(f"Connected to {welcome.relay_name or 'a relay'}.")

"""A client of the live video server streamd: publishers, viewers and lists of streams.

The package follows Protocol.md of streamd, version 1 of the protocol, and needs Python 3.11 and
nothing else. ``Viewer``, ``Publisher`` and ``Lister`` are asynchronous and reconnect by themselves;
``ViewerSession``, ``PublisherSession`` and ``ListSession`` are the same without I/O; ``wire`` has the
messages.
"""

from .address import Address
from .client import Disconnected, Options
from .clock import Latency, Now, wall_time
from .connection import Security, parse_pin
from .errors import (
    AddressError, Code, Ending, Fault, How, Insecure, Refused, RelayFault, StreamdError, Unreachable, printable,
)
from .listing import Listed, ListSession
from .publishing import KeyFrameWanted, OutgoingFrame, PublisherSession, Viewers
from .roles import Lister, Publisher, Viewer
from .session import Event, Session, Welcomed
from .viewing import Missing, Received, StateChanged, TracksChanged, ViewerMemory, ViewerSession
from .wire import Flags, Frame, Kind, Kinds, ListedStream, Reason, Start, State, Track, Tracks, Welcome

__all__ = [
    "Address", "AddressError", "Code", "Disconnected", "Ending", "Event", "Fault", "Flags", "Frame", "How",
    "Insecure", "KeyFrameWanted", "Kind", "Kinds", "Latency", "ListSession", "Listed", "ListedStream",
    "Lister", "Missing", "Now", "Options", "OutgoingFrame", "Publisher", "PublisherSession", "Reason",
    "Received", "Refused", "RelayFault", "Security", "Session", "Start", "State", "StateChanged",
    "StreamdError", "Track", "Tracks", "TracksChanged", "Unreachable", "Viewer", "ViewerMemory",
    "ViewerSession", "Viewers", "Welcome", "Welcomed", "parse_pin", "printable", "wall_time",
]

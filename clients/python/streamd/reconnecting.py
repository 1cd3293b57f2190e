"""Whether, where and when a client connects again. Nothing here does I/O.

Protocol.md: "Reconnecting", "Error registry", "Security".
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from .address import Address
from .errors import (
    AddressError, Code, Ending, How, Insecure, Refused, RelayFault, StreamdError, Unreachable, printable,
)

__all__ = ["Again", "Reconnecting", "Stop"]

MAXIMUM_REDIRECTS = 5
"""Redirects in a row without a welcome."""
FIRST_WAIT = 0.25
LONGEST_WAIT = 10.0
LASTED = 10_000_000
"""Microseconds after which a connection counts as one that worked."""


@dataclass(frozen=True, slots=True)
class Again:
    """Connect to this address after a time in seconds."""

    address: Address
    wait: float


@dataclass(frozen=True, slots=True)
class Stop:
    """Do not connect again. ``error`` is None after an orderly end."""

    error: StreamdError | None


class Reconnecting:
    """The decisions of one client."""

    def __init__(self, address: Address, *, reconnects: bool = True, follows_redirects: bool = True,
                 draw: random.Random | None = None) -> None:
        """``address`` names a stream and says whether to encrypt: ``Address.with_defaults``."""
        self._origin = address
        self._address = address
        self._reconnects = reconnects
        self._follows_redirects = follows_redirects
        self._random = draw or random.Random()
        self._failures = 0
        self._redirects = 0
        # Whether a connection with a welcome has ended with a redirect, and none has lasted since.
        self._redirected_early = False

    def after(self, ending: Ending, lasted: int) -> Again | Stop:
        """What follows after a connection to the newest address that lasted so many microseconds."""
        if ending.welcomed:
            self._redirects = 0
        if ending.welcomed and lasted >= LASTED:
            self._failures = 0
            self._redirected_early = False
        if ending.how is How.FINISHED:
            return Stop(None)
        if ending.how is How.BARRED:
            return Stop(Insecure(ending))
        if ending.how is How.TOLD and ending.code == Code.REDIRECT and ending.redirect is not None:
            return self._redirected(ending, ending.redirect)
        if ending.how is How.TOLD and (
            ending.code == Code.END_OF_STREAM or ending.code == Code.DONE and not ending.retryable
        ):
            return Stop(None)
        if not ending.retryable or ending.code == Code.REPLACED or not self._reconnects:
            failure = {How.TOLD: Refused, How.FAULT: RelayFault}.get(ending.how, Unreachable)
            return Stop(failure(ending))
        self._address = self._origin
        return Again(self._origin, self._wait(ending.retry_after))

    def _wait(self, retry_after: int) -> float:
        longest = min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(self._failures, 10))
        self._failures += 1
        self._redirects = 0
        return retry_after / 1000 if retry_after else self._random.uniform(0, longest)

    def _redirected(self, ending: Ending, text: str) -> Again | Stop:
        def stop(reason: str) -> Stop:
            return Stop(Refused(replace(ending, reason=reason)))

        shown = printable(text)
        if not self._follows_redirects:
            return stop(f"The relay redirects to {shown}, and this client follows no redirects.")
        if self._redirects >= MAXIMUM_REDIRECTS:
            return stop(f"The relay redirects to {shown}, and {MAXIMUM_REDIRECTS} redirects led nowhere.")
        try:
            to = Address.parse(text)
        except AddressError as error:
            return stop(f"The relay redirects to an address that cannot be read: {error}")
        to = to.with_defaults(self._address.stream or "", bool(self._address.encrypted))
        if self._address.encrypted and not to.encrypted:
            return stop(f"The relay redirects to {shown}, which is not encrypted.")
        # Relays that welcome and redirect in turns would keep this client busy.
        wait = self._wait(0) if ending.welcomed and self._redirected_early else 0
        self._redirected_early = self._redirected_early or ending.welcomed
        self._redirects += 1
        self._address = to
        return Again(to, wait)

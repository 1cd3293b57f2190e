"""One TCP connection, with TLS or without: bytes in, bytes out, and a close of one direction.

Protocol.md: "Transport", "TLS", "Closing", "Security". The module uses the socket functions of
asyncio's loop. asyncio's streams cannot do three things that the protocol asks for: read what the relay
said after a send has failed, close one direction of TLS, and check a pin before anything is sent.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import socket
import ssl
from dataclasses import dataclass

from .address import Address, is_loopback
from .errors import AddressError, Ending, How

__all__ = ["Connection", "Security", "open_connection", "parse_pin"]

READ_LENGTH = 65536
UNSENT_LENGTH = 131072
"""Bytes that may wait unsent in the system, where it can be told: more would hide how slow a path is."""
CONNECT_TIMEOUT = 10.0


class _Barred(Exception):
    """The client may not use this connection; ``ending`` says why."""

    def __init__(self, reason: str, certificate: bytes | None = None) -> None:
        super().__init__(reason)
        shown = None if certificate is None else hashlib.sha256(certificate).hexdigest()
        self.ending = Ending(How.BARRED, reason, retryable=False, certificate=shown)


@dataclass(frozen=True, slots=True)
class Security:
    """How a client protects its connections."""

    encrypts: bool = False
    """Whether to encrypt if the address does not say."""
    pins: frozenset[bytes] = frozenset()
    """SHA-256 of the certificates that are trusted, 32 bytes each. With pins, nothing else is checked."""
    ca_file: str | None = None
    """PEM file with the authorities to trust; None for those of the system."""
    allows_clear_token: bool = False
    """Whether a token may go to another machine without encryption."""

    def context(self) -> ssl.SSLContext:
        """The settings of TLS. Raises OSError or ssl.SSLError for a file that cannot be read."""
        if self.pins:
            context = _unchecked_context()
        else:
            context = ssl.create_default_context(cafile=self.ca_file)
            context.hostname_checks_common_name = False
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.set_alpn_protocols(["streamd"])
        return context


def parse_pin(text: str) -> bytes:
    """The 32 bytes of a fingerprint such as ``sha256:12ab…``; raises AddressError."""
    try:
        pin = bytes.fromhex(text.removeprefix("sha256:").replace(":", ""))
    except ValueError:
        pin = b""
    if len(pin) != 32:
        raise AddressError("A pin is sha256: and 64 hexadecimal digits.")
    return pin


def _unchecked_context() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


class Connection:
    """A socket, and TLS around it once ``encrypt`` has been called."""

    def __init__(self, sock: socket.socket) -> None:
        self._socket = sock
        self._loop = asyncio.get_running_loop()
        self._tls: ssl.SSLObject | None = None
        self._coming = ssl.MemoryBIO()
        self._going = ssl.MemoryBIO()
        self._sending = asyncio.Lock()
        self._is_finished = False

    @property
    def is_loopback(self) -> bool:
        """Whether the other side is this machine, by a loopback address."""
        return is_loopback(str(self._socket.getpeername()[0]))

    async def encrypt(self, context: ssl.SSLContext, host: str) -> bytes:
        """Begins TLS, and returns the relay's certificate as DER. Raises OSError, ssl.SSLError too."""
        self._tls = context.wrap_bio(self._coming, self._going, server_hostname=host)
        while True:
            try:
                self._tls.do_handshake()
                break
            except ssl.SSLWantReadError:
                await self._flush()
                await self._more()
            except ssl.SSLError:
                with contextlib.suppress(OSError):
                    await self._flush()
                raise
        await self._flush()
        return self._tls.getpeercert(binary_form=True) or b""

    async def receive(self) -> bytes:
        """The next bytes; empty at the end of what the other side sends. Raises OSError.

        After ``finish`` the bytes have no meaning and may be those of TLS.
        """
        while True:
            if self._tls is None or self._is_finished:
                return await self._loop.sock_recv(self._socket, READ_LENGTH)
            try:
                return self._tls.read(READ_LENGTH)
            except ssl.SSLWantReadError:
                await self._flush()
                await self._more()
            except (ssl.SSLZeroReturnError, ssl.SSLEOFError):
                return b""

    async def send(self, data: bytes) -> None:
        """Sends all of the bytes. Raises OSError."""
        if self._tls is None:
            await self._loop.sock_sendall(self._socket, data)
            return
        for begin in range(0, len(data), READ_LENGTH):
            self._tls.write(data[begin : begin + READ_LENGTH])
            await self._flush()

    async def finish(self) -> None:
        """Closes the sending direction, with ``close_notify`` before in TLS. Raises OSError."""
        self._is_finished = True
        if self._tls is not None:
            with contextlib.suppress(ssl.SSLError):
                self._tls.unwrap()
            await self._flush()
        self._socket.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        """Closes both directions at once."""
        self._socket.close()

    async def _more(self) -> None:
        data = await self._loop.sock_recv(self._socket, READ_LENGTH)
        if data:
            self._coming.write(data)
        else:
            self._coming.write_eof()

    async def _flush(self) -> None:
        """Sends what TLS has written. The lock keeps records of two tasks in their order."""
        async with self._sending:
            while self._going.pending:
                await self._loop.sock_sendall(self._socket, self._going.read(READ_LENGTH))


async def _connect(host: str, port: int, receive_buffer: int | None) -> Connection:
    """Connects to the first address of the host that answers. Raises OSError."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except UnicodeError:
        raise OSError("The host name cannot be read.") from None
    failure: OSError = OSError("The host has no address.")
    for index, (family, kind, protocol, _, address) in enumerate(found):
        sock = socket.socket(family, kind, protocol)
        try:
            sock.setblocking(False)
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if receive_buffer is not None:
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
            if hasattr(socket, "TCP_NOTSENT_LOWAT"):
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, UNSENT_LENGTH)
            async with asyncio.timeout(CONNECT_TIMEOUT / (len(found) - index)):
                await loop.sock_connect(sock, address)
            return Connection(sock)
        except OSError as error:
            sock.close()
            failure = error
        except BaseException:
            sock.close()
            raise
    raise failure


async def open_connection(address: Address, security: Security, *, has_token: bool,
                          receive_buffer: int | None = None) -> Connection | Ending:
    """Connects, encrypts and checks the certificate. Nothing of the protocol is sent before.

    The result is an Ending if the relay cannot be reached or may not be used.
    """
    try:
        async with asyncio.timeout(2 * CONNECT_TIMEOUT):
            connection = await _connect(address.host, address.port, receive_buffer)
            try:
                await _secure(connection, address, security, has_token, receive_buffer)
            except BaseException:
                connection.close()
                raise
            return connection
    except _Barred as barred:
        return barred.ending
    except TimeoutError:
        return Ending(How.LOST, f"{address.host}:{address.port} does not answer.")
    except ssl.SSLError as error:
        return Ending(How.LOST, f"TLS with {address.host}:{address.port} failed: {error.reason or error}.")
    except OSError as error:
        return Ending(How.LOST, f"{address.host}:{address.port} cannot be reached: {error.strerror or error}.")


async def _secure(connection: Connection, address: Address, security: Security, has_token: bool,
                  receive_buffer: int | None) -> None:
    if not address.encrypted:
        if has_token and not connection.is_loopback and not security.allows_clear_token:
            raise _Barred("The token would go to another machine without encryption; use TLS, or allow it.")
        return
    try:
        context = security.context()
    except OSError as error:
        raise _Barred(f"The authorities to trust cannot be read: {error.strerror or error}.") from None
    try:
        certificate = await connection.encrypt(context, address.host)
    except ssl.SSLCertVerificationError as error:
        shown = await _certificate(address, receive_buffer)
        raise _Barred(f"The relay's certificate is not trusted: {error.verify_message}.", shown) from None
    except ssl.SSLError as error:
        reason = (error.reason or "").upper()
        if any(word in reason for word in _FINAL):
            raise _Barred(f"The relay does not do TLS with this client: {error.reason}.") from None
        raise
    except ValueError:
        raise _Barred("TLS does not take the name of this host.") from None
    if security.pins and hashlib.sha256(certificate).digest() not in security.pins:
        raise _Barred("The relay's certificate is not the one of the pin.", certificate)


_FINAL = ("ALERT_HANDSHAKE_FAILURE", "ALERT_PROTOCOL_VERSION", "WRONG_VERSION_NUMBER", "UNSUPPORTED_PROTOCOL")
"""Failures of TLS after which another attempt does not help."""


async def _certificate(address: Address, receive_buffer: int | None) -> bytes | None:
    """The relay's certificate, for a person to compare. Only the handshake is done."""
    try:
        connection = await _connect(address.host, address.port, receive_buffer)
    except OSError:
        return None
    try:
        return await connection.encrypt(_unchecked_context(), address.host)
    except OSError:
        return None
    finally:
        connection.close()

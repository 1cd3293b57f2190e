"""The program: ``python -m streamd watch|publish|list``."""

from __future__ import annotations

import argparse
import asyncio
import os
import ssl
import struct
import sys
from collections.abc import Callable, Coroutine
from fractions import Fraction
from typing import Any, NoReturn

from .address import Address
from .client import Options
from .commands import OK, PROTOCOL, REFUSED, UNREACHABLE, USAGE, Failure, list_streams, note, publish, watch
from .connection import Security, parse_pin
from .errors import AddressError, Code, Insecure, Refused, RelayFault, StreamdError

_DESCRIPTION = "A client of the live video server streamd."
_EPILOGUE = """\
The address is host[:port][/stream], or tls://host… or streamd://host…; the port is 7450 and the stream
'live' if the address has none. The variable STREAMD_TOKEN holds the token.

Exit codes: 0 success, also after Ctrl-C or when nobody reads the output; 64 wrong usage; 65 input that is
no H.264; 69 the relay or the stream cannot be reached; 73 the output cannot be written; 76 the relay breaks
the protocol; 77 refused by the relay, or a certificate that is not trusted.
"""


def _exit_code(error: StreamdError) -> int:
    match error:
        case RelayFault():
            return PROTOCOL
        case Insecure():
            return REFUSED
        case Refused() if error.code == Code.STREAM_NOT_FOUND or (error.code or 0) < 0x100:
            return UNREACHABLE
        case Refused() if (error.code or 0) >> 8 == 1:
            return PROTOCOL
        case Refused() if (error.code or 0) >> 8 == 2:
            return REFUSED
        case _:
            return UNREACHABLE


class _Parser(argparse.ArgumentParser):
    """Says in one sentence what is wrong."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE, f"streamd: {message.rstrip('.')}.\n")


def _arguments() -> argparse.ArgumentParser:
    parser = _Parser("python -m streamd", description=_DESCRIPTION, epilog=_EPILOGUE,
                     formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True, metavar="watch|publish|list")

    def command(name: str, run: Callable[..., Coroutine[Any, Any, None]], help: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=help, description=help)
        made.set_defaults(run=run)
        made.add_argument("address", metavar="HOST[:PORT]/STREAM" if name != "list" else "HOST[:PORT][/FOLDER]",
                          type=_checked(Address.parse))
        made.add_argument("--tls", action="store_true", help="encrypt the connection")
        made.add_argument("--pin", action="append", default=[], type=_checked(parse_pin), metavar="sha256:HEX",
                          help="trust only the certificate with this fingerprint; implies --tls")
        made.add_argument("--ca", metavar="FILE", help="trust only the authorities in this file; implies --tls")
        made.add_argument("--allow-clear-token", action="store_true",
                          help="send the token without TLS to another machine")
        made.add_argument("--no-reconnect", action="store_true", help="end when the connection is lost")
        return made

    watching = command("watch", watch, "Write the first H.264 track to standard output.")
    watching.add_argument("--history", type=_checked(_milliseconds), metavar="SECONDS", help="begin so much earlier")
    publishing = command("publish", publish, "Send H.264 from standard input.")
    publishing.add_argument("--fps", type=_checked(_rate), help="pictures a second; by default the rate of a file's"
                         " SPS, and for a pipe the times at which pictures come")
    listing = command("list", list_streams, "Print the streams of a relay: name, state, kinds.")
    listing.add_argument("--follow", action="store_true", help="print the list again after each change")
    listing.add_argument("--json", action="store_true", help="print JSON, one object a line")
    return parser


def _checked(read: Callable[[str], Any]) -> Callable[[str], Any]:
    def checked(text: str) -> Any:
        try:
            return read(text)
        except (ValueError, ZeroDivisionError) as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return checked


def _rate(text: str) -> Fraction:
    rate = Fraction(text)
    if not Fraction(1, 1000) <= rate <= 1000:
        raise ValueError("a rate lies between 0.001 and 1000")
    return rate.limit_denominator(100_000)


def _milliseconds(text: str) -> int:
    milliseconds = round(float(text) * 1000)
    if not 0 <= milliseconds < 2**32:
        raise ValueError("a history lies between 0 and 4294967 seconds")
    return milliseconds


def main() -> int:
    """Runs the program, and returns its exit code."""
    parser = _arguments()
    try:
        arguments = parser.parse_args()
    except SystemExit as stop:
        return int(stop.code or OK)
    pins = frozenset(arguments.pin)
    encrypts = bool(arguments.tls or pins or arguments.ca)
    try:
        if encrypts and arguments.address.encrypted is False:
            raise Failure(USAGE, "The address says not to encrypt, and an option says to encrypt.")
        security = Security(encrypts, pins, arguments.ca, arguments.allow_clear_token)
        reconnects = not arguments.no_reconnect and (arguments.run is not list_streams or arguments.follow)
        options = Options(os.environ.get("STREAMD_TOKEN") or None, security, reconnects)
        asyncio.run(arguments.run(arguments, options))
    except Failure as failure:
        note(str(failure))
        return failure.code
    except StreamdError as error:
        note(str(error))
        if error.ending.certificate is not None:
            note(f"The relay's certificate has the fingerprint sha256:{error.ending.certificate}")
        return _exit_code(error)
    except (AddressError, ValueError, OverflowError, struct.error, ssl.SSLError) as error:
        note(str(error))
        return USAGE
    return OK


if __name__ == "__main__":
    sys.exit(main())

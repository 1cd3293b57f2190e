"""The negative vectors for relays, given to a real relay. ``end_to_end`` runs them."""

from __future__ import annotations

import asyncio
import tempfile

from streamd import Code
from streamd.errors import code_name
from streamd.wire import Error, Goodbye, decode, encode

from .real import Relay, streamd
from .relay import AsyncTestCase
from .support import vectors

PATIENCE = 120


class RelayVectors(AsyncTestCase):
    """Every case of relay.json."""

    async def test_the_relay_finds_every_fault_of_the_vectors(self) -> None:
        if not streamd():
            self.skipTest("STREAMD names no relay")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        relay = Relay(folder.name)
        self.addCleanup(relay.kill)
        for index, case in enumerate(vectors("relay")):
            name = f"a{index:03d}".encode()
            with self.subTest(case["name"]):
                reader, writer = await asyncio.open_connection("127.0.0.1", relay.port)
                writer.write(case["bytes"].replace(b"name", name))
                if case["error"] == "none":
                    writer.write(encode(Goodbye(Code.DONE)))
                data = await asyncio.wait_for(reader.read(), PATIENCE)
                writer.close()
                self.assertEqual(self.error_in(data[12:]), case["error"])

    def error_in(self, data: bytes) -> str:
        """The name of the error among the relay's messages."""
        while data:
            length, number = int.from_bytes(data[:4], "big"), int.from_bytes(data[4:6], "big")
            message = decode(number, 0, data[8 : 8 + length])
            data = data[8 + length :]
            if isinstance(message, Error):
                return code_name(message.code)
        return "none"

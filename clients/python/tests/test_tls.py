"""TLS, certificates and tokens, with a relay that does what a test says."""

from __future__ import annotations

import asyncio
import hashlib
import shutil
import ssl
import subprocess
import tempfile
import unittest
from pathlib import Path

from streamd import Address, Insecure, Options, Publisher, Security, Viewer, parse_pin
from streamd.connection import Connection, open_connection
from streamd.wire import Error, Preface

from .relay import END, AsyncTestCase, FakeRelay, Visitor, collect, frames, serve
from .support import RIGHT, VIDEO, a_welcome, outgoing


@unittest.skipIf(shutil.which("openssl") is None, "openssl makes the certificates")
class Encryption(AsyncTestCase):
    """TLS, certificates and tokens."""

    folder: tempfile.TemporaryDirectory[str]
    certificate: Path
    context: ssl.SSLContext
    fingerprint: str

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = tempfile.TemporaryDirectory()
        cls.certificate = Path(cls.folder.name, "certificate.pem")
        key = Path(cls.folder.name, "key.pem")
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
             "-keyout", key, "-out", cls.certificate, "-days", "2", "-subj", "/CN=relay",
             "-addext", "subjectAltName=IP:127.0.0.1"],
            check=True, capture_output=True)
        cls.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        cls.context.load_cert_chain(cls.certificate, key)
        cls.context.set_alpn_protocols(["streamd"])
        der = ssl.PEM_cert_to_DER_cert(cls.certificate.read_text())
        cls.fingerprint = hashlib.sha256(der).hexdigest()

    @classmethod
    def tearDownClass(cls) -> None:
        cls.folder.cleanup()

    def security(self) -> Security:
        return Security(encrypts=True, pins=frozenset({parse_pin("sha256:" + self.fingerprint)}))

    async def test_a_pin_or_an_authority_makes_a_certificate_trusted(self) -> None:
        authority = Security(encrypts=True, ca_file=str(self.certificate))
        for security in (self.security(), authority):
            async with FakeRelay(serve, context=self.context) as relay:
                events = await collect(Viewer(relay.address, Options(security=security)))
                self.assertEqual(frames(events), [0, 1])

    async def test_another_certificate_is_refused_and_shown_before_anything_is_sent(self) -> None:
        got: list[bytes] = []

        async def script(visitor: Visitor) -> None:
            got.append(await visitor.reader.read())

        wrong = Security(encrypts=True, pins=frozenset({bytes(32)}))
        for security in (wrong, Security(encrypts=True), Security(encrypts=True, ca_file=str(self.certificate))):
            async with FakeRelay(script, context=self.context) as relay:
                address = relay.address if security.ca_file is None else f"localhost:{relay.port}/live"
                with self.assertRaises(Insecure) as caught:
                    await collect(Viewer(address, Options("secret", security)))
                self.assertEqual(caught.exception.ending.certificate, self.fingerprint)
        self.assertFalse(any(got))

    async def test_a_relay_without_tls_is_not_tried_again(self) -> None:
        async def script(visitor: Visitor) -> None:
            await visitor.reader.read(100)
            await visitor.send(b"HTTP/1.1 400\r\n\r\n")

        async with FakeRelay(script) as relay:
            with self.assertRaises(Insecure):
                await collect(Viewer(relay.address, Options(security=self.security())))

    async def test_a_file_of_authorities_that_is_missing_is_named(self) -> None:
        async with FakeRelay(serve, context=self.context) as relay:
            with self.assertRaises(Insecure):
                await collect(Viewer(relay.address, Options(security=Security(True, ca_file="/no/such"))))

    async def test_a_publisher_closes_one_direction_of_tls_and_reads_on(self) -> None:
        ended = asyncio.Event()

        async def script(visitor: Visitor) -> None:
            await visitor.hello()
            await visitor.send(Preface(), a_welcome())
            await visitor.until(Error)
            self.assertEqual(await visitor.reader.read(), b"")
            ended.set()

        async with FakeRelay(script, context=self.context) as relay:
            async with Publisher(relay.address, [VIDEO], Options(security=self.security())) as publisher:
                for number in range(20):
                    await publisher.send(outgoing(RIGHT, length=300_000))
            await asyncio.wait_for(ended.wait(), 5)

    async def test_a_token_goes_to_another_machine_with_encryption_only(self) -> None:
        ending = await open_connection(Address("127.0.0.1", 9), Security(), has_token=False)
        self.assertNotIsInstance(ending, Connection)

        async def script(visitor: Visitor) -> None:
            relay.hellos.append(await visitor.hello())
            await visitor.send(Preface(), END)
            await visitor.reader.read()

        async with FakeRelay(script) as relay:
            await collect(Viewer(relay.address, Options("secret")))
            self.assertEqual(relay.hellos[0].token, b"secret")
            original = Connection.is_loopback
            Connection.is_loopback = property(lambda _: False)  # type: ignore[assignment, method-assign]
            try:
                with self.assertRaises(Insecure):
                    await collect(Viewer(relay.address, Options("secret")))
                self.assertEqual(len(relay.hellos), 1)
                await collect(Viewer(relay.address, Options("secret", Security(allows_clear_token=True))))
            finally:
                Connection.is_loopback = original  # type: ignore[method-assign]


if __name__ == "__main__":
    unittest.main()

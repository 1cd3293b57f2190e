"""Addresses, names, and where a client connects next."""

from __future__ import annotations

import random
import unittest
from dataclasses import replace

from streamd.address import Address, is_loopback
from streamd.connection import parse_pin
from streamd.errors import AddressError, Code, Ending, How, Insecure, Refused, RelayFault, Unreachable, printable
from streamd.fields import is_stream_name, shortened
from streamd.reconnecting import Again, Reconnecting, Stop


class Addresses(unittest.TestCase):
    """The forms of an address."""

    def test_addresses_that_can_be_read(self) -> None:
        for text, address in {
            "relay": Address("relay"),
            "relay.example.org:80/a/b.c": Address("relay.example.org", 80, "a/b.c"),
            "tls://127.0.0.1/live": Address("127.0.0.1", 7450, "live", True),
            "streamd://[::1]:7451": Address("::1", 7451, None, False),
            "[fe80::1%eth0]": Address("fe80::1%eth0"),
        }.items():
            self.assertEqual(Address.parse(text), address)
            self.assertEqual(Address.parse(str(address)), address)

    def test_addresses_that_cannot(self) -> None:
        for text in ("", "/live", ":7450", "a:0", "a:65536", "a:x", "a:1:2", "::1", "[::1", "[a]", "a/", "a//b",
                     "a/b/", "a/..", "a/ä", "a b", "http://a", "TLS://a", "a\n", "u@a", "a?b", "a/b\0", "tls://"):
            with self.assertRaises(AddressError, msg=text):
                Address.parse(text)

    def test_stream_names(self) -> None:
        for name in ("a", "a/b", "~.x", "...", "A-_~.9", "x" * 255):
            self.assertTrue(is_stream_name(name), name)
        for name in ("", "/a", "a/", "a//b", ".", "..", "a/./b", "a b", "ä", "a\n", "x" * 256, "@"):
            self.assertFalse(is_stream_name(name), name)

    def test_loopback_addresses(self) -> None:
        for host in ("127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"):
            self.assertTrue(is_loopback(host))
        for host in ("10.0.0.1", "localhost", "::2", "::ffff:10.0.0.1"):
            self.assertFalse(is_loopback(host))

    def test_pins(self) -> None:
        self.assertEqual(parse_pin("sha256:" + "0A" * 32), b"\n" * 32)
        for text in ("", "sha256:", "sha256:00", "sha1:" + "00" * 20, "zz" * 32):
            with self.assertRaises(AddressError):
                parse_pin(text)

    def test_texts_are_cut_between_characters_and_shown_without_control(self) -> None:
        self.assertEqual(shortened("aä", 2), "a")
        self.assertEqual(shortened("aä", 3), "aä")
        self.assertEqual(printable("a\x1b[0m\x7f\x9fä"), "a\ufffd[0m\ufffd\ufffdä")


def told(code: int, retryable: bool = False, retry_after: int = 0, redirect: str | None = None) -> Ending:
    return Ending(How.TOLD, "Why.", code, retryable, retry_after, redirect)


class Decisions(unittest.TestCase):
    """What follows after a connection."""

    def setUp(self) -> None:
        self.policy = Reconnecting(Address("a", 1, "s", False), draw=random.Random(1))

    def error(self, ending: Ending) -> object:
        step = self.policy.after(ending, 0)
        assert isinstance(step, Stop)
        return step.error

    def again(self, ending: Ending, lasted: int = 0) -> Again:
        step = self.policy.after(ending, lasted)
        assert isinstance(step, Again)
        return step

    def test_what_ends_a_client(self) -> None:
        self.assertIsNone(self.error(Ending(How.FINISHED, "")))
        self.assertIsNone(self.error(told(Code.END_OF_STREAM)))
        self.assertIsInstance(self.error(told(Code.REPLACED, True)), Refused)
        self.assertIsInstance(self.error(told(Code.UNAUTHORIZED)), Refused)
        self.assertIsInstance(self.error(told(0x02F0)), Refused)
        self.assertIsInstance(self.error(Ending(How.FAULT, "", 0x102, False)), RelayFault)
        self.assertIsInstance(self.error(Ending(How.BARRED, "")), Insecure)
        self.policy = Reconnecting(Address("a", 1, "s", False), reconnects=False)
        self.assertIsInstance(self.error(Ending(How.LOST, "")), Unreachable)
        self.assertIsInstance(self.error(told(Code.DRAINING, True)), Refused)

    def test_an_end_of_stream_that_is_marked_as_retryable_ends_too(self) -> None:
        self.assertIsNone(self.error(told(Code.END_OF_STREAM, True)))

    def test_waits_grow_and_begin_anew_after_a_connection_that_lasted(self) -> None:
        lost = Ending(How.LOST, "", welcomed=True)
        longest = [max(self.again(lost).wait for _ in range(1)) for _ in range(40)]
        self.assertLessEqual(longest[0], 0.25)
        self.assertTrue(all(wait <= 10 for wait in longest))
        self.assertGreater(max(longest), 5)
        self.assertLessEqual(self.again(lost, 10_000_000).wait, 0.25)
        self.assertEqual(self.again(told(Code.DRAINING, True, retry_after=1500)).wait, 1.5)

    def redirect(self, to: str, retry_after: int = 0) -> Ending:
        return told(Code.REDIRECT, retry_after=retry_after, redirect=to)

    def test_a_redirect_is_followed_at_once_whatever_the_flag_says(self) -> None:
        step = self.again(self.redirect("b:2", retry_after=9000))
        self.assertEqual(step, Again(Address("b", 2, "s", False), 0))
        self.assertEqual(self.again(self.redirect("tls://c/t")).address, Address("c", 7450, "t", True))
        self.assertEqual(self.again(self.redirect("d")).address, Address("d", 7450, "t", True))
        self.assertIsInstance(self.error(self.redirect("streamd://d")), Refused)

    def test_a_lost_connection_leads_back_to_the_first_address(self) -> None:
        self.again(self.redirect("b"))
        self.assertEqual(self.again(Ending(How.LOST, "")).address, Address("a", 1, "s", False))

    def test_at_most_five_redirects_in_a_row(self) -> None:
        for _ in range(5):
            self.again(self.redirect("b"))
        self.assertIsInstance(self.error(self.redirect("b")), Refused)
        self.policy.after(Ending(How.LOST, "", welcomed=True), 0)
        self.again(self.redirect("b"))

    def test_relays_that_welcome_and_redirect_in_turns_are_followed_with_waits(self) -> None:
        redirect = replace(self.redirect("b"), welcomed=True)
        self.assertEqual(self.policy.after(redirect, 0), Again(Address("b", 7450, "s", False), 0))
        steps = [self.policy.after(redirect, 0) for _ in range(12)]
        self.assertGreater(max(step.wait for step in steps if isinstance(step, Again)), 1)
        self.assertEqual(self.policy.after(redirect, 10_000_000), Again(Address("b", 7450, "s", False), 0))

    def test_redirects_that_are_not_followed(self) -> None:
        self.assertIsInstance(self.error(self.redirect("no address")), Refused)
        self.assertIsInstance(self.error(told(Code.REDIRECT)), Refused)
        self.assertIsInstance(self.again(told(Code.REDIRECT, True)), Again)
        self.assertIsInstance(self.again(told(Code.OVERLOADED, True, redirect="b")).address.host, str)
        self.policy = Reconnecting(Address("a", 1, "s", False), follows_redirects=False)
        self.assertIsInstance(self.error(self.redirect("b")), Refused)


if __name__ == "__main__":
    unittest.main()

"""Mistakes with tokens and certificates."""
import os

from mistaken.place import BAD_DATA, CANNOT_WRITE, EXAMPLE, NO_INPUT, REFUSED, USAGE, WARNING


def encryption(place):
    relay, tls = place.relay, place.tls
    return (
        ("TLS to a relay without it", REFUSED, "does not speak TLS", "watch", f"tls://{relay}"),
        ("TLS to a relay without it, to publish", REFUSED, "does not speak TLS", "publish", place.h264, "--to",
         f"tls://{relay}/x"),
        ("TLS with an address that excludes it", USAGE, "write tls://", "list", f"streamd://{relay}", "--tls"),
        ("an authority that is not trusted", REFUSED, "--pin", "watch", f"tls://{tls}"),
        ("another authority", REFUSED, "--ca", "list", tls, "--ca", place.other),
        ("another certificate than the pinned one", REFUSED, "--pin", "watch", tls, "--pin", place.pin),
        ("a fingerprint that is too short", USAGE, "64 digits", "watch", tls, "--pin", "sha256:12"),
        ("a pin and an authority", USAGE, "one of the two", "watch", tls, "--pin", place.pin, "--ca", place.authority),
        ("an authority that is missing", NO_INPUT, "PEM", "watch", tls, "--ca", place.none),
        ("an authority that is no certificate", NO_INPUT, "PEM", "watch", tls, "--ca", place.text),
        ("a key in place of an authority", NO_INPUT, "PEM", "watch", tls, "--ca", place.pair.key),
        ("TLS to an admin listener without it", REFUSED, "TLS", "ctl", "streams", "--admin", f"tls://{place.admin}"),
    )


def tokens(place):
    relay, check = place.guarded, ("token", "check", "--tokens", place.tokens, "--token-file")
    readable = place.written("readable.token", place.viewer.read_bytes(), 0o644)
    return (
        ("no token", REFUSED, "--token-file", "watch", relay),
        ("no token to publish", REFUSED, "--token-file", "publish", place.h264, "--to", f"{relay}/a/b"),
        ("a token that nobody knows", REFUSED, "--token-file", "list", relay, "--token-file", place.wrong),
        ("a token that has expired", REFUSED, "2020-01-01", "watch", relay, "--token-file", place.old),
        ("a token for another stream", REFUSED, "'other'", "watch", f"{relay}/other", "--token-file", place.viewer),
        ("a viewer's token to publish", REFUSED, "publish 'a/b'", "publish", place.h264, "--to", f"{relay}/a/b",
         "--token-file", place.viewer),
        ("a publisher's token for another name", REFUSED, "publish 'live'", "publish", place.h264, "--to",
         f"{relay}/live", "--token-file", place.studio),
        ("a relay's list for a viewer", USAGE, "streamd relay --tokens", "watch", relay, "--token-file", place.tokens),
        ("a token file that is missing", NO_INPUT, "check the name", "watch", relay, "--token-file", place.none),
        ("a token file that is a folder", NO_INPUT, "name a file", "watch", relay, "--token-file", place.folder),
        ("a token file of another user", NO_INPUT, "access", "list", relay, "--token-file", place.viewer, place.nobody),
        ("a token file that is empty", USAGE, "'streamd token new'", "list", relay, "--token-file", place.empty),
        ("a film in place of a token", USAGE, "no token", "list", relay, "--token-file", place.film),
        ("two words in place of a token", USAGE, "how it was copied", "list", relay,
         {"env": dict(os.environ, STREAMD_TOKEN="two words")}),
        ("a token file that all may read", WARNING, "chmod", *check, readable),
        ("a token for another machine without TLS", REFUSED, "--allow-clear-token", "ctl", "streams", "--admin",
         "192.0.2.1:7451", "--token-file", place.viewer),
        ("a check of an unknown token", REFUSED, "how it was copied", *check, place.wrong),
        ("a check of a relay's list as a token", USAGE, "'streamd relay --tokens'", *check, place.tokens),
        ("a check without the relay's files", USAGE, "give --tokens", "token", "check", "--token-file", place.viewer),
        ("a check with a client's token as the list", BAD_DATA, "a client's token", "token", "check", "--tokens",
         place.viewer, "--token-file", place.viewer),
        ("a check with a list that is missing", NO_INPUT, "check the name", "token", "check", "--tokens", place.none,
         "--token-file", place.viewer),
        ("a check with a private key", BAD_DATA, "give the public one", "token", "check", "--jwt-key", place.pair.key,
         "--token-file", place.viewer),
    )


def making_tokens(place):
    new = ("token", "new", "--name", "guest", "--watch", "live")
    new_file = place.file("guest.token")
    return (
        ("a new token without a name", USAGE, "--name", "token", "new", "--watch", "live"),
        ("a new token that allows nothing", USAGE, "--publish, --watch", "token", "new", "--name", "guest"),
        ("a new token that has expired", USAGE, "in the future", *new, "--expires", "2020-01-01T00:00:00Z"),
        ("a new token with an unclear expiry", USAGE, EXAMPLE + "|30d", *new, "--expires", "tomorrow"),
        ("a new token whose name has a space", USAGE, "A token's name", "token", "new", "--name", "a b", "--admin"),
        ("a new token for an impossible pattern", USAGE, "'studio/\\*'", "token", "new", "--name", "x", "--watch", "@"),
        ("a new token with a limit of 0", USAGE, "from 1 to", *new, "--max-viewers", "0"),
        ("a second token of the same name", BAD_DATA, "give every token its own", "token", "new", "--name", "viewer",
         "--watch", "live", "--to", place.tokens, "-o", new_file),
        ("a new token in a file that exists", CANNOT_WRITE, "another name", *new, "-o", place.viewer),
        ("a new token whose line goes to a client's file", BAD_DATA, "a client's token", *new, "--to", place.viewer,
         "-o", place.folder / "second.token"),
        ("a new token and its line in one file", USAGE, "--to", *new, "--to", new_file, "-o", new_file),
        ("a new token in a missing folder", CANNOT_WRITE, "check the name", *new, "-o", f"{place.none}/x.token"),
    )

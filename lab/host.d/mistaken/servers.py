"""Mistakes with the flags, the files and the addresses of a relay."""
import os

from mistaken.place import CANNOT_WRITE, NO_INPUT, SETTINGS, UNAVAILABLE, USAGE, WARNING


def flags(place):
    relay = ("relay", "--log-level", "error", "--admin", "off")
    free = (*relay, "--listen", "127.0.0.1:0")
    return (
        ("a port that is in use", UNAVAILABLE, "another port", *relay, "--listen", place.relay),
        ("an admin port that is in use", UNAVAILABLE, "another port", *free, "--admin", place.admin),
        ("an open port without tokens", SETTINGS, "--tokens", *relay, "--listen", "0.0.0.0:0"),
        ("an open admin port without tokens", SETTINGS, "--tokens", *free, "--admin", "0.0.0.0:0"),
        ("a word in place of a port", USAGE, "0.0.0.0:7450", *relay, "--listen", "everywhere"),
        ("a port that is too large", USAGE, "0.0.0.0:7450", *relay, "--listen", "127.0.0.1:74500"),
        ("an address of another machine", UNAVAILABLE, "listen on one", *relay, "--listen", "192.0.2.1:0", "--open"),
        ("a host that nobody knows", UNAVAILABLE, "not known", *relay, "--listen", "relay.invalid:0", "--open"),
        ("no event loop", USAGE, "1 to 256", *free, "--threads", "0"),
        ("a log for ever", USAGE, "10s", *free, "--log-seconds", "forever"),
        ("a log that is too long", USAGE, "up to 1h", *free, "--log-seconds", "2h"),
        ("a log smaller than a frame", SETTINGS, "raise it", *free, "--log-bytes", "1MiB"),
        ("too little memory", USAGE, "32MiB or more", *free, "--memory", "1MiB"),
        ("a number in words", USAGE, "whole number", *free, "--max-viewers", "many"),
        ("half a stream", USAGE, "whole number", *free, "--max-streams", "1.5"),
        ("a time beyond its range", USAGE, "100ms to 10m", *free, "--handshake-timeout", "1h"),
        ("an unknown way to send", USAGE, "'uring'", *free, "--fan-out", "magic"),
        ("a congestion control in capitals", USAGE, "'cubic'", *free, "--congestion-control", "BBR"),
        ("a congestion control that no kernel has", UNAVAILABLE, "modprobe.*see --congestion-control", *free,
         "--congestion-control", "telepathy"),
        ("an unknown log level", USAGE, "'debug'", *free, "--log-level", "loud"),
        ("a page that is no origin", USAGE, "https://player", *free, "--allow-origin", "player.example.org"),
        ("a network with host bits", USAGE, "10.0.0.0/8", *free, "--proxy-protocol-from", "10.0.0.1/8"),
        ("headers that may be missing from nowhere", SETTINGS, "'proxy-protocol-from'; name one", *free,
         "--proxy-protocol-optional"),
        ("a value for headers that may be missing", USAGE, "Unexpected argument 'yes'", *free,
         "--proxy-protocol-optional", "yes"),
        ("an unclear wish for headers", SETTINGS, "STREAMD_PROXY_PROTOCOL_OPTIONAL is 'maybe'; it takes true or false",
         *free, {"env": dict(os.environ, STREAMD_PROXY_PROTOCOL_OPTIONAL="maybe")}),
        ("clients that have nowhere to go", SETTINGS, "'origin' or 'cluster' names; give one", *free, "--redirect",
         "*"),
        ("a pattern that no stream has", USAGE, "'studio/", *free, "--origin", "b.example", "--redirect", "studio//*"),
        ("an unclear wish for TLS", USAGE, "'self-signed'", *free, "--tls", "yes"),
        ("TLS without a certificate", SETTINGS, "--tls self-signed", *free, "--require-tls"),
        ("an invalid variable", SETTINGS, "STREAMD_MAX_VIEWERS", *free,
         {"env": dict(os.environ, STREAMD_MAX_VIEWERS="many")}),
    )


def files(place):
    relay = ("relay", "--log-level", "error", "--admin", "off", "--listen", "127.0.0.1:0")
    certificate, key = "--tls-certificate", "--tls-key"
    pair, second, written = place.pair, place.second, place.written
    readable = written("readable.tokens", place.tokens.read_bytes(), 0o644)
    cameras = written("yards.yaml", "streams:\n  yard:\n    input: /dev/video0\n  gate:\n    input: gate.mp4\n")
    return (
        ("a certificate without its key", SETTINGS, "give both", *relay, certificate, pair.chain),
        ("a certificate that is missing", NO_INPUT, "name the file", *relay, certificate, place.none, key, pair.key),
        ("another certificate's key", NO_INPUT, "belong together", *relay, certificate, pair.chain, key, second.key),
        ("a certificate and its key exchanged", NO_INPUT, "no certificate", *relay, certificate, pair.key, key,
         pair.chain),
        ("notes in place of a certificate", NO_INPUT, "not in PEM", *relay, certificate, place.text, key, place.text),
        ("two certificates", SETTINGS, "remove one", *relay, "--tls", "self-signed", certificate, pair.chain, key,
         pair.key),
        ("no place for a certificate", CANNOT_WRITE, "another place", *relay, "--tls", "self-signed",
         {"env": dict(os.environ, XDG_STATE_HOME=str(place.text))}),
        ("a client's token for a relay", SETTINGS, "a client's token", *relay, "--tokens", place.viewer),
        ("a token list that is missing", SETTINGS, "check the name", *relay, "--tokens", place.none),
        ("a folder in place of a token list", SETTINGS, "name a file", *relay, "--tokens", place.folder),
        ("a film in place of a token list", SETTINGS, "the file you meant", *relay, "--tokens", place.clip),
        ("a token in place of its hash", SETTINGS, "line 1.*64 hexadecimal", *relay, "--tokens",
         written("hash.tokens", "viewer sha256=secret watch=live\n")),
        ("a misspelled permission", SETTINGS, "line 1, 'wach'", *relay, "--tokens",
         written("wach.tokens", f"viewer sha256={'0' * 64} wach=live\n")),
        ("a token list that all may read", WARNING, "chmod", *relay, "--check-config", "--tokens", readable),
        ("a private key in place of the public one", SETTINGS, "give the public one", *relay, "--jwt-key", pair.key),
        ("a secret that is too short", SETTINGS, "32 bytes", *relay, "--jwt-key", written("short.key", "short")),
        ("keys that are no JSON", SETTINGS, "set of keys", *relay, "--jwks", place.text),
        ("settings that are missing", SETTINGS, "check the name", *relay, "--config", f"{place.none}.yaml"),
        ("settings in a text file", SETTINGS, ".yaml, .yml or .json", *relay, "--config", place.text),
        ("a misspelled setting", SETTINGS, "line 1.*did you mean 'listen'", *relay, "--config",
         written("listn.yaml", "listn: 127.0.0.1:7450\n")),
        ("an invalid value in the settings", SETTINGS, "line 1.*whole number", *relay, "--config",
         written("many.yaml", "max-viewers: many\n")),
        ("a setting without a colon", SETTINGS, "'max-viewers: 100'", *relay, "--config",
         written("colon.yaml", "max-viewers 5\n")),
        ("an option of publish for a stream", SETTINGS, "line 3.*log-seconds", *relay, "--config",
         written("bitrate.yaml", "streams:\n  studio/*:\n    bitrate: 2M\n")),
        ("a file of streams for a relay", SETTINGS, "'streamd publish", *relay, "--config", cameras),
    )

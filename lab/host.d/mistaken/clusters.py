"""Mistakes with relays that find each other in etcd."""
import os

from mistaken.place import NO_INPUT, SETTINGS, UNAVAILABLE, USAGE, WARNING

RELAY = ("relay", "--log-level", "error", "--admin", "off", "--listen", "127.0.0.1:0")
#: On one machine, and on several.
ETCD, HERE = ("--cluster", "etcd://127.0.0.1:2379"), ("--advertise", "127.0.0.1:7450")
FAR, NAMED = ("--cluster", "etcds://a.example"), ("--advertise", "tls://b.example:7450")


def addresses(place):
    etcd = "takes the members of an etcd cluster, such as etcd://a.example:2379"
    own = "takes the address at which other relays reach this one, with its port"
    cluster, advertise, near = (*RELAY, *HERE, "--cluster"), (*RELAY, *FAR, "--advertise"), (*RELAY, *ETCD, *HERE)
    return (
        ("an etcd without a scheme", USAGE, etcd, *cluster, "127.0.0.1:2379"),
        ("a web address of etcd", USAGE, etcd, *cluster, "http://127.0.0.1:2379"),
        ("an etcd whose port is a word", USAGE, etcd, *cluster, "etcd://127.0.0.1:client"),
        ("an etcd with a path", USAGE, etcd, *cluster, "etcd://127.0.0.1:2379/streamd"),
        ("an etcd without a host", USAGE, etcd, *cluster, "etcd://"),
        ("members of etcd with TLS and without", USAGE, "etcds:// for TLS", *cluster, "etcd://a.example", "--cluster",
         "etcds://b.example"),
        ("more members than etcd has", USAGE, etcd, *cluster, "etcd://" + ",".join(["a.example"] * 17)),
        ("a password in etcd's address", USAGE, "…@a.example.*'cluster-user'", *cluster,
         "etcd://root:secret@a.example"),
        ("an etcd without a scheme in a variable", SETTINGS, "STREAMD_CLUSTER is '127.0.0.1'; it " + etcd, *RELAY,
         *HERE, {"env": dict(os.environ, STREAMD_CLUSTER="127.0.0.1")}),
        ("an etcd without a scheme in the settings", SETTINGS, "line 1: 'cluster' is '127.0.0.1'; it " + etcd, *RELAY,
         *HERE, "--config", place.written("etcd.yaml", "cluster: 127.0.0.1\n")),
        ("a misspelled setting of a cluster", SETTINGS, "line 1.*did you mean 'advertise'", *RELAY, *ETCD, "--config",
         place.written("advertise.yaml", "advertize: 127.0.0.1:7450\n")),
        ("a cluster without an own address", SETTINGS, "at which other relays reach this one; give 'advertise'", *RELAY,
         *ETCD),
        ("an own address without a port", USAGE, own, *advertise, "b.example"),
        ("an own address with a stream", USAGE, own, *advertise, "tls://b.example:7450/live"),
        ("a browser's address as the own one", USAGE, own, *advertise, "https://b.example:7450"),
        ("a wildcard as the own address", USAGE, "0.0.0.0 and", *advertise, "0.0.0.0:7450"),
        ("a wildcard of IPv6 as the own address", USAGE, "and \\[::\\] are none", *advertise, "[::]:7450"),
        ("an own address that others cannot reach", SETTINGS, "write this machine's name or address", *RELAY, *FAR,
         *HERE),
        ("an own address without the TLS that is required", SETTINGS, "'require-tls' refuses.*'tls://b.example:7450'",
         *advertise, "streamd://b.example:7450", "--require-tls", "--tls", "self-signed"),
        ("an origin of all streams and a cluster", SETTINGS, "'studio/\\*=tls://a.example:7450', or leave one", *near,
         "--origin", "tls://a.example"),
        ("a token for origins in a cluster without one", SETTINGS, "that 'origin' names; name one", *near,
         "--origin-token-file", place.viewer),
        ("a prefix without slashes", USAGE, "such as /studio/", *near, "--cluster-prefix", "studio"),
        ("a prefix with a space", USAGE, "letters, digits and", *near, "--cluster-prefix", "/my studio/"),
        ("a prefix that is too long", USAGE, "up to 200", *near, "--cluster-prefix", f"/{'x' * 200}/"),
    )


def alone(place):
    """Each setting of a cluster without the cluster."""
    values = {"advertise": "127.0.0.1:7450", "cluster-token-file": place.viewer, "cluster-user": "relay",
              "cluster-password-file": place.viewer, "cluster-ca": place.authority,
              "cluster-certificate": place.pair.chain, "cluster-key": place.pair.key, "cluster-prefix": "/studio/"}
    return tuple((f"{key} without a cluster", SETTINGS, f"'{key}' is for relays that .*; name etcd with 'cluster'",
                  *RELAY, f"--{key}", value) for key, value in values.items())


def secrets(place):
    near, far, written = (*RELAY, *ETCD, *HERE), (*RELAY, *FAR, *NAMED), place.written
    user, file, token = ("--cluster-user", "relay"), "--cluster-password-file", "--cluster-token-file"
    password = written("etcd.password", "secret\n")
    chain, key = ("--cluster-certificate", place.pair.chain), ("--cluster-key", place.pair.key)
    return (
        ("a user of etcd without a password", SETTINGS, "give both 'cluster-user' and", *near, *user),
        ("a password of etcd without a user", SETTINGS, "give both 'cluster-user' and", *near, file, password),
        ("a user of etcd with a colon", USAGE, "up to 256 bytes without ':'", *near, "--cluster-user", "relay:x"),
        ("a password for etcd without TLS", SETTINGS, "not sent to a.example:2379.*'etcds://a.example:2379'", *RELAY,
         *NAMED, "--cluster", "etcd://a.example", *user, file, password),
        ("a password file that is missing", SETTINGS, "check the name", *near, *user, file, place.none),
        ("a password file that is a folder", SETTINGS, "name a file in it", *near, *user, file, place.folder),
        ("a password file without a password", SETTINGS, "in its first line; write it there", *near, *user, file,
         place.empty),
        ("notes in place of a password", SETTINGS, "the password alone", *near, *user, file, place.text),
        ("a film in place of a password", SETTINGS, "UTF-8", *near, *user, file, place.film),
        ("a password file that all may read", WARNING, "chmod o=", *near, "--check-config", *user, file,
         written("readable.password", "secret\n", 0o644)),
        ("authorities for etcd without TLS", SETTINGS, "write 'etcds://'", *near, "--cluster-ca", place.authority),
        ("authorities of etcd that are missing", SETTINGS, "authorities of etcd's certificate, PEM", *far,
         "--cluster-ca", place.none),
        ("notes in place of etcd's authorities", SETTINGS, "authorities of etcd's certificate, PEM", *far,
         "--cluster-ca", place.text),
        ("a certificate for etcd without TLS", SETTINGS, "write 'etcds://'", *near, *chain, *key),
        ("a certificate for etcd without its key", SETTINGS, "give both 'cluster-certificate' and", *far, *chain),
        ("a key for etcd without its certificate", SETTINGS, "give both 'cluster-certificate' and", *far, *key),
        ("notes in place of a certificate for etcd", SETTINGS, "the certificate that this relay shows", *far,
         "--cluster-certificate", place.text, *key),
        ("notes in place of a key for etcd", SETTINGS, "the key of the certificate", *far, *chain, "--cluster-key",
         place.text),
        ("another certificate's key for etcd", SETTINGS, "is not that of the certificate in", *far, *chain,
         "--cluster-key", place.second.key),
        ("a token for relays without TLS", SETTINGS, "'tls://b.example:7450'", *RELAY, *FAR, "--advertise",
         "b.example:7450", token, place.viewer),
        ("a token for relays that is missing", SETTINGS, "check the name", *near, token, place.none),
        ("a relay's list as the token for relays", SETTINGS, "streamd relay --tokens", *near, token, place.tokens),
        ("an empty token for relays", SETTINGS, "'streamd token new'", *near, token, place.empty),
    )


def examining(place):
    near, far = ("doctor", *ETCD), ("doctor", *FAR)
    user, file = ("--cluster-user", "relay"), "--cluster-password-file"
    return (
        ("a relay and a cluster for the doctor", USAGE, "leave the relay's address out", "doctor", place.relay, *ETCD),
        ("a user of etcd for the doctor alone", USAGE, "--cluster-user is for --cluster; name etcd too", "doctor",
         *user),
        ("a prefix for the doctor alone", USAGE, "--cluster-prefix is for --cluster; name etcd too", "doctor",
         "--cluster-prefix", "/studio/"),
        ("an invalid etcd for the doctor", USAGE, "--cluster is '127.0.0.1'; it takes the members", "doctor",
         "--cluster", "127.0.0.1"),
        ("a prefix without slashes for the doctor", USAGE, "such as /studio/", *near, "--cluster-prefix", "studio"),
        ("an own address for the doctor", USAGE, "Unknown option '--advertise'", *near, "--advertise=127.0.0.1:7450"),
        ("a user without a password for the doctor", USAGE, "give both 'cluster-user' and", *near, *user),
        ("a password without TLS for the doctor", USAGE, "'etcds://a.example:2379'", "doctor", "--cluster",
         "etcd://a.example", *user, file, place.viewer),
        ("a password file that is missing for the doctor", SETTINGS, "check the name", *near, *user, file, place.none),
        ("authorities without TLS for the doctor", USAGE, "write 'etcds://'", *near, "--cluster-ca", place.authority),
        ("notes as etcd's authorities for the doctor", SETTINGS, "authorities of etcd's certificate, PEM", *far,
         "--cluster-ca", place.text),
        ("a certificate without its key for the doctor", USAGE, "give both 'cluster-certificate' and", *far,
         "--cluster-certificate", place.pair.chain),
        ("relays' authorities that are missing for the doctor", NO_INPUT, "none.pem|check|cannot", *near, "--ca", place.none),
        ("relays' token that is missing for the doctor", NO_INPUT, "check the name", *near, "--token-file", place.none),
    )


def moving(place):
    admin, move = ("--admin", place.admin), ("ctl", "move", "live")
    return (
        ("a move of a stream that is not there", UNAVAILABLE, "'lvie' here; look at the list", "ctl", "move", "lvie",
         "b.example", *admin),
        ("a move to no address", USAGE, "from 1 to 65535", *move, "b.example:port", *admin),
        ("a move to a page", USAGE, "'tls://' and 'streamd://'", *move, "https://b.example", *admin),
        ("a move to a name with an umlaut", USAGE, "write one like 'b.example:7450'", *move, "küche.example", *admin),
        ("a move of a pattern", USAGE, "A stream name has", "ctl", "move", "studio/*", "b.example", *admin),
        ("a move with its arguments exchanged", USAGE, "A stream name has", "ctl", "move", "b.example:7450", "live",
         *admin),
        ("a move without an address", USAGE, "'<address>'", *move, *admin),
        ("a move to two relays", USAGE, "Unexpected argument 'c.example'", *move, "b.example", "c.example", *admin),
        ("a move at a recorder", UNAVAILABLE, "a relay's listener is at 127.0.0.1:7451", *move, "b.example",
         "--admin", place.recorder),
        ("a move at a relay's own port", UNAVAILABLE, "7451 by default", *move, "b.example", "--admin", place.relay),
        ("a move at a relay that does not run", UNAVAILABLE, "'streamd relay' runs there", *move, "b.example",
         "--admin", "127.0.0.1:9"),
    )

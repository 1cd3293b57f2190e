"""Passwords and TLS for etcd, and TLS and tokens between the relays that it names."""
import hashlib

from certificates import Authority
from clustering import PREFIX, begin, end, examine, known, owner, start, wait_settled
from etcd import Etcd
from participants import Crowd

PASSWORD, WRONG, ROOT = "relay-password-" + "p" * 16, "wrong-password-" + "w" * 16, "root-password-" + "r" * 16
TOKEN = "relay-token-" + "t" * 32


def run(trial):
    passwords(trial)
    encrypted(trial)


def secret(trial, name, text):
    path = trial.file(name)
    path.write_text(text + "\n")
    path.chmod(0o600)
    return path


def passwords(trial):
    """A user who may use the keys of relays alone."""
    etcd = Etcd(trial)
    etcd.start()
    # Some versions of etcd have this role from the beginning, and some do not.
    etcd.ctl("role", "add", "root", tolerant=True)
    for arguments in (("user", "add", f"root:{ROOT}"), ("user", "grant-role", "root", "root"),
                      ("role", "add", "relays"),
                      ("role", "grant-permission", "relays", "readwrite", "--prefix=true", "/streamd/"),
                      ("user", "add", f"relay:{PASSWORD}"), ("user", "grant-role", "relay", "relays"),
                      ("auth", "enable")):
        etcd.ctl(*arguments)
    etcd.user = f"root:{ROOT}"
    login = ("--cluster-user", "relay", "--cluster-password-file")
    right, wrong = secret(trial, "right.password", PASSWORD), secret(trial, "wrong.password", WRONG)
    relays = [start(trial, etcd, *login, right) for _ in range(2)]
    stranger = begin(trial, etcd, *login, wrong)
    with Crowd() as crowd:
        crowd.publish(relays[0], "live", "one")
        wait_settled(relays, 1, "the stream in both directories")
        crowd.watch(relays[1], "live").wait_for("one", "the stream at the other relay")
        trial.check(owner(etcd, "live") == relays[0].address, "relays with the right password find each other")
        stranger.wait_to_say("etcd request failed")
        own = crowd.publish(stranger, "own", "own")
        crowd.watch(stranger, "own").wait_for("own", "the stream of a relay that etcd refuses")
        trial.check(own.is_connected and known(stranger, "current") == 0 and "own" not in etcd.entries(PREFIX),
                    "a relay with a wrong password serves its own streams, and registers none")
        members = f"etcd://{etcd.addresses[0]}"
        found = [examine(trial, members, *options, expected=code)
                 for code, options in ((0, (*login, right)), (1, (*login, wrong)), (1, ()))]
        trial.check([code for code, _ in found] == [0, 1, 1],
                    f"the doctor's exit codes with the right, a wrong and no password: {[code for code, _ in found]}")
        # The token of a login ends with etcd's memory of it.
        etcd.kill()
        etcd.start()
        crowd.publish(relays[1], "more", "more")
        took = wait_settled(relays, 2, "a new stream after etcd's restart")
        trial.check(True, f"relays log in again after a restart of etcd, within {took:.1f} s")
        said = "".join(relay.said for relay in (*relays, stranger)) + str(found)
        trial.check(PASSWORD not in said and WRONG not in said, "no password is in a log, or in what the doctor says")
    end(trial, *relays, stranger)
    etcd.kill()


def encrypted(trial):
    """TLS to etcd and between relays, and a token for the relays."""
    authority, other = Authority(trial, "cluster"), Authority(trial, "stranger")
    etcd = Etcd(trial, authority=authority)
    etcd.start()
    pair = authority.issue("relay")
    listed = trial.file("cluster.tokens")
    digest = hashlib.sha256(TOKEN.encode()).hexdigest()
    listed.write_text(f"relay sha256={digest} publish=* watch=*\n")
    listed.chmod(0o600)
    options = ("--tls-certificate", pair.chain, "--tls-key", pair.key, "--tokens", listed, "--origin-ca",
               authority.certificate, "--cluster-token-file", secret(trial, "relay.token", TOKEN))
    relays = [start(trial, etcd, "--cluster-ca", authority.certificate, *options, scheme="etcds", advertised="tls://")
              for _ in range(2)]
    stranger = begin(trial, etcd, "--cluster-ca", other.certificate, *options, scheme="etcds", advertised="tls://")
    with Crowd() as crowd:
        crowd.publish(relays[0], "live", "one", token=TOKEN)
        wait_settled(relays, 1, "the stream in both directories")
        crowd.watch(relays[1], "live", token=TOKEN).wait_for("one", "the stream at the other relay")
        trial.check(owner(etcd, "live") == f"tls://{relays[0].address}",
                    "relays find each other by TLS, and take streams by TLS with a token")
        stranger.wait_to_say("etcd request failed")
        trial.check(known(stranger, "current") == 0, "a relay that does not trust etcd's certificate does not use it")
        members, ca = f"etcds://{etcd.addresses[0]}", ("--ca", authority.certificate)
        token = ("--token-file", trial.file("relay.token"))
        for what, expected, flags in (
                ("everything", 0, ("--cluster-ca", authority.certificate, *ca, *token)),
                ("other authorities for etcd", 1, ("--cluster-ca", other.certificate, *ca, *token)),
                ("other authorities for relays", 1, ("--cluster-ca", authority.certificate, "--ca", other.certificate)),
                ("no token", 1, ("--cluster-ca", authority.certificate, *ca))):
            code, found = examine(trial, members, *flags, expected=expected)
            trial.check(code == expected, f"the doctor with {what}: {code}, {found[-1][2]}")
        code, found = examine(trial, members, "--cluster-ca", authority.certificate, *ca, *token, "--between", "--also",
                              f"tls://{relays[1].address}")
        texts = [text for _, _, text in found]
        trial.check(code == 0 and "Relays take streams from each other: 1 of 1 link works." in texts,
                    f"the doctor asks a relay for the stream of another one, by TLS with the relays' token: {code} {texts}")
    said = "".join(relay.said for relay in (*relays, stranger))
    trial.check(TOKEN not in said, "the token is in no log")
    end(trial, *relays, stranger)
    etcd.kill()

"""Settings and tokens change while a relay runs: at once for new clients, without effect on connected ones."""
import json
import os
import re
import signal
import subprocess
import time

import media
import tokens
import viewing
import wire
from trial import Relay, wait_until

#: How soon a changed file has to be noticed without a signal, in seconds.
SECONDS = 30
OLD, NEW, MASTER = "old-token-" + "o" * 32, "new-token-" + "n" * 32, "master-token-" + "m" * 32
TOO_MANY_CONNECTIONS, TOO_MANY_VIEWERS = 0x0300, 0x0302
SETTINGS = {"listen": "127.0.0.1:0", "admin": "off", "tokens": "tokens", "log-level": "info"}


def run(trial, seconds):
    clip = media.make_clip(trial.file("clip.h264"), 10, bit_rate="500k")
    settings = Settings(trial)
    settings.write_tokens(OLD)
    settings.write()
    check_config(trial, settings)
    precedence(trial, settings)
    relay = trial.start(trial.streamd, "relay", "--config", settings.path, kind=Relay)
    test = ReloadTest(trial, relay, settings, seconds)
    publisher, camera, viewers = audience(trial, relay, clip)
    for part in (broken_files, new_tokens, noticed_without_signal, log_level, limits, stream_settings):
        part(trial, test)
        still = [viewer.path.name for viewer in viewers if not viewer.is_watching]
        trial.check(not still, f"after that, all {len(viewers)} viewers are still connected {still or ''}")
    camera.signal(signal.SIGTERM)
    trial.check(publisher.wait() == 0, "publish exits with 0")
    judge(trial, viewers)


class Settings:
    """The settings file, in YAML, and the token list: a link, as in Kubernetes."""

    def __init__(self, trial):
        self.path, self.tokens = trial.file("relay.yaml"), trial.file("tokens")
        self._version = 0

    def write(self, more="", **changes):
        """Replaces the file by a new one, as careful programs do."""
        values = SETTINGS | {key.replace("_", "-"): value for key, value in changes.items()}
        self.replace(self.path, "".join(f"{key}: {value}\n" for key, value in values.items()) + more)

    def write_tokens(self, *accepted, more=""):
        lines = [tokens.line(token, token.split("-")[0], publish=["*"], watch=["*"]) for token in (MASTER, *accepted)]
        self._version += 1
        version = self.tokens.with_name(f"tokens.{self._version}")
        version.write_text("\n".join(lines) + "\n" + more)
        version.chmod(0o600)
        fresh = self.tokens.with_name("tokens.link")
        fresh.symlink_to(version.name)
        os.replace(fresh, self.tokens)

    @staticmethod
    def replace(path, text):
        fresh = path.with_name(path.name + ".fresh")
        fresh.write_text(text)
        os.replace(fresh, path)


class ReloadTest:
    """A relay, its files, and the requests of a new viewer."""

    def __init__(self, trial, relay, settings, notice):
        self.relay, self.settings, self.notice = relay, settings, notice
        self._trial = trial

    def ask(self, token, stream="live"):
        """The error code for a new viewer, or 0."""
        with wire.Connection(self.relay.endpoint) as connection:
            return self.code(connection, token, stream)

    @staticmethod
    def code(connection, token, stream="live"):
        connection.send(wire.PREFACE + wire.hello(wire.SUBSCRIBE, stream, token=token))
        type, _, body = connection.next() or (None, 0, b"")
        if type == wire.WELCOME:
            return 0
        return wire.read_ending(type, body).code if type in (wire.ERROR, wire.GOODBYE) else None

    def reload(self, answer=r"(?i)(reload|settings|tokens).*"):
        """SIGHUP; returns the relay's log lines."""
        said = len(self.relay.said)
        self.relay.signal(signal.SIGHUP)
        self.relay.wait_to_say(answer, after=said)
        time.sleep(1)
        return self.relay.said[said:].splitlines()


def check_config(trial, settings):
    def checked(path):
        command = [trial.streamd, "relay", "--config", path, "--check-config"]
        ran = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=30,
                             check=False)
        return ran.returncode, ran.stdout.strip()

    code, said = checked(settings.path)
    trial.check(code == 0, f"--check-config: {code}, '{said}'")
    for text, wanted in mistakes(settings):
        path = trial.file("wrong.yaml")
        path.write_text(text)
        code, said = checked(path)
        trial.check(code != 0 and re.search(wanted, said) is not None, f"--check-config: {code}, '{said}'")
    path = trial.file("good.json")
    path.write_text(json.dumps(SETTINGS | {"max-viewers": 3, "streams": {"small/*": {"max-viewers": 1}}}))
    code, said = checked(path)
    trial.check(code == 0, f"--check-config with JSON: {code} {said}")
    path.write_text('{\n  "listen": "127.0.0.1:0",\n  "max-viewers": "many"\n}\n')
    code, said = checked(path)
    trial.check(code != 0 and "line 3" in said.replace(":3", "line 3"),
                f"--check-config with an error in JSON: {code}, '{said}'")


def mistakes(settings):
    """Broken settings, and the expected message for each."""
    good = "".join(f"{key}: {value}\n" for key, value in SETTINGS.items())
    place = r"yaml(:|, line )5\b.*"
    return [
        (good + "max-viewer: 3\n", place + "max-viewers"),
        (good + "max-viewers: many\n", place + "max-viewers.*whole number"),
        (good + "max-viewers: [1, 2\n", r"yaml(:|, line )[56]\b"),
        (good.replace("info", "loud"), r"yaml(:|, line )4\b.*log-level.*debug"),
        (good + "streams:\n  small/*:\n    max-viewers: 0\n", r"yaml(:|, line )7\b.*max-viewers"),
    ]


def precedence(trial, settings):
    """Flags over the environment over the file: the limit of viewers shows which one applies."""
    settings.write(max_viewers=1)
    environment = os.environ | {"STREAMD_MAX_VIEWERS": "2"}
    for name, options, more, wanted in (("the file's", (), {}, 1), ("the environment's", (), {"env": environment}, 2),
                                        ("the flag's", ("--max-viewers", "3"), {"env": environment}, 3)):
        relay = trial.start(trial.streamd, "relay", "--config", settings.path, *options, kind=Relay, **more)
        connections = [wire.Connection(relay.endpoint) for _ in range(5)]
        codes = [ReloadTest.code(connection, OLD) for connection in connections]
        for connection in connections:
            connection.socket.close()
        trial.check(codes == [0] * wanted + [TOO_MANY_VIEWERS] * (5 - wanted), f"{name} value applies: "
                    f"the relay admits {codes.count(0)} of 5 viewers")
        trial.end(relay)
    settings.write()


def audience(trial, relay, clip):
    environment = os.environ | {"STREAMD_TOKEN": OLD}
    publisher_, camera = trial.camera(clip, f"{relay.address}/live", env=environment)
    publisher_.wait_to_say("Publishing 'live'")
    host, port = relay.endpoint
    viewers = [viewing.watch(trial, f"{relay.address}/live", trial.file(f"watch{number}.h264"), env=environment)
               for number in range(2)]
    viewers += [viewing.ProtocolViewer(wire.Connection(relay.endpoint), trial.file(f"protocol{number}.h264"), token=OLD)
                for number in range(2)]
    viewers += [viewing.curl(trial, f"http://{host}:{port}/live.h264", trial.file("curl.h264"), "-H",
                             f"Authorization: Bearer {OLD}")]
    for viewer in viewers:
        wait_until(lambda: viewer.path.exists() and viewer.path.stat().st_size > 0, f"video for {viewer.path.name}")
    trial.check(True, f"the relay admits {len(viewers)} viewers of 3 kinds with the old token")
    return publisher_, camera, viewers


def broken_files(trial, test):
    for text, wanted in mistakes(test.settings):
        test.settings.replace(test.settings.path, text)
        lines = test.reload(r"(?i)error|warning")
        errors = [line for line in lines if re.search("(?i)error|warning", line)]
        trial.check(len(errors) == 1 and re.search(wanted, errors[0]) is not None and test.ask(OLD) == 0,
                    f"a broken settings file causes {len(errors)} error message, and the service continues: "
                    f"{errors[:2]}")
    test.settings.write()
    test.reload()
    for more, what in (("guest sha256=12 watch=*\n", "an invalid digest"),
                       ("guest watch=*\n", "a line without a digest"), ("\x00\x01\n", "control characters")):
        test.settings.write_tokens(NEW, more=more)
        errors = [line for line in test.reload(r"(?i)error|warning") if re.search("(?i)error|warning", line)]
        trial.check(len(errors) == 1 and re.search(r"tokens(:|, line )3\b", errors[0]) is not None
                    and (test.ask(OLD), test.ask(NEW)) == (0, wire.UNAUTHORIZED),
                    f"a token list with {what} causes {len(errors)} error message, and the old tokens stay: "
                    f"{errors[:2]}")
    test.settings.write_tokens(OLD)
    test.reload()


def new_tokens(trial, test):
    test.settings.write_tokens(NEW)
    began = time.monotonic()
    test.relay.signal(signal.SIGHUP)
    wait_until(lambda: test.ask(OLD) == wire.UNAUTHORIZED, "the relay to refuse the old token")
    took = time.monotonic() - began
    trial.check(test.ask(NEW) == 0,
                f"the relay refuses the old token {took:.2f} s after SIGHUP, and accepts the new one")


def noticed_without_signal(trial, test):
    took = {}
    for what, change, done in (
        ("tokens", lambda: test.settings.write_tokens(OLD, NEW), lambda: test.ask(OLD) == 0),
        ("settings", lambda: test.settings.write(max_viewers=1), lambda: test.ask(OLD) == TOO_MANY_VIEWERS),
        ("settings again", test.settings.write, lambda: test.ask(OLD) == 0),
    ):
        began = time.monotonic()
        change()
        wait_until(done, f"the relay to notice changed {what}", test.notice)
        took[what] = round(time.monotonic() - began, 1)
    trial.check(True, f"the relay notices replaced files without a signal; seconds: {took}")


def log_level(trial, test):
    counts = {}
    for level in ("debug", "error", "info"):
        said = len(test.relay.said)
        test.settings.write(log_level=level)
        test.relay.signal(signal.SIGHUP)
        if level == "error":
            wait_until(lambda: is_silent(test), "the relay to log errors only")
        else:
            test.relay.wait_to_say("settings reloaded", after=said)
        said = len(test.relay.said)
        for _ in range(3):
            test.ask(OLD)
        if level == "error":
            time.sleep(1)
        else:
            wait_until(lambda: test.relay.said[said:].count("session closed") >= 3, "the viewers' last lines")
        counts[level] = len(test.relay.said[said:].splitlines())
    trial.check(counts["debug"] > counts["info"] > counts["error"] == 0,
                f"log lines about three viewers, by level: {counts}")


def is_silent(test):
    """Whether the relay logs nothing about a viewer. At the level 'debug', a line comes before the welcome."""
    said = len(test.relay.said)
    test.ask(OLD)
    return len(test.relay.said) == said


def limits(trial, test):
    """A limit below the present number of connections: all stay, and no new one is accepted."""
    test.settings.write(max_connections=2)
    test.reload()
    refused = test.ask(OLD)
    test.settings.write()
    test.reload()
    trial.check((refused, test.ask(OLD)) == (TOO_MANY_CONNECTIONS, 0), f"the relay refuses a "
                f"connection above the limit of 2 ({refused:#06x}), and accepts it without the limit")


def stream_settings(trial, test):
    test.settings.write("streams:\n  small/*:\n    max-viewers: 1\n")
    test.reload()
    with wire.Connection(test.relay.endpoint) as first, wire.Connection(test.relay.endpoint) as second:
        codes = [test.code(first, OLD, "small/a"), test.code(second, OLD, "small/a"), test.ask(OLD), test.ask(OLD)]
    trial.check(codes == [0, TOO_MANY_VIEWERS, 0, 0],
                f"with a limit of one viewer for small/*, the results are {codes}")
    test.settings.write()
    test.reload()


def judge(trial, viewers):
    ends = [(viewer.path.name, outcome) for viewer in viewers if (outcome := viewer.outcome) is not None]
    trial.check(not ends, f"every viewer receives the end of the stream {ends or ''}")
    pictures = [viewing.Pictures(viewer.path.read_bytes()) for viewer in viewers]
    again = [viewer.path.name for viewer in viewers
             if isinstance(viewer, viewing.Watcher) and "Trying again" in viewer.program.said]
    gaps = sum(len(each.missing) for each in pictures)
    trial.check(gaps == 0 and not again, f"the viewers received {sum(len(each.starts) for each in pictures)} pictures "
                f"without a gap, and none reconnected {again or ''}")

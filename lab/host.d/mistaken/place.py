"""What mistakes need around them: relays, a recorder, a web server, tokens, certificates and files."""
import hashlib
import os
import socket
import subprocess

import certificates
import clips
from figures import free_port
from trial import wait_until

#: The exit codes of README.md; a mistake that is only worth a warning has 0.
WARNING, USAGE, BAD_DATA, NO_INPUT, UNAVAILABLE, CANNOT_WRITE, REFUSED, SETTINGS = 0, 64, 65, 66, 69, 73, 77, 78
#: A user without rights, where this runs as root.
NOBODY = 65534
#: An answer shows how a time, a size or a number of bytes is written.
EXAMPLE = r"(such as|like|as in) '?(-\S+ )?\d+ ?\w*"


class Place:
    """Relays, a recorder and a web server, files, and what the tables need of them."""

    def __init__(self, trial, seconds):
        self.file, self.streamd = trial.file, trial.streamd
        os.chmod(trial.scratch, 0o755)
        self.folder = trial.scratch
        self.nobody = {"user": NOBODY} if os.geteuid() == 0 else {}
        self.clip = clips.pictures_to_encode(self.file("clip.mkv"), seconds, "320x180")
        self.h264 = clips.make(self.file("film.h264"), "-i", self.clip, "-c:v", "libx264", "-pix_fmt", "yuv420p")
        self.film = clips.make(self.file("film.mp4"), "-i", self.h264, "-c", "copy")
        self.hevc = clips.make(self.file("film.hevc"), "-i", self.clip, "-c:v", "libx265", "-x265-params",
                               "log-level=none")
        self.sound = clips.make(self.file("sound.wav"), "-f", "lavfi", "-i", "sine", "-t", 1)
        self.text = self.written("notes.mp4", "These are notes.\n" * 100)
        self.empty = self.written("empty.mp4", "")
        self.none = self.file("none")
        self.locked = self.file("locked")
        self.locked.mkdir(mode=0o555)
        self.make_tokens()
        authority = certificates.Authority(trial)
        self.authority, self.other = authority.certificate, certificates.Authority(trial, "other").certificate
        self.pair, self.second = authority.issue("relay"), authority.issue("second")
        self.pin = f"sha256:{'0' * 64}"
        self.admin, self.recorder, self.web = (f"127.0.0.1:{free_port()}" for _ in range(3))
        self.relay = trial.relay("--admin", self.admin).address
        self.guarded = trial.relay("--tokens", self.tokens).address
        self.tls = trial.relay("--tls-certificate", self.pair.chain, "--tls-key", self.pair.key).address
        live = trial.publish(f"{self.relay}/live", "test:size=320x180,rate=10", "--audio", "none")
        self.recordings = self.file("recordings")
        trial.start(trial.streamd, "record", f"{self.relay}/live", "--to", self.recordings, "--admin", self.recorder)
        trial.start("/usr/bin/python3", "-m", "http.server", self.web.split(":")[1], "--bind", "127.0.0.1",
                    "--directory", trial.scratch, stdout=subprocess.DEVNULL)
        live.wait_to_say("Publishing")
        for address in (self.recorder, self.web):
            wait_until(lambda: answers(address), address)

    def written(self, name, content, mode=0o600):
        """A file with this text or these bytes."""
        path = self.file(name)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        path.chmod(mode)
        return path

    def make_tokens(self):
        self.tokens = self.file("tokens")
        self.viewer = self.new_token("viewer", "--watch", "live")
        self.studio = self.new_token("studio", "--publish", "a/*")
        self.old = self.written("old.token", "an-old-token")
        digest = hashlib.sha256(b"an-old-token").hexdigest()
        with open(self.tokens, "a", encoding="ascii") as file:
            file.write(f"old sha256={digest} watch=* expires=2020-01-01T00:00:00Z\n")
        self.wrong = self.written("wrong.token", "wrong")

    def new_token(self, name, *permissions):
        path = self.file(f"{name}.token")
        command = [self.streamd, "token", "new", "--name", name, *permissions, "--to", self.tokens, "-o", path]
        subprocess.run(command, check=True)
        return path


def answers(address):
    host, port = address.rsplit(":", 1)
    with socket.socket() as probe:
        return probe.connect_ex((host, int(port))) == 0

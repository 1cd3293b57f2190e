"""A real relay, the program, and FFmpeg as the judge."""

from __future__ import annotations

import fcntl
import os
import socket
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import IO

PACKAGE = Path(__file__).resolve().parents[1]


def streamd() -> str:
    """The program streamd that the environment names; empty if it names none."""
    return os.environ.get("STREAMD", "")


def free_port() -> int:
    """A port of this machine that nobody uses now."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


class Relay:
    """A relay of the program streamd."""

    def __init__(self, folder: str, *options: str) -> None:
        self.port = free_port()
        self.folder = folder
        self.options = options
        self.start()

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def start(self) -> None:
        """Starts the relay and waits until it answers."""
        self.log = Path(self.folder, f"relay-{time.monotonic_ns()}.log")
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [streamd(), "relay", "--listen", self.address, "--admin", "off", *self.options],
                stdout=log, stderr=log, cwd=self.folder, env=os.environ | {"HOME": self.folder})
        while self.process.poll() is None:
            with socket.socket() as sock:
                if sock.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        raise AssertionError(self.log.read_text())

    def kill(self) -> None:
        """Kills the relay as a failing machine does."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """Ends the relay."""
        self.process.terminate()
        self.process.wait()


def program(*arguments: str, stdin: IO[bytes] | int | None = None, stdout: IO[bytes] | int | None = None,
            token: str = "") -> subprocess.Popen[bytes]:
    """Starts ``python -m streamd``."""
    return subprocess.Popen([sys.executable, "-m", "streamd", *arguments], cwd=PACKAGE, stdin=stdin, stdout=stdout,
                            stderr=subprocess.PIPE, env=os.environ | {"STREAMD_TOKEN": token})


def finish(process: subprocess.Popen[bytes]) -> None:
    """Kills a program that still runs, and closes its pipes."""
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()


def connected(process: subprocess.Popen[bytes]) -> subprocess.Popen[bytes]:
    """Waits until a program says that it is connected."""
    assert process.stderr is not None
    said = b""
    while b"Connected" not in said:
        said = process.stderr.readline()
        if not said:
            raise AssertionError("The program ended before it was connected.")
    return process


def waiting_bytes(pipe: int) -> int:
    """Bytes in a pipe that nobody has read yet."""
    return int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)), sys.byteorder)


def make_video(path: Path, seconds: int, *options: str) -> None:
    """Makes H.264 of 160 x 120 samples, 25 pictures a second."""
    subprocess.run(
        ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", f"testsrc=s=160x120:r=25:d={seconds}", "-c:v", "libx264",
         "-preset", "veryfast", "-g", "12", *options, "-f", "h264", path], check=True)


def pictures(path: Path) -> list[str]:
    """A hash of every decoded picture."""
    found = subprocess.run(["ffmpeg", "-v", "error", "-i", path, "-f", "framemd5", "-"], capture_output=True)
    if found.stderr:
        raise AssertionError(found.stderr.decode())
    return [line.split(",")[-1].strip() for line in found.stdout.decode().splitlines() if not line.startswith("#")]


def count(path: Path) -> int:
    """How many pictures ffprobe counts in packets."""
    found = subprocess.run(["ffprobe", "-v", "error", "-count_packets", "-show_entries", "stream=nb_read_packets",
                            "-of", "csv=p=0", path], check=True, capture_output=True)
    return int(found.stdout.decode().strip().strip(","))

"""The basis of all scenarios: child processes that always end, waiting for events, and checks."""
import itertools
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
#: How long an event may take that should come at once, on a machine that is busy with other things.
PATIENCE = 30


class Abandoned(Exception):
    """The scenario cannot continue."""


def leave_at_signal():
    """Makes SIGTERM end this program as Ctrl-C does: with all its child processes."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))


def wait_until(condition, what, timeout=PATIENCE):
    """Waits until `condition` returns something true, and returns that."""
    deadline = time.monotonic() + timeout
    while not (result := condition()):
        if time.monotonic() > deadline:
            raise Abandoned(f"timeout after {timeout:.0f} s while waiting for {what}")
        time.sleep(0.01)
    return result


class Program:
    """A child process; its standard error goes to a file."""

    def __init__(self, arguments, log, **options):
        self.arguments = [str(argument) for argument in arguments]
        self.log = log
        with open(log, "wb") as errors:
            self.process = subprocess.Popen(self.arguments, stderr=errors, **options)

    @property
    def pid(self):
        return self.process.pid

    @property
    def said(self):
        return self.log.read_text(errors="replace")

    @property
    def errors(self):
        """The error messages that it ended with."""
        return re.findall(r"^(?:Error|streamd): (.*)", self.said, re.MULTILINE)

    def wait_to_say(self, pattern, timeout=PATIENCE, after=0):
        """Waits for a text on standard error that the pattern matches, from character `after` on."""

        def find():
            match = re.search(pattern, self.said[after:])
            if not match and self.process.poll() is not None:
                match = re.search(pattern, self.said[after:])
                if not match:
                    raise Abandoned(f"{self.arguments[0]} ended before it printed '{pattern}': {self.said[-500:]}")
            return match

        return wait_until(find, f"'{pattern}' from {' '.join(self.arguments[:2])}", timeout)

    def wait(self, timeout=PATIENCE):
        """Waits for the end; returns the exit code."""
        try:
            return self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            what = " ".join(self.arguments[:3])
            raise Abandoned(f"{what} did not end within {timeout} s: {self.said[-500:]}") from None

    def signal(self, number):
        self.process.send_signal(number)

    @property
    def processor_seconds(self):
        """User and system time used so far."""
        fields = pathlib.Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe:
                try:
                    pipe.close()
                except BrokenPipeError:
                    pass


class Relay(Program):
    """A relay, and its use of system resources."""

    def __init__(self, arguments, log, **options):
        super().__init__(arguments, log, **options)
        try:
            self.address = self.wait_to_say(r"\blistening .*?\baddress=(\S+)")[1]
            self._wait_for_admin()
        except Abandoned:
            # Nothing else knows of it yet.
            self.end()
            raise
        host, port = self.address.rsplit(":", 1)
        self.endpoint = (host.strip("[]"), int(port))

    def _wait_for_admin(self):
        """Waits for the admin listener: it is a service beside the relay, and may begin to listen later."""
        if "--admin" not in self.arguments:
            return
        host, _, port = self.arguments[self.arguments.index("--admin") + 1].rpartition(":")
        if not host or port == "0":
            return

        def listens():
            if self.process.poll() is not None:
                raise Abandoned(f"the relay ended before its admin listener began: {self.said[-500:]}")
            try:
                socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()
            except ConnectionRefusedError:
                return False
            return True

        wait_until(listens, f"the admin listener at {host}:{port}")

    @property
    def resident_kilobytes(self):
        status = pathlib.Path(f"/proc/{self.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1])

    @property
    def descriptors(self):
        return len(os.listdir(f"/proc/{self.pid}/fd"))


class Trial:
    """One scenario's run."""

    def __init__(self, name, streamd, scratch=None):
        self.name = name
        self.streamd = streamd
        self.failures = 0
        self.is_skipped = False
        #: Where pictures for the documents go, None without.
        self.screenshots = None
        #: How often the scenario does its work, None for as long as its time lasts.
        self.times = None
        #: How many viewers the scenario has, None for its own number.
        self.viewers = None
        #: Whether the files of this run outlive it.
        self.keeps = scratch is not None
        self.scratch = pathlib.Path(tempfile.mkdtemp(prefix=f"streamd-{name}-", dir=self._directory(scratch)))
        self._programs = []
        self._numbers = itertools.count(1)

    @staticmethod
    def _directory(scratch):
        if scratch:
            scratch.mkdir(parents=True, exist_ok=True)
        return scratch

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for program in reversed(self._programs):
            program.end()
        if self.failures or self.keeps:
            self.saw(f"files are in {self.scratch}")
        else:
            shutil.rmtree(self.scratch, ignore_errors=True)

    def saw(self, text):
        print(f"  .    {text}", flush=True)

    def check(self, holds, text):
        """Records whether a condition holds."""
        self.failures += not holds
        print(f"  {'ok  ' if holds else 'FAIL'} {text}", flush=True)
        return holds

    def skip(self, why):
        """Reports that a need of the scenario is missing."""
        self.is_skipped = True
        self.saw(why)

    def require(self, holds, text):
        """Checks a condition that the rest of the scenario needs."""
        if not self.check(holds, text):
            raise Abandoned(text)

    def file(self, name):
        return self.scratch / name

    def start(self, *arguments, kind=Program, **options):
        # Programs that have ended keep their numbers.
        log = self.file(f"{next(self._numbers):03}-{pathlib.Path(str(arguments[0])).name}.log")
        program = kind(arguments, log, **options)
        self._programs.append(program)
        return program

    def end(self, program):
        """Ends a program now and removes it from the list."""
        program.end()
        self._programs.remove(program)

    def relay(self, *options, host="127.0.0.1", port=0, **more):
        """A relay without an admin listener, unless `options` have one: two relays cannot share its default port."""
        admin = () if "--admin" in options else ("--admin", "off")
        return self.start(self.streamd, "relay", "--listen", f"{host}:{port}", *admin, *options, kind=Relay, **more)

    def publish(self, target, source, *options, **more):
        return self.start(self.streamd, "publish", source, "--to", target, *options, **more)

    def watch(self, source, *options, **more):
        return self.start(self.streamd, "watch", source, *options, **more)

    def script(self, name, *arguments, **options):
        """Starts one of the programs in this folder."""
        return self.start(sys.executable, HERE / name, *arguments, **options)

    def camera(self, clip, target, *options, **more):
        """Publishes a clip as a camera would: picture by picture, each with its time in it.

        Returns the publisher and the camera.
        """
        camera = self.script("camera.py", clip, stdout=subprocess.PIPE)
        publisher = self.publish(target, "-", *options, stdin=camera.process.stdout, **more)
        camera.process.stdout.close()
        return publisher, camera

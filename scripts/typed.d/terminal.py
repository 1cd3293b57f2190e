"""A command that is typed at a terminal, with what it says there, and how it ends."""
import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import tempfile
import termios
import threading

from runningtime import wait_until

CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()][A-Z0-9]|\x1b[=>78]|\x1b\][^\x07]*\x07|\x0f")
#: Rows and columns, as of a large window.
SIZE = (40, 160)


def as_at_login():
    """Makes the terminal that of the new session. Who started this script may have had it ignore signals."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(number, signal.SIG_DFL)
    fcntl.ioctl(0, termios.TIOCSCTTY)


class Typed:
    """A command of a user in a terminal of its own. A pipeline's programs all have to end as they should."""

    def __init__(self, text, folder, environment, user=None, wrapper=()):
        self.status_file = tempfile.mktemp()
        # The shell waits for the programs that Ctrl-C ends, and reports each one's status.
        script = f'trap : INT TERM\n{text}\ntyped=("${{PIPESTATUS[@]}}"); echo "${{typed[@]}}" >{self.status_file}'
        self.terminal, inner = pty.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", *SIZE, 0, 0))
        identity = {"user": user, "group": user, "extra_groups": os.getgrouplist(user, 1000)} if user else {}
        self.process = subprocess.Popen(
            [*wrapper, "bash", "-c", script, "bash"], cwd=folder, env=environment, start_new_session=True,
            stdin=inner, stdout=inner, stderr=inner, preexec_fn=as_at_login, **identity)
        os.close(inner)
        self.bytes = b""
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        while True:
            try:
                data = os.read(self.terminal, 65536)
            except OSError:  # the last program has closed the terminal
                return
            if not data:
                return
            self.bytes += data

    @property
    def said(self):
        """What it has said, as lines without colours and movements of the cursor."""
        text = CONTROL.sub("", self.bytes.decode(errors="replace"))
        return re.sub(r"\r+\n?|\r*\n", "\n", text)

    def running(self):
        return self.process.poll() is None

    def wait(self, seconds):
        """Whether it ended by itself within this time."""
        if not wait_until(lambda: not self.running(), seconds):
            return False
        self.reader.join(2)
        return True

    def wait_to_say(self, pattern, seconds):
        """The match of a pattern in what it says within this time."""
        found = None

        def is_decided():
            nonlocal found
            alive = self.running()
            found = re.search(pattern, self.said, re.MULTILINE)
            return found or not alive

        wait_until(is_decided, seconds)
        return found

    def press(self, keys):
        os.write(self.terminal, keys.encode())

    def end(self, by, seconds):
        """Ends it by Ctrl-C, a signal's name or keys; whether it ended."""
        if self.running():
            if by in ("TERM", "HUP"):
                os.killpg(self.process.pid, getattr(signal, f"SIG{by}"))
            else:
                self.press("\x03" if by == "Ctrl-C" else by)
        return self.wait(seconds)

    def kill(self):
        if self.running():
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def statuses(self):
        """The exit codes of its programs, as in '0 0'."""
        try:
            with open(self.status_file) as file:
                return file.read().strip()
        except OSError:
            return f"none; the shell ended with {self.process.returncode}"

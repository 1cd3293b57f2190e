"""A viewer's recording, during and after it."""
import sys

import recorder
from trial import wait_until


class Recording:
    """`streamd watch` into FOLDER/watch.h264 with --stats, beside a viewer written from Protocol.md."""

    def __init__(self, trial, relay, folder, *options):
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        address = f"{relay.address}/live"
        self.watcher = trial.watch(address, "-o", folder / "watch.h264", "--stats", *options)
        self.watcher.wait_to_say("Waiting for '")
        said = len(relay.said)
        self.viewer = trial.start(sys.executable, recorder.__file__, address, folder)
        # A publisher may begin after this, and send everything at once.
        relay.wait_to_say(r"\bwatching client=unnamed .*\bstream=live", after=said)
        self._file = None
        self._rest = b""
        self.first = self.last = None

    def look(self):
        """Reads the frames that have arrived since the last call."""
        path = self.folder / "frames.csv"
        if not self._file:
            if not path.exists():
                return
            self._file = open(path, "rb")
        *lines, self._rest = (self._rest + self._file.read()).split(b"\n")
        for line in lines:
            if line.startswith(b"v,"):
                self.last = recorder.Line("v", *map(int, line.split(b",")[1:]))
                self.first = self.first or self.last

    def seconds(self):
        """The duration of the video, by presentation time."""
        self.look()
        return (self.last.presentation - self.first.presentation) / 1e6 if self.last else 0

    def wait_for(self, seconds, timeout=None):
        wait_until(lambda: self.seconds() >= seconds, f"{seconds} s of video", timeout or 2 * seconds + 60)

    def wait_for_frame_after(self, moment, timeout=30):
        """Waits for a frame that arrives after a wall clock time, in microseconds."""
        wait_until(lambda: self.look() or self.last and self.last.arrival > moment, "another frame", timeout)

    def wait_for_end(self):
        """Waits until both end with the stream; returns their exit codes."""
        codes = self.watcher.wait(), self.viewer.wait()
        (self.folder / "watch.log").write_text(self.watcher.said)
        return codes

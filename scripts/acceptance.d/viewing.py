"""Viewers of every kind on a relay's port, each with its own file."""
import threading

import media
import stamps
import wire


class ProtocolViewer(threading.Thread):
    """A viewer written from Protocol.md alone, over any connection."""

    def __init__(self, connection, path, stream="live", token=None):
        super().__init__(daemon=True)
        self.path = path
        self.fault = None
        self._connection = connection
        self._output = open(path, "wb", buffering=0)
        self.viewer = wire.Viewer(self._output)
        connection.send(wire.PREFACE + wire.hello(wire.SUBSCRIBE, stream, token=token))
        self.start()

    def run(self):
        try:
            with self._connection as connection, self._output:
                while (message := connection.next()) is not None:
                    if answer := self.viewer.take(*message):
                        connection.send(answer)
        except Exception as error:  # it ends this thread; the trial reports it
            self.fault = error

    @property
    def is_watching(self):
        return self.is_alive()

    @property
    def outcome(self):
        """None if everything was correct to the end of the stream."""
        self.join(30)
        ending = self.viewer.ending
        if self.fault or self.is_alive() or self.viewer.faults:
            return self.fault or self.viewer.faults[:2] or "the session does not end"
        return None if ending and ending.code == wire.END_OF_STREAM else f"the last message was {ending}"


class Watcher:
    """A program that records the stream to a file: streamd watch, curl, ffmpeg."""

    def __init__(self, program, path):
        self.path = path
        self.program = program

    @property
    def is_watching(self):
        return self.program.process.poll() is None

    @property
    def outcome(self):
        code = self.program.wait()
        return None if code == 0 else f"exit code {code}: {self.program.said.strip()[-300:]}"


def curl(trial, url, path, *options):
    quietly = ("--silent", "--show-error", "--fail", "--no-buffer")
    return Watcher(trial.start("curl", *quietly, *options, "-o", path, url), path)


def watch(trial, source, path, *options, **more):
    return Watcher(trial.watch(source, "-o", path, *options, **more), path)


class Pictures:
    """A stream's NAL units by picture: each has a delimiter and a stamp in front."""

    def __init__(self, data):
        self.units = media.nal_units(data)
        #: Where each picture begins, by its number; and those at which decoding can begin.
        self.starts, self.random_access = {}, set()
        start = number = None
        for index, unit in enumerate(self.units):
            type = unit[0] & 31
            if type == 9:
                start = index
            elif type == 6 and (found := stamps.found(unit)):
                number = found[0][0]
                self.starts[number] = start
            elif type == 5:
                self.random_access.add(number)

    @property
    def missing(self):
        """The numbers of missing pictures."""
        return stamps.missing(sorted(self.starts))

    def units_from(self, number):
        return self.units[self.starts[number]:]

"""Desktop players on a screen without a monitor: with sound, and as another user where a player refuses to run as root."""
import os
import pwd
import signal
import socket
import statistics
import subprocess
import threading
import time

import loudspeaker
import wire

DAY = 86400
#: Video begins with it, sound does not.
ANNEX_B = b"\0\0\0\1"
#: Seconds that a player may take to end.
PATIENCE = 10


class Place:
    """A sound server, and a home for players that run as another user."""

    def __init__(self, trial):
        self._trial = trial
        self.speaker = loudspeaker.Loudspeaker(trial)
        self._home = trial.file("home")
        self._home.mkdir()
        self._is_root = os.geteuid() == 0
        if self._is_root:
            user = pwd.getpwnam("nobody")
            os.chown(self._home, user.pw_uid, user.pw_gid)
            # The other user gets through to the sound server's socket.
            for folder in (trial.scratch, trial.file("pulse")):
                folder.chmod(0o711)

    def play(self, screen, command):
        environment = screen.environment | self.speaker.environment | {"SDL_AUDIODRIVER": "pulseaudio"}
        if self._is_root and "vlc" in str(command[0]):
            command = ("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", *command)
            environment |= {"HOME": str(self._home), "XDG_RUNTIME_DIR": str(self._home)}
        return Player(self._trial, command, environment)


class Player:
    """A player that runs; with its end, nothing of it is left."""

    def __init__(self, trial, command, environment):
        self._trial = trial
        self.began = time.time()
        self.program = trial.start(*command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.program.signal(signal.SIGTERM)
        try:
            self.program.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            pass
        self._trial.end(self.program)


class Viewer(threading.Thread):
    """A plain viewer, which passes each frame on."""

    def __init__(self, relay):
        super().__init__(daemon=True)
        self._connection = wire.Connection(relay.endpoint)
        self._connection.send(wire.PREFACE + wire.hello(wire.SUBSCRIBE, "live"))
        self.start()

    def run(self):
        with self._connection as connection:
            while (message := connection.next()) is not None:
                now = time.time()
                type, flags, body = message
                if type == wire.PING:
                    connection.send(wire.pong(body))
                elif type == wire.FRAME:
                    self.take(wire.read_frame(flags, body), now)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._connection.socket.shutdown(socket.SHUT_RDWR)
        self.join()


class Arrivals(Viewer):
    """When the pictures arrive at a plain viewer."""

    def __init__(self, relay):
        #: Seconds since 1970, by the millisecond of the day in which the picture was made.
        self.by_capture = {}
        super().__init__(relay)

    def take(self, frame, now):
        if frame.payload.startswith(ANNEX_B):
            self.by_capture[frame.capture // 1000 % (DAY * 1000)] = now

    def until(self, pictures):
        """From the arrival to the painting of pictures."""
        found = [(self.by_capture.get(round(made % DAY * 1000)), painted) for _, painted, made in pictures if made]
        return [painted - arrival for arrival, painted in found if arrival]


class Figures:
    """What was measured of a player."""

    def __init__(self, pictures, arrivals, cost):
        #: Medians, in seconds.
        self.delay = statistics.median([painted - made for _, painted, made in pictures if made] or [float("inf")])
        self.after_arrival = statistics.median(arrivals.until(pictures) or [float("inf")])
        #: Of a processor.
        self.cost = cost

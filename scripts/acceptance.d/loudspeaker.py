"""A sound server that plays to nothing, and a recorder of what a loudspeaker would get there."""
import array
import os
import signal
import subprocess
import threading
import time

from trial import wait_until

RATE = 48_000
#: Samples of a block whose loudness is looked at: a millisecond.
BLOCK = RATE // 1000
#: The beep of `test:` has half of the full scale; the soft tone beside it stays far below this.
LOUD = 8000
#: Milliseconds of softness before a beep.
APART = 300


class Loudspeaker:
    """PulseAudio with one output."""

    def __init__(self, trial):
        folder = trial.file("pulse")
        folder.mkdir(mode=0o700)
        socket = folder / "socket"
        self.environment = {"PULSE_SERVER": f"unix:{socket}", "PULSE_COOKIE": str(folder / "cookie")}
        self._all = os.environ | self.environment | {
            "HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), "PULSE_RUNTIME_PATH": str(folder)}
        self.server = trial.start("pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no",
                                  "--load=module-null-sink sink_name=loudspeaker",
                                  f"--load=module-native-protocol-unix socket={socket} auth-anonymous=1",
                                  env=self._all)
        wait_until(socket.exists, "PulseAudio")
        self._trial = trial

    def recorder(self):
        program = self._trial.start("parec", "--device=loudspeaker.monitor", "--format=s16le", f"--rate={RATE}",
                                    "--channels=1", "--latency-msec=5", stdout=subprocess.PIPE, env=self._all)
        recorder = Recorder(program)
        wait_until(lambda: recorder.is_running, "the first recorded sample")
        return recorder


class Recorder(threading.Thread):
    """Reads samples until the program ends, and finds the beeps."""

    def __init__(self, program):
        super().__init__(daemon=True)
        self.program = program
        #: The sample at which each beep begins.
        self.onsets = []
        #: For each piece: the sample behind it, and when sample 0 was at the loudspeaker if the piece came in time.
        self._pieces = []
        self.start()

    def run(self):
        taken, rest, soft = 0, b"", APART
        while piece := os.read(self.program.process.stdout.fileno(), 1 << 16):
            began = time.time() - taken / RATE
            taken += len(piece) // 2
            self._pieces.append((taken, began))
            rest += piece
            while len(rest) >= 2 * BLOCK:
                samples = array.array("h", rest[: 2 * BLOCK])
                rest = rest[2 * BLOCK:]
                if max(samples) < LOUD:
                    soft += 1
                    continue
                if soft >= APART:
                    self.onsets.append(taken - len(rest) // 2 - BLOCK)
                soft = 0

    @property
    def is_running(self):
        return bool(self._pieces)

    @property
    def beeps(self):
        """When beeps were at the loudspeaker, in seconds since 1970.

        The server gives samples at their time or later, so the earliest of the pieces after a beep decides. Those before
        it do not: a busy machine loses samples, and what comes after that has too low numbers.
        """
        return [min(began for end, began in self._pieces if onset < end < onset + 2 * RATE) + onset / RATE
                for onset in self.onsets]

    def stop(self):
        self.program.signal(signal.SIGTERM)
        # It reads to the end before the pipe is closed.
        self.join()
        self.program.end()

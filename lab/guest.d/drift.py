"""A microphone whose clock is 200 ppm fast: its sound stays in sync with the pictures."""
import re
import signal
import subprocess
import wave

import numpy
import recorder
import tone
from recording import Recording

SECONDS = 120
PARTS_PER_MILLION = 200
RATE = 48_000
#: Seconds between two beeps by the microphone's clock, and how long one is.
PERIOD, BEEP = 1, 0.1
#: Milliseconds that the last beep may be off, beside the first; uncorrected it would be 24 after two minutes.
WITHIN = 5


def act(trial, out, seconds):
    loopback_runs_fast(trial)
    beeps = out / "beeps.wav"
    write_beeps(beeps, seconds + 60)
    relay = trial.relay()
    player = trial.start("aplay", "-q", "-D", "hw:0,0", beeps)
    recording = Recording(trial, relay, out / "live")
    publisher = trial.start(trial.streamd, "publish", "--to", f"{relay.address}/live", "--size", "320x180",
                            "--fps", "15", "--audio", "hw:0,1")
    recording.wait_for(seconds)
    publisher.signal(signal.SIGINT)
    code = publisher.wait()
    (out / "publish.log").write_text(publisher.said)
    trial.check(code == 0 and recording.wait_for_end() == (0, 0), "publish, watch and the recorder exit with 0")
    trial.check(player.process.poll() is None, "the player was running until the end")


def loopback_runs_fast(trial):
    """snd-aloop consumes and delivers sound faster than the system's clock; 100000 means no difference."""
    listed = subprocess.run(["amixer", "-c", "0", "controls"], stdout=subprocess.PIPE, text=True, check=True).stdout
    controls = re.findall(r"numid=(\d+),.*'PCM Rate Shift 100000'.*", listed)
    for number in controls:
        shifted = 100_000 - PARTS_PER_MILLION // 10
        subprocess.run(["amixer", "-q", "-c", "0", "cset", f"numid={number}", str(shifted)], check=True)
    trial.check(bool(controls), f"the loopback card has {len(controls)} clock controls")


def write_beeps(path, seconds):
    length = RATE * PERIOD
    time = numpy.arange(length) / RATE
    beep = numpy.where(time < BEEP, 0.5 * numpy.sin(2 * numpy.pi * 1000 * time), 0)
    samples = numpy.repeat((beep * 32767).astype("<i2"), 2).tobytes()
    with wave.open(str(path), "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(RATE)
        for _ in range(int(seconds / PERIOD)):
            file.writeframesraw(samples)


def judge(trial, out, seconds):
    trial.saw(" | ".join((out / "publish.log").read_text().splitlines()))
    lines = recorder.frames(out / "live", "a")
    sound = tone.samples(out / "live" / "audio.aac", RATE)
    steps = [b.presentation - a.presentation for a, b in zip(lines, lines[1:])]
    trial.require(bool(steps), "the recording has audio")
    trial.check(max(steps) < 30_000, f"AAC frames are {min(steps)} to {max(steps)} us apart, without a gap")
    # A beep's position in the file maps to a frame, whose presentation time is that of the beep.
    heard = [recorder.heard_at(lines, onset) for onset in tone.onsets(sound, RATE)]
    trial.require(len(heard) > seconds * 0.8,
                  f"the recording has {len(heard)} beeps in {len(sound) / RATE:.0f} s of audio")
    places = numpy.arange(len(heard))
    slope, start = numpy.polyfit(places, heard, 1)
    measured = (1 - slope / PERIOD) * 1e6
    off = (slope - PERIOD * (1 - PARTS_PER_MILLION / 1e6)) * len(heard) * 1000
    wobble = 1000 * numpy.abs(numpy.array(heard) - start - slope * places).max()
    trial.check(abs(off) <= WITHIN, f"by presentation time the clock is {measured:.0f} ppm fast, it was set to "
                                    f"{PARTS_PER_MILLION} ppm: an error of {off:.1f} ms at the end, with a jitter of "
                                    f"{wobble:.1f} ms")

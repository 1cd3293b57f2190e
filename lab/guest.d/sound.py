"""A tone of 1 kHz on the loopback card comes out of `watch --track audio`, beside the camera's pictures."""
import signal
import subprocess

import recorder
import tone
from recording import Recording

SECONDS = 12
HERTZ, WITHIN = 1000, 1
#: A second at either end is left out: the player and the encoder begin and end there.
EDGE = 1


def act(trial, out, seconds):
    relay = trial.relay()
    player = trial.start("ffmpeg", "-nostdin", "-loglevel", "error", "-f", "lavfi", "-i",
                         f"sine=frequency={HERTZ}:sample_rate=48000", "-ac", "2", "-f", "alsa", "hw:0,0",
                         stdout=subprocess.DEVNULL)
    recording = Recording(trial, relay, out / "live")
    sound = trial.watch(f"{relay.address}/live", "--track", "audio", "-o", out / "live" / "watch.aac")
    publisher = trial.start(trial.streamd, "publish", "--to", f"{relay.address}/live", "--size", "320x180",
                            "--fps", "30", "--audio", "hw:0,1")
    recording.wait_for(seconds + 2 * EDGE)
    publisher.signal(signal.SIGINT)
    code = publisher.wait()
    (out / "publish.log").write_text(publisher.said)
    codes = code, sound.wait(), *recording.wait_for_end()
    trial.check(codes == (0, 0, 0, 0), f"publish and three viewers exit with 0: {codes}")
    trial.check(player.process.poll() is None, "the player was running until the end")


def judge(trial, out, seconds):
    trial.saw(" | ".join((out / "publish.log").read_text().splitlines()))
    rate = 48_000
    sound = tone.samples(out / "live" / "watch.aac", rate)[EDGE * rate : -EDGE * rate]
    trial.require(len(sound) >= seconds * rate / 2, f"the recording has {len(sound) / rate:.1f} s of audio")
    hertz, share = tone.frequency(sound, rate)
    trial.check(abs(hertz - HERTZ) <= WITHIN, f"the frequency of the tone is {hertz:.3f} Hz")
    trial.check(share > 0.99, f"the tone has {100 * share:.2f} % of the energy")
    lines = recorder.frames(out / "live", "a")
    steps = [b.presentation - a.presentation for a, b in zip(lines, lines[1:])]
    due = 1024 * 1_000_000 / rate
    trial.check(bool(steps) and all(abs(step - due) < 2000 for step in steps),
                f"AAC frames are {min(steps, default=0)} to {max(steps, default=0)} us apart; the frame length is "
                f"{due:.0f} us")
    pictures = recorder.frames(out / "live")
    apart = (lines[0].presentation - pictures[0].presentation) / 1e6
    trial.check(abs(apart) < 1, f"the audio starts {apart:.3f} s after the video")

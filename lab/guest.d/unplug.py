"""An unplugged camera returns, also under a new number: viewers stay, pictures are back within 2 s."""
import os
import pathlib
import signal
import time

import media
import recorder
from recording import Recording

SECONDS = 5
WITHIN = 2
DRIVER = pathlib.Path("/sys/bus/platform/drivers/vivid")
DEVICE = "vivid.0"
BY_ID = pathlib.Path("/dev/v4l/by-id/usb-Lab_Camera_0001-video-index0")


def act(trial, out, seconds):
    again(trial, out / "same", seconds)
    # As udev does it. The old number stays in use while a program holds the old device open.
    BY_ID.parent.mkdir(parents=True)
    BY_ID.symlink_to("/dev/video0")
    holder = os.open("/dev/video0", os.O_RDWR)
    again(trial, out / "renumbered", seconds, BY_ID)
    os.close(holder)


def again(trial, out, seconds, camera=None):
    out.mkdir()
    relay = trial.relay()
    recording = Recording(trial, relay, out)
    publisher = trial.start(trial.streamd, "publish", *([camera] if camera else []), "--to", f"{relay.address}/live",
                            "--size", "320x180", "--fps", "30")
    recording.wait_for(seconds)
    moments = []
    for absence in (1, 4):
        (DRIVER / "unbind").write_text(DEVICE)
        moments.append(now())
        if camera:
            BY_ID.unlink()
        time.sleep(absence)
        (DRIVER / "bind").write_text(DEVICE)
        moments.append(now())
        if camera:
            newest = max(pathlib.Path("/dev").glob("video*"), key=lambda path: path.stat().st_ctime_ns)
            trial.saw(f"the camera has the new name {newest}")
            BY_ID.symlink_to(newest)
        recording.wait_for_frame_after(moments[-1])
        time.sleep(seconds)
    (out / "moments").write_text(" ".join(map(str, moments)))
    publisher.signal(signal.SIGINT)
    code = publisher.wait()
    (out / "publish.log").write_text(publisher.said)
    codes = code, *recording.wait_for_end()
    trial.check(codes == (0, 0, 0), f"{out.name}: publish, watch and the recorder exit with 0: {codes}")
    trial.end(relay)


def now():
    return time.time_ns() // 1000


def judge(trial, out, seconds):
    for folder in (out / "same", out / "renumbered"):
        trial.saw(f"{folder.name}: {' | '.join((folder / 'publish.log').read_text().splitlines())}")
        moments = [int(moment) for moment in (folder / "moments").read_text().split()]
        lines = recorder.frames(folder)
        for gone, back in zip(moments[::2], moments[1::2]):
            first = next((line for line in lines if line.arrival > back), None)
            took = (first.arrival - back) / 1e6 if first else float("inf")
            trial.check(took <= WITHIN,
                        f"{folder.name}: pictures continue {took:.2f} s after the camera returned; it was "
                        f"away for {(back - gone) / 1e6:.1f} s")
        kinds = [line.kind for line in recorder.read_lines(folder)]
        said = (folder / "watch.log").read_text()
        trial.check(kinds.count("end") == 1 and "Trying again" not in said,
                    f"{folder.name}: no client reconnected; {kinds.count('gap')} gaps, {kinds.count('tracks')} track "
                    "tables")
        fault = media.decoding_fault(folder / "watch.h264")
        trial.check(fault is None, f"{folder.name}: the file of watch decodes{': ' + fault if fault else ''}")
        times = [line.presentation for line in lines]
        trial.check(times == sorted(set(times)), f"{folder.name}: presentation times increase")

"""Recordings survive: kill -9 at any moment, full disks, folders that go away, clocks that are set; all is accounted for."""
import collections
import json
import os
import pathlib
import random
import shutil
import signal
import statistics
import subprocess
import time

import figures
import recordings
import replay
from trial import wait_until

#: Longer runs kill the recorder more often: about twice in three seconds.
SECONDS = 120
#: What a crash may cost, in seconds from the capture of the first picture that is lost.
LOSS = 1.0
#: The same for a part that was late: on a busy machine, publisher, relay and recorder wait for a processor.
LATE_LOSS = 2.0


def run(trial, seconds):
    bench = Bench(trial)
    kills(trial, bench, seconds, trial.times)
    switches(trial, bench)
    disk_full(trial, bench)
    folder_removed(trial, bench)
    clock_set(trial, bench)
    disk_hangs(trial, bench)
    power_failures(trial, bench, trial.times or 40)
    recordings.many_files(trial, bench, 1_000_000)


class Bench:
    """A relay with a stream, and a recorder of it."""

    def __init__(self, trial):
        self.trial = trial
        # The recorder may be away for longer than the relay's own log lasts while a busy machine judges its files.
        self.relay = trial.relay("--log-seconds", "60s")
        self.publisher = trial.publish(f"{self.relay.address}/live", "test:")
        self.publisher.wait_to_say("Publishing")
        self.address = f"{self.relay.address}/live"
        self.admin = f"127.0.0.1:{figures.free_port()}"

    def record(self, folder, *options, source=None, **more):
        return self.trial.start(self.trial.streamd, "record", source or self.address, "--to", folder, "--admin",
                                self.admin, *options, **more)

    def control(self, *arguments):
        command = [self.trial.streamd, "ctl", "record", *arguments, "--admin", self.admin]
        ran = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
        return ran.stdout if ran.returncode == 0 else None

    def state(self, name="live"):
        """What the recorder says of a stream; None while there is none."""
        listed = json.loads(self.control("list", "--json") or '{"streams": []}')
        return next((stream for stream in listed["streams"] if stream["name"] == name), None)

    def wait(self, condition, what, timeout=60):
        return wait_until(lambda: (state := self.state()) and condition(state) and state, what, timeout)


def kills(trial, bench, seconds, times=None):
    """kill -9 at random moments: no file unreadable, a second lost at most, no hook missed, no frame twice."""
    folder, hooks = trial.file("killed"), trial.file("hooks")
    hook = f"echo $STREAMD_FILE >> {hooks}"
    options = ("--segment", "2s", "--on-segment", hook)
    deadline = time.monotonic() + seconds
    count, losses, seen = 0, [], set()
    while count < times if times else time.monotonic() < deadline:
        started, recorder = time.time(), bench.record(folder, *options)
        time.sleep(random.uniform(0.05, 2.5))
        killed = time.time()
        recorder.signal(signal.SIGKILL)
        recorder.wait()
        trial.end(recorder)
        recorder.log.unlink()
        count += 1
        # A file stays as it is if the next recorder is killed before its repair. What came while none ran is not lost:
        # a recorder may be killed before it has fetched that.
        ends = {file: end for file, end in recordings.growing_ends(folder / "live") if file not in seen}
        losses += [killed - max(end, started) for end in ends.values()]
        seen |= ends.keys()
    recorder = bench.record(folder, *options)
    bench.wait(lambda state: state["segments"] >= 2, "two files")
    recorder.signal(signal.SIGTERM)
    trial.check(recorder.wait() == 0, f"after {count} kills, the recorder ends with 0 at SIGTERM")
    losses.sort()
    if losses:
        median = statistics.median_low(losses)
        trial.check(median <= LOSS and losses[-1] <= LATE_LOSS,
                    f"before its repair, a file lacks at most {losses[-1]:.2f} s of the pictures until the kill "
                    f"(median {median:.2f} s, {len(losses)} files)")
    judge(trial, folder / "live")
    entered = {entry["file"]: day for day, entry in recordings.entries(folder / "live", "segment") if entry.get("hook")}
    called = collections.Counter(hooks.read_text().split())
    missed = [file for file, day in entered.items() if str(folder / "live" / day / file) not in called]
    twice = sum(count > 1 for count in called.values())
    trial.check(entered and not missed, f"{len(entered)} files had their hook, {twice} twice {missed or ''}")


def judge(trial, stream, may_miss=0):
    """Every file can be read, and each frame is in one file or in a gap."""
    files = recordings.files(stream)
    trial.check(not list(stream.glob("*/*.part")), "no file is left unfinished")
    faults = [fault for file in files if (fault := recordings.fault(file))]
    trial.check(files and not faults, f"{len(files)} files: ffmpeg -xerror reads each without a message {faults[:3] or ''}")
    faults, recorded, missing = recordings.account(stream)
    trial.check(not faults, f"the journal accounts for each frame once: {recorded} recorded, {missing} missing "
                            f"{faults[:3] or ''}")
    trial.check(missing <= may_miss, f"at most {may_miss} frames are missing")


def switches(trial, bench):
    """Recordings that are switched on and off by the admin listener; a time exported across files."""
    folder = trial.file("switched")
    recorder = bench.record(folder, "--segment", "2s", "--paused", "--pre", "3s")
    bench.wait(lambda state: not state["on"], "the stream, switched off")
    time.sleep(1)
    trial.check(not folder.joinpath("live").exists(), "a recorder that begins paused writes nothing")
    trial.check(bench.control("start", "live") is not None, "ctl record start")
    # The command itself may take long.
    began = time.time()
    bench.wait(lambda state: state["segments"] >= 2, "two files")
    trial.check(bench.control("stop", "live") is not None, "ctl record stop")
    bench.wait(lambda state: not state.get("file") and state["segments"] >= 3, "the end of the last file")
    first = recordings.entries(folder / "live", "segment")[0][1]
    lead = began - recordings.seconds(first["start"])
    trial.check(1.5 < lead < 12, f"the recording begins {lead:.1f} s before the switch (--pre 3s)")
    trial.check(bench.control("start", "nothing") is None, "a stream that is not there cannot be switched on")
    metrics = recordings.get(bench.admin, "/metrics")
    trial.check("streamd_recorder_segments_total" in metrics, "the admin listener serves metrics")
    recorder.signal(signal.SIGTERM)
    recorder.wait()
    judge(trial, folder / "live")
    recordings.check_playlist(trial, folder / "live")
    recordings.check_export(trial, folder / "live")


def disk_full(trial, bench):
    """A disk that is full for a while: the gap is told, and the recording goes on."""
    folder = trial.file("disk")
    folder.mkdir()
    if os.geteuid() or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", folder], check=False).returncode:
        return trial.saw("a full disk was not tried: it needs the right to mount one")
    try:
        recorder = bench.record(folder / "out", "--segment", "2s")
        bench.wait(lambda state: state["segments"] >= 1, "a file")
        ballast = os.open(folder / "ballast", os.O_WRONLY | os.O_CREAT)
        try:
            while os.write(ballast, b"\0" * 4096):
                pass
        except OSError:
            os.close(ballast)
        state = bench.wait(lambda state: state.get("failure"), "the full disk")
        trial.saw(state.get("failure"))
        time.sleep(3)
        os.unlink(folder / "ballast")
        files = state["segments"]
        state = bench.wait(lambda state: not state.get("failure") and state["segments"] >= files + 2, "the recording's return")
        recorder.signal(signal.SIGTERM)
        trial.check(recorder.wait() == 0, "after a full disk, the recorder goes on, and ends with 0")
        judge(trial, folder / "out/live", may_miss=100_000)
        _, _, missing = recordings.account(folder / "out/live")
        trial.check(missing > 0, "the frames of the full disk are missing in the account")
        retention(trial, bench, folder)
    finally:
        subprocess.run(["umount", "-l", folder], check=False)


def retention(trial, bench, folder):
    """Old files make room for new ones on a small disk."""
    shutil.rmtree(folder / "out")
    recorder = bench.record(folder / "out", "--segment", "1s", "--max-bytes", "1MiB")
    bench.wait(lambda state: state["segments"] >= 12, "files")
    wait_until(lambda: sum(file.stat().st_size for file in recordings.files(folder / "out/live")) <= 1 << 20,
               "the retention")
    first = recordings.files(folder / "out/live")[0].name
    begun = [entry["file"] for _, entry in recordings.entries(folder / "out/live", "segment")]
    trial.check(first != begun[0], "--max-bytes removes the oldest files")
    trial.check(begun.index(first) + len(recordings.files(folder / "out/live")) >= len(begun) - 1, "and no other file")
    recorder.signal(signal.SIGTERM)
    recorder.wait()


def folder_removed(trial, bench):
    """The stream's folder is removed while a file grows in it."""
    folder = trial.file("removed")
    recorder = bench.record(folder, "--segment", "2s")
    bench.wait(lambda state: state["segments"] >= 1 and state.get("file"), "a file")
    shutil.rmtree(folder / "live")
    files = bench.state()["segments"]
    bench.wait(lambda state: state["segments"] >= files + 2 and not state.get("failure"), "the recording's return")
    recorder.signal(signal.SIGTERM)
    trial.check(recorder.wait() == 0, "after its folder was removed, the recorder goes on")
    judge(trial, folder / "live", may_miss=100_000)


def clock_set(trial, bench):
    """The clock is set back by a day, and forward."""
    folder, stamp = trial.file("clock"), trial.file("clock.offset")
    stamp.write_text("+0      ")
    environment = layer(trial, folder, trial.file("clock.log"), WRITES_CLOCK=str(stamp))
    recorder = bench.record(folder, "--segment", "2s", "--keep", "30d", env=environment)
    files = 0
    for offset in (0, -86_400, 2 * 86_400, 0):
        # In place: the recorder has the file open.
        with open(stamp, "r+") as text:
            text.write(f"{offset:<8}")
        bench.wait(lambda state, files=files: state["segments"] >= files + 2, f"files at {offset}")
        files = bench.state()["segments"]
    recorder.signal(signal.SIGTERM)
    trial.check(recorder.wait() == 0, "the clock was set back by a day, forward by three, and back again")
    trial.check(len(list((folder / "live").iterdir())) >= 3, "there are folders of three days")
    judge(trial, folder / "live")


def layer(trial, folder, log, **more):
    """The environment of a recorder whose writes are recorded."""
    library = trial.file("writes.so")
    if not library.exists():
        source = pathlib.Path(__file__).with_name("writes.c")
        subprocess.run(["gcc", "-shared", "-fPIC", "-O2", "-o", library, source, "-ldl", "-lpthread"], check=True)
    return os.environ | {"LD_PRELOAD": str(library), "WRITES_ROOT": str(folder), "WRITES_LOG": str(log)} | more


def disk_hangs(trial, bench):
    """A disk that hangs for half a minute: the frames wait, and another stream is not delayed."""
    folder, hang = trial.file("hanging"), trial.file("hang")
    other = trial.publish(f"{bench.relay.address}/other", "test:size=320x180")
    other.wait_to_say("Publishing")
    environment = layer(trial, folder, trial.file("hanging.log"), WRITES_HANG=str(hang),
                        WRITES_HANGING=str(folder / "live"))
    recorder = bench.record(folder, "--segment", "2s", source=bench.relay.address, env=environment)
    bench.wait(lambda state: state["segments"] >= 1, "a file")
    wait_until(lambda: bench.state("other"), "the other stream")
    hang.touch()
    time.sleep(2)
    files, others = bench.state()["segments"], bench.state("other")["segments"]
    time.sleep(28)
    state, beside = bench.state(), bench.state("other")
    trial.check(state["segments"] <= files + 1, "a disk that hangs takes no file")
    trial.check(beside["segments"] >= others + 10, f"meanwhile the other stream has {beside['segments'] - others} files")
    hang.unlink()
    bench.wait(lambda state: state["segments"] >= files + 12, "what waited", 90)
    recorder.signal(signal.SIGTERM)
    recorder.wait()
    judge(trial, folder / "live")
    judge(trial, folder / "other")
    trial.end(other)


def power_failures(trial, bench, points):
    """What the recorder wrote, replayed up to random points as a disk may have it then, and the next start."""
    log, folder = trial.file("writes.log"), trial.file("written")
    recorder = bench.record(folder, "--segment", "3s", env=layer(trial, folder, log))
    bench.wait(lambda state: state["segments"] >= 4, "files")
    recorder.signal(signal.SIGTERM)
    recorder.wait()
    records = replay.read(log)
    trial.saw(f"{len(records)} writes, synchronizations and names are recorded")
    faults, lost, files = [], [], 0
    for point in range(points):
        target = trial.file(f"failed-{point}")
        written = replay.Disk(records, random.randint(1, len(records))).write(folder, target)
        durable = {place.name.removesuffix(".part"): pictures(trial, file)
                   for place, file in written.items() if ".mp4" in place.name and ".init." not in place.name}
        recover(trial, target, faults)
        for file in recordings.files(target / "live"):
            files += 1
            faults += [fault for fault in (recordings.fault(file),) if fault]
            if (found := recordings.packets(file)) < durable.get(file.name, 0):
                lost.append(f"{file}: {found} pictures of {durable[file.name]}")
        shutil.rmtree(target)
    trial.check(files and not faults, f"after {points} failures of the power, {files} files can be read {faults[:3] or ''}")
    trial.check(not lost, f"each has what was on the disk {lost[:3] or ''}")


def pictures(trial, file):
    """How many pictures of a file were on the disk for certain."""
    copy = trial.file("durable.mp4")
    copy.write_bytes(file.durable)
    return recordings.packets(copy)


def recover(trial, target, faults):
    """Lets a recorder whose relay is away bring a folder in order."""
    recorder = trial.start(trial.streamd, "record", "127.0.0.1:9/live", "--to", target, "--admin", "off")
    try:
        recorder.wait_to_say('"message":"recording"')
        if list(target.glob("live/*/*.part")):
            faults.append(f"a file is left unfinished: {recorder.said[-300:]}")
        recorder.signal(signal.SIGTERM)
        if recorder.wait() != 0:
            faults.append(recorder.said)
    except Exception as error:  # pylint: disable=broad-except
        faults.append(f"{error}: {recorder.said[-300:]}")
    trial.end(recorder)

"""Two hundred viewers join a live stream at random moments: each begins at a random access point without losses.

Most speak the protocol of Protocol.md; some are `streamd watch`.
"""
import asyncio
import hashlib
import random
import re
import signal

import media
import stamps
import wire
from trial import wait_until

SECONDS = 60
#: How many there are of either kind.
PROTOCOL_VIEWERS = 180
WATCHES = 20


def run(trial, seconds):
    clip = media.make_clip(trial.file("clip.h264"), 10)
    relay = trial.relay()
    publisher, camera = trial.camera(clip, f"{relay.address}/live")
    publisher.wait_to_say("Publishing 'live'")
    whole = trial.file("whole.h264")
    reference = trial.watch(f"{relay.address}/live", "-o", whole)
    wait_until(lambda: whole.exists() and whole.stat().st_size > 0, "video")
    memory, work = relay.resident_kilobytes, relay.processor_seconds

    crowd = asyncio.run(gather(trial, relay, seconds, camera))
    memory, work = relay.resident_kilobytes - memory, relay.processor_seconds - work
    trial.check(publisher.wait() == 0, "publish exits with 0 at the end of its pipe")
    trial.check(reference.wait() == 0, "the viewer that watched from the start exits with 0")
    trial.saw(f"relay: {work:.1f} s of CPU time in {seconds:.0f} s, {memory} KB more memory than with one viewer")
    judge_protocol_viewers(trial, [member for member in crowd if isinstance(member, ProtocolViewer)])
    judge_watches(trial, [member for member in crowd if isinstance(member, Watch)])
    judge_files(trial, whole, [member.path for member in crowd])


async def gather(trial, relay, seconds, camera):
    """Starts all viewers within the time, then ends the stream; returns them after they have seen its end."""
    seed = random.randrange(1 << 32)
    trial.saw(f"the seed of the random moments is {seed}")
    chance = random.Random(seed)
    kinds = [ProtocolViewer] * PROTOCOL_VIEWERS + [Watch] * WATCHES
    crowd = [kind(trial, relay, f"{number:03}.h264") for number, kind in enumerate(kinds)]
    joins = [asyncio.create_task(member.join(chance.uniform(0, seconds - 1))) for member in crowd]
    await asyncio.sleep(seconds)
    # A viewer that is late on a busy machine would wait for a stream that has ended.
    while not (all(member.path.exists() and member.path.stat().st_size for member in crowd)
               or any(join.done() for join in joins)):
        await asyncio.sleep(0.1)
    camera.signal(signal.SIGTERM)
    await asyncio.gather(*joins)
    return crowd


class ProtocolViewer:
    """A viewer written from Protocol.md alone."""

    def __init__(self, trial, relay, name):
        self.endpoint = relay.endpoint
        self.path = trial.file(name)
        self.viewer = None

    async def join(self, pause):
        await asyncio.sleep(pause)
        reader, writer = await asyncio.open_connection(*self.endpoint)
        messages = wire.Reader()
        writer.write(wire.PREFACE + wire.hello(wire.SUBSCRIBE, "live"))
        with open(self.path, "wb") as output:
            self.viewer = wire.Viewer(output)
            while piece := await reader.read(1 << 16):
                for message in messages.push(piece):
                    writer.write(self.viewer.take(*message))
        writer.close()


class Watch:
    """`streamd watch`."""

    def __init__(self, trial, relay, name):
        self.trial = trial
        self.source = f"{relay.address}/live"
        self.path = trial.file(name)
        self.program = None
        self.code = None

    async def join(self, pause):
        await asyncio.sleep(pause)
        self.program = self.trial.watch(self.source, "-o", self.path, "--stats")
        while (code := self.program.process.poll()) is None:
            await asyncio.sleep(0.1)
        self.code = code


def judge_protocol_viewers(trial, protocol_viewers):
    viewers = [client.viewer for client in protocol_viewers]
    first = [viewer.first for viewer in viewers]
    rap = sum(frame is not None and bool(frame.flags & wire.RANDOM_ACCESS) for frame in first)
    trial.check(rap == len(viewers), f"{rap} of {len(viewers)} protocol viewers begin with a random access point")
    ended = sum(viewer.ending is not None and viewer.ending.code == wire.END_OF_STREAM for viewer in viewers)
    trial.check(ended == len(viewers), f"{ended} of {len(viewers)} protocol viewers receive the end of the stream")
    faults = [fault for viewer in viewers for fault in viewer.faults]
    received, missed = sum(viewer.received for viewer in viewers), sum(viewer.missed for viewer in viewers)
    trial.check(not faults, f"{received} received frames and {missed} in gaps are all frames, each once and in "
                            f"order {faults[:3] or ''}")


def judge_watches(trial, watches):
    trial.check(all(watch.code == 0 for watch in watches), f"{len(watches)} processes of streamd watch exit with 0")
    wrong = []
    for watch in watches:
        numbers = [number for number, _ in stamps.found(watch.path.read_bytes())]
        reported = re.findall(r'"frames":(\d+).*"missed":(\d+)', watch.program.said)[-1]
        there = len(numbers), len(stamps.missing(numbers))
        if there != tuple(map(int, reported)):
            wrong.append(f"{watch.path.name} has {there}, reported {reported}")
    trial.check(not wrong, f"the statistics of each match the frames and gaps in its file {wrong[:3] or ''}")


def judge_files(trial, whole, paths):
    whole = whole.read_bytes()
    last = stamps.found(whole)[-1][0]
    different, heads, complete = {}, 0, 0
    for path in paths:
        data = path.read_bytes()
        numbers = [number for number, _ in stamps.found(data)]
        types = [unit[0] & 31 for unit in media.nal_units(data[:4096])]
        pictures = [type for type in types if type in (1, 5)]
        heads += {7, 8} <= set(types[: types.index(5)] if 5 in types else []) and pictures[0] == 5
        complete += not stamps.missing(numbers) and numbers[-1] == last and whole.endswith(data)
        different.setdefault(hashlib.sha256(data).digest(), path)
    trial.check(heads == len(paths), f"{heads} of {len(paths)} files begin with SPS, PPS and an IDR picture")
    trial.saw(f"{complete} of {len(paths)} files contain every picture from their first to the last, byte for byte")
    faults = [f"{path.name}: {fault}" for path in different.values() if (fault := media.decoding_fault(path))]
    trial.check(not faults, f"{len(paths)} files, {len(different)} of them different, decode without an error "
                            f"{faults[:3] or ''}")

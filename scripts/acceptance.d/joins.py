"""Late joins at random moments of every H.264 stream: what a viewer gets decodes as the source cut at the same place.

The streams are the H.264 files of the test vectors ($STREAMD_VECTORS, else beside the repository in shared/vectors),
and some that x264 makes: closed and open groups of pictures, intra refresh, several parameter sets. Each is stretched
to the scenario's seconds, and joined before it begins and at ten moments. FFmpeg decodes what a viewer got and the
source from the same access unit on, with every parameter set that came before it in front: pictures and complaints must
be the same. Takes about five minutes with the vectors and one without, and never more than LIMIT seconds.
"""
import hashlib
import random
import re
import subprocess
import time

import media
import vectors
from trial import Abandoned

SECONDS = 8
#: How long viewers may take to see the end of their stream; those that came after it wait for another.
PATIENCE = 5
#: Viewers of each stream: one before it begins, the others at random moments.
JOINS = 11
#: How long a stream goes on after the last moment: a viewer takes a while to start on a busy machine.
REST = 1.5
#: Streams at the same time.
STREAMS = 6
#: When to give up, in seconds.
LIMIT = 1200
#: How long FFmpeg may take for one file.
DECODING = 60
#: Pictures a second by which files are published, before they are stretched.
RATE = 25

#: The exit code of a viewer that received nothing with which an output can begin (EX_UNAVAILABLE).
NO_OUTPUT = 69
SETS = {7, 8, 13, 15}
SLICES = {1, 2, 3, 4, 5, 19, 20, 21}
#: Belong to the access unit of the slice after them.
LEADING = {6, 7, 8, 9, 13, 14, 15, 16, 17, 18}


def run(trial, seconds):
    deadline = time.monotonic() + LIMIT
    seed = random.randrange(1 << 32)
    trial.saw(f"random moments of seed {seed}")
    chance = random.Random(seed)
    folder = vectors.find_vectors()
    if folder is None:
        trial.saw("there are no vectors here; only made streams are joined")
    sources = made(trial) + (sorted(folder.glob("*.h264")) if folder else [])
    lengths = {row["file"]: int(row["frames"] or 0) for row in vectors.manifest(folder)} if folder else {}
    relay = trial.relay()
    judged = []
    for start in range(0, len(sources), STREAMS):
        if time.monotonic() > deadline:
            raise Abandoned(f"not finished after {LIMIT} s")
        streams = [Stream(trial, relay, source, lengths.get(source.name))
                   for source in sources[start : start + STREAMS]]
        play(streams, seconds, chance)
        judged += streams
        for stream in streams:
            stream.judge(deadline)
    report(trial, judged)


class Stream:
    """A source, its publisher and its viewers. `frames`: its length, a pair of fields being one, where it is known."""

    def __init__(self, trial, relay, source, frames):
        self.trial = trial
        self.source = source
        self.address = f"{relay.address}/joins/{source.stem}"
        self.units = media.nal_units(source.read_bytes())
        self.slices = [index for index, unit in enumerate(self.units) if unit[0] & 31 in SLICES]
        self.frames = frames or sum(begins_picture(self.units[index]) for index in self.slices)
        self.watchers = []
        self.publisher = None
        self.joined = self.late = 0
        self.places = set()
        self.complains = False
        self.faults = []
        self._references = {}

    def watch(self):
        output = self.trial.file(f"{self.source.stem}-{len(self.watchers)}.h264")
        watcher = self.trial.watch(self.address, "-o", output)
        self.watchers.append((watcher, output))
        return watcher

    def publish(self, seconds):
        # The stream ends with its last frame, so the frames before it have the time.
        speed = min(1000, max(0.001, (self.frames - 1) / RATE / seconds))
        self.publisher = self.trial.publish(self.address, self.source, "--rate", str(RATE), "--speed", f"{speed:.5f}")

    def wait(self, seconds):
        """Waits for the end of the publisher."""
        try:
            code = self.publisher.wait(seconds + 30)
            if code:
                self.faults.append(f"publish ended with {code}: {self.publisher.said[-200:]}")
        except Abandoned as reason:
            self.faults.append(str(reason))
        self.trial.end(self.publisher)

    def end(self, deadline):
        """Waits for the viewers; those that came after the stream are ended."""
        for watcher, output in self.watchers:
            try:
                code = watcher.wait(max(0.1, deadline - time.monotonic()))
                # Nothing came with which an output can begin: no file, and a sentence.
                if code and (code != NO_OUTPUT or output.exists()):
                    self.faults.append(f"watch ended with {code}: {watcher.said[-200:]}")
            except Abandoned:
                if output.exists():
                    self.faults.append("watch did not end with the stream")
            self.trial.end(watcher)
            # A watcher that received nothing has made no file.
            output.touch()

    def judge(self, deadline):
        for output in {hashlib.sha256(path.read_bytes()).digest(): path for _, path in self.watchers}.values():
            if time.monotonic() > deadline:
                raise Abandoned(f"not finished after {LIMIT} s")
            fault = self.fault_of(output)
            if fault:
                self.faults.append(f"{output.name}: {fault}")
        for _, path in self.watchers:
            self.joined += path.stat().st_size > 0
            self.late += path.stat().st_size == 0

    def fault_of(self, output):
        """What is wrong with a viewer's output, or None."""
        units = media.nal_units(output.read_bytes())
        slices = [unit for unit in units if unit[0] & 31 in SLICES]
        if not slices:
            return "parameter sets without a picture" if units else None
        if [self.units[index] for index in self.slices[-len(slices) :]] != slices:
            return f"its {len(slices)} slices are not the last ones of the source"
        first = self.slices[-len(slices)]
        while first > 0 and self.units[first - 1][0] & 31 in LEADING:
            first -= 1
        self.places.add(first)
        fault = None if is_start(self.units[first:]) else "it begins neither with an IDR picture nor a recovery point"
        if first not in self._references:
            reference = [unit for unit in self.units[:first] if is_set(unit)] + self.units[first:]
            path = self.trial.file(f"{self.source.stem}-from-{first}.h264")
            path.write_bytes(b"".join(b"\0\0\0\1" + unit for unit in reference))
            self._references[first] = decoded(path), without_sets(reference)
        (pictures, complaints), lacking = self._references[first]
        self.complains = self.complains or bool(complaints)
        mine = decoded(output)
        if without_sets(units) != lacking:
            fault = fault or f"{without_sets(units)} slices lack parameter sets, {lacking} of the source"
        if mine[0] != pictures:
            fault = fault or f"{len(mine[0])} pictures, and {len(pictures)} of the source, or others; {mine[1][:2]}"
        if mine[1] != complaints:
            fault = fault or f"FFmpeg says {mine[1][:2]}, of the source {complaints[:2]}"
        return fault


def play(streams, seconds, chance):
    """Publishes streams at the same time, while viewers join."""
    for stream in streams:
        stream.watch().wait_to_say("Waiting for '")
    begin = time.monotonic()
    for stream in streams:
        stream.publish(seconds + REST)
    moments = [(chance.uniform(0.2, seconds), stream) for stream in streams for _ in range(JOINS - 1)]
    for moment, stream in sorted(moments, key=lambda pair: pair[0]):
        time.sleep(max(0, begin + moment - time.monotonic()))
        stream.watch()
    for stream in streams:
        stream.wait(seconds + REST)
    deadline = time.monotonic() + PATIENCE
    for stream in streams:
        stream.end(deadline)


def report(trial, streams):
    joined, late = sum(stream.joined for stream in streams), sum(stream.late for stream in streams)
    places = sum(len(stream.places) for stream in streams)
    trial.saw(f"{joined} joins at {places} places of {len(streams)} streams; {late} viewers came after the end")
    trial.check(joined > len(streams), "most streams are joined on their way")
    for text, group in (("decode without a complaint", [stream for stream in streams if not stream.complains]),
                        ("have complaints of their own", [stream for stream in streams if stream.complains])):
        for stream in group:
            for fault in stream.faults[:3]:
                trial.saw(f"{stream.source.name}: {fault}")
        sound = sum(not stream.faults for stream in group)
        trial.check(sound == len(group), f"{sound} of {len(group)} streams that {text}: every viewer's pictures and "
                                         "complaints are those of the source")


def decoded(path, *options):
    """The MD5 of every picture that FFmpeg decodes with these options, and its different complaints without
    addresses."""
    try:
        done = subprocess.run(
            ["ffmpeg", "-nostdin", "-loglevel", "repeat+error", "-threads", "1", "-f", "h264", "-i", str(path),
             *options, "-fps_mode", "passthrough", "-f", "framemd5", "-"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace", check=False, timeout=DECODING)
    except subprocess.TimeoutExpired:
        raise Abandoned(f"ffmpeg takes more than {DECODING} s for {path}") from None
    pictures = [line.rsplit(",", 1)[1].strip() for line in done.stdout.splitlines() if line and line[0] != "#"]
    # Sizes differ with the lengths of start codes, which the publisher writes with four bytes.
    complaints = [re.sub(r" @ 0x[0-9a-f]+|(?<=size )\d+", "", line).replace(str(path), "FILE")
                  for line in done.stderr.splitlines()]
    # The source in front of the place repeats its sets, so complaints about these may come more often.
    return pictures, sorted(set(complaints))


def begins_picture(unit):
    return unit[0] & 31 in (1, 2, 5) and len(unit) > 1 and bool(unit[1] & 0x80)


def is_start(units):
    """Whether the first picture is IDR or has a recovery point."""
    for unit in units:
        type = unit[0] & 31
        if type == 6 and 6 in sei_types(unit):
            return True
        if type in SLICES:
            return type == 5
    return False


def sei_types(unit):
    body, at, types = unescaped(unit[1:]), 0, []
    while at + 2 <= len(body) and not (at == len(body) - 1 and body[at] == 0x80):
        values = []
        for _ in range(2):
            value = 0
            while at < len(body) and body[at] == 255:
                value, at = value + 255, at + 1
            if at >= len(body):
                return types
            value, at = value + body[at], at + 1
            values.append(value)
        types.append(values[0])
        at += values[1]
    return types


def is_set(unit):
    """Whether this is a parameter set, and not damaged bytes with an id that no slice can name (ITU-T H.264, 7.4.2)."""
    type = unit[0] & 31
    try:
        if type in (7, 15):
            return numbers(unit[4:], 1)[0] <= 31
        if type == 8:
            id, sequence = numbers(unit[1:], 2)
            return id <= 255 and sequence <= 31
    except IndexError:
        return False
    return type in SETS


def without_sets(units):
    """How many slices refer to parameter sets that have not come."""
    sps, pps, lacking = set(), {}, 0
    for unit in units:
        type = unit[0] & 31
        try:
            if type == 7:
                sps.add(numbers(unit[4:], 1)[0])
            elif type == 8:
                id, sequence = numbers(unit[1:], 2)
                pps[id] = sequence
            elif type in (1, 2, 5):
                lacking += pps.get(numbers(unit[1:], 3)[2]) not in sps
        except IndexError:
            continue
    return lacking


def numbers(data, count):
    """The first numbers of a NAL unit's content: ue(v) (ITU-T H.264, 9.1)."""
    bits = "".join(f"{byte:08b}" for byte in unescaped(data[:40]))
    values, at = [], 0
    for _ in range(count):
        zeros = 0
        while bits[at + zeros] == "0":
            zeros += 1
        values.append(int(bits[at + zeros : at + 2 * zeros + 1], 2) - 1)
        at += 2 * zeros + 1
    return values


def unescaped(data):
    return data.replace(b"\0\0\3", b"\0\0")


def made(trial):
    """Streams of x264: closed and open groups, intra refresh, and two of each parameter set that come only once."""
    closed = encode(trial, "closed", "keyint=25:min-keyint=25:bframes=2:scenecut=0")
    opened = encode(trial, "open", "open-gop=1:keyint=25:min-keyint=25:bframes=3:scenecut=0")
    refresh = encode(trial, "refresh", "intra-refresh=1:keyint=25:bframes=0")
    halves = [media.nal_units(encode(trial, f"half{id}", f"sps-id={id}:keyint=25:min-keyint=25:scenecut=0").read_bytes())
              for id in (0, 1)]
    sets = [unit for half in halves for unit in half[:8] if unit[0] & 31 in SETS]
    rest = [unit for half in halves for unit in half if unit[0] & 31 not in SETS]
    several = trial.file("several.h264")
    several.write_bytes(b"".join(b"\0\0\0\1" + unit for unit in sets + rest))
    return [closed, opened, refresh, several]


def encode(trial, name, parameters):
    path = trial.file(f"{name}.h264")
    picture = ["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25", "-t", "6"]
    coding = ["-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-x264-params", parameters]
    made = subprocess.run(["ffmpeg", "-nostdin", "-y", "-loglevel", "error", *picture, *coding, "-f", "h264", str(path)],
                          stderr=subprocess.PIPE, text=True, check=False, timeout=DECODING)
    if made.returncode:
        raise Abandoned(f"ffmpeg cannot make a stream: {made.stderr}")
    return path

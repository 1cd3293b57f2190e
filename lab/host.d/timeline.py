"""Times that step, go back or wrap, and files joined in a pipe: they stay in real time and in sync."""
import collections
import functools
import shutil
import statistics
import subprocess

import clips
import media
import numpy
import recorder
import tone
from recording import Recording

#: Of each part that is joined to others.
SECONDS = 4
RATE = 25
#: Milliseconds.
REAL_TIME_WITHIN, SOUND_WITHIN = 100, 40
#: Where the clock of MPEG-TS, 33 bits of 90 kHz, begins again, in seconds.
WRAP = 2**33 / 90_000
#: libavformat takes the first wrap out, up to a minute before the time that the stream began at.
UNWRAPPED = 60

Case = collections.namedtuple("Case", "name parts options is_piped is_live", defaults=[[], False, False])
Part = collections.namedtuple("Part", "start seconds")


def cases(seconds):
    """The published inputs: parts of so many seconds, each with its own times."""
    joined = [Part(0, seconds)] * 3
    encoded = ["--encoder", "libx264", "--audio-bitrate", "96k"]
    return [
        Case("a step forward of 26 s", [Part(0, seconds), Part(seconds + 26, seconds)]),
        Case("a step back of 20 s", [Part(20 + seconds, seconds), Part(0, seconds)]),
        Case("the first wrap at 33 bits", [Part(WRAP - 2 - seconds / 2, seconds)]),
        # A stream that began at 100 s, after 26.5 hours: the times that libavformat has unwrapped step back.
        Case("the wraps after that", [Part(100, seconds), Part(100 - UNWRAPPED - seconds / 2, seconds)]),
        Case("three files in a pipe", joined, is_piped=True),
        Case("three files in a pipe, encoded again", joined, encoded, is_piped=True),
        Case("a pipe that keeps real time", [Part(0, 3 * seconds)], is_piped=True, is_live=True),
        Case("three in a pipe that keeps real time", joined, is_piped=True, is_live=True),
    ]


def run(trial, seconds):
    made = {}

    def make(part, kind):
        if (part, kind) not in made:
            made[part, kind] = flashes_and_beeps(trial.file(f"part{len(made)}.{kind}"), part)
        return made[part, kind]

    files = [[make(part, "mkv" if case.is_live else "ts") for part in case.parts] for case in cases(seconds)]
    # All cases at once: together they take as long as the longest one, and almost no CPU time.
    running = [start(trial, case, parts) for case, parts in zip(cases(seconds), files)]
    for case, recording, publisher, writer in running:
        ended = writer and writer.wait(90)
        codes = publisher.wait(90), *recording.wait_for_end()
        trial.check(codes == (0, 0, 0) and not ended, f"{case.name}: publish and two viewers exit with 0: {codes} "
                                                      f"{' | '.join(publisher.said.splitlines()[-2:])}")
        said = "delivers in real time" in publisher.said
        trial.check(said == case.is_live, f"{case.name}: {'live' if said else 'recorded'}")
        judge(trial, case, recording.folder)


def flashes_and_beeps(path, part):
    """H.264 with B pictures and AAC: a white picture and a tone in the first tenth of each second."""
    start = "lt(mod(t,1),0.1)"
    return clips.make(path, "-f", "lavfi", "-i",
                      f"testsrc2=size=320x180:rate={RATE},lutyuv=y=val/3,drawbox=color=white:t=fill:enable='{start}'",
                      "-f", "lavfi", "-i", f"aevalsrc='0.5*sin(2*PI*1000*t)*{start}':sample_rate=48000",
                      "-t", part.seconds, "-c:v", "libx264", "-preset", "veryfast", "-bf", 2, "-g", RATE, "-pix_fmt",
                      "yuv420p", "-c:a", "aac", "-b:a", "96k", "-output_ts_offset", part.start)


def start(trial, case, files):
    relay = trial.relay()
    folder = trial.file(case.name.replace(" ", "-"))
    recording = Recording(trial, relay, folder)
    target = f"{relay.address}/live"
    if not case.is_piped:
        joined = folder / "joined.ts"
        with open(joined, "wb") as whole:
            for file in files:
                with open(file, "rb") as piece:
                    shutil.copyfileobj(piece, whole)
        return case, recording, trial.publish(target, joined, *case.options), None
    if case.is_live:
        command = "; ".join(f"ffmpeg -nostdin -loglevel error {real_time()} -i {file} -c copy -flush_packets 1 "
                            "-f mpegts -" for file in files)
        writer = trial.start("sh", "-c", command, stdout=subprocess.PIPE)
    else:
        writer = trial.start("cat", *files, stdout=subprocess.PIPE)
    publisher = trial.publish(target, "-", "--input-format", "mpegts", *case.options, stdin=writer.process.stdout)
    writer.process.stdout.close()
    return case, recording, publisher, writer


@functools.cache
def real_time():
    """Options that make ffmpeg read at a camera's pace. From version 7 on it otherwise sends half a second at once at
    the start."""
    options = subprocess.run(["ffmpeg", "-loglevel", "error", "-h", "long"], stdout=subprocess.PIPE, check=True,
                             text=True)
    return "-re -readrate_initial_burst 0" if "-readrate_initial_burst" in options.stdout else "-re"


def judge(trial, case, folder):
    fault = media.decoding_fault(folder / "video.h264")
    trial.check(fault is None, f"{case.name}: decodes{': ' + fault if fault else ''}")
    pictures, sound = recorder.frames(folder), recorder.frames(folder, "a")
    wanted = RATE * sum(part.seconds for part in case.parts)
    if not trial.check(len(pictures) == wanted and bool(sound),
                       f"{case.name}: {len(pictures)} of {wanted:.0f} pictures and {len(sound)} audio frames received"):
        return
    shown = sorted(line.presentation for line in pictures)
    steps = [(b - a) / 1000 for a, b in zip(shown, shown[1:])]
    period = 1000 / RATE
    # Each part of a live case starts its own program, which takes time, and the first picture has some jitter.
    begins_anew = case.is_live and len(case.parts) > 1
    shortest, longest = (period / 5, 2000) if begins_anew else (period / 2, 2 * period)
    trial.check(min(steps) >= shortest and max(steps) <= longest,
                f"{case.name}: {len(pictures)} pictures are {min(steps):.1f} to {max(steps):.1f} ms apart")
    heard = [(b.presentation - a.presentation) / 1000 for a, b in zip(sound, sound[1:])]
    trial.check(min(heard) >= 0 and max(heard) <= longest,
                f"{case.name}: {len(sound)} audio frames are {min(heard):.1f} to {max(heard):.1f} ms apart")

    judge_real_time(trial, case, pictures)
    if not case.is_live:
        length = (shown[-1] - shown[0]) / 1000 + period
        trial.check(abs(length - 1000 * wanted / RATE) <= REAL_TIME_WITHIN,
                    f"{case.name}: the recording has {length:.0f} ms of {1000 * wanted / RATE:.0f} ms")
    judge_sound(trial, case, folder, shown, sound)


def judge_real_time(trial, case, pictures):
    """The earliest picture of each second counts: the others wait for a busy machine."""
    # The first picture waits for the connection, and those of a pipe until it is detected as live; then they arrive at
    # once.
    start = pictures[0].presentation + (4_000_000 if case.is_live else 1_000_000)
    seconds = collections.defaultdict(list)
    for line in pictures:
        if line.presentation > start:
            seconds[(line.presentation - start) // 1_000_000].append(line)
    if case.is_live:
        delays = [min(line.arrival - line.capture for line in second) / 1000 for second in seconds.values()]
        trial.check(max(delays) <= 3 * REAL_TIME_WITHIN,
                    f"{case.name}: the latency from pipe to viewer is {min(delays):.0f} to {max(delays):.0f} ms")
    late = [min(line.arrival - line.decode for line in second) / 1000 for second in seconds.values()]
    early, usual = min(line.arrival - line.decode for line in pictures) / 1000, statistics.median(late)
    within = REAL_TIME_WITHIN if not case.is_live else 3 * REAL_TIME_WITHIN
    trial.check(max(late) - usual <= within and usual - early <= within,
                f"{case.name}: pictures arrive from {usual - early:.0f} ms early to {max(late) - usual:.0f} ms late")


def judge_sound(trial, case, folder, shown, sound):
    white = brightness(folder / "video.h264") > 128
    flashes = [time / 1e6 for time, now, before in zip(shown, white, [False, *white]) if now and not before]
    onsets = tone.onsets(tone.samples(folder / "audio.aac"))
    beeps = [recorder.heard_at(sound, onset) for onset in onsets]
    seconds = sum(part.seconds for part in case.parts)
    apart = [1000 * min((beep - flash for beep in beeps), key=abs) for flash in flashes
             if beeps and beeps[0] - 0.1 < flash < beeps[-1] + 0.1] or [1000 * seconds]
    trial.check(len(white) == len(shown) and min(len(flashes), len(beeps)) >= 0.9 * seconds - 1
                and max(map(abs, apart)) <= SOUND_WITHIN,
                f"{case.name}: {len(flashes)} flashes and {len(beeps)} beeps in {seconds:.0f} s; a beep follows its "
                f"flash by {min(apart):.1f} to {max(apart):.1f} ms")


def brightness(path):
    """The mean brightness of each picture."""
    command = ["ffmpeg", "-nostdin", "-loglevel", "error", "-i", str(path), "-fps_mode", "passthrough", "-vf",
               "scale=16:16:flags=area", "-f", "rawvideo", "-pix_fmt", "gray", "-"]
    decoded = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
    return numpy.frombuffer(decoded, numpy.uint8).reshape(-1, 256).mean(axis=1)

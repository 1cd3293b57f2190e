"""Reads recordings as other programs do, and judges them with FFmpeg."""
import collections
import datetime
import http.server
import json
import os
import pathlib
import shutil
import signal
import struct
import subprocess
import threading
import time
import urllib.request


#: Bytes of the files that the retention removes: about those of a segment.
LENGTH = 50_000
#: Seconds from 1900 to 1970.
SINCE_1900 = 2_208_988_800


def files(stream):
    """The finished files of a stream, the oldest first."""
    return sorted(file for file in stream.glob("*/*.mp4") if not file.name.endswith(".init.mp4"))


def entries(stream, event=None):
    """The journal's entries, with their days."""
    found = []
    for journal in sorted(stream.glob("*/journal.jsonl")):
        for line in journal.read_text(errors="replace").splitlines():
            try:
                entry = json.loads(line)
            except ValueError:
                continue
            if event in (None, entry["event"]):
                found.append((journal.parent.name, entry))
    return found


def seconds(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def fault(file):
    """What FFmpeg complains of; None if it reads the file without a message."""
    command = ["ffmpeg", "-nostdin", "-v", "error", "-xerror", "-i", file, "-map", "0", "-f", "null", "-"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    # FFmpeg rounds the times of its output to a constant rate, and a publisher on a busy machine leaves pictures out.
    complaints = [line for line in ran.stderr.splitlines() if not line.startswith("[null @")]
    return f"{file}: {ran.returncode} {complaints[:2]}" if ran.returncode or complaints else None


def account(stream):
    """Faults of the account, and how many frames are recorded and missing."""
    spans = collections.defaultdict(list)
    recorded = missing = 0
    seen = set()
    for day, entry in entries(stream):
        # A crash between an entry and the playlist's leads to a second entry.
        if entry["event"] not in ("segment", "missed") or (day, entry.get("file")) in seen:
            continue
        if entry["event"] == "segment":
            seen.add((day, entry["file"]))
        for span in entry["spans"]:
            spans[entry["instance"], span["epoch"], span["track"]].append(span)
            recorded += span["recorded"]
            missing += span["missing"]
    faults = []
    for key, list_ in spans.items():
        list_.sort(key=lambda span: span["first"])
        for one, next_ in zip(list_, list_[1:]):
            if one["first"] + one["recorded"] + one["missing"] != next_["first"]:
                faults.append(f"{key}: {next_['first']} follows {one}")
    return faults, recorded, missing


def growing_ends(stream):
    """The files that grow and have a picture, each with the wall clock at the capture of its last one."""
    ends = []
    for file in stream.glob("*/*.part"):
        command = ["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=time_base:packet=pts",
                   "-of", "json", file]
        found = json.loads(subprocess.run(command, capture_output=True, text=True, timeout=60, check=False).stdout or "{}")
        times = [packet["pts"] for packet in found.get("packets", []) if "pts" in packet]
        capture = last_capture(file.read_bytes())
        if times and capture:
            wall, media_time = capture
            end = wall + (max(times) - media_time) / int(found["streams"][0]["time_base"].split("/")[1])
            ends.append((file, end))
    return ends


def last_capture(data):
    """What the last producer reference time (ISO/IEC 14496-12 8.16.5) of a file says: the wall clock in seconds since
    1970, and the media time in ticks of its track; None without one."""
    place, found = 0, None
    while place + 8 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, place)
        if kind == b"prft":
            _, _, wall, media_time = struct.unpack_from(">IIQQ", data, place + 8)
            found = wall / (1 << 32) - SINCE_1900, media_time
        if length < 8:
            break
        place += length
    return found


def get(address, path):
    with urllib.request.urlopen(f"http://{address}{path}", timeout=10) as answer:
        return answer.read().decode()


def check_playlist(trial, stream):
    """FFmpeg plays the playlist of a day from any web server, and finds all pictures."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), lambda *all: RangeHandler(*all, directory=str(stream)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        day = files(stream)[-1].parent.name
        address = f"http://127.0.0.1:{server.server_address[1]}/{day}/index.m3u8"
        command = ["ffprobe", "-v", "error", "-live_start_index", "0", "-count_packets", "-select_streams", "v:0",
                   "-show_entries", "stream=nb_read_packets", "-of", "csv=p=0", "-read_intervals", "%+3600",
                   finished_copy(stream / day, address)]
        ran = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        wanted = sum(packets(file) for file in files(stream) if file.parent.name == day)
        # The playlist's program repeats the line.
        found = (ran.stdout.split() or ["0"])[0].strip(",")
        trial.check(found == str(wanted) and not ran.stderr,
                    f"the playlist of the day plays {found} of {wanted} pictures {ran.stderr[:300]}")
    finally:
        server.shutdown()


def finished_copy(day, address):
    """A copy of the playlist with an end, as the next day gives it one: players wait for more otherwise."""
    (day / "finished.m3u8").write_text((day / "index.m3u8").read_text() + "#EXT-X-ENDLIST\n")
    return address.replace("index", "finished")


class RangeHandler(http.server.SimpleHTTPRequestHandler):
    """A web server with byte ranges."""

    def log_message(self, *_):
        pass

    def do_GET(self):
        wanted = self.headers.get("Range")
        path = pathlib.Path(self.translate_path(self.path))
        if not wanted or not path.is_file():
            return super().do_GET()
        data = path.read_bytes()
        first, _, last = wanted.removeprefix("bytes=").partition("-")
        part = data[int(first):int(last) + 1 if last else None]
        self.send_response(206)
        self.send_header("Content-Range", f"bytes {first}-{int(first) + len(part) - 1}/{len(data)}")
        self.send_header("Content-Length", str(len(part)))
        self.end_headers()
        self.wfile.write(part)


def longest_step(file):
    """The longest time between two pictures, in seconds."""
    command = ["ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "packet=dts_time", "-of", "csv=p=0", file]
    lines = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False).stdout.split()
    times = [float(line.strip(",")) for line in lines]
    return max((later - earlier for earlier, later in zip(times, times[1:])), default=0)


def steps_between(stream):
    """The seconds from the last frame of each file to the first one of the next."""
    spans = [(seconds(entry["start"]), seconds(entry["end"])) for _, entry in entries(stream, "segment")]
    return [later - end for (_, end), (later, _) in zip(spans, spans[1:])]


def packets(file, stream="v:0"):
    command = ["ffprobe", "-v", "error", "-count_packets", "-select_streams", stream, "-show_entries",
               "stream=nb_read_packets", "-of", "csv=p=0", file]
    return int(subprocess.run(command, capture_output=True, text=True, timeout=60, check=False).stdout.strip(", \n") or 0)


def check_export(trial, stream):
    """An export across files has all of their pictures, in order, without a jump."""
    all_ = files(stream)
    output = trial.file("export.mp4")
    command = [trial.streamd, "export", stream, "--from", "2000-01-01T00:00:00Z", "--to", "2100-01-01T00:00:00Z",
               "-o", output]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    trial.check(ran.returncode == 0, f"export: {ran.stderr.strip()}")
    wanted = sum(packets(file) for file in all_)
    trial.check(packets(output) == wanted, f"the export of {len(all_)} files has their {wanted} pictures")
    trial.check(not fault(output), f"ffmpeg -xerror reads the export {fault(output) or ''}")
    # A publisher on a busy machine leaves pictures out, also where a file ends.
    within = max([*(longest_step(file) for file in all_), *steps_between(stream)])
    found = longest_step(output)
    trial.check(0 < found <= max(within + 0.1, 0.5),
                f"its pictures are at most {found:.3f} s apart, those of the files {within:.3f} s")
    half = [entry for _, entry in entries(stream, "segment")][1]
    part = trial.file("part.mp4")
    start = datetime.datetime.fromtimestamp(seconds(half["start"]), datetime.timezone.utc)
    times = [(start + datetime.timedelta(seconds=after)).strftime("%Y-%m-%dT%H:%M:%S.%fZ") for after in (0.5, 1)]
    ran = subprocess.run([trial.streamd, "export", stream, "--from", times[0], "--to", times[1], "-o", part],
                         capture_output=True, text=True, timeout=60, check=False)
    trial.check(ran.returncode == 0 and not fault(part), f"export of a part: {ran.stderr.strip()}")
    trial.check(0 < packets(part) < wanted, f"it has {packets(part)} pictures")


def many_files(trial, bench, count):
    """The retention's cost, with many files that it must not list each time."""
    folder = trial.file("many")
    streams, days = 100, 70
    a_day = count // streams // days
    for stream in range(streams):
        for day in range(days):
            path = folder / f"s{stream}" / str(datetime.date(2026, 1, 1) + datetime.timedelta(day))
            path.mkdir(parents=True)
            descriptor = os.open(path, os.O_RDONLY)
            for number in range(a_day):
                name = f"{number // 60 % 24:02}-{number % 60:02}-{number // 1440:02}Z.mp4"
                file = os.open(name, os.O_CREAT | os.O_WRONLY, dir_fd=descriptor)
                # It takes no space, and counts with its length.
                os.ftruncate(file, LENGTH)
                os.close(file)
            os.close(descriptor)
        # The start looks for unfinished files in the two newest days.
        for day in (days, days + 1):
            (folder / f"s{stream}" / str(datetime.date(2026, 1, 1) + datetime.timedelta(day))).mkdir()
    trial.saw(f"{streams * days * a_day} files")
    recorder = bench.record(folder, "--segment", "2s", "--keep", "36500d", "--max-bytes",
                            str(streams * days * a_day * LENGTH))
    began = time.monotonic()
    bench.wait(lambda state: state["segments"] >= 1, "a file", 300)
    trial.saw(f"the recording's first file is finished {time.monotonic() - began:.1f} s after the start")
    # The start lists all folders once.
    last = -1
    while recorder.processor_seconds - last > 0.2:
        last = recorder.processor_seconds
        time.sleep(3)
    trial.saw(f"the start took {last:.1f} s of processor time")
    time.sleep(30)
    used = (recorder.processor_seconds - last) / 30
    removed = json.loads(get(bench.admin, "/recordings"))["removed"]
    trial.check(removed > 0, f"{removed} files are removed")
    # Without its retention, the same recorder.
    recorder.signal(signal.SIGTERM)
    recorder.wait(60)
    recorder = bench.record(trial.file("few"), "--segment", "2s")
    bench.wait(lambda state: state["segments"] >= 2, "files")
    last = recorder.processor_seconds
    time.sleep(30)
    without = (recorder.processor_seconds - last) / 30
    trial.check(used - without < 0.01, f"after it, the recorder takes {100 * used:.2f} % of a core, and "
                                       f"{100 * without:.2f} % without retention")
    recorder.signal(signal.SIGTERM)
    recorder.wait(60)
    shutil.rmtree(folder)

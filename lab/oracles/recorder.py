"""A viewer written from Protocol.md alone; it records the received data with its times.

Usage: recorder.py HOST:PORT/STREAM FOLDER

FOLDER/video.h264 has the payloads of the first video track, FOLDER/audio.aac those of the first track of AAC in ADTS
frames, and FOLDER/frames.csv a line for every frame and gap: see `Line`. Ends with the stream, or at SIGTERM.
"""
import collections
import csv
import pathlib
import struct
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "scripts" / "acceptance.d"))

import wire  # noqa: E402

VIDEO, AUDIO = 1, 2
#: Kind 'v', 'a', 'gap', 'tracks' or 'end'; times in microseconds, `arrival` by the wall clock.
Line = collections.namedtuple("Line", "kind epoch generation sequence flags decode presentation capture arrival bytes")


def read_lines(folder):
    """The lines of a recording."""
    with open(folder / "frames.csv", newline="") as file:
        return [Line(row[0], *map(int, row[1:])) for row in csv.reader(file)]


def frames(folder, kind="v"):
    return [line for line in read_lines(folder) if line.kind == kind]


def heard_at(lines, place, rate=48_000):
    """The presentation time in seconds of a position in decoded sound, given in seconds from its beginning.

    Frames of AAC-LC are 1024 samples long; the decoder's output for a frame has that frame's time.
    """
    number, rest = divmod(place * rate, 1024)
    return lines[min(int(number), len(lines) - 1)].presentation / 1e6 + rest / rate


class Recorder:
    def __init__(self, folder):
        folder.mkdir(parents=True, exist_ok=True)
        self._outputs = {VIDEO: open(folder / "video.h264", "wb"), AUDIO: open(folder / "audio.aac", "wb")}
        self._lines = open(folder / "frames.csv", "w", newline="")
        self._writer = csv.writer(self._lines)
        self._tracks = {}

    def take(self, type, flags, body):
        now = time.time_ns() // 1000
        if type == wire.TRACKS:
            epoch = self._take_tracks(body)
            self._write("tracks", epoch, arrival=now)
        elif type == wire.FRAME:
            frame = wire.read_frame(flags, body)
            kind, configuration = self._tracks.get(frame.track, (None, None))
            if kind == VIDEO:
                self._outputs[VIDEO].write(frame.payload)
            elif kind == AUDIO:
                self._outputs[AUDIO].write(adts_header(configuration, len(frame.payload)) + frame.payload)
            if kind:
                self._write("v" if kind == VIDEO else "a", frame.epoch, frame.generation, frame.sequence, flags,
                            frame.decode, frame.presentation, frame.capture, now, len(frame.payload))
        elif type == wire.GAP:
            gap = wire.read_gap(body)
            self._write("gap", gap.epoch, 0, gap.first, gap.reason, arrival=now, bytes=gap.count)
        elif type in (wire.GOODBYE, wire.ERROR):
            self._write("end", flags=wire.read_ending(type, body).code, arrival=now)

    def _take_tracks(self, body):
        """Kind and configuration of the first track of each kind, by number."""
        epoch, count = struct.unpack_from(">IH", body)
        self._tracks, at = {}, 8
        for _ in range(count):
            number, kind, _, _, _, length, options, _ = struct.unpack_from(">HBB4sHHHH", body, at)
            if kind in (VIDEO, AUDIO) and kind not in [known for known, _ in self._tracks.values()]:
                self._tracks[number] = kind, body[at + 16 : at + 16 + length]
            at += 16 + length + options
        return epoch

    def _write(self, kind, epoch=0, generation=0, sequence=0, flags=0, decode=0, presentation=0, capture=0, arrival=0,
               bytes=0):
        self._writer.writerow(Line(kind, epoch, generation, sequence, flags, decode, presentation, capture, arrival,
                                   bytes))
        self._lines.flush()
        for output in self._outputs.values():
            output.flush()


def adts_header(configuration, length):
    """An ADTS header for AAC-LC (ISO/IEC 14496-3, 1.A.2), from an AudioSpecificConfig and the length of a block."""
    bits = int.from_bytes(configuration[:2], "big")
    object_type, rate, channels = bits >> 11, bits >> 7 & 15, bits >> 3 & 15
    length += 7
    return bytes([0xFF, 0xF1, (object_type - 1) << 6 | rate << 2 | channels >> 2, (channels & 3) << 6 | length >> 11,
                  length >> 3 & 0xFF, (length & 7) << 5 | 0x1F, 0xFC])


def main():
    address, stream = sys.argv[1].split("/", 1)
    host, port = address.rsplit(":", 1)
    recorder = Recorder(pathlib.Path(sys.argv[2]))
    with wire.Connection((host, int(port)), timeout=600) as connection:
        connection.send(wire.PREFACE + wire.hello(wire.SUBSCRIBE, stream))
        while (message := connection.next()) is not None:
            recorder.take(*message)
            if message[0] == wire.PING:
                connection.send(wire.pong(message[2]))
            elif message[0] in (wire.GOODBYE, wire.ERROR):
                break


if __name__ == "__main__":
    main()

"""Reads the counter in the pictures of vivid, the kernel's test camera, also after encoding.

Its first line of text is " HH:MM:SS:mmm N" in a font of 8 by 16 pixels, white on black, from pixel (16, 16) on: the
time since the camera began to stream, and the number of the picture, which also counts dropped pictures. The shapes
of the digits are learnt from pictures whose numbers v4l2-ctl reports.
"""
import re
import subprocess

import numpy

GLYPH_WIDTH, GLYPH_HEIGHT = 8, 16
LEFT, TOP = 16, 16
#: Glyphs on the line that are looked at: the text before the number, and a number of ten digits.
TEXT, LONGEST = 14, 10
HOURS, MINUTES, SECONDS, MILLISECONDS = slice(1, 3), slice(4, 6), slice(7, 9), slice(10, 13)
LINE_WIDTH = (TEXT + LONGEST) * GLYPH_WIDTH
#: How much a glyph must look like a digit, as correlation; what is no digit stays far below.
LIKENESS = 0.7
#: Commands for the guest that record what digits are learnt from.
LEARNING_PICTURES = 12


def record_digits(folder):
    """Records the data for `Reader` from an idle camera: raw pictures, and v4l2-ctl's output about them."""
    options = "--set-fmt-video=width=640,height=360,pixelformat=NV12 --set-parm=30 --stream-mmap=6 --verbose".split()
    with open(folder / "digits.log", "w") as log:
        subprocess.run(["v4l2-ctl", "-d", "/dev/video0", *options, f"--stream-count={LEARNING_PICTURES}",
                        f"--stream-to={folder}/digits.nv12"], stdout=log, stderr=log, check=True)


class Reader:
    def __init__(self, folder):
        """Learns the digits from a folder recorded by `record_digits`."""
        raw = numpy.fromfile(folder / "digits.nv12", numpy.uint8).reshape(-1, 360 * 3 // 2, 640)
        numbers = [int(n) for n in re.findall(r"seq:\s*(\d+)", (folder / "digits.log").read_text())]
        samples = {}
        for picture, number in zip(raw, numbers):
            line = picture[TOP : TOP + GLYPH_HEIGHT, LEFT : LEFT + LINE_WIDTH]
            for place, digit in enumerate(str(number)):
                samples.setdefault(int(digit), _pattern(_glyph(line, TEXT + place)))
        missing = set(range(10)) - samples.keys()
        if missing:
            raise ValueError(f"the pictures numbered {numbers} do not show the digits {missing}")
        self._digits = numpy.stack([samples[digit] for digit in range(10)])

    def read(self, line):
        """Time in milliseconds and number in a picture's line of text; None if it is unreadable."""
        text = [self._digit(_glyph(line, place)) for place in range(TEXT + LONGEST)]
        number = []
        for digit in text[TEXT:]:
            if digit is None:
                break
            number.append(digit)
        fields = [text[part] for part in (HOURS, MINUTES, SECONDS, MILLISECONDS)]
        if not number or any(digit is None for field in fields for digit in field):
            return None
        hours, minutes, seconds, milliseconds = (_value(field) for field in fields)
        return ((hours * 60 + minutes) * 60 + seconds) * 1000 + milliseconds, _value(number)

    def read_file(self, path):
        """The result of `read` for every picture of a video file, as FFmpeg decodes it."""
        crop = f"crop={LINE_WIDTH}:{GLYPH_HEIGHT}:{LEFT}:{TOP}:exact=1,format=gray"
        command = ["ffmpeg", "-nostdin", "-loglevel", "error", "-i", str(path), "-vf", crop,
                   "-fps_mode", "passthrough", "-f", "rawvideo", "-"]
        decoded = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
        lines = numpy.frombuffer(decoded, numpy.uint8).reshape(-1, GLYPH_HEIGHT, LINE_WIDTH)
        return [self.read(line) for line in lines]

    def _digit(self, glyph):
        pattern = _pattern(glyph)
        if pattern is None:
            return None
        likeness = self._digits @ pattern
        best = int(numpy.argmax(likeness))
        return best if likeness[best] >= LIKENESS else None


def _glyph(line, place):
    return line[:, place * GLYPH_WIDTH : (place + 1) * GLYPH_WIDTH]


def _pattern(glyph):
    """The glyph as a vector of mean 0 and length 1; None almost without contrast."""
    values = glyph.astype(float).ravel()
    values -= values.mean()
    length = numpy.sqrt(values @ values)
    return values / length if length > 15 * len(values) ** 0.5 else None


def _value(digits):
    return int("".join(map(str, digits)))

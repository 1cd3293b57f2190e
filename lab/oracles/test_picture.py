"""Reads the pictures of `streamd publish test:`: the number of the picture, and the flash beside the beep.

The top has 32 cells of equal width: 1, 0, the number in 24 bits, 4 bits of check, 0, 1; a bright cell is a 1. In the
first tenth of every second there is a white box in the lowest quarter.
"""
import subprocess

import numpy

WIDTH, HEIGHT = 320, 180
CELLS = 32
#: Lighter than any part of the moving wedge of grey behind the box is as a whole.
WHITE = 215


def read_file(path):
    """Number (None if unreadable) and flash of every picture, as FFmpeg decodes it."""
    command = ["ffmpeg", "-nostdin", "-loglevel", "error", "-i", str(path), "-fps_mode", "passthrough", "-vf",
               f"extractplanes=y,scale={WIDTH}:{HEIGHT}:flags=area", "-f", "rawvideo", "-pix_fmt", "gray", "-"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as decoder:
        seen = []
        while len(piece := decoder.stdout.read(WIDTH * HEIGHT)) == WIDTH * HEIGHT:
            picture = numpy.frombuffer(piece, numpy.uint8).reshape(HEIGHT, WIDTH)
            seen.append((number(picture), flashes(picture)))
    return seen


def number(picture):
    strip = picture[3:7].reshape(4, CELLS, WIDTH // CELLS)[:, :, 3:7].mean(axis=(0, 2)) > 126
    bits = int("".join("1" if cell else "0" for cell in strip), 2)
    value, check = bits >> 6 & 0xFFFFFF, 0b1010
    for shift in range(0, 24, 4):
        check ^= value >> shift & 15
    return value if bits == 0b10 << 30 | value << 6 | check << 2 | 0b01 else None


def flashes(picture):
    box = picture[int(0.8 * HEIGHT) : int(0.9 * HEIGHT), int(0.3 * WIDTH) : int(0.7 * WIDTH)]
    return bool(numpy.percentile(box, 10) > WHITE)

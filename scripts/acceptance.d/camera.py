"""Simulates a camera: writes a clip to standard output in real time, over and over, with stamps in its pictures.

Usage: camera.py CLIP [COPY]. The file COPY gets the same bytes.
"""
import os
import signal
import sys
import time

import stamps
from media import RATE, access_units


def main():
    with open(sys.argv[1], "rb") as clip:
        pictures = access_units(clip.read())
    out = open(sys.stdout.fileno(), "wb", buffering=0, closefd=False)
    copy = open(os.devnull, "wb")
    stopping = []
    if len(sys.argv) > 2:
        copy = open(sys.argv[2], "wb", buffering=0)
        # Both end with the same picture.
        signal.signal(signal.SIGTERM, lambda *_: stopping.append(True))
    began = time.monotonic()
    number = 0
    while not stopping:
        due = began + number / RATE
        time.sleep(max(0, due - time.monotonic()))
        picture = memoryview(stamps.stamped(pictures[number % len(pictures)], number))
        copy.write(picture)
        while picture:
            picture = picture[out.write(picture):]
        number += 1


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):
        pass

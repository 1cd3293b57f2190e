"""Simulates a camera: writes a clip to standard output in real time, over and over, with stamps in its pictures.

Usage: camera.py CLIP
"""
import sys
import time

import stamps
from media import RATE, access_units


def main():
    with open(sys.argv[1], "rb") as clip:
        pictures = access_units(clip.read())
    out = open(sys.stdout.fileno(), "wb", buffering=0, closefd=False)
    began = time.monotonic()
    number = 0
    while True:
        due = began + number / RATE
        time.sleep(max(0, due - time.monotonic()))
        picture = memoryview(stamps.stamped(pictures[number % len(pictures)], number))
        while picture:
            picture = picture[out.write(picture):]
        number += 1


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):
        pass

"""Reads a stamped stream on standard input into a file, and prints the arrival of its pictures as JSON.

Usage: meter.py FILE [BYTES_A_SECOND]. With a rate it reads no faster than that.
"""
import json
import sys
import time

import stamps


def main():
    rate = float(sys.argv[2]) if len(sys.argv) > 2 else None
    source = open(sys.stdin.fileno(), "rb", buffering=0)
    finder, pictures, taken, began = stamps.Finder(), [], 0, None
    with open(sys.argv[1], "wb") as file:
        while piece := source.read(4096 if rate else 1 << 16):
            now = time.monotonic()
            began = began or now
            taken += len(piece)
            file.write(piece)
            arrival = time.time_ns() // 1000
            pictures += [(number, arrival, arrival - made) for number, made in finder.push(piece)]
            if rate:
                time.sleep(max(0, began + taken / rate - now))
    json.dump(pictures, sys.stdout)


if __name__ == "__main__":
    main()

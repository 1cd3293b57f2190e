"""Viewers in a program of their own, for the other end of a line: when each frame came, and the record of Protocol.md.

It is called with the relay's host and port, the number of viewers, and the file that gets what they saw, as JSON. It
ends with the stream, and does not wait for one that has ended.
"""
import asyncio
import contextlib
import json
import pathlib
import sys
import time

import wire

#: Seconds between two viewers: what they are sent first must not come at once.
APART = 0.3


async def watch(host, port, number):
    await asyncio.sleep(number * APART)
    reader, writer = await asyncio.open_connection(host, port)
    messages, record, frames = wire.Reader(), wire.Viewer(), []
    with contextlib.suppress(ConnectionError):
        writer.write(wire.PREFACE + wire.hello(wire.SUBSCRIBE, "live", waits=False))
        while piece := await reader.read(1 << 16):
            now = time.time_ns() // 1000
            for type, flags, body in messages.push(piece):
                writer.write(record.take(type, flags, body))
                if type == wire.FRAME:
                    frame = wire.read_frame(flags, body)
                    frames.append((frame.sequence, frame.capture, now))
    writer.close()
    return {"frames": frames, "faults": record.faults, "ending": record.ending and record.ending.code}


async def main():
    host, port, count, path = sys.argv[1:]
    seen = await asyncio.gather(*(watch(host, int(port), number) for number in range(int(count))))
    pathlib.Path(path).write_text(json.dumps(seen))


if __name__ == "__main__":
    asyncio.run(main())

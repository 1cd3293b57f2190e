"""A publisher and viewers with clocks that are wrong and count wrong, and what each viewer computes as latency.

The arithmetic is that of Protocol.md, "Ping and pong" and "Latency". A frame has the true time of its capture too.
"""
import asyncio
import math
import struct
import time

import wire

#: Seconds between pings; a sample that is older than this is not used.
PING, OLDEST = 1, 60
#: Microseconds of drift for each second.
DRIFT = 200e-6
_TRUE = struct.Struct(">Q")


class Clock:
    """A wall clock that is `ahead` by so many seconds at first, and counts too fast by so many millionths."""

    def __init__(self, ahead, fast):
        self._began, self._ahead, self._rate = time.monotonic_ns(), ahead * 1_000_000 + time.time_ns() // 1000, 1 + fast * 1e-6

    def at(self, true):
        """What it shows at a true time, which is in nanoseconds of the clock that is never set."""
        return int(self._ahead + (true - self._began) / 1000 * self._rate)

    @property
    def now(self):
        return self.at(time.monotonic_ns())


class Pings:
    """The asker's samples of the other side's clock."""

    def __init__(self, clock):
        self._clock, self._sent, self._samples = clock, set(), []

    def ask(self):
        now = self._clock.now
        self._sent.add(now)
        return wire.ping(now)

    def take(self, body, now):
        """Takes a pong; returns whether it is an answer."""
        sent, received, answered = struct.unpack_from(">qqq", body)
        if sent not in self._sent:
            return False
        self._sent.discard(sent)
        error = ((now - sent) - (answered - received)) / 2 + 1
        # The sample, with the drift until it came.
        self._samples.append((now, ((received - sent) + (answered - now)) / 2, error + DRIFT * (now - sent)))
        return True

    def best(self, now):
        """When the best sample came, its offset and error bound then; None without one."""
        self._samples = [each for each in self._samples if now - each[0] < OLDEST * 1_000_000]
        return min(self._samples, key=lambda each: each[2] + DRIFT * (now - each[0]), default=None)


class Publisher:
    """Publishes frames at a rate, until `stop`."""

    def __init__(self, endpoint, clock, rate, size, group):
        self._clock, self._rate, self._size, self._group = clock, rate, size, group
        self._endpoint, self._is_over = endpoint, False

    def stop(self):
        self._is_over = True

    async def run(self):
        reader, writer = await asyncio.open_connection(*self._endpoint)
        writer.write(wire.PREFACE + wire.hello(wire.PUBLISH, "live"))
        pings, welcomed = Pings(self._clock), asyncio.get_running_loop().create_future()

        async def listen():
            messages = wire.Reader()
            while piece := await reader.read(1 << 16):
                now = self._clock.now
                for type, _, body in messages.push(piece):
                    if type == wire.WELCOME:
                        welcomed.set_result(wire.read_welcome(body).epoch)
                    elif type == wire.PING:
                        writer.write(wire.pong(body, now))
                    elif type == wire.PONG and pings.take(body, now):
                        came, offset, error = pings.best(now)
                        writer.write(wire.clock_offset(round(-offset), math.ceil(error + DRIFT * (now - came) + 1)))

        listening = asyncio.create_task(listen())
        epoch, number, began = await welcomed, 0, time.monotonic()
        writer.write(wire.tracks(epoch))
        while not self._is_over:
            if number % (PING * self._rate) == 0:
                writer.write(pings.ask())
            true = time.monotonic_ns()
            payload = _TRUE.pack(true) + bytes(self._size - _TRUE.size)
            writer.write(wire.frame(epoch, number, payload, 0 if number % self._group else wire.RANDOM_ACCESS,
                                    capture=self._clock.at(true)))
            number += 1
            await asyncio.sleep(max(0, began + number / self._rate - time.monotonic()))
        writer.write(wire.goodbye(wire.END_OF_STREAM))
        await asyncio.wait_for(listening, 30)
        writer.close()


class Viewer:
    """Computes the latency of each frame until the stream ends."""

    def __init__(self, endpoint, clock, source):
        self._endpoint, self._clock, self._source = endpoint, clock, source
        #: Of each frame that came after it was captured, and while the viewer watched: true latency, the computed one, and
        #: the bound of its error, in microseconds.
        self.latencies = []
        #: Frames whose latency is not known.
        self.unknown = 0
        self.record = wire.Viewer()

    async def run(self):
        reader, writer = await asyncio.open_connection(*self._endpoint, local_addr=(self._source, 0))
        writer.write(wire.PREFACE + wire.hello(wire.SUBSCRIBE, "live"))
        messages, pings, offset, due, began = wire.Reader(), Pings(self._clock), None, 0, time.monotonic_ns()
        while piece := await reader.read(1 << 16):
            true = time.monotonic_ns()
            now = self._clock.at(true)
            for type, flags, body in messages.push(piece):
                if type == wire.PING:
                    writer.write(wire.pong(body, now))
                elif type == wire.PONG:
                    pings.take(body, now)
                elif type == wire.CLOCK_OFFSET:
                    offset = now, *struct.unpack_from(">qI", body)
                else:
                    self.record.take(type, flags, body)
                if type == wire.TRACKS:
                    offset = None
                elif type == wire.FRAME:
                    frame = wire.read_frame(flags, body)
                    captured = _TRUE.unpack_from(frame.payload)[0]
                    if captured > began:
                        self._take(frame.capture, (true - captured) / 1000, now, offset, pings.best(now))
            if true > due and self.record.welcome and not self.record.ending:
                writer.write(pings.ask())
                due = true + PING * 10**9
        writer.close()

    def _take(self, capture, true, now, offset, sample):
        if not offset or not sample:
            self.unknown += 1
            return
        came, publisher_offset, publisher_error = offset
        asked, relay_offset, relay_error = sample
        told = max(0, now - (capture - publisher_offset - relay_offset))
        drift = DRIFT * ((now - came) + (now - asked) + 2 * told)
        self.latencies.append((true, told, publisher_error + relay_error + drift))

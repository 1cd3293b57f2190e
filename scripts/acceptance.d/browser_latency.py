"""The browser player on a screen: first picture, arrival to painted, capture to painted beside mpv, flash and beep.

What is painted is read from the frame buffers of two screens: Chromium fills one, mpv the other. The time of capture
is in the picture; the time of arrival is that of a plain viewer on the same machine.
"""
import socket
import statistics
import threading
import time

import chromium
import loudspeaker
import page
import screen
import spectator
import wire
from trial import wait_until

SECONDS = 60
#: Seconds of the measurement at the beginning, and of that at the end.
SPAN = 20
PICTURE = 1 / 30
#: Seconds.
FIRST_PICTURE, ARRIVAL_MEDIAN, ARRIVAL_MOST, SYNC = 0.3, 0.02, 0.05, 0.02
MPV = ("mpv", "--no-config", "--profile=low-latency", "--untimed", "--no-audio", "--fs", "--vo=x11", "--no-osc",
       "--really-quiet")
DAY = 86400
#: Video begins with it, sound does not.
ANNEX_B = b"\0\0\0\1"


def run(trial, seconds):
    relay = trial.relay()
    publisher = page.publish(trial, relay, size="1280x720")
    speaker = loudspeaker.Loudspeaker(trial)
    shown = screen.Screen(trial)
    browser = chromium.Chromium(trial, screen=shown, is_silent=False, environment=speaker.environment)
    trial.saw(browser.version)
    arrivals = Arrivals(relay)
    address = f"http://{relay.address}/live"
    with spectator.Spectator(browser) as viewer:
        first_picture(trial, viewer, shown, address)
        viewer.evaluate(f"{spectator.PLAYER}.muted = true")
        beside_mpv(trial, viewer, shown, address, arrivals, seconds)
        in_step(trial, viewer, shown, speaker, seconds, arrivals)
    arrivals.stop()
    trial.end(publisher)


class Arrivals(threading.Thread):
    """When the pictures arrive at a plain viewer."""

    def __init__(self, relay):
        super().__init__(daemon=True)
        #: Seconds since 1970, by the millisecond of the day in which the picture was made.
        self.by_capture = {}
        self._connection = wire.Connection(relay.endpoint)
        self._connection.send(wire.PREFACE + wire.hello(wire.SUBSCRIBE, "live"))
        self.start()

    def run(self):
        with self._connection as connection:
            while (message := connection.next()) is not None:
                now = time.time()
                type, _, body = message
                if type == wire.PING:
                    connection.send(wire.pong(body))
                elif type == wire.FRAME and (frame := wire.read_frame(0, body)).payload.startswith(ANNEX_B):
                    self.by_capture[frame.capture // 1000 % (DAY * 1000)] = now

    def until(self, pictures):
        """From the arrival to the painting of pictures."""
        found = [(self.by_capture.get(round(made % DAY * 1000)), painted) for _, painted, made in pictures if made]
        return [painted - arrival for arrival, painted in found if arrival]

    def stop(self):
        self._connection.socket.shutdown(socket.SHUT_RDWR)
        self.join()


def first_picture(trial, viewer, shown, address):
    """In a browser that has started and has the player's files already."""
    for name in ("cold", "warm"):
        watch = screen.Watch(shown)
        viewer.open(address)
        byte = viewer.evaluate("(performance.timeOrigin + performance.getEntriesByType('navigation')[0].responseStart) / 1000")
        wait_until(lambda: len([each for each in watch.pictures if each[1] > byte]) > 3, "moving pictures")
        watch.stop()
        after = [each for each in watch.pictures if each[1] > byte]
        text = (f"{name} browser: from the page's first byte to the first picture on the screen "
                f"{1000 * (after[0][1] - byte):.0f} ms, to the second {1000 * (after[1][1] - byte):.0f} ms")
        if name == "warm":
            trial.check(after[0][1] - byte <= FIRST_PICTURE, text)
        else:
            trial.saw(text)
        viewer.page.open("about:blank")
        wait_until(lambda: shown.number() is None, "an empty page")
    viewer.open(address)


def beside_mpv(trial, viewer, shown, address, arrivals, seconds):
    other = screen.Screen(trial)
    player = trial.start(*MPV, f"{address}.h264", env=other.environment)
    wait_until(lambda: other.number(), "mpv's picture")
    wait_until(lambda: shown.number(), "the browser's picture")
    measured = [measure(trial, "at joining", shown, other, arrivals)]
    time.sleep(max(0, seconds - 2 * SPAN))
    measured.append(measure(trial, f"after {seconds:.0f} s", shown, other, arrivals))
    for browser, mpv in measured:
        trial.check(browser <= mpv + PICTURE, f"capture to painted, median: {1000 * browser:.1f} ms in the browser and "
                                              f"{1000 * mpv:.1f} ms in mpv")
    trial.check(measured[-1][0] <= measured[0][0] + PICTURE / 2, "the browser's latency does not grow")
    page.numbers_of(trial, viewer)
    trial.end(player)


def measure(trial, when, shown, other, arrivals):
    watches = [screen.Watch(each) for each in (shown, other)]
    time.sleep(SPAN)
    medians = []
    for name, watch in zip(("the browser", "mpv"), watches):
        watch.stop()
        ages = [painted - made for _, painted, made in watch.pictures if made]
        times = arrivals.until(watch.pictures)
        numbers = [number for number, _, _ in watch.pictures]
        steps = [later - number for number, later in zip(numbers, numbers[1:])]
        medians.append(statistics.median(ages))
        text = f"{when}, {name}: capture to painted {quantiles(ages)}; arrival to painted {quantiles(times)}"
        if name == "mpv":
            trial.saw(text)
        else:
            trial.check(quantile(times, 0.5) <= ARRIVAL_MEDIAN and quantile(times, 0.99) <= ARRIVAL_MOST, text)
            trial.check(not watch.broken and all(step > 0 for step in steps),
                        f"{when}: of {len(numbers)} pictures on the screen none is broken or older than the one before; "
                        f"{sum(steps) - len(steps)} were not painted")
    return medians


def in_step(trial, viewer, shown, speaker, seconds, arrivals):
    """Flash and beep."""
    viewer.evaluate(f"{spectator.PLAYER}.muted = false")
    wait_until(lambda: viewer.statistics.get("soundIsClock"), "sound")
    for when, pause in (("at the start", 0), (f"{max(0, seconds - SPAN):.0f} s later", max(0, seconds - 2 * SPAN))):
        time.sleep(pause)
        recorder, watch = speaker.recorder(), screen.Watch(shown, reads_marks=True)
        time.sleep(SPAN)
        watch.stop()
        recorder.stop()
        beeps = recorder.beeps
        # The first mark may have begun before the watch.
        apart = [min((beep - mark for beep in beeps), key=abs) for mark in watch.marks[1:-1]] if beeps else []
        within = [each for each in apart if abs(each) <= SYNC]
        trial.check(bool(apart) and abs(statistics.median(apart)) <= SYNC and len(within) >= 0.9 * len(apart),
                    f"{when}: the beep follows the flash by {quantiles(apart) if apart else 'no time: there is none'}; "
                    f"{len(within)} of {len(apart)} within {1000 * SYNC:.0f} ms")
        trial.saw(f"with sound: capture to painted {quantiles([painted - made for _, painted, made in watch.pictures if made])}; "
                  f"arrival to painted {quantiles(arrivals.until(watch.pictures))}")
    page.numbers_of(trial, viewer)


def quantile(values, part):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else float("inf")


def quantiles(values):
    return (f"p50 {1000 * quantile(values, 0.5):.1f} ms, p99 {1000 * quantile(values, 0.99):.1f} ms, "
            f"{1000 * quantile(values, 0):.1f} to {1000 * quantile(values, 1):.1f} ms")

"""The browser player on a screen: first picture, arrival to painted, capture to painted beside mpv.

What is painted is read from the frame buffers of two screens: Chromium fills one, mpv the other. The time of capture
is in the picture; the time of arrival is that of a plain viewer on the same machine.
"""
import socket
import statistics
import threading
import time

import chromium
import page
import screen
import spectator
import wire
from figures import quantile, quantiles
from trial import wait_until

SECONDS = 600
#: Seconds of each measurement.
SPAN = 20
PICTURE = 1 / 30
#: Seconds.
FIRST_PICTURE, ARRIVAL_MEDIAN, ARRIVAL_MOST = 0.3, 0.02, 0.05
MPV = ("mpv", "--no-config", "--profile=low-latency", "--untimed", "--no-audio", "--fs", "--vo=x11", "--no-osc",
       "--really-quiet")
DAY = 86400
#: Video begins with it, sound does not.
ANNEX_B = b"\0\0\0\1"


def run(trial, seconds):
    relay = trial.relay()
    publisher = page.publish(trial, relay, size="1280x720")
    shown = screen.Screen(trial)
    browser = chromium.Chromium(trial, screen=shown)
    trial.saw(browser.version)
    arrivals = Arrivals(relay)
    address = f"http://{relay.address}/live"
    with spectator.Spectator(browser) as viewer:
        first_picture(trial, viewer, shown, address)
        viewer.evaluate(f"{spectator.PLAYER}.muted = true")
        alone(trial, shown, arrivals, "at joining")
        beside_mpv(trial, viewer, shown, address, arrivals, seconds)
        alone(trial, shown, arrivals, "at the end")
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


def alone(trial, shown, arrivals, when):
    """The browser's own delay, while no other player takes the processors."""
    watch, = watched(shown)
    _, times = delays(trial, watch, arrivals, f"{when}, the browser alone")
    trial.check(quantile(times, 0.5) <= ARRIVAL_MEDIAN and quantile(times, 0.99) <= ARRIVAL_MOST,
                f"{when}: arrival to painted, {1000 * quantile(times, 0.5):.1f} and {1000 * quantile(times, 0.99):.1f} ms, "
                f"is at most {1000 * ARRIVAL_MEDIAN:.0f} and {1000 * ARRIVAL_MOST:.0f} ms")
    numbers = [number for number, _, _ in watch.pictures]
    steps = [later - number for number, later in zip(numbers, numbers[1:])]
    trial.check(not watch.broken and all(step > 0 for step in steps),
                f"{when}: of {len(numbers)} pictures on the screen none is broken or older than the one before; "
                f"{sum(steps) - len(steps)} were not painted")


def beside_mpv(trial, viewer, shown, address, arrivals, seconds):
    other = screen.Screen(trial)
    player = trial.start(*MPV, f"{address}.h264", env=other.environment)
    wait_until(lambda: other.number(), "mpv's picture")
    wait_until(lambda: shown.number(), "the browser's picture")
    measured = []
    for when, pause in ("at joining", 0), (f"after {seconds:.0f} s", max(0, seconds - 2 * SPAN)):
        time.sleep(pause)
        watches = watched(shown, other)
        browser, mpv = (statistics.median(delays(trial, watch, arrivals, f"{when}, {name} beside the other")[0])
                        for watch, name in zip(watches, ("the browser", "mpv")))
        measured.append(browser)
        trial.check(browser <= mpv + PICTURE, f"{when}: capture to painted, median: {1000 * browser:.1f} ms in the browser "
                                              f"and {1000 * mpv:.1f} ms in mpv")
    trial.check(measured[-1] <= measured[0] + PICTURE / 2, "the browser's latency does not grow")
    page.numbers_of(trial, viewer)
    trial.end(player)


def watched(*screens):
    """What screens have shown during one measurement."""
    watches = [screen.Watch(each) for each in screens]
    time.sleep(SPAN)
    for watch in watches:
        watch.stop()
    return watches


def delays(trial, watch, arrivals, name):
    """From capture to painted, and from arrival to painted."""
    ages, times = watch.ages, arrivals.until(watch.pictures)
    trial.saw(f"{name}: capture to painted {quantiles(ages)}; arrival to painted {quantiles(times)}")
    return ages, times

"""The browser player on a screen: first picture, arrival to painted, capture to painted beside mpv.

What is painted is read from the frame buffers of two screens: Chromium fills one, mpv the other. The time of capture
is in the picture; the time of arrival is that of a plain viewer on the same machine.
"""
import statistics
import time

import chromium
import page
import playing
import screen
import spectator
from figures import quantile, quantiles
from trial import wait_until

SECONDS = 600
#: Seconds of each measurement.
SPAN = 20
#: Pictures a second. A refresh of the screen then comes a little later after each picture, and within a span at all times
#: after it: from drawn to painted it takes up to a refresh, and a rate of 30 would measure whatever it began with.
RATE = 29.97
#: How often the page is opened in a warm browser.
WARM = 9
#: Seconds until muted pictures are as soon as they can be: before, they waited for their sound.
SETTLING = 2
PICTURE = 1 / 30
#: Seconds.
FIRST_PICTURE, ARRIVAL_MEDIAN, ARRIVAL_MOST = 0.3, 0.02, 0.05
MPV = ("mpv", "--no-config", "--profile=low-latency", "--untimed", "--no-audio", "--fs", "--vo=x11", "--no-osc",
       "--really-quiet")


def run(trial, seconds):
    relay = trial.relay()
    publisher = page.publish(trial, relay, size="1280x720", rate=RATE)
    shown = screen.Screen(trial)
    browser = chromium.Chromium(trial, screen=shown)
    trial.saw(browser.version)
    address = f"http://{relay.address}/live"
    with spectator.Spectator(browser) as viewer, playing.Arrivals(relay) as arrivals:
        first_picture(trial, viewer, shown, address)
        viewer.evaluate(f"{spectator.PLAYER}.muted = true")
        time.sleep(SETTLING)
        alone(trial, shown, arrivals, "at joining")
        beside_mpv(trial, viewer, shown, address, arrivals, seconds)
        alone(trial, shown, arrivals, "at the end")
    trial.end(publisher)


def first_picture(trial, viewer, shown, address):
    """In a browser that has started and has the player's files already; and once in one that has not."""
    opened = [from_first_byte(viewer, shown, address) for _ in range(1 + WARM)]
    trial.saw("cold browser: from the page's first byte to the first picture on the screen {:.0f} ms, to the second "
              "{:.0f} ms".format(*(1000 * each for each in opened[0])))
    firsts, seconds = zip(*opened[1:])
    trial.check(statistics.median(firsts) <= FIRST_PICTURE,
                f"warm browser, {WARM} times: to the first picture {quantiles(firsts)}, to the second {quantiles(seconds)}")
    viewer.open(address)


def from_first_byte(viewer, shown, address):
    """From the page's first byte to its first and second picture."""
    watch = screen.Watch(shown)
    viewer.open(address)
    byte = viewer.evaluate("(performance.timeOrigin + performance.getEntriesByType('navigation')[0].responseStart) / 1000")
    wait_until(lambda: len(watch.since(byte)) > 3, "moving pictures")
    watch.stop()
    first, second = (painted - byte for _, painted, _ in watch.since(byte)[:2])
    viewer.page.open("about:blank")
    wait_until(lambda: shown.number() is None, "an empty page")
    return first, second


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

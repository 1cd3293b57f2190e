"""The browser's memory is flat over time with nine streams in the gallery, and a player in another window."""
import time

import browser_hostile
import chromium
import figures
import page
import spectator
from trial import wait_until

#: A quarter of an hour; an hour with --minutes 60.
SECONDS = 900
STREAMS = 9
#: Seconds between two looks, and those in which memory may still grow: browsers fill pools of pictures first.
LOOK, SETTLING = 5, 300
#: Bytes that memory may rise from then on, and what the objects of the gallery's scripts may.
RISE, HEAP_RISE = 30e6, 2e6


def run(trial, seconds):
    relay = trial.relay()
    for number in range(STREAMS):
        page.publish(trial, relay, f"stream/{number}", "320x180")
    gallery, player = chromium.Chromium(trial), chromium.Chromium(trial)
    with spectator.Spectator(gallery) as tiles, spectator.Spectator(player) as viewer:
        tiles.open(f"http://{relay.address}/")
        wait_until(lambda: tiles.evaluate("document.querySelectorAll('li').length") == STREAMS, "the gallery")
        viewer.open(f"http://{relay.address}/stream/0")
        viewer.moving_numbers()
        times, samples = [], {"gallery": [], "player": [], "heap of the gallery": [], "heap of the player": []}
        began = time.monotonic()
        while time.monotonic() - began < seconds:
            time.sleep(LOOK)
            times.append(time.monotonic() - began)
            for name, browser, seen in (("gallery", gallery, tiles), ("player", player, viewer)):
                samples[name].append(browser_hostile.memory(browser.pid))
                seen.page.call("HeapProfiler.collectGarbage")
                samples[f"heap of the {name}"].append(seen.page.call("Runtime.getHeapUsage")["usedSize"])
        settled = next((index for index, time_ in enumerate(times) if time_ > min(SETTLING, seconds / 2)), 0)
        for name, values in samples.items():
            line = figures.Line(times[settled:], values[settled:])
            allowed = HEAP_RISE if name.startswith("heap") else RISE
            trial.check(line.rise < allowed, f"{name}: {values[0] / 1e6:.1f} MB at first, {line.mean / 1e6:.1f} MB in the last "
                                             f"{times[-1] - times[settled]:.0f} s, in which it rises by {line.rise / 1e6:.1f} MB")
        shown = [tiles.evaluate(f"[...document.querySelectorAll('streamd-player')][{each}].statistics.shown") for each in range(STREAMS)]
        trial.check(min(shown) > seconds / 20, f"previews have shown {shown} pictures")
        page.check_quiet(trial, viewer)
        page.check_quiet(trial, tiles)
        page.numbers_of(trial, viewer)

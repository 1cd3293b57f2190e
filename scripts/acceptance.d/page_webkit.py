"""The browser player in WebKitGTK: pictures and sound, faults and their sentences."""
import signal
import time

import loudspeaker
import page
import screen
import spectator
import webkit
from trial import wait_until

#: How long pictures are watched.
SECONDS = 5
SIZE = 1024, 768


def run(trial, seconds):
    speaker = loudspeaker.Loudspeaker(trial)
    shown = screen.Screen(trial, *SIZE)
    shown.environment.update(speaker.environment)
    browser = webkit.WebKit(trial, shown)
    trial.saw(browser.version)
    relay = trial.relay()
    publisher = page.publish(trial, relay)
    with spectator.Spectator(browser) as viewer:
        viewer.open(f"http://{relay.address}/live")
        numbers = viewer.moving_numbers()
        watch_pictures(trial, viewer, shown, seconds, numbers)
        trial.check(viewer.statistics["path"] == "MediaSource", "the way is MediaSource, because of faults of its WebCodecs")
        sound(trial, viewer, speaker)
        publisher.signal(signal.SIGKILL)
        trial.check(True, f"when the publisher is killed, the page says: {viewer.wait_for_sentence('publisher is gone')}")
        publisher = page.publish(trial, relay, size="960x540")
        began = time.monotonic()
        wait_until(lambda: viewer.statistics["width"] == 960, "the other size")
        viewer.moving_numbers()
        wait_until(lambda: viewer.sentence == "", "the page to say nothing")
        trial.check(True, f"pictures of another size move {time.monotonic() - began:.1f} s after its admission")
        port = relay.endpoint[1]
        relay.signal(signal.SIGKILL)
        relay.wait()
        trial.check(True, f"when the relay is killed, the page says: {viewer.wait_for_sentence('not answer')}")
        relay = trial.relay(port=port)
        began = time.monotonic()
        viewer.moving_numbers()
        wait_until(lambda: viewer.sentence == "", "the page to say nothing")
        trial.check(True, f"pictures move {time.monotonic() - began:.1f} s after the relay listens again")
        viewer.page.press("k")
        trial.check(wait_until(lambda: viewer.state == "paused", "a pause"), "'k' pauses")
        viewer.open(f"http://{relay.address}/nosuch")
        wait_until(lambda: viewer.evaluate(f"Boolean({spectator.PLAYER})"), "the player")
        trial.check(True, f"an unknown stream's page says: {viewer.wait_for_sentence('“nosuch”')}")
    trial.end(publisher)


def sound(trial, viewer, speaker):
    viewer.click(".unmute")
    wait_until(lambda: not viewer.evaluate(f"{spectator.PLAYER}.muted"), "sound")
    recorder = speaker.recorder()
    wait_until(lambda: len(recorder.onsets) > 2, "beeps")
    recorder.stop()
    apart = [later - earlier for earlier, later in zip(recorder.beeps, recorder.beeps[1:])]
    trial.check(True, f"after a click on 'Turn on sound', the sound server plays beeps, {[round(each, 2) for each in apart]} s apart")


def watch_pictures(trial, viewer, shown, seconds, numbers):
    watch = screen.Watch(shown, widths=(640,))
    time.sleep(seconds)
    watch.stop()
    steps = [later[0] - earlier[0] for earlier, later in zip(watch.pictures, watch.pictures[1:])]
    trial.check(len(steps) > page.LEAST and min(steps) > 0 and not watch.broken,
                f"pictures move, {numbers}; of {len(watch.pictures)} on the screen none is older than the one before, "
                f"{watch.broken or 'none'} broken")
    ages = sorted(painted - made for _, painted, made in watch.pictures if made)
    if ages:
        trial.saw(f"capture to painted: p50 {1000 * ages[len(ages) // 2]:.0f} ms, at most {1000 * ages[-1]:.0f} ms")
    page.numbers_of(trial, viewer)

"""What a person does with the player, and what a browser does to it: keys, pausing, rewinding, hidden pages, decoders
that fail."""
import base64
import time

import png
import spectator
from spectator import INSIDE, PLAYER, Spectator
from trial import wait_until

#: In the worker: every fiftieth chunk is one that a decoder refuses.
BAD_CHUNKS = """(() => {
    const { decode } = VideoDecoder.prototype;
    let count = 0;
    VideoDecoder.prototype.decode = function (chunk) {
        if (++count % 50) return decode.call(this, chunk);
        const data = new Uint8Array(64).fill(255);
        decode.call(this, new EncodedVideoChunk({ type: "key", timestamp: chunk.timestamp, data }));
    };
})()"""
#: Failures of the decoder that the trial waits for.
FAILURES = 3


def keys(trial, browser, relay):
    """The stream `live` is published."""
    with Spectator(browser) as viewer:
        viewer.open(f"http://{relay.address}/live")
        viewer.moving_numbers()
        said = len(relay.said)
        viewer.page.press(" ")
        wait_until(lambda: viewer.state == "paused", "the player to pause")
        relay.wait_to_say("goodbye received code=done .*stream=live", after=said)
        stopped = wait_until(lambda: standing_number(viewer), "a picture that stays")
        trial.check(True, f"the space key pauses: number {stopped} stays, and the connection ends")
        viewer.page.press("k")
        newer = [number for number in viewer.moving_numbers() if number > stopped]
        trial.check(bool(newer), f"'k' continues with the newest picture, {newer[:1]}")
        viewer.page.press("i")
        wait_until(lambda: viewer.evaluate(f"{INSIDE}.querySelector('.panel').checkVisibility()"), "statistics")
        viewer.page.press("i")
        muted = viewer.evaluate(f"{PLAYER}.muted")
        viewer.page.press("m")
        wait_until(lambda: viewer.evaluate(f"{PLAYER}.muted") != muted, "the sound")
        trial.check(True, "'i' shows statistics and hides them, 'm' changes whether there is sound")
        rewind(trial, viewer)
        snapshot(trial, viewer)
        viewer.page.press("f")
        trial.check(wait_until(lambda: viewer.evaluate(f"document.fullscreenElement === {PLAYER}"), "full screen"),
                    "'f' gives the player the whole screen")
        viewer.page.press("f")
        wait_until(lambda: viewer.evaluate("document.fullscreenElement === null"), "the page")
        playing = viewer.evaluate("[navigator.mediaSession?.playbackState, navigator.mediaSession?.metadata?.title]")
        trial.check(playing == ["playing", "live"], f"the browser's media session says: {playing}")
        check_console(trial, viewer)


def standing_number(viewer):
    """The number of a picture that has stood still for ten pictures' time; None while pictures move."""
    number = viewer.number()
    time.sleep(0.3)
    return number if viewer.number() == number else None


def check_console(trial, viewer):
    trial.check(not viewer.page.messages, f"the console has no message {viewer.page.messages[:3] or ''}")


def rewind(trial, viewer):
    newest = viewer.moving_numbers()[-1]
    viewer.page.press("ArrowLeft")
    back = wait_until(lambda: viewer.evaluate(f"{PLAYER}.rewound"), "the player to go back")
    older = wait_until(lambda: (number := viewer.number()) is not None and number < newest and number, "an older picture")
    viewer.moving_numbers("moving pictures of the past")
    trial.check(True, f"the left arrow goes {back:.1f} seconds back, from number {newest} to {older}")
    viewer.page.press("l")
    wait_until(lambda: viewer.evaluate(f"{PLAYER}.rewound") == 0, "the live edge")
    live = wait_until(lambda: (number := viewer.number()) is not None and number > newest and number, "a newer picture")
    trial.check(True, f"'l' returns to the newest picture, {live}")


def snapshot(trial, viewer):
    data = viewer.evaluate(f"""{PLAYER}.snapshot().then((blob) => new Promise((resolve) => {{
        const reader = new FileReader();
        reader.onload = () => resolve(reader.result.split(",")[1]);
        reader.readAsDataURL(blob);
    }}))""")
    width, height, samples, rows = png.read(base64.b64decode(data))
    number = spectator.number_in(rows[height // spectator.STRIP // 2], width, samples)
    trial.check(number is not None, f"a snapshot has {width}x{height} pixels and shows number {number}")


def hidden(trial, browser, relay):
    """Another tab lies over the page for a while."""
    with Spectator(browser) as viewer:
        viewer.open(f"http://{relay.address}/live")
        shown = viewer.moving_numbers()[-1]
        said = len(relay.said)
        with browser.page():
            wait_until(lambda: viewer.evaluate("document.hidden"), "the page to be hidden")
            relay.wait_to_say("goodbye received code=done .*stream=live", after=said)
            said = len(relay.said)
        viewer.page.show()
        relay.wait_to_say("watching .*stream=live", after=said)
        numbers = viewer.moving_numbers()
        trial.check(numbers[0] > shown and viewer.sentence == "",
                    f"a hidden page ends its connection, and shows pictures again when it is seen: {shown}, then {numbers}")
        check_console(trial, viewer)


def failing_decoder(trial, browser, relay):
    with Spectator(browser) as viewer:
        viewer.open(f"http://{relay.address}/live")
        viewer.moving_numbers()
        viewer.page.evaluate_in_worker(BAD_CHUNKS)
        wait_until(lambda: viewer.statistics["failures"] >= FAILURES, "failures of the decoder")
        viewer.moving_numbers()
        broken = viewer.observed("broken")
        trial.check(not broken, f"after {viewer.statistics['failures']} failures of the decoder, pictures move, and "
                                f"{broken} of {len(viewer.observed('numbers'))} were broken")
        wait_until(lambda: viewer.sentence == "", "the page to say nothing")
        check_console(trial, viewer)


def bar(trial, browser, relay):
    """The bar hides when the pointer rests, and a tap brings it back without pressing what lies below the finger."""
    shown = f"getComputedStyle({INSIDE}.querySelector('.bar')).opacity === '1'"
    with Spectator(browser) as viewer:
        viewer.open(f"http://{relay.address}/live")
        viewer.moving_numbers()
        wait_until(lambda: not viewer.evaluate(shown), "the bar to hide")
        left, top, width, height = viewer.evaluate(
            f"(({{ x, y, width, height }}) => [x, y, width, height])({INSIDE}.querySelector('[title=Pause]').getBoundingClientRect())")
        # The page looks itself: on a busy machine the bar may have hidden again before it is asked.
        viewer.evaluate("globalThis.sawBar = false;"
                        f"(function look() {{ sawBar ||= {shown}; requestAnimationFrame(look); }})()")
        viewer.page.tap(left + width / 2, top + height / 2)
        wait_until(lambda: viewer.evaluate("sawBar"), "the bar")
        trial.check(viewer.state == "live", "the bar hides; a tap where the button for a pause is shows it again, and no more")
        check_console(trial, viewer)

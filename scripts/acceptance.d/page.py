"""The browser player in Chromium: moving pictures, faults and their sentences, tokens that stay secret, the gallery."""
import os
import re
import signal
import subprocess
import time

import certificates
import chromium
import embedding
import figures
import handling
import wire
from spectator import INSIDE, PLAYER, Spectator
from trial import wait_until

#: How long the first picture's order and times are watched.
SECONDS = 5
#: Pictures that must be seen in that time, on a machine that is busy with other things.
LEAST = 5

#: What browsers say in the console about a relay that is away.
LOST = r"WebSocket connection to .* failed|t establish a connection to the server|was interrupted while the page"
#: Markup that would run if it became part of a page.
MARKUP = "<img src=x onerror=globalThis.ran=1>"
QUOTED_MARKUP = "%3Cimg%20src=x%20onerror=globalThis.ran=1%3E"


def run(trial, seconds):
    tour(trial, chromium.Chromium(trial), seconds)


def tour(trial, browser, seconds, has_sound=True):
    """All that is tried with every browser."""
    trial.saw(browser.version)
    # A relay that comes back needs its port again, and the system must not give that to a connection meanwhile.
    relay = trial.relay(port=figures.free_port())
    with Spectator(browser) as viewer:
        publisher = pictures(trial, viewer, relay, seconds)
        if has_sound:
            sound(trial, viewer)
        publisher = publisher_killed(trial, viewer, relay, publisher)
        check_quiet(trial, viewer)
        relay = relay_killed(trial, viewer, relay)
    unknown_stream(trial, browser, relay)
    markup(trial, browser, relay)
    handling.keys(trial, browser, relay)
    handling.hidden(trial, browser, relay)
    if isinstance(browser, chromium.Chromium):
        handling.bar(trial, browser, relay)
        handling.failing_decoder(trial, browser, relay)
    gallery(trial, browser, relay)
    trial.end(publisher)
    trial.end(relay)
    token(trial, browser)
    second_way(trial, browser, seconds)
    encrypted(trial, browser)
    embedding.other_site(trial, browser, publish)
    if trial.screenshots:
        # It imports this module.
        import screenshots
        screenshots.make(trial, browser, trial.screenshots)


def publish(trial, relay, stream="live", size="640x360", rate=30, filter=None, **more):
    options = ("--filter", filter) if filter else ()
    publisher = trial.publish(f"{relay.address}/{stream}", f"test:size={size},rate={rate}", "--encoder", "libx264",
                              *options, **more)
    publisher.wait_to_say(f"Publishing '{stream}'")
    return publisher


def check_quiet(trial, viewer):
    """The console must be empty, and the content security policy must have blocked nothing."""
    said = viewer.page.messages
    trial.check(not said, f"the console has no message {said[:3] or ''}")
    violations = viewer.observed("violations")
    trial.check(not violations, f"the content security policy is not violated {violations[:3] or ''}")


def is_about_connection(text):
    """Whether a message of the console is the browser's about a relay that is away."""
    return re.search(LOST, text)


def pictures(trial, viewer, relay, seconds):
    publisher = publish(trial, relay)
    address = re.search(r"Watch it: (\S+)", wait_until(lambda: "Watch it" in publisher.said and publisher.said, "address"))[1]
    for name in ("a cold browser", "a warm browser"):
        viewer.open(address)
        numbers = viewer.moving_numbers()
        trial.check(True, f"{address} in {name} shows moving pictures: a screenshot each shows number "
                          f"{', '.join(map(str, numbers))}")
        if (first := viewer.observed("firstPicture")) is not None:
            trial.saw(f"from the first byte to the first picture in {name}: {first:.0f} ms")
    time.sleep(seconds)
    seen = {name: viewer.observed(name) for name in ("numbers", "broken", "backwards")}
    if seen["numbers"]:
        trial.check(len(seen["numbers"]) > LEAST and not seen["broken"] and not seen["backwards"],
                    f"of {len(seen['numbers'])} pictures, {seen['broken']} are broken and {seen['backwards']} are older "
                    f"than the one before")
    trial.check(viewer.state == "live" and viewer.sentence == "", "the page says nothing over the picture")
    numbers_of(trial, viewer)
    return publisher


def numbers_of(trial, viewer):
    """Prints what the player measures."""
    statistics = viewer.statistics
    timing, latency = statistics.get("arrivalToShown"), statistics["latency"]
    if timing:
        trial.saw(f"arrival to drawn: p50 {timing['p50'] / 1000:.1f} ms, p99 {timing['p99'] / 1000:.1f} ms of "
                  f"{timing['count']} pictures")
    if latency:
        trial.saw(f"capture to drawn: {latency['latency'] / 1000:.1f} ms ± {latency['errorBound'] / 1000:.1f} ms")
    trial.saw(f"{statistics['path']} {statistics['codec']}, {statistics['width']}x{statistics['height']}: "
              f"{statistics['shown']} shown, {statistics['dropped']} dropped, {statistics.get('skipped', 0)} not decoded, "
              f"{sum(statistics['missed'])} missed")


def sound(trial, viewer):
    """The browser allows no sound before a click; the page offers one."""
    viewer.click(".unmute")
    wait_until(lambda: viewer.statistics.get("soundIsClock"), "sound")
    trial.check(not viewer.evaluate(f"{PLAYER}.muted"), "a click on 'Turn on sound' does: the sound is the clock")
    viewer.moving_numbers("moving pictures with sound")
    numbers_of(trial, viewer)


def publisher_killed(trial, viewer, relay, publisher):
    publisher.signal(signal.SIGKILL)
    trial.check(True, f"when the publisher is killed, the page says: {viewer.wait_for_sentence('publisher is gone')}")
    publisher = publish(trial, relay, size="960x540")
    began = time.monotonic()
    wait_until(lambda: viewer.evaluate(f"{INSIDE}.querySelector('canvas').width") == 960, "the other size")
    numbers = viewer.moving_numbers()
    trial.check(viewer.sentence == "" and viewer.state == "live",
                f"another publisher's pictures of another size are shown {time.monotonic() - began:.2f} s after its "
                f"admission, {len(numbers)} of them")
    return publisher


def relay_killed(trial, viewer, relay):
    port = relay.endpoint[1]
    relay.signal(signal.SIGKILL)
    relay.wait()
    trial.check(True, f"when the relay is killed, the page says: {viewer.wait_for_sentence('not answer')}")
    said = len(viewer.page.messages)
    relay = trial.relay(port=port)
    began = time.monotonic()
    numbers = viewer.moving_numbers()
    trial.check(viewer.state == "live" and viewer.sentence == "",
                f"{time.monotonic() - began:.2f} s after the relay listens again, number {numbers[0]} and others are shown")
    others = [text for text in viewer.page.messages if not is_about_connection(text)]
    trial.check(not others, f"the console has {said} messages about the connection, and no other {others[:3] or ''}")
    if viewer.reads_pixels:
        broken = viewer.observed("broken")
        trial.check(not broken, f"no picture was broken in all this {broken or ''}")
    return relay


def unknown_stream(trial, browser, relay):
    with Spectator(browser) as viewer:
        viewer.open(f"http://{relay.address}/nosuch")
        sentence = viewer.wait_for_sentence("“nosuch”")
        link = wait_until(lambda: viewer.evaluate(f"{INSIDE}.querySelector('.streams a')?.href"), "the list of streams")
        trial.check(link == f"http://{relay.address}/live", f"an unknown stream's page says: {sentence} It links {link}")
        publisher = publish(trial, relay, "nosuch", "320x180")
        viewer.moving_numbers()
        trial.check(viewer.sentence == "", "its pictures are shown when it begins")
        publisher.signal(signal.SIGINT)
        trial.check(True, f"at its end, the page says: {viewer.wait_for_sentence('ended')}")
        trial.end(publisher)
        check_quiet(trial, viewer)


def markup(trial, browser, relay):
    """In an address, an attribute, the fragment and a track's codec."""
    with Spectator(browser) as viewer:
        viewer.open(f"http://{relay.address}/{QUOTED_MARKUP}")
        ran = [viewer.evaluate("globalThis.ran ?? document.images.length")]
    with Spectator(browser) as viewer:
        viewer.open(f"http://{relay.address}/nosuch?{QUOTED_MARKUP}#token={QUOTED_MARKUP}")
        viewer.wait_for_sentence("“nosuch”")
        viewer.evaluate(f"{PLAYER}.src = {PLAYER}.setAttribute('src', {MARKUP!r})")
        sentence = viewer.wait_for_sentence("not the address")
        ran.append(viewer.evaluate(f"globalThis.ran ?? {INSIDE}.querySelectorAll('img').length"))
        with wire.Connection(relay.endpoint) as connection:
            connection.send(wire.PREFACE + wire.hello(wire.PUBLISH, "codec"))
            epoch = wire.read_welcome(connection.wait_for(wire.WELCOME)[2]).epoch
            connection.send(wire.tracks(epoch).replace(b"H264", b"<b>!"))
            viewer.evaluate(f"{PLAYER}.setAttribute('src', '/codec')")
            codec = viewer.wait_for_sentence("<b>!")
            ran.append(viewer.evaluate(f"globalThis.ran ?? {INSIDE}.querySelectorAll('b').length"))
            connection.send(wire.goodbye(wire.END_OF_STREAM))
            connection.ending()
        trial.check(ran == [0, 0, 0], f"markup in an address, an attribute and a codec is text: {sentence} {codec} {ran}")
        check_quiet(trial, viewer)


def token(trial, browser):
    """The fragment's token, and one from the field, give the pictures and appear in no address and no log."""
    path = trial.file("tokens")
    secrets = {}
    for name, scope in (("viewer", "--watch"), ("publisher", "--publish")):
        made = subprocess.run([trial.streamd, "token", "new", "--name", name, scope, "*", "--to", path],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True, text=True)
        secrets[name] = made.stdout.strip()
    relay = trial.relay("--tokens", path, "--log-level", "trace")
    publish(trial, relay, size="320x180", env=os.environ | {"STREAMD_TOKEN": secrets["publisher"]})
    secret = secrets["viewer"]
    requested = []
    with Spectator(browser) as viewer:
        viewer.open(f"http://{relay.address}/live")
        sentence = viewer.wait_for_sentence("token")
        viewer.click("input[type=password]")
        viewer.page.type(secret)
        viewer.page.press("Enter")
        viewer.moving_numbers()
        trial.check(viewer.sentence == "", f"without a token the page says: {sentence} One in the field gives pictures")
        check_quiet(trial, viewer)
        requested += viewer.page.requested
    with Spectator(browser) as viewer:
        viewer.open(f"http://{relay.address}/live#token={secret}")
        viewer.moving_numbers()
        addresses = [viewer.evaluate("location.href"), *viewer.page.history()]
        viewer.open(f"http://{relay.address}/")
        wait_until(lambda: viewer.evaluate("document.querySelectorAll('li').length") == 1, "the gallery")
        requested += viewer.page.requested
        check_quiet(trial, viewer)
    # A page, and its WebSocket.
    trial.check(len([each for each in requested if each.endswith("/live")]) > 1 and not any(secret in each for each in requested),
                f"no address of {len(requested)} that the pages request has the token")
    kept = [each.replace(secret, "TOKEN") for each in addresses if secret in each]
    trial.check(not kept, f"the fragment's token is not in the address after loading, {addresses[0]}, nor in the "
                          f"history {kept or ''}")
    trial.check("session" in relay.said and secret not in relay.said, "the relay's log has no token")
    trial.end(relay)


def gallery(trial, browser, relay):
    def tiles():
        return viewer.evaluate("[...document.querySelectorAll('li strong')].map((e) => e.textContent)")

    def previews():
        return [viewer.number(box) for box in viewer.boxes()]

    publishers = [publish(trial, relay, "alpha", "320x180")]
    with Spectator(browser) as viewer:
        viewer.open(f"http://{relay.address}/")
        wait_until(lambda: tiles() == ["alpha", "live"], "two streams in the gallery")
        trial.check(True, "the gallery shows the two streams that are live")
        publishers.append(publish(trial, relay, "beta", "320x180"))
        wait_until(lambda: tiles() == ["alpha", "beta", "live"], "the third stream in the gallery")
        numbers = wait_until(lambda: None not in (read := previews()) and read, "a preview of each stream")

        def newer():
            read = previews()
            return None not in read and all(new != old for old, new in zip(numbers, read)) and read

        later = wait_until(newer, "newer previews")
        trial.check(True, f"previews show number {numbers}, later {later}")
        details = wait_until(lambda: viewer.evaluate("document.querySelector('li span').textContent"), "details")
        link = viewer.evaluate("document.querySelector('li a').href")
        trial.check(link == f"http://{relay.address}/alpha", f"a tile links {link} and says: {details}")
        publishers[0].signal(signal.SIGINT)
        wait_until(lambda: tiles() == ["beta", "live"], "the end of a stream in the gallery")
        trial.check(True, "a stream appears when it begins, and goes when it ends")
        check_quiet(trial, viewer)
    for publisher in publishers:
        trial.end(publisher)


def second_way(trial, browser, seconds):
    """An address that is no secure context: the browser has no WebCodecs there."""
    port = figures.free_port()
    origin = f"http://{chromium.OTHER_NAME}:{port}"
    relay = trial.relay("--allow-origin", origin, port=port)
    publish(trial, relay)
    with Spectator(browser) as viewer:
        viewer.open(f"{origin}/live")
        numbers = viewer.moving_numbers()
        time.sleep(seconds)
        trial.check(viewer.statistics["path"] == "MediaSource" and viewer.sentence == "",
                    f"{origin} is played with {viewer.statistics['path']}: {numbers}")
        numbers_of(trial, viewer)
        check_quiet(trial, viewer)
    trial.end(relay)


def encrypted(trial, browser):
    """TLS with a certificate that the browser accepts by a setting."""
    certificate = certificates.Authority(trial).issue("relay")
    relay = trial.relay("--tls-certificate", certificate.chain, "--tls-key", certificate.key)
    publish(trial, relay)
    with Spectator(browser) as viewer:
        viewer.open(f"https://{relay.address}/live")
        numbers = viewer.moving_numbers()
        trial.check(viewer.statistics["path"] == "WebCodecs", f"https://{relay.address} is played with WebCodecs: {numbers}")
        check_quiet(trial, viewer)
    trial.end(relay)

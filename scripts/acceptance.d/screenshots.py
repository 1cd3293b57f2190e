"""Makes the pictures of the player that the documents show."""
import time

import page
from spectator import INSIDE, Spectator
from trial import wait_until

#: Streams of the gallery, and what makes their pictures different. The last is the one that is watched.
STREAMS = {"barn": "hue=h=0", "studio/left": "hue=h=60", "studio/right": "hue=h=150", "studio/roof": "hue=h=200",
           "workshop": "hue=s=0", "yard": "hue=h=250"}
WIDE = {"width": 1120, "height": 630}
#: The size of a small phone.
PHONE = {"width": 360, "height": 640, "is_phone": True}
#: Seconds after which the statistics are those of a player that has been watched for a while.
SETTLED = 10
#: Bytes of a picture, so that the repository stays small.
LARGEST = 200_000


def make(trial, browser, folder):
    """Writes the pictures as PNG files."""
    folder.mkdir(parents=True, exist_ok=True)
    relay = trial.relay()
    publishers = {name: page.publish(trial, relay, name, "640x360", filter) for name, filter in STREAMS.items()}

    def save(viewer, name):
        path = folder / f"{name}.png"
        path.write_bytes(viewer.page.screenshot())
        size = path.stat().st_size
        trial.check(size < LARGEST, f"{path} has {size} bytes")

    for name, look in (("gallery", WIDE), ("gallery-dark", WIDE | {"is_dark": True}), ("gallery-phone", PHONE)):
        with Spectator(browser, **look) as viewer:
            viewer.open(f"http://{relay.address}/")
            wait_until(lambda: viewer.evaluate("document.querySelectorAll('li').length") == len(STREAMS), "all streams")
            wait_until(lambda: all(viewer.number(box) is not None for box in viewer.boxes()), "previews")
            # The relay counts viewers when they have come.
            wait_until(lambda: "1 watching" in viewer.evaluate("document.querySelector('li').textContent"), "viewers")
            save(viewer, name)
    with Spectator(browser, **WIDE) as viewer:
        viewer.open(f"http://{relay.address}/garden")
        wait_until(lambda: viewer.evaluate(f"{INSIDE}.querySelectorAll('.streams a').length"), "the list of streams")
        save(viewer, "error")
    *others, watched = STREAMS
    for name in others:
        trial.end(publishers.pop(name))
    for name, look in (("player-phone", PHONE), ("player", WIDE)):
        with Spectator(browser, **look) as viewer:
            viewer.open(f"http://{relay.address}/{watched}")
            viewer.moving_numbers()
            if name == "player":
                viewer.click("[title=Statistics]")
                time.sleep(SETTLED)
                save(viewer, "statistics")
                viewer.click("[title=Statistics]")
            viewer.click(".unmute")
            wait_until(lambda: viewer.statistics.get("soundIsClock"), "sound")
            save(viewer, name)
    trial.end(publishers[watched])
    trial.end(relay)

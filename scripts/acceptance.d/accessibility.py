"""axe-core finds no fault in the pages of the browser player: gallery, player, statistics, sentences; light and dark."""
import importlib.util
import pathlib
import subprocess

import chromium
import page
from spectator import INSIDE, Spectator
from trial import wait_until

SECONDS = 0

#: The PyPI package that brings axe-core. What else is in it is not used, so it is not imported.
PACKAGE = "axe_playwright_python"
EXAMINE = """axe.run(document, { resultTypes: ["violations", "incomplete"] }).then((result) => ({
    passes: result.passes.length,
    violations: result.violations.flatMap(({ id, impact, nodes }) => nodes.map(({ target, any, all, none }) =>
        `${id} (${impact}) at ${target.flat().join(" ")}: ${[...any, ...all, ...none].map(({ message }) => message)}`)),
    undecided: result.incomplete.map(({ id, nodes }) => `${id} of ${nodes.length}`),
}))"""

LOOKS = {"light": {}, "dark": {"is_dark": True}, "phone": {"width": 360, "height": 640, "is_phone": True}}


def run(trial, _):
    folder = importlib.util.find_spec(PACKAGE).submodule_search_locations[0]
    axe = (pathlib.Path(folder) / "axe.min.js").read_text()
    browser = chromium.Chromium(trial)
    relay = trial.relay()
    for name in ("alpha", "beta"):
        page.publish(trial, relay, name, "320x180")
    guarded = guarded_relay(trial)
    for look, options in LOOKS.items():
        for name, (address, prepare) in pages(relay, guarded).items():
            with Spectator(browser, **options) as viewer:
                viewer.open(address)
                prepare(viewer)
                examine(trial, viewer, axe, f"{name}, {look}")


def guarded_relay(trial):
    path = trial.file("tokens")
    subprocess.run([trial.streamd, "token", "new", "--name", "viewer", "--watch", "*", "--to", path], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return trial.relay("--tokens", path)


def pages(relay, guarded):
    """Addresses, and what is done there before the page is examined."""

    def has_tiles(viewer):
        wait_until(lambda: viewer.evaluate("document.querySelectorAll('li span').length") == 2, "the gallery")
        wait_until(lambda: viewer.evaluate("document.querySelector('li span').textContent"), "details")

    def has_picture(viewer):
        viewer.moving_numbers()

    def has_statistics(viewer):
        has_picture(viewer)
        viewer.click("[title=Statistics]")
        wait_until(lambda: "ms" in viewer.evaluate(f"{INSIDE}.querySelector('.panel').textContent"), "statistics")

    def asks_for_token(viewer):
        wait_until(lambda: viewer.evaluate("!document.querySelector('form').hidden"), "the field for the token")

    return {
        "gallery": (f"http://{relay.address}/", has_tiles),
        "gallery that asks for a token": (f"http://{guarded.address}/", asks_for_token),
        "player": (f"http://{relay.address}/alpha", has_picture),
        "statistics": (f"http://{relay.address}/alpha", has_statistics),
        "unknown stream": (f"http://{relay.address}/nosuch",
                           lambda viewer: wait_until(lambda: viewer.evaluate(f"{INSIDE}.querySelector('.streams a')?.href"),
                                                     "the list of streams")),
        "player that asks for a token": (f"http://{guarded.address}/alpha", lambda viewer: viewer.wait_for_sentence("token")),
    }


def examine(trial, viewer, axe, name):
    viewer.evaluate(f"{axe}; 0")
    found = viewer.evaluate(EXAMINE)
    trial.check(not found["violations"], f"{name}: {found['passes']} rules hold {found['violations'] or ''}")
    # A program does not know how bright the picture below a text is.
    if found["undecided"]:
        trial.saw(f"not decided by axe-core: {', '.join(found['undecided'])} elements")

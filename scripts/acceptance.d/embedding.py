"""The player in a page of another site: the one that docs/player.md shows to copy."""
import http.server
import pathlib
import re
import threading

import figures
from spectator import Spectator
from trial import wait_until

DOCUMENT = pathlib.Path(__file__).resolve().parents[2] / "docs/player.md"
#: The relay's address in the document.
EXAMPLE = "https://relay.example.org:7450"


def other_site(trial, browser, publish):
    """`publish` publishes a stream to a relay."""
    port = figures.free_port()
    origin = f"http://127.0.0.1:{port}"
    allowed, other = trial.relay("--allow-origin", origin), trial.relay()
    for relay in (allowed, other):
        publish(trial, relay, "yard", "640x360")
    example = re.search(r"```html\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)[1]
    pages = {f"/{name}": example.replace(EXAMPLE, f"http://{relay.address}").encode()
             for name, relay in (("allowed", allowed), ("other", other))}

    class Site(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            page = pages.get(self.path)
            self.send_response(200 if page else 404)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(page or b"")

        def log_message(self, *_):
            pass

    site = http.server.ThreadingHTTPServer(("127.0.0.1", port), Site)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    try:
        with Spectator(browser) as viewer:
            viewer.open(f"{origin}/allowed")
            number = wait_until(lambda: (boxes := viewer.boxes()) and viewer.number(boxes[0]), "a picture")
            wait_until(lambda: viewer.evaluate("document.querySelector('#state').textContent") == "live", "the state")
            trial.check(True, f"the document's page on a site that --allow-origin names shows number {number}")
            others = [text for text in viewer.page.messages if "favicon" not in text and "404" not in text]
            trial.check(not others, f"the console has no message {others[:3] or ''}")
        with Spectator(browser) as viewer:
            viewer.open(f"{origin}/other")
            wait_until(lambda: viewer.page.messages, "the browser to refuse the player")
            trial.check(not viewer.evaluate("Boolean(customElements.get('streamd-player'))"),
                        "on a site that a relay does not name, the browser loads nothing from it")
    finally:
        site.shutdown()
        site.server_close()
    for relay in (allowed, other):
        trial.end(relay)

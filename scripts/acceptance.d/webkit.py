"""Debian's WebKitGTK in its MiniBrowser, on a screen without a monitor, driven by WebDriver."""
import base64
import json
import os
import urllib.error
import urllib.request

import figures
from trial import Abandoned, wait_until

MINI_BROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser"
_ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
#: WebDriver, Keyboard actions.
_KEYS = {"Enter": "\ue007", "ArrowLeft": "\ue012"}


class WebKit:
    """A browser with a profile of its own; it has one window."""

    name = "WebKitGTK"
    reads_pixels = False

    def __init__(self, trial, screen):
        """Its window has 1024x768 pixels; the screen should have as many."""
        self.screen = screen
        port = figures.free_port()
        self._address = f"http://127.0.0.1:{port}"
        environment = screen.environment | {"HOME": str(trial.scratch), "XDG_RUNTIME_DIR": str(trial.scratch),
                                            "LIBGL_ALWAYS_SOFTWARE": "1"}
        trial.start("WebKitWebDriver", f"--port={port}", env=environment)
        wait_until(lambda: self._is_ready(), "WebKitWebDriver")
        options = {"binary": MINI_BROWSER, "args": ["--automation", "--full-screen"]}
        answer = self.call("POST", "session", capabilities={"alwaysMatch": {
            "acceptInsecureCerts": True, "webkitgtk:browserOptions": options}})
        self._session = answer["sessionId"]
        self.version = f"{answer['capabilities']['browserName']}/{answer['capabilities']['browserVersion']}"

    def _is_ready(self):
        try:
            return self.call("GET", "status")
        except (OSError, Abandoned):
            return False

    def call(self, method, path, **body):
        request = urllib.request.Request(f"{self._address}/{path}", method=method,
                                         data=json.dumps(body).encode() if method == "POST" else None)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise Abandoned(f"the browser refused {path}: {error.read().decode()[:300]}") from None

    def command(self, method, path, **body):
        return self.call(method, f"session/{self._session}/{path}", **body)

    def page(self, script="", **_):
        return Page(self, script)


class Page:
    """The window."""

    #: WebDriver has no events for them.
    messages, requested = (), ()

    def __init__(self, browser, script):
        self._browser = browser
        self._script = script

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.open("about:blank")

    def open(self, address):
        """Goes to an address, and waits until the document is there."""
        self._browser.command("POST", "url", url=address)

    def evaluate(self, expression):
        """The value of an expression, as JSON has it; a promise is awaited."""
        text = self._browser.command("POST", "execute/async", args=[], script=(
            "const done = arguments[0]; (async () => JSON.stringify(await (" + expression + ")) ?? null)()"
            ".then((text) => done([text]), (error) => done([null, String(error)]));"))
        if len(text) > 1:
            raise Abandoned(f"{expression[:80]}: {text[1]}")
        return None if text[0] is None else json.loads(text[0])

    def screenshot(self):
        return base64.b64decode(self._browser.command("GET", "screenshot"))

    def click(self, x, y):
        self._act({"type": "pointer", "id": "mouse", "actions": [
            {"type": "pointerMove", "x": round(x), "y": round(y)}, {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0}]})

    def press(self, key):
        value = _KEYS.get(key, key)
        self._act({"type": "key", "id": "keyboard", "actions": [{"type": kind, "value": value} for kind in ("keyDown", "keyUp")]})

    def _act(self, *actions):
        self._browser.command("POST", "actions", actions=list(actions))

"""Debian's Firefox ESR without a window, driven by WebDriver BiDi, with the PyPI package websockets."""
import base64
import json
import os
import re
import threading

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from chromium import OTHER_NAME
from trial import PATIENCE, Abandoned

#: No page of Firefox's own, and no requests of its own.
_PREFERENCES = {
    "app.normandy.enabled": False, "app.update.enabled": False, "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False, "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.getAddons.cache.enabled": False, "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False, "services.settings.server": "data:,",
    "toolkit.telemetry.enabled": False, "network.dns.localDomains": OTHER_NAME,
}
#: What the browser says to itself.
_UNRELATED = "An AudioContext was prevented from starting automatically"
#: The value that WebDriver has for a key.
_KEYS = {"Enter": "\ue007", "ArrowLeft": "\ue012"}


class Firefox:
    """A browser with a profile of its own."""

    name = "Firefox"
    #: To read a canvas that another thread draws sometimes stops the page for ten seconds.
    reads_pixels = False
    #: It has no window.
    screen = None

    def __init__(self, trial, preferences=None):
        profile = trial.file("firefox")
        profile.mkdir()
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
                 for name, value in {**_PREFERENCES, **(preferences or {})}.items()]
        (profile / "user.js").write_text("".join(lines))
        program = trial.start("firefox-esr", "--headless", "--no-remote", "--profile", profile,
                              "--remote-debugging-port", "0",
                              env=os.environ | {"TMPDIR": str(trial.scratch), "HOME": str(trial.scratch)})
        address = program.wait_to_say(r"WebDriver BiDi listening on (ws://\S+)")[1]
        self._socket = connect(f"{address}/session", max_size=None, ping_interval=None)
        self._changed = threading.Condition()
        self._number = 0
        self._replies = {}
        self._pages = {}
        self._is_closed = False
        threading.Thread(target=self._read, daemon=True).start()
        capabilities = self.call("session.new", capabilities={"alwaysMatch": {"acceptInsecureCerts": True}})["capabilities"]
        self.version = f"{capabilities['browserName']}/{capabilities['browserVersion']}"
        self.call("session.subscribe", events=["log.entryAdded", "network.beforeRequestSent"])

    def page(self, **more):
        return Page(self, **more)

    def call(self, method, **parameters):
        """The result of a command."""
        with self._changed:
            self._number += 1
            number = self._number
            self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
            self._changed.wait_for(lambda: number in self._replies or self._is_closed, PATIENCE)
            if number not in self._replies:
                raise Abandoned(f"the browser did not answer {method}")
            reply = self._replies.pop(number)
        if reply["type"] == "error":
            raise Abandoned(f"the browser refused {method}: {reply['message']}")
        return reply["result"]

    def listen(self, context, page):
        self._pages[context] = page

    def _read(self):
        try:
            for message in map(json.loads, self._socket):
                if "id" in message:
                    with self._changed:
                        self._replies[message["id"]] = message
                        self._changed.notify_all()
                elif message["type"] == "event":
                    parameters = message["params"]
                    context = parameters.get("context") or parameters.get("source", {}).get("context")
                    if page := self._pages.get(context):
                        page.receive(message["method"], parameters)
        except ConnectionClosed:
            pass
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()


class Page:
    """A tab, and what it says and requests."""

    def __init__(self, browser, script="", width=1280, height=720, is_dark=False, is_phone=False):
        self._browser = browser
        #: Errors and warnings of the page.
        self.messages = []
        #: Addresses that were requested.
        self.requested = []
        self._context = browser.call("browsingContext.create", type="tab")["context"]
        browser.listen(self._context, self)
        self.call("browsingContext.setViewport", viewport={"width": width, "height": height})
        browser.call("script.addPreloadScript", functionDeclaration=f"() => {{ {script} }}", contexts=[self._context])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.call("browsingContext.close")

    def call(self, method, **parameters):
        return self._browser.call(method, context=self._context, **parameters)

    def receive(self, method, parameters):
        if method == "network.beforeRequestSent":
            # The report has the fragment, the request has not.
            self.requested.append(re.sub("#.*", "", parameters["request"]["url"]))
        elif parameters["level"] in ("warn", "error") and _UNRELATED not in parameters["text"]:
            self.messages.append(f"{parameters['type']}: {parameters['text']}")

    def open(self, address):
        """Goes to an address, and waits until the document is there."""
        self.call("browsingContext.navigate", url=address, wait="complete")

    def evaluate(self, expression):
        """The value of an expression, as JSON has it; a promise is awaited."""
        answer = self._browser.call("script.evaluate", expression=f"(async () => JSON.stringify(await ({expression})))()",
                                    target={"context": self._context}, awaitPromise=True)
        if answer["type"] == "exception":
            raise Abandoned(f"{expression[:80]}: {answer['exceptionDetails']['text']}")
        text = answer["result"].get("value")
        return None if text is None else json.loads(text)

    def show(self):
        """Brings the tab to the front."""
        self.call("browsingContext.activate")

    def history(self):
        """The addresses that the tab remembers, as the page sees them."""
        return self.evaluate("(globalThis.navigation?.entries() ?? []).map(({ url }) => url)")

    def screenshot(self, *, clip=None):
        """What the tab shows, as PNG; `clip` is left, top, width and height."""
        parameters = {}
        if clip:
            parameters["clip"] = {"type": "box", **dict(zip(("x", "y", "width", "height"), clip))}
        return base64.b64decode(self.call("browsingContext.captureScreenshot", **parameters)["data"])

    def click(self, x, y):
        self.call("input.performActions", actions=[{"type": "pointer", "id": "mouse", "actions": [
            {"type": "pointerMove", "x": round(x), "y": round(y)}, {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0}]}])

    def type(self, text):
        actions = [{"type": kind, "value": letter} for letter in text for kind in ("keyDown", "keyUp")]
        self.call("input.performActions", actions=[{"type": "key", "id": "keyboard", "actions": actions}])

    def press(self, key):
        self.type([_KEYS.get(key, key)])

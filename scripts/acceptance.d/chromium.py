"""Debian's Chromium, driven over its DevTools protocol through two pipes."""
import base64
import fcntl
import json
import os
import threading

from trial import PATIENCE, Abandoned, wait_until

#: The descriptors that Chromium reads commands from and writes answers to.
_COMMANDS, _ANSWERS = 3, 4
_WIDTH, _HEIGHT = 1280, 720

#: A name of this machine that is no secure context: browsers trust `localhost` and 127.0.0.1 without encryption.
OTHER_NAME = "relay.test"
#: What the browser says to itself.
_UNRELATED = ("The AudioContext was not allowed to start",)


class Chromium:
    """A browser with a profile of its own."""

    name = "Chromium"

    def __init__(self, trial, *options, screen=None, prefix=(), environment=None, is_silent=True):
        """`screen` shows the browser whole; without one it has no window. `prefix` is a command that runs others."""
        #: Whether scripts may read the pixels of the player's screen at every refresh: where a screen is read, they only
        #: cost time.
        self.reads_pixels = screen is None
        commands, self._commands = os.pipe()
        self._answers, answers = os.pipe()

        def place():
            # Copies with higher numbers first: one of the two may have the number that the other gets.
            high = [fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, _ANSWERS + 1) for descriptor in (commands, answers)]
            os.dup2(high[0], _COMMANDS)
            os.dup2(high[1], _ANSWERS)

        sandbox = ("--no-sandbox",) if os.geteuid() == 0 else ()
        # With pages that nothing hides: without a window manager, the browser takes each window for a hidden one.
        window = (("--kiosk", "--window-position=0,0", f"--window-size={screen.size[0]},{screen.size[1]}",
                   "--disable-backgrounding-occluded-windows", "--hide-scrollbars") if screen else ("--headless",))
        silence = ("--mute-audio",) if is_silent else ("--autoplay-policy=no-user-gesture-required",)
        self.program = trial.start(
            *prefix, "chromium", *window, *silence, "--remote-debugging-pipe",
            f"--user-data-dir={trial.file(f'chromium-{len(os.listdir(trial.scratch))}')}",
            f"--host-resolver-rules=MAP {OTHER_NAME} 127.0.0.1", "--ignore-certificate-errors", "--no-first-run",
            "--disable-gpu", "--disable-background-networking", *sandbox, *options, preexec_fn=place, close_fds=False,
            env=os.environ | {"TMPDIR": str(trial.scratch)} | (screen.environment if screen else {}) | (environment or {}))
        #: What shows its window, whose size is the page's; None without a window.
        self.screen = screen
        os.close(commands)
        os.close(answers)
        self._changed = threading.Condition()
        self._number = 0
        self._replies = {}
        self._sessions = {}
        self._is_closed = False
        threading.Thread(target=self._read, daemon=True).start()
        self.version = self.call("Browser.getVersion")["product"]

    @property
    def pid(self):
        return self.program.pid

    def page(self, **more):
        return Page(self, **more)

    def call(self, method, session=None, **parameters):
        """The result of a command."""
        number = self.post(method, session, **parameters)
        with self._changed:
            if not self._changed.wait_for(lambda: number in self._replies or self._is_closed, PATIENCE):
                raise Abandoned(f"the browser did not answer {method} within {PATIENCE} s")
            if number not in self._replies:
                raise Abandoned(f"the browser ended before it answered {method}")
            reply = self._replies.pop(number)
        if "error" in reply:
            raise Abandoned(f"the browser refused {method}: {reply['error']}")
        return reply["result"]

    def post(self, method, session=None, **parameters):
        """Sends a command; returns its number."""
        with self._changed:
            self._number += 1
            number = self._number
        command = {"id": number, "method": method, "params": parameters}
        if session:
            command["sessionId"] = session
        os.write(self._commands, json.dumps(command).encode() + b"\0")
        return number

    def listen(self, session, receive):
        """Has `receive(session, method, parameters)` called for each event of a session, on another thread."""
        self._sessions[session] = receive

    def _read(self):
        rest = b""
        while piece := os.read(self._answers, 1 << 20):
            *messages, rest = (rest + piece).split(b"\0")
            for message in map(json.loads, messages):
                if "id" in message:
                    with self._changed:
                        self._replies[message["id"]] = message
                        self._changed.notify_all()
                elif receive := self._sessions.get(message.get("sessionId")):
                    receive(message["sessionId"], message["method"], message["params"])
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()


class Page:
    """A tab, and all that it and its workers say and request."""

    def __init__(self, browser, script="", width=_WIDTH, height=_HEIGHT, is_dark=False, is_phone=False):
        self._browser = browser
        self._workers = []
        #: Errors and warnings of the page, its workers and the browser.
        self.messages = []
        #: Addresses that were requested, also by workers, and of WebSockets.
        self.requested = []
        self._target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = browser.call("Target.attachToTarget", targetId=self._target, flatten=True)["sessionId"]
        self._attach(self._session)
        self.call("Page.enable")
        self.call("Page.addScriptToEvaluateOnNewDocument", source=script)
        if not browser.screen:
            self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=is_phone)
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._browser.call("Target.closeTarget", targetId=self._target)

    def call(self, method, **parameters):
        return self._browser.call(method, self._session, **parameters)

    def _attach(self, session):
        self._browser.listen(session, self._receive)
        for method in ("Runtime.enable", "Log.enable", "Network.enable"):
            self._browser.post(method, session)
        # Workers wait until they are listened to, so that no request of theirs is missed.
        self._browser.post("Target.setAutoAttach", session, autoAttach=True, waitForDebuggerOnStart=True, flatten=True)

    def _receive(self, session, method, parameters):
        if method == "Target.attachedToTarget":
            self._attach(parameters["sessionId"])
            if parameters["targetInfo"]["type"] == "worker":
                self._workers.append(parameters["sessionId"])
            self._browser.post("Runtime.runIfWaitingForDebugger", parameters["sessionId"])
        elif method == "Network.requestWillBeSent":
            self.requested.append(parameters["request"]["url"])
        elif method == "Network.webSocketCreated":
            self.requested.append(parameters["url"])
        elif method == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self._say("exception", details.get("exception", {}).get("description") or details["text"])
        elif method == "Runtime.consoleAPICalled":
            self._say(parameters["type"], " ".join(str(part.get("value", part)) for part in parameters["args"]))
        elif method == "Log.entryAdded" and parameters["entry"]["level"] in ("warning", "error"):
            self._say(parameters["entry"]["source"], parameters["entry"]["text"])

    def _say(self, source, text):
        if not any(part in text for part in _UNRELATED):
            self.messages.append(f"{source}: {text}")

    def open(self, address):
        """Goes to an address, and waits until the document is there."""
        error = self.call("Page.navigate", url=address).get("errorText")
        if error:
            raise Abandoned(f"the browser could not open {address}: {error}")
        wait_until(lambda: self.evaluate("document.readyState") == "complete", f"{address} to load")

    def evaluate(self, expression):
        """The value of an expression, as JSON has it; a promise is awaited."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True,
                           userGesture=False)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise Abandoned(f"{expression[:80]}: {details.get('exception', {}).get('description', details['text'])}")
        return answer["result"].get("value")

    def evaluate_in_worker(self, expression):
        """Runs an expression in the worker that the page has made last."""
        answer = self._browser.call("Runtime.evaluate", self._workers[-1], expression=expression)
        if "exceptionDetails" in answer:
            raise Abandoned(f"{expression[:80]}: {answer['exceptionDetails']}")

    def show(self):
        """Brings the tab to the front."""
        self.call("Page.bringToFront")

    def history(self):
        """The addresses that the tab remembers."""
        return [entry["url"] for entry in self.call("Page.getNavigationHistory")["entries"]]

    def screenshot(self, *, clip=None):
        """What the tab shows, as PNG; `clip` is left, top, width and height."""
        parameters = {}
        if clip:
            parameters["clip"] = dict(zip(("x", "y", "width", "height"), clip), scale=1)
        return base64.b64decode(self.call("Page.captureScreenshot", format="png", **parameters)["data"])

    def click(self, x, y):
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def tap(self, x, y):
        """Taps with a finger."""
        self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def type(self, text):
        self.call("Input.insertText", text=text)

    def press(self, key):
        """Presses a key by its name."""
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
        code = {"Enter": 13}.get(key, ord(key.upper()) if len(key) == 1 else 0)
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, text=text, windowsVirtualKeyCode=code)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

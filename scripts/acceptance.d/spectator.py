"""A person in front of a page of the player: what the screen shows, and what the page says."""
import pathlib

import png
from trial import wait_until

#: Recorded in every page; observer.js says what.
OBSERVER = (pathlib.Path(__file__).parent / "observer.js").read_text()
#: The strip of the test picture has as many cells, and the 18th part of the picture's height.
CELLS, STRIP = 32, 18
#: Numbers that must rise on the screen.
MOVING = 4

PLAYER = "document.querySelector('streamd-player')"
INSIDE = PLAYER + ".shadowRoot"
ALL_SHOWN = "[...document.querySelectorAll('streamd-player')].every(({ statistics }) => statistics.shown > 0)"


class Spectator:
    """Looks at a browser's page."""

    def __init__(self, browser, width=1280, height=720, **more):
        self.size = width, height
        self._screen = browser.screen
        #: Whether `observed` has the numbers of all pictures.
        self.reads_pixels = browser.reads_pixels
        script = f"globalThis.readsPixels = {str(browser.reads_pixels).lower()};\n{OBSERVER}"
        self.page = browser.page(script=script, width=width, height=height, **more)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.page.__exit__()

    def open(self, address):
        self.page.open(address)

    def evaluate(self, expression):
        return self.page.evaluate(expression)

    def observed(self, name):
        return self.evaluate(f"observed.{name}")

    @property
    def state(self):
        return self.evaluate(f"{PLAYER}?.state")

    @property
    def statistics(self):
        return self.evaluate(f"{PLAYER}.statistics")

    @property
    def sentence(self):
        """What the page says over the picture; empty if it says nothing."""
        return self.evaluate(f"{INSIDE}.querySelector('.overlay').checkVisibility() ? "
                             f"{INSIDE}.querySelector('[role=status]').textContent : ''")

    def number(self, box=None):
        """The number of the test picture on the screen or a screenshot; None without one.

        The picture lies in this box of left, top, width and height, or fills the page as far as 16:9 allows.
        """
        if self._screen and not box:
            return self._screen.number()
        # A screenshot of a canvas that has no picture yet stops Firefox for ten seconds.
        if not self.reads_pixels and not self.evaluate(ALL_SHOWN):
            return None
        left, top, width, height = box or self._middle()
        _, _, samples, rows = png.read(self.page.screenshot(clip=(left, top + height // STRIP // 2, width, 1)))
        return number_in(rows[0], width, samples)

    def _middle(self):
        width = min(self.size[0], self.size[1] * 16 // 9)
        height = width * 9 // 16
        return (self.size[0] - width) // 2, (self.size[1] - height) // 2, width, height

    def moving_numbers(self, what="moving pictures"):
        """Waits until numbers rise on screenshots, and returns them."""
        numbers = []

        def rises():
            number = self.number()
            if number is not None and (not numbers or number != numbers[-1]):
                # Another publisher counts from the beginning.
                if numbers and number < numbers[-1]:
                    numbers.clear()
                numbers.append(number)
            return len(numbers) >= MOVING

        wait_until(rises, what)
        return numbers

    def boxes(self):
        """Left, top, width and height of every player that is on the screen as a whole."""
        return self.evaluate("[...document.querySelectorAll('streamd-player')]"
                             ".map((player) => player.getBoundingClientRect())"
                             ".filter(({ bottom }) => bottom <= innerHeight)"
                             ".map(({ x, y, width, height }) => [x, y, width, height].map(Math.round))")

    def wait_for_sentence(self, part):
        """Waits until the page says a sentence that contains `part`."""
        return wait_until(lambda: part in (sentence := self.sentence) and sentence, f"the page to say '{part}'")

    def click(self, selector):
        """Clicks the middle of an element of the player."""
        box = wait_until(lambda: self.evaluate(
            f"(() => {{ const e = {INSIDE}.querySelector({selector!r}); if (!e?.checkVisibility()) return null;"
            f" const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }})()"), selector)
        self.page.click(*box)


def number_in(row, width, samples):
    """The number in a row of pixels of the strip; None without one."""
    middles = (int((cell + 0.5) * width / CELLS) * samples for cell in range(CELLS))
    bits = int("".join("1" if row[middle] > 126 else "0" for middle in middles), 2)
    value, check = bits >> 6 & 0xFFFFFF, 0b1010
    for shift in range(0, 24, 4):
        check ^= value >> shift & 15
    return value if bits == 0b10 << 30 | value << 6 | check << 2 | 0b01 else None

"""A screen without a monitor, and a reader of its frame buffer: which test picture is painted there, and when."""
import mmap
import os
import pathlib
import struct
import subprocess
import threading
import time

from spectator import CELLS, STRIP, number_in

#: Seconds between two looks at the frame buffer.
LOOK = 0.001
#: Seconds: a picture that is being written to the frame buffer may be unreadable for so long.
TORN = 0.05
#: Seconds: a picture that is not whole then is broken, however busy the machine is.
STUCK = 0.2
#: Bytes of a pixel: blue, green, red, and one that is not used.
PIXEL = 4
#: The font of the test picture: rows of five dots, seven to a character, as numbers from the highest row on.
FONT = {row: character for character, row in {
    "0": (14, 17, 19, 21, 25, 17, 14), "1": (4, 12, 4, 4, 4, 4, 14), "2": (14, 17, 1, 6, 8, 16, 31),
    "3": (31, 2, 4, 2, 1, 17, 14), "4": (2, 6, 10, 18, 31, 2, 2), "5": (31, 16, 30, 1, 1, 17, 14),
    "6": (6, 8, 16, 30, 17, 17, 14), "7": (31, 1, 2, 4, 8, 8, 8), "8": (14, 17, 17, 14, 17, 17, 14),
    "9": (14, 17, 17, 15, 1, 2, 12), ":": (0, 4, 4, 0, 4, 4, 0), ".": (0, 0, 0, 0, 0, 12, 12)}.items()}
#: Characters of the time of day, HH:MM:SS.mmm.
TIME = 12
#: The moving bars: red, green and blue of each.
BARS = ((191, 191, 191), (191, 191, 0), (0, 191, 191), (0, 191, 0), (191, 0, 191), (191, 0, 0), (0, 0, 191), (0, 0, 0))
#: Heights at which bars and the moving wedge are looked at, as parts of the picture's, and columns.
BAR_ROWS, WEDGE_ROW, COLUMNS = (0.12, 0.25), 0.69, 40
#: The lowest row that is looked at: browsers leave a row or two of the screen free.
LOW_ROW = 0.98
#: Pixels that bars and wedge move with each picture, and how much a colour may be wrong.
SPEED, TOLERANCE = 2, 48
#: So many wrong places, of about a hundred, are a coarse picture at a low bit rate, and not a broken one.
COARSE = 12


class Picture:
    """Pixels that may be a test picture."""

    def __init__(self, width, height):
        self.width, self.height = width, height

    def row(self, y):
        """A row of pixels."""
        raise NotImplementedError

    def strip(self):
        """The pixels that have the number of the test picture, if one fills the screen."""
        return self.row(self.height // STRIP // 2)

    def number(self, strip=None):
        """The number of the test picture; None without one."""
        return number_in(strip or self.strip(), self.width, PIXEL)

    def wrong(self, number, widths):
        """How many places of the picture of this number are not as they were made, if it has one of these widths."""
        return min(self._wrong(number, width) for width in widths)

    def _wrong(self, number, width):
        shift, count = number * SPEED % width, 0
        places = [(place + 0.5) / COLUMNS for place in range(COLUMNS)]
        for height in BAR_ROWS:
            row = self.row(int(height * self.height))
            for place in places:
                bar, inside = divmod((place * width + shift) * len(BARS) / width, 1)
                # Colours mix where two bars meet.
                if 0.1 < inside < 0.9:
                    count += _differs(row, int(place * self.width), BARS[int(bar) % len(BARS)])
        row = self.row(int(WEDGE_ROW * self.height))
        for place in places:
            grey = (place * width + width - shift) % width / width
            if 0.03 < grey < 0.97:
                count += _differs(row, int(place * self.width), (255 * grey,) * 3)
        return count


class Decoded(Picture):
    """A picture that ffmpeg has decoded."""

    def __init__(self, pixels, width, height):
        super().__init__(width, height)
        self._pixels = pixels

    def row(self, y):
        return self._pixels[y * self.width * PIXEL : (y + 1) * self.width * PIXEL]


def decoded(file, width=1280, height=720):
    """The pictures of a file, at this size."""
    command = ["ffmpeg", "-v", "fatal", "-flags", "output_corrupt", "-i", str(file), "-vf", f"scale={width}:{height}",
               "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "bgra", "-"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as program:
        while len(pixels := program.stdout.read(width * height * PIXEL)) == width * height * PIXEL:
            yield Decoded(pixels, width, height)


class Screen(Picture):
    """An X server of its own, whose frame buffer is a file."""

    def __init__(self, trial, width=1280, height=720):
        # A picture of 16:9 fills the width, and lies in the middle.
        super().__init__(width, width * 9 // 16)
        self._top = (height - self.height) // 2
        self.trial = trial
        #: The whole screen.
        self.size = width, height
        folder = trial.file(f"screen-{len(os.listdir(trial.scratch))}")
        folder.mkdir()
        reading, writing = os.pipe()
        self.server = trial.start("Xvfb", "-displayfd", writing, "-screen", "0", f"{width}x{height}x24", "-nocursor", "-noreset",
                                  "-nolisten", "tcp", "-fbdir", folder, pass_fds=[writing])
        os.close(writing)
        with open(reading) as display:
            self.name = ":" + display.readline().strip()
        with open(folder / "Xvfb_screen0", "rb") as file:
            self._memory = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        # XWDFile.h: the size of the header is its first field, the bytes of a line the 13th, the colours the 20th.
        header = struct.unpack_from(">25I", self._memory)
        self._line = header[12]
        self._pixels = header[0] + header[19] * 12
        self.environment = os.environ | {"DISPLAY": self.name}

    def image(self):
        """The picture as a PPM file."""
        pixels = b"".join(map(self.row, range(self.height)))
        samples = bytearray(self.width * self.height * 3)
        for index in range(3):
            samples[index::3] = pixels[2 - index :: PIXEL]
        return f"P6 {self.width} {self.height} 255\n".encode() + samples

    def row(self, y):
        """A row of the picture's pixels."""
        at = self._pixels + (self._top + y) * self._line
        return self._memory[at : at + self.width * PIXEL]

    def is_marked(self):
        """Whether the test picture has its white box."""
        row = self.row(self.height * 27 // 32)
        left, right = self.width * 3 // 10 * PIXEL, self.width * 7 // 10 * PIXEL
        return min(row[left : right : 16 * PIXEL]) > 200

    def captured(self, widths=()):
        """When the picture on the screen was made, in seconds of the day; None if its digits cannot be read."""
        return next(filter(None, map(self._captured, widths or (self.width,))), None)

    def _captured(self, width):
        height, scale = width * self.height // self.width, self.width / width
        dot = min(width // 88, height // 70)
        left = (width - TIME * 6 * dot) // 2
        rows = [self.row(int(scale * (height // 2 + (2 + row) * dot + dot / 2))) for row in range(7)]
        text = ""
        for place in range(TIME):
            columns = [int(scale * (left + (place * 6 + column) * dot + dot / 2)) * PIXEL for column in range(5)]
            text += FONT.get(tuple(sum((row[at] > 126) << (4 - column) for column, at in enumerate(columns)) for row in rows), "?")
        if "?" in text:
            return None
        hours, minutes, seconds = text.split(":")
        return int(hours) * 3600 + int(minutes) * 60 + float(seconds)


def _is_plain(strip):
    return max(strip[::PIXEL]) - min(strip[::PIXEL]) < TOLERANCE


def _differs(row, column, colour):
    blue, green, red = row[column * PIXEL : column * PIXEL + 3]
    return any(abs(seen - made) > TOLERANCE for seen, made in zip((red, green, blue), colour))


class Watch(threading.Thread):
    """Looks at a screen until it is stopped."""

    def __init__(self, screen, reads_marks=False, widths=()):
        """Pictures are compared with those that were made if `widths` has the widths that these may have."""
        super().__init__(daemon=True)
        self.screen = screen
        self.widths = widths
        #: For each picture: its number, when it was painted whole, and when it was made, in seconds since 1970.
        self.pictures = []
        #: When white boxes appeared.
        self.marks = []
        #: From when to when the strip could not be read, or the picture was not the one that was made, for longer than
        #: a picture is being painted; how many places were wrong; and the number, if it could be read.
        self.broken = []
        #: Whether something else lies over the pictures: then nothing is broken.
        self.is_covered = False
        self._reads_marks = reads_marks
        self._low_row = b""
        self._stopped = False
        self.start()

    def run(self):
        last, was_marked, unreadable, image, before = None, True, None, None, b""
        while not self._stopped:
            time.sleep(LOOK)
            now = time.time()
            strip = self.screen.strip()
            if strip == before and not unreadable:
                continue
            before = strip
            number = self.screen.number(strip)
            if number is None and (self.is_covered or _is_plain(strip)):
                # Another page, or no picture yet.
                last = unreadable = image = None
                continue
            if number is None:
                unreadable = unreadable or now
                if image is None and now - unreadable > TORN:
                    image = self.screen.image()
                continue
            if image is not None:
                self._keep(image, (unreadable, now, 0, None))
            unreadable = image = None
            if number == last:
                continue
            last = number
            now = self._whole()
            made = self.screen.captured(self.widths)
            self.pictures.append((number, now, made and now // 86400 * 86400 + made))
            if self.widths:
                self._compare(number)
            if self._reads_marks:
                is_marked = self.screen.is_marked()
                if is_marked and not was_marked:
                    self.marks.append(now)
                was_marked = is_marked

    def _whole(self):
        """When the picture whose number is on the screen is whole.

        It is copied there from the top: time and box are those of the picture before until its low rows have come, in
        which the wedge moves with each picture.
        """
        began = now = time.time()
        while (row := self.screen.row(int(LOW_ROW * self.screen.height))) == self._low_row and now - began < TORN / 2:
            time.sleep(LOOK)
            now = time.time()
        self._low_row = row
        return now

    def _compare(self, number):
        """A picture that is still being painted becomes whole; a broken one is replaced, or stays."""
        began = time.time()
        while (wrong := self.screen.wrong(number, self.widths)) > COARSE:
            now, is_replaced = time.time(), self.screen.number() != number
            if is_replaced or now - began > STUCK:
                if now - began > TORN / 2:
                    self._keep(self.screen.image(), (began, now, wrong, number))
                return
            time.sleep(LOOK)

    def _keep(self, image, broken):
        """Keeps a broken picture as a file, for whoever looks for the reason."""
        self.screen.trial.file(f"broken-{broken[0]:.3f}.ppm").write_bytes(image)
        self.broken.append(broken)

    def forgive(self, file, since):
        """Forgets broken pictures, from the one of this place on, that this file of what was sent has just as coarse."""
        numbers = {number for *_, number in self.broken[since:] if number is not None}
        if not numbers:
            return
        coarse = {number for each in decoded(file) if (number := each.number()) in numbers
                  and each.wrong(number, self.widths) > COARSE}
        self.broken[since:] = [each for each in self.broken[since:] if each[-1] not in coarse]

    def stop(self):
        self._stopped = True
        self.join()

    def since(self, moment):
        return [picture for picture in self.pictures if picture[1] >= moment]

    @property
    def ages(self):
        """From capture to painted, of each picture whose time could be read."""
        return [painted - made for _, painted, made in self.pictures if made]

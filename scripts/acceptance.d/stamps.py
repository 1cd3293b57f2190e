"""Numbers and times inside pictures: an SEI message of user data, which programs pass on and decoders ignore."""
import re
import time

#: SEI, user_data_unregistered (H.264 7.3.2.3, D.1.7): a UUID, then a number and microseconds since 1970 in digits.
_UUID = b"streamd-trial-01"
_HEAD = b"\0\0\0\1\x06\x05" + bytes([len(_UUID) + 30]) + _UUID
_PATTERN = re.compile(re.escape(_UUID) + rb"(\d{12})(\d{18})\x80")
#: The longest part of a stamp that one has to keep when a stream comes in pieces.
LENGTH = len(_HEAD) + 31


def stamped(picture, number):
    """The access unit with a stamp after its delimiter, which has six bytes."""
    return picture[:6] + _HEAD + b"%012d%018d\x80" % (number, time.time_ns() // 1000) + picture[6:]


def found(stream):
    """Number and microseconds of every stamp in a stream."""
    return [(int(match[1]), int(match[2])) for match in _PATTERN.finditer(stream)]


class Finder:
    """Finds stamps in a stream that arrives in pieces."""

    def __init__(self):
        self._rest = b""

    def push(self, piece):
        stream = self._rest + piece
        stamps = found(stream)
        last = None
        for last in _PATTERN.finditer(stream):
            pass
        self._rest = stream[max(last.end() if last else 0, len(stream) - LENGTH):]
        return stamps


def missing(numbers):
    """The missing numbers between the first and the last."""
    return sorted(set(range(numbers[0], numbers[-1] + 1)) - set(numbers)) if numbers else []

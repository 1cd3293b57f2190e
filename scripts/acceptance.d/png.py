"""Reads PNG pictures, as browsers write them: 8 bits a sample, not interlaced."""
import struct
import zlib

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
#: Samples of a pixel, by the type of colour: grey, RGB, grey with alpha, RGB with alpha.
_SAMPLES = {0: 1, 2: 3, 4: 2, 6: 4}


def read(data):
    """Width, height, samples of a pixel, and the rows as bytes."""
    if data[:8] != _SIGNATURE:
        raise ValueError("this is not a PNG picture")
    at, packed, width, height, colour = 8, b"", 0, 0, 0
    while at < len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        body = data[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", body)
            if depth != 8 or interlaced or colour not in _SAMPLES:
                raise ValueError("this kind of PNG picture is not read here")
        elif kind == b"IDAT":
            packed += body
        at += 12 + length
    samples = _SAMPLES[colour]
    return width, height, samples, _unfiltered(zlib.decompress(packed), width * samples, samples)


def _unfiltered(data, length, step):
    rows, above = [], bytearray(length)
    for start in range(0, len(data), length + 1):
        kind, row = data[start], bytearray(data[start + 1 : start + 1 + length])
        for index in range(length):
            left = row[index - step] if index >= step else 0
            corner = above[index - step] if index >= step else 0
            row[index] = (row[index] + _predicted(kind, left, above[index], corner)) & 255
        rows.append(bytes(row))
        above = row
    return rows


def _predicted(kind, left, up, corner):
    """PNG, 9: none, sub, up, average, Paeth."""
    if kind == 4:
        estimate = left + up - corner
        return min((left, up, corner), key=lambda value: abs(estimate - value))
    return (0, left, up, (left + up) // 2)[kind]

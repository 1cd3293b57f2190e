"""Measures sound: the frequency of a tone, and its beginnings."""
import subprocess

import numpy

#: Samples a second of the sound of `test:`.
RATE = 48_000


def samples(path, rate=RATE):
    """A file's sound as FFmpeg decodes it: one channel of floats, `rate` per second."""
    command = ["ffmpeg", "-nostdin", "-loglevel", "error", "-i", str(path), "-f", "f32le", "-ac", "1",
               "-ar", str(rate), "-"]
    return numpy.frombuffer(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout, numpy.float32)


def frequency(sound, rate=RATE):
    """The strongest frequency in Hz, and the part of the energy within 20 Hz of it.

    The peak of the spectrum under a Hann window, refined by the parabola through the logarithms around it: accurate
    to a hundredth of a hertz over a few seconds.
    """
    spectrum = numpy.abs(numpy.fft.rfft(sound * numpy.hanning(len(sound))))
    spectrum[: int(20 * len(sound) / rate)] = 0
    peak = int(numpy.argmax(spectrum[:-1]))
    left, top, right = numpy.log(spectrum[peak - 1 : peak + 2] + 1e-12)
    bin_width = rate / len(sound)
    width = int(20 / bin_width) + 1
    share = float((spectrum[peak - width : peak + width] ** 2).sum() / (spectrum**2).sum())
    return float((peak + (left - right) / 2 / (left - 2 * top + right)) * bin_width), share


def onsets(sound, rate=RATE, loud=0.1, apart=0.3):
    """The times in seconds when sound begins after `apart` seconds of silence, to a millisecond."""
    block = rate // 1000
    levels = numpy.abs(sound[: len(sound) // block * block]).reshape(-1, block).max(axis=1)
    found, quiet_since = [], 0
    for millisecond, level in enumerate(levels):
        if level > loud:
            if millisecond - quiet_since >= apart * 1000:
                found.append(millisecond / 1000)
            quiet_since = millisecond + 1
    return found

"""Streams as a relay sees them: the sizes of their frames."""
import re
import subprocess

from .programs import BUILD

ENCODED = {"2m": ("2000k", "1280x720"), "500k": ("500k", "640x360")}
ENCODED_RATE = 30
KEY_FRAME_SECONDS = 2
KEY_FRAME_WEIGHT = 6  # the size of a key frame of a generated stream, relative to the other frames


def bits(name):
    match = re.fullmatch(r"(\d+)([km])", name)
    if not match:
        raise ValueError(f"invalid bit rate: {name}; use 2m, 500k or 100k, for example")
    return int(match[1]) * {"k": 1_000, "m": 1_000_000}[match[2]]


def usual_rate(name):
    """Frames a second; slow streams are sent slowly, as cameras do."""
    return 30 if bits(name) >= 300_000 else 10


def sizes(name, rate):
    """The file with the sizes of a stream's frames: of 20 s of H.264, or generated."""
    if name in ENCODED and rate == ENCODED_RATE:
        return encoded(name)
    file = BUILD / f"{name}-{rate}.sizes"
    gop = rate * KEY_FRAME_SECONDS
    usual = bits(name) / 8 * KEY_FRAME_SECONDS / (gop - 1 + KEY_FRAME_WEIGHT)
    file.write_text("".join(f"{usual * (KEY_FRAME_WEIGHT if i % gop == 0 else 1):.0f}\n" for i in range(10 * gop)))
    return file


def encoded(name):
    (rate, picture), file = ENCODED[name], BUILD / f"{name}.sizes"
    if not file.exists():
        source = f"testsrc2=size={picture}:rate={ENCODED_RATE},noise=alls=12:allf=t"
        film = BUILD / f"{name}.flv"
        subprocess.run(["ffmpeg", "-hide_banner", "-loglevel", "error", "-y", "-f", "lavfi", "-i", source, "-t", "20",
                        "-c:v", "libx264", "-preset", "veryfast", "-tune", "zerolatency", "-profile:v", "high",
                        "-pix_fmt", "yuv420p", "-g", str(KEY_FRAME_SECONDS * ENCODED_RATE), "-sc_threshold", "0",
                        "-b:v", rate, "-maxrate", rate, "-bufsize", rate, film], check=True)
        file.write_text(subprocess.run(["ffprobe", "-v", "error", "-show_entries", "packet=size", "-of", "csv=p=0",
                                        film], check=True, capture_output=True, text=True).stdout)
    return file

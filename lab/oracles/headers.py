"""The content of an H.264 stream, from FFmpeg's trace of its headers and libx264's own settings message."""
import re
import subprocess


def fields(path):
    """Every value of every syntax element of the headers, by its name in the standard, in the stream's order."""
    command = ["ffmpeg", "-nostdin", "-hide_banner", "-i", str(path), "-c", "copy", "-bsf:v", "trace_headers",
               "-f", "null", "-"]
    traced = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=True).stderr
    values = {}
    for name, value in re.findall(r"\] \d+\s+(\S+)\s+[01]+ = (-?\d+)$", traced, re.MULTILINE):
        values.setdefault(name, []).append(int(value))
    return values


def x264_settings(path):
    """The settings that libx264 writes into the first picture; empty for other encoders."""
    text = re.search(rb"x264 - core \d.*?options: ([ -~]*)", path.read_bytes(), re.DOTALL)
    return dict(pair.split("=", 1) for pair in text[1].decode().split() if "=" in pair) if text else {}


def driver_log(path):
    """The lines of the VA-API test driver as dictionaries; numbers are numbers."""
    lines = []
    for line in path.read_text().splitlines() if path.exists() else []:
        number, type, *pairs = line.split()
        values = {key: int(value) if value.lstrip("-").isdigit() else value
                  for key, value in (pair.split("=") for pair in pairs)}
        lines.append({"number": int(number), "type": type, **values})
    return lines

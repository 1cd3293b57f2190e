"""Inputs for publishers, made by FFmpeg."""
import subprocess

import media


def make(path, *arguments):
    """Makes a file with FFmpeg."""
    command = ["ffmpeg", "-nostdin", "-y", "-loglevel", "error", *map(str, arguments), str(path)]
    subprocess.run(command, check=True)
    return path


def pictures_to_encode(path, seconds, size="640x360", rate=30, coding="mjpeg"):
    """A moving picture that needs encoding."""
    form = "yuvj420p" if coding == "mjpeg" else "yuv420p"
    return make(path, "-f", "lavfi", "-i", f"testsrc2=size={size}:rate={rate}", "-t", seconds,
                "-c:v", coding, "-q:v", 3, "-pix_fmt", form)


def film(path, seconds):
    """The streams of a typical film in an mp4: High profile with B pictures, two slices, and AAC."""
    return make(path, "-f", "lavfi", "-i", "testsrc2=size=640x360:rate=25", "-f", "lavfi", "-i",
                "sine=frequency=440:sample_rate=48000", "-t", seconds, "-c:v", "libx264", "-preset", "veryfast",
                "-bf", 2, "-g", 50, "-x264-params", "slices=2", "-pix_fmt", "yuv420p", "-c:a", "aac", "-b:a", "96k")


def unbounded(path, seconds):
    """Baseline of picture order count type 2 without VUI: without reordering, and without a statement about it."""
    make(path, "-f", "lavfi", "-i", "testsrc2=size=640x360:rate=25", "-t", seconds, "-c:v", "libx264", "-preset",
         "veryfast", "-profile:v", "baseline", "-g", 50, "-pix_fmt", "yuv420p")
    stream = path.read_bytes()
    for sps in {unit for unit in media.nal_units(stream) if unit[0] & 31 == 7}:
        stream = stream.replace(sps, _without_vui(sps))
    path.write_bytes(stream)
    return path


def _without_vui(sps):
    """A Baseline SPS up to its VUI (7.3.2.1.1)."""
    bits = "".join(f"{byte:08b}" for byte in sps.replace(b"\0\0\3", b"\0\0"))
    at = 8 * 4

    def ue():
        nonlocal at
        zeros = bits.index("1", at) - at
        at += 2 * zeros + 1
        return int(bits[at - zeros - 1 : at], 2) - 1

    _, _, type = ue(), ue(), ue()
    assert sps[1] == 66 and type == 2, "x264 encodes Baseline with picture order count type 2"
    ue()  # max_num_ref_frames
    at += 1
    ue(), ue()  # the size
    at += 3  # frame_mbs_only_flag is 1 in Baseline; frame_cropping_flag is the last
    if bits[at - 1] == "1":
        ue(), ue(), ue(), ue()
    bare = bits[:at] + "01"
    return int(bare.ljust(-len(bare) // 8 * -8, "0"), 2).to_bytes(-(-len(bare) // 8), "big")

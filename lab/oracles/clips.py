"""Things to publish, made by FFmpeg."""
import subprocess


def make(path, *arguments):
    """Makes a file by FFmpeg."""
    command = ["ffmpeg", "-nostdin", "-y", "-loglevel", "error", *map(str, arguments), str(path)]
    subprocess.run(command, check=True)
    return path


def pictures_to_encode(path, seconds, size="640x360", rate=30, coding="mjpeg"):
    """A moving picture that has to be encoded anew."""
    form = "yuvj420p" if coding == "mjpeg" else "yuv420p"
    return make(path, "-f", "lavfi", "-i", f"testsrc2=size={size}:rate={rate}", "-t", seconds,
                "-c:v", coding, "-q:v", 3, "-pix_fmt", form)


def film(path, seconds):
    """What is in an mp4 of a film: High profile with B pictures, two slices, and AAC."""
    return make(path, "-f", "lavfi", "-i", "testsrc2=size=640x360:rate=25", "-f", "lavfi", "-i",
                "sine=frequency=440:sample_rate=48000", "-t", seconds, "-c:v", "libx264", "-preset", "veryfast",
                "-bf", 2, "-g", 50, "-x264-params", "slices=2", "-pix_fmt", "yuv420p", "-c:a", "aac", "-b:a", "96k")

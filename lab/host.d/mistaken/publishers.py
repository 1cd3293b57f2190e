"""Mistakes with encoders, inputs and files of several streams."""
import os

from mistaken.place import BAD_DATA, EXAMPLE, NO_INPUT, SETTINGS, UNAVAILABLE, USAGE


def encoding(place):
    """Without notes about the input, which publish prints before it finds the mistake."""
    nodes = ({name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}, place.text, "/dev/null")
    rows = (
        ("an unknown encoder", UNAVAILABLE, "'streamd devices'", "--encoder", "h265_best"),
        ("an encoder of another codec", USAGE, "'streamd devices'", "--encoder", "mpeg4"),
        ("an invalid bit rate", USAGE, EXAMPLE, "--bitrate", "fast"),
        ("a bit rate that is too low", USAGE, EXAMPLE, "--bitrate", "5"),
        ("an unknown rate control", USAGE, "'cbr', 'vbr'", "--rate-control", "abr"),
        ("a constant quantiser with a bit rate", USAGE, "leave one out", "--rate-control", "cqp", "--bitrate", "1M"),
        ("a maximum below the average", USAGE, ";", "--rate-control", "vbr", "--bitrate", "2M", "--max-bitrate", "1M"),
        ("a maximum without an average", USAGE, "--bitrate", "--rate-control", "vbr", "--max-bitrate", "1M"),
        ("a quality beyond the scale", USAGE, "from 1 to 51", "--rate-control", "crf", "--quality", "99"),
        ("a quality at a constant bit rate", USAGE, "--bitrate", "--rate-control", "cbr", "--quality", "20"),
        ("an unknown profile", USAGE, "- baseline", "--profile", "extreme"),
        ("an unknown level", USAGE, EXAMPLE, "--level", "9.9"),
        ("a level too low for the size", USAGE, "--level 1.3", "--level", "1", "--encoder", "libx264"),
        ("an empty group of pictures", USAGE, "2s", "--gop", "0"),
        ("a group of a negative time", USAGE, "2s", "--gop=-2s"),
        ("B pictures with low latency", USAGE, "--latency quality", "--b-frames", "2"),
        ("B pictures in baseline", USAGE, "main", "--b-frames", "2", "--latency", "quality", "--profile", "baseline"),
        ("an unknown preset", USAGE, "veryfast", "--preset", "sluggish", "--encoder", "libx264"),
        ("an option without a value", USAGE, "name=value", "--encoder-option", "crf"),
        ("an unknown encoder option", USAGE, "ffmpeg -h", "--encoder-option", "sparkle=1", "--encoder", "libx264"),
        ("an invalid size", USAGE, EXAMPLE, "--size", "big"),
        ("a size by its lines", USAGE, EXAMPLE, "--size", "1080p"),
        ("an odd size", USAGE, "write 640x360", "--size", "641x360"),
        ("an empty size", USAGE, "write 16x16", "--size", "0x0"),
        ("a frame rate of zero", USAGE, EXAMPLE, "--fps", "0"),
        ("a rotation of 45 degrees", USAGE, "'90', '180'", "--rotate", "45"),
        ("an unknown mirror", USAGE, "'horizontal'", "--flip", "sideways"),
        ("an unknown filter", USAGE, "'sparkle'.*;", "--filter", "sparkle=1"),
        ("an incomplete filter", USAGE, "'\\('.*;", "--filter", "scale=("),
        ("a missing render node", NO_INPUT, "--encoder auto", "--encoder", "h264_vaapi", "--vaapi-device",
         "/dev/dri/renderD222"),
        *((f"{node} as a render node", UNAVAILABLE, "--encoder auto", "--encoder", "h264_vaapi", "--vaapi-device", node,
           {"env": nodes[0]}) for node in nodes[1:]),
        ("a missing microphone", NO_INPUT, "'streamd devices'", "--audio", "hw:77"),
        ("a sound server's source without a name", USAGE, "'pulse'", "--audio", "pulse:"),
        ("an RTSP transport for a file", USAGE, "rtsp://", "--rtsp-transport", "udp"),
        ("a frame rate by the wrong option", USAGE, "--fps", "--rate", "30"),
        ("a stream's name as an option", USAGE, "--to 127.0.0.1:7450/yard", "--name", "yard"),
        ("a speed that is too high", USAGE, "0.001 to 1000", "--speed", "2000"),
        ("a camera's format for a file", USAGE, "--filter", "--pixel-format", "nv12"),
        ("a file on demand", USAGE, "remove it for files", "--on-demand"),
    )
    return [published(place, *row, before=[place.clip]) for row in rows]


def inputs(place):
    secret = place.written("secret.mkv", place.clip.read_bytes(), 0)
    rows = (
        ("a missing camera", NO_INPUT, "'streamd devices'", "/dev/video77"),
        ("a device that is not a camera", BAD_DATA, ";", "/dev/null"),
        ("a camera with an unknown id", NO_INPUT, "'streamd devices'", "/dev/v4l/by-id/nothing"),
        ("a machine without a camera", NO_INPUT, "publish test:"),
        ("a missing file", NO_INPUT, "check the name", place.none),
        ("a file without media", BAD_DATA, ";", place.text),
        ("an empty file", BAD_DATA, "is empty", place.empty),
        ("a folder", NO_INPUT, "name a file", place.folder),
        ("a file without read permission", NO_INPUT, "access", secret, place.nobody),
        ("a scaled file without pictures", USAGE, "leave out", place.sound, "--size", "320x180"),
        ("another format than the file's", BAD_DATA, "--input-format", place.text, "--input-format", "mpegts"),
        ("an unreachable server", UNAVAILABLE, "check host and port", "http://127.0.0.1:9/nothing.mp4"),
        ("a page that is not there", NO_INPUT, "check the address", f"http://{place.web}/nothing.mp4"),
        ("a camera on an unknown host", NO_INPUT, "check its spelling", "rtsp://camera.invalid/nothing"),
        ("an unknown RTSP transport", USAGE, "'tcp', 'udp'", "rtsp://127.0.0.1:9/a", "--rtsp-transport", "pigeon"),
        ("an unknown scheme", USAGE, ";", "gopher7://example.invalid/"),
        ("a port for OBS that is too large", USAGE, "from 1 to 65535", "rtmp://127.0.0.1:99999/live?listen"),
        ("a port for OBS that is in use", UNAVAILABLE, "choose another port", f"rtmp://{place.relay}/live?listen"),
        ("a test picture that is too small", USAGE, "write 16x16", "test:size=1x1"),
        ("a test picture with an unknown setting", USAGE, "size and rate", "test:colour=blue"),
        ("a test picture that stands still", USAGE, "write 30", "test:rate=0"),
        ("standard input with an unknown format", USAGE, "such as mpegts", "-", "--input-format", "nonsense"),
        ("standard input that is empty", BAD_DATA, "empty", "-"),
        ("standard input that is an MP4 file", BAD_DATA, "--input-format mp4", "-",
         {"stdin": place.film}),
        ("standard input to encode without its format", USAGE, "--input-format", "-", "--size", "320x180"),
        ("standard input without an end", USAGE, "--loop needs a file", "-", "--loop", "--input-format", "mpegts"),
        ("a test picture without an end", USAGE, "remove it", "test:", "--loop"),
        ("a format for a test picture", USAGE, "for files", "test:", "--input-format", "mpegts"),
        ("a warm camera without demand", USAGE, "needs --on-demand", "test:", "--keep-warm", "5s"),
        ("sound for a stream without pictures to encode", USAGE, "leave it out", place.h264, "--audio-bitrate", "64k"),
    )
    return [published(place, *row) for row in rows]


def published(place, name, code, says, *arguments, before=()):
    *arguments, options = arguments if arguments and isinstance(arguments[-1], dict) else (*arguments, {})
    return (name, code, says, "publish", *before, *arguments, "--to", f"{place.relay}/other", "--quiet", options)


def several_streams(place):
    """Files of `publish --config`."""
    stream = "streams:\n  yard:\n    "
    files = (
        ("a file without streams", "as 'input: |each with its options", "to: 127.0.0.1:7450\n"),
        ("a list in place of streams", "'streams:'", "- yard\n- gate\n"),
        ("a stream without options", "'input: /dev/video0'", "streams:\n  yard: /dev/video0\n"),
        ("a misspelled option in a file", "line 3.*did you mean 'input'", stream + "imput: /dev/video0\n"),
        ("an invalid value in a file", "line 3.*bitrate.*" + EXAMPLE, stream + "bitrate: fast\n"),
        ("a word in place of true", "line 4.*true or false", stream + "input: a.mp4\n    loop: maybe\n"),
        ("two inputs for a stream", "line 3.*a single value", stream + "input: [a.mp4, b.mp4]\n"),
        ("standard input for a stream", "name a pipe or a file", stream + "input: '-'\n"),
        ("a name twice in a file", "line 4.*twice", stream + "input: a.mp4\n  yard:\n    input: b.mp4\n"),
        ("a space in a name in a file", "line 2: A stream name has", "streams:\n  my yard:\n    input: a.mp4\n"),
        ("a stream's name behind the relay", "the relay alone", "to: 127.0.0.1/live\n" + stream + "input: a.mp4\n"),
        ("a colon that needs quotes", "needs quotes", stream + "input: test:\n"),
        ("a tab in a file", "with spaces", "streams:\n\tyard:\n"),
        ("a token file that is missing in a file", "check the name", "token-file: none\n" + stream + "input: a.mp4\n"),
        ("a relay's file for publish", "'streamd relay'", "listen: 0.0.0.0:7450\ntokens: tokens\nmax-viewers: 5\n"),
    )
    config = ("publish", "--config")
    paths = [place.written(f"cameras-{number}.yaml", content) for number, (*_, content) in enumerate(files)]
    return (
        *((name, SETTINGS, says, *config, path) for path, (name, says, _) in zip(paths, files)),
        ("a missing file of streams", SETTINGS, "check the name", *config, f"{place.none}.yaml"),
        ("a film as a file of streams", SETTINGS, ".yaml, .yml or .json", *config, place.film),
        ("YAML in a JSON file", SETTINGS, "rename", *config, place.written("cameras.json", files[3][-1])),
        ("an option beside a file", USAGE, "leave those on the command line out", *config, paths[3], "--bitrate", "1M"),
        ("a check without a file", USAGE, "name it", "publish", "--check-config"),
    )

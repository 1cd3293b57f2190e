"""Mistakes with commands, addresses, outputs, recordings and control."""
import os

from mistaken.place import BAD_DATA, CANNOT_WRITE, EXAMPLE, NO_INPUT, REFUSED, UNAVAILABLE, USAGE


def commands(place):
    return (
        ("a misspelled command", USAGE, "did you mean 'watch'", "wach"),
        ("a misspelled command of ctl", USAGE, "did you mean 'streams'", "ctl", "stream"),
        ("a misspelled command of ctl record", USAGE, "record --help|mean 'start'", "ctl", "record", "strat"),
        ("a command that token does not have", USAGE, "'streamd token --help' lists", "token", "make"),
        ("help on a misspelled command", USAGE, "did you mean 'record'", "help", "recrod"),
        ("a word that is no command", USAGE, "'streamd --help' lists", "stream", place.relay),
        ("a misspelled option", USAGE, "Did you mean '--bitrate'", "publish", place.clip, "--bitrat", "1M"),
        ("a misspelled flag", USAGE, "Did you mean '--json'", "devices", "--jsno"),
        ("a secret as an option", USAGE, "'--token'", "watch", place.relay, "--token", "secret"),
        ("a viewer's option for a relay", USAGE, "Did you mean '--tokens'", "relay", "--token", place.viewer),
        ("an option whose value is missing", USAGE, "Missing value for '-o", "watch", place.relay, "-o"),
        ("an address too many", USAGE, "Unexpected argument", "watch", place.relay, place.relay),
        ("an input too many", USAGE, "Unexpected argument", "publish", place.clip, place.film),
        ("a port without its option", USAGE, "Unexpected argument '7450'", "relay", "7450"),
    )


def addresses(place):
    relay = place.relay
    return (
        ("a browser's address", USAGE, "'tls://' and 'streamd://'", "watch", f"http://{relay}/live"),
        ("an RTMP address for a viewer", USAGE, "'tls://' and 'streamd://'", "watch", f"rtmp://{relay}/live"),
        ("an RTMP address for a relay", USAGE, "write it like", "publish", place.h264, "--to", f"rtmp://{relay}/live"),
        ("an address whose port is too large", USAGE, "from 1 to 65535", "watch", "127.0.0.1:70000"),
        ("an address whose port is a word", USAGE, "from 1 to 65535", "health", "127.0.0.1:http"),
        ("the port 0", USAGE, "from 1 to 65535", "record", "127.0.0.1:0/live", "--to", place.none),
        ("an IPv6 address without brackets", USAGE, "needs brackets", "list", "::1:7450"),
        ("a bracket too few", USAGE, "bracket is missing", "load", "[::1:7450/live"),
        ("an empty address", USAGE, "needs a host name", "watch", ""),
        ("a file in place of an address", USAGE, f"'{place.film}'", "watch", place.film),
        ("a file in place of an address to record", USAGE, f"'{place.film}'", "record", place.film, "--to", place.none),
        ("a file in place of the relay", USAGE, "needs a host name", "publish", place.h264, "--to", place.film),
        ("a space in a name", USAGE, "A stream name has", "watch", f"{relay}/my stream"),
        ("a slash at the end of a name", USAGE, "A stream name has", "snapshot", f"{relay}/live/"),
        ("an umlaut in a name", USAGE, "A stream name has", "play", f"{relay}/küche"),
        ("a name that leaves its folder", USAGE, "A stream name has", "clip", f"{relay}/../live"),
        ("a name of 256 letters", USAGE, "1 to 255", "load", f"{relay}/{'x' * 256}"),
        ("a pattern to publish", USAGE, "A stream name has", "publish", place.h264, "--to", f"{relay}/studio/*"),
        ("a pattern to list", USAGE, "A stream name has", "list", f"{relay}/studio/*"),
        ("a star inside a pattern to record", USAGE, "at the end", "record", f"{relay}/*/a", "--to", place.none),
        ("an invalid address for the doctor", USAGE, "from 1 to 65535", "doctor", "nowhere:port"),
        ("an invalid relay address", USAGE, "from 1 to 65535", "publish", place.clip, "--to", "nowhere:port/x"),
    )


def relays(place):
    relay, dead, none = place.relay, "127.0.0.1:9", place.none
    return (
        ("a relay that does not run", UNAVAILABLE, "is a relay running there", "watch", dead, "--no-wait"),
        ("a list of a relay that does not run", UNAVAILABLE, "is a relay running there", "list", dead),
        ("a clip from a relay that does not run", UNAVAILABLE, "running there", "clip", dead, "-o", f"{none}.mp4"),
        ("an unknown host", UNAVAILABLE, "check its spelling", "health", "relay.invalid"),
        ("a web server for a viewer", UNAVAILABLE, "check host and port", "watch", place.web),
        ("a web server for a publisher", UNAVAILABLE, "check host and port", "publish", place.h264, "--to", place.web),
        ("a web server for a health check", UNAVAILABLE, "check host and port", "health", place.web),
        ("the admin listener for a viewer", REFUSED, "7450 by default", "watch", place.admin),
        ("the admin listener for a publisher", REFUSED, "7450 by default", "publish", place.h264, "--to", place.admin),
        ("a stream that is not there", UNAVAILABLE, "(?i)live now: 'live'", "watch", f"{relay}/lvie", "--no-wait"),
        ("a clip of a stream that is not there", UNAVAILABLE, "'lvie'.*check the name", "clip", f"{relay}/lvie", "-o",
         f"{none}.mp4"),
        ("a picture of a stream that is not there", UNAVAILABLE, "'streamd list'", "snapshot", f"{relay}/lvie", "-o",
         f"{none}.jpg"),
        ("load on a stream that is not there", UNAVAILABLE, "check the name", "load", f"{relay}/lvie"),
        ("a name that is taken", REFUSED, "choose another name", "publish", place.h264, "--to", f"{relay}/live"),
        ("a load without viewers", USAGE, "1 to 1000000", "load", relay, "--viewers", "0"),
        ("more viewers than sockets", USAGE, "ulimit -n", "load", relay, "--viewers", "1000000"),
        ("a load for an unclear time", USAGE, EXAMPLE, "load", relay, "--seconds", "long"),
        ("a health check with an unclear time", USAGE, EXAMPLE, "health", relay, "--timeout", "short"),
    )


def watching(place):
    watch = ("watch", place.relay)
    return (
        ("an output that exists", CANNOT_WRITE, "--force", *watch, "-o", place.text),
        ("an output that is a folder", CANNOT_WRITE, "name a file in it", *watch, "-o", place.folder),
        ("an output in a missing folder", CANNOT_WRITE, "check the name", *watch, "-o", f"{place.none}/out.mp4"),
        ("an output in a file as its folder", CANNOT_WRITE, "check the name", *watch, "-o", f"{place.text}/out.mp4"),
        ("an output in a folder of another user", CANNOT_WRITE, "access", *watch, "-o", place.locked / "out.mp4",
         place.nobody),
        ("an output with an unknown extension", USAGE, ".mp4, .ts", *watch, "-o", f"{place.none}.avi"),
        ("an output without an extension", USAGE, ".mp4, .ts", *watch, "-o", place.none),
        ("an unknown format", USAGE, "'mp4', 'ts'", *watch, "--format", "avi"),
        ("a duration of zero", USAGE, "'--duration 30s'", *watch, "--duration", "0"),
        ("a negative duration", USAGE, EXAMPLE, *watch, "--duration=-5s"),
        ("a duration in words", USAGE, EXAMPLE, *watch, "--duration", "5 minutes"),
        ("a latency that is too short", USAGE, "200ms", *watch, "--max-latency", "10ms"),
        ("history from the newest frame on", USAGE, "'--start rap'", *watch, "--history", "5s", "--start", "live"),
        ("an unknown start", USAGE, "'rap', 'live'", *watch, "--start", "now"),
        ("an unknown track", USAGE, "video, audio or a number", *watch, "--track", "subtitles"),
        ("sound in a file of pictures", USAGE, "--track audio", *watch, "--track", "audio", "-o", f"{place.none}.h264"),
        ("a stream without sound", UNAVAILABLE, "0 \\(video\\)", *watch, "-o", f"{place.none}.aac"),
        ("a track that the stream does not have", UNAVAILABLE, "0 \\(video\\)", *watch, "--track", "7", "-o",
         f"{place.none}.mp4"),
    )


def clipping(place):
    clip, shot, none = ("clip", place.relay), ("snapshot", place.relay), place.none
    return (
        ("a clip of no length", USAGE, "'--last 30s'", *clip, "--last", "0", "-o", f"{none}.mp4"),
        ("a clip of an unclear length", USAGE, EXAMPLE, *clip, "--last", "minute", "-o", f"{none}.mp4"),
        ("a clip that is no MP4", USAGE, "'-o clip.mp4'", *clip, "-o", f"{none}.mkv"),
        ("a clip that exists", CANNOT_WRITE, "--force", *clip, "-o", place.text),
        ("a clip on a full disk", CANNOT_WRITE, "make room", *clip, "-o", "/dev/full"),
        ("a picture in an unknown format", USAGE, "'jpg' and 'png'", *shot, "--format", "gif"),
        ("a picture with an unknown extension", USAGE, "--format", *shot, "-o", f"{none}.gif"),
        ("a picture in a folder that is missing", CANNOT_WRITE, "check the name", *shot, "-o", f"{none}/shot.jpg"),
        ("a picture of an unclear time", USAGE, EXAMPLE, *shot, "--ago", "yesterday", "-o", f"{none}.jpg"),
        ("a picture without time for it", UNAVAILABLE, "'streamd list'", *shot, "--timeout", "0", "-o", f"{none}.jpg"),
    )


def exporting(place):
    early, late = "2026-11-22T14:25:00Z", "2026-11-22T14:40:00Z"
    time, out = ("--from", early, "--to", late), ("-o", f"{place.none}.mp4")
    broken = place.file("broken")
    (broken / "2026-11-22").mkdir(parents=True)
    (broken / "2026-11-22" / "14-30-00Z.mp4").write_text("no film")
    stream = place.recordings / "live"
    return (
        ("an export from a missing folder", NO_INPUT, "check the name", "export", place.none, *time, *out),
        ("an export from a file", NO_INPUT, "check the name", "export", place.film, *time, *out),
        ("an export that ends before it begins", USAGE, "must be later", "export", stream, "--from", late,
         "--to", early, *out),
        ("an export from an unclear time", USAGE, EXAMPLE, "export", stream, "--from", "14:25", "--to", late, *out),
        ("an export without an end", USAGE, "--to <time>", "export", stream, "--from", early, *out),
        ("an export of a time without recordings", NO_INPUT, "in UTC", "export", stream, *time, *out),
        ("an export of a damaged file", BAD_DATA, "; move", "export", broken, *time, *out),
        ("an export that exists", CANNOT_WRITE, "--force", "export", stream, *time, "-o", place.text),
        ("an export that is no MP4", USAGE, "'-o out.mp4'", "export", stream, *time, "-o", f"{place.none}.mkv"),
    )


def recording(place):
    relay, to = place.relay, ("--to", place.file("other"), "--admin", "off")
    record = ("record", relay, *to)
    return (
        ("a recorder without a relay", USAGE, "host:port", "record", *to),
        ("a recorder without a folder", USAGE, "--to <folder>", "record", relay),
        ("recordings in a file", CANNOT_WRITE, "notes.mp4: .*check the name", "record", relay, "--to", place.text,
         "--admin", "off"),
        ("recordings in a folder without a parent", CANNOT_WRITE, "check the name", "record", relay, "--to",
         f"{place.none}/none", "--admin", "off"),
        ("recordings in a folder of another user", CANNOT_WRITE, "access", "record", relay, "--to", place.locked,
         "--admin", "off", place.nobody),
        ("two recorders in a folder", CANNOT_WRITE, "another folder", "record", relay, "--to", place.recordings,
         "--admin", "off"),
        ("files that are too short", USAGE, "'--segment 10m'", *record, "--segment", "0.5s"),
        ("files of an unclear length", USAGE, EXAMPLE, *record, "--segment", "hourly"),
        ("an unclear age to keep", USAGE, EXAMPLE, *record, "--keep", "forever"),
        ("an unclear number of bytes", USAGE, EXAMPLE, *record, "--max-bytes", "lots"),
        ("a share of the disk", USAGE, EXAMPLE, *record, "--min-free", "20%"),
        ("a recorder's admin listener without a port", USAGE, "host:port", *record, "--admin", "localhost"),
        ("a recorder's admin listener for other machines", USAGE, "127.0.0.1", *record, "--admin", "0.0.0.0:0"),
        ("a recorder's admin port that is in use", UNAVAILABLE, "in use", *record, "--admin", place.recorder),
        # A folder has one recorder.
        ("a recorder with an unknown token", REFUSED, "--token-file", "record", place.guarded, *to, "--token-file",
         place.wrong),
        ("the admin listener for a recorder", REFUSED, "7450 by default", "record", place.admin, "--to",
         place.folder / "second", "--admin", "off"),
        ("a web server for a recorder", UNAVAILABLE, "check host and port", "record", place.web, "--to",
         place.folder / "third", "--admin", "off"),
    )


def playing(place):
    screen = {"DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"}
    blind = {name: value for name, value in os.environ.items() if name not in screen}
    blind |= {"SDL_AUDIODRIVER": "dummy", "XDG_RUNTIME_DIR": str(place.folder)}
    dummy = {"env": blind | {"SDL_VIDEODRIVER": "dummy"}}
    return (
        ("a player without a screen", UNAVAILABLE, "DISPLAY", "play", place.relay, {"env": blind}),
        ("a missing file to play", NO_INPUT, "check the name", "play", "missing.mp4", dummy),
        ("a folder to play", NO_INPUT, "name a file", "play", place.folder, dummy),
        ("notes to play", BAD_DATA, "notes.mp4", "play", place.text, dummy),
        ("a token that is missing to play", REFUSED, "--token-file", "play", place.guarded, dummy),
        ("standard input twice", USAGE, "once", "play", "-", "-"),
        ("more streams than fit", USAGE, "at most 64", "play", *["a"] * 65),
        ("a latency that is too long", USAGE, EXAMPLE, "play", place.relay, "--latency", "1m"),
    )


def controlling(place):
    admin, recorder, dead = ("--admin", place.admin), ("--admin", place.recorder), ("--admin", "127.0.0.1:9")
    return (
        ("the relay's port for top", UNAVAILABLE, "7451 by default", "top", place.relay),
        ("the relay's port for ctl", UNAVAILABLE, "7451 by default", "ctl", "reload", "--admin", place.relay),
        ("a web server for ctl", UNAVAILABLE, "not an admin listener", "ctl", "streams", "--admin", place.web),
        ("a recorder for top", UNAVAILABLE, "recorder", "top", place.recorder),
        ("a relay for ctl record", UNAVAILABLE, "relay's admin listener", "ctl", "record", "start", "live", *admin),
        ("a relay that top cannot reach", UNAVAILABLE, "'streamd relay'", "top", "127.0.0.1:9"),
        ("a recorder that does not run", UNAVAILABLE, "'streamd record'", "ctl", "record", "list", *dead),
        ("an admin listener without a port", USAGE, "host:port", "top", "localhost"),
        ("a browser's address for top", USAGE, "host:port", "top", f"http://{place.admin}"),
        ("an admin port that is too large", USAGE, "host:port", "ctl", "streams", "--admin", "127.0.0.1:74510"),
        ("an address without --admin", USAGE, "Unexpected argument", "ctl", "streams", place.admin),
        ("a page that comes too often", USAGE, "100ms to 1h", "top", place.admin, "--interval", "1ms"),
        ("an unknown order", USAGE, "viewers", "top", place.admin, "--sort", "size"),
        ("an impossible pattern", USAGE, "'studio/\\*'", "top", place.admin, "--stream", "my stream"),
        ("a name in place of a connection's number", USAGE, "'connections'", "ctl", "kick", "live", *admin),
        ("a connection that is not there", UNAVAILABLE, "99999", "ctl", "kick", "99999", *admin),
        ("an end of a stream that is not there", UNAVAILABLE, "list of streams", "ctl", "close", "lvie", *admin),
        ("an unknown log level for ctl", USAGE, "- debug", "ctl", "log-level", "loud", *admin),
        ("a recording of an unknown stream", UNAVAILABLE, "'lvie'", "ctl", "record", "start", "lvie", *recorder),
    )


def inspecting(place):
    return (
        ("nothing to inspect", USAGE, "--sps", "inspect"),
        ("a file and an SPS", USAGE, "either", "inspect", place.h264, "--sps", "6742"),
        ("a missing file to inspect", NO_INPUT, "check the name", "inspect", place.none),
        ("a folder to inspect", NO_INPUT, "name a file in it", "inspect", place.folder),
        ("notes to inspect", BAD_DATA, "neither H.264 .*;", "inspect", place.text),
        ("an empty file to inspect", BAD_DATA, "empty", "inspect", place.empty),
        ("an MP4 file to inspect", BAD_DATA, "ffmpeg", "inspect", place.film),
        ("H.265 to inspect", BAD_DATA, "H.265 \\(HEVC\\);", "inspect", place.hevc),
        ("an SPS that is not hexadecimal", BAD_DATA, EXAMPLE, "inspect", "--sps", "zz"),
        ("half an SPS", BAD_DATA, ";", "inspect", "--sps", "6742"),
    )


def testing(place):
    dead, viewer = "127.0.0.1:9", ("conformance", "viewer", "--only", "hello/first")
    return (
        ("a relay to test that does not run", UNAVAILABLE, "is a relay running there", "conformance", "relay", dead),
        ("a relay to test by WebSocket that does not run", UNAVAILABLE, "is a relay running there",
         "conformance", "relay", dead, "--websocket"),
        ("a case that does not exist", USAGE, "--list shows all", "conformance", "relay", place.relay, "--only", "helo"),
        ("a client to test that nobody starts", USAGE, "--run COMMAND, or --listen", *viewer),
        ("a client to test without its address", USAGE, "stands for the address", *viewer, "--run", "true"),
        ("a client to test that is started and waited for", USAGE, "one of the two",
         *viewer, "--run", "true {}", "--listen", "127.0.0.1:0"),
        ("a report of a test in no folder", CANNOT_WRITE, "check the name",
         *viewer, "--run", "true {}", "--junit", f"{place.none}/nowhere/report.xml"),
    )

"""What `streamd record` writes, in ffmpeg, GStreamer, mpv, VLC and Chromium: segments, exports, and the HLS playlist.

Flash and beep are together, the numbers in the pictures rise across files, and players seek.
"""
import signal
import subprocess
import threading
import time

import chromium
import containers
import http.server
import numpy
import recordings
import test_picture

#: How long is recorded; files end after SEGMENT, at the next random access point.
SECONDS, SEGMENT = 16, 5
#: Where players seek to, in seconds, and how far from there the first picture may be: exact seeks are optional.
GOAL, NEAR = 4, 2.2


def run(trial, seconds):
    relay = trial.relay()
    publisher = trial.publish(f"{relay.address}/live", f"test:size=640x360,rate={containers.RATE}", "--encoder", "libx264")
    publisher.wait_to_say("Publishing 'live'")
    folder = trial.file("recordings")
    recorder = trial.start(trial.streamd, "record", f"{relay.address}/live", "--to", folder, "--admin", "off", "--segment",
                           f"{SEGMENT}s", "--pre", "0s")
    time.sleep(seconds)
    recorder.signal(signal.SIGTERM)
    trial.check(recorder.wait() == 0, "record exits with 0")
    publisher.signal(signal.SIGINT)
    publisher.wait()
    stream = folder / "live"
    files = recordings.files(stream)
    trial.require(len(files) >= 2 and len({file.parent for file in files}) == 1, f"{len(files)} files of one day")
    export = trial.file("export.mp4")
    made = subprocess.run([trial.streamd, "export", stream, "--from", "2000-01-01T00:00:00Z", "--to",
                           "2100-01-01T00:00:00Z", "-o", export], capture_output=True, text=True, check=False)
    trial.check(made.returncode == 0, f"export: {made.stderr.strip()}")
    for what, path in (("the first segment", files[0]), ("the second segment", files[1]), ("the export", export)):
        containers.judge(trial, what, path, seconds)
    whole = [number for file in files for number, _ in test_picture.read_file(file)]
    trial.check(whole == [number for number, _ in test_picture.read_file(export)] and whole == sorted(set(whole)),
                f"the export has the {len(whole)} pictures of {len(files)} files, each once")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), lambda *all: recordings.RangeHandler(*all, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        address = f"http://127.0.0.1:{server.server_address[1]}/live/{files[0].parent.name}"
        playlist = recordings.finished_copy(files[0].parent, f"{address}/index.m3u8")
        (folder / "export.mp4").hardlink_to(export)
        export_address = f"{address.rsplit('/', 2)[0]}/export.mp4"
        in_ffmpeg(trial, playlist, whole)
        for source in (files[0].as_uri(), export.as_uri(), playlist):
            containers.gstreamer(trial, source, "mp4")
        for source in (files[0], export, playlist):
            containers.mpv(trial, source)
            wanted = whole[0] + GOAL * containers.RATE, NEAR * containers.RATE
            if source != playlist:
                containers.mpv(trial, source, f"--start={GOAL}", wanted=wanted)
            containers.vlc(trial, source)
            containers.vlc(trial, source, f"--start-time={GOAL}", wanted=wanted)
        in_browser(trial, f"{address}/{files[0].name}", export_address, playlist, whole)
    finally:
        server.shutdown()


def in_ffmpeg(trial, playlist, whole):
    """FFmpeg does not seek in playlists of fragmented MP4, not in its own either."""
    seen = [number for number, _ in test_picture.read_file(playlist)]
    trial.check(seen == whole, f"ffmpeg plays {len(seen)} of {len(whole)} pictures of the playlist, in order")


def near(trial, what, found, whole):
    wanted = whole[0] + GOAL * containers.RATE
    trial.check(found and found[0] is not None and abs(found[0] - wanted) <= NEAR * containers.RATE,
                f"{what} {GOAL} shows picture {found[:1]}, of which {wanted} is {GOAL} s after the beginning")


#: A page that is a player by Media Source Extensions of such playlists: the initialization segment and the ranges.
MEDIA_SOURCE = """(async () => {
  const address = '%s';
  const lines = (await (await fetch(address)).text()).split('\\n');
  const video = document.createElement('video');
  video.muted = true;
  document.body.append(video);
  globalThis.video = video;
  const source = new MediaSource();
  video.src = URL.createObjectURL(source);
  await new Promise((next) => source.addEventListener('sourceopen', next, { once: true }));
  const buffer = source.addSourceBuffer('video/mp4; codecs="avc1.64001F, mp4a.40.2"');
  const append = async (path, range) => {
    const headers = range ? { Range: `bytes=${range}` } : {};
    const bytes = await (await fetch(new URL(path, address), { headers })).arrayBuffer();
    buffer.appendBuffer(bytes);
    await new Promise((next) => buffer.addEventListener('updateend', next, { once: true }));
  };
  let range = null;
  for (const line of lines) {
    const map = line.match(/^#EXT-X-MAP:URI="(.*)"/);
    const bytes = line.match(/^#EXT-X-BYTERANGE:(\\d+)@(\\d+)/);
    if (map) {
      await append(map[1]);
    } else if (bytes) {
      range = `${bytes[2]}-${Number(bytes[2]) + Number(bytes[1]) - 1}`;
    } else if (line && !line.startsWith('#')) {
      await append(line, range);
    }
  }
  source.endOfStream();
  globalThis.base = buffer.buffered.start(0);
  video.currentTime = base;
  await video.play();
  return video.duration;
})()"""
ELEMENT = """new Promise((resolve, reject) => {
  const video = document.createElement('video');
  video.muted = true;
  video.addEventListener('error', () => reject(new Error(video.error.message)));
  document.body.append(video);
  globalThis.video = video;
  globalThis.base = 0;
  video.src = '%s';
  video.play().then(() => resolve(video.duration), reject);
})"""
SEEK = """new Promise((resolve) => {
  video.pause();
  video.addEventListener('seeked', () => resolve(video.currentTime), { once: true });
  video.currentTime = base + %f;
})"""


def in_browser(trial, segment, export, playlist, whole):
    browser = chromium.Chromium(trial, "--autoplay-policy=no-user-gesture-required")
    for what, script in (("<video> of a segment", ELEMENT % segment), ("<video> of the export", ELEMENT % export),
                         ("<video> of the playlist", ELEMENT % playlist), ("MediaSource of the playlist", MEDIA_SOURCE % playlist)):
        with browser.page() as page:
            page.open(segment.rsplit("/", 1)[0] + "/")
            length = page.evaluate(script)
            numbers = []
            for _ in range(20):
                numbers.append(look(page))
                time.sleep(0.1)
            shown = [number for number in numbers if number is not None]
            sound = page.evaluate("video.webkitAudioDecodedByteCount")
            trial.check(len(set(shown)) > containers.PLAYS and shown == sorted(shown) and sound > 0,
                        f"Chromium {what} of {length:.1f} s plays: {len(set(shown))} pictures, {sound} bytes of sound")
            page.evaluate(SEEK % GOAL)
            time.sleep(0.2)
            near(trial, f"Chromium {what} at", [look(page)], whole)


def look(page):
    picture = numpy.array(page.evaluate(containers.PIXELS)).reshape(test_picture.HEIGHT, test_picture.WIDTH)
    return test_picture.number(picture)

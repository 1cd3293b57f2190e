import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { PlaybackClock } from "../../Sources/WebPlayer/Assets/clock.js";
import { Picture } from "../../Sources/WebPlayer/Assets/picture.js";
import { VideoDecoding } from "../../Sources/WebPlayer/Assets/video.js";

const sps = (level) => [0, 0, 0, 1, 0x67, 0x42, 0xc0, level, 0xda, 0x7b];
const frame = (media, { key = false, level = 10 } = {}) => ({
  flags: key ? 1 : 0, presentationTime: media,
  payload: Uint8Array.from(key ? [...sps(level), 0, 0, 0, 1, 0x65, 0x88] : [0, 0, 0, 1, 0x41, 0x9a]),
});

/** A decoder that decodes when the test says so. */
class FakeDecoder extends EventTarget {
  static made = [];

  constructor(init) {
    super();
    this.init = init;
    this.state = "unconfigured";
    this.chunks = [];
    this.configurations = [];
    FakeDecoder.made.push(this);
  }

  get decodeQueueSize() { return this.chunks.length; }
  configure(configuration) { this.state = "configured"; this.configurations.push(configuration); }
  reset() { this.state = "unconfigured"; this.chunks = []; }
  close() { this.state = "closed"; }
  decode(chunk) {
    if (this.state !== "configured") throw new Error("InvalidStateError");
    this.chunks.push(chunk);
  }

  /** Decodes everything. */
  run() {
    for (const { timestamp } of this.chunks.splice(0)) this.init.output({ timestamp, closed: false, close() { this.closed = true; } });
    this.dispatchEvent(new Event("dequeue"));
  }

  fail(name = "EncodingError") {
    this.state = "closed";
    this.init.error({ name });
  }
}

let shown;
let requests;
let unsupported;
let mayDecode;
let late;
let video;

beforeEach(() => {
  FakeDecoder.made = [];
  globalThis.VideoDecoder = FakeDecoder;
  globalThis.EncodedVideoChunk = class { constructor(init) { Object.assign(this, init); } };
  [shown, requests, unsupported, mayDecode, late] = [[], 0, [], true, false];
  video = new VideoDecoding({
    decoded: (picture) => shown.push(picture.timestamp), mayDecode: () => mayDecode, isLate: () => late,
    needsKeyFrame: () => { requests += 1; }, unsupported: (codec) => unsupported.push(codec),
  });
});

afterEach(() => {
  delete globalThis.VideoDecoder;
  delete globalThis.EncodedVideoChunk;
});

test("decoding begins with a random access point, without a description and for low latency", () => {
  video.add(frame(0), 0);
  assert.equal(FakeDecoder.made.length, 0);
  video.add(frame(1, { key: true }), 0);
  video.add(frame(2), 0);
  const [decoder] = FakeDecoder.made;
  assert.deepEqual(decoder.configurations, [{ codec: "avc1.42C00A", optimizeForLatency: true }]);
  assert.deepEqual(decoder.chunks.map(({ type, timestamp }) => [type, timestamp]), [["key", 1], ["delta", 2]]);
  decoder.run();
  assert.deepEqual(shown, [1, 2]);
});

test("after an error, a new decoder repeats what the last one had, and shows what comes after it", () => {
  video.add(frame(0, { key: true }), 0);
  video.add(frame(1), 0);
  FakeDecoder.made[0].run();
  video.add(frame(2), 0);
  FakeDecoder.made[0].fail();
  video.add(frame(3), 0);
  assert.deepEqual(FakeDecoder.made[1].chunks.map(({ timestamp }) => timestamp), [0, 1, 2, 3]);
  FakeDecoder.made[1].run();
  assert.deepEqual(shown, [0, 1, 2, 3]);
  assert.equal(video.failuresInAll, 1);
  assert.equal(requests, 0);
});

test("what fails again and again is repeated twice; then a key frame is asked for", () => {
  video.add(frame(0, { key: true }), 0);
  video.add(frame(1), 0);
  for (const index of [0, 1, 2]) {
    FakeDecoder.made[index].run();
    video.add(frame(2), 0);
    FakeDecoder.made[index].fail();
    assert.equal(requests, index < 2 ? 0 : 1);
  }
  video.add(frame(3), 0);
  assert.equal(FakeDecoder.made.length, 3);
  video.add(frame(4, { key: true }), 0);
  FakeDecoder.made[3].run();
  video.add(frame(5), 0);
  FakeDecoder.made[3].fail();
  assert.deepEqual(FakeDecoder.made[4].chunks.map(({ timestamp }) => timestamp), [4, 5]);
});

test("a decoder that has decoded nothing gets nothing again, and neither does one that had too much", () => {
  video.add(frame(0, { key: true }), 0);
  video.add(frame(1), 0);
  FakeDecoder.made[0].fail();
  assert.deepEqual([FakeDecoder.made.length, requests], [1, 1]);
  video.add(frame(10, { key: true }), 0);
  for (let media = 11; media < 200; media++) {
    video.add(frame(media), 0);
    FakeDecoder.made[1].run();
  }
  FakeDecoder.made[1].fail();
  assert.deepEqual([FakeDecoder.made.length, requests, video.kept.length], [2, 2, 0]);
});

test("after an error of a decoder that cannot repeat, a new one begins at the next random access point", () => {
  video.add(frame(0, { key: true }), 0);
  FakeDecoder.made[0].fail();
  assert.equal(requests, 1);
  video.add(frame(2), 0);
  assert.equal(FakeDecoder.made.length, 1);
  video.add(frame(3, { key: true }), 0);
  FakeDecoder.made[1].run();
  assert.deepEqual(shown, [3]);
  assert.equal(video.failuresInAll, 1);
});

test("a random access point that waits already is used after an error", () => {
  video.add(frame(0, { key: true }), 0);
  mayDecode = false;
  for (const media of [1, 2]) video.add(frame(media), 0);
  video.add(frame(3, { key: true }), 0);
  mayDecode = true;
  FakeDecoder.made[0].fail();
  FakeDecoder.made[1].run();
  assert.deepEqual(shown, [3]);
});

test("an old decoder's pictures and errors are ignored", () => {
  video.add(frame(0, { key: true }), 0);
  const [old] = FakeDecoder.made;
  old.fail();
  video.add(frame(1, { key: true }), 0);
  old.init.error({ name: "EncodingError" });
  old.init.output({ timestamp: 1, close() {} });
  assert.deepEqual(shown, []);
  assert.equal(video.failuresInAll, 1);
});

test("new parameter sets configure the decoder, equal ones do not", () => {
  for (const [media, level] of [[0, 10], [1, 10], [2, 31]]) video.add(frame(media, { key: true, level }), 0);
  assert.deepEqual(FakeDecoder.made[0].configurations.map(({ codec }) => codec), ["avc1.42C00A", "avc1.42C01F"]);
});

test("a random access point overtakes frames that are late", () => {
  video.add(frame(0, { key: true }), 0);
  for (const media of [1, 2, 3]) video.add(frame(media), 0);
  late = true;
  video.add(frame(9, { key: true }), 0);
  FakeDecoder.made[0].run();
  assert.deepEqual(shown, [9]);
});

test("leading pictures are not shown", () => {
  video.add(frame(100, { key: true }), 0);
  video.add(frame(60), 0);
  video.add(frame(140), 0);
  FakeDecoder.made[0].run();
  assert.deepEqual(shown, [100, 140]);
});

test("a decoder gets no more than it can hold", () => {
  for (let media = 0; media < 40; media++) video.add(frame(media, { key: media === 0 }), 0);
  assert.equal(FakeDecoder.made[0].chunks.length, 8);
  while (video.waiting.length) FakeDecoder.made[0].run();
  FakeDecoder.made[0].run();
  assert.equal(shown.length, 40);
});

test("the bytes that wait to be decoded are bounded", () => {
  mayDecode = false;
  const large = { ...frame(1), payload: new Uint8Array(8_000_000) };
  video.add(frame(0, { key: true }), 0);
  let most = 0;
  for (let media = 1; media < 40; media++) {
    video.add({ ...large, presentationTime: media, flags: media % 10 ? 0 : 1 }, 0);
    most = Math.max(most, video.waiting.length);
  }
  assert.ok(most < 11, `${most} frames of 8 MB wait`);
  assert.equal(video.waitingBytes, video.waiting.reduce((sum, { frame }) => sum + frame.payload.length, 0));
});

test("software decodes after two failures, and a codec that even it does not support is named", () => {
  for (const media of [0, 1, 2]) {
    video.add(frame(media, { key: true }), 0);
    FakeDecoder.made.at(-1).fail("NotSupportedError");
  }
  assert.deepEqual(FakeDecoder.made.map(({ configurations }) => configurations[0].hardwareAcceleration), [undefined, undefined, "prefer-software"]);
  assert.deepEqual(unsupported, ["avc1.42C00A"]);
});

test("pictures that cannot be decoded are reported once", () => {
  for (let media = 0; media < 20; media++) {
    video.add(frame(media, { key: true }), 0);
    FakeDecoder.made.at(-1).fail();
  }
  assert.deepEqual(unsupported, ["avc1.42C00A"]);
});

test("a decoder that throws is replaced", () => {
  video.add(frame(0, { key: true }), 0);
  FakeDecoder.made[0].decode = () => { throw new Error("DataError"); };
  video.add(frame(1), 0);
  assert.equal(FakeDecoder.made[0].state, "closed");
  video.add(frame(2, { key: true }), 0);
  FakeDecoder.made[1].run();
  assert.deepEqual(shown, [2]);
});

// Pictures.

const makeScreen = () => {
  const drawn = [];
  let time = 1e12;
  const clock = new PlaybackClock(0);
  const canvas = { width: 1, height: 1, getContext: () => ({ drawImage: (picture) => drawn.push(picture.timestamp) }) };
  const screen = new Picture(canvas, clock, () => time, { shown() {}, mayDecode() {} });
  const picture = (timestamp) => ({ timestamp, displayWidth: 640, displayHeight: 360, close() { this.closed = true; } });
  return { drawn, clock, canvas, screen, picture, setTime: (value) => { time = value; }, get time() { return time; } };
};

test("old pictures of a burst are not drawn, and every picture is closed", () => {
  const { drawn, clock, canvas, screen, picture, time } = makeScreen();
  clock.began(0, time, 1_000_000, false);
  screen.join(time);
  const pictures = [0, 333_000, 666_000, 999_000].map(picture);
  for (const { timestamp } of pictures) screen.arrived(timestamp, time);
  for (const entry of pictures) screen.offer(entry, { frame: {}, arrivedAt: time });
  assert.deepEqual(drawn, [999_000]);
  assert.ok(pictures.every(({ closed }) => closed));
  assert.deepEqual([screen.shown, screen.dropped, canvas.width, canvas.height], [1, 0, 640, 360]);
});

test("a picture before its time waits", () => {
  const made = makeScreen();
  const { drawn, clock, screen, picture } = made;
  clock.began(0, made.time, 0, false);
  clock.soundHeard(0, made.time + 50_000);
  screen.join(made.time);
  screen.arrived(0, made.time);
  screen.offer(picture(0), { frame: {}, arrivedAt: made.time });
  assert.deepEqual(drawn, []);
  made.setTime(made.time + 50_000);
  screen.tick();
  assert.deepEqual(drawn, [0]);
  screen.clear();
});

test("of two pictures that are due, the newer one is drawn", () => {
  const made = makeScreen();
  const { drawn, clock, screen, picture } = made;
  clock.began(0, made.time, 0, false);
  screen.queue.stream.isJoining = false;
  clock.soundHeard(0, made.time + 50_000);
  for (const media of [0, 33_000]) screen.offer(picture(media), { frame: {}, arrivedAt: made.time });
  made.setTime(made.time + 90_000);
  screen.tick();
  assert.deepEqual([drawn, screen.dropped], [[33_000], 1]);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { SampleRing } from "../../Sources/WebPlayer/Assets/ring.js";

const rate = 48_000;
const tone = (from, count) => Float32Array.from({ length: count }, (_, n) => Math.sin((from + n) * 2 * Math.PI * 440 / rate));

/** Reads `count` samples in quanta of 128. */
function read(ring, count) {
  const all = new Float32Array(count);
  for (let at = 0; at < count; at += 128) {
    const quantum = [new Float32Array(128), new Float32Array(128)];
    ring.read(quantum);
    all.set(quantum[0].subarray(0, Math.min(128, count - at)), at);
  }
  return all;
}

/** Writes and reads until `count` samples came out. */
function play(stretch, count) {
  const ring = new SampleRing(2, rate);
  const output = [];
  let written = 0;
  const feed = () => {
    while (ring.level < 8192) {
      ring.write(written, [tone(written, 1024)]);
      written += 1024;
      if (ring.position === null) ring.seek(0);
    }
  };
  feed();
  ring.stretch = stretch;
  while (output.length < count) {
    feed();
    output.push(...read(ring, 128));
  }
  return { ring, output };
}

test("samples come out as they went in, at their time", () => {
  const ring = new SampleRing(2, rate);
  ring.write(100_000, [tone(0, 1024)]);
  ring.seek(100_000);
  const output = read(ring, 1024);
  assert.deepEqual(output.subarray(64), tone(0, 1024).subarray(64));
});

test("before its first sample, the ring waits in silence", () => {
  const ring = new SampleRing(1, rate);
  ring.write(1000, [tone(0, 1024)]);
  ring.seek(744);
  assert.ok(read(ring, 256).every((sample) => sample === 0));
  assert.equal(ring.position, 1000);
});

test("behind its last sample, the ring waits for more", () => {
  const ring = new SampleRing(1, rate);
  ring.write(0, [tone(0, 256)]);
  ring.seek(0);
  read(ring, 256);
  assert.equal(ring.read([new Float32Array(128)]), false);
  assert.equal(ring.position, 256);
  ring.write(256, [tone(256, 256)]);
  assert.equal(ring.read([new Float32Array(128)]), true);
});

test("lost samples are silence of their length", () => {
  const ring = new SampleRing(1, rate);
  ring.write(0, [tone(0, 1024)]);
  ring.write(2048, [tone(2048, 1024)]);
  assert.equal(ring.end, 3072);
  ring.seek(1024);
  assert.ok(read(ring, 1024).subarray(64).every((sample) => sample === 0));
});

test("rounded times continue each other", () => {
  const ring = new SampleRing(1, rate);
  ring.write(0, [tone(0, 1024)]);
  ring.write(1023, [tone(1024, 1024)]);
  ring.write(2050, [tone(2048, 1024)]);
  assert.equal(ring.end, 3072);
});

test("another time line empties the ring", () => {
  const ring = new SampleRing(1, rate);
  ring.write(0, [tone(0, 1024)]);
  ring.seek(0);
  ring.write(5e9, [tone(0, 1024)]);
  assert.deepEqual([ring.start, ring.end, ring.position], [5e9, 5e9 + 1024, null]);
});

for (const stretch of [0.05, -0.05, 0.01]) {
  test(`a stretch of ${stretch} changes the pace, and not the pitch`, () => {
    const seconds = 4;
    const { ring, output } = play(stretch, seconds * rate);
    const pace = ring.position / output.length;
    assert.ok(Math.abs(pace - 1 - stretch) < 0.006, `pace ${pace}`);
    let crossings = 0;
    for (let n = 4801; n < output.length; n++) if (output[n - 1] < 0 && output[n] >= 0) crossings += 1;
    const pitch = crossings / ((output.length - 4800) / rate);
    assert.ok(Math.abs(pitch - 440) < 4, `pitch ${pitch}`);
    let steepest = 0;
    for (let n = 101; n < output.length; n++) steepest = Math.max(steepest, Math.abs(output[n] - output[n - 1]));
    assert.ok(steepest < 0.09, `a step of ${steepest}`);
  });
}

test("without a stretch, nothing is left out", () => {
  const { ring, output } = play(0, rate);
  assert.equal(ring.position, output.length);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { PlaybackClock } from "../../Sources/WebPlayer/Assets/clock.js";

const frame = 33_333;
const start = 1e12;
const watching = { newest: 0, arrivedAt: 0, shownAt: 0, isJoining: false };

/** A clock with live frames that come `jitter(n)` late and are decoded in 2 ms. */
function live(frames, jitter = () => 0, clock = new PlaybackClock(0)) {
  if (clock.delay === null) clock.began(0, start, 0, false);
  for (let n = 0; n < frames; n++) {
    const at = start + n * frame + jitter(n);
    clock.arrived(n * frame, at);
    clock.isReady("video", n * frame, at + 2000);
    clock.advance(at + 2000);
  }
  return clock;
}

test("without jitter, a picture is due when it is decoded", () => {
  assert.equal(live(100).due(0), start + 2000);
});

test("jitter delays the pictures until nearly all are in time", () => {
  const clock = live(200, (n) => n % 5 ? 0 : 20_000);
  assert.equal(clock.due(0), start + 22_000);
});

test("one late frame does not delay the pictures", () => {
  assert.equal(live(200, (n) => n === 150 ? 400_000 : 0).due(0), start + 2000);
});

test("the delay falls when the jitter is over", () => {
  const clock = live(100, (n) => n < 90 ? (n % 2) * 50_000 : 0);
  assert.equal(clock.due(0), start + 52_000);
  for (let n = 100; n < 400; n++) {
    clock.arrived(n * frame, start + n * frame);
    clock.isReady("video", n * frame, start + n * frame + 2000);
    clock.advance(start + n * frame + 2000);
  }
  assert.ok(Math.abs(clock.due(0) - start - 2000) < 100);
});

test("jitter delays the pictures up to a limit", () => {
  assert.equal(live(300, (n) => n % 2 ? 0 : 290_000).wanted, start + 292_000);
  assert.equal(live(300, (n) => n % 2 ? 0 : 2_000_000).wanted, start + 2000);
});

test("what comes at once after a stall does not delay the pictures", () => {
  // All frames of five seconds come at their end.
  const clock = live(400, (n) => n > 100 && n <= 250 ? (250 - n) * frame : 0);
  assert.ok(Math.abs(clock.due(0) - start - 2000) < 100, `${clock.due(0) - start}`);
  assert.ok(live(252, (n) => n > 100 && n <= 250 ? (250 - n) * frame : 0).wanted < start + 3000);
});

test("a way that has become longer is the usual one after some seconds", () => {
  const clock = live(400, (n) => n > 200 ? 500_000 : 0);
  assert.equal(clock.wanted, start + 502_000);
});

test("the page's latency is kept", () => {
  assert.equal(live(100, () => 0, new PlaybackClock(200_000)).due(0), start + 200_000);
});

test("while a viewer joins, old pictures are dropped and the newest is shown", () => {
  const clock = new PlaybackClock(0);
  clock.began(0, start, 2_000_000, false);
  const stream = { newest: 1_990_000, arrivedAt: start + 1000, shownAt: start, isJoining: true };
  assert.equal(clock.showAt(0, start + 1000, stream), null);
  assert.equal(clock.showAt(1_500_000, start + 1000, stream), null);
  assert.equal(clock.showAt(1_990_000, start + 1000, stream), start + 1000);
});

test("the newest picture of a slow stream is shown when nothing more comes", () => {
  const clock = new PlaybackClock(0);
  clock.began(0, start, 2_000_000, false);
  const stream = { newest: 1_000_000, arrivedAt: start + 1000, shownAt: start, isJoining: true };
  assert.equal(clock.showAt(1_000_000, start + 1000, stream), start + 51_000);
});

test("a slow decoder's pictures move", () => {
  const clock = live(100);
  const now = start + 200 * frame;
  const late = { newest: 199 * frame, arrivedAt: now, shownAt: now - 100_000, isJoining: false };
  assert.equal(clock.showAt(150 * frame, now, late), null);
  assert.equal(clock.showAt(150 * frame, now, { ...late, shownAt: now - 300_000 }), now);
});

test("a rewound player shows the first frame now, and stays behind", () => {
  const clock = new PlaybackClock(0);
  clock.began(0, start, 5_000_000, true);
  assert.equal(clock.due(0), start);
  for (let n = 0; n < 150; n++) clock.arrived(n * frame, start + n);
  for (let n = 150; n < 300; n++) clock.arrived(n * frame, start + n * frame - 5_000_000);
  assert.ok(Math.abs(clock.wanted - start) < 10);
});

test("sound that is right plays on, sound that is late is hurried, sound that is far off begins anew", () => {
  const clock = live(100);
  const { wanted } = clock;
  assert.deepEqual(clock.soundHeard(0, wanted + 5000), { stretch: 0 });
  assert.equal(clock.due(0), wanted + 5000);
  assert.deepEqual(clock.soundHeard(0, wanted + 20_000), { stretch: 0.02 });
  assert.deepEqual(clock.soundHeard(0, wanted + 200_000), { stretch: 0.05 });
  assert.deepEqual(clock.soundHeard(0, wanted - 200_000), { stretch: -0.05 });
  assert.deepEqual(clock.soundHeard(0, wanted + 500_000), { jump: wanted });
});

test("pictures follow the sound while it is the clock", () => {
  const clock = live(100);
  clock.soundHeard(0, start + 60_000);
  clock.advance(start + 200 * frame);
  assert.equal(clock.due(0), start + 60_000);
  clock.soundStopped();
  clock.advance(start + 400 * frame);
  assert.ok(Math.abs(clock.due(0) - start - 2000) < 100);
});

test("before the first frame nothing is due", () => {
  const clock = new PlaybackClock(0);
  assert.equal(clock.due(0), null);
  assert.equal(clock.wanted, null);
  assert.equal(clock.showAt(0, 5, watching), 5);
});

test("beside sound, a picture is drawn a little earlier, because the screen shows it with its next refresh", () => {
  const clock = live(100);
  clock.soundHeard(0, start + 60_000);
  assert.equal(clock.showAt(0, start, { ...watching, newest: 9e9 }), start + 46_000);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { drift } from "../../../Sources/WebPlayer/Assets/latency.js";
import { encodeEnd } from "../outgoing.js";
import { OffsetReports } from "../offsets.js";
import { PublisherSession } from "../publisher.js";
import { patience } from "../queue.js";

const video = { track: 0, kind: 1, codec: "H264", generation: 0 };
const audio = { track: 1, kind: 2, codec: "mp4a", generation: 0, configuration: Uint8Array.of(0x11, 0x90) };
const second = 1_000_000;

/** A welcome as the reader gives it. */
const welcome = (fields = {}) => ({ type: "welcome", epoch: 3, instance: 1n, maximumFrameLength: 1000, pingInterval: 5000, maximumLatency: 0,
  state: 0, relayName: "", historyGranted: null, ...fields });

const frame = (flags, { track = 0, length = 10 } = {}) => ({ flags, track, generation: 0, decodeTime: 0, presentationTime: 0, captureTime: 0,
  payload: new Uint8Array(length) });

function makeSession(tracks = [video]) {
  const seen = { viewers: [], requests: [] };
  const session = new PublisherSession({ instance: new Uint8Array(16) }, tracks, {
    viewers: (count) => seen.viewers.push(count), keyFrameRequested: (track) => seen.requests.push(track),
  }, () => 0.5);
  return Object.assign(session, { seen });
}

/** Messages in few words; pings, which come by time, are left out. */
function words(messages) {
  return messages.map((message) => {
    const bytes = Buffer.from(message);
    switch (bytes.readUInt16BE(4)) {
      case 3: return `table ${bytes.readUInt32BE(8)}`;
      case 4: return `frame ${bytes.readUInt16BE(8)}.${bytes.readUInt32BE(12)}.${bytes.readBigUInt64BE(16)}`;
      case 5: return `gap ${bytes.readUInt16BE(8)}.${bytes.readUInt32BE(12)}.${bytes.readBigUInt64BE(16)}+${bytes.readBigUInt64BE(24)} ${bytes[10]}`;
      case 0x0c: return `offset ${bytes.readBigInt64BE(8)} ${bytes.readUInt32BE(16)}`;
      default: return "";
    }
  }).filter(Boolean);
}

/** @param {number} offset  the relay's clock minus the publisher's */
function answer(session, at, trip = 1000, offset = 0) {
  const [sent] = session.meter.pings.slice(-1);
  assert.ok(sent !== undefined);
  const middle = sent + trip / 2 + offset;
  session.handle({ type: "pong", sent, received: middle, answered: middle }, sent + trip);
}

test("nothing is sent before the welcome, and the table comes first", () => {
  const session = makeSession();
  session.offer(frame(1), 0);
  assert.deepEqual(session.due(0, 0), []);
  session.welcomed(welcome());
  assert.deepEqual(words(session.due(0, 0)), ["table 3", "frame 0.3.0"]);
  session.offer(frame(0), 0);
  assert.deepEqual(words(session.due(0, 0)), ["frame 0.3.1"]);
});

test("a track begins with a start frame, and what is before it has no number", () => {
  const session = makeSession();
  session.welcomed(welcome());
  for (const flags of [0, 0, 8, 0]) session.offer(frame(flags), 0);
  assert.deepEqual(words(session.due(0, 0)), ["table 3", "frame 0.3.0", "frame 0.3.1"]);
  assert.equal(session.queue.leftOut, 2);
});

test("a new connection has the epoch of its welcome, and begins with a start frame", () => {
  const session = makeSession();
  session.welcomed(welcome());
  session.offer(frame(1), 0);
  session.due(0, 0);
  session.lost();
  for (const flags of [0, 0]) session.offer(frame(flags), 0);
  assert.deepEqual(session.due(0, 0), []);
  session.welcomed(welcome({ epoch: 7 }));
  assert.deepEqual(words(session.due(0, 0)), ["table 7"]);
  for (const flags of [0, 1, 0]) session.offer(frame(flags), 0);
  assert.deepEqual(words(session.due(0, 0)), ["frame 0.7.0", "frame 0.7.1"]);
});

test("a group of pictures that has waited for too long is left out, and a gap names it", () => {
  const session = makeSession([video, audio]);
  session.welcomed(welcome());
  session.offer(frame(1), 0);
  session.offer(frame(1, { track: 1 }), 0);
  assert.deepEqual(words(session.due(0, 0)), ["table 3", "frame 0.3.0", "frame 1.3.0"]);
  const full = 1 << 20;
  for (const flags of [0, 0, 0]) session.offer(frame(flags), 0);
  session.offer(frame(1, { track: 1 }), 0);
  session.offer(frame(1), second);
  session.offer(frame(0), second);
  assert.deepEqual(words(session.due(second, full)), []);
  assert.deepEqual(words(session.due(patience + 1, 0)), ["gap 0.3.1+3 3", "frame 0.3.4", "frame 0.3.5"]);
  session.offer(frame(1, { track: 1 }), patience + 2);
  assert.deepEqual(words(session.due(patience + 2, 0)), ["gap 1.3.1+1 3", "frame 1.3.2"]);
});

test("frames behind a group that is left out to its end wait for a start frame", () => {
  const session = makeSession();
  session.welcomed(welcome());
  for (const flags of [1, 0]) session.offer(frame(flags), 0);
  session.due(0, 0);
  session.offer(frame(0), 0);
  session.due(patience + 1, 1 << 20);
  for (const flags of [0, 0, 1]) session.offer(frame(flags), patience + 2);
  assert.deepEqual(words(session.due(patience + 2, 0)), ["gap 0.3.2+3 3", "frame 0.3.5"]);
});

test("a frame that the relay does not take is left out, and those that need it", () => {
  const session = makeSession();
  session.welcomed(welcome());
  session.offer(frame(1), 0);
  session.offer(frame(0, { length: 1001 }), 0);
  for (const flags of [0, 1]) session.offer(frame(flags, { length: 1000 }), 0);
  assert.deepEqual(words(session.due(0, 0)), ["table 3", "frame 0.3.0", "gap 0.3.1+2 3", "frame 0.3.3"]);
});

test("few bytes wait for the system, and the memory for frames is bounded", () => {
  const session = makeSession();
  session.welcomed(welcome({ maximumFrameLength: 8 << 20 }));
  for (let count = 0; count < 10; count++) session.offer(frame(1, { length: 50_000 }), 0);
  assert.equal(words(session.due(0, 0)).length, 3);
  assert.equal(words(session.due(0, 70_000)).length, 0);
  for (let count = 0; count < 10; count++) session.offer(frame(1, { length: 8 << 20 }), 0);
  assert.ok(session.queue.bytes <= 32 << 20);
  assert.equal(session.queue.leftOut, 8 + 6);
});

test("while a pong stays out, frames wait", () => {
  const session = makeSession();
  session.welcomed(welcome());
  session.due(0, 0);
  answer(session, 1000);
  session.due(second, 0);
  session.offer(frame(1), second);
  assert.equal(words(session.due(1.9 * second, 0)).length, 1);
  session.offer(frame(1), 2.1 * second);
  assert.equal(words(session.due(2.1 * second, 0)).length, 0);
  session.handle({ type: "pong", sent: 1.9 * second, received: 0, answered: 0 }, 2.2 * second);
  assert.deepEqual(words(session.due(2.2 * second, 0)).filter((word) => word.startsWith("frame")), ["frame 0.3.1"]);
});

test("an epoch of its own: gaps of the old one first, then the table, then numbers from 0", () => {
  const session = makeSession();
  session.welcomed(welcome());
  for (const flags of [1, 0]) session.offer(frame(flags), 0);
  session.due(0, 0);
  session.offer(frame(0), 0);
  session.due(patience + 1, 1 << 20);
  session.beginEpoch();
  for (const flags of [0, 1]) session.offer(frame(flags), patience + 1);
  assert.deepEqual(words(session.due(patience + 1, 0)), ["gap 0.3.2+1 3", "table 4", "frame 0.4.0"]);
});

test("a track of another kind begins an epoch, and another size does not", () => {
  const session = makeSession();
  session.welcomed(welcome());
  session.offer(frame(1), 0);
  session.due(0, 0);
  session.setTracks([{ ...video, size: [16, 16] }]);
  session.offer(frame(0), 0);
  assert.deepEqual(words(session.due(0, 0)), ["frame 0.3.1"]);
  assert.deepEqual(words(session.due(second, 0)), ["table 3"]);
  session.setTracks([{ ...video, size: [16, 16] }]);
  assert.deepEqual(words(session.due(3 * second, 0)), []);
  session.setTracks([{ ...audio, track: 0 }]);
  session.offer(frame(1), 3 * second);
  assert.deepEqual(words(session.due(3 * second, 0)), ["table 4", "frame 0.4.0"]);
});

test("a connection that begins while an epoch ends in the queue has the tracks behind it", () => {
  const session = makeSession();
  session.welcomed(welcome());
  session.offer(frame(1), 0);
  session.setTracks([{ ...audio, track: 0 }]);
  session.lost();
  session.beginEpoch([audio, video]);
  session.offer(frame(1), 0);
  session.welcomed(welcome({ epoch: 9 }));
  assert.deepEqual(words(session.due(0, 0)), ["table 9", "frame 0.9.0"]);
  assert.deepEqual(session.tracks, [audio, video]);
});

test("the goodbye comes behind the frames and the last gap", () => {
  const session = makeSession();
  session.welcomed(welcome());
  session.offer(frame(1), 0);
  session.due(0, 0);
  session.offer(frame(0), 0);
  session.finish(encodeEnd("end-of-stream"));
  assert.equal(session.goodbye, null);
  assert.deepEqual(words(session.due(patience + 1, 1 << 20)), ["gap 0.3.1+1 3"]);
  assert.deepEqual(session.goodbye, encodeEnd("end-of-stream"));
});

test("what the relay asks", () => {
  const session = makeSession();
  session.welcomed(welcome());
  assert.equal(session.handle({ type: "ping", sent: new Uint8Array(8) }, 5)[0][5], 0x0a);
  session.handle({ type: "viewerCount", viewers: 2 }, 5);
  session.handle({ type: "keyFrameRequest", track: 0 }, 5);
  session.handle({ type: "keyFrameRequest", track: 9 }, 5);
  assert.deepEqual(session.seen, { viewers: [2], requests: [0] });
});

test("the clock offset comes with the first pong and behind each table, with the sign of the publisher", () => {
  const session = makeSession();
  session.welcomed(welcome());
  session.due(0, 0);
  answer(session, 1000, 302, 120_030);
  assert.deepEqual(words(session.due(302, 0)), ["offset -120030 154"]);
  assert.deepEqual(words(session.due(1000, 0)), []);
  session.beginEpoch();
  assert.deepEqual(words(session.due(2000, 0)), ["table 4"]);
  assert.match(words(session.due(3000, 0))[0], /^offset -120030 154$/);
});

test("an offset is sent again when it has changed, when it is better, and before 30 seconds have passed", () => {
  const reports = new OffsetReports();
  const sample = (offset, errorBound, at) => ({ offset, errorBound, at });
  assert.equal(reports.next(null, 0), null);
  assert.deepEqual(reports.next(sample(1000, 400, 0), 0), { offset: -1000, errorBound: 400 });
  assert.equal(reports.next(sample(1300, 400, 100), 100), null);
  assert.ok(reports.next(sample(1500, 400, 200), 200));
  assert.equal(reports.next(sample(1500, 300, 300), 300), null);
  assert.deepEqual(reports.next(sample(1500, 150, 400), 400), { offset: -1500, errorBound: 150 });
  const later = 25 * second;
  assert.deepEqual(reports.next(sample(1500, 150, 400), later), { offset: -1500, errorBound: Math.ceil(150 + drift * (later - 400)) });
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { isStreamName, State } from "../../Sources/WebPlayer/Assets/names.js";
import * as protocol from "../../Sources/WebPlayer/Assets/protocol.js";
import { MessageReader } from "../../Sources/WebPlayer/Assets/reader.js";
import { conformanceCases, example } from "./vectors.js";

const instance = Uint8Array.from([0x0f, 0x1e, 0x2d, 0x3c, 0x4b, 0x5a, 0x69, 0x78, 0x87, 0x96, 0xa5, 0xb4, 0xc3, 0xd2, 0xe1, 0xf0]);
const subscribe = { role: protocol.Role.subscribe, name: "live", instance };

/** @param {MessageReader} reader */
function drain(reader) {
  const messages = [];
  for (let message = reader.next(); message; message = reader.next()) messages.push(message);
  return messages;
}

/** @param {string[]} names */
function session(...names) {
  const reader = new MessageReader(protocol.Role.subscribe);
  reader.push(protocol.preface);
  for (const name of names) reader.push(example(name));
  return drain(reader);
}

for (const entry of conformanceCases("client").filter((entry) => entry.role !== "publish")) {
  for (const size of [1, 7, Infinity]) {
    test(`${entry.rule}: ${entry.name}, ${size} bytes at a time`, () => {
      const reader = new MessageReader(entry.role === "list" ? protocol.Role.list : protocol.Role.subscribe);
      const read = () => {
        for (let at = 0; at < entry.bytes.length; at += Math.min(size, entry.bytes.length)) {
          reader.push(entry.bytes.subarray(at, at + Math.min(size, entry.bytes.length)));
          drain(reader);
        }
      };
      if (entry.error === "none") read();
      else assert.throws(read, { name: entry.error });
    });
  }
}

test("hellos are those of the document", () => {
  assert.deepEqual(protocol.encodeHello({ ...subscribe, history: 8000 }), example("hello-history"));
  assert.deepEqual(protocol.encodeHello({ ...subscribe, kinds: 1, randomAccessOnly: true }), example("hello-random-access"));
  assert.deepEqual(protocol.encodeHello({ ...subscribe, role: protocol.Role.list, name: "" }), example("hello-list"));
  assert.deepEqual(protocol.encodeHello({ ...subscribe, kinds: 1 }), example("session-hello-viewer"));
});

test("a token is in the hello", () => {
  const publisher = example("hello");
  const bytes = protocol.encodeHello({ ...subscribe, token: "s3cret", client: "camera 1.0" });
  assert.deepEqual(bytes.subarray(32), publisher.subarray(32));
});

test("what a viewer sends is as in the document", () => {
  const ping = example("ping");
  assert.deepEqual(protocol.encodePing(Number(new DataView(ping.buffer).getBigInt64(8))), ping);
  assert.deepEqual(protocol.encodePong(example("pong").subarray(8, 16), 42).subarray(0, 16), example("pong").subarray(0, 16));
  assert.deepEqual(protocol.encodeKeyFrameRequest(0), example("key-frame-request"));
  const report = { received: 3000, missed: 29, bytes: 25_000_000, median: 47_000, high: 75_000 };
  assert.deepEqual(protocol.encodeReceiverReport(report), example("receiver-report"));
});

test("an error carries the code of its name", () => {
  assert.deepEqual([...protocol.encodeError("unknown-critical").subarray(8, 10)], [1, 5]);
});

test("the session of the document", () => {
  const messages = session(
    "session-welcome-viewer", "session-tracks", "session-clock-offset-aged", "session-frame-first",
    "session-pong-viewer", "session-gap", "session-frame-second", "session-goodbye-viewer");
  const [welcome, tracks, offset, first, pong, gap, second, goodbye] = messages;
  assert.deepEqual(messages.map((message) => message.type),
    ["welcome", "tracks", "clockOffset", "frame", "pong", "gap", "frame", "end"]);
  assert.equal(welcome.instance, 0xef8497342c90874bn);
  assert.equal(welcome.relayName, "streamd/0.1.0");
  assert.deepEqual([tracks.tracks[0].codec, tracks.tracks[0].width, tracks.tracks[0].height], ["H264", 16, 16]);
  assert.deepEqual([offset.offset, offset.errorBound], [-120_030, 159]);
  assert.deepEqual([first.flags, first.sequence, first.payload.length], [1, 0n, 57]);
  assert.equal(pong.sent - pong.received, 249_709);
  assert.deepEqual([gap.first, gap.count, gap.reason], [1n, 1n, 3]);
  assert.deepEqual([second.sequence, second.presentationTime], [2n, 160_000]);
  assert.deepEqual([goodbye.name, goodbye.reason, goodbye.retryable], ["end-of-stream", "The stream has ended.", false]);
});

test("the track table of the document", () => {
  const [, tracks] = session("welcome", "tracks");
  assert.equal(tracks.tracks[0].configuration.length, 47);
  assert.deepEqual([tracks.tracks[0].frameRate, tracks.tracks[1].sampleRate, tracks.tracks[1].channels], [30, 48000, 2]);
  assert.equal(session("welcome-history")[0].historyGranted, 9250);
});

test("the list of the document", () => {
  const reader = new MessageReader(protocol.Role.list);
  for (const bytes of [protocol.preface, example("welcome"), example("streams"), example("streams-change")]) reader.push(bytes);
  const [, list, change] = drain(reader);
  assert.deepEqual(list.streams.map((entry) => [entry.name, entry.state, entry.kinds]), [["live", 1, 3], ["studio/cam", 0, 0]]);
  assert.deepEqual([list.isNew, change.isNew, change.streams[0].state], [true, false, State.gone]);
});

test("control characters of a reason are replaced", () => {
  const bytes = example("error").slice();
  bytes[18] = 0x1b;
  const reader = new MessageReader(protocol.Role.subscribe);
  reader.push(protocol.preface);
  reader.push(bytes);
  assert.equal(reader.next().reason, "\uFFFD token is needed.");
});

test("a frame that came in one piece is not copied", () => {
  const reader = new MessageReader(protocol.Role.subscribe);
  for (const bytes of [protocol.preface, example("welcome"), example("tracks")]) reader.push(bytes);
  drain(reader);
  const bytes = example("frame");
  reader.push(bytes);
  assert.equal(reader.next().payload.buffer, bytes.buffer);
});

test("stream names", () => {
  for (const name of ["live", "a/b", "A-_.~9", "a..b"]) assert.ok(isStreamName(name), name);
  for (const name of ["", "/a", "a/", "a//b", ".", "a/..", "ä", "a b", "<b>", "a".repeat(256)]) {
    assert.ok(!isStreamName(name), name);
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { encodePing, preface } from "../../../Sources/WebPlayer/Assets/protocol.js";
import { example } from "../../../Tests/WebPlayerTests/vectors.js";
import { ClientReader } from "../incoming.js";
import {
  encodeClockOffset, encodeEnd, encodeFrame, encodeGap, encodeGrease, encodeHello, encodeTracks, greaseNumbers, Role, shortened,
} from "../outgoing.js";
import { codeOf, names, sentenceOf, Status, statusOf } from "../registry.js";

const publisherInstance = Uint8Array.from([0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff]);
const viewerInstance = Uint8Array.from([0x0f, 0x1e, 0x2d, 0x3c, 0x4b, 0x5a, 0x69, 0x78, 0x87, 0x96, 0xa5, 0xb4, 0xc3, 0xd2, 0xe1, 0xf0]);
const publisher = { role: Role.publish, name: "live", instance: publisherInstance };
const viewer = { role: Role.subscribe, name: "live", instance: viewerInstance };

/** The bytes of a hello, with its options in the order of their numbers: they come in any order. */
function sortedHello(bytes) {
  const body = Buffer.from(bytes).subarray(8);
  const begin = 20 + body[1];
  const options = [];
  for (let at = begin; at < body.length; at += 4 + body.readUInt16BE(at + 2)) options.push(body.subarray(at, at + 4 + body.readUInt16BE(at + 2)));
  return { head: Buffer.from(bytes).subarray(0, 8 + begin), options: options.sort(Buffer.compare) };
}

/** What a reader of a role makes of examples behind a welcome, when they come in pieces of a size. */
function read(role, parts, size = Infinity) {
  const reader = new ClientReader(role);
  const bytes = Buffer.concat([preface, ...parts.map((part) => (typeof part === "string" ? example(part) : part))]);
  const messages = [];
  for (let at = 0; at < bytes.length; at += Math.min(size, bytes.length)) {
    reader.push(bytes.subarray(at, at + Math.min(size, bytes.length)));
    for (let message = reader.next(); message; message = reader.next()) messages.push(message);
  }
  return messages;
}

test("hellos are those of the document", () => {
  const cases = {
    "hello": { ...publisher, token: "s3cret", client: "camera 1.0" },
    "session-hello-publisher": { ...publisher, client: "camera 1.0" },
    "hello-subscribe": { ...viewer, start: 2, maximumLatency: 1500, kinds: 1, doesNotWait: true },
    "hello-history": { ...viewer, history: 8000 },
    "hello-random-access": { ...viewer, kinds: 1, randomAccessOnly: true },
    "session-hello-viewer": { ...viewer, kinds: 1 },
    "hello-list": { ...viewer, role: Role.list, name: "" },
  };
  for (const [name, hello] of Object.entries(cases)) assert.deepEqual(sortedHello(encodeHello(hello, null)), sortedHello(example(name)), name);
});

test("a hello has an option without meaning, and a batch", () => {
  const { options } = sortedHello(encodeHello({ ...viewer, batch: 20 }, () => 0.99));
  assert.deepEqual(options, [Buffer.from([0, 7, 0, 4, 0, 0, 0, 20]), Buffer.from([0x7a, 0x7a, 0, 1, 253])]);
});

test("grease is one of eight numbers", () => {
  for (const [index, number] of greaseNumbers.entries()) {
    assert.equal(Buffer.from(encodeGrease(() => (index + 0.5) / 8)).readUInt16BE(4), number);
  }
});

test("the tracks of the document", () => {
  const configuration = example("tracks").subarray(32, 32 + 47);
  assert.deepEqual(encodeTracks(3, [
    { track: 0, kind: 1, codec: "H264", generation: 0, configuration, size: [1280, 720], frameRate: [30, 1] },
    { track: 1, kind: 2, codec: "mp4a", generation: 0, configuration: Uint8Array.of(0x11, 0x90), sampleRate: 48_000, channels: 2 },
  ]), example("tracks"));
  assert.deepEqual(encodeTracks(1, [{ track: 0, kind: 1, codec: "H264", generation: 0, size: [16, 16] }]), example("session-tracks"));
});

test("the frames of the document", () => {
  const frames = {
    "frame": [{ flags: 1, decodeTime: 3_000_000, presentationTime: 3_033_333, captureTime: 0x0006440f7ecfa6c0 }, 3, 90n],
    "frame-gradual": [{ flags: 8, decodeTime: 4_000_000, presentationTime: 4_000_000, captureTime: 0 }, 3, 120n],
    "session-frame-second": [{ flags: 0, decodeTime: 160_000, presentationTime: 160_000, captureTime: 0x000660e5dd460340 }, 1, 2n],
  };
  for (const [name, [fields, epoch, sequence]] of Object.entries(frames)) {
    const frame = { ...fields, track: 0, generation: 0, payload: example(name).subarray(48) };
    assert.deepEqual(encodeFrame(frame, epoch, sequence), example(name), name);
  }
});

test("a gap of the document, but for its reason", () => {
  const expected = example("session-gap");
  assert.deepEqual(encodeGap(0, 1, 1n, 1n), expected);
  assert.equal(Buffer.from(encodeGap(0, 1, 2n ** 64n - 2n, 1n)).readBigUInt64BE(16), 2n ** 64n - 2n);
});

test("clock offsets and goodbyes are those of the document", () => {
  assert.deepEqual(encodeClockOffset({ offset: -120_000, errorBound: 800 }), example("clock-offset"));
  assert.deepEqual(encodeEnd("end-of-stream"), example("goodbye"));
  const error = Buffer.from(encodeEnd("unauthorized", "A token is needed."));
  assert.deepEqual(error, Buffer.from(example("error")));
});

test("a text is shortened between two characters", () => {
  assert.equal(Buffer.from(shortened("äöü", 5)).toString(), "äö");
  assert.equal(Buffer.from(shortened("ab", 5)).toString(), "ab");
  assert.equal(encodeEnd("malformed-message", "é".repeat(300)).length, 8 + 10 + 512);
});

test("the publisher's session of the document, in pieces of every size", () => {
  const parts = ["session-welcome-publisher", "session-viewer-count-none", "session-pong-publisher", "session-viewer-count", "key-frame-request", "ping"];
  const length = preface.length + parts.reduce((sum, name) => sum + example(name).length, 0);
  for (let size = 1; size <= length; size++) {
    const [welcome, none, pong, count, request, ping, ...rest] = read(Role.publish, parts, size);
    assert.deepEqual([welcome.epoch, welcome.maximumFrameLength, welcome.pingInterval], [1, 8 << 20, 5000]);
    assert.deepEqual([none.viewers, count.viewers, request.track, rest.length], [0, 1, 0, 0]);
    assert.equal(pong.received - pong.sent, 120_181);
    assert.deepEqual(Buffer.from(ping.sent), Buffer.from(example("ping").subarray(8)));
  }
});

test("the viewer's session of the document, cut at every place", () => {
  const parts = ["session-welcome-viewer", "session-tracks", "session-clock-offset-aged", "session-frame-first", "session-pong-viewer", "session-gap",
    "session-frame-second", "stream-state", "session-goodbye-viewer"];
  const bytes = Buffer.concat([preface, ...parts.map((name) => example(name))]);
  const whole = read(Role.subscribe, parts);
  assert.deepEqual(whole.map(({ type }) => type), ["welcome", "tracks", "clockOffset", "frame", "pong", "gap", "frame", "streamState", "end"]);
  for (let at = 1; at < bytes.length; at++) {
    const reader = new ClientReader(Role.subscribe);
    const messages = [];
    for (const piece of [bytes.subarray(0, at), bytes.subarray(at)]) {
      reader.push(piece);
      for (let message = reader.next(); message; message = reader.next()) messages.push(message);
    }
    assert.deepEqual(messages.map((message) => ({ ...message, payload: undefined })), whole.map((message) => ({ ...message, payload: undefined })), String(at));
  }
});

test("a long message that comes byte by byte is kept in few pieces", () => {
  const reader = new ClientReader(Role.subscribe);
  reader.push(preface);
  reader.push(example("welcome"));
  assert.equal(reader.next().type, "welcome");
  reader.push(Uint8Array.of(0, 0x10, 0, 40, 0, 4, 0, 1));
  for (let count = 0; count < 200_000; count++) reader.push(Uint8Array.of(0));
  assert.equal(reader.next(), null);
  assert.ok(reader.chunks.length < 40, String(reader.chunks.length));
  assert.equal(reader.available, 200_008);
});

test("every code of the document's registry has its name", async () => {
  const { readFileSync } = await import("node:fs");
  const text = readFileSync(new URL("../../../Protocol.md", import.meta.url), "utf8");
  const registry = [...text.matchAll(/^\| 0x(\w{4}) \| `([\w-]+)` \|/gm)].map(([, code, name]) => [parseInt(code, 16), name]);
  assert.equal(registry.length, 31);
  assert.deepEqual(Object.entries(names).map(([code, name]) => [Number(code), name]), registry);
  assert.equal(codeOf("silent"), 0x0107);
});

test("ends become sentences and exit codes", () => {
  const end = (code, reason = "", redirect = "") => ({ type: "end", name: "", code, retryable: false, retryAfter: 0, reason, redirect });
  assert.equal(sentenceOf(end(0x0201, "A token is needed.")), "A token is needed. (unauthorized)");
  assert.equal(sentenceOf(end(0x0206)), "The relay ended the connection (dismissed).");
  assert.match(sentenceOf(end(0x02f0, "No")), /^No\. \(the relay refuses the request, 0x02f0\)$/);
  assert.match(sentenceOf(end(0x0003, "", "b:1")), /'b:1'/);
  assert.deepEqual([0x0001, 0x0201, 0x0203, 0x0200, 0x0102, 0x0302, 0x02f0].map(statusOf),
    [0, Status.refused, Status.unavailable, Status.usage, Status.failure, Status.unavailable, Status.refused]);
});

test("a ping keeps its eight bytes", () => {
  assert.deepEqual(encodePing(0x0006440f7ed747e0), example("ping"));
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { audioFormat } from "../../Sources/WebPlayer/Assets/aac.js";
import { codecString, NAL, nalType, nalUnits, parameterSets, pictureSize } from "../../Sources/WebPlayer/Assets/h264.js";
import { Muxer, Timeline } from "../../Sources/WebPlayer/Assets/muxer.js";
import { MessageReader } from "../../Sources/WebPlayer/Assets/reader.js";
import { preface, Role } from "../../Sources/WebPlayer/Assets/protocol.js";
import { example } from "./vectors.js";

/** The track table, the first picture and the second of the document's session. */
function session() {
  const reader = new MessageReader(Role.subscribe);
  reader.push(preface);
  for (const name of ["welcome", "session-tracks", "session-frame-first", "session-frame-second"]) reader.push(example(name));
  const [, tracks, first, second] = [reader.next(), reader.next(), reader.next(), reader.next()];
  return { track: tracks.tracks[0], first, second };
}

/** The boxes of a file: their types with their contents, containers in depth. */
function boxes(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const list = [];
  for (let at = 0; at < bytes.length;) {
    const size = view.getUint32(at);
    assert.ok(size >= 8 && at + size <= bytes.length, "a box fits into its container");
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const body = bytes.subarray(at + 8, at + size);
    list.push({ type, body, children: ["moov", "trak", "mdia", "minf", "stbl", "mvex", "moof", "traf"].includes(type) ? boxes(body) : [] });
    at += size;
  }
  return list;
}

const find = (list, path) => path.split("/").reduce((found, type) => found.children.find((box) => box.type === type), { children: list });

test("NAL units with start codes of three and four bytes", () => {
  const bytes = Uint8Array.from([0, 0, 0, 1, 0x67, 1, 0, 0, 3, 1, 0, 0, 1, 0x68, 2, 0, 0, 0, 0, 1, 0x65, 0, 0]);
  assert.deepEqual(nalUnits(bytes).map((unit) => [...unit]), [[0x67, 1, 0, 0, 3, 1], [0x68, 2], [0x65]]);
  assert.deepEqual(nalUnits(Uint8Array.of(1, 2, 3)), []);
  assert.deepEqual(nalUnits(Uint8Array.of(0, 0, 1)), []);
});

test("the size and codec of the document's parameter sets", () => {
  const { first } = session();
  const sps = parameterSets(nalUnits(first.payload), NAL.sps)[0];
  assert.deepEqual([codecString(sps), pictureSize(sps)], ["avc1.42C00A", { width: 16, height: 16 }]);
  const high = example("frame").subarray(52, 78);
  assert.deepEqual([codecString(high), pictureSize(high)], ["avc1.64001F", { width: 1280, height: 720 }]);
});

test("a broken SPS has no size, and ends", () => {
  assert.equal(pictureSize(Uint8Array.of(0x67, 100, 0, 31)), null);
  for (let seed = 1; seed < 2000; seed++) {
    let state = seed;
    const bytes = Uint8Array.from({ length: 3 + seed % 40 }, () => (state = state * 1103515245 + 12345 & 0x7fffffff) >> 16);
    const size = pictureSize(bytes);
    assert.ok(size === null || (size.width > 0 && size.width <= 16384 && size.height <= 16384));
  }
});

test("configurations of AAC", () => {
  assert.deepEqual(audioFormat(Uint8Array.of(0x11, 0x90)), { codec: "mp4a.40.2", sampleRate: 48000, channels: 2 });
  assert.deepEqual(audioFormat(Uint8Array.of(0x12, 0x08)), { codec: "mp4a.40.2", sampleRate: 44100, channels: 1 });
  assert.equal(audioFormat(Uint8Array.of(0x11)), null);
  assert.equal(audioFormat(Uint8Array.of(0, 0)), null);
});

test("the first frame brings an initialization segment, the others do not", () => {
  const { track, first, second } = session();
  const muxer = new Muxer(track, new Timeline());
  assert.equal(muxer.add(second), null, "a picture that needs others is not shown");
  const segment = muxer.add(first);
  assert.equal(segment.codec, "avc1.42C00A");
  const list = boxes(segment.bytes);
  assert.deepEqual(list.map((box) => box.type), ["ftyp", "moov", "moof", "mdat"]);
  const next = muxer.add(second);
  assert.equal(next.codec, null);
  assert.deepEqual(boxes(next.bytes).map((box) => box.type), ["moof", "mdat"]);
});

test("a sample has lengths in place of start codes, and no parameter sets", () => {
  const { track, first } = session();
  const list = boxes(new Muxer(track, new Timeline()).add(first).bytes);
  const data = list.find((box) => box.type === "mdat").body;
  const length = new DataView(data.buffer, data.byteOffset).getUint32(0);
  assert.equal(length + 4, data.length);
  assert.equal(nalType(data.subarray(4)), 5);
  const run = find(list, "moof/traf/trun").body;
  const view = new DataView(run.buffer, run.byteOffset);
  const moof = list.find((box) => box.type === "moof").body.length + 8;
  assert.deepEqual([view.getUint32(8), view.getUint32(16)], [moof + 8, data.length]);
});

test("the time line continues over a jump of the media clock", () => {
  const timeline = new Timeline();
  assert.equal(timeline.place(5e12), 0);
  assert.equal(timeline.place(5e12 + 40_000), 40_000);
  timeline.restart();
  assert.equal(timeline.place(77), 40_000);
  assert.equal(timeline.place(0), 39_923);
  assert.equal(timeline.place(-1e9), 0);
});

test("frames of sound follow each other without a hole", () => {
  const configuration = Uint8Array.of(0x11, 0x90);
  const track = { track: 1, kind: 2, codec: "mp4a", generation: 0, configuration };
  const muxer = new Muxer(track, new Timeline());
  const frame = (n) => ({
    flags: 1, decodeTime: Math.round(n * 1024e6 / 48000), presentationTime: Math.round(n * 1024e6 / 48000), payload: Uint8Array.of(n),
  });
  assert.equal(muxer.add(frame(0)).codec, "mp4a.40.2");
  assert.equal(muxer.add(frame(1)).end, 42_666);
});

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { AccessUnitReader } from "../annexb.js";
import { FrameMaker } from "../frames.js";
import { MediaClock, pictures, readRate } from "../input.js";
import { readPPS, readRecoveryPoint, readSPS } from "../pictures.js";
import { example } from "../../../Tests/WebPlayerTests/vectors.js";

/** Of the document's track table: High, 1280 x 720, no picture reordered. */
const sps = example("tracks").subarray(40, 66);
const pps = example("tracks").subarray(69, 75);
const [short, long] = [Uint8Array.of(0, 0, 1), Uint8Array.of(0, 0, 0, 1)];
const join = (...parts) => Buffer.concat(parts.map((part) => Uint8Array.from(part)));

/** Writes bits: [value, count], or a number as ue(v). */
function bits(...fields) {
  const text = fields.map((field) => {
    if (Array.isArray(field)) return field[0].toString(2).padStart(field[1], "0");
    const code = (field + 1).toString(2);
    return "0".repeat(code.length - 1) + code;
  }).join("") + "1";
  return Uint8Array.from(text.padEnd(8 * Math.ceil(text.length / 8), "0").match(/.{8}/g) ?? [], (byte) => parseInt(byte, 2));
}

const log2MaxFrameNum = readSPS(sps)?.log2MaxFrameNum ?? 0;

/** A slice of the stream of the parameter sets above: it has frame_num, and nothing that is read behind it. */
function slice(type, frameNum, { reference = 1, firstMacroblock = 0, set = 0 } = {}) {
  const fields = [firstMacroblock, 7, set, [frameNum, log2MaxFrameNum], ...(type === 5 ? [0] : []), [0, 32], [0, 32]];
  return join([reference << 5 | type], bits(...fields));
}

/** A recovery point SEI message. */
const recovery = (frames, exact = 1, broken = 0) => {
  const payload = bits(frames, [exact, 1], [broken, 1], [0, 2]);
  return join([6, 6, payload.length], payload, [0x80]);
};

function unitsOf(bytes, size = Infinity) {
  const reader = new AccessUnitReader();
  const units = [];
  for (let at = 0; at < bytes.length; at += Math.min(size, bytes.length)) units.push(...reader.push(bytes.subarray(at, at + Math.min(size, bytes.length)), at));
  return [...units, ...reader.end()];
}

/** The flags of access units; each is a list of NAL units. */
function flagsOf(...units) {
  const maker = new FrameMaker();
  return units.map((nals) => maker.make({ units: nals, arrival: 0 }).flags);
}

test("the parameter sets of the document", () => {
  const read = readSPS(sps);
  assert.deepEqual([read?.size, read?.reorderedFrames, read?.order.type, read?.framesOnly, read?.frameRate], [[1280, 720], 2, 0, true, [60, 2]]);
  assert.deepEqual(readPPS(pps), { id: 0, sps: 0, hasBottomOrder: false });
  assert.equal(readSPS(sps.subarray(0, 6)), null);
});

test("the recovery point of the document", () => {
  assert.deepEqual(readRecoveryPoint(example("frame-gradual").subarray(52, 58)), { frames: 18, isExact: false });
  assert.deepEqual(readRecoveryPoint(recovery(0)), { frames: 0, isExact: true });
  assert.equal(readRecoveryPoint(Uint8Array.of(6, 5, 2, 1, 2, 0x80)), null);
  assert.equal(readRecoveryPoint(Uint8Array.of(6, 255, 255)), null);
});

test("a byte stream is cut into access units, in pieces of every size", () => {
  const first = [[9, 0xf0], sps, pps, [6, 1, 1, 0, 0x80], slice(5, 0), slice(5, 0, { firstMacroblock: 9 })];
  const second = [slice(1, 1), slice(1, 1, { firstMacroblock: 3 })];
  const third = [[9, 0xf0], slice(1, 2)];
  const bytes = join(long, first[0], long, first[1], [0, 0], long, ...first.slice(2).flatMap((nal) => [nal, short]).slice(0, -1),
    short, second[0], short, second[1], [0], long, third[0], short, third[1], [0, 0, 0]);
  for (let size = 1; size <= bytes.length; size++) {
    const units = unitsOf(bytes, size).map(({ units }) => units.map((nal) => Buffer.from(nal)));
    assert.deepEqual(units, [first, second, third].map((list) => list.map((nal) => Buffer.from(nal))), String(size));
  }
});

test("the arrival of an access unit is that of its first bytes", () => {
  const reader = new AccessUnitReader();
  const one = join(long, slice(5, 0));
  const units = [10, 20, 30].flatMap((now) => reader.push(one, now)).concat(reader.end());
  assert.deepEqual(units.map(({ arrival }) => arrival), [10, 20, 30]);
});

test("what is no byte stream is refused, and does not fill the memory", () => {
  const reader = new AccessUnitReader();
  assert.throws(() => { for (let count = 0; count < 40; count++) reader.push(new Uint8Array(1 << 20).fill(7), 0); }, { status: 65 });
});

test("an input without a picture to begin with fails", async () => {
  const read = async (bytes) => { for await (const _ of pictures((async function* () { yield bytes; })())); };
  await assert.rejects(read(join(long, slice(1, 3))), { status: 65 });
  await assert.rejects(read(new Uint8Array(0)), { status: 65 });
});

test("IDR pictures are random access points, if their parameter sets are known", () => {
  assert.deepEqual(flagsOf([sps, pps, slice(5, 0)], [slice(1, 1)], [slice(1, 2, { reference: 0 })]), [1, 0, 2]);
  assert.deepEqual(flagsOf([slice(5, 0)], [sps, slice(5, 0)]), [0, 0]);
});

test("recovery points are exact, gradual, or come while another one recovers", () => {
  const idr = [sps, pps, slice(5, 0)];
  assert.deepEqual(flagsOf(idr, [recovery(0), slice(1, 1)], [recovery(0, 0), slice(1, 2)], [recovery(0, 1, 1), slice(1, 3)]), [1, 1, 24, 24]);
  assert.deepEqual(flagsOf(idr, [recovery(2), slice(1, 1)], [slice(1, 2)], [recovery(2), slice(1, 3)], [slice(1, 4)]), [1, 8, 0, 16, 0]);
  assert.deepEqual(flagsOf(idr, [recovery(3), slice(1, 1)], [recovery(3), slice(1, 2)], [slice(1, 3)], [slice(1, 4)]), [1, 8, 0, 0, 16]);
  // frame_num wraps, and a picture that is no reference ends nothing.
  const last = 2 ** log2MaxFrameNum - 1;
  assert.deepEqual(flagsOf(idr, [recovery(1), slice(1, last)], [slice(1, 0, { reference: 0 })], [slice(1, 0)]), [1, 8, 2, 16]);
  assert.deepEqual(flagsOf(idr, [recovery(3), slice(1, 1)], [slice(5, 0)], [slice(1, 3)], [slice(1, 4)]), [1, 8, 1, 0, 0]);
});

test("a random access point gets all parameter sets in force, in front of the first SEI message", () => {
  const other = join([0x68], bits(1, 0, [0, 1], [0, 1]));
  const maker = new FrameMaker();
  const make = (...nals) => Buffer.from(maker.make({ units: nals.map((nal) => Uint8Array.from(nal)), arrival: 0 }).payload);
  const stream = (...nals) => join(...nals.flatMap((nal) => [long, nal]));
  assert.deepEqual(make(sps, pps, slice(5, 0)), stream(sps, pps, slice(5, 0)));
  assert.deepEqual(make(other, slice(1, 1)), stream(other, slice(1, 1)));
  assert.deepEqual(make([9, 0xf0], [6, 1, 1, 0, 0x80], slice(5, 0)), stream([9, 0xf0], sps, pps, other, [6, 1, 1, 0, 0x80], slice(5, 0)));
  assert.deepEqual(make(pps, slice(5, 0)), stream(sps, other, pps, slice(5, 0)));
});

test("damaged streams are read to their end", () => {
  const whole = join(...[[9, 0xf0], sps, pps, recovery(3), slice(5, 0), slice(1, 1), recovery(0), slice(1, 2), sps, pps, slice(5, 0)].flatMap((nal) => [long, nal]));
  let seed = 1;
  const random = (limit) => (seed = seed * 48271 % 2147483647) % limit;
  for (let round = 0; round < 3000; round++) {
    const bytes = Buffer.from(whole);
    for (let count = 1 + random(8); count; count--) bytes[random(bytes.length)] = random(256);
    const maker = new FrameMaker();
    for (const unit of unitsOf(bytes, 1 + random(90))) {
      const { decode, presentation, flags } = maker.make(unit);
      assert.ok(Number.isSafeInteger(decode) && presentation >= decode && flags < 32);
    }
  }
});

test("times are counted, or those of the arrival", () => {
  const counted = new MediaClock([30_000, 1001], undefined);
  assert.deepEqual(counted.times({ decode: 4, presentation: 6, arrival: 9 }), { decodeTime: 66_733, presentationTime: 100_100 });
  const arrival = new MediaClock(null, [25, 1]);
  assert.deepEqual(arrival.times({ decode: 0, presentation: 2, arrival: 1000 }), { decodeTime: 1000, presentationTime: 41_000 });
  assert.deepEqual(arrival.times({ decode: 2, presentation: 2, arrival: 900 }), { decodeTime: 1000, presentationTime: 1000 });
  assert.deepEqual([readRate("30"), readRate("29.97"), readRate("30000/1001")], [[30, 1], [2997, 100], [30_000, 1001]]);
  for (const text of ["", "0", "-1", "1/0", "x", "1e3"]) assert.throws(() => readRate(text), { status: 64 });
});

const vectors = process.env.STREAMD_VECTORS;
test("real streams: access units, random access points and the order of output", { skip: !vectors && "STREAMD_VECTORS names no folder" }, () => {
  /** Flexible macroblock order, hostile inputs, and parameter sets that are missing or broken. */
  const others = ["jcodec_seq_boxout", "testcase", "xmdvr_extra", "random_32x18", "membrane_input-30-240p-no-sps-pps", "membrane_input-idr-sps-pps-non-idr"];
  for (const file of readdirSync(vectors).filter((name) => name.endsWith(".h264") && existsSync(`${vectors}/oracle/${name}.json`))) {
    const maker = new FrameMaker();
    const made = unitsOf(readFileSync(`${vectors}/${file}`), 4096).map((unit) => maker.make(unit));
    if (others.includes(file.replace(".h264", ""))) continue;
    const oracle = JSON.parse(readFileSync(`${vectors}/oracle/${file}.json`, "utf8"));
    assert.equal(made.length, oracle.aus.length, file);
    assert.deepEqual(made.flatMap(({ flags }, index) => (flags & 9 ? [index] : [])), oracle.rap_au_indices, file);
    assert.ok(made.every(({ decode, presentation }) => presentation >= decode), file);
    const shown = [...new Set(oracle.ffprobe_frames_display_order.rows.map(([, position]) => Number(position)))];
    const own = made.map(({ presentation }, index) => ({ presentation, offset: oracle.aus[index].o }))
      .filter(({ offset }) => shown.includes(offset)).sort((a, b) => a.presentation - b.presentation).map(({ offset }) => offset);
    assert.deepEqual(own, shown.filter((offset) => own.includes(offset)), file);
  }
});

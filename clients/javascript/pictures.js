/** What a publisher reads of parameter sets and slice headers (ITU-T H.264, 7.3.2.1, 7.3.2.2, 7.3.3 and D.2.8). */

import { BitReader, pictureSize } from "../../Sources/WebPlayer/Assets/h264.js";

/**
 * @typedef {object} SPS
 * @property {number} id
 * @property {boolean} hasColourPlanes
 * @property {number} log2MaxFrameNum
 * @property {{ type: 0, log2MaxLsb: number } | { type: 1, isDeltaZero: boolean, nonReference: number, topToBottom: number,
 *   cycle: number[] } | { type: 2 }} order  of pictures
 * @property {boolean} framesOnly
 * @property {number} reorderedFrames  pictures that a decoder holds back, at most
 * @property {[number, number] | undefined} frameRate  a fraction
 * @property {[number, number] | undefined} size
 *
 * @typedef {{ id: number, sps: number, hasBottomOrder: boolean }} PPS
 *
 * @typedef {object} Slice
 * @property {boolean} isIDR
 * @property {boolean} isReference
 * @property {number} frameNum
 * @property {"frame" | "top" | "bottom"} structure
 * @property {number} lsb
 * @property {number[]} deltas  of the order: bottom for type 0, two for type 1
 */

/** Slice headers end before this, as far as they are read. */
const headerBytes = 96;
const profilesWithChroma = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135];
const baseline = 66;

/** @param {BitReader} bits  @returns a signed Exp-Golomb number (9.1.1) */
function se(bits) {
  const code = bits.ue();
  return code & 1 ? (code + 1) / 2 : -code / 2;
}

/** @param {BitReader} bits */
const u32 = (bits) => bits.u(16) * 65536 + bits.u(16);

/** @param {Uint8Array} unit  @returns {SPS | null} null if it is not valid */
export function readSPS(unit) {
  const bits = new BitReader(unit.subarray(1));
  const profile = bits.u(8);
  bits.skip(16);
  const id = bits.ue();
  const hasColourPlanes = profilesWithChroma.includes(profile) && readChroma(bits);
  const log2MaxFrameNum = bits.ue() + 4;
  const order = readOrder(bits);
  const referenceFrames = bits.ue();
  bits.skip(1);
  bits.ue();
  bits.ue();
  const framesOnly = bits.u(1) === 1;
  bits.skip(framesOnly ? 1 : 2);
  if (bits.u(1)) for (let edge = 0; edge < 4; edge++) bits.ue();
  const { frameRate, reorderedFrames } = bits.u(1) ? readVUI(bits) : /** @type {ReturnType<typeof readVUI>} */ ({});
  const size = pictureSize(unit);
  if (bits.isOverrun || id > 31 || log2MaxFrameNum > 16 || !order) return null;
  // Without the field, a decoder must expect anything; the pictures that it keeps for reference are a good guess.
  const guess = order.type === 2 || profile === baseline ? 0 : referenceFrames;
  return {
    id, hasColourPlanes, log2MaxFrameNum, order, framesOnly, frameRate, size: size ? [size.width, size.height] : undefined,
    reorderedFrames: Math.min(reorderedFrames ?? guess, 16),
  };
}

/** @param {BitReader} bits  @returns whether the colour planes are separate */
function readChroma(bits) {
  const chroma = bits.ue();
  const hasColourPlanes = chroma === 3 && bits.u(1) === 1;
  bits.ue();
  bits.ue();
  bits.skip(1);
  if (!bits.u(1)) return hasColourPlanes;
  for (let list = 0; list < (chroma === 3 ? 12 : 8); list++) {
    if (!bits.u(1)) continue;
    for (let index = 0, last = 8; index < (list < 6 ? 16 : 64) && last; index++) last = (last + se(bits) + 256) & 255;
  }
  return hasColourPlanes;
}

/** @param {BitReader} bits  @returns {SPS["order"] | null} */
function readOrder(bits) {
  const type = bits.ue();
  if (type === 0) {
    const log2MaxLsb = bits.ue() + 4;
    return log2MaxLsb <= 16 ? { type, log2MaxLsb } : null;
  }
  if (type === 2) return { type };
  if (type !== 1) return null;
  const isDeltaZero = bits.u(1) === 1;
  const nonReference = se(bits);
  const topToBottom = se(bits);
  const count = bits.ue();
  return count <= 255 ? { type, isDeltaZero, nonReference, topToBottom, cycle: Array.from({ length: count }, () => se(bits)) } : null;
}

/** @param {BitReader} bits  @returns {{ frameRate?: [number, number], reorderedFrames?: number }} (E.1.1) */
function readVUI(bits) {
  if (bits.u(1) && bits.u(8) === 255) bits.skip(32);
  if (bits.u(1)) bits.skip(1);
  if (bits.u(1)) {
    bits.skip(4);
    if (bits.u(1)) bits.skip(24);
  }
  if (bits.u(1)) {
    bits.ue();
    bits.ue();
  }
  /** @type {[number, number] | undefined} */
  let frameRate;
  if (bits.u(1)) {
    const ticks = u32(bits);
    const scale = u32(bits);
    bits.skip(1);
    // A tick is the time of a field.
    if (ticks && scale && 2 * ticks < 2 ** 32) frameRate = [scale, 2 * ticks];
  }
  const hasHRD = [readHRD(bits), readHRD(bits)].includes(true);
  if (hasHRD) bits.skip(1);
  bits.skip(1);
  if (!bits.u(1)) return { frameRate };
  bits.skip(1);
  for (let field = 0; field < 4; field++) bits.ue();
  return { frameRate, reorderedFrames: bits.ue() };
}

/** @param {BitReader} bits  @returns whether there are parameters (E.1.2) */
function readHRD(bits) {
  if (!bits.u(1)) return false;
  const count = bits.ue() + 1;
  bits.skip(8);
  for (let index = 0; index < Math.min(count, 32); index++) {
    bits.ue();
    bits.ue();
    bits.skip(1);
  }
  bits.skip(20);
  return true;
}

/** @param {Uint8Array} unit  @returns {PPS | null} */
export function readPPS(unit) {
  const bits = new BitReader(unit.subarray(1, headerBytes));
  const [id, sps] = [bits.ue(), bits.ue()];
  bits.skip(1);
  const hasBottomOrder = bits.u(1) === 1;
  return bits.isOverrun || id > 255 || sps > 31 ? null : { id, sps, hasBottomOrder };
}

/** @param {Uint8Array} unit  a slice  @returns {number} the PPS that it refers to */
export function ppsOfSlice(unit) {
  const bits = new BitReader(unit.subarray(1, headerBytes));
  bits.ue();
  bits.ue();
  return bits.ue();
}

/** @param {Uint8Array} unit  a slice  @param {PPS} pps  @param {SPS} sps  @returns {Slice} */
export function readSlice(unit, pps, sps) {
  const bits = new BitReader(unit.subarray(1, headerBytes));
  for (let field = 0; field < 3; field++) bits.ue();
  if (sps.hasColourPlanes) bits.skip(2);
  const frameNum = bits.u(sps.log2MaxFrameNum);
  const isField = !sps.framesOnly && bits.u(1) === 1;
  const structure = !isField ? "frame" : bits.u(1) ? "bottom" : "top";
  const isIDR = (unit[0] & 31) === 5;
  if (isIDR) bits.ue();
  const hasBottom = pps.hasBottomOrder && !isField;
  const lsb = sps.order.type === 0 ? bits.u(sps.order.log2MaxLsb) : 0;
  const deltas = [];
  if (sps.order.type === 0 && hasBottom) deltas.push(se(bits));
  if (sps.order.type === 1 && !sps.order.isDeltaZero) deltas.push(se(bits), hasBottom ? se(bits) : 0);
  return { isIDR, isReference: (unit[0] & 0x60) !== 0, frameNum, structure, lsb, deltas };
}

/**
 * @param {Uint8Array} unit  an SEI NAL unit
 * @returns {{ frames: number, isExact: boolean } | null}  its recovery point: exact if a decoder shows all from here on as
 *   they are; null if it has none
 */
export function readRecoveryPoint(unit) {
  const bytes = new BitReader(unit.subarray(1)).bytes;
  for (let at = 0; at + 2 < bytes.length;) {
    let [type, size] = [0, 0];
    for (; bytes[at] === 255; at++) type += 255;
    type += bytes[at++];
    for (; bytes[at] === 255; at++) size += 255;
    size += bytes[at++];
    if (type !== 6) {
      at += size;
      continue;
    }
    // The rest has no emulation prevention bytes any more, so it is read as bits directly.
    const bits = new BitReader(new Uint8Array(0));
    bits.bytes = bytes.subarray(at, at + size);
    const frames = bits.ue();
    const [isExact, isBroken] = [bits.u(1), bits.u(1)];
    return bits.isOverrun ? null : { frames, isExact: frames === 0 && isExact === 1 && isBroken === 0 };
  }
  return null;
}

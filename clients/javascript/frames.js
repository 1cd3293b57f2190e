/** Makes frames of access units: flags, parameter sets and times (Protocol.md, Codecs and Frame). A value. */

import { NAL, nalType } from "../../Sources/WebPlayer/Assets/h264.js";
import { Flag } from "../../Sources/WebPlayer/Assets/messages.js";
import { isSlice } from "./annexb.js";
import { PresentationOrder } from "./order.js";
import { ppsOfSlice, readPPS, readRecoveryPoint, readSlice, readSPS } from "./pictures.js";

/**
 * @typedef {import("./annexb.js").AccessUnit} AccessUnit
 * @typedef {import("./pictures.js").SPS} SPS
 * @typedef {import("./pictures.js").PPS} PPS
 * @typedef {import("./pictures.js").Slice} Slice
 * @typedef {{ flags: number, payload: Uint8Array, decode: number, presentation: number, sps: SPS | null,
 *   endsStream: boolean }} Picture  times in field periods
 */

const supplemental = 6;
const endOfStream = 11;
const extension = 13;
const subsetSPS = 15;
/** A longer parameter set is not kept; real ones have less than a hundred bytes. */
const longestSet = 4096;
const startCode = Uint8Array.of(0, 0, 0, 1);

/** Marks recovery points and the pictures from which everything is right (D.2.8). Follows one at a time. */
class Recovery {
  /** Increments of frame_num that are left; null while nothing recovers. */
  left = /** @type {number | null} */ (null);
  frameNum = 0;

  /**
   * @param {Slice} slice  @param {SPS} sps  @param {number} flags  so far  @param {ReturnType<typeof readRecoveryPoint>} point
   * @returns {number} the flags
   */
  mark(slice, sps, flags, point) {
    const passed = (slice.frameNum - this.frameNum) & (2 ** sps.log2MaxFrameNum - 1);
    this.frameNum = slice.frameNum;
    if (flags & Flag.randomAccess) {
      this.left = null;
      return flags;
    }
    let marked = flags;
    if (this.left !== null) {
      const isRecovered = this.left <= passed && slice.isReference;
      if (isRecovered) marked |= Flag.recovered;
      this.left = isRecovered ? null : Math.max(0, this.left - passed);
    }
    if (point?.frames === 0) {
      this.left = null;
      return marked | Flag.gradual | Flag.recovered;
    }
    if (!point || this.left !== null || marked & Flag.recovered) return marked;
    this.left = point.frames;
    return marked | Flag.gradual;
  }
}

export class FrameMaker {
  constructor() {
    /** @type {Map<number, SPS>} */
    this.sps = new Map();
    /** @type {Map<number, PPS>} */
    this.pps = new Map();
    /**
     * The parameter sets in force as they came, by type and id.
     * @type {Map<string, Uint8Array>}
     */
    this.sets = new Map();
    this.order = new PresentationOrder();
    this.recovery = new Recovery();
    /**
     * A field that waits for the second one of its frame.
     * @type {Slice | null}
     */
    this.firstField = null;
  }

  /** @param {AccessUnit} unit  @returns {Picture} */
  make({ units }) {
    /** @type {ReturnType<typeof readRecoveryPoint>} */
    let point = null;
    for (const nal of units) {
      this.remember(nal);
      if (nalType(nal) === supplemental) point = readRecoveryPoint(nal) ?? point;
    }
    const slices = units.filter((nal) => isSlice(nalType(nal)));
    const { slice, sps } = this.read(slices[0]);
    const isSecondField = slice !== null && completes(this.firstField, slice);
    this.firstField = slice && slice.structure !== "frame" && !isSecondField ? slice : null;
    const isReference = units.some((nal) => (isSlice(nalType(nal)) || nalType(nal) === 20) && (nal[0] & 0x60) !== 0);
    let flags = isReference ? 0 : Flag.discardable;
    if (slice && sps && !isSecondField) {
      if (slice.isIDR || point?.isExact) flags |= Flag.randomAccess;
      flags = this.recovery.mark(slice, sps, flags, point);
    }
    const isStart = (flags & (Flag.randomAccess | Flag.gradual)) !== 0;
    return {
      flags, payload: joined(isStart ? this.completed(units) : units), sps, endsStream: units.some((nal) => nalType(nal) === endOfStream),
      ...this.order.next(slice, sps, isSecondField),
    };
  }

  /** @param {Uint8Array} nal  which may be a parameter set */
  remember(nal) {
    const type = nalType(nal);
    if (nal.length > longestSet) return;
    if (type === NAL.sps || type === subsetSPS) {
      const sps = readSPS(nal);
      if (!sps) return;
      if (type === NAL.sps) this.sps.set(sps.id, sps);
      this.sets.set(`${type} ${sps.id}`, nal);
    } else if (type === extension) {
      // An extension belongs to the SPS before it; a stream has hardly ever one, and then only one.
      this.sets.set(`${type} 0`, nal);
    } else if (type === NAL.pps) {
      const pps = readPPS(nal);
      if (!pps) return;
      this.pps.set(pps.id, pps);
      this.sets.set(`${type} ${pps.id}`, nal);
    }
  }

  /** @param {Uint8Array} nal  a slice  @returns {{ slice: Slice | null, sps: SPS | null }} null without its parameter sets */
  read(nal) {
    const pps = this.pps.get(ppsOfSlice(nal));
    const sps = pps && this.sps.get(pps.sps);
    return sps ? { slice: readSlice(nal, pps, sps), sps } : { slice: null, sps: null };
  }

  /**
   * An access unit at which decoding can begin, with all parameter sets in force, also those that only a later picture
   * needs, in front of the first SEI message and slice.
   * @param {Uint8Array[]} units
   */
  completed(units) {
    const isSet = (/** @type {Uint8Array} */ nal) => [NAL.sps, NAL.pps, extension, subsetSPS].includes(nalType(nal));
    const own = units.filter(isSet);
    const others = units.filter((nal) => !isSet(nal));
    const all = [...[...this.sets.values()].filter((nal) => !own.includes(nal)), ...own];
    /** @param {...number} types */
    const of = (...types) => all.filter((nal) => types.includes(nalType(nal)));
    const isDelimited = others.length > 0 && nalType(others[0]) === NAL.delimiter;
    return [
      ...(isDelimited ? [others[0]] : []), ...of(NAL.sps), ...of(extension), ...of(subsetSPS), ...of(NAL.pps),
      ...others.slice(isDelimited ? 1 : 0),
    ];
  }
}

/** @param {Slice | null} first  @param {Slice} second  @returns whether the two fields are one frame (3.30, 3.31) */
const completes = (first, second) => first !== null && second.structure !== "frame" && second.structure !== first.structure
  && second.frameNum === first.frameNum && second.isReference === first.isReference && !second.isIDR;

/** @param {Uint8Array[]} units  @returns them with start codes of four bytes */
function joined(units) {
  const bytes = new Uint8Array(units.reduce((sum, nal) => sum + startCode.length + nal.length, 0));
  let at = 0;
  for (const nal of units) {
    bytes.set(startCode, at);
    bytes.set(nal, at + startCode.length);
    at += startCode.length + nal.length;
  }
  return bytes;
}

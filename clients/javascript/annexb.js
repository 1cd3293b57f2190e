/** Cuts a byte stream of H.264 (ITU-T H.264, Annex B) into access units, by the rule of Protocol.md, Codecs. */

import { nalType } from "../../Sources/WebPlayer/Assets/h264.js";
import { Failure } from "./failure.js";
import { Status } from "./registry.js";

/**
 * @typedef {{ units: Uint8Array[], arrival: number }} AccessUnit  its NAL units without start codes, and when its first
 *   bytes came, in microseconds
 */

/** Bytes without a start code after which the input is no byte stream: no relay takes a frame that is twice as long. */
const longestUnit = 16 * 1024 * 1024;
/** Bytes of an access unit, at most; the rest of a longer one is dropped. */
const longestAccessUnit = 32 * 1024 * 1024;
const startCode = Buffer.from([0, 0, 1]);

/** @param {number} type  @returns whether it is a slice or its first partition */
export const isSlice = (type) => type === 1 || type === 2 || type === 5;

/** @param {number} type  @returns whether such a NAL unit behind a slice begins the next access unit */
const startsAccessUnit = (type) => (type >= 6 && type <= 9) || (type >= 14 && type <= 18);

export class AccessUnitReader {
  constructor() {
    /** Bytes from the last start code on, or from the beginning if none has come. */
    this.rest = Buffer.alloc(0);
    /** How many of them have been searched. */
    this.searched = 0;
    this.hasBegun = false;
    /** @type {Uint8Array[]} */
    this.units = [];
    this.length = 0;
    this.hasSlice = false;
    /** When the bytes came with which the present NAL unit, and the present access unit, begin. */
    this.unitArrival = this.arrival = 0;
  }

  /** @param {Uint8Array} bytes  @param {number} now  @returns {AccessUnit[]} those that are complete */
  push(bytes, now) {
    if (!this.rest.length) this.unitArrival = now;
    this.rest = Buffer.concat([this.rest, bytes]);
    const complete = [];
    let begin = 0;
    for (;;) {
      const at = this.rest.indexOf(startCode, this.searched);
      if (at < 0) break;
      if (this.hasBegun) complete.push(...this.add(trimmed(this.rest.subarray(begin, at))));
      this.hasBegun = true;
      this.unitArrival = now;
      begin = this.searched = at + startCode.length;
    }
    // Two bytes at the end may belong to a start code. What stays is copied: a view would keep the whole buffer.
    this.searched = Math.max(begin, this.rest.length - startCode.length + 1) - begin;
    if (begin) this.rest = Buffer.from(this.rest.subarray(begin));
    if (this.rest.length > longestUnit) throw new Failure(Status.badData, "The input is no H.264 byte stream: it has no start code in 16 MiB.");
    return complete;
  }

  /** @returns {AccessUnit[]} the rest, at the end of the input */
  end() {
    const complete = this.hasBegun ? this.add(trimmed(this.rest)) : [];
    return this.hasSlice ? [...complete, this.take()] : complete;
  }

  /** @param {Uint8Array} unit  @returns {AccessUnit[]} the access unit before it, if it begins another one */
  add(unit) {
    if (!unit.length) return [];
    const type = nalType(unit);
    // The first macroblock of a picture has the number 0, which is a single bit.
    const isNext = this.hasSlice && (startsAccessUnit(type) || (isSlice(type) && (unit[1] & 0x80) !== 0));
    const complete = isNext ? [this.take()] : [];
    if (!this.units.length) this.arrival = this.unitArrival;
    this.hasSlice ||= isSlice(type);
    this.length += unit.length;
    if (this.length <= longestAccessUnit) this.units.push(new Uint8Array(unit));
    return complete;
  }

  /** @returns {AccessUnit} */
  take() {
    const unit = { units: this.units, arrival: this.arrival };
    this.units = [];
    this.length = 0;
    this.hasSlice = false;
    return unit;
  }
}

/** @param {Uint8Array} bytes  @returns them without the zero bytes at the end, which belong to no NAL unit */
function trimmed(bytes) {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  return bytes.subarray(0, end);
}

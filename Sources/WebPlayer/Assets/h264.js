/** What a player must know of H.264: NAL units, and the size and codec of an SPS (ITU-T H.264, Annex B and 7.3.2.1). */

export const NAL = Object.freeze({ sps: 7, pps: 8, delimiter: 9 });

/** @param {Uint8Array} unit */
export const nalType = (unit) => unit[0] & 31;

/**
 * The NAL units of an access unit in the byte stream format, without start codes.
 * @param {Uint8Array} bytes
 * @returns {Uint8Array[]}
 */
export function nalUnits(bytes) {
  const units = [];
  let start = -1;
  for (let at = bytes.indexOf(1, 2); at >= 0; at = bytes.indexOf(1, at + 1)) {
    if (bytes[at - 1] || bytes[at - 2]) continue;
    if (start >= 0) units.push(trimmed(bytes, start, at - 2));
    start = at + 1;
  }
  if (start >= 0) units.push(trimmed(bytes, start, bytes.length));
  return units.filter((unit) => unit.length);
}

/**
 * Without zero bytes at the end, which belong to no NAL unit.
 * @param {Uint8Array} bytes  @param {number} start  @param {number} end
 */
function trimmed(bytes, start, end) {
  while (end > start && bytes[end - 1] === 0) end--;
  return bytes.subarray(start, end);
}

/** An avcC record and the standard allow 31 SPS. */
const maximumSets = 31;

/** @param {Uint8Array[]} units  @param {number} type  @returns the parameter sets of a type that can be read */
export const parameterSets = (units, type) =>
  units.filter((unit) => nalType(unit) === type && unit.length >= (type === NAL.sps ? 4 : 2)).slice(0, maximumSets);

/** @param {Uint8Array} sps  @returns the codec of RFC 6381, such as avc1.64001F */
export const codecString = (sps) =>
  "avc1." + [...sps.subarray(1, 4)].map((byte) => byte.toString(16).padStart(2, "0").toUpperCase()).join("");

/** Profiles whose SPS has a chroma format. */
const profilesWithChroma = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135];

/**
 * @param {Uint8Array} sps
 * @returns {{ width: number, height: number } | null}  the cropped size in samples; null if the SPS is not valid
 */
export function pictureSize(sps) {
  const bits = new BitReader(sps.subarray(4));
  const profile = sps[1];
  bits.ue();
  let chroma = 1;
  if (profilesWithChroma.includes(profile)) {
    chroma = bits.ue();
    if (chroma === 3) bits.skip(1);
    bits.ue();
    bits.ue();
    bits.skip(1);
    if (bits.u(1)) for (let list = 0; list < (chroma === 3 ? 12 : 8); list++) if (bits.u(1)) scalingList(bits, list < 6 ? 16 : 64);
  }
  bits.ue();
  const orderType = bits.ue();
  if (orderType === 0) bits.ue();
  if (orderType === 1) {
    bits.skip(1);
    bits.ue();
    bits.ue();
    const cycle = bits.ue();
    for (let index = 0; index < cycle && cycle < 256; index++) bits.ue();
  }
  bits.ue();
  bits.skip(1);
  const width = 16 * (bits.ue() + 1);
  const mapUnits = bits.ue() + 1;
  const framesOnly = bits.u(1);
  if (!framesOnly) bits.skip(1);
  bits.skip(1);
  const crop = bits.u(1) ? [bits.ue(), bits.ue(), bits.ue(), bits.ue()] : [0, 0, 0, 0];
  const unitX = chroma === 1 || chroma === 2 ? 2 : 1;
  const unitY = (chroma === 1 ? 2 : 1) * (2 - framesOnly);
  const size = {
    width: width - unitX * (crop[0] + crop[1]),
    height: 16 * mapUnits * (2 - framesOnly) - unitY * (crop[2] + crop[3]),
  };
  const isValid = !bits.isOverrun && size.width > 0 && size.height > 0 && size.width <= 16384 && size.height <= 16384;
  return isValid ? size : null;
}

/** @param {BitReader} bits  @param {number} count */
function scalingList(bits, count) {
  let last = 8;
  for (let index = 0; index < count; index++) {
    const code = bits.ue();
    last = (last + (code & 1 ? (code + 1) / 2 : -code / 2) + 256) % 256;
    if (last === 0) return;
  }
}

/** Reads the bits of an RBSP. Beyond its end it reads zeros. */
export class BitReader {
  /** @param {Uint8Array} bytes  with emulation prevention bytes */
  constructor(bytes) {
    this.bytes = bytes.filter((byte, index) => !(byte === 3 && index > 1 && !bytes[index - 1] && !bytes[index - 2]));
    this.at = 0;
  }

  get isOverrun() { return this.at > 8 * this.bytes.length; }

  /** @param {number} count  up to 31 */
  u(count) {
    let value = 0;
    for (; count; count--, this.at++) value = value * 2 + (((this.bytes[this.at >> 3] ?? 0) >> (7 - (this.at & 7))) & 1);
    return value;
  }

  /** @param {number} count */
  skip(count) { this.at += count; }

  /** An unsigned Exp-Golomb number (9.1). */
  ue() {
    let zeros = 0;
    while (zeros < 31 && !this.isOverrun && !this.u(1)) zeros++;
    return 2 ** zeros - 1 + this.u(zeros);
  }
}

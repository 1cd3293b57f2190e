/** Writes fragmented MP4 for MediaSource: an initialization segment, and a fragment for each frame (ISO/IEC 14496-12). */

import { u32Bytes, utf8 } from "./bytes.js";

/** @typedef {Uint8Array | number[]} Part */

/** Units a second of all times: microseconds. */
const timescale = 1_000_000;

/** @param {number} value */
const u16 = (value) => [value >> 8 & 255, value & 255];
/** @param {number} value */
const u64 = (value) => [...u32Bytes(Math.floor(value / 2 ** 32)), ...u32Bytes(value % 2 ** 32)];
/** @param {number} count */
const zeros = (count) => new Uint8Array(count);

/** @param {Part[]} parts */
function join(parts) {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** @param {string} type  @param {Part[]} parts */
const box = (type, ...parts) =>
  join([u32Bytes(8 + parts.reduce((sum, part) => sum + part.length, 0)), utf8(type), ...parts]);

/** @param {string} type  @param {number} flags  with the version in the highest byte  @param {Part[]} parts */
const fullBox = (type, flags, ...parts) => box(type, u32Bytes(flags), ...parts);

const unityMatrix = join([
  u32Bytes(0x10000), zeros(12), u32Bytes(0x10000), zeros(12), u32Bytes(0x40000000),
]);

/** @param {Uint8Array[]} sets  @returns each with its length in front */
const listed = (sets) => sets.flatMap((set) => [u16(set.length), set]);

/** @param {Uint8Array[]} sps  @param {Uint8Array[]} pps  @returns the box avcC (ISO/IEC 14496-15, 5.3.3.1) */
const avcC = (sps, pps) =>
  box("avcC", [1, ...sps[0].subarray(1, 4), 0xff, 0xe0 | sps.length], ...listed(sps), [pps.length], ...listed(pps));

/** @param {Uint8Array} configuration  an AudioSpecificConfig  @returns the box esds (ISO/IEC 14496-14) */
function esds(configuration) {
  const specific = [5, configuration.length, ...configuration];
  const decoder = [4, 13 + specific.length, 0x40, 0x15, ...zeros(11), ...specific];
  return fullBox("esds", 0, [3, 3 + decoder.length + 3, 0, 1, 0, ...decoder, 6, 1, 2]);
}

/**
 * @typedef {{ kind: "video", sps: Uint8Array[], pps: Uint8Array[], width: number, height: number }
 *   | { kind: "audio", configuration: Uint8Array, sampleRate: number, channels: number }} Description
 */

/** @param {Description} track */
function sampleEntry(track) {
  if (track.kind === "video") {
    return box("avc1", zeros(6), u16(1), zeros(16), u16(track.width), u16(track.height),
      u32Bytes(0x480000), u32Bytes(0x480000), zeros(4), u16(1), zeros(32), u16(24), [0xff, 0xff],
      avcC(track.sps, track.pps));
  }
  const rate = track.sampleRate < 65536 ? track.sampleRate : 0;
  return box("mp4a", zeros(6), u16(1), zeros(8), u16(track.channels), u16(16), zeros(4), u16(rate), u16(0),
    esds(track.configuration));
}

/** @param {Description} track  @returns the initialization segment of a file with this track alone */
export function initializationSegment(track) {
  const isVideo = track.kind === "video";
  const [width, height] = isVideo ? [track.width, track.height] : [0, 0];
  const table = box("stbl",
    fullBox("stsd", 0, u32Bytes(1), sampleEntry(track)),
    fullBox("stts", 0, zeros(4)), fullBox("stsc", 0, zeros(4)), fullBox("stsz", 0, zeros(8)), fullBox("stco", 0, zeros(4)));
  const media = box("mdia",
    fullBox("mdhd", 0, zeros(8), u32Bytes(timescale), zeros(4), u16(0x55c4), zeros(2)),
    fullBox("hdlr", 0, zeros(4), utf8(isVideo ? "vide" : "soun"), zeros(13)),
    box("minf", isVideo ? fullBox("vmhd", 1, zeros(8)) : fullBox("smhd", 0, zeros(4)),
      box("dinf", fullBox("dref", 0, u32Bytes(1), fullBox("url ", 1))), table));
  return join([
    box("ftyp", utf8("iso5"), zeros(4), utf8("iso5isomavc1")),
    box("moov",
      fullBox("mvhd", 0, zeros(8), u32Bytes(timescale), zeros(4), u32Bytes(0x10000), [1, 0], zeros(10), unityMatrix,
        zeros(24), u32Bytes(2)),
      box("trak",
        fullBox("tkhd", 3, zeros(8), u32Bytes(1), zeros(8), zeros(8), u16(0), u16(0), u16(isVideo ? 0 : 0x100), u16(0),
          unityMatrix, u16(width), u16(0), u16(height), u16(0)),
        media),
      box("mvex", fullBox("trex", 0, u32Bytes(1), u32Bytes(1), zeros(12)))),
  ]);
}

/**
 * @param {object} sample  one frame; times in microseconds
 * @param {number} sample.number  of the fragment
 * @param {number} sample.decodeTime  not negative
 * @param {number} sample.duration
 * @param {number} sample.compositionOffset
 * @param {boolean} sample.isSync
 * @param {Part[]} sample.data
 */
export function fragment({ number, decodeTime, duration, compositionOffset, isSync, data }) {
  const size = data.reduce((sum, part) => sum + part.length, 0);
  /** @param {number} offset */
  const moof = (offset) => box("moof", fullBox("mfhd", 0, u32Bytes(number)),
    box("traf",
      fullBox("tfhd", 0x020000, u32Bytes(1)),
      fullBox("tfdt", 0x01000000, u64(decodeTime)),
      fullBox("trun", 0x01000f01, u32Bytes(1), u32Bytes(offset), u32Bytes(duration), u32Bytes(size),
        u32Bytes(isSync ? 0x02000000 : 0x01010000), u32Bytes(compositionOffset))));
  return join([moof(moof(0).length + 8), box("mdat", ...data)]);
}

/** @param {Uint8Array[]} units  NAL units  @returns the same with their lengths in front (ISO/IEC 14496-15, 5.3.4.2) */
export const withLengths = (units) => units.flatMap((unit) => [u32Bytes(unit.length), unit]);

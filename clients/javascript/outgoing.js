/** The messages that the browser player does not send: those of a publisher, more options of the hello, and grease. */

import { ByteWriter, u32Bytes, utf8 } from "../../Sources/WebPlayer/Assets/bytes.js";
import { encodeHello as encodePlayerHello, Limit, Role as PlayerRole, Type } from "../../Sources/WebPlayer/Assets/protocol.js";
import { codeOf } from "./registry.js";

export const Role = Object.freeze({ ...PlayerRole, publish: 1 });

/** Where a viewer begins. */
export const Start = Object.freeze({ lastRandomAccessPoint: 0, live: 1, nextRandomAccessPoint: 2 });

/** Numbers that never have a meaning. A client sends one now and then, so that relays keep skipping what they do not know. */
export const greaseNumbers = Object.freeze([0x0a0a, 0x1a1a, 0x2a2a, 0x3a3a, 0x4a4a, 0x5a5a, 0x6a6a, 0x7a7a]);

const noBytes = new Uint8Array(0);

/** @param {() => number} random  from 0 to 1 */
const anyGrease = (random) => greaseNumbers[Math.floor(random() * greaseNumbers.length)];

/** @param {() => number} random  @returns a message that every receiver skips */
export const encodeGrease = (random) =>
  new ByteWriter(anyGrease(random), 2).u16(Math.floor(random() * 65536)).message();

/**
 * @typedef {import("../../Sources/WebPlayer/Assets/protocol.js").Hello & {
 *   start?: number, doesNotWait?: boolean, batch?: number }} Hello  batch in milliseconds
 */

/**
 * @param {Hello} hello
 * @param {(() => number) | null} random  for an option that every receiver skips; null for none
 */
export function encodeHello(hello, random) {
  const writer = new ByteWriter(Type.hello, 8192);
  writer.put(encodePlayerHello(hello).subarray(8));
  if (hello.start !== undefined) writer.option(0x0003, Uint8Array.of(hello.start));
  if (hello.doesNotWait) writer.option(0x0006, noBytes);
  if (hello.batch !== undefined) writer.option(0x0007, u32Bytes(hello.batch));
  if (random) writer.option(anyGrease(random), Uint8Array.of(Math.floor(random() * 256)));
  return writer.message();
}

/**
 * @typedef {{ track: number, kind: number, codec: string, generation: number, configuration?: Uint8Array,
 *   size?: [number, number], frameRate?: [number, number], sampleRate?: number, channels?: number, language?: string }} Track
 */

/** @param {Track} track  @returns the options as bytes */
function trackOptions(track) {
  const writer = new ByteWriter(0, 256);
  if (track.size) writer.u16(0x0001).u16(4).u16(track.size[0]).u16(track.size[1]);
  if (track.frameRate) writer.u16(0x0002).u16(8).u32(track.frameRate[0]).u32(track.frameRate[1]);
  if (track.sampleRate !== undefined) writer.option(0x0003, u32Bytes(track.sampleRate));
  if (track.channels !== undefined) writer.option(0x0004, Uint8Array.of(track.channels));
  if (track.language !== undefined) writer.option(0x0005, shortened(track.language, 128));
  return writer.message().subarray(8);
}

/** @param {number} epoch  @param {Track[]} tracks  1 to 16 */
export function encodeTracks(epoch, tracks) {
  const writer = new ByteWriter(Type.tracks, Limit.tracks);
  writer.u32(epoch).u16(tracks.length).u16(0);
  for (const track of tracks) {
    const configuration = track.configuration ?? noBytes;
    const options = trackOptions(track);
    writer.u16(track.track).u8(track.kind).u8(0).put(utf8(track.codec)).u16(track.generation)
      .u16(configuration.length).u16(options.length).u16(0).put(configuration).put(options);
  }
  return writer.message();
}

/**
 * @typedef {{ flags: number, track: number, generation: number, decodeTime: number, presentationTime: number,
 *   captureTime: number, payload: Uint8Array }} MediaFrame  times in microseconds
 */

/** @param {MediaFrame} frame  @param {number} epoch  @param {bigint} sequence */
export function encodeFrame(frame, epoch, sequence) {
  const writer = new ByteWriter(Type.frame, 40 + frame.payload.length);
  writer.view.setUint16(6, frame.flags);
  return writer.u16(frame.track).u16(frame.generation).u32(epoch).u64(sequence).u64(frame.decodeTime)
    .u64(frame.presentationTime).u64(frame.captureTime).put(frame.payload).message();
}

/** The reason of a gap that a publisher sends. */
const leftOutByPublisher = 3;

/** @param {number} track  @param {number} epoch  @param {bigint} first  @param {bigint} count */
export const encodeGap = (track, epoch, first, count) =>
  new ByteWriter(Type.gap, 24).u16(track).u8(leftOutByPublisher).u8(0).u32(epoch).u64(first).u64(count).message();

/** @param {{ offset: number, errorBound: number }} report  this clock minus the relay's, in microseconds */
export const encodeClockOffset = ({ offset, errorBound }) =>
  new ByteWriter(Type.clockOffset, 12).u64(offset).u32(errorBound).message();

/**
 * An error, or a goodbye for the codes of the class 0x00.
 * @param {string} name  of the registry  @param {string} [reason]  one sentence
 */
export function encodeEnd(name, reason = "") {
  const code = codeOf(name);
  const text = shortened(reason, 512);
  return new ByteWriter(code >> 8 ? Type.error : Type.goodbye, 10 + text.length)
    .u16(code).u8(name === "silent" ? 1 : 0).u8(0).u32(0).u16(text.length).put(text).message();
}

/**
 * The bytes of a text, without the characters at its end for which there is no room.
 * @param {string} text  @param {number} limit  bytes
 */
export function shortened(text, limit) {
  const bytes = utf8(text);
  let end = Math.min(bytes.length, limit);
  while (end > 0 && end < bytes.length && (bytes[end] & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end);
}

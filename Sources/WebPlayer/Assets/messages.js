/** Decodes the bodies of the messages that a relay sends to a viewer (Protocol.md). */

import { ByteReader, ProtocolError } from "./bytes.js";
import { isStreamName } from "./names.js";
import { errorNames, Type } from "./protocol.js";

/**
 * @typedef {{ type: "welcome", epoch: number, instance: bigint, maximumFrameLength: number, pingInterval: number,
 *   maximumLatency: number, state: number, relayName: string, historyGranted: number | null }} Welcome
 * @typedef {{ track: number, kind: number, codec: string, generation: number, configuration: Uint8Array,
 *   width?: number, height?: number, frameRate?: number, sampleRate?: number, channels?: number }} Track
 * @typedef {{ type: "tracks", epoch: number, tracks: Track[] }} Tracks
 * @typedef {{ type: "frame", flags: number, track: number, generation: number, epoch: number, sequence: bigint,
 *   decodeTime: number, presentationTime: number, captureTime: number, payload: Uint8Array }} Frame
 * @typedef {{ type: "gap", track: number, reason: number, epoch: number, first: bigint, count: bigint }} Gap
 * @typedef {{ type: "ping", sent: Uint8Array }} Ping
 * @typedef {{ type: "pong", sent: number, received: number, answered: number }} Pong
 * @typedef {{ type: "streamState", state: number }} StreamState
 * @typedef {{ type: "clockOffset", offset: number, errorBound: number }} ClockOffset
 * @typedef {{ type: "end", name: string, code: number, retryable: boolean, retryAfter: number, reason: string,
 *   redirect: string }} End  an error or a goodbye
 * @typedef {{ type: "streams", isNew: boolean, moreFollows: boolean,
 *   streams: { name: string, state: number, kinds: number }[] }} Streams
 * @typedef {Welcome | Tracks | Frame | Gap | Ping | Pong | StreamState | ClockOffset | End | Streams} Message
 */

/** Flags of a frame. */
export const Flag = Object.freeze({ randomAccess: 1, discardable: 2, discontinuity: 4, gradual: 8, recovered: 16 });

/** @param {boolean} condition */
function require(condition) {
  if (!condition) throw new ProtocolError("malformed-message");
}

/**
 * Skips a path of relay ids, which only relays use.
 * @param {ByteReader} value
 */
function path(value) {
  require(value.left > 0 && value.left % 16 === 0);
  if (value.left > 4 * 16) throw new ProtocolError("relay-loop");
  value.skip(value.left);
}

/** @param {ByteReader} reader  @returns {Welcome} */
function welcome(reader) {
  const message = /** @type {Welcome} */ ({
    type: "welcome", epoch: reader.u32(), instance: reader.u64(), maximumFrameLength: reader.u32(),
    pingInterval: reader.u32(), maximumLatency: reader.u32(), state: reader.u32() >>> 24,
    relayName: "", historyGranted: null,
  });
  require(message.pingInterval > 0);
  reader.options({
    0x0001: (value) => { message.relayName = value.text(value.left, 128); },
    0x0002: (value) => { message.historyGranted = value.u32(); },
    0x0003: path,
  });
  return message;
}

/** @param {ByteReader} reader  @returns {Track} */
function track(reader) {
  const number = reader.u16();
  const kind = reader.u16() >>> 8;
  const codec = String.fromCharCode(...reader.take(4));
  const generation = reader.u16();
  const configurationLength = reader.u16();
  const optionsLength = reader.u16();
  reader.u16();
  require(number < 16 && kind >= 1 && kind <= 3 && configurationLength <= 3072);
  /** @type {Track} */
  const result = { track: number, kind, codec, generation, configuration: reader.take(configurationLength).slice() };
  new ByteReader(reader.take(optionsLength)).options({
    0x0001: (value) => { result.width = value.u16(); result.height = value.u16(); },
    0x0002: (value) => { result.frameRate = value.u32() / value.u32() || undefined; },
    0x0003: (value) => { result.sampleRate = value.u32(); },
    0x0004: (value) => { result.channels = value.u8(); },
    0x0005: (value) => { value.text(value.left, 128); },
  });
  return result;
}

/** @param {ByteReader} reader  @returns {Tracks} */
function tracks(reader) {
  const epoch = reader.u32();
  const count = reader.u16();
  reader.u16();
  require(count >= 1 && count <= 16);
  const list = Array.from({ length: count }, () => track(reader));
  require(new Set(list.map((entry) => entry.track)).size === count);
  reader.end();
  return { type: "tracks", epoch, tracks: list };
}

/** @param {ByteReader} reader  @param {number} flags  @returns {Frame} */
function frame(reader, flags) {
  const number = reader.u16();
  require(number < 16);
  return {
    type: "frame", flags, track: number, generation: reader.u16(), epoch: reader.u32(), sequence: reader.u64(),
    decodeTime: reader.i64(), presentationTime: reader.i64(), captureTime: reader.i64(),
    payload: reader.take(reader.left),
  };
}

/** @param {ByteReader} reader  @returns {Gap} */
function gap(reader) {
  const message = /** @type {Gap} */ ({
    type: "gap", track: reader.u16(), reason: reader.u16() >>> 8, epoch: reader.u32(), first: reader.u64(),
    count: reader.u64(),
  });
  require(message.track < 16 && message.count > 0n && message.first + message.count < 1n << 64n);
  reader.end();
  return message;
}

/** @param {ByteReader} reader  @returns {End} */
function end(reader) {
  const code = reader.u16();
  const flags = reader.u16() >>> 8;
  const retryAfter = reader.u32();
  const reason = reader.text(reader.u16(), 512);
  const message = /** @type {End} */ ({
    type: "end", name: errorNames[code] ?? "", code, retryable: (flags & 1) !== 0, retryAfter, reason, redirect: "",
  });
  reader.options({ 0x0001: (value) => { message.redirect = value.text(value.left, 512); } });
  return message;
}

/** @param {ByteReader} reader  @returns {Streams} */
function streams(reader) {
  const count = reader.u16();
  const flags = reader.u16() >>> 8;
  /** @type {Streams} */
  const message = { type: "streams", isNew: (flags & 1) !== 0, moreFollows: (flags & 2) !== 0, streams: [] };
  for (let index = 0; index < count; index++) {
    const length = reader.u8();
    const state = reader.u8();
    const kinds = reader.u16() >>> 8;
    const name = reader.text(length, 255);
    require(isStreamName(name));
    message.streams.push({ name, state, kinds });
  }
  reader.end();
  return message;
}

/**
 * Decodes a body.
 * @param {number} type
 * @param {number} flags
 * @param {Uint8Array} body  the payload of a frame stays a part of it
 * @returns {Message | null}  null for a type that a viewer does not read
 */
export function decodeMessage(type, flags, body) {
  const reader = new ByteReader(body);
  switch (type) {
    case Type.welcome: return welcome(reader);
    case Type.tracks: return tracks(reader);
    case Type.frame: return frame(reader, flags);
    case Type.gap: return gap(reader);
    case Type.error: case Type.goodbye: return end(reader);
    case Type.streams: return streams(reader);
  }
  const message = fixedMessage(type, reader);
  if (message) reader.end();
  return message;
}

/** @param {number} type  @param {ByteReader} reader  @returns {Message | null} */
function fixedMessage(type, reader) {
  switch (type) {
    case Type.ping: return { type: "ping", sent: reader.take(8).slice() };
    case Type.pong: return { type: "pong", sent: reader.i64(), received: reader.i64(), answered: reader.i64() };
    case Type.streamState: return { type: "streamState", state: reader.u32() >>> 24 };
    case Type.clockOffset: return { type: "clockOffset", offset: reader.i64(), errorBound: reader.u32() };
    default: return null;
  }
}

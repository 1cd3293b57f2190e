/** The numbers of the streamd protocol, version 1, and the messages that a viewer sends (Protocol.md). */

import { ByteWriter, u32Bytes, utf8 } from "./bytes.js";

export const Type = Object.freeze({
  hello: 0x01, welcome: 0x02, tracks: 0x03, frame: 0x04, gap: 0x05, keyFrameRequest: 0x06, receiverReport: 0x07,
  viewerCount: 0x08, ping: 0x09, pong: 0x0a, streamState: 0x0b, clockOffset: 0x0c, error: 0x0d, goodbye: 0x0e,
  streams: 0x0f,
});

export const Role = Object.freeze({ subscribe: 2, list: 4 });

/** Bytes of a body. */
export const Limit = Object.freeze({ tracks: 65536, message: 4096, frame: 8388608 });

/**
 * Names of the codes that a viewer sends or acts on; the relay's own sentence explains the others.
 * @type {Readonly<Record<number, string>>}
 */
export const errorNames = Object.freeze({
  0x0001: "end-of-stream", 0x0002: "draining", 0x0003: "redirect", 0x0004: "replaced",
  0x0100: "not-this-protocol", 0x0101: "unsupported-version", 0x0102: "malformed-message", 0x0103: "message-too-long", 0x0104: "unexpected-message",
  0x0105: "unknown-critical", 0x0200: "invalid-stream-name", 0x0201: "unauthorized", 0x0202: "forbidden",
  0x0205: "role-not-served", 0x0206: "dismissed", 0x0207: "encryption-required", 0x0208: "relay-loop",
  0x0302: "too-many-viewers", 0x0304: "too-slow",
});

export const preface = new Uint8Array([0x8f, 0x73, 0x74, 0x72, 0x6d, 0x64, 0x0d, 0x0a, 0, 1, 0, 1]);

/**
 * @typedef {object} Hello
 * @property {number} role  a value of `Role`
 * @property {string} name  the stream; "" for all streams, with the role list
 * @property {Uint8Array} instance  16 random bytes
 * @property {string} [token]
 * @property {string} [client]  the program, at most 128 bytes
 * @property {number} [maximumLatency]  milliseconds
 * @property {number} [kinds]  bit 0 video, bit 1 audio, bit 2 data
 * @property {number} [history]  milliseconds
 * @property {boolean} [randomAccessOnly]
 */

/** @param {Hello} hello */
export function encodeHello(hello) {
  const name = utf8(hello.name);
  const writer = new ByteWriter(Type.hello, 8192);
  writer.u8(hello.role).u8(name.length).u16(0).put(hello.instance).put(name);
  if (hello.token) writer.option(0x8001, utf8(hello.token));
  if (hello.client) writer.option(0x0002, utf8(hello.client));
  if (hello.maximumLatency !== undefined) writer.option(0x0004, u32Bytes(hello.maximumLatency));
  if (hello.kinds !== undefined) writer.option(0x0005, new Uint8Array([hello.kinds]));
  if (hello.history !== undefined) writer.option(0x0008, u32Bytes(hello.history));
  if (hello.randomAccessOnly) writer.option(0x0009, new Uint8Array(0));
  return writer.message();
}

/** @param {number} sent  microseconds */
export const encodePing = (sent) => new ByteWriter(Type.ping, 8).u64(sent).message();

/** @param {Uint8Array} sent  the 8 bytes of the ping  @param {number} now  microseconds */
export const encodePong = (sent, now) => new ByteWriter(Type.pong, 24).put(sent).u64(now).u64(now).message();

/** @param {number} track */
export const encodeKeyFrameRequest = (track) => new ByteWriter(Type.keyFrameRequest, 4).u16(track).u16(0).message();

/** @param {string} error  a name of the registry; the last message of a client that found a fault */
export function encodeError(error) {
  const code = Number(Object.keys(errorNames).find((code) => errorNames[Number(code)] === error) ?? 0x0102);
  return new ByteWriter(Type.error, 10).u16(code).u16(0).u32(0).u16(0).message();
}

export const encodeGoodbye = () => new ByteWriter(Type.goodbye, 10).u16(0).u16(0).u32(0).u16(0).message();

/**
 * @param {{ received: number, missed: number, bytes: number, median: number, high: number }} report
 *   totals since the welcome; latencies in microseconds
 */
export function encodeReceiverReport(report) {
  return new ByteWriter(Type.receiverReport, 32).u64(report.received).u64(report.missed).u64(report.bytes)
    .u32(report.median).u32(report.high).message();
}

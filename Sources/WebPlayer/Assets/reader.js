/** Takes messages out of the bytes of a connection, in which they may be cut anywhere. */

import { ProtocolError } from "./bytes.js";
import { decodeMessage } from "./messages.js";
import { Limit, preface, Role, Type } from "./protocol.js";

/** @typedef {import("./messages.js").Message} Message */

/** A viewer takes no longer frames than twice the default, whatever the welcome says: a page has little memory. */
const ownFrameLimit = 2 * Limit.frame;

const ends = [Type.error, Type.goodbye];

/**
 * What a client of a role may receive after the welcome.
 * @type {Record<number, readonly number[]>}
 */
const allowed = {
  [Role.subscribe]: [
    Type.tracks, Type.frame, Type.gap, Type.streamState, Type.clockOffset, Type.ping, Type.pong, ...ends,
  ],
  [Role.list]: [Type.streams, Type.ping, Type.pong, ...ends],
};

export class MessageReader {
  /** @param {number} role */
  constructor(role) {
    /** @type {readonly number[]} */
    this.allowed = [Type.welcome, ...ends];
    this.afterwards = allowed[role];
    this.frameLimit = Limit.frame;
    this.hasPreface = false;
    /** @type {Uint8Array[]} */
    this.chunks = [];
    this.available = 0;
  }

  /** @param {Uint8Array} bytes */
  push(bytes) {
    if (!bytes.length) return;
    this.chunks.push(bytes);
    this.available += bytes.length;
  }

  /**
   * The next whole message that is known, or null. Its bytes are not copied if they came in one piece.
   * @returns {Message | null}
   * @throws {ProtocolError} for the first fault in the order of the bytes
   */
  next() {
    if (!this.hasPreface && !this.readPreface()) return null;
    while (this.available >= 8) {
      const head = this.peek(8);
      const view = new DataView(head.buffer, head.byteOffset, 8);
      const length = view.getUint32(0);
      const type = view.getUint16(4);
      this.check(type, length);
      if (this.available < 8 + length) return null;
      const body = this.peek(8 + length).subarray(8);
      this.drop(8 + length);
      const message = this.allowed.includes(type) ? this.decode(type, view.getUint16(6), body) : null;
      if (!message) continue;
      if (message.type === "welcome") {
        this.allowed = this.afterwards;
        this.frameLimit = Math.min(message.maximumFrameLength, ownFrameLimit);
      }
      return message;
    }
    return null;
  }

  /**
   * A client of another role than the player's reads other messages.
   * @param {number} type  @param {number} flags  @param {Uint8Array} body
   */
  decode(type, flags, body) { return decodeMessage(type, flags, body); }

  /** @returns whether the relay's preface has come whole */
  readPreface() {
    const bytes = this.peek(Math.min(this.available, preface.length));
    if (bytes.subarray(0, 8).some((byte, index) => byte !== preface[index])) throw new ProtocolError("not-this-protocol");
    if (bytes.length < preface.length) return false;
    const lowest = bytes[8] << 8 | bytes[9];
    const highest = bytes[10] << 8 | bytes[11];
    if (lowest > highest) throw new ProtocolError("not-this-protocol");
    if (lowest > 1 || highest < 1) throw new ProtocolError("unsupported-version");
    this.drop(preface.length);
    this.hasPreface = true;
    return true;
  }

  /**
   * Checks a header in the order of Protocol.md, Messages.
   * @param {number} type  @param {number} length
   */
  check(type, length) {
    const isKnown = type >= Type.hello && type <= Type.streams;
    if (isKnown && !this.allowed.includes(type)) throw new ProtocolError("unexpected-message");
    const limit = type === Type.frame ? this.frameLimit + 40 : type === Type.tracks ? Limit.tracks : Limit.message;
    if (length > limit) throw new ProtocolError("message-too-long");
    if (!isKnown && type >= 0x8000) throw new ProtocolError("unknown-critical");
  }

  /**
   * The first bytes that are available, joined.
   * @param {number} count
   */
  peek(count) {
    if (!count) return new Uint8Array(0);
    if (this.chunks[0].length < count) {
      const joined = new Uint8Array(this.available);
      let at = 0;
      for (const chunk of this.chunks) {
        joined.set(chunk, at);
        at += chunk.length;
      }
      this.chunks = [joined];
    }
    return this.chunks[0].subarray(0, count);
  }

  /** @param {number} count */
  drop(count) {
    this.available -= count;
    const rest = this.chunks[0].subarray(count);
    if (rest.length) this.chunks[0] = rest;
    else this.chunks.shift();
  }
}

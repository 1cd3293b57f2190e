/** Reads what a relay sends to a client of any role. The browser player's reader knows viewers and lists. */

import { ByteReader, ProtocolError } from "../../Sources/WebPlayer/Assets/bytes.js";
import { Type } from "../../Sources/WebPlayer/Assets/protocol.js";
import { MessageReader } from "../../Sources/WebPlayer/Assets/reader.js";
import { Role } from "./outgoing.js";

/**
 * @typedef {{ type: "keyFrameRequest", track: number }} KeyFrameRequest
 * @typedef {{ type: "viewerCount", viewers: number }} ViewerCount
 * @typedef {import("../../Sources/WebPlayer/Assets/messages.js").Message | KeyFrameRequest | ViewerCount} Message
 */

/** What a relay sends to a publisher after the welcome. */
const toPublisher = [Type.keyFrameRequest, Type.viewerCount, Type.ping, Type.pong, Type.error, Type.goodbye];

/**
 * Bytes from which on pieces are not joined. A relay may send a long frame byte by byte: each piece has its own cost,
 * so the memory would be many times the length.
 */
const longPiece = 65_536;

export class ClientReader extends MessageReader {
  /** @param {number} role */
  constructor(role) {
    super(role);
    if (role === Role.publish) this.afterwards = toPublisher;
  }

  /**
   * Keeps few pieces: a short one is joined with those before it that are not longer.
   * @param {Uint8Array} bytes
   */
  push(bytes) {
    let piece = bytes;
    for (let last = this.chunks.at(-1); last && last.length <= piece.length && last.length < longPiece; last = this.chunks.at(-1)) {
      this.available -= last.length;
      this.chunks.pop();
      const joined = new Uint8Array(last.length + piece.length);
      joined.set(last);
      joined.set(piece, last.length);
      piece = joined;
    }
    // The player copies with `slice`, which does not copy a Buffer.
    super.push(new Uint8Array(piece.buffer, piece.byteOffset, piece.length));
  }

  /** @param {number} type  @param {number} flags  @param {Uint8Array} body */
  decode(type, flags, body) {
    const message = super.decode(type, flags, body);
    return message ?? /** @type {any} */ (decodeForPublisher(type, new ByteReader(body)));
  }

  /** @returns {any} the next whole message that is known, a `Message`, or null */
  next() {
    return super.next();
  }
}

/** @param {number} type  @param {ByteReader} reader  @returns {KeyFrameRequest | ViewerCount | null} */
function decodeForPublisher(type, reader) {
  if (type === Type.keyFrameRequest) {
    const track = reader.u16();
    reader.u16();
    if (track > 15) throw new ProtocolError("malformed-message");
    reader.end();
    return { type: "keyFrameRequest", track };
  }
  if (type === Type.viewerCount) {
    const viewers = reader.u32();
    reader.end();
    return { type: "viewerCount", viewers };
  }
  return null;
}

/** Reading and writing the integers, texts and options of messages (Protocol.md, Conventions and Options). */

/** A fault in received bytes. `name` is the name of the error in the registry of Protocol.md. */
export class ProtocolError extends Error {
  /** @param {string} name */
  constructor(name) {
    super(`The relay's bytes break the protocol: ${name}.`);
    this.name = name;
  }
}

const malformed = () => new ProtocolError("malformed-message");
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** A sender may put 32 options into a message. */
const maximumOptions = 32;

/** Reads a body from its first byte to its last. Throws `malformed-message` instead of reading beyond it. */
export class ByteReader {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = 0;
  }

  get left() {
    return this.bytes.length - this.at;
  }

  /** @param {number} count  @returns the place of the next `count` bytes */
  skip(count) {
    if (count > this.left) throw malformed();
    this.at += count;
    return this.at - count;
  }

  u8() { return this.view.getUint8(this.skip(1)); }
  u16() { return this.view.getUint16(this.skip(2)); }
  u32() { return this.view.getUint32(this.skip(4)); }
  u64() { return this.view.getBigUint64(this.skip(8)); }

  /** A time or a difference of times in microseconds: exact up to 2^53. */
  i64() { return Number(this.view.getBigInt64(this.skip(8))); }

  /** @param {number} count */
  take(count) {
    const start = this.skip(count);
    return this.bytes.subarray(start, start + count);
  }

  /**
   * Text without control characters.
   * @param {number} count  @param {number} limit  bytes
   */
  text(count, limit) {
    if (count > limit) throw malformed();
    const bytes = this.take(count);
    try {
      return decoder.decode(bytes).replace(/[\u0000-\u001F\u007F-\u009F]/g, "\uFFFD");
    } catch {
      throw malformed();
    }
  }

  end() {
    if (this.left) throw malformed();
  }

  /**
   * Reads the options up to the end.
   * @param {Record<number, (value: ByteReader) => void>} known  must read the value to its end
   */
  options(known = {}) {
    const seen = new Set();
    while (this.left) {
      const option = this.u16();
      const value = new ByteReader(this.take(this.u16()));
      if (seen.has(option) || seen.size === maximumOptions) throw malformed();
      seen.add(option);
      if (Object.hasOwn(known, option)) {
        known[option](value);
        value.end();
      } else if (option >= 0x8000) {
        throw new ProtocolError("unknown-critical");
      }
    }
  }
}

/** Writes one message. */
export class ByteWriter {
  /** @param {number} type  @param {number} capacity  bytes of the body, at most */
  constructor(type, capacity) {
    this.bytes = new Uint8Array(8 + capacity);
    this.view = new DataView(this.bytes.buffer);
    this.view.setUint16(4, type);
    this.at = 8;
  }

  /** @param {number} value */
  u8(value) { this.view.setUint8(this.at, value); this.at += 1; return this; }
  /** @param {number} value */
  u16(value) { this.view.setUint16(this.at, value); this.at += 2; return this; }
  /** @param {number} value */
  u32(value) { this.view.setUint32(this.at, value); this.at += 4; return this; }
  /** @param {number|bigint} value  an integer */
  u64(value) { this.view.setBigInt64(this.at, BigInt(value)); this.at += 8; return this; }
  /** @param {Uint8Array} value */
  put(value) { this.bytes.set(value, this.at); this.at += value.length; return this; }
  /** @param {number} option  @param {Uint8Array} value */
  option(option, value) { return this.u16(option).u16(value.length).put(value); }

  /** @returns the whole message */
  message() {
    this.view.setUint32(0, this.at - 8);
    return this.bytes.subarray(0, this.at);
  }
}

/** @param {string} text */
export const utf8 = (text) => encoder.encode(text);

/** @param {number} value  @returns four bytes */
export const u32Bytes = (value) => new Uint8Array([value >>> 24, value >>> 16, value >>> 8, value]);

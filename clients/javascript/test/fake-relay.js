/** A relay of a few lines for the tests: it sends what a test says, and keeps what the client sends. */

import { once } from "node:events";
import { createServer } from "node:net";
import { encodeGap, encodeTracks } from "../outgoing.js";
import { example } from "../../../Tests/WebPlayerTests/vectors.js";

/** @param {Uint8Array} bytes  what a client sent  @returns {{ type: number, body: Buffer }[]} the messages behind its preface */
export function messagesOf(bytes) {
  const all = Buffer.from(bytes);
  const messages = [];
  for (let at = 12; at + 8 <= all.length;) {
    const length = all.readUInt32BE(at);
    if (at + 8 + length > all.length) break;
    messages.push({ type: all.readUInt16BE(at + 4), body: all.subarray(at + 8, at + 8 + length) });
    at += 8 + length;
  }
  return messages;
}

export const preface = Uint8Array.from([0x8f, 0x73, 0x74, 0x72, 0x6d, 0x64, 0x0d, 0x0a, 0, 1, 0, 1]);

/** @param {object} fields  @returns a welcome with a ping interval of 5 seconds and frames of 8 MiB, unless the fields differ */
export function welcome({ epoch = 1, instance = 7n, maximumFrameLength = 8 << 20, pingInterval = 5000, state = 1 } = {}) {
  const bytes = Buffer.alloc(36);
  bytes.writeUInt32BE(28, 0);
  bytes.writeUInt16BE(2, 4);
  bytes.writeUInt32BE(epoch, 8);
  bytes.writeBigUInt64BE(instance, 12);
  bytes.writeUInt32BE(maximumFrameLength, 20);
  bytes.writeUInt32BE(pingInterval, 24);
  bytes.writeUInt32BE(2000, 28);
  bytes[32] = state;
  return bytes;
}

/** @param {number} epoch */
export const table = (epoch) => encodeTracks(epoch, [{ track: 0, kind: 1, codec: "H264", generation: 0 }]);

export { encodeGap, example };

export class FakeRelay {
  /** @param {(peer: Peer) => unknown} serve  called when preface and hello have come */
  static async listen(serve) {
    const relay = new FakeRelay();
    relay.server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      const peer = new Peer(socket);
      relay.peers.push(peer);
      peer.hello().then(() => serve(peer), () => {});
    });
    relay.server.listen(0, "127.0.0.1");
    await once(relay.server, "listening");
    return relay;
  }

  peers = [];

  get host() { return `127.0.0.1:${this.server.address().port}`; }

  get address() { return { secure: false, host: this.host, stream: "live" }; }

  close() {
    for (const { socket } of this.peers) socket.destroy();
    this.server.close();
  }
}

export class Peer {
  constructor(socket) {
    this.socket = socket;
    this.received = Buffer.alloc(0);
    this.waiting = [];
    socket.on("data", (bytes) => {
      this.received = Buffer.concat([this.received, bytes]);
      this.notify();
    });
    socket.on("end", () => {
      this.hasEnded = true;
      this.notify();
      socket.end();
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      this.hasEnded = true;
      this.notify();
    });
  }

  notify() {
    for (const check of [...this.waiting]) check();
  }

  get messages() { return messagesOf(this.received); }

  /** Waits until `condition` returns something. */
  until(condition) {
    return new Promise((resolve, reject) => {
      const check = () => {
        const value = condition();
        if (!value && !this.hasEnded) return;
        this.waiting = this.waiting.filter((other) => other !== check);
        if (value) resolve(value);
        else reject(new Error("The client closed."));
      };
      this.waiting.push(check);
      check();
    });
  }

  hello() { return this.until(() => this.messages.find(({ type }) => type === 1)); }

  /** @param {number} type */
  message(type) { return this.until(() => this.messages.find((message) => message.type === type)); }

  ended() { return this.until(() => this.hasEnded); }

  /** @param {...(Uint8Array | string)} parts  bytes, or names of examples of Protocol.md */
  send(...parts) {
    this.socket.write(Buffer.concat(parts.map((part) => (typeof part === "string" ? example(part) : part))));
  }

  /** Sends pieces that arrive apart from each other, as far as this machine can tell. */
  async sendPieces(bytes, size) {
    for (let at = 0; at < bytes.length && !this.hasEnded; at += size) {
      this.socket.write(bytes.subarray(at, at + size));
      await new Promise((resolve) => { setImmediate(resolve); });
    }
  }
}

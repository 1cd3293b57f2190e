/** The session of a client that lists streams (Protocol.md, Streams). A value without I/O and clock. */

import { StreamList } from "../../Sources/WebPlayer/Assets/listing.js";
import { encodePong, Role } from "../../Sources/WebPlayer/Assets/protocol.js";
import { encodeHello } from "./outgoing.js";

/** @typedef {import("../../Sources/WebPlayer/Assets/listing.js").Listed} Listed */

/** Streams that the list holds, at most: about 30 MB. */
const maximumStreams = 100_000;

export class ListSession {
  /**
   * @param {Omit<import("./outgoing.js").Hello, "role" | "name">} wish  the hello but for role and name
   * @param {(streams: Listed[]) => void} changed  the list is complete, or complete again
   * @param {() => number} random  from 0 to 1
   */
  constructor(wish, changed, random = Math.random) {
    this.role = Role.list;
    this.unreadLimit = 65_536;
    this.goodbye = null;
    this.wish = wish;
    this.changed = changed;
    this.random = random;
    this.list = new StreamList(maximumStreams);
  }

  /** @param {string} folder  "" for all streams */
  hello(folder) {
    return encodeHello({ ...this.wish, role: this.role, name: folder }, this.random);
  }

  welcomed() { this.lost(); }

  lost() { this.list = new StreamList(maximumStreams); }

  /** @param {import("./incoming.js").Message} message  @param {number} at  @returns {Uint8Array[]} */
  handle(message, at) {
    if (message.type === "ping") return [encodePong(message.sent, at)];
    if (message.type === "streams") {
      this.list.apply(message);
      if (!message.moreFollows) this.changed(this.list.sorted);
    }
    return [];
  }

  /** @returns {Uint8Array[]} */
  due() { return []; }
}

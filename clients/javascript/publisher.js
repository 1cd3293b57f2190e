/** A publisher's session (Protocol.md, Rules for a publisher). A value without I/O and clock; times are microseconds. */

import { LatencyMeter } from "../../Sources/WebPlayer/Assets/latency.js";
import { encodePing, encodePong } from "../../Sources/WebPlayer/Assets/protocol.js";
import { OffsetReports } from "./offsets.js";
import { encodeClockOffset, encodeFrame, encodeGap, encodeHello, encodeTracks, Role } from "./outgoing.js";
import { FrameQueue } from "./queue.js";
import { clockStep } from "./viewer.js";

/**
 * @typedef {import("./outgoing.js").Track} Track
 * @typedef {import("./outgoing.js").MediaFrame} MediaFrame
 */

const pingInterval = 500_000;
/** Pings that wait for their pongs, at most: the meter knows so many. */
const maximumPings = 8;
/**
 * A pong that takes so much longer than the fastest one waits behind frames that the network has not carried yet. Node.js
 * cannot tell how much the system holds, so the pongs must.
 */
const longestWait = 1_000_000;
/** Frames are handed over while fewer bytes than this wait for the system. */
const handoverBytes = 65_536;
/** Track tables that differ come at most once in this time: the relay takes ten a second, and clock offsets count too. */
const tableInterval = 1_000_000;

export class PublisherSession {
  /**
   * @param {Omit<import("./outgoing.js").Hello, "role" | "name">} wish  the hello but for role and name
   * @param {Track[]} tracks
   * @param {{ opened?: () => void, viewers: (count: number) => void, keyFrameRequested: (track: number) => void }} events
   * @param {() => number} random  from 0 to 1
   */
  constructor(wish, tracks, events, random = Math.random) {
    this.role = Role.publish;
    this.unreadLimit = 64 * 1024 * 1024;
    this.wish = wish;
    this.tracks = tracks;
    /**
     * The kinds that the tracks of this epoch have had.
     * @type {Map<number, number>}
     */
    this.kinds = new Map();
    this.events = events;
    this.random = random;
    this.queue = new FrameQueue();
    this.meter = new LatencyMeter(clockStep);
    this.offsets = new OffsetReports();
    this.sent = 0;
    /** @type {Uint8Array | null} */
    this.last = null;
    /** The last message, when everything before it has been sent. */
    this.goodbye = /** @type {Uint8Array | null} */ (null);
    // Of the present connection:
    this.isOpen = this.needsTable = false;
    this.epoch = this.pingAt = 0;
    this.tableAt = -Infinity;
    /** Microseconds of the fastest pong. */
    this.fastest = Infinity;
  }

  /** @param {string} stream */
  hello(stream) {
    return encodeHello({ ...this.wish, role: this.role, name: stream }, this.random);
  }

  lost() {
    this.isOpen = this.needsTable = false;
    this.epoch = this.pingAt = 0;
    this.tableAt = -Infinity;
    this.fastest = Infinity;
    this.meter.restart();
    this.offsets.tableSent();
  }

  /** @param {import("../../Sources/WebPlayer/Assets/messages.js").Welcome} welcome */
  welcomed(welcome) {
    this.lost();
    this.isOpen = true;
    this.epoch = welcome.epoch;
    this.needsTable = true;
    this.kinds.clear();
    this.tracks = this.queue.begin(welcome.maximumFrameLength) ?? this.tracks;
    this.events.opened?.();
  }

  /** @param {import("./incoming.js").Message} message  @param {number} at  @returns {Uint8Array[]} */
  handle(message, at) {
    switch (message.type) {
      case "ping": return [encodePong(message.sent, at)];
      case "viewerCount": this.events.viewers(message.viewers); break;
      case "keyFrameRequest":
        if (this.tracks.some(({ track }) => track === message.track)) this.events.keyFrameRequested(message.track);
        break;
      case "pong":
        if (this.meter.pings.includes(message.sent)) this.fastest = Math.min(this.fastest, at - message.sent);
        this.meter.pong(message, at);
        // The relay answers in order.
        this.meter.pings = this.meter.pings.filter((sent) => sent > message.sent);
        break;
    }
    return [];
  }

  /**
   * Changes the tracks. If one has another kind than before, an epoch begins.
   * @param {Track[]} tracks
   */
  setTracks(tracks) {
    if (tracks.some(({ track, kind }) => (this.kinds.get(track) ?? kind) !== kind)) return this.beginEpoch(tracks);
    if (JSON.stringify(tracks, plain) === JSON.stringify(this.tracks, plain)) return;
    this.tracks = tracks;
    this.needsTable = this.isOpen;
  }

  /** @param {Track[]} tracks  of the frames to come: they are from another encoder, or from the same one after a break */
  beginEpoch(tracks = this.tracks) {
    this.queue.endEpoch(tracks);
  }

  /** @param {MediaFrame} frame  @param {number} at */
  offer(frame, at) {
    this.queue.offer(frame, at);
  }

  /** @param {Uint8Array} goodbye  to send behind the frames that wait */
  finish(goodbye) {
    this.last = goodbye;
  }

  /** @param {number} at  @returns whether the network has not carried what was sent before */
  isStalled(at) {
    const [oldest] = this.meter.pings;
    return oldest !== undefined && this.fastest < Infinity && at - oldest > this.fastest + longestWait;
  }

  /** @param {number} at  @param {number} waiting  bytes that the system has not taken  @returns {Uint8Array[]} */
  due(at, waiting) {
    this.queue.shed(at);
    if (!this.isOpen) return [];
    const messages = this.announcements(at);
    let bytes = waiting;
    while (bytes < handoverBytes && !this.isStalled(at)) {
      const items = this.queue.take();
      if (!items.length) break;
      for (const item of items) {
        const message = this.encode(item, at);
        bytes += message.length;
        messages.push(message);
      }
    }
    if (this.last && this.queue.isEmpty) {
      messages.push(...this.queue.finish().map((item) => this.encode(item, at)));
      this.goodbye = this.last;
    }
    return messages;
  }

  /** @param {number} at  @returns {Uint8Array[]} table, ping and clock offset */
  announcements(at) {
    const messages = [];
    if (this.needsTable && at - this.tableAt >= tableInterval) messages.push(this.table(at));
    if (at >= this.pingAt && this.meter.pings.length < maximumPings) {
      this.pingAt = at + pingInterval;
      this.meter.pingSent(at);
      messages.push(encodePing(at));
    }
    const offset = this.offsets.next(this.meter.relay, at);
    if (offset) messages.push(encodeClockOffset(offset));
    return messages;
  }

  /** @param {number} at */
  table(at) {
    this.needsTable = false;
    this.tableAt = at;
    this.offsets.tableSent();
    for (const { track, kind } of this.tracks) this.kinds.set(track, kind);
    return encodeTracks(this.epoch, this.tracks);
  }

  /** @param {import("./queue.js").Item} item  @param {number} at */
  encode(item, at) {
    if (item.kind === "epoch") {
      this.epoch += 1;
      this.kinds.clear();
      this.tracks = item.tracks;
      return this.table(at);
    }
    if (item.kind === "gap") return encodeGap(item.track, this.epoch, item.first, item.count);
    this.sent += 1;
    return encodeFrame(item.frame, this.epoch, item.sequence);
  }
}

/** @param {string} _  @param {unknown} value  of a track; its configuration as a list */
const plain = (_, value) => (value instanceof Uint8Array ? [...value] : value);

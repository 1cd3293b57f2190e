/** A viewer's session (Protocol.md, Rules for a viewer). A value without I/O and clock; times are microseconds. */

import { FrameAccount } from "../../Sources/WebPlayer/Assets/account.js";
import { ProtocolError } from "../../Sources/WebPlayer/Assets/bytes.js";
import { LatencyMeter } from "../../Sources/WebPlayer/Assets/latency.js";
import { Kind } from "../../Sources/WebPlayer/Assets/names.js";
import { encodeKeyFrameRequest, encodePing, encodePong, encodeReceiverReport, Role } from "../../Sources/WebPlayer/Assets/protocol.js";
import { Distribution } from "../../Sources/WebPlayer/Assets/statistics.js";
import { encodeHello } from "./outgoing.js";

/**
 * @typedef {import("../../Sources/WebPlayer/Assets/messages.js").Frame} Frame
 * @typedef {import("../../Sources/WebPlayer/Assets/messages.js").Track} Track
 * @typedef {import("./outgoing.js").Hello} Hello
 * @typedef {object} ViewerEvents
 * @property {(frame: Frame, track: Track) => void} frame  each frame once, in the order of the relay
 * @property {(tracks: Track[], epoch: number) => void} tracks  the table changed
 * @property {(state: number) => void} state  a value of `State`
 */

const pingInterval = 2_000_000;
const reportInterval = 5_000_000;
/** A viewer that still needs a key frame asks again after this time at the earliest. */
const requestInterval = 2_000_000;
/** A clock of whole microseconds, and the rounding of the offset. */
export const clockStep = 2;
/** Bytes of a frame's message without its payload. */
const frameHeader = 48;
/** Reasons of gaps that count as missed: unknown ones, latency, undecodable, publisher. */
const missedReasons = [0, 1, 2, 3];
const highestReport = 2 ** 32 - 1;

/** What the viewer has of a stream, over all connections: the player's account, which also knows what is a repetition. */
export class Ledger extends FrameAccount {
  /** @param {bigint} instance  of the stream: with another one, epochs and numbers mean something else */
  welcomed(instance) {
    if (instance !== this.instance) {
      this.epoch = 0;
      this.before = { epoch: 0, next: new Map() };
    }
    super.welcomed(instance);
  }

  /** @param {Frame} frame  @returns {boolean} whether the viewer does not have it yet */
  frame(frame) {
    const { repeated } = this;
    if (frame.epoch < this.epoch) this.repeated += 1;
    else super.frame(frame);
    return this.repeated === repeated;
  }

  /** Frames that gaps named, without those that the viewer did not ask for. */
  get named() { return missedReasons.reduce((sum, reason) => sum + this.missed[reason], 0); }
}

export class ViewerSession {
  /**
   * @param {Omit<Hello, "role" | "name">} wish  the hello but for role and name
   * @param {ViewerEvents} events
   * @param {() => number} random  from 0 to 1
   */
  constructor(wish, events, random = Math.random) {
    this.role = Role.subscribe;
    this.unreadLimit = 65_536;
    this.goodbye = null;
    this.wish = wish;
    this.events = events;
    this.random = random;
    this.ledger = new Ledger();
    this.meter = new LatencyMeter(clockStep);
    this.latencies = new Distribution();
    /** Of the last frame whose latency is known: microseconds and their error bound. */
    this.latency = /** @type {ReturnType<LatencyMeter["of"]>} */ (null);
    /** A value of `State`, -1 before the first welcome. */
    this.state = -1;
    this.bytes = 0;
    // Of the present connection:
    this.epoch = this.pingAt = this.reportAt = this.requestAt = 0;
    /** @type {Map<number, Track>} */
    this.tracks = new Map();
    this.since = { received: 0, missed: 0, bytes: 0 };
  }

  /** @param {string} stream */
  hello(stream) {
    return encodeHello({ ...this.wish, role: this.role, name: stream }, this.random);
  }

  lost() {
    this.epoch = this.pingAt = this.reportAt = this.requestAt = 0;
    this.tracks.clear();
    this.meter.restart();
  }

  /** The counts of reports are totals since the welcome. */
  beginReports() {
    this.since = { received: this.ledger.received, missed: this.ledger.named, bytes: this.bytes };
  }

  /** @param {import("../../Sources/WebPlayer/Assets/messages.js").Welcome} welcome  @param {number} at */
  welcomed(welcome, at) {
    this.lost();
    this.ledger.welcomed(welcome.instance);
    this.beginReports();
    this.reportAt = at + reportInterval;
    this.changeState(welcome.state);
  }

  /** @param {number} state */
  changeState(state) {
    if (state !== this.state) this.events.state(state);
    this.state = state;
  }

  /** @param {import("./incoming.js").Message} message  @param {number} at  @returns {Uint8Array[]} */
  handle(message, at) {
    switch (message.type) {
      case "ping": return [encodePong(message.sent, at)];
      case "pong": this.meter.pong(message, at); break;
      case "clockOffset": this.meter.clockOffset(message, at); break;
      case "streamState": this.changeState(message.state); break;
      case "tracks": this.table(message); break;
      case "gap": this.ledger.gap(message); break;
      case "frame": this.frame(message, at); break;
    }
    return [];
  }

  /** @param {import("../../Sources/WebPlayer/Assets/messages.js").Tracks} table */
  table({ epoch, tracks }) {
    if (epoch === 0 || epoch < this.epoch) throw new ProtocolError("malformed-message");
    // The offset of the epoch before is that of another clock.
    if (epoch !== this.epoch && this.epoch !== 0) this.meter.dropPublisher();
    this.epoch = epoch;
    this.tracks = new Map([...tracks].sort((a, b) => a.track - b.track).map((track) => [track.track, track]));
    // After a reconnection, or with a history, the relay may begin with an epoch that the viewer has already.
    if (epoch >= this.ledger.epoch) this.ledger.began(epoch);
    this.events.tracks([...this.tracks.values()], epoch);
  }

  /** @param {Frame} frame  @param {number} at */
  frame(frame, at) {
    const track = this.tracks.get(frame.track);
    if (!track || frame.epoch !== this.epoch || !this.ledger.frame(frame)) return;
    this.bytes += frameHeader + frame.payload.length;
    const latency = this.meter.of(frame.captureTime, at);
    if (latency) {
      this.latency = latency;
      if (track.kind === Kind.video || !this.hasVideo) this.latencies.add(latency.latency);
    }
    this.events.frame(frame, track);
  }

  get hasVideo() { return [...this.tracks.values()].some(({ kind }) => kind === Kind.video); }

  /** @param {number} at  @returns {Uint8Array[]} */
  due(at) {
    const messages = [];
    if (at >= this.pingAt) {
      this.pingAt = at + pingInterval;
      this.meter.pingSent(at);
      messages.push(encodePing(at));
    }
    if (at >= this.reportAt) {
      this.reportAt = at + reportInterval;
      messages.push(this.report());
    }
    return messages;
  }

  report() {
    const { p50, p95 } = this.latencies.summary;
    this.latencies.clear();
    return encodeReceiverReport({
      received: this.ledger.received - this.since.received, missed: this.ledger.named - this.since.missed,
      bytes: this.bytes - this.since.bytes,
      median: Math.min(Math.round(p50), highestReport), high: Math.min(Math.round(p95), highestReport),
    });
  }

  /**
   * The viewer's decoder cannot go on.
   * @param {number} at
   * @returns {Uint8Array[]}  the request, unless one was sent just before
   */
  requestKeyFrame(at) {
    const video = [...this.tracks.values()].find(({ kind }) => kind === Kind.video);
    if (!video || at < this.requestAt) return [];
    this.requestAt = at + requestInterval;
    return [encodeKeyFrameRequest(video.track)];
  }
}

/** One player's connection, in the worker: the protocol on one side, one of the two ways to play on the other. */

import { FrameAccount, notRequested } from "./account.js";
import { webSocketURL } from "./address.js";
import { ProtocolError } from "./bytes.js";
import { Connection } from "./connection.js";
import { LatencyMeter } from "./latency.js";
import { Kind, State } from "./names.js";
import {
  encodeError, encodeGoodbye, encodeHello, encodeKeyFrameRequest, encodePing, encodePong, encodeReceiverReport, preface, Role,
} from "./protocol.js";
import { MessageReader } from "./reader.js";
import { Distribution, Rate } from "./statistics.js";

/**
 * @typedef {import("./messages.js").Message} Message
 * @typedef {import("./messages.js").Track} Track
 * @typedef {import("./messages.js").Frame} Frame
 * @typedef {import("./connection.js").Action} Action
 * @typedef {import("./playback.js").Playback | import("./segments.js").Segments} Output
 * @typedef {{ address: import("./address.js").Address, token: string, kinds: number, latency: number, isPreview: boolean }} Settings
 *   the latency in milliseconds
 */

/** Milliseconds. */
const tickInterval = 100;
const reportInterval = 5000;
const pingInterval = 2000;
const statisticsInterval = 500;
const requestInterval = 2000;
/** Bytes of a frame's message without its payload. */
const frameHeader = 48;
/** Milliseconds: how far the relay may fall behind before it skips frames. */
const maximumLatency = 1000;

/** Bytes that wait to be sent: a relay that reads nothing may not fill the memory with answers to its pings. */
const unreadLimit = 65_536;

/**
 * What this player can decode.
 * @type {Readonly<Record<number, string>>}
 */
export const codecs = Object.freeze({ [Kind.video]: "H264", [Kind.audio]: "mp4a" });

/** Microseconds since 1970, by a clock that is never set. */
export const now = () => Math.round((performance.timeOrigin + performance.now()) * 1000);

const instance = crypto.getRandomValues(new Uint8Array(16));

export class Session {
  /**
   * @param {Settings} settings
   * @param {(message: object, transfer?: Transferable[]) => void} post  to the page
   */
  constructor(settings, post) {
    this.settings = settings;
    this.post = post;
    this.connection = new Connection(settings.address, Math.random);
    this.account = new FrameAccount();
    this.meter = new LatencyMeter();
    this.shownLatency = new Distribution();
    this.receivedLatency = new Distribution();
    this.bytes = 0;
    /** What the reports to the relay count: of this connection alone. */
    this.reported = { received: 0, missed: 0, bytes: 0 };
    this.bitRate = new Rate();
    this.frameRate = new Rate();
    this.state = State.waiting;
    /** @type {Map<number, Track>} */
    this.tracks = new Map();
    /** The track table as the page has it. */
    this.told = "";
    this.beginning = { age: 0, rewind: false };
    this.history = 0;
    this.kinds = settings.kinds;
    this.requestedAt = -Infinity;
    this.hasPicture = false;
    /** @type {Record<string, number>} */
    this.sentAt = {};
    /** Of the last frame, from capture to its arrival; and of the last picture, from capture to its drawing. */
    this.arrivalLatency = /** @type {ReturnType<LatencyMeter["of"]>} */ (null);
    this.lastLatency = /** @type {ReturnType<LatencyMeter["of"]>} */ (null);
    /** @type {WebSocket | null} */
    this.socket = null;
    this.output = /** @type {Output} */ (/** @type {unknown} */ (null));
  }

  /** @param {Output} output */
  open(output) {
    this.output = output;
    this.timer = setInterval(() => this.tick(), tickInterval);
    this.connect();
  }

  /**
   * Connects anew.
   * @param {{ kinds?: number, history?: number }} wish  what to watch from now on; history in milliseconds
   */
  connect({ kinds = this.settings.kinds, history = 0 } = {}) {
    this.kinds = kinds;
    this.history = history;
    this.perform(this.connection.start(performance.now()));
  }

  /** The browser has a network again. */
  online() {
    this.perform(this.connection.online(performance.now()));
  }

  disconnect() {
    this.perform(this.connection.close());
  }

  close() {
    clearInterval(this.timer);
    this.disconnect();
    this.output.close();
  }

  /** @param {Action | null} action */
  perform(action) {
    if (!action) return;
    this.leave();
    if (action.kind === "connect") this.dial(action.address);
    else this.post({ connection: action.kind, end: "end" in action ? action.end : null });
  }

  /**
   * Ends the present connection.
   * @param {Uint8Array} last  an error or a goodbye, after which nothing may follow
   */
  leave(last = encodeGoodbye()) {
    const { socket } = this;
    if (!socket) return;
    this.socket = null;
    socket.onopen = socket.onmessage = socket.onclose = null;
    if (socket.readyState === WebSocket.OPEN) socket.send(last);
    socket.close();
  }

  /** @param {import("./address.js").Address} address */
  dial(address) {
    this.post({ connection: "connect", end: null });
    let socket;
    try {
      socket = new WebSocket(webSocketURL(address), "streamd");
    } catch {
      // A page of https may not open a connection that is not encrypted.
      return this.perform(this.connection.closed(performance.now()));
    }
    const reader = new MessageReader(Role.subscribe);
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    const opened = socket;
    socket.onopen = () => {
      this.connection.opened(performance.now());
      opened.send(preface);
      opened.send(encodeHello({
        role: Role.subscribe, name: address.stream, instance, token: this.settings.token || undefined,
        client: "streamd web player", kinds: this.kinds, history: this.history || 1,
        maximumLatency: Math.max(maximumLatency, 2 * this.settings.latency),
        randomAccessOnly: this.settings.isPreview,
      }));
    };
    socket.onmessage = ({ data }) => this.receive(reader, data);
    socket.onclose = () => this.perform(this.connection.closed(performance.now()));
  }

  /** @param {MessageReader} reader  @param {ArrayBuffer | string} data */
  receive(reader, data) {
    try {
      if (typeof data === "string") throw new ProtocolError("not-this-protocol");
      this.bytes += data.byteLength;
      this.connection.received(performance.now());
      reader.push(new Uint8Array(data));
      const { socket } = this;
      for (let message = reader.next(); message && this.socket === socket; message = reader.next()) this.handle(message);
    } catch (error) {
      const { name, message } = /** @type {Error} */ (error);
      if (!(error instanceof ProtocolError)) throw error;
      this.leave(encodeError(name));
      const end = { type: "end", name, code: 0x0102, retryable: false, retryAfter: 0, reason: message, redirect: "" };
      this.perform(this.connection.ended(/** @type {import("./messages.js").End} */ (end), performance.now()));
    }
  }

  /** @param {Message} message */
  handle(message) {
    const at = now();
    switch (message.type) {
      case "frame": return this.frame(message, at);
      case "gap": return this.gap(message);
      case "ping": return this.send(encodePong(message.sent, at));
      case "pong": return this.meter.pong(message, at);
      case "clockOffset": return this.meter.clockOffset(message, at);
      case "streamState": return this.changeState(message.state);
      case "tracks": return this.began(message);
      case "welcome": return this.welcomed(message);
      case "end": return this.perform(this.connection.ended(message, performance.now()));
    }
  }

  /** @param {import("./messages.js").Welcome} welcome */
  welcomed(welcome) {
    this.connection.welcomed(welcome.pingInterval, performance.now());
    this.account.welcomed(welcome.instance);
    this.reported = { received: 0, missed: 0, bytes: 0 };
    this.meter.restart();
    this.tracks.clear();
    this.told = "";
    this.restart();
    this.beginning = { age: (welcome.historyGranted ?? 0) * 1000, rewind: this.history > 0 };
    this.sentAt = {};
    this.state = welcome.state;
    this.post({
      welcome: { relay: welcome.relayName, state: welcome.state, history: this.history ? welcome.historyGranted ?? 0 : 0 },
    });
  }

  restart() {
    this.hasPicture = false;
    this.output.restart();
  }

  /** @param {number} state */
  changeState(state) {
    if (state !== this.state) {
      this.told = "";
      this.post({ state });
    }
    this.state = state;
  }

  /** @param {import("./messages.js").Tracks} table */
  began(table) {
    if (table.epoch !== this.account.epoch && this.tracks.size) {
      this.meter.dropPublisher();
      this.restart();
      this.beginning = { age: 0, rewind: false };
    }
    this.account.began(table.epoch);
    this.tracks.clear();
    const sorted = table.tracks.sort((a, b) => a.track - b.track);
    for (const kind of [Kind.video, Kind.audio]) {
      const track = sorted.find((track) => track.kind === kind && track.codec === codecs[kind]);
      if (track) this.tracks.set(track.track, track);
    }
    const told = sorted.map(({ kind, codec, width, height, sampleRate }) => ({ kind, codec, width, height, sampleRate }));
    // A relay may send many tables; the page has more to do.
    if (JSON.stringify(told) === this.told) return;
    this.told = JSON.stringify(told);
    this.post({ tracks: told });
  }

  /** @param {import("./messages.js").Gap} gap */
  gap(gap) {
    this.account.gap(gap);
    if (gap.reason !== notRequested) this.reported.missed += Number(gap.count);
  }

  /** @param {Frame} frame  @param {number} at */
  frame(frame, at) {
    // Decoding begins anew with each connection, so repeated frames are needed too.
    this.account.frame(frame);
    this.reported.received += 1;
    this.reported.bytes += frameHeader + frame.payload.length;
    const latency = this.meter.of(frame.captureTime, at);
    const track = this.tracks.get(frame.track);
    // Sound is encoded in longer pieces than pictures, and there are more of them.
    const leads = track?.kind === Kind.video || ![...this.tracks.values()].some(({ kind }) => kind === Kind.video);
    if (latency && leads) this.receivedLatency.add(latency.latency);
    this.arrivalLatency = latency;
    if (track) this.output.add(frame, track, at, this.beginning);
  }

  /** @param {import("./video.js").Arrival} arrival  @param {number} at */
  shown(arrival, at) {
    if (!this.hasPicture) this.post({ picture: true });
    this.hasPicture = true;
    this.lastLatency = this.meter.of(arrival.frame.captureTime, at);
    if (this.lastLatency) this.shownLatency.add(this.lastLatency.latency);
  }

  requestKeyFrame() {
    const time = performance.now();
    const track = [...this.tracks.values()].find((track) => track.kind === Kind.video);
    if (!track || time - this.requestedAt < requestInterval) return;
    this.requestedAt = time;
    this.send(encodeKeyFrameRequest(track.track));
  }

  /** @param {Uint8Array} bytes */
  send(bytes) {
    const { socket } = this;
    if (socket?.readyState !== WebSocket.OPEN) return;
    if (socket.bufferedAmount > unreadLimit) return this.perform(this.connection.closed(performance.now()));
    socket.send(bytes);
  }

  tick() {
    const time = performance.now();
    this.perform(this.connection.tick(time));
    this.output.tick();
    if (this.connection.state === "open") {
      this.every("ping", pingInterval, time, () => {
        const sent = now();
        this.meter.pingSent(sent);
        this.send(encodePing(sent));
      });
      this.every("report", reportInterval, time, () => this.report());
    }
    this.every("statistics", statisticsInterval, time, () => this.post({ statistics: this.statistics }));
  }

  /** @param {string} name  @param {number} interval  @param {number} time  @param {() => void} action */
  every(name, interval, time, action) {
    if (time - (this.sentAt[name] ?? -Infinity) < interval) return;
    this.sentAt[name] = time;
    action();
  }

  report() {
    const { p50, p95 } = this.receivedLatency.summary;
    this.receivedLatency.clear();
    this.send(encodeReceiverReport({
      ...this.reported, median: Math.min(p50, 2 ** 32 - 1), high: Math.min(p95, 2 ** 32 - 1),
    }));
  }

  get statistics() {
    const at = now();
    return {
      ...this.output.statistics, latency: this.lastLatency, arrivalLatency: this.arrivalLatency, latencies: this.shownLatency.summary,
      roundTrip: this.meter.roundTrip, received: this.account.received, bytes: this.bytes,
      missed: this.account.missed, repeated: this.account.repeated,
      bitRate: 8 * this.bitRate.update(this.bytes, at), frameRate: this.frameRate.update(this.account.received, at),
    };
  }
}

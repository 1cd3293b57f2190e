/** When to connect, to wait and to stop (Protocol.md, Reconnecting and Keepalive). A value without I/O and clock. */

import { parseRedirect } from "./address.js";

/**
 * @typedef {import("./address.js").Address} Address
 * @typedef {import("./messages.js").End} End
 * @typedef {{ kind: "connect", address: Address }
 *   | { kind: "wait", until: number, end: End | null }
 *   | { kind: "stop", end: End }
 *   | { kind: "close" }} Action  `wait` and `stop` end the present connection, if there is one
 */

/** Redirects that a client follows without a welcome. */
const maximumRedirects = 5;
/**
 * Milliseconds within which a connection must be there, and then bring its welcome; and without a message after that,
 * though the relay answers pings. Nothing tells a page that a message has begun, and browsers collect one that never ends.
 */
const connectTimeout = 10_000;
const welcomeTimeout = 5_000;
const longestSilence = 10_000;
/** Milliseconds: the waits after the second connection in a row that is open and brings nothing, and the longest. */
const silentWait = 10_000;
const longestSilentWait = 60_000;
/**
 * Milliseconds: the longest wait after the first failure, after some, and when the relay stays away. After a restart,
 * pictures should be back within a second.
 */
const shortestWait = 250;
const longWait = 500;
const longestWait = 10_000;
/** Milliseconds that a connection lasts after which the waits begin anew. */
const lastingTime = 10_000;
/** A relay that restarts is back before so many failures, which take about half a minute. */
const manyFailures = 120;

/**
 * The stream has ended, or a newer connection is in use: whatever the flag says.
 * @param {End} end
 */
const isFinal = (end) => end.name === "end-of-stream" || end.name === "replaced";

export class Connection {
  /**
   * @param {Address} address
   * @param {() => number} random  from 0 to 1
   */
  constructor(address, random) {
    this.home = address;
    this.address = address;
    this.random = random;
    /** @type {"idle" | "connecting" | "open" | "waiting" | "stopped"} */
    this.state = "idle";
    this.failures = 0;
    /** Connections in a row that were open and brought nothing. */
    this.silences = 0;
    this.redirects = 0;
    /** Whether an open connection has ended with a redirect, and none has lasted since. */
    this.wasRedirectedEarly = false;
    this.isOpened = false;
    this.openedAt = Infinity;
    this.deadline = Infinity;
    this.silence = 0;
  }

  /**
   * Connects now, also while it waits.
   * @param {number} now  milliseconds  @returns {Action}
   */
  start(now) {
    this.state = "connecting";
    this.isOpened = false;
    this.deadline = now + connectTimeout;
    return { kind: "connect", address: this.address };
  }

  /**
   * The connection is there.
   * @param {number} now
   */
  opened(now) {
    this.isOpened = true;
    this.deadline = now + welcomeTimeout;
  }

  /** @param {number} pingInterval  milliseconds  @param {number} now */
  welcomed(pingInterval, now) {
    this.state = "open";
    this.openedAt = now;
    this.redirects = 0;
    this.silence = Math.min(3 * pingInterval, longestSilence);
    this.deadline = now + this.silence;
  }

  /**
   * Every byte of the relay is activity.
   * @param {number} now
   */
  received(now) {
    if (this.state !== "open") return;
    this.deadline = now + this.silence;
    if (now - this.openedAt < lastingTime) return;
    this.silences = 0;
    this.wasRedirectedEarly = false;
  }

  /**
   * An error or goodbye of the relay.
   * @param {End} end  @param {number} now  @returns {Action | null}
   */
  ended(end, now) {
    if (this.state !== "connecting" && this.state !== "open") return null;
    if (end.name === "redirect" && end.redirect) return this.redirected(end, now);
    if (!end.retryable || isFinal(end)) {
      this.state = "stopped";
      return { kind: "stop", end };
    }
    return this.wait(end, now);
  }

  /**
   * The connection was lost.
   * @param {number} now  @returns {Action | null}
   */
  closed(now) {
    return this.state === "connecting" || this.state === "open" ? this.wait(null, now) : null;
  }

  /**
   * The browser has a network again: a wait is over.
   * @param {number} now  @returns {Action | null}
   */
  online(now) {
    return this.state === "waiting" ? this.start(now) : null;
  }

  /**
   * The page wants no connection.
   * @returns {Action}
   */
  close() {
    this.state = "idle";
    this.deadline = Infinity;
    return { kind: "close" };
  }

  /**
   * Call it at `deadline` or later.
   * @param {number} now  @returns {Action | null}
   */
  tick(now) {
    if (now < this.deadline) return null;
    if (this.state === "waiting") return this.start(now);
    if (this.isOpened) this.silences += 1;
    return this.closed(now);
  }

  /** @param {End | null} end  @param {number} now  @returns {Action} */
  wait(end, now) {
    if (now - this.openedAt >= lastingTime) this.failures = 0;
    this.openedAt = Infinity;
    const span = this.silences > 1 ? Math.min(longestSilentWait, silentWait * 2 ** (this.silences - 2))
      : this.failures < manyFailures ? Math.min(longWait, shortestWait * 2 ** this.failures) : longestWait;
    this.failures += 1;
    this.redirects = 0;
    this.address = this.home;
    this.state = "waiting";
    this.deadline = now + (end?.retryAfter || (this.silences > 1 ? (1 + this.random()) / 2 : this.random()) * span);
    return { kind: "wait", until: this.deadline, end };
  }

  /** @param {End} end  @param {number} now  @returns {Action} */
  redirected(end, now) {
    const address = parseRedirect(end.redirect, this.address);
    this.redirects += 1;
    if (!address || this.redirects > maximumRedirects) {
      this.state = "stopped";
      return { kind: "stop", end };
    }
    // Relays that welcome and redirect in turns would keep the page busy.
    const waits = this.state === "open" && this.wasRedirectedEarly;
    if (this.state === "open") this.wasRedirectedEarly = true;
    const action = waits ? this.wait(null, now) : null;
    this.address = address;
    return action ?? this.start(now);
  }
}

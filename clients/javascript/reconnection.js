/** When to connect again (Protocol.md, Reconnecting): the player's rules, with the waits of a program without a screen. */

import { Connection } from "../../Sources/WebPlayer/Assets/connection.js";

/**
 * @typedef {import("../../Sources/WebPlayer/Assets/connection.js").Action} Action
 * @typedef {import("../../Sources/WebPlayer/Assets/messages.js").End} End
 */

/** Milliseconds: the longest wait after the first failure, after many, and for which a connection lasts that begins anew. */
const shortestWait = 250;
const longestWait = 10_000;
const lastingTime = 10_000;
/** Intervals of the relay's pings without a byte after which the connection is lost. */
const silentIntervals = 3;

export class Reconnection extends Connection {
  /** @param {import("./address.js").Address} address  @param {() => number} random  from 0 to 1 */
  constructor(address, random) {
    super(address, random);
    /** Whether any relay has welcomed this client. */
    this.wasWelcomed = false;
  }

  /** @param {number} pingInterval  milliseconds  @param {number} now */
  welcomed(pingInterval, now) {
    super.welcomed(pingInterval, now);
    this.wasWelcomed = true;
    this.silence = silentIntervals * pingInterval;
    this.deadline = now + this.silence;
  }

  /** @param {number} now  @returns whether the relay has been silent for too long */
  isSilent(now) {
    return this.state === "open" && now >= this.deadline;
  }

  /**
   * This client found a fault in what the relay sent.
   * @param {End} fault  @param {number} now  @returns {Action | null}
   */
  faulted(fault, now) {
    if (this.wasWelcomed) return this.wait(null, now);
    this.state = "stopped";
    return { kind: "stop", end: fault };
  }

  /**
   * The browser player comes back sooner, because a person looks at it.
   * @param {End | null} end  @param {number} now  @returns {Action}
   */
  wait(end, now) {
    if (now - this.openedAt >= lastingTime) this.failures = 0;
    this.openedAt = Infinity;
    const span = Math.min(longestWait, shortestWait * 2 ** Math.min(this.failures, 16));
    this.failures += 1;
    this.redirects = 0;
    this.address = this.home;
    this.state = "waiting";
    this.deadline = now + (end?.retryAfter || this.random() * span);
    return { kind: "wait", until: this.deadline, end };
  }
}
